/* Through the GIF as a game would do it: the palette as a 16 x 16 PSMCT32 image, the texels as PSMT8, a
 * sprite of the same size with nearest sampling and DECAL, and a transfer back from local memory. */
#include "level_draw.h"

#include <stdlib.h>
#include <string.h>

#include "report.h"

enum {
    PSMCT32 = 0x00,
    PSMT8 = 0x13,
    PRIM = 0x00,
    RGBAQ = 0x01,
    ST = 0x02,
    XYZ2 = 0x05,
    TEX0_1 = 0x06,
    CLAMP_1 = 0x08,
    TEX1_1 = 0x14,
    XYOFFSET_1 = 0x18,
    TEXFLUSH = 0x3F,
    SCISSOR_1 = 0x40,
    TEST_1 = 0x47,
    FRAME_1 = 0x4C,
    ZBUF_1 = 0x4E,
    BITBLTBUF = 0x50,
    TRXPOS = 0x51,
    TRXREG = 0x52,
    TRXDIR = 0x53,
    AD = 0xE,
    IMAGE = 2,
    /* Blocks: the frame from 0 on (at most 2 MiB), behind it texels (at most 1 MiB), then the palette. */
    TEXEL_BLOCK = 8192,
    CLUT_BLOCK = 12288,
    CLUT_SIDE = 16,
    BAND_ROWS = 512, /* rows drawn at a time */
    IMAGE_QUADWORDS = 0x7FFF,
    REGISTER_LIMIT = 24,
};

struct packet {
    unsigned count;
    uint64_t quadword[1 + REGISTER_LIMIT][2];
};

static void put(struct packet *packet, unsigned address, uint64_t value)
{
    packet->count++;
    packet->quadword[packet->count][0] = value;
    packet->quadword[packet->count][1] = address;
}

