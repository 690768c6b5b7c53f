/* path1 level on levels of our own making (tests/level_generator.h). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "level/level_lz.h"
#include "level_edit.h"
#include "program.h"
#include "reference.h"
#include "transfer_chip.h"

static void end(void)
{
    level_edit_end();
    program_teardown();
}

TestSuite(cli_level, .init = program_setup, .fini = end, .timeout = 600);

static const char *write_level(enum gen_case which)
{
    level_edit_end();
    level_edit_begin(which);
    struct gen_bytes file = level_edit_file(NULL);
    char name[40];
    snprintf(name, sizeof name, "%s.wad", gen_case_name(which));
    const char *path = scratch(name);
    write_file(path, file.data, file.size);
    gen_bytes_free(&file);
    return path;
}

static void write_part(const char *directory, const char *name, const struct gen_bytes *bytes, bool packed)
{
    char path[600];
    size_t size = bytes->size;
    uint8_t *stream = packed ? level_lz_encode(bytes->data, bytes->size, &size) : NULL;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    write_file(path, packed ? stream : bytes->data, size);
    free(stream);
}

/* The parts as files of a directory. */
static const char *write_directory(bool packed)
{
    const char *directory = scratch(packed ? "packed" : "plain");
    cr_assert_eq(mkdir(directory, 0777), 0);
    const struct gen_parts *p = &level_edit_parts;
    size_t size;
    uint8_t *stream = level_lz_encode(p->core_data.data, p->core_data.size, &size);
    free(stream);
    gen_set32(&level_edit_parts.core_index, 0x88, (uint32_t)size);
    write_part(directory, "core_index.bin", &p->core_index, false);
    write_part(directory, "core_data.bin", &p->core_data, packed);
    write_part(directory, "gs_ram.bin", &p->gs_ram, false);
    write_part(directory, "gameplay.bin", &p->gameplay, packed);
    write_part(directory, "overlay.bin", &p->overlay, false);
    return directory;
}

Test(cli_level, info_says_that_every_rule_holds_and_how_much_is_lit)
{
    for (int which = 0; which < GEN_CASES; which++) {
        struct run run = run_path1("level", "info", write_level((enum gen_case)which));
        struct gen_totals totals;
        char lit[64];
        cr_assert_eq(run.status, 0, "%s", run.err);
        cr_assert_str_empty(run.err);
        cr_assert_null(strstr(run.out, "unaccounted"));
        gen_count(&level_edit_content, &totals);
        snprintf(lit, sizeof lit, "\n  lit %u of %u", totals.positions, totals.positions);
        cr_assert(strstr(run.out, lit), "%s", run.out);
        cr_assert(strstr(run.out, " rules hold\n"));
    }
}

Test(cli_level, info_as_json_counts_what_the_generator_made)
{
    struct run run =
        run_path1("level", "info", write_level(GEN_CASE_MANY), write_level(GEN_CASE_LIMITS), "--json");
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out);
    json_t *level = json_array_get(json_object_get(root, "levels"), 1);
    json_t *counts = json_object_get(level, "counts");
    struct gen_totals t;
    gen_count(&level_edit_content, &t);
    cr_assert(json_is_true(json_object_get(level, "sound")));
    cr_assert_eq(number_of(level, "level"), 12);
    cr_assert_eq(number_of(counts, "patches"), t.patches);
    cr_assert_eq(number_of(counts, "positions"), t.positions);
    cr_assert_eq(number_of(counts, "lit"), t.positions);
    cr_assert_eq(number_of(counts, "triangles_lod_0"), t.triangles[0]);
    cr_assert_eq(number_of(counts, "loads"), t.loads);
    cr_assert_eq(number_of(counts, "kicks"), t.kicks);
    cr_assert_eq(number_of(counts, "kicks_with_load"), t.kicks_with_load);
    cr_assert_eq(number_of(counts, "ad_gifs"), t.ad_gifs);
    json_decref(root);
}

/* From "Checks" to "Core data", without the lines on the file's own form. */
static char *checks_of(const char *text, const char *from)
{
    const char *begin = strstr(text, from);
    cr_assert_not_null(begin);
    return strdup(begin);
}

