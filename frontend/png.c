/* view_write_png: pictures as PNG files. */
#include <errno.h>
#include <png.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "output.h"
#include "report.h"
#include "view.h"

/* libpng reports an error here and wants us not to return. */
static void on_error(png_structp png, png_const_charp message)
{
    const char *path = png_get_error_ptr(png);
    report("%s: %s", path, errno ? strerror(errno) : message);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp message)
{
    (void)png;
    (void)message;
}

/* Everything between creating and destroying the libpng structs. `row` has room for one row. */
static bool write_rows(png_structp png, png_infop info, const struct view *view, bool alpha, FILE *file,
                       uint8_t *row)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_IHDR(png, info, view->width, view->height, 8,
                 alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
                 PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (!alpha)
        png_set_filler(png, 0, PNG_FILLER_AFTER); /* drops the fourth byte of each pixel */
    for (uint32_t y = 0; y < view->height; y++) {
        view->row(view, y, row);
        png_write_row(png, row);
    }
    png_write_end(png, info);
    return true;
}

bool view_write_png(const struct view *view, bool alpha, const char *path)
{
    struct output output;
    if (!output_begin(&output, path))
        return false;
    /* libpng only hands the pointer back; it never writes through it. */
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, output.path, on_error, on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    bool good = false;
    if (info) {
        uint8_t *row = reallocate(NULL, view->width, 4);
        errno = 0;
        good = write_rows(png, info, view, alpha, output.file, row);
        free(row);
    } else {
        report("%s: out of memory", path);
    }
    png_destroy_write_struct(&png, &info);
    if (good)
        return output_commit(&output);
    output_abandon(&output);
    return false;
}
