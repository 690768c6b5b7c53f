#include "hazard.h"

#include "batch.h"
#include "bounds.h"
#include "chip.h"
#include "clut.h"
#include "draw.h"
#include "mip.h"
#include "range.h"
#include "transfer.h"

/* ---- which buffers the queued draw uses ---- */

static uint32_t frame_bits(const struct gs_format *f)
{
    return f->pixel_bits == 24 ? 0x00FFFFFF : f->pixel_bits == 16 ? 0x80F8F8F8 : 0xFFFFFFFF;
}

static bool never_passes(const struct gs_context_registers *c)
{
    return gs_bits(c->test, 0, 1) && gs_bits(c->test, 1, 3) == GS_ATST_NEVER;
}

static bool frame_open(const struct gs_targets *t)
{
    return (t->fbmsk & frame_bits(t->frame)) != frame_bits(t->frame);
}

static bool uses_frame(const struct gs_context_registers *c, const struct gs_targets *t)
{
    unsigned afail = gs_bits(c->test, 12, 2);
    bool stopped = never_passes(c) && (afail == GS_AFAIL_KEEP || afail == GS_AFAIL_ZB_ONLY);
    return (!stopped && frame_open(t)) || gs_bits(c->test, 14, 1);
}

static bool uses_depth(const struct gs_context_registers *c)
{
    bool stopped = never_passes(c) && gs_bits(c->test, 12, 2) != GS_AFAIL_ZB_ONLY;
    bool tested = gs_bits(c->test, 16, 1) && gs_bits(c->test, 17, 2) >= GS_ZTST_GEQUAL;
    return (!stopped && !(c->zbuf >> 32 & 1)) || tested;
}

/* ---- transfers ---- */

static bool transfer_rect(const struct gs_registers *r, bool write, struct gs_rect *out)
{
    unsigned x_at = write ? 32 : 0, y_at = write ? 48 : 16;
    int32_t x = (int32_t)gs_bits(r->trxpos, x_at, 11), y = (int32_t)gs_bits(r->trxpos, y_at, 11);
    int32_t w = (int32_t)gs_bits(r->trxreg, 0, 12), h = (int32_t)gs_bits(r->trxreg, 32, 12);
    *out = (struct gs_rect){x, y, x + w, y + h};
    return w && h;
}

static struct gs_block_range transfer_range(const struct gs_registers *r, bool write,
                                            const struct gs_rect *rect)
{
    unsigned at = write ? 32 : 0;
    return gs_block_range(gs_format(gs_bits(r->bitbltbuf, at + 24, 6)), gs_bits(r->bitbltbuf, at, 14),
                          gs_bits(r->bitbltbuf, at + 16, 6), rect);
}

/* Texels [from, to) of level 0 that the wrap mode of an axis can reach, by the registers alone. */
static void texel_reach(const struct gs_context_registers *c, unsigned axis, int32_t *from, int32_t *to)
{
    unsigned mode = gs_bits(c->clamp, axis ? 2 : 0, 2);
    int32_t lo = (int32_t)gs_bits(c->clamp, axis ? 24 : 4, 10),
            hi = (int32_t)gs_bits(c->clamp, axis ? 34 : 14, 10);
    *from = 0;
    *to = 1 << gs_bits(c->tex0, axis ? 30 : 26, 4);
    if (mode == GS_WRAP_REGION_CLAMP) {
        *from = lo;
        *to = hi;
    } else if (mode == GS_WRAP_REGION_REPEAT) {
        *from = hi;
        *to = hi | lo;
    }
}

static bool meets_texture(const struct gs_context_registers *c, const struct gs_block_range *written)
{
    const struct gs_format *f = gs_format(gs_bits(c->tex0, 20, 6));
    unsigned mmin = gs_bits(c->tex1, 6, 3), levels = gs_bits(c->tex1, 2, 3);
    struct gs_rect rect;
    texel_reach(c, 0, &rect.x0, &rect.x1);
    texel_reach(c, 1, &rect.y0, &rect.y1);
    levels = mmin < 2 || mmin > 5 || levels == 7 ? 0 : levels;
    for (unsigned level = 0; level <= levels; level++) {
        struct gs_level base = gs_level_base(c, level);
        /* A small level can come out empty: its range then ends with the block before its first. */
        struct gs_rect r = {rect.x0 >> level, rect.y0 >> level, rect.x1 >> level, rect.y1 >> level};
        struct gs_block_range texture = gs_block_range(f, base.tbp, base.tbw, &r);
        if (gs_block_ranges_overlap(written, &texture))
            return true;
    }
    return false;
}

static bool meets_target(const struct gs_batch *b, const struct gs_format *f, uint32_t page, uint32_t fbw,
                         const struct gs_block_range *used, uint32_t dbp)
{
    if (dbp == page * 32)
        return true;
    if (gs_rect_empty(&b->rect))
        return false;
    struct gs_block_range target = gs_block_range(f, page * 32, fbw, &b->rect);
    return gs_block_ranges_overlap(used, &target);
}

