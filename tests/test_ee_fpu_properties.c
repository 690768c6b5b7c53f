/* What holds for all operands, or for so many of them, of the PS2's float operations. Where a number is
 * expected it is from FLOAT, the section named. */
#include <inttypes.h>
#include <string.h>

#include <criterion/criterion.h>

#include <path1/ee_fpu_ops.h>
#include <path1/ee_fpu_steps.h>

#include "float_inputs.h"

enum { FRACTIONS = 1 << 23, TRIALS = 1 << 20 };
#define ONE 0x3F800000u

TestSuite(ee_fpu_properties, .timeout = 600);

/* Section 3. */
Test(ee_fpu_properties, one_times_x_is_an_ulp_below_x_for_8257536_fractions)
{
    uint32_t below = 0;
    for (uint32_t fraction = 0; fraction < FRACTIONS; fraction++) {
        uint32_t x = ONE | fraction, product = ee_fpu_mul(ONE, x).word;
        below += product == x - 1;
        cr_assert(product == x || product == x - 1, "1 * %08" PRIx32 " = %08" PRIx32, x, product);
    }
    cr_assert_eq(below, 8257536);
}

Test(ee_fpu_properties, x_times_one_is_x_for_every_fraction)
{
    for (uint32_t fraction = 0; fraction < FRACTIONS; fraction++)
        cr_assert_eq(ee_fpu_mul(ONE | fraction, ONE).word, ONE | fraction);
}

static bool same(struct ee_fpu_result a, struct ee_fpu_result b)
{
    return a.word == b.word && a.flags == b.flags;
}

/* Section 2. */
Test(ee_fpu_properties, a_sum_does_not_depend_on_the_order_and_a_difference_is_a_sum)
{
    struct float_inputs inputs = {2};
    for (unsigned i = 0; i < TRIALS; i++) {
        struct float_operands o = directed_operands(&inputs);
        struct ee_fpu_result sum = ee_fpu_add(o.fs, o.ft);
        cr_assert(same(sum, ee_fpu_add(o.ft, o.fs)), "%08" PRIx32 " + %08" PRIx32, o.fs, o.ft);
        cr_assert(same(sum, ee_fpu_sub(o.fs, ee_fpu_neg(o.ft))), "%08" PRIx32 " - %08" PRIx32, o.fs, o.ft);
    }
}

/* What the kernels rely on when they do not look at the Booth array. */
Test(ee_fpu_properties, a_lost_carry_shows_only_where_bits_22_to_15_of_the_product_are_0)
{
    struct float_inputs inputs = {3};
    unsigned lost = 0, shown = 0;
    for (unsigned i = 0; i < 4 * TRIALS; i++) {
        struct float_operands o = directed_operands(&inputs);
        struct ee_fpu_mul_steps s = ee_fpu_mul_steps(o.fs, o.ft);
        if (!s.multiplies)
            continue;
        bool shows = s.kept >> 23 != s.product >> 23, clear = (s.product >> 15 & 0xFF) == 0;
        lost += s.carry_lost;
        shown += shows;
        cr_assert_eq(shows, clear && (s.low_sum >> 15 & 1), "%08" PRIx32 " * %08" PRIx32, o.fs, o.ft);
        cr_assert(!s.carry_lost || (o.ft & 0xFFFF), "%08" PRIx32 " * %08" PRIx32, o.fs, o.ft);
    }
    cr_assert(lost > TRIALS / 16 && shown > TRIALS / 16, "%u carries were lost, %u of them show", lost,
              shown);
}

/* Section 3: 0.11 % of random pairs differ from plain truncation. */
Test(ee_fpu_properties, of_random_products_one_in_900_differs_from_truncation)
{
    struct float_inputs inputs = {4};
    unsigned differ = 0;
    for (unsigned i = 0; i < TRIALS; i++) {
        uint32_t fs = random_word(&inputs) >> 9 | ONE, ft = random_word(&inputs) >> 9 | ONE;
        struct ee_fpu_mul_steps s = ee_fpu_mul_steps(fs, ft);
        differ += s.kept >> (s.shifted ? 24 : 23) != s.product >> (s.product >> 47 ? 24 : 23);
    }
    cr_assert(differ > 0.0010 * TRIALS && differ < 0.0012 * TRIALS, "%u of %u", differ, TRIALS);
}

/* Sections 0 and 5: 38 % of random quotients are one over the truncated one. */
Test(ee_fpu_properties, a_quotient_is_the_truncated_one_or_one_more)
{
    struct float_inputs inputs = {5};
    unsigned more = 0;
    for (unsigned i = 0; i < TRIALS; i++) {
        uint32_t fs = random_word(&inputs) >> 9 | ONE, ft = random_word(&inputs) >> 9 | ONE;
        uint64_t a = (fs & 0x7FFFFF) | 0x800000, b = (ft & 0x7FFFFF) | 0x800000;
        uint64_t truncated = a >= b ? (a << 23) / b : (a << 24) / b; /* 24 bits */
        uint32_t got = (ee_fpu_div(fs, ft).word & 0x7FFFFF) | 0x800000;
        cr_assert(got == truncated || got == truncated + 1, "%08" PRIx32 " / %08" PRIx32, fs, ft);
        more += got != truncated;
    }
    cr_assert(more > 0.375 * TRIALS && more < 0.385 * TRIALS, "%u of %u", more, TRIALS);
}

