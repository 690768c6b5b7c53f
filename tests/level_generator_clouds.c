/* The landscape's clouds: upright quads around it that face its middle. */
#include <math.h>

#include "level_generator_landscape.h"
#include "level_generator_noise.h"

enum { ROWS = 2, IN_A_ROW = 17, MIDDLE = GEN_MAP_SIDE / 2 * GEN_MAP_QUAD };

static void add_cloud(struct gen_content *content, unsigned texture, double angle_cosine, double angle_sine,
                      double distance, double height, double half)
{
    struct gen_patch *patch = gen_add_patch(content);
    /* No light set but the empty one, so that the colour stays: 80h in each channel. */
    const struct gen_light light = {0, 0, 0x8000 | 16 | 16 << 5 | 16 << 10, 15};
    struct gen_ref quad[4];
    patch->base_only = true;
    patch->origin[0] = MIDDLE + (int32_t)(distance * angle_cosine * 1024);
    patch->origin[1] = MIDDLE + (int32_t)(distance * angle_sine * 1024);
    patch->origin[2] = (int32_t)(height * 1024);
    patch->ad_gif[patch->ad_gifs++] = (struct gen_ad_gif){
        .texture = (uint16_t)texture, .k = -137, .mmin = 4, .wms = 1, .wmt = 1, .page_range = 255};
    for (int i = 0; i < 4; i++) {
        int side = i & 2 ? 1 : -1, top = i & 1;
        const int16_t position[3] = {(int16_t)(side * half * angle_sine * 1024),
                                     (int16_t)(-side * half * angle_cosine * 1024),
                                     (int16_t)((top ? 0.55 : -0.35) * half * 1024)};
        quad[i] = gen_add_position(patch, GEN_COMMON, position, &light, side > 0 ? 4096 : 0, top ? 0 : 4096);
    }
    for (unsigned lod = 0; lod < 3; lod++)
        gen_add_strip(&patch->lod[lod], 0, quad, 4, GEN_CLIP_LIMIT);
}

void gen_landscape_clouds(struct gen_content *content, unsigned texture)
{
    for (int row = 0; row < ROWS; row++)
        for (int i = 0; i < IN_A_ROW; i++) {
            /* A direction by a random point on the edge of a square. */
            double along = (i + 0.7 * gen_chance(16, i, row)) / IN_A_ROW * 8, x, y;
            int edge = (int)along / 2;
            double at = along - 2 * edge - 1;
            x = edge == 0 ? at : edge == 1 ? 1 : edge == 2 ? -at : -1;
            y = edge == 0 ? -1 : edge == 1 ? at : edge == 2 ? 1 : -at;
            double length = sqrt(x * x + y * y);
            add_cloud(content, texture, x / length, y / length, 215 - 50 * row,
                      66 + 40 * row + 26 * gen_chance(17, i, row), 23 + 8 * gen_chance(18, i, row));
        }
}
