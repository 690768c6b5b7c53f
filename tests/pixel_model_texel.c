/* Level of detail, texels and filters (GS-EXACT sections 8 and 10, GS-DRAWING section 7). */
#include <math.h>
#include <string.h>

#include "pixel_model.h"
#include "registers.h"

static void equal(struct pixel_model *m, enum pixel_stage stage, const char *what, int64_t told,
                  int64_t expected)
{
    pixel_model_expect(m, stage, told == expected, what, told, expected);
}

static int field(uint64_t v, unsigned low, unsigned bits)
{
    return (int)(v >> low & ((1u << bits) - 1));
}

static int tex1_k(uint64_t tex1)
{
    int k = field(tex1, 32, 12);
    return k > 2047 ? k - 4096 : k;
}

/* ---- LOD ---- */

/* The levels and the weight that LOD16 gives. */
static void check_levels(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    uint64_t tex1 = f->context->tex1;
    int mmin = field(tex1, 6, 3), mxl = field(tex1, 2, 3) < 6 ? field(tex1, 2, 3) : 6;
    bool mip = mmin >= 2 && mmin <= 5;
    bool minify = f->lod16 > 0 && field(tex1, 2, 3) != 0;
    bool linear = minify ? mmin == 1 || mmin >= 4 : field(tex1, 5, 1);
    int lod = f->lod16 < 0 ? 0 : f->lod16 > 16 * mxl ? 16 * mxl : f->lod16;
    int level = !mip ? 0 : mmin & 1 ? lod >> 4 : (lod + 8) >> 4;
    int weight = mip && mmin & 1 ? lod & 15 : 0;
    equal(m, PIXEL_LOD, "the level", f->sample[0].level, level);
    equal(m, PIXEL_LOD, "the filter", f->sample[0].linear, linear);
    equal(m, PIXEL_LOD, "the weight", f->level_weight, weight * 2048);
    equal(m, PIXEL_LOD, "the number of levels", f->samples, weight && level < mxl ? 2 : 1);
    if (f->samples == 2)
        equal(m, PIXEL_LOD, "the second level", f->sample[1].level, level + 1);
}

static void check_lod(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    uint64_t tex1 = f->context->tex1;
    bool constant = field(tex1, 0, 1) || f->prim >> 8 & 1;
    equal(m, PIXEL_LOD, "of Q", f->lod_of_q, !constant);
    if (constant) {
        equal(m, PIXEL_LOD, "LOD16", f->lod16, tex1_k(tex1));
    } else {
        int l = field(tex1, 19, 2), exponent = (int)(f->lod_q >> 23 & 255) - 127;
        equal(m, PIXEL_LOD, "LOD16", f->lod16, tex1_k(tex1) - exponent * (16 << l) - f->lod_log2);
        /* The table is log2 of 1 + i / 128 in steps of 2^-(4 + L), but for single steps. */
        double exact = ldexp(log2(1 + (double)(f->lod_q >> 16 & 127) / 128), 4 + l);
        equal(m, PIXEL_LOD, "the table", fabs(f->lod_log2 - exact) <= 1.01, true);
    }
    if (f->console.plane) {
        /* Q is quarters of the plane's unit. */
        float q;
        memcpy(&q, &f->lod_q, sizeof q);
        if (f->lod_of_q)
            equal(m, PIXEL_LOD, "Q", (int64_t)ldexp((double)q, 16 - f->console.exponent),
                  f->console.stq[2].quarters);
    }
    check_levels(m, f);
}

/* ---- texels ---- */

/* The index of a texel on an axis at a level. */
static int64_t wrapped(const struct gs_pixel_fragment *f, unsigned axis, unsigned level, int64_t i)
{
    uint64_t clamp = f->context->clamp;
    int mode = field(clamp, 2 * axis, 2), size_log2 = field(f->context->tex0, axis ? 30 : 26, 4);
    int lo = field(clamp, axis ? 24 : 4, 10), hi = field(clamp, axis ? 34 : 14, 10);
    int last = size_log2 > 10 ? 0 : (1 << size_log2) - 1;
    int64_t low = lo >> level, high = hi >> level;
    switch (mode) {
    case GS_WRAP_REPEAT:
        return i & last >> level;
    case GS_WRAP_CLAMP:
        return i < 0 ? 0 : i > last >> level ? last >> level : i;
    case GS_WRAP_REGION_CLAMP:
        i = i < low ? low : i;
        return i > high ? high : i;
    default:
        return (i & (lo & last) >> level) | high;
    }
}

