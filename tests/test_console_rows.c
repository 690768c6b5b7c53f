/* Groups of eight pixels (gs/console_rows.c) against the functions of one pixel in gs/console_*.c, which are
 * the reference: every attribute of every pixel that is drawn, on primitives of all kinds and sizes. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "arith.h"
#include "float_inputs.h"
#include "pipeline.h"

TestSuite(console_rows, .timeout = 300);

static struct gs_pipeline pipeline;
static struct gs_console_walk walk;
static struct float_inputs inputs;
static uint64_t grouped, single; /* primitives walked in groups, and left to the reference */
static uint64_t pixels;

static void begin(uint64_t seed)
{
    memset(&pipeline, 0, sizeof pipeline);
    memset(&walk, 0, sizeof walk);
    inputs.state = seed;
    pipeline.console = &walk;
    pipeline.lanes = GS_MAX_LANES;
    pipeline.tme = true;
    walk.lanes = GS_MAX_LANES;
    walk.exact = true;
    walk.needs_q = true;
    grouped = single = pixels = 0;
}

static uint32_t below(uint32_t count)
{
    return (uint32_t)((uint64_t)random_word(&inputs) * count >> 32);
}

static int32_t between(int32_t low, int32_t high)
{
    return low + (int32_t)below((uint32_t)(high - low + 1));
}

/* ---- draws ---- */

static void set_rounding(enum gs_console_rounding rounding)
{
    walk.rounding = rounding;
    for (unsigned t = 0; t < 2; t++)
        walk.size_log2[t] = below(16);
    gs_console_rows_draw(&walk);
}

static void random_draw(void)
{
    static const uint32_t limits[] = {0xFFFF, 0xFFFFFF, 0xFFFFFFFF};
    pipeline.depth_max = limits[below(3)];
    walk.steps = (struct gs_console_steps){.exact = below(3) == 0,
                                           .fine = below(4) == 0,
                                           .single = below(3) == 0,
                                           .width = 1u << below(5)}; /* 16: the reference alone */
    walk.short_depth = below(4) != 0;
    walk.low_axes = below(4) != 0;
    walk.without = below(4);
    walk.half = below(2) ? 0x8000 : 0;
    walk.fst = below(3) == 0;
    set_rounding((enum gs_console_rounding)below(4));
}

/* ---- vertices ---- */

static uint32_t random_z(void)
{
    switch (below(4)) {
    case 0:
        return random_word(&inputs);
    case 1:
        return below(0x1000000);
    case 2:
        return below(2) ? 0xFFFFFFFF - below(3) : below(3);
    default:
        return below(0x10000);
    }
}

static uint32_t float_of_kind(unsigned kind)
{
    if (kind == 0)
        return directed_word(&inputs);
    float over = (float)between(-1000, 3000), f = over / (float)between(1, 4000);
    return gs_bits_of_float(kind == 1 ? f : fabsf(f) + 0.01f);
}

static void random_vertex(struct gs_vertex *v, unsigned kind)
{
    memset(v, 0, sizeof *v);
    v->z = random_z();
    uint32_t rgb = below(2) * 0xFFFFFF00;
    v->rgba = below(3) ? random_word(&inputs) : rgb + below(2) * 0xFF;
    v->fog = (uint8_t)below(256);
    v->s = float_of_kind(kind);
    v->t = float_of_kind(kind);
    v->q = float_of_kind(kind == 2 ? 3 : kind);
    v->u = (uint16_t)below(0x4000);
    v->v = (uint16_t)below(0x4000);
}

/* Positions within `size` of each other, or along a line. 1/16 pixel. */
static void random_positions(struct gs_raster_vertex *v, unsigned vertices)
{
    static const int32_t sizes[] = {20, 100, 400, 3000, 20000, 65535};
    int32_t size = sizes[below(6)], far = 65535 - size;
    int32_t x = below(4) ? between(0, 10000 < far ? 10000 : far) : between(-far, far);
    int32_t y = below(4) ? between(0, 8000 < far ? 8000 : far) : between(-far, far);
    bool thin = below(4) == 0;
    int32_t dx = between(-size, size), dy = between(-size, size);
    for (unsigned i = 0; i < vertices; i++) {
        int32_t at = between(0, 256);
        v[i].x16 = x + (thin ? dx * at / 256 + between(-8, 8) : between(-size, size));
        v[i].y16 = y + (thin ? dy * at / 256 + between(-8, 8) : between(-size, size));
        if (below(3) == 0) {
            v[i].x16 &= ~15;
            v[i].y16 &= ~15;
        }
        v[i].x16 = v[i].x16 < -65535 ? -65535 : v[i].x16 > 65535 ? 65535 : v[i].x16;
        v[i].y16 = v[i].y16 < -65535 ? -65535 : v[i].y16 > 65535 ? 65535 : v[i].y16;
    }
}

