/* What the history of a pixel tells of each stage (path1/gs_pixel.h). Expected values are worked out by hand
 * from GS-DRAWING sections 5 (coverage), 7 (textures) and 9 (pixel pipeline). */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"
#include "pixel_rig.h"

static void colour_is(const char *what, const int16_t c[4], int r, int g, int b, int a)
{
    cr_expect(c[0] == r && c[1] == g && c[2] == b && c[3] == a, "%s: %d %d %d %d, not %d %d %d %d", what,
              c[0], c[1], c[2], c[3], r, g, b, a);
}

TestSuite(pixel_stages, .init = drawing_open, .fini = drawing_close);

/* ---- coverage and interpolation ---- */

Test(pixel_stages, a_flat_sprite_is_a_fill_with_its_colour)
{
    drawing_fill_frame(0x11223344);
    watch(3, 2);
    drawing_colour(rgba(10, 20, 30, 40));
    drawing_sprite(0, 16, 16, 64, 64, 0); /* pixels 1..3 */
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->fill && f->frame_written && !f->depth_written && f->finished && !f->depth_only);
    cr_expect_eq(f->primitive_class, GS_CLASS_SPRITE);
    cr_expect(f->x == 3 && f->y == 2 && f->vertices == 2 && f->vertex[1].x == 64);
    colour_is("interpolated", f->colour, 10 * 128, 20 * 128, 30 * 128, 40 * 128);
    cr_expect_eq(f->before, 0x11223344);
    cr_expect_eq(f->frame_value, rgba(10, 20, 30, 40));
    cr_expect_eq(f->after, rgba(10, 20, 30, 40));
}

/* Right and bottom edges are outside. */
Test(pixel_stages, a_pixel_outside_of_the_sprite_has_no_history)
{
    watch(4, 2);
    drawing_sprite(0, 16, 16, 64, 64, 0);
    gs_finish(chip);
    cr_expect_eq(seen.fragments, 0);
}

/* R runs from 0 at x = 0 to 160 at x = 16, G from 0 at y = 0 to 80 at y = 16: at (4, 8) R is 40, G 40. */
Test(pixel_stages, a_gouraud_triangle_tells_the_colour_of_the_place)
{
    watch(4, 8);
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP);
    drawing_colour(rgba(0, 0, 5, 128));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 0));
    drawing_colour(rgba(160, 0, 5, 128));
    drawing_write(GS_XYZ2, xyz_value(256, 0, 0));
    drawing_colour(rgba(0, 80, 5, 128));
    drawing_write(GS_XYZ2, xyz_value(0, 256, 0));
    const struct gs_pixel_fragment *f = only();
    cr_expect_eq(f->primitive_class, GS_CLASS_TRIANGLE);
    colour_is("interpolated", f->colour, 40 * 128, 40 * 128, 5 * 128, 128 * 128);
    colour_is("colour", f->textured_colour, 40, 40, 5, 128);
    cr_expect_eq(f->after, rgba(40, 40, 5, 128));
    cr_expect_eq(f->coverage, 128);
    cr_expect_eq(f->vertex[1].rgba, rgba(160, 0, 5, 128));
}

/* A line from (0, 0) to (8, 4): at x = 3 it lies at y = 1.5, half in row 1 and half in row 2. */
Test(pixel_stages, an_antialiased_line_tells_its_coverage)
{
    watch(3, 2);
    drawing_write(GS_ALPHA_1, alpha_value(0, 1, 0, 1, 0));
    drawing_colour(grey(200, 128));
    drawing_line(AA1, 0, 0, 128, 64, 0);
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->edge && f->antialiased && f->blended);
    cr_expect(f->coverage == 63 || f->coverage == 64, "%u", f->coverage);
    cr_expect_eq(f->covered_alpha, (int)f->coverage);
}

