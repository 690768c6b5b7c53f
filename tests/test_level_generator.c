/*
 * Levels of our own making: that they are what their description says. Each patch's lists go through the real
 * VIF, and what lands in VU memory is compared with the description. Hashes and counts are ours: kept so that
 * a change to the levels is seen.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "level/level_lz.h"
#include "level_generator.h"
#include "level_generator_cases.h"
#include "level_generator_lz.h"
#include "vif_rig.h"

enum { BIAS = 0x45000000, TABLE = 0x40 };

static struct vif_rig *rig;
static struct gen_content content;
static struct gen_bytes terrain;

static void setup(void)
{
    rig = vif_rig_create(VIF_UNIT_1);
}

static void teardown(void)
{
    vif_rig_destroy(rig);
    gen_content_free(&content);
    gen_bytes_free(&terrain);
}

TestSuite(level_generator, .init = setup, .fini = teardown, .timeout = 300);

static void use(enum gen_case which)
{
    gen_content_free(&content);
    gen_bytes_free(&terrain);
    gen_make_case(which, &content);
    gen_write_terrain(&terrain, &content, content.patches);
}

/* ---- lists through the VIF ---- */

/* A patch in the block: its head, its data. */
struct place {
    size_t head, data;
    unsigned number;
    const struct gen_patch *patch;
    struct gen_layout layout;
};

static struct place place(unsigned number)
{
    struct place p = {.head = TABLE + 0x40 * number, .number = number, .patch = &content.patch[number]};
    p.data = TABLE + gen_get32(&terrain, p.head + 0x10);
    gen_layout(p.patch, &p.layout);
    return p;
}

static unsigned field(const struct place *p, unsigned offset)
{
    return gen_get16(&terrain, p->head + offset);
}

static void transfer(const struct place *p, unsigned offset, unsigned quadwords)
{
    vif_rig_feed(rig, (const uint32_t *)(const void *)(terrain.data + p->data + offset),
                 4 * (size_t)quadwords);
    cr_assert(vif_idle(rig->vif));
}

/* What the game sends for a level of detail. */
static void send(const struct place *p, unsigned lod)
{
    const uint32_t before[] = {vif_code(0x01, 0, 0x0404), vif_code(0x05, 0, 0), 0, 0};
    memset(rig->memory, 0xEE, rig->size);
    vif_rig_feed(rig, before, 4);
    unsigned shared = field(p, 0x16);
    const uint8_t *size = terrain.data + p->head + 0x20;
    if (lod == 2)
        transfer(p, 0, size[1]);
    else if (lod == 1)
        transfer(p, shared, size[2]);
    else {
        transfer(p, shared, size[0]);
        transfer(p, field(p, 0x1A), size[3]);
    }
}

static void expect_word(const struct place *p, unsigned quadword, unsigned lane, uint32_t expected,
                        const char *what)
{
    uint32_t found = vif_rig_word(rig, quadword, lane);
    cr_assert_eq(found, expected, "patch %u: %s at %x.%u: %08x, expected %08x", p->number, what, quadword,
                 lane, found, expected);
}

static void check_head(const struct place *p)
{
    const uint16_t *words = &p->layout.common_positions;
    for (unsigned i = 0; i < 5; i++)
        expect_word(p, i / 4, i % 4, words[i], "head");
    expect_word(p, 1, 2, p->layout.positions, "head");
    expect_word(p, 1, 3, p->layout.vertices_common, "head");
    expect_word(p, 2, 1, p->layout.vertices_lod_01, "head");
    expect_word(p, 2, 3, p->layout.vertices_lod_0, "head");
    expect_word(p, 3, 1, p->layout.indices, "head");
    expect_word(p, 4, 2, p->layout.strips, "head");
    expect_word(p, 4, 3, 9, "head");
    for (unsigned i = 0; i < p->patch->ad_gifs; i++) {
        const struct gen_ad_gif *g = &p->patch->ad_gif[i];
        const uint32_t data[5][4] = {{g->texture, 0, 6, 0},
                                     {(uint32_t)g->k, g->mmin, 0x14, BIAS},
                                     {g->wms, g->wmt, 8, 0},
                                     {0, 0, 0x34, 0},
                                     {0, 0, 0x36, 0}};
        for (unsigned j = 0; j < 20; j++)
            expect_word(p, 9 + 5 * i + j / 4, j % 4, data[j / 4][j % 4], "ad-gif");
    }
}

