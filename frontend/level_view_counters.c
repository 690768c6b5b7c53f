/* The numbers of a picture, and what must not go unseen. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "level_view.h"

struct shouting {
    char (*line)[LEVEL_SHOUT];
    unsigned count;
};

#if defined(__GNUC__)
__attribute__((format(printf, 2, 3)))
#endif
static void
shout(struct shouting *to, const char *format, ...)
{
    va_list arguments;
    if (to->count == LEVEL_SHOUTS)
        return;
    va_start(arguments, format);
    vsnprintf(to->line[to->count++], LEVEL_SHOUT, format, arguments);
    va_end(arguments);
}

unsigned level_view_shouts(const struct level *level, const struct level_trace_counts *counts,
                           char shouts[LEVEL_SHOUTS][LEVEL_SHOUT])
{
    struct shouting to = {shouts, 0};
    const struct level_lighting *lighting = level_lighting(level);
    if (counts->unlit)
        shout(&to, "UNLIT: %" PRIu64 " OF %" PRIu64 " PATCHES HAVE THE DISC'S PLACEHOLDER COLOURS",
              counts->unlit, counts->patches);
    if (!lighting->has_bank)
        shout(&to, "NO LIGHT BANK");
    if (!lighting->has_normals)
        shout(&to, "NO TABLE OF NORMALS");
    if (!level_settings(level)->present)
        shout(&to, "NO LEVEL SETTINGS: FOG AND BACKGROUND ARE DEFAULTS");
    if (counts->broken)
        shout(&to, "BROKEN: %" PRIu64 " PATCHES BREAK A RULE AND ARE NOT DRAWN", counts->broken);
    if (!counts->patches && !counts->culled && !counts->broken)
        shout(&to, "THE LEVEL HAS NO PATCHES");
    return to.count;
}

unsigned level_view_lines(const struct level_picture *picture, char lines[LEVEL_LINES][LEVEL_LINE])
{
    const struct level_camera *camera = &picture->shot.camera;
    const struct level_trace_counts *c = &picture->counts;
    const uint64_t *mode = c->mode;
    unsigned n = 0;
    snprintf(lines[n++], LEVEL_LINE, "x %.1f  y %.1f  z %.1f  yaw %.1f  pitch %.1f", camera->position[0],
             camera->position[1], camera->position[2], camera->yaw, camera->pitch);
    snprintf(lines[n++], LEVEL_LINE, "patches %" PRIu64 " drawn, %" PRIu64 " culled, %" PRIu64 " broken",
             c->patches, c->culled, c->broken);
    snprintf(lines[n++], LEVEL_LINE, "LOD 2 %" PRIu64, mode[LEVEL_MODE_LOD_2]);
    snprintf(lines[n++], LEVEL_LINE, "LOD 1 %" PRIu64 " collapse, %" PRIu64 " morph, %" PRIu64 " plain",
             mode[LEVEL_MODE_LOD_1_COLLAPSE], mode[LEVEL_MODE_LOD_1_MORPH], mode[LEVEL_MODE_LOD_1]);
    snprintf(lines[n++], LEVEL_LINE, "LOD 0 %" PRIu64 " collapse, %" PRIu64 " morph, %" PRIu64 " plain",
             mode[LEVEL_MODE_LOD_0_COLLAPSE], mode[LEVEL_MODE_LOD_0_MORPH], mode[LEVEL_MODE_LOD_0]);
    snprintf(lines[n++], LEVEL_LINE,
             "lit %" PRIu64 " of %" PRIu64 " vertices, textures sent %" PRIu64 ", memory refilled %" PRIu64,
             c->lit_vertices, c->vertices, c->textures, c->pages);
    return n;
}
