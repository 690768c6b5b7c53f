/* Which draws walk colour and fog in blocks of four, and where blocks begin (GS-EXACT section 3, steps 3 and
 * 4), through the public API. Expected pixels: tests/walk_model.c, the text in whole numbers. */
#include <criterion/criterion.h>

#include "drawing.h"
#include "walk_model.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_blocks, .init = open_console, .fini = drawing_close);

enum { SUBJECTS = 4, SIDE = 96 };

/* The four combinations of direction and anchor; colours with gradients that have a fine part. */
static const struct {
    int x[3], y[3];
    uint8_t rgb[3][3];
} subjects[SUBJECTS] = {
    {{5 * 16 + 8, 90 * 16, 33 * 16},
     {3 * 16, 30 * 16 + 5, 88 * 16},
     {{3, 250, 7}, {240, 9, 101}, {90, 30, 200}}},
    {{33 * 16, 90 * 16, 6 * 16 + 1},
     {3 * 16, 30 * 16 + 5, 88 * 16},
     {{3, 250, 7}, {240, 9, 101}, {90, 30, 200}}},
    {{90 * 16 + 3, 8 * 16, 61 * 16},
     {2 * 16, 41 * 16 + 5, 91 * 16},
     {{253, 2, 9}, {40, 99, 201}, {90, 30, 20}}},
    {{50 * 16 + 3, 8 * 16, 92 * 16},
     {2 * 16, 41 * 16 + 5, 91 * 16},
     {{253, 2, 9}, {40, 99, 201}, {90, 30, 20}}},
};

static struct walk_model_triangle channel_of(unsigned subject, unsigned channel)
{
    struct walk_model_triangle t;
    for (unsigned v = 0; v < 3; v++) {
        t.x[v] = subjects[subject].x[v];
        t.y[v] = subjects[subject].y[v];
        t.level[v] = subjects[subject].rgb[v][channel];
    }
    return t;
}

/* Draws a subject; fog 255, or the red level as fog over white. */
static void draw_subject(unsigned subject, unsigned attributes, bool as_fog)
{
    drawing_fill_frame(0);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP | attributes);
    for (unsigned v = 0; v < 3; v++) {
        const uint8_t *c = subjects[subject].rgb[v];
        drawing_colour(as_fog ? 0x80FFFFFF : rgba(c[0], c[1], c[2], 128));
        drawing_write(GS_XYZF2, xyzf_value((uint32_t)subjects[subject].x[v], (uint32_t)subjects[subject].y[v],
                                           1000 + 777 * v, as_fog ? c[0] : 255));
    }
}

/* Pixels that no side of the triangle comes near: AA1 draws others there. */
static bool deep_inside(const struct walk_model_triangle *t, int x, int y)
{
    for (int dy = -2; dy <= 2; dy++)
        for (int dx = -2; dx <= 2; dx++)
            if (!walk_model_covers(t, x + dx, y + dy))
                return false;
    return true;
}

struct bits {
    unsigned width, drop; /* of a channel in the frame, and what it loses */
};

/* Compares the frame with the model; every subject must be able to tell the widths apart. */
static void check(unsigned subject, unsigned attributes, int width, struct bits bits, const char *what)
{
    unsigned telling = 0;
    for (unsigned channel = 0; channel < 3; channel++) {
        struct walk_model_triangle t = channel_of(subject, channel);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++) {
                if (!deep_inside(&t, x, y))
                    continue;
                uint32_t c = walk_model_byte(walk_model_value(&t, width, x, y, 0));
                uint32_t other = walk_model_byte(walk_model_value(&t, 12 - width, x, y, 0));
                if (attributes & FGE) {
                    c = c * 255 >> 8;
                    other = other * 255 >> 8;
                }
                telling += c >> bits.drop != other >> bits.drop;
                uint32_t pixel = drawing_pixel((uint32_t)x, (uint32_t)y) >> (bits.width * channel);
                cr_assert_eq(pixel & ((1u << bits.width) - 1), c >> bits.drop, "%s, %d, (%d, %d), %u", what,
                             subject, x, y, channel);
            }
    }
    cr_expect_gt(telling, 0, "%s, %u", what, subject);
}

/* MODULATE with 0x80 leaves a colour as it is. */
static void identity_texture(unsigned tcc)
{
    const uint32_t texel = 0x80808080;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 0, 0, tcc, GS_TFX_MODULATE, &texel));
    drawing_write(GS_UV, 0);
}

/* All of TME, FGE and AA1, each and together. */
static const struct {
    unsigned attributes;
    int width;
    const char *name;
} kinds[] = {{0, 8, "plain"},
             {TME | FST, 4, "TME"},
             {FGE, 4, "FGE"},
             {AA1, 4, "AA1"},
             {TME | FST | FGE, 4, "TME FGE"},
             {TME | FST | AA1, 4, "TME AA1"},
             {FGE | AA1, 4, "FGE AA1"},
             {TME | FST | FGE | AA1, 4, "TME FGE AA1"}};

