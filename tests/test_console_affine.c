/* Affine coordinates are the console's plane with Q = 1 (GS-EXACT sections 7.3 and 7.4). Golden tables: index
 * in section 26 there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console_grain.h"
#include "console_plane.h"
#include "console_texel.h"
#include "console_trail.h"
#include "golden_count.h"

TestSuite(console_affine);

enum { S = GS_CONSOLE_S, T = GS_CONSOLE_T, Q = GS_CONSOLE_Q };

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

static struct gs_console_plane affine_plane(const int32_t x[3], const int32_t y[3], const uint32_t s[3],
                                            const uint32_t t[3], struct gs_console_shape *shape)
{
    const uint32_t one = 0x3F800000;
    const uint32_t stq[3][3] = {{s[0], s[1], s[2]}, {t[0], t[1], t[2]}, {one, one, one}};
    struct gs_console_plane plane;
    cr_assert(gs_console_shape_init(shape, x, y));
    gs_console_plane_init(&plane, shape, stq, 0);
    return plane;
}

/* Bits of the float u / 2^16 / 2^tw. */
static uint32_t of_16_16(int64_t u, unsigned tw)
{
    return bits_of((float)u / (float)(1u << tw) / 65536.0f);
}

/* Does a blit of w x h texels at `step` texels a pixel trail, seen along the row? */
static bool trails(int32_t w, int32_t h, float step)
{
    const int32_t x[3] = {0, 16 * w, 0}, y[3] = {0, 0, 16 * h};
    const uint32_t right = of_16_16((int64_t)((float)(w * 65536) * step), 8),
                   down = of_16_16((int64_t)h << 16, 8);
    const uint32_t s[3] = {0, right, 0}, t[3] = {0, 0, down};
    struct gs_console_shape shape;
    struct gs_console_plane plane = affine_plane(x, y, s, t, &shape);
    int32_t at[3], late = 0;
    for (int32_t i = 0; i < w; i++) {
        gs_console_plane_at(&plane, i, 0, at);
        int32_t exact = (int32_t)((float)(i * 65536) * step);
        late += gs_console_coordinate(at[S], at[Q], 8, GS_CONSOLE_ROUND_15) / 4096 != exact / 4096;
    }
    return late > 0;
}

