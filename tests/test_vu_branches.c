/* Branches, delay slots, the end of a program and debug bits (VUPIPE sections 4 and 5). */
#include <criterion/criterion.h>

#include "vu_rig.h"

TestSuite(vu_branches, .init = rig_setup, .fini = rig_teardown, .timeout = 120);

/* Adds to VI register n a bit that tells which pairs ran. */
static uint32_t mark(unsigned bit)
{
    return iaddiu(15, 15, 1u << bit);
}

/* Ends the program at its end, without running it. */
static void put_end(void)
{
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(UPPER_NOP, LOWER_NOP);
}

Test(vu_branches, the_delay_pair_runs_once_and_what_is_jumped_over_does_not)
{
    rig_pair(UPPER_NOP, vu_b(2)); /* delay slot + 2 pairs */
    rig_pair(UPPER_NOP, mark(0));
    rig_pair(UPPER_NOP, mark(1));
    rig_pair(UPPER_NOP, mark(2));
    rig_finish();
    cr_assert_eq(rig_vi(15), 5);
    cr_assert_eq(rig.run.cycles, 5);
}

Test(vu_branches, conditions_compare_signed_sixteen_bit_numbers)
{
    const struct {
        uint16_t value;
        bool negative, zero;
    } values[] = {{0, false, true},
                  {1, false, false},
                  {0x7FFF, false, false},
                  {0x8000, true, false},
                  {0xFFFF, true, false}};
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++) {
        bool n = values[i].negative, z = values[i].zero;
        const struct {
            uint32_t word;
            bool taken;
        } cases[] = {
            {ibltz(1, 2), n},   {ibgez(1, 2), !n},   {ibgtz(1, 2), !n && !z}, {iblez(1, 2), n || z},
            {ibeq(1, 0, 2), z}, {ibne(1, 0, 2), !z}, {ibeq(2, 1, 2), true},   {ibne(2, 1, 2), false},
            {ibeq(0, 1, 2), z}, {ibne(0, 1, 2), !z},
        };
        for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
            rig_setup();
            rig_set_vi(1, values[i].value);
            rig_set_vi(2, values[i].value);
            rig_pair(UPPER_NOP, cases[k].word);
            rig_nops(1);
            rig_pair(UPPER_NOP, mark(0));
            rig_finish();
            cr_assert_eq(rig_vi(15), !cases[k].taken, "%04x, branch %zu", values[i].value, k);
        }
    }
}

Test(vu_branches, a_loop_runs_as_often_as_it_counts)
{
    rig_pair(UPPER_NOP, iaddiu(1, 0, 10));
    rig_pair(UPPER_NOP, iaddi(1, 1, -1));
    rig_pair(UPPER_NOP, iaddi(2, 2, 1));
    rig_pair(UPPER_NOP, ibne(1, 0, -3));
    rig_nops(1);
    rig_finish();
    cr_assert_eq(rig_vi(2), 10);
    cr_assert_eq(rig.run.cycles, 1 + 40 + 2);
}

Test(vu_branches, targets_wrap_around_micro_memory)
{
    rig_pair(UPPER_NOP, vu_b(-3)); /* pair -2 */
    rig_nops(1);
    rig_pair_at(0x3FF0, UPPER_NOP, vu_b(3)); /* pair 2046 + 1 + 3 = 2 */
    rig_pair_at(0x3FF8, UPPER_NOP, mark(3));
    rig_pair(UPPER_NOP, mark(1));
    rig_finish();
    cr_assert_eq(rig_pc(2), 0x3FF0);
    cr_assert_eq(rig_pc(4), 16);
    cr_assert_eq(rig_vi(15), 10);
}

Test(vu_branches, execution_goes_on_at_address_0_behind_the_last_pair)
{
    rig_pair_at(0x3FF8, UPPER_NOP | VU_BIT_E, mark(1));
    rig_pair_at(0, UPPER_NOP, mark(2));
    rig_run(0x3FF8);
    cr_assert_eq(rig_vi(15), 6);
    cr_assert_eq(rig.run.end_pc, 8);
    cr_assert_eq(rig.registers.tpc, 1);
}

Test(vu_branches, vu0_wraps_at_4_kib)
{
    rig_use(VU_UNIT_0);
    rig_pair_at(0xFF8, UPPER_NOP | VU_BIT_E, mark(1));
    rig_pair_at(0, UPPER_NOP, mark(2));
    rig_run(0x2FF8);
    cr_assert_eq(rig.run.start_pc, 0xFF8);
    cr_assert_eq(rig_vi(15), 6);
}

Test(vu_branches, bal_and_jalr_link_the_pair_behind_the_delay_slot)
{
    rig_pair(UPPER_NOP, bal(1, 3));
    rig_nops(3);
    rig_pair(UPPER_NOP, iaddiu(2, 0, 8));
    rig_pair(UPPER_NOP, jalr(3, 2));
    rig_nops(2);
    rig_finish();
    cr_assert_eq(rig_vi(1), 2);
    cr_assert_eq(rig_vi(3), 7);
}

