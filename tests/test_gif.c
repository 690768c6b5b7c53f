/* GIF, PACKED data: expected values follow from the bit positions in GS-DRAWING section 1.2, unless a test
 * says otherwise. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <path1/gs.h>

#include "gif_chip.h"
#include "gif_packet.h"
#include "registers.h"

#define EVERY_BIT 0xFFFFFFFFu
#define FLOAT_ONE 0x3F800000u

TestSuite(gif, .init = gif_chip_open, .fini = gif_chip_close);

/* ---- PACKED descriptors ---- */

Test(gif, packed_prim_writes_the_low_11_bits)
{
    gif_send_packed(0x0, 0xFFFFFD5Eu, EVERY_BIT, EVERY_BIT, EVERY_BIT);
    cr_assert_eq(gs_registers(gif_chip)->prim, 0x55E);
}

Test(gif, packed_rgbaq_takes_the_low_byte_of_each_word_and_the_latched_q)
{
    gif_send_packed(0x1, 0xAAAAAA11u, 0xBBBBBB22u, 0xCCCCCC33u, 0xDDDDDD44u);
    cr_assert_eq(gs_registers(gif_chip)->rgbaq, 0x3F80000044332211ull);
}

Test(gif, packed_st_writes_st_and_keeps_q_for_later_rgbaq)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(1, 1, PACKED, 3), 0x121);
    gif_add_words(&p, 1, 2, 3, 4);
    gif_add_words(&p, 0x12345678, 0x9ABCDEF0, 0x40400000, EVERY_BIT);
    gif_add_words(&p, 5, 6, 7, 8);
    gs_gif_transfer(gif_chip, GS_PATH_MERGED, p.data, 3);
    cr_assert_eq(gs_registers(gif_chip)->st, 0x9ABCDEF012345678ull);
    cr_assert_eq(gs_registers(gif_chip)->rgbaq, 0x3F80000004030201ull, "ST alone leaves RGBAQ as it was");
    gs_gif_transfer(gif_chip, GS_PATH_MERGED, p.data + 48, 1);
    cr_assert_eq(gs_registers(gif_chip)->rgbaq, 0x4040000008070605ull);
}

Test(gif, packed_uv_takes_14_bits_of_each)
{
    gif_send_packed(0x3, 0xFFFFE5A5u, 0xFFFFDA5Au, EVERY_BIT, EVERY_BIT);
    cr_assert_eq(gs_registers(gif_chip)->uv, 0x1A5A25A5ull);
}

Test(gif, packed_xyzf2_kicks_with_z_and_fog_from_inside_their_words)
{
    gif_send_packed(0x4, 0xFFFF1234u, 0xFFFF5678u, 0xFABCDEFFu, 0xFFFF7ABFu);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x00ABCDEF56781234ull);
    cr_assert_eq(gs_registers(gif_chip)->fog >> 56, 0xAB, "an XYZF write replaces FOG (PCSX2's rule)");
    cr_assert_eq(gif_primitives, 1, "PRIM 0 is a point: one kick, one primitive");
}

Test(gif, packed_xyz2_kicks_with_all_32_bits_of_z_and_leaves_fog)
{
    gif_send_packed(0xA, 0, 0, 0, 0x770);
    gif_send_packed(0x5, 0xFFFF1234u, 0xFFFF5678u, 0x89ABCDEFu, 0xFFFF7FFFu);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x89ABCDEF56781234ull);
    cr_assert_eq(gs_registers(gif_chip)->fog >> 56, 0x77);
    cr_assert_eq(gif_primitives, 1);
}

Test(gif, adc_turns_kicks_into_no_kicks)
{
    gif_send_packed(0x4, 1, 2, 3 << 4, 0x8000);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x0000000300020001ull);
    gif_send_packed(0x5, 4, 5, 6, 0x8000);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x0000000600050004ull);
    cr_assert_eq(gif_primitives, 0);
}

Test(gif, packed_xyzf3_and_xyz3_never_kick)
{
    gif_send_packed(0xC, 0x1234, 0x5678, 0xFABCDEFFu, 0x0AB0);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x00ABCDEF56781234ull);
    cr_assert_eq(gs_registers(gif_chip)->fog >> 56, 0xAB);
    gif_send_packed(0xD, 0x4321, 0x8765, 0x89ABCDEFu, 0);
    cr_assert_eq(gs_registers(gif_chip)->xyz, 0x89ABCDEF87654321ull);
    cr_assert_eq(gif_primitives, 0);
}

