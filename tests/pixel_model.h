/* The stages of the pipeline once more, from what the history of a pixel states as their inputs
 * (path1/gs_pixel.h): written anew from GS-EXACT and GS-DRAWING, one pixel at a time, without the pipeline's
 * code. */
#ifndef TESTS_PIXEL_MODEL_H
#define TESTS_PIXEL_MODEL_H

#include <path1/gs_pixel.h>

enum pixel_stage {
    PIXEL_SHAPE, /* anchor, direction, area */
    PIXEL_RAMP,  /* colour and fog of console */
    PIXEL_DEPTH,
    PIXEL_PLANE,
    PIXEL_AXIS,
    PIXEL_COORDINATE, /* U, V as sampled */
    PIXEL_LOD,
    PIXEL_TEXEL, /* which texels, weights */
    PIXEL_FILTER,
    PIXEL_FUNCTION, /* texture function, AA1 */
    PIXEL_ALPHA_TEST,
    PIXEL_FOG,
    PIXEL_Z_TEST,
    PIXEL_DATE,
    PIXEL_BLEND,
    PIXEL_RESULT, /* dither, COLCLAMP, FBA */
    PIXEL_WRITE,  /* masks, formats, what is written at all */
    PIXEL_STAGES
};
extern const char *const pixel_stage_names[PIXEL_STAGES];

struct pixel_model {
    const struct gs_rules *rules; /* set console or pcsx2 */
    unsigned checked[PIXEL_STAGES], wrong[PIXEL_STAGES];
    char first[256]; /* what was wrong first */
};

/* Checks each stage of the fragment. */
void pixel_model_check(struct pixel_model *model, const struct gs_pixel_fragment *fragment);

/* The parts: interpolators and coordinates (pixel_model_walk.c), texels (pixel_model_texel.c). */
void pixel_model_walk(struct pixel_model *model, const struct gs_pixel_fragment *fragment);
void pixel_model_texels(struct pixel_model *model, const struct gs_pixel_fragment *fragment);
/* Counts a check. */
void pixel_model_expect(struct pixel_model *model, enum pixel_stage stage, bool right, const char *what,
                        int64_t told, int64_t expected);
bool pixel_model_is_console(const struct pixel_model *model);

#endif
