/* The trace of a level's landscape: set-up, textures, and each patch's VIF packets with what the game adds.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/level_scene.h>
#include <path1/tfrag.h>

#include "level_place.h"
#include "level_stream.h"
#include "trace_failure.h"

/* VIFcodes */
#define NOP 0x00000000u
#define STCYCL(wl, cl) (0x01000000u | (wl) << 8 | (cl))
#define OFFSET(qw) (0x02000000u | (qw))
#define BASE(qw) (0x03000000u | (qw))
#define STMOD(mode) (0x05000000u | (mode))
#define FLUSH 0x11000000u
#define MSCAL(pair) (0x14000000u | (pair))
#define MPG(pairs, pair) (0x4A000000u | ((pairs)&0xFF) << 16 | (pair))
#define DIRECT(qw) (0x50000000u | ((qw)&0xFFFF))
#define UNPACK_V4_32(num, imm) (0x6C000000u | (num) << 16 | (imm))
#define UNPACK_V4_8(num, imm) (0x6E000000u | ((num)&0xFF) << 16 | (imm))
#define FLG 0x8000u
#define USN 0x4000u

enum {
    MATRIX_QW = 5,
    CONSTANTS_QW = 0x290,
    CONSTANTS = 15,
    PAIRS_A_CODE = 256,
    DIRECT_LIMIT = 65535, /* quadwords */
};

struct job {
    const struct level *level;
    const struct level_trace_options *options;
    struct trace_writer *writer;
    struct level_trace_counts *counts;
    struct trace_error *error;
    struct level_place place;
    struct level_stream stream;
};

static const char *name_of(const struct level_trace_options *options)
{
    return options->name ? options->name : "level";
}

/* ---- events ---- */

static bool send(struct job *job, const struct trace_event *event)
{
    return trace_writer_add(job->writer, event, job->error);
}

/* What is in the stream, as words for VIF1 or a packet of PATH3. */
static bool send_stream(struct job *job, enum trace_event_kind kind)
{
    if (job->stream.failed)
        return trace_fail(job->error, name_of(job->options), 0,
                          "expected memory for VIF packets, found none left");
    bool good = send(job, &(const struct trace_event){
                              .kind = kind,
                              .path_code = TRACE_PATH3,
                              .flags = TRACE_DMA_BEGIN | TRACE_DMA_END,
                              .size = (uint32_t)job->stream.size,
                              .data = job->stream.bytes,
                          });
    if (kind == TRACE_VIF1)
        job->counts->vif_bytes += job->stream.size;
    level_stream_clear(&job->stream);
    return good;
}

static bool send_register(struct job *job, uint32_t address, uint64_t value)
{
    return send(job, &(const struct trace_event){.kind = TRACE_REGISTER, .address = address, .value = value});
}

static bool send_comment(struct job *job, const char *text)
{
    if (!job->options->comments)
        return true;
    return send(job, &(const struct trace_event){.kind = TRACE_COMMENT,
                                                 .size = (uint32_t)strlen(text),
                                                 .data = (const uint8_t *)text});
}

/* ---- set-up ---- */

/* A picture of 512 x 416 in field mode, as circuit 1 shows it (GS-OUTPUT sections 1 and 2). */
static bool set_up_output(struct job *job)
{
    const uint64_t smode1 = 4 | 32u << 3 | 1u << 11 | 2u << 13 | 4u << 21 | 1u << 25,
                   display = 636u | 50u << 12 | 4u << 23 | 2559ull << 32 | 415ull << 44,
                   dispfb = (uint64_t)(LEVEL_FRAME_WIDTH / 64) << 9;
    return send_register(job, 0x12000010, smode1) && send_register(job, 0x12000020, 1) &&
           send_register(job, 0x12000060, 0x00C7800601A01801) && send_register(job, 0x12000070, dispfb) &&
           send_register(job, 0x12000080, display) && send_register(job, 0x120000E0, 0) &&
           send_register(job, 0x12000000, 1 | 1u << 2 | 1u << 5 | 0xFFu << 8);
}

static uint64_t colour(const int32_t rgb[3])
{
    uint64_t out = 0;
    for (unsigned i = 0; i < 3; i++)
        out |= (uint64_t)(rgb[i] < 0 ? 0 : rgb[i] > 255 ? 255 : rgb[i]) << 8 * i;
    return out;
}

