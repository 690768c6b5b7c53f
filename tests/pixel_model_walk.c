/* Interpolators and coordinates (GS-EXACT sections 1 to 10). */
#include <math.h>
#include <string.h>

#include "console_wide.h"
#include "format.h"
#include "pixel_model.h"

static void equal(struct pixel_model *m, enum pixel_stage stage, const char *what, int64_t told,
                  int64_t expected)
{
    pixel_model_expect(m, stage, told == expected, what, told, expected);
}

static int64_t limited(gs_int128 v)
{
    return (int64_t)(v < -INT64_MAX ? -INT64_MAX : v > INT64_MAX ? INT64_MAX : v);
}

/* ---- section 1 ---- */

static int64_t cross_of(const struct gs_pixel_fragment *f, unsigned a, unsigned b, unsigned c)
{
    const struct gs_pixel_vertex *v = f->vertex;
    return (int64_t)(v[b].x - v[a].x) * (v[c].y - v[a].y) - (int64_t)(v[b].y - v[a].y) * (v[c].x - v[a].x);
}

static void check_shape(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    const struct gs_pixel_vertex *v = f->vertex;
    unsigned top = 0, bottom = 0;
    for (unsigned i = 1; i < 3; i++) {
        if (v[i].y < v[top].y || (v[i].y == v[top].y && v[i].x < v[top].x))
            top = i;
        if (v[i].y > v[bottom].y || (v[i].y == v[bottom].y && v[i].x < v[bottom].x))
            bottom = i;
    }
    unsigned middle = 3 - top - bottom;
    int direction = cross_of(f, top, middle, bottom) > 0 ? 1 : -1;
    unsigned anchor = top;
    if (direction > 0 ? v[bottom].x < v[top].x : v[bottom].x > v[top].x)
        anchor = bottom;
    equal(m, PIXEL_SHAPE, "the top vertex", c->top, top);
    equal(m, PIXEL_SHAPE, "the middle vertex", c->middle, middle);
    equal(m, PIXEL_SHAPE, "the bottom vertex", c->bottom, bottom);
    equal(m, PIXEL_SHAPE, "the direction", c->direction, direction);
    equal(m, PIXEL_SHAPE, "the anchor", c->anchor, anchor);
    equal(m, PIXEL_SHAPE, "the area", c->cross, cross_of(f, 0, 1, 2));
}

/* Numerators of gradients over cross, a 1/16 pixel. */
static int64_t slope_x(const struct gs_pixel_fragment *f, const int64_t a[3])
{
    const struct gs_pixel_vertex *v = f->vertex;
    return (a[1] - a[0]) * (v[2].y - v[0].y) - (a[2] - a[0]) * (v[1].y - v[0].y);
}

static int64_t slope_y(const struct gs_pixel_fragment *f, const int64_t a[3])
{
    const struct gs_pixel_vertex *v = f->vertex;
    return (a[2] - a[0]) * (v[1].x - v[0].x) - (a[1] - a[0]) * (v[2].x - v[0].x);
}

static gs_uint128 size_of(gs_int128 v)
{
    return v < 0 ? -(gs_uint128)v : (gs_uint128)v;
}

static int64_t with_sign(gs_uint128 size, int64_t n, int64_t cross)
{
    return (n < 0) != (cross < 0) ? -(int64_t)size : (int64_t)size;
}

static unsigned log2_of(gs_uint128 v)
{
    unsigned k = 0;
    while (v >> (k + 1))
        k++;
    return k;
}

/* ---- section 3 ---- */

/* trunc(n * 2^14 * M / 2^(k + 8)), M the 8-bit reciprocal (section 2.1). */
static int64_t colour_gradient(int64_t n, int64_t cross)
{
    gs_uint128 c = size_of(cross);
    unsigned k = log2_of(c);
    gs_uint128 reciprocal = ((gs_uint128)1 << (k + 8)) / c;
    return with_sign((size_of(n) * reciprocal << 14) >> (k + 8), n, cross);
}

static int64_t channel_of(const struct gs_pixel_vertex *v, unsigned channel)
{
    return channel == 4 ? v->fog : v->rgba >> (8 * channel) & 255;
}

