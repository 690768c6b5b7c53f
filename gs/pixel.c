/* The pixel pipeline: depth test, texture function, alpha test, fog, destination alpha, blend, write
 * (GS-DRAWING section 9, PCSX2-SW section 7). A group's reads come before its writes. */
#include "arith.h"
#include "bytes.h"
#include "chip.h"
#include "pipeline.h"

/* What becomes of one group's pixels. Channels are R, G, B, A; they can leave 0..255 until the clamp. */
struct fragments {
    unsigned frame_lanes, depth_lanes; /* that still write the frame, the depth buffer */
    unsigned rgb_only;                 /* that write no alpha */
    uint32_t z[GS_MAX_LANES];
    uint32_t depth_cell[GS_MAX_LANES], frame_cell[GS_MAX_LANES];
    uint32_t stored[GS_MAX_LANES]; /* frame pixels as they were before the group's writes */
    uint32_t under[GS_MAX_LANES];  /* the same as RGBA */
    int32_t channel[4][GS_MAX_LANES];
};

#define FOR_LANES(k, lanes)                                                                                  \
    for (unsigned left_ = (lanes), k = 0; left_; left_ &= left_ - 1)                                         \
        if (k = (unsigned)__builtin_ctz(left_), true)

/* ---- memory ---- */

static inline uint32_t read_surface(const struct gs_pipeline *p, const struct gs_surface *s, uint32_t cell)
{
    const uint8_t *memory = p->gs->memory.bytes;
    return s->format->cell_bits == 32 ? gs_load32(memory + 4 * (size_t)cell)
                                      : gs_load16(memory + 2 * (size_t)cell);
}

static inline void write_surface(struct gs_pipeline *p, const struct gs_surface *s, uint32_t cell,
                                 uint32_t value)
{
    uint8_t *memory = p->gs->memory.bytes;
    if (s->format->cell_bits == 32)
        gs_store32(memory + 4 * (size_t)cell, value);
    else
        gs_store16(memory + 2 * (size_t)cell, value);
}

/* A frame pixel as RGBA: 16-bit colours << 3, alpha 0 or 0x80; 24-bit alpha 0x80. */
static uint32_t frame_to_rgba(const struct gs_format *f, uint32_t v)
{
    if (f->pixel_bits == 32)
        return v;
    if (f->pixel_bits == 24)
        return (v & 0xFFFFFF) | 0x80000000;
    return (v & 0x1F) << 3 | (v & 0x3E0) << 6 | (v & 0x7C00) << 9 | (v & 0x8000) << 16;
}

/* RGBA (or an RGBA mask) packed to 16 bits by truncation. */
static uint32_t pack16(uint32_t rgba)
{
    return (rgba >> 3 & 0x1F) | (rgba >> 6 & 0x3E0) | (rgba >> 9 & 0x7C00) | (rgba >> 16 & 0x8000);
}

/* ---- depth ---- */

/* Z of a lane as stored: truncated, in the high range by way of 2^31 (PCSX2-SW section 3). */
static uint32_t depth_of(const struct gs_pipeline *p, double z)
{
    uint32_t out;
    if (!p->walk_z) {
        out = (uint32_t)z; /* a Z register value, or the clamped end of a line */
    } else if (p->depth_high) {
        double lowered = z - (2147483648.0 + 1048575.0 / 2097152.0);
        out = (uint32_t)gs_trunc_double(nearbyint(lowered)) + 0x80000000u;
    } else {
        out = (uint32_t)gs_trunc_double(z);
    }
    return p->depth_clamp && out > p->depth_max ? p->depth_max : out;
}

static unsigned depth_test(struct gs_pipeline *p, const struct gs_group *g, struct fragments *f)
{
    unsigned pass = g->mask;
    FOR_LANES(k, g->mask)
    {
        f->z[k] = depth_of(p, g->z[k]);
        f->depth_cell[k] = gs_surface_cell(&p->depth, g->x + (int32_t)k);
    }
    if (!p->depth_test)
        return pass;
    FOR_LANES(k, g->mask)
    {
        uint32_t stored = read_surface(p, &p->depth, f->depth_cell[k]) & p->depth_max;
        bool ok = p->ztst == GS_ZTST_GEQUAL ? f->z[k] >= stored : f->z[k] > stored;
        if (!ok)
            pass &= ~(1u << k);
    }
    return pass;
}

static void write_depth(struct gs_pipeline *p, const struct fragments *f)
{
    FOR_LANES(k, f->depth_lanes)
    {
        uint32_t z = f->z[k];
        if (p->depth.format->pixel_bits == 24)
            z = (z & 0xFFFFFF) | (read_surface(p, &p->depth, f->depth_cell[k]) & 0xFF000000);
        write_surface(p, &p->depth, f->depth_cell[k], z);
    }
}

