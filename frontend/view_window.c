/* path1 view's window: events, keys, drawing. */
#include "view_window.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "progress.h"
#include "report.h"
#include "screenshot.h"
#include "view_window_parts.h"

enum {
    FIRST_WIDTH = 640, /* of the window until there is a picture */
    FIRST_HEIGHT = 448,
    MODERATE_ZOOM = 2, /* of the first window if nothing is asked for */
    SHOW_AFTER = 300,  /* ms without a picture until the window appears empty */
    IDLE_WAIT = 50,    /* ms between looks at what the replay does */
    BUSY_WAIT = 4,
};

/* ---- size ---- */

static void resize_window(struct window *window, unsigned zoom)
{
    SDL_Rect usable;
    int width, height;
    if (!window->picture.width || SDL_GetWindowFlags(window->sdl.window) & SDL_WINDOW_FULLSCREEN)
        return;
    picture_view_size(&window->picture, zoom, &width, &height);
    int display = SDL_GetWindowDisplayIndex(window->sdl.window);
    if (display >= 0 && SDL_GetDisplayUsableBounds(display, &usable) == 0) {
        width = width < usable.w ? width : usable.w;
        height = height < usable.h ? height : usable.h;
    }
    SDL_SetWindowSize(window->sdl.window, width, height);
    window->redraw = true;
}

/* As large as asked for, or moderate. */
static void size_first(struct window *window)
{
    window->sized = true;
    unsigned zoom = window->picture.zoom;
    if (!zoom) {
        int width, height, display = SDL_GetWindowDisplayIndex(window->sdl.window);
        SDL_Rect usable;
        zoom = MODERATE_ZOOM;
        picture_view_size(&window->picture, zoom, &width, &height);
        if (display < 0 || SDL_GetDisplayUsableBounds(display, &usable) != 0 || width > usable.w ||
            height > usable.h)
            zoom = 1;
    }
    resize_window(window, zoom);
    SDL_SetWindowPosition(window->sdl.window, SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED);
}

static void set_zoom(struct window *window, unsigned zoom)
{
    window->picture.zoom = zoom;
    window->redraw = true;
    if (zoom)
        resize_window(window, zoom);
}

/* ---- screenshots ---- */

static void note_shot(struct window *window, enum screenshot_result result, const char *name)
{
    static const char *const words[] = {"saved",
                                        "was saved before:", "not saved, another file:", "cannot save"};
    struct viewer *viewer = window->viewer;
    snprintf(viewer->note, sizeof viewer->note, "%s %s", words[result], name);
}

static void save_shot(struct window *window, const struct frame_picture *picture, const char *suffix,
                      bool alpha)
{
    char name[64];
    const char *directory = window->options->shots ? window->options->shots : ".";
    viewer_file_name(window->viewer, suffix, name, sizeof name);
    note_shot(window, screenshot_save(directory, name, picture, alpha), name);
}

static void save_picture(struct window *window)
{
    struct frame_picture picture = viewer_picture(window->viewer);
    if (picture.rgba)
        save_shot(window, &picture, "", window->viewer->view != FRAME_MERGED);
}

static void save_window(struct window *window)
{
    SDL_Rect area = sdl_window_area(&window->sdl);
    if (!window->viewer->frame || area.w <= 0 || area.h <= 0)
        return;
    struct frame_picture picture = {(uint32_t)area.w, (uint32_t)area.h,
                                    reallocate(NULL, (size_t)area.w * (size_t)area.h, 4)};
    /* Shown pixels cannot be read back: draw again. */
    picture_view_draw(&window->picture, &area);
    if (SDL_RenderReadPixels(window->picture.renderer, &area, SDL_PIXELFORMAT_RGBA32, picture.rgba,
                             area.w * 4) == 0)
        save_shot(window, &picture, "_window", false);
    else
        report("view: the window cannot be read: %s", SDL_GetError());
    free(picture.rgba);
    window->redraw = true;
}

/* ---- events ---- */

static void act(struct window *window, struct view_key key)
{
    struct viewer *viewer = window->viewer;
    SDL_Rect area = sdl_window_area(&window->sdl);
    switch (key.action) {
    case VIEW_NOTHING:
        return;
    case VIEW_PLAY:
        viewer_play(viewer, !viewer->playing);
        break;
    case VIEW_STEP:
        viewer_step(viewer, key.value);
        break;
    case VIEW_FIRST:
        viewer_go(viewer, 0);
        break;
    case VIEW_LAST:
        viewer_go(viewer, UINT64_MAX);
        break;
    case VIEW_SPEED:
        viewer_set_speed(viewer, viewer->speed + key.value);
        break;
    case VIEW_LOOP:
        viewer->loop = !viewer->loop;
        break;
    case VIEW_ZOOM:
        set_zoom(window, (unsigned)key.value);
        break;
    case VIEW_ZOOM_NEXT: {
        unsigned zoom = picture_view_place(&window->picture, &area).zoom;
        set_zoom(window, zoom < VIEW_ZOOM_MOST ? zoom + 1 : 1);
        break;
    }
    case VIEW_ASPECT:
        window->picture.aspect = window->picture.aspect == PICTURE_SQUARE ? PICTURE_4_3 : PICTURE_SQUARE;
        set_zoom(window, window->picture.zoom);
        break;
    case VIEW_CYCLE:
        viewer_set_view(viewer, (viewer->view + 1) % FRAME_VIEWS);
        break;
    case VIEW_SHOT:
        save_picture(window);
        break;
    case VIEW_SHOT_WINDOW:
        save_window(window);
        break;
    case VIEW_FULLSCREEN:
        sdl_window_toggle_fullscreen(&window->sdl);
        break;
    case VIEW_HELP:
        fputs(view_keys_help, stderr);
        break;
    case VIEW_QUIT:
        window->quit = true;
        break;
    }
}

