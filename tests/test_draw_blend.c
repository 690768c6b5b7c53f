/* Blending, clamping, dithering, masks and frame formats (GS-DRAWING sections 9.2 and 9.3). The golden table
 * blend_cases has values; here are the parts that it leaves out. */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

TestSuite(draw_blend, .init = drawing_open, .fini = drawing_close);

static uint32_t pack16(uint32_t c)
{
    return (c >> 3 & 0x1F) | (c >> 6 & 0x3E0) | (c >> 9 & 0x7C00) | (c >> 16 & 0x8000);
}

static int channel(uint32_t colour, unsigned i)
{
    return (int)(colour >> (8 * i) & 0xFF);
}

/* (((A - B) * C) >> 7) + D, then clamped or cut to 8 bits. */
static uint32_t blended(uint32_t cs, uint32_t cd, unsigned alpha, int fix, int ad, bool clamp)
{
    uint32_t out = cs & 0xFF000000; /* "written alpha is always As" */
    for (unsigned i = 0; i < 3; i++) {
        const int colour[3] = {channel(cs, i), channel(cd, i), 0}, factor[3] = {channel(cs, 3), ad, fix};
        int a = colour[alpha & 3], b = colour[alpha >> 2 & 3], d = colour[alpha >> 6 & 3];
        int v = ((a - b) * factor[alpha >> 4 & 3] >> 7) + d;
        v = clamp ? (v < 0 ? 0 : v > 255 ? 255 : v) : v & 0xFF;
        out |= (uint32_t)v << (8 * i);
    }
    return out;
}

/* All 81 equations. Cd and Ad by format: 24 bits Ad = 0x80; 16 bits colours << 3, Ad 0x80 or 0. */
Test(draw_blend, all_equations_in_all_frame_formats)
{
    static const uint32_t cs[] = {0x60C82814, 0xFF0180FE}, cd[] = {0x906428FA, 0x1FF07F00};
    static const unsigned formats[] = {GS_PSMCT32, GS_PSMCT24, GS_PSMCT16, GS_PSMCT16S};
    for (unsigned f = 0; f < 4; f++)
        for (unsigned alpha = 0; alpha < 256; alpha++) {
            if ((alpha & alpha >> 1 & 0x55) != 0)
                continue; /* 3 is stored as 2 */
            for (unsigned i = 0; i < 4; i++) {
                uint32_t source = cs[i & 1], under = cd[i >> 1], fix = 0x70;
                bool sixteen = f >= 2, clamp = (alpha + i) & 1;
                drawing_frame(formats[f], 0);
                struct area frame = {formats[f], 0, DRAWING_FBW, 0, 0};
                uint32_t stored = sixteen ? pack16(under) : under;
                transfer_upload(chip, &frame, 1, 1, &stored);
                int ad = f == 0 ? channel(under, 3) : f == 1 ? 0x80 : channel(under, 3) & 0x80;
                uint32_t visible = sixteen ? under & 0xF8F8F8 : under;
                uint32_t expected = blended(source, visible, alpha, (int)fix, ad, clamp);
                drawing_write(GS_COLCLAMP, clamp);
                drawing_write(GS_ALPHA_1, alpha | field(fix, 32));
                drawing_colour(source);
                drawing_point(ABE, 0, 0, 0);
                expected = f == 1 ? expected & 0xFFFFFF : sixteen ? pack16(expected) : expected;
                cr_expect_eq(drawing_pixel(0, 0), expected, "PSM %02X ALPHA %02X: %08X, not %08X", formats[f],
                             alpha, drawing_pixel(0, 0), expected);
            }
        }
}

/* "COLCLAMP = 0: take the low 8 bits of the sum", unblended colours are in range. */
Test(draw_blend, colclamp_clamps_or_wraps_sums_and_differences)
{
    static const struct {
        unsigned alpha, colclamp;
        uint32_t expected;
    } rows[] = {
        {0x68, 1, 0x40FFFFFF}, /* (Cs - 0) * FIX + Cd = 200 + 100 */
        {0x68, 0, 0x402C2C2C}, /* 300 & 255 */
        {0x42, 1, 0x40000000}, /* (0 - Cs) * As + Cd, As = 0x40: 100 - 200 / 2 */
        {0x62, 1, 0x40000000}, /* (0 - Cs) * FIX + Cd = 100 - 200 */
        {0x62, 0, 0x409C9C9C}, /* -100 & 255 */
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        drawing_fill_frame(grey(100, 0));
        drawing_write(GS_COLCLAMP, rows[i].colclamp);
        drawing_write(GS_ALPHA_1, rows[i].alpha | field(0x80, 32));
        drawing_colour(grey(200, 0x40));
        drawing_sprite(ABE, 0, 0, 160, 160, 0);
        cr_expect_eq(drawing_pixel(4, 4), rows[i].expected, "row %zu: %08X", i, drawing_pixel(4, 4));
    }
}

