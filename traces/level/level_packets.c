/* A patch's packets: its textures, its VIF lists, its colours. */
#include "level_scene_parts.h"

enum { DIRECT_LIMIT = 65535, /* quadwords */ MATRIX_QW = 5 };

/* Levels 0 and 1 of what the patch needs, where they are not there yet. */
static void add_textures(struct level_scene *scene, const struct level_patch *patch)
{
    struct level_stream uploads = {0};
    size_t count;
    const struct level_texture *textures = level_textures(scene->level, LEVEL_TEXTURE_TFRAG, &count);
    for (unsigned i = 0; i < patch->ad_gif_count; i++) {
        const struct level_texture *texture = &textures[patch->ad_gifs[i].texture];
        struct level_home *home = &scene->place.home[texture->index];
        if (!home->due)
            continue;
        home->due = false;
        scene->counts->textures++;
        for (unsigned l = 0; l < 2 && l < texture->levels; l++) {
            uint32_t width = (uint32_t)texture->width >> l, height = (uint32_t)texture->height >> l;
            level_stream_upload(&uploads, 0x13, home->tbp[l], level_place_width(width), width, height,
                                texture->level[l], (size_t)width * height);
        }
    }
    if (!uploads.size && !uploads.failed)
        return;
    size_t begun = level_stream_begin_registers(&uploads);
    level_stream_register(&uploads, 0x3F, 0); /* TEXFLUSH */
    level_stream_end_registers(&uploads, begun);
    struct level_stream *s = &scene->stream;
    level_stream_word(s, FLUSH); /* what is drawn with the old ones is drawn */
    for (size_t at = 0; at < uploads.size / 16;) {
        size_t run = uploads.size / 16 - at < DIRECT_LIMIT ? uploads.size / 16 - at : DIRECT_LIMIT;
        level_stream_align(s, 1);
        level_stream_word(s, DIRECT((uint32_t)run));
        level_stream_add(s, uploads.bytes + 16 * at, 16 * run);
        at += run;
    }
    s->failed = s->failed || uploads.failed;
    level_stream_free(&uploads);
}

/* Bytes [from, from + size) of the data block, with the ad-gifs as the load leaves them. */
static void add_list(struct level_scene *scene, const struct level_block *block,
                     const struct level_patch *patch, uint32_t from, uint32_t size)
{
    struct level_bytes part = level_part(scene->level, block->part);
    size_t at = scene->stream.size;
    level_stream_add(&scene->stream, part.data + patch->data + from, size);
    for (unsigned i = 0; i < patch->ad_gif_count && !scene->stream.failed; i++) {
        const struct level_ad_gif *ad_gif = &patch->ad_gifs[i];
        uint32_t offset = ad_gif->offset - patch->data;
        const struct level_home *home = &scene->place.home[ad_gif->texture];
        if (offset < from || offset + 80 > from + size)
            continue;
        level_load_ad_gif(scene->level, block, ad_gif, scene->place.base, home->tbp[0], home->tbp[1],
                          scene->stream.bytes + at + (offset - from));
    }
}

/* What the console transfers for each LOD (LEVEL 4.3). */
static void add_lists(struct level_scene *scene, const struct level_block *block,
                      const struct level_patch *patch, unsigned lod)
{
    const struct level_patch_header *h = &patch->header;
    if (lod == 2) {
        add_list(scene, block, patch, 0, 16u * h->lod_2_size);
    } else if (lod == 1) {
        add_list(scene, block, patch, h->shared_ofs, 16u * h->lod_1_size);
    } else {
        add_list(scene, block, patch, h->shared_ofs, 16u * h->common_size);
        add_list(scene, block, patch, h->lod_0_ofs, 16u * h->lod_0_size);
    }
}

static void add_tinted(struct level_stream *s, const uint8_t *colours, uint32_t count, enum level_mode mode)
{
    const uint8_t *tint = level_mode_tint(mode);
    for (uint32_t i = 0; i < count; i++) {
        const uint8_t rgba[4] = {tint[0], tint[1], tint[2], colours[4 * i + 3]};
        level_stream_add(s, rgba, sizeof rgba);
    }
}

/* Four at a time, behind every second quadword of the positions [C]. */
static void add_colours(struct level_scene *scene, const struct level_patch *patch, enum level_mode mode)
{
    struct level_stream *s = &scene->stream;
    uint32_t count = patch->header.rgba_count[level_mode_lod(mode)] / 4u * 4;
    if (count > patch->colour_count)
        count = patch->colour_count / 4 * 4;
    if (!count)
        return;
    level_stream_word(s, STCYCL(1u, 2u));
    level_stream_word(s, STMOD(0u));
    level_stream_word(s, UNPACK_V4_8(count, FLG | USN | patch->header.rgba_verts_loc));
    if (scene->options->tint)
        add_tinted(s, patch->colours, count, mode);
    else
        level_stream_add(s, patch->colours, 4 * count);
}

void level_scene_add_patch(struct level_scene *scene, const struct level_view *view,
                           const struct level_block *block, const struct level_patch *patch,
                           enum level_mode mode)
{
    struct level_stream *s = &scene->stream;
    add_textures(scene, patch);
    level_stream_word(s, STCYCL(4u, 4u));
    level_stream_word(s, STMOD(0u));
    level_stream_word(s, UNPACK_V4_32(4u, FLG | (uint32_t)MATRIX_QW));
    for (unsigned row = 0; row < 4; row++)
        for (unsigned lane = 0; lane < 4; lane++)
            level_stream_word(s, view->matrix[row][lane]);
    level_stream_align(s, 0);
    add_lists(scene, block, patch, level_mode_lod(mode));
    add_colours(scene, patch, mode);
    level_stream_word(s, MSCAL((uint32_t)mode));
    level_stream_align(s, 0);
}
