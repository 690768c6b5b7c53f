/* Examples worked out by hand and by the community's implementation, some of them recorded on a console, one
 * for each rule of the arithmetic (FLOAT section 11). */
#include <inttypes.h>
#include <stdlib.h>

#include <criterion/criterion.h>

#include <path1/ee_fpu_ops.h>

#include "float_vectors.h"

/* Operands, result and flags as in the vector files. */
static const char *const examples[] = {
    "fadd 3f800000 33800000 -> 3f800000 0",
    "fadd 3f800000 b3800000 -> 3f7fffff 0",
    "fadd 3f800000 b3000000 -> 3f800000 0",
    "fadd 3f800000 bcf776f9 -> 3f784449 0",
    "fadd 7f7fffff 7f7fffff -> 7fffffff 0",
    "fadd 7fffffff 74000000 -> 7fffffff 8010",
    "fadd 7fffffff 73800000 -> 7fffffff 0",
    "fadd ff7fffff ff800001 -> ffffffff 8010",
    "fsub 00800001 00800000 -> 00000000 4008",
    "fsub 0080008b 008000ea -> 803e0000 4008",
    "fadd 80c1aa65 01200000 -> 007cab36 4008",
    "fadd 807fffff 807fffff -> 80000000 0",
    "fadd 00000001 3f800000 -> 3f800000 0",
    "fsub 80000000 00000000 -> 80000000 0",
    "vadd 00900001 80900000 -> 00000000 55",
    "vadd 7fffffff ffffffff -> 00000000 11",
    "fmul 3f800000 43018000 -> 43017fff 0",
    "fmul 43018000 3f800000 -> 43018000 0",
    "fmul 3f800000 3f800001 -> 3f800001 0",
    "fmul 3f800000 3f800002 -> 3f800001 0",
    "fmul 3f800000 3fffffff -> 3ffffffe 0",
    "fmul 3fffffff 3f800000 -> 3fffffff 0",
    "fmul 3f800400 3f800002 -> 3f800401 0",
    "fmul 43480000 43480000 -> 471c4000 0",
    "fmul 00800000 3f000000 -> 00000000 4008",
    "fmul a0400000 9fc00002 -> 00900001 0",
    "fmul 5fc00000 5fc00000 -> 7fffffff 8010",
    "fmul 7fffffff 007fffff -> 00000000 0",
    "vmul 00800000 bf000000 -> 80000000 77",
    "fdiv 3f800000 40400000 -> 3eaaaaab 0",
    "fdiv 40490fda 3fb504f2 -> 400e2c19 0",
    "fdiv 40490fda 3fb504f3 -> 400e2c18 0",
    "fdiv 41000000 00800000 -> 7fffffff 0",
    "fdiv 40fffffe 7fffffff -> 00000000 0",
    "fdiv 807fffff 00800000 -> 80000000 0",
    "fdiv 00000000 80000000 -> ffffffff 20040",
    "fdiv 80800000 007fffff -> ffffffff 10020",
    "fsqrt 40000000 -> 3fb504f3 0",
    "fsqrt 40000003 -> 3fb504f5 0",
    "fsqrt ffffffff -> 5fb504f3 20040",
    "fsqrt 807fffff -> 00000000 20040",
    "frsqrt 40000005 40000005 -> 3fb504f8 0",
    "frsqrt 3f800000 807fffff -> 7fffffff 30060",
    "frsqrt 80000000 00000000 -> ffffffff 20040",
    "fmadd 3f800000 3f800000 3f800002 -> 40000000 0",
    "fmadd 3f800000 80800000 80800000 -> 3f800000 8",
    "fmadd ffffffff 7f800000 7f800000 -> 7fffffff 8010",
    "fmadd_ao 7fffffff 3f800000 bf800000 -> 7fffffff 8010",
    "vmadd 3f800000 80800000 80800000 -> 3f800000 50",
    "vmadd_ao 7fffffff 7fffffff c0800000 -> ffffffff aa",
    "vmsub 00000000 80000000 80000000 -> 00000000 11",
    "fmax 80000001 ffffffff -> 80000001 0",
    "vmini 00000001 80000001 -> 80000001 0",
    "fcvtw 4effffff -> 7fffff80 0",
    "fcvtw cf000001 -> 80000000 0",
    "fcvts 7fffffff -> 4effffff 0",
    "fcvts 80000001 -> ceffffff 0",
    "vftoi4 3f810000 -> 00000010 0",
    "vftoi12 48ffffff -> 7fffff80 0",
    "vitof15 00000001 -> 38000000 0",
    "fceq 00000001 80000000 -> 00000001 800000",
    "fclt ffffffff 7fffffff -> 00000001 800000",
    "vclip 3f800000 bf800000 40000000 bf7fffff -> 00000019 0",
    "esin 3fc90fdb -> 3f800000 0",
    "eexp 3f800000 -> 3ebc5abf 0",
    "eatan 00000000 -> 33e60000 0",
    "eatan bf800000 -> ffc90fd7 0",
    "eatanxy 3f800000 40000000 -> 3f8db70b 0",
    "esum 3fffffff 3fffffff 3fffffff 3fffffff -> 40fffffe 0",
    "eleng 3f800000 40000000 40400000 -> 406f7750 0",
    "erleng 3f800000 40000000 40400000 -> 3e88d677 0",
    "ersadd 40800000 40400000 40000000 -> 3d0d3dcb 0",
    "ercpr deadbeef -> a03c98eb 0",
    "ersqrt bf800000 -> 3f800000 0",
};

Test(ee_fpu_examples, every_rule_has_an_example_that_holds)
{
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        struct float_case c = float_case_of(examples[i]);
        const struct ee_fpu_op *op = ee_fpu_op_find(c.op);
        cr_assert(op && op->operand_count == c.inputs, "%s", c.line);
        struct ee_fpu_answer answer = ee_fpu_op_evaluate(op, c.in);
        cr_expect_eq(answer.word, c.out[0], "%s: %08" PRIx32, c.line, answer.word);
        cr_expect_eq(answer.flags, strtoul(c.flags[0], NULL, 16), "%s: flags %" PRIx32, c.line, answer.flags);
    }
}
