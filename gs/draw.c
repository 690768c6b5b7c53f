/* Running the primitives of a draw (PCSX2-SW sections 1, 4 and 7). */
#include "draw.h"

#include <string.h>

#include "arith.h"
#include "chip.h"
#include "draw_setup.h"
#include "facts.h"
#include "pipeline.h"

struct conversion {
    const struct gs_pipeline *p;
    const struct gs_batch *b;
    const struct gs_draw_facts *facts;
    int32_t ofx, ofy;
    float scale[2]; /* S, T to 16.16 texels */
    float half;     /* half a texel that bilinear filtering takes off */
};

static float scale_of(uint32_t size_log2)
{
    return (float)(int32_t)(0x10000u << size_log2);
}

static void convert_texture(const struct conversion *c, const struct gs_vertex *v, uint32_t q_bits,
                            float out[])
{
    if (GS_PRIM_FST(c->b->prim)) {
        out[GS_ATTR_S] = (float)((int32_t)v->u << 12);
        out[GS_ATTR_T] = (float)((int32_t)v->v << 12);
        out[GS_ATTR_Q] = 1.0f;
    } else {
        float s = gs_float_of_bits(v->s), t = gs_float_of_bits(v->t), q = gs_float_of_bits(q_bits);
        if (c->facts->q_divide) {
            s = s / q;
            t = t / q;
        }
        out[GS_ATTR_S] = s * c->scale[0];
        out[GS_ATTR_T] = t * c->scale[1];
        out[GS_ATTR_Q] = q;
    }
    if (c->p->saturate && !c->p->divide) {
        out[GS_ATTR_S] = gs_saturated_texel(out[GS_ATTR_S]);
        out[GS_ATTR_T] = gs_saturated_texel(out[GS_ATTR_T]);
    }
    out[GS_ATTR_S] -= c->half;
    out[GS_ATTR_T] -= c->half;
}

static void convert(const struct conversion *c, const struct gs_vertex *v, const struct gs_vertex *provoking,
                    struct gs_raster_vertex *out)
{
    const struct gs_vertex *colour = c->p->walk_colour ? v : provoking;
    bool sprite = c->p->primitive_class == GS_CLASS_SPRITE;
    out->x16 = (int32_t)v->x - c->ofx;
    out->y16 = (int32_t)v->y - c->ofy;
    out->x = (float)out->x16 / 16.0f;
    out->y = (float)out->y16 / 16.0f;
    uint32_t z = sprite && v->z > c->p->depth_max ? c->p->depth_max : v->z;
    out->a.z = (double)z;
    if (c->p->walk_texture)
        convert_texture(c, v, sprite ? provoking->q : v->q, out->a.v);
    out->a.v[GS_ATTR_F] = (float)(v->fog * 128);
    for (unsigned i = 0; i < 4; i++)
        out->a.v[GS_ATTR_R + i] = (float)((colour->rgba >> (8 * i) & 0xFF) * 128);
}

/* A plain rectangle is filled in two passes: all of Z, then all of the frame. */
static void fill_rectangle(struct gs_pipeline *p, const struct gs_raster_vertex v[2])
{
    bool frame = p->frame_write, depth = p->depth_write;
    p->frame_write = false;
    if (depth)
        gs_sprite(p, v);
    p->frame_write = frame;
    p->depth_write = false;
    if (frame)
        gs_sprite(p, v);
    p->depth_write = depth;
    if (p->watch && p->watch->begun)
        gs_watch_tell(p->watch, p);
}

void gs_draw_primitive(struct gs_pipeline *p, const struct gs_vertex *raw, const struct gs_raster_vertex *v)
{
    switch (p->primitive_class) {
    case GS_CLASS_POINT:
    case GS_CLASS_LINE:
        if (p->console)
            gs_console_walk_segment(p, raw, v);
        if (p->primitive_class == GS_CLASS_POINT)
            gs_point(p, v);
        else
            gs_line(p, v);
        break;
    case GS_CLASS_TRIANGLE:
        if (p->console && !gs_console_walk_triangle(p, raw, v) && p->console->exact)
            break;
        if (p->console && p->console->alone)
            gs_console_triangle(p, v);
        else
            gs_triangle(p, v);
        break;
    case GS_CLASS_SPRITE:
        if (p->console && !gs_console_walk_sprite(p, raw, v))
            break;
        if (p->fill)
            fill_rectangle(p, v);
        else
            gs_sprite(p, v);
        break;
    case GS_CLASS_INVALID:
        break;
    }
}

