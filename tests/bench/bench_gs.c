/* How fast the interpolators and the sampler are under the rule sets console and pcsx2: for kinds of
 * primitives and sizes, megapixels (10^6) drawn a second of processor time, the fastest of several rounds.
 *
 *     bench_gs [KILOPIXELS]
 *
 * KILOPIXELS: how much is drawn in a round, 2000 without it. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <path1/gs.h>

#include "format.h"
#include "register_values.h"
#include "registers.h"

enum { ROUNDS = 5, SIDE = 512, TEXTURE_BLOCK = 256 * 32 };

struct kind {
    const char *name;
    unsigned prim; /* type and attributes */
    bool mip;
};

static const struct kind kinds[] = {
    {"triangles, colours, Z", GS_PRIM_TRIANGLE | IIP, false},
    {"the same with fog", GS_PRIM_TRIANGLE | IIP | FGE, false},
    {"triangles, colours, Z, U V", GS_PRIM_TRIANGLE | IIP | TME | FST, false},
    {"triangles, colours, Z, S T Q", GS_PRIM_TRIANGLE | IIP | TME, false},
    {"the same with levels by Q", GS_PRIM_TRIANGLE | IIP | TME, true},
    {"sprites, U V", GS_PRIM_SPRITE | TME | FST, false},
    {"sprites, S T Q, blending", GS_PRIM_SPRITE | TME | ABE, false},
};

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* 0..limit-1 from a sequence that is the same for all. */
static uint32_t any(uint32_t *state, uint32_t limit)
{
    *state = *state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)*state * limit >> 32);
}

static void begin(struct gs *gs, const struct kind *kind)
{
    gs_write_register(gs, GS_FRAME_1, frame_value(0, SIDE / 64, GS_PSMCT32, 0));
    gs_write_register(gs, GS_ZBUF_1, zbuf_value(128, GS_PSMZ32, 0));
    gs_write_register(gs, GS_SCISSOR_1, scissor_value(0, SIDE - 1, 0, SIDE - 1));
    gs_write_register(gs, GS_TEST_1, test_depth(GS_ZTST_ALWAYS));
    gs_write_register(gs, GS_COLCLAMP, 1);
    gs_write_register(gs, GS_ALPHA_1, alpha_value(0, 1, 0, 1, 0));
    gs_write_register(gs, GS_TEX0_1, tex0_value(TEXTURE_BLOCK, 4, GS_PSMCT32, 8, 8, 1, 0));
    /* Bilinear; with levels: four, the nearest of them, from below 1 on. */
    gs_write_register(gs, GS_TEX1_1, kind->mip ? tex1_value(0, 3, 1, 4, 0, 8) : tex1_value(1, 0, 1, 1, 0, 0));
    gs_write_register(gs, GS_PRIM, kind->prim);
}

static void vertex(struct gs *gs, uint32_t *state, uint32_t x, uint32_t y, uint32_t u, uint32_t v)
{
    float q = 0.5f + (float)any(state, 256) / 256;
    gs_write_register(gs, GS_RGBAQ, rgbaq_value(any(state, 1u << 31), q));
    gs_write_register(gs, GS_ST, st_value((float)u / 4096 * q, (float)v / 4096 * q));
    gs_write_register(gs, GS_UV, uv_value(u, v));
    gs_write_register(gs, GS_XYZF2, xyzf_value(x, y, any(state, 1u << 24), any(state, 256)));
}

/* Draws a primitive within a square of `size` pixels and returns its area. */
static double primitive(struct gs *gs, const struct kind *kind, uint32_t size, uint32_t *state)
{
    uint32_t x = any(state, 16 * (SIDE - size)), y = any(state, 16 * (SIDE - size)), side = 16 * size;
    uint32_t u = any(state, 1000), v = any(state, 1000);
    bool sprite = GS_PRIM_TYPE(kind->prim) == GS_PRIM_SPRITE;
    vertex(gs, state, x, y, u, v);
    if (!sprite)
        vertex(gs, state, x + side, y + side / 3, u + side, v + side / 3);
    vertex(gs, state, x + side / (sprite ? 1 : 4), y + side, u + side / (sprite ? 1 : 4), v + side);
    return (double)size * size * (sprite ? 1 : 11.0 / 24);
}

/* Megapixels a second. */
static double measure(const char *set, const struct kind *kind, uint32_t size, double pixels)
{
    struct gs_rules rules;
    double best = 0;
    if (!gs_rules_parse(set, &rules, NULL, 0))
        exit(2);
    struct gs *gs = gs_create(&rules);
    if (!gs)
        exit(2);
    begin(gs, kind);
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t state = 1;
        double drawn = 0, start = now();
        while (drawn < pixels)
            drawn += primitive(gs, kind, size, &state);
        gs_finish(gs);
        double rate = 1e-6 * drawn / (now() - start);
        best = rate > best ? rate : best;
    }
    gs_destroy(gs);
    return best;
}

int main(int argc, char **argv)
{
    static const uint32_t sizes[] = {8, 32, 256};
    double pixels = 1e3 * (argc > 1 ? strtod(argv[1], NULL) : 2000);
    printf("%-30s %6s %9s %7s\n", "Mpixel/s", "size", "console", "pcsx2");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++)
            printf("%-30s %6u %9.1f %7.1f\n", kinds[k].name, sizes[s],
                   measure("console", &kinds[k], sizes[s], pixels),
                   measure("pcsx2", &kinds[k], sizes[s], pixels));
    return 0;
}
