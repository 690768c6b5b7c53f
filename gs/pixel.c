/* The pixel pipeline: depth test, texture function, alpha test, fog, destination alpha, blend, write
 * (GS-DRAWING section 9, PCSX2-SW section 7). A group's reads come before its writes. */
#include <string.h>

#include "arith.h"
#include "bytes.h"
#include "chip.h"
#include "colour.h"
#include "pipeline.h"

#define LANES GS_MAX_LANES

struct fragments {
    gs_lanes frame_lanes, depth_lanes; /* that still write the frame, the depth buffer */
    gs_lanes alpha_failed;
    uint32_t z[LANES];
    uint32_t depth_cell, frame_cell; /* of lane 0 */
    uint32_t stored[LANES];          /* frame pixels as they were before the group's writes */
    gs_colours under;                /* the same as colours */
    gs_colours colour;
};

/* ---- depth ---- */

/* Z of the lanes as stored: truncated. */
GS_APART static void truncate_z(const double z[restrict LANES], uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (uint32_t)gs_trunc_double(z[k]);
}

/* The same in the high range, by way of 2^31 (PCSX2-SW section 3). */
GS_APART static void truncate_high_z(const double z[restrict LANES], uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++) {
        double lowered = z[k] - (2147483648.0 + 1048575.0 / 2097152.0);
        out[k] = (uint32_t)gs_nearest_double(lowered) + 0x80000000u;
    }
}

GS_APART static void limit_z(uint32_t z[restrict LANES], uint32_t most)
{
    for (unsigned k = 0; k < LANES; k++)
        z[k] = z[k] > most ? most : z[k];
}

GS_APART static void fill(uint32_t out[restrict LANES], uint32_t value)
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = value;
}

static void depth_values(const struct gs_pipeline *p, const struct gs_group *g, uint32_t out[LANES])
{
    if (g->whole_depth) {
        memcpy(out, g->depth, sizeof g->depth);
        return;
    }
    if (!p->walk_z)
        fill(out, (uint32_t)(int64_t)g->z[0]);
    else if (p->depth_high)
        truncate_high_z(g->z, out);
    else
        truncate_z(g->z, out);
    if (p->depth_clamp)
        limit_z(out, p->depth_max);
}

