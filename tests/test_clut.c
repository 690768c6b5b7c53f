/* The CLUT buffer: the golden tables of GS-EXACT section 19 (measured on a console), the rules of
 * GS-MEMORY section 4, and PCSX2's choices where it says so. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "chip.h"
#include "csv.h"
#include "golden_count.h"
#include "texel.h"
#include "transfer_chip.h"

#define CONSOLE "console"
#define TEXA (0x12ull | 0x9Aull << 32) /* TA0, TA1 */

static struct gs *gs;
static uint32_t palette[256];

static void open_chip(void)
{
    gs = transfer_chip("pcsx2");
}

static void close_chip(void)
{
    gs_destroy(gs);
}

TestSuite(clut, .init = open_chip, .fini = close_chip);

static void use_rules(const char *text)
{
    cr_assert(gs_rules_parse(text, &gs->rules, NULL, 0));
}

static uint64_t tex0(unsigned psm, uint32_t cbp, unsigned cpsm, unsigned csm, unsigned csa, unsigned cld)
{
    return (uint64_t)psm << 20 | (uint64_t)cbp << 37 | (uint64_t)cpsm << 51 | (uint64_t)csm << 55 |
           (uint64_t)csa << 56 | (uint64_t)cld << 61;
}

/* Writes TEX0_1 and gives what texels see. */
static unsigned see(uint64_t value)
{
    gs_write_register(gs, GS_TEX0_1, value);
    return gs_clut_palette(&gs->clut, &gs->rules, value, TEXA, palette);
}

/* Entry i of a test palette: different in both halves for different i. */
static uint32_t colour(uint32_t i)
{
    return 0x5A000000u ^ (i << 20) ^ (i * 0x0101u + 3);
}

/* The same entry as it is seen through a 16-bit palette. */
static uint32_t colour16(uint32_t i)
{
    return gs_expand16(colour(i), TEXA);
}

/* Uploads entries first..first + count - 1 as CSM1 has them: 16 x 16 or 8 x 2 pixels, in the order that
 * GS-MEMORY section 4.2 describes in words. */
static void upload_csm1(uint32_t cbp, unsigned cpsm, uint32_t first, uint32_t count)
{
    uint32_t pixel[256], w = count == 256 ? 16 : 8;
    for (uint32_t i = 0; i < count; i++) {
        /* Each 32 entries are two lines: 0-7 left top, 8-15 left second, 16-23 right top, 24-31 right. */
        uint32_t line = i / 32 * 2 + i / 8 % 2, column = i % 8 + i / 16 % 2 * 8;
        pixel[line * w + column] = colour(first + i);
    }
    struct area a = {cpsm, cbp, 1, 0, 0};
    transfer_upload(gs, &a, w, count / w, pixel);
}

/* Uploads `count` entries as a line from (x, y) of a buffer of width `cbw`. */
static void upload_line(uint32_t cbp, unsigned cpsm, uint32_t cbw, uint32_t x, uint32_t y, uint32_t count)
{
    uint32_t pixel[512];
    for (uint32_t i = 0; i < count; i++)
        pixel[i] = colour(i);
    struct area a = {cpsm, cbp, cbw, x, y};
    transfer_upload(gs, &a, count, 1, pixel);
}

/* ---- golden tables ---- */

Test(clut, csa_is_ored_into_the_group_of_an_8_bit_index)
{
    use_rules(CONSOLE);
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    struct csv *csv = csv_open("clut_csa_or.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        unsigned csa = (unsigned)csv_number(csv, row, "csa");
        uint32_t entry = (uint32_t)csv_number(csv, row, "entry");
        uint32_t source = (uint32_t)csv_number(csv, row, "source_entry");
        cr_assert_eq(source / 16, csv_number(csv, row, "source_group"));
        /* Loaded with the same CSA, and loaded whole before. */
        see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, csa, 1));
        bool ok = palette[entry] == colour(source);
        see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 1));
        see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, csa, 0));
        ok = ok && palette[entry] == colour(source);
        right += ok;
        cr_expect(ok, "CSA %u entry %u", csa, entry);
    }
    golden_conclude(csv, right);
}

