/* Host-to-local transfers. */
#include "blocks.h"
#include "chip.h"
#include "hazard.h"
#include "stream.h"
#include "transfer.h"

/* Writes pixels first .. first + count - 1 of a stream to row `y`, from `x` rightwards; both relative to
 * the rectangle's corner. Columns past 2047 wrap, except that with `run_on` whole blocks lie past the
 * buffer's edge, in the pages that follow. */
static void write_row(uint8_t *memory, const struct gs_transfer_side *side, uint32_t x, uint32_t y,
                      const uint8_t *stream, size_t first, uint32_t count, bool run_on)
{
    const struct gs_format *f = side->format;
    uint32_t block_w = 1u << f->block_w_log2, block_h = 1u << f->block_h_log2;
    x += side->x;
    y = (side->y + y) & side->y_mask;
    const uint16_t *row = gs_block_cells(f) + ((y & (block_h - 1)) << f->block_w_log2);
    while (count) {
        uint32_t column = x & (block_w - 1);
        uint32_t run = block_w - column < count ? block_w - column : count;
        uint32_t from = run_on && run == block_w ? x : x & GS_POSITION_MASK;
        uint32_t base = gs_block_number(f, side->bp, side->bw, from, y) << gs_block_cells_log2(f);
        gs_store_run(memory, f, base, row + column, stream, first, run);
        x += run;
        first += run;
        count -= run;
    }
}

/* Does PCSX2 store whole rows of this piece, `count` pixels from the present position, block by block? For
 * 24-bit pixels and those in the top byte only if all of it is blocks. */
static bool by_blocks(const struct gs_transfer *t, const struct gs_transfer_side *side, size_t count)
{
    const struct gs_format *f = side->format;
    if (!side->runs_on)
        return false;
    if (f->pixel_bits != 24 && !f->shift)
        return true;
    size_t rows = count / t->row;
    return t->x == 0 && count % t->row == 0 &&
           ((side->x | (side->x + t->width) | (side->y + t->y) | rows) & 7) == 0;
}

/* Writes `count` whole pixels at the present position. */
static void write_pixels(uint8_t *memory, struct gs_transfer *t, const struct gs_transfer_side *side,
                         const uint8_t *stream, size_t count)
{
    bool blocks = by_blocks(t, side, count);
    for (size_t done = 0; done < count;) {
        size_t left = count - done;
        uint32_t run = t->row - t->x < left ? t->row - t->x : (uint32_t)left;
        write_row(memory, side, t->x, t->y, stream, done, run, blocks && run == t->row);
        gs_transfer_advance(t, run);
        done += run;
    }
}

/* Completes a pixel that earlier data left unfinished; returns the bytes it took. */
static size_t write_partial(uint8_t *memory, struct gs_transfer *t, const struct gs_transfer_side *side,
                            const uint8_t *data, size_t bytes)
{
    uint32_t bits = side->format->pixel_bits;
    size_t used = 0;
    while (t->partial_bits && used < bytes) {
        t->partial |= (uint64_t)data[used++] << t->partial_bits;
        t->partial_bits += 8;
        if (t->partial_bits == bits) {
            uint8_t pixel[4];
            for (unsigned i = 0; i < 4; i++)
                pixel[i] = (uint8_t)(t->partial >> (8 * i));
            write_pixels(memory, t, side, pixel, 1);
            t->partial = 0;
            t->partial_bits = 0;
        }
    }
    return used;
}

/* Of the next `pixels` pixels of the stream, those that are past the end: 1 if a last byte is half used. */
static size_t past_end(const struct gs_transfer *t, size_t pixels)
{
    uint64_t left = t->y < t->height ? (uint64_t)(t->height - t->y) * t->row - t->x : 0;
    return t->row == t->width && pixels > left ? (size_t)(pixels - left) : 0;
}

/* Writes bytes of an upload that comes one nibble late; keeps the last nibble. */
static void write_late(uint8_t *memory, struct gs_transfer *t, const struct gs_transfer_side *side,
                       const uint8_t *data, size_t bytes)
{
    uint8_t before = (uint8_t)t->partial;
    if (bytes == 0)
        return;
    write_pixels(memory, t, side, &before, 1);
    write_pixels(memory, t, side, data, bytes * 2 - 1);
    t->partial = data[bytes - 1] >> 4;
}

/* Writes bytes from the present position on; keeps what does not fill a pixel. */
static void write_bytes(uint8_t *memory, struct gs_transfer *t, const struct gs_transfer_side *side,
                        const uint8_t *data, size_t bytes)
{
    uint32_t bits = side->format->pixel_bits;
    size_t used = write_partial(memory, t, side, data, bytes);
    size_t pixels = (bytes - used) * 8 / bits;
    write_pixels(memory, t, side, data + used, pixels - past_end(t, pixels));
    for (used += pixels * bits / 8; used < bytes; used++) {
        t->partial |= (uint64_t)data[used] << t->partial_bits;
        t->partial_bits += 8;
    }
}

