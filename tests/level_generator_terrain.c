/* A patch as the game stores it: a head of 40h bytes, and a block with five lists for VIF1, colours, light
 * records, texture spheres and a clip box. */
#include "level_generator.h"

enum { PATCH_HEAD = 0x40, TABLE = 0x40, BIAS = 0x45000000 /* 2048.0 */ };

/* VIFcodes; UNPACK's address is relative to TOPS. */
enum {
    STCYCL = 0x01,
    STMOD = 0x05,
    STROW = 0x30,
    V3_16 = 0x69,
    V4_32 = 0x6C,
    V4_16 = 0x6D,
    V4_8 = 0x6E,
    UNSIGNED = 0x4000,
    RELATIVE = 0x8000,
};

/* Offsets of the parts from the start of the block. */
struct block {
    struct gen_bytes *out;
    const struct gen_patch *patch;
    struct gen_layout layout;
    size_t begin;
    unsigned shared, lod_1, lod_01, lod_0, textures, colours, lights, spheres, box;
    unsigned position[GEN_TIERS]; /* where positions are */
};

static unsigned here(const struct block *b)
{
    return (unsigned)(b->out->size - b->begin);
}

static unsigned end_part(struct block *b)
{
    gen_bytes_align(b->out, 16);
    return here(b);
}

static void code(struct block *b, unsigned cmd, unsigned num, unsigned imm)
{
    gen_put32(b->out, (uint32_t)cmd << 24 | (num & 0xFF) << 16 | imm);
}

static void unpack(struct block *b, unsigned format, unsigned num, unsigned address, unsigned sign)
{
    gen_require(num >= 1 && num <= 256);
    code(b, format, num, RELATIVE | sign | address);
}

static void row(struct block *b, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    code(b, STROW, 0, 0);
    gen_put32(b->out, x);
    gen_put32(b->out, y);
    gen_put32(b->out, z);
    gen_put32(b->out, w);
}

static void index_row(struct block *b)
{
    uint32_t v = b->layout.vertices_common;
    row(b, v, v, v, v);
}

static void origin_row(struct block *b)
{
    const int32_t *o = b->patch->origin;
    row(b, (uint32_t)o[0], (uint32_t)o[1], (uint32_t)o[2], 0);
}

/* ---- pieces of lists ---- */

static void begin_bytes(struct block *b, unsigned count, unsigned address)
{
    unpack(b, V4_8, (count + 3) / 4, address, UNSIGNED);
}

static void indices(struct block *b, const struct gen_strips *lod)
{
    begin_bytes(b, lod->references, b->layout.indices);
    for (unsigned i = 0; i < lod->references; i++)
        gen_put8(b->out, gen_vertex_number(b->patch, lod->reference[i]));
    gen_bytes_align(b->out, 4);
}

/* Records are {count, kick, ad-gif in quadwords, 0}; count - 128 says that there is more than a run. */
static void strips(struct block *b, const struct gen_strips *lod)
{
    unpack(b, V4_8, lod->runs + 1u, b->layout.strips, 0);
    for (unsigned i = 0; i < lod->runs; i++) {
        const struct gen_run *run = &lod->run[i];
        bool plain = run->ad_gif < 0 && !run->kick;
        gen_put8(b->out, plain ? run->count : run->count - 128u);
        gen_put8(b->out, run->kick ? 0x80 : 0);
        gen_put8(b->out, run->ad_gif >= 0 ? 5u * (unsigned)run->ad_gif : run->kick ? 0xFF : 0);
        gen_put8(b->out, 0);
    }
    gen_put32(b->out, 0);
}

static void parents(struct block *b, const struct gen_tier *tier, unsigned from, unsigned to,
                    unsigned address)
{
    if (from == to)
        return;
    begin_bytes(b, to - from, address);
    for (unsigned i = from; i < to; i++)
        gen_put8(b->out, gen_vertex_number(b->patch, tier->vertex[i].parent_1));
    gen_bytes_align(b->out, 4);
}

