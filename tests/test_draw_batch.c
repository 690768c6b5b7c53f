/* Which register changes end a draw, and which primitives join one (PCSX2-SW sections 1 and 1.1). Counted by
 * the draw observer. */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

static unsigned draws, primitives;
static enum gs_class last_class;

static void on_draw(void *user, const struct gs_draw_event *event)
{
    (void)user;
    draws++;
    primitives += event->primitives;
    last_class = event->primitive_class;
}

static void open_chip(void)
{
    drawing_open();
    const struct gs_observer observer = {.draw = on_draw};
    gs_observe(chip, &observer);
    draws = primitives = 0;
}

TestSuite(draw_batch, .init = open_chip, .fini = drawing_close);

static void sprite(void)
{
    drawing_write(GS_XYZ2, xyz_value(16, 16, 0));
    drawing_write(GS_XYZ2, xyz_value(64, 64, 0));
}

/* ---- register changes ---- */

struct change {
    unsigned attributes; /* of PRIM */
    uint8_t address;
    uint64_t before, after;
    bool ends; /* does a primitive behind the change start another draw */
};

#define ZTE test_depth(GS_ZTST_ALWAYS)
#define NEVER(afail) (ZTE | test_alpha(GS_ATST_NEVER, 0, (afail)))
#define TEX tex0_value(0x1000, 1, GS_PSMCT32, 3, 3, 1, 0)
#define MIPS tex1_value(1, 2, 0, 2, 0, 0)

static void begin(const struct change *c)
{
    gs_finish(chip);
    drawing_write(GS_TEST_1, ZTE);
    drawing_write(GS_TEST_2, ZTE);
    drawing_write(GS_SCISSOR_1, scissor_value(0, 255, 0, 255));
    drawing_write(GS_SCISSOR_2, scissor_value(0, 255, 0, 255));
    drawing_write(GS_FRAME_1, frame_value(0, 4, 0, 0));
    drawing_write(GS_FRAME_2, frame_value(0, 4, 0, 0));
    drawing_write(GS_TEX0_1, TEX);
    drawing_write(GS_TEX1_1, 0);
    drawing_write(GS_XYOFFSET_1, 0);
    drawing_write(c->address, c->before);
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | c->attributes);
    sprite();
    draws = primitives = 0;
}

/* Calls `use` with every row of the table. */
static void each_change(void (*use)(const struct change *))
{
    const struct change changes[] = {
        /* "TEST, SCISSOR, XYOFFSET, SCANMSK, DTHE" */
        {0, GS_TEST_1, ZTE, ZTE | test_alpha(GS_ATST_ALWAYS, 1, 0), true},
        {0, GS_SCISSOR_1, scissor_value(0, 90, 0, 90), scissor_value(0, 91, 0, 90), true},
        {0, GS_XYOFFSET_1, 0, 1, true},
        {0, GS_SCANMSK, 0, 1, true},
        {0, GS_DTHE, 0, 1, true},
        /* "ALPHA, PABE (if ABE)" */
        {ABE, GS_ALPHA_1, 0x44, 0x45, true},
        {0, GS_ALPHA_1, 0x44, 0x45, false},
        {ABE, GS_ALPHA_1, 0x02, 0x03, false}, /* 3 is stored as 2 */
        {ABE, GS_PABE, 0, 1, true},
        {0, GS_PABE, 0, 1, false},
        /* "FOGCOL (if FGE)" */
        {FGE, GS_FOGCOL, 0, 1, true},
        {0, GS_FOGCOL, 0, 1, false},
        /* "FRAME, COLCLAMP, FBA", "ZBUF" */
        {0, GS_FRAME_1, frame_value(0, 4, 0, 0), frame_value(1, 4, 0, 0), true},
        {0, GS_FRAME_1, frame_value(0, 4, 0, 0), frame_value(0, 4, 0, 1), true},
        {0, GS_COLCLAMP, 0, 1, true},
        {0, GS_FBA_1, 0, 1, true},
        {0, GS_ZBUF_1, zbuf_value(64, 0, 1), zbuf_value(64, 0, 0), true},
        /* "TEX0, TEX1, CLAMP, TEXA (if TME); MIPTBP1/2 (if TME and MXL > 0)" */
        {TME | FST, GS_TEX0_1, TEX, TEX + 1, true},
        {0, GS_TEX0_1, TEX, TEX + 1, false},
        {TME | FST, GS_TEX0_1, TEX, TEX | field(0x123, 37), false}, /* CBP acts at the write only */
        {TME | FST, GS_TEX1_1, MIPS, MIPS | 1u << 5, true},
        {0, GS_TEX1_1, MIPS, MIPS | 1u << 5, false},
        {TME | FST, GS_CLAMP_1, 0, 1, true},
        {0, GS_CLAMP_1, 0, 1, false},
        {TME | FST, GS_TEXA, 0, 1, true},
        {0, GS_TEXA, 0, 1, false},
        {TME | FST, GS_MIPTBP1_1, 0, 1, false},
        {0, GS_MIPTBP1_1, 0, 1, false},
        /* "Registers of the other context do not matter" */
        {0, GS_TEST_2, 0, 1, false},
        {0, GS_FRAME_2, 0, 1, false},
        {TME | FST, GS_TEX0_2, 0, 1, false},
        {CTXT2, GS_FBA_1, 0, 1, false},
        {CTXT2, GS_FBA_2, 0, 1, true},
        /* Others are taken by vertices or at writes. "TEXFLUSH alone does not end it" */
        {FGE, GS_FOG, 0, field(9, 56), false},
        {0, GS_RGBAQ, 0, 0x12345678, false},
        {TME, GS_ST, 0, 1, false},
        {TME | FST, GS_UV, 0, 1, false},
        {TME | FST, GS_TEXCLUT, 0, 1, false},
        {TME | FST, GS_TEXFLUSH, 0, 1, false},
        {0, GS_TRXPOS, 0, 1, false},
        {0, GS_FINISH, 0, 0, false},
    };
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++)
        use(&changes[i]);
}

