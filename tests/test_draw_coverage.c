/* Which pixels primitives cover (GS-DRAWING sections 4 and 5, GS-EXACT section 1). */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

TestSuite(draw_coverage, .init = drawing_open, .fini = drawing_close);

static int ceil16(int v)
{
    return (v + 15) >> 4;
}

static void expect_row(uint32_t y, int from, int to, const char *what, int a, int b)
{
    for (int x = 0; x < 8; x++)
        cr_expect_eq(drawing_pixel((uint32_t)x, y) != 0, x >= from && x < to, "%s %d..%d, pixel %d", what, a,
                     b, x);
}

/* ---- sprites: ceil(min) <= i < ceil(max) on each axis ---- */

Test(draw_coverage, sprites_cover_from_the_ceiling_of_one_side_to_the_ceiling_of_the_other)
{
    for (int x0 = 0; x0 < 34; x0++) {
        drawing_fill_frame(0);
        drawing_colour(0xFF);
        for (int x1 = 0; x1 < 66; x1++)
            drawing_sprite(0, x0, 16 * x1, x1, 16 * x1 + 16, 0);
        for (int x1 = 0; x1 < 66; x1++) {
            int low = x0 < x1 ? x0 : x1, high = x0 < x1 ? x1 : x0;
            expect_row((uint32_t)x1, ceil16(low), ceil16(high), "columns", x0, x1);
        }
    }
}

Test(draw_coverage, sprites_cover_rows_like_columns_whichever_corners_are_given)
{
    for (int y0 = 0; y0 < 34; y0 += 3)
        for (int y1 = y0; y1 < 66; y1 += 5)
            for (unsigned corner = 0; corner < 4; corner++) {
                drawing_fill_frame(0);
                drawing_colour(0xFF);
                drawing_sprite(0, corner & 1 ? 160 : 80, corner & 2 ? y1 : y0, corner & 1 ? 80 : 160,
                               corner & 2 ? y0 : y1, 0);
                cr_expect_eq(drawing_count_other(0), 5 * (unsigned)(ceil16(y1) - ceil16(y0)), "%d..%d, %u",
                             y0, y1, corner);
                cr_expect_eq(drawing_pixel(5, (uint32_t)ceil16(y0)) != 0, ceil16(y0) < ceil16(y1));
            }
}

/* ---- triangles ---- */

struct point {
    int x, y; /* 1/16 pixel */
};

static int64_t edge(struct point a, struct point b, struct point p)
{
    return (int64_t)(b.x - a.x) * (p.y - a.y) - (int64_t)(b.y - a.y) * (p.x - a.x);
}

/* Is p inside of the edge a -> b (clockwise on screen), or on it if it is a top or left edge? */
static bool inside(struct point a, struct point b, struct point p)
{
    int64_t e = edge(a, b, p);
    bool top = a.y == b.y && b.x > a.x, left = b.y < a.y;
    return e > 0 || (e == 0 && (top || left));
}

/* The exact rule of section 5.2. */
static bool covers(const struct point v[3], int x, int y)
{
    struct point p = {16 * x, 16 * y};
    int64_t area = edge(v[0], v[1], v[2]);
    if (area == 0)
        return false;
    struct point a = v[0], b = area > 0 ? v[1] : v[2], c = area > 0 ? v[2] : v[1];
    return inside(a, b, p) && inside(b, c, p) && inside(c, a, p);
}

static void draw(const struct point v[3])
{
    drawing_triangle(0, (const int[6]){v[0].x, v[0].y, v[1].x, v[1].y, v[2].x, v[2].y}, 0);
}

/* Corners on whole pixels whose heights are powers of two: all edge arithmetic is exact in float32, and the
 * pixels are those of the exact rule. */
Test(draw_coverage, triangles_follow_the_top_left_rule)
{
    uint64_t random = 7;
    static const int heights[] = {0, 16, 32, 64, 128, 256};
    for (unsigned i = 0; i < 150; i++) {
        struct point v[3];
        for (unsigned k = 0; k < 3; k++)
            v[k].x = (int)(transfer_random(&random) % 512);
        v[0].y = (int)(transfer_random(&random) % 16) * 16;
        v[1].y = v[0].y + heights[transfer_random(&random) % 6];
        v[2].y = v[1].y + (transfer_random(&random) & 1 ? v[1].y - v[0].y : 0);
        drawing_fill_frame(0);
        drawing_colour(0xFF);
        draw(v);
        for (int y = 0; y < 48; y++)
            for (int x = 0; x < 34; x++)
                cr_assert_eq(drawing_pixel((uint32_t)x, (uint32_t)y) != 0, covers(v, x, y),
                             "(%d,%d) (%d,%d) (%d,%d): pixel (%d, %d)", v[0].x, v[0].y, v[1].x, v[1].y,
                             v[2].x, v[2].y, x, y);
    }
}

