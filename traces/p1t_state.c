/* Registers of the units as bytes. */
#include <assert.h>
#include <string.h>

#include "p1t_check.h"
#include "p1t_layout.h"
#include "trace_bytes.h"

/* Walks over the bytes and moves each value one way or the other, so that reading and writing cannot disagree
 * about the layout. */
struct walk {
    uint8_t *to;         /* writing: next byte; NULL when reading */
    const uint8_t *from; /* reading: next byte */
};

static void walk_bytes(struct walk *walk, void *bytes, size_t size)
{
    if (walk->to) {
        memcpy(walk->to, bytes, size);
        walk->to += size;
    } else {
        memcpy(bytes, walk->from, size);
        walk->from += size;
    }
}

static void walk64(struct walk *walk, uint64_t *value)
{
    uint8_t bytes[8];
    trace_store64(bytes, *value);
    walk_bytes(walk, bytes, sizeof bytes);
    *value = trace_load64(bytes);
}

static void walk32(struct walk *walk, uint32_t *value)
{
    uint8_t bytes[4];
    trace_store32(bytes, *value);
    walk_bytes(walk, bytes, sizeof bytes);
    *value = trace_load32(bytes);
}

static void walk16(struct walk *walk, uint16_t *value)
{
    uint8_t bytes[2] = {(uint8_t)*value, (uint8_t)(*value >> 8)};
    walk_bytes(walk, bytes, sizeof bytes);
    *value = (uint16_t)(bytes[0] | bytes[1] << 8);
}

static void walk_signed(struct walk *walk, int32_t *value)
{
    uint32_t bits = (uint32_t)*value;
    walk32(walk, &bits);
    memcpy(value, &bits, sizeof bits); /* int32_t is two's complement */
}

static void walk_gs(struct walk *walk, struct gs_registers *registers, struct gs_transfer_state *transfer,
                    struct gs_gif_path_state gif[GS_PATH_COUNT], uint32_t *gif_q)
{
    uint64_t values[44]; /* in the order of the struct */
    static_assert(sizeof values == sizeof *registers, "the registers are 44 values of 64 bits");
    memcpy(values, registers, sizeof values);
    for (size_t i = 0; i < 44; i++)
        walk64(walk, &values[i]);
    memcpy(registers, values, sizeof values);
    walk64(walk, &transfer->bitbltbuf);
    walk64(walk, &transfer->trxpos);
    walk64(walk, &transfer->trxreg);
    int32_t *const numbers[] = {&transfer->x,     &transfer->y,     &transfer->w,     &transfer->h,
                                &transfer->left,  &transfer->top,   &transfer->right, &transfer->bottom,
                                &transfer->total, &transfer->start, &transfer->end,   &transfer->write};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        walk_signed(walk, numbers[i]);
    for (unsigned path = 0; path < GS_PATH_COUNT; path++) {
        walk64(walk, &gif[path].tag[0]);
        walk64(walk, &gif[path].tag[1]);
        walk32(walk, &gif[path].reg);
    }
    walk32(walk, gif_q);
}

void p1t_encode_gs(const struct gs_state *state, uint8_t *out)
{
    struct gs_registers registers = state->registers;
    struct gs_transfer_state transfer = state->transfer;
    struct gs_gif_path_state gif[GS_PATH_COUNT];
    uint32_t gif_q = state->gif_q;
    memcpy(gif, state->gif, sizeof gif);
    transfer.write = transfer.write != 0;
    walk_gs(&(struct walk){.to = out}, &registers, &transfer, gif, &gif_q);
    memcpy(out + P1T_GS_REGISTERS, state->local_memory, sizeof state->local_memory);
}