/* ---- colour ---- */

static inline int32_t clamp8(int32_t v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

/* texel * colour: the colour is 8.7 (GS_RULE_MODULATE says whether its fraction counts). */
static inline int32_t product(const struct gs_pipeline *p, int32_t texel, int32_t colour)
{
    return p->colour_byte ? (texel * (colour >> 7)) >> 7 : (texel * 4 * colour) >> 16;
}

/* A colour without texture; a negative one wraps to more than 255, as a 16-bit logical shift gives. */
static inline int32_t whole(int16_t colour)
{
    return (int32_t)((uint32_t)(uint16_t)colour >> 7);
}

static void texture_function(const struct gs_pipeline *p, const struct gs_group *g, unsigned k,
                             uint32_t texel, int32_t out[4])
{
    int32_t af = whole(g->colour[3][k]), at = (int32_t)(texel >> 24);
    for (unsigned c = 0; c < 3; c++) {
        int32_t t = (int32_t)(texel >> (8 * c) & 0xFF);
        if (p->tfx == GS_TFX_MODULATE)
            out[c] = clamp8(product(p, t, g->colour[c][k]));
        else if (p->tfx == GS_TFX_DECAL)
            out[c] = t;
        else
            out[c] = clamp8(product(p, t, g->colour[c][k]) + af);
    }
    if (!p->tcc)
        out[3] = af;
    else if (p->tfx == GS_TFX_MODULATE)
        out[3] = clamp8(product(p, at, g->colour[3][k]));
    else if (p->tfx == GS_TFX_HIGHLIGHT)
        out[3] = clamp8(at + af);
    else
        out[3] = at;
}

static uint32_t fetch(const struct gs_pipeline *p, const struct gs_group *g, unsigned k)
{
    int32_t x = g->x + (int32_t)k;
    if (!p->divide)
        return gs_sample(&p->sampler, g->u[k], g->v[k], 1.0f, x);
    int32_t u = gs_trunc(g->s[k] / g->q[k]), v = gs_trunc(g->t[k] / g->q[k]);
    if (p->sampler.linear && !p->sampler.mip) {
        u = (int32_t)((uint32_t)u - 0x8000u);
        v = (int32_t)((uint32_t)v - 0x8000u);
    }
    return gs_sample(&p->sampler, u, v, g->q[k], x);
}

static void shade(const struct gs_pipeline *p, const struct gs_group *g, unsigned lanes, struct fragments *f)
{
    FOR_LANES(k, lanes)
    {
        int32_t c[4];
        if (p->tme)
            texture_function(p, g, k, fetch(p, g, k), c);
        else
            for (unsigned i = 0; i < 4; i++)
                c[i] = whole(g->colour[i][k]);
        if (p->aa1 && (!p->abe_alpha || c[3] == 0x80))
            c[3] = (int32_t)g->coverage;
        for (unsigned i = 0; i < 4; i++)
            f->channel[i][k] = c[i];
    }
}

static void fog(const struct gs_pipeline *p, const struct gs_group *g, unsigned lanes, struct fragments *f)
{
    FOR_LANES(k, lanes)
    {
        for (unsigned i = 0; i < 3; i++) {
            int32_t far = p->fogcol[i], d = f->channel[i][k] - far;
            f->channel[i][k] =
                far + (p->fog_byte ? (d * (g->fog[k] >> 7)) >> 8 : (gs_int16(d * 2) * g->fog[k]) >> 16);
        }
    }
}

/* ---- tests ---- */

static bool alpha_passes(uint32_t atst, int32_t a, int32_t ref)
{
    switch (atst) {
    case GS_ATST_NEVER:
        return false;
    case GS_ATST_ALWAYS:
        return true;
    case GS_ATST_LESS:
        return a < ref;
    case GS_ATST_LEQUAL:
        return a <= ref;
    case GS_ATST_EQUAL:
        return a == ref;
    case GS_ATST_GEQUAL:
        return a >= ref;
    case GS_ATST_GREATER:
        return a > ref;
    default:
        return a != ref;
    }
}

static void alpha_test(const struct gs_pipeline *p, unsigned lanes, struct fragments *f)
{
    unsigned failed = 0;
    FOR_LANES(k, lanes)
    if (!alpha_passes(p->atst, f->channel[3][k], (int32_t)p->aref))
        failed |= 1u << k;
    switch (p->afail) {
    case GS_AFAIL_KEEP:
        f->frame_lanes &= ~failed;
        f->depth_lanes &= ~failed;
        break;
    case GS_AFAIL_FB_ONLY:
        f->depth_lanes &= ~failed;
        break;
    case GS_AFAIL_ZB_ONLY:
        f->frame_lanes &= ~failed;
        break;
    default:
        f->depth_lanes &= ~failed;
        f->rgb_only |= failed;
        break;
    }
}

static void destination_alpha_test(const struct gs_pipeline *p, unsigned lanes, struct fragments *f)
{
    FOR_LANES(k, lanes)
    {
        if ((f->under[k] >> 31 != 0) != p->datm) {
            f->frame_lanes &= ~(1u << k);
            f->depth_lanes &= ~(1u << k);
        }
    }
}

/* ---- frame ---- */

static int32_t blend_channel(const struct gs_pipeline *p, const int32_t *choice, int32_t factor)
{
    int32_t d = gs_int16((choice[p->blend_a] - choice[p->blend_b]) * 4);
    return gs_int16(((d * gs_int16(factor * 128)) >> 16) + choice[p->blend_d]);
}

static void blend(const struct gs_pipeline *p, struct fragments *f)
{
    bool dest24 = p->frame.format->pixel_bits == 24;
    FOR_LANES(k, f->frame_lanes)
    {
        int32_t as = f->channel[3][k];
        if (p->pabe && !(as & 0x80))
            continue;
        int32_t factor = p->blend_c == 0   ? as
                         : p->blend_c == 1 ? (int32_t)(f->under[k] >> 24)
                                           : (int32_t)p->fix;
        for (unsigned i = 0; i < 3; i++) {
            int32_t choice[3] = {f->channel[i][k], (int32_t)(f->under[k] >> (8 * i) & 0xFF), 0};
            if (p->blend_a == p->blend_b)
                f->channel[i][k] = choice[p->blend_d];
            else if (p->blend_c == 1 && dest24)
                f->channel[i][k] = choice[p->blend_a] - choice[p->blend_b] + choice[p->blend_d];
            else
                f->channel[i][k] = blend_channel(p, choice, factor);
        }
    }
}

static void write_frame(struct gs_pipeline *p, const struct gs_group *g, const struct fragments *f)
{
    const struct gs_format *format = p->frame.format;
    FOR_LANES(k, f->frame_lanes)
    {
        int32_t add = p->dither ? p->dimx[g->y & 3][(g->x + (int32_t)k) & 3] : 0;
        uint32_t rgba = 0;
        for (unsigned i = 0; i < 4; i++) {
            int32_t c = f->channel[i][k] + (i < 3 ? add : 0);
            rgba |= (uint32_t)(p->colclamp ? clamp8(c) : c & 0xFF) << (8 * i);
        }
        if (p->fba)
            rgba |= 0x80000000;
        uint32_t keep = p->keep | (f->rgb_only >> k & 1 ? 0xFF000000 : 0);
        uint32_t value = rgba;
        if (format->pixel_bits == 16) {
            value = pack16(rgba);
            keep = pack16(keep);
        }
        if (keep)
            value = (value & ~keep) | (f->stored[k] & keep);
        write_surface(p, &p->frame, f->frame_cell[k], value);
    }
}

void gs_pixels(struct gs_pipeline *p, const struct gs_group *g)
{
    struct fragments f;
    unsigned lanes = g->mask;
    if (p->depth_test || p->depth_write)
        lanes = depth_test(p, g, &f);
    if (!lanes)
        return;
    f.depth_lanes = p->depth_write && !g->edge ? lanes : 0;
    f.frame_lanes = p->frame_write ? lanes : 0;
    f.rgb_only = 0;
    if (p->shaded) {
        shade(p, g, lanes, &f);
        if (p->ate)
            alpha_test(p, lanes, &f);
        if (p->fge)
            fog(p, g, f.frame_lanes, &f);
    }
    if (p->frame_read) {
        FOR_LANES(k, f.frame_lanes | f.depth_lanes)
        {
            f.frame_cell[k] = gs_surface_cell(&p->frame, g->x + (int32_t)k);
            f.stored[k] = read_surface(p, &p->frame, f.frame_cell[k]);
            f.under[k] = frame_to_rgba(p->frame.format, f.stored[k]);
        }
        if (p->date)
            destination_alpha_test(p, f.frame_lanes | f.depth_lanes, &f);
    } else {
        FOR_LANES(k, f.frame_lanes)
        f.frame_cell[k] = gs_surface_cell(&p->frame, g->x + (int32_t)k);
    }
    write_depth(p, &f);
    if (p->blend)
        blend(p, &f);
    write_frame(p, g, &f);
}
