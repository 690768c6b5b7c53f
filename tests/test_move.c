/* Local-to-local transfers: the golden tables of GS-EXACT section 20 (measured on a console, and derived
 * from the 128-pixel rule found there) and PCSX2's order (GS-MEMORY, contested points). */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "chip.h"
#include "csv.h"
#include "golden_count.h"
#include "transfer_chip.h"

#define CONSOLE "console"
/* Pixels of the square that tests fill with values that tell where they came from. */
#define SIDE 96u

/* Different at every pixel of the square; in formats below 16 bits, in every row of a column. */
static uint32_t mark(uint32_t x, uint32_t y)
{
    return 0x01000000u + (y << 12) * 7 + y + x * 100;
}

static void fill(struct gs *gs, const struct area *a)
{
    uint32_t *pixel = malloc(SIDE * SIDE * sizeof *pixel);
    cr_assert_not_null(pixel);
    for (uint32_t i = 0; i < SIDE * SIDE; i++)
        pixel[i] = mark(i % SIDE, i / SIDE);
    transfer_upload(gs, a, SIDE, SIDE, pixel);
    free(pixel);
}

static uint32_t marked(const struct area *a, uint32_t x, uint32_t y)
{
    return mark(x, y) & gs_format(a->psm)->mask;
}

Test(console_move, combs_of_copies_onto_themselves)
{
    struct csv *csv = csv_open("move_combs.csv");
    size_t rows = 0, wrong = 0;
    for (size_t first = 0; first < csv_rows(csv); first += 32) {
        const char *name = csv_text(csv, first, "case");
        uint32_t w = (uint32_t)csv_number(csv, first, "w"), h = (uint32_t)csv_number(csv, first, "h");
        struct area a = {transfer_psm(csv_text(csv, first, "psm")), 0x400, 10, 0, 0}, s = a, d = a;
        unsigned up = strncmp(name, "up1", 3) == 0;
        s.y = up ? 1 : 0;
        d.y = up ? 0 : 1;
        struct gs *gs = transfer_chip(CONSOLE);
        fill(gs, &a);
        transfer_move(gs, &s, &d, strstr(name, "diry1") != NULL, w, h);
        for (size_t row = first; row < first + 32; row++, rows++) {
            cr_assert_str_eq(csv_text(csv, row, "case"), name, "32 rows a case");
            uint32_t y = (uint32_t)csv_number(csv, row, "dest_row");
            uint32_t from = (uint32_t)csv_number(csv, row, "holds_source_row");
            bool same = true;
            for (uint32_t x = 0; x < w; x++)
                same = same && transfer_pixel(gs, &a, x, y) == marked(&a, x, from);
            wrong += !same;
            cr_expect(same, "%s %s %ux%u: row %u does not hold row %u", name, csv_text(csv, row, "psm"), w, h,
                      y, from);
        }
        gs_destroy(gs);
    }
    golden_conclude(csv, rows - wrong);
}

/* Carries out row `row` of move_overlap_cases. */
static struct gs *overlap_case(const struct csv *csv, size_t row, struct area *a, struct area *s,
                               struct area *d)
{
    *a = (struct area){transfer_psm(csv_text(csv, row, "psm")), 0x400, 10, 0, 0};
    *s = *d = *a;
    s->x = (uint32_t)csv_number(csv, row, "src_x");
    s->y = (uint32_t)csv_number(csv, row, "src_y");
    d->x = (uint32_t)csv_number(csv, row, "dst_x");
    d->y = (uint32_t)csv_number(csv, row, "dst_y");
    unsigned dir = (unsigned)(csv_number(csv, row, "diry") | csv_number(csv, row, "dirx") << 1);
    struct gs *gs = transfer_chip(CONSOLE);
    fill(gs, a);
    transfer_move(gs, s, d, dir, (uint32_t)csv_number(csv, row, "w"), (uint32_t)csv_number(csv, row, "h"));
    return gs;
}

/* Row of the derived table that names pixel (x, y) of a case; its number of rows if there is none. */
static size_t find_pixel(const struct csv *csv, const char *name, uint32_t x, uint32_t y)
{
    size_t row = 0;
    while (row < csv_rows(csv) && (strcmp(csv_text(csv, row, "case"), name) != 0 ||
                                   csv_number(csv, row, "dst_x") != x || csv_number(csv, row, "dst_y") != y))
        row++;
    return row;
}

