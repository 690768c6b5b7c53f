/* Transfers: start, local to host, and the form in recorded states. */
#include "transfer.h"

#include <string.h>

#include "blocks.h"
#include "chip.h"
#include "hazard.h"

static uint32_t y_mask(const struct gs *gs)
{
    return gs->rules.choice[GS_RULE_TRANSFER_Y] == GS_TRANSFER_Y_WRAP ? GS_POSITION_MASK : UINT32_MAX;
}

struct gs_transfer_side gs_transfer_source(const struct gs *gs)
{
    const struct gs_transfer *t = &gs->transfer;
    return (struct gs_transfer_side){
        .format = gs_format(gs_bits(t->bitbltbuf, 24, 6)),
        .bp = gs_bits(t->bitbltbuf, 0, 14),
        .bw = gs_bits(t->bitbltbuf, 16, 6),
        .x = gs_bits(t->trxpos, 0, 11),
        .y = gs_bits(t->trxpos, 16, 11),
        .y_mask = y_mask(gs),
    };
}

struct gs_transfer_side gs_transfer_destination(const struct gs *gs)
{
    const struct gs_transfer *t = &gs->transfer;
    return (struct gs_transfer_side){
        .format = gs_format(gs_bits(t->bitbltbuf, 56, 6)),
        .bp = gs_bits(t->bitbltbuf, 32, 14),
        .bw = gs_bits(t->bitbltbuf, 48, 6),
        .x = gs_bits(t->trxpos, 32, 11),
        .y = gs_bits(t->trxpos, 48, 11),
        .y_mask = y_mask(gs),
        .runs_on = t->state == GS_TRANSFER_WRITE && gs->rules.choice[GS_RULE_UPLOAD] == GS_UPLOAD_PCSX2,
    };
}

/* The side that is in local memory. */
static struct gs_transfer_side local_side(const struct gs *gs)
{
    return gs->transfer.state == GS_TRANSFER_READ ? gs_transfer_source(gs) : gs_transfer_destination(gs);
}

/* Part of `length` positions from `start` that lies before position `size`. */
static uint32_t before(uint32_t start, uint32_t length, uint32_t size)
{
    return start + length < size ? length : size - start;
}

void gs_transfer_pages(struct gs_page_set *set, const struct gs_transfer_side *side, uint32_t x, uint32_t y,
                       uint32_t w, uint32_t h)
{
    const uint32_t size = GS_POSITION_MASK + 1;
    bool wraps = side->y_mask == GS_POSITION_MASK;
    x = w < size ? (side->x + x) & GS_POSITION_MASK : 0;
    w = w < size ? w : size;
    y = (side->y + y) & side->y_mask;
    if (wraps && h >= size) {
        y = 0;
        h = size;
    }
    uint32_t right = before(x, w, size), below = wraps ? before(y, h, size) : h;
    const struct gs_format *f = side->format;
    gs_pages_of_rect(set, f, side->bp, side->bw, x, y, x + right, y + below);
    gs_pages_of_rect(set, f, side->bp, side->bw, 0, y, w - right, y + below);
    if (right < w && side->runs_on)
        gs_pages_of_rect(set, f, side->bp, side->bw, x, y, x + w, y + below);
    gs_pages_of_rect(set, f, side->bp, side->bw, x, 0, x + right, h - below);
    gs_pages_of_rect(set, f, side->bp, side->bw, 0, 0, w - right, h - below);
}

void gs_transfer_advance(struct gs_transfer *t, uint32_t pixels)
{
    t->x += pixels;
    if (t->x >= t->row) {
        t->x = 0;
        t->y++;
    }
}

void gs_transfer_finish(struct gs *gs)
{
    gs->transfer.state = GS_TRANSFER_NONE;
    gs->registers.trxdir = GS_XDIR_NONE;
}

/* PCSX2 takes two pixels of PSMT4HL or PSMT4HH from every byte of a row. It counts an odd row's length
 * without the extra pixel, so all rows are filled, and a last odd pixel takes a byte of the row below. */
static bool starts_rows_at_bytes(const struct gs *gs, const struct gs_format *f)
{
    return gs->rules.choice[GS_RULE_UPLOAD] == GS_UPLOAD_PCSX2 && f->cell_bits == 32 && f->pixel_bits == 4;
}

