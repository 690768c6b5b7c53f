/* Colours, light records, texture spheres and clip box of a patch, and ad-gifs as the load leaves them.
 * Source: LEVEL.md sections 3.6, 4.2, 7.2. */
#include <inttypes.h>
#include <string.h>

#include "../trace_bytes.h"
#include "level_patch.h"

enum { LIGHT_BYTES = 8, ORIGIN_BYTES = 16, SPHERE_BYTES = 16, CLIP_UNIT = 64 };

static bool load_colours(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    const struct level_patch_header *h = &patch->header;
    unsigned count = 4u * h->rgba_size;
    bool good = h->light_ofs - h->rgba_ofs == 16 * h->rgba_size && count >= patch->position_count;
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_COLOURS, good, patch->offset + 0x29,
                           "expected 0x%x bytes of colours for %u positions, found %u quadwords",
                           h->light_ofs - h->rgba_ofs, patch->position_count, h->rgba_size))
        return false;
    uint8_t *colours = level_keep(r->level, count, 4);
    if (!colours)
        return false;
    memcpy(colours, r->bytes.data + patch->data + h->rgba_ofs, (size_t)4 * count);
    patch->disc_colours = patch->colours = colours;
    patch->colour_count = count;
    return true;
}

/* Where the bytes of each position lie, from the data block on. */
static uint32_t position_place(const struct level_patch_reader *r, unsigned number)
{
    int tier = 0;
    for (; tier < LEVEL_TIERS - 1 && number >= r->pieces.positions[tier].num; tier++)
        number -= r->pieces.positions[tier].num;
    return r->pieces.positions[tier].offset + 6 * number - r->patch->data;
}

static bool load_lights(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    const struct level_patch_header *h = &patch->header;
    unsigned count = patch->position_count, bytes = ORIGIN_BYTES + LIGHT_BYTES * count;
    unsigned room = (unsigned)(h->msphere_ofs - h->light_ofs);
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_LIGHTS, room == (bytes + 15) / 16 * 16, patch->offset + 0x30,
                           "expected 0x%x bytes of origin and light records, found 0x%x",
                           (bytes + 15) / 16 * 16, room))
        return false;
    struct level_light *lights = level_keep(r->level, count, sizeof *lights);
    if (!lights)
        return false;
    patch->lights = lights;
    for (unsigned i = 0; i < count; i++) {
        uint32_t offset = patch->data + h->light_ofs + ORIGIN_BYTES + LIGHT_BYTES * i;
        const uint8_t *from = r->bytes.data + offset;
        lights[i] =
            (struct level_light){level_u16(from), from[2], from[3], level_u16(from + 4), level_u16(from + 6)};
        level_patch_check(r, LEVEL_CHECK_PATCH_LIGHT_OFFSETS, lights[i].position_ofs == position_place(r, i),
                          offset, "position %u: expected 0x%" PRIx32 ", found 0x%x", i, position_place(r, i),
                          lights[i].position_ofs);
    }
    level_patch_check(r, LEVEL_CHECK_PATCH_LIGHT_WORDS, h->point_lights == 0xFFFF && h->dir_lights_one == -1,
                      patch->offset + 0x34, "expected 0xffff and -1, found 0x%x and %d", h->point_lights,
                      h->dir_lights_one);
    return true;
}

/* As many as there is room for up to the clip box. */
static bool load_spheres(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    const struct level_patch_header *h = &patch->header;
    unsigned room = (unsigned)(h->cube_ofs - h->msphere_ofs) / SPHERE_BYTES;
    unsigned count = h->msphere_count < room ? h->msphere_count : room;
    struct level_texture_sphere *spheres = level_keep(r->level, count, sizeof *spheres);
    if (!spheres)
        return false;
    bool good = h->msphere_count <= room && count >= patch->ad_gif_count;
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *from = r->bytes.data + patch->data + h->msphere_ofs + SPHERE_BYTES * i;
        for (int k = 0; k < 3; k++)
            spheres[i].centre[k] = trace_load32(from + 4 * k);
        spheres[i].radius = level_u16(from + 12);
        spheres[i].m = from[14];
        spheres[i].texture = from[15];
        good = good && spheres[i].texture < r->level->core.textures[LEVEL_TEXTURE_TFRAG].count;
    }
    patch->texture_spheres = spheres;
    patch->texture_sphere_count = count;
    level_patch_check(r, LEVEL_CHECK_PATCH_TEXTURE_SPHERES, good, patch->data + h->msphere_ofs,
                      "expected %u or more spheres of textures in the table, found %u, of which %u fit",
                      patch->ad_gif_count, h->msphere_count, room);
    return true;
}