Test(console_move, overlapping_rectangles)
{
    struct csv *cases = csv_open("move_overlap_cases.csv");
    struct csv *pixels = csv_open("move_overlap_pixels_derived.csv");
    size_t listed = 0, right = 0, counts = 0;
    for (size_t row = 0; row < csv_rows(cases); row++) {
        struct area a, s, d;
        const char *name = csv_text(cases, row, "case");
        struct gs *gs = overlap_case(cases, row, &a, &s, &d);
        uint32_t w = (uint32_t)csv_number(cases, row, "w"), h = (uint32_t)csv_number(cases, row, "h");
        int64_t unclean = 0;
        for (uint32_t i = 0; i < w * h; i++) {
            uint32_t x = i % w, y = i / w, value = transfer_pixel(gs, &d, x, y);
            if (value == marked(&a, s.x + x, s.y + y))
                continue;
            unclean++;
            size_t p = find_pixel(pixels, name, d.x + x, d.y + y);
            cr_assert_lt(p, csv_rows(pixels), "%s: (%u, %u) is not a clean copy", name, d.x + x, d.y + y);
            listed++;
            right += value == marked(&a, (uint32_t)csv_number(pixels, p, "holds_original_x"),
                                     (uint32_t)csv_number(pixels, p, "holds_original_y"));
        }
        counts += unclean == csv_number(cases, row, "pixels_not_a_clean_copy");
        cr_expect_eq(unclean, csv_number(cases, row, "pixels_not_a_clean_copy"), "%s: %lld", name,
                     (long long)unclean);
        gs_destroy(gs);
    }
    cr_expect_eq(listed, csv_rows(pixels));
    golden_conclude(pixels, right);
    golden_conclude(cases, counts);
}

Test(console_move, formats_of_different_sizes_keep_the_destinations_other_bits)
{
    struct csv *csv = csv_open("move_cross_format.csv");
    size_t right = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        struct area s = {transfer_psm(csv_text(csv, row, "src_psm")), 0x400, 1, 0, 0};
        struct area d = {transfer_psm(csv_text(csv, row, "dst_psm")), 0x800, 1, 0, 0};
        uint32_t x = (uint32_t)csv_number(csv, row, "x"), y = (uint32_t)csv_number(csv, row, "y");
        uint32_t source = (uint32_t)csv_hex(csv, row, "src_pixel_hex");
        uint32_t before = (uint32_t)csv_hex(csv, row, "dst_before_hex");
        uint32_t after = (uint32_t)csv_hex(csv, row, "dst_after_hex");
        struct gs *gs = transfer_chip(CONSOLE);
        struct area sp = s, dp = d, whole = d;
        sp.x = dp.x = x;
        sp.y = dp.y = y;
        transfer_upload(gs, &sp, 1, 1, &source);
        /* The table shows whole cells: of 24-bit pixels too, the byte above them. */
        whole.psm = gs_format(d.psm)->cell_bits == 32 ? GS_PSMCT32 : d.psm;
        dp.psm = whole.psm;
        transfer_upload(gs, &dp, 1, 1, &before);
        transfer_move(gs, &s, &d, 0, 32, 32);
        right += transfer_pixel(gs, &whole, x, y) == after;
        cr_expect_eq(transfer_pixel(gs, &whole, x, y), after, "%s (%u, %u): %08X", csv_text(csv, row, "case"),
                     x, y, transfer_pixel(gs, &whole, x, y));
        gs_destroy(gs);
    }
    golden_conclude(csv, right);
}

/* The same first row without the rule: what PCSX2 does, the top half of a PSMCT32 pixel is 0. The order of
 * the transfer stays the console's. */
Test(console_move, the_other_bits_can_be_cleared_alone)
{
    static const char *const rules[] = {CONSOLE, CONSOLE ",move_bits=cleared", "pcsx2,move_bits=kept"};
    const uint32_t source = 0x1234, before = 0xABCD5678;
    for (unsigned i = 0; i < 3; i++) {
        struct gs *gs = transfer_chip(rules[i]);
        struct area s = {GS_PSMCT16, 0x400, 1, 0, 0}, d = {GS_PSMCT32, 0x800, 1, 0, 0};
        transfer_upload(gs, &s, 1, 1, &source);
        transfer_upload(gs, &d, 1, 1, &before);
        transfer_move(gs, &s, &d, 0, 1, 1);
        cr_expect_eq(transfer_pixel(gs, &d, 0, 0), i == 1 ? 0x1234u : 0xABCD1234u, "%s: %08X", rules[i],
                     transfer_pixel(gs, &d, 0, 0));
        gs_destroy(gs);
    }
}

#define COPY 40u
/* The square after a 40 x 40 copy inside it, rows from the top, columns from the right, one pixel at a
 * time. */
static void copy_right_to_left(uint32_t square[SIDE][SIDE], const struct area *s, const struct area *d)
{
    for (uint32_t y = 0; y < SIDE; y++)
        for (uint32_t x = 0; x < SIDE; x++)
            square[y][x] = mark(x, y);
    for (uint32_t y = 0; y < COPY; y++)
        for (uint32_t x = COPY; x-- > 0;)
            square[d->y + y][d->x + x] = square[s->y + y][s->x + x];
}

/* PCSX2, dump transfer_local_local_overlap: shifts that stay inside a page are clean copies, but for a
 * shift right and down that goes right to left and top to bottom. */
