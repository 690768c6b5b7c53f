/* The title of `path1 level view`'s window. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "level_view_parts.h"

#define ADD(...) (used += (size_t)snprintf(out + used, used < size ? size - used : 0, __VA_ARGS__))

static void write_title(const struct level_window *window, char *out, size_t size)
{
    const struct level_picture *shown = window->shown;
    size_t used = 0;
    ADD("path1: %.256s", window->options->name);
    if (!shown) {
        ADD("  drawing");
        return;
    }
    char shouts[LEVEL_SHOUTS][LEVEL_SHOUT];
    unsigned count = level_view_shouts(window->level, &shown->counts, shouts);
    for (unsigned i = 0; i < count; i++)
        ADD("  %s", shouts[i]);
    if (window->interval > 0.0)
        ADD("  %.0f frames/s", 1.0 / window->interval);
    ADD("  %" PRIu64 " ms  %" PRIu64 " patches", shown->time / 1000000, shown->counts.patches);
    if (shown->shot.lod >= 0)
        ADD("  LOD %d", shown->shot.lod);
    ADD("%s%s", shown->shot.tint ? "  tint" : "", shown->shot.everything ? "  culling off" : "");
    if (window->picked)
        ADD("  patch %" PRIu32 " of %s, %s, depth %.1f", window->pick.patch,
            level_part_name(window->pick.block), level_mode_name(window->pick.mode), window->pick.depth);
    if (window->note[0])
        ADD("  %s", window->note);
}

void level_window_update_title(struct level_window *window)
{
    char title[sizeof window->title];
    write_title(window, title, sizeof title);
    if (strcmp(title, window->title) == 0)
        return;
    memcpy(window->title, title, sizeof title);
    SDL_SetWindowTitle(window->sdl.window, title);
}
