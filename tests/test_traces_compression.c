/* Compressed recordings and pipes. What must come out is the recording that went in; how the compressed
 * forms look is from DUMPFORMAT section 1, the xz format and RFC 8878 (zstd). */
#include <criterion/criterion.h>
#include <lzma.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zstd.h>

#include "traces_image.h"

TestSuite(traces_compression, .fini = image_remove_directory);

enum { VSYNCS = 40, TRANSFER_SIZE = 1600 };

/* A recording of VSYNCS Transfers of incompressible data and VSyncs. */
static struct image recording(void)
{
    struct image image = {0}, data = {0};
    image_add_new_start(&image, 9);
    for (uint32_t i = 0; i < VSYNCS; i++) {
        data.size = 0;
        image_add_pattern(&data, TRANSFER_SIZE, i * 1000);
        image_add_transfer(&image, 3, data.bytes, TRANSFER_SIZE);
        image_add_vsync(&image, (uint8_t)i);
    }
    image_free(&data);
    return image;
}

/* Reads events to the end and checks each against recording(). Returns their number; *result is that of
 * the last call. */
static unsigned play(struct trace_reader *reader, int *result, struct trace_error *error)
{
    struct trace_event event;
    unsigned count = 0;
    while ((*result = trace_next(reader, &event, error)) == 1) {
        if (count % 2) {
            cr_assert_eq(event.kind, TRACE_VSYNC);
            cr_assert_eq(event.field, count / 2);
        } else {
            cr_assert_eq(event.kind, TRACE_GIF);
            cr_assert_eq(event.size, TRANSFER_SIZE);
            for (size_t i = 0; i < TRANSFER_SIZE; i++)
                cr_assert_eq(event.data[i], image_pattern(i, count / 2 * 1000));
        }
        count++;
    }
    return count;
}

/* The same without a look at the events. Returns the last result. */
static int drain(struct trace_reader *reader, struct trace_error *error)
{
    struct trace_event event;
    int result;
    while ((result = trace_next(reader, &event, error)) == 1)
        ;
    return result;
}

static void check_plays(const char *path, enum trace_compression compression)
{
    struct trace_error error = {{0}};
    struct trace_reader *reader = trace_open(path, &error);
    int result;
    cr_assert_not_null(reader, "%s", error.text);
    cr_assert_eq(trace_header(reader)->compression, compression);
    cr_assert_eq(play(reader, &result, &error), 2 * VSYNCS);
    cr_assert_eq(result, 0, "%s", error.text);
    cr_assert_null(trace_warning(reader), "%s", trace_warning(reader));
    trace_close(reader);
}

static void check_saved_plays(const struct image *image, enum trace_compression compression)
{
    check_plays(image_save(image, "any.name"), compression);
}

/* Opens and plays; the error text must begin so. */
static void check_error(const struct image *image, const char *text)
{
    char expected[2048];
    struct trace_error error = {{0}};
    struct trace_reader *reader = trace_open(image_save(image, "bad"), &error);
    int result = reader ? drain(reader, &error) : -1;
    trace_close(reader);
    cr_assert_eq(result, -1);
    snprintf(expected, sizeof expected, "%s: %s", image_path("bad"), text);
    cr_assert_eq(strncmp(error.text, expected, strlen(expected)), 0, "%s", error.text);
}

/* Bytes `begin` to `end` of an image, as an image that must not be freed. */
static struct image slice(const struct image *image, size_t begin, size_t end)
{
    return (struct image){image->bytes + begin, end - begin, 0};
}

Test(traces_compression, the_kind_is_recognised_by_content_not_by_name)
{
    struct image image = recording(), xz = image_xz(&image), zstd = image_zstd(&image);
    check_plays(image_save(&image, "raw.gs.xz"), TRACE_RAW);
    check_plays(image_save(&xz, "xz.gs.zst"), TRACE_XZ);
    check_plays(image_save(&zstd, "zstd.gs"), TRACE_ZSTD);
    image_free(&image);
    image_free(&xz);
    image_free(&zstd);
}

