/* An attribute along a straight segment, exact. */
#ifndef GS_CONSOLE_SEGMENT_H
#define GS_CONSOLE_SEGMENT_H

#include <stdint.h>

/* A segment along one axis; 1/16 pixel. */
struct gs_console_segment {
    int32_t from;   /* of the first vertex */
    int32_t length; /* to the second one, with a sign, not 0 */
};

/* a + (b - a) * t rounded down, t from 0 at the first vertex to 1 at the second one; a and b of 33 bits. At
 * pixel centres before and behind the segment the line goes on. */
static inline int64_t gs_console_segment_at(const struct gs_console_segment *s, int64_t a, int64_t b,
                                            int32_t pixel)
{
    int64_t way = 16 * (int64_t)pixel - s->from, length = s->length;
    if (length < 0) {
        way = -way;
        length = -length;
    }
    int64_t n = (b - a) * way;
    return a + n / length - (n % length < 0);
}

#endif
