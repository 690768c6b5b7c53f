/* Texel formats and texture functions (GS-DRAWING section 7.5, GS-EXACT section 11, GS-MEMORY section 1). */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

TestSuite(draw_texture, .init = drawing_open, .fini = drawing_close);

#define TA0 0x31u
#define TA1 0xA2u

static uint32_t expand16(uint32_t v, bool aem)
{
    uint32_t a = v & 0x8000 ? TA1 : aem && v == 0 ? 0 : TA0;
    return rgba((v & 31) << 3, (v >> 5 & 31) << 3, (v >> 10 & 31) << 3, a);
}

static uint32_t expand24(uint32_t v, bool aem)
{
    return (v & 0xFFFFFF) | (aem && (v & 0xFFFFFF) == 0 ? 0 : TA0) << 24;
}

/* One texel at (0, 0), sampled by DECAL. */
static uint32_t sample(unsigned psm, uint32_t texel)
{
    uint32_t texels[64] = {texel};
    drawing_write(GS_TEX0_1, drawing_texture(psm, 3, 3, 1, GS_TFX_DECAL, texels));
    return drawing_sample(0, 8, 8);
}

/* ---- formats ---- */

/* TEXA: A of 24-bit texels is TA0, of 16-bit texels TA0 or TA1 by their top bit; AEM makes a black texel with
 * a top bit of 0 transparent. Z formats are read like the colour formats of their size. */
Test(draw_texture, texels_are_expanded_through_texa)
{
    static const uint32_t texels[] = {0, 1, 0x8000, 0x7FFF, 0xFFFF, 0x12345678, 0xFF000000, 0x00FFFFFF};
    for (unsigned aem = 0; aem < 2; aem++) {
        drawing_write(GS_TEXA, texa_value(TA0, aem, TA1));
        for (size_t i = 0; i < sizeof texels / sizeof *texels; i++) {
            uint32_t t = texels[i];
            for (unsigned z = 0; z <= 0x30; z += 0x30) {
                cr_expect_eq(sample(GS_PSMCT32 | z, t), t, "32 bits, %08X", t);
                cr_expect_eq(sample(GS_PSMCT24 | z, t), expand24(t, aem), "24 bits, %08X AEM %u", t, aem);
                cr_expect_eq(sample(GS_PSMCT16 | z, t), expand16(t & 0xFFFF, aem), "16 bits, %08X AEM %u", t,
                             aem);
                cr_expect_eq(sample(GS_PSMCT16S | z, t), expand16(t & 0xFFFF, aem), "16S, %08X AEM %u", t,
                             aem);
            }
        }
    }
}

/* The 24-bit texels' top byte belongs to others and has no effect. */
Test(draw_texture, the_top_byte_of_24_bit_texels_is_not_seen)
{
    const uint32_t words[64] = {0xAB123456};
    drawing_write(GS_TEXA, texa_value(TA0, 0, TA1));
    uint64_t tex0 = drawing_texture(GS_PSMCT32, 3, 3, 1, GS_TFX_DECAL, words);
    drawing_write(GS_TEX0_1, (tex0 & ~field(0x3F, 20)) | field(GS_PSMCT24, 20));
    cr_expect_eq(drawing_sample(0, 8, 8), TA0 << 24 | 0x123456);
}

static uint32_t palette_colour(uint32_t i)
{
    return rgba(i, 255 - i, i * 7 & 0xFF, i * 3 & 0xFF);
}

/* Uploads 256 colours in CSM1 order (GS-MEMORY section 4.2): 16 x 16, entries 8..15 of each 32 below 0..7. */
static void upload_palette(void)
{
    uint32_t pixel[256];
    for (uint32_t i = 0; i < 256; i++)
        pixel[(i / 32 * 2 + i / 8 % 2) * 16 + i % 8 + i / 16 % 2 * 8] = palette_colour(i);
    struct area area = {GS_PSMCT32, DRAWING_PALETTE_BLOCK, 1, 0, 0};
    transfer_upload(chip, &area, 16, 16, pixel);
}

