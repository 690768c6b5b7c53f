#include "program.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <png.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

/* Everything handed out, to be freed at the teardown. A test runs in a process of its own. */
static void *kept[4096];
static size_t kept_count;
static char directory[512];

static void *keep(void *memory)
{
    cr_assert(memory && kept_count < sizeof kept / sizeof kept[0]);
    return kept[kept_count++] = memory;
}

__attribute__((format(printf, 1, 2))) static char *keep_text(const char *format, ...)
{
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    cr_assert(length >= 0 && (size_t)length < sizeof text);
    return keep(strdup(text));
}

void program_setup(void)
{
    const char *parent = getenv("TMPDIR");
    snprintf(directory, sizeof directory, "%s/path1-test-XXXXXX", parent ? parent : P_tmpdir);
    cr_assert_not_null(mkdtemp(directory));
}

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *walk)
{
    (void)status;
    (void)kind;
    (void)walk;
    return remove(path);
}

void program_teardown(void)
{
    nftw(directory, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    while (kept_count)
        free(kept[--kept_count]);
}

const char *scratch(const char *name)
{
    return keep_text("%s/%s", directory, name);
}

const char *dump_file(const char *name)
{
    const char *place = getenv("PATH1_DUMPS");
    return keep_text("%s/%s", place ? place : PATH1_TEST_DATA "/dumps", name);
}

/* The writing end of a pipe whose reading end is closed. */
static int pipe_without_reader(void)
{
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    close(ends[0]);
    return ends[1];
}

/* In the child: standard streams, then the program. No output file: a pipe without a reader. */
static void start(const char *input, const char *output, const char *error, const char *const *arguments)
{
    char *argv[32] = {(char *)PATH1_PROGRAM};
    for (size_t i = 0; arguments[i] && i < 30; i++)
        argv[i + 1] = (char *)(uintptr_t)arguments[i];
    int in = open(input ? input : "/dev/null", O_RDONLY);
    int out = output ? open(output, O_WRONLY | O_CREAT | O_TRUNC, 0600) : pipe_without_reader();
    int err = open(error, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (in >= 0 && out >= 0 && err >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 && dup2(err, 2) == 2)
        execv(argv[0], argv);
    _exit(127);
}

/* Runs the program; `out` of the result is left empty. */
static struct run run(const char *input, const char *output, const char *const *arguments)
{
    const char *err = scratch(".stderr");
    fflush(NULL);
    pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0)
        start(input, output, err, arguments);
    int status;
    cr_assert_eq(waitpid(child, &status, 0), child);
    struct run run = {
        .status = WIFEXITED(status) ? WEXITSTATUS(status) : 256 + WTERMSIG(status),
        .out = keep_text("%s", ""),
        .err = read_file(err, NULL),
    };
    unlink(err);
    return run;
}

struct run run_with_input(const char *input, const char *const *arguments)
{
    const char *out = scratch(".stdout");
    struct run result = run(input, out, arguments);
    result.out = read_file(out, NULL);
    unlink(out);
    return result;
}

struct run run_into(const char *output, const char *const *arguments)
{
    return run(NULL, output, arguments);
}

struct run run_without_reader(const char *const *arguments)
{
    return run(NULL, NULL, arguments);
}

char *directory_listing(const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, NULL, alphasort);
    cr_assert_geq(count, 0, "%s cannot be listed", path);
    char *list = keep_text("%s", "");
    for (int i = 0; i < count; i++) {
        if (strcmp(entries[i]->d_name, ".") != 0 && strcmp(entries[i]->d_name, "..") != 0)
            list = keep_text("%s%s ", list, entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
    return list;
}

char *read_file(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s cannot be read", path);
    struct stat status;
    cr_assert_eq(fstat(fileno(file), &status), 0);
    size_t bytes = (size_t)status.st_size;
    char *content = keep(malloc(bytes + 1));
    cr_assert_eq(fread(content, 1, bytes, file), bytes);
    content[bytes] = '\0';
    fclose(file);
    if (size)
        *size = bytes;
    return content;
}

void write_file(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file);
    cr_assert_eq(fwrite(bytes, 1, size, file), size);
    cr_assert_eq(fclose(file), 0);
}

const char *hash_of(const void *bytes, size_t size)
{
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes, size));
    char hex[2 * sizeof canonical.digest + 1];
    for (size_t i = 0; i < sizeof canonical.digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", canonical.digest[i]);
    return keep_text("%s", hex);
}

struct picture read_png(const char *path)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    cr_assert(png_image_begin_read_from_file(&image, path), "%s: %s", path, image.message);
    struct picture picture = {
        .width = image.width, .height = image.height, .alpha = (image.format & PNG_FORMAT_FLAG_ALPHA) != 0};
    image.format = PNG_FORMAT_RGBA;
    picture.bytes = PNG_IMAGE_SIZE(image);
    picture.rgba = keep(malloc(picture.bytes));
    cr_assert(png_image_finish_read(&image, NULL, picture.rgba, 0, NULL), "%s: %s", path, image.message);
    return picture;
}

const char *write_recording(const char *name, const struct trace_header *header, const struct gs_state *state)
{
    const char *path = scratch(name);
    struct trace_error error;
    struct gs_state *zero = keep(calloc(1, sizeof *zero));
    const uint8_t registers[GS_PRIVILEGED_SIZE] = {0};
    struct trace_writer *writer =
        trace_writer_create(path, TRACE_RAW, header, state ? state : zero, registers, &error);
    cr_assert_not_null(writer, "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    return path;
}
