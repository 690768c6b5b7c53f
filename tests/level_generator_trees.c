/* The landscape's trees: two upright quads that cross, the same at every distance. */
#include <string.h>

#include "level_generator_landscape.h"
#include "level_generator_noise.h"

enum {
    STEP = 2,   /* quads between places for trees */
    TREES = 10, /* of a patch */
    BLOCK = 8,  /* quads of the square whose trees make patches */
    SHADOW = 2  /* quads around a tree that it darkens */
};

struct tree {
    int32_t at[3]; /* raw units */
    int32_t half, height;
    uint32_t turn;
    bool fir;
    uint8_t shade;
};

/* Is there a tree at this place of the map? */
static bool grow(const struct gen_map *map, int x, int y, struct tree *tree)
{
    unsigned kind = map->ground[y][x];
    double height = map->height[y][x] / 1024.0;
    double wood = gen_fractal(9, (x + 8) / 10.0, (y + 8) / 10.0, 0, 3);
    if ((kind != GEN_GRASS && kind != GEN_MEADOW) || map->path_distance[y][x] < 4 || height < 2.2 ||
        map->normal[y][x][2] < 0.8 || x < 1 || y < 1 || x >= GEN_MAP_SIDE || y >= GEN_MAP_SIDE)
        return false;
    if (gen_chance(10, x, y) > gen_step(0.44, 0.68, wood) * 0.85 + 0.03)
        return false;
    double size = 0.75 + 0.6 * gen_chance(11, x, y);
    tree->fir = height > 8 + 12 * (gen_chance(12, x, y) - 0.5);
    tree->at[0] = x * GEN_MAP_QUAD + (int32_t)((gen_chance(13, x, y) - 0.5) * GEN_MAP_QUAD);
    tree->at[1] = y * GEN_MAP_QUAD + (int32_t)((gen_chance(14, x, y) - 0.5) * GEN_MAP_QUAD);
    tree->at[2] = map->height[y][x] - 700;
    tree->height = (int32_t)((tree->fir ? 11 : 8) * size * 1024);
    tree->half = (int32_t)((tree->fir ? 4 : 4) * size * 1024);
    tree->turn = gen_scatter(15, x, y);
    tree->shade = (uint8_t)(60 * map->hollow[y][x]);
    return true;
}

static void add_tree(struct gen_patch *patch, const struct tree *tree)
{
    static const int16_t turns[4][2] = {{100, 0}, {92, 38}, {71, 71}, {38, 92}}; /* 1/100 */
    const int16_t *turn = turns[tree->turn % 4];
    for (int plane = 0; plane < 2; plane++) {
        struct gen_ref quad[4];
        int32_t dx = (plane ? -turn[1] : turn[0]) * tree->half / 100;
        int32_t dy = (plane ? turn[0] : turn[1]) * tree->half / 100;
        for (int i = 0; i < 4; i++) {
            bool right = i >> 1, top = i & 1;
            static const unsigned low[3] = {5, 6, 6}, high[3] = {8, 9, 9};
            const double normal[3] = {-0.35, -0.35, 0.87};
            struct gen_light light =
                gen_landscape_light(normal, top ? high : low, tree->shade + (top ? 0u : 110u), true);
            const int16_t position[3] = {
                (int16_t)(tree->at[0] - patch->origin[0] + (right ? dx : -dx)),
                (int16_t)(tree->at[1] - patch->origin[1] + (right ? dy : -dy)),
                (int16_t)(tree->at[2] - patch->origin[2] + (top ? tree->height : 0))};
            quad[i] = gen_add_position(patch, GEN_COMMON, position, &light, right ? 4096 : 0, top ? 0 : 4096);
        }
        for (unsigned lod = 0; lod < 3; lod++)
            gen_add_strip(&patch->lod[lod], tree->fir, quad, 4, GEN_CLIP_LIMIT);
    }
}

static struct gen_patch *begin_trees(struct gen_content *content, const unsigned texture[GEN_PAINTS],
                                     const struct tree *first)
{
    struct gen_patch *patch = gen_add_patch(content);
    memcpy(patch->origin, first->at, sizeof patch->origin);
    for (unsigned fir = 0; fir < 2; fir++)
        patch->ad_gif[patch->ad_gifs++] =
            (struct gen_ad_gif){.texture = (uint16_t)texture[fir ? GEN_FIR : GEN_OAK],
                                .k = -137,
                                .mmin = 4,
                                .wms = 1,
                                .wmt = 1,
                                .page_range = 255};
    return patch;
}

/* One kind after the other, so that few ad-gifs are loaded. The origin is the first tree of 8 x 8
 * quads around: nothing is further away than 32 units. */
static void plant(struct gen_content *content, const struct gen_map *map, const unsigned texture[GEN_PAINTS],
                  int x0, int y0)
{
    struct gen_patch *patch = NULL;
    unsigned count = 0;
    for (unsigned fir = 0; fir < 2; fir++)
        for (int y = y0; y < y0 + BLOCK; y += STEP)
            for (int x = x0; x < x0 + BLOCK; x += STEP) {
                struct tree tree;
                if (!grow(map, x, y, &tree) || tree.fir != fir)
                    continue;
                if (!patch || count == TREES) {
                    patch = begin_trees(content, texture, &tree);
                    count = 0;
                }
                add_tree(patch, &tree);
                count++;
            }
}

void gen_landscape_trees(struct gen_content *content, const struct gen_map *map,
                         const unsigned texture[GEN_PAINTS])
{
    for (int y = 0; y < GEN_MAP_SIDE; y += BLOCK)
        for (int x = 0; x < GEN_MAP_SIDE; x += BLOCK)
            plant(content, map, texture, x, y);
}

void gen_landscape_shadows(struct gen_map *map)
{
    for (int y = 0; y < GEN_MAP_SIDE; y += STEP)
        for (int x = 0; x < GEN_MAP_SIDE; x += STEP) {
            struct tree tree;
            if (!grow(map, x, y, &tree))
                continue;
            for (int v = y - SHADOW; v <= y + SHADOW; v++)
                for (int u = x - SHADOW; u <= x + SHADOW; u++) {
                    if (u < 0 || v < 0 || u > GEN_MAP_SIDE || v > GEN_MAP_SIDE)
                        continue;
                    /* The shadow falls to the north-east. */
                    double dx = u * GEN_MAP_QUAD - tree.at[0] - 1800.0,
                           dy = v * GEN_MAP_QUAD - tree.at[1] - 1000.0;
                    double reach = 1.5 * GEN_MAP_QUAD, square = (dx * dx + dy * dy) / (reach * reach);
                    double shadow = 1 - gen_step(0.1, 1.2, square);
                    map->shadow[v][u] = shadow > map->shadow[v][u] ? shadow : map->shadow[v][u];
                }
        }
}
