/* What the files of `path1 view`'s window share. */
#ifndef FRONTEND_VIEW_WINDOW_PARTS_H
#define FRONTEND_VIEW_WINDOW_PARTS_H

#include "debugger/picture_view.h"
#include "debugger/sdl_window.h"
#include "view_keys.h"
#include "view_window.h"

#define MILLISECOND 1000000ull /* nanoseconds */

struct window {
    struct viewer *viewer;
    const struct view_options *options;
    struct sdl_window sdl;
    struct picture_view picture;
    unsigned long drawn; /* viewer->changes at the last drawing */
    bool shown, redraw, quit;
    bool sized;            /* the window has got its first size */
    bool reported, failed; /* what is wrong with the recording; it is damaged */
    bool pointing;
    SDL_Point pointer;      /* in renderer output coordinates */
    uint64_t pending_since; /* ns; 0: nothing is on its way */
    uint64_t started;       /* ns */
    char title[1024];

    const char *script;
    struct view_step step; /* carried out last */
    bool in_step;          /* its title is not printed yet */
    unsigned long until;   /* viewer->changes to wait for */
};

/* Brings the title up to date. */
void window_update_title(struct window *window);
/* Goes on with the script of keys, if there is nothing left to do for its last key. */
void window_run_script(struct window *window);

#endif
