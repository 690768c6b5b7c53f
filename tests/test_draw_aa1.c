/* Antialiased lines and triangles (GS-DRAWING section 5.5, GS-EXACT section 16, PCSX2-SW section 5). Coverage
 * is the alpha that a pixel stores: the top 7 bits of 16, 128 inside of triangles. */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

#define UNTOUCHED 0xFE000000u

static void open_chip(void)
{
    drawing_open();
    drawing_fill_frame(UNTOUCHED);
    drawing_colour(grey(200, 0x55));
}

TestSuite(draw_aa1, .init = open_chip, .fini = drawing_close);

static uint32_t alpha(uint32_t x, uint32_t y)
{
    return drawing_pixel(x, y) >> 24;
}

static bool touched(uint32_t x, uint32_t y)
{
    return drawing_pixel(x, y) != UNTOUCHED;
}

/* Right angle at (x, y), `size` pixels a side; positions in 1/16. */
static void right_triangle(unsigned attributes, int x, int y, int size, uint32_t z)
{
    drawing_triangle(attributes, (const int[6]){x, y, x + 16 * size, y, x, y + 16 * size}, z);
}

Test(draw_aa1, pixels_inside_of_a_triangle_have_alpha_128)
{
    right_triangle(AA1, 160, 160, 20, 0);
    for (uint32_t y = 11; y < 28; y++)
        for (uint32_t x = 11; x + y < 38; x++)
            cr_expect_eq(alpha(x, y), 128, "(%u, %u)", x, y);
}

/* Edges n/16 behind a pixel centre, on each of the four sides: outside of top and left ones the pixel keeps
 * 1 - n/16 of itself, outside of bottom and right ones n/16. */
Test(draw_aa1, pixels_outside_of_an_edge_have_what_of_them_is_covered)
{
    for (int n = 1; n < 16; n++) {
        uint32_t before = (uint32_t)(65535 * (16 - n) / 16) >> 9, behind = (uint32_t)(65535 * n / 16) >> 9;
        drawing_fill_frame(UNTOUCHED);
        drawing_colour(grey(200, 0x55));
        right_triangle(AA1, 160 + n, 160 + n, 30, 0);
        drawing_triangle(AA1, (const int[6]){1600 + n, 1120, 1600 + n, 1600 + n, 1120, 1600 + n}, 0);
        for (uint32_t i = 14; i < 30; i++) {
            cr_expect_eq(alpha(i, 10), before, "top, %d/16, column %u: %u", n, i, alpha(i, 10));
            cr_expect_eq(alpha(10, i), before, "left, %d/16, row %u: %u", n, i, alpha(10, i));
            cr_expect_eq(alpha(i, 11), 128);
            cr_expect_eq(alpha(11, i), 128);
            cr_expect_not(touched(i, 9) || touched(9, i));
        }
        for (uint32_t i = 80; i < 96; i++) {
            cr_expect_eq(alpha(i, 101), behind, "bottom, %d/16, column %u: %u", n, i, alpha(i, 101));
            cr_expect_eq(alpha(101, i), behind, "right, %d/16, row %u: %u", n, i, alpha(101, i));
            cr_expect_eq(alpha(i, 100), 128);
            cr_expect_eq(alpha(100, i), 128);
            cr_expect_not(touched(i, 102) || touched(102, i));
        }
    }
}

/* "Exactly on centre: top/left edge -> the pixel outside with coverage 0". To the left PCSX2 stops at
 * floor(min), so that no column lies outside of an edge on whole pixels. */
Test(draw_aa1, an_edge_on_pixel_centres_writes_alpha_0_outside_of_its_top)
{
    drawing_close();
    drawing_open_with("pcsx2");
    drawing_fill_frame(UNTOUCHED);
    drawing_colour(grey(200, 0x55));
    right_triangle(AA1, 160, 160, 20, 0);
    for (uint32_t x = 11; x < 28; x++)
        cr_expect_eq(drawing_pixel(x, 9), grey(200, 0), "column %u", x);
    for (uint32_t y = 10; y < 28; y++)
        cr_expect_not(touched(9, y), "row %u", y);
}

/* "bottom/right edge -> the on-edge pixel with full coverage", which is 127. */
Test(draw_aa1, an_edge_on_pixel_centres_writes_alpha_127_on_its_bottom)
{
    drawing_triangle(AA1, (const int[6]){160, 160, 480, 480, 160, 480}, 0);
    for (uint32_t x = 12; x < 28; x++) {
        cr_expect_eq(alpha(x, 30), 127, "column %u: %u", x, alpha(x, 30));
        cr_expect_not(touched(x, 31));
        cr_expect_eq(alpha(x, 29), 128);
    }
}

