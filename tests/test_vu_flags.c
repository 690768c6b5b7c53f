/* Status, MAC and clip flags (VUPIPE section 6, FLOAT section 8). t is the issue of the operation that sets
 * them. */
#include <criterion/criterion.h>

#include "vu_model.h"
#include "vu_rig.h"

TestSuite(vu_flags, .init = rig_setup, .fini = rig_teardown, .timeout = 240);

enum { MAC_ALL_Z = 0x000F, MAC_ALL_S = 0x00F0 };
/* Status bits. */
enum {
    Z = 1,
    S = 2,
    U = 4,
    O = 8,
    I = 16,
    D = 32,
    ZS = 64,
    SS = 128,
    US = 256,
    OS = 512,
    IS = 1024,
    DS = 2048
};

/* VF01 is -1, VF02 is 1, VF03 the largest number. */
static void set_numbers(void)
{
    rig_set_vf_all(1, 0xBF800000);
    rig_set_vf_all(2, F_1);
    rig_set_vf_all(3, F_MAX);
}

static uint32_t negative(unsigned dest)
{
    return add(dest, 10, 1, 1);
}

static uint32_t zero(unsigned dest)
{
    return add(dest, 10, 1, 2);
}

Test(vu_flags, mac_flags_are_readable_at_t_plus_4)
{
    set_numbers();
    rig_pair(negative(DEST_XYZW), LOWER_NOP);
    rig_nops(2);
    rig_pair(UPPER_NOP, fmor(1, 0)); /* t+3 */
    rig_pair(UPPER_NOP, fmor(2, 0)); /* t+4 */
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), MAC_ALL_S);
}

Test(vu_flags, status_flags_are_readable_at_t_plus_4)
{
    set_numbers();
    rig_pair(negative(DEST_X), LOWER_NOP);
    rig_nops(2);
    rig_pair(UPPER_NOP, fsor(1, 0));
    rig_pair(UPPER_NOP, fsor(2, 0));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), S | SS);
}

Test(vu_flags, operations_in_a_row_show_one_after_the_other)
{
    set_numbers();
    rig_pair(negative(DEST_X), LOWER_NOP);
    rig_pair(negative(DEST_Y), LOWER_NOP);
    rig_pair(zero(DEST_Z), LOWER_NOP);
    rig_pair(negative(DEST_W), LOWER_NOP);
    for (unsigned n = 1; n <= 5; n++)
        rig_pair(UPPER_NOP, fmor(n, 0));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0x80);
    cr_assert_eq(rig_vi(2), 0x40);
    cr_assert_eq(rig_vi(3), 0x02);
    cr_assert_eq(rig_vi(4), 0x10);
    cr_assert_eq(rig_vi(5), 0x10);
}

Test(vu_flags, flags_stay_while_no_operation_with_flags_issues)
{
    set_numbers();
    rig_pair(negative(DEST_X), LOWER_NOP);
    rig_pair(max(DEST_XYZW, 10, 1, 2), LOWER_NOP);
    rig_pair(ftoi0(DEST_XYZW, 10, 3), lq(DEST_XYZW, 11, 0, 0));
    rig_pair(itof0(DEST_XYZW, 10, 1), move(DEST_XYZW, 11, 1));
    rig_pair(vu_abs(DEST_XYZW, 10, 1), LOWER_NOP);
    rig_pair(mini(DEST_XYZW, 10, 1, 2), LOWER_NOP);
    rig_pair(clipw(1, 2), LOWER_NOP);
    rig_nops(6);
    rig_pair(UPPER_NOP, fmor(1, 0));
    rig_pair(UPPER_NOP, fsor(2, 0));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0x80);
    cr_assert_eq(rig_vi(2), S | SS);
}

Test(vu_flags, readers_never_wait)
{
    const uint32_t readers[] = {fsand(2, 0xFFF), fsor(2, 0), fseq(2, 0), fmand(2, 1), fmor(2, 1),
                                fmeq(2, 1),      fcget(2),   fcand(1),   fcor(1),     fceq(1)};
    for (size_t i = 0; i < sizeof readers / sizeof readers[0]; i++) {
        rig_setup();
        rig_pair(negative(DEST_XYZW), LOWER_NOP);
        rig_pair(clipw(1, 2), LOWER_NOP);
        rig_pair(UPPER_NOP, readers[i]);
        rig_finish();
        cr_assert_eq(rig_cycle(2), 3);
    }
}

