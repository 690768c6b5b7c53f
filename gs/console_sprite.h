/* The console's walk of texture coordinates along an axis of a sprite (GS-EXACT sections 7, 7.1 and 9.1). */
#ifndef GS_CONSOLE_SPRITE_H
#define GS_CONSOLE_SPRITE_H

#include <stdbool.h>
#include <stdint.h>

/* One end of a sprite's axis: position in 1/16 pixel, coordinate in 2^-32 texel. */
struct gs_console_end {
    int32_t position;
    int64_t coordinate;
};

struct gs_console_axis {
    int32_t first, end; /* pixels first..end-1; the scissor does not count */
    int64_t start;      /* at `first`: 1/65536 texel, even */
    int64_t step;       /* a pixel: the same */
    bool low;           /* from the second pixel on a little low */
};

/* Do coordinates come out low along an axis of `extent` pixels, 1/65536 texel a pixel? If the step is a
 * positive whole number of sixteenths and the extent no power of two. */
bool gs_console_axis_low(int64_t step, int32_t extent);
/* False if the axis covers no pixel. The ends may come in either order. */
bool gs_console_axis_init(struct gs_console_axis *axis, const struct gs_console_end *a,
                          const struct gs_console_end *b);
/* The coordinate at a pixel of the axis, 1/65536 texel, limited to 32 bits. */
int32_t gs_console_axis_at(const struct gs_console_axis *axis, int32_t pixel);

/* The same axis where S, T are divided by Q at each pixel: ends in 1/16 pixel, values in grid units. Between
 * them S and T are exactly linear (inferred: only that the vertices are not divided is known). */
struct gs_console_divided_axis {
    int32_t position[2], value[2];
};
/* Does the axis cover a pixel? */
bool gs_console_divided_axis_covers(const struct gs_console_divided_axis *axis);
/* S or T at a pixel in quarter units, rounded down. */
int32_t gs_console_divided_axis_at(const struct gs_console_divided_axis *axis, int32_t pixel);

/* S / Q * 2^size_log2 of float bits in 2^-32 texel, truncated toward zero; limited to +-2^24 texels,
 * with Q = 0 to the end on the side of the signs (0 / 0: 0). */
int64_t gs_console_quotient(uint32_t s, uint32_t q, unsigned size_log2);

#endif
