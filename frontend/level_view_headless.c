/* path1 level view --screenshot: one picture, and its counters in text. */
#include <stdio.h>
#include <stdlib.h>

#include "level_view.h"
#include "report.h"
#include "view.h"

int level_view_without_window(const struct level *level, const struct level_view_options *options)
{
    struct trace_error error;
    struct level_artist *artist = level_artist_create(level, options->path, &options->manner, &error);
    struct level_picture *picture = artist ? level_artist_draw(artist, &options->flight.shot, &error) : NULL;
    bool good = picture;
    if (picture) {
        char lines[LEVEL_LINES][LEVEL_LINE], shouts[LEVEL_SHOUTS][LEVEL_SHOUT];
        struct view view;
        view_pixels(&view, picture->image.width, picture->image.height, picture->image.rgba);
        good = view_write_png(&view, false, options->screenshot);
        unsigned count = level_view_lines(picture, lines);
        for (unsigned i = 0; i < count; i++)
            printf("%s\n", lines[i]);
        count = level_view_shouts(level, &picture->counts, shouts);
        for (unsigned i = 0; i < count; i++)
            report("warning: %s: %s", options->path, shouts[i]);
    } else {
        report("%s", error.text);
    }
    level_picture_free(picture);
    level_artist_destroy(artist);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
