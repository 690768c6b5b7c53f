/* The merged frame's size and where the read circuits lie on it, as PCSX2 does it with default settings
 * (GS-OUTPUT section 3, steps 1 to 6 and 8). Only registers count here. What PCSX2 decides from earlier
 * fields is left out: a DBY that alternates from frame to frame (steps 4 and 9), a SCANMSK used during the
 * frame (step 4), deinterlacing (step 9). */
#include "crtc.h"

#include <stdlib.h>

#include "format.h"
#include "registers.h"

struct video_mode {
    uint16_t width, height;     /* largest picture; height of one field in the interlaced modes */
    uint16_t origin_y;          /* DY of the first visible line, of a field */
    uint8_t divide_x, divide_y; /* VCKs and lines to a canvas pixel */
    bool analogue;              /* can be interlaced */
};

/* GS-OUTPUT section 3, by enum gs_video_mode. */
static const struct video_mode video_modes[] = {
    [GS_VIDEO_NTSC] = {640, 224, 25, 4, 1, true},   [GS_VIDEO_PAL] = {640, 256, 36, 4, 1, true},
    [GS_VIDEO_VESA] = {640, 480, 34, 2, 1, false},  [GS_VIDEO_480P] = {720, 480, 35, 2, 1, false},
    [GS_VIDEO_720P] = {1280, 720, 24, 1, 1, false}, [GS_VIDEO_1080I] = {1920, 540, 40, 1, 1, true},
};

/* What the layout needs beside the circuits' own registers. */
struct scan {
    const struct video_mode *mode;
    bool interlaced; /* SMODE2.INT in a mode that knows it */
    bool toggling;   /* FIELD changes from field to field */
    bool ffmd;
};

enum gs_video_mode gs_video_mode(const struct gs_privileged *p)
{
    uint32_t lc = gs_bits(p->smode1, 3, 7), cmod = gs_bits(p->smode1, 13, 2);
    bool interlace = p->smode2 & 1;

    if (cmod == 2)
        return GS_VIDEO_NTSC;
    if (cmod == 3)
        return GS_VIDEO_PAL;
    /* CMOD = 1 is no known mode; taken like 0. */
    if (lc == 32 && !interlace)
        return GS_VIDEO_480P;
    if (lc == 22)
        return interlace ? GS_VIDEO_1080I : GS_VIDEO_720P;
    return GS_VIDEO_VESA;
}

static struct scan scan_of(const struct gs_privileged *p)
{
    const struct video_mode *mode = &video_modes[gs_video_mode(p)];
    /* SYNCV.VFP odd and a colour system selected: fields alternate. */
    bool really_interlaced = gs_bits(p->smode1, 13, 2) != 0 && (p->syncv & 1);

    return (struct scan){
        .mode = mode,
        .interlaced = (p->smode2 & 1) && mode->analogue,
        .toggling = really_interlaced && mode->analogue,
        .ffmd = p->smode2 >> 1 & 1,
    };
}

