/* Golden tables of single pixels (GS-EXACT sections 8 and 11 to 14: measured on a console, published tests
 * and formulas; index in section 26). Every row is a draw of one pixel through the public API. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "csv.h"
#include "drawing.h"
#include "golden_test.h"
#include "mip.h"

/* The rules by which consoles have no fractions in the texture function and in fog. */
#define BYTES "pcsx2,modulate=byte,fog_blend=byte"

/* A test under these rules, which draw by PCSX2's walks, and under "console". */
#define GOLDEN(name) GOLDEN_TEST(golden_pixels, BYTES, name)

static unsigned number(const struct csv *csv, size_t row, const char *column)
{
    return (unsigned)csv_number(csv, row, column);
}

static bool is_grey(uint32_t pixel, uint32_t value)
{
    return (pixel & 0xFFFFFF) == grey(value, 0);
}

/* Column dest24: the frame is PSMCT24, so that Ad is 0x80 whatever memory holds. */
GOLDEN(blending_gives_the_values_of_blend_cases)
{
    struct csv *csv = csv_open("blend_cases.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        uint32_t stored = grey(number(csv, row, "Cd"), number(csv, row, "Ad"));
        drawing_frame(GS_PSMCT32, 0);
        struct area frame = {GS_PSMCT32, 0, DRAWING_FBW, 0, 0};
        transfer_upload(chip, &frame, 1, 1, &stored);
        if (number(csv, row, "dest24"))
            drawing_frame(GS_PSMCT24, 0);
        drawing_write(GS_COLCLAMP, number(csv, row, "COLCLAMP"));
        drawing_write(GS_ALPHA_1,
                      alpha_value(number(csv, row, "A"), number(csv, row, "B"), number(csv, row, "C"),
                                  number(csv, row, "D"), number(csv, row, "FIX")));
        drawing_colour(grey(number(csv, row, "Cs"), number(csv, row, "As")));
        drawing_point(ABE, 0, 0, 0);
        bool ok = is_grey(drawing_pixel(0, 0), number(csv, row, "out"));
        right += ok;
        cr_expect(ok, "row %zu: %06X", row, drawing_pixel(0, 0));
    }
    golden_conclude(csv, right);
}

GOLDEN(destination_alpha_lets_through_the_pixels_of_date_cases)
{
    struct csv *csv = csv_open("date_cases.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        unsigned psm = transfer_psm(csv_text(csv, row, "psm"));
        uint32_t seed = (uint32_t)csv_hex(csv, row, "seed_hex");
        drawing_frame(psm, 0);
        struct area frame = {psm, 0, DRAWING_FBW, 0, 0};
        transfer_upload(chip, &frame, 1, 1, &seed);
        drawing_write(GS_TEST_1, test_date(number(csv, row, "DATM")));
        drawing_colour(0xFFFFFFFF); /* no seed has all bits set */
        drawing_point(0, 0, 0, 0);
        bool written = drawing_pixel(0, 0) != seed;
        bool ok = written == (number(csv, row, "written") == 1);
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_conclude(csv, right);
}

/* The format whose pixels have these bits when they are spread to 8 bits a channel. */
static unsigned format_with_bits(uint32_t bits)
{
    switch (bits) {
    case 0xFFFFFFFF:
        return GS_PSMCT32;
    case 0x00FFFFFF:
        return GS_PSMCT24;
    default:
        cr_assert_eq(bits, 0x80F8F8F8);
        return GS_PSMCT16;
    }
}

static uint32_t spread16(uint32_t v)
{
    return (v & 0x1F) << 3 | (v & 0x3E0) << 6 | (v & 0x7C00) << 9 | (v & 0x8000) << 16;
}

GOLDEN(fbmsk_keeps_the_bits_of_fbmsk_reduce)
{
    struct csv *csv = csv_open("fbmsk_reduce.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        unsigned psm = format_with_bits((uint32_t)csv_hex(csv, row, "format_stored_bits_hex"));
        drawing_frame(psm, (uint32_t)csv_hex(csv, row, "FBMSK_hex"));
        drawing_fill_frame(0xFFFFFFFF);
        drawing_colour(0);
        drawing_point(0, 3, 0, 0);
        uint32_t kept = drawing_pixel(0, 0);
        if (psm == GS_PSMCT16)
            kept = spread16(kept);
        bool ok = kept == csv_hex(csv, row, "kept_bits_hex");
        right += ok;
        cr_expect(ok, "row %zu: %08X", row, kept);
    }
    golden_conclude(csv, right);
}

GOLDEN(modulation_gives_the_values_of_tfx_modulate)
{
    struct csv *csv = csv_open("tfx_modulate.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        uint32_t c = number(csv, row, "colour_byte"), t = number(csv, row, "texel");
        uint32_t texel = grey(t, t), stored = number(csv, row, "stored");
        drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_MODULATE, &texel));
        drawing_colour(grey(c, c));
        bool ok = drawing_sample(0, 0, 0) == grey(stored, stored);
        right += ok;
        cr_expect(ok, "row %zu: %u * %u", row, t, c);
    }
    golden_conclude(csv, right);
}

/* Alpha is never fogged (GS-EXACT section 12). */
GOLDEN(fog_gives_the_values_of_fog_blend)
{
    struct csv *csv = csv_open("fog_blend.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        drawing_write(GS_FOGCOL, grey(number(csv, row, "Cf"), 0));
        drawing_colour(grey(number(csv, row, "Cv"), 0xA5));
        drawing_write(GS_PRIM, GS_PRIM_POINT | FGE);
        drawing_write(GS_XYZF2, xyzf_value(0, 0, 0, number(csv, row, "F")));
        bool ok = drawing_pixel(0, 0) == grey(number(csv, row, "stored"), 0xA5);
        right += ok;
        cr_expect(ok, "row %zu: %08X", row, drawing_pixel(0, 0));
    }
    golden_conclude(csv, right);
}

/* One stage: the other axis has two equal rows. */
GOLDEN(bilinear_filtering_gives_the_values_of_bilinear_stage)
{
    struct csv *csv = csv_open("bilinear_stage.csv");
    size_t right = 0;
    drawing_write(GS_TEX1_1, tex1_value(0, 0, 1, 0, 0, 0));
    for (size_t row = 0; row < csv_rows(csv); row++) {
        uint32_t a = number(csv, row, "a"), b = number(csv, row, "b"), w = number(csv, row, "w_0_15");
        uint32_t across[4] = {grey(a, a), grey(b, b), grey(a, a), grey(b, b)};
        uint32_t down[4] = {grey(a, a), grey(a, a), grey(b, b), grey(b, b)};
        uint32_t out = number(csv, row, "out");
        drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 1, 1, 1, GS_TFX_DECAL, across));
        bool ok = drawing_sample(0, 8 + (int)w, 8) == grey(out, out);
        drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 1, 1, 1, GS_TFX_DECAL, down));
        ok = drawing_sample(0, 8, 8 + (int)w) == grey(out, out) && ok;
        right += ok;
        cr_expect(ok, "row %zu: %u..%u weight %u", row, a, b, w);
    }
    golden_conclude(csv, right);
}

GOLDEN(k_is_the_signed_number_of_tex1_k_decode)
{
    struct csv *csv = csv_open("tex1_k_decode.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int k = gs_tex1_k(tex1_value(0, 0, 0, 0, 0, (int)csv_number(csv, row, "K_signed_field")));
        bool ok = (double)k / 16 == csv_real(csv, row, "levels");
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_conclude(csv, right);
}
