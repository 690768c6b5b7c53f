#include "level_generator.h"

#include <stdlib.h>
#include <string.h>

enum { AD_GIF_PACKET = 6, LEAST_STRIP = 3, MOST_STRIP = 127 };

struct gen_ref gen_add_position(struct gen_patch *patch, unsigned tier, const int16_t position[3],
                                const struct gen_light *light, int16_t s, int16_t t)
{
    struct gen_tier *to = &patch->tier[tier];
    gen_require(to->positions < GEN_POSITIONS && to->positions == to->vertices);
    unsigned i = to->positions++;
    to->vertices++;
    memcpy(to->position[i], position, sizeof to->position[i]);
    to->light[i] = *light;
    to->vertex[i] = (struct gen_vertex){.s = s, .t = t, .position = (uint8_t)i};
    return (struct gen_ref){(uint8_t)tier, (uint8_t)i};
}

void gen_set_parents(struct gen_patch *patch, struct gen_ref vertex, struct gen_ref parent_1,
                     struct gen_ref parent_2)
{
    struct gen_vertex *v = &patch->tier[vertex.tier].vertex[vertex.index];
    v->parent_1 = parent_1;
    v->parent_2 = parent_2;
}

struct gen_ref gen_add_extra(struct gen_patch *patch, struct gen_ref primary, int16_t s, int16_t t)
{
    struct gen_tier *tier = &patch->tier[primary.tier];
    gen_require(tier->vertices < GEN_VERTICES);
    struct gen_vertex extra = tier->vertex[primary.index];
    extra.s = s;
    extra.t = t;
    tier->vertex[tier->vertices] = extra;
    return (struct gen_ref){primary.tier, (uint8_t)tier->vertices++};
}

unsigned gen_add_ad_gif(struct gen_patch *patch, const struct gen_ad_gif *ad_gif)
{
    for (unsigned i = 0; i < patch->ad_gifs; i++) {
        const struct gen_ad_gif *have = &patch->ad_gif[i];
        if (have->texture == ad_gif->texture && have->k == ad_gif->k && have->mmin == ad_gif->mmin &&
            have->wms == ad_gif->wms && have->wmt == ad_gif->wmt)
            return i;
    }
    gen_require(patch->ad_gifs < GEN_AD_GIFS);
    patch->ad_gif[patch->ad_gifs] = *ad_gif;
    return patch->ad_gifs++;
}

void gen_add_run(struct gen_strips *strips, int ad_gif, bool kick, const struct gen_ref *reference,
                 unsigned count)
{
    gen_require(strips->runs < GEN_RUNS && strips->references + count <= GEN_REFERENCES);
    gen_require(count >= LEAST_STRIP && count <= MOST_STRIP);
    strips->run[strips->runs++] = (struct gen_run){(int8_t)ad_gif, kick, (uint8_t)count};
    memcpy(strips->reference + strips->references, reference, count * sizeof *reference);
    strips->references = (uint16_t)(strips->references + count);
}

unsigned gen_open_packet(const struct gen_strips *strips)
{
    unsigned size = 0;
    for (unsigned i = 0; i < strips->runs; i++) {
        const struct gen_run *run = &strips->run[i];
        size = (run->kick ? 0 : size) + (run->ad_gif >= 0 ? AD_GIF_PACKET : 0u) + 1 + 3u * run->count;
    }
    return size;
}

void gen_add_strip(struct gen_strips *strips, unsigned ad_gif, const struct gen_ref *reference,
                   unsigned count, unsigned limit)
{
    int loaded = -1;
    for (unsigned i = 0; i < strips->runs; i++)
        loaded = strips->run[i].ad_gif >= 0 ? strips->run[i].ad_gif : loaded;
    bool load = loaded != (int)ad_gif;
    unsigned size = (load ? AD_GIF_PACKET : 0u) + 1 + 3 * count;
    bool kick = strips->runs && gen_open_packet(strips) + size > limit;
    gen_add_run(strips, load ? (int)ad_gif : -1, kick, reference, count);
}

/* ---- numbers and addresses ---- */

unsigned gen_vertex_number(const struct gen_patch *patch, struct gen_ref vertex)
{
    unsigned number = vertex.index;
    for (unsigned t = 0; t < vertex.tier; t++)
        number += patch->tier[t].vertices;
    return number;
}

unsigned gen_position_number(const struct gen_patch *patch, struct gen_ref position)
{
    unsigned number = position.index;
    for (unsigned t = 0; t < position.tier; t++)
        number += patch->tier[t].positions;
    return number;
}

static unsigned quads(unsigned count)
{
    return (count + 3) / 4;
}