Test(cli_level, a_directory_of_parts_gives_what_the_container_gives)
{
    struct run whole = run_path1("level", "info", write_level(GEN_CASE_SWEEP));
    cr_assert_eq(level_edit_content.chunks, 0);
    struct run plain = run_path1("level", "info", write_directory(false));
    struct run packed = run_path1("level", "info", write_directory(true));
    cr_assert(whole.status == 0 && plain.status == 0 && packed.status == 0, "%s%s", plain.err, packed.err);
    char *a = checks_of(whole.out, "Landscape"), *b = checks_of(plain.out, "Landscape"),
         *c = checks_of(packed.out, "Landscape");
    cr_assert_str_eq(a, b);
    cr_assert_str_eq(a, c);
    free(a);
    free(b);
    free(c);
}

Test(cli_level, what_is_missing_of_a_directory_is_told)
{
    char path[600];
    level_edit_begin(GEN_CASE_PLAIN);
    const char *directory = write_directory(false);
    snprintf(path, sizeof path, "%s/gameplay.bin", directory);
    remove(path);
    struct run run = run_path1("level", "info", directory);
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert(strstr(run.err, "THERE IS NO LIGHT BANK"));
    cr_assert(strstr(run.out, "gameplay            absent"), "%s", run.out);
    cr_assert(strstr(run.out, "\n  lit 0 of "));
    snprintf(path, sizeof path, "%s/core_index.bin", directory);
    remove(path);
    run = run_path1("level", "info", directory);
    cr_assert_eq(run.status, 1);
    cr_assert(strstr(run.err, "found no core_index.bin"), "%s", run.err);
}

Test(cli_level, a_rule_that_does_not_hold_is_told_with_its_place_and_the_status_is_1)
{
    level_edit_begin(GEN_CASE_PLAIN);
    level_edit_parts.core_data.data[level_edit_patch(2) + 0x3C]++;
    struct gen_bytes file = level_edit_file(NULL);
    write_file(scratch("bad.wad"), file.data, file.size);
    gen_bytes_free(&file);
    struct run run = run_path1("level", "info", scratch("bad.wad"));
    cr_assert_eq(run.status, 1);
    cr_assert(strstr(run.err, "offset 0xfc: patches.vert_count: patch 2: expected 25"), "%s", run.err);
    cr_assert(strstr(run.out, "NOT HELD first at core data 0xfc: patch 2"), "%s", run.out);
    cr_assert(strstr(run.out, "patches valid 3 of 4"));
    run = run_path1("level", "info", "--json", scratch("bad.wad"), scratch("none.wad"));
    cr_assert_eq(run.status, 1);
    json_t *root = parse_json(run.out);
    cr_assert_eq(json_array_size(json_object_get(root, "levels")), 2);
    json_decref(root);
}

Test(cli_level, usage_is_checked)
{
    cr_assert_eq(run_path1("level").status, 2);
    cr_assert_eq(run_path1("level", "nothing").status, 2);
    cr_assert_eq(run_path1("level", "info").status, 2);
    cr_assert_eq(run_path1("level", "textures", "x").status, 2);
    cr_assert_eq(run_path1("level", "textures", "-o", "x").status, 2);
    cr_assert_eq(run_path1("level", "info", "--nothing", "x").status, 2);
    cr_assert_eq(run_path1("level", "--help").status, 0);
    cr_assert_eq(run_path1("level", "info", "--help").status, 0);
    cr_assert_eq(run_path1("level", "textures", "--help").status, 0);
}

/* ---- textures ---- */

static uint8_t doubled(uint8_t alpha)
{
    return alpha < 0x80 ? (uint8_t)(2 * alpha) : 255;
}

/* A host's decoder: the palette's colour of each index. */
static void expect_picture(const char *path, unsigned w, unsigned h, const uint8_t *index,
                           const uint8_t (*palette)[4], bool raw)
{
    struct picture picture = read_png(path);
    cr_assert(picture.width == w && picture.height == h && picture.alpha, "%s", path);
    for (size_t i = 0; i < (size_t)w * h; i++) {
        const uint8_t *colour = palette[index[i]];
        const uint8_t want[4] = {colour[0], colour[1], colour[2], raw ? colour[3] : doubled(colour[3])};
        cr_assert_arr_eq(picture.rgba + 4 * i, want, 4, "%s: pixel %zu", path, i);
    }
}

