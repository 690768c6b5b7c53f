/* Loads, stores, moves between registers, integer arithmetic and R (VUPIPE sections 8 to 10). */
#include <criterion/criterion.h>
#include <string.h>

#include "vu_rig.h"

TestSuite(vu_memory, .init = rig_setup, .fini = rig_teardown, .timeout = 120);

Test(vu_memory, loads_and_stores_move_the_selected_fields_as_raw_bits)
{
    rig_set_quadword(5, 1, 0x807FFFFF, 0xFFFFFFFF, 0x12345678);
    rig_set_quadword(6, 9, 9, 9, 9);
    rig_set_vf_all(2, 7);
    rig_pair(UPPER_NOP, lq(DEST_XYZW, 1, 5, 0));
    rig_pair(UPPER_NOP, lq(DEST_Y | DEST_W, 2, 5, 0));
    rig_pair(UPPER_NOP, sq(DEST_X | DEST_Z, 1, 6, 0));
    rig_finish();
    cr_assert_eq(rig_vf(1, FIELD_X), 1);
    cr_assert_eq(rig_vf(1, FIELD_Y), 0x807FFFFF);
    cr_assert_eq(rig_vf(1, FIELD_Z), 0xFFFFFFFF);
    cr_assert_eq(rig_vf(1, FIELD_W), 0x12345678);
    cr_assert_eq(rig_vf(2, FIELD_X), 7);
    cr_assert_eq(rig_vf(2, FIELD_Y), 0x807FFFFF);
    cr_assert_eq(rig_vf(2, FIELD_W), 0x12345678);
    cr_assert_eq(rig_word(6, FIELD_X), 1);
    cr_assert_eq(rig_word(6, FIELD_Y), 9);
    cr_assert_eq(rig_word(6, FIELD_Z), 0xFFFFFFFF);
    cr_assert_eq(rig_word(6, FIELD_W), 9);
}

Test(vu_memory, all_destination_masks_of_loads_and_stores_work)
{
    for (unsigned dest = 0; dest < 16; dest++) {
        rig_setup();
        rig_set_quadword(1, 11, 12, 13, 14);
        rig_set_vf(2, 21, 22, 23, 24);
        rig_pair(UPPER_NOP, lq(dest, 1, 1, 0));
        rig_pair(UPPER_NOP, sq(dest, 2, 2, 0));
        rig_finish();
        for (unsigned field = 0; field < 4; field++) {
            bool selected = dest & 8u >> field;
            cr_assert_eq(rig_vf(1, field), selected ? 11 + field : 0);
            cr_assert_eq(rig_word(2, field), selected ? 21 + field : 0);
        }
    }
}

Test(vu_memory, addresses_wrap_at_16_kib_on_vu1)
{
    rig_set_vf_all(1, 5);
    rig_set_vi(1, 0x3FF);
    rig_set_vi(2, 0xFFFF);
    rig_pair(UPPER_NOP, sq(DEST_X, 1, 1, 1));     /* quadword 400h */
    rig_pair(UPPER_NOP, sq(DEST_Y, 1, 2, 2));     /* 10001h */
    rig_pair(UPPER_NOP, sq(DEST_Z, 1, -1, 0));    /* -1 */
    rig_pair(UPPER_NOP, sq(DEST_W, 1, -1024, 1)); /* -1 */
    rig_finish();
    cr_assert_eq(rig_word(0, FIELD_X), 5);
    cr_assert_eq(rig_word(1, FIELD_Y), 5);
    cr_assert_eq(rig_word(0x3FF, FIELD_Z), 5);
    cr_assert_eq(rig_word(0x3FF, FIELD_W), 5);
}

Test(vu_memory, addresses_wrap_at_4_kib_on_vu0)
{
    rig_use(VU_UNIT_0);
    rig_set_vf_all(1, 5);
    rig_set_vi(1, 0xFF);
    rig_set_vi(2, 0x400); /* no VU1 is connected */
    rig_pair(UPPER_NOP, sq(DEST_X, 1, 1, 1));
    rig_pair(UPPER_NOP, sq(DEST_Y, 1, -1, 0));
    rig_pair(UPPER_NOP, sq(DEST_Z, 1, 3, 2));
    rig_finish();
    cr_assert_eq(rig_word(0, FIELD_X), 5);
    cr_assert_eq(rig_word(0xFF, FIELD_Y), 5);
    cr_assert_eq(rig_word(3, FIELD_Z), 5);
}

