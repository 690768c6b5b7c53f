/* Level of detail and mip levels (GS-DRAWING section 7.3; PCSX2-SW section 6.3, GS-EXACT sections 8 and 10).
 */
#include <string.h>

#include <criterion/criterion.h>

#include "chip.h"
#include "drawing.h"

enum { SIDE_LOG2 = 6, SIDE = 1 << SIDE_LOG2, LEVELS = 7, LEVEL_BLOCKS = 128 };

/* Levels have widths of their own. */
static uint32_t tbw_of(unsigned level)
{
    return 1 + (level & 1);
}

static uint32_t texel_at(unsigned level, uint32_t x, uint32_t y)
{
    return rgba(x * 3, y * 3, 30 * level, 200 - 20 * level);
}

static void upload_levels(void)
{
    static uint32_t texels[SIDE * SIDE];
    for (unsigned level = 0; level < LEVELS; level++) {
        for (uint32_t i = 0; i < SIDE * SIDE; i++)
            texels[i] = texel_at(level, i % SIDE, i / SIDE);
        struct area area = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK + level * LEVEL_BLOCKS, tbw_of(level), 0, 0};
        transfer_upload(chip, &area, SIDE, SIDE, texels);
    }
}

static uint64_t level_bases(unsigned first)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 3; i++)
        value |= field(DRAWING_TEXTURE_BLOCK + (first + i) * LEVEL_BLOCKS, 20 * i) |
                 field(tbw_of(first + i), 20 * i + 14);
    return value;
}

static void set_up(void)
{
    upload_levels();
    drawing_write(GS_TEX0_1, tex0_value(DRAWING_TEXTURE_BLOCK, tbw_of(0), GS_PSMCT32, SIDE_LOG2, SIDE_LOG2, 1,
                                        GS_TFX_DECAL));
    drawing_write(GS_MIPTBP1_1, level_bases(1));
    drawing_write(GS_MIPTBP2_1, level_bases(4));
}

static void open_chip(void)
{
    drawing_open();
    set_up();
}

TestSuite(draw_mip, .init = open_chip, .fini = drawing_close);

/* Whatever rules the file runs under. */
static void reopen(const char *rules)
{
    drawing_close();
    drawing_open_with(rules);
    set_up();
}

/* ---- what is expected ---- */

static int clamp(int v, int low, int high)
{
    return v < low ? low : v > high ? high : v;
}

/* Nearest texel of a level for (u, v) in whole texels of level 0: "u_l = u / 2^l", wrapped to the level's
 * size. */
static uint32_t nearest(unsigned level, uint32_t u, uint32_t v)
{
    uint32_t mask = (SIDE - 1) >> level;
    return texel_at(level, (u >> level) & mask, (v >> level) & mask);
}

/* a + ((b - a) * fraction) with 15 bits of fraction. */
static uint32_t mixed15(uint32_t a, uint32_t b, int fraction)
{
    uint32_t out = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        int from = (int)(a >> i & 0xFF), to = (int)(b >> i & 0xFF);
        out |= (uint32_t)(from + ((to - from) * fraction >> 15)) << i;
    }
    return out;
}

static uint32_t mixed(uint32_t a, uint32_t b, int sixteenths)
{
    return mixed15(a, b, sixteenths << 11);
}

/* LOD in 1/16 of a level; nearest texels. LOD <= 0: level 0. MMIN 2: "level = floor(LOD + 1/2)"; MMIN 3:
 * "blend level floor(LOD) and + 1 with the fraction"; both 0..min(MXL, 6). From MXL on
 * MMIN 3 reads one level; with MXL = 7 the limit of 6 - 2^-16 comes before (PCSX2-SW 6.3). */
