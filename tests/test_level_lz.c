/* WAD-LZ. Expected bytes follow from the opcode table of LEVEL.md section 2.3. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "level/level_lz.h"
#include "transfer_chip.h"

enum { LIMIT = 1 << 20 };

static uint8_t stream[1 << 20];
static size_t stream_size;

static void begin(void)
{
    memset(stream, 0, LEVEL_LZ_HEADER);
    memcpy(stream, "WAD", 3);
    stream_size = LEVEL_LZ_HEADER;
}

static void put(const void *bytes, size_t count)
{
    memcpy(stream + stream_size, bytes, count);
    stream_size += count;
}
#define PUT(...) put((const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

/* A literal packet of n bytes that are `first`, `first` + 1 ... */
static void put_literal(uint32_t n, uint8_t first)
{
    if (n <= 18)
        PUT((uint8_t)(n - 3));
    else
        PUT(0, (uint8_t)(n - 18));
    for (uint32_t i = 0; i < n; i++)
        stream[stream_size++] = (uint8_t)(first + i);
}

static void finish(void)
{
    for (int i = 0; i < 4; i++)
        stream[3 + i] = (uint8_t)(stream_size >> 8 * i);
}

/* Decodes and compares with `n` bytes. */
static void decodes_to(const uint8_t *want, uint32_t n)
{
    struct level_lz_fault fault = {0};
    uint32_t size = 0;
    finish();
    uint8_t *out = level_lz_decode(stream, stream_size, LIMIT, &size, &fault);
    cr_assert_not_null(out, "0x%x: %s", fault.offset, fault.text);
    cr_assert_eq(size, n);
    cr_assert_arr_eq(out, want, n);
    free(out);
}

static struct level_lz_fault fails(size_t size, uint32_t limit)
{
    struct level_lz_fault fault = {0};
    uint32_t decoded;
    uint8_t *out = level_lz_decode(stream, size, limit, &decoded, &fault);
    cr_assert_null(out);
    free(out);
    return fault;
}

Test(level_lz, literals_of_each_length_class_are_copied)
{
    static const uint32_t lengths[] = {4, 18, 19, 273};
    for (size_t k = 0; k < 4; k++) {
        uint8_t want[273];
        begin();
        put_literal(lengths[k], 7);
        for (uint32_t i = 0; i < lengths[k]; i++)
            want[i] = (uint8_t)(7 + i);
        decodes_to(want, lengths[k]);
    }
}

Test(level_lz, dummies_carry_none_to_three_literals)
{
    begin();
    PUT(0x11, 0, 0, 0x11, 1, 0, 'a', 0x11, 2, 0, 'b', 'c', 0x11, 3, 0, 'd', 'e', 'f');
    put_literal(4, 'g');
    decodes_to((const uint8_t *)"abcdefghij", 10);
}

/* The history of every match test: byte i is a hash of i, so that a wrong distance shows. */
static uint8_t history(uint32_t i)
{
    return (uint8_t)((i * 2654435761u) >> 13);
}

static uint8_t expected[LIMIT];

static uint32_t put_history(uint32_t n)
{
    begin();
    for (uint32_t at = 0; at < n;) {
        uint32_t count = n - at < 273 ? n - at : 273;
        if (at)
            PUT(0x11, 0, 0);
        if (count > 18)
            PUT(0, (uint8_t)(count - 18));
        else
            PUT((uint8_t)(count - 3));
        for (uint32_t i = 0; i < count; i++, at++)
            stream[stream_size++] = expected[at] = history(at);
    }
    return n;
}

static uint32_t expect_match(uint32_t at, uint32_t distance, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        expected[at + i] = expected[at + i - distance];
    return at + count;
}

Test(level_lz, near_matches_reach_1_to_2048_back_and_copy_3_to_8_bytes)
{
    uint32_t at = put_history(2048);
    PUT(0xE0 | 7 << 2 | 2, 255, 'x', 'y'); /* d = 2048 = all there is, n = 8, two literals */
    at = expect_match(at, 2048, 8);
    expected[at++] = 'x';
    expected[at++] = 'y';
    PUT(0x40, 0); /* d = 1, n = 3: overlap */
    at = expect_match(at, 1, 3);
    PUT(0xFF, 0xFF, 1, 2, 3); /* flag FF: d = 2048, n = 8, three literals */
    at = expect_match(at, 2048, 8);
    for (uint8_t i = 1; i <= 3; i++)
        expected[at++] = i;
    decodes_to(expected, at);
}

Test(level_lz, middle_matches_reach_16384_back_and_copy_3_to_288_bytes)
{
    uint32_t at = put_history(16384);
    PUT(0x21, 0xFC, 0xFF); /* n = 3, d = 16384 */
    at = expect_match(at, 16384, 3);
    PUT(0x3F, 0x01, 0x00, 'z'); /* n = 33, d = 1 */
    at = expect_match(at, 1, 33);
    expected[at++] = 'z';
    PUT(0x20, 0, 4 << 2, 1); /* n = 33 by the longer form, d = 69 */
    at = expect_match(at, 69, 33);
    PUT(0x20, 255, 2 << 2 | 3, 0, 'k', 'l', 'm'); /* n = 288, d = 3 */
    at = expect_match(at, 3, 288);
    memcpy(expected + at, "klm", 3);
    decodes_to(expected, at + 3);
}

