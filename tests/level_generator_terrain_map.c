#include "level_generator_terrain_map.h"

#include <math.h>
#include <string.h>

#include "level_generator_noise.h"

enum { POINTS = 8, SIDE = GEN_MAP_SIDE };

/* Where the path goes, quads. */
static const double path_point[POINTS][2] = {{62, -26}, {57, -4}, {66, 20}, {54, 36},
                                             {70, 52},  {62, 70}, {80, 88}, {74, 122}};

/* Rounded hills, and mountains to the north: place, radius (quads), height (world units). */
static const double hill[][4] = {{92, 30, 22, 26},  {20, 16, 18, 11},  {104, 66, 26, 40},
                                 {10, 78, 26, 36},  {34, 104, 26, 58}, {62, 116, 26, 42},
                                 {94, 108, 24, 66}, {50, 86, 12, 12},  {78, 10, 12, 6}};

/* Catmull-Rom through the points. */
static void follow(double t, double out[2])
{
    int i = (int)t;
    double f = t - i;
    for (int a = 0; a < 2; a++) {
        double p0 = path_point[i][a], p1 = path_point[i + 1][a], p2 = path_point[i + 2][a],
               p3 = path_point[i + 3][a];
        out[a] =
            p1 + 0.5 * f * (p2 - p0 + f * (2 * p0 - 5 * p1 + 4 * p2 - p3 + f * (3 * (p1 - p2) + p3 - p0)));
    }
}

/* World units above the water, before path and lake. */
static double natural(double x, double y)
{
    double u = x + 32, v = y + 32;
    double height = 3.0 + 9.0 * gen_fractal(1, u / 24, v / 24, 0, 4);
    for (unsigned i = 0; i < sizeof hill / sizeof *hill; i++) {
        double dx = (x - hill[i][0]) / hill[i][2], dy = (y - hill[i][1]) / hill[i][2];
        double warp = 0.7 * (gen_fractal(2, u / 14, v / 14, 0, 3) - 0.5);
        double near = 1 - gen_step(0.0, 1.0, sqrt(dx * dx + dy * dy) + warp);
        double ridge = gen_fractal(3, u / 9, v / 9, 0, 4);
        ridge = 1 - (ridge > 0.5 ? ridge - 0.5 : 0.5 - ridge) * 2.4;
        height += near * hill[i][3] * gen_mix(0.7, ridge, near * hill[i][3] / 90.0 + 0.15);
    }
    return height;
}

static double lake(double x, double y)
{
    double dx = (x - 30) / 25, dy = (y - 42) / 20, ex = (x - 46) / 13, ey = (y - 30) / 10;
    double a = sqrt(dx * dx + dy * dy), b = sqrt(ex * ex + ey * ey);
    double warp = 0.5 * (gen_fractal(4, (x + 32) / 9, (y + 32) / 9, 0, 3) - 0.5);
    return 1 - gen_step(0.55, 1.25, (a < b ? a : b) + warp);
}

static void make_path(struct gen_map *map)
{
    double smooth[GEN_MAP_PATH];
    for (int i = 0; i < GEN_MAP_PATH; i++) {
        double at[2];
        follow((POINTS - 3) * (double)i / GEN_MAP_PATH, at);
        map->path[i].x = at[0];
        map->path[i].y = at[1];
        double x = at[0] < 0 ? 0 : at[0], y = at[1] < 0 ? 0 : at[1];
        map->path[i].height = natural(x, y) - 3 * lake(x, y);
    }
    for (int round = 0; round < 40; round++) {
        for (int i = 0; i < GEN_MAP_PATH; i++) {
            int a = i ? i - 1 : 0, b = i + 1 < GEN_MAP_PATH ? i + 1 : i;
            smooth[i] = (map->path[a].height + map->path[i].height + map->path[b].height) / 3;
        }
        for (int i = 0; i < GEN_MAP_PATH; i++)
            map->path[i].height = smooth[i] < 1.8 ? 1.8 : smooth[i];
    }
}

