/*
 * Four lanes at once: the body of four_sse41.c and four_avx2.c, which define
 *   FOUR_TARGET   the instruction set, as the target attribute takes it
 *   FOUR_NAME     the name of the kernels
 *   FOUR_KERNELS  the variable that holds them
 *
 * All arithmetic is on integers. Conversions between integers and host floats serve as shifters: cvttps
 * truncates, and cvtepi32 is only given what a float holds exactly, so neither depends on the rounding mode.
 */
#include <immintrin.h>

#include "word.h"

#define FOUR static inline __attribute__((target(FOUR_TARGET), always_inline))
#define FOUR_ENTRY static __attribute__((target(FOUR_TARGET)))

/* Results of four lanes; the flags are masks of all ones or zeros. S is bit 31 of the word. */
struct four {
    __m128i word, zero, underflow, overflow;
};

/* A number in all lanes. */
FOUR __m128i all(uint32_t word)
{
    return _mm_set1_epi32((int)word);
}

/* One of four_constants. */
#define ALL(constant) _mm_load_si128((const __m128i *)(const void *)four_constants.constant)

FOUR __m128i load(const struct ee_fpu4 *v)
{
    return _mm_load_si128((const __m128i *)(const void *)v->lane);
}

FOUR void store(struct ee_fpu4 *v, __m128i words)
{
    _mm_store_si128((__m128i *)(void *)v->lane, words);
}

/* a where the mask is 0, b where it is all ones */
FOUR __m128i pick(__m128i a, __m128i b, __m128i mask)
{
    return _mm_blendv_epi8(a, b, mask);
}

/* The flags in the layout of the MAC register: packing keeps the top bit of each lane; then lane x goes to
 * the highest bit of each nibble. */
FOUR uint32_t mac_bits(struct four r)
{
    const __m128i reversed = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    __m128i zs = _mm_packs_epi32(r.zero, r.word), uo = _mm_packs_epi32(r.underflow, r.overflow);
    return (uint32_t)_mm_movemask_epi8(_mm_shuffle_epi8(_mm_packs_epi16(zs, uo), reversed));
}

/* ---- addition (add.c) ---- */

/* |small| shifted to the place of |big|, with one guard bit: the float whose exponent says how many places
 * are left of the point, cut off at the point. */
FOUR __m128i aligned(__m128i small, __m128i big)
{
    __m128i scaled = _mm_add_epi32(_mm_sub_epi32(small, _mm_and_si128(big, ALL(exponent))), ALL(none_lost));
    scaled = _mm_max_epi32(scaled, _mm_setzero_si128()); /* too far away: 0 */
    __m128i nonzero = _mm_cmpgt_epi32(small, ALL(fraction));
    return _mm_and_si128(_mm_cvttps_epi32(_mm_castsi128_ps(scaled)), nonzero);
}

/* A sum of at most 26 bits as a float, truncated to 24 bits. */
FOUR __m128i normalised(__m128i sum)
{
    __m128i top = _mm_srli_epi32(sum, 24); /* 1: one bit too many, 2 or 3: two */
    __m128i excess = _mm_or_si128(top, _mm_srli_epi32(top, 1));
    return _mm_castps_si128(_mm_cvtepi32_ps(_mm_andnot_si128(excess, sum)));
}

