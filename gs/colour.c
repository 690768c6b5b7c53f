#include "colour.h"

#include "pipeline.h"
#include "registers.h"

#define LANES GS_MAX_LANES
#define CHANNELS GS_CHANNELS

/* All bits in the places of A. */
#define TWICE(...) __VA_ARGS__, __VA_ARGS__
#define EVERY_LANE(...) TWICE(TWICE(TWICE(__VA_ARGS__)))
static const gs_colours alpha_places = {EVERY_LANE(0, 0, 0, -1)};
static const gs_colours zero;

/* Each lane's A in all its channels. */
GS_APART static void spread_alpha(const int16_t colour[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i += 4)
        out[i] = out[i + 1] = out[i + 2] = out[i + 3] = colour[i + 3];
}

/* Puts in the A of others. */
GS_APART static void replace_alpha(int16_t colour[restrict CHANNELS], const int16_t from[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        colour[i] = gs_select(alpha_places[i], from[i], colour[i]);
}

/* ---- texture function ---- */

GS_APART static void shift_down(const int16_t colour[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = (int16_t)((uint16_t)colour[i] >> 7);
}

void gs_colours_plain(const struct gs_group *g, gs_colours out)
{
    shift_down(g->colour, out);
}

/* texel * colour >> 7, clamped. Of the colours (8.7) the bits of `mask` count. */
GS_APART static void modulate(const int16_t texel[restrict CHANNELS], const int16_t colour[restrict CHANNELS],
                              int16_t mask, int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = gs_clamp(gs_high_product(gs_int16(texel[i] * 4), colour[i] & mask), 0, 255);
}

/* The same with A added before the clamp. */
GS_APART static void highlight(const int16_t texel[restrict CHANNELS],
                               const int16_t colour[restrict CHANNELS], int16_t mask,
                               const int16_t alpha[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        int16_t product = gs_high_product(gs_int16(texel[i] * 4), colour[i] & mask);
        out[i] = gs_clamp(gs_int16(product + alpha[i]), 0, 255);
    }
}

GS_APART static void add(const int16_t a[restrict CHANNELS], const int16_t b[restrict CHANNELS],
                         int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = gs_clamp(gs_int16(a[i] + b[i]), 0, 255);
}

static void texture_highlight(const struct gs_pipeline *p, const struct gs_group *g, const gs_colours texel,
                              gs_colours out)
{
    gs_colours plain, alpha, sum;
    shift_down(g->colour, plain);
    spread_alpha(plain, alpha);
    highlight(texel, g->colour, p->colour_bits, alpha, out);
    if (p->tfx == GS_TFX_HIGHLIGHT) {
        add(texel, plain, sum);
        replace_alpha(out, sum);
    } else {
        replace_alpha(out, texel);
    }
}

void gs_colours_texture(const struct gs_pipeline *p, const struct gs_group *g, const gs_colours texel,
                        gs_colours out)
{
    switch (p->tfx) {
    case GS_TFX_MODULATE:
        modulate(texel, g->colour, p->colour_bits, out);
        break;
    case GS_TFX_DECAL:
        memcpy(out, texel, sizeof(gs_colours));
        break;
    default:
        texture_highlight(p, g, texel, out);
        break;
    }
    if (!p->tcc) {
        gs_colours plain;
        shift_down(g->colour, plain);
        replace_alpha(out, plain);
    }
}

void gs_colours_coverage(const struct gs_pipeline *p, const struct gs_group *g, gs_colours colour)
{
    for (unsigned i = 3; i < CHANNELS; i += 4)
        if (!p->abe_alpha || colour[i] == 0x80)
            colour[i] = (int16_t)g->coverage;
}

/* ---- fog ---- */

/* F of each lane for its R, G, B, A. */
GS_APART static void spread_fog(const int16_t fog[restrict LANES], int16_t mask,
                                int16_t out[restrict CHANNELS])
{
    for (unsigned k = 0; k < LANES; k++)
        out[4 * k] = out[4 * k + 1] = out[4 * k + 2] = out[4 * k + 3] = fog[k] & mask;
}

/* FOGCOL + (C - FOGCOL) * F / 256; A stays. */
GS_APART static void apply_fog(const int16_t fogcol[restrict CHANNELS], const int16_t fog[restrict CHANNELS],
                               int16_t colour[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        int16_t product = gs_high_product(gs_int16((colour[i] - fogcol[i]) * 2), fog[i]);
        colour[i] = gs_select(alpha_places[i], colour[i], gs_int16(fogcol[i] + product));
    }
}

void gs_colours_fog(const struct gs_pipeline *p, const struct gs_group *g, gs_colours colour)
{
    gs_colours fog;
    spread_fog(g->fog, p->fog_bits, fog);
    apply_fog(p->fogcol, fog, colour);
}

/* ---- blending ---- */

/* ((A - B) * C >> 7) + D in the 16-bit steps of PCSX2-SW section 7. */
GS_APART static void blend_by(const int16_t a[restrict CHANNELS], const int16_t b[restrict CHANNELS],
                              const int16_t c[restrict CHANNELS], const int16_t d[restrict CHANNELS],
                              int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++) {
        int16_t product = gs_high_product(gs_int16((a[i] - b[i]) * 4), gs_int16(c[i] * 128));
        out[i] = gs_int16(product + d[i]);
    }
}

/* The same for C = 0x80. */
GS_APART static void blend_whole(const int16_t a[restrict CHANNELS], const int16_t b[restrict CHANNELS],
                                 const int16_t d[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = gs_int16(a[i] - b[i] + d[i]);
}

/* Undoes the blending of lanes whose A has no bit 7. */
GS_APART static void undo_without_alpha(const int16_t colour[restrict CHANNELS],
                                        const int16_t alpha[restrict CHANNELS],
                                        int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = gs_select((int16_t)(gs_int16(alpha[i] * 256) >> 15), out[i], colour[i]);
}

void gs_colours_blend(const struct gs_pipeline *p, const gs_colours colour, const gs_colours under,
                      gs_colours out)
{
    gs_colours spread;
    const int16_t *choice[4] = {colour, under, zero, zero};
    const int16_t *a = choice[p->blend_a], *b = choice[p->blend_b], *d = choice[p->blend_d];
    const int16_t *factor = spread;
    if (p->blend_c == 0)
        spread_alpha(colour, spread);
    else if (p->blend_c == 1)
        spread_alpha(under, spread);
    else
        factor = p->fix;
    if (p->blend_a == p->blend_b)
        memcpy(out, d, sizeof(gs_colours));
    else if (p->blend_c == 1 && p->frame.format->pixel_bits == 24)
        blend_whole(a, b, d, out); /* A of a 24-bit frame is 0x80 */
    else
        blend_by(a, b, factor, d, out);
    if (p->pabe) {
        spread_alpha(colour, spread);
        undo_without_alpha(colour, spread, out);
    }
    replace_alpha(out, colour);
}

/* ---- from and to the frame ---- */

void gs_colours_unpack(const uint8_t bytes[restrict CHANNELS], int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = bytes[i];
}

GS_APART static void dither(const int16_t colour[restrict CHANNELS], const int16_t matrix[restrict CHANNELS],
                            int16_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = gs_int16(colour[i] + matrix[i]);
}

GS_APART static void pack_clamped(const int16_t colour[restrict CHANNELS], uint8_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = (uint8_t)gs_clamp(colour[i], 0, 255);
}

GS_APART static void pack_masked(const int16_t colour[restrict CHANNELS], uint8_t out[restrict CHANNELS])
{
    for (unsigned i = 0; i < CHANNELS; i++)
        out[i] = (uint8_t)colour[i];
}

void gs_colours_pack(const struct gs_pipeline *p, int32_t y, const gs_colours colour, uint8_t out[CHANNELS])
{
    gs_colours sum;
    if (p->dither) {
        dither(colour, p->dimx[y & 3], sum);
        colour = sum;
    }
    if (p->colclamp)
        pack_clamped(colour, out);
    else
        pack_masked(colour, out);
}
