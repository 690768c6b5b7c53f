/* The walk of colour and fog as GS-EXACT section 3 words it, in whole numbers; nothing of gs/ is used. */
#ifndef TESTS_WALK_MODEL_H
#define TESTS_WALK_MODEL_H

#include <stdbool.h>
#include <stdint.h>

struct walk_model_triangle {
    int64_t x[3], y[3]; /* 1/16 pixel */
    int64_t level[3];   /* of one channel, or of fog: 0..255 */
};

/* What of the text is taken otherwise, as it was believed or might be; 0: nothing. */
enum {
    WALK_MODEL_FLOORED_ROWS = 1, /* step 6: the rows' part of the seed is floored, not truncated */
    WALK_MODEL_FLOORED_GRID = 2, /* step 4: to the left blocks begin at floor(xR) | 1 */
    WALK_MODEL_CLAMPED = 4,      /* step 8: the seed is limited to 0..255 levels while it is carried */
    WALK_MODEL_SPAN_SEED =
        8 /* section 0: every row is seeded at its left end, by the left side's top vertex */
};

/* V of step 7 in 1/1024 level with blocks of `width` pixels. The triangle has an area. */
int64_t walk_model_value(const struct walk_model_triangle *t, int width, int64_t x, int64_t y,
                         unsigned otherwise);
/* Step 8: the stored byte. */
uint8_t walk_model_byte(int64_t value);
/* Section 1: does the triangle cover the pixel? Edge functions with the top-left rule. */
bool walk_model_covers(const struct walk_model_triangle *t, int64_t x, int64_t y);

#endif
