/* What captures of a console refuted (GS-EXACT, the sections named below): each formula was believed once, by
 * a manual, an emulator or an earlier fit, and must miss rows of the golden table that decided against it. */
#include <stdlib.h>
#include <string.h>

#include "console_colour.h"
#include "console_depth.h"
#include "console_reciprocal.h"
#include "console_texel.h"
#include "golden_count.h"

TestSuite(console_refuted);

static int number(const struct csv *csv, size_t row, const char *column)
{
    return (int)csv_number(csv, row, column);
}

/* Section 12: a weight of 255 - F for the fog colour, as documented, in one product or in two. */
Test(console_refuted, fog_does_not_weigh_with_255_less_f)
{
    struct csv *csv = csv_open("fog_blend.csv");
    size_t one = 0, two = 0, rounded = 0, right = 0, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++) {
        int c = number(csv, row, "Cv"), fogcol = number(csv, row, "Cf"), f = number(csv, row, "F");
        int stored = number(csv, row, "stored");
        right += (f * c + (256 - f) * fogcol) >> 8 == stored;
        one += (f * c + (255 - f) * fogcol) >> 8 == stored;
        two += ((c * f) >> 8) + ((fogcol * (255 - f)) >> 8) == stored;
        rounded += (f * c + (256 - f) * fogcol + 128) >> 8 == stored;
    }
    cr_expect_eq(right, rows);
    golden_refute("fog with 255 - F", one, rows);
    golden_refute("fog in two products", two, rows);
    golden_refute("fog rounded", rounded, rows);
    csv_close(csv);
}

/* Section 19: CSA is not added to the index and limited. */
Test(console_refuted, csa_is_not_added)
{
    struct csv *csv = csv_open("clut_csa_or.csv");
    size_t added = 0, ored = 0, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++) {
        int group = number(csv, row, "entry") >> 4, csa = number(csv, row, "csa");
        int sum = group + csa < 15 ? group + csa : 15;
        ored += (group | csa) == number(csv, row, "source_group");
        added += sum == number(csv, row, "source_group");
    }
    cr_expect_eq(ored, rows);
    golden_refute("CSA added", added, rows);
    csv_close(csv);
}

/* Section 8: the stages of the bilinear filter do not round. */
Test(console_refuted, filters_do_not_round)
{
    struct csv *csv = csv_open("bilinear_stage.csv");
    size_t rounded = 0, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++) {
        int a = number(csv, row, "a"), b = number(csv, row, "b"), w = number(csv, row, "w_0_15");
        rounded += (a * (16 - w) + b * w + 8) >> 4 == number(csv, row, "out");
    }
    golden_refute("bilinear rounded", rounded, rows);
    csv_close(csv);
}

/* Section 17: points are not rounded toward zero, which shows left of the frame only. */
Test(console_refuted, points_are_not_truncated_toward_zero)
{
    struct csv *csv = csv_open("point_round.csv");
    size_t truncated = 0, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++)
        truncated += (number(csv, row, "v_16ths") + 8) / 16 == number(csv, row, "pixel");
    golden_refute("points toward zero", truncated, rows);
    csv_close(csv);
}

/* Section 10: the tables of L = 0 and 1 are not those of L = 3 rounded; on how many entries they agree was
 * published. */
Test(console_refuted, the_small_logarithms_are_not_the_large_ones_rounded)
{
    struct csv *csv = csv_open("lod_log_table.csv");
    size_t two = 0, one = 0, none = 0, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++) {
        int most = number(csv, row, "T_L3");
        two += (most + 1) >> 1 == number(csv, row, "T_L2");
        one += (most + 1) >> 2 == number(csv, row, "T_L1");
        none += (most + 2) >> 3 == number(csv, row, "T_L0");
    }
    cr_expect_eq(two, rows);
    cr_expect_eq(one, 114, "%zu", one);
    cr_expect_eq(none, 116, "%zu", none);
    csv_close(csv);
}

/* Section 6: 13 bits, truncated, give the first row another texel. */
Test(console_refuted, one_over_q_has_more_than_13_bits)
{
    struct csv *csv = csv_open("perspective_recip.csv");
    const uint32_t q = 16383; /* Q of the row times 2^14 */
    cr_assert_eq(csv_real(csv, 0, "q") * 16384, (double)q);
    for (unsigned bits = 13; bits <= 14; bits++) {
        struct gs_console_inverse r = gs_console_inverse(q, GS_CONSOLE_ROUND_24);
        uint64_t cut = r.mantissa & ~((1ull << (23 - bits)) - 1);
        uint64_t u = (uint64_t)csv_number(csv, 0, "s_16_16") * cut >> (r.shift - 14);
        cr_expect_eq((int64_t)(u >> 16) == csv_number(csv, 0, "expected_texel"), bits == 14, "%u bits", bits);
    }
    csv_close(csv);
}