FOUR struct four sum_of(__m128i a, __m128i b)
{
    __m128i mag_a = _mm_and_si128(a, ALL(magnitude)), mag_b = _mm_and_si128(b, ALL(magnitude));
    __m128i big = _mm_max_epi32(mag_a, mag_b), small = _mm_min_epi32(mag_a, mag_b);
    __m128i fraction = _mm_or_si128(_mm_and_si128(big, ALL(fraction)), ALL(hidden));
    __m128i big_bits = _mm_and_si128(_mm_add_epi32(fraction, fraction), _mm_cmpgt_epi32(big, ALL(fraction)));
    __m128i subtracts = _mm_srai_epi32(_mm_xor_si128(a, b), 31);
    __m128i small_bits = _mm_sub_epi32(_mm_xor_si128(aligned(small, big), subtracts), subtracts);
    __m128i sum = _mm_add_epi32(big_bits, small_bits); /* never negative */
    __m128i live = _mm_cmpgt_epi32(sum, _mm_setzero_si128());
    /* Exponent and fraction, the exponent less 128 so that all that occur fit into a signed number. The
     * float's exponent is 127 + 24 for a sum that stays in its place. */
    __m128i wide =
        _mm_sub_epi32(_mm_add_epi32(normalised(sum), _mm_and_si128(big, ALL(exponent))), ALL(sum_offset));
    __m128i under = _mm_cmpgt_epi32(ALL(sum_least), wide), over = _mm_cmpgt_epi32(wide, ALL(sum_largest));
    __m128i magnitude = _mm_add_epi32(_mm_min_epi32(wide, ALL(sum_largest)), ALL(sum_unwide));
    magnitude = pick(magnitude, _mm_and_si128(wide, ALL(fraction)), under);
    magnitude = _mm_and_si128(magnitude, live);
    __m128i sign = pick(b, a, _mm_cmpgt_epi32(mag_a, mag_b)); /* of the larger */
    sign = _mm_and_si128(pick(_mm_and_si128(a, b), sign, live), ALL(sign));
    return (struct four){
        .word = _mm_or_si128(sign, magnitude),
        .zero = _mm_cmpgt_epi32(ALL(hidden), magnitude),
        .underflow = _mm_and_si128(under, live),
        .overflow = _mm_and_si128(over, live),
    };
}

/* ---- multiplication (mul.c) ---- */

struct four_carry_save {
    __m128i sum, carry;
};

/* Carry-save adders of 16 columns. */
FOUR struct four_carry_save save16(__m128i x, __m128i y, __m128i z)
{
    __m128i difference = _mm_xor_si128(x, y);
    __m128i majority = _mm_or_si128(_mm_and_si128(x, y), _mm_and_si128(difference, z));
    return (struct four_carry_save){.sum = _mm_xor_si128(difference, z),
                                    .carry = _mm_add_epi16(majority, majority)};
}

/* `low` in the lower four 16-bit lanes, `high` in the upper four. */
FOUR __m128i halves(unsigned low, unsigned high)
{
    short l = (short)low, h = (short)high;
    return _mm_setr_epi16(l, l, l, l, h, h, h, h);
}

/* The Booth digits of ft, all at once. */
struct four_digits {
    __m128i magnitude; /* |digit i| << 2i: 0, 1 or 2 in bits 2i, 2i+1 */
    __m128i negative;  /* bit 2i: digit i is negative */
};

FOUR struct four_digits booth_digits(__m128i ft)
{
    /* Digit i is y + z - 2x of bits x = 2i+1, y = 2i, z = 2i-1. */
    __m128i once = _mm_slli_epi16(ft, 1), twice = _mm_slli_epi16(ft, 2);
    __m128i one = _mm_and_si128(_mm_xor_si128(ft, once), _mm_set1_epi16(0x5555));  /* y != z */
    __m128i both = _mm_and_si128(once, twice), either = _mm_or_si128(once, twice); /* of y and z, at x */
    __m128i two = _mm_or_si128(_mm_andnot_si128(ft, both), _mm_andnot_si128(either, ft));
    __m128i odd = _mm_set1_epi16((short)0xAAAA);
    __m128i negative = _mm_and_si128(_mm_andnot_si128(both, ft), odd);
    return (struct four_digits){.magnitude = _mm_or_si128(one, _mm_and_si128(two, odd)),
                                .negative = _mm_srli_epi16(negative, 1)};
}