static void check_positions(const struct place *p, unsigned tiers)
{
    unsigned at = p->layout.positions;
    for (unsigned t = 0; t < tiers; t++)
        for (unsigned i = 0; i < p->patch->tier[t].positions; i++, at += 2) {
            for (unsigned a = 0; a < 3; a++)
                expect_word(p, at, a, (uint32_t)(p->patch->origin[a] + p->patch->tier[t].position[i][a]),
                            "position");
            for (unsigned a = 0; a < 4; a++) /* left for the colours */
                expect_word(p, at + 1, a, 0xEEEEEEEE, "colour");
        }
}

static void check_vertices(const struct place *p, unsigned tiers)
{
    const unsigned address[GEN_TIERS] = {p->layout.vertices_common, p->layout.vertices_lod_01,
                                         p->layout.vertices_lod_0};
    for (unsigned t = 0; t < tiers; t++)
        for (unsigned i = 0; i < p->patch->tier[t].vertices; i++) {
            const struct gen_vertex *v = &p->patch->tier[t].vertex[i];
            unsigned at = address[t] + i, own = v->position;
            for (unsigned u = 0; u < t; u++)
                own += p->patch->tier[u].positions;
            expect_word(p, at, 0, (uint32_t)(BIAS + v->s), "s");
            expect_word(p, at, 1, (uint32_t)(BIAS + v->t), "t");
            expect_word(p, at, 3, p->layout.positions + 2 * own, "vertex");
            if (t == GEN_COMMON)
                continue;
            unsigned second = v->parent_2.index + (v->parent_2.tier ? p->patch->tier[0].positions : 0u);
            expect_word(p, at, 2, p->layout.positions + 2 * second, "second parent");
        }
}

/* Bytes that became addresses of vertex infos. */
static void expect_address(const struct place *p, unsigned region, unsigned i, struct gen_ref ref,
                           const char *what)
{
    const unsigned address[GEN_TIERS] = {p->layout.vertices_common, p->layout.vertices_lod_01,
                                         p->layout.vertices_lod_0};
    expect_word(p, region + i / 4, i % 4, address[ref.tier] + ref.index, what);
}

static void check_links(const struct place *p, unsigned tiers)
{
    const unsigned parents[GEN_TIERS] = {0, p->layout.parents_lod_01, p->layout.parents_lod_0};
    const unsigned extras[GEN_TIERS] = {0, p->layout.extra_indices_lod_01, p->layout.extra_indices_lod_0};
    for (unsigned t = 1; t < tiers; t++) {
        const struct gen_tier *tier = &p->patch->tier[t];
        for (unsigned i = 0; i < tier->vertices; i++)
            if (i < tier->positions)
                expect_address(p, parents[t], i, tier->vertex[i].parent_1, "first parent");
            else
                expect_address(p, extras[t], i - tier->positions, tier->vertex[i].parent_1, "extra index");
    }
}

static void check_strips(const struct place *p, unsigned lod)
{
    const struct gen_strips *strips = &p->patch->lod[lod];
    for (unsigned i = 0; i < strips->references; i++)
        expect_address(p, p->layout.indices, i, strips->reference[i], "index");
    for (unsigned i = 0; i < strips->runs; i++) {
        const struct gen_run *run = &strips->run[i];
        int count = run->count, kick = run->kick ? -128 : 0, ad_gif = 5 * run->ad_gif;
        if (run->kick || run->ad_gif >= 0)
            count -= 128;
        if (run->ad_gif < 0)
            ad_gif = run->kick ? -1 : 0;
        expect_word(p, p->layout.strips + i, 0, (uint32_t)count, "strip count");
        expect_word(p, p->layout.strips + i, 1, (uint32_t)kick, "strip flag");
        expect_word(p, p->layout.strips + i, 2, (uint32_t)ad_gif, "strip ad-gif");
    }
    expect_word(p, p->layout.strips + strips->runs, 0, 0, "end of strips");
}

