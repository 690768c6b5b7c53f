/* path1 level view: a window to fly through a level's landscape. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "level.h"
#include "level_camera.h"
#include "level_view.h"
#include "level_view_keys.h"
#include "options.h"
#include "report.h"
#include "text.h"
#include "view_keys.h"

static const char help[] =
    "Usage: path1 level view DIR|WAD [OPTION]...\n"
    "Flies through the landscape of a Ratchet & Clank 2 level in a window. Each picture is what `path1 level "
    "trace`\n"
    "and `path1 render` give for the camera: VIF1, VU1 (the tfrag program's model on the host, equal in "
    "every bit)\n"
    "and GS, 512 x 416 pixels. Over it are counters of what was drawn, culled and lit, in red what had to "
    "be\n"
    "defaulted, and the patch under the pointer.\n\n"
    "  --camera X,Y,Z[,YAW[,PITCH]]\n"
    "                       where to start: world units, z up; degrees, yaw 0 looks along x, pitch up is "
    "positive.\n"
    "                       Without it: above the middle of the landscape\n"
    "  --lod 0|1|2|auto     the same for all patches, without morph, or as the console chooses\n"
    "  --tint               patches in the colour of their LOD: 2 blue, 1 green, 0 yellow (collapse), orange "
    "(morph)\n"
    "                       and red\n"
    "  --bounds WHAT        boxes (clip boxes, on the axes) or spheres of the patches over the picture\n"
    "  --all                also patches that are out of sight\n"
    "  --vu1 WHAT           model, or microcode: run the program itself, more slowly\n"
    "  --rules RULES        a rule set and single rules, such as pcsx2; console without it; see path1 rules\n"
    "  --screenshot FILE    no window: write the picture as a PNG file and print the counters\n"
    "  --screenshots DIR    where pictures saved by key go, made if it is missing; the current directory "
    "without it\n"
    "  --keys KEYS          for tests: press these keys (SDL's names, separated by spaces, as \"w shift+w "
    "escape\"),\n"
    "                       each when all is drawn that came before, and print the title after each; a key "
    "that\n"
    "                       moves does so for a quarter of a second. Also close, resize:WxH, point:X,Y and "
    "wait:0\n"
    "  -h, --help           print this\n\n";

enum { CAMERA = 256, LOD, TINT, BOUNDS, ALL, VU1, RULES, SCREENSHOT, SHOTS, KEYS };

static bool parse_lod(const char *text, int *out)
{
    *out = strcmp(text, "auto") == 0 ? -1 : text[0] - '0';
    if (*out == -1 || (*out >= 0 && *out < LEVEL_LODS && !text[1]))
        return true;
    report("level view: --lod takes 0, 1, 2 or auto, not '%s'", text);
    return false;
}

static bool parse_bounds(const char *text, enum level_bounds *out)
{
    *out = strcmp(text, "spheres") == 0 ? LEVEL_SPHERES : LEVEL_BOXES;
    if (*out == LEVEL_SPHERES || strcmp(text, "boxes") == 0)
        return true;
    report("level view: --bounds takes boxes or spheres, not '%s'", text);
    return false;
}

static bool take_option(struct level_view_options *options, int option)
{
    struct level_shot *shot = &options->flight.shot;
    switch (option) {
    case CAMERA: {
        struct level_camera cameras[LEVEL_CAMERAS];
        size_t count = 0;
        if (!level_camera_option("level view", optarg, cameras, &count))
            return false;
        shot->camera = cameras[0];
        options->has_camera = true;
        return true;
    }
    case LOD:
        return parse_lod(optarg, &shot->lod);
    case TINT:
        shot->tint = true;
        return true;
    case BOUNDS:
        return parse_bounds(optarg, &options->bounds);
    case ALL:
        shot->everything = true;
        return true;
    case VU1:
        return option_vu1("level view", optarg, &options->manner.vu1);
    case RULES:
        return option_rules("level view", optarg, &options->manner.rules);
    case SCREENSHOT:
        options->screenshot = optarg;
        return true;
    case SHOTS:
        options->shots = optarg;
        return true;
    case KEYS:
        options->keys = optarg;
        return view_keys_check("level view", optarg);
    default:
        return false;
    }
}

/* Fills the struct, or returns false with the status to leave with. */
static bool parse(struct level_view_options *options, int argc, char **argv, int *status)
{
    static const struct option names[] = {
        {"camera", required_argument, NULL, CAMERA},
        {"lod", required_argument, NULL, LOD},
        {"tint", no_argument, NULL, TINT},
        {"bounds", required_argument, NULL, BOUNDS},
        {"all", no_argument, NULL, ALL},
        {"vu1", required_argument, NULL, VU1},
        {"rules", required_argument, NULL, RULES},
        {"screenshot", required_argument, NULL, SCREENSHOT},
        {"screenshots", required_argument, NULL, SHOTS},
        {"keys", required_argument, NULL, KEYS},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    *status = EXIT_USAGE;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            fputs(level_view_keys_help, stdout);
            *status = EXIT_SUCCESS;
            return false;
        }
        if (!take_option(options, option))
            return false;
    }
    if (options->screenshot && (options->keys || options->bounds)) {
        report("level view: --keys and --bounds need a window; --screenshot has none");
        return false;
    }
    if (argc - optind != 1) {
        report("level view: takes one level, a directory or a WAD; see path1 level view --help");
        return false;
    }
    options->path = argv[optind];
    return true;
}

int command_level_view(int argc, char **argv)
{
    struct level_view_options options = {.flight = {.shot = {.lod = -1}},
                                         .manner = {.vu1 = REPLAY_VU1_MODEL}};
    int status;
    gs_rules_parse(NULL, &options.manner.rules, NULL, 0);
    if (!parse(&options, argc, argv, &status))
        return status;
    struct level *level = level_open_or_report(options.path);
    struct trace_error error;
    if (!level)
        return EXIT_FAILURE;
    if (!level_sound(level, &error))
        report("warning: %s", error.text);
    if (!options.has_camera)
        level_camera_inside(level, &options.flight.shot.camera);
    char name[256];
    text_clean(name, sizeof name, options.path);
    options.name = name;
    status = options.screenshot ? level_view_without_window(level, &options)
                                : level_view_in_window(level, &options);
    level_close(level);
    return status;
}
