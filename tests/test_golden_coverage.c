/* Golden tables of covered pixels (GS-EXACT sections 1 and 16 to 18: measured on a console, published tests
 * and the rules they confirm). Every row is drawn through the public API. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "csv.h"
#include "drawing.h"
#include "golden_test.h"

#define UNTOUCHED 0xFF000000u

/* A test under "pcsx2" and under "console". */
#define GOLDEN(name) GOLDEN_TEST(golden_coverage, "pcsx2", name)

static int number(const struct csv *csv, size_t row, const char *column)
{
    return (int)csv_number(csv, row, column);
}

/* Whole pixels that are added to the positions of a row, so that the line and the pixels beside it lie in the
 * frame. The rules know no absolute position beyond the fraction of a pixel. */
struct shift {
    int x, y;
};

static int towards_16(int a, int b)
{
    return 16 - ((a < b ? a : b) >> 4);
}

static struct shift shift_of(const struct csv *csv, size_t row)
{
    return (struct shift){towards_16(number(csv, row, "x0_16"), number(csv, row, "x1_16")),
                          towards_16(number(csv, row, "y0_16"), number(csv, row, "y1_16"))};
}

/* Draws the line of a row into an empty frame. */
static void draw_line(const struct csv *csv, size_t row, unsigned attributes)
{
    struct shift s = shift_of(csv, row);
    drawing_fill_frame(UNTOUCHED);
    drawing_colour(0x80FFFFFF);
    drawing_line(attributes, number(csv, row, "x0_16") + 16 * s.x, number(csv, row, "y0_16") + 16 * s.y,
                 number(csv, row, "x1_16") + 16 * s.x, number(csv, row, "y1_16") + 16 * s.y, 0);
    gs_finish(chip);
}

/* The pixel at the row's position in these two columns. */
static uint32_t pixel_of(const struct csv *csv, size_t row, const char *x, const char *y)
{
    struct shift s = shift_of(csv, row);
    return drawing_pixel((uint32_t)(number(csv, row, x) + s.x), (uint32_t)(number(csv, row, y) + s.y));
}

GOLDEN(lines_have_the_pixels_of_line_walk_counts)
{
    struct csv *csv = csv_open("line_walk_counts.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        draw_line(csv, row, 0);
        unsigned count = drawing_count_other(UNTOUCHED);
        right += count == (unsigned)number(csv, row, "pixels");
        cr_expect_eq(count, (unsigned)number(csv, row, "pixels"), "%s: %u pixels", csv_text(csv, row, "case"),
                     count);
    }
    golden_conclude(csv, right);
}

/* The rows of one case follow each other; behind the last of those that begin with `row`. */
static size_t end_of_case(const struct csv *csv, size_t row)
{
    size_t end = row;
    while (end < csv_rows(csv) && strcmp(csv_text(csv, end, "case"), csv_text(csv, row, "case")) == 0)
        end++;
    return end;
}

static bool has_coverage(const struct csv *csv, size_t row)
{
    uint32_t main = pixel_of(csv, row, "x", "y") >> 24, beside = pixel_of(csv, row, "x_nb", "y_nb") >> 24;
    bool ok = main == (uint32_t)number(csv, row, "alpha_main") &&
              beside == (uint32_t)number(csv, row, "alpha_nb") &&
              number(csv, row, "cov16_main") >> 9 == number(csv, row, "alpha_main") &&
              number(csv, row, "cov16_nb") >> 9 == number(csv, row, "alpha_nb");
    cr_expect(ok, "%s, step %d: %u and %u", csv_text(csv, row, "case"), number(csv, row, "step"), main,
              beside);
    return ok;
}

/* Lines without AA1 draw the main pixel of each step; with it, main pixel and neighbour with coverage as
 * alpha. Nothing else is touched. */
GOLDEN(lines_step_along_line_walk_pixels)
{
    struct csv *csv = csv_open("line_walk_pixels.csv");
    size_t right = 0, plain = 0, end;
    for (size_t row = 0; row < csv_rows(csv); row = end) {
        const char *name = csv_text(csv, row, "case");
        end = end_of_case(csv, row);
        draw_line(csv, row, 0);
        for (size_t r = row; r < end; r++)
            plain += pixel_of(csv, r, "x", "y") == 0x80FFFFFF;
        cr_expect_eq(drawing_count_other(UNTOUCHED), end - row, "%s", name);
        draw_line(csv, row, AA1);
        cr_expect_eq(drawing_count_other(UNTOUCHED), 2 * (end - row), "%s, AA1", name);
        for (size_t r = row; r < end; r++)
            right += has_coverage(csv, r);
    }
    cr_expect_eq(plain, csv_rows(csv));
    golden_conclude(csv, right);
}

