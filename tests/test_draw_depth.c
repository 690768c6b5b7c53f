/* Depth test and depth buffer formats (GS-DRAWING section 9.1, PCSX2-SW sections 3 and 7). */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

TestSuite(draw_depth, .init = drawing_open, .fini = drawing_close);

static const unsigned formats[] = {GS_PSMZ32, GS_PSMZ24, GS_PSMZ16, GS_PSMZ16S};
#define FORMATS 4u

static uint32_t most(unsigned psm)
{
    return psm == GS_PSMZ32 ? 0xFFFFFFFF : psm == GS_PSMZ24 ? 0xFFFFFF : 0xFFFF;
}

/* A frame whose address map goes with the depth format. */
static void use_format(unsigned psm, bool write)
{
    drawing_frame(psm == GS_PSMZ16 ? GS_PSMCT16 : psm == GS_PSMZ16S ? GS_PSMCT16S : GS_PSMCT32, 0);
    drawing_depth(psm, write);
    drawing_fill_frame(0);
}

static void set_z(unsigned psm, uint32_t z)
{
    struct area depth = {psm, DRAWING_DEPTH_PAGE * 32, DRAWING_FBW, 5, 4};
    transfer_upload(chip, &depth, 1, 1, &z);
}

static void draw_sprite(uint32_t z)
{
    drawing_colour(0xFFFFFFFF);
    drawing_sprite(0, 16 * 5, 16 * 4, 16 * 6, 16 * 5, z);
}

static void draw_point(uint32_t z)
{
    drawing_colour(0xFFFFFFFF);
    drawing_point(0, 16 * 5, 16 * 4, z);
}

static void draw_triangle(uint32_t z)
{
    drawing_colour(0xFFFFFFFF);
    drawing_triangle(0, (const int[6]){16 * 5, 16 * 4, 16 * 6, 16 * 4, 16 * 5, 16 * 5}, z);
}

static void draw_line(uint32_t z)
{
    drawing_colour(0xFFFFFFFF);
    drawing_line(0, 16 * 5, 16 * 4, 16 * 6, 16 * 4, z);
}

static void (*const draws[])(uint32_t z) = {draw_sprite, draw_point, draw_triangle, draw_line};

static bool drawn(void)
{
    return drawing_pixel(5, 4) != 0;
}

/* "NEVER drops; GEQUAL Zs >= Zd; GREATER Zs > Zd; unsigned on the stored bits." */
Test(draw_depth, every_test_in_every_format_for_every_class)
{
    for (unsigned f = 0; f < FORMATS; f++) {
        const uint32_t top = most(formats[f]);
        const uint32_t stored[] = {0, 1, top / 2, top / 2 + 1, top - 1, top};
        for (unsigned class = 0; class < 4; class ++)
            for (unsigned ztst = 0; ztst < 4; ztst++)
                for (unsigned i = 0; i < 6; i++)
                    for (int step = -1; step <= 1; step++) {
                        uint32_t zd = stored[i], zs = zd + (uint32_t)step;
                        if (zs > top)
                            continue;
                        use_format(formats[f], true);
                        set_z(formats[f], zd);
                        drawing_write(GS_TEST_1, test_depth(ztst));
                        draws[class](zs);
                        const bool pass[] = {false, true, zs >= zd, zs > zd};
                        cr_expect_eq(drawn(), pass[ztst], "PSM %02X ZTST %u: %X on %X", formats[f], ztst, zs,
                                     zd);
                        cr_expect_eq(drawing_z(5, 4), pass[ztst] ? zs : zd, "PSM %02X ZTST %u: %X on %X: %X",
                                     formats[f], ztst, zs, zd, drawing_z(5, 4));
                    }
    }
}

/* "Interpolated values above the maximum saturate (vertex Z of sprites too), they do not wrap." */
Test(draw_depth, z_above_the_largest_of_the_format_saturates)
{
    static const uint32_t values[] = {0x10000,   0x12345,    0xFFFFFF,  0x1000000,
                                      0x1000001, 0x80000000, 0xFFFFFF00};
    for (unsigned f = 0; f < FORMATS; f++)
        for (unsigned class = 0; class < 4; class ++)
            for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
                uint32_t top = most(formats[f]), z = values[i];
                use_format(formats[f], true);
                drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS));
                draws[class](z);
                cr_expect_eq(drawing_z(5, 4), z > top ? top : z, "PSM %02X, class %u: %X: %X", formats[f],
                             class, z, drawing_z(5, 4));
                set_z(formats[f], top);
                drawing_fill_frame(0);
                drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
                draws[class](z);
                cr_expect_eq(drawn(), z >= top, "PSM %02X, class %u: the test sees it saturated", formats[f],
                             class);
            }
}

/* "24-bit Z write preserves bits 31..24", and the test does not see them. */
Test(draw_depth, the_top_byte_of_24_bit_depth_is_not_depth)
{
    use_format(GS_PSMZ32, true);
    set_z(GS_PSMZ32, 0xAB000100);
    drawing_depth(GS_PSMZ24, true);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GREATER));
    draw_sprite(0x101);
    drawing_depth(GS_PSMZ32, true);
    cr_expect_eq(drawing_z(5, 4), 0xAB000101);
}

