/* One recording in other containers, state versions and compressions draws the same. Expected is the replay
 * of the form that PCSX2 played (test_dumps_reference compares it with PCSX2's results). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <criterion/criterion.h>
#include <lzma.h>

#include "dump.h"
#include "program.h"

#define RULES "pcsx2"
#define MOST_RAW_BYTES (64u << 20)

TestSuite(dumps_forms, .init = program_setup, .fini = program_teardown, .timeout = 1100);

static void expect_same(const struct dump_result *got, const struct dump_result *expected, const char *what)
{
    cr_expect_str_eq(got->memory_hash, expected->memory_hash, "memory of %s", what);
    cr_expect_str_eq(got->fifo_hash, expected->fifo_hash, "data read back from %s", what);
    cr_assert_eq(got->pictures, expected->pictures, "pictures of %s", what);
    for (size_t i = 0; i < got->pictures; i++)
        cr_expect_str_eq(got->picture[i].hash, expected->picture[i].hash, "picture %zu of %s", i, what);
    cr_expect_eq(got->gif_bytes, expected->gif_bytes, "GIF bytes of %s", what);
}

/* ---- containers and state versions ---- */

/* Unpacks an xz file with liblzma, not with the reader under test. */
static void unpack(const char *path, const char *raw_path)
{
    size_t packed_size, in_at = 0, out_at = 0;
    const char *packed = read_file(path, &packed_size);
    uint8_t *raw = malloc(MOST_RAW_BYTES);
    uint64_t memory = UINT64_MAX;
    cr_assert_not_null(raw);
    lzma_ret result = lzma_stream_buffer_decode(&memory, 0, NULL, (const uint8_t *)packed, &in_at,
                                                packed_size, raw, &out_at, MOST_RAW_BYTES);
    cr_assert_eq(result, LZMA_OK, "%s", path);
    write_file(raw_path, raw, out_at);
    free(raw);
}

/* The memory that the recording left in its first form, the one in features/. NULL if it is not there. */
static struct dump_result *original(const char *name)
{
    dump_path path;
    snprintf(path, sizeof path, "%s/%s.gs.zst", dump_file("features"), name);
    if (access(path, R_OK) != 0)
        return NULL;
    struct dump_result *result = malloc(sizeof *result);
    cr_assert_not_null(result);
    dump_replay(path, RULES, result);
    return result;
}

/* The content's name: the file's up to "_state" or ".gs". */
static void content_of(const char *file, char name[256])
{
    snprintf(name, 256, "%s", file);
    *strstr(name, ".gs") = 0;
    char *state = strstr(name, "_state");
    if (state)
        *state = 0;
}

Test(dumps_forms, every_container_and_state_version_leaves_the_memory_of_the_first_form)
{
    struct dump_list list;
    cr_assert(dump_list("loader", &list));
    size_t equal = 0, compared = 0;
    for (size_t i = 0; i < list.count; i++) {
        char name[256];
        dump_path path;
        struct dump_result result;
        content_of(list.file[i], name);
        struct dump_result *first = original(name);
        if (!first)
            continue;
        dump_replay(dump_list_path(&list, i, path), RULES, &result);
        bool same = strcmp(result.memory_hash, first->memory_hash) == 0;
        compared++;
        equal += same;
        cr_expect(same, "%s leaves another memory than features/%s", list.file[i], name);
        dump_result_free(&result);
        dump_result_free(first);
        free(first);
    }
    printf("loader: %zu of %zu forms leave the memory of the first form\n", equal, compared);
    if (!getenv("PATH1_DUMPS"))
        cr_expect_gt(compared, 0);
    dump_list_free(&list);
}

Test(dumps_forms, an_unpacked_recording_gives_the_results_of_the_packed_one)
{
    struct dump_list list;
    cr_assert(dump_list("loader", &list));
    size_t compared = 0;
    for (size_t i = 0; i < list.count; i++) {
        dump_path path, json;
        struct dump_result packed, raw;
        struct dump_report report = {""};
        if (!strstr(list.file[i], ".gs.xz"))
            continue;
        const char *raw_path = scratch("raw.gs");
        unpack(dump_list_path(&list, i, path), raw_path);
        dump_replay(path, RULES, &packed);
        dump_replay(raw_path, RULES, &raw);
        expect_same(&raw, &packed, raw_path);
        cr_expect(dump_matches(path, &raw, "avx2", &report), "%s, unpacked:\n%s", dump_beside(path, "", json),
                  report.text);
        dump_result_free(&packed);
        dump_result_free(&raw);
        compared++;
    }
    printf("loader: %zu recordings unpacked\n", compared);
    if (!getenv("PATH1_DUMPS"))
        cr_expect_gt(compared, 0);
    dump_list_free(&list);
}

/* ---- written again ---- */

static void write_again(const char *path, const char *copy, enum trace_compression compression)
{
    struct trace_error error;
    struct trace_event event;
    int got;
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert_not_null(reader, "%s", error.text);
    struct trace_writer *writer =
        trace_writer_create(copy, compression, trace_header(reader), trace_initial_state(reader),
                            trace_initial_registers(reader), &error);
    cr_assert_not_null(writer, "%s", error.text);
    while ((got = trace_next(reader, &event, &error)) > 0)
        cr_assert(trace_writer_add(writer, &event, &error), "%s", error.text);
    cr_assert_eq(got, 0, "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    trace_close(reader);
}

static void round_trip(const char *folder, size_t first, size_t stride)
{
    static const enum trace_compression kinds[] = {TRACE_RAW, TRACE_XZ, TRACE_ZSTD};
    struct dump_list list;
    cr_assert(dump_list(folder, &list), "%s is missing", folder);
    for (size_t i = first; i < list.count; i += stride) {
        dump_path path;
        struct dump_result result;
        dump_replay(dump_list_path(&list, i, path), RULES, &result);
        for (unsigned kind = 0; kind < 3; kind++) {
            struct dump_result again;
            const char *copy = scratch("copy");
            write_again(path, copy, kinds[kind]);
            dump_replay(copy, RULES, &again);
            expect_same(&again, &result, list.file[i]);
            dump_result_free(&again);
        }
        dump_result_free(&result);
    }
    dump_list_free(&list);
}

Test(dumps_forms, recordings_written_again_in_any_compression_draw_the_same)
{
    round_trip("features", 2, 16);
    round_trip("fuzz", 2, 60);
    round_trip("loader", 0, 1);
}
