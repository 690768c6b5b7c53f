/* The console's walk of colour and fog (GS-EXACT section 3, measured): one anchor for all rows, absolute
 * pairs of rows, blocks of pixels with a coarse step inside of each. */
#ifndef GS_CONSOLE_COLOUR_H
#define GS_CONSOLE_COLOUR_H

#include <stdint.h>

#include "console_shape.h"

/* One channel of a triangle. In 1/1024 level. */
struct gs_console_ramp {
    int64_t x_step, y_step;               /* a pixel */
    int64_t coarse_x_step, coarse_y_step; /* the same in 1/16 level */
    int64_t start;                        /* at column `exact_x`, without the rows */
    int32_t anchor_y;                     /* 1/16 pixel */
    int32_t grid_x, exact_x;              /* columns: where blocks begin; where the plane is exact */
    int32_t direction;
    uint32_t row_bit; /* of a pair of rows the one that is exact: 0 even, 1 odd */
    unsigned width_log2;
};

/* Pixels of a block: 8, or 4 with texturing, fog or AA1. */
enum { GS_CONSOLE_WIDE_BLOCK = 8, GS_CONSOLE_NARROW_BLOCK = 4 };

/* `level`: by vertex as sent, 0..255. `width`: a power of two. */
void gs_console_ramp_init(struct gs_console_ramp *ramp, const struct gs_console_shape *shape,
                          const int64_t level[3], unsigned width);
/* The value at a pixel, 1/1024 level; may be out of 0..255 levels. */
int64_t gs_console_ramp_at(const struct gs_console_ramp *ramp, int32_t x, int32_t y);
/* The byte that everything after the walk uses. */
uint8_t gs_console_ramp_byte(int64_t value);

#endif
