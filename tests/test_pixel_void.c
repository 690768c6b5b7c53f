/* What leaves a pixel as it is before any stage works on it (path1/gs_pixel.h): the history has it, with the
 * reason. GS-DRAWING sections 2 (SCANMSK, SCISSOR), 5 (coverage) and 9 (tests). */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"
#include "pixel_rig.h"

/* The only fragment, and that it has this reason and did nothing. */
static void only_is(enum gs_pixel_void reason)
{
    const struct gs_pixel_fragment *f = only();
    cr_expect_eq(f->void_reason, reason, "reason %d", (int)f->void_reason);
    cr_expect(!f->shaded && !f->has_z && !f->finished && !f->frame_written && !f->depth_written);
    cr_expect_eq(f->before, f->after);
}

TestSuite(pixel_void, .init = drawing_open, .fini = drawing_close);

Test(pixel_void, ztst_never_draws_nothing)
{
    drawing_fill_frame(0x11223344);
    watch(3, 2);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_NEVER));
    drawing_sprite(0, 16, 16, 64, 64, 0);
    only_is(GS_PIXEL_VOID_ZTST);
    cr_expect_eq(seen.fragment[0].after, 0x11223344);
}

/* Right and bottom edges are outside of the primitive, and so of its history. */
Test(pixel_void, a_void_primitive_beside_the_pixel_is_not_told)
{
    watch(4, 2);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_NEVER));
    drawing_sprite(0, 16, 16, 64, 64, 0);
    drawing_triangle(0, (const int[6]){0, 0, 64, 0, 0, 64}, 0);
    gs_finish(chip);
    cr_expect_eq(seen.fragments, 0);
}

Test(pixel_void, each_class_of_primitives_is_covered)
{
    watch(3, 3);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_NEVER));
    drawing_point(0, 48, 48, 0);
    drawing_line(0, 0, 0, 160, 160, 0);
    drawing_triangle(0, (const int[6]){0, 0, 160, 0, 0, 160}, 0);
    drawing_sprite(0, 0, 0, 160, 160, 0);
    gs_finish(chip);
    cr_assert_eq(seen.fragments, 4);
    for (unsigned i = 0; i < 4; i++) {
        cr_expect_eq(seen.fragment[i].void_reason, GS_PIXEL_VOID_ZTST);
        cr_expect_eq(seen.fragment[i].primitive_class, (enum gs_class)i);
    }
}

Test(pixel_void, a_24_bit_frame_with_date_draws_nothing)
{
    drawing_frame(GS_PSMCT24, 0);
    watch(2, 2);
    drawing_write(GS_TEST_1, test_date(0) | test_depth(GS_ZTST_ALWAYS));
    drawing_sprite(0, 0, 0, 160, 160, 0);
    only_is(GS_PIXEL_VOID_DATE_24);
}

Test(pixel_void, a_mask_of_all_bits_without_z_draws_nothing)
{
    drawing_frame(GS_PSMCT32, 0xFFFFFFFF);
    watch(2, 2);
    drawing_triangle(0, (const int[6]){0, 0, 160, 0, 0, 160}, 0);
    only_is(GS_PIXEL_VOID_MASKED);
}

Test(pixel_void, an_alpha_test_that_never_passes_and_keeps_draws_nothing)
{
    watch(2, 2);
    drawing_write(GS_TEST_1, test_alpha(GS_ATST_NEVER, 0, GS_AFAIL_KEEP) | test_depth(GS_ZTST_ALWAYS));
    drawing_sprite(0, 0, 0, 160, 160, 0);
    only_is(GS_PIXEL_VOID_ALPHA);
}

/* All vertices have alpha 5. */
Test(pixel_void, an_alpha_test_that_no_vertex_can_pass_draws_nothing)
{
    watch(2, 2);
    drawing_write(GS_TEST_1, test_alpha(GS_ATST_GEQUAL, 6, GS_AFAIL_KEEP) | test_depth(GS_ZTST_ALWAYS));
    drawing_colour(grey(1, 5));
    drawing_sprite(0, 0, 0, 160, 160, 0);
    only_is(GS_PIXEL_VOID_ALPHA);
}

/* PSMT8 is a format of textures. The watched pixel has to be one of a 32-bit buffer for that. */
Test(pixel_void, a_frame_that_cannot_be_drawn_to_draws_nothing)
{
    watch(2, 2);
    drawing_write(GS_FRAME_1, frame_value(0, DRAWING_FBW, GS_PSMT8, 0));
    drawing_triangle(0, (const int[6]){0, 0, 1600, 0, 0, 1600}, 0);
    gs_finish(chip);
    for (unsigned i = 0; i < seen.fragments; i++)
        cr_expect_eq(seen.fragment[i].void_reason, GS_PIXEL_VOID_FORMAT);
}

/* MSK 2 leaves out even rows, 3 odd ones. */
Test(pixel_void, scanmsk_leaves_out_rows)
{
    watch(2, 2);
    drawing_write(GS_SCANMSK, 2);
    drawing_sprite(0, 0, 0, 160, 160, 0);
    only_is(GS_PIXEL_VOID_SCANMSK);
    watch(2, 2);
    drawing_write(GS_SCANMSK, 3);
    drawing_colour(grey(7, 7));
    drawing_sprite(0, 0, 0, 160, 160, 0);
    gs_finish(chip);
    cr_assert_eq(seen.fragments, 1);
    cr_expect(seen.fragment[0].void_reason == GS_PIXEL_NOT_VOID && seen.fragment[0].after == grey(7, 7));
}