static void check_ramp(struct pixel_model *m, const struct gs_pixel_fragment *f, unsigned channel)
{
    const struct gs_pixel_console *c = &f->console;
    const struct gs_pixel_ramp *r = &c->ramp[channel];
    const struct gs_pixel_vertex *anchor = &f->vertex[c->anchor];
    int64_t level[3];
    for (unsigned i = 0; i < 3; i++)
        level[i] = channel_of(&f->vertex[i], channel);
    int64_t gx = colour_gradient(slope_x(f, level), c->cross),
            gy = colour_gradient(slope_y(f, level), c->cross);
    equal(m, PIXEL_RAMP, "a level", r->level, level[c->anchor]);
    equal(m, PIXEL_RAMP, "a gradient", r->x_step, gx);
    equal(m, PIXEL_RAMP, "a gradient down", r->y_step, gy);
    equal(m, PIXEL_RAMP, "a coarse gradient", r->coarse_x_step, 64 * (gx / 64));
    equal(m, PIXEL_RAMP, "a coarse gradient down", r->coarse_y_step, 64 * (gy / 64));
    int64_t value = 1024 * level[c->anchor] + gx * (16 * (int64_t)c->exact_x - anchor->x) / 16 +
                    gy * (16 * (int64_t)c->exact_y - anchor->y) / 16 + 64 * (gy / 64) * (f->y - c->exact_y) +
                    64 * (gx / 64) * (f->x - c->exact_x) +
                    (int64_t)c->width * (gx - 64 * (gx / 64)) * c->direction * c->block;
    equal(m, PIXEL_RAMP, "a value", r->value, value);
    int64_t byte = value >> 10 < 0 ? 0 : value >> 10 > 255 ? 255 : value >> 10;
    if (channel == 4 && f->has_fog)
        equal(m, PIXEL_RAMP, "fog", f->fog, byte << 7);
    else if (channel < 4 && f->shaded)
        equal(m, PIXEL_RAMP, "a colour", f->colour[channel], byte << 7);
}

static void check_ramps(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    const struct gs_pixel_vertex *anchor = &f->vertex[c->anchor];
    int64_t left = anchor->x >> 4, right = (anchor->x + 15) >> 4; /* floor, ceil */
    int64_t grid = c->direction > 0 ? right & ~1 : (right - 1) | 1;
    (void)left;
    equal(m, PIXEL_RAMP, "the width", c->width, f->prim & 0xB0 ? 4 : 8);
    equal(m, PIXEL_RAMP, "the grid", c->grid_x, grid);
    equal(m, PIXEL_RAMP, "the exact column", c->exact_x, grid + 2 * c->direction);
    equal(m, PIXEL_RAMP, "the exact row", c->exact_y, c->anchor == c->top ? f->y & ~1 : f->y | 1);
    int64_t along = (int64_t)c->direction * (f->x - grid);
    int64_t block = along >= 0 ? along / c->width : -((-along + c->width - 1) / c->width);
    equal(m, PIXEL_RAMP, "the block", c->block, block);
    for (unsigned i = c->colour ? 0 : 4; i < (c->fog ? 5 : 4); i++)
        check_ramp(m, f, i);
}

/* ---- section 4 ---- */

static uint32_t depth_most(unsigned psm)
{
    unsigned bits = gs_format(psm)->pixel_bits;
    return bits == 32 ? 0xFFFFFFFF : (1u << bits) - 1;
}

static void check_depth(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    const struct gs_pixel_vertex *v = f->vertex;
    int64_t z[3] = {v[0].z, v[1].z, v[2].z}, down = slope_y(f, z);
    unsigned from = v[c->top].y == v[c->middle].y || 16 * f->y < v[c->middle].y ? c->top : c->middle;
    gs_int128 step = (gs_int128)slope_x(f, z) * 16384 / c->cross;
    int first_row = (v[c->top].y + 15) >> 4;
    int shortfall = slope_x(f, z) != 0;
    if (down && f->y != first_row)
        shortfall += (down < 0) == (c->cross < 0) ? 1 : -1;
    equal(m, PIXEL_DEPTH, "the vertex", c->depth_vertex, from);
    equal(m, PIXEL_DEPTH, "the step", c->depth_x_step, limited(step));
    equal(m, PIXEL_DEPTH, "the step down", c->depth_y_numerator, down);
    equal(m, PIXEL_DEPTH, "the shortfall", c->depth_shortfall, shortfall);
    gs_int128 sum = ((gs_int128)z[from] << 14) +
                    gs_floor_div((gs_int128)down * (16 * (int64_t)f->y - v[from].y) * 16384, c->cross) +
                    step * (16 * (int64_t)f->x - v[from].x) - shortfall * 8;
    equal(m, PIXEL_DEPTH, "the sum", c->depth_sum, limited(sum));
    gs_int128 whole = sum >> 14;
    uint32_t most = depth_most(f->depth_psm);
    if (f->has_z)
        equal(m, PIXEL_DEPTH, "Z", f->z, (int64_t)(whole < 0 ? 0 : whole > most ? most : whole));
}

