/* When pairs issue that need VF and VI registers. Cycle numbers: VUPIPE sections 1 to 4; t is the issue of
 * the pair that makes a value, cycle 1 that of the first pair. */
#include <criterion/criterion.h>

#include "vu_rig.h"

TestSuite(vu_timing, .init = rig_setup, .fini = rig_teardown, .timeout = 120);

/* ---- VF registers ---- */

Test(vu_timing, every_operation_that_writes_vf_delays_a_reader_to_t_plus_4)
{
    const uint32_t upper[] = {
        add(DEST_XYZW, 1, 2, 3),
        madd(DEST_XYZW, 1, 2, 3),
        mulq(DEST_XYZW, 1, 2),
        muli(DEST_XYZW, 1, 2),
        mulbc(DEST_XYZW, 1, 2, 3, FIELD_Y),
        max(DEST_XYZW, 1, 2, 3),
        minii(DEST_XYZW, 1, 2),
        vu_abs(DEST_XYZW, 1, 2),
        itof12(DEST_XYZW, 1, 2),
        ftoi4(DEST_XYZW, 1, 2),
        opmsub(DEST_XYZ, 1, 2, 3),
    };
    const uint32_t lower[] = {
        move(DEST_XYZW, 1, 2), mr32(DEST_XYZW, 1, 2), lq(DEST_XYZW, 1, 0, 0),
        lqi(DEST_XYZW, 1, 2),  lqd(DEST_XYZW, 1, 2),  mfir(DEST_XYZW, 1, 2),
        mfp(DEST_XYZW, 1),     rget(DEST_XYZW, 1),    rnext(DEST_XYZW, 1),
    };
    size_t uppers = sizeof upper / sizeof upper[0], lowers = sizeof lower / sizeof lower[0];
    for (size_t i = 0; i < uppers + lowers; i++) {
        rig_setup();
        rig_pair(i < uppers ? upper[i] : UPPER_NOP, i < uppers ? LOWER_NOP : lower[i - uppers]);
        rig_pair(add(DEST_X, 4, 1, 5), LOWER_NOP);
        rig_finish();
        cr_assert_eq(rig_cycle(1), 5, "operation %zu: %llu", i, (unsigned long long)rig_cycle(1));
        cr_assert_eq(rig.step[1].stalled, 3);
    }
}

Test(vu_timing, a_reader_waits_only_for_the_cycles_that_are_left)
{
    for (unsigned between = 0; between < 5; between++) {
        rig_setup();
        rig_pair(add(DEST_X, 1, 2, 3), LOWER_NOP);
        rig_nops(between);
        rig_pair(add(DEST_X, 4, 1, 5), LOWER_NOP);
        rig_finish();
        cr_assert_eq(rig_cycle(between + 1), between < 3 ? 5 : between + 2);
    }
}

Test(vu_timing, independent_pairs_issue_one_a_cycle)
{
    for (unsigned n = 1; n <= 16; n++)
        rig_pair(mul(DEST_XYZW, n, 30, 31), move(DEST_XYZW, n + 13, 0));
    rig_finish();
    for (unsigned n = 0; n < 18; n++)
        cr_assert_eq(rig_cycle(n), n + 1);
    cr_assert_eq(rig.run.cycles, 18);
}

