#include "vu_model.h"

#include <path1/ee_fpu.h>

enum { SLOTS = 8 };

/* The lane's second operand. */
static uint32_t second(const struct vu_registers *r, const struct vu_upper *u, unsigned lane)
{
    switch ((enum vu_source)u->source) {
    case VU_SOURCE_FT:
        return r->vf[u->ft][lane];
    case VU_SOURCE_BC:
        return r->vf[u->ft][u->bc];
    case VU_SOURCE_Q:
        return r->q;
    case VU_SOURCE_I:
        return r->i;
    case VU_SOURCE_NONE:
        break;
    }
    return 0;
}

static void put_flags(uint16_t *mac, unsigned lane, uint32_t flags)
{
    for (unsigned nibble = 0; nibble < 4; nibble++)
        if (flags & 1u << nibble)
            *mac = (uint16_t)(*mac | 8u >> lane << (4 * nibble));
}

static void put(struct model_upper *out, unsigned lane, uint32_t word, uint32_t flags, uint32_t product)
{
    out->value[lane] = word;
    put_flags(&out->mac, lane, flags);
    put_flags(&out->product, lane, product);
    if (flags & EE_FPU_O)
        out->overflowed = (uint8_t)(out->overflowed | 8u >> lane);
}

static void put_plain(struct model_upper *out, unsigned lane, struct ee_fpu_result result)
{
    put(out, lane, result.word, result.flags, 0);
}

static void put_mac(struct model_upper *out, unsigned lane, struct ee_fpu_mac_result result)
{
    put(out, lane, result.word, result.flags, result.product);
}

static void arithmetic(struct model_upper *out, const struct vu_registers *r, const struct vu_upper *u,
                       unsigned lane)
{
    uint32_t fs = r->vf[u->fs][lane], ft = second(r, u, lane);
    bool overflowed = r->acc_overflowed & 8u >> lane;
    switch ((enum vu_upper_op)u->op) {
    case VU_ADD:
    case VU_ADDA:
        put_plain(out, lane, ee_fpu_add(fs, ft));
        break;
    case VU_SUB:
    case VU_SUBA:
        put_plain(out, lane, ee_fpu_sub(fs, ft));
        break;
    case VU_MUL:
    case VU_MULA:
        put_plain(out, lane, ee_fpu_mul(fs, ft));
        break;
    case VU_MADD:
    case VU_MADDA:
        put_mac(out, lane, ee_fpu_madd(r->acc[lane], overflowed, fs, ft));
        break;
    case VU_MSUB:
    case VU_MSUBA:
        put_mac(out, lane, ee_fpu_msub(r->acc[lane], overflowed, fs, ft));
        break;
    case VU_OPMULA:
        put_plain(out, lane, ee_fpu_mul(r->vf[u->fs][(lane + 1) % 3], r->vf[u->ft][(lane + 2) % 3]));
        break;
    case VU_OPMSUB:
        put_mac(out, lane,
                ee_fpu_msub(r->acc[lane], overflowed, r->vf[u->fs][(lane + 1) % 3],
                            r->vf[u->ft][(lane + 2) % 3]));
        break;
    default:
        break;
    }
}

static uint32_t without_flags(const struct vu_registers *r, const struct vu_upper *u, unsigned lane)
{
    static const unsigned bits[4] = {0, 4, 12, 15};
    uint32_t fs = r->vf[u->fs][lane];
    if (u->op == VU_MAX)
        return ee_fpu_max(fs, second(r, u, lane));
    if (u->op == VU_MINI)
        return ee_fpu_min(fs, second(r, u, lane));
    if (u->op == VU_ABS)
        return ee_fpu_abs(fs);
    if (u->op >= VU_ITOF0 && u->op <= VU_ITOF15)
        return ee_fpu_from_fixed(fs, bits[u->op - VU_ITOF0]);
    return ee_fpu_to_fixed(fs, bits[u->op - VU_FTOI0]);
}

