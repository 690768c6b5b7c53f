/* q_reciprocal=step: what speaks for it. GS-EXACT section 6: 0.7, added to the exact 1/Q on a grid of 15
 * bits, fits 97.85 % of a console's readings, and is called a description, no mechanism. Everything else here
 * is our own: arithmetic in 128 bits over all mantissas of 16 bits. */
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <stdint.h>

#include "console_reciprocal.h"
#include "console_wide.h"

#define TOP 16u
#define MANTISSAS ((1u << TOP) - 1) /* all but the power of two, which divides exactly */

/* floor(R + c / 32) in 2^-32, R being 1 / q by a table of 2^bits entries (reciprocals of the middles of its
 * bins) and one Newton step. */
static uint32_t table_and_step(uint32_t q, unsigned bits, uint32_t c)
{
    uint64_t one = 1ull << (bits + 1), bin = (uint64_t)(q - (1u << TOP)) >> (TOP - bits),
             a = one + 1 + 2 * bin;
    gs_uint128 scale = (gs_uint128)a * a;
    gs_uint128 numerator = ((gs_uint128)one * ((2 * a << TOP) - one * q)) * 32 + (gs_uint128)c * scale;
    return (uint32_t)(numerator / (scale * 32));
}

/* floor(1 / q + t / 200) in 2^-32. */
static uint32_t exact_and(uint32_t q, uint32_t t)
{
    return (uint32_t)(((200ull << 32) + (uint64_t)t * q) / (200ull * q));
}

/* The constant, in 1/200, that added to the exact quotient agrees most often, and how often, in percent. */
static double best_constant(unsigned bits, uint32_t c, uint32_t *constant)
{
    uint32_t most = 0;
    for (uint32_t t = 100; t < 200; t++) {
        uint32_t same = 0;
        for (uint32_t q = (1u << TOP) + 1; q < 2u << TOP; q++)
            same += table_and_step(q, bits, c) == exact_and(q, t);
        *constant = same > most ? t : *constant;
        most = same > most ? same : most;
    }
    return 100.0 * most / MANTISSAS;
}

Test(console_reciprocal_step, is_the_table_of_256_and_one_newton_step_with_23_in_32_added)
{
    for (uint32_t q = (1u << TOP) + 1; q < 2u << TOP; q++) {
        struct gs_console_inverse r = gs_console_inverse(q, GS_CONSOLE_ROUND_STEP);
        cr_assert_eq(r.shift, 32 + 8, "%u", q);
        cr_assert_eq(r.mantissa, table_and_step(q, 8, 23) << 8, "%u", q);
    }
    for (unsigned k = 0; k < 31; k++) {
        struct gs_console_inverse r = gs_console_inverse(1u << k, GS_CONSOLE_ROUND_STEP);
        cr_assert_eq(r.mantissa, 1u << (r.shift - k), "%u", k);
    }
}

Test(console_reciprocal_step, scales_with_powers_of_two)
{
    for (uint32_t q = 32769; q < 65536; q += 7) {
        struct gs_console_inverse r = gs_console_inverse(q, GS_CONSOLE_ROUND_STEP);
        for (unsigned k = 1; k < 15; k++) {
            struct gs_console_inverse up = gs_console_inverse(q << k, GS_CONSOLE_ROUND_STEP);
            cr_assert(up.mantissa == r.mantissa && up.shift == r.shift + k, "%u << %u", q, k);
        }
    }
}

/* The share tells the size of the table, and 0.7 the constant. */
Test(console_reciprocal_step, is_as_far_from_0_7_as_the_readings_are)
{
    static const struct {
        unsigned bits;
        double least, most; /* percent that agree with the best constant */
    } tables[] = {{7, 89, 91}, {8, 97.3, 97.9}, {9, 99.2, 99.5}};
    for (unsigned i = 0; i < 3; i++) {
        uint32_t constant = 0;
        double share = best_constant(tables[i].bits, 23, &constant);
        cr_log_info("table of %u: %.2f %% agree with %.3f added to the exact quotient", 1u << tables[i].bits,
                    share, constant / 200.0);
        cr_expect(share > tables[i].least && share < tables[i].most, "%u bits: %f", tables[i].bits, share);
        if (tables[i].bits == 8)
            cr_expect(constant >= 138 && constant <= 142, "%u / 200", constant);
    }
}
