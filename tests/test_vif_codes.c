/* VIFcodes: registers, payloads, waits, stops. Expected values follow the EE user's manual unless a comment
 * names another source. */
#include <criterion/criterion.h>
#include <string.h>

#include "vif_rig.h"

static struct vif_rig *rig;

static void setup(void)
{
    rig = vif_rig_create(VIF_UNIT_1);
}

static void teardown(void)
{
    vif_rig_destroy(rig);
}

TestSuite(vif_codes, .init = setup, .fini = teardown, .timeout = 60);

static void use(enum vif_unit unit)
{
    vif_rig_destroy(rig);
    rig = vif_rig_create(unit);
}

static uint32_t get(uint32_t offset)
{
    return vif_read_register(rig->vif, offset);
}

/* Feeds one code; it must be taken. */
static void code(unsigned cmd, unsigned num, unsigned imm)
{
    uint32_t word = vif_code(cmd, num, imm);
    cr_assert_eq(vif_rig_feed(rig, &word, 1), 1);
}

/* Is a MARK taken now? */
static bool goes_on(void)
{
    uint32_t word = vif_code(0x07, 0, 0x1234);
    return vif_rig_feed(rig, &word, 1) == 1;
}

Test(vif_codes, registers_take_the_fields_of_their_codes)
{
    code(0x01, 0, 0xABCD);
    cr_expect_eq(get(VIF_CYCLE), 0xABCD);
    code(0x03, 0, 0xFFFF);
    cr_expect_eq(get(VIF_BASE), 0x3FF);
    cr_expect_eq(get(VIF_TOPS), 0, "BASE alone does not change TOPS");
    code(0x02, 0, 0xFC05);
    cr_expect_eq(get(VIF_OFST), 5);
    cr_expect_eq(get(VIF_TOPS), 0x3FF, "OFFSET does");
    code(0x04, 0, 0xFFFF);
    cr_expect_eq(get(VIF_ITOPS), 0x3FF);
    cr_expect_eq(get(VIF_ITOP), 0, "only a start does");
    code(0x05, 0, 0xFFFE);
    cr_expect_eq(get(VIF_MODE), 2);
    code(0x07, 0x55, 0xBEEF);
    cr_expect_eq(get(VIF_MARK), 0xBEEF);
    cr_expect_eq(get(VIF_CODE), 0x0755BEEF);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_MRK);
    vif_write_register(rig->vif, VIF_MARK, 0x12345678);
    cr_expect_eq(get(VIF_MARK), 0x5678);
    cr_expect_eq(get(VIF_STAT), 0);
}

Test(vif_codes, strow_stcol_and_stmask_load_their_words)
{
    uint32_t words[] = {vif_code(0x30, 0, 0), 1, 2, 3, 4, vif_code(0x31, 0, 0), 5, 6, 7, 8,
                        vif_code(0x20, 0, 0), 9};
    cr_assert_eq(vif_rig_feed(rig, words, 12), 12);
    for (uint32_t i = 0; i < 4; i++) {
        cr_expect_eq(get(VIF_R0 + 16 * i), i + 1);
        cr_expect_eq(get(VIF_C0 + 16 * i), i + 5);
    }
    cr_expect_eq(get(VIF_MASK), 9);
}

Test(vif_codes, starts_swap_the_double_buffers)
{
    code(0x03, 0, 0x3F0);
    code(0x02, 0, 0x020);
    code(0x04, 0, 0x077);
    code(0x14, 0, 0x0010);
    cr_assert_eq(rig->starts, 1);
    cr_expect(!rig->start[0].resume);
    cr_expect_eq(rig->start[0].address, 0x80);
    cr_expect_eq(rig->start[0].top, 0x3F0);
    cr_expect_eq(rig->start[0].itop, 0x77);
    cr_expect_eq(get(VIF_TOP), 0x3F0);
    cr_expect_eq(get(VIF_ITOP), 0x77);
    cr_expect_eq(get(VIF_TOPS), 0x010, "BASE + OFST, 10 bits");
    cr_expect_eq(get(VIF_STAT), VIF_STAT_DBF);
    code(0x17, 0, 0);
    cr_expect(rig->start[1].resume);
    cr_expect_eq(rig->start[1].top, 0x010);
    cr_expect_eq(get(VIF_TOPS), 0x3F0);
    cr_expect_eq(get(VIF_STAT), 0);
    code(0x15, 0, 0xFFFF);
    cr_expect_eq(rig->start[2].address, 0x3FF8);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_DBF);
    code(0x02, 0, 0x020);
    cr_expect_eq(get(VIF_STAT), 0, "OFFSET clears DBF");
    cr_expect_eq(rig->starts, 3);
}

