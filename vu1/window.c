/* VU1's registers in VU0's data memory map, from byte address 4000h on. A quadword a register: VF00..VF31,
 * VI00..VI15 from 4200h, then the control registers; words other than x of those are 0. */
#include <string.h>

#include "vector_unit.h"

/* Quadword numbers from 4000h on. */
enum {
    WINDOW_SIZE = 0x40,
    WINDOW_VI = 0x20,
    WINDOW_STATUS = 0x30,
    WINDOW_MAC = 0x31,
    WINDOW_CLIP = 0x32,
    WINDOW_R = 0x34,
    WINDOW_I = 0x35,
    WINDOW_Q = 0x36,
    WINDOW_P = 0x37,
    WINDOW_TPC = 0x3A
};

static uint32_t control_register(struct vu_state *state, uint32_t at)
{
    switch (at) {
    case WINDOW_STATUS:
        return vu_status(state);
    case WINDOW_MAC:
        return state->mac;
    case WINDOW_CLIP:
        return state->clip;
    case WINDOW_R:
        return state->r;
    case WINDOW_I:
        return state->i;
    case WINDOW_Q:
        return state->q;
    case WINDOW_P:
        return state->p;
    case WINDOW_TPC:
        return state->pc / 8;
    default:
        return 0;
    }
}

void vu_window_read(const struct vu *vu, uint32_t quadword, uint32_t words[4])
{
    struct vu_state *state = &vu->peer->state;
    uint32_t at = quadword % WINDOW_SIZE;
    if (at < WINDOW_VI) {
        memcpy(words, state->vf[at].lane, 16);
        return;
    }
    words[0] = at < WINDOW_STATUS ? state->vi[at - WINDOW_VI] : control_register(state, at);
    words[1] = words[2] = words[3] = 0;
}

void vu_window_write(struct vu *vu, uint32_t quadword, const uint32_t words[4], unsigned dest)
{
    struct vu_state *state = &vu->peer->state;
    uint32_t at = quadword % WINDOW_SIZE;
    if (at > 0 && at < WINDOW_VI) {
        for (unsigned i = 0; i < 4; i++)
            if (dest & 8u >> i)
                state->vf[at].lane[i] = words[i];
    } else if (at > WINDOW_VI && at < WINDOW_STATUS && (dest & 8)) {
        state->vi[at - WINDOW_VI] = (uint16_t)words[0];
    }
}
