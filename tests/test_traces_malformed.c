/* Recordings that are wrong, one thing at a time: each gives one line that names the file, the byte offset
 * (DUMPFORMAT section 2), what was expected and what was found. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "traces_image.h"

TestSuite(traces_malformed, .fini = image_remove_directory);

/* Offsets in a recording with the header block of traces_image.c. */
enum {
    STATE = 8 + IMAGE_BLOCK,
    STATE_SIZE = 4194813,
    REGISTERS = STATE + STATE_SIZE,
    PACKETS = REGISTERS + GS_PRIVILEGED_SIZE,
};

static void check_text(const struct trace_error *error, const char *name, const char *text)
{
    char expected[2048];
    snprintf(expected, sizeof expected, "%s: %s", image_path(name), text);
    cr_assert_str_eq(error->text, expected);
    cr_assert_null(strchr(error->text, '\n'));
}

static void check_open_fails(const struct image *image, const char *text)
{
    struct trace_error error = {{0}};
    cr_assert_null(trace_open(image_save(image, "bad.gs"), &error), "%s", text);
    check_text(&error, "bad.gs", text);
}

/* A recording in the new form with one word of its head replaced. */
static void check_word(size_t offset, uint32_t value, const char *text)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    image_set_u32(&image, offset, value);
    check_open_fails(&image, text);
    image_free(&image);
}

Test(traces_malformed, a_header_block_shorter_than_its_fixed_part)
{
    check_word(4, 35, "offset 0x4: expected a header block of at least 36 bytes, found 35");
    check_word(4, 0, "offset 0x4: expected a header block of at least 36 bytes, found 0");
}

Test(traces_malformed, a_state_version_that_nobody_knows)
{
    check_word(8, 0, "offset 0x8: expected a state version from 1 to 9, found 0");
    check_word(8, 10, "offset 0x8: expected a state version from 1 to 9, found 10");
    check_word(STATE, 0, "offset 0x36: expected a state version from 1 to 9, found 0");
    check_word(STATE, 10, "offset 0x36: expected a state version from 1 to 9, found 10");
    check_word(STATE, 0xFFFFFFFF, "offset 0x36: expected a state version from 1 to 9, found 4294967295");
}

Test(traces_malformed, a_state_that_is_too_short_for_its_version)
{
    check_word(12, 4194812,
               "offset 0xc: expected a state of at least 4194813 bytes (version 9), found 4194812");
    check_word(12, 3, "offset 0xc: expected a state of at least 4 bytes, found 3");
    static const struct {
        uint32_t version;
        const char *text;
    } cases[] = {
        {8, "offset 0x4: expected a state of at least 4194752 bytes (version 8), found 4194751"},
        {7, "offset 0x4: expected a state of at least 4194752 bytes (version 7), found 4194751"},
        {6, "offset 0x4: expected a state of at least 4194776 bytes (version 6), found 4194775"},
        {5, "offset 0x4: expected a state of at least 4194776 bytes (version 5), found 4194775"},
        {4, "offset 0x4: expected a state of at least 4194832 bytes (version 4), found 4194831"},
        {1, "offset 0x4: expected a state of at least 4194832 bytes (version 1), found 4194831"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct image image = {0};
        image_add_old_start(&image, cases[i].version);
        image_set_u32(&image, 4, (uint32_t)image_state_size(cases[i].version) - 1);
        check_open_fails(&image, cases[i].text);
        image_free(&image);
    }
}

Test(traces_malformed, an_old_container_of_an_unknown_version)
{
    struct image image = {0};
    image_add_old_start(&image, 9);
    image_set_u32(&image, 8, 11);
    check_open_fails(&image, "offset 0x8: expected a state version from 1 to 9, found 11");
    image_free(&image);
}

Test(traces_malformed, a_serial_that_leaves_the_header_block)
{
    check_word(20, 11,
               "offset 0x14: expected a serial from 36 to the block's end at 46, found 11 bytes at 36");
    check_word(16, 37,
               "offset 0x14: expected a serial from 36 to the block's end at 46, found 10 bytes at 37");
    check_word(16, 35,
               "offset 0x14: expected a serial from 36 to the block's end at 46, found 10 bytes at 35");
    /* 0xFFFFFFFF + 10 is 9 modulo 2^32 */
    check_word(
        16, 0xFFFFFFFF,
        "offset 0x14: expected a serial from 36 to the block's end at 46, found 10 bytes at 4294967295");
}

Test(traces_malformed, a_screenshot_that_leaves_the_header_block)
{
    check_word(40, 1,
               "offset 0x28: expected a screenshot from 36 to the block's end at 46, found 1 bytes at 46");
    check_word(40, 0xFFFFFFFC,
               "offset 0x28: expected a screenshot from 36 to the block's end at 46, found "
               "4294967292 bytes at 46");
}

Test(traces_malformed, a_serial_of_more_than_64_kib)
{
    struct image image = {0}, start = {0};
    image_add_new_start(&start, 9);
    image_add(&image, start.bytes, STATE);
    image_add_pattern(&image, 65537 - IMAGE_SERIAL_SIZE, 1);
    image_add(&image, start.bytes + STATE, start.size - STATE);
    image_set_u32(&image, 4, 36 + 65537);
    image_set_u32(&image, 20, 65537);
    check_open_fails(&image, "offset 0x14: expected a serial of at most 65536 bytes, found 65537");
    image_free(&image);
    image_free(&start);
}

Test(traces_malformed, a_header_block_that_is_larger_than_the_file)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    image_set_u32(&image, 4, 0xFFFFFFFE);
    struct trace_error error = {{0}};
    cr_assert_null(trace_open(image_save(&image, "bad.gs"), &error));
    cr_assert_not_null(strstr(error.text, " bytes of header block, found "));
    cr_assert_not_null(strstr(error.text, " before the end of the file"));
    image_free(&image);
}

