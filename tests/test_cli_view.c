/* path1 view. Hashes of circuits come from the reference dumps' JSON files, made with PCSX2's software
 * renderer; of merged pictures from `path1 hash`, which other tests check. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "reference.h"
#include "view_rig.h"

TestSuite(cli_view, .init = view_setup, .fini = view_teardown, .timeout = 600);

/* Five vsyncs of 256 x 224, the last one of 200 x 150; the circuits: both, both, both, only rc1, only rc0. */
#define CIRCUITS "features/crtc_two_circuits_blend"
#define TRACE CIRCUITS ".gs.zst"
/* Four vsyncs of 640 x 448: more than 1 MiB each. */
#define LARGE "scenes/mixed.gs.zst"

/* What `path1 hash` says of merged picture `n`. */
static const char *merged_hash(const char *trace, size_t n)
{
    char name[32];
    snprintf(name, sizeof name, "  f%04zu ", n);
    struct run run = run_path1("hash", trace);
    char *at = strstr(run.out, name);
    cr_assert_not_null(at);
    *at = '\0';
    return at - 32;
}

/* ---- without a window ---- */

Test(cli_view, headless_frames_have_the_references_hashes)
{
    json_t *root = reference(CIRCUITS), *vsync, *circuit;
    size_t n, k, off = 0;
    for (int rc = 0; rc < 2; rc++) {
        char expected[2048] = "", view[16];
        snprintf(view, sizeof view, "rc%d", rc);
        json_array_foreach(json_object_get(root, "vsyncs"), n, vsync)
        {
            char line[128];
            snprintf(line, sizeof line, "%zu  rc%d  off\n", n, rc);
            off++;
            json_array_foreach(json_object_get(vsync, "circuits"), k,
                               circuit) if (number_of(circuit, "rc") == rc)
            {
                snprintf(line, sizeof line, "%zu  rc%d  %dx%d  %s\n", n, rc, (int)number_of(circuit, "w"),
                         (int)number_of(circuit, "h"), text_of(circuit, "xxh3_128"));
                off--;
            }
            strcat(expected, line);
        }
        struct run run = run_path1("view", dump_file(TRACE), "--headless-frames", "100", "--view", view,
                                   "--rules", "pcsx2");
        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_assert_str_eq(run.out, expected);
    }
    cr_assert_eq(off, 2);
    json_decref(root);
}

/* `count` lines of merged pictures, the numbers going round. */
static void check_merged_lines(const struct run *run, size_t first, size_t count)
{
    char expected[8192] = "";
    cr_assert_eq(run->status, 0, "%s", run->err);
    for (size_t i = first; i < first + count; i++) {
        char line[128];
        snprintf(line, sizeof line, "%zu  merged  %s  %s\n", i % 5, i % 5 == 4 ? "200x150" : "256x224",
                 merged_hash(dump_file(TRACE), i % 5));
        strcat(expected, line);
    }
    cr_assert_str_eq(run->out, expected);
}

Test(cli_view, headless_frames_go_on_to_the_end_or_round_in_a_loop)
{
    struct run run = run_path1("view", dump_file(TRACE), "--headless-frames", "9");
    check_merged_lines(&run, 0, 5);
    run = run_path1("view", dump_file(TRACE), "--headless-frames", "9", "--loop");
    check_merged_lines(&run, 0, 9);
    run = run_path1("view", dump_file(TRACE), "--headless-frames", "9", "--loop", "--frame", "3");
    check_merged_lines(&run, 3, 9);
    const char *const arguments[] = {"view", "-", "--headless-frames", "9", "--loop", NULL};
    run = run_with_input(dump_file(TRACE), arguments);
    check_merged_lines(&run, 0, 9);
}

