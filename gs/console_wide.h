/* 128-bit integers for products of the set-up that are longer than 64 bits. */
#ifndef GS_CONSOLE_WIDE_H
#define GS_CONSOLE_WIDE_H

#include <stdint.h>

__extension__ typedef __int128 gs_int128;
__extension__ typedef unsigned __int128 gs_uint128;

/* Quotient rounded toward zero; d is not 0. Most numbers fit 64 bits, and then it takes a third of the time.
 */
static inline gs_int128 gs_wide_div(gs_int128 n, int64_t d)
{
    int64_t narrow = (int64_t)n;
    return narrow == n && narrow != INT64_MIN ? narrow / d : n / d;
}

/* The same rounded toward minus infinity. */
static inline gs_int128 gs_floor_div(gs_int128 n, int64_t d)
{
    gs_int128 q = gs_wide_div(n, d);
    return q * d != n && (n < 0) != (d < 0) ? q - 1 : q;
}

/* The nearest 32-bit number. */
static inline int32_t gs_limit_32(gs_int128 v)
{
    return (int32_t)(v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : v);
}

#endif