Test(vif_codes, vif0_has_no_double_buffers_and_8_bits_of_itop)
{
    use(VIF_UNIT_0);
    code(0x03, 0, 0x3F0);
    code(0x02, 0, 0x020);
    code(0x04, 0, 0x377);
    code(0x14, 0, 0xFFFF);
    cr_assert_eq(rig->starts, 1);
    cr_expect_eq(rig->start[0].address, 0xFF8);
    cr_expect_eq(rig->start[0].top, 0);
    cr_expect_eq(rig->start[0].itop, 0x77);
    for (uint32_t offset = VIF_BASE; offset <= VIF_TOP; offset += 16)
        cr_expect_eq(get(offset), offset == VIF_ITOP ? 0x77 : 0);
    cr_expect_eq(get(VIF_STAT), 0);
}

Test(vif_codes, codes_of_vif1_do_nothing_on_vif0)
{
    static const unsigned cmds[] = {0x02, 0x03, 0x06, 0x11, 0x13, 0x50, 0x51};
    use(VIF_UNIT_0);
    rig->busy[VIF_BUSY_VU] = true;
    for (unsigned i = 0; i < 7; i++) {
        code(cmds[i], 0, 0x8001);
        cr_expect_eq(get(VIF_STAT) & ~VIF_STAT_MRK, 0, "%02x", cmds[i]);
        cr_expect(goes_on(), "%02x", cmds[i]);
        cr_expect_eq(vif_payload_words(VIF_UNIT_0, vif_code(cmds[i], 0, 1), 0), 0);
    }
    cr_expect_eq(rig->masks, 0);
    cr_expect_eq(rig->path2_words, 0);
}

Test(vif_codes, mpg_writes_num_instructions_and_wraps)
{
    for (int unit = VIF_UNIT_0; unit <= VIF_UNIT_1; unit++) {
        use((enum vif_unit)unit);
        uint32_t words[1 + 512], last = rig->size / 8 - 1;
        for (uint32_t i = 1; i < 513; i++)
            words[i] = i;
        words[0] = vif_code(0x4A, 0, last);
        cr_expect_eq(vif_payload_words(rig->unit, words[0], 0), 512, "NUM 0 is 256");
        cr_assert_eq(vif_rig_feed(rig, words, 4), 4);
        cr_expect_eq(get(VIF_NUM), 255);
        cr_expect_eq(get(VIF_STAT), 1);
        cr_assert_eq(vif_rig_feed(rig, words + 4, 509), 509);
        cr_assert(vif_idle(rig->vif));
        cr_expect_eq(rig->micro[8 * last], 1);
        cr_expect_eq(rig->micro[8 * last + 4], 2);
        for (uint32_t n = 0; n < 255; n++)
            cr_expect_eq((uint32_t)(rig->micro[8 * n] | rig->micro[8 * n + 1] << 8), 2 * n + 3);
        cr_expect_eq(rig->micro[8 * 255], 0);
    }
}

Test(vif_codes, direct_sends_imm_quadwords_to_path2)
{
    static uint32_t words[1 + 4 * 65536];
    for (uint32_t i = 1; i < 1 + 4 * 65536; i++)
        words[i] = i;
    for (unsigned cmd = 0x50; cmd <= 0x51; cmd++) {
        rig->path2_words = 0;
        words[0] = vif_code(cmd, 0, 3);
        cr_assert_eq(vif_rig_feed(rig, words, 13), 13);
        cr_assert(vif_idle(rig->vif));
        cr_expect_eq(rig->path2_words, 12);
        cr_expect_eq(memcmp(rig->path2, words + 1, 48), 0);
    }
    rig->path2_words = 0;
    words[0] = vif_code(0x50, 0, 0);
    cr_assert_eq(vif_rig_feed(rig, words, 1 + 4 * 65536), 1 + 4 * 65536, "IMM 0 is 65536");
    cr_assert(vif_idle(rig->vif));
    cr_expect_eq(rig->path2_words, 4 * 65536);
    cr_expect_eq(memcmp(rig->path2, words + 1, 4 * 4 * 65536), 0);
}

