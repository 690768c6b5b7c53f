/* Lines and the antialiased edges of triangles: exact integer walks (GS-DRAWING 5.4, 5.5; PCSX2-SW
 * section 5). Positions are in 1/16 pixel; D is the minor axis' distance from the pixel's centre in units
 * of 1 / (2 * |d major| * 16) pixel. */
#include "arith.h"
#include "chip.h"
#include "pipeline.h"

/* A walk along the longer axis of a segment. */
struct walk {
    bool x_major;
    int32_t direction;    /* +1 or -1 on the major axis */
    int32_t major, minor; /* present pixel */
    int64_t d, d_step, scale;
    struct gs_attributes at, step;
};

static int32_t round16(int32_t v)
{
    return (v + 8) >> 4;
}

static int32_t major16(const struct gs_raster_vertex *v, bool x_major)
{
    return x_major ? v->x16 : v->y16;
}

static void normalise(struct walk *w)
{
    while (w->d >= w->scale / 2) {
        w->minor++;
        w->d -= w->scale;
    }
    while (w->d < -(w->scale / 2)) {
        w->minor--;
        w->d += w->scale;
    }
}

static bool x_is_major(const struct gs_raster_vertex *a, const struct gs_raster_vertex *b)
{
    int32_t dx = b->x16 - a->x16, dy = b->y16 - a->y16;
    return (dx < 0 ? -dx : dx) >= (dy < 0 ? -dy : dy);
}

/* Attributes in float32 (GS_RULE_LINE_WALK, GS_RULE_EDGE_WALK): `distance` from a to b on the major axis,
 * `prestep` from a to the first pixel's centre, pixels. */
static void start_attributes(const struct gs_pipeline *p, struct walk *w, const struct gs_raster_vertex *a,
                             const struct gs_raster_vertex *b, float distance, float prestep)
{
    struct gs_attributes d;
    gs_attributes_subtract(p, &d, &b->a, &a->a);
    w->at = a->a;
    for (unsigned i = 0; i < p->attributes; i++) {
        unsigned k = p->attribute[i];
        w->step.v[k] = d.v[k] / distance;
        w->at.v[k] = gs_mad(p->fused, w->step.v[k], prestep, a->a.v[k]);
    }
    w->step.z = d.z / (double)distance;
    w->at.z = gs_mad_double(p->fused, w->step.z, (double)prestep, a->a.z);
}

/* Starts a walk from a to b whose first pixel on the major axis is `first`. */
static void start_walk(struct gs_pipeline *p, struct walk *w, const struct gs_raster_vertex *a,
                       const struct gs_raster_vertex *b, int32_t first)
{
    bool x_major = w->x_major;
    int32_t d_major = major16(b, x_major) - major16(a, x_major);
    int32_t d_minor = major16(b, !x_major) - major16(a, !x_major);
    int32_t minor16 = major16(a, !x_major);
    int32_t length = d_major < 0 ? -d_major : d_major;
    int32_t pre = w->direction * (first * 16 - major16(a, x_major)); /* 1/16 pixel, may be negative */
    w->major = first;
    w->minor = round16(minor16);
    w->scale = (int64_t)length * 32;
    w->d = (int64_t)2 * length * (minor16 - w->minor * 16) + (int64_t)2 * d_minor * pre;
    w->d_step = (int64_t)d_minor * 32;
    normalise(w);
    if (p->console && p->console->line.used) {
        gs_console_line_begin(p, a, b, x_major);
        w->at = a->a; /* what is the same for all pixels */
        w->step = (struct gs_attributes){0};
    } else {
        start_attributes(p, w, a, b, (float)length / 16.0f, (float)pre / 16.0f);
    }
}

static void advance(const struct gs_pipeline *p, struct walk *w)
{
    w->major += w->direction;
    w->d += w->d_step;
    normalise(w);
    for (unsigned i = 0; i < p->attributes; i++)
        w->at.v[p->attribute[i]] += w->step.v[p->attribute[i]];
    w->at.z += w->step.z;
}

static float clamp_colour(float v)
{
    if (!(v > 0))
        return 0;
    return v < 32640.0f ? v : 32640.0f;
}

