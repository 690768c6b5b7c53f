/* Local-to-host transfers, and transfers in recorded states. Expected values follow from the packing of
 * GS-MEMORY sections 3.1 and 3.2 and the fields of DUMPFORMAT section 5. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "chip.h"
#include "transfer_chip.h"

static struct gs *gs;
static uint32_t *pixel;
static uint8_t *stream, *got;
#define PIXELS (200u * 130u)

static void open_chip(void)
{
    gs = transfer_chip("pcsx2");
    pixel = malloc(PIXELS * sizeof *pixel);
    stream = calloc(1, 4 * PIXELS + 64);
    got = malloc(4 * PIXELS + 64);
    cr_assert(pixel && stream && got);
    uint64_t state = 1;
    for (size_t i = 0; i < GS_LOCAL_MEMORY_SIZE; i++)
        gs->memory.bytes[i] = (uint8_t)(transfer_random(&state) >> 24);
}

static void close_chip(void)
{
    gs_destroy(gs);
    free(pixel);
    free(stream);
    free(got);
}

TestSuite(readback, .init = open_chip, .fini = close_chip);
TestSuite(transfer_state, .init = open_chip, .fini = close_chip);

/* Packs what an area holds into `stream`; returns the bytes. */
static size_t pack_area(const struct area *s, uint32_t w, uint32_t h)
{
    const struct gs_format *f = gs_format(s->psm);
    for (uint32_t i = 0; i < w * h; i++)
        pixel[i] = gs_read_pixel(gs->memory.bytes, f, s->bp, s->bw, (s->x + i % w) & 2047, s->y + i / w);
    return transfer_pack(s->psm, pixel, (size_t)w * h, stream);
}

static bool idle(void)
{
    return gs->transfer.state == GS_TRANSFER_NONE && gs_registers(gs)->trxdir == GS_XDIR_NONE;
}

Test(readback, every_format_comes_packed_and_its_last_quadword_is_filled_up_with_zeros)
{
    static const uint32_t sizes[][4] = {/* w, h, x, y */
                                        {64, 16, 0, 0},  {24, 5, 16, 10}, {32, 8, 5, 3},   {17, 9, 33, 21},
                                        {3, 40, 125, 5}, {1, 1, 9, 9},    {7, 7, 2044, 3}, {130, 77, 1, 50}};
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        for (unsigned k = 0; k < sizeof sizes / sizeof sizes[0]; k++) {
            struct area s = {transfer_formats[i], 16384 - 40 + 7 * k, 3, sizes[k][2], sizes[k][3]};
            size_t bytes = pack_area(&s, sizes[k][0], sizes[k][1]), whole = (bytes + 15) / 16;
            memset(got, 0xEE, 4 * PIXELS);
            memset(stream + bytes, 0, 16 * (whole + 2) - bytes);
            transfer_from(gs, &s, sizes[k][0], sizes[k][1]);
            cr_assert_eq(gs_read_fifo(gs, got, whole + 2), whole, "%s", gs_format(s.psm)->name);
            cr_assert_arr_eq(got, stream, 16 * (whole + 2), "%s, size %u", gs_format(s.psm)->name, k);
            cr_assert_eq(got[16 * (whole + 2)], 0xEE, "wrote past the quadwords asked for");
            cr_assert(idle());
        }
    }
}

Test(readback, a_download_can_be_taken_in_portions)
{
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        struct area s = {transfer_formats[i], 0x123, 5, 11, 13};
        size_t bytes = pack_area(&s, 61, 43), whole = (bytes + 15) / 16, portions[] = {1, 3, 20, 7, 5}, done = 0;
        transfer_from(gs, &s, 61, 43);
        for (unsigned k = 0; done < whole; k++) {
            size_t n = portions[k % 5] < whole - done ? portions[k % 5] : whole - done;
            cr_assert_eq(gs_read_fifo(gs, got + 16 * done, n), n);
            done += n;
        }
        cr_assert_arr_eq(got, stream, bytes, "%s", gs_format(s.psm)->name);
        cr_assert(idle());
    }
}

