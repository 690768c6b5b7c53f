/* Watching a pixel of the frame that drawing.h draws to, and what was told of it. */
#ifndef TESTS_PIXEL_RIG_H
#define TESTS_PIXEL_RIG_H

#include <stdint.h>

#include <path1/gs_pixel.h>

enum { PIXEL_RIG_KEPT = 8 };

/* In the order in which it was told. */
extern struct pixel_rig {
    struct gs_pixel_fragment fragment[PIXEL_RIG_KEPT];
    unsigned fragments;
    struct gs_pixel_transfer transfer[PIXEL_RIG_KEPT];
    unsigned transfers;
    uint64_t kicks; /* that were asked for their origin: the origin's event is the number */
} seen;

/* Watches (x, y) of the frame, in its format, and forgets what was seen. */
void watch(uint32_t x, uint32_t y);
/* The only fragment there was, when all is drawn. */
const struct gs_pixel_fragment *only(void);

#endif
