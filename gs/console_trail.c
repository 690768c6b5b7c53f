#include "console_trail.h"

static bool power_of_two(int64_t cross)
{
    uint64_t size = cross < 0 ? -(uint64_t)cross : (uint64_t)cross;
    return (size & (size - 1)) == 0;
}

/* Rounded down to 15 fraction bits. */
static int64_t to_grid(gs_int128 n, int64_t d)
{
    return (int64_t)gs_floor_div(n, d) & ~(int64_t)1;
}

void gs_console_trail_init(struct gs_console_trail *t, const struct gs_console_shape *shape,
                           const int64_t value[3])
{
    t->cross = shape->cross;
    t->x_numerator = gs_console_numerator_x(shape, value);
    t->y_numerator = gs_console_numerator_y(shape, value);
    t->value = value[0];
    t->x = shape->x[0];
    t->y = shape->y[0];
    t->step = to_grid((gs_int128)t->x_numerator * 16, t->cross);
    t->low = t->step > 0 && !power_of_two(t->cross);
}

int64_t gs_console_trail_start(const struct gs_console_trail *t, int32_t first, int32_t y)
{
    gs_int128 rise = (gs_int128)t->x_numerator * (16 * (int64_t)first - t->x) +
                     (gs_int128)t->y_numerator * (16 * (int64_t)y - t->y);
    return to_grid(rise + (gs_int128)t->value * t->cross, t->cross);
}

int32_t gs_console_trail_at(const struct gs_console_trail *t, int64_t start, int32_t pixels)
{
    gs_int128 c = start + (gs_int128)t->step * pixels - t->low;
    return (int32_t)(c < INT32_MIN ? INT32_MIN : c > INT32_MAX ? INT32_MAX : c);
}
