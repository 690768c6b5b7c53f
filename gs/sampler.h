/* Texture sampling: wrap, filter, mip levels (GS-DRAWING section 7, PCSX2-SW section 6). */
#ifndef GS_SAMPLER_H
#define GS_SAMPLER_H

#include <stdbool.h>
#include <stdint.h>

#include "lanes.h"
#include "tmem.h"

struct gs;
struct gs_batch;
struct gs_draw_facts;
struct gs_watch;

/* How texel indices of one axis wrap, at level 0; limits shift right with the level. */
struct gs_axis {
    bool clamp; /* clamp to lo..hi, else (c & lo) | hi */
    int32_t lo, hi;
};

struct gs_sampler {
    struct gs_watch *watch;            /* NULL when nobody watches a pixel */
    const struct gs_texture *level[7]; /* those that can be used */
    const uint32_t *palette;           /* 256 entries: those of the chip (struct gs) */
    unsigned palette_entries;          /* 0 for direct formats */
    struct gs_axis u, v;
    bool linear;
    bool mip;       /* active mip-mapping */
    bool trilinear; /* MMIN 3 or 5 */
    bool lod_constant;
    int32_t lod;     /* constant LOD: 16.16, clamped */
    int32_t lod_max; /* 16.16 */
    float lod_scale; /* -(65536 * 2^L) */
    float lod_k;     /* K << 12 */

    /* Each pixel has its level and filter, unless all of GS_RULE_TEXEL.. and GS_RULE_LOD.. are PCSX2's; then
     * these count instead of `linear`, `mip` and the LOD above (if mixed, those two say what the walk does).
     */
    bool table, sixteenths; /* sixteenths: GS_RULE_TEXEL */
    bool mixed;             /* some of these rules are PCSX2's, others the console's */
    bool polynomial;        /* GS_RULE_LOD, if mixed */
    bool saturates;         /* GS_RULE_TEXEL_RANGE, if mixed */
    bool unmixed;        /* GS_RULE_LOD_WEIGHT, if mixed: PCSX2's constant LOD leaves channels as they are */
    int32_t weight_mask; /* GS_RULE_LOD_WEIGHT, if mixed: bits of 1/32768 */
    bool magnify_linear, minify_linear;
    unsigned levels;     /* MXL up to 6, 0 without mip-mapping */
    unsigned tex1_l;     /* L */
    int32_t tex1_k;      /* K, 1/16 level */
    bool magnify_always; /* MXL = 0 */
    bool uniform;        /* level and filter are the same for all pixels, whatever their Q */
    bool single;         /* so they are, it is one level, and nothing is `mixed`: */
    bool near;           /* coordinates are U and V, which saturate nowhere */
    bool single_linear;
    unsigned single_level;
};

/* Expands the palette that a draw with an indexed texture sees into the chip's, and takes it. */
void gs_sampler_palette(struct gs_sampler *s, struct gs *gs, const struct gs_batch *batch);
/* Sets a sampler up for a draw, its palette apart: limits, levels. All texels that the draw needs are decoded
 * now, so that it does not see its own pixels. False if memory is short. */
bool gs_sampler_init(struct gs_sampler *s, struct gs *gs, const struct gs_batch *batch,
                     const struct gs_draw_facts *facts);

/* Texel colours of a group's `lanes` at (u, v), 16.16; with bilinear filtering and no mip-mapping the half
 * texel has already been subtracted, but not with `table`. `q`: the lanes' Q, for their LOD. Lane 0 is at a
 * multiple of four columns. What the other lanes get means nothing. */
void gs_sample_group(const struct gs_sampler *s, const gs_lanes lanes, const int32_t u[GS_MAX_LANES],
                     const int32_t v[GS_MAX_LANES], const float q[GS_MAX_LANES], gs_colours out);

/* Four pixels of one level; (u, v) are 16.16 of that level, the half texel subtracted for `linear`. `w`: NULL
 * if no pixel is watched. */
void gs_sample_level(const struct gs_sampler *s, struct gs_watch *w, unsigned level, bool linear,
                     const int32_t u[4], const int32_t v[4], int16_t out[16]);
/* Four pixels of a sampler with `table`. */
void gs_sample_table(const struct gs_sampler *s, const uint32_t lanes[4], const int32_t u[4],
                     const int32_t v[4], const float q[4], int16_t out[16]);
/* Finds out about `single` of a sampler with `table`. */
void gs_sampler_single(struct gs_sampler *s);
/* Four pixels of a sampler with `mixed`. */
void gs_sample_mixed(const struct gs_sampler *s, const uint32_t lanes[4], const int32_t u[4],
                     const int32_t v[4], const float q[4], int16_t out[16]);

/* log2 of a float as PCSX2 computes it: the sign ignored, a cubic of the mantissa, with fused or separate
 * multiply and add. */
float gs_log2(bool fused, float q);

#endif
