#include "cut.h"

#include <math.h>
#include <stdlib.h>

#include "arith.h"
#include "bounds.h"
#include "chip.h"
#include "draw.h"

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

static bool near16(int32_t a, int32_t b)
{
    return abs(a - b) < 16;
}

/* ---- sprites that lie side by side ---- */

struct sprite {
    int32_t x0, y0, x1, y1; /* as sent, 12.4 */
    int32_t dx, dy;
};

static struct sprite sprite_at(const struct gs_batch *b, uint32_t at)
{
    const struct gs_vertex *v = &b->vertex[at];
    struct sprite s = {v[0].x, v[0].y, v[1].x, v[1].y, 0, 0};
    s.dx = s.x1 - s.x0;
    s.dy = s.y1 - s.y0;
    return s;
}

/* Thin columns one below the other. */
static bool follows_down(const struct sprite *first, const struct sprite *before, const struct sprite *s)
{
    return near16(s->dy, first->dy) && near16(s->y0, before->y1);
}

/* Flat rows from left to right, starting again at the left. */
static bool follows_right(const struct sprite *first, const struct sprite *before, const struct sprite *s,
                          int32_t ofx, bool last)
{
    if (s->x0 < before->x0)
        return near16(s->dx, before->x0 - ofx) && near16(s->x0, ofx);
    return (last || near16(s->dy, first->dy)) && near16(s->x0, before->x1);
}

/* Page-high pieces, column after column. */
static bool follows_page(const struct sprite *first, const struct sprite *before, const struct sprite *s,
                         int32_t ofy)
{
    int32_t right = most(before->x0, before->x1), bottom = most(before->y0, before->y1);
    if (s->dy != first->dy)
        return false;
    if (least(s->y0, s->y1) != bottom)
        return least(s->y0, s->y1) == ofy && least(s->x0, s->x1) == right;
    return s->dx == first->dx && most(s->x0, s->x1) == right;
}

static bool sprites_join(const struct gs_batch *b)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    int32_t ofx = (int32_t)gs_bits(c->xyoffset, 0, 16), ofy = (int32_t)gs_bits(c->xyoffset, 32, 16);
    struct gs_targets t;
    gs_targets_decode(c, &t);
    struct sprite first = sprite_at(b, 0), before = first;
    bool columns = (first.dx + 8) >> 4 == 0, rows = (first.dy + 8) >> 4 == 0;
    bool pages = (first.dy + 8) >> 4 == 1 << t.frame->page_h_log2;
    if (b->count == 2)
        return true;
    for (uint32_t at = 2; at < b->count; at += 2) {
        struct sprite s = sprite_at(b, at);
        bool joins;
        if (columns)
            joins = follows_down(&first, &before, &s);
        else if (rows)
            joins = follows_right(&first, &before, &s, ofx, at + 2 == b->count);
        else
            joins = pages && follows_page(&first, &before, &s, ofy);
        if (!joins)
            return false;
        before = s;
    }
    return true;
}

/* ---- triangles that make quads ---- */

static bool same_place(const struct gs_vertex *a, const struct gs_vertex *b)
{
    return a->x == b->x && a->y == b->y;
}

/* Side of `p` seen along the edge from a to b. */
static bool left_of(const struct gs_vertex *a, const struct gs_vertex *b, const struct gs_vertex *p)
{
    return (int64_t)(b->x - a->x) * (p->y - a->y) - (int64_t)(b->y - a->y) * (p->x - a->x) < 0;
}

/* Do two triangles share an edge and lie on its two sides? */
static bool two_make_quad(const struct gs_vertex *v)
{
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned j = 0; j < 3; j++) {
            const struct gs_vertex *a = &v[i], *b = &v[(i + 1) % 3], *c = &v[3 + j], *d = &v[3 + (j + 1) % 3];
            if ((same_place(a, c) && same_place(b, d)) || (same_place(a, d) && same_place(b, c)))
                return left_of(a, b, &v[(i + 2) % 3]) != left_of(a, b, &v[3 + (j + 2) % 3]);
        }
    }
    return false;
}

/* A right angle along the axes at `corner`: `vertical` has its X, `horizontal` its Y. */
struct right_angle {
    const struct gs_vertex *corner, *vertical, *horizontal;
};

static bool find_right_angle(const struct gs_vertex v[3], struct right_angle *out)
{
    for (unsigned i = 0; i < 3; i++) {
        for (unsigned k = 1; k < 3; k++) {
            const struct gs_vertex *a = &v[(i + k) % 3], *c = &v[(i + 3 - k) % 3];
            if (a->x == v[i].x && c->y == v[i].y) {
                *out = (struct right_angle){&v[i], a, c};
                return true;
            }
        }
    }
    return false;
}

/* The box of a pair of triangles with right angles at opposite corners. */
static bool box_of_pair(const struct gs_vertex *v, struct gs_rect *out)
{
    struct right_angle p, q;
    if (!find_right_angle(v, &p) || !find_right_angle(v + 3, &q) || !same_place(p.vertical, q.horizontal) ||
        !same_place(p.horizontal, q.vertical))
        return false;
    *out = (struct gs_rect){least(p.corner->x, q.corner->x), least(p.corner->y, q.corner->y),
                            most(p.corner->x, q.corner->x), most(p.corner->y, q.corner->y)};
    return true;
}

