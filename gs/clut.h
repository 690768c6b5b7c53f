/* The CLUT buffer: 1 KiB on the chip, loaded by TEX0 and TEX2 writes (GS-MEMORY section 4). */
#ifndef GS_CLUT_H
#define GS_CLUT_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs_rules.h>

#include "memory.h"

#define GS_CLUT_HALVES 512u

/* 16-bit entry i is half[i]; 32-bit entry i has its low half in half[i], its high half in half[i + 256].
 * What lies behind the 512 halves that the chip has takes loads and reads that run past them, as in
 * PCSX2; the console's rules stay inside. */
struct gs_clut {
    uint16_t half[GS_CLUT_HALVES + 256];
    uint32_t cbp[2]; /* CBP0, CBP1: what CLD 2..5 compare and set, in blocks */
    uint32_t csm;    /* TEX0.CSM of the last load */

    /* PCSX2 carries a load out only if it is another one than the last, or the palette's memory was written
     * since, as far as it notices (GS_RULE_CLUT_LOAD). */
    uint32_t next_cbp;  /* of the last TEX0 write that asked for a load */
    bool dirty;         /* written since the last load */
    bool dirty_by_draw; /* the same, by the queued draw or an executed one */
    struct {
        bool any; /* false: nothing was loaded yet */
        uint32_t cbp, cpsm, csm, csa, entries;
        uint64_t texclut;
    } loaded;
};

/* Does a TEX0 (or resulting TEX2) write with these fields load the buffer? Looks only; CLD 4 and 5
 * compare with CBP0 and CBP1. False for formats that are not indexed: those whose low three bits are
 * below 3, the only bits that the chip looks at here. */
bool gs_clut_will_load(const struct gs_clut *clut, uint64_t tex0);
/* Carries the load out, if it is one, and sets CBP0 / CBP1. Reads local memory as it is: queued drawing
 * must have been finished. `texclut`: raw TEXCLUT. */
void gs_clut_load(struct gs_clut *clut, const struct gs_memory *memory, const struct gs_rules *rules,
                  uint64_t tex0, uint64_t texclut);

/* The steps of a load apart, for a caller that may leave the last one out. A TEX0 write asks for a load: sets
 * CBP0 / CBP1 and next_cbp. */
void gs_clut_next(struct gs_clut *clut, uint64_t tex0);
/* Is the buffer what the load would make it, as far as PCSX2 notices? */
bool gs_clut_is_current(const struct gs_clut *clut, uint64_t tex0, uint64_t texclut);
/* The load itself. */
void gs_clut_execute(struct gs_clut *clut, const struct gs_memory *memory, const struct gs_rules *rules,
                     uint64_t tex0, uint64_t texclut);
/* Blocks first..last were written, by the queued draw or otherwise: marks the palette if its four blocks
 * from next_cbp are among them. `last` may be past 16383. */
void gs_clut_mark(struct gs_clut *clut, uint32_t first, uint32_t last, bool by_draw);
/* Bits of an entry of the palette loaded last: 32 or 16. */
unsigned gs_clut_entry_bits(const struct gs_clut *clut);

/* The palette that texels of TEX0's format see now: 256 or 16 RGBA words (R in bits 7..0), 16-bit
 * entries expanded through TEXA; entries that the load would not change stay as they are. Returns the number
 * of entries, 0 for formats that are not indexed. */
unsigned gs_clut_palette(const struct gs_clut *clut, const struct gs_rules *rules, uint64_t tex0,
                         uint64_t texa, uint32_t palette[256]);
/* The entry of the buffer that index `i` of that palette is, counted in entries of CPSM's size. */
uint32_t gs_clut_entry(const struct gs_clut *clut, const struct gs_rules *rules, uint64_t tex0, uint32_t i);

#endif
