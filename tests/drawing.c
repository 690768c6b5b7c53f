#include "drawing.h"

#include <stdlib.h>

#include <criterion/criterion.h>

#include "memory.h"

struct gs *chip;

void drawing_open_with(const char *rules)
{
    chip = transfer_chip(rules);
    drawing_frame(GS_PSMCT32, 0);
    drawing_depth(GS_PSMZ32, false);
    drawing_write(GS_SCISSOR_1, scissor_value(0, DRAWING_SIDE - 1, 0, DRAWING_SIDE - 1));
    drawing_write(GS_TEST_1, test_depth(GS_ZTST_ALWAYS));
    drawing_write(GS_COLCLAMP, 1);
}

void drawing_open(void)
{
    const char *rules = getenv("PATH1_TEST_RULES");
    drawing_open_with(rules ? rules : "pcsx2");
}

void drawing_close(void)
{
    gs_destroy(chip);
}

void drawing_write(uint8_t address, uint64_t value)
{
    gs_write_register(chip, address, value);
}

void drawing_frame(unsigned psm, uint32_t fbmsk)
{
    drawing_write(GS_FRAME_1, frame_value(0, DRAWING_FBW, psm, fbmsk));
}

void drawing_depth(unsigned psm, bool write)
{
    drawing_write(GS_ZBUF_1, zbuf_value(DRAWING_DEPTH_PAGE, psm, !write));
}

static const struct gs_context_registers *context(void)
{
    return &gs_registers(chip)->context[0];
}

static struct area frame_area(void)
{
    uint64_t frame = context()->frame;
    return (struct area){gs_bits(frame, 24, 6), gs_bits(frame, 0, 9) * 32, gs_bits(frame, 16, 6), 0, 0};
}

static struct area depth_area(void)
{
    uint64_t zbuf = context()->zbuf;
    return (struct area){0x30 | gs_bits(zbuf, 24, 4), gs_bits(zbuf, 0, 9) * 32, DRAWING_FBW, 0, 0};
}

static void fill(const struct area *area, uint32_t pixel)
{
    uint32_t row[DRAWING_SIDE];
    uint8_t stream[4 * DRAWING_SIDE + 1];
    for (unsigned i = 0; i < DRAWING_SIDE; i++)
        row[i] = pixel;
    size_t bytes = transfer_pack(area->psm, row, DRAWING_SIDE, stream);
    transfer_to(chip, area, DRAWING_SIDE, DRAWING_SIDE);
    for (unsigned y = 0; y < DRAWING_SIDE; y++)
        transfer_image(chip, stream, bytes);
}

void drawing_fill_frame(uint32_t pixel)
{
    struct area area = frame_area();
    fill(&area, pixel);
}

void drawing_fill_depth(uint32_t z)
{
    struct area area = depth_area();
    fill(&area, z);
}

static void vertex(int x, int y, uint32_t z)
{
    drawing_write(GS_XYZ2, xyz_value((uint32_t)x, (uint32_t)y, z));
}

void drawing_point(unsigned attributes, int x, int y, uint32_t z)
{
    drawing_write(GS_PRIM, GS_PRIM_POINT | attributes);
    vertex(x, y, z);
}

void drawing_line(unsigned attributes, int x0, int y0, int x1, int y1, uint32_t z)
{
    drawing_write(GS_PRIM, GS_PRIM_LINE | attributes);
    vertex(x0, y0, z);
    vertex(x1, y1, z);
}

void drawing_triangle(unsigned attributes, const int xy[6], uint32_t z)
{
    drawing_write(GS_PRIM, GS_PRIM_TRIANGLE | attributes);
    for (unsigned i = 0; i < 6; i += 2)
        vertex(xy[i], xy[i + 1], z);
}

void drawing_sprite(unsigned attributes, int x0, int y0, int x1, int y1, uint32_t z)
{
    drawing_write(GS_PRIM, GS_PRIM_SPRITE | attributes);
    vertex(x0, y0, z);
    vertex(x1, y1, z);
}

void drawing_colour(uint32_t colour)
{
    drawing_write(GS_RGBAQ, rgbaq_value(colour, 1.0f));
}

uint32_t drawing_pixel(uint32_t x, uint32_t y)
{
    struct area area = frame_area();
    gs_finish(chip);
    return transfer_pixel(chip, &area, x, y);
}

uint32_t drawing_z(uint32_t x, uint32_t y)
{
    struct area area = depth_area();
    gs_finish(chip);
    return transfer_pixel(chip, &area, x, y);
}

unsigned drawing_count_other(uint32_t value)
{
    unsigned count = 0;
    struct area area = frame_area();
    gs_finish(chip);
    for (uint32_t y = 0; y < DRAWING_SIDE; y++)
        for (uint32_t x = 0; x < DRAWING_SIDE; x++)
            count += transfer_pixel(chip, &area, x, y) != value;
    return count;
}

uint64_t drawing_texture(unsigned psm, unsigned tw, unsigned th, unsigned tcc, unsigned tfx,
                         const uint32_t *texel)
{
    uint32_t tbw = tw > 6 ? 1u << (tw - 6) : 1;
    if (tbw < 2 && gs_format(psm)->cell_bits < 16)
        tbw = 2; /* pages of PSMT8 and PSMT4 are 128 wide */
    struct area area = {psm, DRAWING_TEXTURE_BLOCK, tbw, 0, 0};
    transfer_upload(chip, &area, 1u << tw, 1u << th, texel);
    return tex0_value(DRAWING_TEXTURE_BLOCK, tbw, psm, tw, th, tcc, tfx);
}

void drawing_naming_texture(void)
{
    uint32_t *texel = malloc(1024 * 64 * sizeof *texel);
    cr_assert_not_null(texel);
    for (uint32_t i = 0; i < 1024 * 64; i++)
        texel[i] = i;
    drawing_write(GS_TEX0_1, drawing_texture(GS_PSMCT32, 10, 6, 1, GS_TFX_DECAL, texel));
    free(texel);
}

uint32_t drawing_sample(unsigned attributes, int u, int v)
{
    const uint32_t nothing = 0;
    struct area area = frame_area();
    transfer_upload(chip, &area, 1, 1, &nothing);
    drawing_write(GS_UV, uv_value((uint32_t)u, (uint32_t)v));
    drawing_point(attributes | TME | FST, 0, 0, 0);
    return drawing_pixel(0, 0);
}
