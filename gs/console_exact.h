/* The exact plane of a value through a triangle's vertices. */
#ifndef GS_CONSOLE_EXACT_H
#define GS_CONSOLE_EXACT_H

#include "console_shape.h"
#include "console_wide.h"

struct gs_console_exact {
    int64_t cross;
    int64_t x_numerator, y_numerator; /* gradients over cross, a 1/16 pixel */
    int64_t value;                    /* at vertex 0 */
    int32_t x, y;                     /* of vertex 0, 1/16 pixel */
};

/* `value` by vertex as sent, differences of 34 bits at most. */
static inline void gs_console_exact_init(struct gs_console_exact *e, const struct gs_console_shape *shape,
                                         const int64_t value[3])
{
    *e = (struct gs_console_exact){shape->cross,
                                   gs_console_numerator_x(shape, value),
                                   gs_console_numerator_y(shape, value),
                                   value[0],
                                   shape->x[0],
                                   shape->y[0]};
}

/* The value at a pixel, times cross. */
static inline gs_int128 gs_console_exact_at(const struct gs_console_exact *e, int32_t x, int32_t y)
{
    return (gs_int128)e->x_numerator * (16 * (int64_t)x - e->x) +
           (gs_int128)e->y_numerator * (16 * (int64_t)y - e->y) + (gs_int128)e->value * e->cross;
}

#endif
