/* Spans sampled in every mode under the rule set "console" (GS-EXACT sections 5, 6, 8 and 10), against the
 * same spans of floats that lie on no grid. */
#include <stdlib.h>
#include <string.h>

#include "console_lod.h"
#include "console_plane.h"
#include "drawing.h"
#include "golden_count.h"

static void open_console(void)
{
    drawing_open_with("console");
}

TestSuite(draw_console_spans, .init = open_console, .fini = drawing_close);

enum { SIZE_LOG2 = 4, LEVELS = 5, LEVEL_BLOCKS = 32, MOST_PIXELS = 8 };
/* The triangle that the span is in: its upper left corner, both its sides (a power of two, so that gradients
 * are exact), and the span's first pixel. */
enum { LEFT = 10, TOP = 20, SIDE = 16, FIRST = LEFT + 2, ROW = TOP + 1 };

/* A row of the table. S, T, Q in quarter units. */
struct span {
    const char *mode;
    int32_t e, pixels, first[3], step[3];
    bool linear, constant, trilinear, levels;
    int32_t threshold; /* of Q, 0 if the filter does not depend on it; above it filters are */
    bool above;        /* linear, or else below it */
};

static bool is(const struct csv *csv, size_t row, const char *column, const char *text)
{
    return strcmp(csv_text(csv, row, column), text) == 0;
}

static struct span load(const struct csv *csv, size_t row)
{
    static const char *const first[3] = {"hS0_quarter_g", "hT0_quarter_g", "hQ0_quarter_g"};
    static const char *const step[3] = {"dS", "dT", "dQ"};
    struct span s = {.mode = csv_text(csv, row, "mode"),
                     .e = (int32_t)csv_number(csv, row, "E"),
                     .pixels = (int32_t)csv_number(csv, row, "pixels"),
                     .linear = csv_number(csv, row, "linear_filter") == 1,
                     .constant = csv_number(csv, row, "lod_constant") == 1,
                     .trilinear = is(csv, row, "mip_mode", "trilinear"),
                     .levels = !is(csv, row, "mip_mode", "none"),
                     .above = is(csv, row, "linear_side_of_Q_threshold", "above")};
    for (unsigned a = 0; a < 3; a++) {
        s.first[a] = (int32_t)csv_number(csv, row, first[a]);
        s.step[a] = (int32_t)csv_number(csv, row, step[a]);
    }
    if (*csv_text(csv, row, "Q_threshold_quarter_g"))
        s.threshold = (int32_t)csv_number(csv, row, "Q_threshold_quarter_g");
    cr_assert(s.pixels > 0 && s.pixels <= MOST_PIXELS && s.e > -100 && s.e < 100, "row %zu", row);
    cr_assert(csv_number(csv, row, "TW") == SIZE_LOG2 && csv_number(csv, row, "TH") == SIZE_LOG2);
    return s;
}

/* Do the columns say what the mode's name says? */
static bool is_consistent(const struct csv *csv, size_t row, const struct span *s)
{
    bool crossover = strcmp(s->mode, "crossover") == 0, linear = strcmp(s->mode, "linear") == 0;
    bool by_q = strcmp(s->mode, "lod_from_Q_K0_L0_MXL4") == 0;
    bool levels = by_q || strcmp(s->mode, "lod_constant_1.5") == 0;
    bool named = crossover || linear || levels || strcmp(s->mode, "nearest") == 0;
    bool round = is(csv, row, "mip_mode", "round");
    return named && s->levels == levels && s->constant == !by_q && crossover == (s->threshold != 0) &&
           (crossover ? s->above || is(csv, row, "linear_side_of_Q_threshold", "below")
                      : is(csv, row, "linear_side_of_Q_threshold", "")) &&
           s->linear == (s->trilinear || crossover || linear) && (round || s->trilinear) == levels &&
           is(csv, row, "expected", "same_word_as_unquantised_float");
}

/* ---- drawing ---- */

static uint32_t texel_at(unsigned level, int32_t x, int32_t y)
{
    int32_t mask = (1 << (SIZE_LOG2 - level)) - 1;
    return (uint32_t)((x & mask) * 64 + (y & mask) + (int32_t)level * 4096 + 1) * 2654435761u;
}

