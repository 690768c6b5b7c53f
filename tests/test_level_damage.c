/* Levels that break one rule each: the rule that says so, and what is left of the level. Which rule follows
 * from LEVEL.md, the list of broken variants from LEVEL-GENERATOR.md section 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "level_edit.h"
#include "transfer_chip.h"

TestSuite(level_damage, .fini = level_edit_end, .timeout = 300);

/* Opens the edited level: one patch breaks this rule, and the others are whole. */
static void patch_fails(unsigned number, const char *id)
{
    struct trace_error error;
    size_t blocks;
    struct level *level = level_edit_open(&error);
    cr_assert_not_null(level, "%s", error.text);
    const struct level_block *block = level_blocks(level, &blocks);
    cr_assert(blocks >= 1 && block->patch_count > number);
    for (uint32_t i = 0; i < block->patch_count; i++) {
        const struct level_patch *patch = &block->patches[i];
        cr_expect_eq(patch->valid, i != number, "patch %u: %s", i, patch->failure ? patch->failure : "valid");
        if (i != number)
            continue;
        cr_expect(patch->failure && strstr(patch->failure, id), "expected %s: %s", id, patch->failure);
        cr_expect(!patch->positions && !patch->infos && !patch->colours && !patch->strips[0] &&
                  !patch->ad_gifs);
        cr_expect(patch->position_count == 0 && patch->index_count[0] == 0 && patch->list[1].size == 0);
    }
    const struct level_check *check = level_edit_check(level, id);
    cr_expect(check->failure && check->passed + 1 == check->total, "%s: %llu of %llu", id,
              (unsigned long long)check->passed, (unsigned long long)check->total);
    cr_expect_not(level_sound(level, &error));
    cr_expect(strstr(error.text, id) && strstr(error.text, "offset 0x"), "%s", error.text);
    level_close(level);
}

/* The file cannot be opened, for this reason. */
static void open_fails(struct gen_bytes *file, const char *text)
{
    struct trace_error error = {""};
    struct level *level = level_open_memory("edited", file->data, file->size, &error);
    cr_expect_null(level);
    cr_expect(strstr(error.text, text), "expected '%s' in: %s", text, error.text);
    level_close(level);
    gen_bytes_free(file);
    level_edit_end();
}

static struct gen_bytes *core(void)
{
    return &level_edit_parts.core_data;
}

static void add8(size_t offset, int more)
{
    core()->data[offset] = (uint8_t)(core()->data[offset] + more);
}

/* The words of the lists are found by their values: the first from `offset` on. */
static size_t find_word(size_t offset, uint32_t mask, uint32_t value)
{
    for (size_t at = offset; at + 4 <= core()->size; at += 4)
        if ((gen_get32(core(), at) & mask) == value)
            return at;
    cr_assert_fail("no word %x", value);
    return 0;
}

/* Start of a list in patch `number`'s data block: 0 LOD 2, 1 common ... */
static size_t list(unsigned number, unsigned which)
{
    static const unsigned at[] = {0x14, 0x16, 0x18, 0x1A};
    return level_edit_data(number) + gen_get16(core(), level_edit_patch(number) + at[which]);
}

Test(level_damage, counts_that_do_not_match_stop_their_patch)
{
    level_edit_begin(GEN_CASE_PLAIN);
    add8(level_edit_patch(1) + 0x3C, 1);
    patch_fails(1, "patches.vert_count");
    level_edit_begin(GEN_CASE_PLAIN);
    add8(level_edit_patch(2) + 0x3D, 1);
    patch_fails(2, "patches.tri_count");
    level_edit_begin(GEN_CASE_PLAIN);
    add8(level_edit_patch(3) + 0x29, 1);
    patch_fails(3, "patches.colours");
}

Test(level_damage, a_data_offset_from_the_block_instead_of_the_table_is_noticed)
{
    level_edit_begin(GEN_CASE_PLAIN);
    size_t at = level_edit_patch(1) + 0x10;
    gen_set32(core(), at, gen_get32(core(), at) + 0x40);
    patch_fails(1, "patches.vif");
    level_edit_begin(GEN_CASE_PLAIN);
    gen_set32(core(), level_edit_patch(1) + 0x10, 0x00F00000);
    patch_fails(1, "patches.offsets");
}

