/* Ranges of blocks, as PCSX2 compares buffers: from the block of a rectangle's first pixel to that of its
 * last, whatever lies between. Used only for when a queued draw ends and when a palette counts as written;
 * what is exact for memory is gs_pages_of_rect. */
#ifndef GS_RANGE_H
#define GS_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "batch.h"
#include "format.h"

struct gs_block_range {
    uint32_t base;       /* the buffer's first block */
    uint32_t start, end; /* blocks, both inclusive, 0..16383; end < start when it wraps */
};

/* The range of a rectangle (not empty) in a buffer at block `bp`, width `bw` (64 pixels). Rectangles that
 * start (end) at page corners start (end) with whole pages. */
struct gs_block_range gs_block_range(const struct gs_format *f, uint32_t bp, uint32_t bw,
                                     const struct gs_rect *rect);
/* Do the ranges share a page? */
bool gs_block_ranges_overlap(const struct gs_block_range *a, const struct gs_block_range *b);

#endif
