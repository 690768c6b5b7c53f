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
};

/* Does a TEX0 (or resulting TEX2) write with these fields load the buffer? Looks only; CLD 4 and 5
 * compare with CBP0 and CBP1. False for formats that are not indexed: those whose low three bits are
 * below 3, the only bits that the chip looks at here. */
bool gs_clut_will_load(const struct gs_clut *clut, uint64_t tex0);
/* Carries the load out, if it is one, and sets CBP0 / CBP1. Reads local memory as it is: queued drawing
 * must have been finished. `texclut`: raw TEXCLUT. */
void gs_clut_load(struct gs_clut *clut, const struct gs_memory *memory, const struct gs_rules *rules,
                  uint64_t tex0, uint64_t texclut);
/* The palette that texels of TEX0's format see now: 256 or 16 RGBA words (R in bits 7..0), 16-bit
 * entries expanded through TEXA. Returns the number of entries, 0 for formats that are not indexed. */
unsigned gs_clut_palette(const struct gs_clut *clut, const struct gs_rules *rules, uint64_t tex0,
                         uint64_t texa, uint32_t palette[256]);

#endif
