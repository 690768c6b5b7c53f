/* The tfrag program's morphing and collapse (LEVEL section 6.3), with numbers that make every step exact.
 * Model and microcode run side by side (tests/tfrag_rig.h).
 *
 * Positions are what they are transformed to, with w = -z. LOD-01 vertices morph between z = 8 and 16 (D1,
 * D0), LOD-0 vertices between 4 and 8 (D2, D1). */
#include <criterion/criterion.h>
#include <string.h>

#include "tfrag_patch.h"

/* Vertex infos and positions of the patch: two common ones, two of LOD-01 with an extra info for the first,
 * one of LOD-0 with an extra info. */
enum { A, B, MIDDLE, OTHER, FINE, POSITIONS };
enum { INFO_A, INFO_B, INFO_MIDDLE, INFO_OTHER, INFO_MIDDLE_EXTRA, INFO_FINE, INFO_FINE_EXTRA, INFOS };

static struct tfrag_patch patch;

static void put(unsigned position, int x, int y, int z)
{
    patch_position(&patch, position, x, y, z);
}

static void open(void)
{
    static const double matrix[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, -1}, {0, 0, 0, 0}};
    tfrag_rig_open();
    patch_store_floats(656, -1, 0, 255, 3072);
    patch_store_floats(657, 0.5, 1, 2048, 0);
    patch_store(658, 0, 3u << 28 | 0x7Cu << 15 | 1u << 14, 0x412, 0);
    patch_store(660, 5, 1u << 28, 0xE, 0);
    patch_store_floats(661, 2048, 2048, 100, 128);
    patch_store_floats(664, 1, 1, 1, 1);
    /* LEVEL section 6.3 with f0 = -16, f1 = -8, f2 = -4: a = -1/8, b = -1/4 */
    patch_store_floats(666, -1.0 / 16, 1.0 / 8, 0, -16);
    patch_store_floats(667, -1.0 / 8, 1.0 / 4, 0, -8);
    patch_store_floats(668, -0.5, 2, 0, 0);
    patch_store_floats(669, -0.5, 2, 0, 0);
    tfrag_rig_run(0, 0, "init");
    patch = (struct tfrag_patch){.positions = {2, 2, 1},
                                 .extras = {0, 1, 1},
                                 .ad_gifs = 1,
                                 .indices = INFOS,
                                 .records = 2,
                                 .top = 0x148};
    patch_begin(&patch);
    patch_matrix(&patch, matrix);
    patch_ad_gif(&patch, 0);
    put(A, -64, 0, 8);
    put(B, 64, 32, 8);
    put(MIDDLE, 0, 0, 8);
    put(OTHER, 16, 0, 8);
    put(FINE, 32, 0, 8);
    for (unsigned i = 0; i < POSITIONS; i++)
        patch_colour(&patch, i, 10 * i, 20 * i, 30 * i, 0x80);
    patch_info(&patch, INFO_A, 0, 0, 0, A);
    patch_info(&patch, INFO_B, 4096, 0, 0, B);
    patch_info(&patch, INFO_MIDDLE, 2048, 0, B, MIDDLE);
    patch_info(&patch, INFO_OTHER, 1024, 0, A, OTHER);
    patch_info(&patch, INFO_MIDDLE_EXTRA, 0, 2048, B, MIDDLE);
    patch_info(&patch, INFO_FINE, 512, 0, B, FINE);
    patch_info(&patch, INFO_FINE_EXTRA, 0, 512, B, FINE);
    patch_parent(&patch, TIER_LOD_01, 0, INFO_A);
    patch_parent(&patch, TIER_LOD_01, 1, INFO_B);
    patch_extra_parent(&patch, TIER_LOD_01, 0, INFO_A);
    patch_parent(&patch, TIER_LOD_0, 0, INFO_MIDDLE);
    patch_extra_parent(&patch, TIER_LOD_0, 0, INFO_MIDDLE);
    patch_record(&patch, INFOS - 128, 0, 0);
    patch_record(&patch, 0, 0, 0);
    for (unsigned i = 0; i < INFOS; i++)
        patch_index(&patch, i);
}

TestSuite(tfrag_morph, .init = open, .fini = tfrag_rig_close);

static const uint32_t *position_words(unsigned position)
{
    return tfrag.data[patch.top + patch.position + 2 * position];
}

static void check_position(unsigned position, double x, double y, double z)
{
    const double expected[4] = {x, y, z, -z};
    for (unsigned i = 0; i < 4; i++)
        cr_assert_eq(position_words(position)[i], patch_float(expected[i]), "position %u, lane %u: %08x",
                     position, i, (unsigned)position_words(position)[i]);
}

