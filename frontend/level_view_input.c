/* Keys and mouse of `path1 level view`. */
#include <inttypes.h>
#include <stdio.h>

#include "level_view_parts.h"

#define TAP 0.25          /* seconds that a key of a script moves */
#define LONGEST 0.1       /* seconds of one move, when all has stood still */
#define TURN_A_PIXEL 0.15 /* degrees that the mouse turns */

static void toggle(struct level_window *window, bool *what, const char *name)
{
    *what = !*what;
    window->wants = true;
    snprintf(window->note, sizeof window->note, "%s %s", name, *what ? "on" : "off");
}

static void set_speed(struct level_window *window, int by)
{
    level_flight_set_speed(&window->flight, window->flight.speed + by);
    snprintf(window->note, sizeof window->note, "speed %g", level_flight_speed(&window->flight));
}

static void set_looking(struct level_window *window, bool looking)
{
    window->looking = looking && SDL_SetRelativeMouseMode(SDL_TRUE) == 0;
    if (!window->looking)
        SDL_SetRelativeMouseMode(SDL_FALSE);
}

static void print_camera(struct level_window *window)
{
    char text[FLIGHT_TEXT];
    level_flight_describe(&window->flight, text);
    puts(text);
    fflush(stdout);
}

static void act(struct level_window *window, struct level_view_key key)
{
    struct level_shot *shot = &window->flight.shot;
    window->note[0] = '\0';
    window->redraw = true;
    switch (key.action) {
    case LEVEL_VIEW_NOTHING:
    case LEVEL_VIEW_MOVE:
        break;
    case LEVEL_VIEW_SPEED:
        set_speed(window, key.value);
        break;
    case LEVEL_VIEW_LOD:
        shot->lod = key.value;
        window->wants = true;
        break;
    case LEVEL_VIEW_TINT:
        toggle(window, &shot->tint, "tint");
        break;
    case LEVEL_VIEW_BOUNDS:
        window->bounds = (window->bounds + 1) % LEVEL_BOUNDS;
        break;
    case LEVEL_VIEW_CULLING:
        toggle(window, &shot->everything, "patches out of sight");
        break;
    case LEVEL_VIEW_COUNTERS:
        window->no_counters = !window->no_counters;
        break;
    case LEVEL_VIEW_HOME:
        shot->camera = window->options->flight.shot.camera;
        window->wants = true;
        break;
    case LEVEL_VIEW_PRINT:
        print_camera(window);
        break;
    case LEVEL_VIEW_MOUSE:
        set_looking(window, !window->looking);
        break;
    case LEVEL_VIEW_ASPECT:
        window->picture.aspect = window->picture.aspect == PICTURE_SQUARE ? PICTURE_4_3 : PICTURE_SQUARE;
        break;
    case LEVEL_VIEW_SHOT:
        level_window_save_picture(window);
        break;
    case LEVEL_VIEW_SHOT_WINDOW:
        level_window_save_window(window);
        break;
    case LEVEL_VIEW_FULLSCREEN:
        sdl_window_toggle_fullscreen(&window->sdl);
        break;
    case LEVEL_VIEW_HELP:
        fputs(level_view_keys_help, stderr);
        break;
    case LEVEL_VIEW_QUIT:
        window->quit = !window->looking;
        set_looking(window, false);
        break;
    }
}

void level_window_press(struct level_window *window, const SDL_Keysym *key)
{
    struct level_view_key meaning = level_view_key_of(key);
    act(window, meaning);
    if (meaning.action != LEVEL_VIEW_MOVE)
        return;
    level_flight_move(&window->flight, (unsigned)meaning.value, key->mod & KMOD_SHIFT, TAP);
    window->wants = true;
}

bool level_window_move(struct level_window *window, uint64_t now)
{
    double seconds = (double)(now - window->moved) * 1e-9;
    unsigned ways = window->held | window->tapped;
    window->moved = now;
    window->tapped = 0;
    if (!ways)
        return false;
    level_flight_move(&window->flight, ways, window->fast, seconds < LONGEST ? seconds : LONGEST);
    window->wants = true;
    return true;
}

/* ---- events ---- */

static void key_event(struct level_window *window, const SDL_KeyboardEvent *event)
{
    struct level_view_key key = level_view_key_of(&event->keysym);
    bool down = event->type == SDL_KEYDOWN;
    window->fast = event->keysym.mod & KMOD_SHIFT;
    if (key.action != LEVEL_VIEW_MOVE) {
        if (down && !event->repeat)
            act(window, key);
    } else if (!down) {
        window->held &= ~(unsigned)key.value;
    } else if (!event->repeat) {
        window->held |= (unsigned)key.value;
        window->tapped |= (unsigned)key.value;
        window->note[0] = '\0';
    }
}

static void motion_event(struct level_window *window, const SDL_MouseMotionEvent *event)
{
    if (window->looking || window->dragging) {
        level_flight_turn(&window->flight, TURN_A_PIXEL * event->xrel, -TURN_A_PIXEL * event->yrel);
        window->wants = true;
    }
    window->pointing =
        !window->looking && sdl_window_point(&window->sdl, event->x, event->y, &window->pointer);
    window->redraw = true;
}

static void window_event(struct level_window *window, const SDL_WindowEvent *event)
{
    window->redraw = true;
    if (event->event == SDL_WINDOWEVENT_CLOSE)
        window->quit = true;
    if (event->event == SDL_WINDOWEVENT_LEAVE)
        window->pointing = false;
    if (event->event == SDL_WINDOWEVENT_FOCUS_LOST) { /* keys that are let go of elsewhere */
        window->held = 0;
        window->dragging = false;
    }
}

void level_window_handle(struct level_window *window, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        window->quit = true;
        break;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        key_event(window, &event->key);
        break;
    case SDL_MOUSEMOTION:
        motion_event(window, &event->motion);
        break;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        if (event->button.button == SDL_BUTTON_LEFT)
            window->dragging = event->type == SDL_MOUSEBUTTONDOWN;
        break;
    case SDL_MOUSEWHEEL:
        set_speed(window, event->wheel.y > 0 ? 1 : -1);
        break;
    case SDL_WINDOWEVENT:
        window_event(window, &event->window);
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        picture_view_free(&window->picture);
        window->wants = true;
        break;
    default:
        break;
    }
}
