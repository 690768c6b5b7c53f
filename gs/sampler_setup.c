/* Setting a sampler up for one draw (PCSX2-SW section 6). */
#include "arith.h"
#include "chip.h"
#include "clut.h"
#include "cut.h"
#include "facts.h"
#include "mip.h"
#include "sampler.h"

#define LARGEST_LOG2 10u

static uint32_t wrap_mode(const struct gs_context_registers *c, unsigned axis)
{
    return gs_bits(c->clamp, axis ? 2 : 0, 2);
}

static int32_t wrap_min(const struct gs_context_registers *c, unsigned axis)
{
    return (int32_t)gs_bits(c->clamp, axis ? 24 : 4, 10);
}

static int32_t wrap_max(const struct gs_context_registers *c, unsigned axis)
{
    return (int32_t)gs_bits(c->clamp, axis ? 34 : 14, 10);
}

static int32_t least(int32_t a, int32_t b)
{
    return a < b ? a : b;
}

static int32_t most(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

/* The largest texel index that a draw without mip-mapping needs on an axis. */
static int32_t largest_index(const struct gs_context_registers *c, const struct gs_draw_facts *facts,
                             unsigned axis, uint32_t size_log2)
{
    float half = facts->linear ? 0.5f : 0.0f;
    int32_t x0 = gs_trunc(floorf(facts->texel_min[axis] - half));
    int32_t x1 = gs_trunc(ceilf(facts->texel_max[axis] + half));
    int32_t limit = size_log2 > LARGEST_LOG2 ? 0 : (1 << size_log2) - 1;
    int32_t lo = wrap_min(c, axis), hi = wrap_max(c, axis);
    switch (wrap_mode(c, axis)) {
    case GS_WRAP_CLAMP:
        return least(x1, limit);
    case GS_WRAP_REPEAT:
        return x0 < 0 ? limit : least(x1, limit);
    case GS_WRAP_REGION_CLAMP:
        return least(most(x1, lo), hi);
    default:
        return (x0 < 0 ? lo & limit : least(x1, lo & limit)) | hi;
    }
}

/* Sizes that the limits are made of, log2: TW and TH, changed as PCSX2 does by what the draw needs. */
static void effective_size(const struct gs_context_registers *c, const struct gs_draw_facts *facts,
                           uint32_t size_log2[2])
{
    struct gs_tex0 t = gs_decode_tex0(c->tex0);
    size_log2[0] = t.tw;
    size_log2[1] = t.th;
    for (unsigned axis = 0; axis < 2 && !facts->mip; axis++) {
        int32_t need = largest_index(c, facts, axis, size_log2[axis]);
        if (t.tw + t.th >= 19)
            while (size_log2[axis] > 3 && (1 << (size_log2[axis] - 1)) >= need)
                size_log2[axis]--;
        if (wrap_mode(c, axis) & 2)
            while (size_log2[axis] < LARGEST_LOG2 && (1 << size_log2[axis]) < need)
                size_log2[axis]++;
    }
    for (unsigned axis = 0; axis < 2; axis++)
        if (size_log2[axis] > LARGEST_LOG2)
            size_log2[axis] = 0;
}

static struct gs_axis make_axis(const struct gs_context_registers *c, unsigned axis, uint32_t size_log2)
{
    int32_t last = (1 << size_log2) - 1, lo = wrap_min(c, axis), hi = wrap_max(c, axis);
    switch (wrap_mode(c, axis)) {
    case GS_WRAP_REPEAT:
        return (struct gs_axis){false, last, 0};
    case GS_WRAP_CLAMP:
        return (struct gs_axis){true, 0, last};
    case GS_WRAP_REGION_CLAMP:
        return (struct gs_axis){true, least(lo, last), least(hi, last)};
    default:
        return (struct gs_axis){false, lo & last, hi};
    }
}

/* One more than the largest index that an axis can give at a level. */
static uint32_t extent(const struct gs_axis *a, unsigned level)
{
    int32_t lo = a->lo >> level, hi = a->hi >> level;
    return (uint32_t)(a->clamp ? hi : lo | hi) + 1;
}

/* ---- which texels a draw needs (PCSX2's rectangle; what lies outside is not decoded) ---- */

/* Texel indices [from, to) of one axis. */
struct span {
    int32_t from, to;
};

static struct span allowed(const struct gs_context_registers *c, unsigned axis, unsigned level, int32_t size)
{
    int32_t lo = wrap_min(c, axis) >> level, hi = wrap_max(c, axis) >> level;
    struct span s = {0, size};
    if (wrap_mode(c, axis) == GS_WRAP_REGION_CLAMP)
        s = (struct span){lo, hi + 1};
    else if (wrap_mode(c, axis) == GS_WRAP_REGION_REPEAT)
        s = (struct span){hi, (hi | lo) + 1};
    return (struct span){most(0, least(s.from, size)), most(0, least(s.to, size))};
}

static bool finite_reach(const struct gs_reach *r)
{
    return fabsf(r->low) <= 3.40282347e38f && fabsf(r->high) <= 3.40282347e38f;
}

/* The highest bit of v and all below it. */
static uint32_t below_top(uint32_t v)
{
    uint32_t below = 0;
    while (below < v)
        below = below * 2 + 1;
    return below;
}

/* The span of (t & lo) | hi for t in a..z, as far as PCSX2 narrows it. */
static struct span region_repeat_span(int32_t a, int32_t z, int32_t lo, int32_t hi)
{
    if (a < 0 && z >= 0)
        return (struct span){hi, (hi | lo) + 1};
    uint32_t varying = below_top((uint32_t)a ^ (uint32_t)z);
    /* Of the bits that vary, those that the wrap overwrites: the highest that is 0 in a (1 in z) lets every
     * lower bit take both values. */
    uint32_t lost = varying & ((uint32_t)hi | ~(uint32_t)lo);
    uint32_t least_texel = (uint32_t)a & ~(below_top(lost & ~(uint32_t)a) >> 1);
    uint32_t most_texel = (uint32_t)z | below_top(lost & (uint32_t)z) >> 1;
    return (struct span){((int32_t)least_texel & lo) | hi, (((int32_t)most_texel & lo) | hi) + 1};
}

/* The span within the texture; one texel at its border if there is nothing of it. */
static struct span at_least_one(struct span area, int32_t size)
{
    area.from = most(0, least(area.from, size));
    area.to = most(0, least(area.to, size));
    if (area.from >= area.to) {
        area.from = least(area.from, size - 1);
        area.to = area.from + 1;
    }
    return area;
}

static struct span needed(const struct gs_context_registers *c, unsigned axis, unsigned level, int32_t size,
                          const struct gs_reach *r)
{
    struct span area = allowed(c, axis, level, size);
    int32_t a = gs_trunc(floorf(r->low)), z = gs_trunc(floorf(r->high));
    switch (wrap_mode(c, axis)) {
    case GS_WRAP_REPEAT: {
        int32_t mask = size - 1;
        if ((a & ~mask) == (z & ~mask))
            area = (struct span){most(area.from, a & mask), least(area.to, (z & mask) + 1)};
        break;
    }
    case GS_WRAP_REGION_REPEAT: {
        struct span s = region_repeat_span(a, z, wrap_min(c, axis) >> level, wrap_max(c, axis) >> level);
        area = s;
        break;
    }
    default:
        if (a > area.from)
            area.from = least(a, area.to - 1);
        if (z < INT32_MAX && area.to > z + 1)
            area.to = most(z, area.from) + 1;
        break;
    }
    return at_least_one(area, size);
}

/* How many of the rules of texels and LOD are the console's. */
static unsigned console_rules(const struct gs_rules *rules)
{
    return (unsigned)(rules->choice[GS_RULE_TEXEL] == GS_TEXEL_SIXTEENTH) +
           (rules->choice[GS_RULE_TEXEL_RANGE] == GS_TEXEL_RANGE_SATURATE) +
           (rules->choice[GS_RULE_LOD] == GS_LOD_TABLE) +
           (rules->choice[GS_RULE_LOD_FILTER] == GS_LOD_FILTER_PIXEL) +
           (rules->choice[GS_RULE_LOD_WEIGHT] == GS_LOD_WEIGHT_4BIT);
}
enum { NO_RULES = 0, ALL_RULES = 5 };

/* PCSX2's rectangle of needed texels, and the sizes that follow from it, fit its own coordinates only. */
static bool loads_whole(const struct gs_rules *rules)
{
    return console_rules(rules) != NO_RULES ||
           rules->choice[GS_RULE_TEXCOORD_WALK] == GS_TEXCOORD_WALK_CONSOLE ||
           rules->choice[GS_RULE_SPRITE_WALK] == GS_SPRITE_WALK_CONSOLE ||
           rules->choice[GS_RULE_SPRITE_LEVELS] == GS_SPRITE_LEVELS_CONSOLE;
}

/* Limits of an axis as the registers give them, and the size, log2, that holds all of its indices. */
static struct gs_axis whole_axis(const struct gs_context_registers *c, unsigned axis, uint32_t *size_log2)
{
    struct gs_tex0 t = gs_decode_tex0(c->tex0);
    *size_log2 = axis ? t.th : t.tw;
    if (*size_log2 > LARGEST_LOG2)
        *size_log2 = 0;
    struct gs_axis a = make_axis(c, axis, *size_log2);
    if (wrap_mode(c, axis) == GS_WRAP_REGION_CLAMP)
        a = (struct gs_axis){true, wrap_min(c, axis), wrap_max(c, axis)};
    while (1u << *size_log2 < extent(&a, 0))
        ++*size_log2;
    return a;
}

/* The texels that an axis can give at a level, whatever the coordinate. */
static struct span reachable(const struct gs_axis *a, unsigned level)
{
    int32_t lo = a->lo >> level, hi = a->hi >> level;
    return a->clamp ? (struct span){least(lo, hi), hi + 1} : (struct span){hi, (hi | lo) + 1};
}

/* Binds one level and decodes what the draw needs of it. */
static bool bind(struct gs_sampler *s, struct gs *gs, const struct gs_batch *b,
                 const struct gs_draw_facts *facts, const uint32_t size_log2[2], unsigned level)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    struct gs_level base = gs_level_base(c, level);
    const struct gs_format *format = gs_format(gs_bits(c->tex0, 20, 6));
    uint32_t least_pitch = format->indexed ? 5 : 3;
    struct gs_texture_key key = {.format = format, .tbp = base.tbp, .tbw = base.tbw};
    key.tw_log2 = size_log2[0] > level ? size_log2[0] - level : 0;
    key.th_log2 = size_log2[1] > level ? size_log2[1] - level : 0;
    key.pitch_log2 = size_log2[0] > least_pitch ? size_log2[0] : least_pitch;
    key.texa = gs_relevant_texa(format, b->registers.texa);
    bool any_texa = !gs_bits(c->tex0, 34, 1);
    struct gs_texture *t = gs_tmem_bind(gs->tmem, &key, any_texa, extent(&s->u, level), extent(&s->v, level));
    s->level[level] = t;
    if (!t)
        return false;
    struct span span[2];
    bool whole = loads_whole(&gs->rules);
    struct gs_reach texels[2], reach[2];
    const uint32_t level_log2[2] = {key.tw_log2, key.th_log2};
    float half = s->linear ? 0.5f : 0.0f, scale = 1.0f / (float)(1u << level);
    for (unsigned axis = 0; axis < 2; axis++) {
        texels[axis] = (struct gs_reach){facts->texel_min[axis] * scale, facts->texel_max[axis] * scale};
        reach[axis] = (struct gs_reach){texels[axis].low - half, texels[axis].high + half};
    }
    bool finite = !whole && finite_reach(&reach[0]) && finite_reach(&reach[1]);
    if (finite)
        gs_cut_by_scissor(b, texels, level_log2, reach);
    for (unsigned axis = 0; axis < 2; axis++) {
        int32_t size = 1 << level_log2[axis];
        if (whole)
            span[axis] = reachable(axis ? &s->v : &s->u, level);
        else
            span[axis] = finite ? needed(c, axis, level, size, &reach[axis])
                                : at_least_one(allowed(c, axis, level, size), size);
    }
    gs_texture_load(t, &gs->memory, (uint32_t)span[0].from, (uint32_t)span[1].from, (uint32_t)span[0].to,
                    (uint32_t)span[1].to);
    return true;
}

