/* Host-to-local transfers. Expected values follow from the stream packing of GS-MEMORY section 3.1; where a
 * test says "PCSX2", from a reference memory that PCSX2 made of the dump named. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "chip.h"
#include "transfer_chip.h"

#define PACKED "pcsx2,upload=packed"

static struct gs *gs;
static uint8_t *expected; /* local memory as it should be */
static uint32_t *pixel;   /* noise to upload */
static uint8_t *stream;   /* the same, packed */
#define PIXELS (2048u * 64u)

static void open_chip(void)
{
    gs = transfer_chip(PACKED);
    expected = malloc(GS_LOCAL_MEMORY_SIZE);
    pixel = malloc(PIXELS * sizeof *pixel);
    stream = malloc(4 * PIXELS + 1);
    cr_assert(expected && pixel && stream);
    uint64_t state = 1;
    for (size_t i = 0; i < PIXELS; i++)
        pixel[i] = transfer_random(&state);
    /* Noise in all of local memory, so that what should stay can be seen to stay. */
    for (size_t i = 0; i < GS_LOCAL_MEMORY_SIZE; i++)
        gs->memory.bytes[i] = (uint8_t)(transfer_random(&state) >> 24);
    memcpy(expected, gs->memory.bytes, GS_LOCAL_MEMORY_SIZE);
}

static void close_chip(void)
{
    gs_destroy(gs);
    free(expected);
    free(pixel);
    free(stream);
}

TestSuite(upload, .init = open_chip, .fini = close_chip);

static void use_rules(const char *text)
{
    cr_assert(gs_rules_parse(text, &gs->rules, NULL, 0));
}

/* What the first `count` pixels of a w pixels wide upload do to `expected`. */
static void expect_pixels(const struct area *d, uint32_t w, size_t count)
{
    const struct gs_format *f = gs_format(d->psm);
    for (size_t i = 0; i < count; i++) {
        uint32_t x = (d->x + (uint32_t)(i % w)) & 2047, y = d->y + (uint32_t)(i / w);
        gs_write_cell(expected, f, gs_cell(f, d->bp, d->bw, x, y), pixel[i]);
    }
}

static void check_memory(const char *what, unsigned psm)
{
    cr_assert_arr_eq(gs_local_memory(gs), expected, GS_LOCAL_MEMORY_SIZE, "%s, %s", what,
                     gs_format(psm)->name);
}

static bool idle(void)
{
    return gs->transfer.state == GS_TRANSFER_NONE && gs_registers(gs)->trxdir == GS_XDIR_NONE;
}

Test(upload, pixels_of_every_format_fill_rectangles_of_any_size_and_leave_the_rest)
{
    static const uint32_t sizes[][4] = {/* w, h, x, y */
                                        {64, 16, 0, 0},  {17, 9, 33, 21},  {1, 1, 100, 60},   {3, 40, 125, 5},
                                        {130, 2, 0, 40}, {13, 11, 7, 70},  {2, 7, 5, 3},      {1, 5, 2047, 9},
                                        {8, 6, 10, 90},  {2047, 3, 20, 1}, {200, 130, 40, 50}};
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            struct area d = {transfer_formats[i], 0x300 + 5 * k, 4, sizes[k][2], sizes[k][3]};
            transfer_upload(gs, &d, sizes[k][0], sizes[k][1], pixel);
            expect_pixels(&d, sizes[k][0], (size_t)sizes[k][0] * sizes[k][1]);
            cr_assert(idle());
        }
        check_memory("any size", transfer_formats[i]);
    }
}

Test(upload, columns_wrap_at_2048_and_addresses_at_four_mebibytes)
{
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        struct area d = {transfer_formats[i], 16384 - 3, 2, 2046, 50};
        transfer_upload(gs, &d, 7, 5, pixel);
        expect_pixels(&d, 7, 7 * 5);
        struct area e = {transfer_formats[i], 16384 - 40, 34, 2000, 3};
        transfer_upload(gs, &e, 2100, 20, pixel);
        expect_pixels(&e, 2100, 2100 * 20);
        check_memory("wrapping", transfer_formats[i]);
    }
}

