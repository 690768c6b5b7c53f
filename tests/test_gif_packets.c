/* GIF, tags and modes: expected values follow from GS-DRAWING section 1.1, unless a test says otherwise. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <path1/gs.h>

#include "gif_chip.h"
#include "gif_packet.h"
#include "registers.h"

#define EVERY_BIT 0xFFFFFFFFu

TestSuite(gif_packets, .init = gif_chip_open, .fini = gif_chip_close);

/* ---- tags ---- */

Test(gif_packets, pre_writes_prim_in_packed_mode_only_and_only_with_data)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag_pre(0, 1, PACKED, 1, 0x7), 0xF);
    gif_add(&p, gif_tag_pre(1, 1, REGLIST, 1, 0x6), 0xF);
    gif_add(&p, 0, 0);
    gif_add(&p, gif_tag_pre(1, 1, IMAGE, 1, 0x5), 0xF);
    gif_add(&p, 0, 0);
    gif_send(&p);
    cr_assert_eq(gs_registers(gif_chip)->prim, 0);

    struct gif_packet packed = {0};
    gif_add(&packed, gif_tag_pre(1, 1, PACKED, 1, 0x7FF), 0xF);
    gs_gif_transfer(gif_chip, GS_PATH_MERGED, packed.data, 1);
    cr_assert_eq(gs_registers(gif_chip)->prim, 0x7FF);
}

Test(gif_packets, a_tag_without_pre_leaves_prim)
{
    gs_write_register(gif_chip, GS_PRIM, 3);
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(1, 1, PACKED, 1) | (uint64_t)5 << 47, 0xF);
    gif_add(&p, 0, 0);
    gif_send(&p);
    cr_assert_eq(gs_registers(gif_chip)->prim, 3);
}

Test(gif_packets, pre_empties_the_vertex_queue)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag_pre(1, 1, PACKED, 1, 1), 0x5);
    gif_add_words(&p, 0, 0, 0, 0);
    gif_send(&p);
    gif_send(&p);
    cr_assert_eq(gif_primitives, 0, "each tag's first vertex of a line is dropped by the next tag");
    gif_send_packed(0x5, 0, 0, 0, 0);
    cr_assert_eq(gif_primitives, 1);
}

Test(gif_packets, a_tag_with_nloop_zero_has_no_data)
{
    struct gif_packet p = {0};
    for (unsigned flg = PACKED; flg <= DISABLED; flg++)
        gif_add(&p, gif_tag(0, 1, flg, 1), 0xE);
    gif_add(&p, gif_tag(1, 1, PACKED, 1), 0xE);
    gif_add_ad(&p, GS_FOGCOL, 0x123456);
    gif_send(&p);
    cr_assert_eq(gif_tags, 5);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0x123456);
}

Test(gif_packets, tags_follow_one_another_with_and_without_eop)
{
    struct gif_packet p = {0};
    for (unsigned eop = 0; eop < 2; eop++) {
        gif_add(&p, gif_tag(2, eop, PACKED, 1), 0xE);
        gif_add_ad(&p, GS_FOGCOL, 0x10 + eop);
        gif_add_ad(&p, GS_TEXCLUT, 0x20 + eop);
    }
    gif_add(&p, gif_tag(1, 1, PACKED, 1), 0xE);
    gif_add_ad(&p, GS_SCANMSK, 2);
    gif_send(&p);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0x11);
    cr_assert_eq(gs_registers(gif_chip)->texclut, 0x21);
    cr_assert_eq(gs_registers(gif_chip)->scanmsk, 2);
    cr_assert_eq(gif_tags, 3);
}

Test(gif_packets, nreg_zero_means_16_descriptors)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(1, 1, PACKED, 16), 0xEFFFFFFFFFFFFFFFull);
    for (unsigned i = 0; i < 15; i++)
        gif_add_words(&p, i, i, i, i);
    gif_add_ad(&p, GS_FOGCOL, 0x654321);
    gif_send(&p);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0x654321);
    cr_assert_eq(gif_tags, 1);
}

/* ---- REGLIST ---- */

