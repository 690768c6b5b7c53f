/* When results of FDIV and EFU arrive, and how long a run takes. Cycle numbers: VUPIPE sections 1 and 3; t is
 * the issue of the pair that makes a value, cycle 1 that of the first pair. */
#include <criterion/criterion.h>

#include "vu_rig.h"

TestSuite(vu_units, .init = rig_setup, .fini = rig_teardown, .timeout = 120);

/* ---- FDIV ---- */

static void check_arrival_of_q(uint32_t division, unsigned latency)
{
    rig_setup();
    rig_set_vf_all(2, F_4);
    rig_set_vf_all(3, F_1);
    rig_pair(UPPER_NOP, division); /* t = 1 */
    rig_nops(latency - 2);
    rig_pair(mulq(DEST_X, 10, 3), LOWER_NOP); /* t + latency - 1 */
    rig_pair(mulq(DEST_X, 11, 3), LOWER_NOP); /* t + latency */
    rig_finish();
    cr_assert_eq(rig_cycle(latency), latency + 1);
    cr_assert_eq(rig_vf(10, FIELD_X), 0, "Q comes before t + %u", latency);
    cr_assert_neq(rig_vf(11, FIELD_X), 0, "Q is not there at t + %u", latency);
}

Test(vu_units, q_is_new_at_t_plus_7_after_div_and_sqrt)
{
    check_arrival_of_q(vu_div(3, FIELD_X, 2, FIELD_X), 7);
    check_arrival_of_q(vu_sqrt(2, FIELD_X), 7);
}

Test(vu_units, q_is_new_at_t_plus_13_after_rsqrt)
{
    check_arrival_of_q(rsqrt(3, FIELD_X, 2, FIELD_X), 13);
}

Test(vu_units, q_arrives_while_a_pair_waits_for_something_else)
{
    rig_set_vf_all(2, F_4);
    rig_set_vf_all(3, F_1);
    rig_pair(UPPER_NOP, vu_div(3, FIELD_X, 2, FIELD_X)); /* t = 1, Q at 8 */
    rig_nops(3);
    rig_pair(add(DEST_X, 5, 3, 0), LOWER_NOP); /* 5 */
    rig_pair(mulq(DEST_X, 6, 5), LOWER_NOP);   /* at 9 instead of 6 */
    rig_finish();
    cr_assert_eq(rig_cycle(5), 9);
    cr_assert_eq(rig_vf(6, FIELD_X), 0x3E800000); /* 1/4 */
}

Test(vu_units, a_second_division_waits_until_q_of_the_first_is_written)
{
    const struct {
        uint32_t first, second;
        uint64_t issue;
    } cases[] = {
        {vu_div(3, 0, 2, 0), vu_div(3, 0, 2, 0), 8},
        {vu_div(3, 0, 2, 0), vu_sqrt(2, 0), 8},
        {vu_sqrt(2, 0), rsqrt(3, 0, 2, 0), 8},
        {rsqrt(3, 0, 2, 0), vu_div(3, 0, 2, 0), 14},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_setup();
        rig_pair(UPPER_NOP, cases[i].first);
        rig_pair(UPPER_NOP, cases[i].second);
        rig_finish();
        cr_assert_eq(rig_cycle(1), cases[i].issue, "case %zu", i);
    }
}

Test(vu_units, divisions_six_cycles_apart_cost_one_wait_and_seven_none)
{
    for (unsigned between = 5; between <= 6; between++) {
        rig_setup();
        rig_pair(UPPER_NOP, vu_div(3, 0, 2, 0));
        rig_nops(between);
        rig_pair(UPPER_NOP, vu_div(3, 0, 2, 0));
        rig_finish();
        cr_assert_eq(rig_cycle(between + 1), 8);
    }
}

Test(vu_units, waitq_waits_for_q_and_the_upper_half_of_its_pair_sees_it)
{
    rig_set_vf_all(2, F_4);
    rig_set_vf_all(3, F_1);
    rig_pair(UPPER_NOP, rsqrt(3, FIELD_X, 2, FIELD_X));
    rig_pair(mulq(DEST_X, 6, 3), WAITQ_WORD);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 14);
    cr_assert_eq(rig_vf(6, FIELD_X), F_HALF);
}

