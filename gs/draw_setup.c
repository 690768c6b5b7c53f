/* Setting a draw up: what of its registers the pipeline needs (PCSX2-SW sections 1, 4 and 7). */
#include "draw_setup.h"

#include <string.h>

#include "alpha.h"
#include "arith.h"
#include "bounds.h"
#include "chip.h"
#include "draw.h"
#include "facts.h"
#include "pipeline.h"

void gs_targets_decode(const struct gs_context_registers *c, struct gs_targets *out)
{
    uint32_t psm = gs_bits(c->frame, 24, 6), zpsm = 0x30 | gs_bits(c->zbuf, 24, 4);
    out->fbmsk = (uint32_t)(c->frame >> 32);
    /* GS_RULE_FRAME_PSM */
    if (psm == GS_PSMT8H || psm == GS_PSMT4HL || psm == GS_PSMT4HH) {
        const struct gs_format *f = gs_format(psm);
        out->fbmsk = ~(f->mask << f->shift);
        psm = GS_PSMCT32;
    }
    if ((psm & 0x30) == 0x30)
        zpsm &= 0x0F;
    out->frame = gs_format(psm);
    out->depth = gs_format(zpsm);
    out->frame_page = gs_bits(c->frame, 0, 9);
    out->depth_page = gs_bits(c->zbuf, 0, 9);
    out->fbw = gs_bits(c->frame, 16, 6);
    if (out->fbw > 32)
        out->fbw = 32;
}

/* Formats that the pixel pipeline cannot write: everything but 32-, 24- and 16-bit colour and depth. */
static bool drawable(const struct gs_format *f)
{
    return f->valid && !f->indexed && f->psm != GS_PSGPU24;
}

static uint32_t format_bits(const struct gs_format *f)
{
    return f->pixel_bits == 24 ? 0x00FFFFFF : f->pixel_bits == 16 ? 0x80F8F8F8 : 0xFFFFFFFF;
}

static uint32_t depth_limit(const struct gs_format *f)
{
    if (!drawable(f))
        return 0xFF;
    return f->pixel_bits == 32 ? 0xFFFFFFFF : f->pixel_bits == 24 ? 0xFFFFFF : 0xFFFF;
}

static void set_rules(struct gs_pipeline *p, const struct gs_rules *rules)
{
    p->fused = rules->choice[GS_RULE_MULTIPLY_ADD] == GS_MULTIPLY_ADD_FUSED;
    p->lanes = rules->choice[GS_RULE_LANES] == GS_LANES_8 ? 8 : 4;
    p->fog_nearest = rules->choice[GS_RULE_FOG_STEP] == GS_FOG_STEP_NEAREST;
    p->saturate = rules->choice[GS_RULE_HUGE_ST] == GS_HUGE_ST_SATURATE;
    p->colour_bits = rules->choice[GS_RULE_MODULATE] == GS_MODULATE_BYTE ? ~0x7F : ~0;
    p->fog_bits = rules->choice[GS_RULE_FOG_BLEND] == GS_FOG_BLEND_BYTE ? ~0x7F : ~0;
}

static void set_depth(struct gs_pipeline *p, const struct gs_batch *b, const struct gs_targets *t,
                      const struct gs_draw_facts *facts)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    bool zte = gs_bits(c->test, 16, 1) != 0;
    /* PCSX2 takes antialiased lines for plain ones, whose pixels write Z, when they write nothing else. */
    bool edges_alone = p->primitive_class == GS_CLASS_LINE && GS_PRIM_AA1(b->prim) &&
                       p->gs->rules.choice[GS_RULE_AA1_DEPTH] == GS_AA1_DEPTH_NEVER;
    gs_surface_init(&p->depth, t->depth, p->gs->memory.bytes, t->depth_page, t->fbw, (unsigned)p->lanes);
    p->ztst = gs_bits(c->test, 17, 2);
    p->depth_test = zte && p->ztst >= GS_ZTST_GEQUAL;
    p->depth_write = zte && !(c->zbuf >> 32 & 1) && !edges_alone;
    p->depth_max = depth_limit(t->depth);
    p->depth_clamp = facts->z_most > p->depth_max;
    p->depth_high = facts->z_high;
    p->walk_z = !facts->z_equal;
}

/* The dither matrix, for R, G, B of each lane: lane 0 is at a multiple of four columns. */
static void set_dither(struct gs_pipeline *p, uint64_t dimx)
{
    for (unsigned y = 0; y < 4; y++) {
        for (unsigned k = 0; k < GS_MAX_LANES; k++) {
            int32_t d = (int32_t)gs_bits(dimx, 16 * y + 4 * (k % 4), 3);
            for (unsigned c = 0; c < 3; c++)
                p->dimx[y][4 * k + c] = (int16_t)(d >= 4 ? d - 8 : d);
        }
    }
}

