#include "sampler.h"

#include "arith.h"
#include "bytes.h"
#include "colour.h"

#define LANES GS_LANES
#define CHANNELS GS_CHANNELS

/* ---- level of detail ---- */

static const float log2_c0 = 0.20444600983623f, log2_c1 = -1.04913055217340f, log2_c2 = 2.28330284476918f;

float gs_log2(bool fused, float q)
{
    uint32_t bits = gs_bits_of_float(q);
    float e = (float)((int32_t)(bits >> 23 & 0xFF) - 127);
    float m = gs_float_of_bits((bits & 0x7FFFFF) | 0x3F800000);
    float p = gs_mad(fused, log2_c0, m, log2_c1);
    p = gs_mad(fused, p, m, log2_c2);
    return gs_mad(fused, m - 1.0f, p, e);
}

/* a * b + c rounded once, where the exact sum fits a double: the fused steps of gs_log2 (24-bit factors below
 * 2, 1 or less apart from the sum in size) without a call for each. */
static inline float fuse(float a, float b, float c)
{
    return (float)((double)a * (double)b + (double)c);
}

/* The lanes' LOD, 16.16, clamped to what the draw can use. */
GS_APART static void lods(const struct gs_sampler *s, const float q[restrict LANES],
                          int32_t lod[restrict LANES])
{
    float scale = s->lod_scale, k16 = s->lod_k;
    float whole = 8388608.0f; /* 2^23: sums of it and a LOD that is not negative are whole numbers */
    int32_t most = s->lod_max;
    for (unsigned k = 0; k < LANES; k++) {
        uint32_t bits = gs_bits_of_float(q[k]);
        int32_t e = (int32_t)(bits >> 23 & 0xFF) - 127;
        float m = gs_float_of_bits((bits & 0x7FFFFF) | 0x3F800000);
        float log2_q = fuse(m - 1.0f, fuse(fuse(log2_c0, m, log2_c1), m, log2_c2), (float)e);
        float l = log2_q * scale + k16; /* the scale is a power of two: one rounding */
        int32_t rounded = (int32_t)(l + whole - whole);
        rounded = rounded < most ? rounded : most;
        lod[k] = rounded > 0 ? rounded : 0;
    }
}

/* ---- texels ---- */

GS_APART static void whole_texels(const int32_t c[restrict LANES], int16_t next, int16_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = gs_int16((c[k] >> 16) + next);
}

GS_APART static void clamp_texels(const int16_t c[restrict LANES], int16_t lo, int16_t hi,
                                  uint16_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (uint16_t)gs_clamp(c[k], lo, hi);
}

GS_APART static void repeat_texels(const int16_t c[restrict LANES], int16_t mask, int16_t set,
                                   uint16_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (uint16_t)((c[k] & mask) | set);
}

/* Texels of one axis that 16.16 coordinates lie in, or the `next` ones; wrapped. */
static void wrap(const struct gs_axis *axis, unsigned level, const int32_t c[LANES], int16_t next,
                 uint16_t out[LANES])
{
    int16_t lo = (int16_t)(axis->lo >> level), hi = (int16_t)(axis->hi >> level), whole[LANES];
    whole_texels(c, next, whole);
    if (axis->clamp)
        clamp_texels(whole, lo, hi, out);
    else
        repeat_texels(whole, lo, hi, out);
}