Test(level_damage, ad_gifs_name_textures_of_the_table_and_strips_ad_gifs_that_are_there)
{
    level_edit_begin(GEN_CASE_PLAIN);
    size_t ad_gif = level_edit_data(0) + gen_get16(core(), level_edit_patch(0) + 0x1C);
    gen_set32(core(), ad_gif, (uint32_t)level_edit_content.textures);
    patch_fails(0, "patches.ad_gifs");
    /* The strips of LOD 2: V4_8 signed; z of the first record is its third byte. */
    level_edit_begin(GEN_CASE_PLAIN);
    add8(find_word(list(1, 0), 0xFF00C000, 0x6E008000) + 6, 1);
    patch_fails(1, "patches.strips");
}

Test(level_damage, indices_stay_inside_of_their_lods_vertex_infos)
{
    level_edit_begin(GEN_CASE_PLAIN);
    unsigned common = level_edit_content.patch[2].tier[0].vertices;
    core()->data[find_word(list(2, 0), 0xFF00C000, 0x6E00C000) + 4] = (uint8_t)common;
    patch_fails(2, "patches.indices");
}

/* The parents of LOD-0, in LOD 0's list behind its indices. */
static size_t lod_0_parents(unsigned number)
{
    struct gen_layout layout;
    gen_layout(&level_edit_content.patch[number], &layout);
    return find_word(list(number, 3), 0xFF00C3FF, 0x6E00C000 | layout.parents_lod_0) + 4;
}

Test(level_damage, a_parent_in_the_same_tier_behind_its_child_is_refused)
{
    level_edit_begin(GEN_CASE_PLAIN);
    const struct gen_patch *patch = &level_edit_content.patch[1];
    unsigned before = patch->tier[0].vertices + patch->tier[1].vertices;
    core()->data[lod_0_parents(1) + 2] = (uint8_t)(before + 5);
    patch_fails(1, "patches.links");
}

Test(level_damage, the_origin_is_the_row_and_the_quadword_both)
{
    /* Two NOPs in the place of a STROW leave the row of the vertex infos. */
    level_edit_begin(GEN_CASE_PLAIN);
    size_t positions = find_word(list(3, 1), 0xFF00C000, 0x69008000);
    size_t row = positions - 4 - 20; /* STROW, 16 bytes, STCYCL, UNPACK */
    cr_assert_eq(gen_get32(core(), row) >> 24, 0x30);
    for (size_t i = 0; i < 20; i += 4)
        gen_set32(core(), row + i, 0);
    patch_fails(3, "patches.origin");
    level_edit_begin(GEN_CASE_PLAIN);
    add8(level_edit_data(0) + gen_get16(core(), level_edit_patch(0) + 0x30) + 4, 1);
    patch_fails(0, "patches.origin");
}

Test(level_damage, a_vertex_outside_of_its_sphere_is_a_wrong_origin)
{
    level_edit_begin(GEN_CASE_PLAIN);
    gen_set32(core(), level_edit_patch(1), gen_float_bits(0.0f));
    patch_fails(1, "patches.bsphere");
}

Test(level_damage, lists_are_walked_by_their_own_sizes)
{
    /* 103 positions, 618 bytes, padded to 2 instead of 4: the STCYCL behind them is lost, and what follows is
     * spread beyond the buffer. */
    level_edit_begin(GEN_CASE_LIMITS);
    size_t code = find_word(list(0, 1), 0xFF00C000, 0x69008000), end = code + 4 + 618;
    cr_assert_eq(gen_get32(core(), code) >> 16 & 0xFF, 103);
    cr_assert_eq(gen_get32(core(), end + 2), 0x01000404);
    memmove(core()->data + end, core()->data + end + 2, 8);
    patch_fails(0, "patches.buffer");
    level_edit_begin(GEN_CASE_PLAIN);
    /* Beyond the buffer. */
    size_t strips = find_word(list(1, 0), 0xFF00C000, 0x6E008000);
    gen_set32(core(), strips, (gen_get32(core(), strips) & ~0x3FFu) | 0x147);
    patch_fails(1, "patches.buffer");
    /* MSCAL. */
    level_edit_begin(GEN_CASE_PLAIN);
    gen_set32(core(), list(0, 0), 0x14000006);
    patch_fails(0, "patches.vif");
    /* Masked. */
    level_edit_begin(GEN_CASE_PLAIN);
    size_t header = list(0, 1);
    gen_set32(core(), header, gen_get32(core(), header) | 0x10000000);
    patch_fails(0, "patches.vif");
}

