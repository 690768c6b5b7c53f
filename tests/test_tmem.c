/* Decoded textures: what a draw samples is local memory as it was when the draw began, whoever wrote it
 * (rule texture_read), and the cache in between does not show. Expected is always what memory holds. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"
#include "memory.h"
#include "texel.h"
#include "tmem.h"

TestSuite(tmem, .init = drawing_open, .fini = drawing_close);

#define TEXA texa_value(0x21, 0, 0x43)
#define SIDE_LOG2 7u
#define SIDE (1u << SIDE_LOG2)
#define TBW 2u

static struct area texture_area(unsigned psm)
{
    return (struct area){psm, DRAWING_TEXTURE_BLOCK, TBW, 0, 0};
}

static void use_texture(unsigned psm)
{
    drawing_write(GS_TEXA, TEXA);
    drawing_write(GS_TEX0_1,
                  tex0_value(DRAWING_TEXTURE_BLOCK, TBW, psm, SIDE_LOG2, SIDE_LOG2, 1, GS_TFX_DECAL) |
                      tex0_palette(DRAWING_PALETTE_BLOCK, GS_PSMCT32, 0, 0));
}

/* Loads a palette whose entry i is i * 0x01010101 (CSM1 order, GS-MEMORY section 4.2). */
static void load_palette(void)
{
    uint32_t pixel[256];
    for (uint32_t i = 0; i < 256; i++)
        pixel[(i / 32 * 2 + i / 8 % 2) * 16 + i % 8 + i / 16 % 2 * 8] = i * 0x01010101;
    struct area area = {GS_PSMCT32, DRAWING_PALETTE_BLOCK, 1, 0, 0};
    transfer_upload(chip, &area, 16, 16, pixel);
    drawing_write(GS_TEX0_1, tex0_value(DRAWING_TEXTURE_BLOCK, TBW, GS_PSMT8, 3, 3, 1, GS_TFX_DECAL) |
                                 tex0_palette(DRAWING_PALETTE_BLOCK, GS_PSMCT32, 0, 1));
}

/* What a texel must look like, from memory. */
static uint32_t texel_in_memory(unsigned psm, uint32_t x, uint32_t y)
{
    struct area area = texture_area(psm);
    const struct gs_format *f = gs_format(psm);
    gs_finish(chip);
    uint32_t v = transfer_pixel(chip, &area, x, y);
    if (f->indexed)
        return v * 0x01010101;
    return f->pixel_bits == 16 ? gs_expand16(v, TEXA) : f->pixel_bits == 24 ? gs_expand24(v, TEXA) : v;
}

static void expect_texel(unsigned psm, uint32_t x, uint32_t y, const char *what)
{
    uint32_t expected = texel_in_memory(psm, x, y), got = drawing_sample(0, (int)x * 16, (int)y * 16);
    cr_assert_eq(got, expected, "%s, PSM %02X (%u, %u): %08X, memory %08X", what, psm, x, y, got, expected);
}

/* ---- whoever writes ---- */

static void write_by_upload(unsigned psm, uint32_t x, uint32_t y, uint32_t value)
{
    struct area area = texture_area(psm);
    uint32_t pair[2] = {value, value >> 8}; /* two: PCSX2 knows no upload below one byte */
    area.x = x & ~1u;
    area.y = y;
    transfer_upload(chip, &area, 2, 1, pair);
}

static void write_by_move(unsigned psm, uint32_t x, uint32_t y, uint32_t value)
{
    struct area from = texture_area(psm), to = from;
    from.x = value % SIDE;
    from.y = value >> 8 & (SIDE - 1);
    to.x = x;
    to.y = y;
    transfer_move(chip, &from, &to, 0, 1, 1);
}

/* A point in the frame or the depth buffer that lies over the texture, with cells of 32 bits. */
static void write_by_draw(bool depth, uint32_t x, uint32_t y, uint32_t value)
{
    uint32_t page = DRAWING_TEXTURE_BLOCK / 32;
    if (depth)
        drawing_write(GS_ZBUF_1, zbuf_value(page, GS_PSMZ32, 0));
    else
        drawing_write(GS_FRAME_1, frame_value(page, TBW, GS_PSMCT32, 0));
    drawing_colour(value);
    drawing_point(0, (int)x * 16, (int)y * 16, value);
    drawing_frame(GS_PSMCT32, 0);
    drawing_depth(GS_PSMZ32, false);
}

