/* path1 level trace on levels of our own making. What a picture should be is what another way to it gives:
 * the microcode and the model, textures that all fit and textures in turns, one frame and the same among
 * others. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <path1/level.h>

#include "level_generator.h"
#include "level_generator_cases.h"
#include "program.h"

static const char *landscape;

static void setup(void)
{
    struct gen_content content;
    struct gen_bytes file = {0};
    program_setup();
    gen_make_case(GEN_CASE_LANDSCAPE, &content);
    gen_make(&content, &file);
    gen_content_free(&content);
    landscape = scratch("LEVEL0.WAD");
    write_file(landscape, file.data, file.size);
    gen_bytes_free(&file);
}

TestSuite(cli_level_trace, .init = setup, .fini = program_teardown, .timeout = 600);

#define CAMERA "210,30,24,117,-7"

/* The hash of a line of path1 hash, "f0000" and the like. */
static const char *hash_in(const char *out, const char *what)
{
    static char hashes[8][33];
    static unsigned turn;
    char wanted[32];
    snprintf(wanted, sizeof wanted, "  %s  ", what);
    const char *at = strstr(out, wanted);
    cr_assert(at && at - out >= 32, "%s is not in %s", what, out);
    char *hash = hashes[turn++ % 8];
    memcpy(hash, at - 32, 32);
    hash[32] = 0;
    return hash;
}

static const char *picture(const char *trace, const char *vu1, const char *what)
{
    struct run run = run_path1("hash", trace, "--vu1", vu1);
    cr_assert_eq(run.status, 0, "%s", run.err);
    return hash_in(run.out, what);
}

static uint64_t count_in(const char *out, const char *label, const char *format)
{
    unsigned long long value = 0;
    const char *at = strstr(out, label);
    cr_assert(at && sscanf(at, format, &value) == 1, "%s", out);
    return value;
}

Test(cli_level_trace, microcode_and_model_draw_the_same)
{
    const char *trace = scratch("a.p1t");
    struct run run = run_path1("level", "trace", landscape, "-o", trace, "--camera", CAMERA);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_empty(run.err);
    cr_assert_str_eq(picture(trace, "microcode", "f0000_rc0"), picture(trace, "model", "f0000_rc0"));
    cr_assert_str_eq(picture(trace, "microcode", "vram     "), picture(trace, "model", "vram     "));
}

Test(cli_level_trace, textures_in_turns_give_the_same_picture)
{
    const char *whole = scratch("a.p1t"), *paged = scratch("b.p1t");
    run_path1("level", "trace", landscape, "-o", whole, "--camera", CAMERA);
    struct run run =
        run_path1("level", "trace", landscape, "-o", paged, "--camera", CAMERA, "--texture-blocks", "1400");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_geq(count_in(run.out, "filled anew", "filled anew %llu"), 2);
    cr_assert_str_eq(picture(whole, "model", "f0000_rc0"), picture(paged, "model", "f0000_rc0"));
}

Test(cli_level_trace, a_patch_whose_textures_do_not_fit_is_an_error)
{
    const char *trace = scratch("a.p1t");
    struct run run =
        run_path1("level", "trace", landscape, "-o", trace, "--camera", CAMERA, "--texture-blocks", "10");
    cr_assert_eq(run.status, 1);
    cr_assert(strstr(run.err, "expected textures of a patch that fit into GS memory"), "%s", run.err);
    cr_assert(strstr(run.err, landscape), "%s", run.err);
    cr_assert_str_eq(directory_listing(scratch("")), "LEVEL0.WAD ");
}

Test(cli_level_trace, frames_along_a_way_begin_and_end_at_its_cameras)
{
    const char *one = scratch("a.p1t"), *way = scratch("b.p1t");
    run_path1("level", "trace", landscape, "-o", one, "--camera", CAMERA);
    struct run run = run_path1("level", "trace", landscape, "-o", way, "--camera", "30,30,40,45,-10",
                               "--camera", CAMERA, "--frames", "3");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(picture(one, "model", "f0000_rc0"), picture(way, "model", "f0002_rc0"));
    cr_assert_str_neq(picture(way, "model", "f0000_rc0"), picture(way, "model", "f0001_rc0"));
}

