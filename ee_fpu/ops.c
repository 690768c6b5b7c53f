/* Operations by name. */
#include <path1/ee_fpu_ops.h>

#include <string.h>

/* One row an operation: EE(name, operands, count, kind, instruction, summary) and the like. */
#define EE(name, operands, count, kind, code, summary)                                                       \
    {                                                                                                        \
        name, operands, summary, count, EE_FPU_OP_EE, EE_FPU_OP_##kind, EE_FPU_##code, false                 \
    }
#define EE_AO(name, kind, code, summary)                                                                     \
    {                                                                                                        \
        name, "ACC fs ft", summary, 3, EE_FPU_OP_EE, EE_FPU_OP_##kind, EE_FPU_##code, true                   \
    }
#define VU(name, operands, count, kind, code, summary)                                                       \
    {                                                                                                        \
        name, operands, summary, count, EE_FPU_OP_VU, EE_FPU_OP_##kind, code, false                          \
    }
#define VU_AO(name, kind, summary)                                                                           \
    {                                                                                                        \
        name, "ACC fs ft", summary, 3, EE_FPU_OP_VU, EE_FPU_OP_##kind, 0, true                               \
    }
#define EFU(name, operands, count, code, summary)                                                            \
    {                                                                                                        \
        name, operands, summary, count, EE_FPU_OP_VU_EFU, EE_FPU_OP_EFU, EE_FPU_##code, false                \
    }

