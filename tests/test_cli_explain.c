/* path1 explain. Expected lines follow from what the packets draw, by GS-DRAWING. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <path1/trace.h>

#include "gif_packet.h"
#include "program.h"
#include "reference.h"
#include "register_values.h"
#include "view_rig.h"

TestSuite(cli_explain, .init = program_setup, .fini = program_teardown, .timeout = 600);

/* An upload to pixel (4, 2), a fill, and a sprite that is blended half over it; DISPFB1 shows the buffer. */
static void add_scene(struct gif_packet *packet)
{
    gif_add(packet, gif_tag(4, 0, 0, 1), 0xE);
    gif_add_ad(packet, 0x50, field(1, 48)); /* BITBLTBUF: DBW 1 */
    gif_add_ad(packet, 0x51, field(4, 32) | field(2, 48));
    gif_add_ad(packet, 0x52, 4 | field(1, 32));
    gif_add_ad(packet, 0x53, 0);
    gif_add(packet, gif_tag(1, 0, 2, 0), 0);
    gif_add_words(packet, 0x01020304, 0, 0, 0);
    gif_add(packet, gif_tag(12, 1, 0, 1), 0xE);
    gif_add_ad(packet, 0x4C, frame_value(0, 1, 0, 0));
    gif_add_ad(packet, 0x4E, zbuf_value(8, 0, 1));
    gif_add_ad(packet, 0x40, scissor_value(0, 63, 0, 31));
    gif_add_ad(packet, 0x47, test_depth(1));
    gif_add_ad(packet, 0x46, 1);
    gif_add_ad(packet, 0x42, alpha_value(0, 1, 0, 1, 0));
    gif_add_ad(packet, 0x00, 6);
    gif_add_ad(packet, 0x01, rgbaq_value(rgba(100, 50, 0, 3), 1));
    gif_add_ad(packet, 0x05, xyz_value(0, 0, 0));
    gif_add_ad(packet, 0x05, xyz_value(16 * 64, 16 * 32, 0));
    gif_add_ad(packet, 0x00, 6 | ABE);
    gif_add_ad(packet, 0x01, rgbaq_value(rgba(200, 20, 10, 64), 1));
}

/* A recording of two packets, each before a vsync; PMODE as given, and DISPFB1 shows the buffer at page 0. */
static const char *write_packets(uint64_t pmode, const struct gif_packet packet[2])
{
    const struct trace_header header = {.serial = ""};
    static uint8_t registers[GS_PRIVILEGED_SIZE];
    const char *path = scratch("scene.gs");
    struct gs_state *state = calloc(1, sizeof *state);
    struct trace_error error;
    cr_assert_not_null(state);
    state->gif_q = 0x3F800000;
    state->registers.prmodecont = 1;
    const uint64_t values[] = {pmode, field(1, 9), field(255, 32) | field(31, 44) | field(3, 23)};
    const unsigned at[] = {0x00, 0x70, 0x80}; /* PMODE, DISPFB1, DISPLAY1: 64 pixels of 4 units, 32 lines */
    for (unsigned i = 0; i < 3; i++)
        memcpy(registers + at[i], &values[i], 8);
    struct trace_writer *writer = trace_writer_create(path, TRACE_RAW, &header, state, registers, &error);
    free(state);
    cr_assert_not_null(writer, "%s", error.text);
    for (size_t i = 0; i < 2; i++) {
        const struct trace_event gif = {.kind = TRACE_GIF,
                                        .path_code = 3,
                                        .data = packet[i].data,
                                        .size = (uint32_t)(16 * packet[i].quadwords)},
                                 vsync = {.kind = TRACE_VSYNC};
        cr_assert(trace_writer_add(writer, &gif, &error), "%s", error.text);
        cr_assert(trace_writer_add(writer, &vsync, &error), "%s", error.text);
    }
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    return path;
}

