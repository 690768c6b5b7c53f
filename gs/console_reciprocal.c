#include "console_reciprocal.h"

#include <stdbool.h>

#include "console_wide.h"

static uint64_t size_of(int64_t v)
{
    return v < 0 ? -(uint64_t)v : (uint64_t)v;
}

/* Number of the highest bit; v is not 0. */
static unsigned top_bit(uint64_t v)
{
    return 63 - (unsigned)__builtin_clzll(v);
}

void gs_console_area_init(struct gs_console_area *a, int64_t cross)
{
    a->negative = cross < 0;
    a->size = size_of(cross);
    a->top = top_bit(a->size);
    a->eight = ((uint64_t)1 << (a->top + 8)) / a->size;
    /* size = m * 2^top; the table's entry is 512 / bin, the reciprocal of the middle of m's bin; the Newton
     * step makes it 512 * step / (bin^2 * 2^top). */
    uint64_t bin = 513 + 2 * (((a->size - ((uint64_t)1 << a->top)) << 8) >> a->top);
    a->step = ((2 * bin) << a->top) - 512 * a->size;
    a->bin_square = bin * bin;
}

static int64_t with_sign(uint64_t size, int64_t n, const struct gs_console_area *a)
{
    return (n < 0) != a->negative ? -(int64_t)size : (int64_t)size;
}

int64_t gs_console_colour_gradient(int64_t n, const struct gs_console_area *a)
{
    return with_sign((size_of(n) << 14) * a->eight >> (a->top + 8), n, a);
}

int64_t gs_console_exact_gradient(int64_t n, const struct gs_console_area *a)
{
    return with_sign((size_of(n) << 14) / a->size, n, a);
}

int64_t gs_console_plane_gradient(int64_t n, const struct gs_console_area *a)
{
    if (gs_console_area_whole(a))
        return with_sign(size_of(n) << 14 >> a->top, n, a);
    gs_uint128 product = (gs_uint128)size_of(n) * a->step;
    unsigned up = 23, down = 2 * a->top;
    product = up >= down ? product << (up - down) : product >> (down - up);
    if (product >> 64)
        return with_sign((uint64_t)(product / a->bin_square), n, a);
    return with_sign((uint64_t)product / a->bin_square, n, a);
}

/* 1 / q by the table and the Newton step, 15 bits below the leading one, in 2^-(24 + top bit of q). No
 * capture was scored with it. But whatever constant is added, at most 97.7 % of all mantissas agree with 0.7
 * added to the exact quotient, which is the share of readings that 0.7 fits; with tables of half or twice the
 * size it would be 90 or 99 %. 23/32 is where 0.7 is the best constant. */
static uint32_t stepped(uint32_t q)
{
    struct gs_console_area a;
    gs_console_area_init(&a, q);
    if (gs_console_area_whole(&a))
        return 1u << 24;
    gs_uint128 half = (gs_uint128)(23 * a.bin_square) << a.top,
               unit = (gs_uint128)a.bin_square << (a.top + 5);
    return (uint32_t)((((gs_uint128)a.step << 30) + half) / unit) << 8;
}

struct gs_console_inverse gs_console_inverse(uint32_t q, enum gs_console_rounding rounding)
{
    /* The float32 quotient first: 24 bits, to nearest. No halves: only powers of two divide evenly. */
    unsigned bits = top_bit(q) + 1;
    if (rounding == GS_CONSOLE_ROUND_STEP)
        return (struct gs_console_inverse){stepped(q), 23 + bits};
    uint32_t t = (uint32_t)(((1ull << (24 + bits)) / q + 1) >> 1);
    switch (rounding) {
    case GS_CONSOLE_ROUND_15:
        t = (t + 179) & ~0xFFu;
        break;
    case GS_CONSOLE_ROUND_14:
        t &= ~0x1FFu;
        break;
    case GS_CONSOLE_ROUND_24:
    case GS_CONSOLE_ROUND_STEP:
        break;
    }
    return (struct gs_console_inverse){t, 23 + bits};
}