static void change_and_sample(unsigned psm)
{
    uint64_t random = psm;
    load_palette();
    use_texture(psm);
    for (unsigned i = 0; i < 300; i++) {
        uint32_t x = transfer_random(&random) % SIDE, y = transfer_random(&random) % SIDE;
        uint32_t value = transfer_random(&random), way = transfer_random(&random) % 4;
        if (i % 3)
            expect_texel(psm, x, y, "before");
        if (way == 0)
            write_by_upload(psm, x, y, value);
        else if (way == 1)
            write_by_move(psm, x, y, value);
        else
            write_by_draw(way == 2, x % 64, y, value);
        expect_texel(psm, x, y, "after");
        expect_texel(psm, x ^ 1, y, "beside");
        expect_texel(psm, transfer_random(&random) % SIDE, transfer_random(&random) % SIDE, "elsewhere");
    }
}

Test(tmem, a_texel_is_seen_right_after_an_upload_a_move_or_a_draw)
{
    for (unsigned i = 0; i < TRANSFER_FORMATS; i++)
        change_and_sample(transfer_formats[i]);
}

/* A state that is loaded, and a reset, take every texture away. */
Test(tmem, textures_of_another_state_are_forgotten)
{
    struct gs_state *state = calloc(1, sizeof *state);
    cr_assert_not_null(state);
    use_texture(GS_PSMCT32);
    write_by_upload(GS_PSMCT32, 4, 4, 0x11111111);
    expect_texel(GS_PSMCT32, 4, 4, "first");
    gs_save_state(chip, state);
    memset(state->local_memory, 0x22, sizeof state->local_memory);
    gs_load_state(chip, state);
    cr_expect_eq(drawing_sample(0, 64, 64), 0x22222222);
    free(state);
    gs_reset(chip);
    drawing_frame(GS_PSMCT32, 0);
    drawing_write(GS_SCISSOR_1, scissor_value(0, 255, 0, 255));
    use_texture(GS_PSMCT32);
    write_by_upload(GS_PSMCT32, 8, 4, 5); /* the frame is not untouched */
    cr_expect_eq(drawing_sample(0, 64, 64), 0);
    expect_texel(GS_PSMCT32, 8, 4, "after the reset");
}

/* ---- many and large ones ---- */

/* More textures than the cache has entries, one block each, sampled in turns. */
Test(tmem, more_textures_than_the_cache_holds_are_all_right)
{
    enum { COUNT = 400 };
    uint32_t texels[64];
    for (uint32_t n = 0; n < COUNT; n++) {
        for (uint32_t i = 0; i < 64; i++)
            texels[i] = n * 1000 + i;
        struct area area = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK + n, 1, 0, 0};
        transfer_upload(chip, &area, 8, 8, texels);
    }
    for (unsigned round = 0; round < 3; round++)
        for (uint32_t i = 0; i < COUNT; i++) {
            uint32_t n = round == 1 ? COUNT - 1 - i : i;
            drawing_write(GS_TEX0_1,
                          tex0_value(DRAWING_TEXTURE_BLOCK + n, 1, GS_PSMCT32, 3, 3, 1, GS_TFX_DECAL));
            cr_assert_eq(drawing_sample(0, 16 * 3, 16 * 5), n * 1000 + 43, "round %u, texture %u", round, n);
        }
}

