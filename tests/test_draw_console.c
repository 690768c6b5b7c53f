/* Drawing under the rule set "console": golden tables of colour, fog and Z (GS-EXACT sections 1 to 4, index
 * in section 26 there) through the public API, and what single rules switch. */
#include <stdlib.h>
#include <string.h>

#include "console_colour.h"
#include "console_depth.h"
#include "drawing.h"
#include "golden_count.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_console, .init = open_console, .fini = drawing_close);

static void reopen(const char *rules)
{
    drawing_close();
    drawing_open_with(rules);
}

/* ---- colour and fog ---- */

static const char *const x_names[3] = {"x0", "x1", "x2"}, *const y_names[3] = {"y0", "y1", "y2"};

/* Draws the triangle of a row of colour_walk_anchor.csv; its colours in R, G, B, A, or in fog over white. */
static void draw_subject(const struct csv *csv, size_t row, unsigned attributes, bool fog)
{
    static const char *const c_names[3] = {"c0", "c1", "c2"}, *const f_names[3] = {"f0", "f1", "f2"};
    drawing_fill_frame(0);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP | attributes);
    for (unsigned v = 0; v < 3; v++) {
        uint32_t c = (uint32_t)csv_real(csv, row, c_names[v]), f = (uint32_t)csv_real(csv, row, f_names[v]);
        uint32_t x = (uint32_t)(csv_real(csv, row, x_names[v]) * 16);
        uint32_t y = (uint32_t)(csv_real(csv, row, y_names[v]) * 16);
        drawing_colour(fog ? 0xFFFFFFFF : grey(c, c));
        drawing_write(GS_XYZF2, xyzf_value(x, y, 0, f));
    }
}

/* Compares the pixels of one triangle, channel and width; `fog`: what (255 * F) >> 8 leaves of F. */
static size_t right_pixels(const struct csv *pixels, const char *triangle, const char *channel, int width,
                           size_t *rows)
{
    size_t right = 0;
    bool fog = strcmp(channel, "fog") == 0;
    for (size_t row = 0; row < csv_rows(pixels); row++) {
        if (strcmp(csv_text(pixels, row, "tri"), triangle) != 0 ||
            strcmp(csv_text(pixels, row, "channel"), channel) != 0 || csv_number(pixels, row, "W") != width)
            continue;
        uint32_t x = (uint32_t)csv_number(pixels, row, "x"), y = (uint32_t)csv_number(pixels, row, "y");
        uint32_t byte = (uint32_t)csv_number(pixels, row, "byte");
        uint32_t expected = fog ? grey(255 * byte >> 8, 0xFF) : grey(byte, byte);
        right += drawing_pixel(x, y) == expected;
        ++*rows;
    }
    return right;
}

static void check_subjects(unsigned attributes, const char *channel, int width, bool all)
{
    struct csv *csv = csv_open("colour_walk_anchor.csv"),
               *pixels = csv_open("colour_walk_pixels_derived.csv");
    size_t rows = 0, right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        draw_subject(csv, row, attributes, strcmp(channel, "fog") == 0);
        right += right_pixels(pixels, csv_text(csv, row, "tri"), channel, width, &rows);
    }
    cr_log_info("colour_walk_pixels, %s, %d: %zu of %zu", channel, width, right, rows);
    if (all)
        cr_expect_eq(right, rows, "%s, %d: %zu of %zu", channel, width, right, rows);
    else
        cr_expect_lt(right, rows, "%s, %d", channel, width);
    csv_close(csv);
    csv_close(pixels);
}

/* GS-EXACT section 3: blocks of 8 without texture, fog and AA1. */
Test(draw_console, plain_triangles_have_blocks_of_eight)
{
    check_subjects(0, "colour", 8, true);
    check_subjects(0, "colour", 4, false);
}

/* A texture that leaves the colour as it is: (0x80 * C) >> 7. */
static void identity_texture(void)
{
    const uint32_t texel = 0x80808080;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, 1, GS_TFX_MODULATE, &texel));
    drawing_write(GS_UV, 0);
}

Test(draw_console, textured_fogged_and_antialiased_triangles_have_blocks_of_four)
{
    identity_texture();
    check_subjects(TME | FST, "colour", 4, true);
    check_subjects(TME | FST, "colour", 8, false);
    drawing_write(GS_FOGCOL, 0);
    check_subjects(FGE, "fog", 4, true);
}

/* One rule of the set console otherwise; do the pixels of the golden table still hold? */
struct switched {
    const char *rules;
    bool wide, narrow, fog; /* plain colours by blocks of 8, textured ones by blocks of 4, fog */
};

