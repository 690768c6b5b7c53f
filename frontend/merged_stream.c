#include "merged_stream.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

/* GIF tag (GS-DRAWING section 1): NLOOP bits 14..0, EOP 15, FLG 59..58, NREG 63..60. */
#define NLOOP 0x7FFFull
#define EOP 0x8000ull

static uint64_t load64(const uint8_t *at)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)at[i] << 8 * i;
    return value;
}

static void store64(uint8_t *at, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static bool is_image(uint64_t tag)
{
    return tag >> 59 & 1;
}

/* Quadwords of data behind a tag. */
static uint32_t tag_data(uint64_t tag)
{
    uint32_t nloop = (uint32_t)(tag & NLOOP), nreg = tag >> 60 ? (uint32_t)(tag >> 60) : 16;
    if (is_image(tag))
        return nloop;
    return tag >> 58 & 1 ? (nloop * nreg + 1) / 2 : nloop * nreg;
}

void merged_stream_begin(struct merged_stream *stream, struct gs_state *state)
{
    bool taken = false;
    struct gs_gif_path_state *merged = &state->gif[GS_PATH_MERGED];
    *merged = (struct gs_gif_path_state){0};
    for (unsigned path = GS_PATH1; path <= GS_PATH3; path++) {
        const struct gs_gif_path_state *from = &state->gif[path];
        if (path == GS_PATH3 && is_image(from->tag[0])) {
            memcpy(stream->held, from->tag, sizeof stream->held);
            stream->held_left = tag_data(from->tag[0]);
            continue;
        }
        stream->left[path] = tag_data(from->tag[0]);
        if (stream->left[path] == 0)
            continue;
        if (taken)
            stream->interleaved++;
        else
            *merged = *from;
        taken = true;
    }
}

static void append(struct merged_stream *stream, const uint8_t *data, size_t quadwords)
{
    if (quadwords)
        memcpy(stream->bytes + stream->size, data, 16 * quadwords);
    stream->size += 16 * quadwords;
}

/* `count` quadwords of the image data of the held tag, behind a tag of their own. EOP stays with the last. */
static void append_image(struct merged_stream *stream, const uint8_t *data, uint32_t count)
{
    uint8_t tag[16];
    uint64_t low = (stream->held[0] & ~(NLOOP | EOP)) | count;
    stream->held_left -= count;
    if (stream->held_left == 0)
        low |= stream->held[0] & EOP;
    store64(tag, low);
    store64(tag + 8, stream->held[1]);
    append(stream, tag, 1);
    append(stream, data, count);
}

/* Walks over the data of one path; those of PATH3 are appended on the way. */
static void walk(struct merged_stream *stream, enum gs_path path, const uint8_t *data, size_t quadwords)
{
    uint32_t *left = &stream->left[path];
    while (quadwords) {
        size_t used = 1;
        if (*left || (path == GS_PATH3 && stream->held_left)) {
            uint32_t waiting = *left ? *left : stream->held_left;
            used = waiting < quadwords ? waiting : quadwords;
            if (*left == 0)
                append_image(stream, data, (uint32_t)used);
            else if (path == GS_PATH3)
                append(stream, data, used);
            *left -= *left ? (uint32_t)used : 0;
        } else {
            uint64_t tag = load64(data);
            uint32_t count = tag_data(tag);
            if (path == GS_PATH3 && is_image(tag) && count) {
                stream->held[0] = tag;
                stream->held[1] = load64(data + 8);
                stream->held_left = count;
            } else {
                *left = count;
                if (path == GS_PATH3)
                    append(stream, data, 1);
            }
        }
        data += 16 * used;
        quadwords -= used;
    }
}

void merged_stream_add(struct merged_stream *stream, enum gs_path path, const uint8_t *data, size_t quadwords)
{
    for (unsigned other = GS_PATH1; other <= GS_PATH3; other++)
        stream->interleaved += other != path && stream->left[other];
    stream->size = 0;
    size_t most = 16 * (quadwords + 1); /* one tag more than there was at most */
    if (stream->capacity < most) {
        stream->bytes = reallocate(stream->bytes, most, 1);
        stream->capacity = most;
    }
    walk(stream, path, data, quadwords);
    if (path != GS_PATH3)
        append(stream, data, quadwords);
}

void merged_stream_reset(struct merged_stream *stream)
{
    for (unsigned path = GS_PATH1; path <= GS_PATH3; path++) {
        stream->interleaved += stream->left[path] != 0;
        stream->left[path] = 0;
    }
    stream->held_left = 0;
}

void merged_stream_free(struct merged_stream *stream)
{
    free(stream->bytes);
    *stream = (struct merged_stream){0};
}
