/* Upper operations (VUPIPE section 11, FLOAT sections 2 to 8). */
#include <assert.h>
#include <stddef.h>

#include "pair_cache.h"

static void do_nothing(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                       struct ee_fpu4_result *result)
{
    (void)vu;
    (void)code;
    (void)slot;
    (void)result;
}

/* The second operand: a register, or one word for all lanes, spread out in `room`. */
static inline const struct ee_fpu4 *second(const struct vu_code *code, bool scalar, struct ee_fpu4 *room)
{
    if (!scalar)
        return code->ft;
    uint32_t word = *code->scalar;
    for (unsigned i = 0; i < 4; i++)
        room->lane[i] = word;
    return room;
}

/* Unselected lanes have no flags (FLOAT section 8). */
static inline void set_flags(const struct vu_code *code, struct vu_slot *slot,
                             const struct ee_fpu4_result *result)
{
    slot->mac = (uint16_t)(result->mac & code->mac_mask);
    slot->product = (uint16_t)(result->product & code->mac_mask);
}

static inline void write_acc(struct vu *vu, const struct vu_code *code, const struct ee_fpu4_result *result)
{
    struct vu_state *state = &vu->state;
    vu_blend(&state->acc, &result->value, code->mask);
    state->acc_overflowed =
        (state->acc_overflowed & ~(uint32_t)code->dest) | (result->mac >> 12 & code->dest);
}

static inline void add_like(const struct vu_code *code, struct vu_slot *slot, struct ee_fpu4_result *result,
                            bool scalar)
{
    struct ee_fpu4 room;
    code->kernel.add(result, code->fs, second(code, scalar, &room));
    set_flags(code, slot, result);
}

static inline void mac_like(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                            struct ee_fpu4_result *result, bool scalar)
{
    struct ee_fpu4 room;
    code->kernel.mac(result, &vu->state.acc, vu->state.acc_overflowed, code->fs, second(code, scalar, &room));
    set_flags(code, slot, result);
}

static void add_vector(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                       struct ee_fpu4_result *result)
{
    (void)vu;
    add_like(code, slot, result, false);
}

static void add_scalar(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                       struct ee_fpu4_result *result)
{
    (void)vu;
    add_like(code, slot, result, true);
}

static void acc_add_vector(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                           struct ee_fpu4_result *result)
{
    add_like(code, slot, result, false);
    write_acc(vu, code, result);
}

static void acc_add_scalar(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                           struct ee_fpu4_result *result)
{
    add_like(code, slot, result, true);
    write_acc(vu, code, result);
}

static void mac_vector(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                       struct ee_fpu4_result *result)
{
    mac_like(vu, code, slot, result, false);
}

static void mac_scalar(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                       struct ee_fpu4_result *result)
{
    mac_like(vu, code, slot, result, true);
}

static void acc_mac_vector(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                           struct ee_fpu4_result *result)
{
    mac_like(vu, code, slot, result, false);
    write_acc(vu, code, result);
}

static void acc_mac_scalar(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                           struct ee_fpu4_result *result)
{
    mac_like(vu, code, slot, result, true);
    write_acc(vu, code, result);
}

/* OPMULA and OPMSUB: fs.yzx with ft.zxy. */
static void outer_operands(const struct vu_code *code, struct ee_fpu4 *fs, struct ee_fpu4 *ft)
{
    static const uint8_t first[4] = {1, 2, 0, 3}, other[4] = {2, 0, 1, 3};
    for (unsigned i = 0; i < 4; i++) {
        fs->lane[i] = code->fs->lane[first[i]];
        ft->lane[i] = code->ft->lane[other[i]];
    }
}

static void opmula(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                   struct ee_fpu4_result *result)
{
    struct ee_fpu4 fs, ft;
    outer_operands(code, &fs, &ft);
    code->kernel.add(result, &fs, &ft);
    set_flags(code, slot, result);
    write_acc(vu, code, result);
}

static void opmsub(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                   struct ee_fpu4_result *result)
{
    struct ee_fpu4 fs, ft;
    outer_operands(code, &fs, &ft);
    code->kernel.mac(result, &vu->state.acc, vu->state.acc_overflowed, &fs, &ft);
    set_flags(code, slot, result);
}

static void max_vector(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                       struct ee_fpu4_result *result)
{
    (void)vu;
    (void)slot;
    code->kernel.max(&result->value, code->fs, code->ft);
}

static void max_scalar(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                       struct ee_fpu4_result *result)
{
    (void)vu;
    (void)slot;
    struct ee_fpu4 room;
    code->kernel.max(&result->value, code->fs, second(code, true, &room));
}

static void convert(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                    struct ee_fpu4_result *result)
{
    (void)vu;
    (void)slot;
    code->kernel.fixed(&result->value, code->fs, code->fraction_bits);
}

