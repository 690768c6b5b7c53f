/*
 * path1/level_scene.h: the landscape of a level as the console draws it: camera, choice of the level of
 * detail, and the trace (textures, registers, VIF packets of each patch) that makes VIF1, VU1 and GS draw it.
 *
 * The second game's program for this was not read: camera, culling and constants are those of the first game,
 * whose VU program is the same; the LOD distances and the order of choice are measured.
 */
#ifndef PATH1_LEVEL_SCENE_H
#define PATH1_LEVEL_SCENE_H

#include <path1/level.h>
#include <path1/trace.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- camera ---- */

/* Pixels of the frame buffer. */
enum { LEVEL_FRAME_WIDTH = 512, LEVEL_FRAME_HEIGHT = 416 };

/* Where the picture is taken from. World units, z up. Yaw 0 looks along x, 90 along y; a positive pitch looks
 * up; both in degrees. */
struct level_camera {
    double position[3];
    double yaw, pitch;
};

/* What the patches of a frame have in common. Float words of the PlayStation 2. */
struct level_view {
    uint32_t eye[3]; /* raw units */
    uint32_t right[3], down[3], forward[3];
    uint32_t matrix[4][4];        /* quadwords 5..8 of a VU buffer: columns of x, y, z, and the translation */
    uint32_t constants[15][4];    /* quadwords 656..670 */
    double eye_at[3], axis[3][3]; /* the same as eye, right, down, forward, for culling */
};
/* `lod_distance`: L of the block, a float word. Without settings, or when they have no fog, F is 255
 * everywhere (within a sixteenth). Uses no library function whose result could depend on the machine. */
PATH1_API void level_view_make(struct level_view *view, const struct level_camera *camera,
                               const struct level_settings *settings, uint32_t lod_distance);
/* A place in raw units as the camera has it: x to the right, y down, z the depth, raw units. */
PATH1_API void level_view_space(const struct level_view *view, const double at[3], double space[3]);
/* Where on the picture such a place is drawn, pixels, within a quarter of one; false if it is before the near
 * plane. */
PATH1_API bool level_view_pixel(const double space[3], double pixel[2]);
/* The direction, of any length, of what is drawn at a place on the picture. */
PATH1_API void level_view_ray(const struct level_view *view, const double pixel[2], double direction[3]);
/* A camera that sees all of the level's patches from a corner, slightly from above. */
PATH1_API void level_camera_overview(const struct level *level, struct level_camera *out);
/* A camera on top of the bounding sphere of the patch that is nearest to the middle of all. */
PATH1_API void level_camera_inside(const struct level *level, struct level_camera *out);

/* ---- level of detail ---- */

/* What the VU program does with a patch; the values are its MSCAL addresses. */
enum level_mode {
    LEVEL_MODE_LOD_2 = 0x06,
    LEVEL_MODE_LOD_1_COLLAPSE = 0x08,
    LEVEL_MODE_LOD_1_MORPH = 0x0A,
    LEVEL_MODE_LOD_1 = 0x0C, /* no morph; only when asked for */
    LEVEL_MODE_LOD_0_COLLAPSE = 0x0E,
    LEVEL_MODE_LOD_0_MORPH = 0x10,
    LEVEL_MODE_LOD_0 = 0x14,
};
/* Depths of a bounding sphere's near and far side along the view, raw units, truncated as the EE does. */
PATH1_API void level_depth(const struct level_view *view, const uint32_t bsphere[4], int32_t *near_depth,
                           int32_t *far_depth);
/* The first of the six conditions that holds [A]. */
PATH1_API enum level_mode level_choose_mode(uint32_t lod_distance, bool base_only, int32_t near_depth,
                                            int32_t far_depth);
/* 2, 1 or 0: whose lists and strips a mode uses. */
PATH1_API unsigned level_mode_lod(enum level_mode mode);
/* R, G, B that a mode's patches have in a tinted picture, 80h = 1.0: LOD 2 blue, LOD 1 green,
 * LOD 0 yellow (collapse), orange (morph) and red. */
