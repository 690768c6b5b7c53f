/* Transmission: host to local, local to host, local to local (GS-MEMORY section 3). */
#ifndef GS_TRANSFER_H
#define GS_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

struct gs;

/* The transfer in progress. Registers are sampled when it starts. */
struct gs_transfer {
    uint64_t bitbltbuf, trxpos, trxreg;
    enum { GS_TRANSFER_NONE, GS_TRANSFER_WRITE, GS_TRANSFER_READ } state;
    uint32_t width, height;   /* RRW, RRH in pixels */
    uint32_t row;             /* pixels of the stream in a row: width, or one more (GS_RULE_UPLOAD) */
    uint32_t x, y;            /* next pixel, relative to the rectangle's corner */
    uint64_t partial;         /* bits between stream and pixels, low bits first: received but no whole pixel
                                 yet (write), fetched but not delivered yet (read) */
    uint32_t partial_bits;    /* 0..31 */
    uint64_t bytes_done;      /* bytes of the stream received (write) or delivered (read) */
    uint64_t bytes_total;     /* ceil(RRW * RRH * bits / 8): the transfer ends when these are done */
    uint64_t bytes_limit;     /* bytes that are used if they come with the last of these; >= bytes_total */
    bool late;                /* PSMT4: pixels come one nibble late (GS_RULE_UPLOAD); `partial` holds it */
    struct gs_page_set pages; /* of the rectangle that is written or read */
};

/* TRXDIR was written: abandons a running transfer and starts the one that BITBLTBUF, TRXPOS and TRXREG
 * describe; direction 2 is carried out at once, 3 only abandons. A transfer that ends, or has nothing to
 * do, sets registers.trxdir to 3, as recorded states have it. */
void gs_transfer_start(struct gs *gs, unsigned xdir);
/* Host-to-local data, any number of bytes (HWREG: 8, IMAGE: 16 a quadword). Pixels are written as soon
 * as they are whole; data without a running host-to-local transfer, and past its end, are dropped. Behind
 * the data lie `beyond` more bytes of the same packet: PCSX2 takes pixels from there when the data are all of
 * an upload to PSMT4HL or PSMT4HH with an odd number of pixels a row (GS_RULE_UPLOAD). */
void gs_transfer_write(struct gs *gs, const uint8_t *data, size_t bytes, size_t beyond);
/* What an upload has received so far is stored now: PCSX2 loses the bytes of an unfinished 24-bit pixel then,
 * and takes the data that follow as a new pixel (GS_RULE_UPLOAD). */
void gs_transfer_settle(struct gs *gs);
/* Local-to-host data; see gs_read_fifo. Pixels are read when they are asked for. PSMT4, PSMT4HL and
 * PSMT4HH, which the manual does not permit here, are packed as in an upload. */
size_t gs_transfer_read(struct gs *gs, uint8_t *out, size_t quadwords);
/* Quadwords that are left of it. */
size_t gs_transfer_available(const struct gs *gs);
/* To and from the form in which a recorded state holds a transfer. Loading needs registers.trxdir to be
 * loaded before: 3 means that no transfer is active, whatever `state` says. */
void gs_transfer_load(struct gs *gs, const struct gs_transfer_state *state);
void gs_transfer_save(const struct gs *gs, struct gs_transfer_state *state);

/* ---- shared by the files that carry transfers out ---- */

/* Source or destination in local memory: fields of BITBLTBUF and TRXPOS. */
struct gs_transfer_side {
    const struct gs_format *format;
    uint32_t bp, bw; /* blocks, 64 pixels */
    uint32_t x, y;   /* of the rectangle's corner */
    uint32_t y_mask; /* rows are y & y_mask: all ones, or 2047 where rows wrap (GS_RULE_TRANSFER_Y) */
    bool runs_on;    /* blocks of an upload past column 2047 do not wrap (GS_RULE_UPLOAD) */
};
struct gs_transfer_side gs_transfer_source(const struct gs *gs);
struct gs_transfer_side gs_transfer_destination(const struct gs *gs);
/* Adds the pages of w x h pixels from (x, y), relative to the corner. */
void gs_transfer_pages(struct gs_page_set *set, const struct gs_transfer_side *side, uint32_t x, uint32_t y,
                       uint32_t w, uint32_t h);
/* Moves the position 1 .. row - x pixels ahead. */
void gs_transfer_advance(struct gs_transfer *t, uint32_t pixels);
/* The transfer is over. */
void gs_transfer_finish(struct gs *gs);
/* Local to local as gs->transfer describes it. */
void gs_transfer_move(struct gs *gs);

#endif