static void change_between(const struct change *c)
{
    begin(c);
    drawing_write(c->address, c->after);
    sprite();
    cr_expect_eq(draws, c->ends, "register %02X, attributes %03X", c->address, c->attributes);
    gs_finish(chip);
    cr_expect_eq(draws, 1u + c->ends, "register %02X", c->address);
    cr_expect_eq(primitives, 2, "register %02X", c->address);
}

Test(draw_batch, a_draw_ends_when_a_register_that_it_uses_changes)
{
    each_change(change_between);
}

static void change_and_restore(const struct change *c)
{
    begin(c);
    drawing_write(c->address, c->after);
    drawing_write(c->address, c->before);
    sprite();
    cr_expect_eq(draws, 0, "register %02X, attributes %03X", c->address, c->attributes);
}

Test(draw_batch, a_value_written_and_taken_back_before_the_next_vertex_does_not_count)
{
    each_change(change_and_restore);
}

Test(draw_batch, mip_bases_count_with_mip_levels_only)
{
    const struct change c = {TME | FST, GS_MIPTBP1_1, 0, 1, true};
    begin(&c);
    gs_finish(chip);
    drawing_write(GS_TEX1_1, MIPS);
    sprite();
    draws = 0;
    drawing_write(GS_MIPTBP1_1, 1);
    sprite();
    cr_expect_eq(draws, 1);
    drawing_write(GS_MIPTBP2_1, 1);
    sprite();
    cr_expect_eq(draws, 2);
}

Test(draw_batch, the_dither_matrix_counts_with_dithering_only)
{
    for (unsigned dthe = 0; dthe < 2; dthe++) {
        drawing_write(GS_DTHE, dthe);
        drawing_write(GS_PRIM, GS_PRIM_SPRITE);
        sprite();
        draws = 0;
        drawing_write(GS_DIMX, 1 + dthe);
        sprite();
        cr_expect_eq(draws, dthe);
        gs_finish(chip);
    }
}