static void upload_texture(void)
{
    uint64_t bases[2] = {0, 0};
    for (unsigned level = 0; level < LEVELS; level++) {
        uint32_t texel[1 << 2 * SIZE_LOG2], side = (1u << SIZE_LOG2) >> level;
        uint32_t block = DRAWING_TEXTURE_BLOCK + level * LEVEL_BLOCKS;
        for (uint32_t i = 0; i < side * side; i++)
            texel[i] = texel_at(level, (int32_t)(i % side), (int32_t)(i / side));
        transfer_upload(chip, &(struct area){GS_PSMCT32, block, 1, 0, 0}, side, side, texel);
        if (level > 0)
            bases[(level - 1) / 3] |= field(block | 1 << 14, 20 * ((level - 1) % 3));
    }
    drawing_write(GS_TEX0_1,
                  tex0_value(DRAWING_TEXTURE_BLOCK, 1, GS_PSMCT32, SIZE_LOG2, SIZE_LOG2, 1, GS_TFX_DECAL));
    drawing_write(GS_MIPTBP1_1, bases[0]);
    drawing_write(GS_MIPTBP2_1, bases[1]);
}

static float in_float(const struct span *s, int32_t quarters)
{
    return (float)quarters / 65536.0f * (s->e < 0 ? 1.0f / (float)(1 << -s->e) : (float)(1 << s->e));
}

/* MMAG counts where the LOD is not above 0. The threshold of Q becomes a K, in 1/128 of a power of two. */
static void set_filter(const struct span *s)
{
    unsigned nearest = 2, both = 5;
    if (s->threshold) {
        int32_t k = gs_console_lod16(float_bits(in_float(s, s->threshold)), 3, 0);
        drawing_write(GS_TEX1_1, tex1_value(0, 1, s->above, !s->above, 3, -k));
    } else if (s->levels)
        drawing_write(GS_TEX1_1, tex1_value(s->constant, LEVELS - 1, s->linear, s->trilinear ? both : nearest,
                                            0, s->constant ? 24 : 0));
    else
        drawing_write(GS_TEX1_1, tex1_value(s->constant, 0, s->linear, s->linear, 0, 0));
}

/* The plane that has the span's values in row ROW. What a row adds makes the corners whole units, and for Q
 * the exponent that of the table. */
static void corners(const struct span *s, int32_t value[3][3])
{
    for (unsigned a = 0; a < 3; a++) {
        int32_t left = s->first[a] - (FIRST - LEFT) * s->step[a], down = (left & 3) + (a == 2 ? 4000 : 0);
        value[a][0] = left - down;
        value[a][1] = value[a][0] + SIDE * s->step[a];
        value[a][2] = value[a][0] + SIDE * down;
    }
}

/* Is the span of the triangle what the row has? */
static bool has_span(const struct span *s, const uint32_t stq[3][3])
{
    const int32_t x[3] = {16 * LEFT, 16 * (LEFT + SIDE), 16 * LEFT},
                  y[3] = {16 * TOP, 16 * TOP, 16 * (TOP + SIDE)};
    struct gs_console_shape shape;
    struct gs_console_plane plane;
    cr_assert(gs_console_shape_init(&shape, x, y));
    gs_console_plane_init(&plane, &shape, stq, 0);
    bool ok = plane.exponent == s->e;
    for (int32_t i = 0; i < s->pixels; i++) {
        int32_t at[3];
        gs_console_plane_at(&plane, FIRST + i, ROW, at);
        for (unsigned a = 0; a < 3; a++)
            ok = ok && at[a] == s->first[a] + i * s->step[a];
    }
    return ok;
}

/* Returns whether the span was that of the row. */
static bool draw(const struct span *s)
{
    int32_t value[3][3];
    uint32_t stq[3][3];
    corners(s, value);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | TME);
    for (unsigned v = 0; v < 3; v++) {
        float f[3];
        for (unsigned a = 0; a < 3; a++) {
            f[a] = in_float(s, value[a][v]);
            stq[a][v] = float_bits(f[a]);
        }
        drawing_write(GS_RGBAQ, rgbaq_value(0, f[2]));
        drawing_write(GS_ST, st_value(f[0], f[1]));
        drawing_write(GS_XYZ2,
                      xyz_value(16 * (v == 1 ? LEFT + SIDE : LEFT), 16 * (v == 2 ? TOP + SIDE : TOP), 0));
    }
    return has_span(s, (const uint32_t(*)[3])stq);
}

