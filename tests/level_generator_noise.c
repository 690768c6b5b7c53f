#include "level_generator_noise.h"

#include <math.h>

uint32_t gen_scatter(uint32_t seed, int32_t x, int32_t y)
{
    uint32_t h = seed * 0x9E3779B1u ^ (uint32_t)x * 0x85EBCA77u ^ (uint32_t)y * 0xC2B2AE3Du;
    h = (h ^ h >> 15) * 0x2C1B3C6Du;
    h = (h ^ h >> 12) * 0x297A2D39u;
    return h ^ h >> 15;
}

double gen_chance(uint32_t seed, int32_t x, int32_t y)
{
    return gen_scatter(seed, x, y) / 4294967296.0;
}

double gen_mix(double a, double b, double t)
{
    return a + (b - a) * t;
}

double gen_step(double low, double high, double x)
{
    double t = (x - low) / (high - low);
    t = t < 0 ? 0 : t > 1 ? 1 : t;
    return t * t * (3 - 2 * t);
}

static int32_t wrap(int32_t x, int32_t period)
{
    return period ? (x % period + period) % period : x;
}

static double corner(uint32_t seed, int32_t x, int32_t y, int32_t period)
{
    return gen_chance(seed, wrap(x, period), wrap(y, period));
}

double gen_noise(uint32_t seed, double x, double y, int32_t period)
{
    int32_t ix = (int32_t)x, iy = (int32_t)y;
    double fx = x - ix, fy = y - iy;
    fx = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    fy = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    return gen_mix(gen_mix(corner(seed, ix, iy, period), corner(seed, ix + 1, iy, period), fx),
                   gen_mix(corner(seed, ix, iy + 1, period), corner(seed, ix + 1, iy + 1, period), fx), fy);
}

double gen_fractal(uint32_t seed, double x, double y, int32_t period, unsigned octaves)
{
    double sum = 0, height = 0.5, whole = 0;
    for (unsigned i = 0; i < octaves; i++) {
        sum += height * gen_noise(seed + i, x, y, period);
        whole += height;
        height *= 0.5;
        x *= 2;
        y *= 2;
        period *= 2;
    }
    return sum / whole;
}

struct gen_cell gen_cells(uint32_t seed, double x, double y, int32_t period)
{
    struct gen_cell cell = {9, 9, 0};
    int32_t ix = (int32_t)x, iy = (int32_t)y;
    for (int32_t dy = -1; dy <= 1; dy++)
        for (int32_t dx = -1; dx <= 1; dx++) {
            int32_t cx = wrap(ix + dx, period), cy = wrap(iy + dy, period);
            double px = ix + dx + gen_chance(seed, cx, cy) - x;
            double py = iy + dy + gen_chance(seed + 1, cx, cy) - y;
            double distance = sqrt(px * px + py * py);
            if (distance < cell.nearest) {
                cell.second = cell.nearest;
                cell.nearest = distance;
                cell.number = gen_scatter(seed + 2, cx, cy);
            } else if (distance < cell.second) {
                cell.second = distance;
            }
        }
    return cell;
}
