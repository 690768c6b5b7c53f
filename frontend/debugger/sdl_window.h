/* A window with a renderer. */
#ifndef FRONTEND_DEBUGGER_SDL_WINDOW_H
#define FRONTEND_DEBUGGER_SDL_WINDOW_H

#include <stdbool.h>

#include <SDL.h>

struct sdl_window {
    SDL_Window *window;
    SDL_Renderer *renderer;
};

/* Starts SDL and opens a hidden window that can be resized. Reports, for a command, and returns false if
 * there is no display; sdl_window_close follows in both cases. */
bool sdl_window_open(struct sdl_window *window, const char *command, int width, int height);
void sdl_window_close(struct sdl_window *window);
/* All of the renderer's output. */
SDL_Rect sdl_window_area(const struct sdl_window *window);
/* A point of the window, as events have it, in renderer output coordinates. False if the window has no size.
 */
bool sdl_window_point(const struct sdl_window *window, int x, int y, SDL_Point *point);
void sdl_window_toggle_fullscreen(const struct sdl_window *window);

#endif
