/* The tfrag program's list of strips (LEVEL section 5.3): what each record puts into which packet. Expected
 * packets are worked out here from that text; model and microcode run side by side (tests/tfrag_rig.h). */
#include <criterion/criterion.h>

#include "tfrag_patch.h"

enum { BUFFER_A = 0x2a00, BUFFER_B = 0x3500, EOP = 0x8000 };

static struct tfrag_patch patch;

/* Sixteen vertices; position i is drawn at x = 2048 + i, so that a packet shows which vertex it holds. */
static void open(void)
{
    static const double matrix[4][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, -1}, {0, 0, 0, 0}};
    tfrag_rig_open();
    patch_store_floats(656, -1, 64, 192, 3072);
    patch_store(658, 0, 3u << 28 | 0x7Cu << 15 | 1u << 14, 0x412, 0);
    patch_store(660, 5, 1u << 28, 0xE, 0);
    patch_store_floats(661, 2048, 2048, 100, 200);
    patch_store_floats(664, 1, 1, 1, 1);
    tfrag_rig_run(0, 0, "init");
    patch = (struct tfrag_patch){.positions = {16}, .ad_gifs = 3, .indices = 256, .records = 32};
    patch_begin(&patch);
    patch_matrix(&patch, matrix);
    for (unsigned i = 0; i < 3; i++)
        patch_ad_gif(&patch, i);
    for (unsigned i = 0; i < 16; i++) {
        patch_position(&patch, i, (int32_t)i, 0, 1);
        patch_info(&patch, i, 0, 0, 0, i);
    }
    for (unsigned i = 0; i < 256; i++)
        patch_index(&patch,
                    i * 7 % 16); /* 7 and 16 have no common divisor: every vertex, in no plain order */
}

TestSuite(tfrag_strips, .init = open, .fini = tfrag_rig_close);

/* Reads packets in order. */
static size_t kick, quadword, vertices;

static const uint32_t *next(void)
{
    cr_assert_lt(quadword, tfrag.kick[kick].quadwords);
    return tfrag.kick[kick].words + 4 * quadword++;
}

static void expect_kick(size_t number, uint32_t address)
{
    cr_assert_lt(number, tfrag.kicks);
    kick = number;
    quadword = 0;
    cr_assert_eq(tfrag.kick[kick].address, address);
}

static void expect_ad_gif(unsigned number)
{
    cr_assert_arr_eq(next(), tfrag.data[660], 16);
    for (unsigned i = 0; i < 5; i++)
        cr_assert_arr_eq(next(), tfrag.data[patch.top + patch.ad_gif + 5 * number + i], 16);
}

/* A strip of the `count` vertices that come next. */
static void expect_strip(unsigned count, uint32_t eop)
{
    const uint32_t *tag = next();
    cr_assert_eq(tag[0], count | eop);
    cr_assert_arr_eq(tag + 1, tfrag.data[658] + 1, 12);
    for (unsigned i = 0; i < count; i++, vertices++) {
        next();
        next();
        cr_assert_eq(next()[0], (2048 + vertices * 7 % 16) * 16, "vertex %zu", vertices);
    }
}

static void expect_end(void)
{
    cr_assert_eq(quadword, tfrag.kick[kick].quadwords);
}

static void run(size_t kicks)
{
    patch_record(&patch, 0, 0, 0);
    tfrag_rig_run(4, patch.top, "strips");
    cr_assert_eq(tfrag.kicks, kicks);
    vertices = 0;
}

Test(tfrag_strips, the_first_record_loads_its_ad_gif_whatever_y_is)
{
    patch_record(&patch, 5 - 128, -128, 5);
    run(1);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(1);
    expect_strip(5, EOP);
    expect_end();
}

Test(tfrag_strips, a_first_record_with_a_plain_count_loads_too)
{
    patch_record(&patch, 5, 0, 10);
    run(1);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(2);
    expect_strip(5, EOP);
    expect_end();
}

Test(tfrag_strips, a_plain_strip_keeps_the_ad_gif_and_indices_go_on_across_strips)
{
    patch_record(&patch, 3 - 128, 0, 0);
    patch_record(&patch, 6, 0, 0);
    patch_record(&patch, 4, -128, 5); /* y and z have no meaning here */
    run(1);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(0);
    expect_strip(3, 0);
    expect_strip(6, 0);
    expect_strip(4, EOP);
    expect_end();
}

Test(tfrag_strips, an_ad_gif_can_be_loaded_in_mid_packet)
{
    patch_record(&patch, 3 - 128, 0, 0);
    patch_record(&patch, 4 - 128, 0, 10);
    patch_record(&patch, 5 - 128, 0, 0);
    run(1);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(0);
    expect_strip(3, 0);
    expect_ad_gif(2);
    expect_strip(4, 0);
    expect_ad_gif(0);
    expect_strip(5, EOP);
    expect_end();
}

Test(tfrag_strips, a_kick_without_an_ad_gif_begins_the_next_packet_with_the_strip)
{
    patch_record(&patch, 3 - 128, 0, 5);
    patch_record(&patch, 4 - 128, -128, -1);
    patch_record(&patch, 7, 0, 0);
    run(2);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(1);
    expect_strip(3, EOP);
    expect_end();
    expect_kick(1, BUFFER_B);
    expect_strip(4, 0);
    expect_strip(7, EOP);
    expect_end();
}

