/* What the small levels are put together from. */
#ifndef TESTS_LEVEL_GENERATOR_CASE_PARTS_H
#define TESTS_LEVEL_GENERATOR_CASE_PARTS_H

#include "level_generator.h"
#include "level_generator_sheet.h"

/* A palette in which neighbours, entries 8 and 16 apart, and red and blue differ much. */
void gen_case_palette(unsigned seed, struct gen_palette *palette);
/* A texture whose levels each have a colour of their own and a marker in the top left corner. */
unsigned gen_case_texture(struct gen_content *content, unsigned side, unsigned levels, unsigned palette,
                          unsigned seed);
/* A smooth picture with averaged levels. */
unsigned gen_case_gradient(struct gen_content *content, unsigned side, unsigned levels);
/* Five light sets and the level settings. */
void gen_case_lights(struct gen_content *content);

/* A patch of 4 x 4 quads on a square. */
struct gen_case_patch {
    int32_t origin[3];             /* of its centre, raw units */
    int32_t edge;                  /* raw units */
    unsigned texture[4], textures; /* used quad by quad in turn */
    unsigned lights;               /* number of the first light record */
    int16_t k;                     /* of TEX1; 0: -137 */
    uint8_t wms, wmt;
    int16_t s, t; /* texture coordinates of the first corner, 1/4096 */
    int16_t span; /* and how far they go; 0: 4096 */
};
struct gen_patch *gen_case_patch(struct gen_content *content, const struct gen_case_patch *spec);
/* Its grid alone, and what the game's load needs to light it. */
void gen_case_sheet(const struct gen_case_patch *spec, struct gen_sheet *sheet);
struct gen_light gen_case_light(unsigned number);

void gen_case_many(struct gen_content *content);
void gen_case_limits(struct gen_content *content);

#endif
