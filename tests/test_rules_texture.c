/* Rules of the set console about textures, switched one at a time on draws made for them: the pixel is what
 * the one law says with the rule, and what the other says without it. Expected values follow from GS-EXACT,
 * sections named, or from PCSX2's way as stated there. */
#include <stdlib.h>

#include <criterion/criterion.h>

#include "drawing.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(rules_texture, .init = open_console, .fini = drawing_close);

static void reopen(const char *rules)
{
    drawing_close();
    drawing_open_with(rules);
}

/* A texture of 1024 x 64 whose texels name themselves: u in bits 9..0, v above. */
static void naming_texture(void)
{
    uint32_t *texel = malloc(1024 * 64 * sizeof *texel);
    cr_assert_not_null(texel);
    for (uint32_t i = 0; i < 1024 * 64; i++)
        texel[i] = i;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 10, 6, 1, GS_TFX_DECAL, texel));
    free(texel);
}

/* A triangle of w x h pixels with one texel a pixel. */
static void draw_half_blit(uint32_t w, uint32_t h)
{
    const uint32_t x[3] = {0, w, 0}, y[3] = {0, 0, h};
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | TME | FST);
    for (unsigned i = 0; i < 3; i++) {
        drawing_write(GS_UV, uv_value(16 * x[i], 16 * y[i]));
        drawing_write(GS_XYZ2, xyz_value(16 * x[i], 16 * y[i], 0));
    }
}

/* stq_blit_trail.csv: 15 x 16 trails, as the reciprocal is short; by the area itself it does not. */
Test(rules_texture, blits_trail_by_the_short_reciprocal_alone)
{
    static const struct {
        const char *rules;
        uint32_t late;
    } laws[] = {{"console", 1}, {"console,texcoord_reciprocal=exact", 0}, {"console,texcoord=pcsx2", 0}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        naming_texture();
        draw_half_blit(15, 16);
        cr_expect_eq(drawing_pixel(0, 0), 0, "%s", laws[i].rules);
        for (uint32_t x = 1; x < 14; x++)
            cr_assert_eq(drawing_pixel(x, 0), x - laws[i].late, "%s, %u", laws[i].rules, x);
    }
}

/* Section 5, rule 0: one vertex of three has S, T and Q negated. Turned back, U is 48.5 throughout and V goes
 * from 0.5 down to 20: 5.375 in row 16. As sent, Q is 0.5 there and V (0.375 - 5) / 0.5 = -9.25. */
Test(rules_texture, vertices_with_a_negative_q_are_negated_or_kept)
{
    static const char *const rules[] = {"console", "console,q_negative=keep"};
    static const float sign[3] = {1, 1, -1};
    const uint32_t x[3] = {0, 64, 0}, y[3] = {0, 0, 64};
    for (unsigned keep = 0; keep < 2; keep++) {
        reopen(rules[keep]);
        naming_texture();
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | TME);
        for (unsigned i = 0; i < 3; i++) {
            drawing_write(GS_RGBAQ, rgbaq_value(0, sign[i]));
            drawing_write(GS_ST, st_value(sign[i] * 48.5f / 1024, 0.5f * sign[i] / 64 * (i == 2 ? 40 : 1)));
            drawing_write(GS_XYZ2, xyz_value(16 * x[i], 16 * y[i], 0));
        }
        cr_expect_eq(drawing_pixel(0, 16) & 1023, 48, "%s", rules[keep]);
        cr_expect_eq(drawing_pixel(0, 16) >> 10, keep ? 64 - 10 : 5, "%s", rules[keep]);
    }
}

/* sprite_ramp_bias.csv: 96 pixels are no power of two; the hair shows where a coordinate lands on a
 * sixteenth. */
