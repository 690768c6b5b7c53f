/* The older law of affine coordinates (GS-EXACT section 7.3, rule st_walk). Published arms of gs-mag2. */
#include <criterion/criterion.h>

#include "console_grain.h"
#include "console_texel.h"
#include "csv.h"
#include "drawing.h"

static void open_grain(void)
{
    drawing_open_with("console,st_walk=grain");
}

TestSuite(console_grain, .init = open_grain, .fini = drawing_close);

/* Bits of the float u / 2^16 / 2^tw. */
static uint32_t of_16_16(int64_t u, unsigned tw)
{
    return float_bits((float)u / (float)(1u << tw) / 65536.0f);
}

/* The column floor_exp is TW + 2 in all arms. */
Test(console_grain, seeds_and_gradients_are_those_of_coordinate_grain_arms)
{
    struct csv *csv = csv_open("coordinate_grain_arms.csv");
    for (size_t row = 0; row < csv_rows(csv); row++) {
        unsigned tw = (unsigned)csv_number(csv, row, "floor_exp") - 2;
        const int32_t x[3] = {0, 16 * (int32_t)csv_number(csv, row, "dx_pixels"), 0};
        const int32_t y[3] = {0, 0, csv_number(csv, row, "twice_area_pow2") ? 1024 : 1008};
        const uint32_t s[3] = {of_16_16(csv_number(csv, row, "u0_16_16"), tw),
                               of_16_16(csv_number(csv, row, "u1_16_16"), tw),
                               of_16_16(csv_number(csv, row, "u2_16_16"), tw)};
        struct gs_console_shape shape;
        struct gs_console_grain grain;
        cr_assert(gs_console_shape_init(&shape, x, y));
        gs_console_grain_init(&grain, &shape, s, tw);
        cr_expect_eq(grain.exponent, csv_number(csv, row, "grain_log2"), "row %zu", row);
        cr_expect(gs_console_grain_start(&grain, 0, 0) == csv_number(csv, row, "u0_on_grain"), "row %zu",
                  row);
        cr_expect_eq((int64_t)gs_console_grains(s[1], tw, grain.exponent) << grain.exponent,
                     csv_number(csv, row, "u1_on_grain"), "row %zu", row);
        cr_expect_eq((double)(int64_t)grain.step / 1024, csv_real(csv, row, "walked_gradient"), "row %zu",
                     row);
    }
    csv_close(csv);
}

/* Truncated toward zero, where the plane's grid rounds down. */
Test(console_grain, vertices_are_cut_toward_zero_and_the_exponent_has_the_floor_of_the_texture)
{
    const uint32_t s[3] = {float_bits(1.0f), float_bits(0.25f), 0}, quarter[3] = {0, float_bits(0.25f), 0},
                   none[3] = {0, 0, 0x80000001};
    cr_expect_eq(gs_console_grain_exponent(s, 6), 8, "64 texels: 149 - 141, and TW + 2");
    cr_expect_eq(gs_console_grain_exponent(quarter, 6), 8, "16 texels: TW + 2 above 147 - 141");
    cr_expect_eq(gs_console_grain_exponent(none, 6), 0);
    cr_expect_eq(gs_console_grains(float_bits(1.5f / 16384), 6, 8), 1);
    cr_expect_eq(gs_console_grains(float_bits(-1.5f / 16384), 6, 8), -1);
    cr_expect_eq(gs_console_grains(float_bits(-0.5f / 16384), 6, 8), 0);
}

Test(console_grain, coordinates_out_of_all_range_go_to_the_end_of_their_sign)
{
    const int32_t x[3] = {0, 1, 65535}, y[3] = {0, 65535, 65534};
    const uint32_t s[3] = {float_bits(3e38f), float_bits(3e38f), float_bits(3e38f)};
    const uint32_t t[3] = {float_bits(-3e38f), float_bits(3e38f), float_bits(-3e38f)};
    struct gs_console_shape shape;
    struct gs_console_grain grain;
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_grain_init(&grain, &shape, s, 15);
    cr_expect_eq(gs_console_grain_at(&grain, gs_console_grain_start(&grain, 2000, 2000), 100), INT32_MAX);
    gs_console_grain_init(&grain, &shape, t, 15);
    cr_expect_eq(gs_console_grain_at(&grain, gs_console_grain_start(&grain, 0, 0), 8191), INT32_MIN);
}

/* ---- through the GS ---- */

static void naming_texture(void)
{
    static uint32_t texel[64 * 64];
    for (uint32_t i = 0; i < 64 * 64; i++)
        texel[i] = i;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 6, 6, 1, GS_TFX_DECAL, texel));
}

/* A quad of two triangles with one texel a pixel. */
static void draw_blit(uint32_t w, uint32_t h, float q, float last_q)
{
    const uint32_t x[4] = {0, w, 0, w}, y[4] = {0, 0, h, h};
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_STRIP | TME);
    for (unsigned i = 0; i < 4; i++) {
        float of = i == 3 ? last_q : q;
        drawing_write(GS_RGBAQ, rgbaq_value(0, of));
        drawing_write(GS_ST, st_value((float)x[i] / 64 * of, (float)y[i] / 64 * of));
        drawing_write(GS_XYZ2, xyz_value(16 * x[i], 16 * y[i], 0));
    }
}

/* As U, V under uv_walk=accumulator: U trails, V along a row does not. 16 x 16 holds. */
Test(console_grain, affine_blits_trail_along_the_row_unless_the_area_is_a_power_of_two)
{
    naming_texture();
    draw_blit(15, 16, 1, 1);
    cr_expect_eq(drawing_pixel(5, 0), 4);
    cr_expect_eq(drawing_pixel(0, 5) >> 6, 5);
    cr_expect_eq(drawing_pixel(14, 14), 13 | 14 << 6);
    draw_blit(16, 16, 1, 1);
    for (uint32_t i = 0; i < 16; i++)
        cr_expect_eq(drawing_pixel(i, i), i | i << 6, "%u", i);
}

/* Every triangle by its own Q: of this strip the first has Q = 1 throughout, the second not. */
Test(console_grain, triangles_with_another_q_keep_the_plane)
{
    uint32_t by_grain[256], differ = 0;
    naming_texture();
    draw_blit(15, 16, 1, 2);
    for (uint32_t i = 0; i < 256; i++)
        by_grain[i] = drawing_pixel(i & 15, i >> 4);
    drawing_close();
    drawing_open_with("console");
    naming_texture();
    draw_blit(15, 16, 1, 2);
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t x = i & 15, y = i >> 4;
        bool second = 16 * x + 15 * y >= 240;
        if (second)
            cr_expect_eq(by_grain[i], drawing_pixel(x, y), "(%u, %u)", x, y);
        else
            differ += by_grain[i] != drawing_pixel(x, y);
    }
    cr_expect_gt(differ, 0);
}
