/* Local memory as the draws of a recording use it, and pixels of it that differ. */
#ifndef FRONTEND_MEMORY_MAP_H
#define FRONTEND_MEMORY_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

enum memory_role { MEMORY_OTHER, MEMORY_FRAME, MEMORY_DEPTH, MEMORY_ROLES };

enum { MEMORY_PAGES = 512, MEMORY_CELLS = GS_LOCAL_MEMORY_SIZE / 2 };

/* What each page was last: pages that a draw's scissor reaches are those of its frame and depth buffer. */
struct memory_map {
    uint8_t role[MEMORY_PAGES];
    uint8_t bytes[MEMORY_PAGES]; /* of a pixel: 2 or 4 */
};

/* Nothing drawn: all pages other, with words of 32 bits. */
void memory_map_clear(struct memory_map *map);
/* A draw observer's callback; `user` is the map. */
void memory_map_draw(void *user, const struct gs_draw_event *event);

/* Calls `found` for each pixel in which two contents of local memory differ, with its byte address / 2
 * (0..MEMORY_CELLS - 1). */
void memory_map_compare(const struct memory_map *map, const uint8_t *a, const uint8_t *b,
                        void (*found)(void *user, uint32_t cell, enum memory_role role), void *user);

#endif
