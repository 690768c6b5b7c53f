/* Patches with what a level's patches have, at random: valid in every respect of LEVEL sections 4 and 5. */
#ifndef TESTS_TFRAG_RANDOM_H
#define TESTS_TFRAG_RANDOM_H

#include <stdint.h>

#include "tfrag_patch.h"

/* Where the patch is seen: its centre's place for the camera, raw units, x right, y down, z forward. */
struct patch_place {
    double x, y, z;
};
/* Fog, and L = 32 world units: LOD 0 morphs from 65536 to 131072 raw units, LOD-01 vertices from there to
 * 196608. */
extern const struct patch_view patch_random_view;
/* Puts patch number `seed` into data memory at `top`, with constants for patch_random_view. Its strips use
 * all vertex infos of the tiers up to `tier`. Positions are up to `extent` raw units from the centre, at most
 * 32767. */
void patch_random(struct tfrag_patch *patch, uint32_t seed, uint16_t top, unsigned tier,
                  const struct patch_place *place, int32_t extent);

#endif
