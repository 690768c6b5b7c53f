/* strip.vsm draws a sheet, a ring and a star from one table of vertices. Its packets follow from table and
 * lists; its cycles from VUPIPE's rules, counted by hand in the source; the picture is compared with what was
 * drawn when somebody last looked at it. */
#include <criterion/criterion.h>

#include "drawing.h"
#include "microprogram.h"
#include "picture.h"
#include "scene.h"

enum {
    TABLE = 16,
    LISTS = 900,
    BUFFER_A = 400,
    BUFFER_B = 700,
    RGBAQ_XYZ2 = 0x51,
    PRIM = GS_PRIM_TRIANGLE_STRIP | IIP,
    BEGINS = 0x8000, /* of an index */
    ADC = 0x8000,
    SIDE = 9,      /* vertices of the sheet in a row */
    SEGMENTS = 12, /* of the ring */
    POINTS = 5,    /* of the star */
    RING = SIDE * SIDE,
    STAR = RING + 2 * SEGMENTS,
    VERTICES = STAR + 1 + 2 * POINTS,
    PARTS = 3,
    MOST = 160,
};

struct vertex {
    struct lanes colour, position;
};
static struct vertex table[VERTICES];
static struct {
    unsigned count; /* a multiple of 4 */
    uint16_t index[MOST];
} list[PARTS];

static struct vertex vertex_at(double x, double y, double z, uint32_t rgb)
{
    const double corner = SCENE_MIDDLE - DRAWING_SIDE / 2;
    return (struct vertex){{{rgb & 0xFF, rgb >> 8 & 0xFF, rgb >> 16, 0x80}},
                           scene_lanes(corner + x, corner + y, z, 0)};
}

static void add(unsigned part, unsigned index)
{
    cr_assert_lt(list[part].count, MOST);
    list[part].index[list[part].count++] = (uint16_t)index;
}

/* Rows of squares, waving. */
static void make_sheet(void)
{
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned row = i / SIDE, column = i % SIDE;
        double wave = scene_sine(column / 8.0 + row / 24.0), slope = scene_cosine(column / 8.0 + row / 24.0);
        unsigned light = (unsigned)(150 + 100 * slope);
        table[i] = vertex_at(20 + 26.5 * column + 5 * scene_sine(row / 8.0), 34 + 22.5 * row + 16 * wave,
                             1000, row % 2 ? light | light / 2 << 8 : light / 3 << 8 | light << 16);
    }
    for (unsigned row = 0; row + 1 < SIDE; row++)
        for (unsigned n = 0; n < 2 * SIDE; n++)
            add(0, (row + n % 2) * SIDE + n / 2 + (n == 0 ? BEGINS : 0));
}

static void make_ring(void)
{
    for (unsigned i = 0; i < 2 * SEGMENTS; i++) {
        double turns = i / 2 / (double)SEGMENTS, radius = i % 2 ? 62 : 76;
        table[RING + i] = vertex_at(128 + radius * scene_sine(turns), 128 - radius * scene_cosine(turns),
                                    2000, i % 2 ? 0x40A0D0 : 0x80F0FF);
    }
    for (unsigned n = 0; n < 2 * SEGMENTS + 2; n++)
        add(1, RING + n % (2 * SEGMENTS) + (n == 0 ? BEGINS : 0));
}

static void make_star(void)
{
    table[STAR] = vertex_at(128, 128, 3000, 0xFFFFFF);
    for (unsigned i = 0; i < 2 * POINTS; i++) {
        double turns = i / (2.0 * POINTS), radius = i % 2 ? 22 : 56;
        table[STAR + 1 + i] = vertex_at(128 + radius * scene_sine(turns), 128 - radius * scene_cosine(turns),
                                        3000, i % 2 ? 0x00C0FF : 0x2040E0);
    }
    for (unsigned i = 0; i < 2 * POINTS; i++) {
        add(2, STAR | BEGINS);
        add(2, STAR + 1 + i);
        add(2, STAR + 1 + (i + 1) % (2 * POINTS));
    }
}

static void store_lists(unsigned parts)
{
    uint32_t at = LISTS;
    for (unsigned part = 0; part < parts; part++) {
        while (list[part].count % 4) /* what fills the last quadword ends no triangle */
            add(part, (unsigned)list[part].index[list[part].count - 1] | BEGINS);
        micro_store(at++, list[part].count / 4, 0, 0, 0);
        const uint16_t *index = list[part].index;
        for (unsigned n = 0; n < list[part].count; n += 4)
            micro_store(at++, index[n], index[n + 1], index[n + 2], index[n + 3]);
    }
    micro_store(at, 0, 0, 0, 0);
}

static void open(void)
{
    micro_open("strip.vsm");
    scene_open();
    make_sheet();
    make_ring();
    make_star();
    micro_store_tag(0, 2, RGBAQ_XYZ2, PRIM);
    micro_store(1, BUFFER_A, BUFFER_B, 0, 0);
    for (unsigned i = 0; i < VERTICES; i++) {
        scene_store(TABLE + 2 * i, &table[i].colour);
        scene_store(TABLE + 2 * i + 1, &table[i].position);
    }
    store_lists(PARTS);
    vu_set_top(micro.vu, TABLE, LISTS);
}

