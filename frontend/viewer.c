#include "viewer.h"

#include <inttypes.h>
#include <stdio.h>

#include "hashing.h"

#define SECOND 1000000000ull /* nanoseconds */

struct frame_picture viewer_picture(const struct viewer *viewer)
{
    return viewer->frame ? viewer->frame->picture[viewer->view] : (struct frame_picture){0};
}

static void show(struct viewer *viewer, struct frame *frame)
{
    if (viewer->frame)
        frame_player_release(viewer->player, viewer->frame);
    viewer->frame = frame;
    viewer->changes++;
    struct frame_picture picture = viewer_picture(viewer);
    viewer->hash[0] = '\0';
    if (picture.rgba)
        hash_bytes(picture.rgba, (size_t)picture.width * picture.height * 4, viewer->hash);
}

void viewer_set_view(struct viewer *viewer, enum frame_view view)
{
    viewer->view = view;
    if (!viewer->frame)
        return;
    struct frame *frame = viewer->frame;
    viewer->frame = NULL;
    show(viewer, frame);
}

static void want(struct viewer *viewer, uint64_t number)
{
    viewer->wanted = number;
    viewer->pending = true;
}

void viewer_go(struct viewer *viewer, uint64_t number)
{
    viewer->playing = false;
    want(viewer, number);
}

void viewer_step(struct viewer *viewer, int by)
{
    uint64_t from = viewer->wanted, back = by < 0 ? (uint64_t)-by : 0;
    if (from == UINT64_MAX && by < 0 && viewer->frame)
        from = viewer->frame->number; /* on the way to the last frame, which is not known yet */
    if (by < 0)
        viewer_go(viewer, from > back ? from - back : 0);
    else
        viewer_go(viewer, from < UINT64_MAX - (uint64_t)by ? from + (uint64_t)by : UINT64_MAX);
}

static bool is_last(const struct viewer *viewer)
{
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    return state.total_known && viewer->wanted >= state.total - 1;
}

void viewer_play(struct viewer *viewer, bool playing)
{
    if (playing && !viewer->playing && is_last(viewer))
        want(viewer, 0);
    viewer->playing = playing;
    viewer->due = 0;
}

void viewer_set_speed(struct viewer *viewer, int speed)
{
    if (speed >= VIEWER_SLOWEST && speed <= VIEWER_FASTEST)
        viewer->speed = speed;
    viewer->due = 0;
}

/* Nanoseconds that a frame is shown. */
static uint64_t period(const struct viewer *viewer)
{
    bool pal = viewer->frame && viewer->frame->pal;
    uint64_t field = pal ? SECOND / 50 : SECOND * 1001 / 60000;
    return viewer->speed < 0 ? field << -viewer->speed : field >> viewer->speed;
}

/* The wanted frame is behind the last one. */
static void turn_at_end(struct viewer *viewer)
{
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    viewer->empty = state.total == 0;
    if (viewer->playing && viewer->loop && !viewer->empty) {
        want(viewer, 0);
        return;
    }
    if (!viewer->playing && viewer->wanted != UINT64_MAX)
        snprintf(viewer->note, sizeof viewer->note, "no frame %" PRIu64 " in it", viewer->wanted);
    viewer->playing = false;
    want(viewer, viewer->empty ? 0 : state.total - 1);
    viewer->pending = !viewer->empty;
}

typedef enum frame_status ask(struct frame_player *player, uint64_t number, struct frame **frame);

/* Asks the player for the wanted frame. False: ask again, another one is wanted now. */
static bool take(struct viewer *viewer, ask *ask_player)
{
    struct frame *frame;
    enum frame_status status = ask_player(viewer->player, viewer->wanted, &frame);
    switch (status) {
    case FRAME_READY:
        viewer->pending = false;
        show(viewer, frame);
        return true;
    case FRAME_PENDING:
        return true;
    case FRAME_BEYOND:
        turn_at_end(viewer);
        return viewer->empty;
    case FRAME_GONE:
        snprintf(viewer->note, sizeof viewer->note, "frame %" PRIu64 " cannot be read again", viewer->wanted);
        viewer->playing = viewer->pending = false;
        if (viewer->frame)
            viewer->wanted = viewer->frame->number;
        return true;
    }
    return true;
}

static void poll_wanted(struct viewer *viewer)
{
    while (viewer->pending && !take(viewer, frame_player_want))
        ;
}

/* Slow replays delay frames and leave none out; fast playing leaves out what 60 pictures a second cannot
 * show. */
static void want_due(struct viewer *viewer, uint64_t now)
{
    uint64_t each = period(viewer), most = viewer->speed > 0 ? 1ull << viewer->speed : 1;
    if (!viewer->due)
        viewer->due = now + each;
    if (now < viewer->due)
        return;
    uint64_t steps = (now - viewer->due) / each + 1;
    if (steps > most) {
        steps = most;
        viewer->due = now;
    }
    viewer->due += steps * each;
    if (steps > 1 && !is_last(viewer)) {
        /* Do not jump over the end. */
        struct frame_player_state state;
        frame_player_state(viewer->player, &state);
        if (state.total_known && viewer->wanted + steps >= state.total)
            steps = state.total - 1 - viewer->wanted;
    }
    want(viewer, viewer->wanted + steps);
}

void viewer_tick(struct viewer *viewer, uint64_t now)
{
    unsigned long before = viewer->changes;
    poll_wanted(viewer);
    if (!viewer->playing || viewer->pending || viewer->empty || viewer->changes != before)
        return;
    want_due(viewer, now);
    poll_wanted(viewer);
}

bool viewer_wait(struct viewer *viewer)
{
    while (viewer->pending && !take(viewer, frame_player_wait))
        ;
    return viewer->frame && viewer->wanted == viewer->frame->number;
}

bool viewer_next(struct viewer *viewer)
{
    unsigned long before = viewer->changes;
    uint64_t last = viewer->wanted;
    viewer->playing = true;
    want(viewer, viewer->wanted + 1);
    return viewer_wait(viewer) && viewer->changes != before && (viewer->loop || viewer->wanted != last);
}

void viewer_describe_frame(const struct viewer *viewer, char *out, size_t size)
{
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    if (!viewer->frame)
        snprintf(out, size, "replaying");
    else if (viewer->frame->at_end)
        snprintf(out, size, "end of trace, no vsync");
    else if (state.total_known)
        snprintf(out, size, "frame %" PRIu64 "/%" PRIu64, viewer->frame->number, state.total);
    else
        snprintf(out, size, "frame %" PRIu64, viewer->frame->number);
}

void viewer_describe_speed(const struct viewer *viewer, char *out, size_t size)
{
    if (viewer->speed < 0)
        snprintf(out, size, "1/%d", 1 << -viewer->speed);
    else
        snprintf(out, size, "%d", 1 << viewer->speed);
}

void viewer_file_name(const struct viewer *viewer, const char *suffix, char *out, size_t size)
{
    static const char *const views[FRAME_VIEWS] = {"", "_rc0", "_rc1"};
    if (viewer->frame->at_end)
        snprintf(out, size, "end%s%s.png", views[viewer->view], suffix);
    else
        snprintf(out, size, "f%04" PRIu64 "%s%s.png", viewer->frame->number, views[viewer->view], suffix);
}

void viewer_close(struct viewer *viewer)
{
    if (viewer->frame)
        frame_player_release(viewer->player, viewer->frame);
    viewer->frame = NULL;
}
