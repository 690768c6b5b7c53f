/* XGKICK (VUPIPE section 7): packets in data memory, and how long their transfer takes. */
#include "packet.h"
#include "rules.h"
#include "vector_unit.h"
#include "words.h"

/* Quadwords behind a GIF tag. Tag: NLOOP 14..0, EOP 15; of the second word pair FLG 27..26 and NREG 31..28
 * of the word at +4. */
static uint32_t tag_data(uint32_t low, uint32_t high)
{
    uint32_t nloop = low & 0x7FFF, nreg = high >> 28 ? high >> 28 : 16;
    switch (high >> 26 & 3) {
    case 0: /* PACKED */
        return nloop * nreg;
    case 1: /* REGLIST: two registers a quadword */
        return (nloop * nreg + 1) / 2;
    default: /* IMAGE */
        return nloop;
    }
}

uint32_t vu_packet_quadwords(const uint8_t *data, uint32_t all, uint32_t start)
{
    uint32_t quadwords = 0;
    while (quadwords < all) {
        const uint8_t *tag = data + (start + quadwords) % all * 16;
        uint32_t low = vu_load_word(tag);
        quadwords += 1 + tag_data(low, vu_load_word(tag + 4));
        if (low & 0x8000)
            break;
    }
    return quadwords < all ? quadwords : all;
}

uint32_t vu_packet_bytes(const struct vu *vu, uint32_t address)
{
    return vu_packet_quadwords(vu->state.data, vu->memory_size / 16, address / 16) * 16;
}

void vu_kick_start(struct vu *vu)
{
    struct vu_state *state = &vu->state;
    uint32_t cycles = 0;
    state->attention &= (uint8_t)~VU_KICK_WAITING;
    if (vu->port.xgkick)
        cycles = vu->port.xgkick(vu->port.user, vu, state->kick_address, state->kick_cycle);
    if (cycles == VU_KICK_OPEN) {
        state->kick_end = VU_NEVER;
        return;
    }
    if (!cycles)
        cycles = vu_packet_bytes(vu, state->kick_address) / 16 * VU_KICK_QUADWORD;
    state->kick_end = state->kick_cycle + cycles;
}

void vu_kick_done(struct vu *vu, uint64_t cycle)
{
    if (vu->state.kick_end == VU_NEVER)
        vu->state.kick_end = cycle;
}

uint32_t vu_kick_pc(const struct vu *vu)
{
    return vu->state.kick_pc;
}
