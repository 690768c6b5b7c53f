/* WAD-LZ streams: the compression of a level's core data, gameplay and chunks. Source: LEVEL.md section 2. */
#ifndef LEVEL_LZ_H
#define LEVEL_LZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LEVEL_LZ_HEADER = 16,     /* "WAD", the stream's length, 9 bytes of no meaning */
    LEVEL_LZ_WINDOW = 0x2000, /* no packet of the console's streams crosses a multiple of this */
    LEVEL_LZ_PAD_TO = 0x1000  /* a pad packet skips to a multiple of this; both count from the header's end */
};

/* Where a stream stops making sense: byte `offset` of it, and what was expected and found. */
struct level_lz_fault {
    uint32_t offset;
    char text[160];
};

/* Do the bytes begin as a stream does? */
bool level_lz_magic(const uint8_t *bytes, size_t size);
/* The length that the stream declares, its header included; needs 7 bytes. */
uint32_t level_lz_length(const uint8_t *bytes);
/* Decodes the stream at the beginning of `size` bytes to memory that the caller frees; at most `limit` bytes.
 * NULL on error, also when memory is short. */
uint8_t *level_lz_decode(const uint8_t *bytes, size_t size, uint32_t limit, uint32_t *decoded,
                         struct level_lz_fault *fault);

/* A stream that decodes to the bytes, without any compression: literals, and pad packets where the console
 * needs them. NULL when memory is short; the caller frees it. */
uint8_t *level_lz_encode(const uint8_t *bytes, size_t size, size_t *encoded);

#endif
