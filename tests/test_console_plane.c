/* The console's plane of S, T, Q, 1/Q and the coordinate (GS-EXACT sections 5 to 7). Golden tables: index in
 * section 26 there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console_plane.h"
#include "console_texel.h"
#include "golden_count.h"

TestSuite(console_plane);

enum { S = GS_CONSOLE_S, T = GS_CONSOLE_T, Q = GS_CONSOLE_Q };

static const char letter[3] = {'S', 'T', 'Q'};

static int64_t numbered(const struct csv *csv, size_t row, const char *prefix, char attribute, int vertex)
{
    char name[32];
    if (vertex < 0)
        snprintf(name, sizeof name, "%s%c", prefix, attribute);
    else if (attribute)
        snprintf(name, sizeof name, "%s%c%d", prefix, attribute, vertex);
    else
        snprintf(name, sizeof name, "%s%d", prefix, vertex);
    return csv_number(csv, row, name);
}

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* A decimal field as the nearest float. */
static uint32_t field_bits(const struct csv *csv, size_t row, char attribute, int vertex)
{
    const char name[3] = {attribute, (char)('0' + vertex), 0};
    return bits_of(strtof(csv_text(csv, row, name), NULL));
}

/* The triangle of a row with columns x0.., and S0.. as decimals or S0_hex.. as float bits. */
static void load_plane_without(const struct csv *csv, size_t row, bool hex, unsigned without,
                               struct gs_console_plane *plane, struct gs_console_shape *shape)
{
    int32_t x[3], y[3];
    uint32_t stq[3][3];
    for (int v = 0; v < 3; v++) {
        x[v] = (int32_t)numbered(csv, row, "x", 0, v);
        y[v] = (int32_t)numbered(csv, row, "y", 0, v);
        for (unsigned a = 0; a < 3; a++) {
            char name[32];
            snprintf(name, sizeof name, "%c%d_hex", letter[a], v);
            stq[a][v] = hex ? (uint32_t)csv_hex(csv, row, name) : field_bits(csv, row, letter[a], v);
        }
    }
    cr_assert(gs_console_shape_init(shape, x, y));
    gs_console_plane_init(plane, shape, stq, without);
}

static void load_plane(const struct csv *csv, size_t row, bool hex, struct gs_console_plane *plane,
                       struct gs_console_shape *shape)
{
    load_plane_without(csv, row, hex, 0, plane, shape);
}

static bool has_plane(const struct csv *csv, size_t row, const struct gs_console_plane *p,
                      const struct gs_console_shape *s)
{
    bool ok = p->exponent == csv_number(csv, row, "E") && s->anchor == csv_number(csv, row, "anchor");
    for (unsigned a = 0; a < 3; a++) {
        ok = ok && p->x_step[a] == numbered(csv, row, "gx", letter[a], -1) &&
             p->y_step[a] == numbered(csv, row, "gy", letter[a], -1);
        for (int v = 0; v < 3; v++)
            ok = ok && p->value[a][v] == numbered(csv, row, "n", letter[a], v);
    }
    return ok;
}

static size_t row_named(const struct csv *csv, const char *name)
{
    size_t row = 0;
    while (row < csv_rows(csv) && strcmp(csv_text(csv, row, "name"), name) != 0)
        row++;
    cr_assert_lt(row, csv_rows(csv), "%s", name);
    return row;
}

/* Published goldens. Those with a negative vertex Q are older than the rule that negates such vertices: they
 * hold without it (q_negative=keep) and must differ with it. */
Test(console_plane, planes_are_those_of_perspective_plane_triangles)
{
    struct csv *csv = csv_open("perspective_plane_triangles.csv");
    size_t right = 0, older = 0, kept = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct gs_console_plane plane;
        struct gs_console_shape shape;
        load_plane(csv, row, true, &plane, &shape);
        bool negative = csv_number(csv, row, "any_negative_Q") != 0, ok = has_plane(csv, row, &plane, &shape);
        older += negative;
        right += ok && !negative;
        cr_expect_neq(ok, negative, "%s", csv_text(csv, row, "name"));
        load_plane_without(csv, row, true, GS_CONSOLE_Q_AS_SENT, &plane, &shape);
        kept += negative && has_plane(csv, row, &plane, &shape);
    }
    golden_older(csv, "q_negative=keep", older, 0, kept);
    golden_part(csv, "positive_q", csv_rows(csv) - older, right);
    csv_close(csv);
}