Test(vu_memory, i_steps_the_base_after_and_d_before_the_access)
{
    for (uint32_t q = 0; q < 8; q++)
        rig_set_quadword(q, q + 1, 0, 0, 0);
    rig_set_vi(1, 3);
    rig_pair(UPPER_NOP, lqi(DEST_X, 1, 1)); /* 3, then 4 */
    rig_pair(UPPER_NOP, lqi(DEST_X, 2, 1)); /* 4, then 5 */
    rig_pair(UPPER_NOP, lqd(DEST_X, 3, 1)); /* 4 */
    rig_pair(UPPER_NOP, sqi(DEST_Y, 1, 1)); /* 4, then 5 */
    rig_pair(UPPER_NOP, sqd(DEST_Z, 2, 1)); /* 4 */
    rig_finish();
    cr_assert_eq(rig_vf(1, FIELD_X), 4);
    cr_assert_eq(rig_vf(2, FIELD_X), 5);
    cr_assert_eq(rig_vf(3, FIELD_X), 5);
    cr_assert_eq(rig_vi(1), 4);
    cr_assert_eq(rig_word(4, FIELD_Y), 0);
    cr_assert_eq(rig_word(4, FIELD_X), 5);
}

Test(vu_memory, the_base_is_stepped_also_if_the_target_is_vf00_but_vi00_is_not)
{
    rig_set_quadword(0, 6, 6, 6, 6);
    rig_set_quadword(0x3FF, 8, 8, 8, 8);
    rig_set_vi(1, 3);
    rig_pair(UPPER_NOP, lqi(DEST_XYZW, 0, 1));
    rig_pair(UPPER_NOP, lqi(0, 5, 1));
    rig_pair(UPPER_NOP, lqi(DEST_X, 2, 0));
    rig_pair(UPPER_NOP, lqd(DEST_X, 3, 0));
    rig_finish();
    cr_assert_eq(rig_vi(1), 5);
    cr_assert_eq(rig_vi(0), 0);
    cr_assert_eq(rig_vf(0, FIELD_X), 0);
    cr_assert_eq(rig_vf(0, FIELD_W), F_1);
    cr_assert_eq(rig_vf(2, FIELD_X), 6);
    cr_assert_eq(rig_vf(3, FIELD_X), 6);
}

Test(vu_memory, base_registers_wrap_at_sixteen_bits)
{
    rig_set_vi(1, 0xFFFF);
    rig_pair(UPPER_NOP, lqi(DEST_X, 1, 1));
    rig_pair(UPPER_NOP, lqd(DEST_X, 1, 2));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), 0xFFFF);
}

Test(vu_memory, integer_loads_take_the_low_half_of_the_last_selected_field)
{
    rig_set_quadword(2, 0x1111AAAA, 0x2222BBBB, 0x3333CCCC, 0x4444DDDD);
    rig_set_vi(9, 2);
    rig_set_vi(8, 77);
    rig_pair(UPPER_NOP, ilw(DEST_X, 1, 2, 0));
    rig_pair(UPPER_NOP, ilw(DEST_Y, 2, 2, 0));
    rig_pair(UPPER_NOP, ilwr(DEST_Z, 3, 9));
    rig_pair(UPPER_NOP, ilwr(DEST_W, 4, 9));
    rig_pair(UPPER_NOP, ilw(DEST_X | DEST_Z, 5, 2, 0));
    rig_pair(UPPER_NOP, ilw(DEST_XYZW, 6, 2, 0));
    rig_pair(UPPER_NOP, ilw(0, 8, 2, 0));
    rig_pair(UPPER_NOP, ilw(DEST_X, 0, 2, 0));
    rig_finish();
    const unsigned wanted[] = {0, 0xAAAA, 0xBBBB, 0xCCCC, 0xDDDD, 0xCCCC, 0xDDDD, 0, 77};
    for (unsigned n = 0; n < 9; n++)
        cr_assert_eq(rig_vi(n), wanted[n], "VI%02u", n);
}

Test(vu_memory, integer_stores_fill_whole_words)
{
    rig_set_quadword(2, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF, 0xFFFFFFFF);
    rig_set_vi(1, 0x8123);
    rig_set_vi(9, 1);
    rig_pair(UPPER_NOP, isw(DEST_X | DEST_W, 1, 1, 9));
    rig_pair(UPPER_NOP, iswr(DEST_Y, 9, 9));
    rig_finish();
    cr_assert_eq(rig_word(2, FIELD_X), 0x8123);
    cr_assert_eq(rig_word(2, FIELD_Y), 0xFFFFFFFF);
    cr_assert_eq(rig_word(2, FIELD_W), 0x8123);
    cr_assert_eq(rig_word(1, FIELD_Y), 1);
}

