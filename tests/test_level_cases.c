/* The importer on levels of our own making (tests/level_generator.h), against what they were made of. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <path1/level.h>

#include "level_generator.h"
#include "level_generator_cases.h"

static struct gen_content content;
static struct gen_bytes file;
static struct level *level;

static void use(enum gen_case which)
{
    struct trace_error error;
    gen_make_case(which, &content);
    gen_make(&content, &file);
    level = level_open_memory(gen_case_name(which), file.data, file.size, &error);
    cr_assert_not_null(level, "%s", error.text);
}

static void drop(void)
{
    level_close(level);
    level = NULL;
    gen_content_free(&content);
    gen_bytes_free(&file);
}

TestSuite(level_cases, .fini = drop, .timeout = 300);

/* What a case breaks on purpose; all of it is only expected. */
static bool deliberate(enum gen_case which, const char *id)
{
    if (strcmp(id, "textures.average") == 0) /* levels painted in colours of their own */
        return which != GEN_CASE_AVERAGES && which != GEN_CASE_LANDSCAPE;
    if (strcmp(id, "textures.alpha") == 0) /* alpha FFh */
        return which == GEN_CASE_MANY;
    /* L = 12, and 13 sets */
    return which == GEN_CASE_AVERAGES &&
           (strcmp(id, "tfrags.distance") == 0 || strcmp(id, "light.count") == 0);
}

Test(level_cases, every_rule_and_all_that_is_expected_hold_n_of_n)
{
    for (int which = 0; which < GEN_CASES; which++) {
        use((enum gen_case)which);
        size_t count;
        struct trace_error error;
        const struct level_check *checks = level_checks(level, &count);
        for (size_t i = 0; i < count; i++)
            cr_expect((checks[i].failure != NULL) == deliberate((enum gen_case)which, checks[i].id),
                      "%s: %s: %llu of %llu: %s", gen_case_name((enum gen_case)which), checks[i].id,
                      (unsigned long long)checks[i].passed, (unsigned long long)checks[i].total,
                      checks[i].failure ? checks[i].failure : "holds");
        cr_expect(level_sound(level, &error), "%s", error.text);
        drop();
    }
}

static uint64_t total_of(const char *id)
{
    size_t count;
    const struct level_check *checks = level_checks(level, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(checks[i].id, id) == 0)
            return checks[i].total;
    cr_assert_fail("no check %s", id);
    return 0;
}

/* Counts of block 0, by the importer's own walk of its strips. */
static void count_patch(const struct level_patch *patch, struct gen_totals *t)
{
    t->patches++;
    t->positions += patch->position_count;
    t->ad_gifs += patch->ad_gif_count;
    for (unsigned i = 0; i < LEVEL_TIERS; i++)
        t->vertices[i] += patch->tier_infos[i];
    for (unsigned lod = 0; lod < LEVEL_LODS; lod++) {
        unsigned first = 0;
        t->triangles[lod] += patch->triangle_count[lod];
        for (unsigned n = 0; n < patch->strip_count[lod]; n++) {
            struct level_strip_step step = level_strip_step(patch, lod, n, first);
            cr_assert_eq(step.kind == LEVEL_STRIP_END, n + 1 == patch->strip_count[lod]);
            first += step.count;
            if (step.kind == LEVEL_STRIP_END)
                continue;
            t->loads += step.ad_gif >= 0 && !step.kick;
            t->kicks += step.kick;
            t->kicks_with_load += step.kick && step.ad_gif >= 0;
        }
        cr_assert_eq(first, patch->index_count[lod]);
    }
}

