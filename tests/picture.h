/* The frame of tests/drawing.h as a picture. */
#ifndef TESTS_PICTURE_H
#define TESTS_PICTURE_H

#include <stdint.h>

struct frame_box {
    uint32_t left, top, right, bottom; /* inclusive */
};

struct frame_picture {
    uint64_t hash;        /* XXH3-64 of the pixels, R, G, B, A a byte each, top row first */
    unsigned covered;     /* pixels that differ from the background */
    struct frame_box box; /* around those */
};

/* The frame after all drawing, which began with `background` everywhere. If the environment's PATH1_PICTURES
 * names a folder the picture goes there, too, as NAME.png. */
struct frame_picture frame_picture(const char *name, uint32_t background);

/* Fails the test unless the picture is as it was when these numbers were noted. */
void frame_check(const struct frame_picture *picture, unsigned covered, uint64_t hash);
/* Fails the test if `inner` leaves `outer`, or stays more than `slack` pixels away from one of its sides. */
void frame_check_box(const struct frame_box *inner, const struct frame_box *outer, uint32_t slack);

#endif
