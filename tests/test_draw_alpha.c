/* Alpha test, destination alpha test, FBA, PABE (GS-DRAWING section 9, GS-EXACT section 13). */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

TestSuite(draw_alpha, .init = drawing_open, .fini = drawing_close);

#define OLD_RGB 0x00102030u
#define OLD_Z 10u
#define NEW_Z 20u

/* ---- alpha test ---- */

/* "A op AREF". */
static bool passes(unsigned atst, unsigned a, unsigned aref)
{
    const bool result[8] = {false, true, a<aref, a <= aref, a == aref, a >= aref, a> aref, a != aref};
    return result[atst];
}

/* A colour of 32 bits as the format stores it. */
static uint32_t packed(unsigned psm, uint32_t colour)
{
    if (psm == GS_PSMCT24)
        return colour & 0xFFFFFF;
    if (psm == GS_PSMCT32)
        return colour;
    return (colour >> 3 & 0x1F) | (colour >> 6 & 0x3E0) | (colour >> 9 & 0x7C00) | (colour >> 16 & 0x8000);
}

struct expectation {
    bool frame, alpha, depth; /* are RGB, A, Z written */
};

/* "KEEP: drop; FB_ONLY: no Z write; ZB_ONLY: no frame write; RGB_ONLY: RGB, no A, no Z. RGB_ONLY acts as
 * FB_ONLY unless the frame format is 32-bit." */
static struct expectation after_failure(unsigned afail, unsigned psm)
{
    if (afail == GS_AFAIL_RGB_ONLY && psm != GS_PSMCT32)
        afail = GS_AFAIL_FB_ONLY;
    switch (afail) {
    case GS_AFAIL_KEEP:
        return (struct expectation){false, false, false};
    case GS_AFAIL_FB_ONLY:
        return (struct expectation){true, true, false};
    case GS_AFAIL_ZB_ONLY:
        return (struct expectation){false, false, true};
    default:
        return (struct expectation){true, false, false};
    }
}

static void expect_result(unsigned psm, unsigned atst, unsigned afail, unsigned a, unsigned aref,
                          uint32_t old_alpha, const char *what)
{
    struct expectation e = {true, true, true};
    uint32_t new_colour = 0x00F8C8A8 | a << 24;
    if (!passes(atst, a, aref))
        e = after_failure(afail, psm);
    uint32_t colour = (e.frame ? new_colour & 0xFFFFFF : OLD_RGB) | (e.alpha ? a : old_alpha) << 24;
    cr_expect_eq(drawing_pixel(3, 2), packed(psm, colour), "%s: PSM %02X ATST %u AFAIL %u A %02X: %08X", what,
                 psm, atst, afail, a, drawing_pixel(3, 2));
    cr_expect_eq(drawing_z(3, 2), e.depth ? NEW_Z : OLD_Z, "%s: PSM %02X ATST %u AFAIL %u A %02X: Z %u", what,
                 psm, atst, afail, a, drawing_z(3, 2));
}

static void set_pixel(unsigned psm, uint32_t old_alpha)
{
    uint32_t old = packed(psm, OLD_RGB | old_alpha << 24), z = OLD_Z;
    struct area frame = {psm, 0, DRAWING_FBW, 3, 2};
    struct area depth = {GS_PSMZ32, DRAWING_DEPTH_PAGE * 32, DRAWING_FBW, 3, 2};
    transfer_upload(chip, &frame, 1, 1, &old);
    transfer_upload(chip, &depth, 1, 1, &z);
}

