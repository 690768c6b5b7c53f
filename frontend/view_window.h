/* What the parts of `path1 view` share. */
#ifndef FRONTEND_VIEW_WINDOW_H
#define FRONTEND_VIEW_WINDOW_H

#include "viewer.h"

struct view_options {
    const char *trace;
    const char *name; /* of the trace, to show */
    bool paused, loop, four_to_three;
    enum frame_view view;
    int speed;            /* as in struct viewer */
    uint64_t frame;       /* to start with */
    unsigned zoom;        /* 1..VIEW_ZOOM_MOST; 0: what fits */
    const char *shots;    /* directory for screenshots; NULL: the current one, or none without a window */
    uint64_t headless;    /* frames to go through without a window; 0: with a window */
    const char *keys;     /* to press, see view_keys.h; NULL: none */
    uint64_t cache_bytes; /* of frames to keep */
};

enum { VIEW_ZOOM_MOST = 8 };

/* Both show the recording and return the exit status. The viewer shows nothing yet, and wants a frame. */
int view_in_window(struct viewer *viewer, const struct view_options *options);
int view_without_window(struct viewer *viewer, const struct view_options *options);
/* Reports what the player found wrong with the recording; true if that is an error. */
bool view_report_trouble(struct viewer *viewer);

#endif
