#include "level_generator.h"

#include <stdlib.h>
#include <string.h>

/* Room for one more element of a growing array. */
static void *grow(void *array, size_t count, size_t *room, size_t size)
{
    if (count < *room)
        return array;
    *room = 2 * *room + 8;
    array = realloc(array, *room * size);
    gen_require(array);
    return array;
}

void gen_content_free(struct gen_content *content)
{
    for (size_t i = 0; i < content->textures; i++)
        for (unsigned l = 0; l < 4; l++)
            free(content->texture[i].level[l]);
    free(content->texture);
    free(content->palette);
    free(content->patch);
    *content = (struct gen_content){0};
}

struct gen_patch *gen_add_patch(struct gen_content *content)
{
    content->patch = grow(content->patch, content->patches, &content->patch_room, sizeof *content->patch);
    struct gen_patch *patch = &content->patch[content->patches++];
    memset(patch, 0, sizeof *patch);
    return patch;
}

unsigned gen_add_palette(struct gen_content *content, const struct gen_palette *palette)
{
    content->palette =
        grow(content->palette, content->palettes, &content->palette_room, sizeof *content->palette);
    content->palette[content->palettes] = *palette;
    return (unsigned)content->palettes++;
}

unsigned gen_add_texture(struct gen_content *content, const struct gen_texture *texture)
{
    content->texture =
        grow(content->texture, content->textures, &content->texture_room, sizeof *content->texture);
    content->texture[content->textures] = *texture;
    return (unsigned)content->textures++;
}

void gen_count_strips(const struct gen_strips *strips, struct gen_drawn *drawn)
{
    for (unsigned i = 0; i < strips->runs; i++) {
        const struct gen_run *run = &strips->run[i];
        drawn->kicks += run->kick;
        drawn->ad_gifs += run->ad_gif >= 0;
        drawn->vertices += run->count;
        drawn->triangles += run->count - 2u;
    }
    drawn->kicks++; /* of the last packet */
}

static void count_records(const struct gen_strips *strips, struct gen_totals *totals)
{
    for (unsigned i = 0; i < strips->runs; i++) {
        const struct gen_run *run = &strips->run[i];
        totals->loads += run->ad_gif >= 0 && !run->kick;
        totals->kicks += run->kick;
        totals->kicks_with_load += run->kick && run->ad_gif >= 0;
    }
}

void gen_count(const struct gen_content *content, struct gen_totals *totals)
{
    *totals = (struct gen_totals){.patches = (uint32_t)content->patches,
                                  .textures = (uint32_t)content->textures,
                                  .palettes = (uint32_t)content->palettes,
                                  .gs_blocks = 4 * (uint32_t)content->palettes};
    for (size_t i = 0; i < content->patches; i++) {
        const struct gen_patch *patch = &content->patch[i];
        for (unsigned t = 0; t < GEN_TIERS; t++) {
            totals->positions += patch->tier[t].positions;
            totals->vertices[t] += patch->tier[t].vertices;
            struct gen_drawn drawn = {0};
            gen_count_strips(&patch->lod[t], &drawn);
            totals->triangles[t] += drawn.triangles;
            count_records(&patch->lod[t], totals);
        }
        totals->ad_gifs += patch->ad_gifs;
    }
    for (size_t i = 0; i < content->textures; i++) {
        const struct gen_texture *texture = &content->texture[i];
        totals->texture_levels += texture->levels;
        for (unsigned l = 0; l < texture->levels; l++) {
            unsigned side = (unsigned)texture->side >> l;
            totals->gs_blocks += (side * side + 255) / 256;
        }
    }
}
