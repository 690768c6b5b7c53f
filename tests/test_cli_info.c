/* path1 info. Expected counts come from the reference dumps' JSON files, made with PCSX2's software renderer.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <path1/trace.h>

#include "program.h"
#include "reference.h"

TestSuite(cli_info, .init = program_setup, .fini = program_teardown, .timeout = 600);

#define CIRCUITS "features/crtc_two_circuits_blend"
#define TRACE CIRCUITS ".gs.zst"

Test(cli_info, info_json_counts_what_the_reference_counts)
{
    struct run run = run_path1("info", "--json", dump_file(TRACE));
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *expected = reference(CIRCUITS);
    json_t *counts = json_object_get(root, "counts"), *packets = json_object_get(counts, "packets");
    json_t *wanted = json_object_get(expected, "counts");
    cr_assert_eq(number_of(packets, "all"), number_of(wanted, "packets"));
    cr_assert_eq(number_of(packets, "gif"), number_of(wanted, "transfers"));
    cr_assert_eq(number_of(packets, "vsync"),
                 (json_int_t)json_array_size(json_object_get(expected, "vsyncs")));
    cr_assert_eq(number_of(counts, "gif_bytes"), number_of(wanted, "gif_bytes"));
    cr_assert_eq(number_of(counts, "draws"), number_of(wanted, "draws"));
    cr_assert_eq(number_of(counts, "drawn_primitives"), number_of(wanted, "prims"));
    /* Serial and CRC: what the dump was generated with. */
    json_t *container = json_object_get(root, "container");
    cr_assert_str_eq(text_of(container, "serial"), "PATH-00001");
    cr_assert_str_eq(text_of(container, "crc"), "0x50415448");
    cr_assert_str_eq(text_of(container, "compression"), "zst");
    cr_assert_eq(number_of(container, "state_version"), 9);
    /* The last vsync shows circuit 1 only (PMODE.EN1). */
    json_t *pmode = json_object_get(json_object_get(root, "privileged_registers"), "PMODE");
    cr_assert_eq(number_of(json_object_get(pmode, "fields"), "EN1"), 1);
    cr_assert_eq(number_of(json_object_get(pmode, "fields"), "EN2"), 0);
    json_decref(root);
    json_decref(expected);
}

Test(cli_info, info_text_names_serial_and_registers)
{
    struct run run = run_path1("info", dump_file(TRACE));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_not_null(strstr(run.out, "PATH-00001"));
    cr_assert_not_null(strstr(run.out, "FRAME_1"));
    cr_assert_not_null(strstr(run.out, "PMODE"));
}

/* clut_csa clears its frame once and then draws 99 times with a 4-bit or an 8-bit texture through one of many
 * palettes. */
