/* Lines, edges of AA1 and points under the rule set "console", through registers to memory (GS-EXACT sections
 * 16 to 18). Which pixels a line has is tested against golden tables in test_golden_coverage. What attributes
 * they have was not measured: the expectations are exact linear values, rounded down and limited. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

enum { AREA = 48 }; /* pixels that are looked at, each way */

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_console_lines, .init = open_console, .fini = drawing_close);

struct end {
    int x, y; /* 1/16 pixel */
    uint32_t colour, z, fog;
};

static uint64_t seed = 5;

static int below(unsigned n)
{
    return (int)(transfer_random(&seed) % n);
}

static struct end random_end(void)
{
    struct end e = {below(16 * AREA), below(16 * AREA), 0, 0, (uint32_t)below(256)};
    e.colour = (uint32_t)transfer_random(&seed);
    e.z = (uint32_t)transfer_random(&seed) >> below(20);
    return e;
}

static void send(const struct end *e)
{
    drawing_colour(e->colour);
    drawing_write(GS_FOG, field(e->fog, 56));
    drawing_write(GS_XYZ2, xyz_value((uint32_t)e->x, (uint32_t)e->y, e->z));
}

static void send_fogged(const struct end *e)
{
    drawing_colour(e->colour);
    drawing_write(GS_XYZF2, xyzf_value((uint32_t)e->x, (uint32_t)e->y, e->z, e->fog));
}

static void draw(unsigned attributes, const struct end *a, const struct end *b)
{
    drawing_write(GS_PRIM, GS_PRIM_LINE | attributes);
    send(a);
    send(b);
}

static bool x_major(const struct end *a, const struct end *b)
{
    return abs(b->x - a->x) >= abs(b->y - a->y);
}

/* The value at a pixel of the line from a to b: floor, by a division of positive numbers. */
static int64_t linear(const struct end *a, const struct end *b, uint32_t x, uint32_t y, int64_t from,
                      int64_t to)
{
    bool along_x = x_major(a, b);
    int64_t p = along_x ? a->x : a->y, q = along_x ? b->x : b->y, at = 16 * (int64_t)(along_x ? x : y);
    int64_t n = from * (q - at) + to * (at - p), d = q - p;
    n = d < 0 ? -n : n;
    d = d < 0 ? -d : d;
    int64_t shift = ((int64_t)1 << 40) * d; /* makes n positive */
    return (n + shift) / d - ((int64_t)1 << 40);
}

static uint32_t limited(int64_t v, uint32_t most)
{
    return v < 0 ? 0 : v > most ? most : (uint32_t)v;
}

static uint32_t linear_colour(const struct end *a, const struct end *b, uint32_t x, uint32_t y)
{
    uint32_t out = 0;
    for (unsigned i = 0; i < 32; i += 8)
        out |= limited(linear(a, b, x, y, a->colour >> i & 0xFF, b->colour >> i & 0xFF), 255) << i;
    return out;
}

/* The pixels of a line: what it draws without attributes. */
static void mark(unsigned attributes, const struct end *a, const struct end *b, bool marked[AREA][AREA])
{
    drawing_fill_frame(0);
    drawing_colour(0x00FFFFFF);
    drawing_line(attributes, a->x, a->y, b->x, b->y, 0);
    for (uint32_t y = 0; y < AREA; y++)
        for (uint32_t x = 0; x < AREA; x++)
            marked[y][x] = (drawing_pixel(x, y) & 0xFFFFFF) != 0;
}

Test(draw_console_lines, colours_are_linear_from_vertex_to_vertex_and_rounded_down)
{
    unsigned pixels = 0;
    for (unsigned i = 0; i < 150; i++) {
        bool marked[AREA][AREA];
        struct end a = random_end(), b = random_end();
        mark(0, &a, &b, marked);
        drawing_fill_frame(0x12345678);
        draw(IIP, &a, &b);
        for (uint32_t y = 0; y < AREA; y++)
            for (uint32_t x = 0; x < AREA; x++) {
                uint32_t expected = marked[y][x] ? linear_colour(&a, &b, x, y) : 0x12345678;
                pixels += marked[y][x];
                cr_assert_eq(drawing_pixel(x, y), expected,
                             "(%d, %d) to (%d, %d): pixel (%u, %u) %08X, not %08X", a.x, a.y, b.x, b.y, x, y,
                             drawing_pixel(x, y), expected);
            }
    }
    cr_expect_gt(pixels, 1500);
}