Test(draw_texture, indices_of_every_format_choose_palette_entries)
{
    static const unsigned formats[] = {GS_PSMT8, GS_PSMT4, GS_PSMT8H, GS_PSMT4HL, GS_PSMT4HH};
    upload_palette();
    for (unsigned f = 0; f < 5; f++) {
        unsigned count = 1u << gs_format(formats[f])->pixel_bits;
        uint32_t texels[1024];
        for (uint32_t i = 0; i < 1024; i++)
            texels[i] = i % count;
        drawing_write(GS_TEX0_1, drawing_texture(formats[f], 5, 5, 1, GS_TFX_DECAL, texels) |
                                     tex0_palette(DRAWING_PALETTE_BLOCK, GS_PSMCT32, 0, 1));
        for (uint32_t i = 0; i < 512; i++)
            cr_expect_eq(drawing_sample(0, (int)(i % 32 * 16), (int)(i / 32 * 16)), palette_colour(i % count),
                         "PSM %02X, texel %u", formats[f], i);
    }
}

/* "Each texel is expanded to RGBA8 (TEXA, CLUT) before filtering." */
Test(draw_texture, palette_colours_are_filtered_not_indices)
{
    const uint32_t texels[64] = {10, 200};
    upload_palette();
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMT8, 3, 3, 1, GS_TFX_DECAL, texels) |
                                 tex0_palette(DRAWING_PALETTE_BLOCK, GS_PSMCT32, 0, 1));
    drawing_write(GS_TEX1_1, tex1_value(0, 0, 1, 0, 0, 0));
    uint32_t a = palette_colour(10), b = palette_colour(200), expected = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        int from = (int)(a >> i & 0xFF), to = (int)(b >> i & 0xFF);
        expected |= (uint32_t)(from + ((to - from) * 8 >> 4)) << i;
    }
    drawing_write(GS_CLAMP_1, clamp_value(GS_WRAP_CLAMP, GS_WRAP_CLAMP, 0, 0, 0, 0));
    cr_expect_eq(drawing_sample(0, 16, 0), expected, "half between texels 0 and 1, clamped in V");
}

/* ---- texture functions ---- */

static uint32_t least(uint32_t a)
{
    return a < 255 ? a : 255;
}

/* The table of section 7.5. */
static uint32_t function(unsigned tfx, unsigned tcc, uint32_t t, uint32_t f)
{
    uint32_t at = t >> 24, af = f >> 24, out = 0, a;
    for (unsigned i = 0; i < 24; i += 8) {
        uint32_t ct = t >> i & 0xFF, product = ct * (f >> i & 0xFF) >> 7;
        uint32_t c = tfx == GS_TFX_MODULATE ? product : tfx == GS_TFX_DECAL ? ct : product + af;
        out |= least(c) << i;
    }
    a = tfx == GS_TFX_MODULATE ? least(at * af >> 7) : tfx == GS_TFX_HIGHLIGHT ? least(at + af) : at;
    return out | (tcc ? a : af) << 24;
}

Test(draw_texture, the_four_functions_with_and_without_texture_alpha)
{
    static const uint32_t values[] = {0,          0xFFFFFFFF, 0x80808080, 0x7F7F7F7F, 0x10204081,
                                      0x80FF00A0, 0xC8643C1E, 0x01020304, 0x40C0E0FF};
    const size_t count = sizeof values / sizeof *values;
    for (unsigned tfx = 0; tfx < 4; tfx++)
        for (unsigned tcc = 0; tcc < 2; tcc++)
            for (size_t i = 0; i < count * count; i++) {
                uint32_t t = values[i % count], f = values[i / count];
                drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, tcc, tfx, &t));
                drawing_colour(f);
                cr_expect_eq(drawing_sample(0, 0, 0), function(tfx, tcc, t, f),
                             "TFX %u TCC %u: %08X with %08X: %08X", tfx, tcc, t, f, drawing_pixel(0, 0));
            }
}