/* "unless alpha test NEVER makes the frame untouched"; ZBUF "similarly". */
Test(draw_batch, targets_that_the_alpha_test_closes_do_not_count)
{
    static const bool frame_counts[] = {false, true, false, true},
                      depth_counts[] = {false, false, true, false};
    for (unsigned afail = 0; afail < 4; afail++) {
        drawing_write(GS_TEST_1, NEVER(afail));
        drawing_write(GS_PRIM, GS_PRIM_SPRITE);
        sprite();
        draws = 0;
        drawing_frame(GS_PSMCT32, 1 + afail);
        sprite();
        cr_expect_eq(draws, frame_counts[afail], "FRAME, AFAIL %u", afail);
        draws = 0;
        drawing_write(GS_ZBUF_1, zbuf_value(65 + afail, GS_PSMZ32, 0));
        sprite();
        cr_expect_eq(draws, depth_counts[afail], "ZBUF, AFAIL %u", afail);
    }
}

/* ---- PRIM ---- */

/* "Switching between list, strip and fan of the same class does not end it"; another class or attribute does.
 */
Test(draw_batch, types_of_one_class_share_a_draw_and_attributes_do_not_change_in_one)
{
    static const int xy[6] = {16, 16, 160, 16, 16, 160};
    drawing_triangle(0, xy, 0);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_STRIP);
    for (unsigned i = 0; i < 6; i += 2)
        drawing_write(GS_XYZ2, xyz_value((uint32_t)xy[i], (uint32_t)xy[i + 1], 0));
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_FAN);
    for (unsigned i = 0; i < 6; i += 2)
        drawing_write(GS_XYZ2, xyz_value((uint32_t)xy[i], (uint32_t)xy[i + 1], 0));
    cr_expect_eq(draws, 0);
    drawing_sprite(0, 16, 16, 64, 64, 0);
    cr_expect_eq(draws, 1);
    cr_expect_eq(primitives, 3);
    cr_expect_eq(last_class, GS_CLASS_TRIANGLE);
    static const unsigned attributes[] = {IIP, TME, FGE, ABE, AA1, FST, CTXT2};
    for (unsigned i = 0; i < sizeof attributes / sizeof *attributes; i++) {
        drawing_sprite(0, 16, 16, 64, 64, 0);
        draws = 0;
        drawing_sprite(attributes[i], 16, 16, 64, 64, 0);
        cr_expect_eq(draws, 1, "%03X", attributes[i]);
    }
}

/* A strip goes on over a change that ends the draw: its last vertices stay. */
Test(draw_batch, a_strip_goes_on_in_the_next_draw)
{
    drawing_colour(1);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_STRIP);
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_XYZ2, xyz_value(16 * 16, 0, 0));
    drawing_write(GS_XYZ2, xyz_value(0, 16 * 16, 0));
    drawing_write(GS_FBA_1, 1);
    drawing_write(GS_XYZ2, xyz_value(16 * 16, 16 * 16, 0));
    cr_expect_eq(draws, 1);
    cr_expect_eq(drawing_pixel(2, 2), 1);
    cr_expect_eq(drawing_pixel(14, 14), 0x80000001);
    cr_expect_eq(draws, 2);
}

/* The same for a fan: its head and its last vertex stay. */
Test(draw_batch, a_fan_keeps_its_head_in_the_next_draw)
{
    drawing_colour(1);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_FAN);
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_XYZ2, xyz_value(16 * 16, 0, 0));
    drawing_write(GS_XYZ2, xyz_value(16 * 16, 16 * 16, 0));
    drawing_write(GS_FBA_1, 1);
    drawing_write(GS_XYZ2, xyz_value(0, 16 * 16, 0));
    cr_expect_eq(draws, 1);
    cr_expect_eq(drawing_pixel(12, 2), 1);
    cr_expect_eq(drawing_pixel(2, 6), 0x80000001);
    cr_expect_eq(drawing_pixel(6, 12), 0x80000001);
}

/* ---- primitives that do not join ---- */

