/* clip.vsm draws a floor around the viewer, and tetrahedra that stand on it and hang over it. What the
 * program must do with each object and vertex is worked out with the scalar floats in the program's order;
 * cycles by VUPIPE's rules, counted by hand in the source. The picture is compared with what was drawn when
 * somebody last looked at it. */
#include <criterion/criterion.h>

#include "clip_scene.h"
#include "drawing.h"
#include "microprogram.h"
#include "picture.h"

enum {
    BASE = 16, /* TOP of the first object, and how far the other half is */
    OFFSET = 504,
    RGBAQ_XYZ2 = 0x51,
    PRIM = GS_PRIM_TRIANGLE_STRIP,
    COUNTERS = 8, /* outside, inside, between */
    ZERO_MARK = 11,
    TILES = 64,
    SPIRAL = 24,
    PLACED = 4,
    OBJECTS = TILES + SPIRAL + PLACED,
};

static struct clip_constants constants;
static struct clip_object objects[OBJECTS];
static struct clip_expected expected;

static void store_constants(const struct scene_matrix *matrix)
{
    const double reach = 15.9; /* half pictures; the drawing area has 16 */
    for (unsigned i = 0; i < 4; i++) {
        constants.column[i] = scene_column(matrix, i);
        scene_store(i, &constants.column[i]);
    }
    constants.half = scene_half();
    constants.middle = scene_middle();
    constants.guard = scene_lanes(1 / reach, 1 / reach, 1, 0);
    scene_store(4, &constants.half);
    scene_store(5, &constants.middle);
    scene_store(6, &constants.guard);
    micro_store_tag(7, 2, RGBAQ_XYZ2, PRIM);
    for (unsigned i = 0; i < 4; i++)
        micro_store(COUNTERS + i, 0, 0, 0, 0);
}

static void make_objects(void)
{
    static const uint32_t rgb[4] = {0x4060F0, 0x40D0F0, 0xE07040, 0xB050C0};
    static const double placed[PLACED][4] = {
        /* x, y, z, radius: over the upper edge twice, through the viewer's plane, beyond the far plane */
        {-1.3, 4.5, 3.2, 0.9},
        {2.0, 2.9, 4.0, 1.2},
        {0.6, 2.0, -0.2, 0.5},
        {-3, 1, 50, 1},
    };
    for (unsigned i = 0; i < TILES; i++)
        objects[i] = clip_floor((double)(i % 8) * 4 - 16, 0, (double)(i / 8) * 4 - 12);
    for (unsigned i = 0; i < SPIRAL; i++) {
        double turns = i * 0.381966, distance = 2.2 + i * 0.35;
        objects[TILES + i] = clip_tetrahedron(distance * scene_sine(turns), i % 2 ? 1.4 + i % 3 : 0,
                                              distance * scene_cosine(turns), 0.8, 1.4, i * 0.07, rgb[i % 4]);
    }
    for (unsigned i = 0; i < PLACED; i++)
        objects[TILES + SPIRAL + i] = clip_tetrahedron(placed[i][0], placed[i][1], placed[i][2], placed[i][3],
                                                       1.5 * placed[i][3], i * 0.11, rgb[(i + 2) % 4]);
}

static void open(void)
{
    struct scene_matrix down = scene_turn(0, 0.03), around = scene_turn(1, 0.04);
    struct scene_matrix back = scene_move(0, -1.7, 0), projection = scene_projection(1.3, 0.25, 40);
    struct scene_matrix turn = scene_product(&down, &around), view = scene_product(&turn, &back);
    struct scene_matrix all = scene_product(&projection, &view);
    micro_open("clip.vsm");
    scene_open();
    store_constants(&all);
    make_objects();
}

TestSuite(clip, .init = open, .fini = micro_close, .timeout = 240);

static void draw(const struct clip_object *object, unsigned number)
{
    uint16_t top = (uint16_t)(BASE + number % 2 * OFFSET);
    micro_store(top, object->count, 0, 0, 0);
    for (unsigned i = 0; i < CLIP_CORNERS; i++)
        scene_store(top + 1 + i, &object->corner[i]);
    for (unsigned n = 0; n < object->count; n++) {
        scene_store(top + 5 + 2 * n, &object->colour[n]);
        scene_store(top + 6 + 2 * n, &object->position[n]);
    }
    vu_set_top(micro.vu, top, 0);
    micro_run();
}

static void check_packet(const struct clip_object *object, unsigned number)
{
    size_t kick = micro.kicks - 1;
    const uint32_t *words = micro_packet(kick, object->count, 2, RGBAQ_XYZ2, PRIM);
    cr_assert_eq(micro.kick[kick].address, (BASE + number % 2 * OFFSET + 5 + 2 * object->count) * 16);
    for (unsigned n = 0; n < object->count; n++)
        cr_assert_arr_eq(words + 8 * n, expected.words[n], sizeof expected.words[n], "object %u, vertex %u",
                         number, n);
}

