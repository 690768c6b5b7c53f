/*
 * Morphing at its ends (LEVEL.md 6.3): at the near one a patch is as without morph, at the far one every
 * vertex of the tier lies in the middle of its parents. Through VU1's model, which other tests compare with
 * the program.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "level_scene_rig.h"

TestSuite(level_scene_morph, .fini = scene_rig_drop, .timeout = 300);

enum { L = 32 * 1024, LANDSCAPE_STEP = 23 };

/* In front of the patch's sphere, so that its near side, or its far side, has this depth; raw units. */
static struct level_camera before(const struct level_patch *patch, double depth, bool far_side)
{
    const uint32_t *sphere = patch->header.bsphere;
    double radius = scene_rig_number(sphere[3]);
    struct level_camera camera = {.yaw = 90.0};
    for (unsigned i = 0; i < 3; i++)
        camera.position[i] = scene_rig_number(sphere[i]) / 1024.0;
    camera.position[1] -= (far_side ? depth - radius : depth + radius) / 1024.0;
    return camera;
}

static void check_near_end(uint32_t number, double depth, enum level_mode morph, enum level_mode plain)
{
    const struct level_patch *patch = &scene_rig_block()->patches[number];
    /* The sphere must be in sight as a whole, or the plain mode drops triangles. */
    if (scene_rig_number(patch->header.bsphere[3]) * 3.0 > depth)
        return;
    struct level_camera camera = before(patch, depth - 8.0, true);
    struct scene_packets a = scene_rig_draw(&camera, number, morph),
                         b = scene_rig_draw(&camera, number, plain);
    cr_assert_gt(a.size, 0);
    cr_assert_eq(a.size, b.size, "patch %u: %zu and %zu bytes", number, a.size, b.size);
    for (size_t i = 0; i < a.size; i++)
        cr_assert_eq(a.bytes[i], b.bytes[i], "patch %u, byte %zu", number, i);
    free(a.bytes);
    free(b.bytes);
}

Test(level_scene_morph, at_the_near_end_the_packets_are_those_without_morph)
{
    scene_rig_use(GEN_CASE_LANDSCAPE);
    for (uint32_t i = 0; i < scene_rig_block()->patch_count; i += LANDSCAPE_STEP) {
        check_near_end(i, 4.0 * L, LEVEL_MODE_LOD_1_MORPH, LEVEL_MODE_LOD_1);
        check_near_end(i, 2.0 * L, LEVEL_MODE_LOD_0_MORPH, LEVEL_MODE_LOD_0);
    }
}

/* ---- the far end ---- */

/* Positions of the packets' vertices in order, 1/16 pixel; returns how many. */
static unsigned read_vertices(const struct scene_packets *packets, uint16_t (*xy)[2], unsigned room)
{
    unsigned count = 0;
    for (size_t at = 0; at < packets->size;) {
        uint64_t tag;
        memcpy(&tag, packets->bytes + at, sizeof tag);
        unsigned nloop = (unsigned)tag & 0x7FFF, nreg = (unsigned)(tag >> 60);
        at += 16;
        for (unsigned i = 0; i < nloop; i++, at += 16 * nreg) {
            if (nreg != 3) /* an ad-gif */
                continue;
            cr_assert_lt(count, room);
            memcpy(&xy[count][0], packets->bytes + at + 32, 2);
            memcpy(&xy[count][1], packets->bytes + at + 36, 2);
            count++;
        }
    }
    return count;
}

/* The tier that a vertex info is of. */
static unsigned tier_of(const struct level_patch *patch, unsigned info)
{
    unsigned tier = 0;
    while (info >= patch->tier_infos[tier])
        info -= patch->tier_infos[tier++];
    return tier;
}

/* The vertex info that a position's own data are in: the first that has it. */
static const struct level_vertex_info *primary_of(const struct level_patch *patch, unsigned position,
                                                  unsigned *number)
{
    for (*number = 0; *number < patch->info_count; ++*number)
        if (patch->infos[*number].vertex / 2 == (int)position)
            return &patch->infos[*number];
    cr_assert_fail("position %u has no vertex", position);
    return NULL;
}

