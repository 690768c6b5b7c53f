/* Frames of a recording by number. A thread of its own replays the recording, which only runs forward; going
 * back beyond what is kept replays it from its start. */
#ifndef FRONTEND_FRAME_PLAYER_H
#define FRONTEND_FRAME_PLAYER_H

#include <path1/replay.h>

#include "frame.h"
#include "options.h"

struct frame_player;

enum frame_status {
    FRAME_READY,
    FRAME_PENDING, /* the replay is on its way to it */
    FRAME_BEYOND,  /* the recording has fewer frames, or breaks off before it: the total is known */
    FRAME_GONE,    /* it was passed, and the recording cannot be read again */
};

/* Opens `path` ("-": standard input). `limit`: bytes of frames to keep. NULL: `error` is filled. */
struct frame_player *frame_player_create(const char *path, const struct replay_manner *manner, size_t limit,
                                         struct trace_error *error);
/* Ends the thread and frees everything. If the thread is in the middle of a frame and does not stop within
 * a fraction of a second, it is left to itself: the program is about to end. */
void frame_player_destroy(struct frame_player *player);

/* Wants frame `number` (UINT64_MAX: run to the end); the replay turns to it at once. FRAME_READY fills
 * `*frame`, to be let go of with frame_player_release. */
enum frame_status frame_player_want(struct frame_player *player, uint64_t number, struct frame **frame);
/* The same, and waits as long as the frame is pending. */
enum frame_status frame_player_wait(struct frame_player *player, uint64_t number, struct frame **frame);
void frame_player_release(struct frame_player *player, struct frame *frame);

/* What is known of the recording by now. */
struct frame_player_state {
    bool total_known;
    uint64_t total; /* frames */
    uint64_t next;  /* the replay is on its way to this frame */
    bool busy;      /* the replay is running */
    /* One line each, or NULL; they live as long as the player. */
    const char *error;       /* the recording is damaged, or could not be opened again */
    const char *warnings[2]; /* trace_warning and replay_warning at its end */
};
void frame_player_state(struct frame_player *player, struct frame_player_state *out);

#endif
