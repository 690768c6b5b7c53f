/* Drawing under the rule set "console": golden tables of the interpolators (GS-EXACT sections 3 to 10, index
 * in section 26 there) through the public API, and what single rules switch. */
#include <stdlib.h>
#include <string.h>

#include "console_colour.h"
#include "console_depth.h"
#include "console_lod.h"
#include "drawing.h"
#include "golden_count.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_console, .init = open_console, .fini = drawing_close);

static void reopen(const char *rules)
{
    drawing_close();
    drawing_open_with(rules);
}

/* ---- colour and fog ---- */

static const char *const x_names[3] = {"x0", "x1", "x2"}, *const y_names[3] = {"y0", "y1", "y2"};

/* Draws the triangle of a row of colour_walk_anchor.csv; its colours in R, G, B, A, or in fog over white. */
static void draw_subject(const struct csv *csv, size_t row, unsigned attributes, bool fog)
{
    static const char *const c_names[3] = {"c0", "c1", "c2"}, *const f_names[3] = {"f0", "f1", "f2"};
    drawing_fill_frame(0);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP | attributes);
    for (unsigned v = 0; v < 3; v++) {
        uint32_t c = (uint32_t)csv_real(csv, row, c_names[v]), f = (uint32_t)csv_real(csv, row, f_names[v]);
        uint32_t x = (uint32_t)(csv_real(csv, row, x_names[v]) * 16);
        uint32_t y = (uint32_t)(csv_real(csv, row, y_names[v]) * 16);
        drawing_colour(fog ? 0xFFFFFFFF : grey(c, c));
        drawing_write(GS_XYZF2, xyzf_value(x, y, 0, f));
    }
}

/* Compares the pixels of one triangle, channel and width; `fog`: what (255 * F) >> 8 leaves of F. */
static size_t right_pixels(const struct csv *pixels, const char *triangle, const char *channel, int width,
                           size_t *rows)
{
    size_t right = 0;
    bool fog = strcmp(channel, "fog") == 0;
    for (size_t row = 0; row < csv_rows(pixels); row++) {
        if (strcmp(csv_text(pixels, row, "tri"), triangle) != 0 ||
            strcmp(csv_text(pixels, row, "channel"), channel) != 0 || csv_number(pixels, row, "W") != width)
            continue;
        uint32_t x = (uint32_t)csv_number(pixels, row, "x"), y = (uint32_t)csv_number(pixels, row, "y");
        uint32_t byte = (uint32_t)csv_number(pixels, row, "byte");
        uint32_t expected = fog ? grey(255 * byte >> 8, 0xFF) : grey(byte, byte);
        right += drawing_pixel(x, y) == expected;
        ++*rows;
    }
    return right;
}

static void check_subjects(unsigned attributes, const char *channel, int width, bool all)
{
    struct csv *csv = csv_open("colour_walk_anchor.csv"),
               *pixels = csv_open("colour_walk_pixels_derived.csv");
    size_t rows = 0, right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        draw_subject(csv, row, attributes, strcmp(channel, "fog") == 0);
        right += right_pixels(pixels, csv_text(csv, row, "tri"), channel, width, &rows);
    }
    cr_log_info("colour_walk_pixels, %s, %d: %zu of %zu", channel, width, right, rows);
    if (all)
        cr_expect_eq(right, rows, "%s, %d: %zu of %zu", channel, width, right, rows);
    else
        cr_expect_lt(right, rows, "%s, %d", channel, width);
    csv_close(csv);
    csv_close(pixels);
}

/* GS-EXACT section 3: blocks of 8 without texture, fog and AA1. */
Test(draw_console, plain_triangles_have_blocks_of_eight)
{
    check_subjects(0, "colour", 8, true);
    check_subjects(0, "colour", 4, false);
}

/* A texture that leaves the colour as it is: (0x80 * C) >> 7. */
static void identity_texture(void)
{
    const uint32_t texel = 0x80808080;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_MODULATE, &texel));
    drawing_write(GS_UV, 0);
}

