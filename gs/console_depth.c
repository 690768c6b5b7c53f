#include "console_depth.h"

void gs_console_depth_init(struct gs_console_depth *d, const struct gs_console_shape *shape,
                           const uint32_t z[3], bool falls_short)
{
    int64_t value[3];
    d->shape = *shape;
    d->falls_short = falls_short;
    for (unsigned i = 0; i < 3; i++)
        value[i] = d->z[i] = z[i];
    d->x_step = (gs_int128)gs_console_numerator_x(shape, value) * (1 << 14) / shape->cross;
    d->y_numerator = gs_console_numerator_y(shape, value);
}

static bool is_first_row(const struct gs_console_shape *s, int32_t y)
{
    return y == (s->y[s->top] + 15) >> 4;
}

static bool has_x_gradient(const struct gs_console_depth *d)
{
    int64_t value[3] = {d->z[0], d->z[1], d->z[2]};
    return gs_console_numerator_x(&d->shape, value) != 0;
}

int32_t gs_console_depth_shortfall(const struct gs_console_depth *d, int32_t y)
{
    if (!d->falls_short)
        return 0;
    int32_t across = has_x_gradient(d), down = 0;
    if (d->y_numerator && !is_first_row(&d->shape, y))
        down = (d->y_numerator < 0) == (d->shape.cross < 0) ? 1 : -1;
    return across + down;
}

/* The middle vertex from its row on, but with a flat top always the left one. */
uint8_t gs_console_depth_vertex(const struct gs_console_shape *s, int32_t y)
{
    return s->y[s->top] == s->y[s->middle] || 16 * y < s->y[s->middle] ? s->top : s->middle;
}

void gs_console_depth_row(const struct gs_console_depth *d, int32_t y, struct gs_console_depth_row *out)
{
    const struct gs_console_shape *s = &d->shape;
    uint8_t v = gs_console_depth_vertex(s, y);
    gs_int128 down = (gs_int128)d->y_numerator * (16 * (int64_t)y - s->y[v]) * (1 << 14);
    out->step = d->x_step;
    out->start = ((gs_int128)d->z[v] << 14) + gs_floor_div(down, s->cross) - d->x_step * s->x[v] -
                 gs_console_depth_shortfall(d, y) * 8;
}

uint32_t gs_console_depth_at(const struct gs_console_depth_row *row, int32_t x, uint32_t most)
{
    gs_int128 z = (row->start + row->step * (16 * (int64_t)x)) >> 14;
    return z < 0 ? 0 : z > most ? most : (uint32_t)z;
}
