/* VIF1, VU1 and the GIF together: what waits for what, and who gets the GIF. Expected orders: VIF section 1
 * and GS-DRAWING section 1.1 (PATH1 before PATH2 before PATH3, at ends of packets). */
#include <criterion/criterion.h>
#include <stdio.h>
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

TestSuite(machine_order, .init = setup, .fini = teardown, .timeout = 120);

#define NOP 0u
#define MSCAL(pair) vif_code(0x14, 0, pair)
#define MSCALF(pair) vif_code(0x15, 0, pair)
#define MSCNT vif_code(0x17, 0, 0)
#define FLUSHE vif_code(0x10, 0, 0)
#define FLUSH vif_code(0x11, 0, 0)
#define FLUSHA vif_code(0x13, 0, 0)
#define MARK(n) vif_code(0x07, 0, n)
#define DIRECT(n) vif_code(0x50, 0, n)
#define DIRECTHL(n) vif_code(0x51, 0, n)
#define MSKPATH3(m) vif_code(0x06, 0, (m) << 15)
#define CYCLE_1_1 vif_code(1, 0, 0x0101)
#define UNPACK_V4_32(num, imm) CYCLE_1_1, vif_code(0x6C, num, imm)

#define EOP 0x8000u
/* Tags in IMAGE mode: data that no transfer waits for are dropped. */
#define IMAGE_TAG(nloop) (nloop), 0x08000000u, 0, 0
/* NLOOP 0 and EOP: a packet of one quadword. */
#define EMPTY_TAG(mark) EOP, 0, 0, (mark)

enum { STAT_ADDRESS = 0x10003C00, FBRST_ADDRESS = 0x10003C10, GIF_CTRL = 0x10003000, GIF_MODE = 0x10003010 };

static uint32_t mark(void)
{
    return vif_read_register(rig->machine->vif, VIF_MARK);
}

static uint64_t code_time(uint32_t code)
{
    for (size_t i = 0; i < rig->entries; i++)
        if (rig->log[i].kind == RIG_CODE && rig->log[i].code == code)
            return rig->log[i].time;
    cr_assert_fail("%08x was not decoded", code);
    return 0;
}

/* A program that kicks quadword `from`, goes on for a while, and ends. */
static void kicking_program(unsigned from, unsigned pairs_behind)
{
    char text[8192];
    size_t used =
        (size_t)snprintf(text, sizeof text, ".vu\n nop iaddiu vi01, vi00, %u\n nop xgkick vi01\n", from);
    for (unsigned i = 0; i < pairs_behind; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, " nop nop\n");
    snprintf(text + used, sizeof text - used, " nop[e] nop\n nop nop\n");
    machine_rig_program(rig, text);
}

/* A packet of `quadwords` in VU memory from quadword `from` on. */
static void store_packet(unsigned from, unsigned quadwords)
{
    machine_rig_store(rig, from, EOP | (quadwords - 1), 0x08000000u, 0, 0);
    for (unsigned i = 1; i < quadwords; i++)
        machine_rig_store(rig, from + i, i, 0, 0, 0);
}

Test(machine_order, mscal_runs_the_program_and_its_kick_reaches_the_gs)
{
    store_packet(20, 3);
    kicking_program(20, 0);
    MACHINE_RIG_FEED(rig, vif_code(0x04, 0, 7), MSCAL(0));
    machine_settle(rig->machine);
    const struct machine_rig_entry *start = machine_rig_entry(rig, RIG_START, 0);
    cr_assert_eq(start->address, 0);
    cr_assert_eq(start->itop, 7);
    cr_assert_eq(start->offset, 4);
    const struct machine_rig_entry *packet = machine_rig_entry(rig, RIG_GIF, 0);
    cr_assert_eq(packet->path, GS_PATH1);
    cr_assert(packet->kicked);
    cr_assert_eq(packet->address, 320);
    cr_assert_eq(packet->quadwords, 3);
    cr_assert_eq(packet->words[4], 1);
    cr_assert_eq(packet->words[8], 2);
    cr_assert_eq(packet->offset, 4, "of the MSCAL");
    cr_assert_eq(machine_rig_count(rig, RIG_END), 1);
}

Test(machine_order, mpg_uploads_run_and_mscnt_goes_on_behind_the_end)
{
    /* sq vf00 to quadwords 1 and 2, each with its own E bit */
    MACHINE_RIG_FEED(
        rig, vif_code(0x4A, 5, 0x10), 0x8000033C, 0x400002FF, 0x8000033C, 0x000002FF, /* [e], nop */
        0x8000033C, 0x000002FF, 0x8000033C, 0x400002FF, 0x8000033C, 0x000002FF, MSCAL(0x10), MSCNT, FLUSHE);
    machine_settle(rig->machine);
    cr_assert_eq(machine_rig_entry(rig, RIG_MICRO, 0)->address, 0x80);
    cr_assert_eq(machine_rig_entry(rig, RIG_START, 0)->address, 0x80);
    cr_assert_eq(machine_rig_entry(rig, RIG_START, 1)->address, 0x90);
    cr_assert_eq(machine_rig_count(rig, RIG_END), 2);
}

