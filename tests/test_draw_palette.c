/* When a TEX0 write loads the palette anew (rule clut_load). PCSX2 leaves a load out that equals the last one
 * unless it noticed a write to the palette's memory: it notices transfers, and draws without a palette
 * texture into a frame whose cells are as large as the entries. A console always loads. */
#include <string.h>

#include <criterion/criterion.h>

#include "drawing.h"

#define PALETTE_PAGE (DRAWING_PALETTE_BLOCK / 32)
#define OLD 0x80102030u
#define NEW 0x80405060u
#define INDEX 5u

static uint64_t tex0; /* of an 8-bit texture of one texel, with CLD = 1 */

/* Fills the page of the palette. */
static void upload_page(uint32_t word)
{
    uint32_t pixel[64 * 32];
    for (unsigned i = 0; i < 64 * 32; i++)
        pixel[i] = word;
    struct area area = {GS_PSMCT32, DRAWING_PALETTE_BLOCK, 1, 0, 0};
    transfer_upload(chip, &area, 64, 32, pixel);
}

static void set_up(const char *rules)
{
    const uint32_t texels[64] = {INDEX};
    drawing_open_with(rules);
    upload_page(OLD);
    tex0 = drawing_texture(GS_PSMT8, 3, 3, 1, GS_TFX_DECAL, texels) |
           tex0_palette(DRAWING_PALETTE_BLOCK, GS_PSMCT32, 0, 1);
    drawing_write(GS_TEX0_1, tex0);
    cr_assert_eq(drawing_sample(0, 0, 0), OLD);
}

/* What a texel shows when the same TEX0 is written again. */
static uint32_t reloaded(void)
{
    drawing_frame(GS_PSMCT32, 0);
    drawing_depth(GS_PSMZ32, false);
    drawing_write(GS_TEX0_1, tex0);
    return drawing_sample(0, 0, 0);
}

/* ---- ways to change the palette's memory to NEW ---- */

static void by_upload(void)
{
    upload_page(NEW);
}

static void by_move(void)
{
    struct area away = {GS_PSMCT32, DRAWING_PALETTE_BLOCK + 640, 1, 0, 0};
    struct area here = {GS_PSMCT32, DRAWING_PALETTE_BLOCK, 1, 0, 0};
    uint32_t pixel[16 * 16];
    for (unsigned i = 0; i < 16 * 16; i++)
        pixel[i] = NEW;
    transfer_upload(chip, &away, 16, 16, pixel);
    transfer_move(chip, &away, &here, 0, 16, 16);
}

/* Draws NEW over the whole page, into the frame or the depth buffer as they are set. */
static void draw_page(unsigned attributes)
{
    drawing_colour(NEW);
    drawing_write(GS_UV, 0);
    drawing_sprite(attributes, 0, 0, 16 * 64, 16 * 64, NEW);
}

static void frame_on_palette(unsigned psm)
{
    drawing_write(GS_FRAME_1, frame_value(PALETTE_PAGE, 1, psm, 0));
}

static void by_plain_draw(void)
{
    frame_on_palette(GS_PSMCT32);
    draw_page(0);
}

static void by_textured_draw(void)
{
    const uint32_t texel[64] = {NEW};
    frame_on_palette(GS_PSMCT32);
    struct area area = {GS_PSMCT32, DRAWING_TEXTURE_BLOCK + 640, 1, 0, 0};
    transfer_upload(chip, &area, 8, 8, texel);
    drawing_write(GS_TEX0_1, tex0_value(DRAWING_TEXTURE_BLOCK + 640, 1, GS_PSMCT32, 0, 0, 1, GS_TFX_DECAL));
    draw_page(TME | FST);
}

/* The texture is the one that uses the palette: OLD modulated by NEW. */
static void by_palette_textured_draw(void)
{
    frame_on_palette(GS_PSMCT32);
    drawing_write(GS_TEX0_1, tex0 & ~field(7, 34)); /* MODULATE, alpha of the vertex */
    draw_page(TME | FST);
}

