#include "bounds.h"

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

bool gs_primitive_rect(const struct gs *gs, enum gs_class primitive_class, const struct gs_vertex *vertices,
                       struct gs_rect *out)
{
    static const uint8_t counts[] = {
        [GS_CLASS_POINT] = 1, [GS_CLASS_LINE] = 2, [GS_CLASS_TRIANGLE] = 3, [GS_CLASS_SPRITE] = 2};
    uint64_t prim = gs_effective_prim(&gs->registers);
    struct gs_rect scissor = gs_scissor_rect(gs->registers.context[GS_PRIM_CTXT(prim)].scissor);
    if (gs_rect_empty(&scissor))
        return false;

    struct gs_rect box = vertex_box(vertices, counts[primitive_class]);
    if (primitive_class == GS_CLASS_TRIANGLE || primitive_class == GS_CLASS_SPRITE) {
        box = centre_box(&box);
        /* PCSX2 looks at the class of the draw before: edge pixels count only after lines or triangles. */
        if (GS_PRIM_AA1(prim) && (gs->drawn_class == GS_CLASS_LINE || gs->drawn_class == GS_CLASS_TRIANGLE))
            box = (struct gs_rect){box.x0 - 16, box.y0 - 16, box.x1 + 16, box.y1 + 16};
        if (gs_rect_empty(&box))
            return false;
    }
    if (primitive_class == GS_CLASS_TRIANGLE &&
        (same_position(&vertices[0], &vertices[1]) || same_position(&vertices[1], &vertices[2]) ||
         same_position(&vertices[0], &vertices[2])))
        return false;

    struct gs_rect reach = {box.x0, box.y0, box.x1 + 1, box.y1 + 1};
    const struct gs_rect cull = {scissor.x0 * 16 - 8, scissor.y0 * 16 - 8, scissor.x1 * 16 - 8,
                                 scissor.y1 * 16 - 8};
    reach = gs_rect_clip(&reach, &cull);
    *out = (struct gs_rect){box.x0 >> 4, box.y0 >> 4, (box.x1 >> 4) + 1, (box.y1 >> 4) + 1};
    return !gs_rect_empty(&reach);
}
