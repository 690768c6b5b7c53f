/* Divider, EFU, random generator, I register and XGKICK (VUPIPE sections 3, 7 and 9). */
#include "lower.h"
#include "timing.h"

#define R_STATE 0x7FFFFFu
#define R_ONE 0x3F800000u

static inline uint32_t field_s(const struct vu *vu, const struct vu_code *code)
{
    return vu->state.vf[code->half.s].lane[code->half.fsf];
}

static inline uint32_t field_t(const struct vu *vu, const struct vu_code *code)
{
    return vu->state.vf[code->half.t].lane[code->half.ftf];
}

void vu_do_div(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_begin_fdiv(&vu->state, ee_fpu_div(field_s(vu, code), field_t(vu, code)), VU_DIV_LATENCY);
}

void vu_do_sqrt(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_begin_fdiv(&vu->state, ee_fpu_sqrt(field_t(vu, code)), VU_DIV_LATENCY);
}

void vu_do_rsqrt(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_begin_fdiv(&vu->state, ee_fpu_rsqrt(field_s(vu, code), field_t(vu, code)), VU_RSQRT_LATENCY);
}

/* The arithmetic's name of an EFU operation. */
static enum ee_fpu_efu efu_function(unsigned op)
{
    switch (op) {
    case VU_ESADD:
        return EE_FPU_ESADD;
    case VU_ERSADD:
        return EE_FPU_ERSADD;
    case VU_ELENG:
        return EE_FPU_ELENG;
    case VU_ERLENG:
        return EE_FPU_ERLENG;
    case VU_EATANXY:
        return EE_FPU_EATANXY;
    case VU_EATANXZ:
        return EE_FPU_EATANXZ;
    case VU_ESUM:
        return EE_FPU_ESUM;
    case VU_ERCPR:
        return EE_FPU_ERCPR;
    case VU_ESQRT:
        return EE_FPU_ESQRT;
    case VU_ERSQRT:
        return EE_FPU_ERSQRT;
    case VU_ESIN:
        return EE_FPU_ESIN;
    case VU_EATAN:
        return EE_FPU_EATAN;
    default:
        return EE_FPU_EEXP;
    }
}

/* Functions of one number take the field fsf, those of a vector the whole register. */
void vu_do_efu(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    enum ee_fpu_efu function = efu_function(code->half.op);
    bool scalar = function >= EE_FPU_ERCPR;
    const uint32_t one[4] = {field_s(vu, code), 0, 0, 0};
    const uint32_t *operands = scalar ? one : vu->state.vf[code->half.s].lane;
    vu_begin_efu(&vu->state, ee_fpu_efu(function, operands), ee_fpu_efu_latency(function));
}

void vu_do_mfp(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_lower_word(code, vu->state.p);
}

/* R advances also when nothing is written (rule rnext_vf00). */
void vu_do_rnext(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    uint32_t r = vu->state.r, bit = (r >> 4 ^ r >> 22) & 1;
    vu->state.r = R_ONE | ((r << 1 | bit) & R_STATE);
    vu_write_lower_word(code, vu->state.r);
}

void vu_do_rget(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_lower_word(code, vu->state.r);
}

void vu_do_rinit(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu->state.r = R_ONE | (field_s(vu, code) & R_STATE);
}

void vu_do_rxor(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu->state.r ^= field_s(vu, code) & R_STATE;
}

void vu_do_xgkick(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    struct vu_state *state = &vu->state;
    state->attention |= VU_KICK_WAITING;
    state->kick_address = (state->vi[code->half.s % 16] & 0x3FFu) * 16;
    state->kick_cycle = state->cycle;
    state->kick_pc = (uint32_t)(code - vu->code) * 8;
}

/* The upper half of the pair has read the old I already. */
void vu_do_loi(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu->state.i = (uint32_t)code->half.imm;
}