static void set_lod(struct gs_sampler *s, const struct gs_batch *b, const struct gs_draw_facts *facts,
                    unsigned *first, unsigned *last)
{
    uint64_t tex1 = gs_batch_context(b)->tex1;
    unsigned mmin = gs_bits(tex1, 6, 3);
    int32_t mxl = least((int32_t)gs_bits(tex1, 2, 3), 6), k = gs_tex1_k(tex1);
    s->trilinear = (mmin & 1) != 0;
    s->lod_constant = (tex1 & 1) || GS_PRIM_FST(b->prim);
    s->lod_max = mxl << 16;
    s->lod = k * 4096;
    if (gs_trunc(facts->lod_low) >= (int32_t)gs_bits(tex1, 2, 3)) {
        s->trilinear = false;
        s->lod_constant = true;
        s->lod = gs_trunc(facts->lod_low) << 16;
    } else if (s->trilinear) {
        s->lod_max -= 1;
    }
    s->lod = most(0, least(s->lod, mxl << 16));
    if (s->trilinear)
        s->lod = least(s->lod, s->lod_max);
    *first = 0;
    *last = (unsigned)mxl;
}

/* Some of those rules are PCSX2's. */
static void set_mixed(struct gs_sampler *s, const struct gs_batch *b, const struct gs_draw_facts *facts,
                      const struct gs_rules *rules)
{
    unsigned mxl = gs_bits(gs_batch_context(b)->tex1, 2, 3);
    bool fine = rules->choice[GS_RULE_LOD_WEIGHT] == GS_LOD_WEIGHT_15BIT;
    s->polynomial = rules->choice[GS_RULE_LOD] == GS_LOD_POLYNOMIAL;
    s->saturates = rules->choice[GS_RULE_TEXEL_RANGE] == GS_TEXEL_RANGE_SATURATE;
    s->weight_mask = fine ? 0x7FFF : 0x7800;
    if (rules->choice[GS_RULE_LOD_FILTER] == GS_LOD_FILTER_DRAW) {
        s->magnify_linear = s->minify_linear = facts->linear;
        s->levels = facts->mip ? s->levels : 0;
        if (!s->sixteenths) {
            /* The half texel comes off before the walk where that is known. */
            s->linear = facts->linear;
            s->mip = facts->mip;
        }
    }
    s->lod_max = (int32_t)s->levels << 16;
    if (fine && s->trilinear) {
        /* The last level is reached by whole draws only. */
        if (gs_trunc(facts->lod_low) >= (int32_t)mxl)
            s->trilinear = false;
        else if (s->lod_max)
            s->lod_max -= 1;
    }
    s->unmixed = fine && s->lod_constant;
}

