#include "level_generator_faults.h"

#include <string.h>

#include <path1/vif.h>

enum {
    TABLE = 0x40, /* of patch heads in core data */
    HEAD = 0x40,
    SECTOR = 2048,
    STREAM = 16 /* where packets of a stream begin */
};

/* ---- finding places ---- */

/* A list of the first patch, in bytes of core data. */
struct list {
    size_t begin, end;
};

static size_t data_of(const struct gen_parts *parts, unsigned patch)
{
    return TABLE + gen_get32(&parts->core_data, TABLE + HEAD * patch + 0x10);
}

static struct list list_at(const struct gen_parts *parts, unsigned begin, unsigned end)
{
    size_t data = data_of(parts, 0);
    return (struct list){data + gen_get16(&parts->core_data, TABLE + begin),
                         data + gen_get16(&parts->core_data, TABLE + end)};
}

static struct list lod_2_list(const struct gen_parts *parts)
{
    return list_at(parts, 0x14, 0x16);
}

static struct list common_list(const struct gen_parts *parts)
{
    return list_at(parts, 0x16, 0x18);
}

/* The offset of the first VIFcode with these bits: command and, of an UNPACK, sign. */
static size_t find_code(const struct gen_bytes *bytes, struct list list, uint32_t mask, uint32_t bits)
{
    for (size_t at = list.begin; at < list.end;) {
        uint32_t code = gen_get32(bytes, at);
        if ((code & mask) == bits)
            return at;
        at += 4 + 4 * (size_t)vif_payload_words(VIF_UNIT_1, code, 0x0404);
    }
    gen_fail(__FILE__, __LINE__, "the list has the VIFcode");
}

static void add_to_byte(struct gen_bytes *bytes, size_t offset, unsigned value)
{
    bytes->data[offset] = (uint8_t)(bytes->data[offset] + value);
}

static size_t texture_entry(const struct gen_parts *parts)
{
    return gen_get32(&parts->core_index, 0x34);
}

/* ---- container ---- */

static void range_in_bytes(struct gen_bytes *file, const struct gen_places *places)
{
    (void)places;
    gen_set32(file, 0x10, gen_get32(file, 0x10) * SECTOR);
    gen_set32(file, 0x14, gen_get32(file, 0x14) * SECTOR);
}

static void longer_head(struct gen_bytes *file, const struct gen_places *places)
{
    (void)places;
    gen_set32(file, 0, 0x68);
}

static void gap(struct gen_bytes *file, const struct gen_places *places)
{
    (void)places;
    gen_set32(file, 0x1C, gen_get32(file, 0x1C) + 1);
}

static void other_compressed_size(struct gen_bytes *file, const struct gen_places *places)
{
    gen_set32(file, places->core_index + 0x88, gen_get32(file, places->core_index + 0x88) - 1);
}

/* ---- streams ---- */

static void stream_too_long(struct gen_bytes *file, const struct gen_places *places)
{
    gen_set32(file, places->core_data + 3, 0x00FFFFFF);
}

static void no_magic(struct gen_bytes *file, const struct gen_places *places)
{
    file->data[places->core_data] = 'V';
}

/* The stream ends inside of its first packet. */
static void cut_packet(struct gen_bytes *file, const struct gen_places *places)
{
    gen_set32(file, places->core_data + 3, STREAM + 20);
}

static void far_back(struct gen_bytes *file, const struct gen_places *places)
{
    memcpy(file->data + places->core_data + STREAM, (const uint8_t[]){0x40, 0x10}, 2);
}

/* A run of 4 bytes, and another. */
static void two_runs(struct gen_bytes *file, const struct gen_places *places)
{
    memcpy(file->data + places->core_data + STREAM, (const uint8_t[]){1, 0, 0, 0, 0, 1}, 6);
}

static void other_size(struct gen_parts *parts)
{
    gen_set32(&parts->core_index, 0x8C, gen_get32(&parts->core_index, 0x8C) + 16);
}

/* ---- core index, textures ---- */

static void section_outside(struct gen_parts *parts)
{
    gen_set32(&parts->core_index, 0x60, (uint32_t)parts->core_data.size + 0x100);
}

