/* Stepping attributes along a row, a group of lanes at a time (PCSX2-SW section 3). */
#include "arith.h"
#include "chip.h"
#include "pipeline.h"

#define LANES GS_MAX_LANES
#define CHANNELS GS_CHANNELS

/* int32 sums wrap. */
static inline int32_t add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

/* ---- the first group of a row ---- */

/* Lane k is `offset[k]` pixels away from the row's start; every product is rounded on its own. */

GS_APART static void first_z(double start, float step, const float offset[restrict LANES],
                             double out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = start + (double)(step * offset[k]);
}

GS_APART static void first_float(float start, float step, const float offset[restrict LANES],
                                 float out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = start + step * offset[k];
}

GS_APART static void first_whole(float start, float step, const float offset[restrict LANES],
                                 int32_t out[restrict LANES])
{
    int32_t whole = gs_trunc(start);
    for (unsigned k = 0; k < LANES; k++)
        out[k] = add(whole, gs_trunc(step * offset[k]));
}

GS_APART static void first_fog(float start, float step, const float offset[restrict LANES],
                               int16_t out[restrict LANES])
{
    int32_t whole = gs_trunc(start);
    for (unsigned k = 0; k < LANES; k++)
        out[k] = gs_int16(add(whole, gs_trunc(step * offset[k])));
}

GS_APART static void first_colours(const float start[restrict 4], const float step[restrict 4],
                                   const float offset[restrict LANES], int16_t out[restrict CHANNELS])
{
    int32_t whole[4];
    for (unsigned c = 0; c < 4; c++)
        whole[c] = gs_trunc(start[c]);
    for (unsigned k = 0; k < LANES; k++)
        for (unsigned c = 0; c < 4; c++)
            out[4 * k + c] = gs_int16(add(whole[c], gs_trunc(step[c] * offset[k])));
}

static void flat_colours(const float start[4], int16_t out[CHANNELS])
{
    int16_t colour[4];
    for (unsigned c = 0; c < 4; c++)
        colour[c] = gs_int16(gs_trunc(start[c]));
    for (unsigned k = 0; k < LANES; k++)
        memcpy(&out[4 * k], colour, sizeof colour);
}

static void first_group(const struct gs_pipeline *p, const struct gs_row *row,
                        const struct gs_attributes *step, struct gs_group *g)
{
    static const float offsets[2 * LANES - 1] = {-7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7};
    const float *offset = &offsets[LANES - 1 - (row->x - g->x)];
    const float *a = row->start.v, *d = step->v;
    g->z[0] = row->start.z;
    g->divide = p->divide;
    if (p->walk_z)
        first_z(row->start.z, (float)step->z, offset, g->z);
    if (p->divide) {
        first_float(a[GS_ATTR_S], d[GS_ATTR_S], offset, g->s);
        first_float(a[GS_ATTR_T], d[GS_ATTR_T], offset, g->t);
        first_float(a[GS_ATTR_Q], d[GS_ATTR_Q], offset, g->q);
    } else if (p->walk_texture) {
        first_whole(a[GS_ATTR_S], d[GS_ATTR_S], offset, g->u);
        first_whole(a[GS_ATTR_T], d[GS_ATTR_T], offset, g->v);
        if (p->sampler.table)
            first_float(a[GS_ATTR_Q], 0, offset, g->q);
    }
    if (p->fge)
        first_fog(a[GS_ATTR_F], p->walk_fog ? d[GS_ATTR_F] : 0, offset, g->fog);
    if (p->walk_colour)
        first_colours(&a[GS_ATTR_R], &d[GS_ATTR_R], offset, g->colour);
    else if (p->shaded)
        flat_colours(&a[GS_ATTR_R], g->colour);
}

/* ---- from group to group ---- */

/* What is added to every lane from one group to the next. */
struct group_step {
    double z;
    float s, t, q;
    int32_t u, v;
    int16_t fog;
    gs_colours colour;
};

static void group_step(const struct gs_pipeline *p, const struct gs_attributes *step, struct group_step *out)
{
    float lanes = (float)p->lanes;
    const float *d = step->v;
    out->z = step->z * (double)p->lanes;
    out->s = d[GS_ATTR_S] * lanes;
    out->t = d[GS_ATTR_T] * lanes;
    out->q = d[GS_ATTR_Q] * lanes;
    out->u = gs_trunc(out->s);
    out->v = gs_trunc(out->t);
    float fog = d[GS_ATTR_F] * lanes;
    out->fog = gs_int16(p->fog_nearest ? gs_nearest(fog) : gs_trunc(fog));
    for (unsigned i = 0; i < CHANNELS; i++)
        out->colour[i] = gs_int16(gs_trunc(d[GS_ATTR_R + i % 4] * lanes));
}

