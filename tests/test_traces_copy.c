/* Recordings read and written again. The corpus was made by a writer of its own (gsdump_writer.py,
 * dumps/README.md). */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

#include "traces_image.h"

TestSuite(traces_copy, .fini = image_remove_directory);

static bool same_bytes(const struct image *a, const struct image *b)
{
    return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

/* Copies a recording event by event into image_path("copy"), raw. */
static void copy_recording(const char *path)
{
    struct trace_error error = {{0}};
    struct trace_event event;
    int result;
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert_not_null(reader, "%s", error.text);
    struct trace_writer *writer =
        trace_writer_create(image_path("copy"), TRACE_RAW, trace_header(reader), trace_initial_state(reader),
                            trace_initial_registers(reader), &error);
    cr_assert_not_null(writer, "%s", error.text);
    while ((result = trace_next(reader, &event, &error)) == 1)
        cr_assert(trace_writer_add(writer, &event, &error), "%s", error.text);
    cr_assert_eq(result, 0, "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    trace_close(reader);
}

/* Ends with `suffix`. */
static bool has_suffix(const char *name, const char *suffix)
{
    size_t length = strlen(name), end = strlen(suffix);
    return length >= end && !strcmp(name + length - end, suffix);
}

/* The corpus is of version 9 in the new container, made by a writer of its own (gsdump_writer.py): a copy
 * from parsed fields must have the same bytes. */
static unsigned check_copies(const char *folder)
{
    unsigned count = 0;
    char path[2048];
    DIR *files = opendir(folder);
    cr_assert_not_null(files, "%s", folder);
    for (struct dirent *file; (file = readdir(files)) != NULL;) {
        if (!has_suffix(file->d_name, ".gs.zst"))
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        struct image packed = image_load(path), raw = {0};
        unsigned long long size = ZSTD_getFrameContentSize(packed.bytes, packed.size);
        size_t bound = size < 100000000 ? (size_t)size : 100000000;
        image_add_pattern(&raw, bound, 0);
        raw.size = ZSTD_decompress(raw.bytes, bound, packed.bytes, packed.size);
        cr_assert_not(ZSTD_isError(raw.size), "%s", path);
        copy_recording(path);
        struct image copy = image_load(image_path("copy"));
        cr_assert(same_bytes(&copy, &raw), "%s", path);
        image_free(&packed);
        image_free(&raw);
        image_free(&copy);
        count++;
    }
    closedir(files);
    return count;
}

Test(traces_copy, recordings_copied_from_their_fields_have_the_same_bytes)
{
    cr_assert_gt(check_copies(PATH1_TEST_DATA "/dumps/features"), 50);
    cr_assert_eq(check_copies(PATH1_TEST_DATA "/dumps/scenes"), 5);
}

/* Each pair holds the same recording (dumps/README.md); the older one must read as the newer. */
Test(traces_copy, recordings_of_older_versions_copy_to_the_current_one)
{
    static const char *const pairs[][2] = {
        {"clut_csm1_32_state4.gs.zst", "clut_csm1_32.gs.xz"},
        {"fog_state6.gs.zst", "fog.gs.xz"},
        {"testcard_state7.gs.zst", "testcard.gs.xz"},
        {"testcard_state8.gs.zst", "testcard.gs.xz"},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        struct image copies[2];
        for (int n = 0; n < 2; n++) {
            char path[2048];
            snprintf(path, sizeof path, "%s/dumps/loader/%s", PATH1_TEST_DATA, pairs[i][n]);
            copy_recording(path);
            copies[n] = image_load(image_path("copy"));
        }
        /* The old container has no serial, and before version 9 a state does not hold the transfer. */
        size_t packets[2] = {44 + 4194813, 44 + 4194813};
        for (int n = 0; n < 2; n++)
            packets[n] += copies[n].bytes[20]; /* serial size */
        cr_assert_eq(copies[0].size - packets[0], copies[1].size - packets[1], "%s", pairs[i][0]);
        cr_assert(
            !memcmp(copies[0].bytes + packets[0], copies[1].bytes + packets[1], copies[0].size - packets[0]));
        size_t states[2] = {packets[0] - 4194813, packets[1] - 4194813};
        cr_assert(!memcmp(copies[0].bytes + states[0], copies[1].bytes + states[1], 364));
        cr_assert(
            !memcmp(copies[0].bytes + states[0] + 425, copies[1].bytes + states[1] + 425, 4194813 - 425));
        image_free(&copies[0]);
        image_free(&copies[1]);
    }
}