/* ---- sections 5 and 6 ---- */

/* floor(|n| * 2^23 * W / (a^2 * 2^(2 L))) (section 2.2). */
static int64_t plane_gradient(int64_t n, int64_t cross)
{
    gs_uint128 c = size_of(cross), size = size_of(n);
    unsigned l = log2_of(c);
    if (c == (gs_uint128)1 << l)
        return with_sign(size << 14 >> l, n, cross);
    gs_uint128 index = ((c - ((gs_uint128)1 << l)) << 8) >> l, a = 513 + 2 * index;
    gs_uint128 w = ((2 * a) << l) - 512 * c, numerator = size * w;
    /* Divided by 2^(2 L - 23) first or multiplied by 2^(23 - 2 L): the floor of the whole is the same. */
    if (2 * l > 23)
        numerator >>= 2 * l - 23;
    else
        numerator <<= 23 - 2 * l;
    return with_sign(numerator / (a * a), n, cross);
}

static double value_of(uint32_t bits)
{
    float v;
    bits &= 0xFFFFFF00; /* the low 8 bits of the mantissa are cut off */
    memcpy(&v, &bits, sizeof v);
    return bits << 1 >> 24 ? (double)v : 0;
}

/* S, T, Q of a vertex; with U and V: U / 2^TW, V / 2^TH and 1. */
static void stq_of(const struct gs_pixel_fragment *f, unsigned i, double out[3])
{
    const struct gs_pixel_vertex *v = &f->vertex[i];
    uint64_t tex0 = f->context->tex0;
    out[0] = value_of(v->s);
    out[1] = value_of(v->t);
    out[2] = value_of(v->q);
    if (f->prim >> 8 & 1) {
        out[0] = ldexp(v->u, -4 - (int)(tex0 >> 26 & 15));
        out[1] = ldexp(v->v, -4 - (int)(tex0 >> 30 & 15));
        out[2] = 1;
    } else if (v->q >> 31) {
        for (unsigned a = 0; a < 3; a++)
            out[a] = -out[a];
    }
}

/* trunc(fl32(h_S * r) * 2^(16 + size)), limited to 32 bits. */
static int64_t coordinate(const struct gs_pixel_console *c, int32_t h, int32_t q, unsigned size_log2)
{
    bool negative = (h < 0) != (q < 0);
    if (h == 0)
        return 0;
    if (q == 0)
        return negative ? INT32_MIN : INT32_MAX;
    float rounded = (float)(fabs((double)h) * (double)c->inverse); /* 31 + 24 bits: double rounds at 53 */
    double texels = ldexp((double)rounded, 16 + (int)size_log2 - (int)c->inverse_shift);
    if (texels >= 2147483648.0)
        return negative ? INT32_MIN : INT32_MAX;
    return negative ? -(int64_t)texels : (int64_t)texels;
}

/* 1/Q: a float32 quotient, 179 added and the low 8 bits cut off (section 6). */
static void check_inverse(struct pixel_model *m, const struct gs_pixel_console *c)
{
    int64_t q = c->stq[2].quarters;
    if (q == 0)
        return;
    float quotient = (float)(1.0 / (double)(q < 0 ? -q : q));
    uint32_t bits, told;
    memcpy(&bits, &quotient, sizeof bits);
    bits = (bits + 179) & ~0xFFu;
    float value = (float)ldexp(c->inverse, -(int)c->inverse_shift);
    memcpy(&told, &value, sizeof told);
    equal(m, PIXEL_PLANE, "1/Q", told, bits);
}

static void check_coordinates(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    int32_t q = c->stq[2].quarters;
    if (!f->shaded)
        return;
    equal(m, PIXEL_COORDINATE, "U", f->u, coordinate(c, c->stq[0].quarters, q, f->context->tex0 >> 26 & 15));
    equal(m, PIXEL_COORDINATE, "V", f->v, coordinate(c, c->stq[1].quarters, q, f->context->tex0 >> 30 & 15));
}

