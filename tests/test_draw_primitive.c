/* Rule "draw" of the set "console": each primitive is drawn by itself, in the order of what is sent. PCSX2
 * decides some things by what is queued together; each has its counterpart here. And rule "fill". */
#include <criterion/criterion.h>

#include "drawing.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_primitive, .init = open_console, .fini = drawing_close);

static void reopen(const char *rules)
{
    drawing_close();
    drawing_open_with(rules);
}

static void vertex(int x, int y)
{
    drawing_write(GS_XYZ2, xyz_value((uint32_t)x, (uint32_t)y, 0));
}

/* A triangle between two rows of pixel centres has edge pixels all the same, whatever was drawn before it. */
Test(draw_primitive, small_antialiased_triangles_have_their_edges_after_sprites_too)
{
    static const char *const rules[] = {"console", "console,draw=batch"};
    for (unsigned i = 0; i < 2; i++) {
        reopen(rules[i]);
        drawing_write(GS_ALPHA_1, alpha_value(0, 0, 0, 0, 0));
        drawing_sprite(0, 1600, 1600, 1616, 1616, 0);
        gs_finish(chip);
        drawing_colour(0x80FFFFFF);
        drawing_triangle(AA1, (const int[6]){163, 162, 323, 165, 243, 174}, 0);
        drawing_pixel(0, 0);
        unsigned count = 0;
        for (uint32_t y = 9; y < 12; y++)
            for (uint32_t x = 9; x < 23; x++)
                count += drawing_pixel(x, y) != 0;
        cr_expect(i ? count == 0 : count > 0, "%s: %u", rules[i], count);
    }
}

/* ALPHA counts with AA1, ABE or not: two lines under two values. */
Test(draw_primitive, alpha_counts_for_antialiased_lines_without_abe)
{
    drawing_colour(0x80FFFFFF);
    drawing_write(GS_ALPHA_1, alpha_value(2, 2, 2, 2, 0)); /* 0 */
    drawing_line(AA1, 160, 160, 480, 160, 0);
    drawing_write(GS_ALPHA_1, alpha_value(2, 2, 2, 0, 0)); /* Cs */
    drawing_line(AA1, 160, 320, 480, 320, 0);
    cr_expect_eq(drawing_pixel(15, 10) & 0xFFFFFF, 0);
    cr_expect_eq(drawing_pixel(15, 20) & 0xFFFFFF, 0xFFFFFF);
}

/* The alpha test stops no depth test: a line that can only write the frame by AFAIL is tested against the
 * ZBUF in force when it is sent. */
Test(draw_primitive, zbuf_counts_where_the_alpha_test_never_passes)
{
    struct area far = {GS_PSMZ32, 96 * 32, DRAWING_FBW, 0, 0};
    uint32_t z[64];
    drawing_fill_depth(0);
    for (unsigned i = 0; i < 64; i++)
        z[i] = 0xFFFFFFFF;
    transfer_upload(chip, &far, 64, 1, z);
    drawing_colour(0xFF);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL) | test_alpha(GS_ATST_NEVER, 0, 1));
    drawing_sprite(0, 0, 0, 16, 16, 5);
    drawing_write(GS_ZBUF_1, zbuf_value(96, GS_PSMZ32, 1));
    drawing_sprite(0, 16, 0, 32, 16, 5);
    cr_expect_eq(drawing_pixel(0, 0), 0xFF);
    cr_expect_eq(drawing_pixel(1, 0), 0);
}

/* A fan that goes on after a draw was begun by other triangles keeps its head. */
Test(draw_primitive, fans_keep_their_head_when_they_are_cut)
{
    for (unsigned cut = 0; cut < 2; cut++) {
        drawing_fill_frame(0);
        drawing_colour(0xFF);
        drawing_triangle(0, (const int[6]){1600, 1600, 1632, 1600, 1600, 1632}, 0);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE_FAN);
        vertex(160, 160);
        vertex(480, 160);
        vertex(480, 480);
        if (cut)
            gs_finish(chip);
        vertex(160, 480);
        cr_expect_eq(drawing_count_other(0), 3 + 20 * 20, "%u", drawing_count_other(0));
    }
}

/* A line's first pixel can lie before its first vertex, on both axes: here in the last column of the scissor,
 * its vertices right of it. */
