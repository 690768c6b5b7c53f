/* path1 level view: its pictures are those of the trace, also after a flight; keys; what shouts. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "level_scene_rig.h"
#include "view_rig.h"

static void teardown(void)
{
    scene_rig_drop();
    view_teardown();
}

TestSuite(cli_level_view, .init = view_setup, .fini = teardown, .timeout = 600);

static const struct level_camera cameras[] = {
    {{210.0, 30.0, 24.0}, 116.0, -8.0},
    {{156.0, 162.0, 18.0}, 45.0, -10.0},
    {{120.25, 80.5, 40.0}, 210.0, -25.5},
};
enum { CAMERAS = sizeof cameras / sizeof cameras[0] };

static const char *option(const struct level_camera *camera)
{
    static char text[128];
    snprintf(text, sizeof text, "%.9g,%.9g,%.9g,%.9g,%.9g", camera->position[0], camera->position[1],
             camera->position[2], camera->yaw, camera->pitch);
    return text;
}

/* Opens the level, and writes it to a file whose name is returned. */
static const char *use(enum gen_case which)
{
    const char *path = scratch("level.wad");
    scene_rig_use(which);
    write_file(path, scene_rig.file.data, scene_rig.file.size);
    return path;
}

static struct picture rendered(const struct level_trace_options *options, const char *more)
{
    scene_rig_write(scratch("level.p1t"), options);
    struct run run = run_path1("render", scratch("level.p1t"), "-o", scratch("out"), "--merged", more);
    cr_assert_eq(run.status, 0, "%s", run.err);
    return read_png(scratch("out/f0000.png"));
}

static void check_same(const struct picture *a, const struct picture *b, const char *what)
{
    cr_assert_eq(a->width, 512u);
    cr_assert_eq(a->height, 416u);
    cr_assert_eq(b->bytes, a->bytes);
    cr_assert(memcmp(a->rgba, b->rgba, a->bytes) == 0, "%s", what);
}

Test(cli_level_view, a_screenshot_is_the_picture_of_the_trace)
{
    static const struct {
        const char *option, *value;
        struct level_trace_options options;
    } cases[] = {
        {NULL, NULL, {.lod = -1}},
        {"--lod", "0", {.lod = 0}},
        {"--lod", "1", {.lod = 1}},
        {"--lod", "2", {.lod = 2}},
        {"--tint", NULL, {.lod = -1, .tint = true}},
        {"--all", NULL, {.lod = -1, .everything = true}},
        {"--vu1", "microcode", {.lod = -1}},
    };
    const char *path = use(GEN_CASE_LANDSCAPE), *png = scratch("shot.png");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct level_trace_options options = cases[i].options;
        const struct level_camera *camera = &cameras[i % CAMERAS];
        options.cameras = camera;
        options.frames = 1;
        options.last_patch = UINT32_MAX;
        struct picture trace = rendered(&options, NULL);
        struct run run = run_path1("level", "view", path, "--screenshot", png, "--camera", option(camera),
                                   cases[i].option, cases[i].value);
        cr_assert_eq(run.status, 0, "%s", run.err);
        struct picture shot = read_png(png);
        check_same(&shot, &trace, cases[i].option ? cases[i].option : "plain");
    }
}

/* The set that is chosen counts: the picture is not the default set's, and is that of the rendered trace. */
Test(cli_level_view, rules_are_those_of_the_picture)
{
    const char *path = use(GEN_CASE_LANDSCAPE);
    struct level_trace_options options = {
        .lod = -1, .cameras = &cameras[0], .frames = 1, .last_patch = UINT32_MAX};
    struct picture console = rendered(&options, NULL), trace = rendered(&options, "--rules=pcsx2");
    struct run run = run_path1("level", "view", path, "--screenshot", scratch("shot.png"), "--camera",
                               option(&cameras[0]), "--rules", "pcsx2");
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct picture shot = read_png(scratch("shot.png"));
    check_same(&shot, &trace, "pcsx2");
    cr_assert(memcmp(console.rgba, trace.rgba, trace.bytes) != 0);
}

Test(cli_level_view, after_a_flight_the_picture_is_that_of_a_fresh_start_at_the_printed_camera)
{
    const char *path = use(GEN_CASE_LANDSCAPE);
    struct run run = run_path1("level", "view", path, "--camera", option(&cameras[0]), "--screenshots",
                               scratch("shots"), "--keys", "w shift+w l i e a t t 2 3 p f12 escape");
    cr_assert_eq(run.status, 0, "%s", run.err);
    const char *at = strstr(run.out, "--camera ");
    cr_assert_not_null(at);
    char text[160];
    snprintf(text, sizeof text, "%.*s", (int)strcspn(at + 9, "\n"), at + 9);
    struct picture flown = read_png(scratch("shots/level_0001.png"));
    run = run_path1("level", "view", path, "--screenshot", scratch("fresh.png"), "--camera", text);
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct picture fresh = read_png(scratch("fresh.png"));
    check_same(&flown, &fresh, text);
}