Test(traces_compression, several_xz_streams_with_padding_are_one_recording)
{
    struct image image = recording(), joined = {0};
    const size_t cuts[] = {0, 5, 2000000, image.size - 100, image.size};
    for (size_t i = 0; i < 4; i++) {
        struct image part = slice(&image, cuts[i], cuts[i + 1]), xz = image_xz(&part);
        image_add(&joined, xz.bytes, xz.size);
        for (size_t padding = 0; padding < i; padding++)
            image_add_u32(&joined, 0);
        image_free(&xz);
    }
    check_saved_plays(&joined, TRACE_XZ);
    image_free(&image);
    image_free(&joined);
}

static void add_skippable(struct image *image, uint32_t magic, uint32_t size)
{
    image_add_u32(image, magic);
    image_add_u32(image, size);
    image_add_pattern(image, size, 1);
}

Test(traces_compression, several_zstd_frames_and_skippable_ones_are_one_recording)
{
    struct image image = recording(), joined = {0};
    const size_t cuts[] = {0, 5, 2000000, image.size - 100, image.size};
    add_skippable(&joined, 0x184D2A50, 4);
    for (size_t i = 0; i < 4; i++) {
        struct image part = slice(&image, cuts[i], cuts[i + 1]), zstd = image_zstd(&part);
        image_add(&joined, zstd.bytes, zstd.size);
        add_skippable(&joined, 0x184D2A5F, i == 1 ? 300000 : 0);
        image_free(&zstd);
    }
    check_saved_plays(&joined, TRACE_ZSTD);
    image_free(&image);
    image_free(&joined);
}

/* A cut anywhere either is in the head (an error about the end of the file) or keeps whole packets and
 * leaves a warning. */
static void check_cuts(const struct image *packed)
{
    unsigned most = 0;
    for (size_t i = 1; i <= 60; i++) {
        size_t size = packed->size - (i <= 20 ? i : packed->size * (i - 20) / 41);
        struct image part = slice(packed, 0, size);
        struct trace_error error = {{0}};
        struct trace_reader *reader = trace_open(image_save(&part, "cut"), &error);
        if (!reader) {
            cr_assert_not_null(strstr(error.text, " before the end of the file"), "%s", error.text);
            continue;
        }
        int result;
        unsigned count = play(reader, &result, &error);
        cr_assert_eq(result, 0, "cut to %zu: %s", size, error.text);
        cr_assert_not_null(trace_warning(reader), "cut to %zu", size);
        most = count > most ? count : most;
        trace_close(reader);
    }
    cr_assert_gt(most, 0);
}

Test(traces_compression, a_truncated_compressed_stream_ends_the_recording_there)
{
    struct image image = recording(), xz = image_xz(&image);
    check_cuts(&xz);
    image_free(&xz);
    struct image joined = {0}, head = slice(&image, 0, image.size - 30000);
    struct image tail = slice(&image, image.size - 30000, image.size);
    struct image frames[2] = {image_zstd(&head), image_zstd(&tail)};
    for (int i = 0; i < 2; i++)
        image_add(&joined, frames[i].bytes, frames[i].size);
    check_cuts(&joined);
    for (int i = 0; i < 2; i++)
        image_free(&frames[i]);
    image_free(&joined);
    image_free(&image);
}

Test(traces_compression, a_stream_without_its_end_mark_gives_all_packets_and_a_warning)
{
    char expected[2048];
    struct image image = recording(), xz = image_xz(&image);
    struct trace_error error = {{0}};
    int result;
    xz.size -= 1;
    struct trace_reader *reader = trace_open(image_save(&xz, "cut.gs.xz"), &error);
    cr_assert_not_null(reader);
    cr_assert_eq(play(reader, &result, &error), 2 * VSYNCS);
    cr_assert_eq(result, 0);
    snprintf(expected, sizeof expected,
             "%s: offset 0x%zx: expected the end of the compressed data, found the end of the file before it",
             image_path("cut.gs.xz"), image.size);
    cr_assert_str_eq(trace_warning(reader), expected);
    trace_close(reader);
    image_free(&xz);
    image_free(&image);
}

