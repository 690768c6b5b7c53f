/* What a level is inside, and what its readers share: memory that lives as long as the level, and checks. */
#ifndef LEVEL_STATE_H
#define LEVEL_STATE_H

#include <stdarg.h>

#include <path1/level.h>

#define CHECK(name, id, confidence, kind, claim) LEVEL_CHECK_##name,
enum level_check_name {
#include "level_check_list.h"
    LEVEL_CHECK_COUNT
};
#undef CHECK

enum { LEVEL_EXTENT_LIMIT = 32, LEVEL_BLOCK_LIMIT = 4 };

struct level_arena {
    struct level_arena *next;
    size_t used, size;
};

struct level {
    char *name;  /* the path */
    bool failed; /* memory was short */
    struct level_arena *arena;
    struct level_bytes part[LEVEL_PART_COUNT];
    uint8_t *owned[LEVEL_PART_COUNT]; /* to be freed */
    struct level_extent extent[LEVEL_EXTENT_LIMIT];
    size_t extent_count;
    struct level_core core;
    uint32_t core_stream; /* bytes of core data before decompression, 0: were not compressed */
    struct level_class *classes[LEVEL_CLASS_KINDS];
    struct level_upload *uploads;
    size_t upload_count;
    struct level_texture *textures[LEVEL_TEXTURE_KINDS];
    struct level_block block[LEVEL_BLOCK_LIMIT];
    size_t block_count;
    struct level_lighting lighting;
    struct level_settings settings;
    struct level_owner *owners;
    size_t owner_count;
    uint32_t *starts; /* known starts in core data, ascending, core data's size last */
    size_t start_count;
    struct level_check check[LEVEL_CHECK_COUNT];
};

/* Zeroed memory, aligned for anything, that goes with the level. NULL, and level->failed set, when memory is
 * short. */
void *level_keep(struct level *level, size_t count, size_t size);
/* A formatted text, kept; "" when memory is short. */
const char *level_keep_text_v(struct level *level, const char *format, va_list arguments);

#if defined(__GNUC__)
#define LEVEL_FORMAT(at) __attribute__((format(printf, at, at + 1)))
#else
#define LEVEL_FORMAT(at)
#endif

/* Counts one case of a check; the first that is not `good` leaves its text. Returns `good`. */
bool level_check(struct level *level, enum level_check_name name, bool good, enum level_part part,
                 uint32_t offset, const char *format, ...) LEVEL_FORMAT(6);
bool level_check_v(struct level *level, enum level_check_name name, bool good, enum level_part part,
                   uint32_t offset, const char *format, va_list arguments);
/* Puts names, claims and confidences in place. */
void level_checks_begin(struct level *level);

/* Is the span inside of `size` bytes? */
static inline bool level_inside(uint64_t offset, uint64_t count, uint64_t size)
{
    return offset <= size && count <= size - offset;
}

/* Fills `error` with "NAME (PART): offset ...". Returns false. */
bool level_fail(const struct level *level, enum level_part part, uint64_t offset, struct trace_error *error,
                const char *format, ...) LEVEL_FORMAT(5);

/* The start of what comes behind `offset` in core data (section words, classes, sequences, the end). */
uint32_t level_next_start(const struct level *level, uint32_t offset);

/* Where each reader's work begins; false only when memory is short or nothing can be made of the data. */
bool level_read_container(struct level *level, struct trace_error *error);
bool level_read_directory(struct level *level, struct trace_error *error);
bool level_read_core(struct level *level, struct trace_error *error);
void level_read_uploads(struct level *level);
void level_read_textures(struct level *level);
void level_check_averages(struct level *level);
void level_read_blocks(struct level *level);
void level_read_gameplay(struct level *level);
void level_read_normals(struct level *level);
void level_light_all(struct level *level);
void level_check_objects(struct level *level);
void level_check_sections(struct level *level);
void level_read_owners(struct level *level);

/* Decompresses a stream to a part. `offset`: of the stream in the container, for errors. The bytes that come
 * out are at most `limit`. False: the check "streams.decode" or, with `error`, that has the reason. */
bool level_take_stream(struct level *level, enum level_part part, struct level_bytes stream, uint32_t offset,
                       uint32_t limit, struct trace_error *error);
/* The extent with this name; NULL if there is none. */
struct level_extent *level_find_extent(struct level *level, const char *name);
/* Adds to the list of extents. */
struct level_extent *level_add_extent(struct level *level, const char *name, uint32_t offset, uint32_t size,
                                      enum level_confidence confidence);

/* Little-endian values at an offset that was checked. */
static inline int16_t level_s16(const uint8_t *at)
{
    return (int16_t)(uint16_t)(at[0] | at[1] << 8);
}
static inline uint16_t level_u16(const uint8_t *at)
{
    return (uint16_t)(at[0] | at[1] << 8);
}

#endif
