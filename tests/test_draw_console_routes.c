/* Which primitives are divided by Q where under the rule set "console" (GS-EXACT section 7): the pictures of
 * each route against what is drawn. */
#include <stdlib.h>
#include <string.h>

#include "console_plane.h"
#include "console_sprite.h"
#include "console_texel.h"
#include "drawing.h"
#include "golden_count.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_console_routes, .init = open_console, .fini = drawing_close);

/* The primitives: positions in pixels, S / Q and T / Q in texels. A triangle has its corner above on the
 * left, and coordinates beside the grid that change along both axes; a sprite starts at whole texels, where
 * routes differ. */
enum { LEFT = 3, RIGHT = 47, TOP = 2, BOTTOM = 41, U_SIZE_LOG2 = 10, V_SIZE_LOG2 = 6 };

struct corner {
    int32_t x, y;
    float s, t;
};

static const struct corner corners[2][3] = {
    {{LEFT, TOP, 10.2f, 3.5f}, {RIGHT, TOP, 300.6f, 11.75f}, {LEFT, BOTTOM, 57.45f, 50.25f}},
    {{LEFT, TOP, 10, 5}, {RIGHT, BOTTOM, 98, 44}},
};

static float s_of(const struct corner *c, float q)
{
    return c->s * q / (1 << U_SIZE_LOG2);
}

static float t_of(const struct corner *c, float q)
{
    return c->t * q / (1 << V_SIZE_LOG2);
}

static void draw(bool sprite, const float q[3])
{
    drawing_fill_frame(0xFFFFFFFF);
    drawing_write(GS_PRIM, (sprite ? GS_PRIM_SPRITE : GS_PRIM_TRIANGLE) | TME);
    for (unsigned i = 0; i < (sprite ? 2 : 3); i++) {
        const struct corner *c = &corners[sprite][i];
        drawing_write(GS_RGBAQ, rgbaq_value(0, q[i]));
        drawing_write(GS_ST, st_value(s_of(c, q[i]), t_of(c, q[i])));
        drawing_write(GS_XYZ2, xyz_value((uint32_t)c->x * 16, (uint32_t)c->y * 16, 0));
    }
}

/* Has the pixel the texel at these coordinates? */
static bool shows(int32_t x, int32_t y, int32_t u, int32_t v)
{
    uint32_t texel = (uint32_t)((gs_console_sixteenths(u, false) >> 4 & 1023) |
                                (gs_console_sixteenths(v, false) >> 4 & 63) << 10);
    return drawing_pixel((uint32_t)x, (uint32_t)y) == texel;
}

/* ---- triangles ---- */

/* A count of a plane whose Q is 1, in 1/65536 texel: no reciprocal. */
static int32_t undivided(int32_t quarters, int32_t exponent, unsigned size_log2)
{
    return quarters * (1 << (exponent + (int32_t)size_log2));
}

/* Is the picture that of the plane and the reciprocal or, `affine`, that of a plane of S / Q, T / Q and 1,
 * divided at the vertices? */
static bool triangle_goes(bool affine, const float q[3])
{
    int32_t x[3], y[3], at[3];
    uint32_t stq[3][3];
    struct gs_console_shape shape;
    struct gs_console_plane plane;
    for (unsigned v = 0; v < 3; v++) {
        const struct corner *c = &corners[0][v];
        float by = affine ? 1 : q[v];
        x[v] = 16 * c->x;
        y[v] = 16 * c->y;
        stq[GS_CONSOLE_S][v] = float_bits(s_of(c, by));
        stq[GS_CONSOLE_T][v] = float_bits(t_of(c, by));
        stq[GS_CONSOLE_Q][v] = float_bits(by);
    }
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_plane_init(&plane, &shape, stq, 0);
    for (int32_t row = TOP; row < BOTTOM; row++)
        for (int32_t first = 0, end = 0, i = gs_console_span(&shape, row, &first, &end) ? first : end;
             i < end; i++) {
            gs_console_plane_at(&plane, i, row, at);
            int32_t s = at[GS_CONSOLE_S], t = at[GS_CONSOLE_T], divisor = at[GS_CONSOLE_Q];
            bool same =
                affine ? shows(i, row, undivided(s, plane.exponent, U_SIZE_LOG2),
                               undivided(t, plane.exponent, V_SIZE_LOG2))
                       : shows(i, row, gs_console_coordinate(s, divisor, U_SIZE_LOG2, GS_CONSOLE_ROUND_15),
                               gs_console_coordinate(t, divisor, V_SIZE_LOG2, GS_CONSOLE_ROUND_15));
            if (!same)
                return false;
        }
    return true;
}

/* ---- sprites ---- */

/* S and T without the mantissa bits that a Q takes from them (GS-EXACT 7.3: the clear of sprites). */
static uint32_t cleared(float f, float q)
{
    int32_t e = (int32_t)(float_bits(f) >> 23 & 255), of_q = (int32_t)(float_bits(q) >> 23 & 255);
    int32_t n = 9 + (of_q > e ? of_q - e : 0);
    return float_bits(f) & ~((1u << (n < 23 ? n : 23)) - 1);
}