/* Draws pixel (x, y) with the walk's attributes, if the scissor lets it through. */
static void plot(struct gs_pipeline *p, const struct walk *w, int32_t minor, uint32_t coverage, bool edge)
{
    static const struct gs_attributes no_step;
    struct gs_row row = {.n = 1, .start = w->at, .coverage = coverage >> 9, .edge = edge};
    row.x = w->x_major ? w->major : minor;
    row.y = w->x_major ? minor : w->major;
    if (row.x < p->scissor.x0 || row.x >= p->scissor.x1 || row.y < p->scissor.y0 || row.y >= p->scissor.y1)
        return;
    double z_max =
        p->depth.format->cell_bits == 32 && p->depth.format->pixel_bits == 32 ? 4294967295.0 : 16777215.0;
    row.start.z = !(row.start.z > 0) ? 0 : row.start.z < z_max ? row.start.z : z_max;
    for (unsigned k = GS_ATTR_F; k <= GS_ATTR_A; k++)
        row.start.v[k] = clamp_colour(row.start.v[k]);
    if (p->console)
        p->console->line.pixel = w->major;
    gs_scan_row(p, &row, &no_step);
}

/* The part of a pixel that |D| is, of 65535, truncated. */
static uint32_t coverage_of(const struct walk *w)
{
    return (uint32_t)(65535 * (w->d < 0 ? -w->d : w->d) / w->scale);
}

/* What |D| leaves of a pixel. */
static uint32_t coverage_left(const struct walk *w)
{
    return (uint32_t)(65535 * (w->scale - (w->d < 0 ? -w->d : w->d)) / w->scale);
}

/* The same in float64, as PCSX2: a whole number can come out one less. coverage_of has it alike. */
static uint32_t coverage_left_float64(const struct walk *w)
{
    return (uint32_t)((1.0 - (double)(w->d < 0 ? -w->d : w->d) / (double)w->scale) * 65535.0);
}

/* Does the line leave the diamond around its end point's pixel at v (GS-DRAWING 5.4)? */
static bool leaves_diamond(const struct gs_raster_vertex *v, bool x_major, int32_t direction)
{
    int32_t dx = v->x16 - round16(v->x16) * 16, dy = v->y16 - round16(v->y16) * 16;
    int32_t t = (dx < 0 ? -dx : dx) + (dy < 0 ? -dy : dy);
    int32_t along = (x_major ? dx : dy) * direction, across = x_major ? dy : dx;
    return t >= 8 && along > 0 && (t > 8 || across >= 0);
}

void gs_line(struct gs_pipeline *p, const struct gs_raster_vertex v[2])
{
    struct walk w = {.x_major = x_is_major(&v[0], &v[1])};
    int32_t d_major = major16(&v[1], w.x_major) - major16(&v[0], w.x_major);
    if (d_major == 0)
        return;
    w.direction = d_major >= 0 ? 1 : -1;
    int32_t first = round16(major16(&v[0], w.x_major)), last = round16(major16(&v[1], w.x_major));
    if (leaves_diamond(&v[0], w.x_major, w.direction))
        first += w.direction;
    if (!leaves_diamond(&v[1], w.x_major, w.direction))
        last -= w.direction;
    int32_t n = (last - first) * w.direction + 1;
    if (n <= 0)
        return;
    start_walk(p, &w, &v[0], &v[1], first);
    for (int32_t i = 0; i < n; i++) {
        if (p->aa1) {
            uint32_t c = coverage_of(&w);
            plot(p, &w, w.minor, 0xFFFF - c, true);
            plot(p, &w, w.minor + (w.d >= 0 ? 1 : -1), c, true);
        } else {
            plot(p, &w, w.minor, 0xFFFF, false);
        }
        if (i + 1 < n)
            advance(p, &w);
    }
}

/* ---- antialiased triangle edges ---- */

struct edges {
    struct gs_pipeline *p;
    const struct gs_raster_vertex *const *v;
    struct gs_rect limits; /* pixels, right and bottom exclusive */
    int32_t sign;          /* makes edge functions positive inside */
    bool top_left[3];      /* of edges 01, 02, 12 */
    bool exact;            /* GS_RULE_AA1_COVERAGE */
};

static const uint8_t edge_ends[3][2] = {{0, 1}, {0, 2}, {1, 2}};

