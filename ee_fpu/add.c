/* Addition and subtraction (FLOAT section 2): operands are aligned to the larger one with a single guard bit;
 * what is shifted out below it is lost before the sum is formed, and the sum is truncated. */
#include <path1/ee_fpu_steps.h>

#include "word.h"

enum { ALIGNED_TOP = 25 }; /* significand and guard bit */

/* Sum of operands of which at least one is zero. */
static struct ee_fpu_result add_zero(uint32_t fs, uint32_t ft)
{
    if (word_is_zero(fs) && word_is_zero(ft))
        return word_result(fs & ft & WORD_SIGN, 0);
    return word_result(word_is_zero(fs) ? ft : fs, 0);
}

/* big_bits, small_bits and what is dropped; then the sum of both. */
static inline void align_and_add(struct ee_fpu_add_steps *s)
{
    s->big_bits = word_significand(s->big) << 1;
    uint32_t small = word_significand(s->small) << 1;
    bool reaches = s->shift < ALIGNED_TOP;
    s->small_bits = reaches ? small >> s->shift : 0;
    s->dropped = reaches ? small - (s->small_bits << s->shift) : small;
    bool subtracts = word_sign(s->big) != word_sign(s->small);
    s->negative = word_sign(s->big) != 0;
    s->sum = subtracts ? s->big_bits - s->small_bits : s->big_bits + s->small_bits;
    if (subtracts && s->small_bits > s->big_bits) { /* of equal exponents */
        s->negative = !s->negative;
        s->sum = 0u - s->sum;
    }
}

/* Shifts the sum to 25 bits; `sum` is not 0. */
static inline uint32_t normalise(struct ee_fpu_add_steps *s)
{
    uint32_t sum = s->sum;
    while (sum >= 1u << ALIGNED_TOP) {
        sum >>= 1;
        s->normalise--;
    }
    while (sum < 1u << (ALIGNED_TOP - 1)) {
        sum <<= 1;
        s->normalise++;
    }
    s->exponent = word_exponent(s->big) - s->normalise;
    return sum;
}

static inline struct ee_fpu_result pack(bool negative, int exponent, uint32_t significand)
{
    uint32_t sign = negative ? WORD_SIGN : 0;
    if (exponent > WORD_LARGEST_EXPONENT)
        return word_result(sign | WORD_MAX, EE_FPU_O);
    if (exponent < 1) /* the fraction stays */
        return word_result(word_pack(sign, 0, significand), EE_FPU_U);
    return word_result(word_pack(sign, exponent, significand), 0);
}

static inline struct ee_fpu_add_steps add(uint32_t fs, uint32_t ft)
{
    if (word_is_zero(fs) || word_is_zero(ft))
        return (struct ee_fpu_add_steps){.result = add_zero(fs, ft)};
    bool swap = word_exponent(ft) > word_exponent(fs);
    struct ee_fpu_add_steps s = {.adds = true, .big = swap ? ft : fs, .small = swap ? fs : ft};
    s.shift = (unsigned)(word_exponent(s.big) - word_exponent(s.small));
    align_and_add(&s);
    if (s.sum == 0) {
        s.negative = false;
        s.result = word_result(0, 0);
        return s;
    }
    uint32_t normalised = normalise(&s);
    s.result = pack(s.negative, s.exponent, normalised >> 1);
    return s;
}

struct ee_fpu_add_steps ee_fpu_add_steps(uint32_t fs, uint32_t ft)
{
    return add(fs, ft);
}

struct ee_fpu_result ee_fpu_add(uint32_t fs, uint32_t ft)
{
    return add(fs, ft).result;
}

struct ee_fpu_result ee_fpu_sub(uint32_t fs, uint32_t ft)
{
    return add(fs, ft ^ WORD_SIGN).result;
}
