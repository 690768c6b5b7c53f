/*
 * Frames of generated levels. The hashes are our own: what this program gives, kept so that a change is seen;
 * pictures of all of them were looked at.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level_scene_rig.h"
#include "program.h"

static void teardown(void)
{
    scene_rig_drop();
    program_teardown();
}

TestSuite(level_scene_frames, .init = program_setup, .fini = teardown, .timeout = 600);

/* The hash of the first frame's merged picture, as path1 hash prints it. */
static const char *hash_of_frame(const char *path, const char *vu1, const char *rules)
{
    static char hash[33];
    struct run run = run_path1("hash", path, "--vu1", vu1, "--rules", rules);
    cr_assert_eq(run.status, 0, "%s", run.err);
    char *line = strstr(run.out, "f0000 ");
    cr_assert_not_null(line, "%s", run.out);
    while (line > run.out && line[-1] != '\n')
        line--;
    snprintf(hash, sizeof hash, "%.32s", line);
    return hash;
}

static void write_frames(const struct level_camera *camera, size_t frames)
{
    const struct level_trace_options options = {
        .cameras = camera, .frames = frames, .lod = -1, .last_patch = UINT32_MAX};
    scene_rig_write(scratch("level.p1t"), &options);
}

static const char *const sets[2] = {"pcsx2", "console"};

static const struct {
    enum gen_case which;
    struct level_camera camera;
    const char *hash[2]; /* under each of `sets` */
} frames[] = {
    {GEN_CASE_LANDSCAPE,
     {{210.0, 30.0, 24.0}, 116.0, -8.0},
     {"2cff30dd8dc72c7e00b998e89dd760be", "cac7c795ba4602532ac34a250c9a539f"}},
    {GEN_CASE_LANDSCAPE,
     {{156.0, 162.0, 18.0}, 45.0, -10.0},
     {"7f66e24c003eb5828b7b2ae308d1762d", "29841aec9e37c2f31c3b19444ac70e14"}},
    {GEN_CASE_LANDSCAPE,
     {{120.25, 80.5, 40.0}, 210.0, -25.5},
     {"4356f918a46c1d724c7b3de4f71df918", "44b0192c40249c6782c9ef7208be57eb"}},
    {GEN_CASE_PLAIN, {{0}, 0, 0}, {"80014081080037004489fc4157ef8a58", "cfc669a250e793bdfced794c04df4c01"}},
    {GEN_CASE_MANY, {{0}, 0, 0}, {"d4a428a16e6f1fd91feedbb06d5b7890", "32be7d65866f6ee992c9a24e942e87eb"}},
    {GEN_CASE_AVERAGES,
     {{0}, 0, 0},
     {"95755e2a46cbbdf6f845606fbf3db1e8", "eb772949aae616accbd4e71c4da93c0d"}},
    {GEN_CASE_LIMITS, {{0}, 0, 0}, {"8296227597dff5c4edee5c977cad4a84", "aa95fda9a55730a925996014e5e27a4b"}},
    {GEN_CASE_SWEEP,
     {{200.0, 100.0, 50.0}, 90.0, 0.0},
     {"20ffd1168be1138a78638edd1238f715", "8cd495373267265c0edcaba53312ec23"}},
};

/* Without a camera of its own: all of the level from a corner. */
Test(level_scene_frames, pictures_are_as_they_were)
{
    for (size_t i = 0; i < sizeof frames / sizeof frames[0]; i++) {
        struct level_camera camera = frames[i].camera;
        scene_rig_use(frames[i].which);
        if (camera.position[0] == 0.0)
            level_camera_overview(scene_rig.level, &camera);
        write_frames(&camera, 1);
        for (unsigned set = 0; set < 2; set++) {
            const char *expected = frames[i].hash[set];
            const char *hash = hash_of_frame(scratch("level.p1t"), "model", sets[set]);
            cr_expect_str_eq(hash, expected, "%zu, %s, %s: %s", i, gen_case_name(frames[i].which), sets[set],
                             hash);
            if (frames[i].which != GEN_CASE_LANDSCAPE)
                cr_expect_str_eq(hash_of_frame(scratch("level.p1t"), "microcode", sets[set]), expected);
        }
    }
}

Test(level_scene_frames, a_trace_made_a_dump_gives_the_same_pictures)
{
    scene_rig_use(GEN_CASE_LANDSCAPE);
    const struct level_camera way[2] = {frames[0].camera, frames[1].camera};
    write_frames(way, 2);
    struct run made = run_path1("convert", scratch("level.p1t"), "-o", scratch("level.gs"));
    cr_assert_eq(made.status, 0, "%s", made.err);
    char *sums[2];
    for (int i = 0; i < 2; i++) {
        struct run run = run_path1("hash", scratch(i ? "level.gs" : "level.p1t"));
        cr_assert_eq(run.status, 0, "%s", run.err);
        sums[i] = run.out;
    }
    size_t lines = 0;
    for (char *a = sums[0], *b = sums[1]; *a && *b; lines++) {
        /* hash, name and size; the file's name differs */
        cr_assert_eq(strncmp(a, b, 54), 0, "%.60s / %.60s", a, b);
        a += strcspn(a, "\n") + 1;
        b += strcspn(b, "\n") + 1;
    }
    cr_assert_eq(lines, 5); /* two frames with one circuit, and local memory */
}

