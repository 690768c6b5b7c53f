/* Collecting primitives into draws (PCSX2-SW section 1.1). */
#include "batch.h"

#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "chip.h"
#include "draw.h"
#include "feedback.h"
#include "hazard.h"
#include "transfer.h"

/* Vertices that one draw can hold, by class: PCSX2's vertex buffer limits. */
#define MAX_TRIANGLE_VERTICES 65532u
#define MAX_POINT_LINE_VERTICES 16379u
#define MAX_SPRITE_VERTICES 32765u
#define FIRST_CAPACITY 1024u

struct gs_batch *gs_batch_create(void)
{
    return calloc(1, sizeof(struct gs_batch));
}

void gs_batch_destroy(struct gs_batch *batch)
{
    if (batch)
        free(batch->vertex);
    free(batch);
}

static bool reserve(struct gs_batch *batch, uint32_t vertices)
{
    if (vertices <= batch->capacity)
        return true;
    uint32_t capacity = batch->capacity ? batch->capacity : FIRST_CAPACITY;
    while (capacity < vertices)
        capacity *= 2;
    struct gs_vertex *grown = realloc(batch->vertex, capacity * sizeof *grown);
    if (!grown)
        return false;
    batch->vertex = grown;
    batch->capacity = capacity;
    return true;
}

bool gs_batch_copy(struct gs_batch *to, const struct gs_batch *from)
{
    if (!reserve(to, from->count))
        return false;
    struct gs_vertex *vertex = to->vertex;
    uint32_t capacity = to->capacity;
    *to = *from;
    to->vertex = vertex;
    to->capacity = capacity;
    if (from->count)
        memcpy(vertex, from->vertex, from->count * sizeof *vertex);
    return true;
}

void gs_batch_clear(struct gs_batch *batch)
{
    batch->count = 0;
    batch->per_primitive = 0;
    batch->rect = (struct gs_rect){0, 0, 0, 0};
    batch->prim = 0;
    memset(&batch->registers, 0, sizeof batch->registers);
}

enum gs_class gs_class_of(unsigned type)
{
    static const enum gs_class classes[8] = {
        [GS_PRIM_POINT] = GS_CLASS_POINT,
        [GS_PRIM_LINE] = GS_CLASS_LINE,
        [GS_PRIM_LINE_STRIP] = GS_CLASS_LINE,
        [GS_PRIM_TRIANGLE] = GS_CLASS_TRIANGLE,
        [GS_PRIM_TRIANGLE_STRIP] = GS_CLASS_TRIANGLE,
        [GS_PRIM_TRIANGLE_FAN] = GS_CLASS_TRIANGLE,
        [GS_PRIM_SPRITE] = GS_CLASS_SPRITE,
        [GS_PRIM_INVALID] = GS_CLASS_INVALID,
    };
    return classes[type & 7];
}

uint32_t gs_class_vertices(enum gs_class primitive_class)
{
    static const uint8_t vertices[] = {[GS_CLASS_POINT] = 1,
                                       [GS_CLASS_LINE] = 2,
                                       [GS_CLASS_TRIANGLE] = 3,
                                       [GS_CLASS_SPRITE] = 2,
                                       [GS_CLASS_INVALID] = 0};
    return vertices[primitive_class];
}

static uint32_t vertex_limit(enum gs_class primitive_class)
{
    switch (primitive_class) {
    case GS_CLASS_TRIANGLE:
        return MAX_TRIANGLE_VERTICES;
    case GS_CLASS_SPRITE:
        return MAX_SPRITE_VERTICES;
    default:
        return MAX_POINT_LINE_VERTICES;
    }
}

static bool indexed(uint64_t tex0)
{
    return gs_bits(tex0, 20, 3) >= 3;
}

/* CBP, CSM and CLD act at the write only; CPSM and CSA count for indexed formats. */
static bool tex0_differs(uint64_t then, uint64_t now)
{
    const uint64_t base = 0x1FFFFFFFFFull, palette = 0x1F50000000000000ull; /* CPSM & 0xA, CSA */
    return ((then ^ now) & (indexed(now) ? base | palette : base)) != 0;
}

static bool texture_differs(const struct gs_registers *a, const struct gs_context_registers *ca,
                            const struct gs_registers *b, const struct gs_context_registers *cb)
{
    return tex0_differs(ca->tex0, cb->tex0) || ca->tex1 != cb->tex1 || ca->clamp != cb->clamp ||
           a->texa != b->texa ||
           (gs_bits(ca->tex1, 2, 3) && (ca->miptbp1 != cb->miptbp1 || ca->miptbp2 != cb->miptbp2));
}

