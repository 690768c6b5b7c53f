/* Texel values to RGBA8 (GS-MEMORY section 5). RGBA words have R in bits 7..0, A in 31..24. */
#ifndef GS_TEXEL_H
#define GS_TEXEL_H

#include <stdbool.h>
#include <stdint.h>

/* 24-bit texel: A is TA0, or 0 when AEM is set and R = G = B = 0. `texa`: raw TEXA. */
static inline uint32_t gs_expand24(uint32_t value, uint64_t texa)
{
    uint32_t rgb = value & 0xFFFFFF;
    uint32_t ta0 = (uint32_t)(texa & 0xFF);
    bool transparent = (texa >> 15 & 1) && rgb == 0;
    return rgb | (transparent ? 0 : ta0) << 24;
}

/* 16-bit texel: 5 bits << 3 each; A is TA1 or TA0 by bit 15, or 0 when AEM is set and all bits are 0. */
static inline uint32_t gs_expand16(uint32_t value, uint64_t texa)
{
    uint32_t rgb = (value & 0x1F) << 3 | (value & 0x3E0) << 6 | (value & 0x7C00) << 9;
    uint32_t ta0 = (uint32_t)(texa & 0xFF), ta1 = (uint32_t)(texa >> 32 & 0xFF);
    bool transparent = (texa >> 15 & 1) && (value & 0xFFFF) == 0;
    uint32_t a = value & 0x8000 ? ta1 : ta0;
    return rgb | (transparent ? 0 : a) << 24;
}

#endif