Test(cli_view, headless_frames_write_the_pictures_that_render_writes)
{
    struct run run = run_path1("view", dump_file(TRACE), "--headless-frames", "2", "--screenshots",
                               scratch("shots"), "--view", "rc0");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(directory_listing(scratch("shots")), "f0000_rc0.png f0001_rc0.png ");
    run_path1("render", dump_file(TRACE), "-o", scratch("p"));
    struct picture ours = read_png(scratch("shots/f0001_rc0.png"));
    struct picture rendered = read_png(scratch("p/f0001_rc0.png"));
    cr_assert(ours.alpha);
    cr_assert_str_eq(hash_of(ours.rgba, ours.bytes), hash_of(rendered.rgba, rendered.bytes));
}

/* The sample's program is path1's tfrag program; the model gives the microprogram's picture. */
Test(cli_view, vu1_and_rules_choose_how_the_trace_is_replayed)
{
    const char *sample = PATH1_TEST_DATA "/../../traces/samples/landscape.p1t";
    const char *const manners[][2] = {{"--vu1", "microcode"}, {"--vu1", "model"}, {"--rules", "console"}};
    struct run first = run_path1("view", sample, "--headless-frames", "1");
    cr_assert_eq(first.status, 0, "%s", first.err);
    for (size_t i = 0; i < 3; i++) {
        struct run run = run_path1("view", sample, "--headless-frames", "1", manners[i][0], manners[i][1]);
        cr_expect_str_eq(run.out, first.out, "%s", manners[i][1]);
    }
    struct run pcsx2 = run_path1("view", sample, "--headless-frames", "1", "--rules", "pcsx2");
    cr_expect_str_neq(pcsx2.out, first.out);
}

Test(cli_view, a_frame_that_is_not_there_exits_with_1)
{
    struct run run = run_path1("view", dump_file(TRACE), "--headless-frames", "1", "--frame", "5");
    cr_assert_eq(run.status, 1);
    cr_assert_str_empty(run.out);
    cr_assert_not_null(strstr(run.err, "has 5"), "%s", run.err);
}

/* As many frames as there are, and one more, meet the end alike; fewer do not. */
Test(cli_view, headless_frames_up_to_the_end_tell_that_the_recording_is_cut_off)
{
    size_t size;
    const char *trace = view_copy(dump_file(TRACE), "cut.gs", true);
    char *bytes = read_file(trace, &size);
    bytes[size] = 0; /* the kind of a Transfer packet, and no more of it */
    write_file(trace, bytes, size + 1);
    struct run hash = run_path1("hash", trace);
    cr_assert_not_null(strstr(hash.err, "warning"), "%s", hash.err);
    static const char *const counts[] = {"5", "6"};
    for (size_t i = 0; i < 2; i++) {
        struct run run = run_path1("view", trace, "--headless-frames", counts[i]);
        cr_expect_eq(run.status, 0);
        cr_expect_str_eq(run.err, hash.err, "%s", counts[i]);
    }
    struct run run = run_path1("view", trace, "--headless-frames", "4");
    cr_expect_str_empty(run.err);
}

/* ---- keys ---- */

Test(cli_view, keys_step_and_show_the_frame_with_its_hash)
{
    static const struct {
        size_t frame;
        const char *key;
    } cases[] = {{1, "right"}, {2, "right"}, {1, "left"},        {4, "end"},       {3, "left"},
                 {0, "home"},  {0, "left"},  {4, "shift+right"}, {0, "shift+left"}};
    char keys[256] = "";
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        snprintf(keys + strlen(keys), sizeof keys - strlen(keys), "%s ", cases[i].key);
    strcat(keys, "q");
    struct run run = view_press(dump_file(TRACE), keys);
    cr_assert_eq(run.status, 0, "%s", run.err);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char part[128];
        snprintf(part, sizeof part, "frame %zu/5  merged %s  x2  %.16s", cases[i].frame,
                 cases[i].frame == 4 ? "200x150" : "256x224", merged_hash(dump_file(TRACE), cases[i].frame));
        view_check_title(&run, i, part);
    }
}

