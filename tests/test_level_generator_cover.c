/* What the levels of our own making hold: that nothing of what a reader can meet is missing, that the sweep's
 * distances are what they say, and that the landscape has no cracks. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <path1/level.h>

#include "level_generator_cases.h"
#include "level_generator_landscape.h"
#include "level_generator_sheet.h"

static struct gen_content content;

static void teardown(void)
{
    gen_content_free(&content);
}

TestSuite(level_generator_cover, .fini = teardown, .timeout = 300);

/* ---- forms of patches ---- */

struct seen {
    bool indices[4], parents[4], extras[4]; /* by count modulo 4 */
    bool odd_positions, no_finer, base_only, spare;
    bool aliased_extras_01, aliased_extras_0;
    bool load_inside, kick_alone, kick_with_load, plain, odd_run, shortest, earlier_again;
    bool extras_in[GEN_TIERS], parent_common, parent_lod_01;
    bool negative_s, large_s, clamp[4], k_least, k_most, other_ad_gifs;
    bool negative_origin, one_level, three_levels, side[4], shared_palette;
};

static void see_strips(const struct gen_strips *strips, struct seen *s)
{
    unsigned loaded = 0;
    s->indices[strips->references % 4] = true;
    for (unsigned i = 0; i < strips->runs; i++) {
        const struct gen_run *run = &strips->run[i];
        s->load_inside |= i && !run->kick && run->ad_gif >= 0;
        s->kick_alone |= run->kick && run->ad_gif < 0;
        s->kick_with_load |= run->kick && run->ad_gif >= 0;
        s->plain |= !run->kick && run->ad_gif < 0;
        s->odd_run |= run->count % 2;
        s->shortest |= run->count == 3;
        if (run->ad_gif < 0)
            continue;
        s->earlier_again |= loaded >> run->ad_gif & 1;
        loaded |= 1u << run->ad_gif;
    }
}

static void see_tier(const struct gen_patch *patch, unsigned t, struct seen *s)
{
    const struct gen_tier *tier = &patch->tier[t];
    s->extras_in[t] |= tier->vertices > tier->positions;
    s->odd_positions |= tier->positions % 2;
    for (unsigned i = 0; i < tier->vertices; i++) {
        s->negative_s |= tier->vertex[i].s < 0;
        s->large_s |= tier->vertex[i].s > 4096;
        s->parent_common |= t == GEN_LOD_0 && tier->vertex[i].parent_1.tier == GEN_COMMON;
        s->parent_lod_01 |= t == GEN_LOD_0 && tier->vertex[i].parent_1.tier == GEN_LOD_01;
    }
    if (t != GEN_COMMON && tier->positions) {
        s->parents[tier->positions % 4] = true;
        s->extras[(tier->vertices - tier->positions) % 4] = true;
    }
}

static void see_patch(const struct gen_patch *patch, struct seen *s)
{
    struct gen_layout l;
    gen_layout(patch, &l);
    s->no_finer |= !l.lod_01_positions && !l.lod_0_positions;
    s->base_only |= patch->base_only;
    s->spare |= patch->spare > 0;
    s->aliased_extras_01 |= l.lod_01_positions && !l.lod_01_extras && l.lod_0_positions &&
                            l.extra_indices_lod_01 == l.parents_lod_0;
    s->aliased_extras_0 |= l.lod_0_positions && l.extra_indices_lod_0 == l.indices;
    s->negative_origin |= patch->origin[0] < 0 || patch->origin[1] < 0 || patch->origin[2] < 0;
    for (unsigned t = 0; t < GEN_TIERS; t++) {
        see_tier(patch, t, s);
        see_strips(&patch->lod[t], s);
    }
    for (unsigned i = 0; i < patch->ad_gifs; i++) {
        const struct gen_ad_gif *g = &patch->ad_gif[i];
        s->clamp[g->wms + 2 * g->wmt] = true;
        s->k_least |= g->k == -137;
        s->k_most |= g->k == -89;
    }
    s->other_ad_gifs |= patch->lod[2].run[0].ad_gif != patch->lod[0].run[0].ad_gif;
}

static void see_textures(struct seen *s)
{
    for (size_t i = 0; i < content.textures; i++) {
        const struct gen_texture *t = &content.texture[i];
        s->one_level |= t->levels == 1;
        s->three_levels |= t->levels == 3 && t->side == 32;
        for (unsigned k = 0; k < 4; k++)
            s->side[k] |= t->side == 32u << k;
        for (size_t j = 0; j < i; j++)
            s->shared_palette |= content.texture[j].palette == t->palette;
    }
}

