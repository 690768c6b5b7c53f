/* The keys of `path1 view`, and scripts of keys. */
#ifndef FRONTEND_VIEW_KEYS_H
#define FRONTEND_VIEW_KEYS_H

#include <stdbool.h>
#include <stddef.h>

#include <SDL.h>

/* What the keys do, one line each. */
extern const char view_keys_help[];

enum view_action {
    VIEW_NOTHING,
    VIEW_PLAY,
    VIEW_STEP, /* `value` frames */
    VIEW_FIRST,
    VIEW_LAST,
    VIEW_SPEED, /* `value`: 1 twice as fast, -1 half as fast */
    VIEW_LOOP,
    VIEW_ZOOM, /* to `value`; 0: what fits */
    VIEW_ZOOM_NEXT,
    VIEW_ASPECT,
    VIEW_CYCLE,
    VIEW_SHOT,        /* of the picture */
    VIEW_SHOT_WINDOW, /* of the window */
    VIEW_FULLSCREEN,
    VIEW_HELP,
    VIEW_QUIT,
};
struct view_key {
    enum view_action action;
    int value;
};
/* What a pressed key means. Held keys repeat only what moves. */
struct view_key view_key_of(const SDL_KeyboardEvent *event);

/* One step of a script. */
struct view_step {
    char name[32]; /* as written */
    enum { STEP_KEY, STEP_CLOSE, STEP_RESIZE, STEP_POINT, STEP_WAIT } kind;
    SDL_Keysym key;
    int x, y;        /* STEP_RESIZE: size of the window; STEP_POINT: of the pointer in it */
    unsigned frames; /* STEP_WAIT: pictures to be shown first */
};
/* Takes the step at `*script` and moves past it. False at the end, or at what is no step: then it stays. */
bool view_keys_next(const char **script, struct view_step *step);
/* Reports, for a command, and returns false if the script has something else than steps. */
bool view_keys_check(const char *command, const char *script);

#endif
