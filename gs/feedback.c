#include "feedback.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bounds.h"
#include "chip.h"
#include "draw.h"
#include "mip.h"
#include "sampler.h"

/* Which of R, G, B, A (bits 0..3) a format holds. */
static unsigned format_channels(const struct gs_format *f)
{
    if (f->pixel_bits == 24)
        return 7;
    if (f->shift >= 24)
        return 8;
    return 15;
}

/* Frame bits that exist in a format, as FBMSK counts them. */
static uint32_t frame_bits(const struct gs_format *f)
{
    if (f->pixel_bits == 24)
        return 0x00FFFFFF;
    return f->pixel_bits == 16 ? 0x80F8F8F8 : 0xFFFFFFFF;
}

/* Channels of a format that a mask leaves: those whose byte is not all ones. */
static unsigned open_channels(const struct gs_format *f, uint32_t masked)
{
    unsigned channels = format_channels(f);
    for (unsigned i = 0; i < 4; i++)
        if ((masked >> (8 * i) & 0xFF) == 0xFF)
            channels &= ~(1u << i);
    return channels;
}

static float as_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

struct feedback {
    const struct gs *gs;
    const struct gs_batch *batch;
    const struct gs_context_registers *context; /* in force now */
    uint64_t prim;
    struct gs_tex0 tex0;
    const struct gs_format *tex;
    struct gs_targets targets;
    uint32_t fbmsk;
    unsigned layer;              /* the level that lies in the target */
    const struct gs_format *hit; /* format of the target that it lies in */
};

/* ---- does the texture lie in a target at all ---- */

static bool coexist(const struct gs_format *a, const struct gs_format *b)
{
    bool a24 = a->pixel_bits == 24, bh = b->shift >= 24;
    return (a24 && bh) || (a->psm == GS_PSMT4HL && b->psm == GS_PSMT4HH) ||
           (a->psm == GS_PSMT4HH && b->psm == GS_PSMT4HL);
}

static bool mips(const struct feedback *f)
{
    uint64_t tex1 = f->context->tex1;
    return gs_bits(tex1, 2, 3) > 0 && gs_bits(tex1, 6, 3) >= 2 && gs_bits(tex1, 6, 3) <= 5;
}

static int32_t clamp_level(int32_t level, int32_t most)
{
    return level < 0 ? 0 : level > most ? most : level;
}

/* Finds the first level whose base is the frame's or depth buffer's; false if none is written. */
static bool find_layer(struct feedback *f)
{
    int32_t first = 0, last = 0;
    if (mips(f)) {
        int32_t mxl = (int32_t)gs_bits(f->context->tex1, 2, 3), k = gs_tex1_k(f->context->tex1);
        last = mxl;
        if (f->context->tex1 & 1) {
            first = clamp_level(k >> 4, mxl);
            last = clamp_level((k + 15) >> 4, mxl);
        }
    }
    unsigned ate = gs_bits(f->context->test, 0, 1), atst = gs_bits(f->context->test, 1, 3);
    unsigned afail = gs_bits(f->context->test, 12, 2);
    bool never = ate && atst == GS_ATST_NEVER;
    for (int32_t level = first; level <= last && level < 7; level++) {
        uint32_t base = gs_level_base(f->context, (unsigned)level).tbp;
        f->layer = (unsigned)level;
        if (base == f->targets.frame_page * 32) {
            f->hit = f->targets.frame;
            uint32_t bits = frame_bits(f->targets.frame);
            return !(never && afail == GS_AFAIL_ZB_ONLY) && (f->fbmsk & bits) != bits;
        }
        f->hit = f->targets.depth;
        if (base == f->targets.depth_page * 32)
            return !(never && afail != GS_AFAIL_ZB_ONLY) && !(f->context->zbuf >> 32 & 1);
    }
    return false;
}

/* ---- 16-bit channel shuffles ---- */

