/*
 * Each field of each header, changed once: the importer notices, or the table says why it cannot. Fields are
 * those of LEVEL.md sections 1, 2.1, 3.1 to 3.4, 4.1, 4.2, 4.5 and 7.1.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "level_edit.h"

TestSuite(level_fields, .fini = level_edit_end, .timeout = 300);

struct field {
    unsigned offset, bytes;
    uint32_t change; /* exclusive or */
    const char *name;
    const char *silent; /* why nothing can be noticed; NULL: something must be */
};

enum { CHECK_LIMIT = 128 };
static bool
    baseline[CHECK_LIMIT]; /* mismatches of the level as it was made: what its content does on purpose */

/* Does the level of these bytes fail to open, or does it have mismatches that it had not before? */
static bool noticed(const struct gen_bytes *file)
{
    struct trace_error error;
    size_t count = 0;
    struct level *level = level_open_memory("edited", file->data, file->size, &error);
    const struct level_check *check = level ? level_checks(level, &count) : NULL;
    bool result = !level;
    for (size_t i = 0; i < count; i++)
        result = result || (check[i].failure && !baseline[i]);
    level_close(level);
    return result;
}

static void change(uint8_t *at, const struct field *field)
{
    for (unsigned i = 0; i < field->bytes; i++)
        at[i] = (uint8_t)(at[i] ^ field->change >> 8 * i);
}

static void begin(void)
{
    struct trace_error error;
    size_t count;
    level_edit_begin(GEN_CASE_MANY);
    struct gen_bytes file = level_edit_file(NULL);
    struct level *level = level_open_memory("made", file.data, file.size, &error);
    cr_assert_not_null(level, "%s", error.text);
    const struct level_check *check = level_checks(level, &count);
    cr_assert_leq(count, CHECK_LIMIT);
    for (size_t i = 0; i < count; i++)
        baseline[i] = check[i].failure != NULL;
    level_close(level);
    gen_bytes_free(&file);
}

static void judge(const struct gen_bytes *file, const struct field *field, const char *header)
{
    bool result = noticed(file);
    cr_expect_eq(result, field->silent == NULL, "%s 0x%02x %s: %s", header, field->offset, field->name,
                 result ? "noticed" : "not noticed");
}

/* Fields of the file, from `base` on. */
static void file_fields(size_t base, const struct field *fields, size_t count, const char *header)
{
    struct gen_bytes file = level_edit_file(NULL);
    for (size_t i = 0; i < count; i++) {
        change(file.data + base + fields[i].offset, &fields[i]);
        judge(&file, &fields[i], header);
        change(file.data + base + fields[i].offset, &fields[i]);
    }
    gen_bytes_free(&file);
}

/* Fields of a part, before it is packed. */
static void part_fields(struct gen_bytes *part, size_t base, const struct field *fields, size_t count,
                        const char *header)
{
    for (size_t i = 0; i < count; i++) {
        change(part->data + base + fields[i].offset, &fields[i]);
        struct gen_bytes file = level_edit_file(NULL);
        judge(&file, &fields[i], header);
        gen_bytes_free(&file);
        change(part->data + base + fields[i].offset, &fields[i]);
    }
}
#define COUNT(fields) (sizeof(fields) / sizeof(fields)[0])

static const char absent[] = "the range is absent: its size is 0";

Test(level_fields, of_the_container)
{
    static const struct field fields[] = {
        {0x00, 4, 1, "header size", NULL},
        {0x04, 4, 1, "sector", NULL},
        {0x08, 4, 1, "level id", "any number can be a level's; the file's name is not part of it"},
        {0x0C, 4, 1, "reverb", "what it selects is not known"},
        {0x10, 4, 1, "data offset", NULL},
        {0x14, 4, 1, "data size", NULL},
        {0x18, 4, 2, "sound bank offset", NULL},
        {0x1C, 4, 3, "sound bank size", NULL},
        {0x20, 4, 1, "gameplay offset", NULL},
        {0x24, 4, 3, "gameplay size", NULL},
        {0x28, 4, 1, "occlusion offset", NULL},
        {0x2C, 4, 3, "occlusion size", NULL},
        {0x30, 4, 1, "chunk 0 offset", NULL},
        {0x34, 4, 1, "chunk 0 size", NULL},
        {0x38, 4, 1, "chunk 1 offset", NULL},
        {0x3C, 4, 1, "chunk 1 size", NULL},
        {0x40, 4, 1, "chunk 2 offset", absent},
        {0x44, 4, 1, "chunk 2 size", NULL},
        {0x48, 4, 1, "chunk 0 sound offset", absent},
        {0x4C, 4, 1, "chunk 0 sound size", NULL},
        {0x50, 4, 1, "chunk 1 sound offset", absent},
        {0x54, 4, 1, "chunk 1 sound size", NULL},
        {0x58, 4, 1, "chunk 2 sound offset", absent},
        {0x5C, 4, 1, "chunk 2 sound size", NULL},
    };
    begin();
    file_fields(0, fields, COUNT(fields), "container");
}

