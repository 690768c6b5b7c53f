/* What can be said of a draw's alpha before it is drawn: PCSX2 decides the alpha test and whether blending
 * has any effect from ranges (PCSX2-SW sections 1.1 and 4). */
#ifndef GS_ALPHA_H
#define GS_ALPHA_H

#include <stdbool.h>
#include <stdint.h>

#include "batch.h"
#include "facts.h"
#include "sampler.h"

struct gs_alpha_decision {
    bool per_pixel;      /* the test has to be made for each pixel */
    uint32_t afail;      /* AFAIL, RGB_ONLY replaced by FB_ONLY where it acts so */
    uint32_t frame_keep; /* frame bits that a test decided for the whole draw protects */
    bool no_depth;       /* a test decided for the whole draw stops Z writes */
};

/* `keep`: FBMSK, `bits`: the frame format's bits, `depth_write`: Z is written as far as ZBUF and TEST say. */
void gs_alpha_decide(const struct gs_batch *b, const struct gs_draw_facts *facts,
                     const struct gs_sampler *sampler, uint32_t keep, uint32_t bits, bool depth_write,
                     struct gs_alpha_decision *out);

/* Is the draw's blending provably without effect? */
bool gs_alpha_opaque(const struct gs_batch *b, const struct gs_draw_facts *facts,
                     const struct gs_sampler *sampler, uint32_t keep, uint32_t bits);

#endif