Test(machine_order, flushe_waits_for_the_program_but_not_for_its_kick)
{
    store_packet(20, 200);
    kicking_program(20, 30);
    MACHINE_RIG_FEED(rig, MSCAL(0), FLUSHE, MARK(1), FLUSH, MARK(2));
    machine_settle(rig->machine);
    uint64_t program = machine_rig_entry(rig, RIG_END, 0)->time,
             kick = machine_rig_entry(rig, RIG_GIF, 0)->time;
    cr_assert_geq(code_time(MARK(1)), program);
    cr_assert_lt(code_time(MARK(1)), kick);
    cr_assert_geq(code_time(MARK(2)), kick);
}

Test(machine_order, mscal_waits_for_the_program_before_it_and_mscalf_also_for_the_kick)
{
    store_packet(20, 200);
    kicking_program(20, 30);
    MACHINE_RIG_FEED(rig, MSCAL(0), MSCAL(2), MSCALF(2));
    machine_settle(rig->machine);
    uint64_t first = machine_rig_entry(rig, RIG_END, 0)->time,
             kick = machine_rig_entry(rig, RIG_GIF, 0)->time;
    cr_assert_geq(machine_rig_entry(rig, RIG_START, 1)->time, first);
    cr_assert_lt(machine_rig_entry(rig, RIG_START, 1)->time, kick);
    cr_assert_geq(machine_rig_entry(rig, RIG_START, 2)->time, kick);
}

Test(machine_order, unpack_goes_on_beside_a_program)
{
    machine_rig_program(rig,
                        ".vu\n nop iaddiu vi01, vi00, 100\n"
                        "loop: nop iaddi vi01, vi01, -1\n nop nop\n nop ibne vi01, vi00, loop\n nop nop\n"
                        " nop[e] nop\n nop nop\n");
    MACHINE_RIG_FEED(rig, MSCAL(0), UNPACK_V4_32(1, 5), 1, 2, 3, 4, MARK(9));
    cr_assert_eq(mark(), 9);
    cr_assert_eq(machine_rig_load(rig, 5, 3), 4);
    cr_assert_eq(machine_rig_count(rig, RIG_END), 0, "it still runs");
    machine_settle(rig->machine);
    cr_assert_eq(machine_rig_count(rig, RIG_END), 1);
}

/* The program polls quadword 5 until VIF1 has written there. */
Test(machine_order, a_program_sees_what_unpack_writes_while_it_runs)
{
    machine_rig_program(rig, ".vu\nloop: nop ilw.x vi01, 5(vi00)\n nop nop\n nop nop\n nop nop\n"
                             " nop ibeq vi01, vi00, loop\n nop nop\n nop[e] nop\n nop nop\n");
    MACHINE_RIG_FEED(rig, MSCAL(0), NOP, NOP, NOP, NOP, NOP, NOP, NOP, NOP, UNPACK_V4_32(1, 5), 1, 0, 0, 0,
                     FLUSHE, MARK(3));
    machine_settle(rig->machine);
    cr_assert_eq(mark(), 3);
    cr_assert(!rig->machine->endless);
}

Test(machine_order, a_program_without_end_is_given_up)
{
    machine_rig_program(rig, ".vu\nloop: nop b loop\n nop nop\n");
    MACHINE_RIG_FEED(rig, MSCAL(0), FLUSHE, MARK(3));
    machine_settle(rig->machine);
    cr_assert(rig->machine->endless);
    cr_assert_eq(mark(), 0);
}

Test(machine_order, top_changes_with_each_start)
{
    kicking_program(20, 0);
    store_packet(20, 1);
    MACHINE_RIG_FEED(rig, vif_code(0x03, 0, 0x10), vif_code(0x02, 0, 0x20), MSCAL(0), MSCAL(0), MSCAL(0));
    machine_settle(rig->machine);
    cr_assert_eq(machine_rig_entry(rig, RIG_START, 0)->top, 0x10);
    cr_assert_eq(machine_rig_entry(rig, RIG_START, 1)->top, 0x30);
    cr_assert_eq(machine_rig_entry(rig, RIG_START, 2)->top, 0x10);
}

/* ---- paths ---- */

