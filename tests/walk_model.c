#include "walk_model.h"

static int64_t floored(int64_t n, int64_t d)
{
    return n / d - (n % d != 0 && (n < 0) != (d < 0));
}

static int64_t ceiled(int64_t n, int64_t d)
{
    return -floored(-n, d);
}

static int64_t cross_of(const struct walk_model_triangle *t)
{
    return (t->y[1] - t->y[0]) * (t->x[2] - t->x[0]) - (t->x[1] - t->x[0]) * (t->y[2] - t->y[0]);
}

/* Steps 1 and section 2.1: N over the cross product by its reciprocal of eight bits, in 1/1024 level. */
static int64_t gradient(int64_t n, int64_t cross)
{
    uint64_t c = (uint64_t)(cross < 0 ? -cross : cross), size = (uint64_t)(n < 0 ? -n : n);
    unsigned k = 0;
    while (c >> (k + 1))
        k++;
    uint64_t g = ((size << 14) * ((1ull << (k + 8)) / c)) >> (k + 8);
    return (n < 0) != (cross < 0) ? -(int64_t)g : (int64_t)g;
}

/* The vertex of the smallest (sign 1) or largest (sign -1) Y; of two the left one. */
static unsigned extreme(const struct walk_model_triangle *t, int sign)
{
    unsigned best = 0;
    for (unsigned i = 1; i < 3; i++) {
        int64_t d = sign * (t->y[i] - t->y[best]);
        if (d < 0 || (d == 0 && t->x[i] < t->x[best]))
            best = i;
    }
    return best;
}

/* The top vertex of the left side on a row, and the first pixel of its span. */
static unsigned left_side(const struct walk_model_triangle *t, int64_t y, int64_t *first)
{
    unsigned best = 0;
    bool any = false;
    for (unsigned i = 0; i < 3; i++) {
        unsigned a = i, b = (i + 1) % 3;
        if (t->y[a] > t->y[b])
            a = b, b = i;
        if (16 * y < t->y[a] || 16 * y >= t->y[b])
            continue;
        int64_t run = (t->x[b] - t->x[a]) * (16 * y - t->y[a]), height = t->y[b] - t->y[a];
        int64_t x = ceiled(t->x[a] * height + run, 16 * height);
        if (!any || x < *first) {
            *first = x;
            best = a;
        }
        any = true;
    }
    return best;
}

int64_t walk_model_value(const struct walk_model_triangle *t, int width, int64_t x, int64_t y,
                         unsigned otherwise)
{
    int64_t cross = cross_of(t), d0 = t->level[1] - t->level[0], d1 = t->level[2] - t->level[0];
    int64_t g = gradient(d1 * (t->y[1] - t->y[0]) - d0 * (t->y[2] - t->y[0]), cross);
    int64_t gy = gradient(d0 * (t->x[2] - t->x[0]) - d1 * (t->x[1] - t->x[0]), cross);
    int64_t gc = 64 * (g / 64), gyc = 64 * (gy / 64);
    unsigned top = extreme(t, 1), bottom = extreme(t, -1), middle = 3 - top - bottom;
    int64_t side = (t->x[middle] - t->x[top]) * (t->y[bottom] - t->y[top]) -
                   (t->y[middle] - t->y[top]) * (t->x[bottom] - t->x[top]);
    int64_t d = side > 0 ? 1 : -1;
    unsigned anchor = d * t->x[bottom] < d * t->x[top] ? bottom : top;
    if (otherwise & WALK_MODEL_SPAN_SEED) {
        int64_t first = 0;
        unsigned v = left_side(t, y, &first);
        int64_t seed = 1024 * t->level[v] + g * (16 * first - t->x[v]) / 16 + gy * (16 * y - t->y[v]) / 16;
        return seed + gc * (x - first) + width * (g - gc) * floored(x - first, width);
    }
    int64_t s = ceiled(t->x[anchor], 16) & ~1;
    if (d < 0)
        s = (otherwise & WALK_MODEL_FLOORED_GRID ? floored(t->x[anchor], 16) : ceiled(t->x[anchor], 16) - 1) |
            1;
    int64_t a = s + 2 * d, yf = anchor == top ? y & ~1 : y | 1;
    int64_t rows = gy * (16 * yf - t->y[anchor]);
    rows = otherwise & WALK_MODEL_FLOORED_ROWS ? floored(rows, 16) : rows / 16;
    int64_t p = 1024 * t->level[anchor] + g * (16 * a - t->x[anchor]) / 16 + rows;
    if (otherwise & WALK_MODEL_CLAMPED)
        p = p < 0 ? 0 : p > 255 * 1024 ? 255 * 1024 : p;
    return p + gyc * (y - yf) + gc * (x - a) + width * (g - gc) * d * floored(d * (x - s), width);
}

uint8_t walk_model_byte(int64_t value)
{
    int64_t level = floored(value, 1024);
    return (uint8_t)(level < 0 ? 0 : level > 255 ? 255 : level);
}

bool walk_model_covers(const struct walk_model_triangle *t, int64_t x, int64_t y)
{
    int64_t sign = cross_of(t) < 0 ? 1 : -1; /* of the side functions inside */
    for (unsigned a = 0; a < 3; a++) {
        unsigned b = (a + 1) % 3;
        int64_t dx = sign * (t->x[b] - t->x[a]), dy = sign * (t->y[b] - t->y[a]);
        int64_t f = dx * (16 * y - t->y[a]) - dy * (16 * x - t->x[a]);
        bool top_left = dy < 0 || (dy == 0 && dx > 0);
        if (f < 0 || (f == 0 && !top_left))
            return false;
    }
    return true;
}