/* As with the table and Newton step, but by the area itself (texcoord_reciprocal=exact): most planes differ.
 */
Test(console_plane, planes_with_gradients_of_the_exact_area_are_others)
{
    struct csv *csv = csv_open("perspective_plane_triangles.csv");
    size_t right = 0, rows = csv_rows(csv);
    for (size_t row = 0; row < rows; row++) {
        struct gs_console_plane plane;
        struct gs_console_shape shape;
        load_plane_without(csv, row, true, GS_CONSOLE_EXACT_AREA | GS_CONSOLE_Q_AS_SENT, &plane, &shape);
        right += has_plane(csv, row, &plane, &shape);
    }
    golden_refute("texcoord_reciprocal=exact", right, rows);
    csv_close(csv);
}

/* Derived: nine of those triangles by the rule, and others. */
Test(console_plane, vertices_with_negative_q_are_negated_whole)
{
    struct csv *csv = csv_open("perspective_plane_negative_q_rule0_derived.csv");
    struct csv *triangles = csv_open("perspective_plane_triangles.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct gs_console_plane plane;
        struct gs_console_shape shape;
        load_plane(triangles, row_named(triangles, csv_text(csv, row, "name")), true, &plane, &shape);
        bool ok = has_plane(csv, row, &plane, &shape);
        right += ok;
        cr_expect(ok, "%s", csv_text(csv, row, "name"));
    }
    csv_close(triangles);
    golden_conclude(csv, right);
}

static bool has_sample(const struct csv *csv, size_t row, const char *x, const char *y,
                       const char *const h[3], const struct gs_console_plane *plane)
{
    int32_t at[3];
    gs_console_plane_at(plane, (int32_t)csv_number(csv, row, x), (int32_t)csv_number(csv, row, y), at);
    return at[S] == csv_number(csv, row, h[S]) && at[T] == csv_number(csv, row, h[T]) &&
           at[Q] == csv_number(csv, row, h[Q]);
}

/* Published; those of triangles with a negative Q as above. */
Test(console_plane, pixels_are_those_of_perspective_plane_samples)
{
    static const char *const names[3] = {"hS_quarter_g", "hT_quarter_g", "hQ_quarter_g"};
    struct csv *csv = csv_open("perspective_plane_samples.csv");
    struct csv *triangles = csv_open("perspective_plane_triangles.csv");
    size_t right[2] = {0}, rows[2] = {0}, plain = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        bool negative = csv_number(csv, row, "any_negative_Q") != 0;
        size_t triangle = row_named(triangles, csv_text(csv, row, "name"));
        struct gs_console_plane plane;
        struct gs_console_shape shape;
        load_plane(triangles, triangle, true, &plane, &shape);
        plain += negative && has_sample(csv, row, "px", "py", names, &plane);
        if (negative)
            load_plane_without(triangles, triangle, true, GS_CONSOLE_Q_AS_SENT, &plane, &shape);
        bool ok = has_sample(csv, row, "px", "py", names, &plane);
        rows[negative]++;
        right[negative] += ok;
        cr_expect(ok, "%s, row %zu", csv_text(csv, row, "name"), row);
    }
    golden_older(csv, "q_negative=keep", rows[1], plain, right[1]);
    golden_part(csv, "positive_q", rows[0], right[0]);
    csv_close(csv);
    csv_close(triangles);
}

static size_t scene_row(const struct csv *csv, const char *scene)
{
    size_t row = 0;
    while (row < csv_rows(csv) && strcmp(csv_text(csv, row, "scene"), scene) != 0)
        row++;
    cr_assert_lt(row, csv_rows(csv), "%s", scene);
    return row;
}

/* The texel of a coordinate under REPEAT. */
static int32_t texel(int32_t s, int32_t q, unsigned size_log2, enum gs_console_rounding rounding)
{
    int32_t coordinate = gs_console_coordinate(s, q, size_log2, rounding);
    return gs_console_sixteenths(coordinate, false) >> 4 & ((1 << size_log2) - 1);
}