Test(cli_level_trace, one_level_of_detail_can_be_asked_for)
{
    static const char *const lods[] = {"0", "1", "2"};
    static const char *const labels[] = {"plain", "plain", "LOD 2"};
    for (int lod = 0; lod < 3; lod++) {
        struct run run = run_path1("level", "trace", landscape, "-o", scratch("a.p1t"), "--camera", CAMERA,
                                   "--lod", lods[lod]);
        cr_assert_eq(run.status, 0, "%s", run.err);
        uint64_t drawn = count_in(run.out, "patches", "patches %llu");
        const char *at = strstr(run.out, lod == 0 ? "LOD 0 collapse" : lod == 1 ? "LOD 1 collapse" : "LOD 2");
        char format[16];
        snprintf(format, sizeof format, "%s %%llu", labels[lod]);
        cr_assert_eq(count_in(at, labels[lod], format), drawn, "%s", run.out);
    }
}

Test(cli_level_trace, patches_can_be_picked_and_all_can_be_drawn)
{
    struct run run = run_path1("level", "trace", landscape, "-o", scratch("a.p1t"), "--camera", CAMERA,
                               "--patches", "10-19", "--all");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_eq(count_in(run.out, "patches", "patches %llu"), 10);
}

/* A directory with all parts but the gameplay part, which holds the lights. */
Test(cli_level_trace, a_level_without_lights_shouts)
{
    static const struct {
        enum level_part part;
        const char *name;
    } parts[] = {{LEVEL_CORE_INDEX, "dark/core_index.bin"},
                 {LEVEL_CORE_DATA, "dark/core_data.bin"},
                 {LEVEL_GS_RAM, "dark/gs_ram.bin"},
                 {LEVEL_OVERLAY, "dark/overlay.bin"}};
    struct trace_error error;
    struct level *level = level_open(landscape, &error);
    cr_assert(level, "%s", error.text);
    cr_assert_eq(mkdir(scratch("dark"), 0777), 0);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        struct level_bytes bytes = level_part(level, parts[i].part);
        write_file(scratch(parts[i].name), bytes.data, bytes.size);
    }
    level_close(level);
    struct run run = run_path1("level", "trace", scratch("dark"), "-o", scratch("a.p1t"), "--camera", CAMERA);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert(strstr(run.err, "LIGHTING WAS NOT RUN"), "%s", run.err);
    cr_assert_eq(count_in(run.out, "lit", "lit %llu"), 0);
}

Test(cli_level_trace, goes_to_standard_output_with_its_counts_on_standard_error)
{
    const char *const arguments[] = {"level", "trace", landscape, "-o", "-", "--camera", CAMERA, NULL};
    const char *trace = scratch("a.p1t");
    struct run run = run_into(trace, arguments);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert(strstr(run.err, "patches"), "%s", run.err);
    picture(trace, "model", "f0000_rc0");
}

Test(cli_level_trace, wrong_usage_is_told)
{
    static const char *const wrong[][4] = {
        {NULL},
        {"-o", ""},
        {"-o", "x.p1t", "--camera", "1,2"},
        {"-o", "x.p1t", "--camera", "1,2,nan"},
        {"-o", "x.p1t", "--camera", "1,2,3,4,5,6"},
        {"-o", "x.p1t", "--lod", "3"},
        {"-o", "x.p1t", "--frames", "0"},
        {"-o", "x.p1t", "--texture-blocks", "0"},
        {"-o", "x.p1t", "--patches", "5-2"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        struct run run =
            run_path1("level", "trace", landscape, wrong[i][0], wrong[i][1], wrong[i][2], wrong[i][3]);
        cr_assert_eq(run.status, 2, "case %zu: %s", i, run.err);
        cr_assert(strncmp(run.err, "path1: level trace: ", 20) == 0, "case %zu: %s", i, run.err);
    }
}

Test(cli_level_trace, microcode_of_the_wrong_size_is_told)
{
    const char *code = scratch("code.bin"), bytes[12] = {0};
    write_file(code, bytes, sizeof bytes);
    struct run run = run_path1("level", "trace", landscape, "-o", scratch("a.p1t"), "--microcode", code,
                               "--camera", CAMERA);
    cr_assert_eq(run.status, 1);
    cr_assert(strstr(run.err, "expected 8 to 16384 bytes of microcode"), "%s", run.err);
}
