/* Storing stream data into local memory. Both are little endian, so bytes are copied as they are. */
#include "stream.h"

#include <string.h>

static uint8_t nibble(const uint8_t *stream, size_t index)
{
    return stream[index >> 1] >> (index & 1) * 4 & 0xF;
}

static uint8_t with_low(uint8_t byte, unsigned value)
{
    return (uint8_t)((byte & 0xF0) | value);
}

static uint8_t with_high(uint8_t byte, unsigned value)
{
    return (uint8_t)((byte & 0x0F) | value << 4);
}

/* The formats in the top byte of a 32-bit cell. */
static void store_top(uint8_t *top, const struct gs_format *f, const uint16_t *cells, const uint8_t *stream,
                      size_t first, uint32_t count)
{
    if (f->pixel_bits == 8) {
        for (uint32_t i = 0; i < count; i++)
            top[4 * cells[i]] = stream[first + i];
    } else if (f->shift == 24) {
        for (uint32_t i = 0; i < count; i++)
            top[4 * cells[i]] = with_low(top[4 * cells[i]], nibble(stream, first + i));
    } else {
        for (uint32_t i = 0; i < count; i++)
            top[4 * cells[i]] = with_high(top[4 * cells[i]], nibble(stream, first + i));
    }
}

void gs_store_run(uint8_t *memory, const struct gs_format *f, uint32_t base, const uint16_t *cells,
                  const uint8_t *stream, size_t first, uint32_t count)
{
    uint8_t *p = memory + (size_t)base * f->cell_bits / 8;
    if (f->cell_bits == 32 && f->shift) {
        store_top(p + 3, f, cells, stream, first, count);
    } else if (f->pixel_bits == 32) {
        for (uint32_t i = 0; i < count; i++)
            memcpy(p + 4 * cells[i], stream + 4 * (first + i), 4);
    } else if (f->pixel_bits == 24) {
        for (uint32_t i = 0; i < count; i++)
            memcpy(p + 4 * cells[i], stream + 3 * (first + i), 3);
    } else if (f->pixel_bits == 16) {
        for (uint32_t i = 0; i < count; i++)
            memcpy(p + 2 * cells[i], stream + 2 * (first + i), 2);
    } else if (f->pixel_bits == 8) {
        for (uint32_t i = 0; i < count; i++)
            p[cells[i]] = stream[first + i];
    } else {
        for (uint32_t i = 0; i < count; i++) {
            uint8_t *byte = p + (cells[i] >> 1);
            uint8_t value = nibble(stream, first + i);
            *byte = cells[i] & 1 ? with_high(*byte, value) : with_low(*byte, value);
        }
    }
}