Test(clut, csa_cancels_for_a_4_bit_index)
{
    struct csv *csv = csv_open("clut_csa_4bit.csv");
    size_t right[2] = {0, 0};
    upload_csm1(0x1000, GS_PSMCT32, 0, 16);
    upload_csm1(0x1100, GS_PSMCT16, 0, 16);
    for (unsigned console = 0; console < 2; console++) {
        use_rules(console ? CONSOLE : "pcsx2");
        for (size_t row = 0; row < csv_rows(csv); row++) {
            unsigned csa = (unsigned)csv_number(csv, row, "csa");
            uint32_t entry = (uint32_t)csv_number(csv, row, "entry");
            uint32_t same = (uint32_t)csv_number(csv, row, "same_as_entry_at_csa0");
            cr_assert_eq(see(tex0(GS_PSMT4, 0x1000, GS_PSMCT32, 0, csa, 1)), 16);
            bool ok = palette[entry] == colour(same);
            see(tex0(GS_PSMT4, 0x1100, GS_PSMCT16, 0, csa, 1));
            ok = ok && palette[entry] == colour16(same);
            right[console] += ok;
            cr_expect(ok, "CSA %u entry %u", csa, entry);
        }
    }
    cr_expect_eq(right[0], right[1]);
    golden_conclude(csv, right[1]);
}

Test(clut, only_two_bits_of_cpsm_count)
{
    use_rules(CONSOLE);
    struct csv *csv = csv_open("clut_cpsm_decode.csv");
    gs_write_register(gs, GS_TEXCLUT, 8 | 2 << 6 | 5 << 12);
    for (size_t row = 0; row < csv_rows(csv); row++) {
        unsigned cpsm = (unsigned)csv_number(csv, row, "cpsm");
        unsigned loads_as = transfer_psm(csv_text(csv, row, "loads_as"));
        bool wide = loads_as == GS_PSMCT32;
        upload_csm1(0x1000, loads_as, 0, 256);
        see(tex0(GS_PSMT8, 0x1000, cpsm, 0, 0, 1));
        for (uint32_t i = 0; i < 256; i++)
            cr_assert_eq(palette[i], wide ? colour(i) : colour16(i), "CSM1, CPSM 0x%X, entry %u", cpsm, i);
        upload_line(0x1000, loads_as, 8, 32, 5, 256);
        see(tex0(GS_PSMT8, 0x1000, cpsm, 1, 0, 1));
        for (uint32_t i = 0; i < 256; i++)
            cr_assert_eq(palette[i], wide ? colour(128 + i % 128) : colour16(i), "CSM2, CPSM 0x%X, entry %u",
                         cpsm, i);
    }
    golden_conclude(csv, csv_rows(csv)); /* or an assertion ended the test */
}

/* clut_cpsm_decode.csv: 0x08 and 0x09 load as PSMCT32, for PCSX2 they load nothing. */
Test(clut, cpsm_can_be_read_as_pcsx2_does_alone)
{
    static const unsigned cpsm[] = {0x08, 0x09};
    for (unsigned i = 0; i < 2; i++) {
        use_rules(CONSOLE ",clut_cpsm=pcsx2");
        memset(palette, 0, sizeof palette);
        upload_csm1(0x1000, GS_PSMCT32, 0, 256);
        see(tex0(GS_PSMT8, 0x1000, cpsm[i], 0, 0, 1));
        bool loaded = true;
        for (uint32_t k = 0; k < 256; k++)
            loaded = loaded && palette[k] == colour(k);
        cr_expect_not(loaded, "CPSM %02X", cpsm[i]);
        see(tex0(GS_PSMT8, 0x1000, 0x01, 0, 3, 1));
        cr_expect_eq(palette[16], colour(16 | 48), "CSA is still ORed");
        use_rules("pcsx2,clut_cpsm=bits");
        upload_csm1(0x1000, GS_PSMCT32, 0, 256);
        see(tex0(GS_PSMT8, 0x1000, cpsm[i], 0, 0, 1));
        for (uint32_t k = 0; k < 256; k++)
            cr_assert_eq(palette[k], colour(k), "CPSM %02X, entry %u", cpsm[i], k);
    }
}

