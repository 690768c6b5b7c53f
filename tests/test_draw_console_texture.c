/* Textures under the rule set "console": golden tables of GS-EXACT sections 5 to 10 (index in section 26
 * there) through the public API, and what single rules switch. */
#include <stdlib.h>
#include <string.h>

#include "console_lod.h"
#include "drawing.h"
#include "golden_count.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_console_texture, .init = open_console, .fini = drawing_close);

static void reopen(const char *rules)
{
    drawing_close();
    drawing_open_with(rules);
}

static const char *const x_names[3] = {"x0", "x1", "x2"}, *const y_names[3] = {"y0", "y1", "y2"};

/* ---- perspective ---- */

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
 * `scene`. Returns how many scenes have all of them. */
static size_t check_scenes(struct csv *csv, const char *scene, const char *u, const char *v, bool all)
{
    const char *name = csv_name(csv);
    struct csv *pixels = csv_open("perspective_scene_pixels_derived.csv");
    size_t rows = 0, right = 0, whole = 0;
    drawing_naming_texture();
    for (size_t row = 0; row < csv_rows(csv); row++) {
        size_t wrong = rows - right;
        draw_scene(csv, row);
        for (size_t p = 0; p < csv_rows(pixels); p++) {
            if (strcmp(csv_text(pixels, p, "scene"), csv_text(csv, row, scene)) != 0)
                continue;
            uint32_t pixel =
                drawing_pixel((uint32_t)csv_number(pixels, p, "px"), (uint32_t)csv_number(pixels, p, "py"));
            right += (pixel & 1023) == csv_number(pixels, p, u) && pixel >> 10 == csv_number(pixels, p, v);
            rows++;
        }
        whole += rows - right == wrong;
    }
    cr_log_info("%s, %s: %zu of %zu", name, u, right, rows);
    if (all)
        cr_expect_eq(right, rows, "%s, %s: %zu of %zu", name, u, right, rows);
    else
        cr_expect_lt(right, rows, "%s, %s", name, u);
    csv_close(pixels);
    return whole;
}

Test(draw_console_texture, scenes_have_the_texels_of_perspective_scene_pixels)
{
    struct csv *scenes = csv_open("perspective_scenes.csv"),
               *negated = csv_open("perspective_scenes_negated.csv");
    golden_conclude(scenes,
                    check_scenes(scenes, "scene", "texU_recip15_plus0p7", "texV_recip15_plus0p7", true));
    golden_conclude(negated, check_scenes(negated, "same_pixels_as", "texU_recip15_plus0p7",
                                          "texV_recip15_plus0p7", true));
}

Test(draw_console_texture, one_over_q_and_the_plane_can_be_switched_alone)
{
    struct csv *csv = csv_open("perspective_scenes.csv");
    reopen("console,q_reciprocal=14bit");
    check_scenes(csv, "scene", "texU_recip14trunc", "texV_recip14trunc", true);
    reopen("pcsx2,texcoord=console,st_mantissa=sprites,q_reciprocal=14bit,texel=console,lod=console");
    check_scenes(csv, "scene", "texU_recip14trunc", "texV_recip14trunc", true);
    reopen("console,texcoord_walk=float32");
    check_scenes(csv, "scene", "texU_recip15_plus0p7", "texV_recip15_plus0p7", false);
    csv_close(csv);
}

/* ---- the walk of triangles with U, V ---- */

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
Test(draw_console_texture, blits_of_triangles_trail_unless_both_sides_are_powers_of_two)
{
    drawing_naming_texture();
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

/* The older law: U trails from the first pixel, V does not along a row. */
Test(draw_console_texture, uv_can_be_walked_by_the_accumulator)
{
    reopen("console,uv_walk=accumulator");
    drawing_naming_texture();
    draw_blit(15, 16);
    cr_expect_eq(texel_at(0, 0), 0);
    cr_expect_eq(texel_at(5, 0), 4);
    cr_expect_eq(texel_at(0, 5), 0 | 5 << 10);
    cr_expect_eq(texel_at(14, 14), 13 | 14 << 10);
    draw_blit(64, 16);
    cr_expect_eq(texel_at(9, 3), 9 | 3 << 10);
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
Test(draw_console_texture, sprites_read_the_texel_before_unless_the_extent_is_a_power_of_two)
{
    drawing_naming_texture();
    draw_sprite(96, 32);
    cr_expect_eq(texel_at(0, 7), 0 | 7 << 10);
    for (uint32_t x = 1; x < 96; x++)
        cr_assert_eq(texel_at(x, 7), (x - 1) | 7 << 10, "%u", x);
    draw_sprite(64, 24);
    cr_expect_eq(texel_at(9, 0), 9);
    cr_expect_eq(texel_at(9, 8), 9 | 7 << 10);
    reopen("console,sprite_walk=float32");
    drawing_naming_texture();
    draw_sprite(96, 32);
    cr_expect_eq(texel_at(5, 7), 5 | 7 << 10);
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
Test(draw_console_texture, coordinates_saturate_before_they_are_wrapped)
{
    drawing_naming_texture();
    cr_expect_eq(sample_st(2049.15625f, 1), 2047 & 1023);
    cr_expect_eq(sample_st(-2049.15625f, 1), -2048 & 1023);
    cr_expect_eq(sample_st(17.15625f, 1), 17);
    reopen("console,texel_range=wrap");
    drawing_naming_texture();
    cr_expect_eq(sample_st(2049.15625f, 1), 2049 & 1023);
}

/* GS-EXACT section 10: one draw, two points; LOD -1 takes MMAG, LOD 1 takes MMIN. */
Test(draw_console_texture, each_pixel_has_its_own_filter)
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
Test(draw_console_texture, levels_blend_with_four_bits)
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

/* GS-EXACT section 8 and huge-st: beyond all range toward the sign. */
Test(draw_console_texture, huge_coordinates_go_to_the_end_of_their_sign)
{
    drawing_naming_texture();
    drawing_write(GS_CLAMP_1, clamp_value(1, 1, 0, 0, 0, 0));
    cr_expect_eq(sample_st(1e30f, 1), 1023);
    cr_expect_eq(sample_st(-1e30f, 1), 0);
    cr_expect_eq(sample_st(1e5f, 1), 1023);
}
