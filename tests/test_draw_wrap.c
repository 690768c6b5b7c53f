/* Texture coordinates to texels: wrap modes and bilinear filtering (GS-DRAWING sections 7.1 and 7.2). */
#include <math.h>
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

/* Textures hold their position in R and G, so that a pixel tells where it was read. */
#define SIDE 64u

static uint32_t texel_at(uint32_t x, uint32_t y)
{
    return rgba(x, y, x * 4 ^ y, 0x80 + x);
}

/* Fills SIDE x SIDE texels, of which TEX0 names 1 << tw by 1 << th. */
static void use_texture(unsigned tw, unsigned th)
{
    static uint32_t texels[SIDE * SIDE];
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        texels[i] = texel_at(i % SIDE, i / SIDE);
    uint64_t tex0 = drawing_texture(GS_PSMCT32, 6, 6, 1, GS_TFX_DECAL, texels);
    drawing_write(GS_TEX0_1, (tex0 & ~field(0xFF, 26)) | field(tw, 26) | field(th, 30));
}

static void open_chip(void)
{
    drawing_open();
    use_texture(4, 4);
}

TestSuite(draw_wrap, .init = open_chip, .fini = drawing_close);

/* A point with S, T in texels of a texture of 1 << 4. */
static uint32_t sample_st(float s, float t)
{
    struct area frame = {GS_PSMCT32, 0, DRAWING_FBW, 0, 0};
    const uint32_t nothing = 0;
    transfer_upload(chip, &frame, 1, 1, &nothing);
    drawing_write(GS_ST, st_value(s / 16, t / 16));
    drawing_colour(0x80808080);
    drawing_point(TME, 0, 0, 0);
    return drawing_pixel(0, 0);
}

/* ---- wrap modes ---- */

struct mode {
    unsigned wm;
    int min, max;
};

/* The table of section 7.2, for a size of 16. */
static int wrapped(const struct mode *m, int c)
{
    switch (m->wm) {
    case GS_WRAP_REPEAT:
        return c & 15;
    case GS_WRAP_CLAMP:
        return c < 0 ? 0 : c > 15 ? 15 : c;
    case GS_WRAP_REGION_CLAMP: /* "max first then min" */
        c = c > m->min ? c : m->min;
        return c < m->max ? c : m->max;
    default: /* "PCSX2 first ANDs MINU with w - 1" */
        return (c & m->min & 15) | m->max;
    }
}

static const struct mode modes[] = {
    {GS_WRAP_REPEAT, 3, 5},
    {GS_WRAP_CLAMP, 3, 5},
    {GS_WRAP_REGION_CLAMP, 3, 9},
    {GS_WRAP_REGION_CLAMP, 0, 15},
    {GS_WRAP_REGION_CLAMP, 7, 7},
    {GS_WRAP_REGION_CLAMP, 2, 40},
    {GS_WRAP_REGION_CLAMP, 20, 44},
    {GS_WRAP_REGION_REPEAT, 7, 0},
    {GS_WRAP_REGION_REPEAT, 7, 8},
    {GS_WRAP_REGION_REPEAT, 5, 2},
    {GS_WRAP_REGION_REPEAT, 0x3FF, 0},
    {GS_WRAP_REGION_REPEAT, 3, 20},
    {GS_WRAP_REGION_REPEAT, 0, 6},
};
#define MODES (sizeof modes / sizeof *modes)

static void set_modes(const struct mode *u, const struct mode *v)
{
    drawing_write(GS_CLAMP_1, clamp_value(u->wm, v->wm, (uint32_t)u->min, (uint32_t)u->max, (uint32_t)v->min,
                                          (uint32_t)v->max));
}

/* UV coordinates are never negative; both axes at once, each with its own mode. */
Test(draw_wrap, every_mode_wraps_uv_on_both_axes)
{
    for (size_t i = 0; i < MODES; i++) {
        const struct mode *u = &modes[i], *v = &modes[(i * 5 + 3) % MODES];
        set_modes(u, v);
        for (int c = 0; c < 100; c++) {
            int d = (c * 7 + 2) % 100;
            uint32_t got = drawing_sample(0, 16 * c + 9, 16 * d + 1);
            uint32_t x = (uint32_t)wrapped(u, c), y = (uint32_t)wrapped(v, d);
            cr_expect_eq(got, texel_at(x, y), "modes %zu: (%d, %d) reads (%u, %u), not (%u, %u)", i, c, d,
                         got & 0xFF, got >> 8 & 0xFF, x, y);
        }
    }
}

