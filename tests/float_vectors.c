#include "float_vectors.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>
#include <zstd.h>

#include "vectors.h"

struct float_vectors {
    char *text, *next; /* lines are cut as they are read */
};

/* The bytes of a file, NULL if there is none of that name. */
static char *read_bytes(const char *path, size_t *size)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    cr_assert_eq(fseek(file, 0, SEEK_END), 0);
    long end = ftell(file);
    cr_assert_geq(end, 0);
    rewind(file);
    *size = (size_t)end;
    char *bytes = malloc(*size + 1);
    cr_assert_not_null(bytes);
    cr_assert_eq(fread(bytes, 1, *size, file), *size, "%s", path);
    fclose(file);
    bytes[*size] = '\0';
    return bytes;
}

static char *unpack(const char *path, char *packed, size_t size)
{
    unsigned long long content = ZSTD_getFrameContentSize(packed, size);
    cr_assert(content != ZSTD_CONTENTSIZE_ERROR && content != ZSTD_CONTENTSIZE_UNKNOWN, "%s", path);
    char *text = malloc((size_t)content + 1);
    cr_assert_not_null(text);
    cr_assert_eq(ZSTD_decompress(text, (size_t)content, packed, size), (size_t)content, "%s", path);
    text[content] = '\0';
    free(packed);
    return text;
}

char *float_vectors_text(const char *name)
{
    char file[256], path[4096];
    size_t size;
    snprintf(file, sizeof file, "float/%s.txt", name);
    vectors_path(file, path, sizeof path);
    char *text = read_bytes(path, &size);
    if (text)
        return text;
    strncat(path, ".zst", sizeof path - strlen(path) - 1);
    char *packed = read_bytes(path, &size);
    cr_assert_not_null(packed, "%s cannot be read", path);
    return unpack(path, packed, size);
}

struct float_vectors *float_vectors_open(const char *name)
{
    struct float_vectors *vectors = calloc(1, sizeof *vectors);
    cr_assert_not_null(vectors);
    vectors->next = vectors->text = float_vectors_text(name);
    return vectors;
}

void float_vectors_close(struct float_vectors *vectors)
{
    free(vectors->text);
    free(vectors);
}

/* Reads words up to the first that is no number of up to 8 digits. */
static size_t take_words(const char **at, uint32_t *out, size_t most)
{
    size_t count = 0;
    for (;;) {
        *at += strspn(*at, " ");
        size_t length = strspn(*at, "0123456789abcdef");
        if (length != 8 || count == most)
            return count;
        out[count++] = (uint32_t)strtoul(*at, NULL, 16);
        *at += length;
    }
}

static void take_text(const char **at, char *out, size_t size)
{
    *at += strspn(*at, " ");
    size_t length = strcspn(*at, " ");
    cr_assert_lt(length, size);
    memcpy(out, *at, length);
    out[length] = '\0';
    *at += length;
}

struct float_case float_case_of(const char *line)
{
    struct float_case c = {.line = line};
    const char *at = line;
    take_text(&at, c.op, sizeof c.op);
    c.inputs = take_words(&at, c.in, sizeof c.in / sizeof c.in[0]);
    cr_assert_eq(strncmp(at, "-> ", 3), 0, "'%s' is no vector", line);
    at += 3;
    c.outputs = take_words(&at, c.out, sizeof c.out / sizeof c.out[0]);
    take_text(&at, c.flags[0], sizeof c.flags[0]);
    take_text(&at, c.flags[1], sizeof c.flags[1]);
    cr_assert(c.inputs && c.outputs && !*at, "'%s' is no vector", line);
    return c;
}

bool float_vectors_next(struct float_vectors *vectors, struct float_case *out)
{
    while (*vectors->next) {
        char *line = vectors->next;
        vectors->next += strcspn(line, "\n");
        if (*vectors->next)
            *vectors->next++ = '\0';
        if (*line && *line != '#') {
            *out = float_case_of(line);
            return true;
        }
    }
    return false;
}
