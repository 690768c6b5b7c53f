/* Reading recordings. Layouts and values come from DUMPFORMAT sections 2, 3 and 5; files are built byte by
 * byte by traces_image.c, apart from the reader. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "traces_image.h"

TestSuite(traces_reader, .fini = image_remove_directory);

static struct trace_reader *open_image(const struct image *image)
{
    struct trace_error error = {{0}};
    struct trace_reader *reader = trace_open(image_save(image, "dump.gs"), &error);
    cr_assert_not_null(reader, "%s", error.text);
    return reader;
}

static void check_state(struct trace_reader *reader, unsigned version)
{
    struct gs_state *expected = malloc(sizeof *expected);
    cr_assert_not_null(expected);
    image_expect_state(expected, version);
    const struct gs_state *state = trace_initial_state(reader);
    for (size_t i = 0; i < image_field_count; i++)
        cr_assert_arr_eq((const char *)state + image_fields[i].member,
                         (const char *)expected + image_fields[i].member, image_fields[i].member_size,
                         "version %u, field at %zu", version, image_fields[i].offset);
    cr_assert(!memcmp(state, expected, sizeof *expected), "version %u", version);
    free(expected);
    for (size_t i = 0; i < GS_PRIVILEGED_SIZE; i++)
        cr_assert_eq(trace_initial_registers(reader)[i], image_pattern(i, IMAGE_REGISTERS_SEED));
}

Test(traces_reader, every_state_version_in_the_new_container_fills_the_state)
{
    for (unsigned version = 1; version <= 9; version++) {
        struct image image = {0};
        image_add_new_start(&image, version);
        struct trace_reader *reader = open_image(&image);
        check_state(reader, version);
        const struct trace_header *header = trace_header(reader);
        cr_assert_eq(header->compression, TRACE_RAW);
        cr_assert(header->has_header_block);
        cr_assert_eq(header->header_version, version);
        cr_assert_eq(header->state_version, version);
        cr_assert_eq(header->state_size, image_state_size(version));
        cr_assert_eq(header->crc, IMAGE_CRC);
        cr_assert_str_eq(header->serial, "TEST-00001");
        cr_assert_eq(header->serial_size, IMAGE_SERIAL_SIZE);
        cr_assert_null(header->screenshot);
        cr_assert_null(trace_warning(reader));
        trace_close(reader);
        image_free(&image);
    }
}

Test(traces_reader, every_state_version_in_the_old_container_fills_the_state)
{
    for (unsigned version = 1; version <= 9; version++) {
        struct image image = {0};
        image_add_old_start(&image, version);
        struct trace_reader *reader = open_image(&image);
        check_state(reader, version);
        const struct trace_header *header = trace_header(reader);
        cr_assert_not(header->has_header_block);
        cr_assert_eq(header->header_version, 0);
        cr_assert_eq(header->state_version, version);
        cr_assert_eq(header->state_size, image_state_size(version));
        cr_assert_eq(header->crc, IMAGE_CRC);
        cr_assert_str_eq(header->serial, "");
        cr_assert_eq(header->serial_size, 0);
        cr_assert_null(header->screenshot);
        trace_close(reader);
        image_free(&image);
    }
}

/* DUMPFORMAT section 5: "A blob longer than needed is accepted." */
Test(traces_reader, bytes_behind_a_state_that_is_longer_than_needed_are_skipped)
{
    struct image image = {0}, start = {0};
    size_t end = 8 + image_state_size(4);
    image_add_old_start(&start, 4);
    image_add(&image, start.bytes, end);
    image_add_pattern(&image, 100000, 1);
    image_add(&image, start.bytes + end, start.size - end);
    image_set_u32(&image, 4, (uint32_t)image_state_size(4) + 100000);
    image_add_vsync(&image, 1);
    struct trace_reader *reader = open_image(&image);
    check_state(reader, 4);
    cr_assert_eq(trace_header(reader)->state_size, image_state_size(4) + 100000);
    struct trace_event event;
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert_eq(event.kind, TRACE_VSYNC);
    trace_close(reader);
    image_free(&image);
    image_free(&start);
}

