/* What vertices become when the landscape is coarser: parents and extra links. Source: LEVEL.md 4.5, 6.3. */
#include <inttypes.h>

#include "level_patch.h"

/* Index bytes of a piece: `count` of them, padded to fours; a piece that is not there has none. */
static bool check_length(struct level_patch_reader *r, struct level_piece piece, unsigned count, int tier,
                         const char *what)
{
    return level_patch_check(r, LEVEL_CHECK_PATCH_LINKS, piece.num == (count + 3) / 4,
                             r->pieces.header.offset,
                             "tier %d: expected %u %s in %u words, found %" PRIu32 " words", tier, count,
                             what, (count + 3) / 4, piece.num);
}

/* Of the primary infos: the first parent is an info of an earlier one, the second a position that is. */
static bool read_parents(struct level_patch_reader *r, int tier, struct level_vertex_info *infos,
                         unsigned info_first, unsigned position_first)
{
    struct level_piece piece = r->pieces.parents[tier];
    unsigned count = r->patch->vu.positions[tier];
    if (!check_length(r, piece, count, tier, "parents"))
        return false;
    for (unsigned i = 0; i < count; i++) {
        unsigned link = r->bytes.data[piece.offset + i], own = info_first + i;
        int second = infos[own].parent;
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_LINKS, link < own, piece.offset + i,
                               "vertex info %u: expected an earlier one as first parent, found %u", own,
                               link) ||
            !level_patch_check(
                r, LEVEL_CHECK_PATCH_LINKS,
                second >= 0 && second % 2 == 0 && (unsigned)second / 2 < position_first + i,
                r->pieces.infos[tier].offset + 8 * i + 4,
                "vertex info %u: expected twice an earlier position as second parent, found %d", own, second))
            return false;
        level_patch_check(r, LEVEL_CHECK_PATCH_PARENTS,
                          link < info_first && (unsigned)second / 2 < position_first, piece.offset + i,
                          "vertex info %u: expected parents of earlier tiers, found info %u and position %d",
                          own, link, second / 2);
        infos[own].link = (int16_t)link;
    }
    return true;
}

/* Of the extras: the info that takes their place. */
static bool read_extras(struct level_patch_reader *r, int tier, struct level_vertex_info *infos,
                        unsigned info_first)
{
    struct level_piece piece = r->pieces.extras[tier];
    unsigned count = r->patch->vu.extras[tier], primaries = r->patch->vu.positions[tier];
    if (!check_length(r, piece, count, tier, "extra links"))
        return false;
    for (unsigned i = 0; i < count; i++) {
        unsigned link = r->bytes.data[piece.offset + i], own = info_first + primaries + i;
        int second = infos[own].parent;
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_LINKS, link < own, piece.offset + i,
                               "vertex info %u: expected an earlier one as link, found %u", own, link) ||
            !level_patch_check(
                r, LEVEL_CHECK_PATCH_LINKS,
                second >= 0 && second % 2 == 0 && (unsigned)second / 2 < r->patch->position_count,
                r->pieces.infos[tier].offset + 8 * (primaries + i) + 4,
                "vertex info %u: expected twice a position as second parent, found %d", own, second))
            return false;
        infos[own].link = (int16_t)link;
    }
    return true;
}

bool level_patch_links(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    /* The infos are the level's own memory; nobody else has seen them yet. */
    struct level_vertex_info *infos = (struct level_vertex_info *)(uintptr_t)patch->infos;
    unsigned info_first = patch->tier_infos[0], position_first = patch->vu.positions[0];
    for (int tier = LEVEL_LOD_01; tier < LEVEL_TIERS; tier++) {
        if (!read_parents(r, tier, infos, info_first, position_first) ||
            !read_extras(r, tier, infos, info_first))
            return false;
        info_first += patch->tier_infos[tier];
        position_first += patch->vu.positions[tier];
    }
    return true;
}