Test(draw_console, textured_fogged_and_antialiased_triangles_have_blocks_of_four)
{
    identity_texture();
    check_subjects(TME | FST, "colour", 4, true);
    check_subjects(TME | FST, "colour", 8, false);
    drawing_write(GS_FOGCOL, 0);
    check_subjects(FGE, "fog", 4, true);
}

/* "Off" means PCSX2's walk, which gives other bytes. */
Test(draw_console, the_colour_walk_can_be_switched_alone)
{
    reopen("console,colour_walk=float32");
    check_subjects(0, "colour", 8, false);
    reopen("pcsx2,colour_walk=console");
    check_subjects(0, "colour", 8, true);
}

/* ---- perspective ---- */

/* A texture of 1024 x 64 whose texels name themselves: u in bits 9..0, v above. */
static void naming_texture(void)
{
    uint32_t *texel = malloc(1024 * 64 * sizeof *texel);
    cr_assert_not_null(texel);
    for (uint32_t i = 0; i < 1024 * 64; i++)
        texel[i] = i;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 10, 6, 1, GS_TFX_DECAL, texel));
    free(texel);
}

static void draw_scene(const struct csv *csv, size_t row)
{
    drawing_fill_frame(0xFFFFFFFF);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | TME);
    for (unsigned v = 0; v < 3; v++) {
        const char number = (char)('0' + v), s[3] = {'S', number, 0}, t[3] = {'T', number, 0};
        const char q[3] = {'Q', number, 0};
        drawing_write(GS_RGBAQ, rgbaq_value(0, strtof(csv_text(csv, row, q), NULL)));
        drawing_write(GS_ST,
                      st_value(strtof(csv_text(csv, row, s), NULL), strtof(csv_text(csv, row, t), NULL)));
        drawing_write(GS_XYZ2, xyz_value((uint32_t)csv_number(csv, row, x_names[v]),
                                         (uint32_t)csv_number(csv, row, y_names[v]), 0));
    }
}

/* Draws the scenes of a table and compares with the texels that the pixels' table has for the scene in column
 * `scene`. */
static void check_scenes(const char *name, const char *scene, const char *u, const char *v, bool all)
{
    struct csv *csv = csv_open(name), *pixels = csv_open("perspective_scene_pixels_derived.csv");
    size_t rows = 0, right = 0;
    naming_texture();
    for (size_t row = 0; row < csv_rows(csv); row++) {
        draw_scene(csv, row);
        for (size_t p = 0; p < csv_rows(pixels); p++) {
            if (strcmp(csv_text(pixels, p, "scene"), csv_text(csv, row, scene)) != 0)
                continue;
            uint32_t pixel =
                drawing_pixel((uint32_t)csv_number(pixels, p, "px"), (uint32_t)csv_number(pixels, p, "py"));
            right += (pixel & 1023) == csv_number(pixels, p, u) && pixel >> 10 == csv_number(pixels, p, v);
            rows++;
        }
    }
    cr_log_info("%s, %s: %zu of %zu", name, u, right, rows);
    if (all)
        cr_expect_eq(right, rows, "%s, %s: %zu of %zu", name, u, right, rows);
    else
        cr_expect_lt(right, rows, "%s, %s", name, u);
    csv_close(csv);
    csv_close(pixels);
}

Test(draw_console, scenes_have_the_texels_of_perspective_scene_pixels)
{
    check_scenes("perspective_scenes.csv", "scene", "texU_recip15_plus0p7", "texV_recip15_plus0p7", true);
    check_scenes("perspective_scenes_negated.csv", "same_pixels_as", "texU_recip15_plus0p7",
                 "texV_recip15_plus0p7", true);
}

Test(draw_console, one_over_q_and_the_plane_can_be_switched_alone)
{
    reopen("console,q_reciprocal=14bit");
    check_scenes("perspective_scenes.csv", "scene", "texU_recip14trunc", "texV_recip14trunc", true);
    reopen("pcsx2,texcoord_walk=console,st_mantissa=sprites,q_reciprocal=14bit,texel=sixteenth,lod=table");
    check_scenes("perspective_scenes.csv", "scene", "texU_recip14trunc", "texV_recip14trunc", true);
    reopen("console,texcoord_walk=float32");
    check_scenes("perspective_scenes.csv", "scene", "texU_recip15_plus0p7", "texV_recip15_plus0p7", false);
}

