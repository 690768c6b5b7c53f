/* Writing recordings. Expected bytes are built by traces_image.c from DUMPFORMAT sections 2, 3 and 5. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "traces_image.h"

TestSuite(traces_writer, .fini = image_remove_directory);

enum { WIDTH = 20, HEIGHT = 10 };

/* What is written in these tests. */
struct content {
    struct trace_header header;
    struct gs_state *state;
    struct image picture, registers, data;
    struct trace_event events[6];
};

static void content_fill(struct content *content)
{
    memset(content, 0, sizeof *content);
    image_add_pattern(&content->picture, (size_t)WIDTH * HEIGHT * 4, 21);
    image_add_pattern(&content->registers, GS_PRIVILEGED_SIZE, IMAGE_REGISTERS_SEED);
    image_add_pattern(&content->data, 200000, 22);
    content->header = (struct trace_header){.crc = IMAGE_CRC,
                                            .serial = "TEST-00001",
                                            .serial_size = IMAGE_SERIAL_SIZE,
                                            .screenshot_width = WIDTH,
                                            .screenshot_height = HEIGHT,
                                            .screenshot = content->picture.bytes};
    content->state = malloc(sizeof *content->state);
    cr_assert_not_null(content->state);
    image_expect_state(content->state, 9);
    const struct trace_event events[] = {
        {.kind = TRACE_GIF, .path_code = 3, .size = 160000, .data = content->data.bytes},
        {.kind = TRACE_READ_FIFO, .quadwords = 0x3BCDEF},
        {.kind = TRACE_REGISTERS, .size = GS_PRIVILEGED_SIZE, .data = content->data.bytes + 5},
        {.kind = TRACE_GIF, .path_code = 250, .size = 0, .data = content->data.bytes},
        {.kind = TRACE_GIF, .path_code = 0, .size = 16, .data = content->data.bytes + 3},
        {.kind = TRACE_VSYNC, .field = 0x5A},
    };
    memcpy(content->events, events, sizeof events);
}

static void content_free(struct content *content)
{
    image_free(&content->picture);
    image_free(&content->registers);
    image_free(&content->data);
    free(content->state);
}

static struct trace_writer *create(const struct content *content, const char *path,
                                   enum trace_compression compression)
{
    struct trace_error error = {{0}};
    struct trace_writer *writer = trace_writer_create(path, compression, &content->header, content->state,
                                                      content->registers.bytes, &error);
    cr_assert_not_null(writer, "%s", error.text);
    return writer;
}

