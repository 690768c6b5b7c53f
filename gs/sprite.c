/* Sprites and points (PCSX2-SW sections 4 and 5). */
#include "arith.h"
#include "chip.h"
#include "pipeline.h"

static int32_t ceil16(int32_t v)
{
    return (v + 15) >> 4;
}

/* One axis of a sprite: pixels first..end-1, the texture coordinate at `first` and its step. */
struct axis {
    int32_t first, end;
    float start, step;
};

static struct axis make_axis(const struct gs_pipeline *p, float p0, int32_t p0_16, float t0, float p1,
                             int32_t p1_16, float t1, int32_t low, int32_t high)
{
    struct axis a;
    a.first = ceil16(p0_16) > low ? ceil16(p0_16) : low;
    a.end = ceil16(p1_16) < high ? ceil16(p1_16) : high;
    a.step = (t1 - t0) / (p1 - p0);
    a.start = gs_mad(p->fused, a.step, (float)a.first - p0, t0);
    return a;
}

void gs_sprite(struct gs_pipeline *p, const struct gs_raster_vertex v[2])
{
    unsigned l = v[0].x16 < v[1].x16 ? 0 : 1, t = v[0].y16 < v[1].y16 ? 0 : 1;
    const struct gs_raster_vertex *left = &v[l], *right = &v[!l], *top = &v[t], *bottom = &v[!t];
    struct axis x = make_axis(p, left->x, left->x16, left->a.v[GS_ATTR_S], right->x, right->x16,
                              right->a.v[GS_ATTR_S], p->scissor.x0, p->scissor.x1);
    struct axis y = make_axis(p, top->y, top->y16, top->a.v[GS_ATTR_T], bottom->y, bottom->y16,
                              bottom->a.v[GS_ATTR_T], p->scissor.y0, p->scissor.y1);
    if (x.first >= x.end || y.first >= y.end)
        return;
    struct gs_attributes step = {0};
    step.v[GS_ATTR_S] = x.step;
    struct gs_row row = {.x = x.first, .n = x.end - x.first, .start = v[1].a, .coverage = 0x80};
    row.start.v[GS_ATTR_S] = x.start;
    row.start.v[GS_ATTR_T] = y.start;
    for (row.y = y.first; row.y < y.end; row.y++) {
        gs_scan_row(p, &row, &step);
        row.start.v[GS_ATTR_T] += y.step;
    }
}

void gs_point(struct gs_pipeline *p, const struct gs_raster_vertex *v)
{
    static const struct gs_attributes no_step;
    struct gs_row row = {.n = 1, .start = v->a, .coverage = 0x80};
    row.x = gs_trunc(v->x + 0.5f);
    row.y = gs_trunc(v->y + 0.5f);
    if (p->gs->rules.choice[GS_RULE_POINT] == GS_POINT_ROUND) {
        row.x = (v->x16 + 8) >> 4;
        row.y = (v->y16 + 8) >> 4;
    }
    if (row.x < p->scissor.x0 || row.x >= p->scissor.x1 || row.y < p->scissor.y0 || row.y >= p->scissor.y1)
        return;
    if (p->console && p->console->line.used)
        gs_console_line_begin(p, v, v, true);
    gs_scan_row(p, &row, &no_step);
}