/* Vsync 0 after the scene, but for the last sprite, which is drawn before vsync 1. */
static const char *write_scene(uint64_t pmode)
{
    static struct gif_packet packet[2];
    memset(packet, 0, sizeof packet);
    add_scene(&packet[0]);
    gif_add(&packet[1], gif_tag(2, 1, 0, 1), 0xE);
    gif_add_ad(&packet[1], 0x05, xyz_value(32, 32, 0));
    gif_add_ad(&packet[1], 0x05, xyz_value(16 * 64, 16 * 32, 0));
    return write_packets(pmode, packet);
}

/* The blended sprite's colour: (200 - 100) * 64 / 128 + 100 = 150, 35, 5, alpha 64. */
Test(cli_explain, the_history_is_a_block_for_each_draw_and_transfer)
{
    struct run run = run_path1("explain", write_scene(1), "--pixel", "4,2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    static const char *const parts[] = {
        "pixel 4,2  FBP 0x000  FBW 1  PSMCT32  shown by read circuit 1  rules console\n",
        "\nhost-to-local transfer  frame 0  event 0",
        "  destination   4,2  DBP 0x0000  DBW 1  PSMCT32\n"
        "  pixel         0x00000000 -> 0x01020304\n"
        "\ndraw 0  sprite 0  frame 0  event 0",
        "  filled        a plain rectangle\n",
        "  outcome       frame written\n"
        "  frame         0x03003264\n"
        "  pixel         0x01020304 -> 0x03003264\n"
        "\ndraw 1  sprite 0  frame 1  event 2",
        "  interpolated  R 200  G 20  B 10  A 64\n"
        "  colour        R 200  G 20  B 10  A 64\n"
        "  in the frame  0x03003264\n"
        "  blend A       cs  R 200  G 20  B 10\n"
        "  blend B       cd  R 100  G 50  B 0\n"
        "  blend C       as  64/128\n"
        "  blend D       cd  R 100  G 50  B 0\n"
        "  blended       R 150  G 35  B 5  A 64\n"
        "  result        R 150  G 35  B 5  A 64  clamped\n"
        "  outcome       frame written\n"
        "  frame         0x40052396\n"
        "  pixel         0x03003264 -> 0x40052396\n"
        "\nin the end      0x40052396\n",
    };
    const char *at = run.out;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = strstr(at, parts[i]);
        cr_assert_not_null(at, "part %zu: %s", i, run.out);
        at += strlen(parts[i]);
    }
    cr_expect_eq(*at, 0);
}

