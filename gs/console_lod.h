/* The console's level of detail (GS-EXACT section 10, measured). In sixteenths of a level. */
#ifndef GS_CONSOLE_LOD_H
#define GS_CONSOLE_LOD_H

#include <stdint.h>

/* LOD of a Q (float bits; the sign is ignored) with TEX1.L (0..3) and TEX1.K (-2048..2047), not limited.
 * Above 0 the filter is that of MMIN, else MMAG's. */
int32_t gs_console_lod16(uint32_t q, unsigned l, int32_t k);
/* The same limited to the levels 0..MXL. */
int32_t gs_console_lod_limit(int32_t lod16, unsigned mxl);
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