Test(gif, packed_tex0_and_clamp_write_the_low_half)
{
    gif_send_packed(0x6, 0x00012345, 0x00000001, EVERY_BIT, EVERY_BIT);
    gif_send_packed(0x7, 0x00054321, 0x00000002, EVERY_BIT, EVERY_BIT);
    gif_send_packed(0x8, 0x12345678, 0x00000123, EVERY_BIT, EVERY_BIT);
    gif_send_packed(0x9, 0x87654321, 0x00000321, EVERY_BIT, EVERY_BIT);
    const struct gs_registers *r = gs_registers(gif_chip);
    cr_assert_eq(r->context[0].tex0, 0x0000000100012345ull);
    cr_assert_eq(r->context[1].tex0, 0x0000000200054321ull);
    cr_assert_eq(r->context[0].clamp, 0x0000012312345678ull);
    cr_assert_eq(r->context[1].clamp, 0x0000032187654321ull);
}

Test(gif, packed_fog_takes_bits_11_to_4_of_the_last_word)
{
    gif_send_packed(0xA, EVERY_BIT, EVERY_BIT, EVERY_BIT, 0xFFFFF5AFu);
    cr_assert_eq(gs_registers(gif_chip)->fog, 0x5A00000000000000ull);
}

Test(gif, packed_reserved_and_nop_do_nothing)
{
    static const unsigned idle[] = {0xB, 0xF};
    struct gs_state *before = gif_saved_state();
    for (size_t i = 0; i < 2; i++)
        gif_send_packed(idle[i], EVERY_BIT, EVERY_BIT, EVERY_BIT, EVERY_BIT);
    struct gs_state *after = gif_saved_state();
    cr_assert(memcmp(&before->registers, &after->registers, sizeof before->registers) == 0);
    cr_assert(memcmp(before->local_memory, after->local_memory, GS_LOCAL_MEMORY_SIZE) == 0);
    cr_assert_eq(gif_tags, 2);
    free(before);
    free(after);
}

Test(gif, packed_a_plus_d_writes_the_low_half_to_the_address_in_byte_8)
{
    gif_send_packed(0xE, 0x00345678, 0, 0xFFFFFF00u | GS_FOGCOL, EVERY_BIT);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0x345678);
    /* Of the address PCSX2 looks at 7 bits. */
    gif_send_packed(0xE, 0x00ABCDEF, 0, 0x80 | GS_FOGCOL, 0);
    cr_assert_eq(gs_registers(gif_chip)->fogcol, 0xABCDEF);
}

/* ---- Q ---- */

Test(gif, latched_q_of_zero_or_nan_becomes_a_number)
{
    /* PCSX2's rules: 0 -> smallest normal number, NaN of either sign -> largest number. */
    static const uint32_t cases[][2] = {{0, 0x00800000},          {0x7FC00000, 0x7F7FFFFF},
                                        {0xFF800001, 0x7F7FFFFF}, {0x7F800000, 0x7F800000},
                                        {0x00000001, 0x00000001}, {0xBF800000, 0xBF800000}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct gif_packet p = {0};
        gif_add(&p, gif_tag(1, 1, PACKED, 2), 0x12);
        gif_add_words(&p, 0, 0, cases[i][0], 0);
        gif_add_words(&p, 0, 0, 0, 0);
        gif_send(&p);
        cr_assert_eq(gs_registers(gif_chip)->rgbaq >> 32, cases[i][1], "Q %08x", cases[i][0]);
    }
}

Test(gif, a_tag_with_data_resets_q_to_one_and_one_without_does_not)
{
    struct gif_packet p = {0};
    gif_add(&p, gif_tag(1, 1, PACKED, 1), 0x2);
    gif_add_words(&p, 0, 0, 0x40000000, 0);
    gif_add(&p, gif_tag(0, 1, PACKED, 1), 0x1);
    gif_send(&p);
    struct gs_state *state = gif_saved_state();
    cr_assert_eq(state->gif_q, 0x40000000);
    free(state);

    struct gif_packet next = {0};
    gif_add(&next, gif_tag(1, 1, IMAGE, 1), 0);
    gif_send(&next);
    state = gif_saved_state();
    cr_assert_eq(state->gif_q, FLOAT_ONE);
    free(state);
}