/* GS-EXACT section 3: each law of the walk is needed for the tables; "float32" means PCSX2's walk, which
 * gives other bytes. Colour and fog are switched apart. */
Test(draw_console, each_rule_of_the_walk_is_needed_for_its_golden_pixels)
{
    static const struct switched all[] = {
        {"console", true, true, true},
        {"console,colour_walk=float32", false, false, true},
        {"console,fog_walk=float32", true, true, false},
        {"console,walk_reciprocal=exact", false, false, false},
        {"console,walk_coarse=none", false, false, false},
        {"console,walk_rows=single", false, false, false},
        {"console,walk_block=8", true, false, false},
        {"console,walk_block=4", false, true, true},
        {"pcsx2,colour=console,walk=console", true, true, false},
        {"pcsx2,fog=console,walk=console", false, false, true},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        reopen(all[i].rules);
        check_subjects(0, "colour", 8, all[i].wide);
        identity_texture();
        check_subjects(TME | FST, "colour", 4, all[i].narrow);
        drawing_write(GS_FOGCOL, 0);
        check_subjects(FGE, "fog", 4, all[i].fog);
    }
}

/* The widths of the other kind of draw, as their golden pixels have them. */
Test(draw_console, blocks_of_one_width_can_be_had_in_all_draws)
{
    reopen("console,walk_block=4");
    check_subjects(0, "colour", 4, true);
    reopen("console,walk_block=8");
    identity_texture();
    check_subjects(TME | FST, "colour", 8, true);
    drawing_write(GS_FOGCOL, 0);
    check_subjects(FGE, "fog", 8, true);
}

/* The first row of a triangle of 224 x 200 pixels whose colour rises from 0 to 255: gradients of GS-EXACT 2.1
 * and the walk of section 3, with anchor (0, 0), d = 1, S = 0, A = 2, in 1/1024 level. The exact quotient is
 * 255 * 1024 / 224 = 1165.7; the reciprocal of 224 * 200 * 256 = 1.367 * 2^23 with 8 bits is 187 / 2^31. */
Test(draw_console, reciprocal_and_coarse_steps_are_those_of_the_two_laws)
{
    static const struct {
        const char *rules;
        int64_t step, coarse;
    } laws[] = {
        {"console", 1164, 1152},
        {"console,walk_reciprocal=exact", 1165, 1152},
        {"console,walk_coarse=none", 1164, 1164},
        {"console,walk_reciprocal=exact,walk_coarse=none", 1165, 1165},
    };
    const uint32_t x[3] = {0, 224 * 16, 0}, y[3] = {0, 0, 200 * 16}, level[3] = {0, 255, 0};
    unsigned different = 0;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP);
        for (unsigned v = 0; v < 3; v++) {
            drawing_colour(grey(level[v], level[v]));
            drawing_write(GS_XYZ2, xyz_value(x[v], y[v], 0));
        }
        for (int64_t at = 0; at < 224; at++) {
            int64_t fine = laws[i].step - laws[i].coarse;
            int64_t value = 2 * laws[i].step + laws[i].coarse * (at - 2) + 8 * fine * (at / 8);
            uint32_t byte = (uint32_t)(value < 0 ? 0 : value >> 10);
            different += byte != (uint32_t)(at * 1164 >> 10);
            cr_assert_eq(drawing_pixel((uint32_t)at, 0), grey(byte, byte), "%s, %d", laws[i].rules, (int)at);
        }
    }
    cr_expect_gt(different, 0);
}

/* A colour that rises down a triangle of 128 x 200 pixels from the top: 255 * 1024 / 200 = 1305.6 a row, by
 * the reciprocal of 128 * 200 * 256 = 1.5625 * 2^22 with 8 bits, 163 / 2^30, 1298; of it 1280 within a pair.
 */
Test(draw_console, rows_count_in_pairs_or_by_themselves)
{
    static const char *const rules[] = {"console", "console,walk_rows=single"};
    const uint32_t x[3] = {0, 128 * 16, 0}, y[3] = {0, 0, 200 * 16}, level[3] = {0, 0, 255};
    for (unsigned single = 0; single < 2; single++) {
        reopen(rules[single]);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP);
        for (unsigned v = 0; v < 3; v++) {
            drawing_colour(grey(level[v], level[v]));
            drawing_write(GS_XYZ2, xyz_value(x[v], y[v], 0));
        }
        for (uint32_t row = 0; row < 199; row++) {
            uint32_t value = single ? 1298 * row : 1298 * (row & ~1u) + 1280 * (row & 1);
            cr_assert_eq(drawing_pixel(0, row), grey(value >> 10, value >> 10), "%s, %u", rules[single], row);
        }
    }
}

/* ---- depth ---- */

