#include "p1s.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"

static char reported[65536];

static void report(void *user, const char *line)
{
    (void)user;
    strncat(reported, line, sizeof reported - strlen(reported) - 2);
    strcat(reported, "\n");
}

/* Files of the test's directory. */
static char *read_named(void *user, const char *path, size_t *length)
{
    (void)user;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = malloc(1 << 21);
    *length = fread(bytes, 1, (1 << 21) - 1, file);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

/* scratch(name) without taking memory each time; each test runs in a process of its own. */
static const char *const *names(void)
{
    static const char *kept[3];
    if (!kept[0]) {
        kept[1] = scratch("t.p1s"); /* files are looked for beside it */
        kept[2] = scratch("p1s.p1t");
        kept[0] = scratch("");
    }
    return kept;
}

static bool assemble(const char *text)
{
    const struct trace_text_port port = {.read = read_named, .report = report};
    reported[0] = '\0';
    return trace_assemble(names()[1], text, strlen(text), &port, names()[2]);
}

const char *p1s_assemble(const char *text)
{
    bool good = assemble(text);
    cr_assert(good, "%s", reported);
    cr_assert_str_empty(reported);
    return names()[2];
}

const char *p1s_errors(const char *text)
{
    static char errors[65536];
    const char *folder = names()[0];
    bool good = assemble(text);
    cr_assert_eq(good, reported[0] == '\0');
    /* Without the test's directory. */
    size_t used = 0, length = strlen(folder);
    for (const char *at = reported; *at;) {
        if (strncmp(at, folder, length) == 0)
            at += length;
        else
            errors[used++] = *at++;
    }
    errors[used] = '\0';
    return errors;
}

const uint8_t *p1s_bytes(const char *text, size_t *size)
{
    static uint8_t *bytes;
    struct trace_error error;
    struct trace_event event;
    struct trace_reader *reader = trace_open(p1s_assemble(text), &error);
    cr_assert_not_null(reader, "%s", error.text);
    cr_assert_eq(trace_next(reader, &event, &error), 1);
    free(bytes);
    bytes = malloc(event.size + 1);
    memcpy(bytes, event.data, event.size);
    *size = event.size;
    trace_close(reader);
    return bytes;
}

static const uint32_t *words_of(const char *head, const char *lines, size_t *count)
{
    static uint32_t *words;
    char *text = malloc(strlen(lines) + 64);
    size_t size;
    sprintf(text, "%s {\n%s\n}\n", head, lines);
    const uint8_t *bytes = p1s_bytes(text, &size);
    free(text);
    free(words);
    words = malloc(size + 4);
    *count = size / 4;
    for (size_t i = 0; i < *count; i++)
        words[i] = bytes[4 * i] | (uint32_t)bytes[4 * i + 1] << 8 | (uint32_t)bytes[4 * i + 2] << 16 |
                   (uint32_t)bytes[4 * i + 3] << 24;
    return words;
}

const uint32_t *p1s_vif_words(const char *lines, size_t *count)
{
    return words_of("vif1", lines, count);
}

const uint32_t *p1s_gif_words(const char *lines, size_t *count)
{
    return words_of("gif path=3", lines, count);
}

const char *p1s_disassemble(const char *path)
{
    struct trace_error error;
    struct trace_reader *reader = trace_open(path, &error);
    FILE *file = fopen(scratch("p1s.txt"), "wb");
    cr_assert_not_null(reader, "%s", error.text);
    cr_assert_not_null(file);
    cr_assert(trace_disassemble(reader, file, &error), "%s", error.text);
    fclose(file);
    trace_close(reader);
    return read_file(scratch("p1s.txt"), NULL);
}
