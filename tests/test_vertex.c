/* The vertex queue: which writes make a primitive, and of which vertices (GS-DRAWING section 3). */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

static unsigned kicks[8]; /* primitives that the observer heard of, by PRIM type */

static void count_primitive(void *user, unsigned type)
{
    (void)user;
    cr_assert_lt(type, GS_PRIM_INVALID);
    kicks[type]++;
}

static void open_chip(void)
{
    drawing_open();
    const struct gs_observer observer = {.primitive = count_primitive};
    gs_observe(chip, &observer);
    memset(kicks, 0, sizeof kicks);
}

TestSuite(vertex, .init = open_chip, .fini = drawing_close);

/* Far apart, so that no three lie on a line and all are inside of the frame. */
static uint64_t position(unsigned i)
{
    return xyz_value(16 * (20 + i * 37 % 160), 16 * (20 + i * i * 11 % 160), 0);
}

/* Writes one vertex a letter: K is XYZ2, k XYZF2, N XYZ3, n XYZF3. */
static void write_vertices(const char *letters)
{
    for (unsigned i = 0; letters[i]; i++) {
        static const char names[] = "KkNn";
        static const uint8_t address[] = {GS_XYZ2, GS_XYZF2, GS_XYZ3, GS_XYZF3};
        drawing_write(address[strchr(names, letters[i]) - names], position(i));
    }
}

struct queue_case {
    unsigned type;
    const char *letters;
    unsigned primitives;
};

/* From the table of section 3: how many vertices a primitive needs, what stays in the queue, and that a write
 * without kick goes through the same movements without drawing. */
static const struct queue_case queue_cases[] = {
    {GS_PRIM_POINT, "K", 1},
    {GS_PRIM_POINT, "KKNkn", 3},
    {GS_PRIM_LINE, "K", 0},
    {GS_PRIM_LINE, "KK", 1},
    {GS_PRIM_LINE, "KKK", 1},
    {GS_PRIM_LINE, "KKKK", 2},
    {GS_PRIM_LINE, "NK", 1},   /* only the completing write counts */
    {GS_PRIM_LINE, "KNKK", 1}, /* the first line is dropped as a whole */
    {GS_PRIM_LINE, "kNkk", 1},
    {GS_PRIM_LINE_STRIP, "K", 0},
    {GS_PRIM_LINE_STRIP, "KKKK", 3},
    {GS_PRIM_LINE_STRIP, "KNK", 1}, /* one segment is skipped */
    {GS_PRIM_LINE_STRIP, "NNNK", 1},
    {GS_PRIM_TRIANGLE, "KK", 0},
    {GS_PRIM_TRIANGLE, "KKK", 1},
    {GS_PRIM_TRIANGLE, "KKKKK", 1},
    {GS_PRIM_TRIANGLE, "KKKKKK", 2},
    {GS_PRIM_TRIANGLE, "NNK", 1},
    {GS_PRIM_TRIANGLE, "KKNKKK", 1},
    {GS_PRIM_TRIANGLE, "KKnKKkKKK", 2},
    {GS_PRIM_TRIANGLE_STRIP, "KK", 0},
    {GS_PRIM_TRIANGLE_STRIP, "KKKKKK", 4},
    {GS_PRIM_TRIANGLE_STRIP, "NNKKNKK", 4}, /* as games begin and cut strips */
    {GS_PRIM_TRIANGLE_STRIP, "KKNK", 1},
    {GS_PRIM_TRIANGLE_FAN, "KK", 0},
    {GS_PRIM_TRIANGLE_FAN, "KKKKKK", 4},
    {GS_PRIM_TRIANGLE_FAN, "NNKNK", 2},
    {GS_PRIM_SPRITE, "K", 0},
    {GS_PRIM_SPRITE, "KK", 1},
    {GS_PRIM_SPRITE, "KKKK", 2},
    {GS_PRIM_SPRITE, "KNNKKK", 2},
    {GS_PRIM_INVALID, "KKKKKKKK", 0},
};

Test(vertex, kicks_complete_primitives_as_the_table_says)
{
    for (size_t i = 0; i < sizeof queue_cases / sizeof *queue_cases; i++) {
        const struct queue_case *c = &queue_cases[i];
        memset(kicks, 0, sizeof kicks);
        drawing_write(GS_PRIM, c->type);
        write_vertices(c->letters);
        unsigned all = 0;
        for (unsigned type = 0; type < 8; type++)
            all += kicks[type];
        cr_expect_eq(all, c->primitives, "type %u, %s: %u", c->type, c->letters, all);
        cr_expect_eq(kicks[c->type], c->primitives, "type %u, %s", c->type, c->letters);
    }
}