Test(cli_explain, json_has_an_object_for_each)
{
    struct run run = run_path1("explain", "--json", write_scene(1), "--pixel", "4,2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *history = json_object_get(root, "history");
    cr_assert_eq(json_array_size(history), 3);
    cr_expect_eq(number_of(json_object_get(root, "pixel"), "circuit"), 1);
    cr_expect_str_eq(text_of(json_array_get(history, 0), "kind"), "host_to_local");
    json_t *draw = json_array_get(history, 2), *blend = json_object_get(draw, "blend");
    cr_expect_eq(number_of(draw, "event"), 2);
    cr_expect_str_eq(text_of(draw, "after"), "0x40052396");
    cr_expect_eq(number_of(json_object_get(blend, "c"), "value"), 64);
    cr_expect_eq(json_integer_value(json_array_get(json_object_get(blend, "rgba"), 0)), 150);
    json_decref(root);
}

Test(cli_explain, frame_and_last_choose_a_part)
{
    const char *path = write_scene(1);
    struct run run = run_path1("explain", "--json", path, "--pixel", "4,2", "--frame", "0");
    json_t *root = parse_json(run.out);
    cr_expect_eq(json_array_size(json_object_get(root, "history")), 2);
    json_decref(root);
    run = run_path1("explain", "--json", path, "--pixel", "4,2", "--last", "1");
    root = parse_json(run.out);
    cr_expect_eq(json_array_size(json_object_get(root, "history")), 1);
    cr_expect_eq(number_of(root, "not_shown"), 2);
    json_decref(root);
    run = run_path1("explain", path, "--pixel", "4,2", "--frame", "2");
    cr_expect_eq(run.status, 1);
    cr_expect_not_null(strstr(run.err, "expected a vsync 2, found 2 vsyncs"));
}

Test(cli_explain, the_buffer_is_chosen_by_circuit_or_by_fbp)
{
    struct run run = run_path1("explain", write_scene(0), "--pixel", "4,2");
    cr_expect_eq(run.status, 1);
    cr_expect_not_null(strstr(run.err, "read circuit"));
    run = run_path1("explain", scratch("scene.gs"), "--pixel", "4,2", "--fbp", "0x0");
    cr_expect_eq(run.status, 0, "%s", run.err);
    cr_expect_not_null(strstr(run.out, "FBP 0x000  FBW 1  PSMCT32  by FBP"));
    run = run_path1("explain", scratch("scene.gs"), "--pixel", "4,2", "--fbp", "8");
    cr_expect_eq(run.status, 1);
    cr_expect_not_null(strstr(run.err, "FRAME.FBP 0x008, found draws to 0x000 (FBW 1, PSMCT32)"), "%s",
                       run.err);
}

/* The circuit is switched on by the initial state; the whole scene is the history, as with vsyncs. */
Test(cli_explain, without_a_vsync_the_buffer_is_that_shown_in_the_end)
{
    struct run with = run_path1("explain", write_scene(1), "--pixel", "4,2");
    struct run run =
        run_path1("explain", view_copy(scratch("scene.gs"), "still.gs", false), "--pixel", "4,2");
    cr_expect_eq(run.status, 0, "%s", run.err);
    cr_expect_not_null(strstr(run.out, "FBP 0x000  FBW 1  PSMCT32  shown by read circuit 1"), "%s", run.out);
    cr_expect_str_eq(strstr(run.out, "in the end"), strstr(with.out, "in the end"));
    run = run_path1("explain", view_copy(write_scene(0), "off.gs", false), "--pixel", "4,2");
    cr_expect_eq(run.status, 1);
    cr_expect_not_null(strstr(run.err, "on at the end, as there is no vsync, found none"), "%s", run.err);
}

Test(cli_explain, a_pixel_beside_the_buffer_is_an_error)
{
    struct run run = run_path1("explain", write_scene(1), "--pixel", "64,0");
    cr_expect_eq(run.status, 1);
    cr_expect_not_null(strstr(run.err, "expected a column below 64 (FBW 1), found --pixel 64,0"), "%s",
                       run.err);
}

#define run_from(input, ...)                                                                                 \
    run_with_input(input, (const char *const[]){"explain", "-", "--pixel", "4,2", __VA_ARGS__, NULL})

/* The same history as with the file, which is read twice; the depth buffer has none. */
Test(cli_explain, standard_input_is_read_once_when_the_buffer_is_known)
{
    const char *input = write_scene(1);
    struct run run = run_from(input, "--fbp", "0", "--fbw", "1", "--psm", "PSMCT32");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_expect_not_null(strstr(run.out, "draw 1  sprite 0  frame 1  event 2"));
    run = run_from(input, "--fbp", "8", "--fbw", "1", "--psm", "PSMZ24");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_expect_not_null(strstr(run.out, "nothing touched it"));
    run = run_from(input, "--fbp", "0");
    cr_expect_eq(run.status, 2);
    run = run_from(input, "--fbp", "0", "--fbw", "1", "--psm", "PSMCT32", "--frame", "2");
    cr_expect_eq(run.status, 1);
    cr_expect_not_null(strstr(run.err, "expected a vsync 2, found 2 vsyncs"));
}

/* The quadword of the XYZ2 that completes the second sprite, by its offset. */
Test(cli_explain, the_offset_is_that_of_the_vertex_in_path1_list)
{
    const char *path = write_scene(1);
    struct run run = run_path1("explain", "--json", path, "--pixel", "4,2", "--last", "1");
    json_t *root = parse_json(run.out);
    char offset[16];
    snprintf(offset, sizeof offset, "%s",
             text_of(json_array_get(json_object_get(root, "history"), 0), "offset"));
    json_decref(root);
    run = run_path1("list", path);
    const char *line = strstr(run.out, offset);
    cr_assert_not_null(line, "%s", offset);
    cr_expect_eq(strncmp(line + 10, "      XYZ2  X 64  Y 32", 22), 0, "%.60s", line);
}

/* Under pcsx2 a plain rectangle is not dithered, nor a 32-bit frame: DTHE adds 3 to the sprite's 10, 20, 30
 * at column 0 of row 0 under console alone. Of a second sprite the scissor leaves nothing of that pixel. */
static const char *write_dithered(void)
{
    static struct gif_packet packet[2];
    memset(packet, 0, sizeof packet);
    gif_add(&packet[0], gif_tag(11, 1, 0, 1), 0xE);
    gif_add_ad(&packet[0], 0x4C, frame_value(0, 1, 0, 0));
    gif_add_ad(&packet[0], 0x4E, zbuf_value(8, 0, 1));
    gif_add_ad(&packet[0], 0x40, scissor_value(0, 63, 0, 31));
    gif_add_ad(&packet[0], 0x47, test_depth(1));
    gif_add_ad(&packet[0], 0x46, 1);
    gif_add_ad(&packet[0], 0x44, 3);
    gif_add_ad(&packet[0], 0x45, 1);
    gif_add_ad(&packet[0], 0x00, 6);
    gif_add_ad(&packet[0], 0x01, rgbaq_value(rgba(10, 20, 30, 64), 1));
    gif_add_ad(&packet[0], 0x05, xyz_value(0, 0, 0));
    gif_add_ad(&packet[0], 0x05, xyz_value(16 * 64, 16 * 32, 0));
    gif_add(&packet[1], gif_tag(3, 1, 0, 1), 0xE);
    gif_add_ad(&packet[1], 0x40, scissor_value(1, 63, 0, 31));
    gif_add_ad(&packet[1], 0x05, xyz_value(0, 0, 0));
    gif_add_ad(&packet[1], 0x05, xyz_value(16 * 64, 16 * 32, 0));
    return write_packets(1, packet);
}

Test(cli_explain, against_tells_which_rule_moves_the_pixel)
{
    struct run run = run_path1("explain", write_dithered(), "--pixel", "0,0", "--against", "pcsx2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    static const char *const parts[] = {
        "  outcome       nothing written: outside of the scissor\n",
        "\nthe difference begins, under console:\ndraw 0  sprite 0  frame 0  event 0",
        "  pixel         0x00000000 -> 0x4021170D\n",
        "\nthe difference begins, under pcsx2:\ndraw 0  sprite 0  frame 0  event 0",
        "  pixel         0x00000000 -> 0x401E140A\n",
        "\nin the end      0x4021170D under console, 0x401E140A under pcsx2\n",
        "  dither=16bit                             0x401E140A  0x401E140A\n",
        "  dither_fill=plain                        0x401E140A  0x401E140A\n",
    };
    const char *at = run.out;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        at = strstr(at, parts[i]);
        cr_assert_not_null(at, "part %zu: %s", i, run.out);
        at += strlen(parts[i]);
    }
    cr_expect_eq(*at, 0);
}

