/* What PCSX2 decides for a whole draw (PCSX2-SW sections 1 and 6), and the changes it makes to the
 * vertices before drawing. */
#ifndef GS_FACTS_H
#define GS_FACTS_H

#include <stdbool.h>
#include <stdint.h>

#include "batch.h"

struct gs_draw_facts {
    bool z_equal;    /* one Z for the whole draw */
    bool z_high;     /* the largest Z, as float32, is 2^31 or more */
    uint32_t z_most; /* the largest Z, as float32, truncated; 0x80000000 when z_high */
    bool q_equal;
    float q_min, q_max;
    float lod_low, lod_high;          /* levels */
    bool linear;                      /* one filter for the whole draw */
    bool mip;                         /* active mip-mapping */
    bool q_divide;                    /* S and T are divided by Q at the vertices */
    float texel_min[2], texel_max[2]; /* S and T (or U and V) in texels, without the half texel */
    uint32_t alpha_min, alpha_max;    /* of the vertex colours that count */
    bool colours_equal;               /* all vertex colours that count are the same */
};

/* Looks at the queued vertices, then clears S/T/Q mantissas and replaces overflowing S and T in them
 * where PCSX2 does. `queue`: vertices of a primitive that is not complete yet also count for Z. */
void gs_draw_facts(struct gs_batch *batch, const struct gs_vertex_queue *queue, const struct gs_rules *rules,
                   struct gs_draw_facts *out);

#endif
