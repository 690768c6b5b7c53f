/* Positions, vertex infos, ad-gifs and index bytes out of a patch's lists. Source: LEVEL.md 3.6, 4.5, 4.6. */
#include <inttypes.h>
#include <string.h>

#include <path1/ee_fpu.h>

#include "../trace_bytes.h"
#include "level_patch.h"

enum {
    AD_GIF_BYTES = 80,
    INFO_LIMIT = 256,
    K_LEAST = -137,
    K_MOST = -89,
    MMIN_LINEAR_MIPMAP_NEAREST = 4,
    /* Slack of bounding spheres, raw units: a sixteenth of a world unit, and 1/256 of the radius. */
    SPHERE_SLACK = 64,
};

static const uint8_t *at(const struct level_patch_reader *r, struct level_piece piece)
{
    return r->bytes.data + piece.offset;
}

/* ---- positions ---- */

static bool check_counts(struct level_patch_reader *r)
{
    const struct level_vu_header *vu = &r->patch->vu;
    const struct level_patch_header *h = &r->patch->header;
    unsigned total = 0;
    for (int tier = 0; tier < LEVEL_TIERS; tier++) {
        uint32_t num = r->pieces.positions[tier].num;
        if (!level_patch_check(
                r, LEVEL_CHECK_PATCH_UNPACKS, num == vu->positions[tier], r->pieces.header.offset,
                "tier %d: expected %u positions unpacked, found %" PRIu32, tier, vu->positions[tier], num))
            return false;
        total += num;
    }
    r->patch->position_count = total;
    return level_patch_check(r, LEVEL_CHECK_PATCH_VERTICES, h->vert_count == total, r->patch->offset + 0x3C,
                             "expected %u, the positions of all tiers, found %u", total, h->vert_count);
}

static bool check_origin(struct level_patch_reader *r)
{
    uint32_t stored = r->patch->data + r->patch->header.light_ofs, row[4];
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_ORIGIN, level_inside(stored, 16, r->bytes.size), stored,
                           "expected an origin, found the end of the block"))
        return false;
    for (int i = 0; i < 4; i++) {
        row[i] = trace_load32(r->bytes.data + stored + 4 * (uint32_t)i);
        memcpy(&r->patch->origin[i], &row[i], 4);
    }
    for (int tier = 0; tier < LEVEL_TIERS; tier++) {
        const uint32_t *found = r->pieces.origin[tier];
        if (r->pieces.positions[tier].num &&
            !level_patch_check(r, tier ? LEVEL_CHECK_PATCH_ORIGINS : LEVEL_CHECK_PATCH_ORIGIN,
                               memcmp(found, row, sizeof row) == 0, r->pieces.positions[tier].offset,
                               "tier %d: expected the row %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32
                               " of light_ofs, found %" PRIx32 " %" PRIx32 " %" PRIx32 " %" PRIx32,
                               tier, row[0], row[1], row[2], row[3], found[0], found[1], found[2], found[3]))
            return false;
    }
    return true;
}

/* Truncated to raw units; saturates. */
static int64_t fixed(uint32_t word)
{
    return (int32_t)ee_fpu_to_fixed(word, 0);
}

static bool check_sphere(struct level_patch_reader *r)
{
    const uint32_t *sphere = r->patch->header.bsphere;
    const int32_t *origin = r->patch->origin;
    int64_t radius = fixed(sphere[3]);
    radius += radius / 256 + SPHERE_SLACK;
    for (unsigned i = 0; i < r->patch->position_count; i++) {
        const struct level_position *p = &r->patch->positions[i];
        const int64_t d[3] = {(int64_t)origin[0] + p->x - fixed(sphere[0]),
                              (int64_t)origin[1] + p->y - fixed(sphere[1]),
                              (int64_t)origin[2] + p->z - fixed(sphere[2])};
        bool good = radius >= 0;
        int64_t sum = 0;
        for (int k = 0; good && k < 3; k++) {
            good = d[k] <= radius && d[k] >= -radius && radius < INT64_C(1) << 30;
            sum += good ? d[k] * d[k] : 0;
        }
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_SPHERE, good && sum <= radius * radius, r->patch->offset,
                               "position %u: expected it within %" PRId64
                               " of the centre, found it at %" PRId64 " %" PRId64 " %" PRId64 " from there",
                               i, radius, d[0], d[1], d[2]))
            return false;
    }
    return true;
}

static bool load_positions(struct level_patch_reader *r)
{
    struct level_position *positions = level_keep(r->level, r->patch->position_count, sizeof *positions);
    unsigned used = 0;
    for (int tier = 0; positions && tier < LEVEL_TIERS; tier++)
        for (uint32_t i = 0; i < r->pieces.positions[tier].num; i++) {
            const uint8_t *from = at(r, r->pieces.positions[tier]) + 6 * i;
            positions[used++] =
                (struct level_position){level_s16(from), level_s16(from + 2), level_s16(from + 4)};
        }
    r->patch->positions = positions;
    return positions != NULL;
}

