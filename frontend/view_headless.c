/* path1 view --headless-frames: the frames in text. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "report.h"
#include "screenshot.h"
#include "view_window.h"

/* False if a picture could not be saved. */
static bool put_frame(const struct viewer *viewer, const struct view_options *options)
{
    const char *view = frame_view_names[viewer->view];
    struct frame_picture picture = viewer_picture(viewer);
    if (viewer->frame->at_end)
        printf("end");
    else
        printf("%" PRIu64, viewer->frame->number);
    if (!picture.rgba) {
        printf("  %s  off\n", view);
        return true;
    }
    printf("  %s  %" PRIu32 "x%" PRIu32 "  %s\n", view, picture.width, picture.height, viewer->hash);
    if (!options->shots)
        return true;
    char name[64];
    viewer_file_name(viewer, "", name, sizeof name);
    return screenshot_save(options->shots, name, &picture, viewer->view != FRAME_MERGED) <= SCREENSHOT_THERE;
}

/* False: `options->frame` is not in it. */
static bool start(struct viewer *viewer, const struct view_options *options)
{
    viewer_wait(viewer);
    if (!viewer->frame || viewer->frame->number == options->frame)
        return true;
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    report("%s: has no vsync %" PRIu64 "; it has %" PRIu64 " in all", options->trace, options->frame,
           viewer->frame->at_end ? 0 : state.total);
    return false;
}

/* Do the frames asked for reach the end of the recording? To know that, the next one has to be waited for. */
static bool reaches_end(struct viewer *viewer, const struct view_options *options)
{
    struct frame *next;
    if (frame_player_wait(viewer->player, viewer->frame->number + 1, &next) == FRAME_READY)
        frame_player_release(viewer->player, next);
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    return !state.error && state.total_known && options->headless >= state.total - options->frame;
}

int view_without_window(struct viewer *viewer, const struct view_options *options)
{
    bool good = start(viewer, options);
    bool more = viewer->frame;
    for (uint64_t i = 0; good && more && i < options->headless; i++) {
        good = put_frame(viewer, options);
        more = i + 1 == options->headless || viewer_next(viewer);
    }
    /* An error behind the frames asked for does not matter, nor what comes after more frames. */
    if (good && more && !reaches_end(viewer, options))
        return EXIT_SUCCESS;
    if (view_report_trouble(viewer))
        return EXIT_FAILURE;
    if (good && viewer->note[0]) {
        report("%s: %s", options->trace, viewer->note);
        return EXIT_FAILURE;
    }
    if (!viewer->frame || (viewer->frame->at_end && frame_shows_nothing(viewer->frame)))
        report("%s: has no vsync, so there is no picture", options->trace);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
