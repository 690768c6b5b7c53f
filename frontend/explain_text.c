/* path1 explain as text: one block for each fragment and each transfer. */
#include "explain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/gs_registers.h>

#include "text.h"

static const char *const test_names[] = {"not tested", "passed", "failed"};

static const char *format_name(unsigned psm)
{
    const char *name = gs_format_name(psm);
    return name ? name : "unknown";
}

static const char *value_name(enum gs_field_kind kind, unsigned value)
{
    const char *name = gs_value_name(kind, value);
    return name ? name : "?";
}

static float float_of(uint32_t bits)
{
    float out;
    memcpy(&out, &bits, sizeof out);
    return out;
}

void explain_print_target(const struct explain_request *request)
{
    const struct explain_target *t = &request->target;
    char *rules = text_cleaned(request->rules_text);
    printf("pixel %" PRIu32 ",%" PRIu32 "  FBP 0x%03" PRIX32 "  FBW %" PRIu32 "  %s  ", t->x, t->y, t->fbp,
           t->fbw, format_name(t->psm));
    if (t->circuit >= 0)
        printf("shown by read circuit %d", t->circuit + 1);
    else
        fputs("by FBP", stdout);
    if (t->circuit >= 0 && (t->dbx || t->dby))
        printf(" from %" PRIu32 ",%" PRIu32, t->dbx, t->dby);
    printf("  rules %s\n", rules);
    free(rules);
}

/* The place is that of the quadword, as path1 list has it. */
static void print_origin(const struct gs_pixel_origin *o)
{
    if (!o->known)
        return;
    printf("  event %" PRIu64 "  %s", o->event, explain_path_name(o->path));
    if (!o->kicked) {
        printf("  offset 0x%08" PRIX64, o->offset + 16 * o->quadword);
        return;
    }
    printf("  vu 0x%04" PRIX64 "\n  kicked        XGKICK at 0x%04" PRIX32 " of 0x%04" PRIX32
           ", program started at 0x%08" PRIX64,
           (o->kick_address + 16 * o->quadword) & 0x3FFF, o->kick_pc, o->kick_address, o->offset);
}

static void print_change(const struct explain_target *t, uint32_t before, uint32_t after)
{
    int digits = explain_digits(t->psm);
    printf("  pixel         0x%0*" PRIX32 " -> 0x%0*" PRIX32 "\n", digits, before, digits, after);
}

static void print_transfer(const struct explain_record *r, const struct explain_target *t)
{
    const struct gs_pixel_transfer *m = &r->moved;
    printf("\n%s transfer  frame %" PRIu64, m->local ? "local-to-local" : "host-to-local", r->frame);
    print_origin(&r->origin);
    printf("\n  destination   %" PRIu32 ",%" PRIu32 "  DBP 0x%04x  DBW %u  %s\n", m->x, m->y,
           (unsigned)(m->bitbltbuf >> 32 & 0x3FFF), (unsigned)(m->bitbltbuf >> 48 & 0x3F),
           format_name(m->bitbltbuf >> 56 & 0x3F));
    if (m->local)
        printf("  source        %" PRIu32 ",%" PRIu32 "  SBP 0x%04x  SBW %u  %s\n", m->source_x, m->source_y,
               (unsigned)(m->bitbltbuf & 0x3FFF), (unsigned)(m->bitbltbuf >> 16 & 0x3F),
               format_name(m->bitbltbuf >> 24 & 0x3F));
    print_change(t, m->before, m->after);
}

static void print_rgba(const char *label, const int16_t c[4], double unit)
{
    printf("  %-13s R %.9g  G %.9g  B %.9g  A %.9g\n", label, c[0] / unit, c[1] / unit, c[2] / unit,
           c[3] / unit);
}

static void print_word(uint32_t rgba)
{
    printf("R %u  G %u  B %u  A %u", (unsigned)(rgba & 0xFF), (unsigned)(rgba >> 8 & 0xFF),
           (unsigned)(rgba >> 16 & 0xFF), (unsigned)(rgba >> 24));
}

