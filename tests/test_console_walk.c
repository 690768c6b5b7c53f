/* The console's walks of colour, fog and Z, and the reciprocals of their set-up (GS-EXACT sections 1 to 4).
 * Golden tables: index in section 26 there; "derived" ones follow from the measured rules. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console_colour.h"
#include "console_depth.h"
#include "console_reciprocal.h"
#include "golden_count.h"

TestSuite(console_walk);

/* ---- the five triangles of the colour walk ---- */

struct subject {
    const char *name;
    struct gs_console_shape shape;
    int64_t colour[3], fog[3];
};

enum { SUBJECTS = 5 };

static void load_subject(const struct csv *csv, size_t row, struct subject *out)
{
    static const char *const x_names[3] = {"x0", "x1", "x2"}, *const y_names[3] = {"y0", "y1", "y2"};
    static const char *const c_names[3] = {"c0", "c1", "c2"}, *const f_names[3] = {"f0", "f1", "f2"};
    int32_t x[3], y[3];
    for (unsigned v = 0; v < 3; v++) {
        x[v] = (int32_t)(csv_real(csv, row, x_names[v]) * 16);
        y[v] = (int32_t)(csv_real(csv, row, y_names[v]) * 16);
        out->colour[v] = (int64_t)csv_real(csv, row, c_names[v]);
        out->fog[v] = (int64_t)csv_real(csv, row, f_names[v]);
    }
    out->name = csv_text(csv, row, "tri");
    cr_assert(gs_console_shape_init(&out->shape, x, y), "%s", out->name);
}

/* The table stays open: the names point into it. */
static struct csv *load_subjects(struct subject out[SUBJECTS])
{
    struct csv *csv = csv_open("colour_walk_anchor.csv");
    cr_assert_eq(csv_rows(csv), SUBJECTS);
    for (size_t row = 0; row < SUBJECTS; row++)
        load_subject(csv, row, &out[row]);
    return csv;
}

static const struct subject *subject_named(const struct subject subjects[SUBJECTS], const char *name)
{
    for (unsigned i = 0; i < SUBJECTS; i++)
        if (strcmp(subjects[i].name, name) == 0)
            return &subjects[i];
    cr_assert(false, "%s", name);
    return NULL;
}

static struct gs_console_ramp ramp_of(const struct subject *s, const char *channel, unsigned width)
{
    struct gs_console_ramp ramp;
    gs_console_ramp_init(&ramp, &s->shape, strcmp(channel, "fog") == 0 ? s->fog : s->colour,
                         &(struct gs_console_steps){.width = width});
    return ramp;
}

static int32_t phase(const struct gs_console_ramp *r, int32_t width)
{
    return (r->direction > 0 ? r->grid_x : r->grid_x + 1) & (width - 1);
}

/* Published. */
Test(console_walk, anchors_are_those_of_colour_walk_anchor)
{
    struct subject subjects[SUBJECTS];
    struct csv *csv = load_subjects(subjects);
    size_t right = 0;
    for (size_t row = 0; row < SUBJECTS; row++) {
        const struct subject *s = &subjects[row];
        struct gs_console_ramp r = ramp_of(s, "colour", GS_CONSOLE_WIDE_BLOCK);
        bool ok = r.direction == csv_number(csv, row, "d") && r.grid_x == csv_number(csv, row, "S") &&
                  r.exact_x == csv_number(csv, row, "A") && phase(&r, 8) == csv_number(csv, row, "phase8") &&
                  phase(&r, 4) == csv_number(csv, row, "phase4") &&
                  (s->shape.anchor == s->shape.top) == (csv_number(csv, row, "top_anchor") == 1) &&
                  s->shape.x[s->shape.anchor] == (int32_t)(csv_real(csv, row, "xR") * 16) &&
                  s->shape.y[s->shape.anchor] == (int32_t)(csv_real(csv, row, "yR") * 16);
        right += ok;
        cr_expect(ok, "%s: S %d, A %d", s->name, r.grid_x, r.exact_x);
    }
    golden_conclude(csv, right);
}

/* In 1/128 level there. */
static bool is_unit(const struct csv *csv, size_t row, const char *column, int64_t value)
{
    return csv_real(csv, row, column) * 8 == (double)value;
}

