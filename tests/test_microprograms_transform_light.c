/* transform_light.vsm draws a torus. Every word of its packets is compared with the same operations in the
 * same order on the scalar floats, the cycles with VUPIPE's rules (counted by hand in the source), the
 * picture with what was drawn when somebody last looked at it. */
#include <criterion/criterion.h>

#include "drawing.h"
#include "microprogram.h"
#include "picture.h"
#include "scene.h"

enum {
    RING = 32, /* strips, each around the tube */
    TUBE = 16,
    VERTICES = 2 * (TUBE + 1),
    VERTEX = 3, /* quadwords in, and quadwords out */
    BASE = 16,  /* TOP of the first strip, and how far the other half is */
    OFFSET = 504,
    ST_RGBAQ_XYZ2 = 0x512,
    PRIM = GS_PRIM_TRIANGLE_STRIP | IIP | TME,
    ALPHA_ONE = 0x80,
};

struct vertex {
    struct lanes normal, position, texture;
};

struct constants {
    struct lanes column[4], half, middle, light, colour, ambient;
};

static struct constants constants;

static void open(void)
{
    micro_open("transform_light.vsm");
    scene_open();
}

TestSuite(transform_light, .init = open, .fini = micro_close, .timeout = 240);

/* Bricks of 16 x 8 texels in staggered rows. */
static void load_texture(void)
{
    enum { SIDE = 64 };
    static uint32_t texel[SIDE * SIDE];
    for (unsigned y = 0; y < SIDE; y++)
        for (unsigned x = 0; x < SIDE; x++) {
            bool mortar = y % 8 == 0 || (x + y / 8 % 2 * 8) % 16 == 0;
            texel[y * SIDE + x] = mortar ? rgba(0xC0, 0xC0, 0xB8, 0x80) : rgba(0xE0, 0x70, 0x40, 0x80);
        }
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 6, 6, 1, GS_TFX_MODULATE, texel));
    drawing_write(GS_TEX1_1, tex1_value(1, 0, 1, 1, 0, 0)); /* bilinear */
    drawing_write(GS_TEXFLUSH, 0);
}

static void store_constants(void)
{
    struct scene_matrix about_x = scene_turn(0, 0.14), about_y = scene_turn(1, 0.06);
    struct scene_matrix turn = scene_product(&about_y, &about_x), move = scene_move(0, 0, 4.2);
    struct scene_matrix place = scene_product(&move, &turn), projection = scene_projection(2.6, 1, 10);
    struct scene_matrix all = scene_product(&projection, &place);
    const double light[3] = {-2.0 / 7, 6.0 / 7, -3.0 / 7}; /* from above, left, in front */
    double seen[3] = {0, 0, 0};                            /* from the torus: turned back */
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 3; k++)
            seen[i] += turn.m[k][i] * light[k];
    for (unsigned i = 0; i < 4; i++)
        constants.column[i] = scene_column(&all, i);
    constants.half = scene_half();
    constants.middle = scene_middle();
    constants.light = scene_lanes(seen[0], seen[1], seen[2], 0);
    constants.colour = scene_lanes(190, 180, 160, 0);
    constants.ambient = scene_lanes(24, 28, 40, ALPHA_ONE);
    for (unsigned i = 0; i < 4; i++)
        scene_store(i, &constants.column[i]);
    scene_store(4, &constants.half);
    scene_store(5, &constants.middle);
    scene_store(6, &constants.light);
    scene_store(7, &constants.colour);
    scene_store(8, &constants.ambient);
    micro_store_tag(9, VERTEX, ST_RGBAQ_XYZ2, PRIM);
}

/* Strip `ring` has the vertices on that ring and on the next in turn. */
static struct vertex torus_vertex(unsigned ring, unsigned n)
{
    double u = (double)(ring + n % 2) / RING, v = (double)(n / 2) / TUBE;
    double cosine = scene_cosine(v), sine = scene_sine(v), distance = 1 + 0.42 * cosine;
    return (struct vertex){
        scene_lanes(scene_cosine(u) * cosine, sine, scene_sine(u) * cosine, 0),
        scene_lanes(scene_cosine(u) * distance, 0.42 * sine, scene_sine(u) * distance, 1),
        scene_lanes(u * 6, v * 2, 1, 0),
    };
}

static void store_strip(uint32_t top, unsigned ring)
{
    micro_store(top, VERTICES, 0, 0, 0);
    for (unsigned n = 0; n < VERTICES; n++) {
        struct vertex vertex = torus_vertex(ring, n);
        scene_store(top + 1 + VERTEX * n, &vertex.normal);
        scene_store(top + 2 + VERTEX * n, &vertex.position);
        scene_store(top + 3 + VERTEX * n, &vertex.texture);
    }
}

