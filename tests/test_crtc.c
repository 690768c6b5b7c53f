/* Read circuits and privileged registers. Expected cells come from the first rows and block tables in
 * GS-MEMORY section 2, sizes and alpha from GS-OUTPUT sections 1 and 2. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <path1/gs.h>

#include "crtc_registers.h"
#include "format.h"

#define INT_FIELD 1u
#define INT_FRAME 3u

static struct gs *gs;
static struct gs_privileged regs;
static uint8_t row[4 * 4096];

/* Local memory whose halfword h is h & 0xFFFF. */
static void load_halfwords(void)
{
    struct gs_state *state = malloc(sizeof *state);
    cr_assert_not_null(state);
    gs_save_state(gs, state);
    for (uint32_t h = 0; h < GS_LOCAL_MEMORY_SIZE / 2; h++) {
        state->local_memory[2 * h] = (uint8_t)h;
        state->local_memory[2 * h + 1] = (uint8_t)(h >> 8);
    }
    gs_load_state(gs, state);
    free(state);
}

/* Local memory whose word w is w, alpha byte 0xC0 + bits 31..24 of w (which are zero). */
static void load_words(void)
{
    struct gs_state *state = malloc(sizeof *state);
    cr_assert_not_null(state);
    gs_save_state(gs, state);
    for (uint32_t w = 0; w < GS_LOCAL_MEMORY_SIZE / 4; w++) {
        state->local_memory[4 * w] = (uint8_t)w;
        state->local_memory[4 * w + 1] = (uint8_t)(w >> 8);
        state->local_memory[4 * w + 2] = (uint8_t)(w >> 16);
        state->local_memory[4 * w + 3] = 0xC0;
    }
    gs_load_state(gs, state);
    free(state);
}

static void open_chip(void)
{
    gs = gs_create(NULL);
    cr_assert_not_null(gs);
    regs = (struct gs_privileged){.pmode = 3};
    load_words();
}

static void close_chip(void)
{
    gs_destroy(gs);
}

static struct gs_circuit circuit(unsigned rc)
{
    struct gs_circuit c;
    gs_set_privileged(gs, &regs);
    gs_circuit(gs, rc, &c);
    return c;
}

