/* Primitives that leave the watched pixel as it is before any stage works on it: by the registers of the
 * draw, by SCISSOR, by SCANMSK. Only their coverage is worked out, and only when a pixel is watched. */
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "chip.h"
#include "pipeline.h"

struct gs_watch_dropped {
    uint32_t before; /* primitive of the queued draw that comes next */
    struct gs_watch_source source;
    struct gs_vertex vertex[3];
};

/* The pipeline draws nothing but tells. */
static void make_idle(struct gs_pipeline *p, enum gs_pixel_void reason)
{
    p->idle = reason;
    p->fill = p->tme = p->fge = p->shaded = false;
    p->walk_texture = p->walk_fog = p->walk_colour = p->walk_z = p->divide = false;
    p->depth_test = p->depth_write = p->frame_write = false;
    p->attributes = 0;
}

/* A pipeline for coverage alone. */
static void prepare_idle(struct gs_pipeline *p, struct gs_console_walk *walk, struct gs *gs,
                         const struct gs_batch *b, enum gs_pixel_void reason)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    bool edges = b->primitive_class == GS_CLASS_LINE || b->primitive_class == GS_CLASS_TRIANGLE;
    struct gs_targets t;
    gs_targets_decode(c, &t);
    memset(p, 0, sizeof *p);
    p->gs = gs;
    p->watch = &gs->watch;
    p->fused = gs->rules.choice[GS_RULE_MULTIPLY_ADD] == GS_MULTIPLY_ADD_FUSED;
    p->lanes = gs->rules.choice[GS_RULE_LANES] == GS_LANES_8 ? 8 : 4;
    p->primitive_class = b->primitive_class;
    p->scissor = gs_scissor_rect(c->scissor);
    p->scanmsk = (uint32_t)b->registers.scanmsk;
    p->aa1 = GS_PRIM_AA1(b->prim) && edges;
    gs_surface_init(&p->frame, t.frame, gs->memory.bytes, t.frame_page, t.fbw, (unsigned)p->lanes);
    gs_surface_init(&p->depth, t.depth, gs->memory.bytes, t.depth_page, t.fbw, (unsigned)p->lanes);
    make_idle(p, reason);
    gs_console_walk_init(walk, p, b, &gs->rules);
}

static void place(const struct gs_batch *b, const struct gs_vertex *from, struct gs_raster_vertex v[3])
{
    const struct gs_context_registers *c = gs_batch_context(b);
    memset(v, 0, 3 * sizeof *v);
    for (uint32_t i = 0; i < b->per_primitive; i++) {
        v[i].x16 = (int32_t)from[i].x - (int32_t)gs_bits(c->xyoffset, 0, 16);
        v[i].y16 = (int32_t)from[i].y - (int32_t)gs_bits(c->xyoffset, 32, 16);
        v[i].x = (float)v[i].x16 / 16.0f;
        v[i].y = (float)v[i].y16 / 16.0f;
    }
}

void gs_watch_void(struct gs *gs, struct gs_batch *b, enum gs_pixel_void reason)
{
    struct gs_pipeline p;
    struct gs_console_walk walk;
    struct gs_raster_vertex v[3];
    if (!gs->watch.on || !reason)
        return;
    prepare_idle(&p, &walk, gs, b, reason);
    for (uint32_t at = 0; at < b->count; at += b->per_primitive) {
        place(b, &b->vertex[at], v);
        gs_watch_primitive(&gs->watch, &p, at / b->per_primitive, &b->vertex[at], v);
        gs_draw_primitive(&p, &b->vertex[at], v);
        gs_watch_scissored(&gs->watch, &p, &b->vertex[at], v);
    }
    gs_watch_tell_dropped(&gs->watch, &p, b->count / b->per_primitive);
}

/* ---- SCISSOR ---- */

/* Is the watched pixel, by its own name, one of the frame buffer, and outside of the scissor? */
static bool outside(const struct gs_watch *w, const struct gs_batch *b)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    struct gs_rect s = gs_scissor_rect(c->scissor);
    struct gs_targets t;
    int32_t x = (int32_t)w->what.x, y = (int32_t)w->what.y;
    if (x >= s.x0 && x < s.x1 && y >= s.y0 && y < s.y1)
        return false;
    gs_targets_decode(c, &t);
    return t.frame->cell_bits == w->format->cell_bits && w->what.x < 64 * t.fbw &&
           gs_cell(t.frame, t.frame_page * 32, t.fbw, w->what.x, w->what.y) == w->cell;
}

