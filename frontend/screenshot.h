/* Pictures saved by a key: a file that is there already is never replaced. */
#ifndef FRONTEND_SCREENSHOT_H
#define FRONTEND_SCREENSHOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "frame.h"

enum screenshot_result {
    SCREENSHOT_SAVED,
    SCREENSHOT_THERE, /* a file of that name has this very picture */
    SCREENSHOT_OTHER, /* a file of that name has something else: reported */
    SCREENSHOT_FAILED /* reported */
};
/* Writes DIRECTORY/NAME, a PNG file with or without alpha, and makes the directory if it is missing. */
enum screenshot_result screenshot_save(const char *directory, const char *name,
                                       const struct frame_picture *picture, bool alpha);

#endif