Test(vu_branches, a_link_in_vi00_is_dropped)
{
    rig_pair(UPPER_NOP, bal(0, 1));
    rig_nops(2);
    rig_finish();
    cr_assert_eq(rig_vi(0), 0);
}

Test(vu_branches, jump_targets_count_eleven_bits)
{
    rig_set_vi(1, 0xF803);
    rig_pair(UPPER_NOP, jr(1));
    rig_nops(2);
    rig_finish();
    cr_assert_eq(rig_pc(2), 24);
}

/* ---- what a conditional branch sees of integer registers ---- */

/* VI01 is 0 before; every operation makes it something else. Memory's first quadword holds 5. */
static void set_chain_registers(void)
{
    rig_setup();
    rig_set_quadword(0, 5, 5, 5, 5);
    rig_set_vf_all(9, 3);
    rig_set_vi(2, 3);
    rig_set_vi(3, 1);
}

/* Was the branch in pair `n` taken? Its target is two pairs on. */
static bool taken(size_t n)
{
    return rig_pc(n + 2) == rig_pc(n) + 24;
}

Test(vu_branches, a_branch_sees_a_register_as_it_was_before_the_integer_operation_just_before_it)
{
    const uint32_t writers[] = {
        iadd(1, 2, 3),      iaddi(1, 2, 1),     iaddiu(1, 2, 7),    isub(1, 2, 3),
        isubiu(1, 2, 7),    iand(1, 2, 2),      ior(1, 2, 3),       mtir(1, 9, FIELD_Y),
        lqi(DEST_X, 10, 1), lqd(DEST_X, 10, 1), sqi(DEST_X, 10, 1), sqd(DEST_X, 10, 1),
    };
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        set_chain_registers();
        rig_pair(UPPER_NOP, writers[i]);
        rig_pair(UPPER_NOP, ibeq(1, 0, 2)); /* still 0: taken */
        rig_nops(1);
        rig_nops(2);
        rig_finish();
        cr_assert(taken(1), "writer %zu", i);
        cr_assert_neq(rig_vi(1), 0);
        set_chain_registers();
        rig_pair(UPPER_NOP, writers[i]);
        rig_nops(1);
        rig_pair(UPPER_NOP, ibeq(1, 0, 2));
        rig_nops(3);
        rig_finish();
        cr_assert_not(taken(2), "writer %zu with a pair between", i);
    }
}

Test(vu_branches, all_conditions_see_the_old_value)
{
    const struct {
        uint32_t word;
        bool taken;
    } cases[] = {
        {ibeq(1, 0, 2), true}, {ibeq(0, 1, 2), true}, {ibne(1, 0, 2), false}, {ibltz(1, 2), false},
        {ibgez(1, 2), true},   {ibgtz(1, 2), false},  {iblez(1, 2), true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        set_chain_registers();
        rig_pair(UPPER_NOP, i == 3 || i == 4 ? isubiu(1, 0, 7) : iaddiu(1, 0, 7));
        rig_pair(UPPER_NOP, cases[i].word);
        rig_nops(3);
        rig_finish();
        cr_assert_eq(taken(1), cases[i].taken, "condition %zu", i);
    }
}

Test(vu_branches, other_operations_see_the_new_value)
{
    rig_pair(UPPER_NOP, iaddiu(1, 0, 3));
    rig_pair(UPPER_NOP, jr(1));
    rig_nops(2);
    rig_finish();
    cr_assert_eq(rig_pc(3), 24);
}

Test(vu_branches, a_cycle_lost_between_writer_and_branch_shows_the_new_value)
{
    set_chain_registers();
    rig_pair(add(DEST_X, 4, 5, 5), iaddiu(1, 0, 1));
    rig_pair(mulq(DEST_X, 6, 4), ibeq(1, 0, 2)); /* waits for VF04 */
    rig_nops(3);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 5);
    cr_assert_not(taken(1));
}

Test(vu_branches, after_several_writes_in_a_row_a_branch_sees_the_value_before_the_last_four)
{
    for (unsigned writes = 1; writes <= 7; writes++) {
        set_chain_registers();
        for (unsigned i = 0; i < writes; i++)
            rig_pair(UPPER_NOP, iaddi(1, 1, 1)); /* VI01 becomes i + 1 */
        unsigned seen = writes > 4 ? writes - 4 : 0;
        rig_set_vi(4, (uint16_t)seen);
        rig_pair(UPPER_NOP, ibeq(1, 4, 2));
        rig_nops(3);
        rig_finish();
        cr_assert(taken(writes), "%u writes", writes);
    }
}

