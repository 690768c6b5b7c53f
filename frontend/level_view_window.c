/* path1 level view's window. */
#include <stdio.h>
#include <stdlib.h>

#include "level_view_parts.h"
#include "progress.h"
#include "report.h"

enum { IDLE_WAIT = 50, BUSY_WAIT = 4, ZOOM = 2 };
#define PAUSE 0.5 /* seconds without a picture after which nothing is in motion */

/* ---- pictures ---- */

static void count_interval(struct level_window *window, uint64_t now)
{
    double seconds = (double)(now - window->taken) * 1e-9;
    window->taken = now;
    if (seconds > PAUSE)
        window->interval = 0.0;
    else
        window->interval = window->interval > 0.0 ? 0.8 * window->interval + 0.2 * seconds : seconds;
}

static void take_picture(struct level_window *window, uint64_t now)
{
    struct level_picture *picture = level_painter_take(window->painter);
    if (!picture)
        return;
    level_picture_free(window->shown);
    window->shown = picture;
    window->redraw = true;
    count_interval(window, now);
    if (!picture_view_set(&window->picture, picture->image.rgba, picture->image.width, picture->image.height))
        report("level view: the picture cannot be shown: %s", SDL_GetError());
}

static void want(struct level_window *window)
{
    if (window->wants)
        level_painter_want(window->painter, &window->flight.shot);
    window->wants = false;
}

/* ---- scripts ---- */

static void carry_out(struct level_window *window, const struct view_step *step)
{
    switch (step->kind) {
    case STEP_KEY:
        level_window_press(window, &step->key);
        break;
    case STEP_CLOSE:
        window->quit = true;
        break;
    case STEP_RESIZE:
        SDL_SetWindowSize(window->sdl.window, step->x, step->y);
        break;
    case STEP_POINT:
        window->pointing = sdl_window_point(&window->sdl, step->x, step->y, &window->pointer);
        break;
    case STEP_WAIT:
        break;
    }
    window->redraw = true;
}

/* Goes on when all is drawn that came before. */
static void run_script(struct level_window *window)
{
    if (!window->script || !window->shown || window->wants || window->redraw ||
        level_painter_busy(window->painter))
        return;
    if (window->in_step) {
        printf("%s: %s\n", window->step.name, window->title);
        fflush(stdout);
    }
    window->in_step = view_keys_next(&window->script, &window->step);
    if (window->in_step)
        carry_out(window, &window->step);
    else
        window->script = NULL;
}

/* ---- the loop ---- */

static int wait_time(struct level_window *window)
{
    bool busy = window->held || window->script || window->redraw || level_painter_busy(window->painter);
    return busy ? BUSY_WAIT : IDLE_WAIT;
}

static void loop(struct level_window *window)
{
    window->moved = monotonic_time();
    while (!window->quit) {
        SDL_Event event;
        if (SDL_WaitEventTimeout(&event, wait_time(window)))
            do {
                level_window_handle(window, &event);
            } while (SDL_PollEvent(&event));
        uint64_t now = monotonic_time();
        level_window_move(window, now);
        want(window);
        take_picture(window, now);
        const char *error = level_painter_error(window->painter);
        if (error) {
            report("%s", error);
            window->failed = window->quit = true;
        }
        if (window->redraw) {
            level_window_draw(window);
            SDL_RenderPresent(window->sdl.renderer);
            window->redraw = false;
        }
        level_window_update_title(window);
        run_script(window);
    }
}

/* Twice the picture's size, or once where the screen is small. */
static void size_window(struct level_window *window)
{
    SDL_Rect usable;
    int display = SDL_GetWindowDisplayIndex(window->sdl.window);
    int height = LEVEL_FRAME_HEIGHT * ZOOM, width = (height * 4 + 2) / 3;
    if (display < 0 || SDL_GetDisplayUsableBounds(display, &usable) != 0 || width > usable.w ||
        height > usable.h) {
        width /= ZOOM;
        height /= ZOOM;
    }
    SDL_SetWindowSize(window->sdl.window, width, height);
    SDL_SetWindowPosition(window->sdl.window, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
    SDL_ShowWindow(window->sdl.window);
}

int level_view_in_window(const struct level *level, const struct level_view_options *options)
{
    struct level_window window = {
        .level = level,
        .options = options,
        .flight = options->flight,
        .bounds = options->bounds,
        .wants = true,
        .redraw = true,
        .script = options->keys,
        .picture = {.aspect = PICTURE_4_3},
    };
    bool good = sdl_window_open(&window.sdl, "level view", LEVEL_FRAME_WIDTH, LEVEL_FRAME_HEIGHT);
    window.picture.renderer = window.sdl.renderer;
    window.painter = good ? level_painter_create(level, options->path, &options->manner) : NULL;
    if (window.painter) {
        size_window(&window);
        loop(&window);
    }
    good = window.painter && !window.failed;
    level_painter_destroy(window.painter);
    level_picture_free(window.shown);
    picture_view_free(&window.picture);
    sdl_window_close(&window.sdl);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