void gen_layout(const struct gen_patch *patch, struct gen_layout *layout)
{
    const struct gen_tier *tier = patch->tier;
    unsigned positions = 0, indices = 0, strips = 0;
    unsigned extras[GEN_TIERS], at = 9 + 5u * patch->ad_gifs;
    for (unsigned i = 0; i < GEN_TIERS; i++) {
        const struct gen_strips *lod = &patch->lod[i];
        positions += tier[i].positions;
        extras[i] = (unsigned)(tier[i].vertices - tier[i].positions);
        indices = lod->references > indices ? lod->references : indices;
        strips = lod->runs + 1u > strips ? lod->runs + 1u : strips;
    }
    *layout = (struct gen_layout){.common_positions = tier[0].positions,
                                  .common_extras = (uint16_t)extras[0],
                                  .lod_01_positions = tier[1].positions,
                                  .lod_01_extras = (uint16_t)extras[1],
                                  .lod_0_positions = tier[2].positions,
                                  .lod_0_extras = (uint16_t)extras[2],
                                  .ad_gifs = 9};
    layout->positions = (uint16_t)at;
    /* Colours come in fours, so up to three behind the last position are written. */
    at += 2 * (positions + (4 - positions % 4) % 4) + patch->spare;
    layout->vertices_common = (uint16_t)at;
    layout->extras_common = (uint16_t)(at + tier[0].positions);
    layout->vertices_lod_01 = (uint16_t)(at += tier[0].vertices);
    layout->extras_lod_01 = (uint16_t)(at + tier[1].positions);
    layout->vertices_lod_0 = (uint16_t)(at += tier[1].vertices);
    layout->extras_lod_0 = (uint16_t)(at + tier[2].positions);
    layout->parents_lod_01 = (uint16_t)(at += tier[2].vertices);
    layout->extra_indices_lod_01 = (uint16_t)(at += quads(tier[1].positions));
    layout->parents_lod_0 = (uint16_t)(at += quads(extras[1]));
    layout->extra_indices_lod_0 = (uint16_t)(at += quads(tier[2].positions));
    layout->indices = (uint16_t)(at += quads(extras[2]));
    layout->strips = (uint16_t)(at += quads(indices));
    layout->end = (uint16_t)(at + strips);
}

/* ---- limits ---- */

static const char *tier_fault(const struct gen_patch *patch, unsigned t)
{
    const struct gen_tier *tier = &patch->tier[t];
    for (unsigned i = 0; i < tier->vertices && t != GEN_COMMON; i++) {
        const struct gen_vertex *v = &tier->vertex[i];
        /* In the pass over LOD-01 only common ones are transformed; LOD-0's may use both. */
        if (v->parent_1.tier >= t || v->parent_2.tier >= t)
            return "parents of a coarser tier";
        if (v->parent_1.index >= patch->tier[v->parent_1.tier].vertices ||
            v->parent_2.index >= patch->tier[v->parent_2.tier].positions)
            return "parents that exist";
    }
    return NULL;
}

static const char *strips_fault(const struct gen_patch *patch, unsigned lod)
{
    const struct gen_strips *strips = &patch->lod[lod];
    unsigned size = 0, at = 0, triangles = 0;
    for (unsigned i = 0; i < strips->runs; i++) {
        const struct gen_run *run = &strips->run[i];
        if (i == 0 && (run->ad_gif < 0 || run->kick))
            return "an ad-gif first";
        if (run->ad_gif >= patch->ad_gifs)
            return "ad-gifs that exist";
        size = (run->kick ? 0 : size) + (run->ad_gif >= 0 ? AD_GIF_PACKET : 0u) + 1 + 3u * run->count;
        if (size > GEN_PACKET_LIMIT)
            return "176 quadwords of a packet";
        at += run->count;
        triangles += run->count - 2u;
    }
    for (unsigned i = 0; i < strips->references; i++) {
        struct gen_ref r = strips->reference[i];
        if (r.tier + lod > 2 || r.index >= patch->tier[r.tier].vertices)
            return "vertex infos of the level of detail";
    }
    if (at != strips->references)
        return "runs that take every reference";
    return triangles > 255 ? "255 triangles" : NULL;
}

const char *gen_patch_fault(const struct gen_patch *patch)
{
    const struct gen_tier *tier = patch->tier;
    struct gen_layout layout;
    const char *fault = NULL;
    gen_layout(patch, &layout);
    if (layout.end > GEN_VU_LIMIT)
        return "148h quadwords of VU memory";
    if (tier[0].positions + tier[1].positions + tier[2].positions > GEN_POSITIONS)
        return "127 positions";
    if (tier[0].vertices + tier[1].vertices + tier[2].vertices > GEN_VERTICES)
        return "256 vertex infos";
    for (unsigned i = 0; i < GEN_TIERS && !fault; i++) {
        fault = tier_fault(patch, i);
        if (!fault)
            fault = strips_fault(patch, i);
    }
    return fault;
}

static uint64_t root_up(uint64_t square)
{
    uint64_t root = 0;
    for (uint64_t bit = (uint64_t)1 << 31; bit; bit >>= 1)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root * root < square ? root + 1 : root;
}

void gen_patch_sphere(const struct gen_patch *patch, int32_t sphere[4])
{
    int32_t low[3] = {INT32_MAX, INT32_MAX, INT32_MAX}, high[3] = {INT32_MIN, INT32_MIN, INT32_MIN};
    uint64_t most = 0;
    for (unsigned t = 0; t < GEN_TIERS; t++)
        for (unsigned i = 0; i < patch->tier[t].positions; i++)
            for (unsigned a = 0; a < 3; a++) {
                int32_t p = patch->tier[t].position[i][a];
                low[a] = p < low[a] ? p : low[a];
                high[a] = p > high[a] ? p : high[a];
            }
    for (unsigned a = 0; a < 3; a++)
        sphere[a] = low[a] + (high[a] - low[a]) / 2;
    for (unsigned t = 0; t < GEN_TIERS; t++)
        for (unsigned i = 0; i < patch->tier[t].positions; i++) {
            uint64_t square = 0;
            for (unsigned a = 0; a < 3; a++) {
                int64_t d = (int64_t)patch->tier[t].position[i][a] - sphere[a];
                square += (uint64_t)(d * d);
            }
            most = square > most ? square : most;
        }
    for (unsigned a = 0; a < 3; a++)
        sphere[a] += patch->origin[a];
    sphere[3] = (int32_t)root_up(most);
}
