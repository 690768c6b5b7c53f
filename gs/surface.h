/* Frame and depth buffer: where the pixels of a group lie, reading and writing them. */
#ifndef GS_SURFACE_H
#define GS_SURFACE_H

#include "format.h"
#include "lanes.h"

/* Pixels of one memory buffer, 32- or 16-bit cells, addressed as row + column. */
struct gs_surface {
    const struct gs_format *format; /* of the pixels */
    uint8_t *memory;
    uint32_t page, bw;
    uint32_t row;         /* cell index term of the row in work */
    uint32_t wrap;        /* cell index mask */
    uint32_t columns[16]; /* cell index term of x / 4 & 15 */
    uint32_t page_cells_log2;
    bool words; /* 32-bit pixels; differs from the cells in the fill that gs_surface_stray describes */
    unsigned lanes;
    enum { GS_LAYOUT_32, GS_LAYOUT_16, GS_LAYOUT_OTHER } layout; /* OTHER: unusual, or four lanes */
    uint32_t cells[GS_MAX_LANES]; /* OTHER: cells of the lanes, counted from lane 0's */
};

/* `lanes`: of a group, 4 or 8. */
void gs_surface_init(struct gs_surface *s, const struct gs_format *format, uint8_t *memory, uint32_t page,
                     uint32_t bw, unsigned lanes);
/* Pixels become 32-bit words at the addresses that the surface's cell numbers give for words. */
void gs_surface_stray(struct gs_surface *s);
/* The row that is worked on from now on. */
void gs_surface_row(struct gs_surface *s, uint32_t y);

/* Cell of the pixel at column x, a multiple of 4. */
static inline uint32_t gs_surface_cell(const struct gs_surface *s, int32_t x)
{
    uint32_t page = (uint32_t)x >> 6;
    return (s->row + (page << s->page_cells_log2) + s->columns[x >> 2 & 15]) & s->wrap;
}

/* The pixels of a group whose lane 0 is at `cell`, with the bits of `mask`. */
void gs_surface_read(const struct gs_surface *s, uint32_t cell, uint32_t mask, uint32_t out[GS_MAX_LANES]);
/* Writes the bits of `mask` of the pixels in `lanes`. The other pixels of the group are written back as they
 * are: that takes less time than to tell them apart. */
void gs_surface_write(const struct gs_surface *s, uint32_t cell, uint32_t mask, const gs_lanes lanes,
                      const uint32_t value[GS_MAX_LANES]);

#endif
