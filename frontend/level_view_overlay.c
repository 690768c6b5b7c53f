/* What `path1 level view` draws over the picture: bounds of patches, counters, the patch under the pointer.
 * The host computes it in its own floats; it is no part of the picture. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "debugger/text_view.h"
#include "level_view_parts.h"

#define NEAREST 32.0 /* raw units: the near plane */
enum { CIRCLE = 32, /* corners */ EDGES = 12 };

static const SDL_Color white = {255, 255, 255, 255}, red = {255, 64, 64, 255}, yellow = {255, 224, 96, 255};

const char *level_mode_name(enum level_mode mode)
{
    switch (mode) {
    case LEVEL_MODE_LOD_2:
        return "LOD 2";
    case LEVEL_MODE_LOD_1_COLLAPSE:
        return "LOD 1 collapse";
    case LEVEL_MODE_LOD_1_MORPH:
        return "LOD 1 morph";
    case LEVEL_MODE_LOD_1:
        return "LOD 1";
    case LEVEL_MODE_LOD_0_COLLAPSE:
        return "LOD 0 collapse";
    case LEVEL_MODE_LOD_0_MORPH:
        return "LOD 0 morph";
    default:
        return "LOD 0";
    }
}

static double number(uint32_t bits)
{
    float single;
    memcpy(&single, &bits, sizeof single);
    return single;
}

/* ---- lines ---- */

struct sketch {
    SDL_Renderer *renderer;
    struct level_view view;
    SDL_Rect place; /* of the picture */
};

/* Cuts the part of a..b off at which `side` of a coordinate is below 0, given its values at both ends. */
static bool cut(double a[], double b[], unsigned count, double at_a, double at_b)
{
    if (at_a < 0.0 && at_b < 0.0)
        return false;
    double t = at_a / (at_a - at_b);
    double *out = at_a < 0.0 ? a : b;
    for (unsigned i = 0; i < count && (at_a < 0.0 || at_b < 0.0); i++)
        out[i] = a[i] + (b[i] - a[i]) * t;
    return true;
}

/* A line in the picture's pixels. */
static void draw_flat(const struct sketch *sketch, double a[2], double b[2])
{
    static const double end[2] = {LEVEL_FRAME_WIDTH, LEVEL_FRAME_HEIGHT};
    for (unsigned i = 0; i < 2; i++)
        if (!cut(a, b, 2, a[i], b[i]) || !cut(a, b, 2, end[i] - a[i], end[i] - b[i]))
            return;
    double x = sketch->place.w / end[0], y = sketch->place.h / end[1];
    SDL_RenderDrawLine(sketch->renderer, sketch->place.x + (int)(a[0] * x), sketch->place.y + (int)(a[1] * y),
                       sketch->place.x + (int)(b[0] * x), sketch->place.y + (int)(b[1] * y));
}

/* A line between places as the camera has them. */
static void draw_line(const struct sketch *sketch, const double from[3], const double to[3])
{
    double a[3], b[3], pixel_a[2], pixel_b[2];
    memcpy(a, from, sizeof a);
    memcpy(b, to, sizeof b);
    if (!cut(a, b, 3, a[2] - NEAREST, b[2] - NEAREST))
        return;
    a[2] = fmax(a[2], NEAREST);
    b[2] = fmax(b[2], NEAREST);
    level_view_pixel(a, pixel_a);
    level_view_pixel(b, pixel_b);
    draw_flat(sketch, pixel_a, pixel_b);
}

/* The box along the axes around the corners of the clip box. */
static void draw_box(const struct sketch *sketch, const struct level_patch *patch)
{
    static const uint8_t edge[EDGES][2] = {{0, 1}, {2, 3}, {4, 5}, {6, 7}, {0, 2}, {1, 3},
                                           {4, 6}, {5, 7}, {0, 4}, {1, 5}, {2, 6}, {3, 7}};
    double bound[2][3], space[8][3];
    for (unsigned i = 0; i < 3; i++) {
        bound[0][i] = bound[1][i] = patch->clip_box[0][i] * 64.0;
        for (unsigned corner = 1; corner < 8; corner++) {
            bound[0][i] = fmin(bound[0][i], patch->clip_box[corner][i] * 64.0);
            bound[1][i] = fmax(bound[1][i], patch->clip_box[corner][i] * 64.0);
        }
    }
    for (unsigned corner = 0; corner < 8; corner++) {
        const double at[3] = {bound[corner & 1][0], bound[corner >> 1 & 1][1], bound[corner >> 2][2]};
        level_view_space(&sketch->view, at, space[corner]);
    }
    for (unsigned i = 0; i < EDGES; i++)
        draw_line(sketch, space[edge[i][0]], space[edge[i][1]]);
}

