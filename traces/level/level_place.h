/* Where a level's data lie in GS memory: frame, depth, what gs_ram holds, and levels 0 and 1 of the textures,
 * which come and go. Addresses are blocks of 256 bytes unless they are called pages. */
#ifndef LEVEL_PLACE_H
#define LEVEL_PLACE_H

#include <path1/level_scene.h>

enum {
    /* 512 x 416 pixels of 32 bits: 8 x 13 pages. */
    LEVEL_DEPTH_PAGE = 104,
    LEVEL_TEXTURE_PAGE = 208,
    LEVEL_GS_BLOCKS = 16384,
};

/* One texture. */
struct level_home {
    bool here;       /* its levels have a place */
    bool due;        /* and are still to be uploaded */
    uint32_t tbp[2]; /* of levels 0 and 1 */
};

struct level_place {
    const struct level *level;
    const struct level_texture *textures; /* of tfrags */
    size_t count;
    struct level_home *home; /* a texture each */
    uint32_t base;           /* of what gs_ram holds */
    uint32_t first, next;    /* of the blocks behind it; the first that is free */
    uint32_t end;            /* the first that is not for textures */
};

/* `most` blocks for textures, 0: all that are free. False: no memory, or no room. */
bool level_place_begin(struct level_place *place, const struct level *level, uint32_t most);
void level_place_end(struct level_place *place);
/* Finds room for what a patch uses. When there is none left all others go first, and `*pages` is counted up.
 * False: there is none even then. */
bool level_place_patch(struct level_place *place, const struct level_patch *patch, uint64_t *pages);
/* TBW or DBW of a PSMT8 image, in 64 pixels. */
uint32_t level_place_width(uint32_t width);

#endif
