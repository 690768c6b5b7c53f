/* What the window of `path1 view` shows, compared with the pictures of `path1 render`. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view_rig.h"

TestSuite(cli_view_window, .init = view_setup, .fini = view_teardown, .timeout = 600);

/* Five vsyncs of 256 x 224, the last one of 200 x 150. */
#define TRACE "features/crtc_two_circuits_blend.gs.zst"

/* Compares the saved window with a picture in its middle, `zoom` times as large. */
static void check_window(const char *path, unsigned width, unsigned height, const char *inner, unsigned zoom)
{
    struct picture window = read_png(path), picture = read_png(inner);
    cr_assert_eq(window.width, width);
    cr_assert_eq(window.height, height);
    unsigned left = (width - picture.width * zoom) / 2, top = (height - picture.height * zoom) / 2;
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++) {
            static const uint8_t background[4] = {0x30, 0x30, 0x30, 255};
            unsigned px = (x - left) / zoom, py = (y - top) / zoom;
            bool inside = x >= left && y >= top && px < picture.width && py < picture.height;
            const uint8_t *expected =
                inside ? picture.rgba + ((size_t)py * picture.width + px) * 4 : background;
            cr_assert_eq(memcmp(window.rgba + ((size_t)y * width + x) * 4, expected, 3), 0, "(%u, %u)", x, y);
        }
}

/* The window after these keys, saved as f0000_window.png in a directory that is returned. */
static const char *save_window(const char *trace, const char *keys)
{
    static unsigned count;
    char name[16], script[128];
    snprintf(name, sizeof name, "window%u", count++);
    snprintf(script, sizeof script, "%s shift+s q", keys);
    const char *shots = scratch(name);
    struct run run = run_path1("view", trace, "--paused", "--screenshots", shots, "--keys", script);
    cr_assert_eq(run.status, 0, "%s", run.err);
    strcat(name, "/");
    char path[64];
    snprintf(path, sizeof path, "%sf0000_window.png", name);
    return scratch(path);
}

Test(cli_view_window, zoom_keeps_whole_crisp_pixels_in_the_middle_of_the_window)
{
    static const struct {
        const char *keys;
        unsigned width, height, zoom;
    } cases[] = {
        {"resize:800x700", 800, 700, 3},   /* what fits */
        {"1 resize:611x503", 611, 503, 1}, /* a zoom that was asked for stays */
        {"3 resize:600x500", 600, 500, 2}, /* as far as it fits */
        {"3", 768, 672, 3},                /* the window follows the zoom */
        {"z z", 1024, 768, 3},             /* no further than the screen: SDL's dummy has 1024 x 768 */
    };
    run_path1("render", dump_file(TRACE), "-o", scratch("p"), "--merged");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        check_window(save_window(dump_file(TRACE), cases[i].keys), cases[i].width, cases[i].height,
                     scratch("p/f0000.png"), cases[i].zoom);
}

Test(cli_view_window, a_window_smaller_than_the_picture_shows_all_of_it_scaled_down)
{
    struct run run = view_press(dump_file(TRACE), "resize:128x200 q");
    cr_assert_eq(run.status, 0, "%s", run.err);
    view_check_title(&run, 0, "merged 256x224  x0.50");
    struct picture window = read_png(save_window(dump_file(TRACE), "resize:128x200"));
    /* 128 x 112 in the middle of 128 x 200. */
    cr_assert_eq(memcmp(window.rgba + 43 * 128 * 4, "\x30\x30\x30", 3), 0);
    cr_assert_neq(memcmp(window.rgba + 44 * 128 * 4, "\x30\x30\x30", 3), 0);
}

Test(cli_view_window, a_makes_the_whole_picture_4_3)
{
    struct run run = view_press(dump_file(TRACE), "2 a a q");
    view_check_title(&run, 1, "x2 4:3");
    view_check_title(&run, 2, "x2  ");
    /* 224 rows make 299 columns, rounded from 298.7. */
    struct picture window = read_png(save_window(dump_file(TRACE), "a 2"));
    cr_assert_eq(window.width, 299 * 2);
    cr_assert_eq(window.height, 224 * 2);
}

