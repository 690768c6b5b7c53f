/* Pixel addresses: pages, blocks, and cells inside a block (GS-MEMORY section 2). */
#include "blocks.h"
#include "memory.h"

/* Block number inside a page, [by << n | bx] with n = log2 of the blocks in a row of the page. */
static const uint8_t page_blocks[3][32] = {
    /* 8 columns: 32-bit cells and PSMT8 */
    [GS_MAP_32] = {0, 1, 4,  5,  16, 17, 20, 21, 2,  3,  6,  7,  18, 19, 22, 23,
                   8, 9, 12, 13, 24, 25, 28, 29, 10, 11, 14, 15, 26, 27, 30, 31},
    /* 4 columns: PSMCT16, PSMZ16 and PSMT4 */
    [GS_MAP_16] = {0,  2,  8,  10, 1,  3,  9,  11, 4,  6,  12, 14, 5,  7,  13, 15,
                   16, 18, 24, 26, 17, 19, 25, 27, 20, 22, 28, 30, 21, 23, 29, 31},
    /* 4 columns: PSMCT16S, PSMZ16S */
    [GS_MAP_16S] = {0, 2, 16, 18, 1, 3, 17, 19, 8,  10, 24, 26, 9,  11, 25, 27,
                    4, 6, 20, 22, 5, 7, 21, 23, 12, 14, 28, 30, 13, 15, 29, 31},
};

#define BIT(v, i) ((v) >> (i)&1)

/* Cell index of pixel (x, y) inside a block. */
#define CELL32(x, y) ((y) >> 1 << 4 | BIT(x, 0) | BIT(y, 0) << 1 | BIT(x, 1) << 2 | BIT(x, 2) << 3)
#define CELL16(x, y)                                                                                         \
    ((y) >> 1 << 5 | BIT(x, 3) | BIT(x, 0) << 1 | BIT(y, 0) << 2 | BIT(x, 1) << 3 | BIT(x, 2) << 4)
#define CELL8(x, y)                                                                                          \
    ((y) >> 2 << 6 | BIT(y, 1) | BIT(x, 3) << 1 | BIT(x, 0) << 2 | BIT(y, 0) << 3 | BIT(x, 1) << 4 |         \
     (BIT(x, 2) ^ BIT(y, 1) ^ BIT(y, 2)) << 5)
#define CELL4(x, y)                                                                                          \
    ((y) >> 2 << 7 | BIT(y, 1) | BIT(x, 3) << 1 | BIT(x, 4) << 2 | BIT(x, 0) << 3 | BIT(y, 0) << 4 |         \
     BIT(x, 1) << 5 | (BIT(x, 2) ^ BIT(y, 1) ^ BIT(y, 2)) << 6)

#define PIXELS4(F, x, y) F(x, y), F((x) + 1, y), F((x) + 2, y), F((x) + 3, y)
#define PIXELS8(F, x, y) PIXELS4(F, x, y), PIXELS4(F, (x) + 4, y)
#define PIXELS16(F, x, y) PIXELS8(F, x, y), PIXELS8(F, (x) + 8, y)
#define PIXELS32(F, x, y) PIXELS16(F, x, y), PIXELS16(F, (x) + 16, y)
#define ROWS8(ROW, F, y)                                                                                     \
    ROW(F, 0, y), ROW(F, 0, (y) + 1), ROW(F, 0, (y) + 2), ROW(F, 0, (y) + 3), ROW(F, 0, (y) + 4),            \
        ROW(F, 0, (y) + 5), ROW(F, 0, (y) + 6), ROW(F, 0, (y) + 7)

static const uint16_t cells32[64] = {ROWS8(PIXELS8, CELL32, 0)};
static const uint16_t cells16[128] = {ROWS8(PIXELS16, CELL16, 0)};
static const uint16_t cells8[256] = {ROWS8(PIXELS16, CELL8, 0), ROWS8(PIXELS16, CELL8, 8)};
static const uint16_t cells4[512] = {ROWS8(PIXELS32, CELL4, 0), ROWS8(PIXELS32, CELL4, 8)};

const uint16_t *gs_block_cells(const struct gs_format *f)
{
    switch (f->cell_bits) {
    case 32:
        return cells32;
    case 16:
        return cells16;
    case 8:
        return cells8;
    default:
        return cells4;
    }
}

/* Pages from one row of pages to the next. */
static uint32_t page_stride(const struct gs_format *f, uint32_t bw)
{
    return f->cell_bits >= 16 ? bw : bw >> 1;
}

/* log2 of the blocks in a row of a page. */
static unsigned columns_log2(const struct gs_format *f)
{
    return (unsigned)f->page_w_log2 - f->block_w_log2;
}

static uint32_t low_bits(unsigned count)
{
    return (1u << count) - 1;
}

