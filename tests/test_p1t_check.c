/* Expected results in a .p1t: path1 convert --expect, path1 hash --check. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "p1t_build.h"

TestSuite(p1t_check, .init = program_setup, .fini = program_teardown, .timeout = 300);

Test(p1t_check, expected_results_are_noted_and_checked)
{
    const char *dump = dump_file("loader/fog.gs.xz");
    struct run run =
        run_path1("convert", dump, "-o", scratch("a.p1t"), "--expect", "pcsx2", "--expect", "pcsx2-sse4");
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_path1("hash", "--check", scratch("a.p1t"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t lines = 0;
    for (const char *at = run.out; *at; at = strchr(at, '\n') + 1, lines++)
        cr_assert_eq(strncmp(at, "OK       ", 9), 0, "%s", run.out);
    /* As many as `path1 hash` prints, under two sets of rules. */
    const char *printed = p1t_hashes(dump);
    size_t results = 0;
    for (const char *at = printed; (at = strchr(at, '\n')); at++)
        results++;
    cr_assert_eq(lines, 2 * results);
    /* Asking again for the same rules adds nothing. */
    run = run_path1("convert", scratch("a.p1t"), "-o", scratch("b.p1t"), "--expect", "pcsx2-sse4");
    cr_assert_eq(run.status, 0);
    p1t_check_same_bytes(scratch("a.p1t"), scratch("b.p1t"));
}

/* Another set may be the default when the recording is read. */
Test(p1t_check, rules_are_noted_with_the_name_of_their_set)
{
    static const char *const asked[] = {"", "default", ",modulate=fraction", "default,modulate=fraction"};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct run run =
            run_path1("convert", dump_file("loader/fog.gs.xz"), "-o", scratch("a.p1t"), "--expect", asked[i]);
        cr_assert_eq(run.status, 0, "%s", run.err);
        run = run_path1("hash", "--check", scratch("a.p1t"));
        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_expect_not_null(strstr(run.out, i < 2 ? " console  " : " console,modulate=fraction  "), "%s: %s",
                           asked[i], run.out);
    }
}

static void write_expecting(const char *path, const char *what, uint32_t width, uint32_t height)
{
    struct p1t_builder builder = {0};
    const struct trace_header header = {.merged_gif = true};
    const struct trace_expectation expectation = {"pcsx2", what, width, height, {0xAB}};
    builder.writer = trace_writer_create_p1t(path, &header, NULL, NULL, 0, &builder.error);
    cr_assert(trace_writer_expect(builder.writer, &expectation, &builder.error));
    p1t_build_finish(&builder);
}

Test(p1t_check, other_results_than_expected_differ_and_so_do_absent_ones)
{
    write_expecting(scratch("vram.p1t"), "vram", 0, 0);
    struct run run = run_path1("hash", "--check", scratch("vram.p1t"));
    cr_assert_eq(run.status, 1);
    uint8_t *zeros = calloc(1, GS_LOCAL_MEMORY_SIZE);
    char expected[4096];
    snprintf(expected, sizeof expected,
             "DIFFERS  vram       pcsx2  expected ab000000000000000000000000000000, found %s  %s\n",
             hash_of(zeros, GS_LOCAL_MEMORY_SIZE), scratch("vram.p1t"));
    free(zeros);
    cr_assert_str_eq(run.out, expected);
    write_expecting(scratch("frame.p1t"), "f0000", 64, 32);
    run = run_path1("hash", "--check", scratch("frame.p1t"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.out, "expected ab000000000000000000000000000000 64x32, found nothing  "),
                       "%s", run.out);
    run = run_path1("hash", "--check", "--json", scratch("frame.p1t"), scratch("vram.p1t"));
    cr_assert_eq(run.status, 1);
    json_t *root = json_loads(run.out, 0, NULL);
    json_t *check =
        json_array_get(json_object_get(json_array_get(json_object_get(root, "traces"), 0), "checks"), 0);
    cr_assert_str_eq(json_string_value(json_object_get(check, "what")), "f0000");
    cr_assert(json_is_false(json_object_get(check, "ok")));
    cr_assert(json_is_null(json_object_get(check, "found")));
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(check, "expected"), "w")), 64);
    json_decref(root);
}

Test(p1t_check, a_trace_that_expects_nothing_fails_the_check)
{
    struct run run = run_path1("hash", "--check", dump_file("loader/fog.gs.xz"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "fog.gs.xz: expects no results"), "%s", run.err);
    run = run_path1("hash", "--check", "--rules", "pcsx2", "a.p1t");
    cr_assert_eq(run.status, 2);
}
