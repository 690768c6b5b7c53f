/* GIF: tags and the unpacking of PACKED, REGLIST and IMAGE data (GS-DRAWING section 1). */
#ifndef GS_GIF_H
#define GS_GIF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>

enum gs_gif_flg { GS_GIF_PACKED, GS_GIF_REGLIST, GS_GIF_IMAGE, GS_GIF_DISABLED };

/* Tag state of one path. */
struct gs_gif {
    uint64_t tag[2]; /* as read; NLOOP here is what the tag said */
    uint32_t left; /* loops (PACKED, REGLIST) or quadwords (IMAGE) still to come; 0: next quadword is a tag */
    uint32_t next; /* index of the next descriptor in the loop, 0..nreg-1 */
    uint32_t nreg; /* 1..16 */
};

/* See gs_gif_transfer. */
void gs_gif_feed(struct gs *gs, enum gs_path path, const uint8_t *data, size_t quadwords);
void gs_gif_load(struct gs_gif *gif, const struct gs_gif_path_state *state);
void gs_gif_save(const struct gs_gif *gif, struct gs_gif_path_state *state);

#endif
