#include "level_lz.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../trace_bytes.h"

struct decoder {
    const uint8_t *in;
    uint32_t at, end; /* bytes of the stream */
    uint8_t *out;
    uint32_t used, room, limit;
    bool after_literal; /* the last packet was a literal */
    struct level_lz_fault *fault;
};

#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static bool
fail(struct level_lz_fault *fault, uint32_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fault->offset = offset;
    vsnprintf(fault->text, sizeof fault->text, format, arguments);
    va_end(arguments);
    return false;
}

bool level_lz_magic(const uint8_t *bytes, size_t size)
{
    return size >= LEVEL_LZ_HEADER && memcmp(bytes, "WAD", 3) == 0;
}

uint32_t level_lz_length(const uint8_t *bytes)
{
    return trace_load32(bytes + 3);
}

/* Makes room for `count` more bytes. */
static bool grow(struct decoder *d, uint32_t count)
{
    if (count > d->limit - d->used)
        return fail(d->fault, d->at, "expected at most %" PRIu32 " decompressed bytes, found more", d->limit);
    if (count <= d->room - d->used)
        return true;
    uint32_t room = d->room > d->limit / 2 ? d->limit : 2 * d->room;
    while (room - d->used < count)
        room = room > d->limit / 2 ? d->limit : 2 * room;
    uint8_t *out = realloc(d->out, room);
    if (!out)
        return fail(d->fault, d->at, "expected memory for decompressed data, found none left");
    d->out = out;
    d->room = room;
    return true;
}

static bool need(struct decoder *d, uint32_t count)
{
    if (count <= d->end - d->at)
        return true;
    return fail(d->fault, d->at,
                "expected %" PRIu32 " more bytes of a packet, found the stream's end at 0x%" PRIx32, count,
                d->end);
}

static bool literal(struct decoder *d, uint32_t count)
{
    if (!need(d, count) || !grow(d, count))
        return false;
    memcpy(d->out + d->used, d->in + d->at, count);
    d->used += count;
    d->at += count;
    return true;
}

/* `trailing`: literal bytes behind the packet. */
static bool match(struct decoder *d, uint32_t distance, uint32_t count, uint32_t trailing)
{
    if (distance > d->used)
        return fail(d->fault, d->at, "expected a distance of at most %" PRIu32 " bytes, found %" PRIu32,
                    d->used, distance);
    if (!grow(d, count))
        return false;
    for (uint32_t i = 0; i < count; i++, d->used++)
        d->out[d->used] = d->out[d->used - distance];
    return literal(d, trailing);
}

static bool pad(struct decoder *d)
{
    uint32_t from_start = d->at - LEVEL_LZ_HEADER;
    uint32_t skip = (LEVEL_LZ_PAD_TO - from_start % LEVEL_LZ_PAD_TO) % LEVEL_LZ_PAD_TO;
    if (!need(d, skip))
        return false;
    d->at += skip;
    return true;
}

/* Flags 0x00 .. 0x0F. */
static bool literal_packet(struct decoder *d, uint8_t flag)
{
    if (d->after_literal)
        return fail(d->fault, d->at - 1, "expected no literal packet behind another, found flag 0x%02x",
                    flag);
    uint32_t count = flag + 3u;
    if (flag == 0) {
        if (!need(d, 1))
            return false;
        count = d->in[d->at++] + 18u;
    }
    d->after_literal = true;
    return literal(d, count);
}

/* A run length in the flag's low bits; 0 there: in the next byte. */
static bool take_length(struct decoder *d, uint32_t bits, uint32_t mask, uint32_t *length)
{
    *length = bits & mask;
    if (*length)
        return true;
    if (!need(d, 1))
        return false;
    *length = d->in[d->at++] + mask;
    return true;
}

/* Flags 0x10 .. 0x1F: far matches, dummies, pads. */
static bool far_packet(struct decoder *d, uint8_t flag)
{
    uint32_t length;
    if (!take_length(d, flag, 7, &length) || !need(d, 2))
        return false;
    uint32_t a = d->in[d->at], b = d->in[d->at + 1];
    uint32_t distance = (flag & 8 ? 0x4000u : 0) + b * 64 + (a >> 2);
    d->at += 2;
    if (distance)
        return match(d, distance + 0x4000, length + 2, a & 3);
    return length == 1 ? literal(d, a & 3) : pad(d);
}

/* Flags 0x20 .. 0x3F. */
static bool middle_packet(struct decoder *d, uint8_t flag)
{
    uint32_t length;
    if (!take_length(d, flag, 31, &length) || !need(d, 2))
        return false;
    uint32_t a = d->in[d->at], b = d->in[d->at + 1];
    d->at += 2;
    return match(d, b * 64 + (a >> 2) + 1, length + 2, a & 3);
}

/* Flags 0x40 .. 0xFF. */
static bool near_packet(struct decoder *d, uint8_t flag)
{
    if (!need(d, 1))
        return false;
    uint32_t b = d->in[d->at++];
    return match(d, b * 8 + (flag >> 2 & 7u) + 1, (flag >> 5) + 1u, flag & 3u);
}

static bool packet(struct decoder *d)
{
    uint8_t flag = d->in[d->at++];
    if (flag < 0x10)
        return literal_packet(d, flag);
    d->after_literal = false;
    if (flag < 0x20)
        return far_packet(d, flag);
    return flag < 0x40 ? middle_packet(d, flag) : near_packet(d, flag);
}

uint8_t *level_lz_decode(const uint8_t *bytes, size_t size, uint32_t limit, uint32_t *decoded,
                         struct level_lz_fault *fault)
{
    if (!level_lz_magic(bytes, size)) {
        fail(fault, 0, "expected a stream that begins with \"WAD\", found none");
        return NULL;
    }
    uint32_t length = level_lz_length(bytes);
    if (length < LEVEL_LZ_HEADER || length > size) {
        fail(fault, 3, "expected a stream length from 16 to %zu, found %" PRIu32, size, length);
        return NULL;
    }
    uint32_t room = limit < 65536 ? limit : 65536;
    struct decoder d = {bytes, LEVEL_LZ_HEADER, length, malloc(room ? room : 1), 0, room,
                        limit, false,           fault};
    bool good = d.out || fail(fault, 0, "expected memory for decompressed data, found none left");
    while (good && d.at < d.end)
        good = packet(&d);
    if (good) {
        *decoded = d.used;
        return d.out;
    }
    free(d.out);
    return NULL;
}