/* ---- comparison ---- */

static void compare_group(const struct gs_group *a, const struct gs_group *b, unsigned k)
{
    int32_t x = a->x + (int32_t)k, y = a->y;
    for (unsigned c = 4 * k; walk.colour && c < 4 * k + 4; c++)
        cr_assert_eq(a->colour[c], b->colour[c], "(%d, %d) colour %u", x, y, c % 4);
    if (walk.fog)
        cr_assert_eq(a->fog[k], b->fog[k], "(%d, %d) fog", x, y);
    if (walk.depth)
        cr_assert_eq(a->depth[k], b->depth[k], "(%d, %d) Z %u, not %u", x, y, a->depth[k], b->depth[k]);
    cr_assert_eq(a->u[k], b->u[k], "(%d, %d) U %d, not %d", x, y, a->u[k], b->u[k]);
    cr_assert_eq(a->v[k], b->v[k], "(%d, %d) V %d, not %d", x, y, a->v[k], b->v[k]);
    if (walk.plane)
        cr_assert_eq(gs_bits_of_float(a->q[k]), gs_bits_of_float(b->q[k]), "(%d, %d) Q", x, y);
}

static void compare_at(int32_t x, int32_t y, int32_t first, int32_t end)
{
    struct gs_group fast = {.x = x, .y = y}, reference = {.x = x, .y = y};
    for (int32_t k = 0; k < GS_MAX_LANES; k++)
        fast.lanes[k] = reference.lanes[k] = x + k >= first && x + k < end ? ~0u : 0;
    gs_console_walk_group(&pipeline, &fast);
    walk.rows.on = false;
    gs_console_walk_group(&pipeline, &reference);
    walk.rows.on = true;
    cr_assert_eq(fast.divide, reference.divide);
    for (unsigned k = 0; k < GS_MAX_LANES; k++) {
        if (fast.lanes[k])
            compare_group(&fast, &reference, k);
        pixels += fast.lanes[k] & 1;
    }
}

/* The groups of a row, or the first, the last and some of those between. */
static void compare_row(int32_t y, int32_t first, int32_t end)
{
    gs_console_walk_row(&pipeline, y, first, end - 1);
    int32_t groups = (end - 1 - (first & -8)) / 8 + 1;
    if (groups < 12) {
        for (int32_t i = 0; i < groups; i++)
            compare_at((first & -8) + 8 * i, y, first, end);
        return;
    }
    for (unsigned i = 0; i < 4; i++)
        compare_at((first & -8) + 8 * (i == 0   ? 0
                                       : i == 1 ? groups - 1
                                                : between(0, groups - 1)),
                   y, first, end);
}

static bool count_primitive(void)
{
    grouped += walk.rows.on;
    single += !walk.rows.on;
    return walk.rows.on;
}

static void compare_triangle(void)
{
    struct gs_vertex raw[3];
    struct gs_raster_vertex v[3] = {0};
    unsigned kind = below(4);
    for (unsigned i = 0; i < 3; i++)
        random_vertex(&raw[i], kind);
    if (below(8) == 0)
        raw[2].z = raw[1].z = raw[0].z;
    random_positions(v, 3);
    if (!gs_console_walk_triangle(&pipeline, raw, v) || !count_primitive())
        return;
    int32_t top = (v[walk.shape.top].y16 + 15) >> 4, bottom = (v[walk.shape.bottom].y16 + 15) >> 4;
    int32_t rows = bottom - top, all = rows <= 24;
    for (int32_t i = 0; i < (all ? rows : 16); i++) {
        int32_t first = 0, end = 0, y = top + (all ? i : i == 0 ? 0 : between(0, rows - 1));
        if (gs_console_span(&walk.shape, y, &first, &end))
            compare_row(y, first, end);
    }
}

/* ---- tests ---- */

/* By construction: our own reference. The widths 1 to 8 go by groups, 16 and colours that are steeper than
 * the sums are wide do not. */
