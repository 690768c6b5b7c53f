#include "level_generator_paint.h"

#include <math.h>

#include "level_generator_noise.h"

enum { SIDE = 256, CLEAR_SIDE = 128, OPAQUE = 0x80 };

struct colour {
    double r, g, b;
};

static struct colour blend(struct colour a, struct colour b, double t)
{
    return (struct colour){gen_mix(a.r, b.r, t), gen_mix(a.g, b.g, t), gen_mix(a.b, b.b, t)};
}

static struct colour scale(struct colour a, double by)
{
    return (struct colour){a.r * by, a.g * by, a.b * by};
}

static uint8_t byte(double value)
{
    return (uint8_t)(value < 0 ? 0 : value > 255 ? 255 : value + 0.5);
}

static void put(struct gen_image *image, int x, int y, struct colour c, unsigned alpha)
{
    unsigned mask = image->side - 1;
    uint8_t *p = image->rgba[((unsigned)y & mask) * image->side + ((unsigned)x & mask)];
    p[0] = byte(c.r);
    p[1] = byte(c.g);
    p[2] = byte(c.b);
    p[3] = (uint8_t)alpha;
}

/* Blades of grass: short strokes, back to front, each with its own green and a lighter tip. */
static void strokes(struct gen_image *image, uint32_t seed, int count, int length, struct colour root,
                    struct colour tip, double spread)
{
    for (int i = 0; i < count; i++) {
        double x = gen_chance(seed, i, 0) * image->side, y = gen_chance(seed, i, 1) * image->side;
        double lean = (gen_chance(seed, i, 2) - 0.5) * 1.2;
        double shade = 1 + (gen_chance(seed, i, 3) - 0.5) * spread;
        int most = length / 2 + (int)(gen_chance(seed, i, 4) * length);
        for (int j = 0; j < most; j++)
            put(image, (int)(x + lean * j), (int)y - j, scale(blend(root, tip, (double)j / most), shade),
                OPAQUE);
    }
}

static void ground(struct gen_image *image, uint32_t seed, struct colour dark, struct colour light,
                   int period, unsigned octaves)
{
    for (int y = 0; y < (int)image->side; y++)
        for (int x = 0; x < (int)image->side; x++) {
            double n = gen_fractal(seed, (double)x * period / image->side, (double)y * period / image->side,
                                   period, octaves);
            put(image, x, y, blend(dark, light, n), OPAQUE);
        }
}

static void paint_grass(struct gen_image *image, bool meadow)
{
    const struct colour dark = {38, 62, 22}, root = {52, 84, 28}, tip = {104, 140, 48};
    const struct colour dry_dark = {70, 76, 30}, dry_root = {94, 104, 42}, dry_tip = {170, 164, 82};
    ground(image, 11, meadow ? dry_dark : dark, meadow ? dry_root : root, 8, 5);
    strokes(image, 21, 9000, 7, meadow ? dry_root : root, meadow ? dry_tip : tip, 0.55);
    for (int i = 0; meadow && i < 90; i++) { /* flowers */
        static const struct colour petal[3] = {{236, 226, 120}, {232, 232, 236}, {196, 120, 190}};
        int x = (int)(gen_chance(31, i, 0) * SIDE), y = (int)(gen_chance(31, i, 1) * SIDE);
        struct colour c = petal[gen_scatter(31, i, 2) % 3];
        put(image, x, y, c, OPAQUE);
        put(image, x + 1, y, scale(c, 0.9), OPAQUE);
        put(image, x, y + 1, scale(c, 0.8), OPAQUE);
        put(image, x + 1, y + 1, scale(c, 0.7), OPAQUE);
    }
}

static void paint_sand(struct gen_image *image)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double u = x * 8.0 / SIDE, v = y * 8.0 / SIDE;
            double warp = gen_fractal(41, u, v, 8, 3), grain = gen_chance(42, x, y);
            double ripple = gen_noise(43, u + 8, v * 4 + 4 * warp + 8, 32);
            struct colour c = blend((struct colour){168, 142, 98}, (struct colour){214, 190, 142},
                                    0.45 * warp + 0.3 * ripple + 0.25 * grain);
            put(image, x, y, c, OPAQUE);
        }
}