static void set_frame(struct gs_pipeline *p, const struct gs_batch *b, const struct gs_targets *t)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    gs_surface_init(&p->frame, t->frame, p->gs->memory.bytes, t->frame_page, t->fbw, (unsigned)p->lanes);
    p->keep = t->fbmsk;
    p->date = gs_bits(c->test, 14, 1) != 0;
    p->datm = gs_bits(c->test, 15, 1) != 0;
    p->colclamp = b->registers.colclamp & 1;
    p->fba = (c->fba & 1) && t->frame->pixel_bits != 24;
    bool any = p->gs->rules.choice[GS_RULE_DITHER] == GS_DITHER_ALL;
    p->dither = (b->registers.dthe & 1) && (any || t->frame->pixel_bits == 16);
    if (p->dither)
        set_dither(p, b->registers.dimx);
}

static void set_blend(struct gs_pipeline *p, const struct gs_batch *b, bool opaque)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    bool edges = p->primitive_class == GS_CLASS_LINE || p->primitive_class == GS_CLASS_TRIANGLE;
    p->aa1 = !opaque && GS_PRIM_AA1(b->prim) && edges;
    p->abe_alpha = !opaque && GS_PRIM_ABE(b->prim);
    p->blend = p->abe_alpha || p->aa1;
    p->pabe = b->registers.pabe & 1;
    p->blend_a = gs_bits(c->alpha, 0, 2);
    p->blend_b = gs_bits(c->alpha, 2, 2);
    p->blend_c = gs_bits(c->alpha, 4, 2);
    p->blend_d = gs_bits(c->alpha, 6, 2);
    for (unsigned i = 0; i < GS_CHANNELS; i++)
        p->fix[i] = (int16_t)gs_bits(c->alpha, 32, 8);
}

static void set_texture(struct gs_pipeline *p, const struct gs_batch *b, const struct gs_draw_facts *facts)
{
    uint64_t tex0 = gs_batch_context(b)->tex0;
    p->tme = GS_PRIM_TME(b->prim) != 0;
    p->tfx = gs_bits(tex0, 35, 2);
    p->tcc = gs_bits(tex0, 34, 1);
    p->fge = GS_PRIM_FGE(b->prim) != 0;
    if (p->fge)
        for (unsigned i = 0; i < GS_CHANNELS; i++)
            p->fogcol[i] = (int16_t)gs_bits(b->registers.fogcol, 8 * (i % 4), 8);
    bool sprite = p->primitive_class == GS_CLASS_SPRITE, fst = GS_PRIM_FST(b->prim) != 0;
    bool whole = facts->mip ? fst : fst || facts->q_equal || sprite;
    p->divide = p->tme && !whole;
    p->walk_texture = p->tme;
}

/* Which attributes differ from pixel to pixel. */
static void set_walk(struct gs_pipeline *p, const struct gs_batch *b, const struct gs_draw_facts *facts)
{
    bool line_or_triangle = p->primitive_class == GS_CLASS_LINE || p->primitive_class == GS_CLASS_TRIANGLE;
    p->walk_colour = p->shaded && line_or_triangle && GS_PRIM_IIP(b->prim) && !facts->colours_equal;
    p->walk_fog = p->fge && line_or_triangle;
    if (!line_or_triangle)
        p->walk_z = false;
    else if (p->primitive_class == GS_CLASS_TRIANGLE &&
             p->gs->rules.choice[GS_RULE_DEPTH_WALK] == GS_DEPTH_WALK_CONSOLE)
        p->walk_z = true; /* each triangle decides for itself */
}

/* Lists the attributes that the rasterizers have to interpolate, the console's walk apart. */
void gs_draw_list_attributes(struct gs_pipeline *p)
{
    const struct gs_console_walk *w = p->console;
    bool edges = p->aa1 && w && !w->line.used; /* those of triangles */
    bool line = w && w->line.used && p->primitive_class == GS_CLASS_LINE;
    bool fog = p->walk_fog && !line && (!w || !w->fog || edges);
    bool colour = p->walk_colour && !line && (!w || !w->colour || edges);
    p->attributes = 0;
    for (uint8_t k = 0; k < GS_ATTRS; k++) {
        bool needed = k <= GS_ATTR_T   ? p->walk_texture
                      : k == GS_ATTR_Q ? p->divide
                      : k == GS_ATTR_F ? fog
                                       : colour;
        if (needed)
            p->attribute[p->attributes++] = k;
    }
}

/* A plain rectangle; PCSX2 fills it without dithering (GS_RULE_DITHER_FILL). */
static bool solid_rectangle(const struct gs_pipeline *p)
{
    return p->primitive_class == GS_CLASS_SPRITE && p->scanmsk < 2 && !p->tme && !p->blend &&
           !p->depth_test && !p->ate && !p->date && !p->fge;
}

/* The fill of a plain rectangle. When only Z should be written, PCSX2 (GS_RULE_FILL) still fills the frame as
 * 32-bit words, as far as FBMSK has bits that the frame's format lacks: the top byte of 24-bit pixels, and
 * for 16-bit frames words at the address that the pixel's cell number gives. */
