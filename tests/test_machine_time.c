/* The model of time (docs/timing.md): our own rule, one bus cycle (two cycles of VU1) a VIFcode, a quadword
 * of payload, a quadword written and a quadword through the GIF. Expected times are counted by hand from it.
 */
#include <criterion/criterion.h>
#include <string.h>

#include "machine_rig.h"
#include "vif_rig.h"

static struct machine_rig *rig;

static void setup(void)
{
    rig = machine_rig_create();
}

static void teardown(void)
{
    machine_rig_destroy(rig);
}

TestSuite(machine_time, .init = setup, .fini = teardown, .timeout = 120);

#define EOP 0x8000u
#define CYCLE_1_1 vif_code(1, 0, 0x0101)

static void expect_code(size_t index, uint32_t code, uint64_t time)
{
    const struct machine_rig_entry *entry = machine_rig_entry(rig, RIG_CODE, index);
    cr_assert_eq(entry->code, code, "code %zu is %08x", index, entry->code);
    cr_assert_eq(entry->time, time, "code %08x at %llu, not %llu", code, (unsigned long long)entry->time,
                 (unsigned long long)time);
}

Test(machine_time, codes_take_a_bus_cycle_and_payload_one_a_quadword)
{
    const uint32_t strow = vif_code(0x30, 0, 0), v4_8 = vif_code(0x6E, 4, 0), v4_32 = vif_code(0x6C, 3, 0),
                   mark = vif_code(7, 0, 1), stmask = vif_code(0x20, 0, 0);
    MACHINE_RIG_FEED(rig, CYCLE_1_1, strow, 1, 2, 3, 4, v4_8, 1, 2, 3, 4, v4_32, 1, 2, 3, 4, 5, 6, 7, 8, 9,
                     10, 11, 12, stmask, 0, mark);
    expect_code(1, strow, 2);
    expect_code(2, v4_8, 2 + 4);    /* code, a quadword */
    expect_code(3, v4_32, 6 + 10);  /* code, four writes from one quadword */
    expect_code(4, stmask, 16 + 8); /* code, three quadwords */
    expect_code(5, mark, 24 + 4);   /* code, a quadword that was begun */
}

Test(machine_time, fills_take_a_bus_cycle_a_write)
{
    const uint32_t stcycl = vif_code(1, 0, 0x0400), v4_32 = vif_code(0x6C, 8, 0), mark = vif_code(7, 0, 1);
    MACHINE_RIG_FEED(rig, stcycl, v4_32, mark); /* CL 0, WL 4: no payload */
    expect_code(1, v4_32, 2);
    expect_code(2, mark, 2 + 2 + 16);
}

Test(machine_time, direct_takes_a_bus_cycle_a_quadword)
{
    const uint32_t direct = vif_code(0x50, 0, 3), mark = vif_code(7, 0, 1);
    MACHINE_RIG_FEED(rig, direct, EOP | 2, 0x08000000, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, mark);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 0)->time, 2 + 6);
    expect_code(1, mark, 8);
}

/* MSCAL at 0: its program's cycle 1 is time 1. XGKICK issues in cycle 2, the transfer starts then. */
Test(machine_time, a_kick_takes_a_bus_cycle_a_quadword_from_its_issue)
{
    machine_rig_program(rig, ".vu\n nop iaddiu vi01, vi00, 20\n nop xgkick vi01\n nop[e] nop\n nop nop\n");
    machine_rig_store(rig, 20, EOP | 9, 0x08000000, 0, 0);
    MACHINE_RIG_FEED(rig, vif_code(0x14, 0, 0));
    machine_settle(rig->machine);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 0)->time, 2 + 20);
    cr_assert_eq(machine_rig_entry(rig, RIG_END, 0)->time, 4);
}

/* The second of two kicks issues when the first transfer, of 10 quadwords from cycle 3 on, is complete. */
Test(machine_time, a_second_kick_holds_the_program_until_the_first_is_sent)
{
    machine_rig_program(rig, ".vu\n nop iaddiu vi01, vi00, 20\n nop iaddiu vi02, vi00, 40\n nop xgkick vi01\n"
                             " nop nop\n nop xgkick vi02\n nop nop\n nop[e] nop\n nop nop\n");
    machine_rig_store(rig, 20, EOP | 9, 0x08000000, 0, 0);
    machine_rig_store(rig, 40, EOP | 1, 0x08000000, 0, 0);
    MACHINE_RIG_FEED(rig, vif_code(0x14, 0, 0));
    machine_settle(rig->machine);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 0)->time, 23);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 1)->time, 23 + 4);
    cr_assert_eq(machine_rig_entry(rig, RIG_END, 0)->time, 23 + 3);
}

