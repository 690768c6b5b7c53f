/* The console's walk of Z (GS-EXACT section 4, fitted: 96.2 % of the readings with a gradient). */
#ifndef GS_CONSOLE_DEPTH_H
#define GS_CONSOLE_DEPTH_H

#include <stdbool.h>
#include <stdint.h>

#include "console_shape.h"
#include "console_wide.h"

struct gs_console_depth {
    struct gs_console_shape shape;
    uint32_t z[3];
    gs_int128 x_step;    /* 1/1024 a pixel, truncated toward zero */
    int64_t y_numerator; /* the step down is exact: this over shape.cross, a 1/16 pixel */
    gs_int128 y_step;    /* the same in 2^-14: y_step + y_rest / shape.area.size */
    int64_t y_rest;
    bool has_x_gradient;
    bool falls_short; /* GS_RULE_DEPTH_SHORTFALL */
};

/* One row: Z at column x is start + 16 * x * step, in 2^-14. */
struct gs_console_depth_row {
    gs_int128 start, step;
};

void gs_console_depth_init(struct gs_console_depth *depth, const struct gs_console_shape *shape,
                           const uint32_t z[3], bool falls_short);
/* What Z falls short on a row, 1/2048: one for a gradient along the row, one with the sign of the gradient
 * down, but not on the first row of the triangle; nothing unless it `falls_short`. */
int32_t gs_console_depth_shortfall(const struct gs_console_depth *depth, int32_t y);
/* The vertex that Z counts from on a row. */
uint8_t gs_console_depth_vertex(const struct gs_console_shape *shape, int32_t y);
void gs_console_depth_row(const struct gs_console_depth *depth, int32_t y, struct gs_console_depth_row *out);
/* Z at column x, truncated and limited to 0..most. */
uint32_t gs_console_depth_at(const struct gs_console_depth_row *row, int32_t x, uint32_t most);

#endif
