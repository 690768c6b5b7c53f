/* path1 render: pictures of what each vsync shows. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "options.h"
#include "output.h"
#include "playback.h"
#include "report.h"
#include "text.h"
#include "view.h"

static const char help[] =
    "Usage: path1 render TRACE -o DIR [OPTION]...\n"
    "Replays TRACE (- is standard input) and writes what each vsync shows, counting from 0:\n"
    "  DIR/f0000_rc0.png, DIR/f0000_rc1.png   raw pixels of the read circuits that are on, with alpha\n"
    "  DIR/f0000.png                          the merged picture, as a screen shows it\n"
    "A circuit that is off or shows no pixels gives no file.\n\n"
    "  -o, --output DIR   where to write; made if it is missing (its parent is not)\n"
    "  --frames RANGE     only these vsyncs: A, A-B, A- or -B\n"
    "  --circuits         only the circuits\n"
    "  --merged           only the merged pictures\n"
    "  --vram FILE        also write local memory after the last packet: 4194304 bytes in physical order\n"
    "  --rules RULES      a rule set and single rules, such as pcsx2,fog_blend=byte; console without it; "
    "see\n"
    "                     path1 rules\n"
    "  --vu1 WHAT         microcode: run microprograms as the trace has them; model: for path1's tfrag "
    "program its\n"
    "                     model on the host\n"
    "  --threads N        1 to 256; accepted, but this renderer draws in one thread\n"
    "  -h, --help         print this\n";

struct render {
    const char *trace, *directory, *vram, *rules_text;
    struct gs_rules rules;
    enum replay_vu1 vu1;
    struct frame_range frames;
    bool circuits, merged;

    uint64_t vsyncs, pictures; /* seen, written */
    bool failed;
};

static bool write_picture(struct render *render, const struct view *view, bool alpha, uint64_t frame,
                          const char *suffix)
{
    char *path = format_text("%s/f%04" PRIu64 "%s.png", render->directory, frame, suffix);
    bool good = view_write_png(view, alpha, path);
    free(path);
    render->pictures += good;
    return good;
}

static bool write_frame(struct render *render, struct gs *gs, uint64_t frame)
{
    static const char *const suffixes[] = {"_rc0", "_rc1"};
    struct view view;
    for (unsigned rc = 0; rc < 2 && render->circuits; rc++)
        if (view_circuit(&view, gs, rc) && !write_picture(render, &view, true, frame, suffixes[rc]))
            return false;
    if (render->merged && view_merged(&view, gs))
        return write_picture(render, &view, false, frame, "");
    return true;
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    (void)event;
    struct render *render = user;
    render->vsyncs = frame + 1;
    if (frame >= render->frames.first && frame <= render->frames.last && !write_frame(render, gs, frame)) {
        render->failed = true;
        return false;
    }
    return frame < render->frames.last || render->vram;
}

/* The number of vsyncs in the range that came. */
static uint64_t frames_done(const struct render *render)
{
    uint64_t end = render->frames.last < render->vsyncs ? render->frames.last + 1 : render->vsyncs;
    return end > render->frames.first ? end - render->frames.first : 0;
}

static bool summarise(const struct render *render)
{
    uint64_t done = frames_done(render);
    if (!done && render->frames.first) {
        report("%s: has no vsync %" PRIu64 "; it has %" PRIu64 " in all", render->trace, render->frames.first,
               render->vsyncs);
        return false;
    }
    if (!done)
        report("%s: has no vsync, so there is no picture", render->trace);
    char directory[8192];
    text_clean(directory, sizeof directory, render->directory);
    printf("%" PRIu64 " vsync%s, %" PRIu64 " picture%s in %s\n", done, done == 1 ? "" : "s", render->pictures,
           render->pictures == 1 ? "" : "s", directory);
    return true;
}

static bool render_trace(struct render *render, struct playback *playback, struct output *memory)
{
    if (!output_directory(render->directory))
        return false;
    if (render->vram && !output_begin(memory, render->vram))
        return false;
    const struct replay_sink sink = {.user = render, .vsync = on_vsync};
    if (!playback_run(playback, &sink, NULL) || render->failed)
        return false;
    if (render->vram) {
        const uint8_t *bytes = gs_local_memory(replay_gs(playback->replay));
        fwrite(bytes, 1, GS_LOCAL_MEMORY_SIZE, memory->file); /* output_commit looks at ferror */
        if (!output_commit(memory))
            return false;
    }
    return summarise(render);
}

/* Fills the struct, or returns false with the status to leave with. */
static bool parse(struct render *render, int argc, char **argv, int *status)
{
    enum { FRAMES = 256, CIRCUITS, MERGED, VRAM, RULES, THREADS, VU1 };
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},      {"frames", required_argument, NULL, FRAMES},
        {"circuits", no_argument, NULL, CIRCUITS},     {"merged", no_argument, NULL, MERGED},
        {"vram", required_argument, NULL, VRAM},       {"rules", required_argument, NULL, RULES},
        {"vu1", required_argument, NULL, VU1},         {"help", no_argument, NULL, 'h'},
        {"threads", required_argument, NULL, THREADS}, {NULL, 0, NULL, 0},
    };
    *status = EXIT_USAGE;
    uint64_t threads;
    for (int option; (option = option_next(argc, argv, "o:h", names)) != -1;) {
        switch (option) {
        case 'o':
            render->directory = optarg;
            break;
        case FRAMES:
            if (!option_frames(argv[0], optarg, &render->frames))
                return false;
            break;
        case CIRCUITS:
            render->circuits = true;
            break;
        case MERGED:
            render->merged = true;
            break;
        case VRAM:
            render->vram = optarg;
            break;
        case RULES:
            render->rules_text = optarg;
            break;
        case THREADS:
            if (!option_number(argv[0], "--threads", optarg, 1, 256, &threads))
                return false;
            break;
        case VU1:
            if (!option_vu1(argv[0], optarg, &render->vu1))
                return false;
            break;
        case 'h':
            fputs(help, stdout);
            *status = EXIT_SUCCESS;
            return false;
        default:
            return false;
        }
    }
    if (!option_one_trace(argc, argv) || !option_rules(argv[0], render->rules_text, &render->rules))
        return false;
    if (!render->directory || !*render->directory) {
        report("render: where to? Give a directory with -o DIR");
        return false;
    }
    if (!render->circuits && !render->merged)
        render->circuits = render->merged = true;
    render->trace = argv[optind];
    return true;
}

int command_render(int argc, char **argv)
{
    struct render render = {.frames = {0, UINT64_MAX}};
    int status;
    if (!parse(&render, argc, argv, &status))
        return status;
    struct playback playback;
    if (!playback_open(&playback, render.trace, &render.rules, NULL))
        return EXIT_FAILURE;
    replay_set_vu1(playback.replay, render.vu1);
    struct output memory = {0};
    bool good = render_trace(&render, &playback, &memory);
    output_abandon(&memory);
    playback_close(&playback);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
