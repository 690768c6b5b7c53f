/* Container header in both forms, state, privileged registers (DUMPFORMAT sections 2 and 5). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "trace_bytes.h"
#include "trace_failure.h"
#include "trace_format.h"
#include "trace_reader.h"
#include "trace_state.h"

/* Where the header block starts in the new form. */
#define BLOCK_OFFSET 8u

/* A part of the header block that is kept while the block streams past. */
struct part {
    uint32_t offset, size; /* from the start of the block */
    uint8_t *data;
    size_t have, capacity;
};

bool trace_reader_need(struct trace_reader *reader, void *out, size_t size, const char *what,
                       struct trace_error *error)
{
    uint64_t offset = trace_input_offset(reader->input);
    size_t got;
    if (!trace_input_read(reader->input, out, size, &got, error))
        return false;
    if (got < size)
        return trace_fail(error, trace_input_name(reader->input), offset,
                          "expected %zu bytes of %s, found %zu before the end of the file", size, what, got);
    return true;
}

/* Appends to `part` what it needs of the `size` bytes at `offset` of the block. Memory grows with the
 * data that arrive, not with the size that is declared. */
static bool part_take(struct part *part, uint64_t offset, const uint8_t *bytes, size_t size)
{
    uint64_t begin = (uint64_t)part->offset + part->have;
    uint64_t end = (uint64_t)part->offset + part->size;
    if (begin < offset || begin >= offset + size || begin >= end)
        return true;
    size_t count = (size_t)((end < offset + size ? end : offset + size) - begin);
    if (part->have + count > part->capacity) {
        size_t capacity = 2 * part->capacity + count;
        if (capacity > part->size)
            capacity = part->size;
        uint8_t *data = realloc(part->data, capacity);
        if (!data)
            return false;
        part->data = data;
        part->capacity = capacity;
    }
    memcpy(part->data + part->have, bytes + (begin - offset), count);
    part->have += count;
    return true;
}

/* Reads the rest of the header block, of `size` bytes in all with `fixed` read already. */
static bool read_parts(struct trace_reader *reader, const uint8_t fixed[TRACE_HEADER_FIXED], uint32_t size,
                       struct part *serial, struct part *screenshot, struct trace_error *error)
{
    uint8_t bytes[4096];
    uint64_t at = 0;
    size_t count = TRACE_HEADER_FIXED;
    memcpy(bytes, fixed, count);
    for (;;) {
        if (!part_take(serial, at, bytes, count) || !part_take(screenshot, at, bytes, count))
            return trace_fail(error, trace_input_name(reader->input), BLOCK_OFFSET + at,
                              "expected memory for the header block, found none left");
        at += count;
        if (at == size)
            return true;
        count = size - at < sizeof bytes ? (size_t)(size - at) : sizeof bytes;
        if (!trace_reader_need(reader, bytes, count, "header block", error))
            return false;
    }
}

static bool version_known(uint32_t version)
{
    return version >= TRACE_VERSION_OLDEST && version <= TRACE_VERSION_NEWEST;
}

static bool check_version(struct trace_reader *reader, uint64_t offset, uint32_t version,
                          struct trace_error *error)
{
    if (version_known(version))
        return true;
    return trace_fail(error, trace_input_name(reader->input), offset,
                      "expected a state version from %u to %u, found %" PRIu32, TRACE_VERSION_OLDEST,
                      TRACE_VERSION_NEWEST, version);
}

/* A part lies behind the fixed fields and ends inside the block. `offset` is that of its size field. */
static bool check_part(struct trace_reader *reader, uint64_t offset, const char *what,
                       const struct part *part, uint32_t header_size, struct trace_error *error)
{
    if (part->size == 0)
        return true;
    if (part->offset >= TRACE_HEADER_FIXED && (uint64_t)part->offset + part->size <= header_size)
        return true;
    return trace_fail(error, trace_input_name(reader->input), offset,
                      "expected a %s from %u to the block's end at %" PRIu32 ", found %" PRIu32
                      " bytes at %" PRIu32,
                      what, TRACE_HEADER_FIXED, header_size, part->size, part->offset);
}

/* Serial and screenshot, cut from the block. A picture that cannot be one is dropped with a warning: it
 * does not matter to a replay. */
