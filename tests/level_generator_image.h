/* Pictures for textures: mipmap levels by 2 x 2 averages, a palette of their colours, and palette indices. */
#ifndef TESTS_LEVEL_GENERATOR_IMAGE_H
#define TESTS_LEVEL_GENERATOR_IMAGE_H

#include "level_generator.h"

struct gen_image {
    unsigned side;
    uint8_t (*rgba)[4]; /* side * side, top row first; alpha 80h is opaque */
};

struct gen_image gen_image_new(unsigned side);
void gen_image_free(struct gen_image *image);
/* Half the side: rounded averages of 2 x 2. */
struct gen_image gen_image_half(const struct gen_image *image);

/* 256 colours for the images, by median cut: each box is cut at the median of its longest side. */
void gen_make_palette(const struct gen_image *image, size_t images, struct gen_palette *palette);
/* The nearest colours' indices, to be freed by the caller. */
uint8_t *gen_quantise(const struct gen_image *image, const struct gen_palette *palette);

/* Adds the image as a texture with `levels` averaged levels and a palette of its own. Returns its number. */
unsigned gen_add_image(struct gen_content *content, const struct gen_image *image, unsigned levels);

#endif