/* PCSX2's upload after BITBLTBUF.DPSM was changed from what TRXDIR sampled: the rest of a row begun and
 * what fills no row are pixels of the sampled format, whole rows are pixels of the new one. Lengths are
 * counted in the new format, and nothing ends at the rectangle's last row. A piece of data here is one
 * call; PCSX2 joins pieces until a register write or the end. */
static void write_mixed(struct gs *gs, const struct gs_transfer_side *sampled, const struct gs_format *format,
                        const uint8_t *data, size_t bytes)
{
    struct gs_transfer *t = &gs->transfer;
    struct gs_transfer_side whole = *sampled;
    whole.format = format;
    if (t->x) {
        size_t row = (size_t)(t->row - t->x) * format->pixel_bits / 8;
        row = row < bytes ? row : bytes;
        write_pixels(gs->memory.bytes, t, sampled, data, row * 8 / sampled->format->pixel_bits);
        data += row;
        bytes -= row;
    }
    uint32_t block_w = 1u << format->block_w_log2;
    uint32_t left = (sampled->x + block_w - 1) & ~(block_w - 1);
    uint32_t right = (sampled->x + t->width) & ~(block_w - 1);
    size_t pitch = (size_t)t->width * format->pixel_bits / 8;
    if (right > left && pitch && bytes >= pitch) {
        uint32_t rows = (uint32_t)(bytes / pitch);
        struct gs_page_set pages = {{0}};
        gs_transfer_pages(&pages, &whole, 0, t->y, t->width, rows);
        gs_hazard_transfer(gs, true);
        for (uint32_t i = 0; i < rows; i++)
            write_row(gs->memory.bytes, &whole, 0, t->y + i, data + i * pitch, 0, t->width, whole.runs_on);
        gs_touch_pages(&gs->memory, &pages);
        t->y += rows;
        data += rows * pitch;
        bytes -= rows * pitch;
    }
    write_pixels(gs->memory.bytes, t, sampled, data, bytes * 8 / sampled->format->pixel_bits);
}

/* Pages of the pixels from (x0, y0) up to but not including (x1, y1), in raster order of the rectangle. */
static void pages_between(struct gs_page_set *set, const struct gs_transfer_side *side, uint32_t width,
                          uint32_t x0, uint32_t y0, uint32_t x1, uint32_t y1)
{
    if (x0 && y0 < y1) {
        gs_transfer_pages(set, side, x0, y0, width - x0, 1);
        x0 = 0;
        y0++;
    }
    if (y0 < y1)
        gs_transfer_pages(set, side, 0, y0, width, y1 - y0);
    if (x0 < x1)
        gs_transfer_pages(set, side, x0, y1, x1 - x0, 1);
}

/* The format that data coming now would have by the present BITBLTBUF. */
static const struct gs_format *present_format(const struct gs *gs, const struct gs_format *sampled)
{
    if (gs->rules.choice[GS_RULE_UPLOAD] == GS_UPLOAD_PACKED)
        return sampled;
    return gs_format(gs_bits(gs->registers.bitbltbuf, 56, 6));
}

void gs_transfer_settle(struct gs *gs)
{
    struct gs_transfer *t = &gs->transfer;
    if (t->state != GS_TRANSFER_WRITE || t->late || gs->rules.choice[GS_RULE_UPLOAD] != GS_UPLOAD_PCSX2)
        return;
    t->partial = 0;
    t->partial_bits = 0;
}

void gs_transfer_write(struct gs *gs, const uint8_t *data, size_t bytes, size_t beyond)
{
    struct gs_transfer *t = &gs->transfer;
    if (t->state != GS_TRANSFER_WRITE || bytes == 0)
        return;
    gs_hazard_transfer(gs, true);
    uint64_t left = t->bytes_limit - t->bytes_done;
    if (t->bytes_done == 0 && bytes >= t->bytes_total)
        bytes += beyond;
    if (bytes > left)
        bytes = (size_t)left;

    struct gs_transfer_side side = gs_transfer_destination(gs);
    const struct gs_format *format = present_format(gs, side.format);
    uint32_t x = t->x, y = t->y, before = gs->watch.on ? gs_watch_value(gs) : 0;
    if (t->late)
        write_late(gs->memory.bytes, t, &side, data, bytes);
    else if (format == side.format)
        write_bytes(gs->memory.bytes, t, &side, data, bytes);
    else
        write_mixed(gs, &side, format, data, bytes);
    t->bytes_done += bytes;
    if (gs->watch.on)
        gs_watch_upload(gs, &side, (uint64_t)y * t->row + x, (uint64_t)t->y * t->row + t->x, before);

    struct gs_page_set written = {{0}};
    pages_between(&written, &side, t->row, x, y, t->x, t->y);
    gs_touch_pages(&gs->memory, &written);
    if (t->bytes_done >= t->bytes_total)
        gs_transfer_finish(gs);
}
