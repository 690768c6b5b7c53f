/* The blocks of the data extent and the gameplay block, as they are before packing. */
#include "level_generator.h"

enum {
    INDEX_HEAD = 0xC0,
    SECTION = 0x40, /* alignment of sections of core data */
    PIXELS = 0x100, /* of pixels and palettes: a GS block */
    PALETTE_BYTES = 1024,
    PSM_PALETTE = 0,
    PSM_IMAGE = 0x13,
    STUB_CLASSES = 2, /* of each kind: one without geometry, one with a stub */
};

/* Words of the core index. */
enum {
    INDEX_GS_RAM = 0x00,
    INDEX_TERRAIN = 0x08,
    INDEX_OCCLUSION = 0x0C,
    INDEX_SKY = 0x10,
    INDEX_COLLISION = 0x14,
    INDEX_MOBYS = 0x18,
    INDEX_TIES = 0x20,
    INDEX_SHRUBS = 0x28,
    INDEX_TEXTURES = 0x30,
    INDEX_MOBY_TEXTURES = 0x38,
    INDEX_TIE_TEXTURES = 0x40,
    INDEX_SHRUB_TEXTURES = 0x48,
    INDEX_PARTICLES = 0x50,
    INDEX_FX = 0x58,
    INDEX_TEXTURES_BASE = 0x60,
    INDEX_GEOMETRY_END = 0x7C,
    INDEX_DECOMPRESSED = 0x8C,
    INDEX_STASH = 0xAC,
};

/* Offsets in gs_ram, in units of 100h, and of pixels. */
struct texture_places {
    uint32_t pixels;
    int16_t level_2, level_3;
};

struct making {
    const struct gen_content *content;
    struct gen_parts *parts;
    struct gen_bytes table; /* of gs_ram */
    struct texture_places *texture;
    uint32_t moby, tie, shrub; /* stub geometry in core data */
};

static void table_entry(struct making *m, uint32_t psm, unsigned side, size_t address)
{
    gen_put32(&m->table, psm);
    gen_put16(&m->table, side);
    gen_put16(&m->table, side);
    gen_put32(&m->table, (uint32_t)address);
    gen_put32(&m->table, (uint32_t)address);
}

/* CSM1 order: bits 3 and 4 of the index are exchanged. */
static void put_palette(struct gen_bytes *out, const struct gen_palette *palette)
{
    for (unsigned i = 0; i < 256; i++) {
        unsigned index = (i & 0xE7) | (i & 8) << 1 | (i & 16) >> 1;
        gen_bytes_add(out, palette->rgba[index], 4);
    }
}

static int16_t put_mip(struct making *m, const struct gen_texture *texture, unsigned level)
{
    struct gen_bytes *gs = &m->parts->gs_ram;
    unsigned side = (unsigned)texture->side >> level;
    if (level >= texture->levels)
        return -1;
    size_t at = gen_bytes_align(gs, PIXELS);
    gen_bytes_add(gs, texture->level[level], (size_t)side * side);
    table_entry(m, PSM_IMAGE, side, at);
    gen_require(at / PIXELS <= INT16_MAX);
    return (int16_t)(at / PIXELS);
}

static void make_gs_ram(struct making *m)
{
    struct gen_bytes *gs = &m->parts->gs_ram;
    for (size_t i = 0; i < m->content->palettes; i++) {
        table_entry(m, PSM_PALETTE, 0, gs->size);
        put_palette(gs, &m->content->palette[i]);
    }
    for (size_t i = 0; i < m->content->textures; i++) {
        m->texture[i].level_2 = put_mip(m, &m->content->texture[i], 2);
        m->texture[i].level_3 = put_mip(m, &m->content->texture[i], 3);
    }
    gen_bytes_align(gs, PIXELS);
}

/* ---- core data ---- */

/* A moby class of one packet: a quadword of NOPs for VIF1, and one vertex behind it. */
static uint32_t put_moby(struct gen_bytes *core)
{
    uint32_t at = (uint32_t)gen_bytes_align(core, SECTION);
    gen_put32(core, 0x50);
    gen_put32(core, 1);
    gen_bytes_fill(core, 0x48, 0);
    gen_put32(core, 0x70);
    gen_put16(core, 1);
    gen_put16(core, 0);
    gen_put32(core, 0x80);
    gen_put32(core, 0x00000101);
    gen_bytes_fill(core, 0x30, 0);
    return at;
}

