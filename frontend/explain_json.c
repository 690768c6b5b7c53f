/* path1 explain as JSON: one object for each fragment and each transfer. */
#include "explain.h"

#include <stdio.h>
#include <string.h>

#include <path1/gs_registers.h>

static const char *const void_names[] = {
    [GS_PIXEL_NOT_VOID] = "",
    [GS_PIXEL_VOID_ZTST] = "ztst_never",
    [GS_PIXEL_VOID_DATE_24] = "date_24",
    [GS_PIXEL_VOID_ALPHA] = "alpha_test",
    [GS_PIXEL_VOID_MASKED] = "masked",
    [GS_PIXEL_VOID_FORMAT] = "format",
    [GS_PIXEL_VOID_SCISSOR] = "scissor",
    [GS_PIXEL_VOID_SCANMSK] = "scanmsk",
};

static void put_name(json_t *object, const char *key, const char *name)
{
    json_put_text(object, key, name ? name : "unknown");
}

static void put_pixel(json_t *object, const char *key, unsigned psm, uint32_t value)
{
    json_put_hex(object, key, value, explain_digits(psm));
}

/* Whole numbers if `unit` is 1. */
static void put_numbers(json_t *object, const char *key, const int16_t *value, unsigned count, int unit)
{
    json_t *array = json_new_array();
    for (unsigned i = 0; i < count; i++)
        json_add(array, unit == 1 ? json_integer(value[i]) : json_real((double)value[i] / unit));
    json_put(object, key, array);
}

static void put_word(json_t *object, const char *key, uint32_t rgba)
{
    int16_t c[4];
    for (unsigned i = 0; i < 4; i++)
        c[i] = (int16_t)(rgba >> (8 * i) & 0xFF);
    put_numbers(object, key, c, 4, 1);
}

/* Whatever the bits are: JSON has no infinities. */
static void put_float(json_t *object, const char *key, uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    if ((bits >> 23 & 0xFF) == 0xFF)
        json_put_hex(object, key, bits, 8);
    else
        json_put_real(object, key, (double)value);
}

static void put_real(json_t *object, const char *key, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_float(object, key, bits);
}

static void put_test(json_t *object, const char *key, enum gs_pixel_test test)
{
    if (test != GS_PIXEL_NOT_TESTED)
        json_put_text(object, key, test == GS_PIXEL_PASSED ? "passed" : "failed");
}

json_t *explain_target_json(const struct explain_target *t)
{
    json_t *o = json_new_object();
    json_put_count(o, "x", t->x);
    json_put_count(o, "y", t->y);
    json_put_hex(o, "fbp", t->fbp, 3);
    json_put_count(o, "fbw", t->fbw);
    put_name(o, "psm", gs_format_name(t->psm));
    if (t->circuit >= 0) {
        json_put_count(o, "circuit", (uint64_t)t->circuit + 1);
        json_put_count(o, "dbx", t->dbx);
        json_put_count(o, "dby", t->dby);
    }
    return o;
}

static void put_origin(json_t *o, const struct gs_pixel_origin *origin)
{
    if (!origin->known)
        return;
    json_put_count(o, "event", origin->event);
    json_put_text(o, "path", explain_path_name(origin->path));
    if (!origin->kicked) {
        json_put_hex(o, "offset", origin->offset + 16 * origin->quadword, 8);
        return;
    }
    json_put_hex(o, "vu_address", (origin->kick_address + 16 * origin->quadword) & 0x3FFF, 4);
    json_put_hex(o, "xgkick_pc", origin->kick_pc, 4);
    json_put_hex(o, "xgkick_address", origin->kick_address, 4);
    json_put_hex(o, "program_offset", origin->offset, 8);
}

static void put_change(json_t *o, const struct explain_target *t, uint32_t before, uint32_t after)
{
    put_pixel(o, "before", t->psm, before);
    put_pixel(o, "after", t->psm, after);
}