/* PCSX2, dumps transfer_host_local_16, _32_24, _indexed: rows 2048.. are those below row 2047. */
Test(upload, rows_past_2047_run_on_or_wrap_by_rule)
{
    struct area d = {GS_PSMCT32, 0, 2, 10, 2045};
    transfer_upload(gs, &d, 8, 6, pixel);
    expect_pixels(&d, 8, 8 * 6);
    check_memory("run on", d.psm);

    use_rules("pcsx2,transfer_y=wrap");
    struct area wrapped = {GS_PSMCT32, 0x2000, 2, 10, 0};
    d.bp = 0x2000;
    transfer_upload(gs, &d, 8, 6, pixel);
    for (uint32_t x = 0; x < 8; x++) {
        cr_expect_eq(transfer_pixel(gs, &d, x, 2), pixel[2 * 8 + x]);
        cr_expect_eq(transfer_pixel(gs, &wrapped, x, 0), pixel[3 * 8 + x], "row 2048 is row 0");
        cr_expect_eq(transfer_pixel(gs, &wrapped, x, 2), pixel[5 * 8 + x]);
    }
}

Test(upload, data_of_a_row_past_the_width_of_the_buffer_go_to_the_next_page_row)
{
    struct area d = {GS_PSMCT16, 0x400, 1, 60, 0};
    transfer_upload(gs, &d, 8, 1, pixel);
    struct area below = {GS_PSMCT16, 0x400, 1, 0, 64};
    for (uint32_t x = 0; x < 4; x++)
        cr_expect_eq(transfer_pixel(gs, &below, x, 0), pixel[4 + x] & 0xFFFF);
}

Test(upload, whole_pixels_are_in_memory_before_the_transfer_is_complete)
{
    struct area d = {GS_PSMCT24, 0x200, 2, 5, 6};
    transfer_pack(d.psm, pixel, 64, stream);
    transfer_to(gs, &d, 8, 8);
    static const unsigned whole[] = {2, 5, 8, 10, 13, 16}; /* floor(8n / 3) */
    for (unsigned n = 0; n < 6; n++) {
        transfer_hwreg(gs, stream + 8 * n);
        expect_pixels(&d, 8, whole[n]);
        check_memory("24 bits across pieces", d.psm);
    }
    cr_assert_eq(gs->transfer.state, GS_TRANSFER_WRITE);
}

Test(upload, hwreg_and_image_data_are_one_stream)
{
    uint64_t state = 2;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        struct area d = {transfer_formats[i], 0x500, 6, 19, 33};
        const uint32_t w = 61, h = 27;
        size_t bytes = transfer_pack(d.psm, pixel, w * h, stream);
        memset(stream + bytes, 0xEE, 16);
        transfer_to(gs, &d, w, h);
        for (size_t done = 0; done < bytes;) {
            size_t piece = 16 * (transfer_random(&state) % 8);
            if (piece == 0 || done + piece > bytes) {
                transfer_hwreg(gs, stream + done);
                done += 8;
            } else {
                transfer_image(gs, stream + done, piece);
                done += piece;
            }
        }
        expect_pixels(&d, w, w * h);
        check_memory("pieces", d.psm);
        cr_assert(idle());
    }
}

Test(upload, data_past_the_end_are_dropped)
{
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        struct area d = {transfer_formats[i], 0x600, 2, 3, 4};
        size_t bytes = transfer_pack(d.psm, pixel, 16 * 16 + 256, stream);
        transfer_to(gs, &d, 16, 16);
        transfer_image(gs, stream, bytes);
        transfer_image(gs, stream, 64);
        transfer_hwreg(gs, stream);
        expect_pixels(&d, 16, 16 * 16);
        check_memory("excess", d.psm);
    }
}

Test(upload, a_new_trxdir_keeps_what_came_and_starts_again)
{
    struct area d = {GS_PSMCT32, 0x700, 2, 3, 2};
    transfer_pack(d.psm, pixel, 32 * 32, stream);
    transfer_to(gs, &d, 32, 32);
    transfer_image(gs, stream, 1600);
    expect_pixels(&d, 32, 400);
    struct area e = {GS_PSMCT32, 0x700, 2, 40, 2};
    transfer_upload(gs, &e, 16, 16, pixel);
    expect_pixels(&e, 16, 256);
    check_memory("restart", d.psm);
}