Test(vu_units, waitq_with_nothing_to_wait_for_costs_one_cycle)
{
    rig_pair(UPPER_NOP, WAITQ_WORD);
    rig_pair(UPPER_NOP, WAITQ_WORD);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 2);
    cr_assert_eq(rig_cycle(2), 3);
}

Test(vu_units, waits_for_registers_and_for_the_divider_overlap)
{
    rig_pair(UPPER_NOP, vu_div(3, 0, 2, 0)); /* Q at 8 */
    rig_nops(4);
    rig_pair(add(DEST_X, 3, 2, 2), LOWER_NOP); /* 6, usable at 10 */
    rig_pair(UPPER_NOP, vu_div(3, 0, 2, 0));
    rig_finish();
    cr_assert_eq(rig_cycle(6), 10);
}

/* ---- EFU ---- */

static const struct {
    const char *name;
    unsigned latency;
} efu_latency[] = {
    {"esadd", 11},   {"ersadd", 18}, {"eleng", 18}, {"erleng", 24}, {"eatanxy", 54},
    {"eatanxz", 54}, {"esum", 12},   {"ercpr", 12}, {"esqrt", 12},  {"ersqrt", 18},
    {"esin", 29},    {"eatan", 54},  {"eexp", 44},
};
enum { EFU_FUNCTIONS = sizeof efu_latency / sizeof efu_latency[0] };

static uint32_t efu_word(size_t i)
{
    const uint32_t words[EFU_FUNCTIONS] = {
        esadd(2),    ersadd(2),   eleng(2),     erleng(2),  eatanxy(2),  eatanxz(2), esum(2),
        ercpr(2, 0), esqrt(2, 0), ersqrt(2, 0), esin(2, 0), eatan(2, 0), eexp(2, 0),
    };
    return words[i];
}

/* x, y, z, w differ, so that no function gives 0. */
static void set_efu_operand(void)
{
    rig_set_vf(2, F_2, F_3, F_4, F_1);
}

Test(vu_units, waitp_goes_on_one_cycle_before_p_changes_and_mfp_behind_it_reads_the_new_p)
{
    for (size_t i = 0; i < EFU_FUNCTIONS; i++) {
        rig_setup();
        set_efu_operand();
        rig_pair(UPPER_NOP, efu_word(i)); /* t = 1 */
        rig_pair(UPPER_NOP, WAITP_WORD);
        rig_pair(UPPER_NOP, mfp(DEST_X, 10));
        rig_finish();
        cr_assert_eq(rig_cycle(1), efu_latency[i].latency, "%s", efu_latency[i].name);
        cr_assert_eq(rig_cycle(2), efu_latency[i].latency + 1);
        cr_assert_neq(rig_vf(10, FIELD_X), 0, "%s", efu_latency[i].name);
        cr_assert_eq(rig_vf(10, FIELD_X), rig.registers.p);
    }
}

Test(vu_units, mfp_without_waitp_reads_the_old_p_until_the_latency_is_over)
{
    for (size_t i = 0; i < EFU_FUNCTIONS; i++) {
        rig_setup();
        set_efu_operand();
        rig_pair(UPPER_NOP, efu_word(i));
        rig_nops(efu_latency[i].latency - 2);
        rig_pair(UPPER_NOP, mfp(DEST_X, 10));
        rig_pair(UPPER_NOP, mfp(DEST_X, 11));
        rig_finish();
        cr_assert_eq(rig_cycle(efu_latency[i].latency), efu_latency[i].latency + 1, "MFP waits");
        cr_assert_eq(rig_vf(10, FIELD_X), 0, "%s: P comes early", efu_latency[i].name);
        cr_assert_neq(rig_vf(11, FIELD_X), 0, "%s: P comes late", efu_latency[i].name);
    }
}