static void absolute(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                     struct ee_fpu4_result *result)
{
    (void)vu;
    (void)slot;
    for (unsigned i = 0; i < 4; i++)
        result->value.lane[i] = ee_fpu_abs(code->fs->lane[i]);
}

static void clip(struct vu *vu, const struct vu_code *code, struct vu_slot *slot,
                 struct ee_fpu4_result *result)
{
    (void)vu;
    (void)result;
    slot->clip = ee_fpu_clip(code->fs->lane, code->ft->lane[3]);
}

/* Families of operations, each with its kernel. */
static void prepare_add(struct vu_code *code, vu_add_kernel *kernel, bool to_acc)
{
    code->kernel.add = kernel;
    code->flags |= VU_FLAG_MAC;
    if (to_acc)
        code->upper = code->scalar ? acc_add_scalar : acc_add_vector;
    else
        code->upper = code->scalar ? add_scalar : add_vector;
}

static void prepare_mac(struct vu_code *code, vu_mac_kernel *kernel, bool to_acc)
{
    code->kernel.mac = kernel;
    code->flags |= VU_FLAG_MAC;
    if (to_acc)
        code->upper = code->scalar ? acc_mac_scalar : acc_mac_vector;
    else
        code->upper = code->scalar ? mac_scalar : mac_vector;
}

static void prepare_max(struct vu_code *code, vu_max_kernel *kernel)
{
    code->kernel.max = kernel;
    code->upper = code->scalar ? max_scalar : max_vector;
}

static void prepare_convert(struct vu_code *code, vu_fixed_kernel *kernel, uint8_t fraction_bits)
{
    code->kernel.fixed = kernel;
    code->fraction_bits = fraction_bits;
    code->upper = convert;
}

static void prepare_outer(struct vu_code *code, const struct ee_fpu4_kernels *kernels, bool to_acc)
{
    code->flags |= VU_FLAG_MAC;
    code->upper = to_acc ? opmula : opmsub;
    if (to_acc)
        code->kernel.add = kernels->mul;
    else
        code->kernel.mac = kernels->msub;
}

static void prepare_operands(struct vu *vu, struct vu_code *code, const struct vu_upper *upper)
{
    struct vu_state *state = &vu->state;
    code->fs = &state->vf[upper->fs];
    code->ft = &state->vf[upper->ft];
    if (upper->source == VU_SOURCE_BC)
        code->scalar = &code->ft->lane[upper->bc];
    else if (upper->source == VU_SOURCE_Q)
        code->scalar = &state->q;
    else if (upper->source == VU_SOURCE_I)
        code->scalar = &state->i;
    code->dest = upper->dest;
    code->mask = &vu_lane_masks[upper->dest];
    code->mac_mask = (uint16_t)(upper->dest * 0x1111u);
}

void vu_prepare_upper(struct vu *vu, struct vu_code *code, const struct vu_upper *upper)
{
    const struct ee_fpu4_kernels *k = vu->kernels;
    static const uint8_t fraction_bits[4] = {0, 4, 12, 15};
    prepare_operands(vu, code, upper);
    switch ((enum vu_upper_op)upper->op) {
    case VU_ADD:
    case VU_ADDA:
        prepare_add(code, k->add, upper->op == VU_ADDA);
        break;
    case VU_SUB:
    case VU_SUBA:
        prepare_add(code, k->sub, upper->op == VU_SUBA);
        break;
    case VU_MUL:
    case VU_MULA:
        prepare_add(code, k->mul, upper->op == VU_MULA);
        break;
    case VU_MADD:
    case VU_MADDA:
        prepare_mac(code, k->madd, upper->op == VU_MADDA);
        break;
    case VU_MSUB:
    case VU_MSUBA:
        prepare_mac(code, k->msub, upper->op == VU_MSUBA);
        break;
    case VU_OPMULA:
    case VU_OPMSUB:
        prepare_outer(code, k, upper->op == VU_OPMULA);
        break;
    case VU_MAX:
        prepare_max(code, k->max);
        break;
    case VU_MINI:
        prepare_max(code, k->min);
        break;
    case VU_ITOF0:
    case VU_ITOF4:
    case VU_ITOF12:
    case VU_ITOF15:
        prepare_convert(code, k->from_fixed, fraction_bits[upper->op - VU_ITOF0]);
        break;
    case VU_FTOI0:
    case VU_FTOI4:
    case VU_FTOI12:
    case VU_FTOI15:
        prepare_convert(code, k->to_fixed, fraction_bits[upper->op - VU_FTOI0]);
        break;
    case VU_ABS:
        code->upper = absolute;
        break;
    case VU_CLIP:
        code->flags |= VU_FLAG_CLIP;
        code->upper = clip;
        break;
    case VU_UPPER_INVALID:
    case VU_NOP:
    case VU_UPPER_OPS:
        code->upper = do_nothing;
        break;
    }
    assert(code->upper);
}