/* A position that no pass has touched. */
static void check_untouched(unsigned position, int x, int y, int z)
{
    const uint32_t expected[3] = {(uint32_t)x, (uint32_t)y, (uint32_t)z};
    cr_assert_arr_eq(position_words(position), expected, sizeof expected);
}

static void check_colour(unsigned position, uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    const uint32_t expected[4] = {r, g, b, a};
    cr_assert_arr_eq(tfrag.data[patch.top + patch.position + 2 * position + 1], expected, sizeof expected,
                     "position %u", position);
}

static const uint32_t *info_words(unsigned info)
{
    return tfrag.data[patch.top + patch.info[0] + info];
}

static void run(uint32_t address)
{
    tfrag_rig_run(address, patch.top, "patch");
    cr_assert_eq(tfrag.kicks, 1);
    cr_assert_eq(tfrag.kick[0].quadwords, 7 + 3 * INFOS);
}

/* The three quadwords of vertex info `info`. */
static const uint32_t *drawn(unsigned info)
{
    return tfrag.kick[0].words + 4 * (7 + 3 * info);
}

/* u = (z - 8) / 8; (P1 + P2) * u / 2 + own * (1 - u). P1 + P2 = (0, 32, 16, -16). */
static void check_middle(int z, double u)
{
    put(MIDDLE, 12, 4, z);
    run(0xa);
    check_position(A, -64, 0, 8);
    check_position(B, 64, 32, 8);
    check_position(MIDDLE, 12 * (1 - u), 16 * u + 4 * (1 - u), 8 * u + z * (1 - u));
}

Test(tfrag_morph, at_the_near_end_a_vertex_is_where_it_is)
{
    check_middle(8, 0);
}

Test(tfrag_morph, nearer_than_the_near_end_too)
{
    check_middle(2, 0);
}

Test(tfrag_morph, half_way_it_is_between_its_place_and_the_middle_of_its_parents)
{
    check_middle(12, 0.5);
}

Test(tfrag_morph, a_quarter_of_the_way)
{
    check_middle(10, 0.25);
}

Test(tfrag_morph, at_the_far_end_it_is_in_the_middle_of_its_parents)
{
    check_middle(16, 1);
}

Test(tfrag_morph, farther_than_the_far_end_too)
{
    check_middle(100, 1);
}

/* Parents' colours (0, 0, 0) and (10, 20, 31), own (21, 41, 61): sum * 1/4 + own * 1/2 = 13, 25.5, 38.25. */
Test(tfrag_morph, colours_morph_alike_and_are_truncated)
{
    put(MIDDLE, 0, 0, 12);
    patch_colour(&patch, B, 10, 20, 31, 0x80);
    patch_colour(&patch, MIDDLE, 21, 41, 61, 0x40);
    run(0xa);
    check_colour(A, 0, 0, 0, 0x80);
    check_colour(B, 10, 20, 31, 0x80);
    check_colour(MIDDLE, 13, 25, 38, 0x60);
    cr_assert_arr_eq(drawn(INFO_MIDDLE) + 4, ((const uint32_t[]){13, 25, 38, 0x60}), 16);
}

/* MSCAL 0 takes it over; what is at 664 later does not matter. Colours that are not morphed are copied. */
Test(tfrag_morph, morphed_colours_are_multiplied)
{
    patch_store_floats(664, 2, 0.5, 1, 0);
    tfrag_rig_run(0, 0, "init");
    patch_store_floats(664, 1, 1, 1, 1);
    run(0xa);
    check_colour(MIDDLE, 40, 20, 60, 0);
    check_colour(OTHER, 60, 30, 90, 0);
    cr_assert_arr_eq(drawn(INFO_B) + 4, ((const uint32_t[]){10, 20, 30, 0x80}), 16);
}

Test(tfrag_morph, texture_coordinates_do_not_morph)
{
    put(MIDDLE, 0, 0, 16);
    run(0xa);
    /* s = 0.5, Q = 1 / 8: the middle lies at z = 8 */
    cr_assert_eq(drawn(INFO_MIDDLE)[0], patch_float(0.5 / 8));
    cr_assert_eq(drawn(INFO_MIDDLE_EXTRA)[1], patch_float(0.5 / 8));
}

Test(tfrag_morph, an_extra_vertex_info_moves_with_the_position)
{
    put(MIDDLE, 0, 0, 16);
    run(0xa);
    cr_assert_arr_eq(drawn(INFO_MIDDLE) + 8, drawn(INFO_MIDDLE_EXTRA) + 8, 16);
}

Test(tfrag_morph, lod_1_leaves_lod_0_alone)
{
    run(0xa);
    check_untouched(FINE, 32, 0, 8);
}

/* Both parents at z = 17, where LOD 1 has become LOD 2. */
static void put_parents(int a, int b)
{
    put(A, -64, 0, a);
    put(B, 64, 32, b);
    put(MIDDLE, 0, 0, 17);
}

