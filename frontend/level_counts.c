/* Counting what a level has, and what is known of the retail disc. Source of the numbers: LEVEL.md section 9
 * and the sections that it sums up, measured on a Ratchet & Clank 2 disc. */
#include <stdlib.h>
#include <string.h>

#include "level.h"
#include "report.h"

static void count_strips(const struct level_patch *patch, struct level_counts *counts)
{
    for (unsigned lod = 0; lod < LEVEL_LODS; lod++) {
        unsigned first = 0;
        for (unsigned i = 0; i < patch->strip_count[lod]; i++) {
            struct level_strip_step step = level_strip_step(patch, lod, i, first);
            first += step.count;
            if (step.kind == LEVEL_STRIP_END)
                continue;
            counts->kicks += step.kick;
            counts->kick_loads += step.kick && step.ad_gif >= 0;
            counts->loads += !step.kick && step.ad_gif >= 0;
        }
        counts->triangles[lod] += patch->triangle_count[lod];
    }
}

static void count_patch(const struct level_patch *patch, struct level_counts *counts, bool *used)
{
    counts->patches++;
    counts->valid_patches += patch->valid;
    counts->positions += patch->position_count;
    counts->lit += patch->lit ? patch->position_count : 0;
    counts->ad_gifs += patch->ad_gif_count;
    for (int tier = 0; tier < LEVEL_TIERS; tier++)
        counts->infos[tier] += patch->tier_infos[tier];
    for (unsigned i = 0; i < patch->ad_gif_count; i++)
        used[patch->ad_gifs[i].texture] = true;
    for (unsigned i = 0; i < patch->position_count; i++) {
        const int16_t local[3] = {patch->positions[i].x, patch->positions[i].y, patch->positions[i].z};
        for (int k = 0; k < 3; k++) {
            int64_t world = (int64_t)patch->origin[k] + local[k];
            counts->least[k] = world < counts->least[k] ? world : counts->least[k];
            counts->most[k] = world > counts->most[k] ? world : counts->most[k];
        }
    }
    count_strips(patch, counts);
}

void level_count(const struct level *level, struct level_counts *counts)
{
    *counts = (struct level_counts){.least = {INT64_MAX, INT64_MAX, INT64_MAX},
                                    .most = {INT64_MIN, INT64_MIN, INT64_MIN}};
    const struct level_core *core = level_core(level);
    size_t blocks;
    const struct level_block *block = level_blocks(level, &blocks);
    size_t count = core->textures[LEVEL_TEXTURE_TFRAG].count;
    bool *used = reallocate(NULL, count + 1, sizeof *used);
    memset(used, 0, (count + 1) * sizeof *used);
    /* Chunks repeat what the core has. */
    for (uint32_t i = 0; blocks && block->part == LEVEL_CORE_DATA && i < block->patch_count; i++)
        count_patch(&block->patches[i], counts, used);
    for (size_t i = 0; i < count; i++)
        counts->textures_used += used[i];
    free(used);
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        counts->classes[kind] = core->classes[kind].count;
    for (int kind = 0; kind < LEVEL_TEXTURE_KINDS; kind++) {
        const struct level_texture *texture = level_textures(level, (enum level_texture_kind)kind, &count);
        counts->textures[kind] = count;
        for (size_t i = 0; i < count; i++) {
            counts->valid_textures[kind] += texture[i].valid;
            if (kind == LEVEL_TEXTURE_TFRAG && texture[i].valid)
                counts->texture_levels[texture[i].levels - 1]++;
        }
    }
}

void level_counts_add(struct level_counts *sum, const struct level_counts *more)
{
    sum->patches += more->patches;
    sum->valid_patches += more->valid_patches;
    sum->positions += more->positions;
    sum->lit += more->lit;
    sum->ad_gifs += more->ad_gifs;
    sum->loads += more->loads;
    sum->kicks += more->kicks;
    sum->kick_loads += more->kick_loads;
    sum->textures_used += more->textures_used;
    for (int i = 0; i < LEVEL_TIERS; i++)
        sum->infos[i] += more->infos[i];
    for (int i = 0; i < LEVEL_LODS; i++)
        sum->triangles[i] += more->triangles[i];
    for (int i = 0; i < LEVEL_CLASS_KINDS; i++)
        sum->classes[i] += more->classes[i];
    for (int i = 0; i < LEVEL_TEXTURE_KINDS; i++) {
        sum->textures[i] += more->textures[i];
        sum->valid_textures[i] += more->valid_textures[i];
    }
}