/* 1024 x 1024 texels are 4 MiB decoded; twenty of them are more than is kept. */
Test(tmem, textures_larger_than_what_is_kept_are_all_right)
{
    struct area memory = {GS_PSMCT32, 0, 16, 0, 0};
    uint64_t random = 3;
    for (uint32_t y = 300; y < 1024; y += 31) {
        uint32_t row[64];
        memory.y = y;
        memory.x = y % 960;
        for (uint32_t i = 0; i < 64; i++)
            row[i] = transfer_random(&random);
        transfer_upload(chip, &memory, 64, 1, row);
    }
    for (unsigned round = 0; round < 2; round++)
        for (uint32_t base = 0; base < 20; base++) {
            struct area area = {GS_PSMCT32, base * 32, 16, 0, 0};
            drawing_write(GS_TEX0_1, tex0_value(base * 32, 16, GS_PSMCT32, 10, 10, 1, GS_TFX_DECAL));
            for (uint32_t y = 100; y < 1024; y += 311) {
                uint32_t x = (y * 7 + base * 50) % 1024;
                cr_assert_eq(drawing_sample(0, (int)x * 16, (int)y * 16), transfer_pixel(chip, &area, x, y),
                             "base %u (%u, %u)", base, x, y);
            }
        }
}

/* ---- the cache itself ---- */

static struct gs_memory memory;

static struct gs_texture_key key_of(unsigned psm, uint32_t tbp, uint32_t size_log2, uint64_t texa)
{
    return (struct gs_texture_key){gs_format(psm), tbp, 16, size_log2, size_log2, size_log2, texa};
}

static uint32_t texel(const struct gs_texture *t, uint32_t x, uint32_t y)
{
    return t->rgba[(y << t->key.pitch_log2) + x];
}

static void fill_memory(uint8_t value)
{
    memset(memory.bytes, value, sizeof memory.bytes);
}

Test(tmem, blocks_are_decoded_again_only_if_their_page_was_written)
{
    struct gs_tmem *cache = gs_tmem_create();
    struct gs_texture_key key = key_of(GS_PSMCT32, 0, 7, 0); /* 2 x 4 pages */
    fill_memory(1);
    gs_touch_all(&memory);
    struct gs_texture *t = gs_tmem_bind(cache, &key, false, 128, 128);
    cr_assert_not_null(t);
    cr_expect_eq(texel(t, 0, 0), 0, "nothing is decoded before it is needed");
    gs_texture_load(t, &memory, 0, 0, 128, 128);
    cr_expect_eq(texel(t, 127, 127), 0x01010101);
    fill_memory(2);
    gs_touch_cell(&memory, key.format, gs_cell(key.format, 0, 16, 70, 0)); /* the second page only */
    gs_texture_load(t, &memory, 0, 0, 128, 128);
    cr_expect_eq(texel(t, 0, 0), 0x01010101, "no write was told");
    cr_expect_eq(texel(t, 64, 0), 0x02020202);
    cr_expect_eq(texel(t, 127, 31), 0x02020202);
    cr_expect_eq(texel(t, 64, 32), 0x01010101);
    gs_touch_all(&memory);
    gs_texture_load(t, &memory, 10, 10, 11, 11);
    cr_expect_eq(texel(t, 15, 15), 0x02020202, "the whole block");
    cr_expect_eq(texel(t, 16, 15), 0x01010101, "and no other");
    gs_tmem_destroy(cache);
}

Test(tmem, loading_one_corner_says_nothing_about_the_rest)
{
    struct gs_tmem *cache = gs_tmem_create();
    fill_memory(3);
    gs_touch_all(&memory);
    for (uint32_t corner = 0; corner < 4; corner++) {
        struct gs_texture_key key = key_of(GS_PSMCT32, 32 * corner, 6, 0);
        uint32_t x = corner & 1 ? 56 : 0, y = corner & 2 ? 56 : 0;
        struct gs_texture *t = gs_tmem_bind(cache, &key, false, 64, 64);
        gs_texture_load(t, &memory, x, y, x + 8, y + 8);
        cr_expect_eq(texel(t, x + 7, y + 7), 0x03030303);
        cr_expect_eq(texel(t, 56 - x, 56 - y), 0);
        gs_texture_load(t, &memory, 0, 0, 64, 64);
        for (uint32_t i = 0; i < 64; i++)
            cr_expect_eq(texel(t, i, i * 7 % 64), 0x03030303);
    }
    gs_tmem_destroy(cache);
}