Test(vu_memory, moves_rotate_sign_extend_and_truncate)
{
    rig_set_vf(1, 10, 11, 12, 0xABCD1234);
    rig_set_vi(1, 0x8001);
    rig_set_vi(2, 0x7FFF);
    rig_pair(UPPER_NOP, move(DEST_X | DEST_Z, 2, 1));
    rig_pair(UPPER_NOP, mr32(DEST_XYZW, 3, 1));
    rig_pair(UPPER_NOP, mr32(DEST_Y, 4, 1));
    rig_pair(UPPER_NOP, mfir(DEST_XYZW, 5, 1));
    rig_pair(UPPER_NOP, mfir(DEST_W, 6, 2));
    rig_pair(UPPER_NOP, mtir(3, 1, FIELD_W));
    rig_pair(UPPER_NOP, mtir(0, 1, FIELD_W));
    rig_finish();
    cr_assert_eq(rig_vf(2, FIELD_X), 10);
    cr_assert_eq(rig_vf(2, FIELD_Y), 0);
    cr_assert_eq(rig_vf(2, FIELD_Z), 12);
    cr_assert_eq(rig_vf(3, FIELD_X), 11);
    cr_assert_eq(rig_vf(3, FIELD_Y), 12);
    cr_assert_eq(rig_vf(3, FIELD_Z), 0xABCD1234);
    cr_assert_eq(rig_vf(3, FIELD_W), 10);
    cr_assert_eq(rig_vf(4, FIELD_X), 0);
    cr_assert_eq(rig_vf(4, FIELD_Y), 12);
    cr_assert_eq(rig_vf(5, FIELD_Z), 0xFFFF8001);
    cr_assert_eq(rig_vf(6, FIELD_X), 0);
    cr_assert_eq(rig_vf(6, FIELD_W), 0x7FFF);
    cr_assert_eq(rig_vi(3), 0x1234);
    cr_assert_eq(rig_vi(0), 0);
}

Test(vu_memory, a_rotation_may_have_one_register_as_source_and_target)
{
    rig_set_vf(1, 10, 11, 12, 13);
    rig_pair(UPPER_NOP, mr32(DEST_XYZW, 1, 1));
    rig_finish();
    cr_assert_eq(rig_vf(1, FIELD_X), 11);
    cr_assert_eq(rig_vf(1, FIELD_W), 10);
}

Test(vu_memory, immediates_have_five_bits_with_and_fifteen_without_sign)
{
    rig_set_vi(1, 100);
    rig_pair(UPPER_NOP, iaddi(2, 1, 15));
    rig_pair(UPPER_NOP, iaddi(3, 1, -16));
    rig_pair(UPPER_NOP, iaddiu(4, 1, 0x7FFF));
    rig_pair(UPPER_NOP, isubiu(5, 1, 0x7FFF));
    rig_pair(UPPER_NOP, iaddiu(6, 4, 0x7FFF));
    rig_pair(UPPER_NOP, isub(7, 0, 1));
    rig_pair(UPPER_NOP, iaddiu(0, 1, 1));
    rig_finish();
    cr_assert_eq(rig_vi(2), 115);
    cr_assert_eq(rig_vi(3), 84);
    cr_assert_eq(rig_vi(4), 0x8063);
    cr_assert_eq(rig_vi(5), 0x8065);
    cr_assert_eq(rig_vi(6), 0x0062);
    cr_assert_eq(rig_vi(7), 0xFF9C);
    cr_assert_eq(rig_vi(0), 0);
}

Test(vu_memory, top_and_itop_are_ten_bits)
{
    vu_set_top(rig.vu, 0xFC03, 0xF401);
    rig_pair(UPPER_NOP, xtop(1));
    rig_pair(UPPER_NOP, xitop(2));
    rig_finish();
    cr_assert_eq(rig_vi(1), 3);
    cr_assert_eq(rig_vi(2), 1);
}

/* ---- R ---- */

Test(vu_memory, r_holds_23_bits_below_one)
{
    rig_set_vf(1, 0xFFFFFFFF, 0x80000001, 0, 0);
    rig_pair(UPPER_NOP, rinit(1, FIELD_X));
    rig_pair(UPPER_NOP, rget(DEST_X, 2));
    rig_pair(UPPER_NOP, rxor(1, FIELD_Y));
    rig_pair(UPPER_NOP, rget(DEST_Y, 2)); /* of the pair before */
    rig_pair(UPPER_NOP, rget(DEST_XYZW, 0));
    rig_finish();
    cr_assert_eq(rig_vf(2, FIELD_X), 0x3FFFFFFF);
    cr_assert_eq(rig_vf(2, FIELD_Y), 0x3FFFFFFE);
    cr_assert_eq(rig_vf(2, FIELD_Z), 0);
    cr_assert_eq(rig.registers.r, 0x3FFFFFFE);
}