/* MMAG and MMIN by pixel. */
static void set_table(struct gs_sampler *s, const struct gs_batch *b, const struct gs_draw_facts *facts,
                      const struct gs_rules *rules, unsigned *last)
{
    uint64_t tex1 = gs_batch_context(b)->tex1;
    unsigned mxl = gs_bits(tex1, 2, 3), mmin = gs_bits(tex1, 6, 3);
    bool mip = mmin >= 2 && mmin <= 5;
    s->table = true;
    s->sixteenths = rules->choice[GS_RULE_TEXEL] == GS_TEXEL_SIXTEENTH;
    s->linear = s->mip = false;
    s->magnify_always = mxl == 0;
    s->magnify_linear = gs_bits(tex1, 5, 1) != 0;
    s->minify_linear = mmin == 1 || (mmin & 4) != 0;
    s->trilinear = (mmin & 1) != 0;
    s->lod_constant = (tex1 & 1) || GS_PRIM_FST(b->prim);
    s->levels = !mip ? 0 : mxl < 6 ? mxl : 6;
    s->tex1_l = gs_bits(tex1, 19, 2);
    s->tex1_k = gs_tex1_k(tex1);
    s->mixed = console_rules(rules) != ALL_RULES;
    if (s->mixed)
        set_mixed(s, b, facts, rules);
    s->uniform =
        s->lod_constant || (!s->levels && (s->magnify_always || s->magnify_linear == s->minify_linear));
    s->near = GS_PRIM_FST(b->prim) != 0;
    gs_sampler_single(s);
    *last = s->levels;
}