/* The twelve words that the program makes of a vertex. */
static void expect_vertex(const struct vertex *in, uint32_t out[12])
{
    const struct constants *c = &constants;
    struct lanes share = lanes_mul(&in->normal, &c->light, 3);
    uint32_t sum = ee_fpu_add(ee_fpu_add(share.lane[0], share.lane[1]).word, share.lane[2]).word;
    uint32_t lit = ee_fpu_max(sum, 0);
    struct lanes clip = lanes_transform(c->column, &in->position);
    uint32_t q = ee_fpu_div(float_bits(1), clip.lane[3]).word;
    struct lanes texture = lanes_scale(&in->texture, q), device = lanes_scale(&clip, q);
    struct lanes screen = lanes_madd(&c->middle, &device, &c->half);
    struct lanes all_lit = {{lit, lit, lit, lit}}, colour = lanes_madd(&c->ambient, &c->colour, &all_lit);
    for (unsigned i = 0; i < 3; i++)
        colour.lane[i] = ee_fpu_min(colour.lane[i], float_bits(255));
    colour.lane[3] = c->ambient.lane[3];
    for (unsigned i = 0; i < 3; i++)
        out[i] = texture.lane[i];
    out[3] = 0;
    for (unsigned i = 0; i < 4; i++)
        out[4 + i] = ee_fpu_to_fixed(colour.lane[i], 0);
    for (unsigned i = 0; i < 3; i++)
        out[8 + i] = ee_fpu_to_fixed(screen.lane[i], 4);
    out[11] = 0;
}

static void check_packet(size_t kick, unsigned ring)
{
    const uint32_t *words = micro_packet(kick, VERTICES, VERTEX, ST_RGBAQ_XYZ2, PRIM);
    for (unsigned n = 0; n < VERTICES; n++) {
        struct vertex vertex = torus_vertex(ring, n);
        uint32_t expected[12];
        expect_vertex(&vertex, expected);
        cr_assert_arr_eq(words + 12 * n, expected, sizeof expected, "strip %u, vertex %u", ring, n);
    }
}

static void draw_strip(unsigned ring)
{
    uint16_t top = (uint16_t)(BASE + ring % 2 * OFFSET);
    store_strip(top, ring);
    vu_set_top(micro.vu, top, 0);
    if (ring == 0)
        micro_run();
    else
        micro_go_on();
}

Test(transform_light, its_packets_hold_what_the_scalar_floats_give)
{
    store_constants();
    load_texture();
    for (unsigned ring = 0; ring < RING; ring++) {
        draw_strip(ring);
        cr_assert_eq(micro.kicks, ring + 1);
        /* Behind the count and the vertices. */
        cr_assert_eq(micro.kick[ring].address, (BASE + ring % 2 * OFFSET + 1 + VERTEX * VERTICES) * 16);
        check_packet(ring, ring);
    }
}

/* Counted by hand in the source: 13 cycles for the constants, 12 before the vertices, 35 a vertex, XGKICK and
 * the two last pairs. MSCNT comes in through a branch and its delay slot instead of the constants. */
Test(transform_light, its_cycles_are_those_of_the_comments)
{
    store_constants();
    store_strip(BASE, 0);
    vu_set_top(micro.vu, BASE, 0);
    size_t pairs = 13 + 10 + 25 * VERTICES + 3;
    cr_assert_eq(micro_run(), pairs);
    cr_assert_eq(micro.run.pairs, pairs);
    cr_assert_eq(micro.kick[0].cycle, 13 + 12 + 35 * VERTICES + 1);
    cr_assert_eq(micro.run.cycles, 13 + 12 + 35 * VERTICES + 3);
    cr_assert_eq(micro_go_on(), pairs - 13);
    cr_assert_eq(micro.run.cycles, 2 + 12 + 35 * VERTICES + 3);
    cr_assert_eq(micro.registers.vi[1], 0);
}

static uint32_t red_of(uint32_t left, uint32_t top)
{
    uint32_t red = 0;
    for (uint32_t i = 0; i < 256; i++)
        red += drawing_pixel(left + i % 16, top + i / 16) & 0xFF;
    return red;
}

Test(transform_light, a_torus_can_be_seen)
{
    store_constants();
    load_texture();
    for (unsigned ring = 0; ring < RING; ring++)
        draw_strip(ring);
    struct frame_picture picture = frame_picture("transform_light", SCENE_BACKGROUND);
    struct frame_box outer = micro_box();
    frame_check_box(&picture.box, &outer, 1);
    /* Through the hole the background is seen. */
    cr_assert_eq(drawing_pixel(130, 120), SCENE_BACKGROUND);
    /* The light comes from above and left: red of 16 x 16 pixels there and on the other side. */
    cr_assert_gt(red_of(56, 56), 2 * red_of(56 + 128, 56 + 112));
    frame_check(&picture, 30861, 0x9f5fe8e9812fb96a);
}
