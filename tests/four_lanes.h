/* Four-lane kernels beside the scalar operations that they must equal. */
#ifndef TESTS_FOUR_LANES_H
#define TESTS_FOUR_LANES_H

#include <stdbool.h>

#include <path1/ee_fpu.h>

#include "float_inputs.h"

enum four_operation {
    FOUR_ADD,
    FOUR_SUB,
    FOUR_MUL,
    FOUR_MADD,
    FOUR_MSUB,
    FOUR_MAX,
    FOUR_MIN,
    FOUR_TO_FIXED,
    FOUR_FROM_FIXED,
    FOUR_OPERATIONS
};
extern const char *const four_operation_names[FOUR_OPERATIONS];

/* All that an operation takes, or more. */
struct four_input {
    struct ee_fpu4 acc, fs, ft;
    unsigned overflowed;    /* ACC's overflow state, a bit a lane */
    unsigned fraction_bits; /* of the conversions */
};

/* Random words in all lanes, or operands as directed_operands makes them. */
struct four_input four_make_input(struct float_inputs *inputs, bool directed);
/* By the scalar operations. */
struct ee_fpu4_result four_expected(enum four_operation operation, const struct four_input *in);
/* By a kernel; what it does not write is 0. */
struct ee_fpu4_result four_call(const struct ee_fpu4_kernels *kernels, enum four_operation operation,
                                const struct four_input *in);
bool four_same(const struct ee_fpu4_result *a, const struct ee_fpu4_result *b);
/* Compares a kernel with the scalar operation; prints both if they differ. */
bool four_agrees(const struct ee_fpu4_kernels *kernels, enum four_operation operation,
                 const struct four_input *in, const struct ee_fpu4_result *expected);

#endif