Test(pixel_stages, primitives_are_told_in_order_with_where_they_came_from)
{
    watch(1, 1);
    for (unsigned i = 0; i < 3; i++) {
        drawing_colour(grey(i, 0));
        drawing_sprite(0, 16, 16, 64, 64, 0);
    }
    drawing_write(GS_FRAME_1, frame_value(0, DRAWING_FBW, GS_PSMCT32, 0xFF)); /* another draw */
    drawing_sprite(0, 160, 160, 640, 640, 0);
    drawing_sprite(0, 16, 16, 64, 64, 0);
    gs_finish(chip);
    static const struct {
        uint64_t draw, event;
        uint32_t primitive;
    } expected[4] = {{0, 0, 0}, {0, 1, 1}, {0, 2, 2}, {1, 4, 1}};
    cr_assert_eq(seen.fragments, 4);
    for (unsigned i = 0; i < 4; i++) {
        const struct gs_pixel_fragment *f = &seen.fragment[i];
        cr_expect(f->draw == expected[i].draw && f->primitive == expected[i].primitive, "entry %u", i);
        cr_expect(f->origin.known && f->origin.event == expected[i].event, "entry %u", i);
    }
}

/* ---- texture ---- */

static uint32_t texels[64];

static void texture(unsigned tfx, unsigned filter)
{
    for (uint32_t i = 0; i < 64; i++)
        texels[i] = rgba(16 * (i % 8), 16 * (i / 8), 0, 128);
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 3, 3, 1, tfx, texels));
    drawing_write(GS_TEX1_1, tex1_value(1, 0, filter, filter, 0, 0));
}

/* U 2.5, V 3.75. The texel's word in a PSMCT32 page: column 0 of a block holds (0, 0) (1, 0) (0, 1) (1, 1)
 * (2, 0) (3, 0) (2, 1) (3, 1) ...; (2, 3) is word 16 + 6. */
Test(pixel_stages, a_nearest_texel_has_its_place_and_address)
{
    texture(GS_TFX_DECAL, 0);
    watch(0, 0);
    drawing_write(GS_UV, uv_value(40, 60));
    drawing_point(TME | FST, 0, 0, 0);
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->textured && !f->divided && f->samples == 1);
    cr_expect(f->u == 0x28000 && f->v == 0x3C000);
    const struct gs_pixel_sample *s = &f->sample[0];
    cr_expect(!s->linear && s->texels == 1 && s->texel[0].u == 2 && s->texel[0].v == 3);
    cr_expect_eq(s->texel[0].address, DRAWING_TEXTURE_BLOCK * 256 + 4 * (16 + 6));
    cr_expect_eq(s->texel[0].rgba, rgba(32, 48, 0, 128));
    colour_is("texel", f->texel, 32, 48, 0, 128);
    cr_expect_eq(f->after, rgba(32, 48, 0, 128));
}

/* U 2.75, V 3.875 less half a texel: 2.25 and 3.375, weights 4/16 and 6/16 between texels 2, 3 and 3, 4:
 * R 32 + 16 * 4 / 16 = 36, G 48 + 16 * 6 / 16 = 54. */
Test(pixel_stages, bilinear_filtering_has_four_texels_and_weights)
{
    texture(GS_TFX_DECAL, 1);
    watch(0, 0);
    drawing_write(GS_UV, uv_value(44, 62));
    drawing_point(TME | FST, 0, 0, 0);
    const struct gs_pixel_sample *s = &only()->sample[0];
    static const uint32_t places[4][2] = {{2, 3}, {3, 3}, {2, 4}, {3, 4}};
    cr_expect(s->linear && s->texels == 4 && s->weight_u == 4 && s->weight_v == 6);
    for (unsigned i = 0; i < 4; i++)
        cr_expect(s->texel[i].u == places[i][0] && s->texel[i].v == places[i][1], "texel %u", i);
    cr_expect_eq(s->texel[3].rgba, rgba(48, 64, 0, 128));
    colour_is("filtered", s->rgba, 36, 54, 0, 128);
    cr_expect_eq(only()->after, rgba(36, 54, 0, 128));
}

