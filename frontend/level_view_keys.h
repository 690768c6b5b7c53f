/* The keys of `path1 level view`. */
#ifndef FRONTEND_LEVEL_VIEW_KEYS_H
#define FRONTEND_LEVEL_VIEW_KEYS_H

#include <SDL.h>

/* What they do, one line each. */
extern const char level_view_keys_help[];

enum level_view_action {
    LEVEL_VIEW_NOTHING,
    LEVEL_VIEW_MOVE,  /* as long as it is held; `value`: FLIGHT_ bits */
    LEVEL_VIEW_SPEED, /* by `value` */
    LEVEL_VIEW_LOD,   /* `value`: as in struct level_trace_options */
    LEVEL_VIEW_TINT,
    LEVEL_VIEW_BOUNDS,
    LEVEL_VIEW_CULLING,
    LEVEL_VIEW_COUNTERS,
    LEVEL_VIEW_HOME,
    LEVEL_VIEW_PRINT, /* the camera */
    LEVEL_VIEW_MOUSE, /* looks with the mouse */
    LEVEL_VIEW_ASPECT,
    LEVEL_VIEW_SHOT,        /* of the picture */
    LEVEL_VIEW_SHOT_WINDOW, /* of the window */
    LEVEL_VIEW_FULLSCREEN,
    LEVEL_VIEW_HELP,
    LEVEL_VIEW_QUIT,
};
struct level_view_key {
    enum level_view_action action;
    int value;
};
/* What a key means, pressed or let go of. */
struct level_view_key level_view_key_of(const SDL_Keysym *key);

#endif