/* Two writes with `gap` between: the branch sees what the first one wrote. */
static void check_gap(uint32_t gap)
{
    set_chain_registers();
    rig_set_vi(4, 1);
    rig_pair(UPPER_NOP, iaddi(1, 1, 1));
    rig_pair(UPPER_NOP, gap);
    rig_pair(UPPER_NOP, iaddi(1, 1, 1));
    rig_pair(UPPER_NOP, ibeq(1, 4, 2));
    rig_nops(3);
    rig_finish();
    cr_assert(taken(3), "a branch sees VI01 as it was before the first write");
}

Test(vu_branches, a_gap_in_the_writes_ends_the_chain)
{
    check_gap(LOWER_NOP);
    check_gap(iaddi(5, 5, 1));
    check_gap(vu_div(2, FIELD_X, 3, FIELD_X));
}

Test(vu_branches, flag_readers_top_and_links_are_seen_at_once)
{
    const uint32_t writers[] = {fsor(1, 7), fcor(0), fmor(1, 2), fseq(1, 0),
                                fmeq(1, 0), fceq(0), xtop(1),    xitop(1)};
    for (size_t i = 0; i < sizeof writers / sizeof writers[0]; i++) {
        set_chain_registers();
        vu_set_top(rig.vu, 9, 9);
        rig_pair(UPPER_NOP, iaddiu(1, 0, 0)); /* a chain before it does not count */
        rig_pair(UPPER_NOP, writers[i]);
        rig_pair(UPPER_NOP, i == 1 ? ibeq(1, 0, 2) : ibne(1, 0, 2));
        rig_nops(3);
        rig_finish();
        cr_assert(taken(2), "writer %zu", i);
    }
    set_chain_registers();
    rig_pair(UPPER_NOP, bal(1, 0)); /* to its own delay slot's end */
    rig_pair(UPPER_NOP, ibne(1, 0, 2));
    rig_nops(3);
    rig_finish();
    cr_assert(rig_pc(3) == 32, "the link is not seen");
}

Test(vu_branches, loads_make_the_branch_wait_instead)
{
    set_chain_registers();
    rig_pair(UPPER_NOP, ilw(DEST_X, 1, 0, 0));
    rig_pair(UPPER_NOP, ibne(1, 0, 2));
    rig_nops(3);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 5);
    cr_assert(taken(1));
}

/* ---- branches in delay slots ---- */

Test(vu_branches, a_branch_in_the_slot_of_a_taken_branch_lets_one_pair_of_the_first_target_run)
{
    rig_pair(UPPER_NOP, vu_b(3)); /* to pair 4 */
    rig_pair(UPPER_NOP, vu_b(5)); /* its slot; to pair 7 */
    rig_pair(UPPER_NOP, mark(2));
    rig_pair(UPPER_NOP, mark(3));
    rig_pair(UPPER_NOP, mark(4));
    rig_pair(UPPER_NOP, mark(5));
    rig_pair(UPPER_NOP, mark(6));
    rig_pair(UPPER_NOP, mark(7));
    rig_finish();
    cr_assert_eq(rig_vi(15), 1 << 4 | 1 << 7);
    cr_assert_eq(rig_pc(2), 32);
    cr_assert_eq(rig_pc(3), 56);
}

Test(vu_branches, a_link_in_the_slot_of_a_taken_branch_is_the_pair_behind_the_first_target)
{
    rig_pair(UPPER_NOP, vu_b(3));
    rig_pair(UPPER_NOP, bal(1, 5));
    rig_nops(6);
    rig_finish();
    cr_assert_eq(rig_vi(1), 5);
}

Test(vu_branches, a_branch_in_the_slot_of_a_branch_not_taken_acts_normally)
{
    rig_pair(UPPER_NOP, ibne(0, 0, 3));
    rig_pair(UPPER_NOP, bal(1, 2)); /* to pair 4 */
    rig_pair(UPPER_NOP, mark(2));
    rig_pair(UPPER_NOP, mark(3));
    rig_pair(UPPER_NOP, mark(4));
    rig_finish();
    cr_assert_eq(rig_vi(15), 1 << 2 | 1 << 4);
    cr_assert_eq(rig_vi(1), 3);
}

/* ---- the end ---- */

Test(vu_branches, one_pair_runs_behind_the_e_bit_and_a_continuation_starts_behind_that)
{
    rig_pair(UPPER_NOP | VU_BIT_E, mark(0));
    rig_pair(UPPER_NOP | VU_BIT_E, mark(1)); /* E again means nothing here */
    rig_pair(UPPER_NOP | VU_BIT_E, mark(2));
    rig_pair(UPPER_NOP, mark(3));
    rig_run(0);
    cr_assert_eq(rig_vi(15), 3);
    cr_assert_eq(rig.run.end_pc, 16);
    cr_assert_eq(rig.run.pairs, 2);
    rig_go_on();
    cr_assert_eq(rig_vi(15), 15);
    cr_assert_eq(rig.run.start_pc, 16);
    cr_assert_eq(rig.run.end_pc, 32);
}