/* Blending adds 1 to a pixel each time it is drawn. */
static void count_pixels(void)
{
    drawing_fill_frame(0);
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 1, 0x80)); /* Cs + Cd */
    drawing_colour(1);
}

static void add_triangle(struct point a, struct point b, struct point c)
{
    drawing_triangle(ABE, (const int[6]){a.x, a.y, b.x, b.y, c.x, c.y}, 0);
}

/* A net of triangles with inner corners at any 1/16 in x; order of corners and diagonals vary. */
Test(draw_coverage, pixels_of_shared_edges_are_drawn_exactly_once)
{
    enum { N = 7, STEP = 256 };
    uint64_t random = 11;
    for (unsigned round = 0; round < 10; round++) {
        struct point net[N][N];
        for (int j = 0; j < N; j++)
            for (int i = 0; i < N; i++) {
                bool rim = i == 0 || i == N - 1;
                int shift = rim ? 0 : (int)(transfer_random(&random) % 200) - 100;
                net[j][i] = (struct point){256 + i * STEP + shift, 256 + j * STEP};
            }
        count_pixels();
        for (int j = 0; j + 1 < N; j++)
            for (int i = 0; i + 1 < N; i++) {
                struct point a = net[j][i], b = net[j][i + 1], c = net[j + 1][i], d = net[j + 1][i + 1];
                if (transfer_random(&random) & 1) {
                    add_triangle(a, b, c);
                    add_triangle(d, c, b);
                } else {
                    add_triangle(d, a, b);
                    add_triangle(c, d, a);
                }
            }
        unsigned once = 0;
        for (uint32_t y = 16; y < 16 + 16 * (N - 1); y++)
            for (uint32_t x = 16; x < 16 + 16 * (N - 1); x++)
                once += drawing_pixel(x, y) == 1;
        cr_expect_eq(once, 16 * 16 * (N - 1) * (N - 1), "round %u", round);
        cr_expect_eq(drawing_count_other(0), once, "nothing outside, round %u", round);
    }
}

/* "Zero area: nothing. Winding does not matter." */
Test(draw_coverage, winding_does_not_matter_and_empty_triangles_draw_nothing)
{
    static const int both[2][6] = {{16, 16, 161, 23, 55, 200}, {55, 200, 161, 23, 16, 16}};
    unsigned count[2];
    for (unsigned i = 0; i < 2; i++) {
        drawing_fill_frame(0);
        drawing_colour(0xFF);
        drawing_triangle(0, both[i], 0);
        count[i] = drawing_count_other(0);
    }
    cr_expect_gt(count[0], 20);
    cr_expect_eq(count[0], count[1]);
    drawing_fill_frame(0);
    drawing_triangle(0, (const int[6]){16, 16, 80, 80, 160, 160}, 0);
    drawing_triangle(0, (const int[6]){16, 32, 80, 32, 160, 32}, 0);
    drawing_triangle(0, (const int[6]){16, 16, 16, 16, 160, 80}, 0);
    cr_expect_eq(drawing_count_other(0), 0);
}

/* ---- points ---- */

/* Section 5.3: halves round up. Below -1/2 nothing is left in PCSX2: it drops the point before it rounds. */
Test(draw_coverage, points_are_rounded_to_the_nearest_pixel_and_halves_up)
{
    const int offset = 1600;
    drawing_write(GS_XYOFFSET_1, xyoffset_value((uint32_t)offset, (uint32_t)offset));
    for (int v = -40; v < 60; v++) {
        int pixel = (v + 8) >> 4;
        drawing_fill_frame(0);
        drawing_colour(0xFF);
        drawing_point(0, offset + v, offset + 80, 0);
        drawing_point(0, offset + 80, offset + v, 0);
        for (int i = 0; i < 5; i++) {
            cr_expect_eq(drawing_pixel((uint32_t)i, 5) != 0, i == pixel, "x %d, pixel %d", v, i);
            cr_expect_eq(drawing_pixel(5, (uint32_t)i) != 0, i == pixel, "y %d, pixel %d", v, i);
        }
    }
}

/* ---- scissor ---- */

static void draw_everything(unsigned attributes)
{
    drawing_sprite(attributes, 0, 0, 16 * 40, 16 * 40, 0);
    drawing_triangle(attributes, (const int[6]){0, 0, 16 * 80, 0, 0, 16 * 80}, 0);
    drawing_line(attributes, 0, 16 * 22, 16 * 40, 16 * 22, 0);
    drawing_line(attributes, 16 * 23, 0, 16 * 23, 16 * 40, 0);
    for (int i = 0; i < 40; i++)
        drawing_point(attributes, 16 * i, 16 * i, 0);
}

static unsigned count_outside(uint32_t x0, uint32_t x1, uint32_t y0, uint32_t y1)
{
    unsigned count = 0;
    for (uint32_t y = 0; y < 60; y++)
        for (uint32_t x = 0; x < 60; x++)
            if (x < x0 || x > x1 || y < y0 || y > y1)
                count += drawing_pixel(x, y) != 0;
    return count;
}