/* Section 4: with floor in place of truncation a falling step of 62500 / 33 would be one unit of 1/1024
 * lower, and its depths two units off over a row. */
Test(console_refuted, depth_steps_are_not_floored)
{
    const int64_t rise = -62500, run = 33;
    struct csv *csv = csv_open("depth_gradient.csv");
    double solved = csv_real(csv, 0, "console_solved"), within = csv_real(csv, 0, "console_pm");
    double truncated = -(double)(rise * 1024 / run) / 1024, floored = -(double)(rise * 1024 / run - 1) / 1024;
    cr_expect(truncated > solved - within && truncated < solved + within);
    cr_expect_not(floored > solved - within && floored < solved + within);
    csv_close(csv);
}

/* ---- colour walk (section 3) ---- */

/* The triangle of this name in colour_walk_anchor.csv. */
static void find_triangle(const struct csv *csv, const char *name, struct gs_console_shape *shape,
                          int64_t colour[3], int64_t fog[3])
{
    size_t row = 0;
    while (strcmp(csv_text(csv, row, "tri"), name) != 0)
        cr_assert_lt(++row, csv_rows(csv), "%s", name);
    static const char *const names[4][3] = {
        {"x0", "x1", "x2"}, {"y0", "y1", "y2"}, {"c0", "c1", "c2"}, {"f0", "f1", "f2"}};
    int32_t x[3], y[3];
    for (unsigned v = 0; v < 3; v++) {
        x[v] = (int32_t)(csv_real(csv, row, names[0][v]) * 16);
        y[v] = (int32_t)(csv_real(csv, row, names[1][v]) * 16);
        colour[v] = (int64_t)csv_real(csv, row, names[2][v]);
        fog[v] = (int64_t)csv_real(csv, row, names[3][v]);
    }
    cr_assert(gs_console_shape_init(shape, x, y));
}

/* Walks that were believed before. */
typedef int64_t walk(const struct gs_console_ramp *r, const struct gs_console_shape *s, int32_t x, int32_t y);

/* The part of the walk without the jumps between blocks. */
static int64_t within_block(struct gs_console_ramp r, int32_t x, int32_t y)
{
    r.x_step = r.coarse_x_step;
    return gs_console_ramp_at(&r, x, y);
}

/* Seed and jump floored apart to 1/128 level; they agree at W = 8 (gs-cwalk). */
static int64_t floored_apart(const struct gs_console_ramp *r, const struct gs_console_shape *s, int32_t x,
                             int32_t y)
{
    (void)s;
    int64_t all = gs_console_ramp_at(r, x, y), seed = within_block(*r, x, y), jump = all - seed;
    return (seed >> 3) * 8 + (jump >> 3) * 8;
}

/* The plane without blocks. */
static int64_t plain(const struct gs_console_ramp *r, const struct gs_console_shape *s, int32_t x, int32_t y)
{
    return r->start + r->x_step * (x - r->exact_x) + r->y_step * (16 * y - s->y[s->anchor]) / 16;
}

/* Rows that each count for themselves. */
static int64_t single_rows(const struct gs_console_ramp *r, const struct gs_console_shape *s, int32_t x,
                           int32_t y)
{
    (void)s;
    int32_t exact_y = (y & ~1) | (int32_t)r->row_bit;
    return gs_console_ramp_at(r, x, exact_y) + r->y_step * (y - exact_y);
}

/* The other end of the spine as the anchor's side for pairs of rows. */
static int64_t other_pairs(const struct gs_console_ramp *r, const struct gs_console_shape *s, int32_t x,
                           int32_t y)
{
    (void)s;
    struct gs_console_ramp other = *r;
    other.row_bit = !r->row_bit;
    return gs_console_ramp_at(&other, x, y);
}

/* Rows of the pixels' table that `believed` gives with these steps: the value in 1/128 if `exact`, else the
 * byte. */
static size_t count_walk(walk *believed, const struct gs_console_steps *steps, int width, bool exact,
                         size_t *rows)
{
    struct csv *anchors = csv_open("colour_walk_anchor.csv"),
               *csv = csv_open("colour_walk_pixels_derived.csv");
    size_t right = 0;
    for (size_t row = *rows = 0; row < csv_rows(csv); row++) {
        if (number(csv, row, "W") != width)
            continue;
        struct gs_console_shape shape;
        struct gs_console_ramp ramp;
        int64_t colour[3], fog[3];
        find_triangle(anchors, csv_text(csv, row, "tri"), &shape, colour, fog);
        bool is_fog = strcmp(csv_text(csv, row, "channel"), "fog") == 0;
        gs_console_ramp_init(&ramp, &shape, is_fog ? fog : colour, steps);
        int64_t v = believed(&ramp, &shape, number(csv, row, "x"), number(csv, row, "y"));
        right += exact ? v >> 3 == number(csv, row, "V_units_1_128")
                       : gs_console_ramp_byte(v) == number(csv, row, "byte");
        ++*rows;
    }
    csv_close(anchors);
    csv_close(csv);
    return right;
}