uint32_t gs_block_number(const struct gs_format *f, uint32_t bp, uint32_t bw, uint32_t x, uint32_t y)
{
    uint32_t page = (y >> f->page_h_log2) * page_stride(f, bw) + (x >> f->page_w_log2);
    uint32_t bx = (x & low_bits(f->page_w_log2)) >> f->block_w_log2;
    uint32_t by = (y & low_bits(f->page_h_log2)) >> f->block_h_log2;
    uint32_t block = bp + 32 * page + page_blocks[f->map][by << columns_log2(f) | bx];
    return (block ^ f->block_xor) & (GS_BLOCKS - 1);
}

static uint32_t cell_in_block(const struct gs_format *f, uint32_t x, uint32_t y)
{
    uint32_t row = y & low_bits(f->block_h_log2), column = x & low_bits(f->block_w_log2);
    return gs_block_cells(f)[row << f->block_w_log2 | column];
}

uint32_t gs_cell(const struct gs_format *f, uint32_t bp, uint32_t bw, uint32_t x, uint32_t y)
{
    return gs_block_number(f, bp, bw, x, y) << gs_block_cells_log2(f) | cell_in_block(f, x, y);
}

void gs_row_cells(const struct gs_format *f, uint32_t bp, uint32_t bw, uint32_t x, uint32_t y, uint32_t count,
                  uint32_t *cell)
{
    uint32_t width = 1u << f->block_w_log2;
    const uint16_t *row = gs_block_cells(f) + ((y & low_bits(f->block_h_log2)) << f->block_w_log2);
    while (count) {
        x &= GS_POSITION_MASK;
        uint32_t first = x & (width - 1);
        uint32_t run = width - first < count ? width - first : count;
        uint32_t base = gs_block_number(f, bp, bw, x, y) << gs_block_cells_log2(f);
        for (uint32_t i = 0; i < run; i++)
            cell[i] = base | row[first + i];
        cell += run;
        x += run;
        count -= run;
    }
}

/* The bits of a block number inside its page that depend on bx; the others depend on by. */
static uint32_t column_bits(const struct gs_format *f)
{
    return page_blocks[f->map][low_bits(columns_log2(f))];
}

uint32_t gs_row_base(const struct gs_format *f, uint32_t page, uint32_t bw, uint32_t y)
{
    uint32_t by = (y & low_bits(f->page_h_log2)) >> f->block_h_log2;
    uint32_t block = page_blocks[f->map][by << columns_log2(f)] ^ (f->block_xor & ~column_bits(f));
    block += 32 * (page + (y >> f->page_h_log2) * page_stride(f, bw));
    return (block << gs_block_cells_log2(f)) + cell_in_block(f, 0, y);
}

uint32_t gs_column_offset(const struct gs_format *f, uint32_t x)
{
    uint32_t bx = (x & low_bits(f->page_w_log2)) >> f->block_w_log2;
    uint32_t block = page_blocks[f->map][bx] ^ (f->block_xor & column_bits(f));
    block += 32 * (x >> f->page_w_log2);
    return (block << gs_block_cells_log2(f)) + cell_in_block(f, x, 0);
}

/* The blocks of a rectangle of block coordinates inside one page, for a base that no page starts at. */
static void add_blocks(struct gs_page_set *set, const struct gs_format *f, uint32_t base, uint32_t bx0,
                       uint32_t by0, uint32_t bx1, uint32_t by1)
{
    for (uint32_t by = by0; by <= by1; by++) {
        for (uint32_t bx = bx0; bx <= bx1; bx++) {
            uint32_t block = base + page_blocks[f->map][by << columns_log2(f) | bx];
            uint32_t page = (block & (GS_BLOCKS - 1)) / 32;
            set->word[page / 64] |= 1ull << (page % 64);
        }
    }
}

static void add_page(struct gs_page_set *set, uint32_t page)
{
    page &= GS_PAGES - 1;
    set->word[page / 64] |= 1ull << (page % 64);
}

void gs_pages_of_rect(struct gs_page_set *set, const struct gs_format *f, uint32_t bp, uint32_t bw,
                      uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    if (x0 >= x1 || y0 >= y1)
        return;
    uint32_t stride = page_stride(f, bw);
    uint32_t page_w = 1u << f->page_w_log2, page_h = 1u << f->page_h_log2;
    for (uint32_t py = y0 >> f->page_h_log2; py <= (y1 - 1) >> f->page_h_log2; py++) {
        for (uint32_t px = x0 >> f->page_w_log2; px <= (x1 - 1) >> f->page_w_log2; px++) {
            uint32_t base = bp + 32 * (py * stride + px);
            if (base % 32 == 0) {
                add_page(set, base / 32);
                continue;
            }
            /* The part of the rectangle in this page, inclusive. */
            uint32_t left = px * page_w, top = py * page_h;
            uint32_t fx = x0 > left ? x0 - left : 0, lx = x1 - 1 - left < page_w ? x1 - 1 - left : page_w - 1;
            uint32_t fy = y0 > top ? y0 - top : 0, ly = y1 - 1 - top < page_h ? y1 - 1 - top : page_h - 1;
            add_blocks(set, f, base, fx >> f->block_w_log2, fy >> f->block_h_log2, lx >> f->block_w_log2,
                       ly >> f->block_h_log2);
        }
    }
}
