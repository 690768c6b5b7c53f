/* What the tfrag program makes of a vertex, by hand: the numbers are chosen so that every step of LEVEL
 * section 5.2 is exact. The model and the microcode run side by side (tests/tfrag_rig.h). */
#include <criterion/criterion.h>

#include "tfrag_patch.h"

enum { ADC = 0x8000, FOG_AND_ADC = 3072 * 16 };

static struct tfrag_patch patch;

/* x y z on the screen: position * 2 / z + (2048, 2048, 100); w = -z, as the fog's slope is below 0; fog = 200
 * - z, from 64 to 192; outside of the guard band: |x| or |y| or |z| times 2 / z above 64. */
static void open(void)
{
    static const double matrix[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, -1}, {0, 0, 0, 0}};
    tfrag_rig_open();
    patch_store_floats(656, -2, 64, 192, 3072);
    patch_store(658, 0, 3u << 28 | 0x7Cu << 15 | 1u << 14, 0x412, 0);
    patch_store(660, 5, 1u << 28, 0xE, 0);
    patch_store_floats(661, 2048, 2048, 100, 200);
    patch_store_floats(662, 1.0 / 64, 1.0 / 64, 1.0 / 64, -0.5);
    patch_store_floats(664, 1, 1, 1, 1);
    tfrag_rig_run(0, 0, "init");
    patch = (struct tfrag_patch){.positions = {8}, .ad_gifs = 2, .indices = 32, .records = 8, .top = 0x148};
    patch_begin(&patch);
    patch_matrix(&patch, matrix);
    patch_ad_gif(&patch, 0);
    patch_ad_gif(&patch, 1);
}

TestSuite(tfrag_vertices, .init = open, .fini = tfrag_rig_close);

/* Quadword `quadword` of the last kick's first packet. */
static void check(size_t quadword, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t expected[4] = {x, y, z, w};
    cr_assert_lt(quadword, tfrag.kick[0].quadwords);
    for (unsigned i = 0; i < 4; i++)
        cr_assert_eq(tfrag.kick[0].words[4 * quadword + i], expected[i],
                     "quadword %zu, lane %u: %08x, not %08x", quadword, i,
                     (unsigned)tfrag.kick[0].words[4 * quadword + i], (unsigned)expected[i]);
}

/* A strip of the first `count` positions, each with its vertex info. */
static void strip(unsigned count)
{
    patch_record(&patch, (int)count - 128, 0, 0);
    patch_record(&patch, 0, 0, 0);
    for (unsigned i = 0; i < count; i++)
        patch_index(&patch, i);
}

static void run(uint32_t address)
{
    tfrag_rig_run(address, patch.top, "patch");
    cr_assert_eq(tfrag.kicks, 1);
}

Test(tfrag_vertices, a_packet_is_the_ad_gif_and_a_tag_and_three_quadwords_a_vertex)
{
    /* at z = 4: Q = 2 / 4. Screen 2048 + 8 / 2, 2048 - 6 / 2, 100 + 4 / 2 in 1/16; fog 200 - 4 cut to 192. */
    patch_position(&patch, 0, 8, -6, 4);
    patch_colour(&patch, 0, 1, 2, 255, 0x80);
    patch_info(&patch, 0, 4096, 1024, 0, 0); /* s 1, t 1/4 */
    /* at z = 64: Q = 1 / 32; fog 136 */
    patch_position(&patch, 1, -64, 32, 64);
    patch_colour(&patch, 1, 0x12345678, 0xFFFFFFFF, 0, 7);
    patch_info(&patch, 1, 0x4000, 0x2000, 0, 1);
    strip(2);
    run(4);
    cr_assert_eq(tfrag.kick[0].address, 0x2a00);
    cr_assert_eq(tfrag.kick[0].quadwords, 6 + 1 + 2 * 3);
    check(0, 5, 1u << 28, 0xE, 0);
    check(1, 0, 0, 0x06, 0);
    check(2, 0, 1, 0x14, 0x45000000);
    check(5, 0, 4, 0x36, 0);
    check(6, 2 | 0x8000, 3u << 28 | 0x7Cu << 15 | 1u << 14, 0x412, 0);
    check(7, patch_float(0.5), patch_float(0.125), patch_float(0.5), 0);
    check(8, 1, 2, 255, 0x80);
    check(9, 2052 * 16, 2045 * 16, 102 * 16, 192 * 16);
    check(10, patch_float(4.0 / 32), patch_float(2.0 / 32), patch_float(1.0 / 32), 0);
    check(11, 0x12345678, 0xFFFFFFFF, 0, 7);
    check(12, 2046 * 16, 2049 * 16, 102 * 16, 136 * 16);
}

