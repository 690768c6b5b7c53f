/* The merged frame's size and the circuits' places on it. Expected values are worked out by hand from
 * GS-OUTPUT section 3: steps 1 to 6 and 8, and "Typical image sizes". */
#include <criterion/criterion.h>

#include "crtc.h"
#include "crtc_registers.h"
#include "format.h"

/* CMOD, LC */
#define NTSC smode1_value(2, 32)
#define PAL smode1_value(3, 32)
#define VESA smode1_value(0, 15)
#define EDTV smode1_value(0, 32)
#define HDTV smode1_value(0, 22)

#define INT_FIELD 1u
#define INT_FRAME 3u
#define TOGGLING 1u /* SYNCV with an odd VFP */

static struct gs_privileged regs;
static struct gs_canvas canvas;

static void lay_out(unsigned field)
{
    gs_canvas_layout(&regs, field, &canvas);
}

/* Circuit 1 alone, as large as `display` says, at page 0. */
static void one_circuit(uint64_t smode1, unsigned smode2, uint64_t display)
{
    regs = (struct gs_privileged){
        .pmode = 1,
        .smode1 = smode1,
        .smode2 = smode2,
        .dispfb1 = dispfb_value(0, 10, GS_PSMCT32, 0, 0),
        .display1 = display,
    };
    lay_out(0);
}

/* Both circuits with NTSC interlaced timing. */
static void two_circuits(uint64_t display1, uint64_t display2)
{
    regs = (struct gs_privileged){
        .pmode = 3,
        .smode1 = NTSC,
        .smode2 = INT_FIELD,
        .dispfb1 = dispfb_value(0, 10, GS_PSMCT32, 0, 0),
        .display1 = display1,
        .dispfb2 = dispfb_value(100, 10, GS_PSMCT32, 0, 0),
        .display2 = display2,
    };
    lay_out(0);
}

Test(layout, the_video_mode_follows_cmod_lc_and_int)
{
    static const struct {
        unsigned cmod, lc, smode2;
        enum gs_video_mode mode;
    } cases[] = {
        {2, 32, INT_FIELD, GS_VIDEO_NTSC},  {2, 22, 0, GS_VIDEO_NTSC},
        {3, 32, INT_FRAME, GS_VIDEO_PAL},   {0, 32, 0, GS_VIDEO_480P},
        {0, 32, INT_FIELD, GS_VIDEO_VESA},  {0, 22, 0, GS_VIDEO_720P},
        {0, 22, INT_FIELD, GS_VIDEO_1080I}, {0, 0, 0, GS_VIDEO_VESA},
        {0, 15, 0, GS_VIDEO_VESA},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gs_privileged p = {.smode1 = smode1_value(cases[i].cmod, cases[i].lc),
                                  .smode2 = cases[i].smode2};
        cr_assert_eq(gs_video_mode(&p), cases[i].mode, "case %zu", i);
    }
}

Test(layout, typical_pictures_have_their_typical_sizes)
{
    static const struct {
        const char *what;
        unsigned cmod, lc, smode2, dw, dh, magh;
        unsigned width, height;
    } cases[] = {
        {"NTSC 640 field", 2, 32, INT_FIELD, 2559, 447, 3, 640, 448},
        {"NTSC 512 field", 2, 32, INT_FIELD, 2559, 447, 4, 512, 448},
        {"PAL 640 field", 3, 32, INT_FIELD, 2559, 511, 3, 640, 512},
        {"PAL 512 field", 3, 32, INT_FIELD, 2559, 511, 4, 512, 512},
        {"NTSC without interlace", 2, 32, 0, 2559, 223, 3, 640, 224},
        {"NTSC without interlace, 240 lines", 2, 32, 0, 2559, 239, 3, 640, 224},
        {"NTSC field, 480 lines", 2, 32, INT_FIELD, 2559, 479, 3, 640, 448},
        {"480p 720", 0, 32, 0, 1439, 479, 1, 720, 480},
        {"480p 640", 0, 32, 0, 1279, 479, 1, 640, 480},
        {"VESA 640", 0, 15, 0, 1279, 479, 1, 640, 480},
        {"720p", 0, 22, 0, 1279, 719, 0, 1280, 720},
        {"1080i", 0, 22, INT_FIELD, 1919, 1079, 0, 1920, 1080},
        {"1080i half width", 0, 22, INT_FIELD, 1919, 1079, 1, 960, 1080},
        {"PAL without interlace", 3, 32, 0, 2559, 255, 3, 640, 256},
        {"NTSC frame", 2, 32, INT_FRAME, 2559, 447, 3, 640, 448},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        one_circuit(smode1_value(cases[i].cmod, cases[i].lc), cases[i].smode2,
                    display_raw(cases[i].dw, cases[i].dh, cases[i].magh, 0, 636, 50));
        cr_assert(canvas.width == cases[i].width && canvas.height == cases[i].height, "%s: %u x %u",
                  cases[i].what, canvas.width, canvas.height);
    }
}