Test(level_generator, lists_put_every_array_where_the_vu_head_says)
{
    for (enum gen_case which = 0; which < GEN_CASES; which++) {
        use(which);
        for (unsigned i = 0; i < content.patches; i++)
            for (unsigned lod = 0; lod < 3; lod++) {
                struct place p = place(i);
                send(&p, lod);
                check_head(&p);
                check_positions(&p, 3 - lod);
                check_vertices(&p, 3 - lod);
                check_links(&p, 3 - lod);
                check_strips(&p, lod);
                for (unsigned q = p.layout.end; q < VIF1_MEMORY_SIZE / 16; q++)
                    expect_word(&p, q, 0, 0xEEEEEEEE, "behind the end");
            }
    }
}

/* ---- limits and counts ---- */

Test(level_generator, every_patch_keeps_the_limits)
{
    for (enum gen_case which = 0; which < GEN_CASES; which++) {
        use(which);
        for (unsigned i = 0; i < content.patches; i++)
            cr_expect_null(gen_patch_fault(&content.patch[i]), "%s, patch %u: not within %s",
                           gen_case_name(which), i, gen_patch_fault(&content.patch[i]));
    }
}

Test(level_generator, a_packet_of_57_vertices_with_an_ad_gif_is_refused)
{
    struct gen_ref ref[58] = {{0, 0}};
    use(GEN_CASE_PLAIN);
    struct gen_patch *patch = &content.patch[0];
    patch->lod[0].runs = patch->lod[0].references = 0;
    gen_add_run(&patch->lod[0], 0, false, ref, 57);
    cr_expect_str_eq(gen_patch_fault(patch), "176 quadwords of a packet");
    patch->lod[0].runs = patch->lod[0].references = 0;
    gen_add_run(&patch->lod[0], 0, false, ref, 56);
    cr_expect_null(gen_patch_fault(patch));
}

Test(level_generator, the_limits_are_reached)
{
    struct gen_layout layout;
    use(GEN_CASE_LIMITS);
    gen_layout(&content.patch[0], &layout);
    cr_expect_eq(layout.end, GEN_VU_LIMIT);
    cr_expect_eq(content.patch[1].tier[0].vertices, 256);
    cr_expect_eq(content.patch[2].ad_gifs, 25);
    cr_expect_eq(gen_open_packet(&content.patch[3].lod[0]), 175);
    gen_layout(&content.patch[4], &layout);
    cr_expect_eq(layout.end, GEN_VU_LIMIT);
    cr_expect_gt(layout.lod_0_extras, 0);
}

Test(level_generator, every_position_is_in_its_sphere_and_no_smaller_radius_would_do)
{
    use(GEN_CASE_MANY);
    for (unsigned i = 0; i < content.patches; i++) {
        const struct gen_patch *patch = &content.patch[i];
        int32_t sphere[4];
        int64_t most = 0;
        gen_patch_sphere(patch, sphere);
        for (unsigned t = 0; t < GEN_TIERS; t++)
            for (unsigned j = 0; j < patch->tier[t].positions; j++) {
                int64_t square = 0;
                for (unsigned a = 0; a < 3; a++) {
                    int64_t d = patch->origin[a] + patch->tier[t].position[j][a] - sphere[a];
                    square += d * d;
                }
                most = square > most ? square : most;
            }
        int64_t r = sphere[3];
        cr_expect(r * r >= most && (r - 1) * (r - 1) < most);
    }
}

/* ---- streams ---- */

static void expect_stream(const struct gen_bytes *stream, const uint8_t *data, size_t size)
{
    struct level_lz_fault fault = {0};
    uint32_t decoded = 0;
    uint8_t *bytes = level_lz_decode(stream->data, stream->size, 1 << 24, &decoded, &fault);
    cr_assert_not_null(bytes, "%u: %s", fault.offset, fault.text);
    cr_assert_eq(decoded, size);
    cr_assert_arr_eq(bytes, data, size);
    free(bytes);
}

