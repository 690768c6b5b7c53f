/* Under the rule set "console" it does not matter which primitives were queued together (rule "draw"):
 * recordings and random drawing leave the same memory when what is queued is drawn after each primitive. Left
 * out are draws whose texture lies in their own buffers: their texels are those of when the draw began (rule
 * "texture_read"). */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "bounds.h"
#include "chip.h"
#include "draw.h"
#include "dump.h"
#include "dump_player.h"
#include "register_values.h"
#include "transfer_chip.h"

TestSuite(dumps_batches, .timeout = 1100);

static bool reads_its_targets(const struct gs_batch *b)
{
    const struct gs_context_registers *c = gs_batch_context(b);
    struct gs_rect s = gs_scissor_rect(c->scissor);
    struct gs_page_set texture = {{0}}, targets = {{0}};
    struct gs_targets t;
    if (!GS_PRIM_TME(b->prim))
        return false;
    gs_targets_decode(c, &t);
    gs_texture_pages(c, &texture);
    uint32_t x0 = (uint32_t)s.x0, y0 = (uint32_t)s.y0, x1 = (uint32_t)s.x1, y1 = (uint32_t)s.y1;
    gs_pages_of_rect(&targets, t.frame, t.frame_page * 32, t.fbw, x0, y0, x1, y1);
    gs_pages_of_rect(&targets, t.depth, t.depth_page * 32, t.fbw, x0, y0, x1, y1);
    return gs_page_sets_meet(&texture, &targets);
}

static void draw_at_once(void *user, unsigned type)
{
    struct gs *gs = user;
    (void)type;
    if (gs->batch->count && !reads_its_targets(gs->batch))
        gs_batch_flush(gs);
}

static void watch(struct gs *gs, bool singly)
{
    const struct gs_observer observer = {.user = gs, .primitive = singly ? draw_at_once : NULL};
    gs_observe(gs, &observer);
}

static void play(const char *dump, const char *rules, bool singly, dump_hash hash)
{
    struct player player;
    player_open(&player, dump, rules);
    watch(player.gs, singly);
    player_finish(&player, SIZE_MAX);
    player_hash(&player, hash);
    player_close(&player);
}

/* How many recordings of a folder leave another memory? */
static size_t count_other(const char *folder, const char *rules, bool expect_none)
{
    struct dump_list list;
    size_t other = 0;
    cr_assert(dump_list(folder, &list), "%s", folder);
    for (size_t i = 0; i < list.count; i++) {
        dump_path dump;
        dump_hash together, singly;
        dump_list_path(&list, i, dump);
        play(dump, rules, false, together);
        play(dump, rules, true, singly);
        bool same = strcmp(together, singly) == 0;
        other += !same;
        cr_expect(same || !expect_none, "%s", list.file[i]);
    }
    dump_list_free(&list);
    return other;
}

Test(dumps_batches, recordings_under_console_know_no_batches)
{
    count_other("features", "console", true);
    count_other("flat", "console", true);
    count_other("fuzz", "console", true);
    count_other("scenes", "console", true);
}

/* The comparison does tell: by PCSX2's draws it matters. */
Test(dumps_batches, recordings_under_pcsx2_depend_on_batches)
{
    cr_expect_gt(count_other("flat", "console,draw=batch", false), 0);
    cr_expect_gt(count_other("features", "pcsx2", false), 0);
}

/* ---- random drawing ---- */

enum { STEPS = 150, FRAME_PAGE = 0, DEPTH_PAGE = 16, TEXTURE_PAGE = 32, PALETTE_PAGE = 48 };

struct pair {
    struct gs *gs[2]; /* together, singly */
    uint64_t seed;
    unsigned attributes; /* bits of PRIM */
};

static unsigned below(struct pair *p, unsigned n)
{
    return transfer_random(&p->seed) % n;
}

/* One of `n` values. */
static unsigned pick(struct pair *p, const unsigned *values, unsigned n)
{
    return values[below(p, n)];
}
#define PICK(p, ...)                                                                                         \
    pick(p, (const unsigned[]){__VA_ARGS__}, sizeof((const unsigned[]){__VA_ARGS__}) / sizeof(unsigned))

