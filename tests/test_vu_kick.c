/* XGKICK (VUPIPE section 7): packets, when their data are read, and waiting for the transfer before. */
#include <criterion/criterion.h>

#include "vu_rig.h"

TestSuite(vu_kick, .init = rig_setup, .fini = rig_teardown, .timeout = 120);

enum { PACKED, REGLIST, IMAGE, IMAGE2 };

static void set_tag(uint32_t quadword, unsigned nloop, bool eop, unsigned flg, unsigned nreg)
{
    rig_set_quadword(quadword, nloop | (eop ? 0x8000 : 0), flg << 26 | (nreg & 15) << 28, 0, 0);
}

Test(vu_kick, a_packet_ends_with_the_data_of_the_tag_that_has_eop)
{
    const struct {
        unsigned nloop, flg, nreg;
        uint32_t quadwords;
    } cases[] = {
        {0, PACKED, 1, 1},  {1, PACKED, 1, 2},  {3, PACKED, 2, 7},  {3, PACKED, 16, 49},
        {1, REGLIST, 1, 2}, {3, REGLIST, 1, 3}, {4, REGLIST, 3, 7}, {2, REGLIST, 16, 17},
        {5, IMAGE, 3, 6},   {6, IMAGE2, 0, 7},  {0, IMAGE, 0, 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_tag(3, cases[i].nloop, true, cases[i].flg, cases[i].nreg);
        cr_assert_eq(vu_packet_bytes(rig.vu, 48), cases[i].quadwords * 16, "case %zu", i);
    }
}

Test(vu_kick, tags_without_eop_are_followed_by_more)
{
    set_tag(3, 2, false, PACKED, 3); /* 3..9 */
    set_tag(10, 0, false, PACKED, 1);
    set_tag(11, 4, true, IMAGE, 1); /* 11..15 */
    cr_assert_eq(vu_packet_bytes(rig.vu, 48), 13 * 16);
    cr_assert_eq(vu_packet_bytes(rig.vu, 11 * 16), 5 * 16);
}

Test(vu_kick, packets_wrap_and_are_cut_where_memory_comes_round)
{
    set_tag(1023, 4, false, IMAGE, 1); /* 1023, 0..3 */
    set_tag(4, 1, true, IMAGE, 1);
    cr_assert_eq(vu_packet_bytes(rig.vu, 1023 * 16), 7 * 16);
    set_tag(4, 0x7FFF, true, PACKED, 16);
    cr_assert_eq(vu_packet_bytes(rig.vu, 64), 16384);
    rig_setup(); /* all zero: tags without EOP */
    cr_assert_eq(vu_packet_bytes(rig.vu, 0), 16384);
}

Test(vu_kick, the_port_gets_the_byte_address_and_the_cycle_of_issue)
{
    set_tag(5, 2, true, PACKED, 1);
    rig_set_vi(1, 0xFC05); /* ten bits count */
    rig_nops(3);
    rig_pair(UPPER_NOP, xgkick(1));
    rig_finish();
    cr_assert_eq(rig.kicks, 1);
    cr_assert_eq(rig.kick[0].address, 80);
    cr_assert_eq(rig.kick[0].cycle, 4);
    cr_assert_eq(rig.kick[0].bytes, 48);
}

Test(vu_kick, data_stored_by_the_pair_behind_are_sent_and_later_ones_are_not)
{
    set_tag(0, 2, true, PACKED, 1);
    rig_set_vf_all(1, 7);
    rig_pair(UPPER_NOP, xgkick(0));
    rig_pair(UPPER_NOP, sq(DEST_X, 1, 1, 0));
    rig_pair(UPPER_NOP, sq(DEST_X, 1, 2, 0));
    rig_finish();
    cr_assert_eq(rig.kicks, 1);
    cr_assert_eq(rig.kicked[16], 7);
    cr_assert_eq(rig.kicked[32], 0);
    cr_assert_eq(rig_word(2, FIELD_X), 7);
}

Test(vu_kick, a_second_kick_waits_two_cycles_for_every_quadword_of_the_first)
{
    set_tag(0, 9, true, PACKED, 1);
    rig_pair(UPPER_NOP, xgkick(0)); /* 1; ten quadwords */
    rig_pair(UPPER_NOP, xgkick(0)); /* 21 */
    rig_nops(24);
    rig_pair(UPPER_NOP, xgkick(0)); /* 46: nothing to wait for */
    rig_finish();
    cr_assert_eq(rig_cycle(1), 21);
    cr_assert_eq(rig_cycle(26), 46);
    cr_assert_eq(rig.kicks, 3);
    cr_assert_eq(rig.kick[1].cycle, 21);
    cr_assert_eq(rig.kick[2].cycle, 46);
}

Test(vu_kick, the_port_may_say_how_long_a_transfer_takes)
{
    set_tag(0, 9, true, PACKED, 1);
    rig.kick_cycles = 100;
    rig_pair(UPPER_NOP, xgkick(0));
    rig_nops(1);
    rig_pair(UPPER_NOP, xgkick(0));
    rig_finish();
    cr_assert_eq(rig_cycle(2), 101);
}

Test(vu_kick, without_a_port_the_transfer_takes_the_same_time)
{
    set_tag(0, 9, true, PACKED, 1);
    vu_set_port(rig.vu, NULL);
    rig_pair(UPPER_NOP, xgkick(0));
    rig_pair(UPPER_NOP, xgkick(0));
    rig_finish();
    cr_assert_eq(rig_cycle(1), 21);
}

Test(vu_kick, nothing_else_waits_for_a_transfer)
{
    rig.kick_cycles = 1000;
    rig_pair(UPPER_NOP, xgkick(0));
    rig_nops(3);
    rig_finish();
    cr_assert_eq(rig.run.cycles, 6);
    cr_assert_eq(rig.run.cycles_flushed, 6);
}

Test(vu_kick, flags_and_divisions_go_on_while_a_kick_waits)
{
    set_tag(0, 9, true, PACKED, 1);
    rig_set_vf_all(2, F_4);
    rig_pair(UPPER_NOP, xgkick(0));
    rig_pair(sub(DEST_X, 1, 0, 2), vu_sqrt(2, FIELD_X));
    rig_pair(mulq(DEST_X, 3, 2), xgkick(0)); /* 21 */
    rig_pair(UPPER_NOP, fmor(1, 0));
    rig_finish();
    cr_assert_eq(rig_cycle(2), 21);
    cr_assert_eq(rig_vf(3, FIELD_X), 0x41000000); /* 4 * 2 */
    cr_assert_eq(rig_vi(1), 0x80);
}

Test(vu_kick, a_kick_in_the_last_pair_is_sent)
{
    set_tag(0, 1, true, PACKED, 1);
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(UPPER_NOP, xgkick(0));
    rig_run(0);
    cr_assert_eq(rig.kicks, 1);
    cr_assert_eq(rig.kick[0].cycle, 2);
}

Test(vu_kick, a_kick_beside_the_e_bit_is_sent_behind_the_delay_pair)
{
    set_tag(0, 1, true, PACKED, 1);
    rig_set_vf_all(1, 7);
    rig_pair(UPPER_NOP | VU_BIT_E, xgkick(0));
    rig_pair(UPPER_NOP, sq(DEST_X, 1, 1, 0));
    rig_run(0);
    cr_assert_eq(rig.kicks, 1);
    cr_assert_eq(rig.kicked[16], 7);
}

Test(vu_kick, a_run_does_not_wait_for_transfers_of_the_run_before)
{
    rig.kick_cycles = 1000;
    rig_pair(UPPER_NOP, xgkick(0));
    rig_finish();
    rig_run(0);
    cr_assert_eq(rig_cycle(0), 1);
    cr_assert_eq(rig.kicks, 2);
}
