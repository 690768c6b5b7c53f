#include "console_line.h"

#include "arith.h"
#include "pipeline.h"

void gs_console_plane_along(struct gs_console_plane *p, const struct gs_console_plane *grid, unsigned a,
                            unsigned b, const struct gs_console_segment *s)
{
    p->exponent = grid->exponent;
    p->anchor_x = s->from;
    p->anchor_y = 0;
    for (unsigned i = 0; i < 3; i++) {
        int64_t rise = (int64_t)grid->value[i][b] - grid->value[i][a];
        p->x_step[i] = rise * (1 << 14) / s->length;
        p->y_step[i] = 0;
        p->start[i] = grid->value[i][a] * (1 << 14);
    }
}

void gs_console_line_primitive(struct gs_pipeline *p, const struct gs_vertex *raw,
                               const struct gs_raster_vertex *v, unsigned count)
{
    struct gs_console_line *l = &p->console->line;
    l->raw = raw;
    l->vertex = v;
    if (p->tme)
        gs_console_walk_grid(p->console, raw, count, &l->grid);
}

void gs_console_line_begin(struct gs_pipeline *p, const struct gs_raster_vertex *a,
                           const struct gs_raster_vertex *b, bool x_major)
{
    struct gs_console_line *l = &p->console->line;
    unsigned i = (unsigned)(a - l->vertex), k = (unsigned)(b - l->vertex);
    int32_t from = x_major ? a->x16 : a->y16, to = x_major ? b->x16 : b->y16;
    l->on = true;
    l->x_major = x_major;
    l->a = &l->raw[i];
    l->b = &l->raw[k];
    l->segment = (struct gs_console_segment){from, i == k ? 1 : to - from};
    l->pixel = from >> 4; /* for points, where it does not matter */
    if (p->tme)
        gs_console_plane_along(&l->stq, &l->grid, i, k, &l->segment);
}

/* 8.7 without a fraction: all that follows works on bytes. */
static int16_t level(const struct gs_console_line *l, uint32_t a, uint32_t b)
{
    int64_t v = gs_console_segment_at(&l->segment, a, b, l->pixel);
    return (int16_t)((v < 0 ? 0 : v > 255 ? 255 : v) << 7);
}

static uint32_t depth(const struct gs_console_line *l, uint32_t most)
{
    int64_t z = gs_console_segment_at(&l->segment, l->a->z, l->b->z, l->pixel);
    return z < 0 ? 0 : z > most ? most : (uint32_t)z;
}

/* A point's U, V are what is sampled. */
static void sent_coordinates(const struct gs_vertex *v, struct gs_group *g, unsigned k)
{
    g->u[k] = v->u << 12;
    g->v[k] = v->v << 12;
}

static void lane(const struct gs_pipeline *p, struct gs_group *g, unsigned k)
{
    const struct gs_console_line *l = &p->console->line;
    if (p->walk_colour)
        for (unsigned c = 0; c < 4; c++)
            g->colour[4 * k + c] = level(l, l->a->rgba >> (8 * c) & 0xFF, l->b->rgba >> (8 * c) & 0xFF);
    if (p->walk_fog)
        g->fog[k] = level(l, l->a->fog, l->b->fog);
    if (g->whole_depth)
        g->depth[k] = depth(l, p->depth_max);
    if (p->tme && l->a == l->b && p->console->fst)
        sent_coordinates(l->a, g, k);
    else if (p->tme)
        gs_console_walk_texture(p->console, &l->stq, l->pixel, 0, g, k);
}

void gs_console_line_group(const struct gs_pipeline *p, struct gs_group *g)
{
    int32_t half = p->console->half;
    g->divide = false;
    g->whole_depth = p->depth_test || p->depth_write;
    for (unsigned k = 0; k < (unsigned)p->lanes; k++) {
        g->u[k] = g->v[k] = 0;
        g->q[k] = 1;
        g->depth[k] = 0;
        if (!g->lanes[k])
            continue;
        lane(p, g, k);
        g->u[k] = (int32_t)((uint32_t)g->u[k] - (uint32_t)half);
        g->v[k] = (int32_t)((uint32_t)g->v[k] - (uint32_t)half);
    }
}
