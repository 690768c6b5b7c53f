/* A triangle as the console's interpolators see it: exact integers, the order of its vertices by position
 * alone, and the vertex that everything is anchored at (GS-EXACT section 1). */
#ifndef GS_CONSOLE_SHAPE_H
#define GS_CONSOLE_SHAPE_H

#include <stdbool.h>
#include <stdint.h>

#include "console_reciprocal.h"

struct gs_console_shape {
    int32_t x[3], y[3]; /* 1/16 pixel, offset subtracted, as sent */
    uint8_t top, middle,
        bottom;        /* indices: smallest y (then smaller x), the third, largest y (then smaller x) */
    uint8_t anchor;    /* the end of top -> bottom that is furthest against the walk */
    int32_t direction; /* of the walk along rows: +1 right, -1 left */
    int64_t cross;     /* twice the area with a sign, 1/256 square pixel, never 0 */
    struct gs_console_area area; /* of that */
};

/* Positions -65535..65535. False if the triangle has no area: then it draws nothing. */
bool gs_console_shape_init(struct gs_console_shape *shape, const int32_t x[3], const int32_t y[3]);

/* Numerators of an attribute's gradients over shape->cross, per 1/16 pixel; `value` by vertex as sent,
 * differences of 34 bits at most. */
int64_t gs_console_numerator_x(const struct gs_console_shape *shape, const int64_t value[3]);
int64_t gs_console_numerator_y(const struct gs_console_shape *shape, const int64_t value[3]);

/* The column where blocks of pixels begin that the walks of colour and fog count (GS-EXACT section 3). */
int32_t gs_console_grid_x(const struct gs_console_shape *shape);

/* The pixels first..end-1 of row y that have their centre (at whole coordinates) in the triangle: left and
 * top edges count as inside, right and bottom ones do not. False if there are none. */
bool gs_console_span(const struct gs_console_shape *shape, int32_t y, int32_t *first, int32_t *end);

#endif
