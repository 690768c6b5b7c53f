/*
 * path1/replay.h: feeds a recording to the graphics hardware, event by event: a GS, and for traces of what
 * was sent to VIF1 also a VIF1, a VU1 and the GIF's arbitration, on a clock of their own.
 */
#ifndef PATH1_REPLAY_H
#define PATH1_REPLAY_H

#include <path1/gs.h>
#include <path1/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- the parts between VIF1 and the GS (only traces with TRACE_VIF1 events use them) ---- */

/* A word that VIF1 decoded as a VIFcode. */
struct replay_vif_code {
    uint32_t code;
    uint32_t payload_words; /* that follow (vif_payload_words) */
    uint64_t offset;        /* of the word among the bytes of the trace's events */
    uint64_t time;          /* cycles since the start of the replay */
    const struct vif_registers
        *registers; /* before the code has any effect; `code` in it is the code itself */
};

/* A microprogram begins (MSCAL, MSCALF, MSCNT). */
struct replay_start {
    uint32_t address; /* byte address in micro memory */
    bool resume;      /* MSCNT */
    uint16_t top, itop;
    uint64_t offset; /* of the VIFcode */
    uint64_t time;
    struct vu *vu;
};

/* A microprogram has ended. */
struct replay_end {
    const struct vu_run *run; /* cycles from its start */
    uint64_t offset;          /* of the VIFcode that started it */
    uint64_t time;
    struct vu *vu;
};

/* Quadwords that the GIF hands to the GS: at most one packet, from its first tag or from where it was cut. */
struct replay_gif {
    enum gs_path path;
    const uint8_t *data;
    size_t quadwords;
    uint64_t offset; /* PATH2, PATH3: of the first quadword among the bytes of the events; PATH1 from VU1: of
                      * the VIFcode that started the microprogram */
    bool kicked;     /* PATH1 from VU1 memory, by XGKICK */
    uint32_t kick_address; /* kicked: byte address in VU1 memory */
    uint32_t kick_pc;      /* kicked: byte address of the XGKICK */
    uint64_t time;         /* when its last quadword was taken */
};

/* Watches VIF1, VU1 and the GIF. Any callback may be NULL; none may change anything. */
struct replay_observer {
    void *user;
    void (*vif_code)(void *user, const struct replay_vif_code *code);
    /* MPG wrote `bytes` bytes to micro memory at `address`. */
    void (*micro)(void *user, uint32_t address, const void *data, size_t bytes);
    void (*start)(void *user, const struct replay_start *start);
    void (*end)(void *user, const struct replay_end *end);
    void (*gif)(void *user, const struct replay_gif *gif);
    /* The same, before the GS gets them. */
    void (*gif_next)(void *user, const struct replay_gif *gif);
};

/* What a replay tells its owner. Any callback may be NULL. */
struct replay_sink {
    void *user;
    /* Every event, before it is carried out. */
    void (*event)(void *user, const struct trace_event *event);
    /* At each VSync packet, `frame` counting from 0, with drawing finished and the registers latched:
     * the time to read circuits. Return false to stop the replay. */
    bool (*vsync)(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event);
    /* Data that a ReadFIFO2 packet took from the GS: `bytes` bytes, in pieces of at most 64 KiB. */
    void (*read_fifo)(void *user, const uint8_t *data, size_t bytes);
};

enum replay_status { REPLAY_END, REPLAY_STOPPED, REPLAY_ERROR };

struct replay;

/* A replay of `reader` on a GS of its own under `rules`: loads the initial state. NULL if memory is
 * short. The reader stays the caller's. */
PATH1_API struct replay *replay_create(struct trace_reader *reader, const struct gs_rules *rules);
PATH1_API void replay_destroy(struct replay *replay);
PATH1_API struct gs *replay_gs(struct replay *replay);
/* Plays to the end, to a stop, or to an error (then `error` is filled). Can be called again after a
 * stop. */
PATH1_API enum replay_status replay_run(struct replay *replay, const struct replay_sink *sink,
                                        struct trace_error *error);

/* A replay without a recording, from the state at power-on: GS, VIF1, VU1 and the GIF's arbitration as for a
 * .p1t whose packets are not merged. Its events come by replay_feed; replay_run is not for it. NULL if memory
 * is short. */
PATH1_API struct replay *replay_create_live(const struct gs_rules *rules);
/* Carries out one event; of its offsets errors speak. REPLAY_END: done; REPLAY_STOPPED: done, and the sink
 * answered false at the vsync; REPLAY_ERROR: `error` is filled, and nothing more may be fed. */
PATH1_API enum replay_status replay_feed(struct replay *replay, const struct trace_event *event,
                                         const struct replay_sink *sink, struct trace_error *error);

/* Watches the replay; NULL ends it. The struct is copied. */
PATH1_API void replay_observe(struct replay *replay, const struct replay_observer *observer);
/* What executes microprograms: the microcode that the trace uploads, on the emulated VU1, or, where that is
 * the tfrag program of path1/tfrag.h, its model on the host, which gives the same packets in no time. */
enum replay_vu1 { REPLAY_VU1_MICROCODE, REPLAY_VU1_MODEL };
PATH1_API void replay_set_vu1(struct replay *replay, enum replay_vu1 what);
/* VIF1 and VU1 of the replay; NULL as long as no event needed them. */
PATH1_API struct vif *replay_vif1(struct replay *replay);
PATH1_API struct vu *replay_vu1(struct replay *replay);
/* The privileged registers, GS_PRIVILEGED_SIZE bytes, as the EE has written them: what the GS gets at a
 * vsync. */
PATH1_API const uint8_t *replay_registers(const struct replay *replay);
/* Cycles of VU1 (294.912 MHz) since the start, in the replay's model of time (docs/timing.md). */
PATH1_API uint64_t replay_time(const struct replay *replay);
/* What the replay could not carry out so far, one line as in struct trace_error; NULL if there is nothing:
 * words that VIF1 never took, packets that never got the GIF. The first such thing stays. */
PATH1_API const char *replay_warning(const struct replay *replay);

#ifdef __cplusplus
}
#endif
#endif
