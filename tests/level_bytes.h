/* A growing block of little-endian bytes, for files that tests make up. Short memory ends the program. */
#ifndef TESTS_LEVEL_BYTES_H
#define TESTS_LEVEL_BYTES_H

#include <stddef.h>
#include <stdint.h>

/* Ends the program unless `condition` holds, in every build type: a mistake in what is being made up. */
#define gen_require(condition) ((condition) ? (void)0 : gen_fail(__FILE__, __LINE__, #condition))
_Noreturn void gen_fail(const char *file, int line, const char *condition);

struct gen_bytes {
    uint8_t *data;
    size_t size, room;
};

void gen_bytes_free(struct gen_bytes *bytes);
/* Appends `count` bytes of `value` and returns where they begin. */
size_t gen_bytes_fill(struct gen_bytes *bytes, size_t count, uint8_t value);
size_t gen_bytes_add(struct gen_bytes *bytes, const void *data, size_t count);
/* Appends zero bytes up to a multiple of `alignment` and returns the size. */
size_t gen_bytes_align(struct gen_bytes *bytes, size_t alignment);
void gen_put8(struct gen_bytes *bytes, uint32_t value);
void gen_put16(struct gen_bytes *bytes, uint32_t value);
void gen_put32(struct gen_bytes *bytes, uint32_t value);
/* The bits of an IEEE single. */
void gen_put_float(struct gen_bytes *bytes, float value);
uint32_t gen_float_bits(float value);
/* In place, at a byte offset inside. */
void gen_set16(struct gen_bytes *bytes, size_t offset, uint32_t value);
void gen_set32(struct gen_bytes *bytes, size_t offset, uint32_t value);
uint32_t gen_get16(const struct gen_bytes *bytes, size_t offset);
uint32_t gen_get32(const struct gen_bytes *bytes, size_t offset);
/* FNV-1a, 64 bits. */
uint64_t gen_hash(const void *data, size_t size);

#endif