Test(vertex, a_prim_write_drops_the_vertices_of_an_incomplete_primitive)
{
    for (unsigned type = GS_PRIM_LINE; type <= GS_PRIM_SPRITE; type++) {
        memset(kicks, 0, sizeof kicks);
        drawing_write(GS_PRIM, type);
        write_vertices("KK");
        unsigned before = kicks[type];
        drawing_write(GS_PRIM, type); /* the same value */
        write_vertices("K");
        cr_expect_eq(kicks[type], before, "type %u", type);
        write_vertices("KK");
        cr_expect_gt(kicks[type], before, "type %u", type);
    }
}

Test(vertex, other_register_writes_keep_the_queue)
{
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE);
    write_vertices("KK");
    drawing_write(GS_PRMODE, IIP); /* ignored with PRMODECONT.AC = 1 */
    drawing_write(GS_TEX0_1, 0x123);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS));
    drawing_write(GS_SCISSOR_1, scissor_value(0, 100, 0, 100));
    drawing_write(GS_PRMODECONT, 0);
    drawing_write(GS_PRMODE, IIP | CTXT2);
    write_vertices("K");
    cr_expect_eq(kicks[GS_PRIM_TRIANGLE], 1);
}

/* ---- which vertices ---- */

/* Three vertices that span the right triangle with its right angle at (x, y), 8 pixels a side. */
#define BOX(x, y) 16 * (x), 16 * (y)

static void kick(int x, int y)
{
    drawing_write(GS_XYZ2, xyz_value((uint32_t)x, (uint32_t)y, 0));
}

static void no_kick(int x, int y)
{
    drawing_write(GS_XYZ3, xyz_value((uint32_t)x, (uint32_t)y, 0));
}

static bool drawn(uint32_t x, uint32_t y)
{
    return drawing_pixel(x, y) != 0;
}

/* After A B C, vertex D makes triangle B C D in a strip and A C D in a fan. */
Test(vertex, strips_keep_the_last_two_and_fans_the_first_and_the_last)
{
    drawing_colour(0xFF);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_STRIP);
    no_kick(BOX(0, 0));
    no_kick(BOX(40, 0));
    no_kick(BOX(40, 40));
    kick(BOX(80, 20));
    cr_expect(drawn(60, 20), "B C D");
    cr_expect_not(drawn(35, 25), "nothing left of the edge from B to C");

    drawing_fill_frame(0);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_FAN);
    no_kick(BOX(0, 0));
    no_kick(BOX(40, 0));
    no_kick(BOX(40, 40));
    kick(BOX(0, 40));
    cr_expect(drawn(25, 30), "A C D");
    cr_expect_not(drawn(30, 10) || drawn(10, 5), "A B C was not kicked");
    kick(BOX(10, 80));
    cr_expect(drawn(6, 50), "A D E");
    cr_expect_not(drawn(20, 50), "not A C E");
}

Test(vertex, line_strips_keep_the_last_vertex)
{
    drawing_colour(0xFF);
    drawing_write(GS_PRIM, GS_PRIM_LINE_STRIP);
    kick(BOX(10, 10));
    no_kick(BOX(20, 10)); /* the segment to here is skipped */
    kick(BOX(20, 20));
    cr_expect_not(drawn(15, 10));
    cr_expect(drawn(20, 15));
}

/* ---- what a vertex takes along ---- */

/* "Push a vertex holding .. current RGBA, Q, S, T, U, V"; flat primitives take the colour of the last. */
Test(vertex, flat_primitives_have_the_colour_of_the_last_vertex)
{
    static const unsigned types[] = {GS_PRIM_LINE, GS_PRIM_TRIANGLE, GS_PRIM_SPRITE};
    static const int xy[3][6] = {{16, 16, 640, 16}, {16, 16, 640, 16, 16, 640}, {16, 16, 640, 640}};
    for (unsigned i = 0; i < 3; i++) {
        drawing_fill_frame(0);
        drawing_write(GS_PRIM, types[i]);
        unsigned last = i == 1 ? 2 : 1;
        for (unsigned v = 0; v <= last; v++) {
            drawing_colour(v == last ? 0x11223344 : 0xFFFFFFFF);
            kick(xy[i][2 * v], xy[i][2 * v + 1]);
        }
        drawing_colour(0x55555555);
        cr_expect_eq(drawing_pixel(5, 1), 0x11223344, "type %u", types[i]);
    }
}