/* Is (x, y) inside edge `e` of the triangle, edges included where they are top or left? */
static bool inside(const struct edges *t, unsigned e, int32_t x, int32_t y)
{
    const struct gs_raster_vertex *a = t->v[edge_ends[e][0]], *b = t->v[edge_ends[e][1]];
    int64_t f =
        (int64_t)(b->x16 - a->x16) * (y * 16 - a->y16) - (int64_t)(b->y16 - a->y16) * (x * 16 - a->x16);
    f *= e == 1 ? -t->sign : t->sign;
    return f + t->top_left[e] > 0;
}

static void plot_edge(const struct edges *t, unsigned e, const struct walk *w, int32_t minor,
                      uint32_t coverage)
{
    int32_t x = w->x_major ? w->major : minor, y = w->x_major ? minor : w->major;
    if (x < t->limits.x0 || x >= t->limits.x1 || y < t->limits.y0 || y >= t->limits.y1)
        return;
    for (unsigned other = 0; other < 3; other++)
        if (other != e && !inside(t, other, x, y))
            return;
    plot(t->p, w, minor, coverage, true);
}

static void draw_edge(const struct edges *t, unsigned e)
{
    const struct gs_raster_vertex *a = t->v[edge_ends[e][0]], *b = t->v[edge_ends[e][1]];
    struct walk w = {.x_major = x_is_major(a, b)};
    int32_t dx = b->x16 - a->x16, dy = b->y16 - a->y16;
    int32_t from = major16(a, w.x_major), to = major16(b, w.x_major);
    if (from == to)
        return;
    w.direction = to >= from ? 1 : -1;
    int32_t first = w.direction > 0 ? (from - 16 + 15) >> 4 : (from + 16) >> 4;
    int32_t last = w.direction > 0 ? (to + 16) >> 4 : (to - 16 + 15) >> 4;
    bool flag = t->top_left[e];
    bool side = flag ^ (w.x_major && dy != 0 && (dx >= 0) == (dy >= 0));
    int32_t n = (last - first) * w.direction + 1;
    start_walk(t->p, &w, a, b, first);
    for (int32_t i = 0; i < n; i++) {
        uint32_t part = coverage_of(&w), left = t->exact ? coverage_left(&w) : coverage_left_float64(&w);
        int32_t outer = side ? w.minor - 1 : w.minor + 1;
        if (w.d > 0)
            plot_edge(t, e, &w, side ? w.minor : w.minor + 1, side ? left : part);
        else if (w.d < 0)
            plot_edge(t, e, &w, side ? w.minor - 1 : w.minor, side ? part : left);
        else
            plot_edge(t, e, &w, flag ? outer : w.minor, flag ? 0 : 0xFFFF);
        if (i + 1 < n)
            advance(t->p, &w);
    }
}

static int64_t cross_of(const struct gs_raster_vertex *const v[3])
{
    return (int64_t)(v[1]->y16 - v[0]->y16) * (v[2]->x16 - v[0]->x16) -
           (int64_t)(v[1]->x16 - v[0]->x16) * (v[2]->y16 - v[0]->y16);
}

void gs_triangle_edges(struct gs_pipeline *p, const struct gs_raster_vertex *const v[3])
{
    const uint8_t *choice = p->gs->rules.choice;
    struct edges t = {.p = p, .v = v, .exact = choice[GS_RULE_AA1_COVERAGE] == GS_AA1_COVERAGE_EXACT};
    bool clockwise = cross_of(v) < 0;
    int32_t x_low = v[0]->x16, x_high = v[0]->x16;
    for (unsigned i = 1; i < 3; i++) {
        x_low = v[i]->x16 < x_low ? v[i]->x16 : x_low;
        x_high = v[i]->x16 > x_high ? v[i]->x16 : x_high;
    }
    t.limits = (struct gs_rect){x_low >> 4, (v[0]->y16 - 16 + 15) >> 4, ((x_high + 15) >> 4) + 1,
                                ((v[2]->y16 + 16) >> 4) + 1};
    if (choice[GS_RULE_AA1] == GS_AA1_WIDE) {
        t.limits.x0 = (x_low - 16 + 15) >> 4;
        t.limits.x1 = ((x_high + 16) >> 4) + 1;
    }
    t.sign = clockwise ? 1 : -1;
    t.top_left[0] = v[0]->y16 == v[1]->y16 || !clockwise;
    t.top_left[1] = clockwise;
    t.top_left[2] = v[1]->y16 != v[2]->y16 && !clockwise;
    for (unsigned e = 0; e < 3; e++)
        draw_edge(&t, e);
    if (p->console)
        p->console->line.on = false;
}