Test(readback, without_a_download_there_are_zeros_and_a_count_of_none)
{
    struct area s = {GS_PSMCT32, 0, 1, 0, 0};
    static const uint8_t zero[64];
    memset(got, 0xEE, 64);
    cr_expect_eq(gs_read_fifo(gs, got, 4), 0);
    cr_expect_arr_eq(got, zero, 64);
    transfer_to(gs, &s, 8, 8);
    memset(got, 0xEE, 64);
    cr_expect_eq(gs_read_fifo(gs, got, 4), 0, "an upload is no download");
    cr_expect_arr_eq(got, zero, 64);
    transfer_from(gs, &s, 8, 0);
    cr_expect(idle());
    cr_expect_eq(gs_read_fifo(gs, got, 4), 0, "an empty rectangle");
    transfer_from(gs, &s, 8, 8);
    gs_write_register(gs, GS_TRXDIR, 3);
    cr_expect_eq(gs_read_fifo(gs, got, 4), 0, "given up");
}

Test(readback, asking_for_nothing_keeps_the_download)
{
    struct area s = {GS_PSMCT32, 0, 1, 0, 0};
    transfer_from(gs, &s, 8, 8);
    cr_expect_eq(gs_read_fifo(gs, got, 0), 0);
    cr_expect_eq(gs_read_fifo(gs, got, 16), 16);
}

Test(readback, a_download_sees_primitives_that_were_queued_before_it)
{
    gs_write_register(gs, GS_FRAME_1, 1ull << 16);
    gs_write_register(gs, GS_SCISSOR_1, 63ull << 16 | 31ull << 48);
    gs_write_register(gs, GS_ZBUF_1, 1ull << 32 | 100);
    gs_write_register(gs, GS_PRIM, GS_PRIM_SPRITE);
    gs_write_register(gs, GS_RGBAQ, 0x80112233);
    gs_write_register(gs, GS_XYZ2, 0);
    gs_write_register(gs, GS_XYZ2, 16 * 16 | 16ull * 16 << 16);
    struct area s = {GS_PSMCT32, 0, 1, 0, 0};
    transfer_from(gs, &s, 4, 1);
    cr_assert_eq(gs_read_fifo(gs, got, 1), 1);
    for (unsigned i = 0; i < 4; i++)
        cr_expect_arr_eq(got + 4 * i, "\x33\x22\x11\x80", 4);
}

/* ---- recorded states ---- */

static struct gs_state *saved(void)
{
    struct gs_state *state = malloc(sizeof *state);
    cr_assert_not_null(state);
    gs_save_state(gs, state);
    return state;
}

Test(transfer_state, an_upload_goes_on_after_its_state_was_saved_and_loaded)
{
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        struct area d = {transfer_formats[i], 0x123, 5, 10, 13};
        size_t bytes = pack_area(&d, 62, 40), first = bytes / 48 * 24;
        for (size_t k = 0; k < 62 * 40; k++)
            pixel[k] = ~pixel[k];
        transfer_pack(d.psm, pixel, 62 * 40, stream);
        transfer_to(gs, &d, 62, 40);
        for (size_t k = 0; k < first; k += 8)
            transfer_hwreg(gs, stream + k);
        struct gs_state *state = saved();
        cr_expect_eq(state->transfer.write, 1);
        cr_expect_eq((size_t)state->transfer.total, bytes);
        cr_expect_eq((size_t)state->transfer.end, first);
        cr_expect_eq((size_t)state->transfer.start, first, "24 bytes are whole pixels in every format");
        size_t pixels = first * 8 / gs_format(d.psm)->pixel_bits;
        cr_expect_eq((size_t)state->transfer.x, 10 + pixels % 62);
        cr_expect_eq((size_t)state->transfer.y, 13 + pixels / 62);
        cr_expect(state->transfer.left == 10 && state->transfer.right == 72);
        cr_expect(state->transfer.top == 13 && state->transfer.bottom == 53);
        gs_load_state(gs, state);
        free(state);
        transfer_image(gs, stream + first, bytes - first);
        for (uint32_t k = 0; k < 62 * 40; k++)
            cr_assert_eq(transfer_pixel(gs, &d, k % 62, k / 62), pixel[k] & gs_format(d.psm)->mask, "%s, %u",
                         gs_format(d.psm)->name, k);
        cr_assert(idle());
    }
}

Test(transfer_state, a_download_goes_on_after_its_state_was_saved_and_loaded)
{
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++) {
        struct area s = {transfer_formats[i], 0x123, 5, 10, 13};
        size_t bytes = pack_area(&s, 61, 41), whole = (bytes + 15) / 16, first = whole / 2;
        transfer_from(gs, &s, 61, 41);
        gs_read_fifo(gs, got, first);
        struct gs_state *state = saved();
        gs_load_state(gs, state);
        free(state);
        cr_assert_eq(gs_read_fifo(gs, got + 16 * first, whole), whole - first);
        cr_assert_arr_eq(got, stream, bytes, "%s", gs_format(s.psm)->name);
    }
}