/* A line from 7/16 before a pixel's end to 8/16: its first pixel lies before the first vertex. */
Test(draw_console_lines, before_the_first_vertex_the_line_goes_on_and_colours_are_limited)
{
    struct end a = {167, 160, 0x80FF0001, 0, 0}, b = {167 + 64, 160, 0x8000FF80, 0, 0};
    draw(IIP, &a, &b);
    cr_expect_eq(linear(&a, &b, 10, 10, 0, 255), -28);
    cr_expect_eq(drawing_pixel(10, 10), rgba(0, 0, 255, 0x80), "%08X", drawing_pixel(10, 10));
    cr_expect_eq(drawing_pixel(11, 10), linear_colour(&a, &b, 11, 10));
}

/* IIP = 0: the colour of vertex 1; fog is walked all the same. */
Test(draw_console_lines, flat_lines_have_the_second_vertex_colour_and_their_own_fog)
{
    struct end a = {160, 160, 0x40102030, 0, 250}, b = {480, 240, 0x80FFFFFF, 0, 3};
    drawing_write(GS_FOGCOL, rgba(0, 16, 200, 0));
    for (unsigned shade = 0; shade < 2; shade++) {
        drawing_fill_frame(0);
        drawing_write(GS_PRIM, GS_PRIM_LINE | FGE | (shade ? IIP : 0));
        send_fogged(&a);
        send_fogged(&b);
        for (uint32_t x = 10; x < 30; x++) {
            uint32_t y = 10 + (5 * (x - 10) + 10) / 20, f = limited(linear(&a, &b, x, y, a.fog, b.fog), 255);
            uint32_t c = shade ? linear_colour(&a, &b, x, y) : b.colour, expected = c & 0xFF000000;
            const uint32_t fogcol[3] = {0, 16, 200};
            for (unsigned i = 0; i < 3; i++)
                expected |= (f * (c >> (8 * i) & 0xFF) + (256 - f) * fogcol[i]) >> 8 << (8 * i);
            cr_expect_eq(drawing_pixel(x, y), expected, "column %u: %08X, not %08X", x, drawing_pixel(x, y),
                         expected);
        }
    }
}

static void check_depth(unsigned psm, uint32_t most)
{
    drawing_depth(psm, true);
    for (unsigned i = 0; i < 60; i++) {
        bool marked[AREA][AREA];
        struct end a = random_end(), b = random_end();
        mark(0, &a, &b, marked);
        drawing_fill_depth(0x1234);
        draw(0, &a, &b);
        for (uint32_t y = 0; y < AREA; y++)
            for (uint32_t x = 0; x < AREA; x++) {
                int64_t z = linear(&a, &b, x, y, a.z, b.z);
                cr_assert_eq(drawing_z(x, y), marked[y][x] ? limited(z, most) : 0x1234,
                             "format %02X, %08X to %08X: %08X", psm, a.z, b.z, drawing_z(x, y));
            }
    }
}

Test(draw_console_lines, depth_is_truncated_and_limited_to_its_format)
{
    check_depth(GS_PSMZ32, UINT32_MAX);
    check_depth(GS_PSMZ24, 0xFFFFFF);
    check_depth(GS_PSMZ16, 0xFFFF);
}

/* The test sees the Z of each pixel: from 0 to 100 over 20 pixels against 50. */
Test(draw_console_lines, the_depth_test_sees_the_depth_of_each_pixel)
{
    struct end a = {160, 160, 0xFF, 0, 0}, b = {480, 160, 0xFF, 100, 0};
    drawing_depth(GS_PSMZ32, false);
    drawing_fill_depth(50);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
    draw(0, &a, &b);
    for (uint32_t x = 10; x < 30; x++)
        cr_expect_eq(drawing_pixel(x, 10), x >= 20 ? 0xFF : 0, "column %u", x);
}

/* ---- strips, scissors, places ---- */

Test(draw_console_lines, a_strip_is_its_lines)
{
    static uint8_t memory[1 << 20];
    struct end ends[9];
    for (unsigned i = 0; i < 9; i++)
        ends[i] = random_end();
    drawing_depth(GS_PSMZ32, true);
    for (unsigned strip = 0; strip < 2; strip++) {
        drawing_fill_frame(0);
        drawing_fill_depth(0);
        drawing_write(GS_PRIM, (strip ? GS_PRIM_LINE_STRIP : GS_PRIM_LINE) | IIP);
        for (unsigned i = 0; i < 9; i++) {
            send(&ends[i]);
            if (!strip && i > 0 && i < 8)
                send(&ends[i]);
        }
        gs_finish(chip);
        if (strip)
            cr_expect_eq(memcmp(memory, gs_local_memory(chip), sizeof memory), 0);
        memcpy(memory, gs_local_memory(chip), sizeof memory);
    }
}

