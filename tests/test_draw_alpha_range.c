/* Alpha tests on textures whose texels differ in alpha. PCSX2 decides a test for the whole draw when the
 * range of alphas that the texture format, TEXA, palette and texture function allow is on one side of AREF;
 * the result must be that of the test on each pixel (GS-DRAWING sections 7.5 and 9). */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

TestSuite(draw_alpha_range, .init = drawing_open, .fini = drawing_close);

enum { TA0 = 0x40, TA1 = 0x90, TEXELS = 8 };

static uint32_t palette_colour(uint32_t i)
{
    return grey(i, i < 8 ? 0x30 + 0x10 * i : 0x70); /* 0x30 .. 0xA0 */
}

static void upload_palette(void)
{
    uint32_t pixel[256];
    for (uint32_t i = 0; i < 256; i++)
        pixel[(i / 32 * 2 + i / 8 % 2) * 16 + i % 8 + i / 16 % 2 * 8] = palette_colour(i);
    struct area area = {GS_PSMCT32, DRAWING_PALETTE_BLOCK, 1, 0, 0};
    transfer_upload(chip, &area, 16, 16, pixel);
}

/* The texels of a row; black ones with and without a top bit among them. */
static uint32_t texel(unsigned psm, uint32_t i)
{
    static const uint32_t wide[TEXELS] = {0x20000000, 0x40111111, 0x60222222, 0x80333333,
                                          0x90444444, 0xA0555555, 0xFF000000, 0x00666666};
    static const uint32_t narrow[TEXELS] = {0, 0x8000, 0x1111, 0x9111, 0x2222, 0xA222, 0x7FFF, 0xFFFF};
    if (gs_format(psm)->indexed)
        return i;
    return gs_format(psm)->pixel_bits == 16 ? narrow[i] : wide[i];
}

static uint32_t texel_alpha(unsigned psm, unsigned aem, uint32_t t)
{
    if (gs_format(psm)->indexed)
        return palette_colour(t) >> 24;
    switch (gs_format(psm)->pixel_bits) {
    case 16:
        return t & 0x8000 ? TA1 : aem && t == 0 ? 0 : TA0;
    case 24:
        return aem && (t & 0xFFFFFF) == 0 ? 0 : TA0;
    default:
        return t >> 24;
    }
}

static uint32_t fragment_alpha(unsigned tfx, unsigned tcc, uint32_t at, uint32_t af)
{
    uint32_t a = tfx == GS_TFX_MODULATE ? at * af >> 7 : tfx == GS_TFX_HIGHLIGHT ? at + af : at;
    return !tcc ? af : a < 255 ? a : 255;
}

static bool passes(unsigned atst, uint32_t a, uint32_t aref)
{
    const bool result[8] = {false, true, a<aref, a <= aref, a == aref, a >= aref, a> aref, a != aref};
    return result[atst];
}

/* Draws the row of texels and checks which pixels are there. */
static void draw_row(unsigned psm, unsigned aem, unsigned tfx, unsigned tcc, uint32_t af, unsigned atst,
                     uint32_t aref)
{
    drawing_fill_frame(0x12345678);
    drawing_colour(grey(0x80, af));
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_alpha(atst, aref, GS_AFAIL_KEEP));
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
    drawing_write(GS_UV, uv_value(0, 0));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_UV, uv_value(16 * TEXELS, 16));
    drawing_write(GS_XYZ2, xyz_value(16 * TEXELS, 16, 0));
    for (uint32_t i = 0; i < TEXELS; i++) {
        uint32_t a = fragment_alpha(tfx, tcc, texel_alpha(psm, aem, texel(psm, i)), af);
        bool drawn = drawing_pixel(i, 0) != 0x12345678;
        cr_expect_eq(drawn, passes(atst, a, aref),
                     "PSM %02X AEM %u TFX %u TCC %u Af %02X ATST %u AREF %02X texel %u: A %02X", psm, aem,
                     tfx, tcc, af, atst, aref, i, a);
        cr_expect(!drawn || drawing_pixel(i, 0) >> 24 == a, "A %02X", drawing_pixel(i, 0) >> 24);
    }
}

static void all_tests(unsigned psm, unsigned aem)
{
    static const uint32_t arefs[] = {0, 1, 0x3F, 0x40, 0x41, 0x60, 0x7F, 0x80, 0x8F, 0x90, 0x91, 0xFF};
    uint32_t texels[TEXELS * TEXELS];
    for (uint32_t i = 0; i < TEXELS * TEXELS; i++)
        texels[i] = texel(psm, i % TEXELS);
    drawing_write(GS_TEXA, texa_value(TA0, aem, TA1));
    for (unsigned tfx = 0; tfx < 4; tfx++)
        for (unsigned tcc = 0; tcc < 2; tcc++) {
            drawing_write(GS_TEX0_1, drawing_texture(psm, 3, 3, tcc, tfx, texels) |
                                         tex0_palette(DRAWING_PALETTE_BLOCK, GS_PSMCT32, 0, 1));
            for (unsigned atst = 2; atst < 8; atst++)
                for (size_t r = 0; r < sizeof arefs / sizeof *arefs; r++)
                    draw_row(psm, aem, tfx, tcc, r % 2 ? 0x40 : 0x80, atst, arefs[r]);
        }
}

Test(draw_alpha_range, tests_on_32_bit_textures_are_those_of_each_pixel)
{
    all_tests(GS_PSMCT32, 0);
}

Test(draw_alpha_range, tests_on_24_bit_textures_are_those_of_each_pixel)
{
    all_tests(GS_PSMCT24, 0);
    all_tests(GS_PSMCT24, 1);
}

Test(draw_alpha_range, tests_on_16_bit_textures_are_those_of_each_pixel)
{
    all_tests(GS_PSMCT16, 0);
    all_tests(GS_PSMCT16, 1);
}

Test(draw_alpha_range, tests_on_palette_textures_are_those_of_each_pixel)
{
    upload_palette();
    all_tests(GS_PSMT8, 0);
    all_tests(GS_PSMT4, 0);
}

/* A shaded line: the range is that of its ends, and each pixel has its own alpha. */
Test(draw_alpha_range, tests_on_shaded_primitives_are_those_of_each_pixel)
{
    for (unsigned atst = 2; atst < 8; atst++)
        for (uint32_t aref = 30; aref <= 130; aref += 10) {
            drawing_fill_frame(0x12345678);
            drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_alpha(atst, aref, GS_AFAIL_KEEP));
            drawing_write(GS_PRIM, GS_PRIM_LINE | IIP);
            drawing_colour(grey(9, 40));
            drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
            drawing_colour(grey(9, 120));
            drawing_write(GS_XYZ2, xyz_value(16 * 8, 0, 0));
            for (uint32_t x = 0; x < 8; x++)
                cr_expect_eq(drawing_pixel(x, 0) != 0x12345678, passes(atst, 40 + 10 * x, aref),
                             "ATST %u AREF %u, column %u", atst, aref, x);
        }
}
