/* Pixels in the packing of a transfer stream (GS-MEMORY section 3.1). */
#ifndef GS_STREAM_H
#define GS_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "format.h"

/* Stores pixels first .. first + count - 1 of a packed stream (pixel k at bit k * pixel_bits, low bits
 * first) into the cells base + cells[0 .. count - 1] of local memory; other bits of the cells stay. */
void gs_store_run(uint8_t *memory, const struct gs_format *f, uint32_t base, const uint16_t *cells,
                  const uint8_t *stream, size_t first, uint32_t count);

#endif