static void check_plane(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    const struct gs_pixel_vertex *anchor = &f->vertex[c->anchor];
    double value[3][3], most = 0;
    for (unsigned i = 0; i < 3; i++) {
        double stq[3];
        stq_of(f, i, stq);
        for (unsigned a = 0; a < 3; a++) {
            value[a][i] = stq[a];
            most = fabs(stq[a]) > most ? fabs(stq[a]) : most;
        }
    }
    int exponent = most > 0 ? ilogb(most) : -126;
    equal(m, PIXEL_PLANE, "the exponent", c->exponent, exponent);
    for (unsigned a = 0; a < 3; a++) {
        const struct gs_pixel_plane *p = &c->stq[a];
        int64_t n[3];
        for (unsigned i = 0; i < 3; i++) {
            n[i] = (int64_t)floor(ldexp(value[a][i], 14 - exponent));
            equal(m, PIXEL_PLANE, "a vertex on the grid", p->value[i], n[i]);
        }
        int64_t gx = plane_gradient(slope_x(f, n), c->cross), gy = plane_gradient(slope_y(f, n), c->cross);
        equal(m, PIXEL_PLANE, "a gradient", p->x_step, gx);
        equal(m, PIXEL_PLANE, "a gradient down", p->y_step, gy);
        gs_int128 sum = (gs_int128)n[c->anchor] * 16384 + (gs_int128)gx * (16 * (int64_t)f->x - anchor->x) +
                        (gs_int128)gy * (16 * (int64_t)f->y - anchor->y);
        equal(m, PIXEL_PLANE, "a sum", p->sum, (int32_t)(uint32_t)(gs_uint128)sum);
        equal(m, PIXEL_PLANE, "quarters", p->quarters, p->sum >> 12);
    }
    check_inverse(m, c);
    check_coordinates(m, f);
}

/* ---- sections 16 to 18: along segments ---- */

static int64_t floor_div(gs_int128 n, int64_t d)
{
    return (int64_t)gs_floor_div(n, d);
}

static int64_t along(const struct gs_pixel_console *c, int64_t a, int64_t b)
{
    return a + floor_div((gs_int128)(b - a) * (16 * (int64_t)c->pixel - c->start), c->length);
}

static int64_t limited_byte(int64_t v)
{
    return (v < 0 ? 0 : v > 255 ? 255 : v) << 7;
}

static void check_segment_plane(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    for (unsigned a = 0; a < 3; a++) {
        const struct gs_pixel_plane *p = &c->stq[a];
        int64_t rise = (int64_t)p->value[c->to] - p->value[c->from], step = rise * 16384 / c->length;
        int64_t sum = (int64_t)p->value[c->from] * 16384 + step * (16 * (int64_t)c->pixel - c->start);
        equal(m, PIXEL_PLANE, "a step along a segment", p->x_step, step);
        equal(m, PIXEL_PLANE, "a sum along a segment", p->sum, (int32_t)(uint32_t)(uint64_t)sum);
        equal(m, PIXEL_PLANE, "quarters", p->quarters, p->sum >> 12);
    }
    check_inverse(m, c);
    check_coordinates(m, f);
}

static void check_segment(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    const struct gs_pixel_vertex *a = &f->vertex[c->from], *b = &f->vertex[c->to];
    int32_t start = c->x_major ? a->x : a->y, length = (c->x_major ? b->x : b->y) - start;
    uint32_t most = depth_most(f->depth_psm);
    equal(m, PIXEL_SHAPE, "the start", c->start, start);
    equal(m, PIXEL_SHAPE, "the length", c->length, c->from == c->to ? 1 : length);
    equal(m, PIXEL_SHAPE, "the pixel", c->pixel, c->x_major ? f->x : f->y);
    for (unsigned i = 0; i < 4 && c->colour; i++)
        equal(m, PIXEL_RAMP, "a colour along a segment", f->colour[i],
              limited_byte(along(c, channel_of(a, i), channel_of(b, i))));
    if (c->fog)
        equal(m, PIXEL_RAMP, "fog along a segment", f->fog, limited_byte(along(c, a->fog, b->fog)));
    int64_t z = along(c, a->z, b->z);
    if (c->depth && f->has_z)
        equal(m, PIXEL_DEPTH, "Z along a segment", f->z, z < 0 ? 0 : z > most ? most : z);
    if (c->plane)
        check_segment_plane(m, f);
}

