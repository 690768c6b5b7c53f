/* The steps of additions, multiplications, divisions and roots. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <path1/ee_fpu_steps.h>

#include "fpu_explain_parts.h"

/* `bits` binary digits of `value`, with a point after the bit `point` and, for a number with a guard bit, a
 * gap before that (bit 0). */
struct binary {
    char text[80];
};
static struct binary binary(uint64_t value, int bits, int point, bool guard)
{
    struct binary b;
    size_t at = 0;
    for (int i = bits - 1; i >= 0; i--) {
        b.text[at++] = value >> i & 1 ? '1' : '0';
        if (i == point)
            b.text[at++] = '.';
        if (guard && i == 1)
            b.text[at++] = ' ';
    }
    b.text[at] = '\0';
    return b;
}

/* What becomes of an exponent outside of 1..255. */
static void say_range(const struct explanation *e, int exponent, bool keeps_fraction)
{
    if (exponent > 255)
        say(e, "range", "exponent %d is over 255: overflow, the largest magnitude", exponent);
    else if (exponent < 1)
        say(e, "range", "exponent %d is under 1: underflow, exponent 0%s", exponent,
            keeps_fraction ? ", the fraction stays" : " and no fraction");
}

/* ---- add, sub ---- */

static void explain_normalising(const struct explanation *e, const struct ee_fpu_add_steps *s)
{
    if (s->normalise)
        say(e, "normalise", "%d to the %s", abs(s->normalise), s->normalise > 0 ? "left" : "right");
    if (s->sum & (s->normalise < 0 ? 3 : 1) && s->normalise <= 0)
        say(e, "truncate", "what stands below 23 bits of fraction is dropped");
    say(e, "exponent", "%u %c %d = %d", exponent_of(s->big), s->normalise > 0 ? '-' : '+', abs(s->normalise),
        s->exponent);
    say_range(e, s->exponent, true);
}

void explain_add(const struct explanation *e, uint32_t fs, uint32_t ft)
{
    struct ee_fpu_add_steps s = ee_fpu_add_steps(fs, ft);
    if (!s.adds) {
        say(e, "zero", "%s",
            exponent_of(fs) || exponent_of(ft) ? "one operand is zero: the other is the result, as it is"
                                               : "both are zero: -0 if both are negative, else +0");
        return;
    }
    say(e, "exponents", "%u and %u: the smaller operand moves %u to the right", exponent_of(s.big),
        exponent_of(s.small), s.shift);
    bool negative = s.big >> 31;
    say(e, "larger", "%c %s  (%08" PRIx32 ", with one guard bit)", negative ? '-' : '+',
        binary(s.big_bits, 26, 24, true).text, s.big);
    negative = s.small >> 31;
    say(e, "smaller", "%c %s  (%08" PRIx32 ", in its place)", negative ? '-' : '+',
        binary(s.small_bits, 26, 24, true).text, s.small);
    if (s.shift >= 25)
        say(e, "lost", "all of it: 25 places and more are out of reach");
    else if (s.dropped)
        say(e, "lost", "%s below the guard bit, before the sum is formed",
            binary(s.dropped, (int)s.shift, -1, false).text);
    say(e, "sum", "%c %s", s.negative ? '-' : '+', binary(s.sum, 26, 24, true).text);
    if (s.sum == 0) {
        say(e, "zero", "nothing is left: +0, no flags");
        return;
    }
    explain_normalising(e, &s);
}

/* ---- mul ---- */

static void explain_rows(const struct explanation *e, const struct ee_fpu_mul_steps *s)
{
    say(e, "Booth", "the low 16 bits of ft, %s, as digits of radix 4, and their rows of the array:",
        binary(s->ft_bits & 0xFFFF, 16, -1, false).text);
    for (unsigned i = 0; i < EE_FPU_BOOTH_ROWS; i++) {
        char step[16];
        snprintf(step, sizeof step, "row %u", i);
        say(e, step, "%2d  ...%s%s", s->digit[i], binary(s->row[i], 32, 15, false).text,
            s->digit[i] < 0 && i < 5 ? "  (inverted; the 1 that makes it a negation is never added)"
            : s->digit[i] < 0        ? "  (inverted)"
                                     : "");
    }
}

static void explain_lost_carry(const struct explanation *e, const struct ee_fpu_mul_steps *s)
{
    unsigned exact = s->product >> 15 & 1, array = s->low_sum >> 15 & 1;
    say(e, "columns", "bit 15 of the exact product is %u, of what the array adds up %u", exact, array);
    if (!s->carry_lost) {
        say(e, "lost", "nothing: the carry into bit 15 is right");
        return;
    }
    bool shows = s->kept >> (s->shifted ? 24 : 23) != s->product >> (s->product >> 47 ? 24 : 23);
    say(e, "lost", "the carry from the columns below 15, which are cut off: 2^15 less%s",
        shows ? "" : "; the result does not show it");
    say(e, "kept", "%012" PRIx64, s->kept);
}

