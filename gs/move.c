/* Local-to-local transfers. */
#include "blocks.h"
#include "chip.h"
#include "hazard.h"
#include "transfer.h"

#define LARGEST_WIDTH 4096u
/* Pixels that a console reads before it writes them (GS-EXACT section 20). */
#define BUFFER_PIXELS 128u

struct move {
    struct gs_transfer_side source, destination;
    uint32_t w, h;
    bool from_right, from_bottom; /* the order of the walk */
    uint32_t keep;                /* bits of the destination pixel that stay as they are */
};

/* Does [a, a + size) meet [b, b + size)? */
static bool meets(uint32_t a, uint32_t b, uint32_t size)
{
    return a < b + size && b < a + size;
}

/* Is `to` right of or below `from`, but before the end of the page (of `page` pixels, a power of two)
 * that `from` is in? */
static bool ahead_in_page(uint32_t from, uint32_t to, uint32_t page)
{
    return from < to && (from & ~(page - 1)) + page > to;
}

/* PCSX2's order: on rectangles of one buffer that overlap, it ignores a reversed direction that would
 * overwrite pixels before they are read, and reverses a forward copy inside one page by itself
 * (GS-MEMORY, contested points). */
static void choose_pcsx2_order(struct move *m)
{
    const struct gs_transfer_side *s = &m->source, *d = &m->destination;
    if (s->bp != d->bp || !meets(s->x, d->x, m->w) || !meets(s->y, d->y, m->h))
        return;
    m->from_right = m->from_right && s->x < d->x;
    m->from_bottom = m->from_bottom && s->y < d->y;
    if (m->from_right)
        return;
    if (ahead_in_page(s->y, d->y, 1u << d->format->page_h_log2))
        m->from_bottom = true;
    if (ahead_in_page(s->x, d->x, 1u << d->format->page_w_log2))
        m->from_right = true;
}

static void store(uint8_t *memory, const struct move *m, uint32_t cell, uint32_t value)
{
    if (m->keep)
        value |= gs_read_cell(memory, m->destination.format, cell) & m->keep;
    gs_write_cell(memory, m->destination.format, cell, value);
}

/* Pixels that were read and are not written yet. */
struct buffer {
    uint32_t count, capacity;
    uint32_t cell[BUFFER_PIXELS], value[BUFFER_PIXELS];
};

static void empty_buffer(uint8_t *memory, const struct move *m, struct buffer *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        store(memory, m, b->cell[i], b->value[i]);
    b->count = 0;
}

static void copy(uint8_t *memory, const struct move *m, struct buffer *b)
{
    uint32_t from[LARGEST_WIDTH], to[LARGEST_WIDTH];
    const struct gs_transfer_side *s = &m->source, *d = &m->destination;
    for (uint32_t row = 0; row < m->h; row++) {
        uint32_t y = m->from_bottom ? m->h - 1 - row : row;
        gs_row_cells(s->format, s->bp, s->bw, s->x, (s->y + y) & s->y_mask, m->w, from);
        gs_row_cells(d->format, d->bp, d->bw, d->x, (d->y + y) & d->y_mask, m->w, to);
        for (uint32_t i = 0; i < m->w; i++) {
            uint32_t x = m->from_right ? m->w - 1 - i : i;
            b->cell[b->count] = to[x];
            b->value[b->count] = gs_read_cell(memory, s->format, from[x]);
            if (++b->count == b->capacity)
                empty_buffer(memory, m, b);
        }
    }
    empty_buffer(memory, m, b);
}

void gs_transfer_move(struct gs *gs)
{
    const struct gs_transfer *t = &gs->transfer;
    struct move m = {
        .source = gs_transfer_source(gs),
        .destination = gs_transfer_destination(gs),
        .w = t->width,
        .h = t->height,
        .from_right = gs_bits(t->trxpos, 60, 1),
        .from_bottom = gs_bits(t->trxpos, 59, 1),
    };
    struct gs_page_set read = {{0}}, written = {{0}};
    gs_transfer_pages(&read, &m.source, 0, 0, m.w, m.h);
    gs_transfer_pages(&written, &m.destination, 0, 0, m.w, m.h);
    gs_hazard_transfer(gs, false);
    gs_hazard_transfer(gs, true);

    struct buffer buffer = {.count = 0, .capacity = 1};
    if (gs->rules.choice[GS_RULE_MOVE] == GS_MOVE_BUFFERED)
        buffer.capacity = BUFFER_PIXELS;
    else
        choose_pcsx2_order(&m);
    if (gs->rules.choice[GS_RULE_MOVE_BITS] == GS_MOVE_BITS_KEPT)
        m.keep = ~m.source.format->mask;
    uint32_t before = gs->watch.on ? gs_watch_value(gs) : 0;
    copy(gs->memory.bytes, &m, &buffer);
    if (gs->watch.on)
        gs_watch_move(gs, before);
    gs_touch_pages(&gs->memory, &written);
}
