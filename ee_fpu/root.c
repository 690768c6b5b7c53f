/* Square root and its reciprocal (FLOAT section 5), by the steps of the division. */
#include <path1/ee_fpu_steps.h>

#include "residual.h"
#include "word.h"

/* Digit number i of the root is worth 2^(25 - i). */
static inline void find_root(struct ee_fpu_sqrt_steps *s)
{
    struct carry_save remainder = {.sum = s->radicand, .carry = 0};
    int digit = 1, root = 0;
    for (unsigned i = 0; i < EE_FPU_QUOTIENT_DIGITS; i++) {
        int half = 1 << (24 - i);
        uint32_t value = (uint32_t)(root + digit * half); /* (2 * root + digit) of the textbook, in place */
        s->digit[i] = digit;
        root += digit * 2 * half;
        digit = residual_step(&remainder, digit, value);
    }
    s->root = (uint32_t)root;
}

static inline struct ee_fpu_sqrt_steps extract(uint32_t ft)
{
    uint32_t flags = word_sign(ft) ? EE_FPU_I : 0; /* of -0, too */
    if (word_is_zero(ft))
        return (struct ee_fpu_sqrt_steps){.result = {0, flags}};
    int exponent = word_exponent(ft);
    struct ee_fpu_sqrt_steps s = {.extracts = true,
                                  .radicand = word_significand(ft) << (exponent % 2 ? 1 : 2),
                                  .exponent = (exponent + WORD_BIAS) / 2};
    find_root(&s);
    s.result = (struct ee_fpu_result){word_pack(0, s.exponent, s.root >> 2), flags};
    return s;
}

struct ee_fpu_sqrt_steps ee_fpu_sqrt_steps(uint32_t ft)
{
    return extract(ft);
}

struct ee_fpu_result ee_fpu_sqrt(uint32_t ft)
{
    return extract(ft).result;
}

/* For a VU and ft = 0 the sign of the result is not known from hardware; taken to be that of the EE. */
struct ee_fpu_result ee_fpu_rsqrt(uint32_t fs, uint32_t ft)
{
    struct ee_fpu_result root = ee_fpu_sqrt(ft); /* +0 for all zeros: the sign is that of fs */
    struct ee_fpu_result quotient = ee_fpu_div(fs, root.word);
    quotient.flags |= root.flags;
    return quotient;
}