/* Horizontal lines drawn to the left lie in the row named; points as lines draw nothing. */
GOLDEN(reversed_and_empty_lines_are_those_of_line_walk_extra)
{
    struct csv *csv = csv_open("line_walk_extra.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        draw_line(csv, row, 0);
        unsigned count = drawing_count_other(UNTOUCHED), in_row = 0, expected = 0;
        if (*csv_text(csv, row, "row")) {
            expected = (unsigned)number(csv, row, "pixels");
            for (uint32_t x = 0; x < DRAWING_SIDE; x++)
                in_row +=
                    drawing_pixel(x, (uint32_t)(number(csv, row, "row") + shift_of(csv, row).y)) != UNTOUCHED;
        }
        bool ok = count == (unsigned)number(csv, row, "pixels") && in_row == expected;
        right += ok;
        cr_expect(ok, "%s: %u pixels, %u in the row", csv_text(csv, row, "case"), count, in_row);
    }
    golden_conclude(csv, right);
}

/* Draws a point at the row's position on one axis, `shift` pixels further, and 40 pixels down the other one.
 * Returns whether that pixel alone is drawn that the row says, or none if it is left of the frame. */
static bool point_is_rounded(const struct csv *csv, size_t row, unsigned axis, int shift)
{
    const int offset = 512; /* 1/16 pixel, so that positions left of the frame exist */
    int v = offset + number(csv, row, "v_16ths") + 16 * shift, other = offset + 40 * 16;
    int pixel = number(csv, row, "pixel") + shift;
    drawing_write(GS_XYOFFSET_1, xyoffset_value((uint32_t)offset, (uint32_t)offset));
    drawing_fill_frame(0);
    drawing_colour(0x00FFFFFF);
    drawing_point(0, axis ? other : v, axis ? v : other, 0);
    if (pixel < 0)
        return drawing_count_other(0) == 0;
    return drawing_count_other(0) == 1 &&
           drawing_pixel(axis ? 40 : (uint32_t)pixel, axis ? (uint32_t)pixel : 40) == 0x00FFFFFF;
}

/* Pixels left of the frame are not drawn: the scissor begins at 0. So every row is drawn sixteen pixels
 * further too, where all of them show. PCSX2 truncates toward zero there (rule "point"), which would matter
 * between -1.5 and -0.5 only, and there it drops the point beforehand. */
GOLDEN(points_are_rounded_as_in_point_round)
{
    struct csv *csv = csv_open("point_round.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        bool ok = true;
        for (unsigned axis = 0; axis < 2; axis++)
            ok = ok && point_is_rounded(csv, row, axis, 0) && point_is_rounded(csv, row, axis, 16);
        right += ok;
        cr_expect(ok, "%d", number(csv, row, "v_16ths"));
    }
    golden_conclude(csv, right);
}

/* A triangle whose left edge is the one of the row; its right edge is far away. */
GOLDEN(spans_start_where_span_left_says)
{
    struct csv *csv = csv_open("span_left.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int x = (int)(csv_real(csv, row, "edge_x_at_ref") * 16), y = 16 * number(csv, row, "ref_y");
        int slope = (int)(csv_real(csv, row, "slope_per_row") * 16), height = 64;
        uint32_t left = (uint32_t)number(csv, row, "scissor_left");
        uint32_t line = (uint32_t)number(csv, row, "row"), first = (uint32_t)number(csv, row, "first_pixel");
        drawing_fill_frame(0);
        drawing_write(GS_SCISSOR_1, scissor_value(left, 255, 0, 255));
        drawing_colour(0xFF);
        drawing_triangle(0, (const int[6]){x, y, x + slope * height, y + 16 * height, 4000, y}, 0);
        uint32_t start = 0;
        while (start < DRAWING_SIDE && drawing_pixel(start, line) == 0)
            start++;
        right += start == first;
        cr_expect_eq(start, first, "row %zu: %u", row, start);
    }
    golden_conclude(csv, right);
}
