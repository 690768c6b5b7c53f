/* The texture tables. Source: LEVEL.md sections 3.3 and 3.5. */
#include <inttypes.h>
#include <stdlib.h>

#include "../trace_bytes.h"
#include "level_state.h"

enum { STRIDE = 16, BLOCK = 256, CLUT_BYTES = 1024, SIDE_LIMIT = 1024, AVERAGE_LIMIT = 8 };

static const char *const kind_names[LEVEL_TEXTURE_KINDS] = {"tfrag", "moby", "tie", "shrub"};

struct reader {
    struct level *level;
    struct level_texture *texture;
    uint32_t at; /* of the entry in the core index */
};

LEVEL_FORMAT(4)
static bool check(const struct reader *r, enum level_check_name name, bool good, const char *format, ...)
{
    if (good)
        return level_check(r->level, name, true, LEVEL_CORE_INDEX, r->at, "%s", "");
    va_list arguments;
    va_start(arguments, format);
    const char *text = level_keep_text_v(r->level, format, arguments);
    va_end(arguments);
    return level_check(r->level, name, false, LEVEL_CORE_INDEX, r->at, "%s texture %" PRIu32 ": %s",
                       kind_names[r->texture->kind], r->texture->index, text);
}

static bool power_of_two(int value)
{
    return value > 0 && value <= SIDE_LIMIT && (value & (value - 1)) == 0;
}

static uint32_t level_size(const struct level_texture *texture, unsigned number)
{
    uint32_t width = (uint32_t)texture->width >> number, height = (uint32_t)texture->height >> number;
    return (width ? width : 1) * (height ? height : 1);
}

static void place(const struct reader *r, unsigned number, enum level_part part, uint32_t offset)
{
    struct level_texture *texture = r->texture;
    texture->part[number] = part;
    texture->span[number] = (struct level_span){offset, level_size(texture, number)};
    texture->level[number] = r->level->part[part].data + offset;
}

/* Levels 0 and 1, one behind the other in core data. */
static bool place_pixels(const struct reader *r)
{
    const struct level_texture *texture = r->texture;
    uint32_t size = r->level->part[LEVEL_CORE_DATA].size;
    uint32_t bytes = level_size(texture, 0) + (texture->levels > 1 ? level_size(texture, 1) : 0);
    int64_t offset = (int64_t)r->level->core.textures_base + texture->data_offset;
    check(r, LEVEL_CHECK_TEXTURE_ALIGNMENT, offset % BLOCK == 0,
          "expected pixels on a multiple of 0x100, found them at 0x%" PRIx64, (uint64_t)offset);
    bool inside = texture->data_offset >= 0 && level_inside((uint64_t)offset, bytes, size);
    if (!check(r, LEVEL_CHECK_TEXTURE_PIXELS, inside,
               "expected 0x%" PRIx32 " bytes of pixels inside of core data (0x%" PRIx32
               " bytes), found them at 0x%" PRIx64,
               bytes, size, (uint64_t)offset))
        return false;
    place(r, 0, LEVEL_CORE_DATA, (uint32_t)offset);
    if (texture->levels > 1)
        place(r, 1, LEVEL_CORE_DATA, (uint32_t)offset + level_size(texture, 0));
    return true;
}

/* Levels 2 and 3, in gs_ram. */
static bool place_mips(const struct reader *r)
{
    struct level_texture *texture = r->texture;
    const int16_t blocks[LEVEL_MIPS] = {0, 0, texture->mip2, texture->mip3};
    for (unsigned i = 2; i < texture->levels; i++) {
        uint64_t offset = (uint64_t)(uint16_t)blocks[i] * BLOCK;
        uint32_t room = r->level->part[LEVEL_GS_RAM].size;
        bool inside = blocks[i] >= 0 && level_inside(offset, level_size(texture, i), room);
        if (!check(r, LEVEL_CHECK_TEXTURE_MIPS, inside,
                   "expected level %u inside of gs_ram (0x%" PRIx32 " bytes), found block %d", i, room,
                   blocks[i]))
            return false;
        place(r, i, LEVEL_GS_RAM, (uint32_t)offset);
    }
    return true;
}