/* Numerator n by the 8-bit reciprocal, not truncated, in 1/128 level a pixel; exact in a double. */
static double not_truncated(int64_t n, const struct gs_console_area *area)
{
    double scale = (double)(1ull << (area->top + 8));
    return (area->negative ? -1.0 : 1.0) * (double)n * 2048.0 * (double)area->eight / scale;
}

/* Do the values of the set-up that come before the gradients fit the row? The reciprocal is that of the area
 * in square pixels, whose sign the table turns. */
static bool has_set_up(const struct csv *csv, size_t row, const struct gs_console_shape *s,
                       const int64_t level[3])
{
    double reciprocal = 256.0 * (double)s->area.eight / (double)(1ull << (s->area.top + 8));
    return csv_real(csv, row, "neg_cross_px2") * 256 == (double)-s->cross &&
           csv_real(csv, row, "recip8") == (s->cross > 0 ? -reciprocal : reciprocal) &&
           csv_real(csv, row, "raw_g") == not_truncated(gs_console_numerator_x(s, level), &s->area) &&
           csv_real(csv, row, "raw_gy") == not_truncated(gs_console_numerator_y(s, level), &s->area);
}

/* The gradient by a chain of float32 products, which no subject tells from the exact one. */
static bool is_float_chain(const struct csv *csv, size_t row, const struct gs_console_shape *s,
                           const int64_t level[3])
{
    float reciprocal = (float)s->area.eight / (float)(1ull << (s->area.top + 8));
    float product = (float)gs_console_numerator_x(s, level) * reciprocal;
    int64_t g = (int64_t)(product * 16384.0f) * (s->area.negative ? -1 : 1);
    return is_unit(csv, row, "g_if_float32_chain", g);
}

Test(console_walk, gradients_are_those_of_colour_walk_gradient)
{
    struct subject subjects[SUBJECTS];
    struct csv *anchors = load_subjects(subjects), *csv = csv_open("colour_walk_gradient_derived.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        const struct subject *s = subject_named(subjects, csv_text(csv, row, "tri"));
        struct gs_console_ramp r = ramp_of(s, csv_text(csv, row, "channel"), GS_CONSOLE_WIDE_BLOCK);
        const int64_t *level = strcmp(csv_text(csv, row, "channel"), "fog") == 0 ? s->fog : s->colour;
        int64_t fine = r.x_step - r.coarse_x_step;
        bool ok = is_unit(csv, row, "g", r.x_step) && is_unit(csv, row, "gy", r.y_step) &&
                  is_unit(csv, row, "gc", r.coarse_x_step) && is_unit(csv, row, "gyc", r.coarse_y_step) &&
                  is_unit(csv, row, "dw_W8", 8 * fine) && is_unit(csv, row, "dw_W4", 4 * fine) &&
                  has_set_up(csv, row, &s->shape, level) && is_float_chain(csv, row, &s->shape, level);
        right += ok;
        cr_expect(ok, "%s %s: %g %g", s->name, csv_text(csv, row, "channel"), (double)r.x_step / 8,
                  (double)r.y_step / 8);
    }
    csv_close(anchors);
    golden_conclude(csv, right);
}

Test(console_walk, pixels_are_those_of_colour_walk_pixels)
{
    struct subject subjects[SUBJECTS];
    struct csv *anchors = load_subjects(subjects), *csv = csv_open("colour_walk_pixels_derived.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        const struct subject *s = subject_named(subjects, csv_text(csv, row, "tri"));
        struct gs_console_ramp r =
            ramp_of(s, csv_text(csv, row, "channel"), (unsigned)csv_number(csv, row, "W"));
        int32_t x = (int32_t)csv_number(csv, row, "x"), y = (int32_t)csv_number(csv, row, "y");
        int64_t v = gs_console_ramp_at(&r, x, y);
        bool ok = v >> 3 == csv_number(csv, row, "V_units_1_128") &&
                  gs_console_ramp_byte(v) == csv_number(csv, row, "byte");
        right += ok;
        cr_expect(ok, "%s %s (%d, %d): %g", s->name, csv_text(csv, row, "channel"), x, y, (double)v / 8);
    }
    csv_close(anchors);
    golden_conclude(csv, right);
}