static uint32_t expected(unsigned mmin, unsigned mxl, int lod, uint32_t u, uint32_t v)
{
    int most = clamp((int)mxl, 0, 6);
    if (lod <= 0 || mmin < 2 || most == 0)
        return nearest(0, u, v);
    if (mmin == 2)
        return nearest((unsigned)clamp((lod + 8) >> 4, 0, most), u, v);
    bool console = chip->rules.choice[GS_RULE_LOD] == GS_LOD_TABLE;
    if (lod >> 4 >= (console ? most : (int)mxl))
        return nearest((unsigned)most, u, v);
    if (lod >> 4 >= most)
        return mixed15(nearest((unsigned)most - 1, u, v), nearest((unsigned)most, u, v), 0x7FFF);
    return mixed(nearest((unsigned)lod >> 4, u, v), nearest(((unsigned)lod >> 4) + 1, u, v), lod & 15);
}

/* ---- LOD from K ---- */

Test(draw_mip, with_lcm_k_is_the_level_of_detail)
{
    for (unsigned mmin = 0; mmin < 4; mmin++)
        for (unsigned mxl = 1; mxl < 8; mxl++)
            for (int k = -20; k < 130; k++) {
                if (mmin == 1)
                    continue; /* linear in level 0: below */
                uint32_t u = 37 + (uint32_t)k % 16, v = 22;
                drawing_write(GS_TEX1_1, tex1_value(1, mxl, 0, mmin, mxl % 4, k));
                cr_expect_eq(drawing_sample(0, (int)u * 16 + 3, (int)v * 16 + 12),
                             expected(mmin, mxl, k, u, v), "MMIN %u MXL %u K %d: %08X", mmin, mxl, k,
                             drawing_pixel(0, 0));
            }
}

/* "LCM = 1 or FST = 1: LOD = K." */
Test(draw_mip, uv_coordinates_have_k_as_their_level_of_detail)
{
    for (int k = 0; k < 100; k += 7) {
        drawing_write(GS_TEX1_1, tex1_value(0, 6, 0, 2, 3, k));
        cr_expect_eq(drawing_sample(0, 16 * 9, 16 * 50), expected(2, 6, k, 9, 50), "K %d", k);
    }
}

Test(draw_mip, without_levels_the_magnification_filter_reads_level_0)
{
    for (unsigned mmin = 0; mmin < 6; mmin++) {
        drawing_write(GS_TEX1_1, tex1_value(1, 0, 0, mmin, 0, 80));
        cr_expect_eq(drawing_sample(0, 16 * 9, 16 * 50), nearest(0, 9, 50), "MMIN %u", mmin);
    }
}

/* ---- filters ---- */

/* Bilinear between four texels of one level, half way in both axes. */
static uint32_t half_way(unsigned level, uint32_t x, uint32_t y)
{
    uint32_t top = mixed(texel_at(level, x, y), texel_at(level, x + 1, y), 8);
    return mixed(top, mixed(texel_at(level, x, y + 1), texel_at(level, x + 1, y + 1), 8), 8);
}

/* Texel (10, 20) of `level` is the one whose left top corner the coordinate names: half of it and of the
 * three before. */
static uint32_t at_corner(unsigned mmag, unsigned mmin, unsigned level, int k)
{
    drawing_write(GS_TEX1_1, tex1_value(1, 6, mmag, mmin, 0, k));
    return drawing_sample(0, 16 * 10 << level, 16 * 20 << level);
}

/* "LOD <= 0 -> MMAG; LOD > 0 -> MMIN." First letter of MMIN: the filter in a level. */
Test(draw_mip, the_level_of_detail_chooses_between_the_two_filters)
{
    for (unsigned mmag = 0; mmag < 2; mmag++)
        for (unsigned mmin = 0; mmin < 6; mmin++) {
            bool linear = mmin == 1 || mmin >= 4;
            unsigned level = mmin < 2 ? 0 : 1;
            for (int k = -16; k <= 0; k += 16)
                cr_expect_eq(at_corner(mmag, mmin, 0, k), mmag ? half_way(0, 9, 19) : texel_at(0, 10, 20),
                             "MMAG %u MMIN %u K %d", mmag, mmin, k);
            cr_expect_eq(at_corner(mmag, mmin, level, 16),
                         linear ? half_way(level, 9, 19) : texel_at(level, 10, 20), "MMAG %u MMIN %u K 16",
                         mmag, mmin);
        }
}

