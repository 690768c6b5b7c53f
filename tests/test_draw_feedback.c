/* Drawing that waits: textures that lie in the frame (PCSX2-SW section 1.2), what a vsync carries out (rule
 * vsync), and who else sees queued primitives. */
#include <string.h>

#include <criterion/criterion.h>

#include "crtc_registers.h"
#include "drawing.h"

static unsigned draws;

static void on_draw(void *user, const struct gs_draw_event *event)
{
    (void)user;
    (void)event;
    draws++;
}

static void open_with(const char *rules)
{
    drawing_open_with(rules);
    const struct gs_observer observer = {.draw = on_draw};
    gs_observe(chip, &observer);
}

static void open_chip(void)
{
    open_with("pcsx2");
}

TestSuite(draw_feedback, .init = open_chip, .fini = drawing_close);

/* ---- texture = frame ---- */

/* Copies 16 x 16 pixels inside of the frame, as a textured sprite. Positions in pixels. */
static void copy(int from_x, int from_y, int to_x, int to_y)
{
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | TME | FST);
    drawing_write(GS_UV, uv_value((uint32_t)from_x * 16, (uint32_t)from_y * 16));
    drawing_write(GS_XYZ2, xyz_value((uint32_t)to_x * 16, (uint32_t)to_y * 16, 0));
    drawing_write(GS_UV, uv_value((uint32_t)from_x * 16 + 256, (uint32_t)from_y * 16 + 256));
    drawing_write(GS_XYZ2, xyz_value((uint32_t)to_x * 16 + 256, (uint32_t)to_y * 16 + 256, 0));
}

/* A frame that is 1 in its first 16 x 16 pixels and 0 elsewhere, as texture; no TEXFLUSH is pending. */
static void set_up_copies(void)
{
    drawing_fill_frame(0);
    drawing_colour(1);
    drawing_sprite(0, 0, 0, 256, 256, 0);
    drawing_write(GS_TEX0_1, tex0_value(0, DRAWING_FBW, GS_PSMCT32, 8, 8, 1, GS_TFX_DECAL));
    copy(0, 0, 0, 128); /* a textured draw of its own */
    gs_finish(chip);
    draws = 0;
}

/* "A primitive ends the draw first if its texels intersect what the draw has covered: after a TEXFLUSH on any
 * intersection; otherwise when the page of its texels differs from that of the last vertex drawn." One page
 * is 64 x 32 pixels. */
Test(draw_feedback, without_texflush_a_primitive_in_the_same_page_reads_what_was_there_before)
{
    set_up_copies();
    copy(0, 0, 20, 0);
    copy(20, 0, 40, 0);
    cr_expect_eq(draws, 0);
    cr_expect_eq(drawing_pixel(25, 5), 1);
    cr_expect_eq(drawing_pixel(45, 5), 0, "the second copy saw the frame as it was");
}

Test(draw_feedback, after_texflush_a_primitive_reads_what_the_one_before_drew)
{
    set_up_copies();
    copy(0, 0, 20, 0);
    drawing_write(GS_TEXFLUSH, 0);
    copy(20, 0, 40, 0);
    cr_expect_eq(draws, 1);
    cr_expect_eq(drawing_pixel(45, 5), 1);
}

Test(draw_feedback, texels_of_another_page_that_was_drawn_to_are_read_again)
{
    set_up_copies();
    copy(0, 0, 100, 0); /* into the second page */
    copy(100, 0, 140, 0);
    cr_expect_eq(draws, 1);
    cr_expect_eq(drawing_pixel(145, 5), 1);
}

Test(draw_feedback, texels_that_the_draw_has_not_covered_do_not_end_it)
{
    set_up_copies();
    copy(0, 0, 20, 0);
    drawing_write(GS_TEXFLUSH, 0);
    copy(0, 0, 40, 0);
    copy(0, 200, 60, 0);
    cr_expect_eq(draws, 0);
    cr_expect_eq(drawing_pixel(45, 5), 1);
}

/* Formats with no bits in common do not meet: the frame's colours against the byte above them. */
Test(draw_feedback, a_texture_in_the_free_byte_of_a_24_bit_frame_does_not_end_the_draw)
{
    drawing_frame(GS_PSMCT24, 0);
    drawing_write(GS_TEX0_1, tex0_value(0, DRAWING_FBW, GS_PSMT8H, 8, 8, 1, GS_TFX_DECAL));
    copy(0, 0, 20, 0);
    gs_finish(chip);
    draws = 0;
    drawing_write(GS_TEXFLUSH, 0);
    copy(0, 0, 20, 0);
    copy(20, 0, 40, 0);
    cr_expect_eq(draws, 0);
}

