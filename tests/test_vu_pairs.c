/* Both halves of one pair: what each sees of the other (VUPIPE sections 2 and 5). */
#include <criterion/criterion.h>

#include "vu_rig.h"

TestSuite(vu_pairs, .init = rig_setup, .fini = rig_teardown, .timeout = 120);

static void set_numbers(void)
{
    rig_set_vf_all(1, F_1);
    rig_set_vf_all(2, F_2);
    rig_set_vf_all(3, F_3);
}

Test(vu_pairs, the_lower_half_reads_the_old_value_of_what_the_upper_half_writes)
{
    set_numbers();
    rig_pair(add(DEST_XYZW, 1, 2, 2), move(DEST_XYZW, 4, 1));
    rig_pair(add(DEST_XYZW, 2, 3, 3), sq(DEST_XYZW, 2, 0, 0));
    rig_pair(ftoi0(DEST_XYZW, 3, 3), mtir(1, 3, FIELD_X));
    rig_finish();
    cr_assert_eq(rig_vf(4, FIELD_Y), F_1);
    cr_assert_eq(rig_vf(1, FIELD_Y), F_4);
    cr_assert_eq(rig_word(0, FIELD_Z), F_2);
    cr_assert_eq(rig_vi(1), F_3 & 0xFFFF);
    cr_assert_eq(rig_vf(3, FIELD_X), 3);
}

Test(vu_pairs, a_division_reads_the_old_value_of_what_the_upper_half_writes)
{
    set_numbers();
    rig_pair(add(DEST_XYZW, 2, 2, 2), vu_div(1, FIELD_X, 2, FIELD_X));
    rig_finish();
    cr_assert_eq(rig.registers.q, F_HALF);
}

Test(vu_pairs, the_upper_half_reads_the_old_value_of_what_the_lower_half_writes)
{
    set_numbers();
    rig_pair(add(DEST_XYZW, 4, 1, 1), move(DEST_XYZW, 1, 3));
    rig_finish();
    cr_assert_eq(rig_vf(4, FIELD_X), F_2);
    cr_assert_eq(rig_vf(1, FIELD_X), F_3);
}

Test(vu_pairs, two_registers_can_be_exchanged)
{
    set_numbers();
    rig_pair(addbc(DEST_XYZW, 1, 2, 0, FIELD_X), move(DEST_XYZW, 2, 1));
    rig_finish();
    cr_assert_eq(rig_vf(1, FIELD_X), F_2);
    cr_assert_eq(rig_vf(2, FIELD_X), F_1);
}

Test(vu_pairs, if_both_halves_write_one_register_the_lower_value_is_dropped_also_in_other_fields)
{
    set_numbers();
    rig_set_quadword(4, F_4, F_4, F_4, F_4);
    rig_set_vi(1, 4);
    rig_pair(add(DEST_X, 1, 2, 2), move(DEST_XYZW, 1, 3));
    rig_pair(add(DEST_X, 2, 3, 3), lqi(DEST_Y, 2, 1));
    rig_finish();
    cr_assert_eq(rig_vf(1, FIELD_X), F_4);
    cr_assert_eq(rig_vf(1, FIELD_Y), F_1);
    cr_assert_eq(rig_vf(2, FIELD_Y), F_2);
    cr_assert_eq(rig_vi(1), 5, "the base register is stepped nevertheless");
}

Test(vu_pairs, the_dropped_lower_value_makes_nobody_wait)
{
    set_numbers();
    rig_pair(add(DEST_X, 1, 2, 2), move(DEST_Y, 1, 3));
    rig_pair(add(DEST_Y, 4, 1, 1), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 2);
}

Test(vu_pairs, random_numbers_advance_even_if_the_value_is_dropped)
{
    set_numbers();
    rig_pair(add(DEST_X, 1, 2, 2), rnext(DEST_X, 1));
    rig_pair(UPPER_NOP, rnext(DEST_X, 0));
    rig_pair(UPPER_NOP, rnext(0, 5));
    vu_get_registers(rig.vu, &rig.registers);
    rig.registers.r = 1;
    vu_set_registers(rig.vu, &rig.registers);
    rig_finish();
    cr_assert_eq(rig.registers.r, 0x3F800008);
}

Test(vu_pairs, an_upper_operation_with_an_empty_mask_drops_nothing_of_the_lower)
{
    set_numbers();
    rig_pair(add(0, 1, 2, 2), move(DEST_XYZW, 1, 3));
    rig_finish();
    cr_assert_eq(rig_vf(1, FIELD_X), F_3);
}

Test(vu_pairs, the_upper_half_reads_q_and_i_before_the_lower_half_changes_them)
{
    set_numbers();
    vu_get_registers(rig.vu, &rig.registers);
    rig.registers.i = F_2;
    vu_set_registers(rig.vu, &rig.registers);
    rig_pair(muli(DEST_X, 4, 3) | VU_BIT_I, F_4);
    rig_pair(muli(DEST_X, 5, 3), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_vf(4, FIELD_X), 0x40C00000); /* 6 */
    cr_assert_eq(rig_vf(5, FIELD_X), 0x41400000); /* 12 */
    cr_assert_eq(rig.registers.i, F_4);
}

Test(vu_pairs, a_literal_word_is_no_instruction)
{
    rig_pair(UPPER_NOP | VU_BIT_I, iaddiu(1, 0, 5));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig.registers.i, iaddiu(1, 0, 5));
    rig_pair_at(0, UPPER_NOP | VU_BIT_I | VU_BIT_E, F_MAX);
    rig_pair_at(8, UPPER_NOP, LOWER_NOP);
    rig_run(0);
    cr_assert_eq(rig.registers.i, F_MAX);
    cr_assert_eq(rig.run.pairs, 2);
}

Test(vu_pairs, words_that_are_no_instruction_do_nothing)
{
    rig_set_vi(1, 3);
    const struct vu_registers before = rig.registers;
    const uint32_t words[] = {0x80000000u | 0x3F, 0x81FF08FE, 0x81FF033E, 0xFFFFFFFF, 0x06000000, 0x1F000000};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        rig_pair(0x01E0003B, words[i]);
    rig_finish();
    cr_assert_arr_eq(rig.registers.vf, before.vf, sizeof before.vf);
    cr_assert_arr_eq(rig.registers.vi, before.vi, sizeof before.vi);
    cr_assert_eq(rig.run.cycles, 6 + 2);
    cr_assert_eq(rig.run.cycles_flushed, 6 + 2);
}

Test(vu_pairs, efu_top_and_kicks_do_nothing_on_vu0)
{
    rig_use(VU_UNIT_0);
    vu_set_top(rig.vu, 7, 9);
    rig_set_vf_all(2, F_4);
    rig_pair(UPPER_NOP, esqrt(2, FIELD_X));
    rig_pair(UPPER_NOP, eexp(2, FIELD_X));
    rig_pair(UPPER_NOP, WAITP_WORD);
    rig_pair(UPPER_NOP, mfp(DEST_X, 2));
    rig_pair(UPPER_NOP, xtop(1));
    rig_pair(UPPER_NOP, xitop(2));
    rig_pair(UPPER_NOP, xgkick(1));
    rig_finish();
    cr_assert_eq(rig.run.cycles, 9);
    cr_assert_eq(rig.registers.p, 0);
    cr_assert_eq(rig_vf(2, FIELD_X), F_4);
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), 9);
    cr_assert_eq(rig.kicks, 0);
}