/* Published: from captures of blits in two triangles. */
Test(console_affine, blits_trail_as_in_stq_blit_trail)
{
    struct csv *csv = csv_open("stq_blit_trail.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int32_t w = (int32_t)csv_number(csv, row, "w"), h = (int32_t)csv_number(csv, row, "h");
        bool ok = trails(w, h, strtof(csv_text(csv, row, "step_texels_per_px"), NULL)) ==
                      (csv_number(csv, row, "trails") == 1) &&
                  w * h * 256 == csv_number(csv, row, "twice_area_12_4sq");
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_conclude(csv, right);
}

static const char *arm_of(const struct csv *csv, size_t row)
{
    return csv_text(csv, row, "arm");
}

/* What the plane makes of a published arm; coordinates and gradients in 1/65536 texel. */
struct arm {
    struct gs_console_plane plane;
    double grain;          /* of the vertices */
    double u[3], gradient; /* on the grain: at the vertices, and from one to the next */
    double walked;         /* a pixel */
    bool power;            /* twice the area */
};

/* By the vertices as they are before any clearing. The grain's floor is 2^(TW + 2). */
static struct arm arm_by_the_plane(const struct csv *csv, size_t row)
{
    static const char *const names[3] = {"u0_16_16", "u1_16_16", "u2_16_16"};
    unsigned tw = (unsigned)csv_number(csv, row, "floor_exp") - 2;
    int32_t width = (int32_t)csv_number(csv, row, "dx_pixels");
    const int32_t x[3] = {0, width * 16, 0};
    const int32_t y[3] = {0, 0, csv_number(csv, row, "twice_area_pow2") ? 1024 : 1008};
    const uint32_t t[3] = {0, 0, 0};
    uint32_t s[3];
    for (unsigned v = 0; v < 3; v++)
        s[v] = of_16_16(csv_number(csv, row, names[v]), tw);
    struct gs_console_shape shape;
    struct arm arm = {.plane = affine_plane(x, y, s, t, &shape)};
    arm.grain = (double)((int64_t)4 << tw << arm.plane.exponent);
    for (unsigned v = 0; v < 3; v++)
        arm.u[v] = arm.grain * arm.plane.value[S][v];
    arm.gradient = (arm.u[1] - arm.u[0]) / width;
    arm.walked = arm.grain * (double)arm.plane.x_step[S] / 1024;
    arm.power = (shape.area.size & (shape.area.size - 1)) == 0;
    return arm;
}

/* Published arms: the grain of vertices and gradients is that of the plane. Gradients between vertices are
 * given to nine digits. */
Test(console_affine, grains_and_walked_gradients_are_those_of_coordinate_grain_arms)
{
    struct csv *csv = csv_open("coordinate_grain_arms.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct arm arm = arm_by_the_plane(csv, row);
        double off = arm.gradient - csv_real(csv, row, "vertex_gradient");
        bool ok = arm.grain == (double)((int64_t)1 << csv_number(csv, row, "grain_log2")) &&
                  arm.u[0] == csv_real(csv, row, "u0_on_grain") &&
                  arm.u[1] == csv_real(csv, row, "u1_on_grain") && arm.u[2] == arm.u[0] && off < 6e-10 &&
                  off > -6e-10 && arm.walked == csv_real(csv, row, "walked_gradient") &&
                  arm.power == csv_number(csv, row, "twice_area_pow2");
        right += ok;
        cr_expect(ok, "%s: grain %g, from %.9g to %.9g, gradient %.13g, walked %.10g", arm_of(csv, row),
                  arm.grain, arm.u[0], arm.u[1], arm.gradient, arm.walked);
    }
    golden_conclude(csv, right);
}

/* The row of the arm that `name` begins: up to the first "-". */
static size_t arm_named(const struct csv *csv, const char *name)
{
    size_t row = 0, length = strlen(name);
    while (row < csv_rows(csv) &&
           (strncmp(arm_of(csv, row), name, length) != 0 || arm_of(csv, row)[length] != '-'))
        row++;
    cr_assert_lt(row, csv_rows(csv), "%s", name);
    return row;
}

/* Is the walked gradient that was published, if one was, this one, and the verdict so? */
static bool has_verdict(const struct csv *csv, size_t row, double walked)
{
    const char *published = csv_text(csv, row, "published_walked_gradient");
    if (!*published)
        return !*csv_text(csv, row, "verdict");
    return csv_real(csv, row, "published_walked_gradient") == walked &&
           strcmp(csv_text(csv, row, "verdict"), "match") == 0;
}

/* Derived: the plane of the same arms, its exponent by their coordinates and the texture's size. */
Test(console_affine, the_plane_gives_the_arms_of_unified_plane_check)
{
    struct csv *arms = csv_open("coordinate_grain_arms.csv"), *csv = csv_open("unified_plane_check.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct arm arm = arm_by_the_plane(arms, arm_named(arms, arm_of(csv, row)));
        bool ok = arm.plane.exponent == csv_number(csv, row, "E") &&
                  arm.grain == csv_real(csv, row, "grain_16_16") &&
                  arm.u[0] == csv_real(csv, row, "seed_on_grain") &&
                  arm.walked == csv_real(csv, row, "plane_walked_gradient") &&
                  has_verdict(csv, row, arm.walked);
        right += ok;
        cr_expect(ok, "%s: E %d, grain %g, seed %.9g, gradient %.10g", arm_of(csv, row), arm.plane.exponent,
                  arm.grain, arm.u[0], arm.walked);
    }
    csv_close(arms);
    golden_conclude(csv, right);
}

/* Published vertices: on the plane's grid they lie where the grain puts them, from the float as sent. */
Test(console_affine, vertices_of_coordinate_grain_raw_vertices_lie_on_the_grid)
{
    static const struct {
        const char *arm;
        int32_t exponent;
    } arms[] = {{"A7", 4}, {"B7", 2}, {"B12", 4}, {"B15", 2}, {"B11", 4}};
    struct csv *csv = csv_open("coordinate_grain_raw_vertices.csv");
    size_t right = 0, cleared = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        size_t i = 0;
        while (strncmp(arm_of(csv, row), arms[i].arm, strlen(arms[i].arm)) != 0)
            cr_assert_lt(++i, sizeof arms / sizeof *arms, "%s", arm_of(csv, row));
        uint32_t bits = of_16_16(csv_number(csv, row, "raw_u"), 6);
        int64_t grain = (int64_t)1 << (8 + arms[i].exponent);
        int64_t u = gs_console_on_grid(gs_console_cut(bits), arms[i].exponent) * grain;
        bool ok = u == csv_number(csv, row, "on_primitive_grain") &&
                  csv_number(csv, row, "raw_u") - u == csv_number(csv, row, "seed_residue_vs_raw");
        right += ok;
        cleared += csv_number(csv, row, "after_stock_clear") == csv_number(csv, row, "on_primitive_grain");
        cr_expect(ok, "%s: %lld", arm_of(csv, row), (long long)u);
    }
    golden_refute("the clearing of mantissas alone", cleared, csv_rows(csv));
    golden_conclude(csv, right);
}