static json_t *buffer(uint32_t x, uint32_t y, const char *base, uint64_t bits)
{
    json_t *o = json_new_object();
    json_put_count(o, "x", x);
    json_put_count(o, "y", y);
    json_put_hex(o, base, bits & 0x3FFF, 4);
    json_put_count(o, "width", (bits >> 16 & 0x3F) * 64);
    put_name(o, "psm", gs_format_name(bits >> 24 & 0x3F));
    return o;
}

static json_t *transfer_json(const struct explain_record *r, const struct explain_target *t)
{
    const struct gs_pixel_transfer *m = &r->moved;
    json_t *o = json_new_object();
    json_put_text(o, "kind", m->local ? "local_to_local" : "host_to_local");
    json_put_count(o, "frame", r->frame);
    put_origin(o, &r->origin);
    json_put(o, "destination", buffer(m->x, m->y, "dbp", m->bitbltbuf >> 32));
    if (m->local)
        json_put(o, "source", buffer(m->source_x, m->source_y, "sbp", m->bitbltbuf));
    put_change(o, t, m->before, m->after);
    return o;
}

static json_t *vertex_json(const struct gs_pixel_vertex *v, uint64_t prim)
{
    json_t *o = json_new_object();
    json_put_real(o, "x", v->x / 16.0);
    json_put_real(o, "y", v->y / 16.0);
    json_put_count(o, "z", v->z);
    put_word(o, "rgba", v->rgba);
    if (prim & 0x10 && prim & 0x100) {
        json_put_real(o, "u", v->u / 16.0);
        json_put_real(o, "v", v->v / 16.0);
    } else if (prim & 0x10) {
        put_float(o, "s", v->s);
        put_float(o, "t", v->t);
        put_float(o, "q", v->q);
    }
    if (prim & 0x20)
        json_put_count(o, "fog", v->fog);
    return o;
}

static json_t *texel_json(const struct gs_pixel_texel *t)
{
    json_t *o = json_new_object();
    json_put_count(o, "u", t->u);
    json_put_count(o, "v", t->v);
    json_put_hex(o, "address", t->address, 6);
    json_put_count(o, "nibble", t->nibble);
    if (t->indexed) {
        json_put_count(o, "index", t->index);
        json_put_count(o, "clut_entry", t->clut);
    }
    put_word(o, "rgba", t->rgba);
    return o;
}

static json_t *sample_json(const struct gs_pixel_sample *s)
{
    json_t *o = json_new_object(), *texels = json_new_array();
    json_put_count(o, "level", s->level);
    json_put_hex(o, "tbp", s->tbp, 4);
    json_put_count(o, "tbw", s->tbw);
    put_name(o, "psm", gs_format_name(s->psm));
    if (s->sixteenths) {
        json_put_integer(o, "sixteenths_u", s->whole_u);
        json_put_integer(o, "sixteenths_v", s->whole_v);
    }
    json_put_text(o, "filter", s->linear ? "linear" : "nearest");
    json_put_real(o, "u", s->u / 65536.0);
    json_put_real(o, "v", s->v / 65536.0);
    if (s->linear) {
        json_put_real(o, "weight_u", s->weight_u / 16.0);
        json_put_real(o, "weight_v", s->weight_v / 16.0);
    }
    for (unsigned i = 0; i < s->texels; i++)
        json_add(texels, texel_json(&s->texel[i]));
    json_put(o, "texels", texels);
    put_numbers(o, "rgba", s->rgba, 4, 1);
    return o;
}