void gs_texture_pages(const struct gs_context_registers *c, struct gs_page_set *pages)
{
    struct gs_tex0 t = gs_decode_tex0(c->tex0);
    const struct gs_format *f = gs_format(t.psm);
    unsigned levels = gs_bits(c->tex1, 2, 3), mmin = gs_bits(c->tex1, 6, 3);
    levels = mmin < 2 || mmin > 5 ? 0 : levels < 6 ? levels : 6;
    for (unsigned level = 0; level <= levels; level++) {
        struct gs_level base = gs_level_base(c, level);
        uint32_t size[2] = {t.tw > LARGEST_LOG2 ? 1 : 1u << t.tw, t.th > LARGEST_LOG2 ? 1 : 1u << t.th};
        uint32_t from[2] = {0, 0}, to[2] = {size[0], size[1]};
        for (unsigned axis = 0; axis < 2; axis++) {
            if (wrap_mode(c, axis) & 2) {
                bool repeat = wrap_mode(c, axis) == GS_WRAP_REGION_REPEAT;
                uint32_t lo = (uint32_t)wrap_min(c, axis), hi = (uint32_t)wrap_max(c, axis);
                from[axis] = repeat ? hi : least((int32_t)lo, (int32_t)hi) < 0 ? 0 : lo < hi ? lo : hi;
                to[axis] = (repeat ? hi | lo : lo > hi ? lo : hi) + 1;
            }
            from[axis] >>= level;
            to[axis] = (to[axis] >> level) + 1;
        }
        gs_pages_of_rect(pages, f, base.tbp, base.tbw, from[0], from[1], to[0], to[1]);
    }
}