Test(level_fields, of_the_data_extent)
{
    static const struct field fields[] = {
        {0x00, 4, 0x100, "overlay offset", NULL},
        {0x04, 4, 0x1000, "overlay size", NULL},
        {0x08, 4, 0x40, "core index offset", NULL},
        {0x0C, 4, 0x200, "core index size", NULL},
        {0x10, 4, 0x40, "gs_ram offset", NULL},
        {0x14, 4, 0x4000, "gs_ram size", NULL},
        {0x18, 4, 1, "HUD header offset", absent},
        {0x1C, 4, 1, "HUD header size", NULL},
        {0x20, 4, 1, "HUD bank 0 offset", absent},
        {0x24, 4, 1, "HUD bank 0 size", NULL},
        {0x28, 4, 1, "HUD bank 1 offset", absent},
        {0x2C, 4, 1, "HUD bank 1 size", NULL},
        {0x30, 4, 1, "HUD bank 2 offset", absent},
        {0x34, 4, 1, "HUD bank 2 size", NULL},
        {0x38, 4, 1, "HUD bank 3 offset", absent},
        {0x3C, 4, 1, "HUD bank 3 size", NULL},
        {0x40, 4, 1, "HUD bank 4 offset", absent},
        {0x44, 4, 1, "HUD bank 4 size", NULL},
        {0x48, 4, 0x40, "core data offset", NULL},
        {0x4C, 4, 1, "core data size", NULL},
        {0x50, 4, 1, "transition textures offset", absent},
        {0x54, 4, 1, "transition textures size", NULL},
    };
    struct gen_places places;
    begin();
    struct gen_bytes file = level_edit_file(&places);
    gen_bytes_free(&file);
    file_fields(places.data, fields, COUNT(fields), "data extent");
}

Test(level_fields, of_the_core_index)
{
    static const char unread[] = "what it points to is not read";
    static const struct field fields[] = {
        {0x00, 4, 0x40, "gs_ram table count", NULL},
        {0x04, 4, 0x4, "gs_ram table offset", NULL},
        {0x08, 4, 0x40, "tfrags", NULL},
        {0x0C, 4, 0x10000, "occlusion", NULL},
        {0x10, 4, 0x10000, "sky", NULL},
        {0x14, 4, 0x10000, "collision", NULL},
        {0x18, 4, 1, "moby class count", NULL},
        {0x1C, 4, 4, "moby class offset", NULL},
        {0x20, 4, 1, "tie class count", NULL},
        {0x24, 4, 4, "tie class offset", NULL},
        {0x28, 4, 1, "shrub class count", NULL},
        {0x2C, 4, 4, "shrub class offset", NULL},
        {0x30, 4, 1, "tfrag texture count", NULL},
        {0x34, 4, 4, "tfrag texture offset", NULL},
        {0x38, 4, 0x100, "moby texture count", NULL},
        {0x3C, 4, 4, "moby texture offset", NULL},
        {0x40, 4, 0x100, "tie texture count", NULL},
        {0x44, 4, 4, "tie texture offset", NULL},
        {0x48, 4, 0x100, "shrub texture count", NULL},
        {0x4C, 4, 4, "shrub texture offset", NULL},
        {0x50, 4, 0x1000, "particle texture count", NULL},
        {0x54, 4, 1, "particle texture offset", "the table is empty"},
        {0x58, 4, 0x1000, "fx texture count", NULL},
        {0x5C, 4, 1, "fx texture offset", "the table is empty"},
        {0x60, 4, 0x40, "textures base", NULL},
        {0x64, 4, 0x40, "particle bank", "it has no length, and no texture here names its bytes"},
        {0x68, 4, 0x40, "fx bank", "it has no length, and no texture here names its bytes"},
        {0x6C, 4, 1, "particle definitions", unread},
        {0x70, 4, 1, "sound remap", unread},
        {0x74, 4, 1, "unknown", unread},
        {0x78, 4, 1, "ratchet sequences", unread},
        {0x7C, 4, 1, "end of geometry", "where the last class ends is only ever taken from it"},
        {0x80, 4, 1, "unknown", unread},
        {0x84, 4, 0x1000, "stash count", NULL},
        {0x88, 4, 1, "compressed size", "the packer of this test writes it last"},
        {0x8C, 4, 1, "decompressed size", NULL},
        {0x90, 4, 1, "chrome map texture", unread},
        {0x94, 4, 1, "chrome map palette", unread},
        {0x98, 4, 1, "glass map texture", unread},
        {0x9C, 4, 1, "glass map palette", unread},
        {0xA0, 4, 1, "unknown", unread},
        {0xA4, 4, 1, "height map", unread},
        {0xA8, 4, 1, "occlusion oct", unread},
        {0xAC, 4, 1, "stash list", unread},
        {0xB0, 4, 1, "occlusion rad", unread},
        {0xB4, 4, 1, "moby sound remap", unread},
        {0xB8, 4, 1, "occlusion rad 2", unread},
    };
    begin();
    part_fields(&level_edit_parts.core_index, 0, fields, COUNT(fields), "core index");
}

