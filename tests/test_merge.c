/* The merged frame's pixels. Expected values are worked out by hand from GS-OUTPUT section 2.1 and section 3,
 * steps 7 and 8; cells from GS-MEMORY section 2. */
#include <stdlib.h>

#include <criterion/criterion.h>

#include <path1/gs.h>

#include "crtc_registers.h"
#include "format.h"

#define NTSC smode1_value(2, 32)

#define INT_FIELD 1u
#define INT_FRAME 3u
#define TOGGLING 1u /* SYNCV with an odd VFP */

static struct gs *gs;
static struct gs_privileged regs;
static uint8_t row[4 * 1920 + 1];

#define PAGE_BYTES 8192u

static void fill_page(struct gs_state *state, uint32_t page, uint32_t rgba)
{
    for (uint32_t i = 0; i < PAGE_BYTES; i++)
        state->local_memory[page * PAGE_BYTES + i] = (uint8_t)(rgba >> (8 * (i & 3)));
}

/* Page 0: (200, 100, 255) with alpha 0x30; page 1: (10, 20, 0); page 2: CT16 white, alpha bit set in the
 * upper blocks (0 to 15); page 3: word w holds w & 0x7FF. */
static void open_chip(void)
{
    struct gs_state *state = malloc(sizeof *state);
    gs = gs_create(NULL);
    cr_assert(gs && state);
    gs_save_state(gs, state);
    fill_page(state, 0, 0x30FF64C8);
    fill_page(state, 1, 0x0000140A);
    fill_page(state, 2, 0x7FFF7FFF);
    for (uint32_t i = 1; i < PAGE_BYTES / 2; i += 2)
        state->local_memory[2 * PAGE_BYTES + i] = 0xFF;
    for (uint32_t w = 0; w < PAGE_BYTES / 4; w++) {
        state->local_memory[3 * PAGE_BYTES + 4 * w] = (uint8_t)w;
        state->local_memory[3 * PAGE_BYTES + 4 * w + 1] = (uint8_t)(w >> 8);
    }
    gs_load_state(gs, state);
    free(state);
    regs = (struct gs_privileged){
        .smode1 = NTSC,
        .smode2 = INT_FIELD,
        .dispfb1 = dispfb_value(0, 1, GS_PSMCT32, 0, 0),
        .display1 = display_value(64, 32, 3, 0, 636, 50),
        .dispfb2 = dispfb_value(1, 1, GS_PSMCT32, 0, 0),
        .display2 = display_value(64, 32, 3, 0, 636, 50),
        .bgcolor = 0x336699, /* R 0x99 */
        .pmode = 3,
    };
}

static void close_chip(void)
{
    gs_destroy(gs);
}

