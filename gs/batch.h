/* Primitives queued for one draw (PCSX2-SW section 1.1). PCSX2 decides several things for a whole draw,
 * so primitives are collected until a register that matters changes or memory is used by others. */
#ifndef GS_BATCH_H
#define GS_BATCH_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs.h>

#include "memory.h"
#include "vertex.h"

struct gs;

/* A rectangle of pixels, right and bottom exclusive. */
struct gs_rect {
    int32_t x0, y0, x1, y1;
};

struct gs_batch {
    enum gs_class primitive_class;
    unsigned type;          /* PRIM type of the first primitive */
    uint32_t per_primitive; /* vertices of one primitive: 1, 2 or 3 */
    uint32_t count;         /* vertices queued, a multiple of per_primitive */
    uint32_t capacity;      /* vertices that fit */
    uint32_t stored;        /* vertices as PCSX2 counts them: shared ones of strips once */
    uint32_t z_and, z_or;   /* over the Z of vertices that PCSX2 stores beside those of the primitives */
    uint64_t prim;          /* effective PRIM at the first primitive */
    struct gs_registers registers; /* at the first primitive */
    struct gs_rect rect;           /* union of the primitives' boxes within the scissor, as PCSX2 keeps it */
    struct gs_vertex *vertex;
};

/* Registers of the context that the queued draw uses. */
static inline const struct gs_context_registers *gs_batch_context(const struct gs_batch *batch)
{
    return &batch->registers.context[batch->prim >> 9 & 1];
}

struct gs_batch *gs_batch_create(void);
void gs_batch_destroy(struct gs_batch *batch);
/* Copies the queue; false if memory is short. */
bool gs_batch_copy(struct gs_batch *to, const struct gs_batch *from);
/* Drops what is queued without drawing it. */
void gs_batch_clear(struct gs_batch *batch);

/* Class of a PRIM type 0..7. */
enum gs_class gs_class_of(unsigned type);
/* Vertices of one of its primitives. */
uint32_t gs_class_vertices(enum gs_class primitive_class);

/* A register changed since the last vertex, and a vertex is about to be written: draws what is queued
 * if it was queued under other values. `kick`: the write is to XYZ2 or XYZF2 without ADC. */
void gs_batch_check(struct gs *gs, bool kick);
/* Queues the primitive of `type` (0..6) that the vertex queue has completed, unless it can touch no
 * pixel. Did it? The vertex written last is not among the queue's uncounted ones yet. */
bool gs_batch_add(struct gs *gs, unsigned type, struct gs_vertex_queue *queue);
/* Is TEX0 of the queued draw's (or, with nothing queued, the last draw's) context different now? */
bool gs_batch_texture_changed(const struct gs *gs);
/* Draws what is queued. */
void gs_batch_flush(struct gs *gs);
/* Pixels that the queued primitives can touch: the rect and a margin for rounding. */
struct gs_rect gs_batch_bounds(const struct gs_batch *batch);
/* Adds the pages of the frame and depth buffers that the queued primitives can touch. */
void gs_batch_target_pages(const struct gs_batch *batch, struct gs_page_set *pages);

#endif
