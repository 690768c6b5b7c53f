/* TMEM: decoded textures. One module owns texture formats, TEXA and the cache of decoded blocks.
 *
 * A texture is decoded a block at a time, before the draw that needs it, and a block is decoded again when
 * its page was written since. What a draw sees is therefore local memory as it was when the draw began
 * (GS_RULE_TEXTURE_READ). The cache is laid out as PCSX2's is, because two of its properties show in
 * pictures: texels that no draw has needed yet read as 0, and 16-bit blocks (16 texels wide) in textures of
 * 8 texels or less run over into the next row. */
#ifndef GS_TMEM_H
#define GS_TMEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memory.h"

struct gs_tmem;

/* What makes two uses the same texture. */
struct gs_texture_key {
    const struct gs_format *format;
    uint32_t tbp, tbw;         /* blocks, 64 pixels */
    uint32_t tw_log2, th_log2; /* effective size, 0..10 */
    uint32_t pitch_log2;       /* texels from one row to the next */
    uint64_t texa;             /* 0 for formats that TEXA does not change */
};

struct gs_texture {
    struct gs_texture_key key;
    uint32_t tiles_wide, tiles_high; /* blocks */
    uint64_t *tile_stamp; /* per block in raster order: memory stamp at decoding + 1; 0 = never decoded */
    uint32_t *rgba;       /* direct formats; texel (x, y) at (y << pitch_log2) + x */
    uint8_t *index;       /* indexed formats */
    size_t texels;        /* allocated */
    uint64_t checked;     /* memory stamp at which the whole texture was last found decoded; 0 = not whole */
    uint64_t last_used;   /* counts binds */
    uint32_t age;         /* vsyncs since the last use */
};

struct gs_tmem *gs_tmem_create(void);
void gs_tmem_destroy(struct gs_tmem *tmem);
/* Forgets every decoded texture. */
void gs_tmem_drop(struct gs_tmem *tmem);
/* A field ends: forgets textures that were not used for more than 10 fields. */
void gs_tmem_age(struct gs_tmem *tmem);

/* The texture of `key`; `any_texa`: alpha is not used, so that the most recent one with another TEXA serves
 * as well. With room for texel indices below `width` and `height` (1..1024). Valid until the
 * ninth next bind. NULL if memory is short. */
struct gs_texture *gs_tmem_bind(struct gs_tmem *tmem, const struct gs_texture_key *key, bool any_texa,
                                uint32_t width, uint32_t height);
/* Decodes the blocks that texels [x0, x1) x [y0, y1) lie in, as far as they are not decoded or were written
 * since. */
void gs_texture_load(struct gs_texture *texture, const struct gs_memory *memory, uint32_t x0, uint32_t y0,
                     uint32_t x1, uint32_t y1);

/* TEXA, or 0 for formats that it does not change. */
uint64_t gs_relevant_texa(const struct gs_format *format, uint64_t texa);

#endif