/* The pixel is the same under both sets, by two rules of which the second undoes what the first one changes.
 * What each leaves is what --rules gives with those before it switched. */
Test(cli_explain, against_tells_of_rules_that_undo_one_another)
{
    static const char *const sets[2] = {"console,fog_walk=float32",
                                        "console,fog_walk=float32,fog_blend=fraction"};
    const char *dump = dump_file("features/fog.gs.zst");
    struct run run = run_path1("explain", dump, "--pixel", "38,46", "--against", sets[1], "--json");
    json_t *root = parse_json(run.out),
           *rules = json_object_get(json_object_get(root, "against"), "switched");
    cr_assert_eq(json_array_size(rules), 2);
    for (size_t i = 0; i < 2; i++) {
        json_t *rule = json_array_get(rules, i);
        struct run alone = run_path1("explain", dump, "--pixel", "38,46", "--rules", sets[i], "--json");
        json_t *there = parse_json(alone.out);
        cr_expect(json_is_true(json_object_get(rule, "counts")));
        cr_expect_str_eq(text_of(rule, "in_turn"), text_of(there, "value"), "%s", sets[i]);
        json_decref(there);
    }
    cr_expect_str_eq(text_of(json_array_get(rules, 1), "in_turn"), text_of(root, "value"));
    json_decref(root);
}