Test(level_fields, of_the_patch_block_and_of_patches)
{
    static const char runtime[] = "the game writes it, or decides by it alone";
    static const struct field block[] = {
        {0x0, 4, 0x40, "table offset", NULL},
        {0x4, 4, 1, "patch count", NULL},
        {0x8, 4, 0x00800000, "L", NULL},
        {0xC, 4, 1, "unknown", "its meaning is not known"},
    };
    static const struct field patch[] = {
        {0x00, 4, 0x01000000, "sphere x", NULL},
        {0x04, 4, 0x01000000, "sphere y", NULL},
        {0x08, 4, 0x04000000, "sphere z", NULL},
        {0x0C, 4, 0x02000000, "radius", NULL},
        {0x10, 4, 0x10, "data", NULL},
        {0x14, 2, 0x10, "lod_2_ofs", NULL},
        {0x16, 2, 0x10, "shared_ofs", NULL},
        {0x18, 2, 0x10, "lod_1_ofs", NULL},
        {0x1A, 2, 0x10, "lod_0_ofs", NULL},
        {0x1C, 2, 0x10, "tex_ofs", NULL},
        {0x1E, 2, 0x10, "rgba_ofs", NULL},
        {0x20, 1, 1, "common_size", NULL},
        {0x21, 1, 1, "lod_2_size", NULL},
        {0x22, 1, 1, "lod_1_size", NULL},
        {0x23, 1, 1, "lod_0_size", NULL},
        {0x24, 1, 4, "rgba count of LOD 2", NULL},
        {0x25, 1, 4, "rgba count of LOD 1", NULL},
        {0x26, 1, 4, "rgba count of LOD 0", NULL},
        {0x27, 1, 1, "base_only", runtime},
        {0x28, 1, 1, "texture_count", NULL},
        {0x29, 1, 1, "rgba_size", NULL},
        {0x2A, 1, 1, "rgba_verts_loc", NULL},
        {0x2B, 1, 1, "occl_index_stash", runtime},
        {0x2C, 1, 7, "msphere_count", NULL},
        {0x2D, 1, 1, "flags", "their meaning is not known"},
        {0x2E, 2, 0x10, "msphere_ofs", NULL},
        {0x30, 2, 0x10, "light_ofs", NULL},
        {0x32, 2, 0x10, "light_end_ofs", NULL},
        {0x34, 1, 1, "dir_lights_one", NULL},
        {0x35, 1, 1, "dir_lights_upd", runtime},
        {0x36, 2, 1, "point_lights", NULL},
        {0x38, 2, 0x10, "cube_ofs", NULL},
        {0x3A, 2, 1, "occl_index", "any number; the mapping is not read"},
        {0x3C, 1, 1, "vert_count", NULL},
        {0x3D, 1, 1, "tri_count", NULL},
        {0x3E, 2, 1, "mip_dist", runtime},
    };
    begin();
    part_fields(&level_edit_parts.core_data, 0, block, COUNT(block), "block");
    part_fields(&level_edit_parts.core_data, level_edit_patch(1), patch, COUNT(patch), "patch 1");
}

