/* Mip levels of a texture: bases, widths, and K (GS-DRAWING 7.3). */
#ifndef GS_MIP_H
#define GS_MIP_H

#include <path1/gs.h>

#include "registers.h"

struct gs_level {
    uint32_t tbp; /* blocks */
    uint32_t tbw; /* 64 pixels */
};

/* Base of level 0..6: TEX0 for 0, MIPTBP1 for 1..3, MIPTBP2 for 4..6. */
static inline struct gs_level gs_level_base(const struct gs_context_registers *c, unsigned level)
{
    if (level == 0)
        return (struct gs_level){gs_bits(c->tex0, 0, 14), gs_bits(c->tex0, 14, 6)};
    uint64_t reg = level <= 3 ? c->miptbp1 : c->miptbp2;
    unsigned at = (level - 1) % 3 * 20;
    return (struct gs_level){gs_bits(reg, at, 14), gs_bits(reg, at + 14, 6)};
}

/* TEX1.K: signed, 1/16 of a level, -2048..2047. */
static inline int32_t gs_tex1_k(uint64_t tex1)
{
    int32_t k = (int32_t)gs_bits(tex1, 32, 12);
    return k >= 0x800 ? k - 0x1000 : k;
}

#endif