Test(rules_texture, sprites_are_a_hair_low_or_not)
{
    static const struct {
        const char *rules;
        uint32_t less;
    } laws[] = {{"console", 1},
                {"console,sprite_low=none", 0},
                {"console,sprite=pcsx2", 0},
                {"pcsx2,sprite_low=console", 0}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        naming_texture();
        drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
        drawing_write(GS_UV, 0);
        drawing_write(GS_XYZ2, 0);
        drawing_write(GS_UV, uv_value(16 * 96, 16 * 32));
        drawing_write(GS_XYZ2, xyz_value(16 * 96, 16 * 32, 0));
        cr_expect_eq(drawing_pixel(0, 7), 7 << 10, "%s", laws[i].rules);
        for (uint32_t x = 1; x < 96; x++)
            cr_assert_eq(drawing_pixel(x, 7), (x - laws[i].less) | 7 << 10, "%s, %u", laws[i].rules, x);
    }
}

/* A textured point with S in texels of a texture `size` wide. */
static uint32_t sample_of(float s, float size)
{
    drawing_write(GS_PRIM, GS_PRIM_POINT | TME);
    drawing_write(GS_RGBAQ, rgbaq_value(0, 1));
    drawing_write(GS_ST, st_value(s / size, 0));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    return drawing_pixel(0, 0);
}

static uint32_t sample_st(float s)
{
    return sample_of(s, 1024);
}

/* 16 texels that name themselves: on the grid of S, T, Q they have 1024 steps each. */
static void small_texture(void)
{
    uint32_t texel[16];
    for (uint32_t i = 0; i < 16; i++)
        texel[i] = i;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 4, 0, 1, GS_TFX_DECAL, texel));
}

/* Section 8.3: half a sixteenth below 0 goes to 0, by floor to the texel before. */
Test(rules_texture, negative_coordinates_go_toward_zero_or_down)
{
    static const char *const down[] = {"console,texel=floor", "console,texel=pcsx2", "pcsx2"};
    small_texture();
    cr_expect_eq(sample_of(-1.0f / 32, 16), 0);
    cr_expect_eq(sample_of(-1.0f / 16, 16), 15);
    for (size_t i = 0; i < sizeof down / sizeof *down; i++) {
        reopen(down[i]);
        small_texture();
        cr_expect_eq(sample_of(-1.0f / 32, 16), 15, "%s", down[i]);
    }
}

/* coordinate_field.csv: texel 2047, of a repeated texture of 1024 texels 1023; wrapping gives 2049. */
Test(rules_texture, coordinates_beyond_2048_texels_saturate_or_wrap)
{
    static const char *const wrap[] = {"console,texel_range=wrap", "console,texel=pcsx2", "pcsx2"};
    naming_texture();
    cr_expect_eq(sample_st(2049.15625f), 2047 & 1023);
    cr_expect_eq(sample_st(-2049.15625f), -2048 & 1023);
    reopen("pcsx2,texel_range=saturate");
    naming_texture();
    cr_expect_eq(sample_st(2049.15625f), 2047 & 1023);
    cr_expect_eq(sample_st(-2049.15625f), -2048 & 1023);
    for (size_t i = 0; i < sizeof wrap / sizeof *wrap; i++) {
        reopen(wrap[i]);
        naming_texture();
        cr_expect_eq(sample_st(2049.15625f), 2049 & 1023, "%s", wrap[i]);
        cr_expect_eq(sample_st(-2049.15625f), -2050 & 1023, "%s", wrap[i]);
    }
}

/* ---- LOD ---- */

/* Level 0 is black, level 1 has `grey1`; both levels repeat one texel. */
static void two_levels(uint32_t grey1)
{
    uint32_t texel[64] = {0}, small[16];
    for (unsigned i = 0; i < 16; i++)
        small[i] = grey(grey1, grey1);
    uint64_t tex0 = drawing_texture(GS_PSMCT32, 3, 3, 1, GS_TFX_DECAL, texel);
    struct area level = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK + 32, 1, 0, 0};
    transfer_upload(chip, &level, 4, 4, small);
    drawing_write(GS_TEX0_1, tex0);
    drawing_write(GS_MIPTBP1_1, (DRAWING_TEXTURE_BLOCK + 32) | field(1, 14));
}