static void table_outside(struct gen_parts *parts)
{
    gen_set32(&parts->core_index, 0x34, (uint32_t)parts->core_index.size);
}

static void palette_outside(struct gen_parts *parts)
{
    gen_set16(&parts->core_index, texture_entry(parts) + 0xA, (uint32_t)parts->gs_ram.size / 256 - 3);
}

static void no_mip(struct gen_parts *parts)
{
    gen_set16(&parts->core_index, texture_entry(parts) + 0xC, 0xFFFF);
}

/* A stride of 20h for shrubs, as the other classes have. */
static void shrub_stride(struct gen_parts *parts)
{
    gen_set32(&parts->core_index, 0x34, gen_get32(&parts->core_index, 0x34) - 0x20);
}

/* ---- patches ---- */

/* Offsets of patches from the block instead of from the table. */
static void block_relative(struct gen_parts *parts)
{
    for (unsigned i = 0; i < gen_get32(&parts->core_data, 4); i++)
        gen_set32(&parts->core_data, TABLE + HEAD * i + 0x10, (uint32_t)data_of(parts, i));
}

static void one_position_more(struct gen_parts *parts)
{
    add_to_byte(&parts->core_data, TABLE + 0x3C, 1);
}

static void one_triangle_more(struct gen_parts *parts)
{
    add_to_byte(&parts->core_data, TABLE + 0x3D, 1);
}

static void no_such_texture(struct gen_content *content)
{
    content->patch[0].ad_gif[0].texture = (uint16_t)content->textures;
}

/* The records of a list are behind its signed UNPACK V4-8. */
static void between_ad_gifs(struct gen_parts *parts)
{
    size_t code = find_code(&parts->core_data, lod_2_list(parts), 0x7F004000, 0x6E000000);
    add_to_byte(&parts->core_data, code + 4 + 2, 3);
}

/* An index that only finer levels of detail have. */
static void finer_index(struct gen_parts *parts)
{
    size_t code = find_code(&parts->core_data, lod_2_list(parts), 0x7F004000, 0x6E004000);
    parts->core_data.data[code + 4] = 4;
}

static void later_parent(struct gen_content *content)
{
    content->patch[0].tier[GEN_LOD_01].vertex[0].parent_1 = (struct gen_ref){GEN_LOD_01, 1};
}

/* The row before the positions of the common list is the second STROW. */
static size_t origin_row(const struct gen_parts *parts)
{
    struct list list = common_list(parts);
    list.begin = find_code(&parts->core_data, list, 0x7F000000, 0x30000000) + 20;
    return find_code(&parts->core_data, list, 0x7F000000, 0x30000000);
}

static void no_origin(struct gen_parts *parts)
{
    memset(parts->core_data.data + origin_row(parts), 0, 20);
}

static void other_origin(struct gen_parts *parts)
{
    add_to_byte(&parts->core_data, data_of(parts, 0) + gen_get16(&parts->core_data, TABLE + 0x30), 1);
}

static void small_sphere(struct gen_parts *parts)
{
    gen_set32(&parts->core_data, TABLE + 0x0C, gen_float_bits(1024.0f));
}

/* 103 positions are 618 bytes; the next word follows them at once. */
static void padded_to_two(struct gen_parts *parts)
{
    struct list list = common_list(parts);
    size_t at = find_code(&parts->core_data, list, 0x7F000000, 0x69000000) + 4 + 618;
    memmove(parts->core_data.data + at, parts->core_data.data + at + 2, list.end - at - 2);
}

static void past_the_buffer(struct gen_content *content)
{
    content->patch[0].spare = 240;
}

static void packet_too_long(struct gen_content *content)
{
    struct gen_strips *strips = &content->patch[0].lod[0];
    struct gen_ref ref[57];
    for (unsigned i = 0; i < 57; i++)
        ref[i] = strips->reference[i % strips->references];
    strips->runs = strips->references = 0;
    gen_add_run(strips, 0, false, ref, 57);
}

/* ---- lighting ---- */