Test(machine_order, direct_sends_path2)
{
    MACHINE_RIG_FEED(rig, DIRECT(2), IMAGE_TAG(EOP | 1), 11, 12, 13, 14);
    cr_assert_str_eq(machine_rig_paths(rig), "2");
    const struct machine_rig_entry *packet = machine_rig_entry(rig, RIG_GIF, 0);
    cr_assert_eq(packet->quadwords, 2);
    cr_assert_eq(packet->words[7], 14);
    cr_assert_eq(packet->offset, 4);
    cr_assert(!packet->kicked);
}

Test(machine_order, a_kick_waits_for_the_end_of_a_packet_of_path2)
{
    store_packet(20, 2);
    kicking_program(20, 0);
    /* the packet ends in the second DIRECT */
    MACHINE_RIG_FEED(rig, DIRECT(1), IMAGE_TAG(EOP | 1), MSCAL(0), FLUSHE, MARK(1));
    cr_assert_eq(mark(), 1);
    cr_assert_str_eq(machine_rig_paths(rig), "");
    MACHINE_RIG_FEED(rig, DIRECT(1), 1, 2, 3, 4, DIRECT(1), EMPTY_TAG(5));
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "212", "PATH1 comes before the next packet of PATH2");
}

Test(machine_order, flush_waits_for_a_kick_that_waits)
{
    store_packet(20, 2);
    kicking_program(20, 0);
    uint64_t offset;
    char text[256];
    MACHINE_RIG_FEED(rig, DIRECT(1), IMAGE_TAG(EOP | 1), MSCAL(0), FLUSH, MARK(1));
    machine_settle(rig->machine);
    cr_assert_eq(mark(), 0, "the packet of PATH2 can never end now");
    cr_assert(machine_stuck(rig->machine, &offset, text, sizeof text));
    cr_assert_eq(offset, 28, "%s", text);
}

Test(machine_order, path3_is_masked_between_packets)
{
    const uint32_t first[] = {IMAGE_TAG(EOP | 2), 1, 2, 3, 4}, rest[] = {5, 6, 7, 8, EMPTY_TAG(9)};
    machine_rig_gif(rig, GS_PATH3, first, 2);
    MACHINE_RIG_FEED(rig, MSKPATH3(1u));
    machine_rig_gif(rig, GS_PATH3, rest, 2);
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "3", "the packet that was begun");
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 0)->quadwords, 3);
    uint64_t offset;
    char text[256];
    cr_assert(machine_stuck(rig->machine, &offset, text, sizeof text));
    cr_assert(strstr(text, "masked"), "%s", text);
    MACHINE_RIG_FEED(rig, MSKPATH3(0u), FLUSHA, MARK(4));
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "33");
    cr_assert_eq(mark(), 4);
    cr_assert(!machine_stuck(rig->machine, &offset, text, sizeof text));
}

Test(machine_order, gif_mode_masks_path3_too)
{
    const uint32_t packet[] = {EMPTY_TAG(1)};
    machine_register(rig->machine, GIF_MODE, 1);
    machine_rig_gif(rig, GS_PATH3, packet, 1);
    cr_assert_str_eq(machine_rig_paths(rig), "");
    machine_register(rig->machine, GIF_MODE, 0);
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "3");
}

/* PATH3's data wait behind the mask; MSKPATH3 lets them go, and the next codes of VIF1 run beside. */
static void image_behind_mask(uint32_t nloop, bool intermittent)
{
    static uint32_t words[4 * 64];
    cr_assert_lt(nloop, 64);
    words[0] = EOP | nloop;
    words[1] = 0x08000000u;
    if (intermittent)
        machine_register(rig->machine, GIF_MODE, 4);
    MACHINE_RIG_FEED(rig, MSKPATH3(1u));
    machine_rig_gif(rig, GS_PATH3, words, nloop + 1);
    cr_assert_str_eq(machine_rig_paths(rig), "");
}

Test(machine_order, path2_waits_for_the_end_of_a_packet_of_path3)
{
    image_behind_mask(20, false);
    MACHINE_RIG_FEED(rig, MSKPATH3(0u), NOP, DIRECT(1), EMPTY_TAG(1), FLUSHA, MARK(1));
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "32");
}

Test(machine_order, intermittent_images_of_path3_let_path2_in_after_eight_quadwords)
{
    image_behind_mask(20, true);
    MACHINE_RIG_FEED(rig, MSKPATH3(0u), NOP, DIRECT(1), EMPTY_TAG(1), FLUSHA, MARK(1));
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "3233");
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 0)->quadwords, 9, "the tag and eight");
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 2)->quadwords, 8);
    cr_assert_eq(machine_rig_entry(rig, RIG_GIF, 3)->quadwords, 4);
}

Test(machine_order, directhl_does_not_break_into_an_image)
{
    image_behind_mask(20, true);
    MACHINE_RIG_FEED(rig, MSKPATH3(0u), NOP, DIRECTHL(1), EMPTY_TAG(1), FLUSHA, MARK(1));
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "3332");
    cr_assert_eq(mark(), 1);
}

