/* The console's walk of colour and fog (GS-EXACT section 3, measured): one anchor for all rows, absolute
 * pairs of rows, blocks of pixels with a coarse step inside of each. */
#ifndef GS_CONSOLE_COLOUR_H
#define GS_CONSOLE_COLOUR_H

#include <stdbool.h>
#include <stdint.h>

#include "console_shape.h"

/* How the walk steps (GS_RULE_WALK_...): {.width = W} is the console's way with blocks of W pixels. */
struct gs_console_steps {
    bool exact;     /* gradients by the area itself, not by its 8-bit reciprocal */
    bool fine;      /* within blocks and pairs of rows too, not in 1/16 level */
    bool single;    /* rows by themselves, not in pairs */
    unsigned width; /* of a block, pixels: a power of two */
};

/* One channel of a triangle. In 1/1024 level. */
struct gs_console_ramp {
    int64_t x_step, y_step;               /* a pixel */
    int64_t coarse_x_step, coarse_y_step; /* the same within blocks and pairs: in 1/16 level */
    int64_t start;                        /* at column `exact_x`, without the rows */
    int32_t anchor_y;                     /* 1/16 pixel */
    int32_t grid_x, exact_x;              /* columns: where blocks begin; where the plane is exact */
    int32_t direction;
    int32_t row_mask,
        row_bit; /* row y & row_mask | row_bit is exact: the even or odd one of a pair, or all */
    unsigned width_log2;
};

/* Pixels of a block: 8, or 4 with texturing, fog or AA1. */
enum { GS_CONSOLE_WIDE_BLOCK = 8, GS_CONSOLE_NARROW_BLOCK = 4 };

/* `level`: by vertex as sent, 0..255. */
void gs_console_ramp_init(struct gs_console_ramp *ramp, const struct gs_console_shape *shape,
                          const int64_t level[3], const struct gs_console_steps *steps);
/* What the column adds to the value of a pixel, and what the row does. */
static inline int64_t gs_console_ramp_column(const struct gs_console_ramp *r, int32_t x)
{
    int64_t block = (int64_t)r->direction * (x - r->grid_x) >> r->width_log2;
    int64_t jump = (r->x_step - r->coarse_x_step) * ((int64_t)1 << r->width_log2) * r->direction;
    return r->start + r->coarse_x_step * (x - r->exact_x) + jump * block;
}

static inline int64_t gs_console_ramp_row(const struct gs_console_ramp *r, int32_t y)
{
    int64_t exact_y = (y & r->row_mask) | r->row_bit;
    return r->y_step * (16 * exact_y - r->anchor_y) / 16 + r->coarse_y_step * (y - exact_y);
}

/* The value at a pixel, 1/1024 level; may be out of 0..255 levels. */
int64_t gs_console_ramp_at(const struct gs_console_ramp *ramp, int32_t x, int32_t y);
/* The byte that everything after the walk uses. */
uint8_t gs_console_ramp_byte(int64_t value);

#endif
