/* Levels by name: small ones that hold what a reader and a renderer of levels can meet, and a landscape. */
#ifndef TESTS_LEVEL_GENERATOR_CASES_H
#define TESTS_LEVEL_GENERATOR_CASES_H

#include "level_generator.h"

enum gen_case {
    GEN_CASE_PLAIN,     /* four patches, one texture, streams without matches */
    GEN_CASE_MANY,      /* every size and kind of texture, of strip, of light record; chunks */
    GEN_CASE_AVERAGES,  /* mipmap levels that are averages; L = 12; more light sets than are used */
    GEN_CASE_LIMITS,    /* patches at the limits of VU memory, counts and packets */
    GEN_CASE_SWEEP,     /* patches in a row, for a camera at its end */
    GEN_CASE_LANDSCAPE, /* level_generator_landscape.h; its light sets are its own */
    GEN_CASES
};

const char *gen_case_name(enum gen_case which);
void gen_make_case(enum gen_case which, struct gen_content *content);

/* GEN_CASE_SWEEP: from gen_sweep_camera (raw units), looking along +y, patch i has its sphere's centre at a
 * depth of gen_sweep_depth[i] world units, and the game draws it with the microprogram's entry
 * gen_sweep_entry[i]. */
enum { GEN_SWEEP = 11 };
extern const int32_t gen_sweep_camera[3];
extern const uint8_t gen_sweep_entry[GEN_SWEEP];

/* Light sets 1 to 3 of every small case: those that expected colours are known for (gen_light_vectors). */
struct gen_light_vector {
    struct gen_light light;
    uint8_t rgba[4];
};
enum { GEN_LIGHT_VECTORS = 8 };
extern const struct gen_light_vector gen_light_vectors[GEN_LIGHT_VECTORS];

#endif
