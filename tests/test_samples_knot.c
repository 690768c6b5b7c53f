/* spinning_knot.vsm: its packets, and the cycles that its comments name. */
#include <criterion/criterion.h>

#include "microprogram.h"

static void open_program(void)
{
    micro_open("../../traces/samples/spinning_knot.vsm");
}

TestSuite(samples_knot, .init = open_program, .fini = micro_close, .timeout = 60);

static uint32_t bits(float value)
{
    union {
        float number;
        uint32_t word;
    } both = {value};
    return both.word;
}

static void store(uint32_t quadword, float x, float y, float z, float w)
{
    micro_store(quadword, bits(x), bits(y), bits(z), bits(w));
}

enum { PRIM = 4 | 1 << 3 | 1 << 4, REGISTERS = 0x512, FIRST = 336, SECOND = 528 };

static void store_constants(void)
{
    store(0, 10, 0, 0, 0);
    store(1, 0, 20, 0, 0);
    store(2, 0, 0, 8, 1);
    store(3, 100, 200, 300, 4);
    store(4, 0, 0, 0, 0);
    store(5, 1.f / 128, 1.f / 64, -1, 0);
    store(6, 0, 0, 0, 0);
    store(7, 0, 1, 0, 0);
    store(8, 10, 20, 30, 40);
    store(9, 100, 100, 100, 0);
    store(10, 50, 50, 50, 0);
    store(11, 0, 0, 0, 5);
    micro_store_tag(12, 3, REGISTERS, PRIM);
}

/* Vertex i: position (i, 2, 0), normal (0, 64, 0), texture coordinates (1/2, 1/4). */
static void store_vertices(uint32_t top, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        micro_store(top + 3 * i, i * 4096, 2 * 4096, 0, 0);
        micro_store(top + 3 * i + 1, 0, 64, 0, 0);
        micro_store(top + 3 * i + 2, 2048, 1024, 0, 0);
    }
}

/* By the formula in the source: w = 4, x = (10 i + 100) / 4, and so on; highlight (64 / 64 + 1) ^ 4 = 16. */
static void check_packet(size_t kick, uint32_t address, uint32_t count)
{
    const uint32_t *data = micro_packet(kick, count, 3, REGISTERS, PRIM);
    cr_assert_eq(micro.kick[kick].address, address * 16);
    for (uint32_t i = 0; i < count; i++, data += 12) {
        cr_assert(data[0] == bits(.125f) && data[1] == bits(.0625f) && data[2] == bits(.25f), "ST %u", i);
        cr_assert(data[4] == 60 && data[5] == 70 && data[6] == 80 && data[7] == 120, "RGBAQ %u: %u %u %u %u",
                  i, data[4], data[5], data[6], data[7]);
        cr_assert(data[8] == 40 * i + 400 && data[9] == 960 && data[10] == 1200 && data[11] == 0, "XYZ2 %u",
                  i);
    }
}

Test(samples_knot, a_vertex_takes_twenty_five_cycles)
{
    store_constants();
    store_vertices(16, 42);
    vu_set_top(micro.vu, 16, 42);
    cr_assert_geq(micro_run(), 44 * 25);
    check_packet(0, FIRST, 42);
    /* 18 for the constants, 5, a loop of two turns more than vertices, three for the kick, two for the end.
     */
    cr_assert_eq(micro.run.cycles, 18 + 5 + 44 * 25 + 3 + 3);
}

Test(samples_knot, strips_that_follow_take_the_other_buffer)
{
    store_constants();
    store_vertices(16, 4);
    vu_set_top(micro.vu, 16, 4);
    micro_run();
    store_vertices(168, 50);
    vu_set_top(micro.vu, 168, 50);
    micro_go_on();
    vu_set_top(micro.vu, 16, 4);
    micro_go_on();
    check_packet(0, FIRST, 4);
    check_packet(1, SECOND, 50);
    check_packet(2, FIRST, 4);
}

/* The second light's sum is -64. */
Test(samples_knot, colours_end_at_255_and_lights_at_0)
{
    store_constants();
    store(9, 1000, 0, 0, 0);
    store_vertices(16, 3);
    vu_set_top(micro.vu, 16, 3);
    micro_run();
    const uint32_t *data = micro_packet(0, 3, 3, REGISTERS, PRIM);
    cr_assert(data[4] == 255 && data[5] == 20 && data[6] == 30 && data[7] == 120);
}
