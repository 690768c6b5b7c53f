/* Everything that is fixed while one draw runs, and the steps of the way from a row of pixels to memory. */
#ifndef GS_PIPELINE_H
#define GS_PIPELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "batch.h"
#include "console_walk.h"
#include "draw.h"
#include "lanes.h"
#include "sampler.h"
#include "surface.h"
#include "watch.h"

/* Interpolated attributes, in the units of PCSX2-SW section 1: S, T as 16.16 texels (or S * size and Q
 * for division), F and colours as 8.7. */
enum { GS_ATTR_S, GS_ATTR_T, GS_ATTR_Q, GS_ATTR_F, GS_ATTR_R, GS_ATTR_G, GS_ATTR_B, GS_ATTR_A, GS_ATTRS };

struct gs_attributes {
    double z;
    float v[GS_ATTRS];
};

struct gs_raster_vertex {
    float x, y;       /* pixels */
    int32_t x16, y16; /* the same in 1/16 pixel */
    struct gs_attributes a;
};

/* One row of a primitive: `n` pixels from (x, y), attributes at the first of them. */
struct gs_row {
    int32_t x, y, n;
    struct gs_attributes start;
    uint32_t coverage; /* AA1: alpha 0..128 */
    bool edge;         /* AA1 edge pixel: no Z write */
};

struct gs_pipeline {
    struct gs *gs;
    struct gs_watch *watch;  /* NULL when nobody watches a pixel */
    enum gs_pixel_void idle; /* not 0: nothing is drawn, only the watch is told why */
    bool fused;              /* GS_RULE_MULTIPLY_ADD */
    int32_t lanes;           /* GS_RULE_LANES */
    bool fog_nearest;        /* GS_RULE_FOG_STEP */
    /* Bits of an 8.7 colour that MODULATE and HIGHLIGHT, of an 8.7 fog value that the fog blend uses:
     * GS_RULE_MODULATE, GS_RULE_FOG_BLEND. */
    int16_t colour_bits, fog_bits;
    struct gs_console_walk *console; /* NULL unless the rules ask for the console's interpolators */
    enum gs_class primitive_class;
    struct gs_rect scissor;
    uint32_t scanmsk;

    /* which attributes are walked */
    bool walk_texture, walk_fog, walk_colour, divide, walk_z;
    uint8_t attribute[GS_ATTRS]; /* indices of those that are needed */
    unsigned attributes;

    /* texture and colour */
    bool tme, fge, aa1, abe_alpha; /* abe_alpha: ABE, for AA1's alpha rule */
    bool saturate;                 /* GS_RULE_HUGE_ST */
    uint32_t tfx, tcc;
    struct gs_sampler sampler;
    gs_colours fogcol; /* A unused */

    /* alpha test: passes in alpha_low..alpha_high, or (alpha_outside) elsewhere */
    bool ate, alpha_outside;
    int32_t alpha_low, alpha_high;
    uint32_t afail;

    /* depth */
    struct gs_surface depth;
    bool depth_test, depth_write;
    uint32_t ztst, depth_max;
    bool depth_clamp; /* some Z of the draw is above depth_max */
    bool depth_high;  /* some Z of the draw is 2^31 or more */

    /* frame */
    struct gs_surface frame;
    bool frame_write, date, datm;
    bool frame_read; /* DATE or blending need the pixel that is there */
    bool fill;       /* a plain rectangle (draw.c) */
    bool stray;      /* may write frame words outside of the frame's pages */
    bool shaded;     /* colours count: something but Z is written or tested */
    uint32_t keep;   /* RGBA bits of the frame that stay */
    bool blend, pabe, colclamp, fba, dither;
    uint32_t blend_a, blend_b, blend_c, blend_d;
    gs_colours fix;
    gs_colours dimx[4]; /* by row; 0 for A */
};

/* Draws a row: steps `step` per pixel from the row's start. */
void gs_scan_row(struct gs_pipeline *p, const struct gs_row *row, const struct gs_attributes *step);

/* Up to GS_MAX_LANES pixels of one row, x aligned to the lane count. What the draw does not use is not set.
 */
struct gs_group {
    int32_t x, y;
    gs_lanes lanes; /* that are drawn */
    bool edge;
    bool divide; /* S, T and Q are set, else U and V */
    uint32_t coverage;
    double z[GS_MAX_LANES]; /* [0] alone if Z is not walked */
    bool whole_depth;       /* Z as stored is in `depth`, not in `z` */
    uint32_t depth[GS_MAX_LANES];
    int32_t u[GS_MAX_LANES], v[GS_MAX_LANES]; /* 16.16 */
    float s[GS_MAX_LANES], t[GS_MAX_LANES], q[GS_MAX_LANES];
    gs_colours colour;         /* 8.7 */
    int16_t fog[GS_MAX_LANES]; /* 8.7 */
};
/* The pixel pipeline of GS-DRAWING section 9 for one group. */
void gs_pixels(struct gs_pipeline *p, const struct gs_group *group);

/* A coordinate in 1/65536 texel, limited to 32767 texels; NaN is 0. */
static inline float gs_saturated_texel(float c)
{
    const float limit = 2147418112.0f;
    c = c < limit ? c : c >= limit ? limit : 0;
    return c > -limit ? c : -limit;
}

/* Rasterizers: coverage and interpolation of one primitive. */
void gs_triangle(struct gs_pipeline *p, const struct gs_raster_vertex v[3]);
/* A triangle with `alone` of the console's walk, which has it already. */
void gs_console_triangle(struct gs_pipeline *p, const struct gs_raster_vertex v[3]);
void gs_sprite(struct gs_pipeline *p, const struct gs_raster_vertex v[2]);
void gs_line(struct gs_pipeline *p, const struct gs_raster_vertex v[2]);
void gs_point(struct gs_pipeline *p, const struct gs_raster_vertex *v);
/* The coverage pixels of a triangle's three edges (AA1). `v` sorted by y. */
void gs_triangle_edges(struct gs_pipeline *p, const struct gs_raster_vertex *const v[3]);

/* Draws a primitive: `raw` as sent, `v` the same converted (draw.c). */
void gs_draw_primitive(struct gs_pipeline *p, const struct gs_vertex *raw, const struct gs_raster_vertex *v);

/* difference[i] = b - a for the attributes in use. */
static inline void gs_attributes_subtract(const struct gs_pipeline *p, struct gs_attributes *out,
                                          const struct gs_attributes *b, const struct gs_attributes *a)
{
    out->z = b->z - a->z;
    for (unsigned i = 0; i < p->attributes; i++) {
        unsigned k = p->attribute[i];
        out->v[k] = b->v[k] - a->v[k];
    }
}

#endif
