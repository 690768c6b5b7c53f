/* Looking at a recording: which frame is shown, which is on its way, and what playing, stepping and looping
 * do. Knows no window, so that it can be driven without one. */
#ifndef FRONTEND_VIEWER_H
#define FRONTEND_VIEWER_H

#include "frame_player.h"

enum { VIEWER_SLOWEST = -4, VIEWER_FASTEST = 4 };

struct viewer {
    struct frame_player *player; /* the caller's */
    enum frame_view view;
    bool playing, loop;
    int speed; /* 2 to the power of this: VIEWER_SLOWEST..VIEWER_FASTEST */

    struct frame *frame;   /* shown; NULL before the first */
    uint64_t wanted;       /* UINT64_MAX: the last one */
    bool pending;          /* the wanted frame is not there yet */
    bool empty;            /* there is no frame at all */
    uint64_t due;          /* ns of monotonic_time at which the next frame is shown; 0: at once */
    char hash[33];         /* of the picture shown, as `path1 hash` prints it; "" if there is none */
    char note[128];        /* what the last action has to say */
    unsigned long changes; /* counts pictures shown */
};

/* The shown frame's picture in the chosen view; its `rgba` is NULL if there is none. */
struct frame_picture viewer_picture(const struct viewer *viewer);
/* Moves to a frame and stops playing. */
void viewer_go(struct viewer *viewer, uint64_t number);
/* The same, `by` frames on or, below 0, back. */
void viewer_step(struct viewer *viewer, int by);
void viewer_play(struct viewer *viewer, bool playing);
void viewer_set_view(struct viewer *viewer, enum frame_view view);
void viewer_set_speed(struct viewer *viewer, int speed);
/* Shows what has come or, when playing, what is due at `now` (ns of monotonic_time): one picture at most. */
void viewer_tick(struct viewer *viewer, uint64_t now);
/* The same as a tick that needs no clock: goes on to the next frame, or to the first behind the last if
 * looping, and waits for it. False if there is none. */
bool viewer_next(struct viewer *viewer);
/* Waits for the wanted frame. False if there is none. */
bool viewer_wait(struct viewer *viewer);
/* "frame 12/240" or what stands in its place. */
void viewer_describe_frame(const struct viewer *viewer, char *out, size_t size);
/* "1/2" and the like. */
void viewer_describe_speed(const struct viewer *viewer, char *out, size_t size);
/* The name of the picture's file, as `path1 render` has it. */
void viewer_file_name(const struct viewer *viewer, const char *suffix, char *out, size_t size);
/* Lets go of the frame. */
void viewer_close(struct viewer *viewer);

#endif
