/* Decoding one patch, in steps: header and offsets, VIF lists to pieces, pieces to arrays. Source: LEVEL.md
 * section 4. */
#ifndef LEVEL_PATCH_H
#define LEVEL_PATCH_H

#include "level_state.h"

/* A VIFcode of a list and its data. */
struct level_vif_code {
    uint32_t offset; /* of the word, in the block's part */
    uint32_t code;
    uint32_t num;            /* of an UNPACK: 1 .. 256 */
    uint32_t payload, bytes; /* data: offset in the part, without padding */
    /* The state that an UNPACK works with. */
    uint32_t row[4];
    unsigned mode, cl, wl;
};

/* Where an UNPACK's data lie; num 0: there was none. */
struct level_piece {
    uint32_t offset, num, code;
};

/* What the five lists of a patch unpack. */
struct level_pieces {
    struct level_piece header, ad_gifs;
    struct level_piece positions[LEVEL_TIERS], infos[LEVEL_TIERS];
    struct level_piece parents[LEVEL_TIERS], extras[LEVEL_TIERS];
    struct level_piece indices[LEVEL_LODS], strips[LEVEL_LODS];
    uint32_t origin[LEVEL_TIERS][4]; /* rows of the positions */
};

struct level_patch_reader {
    struct level *level;
    const struct level_block *block;
    struct level_patch *patch;
    struct level_bytes bytes; /* of the block's part, up to the block's end */
    struct level_pieces pieces;
    /* VIF state between lists */
    uint32_t row[4];
    unsigned mode, cl, wl;
};

/* level_check of one patch. A rule that does not hold leaves patch->failure. */
bool level_patch_check(struct level_patch_reader *r, enum level_check_name name, bool good, uint32_t offset,
                       const char *format, ...) LEVEL_FORMAT(5);

/* Header and offsets of the data block; the spans of the lists. */
bool level_patch_header(struct level_patch_reader *r);
/* The lists' commands: fills `pieces` and patch->vu. */
bool level_patch_lists(struct level_patch_reader *r);
/* Arrays out of the pieces, and what must hold among them. */
bool level_patch_arrays(struct level_patch_reader *r);
bool level_patch_strips(struct level_patch_reader *r);
bool level_patch_links(struct level_patch_reader *r);
/* Colours, light records, spheres, boxes. */
bool level_patch_records(struct level_patch_reader *r);

#endif