static void content_write(const struct content *content, const char *path, enum trace_compression compression)
{
    struct trace_error error = {{0}};
    struct trace_writer *writer = create(content, path, compression);
    for (size_t i = 0; i < 6; i++)
        cr_assert(trace_writer_add(writer, &content->events[i], &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
}

static void check_event(const struct trace_event *event, const struct trace_event *expected)
{
    cr_assert_eq(event->kind, expected->kind);
    cr_assert_eq(event->path_code, expected->path_code);
    cr_assert_eq(event->field, expected->field);
    cr_assert_eq(event->quadwords, expected->quadwords);
    cr_assert_eq(event->size, expected->size);
    cr_assert(event->size == 0 || !memcmp(event->data, expected->data, event->size));
}

static void check_read_back(const struct content *content, const char *path,
                            enum trace_compression compression)
{
    struct trace_error error = {{0}};
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert_not_null(reader, "%s", error.text);
    const struct trace_header *header = trace_header(reader);
    cr_assert_eq(header->compression, compression);
    cr_assert(header->has_header_block);
    cr_assert_eq(header->header_version, 9);
    cr_assert_eq(header->state_version, 9);
    cr_assert_eq(header->state_size, 4194813);
    cr_assert_eq(header->crc, IMAGE_CRC);
    cr_assert_str_eq(header->serial, "TEST-00001");
    cr_assert_eq(header->serial_size, IMAGE_SERIAL_SIZE);
    cr_assert_eq(header->screenshot_width, WIDTH);
    cr_assert_eq(header->screenshot_height, HEIGHT);
    cr_assert(!memcmp(header->screenshot, content->picture.bytes, content->picture.size));
    cr_assert(!memcmp(trace_initial_state(reader), content->state, sizeof *content->state));
    cr_assert(!memcmp(trace_initial_registers(reader), content->registers.bytes, GS_PRIVILEGED_SIZE));
    struct trace_event event;
    for (size_t i = 0; i < 6; i++) {
        cr_assert_eq(trace_next(reader, &event, &error), 1);
        check_event(&event, &content->events[i]);
    }
    cr_assert_eq(trace_next(reader, &event, &error), 0);
    cr_assert_null(trace_warning(reader));
    trace_close(reader);
}

/* Number of files in the test's directory, hidden ones with them. */
static unsigned file_count(void)
{
    unsigned count = 0;
    DIR *files = opendir(image_directory());
    cr_assert_not_null(files);
    for (struct dirent *file; (file = readdir(files)) != NULL;)
        count += strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0;
    closedir(files);
    return count;
}

static bool same_bytes(const struct image *a, const struct image *b)
{
    return a->size == b->size && !memcmp(a->bytes, b->bytes, a->size);
}

Test(traces_writer, a_raw_file_has_the_bytes_of_the_format)
{
    struct content content;
    struct image expected = {0}, start = {0};
    const uint32_t picture_size = WIDTH * HEIGHT * 4;
    content_fill(&content);
    content_write(&content, image_path("out.gs"), TRACE_RAW);

    image_add_new_start(&start, 9);
    image_add(&expected, start.bytes, 8 + IMAGE_BLOCK);
    image_set_u32(&expected, 4, IMAGE_BLOCK + picture_size);
    image_set_u32(&expected, 28, WIDTH);
    image_set_u32(&expected, 32, HEIGHT);
    image_set_u32(&expected, 40, picture_size);
    image_add(&expected, content.picture.bytes, picture_size);
    size_t state = expected.size;
    image_add(&expected, start.bytes + 8 + IMAGE_BLOCK, start.size - 8 - IMAGE_BLOCK);
    /* Obsolete: TRXREG again, upper bytes of FOG, eight bytes behind XYZ. */
    memcpy(expected.bytes + state + 116, expected.bytes + state + 108, 8);
    memset(expected.bytes + state + 337, 0, 3);
    memset(expected.bytes + state + 348, 0, 8);
    image_add_transfer(&expected, 3, content.data.bytes, 160000);
    image_add_read_fifo(&expected, 0x3BCDEF);
    image_add_registers(&expected, content.data.bytes + 5);
    image_add_transfer(&expected, 250, NULL, 0);
    image_add_transfer(&expected, 0, content.data.bytes + 3, 16);
    image_add_vsync(&expected, 0x5A);

    struct image written = image_load(image_path("out.gs"));
    cr_assert_eq(written.size, expected.size);
    for (size_t i = 0; i < expected.size; i++)
        cr_assert_eq(written.bytes[i], expected.bytes[i], "byte %zu", i);
    image_free(&written);
    image_free(&expected);
    image_free(&start);
    content_free(&content);
}

Test(traces_writer, what_was_written_reads_back_equal_in_every_compression)
{
    struct content content;
    content_fill(&content);
    for (int compression = TRACE_RAW; compression <= TRACE_ZSTD; compression++) {
        content_write(&content, image_path("out"), (enum trace_compression)compression);
        check_read_back(&content, image_path("out"), (enum trace_compression)compression);
    }
    content_free(&content);
}

Test(traces_writer, writing_twice_gives_identical_files)
{
    struct content content;
    content_fill(&content);
    for (int compression = TRACE_RAW; compression <= TRACE_ZSTD; compression++) {
        struct image written[2];
        for (int i = 0; i < 2; i++) {
            content_write(&content, image_path(i ? "second" : "first"), (enum trace_compression)compression);
            written[i] = image_load(image_path(i ? "second" : "first"));
        }
        cr_assert(same_bytes(&written[0], &written[1]));
        image_free(&written[0]);
        image_free(&written[1]);
    }
    content_free(&content);
}

Test(traces_writer, nothing_but_crc_is_needed_in_the_header)
{
    struct content content;
    struct trace_error error;
    content_fill(&content);
    content.header = (struct trace_header){.crc = 5};
    content_write(&content, image_path("out"), TRACE_RAW);
    struct trace_reader *reader = trace_open(image_path("out"), &error);
    cr_assert_not_null(reader);
    cr_assert_eq(trace_header(reader)->crc, 5);
    cr_assert_str_eq(trace_header(reader)->serial, "");
    cr_assert_null(trace_header(reader)->screenshot);
    trace_close(reader);
    content_free(&content);
}

Test(traces_writer, a_file_appears_under_its_name_only_when_it_is_finished)
{
    struct content content;
    struct trace_error error;
    struct image old = {0};
    content_fill(&content);
    image_add_pattern(&old, 10, 1);
    image_save(&old, "out.gs");
    struct trace_writer *writer = create(&content, image_path("out.gs"), TRACE_ZSTD);
    cr_assert(trace_writer_add(writer, &content.events[0], &error));
    struct image now = image_load(image_path("out.gs"));
    cr_assert(same_bytes(&now, &old));
    cr_assert_leq(file_count(), 2); /* a file without a name, or a temporary one */
    cr_assert(trace_writer_finish(writer, &error));
    cr_assert_eq(file_count(), 1);
    struct stat status;
    mode_t mask = umask(0);
    umask(mask);
    cr_assert_eq(stat(image_path("out.gs"), &status), 0);
    cr_assert_eq(status.st_mode & 0777, 0666 & ~mask);
    cr_assert_gt(status.st_size, 10);
    image_free(&now);
    image_free(&old);
    content_free(&content);
}

Test(traces_writer, giving_up_leaves_what_was_there)
{
    struct content content;
    struct image old = {0};
    content_fill(&content);
    image_add_pattern(&old, 10, 1);
    image_save(&old, "out.gs");
    for (int compression = TRACE_RAW; compression <= TRACE_ZSTD; compression++)
        trace_writer_abort(create(&content, image_path("out.gs"), (enum trace_compression)compression));
    struct image now = image_load(image_path("out.gs"));
    cr_assert(same_bytes(&now, &old));
    cr_assert_eq(file_count(), 1);
    trace_writer_abort(NULL);
    image_free(&now);
    image_free(&old);
    content_free(&content);
}

Test(traces_writer, an_event_that_cannot_be_stored_spoils_the_file_for_good)
{
    struct content content;
    char expected[2048];
    content_fill(&content);
    struct trace_event bad = content.events[0];
    for (int kind = 0; kind < 2; kind++) {
        struct trace_error error = {{0}};
        struct trace_writer *writer = create(&content, image_path("out.gs"), TRACE_RAW);
        cr_assert(trace_writer_add(writer, &content.events[5], &error));
        bad.size = 24;
        if (kind == 1)
            bad.kind = (enum trace_event_kind)77;
        /* 44 + serial + picture + state + registers + VSync; the size is two bytes into the packet */
        size_t offset = 44 + 10 + 800 + 4194813 + 8192 + 2;
        snprintf(expected, sizeof expected, "%s: offset 0x%zx: %s", image_path("out.gs"),
                 kind == 0 ? offset + 2 : offset,
                 kind == 0 ? "expected a Transfer size that is a multiple of 16, found 24"
                           : "expected an event that has a packet, found kind 77");
        cr_assert_not(trace_writer_add(writer, &bad, &error));
        cr_assert_str_eq(error.text, expected);
        error.text[0] = 0;
        cr_assert_not(trace_writer_add(writer, &content.events[5], &error));
        cr_assert_str_eq(error.text, expected);
        error.text[0] = 0;
        cr_assert_not(trace_writer_finish(writer, &error));
        cr_assert_str_eq(error.text, expected);
        cr_assert_eq(file_count(), 0);
    }
    content_free(&content);
}

static void check_create_fails(const struct content *content, const char *path,
                               enum trace_compression compression, const char *text)
{
    char expected[2048];
    struct trace_error error = {{0}};
    cr_assert_null(trace_writer_create(path, compression, &content->header, content->state,
                                       content->registers.bytes, &error));
    snprintf(expected, sizeof expected, "%s: %s", path, text);
    cr_assert_str_eq(error.text, expected);
    cr_assert_eq(file_count(), 0);
}

Test(traces_writer, what_cannot_be_written_is_refused_at_the_start)
{
    struct content content;
    content_fill(&content);
    check_create_fails(&content, image_path("none/out.gs"), TRACE_RAW,
                       "offset 0x0: expected a writable file, found: No such file or directory");
    check_create_fails(&content, image_directory(), TRACE_RAW,
                       "offset 0x0: expected a writable file, found: Is a directory");
    check_create_fails(&content, image_path("out.gs"), (enum trace_compression)9,
                       "offset 0x0: expected raw, xz or zstd output, found kind 9");
    content.header.serial_size = 65537;
    check_create_fails(&content, image_path("out.gs"), TRACE_XZ,
                       "offset 0x14: expected a serial of at most 65536 bytes, found 65537");
    content.header.serial_size = IMAGE_SERIAL_SIZE;
    content.header.screenshot_width = 65536;
    content.header.screenshot_height = 65536;
    check_create_fails(
        &content, image_path("out.gs"), TRACE_ZSTD,
        "offset 0x28: expected a screenshot of at most 16777216 bytes, found 65536 x 65536 x 4");
    content_free(&content);
}

Test(traces_writer, a_link_stays_and_the_file_behind_it_is_replaced)
{
    struct content content;
    struct image old = {0};
    char link[1024];
    struct stat status;
    content_fill(&content);
    image_add_pattern(&old, 10, 1);
    image_save(&old, "behind.gs");
    snprintf(link, sizeof link, "%s", image_path("link.gs"));
    cr_assert_eq(symlink("behind.gs", link), 0);
    content_write(&content, link, TRACE_RAW);
    cr_assert_eq(lstat(link, &status), 0);
    cr_assert(S_ISLNK(status.st_mode));
    check_read_back(&content, image_path("behind.gs"), TRACE_RAW);
    image_free(&old);
    content_free(&content);
}

Test(traces_writer, a_full_device_is_an_error)
{
    struct content content;
    struct trace_error error = {{0}};
    content_fill(&content);
    if (access("/dev/full", W_OK) == 0) {
        cr_assert_null(trace_writer_create("/dev/full", TRACE_RAW, &content.header, content.state,
                                           content.registers.bytes, &error));
        cr_assert_not_null(strstr(error.text, "/dev/full: offset 0x"));
        cr_assert_not_null(strstr(error.text, "expected a writable file, found: No space left on device"));
        /* Compressed, all of it fits the buffer until the end. */
        content.header = (struct trace_header){0};
        memset(content.state, 0, sizeof *content.state);
        struct trace_writer *writer = create(&content, "/dev/full", TRACE_ZSTD);
        cr_assert_not(trace_writer_finish(writer, &error));
        cr_assert_not_null(strstr(error.text, "No space left on device"));
    }
    content_free(&content);
}

Test(traces_writer, standard_output_gets_the_same_bytes_as_a_file)
{
    struct content content;
    int ends[2], status;
    struct image piped = {0};
    uint8_t bytes[65536];
    content_fill(&content);
    content_write(&content, image_path("out.gs.xz"), TRACE_XZ);
    struct image written = image_load(image_path("out.gs.xz"));
    cr_assert_eq(pipe(ends), 0);
    pid_t child = fork();
    cr_assert_neq(child, -1);
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        content_write(&content, "-", TRACE_XZ);
        _exit(0);
    }
    close(ends[1]);
    for (ssize_t count; (count = read(ends[0], bytes, sizeof bytes)) > 0;)
        image_add(&piped, bytes, (size_t)count);
    cr_assert_eq(waitpid(child, &status, 0), child);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    cr_assert(same_bytes(&written, &piped));
    image_free(&written);
    image_free(&piped);
    content_free(&content);
}