static int32_t texel16(const struct feedback *f, const struct gs_vertex *v, uint32_t q, bool t_axis)
{
    if (GS_PRIM_FST(f->prim))
        return t_axis ? v->v : v->u;
    float divisor = as_float(q);
    if (divisor == 0)
        divisor = 0x1p-126f;
    float size = (float)(1u << (t_axis ? f->tex0.th : f->tex0.tw));
    float value = size * (as_float(t_axis ? v->t : v->s) / divisor) * 16.0f;
    return value >= -2147483648.0f && value < 2147483648.0f ? (int32_t)value : INT32_MIN;
}

static int32_t window_x(const struct feedback *f, const struct gs_vertex *v)
{
    return (int32_t)v->x - (int32_t)(f->context->xyoffset & 0xFFFF);
}

static int32_t window_y(const struct feedback *f, const struct gs_vertex *v)
{
    return (int32_t)v->y - (int32_t)(f->context->xyoffset >> 32 & 0xFFFF);
}

/* Is the first queued sprite half a 16-pixel column, texels likewise? */
static bool half_columns(const struct feedback *f, const struct gs_vertex *a, const struct gs_vertex *b)
{
    return abs((int32_t)a->x - b->x) == 0x80 && abs((int32_t)a->y - b->y) == 0x80 &&
           llabs((int64_t)texel16(f, a, b->q, false) - texel16(f, b, b->q, false)) == 0x80 &&
           llabs((int64_t)texel16(f, a, b->q, true) - texel16(f, b, b->q, true)) == 0x80;
}

static bool shuffle_8bit(const struct feedback *f, const struct gs_vertex *a, const struct gs_vertex *b)
{
    const struct gs_rect *d = &f->batch->rect;
    int32_t w = abs((int32_t)b->x - a->x) >> 4, h = abs((int32_t)b->y - a->y) >> 4;
    uint64_t clamp = f->context->clamp;
    bool fits = h == 2 || w == 8 || ((clamp | clamp >> 2) & 2);
    if (d->x1 - d->x0 > 64)
        return false;
    if (d->y1 - d->y0 <= 64)
        return fits;
    int32_t pw = (1 << f->targets.frame->page_w_log2) - 1, ph = (1 << f->targets.frame->page_h_log2) - 1;
    return f->tex0.tbw == 2 * f->targets.fbw && ((d->x0 | d->x1) & pw) == 0 && ((d->y0 | d->y1) & ph) == 0 &&
           fits;
}

static bool is_shuffle(const struct feedback *f, const struct gs_vertex *now)
{
    if (f->batch->primitive_class != GS_CLASS_SPRITE)
        return false;
    const struct gs_vertex *a = &f->batch->vertex[0], *b = &f->batch->vertex[1];
    unsigned frame = f->targets.frame->cell_bits, tex = f->tex->cell_bits;
    unsigned channels = open_channels(f->targets.frame, f->fbmsk);
    int32_t ua = texel16(f, a, b->q, false), ub = texel16(f, b, b->q, false);
    int32_t xa = window_x(f, a), xb = window_x(f, b);
    if (frame == 16 && tex == 16)
        return llabs((int64_t)texel16(f, a, a->q, false) - xa) ==
               llabs((int64_t)texel16(f, now, now->q, false) - window_x(f, now));
    if (frame == 16 && tex == 32)
        return channels == 0xC && half_columns(f, a, b) && ((xa < xb ? xa : xb) & 0x80);
    if (frame == 32 && tex == 16)
        return channels == 8 && half_columns(f, a, b) && !((ua < ub ? ua : ub) & 0x80);
    return f->tex->psm == GS_PSMT8 && shuffle_8bit(f, a, b);
}

/* ---- rectangles of the new primitive ---- */

/* One texel coordinate at the layer; `last`: of the vertex that is being written. */
static int32_t layer_texel(const struct feedback *f, const struct gs_vertex *v, bool t_axis, bool last)
{
    if (GS_PRIM_FST(f->prim))
        return (int32_t)(t_axis ? v->v : v->u) >> 4 >> f->layer;
    float ratio = as_float(t_axis ? v->t : v->s) / as_float(v->q);
    if (ratio > 1.0f)
        ratio = 1.0f;
    float value = (float)(1u << (t_axis ? f->tex0.th : f->tex0.tw)) * ratio;
    if (!last)
        value = roundf(value);
    int32_t whole = value >= -2147483648.0f && value < 2147483648.0f ? (int32_t)value : INT32_MIN;
    return whole >> f->layer;
}

