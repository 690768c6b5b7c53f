/* LEVEL<n>.WAD and its data extent. Source: LEVEL.md sections 1 and 2.1. */
#include <inttypes.h>
#include <string.h>

#include "../trace_bytes.h"
#include "level_lz.h"
#include "level_state.h"

enum {
    SECTOR = 2048,
    HEADER = 0x60,
    DATA_HEADER = 0x58,
    DATA_ALIGNMENT = 0x40,
    SLOTS = 10,
    SLOT_DATA = 0,
    SLOT_SOUND = 1,
    SLOT_GAMEPLAY = 2,
    SLOT_CHUNK = 4,
    BLOBS = 10,
};

static const char *const slot_names[SLOTS] = {
    "data",    "sound bank", "gameplay",           "occlusion copy",     "chunk 0",
    "chunk 1", "chunk 2",    "chunk 0 sound bank", "chunk 1 sound bank", "chunk 2 sound bank",
};

/* Entries of the data header: offset of the pair, and what it is. */
static const struct {
    const char *name;
    uint32_t at;
    bool compressed, needed;
    enum level_part part; /* LEVEL_PART_COUNT: only listed */
} blobs[BLOBS] = {
    {"overlay", 0x00, false, false, LEVEL_OVERLAY},      {"core index", 0x08, false, true, LEVEL_CORE_INDEX},
    {"gs_ram", 0x10, false, false, LEVEL_GS_RAM},        {"HUD header", 0x18, false, false, LEVEL_PART_COUNT},
    {"HUD bank 0", 0x20, true, false, LEVEL_PART_COUNT}, {"HUD bank 1", 0x28, true, false, LEVEL_PART_COUNT},
    {"HUD bank 2", 0x30, true, false, LEVEL_PART_COUNT}, {"HUD bank 3", 0x38, true, false, LEVEL_PART_COUNT},
    {"HUD bank 4", 0x40, true, false, LEVEL_PART_COUNT}, {"core data", 0x48, true, true, LEVEL_CORE_DATA},
};
static const char transition_name[] = "transition textures";
enum { TRANSITION = 0x50 };

struct slot {
    bool present;
    uint64_t begin, end; /* bytes, the end not clamped */
    struct level_bytes bytes;
};

/* Reads the ranges, checks each, and clamps what hangs over the end of the file. */
static void read_slots(struct level *level, struct slot slots[SLOTS])
{
    struct level_bytes file = level->part[LEVEL_CONTAINER];
    for (uint32_t i = 0; i < SLOTS; i++) {
        uint32_t at = 0x10 + 8 * i;
        uint64_t begin = (uint64_t)trace_load32(file.data + at) * SECTOR;
        uint64_t size = (uint64_t)trace_load32(file.data + at + 4) * SECTOR;
        struct slot *slot = &slots[i];
        *slot = (struct slot){size != 0, begin, begin + size, {0}};
        if (!size) {
            level_add_extent(level, slot_names[i], 0, 0, LEVEL_MEASURED);
            continue;
        }
        bool inside = begin >= SECTOR && begin < file.size && begin + size < (uint64_t)file.size + SECTOR;
        level_check(level, LEVEL_CHECK_CONTAINER_RANGES, inside, LEVEL_CONTAINER, at,
                    "%s: expected sectors of the file, which has %" PRIu32 " bytes, found bytes 0x%" PRIx64
                    " to 0x%" PRIx64,
                    slot_names[i], file.size, begin, begin + size);
        if (inside) {
            uint64_t end = slot->end < file.size ? slot->end : file.size;
            slot->bytes = (struct level_bytes){file.data + begin, (uint32_t)(end - begin)};
        }
        level_add_extent(level, slot_names[i], inside ? (uint32_t)begin : 0, slot->bytes.size,
                         LEVEL_MEASURED);
    }
}

static void check_tiling(struct level *level, const struct slot slots[SLOTS])
{
    static const unsigned order[SLOTS] = {1, 0, 2, 3, 4, 5, 6, 7, 8, 9};
    uint64_t at = SECTOR, file = level->part[LEVEL_CONTAINER].size;
    for (unsigned i = 0; i < SLOTS; i++) {
        const struct slot *slot = &slots[order[i]];
        if (!slot->present)
            continue;
        level_check(level, LEVEL_CHECK_CONTAINER_TILING, slot->begin == at, LEVEL_CONTAINER,
                    0x10 + 8 * order[i], "%s: expected its start at 0x%" PRIx64 ", found 0x%" PRIx64,
                    slot_names[order[i]], at, slot->begin);
        at = slot->end;
    }
    level_check(level, LEVEL_CHECK_CONTAINER_END, at >= file && at - file < SECTOR, LEVEL_CONTAINER, 0x10,
                "expected the ranges to end with the file, at 0x%" PRIx64 ", found 0x%" PRIx64, file, at);
}

