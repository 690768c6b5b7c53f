/* What comes before the patches: the picture's registers, what stays in GS memory, the program, and the start
 * of each frame. */
#include <path1/tfrag.h>

#include "level_scene_parts.h"

enum { PAIRS_A_CODE = 256, CONSTANTS_QW = 0x290, CONSTANTS = 15 };

/* A picture of 512 x 416 in field mode, as circuit 1 shows it (GS-OUTPUT sections 1 and 2). */
bool level_scene_output(struct level_scene *scene)
{
    const uint64_t smode1 = 4 | 32u << 3 | 1u << 11 | 2u << 13 | 4u << 21 | 1u << 25,
                   display = 636u | 50u << 12 | 4u << 23 | 2559ull << 32 | 415ull << 44,
                   dispfb = (uint64_t)(LEVEL_FRAME_WIDTH / 64) << 9;
    return level_scene_register(scene, 0x12000010, smode1) && level_scene_register(scene, 0x12000020, 1) &&
           level_scene_register(scene, 0x12000060, 0x00C7800601A01801) &&
           level_scene_register(scene, 0x12000070, dispfb) &&
           level_scene_register(scene, 0x12000080, display) && level_scene_register(scene, 0x120000E0, 0) &&
           level_scene_register(scene, 0x12000000, 1 | 1u << 2 | 1u << 5 | 0xFFu << 8);
}

static uint64_t colour(const int32_t rgb[3])
{
    uint64_t out = 0;
    for (unsigned i = 0; i < 3; i++)
        out |= (uint64_t)(rgb[i] < 0 ? 0 : rgb[i] > 255 ? 255 : rgb[i]) << 8 * i;
    return out;
}

void level_scene_start_frame(struct level_scene *scene)
{
    static const int32_t black[3] = {0, 0, 0};
    const struct level_settings *settings = level_settings(scene->level);
    const int32_t *fog = settings->present ? settings->fog : black;
    const int32_t *back = settings->present && settings->background[0] >= 0 ? settings->background : fog;
    const uint64_t left = 2048 - LEVEL_FRAME_WIDTH / 2, top = 2048 - LEVEL_FRAME_HEIGHT / 2;
    struct level_stream *s = &scene->stream;
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

void level_scene_residents(struct level_scene *scene)
{
    size_t count;
    const struct level_upload *uploads = level_uploads(scene->level, &count);
    struct level_bytes gs_ram = level_part(scene->level, LEVEL_GS_RAM);
    for (size_t i = 0; i < count; i++) {
        const struct level_upload *upload = &uploads[i];
        uint32_t dbp = scene->place.base + upload->address / 256;
        if (upload->stash || !upload->size || !gs_ram.data)
            continue;
        const uint8_t *data = gs_ram.data + upload->offset;
        if (upload->psm == 0x13)
            level_stream_upload(&scene->stream, 0x13, dbp, level_place_width(upload->width), upload->width,
                                upload->height, data, upload->size);
        else
            level_stream_upload(&scene->stream, upload->psm ? 2 : 0, dbp, 1, 16, 16, data, upload->size);
    }
}

bool level_scene_program(struct level_scene *scene)
{
    size_t bytes = VU1_MEMORY_SIZE;
    const uint8_t *program = scene->options->microcode ? scene->options->microcode : tfrag_program(&bytes);
    uint32_t pairs = (uint32_t)(bytes / 8);
    for (uint32_t at = 0; at < pairs; at += PAIRS_A_CODE) {
        uint32_t run = pairs - at < PAIRS_A_CODE ? pairs - at : PAIRS_A_CODE;
        level_stream_align(&scene->stream, 1); /* the payload begins on a doubleword */
        level_stream_word(&scene->stream, MPG(run, at));
        level_stream_add(&scene->stream, program + 8 * at, 8 * run);
    }
    return level_scene_comment(scene, scene->options->microcode ? "the given microprogram"
                                                                : "path1's tfrag program") &&
           level_scene_send(scene, TRACE_VIF1);
}

void level_scene_chain_head(struct level_scene *scene, const struct level_view *view)
{
    struct level_stream *s = &scene->stream;
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