Test(level_cases, totals_are_those_that_the_generator_declares)
{
    for (int which = 0; which < GEN_CASES; which++) {
        use((enum gen_case)which);
        struct gen_totals want, have = {0};
        size_t blocks;
        const struct level_block *block = level_blocks(level, &blocks);
        gen_count(&content, &want);
        for (uint32_t i = 0; i < block->patch_count; i++) {
            cr_assert(block->patches[i].valid, "%s", block->patches[i].failure);
            count_patch(&block->patches[i], &have);
        }
        size_t textures;
        const struct level_texture *texture = level_textures(level, LEVEL_TEXTURE_TFRAG, &textures);
        have.textures = (uint32_t)textures;
        for (size_t i = 0; i < textures; i++)
            have.texture_levels += texture[i].levels;
        have.palettes = want.palettes; /* a reader sees only those in use */
        have.gs_blocks = want.gs_blocks;
        cr_expect(memcmp(&want, &have, sizeof want) == 0, "%s", gen_case_name((enum gen_case)which));
        cr_expect_eq(blocks, 1 + content.chunks);
        if (!content.chunks)
            cr_expect_eq(total_of("light.lit"), want.positions);
        cr_expect_eq(level_core(level)->level_id, content.id);
        drop();
    }
}

static unsigned info_base(const struct level_patch *patch, unsigned tier)
{
    unsigned base = 0;
    for (unsigned i = 0; i < tier; i++)
        base += patch->tier_infos[i];
    return base;
}

static void compare_tier(const struct level_patch *patch, const struct gen_patch *want, unsigned tier)
{
    const struct gen_tier *t = &want->tier[tier];
    for (unsigned i = 0; i < t->positions; i++) {
        unsigned number = gen_position_number(want, (struct gen_ref){(uint8_t)tier, (uint8_t)i});
        const struct level_position *p = &patch->positions[number];
        cr_assert(p->x == t->position[i][0] && p->y == t->position[i][1] && p->z == t->position[i][2]);
        const struct level_light *light = &patch->lights[number];
        cr_assert(light->azimuth == t->light[i].azimuth && light->elevation == t->light[i].elevation &&
                  light->colour == t->light[i].colour && light->select == t->light[i].select);
    }
    for (unsigned i = 0; i < t->vertices; i++) {
        const struct level_vertex_info *info = &patch->infos[info_base(patch, tier) + i];
        const struct gen_vertex *v = &t->vertex[i];
        cr_assert(info->s == v->s && info->t == v->t);
        cr_assert_eq((unsigned)info->vertex / 2,
                     gen_position_number(want, (struct gen_ref){(uint8_t)tier, v->position}));
        if (tier == GEN_COMMON) {
            cr_assert_eq(info->link, -1);
            continue;
        }
        cr_assert_eq((unsigned)info->link, gen_vertex_number(want, v->parent_1));
        cr_assert_eq((unsigned)info->parent / 2, gen_position_number(want, v->parent_2));
    }
}

static void compare_strips(const struct level_patch *patch, const struct gen_patch *want, unsigned lod)
{
    const struct gen_strips *s = &want->lod[lod];
    cr_assert_eq(patch->strip_count[lod], s->runs + 1u);
    cr_assert_eq(patch->index_count[lod], s->references);
    for (unsigned i = 0; i < s->references; i++)
        cr_assert_eq(patch->indices[lod][i], gen_vertex_number(want, s->reference[i]));
    for (unsigned i = 0, first = 0; i < s->runs; i++) {
        struct level_strip_step step = level_strip_step(patch, lod, i, first);
        cr_assert(step.ad_gif == s->run[i].ad_gif && step.kick == s->run[i].kick &&
                  step.count == s->run[i].count);
        cr_assert_eq(step.first, first);
        first += step.count;
    }
}

static void compare_patch(const struct level_patch *patch, const struct gen_patch *want)
{
    cr_assert_arr_eq(patch->origin, want->origin, sizeof want->origin);
    cr_assert_eq(patch->header.base_only != 0, want->base_only);
    for (unsigned i = 0; i < 3; i++) {
        compare_tier(patch, want, i);
        compare_strips(patch, want, i);
    }
    for (unsigned i = 0; i < want->ad_gifs; i++) {
        const struct level_ad_gif *a = &patch->ad_gifs[i];
        const struct gen_ad_gif *w = &want->ad_gif[i];
        cr_assert(a->texture == w->texture && a->k == w->k && a->mmin == w->mmin && a->wms == w->wms &&
                  a->wmt == w->wmt);
        cr_assert_eq(patch->texture_spheres[i].m, w->page_range);
    }
}

