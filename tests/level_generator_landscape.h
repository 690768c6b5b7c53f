/* A landscape to look at: hills and mountains, a lake, a path, woods, fog. */
#ifndef TESTS_LEVEL_GENERATOR_LANDSCAPE_H
#define TESTS_LEVEL_GENERATOR_LANDSCAPE_H

#include "level_generator.h"
#include "level_generator_terrain_map.h"

enum { GEN_PATCH_COLUMNS = 8, GEN_PATCH_ROWS = 4 }; /* quads of a patch of ground */

void gen_make_landscape(struct gen_content *content);

/* A good place to look at it from, and what to look at, raw units: yaw 117, pitch -7 degrees. */
extern const int32_t gen_landscape_camera[3], gen_landscape_target[3];

/* ---- its parts ---- */

/* Light from a direction of the surface's normal, outwards. `colour`: of light from the sky, 0..31 each;
 * `shade`: 0 sun to 255 shadow; `solid` false: alpha 0. */
struct gen_light gen_landscape_light(const double normal[3], const unsigned colour[3], unsigned shade,
                                     bool solid);
/* Numbers of textures by enum gen_paint. */
/* Before the ground: the trees' shadows on the map. */
void gen_landscape_shadows(struct gen_map *map);
/* Makes the map plainer where a patch would need more than VU memory holds. */
void gen_landscape_ground(struct gen_content *content, struct gen_map *map,
                          const unsigned texture[GEN_PAINTS]);
void gen_landscape_water(struct gen_content *content, const struct gen_map *map,
                         const unsigned texture[GEN_PAINTS]);
void gen_landscape_trees(struct gen_content *content, const struct gen_map *map,
                         const unsigned texture[GEN_PAINTS]);
void gen_landscape_clouds(struct gen_content *content, unsigned texture);

#endif