Test(cli_explain, against_as_json_has_every_rule_that_differs)
{
    struct run run = run_path1("explain", "--json", write_dithered(), "--pixel", "0,0", "--against",
                               "console,dither=16bit,point=truncate");
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *against = json_object_get(root, "against");
    json_t *rules = json_object_get(against, "switched");
    cr_expect_str_eq(text_of(root, "value"), "0x4021170D");
    cr_expect_str_eq(text_of(against, "value"), "0x401E140A");
    cr_assert_eq(json_array_size(rules), 2);
    cr_expect_str_eq(text_of(json_array_get(rules, 0), "rule"), "point");
    cr_expect(json_is_false(json_object_get(json_array_get(rules, 0), "counts")));
    cr_expect_str_eq(text_of(json_array_get(rules, 1), "to"), "16bit");
    cr_expect(json_is_true(json_object_get(json_array_get(rules, 1), "counts")));
    json_t *difference = json_object_get(against, "difference");
    cr_expect(json_is_true(json_object_get(difference, "lasts")));
    cr_expect_str_eq(text_of(json_object_get(difference, "there"), "after"), "0x401E140A");
    json_t *kept_out = json_array_get(json_object_get(root, "history"), 1);
    cr_expect_str_eq(text_of(kept_out, "void"), "scissor");
    json_decref(root);
}

/* The keys of a pixel of a textured triangle in perspective, as docs/explain.md has them. */
Test(cli_explain, json_has_the_interpolators_of_console)
{
    const char *sample = PATH1_TEST_DATA "/../../traces/samples/spinning_knot.p1t";
    struct run run = run_path1("explain", "--json", sample, "--pixel", "320,224", "--frame", "3");
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *history = json_object_get(root, "history"), *found = NULL;
    for (size_t i = 0; i < json_array_size(history); i++) {
        json_t *walk = json_object_get(json_array_get(history, i), "walk");
        if (json_object_get(walk, "plane") && json_object_get(json_array_get(history, i), "texture"))
            found = json_array_get(history, i);
    }
    cr_assert_not_null(found);
    json_t *walk = json_object_get(found, "walk"), *plane = json_object_get(walk, "plane");
    json_t *s = json_object_get(plane, "s"), *red = json_object_get(json_object_get(walk, "colour"), "r");
    cr_expect_eq(json_integer_value(json_object_get(s, "sum")) >> 12,
                 json_integer_value(json_object_get(s, "h")));
    cr_expect_eq(json_array_size(json_object_get(s, "vertices")), 3);
    cr_expect(json_is_integer(json_object_get(plane, "inverse")));
    cr_expect_eq((double)(json_integer_value(json_object_get(red, "sum")) >> 10),
                 json_real_value(json_array_get(json_object_get(found, "interpolated"), 0)));
    cr_expect(json_is_integer(json_object_get(json_object_get(walk, "z"), "sum")));
    cr_expect_str_eq(text_of(found, "path"), "PATH1");
    cr_expect_eq(strlen(text_of(found, "vu_address")), 6);
    cr_expect_eq(strlen(text_of(json_object_get(found, "registers"), "tex0")), 18);
    json_decref(root);
}