static bool boxes_join(const struct gs_rect *a, const struct gs_rect *b)
{
    bool beside = (a->x1 == b->x0) != (a->x0 == b->x1), below = (a->y1 == b->y0) != (a->y0 == b->y1);
    return (a->y0 == b->y0 && a->y1 == b->y1 && beside) || (a->x0 == b->x0 && a->x1 == b->x1 && below);
}

static bool triangles_join(const struct gs_batch *b)
{
    if (b->count % 6)
        return false;
    if (b->count == 6)
        return two_make_quad(b->vertex);
    struct gs_rect before = {0, 0, 0, 0}, box;
    for (uint32_t at = 0; at < b->count; at += 6) {
        if (!box_of_pair(&b->vertex[at], &box) || (at && !boxes_join(&before, &box)))
            return false;
        before = box;
    }
    return true;
}

/* ---- the cut ---- */

static int32_t position(const struct gs_vertex *v, unsigned axis)
{
    return axis ? v->y : v->x;
}

static float texture_coordinate(const struct gs_batch *b, const struct gs_vertex *v, unsigned axis)
{
    if (GS_PRIM_FST(b->prim))
        return (float)(axis ? v->v : v->u);
    return gs_float_of_bits(axis ? v->t : v->s) / gs_float_of_bits(b->vertex[0].q);
}

/* Do texture and screen coordinates run in opposite directions, by the draw's first vertices? */
static bool runs_back(const struct gs_batch *b, unsigned axis)
{
    const struct gs_vertex *v = b->vertex;
    bool texture = false, screen = false;
    for (unsigned i = 1; i < b->per_primitive; i++) {
        texture |= texture_coordinate(b, &v[0], axis) < texture_coordinate(b, &v[i], axis);
        screen |= position(&v[0], axis) < position(&v[i], axis);
    }
    return texture != screen;
}

/* The draw's extent on an axis, pixels. */
static struct gs_reach extent_of(const struct gs_batch *b, unsigned axis)
{
    int32_t low = INT32_MAX, high = INT32_MIN;
    int32_t offset = (int32_t)gs_bits(gs_batch_context(b)->xyoffset, axis ? 32 : 0, 16);
    for (uint32_t i = 0; i < b->count; i++) {
        low = least(low, position(&b->vertex[i], axis));
        high = most(high, position(&b->vertex[i], axis));
    }
    return (struct gs_reach){(float)(low - offset) / 16.0f, (float)(high - offset) / 16.0f};
}

static float gradient_of(const struct gs_reach *texels, const struct gs_reach *pixels)
{
    float range = pixels->high - pixels->low;
    return (texels->high - texels->low) / (range > 1.0f ? range : 1.0f);
}

static float clamped(float v, int32_t low, int32_t high)
{
    v = v > (float)low ? v : (float)low;
    return v < (float)high ? v : (float)high;
}

static void cut_axis(const struct gs_batch *b, unsigned axis, const struct gs_reach *pixels, float gradient,
                     uint32_t size_log2, struct gs_reach *reach)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    struct gs_rect scissor = gs_scissor_rect(c->scissor);
    int32_t s0 = axis ? scissor.y0 : scissor.x0, s1 = axis ? scissor.y1 : scissor.x1;
    float from = ceilf(pixels->low), to = floorf(pixels->high);
    float off_start = clamped(from, s0, s1) - from, off_end = to - clamped(to, s0, s1);
    bool back = runs_back(b, axis);
    struct gs_reach cut = *reach;
    if (off_start > 0 && !back)
        cut.low += floorf(off_start * gradient);
    else if (off_start > 0)
        cut.high -= floorf(off_start * gradient);
    if (off_end > 0 && !back)
        cut.high -= floorf(off_end * gradient);
    else if (off_end > 0)
        cut.low += floorf(off_end * gradient);
    unsigned mode = gs_bits(c->clamp, axis ? 2 : 0, 2);
    int32_t period = ~((1 << size_log2) - 1);
    if (mode == GS_WRAP_REGION_REPEAT)
        return;
    if (mode == GS_WRAP_REPEAT && (gs_trunc(cut.low) & period) != (gs_trunc(cut.high - 1.0f) & period))
        return;
    *reach = cut;
}

void gs_cut_by_scissor(const struct gs_batch *b, const struct gs_reach texels[2], const uint32_t size_log2[2],
                       struct gs_reach reach[2])
{
    if (b->primitive_class != GS_CLASS_SPRITE && b->primitive_class != GS_CLASS_TRIANGLE)
        return;
    struct gs_reach pixels[2] = {extent_of(b, 0), extent_of(b, 1)};
    float gradient[2] = {gradient_of(&texels[0], &pixels[0]), gradient_of(&texels[1], &pixels[1])};
    bool joined = b->primitive_class == GS_CLASS_SPRITE
                      ? sprites_join(b)
                      : gradient[0] == 1.0f && gradient[1] == 1.0f && triangles_join(b);
    for (unsigned axis = 0; axis < 2 && joined; axis++)
        cut_axis(b, axis, &pixels[axis], gradient[axis], size_log2[axis], &reach[axis]);
}
