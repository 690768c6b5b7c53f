/* Cameras on the command line. */
#ifndef FRONTEND_LEVEL_CAMERA_H
#define FRONTEND_LEVEL_CAMERA_H

#include <stdbool.h>
#include <stddef.h>

#include <path1/level_scene.h>

enum { LEVEL_CAMERAS = 64 };

/* "X,Y,Z,YAW,PITCH" (the last two may be left out) becomes cameras[*count], and *count is one more. Reports
 * and returns false if it is none, or one too many. */
bool level_camera_option(const char *command, const char *text, struct level_camera cameras[LEVEL_CAMERAS],
                         size_t *count);
/* `frames` cameras on straight lines from one to the next of `count`. */
void level_camera_way(const struct level_camera *cameras, size_t count, struct level_camera *way,
                      size_t frames);

#endif
