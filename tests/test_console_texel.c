/* From coordinates to texels, sprites and LOD as on a console (GS-EXACT sections 7.1 and 8 to 10). Golden
 * tables: index in section 26 there. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console_lod.h"
#include "console_sprite.h"
#include "console_texel.h"
#include "golden_count.h"

TestSuite(console_texel);

static uint32_t bits_of(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

/* ---- coordinates ---- */

/* Published: saturated, never wrapped. The last row's text is "17 (walks)". */
Test(console_texel, coordinates_saturate_as_in_coordinate_field)
{
    struct csv *csv = csv_open("coordinate_field.csv");
    size_t right = 0, wrapped = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int32_t c = (int32_t)(csv_real(csv, row, "u_texels_first_pixel") * 65536);
        bool linear = strcmp(csv_text(csv, row, "filter"), "LINEAR") == 0;
        int32_t v = gs_console_sixteenths(c, linear), expected = atoi(csv_text(csv, row, "expected_texel"));
        bool ok = v >> 4 == expected;
        if (*csv_text(csv, row, "expected_weight_16"))
            ok = ok && (v & 15) == csv_number(csv, row, "expected_weight_16");
        right += ok;
        wrapped += (int16_t)(c >> 12) >> 4 == expected;
        cr_expect(ok, "row %zu: %d %d", row, v >> 4, v & 15);
    }
    golden_refute("wrapping", wrapped, csv_rows(csv));
    golden_conclude(csv, right);
}

/* GS-EXACT section 8: a negative coordinate goes up to the sixteenth; floor would be one low. The half texel
 * comes off afterwards. */
Test(console_texel, sixteenths_are_truncated_toward_zero)
{
    cr_expect_eq(gs_console_sixteenths(4095, false), 0);
    cr_expect_eq(gs_console_sixteenths(-4095, false), 0);
    cr_expect_eq(gs_console_sixteenths(-4096, false), -1);
    cr_expect_eq(gs_console_sixteenths(-4097, false), -1);
    cr_expect_eq(gs_console_sixteenths(-1, true), -8);
    cr_expect_eq(gs_console_sixteenths(INT32_MIN, true), -32768);
    cr_expect_eq(gs_console_sixteenths(INT32_MAX, true), 32767);
}

/* ---- sprites ---- */

Test(console_texel, sprites_come_out_low_as_in_sprite_ramp_bias)
{
    struct csv *csv = csv_open("sprite_ramp_bias.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int64_t step = csv_number(csv, row, "step_16_16_per_px");
        int32_t extent = (int32_t)csv_number(csv, row, "extent_px");
        bool ok = gs_console_axis_low(step, extent) == (csv_number(csv, row, "bias_applies") == 1);
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_conclude(csv, right);
}

/* The coordinate of the row as the second pixel of an axis whose first pixel lies `step` before it. */
static struct gs_console_axis axis_to(int64_t coordinate, int64_t step, int32_t extent)
{
    struct gs_console_end a = {0, (coordinate - step) * 65536};
    struct gs_console_end b = {16 * extent, (coordinate - step + step * extent) * 65536};
    struct gs_console_axis axis;
    cr_assert(gs_console_axis_init(&axis, &a, &b));
    return axis;
}

/* Coordinates that go through the walk have 15 fraction bits; all of the table's do. Lowering by a full
 * sixteenth, as was believed before, is refuted by the same rows. */
Test(console_texel, lowered_coordinates_read_the_sixteenths_of_sprite_ramp_sixteenth)
{
    struct csv *csv = csv_open("sprite_ramp_sixteenth.csv");
    size_t right = 0, whole = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        int64_t c = csv_number(csv, row, "coord_16_16"),
                expected = csv_number(csv, row, "expected_sixteenth_index");
        bool lowered = csv_number(csv, row, "lowered") == 1;
        struct gs_console_axis axis = axis_to(c, 65536, lowered ? 448 : 512);
        int32_t v = gs_console_sixteenths(gs_console_axis_at(&axis, 1), false);
        bool ok = axis.low == lowered && v == expected;
        right += ok;
        whole += (lowered ? (c - 4096) >> 12 : c >> 12) == expected;
        cr_expect(ok, "%lld: %d", (long long)c, v);
    }
    golden_refute("a full sixteenth", whole, csv_rows(csv));
    golden_conclude(csv, right);
}