Test(vif_codes, direct_waits_for_a_gif_that_takes_no_more)
{
    uint32_t words[10] = {vif_code(0x50, 0, 2), 1, 2, 3, 4, 5, 6, 7, 8, vif_code(7, 0, 1)};
    rig->room = 1;
    cr_assert_eq(vif_rig_feed(rig, words, 10), 5);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_VGW | 3);
    rig->room = 0;
    cr_assert_eq(vif_rig_feed(rig, words + 5, 5), 0);
    /* The rest in pieces: a whole quadword that was taken word by word is kept. */
    for (unsigned i = 5; i < 9; i++)
        cr_assert_eq(vif_rig_feed(rig, words + i, 1), 1);
    cr_assert_eq(vif_rig_feed(rig, words + 9, 1), 0);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_VGW | 3);
    rig->room = 1;
    cr_assert_eq(vif_rig_feed(rig, words + 9, 1), 1);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_MRK);
    cr_expect_eq(rig->path2_words, 8);
    cr_expect_eq(memcmp(rig->path2, words + 1, 32), 0);
}

/* What each code waits for: the table of VIFcodes in the manual. Bits by enum vif_busy. */
Test(vif_codes, each_code_waits_for_what_it_has_to_wait_for)
{
    static const struct {
        unsigned cmd, vif1, vif0;
    } waits[] = {{0x00, 0, 0},  {0x01, 0, 0}, {0x06, 0, 0},  {0x10, 1, 1}, {0x11, 7, 0},
                 {0x13, 15, 0}, {0x14, 1, 1}, {0x15, 7, 1},  {0x17, 1, 1}, {0x20, 0, 0},
                 {0x4A, 1, 1},  {0x50, 0, 0}, {0x51, 16, 0}, {0x6C, 0, 0}};
    for (unsigned i = 0; i < sizeof waits / sizeof waits[0]; i++) {
        for (unsigned what = 0; what < 10; what++) {
            use(what < 5 ? VIF_UNIT_1 : VIF_UNIT_0);
            rig->busy[what % 5] = true;
            code(waits[i].cmd, 1, 0);
            bool expected = (what < 5 ? waits[i].vif1 : waits[i].vif0) >> what % 5 & 1;
            uint32_t stat = get(VIF_STAT) & (VIF_STAT_VEW | VIF_STAT_VGW);
            cr_expect_eq(stat, expected ? (what % 5 ? VIF_STAT_VGW : VIF_STAT_VEW) : 0, "%02x, %u",
                         waits[i].cmd, what);
            cr_expect_eq((get(VIF_STAT) & 3) == 2, expected);
            cr_expect_eq(rig->starts, !expected && waits[i].cmd >= 0x14 && waits[i].cmd <= 0x17);
            if (!expected)
                continue;
            cr_expect(!goes_on());
            rig->busy[what % 5] = false;
            vif_feed(rig->vif, NULL, 0);
            cr_expect_eq(get(VIF_STAT) & (VIF_STAT_VEW | VIF_STAT_VGW), 0);
            cr_expect_eq(rig->starts, waits[i].cmd >= 0x14 && waits[i].cmd <= 0x17);
        }
    }
}

Test(vif_codes, unpack_goes_on_while_a_program_runs)
{
    uint32_t words[] = {
        vif_code(0x14, 0, 0), vif_code(1, 0, 0x101), vif_code(0x60, 1, 0), 5, vif_code(0x14, 0, 0), 0};
    cr_assert_eq(vif_rig_feed(rig, words, 1), 1);
    rig->busy[VIF_BUSY_VU] = true;
    cr_assert_eq(vif_rig_feed(rig, words + 1, 5), 4, "up to the second MSCAL");
    cr_expect_eq(vif_rig_word(rig, 0, 0), 5);
    cr_expect_eq(rig->starts, 1);
    cr_expect_eq(get(VIF_STAT) & 7, VIF_STAT_VEW | 2);
}

Test(vif_codes, mskpath3_tells_the_port_and_a_reset_unmasks)
{
    struct vif_registers registers;
    code(0x06, 0, 0x8000);
    cr_expect(rig->masked);
    code(0x06, 0, 0x7FFF);
    cr_expect(!rig->masked);
    code(0x06, 0, 0xFFFF);
    vif_get_registers(rig->vif, &registers);
    cr_expect(registers.path3_masked && rig->masked);
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_RST);
    vif_get_registers(rig->vif, &registers);
    cr_expect(!registers.path3_masked && !rig->masked);
}

