/* A chip for tests of transfers: register values, uploads, moves and downloads through the public API. */
#ifndef TESTS_TRANSFER_CHIP_H
#define TESTS_TRANSFER_CHIP_H

#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

/* One side of a transfer. */
struct area {
    unsigned psm;
    uint32_t bp, bw; /* blocks, 64 pixels */
    uint32_t x, y;
};

/* A chip under the rules that `rules` names (gs_rules_parse); fails the running test if there is none. */
struct gs *transfer_chip(const char *rules);

/* Writes BITBLTBUF, TRXPOS (with its DIR bits: 1 bottom to top, 2 right to left), TRXREG and TRXDIR. */
void transfer_start(struct gs *gs, const struct area *source, const struct area *destination, unsigned dir,
                    uint32_t w, uint32_t h, unsigned xdir);
void transfer_to(struct gs *gs, const struct area *destination, uint32_t w, uint32_t h);
void transfer_from(struct gs *gs, const struct area *source, uint32_t w, uint32_t h);
void transfer_move(struct gs *gs, const struct area *source, const struct area *destination, unsigned dir,
                   uint32_t w, uint32_t h);

/* Sends data as IMAGE packets on the merged path; the last quadword is filled up with bytes 0xEE. */
void transfer_image(struct gs *gs, const uint8_t *data, size_t bytes);
/* Sends eight bytes to HWREG. */
void transfer_hwreg(struct gs *gs, const uint8_t data[8]);
/* Packs pixels as a transfer stream has them; returns the bytes (out: 4 * count + 1 are enough). */
size_t transfer_pack(unsigned psm, const uint32_t *pixel, size_t count, uint8_t *out);
/* transfer_to and transfer_image of w * h pixels. */
void transfer_upload(struct gs *gs, const struct area *destination, uint32_t w, uint32_t h,
                     const uint32_t *pixel);

/* The pixel at (x, y) from the area's corner. */
uint32_t transfer_pixel(struct gs *gs, const struct area *area, uint32_t x, uint32_t y);
/* The format with this name; fails the running test if there is none. */
unsigned transfer_psm(const char *name);

/* Codes of the 13 formats of local memory. */
#define TRANSFER_FORMATS 13u
extern const unsigned transfer_formats[TRANSFER_FORMATS];

/* Pseudo-random 32-bit numbers: the next of `state`. */
uint32_t transfer_random(uint64_t *state);

#endif