Test(vu_flags, flags_arrive_while_a_pair_waits)
{
    set_numbers();
    rig_pair(negative(DEST_X), LOWER_NOP);         /* 1, flags at 5 */
    rig_pair(add(DEST_X, 11, 2, 2), LOWER_NOP);    /* 2, usable at 6 */
    rig_pair(UPPER_NOP, fmor(1, 0));               /* 3 */
    rig_pair(max(DEST_X, 12, 11, 11), fmor(2, 0)); /* waits until 6: sees the pair of cycle 2 */
    rig_finish();
    cr_assert_eq(rig_cycle(3), 6);
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), 0);
    cr_assert_eq(rig.registers.status, SS);
}

/* Recorded in macro mode on a console (VUTests): status in octal there. Readers come four cycles later. */
Test(vu_flags, lanes_that_are_not_selected_have_no_flags_and_division_leaves_fmac_flags_alone)
{
    rig_set_vf_all(1, 0x7FFFFFFE);
    rig_set_vf(2, 0, 0, 0x7FFFFFFE, 0x7FFFFFFE);
    rig_set_vf(3, 0x7FFFFFFE, 0x7FFFFFFE, 0, 0);
    rig_pair(add(DEST_X | DEST_Y, 10, 1, 2), LOWER_NOP);
    rig_nops(3);
    rig_pair(add(DEST_X | DEST_Z, 10, 1, 2), fsor(1, 0));
    rig_nops(3);
    rig_pair(UPPER_NOP, fsor(2, 0));
    rig_pair(UPPER_NOP, fmor(3, 0));
    rig_pair(UPPER_NOP, vu_div(1, FIELD_X, 0, FIELD_X));
    rig_pair(UPPER_NOP, WAITQ_WORD);
    rig_pair(UPPER_NOP, fsor(4, 0));
    rig_pair(add(DEST_W, 10, 1, 3), fmor(5, 0));
    rig_nops(3);
    rig_pair(UPPER_NOP, fsor(6, 0));
    rig_pair(UPPER_NOP, fmor(7, 0));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), 01010);
    cr_assert_eq(rig_vi(3), 0x2000);
    cr_assert_eq(rig_vi(4), 05050);
    cr_assert_eq(rig_vi(5), 0x2000);
    cr_assert_eq(rig_vi(6), 05040);
    cr_assert_eq(rig_vi(7), 0);
}

/* FLOAT section 11, example 49. */
Test(vu_flags, sticky_flags_collect_those_of_the_product)
{
    rig_set_vf_all(1, 0x80800000);
    rig_set_vf_all(2, F_1);
    rig_pair(adda(DEST_X, 2, 0), LOWER_NOP);
    rig_pair(madd(DEST_X, 10, 1, 1), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig_vf(10, FIELD_X), F_1);
    cr_assert_eq(rig.registers.mac, 0);
    cr_assert_eq(rig.registers.status, ZS | US);
}

Test(vu_flags, division_flags_come_with_q)
{
    set_numbers();
    rig_pair(UPPER_NOP, vu_div(2, FIELD_X, 0, FIELD_X)); /* 1/0 */
    rig_nops(5);
    rig_pair(UPPER_NOP, fsor(1, 0));                     /* t+6 */
    rig_pair(UPPER_NOP, fsor(2, 0));                     /* t+7 */
    rig_pair(UPPER_NOP, vu_div(0, FIELD_X, 0, FIELD_X)); /* 0/0 */
    rig_pair(UPPER_NOP, WAITQ_WORD);
    rig_pair(UPPER_NOP, fsor(3, 0));
    rig_pair(UPPER_NOP, vu_div(2, FIELD_X, 2, FIELD_X));
    rig_pair(UPPER_NOP, WAITQ_WORD);
    rig_pair(UPPER_NOP, fsor(4, 0));
    rig_pair(UPPER_NOP, rsqrt(2, FIELD_X, 1, FIELD_X)); /* of -1 */
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), D | DS);
    cr_assert_eq(rig_vi(3), I | IS | DS);
    cr_assert_eq(rig_vi(4), IS | DS);
    cr_assert_eq(rig.registers.status, I | IS | DS);
}

Test(vu_flags, fsset_replaces_all_six_sticky_flags_at_t_plus_4_and_no_others)
{
    set_numbers();
    vu_get_registers(rig.vu, &rig.registers);
    rig.registers.status = 0xFFF;
    rig.registers.mac = 0xFFFF;
    vu_set_registers(rig.vu, &rig.registers);
    rig_pair(UPPER_NOP, fsset(0x940));
    rig_nops(2);
    rig_pair(UPPER_NOP, fsand(1, 0xFFF));
    rig_pair(UPPER_NOP, fsand(2, 0xFFF));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0xFFF);
    cr_assert_eq(rig_vi(2), 0x97F);
}

