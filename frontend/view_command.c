/* path1 view: a window that plays a recording. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "report.h"
#include "text.h"
#include "view_keys.h"
#include "view_window.h"

static const char help[] =
    "Usage: path1 view TRACE [OPTION]...\n"
    "Plays TRACE (- is standard input) in a window: a frame is what a vsync shows, counting from 0 as in\n"
    "path1 render. The title has the frame's number and the number of frames (as soon as it is known), "
    "view,\n"
    "size, zoom, and the first half of the picture's hash (path1 hash). The pointer over a picture adds the\n"
    "pixel's place and its value in hexadecimal, RRGGBBAA.\n\n"
    "  --view VIEW          merged (as a screen shows it), rc0 or rc1 (raw pixels of a read circuit)\n"
    "  --frame N            start at this frame\n"
    "  --paused             do not play yet\n"
    "  --loop               play in a loop\n"
    "  --speed X            1/16, 1/8, 1/4, 1/2, 1, 2, 4, 8 or 16 times 59.94 frames a second, of PAL 50\n"
    "  --zoom N             1 to 8, or 0 (as without it): as large as fits the window\n"
    "  --aspect SHAPE       square (pixels), or 4:3 (the picture)\n"
    "  --screenshots DIR    where screenshots go, made if it is missing; the current directory without it\n"
    "  --cache MIB          memory for frames to go back to, 1 to 65536; 256 without it\n"
    "  --headless-frames N  no window: print number, view, size and hash of N frames, and write them to DIR\n"
    "                       if --screenshots is given; zoom, shape, speed and --paused do not matter then\n"
    "  --keys KEYS          for tests: press these keys (SDL's names, separated by spaces, as \"right "
    "shift+s "
    "q\"),\n"
    "                       each when all is done that came before, and print the title after each; also\n"
    "                       close, resize:WxH, point:X,Y and wait:N (for N pictures)\n"
    "  --rules RULES        a rule set and single rules, such as pcsx2,fog_blend=byte; console without it; "
    "see\n"
    "                       path1 rules\n"
    "  --vu1 WHAT           microcode: run microprograms as the trace has them; model: for path1's tfrag\n"
    "                       program its model on the host\n"
    "  -h, --help           print this\n\n"
    "A picture keeps whole, crisp pixels: of a zoom that does not fit the window, the largest that does is\n"
    "used; if not even 1 fits, the picture is scaled down. The keys 1 to 8, z and a give the window the\n"
    "picture's size. Going back beyond what is kept replays the trace from its start, which is not possible\n"
    "on standard input. A slow replay delays frames and leaves none out. A trace without vsyncs shows what\n"
    "there is at its end. A damaged one shows what came before the damage, and the exit status is 1.\n\n";

static bool parse_speed(const char *text, int *speed)
{
    for (int i = VIEWER_SLOWEST; i <= VIEWER_FASTEST; i++) {
        char name[16];
        const struct viewer viewer = {.speed = i};
        viewer_describe_speed(&viewer, name, sizeof name);
        if (strcmp(name, text) == 0) {
            *speed = i;
            return true;
        }
    }
    report("view: --speed takes 1/16, 1/8, 1/4, 1/2, 1, 2, 4, 8 or 16, not '%s'", text);
    return false;
}

static bool parse_view(const char *text, enum frame_view *view)
{
    for (int i = 0; i < FRAME_VIEWS; i++)
        if (strcmp(frame_view_names[i], text) == 0) {
            *view = (enum frame_view)i;
            return true;
        }
    report("view: --view takes merged, rc0 or rc1, not '%s'", text);
    return false;
}

static bool parse_aspect(const char *text, bool *four_to_three)
{
    *four_to_three = strcmp(text, "4:3") == 0;
    if (*four_to_three || strcmp(text, "square") == 0)
        return true;
    report("view: --aspect takes square or 4:3, not '%s'", text);
    return false;
}

enum { VIEW = 256, FRAME, PAUSED, LOOP, SPEED, ZOOM, ASPECT, SHOTS, CACHE, HEADLESS, KEYS, RULES, VU1 };

static bool take_option(struct view_options *options, struct replay_manner *manner, int option)
{
    uint64_t number;
    switch (option) {
    case VIEW:
        return parse_view(optarg, &options->view);
    case FRAME:
        return option_number("view", "--frame", optarg, 0, UINT64_MAX - 1, &options->frame);
    case PAUSED:
        options->paused = true;
        return true;
    case LOOP:
        options->loop = true;
        return true;
    case SPEED:
        return parse_speed(optarg, &options->speed);
    case ZOOM:
        if (!option_number("view", "--zoom", optarg, 0, VIEW_ZOOM_MOST, &number))
            return false;
        options->zoom = (unsigned)number;
        return true;
    case ASPECT:
        return parse_aspect(optarg, &options->four_to_three);
    case SHOTS:
        options->shots = optarg;
        return true;
    case CACHE:
        if (!option_number("view", "--cache", optarg, 1, 65536, &number))
            return false;
        options->cache_bytes = number << 20;
        return true;
    case HEADLESS:
        return option_number("view", "--headless-frames", optarg, 1, UINT64_MAX, &options->headless);
    case KEYS:
        options->keys = optarg;
        return view_keys_check("view", optarg);
    case RULES:
        return option_rules("view", optarg, &manner->rules);
    case VU1:
        return option_vu1("view", optarg, &manner->vu1);
    default:
        return false;
    }
}

/* Fills the structs, or returns false with the status to leave with. */
static bool parse(struct view_options *options, struct replay_manner *manner, int argc, char **argv,
                  int *status)
{
    static const struct option names[] = {
        {"view", required_argument, NULL, VIEW},
        {"frame", required_argument, NULL, FRAME},
        {"paused", no_argument, NULL, PAUSED},
        {"loop", no_argument, NULL, LOOP},
        {"speed", required_argument, NULL, SPEED},
        {"zoom", required_argument, NULL, ZOOM},
        {"aspect", required_argument, NULL, ASPECT},
        {"screenshots", required_argument, NULL, SHOTS},
        {"cache", required_argument, NULL, CACHE},
        {"headless-frames", required_argument, NULL, HEADLESS},
        {"keys", required_argument, NULL, KEYS},
        {"rules", required_argument, NULL, RULES},
        {"vu1", required_argument, NULL, VU1},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    *status = EXIT_USAGE;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            fputs(view_keys_help, stdout);
            *status = EXIT_SUCCESS;
            return false;
        }
        if (!take_option(options, manner, option))
            return false;
    }
    if (!option_one_trace(argc, argv))
        return false;
    if (options->headless && options->keys) {
        report("view: --keys needs a window; --headless-frames has none");
        return false;
    }
    options->trace = argv[optind];
    return true;
}