Test(pcsx2_move, overlapping_copies_inside_a_page_are_clean_in_all_but_one_direction)
{
    static const int shift[][2] = {{5, 0}, {0, 3}, {-4, -2}, {7, 6}, {-3, 4}, {6, -5}};
    static uint32_t square[SIDE][SIDE];
    for (unsigned k = 0; k < 6; k++) {
        for (unsigned dir = 0; dir < 4; dir++) {
            struct area a = {GS_PSMCT32, 0x400, 4, 0, 0}, s = a, d = a;
            s.x = s.y = 10;
            d.x = (uint32_t)(10 + shift[k][0]);
            d.y = (uint32_t)(10 + shift[k][1]);
            struct gs *gs = transfer_chip("pcsx2");
            fill(gs, &a);
            transfer_move(gs, &s, &d, dir, COPY, COPY);
            copy_right_to_left(square, &s, &d);
            bool clean = !(dir == 2 && shift[k][0] > 0 && shift[k][1] > 0);
            for (uint32_t i = 0; i < COPY * COPY; i++) {
                uint32_t x = i % COPY, y = i / COPY;
                uint32_t value = clean ? mark(10 + x, 10 + y) : square[d.y + y][d.x + x];
                cr_assert_eq(transfer_pixel(gs, &d, x, y), value, "shift %u dir %u (%u, %u)", k, dir, x, y);
            }
            gs_destroy(gs);
        }
    }
}

Test(pcsx2_move, a_forward_copy_past_a_page_repeats_what_it_wrote)
{
    struct area a = {GS_PSMCT32, 0x400, 4, 0, 0}, s = a, d = a;
    d.x = 64;
    struct gs *gs = transfer_chip("pcsx2");
    fill(gs, &a);
    transfer_move(gs, &s, &d, 0, 128, 1);
    for (uint32_t x = 0; x < 128; x++)
        cr_expect_eq(transfer_pixel(gs, &d, x, 0), marked(&a, x % 64, 0), "pixel %u", x);
    gs_destroy(gs);
}

Test(pcsx2_move, a_smaller_source_format_clears_the_bits_above_it)
{
    struct area s = {GS_PSMCT16, 0x400, 1, 3, 4}, d = {GS_PSMCT32, 0x800, 1, 5, 6}, p = d;
    const uint32_t source = 0x9ABC, before = 0x12345678;
    struct gs *gs = transfer_chip("pcsx2");
    transfer_upload(gs, &s, 1, 1, &source);
    transfer_upload(gs, &p, 1, 1, &before);
    transfer_move(gs, &s, &d, 0, 1, 1);
    cr_expect_eq(transfer_pixel(gs, &d, 0, 0), 0x9ABC);
    gs_destroy(gs);
}

/* Disjoint rectangles: every pair of formats, all directions, both rules, positions that wrap. */
Test(move, pixels_of_any_format_go_to_any_other_and_nothing_else_changes)
{
    static const char *const rules[] = {"pcsx2", CONSOLE};
    uint8_t *expected = malloc(GS_LOCAL_MEMORY_SIZE);
    cr_assert_not_null(expected);
    uint64_t state = 7;
    for (unsigned k = 0; k < 2 * TRANSFER_FORMATS * TRANSFER_FORMATS; k++) {
        struct area s = {transfer_formats[k % TRANSFER_FORMATS], 0x0, 8, transfer_random(&state) % 100, 3};
        struct area d = {transfer_formats[k / 2 % TRANSFER_FORMATS], 0x2000, 8, 2030, 17};
        const struct gs_format *sf = gs_format(s.psm), *df = gs_format(d.psm);
        const uint32_t w = 41, h = 23;
        struct gs *gs = transfer_chip(rules[k & 1]);
        for (size_t i = 0; i < GS_LOCAL_MEMORY_SIZE; i += 4)
            memcpy(gs->memory.bytes + i, &(uint32_t){transfer_random(&state)}, 4);
        memcpy(expected, gs->memory.bytes, GS_LOCAL_MEMORY_SIZE);
        for (uint32_t i = 0; i < w * h; i++) {
            uint32_t from = gs_cell(sf, s.bp, s.bw, s.x + i % w, s.y + i / w);
            uint32_t to = gs_cell(df, d.bp, d.bw, (d.x + i % w) & 2047, d.y + i / w);
            uint32_t value = gs_read_cell(expected, sf, from);
            if (k & 1)
                value |= gs_read_cell(expected, df, to) & ~sf->mask;
            gs_write_cell(expected, df, to, value);
        }
        uint64_t stamp = gs->memory.stamp;
        transfer_move(gs, &s, &d, k / 2 % 4, w, h);
        cr_assert_arr_eq(gs->memory.bytes, expected, GS_LOCAL_MEMORY_SIZE, "%s to %s", sf->name, df->name);
        struct gs_page_set pages = {{0}};
        gs_pages_of_rect(&pages, df, d.bp, d.bw, 2030, 17, 2048, 17 + h);
        gs_pages_of_rect(&pages, df, d.bp, d.bw, 0, 17, w - 18, 17 + h);
        for (unsigned page = 0; page < GS_PAGES; page++)
            cr_assert_eq(gs->memory.page_stamp[page] > stamp, pages.word[page / 64] >> page % 64 & 1);
        cr_assert_eq(gs_registers(gs)->trxdir, GS_XDIR_NONE);
        gs_destroy(gs);
    }
    free(expected);
}
