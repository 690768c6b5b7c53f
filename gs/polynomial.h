/* PCSX2's level of detail of a pixel: log2 by a cubic (PCSX2-SW section 6.3). */
#ifndef GS_POLYNOMIAL_H
#define GS_POLYNOMIAL_H

#include <stdint.h>

#include "arith.h"

static const float gs_log2_c0 = 0.20444600983623f, gs_log2_c1 = -1.04913055217340f,
                   gs_log2_c2 = 2.28330284476918f;

/* a * b + c rounded once, where the exact sum fits a double: the fused steps of gs_log2 (24-bit factors below
 * 2, 1 or less apart from the sum in size) without a call for each. */
static inline float gs_log2_fuse(float a, float b, float c)
{
    return (float)((double)a * (double)b + (double)c);
}

/* LOD of a Q, 16.16, limited to 0..most. `scale`: -(65536 * 2^L), `k`: K << 12. */
static inline int32_t gs_polynomial_lod(float q, float scale, float k, int32_t most)
{
    const float whole = 8388608.0f; /* 2^23: sums of it and a LOD that is not negative are whole numbers */
    uint32_t bits = gs_bits_of_float(q);
    int32_t e = (int32_t)(bits >> 23 & 0xFF) - 127;
    float m = gs_float_of_bits((bits & 0x7FFFFF) | 0x3F800000);
    float p = gs_log2_fuse(gs_log2_fuse(gs_log2_c0, m, gs_log2_c1), m, gs_log2_c2);
    float log2_q = gs_log2_fuse(m - 1.0f, p, (float)e);
    float l = log2_q * scale + k; /* the scale is a power of two: one rounding */
    int32_t rounded = (int32_t)(l + whole - whole);
    rounded = rounded < most ? rounded : most;
    return rounded > 0 ? rounded : 0;
}

#endif
