/* tfrag blocks and patch headers. Source: LEVEL.md sections 4.1 and 4.2. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../trace_bytes.h"
#include "level_patch.h"

enum { BLOCK_HEADER = 0x10, PATCH_HEADER = 0x40, TABLE_OFFSET = 0x40, CLIP_BOX_BYTES = 64 };
enum { LOD_DISTANCE = 0x42000000 }; /* 32.0 */

bool level_patch_check(struct level_patch_reader *r, enum level_check_name name, bool good, uint32_t offset,
                       const char *format, ...)
{
    if (good)
        return level_check(r->level, name, true, r->block->part, offset, "%s", "");
    va_list arguments;
    va_start(arguments, format);
    const char *text = level_keep_text_v(r->level, format, arguments);
    va_end(arguments);
    level_check(r->level, name, false, r->block->part, offset, "patch %" PRIu32 ": %s", r->patch->index,
                text);
    const struct level_check *check = &r->level->check[name];
    if (check->kind == LEVEL_RULE && !r->patch->failure) {
        char whole[300];
        snprintf(whole, sizeof whole, "offset 0x%" PRIx32 ": %s: %s", offset, check->id, text);
        char *kept = level_keep(r->level, strlen(whole) + 1, 1);
        r->patch->failure = kept ? strcpy(kept, whole) : "";
    }
    return false;
}

static void load_header(struct level_patch_header *h, const uint8_t *at)
{
    for (int i = 0; i < 4; i++)
        h->bsphere[i] = trace_load32(at + 4 * i);
    h->data = trace_load32(at + 0x10);
    h->lod_2_ofs = level_u16(at + 0x14);
    h->shared_ofs = level_u16(at + 0x16);
    h->lod_1_ofs = level_u16(at + 0x18);
    h->lod_0_ofs = level_u16(at + 0x1A);
    h->tex_ofs = level_u16(at + 0x1C);
    h->rgba_ofs = level_u16(at + 0x1E);
    h->common_size = at[0x20];
    h->lod_2_size = at[0x21];
    h->lod_1_size = at[0x22];
    h->lod_0_size = at[0x23];
    for (int lod = 0; lod < LEVEL_LODS; lod++)
        h->rgba_count[lod] = at[0x26 - lod];
    h->base_only = at[0x27];
    h->texture_count = at[0x28];
    h->rgba_size = at[0x29];
    h->rgba_verts_loc = at[0x2A];
    h->occl_index_stash = at[0x2B];
    h->msphere_count = at[0x2C];
    h->flags = at[0x2D];
    h->msphere_ofs = level_u16(at + 0x2E);
    h->light_ofs = level_u16(at + 0x30);
    h->light_end_ofs = level_u16(at + 0x32);
    h->dir_lights_one = (int8_t)at[0x34];
    h->dir_lights_upd = at[0x35];
    h->point_lights = level_u16(at + 0x36);
    h->cube_ofs = level_u16(at + 0x38);
    h->occl_index = level_u16(at + 0x3A);
    h->vert_count = at[0x3C];
    h->tri_count = at[0x3D];
    h->mip_dist = level_u16(at + 0x3E);
}

static bool check_sizes(struct level_patch_reader *r)
{
    const struct level_patch_header *h = &r->patch->header;
    const struct {
        const char *name;
        unsigned found, wanted, at;
    } sizes[] = {
        {"common_size", h->common_size, (h->lod_1_ofs - h->shared_ofs) / 16u, 0x20},
        {"lod_2_size", h->lod_2_size, h->lod_1_ofs / 16u, 0x21},
        {"lod_0_size", h->lod_0_size, (h->rgba_ofs - h->lod_0_ofs) / 16u, 0x23},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_SIZES, sizes[i].found == sizes[i].wanted,
                               r->patch->offset + sizes[i].at,
                               "%s: expected %u quadwords by the offsets, found %u", sizes[i].name,
                               sizes[i].wanted, sizes[i].found))
            return false;
    unsigned end = h->shared_ofs + 16u * h->lod_1_size;
    return level_patch_check(
        r, LEVEL_CHECK_PATCH_SIZES, end >= h->lod_0_ofs && end <= h->rgba_ofs, r->patch->offset + 0x22,
        "lod_1_size: expected an end from 0x%x to 0x%x, found 0x%x", h->lod_0_ofs, h->rgba_ofs, end);
}