/* Do the levels of detail of the vertices include the layer? */
static bool layer_in_range(const struct feedback *f, const struct gs_vertex *v, unsigned count)
{
    if (!mips(f))
        return true;
    float k = (float)gs_tex1_k(f->context->tex1) / 16.0f, low = INFINITY, high = -INFINITY;
    for (unsigned i = 0; i < count; i++) {
        float lod = k;
        if (!(f->context->tex1 & 1) && !GS_PRIM_FST(f->prim))
            lod -= gs_log2(false, as_float(v[i].q)) * (float)(1u << gs_bits(f->context->tex1, 19, 2));
        low = fminf(low, floorf(lod));
        high = fmaxf(high, ceilf(lod));
    }
    return (float)f->layer >= low && (float)f->layer <= high;
}

static int32_t clamp_texel(const struct feedback *f, int32_t c, bool t_axis)
{
    unsigned mode = gs_bits(f->context->clamp, t_axis ? 2 : 0, 2);
    int32_t lo = (int32_t)gs_bits(f->context->clamp, t_axis ? 24 : 4, 10) >> f->layer;
    int32_t hi = (int32_t)gs_bits(f->context->clamp, t_axis ? 34 : 14, 10) >> f->layer;
    if (mode == GS_WRAP_REGION_REPEAT) {
        int32_t mask = lo;
        lo = hi;
        hi |= mask;
    } else if (mode != GS_WRAP_REGION_CLAMP) {
        return c;
    }
    c = c < lo ? lo : c;
    return c > hi ? hi : c;
}

static void widen(struct gs_rect *r, int32_t x, int32_t y, bool first)
{
    if (first) {
        *r = (struct gs_rect){x, y, x, y};
        return;
    }
    r->x0 = x < r->x0 ? x : r->x0;
    r->y0 = y < r->y0 ? y : r->y0;
    r->x1 = x > r->x1 ? x : r->x1;
    r->y1 = y > r->y1 ? y : r->y1;
}

static void not_flat(struct gs_rect *r)
{
    r->x1 += r->x0 == r->x1;
    r->y1 += r->y0 == r->y1;
}

static bool meet(const struct gs_rect *a, const struct gs_rect *b)
{
    struct gs_rect r = gs_rect_clip(a, b);
    return !gs_rect_empty(&r);
}

/* Do the texels lie in what a queued primitive covered? Formats and widths are alike. */
static bool meets_queued(const struct feedback *f, const struct gs_rect *texels,
                         const struct gs_rect *scissor)
{
    const struct gs_batch *batch = f->batch;
    bool swap = f->tex->depth != f->targets.frame->depth;
    int32_t half_x = 1 << f->targets.frame->page_w_log2 >> 1,
            half_y = 1 << f->targets.frame->page_h_log2 >> 1;
    for (uint32_t at = batch->count; at > 0; at -= batch->per_primitive) {
        const struct gs_vertex *v = &batch->vertex[at - batch->per_primitive];
        struct gs_rect r = {0, 0, 0, 0};
        for (uint32_t i = 0; i < batch->per_primitive; i++) {
            int32_t less = batch->primitive_class == GS_CLASS_SPRITE && i == 1;
            int32_t x = (window_x(f, &v[i]) >> 4) - less, y = (window_y(f, &v[i]) >> 4) - less;
            if (swap) {
                x ^= half_x;
                y ^= half_y;
            }
            widen(&r, x + less, y + less, i == 0);
        }
        not_flat(&r);
        struct gs_rect both = gs_rect_clip(&r, texels);
        if (!gs_rect_empty(&both) && meet(&both, scissor))
            return true;
    }
    return false;
}

static struct gs_rect in_pages(const struct gs_rect *r, const struct gs_format *format)
{
    int32_t w = 1 << format->page_w_log2, h = 1 << format->page_h_log2;
    return (struct gs_rect){(r->x0 & ~(w - 1)) / w, (r->y0 & ~(h - 1)) / h, ((r->x1 + w - 1) & ~(w - 1)) / w,
                            ((r->y1 + h - 1) & ~(h - 1)) / h};
}

