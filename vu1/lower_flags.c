/* Operations on status, MAC and clip flags (VUPIPE sections 6 and 10). Readers see what is committed. */
#include "lower.h"

static inline void write_t(struct vu *vu, const struct vu_code *code, unsigned value)
{
    vu_write_vi(&vu->state, code->half.t % 16, value);
}

static inline unsigned mac_source(const struct vu *vu, const struct vu_code *code)
{
    return vu->state.vi[code->half.s % 16];
}

static inline unsigned immediate(const struct vu_code *code)
{
    return (unsigned)code->half.imm;
}

void vu_do_fceq(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_vi(&vu->state, 1, vu->state.clip == (immediate(code) & 0xFFFFFF));
}

void vu_do_fcand(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_vi(&vu->state, 1, (vu->state.clip & immediate(code)) != 0);
}

void vu_do_fcor(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_vi(&vu->state, 1, ((vu->state.clip | immediate(code)) & 0xFFFFFF) == 0xFFFFFF);
}

void vu_do_fcget(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu->state.clip & 0xFFF);
}

void vu_do_fcset(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)vu;
    slot->clip = immediate(code) & 0xFFFFFF;
}

void vu_do_fsset(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)vu;
    slot->sticky = immediate(code) & 0xFC0;
}

void vu_do_fseq(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu_status(&vu->state) == (immediate(code) & 0xFFF));
}

void vu_do_fsand(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu_status(&vu->state) & immediate(code) & 0xFFF);
}

void vu_do_fsor(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu_status(&vu->state) | (immediate(code) & 0xFFF));
}

void vu_do_fmeq(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu->state.mac == mac_source(vu, code));
}

void vu_do_fmand(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu->state.mac & mac_source(vu, code));
}

void vu_do_fmor(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    write_t(vu, code, vu->state.mac | mac_source(vu, code));
}
