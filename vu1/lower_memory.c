/* Loads, stores and moves (VUPIPE section 8). Addresses count quadwords. */
#include "lower.h"
#include "words.h"

static inline bool in_window(const struct vu *vu, uint32_t quadword)
{
    return (quadword & vu->window_bit) != 0;
}

static inline uint8_t *memory_at(struct vu *vu, uint32_t quadword)
{
    return vu->state.data + (quadword & vu->quadword_mask) * 16;
}

static void read_quadword(struct vu *vu, uint32_t quadword, struct ee_fpu4 *out)
{
    if (in_window(vu, quadword))
        vu_window_read(vu, quadword, out->lane);
    else
        vu_load_words(out->lane, memory_at(vu, quadword));
}

static void write_quadword(struct vu *vu, uint32_t quadword, const struct ee_fpu4 *value, unsigned dest)
{
    if (in_window(vu, quadword)) {
        vu_window_write(vu, quadword, value->lane, dest);
        return;
    }
    uint8_t *at = memory_at(vu, quadword);
    struct ee_fpu4 words;
    vu_load_words(words.lane, at);
    vu_blend(&words, value, &vu_lane_masks[dest]);
    vu_store_words(at, words.lane);
}

static void load(struct vu *vu, const struct vu_code *code, uint32_t quadword)
{
    struct ee_fpu4 value;
    read_quadword(vu, quadword, &value);
    vu_write_lower(code, &value);
}

static void store(struct vu *vu, const struct vu_code *code, uint32_t quadword)
{
    write_quadword(vu, quadword, &vu->state.vf[code->half.s], code->half.dest);
}

static uint32_t base_and_offset(const struct vu *vu, unsigned vi, const struct vu_code *code)
{
    return vu->state.vi[vi] + (uint32_t)code->half.imm;
}

/* The base register's value before (LQI, SQI) or after (LQD, SQD) the step; VI00 stays 0. */
static uint32_t step_up(struct vu_state *state, unsigned vi)
{
    uint32_t quadword = state->vi[vi];
    vu_write_integer(state, vi, quadword + 1);
    return quadword;
}

static uint32_t step_down(struct vu_state *state, unsigned vi)
{
    vu_write_integer(state, vi, state->vi[vi] - 1u);
    return state->vi[vi];
}

void vu_do_lq(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    load(vu, code, base_and_offset(vu, code->half.s % 16, code));
}

void vu_do_sq(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    store(vu, code, base_and_offset(vu, code->half.t % 16, code));
}

void vu_do_lqi(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    load(vu, code, step_up(&vu->state, code->half.s % 16));
}

void vu_do_sqi(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    store(vu, code, step_up(&vu->state, code->half.t % 16));
}

void vu_do_lqd(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    load(vu, code, step_down(&vu->state, code->half.s % 16));
}

void vu_do_sqd(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    store(vu, code, step_down(&vu->state, code->half.t % 16));
}

/* The low half of the selected field; of several the last (rule ilw_fields). */
static void load_integer(struct vu *vu, const struct vu_code *code, uint32_t quadword)
{
    struct ee_fpu4 value;
    unsigned dest = code->half.dest;
    if (!dest)
        return;
    unsigned lane = dest & 1 ? 3 : dest & 2 ? 2 : dest & 4 ? 1 : 0;
    read_quadword(vu, quadword, &value);
    vu_write_vi(&vu->state, code->half.t % 16, value.lane[lane] & 0xFFFF);
}

static void store_integer(struct vu *vu, const struct vu_code *code, uint32_t quadword)
{
    uint32_t word = vu->state.vi[code->half.t % 16];
    const struct ee_fpu4 value = {{word, word, word, word}};
    write_quadword(vu, quadword, &value, code->half.dest);
}

void vu_do_ilw(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    load_integer(vu, code, base_and_offset(vu, code->half.s % 16, code));
}

void vu_do_isw(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    store_integer(vu, code, base_and_offset(vu, code->half.s % 16, code));
}

void vu_do_ilwr(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    load_integer(vu, code, vu->state.vi[code->half.s % 16]);
}

void vu_do_iswr(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    store_integer(vu, code, vu->state.vi[code->half.s % 16]);
}

void vu_do_move(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    vu_write_lower(code, &vu->state.vf[code->half.s]);
}

void vu_do_mr32(struct vu *vu, const struct vu_code *code, struct vu_slot *slot)
{
    (void)slot;
    const uint32_t *from = vu->state.vf[code->half.s].lane;
    const struct ee_fpu4 value = {{from[1], from[2], from[3], from[0]}};
    vu_write_lower(code, &value);
}
