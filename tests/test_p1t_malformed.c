/* Files of the .p1t form (docs/p1t.md) that are wrong, one thing at a time: each gives one line that names
 * the file, the offset, what was expected and what was found. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <zstd.h>

#include "p1t_image.h"
#include "p1t_outcome.h"
#include "program.h"

TestSuite(p1t_malformed, .init = program_setup, .fini = program_teardown);

/* Reads mark, HEAD, a chunk, and an end. */
static void check_chunk(const char *name, const void *content, size_t size, const char *text)
{
    struct image image = {0};
    image_add_p1t_start(&image, 0);
    image_add_chunk(&image, name, content, size);
    image_add_p1t_end(&image, 0, "", 0);
    cr_assert_str_eq(p1t_read_image(&image).text, text);
    image_free(&image);
}

static void check_events(uint32_t flags, const void *content, size_t size, const char *text)
{
    struct image image = {0};
    char expected[512];
    image_add_p1t_start(&image, flags);
    image_add_chunk(&image, "EVNT", content, size);
    snprintf(expected, sizeof expected, "offset 0x3a: %s of the content of EVNT)", text);
    cr_assert_str_eq(p1t_read_image(&image).text, expected);
    image_free(&image);
}
#define CHECK_EVENTS(flags, bytes, text) check_events(flags, bytes, sizeof bytes - 1, text)

Test(p1t_malformed, a_mark_of_another_version)
{
    struct image image = {0};
    image_add_p1t_start(&image, 0);
    image_set_u32(&image, 8, 2);
    cr_assert_str_eq(p1t_read_image(&image).text, "offset 0x8: expected version 1 of .p1t, found 2");
    image_free(&image);
}

Test(p1t_malformed, chunks_in_a_wrong_order)
{
    struct image image = {0};
    image_add(&image, "\x89P1T\r\n\x1A\n\1\0\0\0", 12);
    image_add_p1t_end(&image, 0, "", 0);
    cr_assert_str_eq(p1t_read_image(&image).text, "offset 0xc: expected the chunk HEAD, found ENDT");
    image.size = 0;
    image_add_p1t_start(&image, 0);
    image_add_chunk(&image, "EVNT", "\5\0", 2);
    image_add_chunk(&image, "TEXT", "\1a\0\0\0\0", 6);
    cr_assert_str_eq(p1t_read_image(&image).text, "offset 0x5c: expected a chunk behind EVNT, found TEXT");
    image.size = P1T_IMAGE_AFTER_HEAD;
    image_add_chunk(&image, "TEXT", "\1a\0\0\0\0", 6);
    image_add_chunk(&image, "TEXT", "\1a\0\0\0\0", 6);
    cr_assert_str_eq(p1t_read_image(&image).text, "offset 0x60: expected a chunk behind TEXT, found TEXT");
    image.size = P1T_IMAGE_AFTER_HEAD;
    image_add_chunk(&image, "WHAT", "\1a\0\0\0\0", 6);
    cr_assert_str_eq(p1t_read_image(&image).text,
                     "offset 0x3a: expected the name of a chunk, found 57 48 41 54");
    image_free(&image);
}

