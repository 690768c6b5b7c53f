/* Level of detail and mip levels (GS-DRAWING section 7.3, PCSX2-SW section 6.3). */
#include <string.h>

#include <criterion/criterion.h>

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

static void open_chip(void)
{
    drawing_open();
    upload_levels();
    drawing_write(GS_TEX0_1, tex0_value(DRAWING_TEXTURE_BLOCK, tbw_of(0), GS_PSMCT32, SIDE_LOG2, SIDE_LOG2, 1,
                                        GS_TFX_DECAL));
    drawing_write(GS_MIPTBP1_1, level_bases(1));
    drawing_write(GS_MIPTBP2_1, level_bases(4));
}

TestSuite(draw_mip, .init = open_chip, .fini = drawing_close);

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
    if (lod >> 4 >= (int)mxl)
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
Test(draw_mip, pcsx2_mixes_only_red_and_green_in_every_second_pair_of_columns)
{
    drawing_write(GS_TEX1_1, tex1_value(1, 6, 0, 3, 0, 24));
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
    drawing_write(GS_UV, uv_value(16 * 8, 16 * 8));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_UV, uv_value(16 * 8 + 128, 16 * 8 + 128));
    drawing_write(GS_XYZ2, xyz_value(128, 128, 0));
    for (uint32_t x = 0; x < 8; x++) {
        uint32_t a = nearest(1, 8 + x, 8), all = mixed(a, nearest(2, 8 + x, 8), 8);
        cr_expect_eq(drawing_pixel(x, 0), x & 2 ? (all & 0xFFFF) | (a & 0xFFFF0000) : all, "column %u", x);
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