static bool read_block_rest(struct trace_reader *reader, const uint8_t fixed[TRACE_HEADER_FIXED],
                            uint32_t header_size, struct trace_error *error)
{
    const char *name = trace_input_name(reader->input);
    struct trace_header *header = &reader->header;
    struct part serial = {.offset = trace_load32(fixed + 8), .size = trace_load32(fixed + 12)};
    struct part picture = {.offset = trace_load32(fixed + 28), .size = trace_load32(fixed + 32)};
    uint32_t width = trace_load32(fixed + 20), height = trace_load32(fixed + 24);

    if (!check_part(reader, BLOCK_OFFSET + 12, "serial", &serial, header_size, error) ||
        !check_part(reader, BLOCK_OFFSET + 32, "screenshot", &picture, header_size, error))
        return false;
    if (serial.size > TRACE_SERIAL_LIMIT)
        return trace_fail(error, name, BLOCK_OFFSET + 12,
                          "expected a serial of at most %u bytes, found %" PRIu32, TRACE_SERIAL_LIMIT,
                          serial.size);
    if (picture.size > TRACE_SCREENSHOT_LIMIT) {
        trace_fail(&reader->warning, name, BLOCK_OFFSET + 32,
                   "expected a screenshot of at most %u bytes, found %" PRIu32, TRACE_SCREENSHOT_LIMIT,
                   picture.size);
        reader->warned = true;
        picture.size = 0;
    } else if (picture.size && ((uint64_t)width * height != picture.size / 4 || picture.size % 4)) {
        trace_fail(&reader->warning, name, BLOCK_OFFSET + 32,
                   "expected a screenshot of %" PRIu32 " x %" PRIu32 " x 4 bytes, found %" PRIu32, width,
                   height, picture.size);
        reader->warned = true;
        picture.size = 0;
    }
    bool good = read_parts(reader, fixed, header_size, &serial, &picture, error);
    reader->screenshot = picture.data;
    if (good && picture.size) {
        header->screenshot = picture.data;
        header->screenshot_width = width;
        header->screenshot_height = height;
    }
    if (good && serial.size) {
        memcpy(reader->serial, serial.data, serial.size);
        header->serial_size = serial.size;
        for (uint32_t i = 0; i < serial.size; i++)
            if ((unsigned char)reader->serial[i] < 0x20 || reader->serial[i] == 0x7F)
                reader->serial[i] = '?';
        reader->serial[serial.size] = 0;
    }
    free(serial.data);
    return good;
}

static bool read_block(struct trace_reader *reader, uint32_t header_size, struct trace_error *error)
{
    struct trace_header *header = &reader->header;
    uint8_t fixed[TRACE_HEADER_FIXED];
    if (header_size < TRACE_HEADER_FIXED)
        return trace_fail(error, trace_input_name(reader->input), 4,
                          "expected a header block of at least %u bytes, found %" PRIu32, TRACE_HEADER_FIXED,
                          header_size);
    if (!trace_reader_need(reader, fixed, sizeof fixed, "header block", error))
        return false;
    header->header_version = trace_load32(fixed);
    header->state_size = trace_load32(fixed + 4);
    header->crc = trace_load32(fixed + 16);
    return check_version(reader, BLOCK_OFFSET, header->header_version, error) &&
           read_block_rest(reader, fixed, header_size, error);
}

/* The state; `size_offset` is where its size is declared. */
static bool read_state(struct trace_reader *reader, uint64_t size_offset, struct trace_error *error)
{
    const char *name = trace_input_name(reader->input);
    struct trace_header *header = &reader->header;
    uint8_t head[TRACE_STATE_HEAD_MAX], tail[TRACE_STATE_TAIL];
    uint64_t start = trace_input_offset(reader->input);

    if (header->state_size < 4)
        return trace_fail(error, name, size_offset, "expected a state of at least 4 bytes, found %" PRIu32,
                          header->state_size);
    if (!trace_reader_need(reader, head, 4, "GS state", error))
        return false;
    uint32_t version = header->state_version = trace_load32(head);
    if (!check_version(reader, start, version, error))
        return false;
    if (header->has_header_block && header->header_version != version) {
        /* The state's own word is what lays it out. */
        trace_fail(&reader->warning, name, BLOCK_OFFSET,
                   "expected state version %" PRIu32 " as in the state, found %" PRIu32, version,
                   header->header_version);
        reader->warned = true;
    }
    size_t head_size = trace_state_head_size(version);
    size_t size = head_size + GS_LOCAL_MEMORY_SIZE + TRACE_STATE_TAIL;
    if (header->state_size < size)
        return trace_fail(error, name, size_offset,
                          "expected a state of at least %zu bytes (version %" PRIu32 "), found %" PRIu32,
                          size, version, header->state_size);
    if (!trace_reader_need(reader, head + 4, head_size - 4, "GS state", error) ||
        !trace_reader_need(reader, reader->state->local_memory, GS_LOCAL_MEMORY_SIZE, "local memory",
                           error) ||
        !trace_reader_need(reader, tail, sizeof tail, "GS state", error))
        return false;
    trace_state_decode(version, head, tail, reader->state);
    return trace_reader_need(reader, NULL, header->state_size - size, "GS state", error);
}

bool trace_read_header(struct trace_reader *reader, const uint8_t words[8], struct trace_error *error)
{
    struct trace_header *header = &reader->header;
    header->has_header_block = trace_load32(words) == TRACE_MARK;
    if (header->has_header_block) {
        if (!read_block(reader, trace_load32(words + 4), error))
            return false;
    } else {
        header->crc = trace_load32(words);
        header->state_size = trace_load32(words + 4);
    }
    uint64_t size_offset = header->has_header_block ? BLOCK_OFFSET + 4 : 4;
    return read_state(reader, size_offset, error) &&
           trace_reader_need(reader, reader->registers, GS_PRIVILEGED_SIZE, "privileged registers", error);
}
