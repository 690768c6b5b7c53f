/* What the files of `path1 level view`'s window share. */
#ifndef FRONTEND_LEVEL_VIEW_PARTS_H
#define FRONTEND_LEVEL_VIEW_PARTS_H

#include "debugger/picture_view.h"
#include "debugger/sdl_window.h"
#include "level_painter.h"
#include "level_pick.h"
#include "level_view.h"
#include "level_view_keys.h"
#include "view_keys.h"

struct level_window {
    const struct level *level;
    const struct level_view_options *options;
    struct level_flight flight;
    struct level_painter *painter;
    struct level_picture *shown; /* NULL before the first */
    struct sdl_window sdl;
    struct picture_view picture;
    enum level_bounds bounds;
    bool no_counters;
    bool wants, redraw, quit, failed; /* `wants`: what is wanted has changed */

    unsigned held,
        tapped; /* FLIGHT_ bits: of keys that are down; of those that came down since the last move */
    bool fast;
    uint64_t moved;         /* ns: time of the last move */
    bool looking, dragging; /* the mouse turns the camera */
    bool pointing;
    SDL_Point pointer; /* in renderer output coordinates */
    bool picked;       /* there is a patch under the pointer */
    struct level_picked pick;

    double interval; /* seconds from picture to picture, smoothed; 0: it stands still */
    uint64_t taken;  /* ns: time of the last picture */
    char note[128];  /* what the last key has to say */
    char title[768];

    const char *script;
    struct view_step step; /* carried out last */
    bool in_step;          /* its title is not printed yet */
};

/* level_view_input.c */
void level_window_handle(struct level_window *window, const SDL_Event *event);
/* What a key means when pressed; keys that move do so for a quarter of a second. */
void level_window_press(struct level_window *window, const SDL_Keysym *key);
/* Moves on to the present time, `now` in ns. True if keys that move are down. */
bool level_window_move(struct level_window *window, uint64_t now);

/* level_view_overlay.c: everything over the picture; finds the patch under the pointer. */
void level_window_draw(struct level_window *window);
/* "LOD 1 morph" and the like. */
const char *level_mode_name(enum level_mode mode);

/* level_view_shots.c */
void level_window_save_picture(struct level_window *window);
void level_window_save_window(struct level_window *window);

/* level_view_title.c */
void level_window_update_title(struct level_window *window);

#endif
