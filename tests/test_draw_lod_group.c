/* lod_group=four: which pixel's Q gives the level. GS-EXACT section 10: a level settles once every four
 * pixels, from the second; where groups begin is our guess: where blocks of colour do (section 3). */
#include <criterion/criterion.h>

#include "drawing.h"

enum { LEVELS = 7, LEVEL_BLOCKS = 128, ROWS = 60, COLUMNS = 200 };

TestSuite(draw_lod_group, .fini = drawing_close);

/* Each level has one colour, which is its number in R. */
static void set_up(const char *rules)
{
    static uint32_t texels[64 * 64];
    uint64_t bases[2] = {0, 0};
    drawing_open_with(rules);
    for (unsigned level = 0; level < LEVELS; level++) {
        struct area area = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK + level * LEVEL_BLOCKS, 1, 0, 0};
        for (unsigned i = 0; i < 64 * 64; i++)
            texels[i] = 0xFFFFFF00u | level;
        transfer_upload(chip, &area, 64, 64, texels);
        if (level)
            bases[(level - 1) / 3] |=
                field(area.bp, 20 * ((level - 1) % 3)) | field(1, 20 * ((level - 1) % 3) + 14);
    }
    drawing_write(GS_TEX0_1, tex0_value(DRAWING_TEXTURE_BLOCK, 1, GS_PSMCT32, 6, 6, 1, GS_TFX_DECAL));
    drawing_write(GS_MIPTBP1_1, bases[0]);
    drawing_write(GS_MIPTBP2_1, bases[1]);
    drawing_write(GS_TEX1_1, field(6, 2) | field(2, 6) | field(2, 19)); /* MXL 6, MMIN 2, L 2 */
    drawing_fill_frame(0xFF);
}

/* Q falls along the row, and a little from row to row: the level rises. `x`: of the vertices, pixels. */
static void draw(const int x[3], const int y[3])
{
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | 1 << 4);
    for (unsigned i = 0; i < 3; i++) {
        drawing_write(GS_RGBAQ, rgbaq_value(0, 1.0f - (float)x[i] / 256.0f - (float)y[i] / 512.0f));
        drawing_write(GS_ST, st_value(0.25f, 0.25f));
        drawing_write(GS_XYZ2, xyz_value(16 * (uint32_t)x[i], 16 * (uint32_t)y[i], 0));
    }
}

static uint32_t level_at(int x, int y)
{
    return drawing_pixel((uint32_t)x, (uint32_t)y) & 0xFF;
}

/* `first`: a column where a group begins. */
static void check(const int x[3], const int y[3], int first, int direction)
{
    static uint32_t single[ROWS][COLUMNS];
    unsigned steps = 0, moved = 0;
    set_up("console");
    draw(x, y);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++)
            single[row][column] = level_at(column, row);
    drawing_close();
    set_up("console,lod_group=four");
    draw(x, y);
    for (int row = 0; row < ROWS; row++)
        for (int column = 0; column < COLUMNS; column++) {
            int group = direction * (column - first) >> 2, second = first + direction * (4 * group + 1);
            uint32_t level = level_at(column, row);
            cr_assert((level == 0xFF) == (single[row][column] == 0xFF), "the same pixels are drawn");
            if (level == 0xFF || second < 0 || second >= COLUMNS || single[row][second] == 0xFF)
                continue;
            cr_assert_eq(level, single[row][second], "%d, %d", column, row);
            moved += level != single[row][column];
            steps += single[row][column] != single[row][second];
        }
    cr_expect_gt(moved, 10);
    cr_expect_eq(moved, steps);
}

Test(draw_lod_group, four_pixels_from_the_anchor_on_have_the_level_of_the_second)
{
    check((const int[]){7, 190, 7}, (const int[]){2, 30, 58}, 6, 1);
}

Test(draw_lod_group, the_other_way_round_they_are_counted_to_the_left)
{
    check((const int[]){190, 7, 190}, (const int[]){2, 30, 58}, 189, -1);
}