bool view_report_trouble(struct viewer *viewer)
{
    struct frame_player_state state;
    frame_player_state(viewer->player, &state);
    for (int i = 0; i < 2; i++)
        if (state.warnings[i])
            report("warning: %s", state.warnings[i]);
    if (state.error)
        report("%s", state.error);
    return state.error;
}

int command_view(int argc, char **argv)
{
    struct view_options options = {.cache_bytes = 256 << 20};
    struct replay_manner manner = {.vu1 = REPLAY_VU1_MICROCODE};
    int status;
    gs_rules_parse(NULL, &manner.rules, NULL, 0);
    if (!parse(&options, &manner, argc, argv, &status))
        return status;
    struct trace_error error;
    struct viewer viewer = {
        .player = frame_player_create(options.trace, &manner, options.cache_bytes, &error),
        .view = options.view,
        .playing = !options.paused,
        .loop = options.loop,
        .speed = options.speed,
        .wanted = options.frame,
        .pending = true,
    };
    if (!viewer.player) {
        report("%s", error.text);
        return EXIT_FAILURE;
    }
    const char *slash = strrchr(options.trace, '/');
    char name[256];
    text_clean(name, sizeof name, slash && slash[1] ? slash + 1 : options.trace);
    options.name = strcmp(name, "-") == 0 ? "standard input" : name;
    status = options.headless ? view_without_window(&viewer, &options) : view_in_window(&viewer, &options);
    viewer_close(&viewer);
    frame_player_destroy(viewer.player);
    return status;
}