void explain_mul(const struct explanation *e, uint32_t fs, uint32_t ft)
{
    struct ee_fpu_mul_steps s = ee_fpu_mul_steps(fs, ft);
    if (!s.multiplies) {
        say(e, "zero", "an operand is zero: zero, the sign is that of fs times that of ft");
        return;
    }
    say(e, "significands", "fs %06" PRIx32 ", ft %06" PRIx32, s.fs_bits, s.ft_bits);
    say(e, "product", "%012" PRIx64 ", exact", s.product);
    if (!(s.ft_bits & 0xFFFF)) {
        say(e, "lost", "nothing, as the low 16 bits of ft are 0");
    } else {
        explain_rows(e, &s);
        explain_lost_carry(e, &s);
    }
    say(e, "normalise", "%s",
        s.shifted ? "48 bits: one to the right, exponent + 1" : "47 bits: in its place");
    if (s.kept & ((1u << (s.shifted ? 24 : 23)) - 1))
        say(e, "truncate", "what stands below 23 bits of fraction is dropped");
    say(e, "exponent", "%u + %u - 127%s = %d", exponent_of(fs), exponent_of(ft), s.shifted ? " + 1" : "",
        s.exponent);
    say_range(e, s.exponent, false);
}

/* ---- div, sqrt, rsqrt ---- */

static struct binary digits_text(const int *digit)
{
    struct binary b;
    for (unsigned i = 0; i < EE_FPU_QUOTIENT_DIGITS; i++) {
        b.text[2 * i] = digit[i] < 0 ? '-' : digit[i] > 0 ? '+' : '0';
        b.text[2 * i + 1] = ' ';
    }
    b.text[2 * EE_FPU_QUOTIENT_DIGITS - 1] = '\0';
    return b;
}

static void say_digits(const struct explanation *e, const int *digit, const char *name, uint32_t value,
                       uint64_t truncated)
{
    say(e, "digits", "%s", digits_text(digit).text);
    say(e, name, "%07" PRIx32 ", what the digits (+1, 0, -1) make", value);
    say(e, "exact", "%07" PRIx64 ", truncated%s", truncated,
        value == truncated ? ": the same" : "; the digits are not corrected at the end");
}

void explain_div(const struct explanation *e, uint32_t fs, uint32_t ft)
{
    struct ee_fpu_div_steps s = ee_fpu_div_steps(fs, ft);
    if (!s.divides) {
        say(e, "zero", "%s",
            exponent_of(ft)   ? "fs is zero: zero, with the sign of fs times that of ft"
            : exponent_of(fs) ? "ft is zero: the largest magnitude, D"
                              : "both are zero: the largest magnitude, I");
        return;
    }
    uint64_t a = (fs & 0x7FFFFF) | 0x800000, b = (ft & 0x7FFFFF) | 0x800000;
    say(e, "significands", "%06" PRIx64 " / %06" PRIx64, a, b);
    say_digits(e, s.digit, "quotient", s.quotient, (a << 24) / b);
    say(e, "normalise", "%s", s.shifted ? "25 bits: halved, exponent + 1" : "24 bits: in its place");
    say(e, "exponent", "%u - %u + 126%s = %d", exponent_of(fs), exponent_of(ft), s.shifted ? " + 1" : "",
        s.exponent);
    if (s.exponent > 255 || s.exponent < 1)
        say(e, "range", "outside of 1..255: %s, no flag",
            s.exponent > 255 ? "the largest magnitude" : "zero without fraction");
}

/* floor(sqrt(value)) */
static uint64_t whole_root(uint64_t value)
{
    uint64_t root = 0;
    for (int bit = 25; bit >= 0; bit--) {
        uint64_t next = root | 1ull << bit;
        if (next * next <= value)
            root = next;
    }
    return root;
}

void explain_sqrt(const struct explanation *e, uint32_t ft)
{
    struct ee_fpu_sqrt_steps s = ee_fpu_sqrt_steps(ft);
    if (ft >> 31)
        say(e, "sign", "ft is negative: I, and the root of its magnitude");
    if (!s.extracts) {
        say(e, "zero", "ft is zero: +0");
        return;
    }
    say(e, "radicand", "%07" PRIx32 ", the significand times %s", s.radicand,
        exponent_of(ft) % 2 ? "2" : "4, as the exponent is even");
    say_digits(e, s.digit, "root", s.root >> 2, whole_root((uint64_t)s.radicand << 22));
    say(e, "exponent", "(%u + 127) / 2 = %d", exponent_of(ft), s.exponent);
}