/* The functions are checked against the golden tables in test_console_walk. */
Test(draw_console, depth_is_that_of_the_console_walk)
{
    static const int32_t x[3] = {37, 3201, 404}, y[3] = {25, 611, 3300};
    static const uint32_t z[3] = {5, 70000, 3000000};
    struct gs_console_shape shape;
    struct gs_console_depth depth;
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_depth_init(&depth, &shape, z, true);
    drawing_depth(GS_PSMZ32, true);
    drawing_fill_depth(0xFFFFFFFF);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE);
    for (unsigned v = 0; v < 3; v++)
        drawing_write(GS_XYZ2, xyz_value((uint32_t)x[v], (uint32_t)y[v], z[v]));
    unsigned count = 0;
    for (int32_t row = 0; row < 207; row++) {
        struct gs_console_depth_row at;
        int32_t first = 0, end = 0;
        bool any = gs_console_span(&shape, row, &first, &end);
        gs_console_depth_row(&depth, row, &at);
        for (int32_t column = 0; column < 201; column++) {
            bool inside = any && column >= first && column < end;
            uint32_t expected = inside ? gs_console_depth_at(&at, column, UINT32_MAX) : 0xFFFFFFFF;
            count += inside;
            cr_assert_eq(drawing_z((uint32_t)column, (uint32_t)row), expected, "(%d, %d)", column, row);
        }
    }
    cr_expect_gt(count, 1000);
}

/* GS-EXACT section 4: with a gradient of 4 along the row a depth lands on whole numbers; the console stores
 * one below, without the shortfall the number itself. The other way round the shortfall alone does nothing.
 */
Test(draw_console, the_shortfall_of_depth_can_be_switched_alone)
{
    static const struct {
        const char *rules;
        uint32_t less;
    } laws[] = {{"console", 1}, {"console,depth_shortfall=none", 0}, {"pcsx2,depth_shortfall=console", 0}};
    const uint32_t x[3] = {0, 64 * 16, 0}, y[3] = {0, 0, 64 * 16}, z0 = 1 << 20;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        drawing_depth(GS_PSMZ32, true);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE);
        for (unsigned v = 0; v < 3; v++)
            drawing_write(GS_XYZ2, xyz_value(x[v], y[v], v == 1 ? z0 + 64 * 4 : z0));
        cr_expect_eq(drawing_z(5, 3), z0 + 20 - laws[i].less, "%s: %u", laws[i].rules, drawing_z(5, 3) - z0);
    }
}

/* The same step is 32 / 33 in 1/1024, or exact: at pixel 33 of 32 * 33 that is 31.97, or 32. */
Test(draw_console, the_step_of_depth_can_be_switched_alone)
{
    static const struct {
        const char *rules;
        uint32_t z;
    } laws[] = {{"console,depth_shortfall=none", 31}, {"console,depth=pcsx2", 32}};
    const uint32_t x[3] = {0, 66 * 16, 0}, y[3] = {0, 0, 64 * 16}, z0 = 1 << 16;
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        reopen(laws[i].rules);
        drawing_depth(GS_PSMZ32, true);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE);
        for (unsigned v = 0; v < 3; v++)
            drawing_write(GS_XYZ2, xyz_value(x[v], y[v], v == 1 ? z0 + 64 : z0));
        cr_expect_eq(drawing_z(33, 0) - z0, laws[i].z, "%s: %u", laws[i].rules, drawing_z(33, 0) - z0);
    }
}

/* ---- points and dithering ---- */

Test(draw_console, every_frame_format_is_dithered_flat_sprites_too)
{
    static const unsigned formats[] = {GS_PSMCT32, GS_PSMCT24, GS_PSMCT16};
    for (unsigned i = 0; i < 3; i++) {
        drawing_frame(formats[i], 0);
        drawing_fill_frame(0);
        drawing_write(GS_DTHE, 1);
        drawing_write(GS_DIMX, 0x3); /* 3 at (0, 0) */
        drawing_colour(rgba(0x40, 0x7D, 0xC5, 0x55));
        drawing_sprite(0, 0, 0, 64, 64, 0);
        uint32_t dithered = drawing_pixel(0, 0), plain = drawing_pixel(1, 0);
        if (formats[i] == GS_PSMCT16)
            cr_expect_eq(dithered, (uint32_t)(0x43 >> 3 | (0x80 >> 3) << 5 | (0xC8 >> 3) << 10));
        else
            cr_expect_eq(dithered - plain, 0x030303);
    }
}

