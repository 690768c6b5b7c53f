#include "sdl_window.h"

#include <string.h>

#include "../report.h"

/* SDL falls back to a driver that shows nothing; only who asks for that is to get it. */
static bool has_display(void)
{
    const char *driver = SDL_GetCurrentVideoDriver();
    return SDL_GetHint(SDL_HINT_VIDEODRIVER) || !driver ||
           (strcmp(driver, "offscreen") != 0 && strcmp(driver, "dummy") != 0 && strcmp(driver, "evdev") != 0);
}

bool sdl_window_open(struct sdl_window *window, const char *command, int width, int height)
{
    *window = (struct sdl_window){NULL, NULL};
    SDL_SetMainReady();
    bool started = SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
    if (!started || !has_display()) {
        report("%s: there is no display for a window%s%s", command, started ? "" : ": ",
               started ? "" : SDL_GetError());
        return false;
    }
    window->window = SDL_CreateWindow("path1", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, width, height,
                                      SDL_WINDOW_HIDDEN | SDL_WINDOW_RESIZABLE);
    if (window->window) {
        window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_PRESENTVSYNC);
        if (!window->renderer)
            window->renderer = SDL_CreateRenderer(window->window, -1, SDL_RENDERER_SOFTWARE);
        if (window->renderer)
            return true;
    }
    report("%s: no window: %s", command, SDL_GetError());
    return false;
}

void sdl_window_close(struct sdl_window *window)
{
    if (window->renderer)
        SDL_DestroyRenderer(window->renderer);
    if (window->window)
        SDL_DestroyWindow(window->window);
    SDL_Quit();
}

SDL_Rect sdl_window_area(const struct sdl_window *window)
{
    SDL_Rect area = {0, 0, 0, 0};
    SDL_GetRendererOutputSize(window->renderer, &area.w, &area.h);
    return area;
}

bool sdl_window_point(const struct sdl_window *window, int x, int y, SDL_Point *point)
{
    SDL_Rect area = sdl_window_area(window);
    int width, height;
    SDL_GetWindowSize(window->window, &width, &height);
    if (width <= 0 || height <= 0)
        return false;
    *point = (SDL_Point){x * area.w / width, y * area.h / height};
    return true;
}

void sdl_window_toggle_fullscreen(const struct sdl_window *window)
{
    bool full = SDL_GetWindowFlags(window->window) & SDL_WINDOW_FULLSCREEN;
    SDL_SetWindowFullscreen(window->window, full ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}
