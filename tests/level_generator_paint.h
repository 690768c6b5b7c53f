/* The landscape's textures. */
#ifndef TESTS_LEVEL_GENERATOR_PAINT_H
#define TESTS_LEVEL_GENERATOR_PAINT_H

#include "level_generator_image.h"

enum gen_paint {
    GEN_SAND,
    GEN_GRASS,
    GEN_MEADOW,
    GEN_ROCK,
    GEN_SNOW,
    GEN_PATH,
    GEN_WATER,
    GEN_FIR, /* from here on on a clear ground */
    GEN_OAK,
    GEN_CLOUD,
    GEN_PAINTS
};

struct gen_image gen_paint(enum gen_paint what);

#endif