/* Rows i (lower four lanes) and j (upper four) of the array, columns 0 to 15. */
FOUR __m128i booth_rows(__m128i fs, struct four_digits d, unsigned i, unsigned j)
{
    __m128i multiple = _mm_mullo_epi16(fs, _mm_and_si128(d.magnitude, halves(3u << (2 * i), 3u << (2 * j))));
    __m128i inverts = _mm_and_si128(d.negative, halves(1u << (2 * i), 1u << (2 * j)));
    return _mm_xor_si128(multiple, _mm_sub_epi16(_mm_setzero_si128(), inverts)); /* from that bit up */
}

/* Is bit 15 set in what the array makes of its low columns? A mask. As carries only go up, the columns 0 to
 * 15 are enough for that. The tree's two halves, of rows 0 to 3 and 4 to 7, go side by side. */
FOUR __m128i low_sum_bit(__m128i fs32, __m128i ft32)
{
    __m128i fs = _mm_and_si128(fs32, ALL(low_half)), ft = _mm_and_si128(ft32, ALL(low_half));
    fs = _mm_packus_epi32(fs, fs);
    struct four_digits d = booth_digits(_mm_packus_epi32(ft, ft));
    __m128i rows14 = booth_rows(fs, d, 1, 4), rows25 = booth_rows(fs, d, 2, 5);
    __m128i rows36 = booth_rows(fs, d, 3, 6), rows07 = booth_rows(fs, d, 0, 7);
    struct four_carry_save ab = save16(_mm_and_si128(rows14, halves(0xFFFF, 0xF800)),
                                       _mm_and_si128(rows25, halves(0xFFFF, 0xF000)), rows36);
    __m128i extra = _mm_or_si128(_mm_and_si128(d.negative, halves(0, 1u << 12)),
                                 _mm_and_si128(rows25, halves(0, 1u << 11)));
    ab.carry = _mm_or_si128(ab.carry, extra);
    const __m128i column10 = halves(0, 1u << 10);
    extra = _mm_add_epi16(_mm_and_si128(rows25, column10), _mm_and_si128(d.negative, column10));
    struct four_carry_save cd = save16(_mm_or_si128(rows07, extra), ab.sum, ab.carry);
    __m128i d_sum = _mm_unpackhi_epi64(cd.sum, cd.sum), d_carry = _mm_unpackhi_epi64(cd.carry, cd.carry);
    struct four_carry_save e = save16(cd.carry, d_sum, d_carry);
    struct four_carry_save f = save16(cd.sum, e.sum, e.carry);
    f.carry = _mm_add_epi16(f.carry, _mm_and_si128(d.negative, halves(1u << 14, 0)));
    __m128i bit15 = _mm_unpacklo_epi16(_mm_setzero_si128(), _mm_xor_si128(f.sum, f.carry));
    return _mm_srai_epi32(bit15, 31);
}

/* The significands' product from bit 23 up, as the array gives it. Losing 2^15 shows there only if bits 22 to
 * 15 of the exact product are all 0; it is lost then if bit 15 of the low sum is 1. If the low 16 bits of ft
 * are 0 all low digits are, and nothing is lost. So most products need no look at the array. */
FOUR __m128i product_of(__m128i a, __m128i b, __m128i zero)
{
    __m128i fs = _mm_or_si128(_mm_slli_epi32(a, 8), ALL(sign)); /* 2^8 and 2^1 times: 2^9 in all */
    __m128i ft = _mm_or_si128(_mm_and_si128(b, ALL(fraction)), ALL(hidden));
    ft = _mm_add_epi32(ft, ft);
    __m128i even = _mm_mul_epu32(fs, ft); /* lanes 0 and 2 */
    __m128i odd = _mm_mul_epu32(_mm_srli_epi64(fs, 32), _mm_srli_epi64(ft, 32));
    __m128i high = _mm_blend_epi16(_mm_srli_epi64(even, 32), odd, 0xCC);
    __m128i low = _mm_blend_epi16(even, _mm_slli_epi64(odd, 32), 0xCC);
    __m128i nothing = _mm_setzero_si128();
    __m128i suspect = _mm_cmpeq_epi32(_mm_and_si128(low, ALL(top_byte)), nothing);
    __m128i safe = _mm_or_si128(zero, _mm_cmpeq_epi32(_mm_slli_epi32(b, 16), nothing));
    suspect = _mm_andnot_si128(safe, suspect);
    if (_mm_movemask_epi8(suspect))
        high = _mm_add_epi32(high, _mm_and_si128(suspect, low_sum_bit(a, b))); /* - 1 */
    return high;
}