static void by_16_bit_draw(void)
{
    frame_on_palette(GS_PSMCT16);
    draw_page(0);
}

static void by_depth(void)
{
    drawing_write(GS_ZBUF_1, zbuf_value(PALETTE_PAGE, GS_PSMZ32, 0));
    draw_page(0);
}

struct way {
    void (*change)(void);
    const char *name;
    bool noticed;
};

static const struct way ways[] = {
    {by_upload, "upload", true},
    {by_move, "move", true},
    {by_plain_draw, "plain draw", true},
    {by_textured_draw, "textured draw", true},
    {by_palette_textured_draw, "draw with a palette texture", false},
    {by_16_bit_draw, "16-bit draw", false},
    {by_depth, "depth", false},
};

/* The word in the middle of the palette as memory has it now. */
static uint32_t entry_in_memory(void)
{
    struct area area = {GS_PSMCT32, DRAWING_PALETTE_BLOCK, 1, 0, 0};
    gs_finish(chip);
    return transfer_pixel(chip, &area, INDEX, 0);
}

Test(draw_palette, a_cached_palette_is_out_of_date_when_pcsx2_does_not_notice)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        set_up("pcsx2,clut_load=cached");
        ways[i].change();
        uint32_t memory = entry_in_memory();
        cr_assert_neq(memory, OLD, "%s", ways[i].name);
        cr_expect_eq(reloaded(), ways[i].noticed ? memory : OLD, "%s: %08X", ways[i].name, reloaded());
        drawing_close();
    }
}

Test(draw_palette, a_palette_that_is_always_loaded_is_the_one_in_memory)
{
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        set_up("pcsx2,clut_load=always");
        ways[i].change();
        uint32_t memory = entry_in_memory();
        cr_expect_eq(reloaded(), memory, "%s: %08X", ways[i].name, reloaded());
        drawing_close();
    }
}

/* With another CBP in between, the load is not the last one again. */
Test(draw_palette, a_load_from_elsewhere_makes_the_next_one_happen)
{
    set_up("pcsx2");
    by_depth();
    uint32_t memory = entry_in_memory();
    drawing_write(GS_TEX0_1, (tex0 & ~field(0x3FFF, 37)) | field(DRAWING_PALETTE_BLOCK + 4, 37));
    cr_expect_eq(reloaded(), memory);
    drawing_close();
}

/* The buffer keeps its contents until a load: CLD = 0 loads nothing under either rule. */
Test(draw_palette, without_cld_nothing_is_loaded)
{
    for (unsigned always = 0; always < 2; always++) {
        set_up(always ? "pcsx2,clut_load=always" : "pcsx2");
        by_upload();
        drawing_write(GS_TEX0_1, tex0 & ~field(7, 61));
        cr_expect_eq(drawing_sample(0, 0, 0), OLD);
        cr_expect_eq(reloaded(), NEW);
        drawing_close();
    }
}

/* Primitives that are queued keep the palette that they were drawn with. */
Test(draw_palette, a_load_does_not_reach_primitives_before_it)
{
    for (unsigned always = 0; always < 2; always++) {
        set_up(always ? "pcsx2,clut_load=always" : "pcsx2");
        drawing_write(GS_UV, 0);
        drawing_sprite(TME | FST, 0, 0, 64, 64, 0);
        by_upload();
        drawing_write(GS_TEX0_1, tex0);
        drawing_sprite(TME | FST, 64, 0, 128, 64, 0);
        cr_expect_eq(drawing_pixel(2, 2), OLD);
        cr_expect_eq(drawing_pixel(6, 2), NEW);
        drawing_close();
    }
}

/* A load reads what primitives before it draw into the palette. */
Test(draw_palette, a_load_waits_for_primitives_that_draw_the_palette)
{
    for (unsigned always = 0; always < 2; always++) {
        set_up(always ? "pcsx2,clut_load=always" : "pcsx2");
        by_plain_draw(); /* still queued */
        cr_expect_eq(reloaded(), NEW);
        drawing_close();
    }
}
