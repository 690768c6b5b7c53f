#include "picture.h"

#include <criterion/criterion.h>
#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "drawing.h"

static uint8_t pixels[DRAWING_SIDE][DRAWING_SIDE][4];

static void write_png(const char *folder, const char *name)
{
    static uint8_t opaque[DRAWING_SIDE][DRAWING_SIDE][3];
    char path[4096];
    for (unsigned y = 0; y < DRAWING_SIDE; y++)
        for (unsigned x = 0; x < DRAWING_SIDE; x++)
            memcpy(opaque[y][x], pixels[y][x], 3);
    snprintf(path, sizeof path, "%s/%s.png", folder, name);
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = DRAWING_SIDE,
                       .height = DRAWING_SIDE,
                       .format = PNG_FORMAT_RGB};
    cr_assert(png_image_write_to_file(&image, path, 0, opaque, 0, NULL), "%s: %s", path, image.message);
}

static void add_pixel(struct frame_picture *picture, uint32_t x, uint32_t y)
{
    if (picture->covered++ == 0)
        picture->box = (struct frame_box){x, y, x, y};
    picture->box.left = x < picture->box.left ? x : picture->box.left;
    picture->box.right = x > picture->box.right ? x : picture->box.right;
    picture->box.bottom = y;
}

struct frame_picture frame_picture(const char *name, uint32_t background)
{
    const struct area area = {GS_PSMCT32, 0, DRAWING_FBW, 0, 0};
    struct frame_picture picture = {.covered = 0};
    gs_finish(chip);
    for (uint32_t y = 0; y < DRAWING_SIDE; y++)
        for (uint32_t x = 0; x < DRAWING_SIDE; x++) {
            uint32_t pixel = transfer_pixel(chip, &area, x, y);
            for (unsigned i = 0; i < 4; i++)
                pixels[y][x][i] = (uint8_t)(pixel >> 8 * i);
            if (pixel != background)
                add_pixel(&picture, x, y);
        }
    picture.hash = XXH3_64bits(pixels, sizeof pixels);
    const char *folder = getenv("PATH1_PICTURES");
    if (folder)
        write_png(folder, name);
    return picture;
}

void frame_check(const struct frame_picture *picture, unsigned covered, uint64_t hash)
{
    cr_assert(picture->covered == covered && picture->hash == hash, "%u pixels, hash 0x%016llx",
              picture->covered, (unsigned long long)picture->hash);
}

void frame_check_box(const struct frame_box *inner, const struct frame_box *outer, uint32_t slack)
{
    uint32_t distance[4] = {inner->left - outer->left, inner->top - outer->top, outer->right - inner->right,
                            outer->bottom - inner->bottom};
    for (unsigned i = 0; i < 4; i++)
        cr_assert_leq(distance[i], slack, "%u..%u x %u..%u in %u..%u x %u..%u", inner->left, inner->right,
                      inner->top, inner->bottom, outer->left, outer->right, outer->top, outer->bottom);
}