Test(gif_packets, reglist_values_are_raw_registers)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(1, 1, REGLIST, 10), 0x9876A54321);
    gif_add(&p, 0x4000000044332211ull, 0x0123456789ABCDEFull); /* RGBAQ, ST */
    gif_add(&p, 0x0000000012342345ull, 0xAB00000100020003ull); /* UV, XYZF2 */
    gif_add(&p, 0x8000000000050006ull, 0x7700000000000000ull); /* XYZ2, FOG */
    gif_add(&p, 0x0000000100012345ull, 0x0000000200054321ull); /* TEX0_1, TEX0_2 */
    gif_add(&p, 0x0000012312345678ull, 0x0000032187654321ull); /* CLAMP_1, CLAMP_2 */
    gif_send(&p);
    const struct gs_registers *r = gs_registers(gif_chip);
    cr_assert_eq(r->rgbaq, 0x4000000044332211ull);
    cr_assert_eq(r->st, 0x0123456789ABCDEFull);
    cr_assert_eq(r->uv, 0x12342345);
    cr_assert_eq(r->xyz, 0x8000000000050006ull);
    cr_assert_eq(r->fog >> 56, 0x77);
    cr_assert_eq(r->context[0].tex0, 0x0000000100012345ull);
    cr_assert_eq(r->context[1].tex0, 0x0000000200054321ull);
    cr_assert_eq(r->context[0].clamp, 0x0000012312345678ull);
    cr_assert_eq(r->context[1].clamp, 0x0000032187654321ull);
    cr_assert_eq(gif_primitives, 2);
}

Test(gif_packets, reglist_prim_xyzf3_and_xyz3_write_without_kick)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(1, 1, REGLIST, 3), 0xDC0);
    gif_add(&p, 0x555, 0xAB00000100020003ull);
    gif_add(&p, 0x8000000000050006ull, EVERY_BIT);
    gs_gif_transfer(gif_chip, GS_PATH_MERGED, p.data, 2);
    cr_assert_eq(gs_registers(gif_chip)->prim, 0x555);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x0000000100020003ull);
    gs_gif_transfer(gif_chip, GS_PATH_MERGED, p.data + 32, 1);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x8000000000050006ull);
    cr_assert_eq(gif_primitives, 0);
}

Test(gif_packets, reglist_a_plus_d_nop_and_reserved_only_consume)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(2, 1, REGLIST, 4), 0x2EFB);
    for (unsigned loop = 0; loop < 2; loop++) {
        gif_add(&p, GS_FOGCOL, 0x11);
        gif_add(&p, 0x22, 0x3300 + loop);
    }
    struct gs_state *before = gif_saved_state();
    gif_send(&p);
    struct gs_state *after = gif_saved_state();
    cr_assert_eq(after->registers.st, 0x3301);
    after->registers.st = before->registers.st;
    cr_assert(memcmp(&before->registers, &after->registers, sizeof before->registers) == 0);
    cr_assert_eq(gif_tags, 1);
    free(before);
    free(after);
}

Test(gif_packets, an_odd_reglist_is_padded_to_a_quadword)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(3, 0, REGLIST, 1), 0x2);
    gif_add(&p, 1, 2);
    gif_add(&p, 3, 0xBAD);
    gif_add(&p, gif_tag(1, 1, PACKED, 1), 0xE);
    gif_add_ad(&p, GS_FOGCOL, 0x42);
    gif_send(&p);
    cr_assert_eq(gs_registers(gif_chip)->st, 3);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0x42);
    cr_assert_eq(gif_tags, 2);
}

/* ---- IMAGE ---- */

static void start_upload(uint32_t width, uint32_t height)
{
    gs_write_register(gif_chip, GS_BITBLTBUF, (uint64_t)1 << 48); /* DBP 0, DBW 1, PSMCT32 */
    gs_write_register(gif_chip, GS_TRXPOS, 0);
    gs_write_register(gif_chip, GS_TRXREG, width | (uint64_t)height << 32);
    gs_write_register(gif_chip, GS_TRXDIR, 0);
}

Test(gif_packets, image_data_go_to_the_running_transfer_in_both_image_modes)
{
    /* First row of a PSMCT32 block: words 0 1 4 5 8 9 12 13 (GS-MEMORY section 2). */
    static const unsigned words[8] = {0, 1, 4, 5, 8, 9, 12, 13};
    for (unsigned flg = IMAGE; flg <= DISABLED; flg++) {
        struct gif_packet p = {0};
        gif_add(&p, gif_tag(2, 1, flg, 1), 0);
        for (unsigned i = 0; i < 8; i += 4)
            gif_add_words(&p, flg << 8 | i, flg << 8 | (i + 1), flg << 8 | (i + 2), flg << 8 | (i + 3));
        start_upload(8, 1);
        gif_send(&p);
        const uint8_t *memory = gs_local_memory(gif_chip);
        for (unsigned i = 0; i < 8; i++) {
            cr_assert_eq(memory[4 * words[i]], i);
            cr_assert_eq(memory[4 * words[i] + 1], flg);
        }
    }
}