/* A header block with the screenshot first, a gap, the serial, and more bytes behind. */
static void add_odd_block(struct image *image, uint32_t width, uint32_t height, uint32_t picture_size)
{
    enum { GAP = 7, BEHIND = 5000 };
    struct image start = {0};
    uint32_t picture_offset = 36 + GAP, serial_offset = picture_offset + picture_size + GAP;
    image_add_new_start(&start, 9);
    image_add(image, start.bytes, 44);
    image_set_u32(image, 4, serial_offset + 4 + BEHIND);
    image_set_u32(image, 16, serial_offset);
    image_set_u32(image, 20, 4);
    image_set_u32(image, 28, width);
    image_set_u32(image, 32, height);
    image_set_u32(image, 36, picture_offset);
    image_set_u32(image, 40, picture_size);
    image_add_pattern(image, GAP, 1);
    image_add_pattern(image, picture_size, 2);
    image_add_pattern(image, GAP, 3);
    image_add(image, "A\n\0\x7F", 4);
    image_add_pattern(image, BEHIND, 4);
    image_add(image, start.bytes + 8 + IMAGE_BLOCK, start.size - 8 - IMAGE_BLOCK);
    image_free(&start);
}

/* DUMPFORMAT section 2: "Use the offsets, not the order." */
Test(traces_reader, serial_and_screenshot_are_found_by_their_offsets)
{
    struct image image = {0};
    add_odd_block(&image, 64, 48, 64 * 48 * 4);
    struct trace_reader *reader = open_image(&image);
    const struct trace_header *header = trace_header(reader);
    cr_assert_str_eq(header->serial, "A???");
    cr_assert_eq(header->serial_size, 4);
    cr_assert_eq(header->screenshot_width, 64);
    cr_assert_eq(header->screenshot_height, 48);
    cr_assert_not_null(header->screenshot);
    for (size_t i = 0; i < 64 * 48 * 4; i++)
        cr_assert_eq(header->screenshot[i], image_pattern(i, 2));
    cr_assert_null(trace_warning(reader));
    check_state(reader, 9);
    trace_close(reader);
    image_free(&image);
}

static void check_picture_dropped(uint32_t width, uint32_t height, uint32_t size, const char *text)
{
    struct image image = {0};
    char expected[2048];
    add_odd_block(&image, width, height, size);
    struct trace_reader *reader = open_image(&image);
    snprintf(expected, sizeof expected, "%s: offset 0x28: %s", image_path("dump.gs"), text);
    cr_assert_not_null(trace_warning(reader));
    cr_assert_str_eq(trace_warning(reader), expected);
    cr_assert_null(trace_header(reader)->screenshot);
    cr_assert_eq(trace_header(reader)->screenshot_width, 0);
    cr_assert_eq(trace_header(reader)->screenshot_height, 0);
    cr_assert_str_eq(trace_header(reader)->serial, "A???");
    check_state(reader, 9);
    trace_close(reader);
    image_free(&image);
}

Test(traces_reader, a_screenshot_of_another_size_than_it_declares_is_dropped_with_a_warning)
{
    check_picture_dropped(8, 6, 193, "expected a screenshot of 8 x 6 x 4 bytes, found 193");
    check_picture_dropped(0, 6, 192, "expected a screenshot of 0 x 6 x 4 bytes, found 192");
    /* 65536 * 65537 * 4 is 262144 modulo 2^32 */
    check_picture_dropped(65536, 65537, 262144,
                          "expected a screenshot of 65536 x 65537 x 4 bytes, found 262144");
}

/* The bound is ours: 16 MiB, a preview is far smaller. */
Test(traces_reader, a_screenshot_of_more_than_16_mib_is_dropped_with_a_warning)
{
    check_picture_dropped(2048, 2049, 2048 * 2049 * 4,
                          "expected a screenshot of at most 16777216 bytes, found 16785408");
}

Test(traces_reader, dimensions_without_a_screenshot_mean_none)
{
    struct image image = {0};
    add_odd_block(&image, 640, 480, 0);
    struct trace_reader *reader = open_image(&image);
    cr_assert_null(trace_header(reader)->screenshot);
    cr_assert_eq(trace_header(reader)->screenshot_width, 0);
    cr_assert_null(trace_warning(reader));
    trace_close(reader);
    image_free(&image);
}

/* The state's own word lays it out (DUMPFORMAT section 5); the block only repeats it. */
Test(traces_reader, a_header_block_of_another_version_than_the_state_gives_a_warning)
{
    struct image image = {0};
    char expected[2048];
    image_add_new_start(&image, 8);
    image_set_u32(&image, 8, 7);
    struct trace_reader *reader = open_image(&image);
    check_state(reader, 8);
    snprintf(expected, sizeof expected, "%s: offset 0x8: expected state version 8 as in the state, found 7",
             image_path("dump.gs"));
    cr_assert_str_eq(trace_warning(reader), expected);
    cr_assert_eq(trace_header(reader)->header_version, 7);
    cr_assert_eq(trace_header(reader)->state_version, 8);
    trace_close(reader);
    image_free(&image);
}