static void check_sound(struct level *level, const struct slot *slot)
{
    bool found = false;
    for (uint32_t i = 0; !found && i + 4 <= slot->bytes.size && i < 0x40; i++)
        found = memcmp(slot->bytes.data + i, "SBlk", 4) == 0;
    if (slot->bytes.size)
        level_check(level, LEVEL_CHECK_CONTAINER_SOUND, found, LEVEL_CONTAINER, (uint32_t)slot->begin,
                    "expected \"SBlk\" in the first 64 bytes, found none");
}

/* One pair of the data header, as bytes of the extent; empty if it is absent or not inside. */
static struct level_bytes read_blob(struct level *level, const struct slot *data, const char *name,
                                    uint32_t at, uint64_t *end)
{
    const uint8_t *pair = data->bytes.data + at;
    uint32_t offset = trace_load32(pair), size = trace_load32(pair + 4);
    uint32_t place = (uint32_t)data->begin + at;
    if (size == 0)
        return (struct level_bytes){0};
    bool inside = offset >= DATA_HEADER && level_inside(offset, size, data->bytes.size);
    level_check(level, LEVEL_CHECK_DATA_BLOBS, inside, LEVEL_CONTAINER, place,
                "%s: expected bytes 0x%x to 0x%" PRIx32 " of the data extent, found 0x%" PRIx32
                " and size 0x%" PRIx32,
                name, DATA_HEADER, data->bytes.size, offset, size);
    if (!inside)
        return (struct level_bytes){0};
    level_check(level, LEVEL_CHECK_DATA_ALIGNMENT, offset % DATA_ALIGNMENT == 0, LEVEL_CONTAINER, place,
                "%s: expected a multiple of 0x40, found 0x%" PRIx32, name, offset);
    if (offset + (uint64_t)size > *end)
        *end = offset + (uint64_t)size;
    return (struct level_bytes){data->bytes.data + offset, size};
}

/* The extents that were listed from number `first` on are the parts of the data extent. */
static void check_apart(struct level *level, size_t first)
{
    const struct level_extent *extent = level->extent;
    for (size_t i = first; i < level->extent_count; i++)
        for (size_t k = first; k < i; k++)
            if (extent[i].size && extent[k].size)
                level_check(level, LEVEL_CHECK_DATA_APART,
                            extent[i].offset >= extent[k].offset + extent[k].size ||
                                extent[k].offset >= extent[i].offset + extent[i].size,
                            LEVEL_CONTAINER, extent[i].offset,
                            "%s: expected no byte of the %s, found an overlap", extent[i].name,
                            extent[k].name);
}

static bool keep_copy(struct level *level, enum level_part part, struct level_bytes from)
{
    uint8_t *copy = level_keep(level, from.size, 1);
    if (!copy)
        return false;
    memcpy(copy, from.data, from.size);
    level->part[part] = (struct level_bytes){copy, from.size};
    return true;
}

static struct level_extent *add_blob(struct level *level, const struct slot *data, const char *name,
                                     struct level_bytes bytes, bool compressed)
{
    uint32_t offset = bytes.size ? (uint32_t)data->begin + (uint32_t)(bytes.data - data->bytes.data) : 0;
    struct level_extent *extent = level_add_extent(level, name, offset, bytes.size, LEVEL_MEASURED);
    extent->compressed = compressed && level_lz_magic(bytes.data, bytes.size);
    extent->stream_size = extent->compressed ? level_lz_length(bytes.data) : 0;
    return extent;
}

static bool read_data(struct level *level, const struct slot *data, struct level_bytes *core,
                      uint32_t *core_offset, struct trace_error *error)
{
    uint64_t end = 0;
    size_t first = level->extent_count;
    for (uint32_t i = 0; i < BLOBS; i++) {
        struct level_bytes bytes = read_blob(level, data, blobs[i].name, blobs[i].at, &end);
        if (!bytes.size && blobs[i].needed)
            return level_fail(level, LEVEL_CONTAINER, data->begin + blobs[i].at, error,
                              "expected the place of the %s in the data extent (0x%" PRIx32
                              " bytes), found offset 0x%" PRIx32 " and size 0x%" PRIx32,
                              blobs[i].name, data->bytes.size, trace_load32(data->bytes.data + blobs[i].at),
                              trace_load32(data->bytes.data + blobs[i].at + 4));
        const struct level_extent *extent = add_blob(level, data, blobs[i].name, bytes, blobs[i].compressed);
        if (blobs[i].part == LEVEL_CORE_DATA) {
            *core = bytes;
            *core_offset = extent->offset;
        } else if (bytes.size && blobs[i].part != LEVEL_PART_COUNT) {
            if (!keep_copy(level, blobs[i].part, bytes))
                return false;
        }
    }
    add_blob(level, data, transition_name, read_blob(level, data, transition_name, TRANSITION, &end), true);
    check_apart(level, first);
    uint64_t sectors = (end + SECTOR - 1) / SECTOR * SECTOR;
    level_check(level, LEVEL_CHECK_DATA_SUM, sectors == data->end - data->begin, LEVEL_CONTAINER,
                (uint32_t)data->begin, "expected parts up to 0x%" PRIx64 ", found them to end at 0x%" PRIx64,
                data->end - data->begin, end);
    return true;
}

