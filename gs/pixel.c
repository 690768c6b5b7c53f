/* The pixel pipeline: depth test, texture function, alpha test, fog, destination alpha, blend, write
 * (GS-DRAWING section 9, PCSX2-SW section 7). A group's reads come before its writes. Arithmetic runs over
 * all lanes; memory is touched for the lanes that are drawn. */
#include "arith.h"
#include "bytes.h"
#include "chip.h"
#include "pipeline.h"

#define LANES GS_MAX_LANES

/* One channel of a group, 16 bits a lane; it can leave 0..255 until the clamp. */
typedef int16_t channel[LANES];

struct fragments {
    unsigned frame_lanes, depth_lanes; /* that still write the frame, the depth buffer */
    unsigned rgb_only;                 /* that write no alpha */
    uint32_t z[LANES];
    uint32_t depth_cell[LANES], frame_cell[LANES];
    uint32_t stored[LANES]; /* frame pixels as they were before the group's writes */
    channel under[4];       /* the same as R, G, B, A */
    channel colour[4];
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

static void unpack32(const uint32_t rgba[LANES], channel out[4])
{
    for (unsigned k = 0; k < LANES; k++) {
        out[0][k] = (int16_t)(rgba[k] & 0xFF);
        out[1][k] = (int16_t)(rgba[k] >> 8 & 0xFF);
        out[2][k] = (int16_t)(rgba[k] >> 16 & 0xFF);
        out[3][k] = (int16_t)(rgba[k] >> 24);
    }
}

/* Frame pixels as channels: 16-bit colours << 3, alpha 0 or 0x80; 24-bit alpha 0x80. */
static void unpack_frame(const struct gs_format *f, const uint32_t v[LANES], channel out[4])
{
    if (f->pixel_bits == 16) {
        for (unsigned k = 0; k < LANES; k++) {
            out[0][k] = (int16_t)((v[k] & 0x1F) << 3);
            out[1][k] = (int16_t)((v[k] & 0x3E0) >> 2);
            out[2][k] = (int16_t)((v[k] & 0x7C00) >> 7);
            out[3][k] = (int16_t)((v[k] & 0x8000) >> 8);
        }
        return;
    }
    unpack32(v, out);
    if (f->pixel_bits == 24)
        for (unsigned k = 0; k < LANES; k++)
            out[3][k] = 0x80;
}

/* RGBA (or an RGBA mask) packed to 16 bits by truncation. */
static uint32_t pack16(uint32_t rgba)
{
    return (rgba >> 3 & 0x1F) | (rgba >> 6 & 0x3E0) | (rgba >> 9 & 0x7C00) | (rgba >> 16 & 0x8000);
}

/* ---- depth ---- */

/* Z of the lanes as stored: truncated, in the high range by way of 2^31 (PCSX2-SW section 3). */
static void depth_values(const struct gs_pipeline *p, const struct gs_group *g, uint32_t out[LANES])
{
    if (!p->walk_z) {
        uint32_t z = (uint32_t)g->z[0];
        for (unsigned k = 0; k < LANES; k++)
            out[k] = z;
    } else if (p->depth_high) {
        for (unsigned k = 0; k < LANES; k++) {
            double lowered = g->z[k] - (2147483648.0 + 1048575.0 / 2097152.0);
            out[k] = (uint32_t)gs_trunc_double(nearbyint(lowered)) + 0x80000000u;
        }
    } else {
        for (unsigned k = 0; k < LANES; k++)
            out[k] = (uint32_t)gs_trunc_double(g->z[k]);
    }
    if (p->depth_clamp)
        for (unsigned k = 0; k < LANES; k++)
            out[k] = out[k] > p->depth_max ? p->depth_max : out[k];
}

static unsigned depth_test(struct gs_pipeline *p, const struct gs_group *g, struct fragments *f)
{
    unsigned pass = g->mask;
    depth_values(p, g, f->z);
    FOR_LANES(k, g->mask)
    f->depth_cell[k] = gs_surface_cell(&p->depth, g->x + (int32_t)k);
    if (!p->depth_test)
        return pass;
    FOR_LANES(k, g->mask)
    {
        uint32_t stored = read_surface(p, &p->depth, f->depth_cell[k]) & p->depth_max;
        bool ok = p->ztst == GS_ZTST_GEQUAL ? f->z[k] >= stored : f->z[k] > stored;
        pass &= ~((unsigned)!ok << k);
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

static inline int16_t clamp8(int32_t v)
{
    return (int16_t)(v < 0 ? 0 : v > 255 ? 255 : v);
}

/* A colour without texture; a negative one wraps to more than 255, as a 16-bit logical shift gives. */
static void whole_colour(const int16_t *colour, channel out)
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (int16_t)((uint16_t)colour[k] >> 7);
}

/* texel * colour, clamped; the colour is 8.7 (GS_RULE_MODULATE says whether its fraction counts). */
static void modulate(const struct gs_pipeline *p, const channel texel, const int16_t *colour, channel out)
{
    if (p->colour_byte) {
        for (unsigned k = 0; k < LANES; k++)
            out[k] = clamp8((texel[k] * (colour[k] >> 7)) >> 7);
    } else {
        for (unsigned k = 0; k < LANES; k++)
            out[k] = clamp8((gs_int16(texel[k] * 4) * colour[k]) >> 16);
    }
}

static void add_alpha(channel c, const channel alpha)
{
    for (unsigned k = 0; k < LANES; k++)
        c[k] = clamp8(c[k] + alpha[k]);
}

static void copy_channel(channel out, const channel in)
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = in[k];
}

static void highlight(const struct gs_pipeline *p, const struct gs_group *g, channel texel[4],
                      const channel af, unsigned c, channel out)
{
    /* The sum is clamped once: the product alone cannot exceed 255 by more than 16 bits hold. */
    for (unsigned k = 0; k < LANES; k++) {
        int32_t product = p->colour_byte ? (texel[c][k] * (g->colour[c][k] >> 7)) >> 7
                                         : (texel[c][k] * 4 * g->colour[c][k]) >> 16;
        out[k] = clamp8(product + af[k]);
    }
}

static void texture_function(const struct gs_pipeline *p, const struct gs_group *g, channel texel[4],
                             channel out[4])
{
    channel af;
    whole_colour(g->colour[3], af);
    for (unsigned c = 0; c < 3; c++) {
        if (p->tfx == GS_TFX_MODULATE)
            modulate(p, texel[c], g->colour[c], out[c]);
        else if (p->tfx == GS_TFX_DECAL)
            copy_channel(out[c], texel[c]);
        else
            highlight(p, g, texel, af, c, out[c]);
    }
    if (!p->tcc) {
        copy_channel(out[3], af);
    } else if (p->tfx == GS_TFX_MODULATE) {
        modulate(p, texel[3], g->colour[3], out[3]);
    } else {
        copy_channel(out[3], texel[3]);
        if (p->tfx == GS_TFX_HIGHLIGHT)
            add_alpha(out[3], af);
    }
}

static void divide(const struct gs_pipeline *p, const struct gs_group *g, unsigned lanes, int32_t u[LANES],
                   int32_t v[LANES])
{
    uint32_t half = p->sampler.linear && !p->sampler.mip ? 0x8000u : 0;
    FOR_LANES(k, lanes)
    {
        u[k] = (int32_t)((uint32_t)gs_trunc(g->s[k] / g->q[k]) - half);
        v[k] = (int32_t)((uint32_t)gs_trunc(g->t[k] / g->q[k]) - half);
    }
}

static void shade(const struct gs_pipeline *p, const struct gs_group *g, unsigned lanes, struct fragments *f)
{
    if (p->tme) {
        uint32_t texels[LANES] = {0};
        int32_t u[LANES], v[LANES];
        channel texel[4];
        if (p->divide) {
            divide(p, g, lanes, u, v);
            gs_sample_group(&p->sampler, lanes, u, v, g->q, g->x, texels);
        } else {
            gs_sample_group(&p->sampler, lanes, g->u, g->v, g->q, g->x, texels);
        }
        unpack32(texels, texel);
        texture_function(p, g, texel, f->colour);
    } else {
        for (unsigned c = 0; c < 4; c++)
            whole_colour(g->colour[c], f->colour[c]);
    }
    if (p->aa1)
        for (unsigned k = 0; k < LANES; k++)
            if (!p->abe_alpha || f->colour[3][k] == 0x80)
                f->colour[3][k] = (int16_t)g->coverage;
}

static void fog(const struct gs_pipeline *p, const struct gs_group *g, struct fragments *f)
{
    for (unsigned c = 0; c < 3; c++) {
        int16_t far = (int16_t)p->fogcol[c];
        int16_t *colour = f->colour[c];
        if (p->fog_byte) {
            for (unsigned k = 0; k < LANES; k++)
                colour[k] = (int16_t)(far + (((colour[k] - far) * (g->fog[k] >> 7)) >> 8));
        } else {
            for (unsigned k = 0; k < LANES; k++)
                colour[k] = gs_int16(far + ((gs_int16((colour[k] - far) * 2) * g->fog[k]) >> 16));
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
    failed |= (unsigned)!alpha_passes(p->atst, f->colour[3][k], (int32_t)p->aref) << k;
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

static void read_frame(const struct gs_pipeline *p, const struct gs_group *g, unsigned lanes,
                       struct fragments *f)
{
    FOR_LANES(k, lanes)
    f->frame_cell[k] = gs_surface_cell(&p->frame, g->x + (int32_t)k);
    if (!p->frame_read)
        return;
    for (unsigned k = 0; k < LANES; k++)
        f->stored[k] = 0;
    FOR_LANES(k, lanes)
    f->stored[k] = read_surface(p, &p->frame, f->frame_cell[k]);
    if (p->blend || p->date)
        unpack_frame(p->frame.format, f->stored, f->under);
}

static void destination_alpha_test(const struct gs_pipeline *p, unsigned lanes, struct fragments *f)
{
    unsigned failed = 0;
    FOR_LANES(k, lanes)
    failed |= (unsigned)((f->under[3][k] >= 0x80) != p->datm) << k;
    f->frame_lanes &= ~failed;
    f->depth_lanes &= ~failed;
}

/* ---- frame ---- */

/* ((A - B) * C >> 7) + D in the 16-bit steps of PCSX2-SW section 7; `factor` NULL: C is 0x80. */
static void blend_channel(channel out, const channel a, const channel b, const int16_t *factor,
                          const channel d)
{
    if (factor) {
        for (unsigned k = 0; k < LANES; k++) {
            int16_t difference = gs_int16((a[k] - b[k]) * 4), c = gs_int16(factor[k] * 128);
            out[k] = gs_int16(((difference * c) >> 16) + d[k]);
        }
    } else {
        for (unsigned k = 0; k < LANES; k++)
            out[k] = gs_int16(a[k] - b[k] + d[k]);
    }
}

static void blend(const struct gs_pipeline *p, struct fragments *f)
{
    static const channel zero;
    channel fix, plain;
    const int16_t *factor = p->blend_c == 0 ? f->colour[3] : p->blend_c == 1 ? f->under[3] : fix;
    for (unsigned k = 0; k < LANES; k++)
        fix[k] = (int16_t)p->fix;
    if (p->blend_c == 1 && p->frame.format->pixel_bits == 24)
        factor = NULL;
    for (unsigned c = 0; c < 3; c++) {
        const int16_t *choice[3] = {f->colour[c], f->under[c], zero};
        if (p->pabe)
            copy_channel(plain, f->colour[c]);
        if (p->blend_a == p->blend_b)
            copy_channel(f->colour[c], choice[p->blend_d]);
        else
            blend_channel(f->colour[c], choice[p->blend_a], choice[p->blend_b], factor, choice[p->blend_d]);
        if (p->pabe)
            for (unsigned k = 0; k < LANES; k++)
                f->colour[c][k] = f->colour[3][k] & 0x80 ? f->colour[c][k] : plain[k];
    }
}

static void finish_colour(const struct gs_pipeline *p, const struct gs_group *g, struct fragments *f,
                          uint32_t rgba[LANES])
{
    if (p->dither)
        for (unsigned c = 0; c < 3; c++)
            for (unsigned k = 0; k < LANES; k++)
                f->colour[c][k] = gs_int16(f->colour[c][k] + p->dimx[g->y & 3][k & 3]);
    for (unsigned c = 0; c < 4; c++) {
        int16_t *v = f->colour[c];
        if (p->colclamp)
            for (unsigned k = 0; k < LANES; k++)
                v[k] = clamp8(v[k]);
        else
            for (unsigned k = 0; k < LANES; k++)
                v[k] = v[k] & 0xFF;
    }
    uint32_t set = p->fba ? 0x80000000u : 0;
    for (unsigned k = 0; k < LANES; k++)
        rgba[k] = (uint32_t)f->colour[0][k] | (uint32_t)f->colour[1][k] << 8 |
                  (uint32_t)f->colour[2][k] << 16 | (uint32_t)f->colour[3][k] << 24 | set;
}

static void write_frame(struct gs_pipeline *p, const struct gs_group *g, struct fragments *f)
{
    if (!f->frame_lanes)
        return;
    uint32_t value[LANES], keep = p->keep, keep_alpha = p->keep | 0xFF000000;
    finish_colour(p, g, f, value);
    if (p->frame.format->pixel_bits == 16) {
        for (unsigned k = 0; k < LANES; k++)
            value[k] = pack16(value[k]);
        keep = pack16(keep);
        keep_alpha = pack16(keep_alpha);
    }
    if (p->keep || f->rgb_only) {
        for (unsigned k = 0; k < LANES; k++) {
            uint32_t mask = f->rgb_only >> k & 1 ? keep_alpha : keep;
            value[k] = (value[k] & ~mask) | (f->stored[k] & mask);
        }
    }
    FOR_LANES(k, f->frame_lanes)
    write_surface(p, &p->frame, f->frame_cell[k], value[k]);
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
            fog(p, g, &f);
        read_frame(p, g, f.frame_lanes | f.depth_lanes, &f);
        if (p->date)
            destination_alpha_test(p, f.frame_lanes | f.depth_lanes, &f);
    }
    write_depth(p, &f);
    if (p->blend && f.frame_lanes)
        blend(p, &f);
    write_frame(p, g, &f);
}