Test(console_texel, the_first_pixel_descending_axes_and_powers_of_two_are_exact)
{
    struct gs_console_axis axis = axis_to(4 << 16, 65536, 448);
    cr_expect_eq(gs_console_axis_at(&axis, 0), 3 << 16);
    cr_expect_eq(gs_console_axis_at(&axis, 1), (4 << 16) - 1);
    axis = axis_to(4 << 16, -65536, 448);
    cr_expect_eq(gs_console_axis_at(&axis, 1), 4 << 16);
    axis = axis_to(4 << 16, 65536, 512);
    cr_expect_eq(gs_console_axis_at(&axis, 1), 4 << 16);
}

/* An axis of 256 pixels (a power of two, so that no coordinate is low) with this start and step. */
static bool walks(const struct csv *csv, size_t row, const char *start, const char *step,
                  const int32_t out[4], int32_t mask)
{
    int64_t c = csv_number(csv, row, start), d = csv_number(csv, row, step);
    struct gs_console_end a = {0, c * 65536}, b = {16 * 256, (c + d * 256) * 65536};
    struct gs_console_axis axis;
    cr_assert(gs_console_axis_init(&axis, &a, &b));
    bool ok = true;
    for (int32_t i = 0; i < 4; i++)
        ok = ok && (gs_console_sixteenths(gs_console_axis_at(&axis, i), false) >> 4 & mask) == out[i];
    return ok;
}

/* The sprite rows; 15 fraction bits, the step floored once. Triangles go through the plane
 * (test_console_plane): these rows are of the older law for them. */
Test(console_texel, sprites_step_as_in_affine_walk_sweep)
{
    struct csv *csv = csv_open("affine_walk_sweep.csv");
    size_t right = 0, sprites = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        if (strcmp(csv_text(csv, row, "class"), "sprite") != 0)
            continue;
        int32_t u[4], v[4];
        for (int i = 0; i < 4; i++) {
            const char u_name[6] = {'t', 'e', 'x', 'U', (char)('0' + i), 0};
            const char v_name[6] = {'t', 'e', 'x', 'V', (char)('0' + i), 0};
            u[i] = (int32_t)csv_number(csv, row, u_name);
            v[i] = (int32_t)csv_number(csv, row, v_name);
        }
        sprites++;
        bool ok = walks(csv, row, "u0_16_16", "du", u, 15) && walks(csv, row, "v0", "dv", v, 15);
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_part(csv, "sprites", sprites, right);
    csv_close(csv);
}

Test(console_texel, sprites_step_as_in_affine_walk_published)
{
    struct csv *csv = csv_open("affine_walk_published.csv");
    size_t sprites = 0, right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        if (strcmp(csv_text(csv, row, "class"), "sprite") != 0)
            continue;
        int32_t u[4];
        int got = sscanf(csv_text(csv, row, "expected_texU_4px"), "%d %d %d %d", &u[0], &u[1], &u[2], &u[3]);
        const int32_t v = (int32_t)csv_number(csv, row, "texV"), all[4] = {v, v, v, v};
        sprites++;
        bool ok =
            got == 4 && walks(csv, row, "u0_16_16", "du", u, 15) && walks(csv, row, "v0", "dv", all, 15);
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_part(csv, "sprites", sprites, right);
    csv_close(csv);
}

Test(console_texel, quotients_of_sprites_are_exact_and_limited)
{
    const int64_t texel = (int64_t)1 << 32;
    cr_expect_eq(gs_console_quotient(bits_of(0.5f), bits_of(1.0f), 4), 8 * texel);
    cr_expect_eq(gs_console_quotient(bits_of(-0.5f), bits_of(2.0f), 4), -4 * texel);
    cr_expect_eq(gs_console_quotient(bits_of(1.0f), bits_of(3.0f), 0), texel / 3);
    cr_expect_eq(gs_console_quotient(0, bits_of(3.0f), 10), 0);
    cr_expect_eq(gs_console_quotient(0, 0, 10), 0);
    cr_expect_eq(gs_console_quotient(bits_of(1.0f), 0, 10), (int64_t)1 << 56);
    cr_expect_eq(gs_console_quotient(bits_of(-1e30f), bits_of(1e-30f), 15), -((int64_t)1 << 56));
    cr_expect_eq(gs_console_quotient(bits_of(1e-30f), bits_of(1e30f), 0), 0);
}

