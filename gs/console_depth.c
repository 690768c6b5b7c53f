#include "console_depth.h"

void gs_console_depth_init(struct gs_console_depth *d, const struct gs_console_shape *shape,
                           const uint32_t z[3], bool falls_short)
{
    int64_t value[3];
    d->shape = *shape;
    d->falls_short = falls_short;
    for (unsigned i = 0; i < 3; i++)
        value[i] = d->z[i] = z[i];
    int64_t x_numerator = gs_console_numerator_x(shape, value);
    d->has_x_gradient = x_numerator != 0;
    d->x_step = gs_wide_div((gs_int128)x_numerator * (1 << 14), shape->cross);
    d->y_numerator = gs_console_numerator_y(shape, value);
    gs_int128 y_step = (gs_int128)d->y_numerator * (shape->cross < 0 ? -(1 << 14) : 1 << 14);
    int64_t size = (int64_t)shape->area.size;
    d->y_step = gs_floor_div(y_step, size);
    d->y_rest = (int64_t)(y_step - d->y_step * size);
}

static bool is_first_row(const struct gs_console_shape *s, int32_t y)
{
    return y == (s->y[s->top] + 15) >> 4;
}

int32_t gs_console_depth_shortfall(const struct gs_console_depth *d, int32_t y)
{
    if (!d->falls_short)
        return 0;
    int32_t across = d->has_x_gradient, down = 0;
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
    /* floor(y_numerator * dy / cross): below 2^54 in size what is left to divide. */
    int64_t dy = 16 * (int64_t)y - s->y[v], rest = d->y_rest * dy, size = (int64_t)s->area.size;
    int64_t whole = rest / size - (rest < 0 && rest % size != 0);
    out->step = d->x_step;
    out->start = ((gs_int128)d->z[v] << 14) + d->y_step * dy + whole - d->x_step * s->x[v] -
                 gs_console_depth_shortfall(d, y) * 8;
}

uint32_t gs_console_depth_at(const struct gs_console_depth_row *row, int32_t x, uint32_t most)
{
    gs_int128 z = (row->start + row->step * (16 * (int64_t)x)) >> 14;
    return z < 0 ? 0 : z > most ? most : (uint32_t)z;
}