/* MMIN 5: bilinear in both levels, then between them. */
Test(draw_mip, trilinear_mixes_two_bilinear_texels)
{
    for (int k = 16; k < 32; k++) {
        drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 5, 0, k));
        uint32_t got = drawing_sample(0, 16 * 40, 16 * 80); /* V wraps to 16 */
        cr_expect_eq(got, mixed(half_way(1, 19, 7), half_way(2, 9, 3), k - 16), "K %d: %08X", k, got);
    }
}

/* PCSX2-SW 6.3, "quirk": with a constant LOD, B and A stay those of the lower level where bit 1 of x is set.
 */
static void check_columns(bool quirk)
{
    drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 3, 0, 24));
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
    drawing_write(GS_UV, uv_value(16 * 8, 16 * 8));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_UV, uv_value(16 * 8 + 128, 16 * 8 + 128));
    drawing_write(GS_XYZ2, xyz_value(128, 128, 0));
    for (uint32_t x = 0; x < 8; x++) {
        uint32_t a = nearest(1, 8 + x, 8), all = mixed(a, nearest(2, 8 + x, 8), 8);
        uint32_t expected = quirk && x & 2 ? (all & 0xFFFF) | (a & 0xFFFF0000) : all;
        cr_expect_eq(drawing_pixel(x, 0), expected, "column %u", x);
    }
}

Test(draw_mip, pcsx2_mixes_only_red_and_green_in_every_second_pair_of_columns)
{
    reopen("pcsx2");
    check_columns(true);
}

Test(draw_mip, consoles_mix_all_columns_alike)
{
    reopen("console");
    check_columns(false);
}

/* ---- what a console does otherwise, or does too (GS-EXACT sections 8 and 10) ---- */

/* MMIN 6 and 7 are no modes: linear, without levels (as PCSX2). */
Test(draw_mip, mmin_6_and_7_filter_level_0)
{
    for (unsigned mmin = 6; mmin < 8; mmin++) {
        cr_expect_eq(at_corner(0, mmin, 0, 16), half_way(0, 9, 19), "MMIN %u", mmin);
        cr_expect_eq(at_corner(0, mmin, 0, 0), texel_at(0, 10, 20), "MMIN %u", mmin);
    }
}

/* "LCM = 1: LOD = K", below 0 too: level 0 by MMAG. K is a 12-bit number with a sign. */
Test(draw_mip, a_negative_k_is_level_0)
{
    static const int ks[] = {-1, -7, -8, -9, -16, -100, -2048};
    for (unsigned i = 0; i < sizeof ks / sizeof *ks; i++)
        for (unsigned mmin = 0; mmin < 6; mmin++) {
            cr_expect_eq(at_corner(0, mmin, 0, ks[i]), texel_at(0, 10, 20), "MMIN %u K %d", mmin, ks[i]);
            cr_expect_eq(at_corner(1, mmin, 0, ks[i]), half_way(0, 9, 19), "MMIN %u K %d", mmin, ks[i]);
        }
}

/* A sprite of one pixel with S, T at its left top, Q = 1: coordinates below 0, which U, V have not. `u`, `v`
 * in 1/16 texel. */
static uint32_t sample_signed(int u, int v)
{
    float s = (float)u / 16 / SIDE, t = (float)v / 16 / SIDE;
    drawing_write(GS_RGBAQ, rgbaq_value(0, 1.0f));
    drawing_write(GS_ST, st_value(s, t));
    drawing_point(TME, 0, 0, 0);
    return drawing_pixel(0, 0);
}

/* "Arithmetic shift right by the level; truncate toward zero to 1/16 texel; subtract 8 sixteenths": -1/16
 * becomes -1/32, then 0, then half way between texels -1 and 0. Sixteenths first would give -1/16, floor
 * -1/16, too. */
