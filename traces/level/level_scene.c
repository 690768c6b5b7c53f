/* A level's landscape as events, frame after frame. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "level_scene_parts.h"
#include "trace_failure.h"

static const char *name_of(const struct level_trace_options *options)
{
    return options->name ? options->name : "level";
}

/* ---- events ---- */

static bool emit(struct level_scene *scene, const struct trace_event *event)
{
    return scene->sink.event(scene->sink.user, event, scene->error);
}

bool level_scene_send(struct level_scene *scene, enum trace_event_kind kind)
{
    if (scene->stream.failed)
        return trace_fail(scene->error, name_of(scene->options), 0,
                          "expected memory for VIF packets, found none left");
    bool good = emit(scene, &(const struct trace_event){
                                .kind = kind,
                                .path_code = TRACE_PATH3,
                                .flags = TRACE_DMA_BEGIN | TRACE_DMA_END,
                                .size = (uint32_t)scene->stream.size,
                                .data = scene->stream.bytes,
                            });
    if (kind == TRACE_VIF1)
        scene->counts->vif_bytes += scene->stream.size;
    level_stream_clear(&scene->stream);
    return good;
}

bool level_scene_register(struct level_scene *scene, uint32_t address, uint64_t value)
{
    return emit(scene,
                &(const struct trace_event){.kind = TRACE_REGISTER, .address = address, .value = value});
}

bool level_scene_comment(struct level_scene *scene, const char *text)
{
    if (!scene->options->comments)
        return true;
    return emit(scene, &(const struct trace_event){.kind = TRACE_COMMENT,
                                                   .size = (uint32_t)strlen(text),
                                                   .data = (const uint8_t *)text});
}

/* ---- life ---- */

/* Makes this call's arguments known to all that it does. */
static void enter(struct level_scene *scene, const struct level_trace_options *options,
                  struct level_trace_counts *counts, struct trace_error *error)
{
    scene->options = options;
    scene->counts = counts;
    scene->error = error;
}

struct level_scene *level_scene_begin(const struct level *level, const struct level_trace_options *options,
                                      const struct level_sink *sink, struct level_trace_counts *counts,
                                      struct trace_error *error)
{
    struct level_scene *scene = calloc(1, sizeof *scene);
    if (!scene) {
        trace_fail(error, name_of(options), 0, "expected memory for its landscape, found none left");
        return NULL;
    }
    scene->level = level;
    scene->sink = *sink;
    enter(scene, options, counts, error);
    bool good = level_place_begin(&scene->place, level, options->texture_blocks) ||
                trace_fail(error, name_of(options), 0,
                           "expected gs_ram that leaves room for textures in GS memory, "
                           "found one that does not");
    if (good) {
        level_scene_residents(scene);
        good = level_scene_output(scene) && (!scene->stream.size || level_scene_send(scene, TRACE_GIF)) &&
               level_scene_program(scene);
    }
    if (good)
        return scene;
    level_scene_end(scene);
    return NULL;
}

void level_scene_end(struct level_scene *scene)
{
    if (!scene)
        return;
    level_place_end(&scene->place);
    level_stream_free(&scene->stream);
    free(scene);
}

/* ---- frames ---- */

static void count_patch(struct level_trace_counts *counts, const struct level_patch *patch,
                        enum level_mode mode)
{
    counts->patches++;
    counts->mode[mode]++;
    counts->vertices += patch->position_count;
    if (patch->lit)
        counts->lit_vertices += patch->position_count;
    else
        counts->unlit++;
}

static bool send_patch(struct level_scene *scene, const struct level_view *view,
                       const struct level_block *block, const struct level_patch *patch)
{
    enum level_mode mode = level_patch_mode(view, block, patch, scene->options->lod);
    char text[96];
    if (!level_place_patch(&scene->place, patch, &scene->counts->pages))
        return trace_fail(
            scene->error, name_of(scene->options), patch->offset,
            "expected textures of a patch that fit into GS memory, found too many in patch %" PRIu32,
            patch->index);
    snprintf(text, sizeof text, "patch %" PRIu32 " of %s, LOD %u, mode 0x%x", patch->index,
             level_part_name(block->part), level_mode_lod(mode), (unsigned)mode);
    if (!level_scene_comment(scene, text))
        return false;
    level_scene_add_patch(scene, view, block, patch, mode);
    count_patch(scene->counts, patch, mode);
    return level_scene_send(scene, TRACE_VIF1);
}

static bool send_block(struct level_scene *scene, const struct level_camera *camera,
                       const struct level_block *block)
{
    const struct level_trace_options *options = scene->options;
    struct level_view view;
    level_view_make(&view, camera, level_settings(scene->level), block->lod_distance);
    level_scene_chain_head(scene, &view);
    if (!level_scene_send(scene, TRACE_VIF1))
        return false;
    for (uint32_t i = 0; i < block->patch_count; i++) {
        const struct level_patch *patch = &block->patches[i];
        if (i < options->first_patch || i > options->last_patch)
            continue;
        if (!patch->valid)
            scene->counts->broken++;
        else if (!options->everything && !level_patch_visible(&view, patch))
            scene->counts->culled++;
        else if (!send_patch(scene, &view, block, patch))
            return false;
    }
    return true;
}

bool level_block_shown(const struct level *level, size_t index)
{
    size_t count;
    const struct level_block *blocks = level_blocks(level, &count);
    bool chunks = false;
    for (size_t i = 0; i < count; i++)
        chunks = chunks || blocks[i].part != LEVEL_CORE_DATA;
    return !chunks || blocks[index].part != LEVEL_CORE_DATA;
}

bool level_scene_frame(struct level_scene *scene, const struct level_camera *camera,
                       const struct level_trace_options *options, struct level_trace_counts *counts,
                       struct trace_error *error)
{
    size_t count;
    const struct level_block *blocks = level_blocks(scene->level, &count);
    enter(scene, options, counts, error);
    level_scene_start_frame(scene);
    if (!level_scene_send(scene, TRACE_GIF))
        return false;
    for (size_t i = 0; i < count; i++)
        if (level_block_shown(scene->level, i) && !send_block(scene, camera, &blocks[i]))
            return false;
    uint8_t field = scene->frame++ & 1;
    return emit(scene, &(const struct trace_event){.kind = TRACE_WAIT}) &&
           emit(scene, &(const struct trace_event){.kind = TRACE_VSYNC, .field = field});
}
