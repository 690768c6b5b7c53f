/* Conversions between GS dumps and traces of path1's own form that keep events as they are. Expected: what
 * the recording that was converted gives itself. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "p1t_build.h"

TestSuite(p1t_convert, .init = program_setup, .fini = program_teardown, .timeout = 300);

static void there_and_back(const char *dump)
{
    p1t_convert(dump, scratch("a.p1t"));
    p1t_convert(scratch("a.p1t"), scratch("back.gs"));
    p1t_convert(dump, scratch("direct.gs"));
    p1t_check_same_bytes(scratch("back.gs"), scratch("direct.gs"));
    p1t_convert(scratch("a.p1t"), scratch("again.p1t"));
    p1t_check_same_bytes(scratch("a.p1t"), scratch("again.p1t"));
}

Test(p1t_convert, a_dump_that_was_a_p1t_meanwhile_has_the_bytes_of_one_that_was_not)
{
    p1t_each_dump("loader", 1, there_and_back);
    p1t_each_dump("features", 5, there_and_back);
    p1t_each_dump("scenes", 1, there_and_back);
    p1t_each_dump("flat", 10, there_and_back);
    p1t_each_dump("fuzz", 10, there_and_back);
}

static void same_hashes(const char *dump)
{
    p1t_convert(dump, scratch("a.p1t"));
    cr_assert_str_eq(p1t_hashes(scratch("a.p1t")), p1t_hashes(dump), "%s", dump);
}

Test(p1t_convert, a_p1t_gives_the_hashes_of_the_dump_that_it_was)
{
    p1t_each_dump("features", 9, same_hashes);
    p1t_each_dump("flat", 8, same_hashes);
    p1t_each_dump("loader", 3, same_hashes);
}

Test(p1t_convert, what_is_lost_is_told_and_nothing_else)
{
    cr_assert_str_eq(p1t_convert(dump_file("loader/fog.gs.xz"), scratch("a.p1t")).err, "");
    cr_assert_str_eq(p1t_convert(scratch("a.p1t"), scratch("a.gs.zst")).err, "");
    const char *old = dump_file("loader/clut_csm1_32_state4.gs.zst");
    char expected[4096];
    snprintf(expected, sizeof expected,
             "path1: %s: lost: the old form of the header\n"
             "path1: %s: lost: state version 4, it is kept as the current one\n",
             old, old);
    cr_assert_str_eq(p1t_convert(old, scratch("b.p1t")).err, expected);
}

Test(p1t_convert, texts_are_added_and_kept)
{
    const char *dump = dump_file("loader/fog.gs.xz");
    size_t count;
    struct trace_error error;
    struct run run =
        run_path1("convert", dump, "-o", scratch("a.p1t"), "--text", "author=me", "--text", "x=a=b");
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_path1("convert", scratch("a.p1t"), "-o", scratch("b.p1t"), "--text", "author=too");
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct trace_reader *reader = trace_open(scratch("b.p1t"), &error);
    const struct trace_text *texts = trace_texts(reader, &count);
    cr_assert_eq(count, 3);
    cr_assert_str_eq(texts[0].text, "me");
    cr_assert_str_eq(texts[1].text, "a=b");
    cr_assert_str_eq(texts[2].text, "too");
    trace_close(reader);
    run = run_path1("convert", scratch("b.p1t"), "-o", scratch("b.gs"));
    cr_assert_not_null(strstr(run.err, "b.p1t: lost: 3 texts\n"), "%s", run.err);
}

Test(p1t_convert, standard_streams_do)
{
    const char *dump = dump_file("loader/fog.gs.xz");
    p1t_convert(dump, scratch("a.p1t"));
    const char *const to_file[] = {"convert", "-", "-o", scratch("b.p1t"), NULL};
    cr_assert_eq(run_with_input(scratch("a.p1t"), to_file).status, 0);
    p1t_check_same_bytes(scratch("a.p1t"), scratch("b.p1t"));
    const char *const to_stream[] = {"convert", scratch("a.p1t"), "--p1t", "-o", "-", NULL};
    cr_assert_eq(run_into(scratch("c.p1t"), to_stream).status, 0);
    p1t_check_same_bytes(scratch("a.p1t"), scratch("c.p1t"));
}

static void check_usage(const char *text, const char *const *arguments)
{
    struct run run = run_with_input(NULL, arguments);
    cr_assert_eq(run.status, 2);
    cr_assert_not_null(strstr(run.err, text), "%s", run.err);
}
#define CHECK_USAGE(text, ...) check_usage(text, (const char *const[]){"convert", __VA_ARGS__, NULL})

Test(p1t_convert, options_that_do_not_go_together_are_wrong_usage)
{
    CHECK_USAGE("a GS dump has no place for texts", "a.gs", "-o", "b.gs", "--text", "a=b");
    CHECK_USAGE("a GS dump has no place for expected results", "a.gs", "-o", "b.gs", "--expect", "pcsx2");
    CHECK_USAGE("--text takes KEY=TEXT, not '=b'", "a.gs", "-o", "b.p1t", "--text", "=b");
    CHECK_USAGE("--expect: ", "a.gs", "-o", "b.p1t", "--expect", "nobody");
    char long_rules[400] = "console";
    while (strlen(long_rules) < 300)
        strcat(long_rules, ",fog=console");
    CHECK_USAGE("255 characters at most", "a.gs", "-o", "b.p1t", "--expect", long_rules);
    CHECK_USAGE("--rules: ", "a.p1t", "-o", "b.gs", "--rules", "nobody");
    CHECK_USAGE("--rules has no meaning", "a.gs", "-o", "b.p1t", "--rules", "pcsx2");
    CHECK_USAGE("--compression is for GS dumps", "a.gs", "-o", "b", "--p1t", "--compression", "xz");
    CHECK_USAGE("more than once, which standard input does not allow", "-", "-o", "b.p1t", "--expect",
                "pcsx2");
    CHECK_USAGE("another form than --compression says", "a.gs", "-o", "b.p1t", "--compression", "zst");
    CHECK_USAGE("another form than --compression says", "a.gs", "-o", "b.gs.xz", "--compression", "zst");
    CHECK_USAGE("another form than --compression says", "a.gs", "-o", "b.gs", "--compression", "xz");
    CHECK_USAGE("does not end in .gs, .gs.xz, .gs.zst or .p1t", "a.gs", "-o", "b.png");
}