/* ---- the same from floats ---- */

/* GS-EXACT section 6 in float32: 1/Q has 15 bits, 0.7 added. 16.16. */
static int32_t coordinate(float s, float q)
{
    uint32_t bits = (float_bits(1.0f / q) + 179) & ~0xFFu;
    float inverse;
    memcpy(&inverse, &bits, sizeof inverse);
    return (int32_t)(s * inverse * (float)(65536 << SIZE_LOG2));
}

static int32_t mixed(int32_t a, int32_t b, int32_t weight)
{
    return (a * (16 - weight) + b * weight) >> 4;
}

/* One byte of the level's texel at sixteenths of a texel, which are positive here. */
static int32_t filtered(unsigned level, bool linear, int32_t u, int32_t v, unsigned byte)
{
    u = (u >> level) / 4096 - (linear ? 8 : 0);
    v = (v >> level) / 4096 - (linear ? 8 : 0);
    int32_t c[4];
    for (int32_t i = 0; i < 4; i++)
        c[i] = (int32_t)(texel_at(level, (u >> 4) + (i & 1), (v >> 4) + (i >> 1)) >> 8 * byte & 255);
    return linear ? mixed(mixed(c[0], c[1], u & 15), mixed(c[2], c[3], u & 15), v & 15) : c[0];
}

/* L = 0; 24 is the constant 1.5. */
static int32_t lod(const struct span *s, float q)
{
    int32_t lod16 = s->constant ? 24 : gs_console_lod16(float_bits(q), 0, 0);
    return !s->levels ? 0 : gs_console_lod_limit(lod16, LEVELS - 1);
}

static uint32_t sampled(const struct span *s, int32_t pixel, bool *linear)
{
    float f[3];
    for (unsigned a = 0; a < 3; a++)
        f[a] = in_float(s, s->first[a] + pixel * s->step[a]);
    int32_t u = coordinate(f[0], f[2]), v = coordinate(f[1], f[2]), lod16 = lod(s, f[2]);
    *linear = s->threshold ? (f[2] > in_float(s, s->threshold)) == s->above : s->linear;
    unsigned level = (unsigned)(s->trilinear ? lod16 : lod16 + 8) >> 4;
    uint32_t word = 0;
    for (unsigned byte = 0; byte < 4; byte++) {
        int32_t c = filtered(level, *linear, u, v, byte);
        if (s->trilinear)
            c += ((filtered(level + 1, *linear, u, v, byte) - c) * (lod16 & 15)) >> 4;
        word |= (uint32_t)c << 8 * byte;
    }
    return word;
}

/* Published: the span is whole quarters of the grid's unit, and stores the words that floats give. Where the
 * filter depends on Q, the span has pixels on both sides. */
Test(draw_console_spans, spans_of_perspective_sampler_spans_sample_as_unquantised_floats)
{
    struct csv *csv = csv_open("perspective_sampler_spans.csv");
    size_t right = 0;
    upload_texture();
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct span s = load(csv, row);
        int32_t linear = 0;
        drawing_fill_frame(0);
        set_filter(&s);
        bool ok = is_consistent(csv, row, &s) && draw(&s);
        for (int32_t i = 0; i < s.pixels; i++) {
            bool filter;
            uint32_t word = sampled(&s, i, &filter), pixel = drawing_pixel((uint32_t)(FIRST + i), ROW);
            linear += filter;
            ok = ok && pixel == word;
            cr_expect_eq(pixel, word, "row %zu, pixel %d: %08x, not %08x", row, i, pixel, word);
        }
        ok = ok && (!s.threshold || (linear > 0 && linear < s.pixels));
        right += ok;
        cr_expect(ok, "row %zu", row);
    }
    golden_conclude(csv, right);
}