static void check_csm2(const char *table, unsigned cpsm, uint32_t cbw)
{
    struct csv *csv = csv_open(table);
    size_t right = 0;
    gs_write_register(gs, GS_TEXCLUT, cbw | 2 << 6 | 5 << 12);
    upload_line(0x1000, cpsm, cbw, 32, 5, 512);
    see(tex0(GS_PSMT8, 0x1000, cpsm, 1, 0, 1));
    for (size_t row = 0; row < csv_rows(csv); row++) {
        uint32_t entry = (uint32_t)csv_number(csv, row, "entry");
        uint32_t x = (uint32_t)csv_number(csv, row, "source_x_offset_from_COU16");
        bool ok = palette[entry] == (cpsm == GS_PSMCT32 ? colour(x) : colour16(x));
        right += ok;
        cr_expect(ok, "CBW %u entry %u", cbw, entry);
    }
    golden_conclude(csv, right);
}

Test(clut, csm2_starts_at_cou_for_16_bit_entries_and_128_pixels_on_for_32_bit_entries)
{
    use_rules(CONSOLE);
    for (uint32_t cbw = 1; cbw <= 8; cbw *= 2) {
        check_csm2("clut_csm2_16bit.csv", GS_PSMCT16, cbw);
        check_csm2("clut_csm2_16bit.csv", GS_PSMCT16S, cbw);
        check_csm2("clut_csm2_32bit.csv", GS_PSMCT32, cbw);
    }
}

/* ---- loading ---- */

Test(clut, csm1_areas_are_those_described)
{
    for (unsigned i = 0; i < 3; i++) {
        const unsigned cpsm[] = {GS_PSMCT32, GS_PSMCT16, GS_PSMCT16S};
        /* Not at the start of a page, and at the end of memory. */
        for (uint32_t cbp = 0x3FFD; cbp < 0x4001; cbp++) {
            upload_csm1(cbp & 0x3FFF, cpsm[i], 0, 256);
            cr_assert_eq(see(tex0(GS_PSMT8H, cbp & 0x3FFF, cpsm[i], 0, 0, 1)), 256);
            for (uint32_t k = 0; k < 256; k++)
                cr_assert_eq(palette[k], i ? colour16(k) : colour(k), "CPSM 0x%X entry %u", cpsm[i], k);
            upload_csm1(cbp & 0x3FFF, cpsm[i], 300, 16);
            cr_assert_eq(see(tex0(i & 1 ? GS_PSMT4HL : GS_PSMT4HH, cbp & 0x3FFF, cpsm[i], 0, 0, 1)), 16);
            for (uint32_t k = 0; k < 16; k++)
                cr_assert_eq(palette[k], i ? colour16(300 + k) : colour(300 + k));
        }
    }
}

Test(clut, 32_bit_entries_have_their_high_halves_256_entries_on)
{
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 1));
    upload_csm1(0x1100, GS_PSMCT16, 400, 16);
    see(tex0(GS_PSMT4, 0x1100, GS_PSMCT16, 0, 17, 1)); /* 16-bit bank 17: halves 272..287 */
    see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 0));
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t high = i / 16 == 1 ? colour(400 + i % 16) << 16 : colour(i) & 0xFFFF0000;
        cr_expect_eq(palette[i], high | (colour(i) & 0xFFFF), "entry %u", i);
    }
}

Test(clut, csa_masks_an_8_bit_load_of_32_bit_entries)
{
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    upload_csm1(0x1100, GS_PSMCT32, 300, 256);
    for (unsigned console = 0; console < 2; console++) {
        use_rules(console ? CONSOLE : "pcsx2");
        see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 1));
        see(tex0(GS_PSMT8, 0x1100, GS_PSMCT32, 0, 0x10 | 9, 1)); /* only four bits of CSA count */
        see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 0));
        for (uint32_t i = 0; i < 256; i++)
            cr_expect_eq(palette[i], colour(i < 144 ? i : 300 + i), "entry %u", i);
    }
}

Test(clut, pcsx2_adds_csa_to_the_bank_of_an_8_bit_index_and_clamps)
{
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 1));
    for (unsigned csa = 0; csa < 16; csa++) {
        see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, csa, 0));
        for (uint32_t i = 0; i < 256; i++) {
            uint32_t bank = i / 16 + csa < 15 ? i / 16 + csa : 15;
            cr_expect_eq(palette[i], colour(bank * 16 + i % 16), "CSA %u entry %u", csa, i);
        }
    }
}

