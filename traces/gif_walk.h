/* Where GIF packets end: the tags of one path, without their effects (GS-DRAWING section 1). */
#ifndef TRACES_GIF_WALK_H
#define TRACES_GIF_WALK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Plain data; all 0: before a packet. */
struct gif_walk {
    uint32_t left; /* quadwords of the present tag's data that are to come */
    bool inside;   /* a packet has begun and its end (a tag with EOP and its data) has not come */
    bool last;     /* the present tag has EOP */
    bool image;    /* its data are in IMAGE mode (FLG 2 or 3) */
};

/* Quadwords of data behind the tag whose low 64 bits are `tag`: 0..524,272. */
uint32_t gif_tag_data(uint64_t tag);
/* Walks over up to `quadwords` quadwords, at most to the end of the packet; returns how many. */
size_t gif_walk_take(struct gif_walk *walk, const uint8_t *data, size_t quadwords);

#endif
