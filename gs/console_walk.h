/* The console's interpolators in the place of PCSX2's, for one draw: which of them are in use, and what they
 * hold for the present primitive. */
#ifndef GS_CONSOLE_WALK_H
#define GS_CONSOLE_WALK_H

#include <path1/gs_rules.h>

#include "batch.h"
#include "console_colour.h"
#include "console_depth.h"
#include "console_grain.h"
#include "console_line.h"
#include "console_plane.h"
#include "console_rows.h"
#include "console_shape.h"
#include "console_sprite.h"
#include "console_trail.h"

struct gs_pipeline;
struct gs_group;
struct gs_raster_vertex;

struct gs_console_walk {
    bool exact;                           /* GS_RULE_COVERAGE */
    bool colour, fog, depth, plane, axes; /* walked here in this draw */
    bool trails;                          /* U, V, S, T by the older laws in the plane's place */
    bool grains;                          /* triangles with S, T and Q = 1 are walked so, others not */
    bool divided;                         /* sprites whose S, T are divided by Q at each pixel */
    bool active;                          /* for the row that is drawn: not on edges of AA1 */
    bool alone;                           /* nothing else changes along a row, and coverage is exact */
    bool fst;
    struct gs_console_steps steps;                     /* of colour and fog */
    bool short_depth, low_axes;                        /* GS_RULE_DEPTH_SHORTFALL, GS_RULE_SPRITE_LOW */
    unsigned without;                                  /* of the plane */
    unsigned size_log2[2];                             /* TW, TH */
    int32_t half;                                      /* what bilinear filtering takes off, 1/65536 texel */
    enum gs_console_rounding rounding, other_rounding; /* of 1 / Q: in triangles, elsewhere */
    bool level_groups;                                 /* GS_RULE_LOD_GROUP */
    int32_t lanes;                                     /* of a group */
    bool needs_q;                                      /* the LOD or who watches asks for it */
    /* `rounding` on a float: added to its bits, bits that stay; none if it is done in another way. */
    uint32_t inverse_add, inverse_bits;
    float scale[2]; /* texels to coordinates: 2^(16 + size_log2) */

    struct gs_console_shape shape;
    struct gs_console_ramp ramp[5]; /* R, G, B, A, F */
    struct gs_console_depth z;
    struct gs_console_plane stq;
    struct gs_console_axis axis[2];
    uint32_t q; /* of a sprite, float bits */
    struct gs_console_plane grid;
    struct gs_console_divided_axis divided_axis[2];
    struct gs_console_line line;
    struct gs_console_depth_row z_row;
    struct gs_console_trail trail[2]; /* U, V */
    struct gs_console_grain grain[2]; /* S, T */
    int32_t first;                    /* pixel of the row */
    int64_t trail_start[2];           /* there */
    gs_int128 grain_start[2];
    struct gs_console_rows rows; /* all of it for groups of pixels */
};

/* Do the rules ask for one of these interpolators in a draw of this class? Fills `walk` and gives it to the
 * pipeline if so. */
void gs_console_walk_init(struct gs_console_walk *walk, struct gs_pipeline *p, const struct gs_batch *batch,
                          const struct gs_rules *rules);
/* The next primitive of the draw: `raw` as sent, `v` with its positions. False if it draws nothing. */
bool gs_console_walk_triangle(struct gs_pipeline *p, const struct gs_vertex raw[3],
                              const struct gs_raster_vertex *v);
bool gs_console_walk_sprite(struct gs_pipeline *p, const struct gs_vertex raw[2],
                            const struct gs_raster_vertex *v);
/* A line or a point. */
void gs_console_walk_segment(struct gs_pipeline *p, const struct gs_vertex *raw,
                             const struct gs_raster_vertex *v);
/* S, T, Q of a primitive's vertices on their grid; U, V as S, T with Q = 1. */
void gs_console_walk_grid(const struct gs_console_walk *walk, const struct gs_vertex *raw, unsigned count,
                          struct gs_console_plane *grid);
/* Coordinates and Q of lane k from the pixel of a plane outside of triangles. */
void gs_console_walk_texture(const struct gs_console_walk *walk, const struct gs_console_plane *plane,
                             int32_t x, int32_t y, struct gs_group *group, unsigned k);
/* Row y begins, of which the columns first..last are drawn. */
void gs_console_walk_row(const struct gs_pipeline *p, int32_t y, int32_t first, int32_t last);
/* Replaces the attributes of a group's lanes that are drawn. */
void gs_console_walk_group(const struct gs_pipeline *p, struct gs_group *group);

#endif
