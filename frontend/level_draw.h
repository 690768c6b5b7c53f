/* A texture of a level as the GS shows it: uploaded, then drawn texel for pixel. */
#ifndef FRONTEND_LEVEL_DRAW_H
#define FRONTEND_LEVEL_DRAW_H

#include <path1/gs.h>
#include <path1/level.h>

/* Draws mip level `number` of a valid texture and reads it back: (width >> number) x (height >> number)
 * pixels of R, G, B, A, top row first; alpha is the byte that the GS has (0x80 opaque). Local memory is
 * overwritten. */
void level_draw(struct gs *gs, const struct level_texture *texture, unsigned number, uint8_t *rgba);

#endif
