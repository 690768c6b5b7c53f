/* Conversions to and from fixed point (FLOAT section 7), truncating. */
#include "word.h"

enum { INTEGER_BITS = 32, SIGNIFICAND_BITS = WORD_FRACTION_BITS + 1 };

uint32_t ee_fpu_to_fixed(uint32_t fs, unsigned fraction_bits)
{
    if (word_is_zero(fs))
        return 0;
    /* Places that the significand has to go left to have its unit in bit 0. */
    int shift = word_exponent(fs) + (int)fraction_bits - WORD_BIAS - WORD_FRACTION_BITS;
    if (shift >= INTEGER_BITS - SIGNIFICAND_BITS)
        return word_sign(fs) ? 0x80000000u : 0x7FFFFFFFu;
    uint32_t significand = word_significand(fs), magnitude;
    if (shift >= 0)
        magnitude = significand << shift;
    else
        magnitude = -shift < SIGNIFICAND_BITS ? significand >> -shift : 0;
    return word_sign(fs) ? 0u - magnitude : magnitude;
}

uint32_t ee_fpu_from_fixed(uint32_t fixed, unsigned fraction_bits)
{
    if (fixed == 0)
        return 0;
    uint32_t sign = word_sign(fixed), magnitude = sign ? 0u - fixed : fixed;
    int exponent = WORD_BIAS + INTEGER_BITS - 1 - (int)fraction_bits;
    while (!(magnitude & 0x80000000u)) {
        magnitude <<= 1;
        exponent--;
    }
    return word_pack(sign, exponent, magnitude >> (INTEGER_BITS - SIGNIFICAND_BITS));
}
