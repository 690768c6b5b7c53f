#include "console_rows.h"

#include "arith.h"
#include "pipeline.h"

#define LANES GS_MAX_LANES
#define CHANNELS GS_CHANNELS

enum { RAMP_F = 4 };

static int64_t size_of(int64_t v)
{
    return v < 0 ? -v : v;
}

/* ---- reciprocals ---- */

/* The arithmetic of gs_console_coordinate in float32, where it is exact or rounds once as that does: counts
 * have 20 bits; the quotient 1 / q is rounded to nearest; a product of a count and that too; powers of two
 * change no bits. For q = 0 a number that puts all but 0 out of range. */
GS_APART static void inverses(const int32_t q[restrict LANES], uint32_t add, uint32_t bits,
                              float out[restrict LANES])
{
    const uint32_t huge = 0x71800000; /* 2^100 */
    for (unsigned k = 0; k < LANES; k++) {
        uint32_t r = (gs_bits_of_float(1.0f / (float)q[k]) + add) & bits, none = q[k] == 0 ? ~0u : 0;
        out[k] = gs_float_of_bits((r & ~none) | (huge & none));
    }
}

/* The same by gs_console_inverse, one by one. */
static void other_inverses(const int32_t q[LANES], enum gs_console_rounding rounding, float out[LANES])
{
    for (unsigned k = 0; k < LANES; k++) {
        uint32_t size = q[k] < 0 ? -(uint32_t)q[k] : (uint32_t)q[k];
        out[k] = 0x1p100f;
        if (size == 0)
            continue;
        struct gs_console_inverse r = gs_console_inverse(size, rounding);
        float inverse = (float)r.mantissa * gs_float_of_bits((127 - r.shift) << 23);
        out[k] = q[k] < 0 ? -inverse : inverse;
    }
}

static void invert(const struct gs_console_walk *w, const int32_t q[LANES], float out[LANES])
{
    if (w->inverse_bits)
        inverses(q, w->inverse_add, w->inverse_bits, out);
    else
        other_inverses(q, w->rounding, out);
}

/* ---- set-up of a draw, of a primitive ---- */

void gs_console_rows_draw(struct gs_console_walk *w)
{
    static const uint32_t bits[] = {[GS_CONSOLE_ROUND_15] = ~0xFFu,
                                    [GS_CONSOLE_ROUND_14] = ~0x1FFu,
                                    [GS_CONSOLE_ROUND_24] = ~0u,
                                    [GS_CONSOLE_ROUND_STEP] = 0};
    w->inverse_add = w->rounding == GS_CONSOLE_ROUND_15 ? 179 : 0;
    w->inverse_bits = bits[w->rounding];
    for (unsigned t = 0; t < 2; t++)
        w->scale[t] = (float)(1u << 16) * (float)(1u << w->size_log2[t]);
}

/* Are the levels of all pixels of the triangle int16? Ramps are a plane apart from `around`: the blocks, the
 * rows of a pair, what is truncated. A plane is most at a vertex. */
static bool ramp_fits(const struct gs_console_ramp *r, const struct gs_console_shape *s)
{
    int64_t width = (int64_t)1 << r->width_log2;
    int64_t anchor = r->start - r->x_step * (16 * r->exact_x - s->x[s->anchor]) / 16;
    int64_t around =
        (width + 2) * size_of(r->x_step - r->coarse_x_step) + 2 * size_of(r->y_step - r->coarse_y_step) + 4;
    int64_t most = ((int64_t)1 << 25) - around;
    for (unsigned i = 0; i < 3; i++) {
        int64_t rise = r->x_step * (s->x[i] - s->x[s->anchor]) + r->y_step * (s->y[i] - s->y[s->anchor]);
        if (size_of(anchor + rise / 16) >= most)
            return false;
    }
    return true;
}