Test(gif_packets, image_loops_count_quadwords_whatever_nreg_says)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(1, 0, IMAGE, 7), EVERY_BIT);
    gif_add_words(&p, 1, 2, 3, 4);
    gif_add(&p, gif_tag(1, 1, IMAGE, 16), 0);
    gif_add_words(&p, 5, 6, 7, 8);
    start_upload(8, 1);
    gif_send(&p);
    cr_assert_eq(gif_tags, 2);
    cr_assert_eq(gs_local_memory(gif_chip)[0], 1);
    cr_assert_eq(gs_local_memory(gif_chip)[4 * 13], 8);
}

/* ---- paths, cuts, states ---- */

Test(gif_packets, each_path_has_a_tag_of_its_own)
{
    struct gif_packet p[GS_PATH_COUNT];
    for (unsigned path = 0; path < GS_PATH_COUNT; path++) {
        p[path].quadwords = 0;
        gif_add(&p[path], gif_tag(2, 1, PACKED, 1), 0xE);
        gif_add_ad(&p[path], (uint8_t)(GS_CLAMP_1 + (path & 1)), path);
        gif_add_ad(&p[path], (uint8_t)(GS_SCISSOR_1 + (path & 1)), 0x10 + path);
    }
    for (unsigned i = 0; i < 3; i++)
        for (unsigned path = 0; path < GS_PATH_COUNT; path++)
            gs_gif_transfer(gif_chip, (enum gs_path)path, p[path].data + 16 * i, 1);
    const struct gs_registers *r = gs_registers(gif_chip);
    cr_assert_eq(gif_tags, GS_PATH_COUNT);
    cr_assert_eq(r->context[0].clamp, 2);
    cr_assert_eq(r->context[1].clamp, 3);
    cr_assert_eq(r->context[0].scissor, 0x12);
    cr_assert_eq(r->context[1].scissor, 0x13);
}

/* A packet with every mode: set-up by A+D, an upload of 16 x 8 pixels, REGLIST and PACKED sprites. */
static void add_sample(struct gif_packet *p)
{
    gif_add(p, gif_tag(7, 0, PACKED, 1), 0xE);
    gif_add_ad(p, GS_FRAME_1, (uint64_t)1 << 16);
    gif_add_ad(p, GS_SCISSOR_1, (uint64_t)63 << 16 | (uint64_t)63 << 48);
    gif_add_ad(p, GS_ZBUF_1, (uint64_t)1 << 32);
    gif_add_ad(p, GS_BITBLTBUF, (uint64_t)1 << 48 | (uint64_t)64 << 32);
    gif_add_ad(p, GS_TRXPOS, 0);
    gif_add_ad(p, GS_TRXREG, 16 | (uint64_t)8 << 32);
    gif_add_ad(p, GS_TRXDIR, 0);
    gif_add(p, gif_tag(20, 0, IMAGE, 1), 0);
    for (uint32_t i = 0; i < 20; i++)
        gif_add_words(p, 0x01020304 * i, 0x11121314 * i, 0x21222324 * i, 0x31323334 * i);
    gif_add(p, gif_tag(0, 0, PACKED, 1), 0xE);
    gif_add(p, gif_tag(12, 0, DISABLED, 1), 0);
    for (uint32_t i = 0; i < 12; i++)
        gif_add_words(p, 0x41424344 * i, 0x51525354 * i, 0x61626364 * i, 0x71727374 * i);
    gif_add(p, gif_tag(1, 0, REGLIST, 5), 0xE5510);
    gif_add(p, 6, 0x3F80000080402010ull);
    gif_add(p, 0, 16 * 8 | 16 * 8 << 16);
    gif_add(p, 0x123, 0x456);
    gif_add(p, gif_tag_pre(2, 1, PACKED, 4, 6), 0x4412);
    for (uint32_t i = 0; i < 2; i++) {
        gif_add_words(p, 0x3F000000, 0x3F000000, 0x40000000, 0);
        gif_add_words(p, 0x80 * i, 0x40, 0x20, 0x80);
        gif_add_words(p, 16 * 10 * (i + 1), 16 * 4, 5 << 4, 3 << 4);
        gif_add_words(p, 16 * 10 * (i + 2), 16 * 20, 5 << 4, 4 << 4);
    }
}

static struct gs_state *state_after(const struct gif_packet *p, const size_t *cuts, size_t cut_count)
{
    gs_reset(gif_chip);
    size_t at = 0;
    for (size_t i = 0; i <= cut_count; i++) {
        size_t end = i < cut_count ? cuts[i] : p->quadwords;
        gs_gif_transfer(gif_chip, GS_PATH2, p->data + 16 * at, end - at);
        at = end;
    }
    return gif_saved_state();
}