Test(cli_info, info_counts_every_draw_with_its_texture_and_buffers)
{
    struct run run = run_path1("info", "--json", dump_file("features/clut_csa.gs.zst"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *expected = reference("features/clut_csa"), *texture;
    json_int_t draws = number_of(json_object_get(expected, "counts"), "draws"), textured = 0;
    json_t *textures = json_object_get(root, "textures");
    cr_assert_gt(json_array_size(textures), 64);
    size_t i;
    json_array_foreach(textures, i, texture)
    {
        textured += number_of(texture, "draws");
        cr_assert_eq(number_of(texture, "width"), 128);
        cr_assert_eq(number_of(texture, "height"), 16);
        cr_assert_not_null(json_object_get(texture, "clut"));
        for (size_t k = 0; k < i; k++) {
            json_t *other = json_deep_copy(json_array_get(textures, k));
            json_object_set(other, "draws", json_object_get(texture, "draws"));
            cr_assert_not(json_equal(texture, other), "texture %zu is listed twice", i);
            json_decref(other);
        }
    }
    cr_assert_eq(textured, draws - 1);
    json_t *frames = json_object_get(root, "frame_buffers"), *frame = json_array_get(frames, 0);
    cr_assert_eq(json_array_size(frames), 1);
    cr_assert_eq(number_of(frame, "draws"), draws);
    cr_assert_eq(number_of(frame, "fbw"), 4);
    cr_assert_str_eq(text_of(frame, "psm"), "PSMCT32");
    cr_assert_eq(number_of(frame, "scissor_width"), 256);
    cr_assert_eq(number_of(frame, "scissor_height"), 256);
    json_decref(root);
    json_decref(expected);
}

static json_t *field_of(json_t *root, const char *name, const char *field)
{
    json_t *entry = json_object_get(json_object_get(root, "registers"), name);
    json_t *value = json_object_get(json_object_get(entry, "fields"), field);
    cr_assert_not_null(value, "%s.%s", name, field);
    return value;
}

/* Values by the bit positions of the GS user's manual. */
Test(cli_info, info_decodes_register_fields)
{
    struct gs_state *state = calloc(1, sizeof *state);
    cr_assert_not_null(state);
    state->registers.prmodecont = 1;
    state->registers.rgbaq = 0x7F800000ull << 32 | 0x80FF4020;   /* Q: exponent 255, which is 2^128 here */
    state->registers.dimx = 4ull << 60 | 3;                      /* DM33 = -4, DM00 = 3 */
    state->registers.context[0].tex1 = (uint64_t)0xFC2 << 32;    /* K = -62/16 */
    state->registers.context[1].xyoffset = 0x6C08ull << 32 | 16; /* 1728.5, 1 */
    state->registers.context[1].tex0 = 0x14ull << 20 | 5ull << 26;
    const struct trace_header header = {.serial = ""};
    const char *path = write_recording("a.gs", &header, state);
    free(state);
    struct run run = run_path1("info", "--json", path);
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out);
    cr_assert_eq(json_integer_value(field_of(root, "RGBAQ", "R")), 0x20);
    cr_assert_eq(json_integer_value(field_of(root, "RGBAQ", "A")), 0x80);
    cr_assert(json_real_value(field_of(root, "RGBAQ", "Q")) == 0x1p128);
    cr_assert_eq(json_integer_value(field_of(root, "DIMX", "DM00")), 3);
    cr_assert_eq(json_integer_value(field_of(root, "DIMX", "DM33")), -4);
    cr_assert(json_real_value(field_of(root, "TEX1_1", "K")) == -3.875);
    cr_assert(json_real_value(field_of(root, "XYOFFSET_2", "OFX")) == 1.0);
    cr_assert(json_real_value(field_of(root, "XYOFFSET_2", "OFY")) == 1728.5);
    cr_assert_eq(json_integer_value(field_of(root, "TEX0_2", "PSM")), 0x14);
    cr_assert_eq(json_integer_value(field_of(root, "TEX0_2", "TW")), 5);
    json_decref(root);
    run = run_path1("info", path);
    cr_assert_not_null(strstr(run.out, "PSM PSMT4  TW 5"), "%s", run.out);
    cr_assert_not_null(strstr(run.out, "OFX 1  OFY 1728.5"), "%s", run.out);
}

Test(cli_info, info_screenshot_writes_the_embedded_picture)
{
    static const uint8_t pixels[2 * 3 * 4] = {255, 0, 0, 9, 0, 255, 0, 8, 0, 0, 255, 7,
                                              1,   2, 3, 6, 4, 5,   6, 5, 7, 8, 9,   4};
    const struct trace_header header = {
        .serial = "X", .serial_size = 1, .screenshot_width = 3, .screenshot_height = 2, .screenshot = pixels};
    const char *path = write_recording("a.gs", &header, NULL);
    struct run run = run_path1("info", path, "--screenshot", scratch("a.png"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct picture picture = read_png(scratch("a.png"));
    cr_assert_eq(picture.width, 3);
    cr_assert_eq(picture.height, 2);
    for (size_t i = 0; i < sizeof pixels; i++)
        cr_assert_eq(picture.rgba[i], i % 4 == 3 ? 255 : pixels[i], "byte %zu", i);
}

Test(cli_info, info_screenshot_of_a_recording_without_one_is_an_error)
{
    struct run run = run_path1("info", dump_file(TRACE), "--screenshot", scratch("a.png"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "screenshot"));
    cr_assert_str_empty(directory_listing(scratch("")));
}