static uint32_t merged(uint32_t x, uint32_t y)
{
    gs_set_privileged(gs, &regs);
    gs_merged_row(gs, y, row);
    const uint8_t *p = row + 4 * x;
    return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

#define MMOD (1u << 5)
#define SLBG (1u << 7)
#define ALP(a) ((uint64_t)(a) << 8)

TestSuite(merge, .init = open_chip, .fini = close_chip);

Test(merge, the_size_is_that_of_the_canvas)
{
    uint32_t width, height;
    gs_set_privileged(gs, &regs);
    gs_merged_size(gs, &width, &height);
    cr_assert(width == 64 && height == 32);
    regs.pmode = 0;
    gs_set_privileged(gs, &regs);
    gs_merged_size(gs, &width, &height);
    cr_assert(width == 0 && height == 0);
}

Test(merge, a_constant_weight_is_alp_in_255ths_rounded)
{
    /* 200*96 + 10*159 = 20790 = 81.5 * 255; 100*96 + 20*159 = 12780 = 50.1 * 255; 255*96 = 96 * 255 */
    regs.pmode = 3 | MMOD | ALP(0x60);
    cr_assert_eq(merged(0, 0), 0xFF603252u);
    regs.pmode = 3 | MMOD | ALP(0xFF);
    cr_assert_eq(merged(63, 31), 0xFFFF64C8u);
    regs.pmode = 3 | MMOD | ALP(0);
    cr_assert_eq(merged(63, 31), 0xFF00140Au);
}

Test(merge, without_mmod_the_weight_is_twice_the_alpha_of_circuit_1)
{
    regs.pmode = 3 | ALP(0xFF);
    cr_assert_eq(merged(0, 0), 0xFF603252u, "alpha 0x30 weighs 0x60");
    regs.dispfb1 = dispfb_value(0, 1, GS_PSMCT24, 0, 0);
    cr_assert_eq(merged(0, 0), 0xFFFF64C8u, "24-bit alpha 0x80 weighs 1");
}

Test(merge, a_16_bit_pixel_covers_or_not_by_its_alpha_bit)
{
    regs.pmode = 3;
    regs.dispfb1 = dispfb_value(2, 1, GS_PSMCT16, 0, 0);
    regs.display1 = display_value(64, 64, 3, 0, 636, 50);
    /* Rows 0..31 of a CT16 page are blocks 0..15. */
    cr_assert_eq(merged(5, 31), 0xFFF8F8F8u);
    cr_assert_eq(merged(5, 30), 0xFFF8F8F8u);
    regs.display2 = display_value(64, 64, 3, 0, 636, 50);
    regs.dispfb2 = dispfb_value(1, 0, GS_PSMCT32, 0, 0);
    cr_assert_eq(merged(5, 32), 0xFF00140Au);
}

Test(merge, slbg_blends_with_the_background_colour)
{
    /* 200*96 + 0x99*159 = 43527 = 170.7 * 255; 100*96 + 0x66*159 = 25818 = 101.2 * 255;
     * 255*96 + 0x33*159 = 32589 = 127.8 * 255 */
    regs.pmode = 3 | MMOD | SLBG | ALP(0x60);
    cr_assert_eq(merged(0, 0), 0xFF8065ABu);
}

Test(merge, where_a_circuit_is_off_the_background_shows)
{
    regs.pmode = 2 | MMOD | ALP(0xFF);
    cr_assert_eq(merged(0, 0), 0xFF00140Au, "circuit 2 alone");
    regs.pmode = 2 | MMOD | SLBG | ALP(0xFF);
    cr_assert_eq(merged(0, 0), 0xFF336699u, "circuit 2 does not show with SLBG");
    regs.pmode = 1 | MMOD | ALP(0x60);
    cr_assert_eq(merged(0, 0), 0xFF8065ABu, "circuit 1 over BGCOLOR");
}

Test(merge, outside_a_circuit_the_one_below_shows)
{
    regs.pmode = 3 | MMOD | ALP(0xFF);
    regs.display1 = display_value(16, 8, 3, 0, 636 + 4 * 4, 50 + 10);
    regs.display2 = display_value(40, 32, 3, 0, 636, 50);
    cr_assert_eq(merged(3, 10), 0xFF00140Au);
    cr_assert_eq(merged(4, 10), 0xFFFF64C8u);
    cr_assert_eq(merged(19, 17), 0xFFFF64C8u);
    cr_assert_eq(merged(20, 17), 0xFF00140Au);
    cr_assert_eq(merged(4, 9), 0xFF00140Au);
    cr_assert_eq(merged(4, 18), 0xFF00140Au);
    /* Circuit 1 reaches farther right than circuit 2. */
    regs.display1 = display_value(16, 8, 3, 0, 636 + 4 * 40, 50 + 10);
    cr_assert_eq(merged(40, 9), 0xFF336699u);
    cr_assert_eq(merged(40, 10), 0xFFFF64C8u);
}

Test(merge, parts_above_the_canvas_are_cut)
{
    regs.pmode = 2;
    regs.dispfb2 = dispfb_value(3, 1, GS_PSMCT32, 0, 0);
    regs.display2 = display_value(64, 32, 3, 0, 636, 50 - 3);
    /* Canvas row 0 shows source row 3, which begins with word 18; the last 3 rows are empty. */
    cr_assert_eq(merged(0, 0), 0xFF000000u | 18);
    cr_assert_eq(merged(0, 29), 0xFF336699u);
}

Test(merge, two_equal_circuits_look_like_one)
{
    regs.dispfb1 = regs.dispfb2 = dispfb_value(3, 1, GS_PSMCT32, 0, 0);
    for (unsigned alp = 0; alp < 256; alp += 17) {
        regs.pmode = 3 | MMOD | ALP(alp);
        cr_assert_eq(merged(1, 1), 0xFF000003u);
    }
    /* But with SLBG circuit 1 is still blended with BGCOLOR: 3*96 + 0x99*159 = 24615 = 96.5 * 255 ... */
    regs.pmode = 3 | MMOD | SLBG | ALP(0x60);
    cr_assert_eq(merged(1, 1), 0xFF204061u);
    /* A line apart they are the same after AntiBlur. */
    regs.dispfb1 = dispfb_value(3, 1, GS_PSMCT32, 0, 1);
    regs.pmode = 3 | MMOD | ALP(0x80);
    cr_assert_eq(merged(0, 0), 0xFF000000u);
    cr_assert_eq(merged(0, 1), 0xFF000002u);
}

Test(merge, a_stretched_source_is_sampled_in_the_middle_of_canvas_pixels)
{
    /* 64 source pixels of 2 VCKs on 32 canvas pixels of 4: canvas pixel i shows source pixel 2i + 1. */
    regs.pmode = 2;
    regs.dispfb2 = dispfb_value(3, 1, GS_PSMCT32, 0, 0);
    regs.display2 = display_value(64, 32, 1, 0, 636, 50);
    cr_assert_eq(merged(0, 0), 0xFF000001u);
    cr_assert_eq(merged(1, 0), 0xFF000005u);
    cr_assert_eq(merged(3, 0), 0xFF00000Du);
    /* 16 source rows on 32 canvas rows: each twice. Source row 1 begins with word 2, row 2 with 16. */
    regs.smode2 = INT_FRAME;
    regs.display2 = display_value(64, 32, 3, 0, 636, 50);
    cr_assert_eq(merged(0, 1), 0xFF000000u);
    cr_assert_eq(merged(0, 2), 0xFF000002u);
    cr_assert_eq(merged(0, 3), 0xFF000002u);
    cr_assert_eq(merged(0, 4), 0xFF000010u);
    /* 16 source rows on 31: row 15 shows row floor(15.5 * 16 / 31) = 8, the first of block 2 (word 128). */
    regs.display2 = display_raw(255, 30, 3, 0, 636, 50);
    cr_assert_eq(merged(0, 15), 0xFF000080u);
    /* word 50 begins row 7 */
    cr_assert_eq(merged(0, 14), 0xFF000032u);
}

Test(merge, an_odd_field_in_frame_mode_lies_a_line_lower)
{
    regs.pmode = 2;
    regs.smode2 = INT_FRAME;
    regs.syncv = TOGGLING;
    regs.dispfb2 = dispfb_value(3, 1, GS_PSMCT32, 0, 0);
    gs_vsync(gs, 1);
    cr_assert_eq(merged(0, 0), 0xFF336699u);
    cr_assert_eq(merged(0, 2), 0xFF000000u);
    cr_assert_eq(merged(0, 3), 0xFF000002u);
    gs_vsync(gs, 0);
    cr_assert_eq(merged(0, 2), 0xFF000002u);
}

Test(merge, any_registers_can_be_read_row_by_row)
{
    uint64_t seed = 0x2545F4914F6CDD1Dull;
    for (unsigned i = 0; i < 400; i++) {
        uint64_t *words = (uint64_t *)&regs;
        for (size_t k = 0; k < sizeof regs / sizeof *words; k++) {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            words[k] = seed;
        }
        gs_set_privileged(gs, &regs);
        gs_vsync(gs, i & 1);
        uint32_t width, height;
        gs_merged_size(gs, &width, &height);
        cr_assert(width <= 1920 && height <= 1080);
        /* Exactly as long as promised, and marked behind. */
        for (uint32_t y = 0; y < height; y += 97) {
            row[4 * width] = 0xEE;
            gs_merged_row(gs, y, row);
            cr_assert_eq(row[4 * width], 0xEE);
            cr_assert(width == 0 || row[4 * width - 1] == 255);
        }
        for (unsigned rc = 0; rc < 2; rc++) {
            struct gs_circuit c;
            gs_circuit(gs, rc, &c);
            cr_assert(c.width <= 4096 && c.height <= 2048);
            uint8_t *out = malloc(4 * (size_t)c.width + 1);
            cr_assert_not_null(out);
            out[4 * c.width] = 0xEE;
            if (c.height)
                gs_circuit_row(gs, rc, c.height - 1, out);
            cr_assert_eq(out[4 * c.width], 0xEE);
            free(out);
        }
    }
}