static void vertices(struct block *b, unsigned t, unsigned address)
{
    const struct gen_tier *tier = &b->patch->tier[t];
    unpack(b, V4_16, tier->vertices, address, 0);
    for (unsigned i = 0; i < tier->vertices; i++) {
        const struct gen_vertex *v = &tier->vertex[i];
        struct gen_ref own = {(uint8_t)t, v->position};
        gen_put16(b->out, (uint16_t)v->s);
        gen_put16(b->out, (uint16_t)v->t);
        gen_put16(b->out, t == GEN_COMMON ? 0 : 2 * gen_position_number(b->patch, v->parent_2));
        gen_put16(b->out, 2 * gen_position_number(b->patch, own));
    }
}

static void positions(struct block *b, unsigned t)
{
    const struct gen_tier *tier = &b->patch->tier[t];
    unsigned address = b->layout.positions;
    if (!tier->positions)
        return;
    for (unsigned i = 0; i < t; i++)
        address += 2u * b->patch->tier[i].positions;
    unpack(b, V3_16, tier->positions, address, 0);
    b->position[t] = here(b);
    for (unsigned i = 0; i < tier->positions; i++)
        for (unsigned a = 0; a < 3; a++)
            gen_put16(b->out, (uint16_t)tier->position[i][a]);
    gen_bytes_align(b->out, 4);
}

static void second_vertices(struct block *b, unsigned t, unsigned address)
{
    uint32_t p = b->layout.positions;
    if (!b->patch->tier[t].vertices)
        return;
    row(b, BIAS, BIAS, p, p);
    vertices(b, t, address);
}

static void vu_head(struct block *b)
{
    const struct gen_layout *l = &b->layout;
    const uint16_t words[20] = {l->common_positions, l->common_extras,
                                l->lod_01_positions, l->lod_01_extras,
                                l->lod_0_positions,  l->lod_0_extras,
                                l->positions,        l->vertices_common,
                                l->extras_common,    l->vertices_lod_01,
                                l->extras_lod_01,    l->vertices_lod_0,
                                l->extras_lod_0,     l->indices,
                                l->parents_lod_01,   l->extra_indices_lod_01,
                                l->parents_lod_0,    l->extra_indices_lod_0,
                                l->strips,           l->ad_gifs};
    unpack(b, V4_16, 5, 0, UNSIGNED);
    for (unsigned i = 0; i < 20; i++)
        gen_put16(b->out, words[i]);
}

static void register_word(struct block *b, uint32_t low, uint32_t high, uint32_t address, uint32_t last)
{
    gen_put32(b->out, low);
    gen_put32(b->out, high);
    gen_put32(b->out, address);
    gen_put32(b->out, last);
}

static void ad_gifs(struct block *b)
{
    unpack(b, V4_32, 5u * b->patch->ad_gifs, b->layout.ad_gifs, 0);
    b->textures = here(b);
    for (unsigned i = 0; i < b->patch->ad_gifs; i++) {
        const struct gen_ad_gif *g = &b->patch->ad_gif[i];
        register_word(b, g->texture, 0, 0x06, 0);
        register_word(b, (uint32_t)(int32_t)g->k, g->mmin, 0x14, BIAS);
        register_word(b, g->wms, g->wmt, 0x08, 0);
        register_word(b, 0, 0, 0x34, 0);
        register_word(b, 0, 0, 0x36, 0);
    }
}

/* ---- the five lists ---- */

static void lod_2_list(struct block *b)
{
    index_row(b);
    code(b, STMOD, 0, 1);
    indices(b, &b->patch->lod[2]);
    code(b, STMOD, 0, 0);
    strips(b, &b->patch->lod[2]);
    b->shared = end_part(b);
}

static void common_list(struct block *b)
{
    vu_head(b);
    ad_gifs(b);
    row(b, BIAS, BIAS, 0, b->layout.positions);
    code(b, STMOD, 0, 1);
    vertices(b, GEN_COMMON, b->layout.vertices_common);
    origin_row(b);
    code(b, STCYCL, 0, 0x0102);
    positions(b, GEN_COMMON);
    code(b, STCYCL, 0, 0x0404);
    code(b, STMOD, 0, 0);
    b->lod_1 = end_part(b);
}

