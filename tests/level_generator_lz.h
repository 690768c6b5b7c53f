/* Writing WAD-LZ streams: byte runs and matches, cut to the game's 2000h byte windows. */
#ifndef TESTS_LEVEL_GENERATOR_LZ_H
#define TESTS_LEVEL_GENERATOR_LZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "level_bytes.h"

enum {
    GEN_LZ_HEADER = 16,
    GEN_LZ_WINDOW = 0x2000, /* no packet crosses a multiple of it, counted behind the header */
    GEN_LZ_NEAR = 2048,     /* largest distances of the three classes of matches */
    GEN_LZ_MIDDLE = 16384,
    GEN_LZ_FAR = 0xBFFF,
};

/* Writes one stream, packet by packet. */
struct gen_lz {
    struct gen_bytes *out;
    size_t begin;      /* of the header in `out` */
    bool after_bytes;  /* the last packet was a run of bytes */
    uint8_t packet[8]; /* a match that waits for its trailing bytes */
    size_t packet_size;
};

void gen_lz_begin(struct gen_lz *lz, struct gen_bytes *out);
/* A run of 1 to 273 bytes: one packet (two if it needs a dummy before it). */
void gen_lz_bytes(struct gen_lz *lz, const uint8_t *data, size_t count);
/* A match: `length` bytes from `distance` back, then 0 to 3 `trailing` bytes. The class follows from distance
 * and length; `long_form` takes the middle class where the near one would do. */
void gen_lz_match(struct gen_lz *lz, size_t distance, size_t length, bool long_form, const uint8_t *trailing,
                  size_t trailing_count);
/* Can a match of this shape be written? */
bool gen_lz_fits(size_t distance, size_t length);
void gen_lz_end(struct gen_lz *lz);

/* Appends `size` bytes as a whole stream: runs of bytes only, or with matches. */
void gen_lz_pack(struct gen_bytes *out, const void *data, size_t size, bool matches);

#endif
