#include "level_pick.h"

#include <math.h>
#include <string.h>

struct ray {
    double from[3], along[3]; /* raw units; a step of 1 along it is one of depth */
};

static double number(uint32_t bits)
{
    float single;
    memcpy(&single, &bits, sizeof single);
    return single;
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (unsigned i = 0; i < 3; i++)
        out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static void difference(const double a[3], const double b[3], double out[3])
{
    for (unsigned i = 0; i < 3; i++)
        out[i] = a[i] - b[i];
}

static bool meets_sphere(const struct ray *ray, const uint32_t sphere[4])
{
    const double centre[3] = {number(sphere[0]), number(sphere[1]), number(sphere[2])};
    double to[3], side[3], radius = number(sphere[3]);
    difference(centre, ray->from, to);
    cross(to, ray->along, side);
    return dot(side, side) <= radius * radius * dot(ray->along, ray->along);
}

/* The depth at which the ray meets a triangle from either side; infinity if it does not. */
static double meet(const struct ray *ray, const double a[3], const double b[3], const double c[3])
{
    double ab[3], ac[3], normal[3], from[3], turned[3];
    difference(b, a, ab);
    difference(c, a, ac);
    difference(ray->from, a, from);
    cross(ray->along, ac, normal);
    double determinant = dot(ab, normal);
    if (determinant == 0.0)
        return INFINITY;
    double u = dot(from, normal) / determinant;
    cross(from, ab, turned);
    double v = dot(ray->along, turned) / determinant, depth = dot(ac, turned) / determinant;
    return u >= 0.0 && v >= 0.0 && u + v <= 1.0 && depth > 0.0 ? depth : INFINITY;
}

static void corner(const struct level_patch *patch, uint8_t index, double at[3])
{
    const struct level_position *position = &patch->positions[patch->infos[index].vertex / 2];
    at[0] = (double)patch->origin[0] + position->x;
    at[1] = (double)patch->origin[1] + position->y;
    at[2] = (double)patch->origin[2] + position->z;
}

static double meet_patch(const struct ray *ray, const struct level_patch *patch, unsigned lod)
{
    double nearest = INFINITY;
    unsigned first = 0;
    for (unsigned n = 0; n < patch->strip_count[lod]; n++) {
        struct level_strip_step step = level_strip_step(patch, lod, n, first);
        for (unsigned i = step.first; step.kind == LEVEL_STRIP_RUN && i + 2 < step.first + step.count; i++) {
            double at[3][3];
            for (unsigned k = 0; k < 3; k++)
                corner(patch, patch->indices[lod][i + k], at[k]);
            nearest = fmin(nearest, meet(ray, at[0], at[1], at[2]));
        }
        first += step.count;
    }
    return nearest;
}

static void pick_block(const struct level *level, const struct level_block *block,
                       const struct level_shot *shot, const double pixel[2], struct level_picked *out,
                       double *nearest)
{
    struct level_view view;
    struct ray ray;
    level_view_make(&view, &shot->camera, level_settings(level), block->lod_distance);
    level_view_ray(&view, pixel, ray.along);
    memcpy(ray.from, view.eye_at, sizeof ray.from);
    for (uint32_t i = 0; i < block->patch_count; i++) {
        const struct level_patch *patch = &block->patches[i];
        if (!patch->valid || !meets_sphere(&ray, patch->header.bsphere) ||
            (!shot->everything && !level_patch_visible(&view, patch)))
            continue;
        enum level_mode mode = level_patch_mode(&view, block, patch, shot->lod);
        double depth = meet_patch(&ray, patch, level_mode_lod(mode));
        if (depth >= *nearest)
            continue;
        *nearest = depth;
        *out = (struct level_picked){block->part, i, mode, depth / 1024.0};
    }
}

bool level_pick(const struct level *level, const struct level_shot *shot, const double pixel[2],
                struct level_picked *out)
{
    size_t count;
    const struct level_block *blocks = level_blocks(level, &count);
    double nearest = INFINITY;
    for (size_t i = 0; i < count; i++)
        if (level_block_shown(level, i))
            pick_block(level, &blocks[i], shot, pixel, out, &nearest);
    return nearest < INFINITY;
}