static void print_vertices(const struct gs_pixel_fragment *f)
{
    for (unsigned i = 0; i < f->vertices; i++) {
        const struct gs_pixel_vertex *v = &f->vertex[i];
        printf("  vertex %u      X %.9g  Y %.9g  Z %" PRIu32 "  ", i, v->x / 16.0, v->y / 16.0, v->z);
        print_word(v->rgba);
        if (f->prim & 0x20)
            printf("  F %u", v->fog);
        putchar('\n');
        if (f->prim & 0x10 && f->prim & 0x100)
            printf("                U %.9g  V %.9g\n", v->u / 16.0, v->v / 16.0);
        else if (f->prim & 0x10)
            printf("                S %.9g  T %.9g  Q %.9g\n", (double)float_of(v->s), (double)float_of(v->t),
                   (double)float_of(v->q));
    }
}

static void print_prim(const struct gs_pixel_fragment *f)
{
    static const char *const names[] = {"IIP", "TME", "FGE", "ABE", "AA1", "FST"};
    printf("  PRIM          %s", value_name(GS_FIELD_PRIM, f->type));
    for (unsigned i = 0; i < 6; i++)
        if (f->prim >> (3 + i) & 1)
            printf("  %s", names[i]);
    printf("  CTXT %u\n", (unsigned)(f->prim >> 9 & 1) + 1);
}

static void print_texel(const struct gs_pixel_texel *t)
{
    printf("    texel       %" PRIu32 ",%" PRIu32 "  at 0x%06" PRIX32 "%s  ", t->u, t->v, t->address,
           t->nibble ? " (high half)" : "");
    if (t->indexed)
        printf("index %u = CLUT %u  ", t->index, t->clut);
    print_word(t->rgba);
    putchar('\n');
}

static void print_sixteenths(const struct gs_pixel_sample *s)
{
    int32_t u = s->u / 4096, v = s->v / 4096, half = s->linear ? 8 : 0;
    if (!s->sixteenths)
        return;
    printf("    sixteenths  U %" PRId32 "  V %" PRId32, s->whole_u, s->whole_v);
    if (s->linear)
        printf("  less half a texel  U %" PRId32 "  V %" PRId32, s->whole_u - half, s->whole_v - half);
    if (u != s->whole_u - half || v != s->whole_v - half)
        printf("  limited  U %" PRId32 "  V %" PRId32, u, v);
    putchar('\n');
}

static void print_sample(const struct gs_pixel_sample *s)
{
    printf("  level %u       TBP 0x%04" PRIX32 "  TBW %" PRIu32 "  %s  %s\n", s->level, s->tbp, s->tbw,
           format_name(s->psm), s->linear ? "linear" : "nearest");
    print_sixteenths(s);
    printf("    at          U %.9g  V %.9g", s->u / 65536.0, s->v / 65536.0);
    if (s->linear)
        printf("  weights %u/16 %u/16", s->weight_u, s->weight_v);
    putchar('\n');
    for (unsigned i = 0; i < s->texels; i++)
        print_texel(&s->texel[i]);
    if (s->linear)
        print_rgba("  filtered", s->rgba, 1);
}

static void print_lod(const struct gs_pixel_fragment *f)
{
    uint64_t tex1 = f->context->tex1;
    int k = (int)(tex1 >> 32 & 0x7FF) - (int)(tex1 >> 32 & 0x800);
    if (!f->lod_table) {
        printf("  LOD           %.9g\n", f->lod / 65536.0);
        return;
    }
    if (f->lod_of_q)
        printf("  LOD           Q %.9g  log2 of mantissa %" PRId32 "/16  L %u  K %d/16: %" PRId32 "/16",
               (double)float_of(f->lod_q), f->lod_log2, (unsigned)(tex1 >> 19 & 3), k, f->lod16);
    else
        printf("  LOD           K: %" PRId32 "/16", f->lod16);
    bool minifies = f->lod16 > 0 && tex1 >> 2 & 7;
    printf(", filter of %s%s\n", minifies ? "MMIN" : "MMAG", f->lod16 > 0 && !minifies ? " (MXL 0)" : "");
}