Test(traces_malformed, a_state_that_is_larger_than_the_file)
{
    check_word(
        12, 0xFFFFFFFF,
        "offset 0x400233: expected 4290772482 bytes of GS state, found 8192 before the end of the file");
}

Test(traces_malformed, a_file_that_cannot_be_read)
{
    struct trace_error error = {{0}};
    cr_assert_null(trace_open(image_path("none.gs"), &error));
    check_text(&error, "none.gs", "offset 0x0: expected a readable file, found: No such file or directory");
    cr_assert_null(trace_open(image_directory(), &error));
    cr_assert_not_null(strstr(error.text, ": offset 0x0: expected a readable file, found: Is a directory"));
    cr_assert_null(trace_open(image_path("none.gs"), NULL));
}

Test(traces_malformed, a_long_name_with_line_breaks_still_gives_one_whole_line)
{
    char name[4000];
    struct trace_error error = {{0}};
    memset(name, 'x', sizeof name);
    memcpy(name + sizeof name - 12, "end\nname.gs", 12);
    cr_assert_null(trace_open(name, &error));
    cr_assert_null(strchr(error.text, '\n'));
    cr_assert_not_null(strstr(error.text, "end?name.gs: offset 0x0: expected a readable file, found: "));
    cr_assert_eq(strncmp(error.text, "...x", 4), 0);
}

