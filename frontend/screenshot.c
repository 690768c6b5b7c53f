#include "screenshot.h"

#include <png.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "output.h"
#include "report.h"
#include "view.h"

/* Are the file's pixels those of the picture, alpha counting only if it is written? */
static bool has_picture(const char *path, const struct frame_picture *picture, bool alpha)
{
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&image, path))
        return false;
    image.format = PNG_FORMAT_RGBA;
    bool same = image.width == picture->width && image.height == picture->height;
    if (same) {
        size_t pixels = (size_t)picture->width * picture->height;
        uint8_t *rgba = reallocate(NULL, pixels, 4);
        same = png_image_finish_read(&image, NULL, rgba, 0, NULL);
        for (size_t i = 0; i < pixels && same; i++)
            same = memcmp(rgba + i * 4, picture->rgba + i * 4, alpha ? 4 : 3) == 0;
        free(rgba);
    }
    png_image_free(&image);
    return same;
}

enum screenshot_result screenshot_save(const char *directory, const char *name,
                                       const struct frame_picture *picture, bool alpha)
{
    if (!output_directory(directory))
        return SCREENSHOT_FAILED;
    char *path = format_text("%s/%s", directory, name);
    struct stat status;
    enum screenshot_result result;
    if (lstat(path, &status) == 0) {
        result = S_ISREG(status.st_mode) && has_picture(path, picture, alpha) ? SCREENSHOT_THERE
                                                                              : SCREENSHOT_OTHER;
        if (result == SCREENSHOT_OTHER)
            report("%s: is there already with something else in it; not replaced", path);
    } else {
        struct view view;
        view_pixels(&view, picture->width, picture->height, picture->rgba);
        result = view_write_png(&view, alpha, path) ? SCREENSHOT_SAVED : SCREENSHOT_FAILED;
    }
    free(path);
    return result;
}