PATH1_API const uint8_t *level_mode_tint(enum level_mode mode);
/* The mode of a valid patch: `lod` 0..2 that one without morph, -1 as the console chooses. */
PATH1_API enum level_mode level_patch_mode(const struct level_view *view, const struct level_block *block,
                                           const struct level_patch *patch, int lod);
/* Is a patch in sight? By its sphere, then by the corners of its clip box [B]. */
PATH1_API bool level_patch_visible(const struct level_view *view, const struct level_patch *patch);
/* Is block number `index` part of the landscape? Chunks, where there are some, stand for the core's. */
PATH1_API bool level_block_shown(const struct level *level, size_t index);

/* ---- events ---- */

struct level_trace_options {
    const struct level_camera *cameras; /* a frame each */
    size_t frames;                      /* 1 or more */
    int lod;                            /* 0..2: of all patches, without morph; -1: as the console chooses */
    uint32_t first_patch, last_patch;   /* of each block, both included */
    bool everything;                    /* also what is not in sight */
    const uint8_t
        *microcode; /* VU1's micro memory, VU1_MEMORY_SIZE bytes: the game's own program; NULL: ours */
    bool comments;  /* an event of text before each patch */
    /* Blocks of GS memory for levels 0 and 1 of the textures, at most; 0: all that are free. With fewer than
     * a frame needs they are uploaded in turns. */
    uint32_t texture_blocks;
    const char *name; /* of the level, for errors; NULL: "level" */
    bool tint;        /* level_mode_tint in place of the colours; their alpha stays */
};

struct level_trace_counts {
    uint64_t patches;  /* drawn, all frames together */
    uint64_t culled;   /* out of sight */
    uint64_t broken;   /* whose checks failed: not drawn */
    uint64_t unlit;    /* drawn with the disc's placeholder colours */
    uint64_t vertices; /* positions of the patches drawn, all tiers */
    uint64_t lit_vertices;
    uint64_t mode[32]; /* by MSCAL address */
    uint64_t textures; /* uploaded, paging counted anew */
    uint64_t pages;    /* times that texture memory was filled anew within a frame */
    uint64_t vif_bytes;
};

/* Takes the events; `event` and its data live until the return. Return false to stop, with `error` filled. */
struct level_sink {
    void *user;
    bool (*event)(void *user, const struct trace_event *event, struct trace_error *error);
};

/* A landscape on its way, with what it knows of GS memory: textures are sent once, and again only when they
 * had to make room. */
struct level_scene;

/* Sends the set-up: what the CRTC shows, what stays in GS memory, the program. `options`: microcode,
 * comments, texture_blocks and name count. What it does is added to `*counts`. NULL on error. The level stays
 * the caller's. */
PATH1_API struct level_scene *level_scene_begin(const struct level *level,
                                                const struct level_trace_options *options,
                                                const struct level_sink *sink,
                                                struct level_trace_counts *counts, struct trace_error *error);
/* Sends a frame and its vsync; `options` may be others in each frame, their cameras, microcode and
 * texture_blocks do not matter. False on error: the sink's, or a patch whose textures do not fit into GS
 * memory; then only level_scene_end may follow. */
PATH1_API bool level_scene_frame(struct level_scene *scene, const struct level_camera *camera,
                                 const struct level_trace_options *options, struct level_trace_counts *counts,
                                 struct trace_error *error);
PATH1_API void level_scene_end(struct level_scene *scene);

/* Writes the events: set-up, textures, the program, and for each camera the patches and a vsync. False on
 * error: the writer's, or a patch whose textures do not fit into GS memory. `counts` may be NULL. */
PATH1_API bool level_trace_write(const struct level *level, const struct level_trace_options *options,
                                 struct trace_writer *writer, struct level_trace_counts *counts,
                                 struct trace_error *error);

#ifdef __cplusplus
}
#endif
#endif