/* A quad of two triangles with one texel a pixel; returns the texel (u, v) of a pixel. */
static void draw_blit(uint32_t w, uint32_t h)
{
    const uint32_t x[4] = {0, w, 0, w}, y[4] = {0, 0, h, h};
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_STRIP | TME | FST);
    for (unsigned i = 0; i < 4; i++) {
        drawing_write(GS_UV, uv_value(16 * x[i], 16 * y[i]));
        drawing_write(GS_XYZ2, xyz_value(16 * x[i], 16 * y[i], 0));
    }
}

static uint32_t texel_at(uint32_t x, uint32_t y)
{
    return drawing_pixel(x, y);
}

/* GS-EXACT 7.4: of 16 x 88 the upper left triangle is exact in the left column and trails elsewhere, in the
 * lower right one V is exact. 64 x 16 is exact (two powers of two). */
Test(draw_console, blits_of_triangles_trail_unless_both_sides_are_powers_of_two)
{
    naming_texture();
    draw_blit(64, 16);
    for (uint32_t y = 0; y < 16; y++)
        for (uint32_t x = 0; x < 64; x++)
            cr_assert_eq(texel_at(x, y), x | y << 10, "64 x 16 (%u, %u)", x, y);
    draw_blit(15, 16);
    cr_expect_eq(texel_at(0, 0), 0);
    cr_expect_eq(texel_at(1, 0), 0);
    cr_expect_eq(texel_at(5, 0), 4);
    cr_expect_eq(texel_at(0, 5) & 1023, 0);
    cr_expect_eq(texel_at(0, 5) >> 10, 4);
    cr_expect_eq(texel_at(14, 14) & 1023, 13);
    cr_expect_eq(texel_at(14, 14) >> 10, 14);
}

/* ---- sprites ---- */

static void draw_sprite(uint32_t w, uint32_t h)
{
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
    drawing_write(GS_UV, 0);
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_UV, uv_value(16 * w, 16 * h));
    drawing_write(GS_XYZ2, xyz_value(16 * w, 16 * h, 0));
}

/* sprite_ramp_bias.csv: one texel a pixel over 96 pixels is low, over 64 exact; each axis on its own. */
Test(draw_console, sprites_read_the_texel_before_unless_the_extent_is_a_power_of_two)
{
    naming_texture();
    draw_sprite(96, 32);
    cr_expect_eq(texel_at(0, 7), 0 | 7 << 10);
    for (uint32_t x = 1; x < 96; x++)
        cr_assert_eq(texel_at(x, 7), (x - 1) | 7 << 10, "%u", x);
    draw_sprite(64, 24);
    cr_expect_eq(texel_at(9, 0), 9);
    cr_expect_eq(texel_at(9, 8), 9 | 7 << 10);
    reopen("console,sprite_walk=float32");
    naming_texture();
    draw_sprite(96, 32);
    cr_expect_eq(texel_at(5, 7), 5 | 7 << 10);
}

/* ---- depth ---- */

/* The functions are checked against the golden tables in test_console_walk. */
Test(draw_console, depth_is_that_of_the_console_walk)
{
    static const int32_t x[3] = {37, 3201, 404}, y[3] = {25, 611, 3300};
    static const uint32_t z[3] = {5, 70000, 3000000};
    struct gs_console_shape shape;
    struct gs_console_depth depth;
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_depth_init(&depth, &shape, z);
    drawing_depth(GS_PSMZ32, true);
    drawing_fill_depth(0xFFFFFFFF);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE);
    for (unsigned v = 0; v < 3; v++)
        drawing_write(GS_XYZ2, xyz_value((uint32_t)x[v], (uint32_t)y[v], z[v]));
    unsigned count = 0;
    for (int32_t row = 0; row < 207; row++) {
        struct gs_console_depth_row at;
        int32_t first = 0, end = 0;
        bool any = gs_console_span(&shape, row, &first, &end);
        gs_console_depth_row(&depth, row, &at);
        for (int32_t column = 0; column < 201; column++) {
            bool inside = any && column >= first && column < end;
            uint32_t expected = inside ? gs_console_depth_at(&at, column, UINT32_MAX) : 0xFFFFFFFF;
            count += inside;
            cr_assert_eq(drawing_z((uint32_t)column, (uint32_t)row), expected, "(%d, %d)", column, row);
        }
    }
    cr_expect_gt(count, 1000);
}

