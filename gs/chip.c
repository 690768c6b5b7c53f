/* Life and state of a chip. */
#include "chip.h"

#include <stdlib.h>
#include <string.h>

#include "batch.h"
#include "hazard.h"
#include "tmem.h"

#define FLOAT_ONE 0x3F800000u

/* Power-on values of everything but local memory, privileged registers, rules, observer and the allocated
 * parts. */
static void power_on_registers(struct gs *gs)
{
    memset(&gs->registers, 0, sizeof gs->registers);
    memset(gs->gif, 0, sizeof gs->gif);
    memset(&gs->queue, 0, sizeof gs->queue);
    gs_vertex_queue_clear(&gs->queue);
    memset(&gs->clut, 0, sizeof gs->clut);
    gs->clut.dirty = true;
    memset(gs->palette, 0, sizeof gs->palette);
    memset(&gs->transfer, 0, sizeof gs->transfer);
    gs_batch_clear(gs->batch);
    gs->registers.prmodecont = 1;
    gs->registers.trxdir = GS_XDIR_NONE;
    gs->registers.rgbaq = (uint64_t)FLOAT_ONE << 32;
    gs->gif_q = FLOAT_ONE;
    gs->changed = false;
    gs->texflush = true; /* nothing is buffered yet */
    gs->drawn_class = GS_CLASS_INVALID;
}

static void power_on(struct gs *gs)
{
    memset(&gs->privileged, 0, sizeof gs->privileged);
    memset(gs->memory.bytes, 0, sizeof gs->memory.bytes);
    gs_touch_all(&gs->memory);
    gs->field = 0;
    power_on_registers(gs);
}

struct gs *gs_create(const struct gs_rules *rules)
{
    struct gs *gs = calloc(1, sizeof *gs);
    if (!gs)
        return NULL;
    gs->batch = gs_batch_create();
    gs->tmem = gs_tmem_create();
    if (!gs->batch || !gs->tmem) {
        gs_destroy(gs);
        return NULL;
    }
    if (rules)
        gs->rules = *rules;
    else
        gs_rules_parse(NULL, &gs->rules, NULL, 0);
    power_on(gs);
    return gs;
}

void gs_destroy(struct gs *gs)
{
    if (!gs)
        return;
    gs_batch_destroy(gs->batch);
    gs_tmem_destroy(gs->tmem);
    gs_watch_end(&gs->watch);
    free(gs);
}

void gs_reset(struct gs *gs)
{
    power_on(gs);
}

void gs_reset_registers(struct gs *gs)
{
    gs_finish(gs);
    gs_transfer_settle(gs);
    power_on_registers(gs);
}

bool gs_copy(struct gs *to, const struct gs *from)
{
    if (to == from)
        return true;
    if (!gs_batch_copy(to->batch, from->batch))
        return false;
    struct gs_observer observer = to->observer;
    struct gs_watch watch = to->watch;
    struct gs_batch *batch = to->batch;
    struct gs_tmem *tmem = to->tmem;
    *to = *from;
    to->observer = observer;
    to->watch = watch;
    to->batch = batch;
    to->tmem = tmem;
    gs_tmem_drop(tmem);
    return true;
}

void gs_load_state(struct gs *gs, const struct gs_state *state)
{
    power_on(gs);
    memcpy(gs->memory.bytes, state->local_memory, sizeof gs->memory.bytes);
    gs->registers = state->registers;
    /* Recorders store PRIM with the attributes in force, and ZBUF.PSM with bits 5..4 set. */
    if (!(gs->registers.prmodecont & 1))
        gs->registers.prmode = gs->registers.prim & 0x7F8;
    for (unsigned i = 0; i < 2; i++) {
        struct gs_context_registers *c = &gs->registers.context[i];
        c->zbuf &= ~(0x30ull << 24);
        c->alpha &= ~((c->alpha & 0xAA) >> 1 & 0x55); /* A, B, C, D: 3 acts as 2 */
    }
    gs->gif_q = state->gif_q;
    for (unsigned i = 0; i < GS_PATH_COUNT; i++)
        gs_gif_load(&gs->gif[i], &state->gif[i]);
    gs_transfer_load(gs, &state->transfer);
    uint64_t tex0 = gs->registers.context[GS_PRIM_CTXT(gs_effective_prim(&gs->registers))].tex0;
    gs_clut_load(&gs->clut, &gs->memory, &gs->rules, tex0, gs->registers.texclut);
}

void gs_save_state(struct gs *gs, struct gs_state *state)
{
    gs_finish(gs);
    memset(state, 0, sizeof *state);
    memcpy(state->local_memory, gs->memory.bytes, sizeof gs->memory.bytes);
    state->registers = gs->registers;
    state->registers.prim = gs_effective_prim(&gs->registers);
    for (unsigned i = 0; i < 2; i++)
        if (gs_bits(gs->registers.context[i].frame, 28, 2) != 3) /* FRAME in a Z format swaps the map */
            state->registers.context[i].zbuf |= 0x30ull << 24;
    state->gif_q = gs->gif_q;
    for (unsigned i = 0; i < GS_PATH_COUNT; i++)
        gs_gif_save(&gs->gif[i], &state->gif[i]);
    gs_transfer_save(gs, &state->transfer);
}

const struct gs_registers *gs_registers(const struct gs *gs)
{
    return &gs->registers;
}

const uint8_t *gs_local_memory(const struct gs *gs)
{
    return gs->memory.bytes;
}

void gs_finish(struct gs *gs)
{
    gs_batch_flush(gs);
}

void gs_end(struct gs *gs)
{
    if (gs->rules.choice[GS_RULE_VSYNC] == GS_VSYNC_ALL)
        gs_finish(gs);
}

size_t gs_read_fifo(struct gs *gs, void *out, size_t quadwords)
{
    return gs_transfer_read(gs, out, quadwords);
}

size_t gs_fifo_available(const struct gs *gs)
{
    return gs_transfer_available(gs);
}

void gs_gif_reset(struct gs *gs)
{
    memset(gs->gif, 0, sizeof gs->gif);
}

void gs_vsync(struct gs *gs, unsigned field)
{
    gs_end(gs);
    gs_transfer_settle(gs);
    if (gs->batch->count && gs_hazard_displayed(gs))
        gs_finish(gs);
    gs->field = field & 1;
    gs_tmem_age(gs->tmem);
}

void gs_observe(struct gs *gs, const struct gs_observer *observer)
{
    if (observer)
        gs->observer = *observer;
    else
        memset(&gs->observer, 0, sizeof gs->observer);
}