/* Registers of the tfrag pass (LEVEL 5.4), and a cleared frame and depth buffer. */
static void add_frame_start(struct job *job)
{
    static const int32_t black[3] = {0, 0, 0};
    const struct level_settings *settings = level_settings(job->level);
    const int32_t *fog = settings->present ? settings->fog : black;
    const int32_t *back = settings->present && settings->background[0] >= 0 ? settings->background : fog;
    const uint64_t left = 2048 - LEVEL_FRAME_WIDTH / 2, top = 2048 - LEVEL_FRAME_HEIGHT / 2;
    struct level_stream *s = &job->stream;
    size_t begun = level_stream_begin_registers(s);
    level_stream_register(s, 0x4C, (uint64_t)(LEVEL_FRAME_WIDTH / 64) << 16); /* FRAME_1 */
    level_stream_register(s, 0x4E, LEVEL_DEPTH_PAGE | 1ull << 24);            /* ZBUF_1: PSMZ24 */
    level_stream_register(s, 0x18, left << 4 | (top << 4) << 32);             /* XYOFFSET_1 */
    level_stream_register(s, 0x40,
                          (uint64_t)(LEVEL_FRAME_WIDTH - 1) << 16 | (uint64_t)(LEVEL_FRAME_HEIGHT - 1)
                                                                        << 48); /* SCISSOR_1 */
    level_stream_register(s, 0x1A, 1);                                          /* PRMODECONT */
    level_stream_register(s, 0x46, 1);                                          /* COLCLAMP */
    level_stream_register(s, 0x45, 0);                                          /* DTHE */
    level_stream_register(s, 0x49, 0);                                          /* PABE */
    level_stream_register(s, 0x4A, 0);                                          /* FBA_1 */
    level_stream_register(s, 0x47, 0x30000);                                    /* TEST_1: Z always */
    level_stream_register(s, 0x00, 6);                                          /* PRIM: sprite */
    level_stream_register(s, 0x01, colour(back) | 0x80ull << 24);               /* RGBAQ */
    level_stream_register(s, 0x05, left << 4 | (top << 4) << 16);               /* XYZ2 */
    level_stream_register(s, 0x05, (left + LEVEL_FRAME_WIDTH) << 4 | (top + LEVEL_FRAME_HEIGHT) << 20);
    level_stream_register(s, 0x42, 0x8000000044); /* ALPHA_1 */
    level_stream_register(s, 0x47, 0x5360B);      /* TEST_1 */
    level_stream_register(s, 0x3D, colour(fog));  /* FOGCOL */
    level_stream_register(s, 0x3F, 0);            /* TEXFLUSH */
    level_stream_end_registers(s, begun);
}

/* The palettes and mip levels of gs_ram, which stay. */
static void add_resident(struct job *job)
{
    size_t count;
    const struct level_upload *uploads = level_uploads(job->level, &count);
    struct level_bytes gs_ram = level_part(job->level, LEVEL_GS_RAM);
    for (size_t i = 0; i < count; i++) {
        const struct level_upload *upload = &uploads[i];
        uint32_t dbp = job->place.base + upload->address / 256;
        if (upload->stash || !upload->size || !gs_ram.data)
            continue;
        const uint8_t *data = gs_ram.data + upload->offset;
        if (upload->psm == 0x13)
            level_stream_upload(&job->stream, 0x13, dbp, level_place_width(upload->width), upload->width,
                                upload->height, data, upload->size);
        else
            level_stream_upload(&job->stream, upload->psm ? 2 : 0, dbp, 1, 16, 16, data, upload->size);
    }
}

static bool send_program(struct job *job)
{
    size_t bytes = VU1_MEMORY_SIZE;
    const uint8_t *program = job->options->microcode ? job->options->microcode : tfrag_program(&bytes);
    uint32_t pairs = (uint32_t)(bytes / 8);
    for (uint32_t at = 0; at < pairs; at += PAIRS_A_CODE) {
        uint32_t run = pairs - at < PAIRS_A_CODE ? pairs - at : PAIRS_A_CODE;
        level_stream_align(&job->stream, 1); /* the payload begins on a doubleword */
        level_stream_word(&job->stream, MPG(run, at));
        level_stream_add(&job->stream, program + 8 * at, 8 * run);
    }
    return send_comment(job, job->options->microcode ? "the given microprogram" : "path1's tfrag program") &&
           send_stream(job, TRACE_VIF1);
}