/* ---- texels and LOD ---- */

/* A textured point with S, T in texels of a texture 2^10 wide. */
static uint32_t sample_st(float s, float q)
{
    drawing_write(GS_PRIM, GS_PRIM_POINT | TME);
    drawing_write(GS_RGBAQ, rgbaq_value(0, q));
    drawing_write(GS_ST, st_value(s * q / 1024, 0));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    return drawing_pixel(0, 0);
}

/* coordinate_field.csv: texel 2047 of a repeated texture of 1024 texels. */
Test(draw_console, coordinates_saturate_before_they_are_wrapped)
{
    naming_texture();
    cr_expect_eq(sample_st(2049.15625f, 1), 2047 & 1023);
    cr_expect_eq(sample_st(-2049.15625f, 1), -2048 & 1023);
    cr_expect_eq(sample_st(17.15625f, 1), 17);
    reopen("console,texel=floor");
    naming_texture();
    cr_expect_eq(sample_st(2049.15625f, 1), 2049 & 1023);
}

/* GS-EXACT section 10: one draw, two points; LOD -1 takes MMAG, LOD 1 takes MMIN. */
Test(draw_console, each_pixel_has_its_own_filter)
{
    const uint32_t texel[2] = {0, grey(160, 160)};
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 1, 0, 1, GS_TFX_DECAL, texel));
    drawing_write(GS_TEX1_1, tex1_value(0, 1, 0, 1, 0, 0));
    drawing_write(GS_PRIM, GS_PRIM_POINT | TME);
    for (uint32_t i = 0; i < 2; i++) {
        float q = i ? 0.5f : 2.0f;
        drawing_write(GS_RGBAQ, rgbaq_value(0, q));
        drawing_write(GS_ST, st_value(0.375f * q, 0)); /* texel 0.75: a quarter of the second, filtered */
        drawing_write(GS_XYZ2, xyz_value(16 * i, 0, 0));
    }
    cr_expect_eq(drawing_pixel(0, 0), 0);
    cr_expect_eq(drawing_pixel(1, 0), grey(40, 40));
}

/* GS-EXACT section 10: levels that are 36 apart blend in 16 steps, rounded down. */
Test(draw_console, levels_blend_with_four_bits)
{
    uint32_t texel[64] = {0}, small[16];
    for (unsigned i = 0; i < 16; i++)
        small[i] = grey(36, 36);
    uint64_t tex0 = drawing_texture(GS_PSMCT32, 3, 3, 1, GS_TFX_DECAL, texel);
    struct area level = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK + 32, 1, 0, 0};
    transfer_upload(chip, &level, 4, 4, small);
    drawing_write(GS_TEX0_1, tex0);
    drawing_write(GS_MIPTBP1_1, (DRAWING_TEXTURE_BLOCK + 32) | field(1, 14));
    for (int k = -3; k < 20; k++) {
        int32_t w = k < 0 ? 0 : k < 16 ? k : 16;
        uint32_t expected = (uint32_t)gs_console_between(0, 36, w);
        drawing_write(GS_TEX1_1, tex1_value(1, 1, 0, 3, 0, k));
        cr_expect_eq(drawing_sample(0, 3 * 16, 3 * 16), grey(expected, expected), "K = %d", k);
    }
}

/* ---- points and dithering ---- */

Test(draw_console, every_frame_format_is_dithered_flat_sprites_too)
{
    static const unsigned formats[] = {GS_PSMCT32, GS_PSMCT24, GS_PSMCT16};
    for (unsigned i = 0; i < 3; i++) {
        drawing_frame(formats[i], 0);
        drawing_fill_frame(0);
        drawing_write(GS_DTHE, 1);
        drawing_write(GS_DIMX, 0x3); /* 3 at (0, 0) */
        drawing_colour(rgba(0x40, 0x7D, 0xC5, 0x55));
        drawing_sprite(0, 0, 0, 64, 64, 0);
        uint32_t dithered = drawing_pixel(0, 0), plain = drawing_pixel(1, 0);
        if (formats[i] == GS_PSMCT16)
            cr_expect_eq(dithered, (uint32_t)(0x43 >> 3 | (0x80 >> 3) << 5 | (0xC8 >> 3) << 10));
        else
            cr_expect_eq(dithered - plain, 0x030303);
    }
}