static int64_t plane_gradient(int64_t n, int64_t cross)
{
    struct gs_console_area area;
    gs_console_area_init(&area, cross);
    return gs_console_plane_gradient(n, &area);
}

static int64_t grain_gradient(int64_t n, int64_t cross)
{
    struct gs_console_area area;
    gs_console_area_init(&area, cross);
    return gs_console_grain_gradient(n, &area);
}

/* Published for the older law of affine triangles, by which a falling gradient is not shortened. The plane
 * shortens both, so the one row with a falling gradient comes out one unit nearer to zero. */
Test(console_affine, gradients_are_pushed_below_as_in_coordinate_gradient_push)
{
    struct csv *csv = csv_open("coordinate_gradient_push.csv");
    size_t right = 0, falling = 0, pushed = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        double unit = (double)(1 << csv_number(csv, row, "grain_log2")) / 1024;
        int64_t in = (int64_t)(csv_real(csv, row, "gradient_in") / unit);
        int64_t area = csv_number(csv, row, "pow2_area") ? 1 << 14 : 3 << 14;
        double out = unit * (double)plane_gradient(in * (area >> 14), area);
        double expected = csv_real(csv, row, "expected");
        double older = unit * (double)grain_gradient(in * (area >> 14), area);
        cr_expect_eq(older, expected, "row %zu by the grain: %g", row, older);
        falling += in < 0;
        pushed += in < 0 && older == expected;
        right += in >= 0 && out == expected;
        cr_expect(in < 0 ? out == expected + unit : out == expected, "row %zu: %g", row, out);
    }
    golden_older(csv, "st_walk=grain", falling, 0, pushed);
    golden_part(csv, "rising", csv_rows(csv) - falling, right);
    csv_close(csv);
}

/* UV registers come in as S = U / 2^(4 + TW), exact. */
Test(console_affine, uv_registers_are_exact_as_floats)
{
    for (unsigned tw = 0; tw < 16; tw++)
        for (uint32_t u = 0; u < 16384; u += 7)
            cr_assert_eq(float_of(gs_console_uv_bits(u, tw)), (float)u / (float)(16 << tw));
}

/* ---- the accumulator ---- */

/* The four texels of an axis whose span starts with `start` and `step`, in a triangle with or without an area
 * that is a power of two. */
static void accumulate(int64_t start, int64_t step, bool power, int32_t out[4])
{
    int32_t height = power ? 1024 : 1008;
    const int32_t x[3] = {0, 1024, 0}, y[3] = {0, 0, height};
    const int64_t value[3] = {start, start + step * 64, start};
    struct gs_console_shape shape;
    struct gs_console_trail trail;
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_trail_init(&trail, &shape, value);
    int64_t at = gs_console_trail_start(&trail, 0, 0);
    for (int32_t i = 0; i < 4; i++)
        out[i] = gs_console_sixteenths(gs_console_trail_at(&trail, at, i), false) >> 4 & 15;
}

/* The same by the plane, which has no accumulator: the triangle's left column is 8 pixels left of the span,
 * its vertices are floats for a texture of 16 texels. Both axes run along the row. */
