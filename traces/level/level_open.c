/* Opening a level: the container, or its parts as files of a directory. */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "../trace_bytes.h"
#include "../trace_failure.h"
#include "level_lz.h"
#include "level_state.h"

/* The files of a directory, and the part that each is. */
static const struct {
    const char *name;
    enum level_part part;
    bool needed;
} files[] = {
    {"core_index.bin", LEVEL_CORE_INDEX, true}, {"core_data.bin", LEVEL_CORE_DATA, true},
    {"gs_ram.bin", LEVEL_GS_RAM, false},        {"gameplay.bin", LEVEL_GAMEPLAY, false},
    {"overlay.bin", LEVEL_OVERLAY, false},      {"chunk0.bin", LEVEL_CHUNK_0, false},
    {"chunk1.bin", LEVEL_CHUNK_1, false},       {"chunk2.bin", LEVEL_CHUNK_2, false},
};
enum { FILES = sizeof files / sizeof files[0] };

bool level_take_stream(struct level *level, enum level_part part, struct level_bytes stream, uint32_t offset,
                       uint32_t limit, struct trace_error *error)
{
    struct level_lz_fault fault = {0};
    uint32_t size = 0;
    enum level_part place = level->part[LEVEL_CONTAINER].data ? LEVEL_CONTAINER : part;
    uint8_t *bytes = level_lz_decode(stream.data, stream.size, limit, &size, &fault);
    level_check(level, LEVEL_CHECK_STREAMS, bytes != NULL, place, offset + fault.offset, "%s: %s",
                level_part_name(part), fault.text);
    if (!bytes)
        return level_fail(level, place, offset + (uint64_t)fault.offset, error, "%s: %s",
                          level_part_name(part), fault.text);
    level->owned[part] = bytes;
    level->part[part] = (struct level_bytes){bytes, size};
    struct level_extent *extent = level_find_extent(level, level_part_name(part));
    if (extent) {
        extent->compressed = true;
        extent->stream_size = level_lz_length(stream.data);
        extent->decompressed = size;
    }
    return true;
}

/* All of a file ("-": standard input), at most `limit` bytes; the caller frees it. NULL on error. */
static uint8_t *read_all(const char *path, uint32_t limit, uint32_t *size, struct trace_error *error)
{
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    if (!file) {
        trace_fail(error, path, 0, "expected a readable file, found: %s", strerror(errno));
        return NULL;
    }
    size_t room = 1 << 20, used = 0;
    uint8_t *bytes = malloc(room);
    errno = 0;
    while (bytes) {
        used += fread(bytes + used, 1, room - used, file);
        if (used < room || used > limit)
            break;
        room *= 2;
        uint8_t *more = realloc(bytes, room);
        if (!more)
            free(bytes);
        bytes = more;
    }
    int why = errno;
    bool broken = ferror(file) != 0;
    if (file != stdin)
        fclose(file);
    if (bytes && !broken && used <= limit) {
        *size = (uint32_t)used;
        return bytes;
    }
    if (!bytes)
        trace_fail(error, path, 0, "expected memory for the file, found none left");
    else if (broken)
        trace_fail(error, path, used, "expected a readable file, found: %s", strerror(why ? why : EIO));
    else
        trace_fail(error, path, limit, "expected at most %" PRIu32 " bytes, found more", limit);
    free(bytes);
    return NULL;
}

/* The tfrag stream inside of a chunk as the container has it, or all of the bytes. */
static struct level_bytes chunk_stream(struct level_bytes bytes)
{
    if (bytes.size < 8 || level_lz_magic(bytes.data, bytes.size))
        return bytes;
    uint32_t at = trace_load32(bytes.data);
    if (at < 8 || at >= bytes.size || !level_lz_magic(bytes.data + at, bytes.size - at))
        return bytes;
    return (struct level_bytes){bytes.data + at, bytes.size - at};
}

