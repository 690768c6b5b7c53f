/* What the path1 program writes. Expected hashes and counts come from the reference dumps' JSON files, made
 * with PCSX2's software renderer. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <path1/gs.h>
#include <path1/vu.h>

#include "program.h"
#include "reference.h"

TestSuite(cli_output, .init = program_setup, .fini = program_teardown, .timeout = 600);

/* Two circuits over five vsyncs: both, both, both, only the second, only the first. */
#define CIRCUITS "features/crtc_two_circuits_blend"
#define READBACK "features/transfer_local_host"
#define TRACE CIRCUITS ".gs.zst"

/* ---- render ---- */

Test(cli_output, render_writes_the_circuits_pixels_that_the_reference_has)
{
    const char *pictures = scratch("pictures");
    struct run run = run_path1("render", dump_file(TRACE), "-o", pictures, "--circuits", "--rules", "pcsx2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(directory_listing(pictures),
                     "f0000_rc0.png f0000_rc1.png f0001_rc0.png f0001_rc1.png f0002_rc0.png f0002_rc1.png "
                     "f0003_rc1.png f0004_rc0.png ");
    json_t *root = reference(CIRCUITS), *vsync, *circuit;
    size_t n, k;
    json_array_foreach(json_object_get(root, "vsyncs"), n, vsync)
    {
        json_array_foreach(json_object_get(vsync, "circuits"), k, circuit)
        {
            char name[64];
            snprintf(name, sizeof name, "pictures/f%04zu_rc%d.png", n, (int)number_of(circuit, "rc"));
            struct picture picture = read_png(scratch(name));
            cr_assert(picture.alpha);
            cr_assert_eq(picture.width, number_of(circuit, "w"));
            cr_assert_eq(picture.height, number_of(circuit, "h"));
            cr_assert_str_eq(hash_of(picture.rgba, picture.bytes), text_of(circuit, "xxh3_128"), "%s", name);
        }
    }
    json_decref(root);
}

Test(cli_output, render_writes_merged_pictures_without_alpha)
{
    struct run run = run_path1("render", dump_file(TRACE), "-o", scratch("p"), "--merged");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(directory_listing(scratch("p")), "f0000.png f0001.png f0002.png f0003.png f0004.png ");
    struct picture picture = read_png(scratch("p/f0000.png"));
    cr_assert_not(picture.alpha);
    /* Reading opaque RGB as RGBA gives alpha 255, which is how the merged picture is hashed. */
    struct run hashes = run_path1("hash", dump_file(TRACE), "--json");
    json_t *root = parse_json(hashes.out);
    json_t *trace = json_array_get(json_object_get(root, "traces"), 0);
    json_t *merged = json_object_get(json_array_get(json_object_get(trace, "vsyncs"), 0), "merged");
    cr_assert_eq(picture.width, number_of(merged, "w"));
    cr_assert_eq(picture.height, number_of(merged, "h"));
    cr_assert_str_eq(hash_of(picture.rgba, picture.bytes), text_of(merged, "xxh3_128"));
    json_decref(root);
}