static void check_texels(struct pixel_model *m, const struct gs_pixel_fragment *f,
                         const struct gs_pixel_sample *s)
{
    static const uint8_t right[4] = {0, 1, 0, 1}, down[4] = {0, 0, 1, 1};
    equal(m, PIXEL_TEXEL, "the number of texels", s->texels, s->linear ? 4 : 1);
    if (s->linear) {
        equal(m, PIXEL_TEXEL, "a weight", s->weight_u, s->u >> 12 & 15);
        equal(m, PIXEL_TEXEL, "a weight down", s->weight_v, s->v >> 12 & 15);
    }
    if (s->level == 0) {
        equal(m, PIXEL_TEXEL, "TBP", s->tbp, field(f->context->tex0, 0, 14));
        equal(m, PIXEL_TEXEL, "TBW", s->tbw, field(f->context->tex0, 14, 6));
    }
    /* PCSX2's sizes and regions are those that the draw's coordinates need (PCSX2-SW section 6). */
    if (!pixel_model_is_console(m))
        return;
    for (unsigned i = 0; i < s->texels; i++) {
        equal(m, PIXEL_TEXEL, "a column", s->texel[i].u, wrapped(f, 0, s->level, (s->u >> 16) + right[i]));
        equal(m, PIXEL_TEXEL, "a row", s->texel[i].v, wrapped(f, 1, s->level, (s->v >> 16) + down[i]));
    }
}

/* 1/16 texel toward zero, less half a texel, limited to 12.4. */
static int32_t sixteenths(int32_t whole, bool linear)
{
    int32_t v = whole - (linear ? 8 : 0);
    return v < -32768 ? -32768 : v > 32767 ? 32767 : v;
}

static void check_sixteenths(struct pixel_model *m, const struct gs_pixel_fragment *f,
                             const struct gs_pixel_sample *s)
{
    equal(m, PIXEL_TEXEL, "sixteenths", s->whole_u, (int64_t)trunc(ldexp(f->u >> s->level, -12)));
    equal(m, PIXEL_TEXEL, "sixteenths down", s->whole_v, (int64_t)trunc(ldexp(f->v >> s->level, -12)));
    equal(m, PIXEL_TEXEL, "U", s->u, (int64_t)sixteenths(s->whole_u, s->linear) * 4096);
    equal(m, PIXEL_TEXEL, "V", s->v, (int64_t)sixteenths(s->whole_v, s->linear) * 4096);
}

/* ---- filters ---- */

static int lerp(int a, int b, int w)
{
    return a + ((b - a) * w >> 4);
}

static void check_filter(struct pixel_model *m, const struct gs_pixel_sample *s)
{
    for (unsigned c = 0; c < 4; c++) {
        int t[4] = {0};
        for (unsigned i = 0; i < s->texels; i++)
            t[i] = (int)(s->texel[i].rgba >> (8 * c) & 255);
        int expected = t[0];
        if (s->linear)
            expected = lerp(lerp(t[0], t[1], s->weight_u), lerp(t[2], t[3], s->weight_u), s->weight_v);
        equal(m, PIXEL_FILTER, "a level's colour", s->rgba[c], expected);
    }
}

static void check_between(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    bool console = pixel_model_is_console(m);
    for (unsigned c = 0; c < 4; c++) {
        int a = f->sample[0].rgba[c], b = f->samples > 1 ? f->sample[1].rgba[c] : a, w = f->level_weight;
        /* PCSX2 leaves B and A of every second pair of pixels alone where LOD is constant. */
        if (!console && f->samples > 1 && (f->x & 2) && c >= 2 && (f->context->tex1 & 1 || f->prim >> 8 & 1))
            w = 0;
        int expected = console ? a + ((b - a) * (w >> 11) >> 4) : a + ((b - a) * w >> 15);
        equal(m, PIXEL_FILTER, "the texel", f->texel[c], expected);
    }
}

void pixel_model_texels(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    equal(m, PIXEL_TEXEL, "samples", f->samples == 1 || f->samples == 2, true);
    if (f->lod_table)
        check_lod(m, f);
    for (unsigned i = 0; i < f->samples; i++) {
        const struct gs_pixel_sample *s = &f->sample[i];
        if (s->sixteenths)
            check_sixteenths(m, f, s);
        check_texels(m, f, s);
        check_filter(m, s);
    }
    check_between(m, f);
}
