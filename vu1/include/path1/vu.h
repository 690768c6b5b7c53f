/*
 * path1/vu.h: a vector unit (VU1, or VU0 in micro mode) as a library: state, execution with exact floats,
 * flags and cycles, disassembler and assembler.
 */
#ifndef PATH1_VU_H
#define PATH1_VU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PATH1_VU_API __attribute__((visibility("default")))
#else
#define PATH1_VU_API
#endif

enum vu_unit { VU_UNIT_0, VU_UNIT_1 };

/* Bytes of data memory and of micro memory: VU1 16 KiB each, VU0 4 KiB each. */
#define VU1_MEMORY_SIZE 16384u
#define VU0_MEMORY_SIZE 4096u

/* Registers as a program sees them between runs, with every pipeline empty. */
struct vu_registers {
    uint32_t vf[32][4];     /* x y z w; VF00 is 0, 0, 0, 1.0 */
    uint16_t vi[16];        /* VI00 is 0 */
    uint32_t acc[4];        /* x y z w */
    uint8_t acc_overflowed; /* hidden state of ACC: x = 8 ... w = 1 */
    uint32_t q, p, i;
    uint32_t r;      /* 3F800000 | 23 bits */
    uint16_t status; /* 12 bits */
    uint16_t mac;
    uint32_t clip; /* 24 bits */
    uint32_t tpc;  /* program counter after the last run, in pairs (byte address / 8) */
    uint16_t top, itop;
};

struct vu;

/* What a unit tells the rest of the machine. Any callback may be NULL. */
struct vu_port {
    void *user;
    /* XGKICK starts a transfer from data memory at byte address `address` (0..16368) in cycle `cycle` of the
     * run, that of its issue. Called when the pair behind it has run, so that a store there is seen, or when
     * the run ends or another XGKICK waits. Returns the number of cycles that the transfer takes, counted
     * from `cycle`; 0 lets the unit take its own model (2 cycles a quadword of the packet); VU_KICK_OPEN: the
     * end is told by vu_kick_done. */
    uint32_t (*xgkick)(void *user, struct vu *vu, uint32_t address, uint64_t cycle);
};

#define VU_KICK_OPEN UINT32_MAX

enum vu_stop {
    VU_STOP_END,    /* the E bit's delay pair was executed */
    VU_STOP_BUDGET, /* max_cycles were used up, or a transfer began whose end is to be told (VU_KICK_OPEN);
                     * vu_run goes on from there */
    VU_STOP_BREAK,  /* a pair with the D or T bit, if those are enabled */
    VU_STOP_KICK,   /* the next pair is an XGKICK that waits for a transfer whose end is not known yet */
};

/* One run's figures. Cycle 1 is that in which the first pair issues. */
struct vu_run {
    enum vu_stop stop;
    uint32_t start_pc, end_pc; /* byte addresses; end_pc: where a continuation starts */
    uint64_t cycles;           /* in which the last pair issued */
    uint64_t cycles_flushed;   /* until every pipeline was empty */
    uint64_t pairs;            /* executed */
};

/* A unit with all memory and registers 0 (VF00.w 1.0, R 3F800000); NULL if memory is short. */
PATH1_VU_API struct vu *vu_create(enum vu_unit unit);
PATH1_VU_API void vu_destroy(struct vu *vu);
PATH1_VU_API void vu_reset(struct vu *vu);
/* Makes `to` the same unit as `from`; the port stays. Both must be of one kind. */
PATH1_VU_API void vu_copy(struct vu *to, const struct vu *from);
PATH1_VU_API void vu_set_port(struct vu *vu, const struct vu_port *port);
/* Puts the registers of a VU1 into the data memory map of a VU0: byte addresses 4000h..43FFh, VF at +0, VI at
 * +200h, control registers from +300h; a quadword each. NULL takes them out again; then, and from the start,
 * such addresses wrap around VU0's memory as all others do. `vu1` must live as long as `vu0` runs, and is
 * neither copied nor reset with it. */
PATH1_VU_API void vu_connect(struct vu *vu0, struct vu *vu1);
/* Enables the stop at D bits and T bits (FBRST); both are off after reset. */
PATH1_VU_API void vu_enable_break(struct vu *vu, bool d, bool t);

PATH1_VU_API uint32_t vu_memory_size(const struct vu *vu);
/* Data memory, vu_memory_size bytes, little endian words. May be written between runs. */
PATH1_VU_API uint8_t *vu_data(struct vu *vu);
/* Micro memory: pairs of 8 bytes, lower word first. Read it here, write it with vu_write_micro, which also
 * drops decoded pairs. `address` and `bytes` are multiples of 8; addresses wrap. */
PATH1_VU_API const uint8_t *vu_micro(const struct vu *vu);
PATH1_VU_API void vu_write_micro(struct vu *vu, uint32_t address, const void *data, size_t bytes);

/* After VU_STOP_BUDGET, and for an observer, registers are what the next pair reads: Q, P and flags that are
 * still being made show their old values. vu_set_registers lets those take their final values first; a new
 * `tpc` is where the run goes on. */