static void add_chain_head(struct job *job, const struct level_view *view)
{
    struct level_stream *s = &job->stream;
    level_stream_word(s, STCYCL(4u, 4u));
    level_stream_word(s, STMOD(0u));
    level_stream_word(s, FLUSH);
    level_stream_word(s, UNPACK_V4_32((uint32_t)CONSTANTS, (uint32_t)CONSTANTS_QW));
    for (unsigned i = 0; i < CONSTANTS; i++)
        for (unsigned lane = 0; lane < 4; lane++)
            level_stream_word(s, view->constants[i][lane]);
    level_stream_word(s, MSCAL(0u));
    level_stream_word(s, BASE(0u));
    level_stream_word(s, OFFSET((uint32_t)LEVEL_BUFFER_QUADWORDS));
    level_stream_align(s, 0);
}

/* ---- patches ---- */

/* Levels 0 and 1 of what the patch needs, where there is room; `again` if memory had to be emptied first. */
static void add_textures(struct job *job, const struct level_patch *patch)
{
    struct level_stream uploads = {0};
    size_t count;
    const struct level_texture *textures = level_textures(job->level, LEVEL_TEXTURE_TFRAG, &count);
    for (unsigned i = 0; i < patch->ad_gif_count; i++) {
        const struct level_texture *texture = &textures[patch->ad_gifs[i].texture];
        struct level_home *home = &job->place.home[texture->index];
        if (!home->due)
            continue;
        home->due = false;
        job->counts->textures++;
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
    struct level_stream *s = &job->stream;
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
static void add_list(struct job *job, const struct level_block *block, const struct level_patch *patch,
                     uint32_t from, uint32_t size)
{
    struct level_bytes part = level_part(job->level, block->part);
    size_t at = job->stream.size;
    level_stream_add(&job->stream, part.data + patch->data + from, size);
    for (unsigned i = 0; i < patch->ad_gif_count && !job->stream.failed; i++) {
        const struct level_ad_gif *ad_gif = &patch->ad_gifs[i];
        uint32_t offset = ad_gif->offset - patch->data;
        const struct level_home *home = &job->place.home[ad_gif->texture];
        if (offset < from || offset + 80 > from + size)
            continue;
        level_load_ad_gif(job->level, block, ad_gif, job->place.base, home->tbp[0], home->tbp[1],
                          job->stream.bytes + at + (offset - from));
    }
}

/* What the console transfers for each LOD (LEVEL 4.3). */
static void add_lists(struct job *job, const struct level_block *block, const struct level_patch *patch,
                      unsigned lod)
{
    const struct level_patch_header *h = &patch->header;
    if (lod == 2) {
        add_list(job, block, patch, 0, 16u * h->lod_2_size);
    } else if (lod == 1) {
        add_list(job, block, patch, h->shared_ofs, 16u * h->lod_1_size);
    } else {
        add_list(job, block, patch, h->shared_ofs, 16u * h->common_size);
        add_list(job, block, patch, h->lod_0_ofs, 16u * h->lod_0_size);
    }
}

/* Four at a time, behind every second quadword of the positions [C]. */
static void add_colours(struct job *job, const struct level_patch *patch, unsigned lod)
{
    struct level_stream *s = &job->stream;
    uint32_t count = patch->header.rgba_count[lod] / 4u * 4;
    if (count > patch->colour_count)
        count = patch->colour_count / 4 * 4;
    if (!count)
        return;
    level_stream_word(s, STCYCL(1u, 2u));
    level_stream_word(s, STMOD(0u));
    level_stream_word(s, UNPACK_V4_8(count, FLG | USN | patch->header.rgba_verts_loc));
    level_stream_add(s, patch->colours, 4 * count);
}

static enum level_mode mode_of(const struct job *job, const struct level_view *view,
                               const struct level_block *block, const struct level_patch *patch)
{
    int32_t near_depth, far_depth;
    if (job->options->lod == 2)
        return LEVEL_MODE_LOD_2;
    if (job->options->lod == 1)
        return LEVEL_MODE_LOD_1;
    if (job->options->lod == 0)
        return LEVEL_MODE_LOD_0;
    level_depth(view, patch->header.bsphere, &near_depth, &far_depth);
    return level_choose_mode(block->lod_distance, patch->header.base_only, near_depth, far_depth);
}

static bool send_patch(struct job *job, const struct level_view *view, const struct level_block *block,
                       const struct level_patch *patch)
{
    enum level_mode mode = mode_of(job, view, block, patch);
    unsigned lod = level_mode_lod(mode);
    struct level_stream *s = &job->stream;
    char text[96];
    if (!level_place_patch(&job->place, patch, &job->counts->pages))
        return trace_fail(
            job->error, name_of(job->options), patch->offset,
            "expected textures of a patch that fit into GS memory, found too many in patch %" PRIu32,
            patch->index);
    snprintf(text, sizeof text, "patch %" PRIu32 ", LOD %u, mode 0x%x", patch->index, lod, (unsigned)mode);
    if (!send_comment(job, text))
        return false;
    add_textures(job, patch);
    level_stream_word(s, STCYCL(4u, 4u));
    level_stream_word(s, STMOD(0u));
    level_stream_word(s, UNPACK_V4_32(4u, FLG | (uint32_t)MATRIX_QW));
    for (unsigned row = 0; row < 4; row++)
        for (unsigned lane = 0; lane < 4; lane++)
            level_stream_word(s, view->matrix[row][lane]);
    level_stream_align(s, 0);
    add_lists(job, block, patch, lod);
    add_colours(job, patch, lod);
    level_stream_word(s, MSCAL((uint32_t)mode));
    level_stream_align(s, 0);
    job->counts->patches++;
    job->counts->mode[mode]++;
    job->counts->unlit += !patch->lit;
    return send_stream(job, TRACE_VIF1);
}

static bool send_block(struct job *job, const struct level_camera *camera, const struct level_block *block)
{
    struct level_view view;
    level_view_make(&view, camera, level_settings(job->level), block->lod_distance);
    add_chain_head(job, &view);
    if (!send_stream(job, TRACE_VIF1))
        return false;
    for (uint32_t i = 0; i < block->patch_count; i++) {
        const struct level_patch *patch = &block->patches[i];
        if (i < job->options->first_patch || i > job->options->last_patch)
            continue;
        if (!patch->valid)
            job->counts->broken++;
        else if (!job->options->everything && !level_patch_visible(&view, patch))
            job->counts->culled++;
        else if (!send_patch(job, &view, block, patch))
            return false;
    }
    return true;
}

/* The blocks that make up the landscape: chunks, where there are some, stand for the core's. */
static bool shown(const struct level_block *blocks, size_t count, size_t index)
{
    bool chunks = false;
    for (size_t i = 0; i < count; i++)
        chunks = chunks || blocks[i].part != LEVEL_CORE_DATA;
    return !chunks || blocks[index].part != LEVEL_CORE_DATA;
}

static bool send_frame(struct job *job, size_t frame)
{
    size_t count;
    const struct level_block *blocks = level_blocks(job->level, &count);
    add_frame_start(job);
    if (!send_stream(job, TRACE_GIF))
        return false;
    for (size_t i = 0; i < count; i++)
        if (shown(blocks, count, i) && !send_block(job, &job->options->cameras[frame], &blocks[i]))
            return false;
    return send(job, &(const struct trace_event){.kind = TRACE_WAIT}) &&
           send(job, &(const struct trace_event){.kind = TRACE_VSYNC, .field = frame & 1});
}

bool level_trace_write(const struct level *level, const struct level_trace_options *options,
                       struct trace_writer *writer, struct level_trace_counts *counts,
                       struct trace_error *error)
{
    struct level_trace_counts own;
    struct job job = {level, options, writer, counts ? counts : &own, error, {0}, {0}};
    *job.counts = (struct level_trace_counts){0};
    bool good = level_place_begin(&job.place, level, options->texture_blocks) ||
                trace_fail(error, name_of(options), 0,
                           "expected gs_ram that leaves room for textures in GS memory, "
                           "found one that does not");
    if (good) {
        add_resident(&job);
        good =
            set_up_output(&job) && (!job.stream.size || send_stream(&job, TRACE_GIF)) && send_program(&job);
    }
    for (size_t i = 0; good && i < options->frames; i++)
        good = send_frame(&job, i);
    level_place_end(&job.place);
    level_stream_free(&job.stream);
    return good;
}
