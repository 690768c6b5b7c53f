/* Drawing by register writes, and pixels as they are afterwards. All through the public API. */
#ifndef TESTS_DRAWING_H
#define TESTS_DRAWING_H

#include <stdbool.h>
#include <stdint.h>

#include <path1/gs.h>

#include "format.h"
#include "register_values.h"
#include "registers.h"
#include "transfer_chip.h"

/* Where drawing_open puts things: 256 x 256 pixels, all formats fit. */
enum {
    DRAWING_SIDE = 256,
    DRAWING_FBW = DRAWING_SIDE / 64,
    DRAWING_DEPTH_PAGE = 64,
    DRAWING_TEXTURE_BLOCK = 128 * 32, /* page 128; 128 pages are free from here on */
    DRAWING_PALETTE_BLOCK = 300 * 32
};

/* The chip of the running test. */
extern struct gs *chip;

/* A chip under `rules`: context 1 has frame and depth buffer (both 32 bits) at their places, ZMSK = 1, a
 * scissor around all, depth test ALWAYS, COLCLAMP = 1, no offset; the rest is as at power-on. */
void drawing_open_with(const char *rules);
/* The same under the rules in PATH1_TEST_RULES, without it under "pcsx2"; with drawing_close, a fixture. */
void drawing_open(void);
void drawing_close(void);

void drawing_write(uint8_t address, uint64_t value);

/* Sets FRAME_1 to the frame's place in this format. */
void drawing_frame(unsigned psm, uint32_t fbmsk);
/* Sets ZBUF_1 to the depth buffer's place in this format (PSMZ..). */
void drawing_depth(unsigned psm, bool write);
/* Fills all of the frame (the depth buffer) with a pixel value of its present format. */
void drawing_fill_frame(uint32_t pixel);
void drawing_fill_depth(uint32_t z);

/* Positions in 1/16 pixel; colour and the rest as the registers are. */
void drawing_point(unsigned attributes, int x, int y, uint32_t z);
void drawing_line(unsigned attributes, int x0, int y0, int x1, int y1, uint32_t z);
void drawing_triangle(unsigned attributes, const int xy[6], uint32_t z);
void drawing_sprite(unsigned attributes, int x0, int y0, int x1, int y1, uint32_t z);
void drawing_colour(uint32_t colour);

/* The pixel of the frame (the depth buffer) after all drawing, in its own format. */
uint32_t drawing_pixel(uint32_t x, uint32_t y);
uint32_t drawing_z(uint32_t x, uint32_t y);
/* How many of the frame's pixels are not `value`. */
unsigned drawing_count_other(uint32_t value);

/* Uploads w x h texels to the texture's place (width 64 texels a TBW) and gives TEX0 for it. */
uint64_t drawing_texture(unsigned psm, unsigned tw, unsigned th, unsigned tcc, unsigned tfx,
                         const uint32_t *texel);
/* Sets TEX0_1 to a texture of 1024 x 64 whose texels name themselves, DECAL: u in bits 9..0, v above. */
void drawing_naming_texture(void);
/* Draws a textured point with (U, V) in 1/16 texel, and returns the pixel that it leaves in a frame that
 * held 0. */
uint32_t drawing_sample(unsigned attributes, int u, int v);

#endif