Test(draw_mip, consoles_shift_before_they_truncate_toward_zero)
{
    reopen("console");
    drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 4, 0, 16));
    const uint32_t last = SIDE / 2 - 1;
    uint32_t column = mixed(texel_at(1, last, 7), texel_at(1, 0, 7), 8);
    uint32_t below = mixed(texel_at(1, last, 8), texel_at(1, 0, 8), 8);
    for (int u = -1; u < 2; u++)
        cr_expect_eq(sample_signed(u, 16 * 16), mixed(column, below, 8), "U %d/16", u);
    /* Without levels 1/16 more or less counts. */
    drawing_write(GS_TEX1_1, tex1_value(1, 0, 1, 4, 0, 16));
    column = mixed(texel_at(0, SIDE - 1, 15), texel_at(0, 0, 15), 7);
    below = mixed(texel_at(0, SIDE - 1, 16), texel_at(0, 0, 16), 7);
    cr_expect_eq(sample_signed(-1, 16 * 16), mixed(column, below, 8));
}

/* "Saturate to -2048.0 .. 2047.9375 texels" after the shift: 3000 texels are 1500 of level 1. */
Test(draw_mip, consoles_saturate_the_coordinate_of_the_level)
{
    reopen("console");
    for (unsigned level = 0; level < 3; level++) {
        drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 2, 0, 16 * (int)level));
        uint32_t u = level ? 3000u >> level : 2047, mask = (SIDE - 1) >> level;
        cr_expect_eq(sample_signed(16 * 3000, 16 * 8), texel_at(level, u & mask, 8 >> level), "level %u",
                     level);
        u = level ? (uint32_t)(-3000 >> level) : (uint32_t)-2048;
        cr_expect_eq(sample_signed(-16 * 3000, 16 * 8), texel_at(level, u & mask, 8 >> level), "level %u",
                     level);
    }
}

/* TW, TH above 10: the texture has one texel (PCSX2; but without levels it shrinks such sizes to 8 texels
 * only). */
Test(draw_mip, sizes_above_1024_are_one_texel)
{
    uint64_t tex0 = tex0_value(DRAWING_TEXTURE_BLOCK, tbw_of(0), GS_PSMCT32, 11, 15, 1, GS_TFX_DECAL);
    bool console = chip->rules.choice[GS_RULE_LOD] == GS_LOD_TABLE;
    drawing_write(GS_TEX0_1, tex0);
    for (unsigned level = !console; level < LEVELS; level++) {
        drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 2, 0, 16 * (int)level));
        cr_expect_eq(drawing_sample(0, 16 * 37, 16 * 21), texel_at(level, 0, 0), "level %u", level);
    }
}

/* ---- levels by Q in sprites ---- */

/* GS-EXACT 7: "with mip levels driven by Q the vertex divide is not done"; Q is that of the second vertex. S,
 * T are linear, and the level that of Q. */
Test(draw_mip, sprites_with_levels_by_q_are_divided_at_each_pixel)
{
    for (int power = 0; power < 3; power++) {
        float q = 1.0f / (float)(1 << power);
        drawing_write(GS_TEX1_1, tex1_value(0, 6, 0, 2, 0, 0));
        drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME);
        for (unsigned i = 0; i < 2; i++) {
            drawing_write(GS_RGBAQ, rgbaq_value(0, i ? q : 77.0f));
            drawing_write(GS_ST, st_value((i ? 48.0f : 16.0f) / SIDE * q, (i ? 40.0f : 8.0f) / SIDE * q));
            drawing_write(GS_XYZ2, xyz_value(i ? 512 : 0, i ? 512 : 0, 0));
        }
        for (uint32_t i = 0; i < 32; i++)
            cr_expect_eq(drawing_pixel(i, 31 - i), nearest((unsigned)power, 16 + i, 8 + 31 - i),
                         "Q 2^-%d, %u: %08X", power, i, drawing_pixel(i, 31 - i));
    }
}

/* 14 / 7 texels: 1/7 in 15 bits is a little short (0x924925 in 24 bits: below 0.3 of the last of 15, so not
 * rounded up; GS-EXACT 6), and the texel is 1. LCM = 1: no level is driven by Q, the vertices are divided,
 * and it is 2; so it is with a division in float32. */
