#include "sampler.h"

#include "arith.h"
#include "bytes.h"
#include "console_texel.h"
#include "polynomial.h"
#include "watch.h"

/* Sampling is the most expensive step, so it works on half groups: four pixels that are not drawn are left
 * out. */
#define FOUR 4
#define CHANNELS (4 * FOUR)

/* ---- level of detail ---- */

float gs_log2(bool fused, float q)
{
    uint32_t bits = gs_bits_of_float(q);
    float e = (float)((int32_t)(bits >> 23 & 0xFF) - 127);
    float m = gs_float_of_bits((bits & 0x7FFFFF) | 0x3F800000);
    float p = gs_mad(fused, gs_log2_c0, m, gs_log2_c1);
    p = gs_mad(fused, p, m, gs_log2_c2);
    return gs_mad(fused, m - 1.0f, p, e);
}

/* LOD of each pixel, 16.16, clamped to what the draw can use. */
GS_APART static void lods(const struct gs_sampler *s, const float q[restrict FOUR],
                          int32_t lod[restrict FOUR])
{
    float scale = s->lod_scale, k16 = s->lod_k;
    int32_t most = s->lod_max;
    for (unsigned k = 0; k < FOUR; k++)
        lod[k] = gs_polynomial_lod(q[k], scale, k16, most);
}

/* ---- texels ---- */

/* Texels of one axis that 16.16 coordinates lie in, and the next ones (which wrap at 16 bits). */
GS_APART static void clamp_texels(const int32_t c[restrict FOUR], int32_t lo, int32_t hi,
                                  uint32_t first[restrict FOUR], uint32_t second[restrict FOUR])
{
    for (unsigned k = 0; k < FOUR; k++) {
        int32_t i = c[k] >> 16;
        i = i < lo ? lo : i;
        first[k] = (uint32_t)(i > hi ? hi : i);
    }
    for (unsigned k = 0; k < FOUR; k++) {
        int32_t i = (int32_t)((uint32_t)c[k] + 0x10000) >> 16;
        i = i < lo ? lo : i;
        second[k] = (uint32_t)(i > hi ? hi : i);
    }
}

GS_APART static void repeat_texels(const int32_t c[restrict FOUR], int32_t mask, int32_t set,
                                   uint32_t first[restrict FOUR], uint32_t second[restrict FOUR])
{
    for (unsigned k = 0; k < FOUR; k++)
        first[k] = (uint32_t)((c[k] >> 16 & mask) | set);
    for (unsigned k = 0; k < FOUR; k++)
        second[k] = (uint32_t)((((c[k] >> 16) + 1) & mask) | set);
}

static void wrap(const struct gs_axis *axis, unsigned level, const int32_t c[FOUR], uint32_t out[2][FOUR])
{
    if (axis->clamp)
        clamp_texels(c, axis->lo >> level, axis->hi >> level, out[0], out[1]);
    else
        repeat_texels(c, axis->lo >> level, axis->hi >> level, out[0], out[1]);
}

GS_APART static void shift_left(uint32_t v[restrict FOUR], unsigned count)
{
    for (unsigned k = 0; k < FOUR; k++)
        v[k] <<= count;
}

/* Texels as bytes; `row`: where their rows begin. */
GS_APART static void fetch_rgba(const uint32_t *restrict rgba, const uint32_t row[restrict FOUR],
                                const uint32_t column[restrict FOUR], uint8_t out[restrict CHANNELS])
{
    for (unsigned k = 0; k < FOUR; k++)
        gs_store32(out + 4 * k, rgba[row[k] + column[k]]);
}

GS_APART static void fetch_index(const uint32_t palette[restrict 256], const uint8_t *restrict index,
                                 const uint32_t row[restrict FOUR], const uint32_t column[restrict FOUR],
                                 uint8_t out[restrict CHANNELS])
{
    for (unsigned k = 0; k < FOUR; k++)
        gs_store32(out + 4 * k, palette[index[row[k] + column[k]]]);
}

