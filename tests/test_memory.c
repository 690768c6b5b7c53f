/* Local memory. Expected addresses are those of GS-MEMORY section 2: check vectors, checksums and block
 * maps that were compared with PCSX2's tables. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "blocks.h"
#include "memory.h"
#include "transfer_chip.h"

static uint32_t crc32_update(uint32_t crc, uint8_t byte)
{
    crc ^= byte;
    for (unsigned i = 0; i < 8; i++)
        crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
    return crc;
}

static const struct gs_format *format(unsigned i)
{
    return gs_format(transfer_formats[i]);
}

/* ---- formats ---- */

Test(format, thirteen_codes_are_formats_and_all_others_act_as_psmct32)
{
    unsigned valid = 0;
    for (unsigned psm = 0; psm < 64; psm++) {
        const struct gs_format *f = gs_format(psm);
        cr_assert_not_null(f);
        if (f->valid) {
            cr_expect_eq(f->psm, psm);
            valid++;
        } else {
            cr_expect_eq(f->cell_bits, 32, "code 0x%02X", psm);
            cr_expect_eq(f->mask, 0xFFFFFFFF, "code 0x%02X", psm);
            cr_expect(!f->indexed && !f->depth && f->block_xor == 0, "code 0x%02X", psm);
        }
    }
    cr_expect_eq(valid, TRANSFER_FORMATS);
    cr_expect(!gs_format(64)->valid);
}

Test(format, sizes_and_masks_are_those_of_the_format_table)
{
    static const struct {
        unsigned psm, cell_bits, pixel_bits, low_bit, page_w, page_h, block_w, block_h;
        bool indexed, depth;
    } rows[TRANSFER_FORMATS] = {
        {0x00, 32, 32, 0, 64, 32, 8, 8, 0, 0},  {0x01, 32, 24, 0, 64, 32, 8, 8, 0, 0},
        {0x02, 16, 16, 0, 64, 64, 16, 8, 0, 0}, {0x0A, 16, 16, 0, 64, 64, 16, 8, 0, 0},
        {0x13, 8, 8, 0, 128, 64, 16, 16, 1, 0}, {0x14, 4, 4, 0, 128, 128, 32, 16, 1, 0},
        {0x1B, 32, 8, 24, 64, 32, 8, 8, 1, 0},  {0x24, 32, 4, 24, 64, 32, 8, 8, 1, 0},
        {0x2C, 32, 4, 28, 64, 32, 8, 8, 1, 0},  {0x30, 32, 32, 0, 64, 32, 8, 8, 0, 1},
        {0x31, 32, 24, 0, 64, 32, 8, 8, 0, 1},  {0x32, 16, 16, 0, 64, 64, 16, 8, 0, 1},
        {0x3A, 16, 16, 0, 64, 64, 16, 8, 0, 1},
    };
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        const struct gs_format *f = gs_format(rows[i].psm);
        cr_expect(f->valid && f->psm == rows[i].psm);
        cr_expect_eq(f->cell_bits, rows[i].cell_bits, "%s", f->name);
        cr_expect_eq(f->pixel_bits, rows[i].pixel_bits, "%s", f->name);
        cr_expect_eq(f->shift, rows[i].low_bit, "%s", f->name);
        cr_expect_eq(f->mask, 0xFFFFFFFFu >> (32 - rows[i].pixel_bits), "%s", f->name);
        cr_expect(1u << f->page_w_log2 == rows[i].page_w && 1u << f->page_h_log2 == rows[i].page_h);
        cr_expect(1u << f->block_w_log2 == rows[i].block_w && 1u << f->block_h_log2 == rows[i].block_h);
        cr_expect(f->indexed == rows[i].indexed && f->depth == rows[i].depth, "%s", f->name);
    }
}

/* ---- addresses ---- */

struct vector {
    unsigned psm;
    uint32_t cell[3]; /* of (BP, BW, x, y) as in `at` below */
    uint32_t page_crc;
};

static const struct vector vectors[] = {
    {GS_PSMCT32, {0x3, 0x10DAA, 0x18881}, 0xC4979699},  {GS_PSMZ32, {0x603, 0x10BAA, 0x18E81}, 0x3E069759},
    {GS_PSMCT16, {0x6, 0x17655, 0x19082}, 0x45D3C83B},  {GS_PSMCT16S, {0x6, 0x17A55, 0x19082}, 0xF7576290},
    {GS_PSMZ16, {0xC06, 0x17A55, 0x19C82}, 0x493FDEDD}, {GS_PSMZ16S, {0xC06, 0x17655, 0x19C82}, 0xFBBB7476},
    {GS_PSMT8, {0xC, 0x207CA, 0x18084}, 0xC65D203E},    {GS_PSMT4, {0x18, 0x2EB92, 0x12108}, 0x041D8BD7},
};
#define VECTORS (sizeof vectors / sizeof vectors[0])

