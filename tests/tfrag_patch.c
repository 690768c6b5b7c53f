#include "tfrag_patch.h"

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define BIAS 0x45000000u /* 2048.0 */
enum { INPUT_QUADWORDS = 0x148 };

/* LEVEL section 5.4, raw units. */
static const double near = 32, far = 745472, tangent_x = 0.63, tangent_y = 0.63 * 0.775,
                    depth_scale = -8388080;

uint32_t patch_float(double value)
{
    float number = (float)value;
    uint32_t word;
    memcpy(&word, &number, sizeof word);
    return word;
}

void patch_store(unsigned quadword, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    uint32_t *to = tfrag.data[quadword % TFRAG_QW];
    to[0] = x;
    to[1] = y;
    to[2] = z;
    to[3] = w;
}

void patch_store_floats(unsigned quadword, double x, double y, double z, double w)
{
    patch_store(quadword, patch_float(x), patch_float(y), patch_float(z), patch_float(w));
}

static double fog_slope(const struct patch_view *view)
{
    return (view->fog_least - view->fog_most) / (view->fog_far - view->fog_near);
}

void patch_constants(const struct patch_view *view)
{
    double slope = fog_slope(view), d0 = 6 * view->lod * 1024, d1 = 4 * view->lod * 1024,
           d2 = 2 * view->lod * 1024;
    double f0 = d0 * slope, f1 = d1 * slope, f2 = d2 * slope, a = 1 / (f0 - f1), b = 1 / (f1 - f2);
    patch_store_floats(656, slope * near, view->fog_least, view->fog_most, 3072);
    patch_store_floats(657, 0.5, 1, 2048, 0);
    /* PRE, PRIM, NREG 3, registers ST RGBAQ XYZF2 */
    patch_store(658, 0, 3u << 28 | 0x7Cu << 15 | 1u << 14, 0x412, 0);
    patch_store(659, 0, 3u << 28 | 0x7Du << 15 | 1u << 14, 0x412, 0);
    patch_store(660, 5, 1u << 28, 0xE, 0);
    patch_store_floats(661, 2048, 2048, 8388112, view->fog_most - slope * view->fog_near);
    patch_store_floats(662, 1.0 / 1024, 1.0 / 832, 1 / depth_scale, 1 / (slope * near));
    patch_store_floats(663, 1024, 832, depth_scale, slope * near);
    patch_store_floats(664, 1, 1, 1, 1);
    patch_store_floats(665, 4, 4, 1, 1);
    patch_store_floats(666, a / 2, -a, 0, f0);
    patch_store_floats(667, b / 2, -b, 0, f1);
    patch_store_floats(668, -f1 * a / 2, f0 * a, 0, 0);
    patch_store_floats(669, -f2 * b / 2, f1 * b, 0, 0);
    patch_store(670, 0x8000, 0, 0, 0);
}

static uint16_t take(uint16_t *at, unsigned quadwords)
{
    uint16_t from = *at;
    *at = (uint16_t)(*at + quadwords);
    return from;
}

static void write_header(const struct tfrag_patch *patch)
{
    const unsigned *positions = patch->positions, *extras = patch->extras;
    uint16_t extra[TIERS];
    for (unsigned tier = 0; tier < TIERS; tier++)
        extra[tier] = (uint16_t)(patch->info[tier] + positions[tier]);
    patch_store(patch->top, positions[0], extras[0], positions[1], extras[1]);
    patch_store(patch->top + 1u, positions[2], extras[2], patch->position, patch->info[0]);
    patch_store(patch->top + 2u, extra[0], patch->info[1], extra[1], patch->info[2]);
    patch_store(patch->top + 3u, extra[2], patch->index, patch->parents[1], patch->extra_parents[1]);
    patch_store(patch->top + 4u, patch->parents[2], patch->extra_parents[2], patch->record, patch->ad_gif);
}

void patch_begin(struct tfrag_patch *patch)
{
    uint16_t at = 9;
    unsigned all = patch->positions[0] + patch->positions[1] + patch->positions[2];
    patch->ad_gif = take(&at, 5 * patch->ad_gifs);
    patch->position = take(&at, 2 * all + 2 * ((4 - all % 4) % 4)); /* colours come four at a time */
    for (unsigned tier = 0; tier < TIERS; tier++)
        patch->info[tier] = take(&at, patch->positions[tier] + patch->extras[tier]);
    for (unsigned tier = TIER_LOD_01; tier < TIERS; tier++) {
        patch->parents[tier] = take(&at, (patch->positions[tier] + 3) / 4);
        patch->extra_parents[tier] = take(&at, (patch->extras[tier] + 3) / 4);
    }
    patch->index = take(&at, (patch->indices + 3) / 4);
    patch->record = take(&at, patch->records);
    patch->end = at;
    cr_assert_leq(at, INPUT_QUADWORDS, "the patch takes %u quadwords", at);
    patch->indices_written = patch->records_written = 0;
    write_header(patch);
}

