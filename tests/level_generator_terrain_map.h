/* The landscape as a map: heights, normals, what the ground is, on a grid of the finest quads' corners. */
#ifndef TESTS_LEVEL_GENERATOR_TERRAIN_MAP_H
#define TESTS_LEVEL_GENERATOR_TERRAIN_MAP_H

#include <stdint.h>

#include "level_generator_paint.h"

enum {
    GEN_MAP_SIDE = 112,      /* quads */
    GEN_MAP_QUAD = 3 * 1024, /* raw units of a quad's edge */
    GEN_MAP_PATH = 400,      /* points along the path */
};

struct gen_map {
    int32_t height[GEN_MAP_SIDE + 1][GEN_MAP_SIDE + 1]; /* raw units; water at 0 */
    double normal[GEN_MAP_SIDE + 1][GEN_MAP_SIDE + 1][3];
    double path_distance[GEN_MAP_SIDE + 1][GEN_MAP_SIDE + 1]; /* quads from the path's middle */
    double hollow[GEN_MAP_SIDE + 1][GEN_MAP_SIDE + 1];        /* how much lower than around: 0..1 */
    double shadow[GEN_MAP_SIDE + 1][GEN_MAP_SIDE + 1];        /* of trees: 0..1 */
    uint8_t ground[GEN_MAP_SIDE + 1][GEN_MAP_SIDE + 1];       /* enum gen_paint */
    struct {
        double x, y, height; /* quads, world units */
    } path[GEN_MAP_PATH];
};

/* Memory is the caller's. */
void gen_make_map(struct gen_map *map);

#endif
