/*
 * VIF1, VU1 and the GIF between the EE and the GS, on a clock of their own (docs/timing.md). The machine is
 * given what the EE sends and hands the GS what the GIF lets through.
 *
 * Time is counted in cycles of VU1 (294.912 MHz). Each unit knows when it can do its next piece of work, and
 * the one whose time comes first does it; at equal times VU1, then the GIF, then VIF1.
 */
#ifndef TRACES_MACHINE_H
#define TRACES_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/replay.h>
#include <path1/vif.h>
#include <path1/vu.h>

#include "gif_walk.h"

#define MACHINE_NEVER UINT64_MAX

enum {
    MACHINE_QUADWORD = 2,    /* cycles that the GIF takes for a quadword, VIF1 for a code or a quadword of
                                payload,    and UNPACK for a quadword written: one of the 147.456 MHz bus */
    MACHINE_IMAGE_SLICE = 8, /* quadwords of PATH3 in IMAGE mode between two arbitrations, if GIF_MODE.IMT */
    MACHINE_KICK_QUADWORDS = VU1_MEMORY_SIZE / 16,
    MACHINE_PIECE = 4096,          /* quadwords */
    MACHINE_GIF_CTRL = 0x10003000, /* EE address */
    /* A microprogram that runs longer does not end: over three fields. */
    MACHINE_PROGRAM_LIMIT = 16777216,
    /* Bytes that may wait for VIF1, and for PATH3. */
    MACHINE_QUEUE_LIMIT = 268435456,
};

/* Data that wait for a unit, with where they came from. */
struct machine_piece {
    uint64_t offset;  /* of the first byte in the trace's events */
    size_t bytes;     /* that are left */
    uint8_t position; /* VIF1: word of its quadword */
    bool begun;
    bool kicked; /* PATH1: by the model's XGKICK, from kick_address */
    uint32_t kick_address;
};
struct machine_queue {
    uint8_t *data;
    size_t begin, end, capacity; /* bytes */
    struct machine_piece *piece;
    size_t first, last, pieces;
};

/* Adds data. False: no memory, or over MACHINE_QUEUE_LIMIT. */
bool machine_queue_add(struct machine_queue *queue, const uint8_t *data, size_t bytes, uint64_t offset,
                       uint8_t position);
void machine_queue_drop(struct machine_queue *queue,
                        size_t bytes); /* at most what is left of the first piece */
void machine_queue_clear(struct machine_queue *queue);
void machine_queue_free(struct machine_queue *queue);
static inline size_t machine_queue_bytes(const struct machine_queue *queue)
{
    return queue->end - queue->begin;
}
static inline struct machine_piece *machine_queue_piece(struct machine_queue *queue)
{
    return &queue->piece[queue->first];
}
static inline const uint8_t *machine_queue_data(const struct machine_queue *queue)
{
    return queue->data + queue->begin;
}

enum machine_owner { GIF_FREE, GIF_PATH1, GIF_PATH2, GIF_PATH3 };

struct machine_gif {
    struct gif_walk walk[3];       /* PATH1 to PATH3 */
    enum machine_owner owner;      /* whose packet is being taken */
    uint64_t free;                 /* when the next quadword can be taken */
    uint64_t path_free[3];         /* when what a path has sent is through */
    unsigned slice;                /* quadwords of image data that PATH3 has sent since it got the GIF */
    bool masked;                   /* PATH3, by MSKPATH3 */
    bool mode_masked;              /* PATH3, by GIF_MODE.M3R */
    bool intermittent;             /* GIF_MODE.IMT */
    bool paused;                   /* GIF_CTRL.PSE */
    bool path2_asks;               /* VIF1 is inside of a DIRECT, whether the data are there or not */
    bool directhl_waits;           /* VIF1 is at a DIRECTHL that waits for the end of PATH3's image */
    struct machine_queue given[3]; /* what the trace has for PATH1 to PATH3 */
    /* XGKICK */
    bool kick;    /* a packet in VU memory waits or is being taken */
    bool kicking; /* it is being taken */
    uint32_t kick_address, kick_pc;
    uint64_t kick_time;   /* of the XGKICK's issue */
    uint64_t kick_offset; /* of the VIFcode that started its program */
    size_t kick_taken;    /* quadwords of its packet that have been read from VU memory */
    size_t kick_whole;    /* of them, those up to the end of a tag's data */
    /* What was taken and is not with the GS yet: it gets whole packets, or pieces of MACHINE_PIECE, however
     * the data arrived. */
    size_t collected; /* quadwords */
    uint64_t collected_offset;
    bool collected_kick;
    uint32_t collected_address, collected_pc;
    enum gs_path collected_path;
    uint8_t packet[16 * MACHINE_PIECE];
};

