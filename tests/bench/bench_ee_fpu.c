/* Checks the four-lane kernels against the scalar operations, bit by bit, and measures both, and the host's
 * own float arithmetic through the same calls.
 *
 *     bench_ee_fpu [COUNT [SEED]]
 *
 * COUNT: how many lanes are compared in all, 2^30 without it; half are random words, half directed
 * (float_inputs.h). Exits with 1 at the first difference. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <path1/ee_fpu.h>

#include "four_lanes.h"

enum { LANES = 4, BATCH = 256 };

static const char *const kernel_names[] = {"scalar", "sse4.1", "avx2"};
enum { KERNELS = sizeof kernel_names / sizeof kernel_names[0] };

/* Of 16 parts, how many are compared of each operation; 0: half a part. */
static const unsigned shares[FOUR_OPERATIONS] = {3, 1, 4, 3, 2, 1, 1, 0, 0};

/* ---- comparison ---- */

static bool compare(const struct ee_fpu4_kernels *const *sets, enum four_operation operation, uint64_t lanes,
                    uint64_t seed)
{
    struct float_inputs inputs = {seed + (uint64_t)operation};
    for (uint64_t n = 0; n < lanes; n += LANES) {
        struct four_input in = four_make_input(&inputs, n / LANES % 2);
        struct ee_fpu4_result expected = four_expected(operation, &in);
        for (unsigned k = 0; k < KERNELS; k++) {
            if (sets[k] && !four_agrees(sets[k], operation, &in, &expected))
                return false;
        }
    }
    return true;
}

static bool compare_all(const struct ee_fpu4_kernels *const *sets, uint64_t count, uint64_t seed)
{
    uint64_t done = 0;
    for (int operation = 0; operation < FOUR_OPERATIONS; operation++) {
        uint64_t lanes = shares[operation] ? count / 16 * shares[operation] : count / 32;
        if (!compare(sets, (enum four_operation)operation, lanes, seed))
            return false;
        printf("%-11s%" PRIu64 " lanes equal\n", four_operation_names[operation], lanes);
        fflush(stdout);
        done += lanes;
    }
    printf("%-11s%" PRIu64 " lanes equal, seed %" PRIu64 "\n\n", "all", done, seed);
    return true;
}

/* ---- time ---- */

/* What a program would do without any PlayStation in mind: the host's arithmetic, no flags. */
static void host_add(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    float a[LANES], b[LANES];
    memcpy(a, fs->lane, sizeof a);
    memcpy(b, ft->lane, sizeof b);
    for (unsigned i = 0; i < LANES; i++)
        a[i] += b[i];
    memcpy(out->value.lane, a, sizeof a);
}

static void host_mul(struct ee_fpu4_result *out, const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    float a[LANES], b[LANES];
    memcpy(a, fs->lane, sizeof a);
    memcpy(b, ft->lane, sizeof b);
    for (unsigned i = 0; i < LANES; i++)
        a[i] *= b[i];
    memcpy(out->value.lane, a, sizeof a);
}

static void host_madd(struct ee_fpu4_result *out, const struct ee_fpu4 *acc, unsigned acc_overflowed,
                      const struct ee_fpu4 *fs, const struct ee_fpu4 *ft)
{
    (void)acc_overflowed;
    float a[LANES], b[LANES], c[LANES];
    memcpy(a, fs->lane, sizeof a);
    memcpy(b, ft->lane, sizeof b);
    memcpy(c, acc->lane, sizeof c);
    for (unsigned i = 0; i < LANES; i++)
        c[i] += a[i] * b[i];
    memcpy(out->value.lane, c, sizeof c);
}

static const struct ee_fpu4_kernels host = {
    .name = "host", .add = host_add, .mul = host_mul, .madd = host_madd};

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Operands as programs have them. */
enum mix {
    ORDINARY, /* magnitudes from 2^-8 to 2^8 */
    POWERS,   /* fs are powers of two: nearly every product loses a carry */
    NEAR_ONE  /* fs from 0.5 to 2, so that long chains of products stay in the range */
};

static uint32_t ordinary_word(struct float_inputs *inputs)
{
    uint32_t word = random_word(inputs);
    return (word & 0x80000000) | ((word & 0x07FFFFFF) + 0x3B800000);
}