/* Scenes are published, their pixels derived; two roundings of 1/Q. */
Test(console_plane, scenes_have_the_pixels_of_perspective_scene_pixels)
{
    static const char *const names[3] = {"hS", "hT", "hQ"};
    struct csv *csv = csv_open("perspective_scene_pixels_derived.csv");
    struct csv *scenes = csv_open("perspective_scenes.csv");
    size_t right = 0, as_14 = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        size_t scene = scene_row(scenes, csv_text(csv, row, "scene"));
        unsigned tw = (unsigned)csv_number(scenes, scene, "TW"),
                 th = (unsigned)csv_number(scenes, scene, "TH");
        struct gs_console_plane plane;
        struct gs_console_shape shape;
        load_plane(scenes, scene, false, &plane, &shape);
        bool ok = has_sample(csv, row, "px", "py", names, &plane);
        int32_t s = (int32_t)csv_number(csv, row, "hS"), t = (int32_t)csv_number(csv, row, "hT");
        int32_t q = (int32_t)csv_number(csv, row, "hQ");
        int32_t u14 = texel(s, q, tw, GS_CONSOLE_ROUND_14), v14 = texel(t, q, th, GS_CONSOLE_ROUND_14);
        int32_t u15 = texel(s, q, tw, GS_CONSOLE_ROUND_15), v15 = texel(t, q, th, GS_CONSOLE_ROUND_15);
        ok = ok && u14 == csv_number(csv, row, "texU_recip14trunc") &&
             v14 == csv_number(csv, row, "texV_recip14trunc") &&
             u15 == csv_number(csv, row, "texU_recip15_plus0p7") &&
             v15 == csv_number(csv, row, "texV_recip15_plus0p7");
        as_14 += u14 == u15 && v14 == v15;
        right += ok;
        cr_expect(ok, "%s, row %zu: %d %d, %d %d", csv_text(csv, row, "scene"), row, u14, v14, u15, v15);
    }
    golden_refute("1/Q truncated to 14 bits", as_14, csv_rows(csv));
    csv_close(scenes);
    golden_conclude(csv, right);
}

/* Published: the same pixels although all or some vertices are negated. */
Test(console_plane, negated_scenes_have_the_plane_of_the_scene_that_they_negate)
{
    struct csv *csv = csv_open("perspective_scenes_negated.csv"),
               *scenes = csv_open("perspective_scenes.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct gs_console_plane plane, other;
        struct gs_console_shape shape;
        load_plane(csv, row, false, &plane, &shape);
        load_plane(scenes, scene_row(scenes, csv_text(csv, row, "same_pixels_as")), false, &other, &shape);
        bool ok = memcmp(plane.value, other.value, sizeof plane.value) == 0 &&
                  memcmp(plane.x_step, other.x_step, sizeof plane.x_step) == 0 &&
                  memcmp(plane.y_step, other.y_step, sizeof plane.y_step) == 0;
        right += ok;
        cr_expect(ok, "%s", csv_text(csv, row, "scene"));
    }
    csv_close(scenes);
    golden_conclude(csv, right);
}

Test(console_plane, the_low_eight_mantissa_bits_are_cut_as_in_plane_mantissa_cut)
{
    struct csv *csv = csv_open("plane_mantissa_cut.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++)
        right += gs_console_cut((uint32_t)csv_hex(csv, row, "in_hex")) == csv_hex(csv, row, "out_hex");
    golden_conclude(csv, right);
}

Test(console_plane, all_nine_values_share_the_exponent_of_plane_shared_exponent)
{
    struct csv *csv = csv_open("plane_shared_exponent.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        uint32_t bits[9];
        for (int v = 0; v < 3; v++)
            for (int a = 0; a < 3; a++)
                bits[3 * a + v] = field_bits(csv, row, letter[a], v);
        right += gs_console_exponent(bits, 9) == csv_number(csv, row, "expected_E");
    }
    golden_conclude(csv, right);
}

Test(console_plane, values_go_down_onto_the_grid_as_in_plane_on_grid)
{
    struct csv *csv = csv_open("plane_on_grid.csv");
    size_t right = 0, toward_zero = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        float units = strtof(csv_text(csv, row, "value_in_units_of_g_at_E0"), NULL);
        int64_t expected = csv_number(csv, row, "expected_count");
        right += gs_console_on_grid(bits_of(units / 16384.0f), 0) == expected;
        toward_zero += (int64_t)units == expected;
    }
    golden_refute("toward zero", toward_zero, csv_rows(csv));
    golden_conclude(csv, right);
}

