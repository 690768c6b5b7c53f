/* Which patch is at a place of the picture. */
#ifndef FRONTEND_LEVEL_PICK_H
#define FRONTEND_LEVEL_PICK_H

#include "level_artist.h"

struct level_picked {
    enum level_part block;
    uint32_t patch;
    enum level_mode mode;
    double depth; /* of the triangle, along the view, world units */
};

/* The nearest triangle there of the patches that the shot draws, in the LOD that they are drawn with;
 * morphing is not looked at, nor are holes in textures. False: there is none. */
bool level_pick(const struct level *level, const struct level_shot *shot, const double pixel[2],
                struct level_picked *out);

#endif
