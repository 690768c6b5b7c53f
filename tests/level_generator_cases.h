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

/* GEN_CASE_SWEEP, seen from gen_sweep_camera (raw units) along +y: patch i is drawn by the microprogram's
 * entry gen_sweep_entry[i] (LEVEL.md section 6.2), after those come GEN_SWEEP_EDGES patches at the edges of
 * the view: half outside the screen, outside of what the GS can address, behind the camera, across the near
 * plane.
 */
enum { GEN_SWEEP = 13, GEN_SWEEP_EDGES = 4 };
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