Test(level_lz, far_matches_reach_from_0x4001_to_0xbfff_back)
{
    uint32_t at = put_history(0xC000);
    PUT(0x11, 1 << 2, 0); /* d = 0x4001, n = 3 */
    at = expect_match(at, 0x4001, 3);
    PUT(0x17, 0xFC, 0xFF); /* d = 0x4000 + 0x3FFF, n = 9 */
    at = expect_match(at, 0x7FFF, 9);
    PUT(0x18 | 2, 0x00, 0x00); /* bit 3: d = 0x4000 + 0x4000, n = 4; no pad */
    at = expect_match(at, 0x8000, 4);
    PUT(0x18, 255, 0xFD, 0xFF, 'q'); /* d = 0xBFFF, n = 264 */
    at = expect_match(at, 0xBFFF, 264);
    expected[at++] = 'q';
    decodes_to(expected, at);
}

Test(level_lz, a_pad_packet_skips_to_a_multiple_of_0x1000_of_the_stream)
{
    begin();
    put_literal(4, 'a');
    PUT(0x12, 0, 0);
    while ((stream_size - LEVEL_LZ_HEADER) % 0x1000)
        PUT(0x01); /* would be a literal packet */
    put_literal(4, 'e');
    decodes_to((const uint8_t *)"abcdefgh", 8);
    /* Three bytes in front of the boundary: nothing to skip. */
    begin();
    PUT(0x12, 0, 0);
    stream_size = LEVEL_LZ_HEADER + 0x1000 - 3;
    memset(stream + LEVEL_LZ_HEADER + 3, 0xEE, 0x1000 - 6);
    stream_size = LEVEL_LZ_HEADER + 0x1000;
    PUT(0x11, 3, 0, 'a', 'b', 'c');
    decodes_to((const uint8_t *)"abc", 3);
}

Test(level_lz, what_the_encoder_writes_decodes_to_the_same_bytes_without_crossing_a_window)
{
    static uint8_t bytes[100000];
    uint64_t random = 1;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)transfer_random(&random);
    static const size_t sizes[] = {0, 1, 3, 4, 18, 19, 273, 274, 276, 277, 8000, 8192, 65537, 100000};
    for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
        size_t encoded = 0;
        uint8_t *out = level_lz_encode(bytes, sizes[k], &encoded);
        cr_assert(out && encoded <= sizeof stream);
        memcpy(stream, out, encoded);
        stream_size = encoded;
        free(out);
        cr_assert_eq(level_lz_length(stream), encoded);
        decodes_to(bytes, (uint32_t)sizes[k]);
    }
}

Test(level_lz, every_size_up_to_a_few_windows_survives_the_encoder)
{
    static uint8_t bytes[20000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = history((uint32_t)i);
    for (size_t size = 0; size < sizeof bytes; size += size < 600 ? 1 : 37) {
        size_t encoded = 0;
        uint32_t decoded = 0;
        struct level_lz_fault fault = {0};
        uint8_t *out = level_lz_encode(bytes, size, &encoded);
        cr_assert_not_null(out);
        uint8_t *back = level_lz_decode(out, encoded, LIMIT, &decoded, &fault);
        cr_assert(back && decoded == size && memcmp(back, bytes, size) == 0, "%zu: 0x%x: %s", size,
                  fault.offset, fault.text);
        free(back);
        free(out);
    }
}

Test(level_lz, broken_streams_are_told_with_the_offset)
{
    begin();
    put_literal(4, 'a');
    put_literal(4, 'e');
    finish();
    struct level_lz_fault fault = fails(stream_size, LIMIT);
    cr_assert_eq(fault.offset, LEVEL_LZ_HEADER + 5u);
    cr_assert(strstr(fault.text, "behind another"));

    begin();
    put_literal(4, 'a');
    PUT(0x40, 1); /* d = 9 of 4 bytes */
    finish();
    cr_assert(strstr(fails(stream_size, LIMIT).text, "distance of at most 4 bytes, found 9"));

    begin();
    PUT(0x21, 0xFC); /* the second operand is missing */
    finish();
    cr_assert(strstr(fails(stream_size, LIMIT).text, "stream's end"));

    begin();
    put_literal(18, 'a');
    finish();
    cr_assert(strstr(fails(stream_size, 17).text, "at most 17 decompressed bytes"));
    cr_assert(strstr(fails(stream_size - 1, LIMIT).text, "stream length from 16 to"));
    stream[0] = 'w';
    cr_assert(strstr(fails(stream_size, LIMIT).text, "\"WAD\""));
}

Test(level_lz, random_bytes_never_decode_past_the_limit)
{
    uint64_t random = 7;
    for (int round = 0; round < 3000; round++) {
        begin();
        size_t count = transfer_random(&random) % 3000;
        for (size_t i = 0; i < count; i++)
            PUT((uint8_t)(transfer_random(&random) >> (round % 3)));
        finish();
        struct level_lz_fault fault;
        uint32_t decoded = 0;
        uint8_t *out = level_lz_decode(stream, stream_size, 5000, &decoded, &fault);
        cr_assert_leq(decoded, 5000);
        free(out);
    }
}