Test(address, cells_are_those_of_the_check_vectors)
{
    static const uint32_t at[3][4] = {{0, 2, 1, 1}, {0x123, 10, 300, 77}, {0x3FE0, 8, 129, 200}};
    for (unsigned i = 0; i < VECTORS; i++) {
        const struct gs_format *f = gs_format(vectors[i].psm);
        for (unsigned k = 0; k < 3; k++)
            cr_expect_eq(gs_cell(f, at[k][0], at[k][1], at[k][2], at[k][3]), vectors[i].cell[k],
                         "%s, vector %u", f->name, k);
    }
}

Test(address, whole_pages_have_the_published_checksums)
{
    for (unsigned i = 0; i < VECTORS; i++) {
        const struct gs_format *f = gs_format(vectors[i].psm);
        uint32_t crc = 0xFFFFFFFF;
        for (uint32_t y = 0; y < 1u << f->page_h_log2; y++) {
            for (uint32_t x = 0; x < 1u << f->page_w_log2; x++) {
                uint32_t cell = gs_cell(f, 0, 2, x, y);
                crc = crc32_update(crc32_update(crc, (uint8_t)cell), (uint8_t)(cell >> 8));
            }
        }
        cr_expect_eq(~crc, vectors[i].page_crc, "%s: %08X", f->name, ~crc);
    }
}

Test(address, formats_in_part_of_a_word_share_the_map_of_psmct32_or_psmz32)
{
    static const unsigned pairs[][2] = {{GS_PSMCT24, GS_PSMCT32},
                                        {GS_PSMT8H, GS_PSMCT32},
                                        {GS_PSMT4HL, GS_PSMCT32},
                                        {GS_PSMT4HH, GS_PSMCT32},
                                        {GS_PSMZ24, GS_PSMZ32}};
    uint64_t state = 1;
    for (unsigned i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        for (unsigned k = 0; k < 1000; k++) {
            uint32_t bp = transfer_random(&state) & 0x3FFF, bw = transfer_random(&state) & 63;
            uint32_t x = transfer_random(&state) & 2047, y = transfer_random(&state) & 2047;
            cr_assert_eq(gs_cell(gs_format(pairs[i][0]), bp, bw, x, y),
                         gs_cell(gs_format(pairs[i][1]), bp, bw, x, y));
        }
    }
}

/* Rows of blocks of a page, as GS-MEMORY prints them. */
Test(address, blocks_of_a_page_are_those_of_the_printed_maps)
{
    static const uint8_t map32[] = {0, 1, 4,  5,  16, 17, 20, 21, 2,  3,  6,  7,  18, 19, 22, 23,
                                    8, 9, 12, 13, 24, 25, 28, 29, 10, 11, 14, 15, 26, 27, 30, 31};
    static const uint8_t map16[] = {0,  2,  8,  10, 1,  3,  9,  11, 4,  6,  12, 14, 5,  7,  13, 15,
                                    16, 18, 24, 26, 17, 19, 25, 27, 20, 22, 28, 30, 21, 23, 29, 31};
    static const uint8_t map16s[] = {0, 2, 16, 18, 1, 3, 17, 19, 8,  10, 24, 26, 9,  11, 25, 27,
                                     4, 6, 20, 22, 5, 7, 21, 23, 12, 14, 28, 30, 13, 15, 29, 31};
    static const uint8_t map_z32[] = {24, 25, 28, 29, 8, 9, 12, 13, 26, 27, 30, 31, 10, 11, 14, 15,
                                      16, 17, 20, 21, 0, 1, 4,  5,  18, 19, 22, 23, 2,  3,  6,  7};
    static const uint8_t map_z16[] = {24, 26, 16, 18, 25, 27, 17, 19, 28, 30, 20, 22, 29, 31, 21, 23,
                                      8,  10, 0,  2,  9,  11, 1,  3,  12, 14, 4,  6,  13, 15, 5,  7};
    static const uint8_t map_z16s[] = {24, 26, 8,  10, 25, 27, 9,  11, 16, 18, 0, 2, 17, 19, 1, 3,
                                       28, 30, 12, 14, 29, 31, 13, 15, 20, 22, 4, 6, 21, 23, 5, 7};
    static const struct {
        unsigned psm;
        const uint8_t *map;
    } rows[TRANSFER_FORMATS] = {
        {GS_PSMCT32, map32},    {GS_PSMCT24, map32},  {GS_PSMT8, map32},    {GS_PSMT8H, map32},
        {GS_PSMT4HL, map32},    {GS_PSMT4HH, map32},  {GS_PSMCT16, map16},  {GS_PSMT4, map16},
        {GS_PSMCT16S, map16s},  {GS_PSMZ32, map_z32}, {GS_PSMZ24, map_z32}, {GS_PSMZ16, map_z16},
        {GS_PSMZ16S, map_z16s},
    };
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        const struct gs_format *f = gs_format(rows[i].psm);
        uint32_t columns = 1u << (f->page_w_log2 - f->block_w_log2);
        for (uint32_t b = 0; b < 32; b++) {
            uint32_t x = b % columns << f->block_w_log2, y = b / columns << f->block_h_log2;
            cr_expect_eq(gs_block_number(f, 0x40, 4, x, y), 0x40u + rows[i].map[b], "%s, block %u", f->name,
                         b);
        }
    }
}