static void check_kinds(unsigned more, struct bits bits)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (unsigned subject = 0; subject < SUBJECTS; subject++) {
            draw_subject(subject, kinds[i].attributes | more, false);
            check(subject, kinds[i].attributes, kinds[i].width, bits, kinds[i].name);
        }
}

static const struct bits true_colour = {8, 0};

Test(draw_blocks, each_of_texture_fog_and_aa1_makes_blocks_of_four_and_together_too)
{
    identity_texture(1);
    check_kinds(0, true_colour);
}

/* (Cs - 0) * 128 >> 7, over a frame of 0 with and without adding that. */
Test(draw_blocks, blending_does_not_change_the_width)
{
    identity_texture(1);
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 2, 128));
    check_kinds(ABE, true_colour);
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 1, 128));
    check_kinds(ABE, true_colour);
}

Test(draw_blocks, depth_does_not_change_the_width)
{
    identity_texture(1);
    drawing_depth(GS_PSMZ32, true);
    drawing_fill_depth(0);
    drawing_write(GS_TEST_1, test_depth(1));
    check_kinds(0, true_colour);
    drawing_depth(GS_PSMZ32, false);
    drawing_fill_depth(0);
    drawing_write(GS_TEST_1, test_depth(2));
    check_kinds(0, true_colour);
}

Test(draw_blocks, tcc_does_not_change_the_width)
{
    identity_texture(0);
    check_kinds(0, true_colour);
}

Test(draw_blocks, the_format_of_the_frame_does_not_change_the_width)
{
    identity_texture(1);
    drawing_frame(GS_PSMCT24, 0);
    check_kinds(0, true_colour);
    drawing_frame(GS_PSMCT16, 0);
    check_kinds(0, (struct bits){5, 3});
}

/* Fog shares the width of colour: FOGCOL 0 leaves (255 * F) >> 8 of white. */
Test(draw_blocks, fog_has_blocks_of_four_with_whatever_else)
{
    identity_texture(1);
    drawing_write(GS_FOGCOL, 0);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        for (unsigned subject = 0; subject < SUBJECTS && kinds[i].attributes & FGE; subject++) {
            struct walk_model_triangle t = channel_of(subject, 0);
            draw_subject(subject, kinds[i].attributes, true);
            for (int y = 0; y < SIDE; y++)
                for (int x = 0; x < SIDE; x++) {
                    if (!deep_inside(&t, x, y))
                        continue;
                    uint32_t f = walk_model_byte(walk_model_value(&t, 4, x, y, 0));
                    cr_assert_eq(drawing_pixel((uint32_t)x, (uint32_t)y) & 0xFF, 255 * f >> 8,
                                 "%s, %u, (%d, %d)", kinds[i].name, subject, x, y);
                }
        }
}

/* Step 4: to the left from a whole xR blocks begin at (ceil(xR) - 1) | 1. floor(xR) | 1 is another column if
 * xR is even. */
Test(draw_blocks, to_the_left_of_a_whole_even_column_blocks_begin_one_column_before_it)
{
    for (int column = 60; column < 64; column++)
        for (unsigned attributes = 0; attributes <= FGE; attributes += FGE) {
            struct walk_model_triangle t = {
                {column * 16, 3 * 16, 40 * 16}, {2 * 16, 30 * 16, 60 * 16}, {9, 250, 60}};
            unsigned others = 0;
            int width = attributes ? 4 : 8;
            drawing_fill_frame(0);
            drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP | attributes);
            for (unsigned v = 0; v < 3; v++) {
                drawing_colour(grey((uint32_t)t.level[v], 0));
                drawing_write(GS_XYZF2, xyzf_value((uint32_t)t.x[v], (uint32_t)t.y[v], 0, 255));
            }
            for (int y = 0; y < 64; y++)
                for (int x = 0; x < 64; x++) {
                    if (!walk_model_covers(&t, x, y))
                        continue;
                    uint32_t c = walk_model_byte(walk_model_value(&t, width, x, y, 0));
                    others +=
                        c != walk_model_byte(walk_model_value(&t, width, x, y, WALK_MODEL_FLOORED_GRID));
                    cr_assert_eq(drawing_pixel((uint32_t)x, (uint32_t)y) & 0xFF,
                                 attributes ? c * 255 >> 8 : c, "xR %d, (%d, %d)", column, x, y);
                }
            cr_expect_eq(others > 0, column % 2 == 0, "xR %d: %u", column, others);
        }
}