/* DUMPFORMAT section 5: states before version 9 have no counters. */
Test(transfer_state, without_counters_an_upload_starts_at_the_recorded_position)
{
    struct gs_state *state = saved();
    state->registers.trxdir = GS_XDIR_HOST_TO_LOCAL;
    state->transfer = (struct gs_transfer_state){
        .bitbltbuf = 1ull << 48, .trxpos = 3ull << 32 | 4ull << 48, .trxreg = 8 | 8ull << 32, .x = 5, .y = 6};
    gs_load_state(gs, state);
    free(state);
    memset(stream, 0x5A, 64);
    transfer_image(gs, stream, 64);
    struct area d = {GS_PSMCT32, 0, 1, 0, 0};
    cr_expect_neq(transfer_pixel(gs, &d, 4, 6), 0x5A5A5A5A);
    cr_expect_eq(transfer_pixel(gs, &d, 5, 6), 0x5A5A5A5A);
    cr_expect_eq(transfer_pixel(gs, &d, 10, 6), 0x5A5A5A5A);
    cr_expect_eq(transfer_pixel(gs, &d, 3, 7), 0x5A5A5A5A);
    cr_expect_eq(transfer_pixel(gs, &d, 10, 7), 0x5A5A5A5A);
    cr_expect_eq(transfer_pixel(gs, &d, 4, 8), 0x5A5A5A5A, "16 pixels: 6, 8 and 2");
    cr_expect_neq(transfer_pixel(gs, &d, 5, 8), 0x5A5A5A5A);
}

Test(transfer_state, bytes_that_a_recorder_had_received_but_not_stored_are_skipped)
{
    struct gs_state *state = saved();
    state->registers.trxdir = GS_XDIR_HOST_TO_LOCAL;
    state->transfer = (struct gs_transfer_state){.bitbltbuf = 1ull << 48,
                                                 .trxreg = 8 | 8ull << 32,
                                                 .x = 2,
                                                 .y = 1,
                                                 .total = 256,
                                                 .start = 40,
                                                 .end = 80,
                                                 .write = 1};
    gs_load_state(gs, state);
    free(state);
    memset(stream, 0x5A, 256);
    transfer_image(gs, stream, 256);
    struct area d = {GS_PSMCT32, 0, 1, 0, 0};
    cr_expect_neq(transfer_pixel(gs, &d, 3, 2), 0x5A5A5A5A);
    cr_expect_eq(transfer_pixel(gs, &d, 4, 2), 0x5A5A5A5A, "10 pixels behind (2, 1)");
    cr_expect_eq(transfer_pixel(gs, &d, 7, 7), 0x5A5A5A5A);
    cr_expect_neq(transfer_pixel(gs, &d, 0, 8), 0x5A5A5A5A);
    cr_expect(idle());
}

Test(transfer_state, finished_and_absent_transfers_stay_idle)
{
    struct gs_state *state = saved();
    cr_expect_eq(state->registers.trxdir, GS_XDIR_NONE);
    state->transfer = (struct gs_transfer_state){
        .bitbltbuf = 1ull << 48, .trxreg = 8 | 8ull << 32, .total = 256, .start = 0, .end = 16, .write = 1};
    gs_load_state(gs, state);
    cr_expect(idle(), "XDIR = 3");
    state->registers.trxdir = GS_XDIR_HOST_TO_LOCAL;
    state->transfer.start = state->transfer.end = 256;
    gs_load_state(gs, state);
    cr_expect(idle(), "all bytes done");
    state->registers.trxdir = GS_XDIR_LOCAL_TO_LOCAL;
    gs_load_state(gs, state);
    cr_expect(idle(), "a move is done at once");
    free(state);
}

Test(transfer_state, any_recorded_values_are_survived)
{
    struct gs_state *state = saved();
    uint64_t seed = 5;
    memset(stream, 0x77, 4096);
    for (unsigned k = 0; k < 60; k++) {
        uint32_t word[sizeof state->transfer / 4];
        for (unsigned i = 0; i < sizeof word / sizeof word[0]; i++)
            word[i] = transfer_random(&seed) >> transfer_random(&seed) % 32;
        memcpy(&state->transfer, word, sizeof word);
        state->registers.trxdir = k % 2;
        gs_load_state(gs, state);
        transfer_image(gs, stream, 4096);
        cr_assert_leq(gs_read_fifo(gs, got, 100), 100);
        struct gs_state *again = saved();
        free(again);
    }
    free(state);
}