Test(tfrag_strips, a_kick_with_an_ad_gif_puts_it_into_the_next_packet)
{
    patch_record(&patch, 3 - 128, 0, 5);
    patch_record(&patch, 4 - 128, -128, 10);
    patch_record(&patch, 5 - 128, -128, 0);
    run(3);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(1);
    expect_strip(3, EOP);
    expect_end();
    expect_kick(1, BUFFER_B);
    expect_ad_gif(2);
    expect_strip(4, EOP);
    expect_end();
    expect_kick(2, BUFFER_A);
    expect_ad_gif(0);
    expect_strip(5, EOP);
    expect_end();
}

/* MSCAL 0 makes buffer A the next one; the runs behind it go on where the one before stopped. */
Test(tfrag_strips, the_buffers_are_filled_in_turn_across_patches)
{
    patch_record(&patch, 3 - 128, 0, 0);
    run(1);
    cr_assert_eq(tfrag.kick[0].address, BUFFER_A);
    tfrag_rig_run(4, patch.top, "second patch");
    cr_assert_eq(tfrag.kick[0].address, BUFFER_B);
    tfrag_rig_run(6, patch.top, "third patch");
    cr_assert_eq(tfrag.kick[0].address, BUFFER_A);
    tfrag_rig_run(0, 0, "init");
    tfrag_rig_run(0x10, patch.top, "first patch of another chain");
    cr_assert_eq(tfrag.kick[0].address, BUFFER_A);
}

/* 6 + 1 + 3 * 50 + 1 + 3 * 6 = 176 quadwords: from 0x2a0 to 0x34f, and from 0x350 to the end of memory. */
Test(tfrag_strips, a_packet_can_fill_its_buffer)
{
    for (unsigned i = 0; i < 2; i++) {
        patch_record(&patch, 50 - 128, i ? -128 : 0, 0);
        patch_record(&patch, 6, 0, 0);
    }
    patch_store(0x29f, 1, 2, 3, 4);
    run(2);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(0);
    expect_strip(50, 0);
    expect_strip(6, EOP);
    cr_assert_eq(quadword, 176);
    expect_end();
    expect_kick(1, BUFFER_B);
    expect_ad_gif(0);
    expect_strip(50, 0);
    expect_strip(6, EOP);
    cr_assert_eq(quadword, 176);
    expect_end();
    /* what lies before and behind is as it was: the header, which is where memory goes on */
    cr_assert_eq(tfrag.data[0][0], 16);
    cr_assert_eq(tfrag.data[0x29f][3], 4);
}

/* The program does not watch over the limit: 177 quadwords from 0x350 on end at 0x000, behind the end of
 * memory. */
Test(tfrag_strips, a_packet_that_is_too_long_goes_around_memory)
{
    patch.top = 0x10;
    patch_begin(&patch);
    patch_store_floats(patch.top + 8, 0, 0, 1, -1);
    for (unsigned i = 0; i < 3; i++)
        patch_ad_gif(&patch, i);
    for (unsigned i = 0; i < 16; i++)
        patch_info(&patch, i, 0, 0, 0, i);
    for (unsigned i = 0; i < 256; i++)
        patch_index(&patch, 0);
    patch_record(&patch, 3 - 128, 0, 0);
    patch_record(&patch, 55 - 128, -128, -1);
    patch_record(&patch, 3, 0, 0);
    run(2);
    cr_assert_eq(tfrag.kick[1].address, BUFFER_B);
    cr_assert_eq(tfrag.kick[1].quadwords, 1 + 165 + 1 + 9);
    cr_assert_eq(tfrag.kick[1].words[4 * 175], tfrag.data[0x3ff][0]);
    patch.records_written = 2;
    patch_record(&patch, 4, 0, 0);
    patch_record(&patch, 0, 0, 0);
    tfrag_rig_run(4, patch.top, "strips");
    cr_assert_eq(tfrag.kick[1].quadwords, 1 + 165 + 1 + 12);
    for (unsigned i = 0; i < 3; i++)
        cr_assert_arr_eq(tfrag.kick[1].words + 4 * (176 + i), tfrag.data[i], 16);
}

/* n = x + 128 = 0: a tag with NLOOP 0. No level holds one. */
Test(tfrag_strips, a_strip_can_be_empty)
{
    patch_record(&patch, -128, 0, 5);
    patch_record(&patch, -128, -128, -1);
    patch_record(&patch, 3, 0, 0);
    run(2);
    expect_kick(0, BUFFER_A);
    expect_ad_gif(1);
    expect_strip(0, EOP);
    expect_end();
    expect_kick(1, BUFFER_B);
    expect_strip(0, 0);
    expect_strip(3, EOP);
    expect_end();
}

Test(tfrag_strips, the_bias_of_s_and_t_is_the_last_ad_gifs)
{
    patch.records_written = 0;
    patch_info(&patch, 0, 4096, 8192, 0, 0); /* 2049, 2050 */
    tfrag.data[patch.top + patch.ad_gif + 5 + 1][3] = patch_float(2000);
    patch_record(&patch, 1 - 128, 0, 0);
    patch_record(&patch, 15, 0, 0);
    patch_record(&patch, 1 - 128, 0, 5);
    patch_record(&patch, 15, 0, 0);
    patch_record(&patch, 1 - 128, -128, -1);
    run(2);
    cr_assert_eq(tfrag.kick[0].words[4 * 7], patch_float(1));
    cr_assert_eq(tfrag.kick[0].words[4 * 7 + 1], patch_float(2));
    cr_assert_eq(tfrag.kick[0].words[4 * (7 + 3 + 1 + 45 + 7)], patch_float(49));
    cr_assert_eq(tfrag.kick[1].words[4], patch_float(49));
}
