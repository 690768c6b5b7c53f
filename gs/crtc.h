/* Output: read circuits and merge (GS-OUTPUT). The public functions are in path1/gs.h. */
#ifndef GS_CRTC_H
#define GS_CRTC_H

#include <path1/gs.h>

/* Video mode by SMODE1 (GS-OUTPUT section 3). */
enum gs_video_mode {
    GS_VIDEO_NTSC,
    GS_VIDEO_PAL,
    GS_VIDEO_VESA,
    GS_VIDEO_480P,
    GS_VIDEO_720P,
    GS_VIDEO_1080I
};
enum gs_video_mode gs_video_mode(const struct gs_privileged *p);

/* A circuit whose FBW, DW, DH and MAGH are all zero was never set up and counts as off (GS-OUTPUT section 3).
 */
bool gs_circuit_unset(uint64_t dispfb, uint64_t display);

/* One circuit's place on the merged canvas, in canvas pixels, and its source. */
struct gs_display_rect {
    bool on;
    int32_t x, y;                   /* of the display rectangle on the canvas; y may be negative */
    uint32_t width, height;         /* of the display rectangle */
    uint32_t src_width, src_height; /* source pixels that are stretched onto it (nearest) */
    uint32_t dbx, dby;              /* first source pixel */
};
/* Sizes and places both circuits; canvas size 0 x 0 if none is on. */
struct gs_canvas {
    uint32_t width, height;
    struct gs_display_rect circuit[2];
};
void gs_canvas_layout(const struct gs_privileged *p, unsigned field, struct gs_canvas *out);

#endif