/* ABE = 0: alpha := coverage. ABE = 1: only where alpha is 128. */
Test(draw_aa1, with_abe_coverage_replaces_an_alpha_of_128_only)
{
    static const unsigned alphas[] = {0x7F, 0x80, 0x81};
    drawing_write(GS_ALPHA_1, alpha_value(0, 0, 0, 0, 0)); /* Cs */
    for (unsigned i = 0; i < 3; i++) {
        drawing_fill_frame(UNTOUCHED);
        drawing_colour(grey(200, alphas[i]));
        right_triangle(AA1 | ABE, 160, 168, 20, 0);
        cr_expect_eq(alpha(15, 12), alphas[i] == 0x80 ? 128 : alphas[i]);
        cr_expect_eq(alpha(15, 10), alphas[i] == 0x80 ? 63 : alphas[i], "edge, A = %02X", alphas[i]);
    }
}

/* "AA1 turns blending on even when ABE = 0." Half covered: 200 * 63 / 128. */
Test(draw_aa1, blending_is_on_without_abe)
{
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 0, 1, 0)); /* Cs * As + Cd */
    right_triangle(AA1, 160, 168, 20, 0);
    cr_expect_eq(drawing_pixel(15, 10), grey(200 * 63 >> 7, 63));
    cr_expect_eq(drawing_pixel(15, 12), grey(200, 128));
    drawing_line(AA1, 160, 1600, 480, 1608, 0);
    uint32_t pixel = drawing_pixel(20, 100), a = pixel >> 24;
    cr_expect(a > 0 && a < 127);
    cr_expect_eq(pixel, grey(200 * a >> 7, a));
}

/* The alpha test "sees the result". */
Test(draw_aa1, the_alpha_test_sees_coverage)
{
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_alpha(GS_ATST_GEQUAL, 128, 0));
    right_triangle(AA1, 160, 168, 20, 0);
    cr_expect_not(touched(15, 10));
    cr_expect_eq(alpha(15, 12), 128);
}

/* PCSX2: PABE looks at the coverage; an edge's is below 128, so that it is written unblended. */
Test(draw_aa1, pabe_leaves_edges_unblended)
{
    drawing_write(GS_PABE, 1);
    drawing_write(GS_ALPHA_1, alpha_value(2, 2, 0, 1, 0)); /* Cd */
    right_triangle(AA1, 160, 168, 20, 0);
    cr_expect_eq(drawing_pixel(15, 10), grey(200, 63));
    cr_expect_eq(drawing_pixel(15, 12), grey(0, 128));
}

/* "Lines and triangles only; points and sprites ignore it." */
Test(draw_aa1, points_and_sprites_have_no_coverage)
{
    drawing_sprite(AA1, 160, 168, 320, 328, 0);
    drawing_point(AA1, 800, 808, 0);
    cr_expect_eq(drawing_pixel(15, 15), grey(200, 0x55));
    cr_expect_eq(drawing_pixel(50, 51), grey(200, 0x55));
    cr_expect_eq(drawing_count_other(UNTOUCHED), 10 * 10 + 1);
}

/* "Edge pixels test Z but never write it (PCSX2, all AA1 line pixels too)." */
Test(draw_aa1, edge_pixels_are_tested_against_depth_and_leave_it)
{
    drawing_depth(GS_PSMZ32, true);
    drawing_fill_depth(50);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
    right_triangle(AA1, 160, 168, 20, 100);
    cr_expect_eq(alpha(15, 10), 63);
    cr_expect_eq(drawing_z(15, 10), 50, "edge");
    cr_expect_eq(drawing_z(15, 12), 100, "inside");
    drawing_line(AA1, 160, 1600, 480, 1608, 100);
    cr_expect(touched(20, 100));
    cr_expect_eq(drawing_z(20, 100), 50, "line");
    drawing_fill_frame(UNTOUCHED);
    right_triangle(AA1, 800, 168, 20, 49);
    cr_expect_eq(drawing_count_other(UNTOUCHED), 0, "behind");
}

/* Section 5.5: "shared edges of neighbouring triangles blend twice": each draws pixels outside of its edge,
 * on the other one. An edge at 45 degrees through pixel centres: full coverage on it from one side, 0 from
 * the other. */
Test(draw_aa1, both_sides_of_a_shared_edge_draw_on_it)
{
    drawing_fill_frame(0);
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 1, 0x80)); /* counts */
    drawing_colour(1);
    drawing_triangle(AA1, (const int[6]){160, 160, 480, 160, 160, 480}, 0);
    drawing_triangle(AA1, (const int[6]){480, 160, 480, 480, 160, 480}, 0);
    for (uint32_t x = 12; x < 29; x++)
        for (uint32_t y = 12; y < 29; y++)
            cr_expect_eq(drawing_pixel(x, y) & 0xFF, x + y == 39 || x + y == 40 ? 2 : 1, "(%u, %u)", x, y);
}
