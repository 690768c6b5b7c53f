/* Which pixels gs/console_triangle.c draws: those that gs_console_span has for each row, whose divisions
 * follow GS-EXACT section 1 (ceil of the sides, tables of span_left), whatever the scissor cuts off. */
#include <criterion/criterion.h>

#include "console_shape.h"
#include "drawing.h"
#include "float_inputs.h"

enum { AREA = 96, OFFSET = 2048 };

static struct float_inputs inputs = {0x7E1A};

static void open_console(void)
{
    drawing_open_with("console");
    drawing_write(GS_XYOFFSET_1, (uint64_t)(16 * OFFSET) << 32 | 16 * OFFSET);
}

TestSuite(console_triangle, .init = open_console, .fini = drawing_close, .timeout = 120);

static int32_t between(int32_t low, int32_t high)
{
    return low + (int32_t)(random_word(&inputs) % (uint32_t)(high - low + 1));
}

/* Around the area, or far beyond it; whole pixels and halves often. */
static int32_t position(int32_t around, int32_t size)
{
    static const int32_t grid[] = {~0, ~0, ~15, ~7};
    int32_t v = (around + between(-size, size)) & grid[between(0, 3)];
    return v < -16 * OFFSET ? -16 * OFFSET : v > 16 * OFFSET - 1 ? 16 * OFFSET - 1 : v;
}

static void check_triangle(const int32_t x[3], const int32_t y[3], const int32_t scissor[4])
{
    struct gs_console_shape shape;
    bool area = gs_console_shape_init(&shape, x, y);
    for (int32_t row = 0; row < AREA; row++) {
        int32_t first = 0, end = 0;
        bool any =
            area && gs_console_span(&shape, row, &first, &end) && row >= scissor[2] && row <= scissor[3];
        for (int32_t column = 0; column < AREA; column++) {
            bool inside =
                any && column >= first && column < end && column >= scissor[0] && column <= scissor[1];
            cr_assert_eq(drawing_pixel((uint32_t)column, (uint32_t)row), inside ? 0x80332211 : 0,
                         "%d,%d %d,%d %d,%d in 1/16: pixel %d,%d", x[0], y[0], x[1], y[1], x[2], y[2], column,
                         row);
        }
    }
}

Test(console_triangle, covers_the_pixels_between_its_sides)
{
    static const int32_t sizes[] = {24, 200, 900, 4000, 32767};
    for (unsigned round = 0; round < 600; round++) {
        int32_t x[3], y[3], scissor[4] = {0, AREA - 1, 0, AREA - 1};
        int32_t size = sizes[round % 5], middle = between(0, 16 * AREA), down = between(0, 16 * AREA);
        bool flat = round % 7 == 0, upright = round % 11 == 0;
        for (unsigned i = 0; i < 3; i++) {
            x[i] = position(middle, size);
            y[i] = position(down, size);
        }
        if (flat)
            y[1] = y[between(0, 1) * 2];
        if (upright)
            x[2] = x[between(0, 1)];
        if (round % 3 == 0)
            for (unsigned i = 0; i < 4; i++)
                scissor[i] = between(0, AREA - 1);
        drawing_write(GS_SCISSOR_1, (uint64_t)scissor[0] | (uint64_t)scissor[1] << 16 |
                                        (uint64_t)scissor[2] << 32 | (uint64_t)scissor[3] << 48);
        drawing_fill_frame(0);
        drawing_write(GS_RGBAQ, 0x80332211);
        drawing_write(GS_PRIM, GS_PRIM_TRIANGLE);
        for (unsigned i = 0; i < 3; i++)
            drawing_write(GS_XYZ2, (uint64_t)(uint32_t)(x[i] + 16 * OFFSET) |
                                       (uint64_t)(uint32_t)(y[i] + 16 * OFFSET) << 16);
        check_triangle(x, y, scissor);
    }
}
