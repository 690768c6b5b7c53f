/* Multiplication (FLOAT section 3): a Booth array over ft whose low columns are cut off, so that the carry
 * into bit 15 of the product may be lost. */
#include <path1/ee_fpu_steps.h>

#include "carry_save.h"
#include "word.h"

#define BIT(n) (1u << (n))
#define BELOW(n) (BIT(n) - 1) /* columns 0 .. n - 1 */

enum { CUT = 15 }; /* carries from lower columns do not pass here */

/* Row i of the array: |digit| * fs << 2i, its bits inverted from column 2i up if the digit is negative. The 1
 * that makes the inversion a negation is `negative`, in column 2i. */
static inline void booth_row(struct ee_fpu_mul_steps *s, unsigned i, uint32_t *negative)
{
    static const int digits[8] = {0, 1, 1, 2, -2, -1, -1, 0};
    unsigned t = (s->ft_bits << 1) >> (2 * i) & 7; /* bits 2i+1, 2i, 2i-1; below bit 0 is a 0 */
    int digit = digits[t];
    uint32_t magnitude = (uint32_t)(digit < 0 ? -digit : digit) * s->fs_bits << (2 * i);
    s->digit[i] = digit;
    s->row[i] = digit < 0 ? ~magnitude & ~BELOW(2 * i) : magnitude;
    *negative = digit < 0 ? BIT(2 * i) : 0;
}

/* The sum of the low rows as the array forms it, from column 15 up. */
static inline uint32_t booth_low_sum(struct ee_fpu_mul_steps *s)
{
    uint32_t negative[EE_FPU_BOOTH_ROWS];
    for (unsigned i = 0; i < EE_FPU_BOOTH_ROWS; i++)
        booth_row(s, i, &negative[i]);
    const uint32_t *row = s->row;
    struct carry_save a = carry_save_add(row[1], row[2], row[3]);
    struct carry_save b = carry_save_add(row[4] & ~BELOW(11), row[5] & ~BELOW(12), row[6]);
    b.carry |= negative[6] | (row[5] & BIT(11));
    uint32_t row7 = row[7] | ((row[5] & BIT(10)) + negative[5]);
    struct carry_save c = carry_save_add(row[0], a.sum, a.carry);
    struct carry_save d = carry_save_add(row7, b.sum, b.carry);
    struct carry_save e = carry_save_add(c.carry, d.sum, d.carry);
    struct carry_save f = carry_save_add(c.sum, e.sum, e.carry);
    f.carry += negative[7];
    return (f.sum & ~BELOW(CUT)) + (f.carry & ~BELOW(CUT));
}

static inline struct ee_fpu_result pack(uint32_t sign, int exponent, uint32_t significand)
{
    if (exponent > WORD_LARGEST_EXPONENT)
        return word_result(sign | WORD_MAX, EE_FPU_O);
    if (exponent < 1) /* no fraction stays, unlike after an addition */
        return word_result(sign, EE_FPU_U);
    return word_result(word_pack(sign, exponent, significand), 0);
}

static inline struct ee_fpu_mul_steps mul(uint32_t fs, uint32_t ft)
{
    uint32_t sign = word_sign(fs ^ ft);
    if (word_is_zero(fs) || word_is_zero(ft))
        return (struct ee_fpu_mul_steps){.result = word_result(sign, 0)};
    struct ee_fpu_mul_steps s = {
        .multiplies = true, .fs_bits = word_significand(fs), .ft_bits = word_significand(ft)};
    s.product = (uint64_t)s.fs_bits * s.ft_bits;
    s.low_sum = booth_low_sum(&s);
    s.carry_lost = ((s.low_sum ^ s.product) & BIT(CUT)) != 0;
    s.kept = s.product - (s.carry_lost ? BIT(CUT) : 0);
    uint32_t significand = (uint32_t)(s.kept >> WORD_FRACTION_BITS);
    s.exponent = word_exponent(fs) + word_exponent(ft) - WORD_BIAS;
    if (significand >= 2 * WORD_HIDDEN) {
        s.shifted = true;
        s.exponent++;
        significand >>= 1;
    }
    s.result = pack(sign, s.exponent, significand);
    return s;
}

struct ee_fpu_mul_steps ee_fpu_mul_steps(uint32_t fs, uint32_t ft)
{
    return mul(fs, ft);
}

struct ee_fpu_result ee_fpu_mul(uint32_t fs, uint32_t ft)
{
    return mul(fs, ft).result;
}