Test(level_cases, patches_are_what_they_were_made_of)
{
    for (int which = 0; which < GEN_CASES; which++) {
        use((enum gen_case)which);
        size_t blocks;
        const struct level_block *block = level_blocks(level, &blocks);
        for (size_t k = 0; k < blocks; k++)
            for (uint32_t i = 0; i < block[k].patch_count; i++)
                compare_patch(&block[k].patches[i], &content.patch[i]);
        drop();
    }
}

Test(level_cases, colours_are_lit_and_those_of_the_disc_are_kept)
{
    use(GEN_CASE_MANY);
    size_t blocks;
    const struct level_block *block = level_blocks(level, &blocks);
    const struct level_lighting *lighting = level_lighting(level);
    cr_assert(lighting->has_bank && lighting->has_normals && lighting->bank_count == content.light_sets);
    for (uint32_t i = 0; i < block->patch_count; i++) {
        const struct level_patch *patch = &block->patches[i];
        cr_assert(patch->lit && patch->colours != patch->disc_colours);
        for (unsigned v = 0; v < patch->position_count; v++) {
            uint8_t rgba[4];
            level_light_position(lighting, &patch->lights[v], -1, rgba);
            cr_assert_arr_eq(patch->colours + 4 * v, rgba, 4);
            /* The generator's placeholder. */
            cr_assert_arr_eq(patch->disc_colours + 4 * v, ((const uint8_t[]){0x80, 0, 0x80, 0x80}), 4);
        }
    }
}

Test(level_cases, the_thirteenth_set_of_lights_is_not_loaded)
{
    use(GEN_CASE_AVERAGES);
    const struct level_lighting *lighting = level_lighting(level);
    static const struct level_light_set dark;
    cr_assert_eq(lighting->bank_count, 13);
    cr_assert_neq(memcmp(&lighting->set[11], &dark, sizeof dark), 0);
    cr_assert_eq(memcmp(&lighting->set[12], &dark, sizeof dark), 0);
}

Test(level_cases, textures_are_what_they_were_made_of)
{
    for (int which = 0; which < GEN_CASES; which++) {
        use((enum gen_case)which);
        size_t count;
        const struct level_texture *texture = level_textures(level, LEVEL_TEXTURE_TFRAG, &count);
        for (size_t i = 0; i < count; i++) {
            const struct gen_texture *want = &content.texture[i];
            cr_assert(texture[i].valid && texture[i].levels == want->levels);
            for (unsigned l = 0; l < want->levels; l++)
                cr_assert_arr_eq(texture[i].level[l], want->level[l],
                                 (size_t)(want->side >> l) * (want->side >> l));
            for (unsigned c = 0; c < 256; c++) /* CSM1 */
                cr_assert_arr_eq(texture[i].clut + 4 * ((c & 0xE7) | (c & 8) << 1 | (c & 16) >> 1),
                                 content.palette[want->palette].rgba[c], 4);
        }
        drop();
    }
}

Test(level_cases, settings_and_lod_distance_are_those_of_the_content)
{
    use(GEN_CASE_AVERAGES);
    const struct level_settings *s = level_settings(level);
    size_t count;
    cr_assert(s->present);
    cr_assert_arr_eq(s->background, content.settings.background, sizeof s->background);
    cr_assert_arr_eq(s->fog, content.settings.fog, sizeof s->fog);
    cr_assert_eq(s->fog_near, gen_float_bits(content.settings.fog_near));
    cr_assert_eq(s->fog_far, gen_float_bits(content.settings.fog_far));
    cr_assert_eq(s->near_intensity, gen_float_bits(content.settings.near_intensity));
    cr_assert_eq(s->far_intensity, gen_float_bits(content.settings.far_intensity));
    cr_assert_eq(s->death_height, gen_float_bits(content.settings.death_height));
    cr_assert_eq(level_blocks(level, &count)->lod_distance, gen_float_bits(12.0f));
}