Test(address, first_rows_inside_a_block_are_those_printed)
{
    static const struct {
        unsigned psm, y, count;
        uint8_t cell[32];
    } rows[] = {
        {GS_PSMCT32, 0, 8, {0, 1, 4, 5, 8, 9, 12, 13}},
        {GS_PSMCT32, 1, 8, {2, 3, 6, 7, 10, 11, 14, 15}},
        {GS_PSMCT16, 0, 16, {0, 2, 8, 10, 16, 18, 24, 26, 1, 3, 9, 11, 17, 19, 25, 27}},
        {GS_PSMCT16, 1, 16, {4, 6, 12, 14, 20, 22, 28, 30, 5, 7, 13, 15, 21, 23, 29, 31}},
        {GS_PSMT8, 0, 16, {0, 4, 16, 20, 32, 36, 48, 52, 2, 6, 18, 22, 34, 38, 50, 54}},
        {GS_PSMT8, 2, 16, {33, 37, 49, 53, 1, 5, 17, 21, 35, 39, 51, 55, 3, 7, 19, 23}},
        {GS_PSMT8, 4, 16, {96, 100, 112, 116, 64, 68, 80, 84, 98, 102, 114, 118, 66, 70, 82, 86}},
        {GS_PSMT4, 0, 32, {0, 8,  32, 40, 64, 72, 96,  104, 2, 10, 34, 42, 66, 74, 98,  106,
                           4, 12, 36, 44, 68, 76, 100, 108, 6, 14, 38, 46, 70, 78, 102, 110}},
        {GS_PSMT4, 2, 32, {65, 73, 97,  105, 1, 9,  33, 41, 67, 75, 99,  107, 3, 11, 35, 43,
                           69, 77, 101, 109, 5, 13, 37, 45, 71, 79, 103, 111, 7, 15, 39, 47}},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (unsigned x = 0; x < rows[i].count; x++)
            cr_expect_eq(gs_cell(gs_format(rows[i].psm), 0, 2, x, rows[i].y), rows[i].cell[x], "%s (%u, %u)",
                         gs_format(rows[i].psm)->name, x, rows[i].y);
}

/* GS-EXACT section 21, measured on a console. */
Test(address, x_past_the_width_runs_on_into_the_next_page_row)
{
    const struct gs_format *ct32 = gs_format(GS_PSMCT32), *ct16 = gs_format(GS_PSMCT16);
    cr_expect_eq(gs_cell(ct32, 64, 10, 640, 0), gs_cell(ct32, 64, 10, 0, 32));
    cr_expect_eq(gs_cell(ct16, 64, 10, 640, 0), gs_cell(ct16, 64, 10, 0, 64));
    cr_expect_eq(gs_cell(ct32, 64, 10, 700, 5), gs_cell(ct32, 64, 10, 60, 37));
}

Test(address, odd_widths_of_psmt8_and_psmt4_count_as_the_even_width_below)
{
    const unsigned psm[] = {GS_PSMT8, GS_PSMT4};
    for (unsigned i = 0; i < 2; i++) {
        const struct gs_format *f = gs_format(psm[i]);
        cr_expect_eq(gs_cell(f, 32, 5, 200, 300), gs_cell(f, 32, 4, 200, 300));
        cr_expect_eq(gs_cell(f, 32, 1, 9, 0), gs_cell(f, 32, 1, 9, 256), "width 1: all page rows are one");
    }
}

Test(address, a_z_buffer_that_starts_inside_a_page_applies_its_xor_after_the_base)
{
    const struct gs_format *z = gs_format(GS_PSMZ32), *c = gs_format(GS_PSMCT32);
    for (uint32_t bp = 0; bp < 40; bp++)
        cr_expect_eq(gs_block_number(z, bp, 1, 24, 8), gs_block_number(c, bp, 1, 24, 8) ^ 0x18u);
}

Test(address, addresses_wrap_at_four_mebibytes)
{
    uint64_t state = 2;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        const struct gs_format *f = format(i);
        uint32_t cells = GS_LOCAL_MEMORY_SIZE * 8 / f->cell_bits;
        for (unsigned k = 0; k < 2000; k++) {
            uint32_t bp = transfer_random(&state), bw = transfer_random(&state) & 63;
            uint32_t x = transfer_random(&state) & 4095, y = transfer_random(&state) & 8191;
            cr_assert_lt(gs_cell(f, bp, bw, x, y), cells);
            cr_assert_eq(gs_cell(f, bp, bw, x, y), gs_cell(f, bp & 0x3FFF, bw, x, y));
        }
    }
}