Test(gif_packets, a_packet_cut_at_any_quadword_gives_the_same_state)
{
    struct gif_packet p = {0};
    add_sample(&p);
    struct gs_state *whole = state_after(&p, NULL, 0);
    unsigned whole_primitives = gif_primitives;
    cr_assert_eq(whole_primitives, 3);
    for (size_t cut = 1; cut < p.quadwords; cut++) {
        gif_primitives = 0;
        struct gs_state *parts = state_after(&p, &cut, 1);
        cr_assert(memcmp(whole, parts, sizeof *whole) == 0, "cut at quadword %zu", cut);
        cr_assert_eq(gif_primitives, whole_primitives);
        free(parts);
    }
    free(whole);
}

Test(gif_packets, a_packet_sent_quadword_by_quadword_gives_the_same_state)
{
    struct gif_packet p = {0};
    add_sample(&p);
    struct gs_state *whole = state_after(&p, NULL, 0);
    size_t cuts[GIF_PACKET_MAX];
    for (size_t i = 0; i + 1 < p.quadwords; i++)
        cuts[i] = i + 1;
    struct gs_state *parts = state_after(&p, cuts, p.quadwords - 1);
    cr_assert(memcmp(whole, parts, sizeof *whole) == 0);
    free(whole);
    free(parts);
}

Test(gif_packets, the_sample_packet_draws)
{
    struct gif_packet p = {0};
    add_sample(&p);
    gif_send(&p);
    gs_finish(gif_chip);
    /* REGLIST sprite: pixel (0, 0) is word 0; its colour came in RGBAQ. */
    const uint8_t *m = gs_local_memory(gif_chip);
    cr_assert_eq(m[0] | (uint32_t)m[1] << 8 | (uint32_t)m[2] << 16 | (uint32_t)m[3] << 24, 0x80402010u);
}

Test(gif_packets, a_saved_tag_holds_the_loops_that_are_left)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(5, 1, PACKED, 3), 0xFFF);
    for (unsigned i = 0; i < 15; i++)
        gif_add(&p, 0, 0);
    gs_gif_transfer(gif_chip, GS_PATH3, p.data, 1 + 7);
    struct gs_state *state = gif_saved_state();
    cr_assert_eq(state->gif[GS_PATH3].tag[0], gif_tag(3, 1, PACKED, 3));
    cr_assert_eq(state->gif[GS_PATH3].tag[1], 0xFFF);
    cr_assert_eq(state->gif[GS_PATH3].reg, 1);
    gs_gif_transfer(gif_chip, GS_PATH3, p.data + 16 * 8, 8);
    gs_save_state(gif_chip, state);
    cr_assert_eq(state->gif[GS_PATH3].tag[0] & 0x7FFF, 0);
    cr_assert_eq(state->gif[GS_PATH3].reg, 0);
    free(state);
}

Test(gif_packets, a_loaded_tag_goes_on_at_its_first_descriptor)
{
    /* DUMPFORMAT section 5: the loader takes the live tag as a new one. */
    struct gs_state *state = gif_saved_state();
    state->gif[GS_PATH_MERGED].tag[0] = gif_tag_pre(2, 1, PACKED, 2, 5);
    state->gif[GS_PATH_MERGED].tag[1] = 0xAE;
    state->gif[GS_PATH_MERGED].reg = 1;
    state->gif_q = 0x40000000;
    gs_load_state(gif_chip, state);
    struct gif_packet p = {0};
    gif_add_ad(&p, GS_FOGCOL, 0x11);
    gif_add_words(&p, 0, 0, 0, 0x120);
    gif_add_ad(&p, GS_FOGCOL, 0x22);
    gif_add_words(&p, 0, 0, 0, 0x340);
    gif_send(&p);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0x22);
    cr_assert_eq(gs_registers(gif_chip)->fog >> 56, 0x34);
    cr_assert_eq(gs_registers(gif_chip)->prim, 0, "PRE acts when a tag arrives, not when it is loaded");
    cr_assert_eq(gif_tags, 0);
    gs_save_state(gif_chip, state);
    cr_assert_eq(state->gif_q, 0x40000000);
    free(state);
}

Test(gif_packets, a_loaded_tag_without_loops_is_idle)
{
    struct gs_state *state = gif_saved_state();
    state->gif[GS_PATH_MERGED].tag[0] = gif_tag(0, 0, IMAGE, 2);
    state->gif[GS_PATH_MERGED].reg = 1;
    gs_load_state(gif_chip, state);
    gif_send_packed(0xE, 0x77, 0, GS_FOGCOL, 0);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0x77);
    free(state);
}