/* The same while a packet of PATH2 holds the GIF until it is complete. */
Test(machine_time, a_kick_that_waits_for_path2_holds_the_next_one_longer)
{
    machine_rig_program(rig, ".vu\n nop iaddiu vi01, vi00, 20\n nop iaddiu vi02, vi00, 40\n nop xgkick vi01\n"
                             " nop nop\n nop xgkick vi02\n nop nop\n nop[e] nop\n nop nop\n");
    machine_rig_store(rig, 20, EOP | 9, 0x08000000, 0, 0);
    machine_rig_store(rig, 40, EOP | 1, 0x08000000, 0, 0);
    MACHINE_RIG_FEED(rig, vif_code(0x50, 0, 1), EOP | 1, 0x08000000, 0, 0); /* 0..4 */
    MACHINE_RIG_FEED(rig, vif_code(0x14, 0, 0));                            /* at 4 */
    MACHINE_RIG_FEED(rig, vif_code(0, 0, 0), vif_code(0, 0, 0), vif_code(0x50, 0, 1), 1, 2, 3,
                     4); /* 6..12, 14 */
    machine_settle(rig->machine);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 0)->time, 14);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 1)->time, 14 + 20);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 2)->time, 34 + 4);
    cr_assert_eq(machine_rig_entry(rig, RIG_END, 0)->time, 34 + 3);
}

/* Quadword n of the packet is read 2 n cycles behind the issue of XGKICK. The program writes all of them one
 * after another, backwards, so that it meets the transfer in the middle. */
Test(machine_time, a_program_races_with_the_packet_that_is_being_sent)
{
    machine_rig_program(rig,
                        ".vu\n nop iaddiu vi01, vi00, 20\n nop iaddiu vi02, vi00, 40\n"
                        " nop iaddiu vi03, vi00, 1\n nop xgkick vi01\n" /* issues in 4 */
                        " nop isw.x vi03, 19(vi01)\n"                   /* 5 */
                        " nop isw.x vi03, 17(vi01)\n nop isw.x vi03, 15(vi01)\n nop isw.x vi03, 13(vi01)\n"
                        " nop isw.x vi03, 11(vi01)\n nop isw.x vi03, 9(vi01)\n nop isw.x vi03, 7(vi01)\n"
                        " nop isw.x vi03, 5(vi01)\n nop isw.x vi03, 3(vi01)\n nop[e] isw.x vi03, 1(vi01)\n"
                        " nop nop\n");
    machine_rig_store(rig, 20, EOP | 19, 0x08000000, 0, 0);
    MACHINE_RIG_FEED(rig, vif_code(0x14, 0, 0));
    machine_settle(rig->machine);
    const struct machine_rig_entry *packet = machine_rig_entry(rig, RIG_GIF, 0);
    cr_assert_eq(packet->quadwords, 20);
    for (unsigned n = 1; n < 20; n += 2) {
        uint64_t written = 5 + (19 - n) / 2, read = 4 + 2 * n;
        cr_assert_eq(packet->words[4 * n], written <= read, "quadword %u: written in %u, read in %u", n,
                     (unsigned)written, (unsigned)read);
        cr_assert_eq(machine_rig_load(rig, 20 + n, 0), 1);
    }
}

/* VIF1 overwrites the packet that is being sent, forwards: it comes too late for what is gone already. MSCAL
 * at 0, UNPACK at 2, its first quadword at 4; quadword n of the packet is read at 2 + 2 n. */
Test(machine_time, unpack_races_with_the_packet_that_is_being_sent)
{
    machine_rig_program(rig, ".vu\n nop iaddiu vi01, vi00, 20\n nop xgkick vi01\n nop[e] nop\n nop nop\n");
    machine_rig_store(rig, 20, EOP | 19, 0x08000000, 0, 0);
    MACHINE_RIG_FEED(rig, CYCLE_1_1, vif_code(0x14, 0, 0), vif_code(0x6C, 2, 21), 1, 0, 0, 0, 2, 0, 0, 0,
                     vif_code(0x6C, 2, 38), 3, 0, 0, 0, 4, 0, 0, 0);
    machine_settle(rig->machine);
    const struct machine_rig_entry *packet = machine_rig_entry(rig, RIG_GIF, 0);
    cr_assert_eq(packet->words[4 * 18], 3);
    cr_assert_eq(packet->words[4 * 19], 4);
    cr_assert_eq(packet->words[4 * 1], 0, "read at 6, before the write: the GIF comes first at equal times");
}

Test(machine_time, waits_let_time_pass)
{
    machine_wait(rig->machine, 100);
    MACHINE_RIG_FEED(rig, vif_code(7, 0, 1));
    expect_code(0, vif_code(7, 0, 1), 100);
}

Test(machine_time, a_wait_lets_a_program_run_for_so_long)
{
    machine_rig_program(
        rig, ".vu\n nop iaddiu vi01, vi00, 100\nloop: nop iaddi vi01, vi01, -1\n"
             " nop isw.x vi01, 0(vi00)\n nop ibne vi01, vi00, loop\n nop nop\n nop[e] nop\n nop nop\n");
    MACHINE_RIG_FEED(rig, vif_code(0x14, 0, 0));
    machine_wait(rig->machine, 41); /* four pairs a round after the first */
    uint32_t left = machine_rig_load(rig, 0, 0);
    cr_assert(left > 85 && left < 95, "%u", left);
    machine_settle(rig->machine);
    cr_assert_eq(machine_rig_load(rig, 0, 0), 0);
}
