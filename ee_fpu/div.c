/* Division (FLOAT section 5): one quotient digit of -1, 0, 1 a step, and no correction at the end, so the
 * quotient is the truncated one or one more. */
#include <path1/ee_fpu_steps.h>

#include "residual.h"
#include "word.h"

static inline void find_quotient(struct ee_fpu_div_steps *s, uint32_t dividend, uint32_t divisor)
{
    struct carry_save remainder = {.sum = dividend << 2, .carry = 0};
    int digit = 1, quotient = 0;
    for (unsigned i = 0; i < EE_FPU_QUOTIENT_DIGITS; i++) {
        s->digit[i] = digit;
        quotient = 2 * quotient + digit;
        digit = residual_step(&remainder, digit, divisor << 2);
    }
    s->quotient = (uint32_t)quotient;
}

/* Only I and D are flags of a division. */
static inline struct ee_fpu_result pack(uint32_t sign, int exponent, uint32_t significand)
{
    if (exponent > WORD_LARGEST_EXPONENT)
        return (struct ee_fpu_result){sign | WORD_MAX, 0};
    if (exponent < 1)
        return (struct ee_fpu_result){sign, 0};
    return (struct ee_fpu_result){word_pack(sign, exponent, significand), 0};
}

static inline struct ee_fpu_div_steps divide(uint32_t fs, uint32_t ft)
{
    uint32_t sign = word_sign(fs ^ ft);
    if (word_is_zero(ft))
        return (struct ee_fpu_div_steps){.result = {sign | WORD_MAX, word_is_zero(fs) ? EE_FPU_I : EE_FPU_D}};
    if (word_is_zero(fs))
        return (struct ee_fpu_div_steps){.result = {sign, 0}};
    struct ee_fpu_div_steps s = {.divides = true};
    find_quotient(&s, word_significand(fs), word_significand(ft));
    s.exponent = word_exponent(fs) - word_exponent(ft) + WORD_BIAS - 1;
    uint32_t significand = s.quotient;
    if (significand >= 2 * WORD_HIDDEN) {
        s.shifted = true;
        s.exponent++;
        significand >>= 1;
    }
    s.result = pack(sign, s.exponent, significand);
    return s;
}

struct ee_fpu_div_steps ee_fpu_div_steps(uint32_t fs, uint32_t ft)
{
    return divide(fs, ft);
}

struct ee_fpu_result ee_fpu_div(uint32_t fs, uint32_t ft)
{
    return divide(fs, ft).result;
}
