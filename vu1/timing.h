/* When a pair issues, and when results and flags become visible (VUPIPE sections 1 to 3, 6 and 7). */
#ifndef VU_TIMING_H
#define VU_TIMING_H

#include "pair_cache.h"
#include "rules.h"

/* Empties the pipelines as at a begin of a run, without a trace. */
void vu_clear_pipelines(struct vu_state *state);
/* Lets everything in the pipelines take its final value. */
void vu_drain(struct vu_state *state);
/* The cycle from which every result is visible if nothing else issues. */
uint64_t vu_flushed_cycle(const struct vu_state *state);

/* Sets what DIV (EFU) operations give `latency` cycles after the current one. */
void vu_begin_fdiv(struct vu_state *state, struct ee_fpu_result result, unsigned latency);
void vu_begin_efu(struct vu_state *state, uint32_t result, unsigned latency);

/* The parts of vu_issue that few pairs need. */
uint64_t vu_wait_for_units(struct vu *vu, const struct vu_code *code, uint64_t cycle);
void vu_advance(struct vu_state *state, uint64_t cycle);
void vu_retire(struct vu_state *state, const struct vu_slot *slot);
void vu_unit_event(struct vu_state *state, uint64_t cycle);

static inline struct vu_slot *vu_slot_of(struct vu_state *state, uint64_t cycle)
{
    return &state->slot[cycle % 4];
}

static inline bool vu_fields_meet(const struct vu_fields *a, const struct vu_fields *b)
{
    return ((a->vf[0] & b->vf[0]) | (a->vf[1] & b->vf[1]) | (a->vi & b->vi)) != 0;
}

static inline void vu_shift_writes(struct vu_state *state, const struct vu_fields *newest)
{
    state->writes[2] = state->writes[1];
    state->writes[1] = state->writes[0];
    state->writes[0] = *newest;
}

/* Cycles that a pair waits for the fields it reads. */
static inline unsigned vu_field_stall(const struct vu_state *state, const struct vu_fields *reads)
{
    const struct vu_fields *w = state->writes;
    const struct vu_fields all = {
        {w[0].vf[0] | w[1].vf[0] | w[2].vf[0], w[0].vf[1] | w[1].vf[1] | w[2].vf[1]},
        w[0].vi | w[1].vi | w[2].vi};
    if (!vu_fields_meet(reads, &all))
        return 0;
    return vu_fields_meet(reads, &w[0]) ? 3 : vu_fields_meet(reads, &w[1]) ? 2 : 1;
}

/* Moves on to the cycle in which `code` issues. Returns the place of the pair's flags in the pipeline; their
 * values are still to be filled in. */
static inline struct vu_slot *vu_issue(struct vu *vu, const struct vu_code *code)
{
    struct vu_state *state = &vu->state;
    uint64_t next = state->cycle + 1, cycle = next + vu_field_stall(state, &code->reads);
    if (code->waits)
        cycle = vu_wait_for_units(vu, code, cycle);
    if (cycle > next)
        vu_advance(state, cycle - 1);
    struct vu_slot *slot = vu_slot_of(state, cycle);
    if (slot->flags)
        vu_retire(state, slot);
    if (cycle >= state->unit_event)
        vu_unit_event(state, cycle);
    vu_shift_writes(state, &code->writes);
    if (code->delayed)
        state->results_ready = cycle + VU_RESULT_LATENCY;
    slot->flags = code->flags;
    state->cycle = cycle;
    return slot;
}

#endif