/* GS-EXACT 19.4: load and read slots cancel. */
Test(clut, a_16_bit_palette_loaded_and_read_with_one_csa_is_whole_for_an_8_bit_index)
{
    for (unsigned k = 0; k < 64; k++) {
        use_rules(k & 1 ? CONSOLE : "pcsx2");
        upload_csm1(0x1000, GS_PSMCT16, 0, 256); /* or the second load of a CSA would be left out */
        see(tex0(GS_PSMT8, 0x1000, GS_PSMCT16, 0, k / 2, 1));
        for (uint32_t i = 0; i < 256; i++)
            cr_assert_eq(palette[i], colour16(i), "CSA %u entry %u", k / 2, i);
    }
}

Test(clut, thirty_two_banks_of_16_bit_entries_hold_thirty_two_palettes)
{
    for (unsigned csa = 0; csa < 32; csa++) {
        upload_csm1(0x1000, GS_PSMCT16S, 16 * csa, 16);
        see(tex0(GS_PSMT4, 0x1000, GS_PSMCT16S, 0, csa, 1));
    }
    for (unsigned csa = 0; csa < 32; csa++) {
        see(tex0(GS_PSMT4, 0x1000, GS_PSMCT16S, 0, csa, 0));
        for (uint32_t i = 0; i < 16; i++)
            cr_expect_eq(palette[i], colour16(16 * csa + i), "CSA %u entry %u", csa, i);
    }
}

Test(clut, csm2_honours_csa_as_a_destination_in_pcsx2)
{
    gs_write_register(gs, GS_TEXCLUT, 4 | 3 << 6 | 7 << 12);
    upload_line(0x1000, GS_PSMCT32, 4, 48, 7, 16);
    see(tex0(GS_PSMT4, 0x1000, GS_PSMCT32, 1, 5, 1));
    for (uint32_t i = 0; i < 16; i++)
        cr_expect_eq(gs->clut.half[80 + i] | (uint32_t)gs->clut.half[336 + i] << 16, colour(i));
}

/* PCSX2, for Breath of Fire: Dragon Quarter: 16 entries as the first line of the 16 x 16 area. */
Test(clut, entries_loaded_by_csm1_and_read_by_csm2_are_the_first_line_of_the_area)
{
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 1));
    see(tex0(GS_PSMT4, 0x1000, GS_PSMCT32, 1, 2, 0));
    for (uint32_t i = 0; i < 16; i++)
        cr_expect_eq(palette[i], colour(i < 8 ? 32 + i : 40 + i), "entry %u", i);
}

Test(clut, formats_without_palette_have_no_entries_and_load_nothing)
{
    const unsigned psm[] = {GS_PSMCT32, GS_PSMCT24, GS_PSMCT16, GS_PSMCT16S, GS_PSMZ32, GS_PSMZ24, GS_PSMZ16};
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    struct gs_clut before = gs->clut;
    for (unsigned i = 0; i < sizeof psm / sizeof psm[0]; i++) {
        cr_expect_eq(see(tex0(psm[i], 0x1000, GS_PSMCT32, 0, 0, 2)), 0);
        cr_expect_not(gs_clut_will_load(&gs->clut, tex0(psm[i], 0x1000, GS_PSMCT32, 0, 0, 1)));
    }
    cr_expect_eq(memcmp(&before, &gs->clut, sizeof before), 0, "CBP0 stays as well");
}

/* GS-MEMORY 4.3: the chip looks at the low three bits of PSM. */
Test(clut, codes_that_end_like_psmt8_and_psmt4_load)
{
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    gs_write_register(gs, GS_TEX0_1, tex0(0x03, 0x1000, GS_PSMCT32, 0, 0, 2));
    cr_expect_eq(gs->clut.half[255], colour(255) & 0xFFFF);
    cr_expect_eq(gs->clut.cbp[0], 0x1000);
    upload_csm1(0x1100, GS_PSMCT32, 300, 16);
    gs_write_register(gs, GS_TEX0_1, tex0(0x0C, 0x1100, GS_PSMCT32, 0, 1, 3));
    cr_expect_eq(gs->clut.half[31], colour(315) & 0xFFFF);
    cr_expect_eq(gs->clut.half[32], colour(32) & 0xFFFF);
    cr_expect_eq(gs->clut.cbp[1], 0x1100);
}

/* ---- when it loads ---- */

