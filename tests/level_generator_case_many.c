/* GEN_CASE_MANY: one patch for each thing that a patch can have. */
#include <string.h>

#include "level_generator_case_parts.h"

enum { EDGE = 16 << 10, SEAM = 2 };

/* Numbers of textures. */
struct textures {
    unsigned side[4];    /* 32 to 256 */
    unsigned one_level;  /* no mipmaps */
    unsigned shared;     /* with the palette of side[1] */
    unsigned one_entry;  /* with a palette that differs from that in one entry */
    unsigned over_alpha; /* alpha up to FFh */
    unsigned white;      /* 80h in every channel: shows the vertex colours */
};

static void add_textures(struct gen_content *c, struct textures *t)
{
    struct gen_palette palette;
    unsigned number[4];
    for (unsigned i = 0; i < 4; i++) {
        gen_case_palette(i, &palette);
        number[i] = gen_add_palette(c, &palette);
        t->side[i] = gen_case_texture(c, 32u << i, i ? 4 : 3, number[i], 3 + i);
    }
    t->one_level = gen_case_texture(c, 64, 1, number[0], 130);
    t->shared = gen_case_texture(c, 64, 4, number[1], 133);
    gen_case_palette(1, &palette);
    palette.rgba[4 + 64][1] ^= 0xFF; /* the half of level 0's squares */
    t->one_entry = gen_case_texture(c, 64, 4, gen_add_palette(c, &palette), 4);
    for (unsigned i = 0; i < 256; i += 3)
        palette.rgba[i][3] = 0xFF;
    t->over_alpha = gen_case_texture(c, 128, 4, gen_add_palette(c, &palette), 2);
    memset(&palette, 0x80, sizeof palette);
    t->white = gen_case_texture(c, 32, 3, gen_add_palette(c, &palette), 0);
}

/* The next place in a row of patches: far from the world's origin, and each at another height. */
static struct gen_case_patch place(const struct gen_content *c, unsigned texture)
{
    int32_t n = (int32_t)c->patches;
    return (struct gen_case_patch){.origin = {204800 + n % 6 * EDGE, -102400 + n / 6 * EDGE, 777 * n - 3000},
                                   .edge = EDGE,
                                   .texture = {texture},
                                   .textures = 1,
                                   .lights = (unsigned)(11 * n)};
}

/* Repeat and clamp, with coordinates below 0 and above 1. */
static void wrapping(struct gen_content *c, const struct textures *t)
{
    static const int16_t k[4] = {-137, -89, -113, -120};
    for (unsigned i = 0; i < 4; i++) {
        struct gen_case_patch spec = place(c, t->side[i]);
        spec.wms = (uint8_t)(i & 1);
        spec.wmt = (uint8_t)(i >> 1);
        spec.k = k[i];
        spec.s = -6000;
        spec.t = -9000;
        spec.span = 16000;
        gen_case_patch(c, &spec);
    }
}

static void several_textures(struct gen_content *c, const struct textures *t)
{
    struct gen_case_patch spec = place(c, t->side[1]);
    spec.texture[1] = t->shared;
    spec.texture[2] = t->one_entry;
    spec.texture[3] = t->side[3];
    spec.textures = 4;
    gen_case_patch(c, &spec);
    spec = place(c, t->one_level);
    spec.texture[1] = t->over_alpha;
    spec.texture[2] = t->white;
    spec.textures = 3;
    gen_case_patch(c, &spec);
}

/* Two rows of quads in every form that a record can have: `refs` are 20 vertex infos. */
static void all_records(struct gen_strips *strips, const struct gen_ref *refs)
{
    strips->runs = strips->references = 0;
    gen_add_run(strips, 0, false, refs, 4);
    gen_add_run(strips, -1, false, refs + 2, 4); /* a run and nothing else */
    gen_add_run(strips, 1, false, refs + 4, 3);  /* ad-gif in mid packet; the shortest run */
    gen_add_run(strips, -1, true, refs + 5, 3);  /* kick, the registers stay */
    gen_add_run(strips, 2, true, refs + 6, 4);   /* kick and ad-gif */
    gen_add_run(strips, 0, false, refs + 10, 5); /* an earlier ad-gif again; an odd count */
    gen_add_run(strips, -1, false, refs + 13, 6);
}

static void records(struct gen_content *c, const struct textures *t)
{
    struct gen_case_patch spec = place(c, t->side[0]);
    struct gen_ref refs[20];
    struct gen_sheet sheet;
    spec.texture[1] = t->side[2];
    spec.texture[2] = t->shared;
    spec.textures = 3;
    struct gen_patch *patch = gen_case_patch(c, &spec);
    /* The references that gen_add_sheet gives do not depend on the patch. */
    struct gen_patch scratch = {0};
    gen_case_sheet(&spec, &sheet);
    gen_add_sheet(&scratch, &sheet);
    for (unsigned i = 0; i < 20; i++)
        refs[i] = sheet.ref[i / 10 + i % 2][i % 10 / 2];
    all_records(&patch->lod[0], refs);
    patch->spare = 3; /* readers must not assume how much room is behind the positions */
}

