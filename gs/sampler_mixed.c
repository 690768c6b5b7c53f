/* Sampling with some rules of texels and LOD as PCSX2's and others as the console's: each step by itself, for
 * those who look for the rule that moves a pixel. */
#include "arith.h"
#include "console_lod.h"
#include "polynomial.h"
#include "sampler.h"
#include "watch.h"

#define FOUR 4

/* How a pixel is sampled. */
struct choice {
    unsigned level, above; /* equal unless levels are blended */
    int32_t weight;        /* of `above`, 1/32768 */
    int32_t lod;           /* 16.16 */
    bool linear;
};

static bool same(const struct choice *a, const struct choice *b)
{
    return a->level == b->level && a->above == b->above && a->linear == b->linear;
}

/* 16.16; for the polynomial all that is not above 0 is 0. */
static int32_t lod_of(const struct gs_sampler *s, float q)
{
    const int32_t any = INT32_MAX - 0xFFFF;
    if (s->lod_constant)
        return s->tex1_k * 4096;
    if (s->polynomial)
        return gs_polynomial_lod(q, s->lod_scale, s->lod_k, any);
    return gs_console_lod16(gs_bits_of_float(q), s->tex1_l, s->tex1_k) * 4096;
}

static struct choice choose(const struct gs_sampler *s, float q)
{
    int32_t lod = lod_of(s, q);
    struct choice c = {.linear = lod > 0 && !s->magnify_always ? s->minify_linear : s->magnify_linear};
    lod = lod < 0 ? 0 : lod < s->lod_max ? lod : s->lod_max;
    c.lod = lod;
    if (s->trilinear) {
        c.level = (unsigned)lod >> 16;
        c.weight = lod >> 1 & s->weight_mask & 0x7FFF;
        c.above = c.level + (c.weight && c.level < s->levels);
    } else {
        c.level = c.above = (unsigned)(lod + 0x8000) >> 16;
    }
    return c;
}

/* A coordinate of a level, 16.16, for its filter; the half texel may be off already. */
static int32_t coordinate(const struct gs_sampler *s, int32_t c, bool linear)
{
    int64_t most = ((int64_t)2048 << 16) - 4096, v = s->sixteenths ? c / 4096 * 4096 : c;
    v -= linear && !(s->linear && !s->mip) ? 0x8000 : 0;
    if (s->saturates)
        v = v < -most - 4096 ? -most - 4096 : v < most ? v : most;
    return (int32_t)(uint32_t)v;
}

static void sample(const struct gs_sampler *s, unsigned level, bool linear, const int32_t u[FOUR],
                   const int32_t v[FOUR], int16_t out[4 * FOUR])
{
    int32_t ul[FOUR], vl[FOUR];
    for (unsigned k = 0; k < FOUR; k++) {
        ul[k] = coordinate(s, u[k] >> level, linear);
        vl[k] = coordinate(s, v[k] >> level, linear);
    }
    gs_sample_level(s, s->watch, level, linear, ul, vl, out);
}

static void blend(const struct gs_sampler *s, unsigned k, int32_t weight, const int16_t below[4],
                  const int16_t above[4], int16_t out[4])
{
    for (unsigned i = 0; i < 4; i++) {
        /* As in PCSX2: of every second pair of pixels B and A. */
        int32_t w = s->unmixed && k >= 2 && i >= 2 ? 0 : weight;
        out[i] = (int16_t)(below[i] + ((above[i] - below[i]) * w >> 15));
    }
}

/* The pixels like pixel `first` are sampled: is the watched one among them? */
static void watch_choice(struct gs_watch *w, const struct choice choice[FOUR], const bool done[FOUR],
                         unsigned first)
{
    int k = w->sampled;
    bool open = k >= 0 && !done[k] && same(&choice[k], &choice[first]);
    gs_watch_open(w, open);
    if (open)
        gs_watch_lod(w, choice[k].lod, choice[k].weight);
}

void gs_sample_mixed(const struct gs_sampler *s, const uint32_t lanes[FOUR], const int32_t u[FOUR],
                     const int32_t v[FOUR], const float q[FOUR], int16_t out[4 * FOUR])
{
    struct choice choice[FOUR];
    int16_t below[4 * FOUR], above[4 * FOUR];
    bool done[FOUR];
    for (unsigned k = 0; k < FOUR; k++) {
        done[k] = !lanes[k];
        if (lanes[k])
            choice[k] = choose(s, q[k]);
    }
    for (unsigned first = 0; first < FOUR; first++) {
        if (done[first])
            continue;
        const struct choice *c = &choice[first];
        if (s->watch)
            watch_choice(s->watch, choice, done, first);
        sample(s, c->level, c->linear, u, v, below);
        if (c->above != c->level)
            sample(s, c->above, c->linear, u, v, above);
        else
            memcpy(above, below, sizeof above);
        for (unsigned k = first; k < FOUR; k++) {
            if (done[k] || !same(&choice[k], c))
                continue;
            blend(s, k, choice[k].weight, below + 4 * k, above + 4 * k, out + 4 * k);
            done[k] = true;
        }
    }
}