Test(vu_flags, operations_behind_fsset_add_to_its_flags_and_those_before_are_lost)
{
    set_numbers();
    rig_pair(zero(DEST_X), LOWER_NOP);
    rig_pair(UPPER_NOP, fsset(OS));
    rig_pair(negative(DEST_X), LOWER_NOP);
    rig_finish();
    cr_assert_eq(rig.registers.status, S | SS | OS);
}

Test(vu_flags, the_upper_half_beside_fsset_adds_its_own_flags)
{
    set_numbers();
    rig_pair(zero(DEST_X), LOWER_NOP);
    rig_pair(negative(DEST_X), fsset(OS));
    rig_finish();
    cr_assert_eq(rig.registers.status, S | SS | OS);
}

Test(vu_flags, loads_and_moves_behind_fsset_do_not_bring_flags_back)
{
    set_numbers();
    rig_pair(negative(DEST_X), LOWER_NOP);
    rig_nops(4);
    rig_pair(UPPER_NOP, fsset(0));
    rig_pair(max(DEST_X, 11, 1, 2), lq(DEST_X, 12, 0, 0));
    rig_pair(ftoi0(DEST_X, 13, 1), move(DEST_X, 14, 1));
    rig_finish();
    cr_assert_eq(rig.registers.status, S);
    cr_assert_eq(rig.registers.mac, 0x80);
}

/* ---- clip ---- */

/* VF04.xyz beyond +1 in x, VF05 in y, VF06 in z. */
static void set_clip_numbers(void)
{
    set_numbers();
    rig_set_vf(4, F_2, 0, 0, F_1);
    rig_set_vf(5, 0, F_2, 0, F_1);
    rig_set_vf(6, 0, 0, 0xC0000000, F_1);
}

Test(vu_flags, clip_is_readable_at_t_plus_4)
{
    set_clip_numbers();
    rig_pair(clipw(4, 2), LOWER_NOP);
    rig_nops(2);
    rig_pair(UPPER_NOP, fcget(1));
    rig_pair(UPPER_NOP, fcget(2));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), 1);
}

Test(vu_flags, clips_shift_in_the_order_of_issue_and_four_fit)
{
    set_clip_numbers();
    for (unsigned i = 0; i < 2; i++) {
        rig_pair(clipw(4, 2), LOWER_NOP);
        rig_pair(clipw(5, 2), LOWER_NOP);
        rig_pair(clipw(6, 2), LOWER_NOP);
    }
    for (unsigned n = 1; n <= 4; n++)
        rig_pair(UPPER_NOP, fcget(n));
    rig_finish();
    cr_assert_eq(rig_vi(1), 04 << 6 | 040); /* y, -z: at t+4 of the third */
    cr_assert_eq(rig_vi(2), 040 << 6 | 01);
    cr_assert_eq(rig_vi(3), 01 << 6 | 04);
    cr_assert_eq(rig_vi(4), 04 << 6 | 040);
    cr_assert_eq(rig.registers.clip, 040010440);
}

Test(vu_flags, fcset_is_visible_at_t_plus_4_and_clips_behind_it_shift_it)
{
    set_clip_numbers();
    rig_pair(UPPER_NOP, fcset(0xABCDEF)); /* 1 */
    rig_pair(clipw(4, 2), LOWER_NOP);     /* 2 */
    rig_nops(1);
    rig_pair(UPPER_NOP, fcget(2)); /* 4 */
    rig_pair(UPPER_NOP, fcget(3)); /* 5 */
    rig_pair(UPPER_NOP, fcget(4)); /* 6 */
    rig_finish();
    cr_assert_eq(rig_vi(2), 0);
    cr_assert_eq(rig_vi(3), 0xDEF);
    cr_assert_eq(rig_vi(4), (0xABCDEF << 6 | 1) & 0xFFF);
    cr_assert_eq(rig.registers.clip, (0xABCDEF << 6 | 1) & 0xFFFFFF);
}

Test(vu_flags, clip_beside_fcset_wins)
{
    set_clip_numbers();
    rig_pair(clipw(4, 2), fcset(0xABCDEF));
    rig_finish();
    cr_assert_eq(rig.registers.clip, 1);
}

Test(vu_flags, a_reader_beside_clip_sees_the_flags_before)
{
    set_clip_numbers();
    rig_pair(clipw(4, 2), fcget(1));
    rig_finish();
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig.registers.clip, 1);
}

