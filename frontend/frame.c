#include "frame.h"

#include <stdlib.h>

#include "report.h"
#include "view.h"

const char *const frame_view_names[FRAME_VIEWS] = {"merged", "rc0", "rc1"};

/* SMODE1.CMOD, bits 13 and 14: 2 is NTSC, 3 is PAL. */
#define CMOD_PAL 3u

static void read_picture(struct frame *frame, enum frame_view which, const struct view *view)
{
    size_t row = (size_t)view->width * 4;
    uint8_t *rgba = reallocate(NULL, view->height, row);
    for (uint32_t y = 0; y < view->height; y++)
        view->row(view, y, rgba + y * row);
    frame->picture[which] = (struct frame_picture){view->width, view->height, rgba};
    frame->bytes += view->height * row;
}

struct frame *frame_render(struct gs *gs, uint64_t number)
{
    struct frame *frame = reallocate(NULL, 1, sizeof *frame);
    *frame = (struct frame){
        .number = number,
        .pal = (gs_privileged(gs)->smode1 >> 13 & 3) == CMOD_PAL,
        .bytes = sizeof *frame,
        .holders = 1,
    };
    struct view view;
    if (view_merged(&view, gs))
        read_picture(frame, FRAME_MERGED, &view);
    for (unsigned rc = 0; rc < 2; rc++)
        if (view_circuit(&view, gs, rc))
            read_picture(frame, rc ? FRAME_RC1 : FRAME_RC0, &view);
    return frame;
}

bool frame_shows_nothing(const struct frame *frame)
{
    for (int i = 0; i < FRAME_VIEWS; i++)
        if (frame->picture[i].rgba)
            return false;
    return true;
}

void frame_release(struct frame *frame)
{
    if (--frame->holders)
        return;
    for (int i = 0; i < FRAME_VIEWS; i++)
        free(frame->picture[i].rgba);
    free(frame);
}