static void paint_rock(struct gen_image *image)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double u = x * 8.0 / SIDE, v = y * 8.0 / SIDE;
            double wu = u + 1.2 * gen_fractal(51, u, v, 8, 3), wv = v + 1.2 * gen_fractal(52, u, v, 8, 3);
            struct gen_cell cell = gen_cells(53, wu + 8, wv + 8, 8);
            double crack = gen_step(0.0, 0.14, cell.second - cell.nearest);
            double rough = gen_fractal(54, u, v, 8, 5), tone = cell.number % 256 / 255.0;
            struct colour c = blend((struct colour){86, 80, 76}, (struct colour){150, 144, 134},
                                    0.65 * rough + 0.35 * tone);
            put(image, x, y, scale(c, 0.55 + 0.45 * crack), OPAQUE);
        }
}

static void paint_path(struct gen_image *image)
{
    ground(image, 61, (struct colour){96, 72, 48}, (struct colour){154, 124, 86}, 16, 5);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            struct gen_cell cell = gen_cells(62, x * 24.0 / SIDE + 24, y * 24.0 / SIDE + 24, 24);
            double radius = 0.12 + cell.number % 97 / 97.0 * 0.3;
            if (cell.number % 5 < 2 && cell.nearest < radius) {
                double tone = 0.8 + cell.number / 97 % 64 / 160.0;
                double round = 1.1 - 0.6 * cell.nearest / radius;
                put(image, x, y, scale((struct colour){150, 138, 122}, tone * round), OPAQUE);
            }
        }
}

static void paint_snow(struct gen_image *image)
{
    ground(image, 71, (struct colour){188, 200, 218}, (struct colour){250, 250, 252}, 8, 4);
}

/* Crests where two noises are equal; half transparent between. */
static void paint_water(struct gen_image *image)
{
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double u = x * 8.0 / SIDE, v = y * 8.0 / SIDE;
            double a = gen_fractal(81, u, v, 8, 3), b = gen_fractal(82, u, v, 8, 3);
            double away = a > b ? a - b : b - a;
            double crest = 1 - gen_step(0.0, 0.09, away);
            struct colour c = blend((struct colour){34, 84, 112}, (struct colour){58, 122, 142}, a);
            c = blend(c, (struct colour){190, 222, 226}, 0.5 * crest * b);
            put(image, x, y, c, (unsigned)(0x60 + 0x14 * crest));
        }
}

/* ---- trees: clear ground keeps the colour of leaves, so that averages have no dark rim ---- */

static void clear(struct gen_image *image, struct colour c)
{
    for (int i = 0; i < (int)image->side; i++)
        for (int j = 0; j < (int)image->side; j++)
            put(image, j, i, c, 0);
}

static void trunk(struct gen_image *image, int top, int half)
{
    int side = (int)image->side, middle = side / 2;
    for (int y = top; y < side; y++)
        for (int x = -half; x <= half; x++) {
            double light = 0.7 + 0.4 * (half - x) / (2 * half + 1) + 0.3 * gen_chance(91, x, y / 5);
            put(image, middle + x, y, scale((struct colour){84, 62, 44}, light), OPAQUE);
        }
}

/* A leaf or a bundle of needles, kept off the border. */
static void tuft(struct gen_image *image, int x, int y, int dx, int length, struct colour c)
{
    int side = (int)image->side;
    for (int j = 0; j < length; j++) {
        int px = x + dx * j / 2, py = y + j / 2;
        if (px > 1 && px < side - 2 && py > 1 && py < side)
            put(image, px, py, scale(c, 1 + 0.04 * j), OPAQUE);
    }
}