PATH1_VU_API void vu_get_registers(const struct vu *vu, struct vu_registers *out);
PATH1_VU_API void vu_set_registers(struct vu *vu, const struct vu_registers *in);
/* What XTOP and XITOP read: quadwords, 10 bits each. */
PATH1_VU_API void vu_set_top(struct vu *vu, uint16_t top, uint16_t itop);

/* Begins a run at byte address `pc` (masked to micro memory). */
PATH1_VU_API void vu_start(struct vu *vu, uint32_t pc);
/* Begins a run where the last one ended (MSCNT). */
PATH1_VU_API void vu_continue(struct vu *vu);
/* Executes until the end, a stop, or `max_cycles` cycles more. */
PATH1_VU_API enum vu_stop vu_run(struct vu *vu, uint64_t max_cycles, struct vu_run *out);

/* Ends the transfer that was left open (VU_KICK_OPEN): the next XGKICK may issue in cycle `cycle` of the run.
 * It stays open across the end of a run and the start of another. */
PATH1_VU_API void vu_kick_done(struct vu *vu, uint64_t cycle);
/* Byte address in micro memory of the XGKICK whose transfer began last. */
PATH1_VU_API uint32_t vu_kick_pc(const struct vu *vu);

/* One executed pair, for traces. Called after the pair, with the registers as they are then. */
struct vu_step {
    uint64_t cycle;   /* in which it issued */
    uint64_t stalled; /* cycles that it waited before */
    uint32_t pc;      /* byte address */
    uint32_t upper, lower;
};
PATH1_VU_API void vu_observe(struct vu *vu,
                             void (*step)(void *user, struct vu *vu, const struct vu_step *step), void *user);
/* When `pairs` pairs from byte address `pc` on issue, one behind the other whatever branches and E bits say,
 * with empty pipelines at the start, and how long each waits: what a program's text alone tells. XGKICK
 * transfers are left out. Fills out[0 .. pairs - 1]; false if memory is short. `vu` stays as it is. */
PATH1_VU_API bool vu_schedule(const struct vu *vu, uint32_t pc, uint32_t pairs, struct vu_step *out);
/* Bytes of the GIF packet at byte address `address`: up to and with the tag that has EOP, at most once around
 * memory (wraps at 16 KiB). */
PATH1_VU_API uint32_t vu_packet_bytes(const struct vu *vu, uint32_t address);

/* ---- rules ---- */

/* A point on which sources about the vector units disagree or are silent. There are no choices: this says
 * what is done. */
struct vu_rule_info {
    const char *name;
    const char *choice;   /* what is done, one line */
    const char *others;   /* what other sources do; NULL: none known */
    const char *evidence; /* for the choice */
};
/* Rule number `index`, NULL past the last. */
PATH1_VU_API const struct vu_rule_info *vu_rule_info(size_t index);

/* ---- text ---- */

/* Writes the upper (lower) column of a pair, e.g. "mulax.xyzw ACC, vf01, vf02x" to `out`, in the syntax of
 * dvp-as. `pc`: byte address; branch targets are written as labels, L and four hexadecimal digits of the byte
 * address, or as a number of pairs where the address would lie outside of 0..3FF8. What is no instruction
 * is written ".word 0x12345678". Returns the length, as snprintf does. */
PATH1_VU_API int vu_disassemble_upper(uint32_t upper, char *out, size_t size);
PATH1_VU_API int vu_disassemble_lower(uint32_t upper, uint32_t lower, uint32_t pc, char *out, size_t size);
/* Do both columns say everything, so that assembling them gives these words again? Not so for words that are
 * no instruction, for masks without a field, and where bits are set that the instruction has no use for. */
PATH1_VU_API bool vu_disassembly_exact(uint32_t upper, uint32_t lower);
/* The byte address that a pair at `pc` branches to, if its lower half is a branch with an immediate. It may
 * lie outside of micro memory: the unit then wraps. */
PATH1_VU_API bool vu_branch_target(uint32_t upper, uint32_t lower, uint32_t pc, int32_t *target);

/* Assembles .vsm text (the dialect of dvp-as). `name` is for messages. On success the words go to a block
 * that the caller frees: 8 bytes a pair, lower word first. On error false, and one line "NAME:LINE: ..." in
 * `error`. */
struct vu_program {
    uint8_t *bytes;
    size_t size;   /* multiple of 8, at most VU1_MEMORY_SIZE */
    uint32_t base; /* byte address of the first pair (.org) */
};
PATH1_VU_API bool vu_assemble(const char *name, const char *text, size_t length, struct vu_program *out,
                              char *error, size_t error_size);

/* How `.include` gets the text of file `path`: a block that is freed with free, or NULL. A name is tried
 * beside the file that includes it first, then as it stands. */
struct vu_include {
    void *user;
    char *(*read)(void *user, const char *path, size_t *length);
};
/* The same with files that include others (`include` may be NULL: then .include is an error). `*lines`,
 * unless `lines` is NULL, becomes a block that the caller frees: for each pair the line of `text` that it
 * comes from, counted from 1; 0 for what .align, .org and the like filled. */
PATH1_VU_API bool vu_assemble_files(const char *name, const char *text, size_t length,
                                    const struct vu_include *include, struct vu_program *out,
                                    uint32_t **lines, char *error, size_t error_size);

#ifdef __cplusplus
}
#endif
#endif