static void by_the_plane(const int64_t start[2], const int64_t step[2], int32_t out[2][4])
{
    const int32_t x[3] = {-128, 1024 - 128, -128}, y[3] = {0, 0, 1008};
    uint32_t st[2][3];
    for (unsigned a = 0; a < 2; a++) {
        st[a][0] = st[a][2] = of_16_16(start[a] - 8 * step[a], 4);
        st[a][1] = of_16_16(start[a] + 56 * step[a], 4);
    }
    struct gs_console_shape shape;
    struct gs_console_plane plane = affine_plane(x, y, st[0], st[1], &shape);
    for (int32_t i = 0; i < 4; i++) {
        int32_t at[3];
        gs_console_plane_at(&plane, i, 0, at);
        for (unsigned a = 0; a < 2; a++) {
            int32_t c = gs_console_coordinate(at[a], at[Q], 4, GS_CONSOLE_ROUND_15);
            out[a][i] = gs_console_sixteenths(c, false) >> 4 & 15;
        }
    }
}

/* One texel for all four pixels. */
static bool is_texel_v(const struct csv *csv, size_t row, const int32_t v[4])
{
    int64_t expected = csv_number(csv, row, "texV");
    return v[0] == expected && v[1] == expected && v[2] == expected && v[3] == expected;
}

static bool has_row_texels(const struct csv *csv, size_t row, const int32_t texel[4])
{
    int32_t expected[4];
    int got = sscanf(csv_text(csv, row, "expected_texU_4px"), "%d %d %d %d", &expected[0], &expected[1],
                     &expected[2], &expected[3]);
    return got == 4 && memcmp(texel, expected, sizeof expected) == 0;
}

/* The row of a triangle with S, T and Q = 1 states its span's start and step, 196600 and 3. This triangle has
 * both by either law: its left corner is 40 pixels left of the span and 120 units below, on the grain of 64,
 * and its gradient of 3072/1023 is walked as 3. The texture has 16 texels. */
static bool affine_row_holds(const struct csv *csv, size_t row)
{
    const int32_t x[3] = {-640, 1023 - 640, -640}, y[3] = {0, 0, 1008};
    const uint32_t s[3] = {of_16_16(196480, 4), of_16_16(196480 + 192, 4), of_16_16(196480, 4)};
    const uint32_t v = of_16_16(csv_number(csv, row, "v0"), 4), t[3] = {v, v, v};
    struct gs_console_shape shape;
    struct gs_console_plane plane = affine_plane(x, y, s, t, &shape);
    struct gs_console_grain u_grain, v_grain;
    gs_console_grain_init(&u_grain, &shape, s, 4);
    gs_console_grain_init(&v_grain, &shape, t, 4);
    gs_int128 u_start = gs_console_grain_start(&u_grain, 0, 0),
              v_start = gs_console_grain_start(&v_grain, 0, 0);
    int32_t by_plane[4], by_grain[4];
    bool ok = u_start == csv_number(csv, row, "u0_16_16") && v_start == csv_number(csv, row, "v0") &&
              u_grain.step == 1024 * csv_number(csv, row, "du") && v_grain.step == 0;
    for (int32_t i = 0; i < 4; i++) {
        int32_t at[3];
        gs_console_plane_at(&plane, i, 0, at);
        int32_t c[3] = {gs_console_coordinate(at[S], at[Q], 4, GS_CONSOLE_ROUND_15),
                        gs_console_coordinate(at[T], at[Q], 4, GS_CONSOLE_ROUND_15),
                        gs_console_grain_at(&v_grain, v_start, i)};
        by_plane[i] = gs_console_sixteenths(c[0], false) >> 4;
        by_grain[i] = gs_console_sixteenths(gs_console_grain_at(&u_grain, u_start, i), false) >> 4;
        for (unsigned k = 1; k < 3; k++)
            ok = ok && gs_console_sixteenths(c[k], false) >> 4 == csv_number(csv, row, "texV");
    }
    cr_expect(has_row_texels(csv, row, by_grain), "by the grain");
    cr_expect(has_row_texels(csv, row, by_plane), "by the plane");
    return ok && has_row_texels(csv, row, by_grain) && has_row_texels(csv, row, by_plane);
}