static void put(struct pair *p, uint8_t address, uint64_t value)
{
    for (unsigned i = 0; i < 2; i++)
        gs_write_register(p->gs[i], address, value);
}

static float near_one(struct pair *p)
{
    return (float)(below(p, 512) + 1) / 128.0f;
}

static void vertex(struct pair *p)
{
    float q = near_one(p);
    uint32_t z = transfer_random(&p->seed) >> below(p, 31);
    uint32_t x = below(p, 1100), y = below(p, 1100);
    uint32_t colour = transfer_random(&p->seed);
    if (below(p, 2))
        put(p, GS_RGBAQ, colour | field(float_bits(below(p, 3) ? 1.0f : q), 32));
    put(p, GS_ST, st_value(near_one(p), near_one(p)));
    put(p, GS_UV, uv_value(below(p, 2048), below(p, 2048)));
    if (below(p, 2))
        put(p, GS_XYZF2, xyzf_value(x, y, z, below(p, 256)));
    else
        put(p, below(p, 8) ? GS_XYZ2 : GS_XYZ3, xyz_value(x, y, z));
}

static uint64_t tex0(struct pair *p)
{
    unsigned psm = PICK(p, GS_PSMCT32, GS_PSMCT24, GS_PSMCT16, GS_PSMT8);
    uint64_t value =
        tex0_value(TEXTURE_PAGE * 32, 1 + (psm == GS_PSMT8), psm, PICK(p, 5, 6), 6, below(p, 2), below(p, 4));
    /* Palettes lie in memory of their own, or in the frame. */
    return value |
           tex0_palette(below(p, 2) ? PALETTE_PAGE * 32 : FRAME_PAGE * 32, GS_PSMCT32, 0, PICK(p, 0, 1, 1));
}

static void change(struct pair *p)
{
    unsigned masks[] = {0, 0xFF, 0xFFFFFF, 0xFF000000, 0xFFFFFFFF};
    switch (below(p, 14)) {
    case 0:
        put(p, GS_FRAME_1,
            frame_value(FRAME_PAGE, 1, PICK(p, GS_PSMCT32, GS_PSMCT32, GS_PSMCT24, GS_PSMCT16),
                        masks[below(p, 5)]));
        break;
    case 1:
        put(p, GS_ZBUF_1, zbuf_value(DEPTH_PAGE, PICK(p, GS_PSMZ32, GS_PSMZ24), below(p, 2)));
        break;
    case 2:
    case 3:
        put(p, GS_TEST_1,
            test_depth(PICK(p, GS_ZTST_ALWAYS, GS_ZTST_GEQUAL, GS_ZTST_GREATER)) |
                (below(p, 2) ? test_alpha(below(p, 8), below(p, 256), below(p, 4)) : 0) |
                (below(p, 4) ? 0 : test_date(below(p, 2))));
        break;
    case 4:
        put(p, GS_ALPHA_1, alpha_value(below(p, 3), below(p, 3), below(p, 3), below(p, 3), below(p, 256)));
        break;
    case 5:
        put(p, GS_PABE, below(p, 2));
        break;
    case 6:
        put(p, GS_TEX1_1,
            tex1_value(below(p, 2), PICK(p, 0, 2, 3), below(p, 2), below(p, 6), below(p, 4),
                       (int)below(p, 64) - 32));
        break;
    case 7:
        put(p, GS_TEX0_1, tex0(p));
        break;
    case 8:
        put(p, GS_SCISSOR_1, scissor_value(below(p, 20), 40 + below(p, 24), below(p, 20), 40 + below(p, 24)));
        break;
    case 9:
        put(p, GS_XYOFFSET_1, xyoffset_value(below(p, 40), below(p, 40)));
        break;
    case 10:
        put(p, GS_COLCLAMP, below(p, 2));
        put(p, GS_FBA_1, below(p, 2));
        break;
    case 11:
        put(p, GS_DTHE, below(p, 2));
        put(p, GS_FOGCOL, transfer_random(&p->seed));
        break;
    case 12:
        put(p, GS_CLAMP_1,
            clamp_value(below(p, 4), below(p, 4), below(p, 64), below(p, 64), below(p, 64), below(p, 64)));
        break;
    default: {
        uint32_t texel[16];
        for (unsigned i = 0; i < 16; i++)
            texel[i] = transfer_random(&p->seed);
        struct area area = {GS_PSMCT32, PICK(p, TEXTURE_PAGE, PALETTE_PAGE, FRAME_PAGE, DEPTH_PAGE) * 32, 1,
                            below(p, 56), below(p, 24)};
        for (unsigned i = 0; i < 2; i++)
            transfer_upload(p->gs[i], &area, 4, 4, texel);
        break;
    }
    }
}

