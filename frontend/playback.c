#include "playback.h"

#include <stdio.h>

#include "progress.h"
#include "report.h"

bool playback_open(struct playback *playback, const char *path, const struct gs_rules *rules,
                   struct trace_error *error)
{
    struct trace_error own;
    if (!error)
        error = &own;
    *playback = (struct playback){trace_open(path, error), NULL};
    if (!playback->reader) {
        report("%s", error->text);
        return false;
    }
    playback->replay = replay_create(playback->reader, rules);
    if (playback->replay)
        return true;
    snprintf(error->text, sizeof error->text, "%s: out of memory", path);
    report("%s", error->text);
    playback_close(playback);
    return false;
}

/* Stands between the replay and the caller's sink. */
struct relay {
    const struct replay_sink *sink;
    const struct trace_reader *reader;
    struct progress progress;
};

static void relay_event(void *user, const struct trace_event *event)
{
    struct relay *relay = user;
    progress_update(&relay->progress, relay->reader);
    if (relay->sink->event)
        relay->sink->event(relay->sink->user, event);
}

static bool relay_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct relay *relay = user;
    return !relay->sink->vsync || relay->sink->vsync(relay->sink->user, gs, frame, event);
}

static void relay_read_fifo(void *user, const uint8_t *data, size_t bytes)
{
    struct relay *relay = user;
    if (relay->sink->read_fifo)
        relay->sink->read_fifo(relay->sink->user, data, bytes);
}

bool playback_run(struct playback *playback, const struct replay_sink *sink, struct trace_error *error)
{
    struct trace_error own;
    if (!error)
        error = &own;
    struct relay relay = {.sink = sink, .reader = playback->reader};
    progress_begin(&relay.progress);
    const struct replay_sink relaying = {&relay, relay_event, relay_vsync, relay_read_fifo};
    enum replay_status status = replay_run(playback->replay, &relaying, error);
    progress_clear();
    const char *warning = trace_warning(playback->reader);
    if (warning)
        report("warning: %s", warning);
    if (replay_warning(playback->replay))
        report("warning: %s", replay_warning(playback->replay));
    if (status == REPLAY_ERROR)
        report("%s", error->text);
    return status != REPLAY_ERROR;
}

const char *playback_warning(const struct playback *playback)
{
    const char *warning = trace_warning(playback->reader);
    return warning ? warning : replay_warning(playback->replay);
}

void playback_close(struct playback *playback)
{
    if (playback->replay)
        replay_destroy(playback->replay);
    if (playback->reader)
        trace_close(playback->reader);
    *playback = (struct playback){0};
}