static void lod_1_list(struct block *b)
{
    strips(b, &b->patch->lod[1]);
    index_row(b);
    code(b, STMOD, 0, 1);
    indices(b, &b->patch->lod[1]);
    b->lod_01 = end_part(b);
}

static void lod_01_list(struct block *b)
{
    const struct gen_tier *tier = &b->patch->tier[GEN_LOD_01];
    if (tier->positions)
        index_row(b);
    if (tier->positions || b->patch->tier[GEN_LOD_0].positions)
        code(b, STMOD, 0, 1);
    parents(b, tier, 0, tier->positions, b->layout.parents_lod_01);
    parents(b, tier, tier->positions, tier->vertices, b->layout.extra_indices_lod_01);
    second_vertices(b, GEN_LOD_01, b->layout.vertices_lod_01);
    origin_row(b);
    code(b, STCYCL, 0, 0x0102);
    positions(b, GEN_LOD_01);
    b->lod_0 = end_part(b);
}

static void lod_0_list(struct block *b)
{
    const struct gen_tier *tier = &b->patch->tier[GEN_LOD_0];
    positions(b, GEN_LOD_0);
    code(b, STMOD, 0, 0);
    code(b, STCYCL, 0, 0x0404);
    strips(b, &b->patch->lod[0]);
    index_row(b);
    code(b, STMOD, 0, 1);
    indices(b, &b->patch->lod[0]);
    parents(b, tier, 0, tier->positions, b->layout.parents_lod_0);
    parents(b, tier, tier->positions, tier->vertices, b->layout.extra_indices_lod_0);
    second_vertices(b, GEN_LOD_0, b->layout.vertices_lod_0);
    code(b, STMOD, 0, 0);
    b->colours = end_part(b);
}

/* ---- behind the lists ---- */

static unsigned position_count(const struct gen_patch *patch)
{
    return (unsigned)patch->tier[0].positions + patch->tier[1].positions + patch->tier[2].positions;
}

static void colours(struct block *b)
{
    unsigned count = (position_count(b->patch) + 3) / 4 * 4;
    for (unsigned i = 0; i < count; i++)
        gen_put32(b->out, 0x80800080); /* garish: to be replaced by lighting */
    b->lights = end_part(b);
}

static void lights(struct block *b)
{
    for (unsigned a = 0; a < 3; a++)
        gen_put32(b->out, (uint32_t)b->patch->origin[a]);
    gen_put32(b->out, 0);
    for (unsigned t = 0; t < GEN_TIERS; t++)
        for (unsigned i = 0; i < b->patch->tier[t].positions; i++) {
            const struct gen_light *light = &b->patch->tier[t].light[i];
            gen_put16(b->out, b->position[t] + 6 * i);
            gen_put8(b->out, light->azimuth);
            gen_put8(b->out, light->elevation);
            gen_put16(b->out, light->colour);
            gen_put16(b->out, light->select);
        }
    b->spheres = end_part(b);
}

static void spheres(struct block *b, const int32_t sphere[4])
{
    for (unsigned i = 0; i < b->patch->ad_gifs; i++) {
        for (unsigned a = 0; a < 3; a++)
            gen_put_float(b->out, (float)sphere[a]);
        gen_put16(b->out, sphere[3] < 0xFFFF ? (uint32_t)sphere[3] : 0xFFFF);
        gen_put8(b->out, b->patch->ad_gif[i].page_range);
        gen_put8(b->out, b->patch->ad_gif[i].texture);
    }
    b->box = end_part(b);
}

static int32_t floor_64(int32_t value)
{
    return (value - ((value % 64 + 64) % 64)) / 64;
}