/* "Scissor only rejects pixels": what is left has the values that it has without. */
Test(draw_console_lines, scissors_and_places_change_no_value)
{
    static uint32_t whole[AREA][AREA];
    struct end a = {-75, 33, 0x20FF8040, 0, 0}, b = {16 * AREA + 91, 16 * 31 + 5, 0x8001FF80, 0, 0};
    const int offset = 1024;
    for (unsigned cut = 0; cut < 2; cut++) {
        drawing_fill_frame(0);
        drawing_write(GS_XYOFFSET_1, xyoffset_value(offset, offset));
        drawing_write(GS_SCISSOR_1, cut ? scissor_value(9, 20, 0, 17) : scissor_value(0, 255, 0, 255));
        drawing_write(GS_PRIM, GS_PRIM_LINE | IIP);
        for (unsigned i = 0; i < 2; i++) {
            struct end e = i ? b : a;
            e.x += offset;
            e.y += offset;
            send(&e);
        }
        unsigned drawn = 0;
        for (uint32_t y = 0; y < AREA; y++)
            for (uint32_t x = 0; x < AREA; x++) {
                bool in = x >= 9 && x <= 20 && y <= 17;
                uint32_t pixel = drawing_pixel(x, y);
                drawn += pixel != 0;
                if (cut)
                    cr_expect_eq(pixel, in ? whole[y][x] : 0, "(%u, %u)", x, y);
                else
                    cr_expect(pixel == 0 || pixel == linear_colour(&a, &b, x, y), "(%u, %u)", x, y);
                whole[y][x] = pixel;
            }
        cr_expect_eq(drawn, cut ? 12 : AREA);
    }
}

Test(draw_console_lines, lines_of_no_length_draw_nothing)
{
    for (int i = 0; i < 256; i++) {
        struct end a = {160 + i % 16, 160 + i / 16, 0xFF, 0, 0};
        draw(IIP, &a, &a);
        draw(IIP | AA1 | TME | FST, &a, &a);
    }
    cr_expect_eq(drawing_count_other(0), 0);
}

/* ---- antialiased lines ---- */

Test(draw_console_lines, both_pixels_of_an_antialiased_step_have_its_attributes)
{
    unsigned pixels = 0;
    for (unsigned i = 0; i < 60; i++) {
        bool marked[AREA][AREA];
        struct end a = random_end(), b = random_end();
        drawing_fill_frame(0);
        drawing_write(GS_ALPHA_1, alpha_value(0, 0, 0, 0, 0)); /* Cs */
        mark(AA1, &a, &b, marked);
        drawing_fill_frame(0x55555555);
        draw(IIP | AA1, &a, &b);
        for (uint32_t y = 0; y < AREA; y++)
            for (uint32_t x = 0; x < AREA; x++) {
                uint32_t pixel = drawing_pixel(x, y);
                pixels += marked[y][x];
                if (!marked[y][x])
                    cr_assert_eq(pixel, 0x55555555);
                else
                    cr_assert_eq(pixel & 0xFFFFFF, linear_colour(&a, &b, x, y) & 0xFFFFFF);
                cr_assert(!marked[y][x] || pixel >> 24 < 128);
            }
    }
    cr_expect_gt(pixels, 1500);
}

/* "Edge pixels do not write Z" (gs-prim): then nor do they when nothing but Z could be written. */
Test(draw_console_lines, antialiased_lines_never_write_depth)
{
    struct end a = {160, 165, 0xFF, 7, 0}, b = {480, 200, 0xFF, 9, 0};
    drawing_depth(GS_PSMZ32, true);
    drawing_fill_depth(3);
    for (unsigned masked = 0; masked < 2; masked++) {
        drawing_frame(GS_PSMCT32, masked ? 0xFFFFFFFF : 0);
        draw(AA1, &a, &b);
        draw(AA1 | ABE, &a, &b);
    }
    for (uint32_t y = 0; y < AREA; y++)
        for (uint32_t x = 0; x < AREA; x++)
            cr_expect_eq(drawing_z(x, y), 3, "(%u, %u)", x, y);
    drawing_frame(GS_PSMCT32, 0);
    cr_expect_gt(drawing_count_other(0), 0);
}

/* ABE = 1: only an alpha of 128 becomes the coverage; FIX blends by its own weight. The line lies half way
 * between two rows: the lower one is its own, D = -1/2. */