static json_t *texture_json(const struct gs_pixel_fragment *f)
{
    json_t *o = json_new_object(), *samples = json_new_array();
    if (f->divided) {
        put_real(o, "s", f->s / 65536);
        put_real(o, "t", f->t / 65536);
        put_real(o, "q", f->q);
    }
    json_put_real(o, "u", f->u / 65536.0);
    json_put_real(o, "v", f->v / 65536.0);
    if (f->has_lod)
        json_put_real(o, "lod", f->lod / 65536.0);
    if (f->has_lod && f->lod_table) {
        json_put_integer(o, "lod16", f->lod16);
        if (f->lod_of_q) {
            put_float(o, "lod_q", f->lod_q);
            json_put_integer(o, "lod_log2", f->lod_log2);
        }
    }
    for (unsigned i = 0; i < f->samples; i++)
        json_add(samples, sample_json(&f->sample[i]));
    json_put(o, "levels", samples);
    if (f->samples > 1)
        json_put_real(o, "weight", f->level_weight / 32768.0);
    put_numbers(o, "rgba", f->texel, 4, 1);
    put_name(o, "tfx", gs_value_name(GS_FIELD_TFX, f->context->tex0 >> 35 & 3));
    json_put_count(o, "tcc", f->context->tex0 >> 34 & 1);
    return o;
}

static json_t *depth_json(const struct gs_pixel_fragment *f)
{
    json_t *o = json_new_object();
    put_pixel(o, "z", f->depth_psm, f->z);
    if (f->depth_test == GS_PIXEL_NOT_TESTED)
        return o;
    put_name(o, "ztst", gs_value_name(GS_FIELD_ZTST, f->context->test >> 17 & 3));
    put_pixel(o, "stored", f->depth_psm, f->depth_stored);
    put_test(o, "result", f->depth_test);
    return o;
}

static json_t *alpha_json(const struct gs_pixel_fragment *f)
{
    json_t *o = json_new_object();
    uint64_t test = f->context->test;
    bool here = f->alpha_test != GS_PIXEL_NOT_TESTED;
    put_name(o, "atst", gs_value_name(GS_FIELD_ATST, test >> 1 & 7));
    json_put_count(o, "aref", test >> 4 & 0xFF);
    put_name(o, "afail", gs_value_name(GS_FIELD_AFAIL, here ? f->afail : test >> 12 & 3));
    json_put_bool(o, "whole_draw", !here);
    put_test(o, "result", f->alpha_test);
    return o;
}

static json_t *fog_json(const struct gs_pixel_fragment *f)
{
    json_t *o = json_new_object();
    json_put_real(o, "f", f->fog / 128.0);
    int16_t fogcol[3];
    for (unsigned i = 0; i < 3; i++)
        fogcol[i] = (int16_t)(f->registers->fogcol >> (8 * i) & 0xFF);
    put_numbers(o, "fogcol", fogcol, 3, 1);
    put_numbers(o, "rgba", f->fogged_colour, 4, 1);
    return o;
}

static json_t *blend_json(const struct gs_pixel_fragment *f)
{
    static const char *const keys[4] = {"a", "b", "c", "d"};
    json_t *o = json_new_object();
    for (unsigned i = 0; i < 4; i++) {
        json_t *operand = json_new_object();
        put_name(operand, "from", gs_value_name(i == 2 ? GS_FIELD_BLEND_ALPHA : GS_FIELD_BLEND, f->blend[i]));
        if (i == 2)
            json_put_integer(operand, "value", f->blend_value[i][0]);
        else
            put_numbers(operand, "value", f->blend_value[i], 3, 1);
        json_put(o, keys[i], operand);
    }
    json_put_bool(o, "pabe_kept", f->pabe_kept);
    put_numbers(o, "rgba", f->blended_colour, 4, 1);
    return o;
}

static void put_shading(json_t *o, const struct gs_pixel_fragment *f)
{
    put_numbers(o, "interpolated", f->colour, 4, 128);
    if (f->textured)
        json_put(o, "texture", texture_json(f));
    put_numbers(o, "colour", f->textured_colour, 4, 1);
    if (f->antialiased)
        json_put_integer(o, "aa1_alpha", f->covered_alpha);
    if (f->context->test & 1)
        json_put(o, "alpha_test", alpha_json(f));
    if (f->fogged)
        json_put(o, "fog", fog_json(f));
    if (f->frame_read)
        put_pixel(o, "frame_before", f->frame_psm, f->frame_before);
    put_test(o, "date", f->date);
    if (f->blended)
        json_put(o, "blend", blend_json(f));
    if (f->dithered)
        put_numbers(o, "dither", f->dither, 3, 1);
    if (!f->finished)
        return;
    put_word(o, "result", f->rgba);
    json_put_bool(o, "clamped", f->clamped);
    json_put_hex(o, "kept_bits", f->keep, 8);
}