/* PCSX2 stores a PSMT4 upload one pixel too far right if it starts at an odd pixel, has an even number of
 * pixels a row and covers a whole column of blocks. The first pixel is the nibble before the data, which
 * in a GIF packet is the top of an IMAGE tag's REGS: taken as 0. */
static bool comes_late(const struct gs_transfer_side *side, uint32_t width)
{
    uint32_t block = 1u << side->format->block_w_log2;
    uint32_t left = (side->x + block - 1) & ~(block - 1), right = (side->x + width) & ~(block - 1);
    return side->format->cell_bits == 4 && (side->x & 1) && !(width & 1) && left < right;
}

/* Fields of a transfer that starts at the first pixel; false if its rectangle is empty. */
static bool begin(struct gs *gs, uint64_t bitbltbuf, uint64_t trxpos, uint64_t trxreg, unsigned xdir)
{
    struct gs_transfer *t = &gs->transfer;
    memset(t, 0, sizeof *t);
    t->bitbltbuf = bitbltbuf;
    t->trxpos = trxpos;
    t->trxreg = trxreg;
    t->width = gs_bits(trxreg, 0, 12);
    t->height = gs_bits(trxreg, 32, 12);
    if (t->width == 0 || t->height == 0)
        return false;
    if (xdir == GS_XDIR_LOCAL_TO_LOCAL)
        return true;
    t->state = xdir == GS_XDIR_LOCAL_TO_HOST ? GS_TRANSFER_READ : GS_TRANSFER_WRITE;
    struct gs_transfer_side side = local_side(gs);
    t->bytes_total = ((uint64_t)t->width * t->height * side.format->pixel_bits + 7) / 8;
    t->bytes_limit = t->bytes_total;
    t->row = t->width;
    if (t->state == GS_TRANSFER_WRITE && t->width & 1 && starts_rows_at_bytes(gs, side.format)) {
        t->row++;
        t->bytes_limit = (uint64_t)t->height * t->row / 2 + (t->height & 1);
    }
    if (t->state == GS_TRANSFER_WRITE && gs->rules.choice[GS_RULE_UPLOAD] == GS_UPLOAD_PCSX2)
        t->late = comes_late(&side, t->width);
    gs_transfer_pages(&t->pages, &side, 0, 0, t->row, t->height);
    return true;
}

void gs_transfer_start(struct gs *gs, unsigned xdir)
{
    gs->transfer.state = GS_TRANSFER_NONE;
    if (xdir == GS_XDIR_NONE)
        return;
    const struct gs_registers *r = &gs->registers;
    if (!begin(gs, r->bitbltbuf, r->trxpos, r->trxreg, xdir)) {
        gs_transfer_finish(gs);
    } else if (xdir == GS_XDIR_LOCAL_TO_LOCAL) {
        gs_transfer_move(gs);
        gs_transfer_finish(gs);
    }
}

/* Fetches the next pixel of a local-to-host transfer. */
static void read_pixel(struct gs_transfer *t, const struct gs_transfer_side *side, const uint8_t *memory)
{
    uint32_t x = (side->x + t->x) & GS_POSITION_MASK, y = (side->y + t->y) & side->y_mask;
    uint64_t value = gs_read_pixel(memory, side->format, side->bp, side->bw, x, y);
    t->partial |= value << t->partial_bits;
    t->partial_bits += side->format->pixel_bits;
    gs_transfer_advance(t, 1);
}

size_t gs_transfer_read(struct gs *gs, uint8_t *out, size_t quadwords)
{
    struct gs_transfer *t = &gs->transfer;
    size_t bytes = 0, asked = quadwords * 16;
    if (t->state == GS_TRANSFER_READ) {
        struct gs_transfer_side side = gs_transfer_source(gs);
        uint64_t left = t->bytes_total - t->bytes_done;
        bytes = asked < left ? asked : (size_t)left;
        gs_hazard_transfer(gs, false);
        for (size_t i = 0; i < bytes; i++) {
            while (t->partial_bits < 8 && t->y < t->height)
                read_pixel(t, &side, gs->memory.bytes);
            out[i] = (uint8_t)t->partial;
            t->partial >>= 8;
            t->partial_bits = t->partial_bits < 8 ? 0 : t->partial_bits - 8;
        }
        t->bytes_done += bytes;
        if (bytes == left)
            gs_transfer_finish(gs);
    }
    memset(out + bytes, 0, asked - bytes); /* also behind a last part of a quadword: GS_RULE_READBACK_TAIL */
    return (bytes + 15) / 16;
}

