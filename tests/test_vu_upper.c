/* Upper operations against the plain version of vu_model.c, which uses the scalar floats lane by lane; a few
 * worked values of FLOAT section 11. */
#include <criterion/criterion.h>
#include <string.h>

#include "vu_model.h"
#include "vu_rig.h"

TestSuite(vu_upper, .init = rig_setup, .fini = rig_teardown, .timeout = 240);

/* Runs one operation on random registers and compares everything that it can change. */
static void check_operation(uint64_t *random, uint32_t word)
{
    struct vu_registers before;
    rig_use(VU_UNIT_1);
    rig_randomise(random);
    before = rig.registers;
    rig_pair(word, LOWER_NOP);
    rig_finish();
    struct vu_upper upper = vu_decode_upper(word);
    struct model_upper expected = model_upper(&before, &upper);
    struct vu_registers wanted = before;
    for (unsigned lane = 0; lane < 4; lane++)
        if (expected.dest & 8u >> lane) {
            if (expected.to_acc)
                wanted.acc[lane] = expected.value[lane];
            else if (expected.target)
                wanted.vf[expected.target][lane] = expected.value[lane];
        }
    if (expected.to_acc)
        wanted.acc_overflowed = (uint8_t)((before.acc_overflowed & ~expected.dest) | expected.overflowed);
    struct model_flags flags = {.status = before.status, .mac = before.mac, .clip = before.clip};
    const struct vu_pair pair = {.upper = upper};
    model_flags_issue(&flags, 1, &before, &pair, &expected);
    model_flags_until(&flags, 5);
    cr_assert_arr_eq(rig.registers.vf, wanted.vf, sizeof wanted.vf, "VF after %08x", word);
    cr_assert_arr_eq(rig.registers.acc, wanted.acc, sizeof wanted.acc, "ACC after %08x", word);
    cr_assert_eq(rig.registers.acc_overflowed, wanted.acc_overflowed, "overflow of ACC after %08x", word);
    cr_assert_eq(rig.registers.mac, flags.mac, "MAC after %08x: %04x", word, rig.registers.mac);
    cr_assert_eq(rig.registers.status, flags.status, "status after %08x: %03x", word, rig.registers.status);
    cr_assert_eq(rig.registers.clip, flags.clip, "clip after %08x", word);
    cr_assert_arr_eq(rig.registers.vi, before.vi, sizeof before.vi);
}

Test(vu_upper, every_operation_gives_what_the_plain_version_gives)
{
    uint64_t random = 1;
    for (unsigned low = 0; low < 0x800; low++) {
        /* fd is free below the extended ones. */
        if (low % 64 < 0x3C && low / 64 % 8 != 1)
            continue;
        for (unsigned repeat = 0; repeat < 12; repeat++)
            check_operation(&random, low | (rig_random(&random) & 0x1FFF800));
    }
}

Test(vu_upper, all_sixteen_destination_masks_change_their_fields_only)
{
    uint64_t random = 2;
    for (unsigned dest = 0; dest < 16; dest++) {
        check_operation(&random, add(dest, 1, 2, 3));
        check_operation(&random, maddbc(dest, 1, 2, 3, FIELD_Z));
        check_operation(&random, msuba(dest, 2, 3));
        check_operation(&random, maxi(dest, 1, 2));
        check_operation(&random, ftoi12(dest, 1, 2));
        check_operation(&random, opmula(dest, 2, 3));
        check_operation(&random, opmsub(dest, 1, 2, 3));
    }
}

Test(vu_upper, operands_may_be_the_target)
{
    uint64_t random = 3;
    for (unsigned repeat = 0; repeat < 64; repeat++) {
        check_operation(&random, sub(DEST_XYZW, 7, 7, 7));
        check_operation(&random, mulbc(DEST_XYZW, 7, 5, 7, FIELD_Y));
        check_operation(&random, opmsub(DEST_XYZ, 7, 7, 7));
        check_operation(&random, itof15(DEST_XYZW, 7, 7));
    }
}

Test(vu_upper, the_order_of_the_factors_counts)
{
    rig_set_vf_all(1, F_1);
    rig_set_vf_all(2, 0x43018000); /* 129.5 */
    rig_pair(mul(DEST_X, 3, 1, 2), LOWER_NOP);
    rig_pair(mul(DEST_X, 4, 2, 1), LOWER_NOP);
    rig_pair(mulbc(DEST_X, 5, 1, 2, FIELD_Y), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_vf(3, FIELD_X), 0x43017FFF);
    cr_assert_eq(rig_vf(4, FIELD_X), 0x43018000);
    cr_assert_eq(rig_vf(5, FIELD_X), 0x43017FFF);
}

Test(vu_upper, writes_to_vf00_are_dropped_but_set_flags)
{
    rig_set_vf_all(1, 0xBF800000);
    rig_pair(add(DEST_XYZW, 0, 1, 1), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_vf(0, FIELD_X), 0);
    cr_assert_eq(rig_vf(0, FIELD_W), F_1);
    cr_assert_eq(rig.registers.mac, 0x00F0);
}

/* Recorded in macro mode on a console (VUTests; FLOAT section 4), here with pairs between. */
Test(vu_upper, each_lane_of_acc_remembers_that_it_overflowed)
{
    rig_set_vf_all(1, F_MAX);
    rig_set_vf(2, F_MAX, 0, F_MAX, 0);
    rig_set_vf(3, 0, F_MAX, 0, F_MAX);
    rig_set_vf(4, 0xBF800000, F_HALF, 0xBF800001, 0);
    rig_set_vf(5, 0xBF800001, 0xBF800000, 0xBF800000, 0xBF800000);
    rig_pair(adda(DEST_XYZW, 1, 2), LOWER_NOP);
    rig_pair(add(DEST_XYZW, 6, 1, 3), LOWER_NOP);
    rig_pair(madda(DEST_X | DEST_Y | DEST_W, 1, 4), LOWER_NOP);
    rig_pair(madd(DEST_XYZW, 7, 5, 1), LOWER_NOP);
    for (unsigned n = 1; n <= 4; n++)
        rig_pair(UPPER_NOP, fmor(n, 0)); /* t+4 of each */
    rig_finish();
    cr_assert_eq(rig_vi(1), 0xA000);
    cr_assert_eq(rig_vi(2), 0x5000);
    cr_assert_eq(rig_vf(7, FIELD_X), 0xFFFFFFFF);
    cr_assert_eq(rig_vf(7, FIELD_Y), F_MAX);
    cr_assert_eq(rig_vf(7, FIELD_Z), F_MAX);
    cr_assert_eq(rig_vf(7, FIELD_W), 0x74000000);
    cr_assert_eq(rig_vi(4), 0xE080);
}

Test(vu_upper, words_that_are_no_instruction_change_nothing)
{
    const uint32_t words[] = {0x01E00030, 0x01E0003B, 0x01E002BF, 0x01E0033C, 0x01E007FF};
    uint64_t random = 4;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        cr_assert_eq(vu_decode_upper(words[i]).op, VU_UPPER_INVALID, "%08x", words[i]);
        check_operation(&random, words[i]);
    }
}
