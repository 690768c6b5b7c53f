#include "float_inputs.h"

#include <stddef.h>

/* SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). */
uint32_t random_word(struct float_inputs *inputs)
{
    uint64_t z = inputs->state += 0x9E3779B97F4A7C15;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9;
    z = (z ^ z >> 27) * 0x94D049BB133111EB;
    return (uint32_t)((z ^ z >> 31) >> 16);
}

static uint32_t below(struct float_inputs *inputs, uint32_t limit)
{
    return (uint32_t)((uint64_t)random_word(inputs) * limit >> 32);
}

static uint32_t edge(struct float_inputs *inputs)
{
    static const uint32_t magnitudes[] = {
        0,          1,          0x00001337, 0x007FFFFF, 0x00800000, 0x00800001, 0x00FFFFFF, 0x01000000,
        0x33800000, 0x34000000, 0x3F7FFFFF, 0x3F800000, 0x3F800001, 0x40000000, 0x4B000000, 0x4EFFFFFF,
        0x4F000000, 0x7F7FFFFF, 0x7F800000, 0x7F800001, 0x7FFFFFFE, 0x7FFFFFFF};
    uint32_t sign = random_word(inputs) & 0x80000000;
    return magnitudes[below(inputs, sizeof magnitudes / sizeof magnitudes[0])] | sign;
}

uint32_t directed_word(struct float_inputs *inputs)
{
    uint32_t word = random_word(inputs);
    switch (below(inputs, 8)) {
    case 0:
        return edge(inputs);
    case 1: /* a power of two */
        return word & 0xFF800000;
    case 2: /* the fraction's low bits are 0 */
        return word & ~((1u << below(inputs, 24)) - 1);
    case 3: /* near 1 */
        return (word & 0x80FFFFFF) + 0x3F000000;
    case 4: /* a short run of bits at either end of the fraction */
        return (word & 0xFF800000) + (below(inputs, 9) << below(inputs, 20)) - 4;
    case 5: /* an integer of any length */
        return word >> below(inputs, 32);
    default:
        return word;
    }
}

static uint32_t with_exponent(uint32_t word, int exponent)
{
    exponent = exponent < 0 ? 0 : exponent > 255 ? 255 : exponent;
    return (word & 0x807FFFFF) | (uint32_t)exponent << 23;
}

static int exponent_of(uint32_t word)
{
    return (int)(word >> 23 & 0xFF);
}

struct float_operands directed_operands(struct float_inputs *inputs)
{
    struct float_operands o = {directed_word(inputs), directed_word(inputs), directed_word(inputs)};
    int fs = exponent_of(o.fs), ft = exponent_of(o.ft), near = (int)below(inputs, 60) - 30;
    switch (below(inputs, 8)) {
    case 0: /* as far apart as the adder reaches, or less */
        o.ft = with_exponent(o.ft, fs + near);
        break;
    case 1: /* nearly opposite */
        o.ft = (o.fs ^ 0x80000000) + below(inputs, 9) - 4;
        break;
    case 2: /* the product is at the upper end of the range */
        o.ft = with_exponent(o.ft, 255 + 127 - fs + near / 10);
        break;
    case 3: /* at the lower end */
        o.ft = with_exponent(o.ft, 127 - fs + near / 10);
        break;
    case 4: /* as large as the product, which is then kept or cancelled */
        o.acc = with_exponent(o.acc, fs + ft - 127 + near);
        break;
    default:
        break;
    }
    return o;
}
