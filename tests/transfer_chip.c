#include "transfer_chip.h"

#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "memory.h"
#include "registers.h"

const unsigned transfer_formats[TRANSFER_FORMATS] = {
    GS_PSMCT32, GS_PSMCT24, GS_PSMCT16, GS_PSMCT16S, GS_PSMT8,  GS_PSMT4,   GS_PSMT8H,
    GS_PSMT4HL, GS_PSMT4HH, GS_PSMZ32,  GS_PSMZ24,   GS_PSMZ16, GS_PSMZ16S,
};

struct gs *transfer_chip(const char *rules)
{
    struct gs_rules parsed;
    char error[256];
    cr_assert(gs_rules_parse(rules, &parsed, error, sizeof error), "%s", error);
    struct gs *gs = gs_create(&parsed);
    cr_assert_not_null(gs);
    return gs;
}

void transfer_start(struct gs *gs, const struct area *source, const struct area *destination, unsigned dir,
                    uint32_t w, uint32_t h, unsigned xdir)
{
    const struct area *s = source, *d = destination;
    uint64_t from = s->bp | (uint64_t)s->bw << 16 | (uint64_t)s->psm << 24;
    uint64_t to = d->bp | (uint64_t)d->bw << 16 | (uint64_t)d->psm << 24;
    gs_write_register(gs, GS_BITBLTBUF, from | to << 32);
    gs_write_register(gs, GS_TRXPOS,
                      s->x | (uint64_t)s->y << 16 | (uint64_t)d->x << 32 | (uint64_t)d->y << 48 |
                          (uint64_t)dir << 59);
    gs_write_register(gs, GS_TRXREG, w | (uint64_t)h << 32);
    gs_write_register(gs, GS_TRXDIR, xdir);
}

/* A side that a transfer does not use. */
static const struct area nowhere = {.psm = GS_PSMCT32, .bp = 0x1234, .bw = 5, .x = 77, .y = 99};

void transfer_to(struct gs *gs, const struct area *destination, uint32_t w, uint32_t h)
{
    transfer_start(gs, &nowhere, destination, 0, w, h, GS_XDIR_HOST_TO_LOCAL);
}

void transfer_from(struct gs *gs, const struct area *source, uint32_t w, uint32_t h)
{
    transfer_start(gs, source, &nowhere, 0, w, h, GS_XDIR_LOCAL_TO_HOST);
}

void transfer_move(struct gs *gs, const struct area *source, const struct area *destination, unsigned dir,
                   uint32_t w, uint32_t h)
{
    transfer_start(gs, source, destination, dir, w, h, GS_XDIR_LOCAL_TO_LOCAL);
}

void transfer_image(struct gs *gs, const uint8_t *data, size_t bytes)
{
    enum { NLOOP_MAX = 0x7FFF, FLG_IMAGE = 2 };
    while (bytes) {
        size_t quadwords = (bytes + 15) / 16 < NLOOP_MAX ? (bytes + 15) / 16 : NLOOP_MAX;
        uint64_t tag[2] = {quadwords | 1u << 15 | (uint64_t)FLG_IMAGE << 58, 0};
        uint8_t packet[16];
        for (unsigned i = 0; i < 16; i++)
            packet[i] = (uint8_t)(tag[i / 8] >> (i % 8 * 8));
        gs_gif_transfer(gs, GS_PATH_MERGED, packet, 1);
        size_t whole = bytes / 16 < quadwords ? bytes / 16 : quadwords;
        gs_gif_transfer(gs, GS_PATH_MERGED, data, whole);
        data += whole * 16;
        bytes -= whole * 16;
        if (whole < quadwords) {
            memset(packet, 0xEE, sizeof packet);
            memcpy(packet, data, bytes);
            gs_gif_transfer(gs, GS_PATH_MERGED, packet, 1);
            bytes = 0;
        }
    }
}

void transfer_hwreg(struct gs *gs, const uint8_t data[8])
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++)
        value |= (uint64_t)data[i] << (8 * i);
    gs_write_register(gs, GS_HWREG, value);
}

size_t transfer_pack(unsigned psm, const uint32_t *pixel, size_t count, uint8_t *out)
{
    unsigned bits = gs_format(psm)->pixel_bits;
    size_t bytes = (count * bits + 7) / 8;
    memset(out, 0, bytes);
    for (size_t i = 0; i < count * bits; i++)
        out[i / 8] |= (uint8_t)((pixel[i / bits] >> (i % bits) & 1) << (i % 8));
    return bytes;
}

void transfer_upload(struct gs *gs, const struct area *destination, uint32_t w, uint32_t h,
                     const uint32_t *pixel)
{
    size_t count = (size_t)w * h;
    uint8_t *stream = malloc(4 * count + 1);
    cr_assert_not_null(stream);
    transfer_to(gs, destination, w, h);
    transfer_image(gs, stream, transfer_pack(destination->psm, pixel, count, stream));
    free(stream);
}

uint32_t transfer_pixel(struct gs *gs, const struct area *area, uint32_t x, uint32_t y)
{
    return gs_read_pixel(gs_local_memory(gs), gs_format(area->psm), area->bp, area->bw, area->x + x,
                         area->y + y);
}

unsigned transfer_psm(const char *name)
{
    unsigned i = 0;
    while (i < TRANSFER_FORMATS && strcmp(gs_format(transfer_formats[i])->name, name) != 0)
        i++;
    cr_assert_lt(i, TRANSFER_FORMATS, "no format %s", name);
    return transfer_formats[i];
}

uint32_t transfer_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}