static uint32_t put_tie(struct gen_bytes *core, uint32_t class)
{
    uint32_t at = (uint32_t)gen_bytes_align(core, SECTION);
    gen_bytes_fill(core, 0xC0, 0);
    for (unsigned i = 0; i < 3; i++) {
        gen_set32(core, at + 4 * i, 0x80 + 0x10 * i);
        gen_set32(core, at + 0x10 + 4 * i, gen_float_bits(16.0f * (float)(1u << i)));
    }
    gen_set16(core, at + 0x44, class);
    return at;
}

static uint32_t put_shrub(struct gen_bytes *core, uint32_t class)
{
    uint32_t at = (uint32_t)gen_bytes_align(core, SECTION);
    gen_bytes_fill(core, 0x40, 0);
    gen_set32(core, at + 0x10, gen_float_bits(5.0f));
    gen_set32(core, at + 0x20, gen_float_bits(0.25f));
    gen_set16(core, at + 0x24, class);
    gen_set32(core, at + 0x2C, 0x40);
    for (unsigned i = 0; i < 24; i++) { /* normals, all upwards */
        gen_put32(core, 0);
        gen_put32(core, 0x7FFF);
    }
    return at;
}

static void make_core_data(struct making *m)
{
    struct gen_bytes *core = &m->parts->core_data, *index = &m->parts->core_index;
    gen_write_terrain(&m->parts->terrain, m->content, m->content->patches);
    gen_bytes_add(core, m->parts->terrain.data, m->parts->terrain.size);
    /* Occlusion, sky and collision that hold nothing. */
    for (unsigned word = INDEX_OCCLUSION; word <= INDEX_COLLISION; word += 4) {
        gen_set32(index, word, (uint32_t)gen_bytes_align(core, SECTION));
        gen_bytes_fill(core, SECTION, 0);
    }
    size_t base = gen_bytes_align(core, PIXELS);
    gen_set32(index, INDEX_TEXTURES_BASE, (uint32_t)base);
    for (size_t i = 0; i < m->content->textures; i++) {
        const struct gen_texture *t = &m->content->texture[i];
        m->texture[i].pixels = (uint32_t)(gen_bytes_align(core, PIXELS) - base);
        for (unsigned l = 0; l < 2 && l < t->levels; l++)
            gen_bytes_add(core, t->level[l], (size_t)(t->side >> l) * (t->side >> l));
    }
    m->moby = put_moby(core);
    m->tie = put_tie(core, 1);
    m->shrub = put_shrub(core, 1);
    gen_set32(index, INDEX_GEOMETRY_END, (uint32_t)gen_bytes_align(core, SECTION));
}

/* ---- core index ---- */

static void begin_table(struct making *m, unsigned word, uint32_t count)
{
    struct gen_bytes *index = &m->parts->core_index;
    gen_set32(index, word, count);
    gen_set32(index, word + 4, (uint32_t)index->size);
}

static void put_classes(struct making *m, unsigned word, uint32_t geometry, unsigned stride)
{
    struct gen_bytes *index = &m->parts->core_index;
    begin_table(m, word, STUB_CLASSES);
    for (uint32_t i = 0; i < STUB_CLASSES; i++) {
        gen_put32(index, i ? geometry : 0);
        gen_put32(index, i);
        gen_bytes_fill(index, 8, 0);
        gen_bytes_fill(index, 16, 0xFF);
        gen_bytes_fill(index, stride - 32, 0);
    }
}

static void put_texture(struct making *m, size_t i)
{
    struct gen_bytes *index = &m->parts->core_index;
    const struct gen_texture *t = &m->content->texture[i];
    gen_put32(index, m->texture[i].pixels);
    gen_put16(index, t->side);
    gen_put16(index, t->side);
    gen_put16(index, t->levels);
    gen_put16(index, t->palette * (PALETTE_BYTES / PIXELS));
    gen_put16(index, (uint16_t)m->texture[i].level_2);
    gen_put16(index, (uint16_t)m->texture[i].level_3);
}