/* MODULATE: 32 * 64 / 128 = 16, 48 * 255 / 128 = 95; A 128 * 128 / 128. */
Test(pixel_stages, the_texture_function_joins_texel_and_colour)
{
    texture(GS_TFX_MODULATE, 0);
    watch(0, 0);
    drawing_colour(rgba(64, 255, 9, 128));
    drawing_write(GS_UV, uv_value(40, 60));
    drawing_point(TME | FST, 0, 0, 0);
    const struct gs_pixel_fragment *f = only();
    colour_is("texel", f->texel, 32, 48, 0, 128);
    colour_is("interpolated", f->colour, 64 * 128, 255 * 128, 9 * 128, 128 * 128);
    colour_is("colour", f->textured_colour, 16, 95, 0, 128);
}

/* LOD 0.5 by K, between a level of 8 x 8 and one of 4 x 4: levels 0 and 1, half of each. */
Test(pixel_stages, trilinear_filtering_has_two_levels_of_four_texels)
{
    texture(GS_TFX_DECAL, 1);
    uint32_t small[16];
    for (uint32_t i = 0; i < 16; i++)
        small[i] = rgba(200, 100, 0, 128);
    struct area level1 = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK + 32, 1, 0, 0};
    transfer_upload(chip, &level1, 4, 4, small);
    drawing_write(GS_MIPTBP1_1, (DRAWING_TEXTURE_BLOCK + 32) | field(1, 14));
    drawing_write(GS_TEX1_1, tex1_value(1, 1, 1, 5, 0, 8));
    watch(0, 0);
    drawing_write(GS_UV, uv_value(40, 56)); /* U 2.5, V 3.5: the middle of texel (2, 3) */
    drawing_triangle(TME | FST, (const int[6]){0, 0, 16, 0, 0, 16}, 0);
    const struct gs_pixel_fragment *f = only();
    cr_assert_eq(f->samples, 2);
    cr_expect(f->has_lod && f->lod == 0x8000 && f->level_weight == 0x4000);
    cr_expect(f->sample[0].level == 0 && f->sample[1].level == 1 && f->sample[1].texels == 4);
    colour_is("level 0", f->sample[0].rgba, 32, 48, 0, 128);
    colour_is("level 1", f->sample[1].rgba, 200, 100, 0, 128);
    /* Level 1: U 2.5 / 2 - 0.5, V 3.5 / 2 - 0.5. */
    const struct gs_pixel_texel *first = &f->sample[1].texel[0];
    cr_expect(first->u == 0 && first->v == 1);
    cr_expect_eq(first->address, DRAWING_TEXTURE_BLOCK * 256 + 8192 + 4 * 2);
    colour_is("texel", f->texel, 116, 74, 0, 128);
}

/* ---- tests ---- */

/* F 128: half of the colour, half of FOGCOL. */
Test(pixel_stages, fog_blends_with_fogcol)
{
    watch(0, 0);
    drawing_write(GS_FOGCOL, rgba(20, 40, 60, 0));
    drawing_write(GS_FOG, field(128, 56));
    drawing_colour(rgba(100, 0, 60, 7));
    drawing_point(FGE, 0, 0, 0);
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->fogged && f->fog == 128 * 128);
    colour_is("colour", f->textured_colour, 100, 0, 60, 7);
    colour_is("fogged", f->fogged_colour, 60, 20, 60, 7);
    cr_expect_eq(f->after, rgba(60, 20, 60, 7));
}

/* Alpha from 0 to 160 along x: at x = 4 it is 40, below AREF 50. */
static void alpha_ramp(void)
{
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | IIP);
    drawing_colour(rgba(9, 9, 9, 0));
    drawing_write(GS_XYZ2, xyz_value(0, 0, 7));
    drawing_write(GS_XYZ2, xyz_value(0, 256, 7));
    drawing_colour(rgba(9, 9, 9, 160));
    drawing_write(GS_XYZ2, xyz_value(256, 0, 7));
}

Test(pixel_stages, a_failed_alpha_test_stops_the_pixel)
{
    drawing_fill_frame(0x55555555);
    drawing_write(GS_TEST_1, test_alpha(GS_ATST_GEQUAL, 50, GS_AFAIL_KEEP) | test_depth(GS_ZTST_ALWAYS));
    watch(4, 4);
    alpha_ramp();
    const struct gs_pixel_fragment *f = only();
    cr_expect_eq(f->alpha_test, GS_PIXEL_FAILED);
    cr_expect_eq(f->covered_alpha, 40);
    cr_expect_eq(f->afail, GS_AFAIL_KEEP);
    cr_expect(!f->frame_written && !f->depth_written && !f->finished && f->after == 0x55555555);
}