/* Texture coordinates that jump at a column: the vertices there have a second vertex info each. */
static void seam(struct gen_content *c, const struct textures *t)
{
    struct gen_case_patch spec = place(c, t->side[2]);
    struct gen_ref second[GEN_SHEET_SIDE + 1];
    struct gen_sheet sheet;
    struct gen_patch *patch = gen_case_patch(c, &spec), scratch = {0};
    gen_case_sheet(&spec, &sheet);
    gen_add_sheet(&scratch, &sheet);
    for (unsigned row = 0; row <= sheet.rows; row += sheet.rows) /* common: the left edge */
        gen_add_extra(patch, sheet.ref[row][0], 4096, (int16_t)(1024 * row));
    for (unsigned row = 0; row <= sheet.rows; row++)
        if (gen_sheet_tier(SEAM, row) == GEN_LOD_01)
            second[row] = gen_add_extra(patch, sheet.ref[row][SEAM], 0, (int16_t)(1024 * row));
    for (unsigned row = 1; row <= sheet.rows; row += 2) {
        second[row] = gen_add_extra(patch, sheet.ref[row][SEAM], 0, (int16_t)(1024 * row));
        /* Where it collapses, the seam's own vertex info takes its place. */
        gen_set_parents(patch, second[row], second[row - 1], sheet.ref[row + 1][SEAM]);
    }
    patch->lod[2].reference[0] = (struct gen_ref){GEN_COMMON, 4};
    patch->lod[2].reference[1] = (struct gen_ref){GEN_COMMON, 5};
    for (unsigned lod = 0; lod < 2; lod++) {
        struct gen_strips *strips = &patch->lod[lod];
        strips->runs = strips->references = 0;
        for (unsigned row = 0; row < sheet.rows; row += 1u << lod)
            for (unsigned half = 0; half < 2; half++) {
                struct gen_ref strip[6];
                unsigned count = 0;
                for (unsigned i = 0; i <= 2; i += 1u << lod)
                    for (unsigned end = 0; end < 2; end++) {
                        unsigned at = row + (end << lod);
                        strip[count++] = half && !i ? second[at] : sheet.ref[at][2 * half + i];
                    }
                gen_add_strip(strips, 0, strip, count, GEN_CLIP_LIMIT);
            }
    }
}

/* One quad that stays as it is at every distance: no LOD-01 and no LOD-0 vertices. */
static void flat(struct gen_content *c, const struct textures *t, bool base_only)
{
    struct gen_case_patch spec = place(c, t->side[1]);
    struct gen_patch *patch = gen_add_patch(c);
    struct gen_ref quad[4];
    memcpy(patch->origin, spec.origin, sizeof patch->origin);
    patch->base_only = base_only;
    patch->ad_gif[patch->ad_gifs++] =
        (struct gen_ad_gif){.texture = (uint16_t)t->side[1], .k = -137, .mmin = 4, .page_range = 1};
    for (unsigned i = 0; i < 4; i++) {
        const int16_t position[3] = {(int16_t)(EDGE * (i / 2)), (int16_t)(EDGE * (i % 2)), (int16_t)(50 * i)};
        struct gen_light light = gen_case_light(i);
        quad[i] = gen_add_position(patch, GEN_COMMON, position, &light, (int16_t)(i / 2 * 4096),
                                   (int16_t)(i % 2 * 4096));
    }
    for (unsigned lod = 0; lod < 3; lod++)
        gen_add_run(&patch->lod[lod], 0, false, quad, lod == 2 ? 3 : 4);
}

/* A triangle whose edges LOD 1 halves; LOD 0 adds nothing. */
static void triangle(struct gen_content *c, const struct textures *t)
{
    static const int16_t place_of[3][2] = {{-EDGE / 2, -EDGE / 2}, {EDGE / 2, -EDGE / 2}, {0, EDGE / 2}};
    struct gen_case_patch spec = place(c, t->white);
    struct gen_patch *patch = gen_add_patch(c);
    struct gen_ref v[6]; /* corners; behind each the middle of the edge to the next */
    memcpy(patch->origin, spec.origin, sizeof patch->origin);
    patch->ad_gif[patch->ad_gifs++] =
        (struct gen_ad_gif){.texture = (uint16_t)t->white, .k = -100, .mmin = 4, .page_range = 60};
    for (unsigned i = 0; i < 6; i++) {
        const int16_t *a = place_of[i % 3], *b = place_of[(i + i / 3) % 3];
        const int16_t position[3] = {(int16_t)((a[0] + b[0]) / 2), (int16_t)((a[1] + b[1]) / 2),
                                     (int16_t)(i < 3 ? 0 : -1200)};
        struct gen_light light = gen_case_light(40 + i);
        v[i] = gen_add_position(patch, i < 3 ? GEN_COMMON : GEN_LOD_01, position, &light, position[0] / 4,
                                position[1] / 4);
        if (i >= 3)
            gen_set_parents(patch, v[i], v[i % 3], v[(i + 1) % 3]);
    }
    gen_add_run(&patch->lod[2], 0, false, v, 3);
    for (unsigned lod = 0; lod < 2; lod++) {
        const struct gen_ref most[5] = {v[0], v[3], v[5], v[4], v[2]}, rest[3] = {v[3], v[1], v[4]};
        gen_add_run(&patch->lod[lod], 0, false, most, 5);
        gen_add_run(&patch->lod[lod], -1, false, rest, 3);
    }
}

void gen_case_many(struct gen_content *content)
{
    struct textures textures;
    content->id = 30;
    content->lz_matches = true;
    content->occlusion_copy = true;
    content->chunks = 2;
    content->cut = 1500;
    add_textures(content, &textures);
    wrapping(content, &textures);
    several_textures(content, &textures);
    records(content, &textures);
    seam(content, &textures);
    flat(content, &textures, false);
    flat(content, &textures, true);
    triangle(content, &textures);
}
