/* The path1 program from the outside: usage, exit statuses, and what it does when things go wrong. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <path1/trace.h>

#include "program.h"
#include "reference.h"

TestSuite(cli, .init = program_setup, .fini = program_teardown, .timeout = 600);

#define TRACE "features/crtc_two_circuits_blend.gs.zst"

static const char *const command_names[] = {"render", "view", "hash", "info", "convert", "bench", "rules"};
#define COMMANDS (sizeof command_names / sizeof command_names[0])

/* ---- usage ---- */

Test(cli, help_names_every_command)
{
    struct run run = run_path1("--help");
    cr_assert_eq(run.status, 0);
    cr_assert_str_empty(run.err);
    for (size_t i = 0; i < COMMANDS; i++)
        cr_assert_not_null(strstr(run.out, command_names[i]), "%s", command_names[i]);
}

Test(cli, every_command_has_help_that_starts_with_its_usage)
{
    for (size_t i = 0; i < COMMANDS; i++) {
        struct run run = run_path1(command_names[i], "--help");
        cr_assert_eq(run.status, 0);
        cr_assert_str_empty(run.err);
        char start[64];
        snprintf(start, sizeof start, "Usage: path1 %s ", command_names[i]);
        cr_assert_eq(strncmp(run.out, start, strlen(start)), 0, "%s", run.out);
    }
}

Test(cli, version_is_three_numbers)
{
    struct run run = run_path1("--version");
    unsigned major, minor, patch;
    char end;
    cr_assert_eq(run.status, 0);
    cr_assert_eq(sscanf(run.out, "path1 %u.%u.%u%c", &major, &minor, &patch, &end), 4, "%s", run.out);
    cr_assert_eq(end, '\n');
}

Test(cli, wrong_usage_exits_with_2_and_says_what_is_wrong)
{
    static const struct {
        const char *arguments[6];
        const char *names; /* what the message must name */
    } cases[] = {
        {{"frobnicate"}, "frobnicate"},
        {{"--frobnicate"}, "--frobnicate"},
        {{"render"}, "trace"},
        {{"render", "x.gs"}, "-o"},
        {{"render", "x.gs", "-o"}, "'-o' needs a value"},
        {{"render", "x.gs", "y.gs", "-o", "d"}, "y.gs"},
        {{"render", "x.gs", "-o", "d", "--colour"}, "--colour"},
        {{"render", "x.gs", "-o", "d", "-q"}, "-q"},
        {{"render", "x.gs", "-o", "d", "--frames"}, "'--frames' needs a value"},
        {{"hash"}, "trace"},
        {{"hash", "x.gs", "--rules=nonsense"}, "nonsense"},
        {{"hash", "x.gs", "--json=yes"}, "--json=yes"},
        {{"info"}, "trace"},
        {{"info", "x.gs", "y.gs"}, "y.gs"},
        {{"convert", "x.gs"}, "-o"},
        {{"convert", "x.gs", "-o", "y.dat"}, "y.dat"},
        {{"convert", "x.gs", "-o", "y.gs", "--compression=zip"}, "zip"},
        {{"bench", "x.gs", "--repeat", "0"}, "--repeat"},
        {{"bench", "x.gs", "--repeat", "3x"}, "3x"},
        {{"rules", "x.gs"}, "x.gs"},
    };
    struct run none = run_with_input(NULL, (const char *const[]){NULL});
    cr_assert_eq(none.status, 2);
    cr_assert_str_empty(none.out);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = run_with_input(NULL, cases[i].arguments);
        cr_assert_eq(run.status, 2, "case %zu: status %d", i, run.status);
        cr_assert_str_empty(run.out);
        cr_assert_not_null(strstr(run.err, cases[i].names), "case %zu: %s", i, run.err);
    }
}

Test(cli, numbers_and_ranges_out_of_bounds_exit_with_2)
{
    static const char *const frames[] = {"",  "-", "x", "3-1", "1-2-3", "1,2", "-1-", "99999999999999999999",
                                         "1 "};
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        struct run run = run_path1("render", dump_file(TRACE), "-o", scratch("d"), "--frames", frames[i]);
        cr_assert_eq(run.status, 2, "'%s'", frames[i]);
    }
    static const char *const threads[] = {"0", "257", "-1", "two", ""};
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        struct run run = run_path1("render", dump_file(TRACE), "-o", scratch("d"), "--threads", threads[i]);
        cr_assert_eq(run.status, 2, "'%s'", threads[i]);
    }
    cr_assert_neq(access(scratch("d"), F_OK), 0, "wrong usage made the directory");
}

Test(cli, a_missing_trace_exits_with_1_and_is_named)
{
    const char *missing = scratch("missing.gs");
    const char *const calls[][6] = {
        {"hash", missing},
        {"info", missing},
        {"bench", missing},
        {"render", missing, "-o", scratch("d")},
        {"convert", missing, "-o", scratch("out.gs")},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct run run = run_with_input(NULL, calls[i]);
        cr_assert_eq(run.status, 1, "%s", calls[i][0]);
        cr_assert_str_empty(run.out);
        cr_assert_not_null(strstr(run.err, "missing.gs"), "%s", run.err);
    }
    cr_assert_str_empty(directory_listing(scratch("")));
}

