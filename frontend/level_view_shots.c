/* Pictures saved by key. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "level_view_parts.h"
#include "report.h"
#include "screenshot.h"

/* The first name that is free. */
static void save(struct level_window *window, const struct frame_picture *image, const char *suffix)
{
    const char *directory = window->options->shots ? window->options->shots : ".";
    char name[64];
    bool there = true;
    for (unsigned number = 1; there && number < 10000; number++) {
        snprintf(name, sizeof name, "level_%04u%s.png", number, suffix);
        char *path = format_text("%s/%s", directory, name);
        there = access(path, F_OK) == 0;
        free(path);
    }
    bool saved = screenshot_save(directory, name, image, false) == SCREENSHOT_SAVED;
    snprintf(window->note, sizeof window->note, "%s %s", saved ? "saved" : "cannot save", name);
}

void level_window_save_picture(struct level_window *window)
{
    if (window->shown && window->shown->image.rgba)
        save(window, &window->shown->image, "");
}

void level_window_save_window(struct level_window *window)
{
    SDL_Rect area = sdl_window_area(&window->sdl);
    if (!window->shown || area.w <= 0 || area.h <= 0)
        return;
    struct frame_picture image = {(uint32_t)area.w, (uint32_t)area.h,
                                  reallocate(NULL, (size_t)area.w * (size_t)area.h, 4)};
    /* Shown pixels cannot be read back: draw again. */
    level_window_draw(window);
    if (SDL_RenderReadPixels(window->sdl.renderer, &area, SDL_PIXELFORMAT_RGBA32, image.rgba, area.w * 4) ==
        0)
        save(window, &image, "_window");
    else
        report("level view: the window cannot be read: %s", SDL_GetError());
    free(image.rgba);
    window->redraw = true;
}