Test(cli_view_window, the_pointer_shows_a_pixels_place_and_value)
{
    run_path1("render", dump_file(TRACE), "-o", scratch("p"), "--circuits");
    struct picture picture = read_png(scratch("p/f0000_rc1.png"));
    struct run run = view_press(dump_file(TRACE), "c c 2 point:201,101 point:0,447 q");
    const uint8_t *pixel = picture.rgba + (50 * 256 + 100) * 4;
    char part[64];
    snprintf(part, sizeof part, "(100, 50) %02x%02x%02x%02x", pixel[0], pixel[1], pixel[2], pixel[3]);
    view_check_title(&run, 3, part);
    view_check_title(&run, 4, "(0, 223) ");
}

Test(cli_view_window, s_saves_the_picture_as_render_does_and_replaces_no_other_file)
{
    struct run run = view_press(dump_file(TRACE), "s s c right s q");
    cr_assert_eq(run.status, 0, "%s", run.err);
    view_check_title(&run, 0, "  saved f0000.png");
    view_check_title(&run, 1, "was saved before: f0000.png");
    cr_assert_str_eq(directory_listing(scratch("shots")), "f0000.png f0001_rc0.png ");
    run_path1("render", dump_file(TRACE), "-o", scratch("p"), "--frames", "0-1");
    size_t ours, rendered;
    const char *const names[][2] = {{"shots/f0000.png", "p/f0000.png"},
                                    {"shots/f0001_rc0.png", "p/f0001_rc0.png"}};
    for (size_t i = 0; i < 2; i++) {
        char *a = read_file(scratch(names[i][0]), &ours), *b = read_file(scratch(names[i][1]), &rendered);
        cr_assert(ours == rendered && memcmp(a, b, ours) == 0, "%s", names[i][0]);
    }
    write_file(scratch("shots/f0000.png"), "mine", 4);
    run = view_press(dump_file(TRACE), "s q");
    view_check_title(&run, 0, "not saved, another file: f0000.png");
    cr_assert_not_null(strstr(run.err, "f0000.png"));
    cr_assert_str_eq(read_file(scratch("shots/f0000.png"), NULL), "mine");
}

/* ---- displays ---- */

Test(cli_view_window, without_a_display_it_exits_with_1_and_says_so)
{
    setenv("SDL_VIDEODRIVER", "x11", 1);
    unsetenv("DISPLAY");
    struct run run = run_path1("view", dump_file(TRACE));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "no display"), "%s", run.err);
    run = run_path1("view", dump_file(TRACE), "--headless-frames", "5");
    cr_assert_eq(run.status, 0, "%s", run.err);
}

/* Does the screen show the picture, twice as large and nothing else? */
static bool screen_shows(const struct picture *picture)
{
    const unsigned char *screen = view_x_screen();
    for (unsigned y = 0; y < picture->height * 2; y++)
        for (unsigned x = 0; x < picture->width * 2; x++) {
            const uint8_t *rgba = picture->rgba + ((size_t)(y / 2) * picture->width + x / 2) * 4;
            const unsigned char *bgr = screen + ((size_t)y * picture->width * 2 + x) * 4;
            if (bgr[0] != rgba[2] || bgr[1] != rgba[1] || bgr[2] != rgba[0])
                return false;
        }
    return true;
}

Test(cli_view_window, a_window_on_an_x_screen_has_the_picture)
{
    if (!view_x_start(512, 448))
        cr_skip_test("Xvfb is not installed");
    setenv("SDL_VIDEODRIVER", "x11", 1);
    setenv("ASAN_OPTIONS", "detect_leaks=0", 1); /* libraries that SDL loads for X leave some memory */
    run_path1("render", dump_file(TRACE), "-o", scratch("p"), "--merged", "--frames", "0");
    struct picture picture = read_png(scratch("p/f0000.png"));
    const char *const arguments[] = {"view", dump_file(TRACE), "--paused", "--zoom", "2", NULL};
    pid_t child = view_start(arguments);
    bool shown = false;
    for (int i = 0; i < 600 && !shown; i++) {
        view_sleep(50);
        shown = screen_shows(&picture);
    }
    cr_expect(shown);
    cr_assert_eq(view_stop(child, 5000), 0);
}