/* GS-EXACT section 1: the scissor rejects pixels and never starts a walk anew. Triangles of all sizes against
 * the functions, over several groups of lanes. */
Test(draw_console, scissors_do_not_change_the_pixels_that_are_left)
{
    uint64_t state = 3;
    for (unsigned round = 0; round < 40; round++) {
        int32_t x[3], y[3];
        int64_t level[3];
        struct gs_console_shape shape;
        struct gs_console_ramp ramp;
        for (unsigned v = 0; v < 3; v++) {
            x[v] = (int32_t)(transfer_random(&state) % 1600) - 400;
            y[v] = (int32_t)(transfer_random(&state) % 1600) - 400;
            level[v] = transfer_random(&state) & 255;
        }
        if (!gs_console_shape_init(&shape, x, y))
            continue;
        gs_console_ramp_init(&ramp, &shape, level, GS_CONSOLE_WIDE_BLOCK);
        uint32_t left = transfer_random(&state) % 40, top = transfer_random(&state) % 40;
        drawing_write(GS_XYOFFSET_1, xyoffset_value(512, 512));
        drawing_write(GS_SCISSOR_1, scissor_value(left, 61, top, 59));
        drawing_fill_frame(0xFF000000);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP);
        for (unsigned v = 0; v < 3; v++) {
            drawing_colour(grey((uint32_t)level[v], 0));
            drawing_write(GS_XYZ2, xyz_value((uint32_t)(x[v] + 512), (uint32_t)(y[v] + 512), 0));
        }
        for (int32_t row = 0; row < 64; row++) {
            int32_t first = 0, end = 0;
            bool any = gs_console_span(&shape, row, &first, &end) && row >= (int32_t)top && row <= 59;
            for (int32_t column = 0; column < 64; column++) {
                bool drawn =
                    any && column >= first && column < end && column >= (int32_t)left && column <= 61;
                uint32_t byte = gs_console_ramp_byte(gs_console_ramp_at(&ramp, column, row));
                cr_assert_eq(drawing_pixel((uint32_t)column, (uint32_t)row),
                             drawn ? grey(byte, 0) : 0xFF000000, "round %u, (%d, %d)", round, column, row);
            }
        }
    }
}

/* GS-EXACT section 16: beside a vertical side at a whole column lies a column of pixels without coverage, as
 * there is a row above a horizontal one. */
Test(draw_console, edges_of_aa1_have_an_empty_column_outside)
{
    static const int xy[6] = {64 * 16, 16 * 16, 64 * 16, 48 * 16, 90 * 16, 16 * 16};
    drawing_fill_frame(0xFFFFFFFF);
    drawing_colour(0x80102030);
    drawing_triangle(AA1, xy, 0);
    cr_expect_eq(drawing_pixel(63, 30) >> 24, 0, "%08X", drawing_pixel(63, 30));
    cr_expect_eq(drawing_pixel(70, 15) >> 24, 0, "%08X", drawing_pixel(70, 15));
    reopen("console,aa1=pcsx2");
    drawing_fill_frame(0xFFFFFFFF);
    drawing_colour(0x80102030);
    drawing_triangle(AA1, xy, 0);
    cr_expect_eq(drawing_pixel(63, 30), 0xFFFFFFFF);
}

/* GS-EXACT section 8 and huge-st: beyond all range toward the sign. */
Test(draw_console, huge_coordinates_go_to_the_end_of_their_sign)
{
    naming_texture();
    drawing_write(GS_CLAMP_1, clamp_value(1, 1, 0, 0, 0, 0));
    cr_expect_eq(sample_st(1e30f, 1), 1023);
    cr_expect_eq(sample_st(-1e30f, 1), 0);
    cr_expect_eq(sample_st(1e5f, 1), 1023);
}
