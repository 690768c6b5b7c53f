/* The trace of a level's landscape. */
#include <path1/level_scene.h>

static bool write_event(void *user, const struct trace_event *event, struct trace_error *error)
{
    return trace_writer_add(user, event, error);
}

bool level_trace_write(const struct level *level, const struct level_trace_options *options,
                       struct trace_writer *writer, struct level_trace_counts *counts,
                       struct trace_error *error)
{
    struct level_trace_counts own;
    const struct level_sink sink = {writer, write_event};
    if (!counts)
        counts = &own;
    *counts = (struct level_trace_counts){0};
    struct level_scene *scene = level_scene_begin(level, options, &sink, counts, error);
    bool good = scene;
    for (size_t i = 0; good && i < options->frames; i++)
        good = level_scene_frame(scene, &options->cameras[i], options, counts, error);
    level_scene_end(scene);
    return good;
}