/* ---- vertex infos ---- */

static bool load_infos(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    unsigned total = 0, used = 0;
    for (int tier = 0; tier < LEVEL_TIERS; tier++)
        total += patch->tier_infos[tier] = r->pieces.infos[tier].num;
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_INFOS, total <= INFO_LIMIT, r->pieces.header.offset,
                           "expected at most 256 vertex infos, found %u", total))
        return false;
    struct level_vertex_info *infos = level_keep(r->level, total, sizeof *infos);
    if (!infos)
        return false;
    patch->infos = infos;
    patch->info_count = total;
    for (int tier = 0; tier < LEVEL_TIERS; tier++)
        for (uint32_t i = 0; i < patch->tier_infos[tier]; i++, used++) {
            uint32_t offset = r->pieces.infos[tier].offset + 8 * i;
            const uint8_t *from = r->bytes.data + offset;
            infos[used] = (struct level_vertex_info){level_s16(from), level_s16(from + 2),
                                                     level_s16(from + 4), level_s16(from + 6), -1};
            int vertex = infos[used].vertex;
            bool good = vertex >= 0 && vertex % 2 == 0 && (unsigned)vertex / 2 < patch->position_count;
            if (!level_patch_check(
                    r, LEVEL_CHECK_PATCH_INFOS, good, offset + 6,
                    "vertex info %u: expected twice the index of one of %u positions, found %d", used,
                    patch->position_count, vertex))
                return false;
        }
    return true;
}

/* Primaries are the tier's positions in order; extras lie behind them and share positions of the tier. */
static bool check_infos(struct level_patch_reader *r)
{
    const struct level_patch *patch = r->patch;
    const struct level_vertex_info *info = patch->infos;
    unsigned first = 0;
    for (int tier = 0; tier < LEVEL_TIERS; tier++) {
        unsigned count = patch->vu.positions[tier], have = patch->tier_infos[tier];
        unsigned need = count + (tier ? patch->vu.extras[tier] : 0);
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_INFOS, have >= need, r->pieces.header.offset,
                               "tier %d: expected at least %u vertex infos, found %u", tier, need, have))
            return false;
        bool good = have == count + patch->vu.extras[tier];
        for (unsigned i = 0; good && i < have; i++) {
            unsigned position = (unsigned)info[i].vertex / 2;
            good = i < count ? position == first + i : position >= first && position < first + count;
        }
        level_patch_check(r, LEVEL_CHECK_PATCH_EXTRAS, good, r->pieces.infos[tier].offset,
                          "tier %d: expected %u positions in order and %u extras of them, found other infos",
                          tier, count, patch->vu.extras[tier]);
        info += have;
        first += count;
    }
    return true;
}

/* ---- ad-gifs ---- */

static bool load_ad_gif(struct level_patch_reader *r, struct level_ad_gif *ad_gif, uint32_t offset)
{
    static const uint8_t registers[5] = {0x06, 0x14, 0x08, 0x34, 0x36};
    const uint8_t *from = r->bytes.data + offset;
    uint32_t textures = r->level->core.textures[LEVEL_TEXTURE_TFRAG].count;
    for (uint32_t i = 0; i < 5; i++)
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_AD_GIFS, from[16 * i + 8] == registers[i],
                               offset + 16 * i + 8, "expected register 0x%02x, found 0x%02x", registers[i],
                               from[16 * i + 8]))
            return false;
    *ad_gif = (struct level_ad_gif){.offset = offset,
                                    .texture = trace_load32(from),
                                    .k = (int32_t)trace_load32(from + 16),
                                    .mmin = trace_load32(from + 20),
                                    .wms = trace_load32(from + 32),
                                    .wmt = trace_load32(from + 36)};
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_AD_GIFS, ad_gif->texture < textures, offset,
                           "expected a texture below %" PRIu32 ", found %" PRIu32, textures, ad_gif->texture))
        return false;
    bool zero = trace_load32(from + 4) == 0;
    for (uint32_t i = 48; i < 80; i += 16)
        zero = zero && trace_load64(from + i) == 0;
    level_patch_check(
        r, LEVEL_CHECK_PATCH_AD_GIF_VALUES,
        zero && ad_gif->k >= K_LEAST && ad_gif->k <= K_MOST && ad_gif->mmin == MMIN_LINEAR_MIPMAP_NEAREST &&
            ad_gif->wms <= 1 && ad_gif->wmt <= 1 && trace_load32(from + 28) == 0x45000000,
        offset, "expected the usual values, found K %" PRId32 ", MMIN %" PRIu32 ", wrap %" PRIu32 " %" PRIu32,
        ad_gif->k, ad_gif->mmin, ad_gif->wms, ad_gif->wmt);
    return true;
}

