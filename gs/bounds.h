/* Which primitives are dropped before they join a draw, and the box of those that are not, in exact
 * integers (PCSX2-SW section 1). */
#ifndef GS_BOUNDS_H
#define GS_BOUNDS_H

#include <stdbool.h>

#include "batch.h"
#include "vertex.h"

/* The scissor rectangle; empty when SCAX0 > SCAX1 or SCAY0 > SCAY1. */
struct gs_rect gs_scissor_rect(uint64_t scissor);
/* `r` with each side clamped into `to`; the result can be empty. */
struct gs_rect gs_rect_clip(const struct gs_rect *r, const struct gs_rect *to);
static inline bool gs_rect_empty(const struct gs_rect *r)
{
    return r->x0 >= r->x1 || r->y0 >= r->y1;
}

/* Fills `out` with the pixel box of a completed primitive (not cut by the scissor). False if the
 * primitive is dropped: no pixel centre in its box, box outside of the scissor, or a triangle with two
 * vertices at one place. Vertices count from the queue: the first `n` of the class. */
bool gs_primitive_rect(const struct gs *gs, enum gs_class primitive_class, const struct gs_vertex *vertices,
                       struct gs_rect *out);

#endif