static bool place_clut(const struct reader *r)
{
    struct level_texture *texture = r->texture;
    uint32_t room = r->level->part[LEVEL_GS_RAM].size;
    uint64_t offset = (uint64_t)(uint16_t)texture->palette * BLOCK;
    bool inside = texture->palette >= 0 && level_inside(offset, CLUT_BYTES, room);
    if (!check(r, LEVEL_CHECK_TEXTURE_CLUT, inside,
               "expected a palette inside of gs_ram (0x%" PRIx32 " bytes), found block %d", room,
               texture->palette))
        return false;
    texture->clut = r->level->part[LEVEL_GS_RAM].data + offset;
    unsigned most = 0;
    for (int i = 0; i < 256; i++)
        most = texture->clut[4 * i + 3] > most ? texture->clut[4 * i + 3] : most;
    check(r, LEVEL_CHECK_TEXTURE_ALPHA, most <= 0x80, "expected alpha up to 0x80, found 0x%x", most);
    return true;
}

/* Moby textures of type 0 are resident ones, whose pixels lie elsewhere: not read. */
static bool resident(const struct level_texture *texture)
{
    return texture->kind != LEVEL_TEXTURE_TFRAG && texture->type == 0;
}

static bool read_texture(const struct reader *r)
{
    struct level_texture *texture = r->texture;
    bool sized = power_of_two(texture->width) && power_of_two(texture->height);
    if (!check(r, LEVEL_CHECK_TEXTURE_SIZE, sized, "expected powers of two up to 1024, found %d x %d",
               texture->width, texture->height) ||
        resident(texture))
        return false;
    if (texture->kind == LEVEL_TEXTURE_TFRAG)
        check(r, LEVEL_CHECK_TEXTURE_SQUARE, texture->width == texture->height,
              "expected a square, found %d x %d", texture->width, texture->height);
    bool typed = texture->type >= 1 && texture->type <= LEVEL_MIPS;
    if (typed && ((texture->width | texture->height) >> (texture->type - 1)) == 0)
        typed = false;
    if (!check(r, LEVEL_CHECK_TEXTURE_LEVELS, typed, "expected 1 to 4 levels of %d x %d, found %d",
               texture->width, texture->height, texture->type))
        return false;
    texture->levels = (unsigned)texture->type;
    return place_pixels(r) && place_mips(r) && place_clut(r);
}

static void forget(struct level_texture *texture)
{
    texture->levels = 0;
    texture->clut = NULL;
    for (int i = 0; i < LEVEL_MIPS; i++) {
        texture->level[i] = NULL;
        texture->span[i] = (struct level_span){0};
        texture->part[i] = LEVEL_CONTAINER;
    }
}