Test(traces_reader, packets_become_events_with_offsets_and_stored_bytes)
{
    struct image image = {0}, data = {0};
    image_add_pattern(&data, GS_PRIVILEGED_SIZE, 9);
    image_add_old_start(&image, 6);
    size_t at = image.size;
    image_add_transfer(&image, 3, data.bytes, 48);   /* 54 bytes */
    image_add_transfer(&image, 200, data.bytes, 16); /* 22 */
    image_add_transfer(&image, 0, NULL, 0);          /* 6 */
    image_add_read_fifo(&image, 0x3CBA98);         /* 5 */
    image_add_registers(&image, data.bytes);         /* 8193 */
    image_add_vsync(&image, 0xA5);                   /* 2 */
    struct trace_reader *reader = open_image(&image);
    struct trace_event event;

    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert(event.kind == TRACE_GIF && event.offset == at && event.path_code == 3 && event.size == 48);
    cr_assert_arr_eq(event.data, data.bytes, 48);
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert(event.kind == TRACE_GIF && event.offset == at + 54 && event.path_code == 200);
    cr_assert_eq(event.size, 16);
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert(event.kind == TRACE_GIF && event.offset == at + 76 && event.path_code == 0 && event.size == 0);
    cr_assert_not_null(event.data);
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert(event.kind == TRACE_READ_FIFO && event.offset == at + 82 && event.quadwords == 0x3CBA98);
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert(event.kind == TRACE_REGISTERS && event.offset == at + 87 && event.size == GS_PRIVILEGED_SIZE);
    cr_assert_arr_eq(event.data, data.bytes, GS_PRIVILEGED_SIZE);
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert(event.kind == TRACE_VSYNC && event.offset == at + 8280 && event.field == 0xA5);
    for (int again = 0; again < 3; again++)
        cr_assert_eq(trace_next(reader, &event, NULL), 0);
    cr_assert_null(trace_warning(reader));
    trace_close(reader);
    image_free(&image);
    image_free(&data);
}

Test(traces_reader, a_transfer_larger_than_any_buffer_arrives_whole)
{
    enum { SIZE = 3000016 };
    struct image image = {0}, data = {0};
    image_add_pattern(&data, SIZE, 3);
    image_add_new_start(&image, 9);
    image_add_transfer(&image, 1, data.bytes, SIZE);
    image_add_transfer(&image, 2, data.bytes + 16, 32);
    struct trace_reader *reader = open_image(&image);
    struct trace_event event;
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert_eq(event.size, SIZE);
    cr_assert(!memcmp(event.data, data.bytes, SIZE));
    cr_assert_eq(trace_next(reader, &event, NULL), 1);
    cr_assert_eq(event.path_code, 2);
    cr_assert(!memcmp(event.data, data.bytes + 16, 32));
    cr_assert_eq(trace_next(reader, &event, NULL), 0);
    trace_close(reader);
    image_free(&image);
    image_free(&data);
}

Test(traces_reader, progress_ends_at_the_size_of_the_file)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    image_add_vsync(&image, 0);
    struct image packed = image_zstd(&image);
    struct trace_error error;
    struct trace_reader *reader = trace_open(image_save(&packed, "dump.gs.zst"), &error);
    cr_assert_not_null(reader);
    uint64_t consumed, size;
    struct trace_event event;
    while (trace_next(reader, &event, NULL) == 1)
        ;
    trace_progress(reader, &consumed, &size);
    cr_assert_eq(consumed, packed.size);
    cr_assert_eq(size, packed.size);
    trace_close(reader);
    image_free(&image);
    image_free(&packed);
}

#if !defined(__SANITIZE_ADDRESS__)
/* Resident memory of this process, KiB; the test runs in a process of its own. */
static long peak_memory(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

Test(traces_reader, a_huge_declared_size_takes_no_memory_before_the_bytes_arrive)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    image_add_transfer(&image, 3, NULL, 0);
    image_set_u32(&image, image.size - 4, 0xFFFFFFF0);
    image_add_pattern(&image, 100000, 1);
    struct trace_reader *reader = open_image(&image);
    long before = peak_memory();
    struct trace_event event;
    cr_assert_eq(trace_next(reader, &event, NULL), 0);
    cr_assert_not_null(trace_warning(reader));
    cr_assert_lt(peak_memory() - before, 16 * 1024);
    trace_close(reader);
    image_free(&image);
}
#endif
