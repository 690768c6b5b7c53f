#include "level_state.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../trace_failure.h"

enum { ARENA_SIZE = 1 << 18 };

void *level_keep(struct level *level, size_t count, size_t size)
{
    const size_t head = (sizeof(struct level_arena) + 15) / 16 * 16;
    if (size && count > (SIZE_MAX / 2) / size) {
        level->failed = true;
        return NULL;
    }
    size_t bytes = (count * size + 15) / 16 * 16;
    struct level_arena *arena = level->arena;
    if (!arena || arena->size - arena->used < bytes) {
        size_t room = bytes > ARENA_SIZE ? bytes : ARENA_SIZE;
        arena = calloc(1, head + room);
        if (!arena) {
            level->failed = true;
            return NULL;
        }
        arena->size = room;
        arena->next = level->arena;
        level->arena = arena;
    }
    void *memory = (char *)arena + head + arena->used;
    arena->used += bytes;
    return memory;
}

const char *level_keep_text_v(struct level *level, const char *format, va_list arguments)
{
    char text[300];
    vsnprintf(text, sizeof text, format, arguments);
    char *kept = level_keep(level, strlen(text) + 1, 1);
    return kept ? strcpy(kept, text) : "";
}

void level_close(struct level *level)
{
    if (!level)
        return;
    while (level->arena) {
        struct level_arena *next = level->arena->next;
        free(level->arena);
        level->arena = next;
    }
    for (int part = 0; part < LEVEL_PART_COUNT; part++)
        free(level->owned[part]);
    free(level->name);
    free(level);
}

bool level_fail(const struct level *level, enum level_part part, uint64_t offset, struct trace_error *error,
                const char *format, ...)
{
    char text[300], name[300];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (part == LEVEL_CONTAINER)
        return trace_fail(error, level->name, offset, "%s", text);
    size_t length = strlen(level->name);
    snprintf(name, sizeof name, "%s (%s)", level->name + (length > 200 ? length - 200 : 0),
             level_part_name(part));
    return trace_fail(error, name, offset, "%s", text);
}

struct level_extent *level_add_extent(struct level *level, const char *name, uint32_t offset, uint32_t size,
                                      enum level_confidence confidence)
{
    struct level_extent *extent = &level->extent[level->extent_count++];
    *extent = (struct level_extent){.name = name, .offset = offset, .size = size, .confidence = confidence};
    return extent;
}

uint32_t level_next_start(const struct level *level, uint32_t offset)
{
    size_t low = 0, high = level->start_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (level->starts[middle] > offset)
            high = middle;
        else
            low = middle + 1;
    }
    return low < level->start_count ? level->starts[low] : level->part[LEVEL_CORE_DATA].size;
}

/* ---- what the level is asked for ---- */

const char *level_part_name(enum level_part part)
{
    static const char *const names[LEVEL_PART_COUNT] = {
        "container", "overlay", "core index", "gs_ram",  "core data",
        "gameplay",  "chunk 0", "chunk 1",    "chunk 2",
    };
    return names[part];
}

struct level_bytes level_part(const struct level *level, enum level_part part)
{
    return level->part[part];
}

const struct level_extent *level_extents(const struct level *level, size_t *count)
{
    *count = level->extent_count;
    return level->extent;
}

const struct level_core *level_core(const struct level *level)
{
    return &level->core;
}

const struct level_class *level_classes(const struct level *level, enum level_class_kind kind, size_t *count)
{
    *count = level->core.classes[kind].count;
    return level->classes[kind];
}

const struct level_upload *level_uploads(const struct level *level, size_t *count)
{
    *count = level->upload_count;
    return level->uploads;
}

const struct level_texture *level_textures(const struct level *level, enum level_texture_kind kind,
                                           size_t *count)
{
    *count = level->core.textures[kind].count;
    return level->textures[kind];
}

const struct level_block *level_blocks(const struct level *level, size_t *count)
{
    *count = level->block_count;
    return level->block;
}

const struct level_lighting *level_lighting(const struct level *level)
{
    return &level->lighting;
}

const struct level_settings *level_settings(const struct level *level)
{
    return &level->settings;
}

const struct level_owner *level_owners(const struct level *level, size_t *count)
{
    *count = level->owner_count;
    return level->owners;
}
