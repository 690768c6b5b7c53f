#include "sampler.h"

#include "arith.h"

float gs_log2(bool fused, float q)
{
    uint32_t bits = gs_bits_of_float(q);
    float e = (float)((int32_t)(bits >> 23 & 0xFF) - 127);
    float m = gs_float_of_bits((bits & 0x7FFFFF) | 0x3F800000);
    float p = gs_mad(fused, 0.20444600983623f, m, -1.04913055217340f);
    p = gs_mad(fused, p, m, 2.28330284476918f);
    return gs_mad(fused, m - 1.0f, p, e);
}

static inline int32_t wrap(const struct gs_axis *axis, int32_t c, unsigned level)
{
    int32_t lo = axis->lo >> level, hi = axis->hi >> level;
    if (!axis->clamp)
        return (c & lo) | hi;
    c = c < lo ? lo : c;
    return c > hi ? hi : c;
}

/* a + ((b - a) * w >> 4) on four 8-bit channels; exact for w 0..15 because 16 a is a multiple of 16. */
static inline uint32_t lerp16(uint32_t a, uint32_t b, uint32_t w)
{
    uint32_t even = ((a & 0xFF00FF) * (16 - w) + (b & 0xFF00FF) * w) >> 4 & 0xFF00FF;
    uint32_t odd = ((a >> 8 & 0xFF00FF) * (16 - w) + (b >> 8 & 0xFF00FF) * w) >> 4 & 0xFF00FF;
    return even | odd << 8;
}

/* One level; u, v are 16.16 of that level, the half texel subtracted for bilinear. */
static inline uint32_t sample_level(const struct gs_sampler *s, unsigned level, int32_t u, int32_t v)
{
    const struct gs_texture *t = s->level[level];
    const uint32_t *palette = s->palette;
    int32_t iu = u >> 16, iv = v >> 16;
    uint32_t x0 = (uint32_t)wrap(&s->u, iu, level), y0 = (uint32_t)wrap(&s->v, iv, level);
    if (!s->linear)
        return gs_texture_fetch(t, palette, x0, y0);
    uint32_t x1 = (uint32_t)wrap(&s->u, gs_int16(iu + 1), level);
    uint32_t y1 = (uint32_t)wrap(&s->v, gs_int16(iv + 1), level);
    uint32_t fu = (uint32_t)u >> 12 & 15, fv = (uint32_t)v >> 12 & 15;
    uint32_t top = lerp16(gs_texture_fetch(t, palette, x0, y0), gs_texture_fetch(t, palette, x1, y0), fu);
    uint32_t bottom = lerp16(gs_texture_fetch(t, palette, x0, y1), gs_texture_fetch(t, palette, x1, y1), fu);
    return lerp16(top, bottom, fv);
}

static uint32_t mix_channel(uint32_t a, uint32_t b, unsigned shift, int32_t fraction)
{
    int32_t from = (int32_t)(a >> shift & 0xFF), to = (int32_t)(b >> shift & 0xFF);
    return (uint32_t)(from + (((to - from) * fraction) >> 15)) << shift;
}

static int32_t pixel_lod(const struct gs_sampler *s, float q)
{
    float lod = fmaf(gs_log2(true, q), s->lod_scale, s->lod_k);
    float most = (float)s->lod_max;
    lod = lod < most ? lod : most;
    lod = lod > 0 ? lod : 0;
    return gs_nearest(lod);
}

static uint32_t sample_mip(const struct gs_sampler *s, int32_t u, int32_t v, float q, int32_t x)
{
    int32_t lod = s->lod_constant ? s->lod : pixel_lod(s, q);
    int32_t half = s->linear ? 0x8000 : 0;
    unsigned level = (unsigned)((s->trilinear ? lod : lod + 0x8000) >> 16);
    int32_t ul = u >> level, vl = v >> level;
    uint32_t a = sample_level(s, level, (int32_t)((uint32_t)ul - (uint32_t)half),
                              (int32_t)((uint32_t)vl - (uint32_t)half));
    if (!s->trilinear)
        return a;
    uint32_t b = sample_level(s, level + 1, (int32_t)((uint32_t)(ul >> 1) - (uint32_t)half),
                              (int32_t)((uint32_t)(vl >> 1) - (uint32_t)half));
    int32_t fraction = (lod & 0xFFFF) >> 1;
    uint32_t out = mix_channel(a, b, 0, fraction) | mix_channel(a, b, 8, fraction);
    /* With a constant LOD PCSX2 leaves B and A of every second pair of pixels unmixed. */
    if (s->lod_constant && (x & 2))
        return out | (a & 0xFFFF0000);
    return out | mix_channel(a, b, 16, fraction) | mix_channel(a, b, 24, fraction);
}

void gs_sample_group(const struct gs_sampler *s, unsigned lanes, const int32_t u[], const int32_t v[],
                     const float q[], int32_t x, uint32_t out[])
{
    for (; lanes; lanes &= lanes - 1) {
        unsigned k = (unsigned)__builtin_ctz(lanes);
        if (s->mip)
            out[k] = sample_mip(s, u[k], v[k], q[k], x + (int32_t)k);
        else
            out[k] = sample_level(s, 0, u[k], v[k]);
    }
}