/* Sprites whose S, T are divided at each pixel. */
static void check_divided(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    const struct gs_pixel_vertex *v = f->vertex;
    for (unsigned t = 0; t < 2; t++) {
        const int32_t *n = c->stq[t].value;
        int32_t from = t ? v[0].y : v[0].x, length = (t ? v[1].y : v[1].x) - from, at = t ? f->y : f->x;
        int64_t h = 4 * (int64_t)n[0] + floor_div((gs_int128)4 * (n[1] - n[0]) * (16 * at - from), length);
        equal(m, PIXEL_PLANE, "quarters of a sprite", c->stq[t].quarters, h);
    }
    equal(m, PIXEL_PLANE, "quarters of a sprite's Q", c->stq[2].quarters, 4 * (int64_t)c->stq[2].value[1]);
    check_inverse(m, c);
    check_coordinates(m, f);
}

/* ---- section 9 ---- */

static int64_t axis_at(const struct gs_pixel_axis *a, int32_t pixel)
{
    int64_t c = a->start + a->step * (pixel - a->first);
    if (a->low && pixel > a->first && (c & 4095) == 0) /* later cut to sixteenths toward zero */
        c -= c > 0 ? 1 : 4096;
    return c < INT32_MIN ? INT32_MIN : c > INT32_MAX ? INT32_MAX : c;
}

/* U, V of a sprite by its ends. */
static void check_axis(struct pixel_model *m, const struct gs_pixel_fragment *f, unsigned t)
{
    const struct gs_pixel_axis *a = &f->console.axis[t];
    const struct gs_pixel_vertex *v = f->vertex;
    int32_t p0 = t ? v[0].y : v[0].x, p1 = t ? v[1].y : v[1].x;
    int64_t c0 = t ? v[0].v : v[0].u, c1 = t ? v[1].v : v[1].u;
    if (p0 > p1) {
        int32_t p = p0;
        int64_t c = c0;
        p0 = p1;
        p1 = p;
        c0 = c1;
        c1 = c;
    }
    int32_t first = (p0 + 15) >> 4, pixels = ((p1 + 15) >> 4) - first;
    equal(m, PIXEL_AXIS, "the first pixel", a->first, first);
    if (!(f->prim >> 8 & 1))
        return; /* S, T: quotients of floats */
    /* 1/65536 texel rounded down to an even number. */
    gs_int128 start = gs_floor_div((gs_int128)((c1 - c0) * (16 * first - p0) + c0 * (p1 - p0)) * 4096,
                                   2 * (int64_t)(p1 - p0));
    gs_int128 step = gs_floor_div((gs_int128)(c1 - c0) * 16 * 4096, 2 * (int64_t)(p1 - p0));
    equal(m, PIXEL_AXIS, "the start", a->start, (int64_t)(2 * start));
    equal(m, PIXEL_AXIS, "the step", a->step, (int64_t)(2 * step));
    bool sixteenths = (c1 - c0) > 0 && (c1 - c0) * 16 % (p1 - p0) == 0;
    equal(m, PIXEL_AXIS, "low", a->low, sixteenths && (pixels & (pixels - 1)) != 0);
}

static void check_axes(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    check_axis(m, f, 0);
    check_axis(m, f, 1);
    if (!f->shaded)
        return;
    equal(m, PIXEL_COORDINATE, "U", f->u, axis_at(&f->console.axis[0], f->x));
    equal(m, PIXEL_COORDINATE, "V", f->v, axis_at(&f->console.axis[1], f->y));
}

/* ---- without the console's interpolators: what does not change over the primitive ---- */

static void check_flat(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_vertex *last = &f->vertex[f->vertices - 1];
    bool flat =
        f->primitive_class == GS_CLASS_SPRITE || f->primitive_class == GS_CLASS_POINT || !(f->prim >> 3 & 1);
    for (unsigned c = 0; c < 4 && f->shaded && flat; c++)
        equal(m, PIXEL_RAMP, "a flat colour", f->colour[c], (int64_t)(last->rgba >> (8 * c) & 255) << 7);
    uint32_t most = depth_most(f->depth_psm);
    if (f->has_z && (f->primitive_class == GS_CLASS_SPRITE || f->primitive_class == GS_CLASS_POINT))
        equal(m, PIXEL_DEPTH, "the last vertex's Z", f->z, last->z > most ? most : last->z);
}

void pixel_model_walk(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    const struct gs_pixel_console *c = &f->console;
    check_flat(m, f);
    if (!f->walked)
        return;
    if (c->segment) {
        check_segment(m, f);
        return;
    }
    if (c->divided)
        check_divided(m, f);
    if (c->triangle)
        check_shape(m, f);
    if (c->colour || c->fog)
        check_ramps(m, f);
    if (c->depth)
        check_depth(m, f);
    if (c->plane)
        check_plane(m, f);
    if (c->axes)
        check_axes(m, f);
}
