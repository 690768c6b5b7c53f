/* The console's plane of S, T, Q (GS-EXACT section 5, measured: 771,234 pixels). All nine values are put on
 * one grid with a shared exponent; gradients are a little short, so everything counts from the anchor. With Q
 * = 1 the same law gives affine coordinates (section 7.4, inferred and checked against the published arms).
 */
#ifndef GS_CONSOLE_PLANE_H
#define GS_CONSOLE_PLANE_H

#include <stdint.h>

#include "console_reciprocal.h"
#include "console_shape.h"

enum { GS_CONSOLE_S, GS_CONSOLE_T, GS_CONSOLE_Q };

/* What of the console's law is left out (GS_RULE_TEXCOORD_RECIPROCAL, GS_RULE_Q_NEGATIVE); 0: nothing. */
enum {
    GS_CONSOLE_EXACT_AREA = 1, /* gradients by the area itself: not short */
    GS_CONSOLE_Q_AS_SENT = 2   /* vertices with a negative Q stay as they are */
};

struct gs_console_plane {
    int32_t exponent;    /* E: the grid's unit is 2^(E - 14) */
    int32_t value[3][3]; /* of S, T, Q by vertex as sent, in grid units */
    int64_t x_step[3];   /* of S, T, Q in 1/1024 unit a pixel */
    int64_t y_step[3];
    int32_t start[3];           /* at the anchor, 2^-14 unit */
    int32_t anchor_x, anchor_y; /* 1/16 pixel */
};

/* A float without the low 8 bits of its mantissa. */
uint32_t gs_console_cut(uint32_t bits);
/* floor(log2) of the largest of `count` floats; zeros and denormals count as the smallest normal. The
 * exponent 255 counts as any other. */
int32_t gs_console_exponent(const uint32_t *bits, unsigned count);
/* floor(value / 2^(exponent - 14)), the value not above 2^(exponent + 1). */
int32_t gs_console_on_grid(uint32_t bits, int32_t exponent);
/* An accumulator in 2^-14 unit as a count of quarter units. */
static inline int32_t gs_console_quarters(int32_t accumulator)
{
    return accumulator >> 12;
}

/* Puts S, T, Q on the grid: exponent and values of `count` vertices (1..3). `stq`: float bits by vertex as
 * sent; a vertex whose Q is negative is negated whole. `without`: sum of the enumeration above. */
void gs_console_plane_grid(struct gs_console_plane *plane, const uint32_t stq[3][3], unsigned count,
                           unsigned without);
/* The same for a triangle, and its gradients. */
void gs_console_plane_init(struct gs_console_plane *plane, const struct gs_console_shape *shape,
                           const uint32_t stq[3][3], unsigned without);
/* S, T and Q at a pixel, in quarter units. Sums wrap at 32 bits. */
void gs_console_plane_at(const struct gs_console_plane *plane, int32_t x, int32_t y, int32_t out[3]);

/* S / Q (or T / Q) of such counts in 1/65536 texel of a texture of 2^size_log2 texels (0..15), truncated
 * toward zero; out of range, and with Q = 0, the end of the range on the side of the sign (0 / 0: 0). */
int32_t gs_console_coordinate(int32_t s, int32_t q, unsigned size_log2, enum gs_console_rounding rounding);
/* Q of a count as float bits, exact. */
uint32_t gs_console_q_bits(int32_t q, int32_t exponent);
/* The float U / (16 * 2^size_log2) for a U in 1/16 texel (14 bits). */
uint32_t gs_console_uv_bits(uint32_t u, unsigned size_log2);

#endif
