/* What the title of `path1 view`'s window says. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "progress.h"
#include "view_window_parts.h"

enum { TITLE_AFTER = 200 }; /* ms that a frame may be on its way without the title saying so */

#define ADD(...) (used += (size_t)snprintf(out + used, used < size ? size - used : 0, __VA_ARGS__))

static void write_title(const struct window *window, char *out, size_t size)
{
    const struct viewer *viewer = window->viewer;
    struct frame_picture picture = viewer_picture(viewer);
    SDL_Rect area = sdl_window_area(&window->sdl);
    struct picture_place place = picture_view_place(&window->picture, &area);
    char text[64];
    size_t used = 0;
    viewer_describe_frame(viewer, text, sizeof text);
    ADD("path1: %.256s  %s", window->options->name, text);
    if (picture.rgba) {
        ADD("  %s %" PRIu32 "x%" PRIu32, frame_view_names[viewer->view], picture.width, picture.height);
        if (place.zoom)
            ADD("  x%u", place.zoom);
        else
            ADD("  x%.2f", (double)place.rect.w / picture.width);
        ADD("%s  %.16s", window->picture.aspect == PICTURE_4_3 ? " 4:3" : "", viewer->hash);
    } else if (viewer->frame) {
        ADD("  %s off", frame_view_names[viewer->view]);
    }
    if (viewer->speed) {
        viewer_describe_speed(viewer, text, sizeof text);
        ADD("  speed %s", text);
    }
    ADD("%s%s", viewer->loop ? "  loop" : "", viewer->playing ? "" : "  paused");
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    if (viewer->frame && viewer->pending && window->pending_since &&
        monotonic_time() - window->pending_since > TITLE_AFTER * MILLISECOND)
        ADD("  replaying %" PRIu64, state.next);
    if (state.error)
        ADD("  error in the trace");
    if (viewer->note[0])
        ADD("  %s", viewer->note);
    int x, y;
    if (window->pointing &&
        picture_view_pixel(&window->picture, &area, window->pointer.x, window->pointer.y, &x, &y)) {
        const uint8_t *pixel = picture.rgba + ((size_t)y * picture.width + (size_t)x) * 4;
        ADD("  (%d, %d) %02x%02x%02x%02x", x, y, pixel[0], pixel[1], pixel[2], pixel[3]);
    }
}

void window_update_title(struct window *window)
{
    char title[sizeof window->title];
    write_title(window, title, sizeof title);
    if (strcmp(title, window->title) == 0)
        return;
    memcpy(window->title, title, sizeof title);
    SDL_SetWindowTitle(window->sdl.window, title);
}
