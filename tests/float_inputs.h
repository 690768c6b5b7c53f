/* Operands to try the PS2 float operations on: random words and words on which something hangs. */
#ifndef TESTS_FLOAT_INPUTS_H
#define TESTS_FLOAT_INPUTS_H

#include <stdint.h>

/* The state of the generator; any number starts it. The same start gives the same operands. */
struct float_inputs {
    uint64_t state;
};

/* 32 random bits. */
uint32_t random_word(struct float_inputs *inputs);
/* A word of a kind chosen at random: any bits, an edge of the format, a power of two, few bits at the top of
 * the fraction, near 1, an integer for conversion. */
uint32_t directed_word(struct float_inputs *inputs);
/* ACC, fs and ft, chosen so that they meet: exponents of a product at the ends of the range, sums that
 * cancel, exponents around the reach of the adder. Or all three independent. */
struct float_operands {
    uint32_t acc, fs, ft;
};
struct float_operands directed_operands(struct float_inputs *inputs);

#endif