TestSuite(strip, .init = open, .fini = micro_close, .timeout = 240);

static void check_packet(unsigned part)
{
    const uint32_t *words = micro_packet(part, list[part].count, 2, RGBAQ_XYZ2, PRIM);
    unsigned silent = 0;
    cr_assert_eq(micro.kick[part].address, part % 2 ? BUFFER_B * 16 : BUFFER_A * 16);
    for (unsigned n = 0; n < list[part].count; n++, words += 8) {
        const struct vertex *vertex = &table[list[part].index[n] & 0x7FFF];
        silent = list[part].index[n] & BEGINS ? 2 : silent;
        cr_assert_arr_eq(words, vertex->colour.lane, 16, "part %u, vertex %u", part, n);
        for (unsigned i = 0; i < 3; i++)
            cr_assert_eq(words[4 + i], ee_fpu_to_fixed(vertex->position.lane[i], 4), "part %u, vertex %u",
                         part, n);
        cr_assert_eq(words[7], silent ? ADC : 0, "part %u, vertex %u", part, n);
        silent -= silent > 0;
    }
}

Test(strip, its_packets_are_the_tables_vertices_in_the_order_of_the_lists)
{
    micro_run();
    cr_assert_eq(micro.kicks, PARTS);
    for (unsigned part = 0; part < PARTS; part++)
        check_packet(part);
}

/* From the list's first pair to the XGKICK, inclusive, if that does not wait. A quadword of indices costs one
 * cycle for the load, two in which the first call waits for it, and four at the end. A vertex, call included:
 * 16 cycles; 17 with ADC, 18 if it begins a strip. */
static unsigned cycles_of(unsigned part)
{
    unsigned cycles = 10 + 1, silent = 0;
    for (unsigned n = 0; n < list[part].count; n++) {
        bool begins = list[part].index[n] & BEGINS;
        silent = begins ? 2 : silent;
        cycles += (n % 4 == 0 ? 7u : 0u) + 16u + (silent > 0 ? 1u : 0u) + (begins ? 1u : 0u);
        silent -= silent > 0;
    }
    return cycles;
}

/* Seven cycles before the first list, four between a kick and the next list, eight for the end behind those.
 */
Test(strip, the_second_kick_waits_for_the_first_packet_and_the_third_waits_for_none)
{
    uint64_t first = 7 + cycles_of(0), ready = first + 4 + cycles_of(1);
    micro_run();
    /* rule kick_rate: two cycles a quadword, from the issue of XGKICK */
    uint64_t transferred = first + 2 * micro.kick[0].quadwords;
    cr_assert_lt(ready, transferred);
    cr_assert_eq(micro.kick[0].cycle, first);
    cr_assert_eq(micro.kick[1].cycle, transferred);
    cr_assert_eq(micro.kick[2].cycle, transferred + 4 + cycles_of(2));
    cr_assert_eq(micro.run.cycles, micro.kick[2].cycle + 4 + 8);
    unsigned stalled = 0;
    for (size_t i = 0; i < micro.steps; i++)
        if (micro.step[i].cycle == micro.kick[1].cycle)
            stalled = (unsigned)micro.step[i].stalled;
    cr_assert_eq(stalled, transferred - ready);
}

Test(strip, a_slow_gs_makes_every_kick_wait)
{
    micro.kick_cycles = 5000;
    micro_run();
    for (unsigned part = 0; part < PARTS; part++) {
        cr_assert_eq(micro.kick[part].cycle, 7 + cycles_of(0) + part * 5000);
        check_packet(part);
    }
    cr_assert_eq(micro.run.cycles, micro.kick[2].cycle + 4 + 8);
}

Test(strip, without_lists_nothing_is_kicked)
{
    store_lists(0);
    micro_run();
    cr_assert_eq(micro.kicks, 0);
    cr_assert_eq(micro.run.cycles, 7 + 8);
}

/* In pixels. */
static double sheet_area(void)
{
    double twice = 0;
    for (unsigned row = 0; row + 1 < SIDE; row++)
        for (unsigned n = 2; n < 2 * SIDE; n++) {
            const uint32_t *a = micro.kick[0].words + 4 + 8 * (row * 2 * SIDE + n) + 4, *b = a - 8,
                           *c = a - 16;
            double area =
                ((double)b[0] - a[0]) * ((double)c[1] - a[1]) - ((double)c[0] - a[0]) * ((double)b[1] - a[1]);
            twice += area < 0 ? -area : area;
        }
    return twice / 2 / 256;
}

Test(strip, sheet_ring_and_star_can_be_seen)
{
    micro_run();
    struct frame_picture picture = frame_picture("strip", SCENE_BACKGROUND);
    struct frame_box outer = micro_box();
    frame_check_box(&picture.box, &outer, 1);
    /* Ring and star lie on the sheet, whose triangles do not overlap: as many pixels as its area, give or
     * take some along its edge. */
    double area = sheet_area();
    cr_assert(picture.covered > area - 200 && picture.covered < area + 200, "%u, %f", picture.covered, area);
    frame_check(&picture, 38202, 0xfe2857d8547a84de);
}
