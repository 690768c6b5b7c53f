/*
 * path1/ee_fpu_ops.h: the operations by name, one line in, one answer out, as test vectors have them:
 *
 *     fmul 3f800000 43018000 -> 43017fff 0
 *
 * A name begins with the unit: f is an instruction of the EE's FPU, v one lane of a VU's FMAC or its FDIV, e
 * a function of VU1's EFU.
 */
#ifndef PATH1_EE_FPU_OPS_H
#define PATH1_EE_FPU_OPS_H

#include <stddef.h>

#include <path1/ee_fpu.h>

#ifdef __cplusplus
extern "C" {
#endif

enum ee_fpu_op_kind {
    EE_FPU_OP_ADD,
    EE_FPU_OP_SUB,
    EE_FPU_OP_MUL,
    EE_FPU_OP_MADD,
    EE_FPU_OP_MSUB,
    EE_FPU_OP_DIV,
    EE_FPU_OP_SQRT,
    EE_FPU_OP_RSQRT,
    EE_FPU_OP_MAX,
    EE_FPU_OP_MIN,
    EE_FPU_OP_ABS,
    EE_FPU_OP_NEG,
    EE_FPU_OP_MOV,
    EE_FPU_OP_EQUAL,
    EE_FPU_OP_LESS,
    EE_FPU_OP_LESS_EQUAL,
    EE_FPU_OP_TO_FIXED,
    EE_FPU_OP_FROM_FIXED,
    EE_FPU_OP_CLIP,
    EE_FPU_OP_EFU
};

enum ee_fpu_op_unit { EE_FPU_OP_EE, EE_FPU_OP_VU, EE_FPU_OP_VU_EFU };

struct ee_fpu_op {
    const char *name;
    const char *operands; /* their names, a space between: "ACC fs ft" */
    const char *summary;
    unsigned operand_count; /* 1 .. 4 */
    enum ee_fpu_op_unit unit;
    enum ee_fpu_op_kind kind;
    /* On the EE: an enum ee_fpu_instruction. Of other conversions: fraction bits. In the EFU: an enum
     * ee_fpu_efu. */
    unsigned code;
    bool acc_overflowed; /* the accumulator's hidden overflow state is set beforehand */
};

/* `flags` depends on the unit.
 * EE: FCR31 after the operation, if its writable bits were clear before.
 * VU, FMAC arithmetic: bits 3..0 Z, S, U, O as EE_FPU_Z .. EE_FPU_O; bits 7..4 what is collected in the
 * sticky bits (of MADD and MSUB the product's flags, too). VU division and root: EE_FPU_I, EE_FPU_D. Else 0.
 */
struct ee_fpu_answer {
    uint32_t word;
    uint32_t flags;
};

/* Number `index` of the operations; NULL past the last. */
PATH1_FPU_API const struct ee_fpu_op *ee_fpu_op_at(size_t index);
/* The operation called `name`; NULL if there is none. */
PATH1_FPU_API const struct ee_fpu_op *ee_fpu_op_find(const char *name);
/* `operands`: op->operand_count words. */
PATH1_FPU_API struct ee_fpu_answer ee_fpu_op_evaluate(const struct ee_fpu_op *op, const uint32_t *operands);
/* Of an EFU operation: the x, y, z, w that ee_fpu_efu takes for its operands. */
PATH1_FPU_API void ee_fpu_op_efu_vector(const struct ee_fpu_op *op, const uint32_t *operands, uint32_t v[4]);

#ifdef __cplusplus
}
#endif
#endif
