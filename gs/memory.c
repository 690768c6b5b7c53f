/* Local memory: cells, blocks and write stamps. */
#include "memory.h"

#include "blocks.h"

/* Local memory is little endian whatever the host is; compilers make one access of these. */
static uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

uint32_t gs_read_cell(const uint8_t *memory, const struct gs_format *f, uint32_t cell)
{
    switch (f->cell_bits) {
    case 32:
        return load32(memory + 4 * (size_t)cell) >> f->shift & f->mask;
    case 16:
        return (uint32_t)memory[2 * (size_t)cell] | (uint32_t)memory[2 * (size_t)cell + 1] << 8;
    case 8:
        return memory[cell];
    default:
        return memory[cell >> 1] >> (cell & 1) * 4 & 0xF;
    }
}

void gs_write_cell(uint8_t *memory, const struct gs_format *f, uint32_t cell, uint32_t value)
{
    switch (f->cell_bits) {
    case 32: {
        uint8_t *p = memory + 4 * (size_t)cell;
        uint32_t mask = f->mask << f->shift;
        store32(p, (load32(p) & ~mask) | (value << f->shift & mask));
        break;
    }
    case 16:
        memory[2 * (size_t)cell] = (uint8_t)value;
        memory[2 * (size_t)cell + 1] = (uint8_t)(value >> 8);
        break;
    case 8:
        memory[cell] = (uint8_t)value;
        break;
    default: {
        unsigned shift = (cell & 1) * 4;
        memory[cell >> 1] = (uint8_t)((memory[cell >> 1] & ~(0xFu << shift)) | (value & 0xF) << shift);
        break;
    }
    }
}

void gs_read_block(const uint8_t *memory, const struct gs_format *f, uint32_t block, uint32_t *out)
{
    const uint8_t *p = memory + (size_t)(block & (GS_BLOCKS - 1)) * GS_BLOCK_SIZE;
    const uint16_t *cells = gs_block_cells(f);
    unsigned count = 1u << gs_block_cells_log2(f);
    switch (f->cell_bits) {
    case 32:
        for (unsigned i = 0; i < count; i++)
            out[i] = load32(p + 4 * cells[i]) >> f->shift & f->mask;
        break;
    case 16:
        for (unsigned i = 0; i < count; i++)
            out[i] = (uint32_t)p[2 * cells[i]] | (uint32_t)p[2 * cells[i] + 1] << 8;
        break;
    case 8:
        for (unsigned i = 0; i < count; i++)
            out[i] = p[cells[i]];
        break;
    default:
        for (unsigned i = 0; i < count; i++)
            out[i] = p[cells[i] >> 1] >> (cells[i] & 1) * 4 & 0xF;
        break;
    }
}

void gs_touch_cell(struct gs_memory *m, const struct gs_format *f, uint32_t cell)
{
    uint32_t page = (cell >> gs_block_cells_log2(f)) / 32;
    m->page_stamp[page & (GS_PAGES - 1)] = ++m->stamp;
}

void gs_touch_pages(struct gs_memory *m, const struct gs_page_set *pages)
{
    m->stamp++;
    for (unsigned i = 0; i < GS_PAGES / 64; i++) {
        for (unsigned bit = 0; pages->word[i] >> bit; bit++) {
            if (pages->word[i] >> bit & 1)
                m->page_stamp[64 * i + bit] = m->stamp;
            if (bit == 63)
                break;
        }
    }
}

void gs_touch_all(struct gs_memory *m)
{
    m->stamp++;
    for (unsigned page = 0; page < GS_PAGES; page++)
        m->page_stamp[page] = m->stamp;
}