/* As in the compressed bytes, read as if they were not. */
static void bank_of_nonsense(struct gen_parts *parts)
{
    gen_set32(&parts->gameplay, gen_get32(&parts->gameplay, 4), 698810368);
}

static void bank_outside(struct gen_parts *parts)
{
    gen_set32(&parts->gameplay, 4, (uint32_t)parts->gameplay.size);
}

/* One word of the table; the lone pair that begins like it stays. */
static void decoy_only(struct gen_parts *parts)
{
    for (size_t at = 0; at + 8 * GEN_NORMALS <= parts->overlay.size; at += 4)
        if (gen_get32(&parts->overlay, at + 8) == gen_normals[1][0] &&
            gen_get32(&parts->overlay, at + 12) == gen_normals[1][1]) {
            gen_set32(&parts->overlay, at + 8 * 100, 0x40000000);
            return;
        }
    gen_fail(__FILE__, __LINE__, "the overlay has the table");
}

const struct gen_fault gen_faults[] = {
    {"data range in bytes", "sectors of the data extent inside of the file", 0, .file = range_in_bytes},
    {"head of 68h bytes", "first word is 0x60, found 0x68", 0, .file = longer_head},
    {"gap between ranges", "container.tiling", 0, .file = gap},
    {"compressed size", "core.compressed_size", 0, .file = other_compressed_size},
    {"stream longer than its extent", "stream length", 0, .file = stream_too_long},
    {"no magic", "begins with \"WAD\"", 0, .file = no_magic},
    {"packet cut off", "expected", 0, .file = cut_packet},
    {"match from before the beginning", "a distance of at most", 0, .file = far_back},
    {"two runs of bytes", "no literal packet behind another", 0, .file = two_runs},
    {"decompressed size", "core.decompressed_size", 0, .parts = other_size},
    {"textures beyond core data", "core.order", 0, .parts = section_outside},
    {"table beyond the index", "core.tables", 0, .parts = table_outside},
    {"palette beyond gs_ram", "textures.clut", 0, .parts = palette_outside},
    {"mipmap level without a place", "level 2 inside of gs_ram (0x600 bytes), found block -1", 0,
     .parts = no_mip},
    {"stride of shrubs", "core.closure", 0, .parts = shrub_stride},
    {"patches from the block's start", "patches.offsets", 0, .parts = block_relative},
    {"vert_count", "patches.vert_count", 0, .parts = one_position_more},
    {"tri_count", "patches.tri_count", 0, .parts = one_triangle_more},
    {"texture of an ad-gif", "patches.ad_gifs", 0, .content = no_such_texture},
    {"offset between ad-gifs", "patches.strips", 0, .parts = between_ad_gifs},
    {"index of a finer level of detail", "patches.indices", 0, .parts = finer_index},
    {"parent that comes later", "patches.links", 0, .content = later_parent},
    {"no row with the origin", "patches.origin", 0, .parts = no_origin},
    {"another origin", "patches.origin", 0, .parts = other_origin},
    {"position outside of the sphere", "patches.bsphere", 0, .parts = small_sphere},
    {"payload padded to two bytes", "patches.buffer", GEN_CASE_LIMITS, .parts = padded_to_two},
    {"past 148h quadwords", "patches.buffer", 0, .content = past_the_buffer},
    {"packet above 176 quadwords", "patches.packets", 0, .content = packet_too_long},
    {"light bank of nonsense", "light.bank", 0, .parts = bank_of_nonsense},
    {"light bank outside", "light.bank", 0, .parts = bank_outside},
    {"normal table that is none", "light.normals", 0, .parts = decoy_only},
};
const size_t gen_fault_count = sizeof gen_faults / sizeof *gen_faults;

void gen_make_faulty(const struct gen_fault *fault, struct gen_bytes *file)
{
    struct gen_content content;
    struct gen_places places;
    struct gen_parts parts;
    gen_make_case(fault->from, &content);
    if (fault->content)
        fault->content(&content);
    gen_make_parts(&content, &parts);
    if (fault->parts)
        fault->parts(&parts);
    gen_write(&content, &parts, file, &places);
    if (fault->file)
        fault->file(file, &places);
    gen_parts_free(&parts);
    gen_content_free(&content);
}