/* xz guards all of its bytes with checksums, some of which come behind the data. */
Test(traces_compression, any_changed_byte_of_an_xz_stream_is_an_error)
{
    struct image image = recording(), xz = image_xz(&image);
    for (size_t at = 6; at < xz.size; at += at < 40 || at + 41 > xz.size ? 1 : xz.size / 40) {
        struct trace_error error = {{0}};
        int result = -1;
        xz.bytes[at] ^= 0x11;
        struct trace_reader *reader = trace_open(image_save(&xz, "bad"), &error);
        if (reader)
            result = drain(reader, &error);
        trace_close(reader);
        cr_assert_eq(result, -1, "byte %zu", at);
        cr_assert_not_null(strstr(error.text, "expected "), "byte %zu: %s", at, error.text);
        xz.bytes[at] ^= 0x11;
    }
    image_free(&xz);
    image_free(&image);
}

Test(traces_compression, corrupt_data_are_an_error_with_an_offset)
{
    char expected[200];
    struct image image = recording(), xz = image_xz(&image), zstd = {0};
    xz.bytes[xz.size - 1] ^= 1; /* the footer's magic: all data came before it */
    snprintf(expected, sizeof expected,
             "offset 0x%zx: expected intact xz data, found: corrupt data (at byte 0x", image.size);
    check_error(&xz, expected);

    /* A frame with a checksum, which is its last four bytes. */
    ZSTD_CCtx *context = ZSTD_createCCtx();
    cr_assert_not_null(context);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
    image_add_pattern(&zstd, ZSTD_compressBound(image.size), 0);
    zstd.size = ZSTD_compress2(context, zstd.bytes, zstd.size, image.bytes, image.size);
    cr_assert_not(ZSTD_isError(zstd.size));
    ZSTD_freeCCtx(context);
    check_saved_plays(&zstd, TRACE_ZSTD);
    zstd.bytes[zstd.size - 1] ^= 1;
    struct trace_error error = {{0}};
    struct trace_reader *reader = trace_open(image_save(&zstd, "bad"), &error);
    int result;
    cr_assert_not_null(reader);
    play(reader, &result, &error);
    cr_assert_eq(result, -1);
    cr_assert_not_null(strstr(error.text, ": expected intact zstd data, found: "));
    trace_close(reader);
    image_free(&image);
    image_free(&xz);
    image_free(&zstd);
}

Test(traces_compression, bytes_behind_the_compressed_data_are_an_error)
{
    char expected[200];
    struct image image = recording(), xz = image_xz(&image), zstd = image_zstd(&image);
    image_add_pattern(&xz, 100, 4);
    snprintf(expected, sizeof expected,
             "offset 0x%zx: expected intact xz data, found: corrupt data (at byte 0x", image.size);
    check_error(&xz, expected);
    image_add_pattern(&zstd, 100, 4);
    snprintf(expected, sizeof expected, "offset 0x%zx: expected intact zstd data, found: ", image.size);
    check_error(&zstd, expected);
    image_free(&image);
    image_free(&xz);
    image_free(&zstd);
}

/* RFC 8878: a frame of stored blocks (at most 128 KiB each) with a window of 2^log bytes. */
static struct image stored_zstd(const struct image *image, uint8_t window_log)
{
    enum { BLOCK = 131072 };
    struct image out = {0};
    image_add_u32(&out, 0xFD2FB528);
    image_add_u8(&out, 0);
    image_add_u8(&out, (uint8_t)((window_log - 10) << 3));
    for (size_t at = 0; at < image->size; at += BLOCK) {
        size_t size = image->size - at < BLOCK ? image->size - at : BLOCK;
        uint32_t head = (uint32_t)size << 3 | (at + size == image->size);
        image_add_u8(&out, (uint8_t)head);
        image_add_u8(&out, (uint8_t)(head >> 8));
        image_add_u8(&out, (uint8_t)(head >> 16));
        image_add(&out, image->bytes + at, size);
    }
    return out;
}