/* Takes over `bytes`. */
static bool take_file(struct level *level, unsigned number, uint8_t *bytes, uint32_t size,
                      struct trace_error *error)
{
    enum level_part part = files[number].part;
    struct level_bytes all = {bytes, size};
    level_add_extent(level, level_part_name(part), 0, size, LEVEL_MEASURED);
    if (part >= LEVEL_CHUNK_0)
        all = chunk_stream(all);
    bool packed = part != LEVEL_CORE_INDEX && part != LEVEL_GS_RAM && part != LEVEL_OVERLAY &&
                  level_lz_magic(all.data, all.size);
    if (!packed) {
        level->owned[part] = bytes;
        level->part[part] = all;
        return size <= LEVEL_PART_LIMIT ||
               level_fail(level, part, 0, error, "expected at most %u bytes, found %" PRIu32,
                          LEVEL_PART_LIMIT, size);
    }
    if (part == LEVEL_CORE_DATA)
        level->core_stream = level_lz_length(bytes);
    bool good = level_take_stream(level, part, all, (uint32_t)(all.data - bytes), LEVEL_PART_LIMIT,
                                  files[number].needed ? error : NULL);
    free(bytes);
    return good || !files[number].needed;
}

bool level_read_directory(struct level *level, struct trace_error *error)
{
    for (unsigned i = 0; i < FILES; i++) {
        size_t room = strlen(level->name) + 32;
        char *path = malloc(room);
        if (!path)
            return trace_fail(error, level->name, 0, "expected memory for names, found none left");
        snprintf(path, room, "%s/%s", level->name, files[i].name);
        struct stat status;
        bool there = stat(path, &status) == 0, good = true;
        if (!there)
            level_add_extent(level, level_part_name(files[i].part), 0, 0, LEVEL_MEASURED);
        if (!there && files[i].needed)
            good = trace_fail(error, level->name, 0,
                              "expected a directory with core_index.bin and core_data.bin, found no %s",
                              files[i].name);
        uint32_t size = 0;
        uint8_t *bytes = there ? read_all(path, LEVEL_FILE_LIMIT, &size, error) : NULL;
        free(path);
        if ((there && !bytes) || !good || (bytes && !take_file(level, i, bytes, size, error)))
            return false;
    }
    return true;
}

struct level_extent *level_find_extent(struct level *level, const char *name)
{
    for (size_t i = 0; i < level->extent_count; i++)
        if (strcmp(level->extent[i].name, name) == 0)
            return &level->extent[i];
    return NULL;
}

static struct level *new_level(const char *name, struct trace_error *error)
{
    struct level *level = calloc(1, sizeof *level);
    char *copy = malloc(strlen(name) + 1);
    if (!level || !copy) {
        free(level);
        free(copy);
        trace_fail(error, name, 0, "expected memory for a level, found none left");
        return NULL;
    }
    level->name = strcpy(copy, name);
    level_checks_begin(level);
    return level;
}

/* Everything behind the parts; in the end the container's bytes are not needed any more. */
static struct level *finish(struct level *level, bool good, struct trace_error *error)
{
    if (good && level_read_core(level, error)) {
        level_read_uploads(level);
        level_read_textures(level);
        level_check_averages(level);
        level_read_blocks(level);
        level_read_gameplay(level);
        level_read_normals(level);
        level_light_all(level);
        level_check_objects(level);
        level_check_sections(level);
        level_read_owners(level);
        if (!level->failed)
            return level;
    }
    if (level->failed)
        trace_fail(error, level->name, 0, "expected memory for a level, found none left");
    level_close(level);
    return NULL;
}

struct level *level_open_memory(const char *name, const void *bytes, size_t size, struct trace_error *error)
{
    struct level *level = new_level(name, error);
    if (!level)
        return NULL;
    bool good =
        size <= LEVEL_FILE_LIMIT ||
        trace_fail(error, name, LEVEL_FILE_LIMIT, "expected at most %u bytes, found more", LEVEL_FILE_LIMIT);
    if (good) {
        level->part[LEVEL_CONTAINER] = (struct level_bytes){bytes, (uint32_t)size};
        good = level_read_container(level, error);
        level->part[LEVEL_CONTAINER].data = NULL;
    }
    return finish(level, good, error);
}

struct level *level_open(const char *path, struct trace_error *error)
{
    struct stat status;
    if (strcmp(path, "-") != 0 && stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
        struct level *level = new_level(path, error);
        return level ? finish(level, level_read_directory(level, error), error) : NULL;
    }
    uint32_t size = 0;
    uint8_t *bytes = read_all(path, LEVEL_FILE_LIMIT, &size, error);
    if (!bytes)
        return NULL;
    struct level *level = level_open_memory(path, bytes, size, error);
    free(bytes);
    return level;
}