Test(traces_malformed, every_cut_before_the_packets_is_an_error)
{
    static const struct {
        size_t size;
        const char *text;
    } cases[] = {
        {0, "offset 0x0: expected 4 bytes of game CRC or header mark, found 0 before the end of the file"},
        {3, "offset 0x0: expected 4 bytes of game CRC or header mark, found 3 before the end of the file"},
        {4, "offset 0x4: expected 4 bytes of header or state size, found 0 before the end of the file"},
        {7, "offset 0x4: expected 4 bytes of header or state size, found 3 before the end of the file"},
        {8, "offset 0x8: expected 36 bytes of header block, found 0 before the end of the file"},
        {43, "offset 0x8: expected 36 bytes of header block, found 35 before the end of the file"},
        {44, "offset 0x2c: expected 10 bytes of header block, found 0 before the end of the file"},
        {53, "offset 0x2c: expected 10 bytes of header block, found 9 before the end of the file"},
        {STATE, "offset 0x36: expected 4 bytes of GS state, found 0 before the end of the file"},
        {STATE + 424, "offset 0x3a: expected 421 bytes of GS state, found 420 before the end of the file"},
        {STATE + 425, "offset 0x1df: expected 4194304 bytes of local memory, found 0 before the end of the "
                      "file"},
        {STATE + 2000425, "offset 0x1df: expected 4194304 bytes of local memory, found 2000000 before the "
                          "end of the file"},
        {STATE + 4194728, "offset 0x1df: expected 4194304 bytes of local memory, found 4194303 before the "
                          "end of the file"},
        {STATE + 4194729, "offset 0x4001df: expected 84 bytes of GS state, found 0 before the end of the "
                          "file"},
        {REGISTERS - 1, "offset 0x4001df: expected 84 bytes of GS state, found 83 before the end of the "
                        "file"},
        {REGISTERS, "offset 0x400233: expected 8192 bytes of privileged registers, found 0 before the end "
                    "of the file"},
        {PACKETS - 1, "offset 0x400233: expected 8192 bytes of privileged registers, found 8191 before the "
                      "end of the file"},
    };
    struct image image = {0};
    image_add_new_start(&image, 9);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        image.size = cases[i].size;
        check_open_fails(&image, cases[i].text);
    }
    image_free(&image);
}

Test(traces_malformed, every_cut_of_the_first_500_bytes_is_one_line_with_an_offset)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    for (image.size = 0; image.size < 500; image.size++) {
        struct trace_error error = {{0}};
        cr_assert_null(trace_open(image_save(&image, "bad.gs"), &error));
        cr_assert_not_null(strstr(error.text, "bad.gs: offset 0x"));
        cr_assert_not_null(strstr(error.text, " before the end of the file"));
        cr_assert_null(strchr(error.text, '\n'));
    }
    image_free(&image);
}

/* Reads all events; returns the last result and their number. */
static int read_all(struct trace_reader *reader, unsigned *count, struct trace_error *error)
{
    struct trace_event event;
    int result;
    *count = 0;
    while ((result = trace_next(reader, &event, error)) == 1)
        ++*count;
    return result;
}

/* DUMPFORMAT section 3: "A truncated last packet is dropped with a warning, not an error." */
Test(traces_malformed, every_cut_inside_the_packets_keeps_the_whole_ones_and_warns)
{
    struct image image = {0}, data = {0};
    size_t ends[6], packets = 0;
    image_add_pattern(&data, GS_PRIVILEGED_SIZE, 9);
    image_add_new_start(&image, 9);
    ends[packets++] = image.size;
    image_add_transfer(&image, 3, data.bytes, 64);
    ends[packets++] = image.size;
    image_add_read_fifo(&image, 3);
    ends[packets++] = image.size;
    image_add_vsync(&image, 0);
    ends[packets++] = image.size;
    image_add_transfer(&image, 1, data.bytes, 160);
    ends[packets++] = image.size;
    image_add_registers(&image, data.bytes);
    ends[packets++] = image.size;
    char path[1024];
    snprintf(path, sizeof path, "%s", image_save(&image, "cut.gs"));

    /* All cuts of the small packets, every 97th of the Registers packet; each file a little shorter. */
    for (size_t cut = image.size; cut >= PACKETS; cut -= cut > ends[4] + 97 ? 97 : 1) {
        cr_assert_eq(truncate(path, (off_t)cut), 0);
        struct trace_error error = {{0}};
        struct trace_reader *reader = trace_open(path, &error);
        cr_assert_not_null(reader, "%s", error.text);
        unsigned whole = 0, count;
        while (whole + 1 < packets && ends[whole + 1] <= cut)
            whole++;
        cr_assert_eq(read_all(reader, &count, &error), 0);
        cr_assert_eq(count, whole, "cut at %zu: %u events", cut, count);
        cr_assert_eq(trace_warning(reader) == NULL, ends[whole] == cut, "cut at %zu", cut);
        trace_close(reader);
    }
    image_free(&image);
    image_free(&data);
}