static uint32_t smaller(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* Steps 1 to 3: sizes of the source and of the display rectangle. */
static struct gs_display_rect size_circuit(const struct scan *scan, uint64_t dispfb, uint64_t display)
{
    uint32_t magh = gs_bits(display, 23, 4), magv = gs_bits(display, 27, 2);
    uint32_t dw = gs_bits(display, 32, 12), dh = gs_bits(display, 44, 11);
    uint32_t read_width = (dw + 1) / (magh + 1), read_height = (dh + 1) / (magv + 1);

    struct gs_display_rect rect = {
        .width = smaller(read_width, (dw + 1) / scan->mode->divide_x),
        .height = smaller(read_height, (dh + 1) / scan->mode->divide_y),
        .src_width = read_width,
        .src_height = scan->ffmd && scan->interlaced ? (read_height + 1) / 2 : read_height,
        .dbx = gs_bits(dispfb, 32, 11),
        .dby = gs_bits(dispfb, 43, 11),
    };
    if (scan->toggling && !scan->interlaced)
        rect.height *= 2;
    rect.on = rect.width && rect.height && !gs_circuit_unset(dispfb, display);
    return rect;
}

static bool formats_compatible(uint32_t a, uint32_t b)
{
    return a == b || (a <= GS_PSMCT24 && b <= GS_PSMCT24);
}

/* Step 4, AntiBlur: programs read one buffer through both circuits a line or a pixel apart to blur the
 * picture; both then get the smaller offset. */
static void snap_sources(struct gs_canvas *canvas, uint64_t dispfb1, uint64_t dispfb2)
{
    struct gs_display_rect *a = &canvas->circuit[0], *b = &canvas->circuit[1];

    /* FBP[8:0] and FBW[14:9] together */
    if (gs_bits(dispfb1, 0, 15) != gs_bits(dispfb2, 0, 15) ||
        !formats_compatible(gs_bits(dispfb1, 15, 5), gs_bits(dispfb2, 15, 5)))
        return;
    if (abs((int)a->dby - (int)b->dby) == 1)
        a->dby = b->dby = smaller(a->dby, b->dby);
    if (abs((int)a->dbx - (int)b->dbx) == 1)
        a->dbx = b->dbx = smaller(a->dbx, b->dbx);
}

/* Step 5 (b): the circuit that is farther from the origin moves by the distance; less than 4 is dropped. */
static void place_apart(int32_t *first, int32_t *second, int32_t distance, int32_t divide)
{
    if (distance >= 4)
        *second += distance / divide;
    else if (distance <= -4)
        *first += -distance / divide;
}

/* Step 5: positions on the canvas. The absolute position counts only vertically, and only if the picture
 * begins above or at most 4 lines below the mode's first visible line. */
static void place_circuits(const struct scan *scan, struct gs_canvas *canvas, uint64_t display1,
                           uint64_t display2)
{
    struct gs_display_rect *a = &canvas->circuit[0], *b = &canvas->circuit[1];
    int32_t dx1 = (int32_t)gs_bits(display1, 0, 12), dy1 = (int32_t)gs_bits(display1, 12, 11);
    int32_t dx2 = (int32_t)gs_bits(display2, 0, 12), dy2 = (int32_t)gs_bits(display2, 12, 11);
    int32_t top = a->on ? dy1 : dy2;

    if (a->on && b->on) {
        place_apart(&a->x, &b->x, dx2 - dx1, scan->mode->divide_x);
        place_apart(&a->y, &b->y, dy2 - dy1, scan->mode->divide_y);
        top = dy1 < dy2 ? dy1 : dy2;
    }
    int32_t move = (top - scan->mode->origin_y * (scan->interlaced ? 2 : 1)) / scan->mode->divide_y;
    if (move > 4)
        move = 0;
    a->y += move;
    b->y += move;
}

/* Step 6: the size of the union of the display rectangles, limited by the mode. */
static void size_canvas(const struct scan *scan, struct gs_canvas *canvas)
{
    int32_t left = INT32_MAX, top = INT32_MAX, right = INT32_MIN, bottom = INT32_MIN;

    for (unsigned rc = 0; rc < 2; rc++) {
        const struct gs_display_rect *r = &canvas->circuit[rc];
        if (!r->on)
            continue;
        int32_t r_right = r->x + (int32_t)r->width, r_bottom = r->y + (int32_t)r->height;
        left = r->x < left ? r->x : left;
        top = r->y < top ? r->y : top;
        right = r_right > right ? r_right : right;
        bottom = r_bottom > bottom ? r_bottom : bottom;
    }
    uint32_t fields = scan->interlaced || scan->toggling ? 2 : 1;
    canvas->width = smaller((uint32_t)(right - left), scan->mode->width);
    canvas->height = smaller((uint32_t)(bottom - top), scan->mode->height * fields);
}

void gs_canvas_layout(const struct gs_privileged *p, unsigned field, struct gs_canvas *out)
{
    struct scan scan = scan_of(p);

    *out = (struct gs_canvas){0};
    if (p->pmode & 1)
        out->circuit[0] = size_circuit(&scan, p->dispfb1, p->display1);
    if (p->pmode >> 1 & 1)
        out->circuit[1] = size_circuit(&scan, p->dispfb2, p->display2);
    bool on1 = out->circuit[0].on, on2 = out->circuit[1].on;
    if (!on1 && !on2)
        return;
    if (on1 && on2)
        snap_sources(out, p->dispfb1, p->dispfb2);
    place_circuits(&scan, out, p->display1, p->display2);
    size_canvas(&scan, out);
    /* Step 8: the doubled lines of an odd field lie one line lower. */
    if (scan.toggling && scan.ffmd && (field & 1)) {
        out->circuit[0].y++;
        out->circuit[1].y++;
    }
}