static void primitives(struct pair *p)
{
    static const unsigned attributes[] = {IIP, TME, FGE, ABE, AA1, FST};
    if (below(p, 4) == 0) {
        p->attributes = 0;
        for (unsigned i = 0; i < 6; i++)
            p->attributes |= below(p, 2) ? attributes[i] : 0;
    }
    /* Mostly triangles, so that strips and fans follow each other. */
    put(p, GS_PRIM, p->attributes | PICK(p, 0, 1, 2, 3, 4, 5, 6, 3, 4, 5, 5));
    for (unsigned n = below(p, 9); n > 0; n--)
        vertex(p);
}

static void set_up(struct pair *p, const char *rules, uint64_t seed)
{
    uint32_t texel[64 * 64];
    p->seed = seed;
    p->attributes = IIP;
    for (unsigned i = 0; i < 64 * 64; i++)
        texel[i] = transfer_random(&p->seed);
    for (unsigned i = 0; i < 2; i++) {
        struct area texture = {GS_PSMCT32, TEXTURE_PAGE * 32, 1, 0, 0},
                    palette = {GS_PSMCT32, PALETTE_PAGE * 32, 1, 0, 0};
        p->gs[i] = transfer_chip(rules);
        transfer_upload(p->gs[i], &texture, 64, 64, texel);
        transfer_upload(p->gs[i], &palette, 64, 64, texel);
        watch(p->gs[i], i);
    }
    put(p, GS_FRAME_1, frame_value(FRAME_PAGE, 1, GS_PSMCT32, 0));
    put(p, GS_ZBUF_1, zbuf_value(DEPTH_PAGE, GS_PSMZ32, 0));
    put(p, GS_SCISSOR_1, scissor_value(0, 63, 0, 63));
    put(p, GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
    put(p, GS_TEX0_1, tex0(p));
    put(p, GS_MIPTBP1_1,
        (TEXTURE_PAGE + 2) * 32 | field(1, 14) | field((TEXTURE_PAGE + 3) * 32, 20) | field(1, 34) |
            field((TEXTURE_PAGE + 4) * 32, 40) | field(1, 54));
    put(p, GS_DIMX, 0x0123456701234567);
}

/* Is memory the same after random steps? */
static bool same_after(const char *rules, uint64_t seed)
{
    struct pair p;
    set_up(&p, rules, seed);
    for (unsigned i = 0; i < STEPS; i++) {
        for (unsigned n = below(&p, 4); n > 1; n--)
            change(&p);
        primitives(&p);
    }
    for (unsigned i = 0; i < 2; i++)
        gs_finish(p.gs[i]);
    bool same = memcmp(gs_local_memory(p.gs[0]), gs_local_memory(p.gs[1]), GS_LOCAL_MEMORY_SIZE) == 0;
    for (unsigned i = 0; i < 2; i++)
        gs_destroy(p.gs[i]);
    return same;
}

Test(dumps_batches, random_drawing_under_console_knows_no_batches)
{
    unsigned told = 0;
    for (uint64_t seed = 1000; seed < 1200; seed++) {
        cr_expect(same_after("console", seed), "seed %u", (unsigned)seed);
        told += seed < 1100 && !same_after("console,draw=batch", seed);
    }
    cr_log_info("draw=batch differs in %u of 100", told);
    cr_expect_gt(told, 5);
}