Test(level_fields, of_the_vu_header)
{
    begin();
    /* A patch with all tiers, and extras in all of them if one has. */
    unsigned number = 0;
    size_t base =
        level_edit_data(number) + gen_get16(&level_edit_parts.core_data, level_edit_patch(number) + 0x16) + 4;
    for (unsigned i = 0; i < 20; i++) {
        const struct field field = {2 * i, 2, 1, "word", NULL};
        part_fields(&level_edit_parts.core_data, base, &field, 1, "VU header");
    }
}

/* ---- entries of tables ---- */

static uint32_t index_word(unsigned offset)
{
    return gen_get32(&level_edit_parts.core_index, offset);
}

Test(level_fields, of_entries_of_the_gs_ram_table)
{
    static const struct field palette[] = {
        {0x0, 4, 1, "psm", "a palette of 16-bit colours is one, too"},
        {0x0, 4, 2, "psm", NULL},
        {0x4, 2, 0x10, "width", NULL},
        {0x6, 2, 0x10, "height", NULL},
        {0x8, 4, 0x100, "address", NULL},
        {0xC, 4, 0x100, "offset", NULL},
    };
    static const struct field image[] = {
        {0x0, 4, 1, "psm", NULL},         {0x4, 2, 0x10, "width", NULL},   {0x6, 2, 0x10, "height", NULL},
        {0x8, 4, 0x100, "address", NULL}, {0xC, 4, 0x100, "offset", NULL},
    };
    begin();
    uint32_t count = index_word(0), table = index_word(4), first_image = 0;
    while (first_image < count && gen_get32(&level_edit_parts.core_index, table + 16 * first_image) != 0x13)
        first_image++;
    cr_assert(first_image > 0 && first_image < count);
    part_fields(&level_edit_parts.core_index, table, palette, COUNT(palette), "palette");
    part_fields(&level_edit_parts.core_index, table + 16 * first_image, image, COUNT(image), "image");
}

Test(level_fields, of_entries_of_the_texture_table)
{
    static const struct field fields[] = {
        {0x0, 4, 0x01000000, "data offset", NULL},
        {0x4, 2, 0x3, "width", NULL},
        {0x6, 2, 0x3, "height", NULL},
        {0x8, 2, 0x10, "levels", NULL},
        {0xA, 2, 0x4000, "palette", NULL},
        {0xC, 2, 0x4000, "mip level 2", NULL},
    };
    begin();
    part_fields(&level_edit_parts.core_index, index_word(0x34), fields, COUNT(fields), "texture");
}

Test(level_fields, of_entries_of_the_class_tables)
{
    static const char unknown[] = "its meaning is not known";
    static const struct field fields[] = {
        {0x00, 4, 0x40000000, "geometry offset", NULL},
        {0x04, 4, 1, "class", "any number can be a class's"},
        {0x08, 4, 1, "unknown", unknown},
        {0x0C, 4, 1, "unknown", unknown},
        {0x10, 1, 0x40, "texture slot 0", NULL},
    };
    static const unsigned tables[] = {0x1C, 0x24, 0x2C};
    begin();
    for (unsigned kind = 0; kind < 3; kind++)
        part_fields(&level_edit_parts.core_index, index_word(tables[kind]), fields, COUNT(fields), "class");
}

Test(level_fields, of_the_gameplay_part)
{
    static const char value[] = "any value can be a level's";
    static const struct field head[] = {
        {0x0, 4, 0x40000000, "settings offset", NULL},
        {0x4, 4, 4, "directional lights offset", NULL},
    };
    static const struct field bank[] = {
        {0x0, 4, 0x1000, "sets", NULL}, {0x4, 4, 1, "zeros", NULL},    {0x8, 4, 1, "zeros", NULL},
        {0xC, 4, 1, "zeros", NULL},     {0x10, 4, 1, "colour", value},
    };
    static const struct field settings[] = {
        {0x00, 4, 1, "background", value}, {0x0C, 4, 1, "fog", value},
        {0x18, 4, 1, "fog near", value},   {0x1C, 4, 1, "fog far", value},
        {0x20, 4, 1, "near value", value}, {0x24, 4, 1, "far value", value},
    };
    begin();
    struct gen_bytes *gameplay = &level_edit_parts.gameplay;
    part_fields(gameplay, 0, head, COUNT(head), "gameplay");
    part_fields(gameplay, gen_get32(gameplay, 4), bank, COUNT(bank), "light bank");
    part_fields(gameplay, gen_get32(gameplay, 0), settings, COUNT(settings), "settings");
}