Test(vu_timing, only_the_fields_that_are_read_are_waited_for)
{
    const struct {
        uint32_t upper, lower;
        bool waits;
    } cases[] = {
        {add(DEST_Y, 4, 1, 5), LOWER_NOP, true},
        {add(DEST_XZW, 4, 1, 5), LOWER_NOP, false},
        {add(DEST_XZW, 4, 5, 1), LOWER_NOP, false},
        {add(DEST_Y, 4, 5, 1), LOWER_NOP, true},
        {addbc(DEST_X, 4, 5, 1, FIELD_Y), LOWER_NOP, true},
        {addbc(DEST_Y, 4, 5, 1, FIELD_X), LOWER_NOP, false},
        {addbc(0, 4, 5, 1, FIELD_Y), LOWER_NOP, false},
        {madda(DEST_Y, 5, 1), LOWER_NOP, true},
        {mulq(DEST_X, 4, 1), LOWER_NOP, false},
        {itof0(DEST_Y, 4, 1), LOWER_NOP, true},
        {ftoi0(DEST_X, 4, 1), LOWER_NOP, false},
        {clipw(1, 5), LOWER_NOP, true},
        {clipw(5, 1), LOWER_NOP, false},
        {opmula(DEST_XYZ, 5, 1), LOWER_NOP, true},
        {UPPER_NOP, move(DEST_Y, 4, 1), true},
        {UPPER_NOP, move(DEST_X, 4, 1), false},
        {UPPER_NOP, mr32(DEST_X, 4, 1), true}, /* x comes from y */
        {UPPER_NOP, mr32(DEST_Y, 4, 1), false},
        {UPPER_NOP, sq(DEST_Y, 1, 0, 0), true},
        {UPPER_NOP, sq(DEST_XZW, 1, 0, 0), false},
        {UPPER_NOP, sqi(DEST_Y, 1, 2), true},
        {UPPER_NOP, sqd(DEST_Y, 1, 2), true},
        {UPPER_NOP, vu_div(1, FIELD_Y, 5, FIELD_X), true},
        {UPPER_NOP, vu_div(1, FIELD_X, 5, FIELD_X), false},
        {UPPER_NOP, vu_div(5, FIELD_X, 1, FIELD_Y), true},
        {UPPER_NOP, vu_sqrt(1, FIELD_Y), true},
        {UPPER_NOP, vu_sqrt(1, FIELD_W), false},
        {UPPER_NOP, rsqrt(5, FIELD_X, 1, FIELD_Y), true},
        {UPPER_NOP, mtir(2, 1, FIELD_Y), true},
        {UPPER_NOP, mtir(2, 1, FIELD_Z), false},
        {UPPER_NOP, rinit(1, FIELD_Y), true},
        {UPPER_NOP, rxor(1, FIELD_X), false},
        {UPPER_NOP, esadd(1), true},
        {UPPER_NOP, esum(1), true},
        {UPPER_NOP, eatanxy(1), true},
        {UPPER_NOP, eatanxz(1), false},
        {UPPER_NOP, esin(1, FIELD_Y), true},
        {UPPER_NOP, ercpr(1, FIELD_W), false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_setup();
        rig_pair(add(DEST_Y, 1, 2, 3), LOWER_NOP);
        rig_pair(cases[i].upper, cases[i].lower);
        rig_finish();
        cr_assert_eq(rig_cycle(1), cases[i].waits ? 5 : 2, "case %zu", i);
    }
}

Test(vu_timing, clip_waits_for_w_of_its_second_operand)
{
    rig_pair(add(DEST_W, 1, 2, 3), LOWER_NOP);
    rig_pair(clipw(5, 1), LOWER_NOP);
    rig_pair(add(DEST_W, 6, 2, 3), LOWER_NOP);
    rig_pair(clipw(6, 5), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 5);
    cr_assert_eq(rig_cycle(3), 7); /* xyz of VF06 are not being made */
}

Test(vu_timing, nobody_waits_for_vf00)
{
    rig_pair(add(DEST_XYZW, 0, 2, 3), move(DEST_XYZW, 0, 2));
    rig_pair(add(DEST_XYZW, 4, 0, 0), sq(DEST_XYZW, 0, 0, 0));
    rig_finish();
    cr_assert_eq(rig_cycle(1), 2);
}

Test(vu_timing, two_writes_of_one_register_do_not_wait_and_a_reader_waits_for_the_second)
{
    rig_pair(add(DEST_XYZW, 1, 2, 3), LOWER_NOP);
    rig_pair(add(DEST_XYZW, 1, 2, 3), LOWER_NOP);
    rig_pair(add(DEST_XYZW, 4, 1, 3), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 2);
    cr_assert_eq(rig_cycle(2), 6);
}

Test(vu_timing, the_accumulator_is_ready_for_the_next_pair)
{
    rig_set_vf_all(2, F_2);
    rig_set_vf_all(3, F_3);
    rig_pair(mula(DEST_XYZW, 2, 3), LOWER_NOP);
    rig_pair(madda(DEST_XYZW, 2, 3), LOWER_NOP);
    rig_pair(madd(DEST_XYZW, 4, 2, 3), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_cycle(2), 3);
    cr_assert_eq(rig_vf(4, FIELD_W), 0x41900000); /* 18 */
}

Test(vu_timing, both_halves_of_a_pair_wait_for_the_later_operand)
{
    rig_pair(add(DEST_XYZW, 1, 2, 3), LOWER_NOP);
    rig_nops(1);
    rig_pair(add(DEST_XYZW, 4, 2, 3), LOWER_NOP);
    rig_pair(add(DEST_XYZW, 5, 1, 1), move(DEST_XYZW, 6, 4));
    rig_finish();
    cr_assert_eq(rig_cycle(3), 7);
}

/* ---- VI registers ---- */

Test(vu_timing, integer_results_are_ready_for_the_next_pair)
{
    rig_pair(UPPER_NOP, iaddiu(1, 0, 5));
    rig_pair(UPPER_NOP, iadd(2, 1, 1));
    rig_pair(UPPER_NOP, isw(DEST_X, 2, 0, 0));
    rig_pair(UPPER_NOP, mfir(DEST_X, 4, 2));
    rig_finish();
    cr_assert_eq(rig_cycle(3), 4);
    cr_assert_eq(rig_vi(2), 10);
    cr_assert_eq(rig_word(0, FIELD_X), 10);
    cr_assert_eq(rig_vf(4, FIELD_X), 10);
}

Test(vu_timing, every_reader_of_a_loaded_integer_register_waits_until_t_plus_4)
{
    const uint32_t loads[] = {ilw(DEST_X, 1, 0, 0), ilwr(DEST_X, 1, 2)};
    const uint32_t readers[] = {
        iadd(3, 1, 0),        iadd(3, 0, 1),        iaddi(3, 1, 1),      iaddiu(3, 1, 1),
        isubiu(3, 1, 1),      isub(3, 1, 0),        iand(3, 1, 1),       ior(3, 0, 1),
        mfir(DEST_X, 4, 1),   lq(DEST_X, 4, 0, 1),  sq(DEST_X, 4, 0, 1), lqi(DEST_X, 4, 1),
        lqd(DEST_X, 4, 1),    sqi(DEST_X, 4, 1),    sqd(DEST_X, 4, 1),   ilw(DEST_X, 3, 0, 1),
        isw(DEST_X, 1, 0, 0), isw(DEST_X, 3, 0, 1), ilwr(DEST_X, 3, 1),  iswr(DEST_X, 1, 3),
        fmand(3, 1),          fmeq(3, 1),           fmor(3, 1),          ibeq(1, 0, 0),
        ibeq(0, 1, 0),        ibne(1, 0, 0),        ibltz(1, 0),         ibgtz(1, 0),
        iblez(1, 0),          ibgez(1, 0),          xgkick(1),
    };
    for (size_t k = 0; k < 2; k++)
        for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
            rig_setup();
            rig_pair(UPPER_NOP, loads[k]);
            rig_pair(UPPER_NOP, readers[i]);
            rig_nops(1);
            rig_finish();
            cr_assert_eq(rig_cycle(1), 5, "reader %zu", i);
        }
}

Test(vu_timing, jumps_wait_for_a_loaded_register_too)
{
    rig_set_word(0, FIELD_X, 4);
    rig_pair(UPPER_NOP, ilw(DEST_X, 1, 0, 0));
    rig_pair(UPPER_NOP, jr(1));
    rig_nops(2);
    rig_finish();
    cr_assert_eq(rig_cycle(1), 5);
    cr_assert_eq(rig_pc(3), 32);
}

Test(vu_timing, operations_that_do_not_read_a_loaded_register_do_not_wait)
{
    rig_pair(UPPER_NOP, ilw(DEST_X, 1, 0, 0));
    rig_pair(UPPER_NOP, iaddiu(1, 2, 1)); /* writes it */
    rig_pair(UPPER_NOP, ilw(0, 3, 0, 0)); /* loads nothing */
    rig_pair(UPPER_NOP, iaddiu(4, 3, 1));
    rig_pair(UPPER_NOP, ilw(DEST_X, 0, 0, 0));
    rig_pair(UPPER_NOP, iaddiu(4, 0, 1));
    rig_finish();
    cr_assert_eq(rig_cycle(5), 6);
    cr_assert_eq(rig_vi(1), 1);
}