static void paint_fir(struct gen_image *image)
{
    int side = (int)image->side;
    clear(image, (struct colour){40, 66, 40});
    trunk(image, side - 22, 3);
    for (int i = 0; i < 5200; i++) {
        double down = gen_chance(101, i, 0); /* 0 at the top */
        double layer = down * 7 - (int)(down * 7);
        double width = (0.06 + 0.40 * down) * (0.55 + 0.45 * layer) * side;
        double across = 2 * gen_chance(101, i, 1) - 1;
        double light = (0.55 + 0.5 * layer) * (1.1 - 0.35 * across) * (0.8 + 0.4 * gen_chance(101, i, 2));
        tuft(image, side / 2 + (int)(across * width), 4 + (int)(down * (side - 26)), across < 0 ? -1 : 1,
             2 + (int)(4 * gen_chance(101, i, 3)), scale((struct colour){44, 80, 46}, light));
    }
}

static void paint_oak(struct gen_image *image)
{
    int side = (int)image->side;
    clear(image, (struct colour){60, 88, 36});
    trunk(image, side / 2, 5);
    for (int i = 0; i < 7000; i++) {
        int ball = (int)(gen_scatter(111, i, 0) % 9);
        double cx = 0.5 + 0.26 * (2 * gen_chance(112, ball, 0) - 1),
               cy = 0.36 + 0.2 * (2 * gen_chance(112, ball, 1) - 1);
        double px = 2 * gen_chance(111, i, 1) - 1, py = 2 * gen_chance(111, i, 2) - 1;
        if (px * px + py * py > 1)
            continue;
        double light = 0.95 - 0.35 * py - 0.2 * px + 0.3 * (gen_chance(111, i, 3) - 0.5);
        light *= gen_mix(1.15, 0.75, cy / 0.6);
        tuft(image, (int)((cx + 0.2 * px) * side), (int)((cy + 0.17 * py) * side),
             gen_scatter(111, i, 4) & 1 ? 1 : -1, 3, scale((struct colour){78, 112, 40}, light));
    }
}

/* Heaped up at the bottom, thin towards the sides and the top. */
static void paint_cloud(struct gen_image *image)
{
    int side = (int)image->side;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            double u = (double)x / side, v = (double)y / side;
            double billow = gen_fractal(121, 8 * u, 6 * v, 0, 5),
                   fine = gen_fractal(122, 20 * u, 12 * v, 0, 4);
            double across = 2 * u - 1, down = v < 0.7 ? (0.7 - v) / 0.7 : (v - 0.7) / 0.24;
            double body =
                1.15 - sqrt(across * across + down * down) + 1.1 * (billow - 0.5) + 0.3 * (fine - 0.5);
            double rim = gen_step(0, 0.06, u) * gen_step(0, 0.06, 1 - u) * gen_step(0, 0.06, v) *
                         gen_step(0, 0.06, 1 - v);
            double alpha = gen_step(0.25, 0.75, body) * rim;
            struct colour c = blend((struct colour){255, 252, 246}, (struct colour){186, 200, 220},
                                    gen_step(0.3, 0.95, v + 0.4 * (fine - 0.5)));
            put(image, x, y, c, (unsigned)(alpha * 0x7C));
        }
}

struct gen_image gen_paint(enum gen_paint what)
{
    struct gen_image image = gen_image_new(what >= GEN_FIR ? CLEAR_SIDE : SIDE);
    switch (what) {
    case GEN_SAND:
        paint_sand(&image);
        break;
    case GEN_GRASS:
    case GEN_MEADOW:
        paint_grass(&image, what == GEN_MEADOW);
        break;
    case GEN_ROCK:
        paint_rock(&image);
        break;
    case GEN_SNOW:
        paint_snow(&image);
        break;
    case GEN_PATH:
        paint_path(&image);
        break;
    case GEN_WATER:
        paint_water(&image);
        break;
    case GEN_FIR:
        paint_fir(&image);
        break;
    case GEN_OAK:
        paint_oak(&image);
        break;
    default:
        paint_cloud(&image);
    }
    return image;
}
