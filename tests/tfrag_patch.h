/* Patches for the tfrag program, put together in the data memory of tests/tfrag_rig.h as VIF1 would leave
 * them there (LEVEL sections 4.2 to 5.1). */
#ifndef TESTS_TFRAG_PATCH_H
#define TESTS_TFRAG_PATCH_H

#include <stdint.h>

#include "tfrag_rig.h"

enum { TIER_COMMON, TIER_LOD_01, TIER_LOD_0, TIERS };

struct tfrag_patch {
    /* What it is to have room for. */
    unsigned positions[TIERS], extras[TIERS]; /* extra vertex infos */
    unsigned ad_gifs, indices, records;
    uint16_t top;
    /* Filled by patch_begin: addresses from TOP on. */
    uint16_t position, info[TIERS], parents[TIERS], extra_parents[TIERS], index, record, ad_gif, end;
    unsigned indices_written, records_written;
};

/* The constants at 656 to 670 that LEVEL section 5.2 gives, with this fog and LOD base distance L (world
 * units). */
struct patch_view {
    double fog_near, fog_far;   /* raw units: 1/1024 */
    double fog_least, fog_most; /* F */
    double lod;
};
void patch_constants(const struct patch_view *view);
/* Lays the patch out in memory from `top` on and writes its header. */
void patch_begin(struct tfrag_patch *patch);
/* Columns for x, y, z, and the translation. */
void patch_matrix(const struct tfrag_patch *patch, const double matrix[4][4]);
/* The projection of LEVEL section 5.4, seen by a camera for which the world is turned about z, then tilted
 * about y, and the point `origin` of the world (raw units) lies at `at` (x right, y down, z forward, raw
 * units). */
void patch_camera(const struct tfrag_patch *patch, const struct patch_view *view, double turn, double tilt,
                  const int32_t origin[3], const double at[3]);

/* `position` counts through all tiers. */
void patch_position(const struct tfrag_patch *patch, unsigned position, int32_t x, int32_t y, int32_t z);
void patch_colour(const struct tfrag_patch *patch, unsigned position, uint32_t r, uint32_t g, uint32_t b,
                  uint32_t a);
/* `info` counts through all tiers and their extras, as index bytes do. s, t in 1/4096 above 0. */
void patch_info(const struct tfrag_patch *patch, unsigned info, int16_t s, int16_t t, unsigned second_parent,
                unsigned position);
/* Number `number` of a tier (its extras) has vertex info `info` as its first parent. */
void patch_parent(const struct tfrag_patch *patch, unsigned tier, unsigned number, unsigned info);
void patch_extra_parent(const struct tfrag_patch *patch, unsigned tier, unsigned number, unsigned info);
/* Five quadwords of A+D with recognisable data; the bias of s and t is 2048.0. */
void patch_ad_gif(const struct tfrag_patch *patch, unsigned number);
/* The next record and the next index. */
void patch_record(struct tfrag_patch *patch, int x, int y, int z);
void patch_index(struct tfrag_patch *patch, unsigned info);

/* The first info of a tier, counted through. */
unsigned patch_first_info(const struct tfrag_patch *patch, unsigned tier);
unsigned patch_first_position(const struct tfrag_patch *patch, unsigned tier);

/* The word of a float. */
uint32_t patch_float(double value);
void patch_store(unsigned quadword, uint32_t x, uint32_t y, uint32_t z, uint32_t w);
void patch_store_floats(unsigned quadword, double x, double y, double z, double w);

#endif