Test(machine_order, a_kick_breaks_into_an_intermittent_image)
{
    store_packet(20, 2);
    kicking_program(20, 0);
    image_behind_mask(20, true);
    MACHINE_RIG_FEED(rig, MSKPATH3(0u), MSCAL(0));
    machine_settle(rig->machine);
    cr_assert_str_eq(machine_rig_paths(rig), "3133");
}

Test(machine_order, flusha_waits_for_path3)
{
    image_behind_mask(20, false);
    MACHINE_RIG_FEED(rig, MSKPATH3(0u), FLUSHA, MARK(1));
    machine_settle(rig->machine);
    cr_assert_geq(code_time(MARK(1)), machine_rig_entry(rig, RIG_GIF, 0)->time);
}

Test(machine_order, packets_of_a_trace_take_their_turn_on_all_paths)
{
    const uint32_t packet[] = {EMPTY_TAG(1)};
    machine_rig_gif(rig, GS_PATH3, packet, 1);
    machine_rig_gif(rig, GS_PATH1, packet, 1);
    machine_rig_gif(rig, GS_PATH2, packet, 1);
    cr_assert_str_eq(machine_rig_paths(rig), "312");
}

Test(machine_order, a_paused_gif_takes_nothing_until_it_goes_on)
{
    machine_register(rig->machine, GIF_CTRL, 8);
    MACHINE_RIG_FEED(rig, DIRECT(1), EMPTY_TAG(1), MARK(1));
    cr_assert_eq(mark(), 0);
    machine_register(rig->machine, GIF_CTRL, 0);
    machine_settle(rig->machine);
    cr_assert_eq(mark(), 1);
}

Test(machine_order, a_reset_of_the_gif_forgets_packets)
{
    const uint32_t half[] = {IMAGE_TAG(EOP | 9)};
    machine_rig_gif(rig, GS_PATH3, half, 1);
    machine_register(rig->machine, GIF_CTRL, 1);
    MACHINE_RIG_FEED(rig, DIRECT(1), EMPTY_TAG(1), MARK(1));
    cr_assert_eq(mark(), 1);
}

/* ---- stalls ---- */

Test(machine_order, an_i_bit_stops_vif1_until_stc)
{
    MACHINE_RIG_FEED(rig, VIF_I | NOP, MARK(1));
    machine_settle(rig->machine);
    cr_assert_eq(mark(), 0);
    cr_assert_eq(vif_read_register(rig->machine->vif, VIF_STAT), 0xC02);
    machine_register(rig->machine, FBRST_ADDRESS, VIF_FBRST_STC);
    machine_settle(rig->machine);
    cr_assert_eq(mark(), 1);
}

Test(machine_order, a_word_that_is_no_code_stops_vif1_and_is_told)
{
    uint64_t offset;
    char text[256];
    MACHINE_RIG_FEED(rig, NOP, 0x7F000000u | 0x08000000u, vif_code(0x08, 0, 0), MARK(1));
    machine_settle(rig->machine);
    cr_assert(machine_stuck(rig->machine, &offset, text, sizeof text));
    cr_assert_eq(mark(), 0);
}

Test(machine_order, a_reset_of_vif1_drops_what_waits)
{
    MACHINE_RIG_FEED(rig, VIF_I | NOP, MARK(1), MARK(2));
    machine_register(rig->machine, FBRST_ADDRESS, VIF_FBRST_RST);
    machine_settle(rig->machine);
    cr_assert_eq(mark(), 0);
    MACHINE_RIG_FEED(rig, MARK(3));
    cr_assert_eq(mark(), 3);
}

Test(machine_order, local_memory_is_read_through_vif1_when_its_fifo_is_turned)
{
    /* A+D: BITBLTBUF (SBP 0, SBW 1, PSMCT32), TRXPOS, TRXREG 2 x 2, TRXDIR 1 */
    MACHINE_RIG_FEED(rig, DIRECT(5), EOP | 4, 0x10000000, 0xE, 0, 0x10000, 0, 0x50, 0, 0, 0, 0x51, 0, 2, 2,
                     0x52, 0, 1, 0, 0x53, 0);
    machine_register(rig->machine, STAT_ADDRESS, VIF_STAT_FDR);
    MACHINE_RIG_FEED(rig, MARK(1));
    cr_assert_eq(mark(), 0, "the FIFO leads the other way");
    uint8_t out[32];
    machine_settle(rig->machine);
    cr_assert_eq(machine_read_fifo(rig->machine, out, 2), 1);
    machine_register(rig->machine, STAT_ADDRESS, 0);
    machine_settle(rig->machine);
    cr_assert_eq(mark(), 1);
}
