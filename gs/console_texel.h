/* From a coordinate to a texel (GS-EXACT section 8, measured for U). */
#ifndef GS_CONSOLE_TEXEL_H
#define GS_CONSOLE_TEXEL_H

#include <stdbool.h>
#include <stdint.h>

/* A coordinate of the level in question, 16.16, in sixteenths of a texel: truncated toward zero, for linear
 * filters less half a texel, saturated to -2048..2047 15/16 texels. Bits 15..4 are the texel, 3..0 the weight
 * of the next one. */
static inline int32_t gs_console_sixteenths(int32_t coordinate, bool linear)
{
    int32_t v = coordinate / 4096 - (linear ? 8 : 0);
    return v < -32768 ? -32768 : v > 32767 ? 32767 : v;
}

/* Truncated toward zero to sixteenths, as 16.16. */
static inline int32_t gs_console_truncated(int32_t coordinate)
{
    return (coordinate + (coordinate < 0 ? 4095 : 0)) & ~4095;
}

/* gs_console_sixteenths as 16.16. */
static inline int32_t gs_console_texels(int32_t coordinate, bool linear)
{
    const int32_t half = linear ? 0x8000 : 0, least = -(2048 << 16) + half, most = (2048 << 16) - 4096 + half;
    int32_t v = gs_console_truncated(coordinate);
    v = v < least ? least : v;
    v = v > most ? most : v;
    return v - half;
}

#endif
