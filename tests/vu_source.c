#include "vu_source.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_named(void *user, const char *path, size_t *length)
{
    const char *const *files = user;
    for (size_t i = 0; files && files[i]; i += 2)
        if (strcmp(files[i], path) == 0) {
            *length = strlen(files[i + 1]);
            char *copy = malloc(*length + 1);
            cr_assert_not_null(copy);
            memcpy(copy, files[i + 1], *length + 1);
            return copy;
        }
    return NULL;
}

static uint32_t word_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static bool assemble(const char *text, const char *const *files, struct source_program *out, char *error,
                     size_t size)
{
    const struct vu_include include = {(void *)(uintptr_t)files, read_named};
    struct vu_program program;
    uint32_t *lines;
    if (!vu_assemble_files("test.vsm", text, strlen(text), &include, &program, &lines, error, size))
        return false;
    cr_assert_eq(program.size % 8, 0);
    cr_assert_leq(program.base + program.size, VU1_MEMORY_SIZE);
    out->count = program.size / 8;
    out->base = program.base;
    for (size_t i = 0; i < out->count; i++) {
        out->pairs[i].lower = word_at(program.bytes + 8 * i);
        out->pairs[i].upper = word_at(program.bytes + 8 * i + 4);
        out->lines[i] = lines[i];
    }
    free(program.bytes);
    free(lines);
    return true;
}

const struct source_program *source_assemble_files(const char *text, const char *const *files)
{
    static struct source_program program;
    char error[512];
    cr_assert(assemble(text, files, &program, error, sizeof error), "%s\nin:\n%.2000s", error, text);
    return &program;
}

const struct source_program *source_assemble(const char *text)
{
    return source_assemble_files(text, NULL);
}

static struct source_pair one_pair(const char *upper, const char *lower)
{
    char text[512];
    snprintf(text, sizeof text, "%s  %s\n", upper, lower);
    const struct source_program *program = source_assemble(text);
    cr_assert_eq(program->count, 1, "%s", text);
    return program->pairs[0];
}

uint32_t source_upper(const char *column)
{
    struct source_pair pair = one_pair(column, "nop");
    cr_assert_eq(pair.lower, 0x8000033C, "%s", column);
    return pair.upper;
}

uint32_t source_lower(const char *column)
{
    struct source_pair pair = one_pair("nop", column);
    cr_assert_eq(pair.upper, 0x000002FF, "%s", column);
    return pair.lower;
}

const char *source_error(const char *text)
{
    static char error[512];
    static struct source_program program;
    error[0] = '\0';
    cr_assert_not(assemble(text, NULL, &program, error, sizeof error), "this was accepted:\n%.2000s", text);
    cr_assert_null(strchr(error, '\n'), "%s", error);
    cr_assert_eq(strncmp(error, "test.vsm:", 9), 0, "%s", error);
    return error;
}

void source_expect(const char *text, const uint32_t *expected, size_t count)
{
    const struct source_program *program = source_assemble(text);
    for (size_t i = 0; i < count && i < program->count; i++) {
        cr_assert_eq(program->pairs[i].upper, expected[2 * i], "pair %zu: upper %08X, not %08X, in:\n%s", i,
                     (unsigned)program->pairs[i].upper, (unsigned)expected[2 * i], text);
        cr_assert_eq(program->pairs[i].lower, expected[2 * i + 1], "pair %zu: lower %08X, not %08X, in:\n%s",
                     i, (unsigned)program->pairs[i].lower, (unsigned)expected[2 * i + 1], text);
    }
    cr_assert_eq(program->count, count, "%zu pairs, not %zu, in:\n%s", program->count, count, text);
}

uint32_t source_random(uint64_t *state)
{
    /* xorshift64 */
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return (uint32_t)(*state >> 16);
}
