#include "pixel_model.h"

#include <stdio.h>

#include "format.h"
#include "registers.h"

const char *const pixel_stage_names[PIXEL_STAGES] = {
    "shape",    "ramp",       "depth", "plane",  "axis", "coordinate", "lod",    "texel", "filter",
    "function", "alpha test", "fog",   "Z test", "DATE", "blend",      "result", "write"};

bool pixel_model_is_console(const struct pixel_model *m)
{
    return m->rules->choice[GS_RULE_MODULATE] == GS_MODULATE_BYTE;
}

void pixel_model_expect(struct pixel_model *m, enum pixel_stage stage, bool right, const char *what,
                        int64_t told, int64_t expected)
{
    m->checked[stage]++;
    if (right)
        return;
    if (!m->first[0])
        snprintf(m->first, sizeof m->first, "%s: %s is told as %lld, expected %lld", pixel_stage_names[stage],
                 what, (long long)told, (long long)expected);
    m->wrong[stage]++;
}

static void equal(struct pixel_model *m, enum pixel_stage stage, const char *what, int64_t told,
                  int64_t expected)
{
    pixel_model_expect(m, stage, told == expected, what, told, expected);
}

static void equal4(struct pixel_model *m, enum pixel_stage stage, const char *what, const int16_t told[4],
                   const int expected[4])
{
    for (unsigned c = 0; c < 4; c++)
        equal(m, stage, what, told[c], expected[c]);
}

static int limit(int v)
{
    return v < 0 ? 0 : v > 255 ? 255 : v;
}

static int floor_shift(int64_t v, unsigned bits)
{
    return (int)(v >> bits);
}

/* ---- texture function (GS-EXACT 11; PCSX2-SW: the colour keeps its fraction) ---- */

static int product(const struct pixel_model *m, int texel, int colour)
{
    return pixel_model_is_console(m) ? floor_shift(texel * (colour >> 7), 7)
                                     : floor_shift(texel * colour, 14);
}

static void check_function(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    int out[4], plain[4];
    unsigned tfx = f->context->tex0 >> 35 & 3;
    for (unsigned c = 0; c < 4; c++)
        out[c] = plain[c] = (uint16_t)f->colour[c] >> 7;
    if (f->textured) {
        for (unsigned c = 0; c < 4; c++) {
            int p = product(m, f->texel[c], f->colour[c]);
            out[c] = tfx == GS_TFX_MODULATE ? limit(p)
                     : tfx == GS_TFX_DECAL  ? f->texel[c]
                                            : limit(p + plain[3]);
        }
        if (tfx == GS_TFX_HIGHLIGHT)
            out[3] = limit(f->texel[3] + plain[3]);
        if (tfx == GS_TFX_HIGHLIGHT2)
            out[3] = f->texel[3];
        if (!(f->context->tex0 >> 34 & 1))
            out[3] = plain[3];
    }
    equal4(m, PIXEL_FUNCTION, "the colour", f->textured_colour, out);
    int alpha = out[3];
    if (f->antialiased && (!(f->prim >> 6 & 1) || alpha == 128))
        alpha = (int)f->coverage;
    equal(m, PIXEL_FUNCTION, "alpha with AA1", f->covered_alpha, alpha);
}

/* ---- tests ---- */

static bool compares(unsigned atst, int a, int ref)
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

static enum gs_pixel_test outcome(bool passed)
{
    return passed ? GS_PIXEL_PASSED : GS_PIXEL_FAILED;
}

