/* Local memory: addresses, single pixels, blocks, and the stamps that tell caches what was written
 * (GS-MEMORY sections 1 and 2). Every address wraps at 4 MiB. */
#ifndef GS_MEMORY_H
#define GS_MEMORY_H

#include <stdint.h>

#include <path1/gs.h>

#include "format.h"

#define GS_PAGES 512u
#define GS_BLOCKS 16384u
#define GS_PAGE_SIZE 8192u
#define GS_BLOCK_SIZE 256u

struct gs_memory {
    _Alignas(64) uint8_t bytes[GS_LOCAL_MEMORY_SIZE];
    /* page_stamp[p] is the value `stamp` had at the last write to page p; a cache entry made at stamp s
     * is still exact if no page it was read from has a stamp above s. */
    uint64_t page_stamp[GS_PAGES];
    uint64_t stamp;
};

/* A set of pages, bit p & 63 of word p >> 6. */
struct gs_page_set {
    uint64_t word[GS_PAGES / 64];
};

/* Index of the cell (in units of the format's cell size) of pixel (x, y) in a buffer at block `bp`
 * (any value; wraps) of width `bw` (units of 64 pixels). x, y: 0..2047 and beyond (x past the buffer's
 * width runs on into the next page, GS-MEMORY section 2). */
uint32_t gs_cell(const struct gs_format *f, uint32_t bp, uint32_t bw, uint32_t x, uint32_t y);

/* The pixel in a cell: f->pixel_bits bits, zero extended. */
uint32_t gs_read_cell(const uint8_t *memory, const struct gs_format *f, uint32_t cell);
/* Replaces the pixel in a cell; other bits of the cell stay. Does not stamp. */
void gs_write_cell(uint8_t *memory, const struct gs_format *f, uint32_t cell, uint32_t value);

static inline uint32_t gs_read_pixel(const uint8_t *memory, const struct gs_format *f, uint32_t bp,
                                     uint32_t bw, uint32_t x, uint32_t y)
{
    return gs_read_cell(memory, f, gs_cell(f, bp, bw, x, y));
}

/* All pixels of block `block` (0..16383, the physical block number: f->block_xor is not applied here)
 * in raster order to out[0 .. (1 << block_w_log2 + block_h_log2) - 1], at most 512 values. */
void gs_read_block(const uint8_t *memory, const struct gs_format *f, uint32_t block, uint32_t *out);
/* Physical block number of the block that holds pixel (x, y). */
uint32_t gs_block_number(const struct gs_format *f, uint32_t bp, uint32_t bw, uint32_t x, uint32_t y);

/* For 32- and 16-bit cells the address of a pixel of a page-aligned buffer is a sum:
 * cell = (row[y] + column[x]) & (f->cell_bits == 32 ? 0xFFFFF : 0x1FFFFF). These give the two terms.
 * `page`: base of the buffer in pages, `bw` in 64 pixels. */
uint32_t gs_row_base(const struct gs_format *f, uint32_t page, uint32_t bw, uint32_t y);
uint32_t gs_column_offset(const struct gs_format *f, uint32_t x);

/* Records a write to the page that holds `cell`. */
void gs_touch_cell(struct gs_memory *m, const struct gs_format *f, uint32_t cell);
/* Records writes to every page of a set. */
void gs_touch_pages(struct gs_memory *m, const struct gs_page_set *pages);
/* Records writes to every page (a state was loaded). */
void gs_touch_all(struct gs_memory *m);

/* Adds to `set` the pages that the rectangle [x0, x1) x [y0, y1) of a buffer lies in. Coordinates below
 * 65536; empty rectangles add nothing. */
void gs_pages_of_rect(struct gs_page_set *set, const struct gs_format *f, uint32_t bp, uint32_t bw,
                      uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1);

static inline bool gs_page_sets_meet(const struct gs_page_set *a, const struct gs_page_set *b)
{
    uint64_t any = 0;
    for (unsigned i = 0; i < GS_PAGES / 64; i++)
        any |= a->word[i] & b->word[i];
    return any != 0;
}

#endif
