/* Running microprograms (VUPIPE sections 4 and 5). */
#include "timing.h"
#include "words.h"

static void begin(struct vu *vu)
{
    struct vu_state *state = &vu->state;
    vu_drain(state);
    if (state->attention & VU_KICK_WAITING)
        vu_kick_start(vu);
    vu_clear_pipelines(state);
    state->start_pc = state->pc;
    state->cycle = state->branched = state->pairs = state->flushed = 0;
    state->running = true;
}

void vu_start(struct vu *vu, uint32_t pc)
{
    vu->state.pc = pc / 8 * 8 % vu->memory_size;
    vu->state.next_pc = (vu->state.pc + 8) % vu->memory_size;
    begin(vu);
}

void vu_continue(struct vu *vu)
{
    begin(vu);
}

/* The last pair has run. A branch in it says where a continuation starts (rule branch_at_end). */
static void end(struct vu *vu)
{
    struct vu_state *state = &vu->state;
    if (state->attention & VU_KICK_WAITING)
        vu_kick_start(vu);
    state->flushed = vu_flushed_cycle(state);
    vu_drain(state);
    if (state->branched == state->cycle)
        state->pc = state->next_pc;
    state->next_pc = (state->pc + 8) % vu->memory_size;
    state->running = false;
    state->attention = 0;
}

/* While the unit stands still at a D or T bit, its pipelines empty and a transfer begins. */
static void stand_still(struct vu *vu)
{
    struct vu_state *state = &vu->state;
    if (state->attention & VU_KICK_WAITING)
        vu_kick_start(vu);
    state->flushed = vu_flushed_cycle(state);
    vu_drain(state);
    state->cycle = state->flushed;
    state->chain = (struct vu_chain){0};
}

/* What few pairs need when they are done. False: the run stops, for the reason in `stop`. */
static bool go_on(struct vu *vu, const struct vu_code *code, enum vu_stop *stop)
{
    struct vu_state *state = &vu->state;
    bool opened = false;
    if ((state->attention & VU_KICK_WAITING) && state->kick_cycle != state->cycle) {
        vu_kick_start(vu);
        opened = state->kick_end == VU_NEVER;
    }
    if (state->attention & VU_ENDING) {
        end(vu);
        *stop = VU_STOP_END;
        return false;
    }
    if (code->control & VU_CONTROL_E)
        state->attention |= VU_ENDING;
    *stop = VU_STOP_BREAK;
    if (((code->control & VU_CONTROL_D) && state->break_d) ||
        ((code->control & VU_CONTROL_T) && state->break_t))
        return false;
    *stop = VU_STOP_BUDGET;
    return !opened; /* who looks after the transfer has the word now */
}

static void observe(struct vu *vu, uint32_t pc, uint64_t before)
{
    const struct vu_step step = {
        .cycle = vu->state.cycle,
        .stalled = vu->state.cycle - before - 1,
        .pc = pc,
        .upper = vu_load_word(vu->state.micro + pc + 4),
        .lower = vu_load_word(vu->state.micro + pc),
    };
    vu->step(vu->step_user, vu, &step);
}

/* Both halves read before either writes: the upper result is stored when the lower half is done. */
static inline void execute(struct vu *vu, const struct vu_code *code)
{
    struct vu_state *state = &vu->state;
    struct ee_fpu4_result result;
    struct vu_slot *slot = vu_issue(vu, code);
    state->pc = state->next_pc;
    state->next_pc = (state->next_pc + 8) & (vu->memory_size - 1);
    code->upper(vu, code, slot, &result);
    code->lower(vu, code, slot);
    if (code->out)
        vu_blend(code->out, &result.value, code->mask);
    state->pairs++;
}

/* May the XGKICK in this pair issue? A transfer that waits begins now, as no pair runs before it. */
static bool kick_possible(struct vu *vu)
{
    if (vu->state.attention & VU_KICK_WAITING)
        vu_kick_start(vu);
    return vu->state.kick_end != VU_NEVER;
}

static enum vu_stop run_until(struct vu *vu, uint64_t limit)
{
    struct vu_state *state = &vu->state;
    enum vu_stop stop = VU_STOP_BUDGET;
    while (state->cycle < limit) {
        uint32_t pc = state->pc;
        uint64_t before = state->cycle;
        const struct vu_code *code = &vu->code[pc / 8];
        if (!code->ready)
            vu_prepare(vu, pc);
        if ((code->waits & VU_WAIT_KICK) && !kick_possible(vu))
            return VU_STOP_KICK;
        execute(vu, code);
        if (vu->step)
            observe(vu, pc, before);
        if ((code->control | state->attention) && !go_on(vu, code, &stop))
            return stop;
    }
    return VU_STOP_BUDGET;
}

bool vu_schedule(const struct vu *vu, uint32_t pc, uint32_t pairs, struct vu_step *out)
{
    struct vu *line = vu_create(vu->unit);
    if (!line)
        return false;
    struct vu_state *state = &line->state;
    vu_write_micro(line, 0, vu_micro(vu), line->memory_size);
    vu_start(line, pc);
    for (uint32_t i = 0; i < pairs; i++) {
        uint32_t at = (pc / 8 * 8 + 8 * i) % line->memory_size;
        uint64_t before = state->cycle;
        state->pc = at;
        state->next_pc = (at + 8) % line->memory_size;
        if (!line->code[at / 8].ready)
            vu_prepare(line, at);
        execute(line, &line->code[at / 8]);
        state->attention = 0; /* no transfer begins */
        out[i] = (struct vu_step){state->cycle, state->cycle - before - 1, at,
                                  vu_load_word(state->micro + at + 4), vu_load_word(state->micro + at)};
    }
    vu_destroy(line);
    return true;
}

enum vu_stop vu_run(struct vu *vu, uint64_t max_cycles, struct vu_run *out)
{
    struct vu_state *state = &vu->state;
    uint64_t room = UINT64_MAX - state->cycle;
    enum vu_stop stop = VU_STOP_END;
    if (state->running)
        stop = run_until(vu, state->cycle + (max_cycles < room ? max_cycles : room));
    struct vu_run run = {
        .stop = stop,
        .start_pc = state->start_pc,
        .end_pc = state->pc,
        .cycles = state->cycle,
        .cycles_flushed = state->running ? vu_flushed_cycle(state) : state->flushed,
        .pairs = state->pairs,
    };
    if (stop == VU_STOP_BREAK)
        stand_still(vu);
    if (out)
        *out = run;
    return stop;
}