static void print_texture_head(const struct gs_pixel_fragment *f)
{
    uint64_t tex0 = f->context->tex0, clamp = f->context->clamp;
    printf("  texture       TW %u  TH %u  WMS %s  WMT %s", (unsigned)(tex0 >> 26 & 15),
           (unsigned)(tex0 >> 30 & 15), value_name(GS_FIELD_WRAP, clamp & 3),
           value_name(GS_FIELD_WRAP, clamp >> 2 & 3));
    if (f->samples && f->sample[0].texel[0].indexed)
        printf("  CPSM %s  CSA %u", format_name(tex0 >> 51 & 15), (unsigned)(tex0 >> 56 & 31));
    putchar('\n');
}

static void print_texture(const struct gs_pixel_fragment *f)
{
    print_texture_head(f);
    explain_print_plane(f);
    if (f->divided)
        printf("  S,T,Q         S %.9g  T %.9g  Q %.9g\n", (double)f->s / 65536, (double)f->t / 65536,
               (double)f->q);
    printf("  texel at      U %.9g  V %.9g\n", f->u / 65536.0, f->v / 65536.0);
    if (f->has_lod)
        print_lod(f);
    for (unsigned i = 0; i < f->samples; i++)
        print_sample(&f->sample[i]);
    if (f->samples > 1)
        printf("  between       weight %.9g of level %u\n", f->level_weight / 32768.0, f->sample[1].level);
    print_rgba("texel", f->texel, 1);
    printf("  TFX           %s  TCC %u\n", value_name(GS_FIELD_TFX, f->context->tex0 >> 35 & 3),
           (unsigned)(f->context->tex0 >> 34 & 1));
}

static void print_shading(const struct gs_pixel_fragment *f)
{
    print_rgba("interpolated", f->colour, 128);
    if (f->textured)
        print_texture(f);
    print_rgba("colour", f->textured_colour, 1);
    if (f->antialiased)
        printf("  AA1           alpha %d (coverage %" PRIu32 ")\n", f->covered_alpha, f->coverage);
}

static void print_alpha_test(const struct gs_pixel_fragment *f)
{
    uint64_t test = f->context->test;
    if (f->alpha_test != GS_PIXEL_NOT_TESTED)
        printf("  alpha test    %d %s %u: %s, AFAIL %s\n", f->covered_alpha,
               value_name(GS_FIELD_ATST, test >> 1 & 7), (unsigned)(test >> 4 & 0xFF),
               test_names[f->alpha_test], value_name(GS_FIELD_AFAIL, f->afail));
    else if (test & 1)
        printf("  alpha test    %s %u, AFAIL %s: decided for the whole draw\n",
               value_name(GS_FIELD_ATST, test >> 1 & 7), (unsigned)(test >> 4 & 0xFF),
               value_name(GS_FIELD_AFAIL, test >> 12 & 3));
}

static void print_tests(const struct gs_pixel_fragment *f)
{
    uint64_t test = f->context->test;
    print_alpha_test(f);
    if (f->fogged) {
        uint64_t fogcol = f->registers->fogcol;
        printf("  fog           F %.9g  FOGCOL R %u  G %u  B %u\n", f->fog / 128.0, (unsigned)(fogcol & 0xFF),
               (unsigned)(fogcol >> 8 & 0xFF), (unsigned)(fogcol >> 16 & 0xFF));
        print_rgba("fogged", f->fogged_colour, 1);
    }
    if (f->frame_read)
        printf("  in the frame  0x%0*" PRIX32 "\n", explain_digits(f->frame_psm), f->frame_before);
    if (f->date != GS_PIXEL_NOT_TESTED)
        printf("  DATE          alpha 0x%02X, DATM %u: %s\n", (unsigned)f->under[3],
               (unsigned)(test >> 15 & 1), test_names[f->date]);
}