static void check_cut_warning(const struct image *image, const char *text)
{
    struct trace_error error = {{0}}, warning = {{0}};
    struct trace_reader *reader = trace_open(image_save(image, "cut.gs"), &error);
    cr_assert_not_null(reader, "%s", error.text);
    unsigned count;
    cr_assert_eq(read_all(reader, &count, &error), 0);
    cr_assert_eq(count, 0);
    cr_assert_not_null(trace_warning(reader));
    snprintf(warning.text, sizeof warning.text, "%s", trace_warning(reader));
    check_text(&warning, "cut.gs", text);
    trace_close(reader);
}

Test(traces_malformed, the_warning_names_the_packet_and_its_sizes)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    image_add_u8(&image, 1);
    check_cut_warning(&image,
                      "offset 0x402233: expected 2 bytes of a VSync packet, found 1 before the end of "
                      "the file");
    image.size = PACKETS;
    image_add_read_fifo(&image, 1);
    image.size -= 1;
    check_cut_warning(&image,
                      "offset 0x402233: expected 5 bytes of a ReadFIFO2 packet, found 4 before the end "
                      "of the file");
    image.size = PACKETS;
    image_add_transfer(&image, 3, NULL, 0);
    image.size -= 1;
    check_cut_warning(&image,
                      "offset 0x402233: expected 6 bytes of a Transfer packet, found 5 before the end "
                      "of the file");
    image.size = PACKETS;
    image_add_transfer(&image, 3, NULL, 0);
    image_set_u32(&image, PACKETS + 2, 0xFFFFFFF0);
    image_add_pattern(&image, 200000, 1);
    check_cut_warning(&image, "offset 0x402233: expected 4294967286 bytes of a Transfer packet, found 200006 "
                              "before the end of the file");
    image.size = PACKETS;
    image_add_u8(&image, 3);
    image_add_pattern(&image, 100, 1);
    check_cut_warning(&image, "offset 0x402233: expected 8193 bytes of a Registers packet, found 101 before "
                              "the end of the file");
    image_free(&image);
}

static void check_packet_error(const struct image *image, unsigned events, const char *text)
{
    struct trace_error error = {{0}};
    struct trace_reader *reader = trace_open(image_save(image, "bad.gs"), &error);
    cr_assert_not_null(reader, "%s", error.text);
    unsigned count;
    for (int again = 0; again < 2; again++) { /* it stays wrong */
        memset(&error, 0, sizeof error);
        cr_assert_eq(read_all(reader, &count, &error), -1);
        cr_assert_eq(count, again ? 0 : events);
        check_text(&error, "bad.gs", text);
    }
    trace_close(reader);
}

Test(traces_malformed, an_unknown_packet_id_is_an_error_after_the_good_packets)
{
    for (unsigned id = 4; id < 256; id += id < 8 ? 1 : 31) {
        struct image image = {0};
        char text[200];
        image_add_new_start(&image, 9);
        image_add_vsync(&image, 0);
        image_add_u8(&image, (uint8_t)id);
        image_add_pattern(&image, 20000, 1);
        snprintf(text, sizeof text, "offset 0x402235: expected a packet id from 0 to 3, found %u", id);
        check_packet_error(&image, 1, text);
        image_free(&image);
    }
}

Test(traces_malformed, a_transfer_of_broken_quadwords_is_an_error)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    image_add_transfer(&image, 3, "123456789012345678901234", 24);
    check_packet_error(&image, 0,
                       "offset 0x402235: expected a Transfer size that is a multiple of 16, found 24");
    image_set_u32(&image, PACKETS + 2, 0xFFFFFFFF);
    check_packet_error(
        &image, 0, "offset 0x402235: expected a Transfer size that is a multiple of 16, found 4294967295");
    image_free(&image);
}

/* No transfer is larger: 4095 x 4095 pixels of 32 bits. */
Test(traces_malformed, a_read_of_more_than_any_transfer_holds_is_an_error)
{
    struct image image = {0};
    image_add_new_start(&image, 9);
    image_add_read_fifo(&image, 0x400001);
    check_packet_error(&image, 0,
                       "offset 0x402234: expected a ReadFIFO2 of at most 4194304 quadwords, found 4194305");
    image_free(&image);
}