Test(p1t_malformed, sizes_and_flags_that_a_chunk_cannot_have)
{
    static const struct {
        const char *name;
        uint32_t flags, raw, stored;
        const char *text;
    } cases[] = {
        {"EVNT", 2, 2, 2, "offset 0x3e: expected flags 0 or 1 of EVNT, found 2h"},
        {"EVNT", 0, 0, 0, "offset 0x42: expected a size of EVNT from 1 to 67108877 bytes, found 0"},
        {"EVNT", 1, 67108878, 2,
         "offset 0x42: expected a size of EVNT from 1 to 67108877 bytes, found 67108878"},
        {"EVNT", 0, 5, 4, "offset 0x46: expected a stored size of EVNT of 5 bytes, found 4"},
        {"EVNT", 1, 5, 5, "offset 0x46: expected a stored size of EVNT from 1 and below 5 bytes, found 5"},
        {"EVNT", 1, 5, 0, "offset 0x46: expected a stored size of EVNT from 1 and below 5 bytes, found 0"},
        {"TEXT", 0, 1048577, 1048577,
         "offset 0x42: expected a size of TEXT from 1 to 1048576 bytes, found 1048577"},
        {"SHOT", 0, 8, 8, "offset 0x42: expected a size of SHOT from 12 to 16777224 bytes, found 8"},
        {"GSST", 0, 4194300, 4194300,
         "offset 0x42: expected a size of GSST from 4194812 to 4194812 bytes, found 4194300"},
        {"PRIV", 0, 8191, 8191, "offset 0x42: expected a size of PRIV from 8192 to 8192 bytes, found 8191"},
        {"VIF1", 0, 81, 81, "offset 0x42: expected a size of VIF1 from 80 to 80 bytes, found 81"},
        {"VUR1", 0, 595, 595, "offset 0x42: expected a size of VUR1 from 596 to 596 bytes, found 595"},
        {"VUD1", 0, 1, 1, "offset 0x42: expected a size of VUD1 from 16384 to 16384 bytes, found 1"},
        {"VUM1", 0, 1, 1, "offset 0x42: expected a size of VUM1 from 16384 to 16384 bytes, found 1"},
        {"EXPT", 0, 16777217, 16777217,
         "offset 0x42: expected a size of EXPT from 1 to 16777216 bytes, found 16777217"},
        {"ENDT", 0, 23, 23, "offset 0x42: expected a size of ENDT from 24 to 24 bytes, found 23"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct image image = {0};
        image_add_p1t_start(&image, 0);
        image_add_chunk_of(&image, cases[i].name, cases[i].flags, cases[i].raw, cases[i].stored, "\5\0", 2);
        cr_assert_str_eq(p1t_read_image(&image).text, cases[i].text);
        image_free(&image);
    }
}

Test(p1t_malformed, compressed_content_that_is_not_one_frame_of_the_declared_size)
{
    uint8_t zeros[1000] = {0}, packed[300], two[600];
    size_t size = ZSTD_compress(packed, sizeof packed, zeros, sizeof zeros, 1);
    cr_assert_not(ZSTD_isError(size));
    memcpy(two, packed, size);
    memcpy(two + size, packed, size);
    const struct {
        uint32_t raw;
        const void *payload;
        size_t size;
        const char *text;
    } cases[] = {
        {1000, packed, size - 1, "1000 bytes in EVNT, found one that is cut off"},
        {999, packed, size, "999 bytes in EVNT, found a larger one"},
        {1001, packed, size, "1001 bytes in EVNT, found a smaller one"},
        {1000, two, 2 * size, "1000 bytes in EVNT, found more bytes behind it"},
        {1000, "\x50\x2A\x4D\x18\0\0\0\0", 8, "1000 bytes in EVNT, found other data"},
        {1000, "ab", 2, "1000 bytes in EVNT, found other data"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct image image = {0};
        char text[512];
        image_add_p1t_start(&image, 0);
        image_add_chunk_of(&image, "EVNT", 1, cases[i].raw, (uint32_t)cases[i].size, cases[i].payload,
                           cases[i].size);
        snprintf(text, sizeof text, "offset 0x5a: expected a zstd frame of %s", cases[i].text);
        cr_assert_str_eq(p1t_read_image(&image).text, text);
        image_free(&image);
    }
}

Test(p1t_malformed, events_that_are_none)
{
    CHECK_EVENTS(0, "\0", "expected an event id from 1 to 8, found 0 (byte 0x0");
    CHECK_EVENTS(0, "\5\0\11", "expected an event id from 1 to 8, found 9 (byte 0x2");
    CHECK_EVENTS(0, "\5", "expected 1 bytes of an event's fields, found 0 (byte 0x0");
    CHECK_EVENTS(0, "\5\0\1\0\0\4\0\0\0abc", "expected 4 bytes of an event's data, found 3 (byte 0x2");
    CHECK_EVENTS(0, "\4abc", "expected 8192 bytes of an event's data, found 3 (byte 0x0");
    CHECK_EVENTS(0, "\1\0\0\5\0\0\0abcde",
                 "expected VIF1 words of a size that is a multiple of 4, found 5 (byte 0x0");
    CHECK_EVENTS(0, "\1\0\4\0\0\0\0", "expected a position from 0 to 3, found 4 (byte 0x0");
    CHECK_EVENTS(0, "\1\4\0\0\0\0\0", "expected flags from 0 to 3, found 4 (byte 0x0");
    CHECK_EVENTS(1, "\1\0\0\0\0\0\0",
                 "expected no words for VIF1 in a trace whose GIF data are merged, found some (byte 0x0");
    CHECK_EVENTS(0, "\2\0\4\0\0\0\0", "expected a path code from 0 to 3, found 4 (byte 0x0");
    CHECK_EVENTS(1, "\2\10\4\0\0\0\0", "expected flags from 0 to 3, found 8 (byte 0x0");
    CHECK_EVENTS(0, "\2\0\3\10\0\0\0abcdefgh",
                 "expected GIF data of a size that is a multiple of 16, found 8 (byte 0x0");
    CHECK_EVENTS(0, "\6\1\0\100\0", "expected a read of at most 4194304 quadwords, found 4194305 (byte 0x0");
    CHECK_EVENTS(0, "\10\2\0\0\0a\0",
                 "expected UTF-8 text without a NUL, found byte 00h as its byte 1 (byte 0x0");
    CHECK_EVENTS(0, "\10\2\0\0\0\xC0\x80",
                 "expected UTF-8 text without a NUL, found byte C0h as its byte 0 (byte 0x0");
    CHECK_EVENTS(0, "\10\3\0\0\0\xED\xA0\x80",
                 "expected UTF-8 text without a NUL, found byte EDh as its byte 0 (byte 0x0");
    CHECK_EVENTS(0, "\10\2\0\0\0\xE2\x82",
                 "expected UTF-8 text without a NUL, found byte E2h as its byte 0 (byte 0x0");
}

Test(p1t_malformed, registers_that_do_not_exist)
{
    static const uint32_t addresses[] = {0x12000008, 0x12002000, 0x11FFFFF0, 0x10003020,
                                         0x10003BF0, 0x10003D80, 0x10003C04, 0};
    for (size_t i = 0; i < sizeof addresses / sizeof addresses[0]; i++) {
        struct image event = {0};
        char text[300];
        image_add_u8(&event, 3);
        image_add_u32(&event, addresses[i]);
        image_add_u64(&event, 1);
        snprintf(
            text, sizeof text,
            "expected a register of the GS (12000000h to 12001FF0h), the GIF (10003000h, 10003010h) or VIF1 "
            "(10003C00h to 10003D70h), found %08Xh (byte 0x0",
            addresses[i]);
        check_events(0, event.bytes, event.size, text);
        image_free(&event);
    }
    CHECK_EVENTS(0, "\3\20\60\0\20\0\0\0\0\1\0\0\0",
                 "expected a value of 32 bits, found 100000000h (byte 0x0");
}

Test(p1t_malformed, heads_texts_and_screenshots_that_are_wrong)
{
    struct image image = {0};
    image_add(&image, "\x89P1T\r\n\x1A\n\1\0\0\0", 12);
    image_add_chunk(&image, "HEAD", "\2\0\0\0\0\0\0\0\0\0\0\0", 12);
    cr_assert_str_eq(p1t_read_image(&image).text,
                     "offset 0xc: expected flags 0 or 1, found 2h (byte 0x0 of the content of HEAD)");
    image.size = 12;
    image_add_chunk(&image, "HEAD", "\0\0\0\0\0\0\0\0\2\0\0\0a", 13);
    cr_assert_str_eq(p1t_read_image(&image).text,
                     "offset 0xc: expected a serial of 1 bytes, found 2 (byte 0x8 of the content of HEAD)");
    image.size = 12;
    image_add_chunk(&image, "HEAD", "\0\0\0\0\0\0\0\0\2\0\0\0a\n", 14);
    cr_assert_str_eq(p1t_read_image(&image).text,
                     "offset 0xc: expected a serial without control characters, found "
                     "byte 0Ah (byte 0xc of the content of HEAD)");
    image_free(&image);
    check_chunk(
        "TEXT", "\1A\0\0\0\0", 6,
        "offset 0x3a: expected a key of the characters abcdefghijklmnopqrstuvwxyz0123456789-_., found "
        "byte 41h (byte 0x0 of the content of TEXT)");
    check_chunk(
        "TEXT", "\0\0\0\0\0", 5,
        "offset 0x3a: expected a key of 1 to 64 characters, found 0 (byte 0x0 of the content of TEXT)");
    check_chunk(
        "TEXT", "\1a\1\0\0\0\n", 7,
        "offset 0x3a: expected UTF-8 text without control characters, found byte 0Ah as its byte 0 (byte "
        "0x0 of the content of TEXT)");
    check_chunk("TEXT", "\1a\1\0\0\0b\1a", 9,
                "offset 0x3a: expected 4 bytes of a text's size, found 0 (byte 0x7 of the content of TEXT)");
    check_chunk("SHOT", "\2\0\0\0\2\0\0\0abcdabcdabcd", 20,
                "offset 0x3a: expected a screenshot of 12 bytes, found 2 x 2 x 4 (byte 0x0 of the content of "
                "SHOT)");
}

static void check_expectation(const char *rules, const char *what, uint32_t width, uint32_t height,
                              const char *text)
{
    struct image entry = {0}, image = {0};
    char expected[512];
    image_add_u8(&entry, (uint8_t)strlen(rules));
    image_add(&entry, rules, strlen(rules));
    image_add_u8(&entry, (uint8_t)strlen(what));
    image_add(&entry, what, strlen(what));
    image_add_u32(&entry, width);
    image_add_u32(&entry, height);
    image_add_pattern(&entry, 16, 1);
    image_add_p1t_start(&image, 0);
    image_add_chunk(&image, "EXPT", entry.bytes, entry.size);
    image_add_p1t_end(&image, 0, "", 0);
    struct p1t_outcome outcome = p1t_read_image(&image);
    if (text)
        snprintf(expected, sizeof expected, "offset 0x3a: %s (byte 0x0 of the content of EXPT)", text);
    cr_assert_str_eq(outcome.text, text ? expected : "");
    cr_assert_eq(outcome.expectations, text ? 0 : 1);
    image_free(&entry);
    image_free(&image);
}

Test(p1t_malformed, expectations_of_something_unknown)
{
    static const char *const wrong[] = {"f012",  "f00012", "f0012_rc2",  "f0012_",
                                        "frame", "VRAM",   "f0012_rc0x", "vram2"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        check_expectation(
            "pcsx2", wrong[i], 1, 1,
            "expected vram, readfifo, or a picture such as f0012 or f0012_rc0, found another name");
    check_expectation("pcsx2", "vram", 1, 0, "expected size 0 x 0 of what is no picture, found 1 x 0");
    check_expectation("pcsx2", "f0000", 0, 5, "expected a picture's size, found 0 x 5");
    check_expectation("", "vram", 0, 0, "expected a rule set of 1 to 255 characters, found 0");
    check_expectation(
        "a b", "vram", 0, 0,
        "expected a rule set of the characters abcdefghijklmnopqrstuvwxyz0123456789-_.,=, found byte "
        "20h");
    check_expectation("pcsx2", "f12345", 1, 1, NULL);
    check_expectation("pcsx2", "f0000_rc1", 1, 1, NULL);
}

Test(p1t_malformed, registers_of_units_with_bits_of_no_field)
{
    uint8_t vif[80] = {0}, vu[596] = {0};
    vif[0] = 8;
    check_chunk("VIF1", vif, sizeof vif,
                "offset 0x3a: expected VIF1_ERR within 7h, found 8h (byte 0x0 of the content of VIF1)");
    vif[0] = 0;
    vif[77] = 1;
    check_chunk(
        "VIF1", vif, sizeof vif,
        "offset 0x3a: expected a byte up to 1 and three zeros at the end, found 00 01 00 00 (byte 0x0 of "
        "the content of VIF1)");
    vif[77] = 0;
    vif[24] = 1;
    vif[25] = 1;
    check_chunk("VIF1", vif, sizeof vif,
                "offset 0x3a: expected VIF1_NUM from 0 to 256, found 257 (byte 0x0 of the content of VIF1)");
    check_chunk("VUR1", vu, sizeof vu,
                "offset 0x3a: expected VF00.w 3F800000h, found 00000000h (byte 0x0 of the content of VUR1)");
    vu[14] = 0x80;
    vu[15] = 0x3F;
    check_chunk(
        "VUR1", vu, sizeof vu,
        "offset 0x3a: expected R from 3F800000h to 3FFFFFFFh, found 00000000h (byte 0x0 of the content of "
        "VUR1)");
    vu[512 + 32 + 16 + 14] = 0x80;
    vu[512 + 32 + 16 + 15] = 0x3F;
    vu[592] = 16;
    check_chunk(
        "VUR1", vu, sizeof vu,
        "offset 0x3a: expected a byte up to 15 and three zeros at the end, found 10 00 00 00 (byte 0x0 of "
        "the content of VUR1)");
}

Test(p1t_malformed, totals_that_are_wrong_and_bytes_behind_the_end)
{
    struct image image = {0};
    image_add_p1t_start(&image, 0);
    image_add_chunk(&image, "EVNT", "\5\0", 2);
    size_t end = image.size;
    image_add_p1t_end(&image, 2, "\5\0", 2);
    struct p1t_outcome outcome = p1t_read_image(&image);
    cr_assert_eq(outcome.events, 1);
    cr_assert_str_eq(outcome.text,
                     "offset 0x5c: expected 1 events, found 2 (byte 0x0 of the content of ENDT)");
    image.size = end;
    image_add_p1t_end(&image, 1, "\5\0\0", 3);
    cr_assert_str_eq(p1t_read_image(&image).text,
                     "offset 0x5c: expected 2 bytes of events, found 3 (byte 0x8 of the content of ENDT)");
    image.size = end;
    image_add_p1t_end(&image, 1, "\5\1", 2);
    cr_assert_not_null(strstr(p1t_read_image(&image).text, "as checksum of the events, found"));
    image.size = end;
    image_add_p1t_end(&image, 1, "\5\0", 2);
    cr_assert_str_eq(p1t_read_image(&image).text, "");
    image_add_u8(&image, 0);
    cr_assert_str_eq(p1t_read_image(&image).text, "offset 0x94: expected the end of the file, found more");
    image_free(&image);
}

Test(p1t_malformed, chunks_of_events_that_are_not_as_full_as_they_can_be)
{
    struct image image = {0}, large = {0};
    image_add_p1t_start(&image, 0);
    image_add_chunk(&image, "EVNT", "\5\0", 2);
    image_add_chunk(&image, "EVNT", "\5\0", 2);
    cr_assert_str_eq(
        p1t_read_image(&image).text,
        "offset 0x5c: expected an event of 2 bytes in the chunk before, which has 2 of 262144 (byte "
        "0x0 of the content of EVNT)");
    image.size = P1T_IMAGE_AFTER_HEAD;
    image_add(&large, "\5\0\2\0\0\0\0\4\0", 9);
    image_add_pattern(&large, 262144, 1);
    image_add_chunk(&image, "EVNT", large.bytes, large.size);
    cr_assert_str_eq(
        p1t_read_image(&image).text,
        "offset 0x3a: expected at most 262144 bytes of events in a chunk, found more (byte 0x2 of the "
        "content of EVNT)");
    image_free(&image);
    image_free(&large);
}
