/*
 * path1/replay.h: feeds a recording to a GS, event by event.
 */
#ifndef PATH1_REPLAY_H
#define PATH1_REPLAY_H

#include <path1/gs.h>
#include <path1/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
#endif
