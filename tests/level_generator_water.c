/* The landscape's water: over the ground, and seen through at the shore. */
#include "level_generator_landscape.h"
#include "level_generator_noise.h"
#include "level_generator_sheet.h"

enum {
    COLUMNS = GEN_PATCH_COLUMNS,
    ROWS = GEN_PATCH_ROWS,
    SHALLOW = -300 /* raw units: here water begins to be seen */
};

static int whole(void *user, unsigned lod, unsigned column, unsigned row)
{
    (void)user, (void)lod, (void)column, (void)row;
    return 0;
}

static struct gen_light water_light(int32_t ground)
{
    static const double up[3] = {0, 0, 1};
    double deep = gen_step(0, 4096, -ground);
    const unsigned colour[3] = {(unsigned)gen_mix(8, 3, deep), (unsigned)gen_mix(10, 6, deep),
                                (unsigned)gen_mix(9, 8, deep)};
    return gen_landscape_light(up, colour, (unsigned)(80 * deep), ground < SHALLOW);
}

static void add_water(struct gen_content *content, const struct gen_map *map, unsigned texture, unsigned x,
                      unsigned y)
{
    struct gen_patch *patch = gen_add_patch(content);
    struct gen_sheet sheet = {.columns = COLUMNS, .rows = ROWS};
    patch->origin[0] = (int32_t)(x + COLUMNS / 2) * GEN_MAP_QUAD;
    patch->origin[1] = (int32_t)(y + ROWS / 2) * GEN_MAP_QUAD;
    patch->ad_gif[patch->ad_gifs++] =
        (struct gen_ad_gif){.texture = (uint16_t)texture, .k = -137, .mmin = 4, .page_range = 255};
    for (int row = 0; row <= ROWS; row++)
        for (int column = 0; column <= COLUMNS; column++) {
            struct gen_sheet_vertex *v = &sheet.vertex[row][column];
            v->position[0] = (int16_t)((column - COLUMNS / 2) * GEN_MAP_QUAD);
            v->position[1] = (int16_t)((row - ROWS / 2) * GEN_MAP_QUAD);
            v->light = water_light(map->height[(int)y + row][(int)x + column]);
            v->s = (int16_t)((column - COLUMNS / 2) * 512);
            /* A texture is eight quads wide: two patches high. */
            v->t = (int16_t)((ROWS / 2 - row) * 512 + (int)(y / ROWS % 2) * 2048);
        }
    gen_add_sheet(patch, &sheet);
    for (unsigned lod = 0; lod < 3; lod++)
        gen_sheet_strips(patch, &sheet, lod, GEN_CLIP_LIMIT, whole, NULL);
}

void gen_landscape_water(struct gen_content *content, const struct gen_map *map,
                         const unsigned texture[GEN_PAINTS])
{
    for (unsigned y = 0; y < GEN_MAP_SIDE; y += ROWS)
        for (unsigned x = 0; x < GEN_MAP_SIDE; x += COLUMNS) {
            bool wet = false;
            for (unsigned i = 0; i < (ROWS + 1) * (COLUMNS + 1); i++)
                wet = wet || map->height[y + i / (COLUMNS + 1)][x + i % (COLUMNS + 1)] < SHALLOW;
            if (wet)
                add_water(content, map, texture[GEN_WATER], x, y);
        }
}