Test(vif_codes, an_i_bit_stops_until_stc_behind_its_payload)
{
    /* Consoles: intstall (STAT C02). */
    uint32_t words[] = {vif_code(1, 0, 0x101), VIF_I | vif_code(0x60, 2, 0), 8, 9, vif_code(7, 0, 3)};
    cr_assert_eq(vif_rig_feed(rig, words, 3), 3);
    cr_expect_eq(get(VIF_STAT), 1);
    cr_assert_eq(vif_rig_feed(rig, words + 3, 2), 1);
    cr_expect_eq(get(VIF_STAT), 0xC02);
    cr_expect_eq(vif_rig_word(rig, 1, 0), 9);
    cr_expect_eq(rig->interrupts, 1);
    cr_expect(!vif_idle(rig->vif));
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_STC);
    cr_expect_eq(get(VIF_STAT), 0);
    cr_assert_eq(vif_rig_feed(rig, words + 4, 1), 1);
    cr_expect_eq(get(VIF_MARK), 3);
}

Test(vif_codes, err_mii_takes_the_effect_from_i_bits)
{
    vif_write_register(rig->vif, VIF_ERR, 0xFFFFFFFF);
    cr_expect_eq(get(VIF_ERR), 7);
    vif_write_register(rig->vif, VIF_ERR, VIF_ERR_MII);
    uint32_t words[] = {VIF_I, VIF_I | vif_code(7, 0, 1), 0};
    cr_assert_eq(vif_rig_feed(rig, words, 3), 3);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_MRK);
    cr_expect_eq(rig->interrupts, 0);
}

Test(vif_codes, words_that_are_no_code_set_er1_and_stop_unless_err_me1_is_set)
{
    static const uint8_t known[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x10, 0x11,
                                    0x13, 0x14, 0x15, 0x17, 0x20, 0x30, 0x31, 0x4A, 0x50, 0x51};
    for (unsigned cmd = 0; cmd < 0x80; cmd++) {
        bool valid = cmd >= 0x60 || memchr(known, (int)cmd, sizeof known);
        use(VIF_UNIT_1);
        code(cmd, 0, 0);
        cr_expect_eq((get(VIF_STAT) & VIF_STAT_ER1) != 0, !valid, "%02x", cmd);
        if (valid)
            continue;
        cr_expect(!goes_on(), "%02x", cmd);
        vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_STC);
        vif_write_register(rig->vif, VIF_ERR, VIF_ERR_ME1);
        code(cmd, 0, 0);
        cr_expect_eq(get(VIF_STAT), 0, "%02x", cmd);
        cr_expect(goes_on(), "%02x", cmd);
    }
}

Test(vif_codes, stp_stops_behind_the_code_in_progress_and_fbk_at_once)
{
    uint32_t words[] = {vif_code(0x30, 0, 0), 1, 2, 3, 4, 0};
    cr_assert_eq(vif_rig_feed(rig, words, 3), 3);
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_STP);
    cr_expect_eq(get(VIF_STAT), 1);
    cr_assert_eq(vif_rig_feed(rig, words + 3, 3), 2);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_VSS);
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_STC);
    cr_assert(goes_on());
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_STP);
    cr_expect(!goes_on(), "between codes it stops at once");
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_STC);
    cr_assert_eq(vif_rig_feed(rig, words, 2), 2);
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_FBK);
    cr_expect_eq(vif_rig_feed(rig, words + 2, 1), 0);
    cr_expect_eq(get(VIF_STAT) & VIF_STAT_VFS, VIF_STAT_VFS);
}

Test(vif_codes, a_reset_keeps_row_col_cycle_and_mask_and_drops_the_rest)
{
    struct vif_registers in, out;
    memset(&in, 0xFF, sizeof in);
    in.path3_masked = true;
    vif_set_registers(rig->vif, &in);
    vif_get_registers(rig->vif, &out);
    cr_expect(out.base == 0x3FF && out.itop == 0x3FF && out.err == 7 && out.mode == 3 && out.num == 256);
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_RST);
    for (uint32_t offset = 0; offset < 0x180; offset += 16) {
        bool kept = offset >= VIF_R0 || offset == VIF_MASK;
        cr_expect_eq(get(offset), offset == VIF_CYCLE ? 0xFFFF : kept ? 0xFFFFFFFF : 0, "%x", offset);
    }
    code(0x30, 0, 0);
    vif_write_register(rig->vif, VIF_FBRST, VIF_FBRST_RST);
    cr_expect(goes_on(), "the STROW that waited for its words is gone");
    cr_expect_eq(get(VIF_MARK), 0x1234);
}