/* "ZTE = 0: no test and no Z write"; ZMSK = 1: a test and no write. */
Test(draw_depth, zte_switches_test_and_write_and_zmsk_the_write)
{
    for (unsigned f = 0; f < FORMATS; f++) {
        use_format(formats[f], true);
        set_z(formats[f], 100);
        drawing_write(GS_TEST_1, field(GS_ZTST_GREATER, 17));
        draw_sprite(50);
        cr_expect(drawn(), "ZTE = 0");
        cr_expect_eq(drawing_z(5, 4), 100, "ZTE = 0");
        drawing_write(GS_TEST_1, field(GS_ZTST_NEVER, 17));
        drawing_fill_frame(0);
        draw_sprite(50);
        cr_expect(drawn(), "ZTE = 0, ZTST NEVER");
        use_format(formats[f], false);
        drawing_write(GS_TEST_1, test_depth(GS_ZTST_GREATER));
        draw_sprite(50);
        cr_expect_not(drawn(), "ZMSK = 1, behind");
        draw_sprite(150);
        cr_expect(drawn(), "ZMSK = 1, in front");
        cr_expect_eq(drawing_z(5, 4), 100, "ZMSK = 1");
    }
}

/* Depth is written where the frame is masked. */
Test(draw_depth, a_masked_frame_does_not_stop_depth)
{
    use_format(GS_PSMZ32, true);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
    drawing_frame(GS_PSMCT32, 0xFFFFFFFF);
    draw_triangle(77);
    cr_expect_not(drawn());
    cr_expect_eq(drawing_z(5, 4), 77);
}

/* The next pixel sees what the one before wrote: of two sprites in one draw the nearer stays. */
Test(draw_depth, primitives_of_one_draw_see_each_other)
{
    use_format(GS_PSMZ32, true);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GREATER));
    drawing_colour(0x11);
    drawing_sprite(0, 0, 0, 160, 160, 20);
    drawing_colour(0x22);
    drawing_sprite(0, 0, 0, 160, 160, 10);
    drawing_colour(0x33);
    drawing_sprite(0, 80, 0, 160, 160, 30);
    cr_expect_eq(drawing_pixel(2, 2), 0x11);
    cr_expect_eq(drawing_pixel(7, 2), 0x33);
    cr_expect_eq(drawing_z(2, 2), 20);
    cr_expect_eq(drawing_z(7, 2), 30);
}

/* Sprites have Z of the second vertex; a triangle that is flat in Z stores it unchanged. */
Test(draw_depth, sprites_have_the_depth_of_their_second_vertex)
{
    use_format(GS_PSMZ32, true);
    drawing_write(GS_PRIM, GS_PRIM_SPRITE);
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0xDEADBEEF));
    drawing_write(GS_XYZ2, xyz_value(160, 160, 0x89ABCDEF));
    cr_expect_eq(drawing_z(0, 0), 0x89ABCDEF);
    cr_expect_eq(drawing_z(9, 9), 0x89ABCDEF);
    draw_triangle(0x89ABCDE1);
    cr_expect_eq(drawing_z(5, 4), 0x89ABCDE1);
}

/* Z walks linearly: on a line of 16 pixels from 0 to 16 * 1000 each pixel has 1000 more (small whole numbers
 * are exact in all of PCSX2's arithmetic). */
/* PCSX2's walk: a console's whole numbers are one less in triangles (test_draw_console). */
Test(draw_depth, z_is_interpolated_along_lines_and_triangles)
{
    drawing_close();
    drawing_open_with("pcsx2");
    use_format(GS_PSMZ32, true);
    drawing_write(GS_PRIM, GS_PRIM_LINE);
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_write(GS_XYZ2, xyz_value(256, 0, 16000));
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE);
    drawing_write(GS_XYZ2, xyz_value(0, 160, 0));
    drawing_write(GS_XYZ2, xyz_value(256, 160, 16000));
    drawing_write(GS_XYZ2, xyz_value(0, 416, 32000));
    for (uint32_t x = 0; x < 16; x++) {
        cr_expect_eq(drawing_z(x, 0), 1000 * x);
        for (uint32_t y = 0; x + y < 16; y++)
            cr_expect_eq(drawing_z(x, 10 + y), 1000 * x + 2000 * y, "(%u, %u): %u", x, y,
                         drawing_z(x, 10 + y));
    }
}

/* Section 9.1: with a FRAME in a Z format the frame uses the depth address map and the depth buffer the
 * colour map (rule frame_psm). */
Test(draw_depth, a_frame_in_a_z_format_swaps_the_address_maps)
{
    static const struct {
        unsigned frame, depth_register, depth_map;
    } rows[] = {{GS_PSMZ32, GS_PSMZ32, GS_PSMCT32},
                {GS_PSMZ24, GS_PSMZ24, GS_PSMCT24},
                {GS_PSMZ16, GS_PSMZ16, GS_PSMCT16},
                {GS_PSMZ16S, GS_PSMZ16S, GS_PSMCT16S}};
    for (unsigned i = 0; i < 4; i++) {
        drawing_frame(rows[i].frame, 0);
        drawing_depth(rows[i].depth_register, true);
        drawing_fill_frame(0);
        drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS));
        draw_sprite(0x1234);
        struct area depth = {rows[i].depth_map, DRAWING_DEPTH_PAGE * 32, DRAWING_FBW, 0, 0};
        cr_expect(drawn(), "the pixel is where the Z format has it");
        cr_expect_eq(transfer_pixel(chip, &depth, 5, 4), 0x1234);
        cr_expect_eq(drawing_count_other(0), 1);
    }
}