Test(tfrag_morph, past_the_change_a_vertex_info_is_replaced_by_its_first_parents)
{
    uint32_t info[4];
    put_parents(17, 17);
    memcpy(info, info_words(INFO_A), sizeof info);
    run(8);
    cr_assert_arr_eq(info_words(INFO_MIDDLE), info, sizeof info);
    cr_assert_arr_eq(info_words(INFO_MIDDLE_EXTRA), info, sizeof info);
    check_untouched(MIDDLE, 0, 0, 17);
    /* it is drawn as the parent is: triangles between them vanish */
    cr_assert_arr_eq(drawn(INFO_MIDDLE), drawn(INFO_A), 48);
    cr_assert_arr_eq(drawn(INFO_MIDDLE_EXTRA), drawn(INFO_A), 48);
    /* the other vertex's first parent is B */
    cr_assert_arr_eq(drawn(INFO_OTHER), drawn(INFO_B), 48);
}

/* The vertex's own depth does not count. */
static void check_kept(void)
{
    uint32_t info[4];
    memcpy(info, info_words(INFO_MIDDLE), sizeof info);
    run(8);
    cr_assert_arr_eq(info_words(INFO_MIDDLE), info, sizeof info);
    cr_assert_eq(position_words(MIDDLE)[0], 0);
    cr_assert_eq(position_words(MIDDLE)[1], patch_float(16));
}

Test(tfrag_morph, with_the_first_parent_on_the_near_side_of_the_change_it_is_kept_and_morphed)
{
    put_parents(15, 17);
    check_kept();
}

Test(tfrag_morph, with_the_second_parent_on_the_near_side_too)
{
    put_parents(17, 15);
    check_kept();
}

Test(tfrag_morph, a_parent_exactly_at_the_change_is_not_past_it)
{
    put_parents(16, 17);
    check_kept();
}

Test(tfrag_morph, lod_1_in_its_middle_replaces_nothing)
{
    put_parents(20, 20);
    run(0xa);
    check_position(MIDDLE, 0, 16, 20);
}

/* A = (-64, 0, 9), B = (64, 32, 9), MIDDLE at z = 16 morphs all the way to (0, 16, 9); then FINE between
 * MIDDLE and B: both past z = 8. */
Test(tfrag_morph, lod_0_at_its_change_morphs_lod_01_first_and_replaces_lod_0_only)
{
    put_parents(9, 9);
    put(MIDDLE, 0, 0, 16);
    run(0xe);
    check_position(MIDDLE, 0, 16, 9);
    cr_assert_arr_eq(info_words(INFO_FINE), info_words(INFO_MIDDLE), 16);
    cr_assert_arr_eq(info_words(INFO_FINE_EXTRA), info_words(INFO_MIDDLE), 16);
    cr_assert_arr_eq(drawn(INFO_FINE), drawn(INFO_MIDDLE), 48);
}

/* A parent at z = 7 keeps it: u of FINE at z = 8 is 1. The middle between the morphed MIDDLE and B. */
Test(tfrag_morph, lod_0_vertices_have_morphed_parents)
{
    put_parents(9, 7);
    put(MIDDLE, 0, 0, 16);
    run(0xe);
    check_position(MIDDLE, 0, 16, 8);
    check_position(FINE, 32, 24, 7.5);
}

/* Farther than LOD 1's change: still nothing of LOD-01 is replaced. */
Test(tfrag_morph, lod_0_never_replaces_lod_01)
{
    put_parents(40, 40);
    run(0xe);
    check_position(MIDDLE, 0, 16, 40);
    cr_assert_arr_eq(info_words(INFO_FINE), info_words(INFO_MIDDLE), 16);
}

/* u = (z - 4) / 4 = 1/2 at z = 6: (MIDDLE + B) / 4 + FINE / 2 */
Test(tfrag_morph, lod_0_morphs_between_parents_that_stay)
{
    put(MIDDLE, 0, 0, 16);
    put(FINE, 32, 8, 6);
    run(0x10);
    check_position(MIDDLE, 0, 0, 16);
    check_position(FINE, 32, 12, 9);
}

Test(tfrag_morph, mscal_12_tests_what_10_does_not)
{
    patch_store_floats(662, 1.0 / 64, 1.0 / 64, 1.0 / 64, -1);
    put(A, -64 * 8 - 1, 0, 8);
    static uint32_t before[TFRAG_QW][4];
    memcpy(before, tfrag.data, sizeof before);
    run(0x10);
    cr_assert_eq(drawn(INFO_A)[11] & 0x8000, 0);
    memcpy(tfrag.data, before, sizeof before);
    run(0x12);
    for (unsigned i = 0; i < INFOS; i++)
        cr_assert_eq((drawn(i)[11] & 0x8000) != 0, i <= 2, "vertex %u", i);
}