/* Every test on every format; `draw` draws pixel (3, 2) with this alpha. */
static void whole_matrix(void (*draw)(unsigned a), const char *what)
{
    static const unsigned formats[] = {GS_PSMCT32, GS_PSMCT24, GS_PSMCT16, GS_PSMCT16S};
    const unsigned aref = 0x80;
    drawing_depth(GS_PSMZ32, true);
    for (unsigned f = 0; f < 4; f++) {
        drawing_frame(formats[f], 0);
        for (unsigned atst = 0; atst < 8; atst++)
            for (unsigned afail = 0; afail < 4; afail++)
                for (unsigned a = aref - 1; a <= aref + 1; a++)
                    for (unsigned old_alpha = 0; old_alpha <= 0x80; old_alpha += 0x80) {
                        set_pixel(formats[f], old_alpha);
                        drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_alpha(atst, aref, afail));
                        draw(a);
                        expect_result(formats[f], atst, afail, a, aref, old_alpha, what);
                    }
    }
}

static void draw_plain(unsigned a)
{
    drawing_colour(0x00F8C8A8 | a << 24);
    drawing_sprite(0, 48, 32, 64, 48, NEW_Z);
}

/* All alphas of the draw are known before: PCSX2 decides for the whole draw. */
Test(draw_alpha, every_test_and_fail_mode_on_draws_with_one_alpha)
{
    whole_matrix(draw_plain, "flat");
}

static void draw_textured(unsigned a)
{
    const uint32_t texel = 0x00F8C8A8 | a << 24;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_DECAL, &texel));
    drawing_sprite(TME | FST, 48, 32, 64, 48, NEW_Z);
}

/* A texture of 32 bits can have any alpha: the test is made for each pixel. */
Test(draw_alpha, every_test_and_fail_mode_on_pixels)
{
    whole_matrix(draw_textured, "textured");
}

Test(draw_alpha, a_test_that_is_off_passes)
{
    drawing_depth(GS_PSMZ32, true);
    set_pixel(GS_PSMCT32, 0);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | (test_alpha(GS_ATST_NEVER, 0, 0) & ~1ull));
    draw_plain(7);
    expect_result(GS_PSMCT32, GS_ATST_ALWAYS, 0, 7, 0, 0, "ATE = 0");
}

/* "In every fail case Z test etc. still apply": AFAIL changes what is written, not what is tested. */
Test(draw_alpha, a_failed_alpha_test_does_not_replace_the_depth_test)
{
    drawing_depth(GS_PSMZ32, true);
    for (unsigned afail = 0; afail < 4; afail++) {
        set_pixel(GS_PSMCT32, 0x33);
        drawing_write(GS_TEST_1, test_depth(GS_ZTST_GREATER) | test_alpha(GS_ATST_NEVER, 0, afail));
        drawing_colour(0xFFFFFFFF);
        drawing_sprite(0, 48, 32, 64, 48, OLD_Z);
        cr_expect_eq(drawing_pixel(3, 2), OLD_RGB | 0x33u << 24, "AFAIL %u", afail);
        cr_expect_eq(drawing_z(3, 2), OLD_Z, "AFAIL %u", afail);
    }
}

/* ---- destination alpha ---- */

/* "A failing DATE also stops the depth write" (golden table date_cases has the values). */
Test(draw_alpha, a_failing_destination_alpha_test_stops_frame_and_depth)
{
    drawing_depth(GS_PSMZ32, true);
    for (unsigned datm = 0; datm < 2; datm++)
        for (uint32_t old_alpha = 0x7F; old_alpha <= 0x80; old_alpha++) {
            set_pixel(GS_PSMCT32, old_alpha);
            drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_date(datm));
            draw_plain(0x40);
            bool pass = old_alpha >> 7 == datm;
            cr_expect_eq(drawing_pixel(3, 2), pass ? 0x40F8C8A8 : (OLD_RGB | old_alpha << 24));
            cr_expect_eq(drawing_z(3, 2), pass ? NEW_Z : OLD_Z);
        }
}