FOUR struct four multiplied(__m128i a, __m128i b)
{
    __m128i smaller = _mm_min_epi32(_mm_and_si128(a, ALL(magnitude)), _mm_and_si128(b, ALL(magnitude)));
    __m128i zero = _mm_cmpgt_epi32(ALL(hidden), smaller);
    __m128i product = product_of(a, b, zero); /* 24 or 25 bits */
    /* Without its top bit; or halved, the top bit then counting as one of the exponent. */
    __m128i mantissa = _mm_min_epi32(_mm_sub_epi32(product, ALL(hidden)), _mm_srli_epi32(product, 1));
    /* Exponent and fraction, the exponent less 129 so that all that occur fit into a signed number. */
    __m128i wide = _mm_add_epi32(_mm_and_si128(a, ALL(exponent)), _mm_and_si128(b, ALL(exponent)));
    wide = _mm_sub_epi32(_mm_add_epi32(wide, mantissa), ALL(product_offset));
    __m128i under = _mm_cmpgt_epi32(ALL(product_least), wide), dead = _mm_or_si128(zero, under);
    __m128i magnitude = _mm_add_epi32(_mm_min_epi32(wide, ALL(product_largest)), ALL(product_unwide));
    __m128i sign = _mm_and_si128(_mm_xor_si128(a, b), ALL(sign));
    return (struct four){
        .word = _mm_or_si128(sign, _mm_andnot_si128(dead, magnitude)),
        .zero = dead,
        .underflow = _mm_andnot_si128(zero, under),
        .overflow = _mm_cmpgt_epi32(wide, ALL(product_largest)),
    };
}

/* ---- multiply-add (mac.c) ---- */

/* The lanes of ACC that have overflowed keep their word, unless the product overflows. */
FOUR struct four with_acc_kept(struct four r, __m128i acc, unsigned acc_overflowed, __m128i product_overflows)
{
    const __m128i lane = _mm_setr_epi32(8, 4, 2, 1);
    __m128i kept = _mm_cmpeq_epi32(_mm_and_si128(all(acc_overflowed), lane), lane);
    kept = _mm_andnot_si128(product_overflows, kept);
    __m128i zero = _mm_cmpeq_epi32(_mm_and_si128(acc, ALL(magnitude)), _mm_setzero_si128());
    return (struct four){
        .word = pick(r.word, acc, kept),
        .zero = pick(r.zero, zero, kept),
        .underflow = _mm_andnot_si128(kept, r.underflow),
        .overflow = _mm_or_si128(_mm_andnot_si128(kept, r.overflow), _mm_andnot_si128(zero, kept)),
    };
}

FOUR void multiply_add(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                       const struct ee_fpu4 *fs, const struct ee_fpu4 *ft, uint32_t flip)
{
    __m128i base = load(acc);
    struct four product = multiplied(load(fs), load(ft));
    __m128i term = _mm_xor_si128(product.word, all(flip));
    struct four sum = sum_of(base, term), r = {
                                              .word = pick(sum.word, term, product.overflow),
                                              .zero = _mm_andnot_si128(product.overflow, sum.zero),
                                              .underflow = _mm_andnot_si128(product.overflow, sum.underflow),
                                              .overflow = _mm_or_si128(product.overflow, sum.overflow),
                                          };
    if (acc_overflowed)
        r = with_acc_kept(r, base, acc_overflowed, product.overflow);
    store(&out->value, r.word);
    out->mac = mac_bits(r);
    out->product = mac_bits(product);
}

/* ---- the kernels ---- */

