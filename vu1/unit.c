/* A unit's life, memory and registers. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "timing.h"

#define ONE 0x3F800000u
#define R_STATE 0x7FFFFFu

static size_t pair_count(const struct vu *vu)
{
    return vu->memory_size / 8;
}

static void forget_pairs(struct vu *vu)
{
    for (size_t i = 0; i < pair_count(vu); i++)
        vu->code[i].ready = false;
}

struct vu *vu_create(enum vu_unit unit)
{
    /* aligned_alloc wants whole multiples. */
    size_t alignment = 64, size = (sizeof(struct vu) + alignment - 1) / alignment * alignment;
    struct vu *vu = aligned_alloc(alignment, size);
    if (!vu)
        return NULL;
    memset(vu, 0, sizeof *vu);
    vu->unit = unit;
    vu->memory_size = unit == VU_UNIT_1 ? VU1_MEMORY_SIZE : VU0_MEMORY_SIZE;
    vu->quadword_mask = vu->memory_size / 16 - 1;
    vu->kernels = ee_fpu4_kernels(NULL);
    if (!vu->kernels)
        vu->kernels = ee_fpu4_kernels("scalar");
    vu->code = calloc(pair_count(vu), sizeof *vu->code);
    if (!vu->code || !vu->kernels) {
        vu_destroy(vu);
        return NULL;
    }
    vu_reset(vu);
    return vu;
}

void vu_destroy(struct vu *vu)
{
    if (!vu)
        return;
    free(vu->code);
    free(vu);
}

void vu_reset(struct vu *vu)
{
    memset(&vu->state, 0, sizeof vu->state);
    vu->state.vf[0].lane[3] = ONE;
    vu->state.r = ONE;
    vu->state.next_pc = 8;
    vu_clear_pipelines(&vu->state);
    forget_pairs(vu);
}

void vu_copy(struct vu *to, const struct vu *from)
{
    assert(to->unit == from->unit);
    if (to == from)
        return;
    bool same_program = memcmp(to->state.micro, from->state.micro, sizeof to->state.micro) == 0;
    to->state = from->state;
    if (!same_program)
        forget_pairs(to);
}

void vu_set_port(struct vu *vu, const struct vu_port *port)
{
    vu->port = port ? *port : (struct vu_port){0};
}

void vu_connect(struct vu *vu0, struct vu *vu1)
{
    assert(vu0->unit == VU_UNIT_0 && (!vu1 || vu1->unit == VU_UNIT_1));
    vu0->peer = vu1;
    vu0->window_bit = vu1 ? 0x400 : 0;
}

void vu_observe(struct vu *vu, void (*step)(void *user, struct vu *vu, const struct vu_step *step),
                void *user)
{
    vu->step = step;
    vu->step_user = user;
}

void vu_enable_break(struct vu *vu, bool d, bool t)
{
    vu->state.break_d = d;
    vu->state.break_t = t;
}

uint32_t vu_memory_size(const struct vu *vu)
{
    return vu->memory_size;
}

uint8_t *vu_data(struct vu *vu)
{
    return vu->state.data;
}

const uint8_t *vu_micro(const struct vu *vu)
{
    return vu->state.micro;
}

void vu_write_micro(struct vu *vu, uint32_t address, const void *data, size_t bytes)
{
    assert(address % 8 == 0 && bytes % 8 == 0);
    const uint8_t *from = data;
    for (size_t i = 0; i < bytes; i += 8) {
        uint32_t at = (uint32_t)((address + i) % vu->memory_size);
        memcpy(vu->state.micro + at, from + i, 8);
        vu->code[at / 8].ready = false;
    }
}

void vu_set_top(struct vu *vu, uint16_t top, uint16_t itop)
{
    vu->state.top = top & 0x3FF;
    vu->state.itop = itop & 0x3FF;
}

void vu_get_registers(const struct vu *vu, struct vu_registers *out)
{
    const struct vu_state *state = &vu->state;
    *out = (struct vu_registers){
        .acc_overflowed = (uint8_t)state->acc_overflowed,
        .q = state->q,
        .p = state->p,
        .i = state->i,
        .r = state->r,
        .status = vu_status(state),
        .mac = state->mac,
        .clip = state->clip,
        .tpc = state->pc / 8,
        .top = state->top,
        .itop = state->itop,
    };
    for (unsigned n = 0; n < 32; n++)
        memcpy(out->vf[n], state->vf[n].lane, sizeof out->vf[n]);
    memcpy(out->vi, state->vi, sizeof out->vi);
    memcpy(out->acc, state->acc.lane, sizeof out->acc);
}

void vu_set_registers(struct vu *vu, const struct vu_registers *in)
{
    struct vu_state *state = &vu->state;
    vu_drain(state);
    for (unsigned n = 1; n < 32; n++)
        memcpy(state->vf[n].lane, in->vf[n], sizeof in->vf[n]);
    for (unsigned n = 1; n < 16; n++)
        state->vi[n] = in->vi[n];
    memcpy(state->acc.lane, in->acc, sizeof in->acc);
    state->acc_overflowed = in->acc_overflowed & 15;
    state->q = in->q;
    state->p = in->p;
    state->i = in->i;
    state->r = ONE | (in->r & R_STATE);
    state->status = in->status & 0xFFF;
    state->status_behind = false;
    state->sticky_behind = 0;
    state->mac = in->mac;
    state->clip = in->clip & 0xFFFFFF;
    if (state->pc != in->tpc * 8 % vu->memory_size) {
        state->pc = in->tpc * 8 % vu->memory_size;
        state->next_pc = (state->pc + 8) % vu->memory_size;
    }
    vu_set_top(vu, in->top, in->itop);
}
