#include "level_camera.h"

#include <math.h>
#include <stdlib.h>

#include "report.h"

/* Nothing in a level is farther away. */
#define FARTHEST 1e6

bool level_camera_option(const char *command, const char *text, struct level_camera cameras[LEVEL_CAMERAS],
                         size_t *count)
{
    double value[5] = {0.0};
    const char *at = text;
    int given = 0;
    while (given < 5) {
        char *end;
        value[given] = strtod(at, &end);
        if (end == at || !(fabs(value[given]) <= FARTHEST))
            break;
        given++;
        at = end;
        if (*at != ',')
            break;
        at++;
    }
    if (*at || given < 3) {
        report("%s: --camera takes X,Y,Z,YAW,PITCH in world units and degrees, not '%s'", command, text);
        return false;
    }
    if (*count == LEVEL_CAMERAS) {
        report("%s: --camera may be given at most %d times", command, LEVEL_CAMERAS);
        return false;
    }
    cameras[(*count)++] = (struct level_camera){{value[0], value[1], value[2]}, value[3], value[4]};
    return true;
}

static double between(double a, double b, double t)
{
    return a + (b - a) * t;
}

void level_camera_way(const struct level_camera *cameras, size_t count, struct level_camera *way,
                      size_t frames)
{
    for (size_t i = 0; i < frames; i++) {
        double at = frames > 1 ? (double)i * (double)(count - 1) / (double)(frames - 1) : 0.0;
        size_t from = (size_t)at < count - 1 ? (size_t)at : count - 1;
        size_t to = from + 1 < count ? from + 1 : from;
        double t = at - (double)from;
        const struct level_camera *a = &cameras[from], *b = &cameras[to];
        for (unsigned k = 0; k < 3; k++)
            way[i].position[k] = between(a->position[k], b->position[k], t);
        way[i].yaw = between(a->yaw, b->yaw, t);
        way[i].pitch = between(a->pitch, b->pitch, t);
    }
}