/* Each key must stand in the page in backquotes; those under "registers" are the registers' names. */
static void expect_documented(const char *page, json_t *value)
{
    const char *key;
    json_t *member;
    size_t i;
    json_array_foreach(value, i, member) expect_documented(page, member);
    json_object_foreach(value, key, member)
    {
        char quoted[64];
        snprintf(quoted, sizeof quoted, "`%s`", key);
        cr_expect_not_null(strstr(page, quoted), "%s", key);
        if (strcmp(key, "registers") != 0)
            expect_documented(page, member);
    }
}

Test(cli_explain, every_key_is_documented)
{
    static const struct {
        const char *trace, *pixel;
    } cases[] = {{"../../traces/samples/landscape.p1t", "100,300"},
                 {"../../traces/samples/still_life.gs.zst", "100,100"},
                 {"dumps/features/lines.gs.zst", "30,30"},
                 {"dumps/features/filter_bilinear.gs.zst", "40,40"},
                 {"dumps/features/transfer_local_local_overlap.gs.zst", "20,20"}};
    char *page = read_file(PATH1_TEST_DATA "/../../docs/explain.md", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char trace[4096];
        snprintf(trace, sizeof trace, PATH1_TEST_DATA "/%s", cases[i].trace);
        struct run run = run_path1("explain", "--json", trace, "--pixel", cases[i].pixel);
        cr_assert_eq(run.status, 0, "%s", run.err);
        json_t *root = parse_json(run.out);
        expect_documented(page, root);
        json_decref(root);
    }
}

Test(cli_explain, wrong_usage_is_told_apart)
{
    static const char *const wrong[] = {"4", "4,", ",4", "4,2,", "4,2048", "-1,2", "4,-1", "4, 2", "99999,1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect_eq(run_path1("explain", "x.gs", "--pixel", wrong[i]).status, 2, "%s", wrong[i]);
    cr_expect_eq(run_path1("explain", "x.gs").status, 2);
    cr_expect_eq(run_path1("explain", "-", "--pixel", "1,1").status, 2);
    cr_expect_eq(run_path1("explain", "x.gs", "--pixel", "1,1", "--fbp", "200").status, 2);
    cr_expect_eq(run_path1("explain", "x.gs", "--pixel", "1,1", "--last", "0").status, 2);
    cr_expect_eq(run_path1("explain", "x.gs", "--pixel", "1,1", "--fbw", "1").status, 2);
    cr_expect_eq(run_path1("explain", "x.gs", "--pixel", "1,1", "--psm", "PSMCT32").status, 2);
    cr_expect_eq(run_path1("explain", "x.gs", "--pixel", "1,1", "--fbp", "0", "--fbw", "33").status, 2);
    cr_expect_eq(run_path1("explain", "x.gs", "--pixel", "1,1", "--fbp", "0", "--psm", "PSMT8").status, 2);
    struct run none = run_path1("explain", "x.gs", "--pixel", "1,1", "--against", "none");
    cr_expect_eq(none.status, 2);
    cr_expect_not_null(strstr(none.err, "--against: unknown rule set 'none'"), "%s", none.err);
    cr_expect_eq(run_path1("explain", "-", "--pixel", "1,1", "--fbp", "0", "--fbw", "1", "--psm", "PSMCT32",
                           "--against", "pcsx2")
                     .status,
                 2);
    cr_expect_eq(run_path1("explain", scratch("none.gs"), "--pixel", "1,1").status, 1);
    cr_expect_eq(run_path1("explain", "--help").status, 0);
}

/* What leaves VU1 by XGKICK knows the instruction and the place of its packet. */
Test(cli_explain, draws_of_path1_know_their_xgkick)
{
    const char *sample = PATH1_TEST_DATA "/../../traces/samples/spinning_knot.p1t";
    struct run run = run_path1("explain", "--json", sample, "--pixel", "320,224", "--last", "1");
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *draw = json_array_get(json_object_get(root, "history"), 0);
    cr_expect_not_null(json_object_get(draw, "xgkick_pc"));
    cr_expect_not_null(json_object_get(draw, "xgkick_address"));
    json_decref(root);
}