/* Circuit 1 reads DISPFB `dispfb`, 128 x 128 pixels; returns pixel (x, y). */
static uint32_t pixel(uint64_t dispfb, uint32_t x, uint32_t y)
{
    regs.dispfb1 = dispfb;
    regs.display1 = display_value(128, 128, 0, 0, 0, 0);
    gs_set_privileged(gs, &regs);
    gs_circuit_row(gs, 0, y, row);
    const uint8_t *p = row + 4 * x;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

/* 16-bit cell as shown: 5 bits << 3, alpha 0 or 0x80. */
static uint32_t shown16(uint32_t v)
{
    return (v & 31) << 3 | (v >> 5 & 31) << 11 | (v >> 10 & 31) << 19 | (v >> 15 & 1) << 31;
}

TestSuite(crtc, .init = open_chip, .fini = close_chip);

/* ---- registers ---- */

Test(crtc, a_privileged_block_has_a_register_every_16_bytes)
{
    static uint8_t block[GS_PRIVILEGED_SIZE];
    static const unsigned offsets[] = {0x00, 0x10, 0x20, 0x30, 0x40, 0x50,   0x60,   0x70,   0x80,  0x90,
                                       0xA0, 0xB0, 0xC0, 0xD0, 0xE0, 0x1000, 0x1010, 0x1040, 0x1080};
    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
        for (unsigned k = 0; k < 8; k++)
            block[offsets[i] + k] = (uint8_t)(16 * k + i + 1);
    struct gs_privileged p;
    gs_privileged_from_block(&p, block);
    const uint64_t values[] = {p.pmode,   p.smode1,   p.smode2,  p.srfsh,    p.synch1,  p.synch2,  p.syncv,
                               p.dispfb1, p.display1, p.dispfb2, p.display2, p.extbuf,  p.extdata, p.extwrite,
                               p.bgcolor, p.csr,      p.imr,     p.busdir,   p.siglblid};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        cr_assert_eq(values[i], 0x7060504030201000ull + 0x0101010101010101ull * (i + 1), "register %zu", i);
}

Test(crtc, privileged_registers_are_kept_as_set)
{
    regs.siglblid = 0x0123456789ABCDEFull;
    gs_set_privileged(gs, &regs);
    cr_assert(memcmp(gs_privileged(gs), &regs, sizeof regs) == 0);
}

/* ---- which circuits, and their sizes ---- */

Test(crtc, circuits_are_enabled_by_pmode)
{
    for (unsigned en = 0; en < 4; en++) {
        regs.pmode = 0xFFF0 | en;
        cr_assert_eq(circuit(0).enabled, en & 1);
        cr_assert_eq(circuit(1).enabled, en >> 1);
    }
}

Test(crtc, a_circuit_shows_the_fields_of_its_own_registers)
{
    regs.dispfb1 = dispfb_value(0x1FF, 0x3F, 0x1F, 2047, 2046);
    regs.dispfb2 = dispfb_value(0x155, 0x2A, 0x0A, 1, 2);
    regs.display1 = display_value(4096, 2048, 0, 0, 4095, 2047);
    regs.display2 = display_value(640, 448, 3, 0, 636, 50);
    struct gs_circuit a = circuit(0), b = circuit(1);
    cr_assert(a.fbp == 0x1FF && a.fbw == 0x3F && a.psm == 0x1F && a.dbx == 2047 && a.dby == 2046);
    cr_assert(b.fbp == 0x155 && b.fbw == 0x2A && b.psm == 0x0A && b.dbx == 1 && b.dby == 2);
    cr_assert(a.width == 4096 && a.height == 2048);
    cr_assert(b.width == 640 && b.height == 448);
}

Test(crtc, a_circuit_is_as_large_as_whole_magnified_pixels_fit)
{
    regs.dispfb1 = dispfb_value(0, 1, 0, 0, 0);
    for (unsigned magh = 0; magh < 16; magh++) {
        for (unsigned magv = 0; magv < 4; magv++) {
            regs.display1 = display_raw(801, 99, magh, magv, 636, 50);
            struct gs_circuit c = circuit(0);
            cr_assert_eq(c.width, 802 / (magh + 1));
            cr_assert_eq(c.height, 100 / (magv + 1));
        }
    }
}

Test(crtc, frame_mode_interlace_halves_the_height_rounding_up)
{
    static const struct {
        unsigned smode2, height;
    } cases[] = {{0, 449}, {INT_FIELD, 449}, {2, 449}, {INT_FRAME, 225}};
    regs.dispfb1 = dispfb_value(0, 1, 0, 0, 0);
    regs.display1 = display_value(64, 449, 0, 0, 0, 0);
    for (size_t i = 0; i < 4; i++) {
        regs.smode2 = cases[i].smode2;
        cr_assert_eq(circuit(0).height, cases[i].height);
    }
}

Test(crtc, a_circuit_narrower_than_one_pixel_has_no_size)
{
    regs.dispfb1 = dispfb_value(0, 1, 0, 0, 0);
    regs.display1 = display_raw(7, 99, 8, 0, 0, 0);
    cr_assert(circuit(0).width == 0 && circuit(0).height == 0);
    regs.display1 = display_raw(8, 2, 8, 3, 0, 0);
    cr_assert(circuit(0).width == 0 && circuit(0).height == 0);
    regs.display1 = display_raw(8, 3, 8, 3, 0, 0);
    cr_assert(circuit(0).width == 1 && circuit(0).height == 1);
}

Test(crtc, a_circuit_that_was_never_set_up_has_no_size)
{
    regs.dispfb1 = dispfb_value(77, 0, 2, 3, 4);
    regs.display1 = display_raw(0, 0, 0, 0, 636, 50);
    cr_assert(circuit(0).enabled && circuit(0).width == 0 && circuit(0).height == 0);
    /* Any of FBW, DW, DH, MAGH makes it one that was. */
    regs.dispfb1 = dispfb_value(77, 1, 2, 3, 4);
    cr_assert(circuit(0).width == 1);
    regs.dispfb1 = dispfb_value(77, 0, 2, 3, 4);
    regs.display1 = display_raw(1, 0, 0, 0, 0, 0);
    cr_assert(circuit(0).width == 2);
    regs.display1 = display_raw(0, 1, 0, 0, 0, 0);
    cr_assert(circuit(0).height == 2);
}

/* ---- pixels ---- */

Test(crtc, ct32_pixels_are_words_with_their_alpha)
{
    static const unsigned first_rows[2][8] = {{0, 1, 4, 5, 8, 9, 12, 13}, {2, 3, 6, 7, 10, 11, 14, 15}};
    uint64_t dispfb = dispfb_value(0, 2, GS_PSMCT32, 0, 0);
    for (uint32_t y = 0; y < 2; y++)
        for (uint32_t x = 0; x < 8; x++)
            cr_assert_eq(pixel(dispfb, x, y), 0xC0000000u | first_rows[y][x]);
    cr_assert_eq(pixel(dispfb, 8, 0), 0xC0000000u | 64, "block 1 lies to the right of block 0");
    cr_assert_eq(pixel(dispfb, 0, 8), 0xC0000000u | 2 * 64, "block 2 below it");
    cr_assert_eq(pixel(dispfb, 64, 0), 0xC0000000u | 2048, "the second page");
    cr_assert_eq(pixel(dispfb, 0, 32), 0xC0000000u | 2 * 2048, "the third page starts the second page row");
}

Test(crtc, ct24_pixels_have_half_alpha)
{
    uint64_t dispfb = dispfb_value(3, 2, GS_PSMCT24, 0, 0);
    cr_assert_eq(pixel(dispfb, 0, 0), 0x80000000u | 3 * 2048);
    cr_assert_eq(pixel(dispfb, 7, 1), 0x80000000u | (3 * 2048 + 15));
}

Test(crtc, ct16_and_ct16s_pixels_are_halfwords)
{
    static const unsigned first_rows[2][16] = {{0, 2, 8, 10, 16, 18, 24, 26, 1, 3, 9, 11, 17, 19, 25, 27},
                                               {4, 6, 12, 14, 20, 22, 28, 30, 5, 7, 13, 15, 21, 23, 29, 31}};
    static const struct {
        uint32_t psm, third_block, fifth_row_block;
    } formats[] = {{GS_PSMCT16, 8, 16}, {GS_PSMCT16S, 16, 4}};
    load_halfwords();
    for (size_t i = 0; i < 2; i++) {
        /* Page 7 begins at halfword 0x7000: alpha 0. Page 8 has bit 15 set: alpha 0x80. */
        for (uint32_t page = 7; page < 9; page++) {
            uint64_t dispfb = dispfb_value(page, 1, formats[i].psm, 0, 0);
            uint32_t base = page * 4096;
            for (uint32_t y = 0; y < 2; y++)
                for (uint32_t x = 0; x < 16; x++)
                    cr_assert_eq(pixel(dispfb, x, y), shown16(base + first_rows[y][x]));
            cr_assert_eq(pixel(dispfb, 32, 0), shown16(base + formats[i].third_block * 128));
            cr_assert_eq(pixel(dispfb, 0, 32), shown16(base + formats[i].fifth_row_block * 128));
            cr_assert_eq(pixel(dispfb, 0, 64), shown16(base + 4096));
        }
    }
    cr_assert_eq(shown16(0x8421), 0x80080808u);
}

Test(crtc, ps_gpu24_pixels_are_three_bytes_of_a_row_of_halfwords)
{
    /* Halfwords 0 2 8 10 16 18: bytes 00 00 02 00 08 00 0A 00 10 00 12 00. */
    uint64_t dispfb = dispfb_value(0, 1, GS_PSGPU24, 0, 0);
    load_halfwords();
    cr_assert_eq(pixel(dispfb, 0, 0), 0x80020000u);
    cr_assert_eq(pixel(dispfb, 1, 0), 0x80000800u);
    cr_assert_eq(pixel(dispfb, 2, 0), 0x8010000Au);
    cr_assert_eq(pixel(dispfb, 3, 0), 0x80001200u);
}

Test(crtc, codes_that_are_no_format_read_as_ct32)
{
    static const uint32_t codes[] = {0x03, 0x0B, 0x15, 0x1F};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        cr_assert_eq(pixel(dispfb_value(0, 1, codes[i], 0, 0), 7, 1), 0xC0000000u | 15);
}

Test(crtc, indexed_formats_read_as_their_storage)
{
    /* Our own rule: no source says what a console shows. Byte 16 is pixel (2, 0) of PSMT8, and byte 1 of
     * halfword 8. Nibble 32 is pixel (2, 0) of PSMT4: the low half of byte 16. */
    load_halfwords();
    cr_assert_eq(pixel(dispfb_value(0, 2, GS_PSMT8, 0, 0), 2, 0), 8);
    cr_assert_eq(pixel(dispfb_value(0, 2, GS_PSMT4, 0, 0), 2, 0), 8);
    load_words();
    cr_assert_eq(pixel(dispfb_value(0, 1, GS_PSMT8H, 0, 0), 2, 0), 0xC0);
}

Test(crtc, source_coordinates_wrap_at_2048)
{
    static const uint32_t formats[] = {GS_PSMCT32, GS_PSMCT24, GS_PSMCT16, GS_PSMCT16S, GS_PSGPU24, GS_PSMT8};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        uint64_t origin = dispfb_value(5, 7, formats[i], 0, 0);
        uint64_t corner = dispfb_value(5, 7, formats[i], 2040, 2046);
        cr_assert_eq(pixel(corner, 8, 2), pixel(origin, 0, 0));
        cr_assert_eq(pixel(corner, 17, 7), pixel(origin, 9, 5));
    }
}

