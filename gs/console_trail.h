/* The older law of coordinates in triangles with U, V (GS-EXACT sections 7.1 and 7.2): an accumulator with 15
 * fraction bits that starts anew in each row, and trails by one unit of 2^-16 texel where it ascends. */
#ifndef GS_CONSOLE_TRAIL_H
#define GS_CONSOLE_TRAIL_H

#include <stdbool.h>
#include <stdint.h>

#include "console_exact.h"

/* One axis of a triangle; 1/65536 texel. */
struct gs_console_trail {
    struct gs_console_exact exact;
    int64_t step; /* a pixel, even */
    bool low;     /* trails */
};

/* `value` by vertex as sent, below 2^30 in size. */
void gs_console_trail_init(struct gs_console_trail *trail, const struct gs_console_shape *shape,
                           const int64_t value[3]);
/* The accumulator's value at the first pixel of a span. */
int64_t gs_console_trail_start(const struct gs_console_trail *trail, int32_t first, int32_t y);
/* The coordinate `pixels` right of the span's first pixel, limited to 32 bits. */
int32_t gs_console_trail_at(const struct gs_console_trail *trail, int64_t start, int32_t pixels);

#endif