Test(draw_blend, primitives_of_one_draw_blend_over_each_other)
{
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 1, 0x80)); /* Cs + Cd */
    drawing_colour(grey(10, 0));
    for (int i = 0; i < 5; i++)
        drawing_sprite(ABE, 16 * i, 0, 160, 16, 0);
    for (uint32_t x = 0; x < 5; x++)
        cr_expect_eq(drawing_pixel(x, 0), grey(10 * (x + 1), 0));
}

/* ---- masks ---- */

/* "1 = keep. In 16-bit, mask bits map as the colour does." Every single bit, in every format. */
Test(draw_blend, each_bit_of_fbmsk_keeps_one_bit_of_the_pixel)
{
    static const unsigned formats[] = {GS_PSMCT32, GS_PSMCT24, GS_PSMCT16, GS_PSMCT16S};
    for (unsigned f = 0; f < 4; f++)
        for (unsigned bit = 0; bit < 32; bit++) {
            uint32_t mask = 1u << bit;
            drawing_frame(formats[f], mask);
            drawing_fill_frame(0xFFFFFFFF);
            drawing_colour(0);
            drawing_sprite(0, 16, 16, 64, 64, 0);
            uint32_t expected = f == 0 ? mask : f == 1 ? mask & 0xFFFFFF : pack16(mask);
            cr_expect_eq(drawing_pixel(2, 2), expected, "PSM %02X bit %u", formats[f], bit);
            drawing_fill_frame(0);
            drawing_colour(0xFFFFFFFF);
            drawing_sprite(0, 16, 16, 64, 64, 0);
            uint32_t all = f == 0 ? 0xFFFFFFFF : f == 1 ? 0xFFFFFF : 0xFFFF;
            cr_expect_eq(drawing_pixel(2, 2), all & ~expected, "PSM %02X bit %u", formats[f], bit);
        }
}

/* "24-bit frame keeps 31..24", blended or not. */
Test(draw_blend, a_24_bit_frame_keeps_the_top_byte)
{
    for (unsigned attributes = 0; attributes <= ABE; attributes += ABE) {
        drawing_frame(GS_PSMCT32, 0);
        drawing_fill_frame(0x5A000000);
        drawing_frame(GS_PSMCT24, 0);
        drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 1, 0x80));
        drawing_colour(0xFF112233);
        drawing_sprite(attributes, 16, 16, 64, 64, 0);
        drawing_frame(GS_PSMCT32, 0);
        cr_expect_eq(drawing_pixel(2, 2), 0x5A112233);
    }
}

/* FRAME in a format of part of a word: PSMCT32 with all other bits masked (PCSX2); FBMSK as written is void.
 */
Test(draw_blend, frames_in_indexed_formats_write_their_part_of_the_word)
{
    static const struct {
        unsigned psm;
        uint32_t bits;
    } rows[] = {{GS_PSMT8H, 0xFF000000}, {GS_PSMT4HL, 0x0F000000}, {GS_PSMT4HH, 0xF0000000}};
    for (unsigned i = 0; i < 3; i++) {
        drawing_frame(GS_PSMCT32, 0);
        drawing_fill_frame(0x11111111);
        drawing_frame(rows[i].psm, 0);
        drawing_colour(0xEEEEEEEE);
        drawing_sprite(0, 16, 16, 64, 64, 0);
        drawing_frame(GS_PSMCT32, 0);
        cr_expect_eq(drawing_pixel(2, 2), (0x11111111 & ~rows[i].bits) | (0xEEEEEEEE & rows[i].bits));
    }
}

/* ---- dithering ---- */