Test(draw_texture, without_tme_the_colour_is_the_vertex_colour)
{
    const uint32_t texel = 0x12345678;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_DECAL, &texel));
    drawing_colour(0x9ABCDEF0);
    drawing_point(0, 0, 0, 0);
    cr_expect_eq(drawing_pixel(0, 0), 0x9ABCDEF0);
}

/* ---- fractions ---- */

/* A shaded line of two pixels from 100 to 101: its second pixel has the colour 100.5. */
static uint32_t half_colour(unsigned attributes)
{
    drawing_write(GS_PRIM, GS_PRIM_LINE | IIP | attributes);
    drawing_write(GS_UV, 0);
    drawing_colour(grey(100, 0));
    drawing_write(GS_XYZF2, xyzf_value(16 * 10, 0, 0, 100));
    drawing_colour(grey(101, 0));
    drawing_write(GS_XYZF2, xyzf_value(16 * 12, 0, 0, 101));
    return drawing_pixel(11, 0) & 0xFF;
}

/* PCSX2-SW section 7: (tex * c) >> 14 with c = 100.5 * 128, so 255 * 100.5 / 128 = 200.2; a console has lost
 * the half before: 255 * 100 / 128 = 199.2. */
Test(draw_texture, rule_modulate_says_whether_the_colours_fraction_counts)
{
    for (unsigned byte = 0; byte < 2; byte++) {
        drawing_close();
        drawing_open_with(byte ? "pcsx2,modulate=byte" : "pcsx2,modulate=fraction");
        const uint32_t texel = grey(255, 0);
        for (unsigned tfx = GS_TFX_MODULATE; tfx <= GS_TFX_HIGHLIGHT; tfx += GS_TFX_HIGHLIGHT) {
            drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 0, tfx, &texel));
            cr_expect_eq(half_colour(TME | FST), byte ? 199 : 200, "TFX %u", tfx);
        }
        cr_expect_eq(half_colour(0), 100, "without texture");
    }
}

/* PCSX2-SW section 7: FC + (((C - FC) << 1) * f >> 16) with f = 100.5 * 128: C = 255, FC = 0: 255 * 100.5 /
 * 256 = 100.1; a console's F is whole: 255 * 100 / 256 = 99.6. */
Test(draw_texture, rule_fog_blend_says_whether_the_fogs_fraction_counts)
{
    for (unsigned byte = 0; byte < 2; byte++) {
        drawing_close();
        drawing_open_with(byte ? "pcsx2,fog_blend=byte" : "pcsx2,fog_blend=fraction");
        const uint32_t texel = grey(255, 0);
        drawing_write(GS_FOGCOL, 0);
        drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_DECAL, &texel));
        cr_expect_eq(half_colour(TME | FST | FGE), byte ? 99 : 100);
    }
}

/* Section 9: texture function, then fog, then blending. */
Test(draw_texture, fog_comes_behind_the_texture_function_and_before_blending)
{
    const uint32_t texel = grey(200, 0x80);
    drawing_fill_frame(grey(40, 0));
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_MODULATE, &texel));
    drawing_write(GS_FOGCOL, grey(0, 0));
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 0, 1, 0)); /* Cs * As + Cd */
    drawing_colour(grey(64, 0x40));
    drawing_write(GS_PRIM, GS_PRIM_POINT | TME | FST | FGE | ABE);
    drawing_write(GS_UV, 0);
    drawing_write(GS_XYZF2, xyzf_value(0, 0, 0, 128));
    /* 200 * 64 / 128 = 100; fogged 50; * 0x40 / 128 = 25; + 40. */
    cr_expect_eq(drawing_pixel(0, 0), grey(65, 0x40));
}
