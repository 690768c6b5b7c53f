#include "console_sprite.h"

#include "console_segment.h"
#include "console_wide.h"

#define LIMIT ((int64_t)1 << 56)

bool gs_console_axis_low(int64_t step, int32_t extent)
{
    return step > 0 && step % 4096 == 0 && (extent & (extent - 1)) != 0;
}

/* 2^-32 texel rounded down to 15 fractional bits, as 1/65536. */
static int64_t to_grid(gs_int128 fine)
{
    return (int64_t)(fine >> 17) * 2;
}

bool gs_console_axis_init(struct gs_console_axis *axis, const struct gs_console_end *a,
                          const struct gs_console_end *b)
{
    const struct gs_console_end *low = a->position < b->position ? a : b, *high = low == a ? b : a;
    int32_t length = high->position - low->position;
    axis->first = (low->position + 15) >> 4;
    axis->end = (high->position + 15) >> 4;
    if (axis->first >= axis->end)
        return false;
    gs_int128 rise = (gs_int128)high->coordinate - low->coordinate;
    gs_int128 before = rise * (16 * axis->first - low->position);
    axis->start = to_grid(low->coordinate + gs_floor_div(before, length));
    axis->step = to_grid(gs_floor_div(rise * 16, length));
    axis->low = rise * 16 == (gs_int128)axis->step * ((int64_t)length << 16) &&
                gs_console_axis_low(axis->step, axis->end - axis->first);
    return true;
}

int32_t gs_console_axis_at(const struct gs_console_axis *axis, int32_t pixel)
{
    int64_t c = axis->start + axis->step * (pixel - axis->first);
    /* So little that only a coordinate on a sixteenth shows it; later that is truncated toward zero. */
    if (axis->low && pixel > axis->first && c % 4096 == 0)
        c -= c > 0 ? 1 : 4096;
    return gs_limit_32(c);
}

bool gs_console_divided_axis_covers(const struct gs_console_divided_axis *axis)
{
    return (axis->position[0] + 15) >> 4 != (axis->position[1] + 15) >> 4;
}

int32_t gs_console_divided_axis_at(const struct gs_console_divided_axis *axis, int32_t pixel)
{
    struct gs_console_segment s = {axis->position[0], axis->position[1] - axis->position[0]};
    return (int32_t)gs_console_segment_at(&s, 4 * (int64_t)axis->value[0], 4 * (int64_t)axis->value[1],
                                          pixel);
}

int64_t gs_console_quotient(uint32_t s, uint32_t q, unsigned size_log2)
{
    bool negative = (s ^ q) >> 31;
    int32_t s_exponent = (int32_t)(s >> 23 & 0xFF), q_exponent = (int32_t)(q >> 23 & 0xFF);
    if (s_exponent == 0)
        return 0;
    int32_t shift = s_exponent - q_exponent + (int32_t)size_log2 + 32;
    int64_t size = LIMIT;
    if (q_exponent && shift < 56) {
        uint64_t m = (s & 0x7FFFFF) | 0x800000, d = (q & 0x7FFFFF) | 0x800000;
        size = shift < -24 ? 0 : (int64_t)(((gs_uint128)m << (shift + 24)) / ((gs_uint128)d << 24));
    }
    size = size < LIMIT ? size : LIMIT;
    return negative ? -size : size;
}
