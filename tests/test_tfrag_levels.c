/* The tfrag program on the patches of generated levels, as the importer sends them through VIF1. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/level_scene.h>
#include <path1/replay.h>

#include "level_generator.h"
#include "level_generator_cases.h"
#include "level_generator_landscape.h"
#include "program.h"
#include "tfrag_rig.h"

static struct gen_content content;
static struct gen_bytes file;
static struct level *level;

static void open(void)
{
    program_setup();
    tfrag_rig_open();
}

static void use(enum gen_case which)
{
    struct trace_error error;
    gen_make_case(which, &content);
    gen_make(&content, &file);
    level = level_open_memory(gen_case_name(which), file.data, file.size, &error);
    cr_assert_not_null(level, "%s", error.text);
}

static void drop(void)
{
    level_close(level);
    level = NULL;
    gen_content_free(&content);
    gen_bytes_free(&file);
}

static void done(void)
{
    drop();
    tfrag_rig_close();
    program_teardown();
}

TestSuite(tfrag_levels, .init = open, .fini = done, .timeout = 600);

static struct level_trace_counts write_trace(const char *path, const struct level_trace_options *options)
{
    const struct trace_header header = {.serial = ""};
    const struct trace_start start = {0};
    struct level_trace_counts counts;
    struct trace_error error;
    struct trace_writer *writer = trace_writer_create_p1t(path, &header, &start, NULL, 0, &error);
    cr_assert_not_null(writer, "%s", error.text);
    cr_assert(level_trace_write(level, options, writer, &counts, &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    return counts;
}

static void replay_trace(const char *path, enum replay_vu1 vu1, const struct replay_observer *observer)
{
    struct trace_error error;
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert_not_null(reader, "%s", error.text);
    struct replay *replay = replay_create(reader, NULL);
    cr_assert_not_null(replay);
    replay_set_vu1(replay, vu1);
    replay_observe(replay, observer);
    cr_assert_eq(replay_run(replay, NULL, &error), REPLAY_END, "%s", error.text);
    cr_assert_null(replay_warning(replay), "%s", replay_warning(replay));
    replay_destroy(replay);
    trace_close(reader);
}

/* ---- each patch, at the moment that VU1 would begin it, in every mode that its lists are for ---- */

struct census {
    unsigned lod;
    const char *name;
    size_t patches, kicks;
};

static const uint32_t modes_of[3][8] = {
    {0x04, 0x06, 0x0c, 0x0e, 0x10, 0x12, 0x14}, {0x04, 0x06, 0x08, 0x0a, 0x0c}, {0x04, 0x06}};

static void run_all_modes(void *user, const struct replay_start *start)
{
    struct census *census = user;
    static uint8_t data[VU1_MEMORY_SIZE];
    const uint32_t *mode = modes_of[census->lod];
    cr_assert(tfrag_is_program(vu_micro(start->vu)));
    memcpy(data, vu_data(start->vu), sizeof data);
    if (start->address == 0)
        return;
    census->patches++;
    for (size_t i = 0; i < 8 && mode[i]; i++) {
        char what[96];
        snprintf(what, sizeof what, "%s, LOD %u, patch %zu, MSCAL %x", census->name, census->lod,
                 census->patches - 1, (unsigned)mode[i]);
        tfrag_rig_take(data);
        tfrag_rig_run(0, start->top, what);
        tfrag_rig_take(data);
        tfrag_rig_run(mode[i], start->top, what);
        census->kicks += tfrag.kicks;
        for (size_t k = 0; k < tfrag.kicks; k++)
            cr_assert_leq(tfrag.kick[k].quadwords, 176, "%s", what);
    }
}

