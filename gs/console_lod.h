/* The console's level of detail (GS-EXACT section 10, measured). In sixteenths of a level. */
#ifndef GS_CONSOLE_LOD_H
#define GS_CONSOLE_LOD_H

#include <stdint.h>

/* log2(1 + i / 128) for L = 0..3. */
extern const uint8_t gs_console_log_table[4][128];

/* LOD of a Q (float bits; the sign is ignored) with TEX1.L (0..3) and TEX1.K (-2048..2047), not limited.
 * Above 0 the filter is that of MMIN, else MMAG's. */
static inline int32_t gs_console_lod16(uint32_t q, unsigned l, int32_t k)
{
    int32_t exponent = (int32_t)(q >> 23 & 0xFF) - 127;
    return k - exponent * (1 << (4 + l)) - gs_console_log_table[l][q >> 16 & 127];
}
/* The same limited to the levels 0..MXL. */
static inline int32_t gs_console_lod_limit(int32_t lod16, unsigned mxl)
{
    int32_t most = 16 * (int32_t)(mxl < 6 ? mxl : 6);
    return lod16 < 0 ? 0 : lod16 < most ? lod16 : most;
}
/* The level of the modes without a blend of levels: halves up. */
static inline int32_t gs_console_level_nearest(int32_t lod16)
{
    return (lod16 + 8) >> 4;
}
/* The blend of two levels: level lod16 >> 4 and the one above by lod16 & 15. */
static inline int32_t gs_console_between(int32_t a, int32_t b, int32_t weight)
{
    return a + ((b - a) * weight >> 4);
}

#endif