GS_APART static void next_z(double z[restrict LANES], double step)
{
    for (unsigned k = 0; k < LANES; k++)
        z[k] += step;
}

GS_APART static void next_float(float v[restrict LANES], float step)
{
    for (unsigned k = 0; k < LANES; k++)
        v[k] += step;
}

GS_APART static void next_whole(int32_t v[restrict LANES], int32_t step)
{
    for (unsigned k = 0; k < LANES; k++)
        v[k] = add(v[k], step);
}

GS_APART static void next_fog(int16_t v[restrict LANES], int16_t step)
{
    for (unsigned k = 0; k < LANES; k++)
        v[k] = gs_int16(v[k] + step);
}

/* Colours do not become negative here. */
GS_APART static void next_colours(int16_t v[restrict CHANNELS], const int16_t step[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        int16_t sum = gs_int16(v[i] + step[i]);
        v[i] = sum < 0 ? 0 : sum;
    }
}

static void next_group(const struct gs_pipeline *p, const struct group_step *step, struct gs_group *g)
{
    g->x += p->lanes;
    if (p->walk_z)
        next_z(g->z, step->z);
    if (p->divide) {
        next_float(g->s, step->s);
        next_float(g->t, step->t);
        next_float(g->q, step->q);
    } else if (p->walk_texture) {
        next_whole(g->u, step->u);
        next_whole(g->v, step->v);
    }
    if (p->walk_fog)
        next_fog(g->fog, step->fog);
    if (p->walk_colour)
        next_colours(g->colour, step->colour);
}

/* Lanes first..end-1. */
GS_APART static void set_lanes(uint32_t lanes[restrict LANES], int32_t first, int32_t end)
{
    for (int32_t k = 0; k < LANES; k++)
        lanes[k] = ((k >= first) & (k < end)) ? ~0u : 0;
}

/* What does not change along a row that the console's interpolators walk. */
static void constants(const struct gs_pipeline *p, const struct gs_row *row, struct gs_group *g)
{
    static const float no_offset[LANES];
    const struct gs_console_walk *w = p->console;
    const float *a = row->start.v;
    g->z[0] = row->start.z;
    g->divide = false;
    if (p->fge && !w->fog)
        first_fog(a[GS_ATTR_F], 0, no_offset, g->fog);
    if (p->shaded && !w->colour)
        flat_colours(&a[GS_ATTR_R], g->colour);
}

static void console_groups(struct gs_pipeline *p, struct gs_group *g, int32_t x, int32_t end)
{
    for (; g->x < end; g->x += p->lanes) {
        set_lanes(g->lanes, x - g->x, end - g->x < p->lanes ? end - g->x : p->lanes);
        gs_console_walk_group(p, g);
        gs_pixels(p, g);
    }
}

static void groups(struct gs_pipeline *p, struct gs_group *g, const struct gs_row *row,
                   const struct gs_attributes *step)
{
    struct group_step per_group = {0};
    int32_t end = row->x + row->n;
    if (g->x + p->lanes < end)
        group_step(p, step, &per_group);
    for (;;) {
        int32_t last = end - g->x < p->lanes ? end - g->x : p->lanes;
        set_lanes(g->lanes, row->x - g->x, last);
        if (p->console)
            gs_console_walk_group(p, g);
        gs_pixels(p, g);
        if (g->x + p->lanes >= end)
            return;
        next_group(p, &per_group, g);
    }
}

void gs_scan_row(struct gs_pipeline *p, const struct gs_row *row, const struct gs_attributes *step)
{
    if ((p->scanmsk & 2) && ((uint32_t)row->y & 1) == (p->scanmsk & 1)) {
        if (p->watch)
            gs_watch_row(p->watch, p, row, p->idle ? p->idle : GS_PIXEL_VOID_SCANMSK);
        return;
    }
    if (p->idle) {
        gs_watch_row(p->watch, p, row, p->idle);
        return;
    }
    struct gs_group g;
    int32_t end = row->x + row->n;
    g.x = row->x & -p->lanes;
    g.y = row->y;
    g.edge = row->edge;
    g.coverage = row->coverage;
    g.whole_depth = false;
    gs_surface_row(&p->frame, (uint32_t)row->y);
    gs_surface_row(&p->depth, (uint32_t)row->y);
    if (p->console)
        gs_console_walk_row(p, row->y, row->x, end - 1);
    if (p->console && p->console->alone) {
        constants(p, row, &g);
        console_groups(p, &g, row->x, end);
    } else {
        first_group(p, row, step, &g);
        groups(p, &g, row, step);
    }
}
