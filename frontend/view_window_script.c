/* Scripts of keys for `path1 view`'s window. */
#include <stdio.h>

#include "view_window_parts.h"

static void press(struct window *window, const struct view_step *step)
{
    SDL_Event event = {0};
    switch (step->kind) {
    case STEP_KEY:
        event.key = (SDL_KeyboardEvent){.type = SDL_KEYDOWN, .state = SDL_PRESSED, .keysym = step->key};
        SDL_PushEvent(&event);
        break;
    case STEP_CLOSE:
        event.window = (SDL_WindowEvent){.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_CLOSE};
        SDL_PushEvent(&event);
        break;
    case STEP_RESIZE:
        SDL_SetWindowSize(window->sdl.window, step->x, step->y);
        break;
    case STEP_POINT:
        event.motion = (SDL_MouseMotionEvent){.type = SDL_MOUSEMOTION, .x = step->x, .y = step->y};
        SDL_PushEvent(&event);
        break;
    case STEP_WAIT:
        break;
    }
    window->until = window->viewer->changes + step->frames;
}

/* Nothing is left to do for the last step. */
static bool is_settled(const struct window *window)
{
    const struct viewer *viewer = window->viewer;
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    return viewer->frame && !viewer->pending && (viewer->playing || !state.busy) && !window->redraw &&
           (viewer->changes >= window->until || !viewer->playing);
}

void window_run_script(struct window *window)
{
    if (!window->script || !is_settled(window))
        return;
    if (window->in_step) {
        printf("%s: %s\n", window->step.name, window->title);
        fflush(stdout);
    }
    window->in_step = view_keys_next(&window->script, &window->step);
    if (window->in_step)
        press(window, &window->step);
    else
        window->script = NULL;
}
