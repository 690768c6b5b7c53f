/* Assembling in tests. */
#ifndef TESTS_VU_SOURCE_H
#define TESTS_VU_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/vu.h>

struct source_pair {
    uint32_t upper, lower;
};

struct source_program {
    size_t count;
    uint32_t base;
    struct source_pair pairs[VU1_MEMORY_SIZE / 8];
    uint32_t lines[VU1_MEMORY_SIZE / 8];
};

/* Assembles `text`, which must be correct. The result is overwritten by the next call. */
const struct source_program *source_assemble(const char *text);
/* The same with files for .include: name, text, name, text, ..., NULL. */
const struct source_program *source_assemble_files(const char *text, const char *const *files);
/* Assembles one upper column beside a nop, or one lower column. */
uint32_t source_upper(const char *column);
uint32_t source_lower(const char *column);
/* The message that `text`, which must be wrong, gives; the file is called "test.vsm". Overwritten by the next
 * call. */
const char *source_error(const char *text);

/* Are the pairs of `text` these? `expected`: upper and lower words in turn, `count` pairs. */
void source_expect(const char *text, const uint32_t *expected, size_t count);
#define SOURCE_EXPECT(text, ...)                                                                             \
    source_expect((text), (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / 8)

#define NOPS 0x000002FF, 0x8000033C /* a pair of nops */

/* A deterministic sequence of words. */
uint32_t source_random(uint64_t *state);

#endif
