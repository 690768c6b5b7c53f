/* What the files of the landscape's events share. */
#ifndef LEVEL_SCENE_PARTS_H
#define LEVEL_SCENE_PARTS_H

#include <path1/level_scene.h>

#include "level_place.h"
#include "level_stream.h"

/* VIFcodes */
#define STCYCL(wl, cl) (0x01000000u | (wl) << 8 | (cl))
#define OFFSET(qw) (0x02000000u | (qw))
#define BASE(qw) (0x03000000u | (qw))
#define STMOD(mode) (0x05000000u | (mode))
#define FLUSH 0x11000000u
#define MSCAL(pair) (0x14000000u | (pair))
#define MPG(pairs, pair) (0x4A000000u | ((pairs)&0xFF) << 16 | (pair))
#define DIRECT(qw) (0x50000000u | ((qw)&0xFFFF))
#define UNPACK_V4_32(num, imm) (0x6C000000u | (num) << 16 | (imm))
#define UNPACK_V4_8(num, imm) (0x6E000000u | ((num)&0xFF) << 16 | (imm))
#define FLG 0x8000u
#define USN 0x4000u

struct level_scene {
    const struct level *level;
    struct level_sink sink;
    struct level_place place;
    struct level_stream stream;
    uint64_t frame; /* that comes next */
    /* Of the call that is being carried out. */
    const struct level_trace_options *options;
    struct level_trace_counts *counts;
    struct trace_error *error;
};

/* ---- level_scene.c: events ---- */

/* What is in the stream, as words for VIF1 or a packet of PATH3; empties it. */
bool level_scene_send(struct level_scene *scene, enum trace_event_kind kind);
/* The EE writes a register. */
bool level_scene_register(struct level_scene *scene, uint32_t address, uint64_t value);
/* Text about what follows, if the options ask for it. */
bool level_scene_comment(struct level_scene *scene, const char *text);

/* ---- level_setup.c ---- */

/* Sends what makes the CRTC show the frame buffer. */
bool level_scene_output(struct level_scene *scene);
/* Adds the packets of the palettes and mip levels of gs_ram, which stay. */
void level_scene_residents(struct level_scene *scene);
/* Sends the microprogram. */
bool level_scene_program(struct level_scene *scene);
/* Adds the registers of the tfrag pass (LEVEL 5.4), and a cleared frame and depth buffer. */
void level_scene_start_frame(struct level_scene *scene);
/* Adds constants and the program's own start. */
void level_scene_chain_head(struct level_scene *scene, const struct level_view *view);

/* ---- level_packets.c ---- */

/* Adds all that makes VU1 draw a patch whose textures have their place. */
void level_scene_add_patch(struct level_scene *scene, const struct level_view *view,
                           const struct level_block *block, const struct level_patch *patch,
                           enum level_mode mode);

#endif