/* S or T of a vertex divided by `divisor`. */
static struct gs_console_end end_of(unsigned vertex, bool down, const float q[3], float divisor)
{
    const struct corner *c = &corners[1][vertex];
    float value = down ? t_of(c, q[vertex]) : s_of(c, q[vertex]);
    return (struct gs_console_end){16 * (down ? c->y : c->x),
                                   gs_console_quotient(cleared(value, q[1]), float_bits(divisor) & ~0xFFu,
                                                       down ? V_SIZE_LOG2 : U_SIZE_LOG2)};
}

/* Is the picture affine from S and T that were divided by `divisor` at the vertices? */
static bool sprite_is_affine_from(const float q[3], float divisor)
{
    struct gs_console_axis axis[2];
    for (unsigned down = 0; down < 2; down++) {
        struct gs_console_end a = end_of(0, down, q, divisor), b = end_of(1, down, q, divisor);
        cr_assert(gs_console_axis_init(&axis[down], &a, &b));
    }
    for (int32_t row = TOP; row < BOTTOM; row++)
        for (int32_t i = LEFT; i < RIGHT; i++)
            if (!shows(i, row, gs_console_axis_at(&axis[0], i), gs_console_axis_at(&axis[1], row)))
                return false;
    return true;
}

/* Is it divided at each pixel, S and T being linear on the grid of the plane? By inference, as
 * gs/console_sprite.h says. */
static bool sprite_is_divided_at_pixels(const float q[3])
{
    uint32_t stq[3][3] = {{0}};
    struct gs_console_plane grid;
    for (unsigned v = 0; v < 2; v++) {
        stq[GS_CONSOLE_S][v] = cleared(s_of(&corners[1][v], q[v]), q[1]);
        stq[GS_CONSOLE_T][v] = cleared(t_of(&corners[1][v], q[v]), q[1]);
        stq[GS_CONSOLE_Q][v] = float_bits(q[1]) & ~0xFFu;
    }
    gs_console_plane_grid(&grid, (const uint32_t(*)[3])stq, 2, 0);
    const struct gs_console_divided_axis u = {{16 * LEFT, 16 * RIGHT},
                                              {grid.value[GS_CONSOLE_S][0], grid.value[GS_CONSOLE_S][1]}},
                                         v = {{16 * TOP, 16 * BOTTOM},
                                              {grid.value[GS_CONSOLE_T][0], grid.value[GS_CONSOLE_T][1]}};
    int32_t divisor = 4 * grid.value[GS_CONSOLE_Q][1];
    for (int32_t row = TOP; row < BOTTOM; row++)
        for (int32_t i = LEFT; i < RIGHT; i++)
            if (!shows(i, row,
                       gs_console_coordinate(gs_console_divided_axis_at(&u, i), divisor, U_SIZE_LOG2,
                                             GS_CONSOLE_ROUND_14),
                       gs_console_coordinate(gs_console_divided_axis_at(&v, row), divisor, V_SIZE_LOG2,
                                             GS_CONSOLE_ROUND_14)))
                return false;
    return true;
}

/* ---- the table ---- */

/* What a picture tells of its route. */
struct route {
    bool known; /* as this set has it */
    bool divided, affine;
};

static struct route triangle_route(const float q[3])
{
    draw(false, q);
    bool plane = triangle_goes(false, q), affine = triangle_goes(true, q);
    return (struct route){plane, affine && !plane, affine};
}

static struct route sprite_route(const float q[3], bool mip)
{
    draw(true, q);
    bool divided = sprite_is_affine_from(q, q[1]), plain = sprite_is_affine_from(q, 1);
    return (struct route){mip ? sprite_is_divided_at_pixels(q) : divided, divided && !plain,
                          divided || plain};
}

/* Levels are driven by Q, but K is so low that all pixels are of level 0. The table leaves open whether draws
 * with levels are affine. With Q = 1 there is nothing to divide. */
Test(draw_console_routes, coordinates_take_the_routes_of_q_route)
{
    struct csv *csv = csv_open("q_route.csv");
    size_t right = 0;
    drawing_naming_texture();
    for (size_t row = 0; row < csv_rows(csv); row++) {
        float first = strtof(csv_text(csv, row, "Q"), NULL),
              last = csv_number(csv, row, "Q_constant") ? first : first * 1.25f;
        const float q[3] = {first, last, first};
        bool mip = csv_number(csv, row, "mipmap") == 1, open = !*csv_text(csv, row, "affine_route");
        drawing_write(GS_TEX1_1, mip ? tex1_value(0, 1, 0, 2, 0, -2048) : 0);
        bool sprite = strcmp(csv_text(csv, row, "prim"), "sprite") == 0;
        struct route route = sprite ? sprite_route(q, mip) : triangle_route(q);
        bool ok = route.known && route.divided == csv_number(csv, row, "divided_at_vertex") && open == mip &&
                  (open || route.affine == csv_number(csv, row, "affine_route"));
        right += ok;
        cr_expect(ok, "row %zu: known %d, divided %d, affine %d", row, route.known, route.divided,
                  route.affine);
    }
    golden_conclude(csv, right);
}