size_t gs_transfer_available(const struct gs *gs)
{
    const struct gs_transfer *t = &gs->transfer;
    return t->state == GS_TRANSFER_READ ? (size_t)((t->bytes_total - t->bytes_done + 15) / 16) : 0;
}

/* Moves the position `pixels` ahead, at most to the end. */
static void skip(struct gs_transfer *t, uint64_t pixels)
{
    uint64_t index = (uint64_t)t->y * t->row + t->x + pixels;
    uint64_t y = index / t->row;
    t->y = y < t->height ? (uint32_t)y : t->height;
    t->x = (uint32_t)(index % t->row);
}

/* A recorded counter, brought into 0..limit. */
static uint64_t bounded(int64_t value, uint64_t limit)
{
    if (value < 0)
        return 0;
    return (uint64_t)value < limit ? (uint64_t)value : limit;
}

/* Resumes a local-to-host transfer after `done` bytes. */
static void resume_read(struct gs_transfer *t, const struct gs_transfer_side *side, const uint8_t *memory,
                        uint64_t done)
{
    uint32_t bits = side->format->pixel_bits, rest = (uint32_t)(done * 8 % bits);
    skip(t, done * 8 / bits);
    if (rest && t->y < t->height) {
        read_pixel(t, side, memory);
        t->partial >>= rest;
        t->partial_bits -= rest;
    }
}

/* Resumes a host-to-local transfer. Bytes start..end were received, but not stored, and are not in the
 * state: their pixels stay as they are. */
static void resume_write(struct gs_transfer *t, const struct gs_transfer_side *side,
                         const struct gs_transfer_state *state, uint64_t start, uint64_t end)
{
    uint32_t bits = side->format->pixel_bits;
    t->x = (uint32_t)bounded((int64_t)state->x - side->x, t->row - 1);
    t->y = (uint32_t)bounded((int64_t)state->y - side->y, t->height);
    if (end > start) {
        skip(t, (end - start) * 8 / bits);
        t->partial_bits = (uint32_t)((end - start) * 8 % bits);
    }
}

void gs_transfer_load(struct gs *gs, const struct gs_transfer_state *state)
{
    struct gs_transfer *t = &gs->transfer;
    unsigned xdir = (unsigned)(gs->registers.trxdir & 3);
    memset(t, 0, sizeof *t);
    if (xdir >= GS_XDIR_LOCAL_TO_LOCAL) {
        gs_transfer_finish(gs);
        return;
    }
    /* Without a total TRXDIR was written, but no data came; or the state is older than version 9. */
    bool counted = state->total > 0;
    if (!begin(gs, state->bitbltbuf, state->trxpos, state->trxreg, xdir) ||
        (counted && state->end >= state->total)) {
        gs_transfer_finish(gs);
        return;
    }
    struct gs_transfer_side side = local_side(gs);
    uint64_t start = counted ? bounded(state->start, t->bytes_total) : 0;
    uint64_t end = counted ? bounded(state->end, t->bytes_total) : 0;
    t->bytes_done = end;
    if (t->state == GS_TRANSFER_READ)
        resume_read(t, &side, gs->memory.bytes, end);
    else
        resume_write(t, &side, state, start, end);
}

void gs_transfer_save(const struct gs *gs, struct gs_transfer_state *state)
{
    const struct gs_transfer *t = &gs->transfer;
    memset(state, 0, sizeof *state);
    if (t->state == GS_TRANSFER_NONE)
        return;
    struct gs_transfer_side side = local_side(gs);
    uint32_t waiting = t->state == GS_TRANSFER_WRITE ? t->partial_bits / 8 : 0;
    state->bitbltbuf = t->bitbltbuf;
    state->trxpos = t->trxpos;
    state->trxreg = t->trxreg;
    state->x = (int32_t)(side.x + t->x);
    state->y = (int32_t)(side.y + t->y);
    state->w = (int32_t)t->width;
    state->h = (int32_t)t->height;
    state->left = (int32_t)side.x;
    state->top = (int32_t)side.y;
    state->right = (int32_t)(side.x + t->width);
    state->bottom = (int32_t)(side.y + t->height);
    state->total = (int32_t)t->bytes_total;
    state->start = (int32_t)(t->bytes_done - waiting);
    state->end = (int32_t)t->bytes_done;
    state->write = t->state == GS_TRANSFER_WRITE;
}
