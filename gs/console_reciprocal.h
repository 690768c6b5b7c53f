/* The console's reciprocals (GS-EXACT sections 2 and 6). */
#ifndef GS_CONSOLE_RECIPROCAL_H
#define GS_CONSOLE_RECIPROCAL_H

#include <stdbool.h>
#include <stdint.h>

/* What the reciprocals of a triangle's area are made of. */
struct gs_console_area {
    bool negative;
    uint64_t size;             /* of `cross`, 1/256 square pixel */
    unsigned top;              /* its highest bit */
    uint64_t eight;            /* 2^(top + 8) / size */
    uint64_t step, bin_square; /* 2^9 * step / (bin_square * 2^top): by table and Newton step */
};

/* `cross`: twice the area with a sign, 1/256 square pixel; not 0, below 2^36 in size. */
void gs_console_area_init(struct gs_console_area *area, int64_t cross);

/* Is the size a power of two? Then nothing falls short. */
static inline bool gs_console_area_whole(const struct gs_console_area *area)
{
    return area->size == (uint64_t)1 << area->top;
}

/* Gradient of colour or fog: n / cross in 1/1024 level a pixel for n in levels * 1/16 pixel (below 2^40 in
 * size). The reciprocal of |cross| has 8 significant bits and is truncated, so is the product. Measured. */
int64_t gs_console_colour_gradient(int64_t n, const struct gs_console_area *area);

/* Gradient of S, T or Q: the same in 1/1024 grid unit a pixel, |n| below 2^40. The reciprocal comes from a
 * table of 256 entries and one Newton step, and is a little short; a power of two divides exactly. Fitted. */
int64_t gs_console_plane_gradient(int64_t n, const struct gs_console_area *area);

/* The same by the area itself: n / cross in 1/1024, truncated. */
int64_t gs_console_exact_gradient(int64_t n, const struct gs_console_area *area);

/* How 1 / Q is rounded. */
enum gs_console_rounding {
    GS_CONSOLE_ROUND_15,   /* 15 bits below the leading one, 0.7 added: fits 97.85 % of readings */
    GS_CONSOLE_ROUND_14,   /* 14 bits, truncated: 94.1 % */
    GS_CONSOLE_ROUND_24,   /* the float32 quotient, as PCSX2 */
    GS_CONSOLE_ROUND_STEP, /* 15 bits of the table and Newton step of gradients, 23/32 added: our inference */
};

/* mantissa * 2^-shift. */
struct gs_console_inverse {
    uint32_t mantissa;
    unsigned shift;
};

/* 1 / q, q from 1 to 2^31 - 1. */
struct gs_console_inverse gs_console_inverse(uint32_t q, enum gs_console_rounding rounding);

#endif
