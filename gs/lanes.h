/* Arithmetic on groups of pixels. A row is worked off in groups of up to eight neighbouring pixels, the
 * lanes. Loops over lanes and channels have a fixed length and no branches: every compiler makes vector
 * instructions of them, and what lanes outside of the primitive hold is ignored at the end. */
#ifndef GS_LANES_H
#define GS_LANES_H

#include <stdbool.h>
#include <stdint.h>

#include "arith.h"

#define GS_MAX_LANES 8
#define GS_CHANNELS (4 * GS_MAX_LANES)

/* Marks loops that have to stay functions of their own. Unrolled in the midst of other code, or in both
 * branches of an if, their first and last steps are mixed with that (by clang above all), and what is left is
 * no longer made into vectors. */
#if defined(__clang__)
#define GS_APART __attribute__((noinline))
#else
#define GS_APART
#endif

/* Marks functions that exist twice, for when a pixel is watched and, with a constant NULL for the watch,
 * without a trace of it. */
#if defined(__GNUC__)
#define GS_TWICE static inline __attribute__((always_inline))
#else
#define GS_TWICE static inline
#endif

/* A set of lanes: all bits of those in it. */
typedef uint32_t gs_lanes[GS_MAX_LANES];

/* R, G, B, A of each lane, in the order of memory: channel c of lane k is [4 * k + c]. */
typedef int16_t gs_colours[GS_CHANNELS];

/* The upper half of a 32-bit product. */
static inline int16_t gs_high_product(int16_t a, int16_t b)
{
    return (int16_t)((a * b) >> 16);
}

static inline int16_t gs_clamp(int16_t v, int16_t lo, int16_t hi)
{
    v = v < lo ? lo : v;
    return v > hi ? hi : v;
}

/* `a` where the bits of `where` are set, `b` elsewhere. */
static inline int16_t gs_select(int16_t where, int16_t a, int16_t b)
{
    return (int16_t)((a & where) | (b & ~where));
}

static inline bool gs_lanes_any(const gs_lanes lanes)
{
    uint32_t bits = 0;
    for (unsigned k = 0; k < GS_MAX_LANES; k++)
        bits |= lanes[k];
    return bits != 0;
}

#endif