void patch_matrix(const struct tfrag_patch *patch, const double matrix[4][4])
{
    for (unsigned i = 0; i < 4; i++)
        patch_store_floats(patch->top + 5 + i, matrix[i][0], matrix[i][1], matrix[i][2], matrix[i][3]);
}

void patch_camera(const struct tfrag_patch *patch, const struct patch_view *view, double turn, double tilt,
                  const int32_t origin[3], const double at[3])
{
    /* What x, y and z of the world become, and the move behind that. */
    double to[4][3] = {
        {cos(turn) * cos(tilt), sin(turn), -cos(turn) * sin(tilt)},
        {-sin(turn) * cos(tilt), cos(turn), sin(turn) * sin(tilt)},
        {sin(tilt), 0, cos(tilt)},
    };
    double matrix[4][4];
    for (unsigned k = 0; k < 3; k++)
        to[3][k] = at[k] - to[0][k] * origin[0] - to[1][k] * origin[1] - to[2][k] * origin[2];
    for (unsigned i = 0; i < 4; i++) {
        double moved = i < 3 ? 0 : 2 * near * far;
        matrix[i][0] = to[i][0] * 256 / (tangent_x * near);
        matrix[i][1] = to[i][1] * 208 / (tangent_y * near);
        matrix[i][2] = (to[i][2] * (far + near) - moved) / (near * (far - near)) * depth_scale;
        matrix[i][3] = to[i][2] * fog_slope(view);
    }
    patch_matrix(patch, matrix);
}

void patch_position(const struct tfrag_patch *patch, unsigned position, int32_t x, int32_t y, int32_t z)
{
    patch_store(patch->top + patch->position + 2 * position, (uint32_t)x, (uint32_t)y, (uint32_t)z, 0);
}

void patch_colour(const struct tfrag_patch *patch, unsigned position, uint32_t r, uint32_t g, uint32_t b,
                  uint32_t a)
{
    patch_store(patch->top + patch->position + 2 * position + 1, r, g, b, a);
}

void patch_info(const struct tfrag_patch *patch, unsigned info, int16_t s, int16_t t, unsigned second_parent,
                unsigned position)
{
    uint32_t parent = patch->position + 2 * second_parent, own = patch->position + 2 * position;
    patch_store(patch->top + patch->info[0] + info, BIAS + (uint32_t)s, BIAS + (uint32_t)t, parent, own);
}

static void store_lane(const struct tfrag_patch *patch, unsigned address, unsigned number, uint32_t word)
{
    tfrag.data[(patch->top + address + number / 4) % TFRAG_QW][number % 4] = word;
}

void patch_parent(const struct tfrag_patch *patch, unsigned tier, unsigned number, unsigned info)
{
    store_lane(patch, patch->parents[tier], number, patch->info[0] + info);
}

void patch_extra_parent(const struct tfrag_patch *patch, unsigned tier, unsigned number, unsigned info)
{
    store_lane(patch, patch->extra_parents[tier], number, patch->info[0] + info);
}

void patch_ad_gif(const struct tfrag_patch *patch, unsigned number)
{
    /* TEX0_1, TEX1_1, CLAMP_1, MIPTBP1_1, MIPTBP2_1 */
    static const uint32_t registers[5] = {0x06, 0x14, 0x08, 0x34, 0x36};
    for (unsigned i = 0; i < 5; i++)
        patch_store(patch->top + patch->ad_gif + 5 * number + i, number, i, registers[i], i == 1 ? BIAS : 0);
}

void patch_record(struct tfrag_patch *patch, int x, int y, int z)
{
    cr_assert_lt(patch->records_written, patch->records);
    patch_store(patch->top + patch->record + patch->records_written++, (uint32_t)x, (uint32_t)y, (uint32_t)z,
                0);
}

void patch_index(struct tfrag_patch *patch, unsigned info)
{
    cr_assert_lt(patch->indices_written, patch->indices);
    store_lane(patch, patch->index, patch->indices_written++, patch->info[0] + info);
}

unsigned patch_first_info(const struct tfrag_patch *patch, unsigned tier)
{
    return (unsigned)(patch->info[tier] - patch->info[0]);
}

unsigned patch_first_position(const struct tfrag_patch *patch, unsigned tier)
{
    unsigned first = 0;
    for (unsigned i = 0; i < tier; i++)
        first += patch->positions[i];
    return first;
}
