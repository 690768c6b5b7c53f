#include "console_shape.h"

static bool above(const struct gs_console_shape *s, uint8_t a, uint8_t b)
{
    return s->y[a] < s->y[b] || (s->y[a] == s->y[b] && s->x[a] < s->x[b]);
}

static bool below(const struct gs_console_shape *s, uint8_t a, uint8_t b)
{
    return s->y[a] > s->y[b] || (s->y[a] == s->y[b] && s->x[a] < s->x[b]);
}

/* Twice the area of a, b, c with a sign. */
static int64_t cross_of(const struct gs_console_shape *s, uint8_t a, uint8_t b, uint8_t c)
{
    return (int64_t)(s->x[b] - s->x[a]) * (s->y[c] - s->y[a]) -
           (int64_t)(s->y[b] - s->y[a]) * (s->x[c] - s->x[a]);
}

bool gs_console_shape_init(struct gs_console_shape *s, const int32_t x[3], const int32_t y[3])
{
    for (unsigned i = 0; i < 3; i++) {
        s->x[i] = x[i];
        s->y[i] = y[i];
    }
    s->cross = cross_of(s, 0, 1, 2);
    if (s->cross == 0)
        return false;
    gs_console_area_init(&s->area, s->cross);
    s->top = s->bottom = 0;
    for (uint8_t i = 1; i < 3; i++) {
        s->top = above(s, i, s->top) ? i : s->top;
        s->bottom = below(s, i, s->bottom) ? i : s->bottom;
    }
    s->middle = (uint8_t)(3 - s->top - s->bottom);
    s->direction = cross_of(s, s->top, s->middle, s->bottom) > 0 ? 1 : -1;
    int32_t further = (s->x[s->bottom] - s->x[s->top]) * s->direction;
    s->anchor = further < 0 ? s->bottom : s->top;
    return true;
}

int64_t gs_console_numerator_x(const struct gs_console_shape *s, const int64_t value[3])
{
    int64_t d1 = value[1] - value[0], d2 = value[2] - value[0];
    return d1 * (s->y[2] - s->y[0]) - d2 * (s->y[1] - s->y[0]);
}

int64_t gs_console_numerator_y(const struct gs_console_shape *s, const int64_t value[3])
{
    int64_t d1 = value[1] - value[0], d2 = value[2] - value[0];
    return d2 * (s->x[1] - s->x[0]) - d1 * (s->x[2] - s->x[0]);
}

int32_t gs_console_grid_x(const struct gs_console_shape *s)
{
    int32_t x16 = s->x[s->anchor];
    /* Left of a whole column the walk to the left begins one column earlier: ceil(x) - 1, not floor(x). */
    return s->direction > 0 ? (x16 + 15) >> 4 & ~1 : (x16 - 1) >> 4 | 1;
}

/* The first pixel at or right of where the line a -> b (a above b) crosses row y. */
static int32_t crossing(const struct gs_console_shape *s, uint8_t a, uint8_t b, int32_t y)
{
    int64_t height = s->y[b] - s->y[a];
    int64_t x = s->x[a] * height + (int64_t)(s->x[b] - s->x[a]) * (16 * (int64_t)y - s->y[a]);
    int64_t unit = 16 * height, whole = x / unit;
    return (int32_t)(whole + (x > whole * unit));
}

bool gs_console_span(const struct gs_console_shape *s, int32_t y, int32_t *first, int32_t *end)
{
    int32_t y16 = 16 * y;
    if (y16 < s->y[s->top] || y16 >= s->y[s->bottom])
        return false;
    bool upper = y16 < s->y[s->middle];
    int32_t spine = crossing(s, s->top, s->bottom, y);
    int32_t other = upper ? crossing(s, s->top, s->middle, y) : crossing(s, s->middle, s->bottom, y);
    *first = s->direction > 0 ? spine : other;
    *end = s->direction > 0 ? other : spine;
    return *first < *end;
}
