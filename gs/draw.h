/* One draw: from queued primitives to pixels. */
#ifndef GS_DRAW_H
#define GS_DRAW_H

#include "batch.h"
#include "format.h"

/* Where a draw writes: FRAME and ZBUF after the rules of GS-DRAWING 9.1. */
struct gs_targets {
    const struct gs_format *frame, *depth;
    uint32_t frame_page, depth_page;
    uint32_t fbw;   /* 64 pixels */
    uint32_t fbmsk; /* 1 = keep; indexed frame formats replace it by what is not theirs */
};
void gs_targets_decode(const struct gs_context_registers *c, struct gs_targets *out);

/* Adds the pages that the context's texture, with the levels that can be used, lies in. */
void gs_texture_pages(const struct gs_context_registers *c, struct gs_page_set *pages);

/* Draws all primitives of a batch with the registers kept in it; changes S, T, Q of its vertices. */
void gs_draw(struct gs *gs, struct gs_batch *batch);

#endif
