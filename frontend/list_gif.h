/* path1 list: GIF data as tags, registers and vertices (GS-DRAWING sections 1 and 2). */
#ifndef FRONTEND_LIST_GIF_H
#define FRONTEND_LIST_GIF_H

#include <stddef.h>
#include <stdint.h>

#include <path1/gs.h>
#include <path1/vu.h>

#include "listing.h"

/* A register as data wrote it. */
struct gif_written {
    const char *name;                 /* as PACKED data call it: XYZ3 if nothing is drawn */
    const struct gs_register *layout; /* NULL: no known register */
    uint64_t value;                   /* as the register's address takes it */
    bool adc;                         /* PACKED: by the ADC bit nothing is drawn */
    bool has_q;                       /* PACKED ST: Q for the RGBAQ that follow */
    uint32_t q;
};

#define GIF_VERTEX_PARTS 16

/* Where each path is in its packet, and the parts of a vertex that is not complete. All 0: before a packet.
 */
struct gif_lister {
    struct gif_lister_path {
        uint64_t tag[2];
        uint32_t left; /* loops or quadwords that are to come */
        uint32_t next; /* index of the next descriptor */
        uint32_t nreg;
    } path[GS_PATH_COUNT];
    uint32_t q; /* the GIF's internal Q */
    bool brief; /* tags only */

    struct gif_written part[GIF_VERTEX_PARTS];
    struct place part_place[GIF_VERTEX_PARTS];
    unsigned parts;
};

/* Where a recording starts. */
void gif_lister_begin(struct gif_lister *lister, const struct gs_state *state, bool brief);
/* The GIF is reset: no path is inside of a packet. */
void gif_lister_reset(struct gif_lister *lister);
/* Follows `quadwords` on a path, the first at `place`, and prints them if the listing is on. */
void gif_lister_take(struct gif_lister *lister, struct listing *listing, enum gs_path path,
                     const uint8_t *data, size_t quadwords, struct place place, unsigned depth);

/* "PATH1" to "PATH3", "merged". */
const char *gif_path_name(enum gs_path path);

#endif
