/* Sampling with the console's table of LODs: level and filter of each pixel (GS-EXACT sections 8 and 10). */
#include "arith.h"
#include "console_lod.h"
#include "console_texel.h"
#include "sampler.h"
#include "watch.h"

#define FOUR 4

/* How a pixel is sampled. */
struct choice {
    uint32_t level, above; /* equal unless levels are blended */
    int32_t weight;        /* of `above`, sixteenths */
    bool linear;
};

static inline bool same(const struct choice *a, const struct choice *b)
{
    return (a->level == b->level) & (a->above == b->above) & (a->linear == b->linear);
}

/* `told`: takes the LOD, sixteenths, unless NULL. */
GS_TWICE struct choice choose(const struct gs_sampler *s, float q, int32_t *told)
{
    int32_t lod = s->lod_constant ? s->tex1_k : gs_console_lod16(gs_bits_of_float(q), s->tex1_l, s->tex1_k);
    struct choice c = {.linear = lod > 0 && !s->magnify_always ? s->minify_linear : s->magnify_linear};
    if (told)
        *told = lod;
    if (!s->levels)
        return c;
    lod = gs_console_lod_limit(lod, s->levels);
    if (told)
        *told = lod;
    if (s->trilinear) {
        c.level = c.above = (uint32_t)lod >> 4;
        c.weight = lod & 15;
        c.above += c.weight && c.level < s->levels;
    } else {
        c.level = c.above = (uint32_t)gs_console_level_nearest(lod);
    }
    return c;
}

/* Coordinates of a level, 16.16, from those of level 0. */

GS_APART static void sixteenths(const int32_t c[restrict FOUR], unsigned level, bool linear,
                                int32_t out[restrict FOUR])
{
    for (unsigned k = 0; k < FOUR; k++)
        out[k] = gs_console_texels(c[k] >> level, linear);
}

GS_APART static void plain(const int32_t c[restrict FOUR], unsigned level, bool linear,
                           int32_t out[restrict FOUR])
{
    for (unsigned k = 0; k < FOUR; k++)
        out[k] = (int32_t)((uint32_t)(c[k] >> level) - (linear ? 0x8000u : 0));
}

GS_TWICE void sample(const struct gs_sampler *s, struct gs_watch *w, unsigned level, bool linear,
                     const int32_t u[FOUR], const int32_t v[FOUR], int16_t out[4 * FOUR])
{
    int32_t ul[FOUR], vl[FOUR];
    if (s->sixteenths) {
        sixteenths(u, level, linear, ul);
        sixteenths(v, level, linear, vl);
    } else {
        plain(u, level, linear, ul);
        plain(v, level, linear, vl);
    }
    gs_sample_level(s, w, level, linear, ul, vl, out);
}

GS_APART static void blend(const int16_t below[restrict 4 * FOUR], const int16_t above[restrict 4 * FOUR],
                           const int16_t weight[restrict FOUR], int16_t out[restrict 4 * FOUR])
{
    for (unsigned k = 0; k < FOUR; k++)
        for (unsigned i = 4 * k; i < 4 * k + 4; i++)
            out[i] = (int16_t)gs_console_between(below[i], above[i], weight[k]);
}

/* All pixels with the levels and the filter of `c`, blended by their own weights. */
GS_TWICE void sample_choice(const struct gs_sampler *s, struct gs_watch *w, const struct choice *c,
                            const int16_t weight[FOUR], const int32_t u[FOUR], const int32_t v[FOUR],
                            int16_t out[4 * FOUR])
{
    int16_t below[4 * FOUR], above[4 * FOUR];
    if (c->above == c->level) {
        sample(s, w, c->level, c->linear, u, v, out);
        return;
    }
    sample(s, w, c->level, c->linear, u, v, below);
    sample(s, w, c->above, c->linear, u, v, above);
    blend(below, above, weight, out);
}

/* The pixels of `c` are sampled: is the watched one among them? */
static void watch_choice(struct gs_watch *w, const struct choice choice[FOUR], const bool done[FOUR],
                         const struct choice *c, const int32_t lod[FOUR])
{
    int k = w->sampled;
    bool open = k >= 0 && !done[k] && same(&choice[k], c);
    gs_watch_open(w, open);
    if (open)
        gs_watch_lod(w, lod[k] * 4096, choice[k].weight * 2048);
}

GS_TWICE void sample_table(const struct gs_sampler *s, struct gs_watch *w, const uint32_t lanes[FOUR],
                           const int32_t u[FOUR], const int32_t v[FOUR], const float q[FOUR],
                           int16_t out[4 * FOUR])
{
    struct choice choice[FOUR];
    int16_t part[4 * FOUR], weight[FOUR];
    int32_t lod[FOUR]; /* if watched */
    bool done[FOUR];
    unsigned left = 0, drawn = lanes[0] ? 0 : lanes[1] ? 1 : lanes[2] ? 2 : 3;
    bool alike = !w;
    for (unsigned k = 0; k < FOUR; k++)
        choice[k] = choose(s, q[k], w ? &lod[k] : NULL);
    for (unsigned k = 0; k < FOUR; k++) {
        weight[k] = (int16_t)choice[k].weight;
        done[k] = !lanes[k];
        left += !done[k];
        alike &= done[k] | same(&choice[k], &choice[drawn]);
    }
    /* Pixels of the same levels and filter together: mostly these are all. */
    if (alike) {
        sample_choice(s, w, &choice[drawn], weight, u, v, out);
        return;
    }
    for (unsigned first = 0; left; first++) {
        if (done[first])
            continue;
        const struct choice *c = &choice[first];
        if (w)
            watch_choice(w, choice, done, c, lod);
        sample_choice(s, w, c, weight, u, v, part);
        for (unsigned k = first; k < FOUR; k++) {
            if (done[k] || !same(&choice[k], c))
                continue;
            memcpy(out + 4 * k, part + 4 * k, 4 * sizeof *out);
            done[k] = true;
            left--;
        }
    }
}

void gs_sampler_single(struct gs_sampler *s)
{
    struct choice c = choose(s, 1, NULL);
    s->single = s->uniform && s->sixteenths && !s->mixed && c.above == c.level;
    s->single_level = c.level;
    s->single_linear = c.linear;
}

/* Without a choice by pixel. */
static void sample_uniform(const struct gs_sampler *s, const int32_t u[FOUR], const int32_t v[FOUR],
                           int16_t out[4 * FOUR])
{
    struct choice c = choose(s, 1, NULL);
    int16_t w = (int16_t)c.weight;
    sample_choice(s, NULL, &c, (const int16_t[FOUR]){w, w, w, w}, u, v, out);
}

static void sample_table_watched(const struct gs_sampler *s, const uint32_t lanes[FOUR],
                                 const int32_t u[FOUR], const int32_t v[FOUR], const float q[FOUR],
                                 int16_t out[4 * FOUR])
{
    sample_table(s, s->watch, lanes, u, v, q, out);
}

void gs_sample_table(const struct gs_sampler *s, const uint32_t lanes[FOUR], const int32_t u[FOUR],
                     const int32_t v[FOUR], const float q[FOUR], int16_t out[4 * FOUR])
{
    if (s->watch)
        sample_table_watched(s, lanes, u, v, q, out);
    else if (s->uniform)
        sample_uniform(s, u, v, out);
    else
        sample_table(s, NULL, lanes, u, v, q, out);
}