Test(clut, cld_decides_by_cbp0_and_cbp1)
{
    /* CLD, palette (CBP), loads, CBP0 and CBP1 afterwards; palettes 0..3, 9: none yet. */
    static const struct {
        unsigned cld, palette, loads, cbp0, cbp1;
    } steps[] = {{1, 1, 1, 9, 9}, {0, 2, 0, 9, 9}, {2, 2, 1, 2, 9}, {4, 2, 0, 2, 9}, {4, 3, 1, 3, 9},
                 {5, 3, 1, 3, 3}, {5, 3, 0, 3, 3}, {3, 1, 1, 3, 1}, {5, 1, 0, 3, 1}, {4, 3, 0, 3, 1},
                 {6, 2, 0, 3, 1}, {7, 2, 0, 3, 1}, {1, 2, 1, 3, 1}, {5, 2, 1, 3, 2}, {4, 2, 1, 2, 2},
                 {2, 2, 1, 2, 2}, {3, 2, 1, 2, 2}, {0, 0, 0, 2, 2}};
    gs->clut.cbp[0] = gs->clut.cbp[1] = 0x2000 + 9 * 0x20;
    for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++) {
        uint32_t cbp = 0x2000 + steps[i].palette * 0x20;
        upload_csm1(cbp, GS_PSMCT32, 20 * (i + 1), 16); /* other contents at every step */
        uint64_t value = tex0(GS_PSMT4, cbp, GS_PSMCT32, 0, 0, steps[i].cld);
        cr_expect_eq(gs_clut_will_load(&gs->clut, value), steps[i].loads, "step %u", i);
        uint16_t before = gs->clut.half[0];
        /* Either context and TEX2 act on the one buffer. */
        const uint8_t address[] = {GS_TEX0_1, GS_TEX0_2, GS_TEX2_1};
        gs_write_register(gs, GS_TEX0_1, tex0(GS_PSMT4, 0, GS_PSMCT32, 0, 0, 0));
        gs_write_register(gs, address[i % 3], value);
        uint16_t loaded = (uint16_t)colour(20 * (i + 1));
        cr_assert_neq(before, loaded);
        cr_expect_eq(gs->clut.half[0], steps[i].loads ? loaded : before, "step %u", i);
        cr_expect_eq(gs->clut.cbp[0], 0x2000 + steps[i].cbp0 * 0x20, "step %u", i);
        cr_expect_eq(gs->clut.cbp[1], 0x2000 + steps[i].cbp1 * 0x20, "step %u", i);
    }
}

Test(clut, the_buffer_keeps_its_contents_when_memory_changes)
{
    upload_csm1(0x1000, GS_PSMCT32, 0, 256);
    see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 1));
    upload_csm1(0x1000, GS_PSMCT32, 300, 256);
    gs_write_register(gs, GS_TEXCLUT, 1);
    see(tex0(GS_PSMT8, 0x1000, GS_PSMCT32, 0, 0, 0));
    for (uint32_t i = 0; i < 256; i++)
        cr_expect_eq(palette[i], colour(i));
}

Test(clut, 16_bit_entries_expand_with_the_texa_of_the_read)
{
    const uint32_t pixel[16] = {0x0000, 0x8000, 0x7FFF, 0xFFFF, 0x001F, 0x03E0, 0x7C00};
    struct area a = {GS_PSMCT16, 0x1000, 1, 0, 0};
    transfer_upload(gs, &a, 8, 2, pixel);
    uint64_t value = tex0(GS_PSMT4, 0x1000, GS_PSMCT16, 0, 0, 1);
    see(value);
    static const uint32_t plain[] = {0x12000000, 0x9A000000, 0x12F8F8F8, 0x9AF8F8F8,
                                     0x120000F8, 0x1200F800, 0x12F80000, 0x12000000};
    for (unsigned i = 0; i < 8; i++)
        cr_expect_eq(palette[i], plain[i], "entry %u: %08X", i, palette[i]);
    gs_clut_palette(&gs->clut, &gs->rules, value, TEXA | 1 << 15, palette);
    cr_expect_eq(palette[0], 0, "AEM: all bits zero");
    cr_expect_eq(palette[1], 0x9A000000, "bit 15 is set");
    cr_expect_eq(palette[4], 0x120000F8);
}