Test(vu_branches, e_in_the_slot_of_a_taken_branch_ends_behind_one_pair_of_the_target)
{
    rig_pair(UPPER_NOP, vu_b(3));
    rig_pair(UPPER_NOP | VU_BIT_E, mark(1));
    rig_pair(UPPER_NOP, mark(2));
    rig_pair(UPPER_NOP, mark(3));
    rig_pair(UPPER_NOP, mark(4));
    rig_run(0);
    cr_assert_eq(rig_vi(15), 1 << 1 | 1 << 4);
    cr_assert_eq(rig.run.end_pc, 40);
}

Test(vu_branches, a_branch_with_e_ends_behind_its_slot_and_a_continuation_starts_at_its_target)
{
    rig_pair(UPPER_NOP | VU_BIT_E, vu_b(3));
    rig_pair(UPPER_NOP, mark(1));
    rig_nops(2);
    put_end();
    rig_run(0);
    cr_assert_eq(rig_vi(15), 2);
    cr_assert_eq(rig.run.end_pc, 32);
    rig_go_on();
    cr_assert_eq(rig.run.end_pc, 48);
}

Test(vu_branches, a_branch_in_the_last_pair_says_where_a_continuation_starts)
{
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(UPPER_NOP, vu_b(2));
    rig_pair(UPPER_NOP, mark(2));
    rig_pair(UPPER_NOP, mark(3));
    rig_pair(UPPER_NOP | VU_BIT_E, mark(4));
    rig_pair(UPPER_NOP, mark(5));
    rig_run(0);
    cr_assert_eq(rig.run.end_pc, 32);
    cr_assert_eq(rig_vi(15), 0);
    rig_go_on();
    cr_assert_eq(rig_vi(15), 1 << 4 | 1 << 5);
}

Test(vu_branches, the_m_bit_changes_nothing)
{
    rig_pair(UPPER_NOP | VU_BIT_M, mark(0));
    rig_finish();
    cr_assert_eq(rig_vi(15), 1);
    cr_assert_eq(rig.run.cycles, 3);
}

/* ---- D and T ---- */

Test(vu_branches, d_and_t_bits_are_ignored_unless_enabled)
{
    rig_pair(UPPER_NOP | VU_BIT_D | VU_BIT_T, mark(0));
    rig_finish();
    cr_assert_eq(rig_vi(15), 1);
    vu_enable_break(rig.vu, false, true);
    rig_pair_at(0, UPPER_NOP | VU_BIT_D, mark(0));
    rig_run(0);
    cr_assert_eq(rig_vi(15), 2);
}

static void check_break(uint32_t bit)
{
    rig_setup();
    vu_enable_break(rig.vu, bit == VU_BIT_D, bit == VU_BIT_T);
    rig_set_vf_all(2, F_4);
    rig_pair(UPPER_NOP, vu_sqrt(2, FIELD_X));
    rig_pair(UPPER_NOP | bit, vu_b(2));
    rig_pair(UPPER_NOP, mark(2));
    rig_pair(UPPER_NOP, mark(3));
    rig_pair(UPPER_NOP, mark(4));
    put_end();
    vu_start(rig.vu, 0);
    cr_assert_eq(vu_run(rig.vu, 1000, &rig.run), VU_STOP_BREAK);
    cr_assert_eq(rig.run.end_pc, 16);
    cr_assert_eq(rig.run.cycles, 2);
    cr_assert_eq(rig.run.pairs, 2);
    vu_get_registers(rig.vu, &rig.registers);
    cr_assert_eq(rig_vi(15), 0);
    cr_assert_eq(rig.registers.q, F_2); /* while the unit stands, its pipelines empty */
    cr_assert_eq(vu_run(rig.vu, 1000, &rig.run), VU_STOP_END);
    vu_get_registers(rig.vu, &rig.registers);
    cr_assert_eq(rig_vi(15), 1 << 2 | 1 << 4); /* the delay slot, then the target */
    cr_assert_eq(rig.run.pairs, 6);
    cr_assert_eq(rig.run.cycles, 12); /* Q was there in 8; four pairs more */
}

Test(vu_branches, an_enabled_d_or_t_bit_stops_after_its_pair_and_the_run_can_go_on)
{
    check_break(VU_BIT_D);
    check_break(VU_BIT_T);
}

Test(vu_branches, the_end_wins_over_a_d_bit_in_its_delay_pair)
{
    vu_enable_break(rig.vu, true, true);
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(UPPER_NOP | VU_BIT_D, LOWER_NOP);
    rig_run(0);
    cr_assert_eq(rig.run.end_pc, 16);
}