static void check_tests(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    uint64_t test = f->context->test;
    if (f->depth_test != GS_PIXEL_NOT_TESTED) {
        bool greater = (test >> 17 & 3) == GS_ZTST_GREATER;
        bool passed = greater ? f->z > f->depth_stored : f->z >= f->depth_stored;
        equal(m, PIXEL_Z_TEST, "the Z test", f->depth_test, outcome(passed));
    }
    if (f->alpha_test != GS_PIXEL_NOT_TESTED) {
        bool passed = compares(test >> 1 & 7, f->covered_alpha, (int)(test >> 4 & 255));
        equal(m, PIXEL_ALPHA_TEST, "the alpha test", f->alpha_test, outcome(passed));
    } else if (f->shaded && test & 1 && f->frame_written && f->depth_written) {
        /* Decided for the whole draw: everything is written, so it has passed. */
        bool passed = compares(test >> 1 & 7, f->covered_alpha, (int)(test >> 4 & 255));
        equal(m, PIXEL_ALPHA_TEST, "the alpha test of the draw", passed, true);
    }
    if (f->date != GS_PIXEL_NOT_TESTED) {
        unsigned bits = gs_format(f->frame_psm)->pixel_bits;
        uint32_t alpha = bits == 16 ? f->frame_before >> 15 : f->frame_before >> 31;
        equal(m, PIXEL_DATE, "DATE", f->date, outcome((alpha & 1) == (test >> 15 & 1)));
    }
}

/* out = Cf + ((C - Cf) * F >> 8), F a byte or with 7 fraction bits. */
static void check_fog(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    int out[4] = {0, 0, 0, f->covered_alpha};
    int fog = pixel_model_is_console(m) ? f->fog & ~127 : f->fog;
    for (unsigned c = 0; c < 3; c++) {
        int cf = (int)(f->registers->fogcol >> (8 * c) & 255);
        out[c] = cf + floor_shift((f->textured_colour[c] - cf) * fog, 15);
    }
    equal4(m, PIXEL_FOG, "the fogged colour", f->fogged_colour, out);
}

/* ---- blend ---- */

static void check_under(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    unsigned bits = gs_format(f->frame_psm)->pixel_bits;
    uint32_t v = f->frame_before;
    int out[4];
    for (unsigned c = 0; c < 4; c++)
        out[c] = (int)(v >> (8 * c) & 255);
    if (bits == 24)
        out[3] = 128;
    if (bits == 16)
        for (unsigned c = 0; c < 4; c++)
            out[c] = c < 3 ? (int)(v >> (5 * c) & 31) << 3 : (int)(v >> 15 & 1) << 7;
    equal4(m, PIXEL_BLEND, "the frame as a colour", f->under, out);
}

static void check_blend(struct pixel_model *m, const struct gs_pixel_fragment *f, const int source[4])
{
    static const int zero[4];
    uint64_t alpha = f->context->alpha;
    const unsigned choice[4] = {alpha & 3, alpha >> 2 & 3, alpha >> 4 & 3, alpha >> 6 & 3};
    int under[4], out[4];
    for (unsigned c = 0; c < 4; c++)
        under[c] = f->has_under ? f->under[c] : 0;
    const int *operand[4];
    for (unsigned i = 0; i < 4; i++) {
        equal(m, PIXEL_BLEND, "a choice of ALPHA", f->blend[i], choice[i]);
        operand[i] = choice[i] == 0 ? source : choice[i] == 1 ? under : zero;
    }
    int factor = choice[2] == 2 ? (int)(alpha >> 32 & 255) : operand[2][3];
    equal(m, PIXEL_BLEND, "C", f->blend_value[2][0], factor);
    for (unsigned c = 0; c < 3; c++) {
        int a = operand[0][c], b = operand[1][c], d = operand[3][c];
        equal(m, PIXEL_BLEND, "A", f->blend_value[0][c], a);
        equal(m, PIXEL_BLEND, "B", f->blend_value[1][c], b);
        equal(m, PIXEL_BLEND, "D", f->blend_value[3][c], d);
        out[c] = floor_shift((a - b) * factor, 7) + d;
    }
    out[3] = source[3];
    bool kept = f->registers->pabe & 1 && !(source[3] & 128);
    equal(m, PIXEL_BLEND, "PABE", f->pabe_kept, kept);
    equal4(m, PIXEL_BLEND, "the blended colour", f->blended_colour, kept ? source : out);
}

