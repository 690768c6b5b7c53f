/* Levels with one fault each (level_generator_faults.c), and what the importer says of them. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <path1/level.h>

#include "level_generator_faults.h"
#include "vif_rig.h"

static struct gen_bytes file;

static void teardown(void)
{
    gen_bytes_free(&file);
}

TestSuite(level_faults, .fini = teardown, .timeout = 300);

Test(level_faults, each_fault_is_named)
{
    for (size_t i = 0; i < gen_fault_count; i++) {
        const struct gen_fault *fault = &gen_faults[i];
        struct trace_error error = {"nothing"};
        gen_make_faulty(fault, &file);
        struct level *level = level_open_memory("fault", file.data, file.size, &error);
        cr_expect(!level || !level_sound(level, &error), "%s: taken as sound", fault->name);
        cr_expect(strstr(error.text, fault->text), "%s: expected \"%s\" in: %s", fault->name, fault->text,
                  error.text);
        level_close(level);
        gen_bytes_free(&file);
    }
}

/* Bytes changed anywhere, and files cut anywhere: an error or a level, and no harm. */
Test(level_faults, random_damage_does_no_harm)
{
    struct gen_content content;
    uint64_t seed = 77;
    for (enum gen_case which = 0; which < GEN_CASE_LANDSCAPE; which++) {
        struct gen_parts parts;
        gen_make_case(which, &content);
        for (unsigned round = 0; round < 60; round++) {
            struct trace_error error;
            gen_make_parts(&content, &parts);
            struct gen_bytes *part[] = {&parts.core_data, &parts.core_index, &parts.gameplay, &parts.overlay};
            for (unsigned i = 0; i < 1 + round % 8; i++) {
                struct gen_bytes *p = part[vif_random(&seed) % 4];
                /* Heads and first patches above all. */
                size_t most = round % 2 && p->size > 4096 ? 4096 : p->size;
                p->data[vif_random(&seed) % most] = (uint8_t)vif_random(&seed);
            }
            gen_write(&content, &parts, &file, NULL);
            gen_parts_free(&parts);
            if (round % 5 == 4)
                file.size = vif_random(&seed) % file.size;
            uint8_t *byte = &file.data[vif_random(&seed) % file.size];
            if (round % 5 == 3)
                *byte = (uint8_t)(*byte ^ 1u << vif_random(&seed) % 8);
            struct level *level = level_open_memory("damage", file.data, file.size, &error);
            if (level)
                level_sound(level, &error);
            level_close(level);
            gen_bytes_free(&file);
        }
        gen_content_free(&content);
    }
}