static void load_clip_box(struct level_patch_reader *r)
{
    struct level_patch *patch = r->patch;
    const uint8_t *from = r->bytes.data + patch->data + patch->header.cube_ofs;
    int64_t least[3] = {INT64_MAX, INT64_MAX, INT64_MAX}, most[3] = {INT64_MIN, INT64_MIN, INT64_MIN};
    for (int corner = 0; corner < 8; corner++)
        for (int k = 0; k < 4; k++) {
            int16_t value = patch->clip_box[corner][k] = level_s16(from + 8 * corner + 2 * k);
            if (k == 3)
                continue;
            int64_t raw = (int64_t)value * CLIP_UNIT;
            least[k] = raw < least[k] ? raw : least[k];
            most[k] = raw > most[k] ? raw : most[k];
        }
    bool good = true;
    for (unsigned i = 0; i < patch->position_count; i++) {
        const struct level_position *p = &patch->positions[i];
        const int64_t world[3] = {(int64_t)patch->origin[0] + p->x, (int64_t)patch->origin[1] + p->y,
                                  (int64_t)patch->origin[2] + p->z};
        for (int k = 0; k < 3; k++)
            good = good && world[k] >= least[k] && world[k] <= most[k];
    }
    level_patch_check(r, LEVEL_CHECK_PATCH_CLIP_BOX, good, patch->data + patch->header.cube_ofs,
                      "expected every position inside, found one outside");
}

bool level_patch_records(struct level_patch_reader *r)
{
    if (!load_colours(r) || !load_lights(r) || !load_spheres(r))
        return false;
    load_clip_box(r);
    return true;
}

/* ---- ad-gifs ---- */

static unsigned log2_of(int value)
{
    unsigned bits = 0;
    while (value > 1) {
        value >>= 1;
        bits++;
    }
    return bits;
}

static uint64_t blocks(int16_t from, uint32_t base)
{
    return ((uint32_t)from + base) & 0x3FFF;
}

void level_load_ad_gif(const struct level *level, const struct level_block *block,
                       const struct level_ad_gif *ad_gif, uint32_t base, uint32_t tbp0, uint32_t tbp1,
                       uint8_t out[80])
{
    const struct level_texture *t = &level->textures[LEVEL_TEXTURE_TFRAG][ad_gif->texture];
    uint64_t tbw = t->width >> 6 ? (uint64_t)t->width >> 6 : 1,
             tbw1 = t->width >> 7 ? (uint64_t)t->width >> 7 : 1;
    memcpy(out, level->part[block->part].data + ad_gif->offset, 80);
    /* TCC 1, MODULATE, PSMT8, a PSMCT32 palette in CSM1, CLD 4. */
    trace_store64(out, (tbp0 & 0x3FFF) | tbw << 14 | UINT64_C(0x13) << 20 |
                           (uint64_t)log2_of(t->width) << 26 | (uint64_t)log2_of(t->height) << 30 |
                           UINT64_C(1) << 34 | blocks(t->palette, base) << 37 | UINT64_C(4) << 61);
    trace_store64(out + 16, (uint64_t)(t->levels - 1) << 2 | 1 << 5 | (uint64_t)ad_gif->mmin << 6 |
                                (uint64_t)(uint32_t)ad_gif->k << 32);
    /* The texture's number waits in MINU and MINV, which these wrap modes do not use. */
    trace_store64(out + 32, ad_gif->wms | (uint64_t)ad_gif->wmt << 2 | (uint64_t)ad_gif->texture << 24);
    trace_store64(out + 48, (tbp1 & 0x3FFF) | tbw1 << 14 | blocks(t->mip2, base) << 20 | UINT64_C(1) << 34 |
                                blocks(t->mip3, base) << 40 | UINT64_C(1) << 54);
    trace_store64(out + 64, 0);
}
