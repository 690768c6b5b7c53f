/* Integer operations and branches (VUPIPE sections 4 and 10). */
#include "lower.h"
#include "vector_unit.h"

static inline unsigned vi_s(const struct vu *vu, const struct vu_code *code)
{
    return vu->state.vi[code->half.s % 16];
}

static inline unsigned vi_t(const struct vu *vu, const struct vu_code *code)
{
    return vu->state.vi[code->half.t % 16];
}

static inline void write_t(struct vu *vu, const struct vu_code *code, unsigned value)
{
    vu_write_integer(&vu->state, code->half.t % 16, value);
}

static inline void write_d(struct vu *vu, const struct vu_code *code, unsigned value)
{
    vu_write_integer(&vu->state, code->half.d % 16, value);
}

void vu_do_iaddiu(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vi_s(vu, code) + (unsigned)code->half.imm);
}

void vu_do_isubiu(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vi_s(vu, code) - (unsigned)code->half.imm);
}

void vu_do_iaddi(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vi_s(vu, code) + (unsigned)code->half.imm);
}

void vu_do_iadd(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_d(vu, code, vi_s(vu, code) + vi_t(vu, code));
}

void vu_do_isub(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_d(vu, code, vi_s(vu, code) - vi_t(vu, code));
}

void vu_do_iand(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_d(vu, code, vi_s(vu, code) & vi_t(vu, code));
}

void vu_do_ior(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_d(vu, code, vi_s(vu, code) | vi_t(vu, code));
}

void vu_do_mtir(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu->state.vf[code->half.s].lane[code->half.fsf] & 0xFFFF);
}

void vu_do_mfir(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    unsigned value = vi_s(vu, code);
    vu_write_lower_word(code, value & 0x8000 ? value | 0xFFFF0000 : value);
}

void vu_do_xtop(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_vi(&vu->state, code->half.t % 16, vu->state.top);
}

void vu_do_xitop(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_vi(&vu->state, code->half.t % 16, vu->state.itop);
}

/* While a pair executes, pc is the address of its delay slot already: the link leads behind that. */
static inline unsigned link_address(const struct vu_state *state)
{
    return (state->pc + 8) / 8;
}

static inline void jump(struct vu_state *state, uint32_t target)
{
    state->next_pc = target;
    state->branched = state->cycle;
}

static inline void branch_if(struct vu *vu, const struct vu_code *code, bool condition)
{
    if (condition)
        jump(&vu->state, code->target);
}

/* What a conditional branch sees: the value before the writes of the cycles just before, if there were any
 * (rule branch_chain). Signed. */
static int branch_value(const struct vu_state *state, unsigned vi)
{
    const struct vu_chain *chain = &state->chain;
    unsigned value = state->vi[vi];
    if (chain->length && chain->vi == vi && chain->cycle + 1 == state->cycle)
        value = (unsigned)(chain->before >> (16 * (chain->length - 1))) & 0xFFFF;
    return (int)value - (value & 0x8000 ? 0x10000 : 0);
}

static int branch_s(const struct vu *vu, const struct vu_code *code)
{
    return branch_value(&vu->state, code->half.s % 16);
}

static int branch_t(const struct vu *vu, const struct vu_code *code)
{
    return branch_value(&vu->state, code->half.t % 16);
}

void vu_do_b(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    branch_if(vu, code, true);
}

void vu_do_bal(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_vi(&vu->state, code->half.t % 16, link_address(&vu->state));
    branch_if(vu, code, true);
}

void vu_do_jr(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    jump(&vu->state, vi_s(vu, code) * 8 % vu->memory_size);
}

/* Jumps to the old value, also when source and link are one register (recorded on hardware). */
void vu_do_jalr(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    vu_do_jr(vu, code, slot);
    vu_write_vi(&vu->state, code->half.t % 16, link_address(&vu->state));
}

void vu_do_ibeq(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    branch_if(vu, code, branch_t(vu, code) == branch_s(vu, code));
}

void vu_do_ibne(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    branch_if(vu, code, branch_t(vu, code) != branch_s(vu, code));
}

void vu_do_ibltz(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    branch_if(vu, code, branch_s(vu, code) < 0);
}

void vu_do_ibgtz(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    branch_if(vu, code, branch_s(vu, code) > 0);
}

void vu_do_iblez(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    branch_if(vu, code, branch_s(vu, code) <= 0);
}

void vu_do_ibgez(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    branch_if(vu, code, branch_s(vu, code) >= 0);
}
