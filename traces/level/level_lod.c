/* The level of detail of a patch (LEVEL 6.1, 6.2), on the EE's floats. */
#include <path1/ee_fpu.h>
#include <path1/level_scene.h>

#define WORD_1024 0x44800000u

static uint32_t add(uint32_t a, uint32_t b)
{
    return ee_fpu_add(a, b).word;
}

static uint32_t mul(uint32_t a, uint32_t b)
{
    return ee_fpu_mul(a, b).word;
}

void level_depth(const struct level_view *view, const uint32_t bsphere[4], int32_t *near_depth,
                 int32_t *far_depth)
{
    uint32_t term[3];
    for (unsigned i = 0; i < 3; i++)
        term[i] = mul(view->forward[i], ee_fpu_sub(bsphere[i], view->eye[i]).word);
    uint32_t depth = add(add(term[0], term[1]), term[2]);
    *near_depth = (int32_t)ee_fpu_to_fixed(ee_fpu_sub(depth, bsphere[3]).word, 0);
    *far_depth = (int32_t)ee_fpu_to_fixed(add(depth, bsphere[3]), 0);
}

/* Ti: i times two L, in raw units. */
static int32_t threshold(uint32_t lod_distance, uint32_t factor)
{
    return (int32_t)ee_fpu_to_fixed(mul(mul(lod_distance, factor), WORD_1024), 0);
}

enum level_mode level_choose_mode(uint32_t lod_distance, bool base_only, int32_t near_depth,
                                  int32_t far_depth)
{
    const int32_t t0 = threshold(lod_distance, 0x40C00000), /* 6.0 */
        t1 = threshold(lod_distance, 0x40800000),           /* 4.0 */
        t2 = threshold(lod_distance, 0x40000000);           /* 2.0 */
    if (base_only || near_depth >= t0)
        return LEVEL_MODE_LOD_2;
    if (far_depth >= t0)
        return LEVEL_MODE_LOD_1_COLLAPSE;
    if (near_depth >= t1)
        return LEVEL_MODE_LOD_1_MORPH;
    if (far_depth >= t1)
        return LEVEL_MODE_LOD_0_COLLAPSE;
    return far_depth >= t2 ? LEVEL_MODE_LOD_0_MORPH : LEVEL_MODE_LOD_0;
}

unsigned level_mode_lod(enum level_mode mode)
{
    switch (mode) {
    case LEVEL_MODE_LOD_2:
        return 2;
    case LEVEL_MODE_LOD_1_COLLAPSE:
    case LEVEL_MODE_LOD_1_MORPH:
    case LEVEL_MODE_LOD_1:
        return 1;
    default:
        return 0;
    }
}

const uint8_t *level_mode_tint(enum level_mode mode)
{
    static const uint8_t lod_2[3] = {0x28, 0x48, 0xD0}, collapse_1[3] = {0x18, 0x80, 0x50},
                         morph_1[3] = {0x20, 0xB0, 0x30}, lod_1[3] = {0x60, 0xE0, 0x30},
                         collapse_0[3] = {0xB0, 0xA0, 0x10}, morph_0[3] = {0xD0, 0x68, 0x18},
                         lod_0[3] = {0xE0, 0x28, 0x28};
    switch (mode) {
    case LEVEL_MODE_LOD_2:
        return lod_2;
    case LEVEL_MODE_LOD_1_COLLAPSE:
        return collapse_1;
    case LEVEL_MODE_LOD_1_MORPH:
        return morph_1;
    case LEVEL_MODE_LOD_1:
        return lod_1;
    case LEVEL_MODE_LOD_0_COLLAPSE:
        return collapse_0;
    case LEVEL_MODE_LOD_0_MORPH:
        return morph_0;
    default:
        return lod_0;
    }
}

enum level_mode level_patch_mode(const struct level_view *view, const struct level_block *block,
                                 const struct level_patch *patch, int lod)
{
    static const enum level_mode plain[LEVEL_LODS] = {LEVEL_MODE_LOD_0, LEVEL_MODE_LOD_1, LEVEL_MODE_LOD_2};
    int32_t near_depth, far_depth;
    if (lod >= 0)
        return plain[lod];
    level_depth(view, patch->header.bsphere, &near_depth, &far_depth);
    return level_choose_mode(block->lod_distance, patch->header.base_only, near_depth, far_depth);
}
