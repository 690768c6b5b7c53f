#include "console_trail.h"

/* Rounded down to 15 fraction bits. */
static int64_t to_grid(gs_int128 n, int64_t d)
{
    return (int64_t)gs_floor_div(n, d) & ~(int64_t)1;
}

void gs_console_trail_init(struct gs_console_trail *t, const struct gs_console_shape *shape,
                           const int64_t value[3])
{
    gs_console_exact_init(&t->exact, shape, value);
    t->step = to_grid((gs_int128)t->exact.x_numerator * 16, t->exact.cross);
    t->low = t->step > 0 && !gs_console_area_whole(&shape->area);
}

int64_t gs_console_trail_start(const struct gs_console_trail *t, int32_t first, int32_t y)
{
    return to_grid(gs_console_exact_at(&t->exact, first, y), t->exact.cross);
}

int32_t gs_console_trail_at(const struct gs_console_trail *t, int64_t start, int32_t pixels)
{
    return gs_limit_32(start + (gs_int128)t->step * pixels - t->low);
}