/* Takes the lanes with a < b from `lanes`. */
GS_APART static void drop_less(uint32_t lanes[restrict LANES], const uint32_t a[restrict LANES],
                               const uint32_t b[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        lanes[k] &= a[k] < b[k] ? 0 : ~0u;
}

GS_APART static void drop_less_or_equal(uint32_t lanes[restrict LANES], const uint32_t a[restrict LANES],
                                        const uint32_t b[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        lanes[k] &= a[k] > b[k] ? ~0u : 0;
}

static void depth_test(const struct gs_pipeline *p, uint32_t cell, const uint32_t z[LANES], gs_lanes lanes,
                       uint32_t stored[LANES])
{
    gs_surface_read(&p->depth, cell, p->depth_max, stored);
    if (p->ztst == GS_ZTST_GEQUAL)
        drop_less(lanes, z, stored);
    else
        drop_less_or_equal(lanes, z, stored);
}

/* ---- colour ---- */

/* 16.16 texels of S / Q, less `half`. */
GS_APART static void divide(const float s[restrict LANES], const float q[restrict LANES], uint32_t half,
                            int32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (int32_t)((uint32_t)gs_trunc(s[k] / q[k]) - half);
}

/* The same with the ends of the range in place of what lies outside (GS_RULE_HUGE_ST); 0 / 0 is 0. */
GS_APART static void divide_saturated(const float s[restrict LANES], const float q[restrict LANES],
                                      uint32_t half, int32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (int32_t)((uint32_t)gs_trunc(gs_saturated_texel(s[k] / q[k])) - half);
}

/* `w`: as in pixels. */
GS_TWICE void shade(const struct gs_pipeline *p, const struct gs_group *g, const gs_lanes lanes,
                    gs_colours colour, struct gs_watch *w)
{
    if (w)
        gs_watch_shading(w, p, g);
    if (p->tme) {
        gs_colours texel;
        int32_t u[LANES], v[LANES];
        if (g->divide) {
            uint32_t half = p->sampler.linear && !p->sampler.mip ? 0x8000u : 0;
            if (p->saturate) {
                divide_saturated(g->s, g->q, half, u);
                divide_saturated(g->t, g->q, half, v);
            } else {
                divide(g->s, g->q, half, u);
                divide(g->t, g->q, half, v);
            }
            if (w)
                gs_watch_coordinates(w, u, v);
            gs_sample_group(&p->sampler, lanes, u, v, g->q, texel);
        } else {
            if (w)
                gs_watch_coordinates(w, g->u, g->v);
            gs_sample_group(&p->sampler, lanes, g->u, g->v, g->q, texel);
        }
        gs_colours_texture(p, g, texel, colour);
        if (w)
            gs_watch_colour(w, texel, w->fragment.texel);
    } else {
        gs_colours_plain(g, colour);
    }
    if (w)
        gs_watch_colour(w, colour, w->fragment.textured_colour);
    if (p->aa1)
        gs_colours_coverage(p, g, colour);
    if (w)
        w->fragment.covered_alpha = colour[4 * w->lane + 3];
}

/* ---- tests ---- */

GS_APART static void drop(uint32_t lanes[restrict LANES], const uint32_t dropped[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        lanes[k] &= ~dropped[k];
}

static void alpha_test(const struct gs_pipeline *p, struct fragments *f)
{
    for (unsigned k = 0; k < LANES; k++) {
        int32_t a = f->colour[4 * k + 3];
        bool between = (a >= p->alpha_low) & (a <= p->alpha_high);
        f->alpha_failed[k] = between == p->alpha_outside ? ~0u : 0;
    }
    if (p->afail == GS_AFAIL_KEEP || p->afail == GS_AFAIL_ZB_ONLY)
        drop(f->frame_lanes, f->alpha_failed);
    if (p->afail != GS_AFAIL_ZB_ONLY)
        drop(f->depth_lanes, f->alpha_failed);
}

static void destination_alpha_test(const struct gs_pipeline *p, struct fragments *f)
{
    gs_lanes failed;
    for (unsigned k = 0; k < LANES; k++)
        failed[k] = (f->under[4 * k + 3] >= 0x80) == p->datm ? 0 : ~0u;
    drop(f->frame_lanes, failed);
    drop(f->depth_lanes, failed);
}

/* ---- frame ---- */

/* 16-bit pixels as RGBA: colours << 3, A 0 or 0x80. */
GS_APART static void expand16(const uint32_t v[restrict LANES], uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (v[k] & 0x1F) << 3 | (v[k] & 0x3E0) << 6 | (v[k] & 0x7C00) << 9 | (v[k] & 0x8000) << 16;
}

GS_APART static void expand24(const uint32_t v[restrict LANES], uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = (v[k] & 0xFFFFFF) | 0x80000000;
}

GS_APART static void store_bytes(const uint32_t v[restrict LANES], uint8_t out[restrict GS_CHANNELS])
{
    for (unsigned k = 0; k < LANES; k++)
        gs_store32(out + 4 * k, v[k]);
}

static void read_frame(const struct gs_pipeline *p, struct fragments *f)
{
    uint8_t bytes[GS_CHANNELS];
    uint32_t rgba[LANES], bits = p->frame.format->pixel_bits;
    gs_surface_read(&p->frame, f->frame_cell, ~0u, f->stored);
    if (!p->blend && !p->date)
        return;
    if (bits == 16)
        expand16(f->stored, rgba);
    if (bits == 24)
        expand24(f->stored, rgba);
    store_bytes(bits < 32 ? rgba : f->stored, bytes);
    gs_colours_unpack(bytes, f->under);
}

/* RGBA packed to 16 bits by truncation. */
static inline uint32_t pack16(uint32_t rgba)
{
    return (rgba >> 3 & 0x1F) | (rgba >> 6 & 0x3E0) | (rgba >> 9 & 0x7C00) | (rgba >> 16 & 0x8000);
}

GS_APART static void pack_lanes16(uint32_t rgba[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        rgba[k] = pack16(rgba[k]);
}

GS_APART static void load_bytes(const uint8_t bytes[restrict GS_CHANNELS], uint32_t set,
                                uint32_t out[restrict LANES])
{
    for (unsigned k = 0; k < LANES; k++)
        out[k] = gs_load32(bytes + 4 * k) | set;
}

/* Takes the bits of `keep`, in `lanes` also those of `more`, from what is stored. */
GS_APART static void keep_bits(uint32_t value[restrict LANES], const uint32_t stored[restrict LANES],
                               uint32_t keep, const uint32_t lanes[restrict LANES], uint32_t more)
{
    for (unsigned k = 0; k < LANES; k++) {
        uint32_t mask = keep | (lanes[k] & more);
        value[k] = (value[k] & ~mask) | (stored[k] & mask);
    }
}

GS_TWICE void write_frame(struct gs_pipeline *p, int32_t y, const struct fragments *f,
                          const gs_colours colour, struct gs_watch *w)
{
    uint8_t bytes[GS_CHANNELS];
    bool rgb_only = p->ate && p->afail == GS_AFAIL_RGB_ONLY;
    uint32_t value[LANES], keep = p->keep, alpha = rgb_only ? 0xFF000000 : 0;
    gs_colours_pack(p, y, colour, bytes);
    load_bytes(bytes, p->fba ? 0x80000000u : 0, value);
    if (w)
        gs_watch_write(w, p, y, value, keep | (f->alpha_failed[w->lane] & alpha));
    if (p->frame.format->pixel_bits == 16 && !p->frame.words) {
        pack_lanes16(value);
        keep = pack16(keep);
        alpha = pack16(alpha);
    }
    if (keep | alpha)
        keep_bits(value, f->stored, keep, f->alpha_failed, alpha);
    gs_surface_write(&p->frame, f->frame_cell, ~0u, f->frame_lanes, value);
}

/* Is the fragment that is watched still alive? `w` (NULL: none is watched) if so. */
GS_TWICE struct gs_watch *alive(struct gs_watch *w, const struct fragments *f)
{
    return w && (f->frame_lanes[w->lane] | f->depth_lanes[w->lane]) ? w : NULL;
}

GS_TWICE void test(const struct gs_pipeline *p, const struct gs_group *g, struct fragments *f,
                   struct gs_watch *w)
{
    if (p->ate)
        alpha_test(p, f);
    if (p->ate && w)
        gs_watch_alpha_test(w, p, f->alpha_failed);
    w = alive(w, f);
    if (p->fge)
        gs_colours_fog(p, g, f->colour);
    if (p->fge && w)
        gs_watch_fogged(w, f->colour);
    f->frame_cell = gs_surface_cell(&p->frame, g->x);
    if (p->frame_read)
        read_frame(p, f);
    if (p->frame_read && w)
        gs_watch_frame(w, f->stored, p->blend || p->date ? f->under : NULL);
    if (p->date)
        destination_alpha_test(p, f);
    if (p->date && w)
        w->fragment.date = alive(w, f) ? GS_PIXEL_PASSED : GS_PIXEL_FAILED;
}

GS_TWICE void write_pixels(struct gs_pipeline *p, const struct gs_group *g, struct fragments *f,
                           struct gs_watch *w)
{
    if (p->depth_write && !g->edge)
        gs_surface_write(&p->depth, f->depth_cell, p->depth_max, f->depth_lanes, f->z);
    if (w && p->depth_write && !g->edge)
        w->fragment.depth_written = f->depth_lanes[w->lane];
    if (!p->frame_write)
        return;
    if (w)
        w->fragment.frame_written = f->frame_lanes[w->lane];
    if (p->blend) {
        gs_colours blended;
        gs_colours_blend(p, f->colour, f->under, blended);
        if (w)
            gs_watch_blended(w, p, f->colour, f->under, blended);
        write_frame(p, g->y, f, blended, w);
    } else {
        write_frame(p, g->y, f, f->colour, w);
    }
}

/* `w`: not NULL if one of the pixels is watched. */
GS_TWICE void pixels(struct gs_pipeline *p, const struct gs_group *g, struct gs_watch *w)
{
    struct fragments f;
    uint32_t depth[LANES];
    memcpy(f.depth_lanes, g->lanes, sizeof f.depth_lanes);
    if (p->depth_test || p->depth_write) {
        f.depth_cell = gs_surface_cell(&p->depth, g->x);
        depth_values(p, g, f.z);
        if (p->depth_test)
            depth_test(p, f.depth_cell, f.z, f.depth_lanes, depth);
        if (w)
            gs_watch_depth(w, f.z, p->depth_test ? depth : NULL, f.depth_lanes);
        if (p->depth_test && !gs_lanes_any(f.depth_lanes))
            return;
    }
    memcpy(f.frame_lanes, f.depth_lanes, sizeof f.frame_lanes);
    w = alive(w, &f);
    if (p->shaded) {
        shade(p, g, f.frame_lanes, f.colour, w);
        test(p, g, &f, w);
    }
    write_pixels(p, g, &f, alive(w, &f));
}

static void watched_pixels(struct gs_pipeline *p, const struct gs_group *g)
{
    pixels(p, g, p->watch);
    if (!p->fill)
        gs_watch_tell(p->watch, p);
}

void gs_pixels(struct gs_pipeline *p, const struct gs_group *g)
{
    if (p->watch && gs_watch_group(p->watch, p, g))
        watched_pixels(p, g);
    else
        pixels(p, g, NULL);
}