/* ---- what goes wrong outside ---- */

Test(cli, an_output_that_cannot_be_written_leaves_nothing_behind)
{
    write_file(scratch("file"), "x", 1);
    const char *trace = dump_file(TRACE);
    const char *const calls[][8] = {
        {"render", trace, "-o", scratch("missing/pictures")},
        {"render", trace, "-o", scratch("file")},
        {"render", trace, "-o", scratch("file/pictures")},
        {"convert", trace, "-o", scratch("missing/a.gs")},
        {"convert", trace, "-o", scratch("file/a.gs")},
        {"info", trace, "--screenshot", scratch("missing/a.png")},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct run run = run_with_input(NULL, calls[i]);
        cr_assert_eq(run.status, 1, "case %zu", i);
        cr_assert_str_empty(run.out);
        cr_assert_neq(run.err[0], '\0');
        cr_assert_str_eq(directory_listing(scratch("")), "file ", "case %zu", i);
    }
    struct run run = run_path1("render", trace, "-o", scratch("p"), "--vram", scratch("missing/memory"));
    cr_assert_eq(run.status, 1);
    cr_assert_str_empty(directory_listing(scratch("p")));
}

Test(cli, a_recording_that_breaks_off_in_its_header_leaves_no_conversion_behind)
{
    size_t size;
    char *bytes = read_file(dump_file(TRACE), &size);
    write_file(scratch("cut.gs.zst"), bytes, size / 2);
    struct run run = run_path1("convert", scratch("cut.gs.zst"), "-o", scratch("out.gs"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "cut.gs.zst"));
    cr_assert_str_eq(directory_listing(scratch("")), "cut.gs.zst ");
}

Test(cli, a_full_disk_is_an_error)
{
    const char *const calls[][8] = {
        {"--help"},
        {"rules"},
        {"rules", "--compare", "--json", "--brief", dump_file(TRACE)},
        {"explain", dump_file(TRACE), "--pixel", "4,4", "--frame", "0"},
        {"hash", dump_file(TRACE)},
        {"info", "--json", dump_file(TRACE)},
        {"render", dump_file(TRACE), "-o", scratch("p"), "--vram", "/dev/full"},
        {"convert", dump_file(TRACE), "-o", "-", "--compression=raw"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct run run = run_into("/dev/full", calls[i]);
        cr_assert_eq(run.status, 1, "case %zu: status %d", i, run.status);
        cr_assert_not_null(strstr(run.err, "No space left"), "case %zu: %s", i, run.err);
        cr_assert_eq(strchr(run.err, '\n')[1], 0, "case %zu: %s", i, run.err);
    }
}

Test(cli, a_reader_that_goes_away_is_an_error_and_no_crash)
{
    const char *const arguments[] = {"rules", NULL};
    struct run run = run_without_reader(arguments);
    cr_assert_eq(run.status, 1, "%d", run.status);
    cr_assert_not_null(strstr(run.err, "Broken pipe"), "%s", run.err);
}

Test(cli, a_hostile_serial_is_shown_safely)
{
    /* An escape sequence, bytes that are no UTF-8, an overlong form, a right-to-left override, and a letter
     * that must survive. */
    static const char serial[] = "\x1b[31mA\xff\xc0\xaf\xe2\x80\xae\xc3\xa9\n";
    const struct trace_header header = {.serial = serial, .serial_size = sizeof serial - 1};
    const char *path = write_recording("a.gs", &header, NULL);
    struct run text = run_path1("info", path);
    cr_assert_eq(text.status, 0, "%s", text.err);
    cr_assert_not_null(strstr(text.out, "?[31mA?\?\?\?\xc3\xa9?\n"), "%s", text.out);
    struct run json = run_path1("info", "--json", path);
    json_t *root = parse_json(json.out);
    cr_assert_str_eq(text_of(json_object_get(root, "container"), "serial"), "?[31mA?\?\?\?\xc3\xa9?");
    json_decref(root);
}

Test(cli, a_hostile_file_name_is_shown_safely)
{
    struct run run = run_path1("hash", scratch("\x1b]0;x\x07\xff.gs"));
    cr_assert_eq(run.status, 1);
    cr_assert_null(strchr(run.err, '\x1b'));
    cr_assert_null(strchr(run.err, '\x07'));
    cr_assert_null(strchr(run.err, '\xff'));
    run = run_path1("hash", "--json", scratch("\x1b]0;x\x07\xff.gs"));
    json_decref(parse_json(run.out));
}

Test(cli, a_recording_without_vsyncs_renders_no_picture)
{
    const struct trace_header header = {.serial = ""};
    const char *path = write_recording("a.gs", &header, NULL);
    struct run run = run_path1("render", path, "-o", scratch("p"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_not_null(strstr(run.err, "no vsync"));
    cr_assert_str_empty(directory_listing(scratch("p")));
}
