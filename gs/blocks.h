/* Cells inside a block, and runs of pixels along a row: what transfers and texture decoding build on
 * (GS-MEMORY section 2). */
#ifndef GS_BLOCKS_H
#define GS_BLOCKS_H

#include <stdint.h>

#include "format.h"

/* Positions of a transfer have 11 bits. */
#define GS_POSITION_MASK 2047u

/* Cell index inside a block of every pixel of the block in raster order:
 * [y << block_w_log2 | x], 64 to 512 entries. */
const uint16_t *gs_block_cells(const struct gs_format *f);

/* Cells in one block, log2: 6 for 32-bit cells to 9 for 4-bit cells. */
static inline unsigned gs_block_cells_log2(const struct gs_format *f)
{
    return (unsigned)f->block_w_log2 + f->block_h_log2;
}

/* Cell numbers (as gs_cell) of `count` pixels of row `y` from x rightwards; x wraps at 2048. */
void gs_row_cells(const struct gs_format *f, uint32_t bp, uint32_t bw, uint32_t x, uint32_t y, uint32_t count,
                  uint32_t *cell);

#endif