Test(address, row_and_column_terms_add_up_to_the_cell_for_frame_and_depth_formats)
{
    uint64_t state = 3;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        const struct gs_format *f = format(i);
        if (f->cell_bits < 16)
            continue;
        uint32_t mask = f->cell_bits == 32 ? 0xFFFFF : 0x1FFFFF;
        for (unsigned k = 0; k < 200; k++) {
            uint32_t page = transfer_random(&state) & 511, bw = transfer_random(&state) & 63;
            uint32_t y = transfer_random(&state) & 2047, row = gs_row_base(f, page, bw, y);
            for (uint32_t x = 0; x < 2048; x++)
                cr_assert_eq((row + gs_column_offset(f, x)) & mask, gs_cell(f, page * 32, bw, x, y),
                             "%s page %u width %u (%u, %u)", f->name, page, bw, x, y);
        }
    }
}

Test(address, cells_of_a_row_are_its_pixels_cells_and_wrap_at_2048)
{
    uint64_t state = 4;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        for (unsigned k = 0; k < 30; k++) {
            uint32_t bp = transfer_random(&state) & 0x3FFF, bw = transfer_random(&state) & 63;
            uint32_t x = transfer_random(&state) & 2047, y = transfer_random(&state) & 4095;
            uint32_t count = transfer_random(&state) % 4095 + 1, cell[4095];
            gs_row_cells(format(i), bp, bw, x, y, count, cell);
            for (uint32_t n = 0; n < count; n++)
                cr_assert_eq(cell[n], gs_cell(format(i), bp, bw, (x + n) & 2047, y));
        }
    }
}

/* ---- pixels and blocks ---- */

/* 4 MiB of noise. */
static struct gs_memory *noise(uint64_t state)
{
    struct gs_memory *m = calloc(1, sizeof *m);
    cr_assert_not_null(m);
    for (size_t i = 0; i < sizeof m->bytes; i++)
        m->bytes[i] = (uint8_t)(transfer_random(&state) >> 24);
    return m;
}

Test(pixel, a_write_changes_the_pixels_bits_and_nothing_else)
{
    struct gs_memory *m = noise(5);
    uint8_t *before = malloc(sizeof m->bytes);
    cr_assert_not_null(before);
    uint64_t state = 6;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        const struct gs_format *f = format(i);
        for (unsigned k = 0; k < 12; k++) {
            uint32_t cell = transfer_random(&state) % (GS_LOCAL_MEMORY_SIZE * 8 / f->cell_bits);
            uint32_t value = transfer_random(&state);
            memcpy(before, m->bytes, sizeof m->bytes);
            gs_write_cell(m->bytes, f, cell, value);
            cr_assert_eq(gs_read_cell(m->bytes, f, cell), value & f->mask, "%s", f->name);
            size_t bit = (size_t)cell * f->cell_bits + f->shift;
            for (size_t n = 0; n < f->pixel_bits; n++, bit++)
                before[bit / 8] =
                    (uint8_t)((before[bit / 8] & ~(1u << bit % 8)) | (value >> n & 1) << bit % 8);
            cr_assert_arr_eq(m->bytes, before, sizeof m->bytes, "%s changed other bits", f->name);
        }
    }
    free(before);
    free(m);
}

