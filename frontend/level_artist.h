/* Draws a level's landscape from any camera: its events go straight into a replay that lives on. */
#ifndef FRONTEND_LEVEL_ARTIST_H
#define FRONTEND_LEVEL_ARTIST_H

#include <path1/level_scene.h>
#include <path1/replay.h>

#include "frame.h"
#include "options.h"

/* What is wanted. */
struct level_shot {
    struct level_camera camera;
    int lod;         /* as in struct level_trace_options */
    bool tint;       /* patches in the colours of their modes */
    bool everything; /* no culling */
};

/* What was drawn. */
struct level_picture {
    struct level_shot shot;
    struct frame_picture image; /* the merged frame */
    struct level_trace_counts counts;
    uint64_t time; /* ns that it took */
};

struct level_artist;

/* The level and its `name`, for errors, stay the caller's. NULL: `error` is filled. */
struct level_artist *level_artist_create(const struct level *level, const char *name,
                                         const struct replay_manner *manner, struct trace_error *error);
/* The picture, to be freed with level_picture_free; NULL: `error` is filled, and nothing more can be drawn.
 */
struct level_picture *level_artist_draw(struct level_artist *artist, const struct level_shot *shot,
                                        struct trace_error *error);
void level_artist_destroy(struct level_artist *artist);
void level_picture_free(struct level_picture *picture);

#endif