/* "Dropped before they join a draw": (a) to (d) of section 1. */
Test(draw_batch, primitives_that_can_touch_no_pixel_are_dropped)
{
    drawing_write(GS_SCISSOR_1, scissor_value(8, 100, 8, 100));
    drawing_sprite(0, 161, 160, 177, 400, 0);   /* pixel 11 */
    drawing_sprite(0, 161, 160, 176, 400, 0);   /* between two columns */
    drawing_sprite(0, 160, 161, 400, 175, 0);   /* between two rows */
    drawing_sprite(0, 160, 160, 160, 400, 0);   /* no width */
    drawing_sprite(0, 0, 0, 128, 128, 0);       /* left of the scissor */
    drawing_sprite(0, 1617, 160, 1800, 400, 0); /* right of it */
    drawing_triangle(0, (const int[6]){160, 160, 160, 160, 320, 320}, 0);
    drawing_triangle(0, (const int[6]){320, 320, 160, 160, 160, 160}, 0);
    drawing_triangle(0, (const int[6]){160, 160, 320, 320, 160, 160}, 0);    /* two vertices alike */
    drawing_triangle(0, (const int[6]){161, 161, 170, 161, 161, 170}, 0);    /* no centre */
    drawing_triangle(0, (const int[6]){2000, 160, 2400, 160, 2000, 400}, 0); /* outside */
    drawing_triangle(0, (const int[6]){160, 160, 240, 240, 320, 320}, 0);    /* a line, but it counts */
    drawing_point(0, 8 * 16 - 9, 160, 0);
    drawing_point(0, 8 * 16 - 8, 160, 0); /* rounds to column 8 */
    drawing_line(0, 0, 160, 119, 160, 0);
    drawing_line(0, 0, 160, 120, 160, 0); /* reaches the scissor's half pixel */
    gs_finish(chip);
    cr_expect_eq(primitives, 4);
    drawing_write(GS_SCISSOR_1, scissor_value(50, 49, 0, 255));
    drawing_sprite(0, 0, 0, 1600, 1600, 0);
    drawing_write(GS_SCISSOR_1, scissor_value(0, 255, 50, 49));
    drawing_point(0, 160, 160, 0);
    gs_finish(chip);
    cr_expect_eq(primitives, 4, "an empty scissor");
}

/* "AA1: box enlarged by one pixel", in PCSX2 only if the draw executed last was of lines or triangles. */
Test(draw_batch, room_for_edge_pixels_depends_on_the_draw_before)
{
    static const int large[6] = {160, 160, 320, 160, 160, 320}, small[6] = {161, 161, 170, 161, 161, 170};
    for (unsigned before = 0; before < 3; before++) {
        if (before == 0)
            drawing_sprite(0, 160, 160, 320, 320, 0);
        else if (before == 1)
            drawing_triangle(0, large, 0);
        else
            drawing_line(0, 160, 160, 320, 320, 0);
        gs_finish(chip);
        primitives = 0;
        drawing_triangle(0, small, 0);
        drawing_triangle(AA1, small, 0);
        gs_finish(chip);
        cr_expect_eq(primitives, before != 0, "before: %u", before);
    }
}

/* ---- limits ---- */

static void many(unsigned type, unsigned vertices)
{
    gs_finish(chip);
    draws = primitives = 0;
    drawing_write(GS_PRIM, type);
    drawing_write(GS_XYZ2, xyz_value(320, 320, 0)); /* a fan's head lies apart */
    for (unsigned i = 1; i < vertices; i++)
        drawing_write(GS_XYZ2, xyz_value(16 + 16 * (i % 3), 16 + 16 * (i % 2) * (i % 3 + 1), 0));
}

/* 65532 vertices of triangles, 16379 of points and lines, 32765 of sprites; strips share theirs. */
Test(draw_batch, a_draw_holds_a_limited_number_of_vertices)
{
    static const struct {
        unsigned type, vertices, limit; /* vertices that fill one draw */
    } rows[] = {
        {GS_PRIM_POINT, 16380, 16379},        {GS_PRIM_LINE, 16382, 16380},
        {GS_PRIM_LINE_STRIP, 16381, 16379},   {GS_PRIM_SPRITE, 32768, 32766},
        {GS_PRIM_TRIANGLE, 65535, 65532},     {GS_PRIM_TRIANGLE_STRIP, 65534, 65532},
        {GS_PRIM_TRIANGLE_FAN, 65534, 65532},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        many(rows[i].type, rows[i].limit - 1);
        cr_expect_eq(draws, 0, "type %u", rows[i].type);
        many(rows[i].type, rows[i].vertices);
        cr_expect_eq(draws, 1, "type %u: %u draws", rows[i].type, draws);
        gs_finish(chip);
        cr_expect_eq(draws, 2, "type %u: %u draws", rows[i].type, draws);
    }
}
