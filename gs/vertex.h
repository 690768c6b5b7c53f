/* Vertex queue and kick (GS-DRAWING section 3). */
#ifndef GS_VERTEX_H
#define GS_VERTEX_H

#include <stdbool.h>
#include <stdint.h>

struct gs;

/* What a vertex holds when it enters the queue. */
struct gs_vertex {
    uint16_t x, y;              /* 12.4, XYOFFSET not subtracted */
    int32_t window_x, window_y; /* 1/16 pixel, relative to XYOFFSET when written: for culling only */
    uint32_t z;
    uint32_t rgba;    /* R in bits 7..0 */
    uint32_t s, t, q; /* float bits */
    uint16_t u, v;    /* 10.4 */
    uint8_t fog;
};

struct gs_vertex_queue {
    struct gs_vertex vertex[3];
    uint32_t count;
    struct gs_vertex passed; /* fans: the vertex written before the last one */
    bool has_passed;
    uint32_t uncounted;   /* vertices since the last queued primitive (see gs_batch.stored) */
    uint32_t z_and, z_or; /* over the Z of those (see gs_batch.z_and) */
};

/* Drops the vertices of an incomplete primitive. */
void gs_vertex_queue_clear(struct gs_vertex_queue *queue);
/* The queued draw, whose first primitive was of `first_type`, was executed: PCSX2 keeps the vertices that an
 * incomplete primitive of that type needs. In a fan of a draw that began as triangles or a strip the head
 * is lost, and the vertex before the last takes its place. `type`: PRIM's type now. */
void gs_vertex_queue_after_draw(struct gs_vertex_queue *queue, unsigned first_type, unsigned type);

/* A write to XYZ2/XYZF2 (kick) or XYZ3/XYZF3 (no kick): pushes a vertex made of the position and the
 * current RGBAQ, ST, UV and fog; a kick that completes a primitive queues it for drawing. */
void gs_vertex_write(struct gs *gs, uint16_t x, uint16_t y, uint32_t z, uint8_t fog, bool kick);

#endif
