/* The EE's FPU as instructions see it: FCR31 and the accumulator (FLOAT sections 4 and 8). */
#include "word.h"

enum { REVISION = 0x2E30 }; /* FCR0 of the console that was recorded; others differ */

#define FCR31_CAUSE_OU (EE_FPU_FCR31_O | EE_FPU_FCR31_U)
#define FCR31_CAUSE_ID (EE_FPU_FCR31_I | EE_FPU_FCR31_D)

void ee_fpu_reset(struct ee_fpu_unit *unit)
{
    *unit = (struct ee_fpu_unit){.fcr31 = EE_FPU_FCR31_ONES};
}

uint32_t ee_fpu_read_control(const struct ee_fpu_unit *unit, unsigned number)
{
    return number < 16 ? REVISION : unit->fcr31;
}

void ee_fpu_write_fcr31(struct ee_fpu_unit *unit, uint32_t value)
{
    unit->fcr31 = (value & EE_FPU_FCR31_WRITABLE) | EE_FPU_FCR31_ONES;
}

/* O and U are rewritten and collected; I and D stay. */
static void set_overflow_underflow(struct ee_fpu_unit *unit, uint32_t flags)
{
    unit->fcr31 &= ~FCR31_CAUSE_OU;
    if (flags & EE_FPU_O)
        unit->fcr31 |= EE_FPU_FCR31_O | EE_FPU_FCR31_SO;
    if (flags & EE_FPU_U)
        unit->fcr31 |= EE_FPU_FCR31_U | EE_FPU_FCR31_SU;
}

/* I and D are rewritten and collected; O and U stay. That a clean DIV clears a stale I or D is what SQRT does
 * on hardware; of DIV it is not known. */
static uint32_t finish_division(struct ee_fpu_unit *unit, struct ee_fpu_result result)
{
    unit->fcr31 &= ~FCR31_CAUSE_ID;
    if (result.flags & EE_FPU_I)
        unit->fcr31 |= EE_FPU_FCR31_I | EE_FPU_FCR31_SI;
    if (result.flags & EE_FPU_D)
        unit->fcr31 |= EE_FPU_FCR31_D | EE_FPU_FCR31_SD;
    return result.word;
}

static uint32_t finish_arithmetic(struct ee_fpu_unit *unit, struct ee_fpu_result result)
{
    set_overflow_underflow(unit, result.flags);
    return result.word;
}

static uint32_t write_acc(struct ee_fpu_unit *unit, uint32_t word, uint32_t flags)
{
    unit->acc_overflowed = (flags & EE_FPU_O) != 0;
    return unit->acc = word;
}

static uint32_t finish_to_acc(struct ee_fpu_unit *unit, struct ee_fpu_result result)
{
    return write_acc(unit, finish_arithmetic(unit, result), result.flags);
}

/* With ACC's overflow state set the result overflows. A product that underflowed shows in SU only. */
static uint32_t finish_mac(struct ee_fpu_unit *unit, struct ee_fpu_mac_result result)
{
    if (unit->acc_overflowed)
        result.flags |= EE_FPU_O;
    set_overflow_underflow(unit, result.flags);
    if ((result.product & EE_FPU_U) && !(result.flags & EE_FPU_O))
        unit->fcr31 |= EE_FPU_FCR31_SU;
    return result.word;
}

/* MADDA and MSUBA: a sum that underflows shows in SU only, too (known from console tests of others). */
static uint32_t finish_mac_to_acc(struct ee_fpu_unit *unit, struct ee_fpu_mac_result result)
{
    finish_mac(unit, result);
    bool overflows = unit->acc_overflowed || (result.flags & EE_FPU_O);
    unit->fcr31 &= ~EE_FPU_FCR31_U;
    return write_acc(unit, result.word, overflows ? EE_FPU_O : 0);
}

/* ABS, NEG, MAX, MIN: O and U are cleared. */
static uint32_t finish_move(struct ee_fpu_unit *unit, uint32_t word)
{
    set_overflow_underflow(unit, 0);
    return word;
}

static uint32_t finish_comparison(struct ee_fpu_unit *unit, bool holds)
{
    unit->fcr31 &= ~EE_FPU_FCR31_C;
    if (holds)
        unit->fcr31 |= EE_FPU_FCR31_C;
    return holds;
}

uint32_t ee_fpu_execute(struct ee_fpu_unit *unit, enum ee_fpu_instruction instruction, uint32_t fs,
                        uint32_t ft)
{
    const uint32_t acc = unit->acc;
    const bool over = unit->acc_overflowed;
    switch (instruction) {
    case EE_FPU_ADD_S:
        return finish_arithmetic(unit, ee_fpu_add(fs, ft));
    case EE_FPU_SUB_S:
        return finish_arithmetic(unit, ee_fpu_sub(fs, ft));
    case EE_FPU_MUL_S:
        return finish_arithmetic(unit, ee_fpu_mul(fs, ft));
    case EE_FPU_MADD_S:
        return finish_mac(unit, ee_fpu_madd(acc, over, fs, ft));
    case EE_FPU_MSUB_S:
        return finish_mac(unit, ee_fpu_msub(acc, over, fs, ft));
    case EE_FPU_ADDA_S:
        return finish_to_acc(unit, ee_fpu_add(fs, ft));
    case EE_FPU_SUBA_S:
        return finish_to_acc(unit, ee_fpu_sub(fs, ft));
    case EE_FPU_MULA_S:
        return finish_to_acc(unit, ee_fpu_mul(fs, ft));
    case EE_FPU_MADDA_S:
        return finish_mac_to_acc(unit, ee_fpu_madd(acc, over, fs, ft));
    case EE_FPU_MSUBA_S:
        return finish_mac_to_acc(unit, ee_fpu_msub(acc, over, fs, ft));
    case EE_FPU_DIV_S:
        return finish_division(unit, ee_fpu_div(fs, ft));
    case EE_FPU_SQRT_S:
        return finish_division(unit, ee_fpu_sqrt(ft));
    case EE_FPU_RSQRT_S:
        return finish_division(unit, ee_fpu_rsqrt(fs, ft));
    case EE_FPU_MAX_S:
        return finish_move(unit, ee_fpu_max(fs, ft));
    case EE_FPU_MIN_S:
        return finish_move(unit, ee_fpu_min(fs, ft));
    case EE_FPU_ABS_S:
        return finish_move(unit, ee_fpu_abs(fs));
    case EE_FPU_NEG_S:
        return finish_move(unit, ee_fpu_neg(fs));
    case EE_FPU_MOV_S:
        return fs;
    case EE_FPU_C_F_S:
        return finish_comparison(unit, false);
    case EE_FPU_C_EQ_S:
        return finish_comparison(unit, ee_fpu_equal(fs, ft));
    case EE_FPU_C_LT_S:
        return finish_comparison(unit, ee_fpu_less(fs, ft));
    case EE_FPU_C_LE_S:
        return finish_comparison(unit, ee_fpu_less_equal(fs, ft));
    case EE_FPU_CVT_W_S:
        return ee_fpu_to_fixed(fs, 0);
    case EE_FPU_CVT_S_W:
        return ee_fpu_from_fixed(fs, 0);
    }
    return 0;
}