/* The bound of 128 MiB is ours: what the zstd command accepts without being told. */
Test(traces_compression, a_zstd_window_may_have_128_mib_and_no_more)
{
    struct image image = recording(), good = stored_zstd(&image, 27), bad = stored_zstd(&image, 28);
    check_saved_plays(&good, TRACE_ZSTD);
    check_error(&bad, "offset 0x0: expected zstd data with a window of at most 128 MiB, found a larger one");
    image_free(&image);
    image_free(&good);
    image_free(&bad);
}

/* Replaces the dictionary size of the first block of an xz stream: header at 12, of (first byte + 1) * 4
 * bytes with a CRC32 at its end; flags, filter id, property size, dictionary size. */
static void set_dictionary(struct image *xz, uint8_t code)
{
    size_t size = (xz->bytes[12] + 1u) * 4;
    cr_assert_eq(xz->bytes[14], 0x21);
    xz->bytes[16] = code;
    image_set_u32(xz, 12 + size - 4, lzma_crc32(xz->bytes + 12, size - 4, 0));
}

Test(traces_compression, an_xz_dictionary_may_have_128_mib_and_no_more)
{
    struct image image = recording(), xz = image_xz(&image);
    set_dictionary(&xz, 30); /* 2 << 26 bytes */
    check_saved_plays(&xz, TRACE_XZ);
    set_dictionary(&xz, 40); /* 4 GiB - 1 */
    check_error(&xz, "offset 0x0: expected xz data that need at most 136 MiB to decode, found 409");
    image_free(&image);
    image_free(&xz);
}

/* Makes `image` come out of standard input, in pieces of `piece` bytes at first. Returns the child that
 * writes it. */
static pid_t feed(const struct image *image, size_t piece)
{
    int ends[2];
    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    cr_assert_neq(child, -1);
    if (child == 0) {
        close(ends[0]);
        for (size_t at = 0; at < image->size;) {
            size_t size = at < 20 * piece ? piece : 100000;
            ssize_t count =
                write(ends[1], image->bytes + at, at + size < image->size ? size : image->size - at);
            if (count < 0)
                _exit(1);
            at += (size_t)count;
        }
        _exit(0);
    }
    close(ends[1]);
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    return child;
}

static void check_pipe(const struct image *image, enum trace_compression compression, size_t piece)
{
    pid_t child = feed(image, piece);
    int status;
    check_plays("-", compression);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

Test(traces_compression, a_recording_can_come_through_a_pipe)
{
    struct image image = recording(), xz = image_xz(&image), zstd = image_zstd(&image);
    check_pipe(&image, TRACE_RAW, 1);
    check_pipe(&image, TRACE_RAW, 3001);
    check_pipe(&xz, TRACE_XZ, 1);
    check_pipe(&xz, TRACE_XZ, 777);
    check_pipe(&zstd, TRACE_ZSTD, 1);
    check_pipe(&zstd, TRACE_ZSTD, 777);
    image_free(&image);
    image_free(&xz);
    image_free(&zstd);
}

Test(traces_compression, errors_of_a_pipe_name_standard_input_and_its_size_is_unknown)
{
    struct image image = recording();
    struct trace_error error = {{0}};
    struct image cut = slice(&image, 0, 50);
    pid_t child = feed(&cut, 10);
    cr_assert_null(trace_open("-", &error));
    waitpid(child, NULL, 0);
    cr_assert_str_eq(error.text, "standard input: offset 0x2c: expected 10 bytes of header block, found 6 "
                                 "before the end of the file");
    child = feed(&image, 10);
    struct trace_reader *reader = trace_open("-", &error);
    uint64_t consumed, size;
    int result;
    cr_assert_not_null(reader);
    play(reader, &result, &error);
    trace_progress(reader, &consumed, &size);
    cr_assert_eq(consumed, image.size);
    cr_assert_eq(size, 0);
    trace_close(reader);
    waitpid(child, NULL, 0);
    image_free(&image);
}