/* A change of RGBAQ between two vertices does not reach the first. */
Test(vertex, shaded_primitives_have_a_colour_a_vertex)
{
    drawing_write(GS_PRIM, GS_PRIM_LINE | IIP);
    drawing_colour(grey(10, 0));
    kick(BOX(0, 4));
    drawing_colour(grey(90, 0));
    kick(BOX(8, 4));
    for (uint32_t x = 0; x < 8; x++)
        cr_expect_eq(drawing_pixel(x, 4), grey(10 + 10 * x, 0));
}

/* PCSX2: an XYZF write replaces the FOG register (GS-DRAWING "Contested" 12, rule xyzf_fog); XYZ takes it. */
Test(vertex, xyzf_sets_fog_and_xyz_uses_it)
{
    drawing_write(GS_FOGCOL, 0);
    drawing_colour(grey(200, 0));
    drawing_write(GS_FOG, field(128, 56));
    drawing_write(GS_PRIM, GS_PRIM_POINT | FGE);
    kick(BOX(1, 1));
    cr_expect_eq(drawing_pixel(1, 1), grey(100, 0), "F = 128 of 256");
    drawing_write(GS_XYZF2, xyzf_value(BOX(2, 1), 0, 64));
    cr_expect_eq(drawing_pixel(2, 1), grey(50, 0));
    cr_expect_eq(gs_registers(chip)->fog, field(64, 56));
    drawing_write(GS_XYZF3, xyzf_value(BOX(3, 1), 0, 32));
    cr_expect_eq(gs_registers(chip)->fog, field(32, 56));
    kick(BOX(4, 1));
    cr_expect_eq(drawing_pixel(4, 1), grey(25, 0));
    cr_expect_eq(drawing_pixel(3, 1), 0, "XYZF3 draws nothing");
}

/* Section 2: XYZF2 has 24 bits of Z, XYZ2 has 32. */
Test(vertex, xyzf_has_24_bits_of_z)
{
    drawing_depth(GS_PSMZ32, true);
    drawing_write(GS_PRIM, GS_PRIM_POINT);
    drawing_write(GS_XYZF2, xyz_value(BOX(1, 1), 0xAB123456));
    drawing_write(GS_XYZ2, xyz_value(BOX(2, 1), 0xAB123456));
    cr_expect_eq(drawing_z(1, 1), 0x123456);
    cr_expect_eq(drawing_z(2, 1), 0xAB123456);
}

/* Positions are unsigned 12.4, offsets too; the difference does not wrap (section 4). */
Test(vertex, window_positions_are_differences_without_wrap)
{
    drawing_colour(0xFF);
    drawing_write(GS_XYOFFSET_1, xyoffset_value(0xF000, 0xE000));
    drawing_point(0, 0xF000 + 16 * 7, 0xE000 + 16 * 9, 0);
    drawing_point(0, 16 * 3, 16 * 3, 0); /* far to the left, not to the right */
    cr_expect_eq(drawing_pixel(7, 9), 0xFF);
    cr_expect_eq(drawing_count_other(0), 1);
}

/* "A primitive is drawn with the environment in force at the completing vertex." */
Test(vertex, a_primitive_is_drawn_with_the_registers_at_its_last_vertex)
{
    drawing_write(GS_PRIM, GS_PRIM_SPRITE);
    drawing_colour(0xFFFFFFFF);
    kick(BOX(0, 0));
    drawing_frame(GS_PSMCT32, 0x00FF00FF);
    kick(BOX(4, 4));
    drawing_frame(GS_PSMCT32, 0);
    cr_expect_eq(drawing_pixel(2, 2), 0xFF00FF00);
}

/* PCSX2 (rule xyoffset): the offset at the time of drawing counts for all vertices. */
Test(vertex, xyoffset_counts_when_a_primitive_is_drawn)
{
    drawing_write(GS_PRIM, GS_PRIM_SPRITE);
    drawing_colour(0xFF);
    kick(BOX(16, 16));
    drawing_write(GS_XYOFFSET_1, xyoffset_value(BOX(4, 6)));
    kick(BOX(40, 40));
    cr_expect(drawn(12, 10) && drawn(35, 33));
    cr_expect_eq(drawing_count_other(0), 24 * 24);
}