/* Negative coordinates round down: "texel = floor(u)". */
Test(draw_wrap, every_mode_wraps_negative_st)
{
    for (size_t i = 0; i < MODES; i++) {
        const struct mode *u = &modes[i], *v = &modes[(i + 1) % MODES];
        set_modes(u, v);
        for (int c = -40; c < 40; c += 3) {
            uint32_t got = sample_st((float)c + 0.5f, (float)-c - 0.25f);
            uint32_t x = (uint32_t)wrapped(u, c), y = (uint32_t)wrapped(v, -c - 1);
            cr_expect_eq(got, texel_at(x, y), "modes %zu: %d reads (%u, %u), not (%u, %u)", i, c, got & 0xFF,
                         got >> 8 & 0xFF, x, y);
        }
    }
}

/* "PCSX2: for MINU > MAXU max first then min": all coordinates give MAXU. A draw before has read the whole
 * texture; by itself PCSX2 would fetch texels from MINU on only. */
Test(draw_wrap, region_clamp_with_min_above_max_gives_max)
{
    const struct mode crossed = {GS_WRAP_REGION_CLAMP, 9, 3};
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
    drawing_write(GS_UV, uv_value(0, 0));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_UV, uv_value(256, 256));
    drawing_write(GS_XYZ2, xyz_value(256, 256, 0));
    set_modes(&crossed, &crossed);
    for (int c = 0; c < 32; c++)
        cr_expect_eq(drawing_sample(0, 16 * c, 16 * (31 - c)), texel_at(3, 3), "%d", c);
}

/* "TW or TH > 10: size counts as 1 texel in REPEAT and CLAMP", as long as TW + TH < 19 (PCSX2). */
Test(draw_wrap, a_size_above_1024_acts_as_one_texel)
{
    for (unsigned tw = 11; tw <= 14; tw++)
        for (unsigned wm = GS_WRAP_REPEAT; wm <= GS_WRAP_CLAMP; wm++) {
            use_texture(tw, 4);
            drawing_write(GS_CLAMP_1, clamp_value(wm, wm, 0, 0, 0, 0));
            cr_expect_eq(drawing_sample(0, 16 * 9, 16 * 3), texel_at(0, 3), "TW %u", tw);
        }
}

/* ---- bilinear ---- */

static uint32_t lerp(uint32_t a, uint32_t b, int w)
{
    uint32_t out = 0;
    for (unsigned i = 0; i < 32; i += 8) {
        int from = (int)(a >> i & 0xFF), to = (int)(b >> i & 0xFF);
        out |= (uint32_t)(from + ((to - from) * w >> 4)) << i;
    }
    return out;
}

/* "u' = u - 1/2; i = floor(u'), f = floor(16 (u' - i)); horizontally for both rows, then vertically; the two
 * columns each pass through the wrap function." Coordinates in 1/16. */
static uint32_t filtered(const struct mode *mu, const struct mode *mv, int u, int v)
{
    u -= 8;
    v -= 8;
    int fu = u & 15, fv = v & 15, x = u >> 4, y = v >> 4;
    uint32_t x0 = (uint32_t)wrapped(mu, x), x1 = (uint32_t)wrapped(mu, x + 1);
    uint32_t y0 = (uint32_t)wrapped(mv, y), y1 = (uint32_t)wrapped(mv, y + 1);
    return lerp(lerp(texel_at(x0, y0), texel_at(x1, y0), fu), lerp(texel_at(x0, y1), texel_at(x1, y1), fu),
                fv);
}

Test(draw_wrap, bilinear_weights_have_four_bits_on_each_axis)
{
    const struct mode repeat = {GS_WRAP_REPEAT, 0, 0};
    drawing_write(GS_TEX1_1, tex1_value(0, 0, 1, 0, 0, 0));
    for (int fu = 0; fu < 16; fu++)
        for (int fv = 0; fv < 16; fv++) {
            int u = 16 * (fv % 5 + 3) + fu, v = 16 * (fu % 7 + 2) + fv;
            cr_expect_eq(drawing_sample(0, u, v), filtered(&repeat, &repeat, u, v), "(%d, %d)", u, v);
        }
}