/* Formats or widths differ: compares pages. */
static bool meets_pages(const struct feedback *f, const struct gs_rect *texels)
{
    const struct gs_format *frame = f->targets.frame;
    uint32_t frame_wide = f->targets.fbw * 64u >> frame->page_w_log2;
    uint32_t tex_wide = f->tex0.tbw * 64u >> f->tex->page_w_log2;
    bool one_row = texels->y1 / (1 << f->tex->page_h_log2) <= 1;
    if (frame_wide != tex_wide && !(one_row && frame_wide >= tex_wide))
        return true;
    struct gs_rect a = in_pages(texels, f->tex), b = in_pages(&f->batch->rect, frame);
    return meet(&a, &b);
}

static bool decide(const struct feedback *f, const struct gs_vertex *v, unsigned count)
{
    struct gs_rect area = {0, 0, 0, 0}, texels = {0, 0, 0, 0};
    for (unsigned i = 0; i < count; i++) {
        bool last = i + 1 == count;
        widen(&area, window_x(f, &v[i]) >> 4, window_y(f, &v[i]) >> 4, i == 0);
        widen(&texels, layer_texel(f, &v[i], false, last), layer_texel(f, &v[i], true, last), i == 0);
    }
    not_flat(&area);
    not_flat(&texels);
    struct gs_rect scissor = gs_scissor_rect(f->context->scissor);
    if (!layer_in_range(f, v, count) || !meet(&area, &scissor))
        return false;
    const struct gs_vertex *before = &f->batch->vertex[f->batch->count - 1];
    int32_t last_u = clamp_texel(f, layer_texel(f, before, false, false), false);
    int32_t last_v = clamp_texel(f, layer_texel(f, before, true, false), true);
    texels.x0 = clamp_texel(f, texels.x0, false);
    texels.x1 = clamp_texel(f, texels.x1, false);
    texels.y0 = clamp_texel(f, texels.y0, true);
    texels.y1 = clamp_texel(f, texels.y1, true);

    if (f->tex->depth == f->targets.frame->depth && !meet(&texels, &f->batch->rect))
        return false;
    if (f->gs->texflush)
        return true;
    if (texels.x0 >> f->tex->page_w_log2 == last_u >> f->tex->page_w_log2 &&
        texels.y0 >> f->tex->page_h_log2 == last_v >> f->tex->page_h_log2)
        return false;
    if (f->tex->cell_bits == f->targets.frame->cell_bits && f->targets.fbw == f->tex0.tbw)
        return meets_queued(f, &texels, &scissor);
    return meets_pages(f, &texels);
}

bool gs_feedback_ends_draw(const struct gs *gs, unsigned type, const struct gs_vertex *vertices)
{
    static const uint8_t counts[8] = {1, 2, 2, 3, 3, 3, 2, 0};
    uint64_t prim = gs_effective_prim(&gs->registers);
    const struct gs_batch *batch = gs->batch;
    bool strip = type == GS_PRIM_TRIANGLE_STRIP || type == GS_PRIM_TRIANGLE_FAN;
    if (!GS_PRIM_TME(prim) || (strip && batch->count / batch->per_primitive % 2 && !gs->texflush))
        return false;
    struct feedback f = {.gs = gs, .batch = batch, .prim = prim};
    f.context = &gs->registers.context[GS_PRIM_CTXT(prim)];
    f.tex0 = gs_decode_tex0(f.context->tex0);
    f.tex = gs_format(f.tex0.psm);
    gs_targets_decode(f.context, &f.targets);
    f.fbmsk = f.targets.fbmsk;
    if (!(format_channels(f.tex) & open_channels(f.targets.frame, f.fbmsk | ~frame_bits(f.targets.frame))))
        return false;
    if (is_shuffle(&f, &vertices[counts[type] - 1]) || !find_layer(&f))
        return false;
    if (coexist(f.tex, f.hit) || coexist(f.hit, f.tex))
        return false;
    return decide(&f, vertices, counts[type]);
}
