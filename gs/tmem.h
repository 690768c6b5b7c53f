/* TMEM: decoded textures. One module owns texture formats, TEXA and the cache of decoded blocks; a
 * cached block is used again only if its page was not written since it was decoded. */
#ifndef GS_TMEM_H
#define GS_TMEM_H

#include <stdbool.h>
#include <stdint.h>

#include "memory.h"

struct gs_tmem;

/* One texture level: texels in raster order, decoded a block at a time when first fetched. Direct
 * formats hold RGBA words (TEXA applied), indexed formats hold indices. */
struct gs_texture {
    const struct gs_format *format;
    uint32_t tbp, tbw;      /* blocks, 64 pixels */
    uint64_t texa;          /* 0 for formats that TEXA does not change */
    uint32_t width, height; /* texels that there is room for, powers of two */
    uint32_t tiles_wide;    /* blocks a row */
    uint64_t epoch;         /* tiles with this epoch are exact */
    uint64_t *tile_epoch;   /* per block: the epoch in which it was found exact */
    uint64_t *tile_stamp;   /* per block: memory stamp at decoding + 1; 0 = never decoded */
    uint32_t *rgba;         /* direct formats */
    uint8_t *index;         /* indexed formats */
    uint64_t last_used;
    size_t bytes; /* allocated */
    const struct gs_memory *memory;
};

struct gs_tmem *gs_tmem_create(void);
void gs_tmem_destroy(struct gs_tmem *tmem);
/* Forgets every decoded texture. */
void gs_tmem_drop(struct gs_tmem *tmem);

/* The texture at block `tbp` of width `tbw` with room for `width` x `height` texels (1..1024 each), as
 * memory is now. Valid until the next bind that is not part of the same draw: at most 8 binds a draw.
 * NULL if memory is short. */
struct gs_texture *gs_tmem_bind(struct gs_tmem *tmem, const struct gs_memory *memory,
                                const struct gs_format *format, uint32_t tbp, uint32_t tbw, uint64_t texa,
                                uint32_t width, uint32_t height);
/* Decodes now what lies in `pages`, within the first `width` x `height` texels: a draw is about to
 * write there and must go on seeing the old texels. */
void gs_texture_keep(struct gs_texture *texture, const struct gs_page_set *pages, uint32_t width,
                     uint32_t height);
/* Decodes block `tile` (raster order of blocks) if it is not exact any more. */
void gs_texture_refresh(struct gs_texture *texture, uint32_t tile);

static inline uint32_t gs_texture_touch(struct gs_texture *t, uint32_t x, uint32_t y)
{
    uint32_t tile = (y >> t->format->block_h_log2) * t->tiles_wide + (x >> t->format->block_w_log2);
    if (t->tile_epoch[tile] != t->epoch)
        gs_texture_refresh(t, tile);
    return y * t->width + x;
}

/* Texel (x, y) within the bound size: RGBA, or RGBA through `palette` for indexed formats. */
static inline uint32_t gs_texture_fetch(struct gs_texture *t, const uint32_t *palette, uint32_t x, uint32_t y)
{
    uint32_t at = gs_texture_touch(t, x, y);
    return t->index ? palette[t->index[at]] : t->rgba[at];
}

#endif