static void make_core_index(struct making *m)
{
    struct gen_bytes *index = &m->parts->core_index;
    put_classes(m, INDEX_MOBYS, m->moby, 0x20);
    put_classes(m, INDEX_TIES, m->tie, 0x20);
    put_classes(m, INDEX_SHRUBS, m->shrub, 0x30);
    begin_table(m, INDEX_TEXTURES, (uint32_t)m->content->textures);
    for (size_t i = 0; i < m->content->textures; i++)
        put_texture(m, i);
    for (unsigned word = INDEX_MOBY_TEXTURES; word <= INDEX_SHRUB_TEXTURES; word += 8) {
        begin_table(m, word, 1);
        put_texture(m, 0);
    }
    begin_table(m, INDEX_PARTICLES, 0);
    begin_table(m, INDEX_FX, 0);
    begin_table(m, INDEX_GS_RAM, (uint32_t)(m->table.size / 16));
    gen_bytes_add(index, m->table.data, m->table.size);
    gen_set32(index, INDEX_STASH, (uint32_t)index->size);
    gen_put16(index, 0xFFFF);
    gen_bytes_align(index, SECTION);
    gen_set32(index, INDEX_DECOMPRESSED, (uint32_t)m->parts->core_data.size);
}

/* ---- overlay and gameplay ---- */

static void make_overlay(struct gen_bytes *out)
{
    uint32_t word = 1;
    for (unsigned i = 0; i < 731; i++) /* stands for code */
        gen_put32(out, word = word * 1664525 + 1013904223);
    gen_put_float(out, 1.0f); /* begins like the table and is not it */
    gen_put_float(out, 0.0f);
    for (unsigned i = 0; i < 102; i++)
        gen_put32(out, word = word * 1664525 + 1013904223);
    for (unsigned i = 0; i < GEN_NORMALS; i++) {
        gen_put32(out, gen_normals[i][0]);
        gen_put32(out, gen_normals[i][1]);
    }
    for (unsigned i = 0; i < 77; i++)
        gen_put32(out, word = word * 1664525 + 1013904223);
}

static void put_settings(struct gen_bytes *out, const struct gen_settings *s)
{
    size_t begin = out->size;
    for (unsigned i = 0; i < 3; i++)
        gen_put32(out, (uint32_t)s->background[i]);
    for (unsigned i = 0; i < 3; i++)
        gen_put32(out, (uint32_t)s->fog[i]);
    gen_put_float(out, s->fog_near);
    gen_put_float(out, s->fog_far);
    gen_put_float(out, s->near_intensity);
    gen_put_float(out, s->far_intensity);
    gen_put_float(out, s->death_height);
    gen_bytes_fill(out, 0x5C - (out->size - begin), 0);
    gen_bytes_fill(out, 0x20 + 4, 0); /* no planes between chunks */
    gen_bytes_align(out, 16);
}

static void make_gameplay(struct gen_bytes *out, const struct gen_content *content)
{
    gen_bytes_fill(out, 0xA0, 0);
    gen_set32(out, 0x00, (uint32_t)out->size);
    put_settings(out, &content->settings);
    gen_set32(out, 0x04, (uint32_t)out->size);
    gen_put32(out, content->light_sets);
    gen_bytes_fill(out, 12, 0);
    for (unsigned i = 0; i < content->light_sets; i++) {
        const struct gen_light_set *set = &content->light_set[i];
        const float *const quads[] = {set->a, set->direction_a, set->b, set->direction_b};
        for (unsigned j = 0; j < 16; j++)
            gen_put_float(out, quads[j / 4][j % 4]);
    }
}

void gen_make_parts(const struct gen_content *content, struct gen_parts *parts)
{
    *parts = (struct gen_parts){0};
    struct making m = {.content = content, .parts = parts};
    struct gen_bytes places = {0};
    gen_bytes_fill(&places, (content->textures + 1) * sizeof *m.texture, 0);
    m.texture = (struct texture_places *)(void *)places.data;
    gen_bytes_fill(&parts->core_index, INDEX_HEAD, 0);
    make_gs_ram(&m);
    make_core_data(&m);
    make_core_index(&m);
    make_overlay(&parts->overlay);
    make_gameplay(&parts->gameplay, content);
    gen_bytes_free(&places);
    gen_bytes_free(&m.table);
}

void gen_parts_free(struct gen_parts *parts)
{
    gen_bytes_free(&parts->terrain);
    gen_bytes_free(&parts->core_index);
    gen_bytes_free(&parts->core_data);
    gen_bytes_free(&parts->gs_ram);
    gen_bytes_free(&parts->overlay);
    gen_bytes_free(&parts->gameplay);
}
