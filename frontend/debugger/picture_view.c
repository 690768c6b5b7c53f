#include "picture_view.h"

/* Dark grey, so that a black picture's edge can be seen. */
enum { BACKGROUND = 0x30 };

bool picture_view_set(struct picture_view *view, const uint8_t *rgba, uint32_t width, uint32_t height)
{
    view->width = view->height = 0;
    if (!rgba)
        return true;
    int w = (int)width, h = (int)height; /* the chip's pictures have a few thousand at most */
    if (!view->texture || w != view->texture_width || h != view->texture_height) {
        picture_view_free(view);
        view->texture =
            SDL_CreateTexture(view->renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STREAMING, w, h);
        if (!view->texture)
            return false;
        view->texture_width = w;
        view->texture_height = h;
        SDL_SetTextureBlendMode(view->texture, SDL_BLENDMODE_NONE);
    }
    if (SDL_UpdateTexture(view->texture, NULL, rgba, w * 4) != 0)
        return false;
    view->width = w;
    view->height = h;
    return true;
}

/* The picture's size at zoom 1 is at least its pixels in both directions. */
static void size_unzoomed(const struct picture_view *view, int *width, int *height)
{
    *width = view->width;
    *height = view->height;
    if (view->aspect == PICTURE_SQUARE)
        return;
    if (view->width * 3 > view->height * 4)
        *height = (view->width * 3 + 2) / 4;
    else
        *width = (view->height * 4 + 1) / 3;
}

void picture_view_size(const struct picture_view *view, unsigned zoom, int *width, int *height)
{
    size_unzoomed(view, width, height);
    *width *= (int)zoom;
    *height *= (int)zoom;
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

struct picture_place picture_view_place(const struct picture_view *view, const SDL_Rect *area)
{
    struct picture_place place = {{area->x, area->y, 0, 0}, 0};
    if (!view->width)
        return place;
    int width, height;
    size_unzoomed(view, &width, &height);
    int fits = smaller(area->w / width, area->h / height);
    place.zoom = (unsigned)(view->zoom ? smaller((int)view->zoom, fits) : fits);
    if (place.zoom) {
        width *= (int)place.zoom;
        height *= (int)place.zoom;
    } else if ((int64_t)area->w * height < (int64_t)area->h * width) {
        height = (int)((int64_t)area->w * height / width);
        width = area->w;
    } else {
        width = (int)((int64_t)area->h * width / height);
        height = area->h;
    }
    place.rect = (SDL_Rect){area->x + (area->w - width) / 2, area->y + (area->h - height) / 2, width, height};
    return place;
}

void picture_view_draw(struct picture_view *view, const SDL_Rect *area)
{
    SDL_SetRenderDrawColor(view->renderer, BACKGROUND, BACKGROUND, BACKGROUND, 255);
    SDL_RenderFillRect(view->renderer, area);
    struct picture_place place = picture_view_place(view, area);
    if (place.rect.w <= 0 || place.rect.h <= 0)
        return;
    SDL_SetTextureScaleMode(view->texture, place.zoom ? SDL_ScaleModeNearest : SDL_ScaleModeLinear);
    SDL_RenderCopy(view->renderer, view->texture, NULL, &place.rect);
}

bool picture_view_pixel(const struct picture_view *view, const SDL_Rect *area, int x, int y, int *pixel_x,
                        int *pixel_y)
{
    struct picture_place place = picture_view_place(view, area);
    if (!SDL_PointInRect(&(SDL_Point){x, y}, &place.rect))
        return false;
    *pixel_x = (int)((int64_t)(x - place.rect.x) * view->width / place.rect.w);
    *pixel_y = (int)((int64_t)(y - place.rect.y) * view->height / place.rect.h);
    return true;
}

void picture_view_free(struct picture_view *view)
{
    if (view->texture)
        SDL_DestroyTexture(view->texture);
    view->texture = NULL;
    view->width = view->height = 0;
}