Test(clip, every_object_is_sent_left_out_or_tested_as_its_corners_say)
{
    unsigned count[3] = {0, 0, 0}, fates[4] = {0, 0, 0, 0};
    for (unsigned i = 0; i < OBJECTS; i++) {
        clip_expect(&constants, &objects[i], &expected);
        draw(&objects[i], i);
        count[expected.object]++;
        cr_assert_eq(micro.kicks, count[CLIP_INSIDE] + count[CLIP_BETWEEN], "object %u", i);
        if (expected.object != CLIP_OUTSIDE)
            check_packet(&objects[i], i);
        for (unsigned n = 0; expected.object == CLIP_BETWEEN && n < objects[i].count; n++)
            fates[expected.fate[n]]++;
        cr_assert_eq(micro.run.cycles, clip_cycles(&objects[i], &expected), "object %u: %llu", i,
                     (unsigned long long)micro.run.cycles);
    }
    for (unsigned i = 0; i < 3; i++) {
        cr_assert_gt(count[i], 0);
        cr_assert_eq(micro_load(COUNTERS + i, 0), count[i]);
    }
    for (unsigned i = 0; i < 4; i++)
        cr_assert_gt(fates[i], 0, "%u", i);
    cr_assert_eq(micro_load(ZERO_MARK, 0), 0);
}

/* GS-DRAWING section 2: 16 bits, the drawing area. Beyond it a coordinate would wrap around. */
Test(clip, no_triangle_that_is_drawn_leaves_the_drawing_area)
{
    unsigned drawn = 0;
    for (unsigned i = 0; i < OBJECTS; i++)
        draw(&objects[i], i);
    for (size_t kick = 0; kick < micro.kicks; kick++) {
        const uint32_t *words = micro.kick[kick].words + 4;
        for (unsigned n = 2; n < (micro.kick[kick].quadwords - 1) / 2; n++) {
            if (words[8 * n + 7])
                continue;
            drawn++;
            for (unsigned k = n - 2; k <= n; k++)
                cr_assert(words[8 * k + 4] <= 0xFFFF && words[8 * k + 5] <= 0xFFFF &&
                              words[8 * k + 6] <= 0xFFFFFF,
                          "kick %zu, vertex %u", kick, k);
        }
    }
    cr_assert_gt(drawn, 500);
}

Test(clip, a_vertex_in_the_viewers_plane_is_marked_and_draws_nothing)
{
    struct scene_matrix projection = scene_projection(1, 0.25, 40);
    struct clip_object object = clip_tetrahedron(0, 0, 1, 0.5, 1, 0, 0xFFFFFF);
    store_constants(&projection);
    for (unsigned n = 0; n < object.count; n++)
        if (n % 4 == 3)
            object.position[n] = scene_lanes(0.25, 0.25, 0, 0);
    object.corner[3] = object.position[3];
    clip_expect(&constants, &object, &expected);
    cr_assert(expected.divided_by_zero);
    draw(&object, 0);
    check_packet(&object, 0);
    cr_assert_eq(micro_load(ZERO_MARK, 0), 0x800); /* DS, bit 11 of status */
    for (unsigned n = 3; n < object.count; n++)
        cr_assert_eq(expected.fate[n], CLIP_CODES); /* all these triangles have it */
}

/* If no object's corners say anything, all go through the tests; these must not change what is seen. */
Test(clip, the_short_ways_do_not_change_the_picture)
{
    for (unsigned i = 0; i < OBJECTS; i++)
        draw(&objects[i], i);
    uint32_t tested = micro_load(COUNTERS + CLIP_BETWEEN, 0);
    uint64_t hash = frame_picture("clip", SCENE_BACKGROUND).hash;
    drawing_fill_frame(SCENE_BACKGROUND);
    drawing_fill_depth(0);
    for (unsigned i = 0; i < OBJECTS; i++) {
        for (unsigned k = 0; k < CLIP_CORNERS; k++)
            objects[i].corner[k] = scene_lanes(k & 1 ? 100 : -100, k & 2 ? 100 : -100, 0, 0);
        draw(&objects[i], i);
    }
    cr_assert_eq(micro_load(COUNTERS + CLIP_BETWEEN, 0) - tested, OBJECTS);
    cr_assert_eq(frame_picture("clip_all", SCENE_BACKGROUND).hash, hash);
}

Test(clip, a_floor_and_tetrahedra_can_be_seen)
{
    for (unsigned i = 0; i < OBJECTS; i++)
        draw(&objects[i], i);
    struct frame_picture picture = frame_picture("clip", SCENE_BACKGROUND);
    /* To every edge, and below the horizon without a hole. */
    const struct frame_box whole = {0, 0, DRAWING_SIDE - 1, DRAWING_SIDE - 1};
    frame_check_box(&picture.box, &whole, 0);
    for (uint32_t i = 0; i < DRAWING_SIDE * 64; i++)
        cr_assert_neq(drawing_pixel(i % DRAWING_SIDE, 192 + i / DRAWING_SIDE), SCENE_BACKGROUND);
    frame_check(&picture, 27937, 0x29aecbf1d2006704);
}