/* Points at columns 0.. with these Q, in one draw. */
static void draw_qs(const float *q, unsigned count)
{
    drawing_write(GS_PRIM, GS_PRIM_POINT | TME);
    for (unsigned i = 0; i < count; i++) {
        drawing_write(GS_RGBAQ, rgbaq_value(0, q[i]));
        drawing_write(GS_ST, st_value(0.375f * q[i], 0));
        drawing_write(GS_XYZ2, xyz_value(16 * i, 0, 0));
    }
}

/* Section 10, lod_log_table.csv: of Q = 1 + i / 128 with L = 0 the table has 15, 14, 15 for i = 114, 115,
 * 116, so K = 22 rounds to levels 0, 1, 0; the logarithms are 14.7, 14.8, 14.9. */
Test(rules_texture, the_table_of_lod_steps_back_and_the_polynomial_does_not)
{
    static const float q[3] = {1 + 114 / 128.0f, 1 + 115 / 128.0f, 1 + 116 / 128.0f};
    static const struct {
        const char *rules;
        bool back;
    } laws[] = {{"console", true},
                {"console,lod=polynomial", false},
                {"pcsx2,lod=table", true},
                {"console,lod=pcsx2", false},
                {"pcsx2", false}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        two_levels(100);
        drawing_write(GS_TEX1_1, tex1_value(0, 1, 0, 2, 0, 22));
        draw_qs(q, 3);
        cr_expect_eq(drawing_pixel(0, 0), 0, "%s", laws[i].rules);
        cr_expect_eq(drawing_pixel(1, 0), laws[i].back ? grey(100, 100) : 0, "%s", laws[i].rules);
        cr_expect_eq(drawing_pixel(2, 0), 0, "%s", laws[i].rules);
    }
}

/* Section 10: LOD -1 takes MMAG (nearest), LOD 1 MMIN (linear: a quarter of 160); PCSX2 filters a draw with
 * both linearly. */
Test(rules_texture, a_pixel_has_its_own_filter_or_that_of_the_draw)
{
    static const float q[2] = {2, 0.5f};
    static const struct {
        const char *rules;
        uint32_t magnified;
    } laws[] = {
        {"console", 0}, {"console,lod_filter=draw", 40}, {"pcsx2", 40}, {"pcsx2,lod_filter=pixel", 0}};
    const uint32_t texel[2] = {0, grey(160, 160)};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 1, 0, 1, GS_TFX_DECAL, texel));
        drawing_write(GS_TEX1_1, tex1_value(0, 1, 0, 1, 0, 0));
        draw_qs(q, 2);
        cr_expect_eq(drawing_pixel(0, 0), grey(laws[i].magnified, laws[i].magnified), "%s", laws[i].rules);
        cr_expect_eq(drawing_pixel(1, 0), grey(40, 40), "%s", laws[i].rules);
    }
}

/* Section 10: Q = 2^-0.53 is LOD 0.53; of 36 that is 19.08, by four bits 36 * 8 / 16 = 18. The table has 7
 * for it, which is LOD 9/16. */
Test(rules_texture, levels_blend_by_fifteen_bits_or_four)
{
    static const float q[2] = {0.692555f, 1};
    static const struct {
        const char *rules;
        uint32_t blend;
    } laws[] = {{"console", 20},
                {"console,lod=polynomial", 18},
                {"console,lod=polynomial,lod_weight=15bit", 19},
                {"pcsx2", 19},
                {"pcsx2,lod_weight=4bit", 18}};
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        two_levels(36);
        drawing_write(GS_TEX1_1, tex1_value(0, 1, 0, 3, 0, 0));
        draw_qs(q, 2);
        cr_expect_eq(drawing_pixel(0, 0), grey(laws[i].blend, laws[i].blend), "%s: %08X", laws[i].rules,
                     drawing_pixel(0, 0));
        cr_expect_eq(drawing_pixel(1, 0), 0, "%s", laws[i].rules);
    }
}