/* The parts of a data block in their order; each begins on a quadword, and none before the one in front. */
static bool check_offsets(struct level_patch_reader *r)
{
    const struct level_patch_header *h = &r->patch->header;
    const struct {
        const char *name;
        unsigned value, at;
    } order[] = {
        {"lod_2_ofs", h->lod_2_ofs, 0x14},     {"shared_ofs", h->shared_ofs, 0x16},
        {"lod_1_ofs", h->lod_1_ofs, 0x18},     {"lod_0_ofs", h->lod_0_ofs, 0x1A},
        {"rgba_ofs", h->rgba_ofs, 0x1E},       {"light_ofs", h->light_ofs, 0x30},
        {"msphere_ofs", h->msphere_ofs, 0x2E}, {"cube_ofs", h->cube_ofs, 0x38},
    };
    unsigned before = 0;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        bool good = order[i].value >= before && order[i].value % 16 == 0;
        if (!level_patch_check(r, LEVEL_CHECK_PATCH_OFFSETS, good, r->patch->offset + order[i].at,
                               "%s: expected a multiple of 16 from 0x%x on, found 0x%x", order[i].name,
                               before, order[i].value))
            return false;
        before = order[i].value;
    }
    return level_patch_check(r, LEVEL_CHECK_PATCH_OFFSETS,
                             h->light_end_ofs == h->msphere_ofs && h->lod_2_ofs == 0, r->patch->offset + 0x32,
                             "expected light_end_ofs 0x%x and lod_2_ofs 0, found 0x%x and 0x%x",
                             h->msphere_ofs, h->light_end_ofs, h->lod_2_ofs);
}

bool level_patch_header(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    load_header(&patch->header, r->bytes.data + patch->offset);
    const struct level_patch_header *h = &patch->header;
    uint32_t table = patch->offset - PATCH_HEADER * patch->index;
    uint64_t data = (uint64_t)table + h->data, begin = table + (uint64_t)PATCH_HEADER * r->block->patch_count;
    bool inside = data >= begin && data % 16 == 0 &&
                  level_inside(data, (uint64_t)h->cube_ofs + CLIP_BOX_BYTES, r->bytes.size);
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_OFFSETS, inside, patch->offset + 0x10,
                           "expected a data block of 0x%x bytes on a multiple of 16 from 0x%" PRIx64
                           " to 0x%" PRIx32 ", found it at 0x%" PRIx64,
                           h->cube_ofs + CLIP_BOX_BYTES, begin, r->bytes.size, data))
        return false;
    patch->data = (uint32_t)data;
    if (!check_offsets(r) || !check_sizes(r))
        return false;
    const uint32_t ends[LEVEL_LISTS + 1] = {
        h->lod_2_ofs, h->shared_ofs, h->lod_1_ofs, h->lod_0_ofs, h->shared_ofs + 16u * h->lod_1_size,
        h->rgba_ofs};
    for (int i = 0; i < LEVEL_LISTS; i++)
        patch->list[i] = (struct level_span){patch->data + ends[i], ends[i + 1] - ends[i]};
    return true;
}

/* A patch that breaks a rule keeps its header, its place and the reason. */
static void forget(struct level_patch *patch)
{
    *patch = (struct level_patch){.index = patch->index,
                                  .offset = patch->offset,
                                  .data = patch->data,
                                  .header = patch->header,
                                  .failure = patch->failure};
}