void gs_watch_scissored(struct gs_watch *w, const struct gs_pipeline *p, const struct gs_vertex *raw,
                        const struct gs_raster_vertex *v)
{
    if (!outside(w, w->batch))
        return;
    struct gs_pipeline idle = *p;
    int32_t x = (int32_t)w->what.x, y = (int32_t)w->what.y;
    make_idle(&idle, GS_PIXEL_VOID_SCISSOR);
    idle.scissor = (struct gs_rect){x, y, x + 1, y + 1};
    gs_draw_primitive(&idle, raw, v);
}

static void push(struct gs_watch *w, const struct gs_watch_dropped *dropped)
{
    if (w->drops == w->drop_capacity) {
        uint32_t capacity = w->drop_capacity ? 2 * w->drop_capacity : 64;
        struct gs_watch_dropped *grown = realloc(w->dropped, capacity * sizeof *grown);
        if (!grown)
            return;
        w->dropped = grown;
        w->drop_capacity = capacity;
    }
    w->dropped[w->drops++] = *dropped;
}

/* Nothing is queued that would have to be told first. */
static void tell_at_once(struct gs *gs, struct gs_watch_dropped *dropped)
{
    struct gs_watch *w = &gs->watch;
    struct gs_batch alone = {.primitive_class = gs_class_of(dropped->source.type),
                             .type = dropped->source.type,
                             .prim = gs_effective_prim(&gs->registers),
                             .registers = gs->registers};
    struct gs_pipeline p;
    struct gs_console_walk walk;
    alone.per_primitive = gs_class_vertices(alone.primitive_class);
    if (!outside(w, &alone))
        return;
    w->batch = &alone;
    w->draws++; /* the number of the next draw */
    w->drops = 0;
    push(w, dropped);
    prepare_idle(&p, &walk, gs, &alone, GS_PIXEL_VOID_SCISSOR);
    gs_watch_tell_dropped(w, &p, 0);
    w->draws--;
    w->batch = NULL;
}

void gs_watch_dropped(struct gs *gs, unsigned type, const struct gs_vertex *vertex)
{
    struct gs_watch *w = &gs->watch;
    const struct gs_batch *b = gs->batch;
    struct gs_watch_dropped dropped = {.source = gs_watch_source(w, type)};
    memcpy(dropped.vertex, vertex, gs_class_vertices(gs_class_of(type)) * sizeof *vertex);
    if (b->count == 0) {
        tell_at_once(gs, &dropped);
    } else if (outside(w, b)) {
        dropped.before = b->count / b->per_primitive;
        push(w, &dropped);
    }
}

void gs_watch_tell_dropped(struct gs_watch *w, const struct gs_pipeline *p, uint32_t index)
{
    const struct gs_batch *b = w->batch;
    struct gs_raster_vertex v[3];
    for (; w->drops_told < w->drops && w->dropped[w->drops_told].before <= index; w->drops_told++) {
        const struct gs_watch_dropped *dropped = &w->dropped[w->drops_told];
        place(b, dropped->vertex, v);
        gs_watch_begin(w, p, index, &dropped->source, dropped->vertex, v);
        gs_watch_scissored(w, p, dropped->vertex, v);
    }
    if (w->drops_told == w->drops)
        w->drops = w->drops_told = 0;
}

/* ---- rows ---- */

void gs_watch_row(struct gs_watch *w, struct gs_pipeline *p, const struct gs_row *row,
                  enum gs_pixel_void reason)
{
    struct gs_group g = {.y = row->y, .edge = row->edge, .coverage = row->coverage};
    gs_surface_row(&p->frame, (uint32_t)row->y);
    gs_surface_row(&p->depth, (uint32_t)row->y);
    for (g.x = row->x & -p->lanes; g.x < row->x + row->n; g.x += p->lanes) {
        for (int32_t k = 0; k < p->lanes; k++)
            g.lanes[k] = g.x + k >= row->x && g.x + k < row->x + row->n ? ~0u : 0;
        if (!gs_watch_group(w, p, &g))
            continue;
        w->fragment.void_reason = reason;
        w->fragment.walked = false;
        gs_watch_tell(w, p);
    }
}
