#include "console_plane.h"

#define SIGN 0x80000000u

uint32_t gs_console_cut(uint32_t bits)
{
    return bits & ~0xFFu;
}

static int32_t exponent_of(uint32_t bits)
{
    int32_t biased = (int32_t)(bits >> 23 & 0xFF);
    return (biased ? biased : 1) - 127;
}

int32_t gs_console_exponent(const uint32_t *bits, unsigned count)
{
    int32_t most = exponent_of(bits[0]);
    for (unsigned i = 1; i < count; i++)
        most = exponent_of(bits[i]) > most ? exponent_of(bits[i]) : most;
    return most;
}

int32_t gs_console_on_grid(uint32_t bits, int32_t exponent)
{
    if (!(bits >> 23 & 0xFF))
        return 0;
    int32_t mantissa = (int32_t)((bits & 0x7FFFFF) | 0x800000);
    int32_t shift = exponent - exponent_of(bits) + 9;
    return (bits & SIGN ? -mantissa : mantissa) >> (shift < 31 ? shift : 31);
}

void gs_console_plane_grid(struct gs_console_plane *p, const uint32_t stq[3][3], unsigned count,
                           unsigned without)
{
    uint32_t bits[3][3] = {{0}};
    for (unsigned v = 0; v < count; v++) {
        uint32_t turn = without & GS_CONSOLE_Q_AS_SENT ? 0 : stq[GS_CONSOLE_Q][v] & SIGN;
        for (unsigned a = 0; a < 3; a++)
            bits[a][v] = gs_console_cut(stq[a][v] ^ turn);
    }
    p->exponent = gs_console_exponent(bits[0], 9);
    for (unsigned a = 0; a < 3; a++)
        for (unsigned v = 0; v < 3; v++)
            p->value[a][v] = gs_console_on_grid(bits[a][v], p->exponent);
}

void gs_console_plane_init(struct gs_console_plane *p, const struct gs_console_shape *shape,
                           const uint32_t stq[3][3], unsigned without)
{
    int64_t (*gradient)(int64_t n, const struct gs_console_area *area) =
        without & GS_CONSOLE_EXACT_AREA ? gs_console_exact_gradient : gs_console_plane_gradient;
    gs_console_plane_grid(p, stq, 3, without);
    p->anchor_x = shape->x[shape->anchor];
    p->anchor_y = shape->y[shape->anchor];
    for (unsigned a = 0; a < 3; a++) {
        const int64_t value[3] = {p->value[a][0], p->value[a][1], p->value[a][2]};
        p->x_step[a] = gradient(gs_console_numerator_x(shape, value), &shape->area);
        p->y_step[a] = gradient(gs_console_numerator_y(shape, value), &shape->area);
        p->start[a] = p->value[a][shape->anchor] * (1 << 14);
    }
}

void gs_console_plane_at(const struct gs_console_plane *p, int32_t x, int32_t y, int32_t out[3])
{
    uint32_t dx = (uint32_t)(16 * x - p->anchor_x), dy = (uint32_t)(16 * y - p->anchor_y);
    for (unsigned a = 0; a < 3; a++) {
        uint32_t sum = (uint32_t)p->start[a] + (uint32_t)p->x_step[a] * dx + (uint32_t)p->y_step[a] * dy;
        out[a] = gs_console_quarters((int32_t)sum);
    }
}

static uint32_t size_of(int32_t v)
{
    return v < 0 ? -(uint32_t)v : (uint32_t)v;
}

/* The nearest number with 24 significant bits, halves to even. */
static uint64_t float_bits(uint64_t v)
{
    unsigned drop = 0;
    while (v >> (24 + drop))
        drop++;
    if (drop == 0)
        return v;
    uint64_t half = 1ull << (drop - 1), rest = v & (2 * half - 1), kept = v >> drop;
    kept += rest > half || (rest == half && (kept & 1));
    return kept << drop;
}

int32_t gs_console_coordinate(int32_t s, int32_t q, unsigned size_log2, enum gs_console_rounding rounding)
{
    bool negative = (s < 0) != (q < 0);
    if (s == 0)
        return 0;
    if (q == 0)
        return negative ? INT32_MIN : INT32_MAX;
    struct gs_console_inverse r = gs_console_inverse(size_of(q), rounding);
    uint64_t product = float_bits((uint64_t)size_of(s) * r.mantissa);
    int32_t up = 16 + (int32_t)size_log2 - (int32_t)r.shift;
    if (up >= 31 || (up > 0 && product >> (31 - up)) || (up <= 0 && product >> -up >> 31))
        return negative ? INT32_MIN : INT32_MAX;
    int32_t size = (int32_t)(up > 0 ? product << up : product >> -up);
    return negative ? -size : size;
}

/* v * 2^exponent as a float; v below 2^24, the result in the range of floats. */
static uint32_t float_of(uint32_t v, int32_t exponent)
{
    if (v == 0)
        return 0;
    int32_t up = __builtin_clz(v) - 8;
    exponent += 127 + 23 - up;
    v <<= up;
    return exponent > 0 ? (uint32_t)exponent << 23 | (v & 0x7FFFFF) : 0;
}

uint32_t gs_console_q_bits(int32_t q, int32_t exponent)
{
    return float_of(size_of(q), exponent - 16) | (q < 0 ? SIGN : 0);
}

uint32_t gs_console_uv_bits(uint32_t u, unsigned size_log2)
{
    return float_of(u, -4 - (int32_t)size_log2);
}