static void check_every_patch(enum gen_case which)
{
    struct level_camera camera;
    const char *path = scratch("level.p1t");
    use(which);
    level_camera_overview(level, &camera);
    for (unsigned lod = 0; lod < 3; lod++) {
        struct census census = {.lod = lod, .name = gen_case_name(which)};
        const struct replay_observer observer = {.user = &census, .start = run_all_modes};
        const struct level_trace_options options = {
            .cameras = &camera, .frames = 1, .lod = (int)lod, .last_patch = UINT32_MAX, .everything = true};
        struct level_trace_counts counts = write_trace(path, &options);
        replay_trace(path, REPLAY_VU1_MODEL, &observer);
        cr_assert_eq(census.patches, counts.patches);
        cr_assert_eq(counts.broken, 0);
        cr_assert_geq(census.patches, content.patches);
        cr_assert_geq(census.kicks, census.patches);
    }
    drop();
}

Test(tfrag_levels, both_executions_agree_on_every_patch_of_the_small_levels)
{
    for (int which = 0; which < GEN_CASES; which++)
        if (which != GEN_CASE_LANDSCAPE)
            check_every_patch((enum gen_case)which);
}

Test(tfrag_levels, both_executions_agree_on_every_patch_of_the_landscape)
{
    check_every_patch(GEN_CASE_LANDSCAPE);
}

/* ---- frames: what reaches the GIF from VU1, whoever executes the program ---- */

struct stream {
    uint8_t *bytes;
    size_t size, capacity;
    size_t compared; /* of the other execution, which comes second */
    bool second;
};

static void collect(void *user, const struct replay_gif *gif)
{
    struct stream *stream = user;
    size_t bytes = gif->quadwords * 16;
    if (!gif->kicked)
        return;
    if (stream->second) {
        cr_assert_leq(stream->compared + bytes, stream->size);
        cr_assert_arr_eq(gif->data, stream->bytes + stream->compared, bytes);
        stream->compared += bytes;
        return;
    }
    if (stream->size + bytes > stream->capacity) {
        stream->capacity = 2 * stream->capacity + bytes;
        stream->bytes = realloc(stream->bytes, stream->capacity);
        cr_assert_not_null(stream->bytes);
    }
    memcpy(stream->bytes + stream->size, gif->data, bytes);
    stream->size += bytes;
}

static struct level_trace_counts compare_streams(const struct level_camera *cameras, size_t frames)
{
    struct stream stream = {0};
    const struct replay_observer observer = {.user = &stream, .gif = collect};
    const struct level_trace_options options = {
        .cameras = cameras, .frames = frames, .lod = -1, .last_patch = UINT32_MAX};
    const char *path = scratch("level.p1t");
    struct level_trace_counts counts = write_trace(path, &options);
    replay_trace(path, REPLAY_VU1_MICROCODE, &observer);
    stream.second = true;
    replay_trace(path, REPLAY_VU1_MODEL, &observer);
    cr_assert_gt(stream.size, 0);
    cr_assert_eq(stream.compared, stream.size);
    free(stream.bytes);
    return counts;
}

/* All modes that the choice of level of detail can lead to occur. */
Test(tfrag_levels, the_gif_gets_the_same_from_both_executions)
{
    static const uint8_t modes[] = {0x06, 0x08, 0x0a, 0x0e, 0x10, 0x14};
    struct level_camera camera = {.yaw = 90};
    use(GEN_CASE_SWEEP);
    for (unsigned i = 0; i < 3; i++)
        camera.position[i] = gen_sweep_camera[i] / 1024.0;
    struct level_trace_counts counts = compare_streams(&camera, 1);
    for (size_t i = 0; i < sizeof modes; i++)
        cr_assert_gt(counts.mode[modes[i]], 0, "MSCAL %x", modes[i]);
    drop();
    use(GEN_CASE_MANY);
    level_camera_overview(level, &camera);
    compare_streams(&camera, 1);
    drop();
    use(GEN_CASE_LANDSCAPE);
    for (unsigned i = 0; i < 3; i++)
        camera.position[i] = gen_landscape_camera[i] / 1024.0;
    camera.yaw = 116;
    camera.pitch = -6;
    compare_streams(&camera, 1);
}
