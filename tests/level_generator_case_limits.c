/* GEN_CASE_LIMITS: patches that use a limit up. */
#include <string.h>

#include "level_generator_case_parts.h"

enum { EDGE = 16 << 10, MOST_POSITIONS = 103 /* that fit with one vertex info each and one short strip */ };

static struct gen_patch *begin(struct gen_content *c, unsigned texture, unsigned ad_gifs)
{
    struct gen_patch *patch = gen_add_patch(c);
    patch->origin[0] = -60000 + (int32_t)c->patches * EDGE;
    patch->origin[1] = 150000;
    patch->origin[2] = 2000;
    for (unsigned i = 0; i < ad_gifs; i++)
        patch->ad_gif[patch->ad_gifs++] = (struct gen_ad_gif){
            .texture = (uint16_t)texture, .k = (int16_t)(-137 + 2 * (int)i), .mmin = 4, .page_range = 255};
    return patch;
}

/* `count` common vertices in two rows, in the order of a strip. */
static void add_row(struct gen_patch *patch, unsigned count, struct gen_ref *ref)
{
    for (unsigned i = 0; i < count; i++) {
        const int16_t position[3] = {(int16_t)(EDGE * (int)i / (int)count), (int16_t)(i % 2 * 4096),
                                     (int16_t)(i % 7 * 100)};
        struct gen_light light = gen_case_light(i);
        ref[i] = gen_add_position(patch, GEN_COMMON, position, &light, (int16_t)(i * 128),
                                  (int16_t)(i % 2 * 4096));
    }
}

static void every_lod(struct gen_patch *patch, int ad_gif, bool kick, const struct gen_ref *ref,
                      unsigned count)
{
    for (unsigned lod = 0; lod < 3; lod++)
        gen_add_run(&patch->lod[lod], ad_gif, kick, ref, count);
}

/* As many positions as VU memory holds. */
static void positions(struct gen_content *c, unsigned texture)
{
    struct gen_ref ref[MOST_POSITIONS];
    struct gen_patch *patch = begin(c, texture, 1);
    add_row(patch, MOST_POSITIONS, ref);
    every_lod(patch, 0, false, ref + MOST_POSITIONS - 4, 4);
}

/* 256 vertex infos: the highest index byte is FFh. */
static void vertex_infos(struct gen_content *c, unsigned texture)
{
    struct gen_ref ref[GEN_VERTICES];
    struct gen_patch *patch = begin(c, texture, 1);
    add_row(patch, 12, ref);
    for (unsigned i = 12; i < GEN_VERTICES; i++)
        ref[i] = gen_add_extra(patch, ref[i % 12], (int16_t)(i * 100), (int16_t)(i * 90 - 8000));
    every_lod(patch, 0, false, ref + GEN_VERTICES - 12, 12);
}

/* 25 ad-gifs, each for one triangle; the offset of the last is 120 quadwords. */
static void ad_gifs(struct gen_content *c, unsigned texture)
{
    struct gen_ref ref[30];
    struct gen_patch *patch = begin(c, texture, GEN_AD_GIFS);
    add_row(patch, 27, ref);
    for (unsigned i = 0; i < GEN_AD_GIFS; i++)
        for (unsigned lod = 0; lod < 3; lod++)
            gen_add_strip(&patch->lod[lod], i, ref + i, 3, GEN_PACKET_LIMIT);
}

/* Packets of 175 quadwords: an ad-gif and 56 vertices; then 58 vertices without an ad-gif. */
static void packets(struct gen_content *c, unsigned texture)
{
    struct gen_ref ref[58];
    struct gen_patch *patch = begin(c, texture, 2);
    add_row(patch, 58, ref);
    every_lod(patch, 0, false, ref, 56);
    every_lod(patch, -1, true, ref, 58);
    every_lod(patch, 1, true, ref + 1, 56);
}

/* All 148h quadwords, in all three tiers, and 8 x 4 quads. */
static void memory(struct gen_content *c, unsigned texture)
{
    struct gen_case_patch spec = {.edge = EDGE, .texture = {texture}, .textures = 1};
    struct gen_patch *patch = begin(c, texture, 2);
    struct gen_sheet half, sheet = {.columns = 8, .rows = 4};
    struct gen_layout layout;
    gen_case_sheet(&spec, &half);
    for (unsigned row = 0; row <= 4; row++)
        for (unsigned column = 0; column <= 8; column++) {
            sheet.vertex[row][column] = half.vertex[row][column % 4];
            sheet.vertex[row][column].position[0] =
                (int16_t)(half.vertex[row][column % 4].position[0] + (int)(column / 4) * EDGE);
            sheet.vertex[row][column].s = (int16_t)(1024 * column);
        }
    gen_add_sheet(patch, &sheet);
    for (unsigned lod = 0; lod < 3; lod++)
        for (unsigned row = 0; row < 4; row += 1u << lod)
            for (unsigned column = 0; column < 8; column += 1u << lod) {
                struct gen_ref quad[4];
                for (unsigned i = 0; i < 4; i++)
                    quad[i] = sheet.ref[row + ((i & 1) << lod)][column + (i >> 1 << lod)];
                gen_add_strip(&patch->lod[lod], (row + column) >> lod & 1, quad, 4, GEN_CLIP_LIMIT);
            }
    gen_layout(patch, &layout);
    for (unsigned i = 0; layout.end < GEN_VU_LIMIT - 1; i++) {
        gen_add_extra(patch, (struct gen_ref){GEN_LOD_0, (uint8_t)(i % 30)}, (int16_t)(i * 50), 0);
        gen_layout(patch, &layout);
    }
    patch->spare = (uint8_t)(GEN_VU_LIMIT - layout.end);
}

void gen_case_limits(struct gen_content *content)
{
    struct gen_palette palette;
    gen_case_palette(9, &palette);
    unsigned texture = gen_case_texture(content, 64, 4, gen_add_palette(content, &palette), 6);
    content->id = 12;
    content->cut = 2047;
    positions(content, texture);
    vertex_infos(content, texture);
    ad_gifs(content, texture);
    packets(content, texture);
    memory(content, texture);
}