/* A draw sees what earlier draws left, with and without TEXFLUSH. */
Test(draw_feedback, a_later_draw_always_reads_what_an_earlier_one_drew)
{
    set_up_copies();
    copy(0, 0, 20, 0);
    drawing_write(GS_FBA_1, 1); /* another draw */
    copy(20, 0, 40, 0);
    cr_expect_eq(drawing_pixel(45, 5), 0x80000001);
}

/* ---- vsync ---- */

/* Circuit 1 shows 256 x 224 pixels of the frame from page `fbp` on. */
static void show(uint32_t fbp)
{
    struct gs_privileged p = {.pmode = 1,
                              .smode1 = smode1_value(2, 32),
                              .dispfb1 = dispfb_value(fbp, DRAWING_FBW, GS_PSMCT32, 0, 0),
                              .display1 = display_value(256, 224, 9, 0, 0, 0)};
    gs_set_privileged(chip, &p);
}

static uint32_t in_memory(uint32_t x, uint32_t y)
{
    struct area frame = {GS_PSMCT32, 0, DRAWING_FBW, 0, 0};
    return transfer_pixel(chip, &frame, x, y); /* local memory as it stands */
}

static void draw_something(uint32_t colour)
{
    drawing_colour(colour);
    drawing_sprite(0, 0, 0, 256, 256, 0);
}

/* Rule vsync: PCSX2 draws what is queued only if a circuit shows it; the manual knows no such thing. */
Test(draw_feedback, a_vsync_draws_what_is_displayed_or_everything_by_rule)
{
    for (unsigned all = 0; all < 2; all++)
        for (unsigned shown = 0; shown < 2; shown++) {
            drawing_close();
            open_with(all ? "pcsx2,vsync=all" : "pcsx2,vsync=displayed");
            show(shown ? 0 : 256);
            draw_something(0x77);
            cr_assert_eq(in_memory(3, 3), 0, "queued");
            gs_vsync(chip, 0);
            cr_expect_eq(in_memory(3, 3), all || shown ? 0x77 : 0, "vsync=%s, %s", all ? "all" : "displayed",
                         shown ? "shown" : "not shown");
            gs_finish(chip);
            cr_expect_eq(in_memory(3, 3), 0x77);
        }
}

Test(draw_feedback, the_end_of_a_recording_draws_everything_or_nothing_by_rule)
{
    for (unsigned all = 0; all < 2; all++) {
        drawing_close();
        open_with(all ? "pcsx2,vsync=all" : "pcsx2,vsync=displayed");
        show(0);
        draw_something(0x77);
        gs_end(chip);
        cr_expect_eq(in_memory(3, 3), all ? 0x77 : 0);
    }
}

/* "Otherwise it stays pending and later primitives join it." */
Test(draw_feedback, primitives_behind_a_vsync_join_a_draw_that_is_not_displayed)
{
    show(256);
    draws = 0;
    draw_something(0x77);
    gs_vsync(chip, 1);
    draw_something(0x78);
    gs_finish(chip);
    cr_expect_eq(draws, 1);
    cr_expect_eq(in_memory(3, 3), 0x78);
}

/* ---- others that look at memory ---- */

Test(draw_feedback, transfers_and_states_see_queued_primitives)
{
    static struct gs_state state;
    draw_something(0x77);
    gs_save_state(chip, &state);
    cr_expect_eq(state.local_memory[0], 0x77);

    draw_something(0x78);
    struct area from = {GS_PSMCT32, 0, DRAWING_FBW, 0, 0}, to = {GS_PSMCT32, 0, DRAWING_FBW, 64, 64};
    transfer_move(chip, &from, &to, 0, 8, 8);
    cr_expect_eq(in_memory(64 + 3, 64 + 3), 0x78, "local to local");

    uint8_t data[64];
    draw_something(0x79);
    transfer_from(chip, &from, 4, 4);
    cr_expect_eq(gs_read_fifo(chip, data, 4), 4);
    cr_expect_eq(data[0], 0x79, "local to host");
}

/* A primitive that was queued before an upload does not hide it. */
Test(draw_feedback, an_upload_follows_primitives_queued_before_it)
{
    const uint32_t pixel[4] = {1, 2, 3, 4};
    struct area at = {GS_PSMCT32, 0, DRAWING_FBW, 2, 2};
    draw_something(0x77);
    transfer_upload(chip, &at, 2, 2, pixel);
    cr_expect_eq(drawing_pixel(2, 2), 1);
    cr_expect_eq(drawing_pixel(3, 3), 4);
    cr_expect_eq(drawing_pixel(4, 4), 0x77);
}
