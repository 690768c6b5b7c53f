/* Watching one pixel: what the console's interpolators hold for it (path1/gs_pixel.h). */
#include "arith.h"
#include "console_lod.h"
#include "pipeline.h"

static int64_t limited(gs_int128 v)
{
    return (int64_t)(v < -INT64_MAX ? -INT64_MAX : v > INT64_MAX ? INT64_MAX : v);
}

static uint8_t level_of(const struct gs_pixel_fragment *f, unsigned channel)
{
    const struct gs_pixel_vertex *v = &f->vertex[f->console.anchor];
    uint32_t level = channel == 4 ? v->fog : v->rgba >> (8 * channel);
    return (uint8_t)level;
}

static void ramps(struct gs_pixel_fragment *f, const struct gs_console_walk *w)
{
    struct gs_pixel_console *c = &f->console;
    const struct gs_console_ramp *one = &w->ramp[w->colour ? 0 : 4];
    c->width = 1u << one->width_log2;
    c->grid_x = one->grid_x;
    c->exact_x = one->exact_x;
    c->exact_y = (f->y & one->row_mask) | one->row_bit;
    c->block = one->direction * (f->x - one->grid_x) >> one->width_log2;
    for (unsigned i = c->colour ? 0 : 4; i < (c->fog ? 5 : 4); i++) {
        const struct gs_console_ramp *r = &w->ramp[i];
        c->ramp[i] =
            (struct gs_pixel_ramp){level_of(f, i),   r->x_step,        r->y_step,
                                   r->coarse_x_step, r->coarse_y_step, gs_console_ramp_at(r, f->x, f->y)};
    }
}

static void depth(struct gs_pixel_fragment *f, const struct gs_console_walk *w)
{
    struct gs_pixel_console *c = &f->console;
    c->depth_vertex = gs_console_depth_vertex(&w->shape, f->y);
    c->depth_x_step = limited(w->z.x_step);
    c->depth_y_numerator = w->z.y_numerator;
    c->depth_shortfall = gs_console_depth_shortfall(&w->z, f->y);
    c->depth_sum = limited(w->z_row.start + w->z_row.step * (16 * (int64_t)f->x));
}

/* 1/Q of the quarters. */
static void invert(struct gs_pixel_console *c, const struct gs_console_walk *w)
{
    int32_t q = c->stq[GS_CONSOLE_Q].quarters;
    if (q == 0)
        return;
    struct gs_console_inverse r = gs_console_inverse(q < 0 ? -(uint32_t)q : (uint32_t)q, w->rounding);
    c->inverse = r.mantissa;
    c->inverse_shift = r.shift;
}

static void plane(struct gs_pixel_fragment *f, const struct gs_console_walk *w)
{
    struct gs_pixel_console *c = &f->console;
    const struct gs_console_plane *p = &w->stq;
    int32_t quarters[3];
    gs_console_plane_at(p, f->x, f->y, quarters);
    c->exponent = p->exponent;
    for (unsigned a = 0; a < 3; a++) {
        struct gs_pixel_plane *out = &c->stq[a];
        uint32_t across = (uint32_t)p->x_step[a] * (uint32_t)(16 * f->x - p->anchor_x);
        uint32_t down = (uint32_t)p->y_step[a] * (uint32_t)(16 * f->y - p->anchor_y);
        for (unsigned v = 0; v < 3; v++)
            out->value[v] = p->value[a][v];
        out->x_step = p->x_step[a];
        out->y_step = p->y_step[a];
        out->sum = (int32_t)((uint32_t)p->start[a] + across + down);
        out->quarters = quarters[a];
    }
    invert(c, w);
}

/* S and T of sprites that are divided at each pixel. */
static void divided(struct gs_pixel_fragment *f, const struct gs_console_walk *w)
{
    struct gs_pixel_console *c = &f->console;
    c->exponent = w->grid.exponent;
    for (unsigned a = 0; a < 3; a++)
        for (unsigned v = 0; v < 2; v++)
            c->stq[a].value[v] = w->grid.value[a][v];
    c->stq[GS_CONSOLE_S].quarters = gs_console_divided_axis_at(&w->divided_axis[0], f->x);
    c->stq[GS_CONSOLE_T].quarters = gs_console_divided_axis_at(&w->divided_axis[1], f->y);
    c->stq[GS_CONSOLE_Q].quarters = 4 * w->grid.value[GS_CONSOLE_Q][1];
    invert(c, w);
}

