/* The fields of a PS2 float, and how a result is put together from them (FLOAT section 1). */
#ifndef EE_FPU_WORD_H
#define EE_FPU_WORD_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/ee_fpu.h>

#define WORD_SIGN 0x80000000u
#define WORD_MAX 0x7FFFFFFFu /* largest magnitude: what an overflow gives */
#define WORD_FRACTION 0x007FFFFFu
#define WORD_HIDDEN 0x00800000u /* the significand's bit 23 */

enum { WORD_BIAS = 127, WORD_LARGEST_EXPONENT = 255, WORD_FRACTION_BITS = 23 };

static inline uint32_t word_sign(uint32_t word)
{
    return word & WORD_SIGN;
}

static inline int word_exponent(uint32_t word)
{
    return (int)(word >> WORD_FRACTION_BITS & 0xFF);
}

/* 24 bits; of a word that is not zero. */
static inline uint32_t word_significand(uint32_t word)
{
    return (word & WORD_FRACTION) | WORD_HIDDEN;
}

/* Exponent 0 is zero whatever the fraction. */
static inline bool word_is_zero(uint32_t word)
{
    return word_exponent(word) == 0;
}

/* `exponent` in 1..255; of `significand` the low 23 bits are used. */
static inline uint32_t word_pack(uint32_t sign, int exponent, uint32_t significand)
{
    return sign | (uint32_t)exponent << WORD_FRACTION_BITS | (significand & WORD_FRACTION);
}

/* A result with the Z and S that its word has, beside `flags` (U, O). A result that underflowed may keep its
 * fraction; its exponent is 0, so it counts as zero all the same. */
static inline struct ee_fpu_result word_result(uint32_t word, uint32_t flags)
{
    if (word_is_zero(word))
        flags |= EE_FPU_Z;
    if (word_sign(word))
        flags |= EE_FPU_S;
    return (struct ee_fpu_result){.word = word, .flags = flags};
}

#endif