Test(layout, the_source_is_stretched_when_it_has_more_or_fewer_pixels)
{
    /* MAGH 1 in NTSC: 1280 source pixels on (DW+1)/4 = 640 canvas pixels. */
    one_circuit(NTSC, INT_FIELD, display_raw(2559, 447, 1, 0, 636, 50));
    cr_assert_eq(canvas.circuit[0].src_width, 1280);
    cr_assert_eq(canvas.circuit[0].width, 640);
    /* MAGV 1: 224 lines, not stretched. */
    one_circuit(NTSC, INT_FIELD, display_raw(2559, 447, 3, 1, 636, 50));
    cr_assert_eq(canvas.circuit[0].src_height, 224);
    cr_assert_eq(canvas.height, 224);
    /* Frame mode: half the lines, rounded up, on the full height. */
    one_circuit(NTSC, INT_FRAME, display_raw(2559, 446, 3, 0, 636, 50));
    cr_assert_eq(canvas.circuit[0].src_height, 224);
    cr_assert_eq(canvas.circuit[0].height, 447);
    /* A mode that cannot be interlaced takes all lines. */
    one_circuit(VESA, INT_FRAME, display_raw(1279, 447, 1, 0, 276, 34));
    cr_assert_eq(canvas.circuit[0].src_height, 448);
    cr_assert_eq(canvas.height, 448);
}

Test(layout, toggling_fields_without_interlace_double_the_lines)
{
    one_circuit(NTSC, 0, display_raw(2559, 223, 3, 0, 636, 25));
    regs.syncv = TOGGLING;
    lay_out(0);
    cr_assert_eq(canvas.circuit[0].src_height, 224);
    cr_assert_eq(canvas.circuit[0].height, 448);
    cr_assert_eq(canvas.height, 448);
    /* not in a mode without colour system */
    one_circuit(VESA, 0, display_raw(1279, 239, 1, 0, 276, 34));
    regs.syncv = TOGGLING;
    lay_out(0);
    cr_assert_eq(canvas.height, 240);
}

