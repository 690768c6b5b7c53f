/* Textured lines, edges of AA1 and points under the rule set "console", through registers to memory (GS-EXACT
 * sections 5, 6 and 16 to 18). That S, T and Q of lines lie on the grid of triangles and are walked along it
 * is inferred. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "console_line.h"
#include "console_texel.h"
#include "drawing.h"

enum { AREA = 48 }; /* pixels that are looked at, each way */

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_console_segments, .init = open_console, .fini = drawing_close);

static uint64_t seed = 5;

static int below(unsigned n)
{
    return (int)(transfer_random(&seed) % n);
}

struct place {
    int x, y; /* 1/16 pixel */
};

static struct place random_place(void)
{
    return (struct place){below(16 * AREA), below(16 * AREA)};
}

/* ---- textures ---- */

/* 64 x 64 texels that hold their place. */
static void use_texture(void)
{
    static uint32_t texels[64 * 64];
    for (uint32_t i = 0; i < 64 * 64; i++)
        texels[i] = rgba(i % 64, i / 64, 0x33, 0x44);
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 6, 6, 1, GS_TFX_DECAL, texels));
}

/* 32 texels over 32 pixels, twice: by U, V and, a half of each, by S, T, Q. Steps are exact; the line down
 * has the same texels. */
Test(draw_console_segments, texels_follow_the_line)
{
    use_texture();
    for (unsigned down = 0; down < 2; down++)
        for (unsigned stq = 0; stq < 2; stq++)
            for (unsigned back = 0; back < 2; back++) {
                drawing_fill_frame(0);
                drawing_write(GS_PRIM, GS_PRIM_LINE | TME | (stq ? 0 : FST));
                for (uint32_t i = 0; i < 2; i++) {
                    uint32_t at = (i ^ back) * 512, u = 16 * 8 + 8 + at, v = 16 * 20 + 8 + at / 2;
                    drawing_write(GS_UV, uv_value(u, v));
                    drawing_write(GS_RGBAQ, rgbaq_value(0, 0.5f));
                    drawing_write(GS_ST, st_value((float)u / 2048, (float)v / 2048));
                    drawing_write(GS_XYZ2, xyz_value(down ? 160 : 160 + at, down ? 160 + at : 160, 0));
                }
                for (uint32_t i = back; i < 32 + back; i++)
                    cr_expect_eq(drawing_pixel(down ? 10 : 10 + i, down ? 10 + i : 10),
                                 rgba(8 + i, 20 + (i + 1) / 2, 0x33, 0x44), "%u %u %u: %u", down, stq, back,
                                 i);
            }
}

/* S, T, Q at each pixel are those of the plane along the line, whose values are worked out in
 * a_plane_along_a_segment_... below. */
Test(draw_console_segments, lines_in_perspective_are_divided_by_the_console_reciprocal)
{
    use_texture();
    for (unsigned round = 0; round < 40; round++) {
        float stq[2][3];
        uint32_t bits[3][3] = {{0}};
        struct place e[2] = {random_place(), random_place()};
        e[1].x = e[0].x + 16 * 20 + below(100); /* to the right mostly */
        for (unsigned v = 0; v < 2; v++)
            for (unsigned a = 0; a < 3; a++) {
                stq[v][a] = (float)(below(4000) + 50) / 2048.0f;
                bits[a][v] = float_bits(stq[v][a]);
            }
        drawing_fill_frame(0);
        drawing_write(GS_PRIM, GS_PRIM_LINE | TME);
        for (unsigned v = 0; v < 2; v++) {
            drawing_write(GS_RGBAQ, rgbaq_value(0, stq[v][2]));
            drawing_write(GS_ST, st_value(stq[v][0], stq[v][1]));
            drawing_write(GS_XYZ2, xyz_value((uint32_t)e[v].x, (uint32_t)e[v].y, 0));
        }
        struct gs_console_plane grid, along;
        bool wide = abs(e[1].x - e[0].x) >= abs(e[1].y - e[0].y);
        int from = wide ? e[0].x : e[0].y, to = wide ? e[1].x : e[1].y;
        struct gs_console_segment segment = {from, to - from};
        gs_console_plane_grid(&grid, (const uint32_t(*)[3])bits, 2, 0);
        gs_console_plane_along(&along, &grid, 0, 1, &segment);
        for (uint32_t y = 0; y < AREA; y++)
            for (uint32_t x = 0; x < AREA; x++) {
                uint32_t pixel = drawing_pixel(x, y), texel[2];
                int32_t at[3];
                if (pixel == 0)
                    continue;
                gs_console_plane_at(&along, (int32_t)(wide ? x : y), 0, at);
                for (unsigned a = 0; a < 2; a++) {
                    int32_t c = gs_console_coordinate(at[a], at[GS_CONSOLE_Q], 6, GS_CONSOLE_ROUND_14);
                    texel[a] = (uint32_t)(gs_console_sixteenths(c, false) >> 4) & 63;
                }
                cr_assert_eq(pixel, rgba(texel[0], texel[1], 0x33, 0x44));
            }
    }
}

/* Worked out by hand: S 0.75 to 0.25, Q 1 to 0.5 over 3 pixels. E = 0, a unit is 2^-14: S 12288 to 4096, Q
 * 16384 to 8192. A 1/16 pixel: -8192 * 2^14 / 48, toward zero -2796202. At pixel 1 (16/16): 12288 * 2^14 -
 * 44739232 = 156587360 = 38229.3 * 2^12. */
