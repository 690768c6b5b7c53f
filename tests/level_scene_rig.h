/* A generated level open, its landscape as events, and what VU1's model makes of them. */
#ifndef TESTS_LEVEL_SCENE_RIG_H
#define TESTS_LEVEL_SCENE_RIG_H

#include <path1/level_scene.h>
#include <path1/replay.h>

#include "level_generator_cases.h"

struct scene_rig {
    struct gen_content content;
    struct gen_bytes file;
    struct level *level;
};
extern struct scene_rig scene_rig;

/* Opens the level, in place of the one before. */
void scene_rig_use(enum gen_case which);
void scene_rig_drop(void);
/* The valid patches of the first block. */
const struct level_block *scene_rig_block(void);
/* Position `number` of a patch, raw units, absolute. */
void scene_rig_position(const struct level_patch *patch, unsigned number, double at[3]);
/* A float word's value. */
double scene_rig_number(uint32_t word);
/* Writes the options' frames to a .p1t. */
struct level_trace_counts scene_rig_write(const char *path, const struct level_trace_options *options);

/* What PATH1 gave the GS. */
struct scene_packets {
    uint8_t *bytes;
    size_t size;
};
/* Draws patch `number` of the first block alone, as `mode`, whatever its distance. To be freed. */
struct scene_packets scene_rig_draw(const struct level_camera *camera, uint32_t number, enum level_mode mode);

#endif
