/* The frame of tests/drawing.h as a picture. */
#ifndef TESTS_PICTURE_H
#define TESTS_PICTURE_H

#include <stdint.h>

struct frame_picture {
    uint64_t hash;                    /* XXH3-64 of the pixels, R, G, B, A a byte each, top row first */
    unsigned covered;                 /* pixels that differ from the background */
    uint32_t left, top, right, bottom; /* their bounding box, inclusive */
};

/* The frame after all drawing, which began with `background` everywhere. If the environment's PATH1_PICTURES
 * names a folder the picture goes there, too, as NAME.png. */
struct frame_picture frame_picture(const char *name, uint32_t background);

#endif
