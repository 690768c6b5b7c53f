/* What the parts of `path1 level view` share. */
#ifndef FRONTEND_LEVEL_VIEW_H
#define FRONTEND_LEVEL_VIEW_H

#include "level_flight.h"
#include "options.h"

enum level_bounds { LEVEL_NO_BOUNDS, LEVEL_BOXES, LEVEL_SPHERES, LEVEL_BOUNDS };

struct level_view_options {
    const char *path;
    const char *name; /* of the level, to show */
    struct level_flight flight;
    bool has_camera;
    struct replay_manner manner;
    enum level_bounds bounds;
    const char *screenshot; /* a PNG file to write without a window; NULL: a window */
    const char *shots;      /* directory for pictures saved by key; NULL: the current one */
    const char *keys;       /* to press, see view_keys.h; NULL: none */
};

/* Both show the level and return the exit status. */
int level_view_in_window(const struct level *level, const struct level_view_options *options);
int level_view_without_window(const struct level *level, const struct level_view_options *options);

/* What was defaulted, in capitals, one line each; returns how many. */
enum { LEVEL_SHOUTS = 8, LEVEL_SHOUT = 96 };
unsigned level_view_shouts(const struct level *level, const struct level_trace_counts *counts,
                           char shouts[LEVEL_SHOUTS][LEVEL_SHOUT]);
/* What is in the picture, one line each; returns how many. */
enum { LEVEL_LINES = 6, LEVEL_LINE = 128 };
unsigned level_view_lines(const struct level_picture *picture, char lines[LEVEL_LINES][LEVEL_LINE]);

#endif
