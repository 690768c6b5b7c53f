/* sparks.vsm: random numbers by the formula of VUPIPE section 9, everything else by the scalar floats in the
 * program's order, cycles by VUPIPE's rules, counted by hand in the source. The picture is compared with what
 * was drawn when somebody last looked at it. */
#include <criterion/criterion.h>

#include "drawing.h"
#include "microprogram.h"
#include "picture.h"
#include "scene.h"

enum {
    TOP = 16,
    SPARKS = 160,
    RUNS = 4,
    RGBAQ_XYZ2_XYZ2 = 0x551,
    PRIM = GS_PRIM_SPRITE,
    SEED = 0x3C5A69,
    MIXED = 0x7F0F0F,
};

static struct {
    struct lanes scale, lamp[2], colour[2], half, middle, size;
} constants;

static void open(void)
{
    micro_open("sparks.vsm");
    scene_open();
    constants.scale = scene_lanes(3.14159265, 0.5, 0.6, 0);
    constants.lamp[0] = scene_lanes(-0.9, -0.5, 0.25, 0);
    constants.colour[0] = scene_lanes(110, 60, 15, 0);
    constants.lamp[1] = scene_lanes(0.8, 0.9, -0.25, 0);
    constants.colour[1] = scene_lanes(8, 26, 60, 0);
    constants.half = scene_lanes(72, -88, -20000, 0);
    constants.middle = scene_middle();
    constants.size = scene_lanes(1.5, 1.5, 0, 255);
    micro_store_tag(0, 3, RGBAQ_XYZ2_XYZ2, PRIM);
    micro_store(1, SEED, MIXED, 0, 0);
    scene_store(2, &constants.scale);
    for (unsigned i = 0; i < 2; i++) {
        scene_store(3 + 2 * i, &constants.lamp[i]);
        scene_store(4 + 2 * i, &constants.colour[i]);
    }
    scene_store(7, &constants.half);
    scene_store(8, &constants.middle);
    scene_store(9, &constants.size);
    micro_store(10, 0, 0, 0, 0x80);
    micro_store(TOP, SPARKS, 0, 0, 0);
    vu_set_top(micro.vu, TOP, 0);
}

TestSuite(sparks, .init = open, .fini = micro_close, .timeout = 240);

/* RNEXT, `count` times. */
static uint32_t next_random(uint32_t *state, unsigned count)
{
    while (count--)
        *state = (*state << 1 | ((*state >> 4 ^ *state >> 22) & 1)) & 0x7FFFFF;
    return 0x3F800000 | *state;
}

/* `x`: the random number for the angle; becomes that of the next spark. */
static void expect_spark(uint32_t *random, uint32_t *x, uint32_t out[12])
{
    const struct lanes middle = scene_lanes(1.5, 1.5, 1.5, 0);
    struct lanes place = {{*x, next_random(random, 12), 0, 0}}, from[2], scatter;
    place.lane[2] = next_random(random, 12);
    *x = next_random(random, 22);
    scatter = lanes_sub(&place, &middle, 3);
    scatter = lanes_mul(&scatter, &constants.scale, 3);
    uint32_t sine = ee_fpu_efu(EE_FPU_ESIN, scatter.lane);
    place = scatter;
    place.lane[1] = ee_fpu_add(sine, scatter.lane[1]).word;
    for (unsigned i = 0; i < 2; i++)
        from[i] = lanes_sub(&place, &constants.lamp[i], 3);
    uint32_t share[2] = {ee_fpu_efu(EE_FPU_ERLENG, from[0].lane), ee_fpu_efu(EE_FPU_ERSADD, from[1].lane)};
    for (unsigned i = 0; i < 3; i++) {
        struct ee_fpu_result first = ee_fpu_mul(constants.colour[0].lane[i], share[0]);
        uint32_t sum =
            ee_fpu_madd(first.word, (first.flags & EE_FPU_O) != 0, constants.colour[1].lane[i], share[1])
                .word;
        out[i] = ee_fpu_to_fixed(ee_fpu_min(sum, float_bits(255)), 0);
    }
    out[3] = 0x80;
    struct lanes screen = lanes_madd(&constants.middle, &place, &constants.half);
    struct lanes upper_left = lanes_sub(&screen, &constants.size, 3);
    struct lanes lower_right = lanes_add(&screen, &constants.size, 3);
    for (unsigned i = 0; i < 3; i++) {
        out[4 + i] = ee_fpu_to_fixed(upper_left.lane[i], 4);
        out[8 + i] = ee_fpu_to_fixed(lower_right.lane[i], 4);
    }
    out[7] = out[11] = 0;
}

Test(sparks, its_packets_hold_what_efu_and_random_numbers_give)
{
    uint32_t random = SEED;
    for (size_t run = 0; run < RUNS; run++) {
        micro_run();
        cr_assert_eq(micro.kicks, run + 1);
        cr_assert_eq(micro.kick[run].address, (TOP + 1) * 16);
        const uint32_t *words = micro_packet(run, SPARKS, 3, RGBAQ_XYZ2_XYZ2, PRIM);
        random ^= MIXED;
        uint32_t x = next_random(&random, 1);
        for (unsigned n = 0; n < SPARKS; n++) {
            uint32_t expected[12];
            expect_spark(&random, &x, expected);
            cr_assert_arr_eq(words + 12 * n, expected, sizeof expected, "run %zu, spark %u", run, n);
        }
        cr_assert_eq(micro.registers.r, 0x3F800000 | random);
        cr_assert_eq(micro_load(1, 0), micro.registers.r);
    }
}

/* 24 cycles at the beginning, 114 a spark, RGET, XGKICK and the end, whose last pair waits for RGET. */
Test(sparks, its_cycles_are_those_of_the_comments)
{
    size_t marked = 24 + 33 * SPARKS + 4, repeated = 12 + 12 + 14;
    cr_assert_eq(micro_run(), marked);
    cr_assert_eq(micro.run.pairs, marked + repeated * SPARKS);
    cr_assert_eq(micro.kick[0].cycle, 24 + 114 * SPARKS + 2);
    cr_assert_eq(micro.run.cycles, 24 + 114 * SPARKS + 5);
}

Test(sparks, a_wave_of_sparks_can_be_seen)
{
    for (unsigned run = 0; run < RUNS; run++)
        micro_run();
    struct frame_picture picture = frame_picture("sparks", SCENE_BACKGROUND);
    struct frame_box outer = micro_box();
    frame_check_box(&picture.box, &outer, 0);
    /* Three by three pixels each, some behind others. */
    cr_assert(picture.covered < RUNS * SPARKS * 9 && picture.covered > RUNS * SPARKS * 6);
    frame_check(&picture, 4443, 0x30916c4cec878db1);
}