static void run(struct gs_pipeline *p, const struct gs_batch *b, const struct gs_draw_facts *facts)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    bool whole = p->tme && !p->divide && !facts->mip;
    struct conversion conversion = {
        .p = p,
        .b = b,
        .facts = facts,
        .ofx = (int32_t)gs_bits(c->xyoffset, 0, 16),
        .ofy = (int32_t)gs_bits(c->xyoffset, 32, 16),
        .scale = {scale_of(gs_bits(c->tex0, 26, 4)), scale_of(gs_bits(c->tex0, 30, 4))},
        .half = whole && p->sampler.linear ? 32768.0f : 0.0f,
    };
    struct gs_raster_vertex v[3];
    memset(v, 0, sizeof v);
    for (uint32_t at = 0; at < b->count; at += b->per_primitive) {
        const struct gs_vertex *from = &b->vertex[at], *provoking = &from[b->per_primitive - 1];
        for (uint32_t i = 0; i < b->per_primitive; i++)
            convert(&conversion, &from[i], provoking, &v[i]);
        if (p->watch)
            gs_watch_primitive(p->watch, p, at / b->per_primitive, from, v);
        gs_draw_primitive(p, from, v);
        if (p->watch)
            gs_watch_scissored(p->watch, p, from, v);
    }
    if (p->watch)
        gs_watch_tell_dropped(p->watch, p, b->count / b->per_primitive);
}

/* The console's walk may leave the range of the vertices' alpha. */
static void widen_alpha(const struct gs_batch *b, const struct gs_rules *rules, struct gs_draw_facts *facts)
{
    bool walks =
        (b->primitive_class == GS_CLASS_TRIANGLE &&
         rules->choice[GS_RULE_COLOUR_WALK] == GS_COLOUR_WALK_CONSOLE) ||
        (b->primitive_class == GS_CLASS_LINE && rules->choice[GS_RULE_LINE_WALK] == GS_LINE_WALK_CONSOLE);
    if (!walks || facts->alpha_min == facts->alpha_max || !GS_PRIM_IIP(b->prim))
        return;
    facts->alpha_min = 0;
    facts->alpha_max = 255;
}

static void report(struct gs *gs, const struct gs_batch *b)
{
    struct gs_draw_event event = {b->primitive_class, b->count / b->per_primitive, b->prim,
                                  gs_batch_context(b), &b->registers};
    gs->observer.draw(gs->observer.user, &event);
}

void gs_draw(struct gs *gs, struct gs_batch *b)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    struct gs_draw_facts facts;
    struct gs_pipeline p;
    struct gs_console_walk walk;
    if (gs->observer.draw)
        report(gs, b);
    if (gs->watch.on)
        gs_watch_draw(&gs->watch, b);
    if (gs_bits(c->test, 16, 1) && gs_bits(c->test, 17, 2) == GS_ZTST_NEVER) {
        gs_watch_void(gs, b, GS_PIXEL_VOID_ZTST);
        return;
    }
    struct gs_page_set pages = {{0}};
    gs_batch_target_pages(b, &pages);
    gs_draw_facts(b, &gs->queue, &gs->rules, &facts);
    widen_alpha(b, &gs->rules, &facts);
    if (!gs_draw_prepare(&p, gs, b, &facts)) {
        gs_watch_void(gs, b, p.idle);
        return;
    }
    gs_console_walk_init(&walk, &p, b, &gs->rules);
    gs_draw_list_attributes(&p);
    run(&p, b, &facts);
    if (p.stray)
        gs_touch_all(&gs->memory);
    else
        gs_touch_pages(&gs->memory, &pages);
}