/* The frame's format and plain rectangles are rules of their own. */
Test(draw_console, formats_and_fills_are_dithered_by_a_rule_each)
{
    static const struct {
        const char *rules;
        unsigned psm;
        bool fill, triangle; /* are dithered */
    } cases[] = {
        {"console,dither_fill=plain", GS_PSMCT32, false, true},
        {"console,dither=16bit", GS_PSMCT32, false, false},
        {"console,dither=16bit", GS_PSMCT16, true, true},
        {"console,dither=pcsx2", GS_PSMCT16, false, true},
        {"pcsx2,dither=all", GS_PSMCT32, false, true},
        {"pcsx2,dither_fill=dithered", GS_PSMCT16, true, true},
        {"pcsx2,dither_fill=dithered", GS_PSMCT32, false, false},
    };
    static const int corner[6] = {0, 0, 64 * 16, 0, 0, 64 * 16};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reopen(cases[i].rules);
        drawing_frame(cases[i].psm, 0);
        drawing_write(GS_DTHE, 1);
        drawing_write(GS_DIMX, 0x3); /* 3 at (0, 0) */
        drawing_colour(rgba(0x40, 0x7D, 0xC5, 0x55));
        drawing_sprite(0, 0, 0, 64 * 16, 64 * 16, 0);
        cr_expect_eq(drawing_pixel(0, 0) != drawing_pixel(1, 0), cases[i].fill, "%s", cases[i].rules);
        drawing_triangle(0, corner, 0);
        cr_expect_eq(drawing_pixel(0, 0) != drawing_pixel(1, 0), cases[i].triangle, "%s", cases[i].rules);
    }
}

/* GS-EXACT section 1: the scissor rejects pixels and never starts a walk anew. Triangles of all sizes against
 * the functions, over several groups of lanes. */
Test(draw_console, scissors_do_not_change_the_pixels_that_are_left)
{
    uint64_t state = 3;
    for (unsigned round = 0; round < 40; round++) {
        int32_t x[3], y[3];
        int64_t level[3];
        struct gs_console_shape shape;
        struct gs_console_ramp ramp;
        for (unsigned v = 0; v < 3; v++) {
            x[v] = (int32_t)(transfer_random(&state) % 1600) - 400;
            y[v] = (int32_t)(transfer_random(&state) % 1600) - 400;
            level[v] = transfer_random(&state) & 255;
        }
        if (!gs_console_shape_init(&shape, x, y))
            continue;
        gs_console_ramp_init(&ramp, &shape, level,
                             &(struct gs_console_steps){.width = GS_CONSOLE_WIDE_BLOCK});
        uint32_t left = transfer_random(&state) % 40, top = transfer_random(&state) % 40;
        drawing_write(GS_XYOFFSET_1, xyoffset_value(512, 512));
        drawing_write(GS_SCISSOR_1, scissor_value(left, 61, top, 59));
        drawing_fill_frame(0xFF000000);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP);
        for (unsigned v = 0; v < 3; v++) {
            drawing_colour(grey((uint32_t)level[v], 0));
            drawing_write(GS_XYZ2, xyz_value((uint32_t)(x[v] + 512), (uint32_t)(y[v] + 512), 0));
        }
        for (int32_t row = 0; row < 64; row++) {
            int32_t first = 0, end = 0;
            bool any = gs_console_span(&shape, row, &first, &end) && row >= (int32_t)top && row <= 59;
            for (int32_t column = 0; column < 64; column++) {
                bool drawn =
                    any && column >= first && column < end && column >= (int32_t)left && column <= 61;
                uint32_t byte = gs_console_ramp_byte(gs_console_ramp_at(&ramp, column, row));
                cr_assert_eq(drawing_pixel((uint32_t)column, (uint32_t)row),
                             drawn ? grey(byte, 0) : 0xFF000000, "round %u, (%d, %d)", round, column, row);
            }
        }
    }
}

/* GS-EXACT section 16: beside a vertical side at a whole column lies a column of pixels without coverage, as
 * there is a row above a horizontal one. */
Test(draw_console, edges_of_aa1_have_an_empty_column_outside)
{
    static const int xy[6] = {64 * 16, 16 * 16, 64 * 16, 48 * 16, 90 * 16, 16 * 16};
    drawing_fill_frame(0xFFFFFFFF);
    drawing_colour(0x80102030);
    drawing_triangle(AA1, xy, 0);
    cr_expect_eq(drawing_pixel(63, 30) >> 24, 0, "%08X", drawing_pixel(63, 30));
    cr_expect_eq(drawing_pixel(70, 15) >> 24, 0, "%08X", drawing_pixel(70, 15));
    reopen("console,aa1=pcsx2");
    drawing_fill_frame(0xFFFFFFFF);
    drawing_colour(0x80102030);
    drawing_triangle(AA1, xy, 0);
    cr_expect_eq(drawing_pixel(63, 30), 0xFFFFFFFF);
}
