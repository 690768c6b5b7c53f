#include "trace_state.h"

#include <stdbool.h>
#include <string.h>

#include "trace_bytes.h"
#include "trace_format.h"

/* Walks over a state's bytes and moves each field one way or the other, so that reading and writing
 * cannot disagree about the layout. */
struct walk {
    uint8_t *to;         /* writing: next byte; NULL when reading */
    const uint8_t *from; /* reading: next byte */
};

static void walk64(struct walk *walk, uint64_t *value)
{
    if (walk->to) {
        trace_store64(walk->to, *value);
        walk->to += 8;
    } else {
        *value = trace_load64(walk->from);
        walk->from += 8;
    }
}

static void walk32(struct walk *walk, uint32_t *value)
{
    if (walk->to) {
        trace_store32(walk->to, *value);
        walk->to += 4;
    } else {
        *value = trace_load32(walk->from);
        walk->from += 4;
    }
}

static void walk_signed(struct walk *walk, int32_t *value)
{
    uint32_t bits = (uint32_t)*value;
    walk32(walk, &bits);
    memcpy(value, &bits, sizeof bits); /* int32_t is two's complement */
}

/* Bytes that the struct has no place for: zero in what is written. */
static void walk_over(struct walk *walk, size_t size)
{
    if (walk->to) {
        memset(walk->to, 0, size);
        walk->to += size;
    } else {
        walk->from += size;
    }
}

static void walk_context(struct walk *walk, uint32_t version, struct gs_context_registers *context)
{
    walk64(walk, &context->xyoffset);
    walk64(walk, &context->tex0);
    walk64(walk, &context->tex1);
    if (version <= 6)
        walk_over(walk, 8); /* TEX2, whose effect is in TEX0 */
    walk64(walk, &context->clamp);
    walk64(walk, &context->miptbp1);
    walk64(walk, &context->miptbp2);
    walk64(walk, &context->scissor);
    walk64(walk, &context->alpha);
    walk64(walk, &context->test);
    walk64(walk, &context->fba);
    walk64(walk, &context->frame);
    walk64(walk, &context->zbuf);
    if (version <= 4)
        walk_over(walk, 28);
}

static void walk_registers(struct walk *walk, uint32_t version, struct gs_registers *registers)
{
    walk64(walk, &registers->prim);
    if (version <= 6)
        walk_over(walk, 8); /* PRMODE, whose effect is in PRIM */
    walk64(walk, &registers->prmodecont);
    walk64(walk, &registers->texclut);
    walk64(walk, &registers->scanmsk);
    walk64(walk, &registers->texa);
    walk64(walk, &registers->fogcol);
    walk64(walk, &registers->dimx);
    walk64(walk, &registers->dthe);
    walk64(walk, &registers->colclamp);
    walk64(walk, &registers->pabe);
    walk64(walk, &registers->bitbltbuf);
    walk64(walk, &registers->trxdir);
    walk64(walk, &registers->trxpos);
    walk64(walk, &registers->trxreg);
    uint64_t again = registers->trxreg;
    walk64(walk, &again); /* TRXREG once more, obsolete */
    walk_context(walk, version, &registers->context[0]);
    walk_context(walk, version, &registers->context[1]);
    walk64(walk, &registers->rgbaq);
    walk64(walk, &registers->st);
    /* Two 16-bit words, U and V: the register's own 32 bits. */
    uint32_t uv = (uint32_t)registers->uv;
    walk32(walk, &uv);
    registers->uv = uv;
    /* F is in the low byte here and in bits 63..56 of the register. */
    uint32_t fog = (uint32_t)(registers->fog >> 56);
    walk32(walk, &fog);
    registers->fog = (uint64_t)(fog & 0xFF) << 56;
    walk64(walk, &registers->xyz);
    walk_over(walk, 8); /* obsolete */
}