/* Where the vertex lies when its tier has morphed all the way. */
static void morphed(const struct level_patch *patch, unsigned tier, unsigned position, double at[3])
{
    unsigned number;
    const struct level_vertex_info *info = primary_of(patch, position, &number);
    scene_rig_position(patch, position, at);
    if (tier_of(patch, number) != tier)
        return;
    double one[3], two[3];
    scene_rig_position(patch, (unsigned)patch->infos[info->link].vertex / 2, one);
    scene_rig_position(patch, (unsigned)info->parent / 2, two);
    for (unsigned i = 0; i < 3; i++)
        at[i] = (one[i] + two[i]) / 2.0;
}

static unsigned check_far_end(uint32_t number, double depth, enum level_mode mode, unsigned tier)
{
    static uint16_t xy[4096][2];
    const struct level_block *block = scene_rig_block();
    const struct level_patch *patch = &block->patches[number];
    struct level_camera camera = before(patch, depth + 8.0, false);
    struct scene_packets packets = scene_rig_draw(&camera, number, mode);
    unsigned lod = level_mode_lod(mode), moved = 0;
    unsigned count = read_vertices(&packets, xy, sizeof xy / sizeof xy[0]);
    struct level_view view;
    level_view_make(&view, &camera, level_settings(scene_rig.level), block->lod_distance);
    cr_assert_leq(count, patch->index_count[lod]);
    for (unsigned i = 0; i < count; i++) {
        unsigned info = patch->indices[lod][i];
        double at[3], space[3], pixel[2];
        morphed(patch, tier, (unsigned)patch->infos[info].vertex / 2, at);
        level_view_space(&view, at, space);
        cr_assert(level_view_pixel(space, pixel));
        double x = 16.0 * (2048 - LEVEL_FRAME_WIDTH / 2 + pixel[0]),
               y = 16.0 * (2048 - LEVEL_FRAME_HEIGHT / 2 + pixel[1]);
        moved += tier_of(patch, info) == tier;
        /* A sixteenth, for the console's floats. */
        cr_assert(fabs(x - xy[i][0]) <= 1.5 && fabs(y - xy[i][1]) <= 1.5,
                  "patch %u, vertex %u: expected %.1f %.1f, found %u %u", number, i, x, y, xy[i][0],
                  xy[i][1]);
    }
    free(packets.bytes);
    return moved;
}

Test(level_scene_morph, at_the_far_end_each_vertex_lies_between_its_parents)
{
    unsigned moved[2] = {0, 0};
    scene_rig_use(GEN_CASE_LANDSCAPE);
    for (uint32_t i = 0; i < scene_rig_block()->patch_count; i += LANDSCAPE_STEP) {
        moved[0] += check_far_end(i, 6.0 * L, LEVEL_MODE_LOD_1_MORPH, LEVEL_LOD_01);
        moved[1] += check_far_end(i, 4.0 * L, LEVEL_MODE_LOD_0_MORPH, LEVEL_LOD_0_TIER);
    }
    cr_assert_gt(moved[0], 0);
    cr_assert_gt(moved[1], 0);
}

/* Beyond the distance both parents are: nothing of the tier is left but points that coincide with others, and
 * what is drawn is the coarser LOD's. */
Test(level_scene_morph, collapsed_patches_use_only_places_of_the_coarser_lod)
{
    static uint16_t fine[4096][2], coarse[4096][2];
    scene_rig_use(GEN_CASE_LANDSCAPE);
    for (uint32_t i = 0; i < scene_rig_block()->patch_count; i += LANDSCAPE_STEP) {
        const struct level_patch *patch = &scene_rig_block()->patches[i];
        struct level_camera camera = before(patch, 6.0 * L + 8.0, false);
        struct scene_packets a = scene_rig_draw(&camera, i, LEVEL_MODE_LOD_1_COLLAPSE),
                             b = scene_rig_draw(&camera, i, LEVEL_MODE_LOD_2);
        unsigned some = read_vertices(&a, fine, 4096), few = read_vertices(&b, coarse, 4096);
        cr_assert_gt(few, 0);
        for (unsigned v = 0; v < some; v++) {
            bool found = false;
            for (unsigned w = 0; w < few && !found; w++)
                found = memcmp(fine[v], coarse[w], sizeof fine[v]) == 0;
            cr_assert(found, "patch %u, vertex %u", i, v);
        }
        free(a.bytes);
        free(b.bytes);
    }
}