Test(draw_primitive, lines_reach_out_of_the_box_of_their_vertices)
{
    static const char *const rules[] = {"console", "console,draw=batch"};
    for (unsigned i = 0; i < 2; i++) {
        reopen(rules[i]);
        drawing_colour(0xFF);
        drawing_write(GS_SCISSOR_1, scissor_value(0, 10, 0, 255));
        drawing_line(0, 168, 168, 170, 300, 0);
        drawing_line(AA1, 176, 480, 176, 600, 0);
        drawing_line(AA1, 169, 800, 169, 900, 0);
        uint32_t beside = drawing_pixel(10, 52);
        cr_expect_eq(beside != 0, i == 0, "%s", rules[i]);
    }
}

/* HIGHLIGHT adds the vertex's alpha to the colour, before coverage replaces it: alphas that differ count
 * though the colours are alike. */
Test(draw_primitive, alpha_is_walked_where_highlight_adds_it)
{
    const uint32_t texel = 0x00000000;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_HIGHLIGHT, &texel));
    drawing_write(GS_ALPHA_1, alpha_value(0, 0, 0, 0, 0));
    drawing_write(GS_PRIM, GS_PRIM_LINE | IIP | TME | FST | AA1);
    drawing_write(GS_UV, 0);
    drawing_colour(0x00123456);
    vertex(160, 160);
    drawing_colour(0xC8123456);
    vertex(480, 160);
    cr_expect_eq(drawing_pixel(10, 10) & 0xFFFFFF, 0);
    cr_expect_eq(drawing_pixel(20, 10) & 0xFFFFFF, grey(100, 0), "%08X", drawing_pixel(20, 10));
}

/* What is drawn is drawn when a palette is loaded from it, or a transfer reads it. */
Test(draw_primitive, palettes_and_transfers_see_what_was_drawn_before)
{
    const uint32_t zero[64] = {0};
    struct area here = {GS_PSMCT32, 0, DRAWING_FBW, 0, 0},
                there = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK, 1, 0, 0};
    drawing_colour(0x80332211);
    drawing_sprite(0, 0, 0, 256, 256, 0);
    transfer_move(chip, &here, &there, 0, 8, 8);
    cr_expect_eq(transfer_pixel(chip, &there, 7, 7), 0x80332211);
    struct area indices = {GS_PSMT8, DRAWING_TEXTURE_BLOCK + 64, 2, 0, 0};
    transfer_upload(chip, &indices, 8, 8, zero);
    drawing_colour(0x80665544);
    drawing_sprite(0, 0, 0, 256, 256, 0);
    drawing_write(GS_TEX0_1, tex0_value(DRAWING_TEXTURE_BLOCK + 64, 2, GS_PSMT8, 3, 3, 1, GS_TFX_DECAL) |
                                 tex0_palette(0, GS_PSMCT32, 0, 1));
    drawing_colour(0x80FFFFFF);
    drawing_sprite(0, 0, 0, 256, 256, 0); /* over the palette in memory */
    drawing_write(GS_UV, 0);
    drawing_point(TME | FST, 1600, 1600, 0);
    cr_expect_eq(drawing_pixel(100, 100), 0x80665544, "%08X", drawing_pixel(100, 100));
}

/* A rectangle that may only write Z: PCSX2 writes the top byte of 24-bit pixels where FBMSK leaves it open.
 */
Test(draw_primitive, rectangles_of_depth_alone_leave_the_frame)
{
    for (unsigned pcsx2 = 0; pcsx2 < 2; pcsx2++) {
        reopen(pcsx2 ? "pcsx2" : "console");
        drawing_fill_frame(0x11223344);
        drawing_frame(GS_PSMCT24, 0x00FFFFFF);
        drawing_depth(GS_PSMZ32, true);
        drawing_colour(0x80FFFFFF);
        drawing_sprite(0, 0, 0, 160, 160, 77);
        cr_expect_eq(drawing_z(5, 5), 77);
        drawing_frame(GS_PSMCT32, 0);
        cr_expect_eq(drawing_pixel(5, 5), pcsx2 ? 0x80223344 : 0x11223344, "%08X", drawing_pixel(5, 5));
    }
}