GS_APART static void place(const uint16_t x[restrict LANES], const uint16_t y[restrict LANES], uint16_t pitch,
                           uint32_t at[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        at[k] = (uint32_t)y[k] * pitch + x[k];
}

/* Texels (x, y) of the lanes, as bytes. */
static inline void fetch(const struct gs_texture *t, const uint32_t palette[restrict 256],
                         const uint16_t x[restrict LANES], const uint16_t y[restrict LANES],
                         uint8_t out[restrict CHANNELS])
{
    uint32_t at[LANES];
    place(x, y, (uint16_t)(1u << t->key.pitch_log2), at);
    if (t->index)
        for (unsigned k = 0; k < LANES; k++)
            gs_store32(out + 4 * k, palette[t->index[at[k]]]);
    else
        for (unsigned k = 0; k < LANES; k++)
            gs_store32(out + 4 * k, t->rgba[at[k]]);
}

/* Bits 15..12 of each coordinate, for all channels of the lane. */
GS_APART static void weights(const int32_t c[restrict LANES], int16_t out[restrict CHANNELS])
{
    for (unsigned k = 0; k < LANES; k++)
        out[4 * k] = out[4 * k + 1] = out[4 * k + 2] = out[4 * k + 3] = (int16_t)(c[k] >> 12 & 15);
}

/* One level; u, v are 16.16 of that level, the half texel subtracted for bilinear. */
static void sample_level(const struct gs_sampler *s, unsigned level, const int32_t u[LANES],
                         const int32_t v[LANES], gs_colours out)
{
    const struct gs_texture *t = s->level[level];
    uint16_t x[2][LANES], y[2][LANES];
    uint8_t texel[4][CHANNELS];
    gs_colours wu, wv;
    wrap(&s->u, level, u, 0, x[0]);
    wrap(&s->v, level, v, 0, y[0]);
    fetch(t, s->palette, x[0], y[0], texel[0]);
    if (!s->linear) {
        gs_colours_unpack(texel[0], out);
        return;
    }
    wrap(&s->u, level, u, 1, x[1]);
    wrap(&s->v, level, v, 1, y[1]);
    fetch(t, s->palette, x[1], y[0], texel[1]);
    fetch(t, s->palette, x[0], y[1], texel[2]);
    fetch(t, s->palette, x[1], y[1], texel[3]);
    weights(u, wu);
    weights(v, wv);
    gs_colours_bilinear(texel, wu, wv, out);
}

/* ---- mip-mapping ---- */

/* Level coordinates from those of level 0. */
GS_APART static void level_coordinates(const int32_t c[restrict LANES], unsigned level, uint32_t half,
                                       int32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (int32_t)((uint32_t)(c[k] >> level) - half);
}

/* The lanes' fractions between two levels, 15 bits, for each channel. */
GS_APART static void level_weights(const int32_t lod[restrict LANES], int16_t out[restrict CHANNELS])
{
    for (unsigned k = 0; k < LANES; k++)
        out[4 * k] = out[4 * k + 1] = out[4 * k + 2] = out[4 * k + 3] = (int16_t)((lod[k] & 0xFFFF) >> 1);
}

/* With a constant LOD PCSX2 leaves B and A of every second pair of pixels unmixed; lane 0 is at a multiple of
 * four columns. */
static void drop_weights(int16_t weight[CHANNELS])
{
    for (unsigned k = 0; k < LANES; k++)
        if (k & 2)
            weight[4 * k + 2] = weight[4 * k + 3] = 0;
}

/* All lanes at `level`, trilinear with the one above. */
static void sample_between(const struct gs_sampler *s, unsigned level, const int32_t u[LANES],
                           const int32_t v[LANES], const int32_t lod[LANES], gs_colours out)
{
    int32_t ul[LANES], vl[LANES];
    uint32_t half = s->linear ? 0x8000 : 0;
    gs_colours below, above, w;
    level_coordinates(u, level, half, ul);
    level_coordinates(v, level, half, vl);
    if (!s->trilinear) {
        sample_level(s, level, ul, vl, out);
        return;
    }
    sample_level(s, level, ul, vl, below);
    level_coordinates(u, level + 1, half, ul);
    level_coordinates(v, level + 1, half, vl);
    sample_level(s, level + 1, ul, vl, above);
    level_weights(lod, w);
    if (s->lod_constant)
        drop_weights(w);
    gs_colours_trilinear(below, above, w, out);
}

/* Lanes of one level are sampled together: mostly these are all. */
static void sample_mip(const struct gs_sampler *s, const gs_lane_set lanes, const int32_t u[LANES],
                       const int32_t v[LANES], const float q[LANES], gs_colours out)
{
    int32_t lod[LANES], level[LANES], lowest = 7, highest = 0, round = s->trilinear ? 0 : 0x8000;
    for (unsigned k = 0; k < LANES && s->lod_constant; k++)
        lod[k] = s->lod;
    if (!s->lod_constant)
        lods(s, q, lod);
    for (unsigned k = 0; k < LANES; k++)
        level[k] = (lod[k] + round) >> 16;
    for (unsigned k = 0; k < LANES; k++) {
        int32_t low = level[k] | (int32_t)(~lanes[k] & 7), high = level[k] & (int32_t)lanes[k];
        lowest = low < lowest ? low : lowest;
        highest = high > highest ? high : highest;
    }
    sample_between(s, (unsigned)lowest, u, v, lod, out);
    while (lowest < highest) {
        gs_colours part;
        lowest++;
        sample_between(s, (unsigned)lowest, u, v, lod, part);
        for (unsigned k = 0; k < LANES; k++)
            for (unsigned c = 0; c < 4 && level[k] == lowest; c++)
                out[4 * k + c] = part[4 * k + c];
    }
}

void gs_sample_quad(const struct gs_sampler *s, const gs_lane_set lanes, const int32_t u[LANES],
                    const int32_t v[LANES], const float q[LANES], gs_colours out)
{
    if (s->mip)
        sample_mip(s, lanes, u, v, q, out);
    else
        sample_level(s, 0, u, v, out);
}