Test(crtc, columns_past_the_width_run_on_into_the_next_page_row)
{
    uint64_t dispfb = dispfb_value(0, 1, GS_PSMCT32, 0, 0);
    cr_assert_eq(pixel(dispfb, 64, 0), 0xC0000000u | 2048);
    cr_assert_eq(pixel(dispfb, 64, 0), pixel(dispfb, 0, 32));
}

Test(crtc, a_width_of_zero_repeats_the_first_page_row)
{
    uint64_t dispfb = dispfb_value(0, 0, GS_PSMCT32, 0, 0);
    cr_assert_eq(pixel(dispfb, 1, 32), 0xC0000001u);
    cr_assert_eq(pixel(dispfb, 65, 96), 0xC0000000u | 2049);
}

Test(crtc, addresses_wrap_at_the_end_of_local_memory)
{
    cr_assert_eq(pixel(dispfb_value(511, 1, GS_PSMCT32, 0, 0), 0, 0), 0xC0000000u | 511 * 2048);
    cr_assert_eq(pixel(dispfb_value(511, 1, GS_PSMCT32, 0, 0), 1, 32), 0xC0000001u);
    load_halfwords();
    cr_assert_eq(pixel(dispfb_value(511, 1, GS_PSMCT16, 0, 0), 1, 64), shown16(2));
}

Test(crtc, a_row_is_exactly_as_wide_as_the_circuit)
{
    regs.dispfb2 = dispfb_value(0, 1, GS_PSMCT32, 0, 0);
    regs.display2 = display_value(5, 3, 2, 1, 0, 0);
    memset(row, 0xEE, sizeof row);
    gs_set_privileged(gs, &regs);
    gs_circuit_row(gs, 1, 1, row);
    cr_assert_eq(row[0], 2, "row 1 of circuit 2 begins with word 2");
    cr_assert_eq(row[4 * 4], 10);
    cr_assert_eq(row[4 * 4 + 3], 0xC0);
    cr_assert_eq(row[4 * 5], 0xEE);
}
