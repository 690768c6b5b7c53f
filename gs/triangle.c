/* Triangles: edges and gradients in float32 (PCSX2-SW section 2). */
#include "arith.h"
#include "pipeline.h"

struct setup {
    struct gs_pipeline *p;
    const struct gs_raster_vertex *v[3]; /* sorted by y */
    struct gs_attributes dx, dy;         /* per pixel */
    int32_t top, bottom;                 /* rows that the scissor lets through */
};

/* One part of a triangle: rows first..end-1 between two lines, both given at row `origin_y`. */
struct part {
    int32_t first, end;
    const struct gs_raster_vertex *reference; /* attributes count from here; origin of both lines' dy */
    float left, left_slope, right, right_slope;
};

/* Sorted top to bottom; equal y keep their order. */
static void sort_by_y(const struct gs_raster_vertex v[3], const struct gs_raster_vertex *out[3])
{
    static const uint8_t orders[8][3] = {{0, 1, 2}, {1, 0, 2}, {0, 1, 2}, {1, 2, 0},
                                         {0, 2, 1}, {0, 1, 2}, {2, 0, 1}, {2, 1, 0}};
    unsigned key = (unsigned)(v[0].y16 > v[1].y16) | (unsigned)(v[0].y16 > v[2].y16) << 1 |
                   (unsigned)(v[1].y16 > v[2].y16) << 2;
    for (unsigned i = 0; i < 3; i++)
        out[i] = &v[orders[key][i]];
}

static void gradients(struct setup *s, float cross, float dx01, float dy01, float dx02, float dy02)
{
    const struct gs_pipeline *p = s->p;
    struct gs_attributes d01, d02;
    float cx = dx01 / cross, cy = dy01 / cross, cz = dx02 / cross, cw = dy02 / cross;
    gs_attributes_subtract(p, &d01, &s->v[1]->a, &s->v[0]->a);
    gs_attributes_subtract(p, &d02, &s->v[2]->a, &s->v[0]->a);
    for (unsigned i = 0; i < p->attributes; i++) {
        unsigned k = p->attribute[i];
        s->dx.v[k] = gs_mad(p->fused, d02.v[k], cy, -(d01.v[k] * cw));
        s->dy.v[k] = gs_mad(p->fused, d01.v[k], cz, -(d02.v[k] * cx));
    }
    s->dx.z = gs_mad_double(p->fused, d02.z, (double)cy, -(d01.z * (double)cw));
    s->dy.z = gs_mad_double(p->fused, d01.z, (double)cz, -(d02.z * (double)cx));
}

static int32_t limited_ceil(float x, int32_t low, int32_t high)
{
    float c = ceilf(x);
    if (!(c > (float)low))
        return low;
    return c < (float)high ? (int32_t)c : high;
}

/* GS_RULE_COVERAGE: the row's pixels within the scissor. */
static void exact_pixels(const struct gs_pipeline *p, struct gs_row *row)
{
    int32_t first = 0, end = 0;
    gs_console_span(&p->console->shape, row->y, &first, &end);
    row->x = first > p->scissor.x0 ? first : p->scissor.x0;
    row->n = (end < p->scissor.x1 ? end : p->scissor.x1) - row->x;
}

static void draw_part(const struct setup *s, const struct part *part)
{
    struct gs_pipeline *p = s->p;
    const struct gs_raster_vertex *r = part->reference;
    int32_t first = part->first > s->top ? part->first : s->top;
    int32_t end = part->end < s->bottom ? part->end : s->bottom;
    struct gs_row row = {.start = r->a, .coverage = 0x80};
    for (int32_t y = first; y < end; y++) {
        float dy = (float)y - r->y;
        float left = gs_mad(p->fused, part->left_slope, dy, part->left);
        float right = gs_mad(p->fused, part->right_slope, dy, part->right);
        row.x = limited_ceil(left, p->scissor.x0, p->scissor.x1);
        row.n = limited_ceil(right, p->scissor.x0, p->scissor.x1) - row.x;
        row.y = y;
        if (p->console && p->console->exact)
            exact_pixels(p, &row);
        if (row.n <= 0)
            continue;
        float pre = (float)row.x - r->x;
        for (unsigned i = 0; i < p->attributes; i++) {
            unsigned k = p->attribute[i];
            row.start.v[k] = gs_mad(p->fused, s->dx.v[k], pre, gs_mad(p->fused, s->dy.v[k], dy, r->a.v[k]));
        }
        /* Also when Z counts as equal throughout: then it is constant within the row only. */
        if (p->depth_test || p->depth_write)
            row.start.z = gs_mad_double(p->fused, s->dx.z, (double)pre,
                                        gs_mad_double(p->fused, s->dy.z, (double)dy, r->a.z));
        gs_scan_row(p, &row, &s->dx);
    }
}

void gs_triangle(struct gs_pipeline *p, const struct gs_raster_vertex v[3])
{
    struct setup s = {.p = p, .top = p->scissor.y0, .bottom = p->scissor.y1};
    sort_by_y(v, s.v);
    const struct gs_raster_vertex *v0 = s.v[0], *v1 = s.v[1], *v2 = s.v[2];
    if (v0->y16 == v2->y16)
        return;
    float dx01 = v1->x - v0->x, dy01 = v1->y - v0->y, dx02 = v2->x - v0->x, dy02 = v2->y - v0->y;
    float a = dy01 * dx02, b = dx01 * dy02;
    float cross = a - b;
    if (cross == 0 && !(p->console && p->console->exact))
        return;
    gradients(&s, cross, dx01, dy01, dx02, dy02);

    float s01 = dx01 / dy01, s02 = dx02 / dy02, s12 = (v2->x - v1->x) / (v2->y - v1->y);
    int32_t top = (v0->y16 + 15) >> 4, middle = (v1->y16 + 15) >> 4, bottom = (v2->y16 + 15) >> 4;
    bool v1_left = cross > 0;
    struct part part;
    if (v0->y16 == v1->y16) {
        const struct gs_raster_vertex *left = v0->x < v1->x ? v0 : v1, *right = left == v0 ? v1 : v0;
        part = (struct part){
            top, bottom, left, left->x, left == v0 ? s02 : s12, right->x, right == v0 ? s02 : s12};
        draw_part(&s, &part);
    } else {
        part = (struct part){top, middle, v0, v0->x, v1_left ? s01 : s02, v0->x, v1_left ? s02 : s01};
        draw_part(&s, &part);
        float x01 = gs_mad(p->fused, s01, dy01, v0->x), x02 = gs_mad(p->fused, s02, dy01, v0->x);
        part = (struct part){middle,
                             bottom,
                             v1,
                             v1_left ? x01 : x02,
                             v1_left ? s12 : s02,
                             v1_left ? x02 : x01,
                             v1_left ? s02 : s12};
        if (v1->y16 != v2->y16)
            draw_part(&s, &part);
    }
    if (p->console)
        p->console->active = false;
    if (p->aa1)
        gs_triangle_edges(p, s.v);
}