Test(level_generator_cover, every_form_of_patch_strip_and_texture_occurs)
{
    struct seen seen;
    memset(&seen, 0, sizeof seen);
    for (enum gen_case which = 0; which < GEN_CASE_LANDSCAPE; which++) {
        gen_make_case(which, &content);
        for (size_t i = 0; i < content.patches; i++)
            see_patch(&content.patch[i], &seen);
        see_textures(&seen);
        gen_content_free(&content);
    }
    /* The struct holds nothing but what must be true. */
    const bool *all = (const bool *)&seen;
    for (size_t i = 0; i < sizeof seen; i++)
        cr_expect(all[i], "member %zu of struct seen", i);
}

/* ---- the sweep: LEVEL.md section 6.2, in whole raw units ---- */

static unsigned entry_of(const struct gen_patch *patch)
{
    int32_t sphere[4], unit = (int32_t)content.lod_distance * 2048;
    gen_patch_sphere(patch, sphere);
    int32_t depth = sphere[1] - gen_sweep_camera[1], near = depth - sphere[3], far = depth + sphere[3];
    if (patch->base_only || near >= 3 * unit)
        return 0x06;
    if (far >= 3 * unit)
        return 0x08;
    if (near >= 2 * unit)
        return 0x0A;
    if (far >= 2 * unit)
        return 0x0E;
    return far >= unit ? 0x10 : 0x14;
}

Test(level_generator_cover, the_sweep_has_a_patch_for_every_entry_of_the_microprogram)
{
    gen_make_case(GEN_CASE_SWEEP, &content);
    cr_assert_eq(content.patches, GEN_SWEEP + GEN_SWEEP_EDGES);
    for (unsigned i = 0; i < GEN_SWEEP; i++) {
        cr_expect_eq(entry_of(&content.patch[i]), gen_sweep_entry[i], "patch %u: %x", i,
                     entry_of(&content.patch[i]));
        cr_expect(i == 0 || gen_sweep_entry[i] <= gen_sweep_entry[i - 1]);
    }
}

/* ---- light: the formula of LEVEL.md section 7.4 in ordinary floats ---- */

static float table(unsigned angle, unsigned which)
{
    float value;
    memcpy(&value, &gen_normals[angle][which], sizeof value);
    return value;
}

static void light_of(const struct gen_light *light, double rgba[4])
{
    double az[2] = {table(light->azimuth, 0), table(light->azimuth, 1)};
    double el[2] = {table(light->elevation, 0), table(light->elevation, 1)};
    double normal[3] = {-az[0] * el[0], -az[1] * el[0], -el[1]};
    for (unsigned i = 0; i < 3; i++)
        rgba[i] = (light->colour >> 5 * i & 31) * 8;
    rgba[3] = light->colour >> 15 ? 128 : 0;
    double t = (light->select >> 8) / 256.0;
    const struct gen_light_set *x = &content.light_set[light->select & 15];
    const struct gen_light_set *y = &content.light_set[light->select >> 4 & 15];
    for (unsigned half = 0; half < 2; half++) {
        const float *cx = half ? x->b : x->a, *dx = half ? x->direction_b : x->direction_a;
        const float *cy = half ? y->b : y->a, *dy = half ? y->direction_b : y->direction_a;
        double d[3], dot = 0, length = 0, back = cx[3] * (1 - t) + cy[3] * t;
        for (unsigned i = 0; i < 3; i++) {
            d[i] = dx[i] * (1 - t) + dy[i] * t;
            length += d[i] * d[i];
            dot += normal[i] * d[i];
        }
        /* Blended directions are made unit vectors again. */
        for (double root = 1; t > 0 && length > 0;) {
            double next = (root + length / root) / 2;
            if (next >= root && root * root <= length * (1 + 1e-12)) {
                dot /= root;
                break;
            }
            root = next;
        }
        dot = dot < dot * back ? dot * back : dot;
        for (unsigned i = 0; i < 3; i++)
            rgba[i] += 128 * dot * (cx[i] * (1 - t) + cy[i] * t);
    }
}