Test(upload, bits_of_an_unfinished_pixel_do_not_reach_the_next_transfer)
{
    struct area d = {GS_PSMCT24, 0x700, 2, 0, 0};
    transfer_pack(d.psm, pixel, 8, stream);
    transfer_to(gs, &d, 8, 1);
    transfer_hwreg(gs, stream);
    expect_pixels(&d, 8, 2);
    d.y = 3;
    transfer_to(gs, &d, 8, 1);
    transfer_hwreg(gs, stream);
    expect_pixels(&d, 8, 2);
    check_memory("abandoned pixel", d.psm);
}

Test(upload, data_without_an_upload_in_progress_are_dropped)
{
    struct area d = {GS_PSMT8, 0x800, 2, 0, 80};
    memset(stream, 0xA5, 512);
    transfer_image(gs, stream, 64);
    transfer_to(gs, &d, 32, 32);
    gs_write_register(gs, GS_TRXDIR, 3);
    transfer_image(gs, stream, 64);
    transfer_hwreg(gs, stream);
    transfer_from(gs, &d, 32, 32);
    transfer_image(gs, stream, 64);
    transfer_move(gs, &d, &d, 0, 32, 32);
    transfer_image(gs, stream, 64);
    check_memory("no upload", d.psm);
}

Test(upload, an_empty_rectangle_takes_no_data)
{
    struct area d = {GS_PSMCT32, 0x800, 2, 0, 0};
    memset(stream, 0xA5, 512);
    transfer_to(gs, &d, 0, 8);
    cr_expect(idle());
    transfer_image(gs, stream, 64);
    transfer_to(gs, &d, 8, 0);
    cr_expect(idle());
    transfer_image(gs, stream, 64);
    check_memory("empty", d.psm);
}

Test(upload, registers_are_sampled_when_the_transfer_starts)
{
    struct area d = {GS_PSMCT32, 0x900, 2, 60, 4};
    transfer_pack(d.psm, pixel, 24 * 10, stream);
    transfer_to(gs, &d, 24, 10);
    transfer_image(gs, stream, 400);
    gs_write_register(gs, GS_BITBLTBUF, (uint64_t)GS_PSMCT16 << 56 | 1ull << 48 | 0x940ull << 32);
    gs_write_register(gs, GS_TRXPOS, 100ull << 48);
    gs_write_register(gs, GS_TRXREG, 8 | 8ull << 32);
    transfer_image(gs, stream + 400, 560);
    expect_pixels(&d, 24, 240);
    check_memory("sampled", d.psm);
}

/* PCSX2, dump transfer_partial: 100 pixels, then BITBLTBUF.DPSM becomes PSMCT16. The 560 bytes that follow
 * are 10 pixels of PSMCT32 (the 40 bytes that end row 8 by the new format's count), 10 rows of PSMCT16 from
 * row 8 on, and 10 pixels of PSMCT32 at row 18. */
Test(upload, pcsx2_takes_whole_rows_in_a_format_that_was_changed_meanwhile)
{
    use_rules("pcsx2");
    struct area d = {GS_PSMCT32, 0x900, 2, 60, 4};
    size_t bytes = transfer_pack(d.psm, pixel, 24 * 10, stream);
    transfer_to(gs, &d, 24, 10);
    transfer_image(gs, stream, 400);
    gs_write_register(gs, GS_BITBLTBUF, (uint64_t)GS_PSMCT16 << 56 | 1ull << 48 | 0x940ull << 32);
    transfer_image(gs, stream + 400, bytes - 400);
    const struct gs_format *ct32 = gs_format(GS_PSMCT32), *ct16 = gs_format(GS_PSMCT16);
    expect_pixels(&d, 24, 110);
    for (uint32_t i = 0; i < 240; i++) {
        const uint8_t *at = stream + 440 + 2 * i;
        gs_write_cell(expected, ct16, gs_cell(ct16, 0x900, 2, 60 + i % 24, 8 + i / 24),
                      (uint32_t)at[0] | (uint32_t)at[1] << 8);
    }
    for (uint32_t i = 0; i < 10; i++)
        gs_write_cell(expected, ct32, gs_cell(ct32, 0x900, 2, 74 + i, 18), pixel[230 + i]);
    check_memory("changed format", d.psm);
    cr_expect(idle());
}