static void expect_textures(const char *wad, const char *directory, bool raw)
{
    struct run run = raw ? run_path1("level", "textures", wad, "-o", directory, "--raw-alpha")
                         : run_path1("level", "textures", wad, "-o", directory);
    cr_assert_eq(run.status, 0, "%s", run.err);
    for (size_t i = 0; i < level_edit_content.textures; i++) {
        const struct gen_texture *t = &level_edit_content.texture[i];
        for (unsigned l = 0; l < t->levels; l++) {
            char path[600];
            snprintf(path, sizeof path, "%s/tfrag_%04zu_l%u.png", directory, i, l);
            expect_picture(path, t->side >> l, t->side >> l, t->level[l],
                           (const uint8_t(*)[4])level_edit_content.palette[t->palette].rgba, raw);
        }
    }
}

Test(cli_level, textures_through_the_gs_are_what_a_host_decodes)
{
    for (int which = 0; which < GEN_CASES; which++) {
        const char *wad = write_level((enum gen_case)which);
        expect_textures(wad, scratch("pictures"), false);
        expect_textures(wad, scratch("raw"), true);
    }
}

Test(cli_level, contact_sheets_show_every_level)
{
    struct run run = run_path1("level", "textures", write_level(GEN_CASE_MANY), "-o", scratch("pictures"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    char path[600];
    snprintf(path, sizeof path, "%s/sheet_tfrag_0.png", scratch("pictures"));
    struct picture sheet = read_png(path);
    cr_assert(sheet.width == 1600 && sheet.height == 2 * 136);
    /* Texture 1 is in the second cell; level 1 is 132 pixels to the right, its last texel at 63, 63. */
    const struct gen_texture *t = &level_edit_content.texture[1];
    unsigned side = t->side / 2u;
    const uint8_t *colour = level_edit_content.palette[t->palette].rgba[t->level[1][side * side - 1]];
    cr_assert_arr_eq(sheet.rgba + 4 * (63 * 1600 + 200 + 132 + 63), colour, 3);
}

Test(cli_level, textures_of_every_shape_up_to_1024_by_1024_come_out)
{
    static const uint16_t sizes[][2] = {{1024, 1024}, {1024, 1}, {1, 1024},  {8, 512},  {512, 64},
                                        {2, 2},       {1, 1},    {128, 256}, {64, 1024}};
    static uint8_t texels[1 << 20];
    uint64_t random = 3;
    for (size_t i = 0; i < sizeof texels; i++)
        texels[i] = (uint8_t)transfer_random(&random);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        level_edit_begin(GEN_CASE_PLAIN);
        struct gen_bytes *core = &level_edit_parts.core_data, *index = &level_edit_parts.core_index;
        size_t at = gen_bytes_align(core, 256), entry = gen_get32(index, 0x34);
        gen_bytes_add(core, texels, sizeof texels);
        gen_set32(index, 0x8C, (uint32_t)core->size);
        gen_set32(index, entry, (uint32_t)at - gen_get32(index, 0x60));
        gen_set16(index, entry + 4, sizes[i][0]);
        gen_set16(index, entry + 6, sizes[i][1]);
        gen_set16(index, entry + 8, 1);
        struct gen_bytes file = level_edit_file(NULL);
        write_file(scratch("big.wad"), file.data, file.size);
        gen_bytes_free(&file);
        struct run run = run_path1("level", "textures", scratch("big.wad"), "-o", scratch("big"));
        cr_assert_eq(run.status, 0, "%s", run.err);
        char path[600];
        snprintf(path, sizeof path, "%s/tfrag_0000_l0.png", scratch("big"));
        expect_picture(
            path, sizes[i][0], sizes[i][1], texels,
            (const uint8_t(*)[4])level_edit_content.palette[level_edit_content.texture[0].palette].rgba,
            false);
        level_edit_end();
    }
}