/* VUPIPE section 9: the new bit is bit 4 xor bit 22. */
Test(vu_memory, the_next_random_number_shifts_in_bit_4_xor_bit_22)
{
    const uint32_t states[][2] = {
        {0, 0}, {0x10, 0x21}, {0x400000, 1}, {0x400010, 0x20}, {0x7FFFFF, 0x7FFFFE}};
    for (size_t i = 0; i < sizeof states / sizeof states[0]; i++) {
        rig_setup();
        vu_get_registers(rig.vu, &rig.registers);
        rig.registers.r = states[i][0];
        vu_set_registers(rig.vu, &rig.registers);
        rig_pair(UPPER_NOP, rnext(DEST_Z, 1));
        rig_finish();
        cr_assert_eq(rig_vf(1, FIELD_Z), F_1 | states[i][1], "state %06x", states[i][0]);
        cr_assert_eq(rig_vf(1, FIELD_X), 0);
    }
}

/* ---- VU1's registers in VU0's memory map ---- */

static struct vu *connect_vu1(struct vu_registers *registers)
{
    rig_use(VU_UNIT_0);
    struct vu *vu1 = vu_create(VU_UNIT_1);
    cr_assert_not_null(vu1);
    vu_get_registers(vu1, registers);
    for (unsigned n = 1; n < 32; n++)
        for (unsigned field = 0; field < 4; field++)
            registers->vf[n][field] = n << 8 | field;
    for (unsigned n = 1; n < 16; n++)
        registers->vi[n] = (uint16_t)(0x8000 | n);
    registers->status = 0xABC;
    registers->mac = 0x1234;
    registers->clip = 0x654321;
    registers->r = 5;
    registers->i = 6;
    registers->q = 7;
    registers->p = 8;
    registers->tpc = 9;
    vu_set_registers(vu1, registers);
    vu_connect(rig.vu, vu1);
    rig_set_vi(1, 0x400);
    return vu1;
}

Test(vu_memory, vu0_reads_registers_of_a_connected_vu1_from_4000h_on)
{
    struct vu_registers registers;
    struct vu *vu1 = connect_vu1(&registers);
    const struct {
        int at;
        uint32_t word;
    } cases[] = {{0x00, 0},     {0x01, 0x100},  {0x1F, 0x1F00},   {0x21, 0x8001},     {0x2F, 0x800F},
                 {0x30, 0xABC}, {0x31, 0x1234}, {0x32, 0x654321}, {0x34, 0x3F800005}, {0x35, 6},
                 {0x36, 7},     {0x37, 8},      {0x3A, 9},        {0x33, 0},          {0x41, 0x100}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        rig_pair(UPPER_NOP, lq(DEST_XYZW, (unsigned)i + 1, cases[i].at, 1));
    rig_pair(UPPER_NOP, ilw(DEST_Z, 2, 2, 1));
    rig_finish();
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        cr_assert_eq(rig_vf(i + 1, FIELD_X), cases[i].word, "quadword %x", 0x400u + (unsigned)cases[i].at);
    cr_assert_eq(rig_vf(2, FIELD_W), 0x103);
    cr_assert_eq(rig_vf(4, FIELD_Y), 0);
    cr_assert_eq(rig_vi(2), 0x202);
    vu_destroy(vu1);
}

Test(vu_memory, vu0_writes_vf_and_vi_registers_of_a_connected_vu1_but_no_constants_and_flags)
{
    struct vu_registers registers;
    struct vu *vu1 = connect_vu1(&registers);
    rig_set_vf(2, 0x10005, 0x20006, 0x30007, 0x40008);
    rig_set_vi(1, 0x400);
    const int places[] = {0x00, 0x05, 0x20, 0x23, 0x30, 0x31, 0x32, 0x34, 0x35, 0x36, 0x37, 0x3A};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
        rig_pair(UPPER_NOP, sq(DEST_X | DEST_Z, 2, places[i], 1));
    rig_pair(UPPER_NOP, sq(DEST_Y, 2, 0x24, 1)); /* a VI register is in x */
    rig_finish();
    registers.vf[5][0] = 0x10005;
    registers.vf[5][2] = 0x30007;
    registers.vi[3] = 5;
    struct vu_registers now;
    vu_get_registers(vu1, &now);
    cr_assert_arr_eq(now.vf, registers.vf, sizeof now.vf);
    cr_assert_arr_eq(now.vi, registers.vi, sizeof now.vi);
    cr_assert_eq(now.status, 0xABC);
    cr_assert_eq(now.mac, 0x1234);
    cr_assert_eq(now.clip, 0x654321);
    cr_assert_eq(now.q, 7);
    cr_assert_eq(now.tpc, 9);
    for (uint32_t q = 0; q < 256; q++)
        cr_assert_eq(rig_word(q, FIELD_X), 0, "data memory changed");
    vu_connect(rig.vu, NULL);
    rig_run(0);
    cr_assert_eq(rig_word(5, FIELD_X), 0x10005, "without VU1 the address wraps");
    vu_destroy(vu1);
}