Test(console_plane, accumulators_are_floored_as_in_plane_pixel_floor)
{
    struct csv *csv = csv_open("plane_pixel_floor.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++)
        right += gs_console_quarters((int32_t)csv_number(csv, row, "accumulator")) ==
                 csv_number(csv, row, "expected_count_of_g_over_4");
    golden_conclude(csv, right);
}

/* S * (1 / Q) in 16.16 for a Q that is no count. */
static int64_t product(int64_t s, float q, enum gs_console_rounding rounding)
{
    uint32_t bits = bits_of(q), mantissa = (bits & 0x7FFFFF) | 0x800000;
    int exponent = (int)(bits >> 23) - 127 - 23;
    struct gs_console_inverse r = gs_console_inverse(mantissa, rounding);
    return (int64_t)((uint64_t)s * r.mantissa >> (r.shift + (unsigned)exponent));
}

/* Of the older model of 1/Q: 14 bits, truncated. 13 bits and the exact quotient fail on it. */
Test(console_plane, the_14_bit_reciprocal_gives_the_texels_of_perspective_recip)
{
    struct csv *csv = csv_open("perspective_recip.csv");
    size_t right = 0, exact = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int64_t s = csv_number(csv, row, "s_16_16");
        float q = strtof(csv_text(csv, row, "q"), NULL);
        right += product(s, q, GS_CONSOLE_ROUND_14) >> 16 == csv_number(csv, row, "expected_texel");
        exact += (int64_t)((double)s / (double)q) >> 16 == csv_number(csv, row, "expected_texel");
    }
    golden_refute("exact quotient", exact, csv_rows(csv));
    golden_conclude(csv, right);
}

/* GS-EXACT section 6: on a float32 quotient, add 179 and clear the low 8 bits. */
Test(console_plane, one_over_q_has_fifteen_bits_and_seven_tenths)
{
    for (uint32_t q = 1; q < 200000; q += 1 + q / 1000) {
        struct gs_console_inverse r = gs_console_inverse(q, GS_CONSOLE_ROUND_15);
        uint32_t expected = (bits_of(1.0f / (float)q) + 179) & ~0xFFu;
        float got = (float)r.mantissa / (float)(1ull << (r.shift - 20)) / 1048576.0f;
        cr_assert_eq(bits_of(got), expected, "%u", q);
    }
}

/* Published: with the plane a coordinate does not lag by a unit of 2^-16 texel. */
Test(console_plane, coordinates_of_perspective_no_lag_do_not_lag)
{
    struct csv *csv = csv_open("perspective_no_lag.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int32_t q = (int32_t)csv_number(csv, row, "hQ_quarter_g");
        int32_t u = gs_console_coordinate((int32_t)csv_number(csv, row, "hS_quarter_g"), q,
                                          (unsigned)csv_number(csv, row, "TW"), GS_CONSOLE_ROUND_15);
        int32_t v = gs_console_coordinate((int32_t)csv_number(csv, row, "hT_quarter_g"), q,
                                          (unsigned)csv_number(csv, row, "TH"), GS_CONSOLE_ROUND_15);
        bool ok = u >> 16 == csv_number(csv, row, "expected_u") &&
                  v >> 16 == csv_number(csv, row, "expected_v") &&
                  (u - 1) >> 16 == csv_number(csv, row, "u_if_lagged") &&
                  float_of(gs_console_q_bits(q, (int32_t)csv_number(csv, row, "E"))) ==
                      strtof(csv_text(csv, row, "Q"), NULL);
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_conclude(csv, right);
}

Test(console_plane, coordinates_saturate_at_the_end_of_their_sign)
{
    cr_expect_eq(gs_console_coordinate(1, 0, 4, GS_CONSOLE_ROUND_15), INT32_MAX);
    cr_expect_eq(gs_console_coordinate(-1, 0, 4, GS_CONSOLE_ROUND_15), INT32_MIN);
    cr_expect_eq(gs_console_coordinate(0, 0, 4, GS_CONSOLE_ROUND_15), 0);
    cr_expect_eq(gs_console_coordinate(INT32_MAX, 1, 15, GS_CONSOLE_ROUND_15), INT32_MAX);
    cr_expect_eq(gs_console_coordinate(INT32_MIN, 1, 0, GS_CONSOLE_ROUND_15), INT32_MIN);
    cr_expect_eq(gs_console_coordinate(32768, 1, 0, GS_CONSOLE_ROUND_15), INT32_MAX);
    cr_expect_eq(gs_console_coordinate(32767, 1, 0, GS_CONSOLE_ROUND_15), 32767 << 16);
    cr_expect_eq(gs_console_coordinate(3, -4, 0, GS_CONSOLE_ROUND_15), -49152);
    cr_expect_eq(gs_console_coordinate(1, INT32_MAX, 0, GS_CONSOLE_ROUND_15), 0);
}