Test(cli_output, render_writes_circuits_and_merged_pictures_when_neither_is_asked_for)
{
    struct run run = run_path1("render", dump_file(TRACE), "--frames", "0", "-o", scratch("p"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(directory_listing(scratch("p")), "f0000.png f0000_rc0.png f0000_rc1.png ");
}

Test(cli_output, render_frames_picks_the_vsyncs_of_the_range)
{
    static const struct {
        const char *range, *files;
    } cases[] = {
        {"1", "f0001.png "},
        {"1-2", "f0001.png f0002.png "},
        {"3-", "f0003.png f0004.png "},
        {"-1", "f0000.png f0001.png "},
        {"4-9", "f0004.png "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *place = scratch(cases[i].range);
        struct run run =
            run_path1("render", dump_file(TRACE), "-o", place, "--merged", "--frames", cases[i].range);
        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_assert_str_eq(directory_listing(place), cases[i].files, "%s", cases[i].range);
    }
    struct run run = run_path1("render", dump_file(TRACE), "-o", scratch("none"), "--frames", "5-");
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "has 5"), "%s", run.err);
}

Test(cli_output, render_vram_is_local_memory_at_the_end_whatever_frames_are_wanted)
{
    json_t *root = reference(CIRCUITS);
    struct run run = run_path1("render", dump_file(TRACE), "-o", scratch("p"), "--frames", "0", "--vram",
                               scratch("memory"), "--rules", "pcsx2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t size;
    char *memory = read_file(scratch("memory"), &size);
    cr_assert_eq(size, GS_LOCAL_MEMORY_SIZE);
    cr_assert_str_eq(hash_of(memory, size), vram_hash(root));
    json_decref(root);
}

Test(cli_output, render_replaces_files_and_leaves_no_temporary_ones)
{
    write_file(scratch("memory"), "old", 3);
    for (int i = 0; i < 2; i++) {
        struct run run = run_path1("render", dump_file(TRACE), "-o", scratch("p"), "--frames", "4",
                                   "--circuits", "--vram", scratch("memory"));
        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_assert_str_eq(directory_listing(scratch("p")), "f0004_rc0.png ");
    }
    cr_assert_str_eq(directory_listing(scratch("")), "memory p ");
    struct stat status;
    cr_assert_eq(stat(scratch("memory"), &status), 0);
    mode_t mask = umask(0);
    umask(mask);
    cr_assert_eq(status.st_mode & 0777, 0666 & ~mask);
}

/* ---- hash ---- */

/* Compares one entry of `hash --json` with a reference. */
static void check_hashes(json_t *trace, const char *name)
{
    json_t *root = reference(name), *vsync, *circuit;
    json_t *expected = json_object_get(root, "vsyncs"), *found = json_object_get(trace, "vsyncs");
    cr_assert_eq(json_array_size(found), json_array_size(expected));
    size_t n, k;
    json_array_foreach(expected, n, vsync)
    {
        json_t *circuits = json_object_get(json_array_get(found, n), "circuits");
        cr_assert_eq(number_of(json_array_get(found, n), "field_byte"), number_of(vsync, "field_byte"));
        cr_assert_eq(json_array_size(circuits), json_array_size(json_object_get(vsync, "circuits")));
        json_array_foreach(json_object_get(vsync, "circuits"), k, circuit)
        {
            json_t *ours = json_array_get(circuits, k);
            cr_assert_eq(number_of(ours, "rc"), number_of(circuit, "rc"));
            cr_assert_eq(number_of(ours, "w"), number_of(circuit, "w"));
            cr_assert_eq(number_of(ours, "h"), number_of(circuit, "h"));
            cr_assert_str_eq(text_of(ours, "xxh3_128"), text_of(circuit, "xxh3_128"));
        }
    }
    json_t *read = json_object_get(root, "readfifo"), *ours = json_object_get(trace, "readfifo");
    cr_assert_eq(!read, !ours);
    if (read) {
        cr_assert_eq(number_of(ours, "bytes"), number_of(read, "bytes"));
        cr_assert_str_eq(text_of(ours, "xxh3_128"), text_of(read, "xxh3_128"));
    }
    cr_assert_str_eq(text_of(json_object_get(trace, "vram"), "xxh3_128"), vram_hash(root));
    json_decref(root);
}

Test(cli_output, hash_json_equals_the_references_hashes)
{
    struct run run =
        run_path1("hash", "--rules", "pcsx2", "--json", dump_file(TRACE), dump_file(READBACK ".gs.zst"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *traces = json_object_get(root, "traces");
    cr_assert_eq(json_array_size(traces), 2);
    check_hashes(json_array_get(traces, 0), CIRCUITS);
    check_hashes(json_array_get(traces, 1), READBACK);
    json_decref(root);
}

Test(cli_output, the_shipped_sample_draws_what_the_reference_drew_of_the_same_packets)
{
    struct run run = run_path1("hash", "--json", "--rules", "pcsx2",
                               PATH1_TEST_DATA "/../../traces/samples/still_life.gs.zst");
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out);
    check_hashes(json_array_get(json_object_get(root, "traces"), 0), "scenes/mixed");
    json_decref(root);
}

Test(cli_output, hash_text_has_a_line_for_each_hash_with_the_file_last)
{
    const char *file = dump_file(READBACK ".gs.zst");
    json_t *root = reference(READBACK), *read = json_object_get(root, "readfifo");
    json_t *circuit =
        json_array_get(json_object_get(json_array_get(json_object_get(root, "vsyncs"), 0), "circuits"), 0);
    struct run run = run_path1("hash", file, "--rules", "pcsx2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    char line[4096];
    snprintf(line, sizeof line, "%s  f0000_rc0  128x128  %s\n", text_of(circuit, "xxh3_128"), file);
    cr_assert_not_null(strstr(run.out, line), "%s", run.out);
    snprintf(line, sizeof line, "%s  readfifo   %d  %s\n", text_of(read, "xxh3_128"),
             (int)number_of(read, "bytes"), file);
    cr_assert_not_null(strstr(run.out, line), "%s", run.out);
    snprintf(line, sizeof line, "%s  vram       4194304  %s\n", vram_hash(root), file);
    cr_assert_not_null(strstr(run.out, line), "%s", run.out);
    json_decref(root);
}

Test(cli_output, hash_goes_on_after_a_bad_trace_and_exits_with_1)
{
    write_file(scratch("bad.gs"), "not a recording", 15);
    struct run text = run_path1("hash", scratch("bad.gs"), dump_file(TRACE));
    cr_assert_eq(text.status, 1);
    cr_assert_not_null(strstr(text.err, "bad.gs"));
    cr_assert_null(strstr(text.out, "bad.gs"));
    cr_assert_not_null(strstr(text.out, "vram"));
    struct run json = run_path1("hash", "--json", "--rules", "pcsx2", scratch("bad.gs"), dump_file(TRACE));
    cr_assert_eq(json.status, 1);
    json_t *root = parse_json(json.out), *traces = json_object_get(root, "traces");
    cr_assert_not_null(json_object_get(json_array_get(traces, 0), "error"));
    cr_assert_null(json_object_get(json_array_get(traces, 0), "vram"));
    check_hashes(json_array_get(traces, 1), CIRCUITS);
    json_decref(root);
}

Test(cli_output, a_trace_can_come_from_standard_input)
{
    const char *const arguments[] = {"hash", "--json", "--rules", "pcsx2", "-", NULL};
    struct run run = run_with_input(dump_file(TRACE), arguments);
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *trace = json_array_get(json_object_get(root, "traces"), 0);
    cr_assert_str_eq(text_of(trace, "file"), "-");
    check_hashes(trace, CIRCUITS);
    json_decref(root);
}

/* ---- rules, bench ---- */

/* Our own rule: who says nothing gets the console. The recording is one in which the sets differ. */
Test(cli_output, without_rules_the_set_is_console)
{
    const char *file = dump_file("features/fog.gs.zst");
    struct run none = run_path1("hash", file), console = run_path1("hash", file, "--rules", "console");
    struct run pcsx2 = run_path1("hash", file, "--rules", "pcsx2");
    cr_assert_eq(none.status, 0, "%s", none.err);
    cr_expect_str_eq(none.out, console.out);
    cr_expect_str_neq(none.out, pcsx2.out);
    cr_expect_str_eq(gs_rules_name(0), "console");
}

Test(cli_output, rules_lists_every_rule_and_a_default_set)
{
    struct run run = run_path1("rules", "--json");
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *rules = json_object_get(root, "rules");
    cr_assert_eq(json_array_size(rules), GS_RULE_COUNT);
    json_t *set = json_array_get(json_object_get(root, "sets"), 0);
    cr_assert(json_is_true(json_object_get(set, "default")));
    cr_assert_eq(json_object_size(json_object_get(set, "choices")), GS_RULE_COUNT);
    struct run text = run_path1("rules");
    size_t i;
    json_t *rule;
    json_array_foreach(rules, i, rule) cr_assert_not_null(strstr(text.out, text_of(rule, "name")));
    json_decref(root);
}

Test(cli_output, rules_lists_what_the_vector_units_do_under_vu)
{
    struct run run = run_path1("rules", "--json"), text = run_path1("rules");
    json_t *root = parse_json(run.out), *rules = json_object_get(root, "vu"), *rule;
    const char *heading = strstr(text.out, "\nvu:\n");
    cr_assert_not_null(heading);
    size_t i;
    json_array_foreach(rules, i, rule)
    {
        const struct vu_rule_info *info = vu_rule_info(i);
        cr_assert_str_eq(text_of(rule, "name"), info->name);
        cr_assert_str_eq(text_of(rule, "choice"), info->choice);
        cr_assert_str_eq(text_of(rule, "evidence"), info->evidence);
        json_t *others = json_object_get(rule, "others");
        cr_assert_eq(others != NULL, info->others != NULL);
        cr_assert(!others || strcmp(json_string_value(others), info->others) == 0);
        cr_assert_not_null(strstr(heading, info->choice));
    }
    cr_assert_gt(i, 20);
    cr_assert_null(vu_rule_info(i));
    json_decref(root);
}

Test(cli_output, bench_measures_each_run)
{
    struct run run = run_path1("bench", "--json", "--repeat", "2", dump_file(TRACE));
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *trace = json_array_get(json_object_get(root, "traces"), 0);
    cr_assert_eq(number_of(trace, "frames"), 5);
    cr_assert_eq(json_array_size(json_object_get(trace, "seconds_of_each_run")), 2);
    cr_assert_gt(json_real_value(json_object_get(trace, "frames_per_second")), 0);
    cr_assert_gt(number_of(trace, "peak_memory_kib"), GS_LOCAL_MEMORY_SIZE / 1024);
    json_decref(root);
}

Test(cli_output, bench_json_tells_of_a_trace_that_fails)
{
    struct run run = run_path1("bench", "--json", scratch("missing.gs"), dump_file(TRACE));
    cr_assert_eq(run.status, 1);
    json_t *root = parse_json(run.out), *traces = json_object_get(root, "traces");
    cr_assert_eq(json_array_size(traces), 2);
    cr_assert_not_null(strstr(text_of(json_array_get(traces, 0), "error"), "No such file"));
    json_decref(root);
}

/* ---- convert ---- */

Test(cli_output, convert_keeps_what_a_recording_draws_in_every_compression)
{
    static const char *const endings[] = {"a.gs", "b.gs.xz", "c.gs.zst"};
    static const char *const compressions[] = {"raw", "xz", "zst"};
    const char *from = dump_file("loader/clut_csm1_32_state4.gs.zst");
    for (size_t i = 0; i < 3; i++) {
        const char *to = scratch(endings[i]);
        struct run run = run_path1("convert", from, "-o", to);
        cr_assert_eq(run.status, 0, "%s", run.err);
        struct run info = run_path1("info", "--json", to);
        json_t *root = parse_json(info.out), *container = json_object_get(root, "container");
        cr_assert_str_eq(text_of(container, "compression"), compressions[i]);
        cr_assert(json_is_true(json_object_get(container, "header_block")));
        cr_assert_eq(number_of(container, "state_version"), 9);
        json_decref(root);
        struct run hash = run_path1("hash", "--json", "--rules", "pcsx2", to);
        root = parse_json(hash.out);
        check_hashes(json_array_get(json_object_get(root, "traces"), 0), "loader/clut_csm1_32_state4");
        json_decref(root);
        from = to; /* and from each to the next */
    }
}

Test(cli_output, convert_of_a_current_recording_gives_its_bytes_back)
{
    struct run run = run_path1("convert", dump_file(TRACE), "-o", scratch("a.gs"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    const char *const arguments[] = {"convert", scratch("a.gs"), "-o", "-", "--compression", "raw", NULL};
    run = run_into(scratch("b.gs"), arguments);
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t size, again;
    char *first = read_file(scratch("a.gs"), &size), *second = read_file(scratch("b.gs"), &again);
    cr_assert_eq(size, again);
    cr_assert_arr_eq(first, second, size);
}

Test(cli_output, convert_can_replace_its_own_input)
{
    size_t size;
    char *bytes = read_file(dump_file(TRACE), &size);
    write_file(scratch("a.gs.zst"), bytes, size);
    struct run run = run_path1("convert", scratch("a.gs.zst"), "-o", scratch("a.gs.zst"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_path1("hash", "--json", "--rules", "pcsx2", scratch("a.gs.zst"));
    json_t *root = parse_json(run.out);
    check_hashes(json_array_get(json_object_get(root, "traces"), 0), CIRCUITS);
    json_decref(root);
    cr_assert_str_eq(directory_listing(scratch("")), "a.gs.zst ");
}

/* ---- what is shown of names and choices ---- */

Test(cli_output, json_names_the_rules_as_they_were_asked_for)
{
    const char *const calls[][7] = {
        {"hash", dump_file(TRACE), "--json", "--rules", "pcsx2,modulate=byte"},
        {"bench", dump_file(TRACE), "--json", "--repeat=1", "--rules", "pcsx2,modulate=byte"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct run run = run_with_input(NULL, calls[i]);
        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_assert_not_null(strstr(run.out, "\"rules\": \"pcsx2,modulate=byte\""), "%s", run.out);
    }
}

Test(cli_output, render_shows_its_directory_without_control_characters)
{
    struct run run = run_path1("render", dump_file(TRACE), "-o", scratch("a\n\x1b[31m"), "--merged");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_not_null(strstr(run.out, "a??[31m\n"), "%s", run.out);
}

Test(cli_output, the_reason_stands_behind_a_long_path)
{
    char path[2048] = "";
    while (strlen(path) < 1900)
        strcat(path, "missing-directory/");
    struct run run = run_path1("render", dump_file(TRACE), "-o", path);
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, ": No such file or directory\n"), "%s", run.err);
}

Test(cli_output, bench_reads_standard_input_once_only)
{
    const char *const arguments[] = {"bench", "-", NULL};
    struct run run = run_with_input(NULL, arguments);
    cr_assert_eq(run.status, 2);
    cr_assert_not_null(strstr(run.err, "--repeat 1"), "%s", run.err);
}

/* A pipe that is waited for, with nobody on its other side, would hang. */
Test(cli_output, what_reads_a_trace_again_refuses_a_named_pipe, .timeout = 60)
{
    const char *pipe = scratch("pipe");
    cr_assert_eq(mkfifo(pipe, 0600), 0);
    const char *const calls[][10] = {
        {"bench", pipe, "--repeat", "2"},
        {"hash", "--check", pipe},
        {"rules", "--compare", pipe},
        {"explain", pipe, "--pixel", "1,1"},
        {"explain", pipe, "--pixel", "1,1", "--fbp", "0", "--against", "pcsx2"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct run run = run_with_input(NULL, calls[i]);
        cr_expect_eq(run.status, 2, "case %zu: %d", i, run.status);
        cr_expect_str_empty(run.out);
        const char *end = strchr(run.err, '\n');
        cr_expect(end && !end[1] && strstr(run.err, "no regular file"), "case %zu: %s", i, run.err);
    }
}