static inline void fetch(const struct gs_sampler *s, const struct gs_texture *t, const uint32_t row[FOUR],
                         const uint32_t column[FOUR], uint8_t out[CHANNELS])
{
    if (t->index)
        fetch_index(s->palette, t->index, row, column, out);
    else
        fetch_rgba(t->rgba, row, column, out);
}

GS_APART static void unpack(const uint8_t texel[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = texel[i];
}

/* A weight of each pixel for all of its channels. Written as pairs: what is stored in pieces that are smaller
 * than those that are loaded next makes the load wait. */
GS_APART static void spread(const int32_t weight[restrict FOUR], int16_t out[restrict CHANNELS])
{
    uint32_t pair[2 * FOUR];
    for (unsigned k = 0; k < FOUR; k++)
        pair[2 * k] = pair[2 * k + 1] = (uint32_t)weight[k] << 16 | (uint32_t)weight[k];
    memcpy(out, pair, sizeof pair);
}

/* Bits 15..12 of each coordinate, for all channels of the pixel. */
static void weights(const int32_t c[FOUR], int16_t out[CHANNELS])
{
    int32_t weight[FOUR];
    for (unsigned k = 0; k < FOUR; k++)
        weight[k] = c[k] >> 12 & 15;
    spread(weight, out);
}

/* a + ((b - a) * w >> 4) */
static inline int16_t lerp(int16_t a, int16_t b, int16_t w)
{
    int16_t product = gs_int16((b - a) * w);
    return gs_int16(a + (product >> 4));
}

/* Texels (0, 0), (1, 0), (0, 1), (1, 1) of each pixel. */
GS_APART static void bilinear(const uint8_t texel[restrict 4][CHANNELS], const int16_t u[restrict CHANNELS],
                              const int16_t v[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        int16_t top = lerp(texel[0][i], texel[1][i], u[i]), bottom = lerp(texel[2][i], texel[3][i], u[i]);
        out[i] = lerp(top, bottom, v[i]);
    }
}

/* One level; u, v are 16.16 of that level, the half texel subtracted for bilinear. */
GS_TWICE void sample_twice(const struct gs_sampler *s, struct gs_watch *w, unsigned level, bool linear,
                           const int32_t u[FOUR], const int32_t v[FOUR], int16_t out[CHANNELS])
{
    const struct gs_texture *t = s->level[level];
    uint32_t x[2][FOUR], y[2][FOUR];
    uint8_t texel[4][CHANNELS];
    int16_t wu[CHANNELS], wv[CHANNELS];
    wrap(&s->u, level, u, x);
    wrap(&s->v, level, v, y);
    shift_left(y[0], t->key.pitch_log2);
    fetch(s, t, y[0], x[0], texel[0]);
    if (!linear) {
        unpack(texel[0], out);
        if (w)
            gs_watch_sample(w, s, level, false, u, v, x, y, out);
        return;
    }
    shift_left(y[1], t->key.pitch_log2);
    fetch(s, t, y[0], x[1], texel[1]);
    fetch(s, t, y[1], x[0], texel[2]);
    fetch(s, t, y[1], x[1], texel[3]);
    weights(u, wu);
    weights(v, wv);
    bilinear(texel, wu, wv, out);
    if (w)
        gs_watch_sample(w, s, level, true, u, v, x, y, out);
}

static void sample_watched(const struct gs_sampler *s, struct gs_watch *w, unsigned level, bool linear,
                           const int32_t u[FOUR], const int32_t v[FOUR], int16_t out[CHANNELS])
{
    sample_twice(s, w, level, linear, u, v, out);
}

static void sample_unwatched(const struct gs_sampler *s, unsigned level, bool linear, const int32_t u[FOUR],
                             const int32_t v[FOUR], int16_t out[CHANNELS])
{
    sample_twice(s, NULL, level, linear, u, v, out);
}

GS_TWICE void sample_level(const struct gs_sampler *s, struct gs_watch *w, unsigned level, bool linear,
                           const int32_t u[FOUR], const int32_t v[FOUR], int16_t out[CHANNELS])
{
    if (w)
        sample_watched(s, w, level, linear, u, v, out);
    else
        sample_unwatched(s, level, linear, u, v, out);
}

void gs_sample_level(const struct gs_sampler *s, struct gs_watch *w, unsigned level, bool linear,
                     const int32_t u[FOUR], const int32_t v[FOUR], int16_t out[CHANNELS])
{
    sample_level(s, w, level, linear, u, v, out);
}

/* ---- mip-mapping ---- */

/* Level coordinates from those of level 0. */
GS_APART static void level_coordinates(const int32_t c[restrict FOUR], unsigned level, uint32_t half,
                                       int32_t out[restrict FOUR])
{
    for (unsigned k = 0; k < FOUR; k++)
        out[k] = (int32_t)((uint32_t)(c[k] >> level) - half);
}

/* Fractions between two levels, 15 bits, for each channel. */
static void level_weights(const int32_t lod[FOUR], int16_t out[CHANNELS])
{
    int32_t weight[FOUR];
    for (unsigned k = 0; k < FOUR; k++)
        weight[k] = (lod[k] & 0xFFFF) >> 1;
    spread(weight, out);
}

GS_APART static void trilinear(const int16_t below[restrict CHANNELS], const int16_t above[restrict CHANNELS],
                               const int16_t w[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        int16_t difference = gs_int16((above[i] - below[i]) * 2);
        out[i] = gs_int16(below[i] + gs_high_product(difference, w[i]));
    }
}

/* All pixels at `level`, trilinear with the one above. */
GS_TWICE void sample_between(const struct gs_sampler *s, struct gs_watch *w, unsigned level,
                             const int32_t u[FOUR], const int32_t v[FOUR], const int32_t lod[FOUR],
                             int16_t out[CHANNELS])
{
    int32_t ul[FOUR], vl[FOUR];
    uint32_t half = s->linear ? 0x8000 : 0;
    int16_t below[CHANNELS], above[CHANNELS], weight[CHANNELS];
    if (w)
        gs_watch_open(w, level == w->level);
    level_coordinates(u, level, half, ul);
    level_coordinates(v, level, half, vl);
    if (!s->trilinear) {
        sample_level(s, w, level, s->linear, ul, vl, out);
        return;
    }
    sample_level(s, w, level, s->linear, ul, vl, below);
    level_coordinates(u, level + 1, half, ul);
    level_coordinates(v, level + 1, half, vl);
    sample_level(s, w, level + 1, s->linear, ul, vl, above);
    level_weights(lod, weight);
    /* With a constant LOD PCSX2 leaves B and A of every second pair of pixels unmixed. */
    if (s->lod_constant)
        weight[10] = weight[11] = weight[14] = weight[15] = 0;
    trilinear(below, above, weight, out);
}

/* Tells the watched pixel's level; `round` as in sample_mip. */
static void watch_level(struct gs_watch *w, const struct gs_sampler *s, const int32_t lod[FOUR],
                        int32_t round)
{
    if (w->sampled < 0)
        return;
    w->level = (unsigned)((lod[w->sampled] + round) >> 16);
    gs_watch_lod(w, lod[w->sampled], s->trilinear ? (lod[w->sampled] & 0xFFFF) >> 1 : 0);
}

/* Pixels of one level are sampled together: mostly these are all. */
GS_TWICE void sample_mip(const struct gs_sampler *s, struct gs_watch *w, const uint32_t lanes[FOUR],
                         const int32_t u[FOUR], const int32_t v[FOUR], const float q[FOUR],
                         int16_t out[CHANNELS])
{
    int32_t lod[FOUR] = {s->lod, s->lod, s->lod, s->lod}, round = s->trilinear ? 0 : 0x8000;
    unsigned drawn = lanes[0] ? 0 : lanes[1] ? 1 : lanes[2] ? 2 : 3;
    if (!s->lod_constant)
        lods(s, q, lod);
    if (w)
        watch_level(w, s, lod, round);
    int32_t first = (lod[drawn] + round) >> 16, other = first;
    int16_t part[CHANNELS];
    sample_between(s, w, (unsigned)first, u, v, lod, out);
    for (unsigned k = drawn + 1; k < FOUR; k++) {
        int32_t level = (lod[k] + round) >> 16;
        if (!lanes[k] || level == first)
            continue;
        if (level != other)
            sample_between(s, w, (unsigned)level, u, v, lod, part);
        other = level;
        memcpy(out + 4 * k, part + 4 * k, 4 * sizeof *out);
    }
}

/* Coordinates of a level, 16.16, from those of level 0 in whole sixteenths (GS_TEXEL_SIXTEENTH). */
GS_APART static void console_coordinates(const int32_t c[restrict GS_MAX_LANES], unsigned level, bool linear,
                                         int32_t out[restrict GS_MAX_LANES])
{
    for (unsigned k = 0; k < GS_MAX_LANES; k++)
        out[k] = gs_console_texels(c[k] >> level, linear);
}

/* The same without the limits, which U and V of the registers (1024 texels) do not reach. */
GS_APART static void near_coordinates(const int32_t c[restrict GS_MAX_LANES], unsigned level, bool linear,
                                      int32_t out[restrict GS_MAX_LANES])
{
    uint32_t half = linear ? 0x8000 : 0;
    for (unsigned k = 0; k < GS_MAX_LANES; k++)
        out[k] = (int32_t)((uint32_t)gs_console_truncated(c[k] >> level) - half);
}

static void sample_single(const struct gs_sampler *s, const gs_lanes lanes, const int32_t u[GS_MAX_LANES],
                          const int32_t v[GS_MAX_LANES], gs_colours out)
{
    int32_t ul[GS_MAX_LANES], vl[GS_MAX_LANES];
    if (s->near) {
        near_coordinates(u, s->single_level, s->single_linear, ul);
        near_coordinates(v, s->single_level, s->single_linear, vl);
    } else {
        console_coordinates(u, s->single_level, s->single_linear, ul);
        console_coordinates(v, s->single_level, s->single_linear, vl);
    }
    for (unsigned k = 0; k < GS_MAX_LANES; k += FOUR)
        if (lanes[k] | lanes[k + 1] | lanes[k + 2] | lanes[k + 3])
            sample_unwatched(s, s->single_level, s->single_linear, ul + k, vl + k, out + 4 * k);
}

GS_TWICE void sample_group(const struct gs_sampler *s, struct gs_watch *w, const gs_lanes lanes,
                           const int32_t u[GS_MAX_LANES], const int32_t v[GS_MAX_LANES],
                           const float q[GS_MAX_LANES], gs_colours out)
{
    for (unsigned k = 0; k < GS_MAX_LANES; k += FOUR) {
        if (!(lanes[k] | lanes[k + 1] | lanes[k + 2] | lanes[k + 3]))
            continue;
        if (w)
            gs_watch_four(w, k);
        if (s->mixed)
            gs_sample_mixed(s, lanes + k, u + k, v + k, q + k, out + 4 * k);
        else if (s->table)
            gs_sample_table(s, lanes + k, u + k, v + k, q + k, out + 4 * k);
        else if (s->mip)
            sample_mip(s, w, lanes + k, u + k, v + k, q + k, out + 4 * k);
        else
            sample_level(s, w, 0, s->linear, u + k, v + k, out + 4 * k);
    }
}

static void sample_group_watched(const struct gs_sampler *s, const gs_lanes lanes,
                                 const int32_t u[GS_MAX_LANES], const int32_t v[GS_MAX_LANES],
                                 const float q[GS_MAX_LANES], gs_colours out)
{
    sample_group(s, s->watch, lanes, u, v, q, out);
}

void gs_sample_group(const struct gs_sampler *s, const gs_lanes lanes, const int32_t u[GS_MAX_LANES],
                     const int32_t v[GS_MAX_LANES], const float q[GS_MAX_LANES], gs_colours out)
{
    if (s->watch)
        sample_group_watched(s, lanes, u, v, q, out);
    else if (s->single)
        sample_single(s, lanes, u, v, out);
    else
        sample_group(s, NULL, lanes, u, v, q, out);
}