Test(pixel, reading_a_block_gives_its_pixels_in_raster_order)
{
    struct gs_memory *m = noise(7);
    uint64_t state = 8;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        const struct gs_format *f = format(i);
        for (unsigned k = 0; k < 50; k++) {
            uint32_t bp = transfer_random(&state) & 0x3FFF, bw = transfer_random(&state) & 63;
            uint32_t x = (transfer_random(&state) & 1023) >> f->block_w_log2 << f->block_w_log2;
            uint32_t y = (transfer_random(&state) & 1023) >> f->block_h_log2 << f->block_h_log2;
            uint32_t out[512];
            gs_read_block(m->bytes, f, gs_block_number(f, bp, bw, x, y), out);
            for (uint32_t n = 0; n < 1u << gs_block_cells_log2(f); n++)
                cr_assert_eq(out[n],
                             gs_read_pixel(m->bytes, f, bp, bw, x + (n & ((1u << f->block_w_log2) - 1)),
                                           y + (n >> f->block_w_log2)),
                             "%s", f->name);
        }
    }
    free(m);
}

/* ---- pages ---- */

static uint32_t page_of(const struct gs_format *f, uint32_t cell)
{
    return (uint32_t)((uint64_t)cell * f->cell_bits / 8 / GS_PAGE_SIZE);
}

Test(pages, pages_of_a_rectangle_are_the_pages_of_its_pixels)
{
    uint64_t state = 9;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        for (unsigned k = 0; k < 60; k++) {
            const struct gs_format *f = format(i);
            uint32_t bp = transfer_random(&state) & (k & 1 ? 0x3FFF : 0x3FE0);
            uint32_t bw = transfer_random(&state) % 34;
            uint32_t x0 = transfer_random(&state) & 2047, y0 = transfer_random(&state) & 2047;
            uint32_t x1 = x0 + transfer_random(&state) % 300, y1 = y0 + transfer_random(&state) % 300;
            struct gs_page_set set = {{0}}, expected = {{0}};
            gs_pages_of_rect(&set, f, bp, bw, x0, y0, x1, y1);
            for (uint32_t y = y0; y < y1; y++) {
                for (uint32_t x = x0; x < x1; x++) {
                    uint32_t page = page_of(f, gs_cell(f, bp, bw, x, y));
                    expected.word[page / 64] |= 1ull << page % 64;
                }
            }
            cr_assert_arr_eq(set.word, expected.word, sizeof set.word, "%s bp 0x%X bw %u %u,%u..%u,%u",
                             f->name, bp, bw, x0, y0, x1, y1);
        }
    }
}

Test(pages, an_empty_rectangle_has_no_pages_and_others_stay_in_the_set)
{
    struct gs_page_set set = {{0x10}};
    gs_pages_of_rect(&set, gs_format(GS_PSMCT32), 0, 1, 5, 5, 5, 9);
    gs_pages_of_rect(&set, gs_format(GS_PSMCT32), 0, 1, 5, 9, 50, 9);
    gs_pages_of_rect(&set, gs_format(GS_PSMCT32), 0, 1, 6, 6, 5, 9);
    cr_expect_eq(set.word[0], 0x10);
    gs_pages_of_rect(&set, gs_format(GS_PSMCT32), 0, 1, 0, 0, 1, 1);
    cr_expect_eq(set.word[0], 0x11);
}

Test(pages, a_write_stamps_its_page_above_every_earlier_stamp)
{
    struct gs_memory *m = calloc(1, sizeof *m);
    cr_assert_not_null(m);
    gs_touch_all(m);
    uint64_t seen = m->stamp;
    for (unsigned page = 0; page < GS_PAGES; page++)
        cr_assert_eq(m->page_stamp[page], seen);
    const struct gs_format *f = gs_format(GS_PSMT4);
    gs_touch_cell(m, f, gs_cell(f, 77 * 32, 2, 5, 5));
    cr_expect_gt(m->page_stamp[77], seen);
    struct gs_page_set set = {{1, 0, 0, 0, 0, 0, 0, 1ull << 63}};
    uint64_t second = m->stamp;
    gs_touch_pages(m, &set);
    for (unsigned page = 0; page < GS_PAGES; page++) {
        if (page == 0 || page == 511)
            cr_expect_gt(m->page_stamp[page], second, "page %u", page);
        else
            cr_expect_eq(m->page_stamp[page], page == 77 ? second : seen, "page %u", page);
    }
    free(m);
}