Test(draw_wrap, both_columns_and_rows_of_a_bilinear_texel_are_wrapped)
{
    drawing_write(GS_TEX1_1, tex1_value(0, 0, 1, 0, 0, 0));
    for (size_t i = 0; i < MODES; i++) {
        const struct mode *mu = &modes[i], *mv = &modes[(i * 3 + 1) % MODES];
        set_modes(mu, mv);
        for (int u = 0; u < 16 * 50; u += 21) {
            int v = (u * 5 + 7) % (16 * 50);
            cr_expect_eq(drawing_sample(0, u, v), filtered(mu, mv, u, v), "modes %zu: (%d, %d)", i, u, v);
        }
    }
}

/* "Max first then min": with MIN above MAX every coordinate becomes MAX. PCSX2 does not decode that texel. */
Test(draw_wrap, a_region_whose_ends_are_exchanged_is_its_maximum)
{
    const struct mode region = {GS_WRAP_REGION_CLAMP, 11, 5};
    drawing_close();
    drawing_open_with("console");
    use_texture(4, 4);
    set_modes(&region, &region);
    for (int u = 0; u < 16 * 20; u += 29)
        cr_expect_eq(drawing_sample(0, u, 300 - u), texel_at(5, 5), "%d", u);
}

/* Without levels (MXL = 0) MMAG alone chooses the filter (section 7.3). */
Test(draw_wrap, without_levels_mmin_is_ignored)
{
    const struct mode repeat = {GS_WRAP_REPEAT, 0, 0};
    for (unsigned mmin = 0; mmin < 6; mmin++)
        for (unsigned mmag = 0; mmag < 2; mmag++) {
            drawing_write(GS_TEX1_1, tex1_value(1, 0, mmag, mmin, 0, 64));
            cr_expect_eq(drawing_sample(0, 85, 70),
                         mmag ? filtered(&repeat, &repeat, 85, 70) : texel_at(5, 4), "MMIN %u", mmin);
        }
}

/* ---- S, T, Q ---- */

/* Section 6.1: "overflowing coordinates saturate toward the sign's end, so CLAMP modes pick the first or last
 * texel". */
Test(draw_wrap, huge_coordinates_clamp_to_the_end_of_their_sign)
{
    static const float huge[] = {3000.0f, 1e5f, 1e9f, 1e30f, INFINITY};
    const struct mode clamp = {GS_WRAP_CLAMP, 0, 0}, region = {GS_WRAP_REGION_CLAMP, 3, 9};
    sample_st(0.5f, 0.5f);
    for (unsigned i = 0; i < sizeof huge / sizeof *huge; i++) {
        set_modes(&clamp, &clamp);
        cr_expect_eq(sample_st(16 * huge[i], -16 * huge[i]), texel_at(15, 0), "CLAMP %g", (double)huge[i]);
        cr_expect_eq(sample_st(-16 * huge[i], 16 * huge[i]), texel_at(0, 15), "CLAMP %g", (double)huge[i]);
        set_modes(&region, &region);
        cr_expect_eq(sample_st(16 * huge[i], -16 * huge[i]), texel_at(9, 3), "REGION_CLAMP %g",
                     (double)huge[i]);
        cr_expect_eq(sample_st(-16 * huge[i], 16 * huge[i]), texel_at(3, 9), "REGION_CLAMP %g",
                     (double)huge[i]);
    }
}

static void reopen(const char *rules)
{
    drawing_close();
    drawing_open_with(rules);
    use_texture(4, 4);
}

/* PCSX2 takes 0 for what is not a number (PCSX2-SW section 1). On a console the exponent 255 is a power of
 * two like others: S goes to its end, and T is too small for a grid of that size (GS-EXACT section 5). */
Test(draw_wrap, the_largest_exponent_is_no_number_for_pcsx2_alone)
{
    for (unsigned wm = GS_WRAP_REPEAT; wm <= GS_WRAP_CLAMP; wm++) {
        const struct mode mode = {wm, 0, 0};
        reopen("pcsx2");
        set_modes(&mode, &mode);
        cr_expect_eq(sample_st(NAN, 16 * 5.5f), texel_at(0, wm == GS_WRAP_REPEAT ? 8 : 15));
        reopen("console");
        set_modes(&mode, &mode);
        cr_expect_eq(sample_st(NAN, 16 * 5.5f), texel_at(15, 0));
    }
}

