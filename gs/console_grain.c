#include "console_grain.h"

/* Beyond it coordinates are far out of range, and sums stay below 2^127. */
enum { MOST_EXPONENT = 60 };

static int32_t biased_exponent(uint32_t bits)
{
    return (int32_t)(bits >> 23 & 0xFF);
}

int32_t gs_console_grain_exponent(const uint32_t bits[3], unsigned size_log2)
{
    int32_t most = 0, size = (int32_t)size_log2;
    for (unsigned i = 0; i < 3; i++)
        most = biased_exponent(bits[i]) > most ? biased_exponent(bits[i]) : most;
    if (most == 0)
        return 0;
    most += 16 + size; /* of the coordinate in 1/65536 texel */
    int32_t least = most - 127 < size + 2 ? most - 127 : size + 2;
    int32_t e = most - 141 > least ? most - 141 : least;
    return e > 0 ? e : 0;
}

int32_t gs_console_grains(uint32_t bits, unsigned size_log2, int32_t exponent)
{
    if (biased_exponent(bits) == 0)
        return 0;
    int32_t mantissa = (int32_t)((bits & 0x7FFFFF) | 0x800000);
    int32_t shift = 150 + exponent - biased_exponent(bits) - 16 - (int32_t)size_log2;
    int32_t size = shift < 31 ? mantissa >> shift : 0;
    return bits >> 31 ? -size : size;
}

int64_t gs_console_grain_gradient(int64_t n, const struct gs_console_area *area)
{
    gs_int128 numerator = (gs_int128)(area->negative ? -n : n) * (16 * 1024);
    int64_t size = (int64_t)area->size, down = (int64_t)gs_floor_div(numerator, size);
    bool whole = (gs_int128)down * size == numerator;
    return down - (whole && down > 0 && !gs_console_area_whole(area));
}

void gs_console_grain_init(struct gs_console_grain *g, const struct gs_console_shape *shape,
                           const uint32_t bits[3], unsigned size_log2)
{
    int32_t exponent = gs_console_grain_exponent(bits, size_log2);
    int64_t value[3];
    for (unsigned i = 0; i < 3; i++)
        value[i] = gs_console_grains(bits[i], size_log2, exponent);
    g->exponent = exponent < MOST_EXPONENT ? exponent : MOST_EXPONENT;
    gs_console_exact_init(&g->exact, shape, value);
    g->step = (gs_int128)gs_console_grain_gradient(g->exact.x_numerator, &shape->area) * (1ll << g->exponent);
    g->low = g->step > 0 && !gs_console_area_whole(&shape->area);
}

gs_int128 gs_console_grain_start(const struct gs_console_grain *g, int32_t first, int32_t y)
{
    gs_int128 exact = gs_console_exact_at(&g->exact, first, y);
    return gs_floor_div(exact * (1ll << g->exponent), g->exact.cross);
}

int32_t gs_console_grain_at(const struct gs_console_grain *g, gs_int128 start, int32_t pixels)
{
    return gs_limit_32(((start * 1024 + g->step * pixels) >> 10) - g->low);
}
