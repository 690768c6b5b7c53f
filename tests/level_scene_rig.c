#include "level_scene_rig.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

struct scene_rig scene_rig;

void scene_rig_use(enum gen_case which)
{
    struct trace_error error;
    scene_rig_drop();
    gen_make_case(which, &scene_rig.content);
    gen_make(&scene_rig.content, &scene_rig.file);
    scene_rig.level =
        level_open_memory(gen_case_name(which), scene_rig.file.data, scene_rig.file.size, &error);
    cr_assert_not_null(scene_rig.level, "%s", error.text);
}

void scene_rig_drop(void)
{
    level_close(scene_rig.level);
    scene_rig.level = NULL;
    gen_content_free(&scene_rig.content);
    gen_bytes_free(&scene_rig.file);
}

const struct level_block *scene_rig_block(void)
{
    size_t count;
    const struct level_block *blocks = level_blocks(scene_rig.level, &count);
    cr_assert_gt(count, 0);
    return blocks;
}

void scene_rig_position(const struct level_patch *patch, unsigned number, double at[3])
{
    const struct level_position *position = &patch->positions[number];
    at[0] = (double)patch->origin[0] + position->x;
    at[1] = (double)patch->origin[1] + position->y;
    at[2] = (double)patch->origin[2] + position->z;
}

double scene_rig_number(uint32_t word)
{
    float single;
    memcpy(&single, &word, sizeof single);
    return single;
}

struct level_trace_counts scene_rig_write(const char *path, const struct level_trace_options *options)
{
    const struct trace_header header = {.serial = ""};
    const struct trace_start start = {0};
    struct level_trace_counts counts;
    struct trace_error error;
    struct trace_writer *writer = trace_writer_create_p1t(path, &header, &start, NULL, 0, &error);
    cr_assert_not_null(writer, "%s", error.text);
    cr_assert(level_trace_write(scene_rig.level, options, writer, &counts, &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    return counts;
}

/* ---- one patch in any mode ---- */

struct puppet {
    struct replay *replay;
    enum level_mode asked, mode; /* what the options can ask for, and what is wanted */
    unsigned changed;
    struct scene_packets packets;
};

static void collect(void *user, const struct replay_gif *gif)
{
    struct puppet *puppet = user;
    struct scene_packets *packets = &puppet->packets;
    if (!gif->kicked)
        return;
    packets->bytes = realloc(packets->bytes, packets->size + 16 * gif->quadwords);
    cr_assert_not_null(packets->bytes);
    memcpy(packets->bytes + packets->size, gif->data, 16 * gif->quadwords);
    packets->size += 16 * gif->quadwords;
}

/* A patch's words end with its MSCAL and NOPs. */
static bool play(void *user, const struct trace_event *event, struct trace_error *error)
{
    struct puppet *puppet = user;
    struct trace_event other = *event;
    uint8_t *copy = malloc(event->size + 1);
    cr_assert_not_null(copy);
    if (event->data)
        memcpy(copy, event->data, event->size);
    other.data = copy;
    for (uint32_t at = event->size; event->kind == TRACE_VIF1 && at >= event->size - 12; at -= 4) {
        uint8_t *word = copy + at - 4;
        if (word[3] != 0x14 || word[0] != (uint8_t)puppet->asked || word[1] || word[2])
            continue;
        word[0] = (uint8_t)puppet->mode;
        puppet->changed++;
    }
    bool good = replay_feed(puppet->replay, &other, NULL, error) == REPLAY_END;
    free(copy);
    return good;
}

struct scene_packets scene_rig_draw(const struct level_camera *camera, uint32_t number, enum level_mode mode)
{
    static const enum level_mode plain[] = {LEVEL_MODE_LOD_0, LEVEL_MODE_LOD_1, LEVEL_MODE_LOD_2};
    unsigned lod = level_mode_lod(mode);
    struct puppet puppet = {.replay = replay_create_live(NULL), .asked = plain[lod], .mode = mode};
    const struct replay_observer observer = {.user = &puppet, .gif = collect};
    const struct level_trace_options options = {
        .lod = (int)lod, .first_patch = number, .last_patch = number, .everything = true};
    const struct level_sink sink = {&puppet, play};
    struct level_trace_counts counts = {0};
    struct trace_error error;
    replay_set_vu1(puppet.replay, REPLAY_VU1_MODEL);
    replay_observe(puppet.replay, &observer);
    struct level_scene *scene = level_scene_begin(scene_rig.level, &options, &sink, &counts, &error);
    cr_assert_not_null(scene, "%s", error.text);
    cr_assert(level_scene_frame(scene, camera, &options, &counts, &error), "%s", error.text);
    cr_assert_eq(puppet.changed, 1);
    level_scene_end(scene);
    replay_destroy(puppet.replay);
    return puppet.packets;
}
