/* Triangles of which the console's interpolators walk all that changes: rows between exact edges, nothing in
 * floats (GS-EXACT section 1). */
#include "pipeline.h"

/* A side from row to row: the first pixel at or right of it. */
struct side {
    int64_t x, step;
    int64_t rest, rest_step, unit; /* x is x - 1 + (rest + 1) / unit exactly; 0 <= rest < unit */
};

static int64_t floor_div(int64_t n, int64_t d)
{
    return n / d - (n < 0 && n % d != 0);
}

/* The side a -> b (a above b) at row y. */
static struct side side_at(const struct gs_console_shape *s, uint8_t a, uint8_t b, int32_t y)
{
    struct side side;
    int64_t height = s->y[b] - s->y[a], dx = s->x[b] - s->x[a];
    side.unit = 16 * height;
    int64_t n = s->x[a] * height + dx * (16 * (int64_t)y - s->y[a]) + side.unit - 1;
    side.x = floor_div(n, side.unit);
    side.rest = n - side.x * side.unit;
    side.step = floor_div(dx, height);
    side.rest_step = 16 * (dx - side.step * height);
    return side;
}

static void step_side(struct side *side)
{
    side->x += side->step;
    side->rest += side->rest_step;
    int64_t over = side->rest >= side->unit;
    side->x += over;
    side->rest -= over ? side->unit : 0;
}

struct rows {
    struct gs_pipeline *p;
    struct gs_row row;
    struct side spine;
};

/* Rows first..end-1 between the spine and another side. */
static void draw_rows(struct rows *r, struct side other, int32_t first, int32_t end)
{
    static const struct gs_attributes no_step;
    struct gs_pipeline *p = r->p;
    bool right = p->console->shape.direction > 0;
    const struct side *a = right ? &r->spine : &other, *b = right ? &other : &r->spine;
    for (r->row.y = first; r->row.y < end; r->row.y++) {
        int32_t from = a->x > p->scissor.x0 ? (int32_t)a->x : p->scissor.x0;
        int32_t to = b->x < p->scissor.x1 ? (int32_t)b->x : p->scissor.x1;
        r->row.x = from;
        r->row.n = to - from;
        if (from < to)
            gs_scan_row(p, &r->row, &no_step);
        step_side(&r->spine);
        step_side(&other);
    }
}

static int32_t row_of(const struct gs_pipeline *p, int32_t y16)
{
    int32_t y = (y16 + 15) >> 4;
    y = y > p->scissor.y0 ? y : p->scissor.y0;
    return y < p->scissor.y1 ? y : p->scissor.y1;
}

void gs_console_triangle(struct gs_pipeline *p, const struct gs_raster_vertex v[3])
{
    const struct gs_console_shape *s = &p->console->shape;
    int32_t top = row_of(p, s->y[s->top]), middle = row_of(p, s->y[s->middle]);
    int32_t bottom = row_of(p, s->y[s->bottom]);
    struct rows r = {.p = p, .row = {.start = v[0].a, .coverage = 0x80}};
    if (top < bottom)
        r.spine = side_at(s, s->top, s->bottom, top);
    if (top < middle)
        draw_rows(&r, side_at(s, s->top, s->middle, top), top, middle);
    if (middle < bottom)
        draw_rows(&r, side_at(s, s->middle, s->bottom, middle), middle, bottom);
    p->console->active = false;
}