/* The pixels of the table with this block width that a walk in blocks of `tried` pixels gives too. */
static void try_width(int64_t width, unsigned tried)
{
    struct subject subjects[SUBJECTS];
    struct csv *anchors = load_subjects(subjects), *csv = csv_open("colour_walk_pixels_derived.csv");
    size_t right = 0, rows = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        if (csv_number(csv, row, "W") != width)
            continue;
        const struct subject *s = subject_named(subjects, csv_text(csv, row, "tri"));
        struct gs_console_ramp r = ramp_of(s, csv_text(csv, row, "channel"), tried);
        int64_t v =
            gs_console_ramp_at(&r, (int32_t)csv_number(csv, row, "x"), (int32_t)csv_number(csv, row, "y"));
        rows++;
        right += gs_console_ramp_byte(v) == csv_number(csv, row, "byte");
    }
    golden_refute("colour_walk_pixels with another width", right, rows);
    csv_close(anchors);
    csv_close(csv);
}

/* Refuted by gs-walk2: widths 2 and 16, and 4 and 8 in each other's place. */
Test(console_walk, other_block_widths_give_other_pixels)
{
    try_width(8, 4);
    try_width(4, 8);
    try_width(8, 16);
    try_width(4, 2);
}

/* Carried below zero, clamped when used (GS-EXACT section 3). */
Test(console_walk, a_negative_walk_reads_zero_and_not_255)
{
    cr_expect_eq(gs_console_ramp_byte(-1), 0);
    cr_expect_eq(gs_console_ramp_byte(-1024), 0);
    cr_expect_eq(gs_console_ramp_byte(1023), 0);
    cr_expect_eq(gs_console_ramp_byte(255 * 1024 + 1023), 255);
    cr_expect_eq(gs_console_ramp_byte(256 * 1024), 255);
}

/* ---- set-up reciprocals ---- */

static int64_t colour_gradient(int64_t n, int64_t cross)
{
    struct gs_console_area area;
    gs_console_area_init(&area, cross);
    return gs_console_colour_gradient(n, &area);
}

/* The subject: a baseline of 224 pixels and a height; its gradient along the row. */
static int64_t gradient_of_baseline(int64_t delta, int64_t height)
{
    return colour_gradient(delta * height * 16, 224 * 16 * height * 16);
}

Test(console_walk, gradients_change_with_the_height_as_in_setup_reciprocal_height)
{
    struct csv *csv = csv_open("setup_reciprocal_height.csv");
    size_t right = 0, by_edge = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int64_t delta = csv_number(csv, row, "delta_levels"), height = csv_number(csv, row, "height");
        int64_t g = gradient_of_baseline(delta, height);
        struct gs_console_area area;
        gs_console_area_init(&area, 224 * 16 * height * 16);
        bool ok = is_unit(csv, row, "g_on_eighth", g) &&
                  csv_real(csv, row, "exact_gradient_units") == (double)(delta * 128) / 224 &&
                  csv_real(csv, row, "recip8_product") == not_truncated(delta * height * 16, &area);
        right += ok;
        by_edge += is_unit(csv, row, "g_on_eighth", colour_gradient(delta * 16, 224 * 256));
        cr_expect(ok, "row %zu: %g", row, (double)g / 8);
    }
    /* Refuted by gs-shape: the reciprocal of the edge's length, which knows no height. */
    golden_refute("reciprocal of the length", by_edge, csv_rows(csv));
    golden_conclude(csv, right);
}

/* GS-EXACT 2.1: the console's row admits 145.375 to 145.5 units; the exact quotient is 145.714. */
Test(console_walk, the_8_bit_reciprocal_is_exact_for_powers_of_two_only)
{
    cr_expect_eq(colour_gradient(1 << 20, 1 << 16), (1 << 18));
    cr_expect_eq(colour_gradient(-(1 << 20), 1 << 16), -(1 << 18));
    cr_expect_eq(colour_gradient(1 << 20, -(1 << 16)), -(1 << 18));
    cr_expect_lt(colour_gradient(1 << 20, 3 << 15), (1 << 19) / 3);
    cr_expect_eq(gradient_of_baseline(255, 1024), gradient_of_baseline(255, 2048), "heights 2 : 1");
}