struct model_upper model_upper(const struct vu_registers *r, const struct vu_upper *u)
{
    struct model_upper out = {.dest = u->dest};
    bool converts = u->op >= VU_ITOF0 && u->op <= VU_ABS;
    if (u->op == VU_CLIP) {
        out.clip = ee_fpu_clip(r->vf[u->fs], r->vf[u->ft][3]);
        out.is_clip = true;
    }
    if (u->op == VU_CLIP || u->op == VU_NOP || u->op == VU_UPPER_INVALID) {
        out.dest = 0;
        return out;
    }
    if (u->op == VU_OPMULA || u->op == VU_OPMSUB)
        out.dest = 14;
    out.has_flags = !converts && u->op != VU_MAX && u->op != VU_MINI;
    out.to_acc = u->op >= VU_ADDA && u->op <= VU_OPMULA;
    out.target = converts ? u->ft : u->fd;
    for (unsigned lane = 0; lane < 4; lane++) {
        if (!(out.dest & 8u >> lane))
            continue;
        if (out.has_flags)
            arithmetic(&out, r, u, lane);
        else
            out.value[lane] = without_flags(r, u, lane);
    }
    return out;
}

static unsigned any_lane(unsigned mac)
{
    unsigned any = 0;
    for (unsigned bit = 0; bit < 16; bit++)
        if (mac & 1u << bit)
            any |= 1u << bit / 4;
    return any;
}

static void apply(struct model_flags *f, unsigned slot)
{
    const struct model_upper *result = &f->result[slot];
    if (f->fsset[slot])
        f->status = (uint16_t)((f->status & 0x3F) | (f->immediate[slot] & 0xFC0));
    if (result->has_flags) {
        f->mac = result->mac;
        f->status = (uint16_t)((f->status & 0xFF0) | any_lane(result->mac) |
                               any_lane(result->mac | result->product) << 6);
    }
    if (result->is_clip)
        f->clip = (f->clip << 6 | result->clip) & 0xFFFFFF;
    else if (f->fcset[slot])
        f->clip = f->immediate[slot] & 0xFFFFFF;
    f->due[slot] = 0;
}

void model_flags_until(struct model_flags *f, uint64_t cycle)
{
    for (;;) {
        unsigned next = SLOTS;
        for (unsigned i = 0; i < SLOTS; i++)
            if (f->due[i] && (next == SLOTS || f->due[i] < f->due[next]))
                next = i;
        bool pipe = next < SLOTS && f->due[next] <= cycle, q = f->q_due && f->q_due <= cycle;
        if (pipe && !(q && f->q_due < f->due[next])) {
            apply(f, next);
        } else if (q) {
            f->status = (uint16_t)((f->status & ~0x30u) | f->q_flags | f->q_flags << 6);
            f->q_due = 0;
        } else {
            return;
        }
    }
}

static struct ee_fpu_result divide(const struct vu_registers *r, const struct vu_lower *l)
{
    uint32_t fs = r->vf[l->s][l->fsf], ft = r->vf[l->t][l->ftf];
    return l->op == VU_DIV ? ee_fpu_div(fs, ft) : l->op == VU_SQRT ? ee_fpu_sqrt(ft) : ee_fpu_rsqrt(fs, ft);
}

void model_flags_issue(struct model_flags *f, uint64_t cycle, const struct vu_registers *before,
                       const struct vu_pair *pair, const struct model_upper *result)
{
    unsigned slot = (unsigned)(cycle % SLOTS), op = pair->lower.op;
    f->due[slot] = cycle + 4;
    f->result[slot] = *result;
    f->fsset[slot] = op == VU_FSSET;
    f->fcset[slot] = op == VU_FCSET;
    f->immediate[slot] = (uint32_t)pair->lower.imm;
    if (op == VU_DIV || op == VU_SQRT || op == VU_RSQRT) {
        f->q_due = cycle + (op == VU_RSQRT ? 13 : 7);
        f->q_flags = divide(before, &pair->lower).flags;
    }
}