Test(cli_view, playing_goes_round_in_a_loop_and_stops_at_the_end_without)
{
    struct run run =
        view_press(dump_file(TRACE), "l space wait:7 space l + + + + wait:0 end - space wait:9 q");
    cr_assert_eq(run.status, 0, "%s", run.err);
    view_check_title(&run, 2, "frame 2/5");
    view_check_title(&run, 3, "loop  paused");
    view_check_title(&run, 8, "speed 16");
    view_check_title(&run, 11, "speed 8");
    view_check_title(&run, 13, "frame 4/5");
    view_check_title(&run, 13, "paused");
}

Test(cli_view, c_shows_the_circuits)
{
    json_t *root = reference(CIRCUITS);
    json_t *circuits = json_object_get(json_array_get(json_object_get(root, "vsyncs"), 0), "circuits");
    struct run run =
        run_path1("view", dump_file(TRACE), "--paused", "--rules", "pcsx2", "--keys", "c c c end c c q");
    char part[128];
    for (size_t i = 0; i < 2; i++) {
        json_t *circuit = json_array_get(circuits, i);
        snprintf(part, sizeof part, "rc%zu %dx%d", i, (int)number_of(circuit, "w"),
                 (int)number_of(circuit, "h"));
        view_check_title(&run, i, part);
        snprintf(part, sizeof part, "  %.16s", text_of(circuit, "xxh3_128"));
        view_check_title(&run, i, part);
    }
    view_check_title(&run, 2, "merged");
    view_check_title(&run, 5, "rc1 off");
    json_decref(root);
}

Test(cli_view, going_back_beyond_what_is_kept_replays_the_trace)
{
    const char *trace = dump_file(LARGE);
    struct run run =
        run_path1("view", trace, "--paused", "--cache", "1", "--keys", "end left left home end q");
    static const size_t frames[] = {3, 2, 1, 0, 3};
    cr_assert_eq(run.status, 0, "%s", run.err);
    for (size_t i = 0; i < 5; i++) {
        char part[128];
        snprintf(part, sizeof part, "frame %zu/4  merged 640x448  x1  %.16s", frames[i],
                 merged_hash(trace, frames[i]));
        view_check_title(&run, i, part);
    }
}

Test(cli_view, standard_input_goes_back_only_to_what_is_kept)
{
    const char *const little[] = {"view", "-", "--paused", "--cache", "1", "--keys", "end home q", NULL};
    struct run run = run_with_input(dump_file(LARGE), little);
    cr_assert_eq(run.status, 0, "%s", run.err);
    view_check_title(&run, 1, "standard input  frame 3/4");
    view_check_title(&run, 1, "frame 0 cannot be read again");
    const char *const much[] = {"view", "-", "--paused", "--keys", "end home q", NULL};
    run = run_with_input(dump_file(LARGE), much);
    view_check_title(&run, 1, "frame 0/4");
}

/* ---- unusual recordings ---- */

Test(cli_view, a_trace_without_vsyncs_shows_what_there_is_at_its_end)
{
    /* The registers that switch the circuits on are set when the field ends. */
    const char *trace = view_copy(dump_file("features/fog.gs.zst"), "still.gs", false);
    json_t *root = reference("features/fog");
    json_t *circuit =
        json_array_get(json_object_get(json_array_get(json_object_get(root, "vsyncs"), 0), "circuits"), 0);
    char part[64], view[16];
    snprintf(view, sizeof view, "rc%d", (int)number_of(circuit, "rc"));
    struct run run = run_path1("view", trace, "--headless-frames", "3", "--view", view, "--rules", "pcsx2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    snprintf(part, sizeof part, "end  %s  %dx%d  %s\n", view, (int)number_of(circuit, "w"),
             (int)number_of(circuit, "h"), text_of(circuit, "xxh3_128"));
    cr_assert_str_eq(run.out, part);
    run = run_path1("view", trace, "--view", view, "--loop", "--screenshots", scratch("shots"), "--keys",
                    "right left space wait:2 s q");
    cr_assert_eq(run.status, 0, "%s", run.err);
    view_check_title(&run, 3, "end of trace, no vsync");
    cr_assert_eq(strncmp(directory_listing(scratch("shots")), "end_rc", 6), 0);
    json_decref(root);
}