static int64_t plane_gradient(int64_t n, int64_t cross)
{
    struct gs_console_area area;
    gs_console_area_init(&area, cross);
    return gs_console_plane_gradient(n, &area);
}

Test(console_walk, gradients_of_s_t_q_are_those_of_perspective_gradient)
{
    struct csv *csv = csv_open("perspective_gradient.csv");
    size_t right = 0, exact = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int64_t n = csv_number(csv, row, "numerator"), c = csv_number(csv, row, "twice_area_12_4_sq");
        int64_t expected = csv_number(csv, row, "expected_in_g_over_1024_per_pixel");
        int64_t g = plane_gradient(n, c);
        right += g == expected;
        exact += n * 16384 / c == expected;
        cr_expect_eq(g, expected, "row %zu: %lld", row, (long long)g);
    }
    golden_refute("exact quotient", exact, csv_rows(csv)); /* the first row: a shortfall was measured */
    golden_conclude(csv, right);
}

/* ---- depth ---- */

/* A triangle with these gradients (per pixel, multiples of 1/4), flat top, 64 pixels in both directions. */
static struct gs_console_depth depth_with(double dzdx, double dzdy)
{
    static const int32_t x[3] = {0, 1024, 0}, y[3] = {0, 0, 1024};
    const double z0 = 1 << 20;
    const uint32_t z[3] = {(uint32_t)z0, (uint32_t)(z0 + 64 * dzdx), (uint32_t)(z0 + 64 * dzdy)};
    struct gs_console_shape shape;
    struct gs_console_depth depth;
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_depth_init(&depth, &shape, z, true);
    return depth;
}

Test(console_walk, depth_falls_short_by_depth_bias)
{
    struct csv *csv = csv_open("depth_bias.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct gs_console_depth d = depth_with(csv_real(csv, row, "dzdx"), csv_real(csv, row, "dzdy"));
        int32_t y = csv_number(csv, row, "row_is_first_of_primitive") ? 0 : 7;
        int32_t shortfall = gs_console_depth_shortfall(&d, y);
        bool ok = shortfall == csv_number(csv, row, "bias_subtracted_units_of_1_2048");
        right += ok;
        cr_expect(ok, "row %zu: %d", row, shortfall);
    }
    golden_conclude(csv, right);
}

/* The step along the row, 1/1024, of a triangle that rises by `rise` in `run` pixels. */
static int64_t depth_step(int64_t rise, int32_t run)
{
    const int32_t x[3] = {0, run * 16, 0}, y[3] = {0, 0, 1024};
    const uint32_t z[3] = {1 << 20, (uint32_t)((1 << 20) + rise), 1 << 20};
    struct gs_console_shape shape;
    struct gs_console_depth depth;
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_depth_init(&depth, &shape, z, true);
    return (int64_t)depth.x_step;
}

/* Is `step` what was solved from the console's picture, if it was? */
static bool is_solved(const struct csv *csv, size_t row, double step)
{
    if (!*csv_text(csv, row, "console_solved"))
        return !*csv_text(csv, row, "console_pm");
    double off = step - csv_real(csv, row, "console_solved"), within = csv_real(csv, row, "console_pm");
    return off < within && -off < within;
}

/* Fields with a fraction behind the decimals, rounded to six digits, or with an exact one. */
static bool is_step(const char *text, int64_t step)
{
    char *rest;
    double off = strtod(text, &rest) - (double)step / 1024;
    char fraction[40];
    snprintf(fraction, sizeof fraction, " (=%lld/1024)", (long long)step);
    return strcmp(rest, fraction) == 0 ? off < 6e-7 && off > -6e-7 : *rest == '\0' && off == 0;
}

/* The first gradient of the table, which is rounded, is this fraction. */
Test(console_walk, depth_steps_have_ten_fraction_bits_toward_zero)
{
    static const struct {
        const char *exact;
        int64_t rise;
        int32_t run;
    } gradients[] = {{"1893.939393...", 62500, 33}, {"32/33", 32, 33}, {"100000/3", 100000, 3}};
    struct csv *csv = csv_open("depth_gradient.csv");
    size_t right = 0;
    cr_assert_eq(csv_rows(csv), sizeof gradients / sizeof *gradients);
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int64_t step = depth_step(gradients[row].rise, gradients[row].run);
        bool ok = strcmp(csv_text(csv, row, "exact"), gradients[row].exact) == 0 &&
                  is_step(csv_text(csv, row, "trunc_2^-10"), step) &&
                  is_solved(csv, row, (double)step / 1024);
        right += ok;
        cr_expect(ok, "row %zu: %lld", row, (long long)step);
    }
    cr_expect_eq(depth_step(-62500, 33), -1939393);
    golden_conclude(csv, right);
}