static int compare_words(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* Does the gs_ram table upload what the texture needs? `offsets`: ascending. */
static void check_uploads(const struct reader *r, const uint32_t *offsets, size_t count)
{
    const struct level_texture *texture = r->texture;
    uint32_t wanted[3] = {(uint32_t)texture->palette * BLOCK};
    unsigned wants = 1;
    for (unsigned i = 2; i < texture->levels; i++)
        wanted[wants++] = texture->span[i].offset;
    for (unsigned i = 0; i < wants; i++)
        check(r, LEVEL_CHECK_TEXTURE_UPLOADS,
              bsearch(&wanted[i], offsets, count, sizeof *offsets, compare_words) != NULL,
              "expected an entry of the gs_ram table for offset 0x%" PRIx32 ", found none", wanted[i]);
}

static void read_kind(struct level *level, enum level_texture_kind kind, const uint32_t *offsets,
                      size_t count)
{
    struct level_table table = level->core.textures[kind];
    struct level_texture *textures = level_keep(level, table.count, sizeof *textures);
    level->textures[kind] = textures;
    for (uint32_t i = 0; textures && i < table.count; i++) {
        struct reader r = {level, &textures[i], table.offset + i * STRIDE};
        const uint8_t *entry = level->part[LEVEL_CORE_INDEX].data + r.at;
        textures[i] = (struct level_texture){.kind = kind,
                                             .index = i,
                                             .data_offset = (int32_t)trace_load32(entry),
                                             .width = level_s16(entry + 4),
                                             .height = level_s16(entry + 6),
                                             .type = level_s16(entry + 8),
                                             .palette = level_s16(entry + 10),
                                             .mip2 = level_s16(entry + 12),
                                             .mip3 = level_s16(entry + 14)};
        textures[i].valid = read_texture(&r);
        if (textures[i].valid)
            check_uploads(&r, offsets, count);
        else
            forget(&textures[i]);
    }
}

void level_read_textures(struct level *level)
{
    uint32_t *offsets = level_keep(level, level->upload_count, sizeof *offsets);
    size_t count = 0;
    for (size_t i = 0; offsets && i < level->upload_count; i++)
        if (!level->uploads[i].stash)
            offsets[count++] = level->uploads[i].offset;
    if (!offsets)
        return;
    qsort(offsets, count, sizeof *offsets, compare_words);
    for (int kind = 0; kind < LEVEL_TEXTURE_KINDS; kind++)
        read_kind(level, (enum level_texture_kind)kind, offsets, count);
}

/* ---- mip levels against averages ---- */

/* Bits 3 and 4 of an index are exchanged in a palette as it is stored (CSM1). */
static const uint8_t *colour(const struct level_texture *texture, uint8_t index)
{
    unsigned swapped = (index & 0xE7u) | (index & 8u) << 1 | (index & 16u) >> 1;
    return texture->clut + 4 * swapped;
}

/* Sum over level `number`'s pixels and channels of the distance to the average of four pixels above. */
static uint64_t distance(const struct level_texture *texture, unsigned number)
{
    unsigned width = (unsigned)texture->width >> number, height = (unsigned)texture->height >> number;
    const uint8_t *fine = texture->level[number - 1], *coarse = texture->level[number];
    uint64_t sum = 0;
    for (unsigned y = 0; y < height; y++)
        for (unsigned x = 0; x < width; x++) {
            const uint8_t *row = fine + (size_t)4 * width * y + 2 * x;
            const uint8_t *four[4] = {colour(texture, row[0]), colour(texture, row[1]),
                                      colour(texture, row[2 * width]), colour(texture, row[2 * width + 1])};
            const uint8_t *have = colour(texture, coarse[(size_t)y * width + x]);
            for (int channel = 0; channel < 3; channel++) {
                int want = four[0][channel] + four[1][channel] + four[2][channel] + four[3][channel];
                sum += (uint64_t)abs(want - 4 * have[channel]);
            }
        }
    return sum / 4;
}

void level_check_averages(struct level *level)
{
    struct level_table table = level->core.textures[LEVEL_TEXTURE_TFRAG];
    for (uint32_t i = 0; level->textures[LEVEL_TEXTURE_TFRAG] && i < table.count; i++) {
        struct reader r = {level, &level->textures[LEVEL_TEXTURE_TFRAG][i], table.offset + i * STRIDE};
        for (unsigned number = 1; number < r.texture->levels; number++) {
            uint64_t channels = UINT64_C(3) * r.texture->span[number].size;
            if (!((unsigned)r.texture->width >> number) || !((unsigned)r.texture->height >> number))
                continue;
            uint64_t sum = distance(r.texture, number);
            check(&r, LEVEL_CHECK_TEXTURE_AVERAGE, sum < AVERAGE_LIMIT * channels,
                  "level %u: expected a mean distance below %d, found %" PRIu64, number, AVERAGE_LIMIT,
                  sum / (channels ? channels : 1));
        }
    }
}
