/* What a vector unit is made of. Its state is plain data; decoded pairs are kept beside it and made anew from
 * micro memory whenever they are missing. */
#ifndef VU_VECTOR_UNIT_H
#define VU_VECTOR_UNIT_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/ee_fpu.h>
#include <path1/vu.h>

/* A set of register fields. VF n: four bits (x = 8 ... w = 1, as in dest masks) from bit 4 * (n % 16) of
 * vf[n / 16]; VI n: bit n. */
struct vu_fields {
    uint64_t vf[2];
    uint64_t vi;
};

/* Which flags a pair changes four cycles after its issue. */
enum { VU_FLAG_MAC = 1, VU_FLAG_STICKY = 2, VU_FLAG_CLIP = 4, VU_FLAG_CLIP_SET = 8 };

/* Flags on their way: those of the pair that issued in one of the last four cycles. */
struct vu_slot {
    uint8_t flags;
    uint16_t mac, product; /* VU_FLAG_MAC; product: stickies of a multiply-add's product */
    uint16_t sticky;       /* VU_FLAG_STICKY: bits 11..6 of status */
    uint32_t clip;         /* VU_FLAG_CLIP: the six bits; VU_FLAG_CLIP_SET: all 24 */
};

/* The VI register that the last integer operations wrote in consecutive cycles, with the values before each:
 * what a conditional branch in the next cycle sees. */
struct vu_chain {
    uint64_t cycle;  /* of the last write */
    uint64_t before; /* 16 bits a write, the last one lowest */
    uint8_t vi;
    uint8_t length; /* 0..4 */
};

#define VU_NEVER UINT64_MAX

/* What is to be done when the next pair has run. */
enum { VU_ENDING = 8, VU_KICK_WAITING = 16 };

struct vu_state {
    struct ee_fpu4 vf[32];
    struct ee_fpu4 acc;
    uint32_t acc_overflowed; /* x = 8 ... w = 1 */
    uint32_t q, p, i, r;
    uint16_t vi[16];
    uint16_t mac;
    /* What FMAC operations do to status is worked out when somebody asks: vu_status. */
    uint16_t status;
    bool status_behind;     /* bits 3..0 are those of mac */
    uint16_t sticky_behind; /* MAC bits to be added to stickies 9..6 */
    uint32_t clip;
    uint16_t top, itop;

    uint32_t pc, next_pc; /* byte addresses of the next pair and of the one after it */
    uint32_t start_pc;
    bool running;
    uint8_t attention; /* VU_ENDING: the next pair is the last; VU_KICK_WAITING */
    uint64_t cycle;    /* in which the last pair issued; the first issues in 1 */
    uint64_t branched; /* cycle of the last taken branch */
    uint64_t pairs;
    uint64_t flushed; /* cycle in which the last finished run's pipelines were empty */

    /* What the pairs that issued in the last cycle, the one before and the one before that write. The values
     * are in the registers already: whoever reads them waits. */
    struct vu_fields writes[3];
    struct vu_slot slot[4];    /* by cycle modulo 4 */
    uint64_t results_ready;    /* when all of that is usable */
    uint64_t q_ready, p_ready; /* when the result is visible; VU_NEVER: nothing in the unit */
    uint64_t unit_event;       /* the earlier of the two */
    uint32_t q_next, q_flags, p_next;
    struct vu_chain chain;

    uint32_t kick_address; /* of the XGKICK that waits: its transfer begins after the next pair */
    uint64_t kick_cycle;
    uint64_t kick_end; /* first cycle in which another XGKICK may issue; VU_NEVER: not known yet */
    uint32_t kick_pc;  /* byte address of that XGKICK */

    bool break_d, break_t;
    _Alignas(16) uint8_t data[VU1_MEMORY_SIZE];
    _Alignas(16) uint8_t micro[VU1_MEMORY_SIZE];
};

struct vu_code;

struct vu {
    struct vu_state state;
    enum vu_unit unit;
    uint32_t memory_size;   /* of data memory, and of micro memory */
    uint32_t quadword_mask; /* data memory in quadwords, less one */
    uint32_t window_bit;    /* quadword address bit that leads to `peer`; 0: none */
    struct vu *peer;        /* VU0: the VU1 whose registers are in its memory map */
    const struct ee_fpu4_kernels *kernels;
    struct vu_port port;
    void (*step)(void *user, struct vu *vu, const struct vu_step *step);
    void *step_user;
    struct vu_code *code; /* one a pair of micro memory */
};

/* Status with everything worked out. */
uint16_t vu_status(const struct vu_state *state);

/* VU1's registers as VU0 sees them from quadword address 400h on (VUPIPE section 8). `dest`: x = 8 ... w = 1.
 */
void vu_window_read(const struct vu *vu, uint32_t quadword, uint32_t words[4]);
void vu_window_write(struct vu *vu, uint32_t quadword, const uint32_t words[4], unsigned dest);

/* Starts the transfer of the waiting XGKICK. */
void vu_kick_start(struct vu *vu);

#endif