/* ---- the retail disc ---- */

static uint64_t extent_size(const struct level *level, const char *name)
{
    size_t count;
    const struct level_extent *extent = level_extents(level, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(extent[i].name, name) == 0)
            return extent[i].size;
    return 0;
}

static unsigned add(struct level_known *known, unsigned count, const char *what, uint64_t expected,
                    uint64_t found)
{
    known[count] = (struct level_known){what, expected, found};
    return count + 1;
}

static unsigned known_of_level_0(const struct level *level, const struct level_counts *counts,
                                 struct level_known *known)
{
    struct level_bytes core = level_part(level, LEVEL_CORE_DATA);
    const struct {
        const char *what;
        uint64_t expected, found;
    } list[] = {
        {"bytes of the data extent", 13279232, extent_size(level, "data")},
        {"bytes of the core index", 31600, extent_size(level, "core index")},
        {"bytes of gs_ram", 518656, extent_size(level, "gs_ram")},
        {"bytes of core data, compressed", 9738678, extent_size(level, "core data")},
        {"bytes of core data", 16969296, core.size},
        {"bytes of the sound bank", 1503232, extent_size(level, "sound bank")},
        {"bytes of the gameplay extent", 659456, extent_size(level, "gameplay")},
        {"moby classes", 238, counts->classes[LEVEL_MOBY]},
        {"tie classes", 74, counts->classes[LEVEL_TIE]},
        {"shrub classes", 7, counts->classes[LEVEL_SHRUB]},
        {"tfrag textures", 93, counts->textures[LEVEL_TEXTURE_TFRAG]},
        {"patches", 833, counts->patches},
        {"positions", 80274, counts->positions},
        {"offset of occlusion", 2117888, level_core(level)->occlusion},
        {"offset of the sky", 2192576, level_core(level)->sky},
        {"offset of the normal table", 0xB650C, level_lighting(level)->normals_offset},
    };
    unsigned count = 0;
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
        count = add(known, count, list[i].what, list[i].expected, list[i].found);
    return count;
}

unsigned level_known_of(const struct level *level, const struct level_counts *counts,
                        struct level_known known[LEVEL_KNOWN_LIMIT])
{
    if (!level_core(level)->from_container)
        return 0;
    uint64_t normals = level_lighting(level)->normals_offset;
    switch (level_core(level)->level_id) {
    case 0:
        return known_of_level_0(level, counts, known);
    case 5:
        return add(known, 0, "offset of the normal table", 0xCCA30, normals);
    case 24:
        return add(known, 0, "bytes of the data extent", 2102 * 2048, extent_size(level, "data"));
    case 26:
        return add(known, 0, "offset of the normal table", 0xB6284, normals);
    default:
        return 0;
    }
}

unsigned level_known_of_disc(const struct level_counts *sum, struct level_known known[LEVEL_KNOWN_LIMIT])
{
    const struct level_known list[] = {
        {"moby classes", 5796, sum->classes[LEVEL_MOBY]},
        {"tie classes", 1864, sum->classes[LEVEL_TIE]},
        {"shrub classes", 358, sum->classes[LEVEL_SHRUB]},
        {"tfrag textures", 1595, sum->textures[LEVEL_TEXTURE_TFRAG]},
        {"tfrag textures that ad-gifs name", 1429, sum->textures_used},
        {"patches", 18102, sum->patches},
        {"positions", 821439, sum->positions},
        {"triangles of LOD 0", 809879, sum->triangles[0]},
        {"ad-gifs", 47950, sum->ad_gifs},
        {"vertex infos, common", 516492, sum->infos[LEVEL_COMMON]},
        {"vertex infos, LOD-01", 29043, sum->infos[LEVEL_LOD_01]},
        {"vertex infos, LOD-0", 341306, sum->infos[LEVEL_LOD_0_TIER]},
    };
    memcpy(known, list, sizeof list);
    return sizeof list / sizeof list[0];
}