/* Do the registers of the frame and depth buffers differ in a way that this alpha test lets through? */
static bool targets_differ(const struct gs_registers *a, const struct gs_context_registers *ca,
                           const struct gs_registers *b, const struct gs_context_registers *cb)
{
    unsigned ate = gs_bits(ca->test, 0, 1), atst = gs_bits(ca->test, 1, 3);
    unsigned afail = gs_bits(ca->test, 12, 2), date = gs_bits(ca->test, 14, 1);
    bool some_pass = !ate || atst != GS_ATST_NEVER;
    if ((some_pass || (afail & 1) || date) &&
        (ca->frame != cb->frame || a->colclamp != b->colclamp || ca->fba != cb->fba))
        return true;
    return (some_pass || afail == GS_AFAIL_ZB_ONLY) && ca->zbuf != cb->zbuf;
}

/* GS_RULE_DRAW */
static bool singly(const struct gs *gs)
{
    return gs->rules.choice[GS_RULE_DRAW] == GS_DRAW_PRIMITIVE;
}

/* Do registers differ that PCSX2 takes for unused: ALPHA and PABE without ABE, which AA1 uses, and targets
 * that the alpha test lets nothing into, where Z is tested all the same? */
static bool unused_differ(const struct gs_registers *a, const struct gs_context_registers *ca,
                          const struct gs_registers *b, const struct gs_context_registers *cb)
{
    return ca->alpha != cb->alpha || a->pabe != b->pabe || ca->frame != cb->frame || ca->zbuf != cb->zbuf ||
           a->colclamp != b->colclamp || ca->fba != cb->fba;
}

/* Would a primitive drawn under the present registers be part of the queued draw? */
static bool belongs(const struct gs *gs)
{
    const struct gs_batch *batch = gs->batch;
    const struct gs_registers *now = &gs->registers;
    const struct gs_registers *then = &batch->registers;
    if ((gs_effective_prim(now) ^ batch->prim) & 0x7F8)
        return false;
    const struct gs_context_registers *a = gs_batch_context(batch);
    const struct gs_context_registers *b = &now->context[GS_PRIM_CTXT(batch->prim)];
    if (a->test != b->test || a->scissor != b->scissor || a->xyoffset != b->xyoffset ||
        then->scanmsk != now->scanmsk || then->dthe != now->dthe || (then->dthe && then->dimx != now->dimx))
        return false;
    if (GS_PRIM_ABE(batch->prim) && (a->alpha != b->alpha || then->pabe != now->pabe))
        return false;
    if (GS_PRIM_FGE(batch->prim) && then->fogcol != now->fogcol)
        return false;
    if (targets_differ(then, a, now, b) || (singly(gs) && unused_differ(then, a, now, b)))
        return false;
    return !GS_PRIM_TME(batch->prim) || !texture_differs(then, a, now, b);
}

bool gs_batch_texture_changed(const struct gs *gs)
{
    const struct gs_batch *batch = gs->batch;
    return tex0_differs(gs_batch_context(batch)->tex0, gs->registers.context[GS_PRIM_CTXT(batch->prim)].tex0);
}

void gs_batch_check(struct gs *gs, bool kick)
{
    struct gs_batch *batch = gs->batch;
    if (batch->count == 0) {
        gs->changed = false;
        return;
    }
    const struct gs_registers *now = &gs->registers;
    unsigned context = GS_PRIM_CTXT(batch->prim);
    bool at_once = gs_class_of(GS_PRIM_TYPE(now->prim)) != batch->primitive_class ||
                   now->context[context].xyoffset != gs_batch_context(batch)->xyoffset;
    if (!at_once && !kick)
        return;
    if (at_once || !belongs(gs))
        gs_batch_flush(gs);
    gs->changed = false;
}

static void start(struct gs *gs, enum gs_class primitive_class, unsigned type)
{
    struct gs_batch *batch = gs->batch;
    batch->primitive_class = primitive_class;
    batch->type = type;
    batch->per_primitive = gs_class_vertices(primitive_class);
    batch->prim = gs_effective_prim(&gs->registers);
    batch->registers = gs->registers;
    batch->stored = 0;
    batch->z_and = UINT32_MAX;
    batch->z_or = 0;
}