static void handle(struct window *window, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT:
        window->quit = true;
        break;
    case SDL_KEYDOWN: {
        struct view_key key = view_key_of(&event->key);
        if (key.action != VIEW_NOTHING)
            window->viewer->note[0] = '\0';
        act(window, key);
        break;
    }
    case SDL_MOUSEMOTION:
        window->pointing = sdl_window_point(&window->sdl, event->motion.x, event->motion.y, &window->pointer);
        break;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_CLOSE)
            window->quit = true;
        if (event->window.event == SDL_WINDOWEVENT_LEAVE)
            window->pointing = false;
        window->redraw = true;
        break;
    case SDL_RENDER_TARGETS_RESET:
    case SDL_RENDER_DEVICE_RESET:
        picture_view_free(&window->picture);
        window->drawn = 0;
        break;
    default:
        break;
    }
}

/* ---- picture ---- */

/* Takes the viewer's picture. */
static void update_picture(struct window *window)
{
    struct viewer *viewer = window->viewer;
    struct frame_picture picture = viewer_picture(viewer);
    if (viewer->changes == window->drawn)
        return;
    if (!picture_view_set(&window->picture, picture.rgba, picture.width, picture.height)) {
        report("view: the picture cannot be shown: %s", SDL_GetError());
        snprintf(viewer->note, sizeof viewer->note, "this picture cannot be shown");
    }
    window->drawn = viewer->changes;
    window->redraw = true;
    if (!window->sized && window->picture.width)
        size_first(window);
}

static void show(struct window *window, uint64_t now)
{
    if (!window->shown && (window->drawn || now - window->started > SHOW_AFTER * MILLISECOND)) {
        SDL_ShowWindow(window->sdl.window);
        window->shown = window->redraw = true;
    }
    if (!window->redraw || !window->shown)
        return;
    SDL_Rect area = sdl_window_area(&window->sdl);
    picture_view_draw(&window->picture, &area);
    SDL_RenderPresent(window->picture.renderer);
    window->redraw = false;
}

/* ---- the loop ---- */

/* Trouble with the recording, once. It is known when the replay has come to the end, or failed. */
static void report_trouble(struct window *window)
{
    struct frame_player_state state;
    frame_player_state(window->viewer->player, &state);
    if (!window->reported && (state.error || state.total_known)) {
        window->reported = true;
        window->failed = view_report_trouble(window->viewer);
    } else if (!window->failed && state.error) { /* it could be read once, and not again */
        window->failed = true;
        report("%s", state.error);
    }
}

/* Nothing will ever be shown: leave, as path1 render does. */
static bool is_hopeless(const struct window *window)
{
    const struct viewer *viewer = window->viewer;
    if (!viewer->empty && !(viewer->frame && viewer->frame->at_end && frame_shows_nothing(viewer->frame)))
        return false;
    if (!window->failed)
        report("%s: has no vsync, so there is no picture", window->options->trace);
    return true;
}

static int wait_time(const struct window *window, uint64_t now)
{
    const struct viewer *viewer = window->viewer;
    if (viewer->pending || window->redraw || window->script)
        return BUSY_WAIT;
    if (viewer->playing && viewer->due < now + IDLE_WAIT * MILLISECOND)
        return viewer->due > now ? (int)((viewer->due - now) / MILLISECOND) : 0;
    return IDLE_WAIT;
}

static void loop(struct window *window)
{
    window->started = monotonic_time();
    while (!window->quit) {
        SDL_Event event;
        if (SDL_WaitEventTimeout(&event, wait_time(window, monotonic_time())))
            do {
                handle(window, &event);
            } while (SDL_PollEvent(&event));
        if (window->quit)
            break;
        uint64_t now = monotonic_time();
        viewer_tick(window->viewer, now);
        if (!window->viewer->pending)
            window->pending_since = 0;
        else if (!window->pending_since)
            window->pending_since = now;
        report_trouble(window);
        if (is_hopeless(window))
            break;
        update_picture(window);
        show(window, now);
        window_update_title(window);
        window_run_script(window);
    }
}

int view_in_window(struct viewer *viewer, const struct view_options *options)
{
    struct window window = {
        .viewer = viewer,
        .options = options,
        .script = options->keys,
        .picture = {.zoom = options->zoom, .aspect = options->four_to_three ? PICTURE_4_3 : PICTURE_SQUARE},
    };
    bool opened = sdl_window_open(&window.sdl, "view", FIRST_WIDTH, FIRST_HEIGHT);
    window.picture.renderer = window.sdl.renderer;
    if (opened)
        loop(&window);
    picture_view_free(&window.picture);
    sdl_window_close(&window.sdl);
    return opened && !window.failed ? EXIT_SUCCESS : EXIT_FAILURE;
}