Test(console_rows, triangles_have_the_attributes_that_one_pixel_at_a_time_gets)
{
    begin(1);
    for (unsigned i = 0; i < 60000; i++) {
        random_draw();
        walk.colour = below(2);
        walk.fog = below(2);
        walk.depth = below(4) != 0;
        walk.plane = below(4) != 0;
        compare_triangle();
    }
    printf("%" PRIu64 " triangles by groups, %" PRIu64 " not; %" PRIu64 " pixels\n", grouped, single, pixels);
    cr_assert_gt(grouped, 40000);
    cr_assert_gt(single, 1000);
    cr_assert_gt(pixels, 1000000);
}

static struct gs_vertex sprite_vertex(void)
{
    struct gs_vertex v;
    random_vertex(&v, below(4));
    if (below(2)) { /* whole sixteenths a pixel, where a sprite may be low */
        v.u = (uint16_t)(16 * below(256));
        v.v = (uint16_t)(16 * below(256));
        v.s = gs_bits_of_float((float)between(-64, 64) / 64);
        v.q = gs_bits_of_float(1);
    }
    return v;
}

Test(console_rows, sprites_have_the_coordinates_that_one_pixel_at_a_time_gets)
{
    uint64_t low = 0;
    begin(2);
    walk.axes = true;
    for (unsigned i = 0; i < 60000; i++) {
        random_draw();
        struct gs_vertex raw[2] = {sprite_vertex(), sprite_vertex()};
        struct gs_raster_vertex v[2] = {0};
        random_positions(v, 2);
        if (below(3) == 0) {
            v[0].x16 &= ~15;
            v[1].x16 = v[0].x16 + 16 * (raw[1].u - raw[0].u) / 16;
        }
        if (!gs_console_walk_sprite(&pipeline, raw, v) || !count_primitive())
            continue;
        low += walk.axis[0].low;
        for (unsigned row = 0; row < 3; row++)
            compare_row(row ? between(walk.axis[1].first, walk.axis[1].end - 1) : walk.axis[1].first,
                        walk.axis[0].first, walk.axis[0].end);
    }
    printf("%" PRIu64 " sprites by groups, %" PRIu64 " of them low, %" PRIu64 " not; %" PRIu64 " pixels\n",
           grouped, low, single, pixels);
    cr_assert_gt(grouped, 40000);
    cr_assert_gt(low, 1000);
    cr_assert_gt(single, 100);
}

static void compare_quotients(const int32_t stq[3][GS_MAX_LANES])
{
    struct gs_group g;
    gs_console_rows_divide(&walk, stq, &g);
    for (unsigned k = 0; k < GS_MAX_LANES; k++) {
        int32_t q = stq[GS_CONSOLE_Q][k];
        int32_t u = gs_console_coordinate(stq[GS_CONSOLE_S][k], q, walk.size_log2[0], walk.rounding);
        int32_t v = gs_console_coordinate(stq[GS_CONSOLE_T][k], q, walk.size_log2[1], walk.rounding);
        cr_assert_eq(g.u[k], u, "%d / %d: %d, not %d", stq[GS_CONSOLE_S][k], q, g.u[k], u);
        cr_assert_eq(g.v[k], v, "%d / %d: %d, not %d", stq[GS_CONSOLE_T][k], q, g.v[k], v);
        cr_assert_eq(gs_bits_of_float(g.q[k]), gs_console_q_bits(q, walk.stq.exponent), "Q %d", q);
    }
}

/* A count has 20 bits with its sign: an accumulator of 32 without its low 12. */
Test(console_rows, every_q_divides_as_gs_console_coordinate_does)
{
    begin(3);
    for (int32_t q = -0x80000; q < 0x80000; q += GS_MAX_LANES) {
        int32_t stq[3][GS_MAX_LANES];
        for (int32_t k = 0; k < GS_MAX_LANES; k++) {
            stq[GS_CONSOLE_Q][k] = q + k;
            stq[GS_CONSOLE_S][k] = (int32_t)random_word(&inputs) >> 12;
            stq[GS_CONSOLE_T][k] = (int32_t)random_word(&inputs) >> (12 + below(20));
        }
        walk.stq.exponent = between(-126, 128);
        for (unsigned r = 0; r < 4; r++) {
            set_rounding((enum gs_console_rounding)r);
            compare_quotients((const int32_t(*)[GS_MAX_LANES])stq);
        }
    }
}