FOUR void finish(struct ee_fpu4_result *out, struct four r)
{
    store(&out->value, r.word);
    out->mac = mac_bits(r);
    out->product = 0;
}

FOUR_ENTRY void add(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    finish(out, sum_of(load(fs), load(ft)));
}

FOUR_ENTRY void sub(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    finish(out, sum_of(load(fs), _mm_xor_si128(load(ft), ALL(sign))));
}

FOUR_ENTRY void mul(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    finish(out, multiplied(load(fs), load(ft)));
}

FOUR_ENTRY void madd(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                     const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    multiply_add(out, acc, acc_overflowed, fs, ft, 0);
}

FOUR_ENTRY void msub(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                     const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    multiply_add(out, acc, acc_overflowed, fs, ft, WORD_SIGN);
}

/* Among negative words the order of integers is the reverse of that of floats. */
FOUR __m128i both_negative(__m128i a, __m128i b)
{
    return _mm_srai_epi32(_mm_and_si128(a, b), 31);
}

FOUR_ENTRY void max(struct ee_fpu4 *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    __m128i a = load(fs), b = load(ft);
    store(out, pick(_mm_max_epi32(a, b), _mm_min_epi32(a, b), both_negative(a, b)));
}

FOUR_ENTRY void min(struct ee_fpu4 *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    __m128i a = load(fs), b = load(ft);
    store(out, pick(_mm_min_epi32(a, b), _mm_max_epi32(a, b), both_negative(a, b)));
}

FOUR_ENTRY void to_fixed(struct ee_fpu4 *out, const struct ee_fpu4 *fs, unsigned fraction_bits)
{
    __m128i a = load(fs), magnitude = _mm_and_si128(a, ALL(magnitude));
    __m128i scaled = _mm_add_epi32(a, all(fraction_bits << WORD_FRACTION_BITS));
    scaled = _mm_and_si128(scaled, _mm_cmpgt_epi32(magnitude, ALL(fraction)));
    __m128i fixed = _mm_cvttps_epi32(_mm_castsi128_ps(scaled));
    /* From 2^31 on: 7FFFFFFF or 80000000. */
    const __m128i below = all(((WORD_BIAS + 31 - fraction_bits) << WORD_FRACTION_BITS) - 1);
    __m128i limit = _mm_xor_si128(_mm_srai_epi32(a, 31), ALL(magnitude));
    store(out, pick(fixed, limit, _mm_cmpgt_epi32(magnitude, below)));
}

FOUR_ENTRY void from_fixed(struct ee_fpu4 *out, const struct ee_fpu4 *fixed, unsigned fraction_bits)
{
    __m128i a = load(fixed), sign = _mm_srai_epi32(a, 31), magnitude = _mm_abs_epi32(a);
    /* As many low bits are lost as there are above bit 23: 0 to 8. */
    __m128i excess = _mm_srli_epi32(magnitude, 24);
    excess = _mm_or_si128(excess, _mm_srli_epi32(excess, 1));
    excess = _mm_or_si128(excess, _mm_srli_epi32(excess, 2));
    excess = _mm_or_si128(excess, _mm_srli_epi32(excess, 4));
    __m128i exact = _mm_andnot_si128(excess, magnitude);
    exact = _mm_sub_epi32(_mm_xor_si128(exact, sign), sign);
    __m128i word = _mm_castps_si128(_mm_cvtepi32_ps(exact));
    word = _mm_sub_epi32(word, all(fraction_bits << WORD_FRACTION_BITS));
    store(out, _mm_andnot_si128(_mm_cmpeq_epi32(a, _mm_setzero_si128()), word));
}

const struct ee_fpu4_kernels FOUR_KERNELS = {
    .name = FOUR_NAME,
    .add = add,
    .sub = sub,
    .mul = mul,
    .madd = madd,
    .msub = msub,
    .max = max,
    .min = min,
    .to_fixed = to_fixed,
    .from_fixed = from_fixed,
};
