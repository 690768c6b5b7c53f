/* The sets of four-lane operations that are compiled in (path1/ee_fpu.h says what they do). */
#ifndef EE_FPU_FOUR_H
#define EE_FPU_FOUR_H

#include <path1/ee_fpu.h>

#if (defined(__x86_64__) || defined(__i386__)) && defined(__GNUC__)
#define FOUR_X86 1
extern const struct ee_fpu4_kernels four_sse41;
extern const struct ee_fpu4_kernels four_avx2;

/* What the SIMD kernels need in all lanes. It is read from memory: gcc 12 makes vector constants for AVX2
 * from integer registers, at half the speed.
 *
 * "Wide" numbers are an exponent and below it the 23 bits of the fraction, less an offset with which all
 * exponents that occur are signed numbers of 9 bits; `least` and `largest` are what is left of exponent 1 and
 * of exponent 255 with a full fraction, `unwide` is added to have a word's magnitude. */
struct four_constants {
    _Alignas(16) uint32_t sign[4];
    uint32_t magnitude[4], exponent[4], fraction[4];
    uint32_t hidden[4];    /* bit 23: the significand's top, and exponent 1 */
    uint32_t low_half[4];  /* bits 15..0 */
    uint32_t top_byte[4];  /* bits 31..24 */
    uint32_t none_lost[4]; /* exponent at which a significand and a guard bit are left of the point */
    uint32_t sum_offset[4], sum_least[4], sum_largest[4], sum_unwide[4];
    uint32_t product_offset[4], product_least[4], product_largest[4], product_unwide[4];
};
extern const struct four_constants four_constants;
#else
#define FOUR_X86 0
#endif

extern const struct ee_fpu4_kernels four_scalar;

#endif