static void store(uint8_t *at, uint64_t value)
{
    for (int i = 0; i < 8; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

/* The registers as A+D data of one packet. */
static void send(struct gs *gs, struct packet *packet)
{
    uint8_t bytes[16 * (1 + REGISTER_LIMIT)];
    packet->quadword[0][0] = packet->count | UINT64_C(1) << 15 | UINT64_C(1) << 60;
    packet->quadword[0][1] = AD;
    for (unsigned i = 0; i <= packet->count; i++) {
        store(bytes + 16 * i, packet->quadword[i][0]);
        store(bytes + 16 * i + 8, packet->quadword[i][1]);
    }
    gs_gif_transfer(gs, GS_PATH3, bytes, packet->count + 1);
    packet->count = 0;
}

/* IMAGE packets; the last quadword is filled up with zeros. */
static void send_image(struct gs *gs, const uint8_t *data, size_t size)
{
    for (size_t at = 0; at < size;) {
        size_t bytes = size - at < 16 * (size_t)IMAGE_QUADWORDS ? size - at : 16 * (size_t)IMAGE_QUADWORDS;
        size_t whole = bytes / 16, quadwords = (bytes + 15) / 16;
        uint8_t tag[16] = {0}, last[16] = {0};
        store(tag, quadwords | UINT64_C(1) << 15 | (uint64_t)IMAGE << 58);
        gs_gif_transfer(gs, GS_PATH3, tag, 1);
        gs_gif_transfer(gs, GS_PATH3, data + at, whole);
        if (whole < quadwords) {
            memcpy(last, data + at + 16 * whole, bytes % 16);
            gs_gif_transfer(gs, GS_PATH3, last, 1);
        }
        at += bytes;
    }
}

/* 64s of pixels that a row of `width` takes. */
static uint64_t buffer_width(unsigned width)
{
    return (width + 63) / 64;
}

/* The same of PSMT8, whose pages are 128 wide. */
static uint64_t texture_width(unsigned width)
{
    return width > 128 ? width / 64 : 2;
}

static void upload(struct gs *gs, const uint8_t *data, unsigned psm, uint64_t block, uint64_t bw, unsigned w,
                   unsigned h, size_t bytes)
{
    struct packet packet = {0};
    put(&packet, BITBLTBUF, block << 32 | bw << 48 | (uint64_t)psm << 56);
    put(&packet, TRXPOS, 0);
    put(&packet, TRXREG, w | (uint64_t)h << 32);
    put(&packet, TRXDIR, 0);
    send(gs, &packet);
    send_image(gs, data, bytes);
}

static uint64_t log2_of(unsigned value)
{
    uint64_t bits = 0;
    for (; value > 1; value >>= 1)
        bits++;
    return bits;
}

/* S and T as floats: `part` / `whole`, both powers of two or a multiple of one. */
static uint64_t coordinate(unsigned part, unsigned whole)
{
    float value = (float)part / (float)whole;
    uint32_t word;
    memcpy(&word, &value, 4);
    return word;
}

static void set_up(struct packet *packet, unsigned w, unsigned h, unsigned rows)
{
    put(packet, FRAME_1, buffer_width(w) << 16);
    put(packet, ZBUF_1, UINT64_C(1) << 32);
    put(packet, XYOFFSET_1, 0);
    put(packet, SCISSOR_1, (uint64_t)(w - 1) << 16 | (uint64_t)(rows - 1) << 48);
    put(packet, TEST_1, 1 << 16 | 1 << 17); /* depth ALWAYS, the rest off */
    put(packet, CLAMP_1, 0);
    put(packet, TEX1_1, 0); /* nearest */
    put(packet, TEXFLUSH, 0);
    /* TCC 1, DECAL, CLD 1 */
    put(packet, TEX0_1,
        TEXEL_BLOCK | texture_width(w) << 14 | (uint64_t)PSMT8 << 20 | log2_of(w) << 26 | log2_of(h) << 30 |
            UINT64_C(1) << 34 | UINT64_C(1) << 35 | (uint64_t)CLUT_BLOCK << 37 | UINT64_C(1) << 61);
}

/* Rows `first` .. `first` + `rows` - 1 of the texture, to the top of the frame. */
static void draw_band(struct gs *gs, unsigned w, unsigned h, unsigned first, unsigned rows)
{
    struct packet packet = {0};
    set_up(&packet, w, h, rows);
    put(&packet, PRIM, 6 | 1 << 4); /* a textured sprite */
    put(&packet, RGBAQ, UINT64_C(0x3F800000) << 32 | 0x80808080);
    put(&packet, ST, coordinate(first, h) << 32);
    put(&packet, XYZ2, 0);
    put(&packet, ST, coordinate(1, 1) | coordinate(first + rows, h) << 32);
    put(&packet, XYZ2, 16 * (uint64_t)w | 16 * (uint64_t)rows << 16);
    send(gs, &packet);
}

static void read_band(struct gs *gs, unsigned w, unsigned rows, uint8_t *rgba)
{
    struct packet packet = {0};
    put(&packet, BITBLTBUF, buffer_width(w) << 16);
    put(&packet, TRXPOS, 0);
    put(&packet, TRXREG, w | (uint64_t)rows << 32);
    put(&packet, TRXDIR, 1);
    send(gs, &packet);
    size_t bytes = (size_t)4 * w * rows, quadwords = (bytes + 15) / 16;
    uint8_t *data = reallocate(NULL, quadwords, 16);
    gs_read_fifo(gs, data, quadwords);
    memcpy(rgba, data, bytes);
    free(data);
}

void level_draw(struct gs *gs, const struct level_texture *texture, unsigned number, uint8_t *rgba)
{
    unsigned w = (unsigned)texture->width >> number, h = (unsigned)texture->height >> number;
    w = w ? w : 1;
    h = h ? h : 1;
    upload(gs, texture->clut, PSMCT32, CLUT_BLOCK, 1, CLUT_SIDE, CLUT_SIDE, 1024);
    upload(gs, texture->level[number], PSMT8, TEXEL_BLOCK, texture_width(w), w, h,
           texture->span[number].size);
    for (unsigned first = 0; first < h; first += BAND_ROWS) {
        unsigned rows = h - first < BAND_ROWS ? h - first : BAND_ROWS;
        draw_band(gs, w, h, first, rows);
        read_band(gs, w, rows, rgba + (size_t)4 * w * first);
    }
}