Test(level_damage, packets_above_176_quadwords_are_refused)
{
    level_edit_begin(GEN_CASE_LIMITS);
    /* Patch 3's second run kicks (y -128) and has 58 vertices without an ad-gif: going on in the packet makes
     * 175
     * + 6 + 175. */
    size_t strips = find_word(list(3, 0), 0xFF00C000, 0x6E008000) + 4;
    cr_assert_eq(core()->data[strips + 5], 0x80);
    core()->data[strips + 5] = 0;
    core()->data[strips + 6] = 0;
    patch_fails(3, "patches.packets");
}

/* ---- container and tables ---- */

Test(level_damage, ranges_in_bytes_and_other_headers_are_refused)
{
    level_edit_begin(GEN_CASE_PLAIN);
    struct gen_bytes file = level_edit_file(NULL);
    gen_set32(&file, 0x10, gen_get32(&file, 0x10) * 2048);
    gen_set32(&file, 0x14, gen_get32(&file, 0x14) * 2048);
    open_fails(&file, "expected the sectors of the data extent inside of the file");
    level_edit_begin(GEN_CASE_PLAIN);
    file = level_edit_file(NULL);
    gen_set32(&file, 0, 0x68);
    open_fails(&file, "whose first word is 0x60, found 0x68");
    level_edit_begin(GEN_CASE_PLAIN);
    file = level_edit_file(NULL);
    file.size = 0x5F;
    open_fails(&file, "expected the 0x60 bytes");
}

/* Opens the edited file; the check has mismatches. */
static void file_fails(struct gen_bytes *file, const char *id)
{
    struct trace_error error;
    struct level *level = level_open_memory("edited", file->data, file->size, &error);
    cr_assert_not_null(level, "%s", error.text);
    cr_expect(level_edit_check(level, id)->failure, "%s", id);
    cr_expect_not(level_sound(level, &error));
    level_close(level);
    gen_bytes_free(file);
    level_edit_end();
}

Test(level_damage, sizes_of_core_data_are_compared)
{
    struct gen_places places;
    level_edit_begin(GEN_CASE_PLAIN);
    struct gen_bytes file = level_edit_file(&places);
    gen_set32(&file, places.core_index + 0x8C, gen_get32(&file, places.core_index + 0x8C) + 1);
    file_fails(&file, "core.decompressed_size");
    level_edit_begin(GEN_CASE_PLAIN);
    file = level_edit_file(&places);
    gen_set32(&file, places.core_index + 0x8C, gen_get32(&file, places.core_index + 0x8C) - 1);
    open_fails(&file, "decompressed bytes, found more");
    level_edit_begin(GEN_CASE_PLAIN);
    file = level_edit_file(&places);
    gen_set32(&file, places.core_index + 0x88, 5);
    file_fails(&file, "core.compressed_size");
    level_edit_begin(GEN_CASE_PLAIN);
    file = level_edit_file(&places);
    file.data[places.core_data] = 'w';
    open_fails(&file, "begins with \"WAD\"");
    level_edit_begin(GEN_CASE_PLAIN);
    file = level_edit_file(&places);
    file.data[places.gameplay] = 'w';
    file_fails(&file, "streams.decode");
}

static void index_fails(size_t offset, uint32_t value, const char *id)
{
    level_edit_begin(GEN_CASE_PLAIN);
    gen_set32(&level_edit_parts.core_index, offset, value);
    struct gen_bytes file = level_edit_file(NULL);
    file_fails(&file, id);
}

Test(level_damage, the_core_index_points_into_core_data_and_into_itself)
{
    index_fails(0x0C, 0x00F00000, "core.order");
    index_fails(0x1C, 0x00F00000, "core.tables");
    index_fails(0x20, 0xFFFFFFFF, "core.tables");
    index_fails(0x24, 0xC4, "core.closure");
    index_fails(0xC0, 0x00F00000, "classes.offsets"); /* the first moby class */
}

/* The first tfrag texture's entry. */
static void texture_fails(unsigned field, unsigned value, const char *id)
{
    struct trace_error error;
    size_t count;
    level_edit_begin(GEN_CASE_PLAIN);
    size_t entry = gen_get32(&level_edit_parts.core_index, 0x34);
    gen_set16(&level_edit_parts.core_index, entry + field, value);
    struct level *level = level_edit_open(&error);
    cr_assert_not_null(level, "%s", error.text);
    const struct level_texture *texture = level_textures(level, LEVEL_TEXTURE_TFRAG, &count);
    cr_expect(!texture->valid && !texture->clut && !texture->level[0] && texture->levels == 0);
    cr_expect(level_edit_check(level, id)->failure, "%s", id);
    level_close(level);
}

