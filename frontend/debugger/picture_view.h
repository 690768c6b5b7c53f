/* A picture in a part of a window: its place, whole-number zoom with crisp pixels, pixel shape, and which of
 * its pixels is at a point. Coordinates are those of the renderer's output. */
#ifndef FRONTEND_DEBUGGER_PICTURE_VIEW_H
#define FRONTEND_DEBUGGER_PICTURE_VIEW_H

#include <stdbool.h>
#include <stdint.h>

#include <SDL.h>

enum picture_aspect {
    PICTURE_SQUARE, /* pixels are squares */
    PICTURE_4_3,    /* the picture is 4:3, as on a television; one direction keeps whole pixels, the other is
                     * stretched beyond the zoom */
};

struct picture_view {
    SDL_Renderer *renderer; /* the caller's */
    unsigned zoom;          /* output pixels for one of the picture; 0: as many as fit */
    enum picture_aspect aspect;
    int width, height; /* of the picture; 0 x 0: none */
    SDL_Texture *texture;
    int texture_width, texture_height;
};

/* Where a picture lies. */
struct picture_place {
    SDL_Rect rect;
    unsigned zoom; /* in use: a fixed zoom shrinks to what fits. 0: not even 1 fits, the picture is scaled
                    * down, smoothed */
};

/* Takes a picture, width * height * 4 bytes R,G,B,A (shown opaque); NULL: none. False if the renderer
 * cannot hold it; SDL_GetError says why. */
bool picture_view_set(struct picture_view *view, const uint8_t *rgba, uint32_t width, uint32_t height);
/* Size of a picture at a zoom of 1 or more. */
void picture_view_size(const struct picture_view *view, unsigned zoom, int *width, int *height);
/* The picture's place in the middle of `area`. */
struct picture_place picture_view_place(const struct picture_view *view, const SDL_Rect *area);
/* Draws the picture and a neutral background around it. */
void picture_view_draw(struct picture_view *view, const SDL_Rect *area);
/* Which pixel of the picture is at this point? False if none is. */
bool picture_view_pixel(const struct picture_view *view, const SDL_Rect *area, int x, int y, int *pixel_x,
                        int *pixel_y);
/* Frees the texture; before the renderer goes. */
void picture_view_free(struct picture_view *view);

#endif
