#include "assemble.h"

#include <ctype.h>
#include <string.h>

/* ---- integers ---- */

static int digit_value(char c)
{
    if (isdigit((unsigned char)c))
        return c - '0';
    if (isxdigit((unsigned char)c))
        return tolower((unsigned char)c) - 'a' + 10;
    return 99;
}

static bool take_digits(struct assembler *as, unsigned base, uint64_t *out)
{
    const char *begin = as->at;
    uint64_t value = 0;
    for (; digit_value(*as->at) < (int)base; as->at++) {
        unsigned digit = (unsigned)digit_value(*as->at);
        if (value > (UINT64_MAX - digit) / base)
            return as_fail(as, "the number '%.*s' has more than 64 bits", as_shown(strlen(begin)), begin);
        value = value * base + digit;
    }
    if (as->at == begin)
        return as_fail(as, "digits are missing at '%.*s'", as_shown(strlen(begin)), begin);
    *out = value;
    return true;
}

bool as_integer(struct assembler *as, uint64_t *out, bool *plain)
{
    as_skip(as);
    const char *at = as->at;
    char second = at[0] == '0' ? (char)tolower((unsigned char)at[1]) : '\0';
    *plain = false;
    if (second == 'x') {
        as->at += 2;
        return take_digits(as, 16, out);
    }
    if (second == 'b' && (at[2] == '0' || at[2] == '1')) {
        as->at += 2;
        return take_digits(as, 2, out);
    }
    *plain = !isdigit((unsigned char)second);
    return take_digits(as, *plain ? 10 : 8, out);
}

/* ---- floats ---- */

enum {
    WORDS = 64,    /* enough for DIGITS digits and any exponent that does not overflow */
    DIGITS = 200,  /* further ones cannot change a rounded binary32 */
    MANTISSA = 24, /* bits, with the hidden one */
    LEAST = -126,  /* exponent of the smallest normal number */
    MOST = 127,
    FAR = 100000, /* an exponent this large decides everything */
};

struct big {
    uint32_t word[WORDS]; /* least significant first */
};

static void multiply_add(struct big *big, uint32_t factor, uint32_t more)
{
    uint64_t carry = more;
    for (size_t i = 0; i < WORDS; i++) {
        carry += (uint64_t)big->word[i] * factor;
        big->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void multiply_power_of_ten(struct big *big, int power)
{
    while (power-- > 0)
        multiply_add(big, 10, 0);
}

static void shift_left(struct big *big, int bits)
{
    while (bits-- > 0)
        multiply_add(big, 2, 0);
}

static int bit_length(const struct big *big)
{
    for (int i = WORDS - 1; i >= 0; i--)
        for (int bit = 31; bit >= 0; bit--)
            if (big->word[i] >> bit & 1)
                return i * 32 + bit + 1;
    return 0;
}

/* Below 0, 0 or above 0 as a is less than, equal to or more than b. */
static int compare(const struct big *a, const struct big *b)
{
    for (int i = WORDS - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] > b->word[i] ? 1 : -1;
    return 0;
}

static void subtract(struct big *a, const struct big *b)
{
    uint64_t borrow = 0;
    for (size_t i = 0; i < WORDS; i++) {
        uint64_t difference = (uint64_t)a->word[i] - b->word[i] - borrow;
        a->word[i] = (uint32_t)difference;
        borrow = difference >> 63;
    }
}

/* The binary32 nearest to numerator / denominator, ties to even; false if it is too large. `more`: the true
 * numerator is a little larger. */
static bool divide_to_float(struct big *numerator, struct big *denominator, bool more, uint32_t *bits)
{
    int exponent = bit_length(numerator) - bit_length(denominator);
    shift_left(exponent > 0 ? denominator : numerator, exponent > 0 ? exponent : -exponent);
    if (compare(numerator, denominator) < 0) {
        exponent--;
        shift_left(numerator, 1);
    }
    /* Now 1 <= numerator / denominator < 2, times 2^exponent. */
    int wanted = exponent < LEAST ? MANTISSA - (LEAST - exponent) : MANTISSA;
    uint32_t mantissa = 0;
    for (int i = 0; i < wanted; i++) {
        bool one = compare(numerator, denominator) >= 0;
        mantissa = mantissa << 1 | one;
        if (one)
            subtract(numerator, denominator);
        shift_left(numerator, 1);
    }
    if (wanted >= 0) {
        int half = compare(numerator, denominator);
        mantissa += half > 0 || (half == 0 && (more || (mantissa & 1)));
    }
    /* A carry out of the mantissa moves on into the exponent by itself. */
    uint32_t biased = exponent < LEAST ? 0 : (uint32_t)(exponent - LEAST);
    *bits = (biased << 23) + mantissa;
    return exponent <= MOST && *bits < 0x7F800000u;
}

struct decimal {
    struct big digits;
    int count;    /* of significant digits */
    int exponent; /* value = digits * 10^exponent */
    bool more;    /* further digits that are not all 0 */
};

static bool take_mantissa(struct assembler *as, struct decimal *decimal)
{
    bool point = false, any = false;
    for (;; as->at++) {
        if (*as->at == '.' && !point) {
            point = true;
            continue;
        }
        if (!isdigit((unsigned char)*as->at))
            break;
        any = true;
        uint32_t digit = (uint32_t)(*as->at - '0');
        if (decimal->count < DIGITS) {
            multiply_add(&decimal->digits, 10, digit);
            decimal->count += decimal->count || digit;
            decimal->exponent -= point;
        } else {
            decimal->exponent += !point;
            decimal->more |= digit != 0;
        }
    }
    return any || as_fail(as, "a number is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
}

static bool take_exponent(struct assembler *as, struct decimal *decimal)
{
    if (*as->at != 'e' && *as->at != 'E')
        return true;
    as->at++;
    bool negative = *as->at == '-';
    if (*as->at == '-' || *as->at == '+')
        as->at++;
    if (!isdigit((unsigned char)*as->at))
        return as_fail(as, "the exponent's digits are missing");
    int value = 0;
    for (; isdigit((unsigned char)*as->at); as->at++)
        value = value < FAR ? value * 10 + (*as->at - '0') : value;
    decimal->exponent += negative ? -value : value;
    return true;
}

bool as_float(struct assembler *as, uint32_t *bits)
{
    as_skip(as);
    bool negative = *as->at == '-';
    if (*as->at == '-' || *as->at == '+')
        as->at++;
    struct decimal decimal = {.count = 0};
    if (!take_mantissa(as, &decimal) || !take_exponent(as, &decimal))
        return false;
    *bits = negative ? 0x80000000u : 0;
    int magnitude = decimal.exponent + decimal.count; /* value < 10^magnitude */
    if (decimal.count == 0 || magnitude < -50)
        return true;
    if (magnitude > 40)
        return as_fail(as, "the number is too large for a float");
    struct big one = {{1}};
    multiply_power_of_ten(&decimal.digits, decimal.exponent);
    multiply_power_of_ten(&one, -decimal.exponent);
    uint32_t magnitude_bits;
    if (!divide_to_float(&decimal.digits, &one, decimal.more, &magnitude_bits))
        return as_fail(as, "the number is too large for a float");
    *bits |= magnitude_bits;
    return true;
}
