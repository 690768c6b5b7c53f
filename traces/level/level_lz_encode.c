#include <stdlib.h>
#include <string.h>

#include "../trace_bytes.h"
#include "level_lz.h"

enum {
    LONGEST = 273, /* bytes of a literal packet */
    PACKET = 3 + 2 + LONGEST,
};

/* One piece as a packet of its own: a dummy that keeps literals apart, or that carries up to three bytes. */
static size_t put_piece(uint8_t *out, const uint8_t *bytes, size_t count, bool first)
{
    size_t used = 0;
    if (count <= 3 || !first) {
        out[used++] = 0x11;
        out[used++] = count <= 3 ? (uint8_t)count : 0;
        out[used++] = 0x00;
    }
    if (count > 18) {
        out[used++] = 0;
        out[used++] = (uint8_t)(count - 18);
    } else if (count > 3) {
        out[used++] = (uint8_t)(count - 3);
    }
    memcpy(out + used, bytes, count);
    return used + count;
}

/* Fills up to the end of the window, if a packet of `count` bytes does not fit in front of it so that either
 * nothing or the three bytes of a pad packet are left. Returns the bytes added. */
static size_t put_pad(uint8_t *out, size_t from_start, size_t count)
{
    size_t left = LEVEL_LZ_WINDOW - from_start % LEVEL_LZ_WINDOW;
    if (count == left || count + 3 <= left)
        return 0;
    memset(out, 0xEE, left);
    memcpy(out, "\x12\0\0", 3);
    return left;
}

uint8_t *level_lz_encode(const uint8_t *bytes, size_t size, size_t *encoded)
{
    size_t pieces = size / LONGEST + 1;
    uint8_t *out =
        malloc(LEVEL_LZ_HEADER + pieces * PACKET + (pieces * PACKET / LEVEL_LZ_WINDOW * 2 + 2) * PACKET);
    if (!out)
        return NULL;
    size_t used = LEVEL_LZ_HEADER;
    for (size_t at = 0; at < size;) {
        uint8_t packet[PACKET];
        size_t count = size - at < LONGEST ? size - at : LONGEST;
        size_t length = put_piece(packet, bytes + at, count, at == 0);
        used += put_pad(out + used, used - LEVEL_LZ_HEADER, length);
        memcpy(out + used, packet, length);
        used += length;
        at += count;
    }
    memset(out, 0, LEVEL_LZ_HEADER);
    memcpy(out, "WAD", 3);
    trace_store32(out + 3, (uint32_t)used);
    *encoded = used;
    return out;
}
