/* Attributes along lines and edges of AA1, and of points (GS-EXACT sections 16 to 18). What is known: they
 * are linear from the first vertex, exactly divided by the distance on the longer axis, and limited to their
 * range; their precision was not measured. Here colours, fog and Z are the exact values rounded down: what
 * follows works on bytes (section 3), and Z is truncated (section 4). S, T and Q lie on the grid of section
 * 5, whose exponent all vertices of the primitive share, and are divided by the reciprocal of section 6: that
 * a line's or an edge's are treated as a triangle's is inferred, not measured. */
#ifndef GS_CONSOLE_LINE_H
#define GS_CONSOLE_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "console_plane.h"
#include "console_segment.h"

/* S, T and Q along a segment from vertex `a` to `b` of `grid`, as a plane that is level across: its columns
 * are the pixels of the longer axis. Steps of 2^-14 unit a 1/16 pixel are truncated toward zero. `a` and `b`
 * may be one vertex (a point). */
void gs_console_plane_along(struct gs_console_plane *plane, const struct gs_console_plane *grid, unsigned a,
                            unsigned b, const struct gs_console_segment *segment);

struct gs_group;
struct gs_pipeline;
struct gs_raster_vertex;
struct gs_vertex;

/* The walk along the segments of one draw's primitives. */
struct gs_console_line {
    bool used; /* GS_RULE_LINE_WALK, GS_RULE_EDGE_WALK or GS_RULE_POINT_WALK, by what is drawn */
    bool on;   /* what is drawn now has its attributes from here */
    const struct gs_vertex *raw;
    const struct gs_raster_vertex *vertex;
    const struct gs_vertex *a, *b; /* ends of the segment */
    struct gs_console_segment segment;
    struct gs_console_plane grid, stq;
    bool x_major;  /* X is the longer axis */
    int32_t pixel; /* the present one on it */
};

/* A primitive of `count` vertices begins. */
void gs_console_line_primitive(struct gs_pipeline *p, const struct gs_vertex *raw,
                               const struct gs_raster_vertex *v, unsigned count);
/* A segment between two of its vertices begins; `a` = `b` for points. */
void gs_console_line_begin(struct gs_pipeline *p, const struct gs_raster_vertex *a,
                           const struct gs_raster_vertex *b, bool x_major);
/* Replaces the attributes of a group's lanes that are drawn by those of the present pixel. */
void gs_console_line_group(const struct gs_pipeline *p, struct gs_group *group);

#endif
