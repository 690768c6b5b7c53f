/* 128-bit integers for products of the set-up that are longer than 64 bits. */
#ifndef GS_CONSOLE_WIDE_H
#define GS_CONSOLE_WIDE_H

__extension__ typedef __int128 gs_int128;
__extension__ typedef unsigned __int128 gs_uint128;

/* Quotient rounded toward minus infinity; d is not 0. */
static inline gs_int128 gs_floor_div(gs_int128 n, gs_int128 d)
{
    gs_int128 q = n / d;
    return n % d != 0 && (n < 0) != (d < 0) ? q - 1 : q;
}

#endif
