#include "alpha.h"

#include "chip.h"
#include "format.h"

struct range {
    uint32_t lo, hi;
};

static uint32_t min255(uint32_t v)
{
    return v < 255 ? v : 255;
}

/* Alpha that texels can have. */
static struct range texture_alpha(const struct gs_batch *b, const struct gs_sampler *s)
{
    const struct gs_format *f = gs_format(gs_bits(gs_batch_context(b)->tex0, 20, 6));
    uint64_t texa = b->registers.texa;
    uint32_t ta0 = gs_bits(texa, 0, 8), ta1 = gs_bits(texa, 32, 8);
    bool aem = gs_bits(texa, 15, 1) != 0;
    if (f->indexed) {
        struct range r = {255, 0};
        for (unsigned i = 0; i < s->palette_entries; i++) {
            uint32_t a = s->palette[i] >> 24;
            r.lo = a < r.lo ? a : r.lo;
            r.hi = a > r.hi ? a : r.hi;
        }
        return r;
    }
    if (f->pixel_bits == 32)
        return (struct range){0, 255};
    if (f->pixel_bits == 24)
        return (struct range){aem ? 0 : ta0, ta0};
    return (struct range){aem ? 0 : ta0 < ta1 ? ta0 : ta1, ta0 > ta1 ? ta0 : ta1};
}

static bool has_edges(const struct gs_batch *b)
{
    return b->primitive_class == GS_CLASS_LINE || b->primitive_class == GS_CLASS_TRIANGLE;
}

/* Alpha after the texture function, for the frame and (edges apart) for the depth buffer. */
static struct range fragment_alpha(const struct gs_batch *b, const struct gs_draw_facts *facts,
                                   const struct gs_sampler *s, struct range *depth)
{
    uint64_t tex0 = gs_batch_context(b)->tex0;
    struct range r = {facts->alpha_min, facts->alpha_max};
    if (GS_PRIM_TME(b->prim) && gs_bits(tex0, 34, 1)) {
        struct range t = texture_alpha(b, s);
        switch (gs_bits(tex0, 35, 2)) {
        case GS_TFX_MODULATE:
            r = (struct range){min255((r.lo * t.lo) >> 7), min255((r.hi * t.hi) >> 7)};
            break;
        case GS_TFX_HIGHLIGHT:
            r = (struct range){min255(r.lo + t.lo), min255(r.hi + t.hi)};
            break;
        default:
            r = t;
            break;
        }
    }
    *depth = r;
    if (GS_PRIM_AA1(b->prim) && has_edges(b)) {
        if (!GS_PRIM_ABE(b->prim)) {
            r = (struct range){0, 128};
            *depth = (struct range){128, 128};
        } else if (r.lo <= 128 && 128 <= r.hi) {
            r.lo = 0;
        }
    }
    return r;
}

enum verdict { UNKNOWN, PASS, FAIL };

static enum verdict if_either(bool pass, bool fail)
{
    return pass ? PASS : fail ? FAIL : UNKNOWN;
}

static enum verdict judge(uint32_t atst, struct range a, uint32_t ref)
{
    bool apart = a.lo > ref || a.hi < ref, same = a.lo == ref && a.hi == ref;
    switch (atst) {
    case GS_ATST_NEVER:
        return FAIL;
    case GS_ATST_ALWAYS:
        return PASS;
    case GS_ATST_LESS:
        return if_either(a.hi < ref, a.lo >= ref);
    case GS_ATST_LEQUAL:
        return if_either(a.hi <= ref, a.lo > ref);
    case GS_ATST_EQUAL:
        return if_either(same, apart);
    case GS_ATST_GEQUAL:
        return if_either(a.lo >= ref, a.hi < ref);
    case GS_ATST_GREATER:
        return if_either(a.lo > ref, a.hi <= ref);
    default:
        return if_either(apart, same);
    }
}

void gs_alpha_decide(const struct gs_batch *b, const struct gs_draw_facts *facts,
                     const struct gs_sampler *sampler, uint32_t keep, uint32_t bits, bool depth_write,
                     struct gs_alpha_decision *out)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    uint32_t atst = gs_bits(c->test, 1, 3), ref = gs_bits(c->test, 4, 8), afail = gs_bits(c->test, 12, 2);
    if (afail == GS_AFAIL_RGB_ONLY && (gs_bits(c->frame, 24, 6) & 15) != 0)
        afail = GS_AFAIL_FB_ONLY;
    *out = (struct gs_alpha_decision){.afail = afail};
    if (!gs_bits(c->test, 0, 1) || atst == GS_ATST_ALWAYS)
        return;
    bool masked = (keep & bits) == bits, alpha_masked = (keep & bits & 0xFF000000) == (bits & 0xFF000000);
    if ((afail == GS_AFAIL_FB_ONLY && !depth_write) || (afail == GS_AFAIL_ZB_ONLY && masked) ||
        (afail == GS_AFAIL_RGB_ONLY && !depth_write && alpha_masked))
        return;
    struct range depth_range, frame_range = fragment_alpha(b, facts, sampler, &depth_range);
    enum verdict frame = judge(atst, frame_range, ref);
    enum verdict depth = frame != UNKNOWN ? frame : judge(atst, depth_range, ref);
    uint32_t all = frame == FAIL ? 0xFFFFFFFF : 0;
    if (afail == GS_AFAIL_KEEP || afail == GS_AFAIL_ZB_ONLY)
        out->frame_keep = all;
    else if (afail == GS_AFAIL_RGB_ONLY)
        out->frame_keep = all & 0xFF000000;
    out->no_depth = depth == FAIL && afail != GS_AFAIL_ZB_ONLY;
    out->per_pixel = frame == UNKNOWN;
}

bool gs_alpha_opaque(const struct gs_batch *b, const struct gs_draw_facts *facts,
                     const struct gs_sampler *sampler, uint32_t keep, uint32_t bits)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    if (GS_PRIM_AA1(b->prim))
        return false;
    if (!GS_PRIM_ABE(b->prim) || (keep & bits) == (bits & 0xFFFFFF))
        return true;
    uint32_t ba = gs_bits(c->alpha, 0, 2), bb = gs_bits(c->alpha, 2, 2), bc = gs_bits(c->alpha, 4, 2);
    uint32_t bd = gs_bits(c->alpha, 6, 2), fix = gs_bits(c->alpha, 32, 8);
    struct range depth, r = {0, 255};
    if (ba == bb)
        r = (struct range){0, 255};
    else if (bc == 0)
        r = fragment_alpha(b, facts, sampler, &depth);
    else if (bc == 1 && (gs_bits(c->frame, 24, 6) & 15) == GS_PSMCT24)
        r = (struct range){128, 128};
    else if (bc == 2)
        r = (struct range){fix, fix};
    return ((ba == bb || r.hi == 0) && bd == 0) || (ba == 0 && bb == bd && r.lo == 128 && r.hi == 128);
}