/* Blocks begun from column 0 to column k. */
static void block_numbers(const struct gs_console_ramp *r, int32_t out[LANES])
{
    int32_t at0 = -r->direction * r->grid_x >> r->width_log2;
    for (int32_t k = 0; k < LANES; k++)
        out[k] = (r->direction * (k - r->grid_x) >> r->width_log2) - at0;
}

static uint32_t jump_of(const struct gs_console_ramp *r)
{
    return (uint32_t)(r->x_step - r->coarse_x_step) * (uint32_t)r->direction << r->width_log2;
}

GS_APART static void colour_lanes(const uint32_t step[restrict 4], const uint32_t jump[restrict 4],
                                  const int32_t block[restrict LANES], uint32_t out[restrict CHANNELS])
{
    for (unsigned k = 0; k < LANES; k++)
        for (unsigned c = 0; c < 4; c++)
            out[4 * k + c] = step[c] * k + jump[c] * (uint32_t)block[k];
}

static bool set_ramps(struct gs_console_walk *w)
{
    struct gs_console_rows *rows = &w->rows;
    const struct gs_console_ramp *first = &w->ramp[w->colour ? 0 : RAMP_F];
    uint32_t step[5], jump[5];
    int32_t block[LANES];
    if (first->width_log2 > 3)
        return false;
    for (unsigned c = w->colour ? 0 : RAMP_F; c < (w->fog ? RAMP_F + 1 : RAMP_F); c++) {
        const struct gs_console_ramp *r = &w->ramp[c];
        if (!ramp_fits(r, &w->shape))
            return false;
        step[c] = (uint32_t)r->coarse_x_step;
        jump[c] = jump_of(r);
        rows->ramp_step[c] = (uint32_t)r->x_step;
        rows->ramp_start[c] = (uint32_t)gs_console_ramp_column(r, 0);
    }
    block_numbers(first, block);
    if (w->colour)
        colour_lanes(step, jump, block, rows->colour_lane);
    for (unsigned k = 0; w->fog && k < LANES; k++)
        rows->fog_lane[k] = step[RAMP_F] * k + jump[RAMP_F] * (uint32_t)block[k];
    return true;
}

/* The same Q everywhere, as with U and V, needs one reciprocal. */
static void invert_level_q(struct gs_console_walk *w)
{
    int32_t q[LANES];
    w->rows.level_q = w->stq.x_step[GS_CONSOLE_Q] == 0 && w->stq.y_step[GS_CONSOLE_Q] == 0;
    if (!w->rows.level_q)
        return;
    for (unsigned k = 0; k < LANES; k++)
        q[k] = gs_console_quarters(w->stq.start[GS_CONSOLE_Q]);
    invert(w, q, w->rows.inverse);
}

static void set_plane(struct gs_console_walk *w)
{
    invert_level_q(w);
    for (unsigned a = 0; a < 3; a++) {
        uint32_t step = 16 * (uint32_t)w->stq.x_step[a];
        w->rows.plane_step[a] = step;
        for (unsigned k = 0; k < LANES; k++)
            w->rows.plane_lane[a][k] = step * k;
    }
}

static void set_depth(struct gs_console_walk *w)
{
    uint64_t step = 16 * (uint64_t)w->z.x_step;
    w->rows.z_step = step;
    for (unsigned k = 0; k < LANES; k++)
        w->rows.z_lane[k] = step * k;
}

/* Pixels inside exact edges have a Z between those of the vertices, a few units apart: 47 bits in 2^-14. */
void gs_console_rows_triangle(struct gs_console_walk *w)
{
    w->rows.on = w->exact && w->lanes == LANES && !w->trails;
    if (w->rows.on && (w->colour || w->fog))
        w->rows.on = set_ramps(w);
    if (!w->rows.on)
        return;
    if (w->plane)
        set_plane(w);
    if (w->depth)
        set_depth(w);
}

static bool axis_fits(const struct gs_console_axis *a)
{
    int64_t last = a->start + a->step * (a->end - 1 - a->first), most = INT32_MAX - 4096;
    return size_of(a->start) <= most && size_of(last) <= most;
}

