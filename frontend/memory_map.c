#include "memory_map.h"

#include <string.h>

#define PAGE_BYTES 8192u

void memory_map_clear(struct memory_map *map)
{
    memset(map->role, MEMORY_OTHER, sizeof map->role);
    memset(map->bytes, 4, sizeof map->bytes);
}

static uint32_t bits(uint64_t value, unsigned low, unsigned count)
{
    return (uint32_t)(value >> low & ((1u << count) - 1));
}

/* A buffer of `width` pages a row. Formats whose code ends in 2 or A have 16 bits. */
static void mark(struct memory_map *map, uint64_t scissor, uint32_t first, uint32_t width, uint32_t psm,
                 enum memory_role role)
{
    bool small = (psm & 7) == 2;
    uint32_t height = small ? 64 : 32;
    for (uint32_t y = bits(scissor, 32, 11) / height; y <= bits(scissor, 48, 11) / height; y++)
        for (uint32_t x = bits(scissor, 0, 11) / 64; x <= bits(scissor, 16, 11) / 64; x++) {
            uint32_t page = (first + y * width + x) % MEMORY_PAGES;
            map->role[page] = (uint8_t)role;
            map->bytes[page] = small ? 2 : 4;
        }
}

void memory_map_draw(void *user, const struct gs_draw_event *event)
{
    struct memory_map *map = user;
    const struct gs_context_registers *c = event->context;
    uint32_t width = bits(c->frame, 16, 6);
    mark(map, c->scissor, bits(c->zbuf, 0, 9), width, bits(c->zbuf, 24, 4), MEMORY_DEPTH);
    mark(map, c->scissor, bits(c->frame, 0, 9), width, bits(c->frame, 24, 6), MEMORY_FRAME);
}

void memory_map_compare(const struct memory_map *map, const uint8_t *a, const uint8_t *b,
                        void (*found)(void *user, uint32_t cell, enum memory_role role), void *user)
{
    for (uint32_t page = 0; page < MEMORY_PAGES; page++) {
        uint32_t start = page * PAGE_BYTES, bytes = map->bytes[page];
        if (memcmp(a + start, b + start, PAGE_BYTES) == 0)
            continue;
        for (uint32_t at = start; at < start + PAGE_BYTES; at += bytes)
            if (memcmp(a + at, b + at, bytes) != 0)
                found(user, at / 2, (enum memory_role)map->role[page]);
    }
}
