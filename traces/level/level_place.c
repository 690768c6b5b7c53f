#include "level_place.h"

#include <stdlib.h>

uint32_t level_place_width(uint32_t width)
{
    return width < 64 ? 1 : width / 64;
}

static uint32_t blocks_of(uint32_t bytes)
{
    return (bytes + 255) / 256;
}

bool level_place_begin(struct level_place *place, const struct level *level, uint32_t most)
{
    size_t count;
    const struct level_upload *uploads = level_uploads(level, &count);
    uint64_t end = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t behind = (uint64_t)uploads[i].address + uploads[i].size;
        if (!uploads[i].stash && behind > end)
            end = behind;
    }
    *place = (struct level_place){.level = level, .base = LEVEL_TEXTURE_PAGE * 32};
    place->textures = level_textures(level, LEVEL_TEXTURE_TFRAG, &place->count);
    if (end / 256 + 1 > LEVEL_GS_BLOCKS - place->base)
        return false;
    place->first = place->next = place->base + blocks_of((uint32_t)end);
    place->end = most && most < LEVEL_GS_BLOCKS - place->first ? place->first + most : LEVEL_GS_BLOCKS;
    place->home = calloc(place->count + 1, sizeof place->home[0]);
    return place->home != NULL;
}

void level_place_end(struct level_place *place)
{
    free(place->home);
    place->home = NULL;
}

static bool find_room(struct level_place *place, const struct level_texture *texture)
{
    struct level_home *home = &place->home[texture->index];
    uint32_t size[2] = {0, 0}, needed = 0;
    if (home->here)
        return true;
    for (unsigned l = 0; l < 2 && l < texture->levels; l++) {
        size[l] = blocks_of((uint32_t)(texture->width >> l) * (uint32_t)(texture->height >> l));
        needed += size[l];
    }
    if (needed > place->end - place->next)
        return false;
    home->tbp[0] = place->next;
    home->tbp[1] = texture->levels > 1 ? place->next + size[0] : 0;
    home->here = home->due = true;
    place->next += needed;
    return true;
}

static bool find_all(struct level_place *place, const struct level_patch *patch)
{
    for (unsigned i = 0; i < patch->ad_gif_count; i++)
        if (!find_room(place, &place->textures[patch->ad_gifs[i].texture]))
            return false;
    return true;
}

bool level_place_patch(struct level_place *place, const struct level_patch *patch, uint64_t *pages)
{
    if (find_all(place, patch))
        return true;
    for (size_t i = 0; i < place->count; i++)
        place->home[i] = (struct level_home){0};
    place->next = place->first;
    ++*pages;
    return find_all(place, patch);
}