/* Twenty world units a second, four times as many with shift, for a quarter of a second. */
Test(cli_level_view, keys_move_by_their_speed)
{
    static const struct {
        const char *keys, *camera;
    } cases[] = {
        {"w p escape", "--camera 5,0,0,0,0\n"},
        {"shift+w p escape", "--camera 20,0,0,0,0\n"},
        {"s p escape", "--camera -5,0,0,0,0\n"},
        {"a p escape", "--camera 0,5,0,0,0\n"},
        {"right p escape", "--camera 0,-5,0,0,0\n"},
        {"e p escape", "--camera 0,0,5,0,0\n"},
        {"pagedown p escape", "--camera 0,0,-5,0,0\n"},
        {"+ + w p escape", "--camera 20,0,0,0,0\n"},
        {"- w p escape", "--camera 2.5,0,0,0,0\n"},
        {"j p escape", "--camera 0,0,0,18.75,0\n"}, /* 75 degrees a second */
        {"k p escape", "--camera 0,0,0,0,-18.75\n"},
        {"w home p escape", "--camera 0,0,0,0,0\n"},
    };
    const char *path = use(GEN_CASE_PLAIN);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = run_path1("level", "view", path, "--camera", "0,0,0", "--keys", cases[i].keys);
        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_expect_not_null(strstr(run.out, cases[i].camera), "%s: %s", cases[i].keys, run.out);
    }
}

Test(cli_level_view, keys_change_what_is_drawn)
{
    static const char *const parts[] = {"tint", "LOD 0", "LOD 1", "LOD 2", "patches", "culling off"};
    const char *path = use(GEN_CASE_PLAIN);
    struct run run = run_path1("level", "view", path, "--keys", "t 0 1 2 3 c b b v f1 escape");
    cr_assert_eq(run.status, 0, "%s", run.err);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        view_check_title(&run, i, parts[i]);
    cr_assert_not_null(strstr(run.err, "Keys:"));
}

/* The middle of the picture, where a patch of the landscape is. */
Test(cli_level_view, the_patch_under_the_pointer_is_named)
{
    const char *path = use(GEN_CASE_LANDSCAPE);
    struct run run = run_path1("level", "view", path, "--camera", option(&cameras[0]), "--bounds", "boxes",
                               "--keys", "resize:512x416 point:256,300 point:0,0 escape");
    cr_assert_eq(run.status, 0, "%s", run.err);
    view_check_title(&run, 1, "of core data, LOD 0");
    cr_assert_null(strstr(strstr(run.out, "point:0,0"), " of core data")); /* the sky */
}

Test(cli_level_view, what_is_defaulted_shouts)
{
    struct gen_parts parts;
    use(GEN_CASE_PLAIN);
    gen_make_parts(&scene_rig.content, &parts);
    mkdir(scratch("parts"), 0777);
    write_file(scratch("parts/core_index.bin"), parts.core_index.data, parts.core_index.size);
    write_file(scratch("parts/core_data.bin"), parts.core_data.data, parts.core_data.size);
    write_file(scratch("parts/gs_ram.bin"), parts.gs_ram.data, parts.gs_ram.size);
    gen_parts_free(&parts);
    static const char *const shouts[] = {"UNLIT: ", "NO LIGHT BANK", "NO TABLE OF NORMALS",
                                         "NO LEVEL SETTINGS"};
    struct run shot = run_path1("level", "view", scratch("parts"), "--screenshot", scratch("dark.png"));
    struct run window = run_path1("level", "view", scratch("parts"), "--keys", "t escape");
    cr_assert_eq(shot.status, 0, "%s", shot.err);
    cr_assert_not_null(strstr(shot.out, "lit 0 of "));
    for (size_t i = 0; i < sizeof shouts / sizeof shouts[0]; i++) {
        cr_expect_not_null(strstr(shot.err, shouts[i]), "%s", shot.err);
        view_check_title(&window, 0, shouts[i]);
    }
}

Test(cli_level_view, wrong_usage_is_told)
{
    static const struct {
        const char *arguments[3];
        const char *message;
    } cases[] = {
        {{NULL}, "takes one level"},
        {{"a", "b"}, "takes one level"},
        {{"a", "--lod", "3"}, "--lod takes 0, 1, 2 or auto, not '3'"},
        {{"a", "--lod", ""}, "--lod takes 0, 1, 2 or auto, not ''"},
        {{"a", "--camera", "1,2"}, "--camera takes X,Y,Z,YAW,PITCH"},
        {{"a", "--bounds", "x"}, "--bounds takes boxes or spheres"},
        {{"a", "--vu1", "x"}, "--vu1 takes microcode or model"},
        {{"a", "--rules", "x"}, "unknown rule set 'x'"},
        {{"a", "--keys", "nokey"}, "level view: --keys: 'nokey' is no key"},
        {{"a", "--screenshot=x", "--keys=t"}, "--screenshot has none"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *const *a = cases[i].arguments;
        struct run run = run_path1("level", "view", a[0], a[1], a[2]);
        cr_expect_eq(run.status, 2);
        cr_expect_not_null(strstr(run.err, cases[i].message), "%s", run.err);
    }
    struct run run = run_path1("level", "view", scratch("nothing.wad"));
    cr_assert_eq(run.status, 1);
    run = run_path1("level", "view", use(GEN_CASE_PLAIN), "--screenshot", scratch("no/where.png"));
    cr_assert_eq(run.status, 1);
}