static double height_at(struct gen_map *map, int x, int y)
{
    double height = natural(x, y), water = lake(x, y), best = 1e9;
    int nearest = 0;
    height = gen_mix(height, -5.0, water);
    for (int i = 0; i < GEN_MAP_PATH; i++) {
        double dx = x - map->path[i].x, dy = y - map->path[i].y, square = dx * dx + dy * dy;
        if (square < best) {
            best = square;
            nearest = i;
        }
    }
    map->path_distance[y][x] = sqrt(best);
    return gen_mix(map->path[nearest].height, height, gen_step(0.8, 5.0, map->path_distance[y][x]));
}

static int32_t height_of(const struct gen_map *map, int x, int y)
{
    x = x < 0 ? 0 : x > SIDE ? SIDE : x;
    y = y < 0 ? 0 : y > SIDE ? SIDE : y;
    return map->height[y][x];
}

static void shape(struct gen_map *map, int x, int y)
{
    double *n = map->normal[y][x], around = 0;
    n[0] = (height_of(map, x - 1, y) - height_of(map, x + 1, y)) / (2.0 * GEN_MAP_QUAD);
    n[1] = (height_of(map, x, y - 1) - height_of(map, x, y + 1)) / (2.0 * GEN_MAP_QUAD);
    double length = sqrt(n[0] * n[0] + n[1] * n[1] + 1);
    n[0] /= length;
    n[1] /= length;
    n[2] = 1 / length;
    for (int dy = -4; dy <= 4; dy += 2)
        for (int dx = -4; dx <= 4; dx += 2)
            around += height_of(map, x + dx, y + dy) / 25.0;
    map->hollow[y][x] = gen_step(0.0, 5.0 * 1024, around - map->height[y][x]);
}

static enum gen_paint ground_at(const struct gen_map *map, int x, int y)
{
    double height = map->height[y][x] / 1024.0, up = map->normal[y][x][2];
    double n = gen_fractal(5, (x + 8) / 6.0, (y + 8) / 6.0, 0, 3) - 0.5;
    if (map->path_distance[y][x] < 1.3)
        return GEN_PATH;
    if (height < 1.0 + 1.6 * n)
        return GEN_SAND;
    if (height > 44 + 16 * n && up > 0.68)
        return GEN_SNOW;
    if (up < 0.80 + 0.2 * n || height > 36 + 14 * n)
        return GEN_ROCK;
    double dry = gen_fractal(6, (x + 8) / 15.0, (y + 8) / 15.0, 0, 3);
    return dry + 0.004 * height > 0.56 ? GEN_MEADOW : GEN_GRASS;
}

/* A kind of ground that stands alone becomes what is around it; paths stay. */
static void smooth_ground(struct gen_map *map)
{
    uint8_t old[SIDE + 1][SIDE + 1];
    memcpy(old, map->ground, sizeof old);
    for (int y = 1; y < SIDE; y++)
        for (int x = 1; x < SIDE; x++) {
            unsigned count[GEN_PAINTS] = {0}, best = old[y][x];
            if (best == GEN_PATH)
                continue;
            for (int i = 0; i < 9; i++)
                count[old[y + i / 3 - 1][x + i % 3 - 1]]++;
            for (unsigned k = 0; k < GEN_PATH; k++)
                best = count[k] > count[best] ? k : best;
            map->ground[y][x] = (uint8_t)best;
        }
}

void gen_make_map(struct gen_map *map)
{
    memset(map, 0, sizeof *map);
    make_path(map);
    for (int y = 0; y <= SIDE; y++)
        for (int x = 0; x <= SIDE; x++)
            map->height[y][x] = (int32_t)(height_at(map, x, y) * 1024);
    for (int y = 0; y <= SIDE; y++)
        for (int x = 0; x <= SIDE; x++)
            shape(map, x, y);
    for (int y = 0; y <= SIDE; y++)
        for (int x = 0; x <= SIDE; x++)
            map->ground[y][x] = (uint8_t)ground_at(map, x, y);
    smooth_ground(map);
    smooth_ground(map);
}