Test(level_generator_cover, lit_colours_are_within_two_steps_of_the_formula)
{
    struct gen_bytes file = {0};
    struct trace_error error;
    unsigned lit = 0;
    gen_make_case(GEN_CASE_MANY, &content);
    gen_make(&content, &file);
    struct level *level = level_open_memory("many", file.data, file.size, &error);
    cr_assert_not_null(level, "%s", error.text);
    size_t blocks;
    const struct level_block *block = level_blocks(level, &blocks);
    for (size_t i = 0; i < content.patches; i++)
        for (unsigned t = 0, number = 0; t < GEN_TIERS; t++)
            for (unsigned k = 0; k < content.patch[i].tier[t].positions; k++, number++) {
                const uint8_t *found = block->patches[i].colours + 4 * number;
                double expected[4];
                light_of(&content.patch[i].tier[t].light[k], expected);
                for (unsigned c = 0; c < 4; c++) {
                    double e = expected[c] > 255 ? 255 : expected[c];
                    /* Each of two lights is cut to a whole step, and so is what a light takes away. */
                    if (e >= 2)
                        cr_expect(found[c] < e + 1.01 && found[c] > e - 2.01,
                                  "patch %zu position %u: %u for %f", i, number, found[c], expected[c]);
                }
                lit++;
            }
    cr_expect_gt(lit, 200);
    level_close(level);
    gen_bytes_free(&file);
}

/* ---- the landscape ---- */

enum { SIDE = GEN_MAP_SIDE + 1 };

struct corner {
    bool seen;
    int32_t z;
    uint8_t tier;
};

/* The ground's patches come first, and each begins with its sheet. */
Test(level_generator_cover, neighbours_of_the_landscape_share_the_heights_and_tiers_of_their_edges)
{
    static struct corner corner[SIDE][SIDE];
    gen_make_case(GEN_CASE_LANDSCAPE, &content);
    unsigned patches = GEN_MAP_SIDE / GEN_PATCH_COLUMNS * (GEN_MAP_SIDE / GEN_PATCH_ROWS);
    cr_assert_gt(content.patches, patches);
    for (unsigned i = 0; i < patches; i++)
        for (unsigned t = 0; t < GEN_TIERS; t++)
            for (unsigned k = 0; k < content.patch[i].tier[t].positions; k++) {
                const struct gen_patch *p = &content.patch[i];
                int32_t at[3];
                for (unsigned a = 0; a < 3; a++)
                    at[a] = p->origin[a] + p->tier[t].position[k][a];
                cr_assert(at[0] % GEN_MAP_QUAD == 0 && at[1] % GEN_MAP_QUAD == 0);
                struct corner *c = &corner[at[1] / GEN_MAP_QUAD][at[0] / GEN_MAP_QUAD];
                cr_expect(!c->seen || (c->z == at[2] && c->tier == t));
                *c = (struct corner){true, at[2], (uint8_t)t};
            }
    for (unsigned i = 0; i < SIDE * SIDE; i++)
        cr_expect(corner[i / SIDE][i % SIDE].seen);
}

/* Where a finer level of detail ends, its odd vertices have moved to the middle of two even ones. */
Test(level_generator_cover, second_parents_lie_opposite_to_first_ones)
{
    gen_make_case(GEN_CASE_LANDSCAPE, &content);
    for (size_t i = 0; i < content.patches; i++)
        for (unsigned t = 1; t < GEN_TIERS; t++)
            for (unsigned k = 0; k < content.patch[i].tier[t].positions; k++) {
                const struct gen_tier *tier = content.patch[i].tier;
                const struct gen_vertex *v = &tier[t].vertex[k];
                const int16_t *one = tier[v->parent_1.tier].position[v->parent_1.index];
                const int16_t *two = tier[v->parent_2.tier].position[v->parent_2.index];
                for (unsigned a = 0; a < 2; a++)
                    cr_assert_eq(one[a] + two[a], 2 * tier[t].position[k][a]);
            }
}

/* Two frame buffers of 512 x 416 and a Z buffer leave 256-byte blocks behind: 3328 each of 16384. */
Test(level_generator_cover, textures_of_every_level_fit_into_gs_memory_beside_the_frame)
{
    for (enum gen_case which = 0; which < GEN_CASES; which++) {
        struct gen_totals totals;
        gen_make_case(which, &content);
        gen_count(&content, &totals);
        cr_expect_leq(totals.gs_blocks, 16384 - 3 * 3328, "%s: %u blocks", gen_case_name(which),
                      totals.gs_blocks);
        gen_content_free(&content);
    }
}
