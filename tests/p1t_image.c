#include "p1t_image.h"

#include <criterion/criterion.h>
#include <string.h>
#include <xxhash.h>

static void put64(uint8_t *at, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t get32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void image_add_p1t_start(struct image *image, uint32_t flags)
{
    struct image head = {0};
    image_add(image, "\x89P1T\r\n\x1A\n", 8);
    image_add_u32(image, 1);
    image_add_u32(&head, flags);
    image_add_u32(&head, 5);
    image_add_u32(&head, 2);
    image_add(&head, "AB", 2);
    image_add_chunk(image, "HEAD", head.bytes, head.size);
    image_free(&head);
}

void image_add_chunk_of(struct image *image, const char *name, uint32_t flags, uint32_t raw_size,
                        uint32_t stored_size, const void *payload, size_t size)
{
    size_t head = image->size;
    image_add(image, name, 4);
    image_add_u32(image, flags);
    image_add_u32(image, raw_size);
    image_add_u32(image, stored_size);
    image_add_u64(image, XXH3_64bits(payload, size));
    image_add_u64(image, XXH3_64bits(image->bytes + head, 24));
    image_add(image, payload, size);
}

void image_add_chunk(struct image *image, const char *name, const void *content, size_t size)
{
    image_add_chunk_of(image, name, 0, (uint32_t)size, (uint32_t)size, content, size);
}

void image_add_p1t_end(struct image *image, uint64_t count, const void *events, size_t size)
{
    uint8_t totals[24];
    put64(totals, count);
    put64(totals + 8, size);
    put64(totals + 16, XXH3_64bits(events, size));
    image_add_chunk(image, "ENDT", totals, sizeof totals);
}

void image_fix_chunk(struct image *image, size_t offset)
{
    uint8_t *head = image->bytes + offset;
    size_t stored = get32(head + 12), left = image->size - offset - 32;
    put64(head + 16, XXH3_64bits(head + 32, stored < left ? stored : left));
    put64(head + 24, XXH3_64bits(head, 24));
}

size_t image_next_chunk(const struct image *image, size_t offset)
{
    cr_assert_leq(offset + 32, image->size);
    return offset + 32 + get32(image->bytes + offset + 12);
}