Test(tmem, textures_differ_by_base_width_format_size_and_the_texa_that_counts)
{
    struct gs_tmem *cache = gs_tmem_create();
    struct gs_texture_key key = key_of(GS_PSMCT16, 0, 4, TEXA), other;
    struct gs_texture *t = gs_tmem_bind(cache, &key, false, 16, 16);
    cr_expect_eq(gs_tmem_bind(cache, &key, false, 16, 16), t);
    other = key_of(GS_PSMCT16, 1, 4, TEXA);
    cr_expect_neq(gs_tmem_bind(cache, &other, false, 16, 16), t);
    other = key_of(GS_PSMCT16S, 0, 4, TEXA);
    cr_expect_neq(gs_tmem_bind(cache, &other, false, 16, 16), t);
    other = key_of(GS_PSMCT16, 0, 5, TEXA);
    cr_expect_neq(gs_tmem_bind(cache, &other, false, 32, 32), t);
    other = key;
    other.tbw = 1;
    cr_expect_neq(gs_tmem_bind(cache, &other, false, 16, 16), t);
    other = key_of(GS_PSMCT16, 0, 4, 0);
    cr_expect_eq(gs_tmem_bind(cache, &other, true, 16, 16), t, "alpha is not used");
    cr_expect_neq(gs_tmem_bind(cache, &other, false, 16, 16), t);
    cr_expect_eq(gs_relevant_texa(gs_format(GS_PSMCT32), TEXA), 0);
    cr_expect_eq(gs_relevant_texa(gs_format(GS_PSMT8), TEXA), 0);
    cr_expect_eq(gs_relevant_texa(gs_format(GS_PSMCT24), TEXA), TEXA);
    cr_expect_eq(gs_relevant_texa(gs_format(GS_PSMZ16), TEXA), TEXA);
    gs_tmem_destroy(cache);
}

/* "No use in more than 10 vsyncs: dropped", and with it the texels that memory no longer has. */
Test(tmem, textures_are_forgotten_after_ten_fields_without_use)
{
    struct gs_tmem *cache = gs_tmem_create();
    struct gs_texture_key key = key_of(GS_PSMCT32, 0, 3, 0);
    fill_memory(7);
    for (unsigned fields = 10; fields <= 11; fields++) {
        struct gs_texture *t = gs_tmem_bind(cache, &key, false, 8, 8);
        gs_texture_load(t, &memory, 0, 0, 8, 8);
        for (unsigned i = 0; i < fields; i++)
            gs_tmem_age(cache);
        t = gs_tmem_bind(cache, &key, false, 8, 8);
        cr_expect_eq(texel(t, 0, 0), fields == 10 ? 0x07070707 : 0, "%u fields", fields);
    }
    gs_tmem_destroy(cache);
}

/* "Valid until the ninth next bind", whatever the sizes are. */
Test(tmem, a_texture_stays_for_eight_further_binds)
{
    struct gs_tmem *cache = gs_tmem_create();
    struct gs_texture *t[9];
    fill_memory(9);
    gs_touch_all(&memory);
    for (unsigned round = 0; round < 3; round++) {
        for (uint32_t i = 0; i < 9; i++) {
            struct gs_texture_key key = key_of(GS_PSMCT32, round * 9 + i, 10, 0);
            t[i] = gs_tmem_bind(cache, &key, false, 1024, 1024);
            cr_assert_not_null(t[i]);
            gs_texture_load(t[i], &memory, 0, 0, 8, 8);
        }
        for (uint32_t i = 0; i < 9; i++) {
            cr_expect_eq(t[i]->key.tbp, round * 9 + i);
            cr_expect_eq(texel(t[i], 7, 7), 0x09090909);
        }
    }
    gs_tmem_drop(cache);
    struct gs_texture_key key = key_of(GS_PSMCT32, 26, 10, 0);
    cr_expect_eq(texel(gs_tmem_bind(cache, &key, false, 1024, 1024), 7, 7), 0, "dropped");
    gs_tmem_destroy(cache);
    gs_tmem_destroy(NULL);
}