Test(draw_console_lines, with_abe_coverage_replaces_an_alpha_of_128_only)
{
    for (uint32_t alpha = 0x7F; alpha < 0x82; alpha++) {
        struct end a = {160, 168, rgba(200, 100, 50, alpha), 0, 0}, b = a;
        b.x = 480;
        drawing_fill_frame(grey(40, 0x11));
        drawing_write(GS_ALPHA_1, alpha_value(0, 1, 2, 1, 0x40)); /* (Cs - Cd) * FIX + Cd */
        draw(AA1 | ABE, &a, &b);
        uint32_t own = alpha == 0x80 ? (0xFFFF - 65535 / 2) >> 9 : alpha;
        uint32_t beside = alpha == 0x80 ? 65535 / 2 >> 9 : alpha;
        cr_expect_eq(drawing_pixel(20, 11), rgba(120, 70, 45, own), "A %02X: %08X", alpha,
                     drawing_pixel(20, 11));
        cr_expect_eq(drawing_pixel(20, 10), rgba(120, 70, 45, beside), "A %02X: %08X", alpha,
                     drawing_pixel(20, 10));
    }
}

/* Blending is on without ABE, with coverage for the alpha of each pixel. */
Test(draw_console_lines, coverage_blends_the_two_pixels_of_a_step)
{
    struct end a = {160, 164, 0x80FFFFFF, 0, 0}, b = a;
    b.x = 480;
    drawing_write(GS_ALPHA_1, alpha_value(0, 1, 0, 1, 0)); /* (Cs - Cd) * As + Cd */
    draw(AA1, &a, &b);
    uint32_t near = (0xFFFF - 65535 / 4) >> 9, far = 65535 / 4 >> 9;
    cr_expect_eq(drawing_pixel(20, 10), grey(255 * near >> 7, near), "%08X", drawing_pixel(20, 10));
    cr_expect_eq(drawing_pixel(20, 11), grey(255 * far >> 7, far), "%08X", drawing_pixel(20, 11));
}

/* Alpha from 0x80 down: the alpha test of a plain line sees each pixel's, although its vertices have two. */
Test(draw_console_lines, the_alpha_test_sees_the_walked_alpha)
{
    struct end a = {167, 160, 0x00000000, 0, 0}, b = {167 + 320, 160, 0x10FFFFFF, 0, 0};
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_alpha(GS_ATST_GEQUAL, 8, 0));
    draw(IIP, &a, &b);
    for (uint32_t x = 10; x < 30; x++) {
        uint32_t colour = linear_colour(&a, &b, x, 10);
        cr_expect_eq(drawing_pixel(x, 10), colour >> 24 >= 8 ? colour : 0, "column %u", x);
    }
}

/* ---- edges of triangles ---- */

/* The top edge of a triangle, half a pixel above its pixels' centres: colours are those of the line between
 * the two corners, limited where it begins before the first one. */
Test(draw_console_lines, pixels_outside_of_an_edge_have_the_colours_along_it)
{
    const struct end a = {167, 168, 0x80FF0010, 0, 0}, b = {167 + 512, 168, 0x8000FF20, 0, 0};
    const struct end c = {167, 168 + 512, 0x80405060, 0, 0};
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP | AA1);
    send(&a);
    send(&b);
    send(&c);
    for (uint32_t x = 12; x < 40; x++)
        cr_expect_eq(drawing_pixel(x, 10), (linear_colour(&a, &b, x, 10) & 0xFFFFFF) | 63u << 24,
                     "column %u: %08X", x, drawing_pixel(x, 10));
    for (uint32_t y = 13; y < 40; y++)
        cr_expect_eq(drawing_pixel(10, y) & 0xFFFFFF, linear_colour(&a, &c, 10, y) & 0xFFFFFF, "row %u: %08X",
                     y, drawing_pixel(10, y));
}

/* Coverage is a whole 65535th of a pixel, truncated: of what 7167/65535 leave, 58368, the alpha is 114. In
 * float64 (PCSX2) it comes out one less, and the alpha is 113. */
Test(draw_console_lines, what_an_edge_leaves_of_a_pixel_is_exact)
{
    for (unsigned pcsx2 = 0; pcsx2 < 2; pcsx2++) {
        drawing_close();
        drawing_open_with(pcsx2 ? "pcsx2" : "console");
        drawing_colour(0x80FFFFFF);
        drawing_triangle(AA1, (const int[6]){160, 160, 160 + 21845, 160 + 2389, 160, 160 + 8000}, 0);
        cr_expect_eq(drawing_pixel(11, 10) >> 24, pcsx2 ? 113 : 114, "%u", drawing_pixel(11, 10) >> 24);
    }
}