/* GS-EXACT section 4: a depth that lands on a whole number stores the one below; without gradients none is
 * lost. */
Test(console_walk, whole_depths_store_one_less_unless_the_plane_is_flat)
{
    struct gs_console_depth slope = depth_with(4, 0), flat = depth_with(0, 0);
    struct gs_console_depth_row row;
    gs_console_depth_row(&slope, 3, &row);
    cr_expect_eq(gs_console_depth_at(&row, 5, UINT32_MAX), (1 << 20) + 20 - 1);
    gs_console_depth_row(&flat, 3, &row);
    cr_expect_eq(gs_console_depth_at(&row, 5, UINT32_MAX), 1 << 20);
    cr_expect_eq(gs_console_depth_at(&row, 5, 0xFFFF), 0xFFFF, "limited to the format");
}

/* ---- coverage ---- */

/* Edge functions, evaluated at every pixel of a box around the triangle. */
static bool inside(const struct gs_console_shape *s, int32_t x, int32_t y)
{
    int64_t sign = s->cross > 0 ? 1 : -1;
    for (unsigned a = 0; a < 3; a++) {
        unsigned b = (a + 1) % 3;
        int64_t dx = s->x[b] - s->x[a], dy = s->y[b] - s->y[a];
        int64_t f = sign * (dx * (16 * y - s->y[a]) - dy * (16 * x - s->x[a]));
        bool top_left = sign * dy < 0 || (dy == 0 && sign * dx > 0);
        if (f < 0 || (f == 0 && !top_left))
            return false;
    }
    return true;
}

Test(console_walk, spans_hold_the_pixels_inside_of_the_edge_functions)
{
    uint32_t seed = 1;
    for (unsigned round = 0; round < 3000; round++) {
        int32_t x[3], y[3], range = round % 2 ? 200 : 640;
        for (unsigned v = 0; v < 3; v++) {
            seed = seed * 1664525 + 1013904223;
            x[v] = (int32_t)(seed >> 8) % range - 64;
            y[v] = (int32_t)(seed >> 20) % range - 64;
            if (round % 5 == 0)
                y[v] &= ~15;
            if (round % 7 == 0)
                x[v] &= ~15;
        }
        struct gs_console_shape s;
        if (!gs_console_shape_init(&s, x, y))
            continue;
        for (int32_t row = -8; row < 42; row++) {
            int32_t first = 0, end = 0;
            bool any = gs_console_span(&s, row, &first, &end);
            for (int32_t column = -8; column < 42; column++)
                cr_assert_eq(inside(&s, column, row), any && column >= first && column < end,
                             "round %u, (%d, %d)", round, column, row);
        }
    }
}

Test(console_walk, the_order_of_the_vertices_has_no_effect)
{
    static const uint8_t orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    static const int32_t x[3] = {1608, 3208, 2248}, y[3] = {160, 800, 2080};
    static const int64_t level[3] = {3, 250, 97};
    struct gs_console_ramp first;
    for (unsigned i = 0; i < 6; i++) {
        const uint8_t *o = orders[i];
        struct gs_console_shape s;
        struct gs_console_ramp r;
        cr_assert(gs_console_shape_init(&s, (const int32_t[3]){x[o[0]], x[o[1]], x[o[2]]},
                                        (const int32_t[3]){y[o[0]], y[o[1]], y[o[2]]}));
        gs_console_ramp_init(&r, &s, (const int64_t[3]){level[o[0]], level[o[1]], level[o[2]]},
                             &(struct gs_console_steps){.width = 8});
        if (i == 0)
            first = r;
        cr_expect_eq(r.start, first.start);
        cr_expect_eq(r.x_step, first.x_step);
        cr_expect_eq(r.y_step, first.y_step);
        cr_expect_eq(r.exact_x, first.exact_x);
    }
}
