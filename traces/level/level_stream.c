#include "level_stream.h"

#include <stdlib.h>
#include <string.h>

#include "trace_bytes.h"

#define EOP 0x8000ull
#define FLG_IMAGE (2ull << 58)
#define NREG_1 (1ull << 60)

enum { BITBLTBUF = 0x50, TRXPOS = 0x51, TRXREG = 0x52, TRXDIR = 0x53 };
/* Quadwords behind one tag. */
enum { IMAGE_LIMIT = 0x7FFF };

void level_stream_free(struct level_stream *stream)
{
    free(stream->bytes);
    *stream = (struct level_stream){0};
}

void level_stream_clear(struct level_stream *stream)
{
    stream->size = 0;
}

void level_stream_add(struct level_stream *stream, const void *bytes, size_t size)
{
    if (stream->failed || !size)
        return;
    if (stream->size + size > stream->capacity) {
        size_t capacity = 2 * stream->capacity + size;
        uint8_t *grown = realloc(stream->bytes, capacity);
        if (!grown) {
            stream->failed = true;
            return;
        }
        stream->bytes = grown;
        stream->capacity = capacity;
    }
    memcpy(stream->bytes + stream->size, bytes, size);
    stream->size += size;
}

void level_stream_word(struct level_stream *stream, uint32_t word)
{
    uint8_t bytes[4];
    trace_store32(bytes, word);
    level_stream_add(stream, bytes, sizeof bytes);
}

void level_stream_set(struct level_stream *stream, size_t offset, uint32_t word)
{
    if (!stream->failed)
        trace_store32(stream->bytes + offset, word);
}

void level_stream_align(struct level_stream *stream, unsigned behind)
{
    while (!stream->failed && (stream->size + 4 * behind) % 16)
        level_stream_word(stream, 0);
}

void level_stream_quadword(struct level_stream *stream, uint64_t low, uint64_t high)
{
    uint8_t bytes[16];
    trace_store64(bytes, low);
    trace_store64(bytes + 8, high);
    level_stream_add(stream, bytes, sizeof bytes);
}

size_t level_stream_begin_registers(struct level_stream *stream)
{
    size_t begun = stream->size;
    level_stream_quadword(stream, EOP | NREG_1, 0xE);
    return begun;
}

void level_stream_register(struct level_stream *stream, unsigned address, uint64_t value)
{
    level_stream_quadword(stream, value, address);
}

void level_stream_end_registers(struct level_stream *stream, size_t begun)
{
    uint32_t writes = (uint32_t)((stream->size - begun) / 16 - 1);
    level_stream_set(stream, begun, (uint32_t)EOP | writes);
}

void level_stream_upload(struct level_stream *stream, unsigned psm, uint32_t dbp, uint32_t dbw,
                         uint32_t width, uint32_t height, const uint8_t *data, size_t bytes)
{
    size_t begun = level_stream_begin_registers(stream);
    level_stream_register(stream, BITBLTBUF, (uint64_t)dbp << 32 | (uint64_t)dbw << 48 | (uint64_t)psm << 56);
    level_stream_register(stream, TRXPOS, 0);
    level_stream_register(stream, TRXREG, width | (uint64_t)height << 32);
    level_stream_register(stream, TRXDIR, 0);
    level_stream_end_registers(stream, begun);
    static const uint8_t zeros[16] = {0};
    size_t quadwords = (bytes + 15) / 16, done = 0;
    while (done < quadwords) {
        size_t run = quadwords - done < IMAGE_LIMIT ? quadwords - done : IMAGE_LIMIT;
        bool last = done + run == quadwords;
        size_t size = last ? bytes - 16 * done : 16 * run;
        level_stream_quadword(stream, run | (last ? EOP : 0) | FLG_IMAGE, 0);
        level_stream_add(stream, data + 16 * done, size);
        level_stream_add(stream, zeros, 16 * run - size);
        done += run;
    }
}
