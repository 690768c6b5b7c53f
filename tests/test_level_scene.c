/*
 * The landscape's camera: choice of the level of detail and culling. Expected values: LEVEL.md 6.1 and 6.2,
 * by hand; the rest by trying all vertices.
 */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "level_generator_landscape.h"
#include "level_scene_rig.h"

TestSuite(level_scene, .fini = scene_rig_drop, .timeout = 300);

#define WORD_32 0x42000000u /* 32.0 */

/* ---- the table ---- */

/* L = 32: T0 = 6 * 32 * 1024 = 196608, T1 = 131072, T2 = 65536. */
Test(level_scene, the_mode_is_the_first_row_of_the_table_that_holds)
{
    static const struct {
        int32_t near_depth, far_depth;
        enum level_mode mode;
    } cases[] = {
        {196608, 196608, LEVEL_MODE_LOD_2},
        {196608, 300000, LEVEL_MODE_LOD_2},
        {196607, 196608, LEVEL_MODE_LOD_1_COLLAPSE},
        {0, 196608, LEVEL_MODE_LOD_1_COLLAPSE},
        {196607, 196607, LEVEL_MODE_LOD_1_MORPH},
        {131072, 196607, LEVEL_MODE_LOD_1_MORPH},
        {131071, 196607, LEVEL_MODE_LOD_0_COLLAPSE},
        {131071, 131072, LEVEL_MODE_LOD_0_COLLAPSE},
        {131071, 131071, LEVEL_MODE_LOD_0_MORPH},
        {-50000, 65536, LEVEL_MODE_LOD_0_MORPH},
        {65535, 65535, LEVEL_MODE_LOD_0},
        {-200000, -100000, LEVEL_MODE_LOD_0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(level_choose_mode(WORD_32, false, cases[i].near_depth, cases[i].far_depth),
                     cases[i].mode, "%d .. %d", cases[i].near_depth, cases[i].far_depth);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_expect_eq(level_choose_mode(WORD_32, true, cases[i].near_depth, cases[i].far_depth),
                     LEVEL_MODE_LOD_2, "base only");
}

/* L = 4144CCCDh is 12.3000002. 6 L is truncated to a float, 73.7999954, and T0 = trunc(75571.195) = 75571; in
 * the same way T1 = trunc(50380.8) = 50380 and T2 = trunc(25190.4) = 25190. */
Test(level_scene, thresholds_are_truncated)
{
    const uint32_t l = 0x4144CCCD;
    cr_assert_eq(level_choose_mode(l, false, 75571, 75571), LEVEL_MODE_LOD_2);
    cr_assert_eq(level_choose_mode(l, false, 75570, 75571), LEVEL_MODE_LOD_1_COLLAPSE);
    cr_assert_eq(level_choose_mode(l, false, 50380, 75570), LEVEL_MODE_LOD_1_MORPH);
    cr_assert_eq(level_choose_mode(l, false, 50379, 50380), LEVEL_MODE_LOD_0_COLLAPSE);
    cr_assert_eq(level_choose_mode(l, false, 0, 25190), LEVEL_MODE_LOD_0_MORPH);
    cr_assert_eq(level_choose_mode(l, false, 0, 25189), LEVEL_MODE_LOD_0);
}

Test(level_scene, a_mode_uses_the_lists_of_its_lod)
{
    cr_assert_eq(level_mode_lod(LEVEL_MODE_LOD_2), 2);
    cr_assert_eq(level_mode_lod(LEVEL_MODE_LOD_1_COLLAPSE), 1);
    cr_assert_eq(level_mode_lod(LEVEL_MODE_LOD_1_MORPH), 1);
    cr_assert_eq(level_mode_lod(LEVEL_MODE_LOD_1), 1);
    cr_assert_eq(level_mode_lod(LEVEL_MODE_LOD_0_COLLAPSE), 0);
    cr_assert_eq(level_mode_lod(LEVEL_MODE_LOD_0_MORPH), 0);
    cr_assert_eq(level_mode_lod(LEVEL_MODE_LOD_0), 0);
}

/* ---- depth ---- */

/* Numbers that floats hold exactly, so that the sums can be done by hand. */
Test(level_scene, depths_are_those_of_the_spheres_ends_truncated_toward_zero)
{
    /* forward (1/2, 1/4, 1), eye (1024, 0, 0). */
    const struct level_view view = {.eye = {0x44800000, 0, 0},
                                    .forward = {0x3F000000, 0x3E800000, 0x3F800000}};
    static const struct {
        uint32_t sphere[4];
        int32_t near_depth, far_depth;
    } cases[] = {
        /* (3072, 4096, -100.5), r 10.25: 1024 + 1024 - 100.5 = 1947.5 */
        {{0x45400000, 0x45800000, 0xC2C90000, 0x41240000}, 1937, 1957},
        /* (3072, 4096, -5000.75), r 10: -2952.75 */
        {{0x45400000, 0x45800000, 0xC59C4600, 0x41200000}, -2962, -2942},
        /* (1024, 0, 0.25), r 1: 0.25 */
        {{0x44800000, 0, 0x3E800000, 0x3F800000}, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int32_t near_depth, far_depth;
        level_depth(&view, cases[i].sphere, &near_depth, &far_depth);
        cr_expect_eq(near_depth, cases[i].near_depth, "%zu: %d", i, near_depth);
        cr_expect_eq(far_depth, cases[i].far_depth, "%zu: %d", i, far_depth);
    }
}

/* ---- moving away ---- */

/* From fine to coarse. */
static int rank(enum level_mode mode)
{
    static const enum level_mode order[] = {LEVEL_MODE_LOD_0,          LEVEL_MODE_LOD_0_MORPH,
                                            LEVEL_MODE_LOD_0_COLLAPSE, LEVEL_MODE_LOD_1_MORPH,
                                            LEVEL_MODE_LOD_1_COLLAPSE, LEVEL_MODE_LOD_2};
    for (int i = 0; i < 6; i++)
        if (order[i] == mode)
            return i;
    cr_assert_fail("mode %x cannot be chosen", (unsigned)mode);
    return -1;
}

Test(level_scene, a_patch_that_moves_away_never_gets_finer_again)
{
    /* 0.5, 12.0, 12.3, 32.0, 100.7 */
    static const uint32_t distances[] = {0x3F000000, 0x41400000, 0x4144CCCD, WORD_32, 0x42C96666};
    static const float radii[] = {0.0f, 1.0f, 333.25f, 9000.0f, 40000.5f, 300000.0f};
    struct level_view view = {.forward = {0, 0x3F800000, 0}};
    for (size_t l = 0; l < sizeof distances / sizeof distances[0]; l++)
        for (size_t r = 0; r < sizeof radii / sizeof radii[0]; r++) {
            uint32_t sphere[4] = {0};
            int last = 0;
            memcpy(&sphere[3], &radii[r], 4);
            for (int step = -40000; step < 120000; step++) {
                float at = (float)step * 10.375f;
                int32_t near_depth, far_depth;
                memcpy(&sphere[1], &at, 4);
                level_depth(&view, sphere, &near_depth, &far_depth);
                int now = rank(level_choose_mode(distances[l], false, near_depth, far_depth));
                cr_assert_geq(now, last, "L %08X, radius %g, depth %g", distances[l], (double)radii[r],
                              (double)at);
                last = now;
            }
            cr_assert_eq(last, 5);
        }
}

/* gen_sweep_entry: the level's own description of what the game does with each of its patches. */
Test(level_scene, each_patch_of_the_sweep_gets_the_mode_that_the_level_was_made_for)
{
    scene_rig_use(GEN_CASE_SWEEP);
    const struct level_block *block = scene_rig_block();
    struct level_camera camera = {.yaw = 90.0};
    struct level_view view;
    for (unsigned i = 0; i < 3; i++)
        camera.position[i] = gen_sweep_camera[i] / 1024.0;
    level_view_make(&view, &camera, level_settings(scene_rig.level), block->lod_distance);
    cr_assert_geq(block->patch_count, (uint32_t)GEN_SWEEP);
    for (uint32_t i = 0; i < GEN_SWEEP; i++)
        cr_expect_eq((unsigned)level_patch_mode(&view, block, &block->patches[i], -1), gen_sweep_entry[i],
                     "patch %u", i);
}

/* ---- spheres and culling ---- */

Test(level_scene, bounding_spheres_hold_all_positions)
{
    for (int which = 0; which < GEN_CASES; which++) {
        size_t count;
        scene_rig_use((enum gen_case)which);
        const struct level_block *blocks = level_blocks(scene_rig.level, &count);
        for (size_t b = 0; b < count; b++)
            for (uint32_t p = 0; p < blocks[b].patch_count; p++) {
                const struct level_patch *patch = &blocks[b].patches[p];
                const uint32_t *sphere = patch->header.bsphere;
                for (unsigned i = 0; i < patch->position_count; i++) {
                    double at[3], square = 0.0;
                    scene_rig_position(patch, i, at);
                    for (unsigned k = 0; k < 3; k++)
                        square += pow(at[k] - scene_rig_number(sphere[k]), 2.0);
                    cr_assert_leq(sqrt(square), scene_rig_number(sphere[3]) + 1.0,
                                  "%s, patch %u, position %u", gen_case_name((enum gen_case)which), p, i);
                }
            }
    }
}

/* Is a position where the picture is, and no farther away than anything is drawn? */
static bool in_picture(const struct level_view *view, const double at[3])
{
    double space[3], pixel[2];
    level_view_space(view, at, space);
    return level_view_pixel(space, pixel) && space[2] < 512000.0 && pixel[0] >= 0.0 &&
           pixel[0] < LEVEL_FRAME_WIDTH && pixel[1] >= 0.0 && pixel[1] < LEVEL_FRAME_HEIGHT;
}

static void check_culling(const struct level_camera *camera, unsigned *culled)
{
    const struct level_block *block = scene_rig_block();
    struct level_view view;
    level_view_make(&view, camera, level_settings(scene_rig.level), block->lod_distance);
    for (uint32_t p = 0; p < block->patch_count; p++) {
        const struct level_patch *patch = &block->patches[p];
        if (level_patch_visible(&view, patch))
            continue;
        ++*culled;
        for (unsigned i = 0; i < patch->position_count; i++) {
            double at[3];
            scene_rig_position(patch, i, at);
            cr_assert_not(in_picture(&view, at), "patch %u, position %u, yaw %g", p, i, camera->yaw);
        }
    }
}

Test(level_scene, no_patch_is_culled_that_has_a_vertex_in_the_picture)
{
    static const double places[][3] = {
        {210, 30, 24}, {156, 162, 18}, {100, 100, 60}, {-40, -30, 120}, {300, 200, 5}};
    unsigned culled = 0;
    scene_rig_use(GEN_CASE_LANDSCAPE);
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        for (int turn = 0; turn < 12; turn++) {
            struct level_camera camera = {.yaw = 30.0 * turn, .pitch = -80.0 + 45.0 * (turn % 4)};
            memcpy(camera.position, places[i], sizeof camera.position);
            check_culling(&camera, &culled);
        }
    cr_assert_gt(culled, 10000); /* of 60 times some 600 */
}

/* ---- places ---- */

/* tx = 0.63 and ty = 0.775 tx (LEVEL.md 5.4): at a depth of 100000 the right edge is at 63000, the lower one
 * at 48825. */
Test(level_scene, places_are_drawn_where_the_projection_puts_them)
{
    const struct level_camera camera = {{10.0, 20.0, 30.0}, 90.0, 0.0}; /* looks along y */
    static const struct {
        double by[3], pixel[2];
    } cases[] = {
        {{0, 100000, 0}, {256, 208}},          {{63000, 100000, 0}, {512, 208}},
        {{-63000, 100000, 0}, {0, 208}},       {{0, 100000, 48825}, {256, 0}},
        {{31500, 100000, -48825}, {384, 416}},
    };
    struct level_view view;
    level_view_make(&view, &camera, NULL, WORD_32);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        double at[3], space[3], pixel[2], ray[3];
        for (unsigned k = 0; k < 3; k++)
            at[k] = camera.position[k] * 1024.0 + cases[i].by[k];
        level_view_space(&view, at, space);
        cr_assert_float_eq(space[2], 100000.0, 1e-6);
        cr_assert(level_view_pixel(space, pixel));
        level_view_ray(&view, pixel, ray);
        for (unsigned k = 0; k < 2; k++)
            cr_expect_float_eq(pixel[k], cases[i].pixel[k], 1e-6, "case %zu: %g", i, pixel[k]);
        for (unsigned k = 0; k < 3; k++)
            cr_expect_float_eq(ray[k] * 100000.0, cases[i].by[k], 1e-3);
    }
    double behind[3] = {0.0, 0.0, 31.0}, pixel[2];
    cr_assert_not(level_view_pixel(behind, pixel));
}
