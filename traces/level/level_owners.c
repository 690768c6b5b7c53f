/* Which bytes of core data belong to what. Source: LEVEL.md sections 3.1 and 3.2: a section that does not say
 * how long it is ends at the next known start. */
#include <stdlib.h>

#include "../trace_bytes.h"
#include "level_state.h"

enum { PATCH_HEADER = 0x40, TABLE_OFFSET = 0x40, CLIP_BOX_BYTES = 64, SEQUENCES = 256 };

struct claims {
    struct level_owner *list;
    size_t count;
    uint32_t size; /* of core data */
};

static void claim(struct claims *claims, uint32_t offset, uint64_t size, enum level_owner_kind kind,
                  uint32_t index)
{
    if (size && level_inside(offset, size, claims->size))
        claims->list[claims->count++] = (struct level_owner){{offset, (uint32_t)size}, kind, index};
}

static void claim_section(const struct level *level, struct claims *claims, uint32_t offset,
                          enum level_owner_kind kind, uint32_t index)
{
    if (offset && offset < claims->size)
        claim(claims, offset, level_next_start(level, offset) - offset, kind, index);
}

static void claim_tfrags(const struct level *level, struct claims *claims)
{
    for (size_t i = 0; i < level->block_count; i++) {
        const struct level_block *block = &level->block[i];
        if (block->part != LEVEL_CORE_DATA)
            continue;
        claim(claims, level->core.tfrags, TABLE_OFFSET + (uint64_t)PATCH_HEADER * block->patch_count,
              LEVEL_OWNER_TFRAG_TABLE, 0);
        for (uint32_t k = 0; k < block->patch_count; k++)
            if (block->patches[k].data)
                claim(claims, block->patches[k].data, block->patches[k].header.cube_ofs + CLIP_BOX_BYTES,
                      LEVEL_OWNER_TFRAG, k);
    }
}

static void claim_textures(const struct level *level, struct claims *claims)
{
    for (int kind = 0; kind < LEVEL_TEXTURE_KINDS; kind++)
        for (uint32_t i = 0; i < level->core.textures[kind].count; i++) {
            const struct level_texture *texture = &level->textures[kind][i];
            if (texture->valid)
                claim(claims, texture->span[0].offset,
                      texture->span[0].size + (texture->levels > 1 ? texture->span[1].size : 0),
                      (enum level_owner_kind)(LEVEL_OWNER_TEXTURE_TFRAG + kind), i);
        }
}

static void claim_classes(const struct level *level, struct claims *claims)
{
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        for (uint32_t i = 0; i < level->core.classes[kind].count; i++)
            claim(claims, level->classes[kind][i].span.offset, level->classes[kind][i].span.size,
                  (enum level_owner_kind)(LEVEL_OWNER_MOBY + kind), i);
    struct level_bytes index = level->part[LEVEL_CORE_INDEX];
    uint32_t at = level->core.ratchet_sequences;
    if (at && level_inside(at, 4 * SEQUENCES, index.size))
        for (uint32_t i = 0; i < SEQUENCES; i++)
            claim_section(level, claims, trace_load32(index.data + at + 4 * i), LEVEL_OWNER_RATCHET_SEQUENCE,
                          i);
}

static int compare_claims(const void *a, const void *b)
{
    const struct level_owner *left = a, *right = b;
    if (left->span.offset != right->span.offset)
        return left->span.offset < right->span.offset ? -1 : 1;
    if (left->span.size != right->span.size)
        return left->span.size > right->span.size ? -1 : 1;
    if (left->kind != right->kind)
        return left->kind < right->kind ? -1 : 1;
    return (left->index > right->index) - (left->index < right->index);
}

static void put(struct level *level, uint32_t offset, uint32_t end, enum level_owner_kind kind,
                uint32_t index)
{
    if (offset < end)
        level->owners[level->owner_count++] = (struct level_owner){{offset, end - offset}, kind, index};
}

static void put_gap(struct level *level, uint32_t offset, uint32_t end)
{
    const uint8_t *data = level->part[LEVEL_CORE_DATA].data;
    bool zero = true;
    for (uint32_t i = offset; zero && i < end; i++)
        zero = data[i] == 0;
    put(level, offset, end, zero ? LEVEL_OWNER_ZERO : LEVEL_OWNER_UNKNOWN, 0);
}

void level_read_owners(struct level *level)
{
    size_t room = 16 + SEQUENCES;
    for (size_t i = 0; i < level->block_count; i++)
        room += level->block[i].patch_count;
    for (int kind = 0; kind < LEVEL_TEXTURE_KINDS; kind++)
        room += level->core.textures[kind].count;
    for (int kind = 0; kind < LEVEL_CLASS_KINDS; kind++)
        room += level->core.classes[kind].count;
    struct claims claims = {level_keep(level, room, sizeof *claims.list), 0,
                            level->part[LEVEL_CORE_DATA].size};
    level->owners = level_keep(level, 2 * room + 1, sizeof *level->owners);
    if (!claims.list || !level->owners)
        return;
    claim_tfrags(level, &claims);
    claim_section(level, &claims, level->core.occlusion, LEVEL_OWNER_OCCLUSION, 0);
    claim_section(level, &claims, level->core.sky, LEVEL_OWNER_SKY, 0);
    claim_section(level, &claims, level->core.collision, LEVEL_OWNER_COLLISION, 0);
    claim_section(level, &claims, level->core.particle_bank, LEVEL_OWNER_PARTICLE_BANK, 0);
    claim_section(level, &claims, level->core.fx_bank, LEVEL_OWNER_FX_BANK, 0);
    claim_textures(level, &claims);
    claim_classes(level, &claims);
    qsort(claims.list, claims.count, sizeof *claims.list, compare_claims);
    uint32_t at = 0;
    for (size_t i = 0; i < claims.count; i++) {
        const struct level_owner *c = &claims.list[i];
        uint32_t end = c->span.offset + c->span.size;
        put_gap(level, at, c->span.offset);
        put(level, c->span.offset > at ? c->span.offset : at, end, c->kind, c->index);
        at = end > at ? end : at;
    }
    put_gap(level, at, claims.size);
}

const char *level_owner_name(enum level_owner_kind kind)
{
    static const char *const names[LEVEL_OWNERS] = {
        "tfrag table",   "tfrags",       "occlusion",      "sky",           "collision",   "tfrag textures",
        "moby textures", "tie textures", "shrub textures", "particle bank", "fx bank",     "mobys",
        "ties",          "shrubs",       "hero sequences", "zero",          "unaccounted",
    };
    return names[kind];
}

enum level_confidence level_owner_confidence(enum level_owner_kind kind)
{
    switch (kind) {
    case LEVEL_OWNER_TFRAG_TABLE:
    case LEVEL_OWNER_TFRAG:
    case LEVEL_OWNER_OCCLUSION:
    case LEVEL_OWNER_SKY:
    case LEVEL_OWNER_COLLISION:
    case LEVEL_OWNER_TEXTURE_TFRAG:
    case LEVEL_OWNER_ZERO:
    case LEVEL_OWNER_UNKNOWN:
        return LEVEL_MEASURED;
    case LEVEL_OWNER_RATCHET_SEQUENCE:
        return LEVEL_INFERRED;
    default:
        return LEVEL_SOURCED;
    }
}