/* The matrix of the console capture (GS-EXACT section 15): rows (-4 -3 -2 -1)(0 1 2 3)(3 2 1 0)(-1 -2 -3 -4).
 */
static const int matrix[4][4] = {{-4, -3, -2, -1}, {0, 1, 2, 3}, {3, 2, 1, 0}, {-1, -2, -3, -4}};

static uint64_t dimx_value(void)
{
    uint64_t value = 0;
    for (unsigned y = 0; y < 4; y++)
        for (unsigned x = 0; x < 4; x++)
            value |= field((uint32_t)matrix[y][x] & 7, 16 * y + 4 * x);
    return value;
}

static uint32_t dithered(uint32_t colour, unsigned x, unsigned y, bool clamp)
{
    uint32_t out = colour & 0xFF000000;
    for (unsigned i = 0; i < 3; i++) {
        int v = channel(colour, i) + matrix[y & 3][x & 3];
        v = clamp ? (v < 0 ? 0 : v > 255 ? 255 : v) : v & 0xFF;
        out |= (uint32_t)v << (8 * i);
    }
    return out;
}

static void big_triangle(unsigned attributes)
{
    drawing_triangle(attributes, (const int[6]){0, 0, 16 * 16, 0, 0, 16 * 16}, 0);
}

/* Added to R, G, B after blending, before COLCLAMP; alpha never. */
Test(draw_blend, sixteen_bit_frames_are_dithered_by_the_matrix)
{
    static const uint32_t colours[] = {0x554080C0, 0x55000204, 0x55FFFDFB};
    drawing_write(GS_DTHE, 1);
    drawing_write(GS_DIMX, dimx_value());
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 1, 0x80)); /* Cs + Cd */
    for (unsigned psm = GS_PSMCT16; psm <= GS_PSMCT16S; psm += GS_PSMCT16S - GS_PSMCT16)
        for (unsigned i = 0; i < 3; i++)
            for (unsigned clamp = 0; clamp < 2; clamp++)
                for (unsigned attributes = 0; attributes <= ABE; attributes += ABE) {
                    drawing_frame(psm, 0);
                    drawing_fill_frame(0);
                    drawing_write(GS_COLCLAMP, clamp);
                    drawing_colour(colours[i]);
                    big_triangle(attributes);
                    for (uint32_t y = 0; y < 8; y++)
                        for (uint32_t x = 0; x < 8; x++)
                            cr_expect_eq(drawing_pixel(x, y), pack16(dithered(colours[i], x, y, clamp)),
                                         "PSM %02X (%u, %u)", psm, x, y);
                }
}

/* Rule dither, PCSX2: frames of 32 and 24 bits are not dithered, and neither is a plain rectangle; sprites
 * that are more than a fill are. */
Test(draw_blend, pcsx2_dithers_no_wide_frames_and_no_plain_rectangles)
{
    drawing_close();
    drawing_open_with("pcsx2");
    drawing_write(GS_DTHE, 1);
    drawing_write(GS_DIMX, dimx_value());
    drawing_colour(0x554080C0);
    for (unsigned psm = GS_PSMCT32; psm <= GS_PSMCT24; psm++) {
        drawing_frame(psm, 0);
        drawing_fill_frame(0);
        big_triangle(0);
        for (uint32_t i = 0; i < 7; i++)
            cr_expect_eq(drawing_pixel(i, i) & 0xFFFFFF, 0x4080C0);
    }
    drawing_frame(GS_PSMCT16, 0);
    drawing_fill_frame(0);
    drawing_sprite(0, 0, 0, 256, 256, 0);
    for (uint32_t i = 0; i < 8; i++)
        cr_expect_eq(drawing_pixel(i, i / 2), pack16(0x554080C0));
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
    drawing_sprite(0, 0, 0, 256, 256, 0);
    for (uint32_t i = 0; i < 8; i++)
        cr_expect_eq(drawing_pixel(i, i / 2), pack16(dithered(0x554080C0, i, i / 2, true)));
}

Test(draw_blend, dthe_0_switches_dithering_off)
{
    drawing_write(GS_DIMX, dimx_value());
    drawing_frame(GS_PSMCT16, 0);
    drawing_colour(0x554080C0);
    big_triangle(0);
    for (uint32_t i = 0; i < 7; i++)
        cr_expect_eq(drawing_pixel(i, i), pack16(0x554080C0));
}
