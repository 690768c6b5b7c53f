/* path1 level trace: the trace that draws a level's landscape. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/level_scene.h>

#include "command.h"
#include "level.h"
#include "level_camera.h"
#include "options.h"
#include "report.h"

static const char help[] =
    "Usage: path1 level trace DIR|WAD -o OUT.p1t [OPTION]...\n"
    "Writes a trace of what the console would send to draw the landscape of a Ratchet & Clank 2 level: "
    "textures,\n"
    "registers, the tfrag microprogram (path1's own, written from what is known of the game's), and for each "
    "patch\n"
    "in sight its VIF lists of the level of detail that its distance asks for, matrix, lit colours and "
    "MSCAL.\n"
    "render, view, hash, list and info take the trace. Camera, culling and constants are those of the first "
    "game,\n"
    "whose program is the same.\n\n"
    "  -o, --output FILE      where to; - is standard output\n"
    "  --camera X,Y,Z[,YAW[,PITCH]]\n"
    "                         world units, z up; degrees, yaw 0 looks along x, pitch up is positive. Given "
    "more\n"
    "                         than once: a way from one to the next. Without it: all of the level from a "
    "corner\n"
    "  --frames N             frames along the way, 1 to 10000; without it one for each camera. All the\n"
    "                         same with fewer than two cameras\n"
    "  --lod 0|1|2|auto       the same for all patches, without morph, or as the console chooses\n"
    "  --patches A-B          only these, counting from 0 in the core's block and in each chunk's\n"
    "  --all                  also patches that are out of sight\n"
    "  --microcode FILE       the game's own tfrag program: 16384 bytes of micro memory, or less from its "
    "start\n"
    "  --texture-blocks N     at most N blocks of 256 bytes of GS memory for the textures' levels 0 and 1; "
    "with fewer\n"
    "                         than a frame needs they are uploaded in turns\n"
    "  --no-comments          no line of text before each patch\n"
    "  -h, --help             print this\n";

struct level_trace_job {
    const char *in, *out, *microcode;
    struct level_camera camera[LEVEL_CAMERAS];
    size_t cameras;
    uint64_t frames; /* 0: one a camera */
    uint64_t texture_blocks;
    int lod;
    bool everything, comments;
    struct frame_range patches;
};

static bool parse_lod(const char *text, int *out)
{
    if (strcmp(text, "auto") == 0)
        *out = -1;
    else if (text[0] >= '0' && text[0] <= '2' && !text[1])
        *out = text[0] - '0';
    else {
        report("level trace: --lod takes 0, 1, 2 or auto, not '%s'", text);
        return false;
    }
    return true;
}

/* Fills the struct, or returns false with the status to leave with. */
static bool parse(struct level_trace_job *job, int argc, char **argv, int *status)
{
    enum { CAMERA = 256, FRAMES, LOD, PATCHES, ALL, MICROCODE, NO_COMMENTS, BLOCKS };
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},
        {"camera", required_argument, NULL, CAMERA},
        {"frames", required_argument, NULL, FRAMES},
        {"lod", required_argument, NULL, LOD},
        {"patches", required_argument, NULL, PATCHES},
        {"all", no_argument, NULL, ALL},
        {"microcode", required_argument, NULL, MICROCODE},
        {"no-comments", no_argument, NULL, NO_COMMENTS},
        {"texture-blocks", required_argument, NULL, BLOCKS},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    *status = EXIT_USAGE;
    for (int option; (option = option_next(argc, argv, "o:h", names)) != -1;) {
        switch (option) {
        case 'o':
            job->out = optarg;
            break;
        case CAMERA:
            if (!level_camera_option("level trace", optarg, job->camera, &job->cameras))
                return false;
            break;
        case FRAMES:
            if (!option_number("level trace", "--frames", optarg, 1, 10000, &job->frames))
                return false;
            break;
        case LOD:
            if (!parse_lod(optarg, &job->lod))
                return false;
            break;
        case PATCHES:
            if (!option_range("level trace", "patches", optarg, &job->patches))
                return false;
            break;
        case ALL:
            job->everything = true;
            break;
        case MICROCODE:
            job->microcode = optarg;
            break;
        case BLOCKS:
            if (!option_number("level trace", "--texture-blocks", optarg, 1, 16384, &job->texture_blocks))
                return false;
            break;
        case NO_COMMENTS:
            job->comments = false;
            break;
        case 'h':
            fputs(help, stdout);
            *status = EXIT_SUCCESS;
            return false;
        default:
            return false;
        }
    }
    if (!job->out || !*job->out) {
        report("level trace: where to? Give a file with -o OUT.p1t");
        return false;
    }
    if (!option_one_trace(argc, argv))
        return false;
    job->in = argv[optind];
    return true;
}

static bool read_microcode(const char *path, uint8_t micro[VU1_MEMORY_SIZE])
{
    FILE *file = fopen(path, "rb");
    size_t size = file ? fread(micro, 1, VU1_MEMORY_SIZE, file) : 0;
    bool more = file && fgetc(file) != EOF, bad = !file || ferror(file);
    int reason = errno;
    if (file)
        fclose(file);
    if (bad)
        report("%s: cannot be read: %s", path, strerror(reason));
    else if (more || size % 8 || !size)
        report("%s: offset 0x%zx: expected 8 to %u bytes of microcode in pairs of 8", path, size,
               VU1_MEMORY_SIZE);
    return !bad && !more && size % 8 == 0 && size;
}