static void print_blend(const struct gs_pixel_fragment *f)
{
    static const char *const labels[4] = {"blend A", "blend B", "blend C", "blend D"};
    for (unsigned i = 0; i < 4; i++) {
        const int16_t *v = f->blend_value[i];
        const char *what = value_name(i == 2 ? GS_FIELD_BLEND_ALPHA : GS_FIELD_BLEND, f->blend[i]);
        if (i == 2)
            printf("  %-13s %s  %d/128\n", labels[i], what, v[0]);
        else
            printf("  %-13s %s  R %d  G %d  B %d\n", labels[i], what, v[0], v[1], v[2]);
    }
    if (f->pabe_kept)
        puts("  PABE          not blended: alpha is below 0x80");
    print_rgba("blended", f->blended_colour, 1);
}

static void print_write(const struct gs_pixel_fragment *f)
{
    if (f->blended)
        print_blend(f);
    if (f->dithered)
        printf("  dither        R %+d  G %+d  B %+d\n", f->dither[0], f->dither[1], f->dither[2]);
    if (f->finished) {
        printf("  result        ");
        print_word(f->rgba);
        printf("  %s", f->clamped ? "clamped" : "cut to 8 bits");
        if (f->keep)
            printf("  kept bits 0x%08" PRIX32, f->keep);
        putchar('\n');
    }
    printf("  outcome       %s\n", explain_outcome(f));
    if (f->frame_written)
        printf("  frame         0x%0*" PRIX32 "\n", explain_digits(f->frame_psm), f->frame_value);
    if (f->depth_written)
        printf("  Z buffer      0x%0*" PRIX32 "\n", explain_digits(f->depth_psm), f->depth_value);
}

static void print_place(const struct gs_pixel_fragment *f, const struct explain_target *t)
{
    uint64_t frame = f->context->frame, zbuf = f->context->zbuf;
    bool same = (frame & 0x1FF) == t->fbp && f->x == (int32_t)t->x && f->y == (int32_t)t->y;
    if (f->depth_only)
        printf("  met as Z      of pixel %" PRId32 ",%" PRId32 "  ZBP 0x%03x  %s\n", f->x, f->y,
               (unsigned)(zbuf & 0x1FF), format_name(f->depth_psm));
    else if (!same || f->frame_psm != t->psm)
        printf("  met as        pixel %" PRId32 ",%" PRId32 "  FBP 0x%03x  FBW %u  %s\n", f->x, f->y,
               (unsigned)(frame & 0x1FF), (unsigned)(frame >> 16 & 0x3F), format_name(f->frame_psm));
    if (f->fill)
        puts("  filled        a plain rectangle");
    if (f->coverage != 128 || f->edge)
        printf("  coverage      %" PRIu32 "/128%s\n", f->coverage, f->edge ? " (edge)" : "");
}

static void print_depth(const struct gs_pixel_fragment *f)
{
    int digits = explain_digits(f->depth_psm);
    printf("  Z             0x%0*" PRIX32, digits, f->z);
    if (f->depth_test != GS_PIXEL_NOT_TESTED)
        printf("  %s 0x%0*" PRIX32 ": %s", value_name(GS_FIELD_ZTST, f->context->test >> 17 & 3), digits,
               f->depth_stored, test_names[f->depth_test]);
    putchar('\n');
}

void explain_print(const struct explain_record *r, const struct explain_target *t)
{
    const struct gs_pixel_fragment *f = &r->fragment;
    if (r->transfer) {
        print_transfer(r, t);
        return;
    }
    printf("\ndraw %" PRIu64 "  %s %" PRIu32 "  frame %" PRIu64, f->draw,
           explain_class_name(f->primitive_class), f->primitive, r->frame);
    print_origin(&r->origin);
    putchar('\n');
    print_prim(f);
    print_vertices(f);
    print_place(f, t);
    if (!f->void_reason) {
        explain_print_walk(f);
        if (f->has_z)
            print_depth(f);
        if (f->shaded) {
            print_shading(f);
            print_tests(f);
        }
    }
    print_write(f);
    print_change(t, f->before, f->after);
}