/* u = S / Q * 2^TW: a point takes its own Q, a sprite that of its second vertex. */
Test(draw_wrap, st_is_divided_by_q)
{
    drawing_write(GS_ST, st_value(5.5f / 16 * 4, 9.5f / 16 * 4));
    drawing_write(GS_RGBAQ, rgbaq_value(0, 4.0f));
    drawing_point(TME, 0, 0, 0);
    cr_expect_eq(drawing_pixel(0, 0), texel_at(5, 9));
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME);
    drawing_write(GS_RGBAQ, rgbaq_value(0, 64.0f));
    drawing_write(GS_ST, st_value(0, 0));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_RGBAQ, rgbaq_value(0, 2.0f));
    drawing_write(GS_ST, st_value(2, 2));
    drawing_write(GS_XYZ2, xyz_value(256, 256, 0));
    for (uint32_t i = 0; i < 16; i++)
        cr_expect_eq(drawing_pixel(i, 15 - i), texel_at(i, 15 - i));
}

/* Sprites map texels to pixels along each axis; exchanged corners mirror the picture (section 6.2). */
Test(draw_wrap, sprites_mirror_with_their_texture_coordinates)
{
    for (unsigned mirror = 0; mirror < 4; mirror++) {
        drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
        drawing_write(GS_UV, uv_value(mirror & 1 ? 256 : 0, mirror & 2 ? 256 : 0));
        drawing_write(GS_XYZ2, xyz_value(160, 160, 0));
        drawing_write(GS_UV, uv_value(mirror & 1 ? 0 : 256, mirror & 2 ? 0 : 256));
        drawing_write(GS_XYZ2, xyz_value(160 + 256, 160 + 256, 0));
        /* Mirrored, the first pixel's coordinate is 16 exactly, which REPEAT makes 0. */
        for (uint32_t i = 1; i < 16; i++) {
            uint32_t x = mirror & 1 ? 16 - i : i, y = mirror & 2 ? 16 - i : i;
            cr_expect_eq(drawing_pixel(10 + i, 10 + i), texel_at(x, y), "mirror %u, %u", mirror, i);
        }
    }
}

/* Triangles walk both coordinates along x and y. Steps of one texel a pixel are exact; texels are read in
 * their middle. Rows are longer than a group of pixels and begin anywhere in one. */
static void walk_triangle(int ux, int uy, int vx, int vy, int x0, int y0)
{
    enum { SPAN = 30, LEG = SPAN * 16 };
    const int corner[3][2] = {{0, 0}, {SPAN, 0}, {0, SPAN}};
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | TME | FST);
    int u0 = ux + uy < 0 ? 31 : 0, v0 = vx + vy < 0 ? 31 : 0;
    for (unsigned i = 0; i < 3; i++) {
        int x = corner[i][0], y = corner[i][1];
        drawing_write(GS_UV, uv_value((uint32_t)(16 * (u0 + ux * x + uy * y) + 8),
                                      (uint32_t)(16 * (v0 + vx * x + vy * y) + 8)));
        drawing_write(GS_XYZ2, xyz_value((uint32_t)(16 * (x0 + x)), (uint32_t)(16 * (y0 + y)), 0));
    }
    for (int y = 0; y < SPAN; y++)
        for (int x = 0; x + y < SPAN; x++) {
            uint32_t got = drawing_pixel((uint32_t)(x0 + x), (uint32_t)(y0 + y));
            uint32_t expect = texel_at((uint32_t)(u0 + ux * x + uy * y), (uint32_t)(v0 + vx * x + vy * y));
            cr_assert_eq(got, expect, "(%d %d)(%d %d) at (%d, %d): %08X", ux, uy, vx, vy, x, y, got);
        }
}

Test(draw_wrap, triangles_walk_their_coordinates_along_both_axes)
{
    for (unsigned lanes = 0; lanes < 2; lanes++) {
        drawing_close();
        drawing_open_with(lanes ? "pcsx2-sse4" : "pcsx2");
        use_texture(6, 6);
        for (int x0 = 0; x0 < 10; x0++) {
            walk_triangle(1, 0, 0, 1, x0, 3);
            walk_triangle(0, 1, 1, 0, x0, 3);
            walk_triangle(-1, 0, 0, -1, x0, 3);
            walk_triangle(0, -1, 1, 0, x0, 3);
        }
    }
}
