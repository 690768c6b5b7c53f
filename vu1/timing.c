#include "timing.h"

#include <string.h>

void vu_clear_pipelines(struct vu_state *state)
{
    memset(state->slot, 0, sizeof state->slot);
    memset(state->writes, 0, sizeof state->writes);
    state->results_ready = 0;
    state->q_ready = state->p_ready = state->unit_event = VU_NEVER;
    state->chain = (struct vu_chain){0};
    state->attention = 0;
    if (state->kick_end != VU_NEVER) /* a transfer that is open goes on */
        state->kick_end = 0;
}

/* OR of the x, y, z and w bits of each MAC nibble: bit 0 Z, 1 S, 2 U, 3 O. */
static uint16_t any_lane(uint16_t mac)
{
    unsigned any = mac | mac >> 1;
    any |= any >> 2;
    return (uint16_t)((any & 1) | (any >> 3 & 2) | (any >> 6 & 4) | (any >> 9 & 8));
}

uint16_t vu_status(const struct vu_state *state)
{
    unsigned now = state->status_behind ? (state->status & 0xFF0u) | any_lane(state->mac) : state->status;
    return (uint16_t)(now | (unsigned)any_lane(state->sticky_behind) << 6);
}

/* The order within a pair: FSSET, then the flags of the pair's upper half (rule fsset_pair). */
void vu_retire(struct vu_state *state, const struct vu_slot *slot)
{
    if (slot->flags & VU_FLAG_STICKY) {
        state->status = (uint16_t)((state->status & 0x3F) | slot->sticky);
        state->sticky_behind = 0;
    }
    if (slot->flags & VU_FLAG_MAC) {
        state->mac = slot->mac;
        state->sticky_behind |= slot->mac | slot->product;
        state->status_behind = true;
    }
    if (slot->flags & VU_FLAG_CLIP)
        state->clip = (state->clip << 6 | slot->clip) & 0xFFFFFF;
    if (slot->flags & VU_FLAG_CLIP_SET)
        state->clip = slot->clip;
}

/* Q comes with its D and I flags; both stick (FLOAT section 8). */
static void write_q(struct vu_state *state)
{
    state->q = state->q_next;
    state->status = (uint16_t)((state->status & ~0x30u) | state->q_flags | state->q_flags << 6);
    state->q_ready = VU_NEVER;
}

static void write_p(struct vu_state *state)
{
    state->p = state->p_next;
    state->p_ready = VU_NEVER;
}

static void find_unit_event(struct vu_state *state)
{
    state->unit_event = state->q_ready < state->p_ready ? state->q_ready : state->p_ready;
}

void vu_unit_event(struct vu_state *state, uint64_t cycle)
{
    if (state->q_ready <= cycle)
        write_q(state);
    if (state->p_ready <= cycle)
        write_p(state);
    find_unit_event(state);
}

void vu_begin_fdiv(struct vu_state *state, struct ee_fpu_result result, unsigned latency)
{
    state->q_next = result.word;
    state->q_flags = result.flags & (EE_FPU_I | EE_FPU_D);
    state->q_ready = state->cycle + latency;
    find_unit_event(state);
}

void vu_begin_efu(struct vu_state *state, uint32_t result, unsigned latency)
{
    /* An operation that was released early: its predecessor's P is due in the next cycle, and nothing can
     * read P in this one. */
    if (state->p_ready != VU_NEVER)
        write_p(state);
    state->p_next = result;
    state->p_ready = state->cycle + latency;
    find_unit_event(state);
}

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

uint64_t vu_wait_for_units(struct vu *vu, const struct vu_code *code, uint64_t cycle)
{
    struct vu_state *state = &vu->state;
    if ((code->waits & VU_WAIT_FDIV) && state->q_ready != VU_NEVER)
        cycle = later(cycle, state->q_ready);
    if ((code->waits & VU_WAIT_EFU) && state->p_ready != VU_NEVER)
        cycle = later(cycle, state->p_ready - VU_EFU_EARLY_RELEASE);
    if (code->waits & VU_WAIT_KICK) {
        if (state->attention & VU_KICK_WAITING)
            vu_kick_start(vu);
        cycle = later(cycle, state->kick_end);
    }
    return cycle;
}

void vu_advance(struct vu_state *state, uint64_t cycle)
{
    /* After four cycles nothing is left of what takes four. */
    uint64_t last = cycle - state->cycle > VU_RESULT_LATENCY ? state->cycle + VU_RESULT_LATENCY : cycle;
    for (uint64_t c = state->cycle + 1; c <= last; c++) {
        struct vu_slot *slot = vu_slot_of(state, c);
        if (slot->flags)
            vu_retire(state, slot);
        slot->flags = 0;
        vu_shift_writes(state, &(const struct vu_fields){0});
        if (c >= state->unit_event)
            vu_unit_event(state, c);
    }
    if (cycle >= state->unit_event)
        vu_unit_event(state, cycle);
    state->cycle = cycle;
}

uint64_t vu_flushed_cycle(const struct vu_state *state)
{
    uint64_t cycle = later(state->cycle, state->results_ready);
    if (state->q_ready != VU_NEVER)
        cycle = later(cycle, state->q_ready);
    if (state->p_ready != VU_NEVER)
        cycle = later(cycle, state->p_ready);
    return cycle;
}

void vu_drain(struct vu_state *state)
{
    uint64_t cycle = state->cycle;
    vu_advance(state, cycle + VU_RESULT_LATENCY);
    vu_unit_event(state, VU_NEVER - 1);
    state->cycle = cycle;
}
