/* The older law of coordinates in triangles with S, T and Q = 1 (GS-EXACT section 7.3): vertices are cut to a
 * grain, the gradient to 1/1024 of it, and a span is walked as with U, V (console_trail.h), but without the
 * limit of 15 fraction bits. */
#ifndef GS_CONSOLE_GRAIN_H
#define GS_CONSOLE_GRAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "console_exact.h"

/* One axis of a triangle. */
struct gs_console_grain {
    int32_t exponent;              /* the grain is 2^exponent / 65536 texel; 0..60 */
    struct gs_console_exact exact; /* in grains */
    gs_int128 step;                /* a pixel, 2^-26 texel */
    bool low;                      /* trails */
};

/* Exponent of the grain of an axis of 2^size_log2 texels (0..15) from the float bits of S or T by vertex. 0
 * or more: what is below 1/65536 texel ends in the same texel as 0. */
int32_t gs_console_grain_exponent(const uint32_t bits[3], unsigned size_log2);
/* S or T in grains, truncated toward zero: 15 bits and a sign. Denormals are 0. */
int32_t gs_console_grains(uint32_t bits, unsigned size_log2, int32_t exponent);
/* n / cross for n in grains * 1/16 pixel (below 2^40 in size), in 1/1024 grain a pixel: rounded down, and one
 * less where it is whole and above 0, unless the area is a power of two. */
int64_t gs_console_grain_gradient(int64_t n, const struct gs_console_area *area);

/* `bits`: of S or T by vertex as sent. */
void gs_console_grain_init(struct gs_console_grain *grain, const struct gs_console_shape *shape,
                           const uint32_t bits[3], unsigned size_log2);
/* The exact plane through the cut vertices at the first pixel of a span, rounded down to 1/65536 texel. */
gs_int128 gs_console_grain_start(const struct gs_console_grain *grain, int32_t first, int32_t y);
/* The coordinate `pixels` (below 2^13) right of the span's first pixel, 1/65536 texel, limited to 32 bits. */
int32_t gs_console_grain_at(const struct gs_console_grain *grain, gs_int128 start, int32_t pixels);

#endif