/* PCSX2, dumps swizzle_psmt4hl, swizzle_psmt4hh: 21 x 13 pixels, rows of 11 bytes; the padding of the last
 * quadword is used as well. */
Test(upload, pcsx2_starts_odd_rows_of_psmt4hl_and_psmt4hh_at_a_byte)
{
    use_rules("pcsx2");
    const unsigned psm[] = {GS_PSMT4HL, GS_PSMT4HH};
    for (unsigned k = 0; k < 2; k++) {
        struct area d = {psm[k], 0xA00, 2, 11, 9};
        const struct gs_format *f = gs_format(psm[k]);
        size_t bytes = transfer_pack(d.psm, pixel, 21 * 13, stream);
        cr_assert_eq(bytes, 137);
        memset(stream + bytes, 0xEE, 144 - bytes);
        transfer_to(gs, &d, 21, 13);
        transfer_image(gs, stream, 144);
        for (uint32_t i = 0; i < 288; i++)
            gs_write_cell(expected, f, gs_cell(f, d.bp, d.bw, 11 + i % 22, 9 + i / 22),
                          (uint32_t)stream[i / 2] >> i % 2 * 4);
        check_memory("odd rows", d.psm);
        cr_expect(idle());
    }
}

Test(upload, exactly_the_pages_that_change_are_stamped)
{
    uint64_t state = 3;
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        const struct gs_format *f = gs_format(transfer_formats[i]);
        for (unsigned k = 0; k < 20; k++) {
            struct area d = {transfer_formats[i], transfer_random(&state) & 0x3FFF,
                             transfer_random(&state) & 31, transfer_random(&state) & 2047,
                             transfer_random(&state) & 2047};
            uint32_t w = transfer_random(&state) % 300 + 1, h = transfer_random(&state) % 100 + 1, done = 0;
            transfer_pack(d.psm, pixel, (size_t)w * h, stream);
            transfer_to(gs, &d, w, h);
            /* Two pieces: neither may stamp what the other writes. */
            for (unsigned piece = 0; piece < 2; piece++) {
                uint64_t stamp = gs->memory.stamp;
                size_t quadwords = transfer_random(&state) % 100 + 1, from = (size_t)done * f->pixel_bits / 8;
                struct gs_page_set pages = {{0}};
                gs_transfer_write(gs, stream + (piece ? from : 0), quadwords * 16 / 3 * 3, 0);
                uint32_t end = (uint32_t)(gs->transfer.bytes_done * 8 / f->pixel_bits);
                for (end = end < w * h ? end : w * h; done < end; done++) {
                    uint32_t x = (d.x + done % w) & 2047, y = d.y + done / w;
                    gs_pages_of_rect(&pages, f, d.bp, d.bw, x, y, x + 1, y + 1);
                }
                for (unsigned page = 0; page < GS_PAGES; page++)
                    cr_assert_eq(gs->memory.page_stamp[page] > stamp, pages.word[page / 64] >> page % 64 & 1,
                                 "%s page %u", f->name, page);
            }
        }
    }
}

/* GS-MEMORY 3.1: data arrive in order behind all earlier primitives. */
Test(upload, an_upload_lands_on_primitives_that_were_queued_before_it)
{
    gs_write_register(gs, GS_FRAME_1, 1ull << 16);
    gs_write_register(gs, GS_SCISSOR_1, 63ull << 16 | 31ull << 48);
    gs_write_register(gs, GS_ZBUF_1, 1ull << 32 | 100);
    gs_write_register(gs, GS_PRIM, GS_PRIM_SPRITE);
    gs_write_register(gs, GS_RGBAQ, 0x80112233);
    gs_write_register(gs, GS_XYZ2, 0);
    gs_write_register(gs, GS_XYZ2, 16 * 16 | 16ull * 16 << 16);
    struct area d = {GS_PSMCT32, 0, 1, 4, 4}, frame = {GS_PSMCT32, 0, 1, 0, 0};
    transfer_upload(gs, &d, 4, 4, pixel);
    cr_expect_eq(transfer_pixel(gs, &frame, 3, 4), 0x80112233);
    cr_expect_eq(transfer_pixel(gs, &frame, 8, 7), 0x80112233);
    for (uint32_t i = 0; i < 16; i++)
        cr_expect_eq(transfer_pixel(gs, &d, i % 4, i / 4), pixel[i]);
}