static const struct ee_fpu_op ops[] = {
    EE("fadd", "fs ft", 2, ADD, ADD_S, "ADD.S: fs + ft"),
    EE("fsub", "fs ft", 2, SUB, SUB_S, "SUB.S: fs - ft"),
    EE("fmul", "fs ft", 2, MUL, MUL_S, "MUL.S: fs * ft"),
    EE("fmadd", "ACC fs ft", 3, MADD, MADD_S, "MADD.S: ACC + fs * ft"),
    EE("fmsub", "ACC fs ft", 3, MSUB, MSUB_S, "MSUB.S: ACC - fs * ft"),
    EE_AO("fmadd_ao", MADD, MADD_S, "MADD.S when ACC has overflowed"),
    EE_AO("fmsub_ao", MSUB, MSUB_S, "MSUB.S when ACC has overflowed"),
    EE("fadda", "fs ft", 2, ADD, ADDA_S, "ADDA.S: ACC = fs + ft"),
    EE("fsuba", "fs ft", 2, SUB, SUBA_S, "SUBA.S: ACC = fs - ft"),
    EE("fmula", "fs ft", 2, MUL, MULA_S, "MULA.S: ACC = fs * ft"),
    EE("fmadda", "ACC fs ft", 3, MADD, MADDA_S, "MADDA.S: ACC += fs * ft"),
    EE("fmsuba", "ACC fs ft", 3, MSUB, MSUBA_S, "MSUBA.S: ACC -= fs * ft"),
    EE("fdiv", "fs ft", 2, DIV, DIV_S, "DIV.S: fs / ft"),
    EE("fsqrt", "ft", 1, SQRT, SQRT_S, "SQRT.S: sqrt |ft|"),
    EE("frsqrt", "fs ft", 2, RSQRT, RSQRT_S, "RSQRT.S: fs / sqrt |ft|"),
    EE("fmax", "fs ft", 2, MAX, MAX_S, "MAX.S"),
    EE("fmin", "fs ft", 2, MIN, MIN_S, "MIN.S"),
    EE("fabs", "fs", 1, ABS, ABS_S, "ABS.S"),
    EE("fneg", "fs", 1, NEG, NEG_S, "NEG.S"),
    EE("fmov", "fs", 1, MOV, MOV_S, "MOV.S"),
    EE("fceq", "fs ft", 2, EQUAL, C_EQ_S, "C.EQ.S: is fs = ft; the result is the C bit"),
    EE("fclt", "fs ft", 2, LESS, C_LT_S, "C.LT.S: is fs < ft"),
    EE("fcle", "fs ft", 2, LESS_EQUAL, C_LE_S, "C.LE.S: is fs <= ft"),
    EE("fcvtw", "fs", 1, TO_FIXED, CVT_W_S, "CVT.W.S: float to integer"),
    EE("fcvts", "fs", 1, FROM_FIXED, CVT_S_W, "CVT.S.W: integer to float"),
    VU("vadd", "fs ft", 2, ADD, 0, "ADD: fs + ft"),
    VU("vsub", "fs ft", 2, SUB, 0, "SUB: fs - ft"),
    VU("vmul", "fs ft", 2, MUL, 0, "MUL: fs * ft"),
    VU("vmadd", "ACC fs ft", 3, MADD, 0, "MADD: ACC + fs * ft"),
    VU("vmsub", "ACC fs ft", 3, MSUB, 0, "MSUB: ACC - fs * ft"),
    VU_AO("vmadd_ao", MADD, "MADD when the lane of ACC has overflowed"),
    VU_AO("vmsub_ao", MSUB, "MSUB when the lane of ACC has overflowed"),
    VU("vmax", "fs ft", 2, MAX, 0, "MAX"),
    VU("vmini", "fs ft", 2, MIN, 0, "MINI"),
    VU("vabs", "fs", 1, ABS, 0, "ABS"),
    VU("vftoi0", "fs", 1, TO_FIXED, 0, "FTOI0: float to integer"),
    VU("vftoi4", "fs", 1, TO_FIXED, 4, "FTOI4: float to fixed point, 4 bits of fraction"),
    VU("vftoi12", "fs", 1, TO_FIXED, 12, "FTOI12"),
    VU("vftoi15", "fs", 1, TO_FIXED, 15, "FTOI15"),
    VU("vitof0", "fs", 1, FROM_FIXED, 0, "ITOF0: integer to float"),
    VU("vitof4", "fs", 1, FROM_FIXED, 4, "ITOF4: fixed point to float"),
    VU("vitof12", "fs", 1, FROM_FIXED, 12, "ITOF12"),
    VU("vitof15", "fs", 1, FROM_FIXED, 15, "ITOF15"),
    VU("vclip", "fs.x fs.y fs.z ft.w", 4, CLIP, 0, "CLIP: +x 1, -x 2, +y 4, -y 8, +z 10, -z 20"),
    VU("vdiv", "fs ft", 2, DIV, 0, "DIV: fs / ft"),
    VU("vsqrt", "ft", 1, SQRT, 0, "SQRT: sqrt |ft|"),
    VU("vrsqrt", "fs ft", 2, RSQRT, 0, "RSQRT: fs / sqrt |ft|"),
    EFU("esadd", "x y z", 3, ESADD, "x^2 + y^2 + z^2"),
    EFU("ersadd", "x y z", 3, ERSADD, "1 / (x^2 + y^2 + z^2)"),
    EFU("eleng", "x y z", 3, ELENG, "sqrt(x^2 + y^2 + z^2)"),
    EFU("erleng", "x y z", 3, ERLENG, "1 / sqrt(x^2 + y^2 + z^2)"),
    EFU("eatan", "x", 1, EATAN, "atan(x)"),
    EFU("eatanxy", "x y", 2, EATANXY, "atan(y / x)"),
    EFU("eatanxz", "x z", 2, EATANXZ, "atan(z / x)"),
    EFU("esum", "x y z w", 4, ESUM, "x + y + z + w"),
    EFU("ercpr", "x", 1, ERCPR, "1 / x"),
    EFU("esqrt", "x", 1, ESQRT, "sqrt |x|"),
    EFU("ersqrt", "x", 1, ERSQRT, "1 / sqrt |x|"),
    EFU("esin", "x", 1, ESIN, "sin(x)"),
    EFU("eexp", "x", 1, EEXP, "exp(-x)"),
};

const struct ee_fpu_op *ee_fpu_op_at(size_t index)
{
    return index < sizeof ops / sizeof ops[0] ? &ops[index] : NULL;
}

const struct ee_fpu_op *ee_fpu_op_find(const char *name)
{
    for (size_t i = 0; i < sizeof ops / sizeof ops[0]; i++)
        if (strcmp(ops[i].name, name) == 0)
            return &ops[i];
    return NULL;
}