/* PCSX2's conditions for a transfer to end the queued draw. */
static bool transfer_ends_draw(const struct gs *gs, const struct gs_block_range *used, bool write)
{
    const struct gs_batch *b = gs->batch;
    const struct gs_context_registers *c = gs_batch_context(b);
    uint32_t dbp = gs_bits(gs->registers.bitbltbuf, 32, 14);
    struct gs_targets t;
    gs_targets_decode(c, &t);
    if (write && GS_PRIM_TME(b->prim) && meets_texture(c, used))
        return true;
    if (uses_frame(c, &t) && meets_target(b, t.frame, t.frame_page, t.fbw, used, dbp))
        return true;
    return uses_depth(c) && meets_target(b, t.depth, t.depth_page, t.fbw, used, dbp);
}

void gs_hazard_transfer(struct gs *gs, bool write)
{
    struct gs_rect rect;
    if (!transfer_rect(&gs->registers, write, &rect))
        return;
    struct gs_block_range used = transfer_range(&gs->registers, write, &rect);
    bool singly = gs->rules.choice[GS_RULE_DRAW] == GS_DRAW_PRIMITIVE;
    if (gs->batch->count && (singly || transfer_ends_draw(gs, &used, write)))
        gs_batch_flush(gs);
    if (write)
        gs_clut_mark(&gs->clut, used.start, (used.end + 1 + 31) & ~31u, false);
}

/* ---- palettes ---- */

/* Marks the palette if the queued draw writes into it: only draws without a palette texture count, and only
 * frames with cells as large as the palette's entries. An empty rect, also that of no draw at all, reaches
 * from the frame's first pixel round to the one before it. */
static void mark_drawn(struct gs *gs)
{
    const struct gs_batch *b = gs->batch;
    const struct gs_context_registers *c = gs_batch_context(b);
    struct gs_targets t;
    gs_targets_decode(c, &t);
    bool palette_texture = GS_PRIM_TME(b->prim) && gs_format(gs_bits(c->tex0, 20, 6))->indexed;
    bool stopped = never_passes(c) && gs_bits(c->test, 12, 2) == GS_AFAIL_ZB_ONLY;
    if (palette_texture || stopped || !frame_open(&t) || t.frame->cell_bits != gs_clut_entry_bits(&gs->clut))
        return;
    const struct gs_rect *r = &b->rect;
    uint32_t bp = t.frame_page * 32;
    uint32_t first = gs_block_number(t.frame, bp, t.fbw, (uint32_t)r->x0, (uint32_t)r->y0);
    uint32_t last = gs_block_number(t.frame, bp, t.fbw, (uint32_t)r->x1 - 1, (uint32_t)r->y1 - 1);
    bool one_point = b->primitive_class == GS_CLASS_POINT && b->count <= 1;
    gs_clut_mark(&gs->clut, first, one_point ? first : last, true);
}

void gs_hazard_drawn(struct gs *gs)
{
    mark_drawn(gs);
}

bool gs_hazard_clut_load(struct gs *gs, uint64_t tex0)
{
    struct gs_batch *b = gs->batch;
    gs_clut_next(&gs->clut, tex0);
    /* PCSX2 also looks when all but one of a primitive's vertices are there, of the last draw's type. */
    if (b->count || gs->queue.uncounted + 1 == (b->per_primitive ? b->per_primitive : 1))
        mark_drawn(gs);
    if (gs->rules.choice[GS_RULE_CLUT_LOAD] == GS_CLUT_LOAD_CACHED &&
        gs_clut_is_current(&gs->clut, tex0, gs->registers.texclut))
        return false;
    gs_transfer_settle(gs);
    bool palette_texture = GS_PRIM_TME(b->prim) && gs_bits(gs_batch_context(b)->tex0, 20, 3) >= 3;
    bool singly = gs->rules.choice[GS_RULE_DRAW] == GS_DRAW_PRIMITIVE;
    if (b->count && (singly || palette_texture || gs->clut.dirty_by_draw))
        gs_batch_flush(gs);
    return true;
}

/* ---- display ---- */

bool gs_hazard_displayed(const struct gs *gs)
{
    const struct gs_batch *b = gs->batch;
    struct gs_targets t;
    if (gs_rect_empty(&b->rect))
        return false;
    gs_targets_decode(gs_batch_context(b), &t);
    struct gs_block_range drawn = gs_block_range(t.frame, t.frame_page * 32, t.fbw, &b->rect);
    for (unsigned rc = 0; rc < 2; rc++) {
        struct gs_circuit c;
        gs_circuit(gs, rc, &c);
        if (!c.enabled || !c.width || !c.height)
            continue;
        struct gs_rect rect = {(int32_t)c.dbx, (int32_t)c.dby, (int32_t)(c.dbx + c.width),
                               (int32_t)(c.dby + c.height)};
        struct gs_block_range shown = gs_block_range(gs_format(c.psm), c.fbp * 32, c.fbw, &rect);
        if (drawn.start <= shown.end && shown.start <= drawn.end)
            return true;
    }
    return false;
}