static void walk_transfer(struct walk *walk, uint32_t version, struct gs_transfer_state *transfer)
{
    walk_signed(walk, &transfer->x);
    walk_signed(walk, &transfer->y);
    if (version < 9)
        return;
    walk_signed(walk, &transfer->w);
    walk_signed(walk, &transfer->h);
    walk64(walk, &transfer->bitbltbuf);
    walk64(walk, &transfer->trxpos);
    walk64(walk, &transfer->trxreg);
    walk_signed(walk, &transfer->left);
    walk_signed(walk, &transfer->top);
    walk_signed(walk, &transfer->right);
    walk_signed(walk, &transfer->bottom);
    walk_signed(walk, &transfer->total);
    walk_signed(walk, &transfer->start);
    walk_signed(walk, &transfer->end);
    if (walk->to) {
        *walk->to++ = transfer->write != 0;
    } else {
        transfer->write = *walk->from++ != 0;
    }
}

static void walk_tail(struct walk *walk, struct gs_gif_path_state gif[GS_PATH_COUNT], uint32_t *gif_q)
{
    for (unsigned path = 0; path < GS_PATH_COUNT; path++) {
        walk64(walk, &gif[path].tag[0]);
        walk64(walk, &gif[path].tag[1]);
        walk32(walk, &gif[path].reg);
        gif[path].reserved = 0;
    }
    walk32(walk, gif_q);
}

/* Versions before 9 hold only the position. The rest is what the registers say; a total of 0 leaves it
 * to the first data to count the bytes. */
static void rebuild_transfer(const struct gs_registers *registers, struct gs_transfer_state *transfer)
{
    transfer->bitbltbuf = registers->bitbltbuf;
    transfer->trxpos = registers->trxpos;
    transfer->trxreg = registers->trxreg;
    transfer->w = (int32_t)(registers->trxreg & 0xFFF);       /* RRW, bits 11..0 */
    transfer->h = (int32_t)(registers->trxreg >> 32 & 0xFFF); /* RRH, bits 43..32 */
    transfer->left = transfer->top = transfer->right = transfer->bottom = 0;
    transfer->total = transfer->start = transfer->end = 0;
    transfer->write = (registers->trxdir & 3) == 0; /* XDIR, bits 1..0: 0 is host to local */
}

size_t trace_state_head_size(uint32_t version)
{
    size_t size = TRACE_STATE_HEAD;
    if (version < 9)
        size -= 61; /* the transfer but for x and y */
    if (version <= 6)
        size += 8 + 2 * 8; /* PRMODE, TEX2 of each context */
    if (version <= 4)
        size += 2 * 28;
    return size;
}

void trace_state_decode(uint32_t version, const uint8_t *head, const uint8_t tail[TRACE_STATE_TAIL],
                        struct gs_state *state)
{
    struct gs_registers *registers = &state->registers;
    struct walk walk = {.from = head + 4};
    walk_registers(&walk, version, registers);
    walk_transfer(&walk, version, &state->transfer);
    if (version < 9)
        rebuild_transfer(registers, &state->transfer);
    registers->prmode = 0; /* the stored PRIM has the attributes in force, wherever they came from */
    walk = (struct walk){.from = tail};
    walk_tail(&walk, state->gif, &state->gif_q);
    state->reserved = 0;
}

void trace_state_encode(const struct gs_state *state, uint8_t head[TRACE_STATE_HEAD],
                        uint8_t tail[TRACE_STATE_TAIL])
{
    struct gs_registers registers = state->registers;
    struct gs_transfer_state transfer = state->transfer;
    struct gs_gif_path_state gif[GS_PATH_COUNT];
    uint32_t gif_q = state->gif_q;
    memcpy(gif, state->gif, sizeof gif);
    trace_store32(head, TRACE_VERSION_NEWEST);
    struct walk walk = {.to = head + 4};
    walk_registers(&walk, TRACE_VERSION_NEWEST, &registers);
    walk_transfer(&walk, TRACE_VERSION_NEWEST, &transfer);
    walk = (struct walk){.to = tail};
    walk_tail(&walk, gif, &gif_q);
}