Test(vif_codes, registers_that_the_ee_cannot_write_stay)
{
    static const uint32_t offsets[] = {VIF_CYCLE, VIF_MODE, VIF_NUM, VIF_MASK, VIF_CODE,
                                       VIF_ITOPS, VIF_BASE, VIF_R0,  0x200};
    for (unsigned i = 0; i < sizeof offsets / sizeof offsets[0]; i++) {
        vif_write_register(rig->vif, offsets[i], 0xFFFFFFFF);
        cr_expect_eq(get(offsets[i]), 0, "%x", offsets[i]);
    }
    vif_write_register(rig->vif, VIF_STAT, ~VIF_STAT_FDR);
    cr_expect_eq(get(VIF_STAT), 0);
}

Test(vif_codes, with_fdr_the_fifo_leads_from_the_gs_to_memory)
{
    uint8_t out[16 * 20];
    rig->local = 18;
    cr_expect_eq(vif_read_fifo(rig->vif, out, 20), 0);
    cr_expect_eq(get(VIF_STAT), 0);
    vif_write_register(rig->vif, VIF_STAT, VIF_STAT_FDR);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_FDR | 16u << 24, "FQC counts 16 at most");
    cr_expect(!goes_on());
    cr_expect_eq(vif_read_fifo(rig->vif, out, 5), 5);
    cr_expect_eq(get(VIF_STAT), VIF_STAT_FDR | 13u << 24);
    cr_expect_eq(vif_read_fifo(rig->vif, out, 20), 13);
    cr_expect_eq(out[16 * 13 - 1], 0x5A);
    vif_write_register(rig->vif, VIF_STAT, 0);
    cr_expect(goes_on());
    use(VIF_UNIT_0);
    vif_write_register(rig->vif, VIF_STAT, VIF_STAT_FDR);
    cr_expect_eq(get(VIF_STAT), 0, "VIF0 has no such way");
}

Test(vif_codes, a_copy_goes_on_where_the_original_was)
{
    uint32_t words[] = {
        vif_code(1, 0, 0x101), vif_code(0x6A, 5, 3), 0x04030201, 0x08070605, 0x0C0B0A09, 0x100F0E0D,
        vif_code(0x14, 0, 2)};
    struct vif_rig *copy = vif_rig_create(VIF_UNIT_1);
    cr_assert_eq(vif_rig_feed(rig, words, 4), 4);
    vif_copy(copy->vif, rig->vif);
    memcpy(copy->memory, rig->memory, rig->size);
    copy->codes = rig->codes;
    cr_assert_eq(vif_rig_feed(rig, words + 4, 3), 3);
    cr_assert_eq(vif_rig_feed(copy, words + 4, 3), 3);
    vif_rig_compare(rig, copy, "copy");
    cr_expect_eq(rig->starts, 1);
    cr_expect_eq(vif_rig_word(copy, 7, 2), 0x0F);
    vif_rig_destroy(copy);
}

Test(vif_codes, a_unit_without_port_works_through_everything)
{
    uint32_t words[] = {vif_code(1, 0, 0x101),
                        vif_code(0x6C, 1, 0),
                        1,
                        2,
                        3,
                        4,
                        vif_code(0x4A, 1, 0),
                        1,
                        2,
                        vif_code(0x50, 0, 1),
                        1,
                        2,
                        3,
                        4,
                        vif_code(0x13, 0, 0),
                        vif_code(0x14, 0, 0),
                        vif_code(0x06, 0, 0x8000),
                        vif_code(0x68, 1, 0),
                        1,
                        2,
                        3,
                        VIF_I};
    vif_set_port(rig->vif, NULL);
    cr_assert_eq(vif_feed(rig->vif, words, 22), 22);
    cr_expect_eq(get(VIF_STAT), 0xC02 | VIF_STAT_DBF);
    vif_write_register(rig->vif, VIF_STAT, VIF_STAT_FDR);
    cr_expect_eq(vif_read_fifo(rig->vif, words, 1), 0);
}

Test(vif_codes, every_rule_has_a_name_of_its_own_a_choice_and_evidence)
{
    size_t count = 0;
    for (const struct vif_rule_info *rule; (rule = vif_rule_info(count)) != NULL; count++) {
        cr_assert(rule->name && *rule->name && rule->choice && *rule->choice && rule->evidence &&
                  *rule->evidence);
        for (size_t i = 0; i < count; i++)
            cr_expect_str_neq(rule->name, vif_rule_info(i)->name);
    }
    cr_expect_gt(count, 20);
}