void gs_sampler_palette(struct gs_sampler *s, struct gs *gs, const struct gs_batch *b)
{
    s->palette = gs->palette;
    s->palette_entries =
        gs_clut_palette(&gs->clut, &gs->rules, gs_batch_context(b)->tex0, b->registers.texa, gs->palette);
}

bool gs_sampler_init(struct gs_sampler *s, struct gs *gs, const struct gs_batch *b,
                     const struct gs_draw_facts *facts)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    uint32_t size_log2[2];
    unsigned first = 0, last = 0;
    if (loads_whole(&gs->rules)) {
        s->u = whole_axis(c, 0, &size_log2[0]);
        s->v = whole_axis(c, 1, &size_log2[1]);
    } else {
        effective_size(c, facts, size_log2);
        s->u = make_axis(c, 0, size_log2[0]);
        s->v = make_axis(c, 1, size_log2[1]);
    }
    s->linear = facts->linear;
    s->mip = facts->mip;
    s->trilinear = false;
    s->lod_scale = -(65536.0f * (float)(1u << gs_bits(c->tex1, 19, 2)));
    s->lod_k = (float)(gs_tex1_k(c->tex1) * 4096);
    if (console_rules(&gs->rules) != NO_RULES)
        set_table(s, b, facts, &gs->rules, &last);
    else if (s->mip)
        set_lod(s, b, facts, &first, &last);
    for (unsigned level = first; level <= last; level++)
        if (!bind(s, gs, b, facts, size_log2, level))
            return false;
    return true;
}