/* ---- LOD ---- */

/* The table by way of Q = 1 + index / 128: then LOD is minus the table's entry. Published. */
Test(console_texel, logarithms_are_those_of_lod_log_table)
{
    static const char *const names[4] = {"T_L0", "T_L1", "T_L2", "T_L3"};
    struct csv *csv = csv_open("lod_log_table.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        uint32_t q = 0x3F800000u | (uint32_t)csv_number(csv, row, "index") << 16;
        bool ok = true;
        for (unsigned l = 0; l < 4; l++)
            ok = ok && gs_console_lod16(q, l, 0) == -csv_number(csv, row, names[l]) &&
                 gs_console_lod16(q | 0xFFFF, l, 0) == -csv_number(csv, row, names[l]);
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_conclude(csv, right);
}

/* GS-EXACT section 10: the real hardware's slip. */
Test(console_texel, index_115_steps_backwards_for_l_0_and_1)
{
    for (unsigned l = 0; l < 2; l++) {
        int32_t before = gs_console_lod16(0x3F800000u | 114 << 16, l, 0);
        int32_t at = gs_console_lod16(0x3F800000u | 115 << 16, l, 0);
        int32_t after = gs_console_lod16(0x3F800000u | 116 << 16, l, 0);
        cr_expect_eq(at, before + 1);
        cr_expect_eq(at, after + 1);
    }
}

Test(console_texel, lod_is_that_of_lod_cases)
{
    struct csv *csv = csv_open("lod_cases.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        uint32_t q = bits_of(strtof(csv_text(csv, row, "Q"), NULL));
        int32_t lod = gs_console_lod16(q, (unsigned)csv_number(csv, row, "L"),
                                       (int32_t)csv_number(csv, row, "K_sixteenths"));
        bool ok = lod == csv_number(csv, row, "LOD16") &&
                  gs_console_level_nearest(lod) == csv_number(csv, row, "round_mode_level_unclamped");
        right += ok;
        cr_expect(ok, "row %zu: %d", row, lod);
    }
    golden_conclude(csv, right);
}

Test(console_texel, lod_is_limited_to_the_levels_that_there_are)
{
    cr_expect_eq(gs_console_lod_limit(-1, 6), 0);
    cr_expect_eq(gs_console_lod_limit(37, 2), 32);
    cr_expect_eq(gs_console_lod_limit(31, 2), 31);
    cr_expect_eq(gs_console_lod_limit(1000, 7), 96);
    cr_expect_eq(gs_console_lod_limit(gs_console_lod16(0, 3, -2048), 6), 96, "Q = 0 is far away");
}

/* GS-EXACT section 10: 36 levels of colour apart, 36 / 16 a step, rounded down. */
Test(console_texel, levels_blend_with_four_bits_rounded_down)
{
    for (int32_t w = 0; w < 16; w++) {
        cr_expect_eq(gs_console_between(100, 136, w), 100 + 36 * w / 16);
        cr_expect_eq(gs_console_between(136, 100, w), 136 - (36 * w + 15) / 16);
    }
}

/* gs_console_sixteenths and gs_console_texels say the same, for filters of both kinds: where they saturate,
 * at the ends of int32, and in between. */
Test(console_texel, texels_are_sixteenths_as_16_16)
{
    static const int64_t near[] = {0, -0x8000000, 0x8000000, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < sizeof near / sizeof *near; i++)
        for (int64_t c = near[i] - 70000; c <= near[i] + 70000; c++)
            for (unsigned linear = 0; linear < 2 && c >= INT32_MIN && c <= INT32_MAX; linear++)
                cr_assert_eq(gs_console_texels((int32_t)c, linear != 0),
                             gs_console_sixteenths((int32_t)c, linear != 0) * 4096, "%lld", (long long)c);
    for (int64_t c = INT32_MIN; c <= INT32_MAX; c += 1021)
        cr_assert_eq(gs_console_texels((int32_t)c, c & 1), gs_console_sixteenths((int32_t)c, c & 1) * 4096);
}