Test(cli_view, a_trace_that_shows_nothing_at_all_says_so_as_render_does)
{
    const struct trace_header header = {0};
    const char *trace = write_recording("empty.gs", &header, NULL);
    struct run render = run_path1("render", trace, "-o", scratch("p"));
    struct run window = run_path1("view", trace), none = run_path1("view", trace, "--headless-frames", "2");
    cr_assert_eq(window.status, render.status, "%s", window.err);
    cr_assert_str_eq(window.err, render.err);
    cr_assert_eq(none.status, render.status, "%s", none.err);
    cr_assert_str_eq(none.out, "end  merged  off\n");
    cr_assert_str_eq(none.err, render.err);
    none = run_path1("view", trace, "--headless-frames", "1");
    cr_assert_str_eq(none.err, render.err);
}

Test(cli_view, a_damaged_trace_shows_what_came_before_and_exits_with_1)
{
    const char *trace = view_copy_damaged(dump_file(TRACE), "bad.gs");
    struct run run = view_press(trace, "end home q");
    cr_assert_eq(run.status, 1);
    view_check_title(&run, 0, "frame 4/5");
    view_check_title(&run, 1, "frame 0/5");
    view_check_title(&run, 1, "error in the trace");
    cr_assert_not_null(strstr(run.err, "bad.gs: offset "), "%s", run.err);
    cr_assert_eq(strchr(run.err, '\n'), run.err + strlen(run.err) - 1, "more than a line: %s", run.err);
    run = run_path1("view", trace, "--headless-frames", "5");
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_path1("view", trace, "--headless-frames", "6");
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "bad.gs: offset "), "%s", run.err);
}

Test(cli_view, a_window_closes_at_once_in_the_middle_of_a_long_frame)
{
    const char *const arguments[] = {"view", view_long_frame("long.gs"), NULL};
    pid_t child = view_start(arguments);
    view_sleep(1500);
    cr_assert_eq(view_stop(child, 5000), 0);
}

/* ---- usage ---- */

Test(cli_view, wrong_usage_exits_with_2)
{
    static const struct {
        const char *arguments[6];
        const char *names;
    } cases[] = {
        {{"view"}, "trace"},
        {{"view", "x.gs", "--view", "rc2"}, "rc2"},
        {{"view", "x.gs", "--speed", "3"}, "--speed"},
        {{"view", "x.gs", "--zoom", "9"}, "--zoom"},
        {{"view", "x.gs", "--aspect", "16:9"}, "16:9"},
        {{"view", "x.gs", "--cache", "0"}, "--cache"},
        {{"view", "x.gs", "--vu1", "x"}, "--vu1"},
        {{"view", "x.gs", "--rules", "x"}, "'x'"},
        {{"view", "x.gs", "--headless-frames", "0"}, "--headless-frames"},
        {{"view", "x.gs", "--frame", "-1"}, "--frame"},
        {{"view", "x.gs", "--keys", "right nonsense q"}, "nonsense"},
        {{"view", "x.gs", "--keys", "resize:0x9"}, "resize:0x9"},
        {{"view", "x.gs", "--keys=q", "--headless-frames=1"}, "--keys"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = run_with_input(NULL, cases[i].arguments);
        cr_assert_eq(run.status, 2, "case %zu: status %d", i, run.status);
        cr_assert_str_empty(run.out);
        cr_assert_not_null(strstr(run.err, cases[i].names), "case %zu: %s", i, run.err);
    }
}

Test(cli_view, help_lists_the_keys)
{
    struct run run = run_path1("view", "--help");
    cr_assert_eq(run.status, 0);
    cr_assert_eq(strncmp(run.out, "Usage: path1 view ", 18), 0);
    cr_assert_not_null(strstr(run.out, "\nKeys:\n"));
}
