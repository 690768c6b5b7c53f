/* The sweep of level_generator_cases.h through importer, VIF1, VU1 and GIF: the packets are as many quadwords
 * as the level's description says, for the level of detail that each patch's distance asks for. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <path1/level_scene.h>
#include <path1/replay.h>

#include "level_generator_cases.h"
#include "program.h"

TestSuite(level_sweep, .init = program_setup, .fini = program_teardown, .timeout = 300);

static uint64_t quadwords;
static unsigned starts, entries[GEN_SWEEP + 1];

static void count_gif(void *user, const struct replay_gif *gif)
{
    (void)user;
    if (gif->kicked)
        quadwords += gif->quadwords;
}

static void count_start(void *user, const struct replay_start *start)
{
    (void)user;
    if (starts <= GEN_SWEEP)
        entries[starts] = start->address / 8;
    starts++;
}

static void write_trace(const struct gen_bytes *file, const char *path)
{
    const struct level_camera camera = {{200, 100, 50}, 90, 0};
    const struct level_trace_options options = {
        .cameras = &camera, .frames = 1, .lod = -1, .last_patch = GEN_SWEEP - 1};
    const struct trace_header header = {.serial = ""};
    const struct trace_start start = {0};
    struct level_trace_counts counts;
    struct trace_error error;
    struct level *level = level_open_memory("sweep", file->data, file->size, &error);
    cr_assert_not_null(level, "%s", error.text);
    struct trace_writer *writer = trace_writer_create_p1t(path, &header, &start, NULL, 0, &error);
    cr_assert_not_null(writer, "%s", error.text);
    cr_assert(level_trace_write(level, &options, writer, &counts, &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    cr_expect_eq(counts.patches, GEN_SWEEP);
    level_close(level);
}

Test(level_sweep, packets_have_the_quadwords_of_each_patchs_level_of_detail)
{
    struct gen_content content;
    struct gen_bytes file = {0};
    struct gen_drawn drawn = {0};
    struct trace_error error;
    gen_make_case(GEN_CASE_SWEEP, &content);
    gen_make(&content, &file);
    write_trace(&file, scratch("sweep.p1t"));
    uint64_t runs = 0;
    for (unsigned i = 0; i < GEN_SWEEP; i++) {
        unsigned entry = gen_sweep_entry[i], lod = entry >= 0x0E ? 0 : entry >= 0x08 ? 1 : 2;
        gen_count_strips(&content.patch[i].lod[lod], &drawn);
        runs += content.patch[i].lod[lod].runs;
    }
    struct trace_reader *reader = trace_open(scratch("sweep.p1t"), &error);
    cr_assert_not_null(reader, "%s", error.text);
    struct replay *replay = replay_create(reader, NULL);
    const struct replay_observer observer = {.gif = count_gif, .start = count_start};
    replay_observe(replay, &observer);
    cr_assert_eq(replay_run(replay, &(struct replay_sink){0}, &error), REPLAY_END, "%s", error.text);
    cr_expect_null(replay_warning(replay), "%s", replay_warning(replay));
    /* An ad-gif is 6 quadwords, a run one and three for each vertex. */
    cr_expect_eq(quadwords, 6 * drawn.ad_gifs + runs + 3 * drawn.vertices);
    cr_expect_eq(starts, GEN_SWEEP + 1);
    cr_expect_eq(entries[0], 0); /* once for all */
    for (unsigned i = 0; i < GEN_SWEEP; i++)
        cr_expect_eq(entries[i + 1], gen_sweep_entry[i], "patch %u: %x", i, entries[i + 1]);
    replay_destroy(replay);
    trace_close(reader);
    gen_bytes_free(&file);
    gen_content_free(&content);
}
