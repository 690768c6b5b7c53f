#include "surface.h"

#include <string.h>

#include "bytes.h"
#include "memory.h"

#define LANES GS_MAX_LANES

static void set_other_layout(struct gs_surface *s)
{
    s->layout = GS_LAYOUT_OTHER;
    for (uint32_t k = 0; k < LANES; k++)
        s->cells[k] = gs_column_offset(s->format, k) - gs_column_offset(s->format, 0);
}

void gs_surface_init(struct gs_surface *s, const struct gs_format *format, uint8_t *memory, uint32_t page,
                     uint32_t bw, unsigned lanes)
{
    s->format = format;
    s->memory = memory;
    s->page = page;
    s->bw = bw;
    s->words = format->cell_bits == 32;
    s->lanes = lanes;
    s->wrap = s->words ? 0xFFFFF : 0x1FFFFF;
    s->page_cells_log2 = s->words ? 11 : 12;
    for (uint32_t i = 0; i < 16; i++)
        s->columns[i] = gs_column_offset(format, 4 * i);
    if (lanes == LANES && s->words)
        s->layout = GS_LAYOUT_32;
    else if (lanes == LANES && format->cell_bits == 16)
        s->layout = GS_LAYOUT_16;
    else
        set_other_layout(s);
}

void gs_surface_stray(struct gs_surface *s)
{
    if (s->words)
        return;
    s->words = true;
    s->wrap = 0xFFFFF;
    set_other_layout(s);
}

void gs_surface_row(struct gs_surface *s, uint32_t y)
{
    s->row = gs_row_base(s->format, s->page, s->bw, y);
}

/* Cells of LAYOUT_32 are 0, 1, 4, 5, 8, 9, 12, 13: pairs of neighbours, which compilers move as one. */
GS_APART static void read32(const uint8_t *restrict at, uint32_t mask, uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k += 2) {
        out[k] = gs_load32(at + 8 * k) & mask;
        out[k + 1] = gs_load32(at + 8 * k + 4) & mask;
    }
}

GS_APART static void write32(uint8_t *restrict at, uint32_t mask, const uint32_t lanes[restrict LANES],
                             const uint32_t value[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k += 2) {
        uint8_t *even = at + 8 * k, *odd = at + 8 * k + 4;
        uint32_t m = lanes[k] & mask, n = lanes[k + 1] & mask;
        uint32_t v = (value[k] & m) | (gs_load32(even) & ~m);
        uint32_t w = (value[k + 1] & n) | (gs_load32(odd) & ~n);
        gs_store32(even, v);
        gs_store32(odd, w);
    }
}

/* Cells of LAYOUT_16: the low or the high halves of those words. */
static const uint8_t cells16[LANES] = {0, 2, 8, 10, 16, 18, 24, 26};

GS_APART static void read16(const uint8_t *restrict at, uint32_t mask, uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = gs_load16(at + 2 * cells16[k]) & mask;
}

GS_APART static void write16(uint8_t *restrict at, uint32_t mask, const uint32_t lanes[restrict LANES],
                             const uint32_t value[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++) {
        uint32_t m = lanes[k] & mask;
        gs_store16(at + 2 * cells16[k], (value[k] & m) | (gs_load16(at + 2 * cells16[k]) & ~m));
    }
}

static void read_other(const struct gs_surface *s, uint32_t cell, uint32_t mask, uint32_t out[LANES])
{
    memset(out, 0, LANES * sizeof *out);
    for (unsigned k = 0; k < s->lanes; k++) {
        size_t own = (cell + s->cells[k]) & s->wrap;
        out[k] = (s->words ? gs_load32(s->memory + 4 * own) : gs_load16(s->memory + 2 * own)) & mask;
    }
}

static void write_other(const struct gs_surface *s, uint32_t cell, uint32_t mask, const gs_lanes lanes,
                        const uint32_t value[LANES])
{
    for (unsigned k = 0; k < s->lanes; k++) {
        size_t own = (cell + s->cells[k]) & s->wrap;
        uint32_t m = lanes[k] & mask;
        uint8_t *word = s->memory + 4 * own, *half = s->memory + 2 * own;
        if (s->words)
            gs_store32(word, (value[k] & m) | (gs_load32(word) & ~m));
        else
            gs_store16(half, (value[k] & m) | (gs_load16(half) & ~m));
    }
}

void gs_surface_read(const struct gs_surface *s, uint32_t cell, uint32_t mask, uint32_t out[LANES])
{
    if (s->layout == GS_LAYOUT_32)
        read32(s->memory + 4 * (size_t)cell, mask, out);
    else if (s->layout == GS_LAYOUT_16)
        read16(s->memory + 2 * (size_t)cell, mask, out);
    else
        read_other(s, cell, mask, out);
}

void gs_surface_write(const struct gs_surface *s, uint32_t cell, uint32_t mask, const gs_lanes lanes,
                      const uint32_t value[LANES])
{
    if (s->layout == GS_LAYOUT_32)
        write32(s->memory + 4 * (size_t)cell, mask, lanes, value);
    else if (s->layout == GS_LAYOUT_16)
        write16(s->memory + 2 * (size_t)cell, mask, lanes, value);
    else
        write_other(s, cell, mask, lanes, value);
}
