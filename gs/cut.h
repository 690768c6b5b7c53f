/* What the scissor cuts off a draw's texels: PCSX2 shortens the rectangle of texels that it decodes when the
 * draw maps texels to pixels in one way throughout (or seems to). */
#ifndef GS_CUT_H
#define GS_CUT_H

#include <stdbool.h>

#include "batch.h"

/* Coordinates of one axis: least and largest, in texels of a level. */
struct gs_reach {
    float low, high;
};

/* Shortens `reach` (the half texel of bilinear filtering included) on both axes where the scissor cuts the
 * draw. `texels`: the same without the half texel; `size_log2`: of the level. */
void gs_cut_by_scissor(const struct gs_batch *b, const struct gs_reach texels[2], const uint32_t size_log2[2],
                       struct gs_reach reach[2]);

#endif
