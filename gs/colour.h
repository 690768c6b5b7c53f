/* The colour part of the pixel pipeline: texture function, fog, blending, dithering (GS-DRAWING
 * section 9, PCSX2-SW section 7). Everything works on whole groups; values can leave 0..255 until
 * gs_colours_pack. Outputs are other arrays than inputs. */
#ifndef GS_COLOUR_H
#define GS_COLOUR_H

#include "lanes.h"

struct gs_pipeline;
struct gs_group;

/* The colours of a group without texture: 0..511, for a negative colour wraps as a 16-bit logical shift makes
 * it. */
void gs_colours_plain(const struct gs_group *g, gs_colours out);
/* The texture function of texels and the group's colours. */
void gs_colours_texture(const struct gs_pipeline *p, const struct gs_group *g, const gs_colours texel,
                        gs_colours out);
/* Alpha of antialiased pixels. */
void gs_colours_coverage(const struct gs_pipeline *p, const struct gs_group *g, gs_colours colour);
void gs_colours_fog(const struct gs_pipeline *p, const struct gs_group *g, gs_colours colour);
/* Blends `colour` with the frame's pixels; A stays. */
void gs_colours_blend(const struct gs_pipeline *p, const gs_colours colour, const gs_colours under,
                      gs_colours out);

/* The channels of pixels as they lie in memory. */
void gs_colours_unpack(const uint8_t bytes[GS_CHANNELS], gs_colours out);
/* Dithers, clamps and packs the pixels of row `y`. */
void gs_colours_pack(const struct gs_pipeline *p, int32_t y, const gs_colours colour,
                     uint8_t out[GS_CHANNELS]);

#endif