/* All four sides inclusive. */
Test(draw_coverage, the_scissor_keeps_its_sides_and_cuts_what_is_outside)
{
    drawing_colour(0xFF);
    drawing_write(GS_SCISSOR_1, scissor_value(21, 27, 22, 30));
    draw_everything(0);
    draw_everything(AA1);
    cr_expect_eq(count_outside(21, 27, 22, 30), 0);
    cr_expect_eq(drawing_count_other(0), 7 * 9);
    drawing_fill_frame(0);
    drawing_write(GS_SCISSOR_1, scissor_value(33, 33, 34, 34));
    draw_everything(0);
    cr_expect_eq(drawing_pixel(33, 34), 0xFF, "a scissor of one pixel");
    cr_expect_eq(drawing_count_other(0), 1);
}

/* Section 4: "SCISSOR with x0 > x1 or y0 > y1: nothing is drawn." */
Test(draw_coverage, an_inverted_scissor_lets_nothing_through)
{
    drawing_colour(0xFF);
    drawing_write(GS_SCISSOR_1, scissor_value(30, 29, 0, 200));
    draw_everything(0);
    draw_everything(AA1);
    drawing_write(GS_SCISSOR_1, scissor_value(0, 200, 30, 29));
    draw_everything(0);
    draw_everything(AA1);
    cr_expect_eq(drawing_count_other(0), 0);
}

/* ---- SCANMSK ---- */

/* Section 9.1: "2: skip even y, 3: skip odd y; 0, 1 none", for every class. */
Test(draw_coverage, scanmsk_skips_even_or_odd_rows)
{
    for (unsigned mask = 0; mask < 4; mask++)
        for (unsigned attributes = 0; attributes <= AA1; attributes += AA1) {
            drawing_fill_frame(0);
            drawing_colour(0xFF);
            drawing_write(GS_SCANMSK, mask);
            draw_everything(attributes);
            for (uint32_t y = 0; y < 40; y++) {
                bool skipped = mask >= 2 && (y & 1) == (mask & 1);
                unsigned count = 0;
                for (uint32_t x = 0; x < 40; x++)
                    count += drawing_pixel(x, y) != 0;
                cr_expect_eq(count, skipped ? 0 : 40, "SCANMSK %u, row %u: %u", mask, y, count);
            }
        }
}

/* ---- addresses ---- */

/* GS-EXACT section 21: x past 64 * FBW goes on in the next page: (64 * FBW, y) is (0, y + page height). */
Test(draw_coverage, columns_past_the_width_of_the_frame_are_those_of_the_next_page_row)
{
    static const struct {
        unsigned psm;
        uint32_t page_height;
    } rows[] = {{GS_PSMCT32, 32}, {GS_PSMCT24, 32}, {GS_PSMCT16, 64}, {GS_PSMCT16S, 64}};
    drawing_write(GS_SCISSOR_1, scissor_value(0, 2047, 0, 2047));
    for (unsigned i = 0; i < 4; i++) {
        drawing_frame(rows[i].psm, 0);
        drawing_fill_frame(0);
        drawing_colour(0x00FFFFFF);
        drawing_point(0, 16 * (64 * DRAWING_FBW + 3), 16 * 5, 0);
        cr_expect_neq(drawing_pixel(3, 5 + rows[i].page_height), 0, "PSM %02X", rows[i].psm);
        cr_expect_eq(drawing_count_other(0), 1, "PSM %02X", rows[i].psm);
    }
}

/* GS-EXACT section 21, measured: x beyond 64 * FBW is neither limited nor does it wrap in its row, it runs on
 * into the next row of pages. */
Test(draw_coverage, pixels_past_the_width_of_the_frame_are_in_the_next_row_of_pages)
{
    static const struct {
        unsigned psm;
        uint32_t page_height;
    } frames[] = {{GS_PSMCT32, 32}, {GS_PSMCT24, 32}, {GS_PSMCT16, 64}, {GS_PSMCT16S, 64}};
    for (unsigned i = 0; i < 4; i++) {
        drawing_frame(frames[i].psm, 0);
        drawing_fill_frame(0);
        drawing_write(GS_SCISSOR_1, scissor_value(0, 1023, 0, 1023));
        drawing_colour(0x00F8F8F8);
        drawing_sprite(0, 16 * DRAWING_SIDE, 16 * 5, 16 * (DRAWING_SIDE + 8), 16 * 6, 0);
        for (uint32_t x = 0; x < 8; x++)
            cr_expect_neq(drawing_pixel(x, 5 + frames[i].page_height), 0, "PSM %02X", frames[i].psm);
        cr_expect_eq(drawing_count_other(0), 8, "PSM %02X", frames[i].psm);
    }
}