/* Published. */
Test(console_affine, the_accumulator_trails_as_in_affine_walk_published)
{
    struct csv *csv = csv_open("affine_walk_published.csv");
    size_t right = 0, rows = 0, affine = 0, affine_right = 0, plain = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        if (strcmp(csv_text(csv, row, "class"), "triangle_STQ_Q1") == 0) {
            affine++;
            affine_right += affine_row_holds(csv, row);
        }
        if (strcmp(csv_text(csv, row, "class"), "triangle_UV") != 0)
            continue;
        const int64_t start[2] = {csv_number(csv, row, "u0_16_16"), csv_number(csv, row, "v0")},
                      step[2] = {csv_number(csv, row, "du"), csv_number(csv, row, "dv")};
        int32_t u[4], v[4], expected[4], plane[2][4];
        by_the_plane(start, step, plane);
        accumulate(start[0], step[0], false, u);
        accumulate(start[1], step[1], false, v);
        int got = sscanf(csv_text(csv, row, "expected_texU_4px"), "%d %d %d %d", &expected[0], &expected[1],
                         &expected[2], &expected[3]);
        bool ok = got == 4 && memcmp(u, expected, sizeof u) == 0 && is_texel_v(csv, row, v);
        right += ok;
        plain += memcmp(plane[0], expected, sizeof expected) == 0 && is_texel_v(csv, row, plane[1]);
        rows++;
        cr_expect(ok, "row %zu: %d %d %d %d", row, u[0], u[1], u[2], u[3]);
    }
    golden_older(csv, "uv_walk=accumulator", rows, plain, right);
    golden_part(csv, "affine", affine, affine_right);
    csv_close(csv);
}

static const char *const texel_names[2][4] = {{"texU0", "texU1", "texU2", "texU3"},
                                              {"texV0", "texV1", "texV2", "texV3"}};

static bool has_texels(const struct csv *csv, size_t row, unsigned axis, const int32_t texel[4])
{
    bool ok = true;
    for (unsigned i = 0; i < 4; i++)
        ok = ok && texel[i] == csv_number(csv, row, texel_names[axis][i]);
    return ok;
}

/* Derived by the same rule. */
Test(console_affine, the_accumulator_trails_as_in_affine_walk_sweep)
{
    struct csv *csv = csv_open("affine_walk_sweep.csv");
    size_t right = 0, rows = 0, plain = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        if (strcmp(csv_text(csv, row, "class"), "triangle_UV") != 0)
            continue;
        const int64_t start[2] = {csv_number(csv, row, "u0_16_16"), csv_number(csv, row, "v0")};
        const int64_t step[2] = {csv_number(csv, row, "du"), csv_number(csv, row, "dv")};
        int32_t u[4], v[4], plane[2][4];
        accumulate(start[0], step[0], false, u);
        accumulate(start[1], step[1], false, v);
        by_the_plane(start, step, plane);
        bool ok = has_texels(csv, row, 0, u) && has_texels(csv, row, 1, v);
        right += ok;
        plain += has_texels(csv, row, 0, plane[0]) && has_texels(csv, row, 1, plane[1]);
        rows++;
        cr_expect(ok, "row %zu: %d %d %d %d", row, u[0], u[1], u[2], u[3]);
    }
    golden_older(csv, "uv_walk=accumulator", rows, plain, right);
    csv_close(csv);
}

Test(console_affine, the_accumulator_does_not_trail_where_the_area_is_a_power_of_two)
{
    int32_t u[4];
    accumulate(4 << 16, 65536, true, u);
    cr_expect(u[0] == 4 && u[1] == 5 && u[2] == 6 && u[3] == 7);
    accumulate(4 << 16, 65536, false, u);
    cr_expect(u[0] == 3 && u[1] == 4 && u[2] == 5 && u[3] == 6);
}

/* The rows of the sweep that vertices in sixteenths can have. */
Test(console_affine, plane_and_accumulator_agree_on_steps_of_whole_sixteenths)
{
    struct csv *csv = csv_open("affine_walk_sweep.csv");
    size_t right = 0, rows = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int64_t u = csv_number(csv, row, "u0_16_16"), du = csv_number(csv, row, "du");
        if (strcmp(csv_text(csv, row, "class"), "triangle_UV") != 0 || u % 4096 || du % 4096)
            continue;
        int32_t texel[2][4];
        by_the_plane((const int64_t[2]){u, 0}, (const int64_t[2]){du, 0}, texel);
        bool ok = has_texels(csv, row, 0, texel[0]);
        rows++;
        right += ok;
        cr_expect(ok, "row %zu: %d %d %d %d", row, texel[0][0], texel[0][1], texel[0][2], texel[0][3]);
    }
    cr_log_info("affine_walk_sweep by the plane: %zu of %zu", right, rows);
    cr_expect_gt(rows, 0);
    csv_close(csv);
}
