/* Vertex queue: which vertices make a primitive, and what stays queued (GS-DRAWING section 3). */
#include "vertex.h"

#include "batch.h"
#include "chip.h"

/* What one primitive type takes from the queue, and what stays in it afterwards. */
static const struct {
    uint8_t needs;
    enum { KEEP_NONE, KEEP_LAST, KEEP_LAST_TWO, KEEP_FIRST_AND_LAST } keeps;
} queue_rules[8] = {
    [GS_PRIM_POINT] = {1, KEEP_NONE},
    [GS_PRIM_LINE] = {2, KEEP_NONE},
    [GS_PRIM_LINE_STRIP] = {2, KEEP_LAST},
    [GS_PRIM_TRIANGLE] = {3, KEEP_NONE},
    [GS_PRIM_TRIANGLE_STRIP] = {3, KEEP_LAST_TWO},
    [GS_PRIM_TRIANGLE_FAN] = {3, KEEP_FIRST_AND_LAST},
    [GS_PRIM_SPRITE] = {2, KEEP_NONE},
    [GS_PRIM_INVALID] = {1, KEEP_NONE},
};

static void forget_uncounted(struct gs_vertex_queue *queue)
{
    queue->uncounted = 0;
    queue->z_and = UINT32_MAX;
    queue->z_or = 0;
}

static void count(struct gs_vertex_queue *queue, uint32_t z)
{
    queue->uncounted++;
    queue->z_and &= z;
    queue->z_or |= z;
}

static void advance(struct gs_vertex_queue *queue, unsigned type)
{
    switch (queue_rules[type].keeps) {
    case KEEP_NONE:
        queue->count = 0;
        forget_uncounted(queue);
        break;
    case KEEP_LAST:
        queue->vertex[0] = queue->vertex[1];
        queue->count = 1;
        break;
    case KEEP_LAST_TWO:
        queue->vertex[0] = queue->vertex[1];
        queue->vertex[1] = queue->vertex[2];
        queue->count = 2;
        break;
    case KEEP_FIRST_AND_LAST:
        queue->passed = queue->vertex[1];
        queue->has_passed = true;
        queue->vertex[1] = queue->vertex[2];
        queue->count = 2;
        break;
    }
}

void gs_vertex_queue_clear(struct gs_vertex_queue *queue)
{
    queue->count = 0;
    forget_uncounted(queue);
    queue->has_passed = false;
}

void gs_vertex_queue_after_draw(struct gs_vertex_queue *queue, unsigned first_type, unsigned type)
{
    if (type == GS_PRIM_TRIANGLE_FAN && first_type != GS_PRIM_TRIANGLE_FAN && queue->has_passed) {
        /* Culling goes on with the position of the lost head. */
        int32_t x = queue->vertex[0].window_x, y = queue->vertex[0].window_y;
        queue->vertex[0] = queue->passed;
        queue->vertex[0].window_x = x;
        queue->vertex[0].window_y = y;
    }
    queue->has_passed = false;
    forget_uncounted(queue);
    for (uint32_t i = 0; i < queue->count; i++)
        count(queue, queue->vertex[i].z);
}

void gs_vertex_write(struct gs *gs, uint16_t x, uint16_t y, uint32_t z, uint8_t fog, bool kick)
{
    struct gs_registers *r = &gs->registers;
    struct gs_vertex_queue *queue = &gs->queue;
    unsigned type = GS_PRIM_TYPE(r->prim);

    const struct gs_context_registers *context = &r->context[GS_PRIM_CTXT(gs_effective_prim(r))];

    r->xyz = (uint64_t)x | (uint64_t)y << 16 | (uint64_t)z << 32;
    r->fog = (uint64_t)fog << 56; /* GS_RULE_XYZF_FOG: an XYZF write replaces FOG */
    if (gs->changed)
        gs_batch_check(gs, kick);
    const struct gs_vertex v = {
        .x = x,
        .y = y,
        .window_x = (int32_t)x - (int32_t)(context->xyoffset & 0xFFFF),
        .window_y = (int32_t)y - (int32_t)(context->xyoffset >> 32 & 0xFFFF),
        .z = z,
        .rgba = (uint32_t)r->rgbaq,
        .q = (uint32_t)(r->rgbaq >> 32),
        .s = (uint32_t)r->st,
        .t = (uint32_t)(r->st >> 32),
        .u = (uint16_t)(r->uv & 0x3FFF),
        .v = (uint16_t)(r->uv >> 16 & 0x3FFF),
        .fog = fog,
    };
    bool completes = queue->count + 1 >= queue_rules[type].needs;
    queue->vertex[queue->count++] = v;
    bool queued = completes && kick && type != GS_PRIM_INVALID && gs_batch_add(gs, type, queue);
    if (queued)
        forget_uncounted(queue);
    else
        count(queue, z);
    if (!completes)
        return;
    if (kick && type != GS_PRIM_INVALID && gs->observer.primitive)
        gs->observer.primitive(gs->observer.user, type);
    advance(queue, type);
}