Test(draw_console_segments, a_plane_along_a_segment_has_steps_toward_zero)
{
    const uint32_t stq[3][3] = {
        {float_bits(0.75f), float_bits(0.25f)}, {0, 0}, {float_bits(1), float_bits(0.5f)}};
    const struct gs_console_segment segment = {160, 48};
    struct gs_console_plane grid, along;
    int32_t at[3];
    gs_console_plane_grid(&grid, stq, 2, 0);
    gs_console_plane_along(&along, &grid, 0, 1, &segment);
    cr_expect_eq(along.exponent, 0);
    cr_expect_eq(along.x_step[GS_CONSOLE_S], -2796202);
    gs_console_plane_at(&along, 11, 0, at);
    cr_expect_eq(at[GS_CONSOLE_S], 38229);
    cr_expect_eq(at[GS_CONSOLE_T], 0);
    cr_expect_eq(at[GS_CONSOLE_Q], 54613);
    gs_console_plane_at(&along, 10, 0, at);
    cr_expect_eq(at[GS_CONSOLE_S], 4 * 12288);
}

/* ---- points ---- */

/* q_reciprocal_line. Golden row of 1/Q (perspective_recip): S = 2097040 / 65536 texels of 64 with Q =
 * 0.99993896484375 is texel 32, 1846503 with Q = 0.8804812431335449 texel 31: as the reciprocal has it. S
 * lies on the grid first. */
Test(draw_console_segments, points_are_divided_by_the_console_reciprocal)
{
    use_texture();
    for (unsigned round = 0; round < 300; round++) {
        float s = (float)below(5000) / 1024.0f, t = (float)below(5000) / 2048.0f,
              q = (float)(below(4000) + 9) / 999.0f;
        const uint32_t stq[3][3] = {{float_bits(s)}, {float_bits(t)}, {float_bits(q)}};
        struct gs_console_plane grid;
        gs_console_plane_grid(&grid, stq, 1, 0);
        drawing_write(GS_ST, st_value(s, t));
        drawing_write(GS_RGBAQ, rgbaq_value(0, q));
        drawing_point(TME, 160, 160, 0);
        uint32_t texel[2];
        for (unsigned a = 0; a < 2; a++) {
            int32_t c = gs_console_coordinate(4 * grid.value[a][0], 4 * grid.value[GS_CONSOLE_Q][0], 6,
                                              GS_CONSOLE_ROUND_14);
            texel[a] = (uint32_t)(gs_console_sixteenths(c, false) >> 4) & 63;
        }
        cr_assert_eq(drawing_pixel(10, 10), rgba(texel[0], texel[1], 0x33, 0x44), "%g %g %g", (double)s,
                     (double)t, (double)q);
    }
}

Test(draw_console_segments, points_of_uv_read_the_texel_that_is_sent)
{
    use_texture();
    for (uint32_t u = 0; u < 16 * 1024; u += 53) {
        uint32_t v = 16 * 1024 - 1 - u;
        cr_assert_eq(drawing_sample(0, (int)u, (int)v), rgba(u >> 4 & 63, v >> 4 & 63, 0x33, 0x44), "%u", u);
    }
}

/* ---- edges of triangles ---- */

/* The top edge of a triangle lies half a pixel below row 10: its pixels there have the texels along the edge,
 * whose grid is that of all three vertices. */
static void check_top_edge(const float stq[3][3])
{
    static const struct place corner[3] = {{160, 168}, {160 + 512, 168}, {160, 168 + 512}};
    uint32_t bits[3][3];
    struct gs_console_plane grid, along;
    const struct gs_console_segment segment = {160, 512};
    drawing_fill_frame(0);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | TME | AA1);
    for (unsigned v = 0; v < 3; v++) {
        for (unsigned a = 0; a < 3; a++)
            bits[a][v] = float_bits(stq[v][a]);
        drawing_write(GS_RGBAQ, rgbaq_value(0, stq[v][2]));
        drawing_write(GS_ST, st_value(stq[v][0], stq[v][1]));
        drawing_write(GS_XYZ2, xyz_value((uint32_t)corner[v].x, (uint32_t)corner[v].y, 0));
    }
    gs_console_plane_grid(&grid, (const uint32_t(*)[3])bits, 3, 0);
    gs_console_plane_along(&along, &grid, 0, 1, &segment);
    for (int32_t x = 11; x < 40; x++) {
        int32_t at[3];
        uint32_t texel[2];
        gs_console_plane_at(&along, x, 0, at);
        for (unsigned a = 0; a < 2; a++) {
            int32_t c = gs_console_coordinate(at[a], at[GS_CONSOLE_Q], 6, GS_CONSOLE_ROUND_14);
            texel[a] = (uint32_t)(gs_console_sixteenths(c, false) >> 4) & 63;
        }
        cr_assert_eq(drawing_pixel((uint32_t)x, 10), rgba(texel[0], texel[1], 0x33, 63), "column %d: %08X", x,
                     drawing_pixel((uint32_t)x, 10));
    }
}

Test(draw_console_segments, pixels_outside_of_an_edge_have_the_texels_along_it)
{
    use_texture();
    drawing_write(GS_ALPHA_1, alpha_value(0, 0, 0, 0, 0)); /* Cs */
    check_top_edge((const float[3][3]){{0, 0, 1}, {0.5f, 0.25f, 1}, {0.25f, 0.5f, 1}});
    for (unsigned round = 0; round < 30; round++) {
        float stq[3][3];
        for (unsigned v = 0; v < 3; v++)
            for (unsigned a = 0; a < 3; a++)
                stq[v][a] = (float)(below(4000) + 50) / 2048.0f;
        check_top_edge((const float(*)[3])stq);
    }
}