Test(pixel_stages, afail_zb_only_still_writes_z)
{
    drawing_depth(GS_PSMZ32, true);
    drawing_write(GS_TEST_1, test_alpha(GS_ATST_GEQUAL, 50, GS_AFAIL_ZB_ONLY) | test_depth(GS_ZTST_ALWAYS));
    watch(4, 4);
    alpha_ramp();
    const struct gs_pixel_fragment *f = only();
    cr_expect_eq(f->alpha_test, GS_PIXEL_FAILED);
    cr_expect(!f->frame_written && f->depth_written && f->depth_value == 7 && f->z == 7);
}

Test(pixel_stages, a_passed_alpha_test_goes_on)
{
    drawing_write(GS_TEST_1, test_alpha(GS_ATST_GEQUAL, 50, GS_AFAIL_KEEP) | test_depth(GS_ZTST_ALWAYS));
    watch(8, 4); /* alpha 80 */
    alpha_ramp();
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->alpha_test == GS_PIXEL_PASSED && f->frame_written && f->after == rgba(9, 9, 9, 80));
}

Test(pixel_stages, a_failed_z_test_has_both_values_and_no_colour)
{
    drawing_depth(GS_PSMZ32, true);
    drawing_fill_depth(1000);
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_GEQUAL));
    watch(2, 2);
    drawing_sprite(0, 0, 0, 160, 160, 999);
    const struct gs_pixel_fragment *f = only();
    cr_expect_eq(f->depth_test, GS_PIXEL_FAILED);
    cr_expect(f->has_z && f->z == 999 && f->depth_stored == 1000 && f->depth_value == 1000);
    cr_expect(!f->shaded && !f->finished && !f->frame_written && !f->depth_written);
}

Test(pixel_stages, a_failed_destination_alpha_test_stops_the_pixel)
{
    drawing_fill_frame(0x7F112233);
    drawing_write(GS_TEST_1, test_date(1) | test_depth(GS_ZTST_ALWAYS));
    watch(2, 2);
    drawing_sprite(0, 0, 0, 160, 160, 0);
    const struct gs_pixel_fragment *f = only();
    cr_expect_eq(f->date, GS_PIXEL_FAILED);
    cr_expect(f->has_under && f->under[3] == 0x7F && !f->frame_written && f->after == 0x7F112233);
}

/* ---- frame ---- */

/* (Cs - Cd) * As / 128 + Cd with As 64: (200 - 100) / 2 + 100. */
Test(pixel_stages, blending_tells_its_operands)
{
    drawing_fill_frame(rgba(100, 50, 0, 3));
    drawing_write(GS_ALPHA_1, alpha_value(0, 1, 0, 1, 0));
    watch(2, 2);
    drawing_colour(rgba(200, 20, 10, 64));
    drawing_sprite(ABE, 0, 0, 160, 160, 0);
    const struct gs_pixel_fragment *f = only();
    cr_assert(f->blended);
    colour_is("A", f->blend_value[0], 200, 20, 10, 64);
    colour_is("B", f->blend_value[1], 100, 50, 0, 3);
    colour_is("C", f->blend_value[2], 64, 64, 64, 64);
    colour_is("D", f->blend_value[3], 100, 50, 0, 3);
    colour_is("blended", f->blended_colour, 150, 35, 5, 64);
    cr_expect_eq(f->after, rgba(150, 35, 5, 64));
}

/* Cs + Cd: 300 before the clamp. */
Test(pixel_stages, the_blended_colour_is_told_before_clamping)
{
    drawing_fill_frame(grey(100, 0));
    drawing_write(GS_ALPHA_1, alpha_value(0, 2, 2, 1, 128));
    watch(2, 2);
    drawing_colour(grey(200, 1));
    drawing_sprite(ABE, 0, 0, 160, 160, 0);
    const struct gs_pixel_fragment *f = only();
    colour_is("blended", f->blended_colour, 300, 300, 300, 1);
    cr_expect(f->clamped && f->rgba == grey(255, 1));
}