/* A circle that faces the camera. */
static void draw_sphere(const struct sketch *sketch, const struct level_patch *patch)
{
    const uint32_t *sphere = patch->header.bsphere;
    const double at[3] = {number(sphere[0]), number(sphere[1]), number(sphere[2])},
                 radius = number(sphere[3]);
    double centre[3], before[3];
    level_view_space(&sketch->view, at, centre);
    for (unsigned i = 0; i <= CIRCLE; i++) {
        double angle = 6.283185307179586 * i / CIRCLE;
        double next[3] = {centre[0] + radius * cos(angle), centre[1] + radius * sin(angle), centre[2]};
        if (i)
            draw_line(sketch, before, next);
        memcpy(before, next, sizeof before);
    }
}

static void draw_bounds(struct level_window *window, const SDL_Rect *place, const struct level_block *block)
{
    const struct level_shot *shot = &window->shown->shot;
    struct sketch sketch = {.renderer = window->sdl.renderer, .place = *place};
    level_view_make(&sketch.view, &shot->camera, level_settings(window->level), block->lod_distance);
    for (uint32_t i = 0; i < block->patch_count; i++) {
        const struct level_patch *patch = &block->patches[i];
        if (!patch->valid || !level_patch_visible(&sketch.view, patch))
            continue;
        const uint8_t *tint = level_mode_tint(level_patch_mode(&sketch.view, block, patch, shot->lod));
        bool picked = window->picked && window->pick.block == block->part && window->pick.patch == i;
        if (picked)
            SDL_SetRenderDrawColor(sketch.renderer, 255, 255, 255, 255);
        else
            SDL_SetRenderDrawColor(sketch.renderer, tint[0], tint[1], tint[2], 255);
        if (window->bounds == LEVEL_BOXES)
            draw_box(&sketch, patch);
        else
            draw_sphere(&sketch, patch);
    }
}

/* ---- text ---- */

static void draw_texts(const struct level_window *window, const SDL_Rect *place)
{
    char lines[LEVEL_LINES][LEVEL_LINE], shouts[LEVEL_SHOUTS][LEVEL_SHOUT];
    SDL_Renderer *renderer = window->sdl.renderer;
    int size = place->h >= 2 * LEVEL_FRAME_HEIGHT ? place->h / LEVEL_FRAME_HEIGHT : 1;
    int step = TEXT_VIEW_ROW * size, x = place->x + 4 * size, y = place->y + 4 * size;
    unsigned count = level_view_shouts(window->level, &window->shown->counts, shouts);
    for (unsigned i = 0; i < count; i++, y += step)
        text_view_draw(renderer, shouts[i], x, y, size, red);
    count = level_view_lines(window->shown, lines);
    for (unsigned i = 0; i < count && !window->no_counters; i++, y += step)
        text_view_draw(renderer, lines[i], x, y, size, white);
    if (!window->picked || window->no_counters)
        return;
    snprintf(lines[0], sizeof lines[0], "patch %u of %s, %s, depth %.1f", (unsigned)window->pick.patch,
             level_part_name(window->pick.block), level_mode_name(window->pick.mode), window->pick.depth);
    text_view_draw(renderer, lines[0], x, place->y + place->h - step - 2 * size, size, yellow);
}

static void find_patch(struct level_window *window, const SDL_Rect *place)
{
    window->picked = false;
    if (!window->pointing || !SDL_PointInRect(&window->pointer, place))
        return;
    const double pixel[2] = {(window->pointer.x - place->x + 0.5) * LEVEL_FRAME_WIDTH / place->w,
                             (window->pointer.y - place->y + 0.5) * LEVEL_FRAME_HEIGHT / place->h};
    window->picked = level_pick(window->level, &window->shown->shot, pixel, &window->pick);
}

void level_window_draw(struct level_window *window)
{
    size_t count;
    const struct level_block *blocks = level_blocks(window->level, &count);
    SDL_Rect area = sdl_window_area(&window->sdl), place = picture_view_place(&window->picture, &area).rect;
    picture_view_draw(&window->picture, &area);
    if (!window->shown || place.w <= 0 || place.h <= 0)
        return;
    find_patch(window, &place);
    for (size_t i = 0; i < count && window->bounds; i++)
        if (level_block_shown(window->level, i))
            draw_bounds(window, &place, &blocks[i]);
    draw_texts(window, &place);
}
