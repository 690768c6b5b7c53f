/* What one vsync shows: the merged picture and both read circuits, in memory. */
#ifndef FRONTEND_FRAME_H
#define FRONTEND_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

enum frame_view { FRAME_MERGED, FRAME_RC0, FRAME_RC1, FRAME_VIEWS };
/* "merged", "rc0", "rc1" */
extern const char *const frame_view_names[FRAME_VIEWS];

struct frame_picture {
    uint32_t width, height; /* pixels; 0 x 0: the circuit is off or shows nothing */
    uint8_t *rgba;          /* width * height * 4 bytes R,G,B,A, top row first */
};

struct frame {
    uint64_t number; /* of its vsync, from 0 */
    bool at_end;     /* not of a vsync: what a recording without any shows at its end */
    bool pal;        /* 50 fields a second, else 59.94 */
    size_t bytes;    /* of memory, all in all */
    unsigned holders;
    struct frame_picture picture[FRAME_VIEWS];
};

/* Reads everything out of the chip, which stands at a vsync. The caller is the one holder. */
struct frame *frame_render(struct gs *gs, uint64_t number);
bool frame_shows_nothing(const struct frame *frame);
/* One holder less; the last one frees it. */
void frame_release(struct frame *frame);

#endif