Test(level_generator, streams_with_matches_decode_to_what_went_in)
{
    for (unsigned round = 0; round < 60; round++) {
        static uint8_t data[100000];
        struct gen_bytes stream = {0};
        uint64_t seed = round + 1;
        size_t size = round < 8 ? round : vif_random(&seed) % sizeof data;
        unsigned alphabet = 1 + vif_random(&seed) % (round % 3 ? 4 : 256);
        for (size_t i = 0; i < size; i++)
            data[i] = (uint8_t)(i > 40000 && round % 2 ? data[i - 40000] : vif_random(&seed) % alphabet);
        gen_lz_pack(&stream, data, size, true);
        expect_stream(&stream, data, size);
        gen_bytes_free(&stream);
    }
}

/* What has been written with a gen_lz, decoded. */
static uint8_t plain[400000];
static size_t plain_size;

static void add_bytes(struct gen_lz *lz, uint64_t *seed, size_t count)
{
    for (size_t i = 0; i < count; i++)
        plain[plain_size + i] = (uint8_t)vif_random(seed);
    gen_lz_bytes(lz, plain + plain_size, count);
    plain_size += count;
}

static void add_match(struct gen_lz *lz, uint64_t *seed, size_t distance, size_t length, bool long_form)
{
    static unsigned trailing;
    trailing = (trailing + 1) % 4;
    for (size_t i = 0; i < length; i++, plain_size++)
        plain[plain_size] = plain[plain_size - distance];
    for (size_t i = 0; i < trailing; i++)
        plain[plain_size + i] = (uint8_t)vif_random(seed);
    gen_lz_match(lz, distance, length, long_form, plain + plain_size, trailing);
    plain_size += trailing;
}

Test(level_generator, every_kind_of_packet_decodes)
{
    static const size_t runs[] = {1, 2, 3, 4, 18, 19, 273};
    static const struct {
        size_t distance, least, most;
        bool long_form;
    } classes[] = {{1, 3, 8, false},       {2048, 3, 8, false},   {1, 3, 33, true},
                   {16384, 34, 288, true}, {2049, 3, 288, false}, {16385, 3, 9, false},
                   {32767, 3, 264, false}, {32768, 3, 10, false}, {32769, 3, 264, false},
                   {0xBFFF, 9, 264, false}};
    struct gen_bytes stream = {0};
    struct gen_lz lz;
    uint64_t seed = 5;
    plain_size = 0;
    gen_lz_begin(&lz, &stream);
    for (unsigned i = 0; i < 7; i++)
        add_bytes(&lz, &seed, runs[i]);
    add_match(&lz, &seed, plain_size, 100, false); /* from the first byte on */
    while (plain_size < 60000)
        add_bytes(&lz, &seed, 273);
    for (unsigned round = 0; round < 40; round++)
        for (unsigned i = 0; i < sizeof classes / sizeof *classes; i++) {
            add_match(&lz, &seed, classes[i].distance, classes[i].least, classes[i].long_form);
            add_match(&lz, &seed, classes[i].distance, classes[i].most, classes[i].long_form);
            add_bytes(&lz, &seed, runs[(round + i) % 7]);
        }
    gen_lz_end(&lz);
    cr_assert_gt(stream.size, 4 * GEN_LZ_WINDOW);
    cr_expect_neq(stream.data[3], 0x0D);
    expect_stream(&stream, plain, plain_size);
    gen_bytes_free(&stream);
}

/* ---- regression ---- */

Test(level_generator, the_levels_are_what_they_were)
{
    static const uint64_t hash[GEN_CASES] = {0xC323172382E4B5B1, 0x256600CBE987A8A6, 0xCEF17BBA18BF498D,
                                             0x7D43FC15E0EA1489, 0x805BE6C5F40AA2C6, 0x607636D8777CE4B0};
    for (enum gen_case which = 0; which < GEN_CASES; which++) {
        struct gen_bytes file = {0};
        use(which);
        gen_make(&content, &file);
        cr_expect_eq(gen_hash(file.data, file.size), hash[which], "%s: 0x%016llX", gen_case_name(which),
                     (unsigned long long)gen_hash(file.data, file.size));
        gen_bytes_free(&file);
    }
}
