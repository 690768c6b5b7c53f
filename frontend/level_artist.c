#include "level_artist.h"

#include <stdio.h>
#include <stdlib.h>

#include "progress.h"
#include "report.h"
#include "view.h"

struct level_artist {
    struct replay *replay;
    struct level_scene *scene;
    const char *name;
    struct level_trace_counts set_up;
};

static bool play(void *user, const struct trace_event *event, struct trace_error *error)
{
    return replay_feed(user, event, NULL, error) == REPLAY_END;
}

struct level_artist *level_artist_create(const struct level *level, const char *name,
                                         const struct replay_manner *manner, struct trace_error *error)
{
    struct level_artist *artist = reallocate(NULL, 1, sizeof *artist);
    *artist = (struct level_artist){.replay = replay_create_live(&manner->rules), .name = name};
    if (artist->replay) {
        const struct level_trace_options options = {.lod = -1, .name = name};
        const struct level_sink sink = {artist->replay, play};
        replay_set_vu1(artist->replay, manner->vu1);
        artist->scene = level_scene_begin(level, &options, &sink, &artist->set_up, error);
    } else {
        snprintf(error->text, sizeof error->text, "%.256s: out of memory", name);
    }
    if (artist->scene)
        return artist;
    level_artist_destroy(artist);
    return NULL;
}

static struct frame_picture read_image(struct gs *gs)
{
    struct view view;
    if (!view_merged(&view, gs))
        return (struct frame_picture){0};
    size_t row = (size_t)view.width * 4;
    struct frame_picture image = {view.width, view.height, reallocate(NULL, view.height, row)};
    for (uint32_t y = 0; y < view.height; y++)
        view.row(&view, y, image.rgba + y * row);
    return image;
}

struct level_picture *level_artist_draw(struct level_artist *artist, const struct level_shot *shot,
                                        struct trace_error *error)
{
    const struct level_trace_options options = {
        .lod = shot->lod,
        .last_patch = UINT32_MAX,
        .everything = shot->everything,
        .tint = shot->tint,
        .name = artist->name,
    };
    uint64_t begun = monotonic_time();
    struct level_picture *picture = reallocate(NULL, 1, sizeof *picture);
    *picture = (struct level_picture){.shot = *shot};
    if (!level_scene_frame(artist->scene, &shot->camera, &options, &picture->counts, error)) {
        free(picture);
        return NULL;
    }
    picture->image = read_image(replay_gs(artist->replay));
    picture->time = monotonic_time() - begun;
    return picture;
}

void level_artist_destroy(struct level_artist *artist)
{
    if (!artist)
        return;
    level_scene_end(artist->scene);
    replay_destroy(artist->replay);
    free(artist);
}

void level_picture_free(struct level_picture *picture)
{
    if (!picture)
        return;
    free(picture->image.rgba);
    free(picture);
}