Test(level_damage, textures_that_lie_nowhere_are_left_out)
{
    texture_fails(0x2, 0x00F0, "textures.pixels");
    texture_fails(0x4, 63, "textures.size");
    texture_fails(0x6, 0, "textures.size");
    texture_fails(0x8, 5, "textures.levels");
    texture_fails(0x8, 0, "textures.levels");
    texture_fails(0xA, 0x7FFF, "textures.clut");
    texture_fails(0xC, 0x7FFF, "textures.mips");
    texture_fails(0xE, 0xFFFF, "textures.mips"); /* four levels, and no block for the last */
}

Test(level_damage, light_tables_that_are_not_there_are_told)
{
    /* A bank at the place that compressed bytes would name. */
    level_edit_begin(GEN_CASE_PLAIN);
    gen_set32(&level_edit_parts.gameplay, 4, 0xA0D);
    struct gen_bytes file = level_edit_file(NULL);
    file_fails(&file, "light.bank");
    /* Only the decoy of the normal table is left. */
    level_edit_begin(GEN_CASE_PLAIN);
    struct gen_bytes *overlay = &level_edit_parts.overlay;
    for (size_t at = 4, found = 0; at + 8 <= overlay->size; at += 4)
        if (gen_get32(overlay, at) == 0x3F800000 && gen_get32(overlay, at + 4) == 0 && found++)
            gen_set32(overlay, at + 8 * 100, 0x3F000000);
    struct trace_error error;
    struct level *level = level_edit_open(&error);
    size_t blocks;
    cr_assert_not_null(level);
    cr_expect(level_edit_check(level, "light.normals")->failure);
    const struct level_patch *patch = level_blocks(level, &blocks)->patches;
    cr_expect(patch->valid && !patch->lit && patch->colours == patch->disc_colours);
    const struct level_check *lit = level_edit_check(level, "light.lit");
    cr_expect(lit->passed == 0 && lit->total > 0);
    level_close(level);
}

/* Whatever the bytes are: a level or an error, patches whole or empty, and every byte of core data owned
 * once. */
static void survives(const struct gen_bytes *file)
{
    struct trace_error error = {""};
    size_t blocks, count;
    struct level *level = level_open_memory("mutated", file->data, file->size, &error);
    if (!level) {
        cr_assert(error.text[0]);
        return;
    }
    const struct level_block *block = level_blocks(level, &blocks);
    for (size_t k = 0; k < blocks; k++)
        for (uint32_t i = 0; i < block[k].patch_count; i++) {
            const struct level_patch *patch = &block[k].patches[i];
            cr_assert_eq(patch->valid, patch->failure == NULL);
            cr_assert_eq(patch->valid, patch->positions != NULL);
        }
    uint32_t at = 0;
    const struct level_owner *owner = level_owners(level, &count);
    for (size_t i = 0; i < count; i++, at = owner[i - 1].span.offset + owner[i - 1].span.size)
        cr_assert_eq(owner[i].span.offset, at);
    cr_assert_eq(at, level_part(level, LEVEL_CORE_DATA).size);
    level_close(level);
}

/* Changes up to four bytes: to anything, to the ends of its range, or by one. */
static void mutate(struct gen_bytes *bytes, size_t limit, uint64_t *random)
{
    size_t size = bytes->size < limit ? bytes->size : limit;
    for (uint32_t n = transfer_random(random) % 4 + 1; n; n--) {
        uint8_t *at = &bytes->data[transfer_random(random) % size];
        const uint8_t to[] = {
            (uint8_t)transfer_random(random), 0, 0xFF, 0x7F, 0x80, (uint8_t)(*at + 1), (uint8_t)(*at - 1)};
        *at = to[transfer_random(random) % sizeof to];
    }
}

Test(level_damage, random_changes_of_any_part_are_survived)
{
    uint64_t random = 99;
    for (int round = 0; round < 200; round++) {
        level_edit_begin((enum gen_case)(round % (GEN_CASE_SWEEP + 1)));
        struct gen_parts *parts = &level_edit_parts;
        struct gen_bytes *part[] = {&parts->core_index, &parts->core_data, &parts->gameplay, &parts->overlay,
                                    NULL};
        struct gen_bytes *chosen = part[transfer_random(&random) % 5];
        if (chosen) /* of core data the landscape, of an overlay all */
            mutate(chosen, 16384, &random);
        struct gen_bytes file = level_edit_file(NULL);
        if (!chosen)
            mutate(&file, file.size, &random);
        survives(&file);
        file.size = round % 7 ? file.size : transfer_random(&random) % file.size;
        survives(&file);
        gen_bytes_free(&file);
        level_edit_end();
    }
}