Test(tfrag_vertices, fog_is_cut_at_both_ends)
{
    static const int depth[4] = {4, 8, 128, 256};
    static const uint32_t fog[4] = {192, 192, 72, 64};
    for (unsigned i = 0; i < 4; i++) {
        patch_position(&patch, i, 0, 0, depth[i]);
        patch_info(&patch, i, 0, 0, 0, i);
    }
    strip(4);
    run(4);
    for (unsigned i = 0; i < 4; i++)
        check(9 + 3 * i, 2048 * 16, 2048 * 16, 102 * 16, fog[i] * 16);
}

/* Vertex 2 is outside: the triangles that it ends and the two behind it get ADC, by 3072.0 added to the fog
 * before it is made an integer. */
static void check_dropped(uint32_t address, bool tested)
{
    for (unsigned i = 0; i < 7; i++) {
        patch_position(&patch, i, i == 2 ? 65 * 4 : 64 * 4, 0, 8);
        patch_info(&patch, i, 0, 0, 0, i);
    }
    strip(7);
    run(address);
    for (unsigned i = 0; i < 7; i++) {
        uint32_t x = 2048 + (i == 2 ? 65 : 64), dropped = tested && i >= 2 && i <= 4 ? FOG_AND_ADC : 0;
        check(9 + 3 * i, x * 16, 2048 * 16, 102 * 16, 192 * 16 + dropped);
    }
    cr_assert_eq(FOG_AND_ADC & ADC, ADC);
}

Test(tfrag_vertices, a_vertex_outside_of_the_guard_band_drops_the_three_triangles_it_belongs_to)
{
    check_dropped(6, true);
}

Test(tfrag_vertices, mscal_0c_and_14_are_as_06)
{
    check_dropped(0xc, true);
    patch_begin(&patch);
    tfrag.kicks = 0;
    tfrag_rig_run(0, patch.top, "init");
    check_dropped(0x14, true);
}

Test(tfrag_vertices, mscal_04_tests_nothing)
{
    check_dropped(4, false);
}

/* On the limit itself a vertex is inside; behind the viewer w has the other sign, and |w| is what counts. */
Test(tfrag_vertices, the_guard_band_is_in_all_six_directions)
{
    static const int at[7][3] = {{0, 0, 8},    {260, 0, 8}, {-260, 0, 8}, {0, 260, 8},
                                 {0, -260, 8}, {0, 0, -8},  {256, 0, -8}};
    static const bool inside[7] = {true, false, false, false, false, true, true};
    for (unsigned i = 0; i < 7; i++) {
        patch_position(&patch, i, at[i][0], at[i][1], at[i][2]);
        patch_info(&patch, i, 0, 0, 0, i);
    }
    for (unsigned i = 0; i < 7; i++) {
        patch_record(&patch, i == 0 ? 1 - 128 : 1, 0, 0); /* a strip of one: no other vertex counts */
        patch_index(&patch, i);
    }
    patch_record(&patch, 0, 0, 0);
    run(6);
    for (unsigned i = 0; i < 7; i++)
        cr_assert_eq((tfrag.kick[0].words[4 * (9 + 4 * i) + 3] & ADC) == 0, inside[i], "vertex %u", i);
}

Test(tfrag_vertices, mscal_16_and_18_and_02_do_nothing)
{
    static const uint32_t entries[3] = {2, 0x16, 0x18};
    for (unsigned i = 0; i < 3; i++) {
        tfrag_rig_run(entries[i], patch.top, "nothing");
        cr_assert_eq(tfrag.kicks, 0);
        cr_assert_eq(tfrag.run.pairs, 2);
    }
}

Test(tfrag_vertices, the_models_other_addresses_are_refused)
{
    static uint8_t data[VU1_MEMORY_SIZE];
    struct tfrag_model model = {0};
    cr_assert_not(tfrag_model_run(&model, data, 1, 0, NULL, NULL));
    cr_assert_not(tfrag_model_run(&model, data, 0x1a, 0, NULL, NULL));
    cr_assert_not(tfrag_model_run(&model, data, 0x804, 0, NULL, NULL));
    cr_assert(tfrag_model_run(&model, data, 4, 0, NULL, NULL));
}

Test(tfrag_vertices, the_program_is_known_by_its_words)
{
    size_t bytes;
    tfrag_program(&bytes);
    cr_assert(tfrag_is_program(vu_micro(tfrag.vu)));
    vu_write_micro(tfrag.vu, (uint32_t)bytes, "\1\2\3\4\5\6\7", 8);
    cr_assert(tfrag_is_program(vu_micro(tfrag.vu)));
    vu_write_micro(tfrag.vu, (uint32_t)bytes - 8, "\1\2\3\4\5\6\7", 8);
    cr_assert_not(tfrag_is_program(vu_micro(tfrag.vu)));
}