/* ---- what is written ---- */

/* The colour that reaches the blender. */
static void source_of(const struct gs_pixel_fragment *f, int out[4])
{
    const int16_t *from = f->fogged ? f->fogged_colour : f->textured_colour;
    for (unsigned c = 0; c < 4; c++)
        out[c] = c < 3 ? from[c] : f->covered_alpha;
}

static void check_result(struct pixel_model *m, const struct gs_pixel_fragment *f, const int source[4])
{
    uint32_t rgba = 0;
    if (f->dithered) {
        for (unsigned c = 0; c < 3; c++) {
            int entry = (int)(f->registers->dimx >> (16 * (f->y & 3) + 4 * (f->x & 3)) & 7);
            equal(m, PIXEL_RESULT, "the dither matrix", f->dither[c], entry > 3 ? entry - 8 : entry);
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        int v = f->blended ? f->blended_colour[c] : source[c];
        v += f->dithered && c < 3 ? f->dither[c] : 0;
        rgba |= (uint32_t)(f->clamped ? limit(v) : v & 255) << (8 * c);
    }
    if (f->context->fba & 1 && gs_format(f->frame_psm)->pixel_bits != 24)
        rgba |= 0x80000000;
    if (!(f->fill && !f->dithered && f->context->fba & 1)) /* stray fills have no FBA */
        equal(m, PIXEL_RESULT, "the result", f->rgba, rgba);
}

static uint32_t packed(uint32_t v, unsigned bits)
{
    if (bits != 16)
        return v;
    return (v >> 3 & 31) | (v >> 11 & 31) << 5 | (v >> 19 & 31) << 10 | (v >> 31) << 15;
}

static void check_write(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    bool dead = f->depth_test == GS_PIXEL_FAILED || f->date == GS_PIXEL_FAILED;
    bool stopped = f->alpha_test == GS_PIXEL_FAILED;
    unsigned bits = gs_format(f->frame_psm)->pixel_bits;
    if (dead || (stopped && (f->afail == GS_AFAIL_KEEP || f->afail == GS_AFAIL_ZB_ONLY)))
        equal(m, PIXEL_WRITE, "a write to the frame", f->frame_written, false);
    if (dead || (stopped && f->afail != GS_AFAIL_ZB_ONLY))
        equal(m, PIXEL_WRITE, "a write of Z", f->depth_written, false);
    if (f->frame_written && f->frame_read && !f->fill) {
        uint32_t keep = packed(f->keep, bits);
        uint32_t expected = (packed(f->rgba, bits) & ~keep) | (f->frame_before & keep);
        uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
        equal(m, PIXEL_WRITE, "the frame's pixel", f->frame_value, expected & mask);
    }
    if (f->frame_written && !f->frame_read && !f->fill)
        equal(m, PIXEL_WRITE, "the frame's pixel", f->frame_value, packed(f->rgba, bits));
    if (f->depth_written && !f->frame_written)
        equal(m, PIXEL_WRITE, "the Z buffer's pixel", f->depth_value, f->z);
    if (!f->depth_written && !f->frame_written)
        equal(m, PIXEL_WRITE, "what is left", f->after, f->before);
}

void pixel_model_check(struct pixel_model *m, const struct gs_pixel_fragment *f)
{
    int source[4];
    if (f->void_reason) {
        equal(m, PIXEL_WRITE, "what is left", f->after, f->before);
        return;
    }
    pixel_model_walk(m, f);
    if (f->shaded) {
        if (f->textured)
            pixel_model_texels(m, f);
        check_function(m, f);
    }
    check_tests(m, f);
    if (f->fogged)
        check_fog(m, f);
    source_of(f, source);
    if (f->has_under)
        check_under(m, f);
    if (f->blended)
        check_blend(m, f, source);
    if (f->finished)
        check_result(m, f, source);
    check_write(m, f);
}