static void segment(struct gs_pixel_fragment *f, const struct gs_pipeline *p)
{
    const struct gs_console_walk *w = p->console;
    const struct gs_console_line *l = &w->line;
    struct gs_pixel_console *c = &f->console;
    c->colour = p->walk_colour;
    c->fog = p->walk_fog;
    c->depth = p->depth_test || p->depth_write;
    c->from = (uint8_t)(l->a - l->raw);
    c->to = (uint8_t)(l->b - l->raw);
    c->start = l->segment.from;
    c->length = l->segment.length;
    c->pixel = l->a == l->b ? f->x : l->pixel; /* a point has the same everywhere */
    c->x_major = l->x_major;
    c->plane = p->tme && !(l->a == l->b && w->fst);
    if (!c->plane)
        return;
    c->exponent = l->stq.exponent;
    for (unsigned a = 0; a < 3; a++) {
        struct gs_pixel_plane *out = &c->stq[a];
        for (unsigned v = 0; v < f->vertices; v++)
            out->value[v] = l->grid.value[a][v];
        out->x_step = l->stq.x_step[a];
        uint32_t along = (uint32_t)out->x_step * (uint32_t)(16 * c->pixel - l->segment.from);
        out->sum = (int32_t)((uint32_t)l->stq.start[a] + along);
        out->quarters = gs_console_quarters(out->sum);
    }
    invert(c, w);
}

static struct gs_pixel_axis grain(const struct gs_console_walk *w, unsigned t)
{
    const struct gs_console_grain *g = &w->grain[t];
    return (struct gs_pixel_axis){.first = w->first,
                                  .start = limited(w->grain_start[t]),
                                  .step = limited(g->step >> 10),
                                  .step_rest = (uint32_t)g->step & 1023,
                                  .low = g->low,
                                  .cut = true,
                                  .grain = g->exponent};
}

static void axes(struct gs_pixel_fragment *f, const struct gs_console_walk *w)
{
    for (unsigned t = 0; t < 2; t++) {
        struct gs_pixel_axis *out = &f->console.axis[t];
        if (w->axes)
            *out = (struct gs_pixel_axis){.first = w->axis[t].first,
                                          .start = w->axis[t].start,
                                          .step = w->axis[t].step,
                                          .low = w->axis[t].low};
        else if (w->grains)
            *out = grain(w, t);
        else
            *out = (struct gs_pixel_axis){.first = w->first,
                                          .start = w->trail_start[t],
                                          .step = w->trail[t].step,
                                          .low = w->trail[t].low};
    }
}

void gs_watch_console(struct gs_pixel_fragment *f, const struct gs_pipeline *p)
{
    const struct gs_console_walk *w = p->console;
    struct gs_pixel_console *c = &f->console;
    if (!w || p->idle || !(w->active || w->line.on))
        return;
    f->walked = true;
    if (!w->active) {
        c->segment = true;
        segment(f, p);
        return;
    }
    c->triangle = p->primitive_class == GS_CLASS_TRIANGLE;
    c->colour = w->colour;
    c->fog = w->fog;
    c->depth = w->depth;
    c->plane = w->plane;
    c->trail = w->trails;
    c->axes = w->axes;
    c->divided = w->divided;
    if (c->triangle) {
        c->top = w->shape.top;
        c->middle = w->shape.middle;
        c->bottom = w->shape.bottom;
        c->anchor = w->shape.anchor;
        c->direction = w->shape.direction;
        c->cross = w->shape.cross;
    }
    if (c->colour || c->fog)
        ramps(f, w);
    if (c->depth)
        depth(f, w);
    if (c->plane)
        plane(f, w);
    if (c->divided)
        divided(f, w);
    if (c->trail || c->axes)
        axes(f, w);
}

void gs_watch_lod_table(struct gs_pixel_fragment *f, const struct gs_sampler *s, float q)
{
    uint32_t bits = gs_bits_of_float(q);
    f->lod_table = true;
    f->lod_of_q = !s->lod_constant;
    f->lod16 = s->tex1_k;
    if (s->lod_constant)
        return;
    int32_t exponent = (int32_t)(bits >> 23 & 0xFF) - 127;
    f->lod16 = gs_console_lod16(bits, s->tex1_l, s->tex1_k);
    f->lod_q = bits;
    f->lod_log2 = s->tex1_k - exponent * (1 << (4 + s->tex1_l)) - f->lod16;
}