Test(level_cases, owners_are_all_of_core_data_once_and_name_each_patch_and_texture)
{
    for (int which = 0; which < GEN_CASES; which++) {
        use((enum gen_case)which);
        size_t count, tfrags = 0, textures = 0;
        const struct level_owner *owner = level_owners(level, &count);
        uint32_t at = 0;
        for (size_t i = 0; i < count; i++) {
            cr_assert(owner[i].span.offset == at && owner[i].span.size > 0);
            at += owner[i].span.size;
            tfrags += owner[i].kind == LEVEL_OWNER_TFRAG;
            textures += owner[i].kind == LEVEL_OWNER_TEXTURE_TFRAG;
            cr_expect_neq(owner[i].kind, LEVEL_OWNER_UNKNOWN, "0x%x: 0x%x bytes", owner[i].span.offset,
                          owner[i].span.size);
        }
        cr_assert_eq(at, level_part(level, LEVEL_CORE_DATA).size);
        cr_assert_eq(tfrags, content.patches);
        cr_assert_eq(textures, content.textures);
        drop();
    }
}

/* Registers worked out by hand from LEVEL.md section 3.6. */
Test(level_cases, ad_gifs_are_loaded_as_registers)
{
    use(GEN_CASE_PLAIN);
    size_t count;
    const struct level_block *block = level_blocks(level, &count);
    const struct level_ad_gif *a = &block->patches[0].ad_gifs[0];
    const struct level_texture *t = &level_textures(level, LEVEL_TEXTURE_TFRAG, &count)[a->texture];
    uint8_t out[80];
    level_load_ad_gif(level, block, a, 0x2000, 0x2345, 0x2400, out);
    struct gen_bytes bytes = {out, sizeof out, 0};
    uint64_t tex0 = gen_get32(&bytes, 0) | (uint64_t)gen_get32(&bytes, 4) << 32;
    cr_assert_eq(tex0 & 0x3FFF, 0x2345);
    cr_assert_eq(tex0 >> 14 & 0x3F, 1);    /* 64 texels */
    cr_assert_eq(tex0 >> 20 & 0x3F, 0x13); /* PSMT8 */
    cr_assert_eq(tex0 >> 26 & 0xFF, 6 | 6 << 4);
    cr_assert_eq(tex0 >> 34 & 7, 1); /* TCC 1, MODULATE */
    cr_assert_eq(tex0 >> 37 & 0x3FFF, 0x2000 + (uint64_t)t->palette);
    cr_assert_eq(tex0 >> 51, UINT64_C(4) << 10); /* CLD 4, the rest 0 */
    cr_assert_eq(gen_get32(&bytes, 16), 3u << 2 | 1u << 5 | a->mmin << 6);
    cr_assert_eq((int32_t)gen_get32(&bytes, 20), a->k);
    cr_assert_eq(gen_get32(&bytes, 32), a->wms | a->wmt << 2 | a->texture << 24);
    uint64_t miptbp = gen_get32(&bytes, 48) | (uint64_t)gen_get32(&bytes, 52) << 32;
    cr_assert_eq(miptbp, 0x2400 | 1 << 14 | (uint64_t)(0x2000 + t->mip2) << 20 | UINT64_C(1) << 34 |
                             (uint64_t)(0x2000 + t->mip3) << 40 | UINT64_C(1) << 54);
    cr_assert_eq(gen_get32(&bytes, 64) | gen_get32(&bytes, 68), 0);
    /* What is not data stays: addresses, and the bias of the texture coordinates. */
    cr_assert(out[8] == 0x06 && out[24] == 0x14 && out[40] == 0x08 && out[56] == 0x34 && out[72] == 0x36);
    cr_assert_eq(gen_get32(&bytes, 28), 0x45000000);
}