Test(layout, frame_mode_moves_odd_fields_down_a_line)
{
    static const struct {
        unsigned smode2, syncv, field;
        int32_t y;
    } cases[] = {{INT_FRAME, TOGGLING, 0, 0},
                 {INT_FRAME, TOGGLING, 1, 1},
                 {INT_FRAME, 0, 1, 0},
                 {INT_FIELD, TOGGLING, 1, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        one_circuit(NTSC, cases[i].smode2, display_raw(2559, 447, 3, 0, 636, 50));
        regs.syncv = cases[i].syncv;
        lay_out(cases[i].field);
        cr_assert_eq(canvas.circuit[0].y, cases[i].y, "case %zu", i);
        cr_assert_eq(canvas.height, 448);
    }
}

Test(layout, the_absolute_position_counts_above_and_up_to_4_lines_below_the_first_line)
{
    static const struct {
        unsigned smode2, dy;
        int32_t y;
    } cases[] = {{INT_FIELD, 50, 0}, {INT_FIELD, 51, 1},  {INT_FIELD, 54, 4},   {INT_FIELD, 55, 0},
                 {INT_FIELD, 90, 0}, {INT_FIELD, 49, -1}, {INT_FIELD, 10, -40}, {0, 25, 0},
                 {0, 29, 4},         {0, 30, 0},          {0, 20, -5}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        one_circuit(NTSC, cases[i].smode2, display_raw(2559, 199, 3, 0, 700, cases[i].dy));
        cr_assert_eq(canvas.circuit[0].y, cases[i].y, "DY %u", cases[i].dy);
        cr_assert_eq(canvas.circuit[0].x, 0, "DX alone never counts");
        cr_assert(canvas.width == 640 && canvas.height == 200, "a moved picture keeps its size");
    }
    /* PAL begins at 36, 72 when interlaced. */
    one_circuit(PAL, INT_FIELD, display_raw(2559, 511, 3, 0, 676, 70));
    cr_assert_eq(canvas.circuit[0].y, -2);
}

Test(layout, two_circuits_keep_distances_of_4_and_more)
{
    static const struct {
        unsigned dx, dy;
        int32_t x1, y1, x2, y2;
    } cases[] = {
        /* circuit 1 at (636, 50), 2 at (dx, dy); x in units of 4 VCKs */
        {636, 50, 0, 0, 0, 0},       {639, 53, 0, 0, 0, 0}, {640, 54, 0, 0, 1, 4},
        {636 + 83, 50, 0, 0, 20, 0}, {626, 50, 2, 0, 0, 0}, {636, 45, 0, 5 - 5, 0, -5},
        {636, 47, 0, -3, 0, -3},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        two_circuits(display_value(320, 200, 3, 0, 636, 50),
                     display_value(320, 200, 3, 0, cases[i].dx, cases[i].dy));
        const struct gs_display_rect *a = &canvas.circuit[0], *b = &canvas.circuit[1];
        cr_assert(a->x == cases[i].x1 && a->y == cases[i].y1 && b->x == cases[i].x2 && b->y == cases[i].y2,
                  "case %zu: (%d, %d) (%d, %d)", i, a->x, a->y, b->x, b->y);
    }
}

Test(layout, the_canvas_holds_both_circuits_up_to_the_limit_of_the_mode)
{
    two_circuits(display_value(200, 150, 3, 0, 636 + 80, 80), display_value(256, 224, 3, 0, 636, 50));
    cr_assert(canvas.width == 256 && canvas.height == 224);
    cr_assert(canvas.circuit[0].x == 20 && canvas.circuit[0].y == 30);
    two_circuits(display_value(320, 200, 3, 0, 636 + 160, 60), display_value(320, 200, 3, 0, 636, 50));
    cr_assert(canvas.width == 360 && canvas.height == 210);
    two_circuits(display_value(640, 448, 3, 0, 636 + 160, 60), display_value(640, 448, 3, 0, 636, 50));
    cr_assert(canvas.width == 640 && canvas.height == 448);
}

Test(layout, antiblur_gives_both_circuits_the_smaller_source_offset)
{
    const struct {
        uint64_t fb1, fb2;
        unsigned dbx1, dby1, dbx2, dby2;
    } cases[] = {
        {dispfb_value(0, 10, GS_PSMCT32, 0, 0), dispfb_value(0, 10, GS_PSMCT32, 0, 1), 0, 0, 0, 0},
        {dispfb_value(0, 10, GS_PSMCT32, 3, 8), dispfb_value(0, 10, GS_PSMCT24, 2, 7), 2, 7, 2, 7},
        {dispfb_value(0, 10, GS_PSMCT24, 0, 5), dispfb_value(0, 10, GS_PSMCT32, 0, 6), 0, 5, 0, 5},
        {dispfb_value(0, 10, GS_PSMCT16, 0, 0), dispfb_value(0, 10, GS_PSMCT16, 0, 2), 0, 0, 0, 2},
        {dispfb_value(0, 10, GS_PSMCT16, 0, 0), dispfb_value(0, 10, GS_PSMCT16S, 0, 1), 0, 0, 0, 1},
        {dispfb_value(0, 10, GS_PSMCT32, 0, 0), dispfb_value(0, 8, GS_PSMCT32, 0, 1), 0, 0, 0, 1},
        {dispfb_value(0, 10, GS_PSMCT32, 0, 0), dispfb_value(2, 10, GS_PSMCT32, 0, 1), 0, 0, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        two_circuits(display_value(320, 200, 3, 0, 636, 50), display_value(320, 200, 3, 0, 636, 50));
        regs.dispfb1 = cases[i].fb1;
        regs.dispfb2 = cases[i].fb2;
        lay_out(0);
        const struct gs_display_rect *a = &canvas.circuit[0], *b = &canvas.circuit[1];
        cr_assert(a->dbx == cases[i].dbx1 && a->dby == cases[i].dby1, "case %zu", i);
        cr_assert(b->dbx == cases[i].dbx2 && b->dby == cases[i].dby2, "case %zu", i);
    }
}

Test(layout, without_a_circuit_there_is_no_canvas)
{
    one_circuit(NTSC, INT_FIELD, display_raw(2559, 447, 3, 0, 636, 50));
    regs.pmode = 0;
    lay_out(0);
    cr_assert(canvas.width == 0 && canvas.height == 0);
    /* on, but never set up */
    regs.pmode = 2;
    lay_out(0);
    cr_assert(canvas.width == 0 && canvas.height == 0);
    /* on, but narrower than a canvas pixel */
    regs.pmode = 1;
    regs.display1 = display_raw(2, 447, 0, 0, 636, 50);
    lay_out(0);
    cr_assert(canvas.width == 0 && canvas.height == 0);
}

Test(layout, any_registers_give_a_canvas_within_the_limits)
{
    uint64_t seed = 0x9E3779B97F4A7C15ull;
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t *words = (uint64_t *)&regs;
        for (size_t k = 0; k < sizeof regs / sizeof *words; k++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            words[k] = seed;
        }
        lay_out(i & 1);
        cr_assert(canvas.width <= 1920 && canvas.height <= 1080);
        for (unsigned rc = 0; rc < 2; rc++)
            cr_assert(canvas.circuit[rc].src_width <= 4096 && canvas.circuit[rc].src_height <= 2048);
    }
}