bool p1t_decode_gs(const uint8_t *in, struct gs_state *state, struct p1t_place *place)
{
    memset(state->gif, 0, sizeof state->gif);
    state->reserved = 0;
    walk_gs(&(struct walk){.from = in}, &state->registers, &state->transfer, state->gif, &state->gif_q);
    memcpy(state->local_memory, in + P1T_GS_REGISTERS, sizeof state->local_memory);
    place->content = 44 * 8 + 3 * 8 + 11 * 4;
    if (state->transfer.write != 0 && state->transfer.write != 1)
        return p1t_fail(place, "expected a transfer's direction 0 or 1, found %d",
                        (int)state->transfer.write);
    return true;
}

static void walk_vif(struct walk *walk, struct vif_registers *vif, uint8_t tail[4])
{
    uint32_t *const words[] = {&vif->err,  &vif->mark, &vif->cycle, &vif->mode,
                               &vif->mask, &vif->code, &vif->num,   &vif->stat};
    uint16_t *const halves[] = {&vif->itops, &vif->itop, &vif->base, &vif->ofst, &vif->tops, &vif->top};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        walk32(walk, words[i]);
    for (size_t i = 0; i < 4; i++)
        walk32(walk, &vif->row[i]);
    for (size_t i = 0; i < 4; i++)
        walk32(walk, &vif->col[i]);
    for (size_t i = 0; i < sizeof halves / sizeof halves[0]; i++)
        walk16(walk, halves[i]);
    walk_bytes(walk, tail, 4);
}

void p1t_encode_vif(const struct vif_registers *vif, uint8_t *out)
{
    struct vif_registers copy = *vif;
    uint8_t tail[4] = {vif->path3_masked};
    walk_vif(&(struct walk){.to = out}, &copy, tail);
}

/* The last four bytes of a block: a value up to `most`, then three zeros. */
static bool check_tail(const uint8_t tail[4], uint8_t most, const struct p1t_place *place)
{
    if (tail[0] > most || tail[1] || tail[2] || tail[3])
        return p1t_fail(place,
                        "expected a byte up to %u and three zeros at the end, found %02X %02X %02X %02X",
                        most, tail[0], tail[1], tail[2], tail[3]);
    return true;
}

bool p1t_decode_vif(const uint8_t *in, struct vif_registers *vif, struct p1t_place *place)
{
    uint8_t tail[4];
    *vif = (struct vif_registers){0};
    walk_vif(&(struct walk){.from = in}, vif, tail);
    vif->path3_masked = tail[0] != 0;
    return check_tail(tail, 1, place) && p1t_check_vif(vif, place);
}

static void walk_vu(struct walk *walk, struct vu_registers *vu, uint8_t tail[4])
{
    for (size_t i = 0; i < 32; i++)
        for (size_t lane = 0; lane < 4; lane++)
            walk32(walk, &vu->vf[i][lane]);
    for (size_t i = 0; i < 16; i++)
        walk16(walk, &vu->vi[i]);
    for (size_t lane = 0; lane < 4; lane++)
        walk32(walk, &vu->acc[lane]);
    walk32(walk, &vu->q);
    walk32(walk, &vu->p);
    walk32(walk, &vu->i);
    walk32(walk, &vu->r);
    walk32(walk, &vu->clip);
    walk32(walk, &vu->tpc);
    walk16(walk, &vu->status);
    walk16(walk, &vu->mac);
    walk16(walk, &vu->top);
    walk16(walk, &vu->itop);
    walk_bytes(walk, tail, 4);
}

void p1t_encode_vu(const struct vu_registers *vu, uint8_t *out)
{
    struct vu_registers copy = *vu;
    uint8_t tail[4] = {vu->acc_overflowed};
    walk_vu(&(struct walk){.to = out}, &copy, tail);
}

bool p1t_decode_vu(const uint8_t *in, struct vu_registers *vu, struct p1t_place *place)
{
    uint8_t tail[4];
    *vu = (struct vu_registers){0};
    walk_vu(&(struct walk){.from = in}, vu, tail);
    vu->acc_overflowed = tail[0];
    return check_tail(tail, 15, place) && p1t_check_vu(vu, place);
}
