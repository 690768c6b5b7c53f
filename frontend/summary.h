/* What a recording contains: counts, and the buffers that its draws use. */
#ifndef FRONTEND_SUMMARY_H
#define FRONTEND_SUMMARY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "playback.h"
#include "summary_vif.h"

/* Something drawn with or into, told apart by `key` (the register bits that name it). */
struct tally_entry {
    uint64_t key;
    uint64_t draws;
    uint32_t width, height; /* buffers: largest scissor rectangle's end, pixels */
    uint32_t levels;        /* textures: most mipmap levels beside the base */
};

/* A set of such things in the order of their first use. */
struct tally {
    struct tally_entry *entry;
    size_t count, capacity;
    uint32_t *slot;    /* hash table of index + 1 into entry[]; 0 = free */
    size_t slots;      /* a power of two, 0 at the start */
    uint64_t left_out; /* draws with things that did not fit any more */
};

/* Fills of more kinds than this are left out: no program uses so many, and memory stays bounded. */
#define TALLY_MAX 65536u

/* The entry for `key`, made if it is new; NULL if the tally is full. Counts one draw. */
struct tally_entry *tally_count(struct tally *tally, uint64_t key);
void tally_free(struct tally *tally);

struct summary {
    uint64_t packets, gif_packets, vsyncs, register_packets, fifo_packets;
    uint64_t vif_packets, vif_bytes, writes, waits, comments; /* TRACE_VIF1, TRACE_REGISTER ... */
    uint64_t path_packets[4], other_path_packets;             /* GIF packets by path code */
    uint64_t gif_bytes;                                       /* that reached the GS */
    uint64_t fifo_bytes;
    uint64_t tags[4];       /* by FLG: PACKED, REGLIST, IMAGE, disabled */
    uint64_t primitives[7]; /* by PRIM type */
    uint64_t draws, drawn_primitives;
    uint64_t transfers[3]; /* by direction: host to local, local to host, local to local */
    uint64_t signals, finishes, labels;
    struct vif_summary vif;
    struct tally textures; /* key: TEX0's TBP0, TBW, PSM, TW, TH; if indexed also CBP, CPSM, CSM, CSA */
    struct tally frames;   /* key: FRAME's FBP, FBW, PSM */
    struct tally depths;   /* key: ZBUF's ZBP, PSM, and FRAME's FBW (as FRAME has it) */
};

/* Replays the recording and fills `out`. False on an error in it, which is reported. */
bool summary_collect(struct playback *playback, struct summary *out);
void summary_free(struct summary *summary);

/* Is this pixel format one with a palette? */
bool format_indexed(unsigned psm);

#endif
