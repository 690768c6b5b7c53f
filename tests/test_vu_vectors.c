/* Microprograms whose results were recorded on a PlayStation 2 (tests/data/vectors/vu: format and origin in
 * its README). */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vectors.h"
#include "vu_rig.h"

TestSuite(vu_vectors, .init = rig_setup, .fini = rig_teardown, .timeout = 120);

static uint32_t hex(const json_t *value)
{
    const char *text = json_string_value(value);
    char *end;
    cr_assert(text && *text, "a hexadecimal string is expected");
    unsigned long number = strtoul(text, &end, 16);
    cr_assert(*end == '\0', "%s", text);
    return (uint32_t)number;
}

static uint32_t hex_of(json_t *object, const char *key)
{
    return hex(json_object_get(object, key));
}

static bool is(json_t *object, const char *key, const char *text)
{
    const char *value = json_string_value(json_object_get(object, key));
    return value && strcmp(value, text) == 0;
}

/* "VI07" -> 7 */
static unsigned register_number(const char *name)
{
    unsigned long number = strtoul(name + 2, NULL, 10);
    cr_assert_lt(number, 32, "%s", name);
    return (unsigned)number;
}

static void set_up(json_t *micro, json_t *initial)
{
    size_t i, field;
    json_t *pair, *entry, *word;
    const char *name;
    json_array_foreach(micro, i, pair) rig_pair(hex(json_array_get(pair, 0)), hex(json_array_get(pair, 1)));
    json_array_foreach(json_object_get(initial, "mem"), i,
                       entry) json_array_foreach(json_object_get(entry, "words"), field, word)
        rig_set_word((uint32_t)json_integer_value(json_object_get(entry, "qw")), (unsigned)field, hex(word));
    json_object_foreach(json_object_get(initial, "vi"), name, entry)
        rig_set_vi(register_number(name), (uint16_t)hex(entry));
    vu_get_registers(rig.vu, &rig.registers);
    if (json_object_get(initial, "clip"))
        rig.registers.clip = hex_of(initial, "clip");
    if (json_object_get(initial, "flags")) {
        rig.registers.status = (uint16_t)hex_of(initial, "flags");
        rig.registers.mac = (uint16_t)hex_of(initial, "flags");
        rig.registers.clip = hex_of(initial, "flags");
    }
    vu_set_registers(rig.vu, &rig.registers);
}

/* Returns the number of values compared. */
static unsigned check(json_t *expect, const char *label, const struct vu_registers *before)
{
    const char *name;
    json_t *entry, *word;
    size_t field;
    unsigned compared = 0;
    json_object_foreach(json_object_get(expect, "vi"), name, entry)
    {
        cr_assert_eq(rig_vi(register_number(name)), hex(entry), "%s: %s is %04x", label, name,
                     rig_vi(register_number(name)));
        compared++;
    }
    json_object_foreach(json_object_get(expect, "vf"), name, entry) json_array_foreach(entry, field, word)
    {
        uint32_t got = rig_vf(register_number(name), (unsigned)field);
        if (json_is_null(word))
            continue;
        cr_assert_eq(got, hex(word), "%s: %s[%zu] is %08x", label, name, field, got);
        compared++;
    }
    if (json_object_get(expect, "tpc")) {
        cr_assert_eq(rig.registers.tpc, hex_of(expect, "tpc"), "%s: TPC is %x", label, rig.registers.tpc);
        compared++;
    }
    if (json_is_true(json_object_get(expect, "flags_unchanged"))) {
        cr_assert_eq(rig.registers.status, before->status, "%s", label);
        cr_assert_eq(rig.registers.mac, before->mac, "%s", label);
        cr_assert_eq(rig.registers.clip, before->clip, "%s", label);
        compared++;
    }
    return compared;
}

static void run_case(json_t *root, enum vu_unit unit)
{
    char label[128];
    snprintf(label, sizeof label, "%s on VU%d", json_string_value(json_object_get(root, "name")), (int)unit);
    rig_use(unit);
    set_up(json_object_get(root, "micro"), json_object_get(root, "initial"));
    struct vu_registers before = rig.registers;
    rig_run((uint32_t)json_integer_value(json_object_get(root, "start")) * 8);
    cr_assert_gt(check(json_object_get(root, "expect"), label, &before), 0, "%s checks nothing", label);
}

/* Every case with a `micro` program. Nothing in those depends on the unit but EFU, which VU1 alone has, so
 * all others run on both. */
static void run_file(const char *file, unsigned cases)
{
    char name[256];
    snprintf(name, sizeof name, "vu/%s", file);
    FILE *in = vectors_open(name);
    json_t *root;
    json_error_t error;
    unsigned found = 0;
    while ((root = json_loadf(in, JSON_DISABLE_EOF_CHECK, &error))) {
        run_case(root, VU_UNIT_1);
        if (is(root, "unit", "vu0"))
            run_case(root, VU_UNIT_0);
        found++;
        json_decref(root);
    }
    fclose(in);
    cr_assert_eq(found, cases, "%s has %u cases, then: %s", file, found, error.text);
}

Test(vu_vectors, integer_operations_are_as_recorded)
{
    run_file("integer.jsonl", 121);
}

Test(vu_vectors, integer_operations_recorded_in_macro_mode_are_the_same_in_micro_mode)
{
    run_file("macro.jsonl", 85);
}

Test(vu_vectors, clip_results_and_their_latency_are_as_recorded)
{
    run_file("clip.jsonl", 13);
}

Test(vu_vectors, divisions_and_the_arrival_of_q_are_as_recorded)
{
    run_file("fdiv.jsonl", 22);
}

Test(vu_vectors, efu_functions_are_as_recorded)
{
    run_file("efu.jsonl", 167);
}

Test(vu_vectors, the_random_generator_is_as_recorded)
{
    run_file("random.jsonl", 8);
}

Test(vu_vectors, jumps_and_the_end_are_as_recorded)
{
    run_file("branch.jsonl", 3);
}

Test(vu_vectors, the_i_register_of_a_pair_that_loads_it_is_as_recorded)
{
    run_file("sequence.jsonl", 1);
}
