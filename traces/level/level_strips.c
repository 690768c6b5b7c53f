/* Strip lists: what they make the VU program do. Source: LEVEL.md section 5.3. */
#include <inttypes.h>
#include <string.h>

#include "level_patch.h"

enum {
    RUN_BIAS = 128,
    SHORTEST_RUN = 3,
    LONGEST_RUN = 127,
    AD_GIF_QUADWORDS = 5,
    LOAD_QUADWORDS = 6, /* tag and ad-gif */
};

static struct level_strip_step step_of(const struct level_strip *strip, unsigned number, unsigned first)
{
    struct level_strip_step step = {LEVEL_STRIP_RUN, false, -1, first, 0};
    if (number > 0 && strip->count >= 0) {
        step.count = (unsigned)strip->count;
        if (!step.count)
            step = (struct level_strip_step){LEVEL_STRIP_END, true, -1, first, 0};
        return step;
    }
    step.count = (unsigned)(strip->count + RUN_BIAS);
    step.kick = number > 0 && strip->flag < 0;
    /* A record that kicks loads only if it names an ad-gif. */
    if (!step.kick || strip->ad_gif >= 0)
        step.ad_gif = strip->ad_gif / AD_GIF_QUADWORDS;
    return step;
}

struct level_strip_step level_strip_step(const struct level_patch *patch, unsigned lod, unsigned number,
                                         unsigned first)
{
    return step_of(&patch->strips[lod][number], number, first);
}

struct walk {
    unsigned first;  /* index bytes used */
    unsigned packet; /* quadwords of the open GS packet */
    unsigned triangles;
};

static bool check_load(struct level_patch_reader *r, const struct level_strip *strip, unsigned lod,
                       unsigned number, uint32_t offset)
{
    bool good = strip->ad_gif >= 0 && strip->ad_gif % AD_GIF_QUADWORDS == 0 &&
                (unsigned)strip->ad_gif / AD_GIF_QUADWORDS < r->patch->ad_gif_count;
    return level_patch_check(r, LEVEL_CHECK_PATCH_STRIPS, good, offset + 2,
                             "LOD %u record %u: expected a multiple of 5 below %u, found %d", lod, number,
                             AD_GIF_QUADWORDS * r->patch->ad_gif_count, strip->ad_gif);
}

/* One record that is not the end. */
static bool walk_run(struct level_patch_reader *r, struct walk *walk, const struct level_strip *strip,
                     unsigned lod, unsigned number, unsigned limit, uint32_t offset)
{
    struct level_strip_step step = step_of(strip, number, walk->first);
    bool loads = !step.kick ? number == 0 || strip->count < 0 : strip->ad_gif >= 0;
    if (loads && !check_load(r, strip, lod, number, offset))
        return false;
    bool good = (number > 0 || strip->count < 0) && step.count >= SHORTEST_RUN && step.count <= LONGEST_RUN &&
                step.count <= limit - walk->first;
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_STRIPS, good, offset,
                           "LOD %u record %u: expected a run of 3 to 127 of the %u indices left, found %d",
                           lod, number, limit - walk->first, (int)step.count))
        return false;
    walk->first += step.count;
    walk->triangles += step.count - 2;
    walk->packet = (step.kick ? 0 : walk->packet) + (loads ? LOAD_QUADWORDS : 0) + 1 + 3 * step.count;
    return level_patch_check(r, LEVEL_CHECK_PATCH_PACKETS, walk->packet <= LEVEL_PACKET_QUADWORDS, offset,
                             "LOD %u record %u: expected at most 176 quadwords, found %u", lod, number,
                             walk->packet);
}

static bool read_strips(struct level_patch_reader *r, unsigned lod)
{
    struct level_piece piece = r->pieces.strips[lod];
    unsigned limit = 4 * r->pieces.indices[lod].num, number = 0;
    struct level_strip *strips = level_keep(r->level, piece.num, sizeof *strips);
    if (!strips)
        return false;
    memcpy(strips, r->bytes.data + piece.offset, piece.num * sizeof *strips);
    struct walk walk = {0};
    while (number < piece.num && (number == 0 || strips[number].count != 0)) {
        if (!walk_run(r, &walk, &strips[number], lod, number, limit, piece.offset + 4 * number))
            return false;
        number++;
    }
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_STRIPS, number > 0 && number + 1 == piece.num,
                           piece.offset + 4 * number,
                           "LOD %u: expected a 0 in the last of %" PRIu32 " records, found the end behind %u",
                           lod, piece.num, number) ||
        !level_patch_check(r, LEVEL_CHECK_PATCH_STRIPS, (walk.first + 3) / 4 * 4 == limit,
                           r->pieces.indices[lod].offset, "LOD %u: expected %u index bytes, found %u", lod,
                           (walk.first + 3) / 4 * 4, limit))
        return false;
    r->patch->strips[lod] = strips;
    r->patch->strip_count[lod] = number + 1;
    r->patch->index_count[lod] = walk.first;
    r->patch->triangle_count[lod] = walk.triangles;
    return true;
}

static bool read_indices(struct level_patch_reader *r, unsigned lod)
{
    struct level_patch *patch = r->patch;
    uint8_t *indices = level_keep(r->level, patch->index_count[lod], 1);
    if (!indices)
        return false;
    memcpy(indices, r->bytes.data + r->pieces.indices[lod].offset, patch->index_count[lod]);
    patch->indices[lod] = indices;
    unsigned limit = 0;
    for (unsigned tier = 0; tier < LEVEL_LODS - lod; tier++)
        limit += patch->tier_infos[tier];
    for (unsigned i = 0; i < patch->index_count[lod]; i++)
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_INDICES, indices[i] < limit,
                               r->pieces.indices[lod].offset + i,
                               "LOD %u: expected an index below %u, found %u", lod, limit, indices[i]))
            return false;
    return true;
}

bool level_patch_strips(struct level_patch_reader *r)
{
    for (unsigned lod = 0; lod < LEVEL_LODS; lod++) {
        bool there = r->pieces.strips[lod].num && r->pieces.indices[lod].num;
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_UNPACKS, there, r->patch->offset,
                               "LOD %u: expected strips and indices, found none", lod) ||
            !read_strips(r, lod) || !read_indices(r, lod))
            return false;
    }
    unsigned found = r->patch->triangle_count[0];
    return level_patch_check(r, LEVEL_CHECK_PATCH_TRIANGLES, r->patch->header.tri_count == found,
                             r->patch->offset + 0x3D, "expected %u, the triangles of LOD 0, found %u", found,
                             r->patch->header.tri_count);
}
