#include "lower.h"

static void do_nothing(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)vu;
    (void)code;
    (void)slot;
}

static const struct {
    vu_lower_handler *handler;
    uint8_t flags, waits;
} operations[VU_LOWER_OPS] = {
    [VU_LOWER_INVALID] = {do_nothing, 0, 0},
    [VU_LQ] = {vu_do_lq, 0, 0},
    [VU_SQ] = {vu_do_sq, 0, 0},
    [VU_ILW] = {vu_do_ilw, 0, 0},
    [VU_ISW] = {vu_do_isw, 0, 0},
    [VU_IADDIU] = {vu_do_iaddiu, 0, 0},
    [VU_ISUBIU] = {vu_do_isubiu, 0, 0},
    [VU_FCEQ] = {vu_do_fceq, 0, 0},
    [VU_FCSET] = {vu_do_fcset, VU_FLAG_CLIP_SET, 0},
    [VU_FCAND] = {vu_do_fcand, 0, 0},
    [VU_FCOR] = {vu_do_fcor, 0, 0},
    [VU_FSEQ] = {vu_do_fseq, 0, 0},
    [VU_FSSET] = {vu_do_fsset, VU_FLAG_STICKY, 0},
    [VU_FSAND] = {vu_do_fsand, 0, 0},
    [VU_FSOR] = {vu_do_fsor, 0, 0},
    [VU_FMEQ] = {vu_do_fmeq, 0, 0},
    [VU_FMAND] = {vu_do_fmand, 0, 0},
    [VU_FMOR] = {vu_do_fmor, 0, 0},
    [VU_FCGET] = {vu_do_fcget, 0, 0},
    [VU_B] = {vu_do_b, 0, 0},
    [VU_BAL] = {vu_do_bal, 0, 0},
    [VU_JR] = {vu_do_jr, 0, 0},
    [VU_JALR] = {vu_do_jalr, 0, 0},
    [VU_IBEQ] = {vu_do_ibeq, 0, 0},
    [VU_IBNE] = {vu_do_ibne, 0, 0},
    [VU_IBLTZ] = {vu_do_ibltz, 0, 0},
    [VU_IBGTZ] = {vu_do_ibgtz, 0, 0},
    [VU_IBLEZ] = {vu_do_iblez, 0, 0},
    [VU_IBGEZ] = {vu_do_ibgez, 0, 0},
    [VU_IADD] = {vu_do_iadd, 0, 0},
    [VU_ISUB] = {vu_do_isub, 0, 0},
    [VU_IADDI] = {vu_do_iaddi, 0, 0},
    [VU_IAND] = {vu_do_iand, 0, 0},
    [VU_IOR] = {vu_do_ior, 0, 0},
    [VU_MOVE] = {vu_do_move, 0, 0},
    [VU_MR32] = {vu_do_mr32, 0, 0},
    [VU_LQI] = {vu_do_lqi, 0, 0},
    [VU_SQI] = {vu_do_sqi, 0, 0},
    [VU_LQD] = {vu_do_lqd, 0, 0},
    [VU_SQD] = {vu_do_sqd, 0, 0},
    [VU_DIV] = {vu_do_div, 0, VU_WAIT_FDIV},
    [VU_SQRT] = {vu_do_sqrt, 0, VU_WAIT_FDIV},
    [VU_RSQRT] = {vu_do_rsqrt, 0, VU_WAIT_FDIV},
    [VU_WAITQ] = {do_nothing, 0, VU_WAIT_FDIV},
    [VU_MTIR] = {vu_do_mtir, 0, 0},
    [VU_MFIR] = {vu_do_mfir, 0, 0},
    [VU_ILWR] = {vu_do_ilwr, 0, 0},
    [VU_ISWR] = {vu_do_iswr, 0, 0},
    [VU_RNEXT] = {vu_do_rnext, 0, 0},
    [VU_RGET] = {vu_do_rget, 0, 0},
    [VU_RINIT] = {vu_do_rinit, 0, 0},
    [VU_RXOR] = {vu_do_rxor, 0, 0},
    [VU_MFP] = {vu_do_mfp, 0, 0},
    [VU_XTOP] = {vu_do_xtop, 0, 0},
    [VU_XITOP] = {vu_do_xitop, 0, 0},
    [VU_XGKICK] = {vu_do_xgkick, 0, VU_WAIT_KICK},
    [VU_ESADD] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_ERSADD] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_ELENG] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_ERLENG] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_EATANXY] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_EATANXZ] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_ESUM] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_ERCPR] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_ESQRT] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_ERSQRT] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_WAITP] = {do_nothing, 0, VU_WAIT_EFU},
    [VU_ESIN] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_EATAN] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_EEXP] = {vu_do_efu, 0, VU_WAIT_EFU},
    [VU_LOI] = {vu_do_loi, 0, 0},
};

void vu_prepare_lower(struct vu_code *code)
{
    unsigned op = code->half.op;
    code->lower = operations[op].handler;
    code->waits = operations[op].waits;
    if (op == VU_FCSET && (code->flags & VU_FLAG_CLIP)) /* rule clip_fcset */
        code->lower = do_nothing;
    else
        code->flags |= operations[op].flags;
}