static struct gs_console_steps of_width(int width)
{
    return (struct gs_console_steps){.width = (unsigned)width};
}

Test(console_refuted, colours_are_no_plain_plane_and_rows_come_in_pairs_from_the_anchor)
{
    static walk *const believed[] = {plain, single_rows, other_pairs};
    for (size_t i = 0; i < sizeof believed / sizeof *believed; i++)
        for (int width = 4; width <= 8; width += 4) {
            const struct gs_console_steps steps = of_width(width);
            size_t rows, right = count_walk(believed[i], &steps, width, false, &rows);
            golden_refute(i == 0   ? "plane without blocks"
                          : i == 1 ? "rows by themselves"
                                   : "pairs from the other end",
                          right, rows);
        }
}

Test(console_refuted, the_walk_is_not_floored_in_parts_which_blocks_of_four_show)
{
    const struct gs_console_steps steps = of_width(4);
    size_t rows, right = count_walk(floored_apart, &steps, 4, true, &rows);
    golden_refute("floored in parts, blocks of 4", right, rows);
}

/* ---- the other choices of rules ---- */

static int64_t as_set_up(const struct gs_console_ramp *r, const struct gs_console_shape *s, int32_t x,
                         int32_t y)
{
    (void)s;
    return gs_console_ramp_at(r, x, y);
}

static size_t count_steps(const struct gs_console_steps *steps, int width, size_t *rows)
{
    return count_walk(as_set_up, steps, width, false, rows);
}

/* Section 3: walk_reciprocal=exact, walk_coarse=none, walk_rows=single, walk_block. */
Test(console_refuted, the_walk_needs_each_of_its_rules)
{
    for (unsigned width = 4; width <= 8; width += 4) {
        const struct gs_console_steps steps[] = {{.width = width},
                                                 {.width = width, .exact = true},
                                                 {.width = width, .fine = true},
                                                 {.width = width, .single = true},
                                                 {.width = 12 - width}};
        static const char *const names[] = {"", "walk_reciprocal=exact", "walk_coarse=none",
                                            "walk_rows=single", "walk_block"};
        size_t rows, right = count_steps(&steps[0], (int)width, &rows);
        cr_expect_eq(right, rows);
        for (size_t i = 1; i < sizeof steps / sizeof *steps; i++) {
            right = count_steps(&steps[i], (int)width, &rows);
            golden_refute(names[i], right, rows);
        }
    }
}

/* Section 2.1: gradients by the area itself know no height (walk_reciprocal=exact). */
Test(console_refuted, gradients_by_the_area_itself_do_not_change_with_the_height)
{
    struct csv *csv = csv_open("setup_reciprocal_height.csv");
    size_t right = 0, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++) {
        int64_t delta = csv_number(csv, row, "delta_levels"), height = csv_number(csv, row, "height");
        struct gs_console_area area;
        gs_console_area_init(&area, 224 * 16 * height * 16);
        int64_t g = gs_console_exact_gradient(delta * height * 16, &area);
        right += (double)g == csv_real(csv, row, "g_on_eighth") * 8;
    }
    golden_refute("walk_reciprocal=exact", right, rows);
    csv_close(csv);
}

/* Section 4: depth_shortfall=none. */
Test(console_refuted, depth_falls_short)
{
    static const int32_t x[3] = {0, 1024, 0}, y[3] = {0, 0, 1024};
    struct csv *csv = csv_open("depth_bias.csv");
    size_t right[2] = {0}, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++) {
        const double z0 = 1 << 20, dx = csv_real(csv, row, "dzdx"), dy = csv_real(csv, row, "dzdy");
        const uint32_t z[3] = {(uint32_t)z0, (uint32_t)(z0 + 64 * dx), (uint32_t)(z0 + 64 * dy)};
        struct gs_console_shape shape;
        struct gs_console_depth depth;
        cr_assert(gs_console_shape_init(&shape, x, y));
        for (unsigned falls_short = 0; falls_short < 2; falls_short++) {
            gs_console_depth_init(&depth, &shape, z, falls_short);
            int32_t line = csv_number(csv, row, "row_is_first_of_primitive") ? 0 : 7;
            right[falls_short] += gs_console_depth_shortfall(&depth, line) ==
                                  csv_number(csv, row, "bias_subtracted_units_of_1_2048");
        }
    }
    cr_expect_eq(right[1], rows);
    golden_refute("depth_shortfall=none", right[0], rows);
    csv_close(csv);
}