static bool load_ad_gifs(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    unsigned count = patch->header.texture_count;
    uint32_t num = r->pieces.ad_gifs.num, place = r->pieces.ad_gifs.offset - patch->data;
    bool good = num == 5 * count && (!num || place == patch->header.tex_ofs);
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_AD_GIFS, good, patch->offset + 0x1C,
                           "expected %u ad-gifs at 0x%x, found %" PRIu32 " quadwords at 0x%" PRIx32, count,
                           patch->header.tex_ofs, num, place))
        return false;
    struct level_ad_gif *ad_gifs = level_keep(r->level, count, sizeof *ad_gifs);
    if (!ad_gifs)
        return false;
    patch->ad_gifs = ad_gifs;
    patch->ad_gif_count = count;
    for (unsigned i = 0; i < count; i++)
        if (!load_ad_gif(r, &ad_gifs[i], r->pieces.ad_gifs.offset + AD_GIF_BYTES * i))
            return false;
    return true;
}

/* The regions of the buffer in the order in which they are allocated, each as long as what is in it; the
 * slack behind the positions may have any size. */
static void check_layout(struct level_patch_reader *r)
{
    const struct level_vu_header *vu = &r->patch->vu;
    unsigned end = 9 + 5u * r->patch->header.texture_count, positions = vu->positions_addr;
    bool good = vu->ad_gifs_addr == 9 && positions == end;
    end += 2 * r->patch->position_count;
    unsigned infos = vu->infos_addr[LEVEL_COMMON];
    good = good && infos >= end;
    end = infos;
    for (int tier = 0; tier < LEVEL_TIERS; tier++) {
        good = good && vu->infos_addr[tier] == end && vu->extras_addr[tier] == end + vu->positions[tier];
        end += vu->positions[tier] + vu->extras[tier];
    }
    for (int tier = LEVEL_LOD_01; tier < LEVEL_TIERS; tier++) {
        good = good && vu->parent_indices_addr[tier] == end;
        end += (vu->positions[tier] + 3u) / 4;
        good = good && vu->extra_indices_addr[tier] == end;
        end += (vu->extras[tier] + 3u) / 4;
    }
    uint32_t most = 0;
    for (int lod = 0; lod < LEVEL_LODS; lod++)
        most = r->pieces.indices[lod].num > most ? r->pieces.indices[lod].num : most;
    good = good && vu->indices_addr == end && vu->strips_addr == end + most;
    level_patch_check(
        r, LEVEL_CHECK_PATCH_LAYOUT, good, r->pieces.header.offset,
        "expected regions in the order of allocation, found others (indices at 0x%x, strips at 0x%x)",
        vu->indices_addr, vu->strips_addr);
}

static void check_colour_places(struct level_patch_reader *r)
{
    const struct level_patch_header *h = &r->patch->header;
    const struct level_vu_header *vu = &r->patch->vu;
    unsigned positions = vu->positions_addr, count = 0;
    level_patch_check(r, LEVEL_CHECK_PATCH_RGBA_PLACE, h->rgba_verts_loc == positions + 1,
                      r->patch->offset + 0x2A, "expected 0x%x, found 0x%x", positions + 1, h->rgba_verts_loc);
    for (int tier = 0; tier < LEVEL_TIERS; tier++) {
        int lod = LEVEL_LODS - 1 - tier;
        count += vu->positions[tier];
        level_patch_check(r, LEVEL_CHECK_PATCH_RGBA_COUNTS, h->rgba_count[lod] == (count + 3) / 4 * 4,
                          r->patch->offset + 0x26 - (uint32_t)lod, "LOD %d: expected %u, found %u", lod,
                          (count + 3) / 4 * 4, h->rgba_count[lod]);
    }
    unsigned end = positions + 2 * ((count + 3) / 4 * 4);
    level_patch_check(r, LEVEL_CHECK_PATCH_SLACK, vu->infos_addr[LEVEL_COMMON] >= end,
                      r->pieces.header.offset, "expected vertex infos from 0x%x on, found them at 0x%x", end,
                      vu->infos_addr[LEVEL_COMMON]);
}

bool level_patch_arrays(struct level_patch_reader *r)
{
    if (!check_counts(r) || !check_origin(r) || !load_positions(r) || !check_sphere(r) || !load_infos(r) ||
        !check_infos(r) || !load_ad_gifs(r))
        return false;
    check_layout(r);
    check_colour_places(r);
    return true;
}
