/* Results and flags of PS2 floats, one operation a case: those recorded on consoles, and those of the
 * community's soft-float implementation (tests/data/vectors/float). */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <path1/ee_fpu_ops.h>

#include "float_vectors.h"

TestSuite(ee_fpu_vectors, .timeout = 300);

/* Flags as a file has them: "-" were not recorded, "mN" are the lane's MAC flags alone. */
static bool flags_agree(const char *expected, uint32_t flags)
{
    if (strcmp(expected, "-") == 0)
        return true;
    if (expected[0] == 'm')
        return strtoul(expected + 1, NULL, 16) == (flags & 0xF);
    return strtoul(expected, NULL, 16) == flags;
}

static bool case_agrees(const struct float_case *c)
{
    const struct ee_fpu_op *op = ee_fpu_op_find(c->op);
    cr_assert(op && c->inputs == op->operand_count && c->outputs == 1 && !*c->flags[1], "%s", c->line);
    struct ee_fpu_answer answer = ee_fpu_op_evaluate(op, c->in);
    if (answer.word == c->out[0] && flags_agree(c->flags[0], answer.flags))
        return true;
    printf("%s: got %08" PRIx32 " %" PRIx32 "\n", c->line, answer.word, answer.flags);
    return false;
}

static void check_file(const char *name, size_t cases)
{
    struct float_vectors *vectors = float_vectors_open(name);
    struct float_case c;
    size_t count = 0, wrong = 0;
    for (; float_vectors_next(vectors, &c) && wrong < 10; count++)
        wrong += !case_agrees(&c);
    float_vectors_close(vectors);
    printf("%-36s%6zu cases\n", name, count);
    fflush(stdout);
    cr_assert_eq(wrong, 0, "%s", name);
    cr_assert_eq(count, cases, "%s: %zu cases", name, count);
}

Test(ee_fpu_vectors, what_consoles_computed_comes_out_again)
{
    static const struct {
        const char *name;
        size_t cases;
    } files[] = {
        {"hw/ps2autotests_fpu_arithmetic", 231},
        {"hw/ps2autotests_fpu_compare", 105},
        {"hw/ps2autotests_fpu_convert", 54},
        {"hw/ps2autotests_fpu_fcr", 6},
        {"hw/ps2autotests_fpu_muldiv", 293},
        {"hw/ps2autotests_fpu_sqrt", 50},
        {"hw/ps2autotests_vu_clip", 14},
        {"hw/ps2autotests_vu_efu", 208},
        {"hw/ps2autotests_vu_triace", 8},
        {"hw/pstef_90k_underflow", 4},
        {"hw/tk_fpu_div", 47},
        {"hw/tk_fpu_mac", 196},
        {"hw/tk_vu_clip", 10},
        {"hw/tk_vu_div", 47},
        {"hw/tk_vu_mac", 196},
    };
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        check_file(files[i].name, files[i].cases);
}

/* fcvts and the like: every operation in the table has its file, but these have only recorded cases. */
static bool only_recorded(const char *name)
{
    static const char *const names[] = {"fadda", "fsuba", "fmula", "fabs", "fneg", "fmov"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

Test(ee_fpu_vectors, what_the_community_computes_comes_out_again)
{
    const struct ee_fpu_op *op;
    size_t files = 0;
    for (size_t i = 0; (op = ee_fpu_op_at(i)); i++) {
        char name[32];
        if (only_recorded(op->name))
            continue;
        snprintf(name, sizeof name, "dev/%s", op->name);
        check_file(name, 4000);
        files++;
    }
    cr_assert_eq(files, 54);
}

/* "mac=001f" as a number. */
static uint32_t assigned(const char *text, const char *name)
{
    size_t length = strlen(name);
    cr_assert(strncmp(text, name, length) == 0 && text[length] == '=', "%s", text);
    return (uint32_t)strtoul(text + length + 1, NULL, 16);
}

static struct ee_fpu4 four(const uint32_t *words)
{
    return (struct ee_fpu4){.lane = {words[0], words[1], words[2], words[3]}};
}

/* OP4 with four lanes of (ACC,) fs and ft. */
static struct ee_fpu4_result compute_four(const struct ee_fpu4_kernels *kernels, const struct float_case *c)
{
    bool accumulates = c->inputs == 12;
    cr_assert(accumulates || c->inputs == 8, "%s", c->line);
    struct ee_fpu4 acc = four(c->in), fs = four(c->in + (accumulates ? 4 : 0)),
                   ft = four(c->in + (accumulates ? 8 : 4));
    struct ee_fpu4_result result;
    if (strcmp(c->op, "vadd4") == 0)
        kernels->add(&result, &fs, &ft);
    else if (strcmp(c->op, "vsub4") == 0)
        kernels->sub(&result, &fs, &ft);
    else if (strcmp(c->op, "vmul4") == 0)
        kernels->mul(&result, &fs, &ft);
    else if (strcmp(c->op, "vmadd4") == 0)
        kernels->madd(&result, &acc, 0, &fs, &ft);
    else
        kernels->msub(&result, &acc, 0, &fs, &ft);
    return result;
}

static size_t check_four_lanes(const struct ee_fpu4_kernels *kernels)
{
    struct float_vectors *vectors = float_vectors_open("hw/tk_vu_vec4");
    struct float_case c;
    size_t count = 0;
    for (; float_vectors_next(vectors, &c); count++) {
        struct ee_fpu4_result r = compute_four(kernels, &c);
        for (unsigned i = 0; i < 4; i++)
            cr_expect_eq(r.value.lane[i], c.out[i], "%s %s: lane %u: %08" PRIx32, kernels->name, c.line, i,
                         r.value.lane[i]);
        cr_expect_eq(r.mac, assigned(c.flags[0], "mac"), "%s %s: MAC %04" PRIx32, kernels->name, c.line,
                     r.mac);
        uint32_t status = ee_fpu_status_after_fmac(0, r.mac, r.product);
        cr_expect_eq(status, assigned(c.flags[1], "stat"), "%s %s: status %03" PRIx32, kernels->name, c.line,
                     status);
    }
    float_vectors_close(vectors);
    return count;
}

Test(ee_fpu_vectors, four_lanes_have_the_mac_and_status_flags_of_a_console)
{
    static const char *const names[] = {"scalar", "sse4.1", "avx2"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        const struct ee_fpu4_kernels *kernels = ee_fpu4_kernels(names[i]);
        if (!kernels)
            continue;
        size_t count = check_four_lanes(kernels);
        printf("%-24s%-12s%6zu cases\n", "hw/tk_vu_vec4", names[i], count);
        cr_assert_eq(count, 50);
    }
}