static void set_fill(struct gs_pipeline *p, bool depth_only)
{
    p->fill = true;
    p->dither = p->dither && p->gs->rules.choice[GS_RULE_DITHER_FILL] == GS_DITHER_FILL_DITHERED;
    p->colclamp = p->colclamp || !p->dither;
    if (!depth_only)
        return;
    p->dither = false;
    if (p->gs->rules.choice[GS_RULE_FILL] == GS_FILL_DEPTH) {
        p->frame_write = false;
        return;
    }
    p->fba = false;
    p->frame_write = p->shaded = p->keep != 0xFFFFFFFF;
    gs_surface_stray(&p->frame);
    p->stray = p->frame_write;
}

/* The alphas that pass: all of a range, or all but them. */
static void set_alpha_range(struct gs_pipeline *p, uint32_t atst, int32_t aref)
{
    bool from_ref = atst == GS_ATST_EQUAL || atst == GS_ATST_NOTEQUAL || atst == GS_ATST_GEQUAL;
    bool to_ref = atst == GS_ATST_EQUAL || atst == GS_ATST_NOTEQUAL || atst == GS_ATST_LEQUAL;
    p->alpha_low = from_ref ? aref : atst == GS_ATST_GREATER ? aref + 1 : INT32_MIN;
    p->alpha_high = to_ref ? aref : atst == GS_ATST_LESS ? aref - 1 : INT32_MAX;
    p->alpha_outside = atst == GS_ATST_NOTEQUAL || atst == GS_ATST_NEVER;
}

/* Decides what is written and tested. False if the draw changes nothing; then p->idle says why. */
static bool set_tests(struct gs_pipeline *p, const struct gs_batch *b, const struct gs_targets *t,
                      const struct gs_draw_facts *facts)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    uint32_t bits = format_bits(t->frame);
    struct gs_alpha_decision alpha;
    gs_alpha_decide(b, facts, &p->sampler, p->keep, bits, p->depth_write, &alpha);
    bool masked = (p->keep & bits) == bits && !p->depth_write;
    p->ate = alpha.per_pixel;
    set_alpha_range(p, gs_bits(c->test, 1, 3), (int32_t)gs_bits(c->test, 4, 8));
    p->afail = alpha.afail;
    p->keep |= alpha.frame_keep;
    p->depth_write = p->depth_write && !alpha.no_depth;
    p->frame_write = (p->keep & bits) != bits;
    if (!p->frame_write && !p->depth_write) {
        p->idle = masked ? GS_PIXEL_VOID_MASKED : GS_PIXEL_VOID_ALPHA;
        return false;
    }
    p->shaded = p->frame_write || p->ate || p->date;
    if (!p->shaded) {
        p->tme = p->fge = p->date = false;
        p->walk_texture = p->divide = false;
    }
    set_blend(p, b, !p->shaded || gs_alpha_opaque(b, facts, &p->sampler, p->keep, bits));
    bool depth_only = !p->shaded;
    if (solid_rectangle(p))
        set_fill(p, depth_only);
    else {
        p->frame_write = p->frame_write && drawable(t->frame);
        p->depth_write = p->depth_write && drawable(t->depth);
    }
    if (t->frame->pixel_bits == 24 && !depth_only)
        p->keep |= 0xFF000000;
    p->frame_read = p->date || p->blend || p->keep || p->ate;
    bool writes = p->frame_write || p->depth_write;
    p->idle = writes ? GS_PIXEL_NOT_VOID : GS_PIXEL_VOID_FORMAT;
    return writes;
}

bool gs_draw_prepare(struct gs_pipeline *p, struct gs *gs, const struct gs_batch *b,
                     const struct gs_draw_facts *facts)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    struct gs_targets targets;
    gs_targets_decode(c, &targets);
    memset(p, 0, sizeof *p);
    p->gs = gs;
    p->watch = gs->watch.on ? &gs->watch : NULL;
    p->primitive_class = b->primitive_class;
    p->scissor = gs_scissor_rect(c->scissor);
    p->scanmsk = (uint32_t)b->registers.scanmsk;
    set_rules(p, &gs->rules);
    set_depth(p, b, &targets, facts);
    set_frame(p, b, &targets);
    set_texture(p, b, facts);
    if ((gs_bits(c->frame, 24, 6) & 15) == GS_PSMCT24 && p->date) {
        p->idle = GS_PIXEL_VOID_DATE_24; /* GS_RULE_DATE_24 */
        return false;
    }
    if (p->tme)
        gs_sampler_palette(&p->sampler, gs, b);
    if (!set_tests(p, b, &targets, facts))
        return false;
    /* A draw that samples nothing must not change which textures are decoded. */
    if (p->tme && !gs_sampler_init(&p->sampler, gs, b, facts))
        return false;
    set_walk(p, b, facts);
    p->sampler.watch = p->watch;
    return true;
}