static void box(struct block *b)
{
    int32_t low[3] = {INT32_MAX, INT32_MAX, INT32_MAX}, high[3] = {INT32_MIN, INT32_MIN, INT32_MIN};
    for (unsigned t = 0; t < GEN_TIERS; t++)
        for (unsigned i = 0; i < b->patch->tier[t].positions; i++)
            for (unsigned a = 0; a < 3; a++) {
                int32_t p = b->patch->tier[t].position[i][a] + b->patch->origin[a];
                low[a] = p < low[a] ? p : low[a];
                high[a] = p > high[a] ? p : high[a];
            }
    for (unsigned corner = 0; corner < 8; corner++) {
        for (unsigned a = 0; a < 3; a++)
            gen_put16(b->out, (uint16_t)(corner >> a & 1 ? -floor_64(-high[a]) : floor_64(low[a])));
        gen_put16(b->out, 0);
    }
    end_part(b);
}

static void patch_head(const struct block *b, size_t at, unsigned number, const int32_t sphere[4],
                       size_t table)
{
    const struct gen_patch *p = b->patch;
    struct gen_bytes head = {0};
    unsigned common = p->tier[0].positions, count = position_count(p), triangles = 0;
    for (unsigned i = 0; i < p->lod[0].runs; i++)
        triangles += p->lod[0].run[i].count - 2u;
    for (unsigned i = 0; i < 4; i++)
        gen_put_float(&head, (float)sphere[i]);
    gen_put32(&head, (uint32_t)(b->begin - table));
    const unsigned offsets[] = {0, b->shared, b->lod_1, b->lod_01, b->textures, b->colours};
    for (unsigned i = 0; i < 6; i++)
        gen_put16(&head, offsets[i]);
    const unsigned bytes[] = {(b->lod_1 - b->shared) / 16,
                              b->lod_1 / 16,
                              (b->lod_0 - b->shared) / 16,
                              (b->colours - b->lod_01) / 16,
                              (common + 3) / 4 * 4,
                              (common + p->tier[1].positions + 3) / 4 * 4,
                              (count + 3) / 4 * 4,
                              p->base_only,
                              p->ad_gifs,
                              (count + 3) / 4,
                              b->layout.positions + 1u,
                              0,
                              p->ad_gifs,
                              0};
    for (unsigned i = 0; i < sizeof bytes / sizeof *bytes; i++) {
        gen_require(bytes[i] < 256);
        gen_put8(&head, bytes[i]);
    }
    gen_put16(&head, b->spheres);
    gen_put16(&head, b->lights);
    gen_put16(&head, b->spheres);
    gen_put16(&head, 0x00FF); /* light set by vertex; no relighting asked for */
    gen_put16(&head, 0xFFFF); /* no point lights */
    gen_put16(&head, b->box);
    gen_put16(&head, number);
    gen_put8(&head, count);
    gen_put8(&head, triangles);
    gen_put16(&head, 0xFFFF);
    gen_require(head.size == PATCH_HEAD);
    for (size_t i = 0; i < PATCH_HEAD; i++)
        b->out->data[at + i] = head.data[i];
    gen_bytes_free(&head);
}

void gen_write_terrain(struct gen_bytes *out, const struct gen_content *content, size_t patches)
{
    size_t begin = out->size, table = begin + TABLE;
    gen_put32(out, TABLE);
    gen_put32(out, (uint32_t)patches);
    gen_put_float(out, content->lod_distance);
    gen_bytes_fill(out, TABLE - 12 + patches * PATCH_HEAD, 0);
    for (size_t i = 0; i < patches; i++) {
        struct block b = {.out = out, .patch = &content->patch[i], .begin = out->size};
        int32_t sphere[4];
        gen_layout(b.patch, &b.layout);
        gen_patch_sphere(b.patch, sphere);
        lod_2_list(&b);
        common_list(&b);
        lod_1_list(&b);
        lod_01_list(&b);
        lod_0_list(&b);
        colours(&b);
        lights(&b);
        spheres(&b, sphere);
        box(&b);
        gen_require(here(&b) < 0x10000);
        patch_head(&b, table + i * PATCH_HEAD, (unsigned)i, sphere, table);
    }
}