Test(draw_mip, consoles_divide_sprites_with_levels_by_q_by_the_reciprocal)
{
    static const struct {
        const char *rules;
        unsigned lcm;
        uint32_t texel;
    } cases[] = {{"console", 0, 1}, {"console", 1, 2}, {"console,sprite_levels=float32", 0, 2}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        reopen(cases[i].rules);
        drawing_write(GS_TEX1_1, tex1_value(cases[i].lcm, 6, 0, 2, 0, 0)); /* Q = 7: level 0 */
        drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME);
        drawing_write(GS_RGBAQ, rgbaq_value(0, 7.0f));
        drawing_write(GS_ST, st_value(14.0f / SIDE, 0));
        drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
        drawing_write(GS_ST, st_value(14.0f / SIDE, 0));
        drawing_write(GS_XYZ2, xyz_value(16, 16, 0));
        cr_expect_eq(drawing_pixel(0, 0), texel_at(0, cases[i].texel, 0), "%s, LCM %u: %08X", cases[i].rules,
                     cases[i].lcm, drawing_pixel(0, 0));
    }
}

/* ---- LOD from Q ---- */

/* "LOD = (-log2 |Q|) * 2^L + K", exact where Q is a power of two. */
Test(draw_mip, the_level_of_detail_grows_with_the_logarithm_of_q)
{
    for (int power = -6; power < 3; power++)
        for (unsigned l = 0; l < 4; l++)
            for (int k = -16; k <= 16; k += 16)
                for (unsigned mmin = 2; mmin < 4; mmin++) {
                    float q = power < 0 ? 1.0f / (float)(1 << -power) : (float)(1 << power);
                    int lod = -power * 16 * (1 << l) + k;
                    drawing_write(GS_TEX1_1, tex1_value(0, 6, 0, mmin, l, k));
                    drawing_write(GS_RGBAQ, rgbaq_value(0, q));
                    drawing_write(GS_ST, st_value(41.5f / SIDE * q, 22.5f / SIDE * q));
                    drawing_point(TME, 0, 0, 0);
                    cr_expect_eq(drawing_pixel(0, 0), expected(mmin, 6, lod, 41, 22),
                                 "Q 2^%d L %u K %d: %08X", power, l, k, drawing_pixel(0, 0));
                }
}

/* ---- wrapping in levels ---- */

/* "In mip level l the region values are MIN >> l, MAX >> l." */
Test(draw_mip, regions_shrink_with_the_level)
{
    for (unsigned level = 0; level < 4; level++) {
        drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 2, 0, (int)level * 16));
        for (int c = 0; c < SIDE; c += 5) {
            int at = c >> level, low = 17 >> level, high = 41 >> level;
            drawing_write(GS_CLAMP_1,
                          clamp_value(GS_WRAP_REGION_CLAMP, GS_WRAP_REGION_REPEAT, 17, 41, 13, 32));
            uint32_t x = (uint32_t)clamp(at, low, high), y = (uint32_t)((at & 13 >> level) | 32 >> level);
            cr_expect_eq(drawing_sample(0, 16 * c, 16 * c), texel_at(level, x, y), "level %u, %d", level, c);
            drawing_write(GS_CLAMP_1, clamp_value(GS_WRAP_CLAMP, GS_WRAP_REPEAT, 0, 0, 0, 0));
            x = (uint32_t)clamp((c + 30) >> level, 0, (SIDE - 1) >> level);
            y = (uint32_t)((c + 30) >> level) & (SIDE - 1) >> level;
            cr_expect_eq(drawing_sample(0, 16 * (c + 30), 16 * (c + 30)), texel_at(level, x, y),
                         "level %u, %d", level, c);
        }
    }
}

/* A level smaller than a texel has one. */
Test(draw_mip, levels_of_a_small_texture_have_at_least_one_texel)
{
    drawing_write(GS_TEX0_1, tex0_value(DRAWING_TEXTURE_BLOCK, tbw_of(0), GS_PSMCT32, 2, 1, 1, GS_TFX_DECAL));
    for (unsigned level = 2; level < LEVELS; level++) {
        drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 2, 0, (int)level * 16));
        cr_expect_eq(drawing_sample(0, 16 * 3, 16), texel_at(level, 0, 0), "level %u", level);
    }
}