Test(pixel_void, the_scissor_keeps_a_part_of_a_primitive_out)
{
    watch(8, 8);
    drawing_write(GS_SCISSOR_1, scissor_value(0, 7, 0, 63));
    drawing_colour(grey(9, 9));
    drawing_sprite(0, 0, 0, 160, 160, 0); /* pixels 0..9 */
    only_is(GS_PIXEL_VOID_SCISSOR);
    cr_expect(seen.fragment[0].x == 8 && seen.fragment[0].y == 8);
    cr_expect_eq(drawing_pixel(7, 8), grey(9, 9));
}

/* Such a primitive is not even queued; it is told where it stands, with its vertices. */
Test(pixel_void, the_scissor_keeps_whole_primitives_out)
{
    watch(40, 40);
    drawing_write(GS_SCISSOR_1, scissor_value(0, 7, 0, 7));
    drawing_sprite(0, 0, 0, 160, 160, 0); /* beside the pixel, queued */
    drawing_sprite(0, 320, 320, 960, 960, 0);
    drawing_sprite(0, 0, 0, 960, 960, 0);
    drawing_triangle(0, (const int[6]){320, 320, 1600, 320, 320, 1600}, 0); /* nothing is queued then */
    gs_finish(chip);
    static const struct {
        uint64_t draw, event;
        uint32_t primitive;
    } expected[3] = {{0, 1, 1}, {0, 2, 1}, {1, 3, 0}};
    cr_assert_eq(seen.fragments, 3);
    for (unsigned i = 0; i < 3; i++) {
        const struct gs_pixel_fragment *f = &seen.fragment[i];
        cr_expect_eq(f->void_reason, GS_PIXEL_VOID_SCISSOR);
        cr_expect(f->origin.known && f->origin.event == expected[i].event, "entry %u", i);
        cr_expect(f->draw == expected[i].draw && f->primitive == expected[i].primitive, "entry %u", i);
    }
    cr_expect_eq(seen.fragment[0].vertex[0].x, 320);
}

/* Of another buffer's pixels, which the scissor keeps from memory that is the watched pixel's, nothing is
 * said. */
Test(pixel_void, the_scissor_of_another_buffer_is_not_told)
{
    watch(40, 40);
    drawing_write(GS_FRAME_1, frame_value(8, DRAWING_FBW, GS_PSMCT32, 0));
    drawing_write(GS_SCISSOR_1, scissor_value(0, 7, 0, 7));
    drawing_sprite(0, 0, 0, 960, 960, 0);
    gs_finish(chip);
    cr_expect_eq(seen.fragments, 0);
}

Test(pixel_void, both_buffers_masked_by_scissor_and_registers_say_scissor_outside_of_it)
{
    watch(8, 8);
    drawing_write(GS_SCISSOR_1, scissor_value(0, 7, 0, 63));
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_NEVER));
    drawing_sprite(0, 0, 0, 160, 160, 0);
    only_is(GS_PIXEL_VOID_SCISSOR);
}

/* A watch changes nothing of what is drawn: a pixel of every case above as without one. */
Test(pixel_void, the_value_can_be_asked_for_at_any_time)
{
    cr_expect_eq(gs_pixel_value(chip), 0);
    drawing_fill_frame(0x11223344);
    watch(3, 2);
    cr_expect_eq(gs_pixel_value(chip), 0x11223344);
    drawing_colour(grey(1, 2));
    drawing_sprite(0, 16, 16, 64, 64, 0);
    gs_finish(chip);
    cr_expect_eq(gs_pixel_value(chip), grey(1, 2));
    cr_assert(gs_watch_pixel(chip, NULL));
    cr_expect_eq(gs_pixel_value(chip), 0);
}

/* The quadword that completed the primitive: PACKED, two registers a loop, after the tag. */
Test(pixel_void, a_primitive_knows_the_quadword_that_completed_it)
{
    watch(3, 2);
    const uint64_t sprite[] = {4 | 1ull << 15 | 1ull << 46 | (uint64_t)GS_PRIM_SPRITE << 47 | 2ull << 60,
                               0x51, /* RGBAQ, XYZ2 */
                               1,
                               2,
                               16 | 16ull << 32,
                               0,
                               3,
                               4,
                               64 | 64ull << 32,
                               0,
                               5,
                               6,
                               16 | 16ull << 32,
                               0,
                               7,
                               8,
                               64 | 64ull << 32,
                               0};
    gs_gif_transfer(chip, GS_PATH2, sprite, sizeof sprite / 16);
    gs_finish(chip);
    cr_assert_eq(seen.fragments, 2);
    cr_expect_eq(seen.fragment[0].origin.quadword, 4);
    cr_expect_eq(seen.fragment[1].origin.quadword, 8);
    cr_expect_eq(seen.fragment[1].type, GS_PRIM_SPRITE);
}
