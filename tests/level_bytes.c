#include "level_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void gen_fail(const char *file, int line, const char *condition)
{
    fprintf(stderr, "%s:%d: not so: %s\n", file, line, condition);
    abort();
}

void gen_bytes_free(struct gen_bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct gen_bytes){0};
}

size_t gen_bytes_fill(struct gen_bytes *bytes, size_t count, uint8_t value)
{
    size_t begin = bytes->size;
    if (count > bytes->room - bytes->size) {
        bytes->room = 2 * bytes->room + count + 256;
        bytes->data = realloc(bytes->data, bytes->room);
        gen_require(bytes->data);
    }
    memset(bytes->data + begin, value, count);
    bytes->size += count;
    return begin;
}

size_t gen_bytes_add(struct gen_bytes *bytes, const void *data, size_t count)
{
    size_t begin = gen_bytes_fill(bytes, count, 0);
    if (count)
        memcpy(bytes->data + begin, data, count);
    return begin;
}

size_t gen_bytes_align(struct gen_bytes *bytes, size_t alignment)
{
    gen_bytes_fill(bytes, (alignment - bytes->size % alignment) % alignment, 0);
    return bytes->size;
}

void gen_put8(struct gen_bytes *bytes, uint32_t value)
{
    gen_bytes_fill(bytes, 1, (uint8_t)value);
}

void gen_put16(struct gen_bytes *bytes, uint32_t value)
{
    gen_set16(bytes, gen_bytes_fill(bytes, 2, 0), value);
}

void gen_put32(struct gen_bytes *bytes, uint32_t value)
{
    gen_set32(bytes, gen_bytes_fill(bytes, 4, 0), value);
}

uint32_t gen_float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

void gen_put_float(struct gen_bytes *bytes, float value)
{
    gen_put32(bytes, gen_float_bits(value));
}

void gen_set16(struct gen_bytes *bytes, size_t offset, uint32_t value)
{
    gen_require(offset + 2 <= bytes->size);
    bytes->data[offset] = (uint8_t)value;
    bytes->data[offset + 1] = (uint8_t)(value >> 8);
}

void gen_set32(struct gen_bytes *bytes, size_t offset, uint32_t value)
{
    gen_set16(bytes, offset, value);
    gen_set16(bytes, offset + 2, value >> 16);
}

uint32_t gen_get16(const struct gen_bytes *bytes, size_t offset)
{
    gen_require(offset + 2 <= bytes->size);
    return bytes->data[offset] | (uint32_t)bytes->data[offset + 1] << 8;
}

uint32_t gen_get32(const struct gen_bytes *bytes, size_t offset)
{
    return gen_get16(bytes, offset) | gen_get16(bytes, offset + 2) << 16;
}

uint64_t gen_hash(const void *data, size_t size)
{
    const uint8_t *bytes = data;
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001B3u;
    return hash;
}
