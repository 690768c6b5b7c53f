/* The older laws of coordinates in triangles (GS-EXACT sections 7.1 to 7.3), in the place of the plane: each
 * span is walked from its first pixel, whatever the scissor leaves of it. */
#ifndef GS_CONSOLE_SPANS_H
#define GS_CONSOLE_SPANS_H

#include "console_walk.h"

/* The next triangle: decides by its Q where the draw is walked in grains, and sets the axes up. */
void gs_console_spans_triangle(struct gs_console_walk *walk, const struct gs_vertex raw[3]);
/* Row y begins. */
void gs_console_spans_row(struct gs_console_walk *walk, int32_t y);
/* U (axis 0) or V (axis 1) at column x, 1/65536 texel. */
int32_t gs_console_spans_at(const struct gs_console_walk *walk, unsigned axis, int32_t x);

#endif
