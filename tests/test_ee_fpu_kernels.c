/* The four-lane kernels against the scalar operations: equal in every bit, or they are wrong. (bench_ee_fpu
 * does the same with more operands.) */
#include <fenv.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include <path1/ee_fpu.h>

#include "four_lanes.h"

TestSuite(ee_fpu_kernels, .timeout = 600);

static const char *const kernel_names[] = {"scalar", "sse4.1", "avx2"};
enum { KERNELS = sizeof kernel_names / sizeof kernel_names[0], TRIALS = 1 << 16 };

/* Compares all kernels that this processor runs. */
static void check(enum four_operation operation, const struct four_input *in)
{
    struct ee_fpu4_result expected = four_expected(operation, in);
    for (unsigned k = 0; k < KERNELS; k++) {
        const struct ee_fpu4_kernels *kernels = ee_fpu4_kernels(kernel_names[k]);
        if (kernels)
            cr_assert(four_agrees(kernels, operation, in, &expected), "%s", kernel_names[k]);
    }
}

Test(ee_fpu_kernels, kernels_compute_what_the_scalar_operations_compute)
{
    struct float_inputs inputs = {10};
    for (unsigned i = 0; i < TRIALS; i++) {
        struct four_input in = four_make_input(&inputs, i % 4);
        for (int operation = 0; operation < FOUR_OPERATIONS; operation++)
            check((enum four_operation)operation, &in);
    }
}

/* Of fs = 1 nearly every product loses its carry: bit by bit the Booth array of the kernels. */
Test(ee_fpu_kernels, one_times_any_fraction_loses_the_same_carries)
{
    for (uint32_t fraction = 0; fraction < 1u << 23; fraction += 4) {
        struct four_input in = {.overflowed = 0};
        for (unsigned i = 0; i < 4; i++) {
            in.fs.lane[i] = 0x3F800000;
            in.ft.lane[i] = 0x40000000 | (fraction + i);
        }
        check(FOUR_MUL, &in);
    }
}

/* Significands whose product ends in many zeros, which is where a lost carry shows. */
Test(ee_fpu_kernels, products_with_few_bits_lose_the_same_carries)
{
    struct float_inputs inputs = {11};
    for (unsigned n = 0; n < 4 * TRIALS; n++) {
        struct four_input in = {.overflowed = 0};
        for (unsigned i = 0; i < 4; i++) {
            unsigned zeros = random_word(&inputs) % 24; /* at the end of fs; ft has the rest, or a few less */
            unsigned rest = zeros > 20 ? 3 : 23 - zeros;
            in.fs.lane[i] = (random_word(&inputs) >> 9 & ~((1u << zeros) - 1)) | 0x3F800000;
            in.ft.lane[i] = (random_word(&inputs) >> 9 & ~((1u << (rest - n % 3)) - 1)) | 0x3F800000;
        }
        check(FOUR_MUL, &in);
    }
}

/* The kernels convert between integers and host floats on the way; only exactly. */
Test(ee_fpu_kernels, the_rounding_of_the_host_makes_no_difference)
{
    static const int modes[] = {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
    struct float_inputs inputs = {13};
    for (unsigned i = 0; i < TRIALS; i++) {
        struct four_input in = four_make_input(&inputs, i % 4);
        cr_assert_eq(fesetround(modes[i % 3]), 0);
        for (int operation = 0; operation < FOUR_OPERATIONS; operation++)
            check((enum four_operation)operation, &in);
        fesetround(FE_TONEAREST);
    }
}

Test(ee_fpu_kernels, the_result_may_take_the_place_of_an_operand)
{
    struct float_inputs inputs = {12};
    for (unsigned k = 0; k < KERNELS; k++) {
        const struct ee_fpu4_kernels *kernels = ee_fpu4_kernels(kernel_names[k]);
        if (!kernels)
            continue;
        struct four_input in = four_make_input(&inputs, false);
        struct ee_fpu4_result expected = four_expected(FOUR_MUL, &in), out = {.value = in.fs};
        kernels->mul(&out, &out.value, &in.ft);
        cr_assert(four_same(&out, &expected), "mul, fs, %s", kernel_names[k]);
        expected = four_expected(FOUR_MADD, &in);
        out = (struct ee_fpu4_result){.value = in.acc};
        kernels->madd(&out, &out.value, in.overflowed, &in.fs, &in.ft);
        cr_assert(four_same(&out, &expected), "madd, ACC, %s", kernel_names[k]);
        expected = four_expected(FOUR_ADD, &in);
        out = (struct ee_fpu4_result){.value = in.ft};
        kernels->add(&out, &in.fs, &out.value);
        cr_assert(four_same(&out, &expected), "add, ft, %s", kernel_names[k]);
        struct ee_fpu4 lanes = in.fs;
        expected = four_expected(FOUR_MAX, &in);
        kernels->max(&lanes, &lanes, &in.ft);
        cr_assert(memcmp(&lanes, &expected.value, sizeof lanes) == 0, "max, fs, %s", kernel_names[k]);
    }
}

Test(ee_fpu_kernels, kernels_are_found_by_name)
{
    cr_assert_str_eq(ee_fpu4_kernels("scalar")->name, "scalar");
    cr_assert_null(ee_fpu4_kernels("sse"));
    cr_assert_null(ee_fpu4_kernels(""));
    const struct ee_fpu4_kernels *fastest = ee_fpu4_kernels(NULL);
    cr_assert_not_null(fastest);
    cr_assert_eq(fastest, ee_fpu4_kernels(fastest->name));
    if (ee_fpu4_kernels("avx2"))
        cr_assert_str_eq(fastest->name, "avx2");
}
