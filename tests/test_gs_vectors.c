/* GIF packets whose results were recorded on a PlayStation 2 (tests/data/vectors/gs: format and origin in
 * its README). Every case is replayed under every rule set: a rule set that contradicts the console fails. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <jansson.h>

#include <path1/gs.h>

#include "registers.h"
#include "vectors.h"

#define MAX_PACKET_WORDS 4096u

static struct gs *gs;

static uint64_t hex(const json_t *value)
{
    const char *text = json_string_value(value);
    char *end;
    cr_assert(text && *text, "a hexadecimal string is expected");
    uint64_t number = strtoull(text, &end, 16);
    cr_assert(*end == '\0', "%s", text);
    return number;
}

/* A write by the EE: a 1 written to CSR bits 0 to 4 clears them. */
static void write_privileged(const char *name, uint64_t value)
{
    struct gs_privileged p = *gs_privileged(gs);
    if (strcmp(name, "CSR") == 0)
        p.csr &= ~(value & 0x1F);
    else if (strcmp(name, "SIGLBLID") == 0)
        p.siglblid = value;
    else
        cr_assert_fail("register %s", name);
    gs_set_privileged(gs, &p);
}

static uint64_t read_privileged(const char *name)
{
    if (strcmp(name, "CSR") == 0)
        return gs_privileged(gs)->csr;
    cr_assert_str_eq(name, "SIGLBLID");
    return gs_privileged(gs)->siglblid;
}

static void send_packet(const json_t *words)
{
    static uint8_t data[4 * MAX_PACKET_WORDS];
    size_t count = json_array_size(words);
    cr_assert(count && count % 4 == 0 && count <= MAX_PACKET_WORDS);
    for (size_t i = 0; i < count; i++) {
        uint64_t word = hex(json_array_get(words, i));
        for (unsigned k = 0; k < 4; k++)
            data[4 * i + k] = (uint8_t)(word >> (8 * k));
    }
    gs_gif_transfer(gs, GS_PATH3, data, count / 4);
}

/* One PSMCT32 pixel by a local-to-host transfer of the four pixels from it on. */
static uint32_t read_pixel(uint32_t fbp, uint32_t fbw, uint32_t x, uint32_t y)
{
    uint8_t quadword[16];
    gs_write_register(gs, GS_BITBLTBUF, fbp * 32 | (uint64_t)fbw << 16);
    gs_write_register(gs, GS_TRXPOS, x | (uint64_t)y << 16);
    gs_write_register(gs, GS_TRXREG, 4 | (uint64_t)1 << 32);
    gs_write_register(gs, GS_TRXDIR, GS_XDIR_LOCAL_TO_HOST);
    cr_assert_eq(gs_read_fifo(gs, quadword, 1), 1);
    return quadword[0] | (uint32_t)quadword[1] << 8 | (uint32_t)quadword[2] << 16 |
           (uint32_t)quadword[3] << 24;
}

static void check_privileged(const char *name, const json_t *expected)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)expected, key, value)
    {
        size_t length = strlen(key);
        if (length > 5 && strcmp(key + length - 5, "_mask") == 0)
            continue;
        char mask_key[64];
        snprintf(mask_key, sizeof mask_key, "%s_mask", key);
        const json_t *mask_value = json_object_get(expected, mask_key);
        uint64_t mask = mask_value ? hex(mask_value) : UINT64_MAX;
        cr_assert_eq(read_privileged(key) & mask, hex(value), "%s: %s is %016llx", name, key,
                     (unsigned long long)read_privileged(key));
    }
}

static void check_pixels(const char *name, const json_t *pixels)
{
    for (size_t i = 0; i < json_array_size(pixels); i++) {
        const json_t *p = json_array_get(pixels, i);
        cr_assert_str_eq(json_string_value(json_object_get(p, "psm")), "PSMCT32");
        uint32_t x = (uint32_t)json_integer_value(json_object_get(p, "x"));
        uint32_t y = (uint32_t)json_integer_value(json_object_get(p, "y"));
        uint32_t fbp = (uint32_t)json_integer_value(json_object_get(p, "fbp"));
        uint32_t fbw = (uint32_t)json_integer_value(json_object_get(p, "fbw"));
        uint32_t got = read_pixel(fbp, fbw, x, y);
        uint64_t want = hex(json_object_get(p, "value"));
        cr_assert_eq(got, want, "%s: %08x, the console %08x", name, got, (unsigned)want);
    }
}

static void run_case(const json_t *test)
{
    const char *name = json_string_value(json_object_get(test, "name"));
    const json_t *initial = json_object_get(test, "initial"), *expect = json_object_get(test, "expect");
    const json_t *writes = json_object_get(initial, "priv_write");
    const json_t *priv = json_object_get(expect, "priv"), *pixels = json_object_get(expect, "pixels");

    cr_assert(name && (json_object_size(priv) || json_array_size(pixels)), "a case that expects nothing");
    gs_reset(gs);
    for (size_t i = 0; i < json_array_size(writes); i++) {
        const json_t *pair = json_array_get(writes, i);
        write_privileged(json_string_value(json_array_get(pair, 0)), hex(json_array_get(pair, 1)));
    }
    send_packet(json_object_get(test, "gif"));
    check_privileged(name, priv);
    check_pixels(name, pixels);
}

/* All cases of a file under rule set `rules`; returns their number. */
static unsigned run_file(const char *file, const char *rules)
{
    char name[256], error[256];
    struct gs_rules parsed;
    snprintf(name, sizeof name, "gs/%s", file);
    cr_assert(gs_rules_parse(rules, &parsed, error, sizeof error), "%s", error);
    gs = gs_create(&parsed);
    cr_assert_not_null(gs);
    FILE *in = vectors_open(name);
    unsigned cases = 0;
    for (;;) {
        json_error_t problem;
        json_t *test = json_loadf(in, JSON_DISABLE_EOF_CHECK, &problem);
        if (!test) {
            cr_assert(feof(in), "%s: case %u: %s", name, cases, problem.text);
            break;
        }
        run_case(test);
        json_decref(test);
        cases++;
    }
    fclose(in);
    gs_destroy(gs);
    return cases;
}

static void run_under_every_rule_set(const char *file, unsigned cases)
{
    size_t sets = 0;
    for (const char *rules; (rules = gs_rules_name(sets)) != NULL; sets++)
        cr_assert_eq(run_file(file, rules), cases, "cases in %s", file);
    cr_assert_gt(sets, 0);
}

Test(gs_vectors, label_merges_into_siglblid_as_on_the_console)
{
    run_under_every_rule_set("label.jsonl", 2);
}

Test(gs_vectors, signal_merges_and_sets_csr_as_on_the_console)
{
    run_under_every_rule_set("signal.jsonl", 2);
}

Test(gs_vectors, blend_equations_give_the_colours_of_the_console)
{
    run_under_every_rule_set("blend.jsonl", 389);
}

Test(gs_vectors, flat_sprites_take_the_colour_that_the_console_takes)
{
    run_under_every_rule_set("draw.jsonl", 1);
}