static void print_counts(const struct level_trace_job *job, const struct level_trace_counts *counts)
{
    FILE *to = strcmp(job->out, "-") == 0 ? stderr : stdout;
    fprintf(to, "patches        %" PRIu64 " drawn, %" PRIu64 " out of sight, %" PRIu64 " broken\n",
            counts->patches, counts->culled, counts->broken);
    fprintf(to,
            "modes          LOD 2 %" PRIu64 ", LOD 1 collapse %" PRIu64 ", morph %" PRIu64 ", plain %" PRIu64
            ", LOD 0 collapse %" PRIu64 ", morph %" PRIu64 ", plain %" PRIu64 "\n",
            counts->mode[LEVEL_MODE_LOD_2], counts->mode[LEVEL_MODE_LOD_1_COLLAPSE],
            counts->mode[LEVEL_MODE_LOD_1_MORPH], counts->mode[LEVEL_MODE_LOD_1],
            counts->mode[LEVEL_MODE_LOD_0_COLLAPSE], counts->mode[LEVEL_MODE_LOD_0_MORPH],
            counts->mode[LEVEL_MODE_LOD_0]);
    fprintf(to, "lit            %" PRIu64 " of %" PRIu64 " patches\n", counts->patches - counts->unlit,
            counts->patches);
    fprintf(to, "textures       %" PRIu64 " uploads, memory filled anew %" PRIu64 " times\n",
            counts->textures, counts->pages);
    fprintf(to, "VIF1           %" PRIu64 " bytes\n", counts->vif_bytes);
    if (!counts->patches && !counts->culled && !counts->broken)
        report("warning: %s: has none of these patches", job->in);
    if (counts->unlit)
        report("warning: %s: LIGHTING WAS NOT RUN for %" PRIu64 " of %" PRIu64
               " patches: they have the disc's "
               "placeholder colours",
               job->in, counts->unlit, counts->patches);
}

static bool write_trace(const struct level_trace_job *job, const struct level *level,
                        const struct level_trace_options *options)
{
    struct trace_error error;
    struct level_trace_counts counts;
    const struct level_core *core = level_core(level);
    char title[64];
    snprintf(title, sizeof title, "landscape of level %" PRIu32, core->level_id);
    const struct trace_text texts[] = {{"title", title}, {"made-by", "path1 level trace"}};
    const struct trace_header header = {.serial = ""};
    const struct trace_start start = {0};
    struct trace_writer *writer = trace_writer_create_p1t(job->out, &header, &start, texts, 2, &error);
    bool good = writer && level_trace_write(level, options, writer, &counts, &error);
    if (writer && good)
        good = trace_writer_finish(writer, &error);
    else if (writer)
        trace_writer_abort(writer);
    if (!good)
        report("%s", error.text);
    else
        print_counts(job, &counts);
    if (good && !level_settings(level)->present)
        report("warning: %s: NO LEVEL SETTINGS: FOG AND BACKGROUND ARE DEFAULTS", job->in);
    return good;
}

static bool run(struct level_trace_job *job)
{
    uint8_t micro[VU1_MEMORY_SIZE] = {0};
    struct trace_error error;
    if (job->microcode && !read_microcode(job->microcode, micro))
        return false;
    struct level *level = level_open_or_report(job->in);
    if (!level)
        return false;
    if (!level_sound(level, &error))
        report("warning: %s", error.text);
    if (!job->cameras) {
        level_camera_overview(level, &job->camera[0]);
        job->cameras = 1;
    }
    size_t frames = job->frames ? (size_t)job->frames : job->cameras;
    struct level_camera *way = reallocate(NULL, frames, sizeof *way);
    level_camera_way(job->camera, job->cameras, way, frames);
    const struct level_trace_options options = {
        .cameras = way,
        .frames = frames,
        .lod = job->lod,
        .first_patch = job->patches.first < UINT32_MAX ? (uint32_t)job->patches.first : UINT32_MAX,
        .last_patch = job->patches.last < UINT32_MAX ? (uint32_t)job->patches.last : UINT32_MAX,
        .everything = job->everything,
        .microcode = job->microcode ? micro : NULL,
        .comments = job->comments,
        .texture_blocks = (uint32_t)job->texture_blocks,
        .name = job->in,
    };
    bool good = write_trace(job, level, &options);
    free(way);
    level_close(level);
    return good;
}

int command_level_trace(int argc, char **argv)
{
    struct level_trace_job *job = reallocate(NULL, 1, sizeof *job);
    *job = (struct level_trace_job){.lod = -1, .comments = true, .patches = {0, UINT64_MAX}};
    int status;
    if (parse(job, argc, argv, &status))
        status = run(job) ? EXIT_SUCCESS : EXIT_FAILURE;
    free(job);
    return status;
}