static void read_block(struct level *level, enum level_part part, uint32_t begin, uint32_t end)
{
    struct level_block *block = &level->block[level->block_count++];
    const uint8_t *data = level->part[part].data;
    *block = (struct level_block){.part = part};
    bool headed = end - begin >= BLOCK_HEADER;
    uint32_t table = headed ? trace_load32(data + begin) : 0,
             count = headed ? trace_load32(data + begin + 4) : 0;
    bool inside =
        table == TABLE_OFFSET && level_inside((uint64_t)begin + table, (uint64_t)count * PATCH_HEADER, end);
    if (!level_check(level, LEVEL_CHECK_TFRAG_BLOCK, inside, part, begin,
                     "expected a patch table at 0x40 in a block of 0x%" PRIx32 " bytes, found %" PRIu32
                     " patches at 0x%" PRIx32,
                     end - begin, count, table))
        return;
    block->lod_distance = trace_load32(data + begin + 8);
    level_check(level, LEVEL_CHECK_TFRAG_DISTANCE, block->lod_distance == LOD_DISTANCE, part, begin + 8,
                "expected 0x42000000 (32.0), found 0x%08" PRIx32, block->lod_distance);
    struct level_patch *patches = level_keep(level, count, sizeof *patches);
    if (!patches)
        return;
    block->patches = patches;
    block->patch_count = count;
    for (uint32_t i = 0; i < count; i++) {
        struct level_patch_reader r = {
            .level = level, .block = block, .patch = &patches[i], .bytes = {data, end}};
        patches[i].index = i;
        patches[i].offset = begin + table + PATCH_HEADER * i;
        patches[i].valid = level_patch_header(&r) && level_patch_lists(&r) && level_patch_arrays(&r) &&
                           level_patch_strips(&r) && level_patch_links(&r) && level_patch_records(&r);
        if (!patches[i].valid)
            forget(&patches[i]);
    }
}

/* No two data blocks may begin at the same place, and none inside of another. The offsets rise on every block
 * that was ever measured, but nothing says they must: a block is compared with all in front of it whose end
 * is the farthest. */
static void check_apart(struct level *level, const struct level_block *block)
{
    uint64_t end = 0;
    uint32_t first = UINT32_MAX, table = 0;
    for (uint32_t i = 0; i < block->patch_count; i++) {
        const struct level_patch *patch = &block->patches[i];
        table = patch->offset + PATCH_HEADER;
        if (!patch->data)
            continue;
        first = patch->data < first ? patch->data : first;
        level_check(level, LEVEL_CHECK_PATCH_APART, patch->data >= end, block->part, patch->data,
                    "patch %" PRIu32 ": expected a data block from 0x%" PRIx64 " on, found it at 0x%" PRIx32,
                    i, end, patch->data);
        uint64_t own = (uint64_t)patch->data + patch->header.cube_ofs + CLIP_BOX_BYTES;
        end = own > end ? own : end;
    }
    if (first != UINT32_MAX)
        level_check(level, LEVEL_CHECK_TFRAG_FIRST, first == table, block->part, table,
                    "expected a data block at 0x%" PRIx32 ", found the first at 0x%" PRIx32, table, first);
}

void level_read_blocks(struct level *level)
{
    struct level_bytes core = level->part[LEVEL_CORE_DATA];
    const struct level_core *index = &level->core;
    const uint32_t ends[] = {index->occlusion, index->sky, index->collision, index->textures_base, core.size};
    uint32_t end = 0;
    for (size_t i = 0; !end && i < sizeof ends / sizeof ends[0]; i++)
        end = ends[i];
    end = end < core.size ? end : core.size;
    if (index->tfrags < end)
        read_block(level, LEVEL_CORE_DATA, index->tfrags, end);
    for (int part = LEVEL_CHUNK_0; part <= LEVEL_CHUNK_2; part++)
        if (level->part[part].size)
            read_block(level, (enum level_part)part, 0, level->part[part].size);
    for (size_t i = 0; i < level->block_count; i++)
        check_apart(level, &level->block[i]);
}