void gs_console_rows_sprite(struct gs_console_walk *w)
{
    w->rows.on = w->axes && axis_fits(&w->axis[0]);
    if (!w->rows.on)
        return;
    for (unsigned k = 0; k < LANES; k++)
        w->rows.axis_lane[k] = (uint32_t)w->axis[0].step * k;
}

/* ---- a row ---- */

void gs_console_rows_row(struct gs_console_walk *w, int32_t y, int32_t first, int32_t last, uint32_t z_most)
{
    struct gs_console_rows *rows = &w->rows;
    for (unsigned c = w->colour ? 0 : RAMP_F; c < (w->fog ? RAMP_F + 1 : RAMP_F); c++)
        rows->ramp_row[c] = rows->ramp_start[c] + (uint32_t)gs_console_ramp_row(&w->ramp[c], y);
    if (w->plane) {
        uint32_t dx = -(uint32_t)w->stq.anchor_x, dy = (uint32_t)(16 * y - w->stq.anchor_y);
        for (unsigned a = 0; a < 3; a++)
            rows->plane_row[a] =
                (uint32_t)w->stq.start[a] + (uint32_t)w->stq.x_step[a] * dx + (uint32_t)w->stq.y_step[a] * dy;
    }
    if (w->depth) {
        rows->z_row = (uint64_t)w->z_row.start;
        int64_t a = (int64_t)(rows->z_row + rows->z_step * (uint64_t)first) >> 14;
        int64_t b = (int64_t)(rows->z_row + rows->z_step * (uint64_t)last) >> 14;
        rows->z_limits = a < 0 || b < 0 || a > z_most || b > z_most;
    }
    if (w->axes)
        rows->v_row = gs_console_axis_at(&w->axis[1], y);
}

/* ---- a group ---- */

static inline int16_t ramp_byte(uint32_t sum)
{
    return (int16_t)(gs_clamp((int16_t)((int32_t)sum >> 10), 0, 255) * 128);
}

GS_APART static void colours(const uint32_t at[restrict 4], const uint32_t lane[restrict CHANNELS],
                             int16_t out[restrict CHANNELS])
{
    for (unsigned k = 0; k < LANES; k++)
        for (unsigned c = 0; c < 4; c++)
            out[4 * k + c] = ramp_byte(at[c] + lane[4 * k + c]);
}

GS_APART static void fog(uint32_t at, const uint32_t lane[restrict LANES], int16_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = ramp_byte(at + lane[k]);
}

GS_APART static void depth(uint64_t at, const uint64_t lane[restrict LANES], uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (uint32_t)((at + lane[k]) >> 14);
}

static void limited_depth(uint64_t at, const uint64_t lane[LANES], uint32_t most, uint32_t out[LANES])
{
    for (unsigned k = 0; k < LANES; k++) {
        int64_t z = (int64_t)(at + lane[k]) >> 14;
        out[k] = z < 0 ? 0 : z > most ? most : (uint32_t)z;
    }
}

GS_APART static void quarters(uint32_t at, const uint32_t lane[restrict LANES], int32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = gs_console_quarters((int32_t)(at + lane[k]));
}

GS_APART static void coordinates(const int32_t s[restrict LANES], const float r[restrict LANES], float scale,
                                 uint32_t half, int32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++) {
        float c = (float)s[k] * r[k] * scale;
        int32_t whole = gs_trunc(c) ^ (c >= 2147483648.0f ? -1 : 0);
        out[k] = (int32_t)((uint32_t)whole - half);
    }
}

/* gs_console_q_bits of the lanes: the exponent in whole numbers, because it may leave a float's range. */
GS_APART static void q_floats(const int32_t q[restrict LANES], int32_t exponent, float out[restrict LANES])
{
    uint32_t up = (uint32_t)(exponent - 16) << 23;
    for (unsigned k = 0; k < LANES; k++) {
        uint32_t bits = gs_bits_of_float((float)q[k]), size = bits & 0x7FFFFFFF;
        int32_t e = (int32_t)(size >> 23) + exponent - 16;
        uint32_t moved = ((e > 0) & (size != 0)) ? size + up : 0;
        out[k] = gs_float_of_bits(moved | (bits & 0x80000000));
    }
}