Test(vu_flags, comparisons_of_the_clip_flag_write_vi01)
{
    const struct {
        uint32_t clip, word;
        unsigned result;
    } cases[] = {
        {0x123456, fcand(0x000400), 1}, {0x123456, fcand(0x000800), 0}, {0x800000, fcand(0x800000), 1},
        {0x123456, fceq(0x123456), 1},  {0x123456, fceq(0x123457), 0},  {0x123456, fcor(0xEDCBA9), 1},
        {0x123456, fcor(0xEDCBA8), 0},  {0xFFFFFF, fcor(0), 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rig_setup();
        vu_get_registers(rig.vu, &rig.registers);
        rig.registers.clip = cases[i].clip;
        rig.registers.vi[1] = 77;
        vu_set_registers(rig.vu, &rig.registers);
        rig_pair(UPPER_NOP, cases[i].word);
        rig_pair(UPPER_NOP, iaddi(2, 1, 0)); /* usable in the next pair */
        rig_finish();
        cr_assert_eq(rig_vi(1), cases[i].result, "case %zu", i);
        cr_assert_eq(rig_vi(2), cases[i].result);
        cr_assert_eq(rig_cycle(1), 2);
    }
}

Test(vu_flags, comparisons_of_status_and_mac_flags)
{
    vu_get_registers(rig.vu, &rig.registers);
    rig.registers.status = 0xA53;
    rig.registers.mac = 0xF0A5;
    rig.registers.vi[1] = 0xF0A5;
    rig.registers.vi[2] = 0x8F0F;
    vu_set_registers(rig.vu, &rig.registers);
    rig_pair(UPPER_NOP, fsand(3, 0x8F1));
    rig_pair(UPPER_NOP, fsor(4, 0x40C));
    rig_pair(UPPER_NOP, fseq(5, 0xA53));
    rig_pair(UPPER_NOP, fseq(6, 0x253));
    rig_pair(UPPER_NOP, fmeq(7, 1));
    rig_pair(UPPER_NOP, fmeq(8, 2));
    rig_pair(UPPER_NOP, fmand(9, 2));
    rig_pair(UPPER_NOP, fmor(10, 2));
    rig_finish();
    cr_assert_eq(rig_vi(3), 0x851);
    cr_assert_eq(rig_vi(4), 0xE5F);
    cr_assert_eq(rig_vi(5), 1);
    cr_assert_eq(rig_vi(6), 0);
    cr_assert_eq(rig_vi(7), 1);
    cr_assert_eq(rig_vi(8), 0);
    cr_assert_eq(rig_vi(9), 0x8005);
    cr_assert_eq(rig_vi(10), 0xFFAF);
}

/* ---- random programs ---- */

static struct model_flags model;
static struct vu_registers previous;
static uint64_t compared;

static void compare_flags(void *user, struct vu *vu, const struct vu_step *step)
{
    (void)user;
    struct vu_registers now;
    vu_get_registers(vu, &now);
    model_flags_until(&model, step->cycle);
    cr_assert_eq(now.mac, model.mac, "cycle %llu: MAC %04x, not %04x", (unsigned long long)step->cycle,
                 now.mac, model.mac);
    cr_assert_eq(now.status, model.status, "cycle %llu: status %03x, not %03x",
                 (unsigned long long)step->cycle, now.status, model.status);
    cr_assert_eq(now.clip, model.clip, "cycle %llu: clip %06x", (unsigned long long)step->cycle, now.clip);
    struct vu_pair pair = vu_decode(step->upper, step->lower);
    /* Q as the pair read it: what was in the register when it issued. */
    previous.q = now.q;
    struct model_upper result = model_upper(&previous, &pair.upper);
    model_flags_issue(&model, step->cycle, &previous, &pair, &result);
    previous = now;
    compared++;
}

Test(vu_flags, flags_of_random_programs_are_those_of_the_plain_version_in_every_cycle)
{
    uint64_t random = 5;
    compared = 0;
    for (unsigned program = 0; program < 150; program++) {
        rig_use(VU_UNIT_1);
        rig_randomise(&random);
        for (unsigned i = 0; i < 200; i++) {
            uint32_t upper, lower;
            rig_random_pair(&random, false, &upper, &lower);
            rig_pair(upper, i % 7 == 3 ? fsset(rig_random(&random) & 0xFFF) : lower);
        }
        vu_get_registers(rig.vu, &previous);
        model = (struct model_flags){.status = previous.status, .mac = previous.mac, .clip = previous.clip};
        vu_observe(rig.vu, compare_flags, NULL);
        rig_finish();
        model_flags_until(&model, UINT64_MAX);
        cr_assert_eq(rig.registers.mac, model.mac);
        cr_assert_eq(rig.registers.status, model.status);
        cr_assert_eq(rig.registers.clip, model.clip);
    }
    cr_assert_eq(compared, 150 * 202);
}