static struct gs_rect unite(const struct gs_rect *a, const struct gs_rect *b)
{
    return (struct gs_rect){a->x0 < b->x0 ? a->x0 : b->x0, a->y0 < b->y0 ? a->y0 : b->y0,
                            a->x1 > b->x1 ? a->x1 : b->x1, a->y1 > b->y1 ? a->y1 : b->y1};
}

/* Makes room for one more primitive, drawing what is queued if memory is short. */
static bool make_room(struct gs *gs, enum gs_class primitive_class, unsigned type)
{
    struct gs_batch *batch = gs->batch;
    if (batch->count == 0)
        start(gs, primitive_class, type);
    if (reserve(batch, batch->count + batch->per_primitive))
        return true;
    gs_batch_flush(gs);
    start(gs, primitive_class, type);
    return reserve(batch, batch->per_primitive);
}

bool gs_batch_add(struct gs *gs, unsigned type, struct gs_vertex_queue *queue)
{
    struct gs_batch *batch = gs->batch;
    enum gs_class primitive_class = gs_class_of(type);
    struct gs_rect rect;
    if (batch->count && gs_feedback_ends_draw(gs, type, queue->vertex))
        gs_batch_flush(gs);
    if (!gs_primitive_rect(gs, primitive_class, queue->vertex, &rect)) {
        if (gs->watch.on)
            gs_watch_dropped(gs, type, queue->vertex);
        return false;
    }
    if (!make_room(gs, primitive_class, type))
        return false;
    struct gs_vertex *to = &batch->vertex[batch->count];
    memcpy(to, queue->vertex, batch->per_primitive * sizeof *to);
    if (primitive_class == GS_CLASS_SPRITE && !GS_PRIM_FST(batch->prim))
        to[0].q = to[1].q;
    struct gs_rect scissor = gs_scissor_rect(gs_batch_context(batch)->scissor);
    rect = batch->count ? unite(&batch->rect, &rect) : rect;
    batch->rect = gs_rect_clip(&rect, &scissor);
    if (gs->watch.on)
        gs_watch_queued(&gs->watch, batch->count / batch->per_primitive, type);
    batch->count += batch->per_primitive;
    uint32_t fresh = queue->uncounted + 1;
    if (type != GS_PRIM_TRIANGLE_FAN && fresh > batch->per_primitive)
        fresh = batch->per_primitive;
    batch->stored += fresh;
    if (type == GS_PRIM_TRIANGLE_FAN) {
        /* A fan's vertices all stay in PCSX2's array, also those of triangles that were dropped. */
        batch->z_and &= queue->z_and;
        batch->z_or |= queue->z_or;
    }
    if (batch->stored >= vertex_limit(primitive_class))
        gs_batch_flush(gs);
    return true;
}

void gs_batch_flush(struct gs *gs)
{
    struct gs_batch *batch = gs->batch;
    if (batch->count == 0)
        return;
    gs_transfer_settle(gs);
    gs_hazard_drawn(gs);
    gs_draw(gs, batch);
    gs->drawn_class = batch->primitive_class;
    if (GS_PRIM_TME(batch->prim))
        gs->texflush = false;
    batch->count = 0;
    batch->rect = (struct gs_rect){0, 0, 0, 0};
    unsigned type = GS_PRIM_TYPE(gs->registers.prim);
    gs_vertex_queue_after_draw(&gs->queue, singly(gs) ? type : batch->type, type);
}

struct gs_rect gs_batch_bounds(const struct gs_batch *batch)
{
    struct gs_rect scissor = gs_scissor_rect(gs_batch_context(batch)->scissor);
    struct gs_rect r = {batch->rect.x0 - 2, batch->rect.y0 - 2, batch->rect.x1 + 2, batch->rect.y1 + 2};
    return gs_rect_clip(&r, &scissor);
}

void gs_batch_target_pages(const struct gs_batch *batch, struct gs_page_set *pages)
{
    struct gs_targets t;
    gs_targets_decode(gs_batch_context(batch), &t);
    struct gs_rect b = gs_batch_bounds(batch);
    if (b.x0 >= b.x1 || b.y0 >= b.y1)
        return;
    uint32_t x0 = (uint32_t)b.x0, y0 = (uint32_t)b.y0, x1 = (uint32_t)b.x1, y1 = (uint32_t)b.y1;
    gs_pages_of_rect(pages, t.frame, t.frame_page * 32, t.fbw, x0, y0, x1, y1);
    gs_pages_of_rect(pages, t.depth, t.depth_page * 32, t.fbw, x0, y0, x1, y1);
}