/* Rule date_24, console and PCSX2: nothing is drawn, neither frame nor depth, whatever memory holds. */
Test(draw_alpha, date_on_a_24_bit_frame_draws_nothing)
{
    static const unsigned formats[] = {GS_PSMCT24, GS_PSMZ24};
    drawing_depth(GS_PSMZ32, true);
    for (unsigned i = 0; i < 2; i++)
        for (unsigned datm = 0; datm < 2; datm++) {
            drawing_frame(GS_PSMCT32, 0);
            drawing_fill_frame(datm ? 0x80000000 : 0);
            drawing_fill_depth(OLD_Z);
            drawing_frame(formats[i], 0);
            drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_date(datm));
            draw_plain(0x40);
            cr_expect_eq(drawing_count_other(0), 0, "DATM %u", datm);
            cr_expect_eq(drawing_z(3, 2), OLD_Z);
        }
}

/* Pixels of one draw are tested against what is there: the second of two overlapping sprites sees the first.
 */
Test(draw_alpha, destination_alpha_is_that_of_the_primitive_before)
{
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_date(0));
    drawing_colour(0x80000011);
    drawing_sprite(0, 0, 0, 128, 128, 0);
    drawing_colour(0x80000022);
    drawing_sprite(0, 64, 0, 256, 128, 0);
    cr_expect_eq(drawing_pixel(5, 5), 0x80000011);
    cr_expect_eq(drawing_pixel(12, 5), 0x80000022);
}

/* ---- FBA ---- */

/* Section 9.3: bit 7 of the written alpha := 1, not in 24-bit formats, after the alpha test and blending;
 * FBMSK guards it. */
Test(draw_alpha, fba_sets_the_top_bit_of_alpha)
{
    drawing_write(GS_FBA_1, 1);
    draw_plain(0x35);
    cr_expect_eq(drawing_pixel(3, 2), 0xB5F8C8A8);
    drawing_frame(GS_PSMCT16, 0);
    draw_plain(0x35);
    cr_expect_eq(drawing_pixel(3, 2), packed(GS_PSMCT16, 0x80F8C8A8));
    drawing_frame(GS_PSMCT32, 0x80000000);
    drawing_fill_frame(0);
    draw_plain(0x35);
    cr_expect_eq(drawing_pixel(3, 2), 0x35F8C8A8, "masked");
    drawing_fill_frame(0x12345678);
    drawing_frame(GS_PSMCT24, 0);
    draw_plain(0x35);
    drawing_frame(GS_PSMCT32, 0);
    cr_expect_eq(drawing_pixel(3, 2), 0x12F8C8A8, "24 bits");
}

Test(draw_alpha, fba_comes_behind_the_alpha_test_and_blending)
{
    drawing_write(GS_FBA_1, 1);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS) | test_alpha(GS_ATST_LESS, 0x80, 0));
    draw_plain(0x40);
    cr_expect_eq(drawing_pixel(3, 2), 0xC0F8C8A8, "the test saw 40");
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS));
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 0, 2, 0)); /* Cs * As */
    drawing_colour(0x40808080);
    drawing_sprite(ABE, 48, 32, 64, 48, 0);
    cr_expect_eq(drawing_pixel(3, 2), 0xC0404040, "As is 40 in the blend");
}

/* ---- PABE ---- */

/* Section 9.2: "pixel with As bit 7 = 0 is written unblended"; only with blending on. */
Test(draw_alpha, pabe_blends_pixels_whose_alpha_has_its_top_bit)
{
    for (unsigned pabe = 0; pabe < 2; pabe++)
        for (unsigned a = 0x7F; a <= 0x80; a++)
            for (unsigned abe = 0; abe <= ABE; abe += ABE) {
                drawing_fill_frame(0x00102030);
                drawing_write(GS_PABE, pabe);
                drawing_write(GS_ALPHA_1, alpha_value(2, 2, 0, 1, 0)); /* Cd */
                drawing_colour(0x00F8C8A8 | a << 24);
                drawing_sprite(abe, 48, 32, 64, 48, 0);
                bool blended = abe && (!pabe || a >= 0x80);
                cr_expect_eq(drawing_pixel(3, 2), (blended ? 0x102030 : 0xF8C8A8) | a << 24,
                             "PABE %u, A %02X, ABE %u", pabe, a, abe);
            }
}
