/* The container: sectors of sound bank, data extent, gameplay, occlusion, chunks. */
#include "level_generator.h"

#include <string.h>

#include "level_generator_lz.h"

enum { SECTOR = 2048, HEAD = 0x60, DATA_HEAD = 0x58, BLOB = 0x40, CHUNKS = 3 };

/* Ranges of the head. */
enum {
    RANGE_DATA = 0x10,
    RANGE_SOUND = 0x18,
    RANGE_GAMEPLAY = 0x20,
    RANGE_OCCLUSION = 0x28,
    RANGE_CHUNKS = 0x30,
};

/* Blobs of the data extent. */
enum {
    BLOB_OVERLAY = 0x00,
    BLOB_INDEX = 0x08,
    BLOB_GS_RAM = 0x10,
    BLOB_HUD_HEAD = 0x18,
    BLOB_HUD = 0x20,
    BLOB_CORE = 0x48,
    BLOB_TRANSITION = 0x50,
    INDEX_COMPRESSED = 0x88,
};

/* Notes the range from sector-aligned `begin` to the end of the file, which it fills up. */
static void end_range(struct gen_bytes *file, unsigned word, size_t begin)
{
    gen_bytes_align(file, SECTOR);
    gen_set32(file, word, (uint32_t)(begin / SECTOR));
    gen_set32(file, word + 4, (uint32_t)((file->size - begin) / SECTOR));
}

static void end_blob(struct gen_bytes *file, size_t data, unsigned word, size_t begin)
{
    gen_set32(file, data + word, (uint32_t)(begin - data));
    gen_set32(file, data + word + 4, (uint32_t)(file->size - begin));
}

static size_t put_blob(struct gen_bytes *file, size_t data, unsigned word, const struct gen_bytes *blob)
{
    size_t begin = gen_bytes_align(file, BLOB);
    gen_bytes_add(file, blob->data, blob->size);
    end_blob(file, data, word, begin);
    return begin;
}

static void put_data(struct gen_bytes *file, const struct gen_content *content, const struct gen_parts *parts,
                     struct gen_places *places)
{
    size_t data = gen_bytes_fill(file, DATA_HEAD, 0);
    for (unsigned word = BLOB_HUD_HEAD; word < BLOB_CORE; word += 8)
        gen_set32(file, data + word, 0xFFFFFFFF); /* absent */
    gen_set32(file, data + BLOB_TRANSITION, 0xFFFFFFFF);
    places->data = data;
    places->overlay = put_blob(file, data, BLOB_OVERLAY, &parts->overlay);
    places->core_index = put_blob(file, data, BLOB_INDEX, &parts->core_index);
    places->gs_ram = put_blob(file, data, BLOB_GS_RAM, &parts->gs_ram);
    places->core_data = gen_bytes_align(file, BLOB);
    gen_lz_pack(file, parts->core_data.data, parts->core_data.size, content->lz_matches);
    end_blob(file, data, BLOB_CORE, places->core_data);
    gen_set32(file, places->core_index + INDEX_COMPRESSED, (uint32_t)(file->size - places->core_data));
    end_range(file, RANGE_DATA, data);
}

/* A chunk's terrain has the first patches of the core's, chunk 0 all of them. */
static void put_chunk(struct gen_bytes *file, const struct gen_content *content, unsigned number)
{
    size_t begin = file->size;
    struct gen_bytes terrain = {0};
    static const uint8_t collision[64];
    gen_write_terrain(&terrain, content, number ? content->patches / (number + 1) : content->patches);
    gen_bytes_fill(file, 16, 0);
    gen_set32(file, begin, 16);
    gen_lz_pack(file, terrain.data, terrain.size, content->lz_matches);
    gen_set32(file, begin + 4, (uint32_t)(gen_bytes_align(file, 16) - begin));
    gen_lz_pack(file, collision, sizeof collision, content->lz_matches);
    gen_bytes_free(&terrain);
    end_range(file, RANGE_CHUNKS + 8 * number, begin);
}

/* Where the last range's content ends, of the kinds that can be the last: a stream, or a chunk with one at
 * the offset in its second word. */
static size_t end_of_last(const struct gen_bytes *file)
{
    size_t last = 0;
    for (unsigned word = RANGE_DATA; word < RANGE_CHUNKS + 8 * CHUNKS; word += 8)
        if (gen_get32(file, word) > last)
            last = gen_get32(file, word);
    size_t stream = last * SECTOR;
    if (memcmp(file->data + stream, "WAD", 3) != 0)
        stream += gen_get32(file, stream + 4);
    return memcmp(file->data + stream, "WAD", 3) == 0 ? stream + gen_get32(file, stream + 3) : file->size;
}

void gen_write(const struct gen_content *content, const struct gen_parts *parts, struct gen_bytes *file,
               struct gen_places *places)
{
    struct gen_places own;
    if (!places)
        places = &own;
    gen_require(file->size == 0 && content->chunks <= CHUNKS && content->cut < SECTOR);
    gen_bytes_fill(file, SECTOR, 0);
    gen_set32(file, 0x00, HEAD);
    gen_set32(file, 0x08, content->id);
    size_t sound = gen_bytes_fill(file, 0x18, 0);
    gen_bytes_add(file, "SBlk", 4);
    end_range(file, RANGE_SOUND, sound);
    put_data(file, content, parts, places);
    places->gameplay = file->size;
    gen_lz_pack(file, parts->gameplay.data, parts->gameplay.size, content->lz_matches);
    end_range(file, RANGE_GAMEPLAY, places->gameplay);
    if (content->occlusion_copy) {
        size_t occlusion = gen_bytes_fill(file, 64, 0);
        end_range(file, RANGE_OCCLUSION, occlusion);
    }
    for (unsigned i = 0; i < content->chunks; i++)
        put_chunk(file, content, i);
    /* The last sector need not be whole, but what it holds stays: a stream may end in zeros. */
    size_t held = end_of_last(file);
    file->size = file->size - held < content->cut ? held : file->size - content->cut;
}

void gen_make(const struct gen_content *content, struct gen_bytes *file)
{
    struct gen_parts parts;
    for (size_t i = 0; i < content->patches; i++) {
        const char *fault = gen_patch_fault(&content->patch[i]);
        if (fault)
            gen_fail(__FILE__, (int)i, fault);
    }
    gen_make_parts(content, &parts);
    gen_write(content, &parts, file, NULL);
    gen_parts_free(&parts);
}