static void put_place(json_t *o, const struct gs_pixel_fragment *f)
{
    json_put_integer(o, "x", f->x);
    json_put_integer(o, "y", f->y);
    json_put_hex(o, "fbp", f->context->frame & 0x1FF, 3);
    put_name(o, "psm", gs_format_name(f->frame_psm));
    json_put_hex(o, "zbp", f->context->zbuf & 0x1FF, 3);
    put_name(o, "zpsm", gs_format_name(f->depth_psm));
    json_put_bool(o, "met_as_depth", f->depth_only);
    json_put_bool(o, "filled", f->fill);
    json_put_bool(o, "edge", f->edge);
    json_put_count(o, "coverage", f->coverage);
}

/* Those that the draw has used, raw. */
static json_t *registers_json(const struct gs_pixel_fragment *f)
{
    const struct gs_registers *r = f->registers;
    const struct gs_context_registers *c = f->context;
    const struct {
        const char *key;
        uint64_t value;
    } values[] = {
        {"prim", f->prim},         {"frame", c->frame},       {"zbuf", c->zbuf},     {"scissor", c->scissor},
        {"xyoffset", c->xyoffset}, {"test", c->test},         {"alpha", c->alpha},   {"fba", c->fba},
        {"tex0", c->tex0},         {"tex1", c->tex1},         {"clamp", c->clamp},   {"miptbp1", c->miptbp1},
        {"miptbp2", c->miptbp2},   {"texa", r->texa},         {"fogcol", r->fogcol}, {"dthe", r->dthe},
        {"dimx", r->dimx},         {"colclamp", r->colclamp}, {"pabe", r->pabe},     {"scanmsk", r->scanmsk},
    };
    json_t *o = json_new_object();
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++)
        json_put_hex(o, values[i].key, values[i].value, 16);
    json_put_count(o, "context", (f->prim >> 9 & 1) + 1);
    return o;
}

json_t *explain_json(const struct explain_record *r, const struct explain_target *t)
{
    const struct gs_pixel_fragment *f = &r->fragment;
    if (r->transfer)
        return transfer_json(r, t);
    json_t *o = json_new_object(), *vertices = json_new_array();
    json_put_text(o, "kind", "fragment");
    json_put_count(o, "frame", r->frame);
    json_put_count(o, "draw", f->draw);
    json_put_count(o, "primitive", f->primitive);
    json_put_text(o, "class", explain_class_name(f->primitive_class));
    put_name(o, "type", gs_value_name(GS_FIELD_PRIM, f->type));
    put_origin(o, &r->origin);
    json_put(o, "registers", registers_json(f));
    for (unsigned i = 0; i < f->vertices; i++)
        json_add(vertices, vertex_json(&f->vertex[i], f->prim));
    json_put(o, "vertices", vertices);
    put_place(o, f);
    if (f->void_reason)
        json_put_text(o, "void", void_names[f->void_reason]);
    if (f->walked)
        json_put(o, "walk", explain_walk_json(f));
    if (f->has_z)
        json_put(o, "depth", depth_json(f));
    if (f->shaded)
        put_shading(o, f);
    json_put_text(o, "outcome", explain_outcome(f));
    if (f->frame_written)
        put_pixel(o, "frame_written", f->frame_psm, f->frame_value);
    if (f->depth_written)
        put_pixel(o, "depth_written", f->depth_psm, f->depth_value);
    put_change(o, t, f->before, f->after);
    return o;
}