static void read_chunk(struct level *level, const struct slot *slot, unsigned number)
{
    struct level_bytes bytes = slot->bytes;
    if (!bytes.size)
        return;
    uint32_t tfrags = bytes.size >= 8 ? trace_load32(bytes.data) : 0;
    uint32_t collision = bytes.size >= 8 ? trace_load32(bytes.data + 4) : 0;
    bool good = tfrags >= 8 && tfrags < bytes.size && collision < bytes.size && tfrags % 16 == 0 &&
                collision % 16 == 0;
    if (level_check(level, LEVEL_CHECK_CONTAINER_CHUNKS, good, LEVEL_CONTAINER, (uint32_t)slot->begin,
                    "chunk %u: expected offsets below 0x%" PRIx32 ", found 0x%" PRIx32 " and 0x%" PRIx32,
                    number, bytes.size, tfrags, collision))
        level_take_stream(level, LEVEL_CHUNK_0 + number,
                          (struct level_bytes){bytes.data + tfrags, bytes.size - tfrags},
                          (uint32_t)slot->begin + tfrags, LEVEL_PART_LIMIT, NULL);
}

static bool take_core(struct level *level, struct level_bytes core, uint32_t offset,
                      struct trace_error *error)
{
    struct level_bytes index = level->part[LEVEL_CORE_INDEX];
    uint32_t limit = index.size >= 0x90 ? trace_load32(index.data + 0x8C) : LEVEL_PART_LIMIT;
    return level_take_stream(level, LEVEL_CORE_DATA, core, offset,
                             limit < LEVEL_PART_LIMIT ? limit : LEVEL_PART_LIMIT, error);
}

bool level_read_container(struct level *level, struct trace_error *error)
{
    struct level_bytes file = level->part[LEVEL_CONTAINER];
    if (file.size < HEADER)
        return level_fail(level, LEVEL_CONTAINER, 0, error,
                          "expected the 0x60 bytes of a level's header, found a file of %" PRIu32 " bytes",
                          file.size);
    uint32_t size = trace_load32(file.data);
    if (!level_check(level, LEVEL_CHECK_CONTAINER_HEADER, size == HEADER, LEVEL_CONTAINER, 0,
                     "expected 0x60, found 0x%" PRIx32, size))
        return level_fail(level, LEVEL_CONTAINER, 0, error,
                          "expected a level's header, whose first word is 0x60, found 0x%" PRIx32, size);
    uint32_t sector = trace_load32(file.data + 4);
    level_check(level, LEVEL_CHECK_CONTAINER_SECTOR, sector == 0, LEVEL_CONTAINER, 4,
                "expected 0, found %" PRIu32, sector);
    level->core.from_container = true;
    level->core.level_id = trace_load32(file.data + 8);
    level->core.reverb = trace_load32(file.data + 12);
    struct slot slots[SLOTS];
    read_slots(level, slots);
    check_tiling(level, slots);
    check_sound(level, &slots[SLOT_SOUND]);
    const struct slot *data = &slots[SLOT_DATA], *gameplay = &slots[SLOT_GAMEPLAY];
    if (data->bytes.size < DATA_HEADER)
        return level_fail(level, LEVEL_CONTAINER, 0x10, error,
                          "expected the sectors of the data extent inside of the file (%" PRIu32
                          " bytes), found bytes 0x%" PRIx64 " to 0x%" PRIx64,
                          file.size, data->begin, data->end);
    struct level_bytes core = {0};
    uint32_t core_offset = 0;
    if (!read_data(level, data, &core, &core_offset, error) || !take_core(level, core, core_offset, error))
        return false;
    level->core_stream = core.size;
    if (gameplay->bytes.size)
        level_take_stream(level, LEVEL_GAMEPLAY, gameplay->bytes, (uint32_t)gameplay->begin, LEVEL_PART_LIMIT,
                          NULL);
    for (unsigned i = 0; i < 3; i++)
        read_chunk(level, &slots[SLOT_CHUNK + i], i);
    return !level->failed;
}