static void multiply(const struct gs_console_walk *w, const int32_t at[3][LANES], const float r[LANES],
                     struct gs_group *g)
{
    coordinates(at[GS_CONSOLE_S], r, w->scale[0], (uint32_t)w->half, g->u);
    coordinates(at[GS_CONSOLE_T], r, w->scale[1], (uint32_t)w->half, g->v);
    if (w->needs_q)
        q_floats(at[GS_CONSOLE_Q], w->stq.exponent, g->q);
}

void gs_console_rows_divide(const struct gs_console_walk *w, const int32_t at[3][LANES], struct gs_group *g)
{
    float r[LANES];
    invert(w, at[GS_CONSOLE_Q], r);
    multiply(w, at, r, g);
}

static void texture(const struct gs_console_walk *w, struct gs_group *g)
{
    const struct gs_console_rows *rows = &w->rows;
    int32_t at[3][LANES];
    for (unsigned a = 0; a < 3; a++)
        quarters(rows->plane_row[a] + rows->plane_step[a] * (uint32_t)g->x, rows->plane_lane[a], at[a]);
    if (rows->level_q)
        multiply(w, (const int32_t(*)[LANES])at, rows->inverse, g);
    else
        gs_console_rows_divide(w, (const int32_t(*)[LANES])at, g);
}

GS_APART static void steps(uint32_t at, const uint32_t lane[restrict LANES], uint32_t half,
                           int32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (int32_t)(at + lane[k] - half);
}

/* gs_console_axis_at of the lanes for an axis that is low and has a coordinate on a sixteenth: all are. */
GS_APART static void low_steps(uint32_t at, const uint32_t lane[restrict LANES], uint32_t half,
                               int32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++) {
        int32_t c = (int32_t)(at + lane[k]);
        out[k] = (int32_t)((uint32_t)c - (c > 0 ? 1 : 4096) - half);
    }
}

static void axes(const struct gs_console_walk *w, struct gs_group *g)
{
    const struct gs_console_axis *a = &w->axis[0];
    uint32_t half = (uint32_t)w->half, from = (uint32_t)(g->x - a->first);
    uint32_t at = (uint32_t)a->start + (uint32_t)a->step * from;
    if (a->low && a->start % 4096 == 0)
        low_steps(at, w->rows.axis_lane, half, g->u);
    else
        steps(at, w->rows.axis_lane, half, g->u);
    if (-from < LANES)
        g->u[-from] = (int32_t)((uint32_t)a->start - half);
    for (unsigned k = 0; k < LANES; k++)
        g->v[k] = (int32_t)((uint32_t)w->rows.v_row - half);
    for (unsigned k = 0; k < LANES && w->needs_q; k++)
        g->q[k] = gs_float_of_bits(w->q);
}

void gs_console_rows_group(const struct gs_console_walk *w, struct gs_group *g, uint32_t z_most)
{
    const struct gs_console_rows *rows = &w->rows;
    uint32_t x = (uint32_t)g->x;
    if (w->colour) {
        uint32_t at[4];
        for (unsigned c = 0; c < 4; c++)
            at[c] = rows->ramp_row[c] + rows->ramp_step[c] * x;
        colours(at, rows->colour_lane, g->colour);
    }
    if (w->fog)
        fog(rows->ramp_row[RAMP_F] + rows->ramp_step[RAMP_F] * x, rows->fog_lane, g->fog);
    if (w->depth) {
        uint64_t at = rows->z_row + rows->z_step * (uint64_t)g->x;
        if (rows->z_limits)
            limited_depth(at, rows->z_lane, z_most, g->depth);
        else
            depth(at, rows->z_lane, g->depth);
    }
    if (w->plane)
        texture(w, g);
    if (w->axes)
        axes(w, g);
}
