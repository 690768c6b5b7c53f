/* What a recording sends through VIF1 and VU1: counts, the programs it uploads and how they run. */
#ifndef FRONTEND_SUMMARY_VIF_H
#define FRONTEND_SUMMARY_VIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/replay.h>

#include "hashing.h"

/* UNPACKs of one format. */
struct unpack_tally {
    uint64_t codes;
    uint64_t quadwords;                                      /* written */
    uint64_t bytes;                                          /* of payload */
    uint64_t masked, with_mode, usn, flg, filling, skipping; /* codes */
};

/* Pairs that MPGs wrote one behind the other, without a start between. */
struct upload_tally {
    char hash[33];          /* of the bytes, XXH3-128 */
    uint32_t address, size; /* bytes */
    uint64_t times;
};

/* Runs of a microprogram that began in one way, with the same contents of all micro memory. */
struct start_tally {
    char micro_hash[33];          /* of the 16,384 bytes */
    unsigned command;             /* CODE_MSCAL, CODE_MSCALF, CODE_MSCNT */
    uint32_t address;             /* bytes */
    uint64_t starts, runs;        /* runs: those that ended */
    uint64_t cycles, least, most; /* all runs', one's */
    uint64_t pairs;
    uint64_t kicks, kick_bytes; /* packets that XGKICK sent */
};

/* More kinds of uploads, or of starts, than this are left out. */
#define VIF_TALLY_MAX 4096u

struct vif_summary {
    uint64_t codes[128];            /* by vif_code_command */
    uint64_t invalid, interrupts;   /* words that are no VIFcode; codes with the I bit */
    struct unpack_tally unpack[16]; /* by VN and VL */
    uint64_t path_bytes[GS_PATH_COUNT], kicks, kick_bytes;

    struct upload_tally *upload;
    size_t uploads, upload_capacity;
    uint64_t uploads_left_out;
    struct start_tally *start;
    size_t starts, start_capacity;
    uint64_t starts_left_out;

    /* At work: */
    unsigned command; /* of the last VIFcode */
    bool uploading;
    uint32_t upload_address, upload_size;
    struct hashing upload_hash;
    bool micro_hashed;
    char micro_hash[33];
    /* The last two starts: an XGKICK may be carried out after the next one. */
    struct {
        uint64_t offset;
        size_t index; /* SIZE_MAX: left out, or none */
    } recent[2];
};

void vif_summary_begin(struct vif_summary *summary);
/* What counts into it. */
struct replay_observer vif_summary_observer(struct vif_summary *summary);
void vif_summary_end(struct vif_summary *summary);
void vif_summary_free(struct vif_summary *summary);

#endif
