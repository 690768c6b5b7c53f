/* The arithmetic that PCSX2-SW is written in: single IEEE operations in float32 and float64. The library
 * is compiled without contraction, so a * b + c rounds twice and fma rounds once. */
#ifndef GS_ARITH_H
#define GS_ARITH_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* The conversions have no branches, so that loops over lanes become vector instructions. */

/* Toward zero; out of range and NaN give INT32_MIN. */
static inline int32_t gs_trunc(float f)
{
    return (int32_t)(fabsf(f) < 2147483648.0f ? f : -2147483648.0f);
}

static inline int32_t gs_trunc_double(double f)
{
    return (int32_t)(fabs(f) < 2147483648.0 ? f : -2147483648.0);
}

/* To nearest, halves to even; out of range and NaN give INT32_MIN. */
static inline int32_t gs_nearest(float f)
{
    float whole = 8388608.0f; /* 2^23: from there every float is whole, so the sum is rounded to one */
    float size = fabsf(f), rounded = size + whole - whole;
    return gs_trunc(copysignf(size < whole ? rounded : size, f));
}

static inline int32_t gs_nearest_double(double f)
{
    double whole = 6755399441055744.0; /* 1.5 * 2^52: as above, for both signs; more is out of range */
    return gs_trunc_double(f + whole - whole);
}

static inline int16_t gs_int16(int32_t v)
{
    return (int16_t)(uint16_t)(uint32_t)v;
}

/* a * b + c, rounded once or twice (GS_RULE_MULTIPLY_ADD). */
static inline float gs_mad(bool fused, float a, float b, float c)
{
    if (fused)
        return fmaf(a, b, c);
    float product = a * b;
    return product + c;
}

static inline double gs_mad_double(bool fused, double a, double b, double c)
{
    if (fused)
        return fma(a, b, c);
    double product = a * b;
    return product + c;
}

static inline float gs_float_of_bits(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static inline uint32_t gs_bits_of_float(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

#endif
