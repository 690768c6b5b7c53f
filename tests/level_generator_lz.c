#include "level_generator_lz.h"

#include <stdlib.h>
#include <string.h>

#include "level/level_lz.h"

enum { HASH_BITS = 15, MOST_BYTES = 273, PAD_PACKET = 3 };

static size_t position(const struct gen_lz *lz)
{
    return lz->out->size - lz->begin - GEN_LZ_HEADER;
}

/* Fills up the window unless a packet of `size` bytes fits, and behind it a pad packet or nothing. */
static void make_room(struct gen_lz *lz, size_t size)
{
    static const uint8_t pad[PAD_PACKET] = {0x12, 0, 0};
    size_t left = GEN_LZ_WINDOW - position(lz) % GEN_LZ_WINDOW;
    if (size == left || size + PAD_PACKET <= left)
        return;
    gen_bytes_add(lz->out, pad, sizeof pad);
    gen_bytes_fill(lz->out, left - PAD_PACKET, 0xEE);
}

static void packet(struct gen_lz *lz, const uint8_t *head, size_t head_size, const uint8_t *data,
                   size_t count)
{
    make_room(lz, head_size + count);
    gen_bytes_add(lz->out, head, head_size);
    gen_bytes_add(lz->out, data, count);
}

void gen_lz_begin(struct gen_lz *lz, struct gen_bytes *out)
{
    *lz = (struct gen_lz){.out = out, .begin = gen_bytes_add(out, "WAD", 3)};
    gen_bytes_fill(out, GEN_LZ_HEADER - 3, 0);
}

void gen_lz_bytes(struct gen_lz *lz, const uint8_t *data, size_t count)
{
    gen_require(count >= 1 && count <= MOST_BYTES);
    if (count <= 3) {
        packet(lz, (uint8_t[]){0x11, (uint8_t)count, 0}, 3, data, count);
        lz->after_bytes = false;
        return;
    }
    if (lz->after_bytes)
        packet(lz, (uint8_t[]){0x11, 0, 0}, 3, NULL, 0);
    if (count <= 18)
        packet(lz, (uint8_t[]){(uint8_t)(count - 3)}, 1, data, count);
    else
        packet(lz, (uint8_t[]){0, (uint8_t)(count - 18)}, 2, data, count);
    lz->after_bytes = true;
}

bool gen_lz_fits(size_t distance, size_t length)
{
    if (distance < 1 || distance > GEN_LZ_FAR)
        return false;
    if (distance <= GEN_LZ_MIDDLE)
        return length >= 3 && length <= 288;
    return length >= 3 && length <= 264;
}

void gen_lz_match(struct gen_lz *lz, size_t distance, size_t length, bool long_form, const uint8_t *trailing,
                  size_t trailing_count)
{
    uint8_t head[4];
    size_t size = 0;
    gen_require(gen_lz_fits(distance, length) && trailing_count <= 3);
    if (distance <= GEN_LZ_NEAR && length <= 8 && !long_form) {
        size_t d = distance - 1;
        head[size++] = (uint8_t)((length - 1) << 5 | (d & 7) << 2 | trailing_count);
        head[size++] = (uint8_t)(d >> 3);
    } else {
        bool middle = distance <= GEN_LZ_MIDDLE;
        size_t n = length - 2, most = middle ? 31 : 7;
        size_t d = middle ? distance - 1 : distance - 0x4000;
        size_t flag = middle ? 0x20 : d > 0x3FFF ? 0x18 : 0x10;
        d &= 0x3FFF;
        head[size++] = (uint8_t)(flag | (n <= most ? n : 0));
        if (n > most)
            head[size++] = (uint8_t)(n - most);
        head[size++] = (uint8_t)((d & 63) << 2 | trailing_count);
        head[size++] = (uint8_t)(d >> 6);
    }
    packet(lz, head, size, trailing, trailing_count);
    lz->after_bytes = false;
}

void gen_lz_end(struct gen_lz *lz)
{
    gen_set32(lz->out, lz->begin + 3, (uint32_t)(lz->out->size - lz->begin));
}

/* ---- whole streams ---- */

static uint32_t hash_at(const uint8_t *data)
{
    return ((uint32_t)data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16) * 2654435761u >>
           (32 - HASH_BITS);
}

static void bytes_of_any_length(struct gen_lz *lz, const uint8_t *data, size_t count)
{
    while (count) {
        size_t piece = count < MOST_BYTES ? count : MOST_BYTES;
        gen_lz_bytes(lz, data, piece);
        data += piece;
        count -= piece;
    }
}

/* The longest match at `at` with the last place of the same three bytes; 0 if there is none to be had. */
static size_t find_match(const uint8_t *data, size_t at, size_t size, size_t place)
{
    size_t length = 0, distance = at - place;
    while (at + length < size && length < 264 && data[at + length] == data[place + length])
        length++;
    if (distance > GEN_LZ_MIDDLE && length < 5)
        return 0;
    return gen_lz_fits(distance, length) ? length : 0;
}

static void pack_matches(struct gen_lz *lz, const uint8_t *data, size_t size)
{
    size_t *last = calloc(1 << HASH_BITS, sizeof *last); /* place + 1 */
    size_t done = 0, at = 0;
    struct {
        size_t distance, length;
    } open = {0, 0}; /* a match that waits for the bytes behind it */
    gen_require(last);
    while (at <= size) {
        size_t length = 0, place = 0;
        if (at + 3 <= size) {
            size_t *slot = &last[hash_at(data + at)];
            place = *slot ? *slot - 1 : at;
            length = *slot ? find_match(data, at, size, place) : 0;
            *slot = at + 1;
        }
        if (!length && at < size) {
            at++;
            continue;
        }
        size_t between = at - done, trailing = between <= 3 ? between : 0;
        if (open.length)
            gen_lz_match(lz, open.distance, open.length, false, data + done, trailing);
        else
            trailing = 0;
        bytes_of_any_length(lz, data + done + trailing, between - trailing);
        open.distance = at - place;
        open.length = length;
        for (size_t i = at + 1; i < at + length && i + 3 <= size; i++)
            last[hash_at(data + i)] = i + 1;
        at += length;
        done = at;
        if (!length)
            break;
    }
    free(last);
}

void gen_lz_pack(struct gen_bytes *out, const void *data, size_t size, bool matches)
{
    struct gen_lz lz;
    if (!matches) {
        size_t encoded;
        uint8_t *stream = level_lz_encode(data, size, &encoded);
        gen_require(stream);
        gen_bytes_add(out, stream, encoded);
        free(stream);
        return;
    }
    gen_lz_begin(&lz, out);
    pack_matches(&lz, data, size);
    gen_lz_end(&lz);
}
