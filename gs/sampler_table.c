/* Sampling with the console's table of LODs: level and filter of each pixel (GS-EXACT sections 8 and 10). */
#include "arith.h"
#include "console_lod.h"
#include "console_texel.h"
#include "sampler.h"
#include "watch.h"

#define FOUR 4

/* How a pixel is sampled. */
struct choice {
    unsigned level, above; /* equal unless levels are blended */
    int32_t weight;        /* of `above`, sixteenths */
    bool linear;
};

static inline bool same(const struct choice *a, const struct choice *b)
{
    return a->level == b->level && a->above == b->above && a->linear == b->linear;
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
        c.level = c.above = (unsigned)lod >> 4;
        c.weight = lod & 15;
        c.above += c.weight && c.level < s->levels;
    } else {
        c.level = c.above = (unsigned)gs_console_level_nearest(lod);
    }
    return c;
}

/* Coordinates of a level, 16.16, from those of level 0. */
GS_TWICE void coordinates(const struct gs_sampler *s, const int32_t c[FOUR], unsigned level, bool linear,
                          int32_t out[FOUR])
{
    for (unsigned k = 0; k < FOUR; k++) {
        int32_t shifted = c[k] >> level;
        if (s->sixteenths)
            out[k] = gs_console_sixteenths(shifted, linear) * 4096;
        else
            out[k] = (int32_t)((uint32_t)shifted - (linear ? 0x8000u : 0));
    }
}

GS_TWICE void sample(const struct gs_sampler *s, struct gs_watch *w, unsigned level, bool linear,
                     const int32_t u[FOUR], const int32_t v[FOUR], int16_t out[4 * FOUR])
{
    int32_t ul[FOUR], vl[FOUR];
    coordinates(s, u, level, linear, ul);
    coordinates(s, v, level, linear, vl);
    gs_sample_level(s, w, level, linear, ul, vl, out);
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
    int16_t below[4 * FOUR], above[4 * FOUR];
    int32_t lod[FOUR]; /* if watched */
    bool done[FOUR];
    for (unsigned k = 0; k < FOUR; k++) {
        done[k] = !lanes[k];
        if (lanes[k])
            choice[k] = choose(s, q[k], w ? &lod[k] : NULL);
    }
    /* Pixels of the same levels and filter together: mostly these are all. */
    for (unsigned first = 0; first < FOUR; first++) {
        if (done[first])
            continue;
        const struct choice *c = &choice[first];
        if (w)
            watch_choice(w, choice, done, c, lod);
        sample(s, w, c->level, c->linear, u, v, below);
        if (c->above != c->level)
            sample(s, w, c->above, c->linear, u, v, above);
        else
            memcpy(above, below, sizeof above);
        for (unsigned k = first; k < FOUR; k++) {
            if (done[k] || !same(&choice[k], c))
                continue;
            for (unsigned i = 4 * k; i < 4 * k + 4; i++)
                out[i] = (int16_t)gs_console_between(below[i], above[i], choice[k].weight);
            done[k] = true;
        }
    }
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
    else
        sample_table(s, NULL, lanes, u, v, q, out);
}