/* Sections 0 and 5: of random roots 24 %. Roots of 1 to 4. */
Test(ee_fpu_properties, a_root_is_the_truncated_one_or_one_more)
{
    struct float_inputs inputs = {6};
    unsigned more = 0;
    for (unsigned i = 0; i < TRIALS; i++) {
        uint32_t ft = (random_word(&inputs) & 0xFFFFFF) + ONE;
        uint64_t got = (ee_fpu_sqrt(ft).word & 0x7FFFFF) | 0x800000;
        uint64_t radicand = (uint64_t)((ft & 0x7FFFFF) | 0x800000) << (ft >> 23 == 0x7F ? 23 : 24);
        bool exact_or_less = got * got <= radicand;
        uint64_t truncated = exact_or_less ? got : got - 1;
        cr_assert(truncated * truncated <= radicand && (truncated + 1) * (truncated + 1) > radicand,
                  "sqrt %08" PRIx32, ft);
        more += !exact_or_less;
    }
    cr_assert(more > 0.235 * TRIALS && more < 0.245 * TRIALS, "%u of %u", more, TRIALS);
}

/* Section 6. */
Test(ee_fpu_properties, comparison_maximum_and_minimum_agree)
{
    struct float_inputs inputs = {7};
    for (unsigned i = 0; i < TRIALS; i++) {
        struct float_operands o = directed_operands(&inputs);
        uint32_t max = ee_fpu_max(o.fs, o.ft), min = ee_fpu_min(o.fs, o.ft);
        cr_assert((max == o.fs && min == o.ft) || (max == o.ft && min == o.fs));
        cr_assert_not(ee_fpu_less(max, min), "%08" PRIx32 " %08" PRIx32, o.fs, o.ft);
        cr_assert_eq(ee_fpu_less_equal(o.fs, o.ft), ee_fpu_less(o.fs, o.ft) || ee_fpu_equal(o.fs, o.ft));
        cr_assert_not(ee_fpu_less(o.fs, o.ft) && ee_fpu_less(o.ft, o.fs));
    }
}

/* Section 7: integers of up to 24 bits are exact both ways. */
Test(ee_fpu_properties, short_integers_survive_conversion_there_and_back)
{
    static const unsigned fraction_bits[] = {0, 4, 12, 15};
    struct float_inputs inputs = {8};
    for (unsigned i = 0; i < TRIALS; i++) {
        uint32_t magnitude = random_word(&inputs) >> 8, fixed = i % 2 ? 0u - magnitude : magnitude;
        unsigned bits = fraction_bits[i / 2 % 4];
        cr_assert_eq(ee_fpu_to_fixed(ee_fpu_from_fixed(fixed, bits), bits), fixed, "%08" PRIx32, fixed);
    }
}

/* Section 9. */
Test(ee_fpu_properties, efu_functions_take_11_to_54_cycles)
{
    static const struct {
        enum ee_fpu_efu function;
        unsigned cycles;
    } table[] = {
        {EE_FPU_ESADD, 11}, {EE_FPU_ERSADD, 18}, {EE_FPU_ELENG, 18},   {EE_FPU_ERLENG, 24},
        {EE_FPU_ESUM, 12},  {EE_FPU_ERCPR, 12},  {EE_FPU_ESQRT, 12},   {EE_FPU_ERSQRT, 18},
        {EE_FPU_ESIN, 29},  {EE_FPU_EEXP, 44},   {EE_FPU_EATANXY, 54}, {EE_FPU_EATANXZ, 54},
        {EE_FPU_EATAN, 54},
    };
    cr_assert_eq(sizeof table / sizeof table[0], EE_FPU_EFU_COUNT);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        cr_expect_eq(ee_fpu_efu_latency(table[i].function), table[i].cycles, "function %d",
                     table[i].function);
}

Test(ee_fpu_properties, the_steps_of_an_operation_end_in_its_result)
{
    struct float_inputs inputs = {9};
    struct ee_fpu_efu_step steps[EE_FPU_EFU_MAX_STEPS];
    for (unsigned i = 0; i < TRIALS / 16; i++) {
        struct float_operands o = directed_operands(&inputs);
        cr_assert(same(ee_fpu_add_steps(o.fs, o.ft).result, ee_fpu_add(o.fs, o.ft)));
        cr_assert(same(ee_fpu_mul_steps(o.fs, o.ft).result, ee_fpu_mul(o.fs, o.ft)));
        cr_assert(same(ee_fpu_div_steps(o.fs, o.ft).result, ee_fpu_div(o.fs, o.ft)));
        cr_assert(same(ee_fpu_sqrt_steps(o.ft).result, ee_fpu_sqrt(o.ft)));
        const uint32_t v[4] = {o.fs, o.ft, o.acc, directed_word(&inputs)};
        enum ee_fpu_efu function = (enum ee_fpu_efu)(i % EE_FPU_EFU_COUNT);
        unsigned count = ee_fpu_efu_steps(function, v, steps);
        cr_assert(count > 0 && count < EE_FPU_EFU_MAX_STEPS);
        cr_assert_eq(steps[count - 1].result, ee_fpu_efu(function, v));
    }
}

Test(ee_fpu_properties, every_operation_is_found_by_its_name)
{
    const struct ee_fpu_op *op;
    size_t count = 0;
    for (; (op = ee_fpu_op_at(count)); count++) {
        cr_expect_eq(ee_fpu_op_find(op->name), op, "%s is there twice", op->name);
        unsigned words = 1;
        for (const char *c = op->operands; *c; c++)
            words += *c == ' ';
        cr_expect_eq(op->operand_count, words, "%s", op->name);
    }
    cr_assert_eq(count, 60);
    cr_assert_null(ee_fpu_op_find("fadd "));
    cr_assert_null(ee_fpu_op_find(""));
}
