/* Stepping attributes along a row, a group of lanes at a time (PCSX2-SW section 3). */
#include "arith.h"
#include "chip.h"
#include "pipeline.h"

void gs_surface_init(struct gs_surface *s, const struct gs_format *format, uint32_t page, uint32_t bw)
{
    s->format = s->map = format;
    s->page = page;
    s->bw = bw;
    s->wrap = format->cell_bits == 32 ? 0xFFFFF : 0x1FFFFF;
    s->page_cells_log2 = format->cell_bits == 32 ? 11 : 12;
    for (uint32_t x = 0; x < 64; x++)
        s->columns[x] = gs_column_offset(format, x);
}

/* Lane k of the first group is `k - skip` pixels away from the row's start; every product is rounded on
 * its own. */
static void first_group(const struct gs_pipeline *p, const struct gs_row *row,
                        const struct gs_attributes *step, struct gs_group *g)
{
    int32_t skip = row->x - g->x;
    const float *a = row->start.v, *d = step->v;
    float dz = (float)step->z;
    float offset[GS_MAX_LANES];
    for (int32_t k = 0; k < GS_MAX_LANES; k++)
        offset[k] = (float)(k - skip);
    if (p->walk_z)
        for (int32_t k = 0; k < GS_MAX_LANES; k++)
            g->z[k] = row->start.z + (double)(dz * offset[k]);
    else
        for (int32_t k = 0; k < GS_MAX_LANES; k++)
            g->z[k] = row->start.z;
    if (p->divide) {
        for (int32_t k = 0; k < GS_MAX_LANES; k++) {
            g->s[k] = a[GS_ATTR_S] + d[GS_ATTR_S] * offset[k];
            g->t[k] = a[GS_ATTR_T] + d[GS_ATTR_T] * offset[k];
            g->q[k] = a[GS_ATTR_Q] + d[GS_ATTR_Q] * offset[k];
        }
    } else if (p->walk_texture) {
        int32_t u = gs_trunc(a[GS_ATTR_S]), v = gs_trunc(a[GS_ATTR_T]);
        for (int32_t k = 0; k < GS_MAX_LANES; k++) {
            g->u[k] = (int32_t)((uint32_t)u + (uint32_t)gs_trunc(d[GS_ATTR_S] * offset[k]));
            g->v[k] = (int32_t)((uint32_t)v + (uint32_t)gs_trunc(d[GS_ATTR_T] * offset[k]));
        }
    }
    if (p->fge) {
        int32_t f = gs_trunc(a[GS_ATTR_F]);
        for (int32_t k = 0; k < GS_MAX_LANES; k++)
            g->fog[k] = gs_int16(p->walk_fog ? f + gs_trunc(d[GS_ATTR_F] * offset[k]) : f);
    }
    for (unsigned c = 0; c < 4; c++) {
        int32_t start = gs_trunc(a[GS_ATTR_R + c]);
        for (int32_t k = 0; k < GS_MAX_LANES; k++)
            g->colour[c][k] =
                gs_int16(p->walk_colour ? start + gs_trunc(d[GS_ATTR_R + c] * offset[k]) : start);
    }
}

/* What is added to every lane from one group to the next. */
struct group_step {
    double z;
    float s, t, q;
    int32_t u, v, fog, colour[4];
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
    out->fog = p->fog_nearest ? gs_nearest(d[GS_ATTR_F] * lanes) : gs_trunc(d[GS_ATTR_F] * lanes);
    for (unsigned c = 0; c < 4; c++)
        out->colour[c] = gs_trunc(d[GS_ATTR_R + c] * lanes);
}

static int16_t add_not_negative(int16_t value, int32_t step)
{
    int16_t sum = gs_int16(value + step);
    return sum < 0 ? 0 : sum;
}

static void next_group(const struct gs_pipeline *p, const struct group_step *step, struct gs_group *g)
{
    g->x += p->lanes;
    if (p->walk_z)
        for (int32_t k = 0; k < GS_MAX_LANES; k++)
            g->z[k] += step->z;
    if (p->divide) {
        for (int32_t k = 0; k < GS_MAX_LANES; k++) {
            g->s[k] += step->s;
            g->t[k] += step->t;
            g->q[k] += step->q;
        }
    } else if (p->walk_texture) {
        for (int32_t k = 0; k < GS_MAX_LANES; k++) {
            g->u[k] = (int32_t)((uint32_t)g->u[k] + (uint32_t)step->u);
            g->v[k] = (int32_t)((uint32_t)g->v[k] + (uint32_t)step->v);
        }
    }
    if (p->fge && p->walk_fog)
        for (int32_t k = 0; k < GS_MAX_LANES; k++)
            g->fog[k] = gs_int16(g->fog[k] + step->fog);
    if (p->walk_colour)
        for (unsigned c = 0; c < 4; c++)
            for (int32_t k = 0; k < GS_MAX_LANES; k++)
                g->colour[c][k] = add_not_negative(g->colour[c][k], step->colour[c]);
}

static unsigned lanes_from(int32_t first, int32_t end)
{
    if (first < 0)
        first = 0;
    unsigned below = first >= 32 ? ~0u : (1u << first) - 1;
    unsigned upto = end >= 32 ? ~0u : (1u << end) - 1;
    return upto & ~below;
}

void gs_scan_row(struct gs_pipeline *p, const struct gs_row *row, const struct gs_attributes *step)
{
    if ((p->scanmsk & 2) && ((uint32_t)row->y & 1) == (p->scanmsk & 1))
        return;
    struct gs_group g;
    struct group_step per_group = {0};
    int32_t end = row->x + row->n;
    g.x = row->x & -p->lanes;
    g.y = row->y;
    g.edge = row->edge;
    g.coverage = row->coverage;
    p->frame.row = gs_row_base(p->frame.map, p->frame.page, p->frame.bw, (uint32_t)row->y);
    p->depth.row = gs_row_base(p->depth.map, p->depth.page, p->depth.bw, (uint32_t)row->y);
    first_group(p, row, step, &g);
    if (g.x + p->lanes < end)
        group_step(p, step, &per_group);
    for (;;) {
        int32_t last = end - g.x < p->lanes ? end - g.x : p->lanes;
        g.mask = lanes_from(row->x - g.x, last);
        gs_pixels(p, &g);
        if (g.x + p->lanes >= end)
            return;
        next_group(p, &per_group, &g);
    }
}