/* ---- events without a file ---- */

static bool play(void *user, const struct trace_event *event, struct trace_error *error)
{
    return replay_feed(user, event, NULL, error) == REPLAY_END;
}

static bool break_off(void *user, const struct trace_event *event, struct trace_error *error)
{
    unsigned *left = user;
    (void)event;
    if ((*left)--)
        return true;
    snprintf(error->text, sizeof error->text, "enough");
    return false;
}

Test(level_scene_frames, a_sink_that_wants_no_more_ends_it_at_each_event)
{
    const struct level_trace_options options = {.lod = -1, .last_patch = UINT32_MAX, .comments = true};
    scene_rig_use(GEN_CASE_PLAIN);
    bool done = false;
    for (unsigned limit = 0; !done; limit++) {
        unsigned left = limit;
        const struct level_sink sink = {&left, break_off};
        struct level_trace_counts counts = {0};
        struct trace_error error = {""};
        struct level_camera camera;
        level_camera_overview(scene_rig.level, &camera);
        struct level_scene *scene = level_scene_begin(scene_rig.level, &options, &sink, &counts, &error);
        done = scene && level_scene_frame(scene, &camera, &options, &counts, &error);
        cr_assert_str_eq(error.text, done ? "" : "enough");
        level_scene_end(scene);
        cr_assert_lt(limit, 1000);
    }
}

/* What the first frame sent is not sent again, and what comes out does not depend on what came before. */
Test(level_scene_frames, textures_go_once_to_a_replay_that_lives_on)
{
    const struct level_trace_options options = {.lod = -1, .last_patch = UINT32_MAX};
    struct level_trace_counts first = {0}, second = {0};
    struct trace_error error;
    scene_rig_use(GEN_CASE_LANDSCAPE);
    struct replay *replay = replay_create_live(NULL);
    replay_set_vu1(replay, REPLAY_VU1_MODEL);
    const struct level_sink sink = {replay, play};
    struct level_scene *scene = level_scene_begin(scene_rig.level, &options, &sink, &first, &error);
    cr_assert_not_null(scene, "%s", error.text);
    cr_assert(level_scene_frame(scene, &frames[0].camera, &options, &first, &error));
    cr_assert(level_scene_frame(scene, &frames[0].camera, &options, &second, &error));
    cr_assert_gt(first.textures, 0);
    cr_assert_eq(second.textures, 0);
    cr_assert_eq(second.patches, first.patches);
    cr_assert_lt(second.vif_bytes, first.vif_bytes);
    cr_assert_null(replay_warning(replay));
    level_scene_end(scene);
    replay_destroy(replay);
}

/* ---- tint ---- */

static unsigned colours_seen;

/* Every unpack of colours of the frame: V4_8 with the flags of add_colours, and cl 2, wl 1 before it. */
static bool look_for_tints(void *user, const struct trace_event *event, struct trace_error *error)
{
    (void)user;
    (void)error;
    for (uint32_t at = 16; event->kind == TRACE_VIF1 && at + 8 <= event->size; at += 4) {
        uint32_t word[3];
        memcpy(word, event->data + at - 8, sizeof word);
        if (word[0] != 0x01000102 || word[1] != 0x05000000 || (word[2] & 0xFF00FC00) != 0x6E00C000)
            continue;
        unsigned count = word[2] >> 16 & 0xFF;
        for (unsigned i = 0; i < count; i++)
            cr_assert_eq(memcmp(event->data + at + 4 + 4 * i, level_mode_tint(LEVEL_MODE_LOD_1), 3), 0);
        colours_seen += count;
    }
    return true;
}

Test(level_scene_frames, a_tint_takes_the_place_of_all_colours)
{
    const struct level_trace_options options = {
        .lod = 1, .last_patch = UINT32_MAX, .everything = true, .tint = true};
    const struct level_sink sink = {NULL, look_for_tints};
    struct level_trace_counts counts = {0};
    struct trace_error error;
    scene_rig_use(GEN_CASE_MANY);
    struct level_scene *scene = level_scene_begin(scene_rig.level, &options, &sink, &counts, &error);
    cr_assert(level_scene_frame(scene, &frames[0].camera, &options, &counts, &error));
    level_scene_end(scene);
    cr_assert_gt(colours_seen, 100);
    cr_assert_eq(counts.lit_vertices, counts.vertices);
}