Test(vu_units, a_second_efu_function_issues_a_cycle_before_p_of_the_first_which_can_be_read_behind_it)
{
    rig_set_vf_all(2, F_4);
    rig_set_vf_all(3, 0x41800000);          /* 16 */
    rig_pair(UPPER_NOP, esqrt(2, FIELD_X)); /* t = 1, P at 13 */
    rig_pair(UPPER_NOP, esqrt(3, FIELD_X)); /* 12, P at 24 */
    rig_pair(UPPER_NOP, mfp(DEST_X, 10));   /* 13 */
    rig_pair(UPPER_NOP, WAITP_WORD);        /* 23 */
    rig_pair(UPPER_NOP, mfp(DEST_X, 11));   /* 24 */
    rig_finish();
    cr_assert_eq(rig_cycle(1), 12);
    cr_assert_eq(rig_cycle(2), 13);
    cr_assert_eq(rig_cycle(3), 23);
    cr_assert_eq(rig_vf(10, FIELD_X), F_2);
    cr_assert_eq(rig_vf(11, FIELD_X), F_4);
}

Test(vu_units, waitp_with_nothing_to_wait_for_costs_one_cycle)
{
    rig_pair(UPPER_NOP, WAITP_WORD);
    rig_pair(UPPER_NOP, LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 2);
}

/* ---- the end ---- */

Test(vu_units, cycles_are_the_issue_of_the_delay_pair_of_the_end)
{
    rig_finish();
    cr_assert_eq(rig.run.cycles, 2);
    cr_assert_eq(rig.run.cycles_flushed, 2);
    cr_assert_eq(rig.run.pairs, 2);
}

static uint64_t flushed(uint32_t upper, uint32_t lower)
{
    rig_setup();
    set_efu_operand();
    rig_pair(upper, lower); /* t = 1 */
    rig_finish();
    cr_assert_eq(rig.run.cycles, 3);
    return rig.run.cycles_flushed;
}

Test(vu_units, flushed_cycles_last_until_every_result_is_usable)
{
    cr_assert_eq(flushed(add(DEST_XYZW, 1, 2, 3), LOWER_NOP), 5);
    cr_assert_eq(flushed(mula(DEST_XYZW, 2, 3), LOWER_NOP), 5); /* flags */
    cr_assert_eq(flushed(clipw(2, 3), LOWER_NOP), 5);
    cr_assert_eq(flushed(UPPER_NOP, lq(DEST_XYZW, 1, 0, 0)), 5);
    cr_assert_eq(flushed(UPPER_NOP, ilw(DEST_X, 1, 0, 0)), 5);
    cr_assert_eq(flushed(UPPER_NOP, fsset(0)), 5);
    cr_assert_eq(flushed(UPPER_NOP, iaddiu(1, 0, 1)), 3);
    cr_assert_eq(flushed(UPPER_NOP, vu_div(2, 0, 3, 0)), 8);
    cr_assert_eq(flushed(UPPER_NOP, rsqrt(2, 0, 3, 0)), 14);
    for (size_t i = 0; i < EFU_FUNCTIONS; i++)
        cr_assert_eq(flushed(UPPER_NOP, efu_word(i)), 1 + efu_latency[i].latency, "%s", efu_latency[i].name);
}

Test(vu_units, at_the_end_q_p_and_all_flags_take_their_final_values)
{
    rig_set_vf(2, F_4, F_4, F_4, F_4);
    rig_pair(UPPER_NOP, esqrt(2, FIELD_X));
    rig_pair(UPPER_NOP | VU_BIT_E, rsqrt(2, FIELD_X, 2, FIELD_X));
    rig_pair(sub(DEST_XYZW, 3, 0, 2), fcset(0x123456));
    rig_run(0);
    cr_assert_eq(rig.run.cycles, 3);
    cr_assert_eq(rig.run.cycles_flushed, 15);
    cr_assert_eq(rig.registers.q, F_2);
    cr_assert_eq(rig.registers.p, F_2);
    cr_assert_eq(rig.registers.mac, 0x00F0);
    cr_assert_eq(rig.registers.status, 0x082);
    cr_assert_eq(rig.registers.clip, 0x123456);
}

Test(vu_units, a_run_starts_with_empty_pipelines)
{
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(add(DEST_XYZW, 1, 2, 3), vu_div(2, 0, 3, 0));
    rig_pair(add(DEST_XYZW, 4, 1, 3), vu_div(2, 0, 3, 0));
    rig_finish();
    rig_run(0);
    rig_go_on();
    cr_assert_eq(rig_pc(0), 16);
    cr_assert_eq(rig_cycle(0), 1);
}