struct machine {
    struct gs *gs;
    struct vif *vif;
    struct vu *vu;
    struct replay_observer observer;
    uint64_t now;   /* of the last piece of work */
    bool touched;   /* something reached the GS in this field */
    uint64_t until; /* when the EE may do something next; MACHINE_NEVER: when there is nothing to do */
    /* The GIF may take data that are there all at once: the EE does nothing before they are through. A set of
     * paths, PATH1 is bit 0. */
    unsigned at_once;

    bool program;            /* a microprogram runs */
    bool kick_waits;         /* it stands at an XGKICK */
    uint64_t origin;         /* time of its cycle 0 */
    uint64_t reached;        /* cycles that it has run */
    uint64_t program_end;    /* when the last one ended */
    uint64_t program_offset; /* of the VIFcode that started it */
    uint32_t program_address;
    bool endless;   /* it ran into MACHINE_PROGRAM_LIMIT */
    bool use_model; /* where micro memory holds the tfrag program, its model runs instead */

    struct machine_queue words;
    bool vif_waits; /* VIF1 looks again at vif_poll; MACHINE_NEVER: when another unit has done something */
    uint64_t vif_poll;
    uint64_t vif_free;
    uint64_t code_offset; /* of the VIFcode being carried out */
    uint32_t payload;     /* words of its payload that are to come */
    uint32_t payload_taken;
    uint64_t payload_cost; /* cycles that what was taken of it has cost */
    uint64_t held_offset;  /* of the quadword of DIRECT that is not whole yet */

    struct machine_gif gif;
};

/* A machine around `gs`, in the state that `start` describes. NULL: no memory. */
struct machine *machine_create(struct gs *gs, const struct trace_start *start);
void machine_destroy(struct machine *machine);

/* Words for VIF1, from byte `offset` of the events; then all works on until VIF1 has taken them or nothing
 * moves any more. False: too much waits (machine_queue_add). */
bool machine_vif1(struct machine *machine, const uint8_t *data, size_t bytes, uint64_t offset,
                  unsigned position);
/* A GIF packet, or part of one, on a path (GS_PATH1 to GS_PATH3), in the same way. */
bool machine_gif(struct machine *machine, enum gs_path path, const uint8_t *data, size_t bytes,
                 uint64_t offset);
/* The EE writes a register of VIF1 (10003C00h...) or of the GIF (10003000h, 10003010h). */
void machine_register(struct machine *machine, uint32_t address, uint32_t value);
/* Works on for `cycles`. */
void machine_wait(struct machine *machine, uint64_t cycles);
/* Works on until nothing moves any more. */
void machine_settle(struct machine *machine);
/* Local-to-host data through VIF1's FIFO or, if that is not turned round, from the GS. */
size_t machine_read_fifo(struct machine *machine, void *out, size_t quadwords);
/* What stands still although there is work for it, to `out` (without the trace's name); false: nothing does.
 * `*offset`: of what waits. */
bool machine_stuck(const struct machine *machine, uint64_t *offset, char *out, size_t size);

/* ---- between the machine's files ---- */

/* Do VU1 or VIF1 do something at a time that is known? */
bool machine_others_work(const struct machine *machine);

/* machine_gif.c */
uint64_t machine_gif_time(const struct machine *machine);
void machine_gif_work(struct machine *machine);
size_t machine_path2(void *user, const void *data, size_t quadwords);
/* An XGKICK of the model: the packet waits as a copy. */
void machine_model_kick(void *user, uint32_t address, const uint8_t *packet, size_t quadwords);
uint32_t machine_kick(void *user, struct vu *vu, uint32_t address, uint64_t cycle);
/* What VIFcodes that wait for a path ask. */
bool machine_gif_busy(const struct machine *machine, enum vif_busy what);
/* Do PATH3 data wait for a mask to go? */
bool machine_path3_masked(const struct machine *machine);
void machine_gif_reset(struct machine *machine);
/* Hands the GS what was taken of a packet that is not complete. */
void machine_gif_flush(struct machine *machine);

/* machine_model.c */
/* Runs the model from the address of the MSCAL; false if it has no entry there. */
bool machine_model_start(struct machine *machine, uint32_t address, uint16_t top);

/* machine_vif.c */
bool machine_vif_create(struct machine *machine, const struct trace_start *start);
/* FBRST.RST was written: what was sent and not taken is dropped. */
void machine_vif_reset(struct machine *machine);
uint64_t machine_vif_time(const struct machine *machine);
void machine_vif_work(struct machine *machine);
/* Does it wait for the EE (FBRST, FDR)? */
bool machine_vif_stopped(const struct machine *machine);
/* Will it do something sooner or later, without new words? */
bool machine_vif_at_work(const struct machine *machine);

/* Something that VIF1 may wait for changes at `time`. */
static inline void machine_wake_vif(struct machine *machine, uint64_t time)
{
    if (machine->vif_poll > time)
        machine->vif_poll = time;
}

#endif