static struct ee_fpu_answer on_ee(const struct ee_fpu_op *op, const uint32_t *operands)
{
    struct ee_fpu_unit unit;
    ee_fpu_reset(&unit);
    uint32_t fs = operands[0], ft = op->operand_count > 1 ? operands[1] : 0;
    if (op->kind == EE_FPU_OP_SQRT)
        ft = operands[0];
    if (op->operand_count == 3) {
        unit.acc = operands[0];
        unit.acc_overflowed = op->acc_overflowed;
        fs = operands[1];
        ft = operands[2];
    }
    uint32_t word = ee_fpu_execute(&unit, (enum ee_fpu_instruction)op->code, fs, ft);
    return (struct ee_fpu_answer){word, unit.fcr31 & EE_FPU_FCR31_WRITABLE};
}

static struct ee_fpu_answer fmac(struct ee_fpu_result result)
{
    return (struct ee_fpu_answer){result.word, result.flags | result.flags << 4};
}

static struct ee_fpu_answer mac(struct ee_fpu_mac_result result)
{
    return (struct ee_fpu_answer){result.word, result.flags | (result.flags | result.product) << 4};
}

static struct ee_fpu_answer division(struct ee_fpu_result result)
{
    return (struct ee_fpu_answer){result.word, result.flags};
}

static struct ee_fpu_answer plain(uint32_t word)
{
    return (struct ee_fpu_answer){word, 0};
}

static struct ee_fpu_answer on_vu(const struct ee_fpu_op *op, const uint32_t *in)
{
    switch (op->kind) {
    case EE_FPU_OP_ADD:
        return fmac(ee_fpu_add(in[0], in[1]));
    case EE_FPU_OP_SUB:
        return fmac(ee_fpu_sub(in[0], in[1]));
    case EE_FPU_OP_MUL:
        return fmac(ee_fpu_mul(in[0], in[1]));
    case EE_FPU_OP_MADD:
        return mac(ee_fpu_madd(in[0], op->acc_overflowed, in[1], in[2]));
    case EE_FPU_OP_MSUB:
        return mac(ee_fpu_msub(in[0], op->acc_overflowed, in[1], in[2]));
    case EE_FPU_OP_DIV:
        return division(ee_fpu_div(in[0], in[1]));
    case EE_FPU_OP_SQRT:
        return division(ee_fpu_sqrt(in[0]));
    case EE_FPU_OP_RSQRT:
        return division(ee_fpu_rsqrt(in[0], in[1]));
    case EE_FPU_OP_MAX:
        return plain(ee_fpu_max(in[0], in[1]));
    case EE_FPU_OP_MIN:
        return plain(ee_fpu_min(in[0], in[1]));
    case EE_FPU_OP_ABS:
        return plain(ee_fpu_abs(in[0]));
    case EE_FPU_OP_TO_FIXED:
        return plain(ee_fpu_to_fixed(in[0], op->code));
    case EE_FPU_OP_FROM_FIXED:
        return plain(ee_fpu_from_fixed(in[0], op->code));
    case EE_FPU_OP_CLIP:
        return plain(ee_fpu_clip(in, in[3]));
    default: /* no other kind is in the table for a VU */
        return plain(0);
    }
}

/* EATANxz has x and z, the others x, y, z, w from the first on. */
void ee_fpu_op_efu_vector(const struct ee_fpu_op *op, const uint32_t *operands, uint32_t v[4])
{
    for (unsigned i = 0; i < 4; i++)
        v[i] = i < op->operand_count ? operands[i] : 0;
    if (op->code == EE_FPU_EATANXZ) {
        v[2] = v[1];
        v[1] = 0;
    }
}

static struct ee_fpu_answer in_efu(const struct ee_fpu_op *op, const uint32_t *operands)
{
    uint32_t v[4];
    ee_fpu_op_efu_vector(op, operands, v);
    return plain(ee_fpu_efu((enum ee_fpu_efu)op->code, v));
}

struct ee_fpu_answer ee_fpu_op_evaluate(const struct ee_fpu_op *op, const uint32_t *operands)
{
    switch (op->unit) {
    case EE_FPU_OP_EE:
        return on_ee(op, operands);
    case EE_FPU_OP_VU:
        return on_vu(op, operands);
    case EE_FPU_OP_VU_EFU:
        return in_efu(op, operands);
    }
    return plain(0);
}
