/* A recording opened and replayed, with its errors, warnings and progress shown to the user. */
#ifndef FRONTEND_PLAYBACK_H
#define FRONTEND_PLAYBACK_H

#include <stdbool.h>

#include <path1/replay.h>

struct playback {
    struct trace_reader *reader;
    struct replay *replay;
};

/* Opens `path` ("-": standard input) and readies a GS under `rules`. False on failure, which is reported,
 * or, if `error` is not NULL, left there as well. */
bool playback_open(struct playback *playback, const char *path, const struct gs_rules *rules,
                   struct trace_error *error);
/* Replays to the end or until the sink's vsync returns false. False on an error in the recording,
 * reported as in playback_open. */
bool playback_run(struct playback *playback, const struct replay_sink *sink, struct trace_error *error);
/* The reading's warning so far, else the replay's; NULL if there is none. */
const char *playback_warning(const struct playback *playback);
void playback_close(struct playback *playback);

#endif
