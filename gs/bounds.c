#include "bounds.h"

#include <string.h>

#include "chip.h"

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

struct gs_rect gs_scissor_rect(uint64_t scissor)
{
    int32_t x0 = (int32_t)gs_bits(scissor, 0, 11), x1 = (int32_t)gs_bits(scissor, 16, 11);
    int32_t y0 = (int32_t)gs_bits(scissor, 32, 11), y1 = (int32_t)gs_bits(scissor, 48, 11);
    if (x0 > x1 || y0 > y1)
        return (struct gs_rect){0, 0, 0, 0};
    return (struct gs_rect){x0, y0, x1 + 1, y1 + 1};
}

struct gs_rect gs_rect_clip(const struct gs_rect *r, const struct gs_rect *to)
{
    return (struct gs_rect){least(most(r->x0, to->x0), to->x1), least(most(r->y0, to->y0), to->y1),
                            least(most(r->x1, to->x0), to->x1), least(most(r->y1, to->y0), to->y1)};
}

static bool same_position(const struct gs_vertex *a, const struct gs_vertex *b)
{
    return a->window_x == b->window_x && a->window_y == b->window_y;
}

/* Smallest box around the first `count` vertices: 1/16 pixel, right and bottom inclusive. */
static struct gs_rect vertex_box(const struct gs_vertex *v, unsigned count)
{
    struct gs_rect box = {v[0].window_x, v[0].window_y, v[0].window_x, v[0].window_y};
    for (unsigned i = 1; i < count; i++) {
        box.x0 = least(box.x0, v[i].window_x);
        box.y0 = least(box.y0, v[i].window_y);
        box.x1 = most(box.x1, v[i].window_x);
        box.y1 = most(box.y1, v[i].window_y);
    }
    return box;
}

/* From vertices to the pixel centres that can be inside, still in 1/16 pixel. */
static struct gs_rect centre_box(const struct gs_rect *b)
{
    return (struct gs_rect){(b->x0 + 15) & ~15, (b->y0 + 15) & ~15, ((b->x1 - 1) & ~15) + 1,
                            ((b->y1 - 1) & ~15) + 1};
}

/* Widens a box by `pixels` on each side. */
static struct gs_rect wider(const struct gs_rect *box, int32_t pixels)
{
    return (struct gs_rect){box->x0 - 16 * pixels, box->y0 - 16 * pixels, box->x1 + 16 * pixels,
                            box->y1 + 16 * pixels};
}

/* Pixels by which a primitive can reach out of its box. PCSX2 looks at the class of the draw before: edge
 * pixels count only after lines or triangles, and nothing of a line reaches out. With GS_DRAW_PRIMITIVE a
 * line's first pixel and the second one of AA1 count, and edge pixels at corners on whole pixels. */
static int32_t overhang(const struct gs *gs, enum gs_class primitive_class, bool aa1)
{
    if (gs->rules.choice[GS_RULE_DRAW] == GS_DRAW_PRIMITIVE)
        return primitive_class == GS_CLASS_LINE ? 2 : aa1 && primitive_class == GS_CLASS_TRIANGLE ? 2 : 0;
    bool edges = gs->drawn_class == GS_CLASS_LINE || gs->drawn_class == GS_CLASS_TRIANGLE;
    return aa1 && edges && primitive_class >= GS_CLASS_TRIANGLE ? 1 : 0;
}

/* Positions relative to XYOFFSET as it is now, with which the primitive is drawn (GS_RULE_XYOFFSET). PCSX2
 * drops primitives by where their vertices were when they were written. */
static void place(const struct gs *gs, uint64_t xyoffset, struct gs_vertex v[3])
{
    for (unsigned i = 0; i < 3 && gs->rules.choice[GS_RULE_DRAW] == GS_DRAW_PRIMITIVE; i++) {
        v[i].window_x = (int32_t)v[i].x - (int32_t)gs_bits(xyoffset, 0, 16);
        v[i].window_y = (int32_t)v[i].y - (int32_t)gs_bits(xyoffset, 32, 16);
    }
}

bool gs_primitive_rect(const struct gs *gs, enum gs_class primitive_class, const struct gs_vertex *vertices,
                       struct gs_rect *out)
{
    static const uint8_t counts[] = {
        [GS_CLASS_POINT] = 1, [GS_CLASS_LINE] = 2, [GS_CLASS_TRIANGLE] = 3, [GS_CLASS_SPRITE] = 2};
    uint64_t prim = gs_effective_prim(&gs->registers);
    const struct gs_context_registers *c = &gs->registers.context[GS_PRIM_CTXT(prim)];
    struct gs_rect scissor = gs_scissor_rect(c->scissor);
    struct gs_vertex v[3];
    if (gs_rect_empty(&scissor))
        return false;

    memcpy(v, vertices, sizeof v);
    place(gs, c->xyoffset, v);
    struct gs_rect box = vertex_box(v, counts[primitive_class]);
    int32_t out_of_box = overhang(gs, primitive_class, GS_PRIM_AA1(prim) != 0);
    bool area = primitive_class == GS_CLASS_TRIANGLE || primitive_class == GS_CLASS_SPRITE;
    if (area)
        box = centre_box(&box);
    box = wider(&box, out_of_box);
    if (area && gs_rect_empty(&box))
        return false;
    if (primitive_class == GS_CLASS_TRIANGLE &&
        (same_position(&v[0], &v[1]) || same_position(&v[1], &v[2]) || same_position(&v[0], &v[2])))
        return false;

    struct gs_rect reach = {box.x0, box.y0, box.x1 + 1, box.y1 + 1};
    const struct gs_rect cull = {scissor.x0 * 16 - 8, scissor.y0 * 16 - 8, scissor.x1 * 16 - 8,
                                 scissor.y1 * 16 - 8};
    reach = gs_rect_clip(&reach, &cull);
    *out = (struct gs_rect){box.x0 >> 4, box.y0 >> 4, (box.x1 >> 4) + 1, (box.y1 >> 4) + 1};
    return !gs_rect_empty(&reach);
}