/* DIMX row 1: 0 1 2 3; in 16 bits (100 + 3) >> 3 = 12. */
Test(pixel_stages, dithering_adds_the_matrix_of_the_place)
{
    drawing_frame(GS_PSMCT16, 0);
    drawing_write(GS_DTHE, 1);
    drawing_write(GS_DIMX, field(0x3210, 16));
    watch(3, 1);
    drawing_colour(grey(100, 128));
    drawing_triangle(0, (const int[6]){0, 0, 256, 0, 0, 256}, 0);
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->dithered && f->dither[0] == 3 && f->dither[2] == 3);
    cr_expect_eq(f->rgba, grey(103, 128));
    cr_expect_eq(f->frame_value, 0x8000 | 12 | 12 << 5 | 12 << 10);
}

Test(pixel_stages, masked_bits_stay)
{
    drawing_fill_frame(0x11223344);
    drawing_frame(GS_PSMCT32, 0xFFFF0000);
    watch(2, 2);
    drawing_colour(0xAABBCCDD);
    drawing_sprite(0, 0, 0, 160, 160, 0);
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->keep == 0xFFFF0000 && f->rgba == 0xAABBCCDD);
    cr_expect_eq(f->after, 0x1122CCDD);
}

/* The frame at page 0 is also somebody's depth buffer: Z formats exchange blocks, so that the watched pixel
 * (0, 0) is met by another pixel's Z. */
Test(pixel_stages, z_that_is_written_over_a_frame_is_part_of_its_history)
{
    drawing_write(GS_FRAME_1, frame_value(64, DRAWING_FBW, GS_PSMCT32, 0));
    drawing_write(GS_ZBUF_1, zbuf_value(0, GS_PSMZ32, 0));
    watch(0, 0);
    drawing_sprite(0, 0, 0, 4096, 4096, 0x123456);
    const struct gs_pixel_fragment *f = only();
    cr_expect(f->depth_only && f->depth_written);
    cr_expect_eq(f->after, 0x123456);
}

/* ---- transfers and the watch itself ---- */

Test(pixel_stages, transfers_that_meet_the_pixel_are_told)
{
    watch(5, 6);
    uint32_t pixels[4] = {1, 2, 3, 4};
    struct area at = {GS_PSMCT32, 0, DRAWING_FBW, 4, 6}, elsewhere = {GS_PSMCT32, 0, DRAWING_FBW, 40, 60};
    transfer_upload(chip, &at, 4, 1, pixels);
    transfer_upload(chip, &elsewhere, 4, 1, pixels);
    transfer_move(chip, &elsewhere, &at, 0, 4, 1);
    cr_assert_eq(seen.transfers, 2);
    cr_expect(!seen.transfer[0].local && seen.transfer[0].x == 5 && seen.transfer[0].y == 6);
    cr_expect(seen.transfer[0].before == 0 && seen.transfer[0].after == 2);
    cr_expect(seen.transfer[1].local && seen.transfer[1].source_x == 41 && seen.transfer[1].source_y == 60);
}

Test(pixel_stages, a_watch_of_what_is_no_pixel_is_refused)
{
    struct gs_pixel_watch what = {.fbw = 1, .x = 2048};
    cr_expect(!gs_watch_pixel(chip, &what));
    what = (struct gs_pixel_watch){.fbw = 1, .psm = GS_PSMT8};
    cr_expect(!gs_watch_pixel(chip, &what));
    what = (struct gs_pixel_watch){.fbw = 1, .fbp = 512};
    cr_expect(!gs_watch_pixel(chip, &what));
}

/* Also a copy goes on unwatched. */
Test(pixel_stages, nothing_is_told_when_the_watch_has_ended)
{
    watch(0, 0);
    struct gs *copy = gs_create(NULL);
    cr_assert(gs_copy(copy, chip));
    cr_assert(gs_watch_pixel(chip, NULL));
    drawing_sprite(0, 0, 0, 160, 160, 0);
    gs_finish(chip);
    cr_expect_eq(seen.fragments, 0);
    gs_destroy(copy);
}