static void make_inputs(struct four_input *in, enum mix mix)
{
    struct float_inputs inputs = {1};
    for (unsigned n = 0; n < BATCH; n++) {
        in[n] = (struct four_input){.overflowed = 0};
        for (unsigned i = 0; i < LANES; i++) {
            in[n].acc.lane[i] = ordinary_word(&inputs);
            in[n].ft.lane[i] = ordinary_word(&inputs);
            uint32_t fs = ordinary_word(&inputs);
            if (mix == POWERS)
                fs &= 0xFF800000;
            else if (mix == NEAR_ONE)
                fs = (fs & 0x807FFFFF) | (n % 2 ? 0x3F000000 : 0x3F800000);
            in[n].fs.lane[i] = fs;
        }
    }
}

enum { PASSES = 200, REPEATS = 40 };

/* Nanoseconds a call: calls that do not depend on each other, or (`chained`) each of which takes the last
 * one's result as ACC or as ft. The best of some repeats. */
static double time_calls(const struct ee_fpu4_kernels *k, enum four_operation operation,
                         struct four_input *in, bool chained)
{
    static struct ee_fpu4_result out[BATCH];
    double best = 0;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        double start = seconds();
        struct ee_fpu4 *last = &in[0].ft;
        for (int pass = 0; pass < PASSES; pass++)
            for (unsigned n = 0; n < BATCH; n++) {
                struct ee_fpu4 *ft = chained && operation != FOUR_MADD ? last : &in[n].ft;
                struct ee_fpu4 *acc = chained ? last : &in[n].acc;
                if (operation == FOUR_ADD)
                    k->add(&out[n], &in[n].fs, ft);
                else if (operation == FOUR_MUL)
                    k->mul(&out[n], &in[n].fs, ft);
                else
                    k->madd(&out[n], acc, 0, &in[n].fs, ft);
                last = &out[n].value;
            }
        double taken = 1e9 * (seconds() - start) / ((double)PASSES * BATCH);
        best = repeat == 0 || taken < best ? taken : best;
    }
    return best;
}

static void print_times(const char *title, const struct ee_fpu4_kernels *const *sets,
                        enum four_operation operation, enum mix mix, bool chained)
{
    static struct four_input in[BATCH];
    make_inputs(in, mix);
    double plain = time_calls(&host, operation, in, chained);
    printf("%-34s%8.2f", title, plain);
    for (unsigned k = 0; k < KERNELS; k++) {
        if (!sets[k])
            continue;
        double taken = time_calls(sets[k], operation, in, chained);
        printf("%10.2f (%5.1fx)", taken, taken / plain);
    }
    putchar('\n');
}

static void measure(const struct ee_fpu4_kernels *const *sets)
{
    printf("ns a call of four lanes           %8s", "host");
    for (unsigned k = 0; k < KERNELS; k++)
        if (sets[k])
            printf("%10s         ", sets[k]->name);
    putchar('\n');
    print_times("add", sets, FOUR_ADD, ORDINARY, false);
    print_times("mul", sets, FOUR_MUL, ORDINARY, false);
    print_times("mul, fs powers of two", sets, FOUR_MUL, POWERS, false);
    print_times("madd", sets, FOUR_MADD, ORDINARY, false);
    print_times("add, each waits for the last", sets, FOUR_ADD, ORDINARY, true);
    print_times("mul, each waits for the last", sets, FOUR_MUL, NEAR_ONE, true);
    print_times("madd, each waits for the last", sets, FOUR_MADD, ORDINARY, true);
}

static bool number(const char *text, uint64_t *out)
{
    char *end;
    *out = strtoull(text, &end, 10);
    return *text && !*end;
}

int main(int argc, char **argv)
{
    uint64_t count = 1ull << 30, seed = 1;
    if (argc > 3 || (argc > 1 && !number(argv[1], &count)) || (argc > 2 && !number(argv[2], &seed))) {
        fprintf(stderr, "Usage: bench_ee_fpu [COUNT [SEED]]\n");
        return 2;
    }
    const struct ee_fpu4_kernels *sets[KERNELS];
    for (unsigned k = 0; k < KERNELS; k++) {
        sets[k] = ee_fpu4_kernels(kernel_names[k]);
        if (!sets[k])
            printf("%s: not on this processor\n", kernel_names[k]);
    }
    if (!compare_all(sets, count, seed))
        return EXIT_FAILURE;
    measure(sets);
    return EXIT_SUCCESS;
}
