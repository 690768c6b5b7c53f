/* path1 bench: how fast recordings replay. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "command.h"
#include "json_out.h"
#include "options.h"
#include "playback.h"
#include "progress.h"
#include "report.h"
#include "text.h"

static const char help[] =
    "Usage: path1 bench TRACE... [OPTION]...\n"
    "Replays each TRACE several times without writing pictures and prints the time of the fastest run. It\n"
    "covers reading and decompressing the packets and all drawing; opening the trace (header and initial\n"
    "memory) is not in it. Peak memory is that of the whole program so far.\n\n"
    "  --repeat N      how often, 1 to 1000; 3 without this option\n"
    "  --json          print one JSON object instead\n"
    "  --rules RULES   a rule set and single rules; console without it; see path1 rules\n"
    "  --vu1 WHAT      microcode: run microprograms as the trace has them; model: for path1's tfrag program "
    "its\n"
    "                  model on the host\n"
    "  -h, --help      print this\n";

/* One replay. */
struct measure {
    uint64_t nanoseconds, vsyncs, gif_bytes;
    bool merged; /* the recording's GIF data are one stream */
};

static void on_event(void *user, const struct trace_event *event)
{
    struct measure *measure = user;
    if (event->kind == TRACE_VSYNC)
        measure->vsyncs++;
    if (event->kind == TRACE_GIF && measure->merged)
        measure->gif_bytes += event->size;
}

/* What reaches the GS in a trace of what was sent. */
static void on_gif(void *user, const struct replay_gif *gif)
{
    struct measure *measure = user;
    measure->gif_bytes += 16 * (uint64_t)gif->quadwords;
}

static bool replay_once(const char *path, const struct gs_rules *rules, enum replay_vu1 vu1,
                        struct measure *out, struct trace_error *error)
{
    struct playback playback;
    if (!playback_open(&playback, path, rules, error))
        return false;
    replay_set_vu1(playback.replay, vu1);
    *out = (struct measure){.merged = trace_header(playback.reader)->merged_gif};
    const struct replay_observer observer = {.user = out, .gif = on_gif};
    replay_observe(playback.replay, &observer);
    const struct replay_sink sink = {.user = out, .event = on_event};
    uint64_t start = monotonic_time();
    bool good = playback_run(&playback, &sink, error);
    gs_finish(replay_gs(playback.replay));
    uint64_t spent = monotonic_time() - start;
    out->nanoseconds = spent ? spent : 1;
    playback_close(&playback);
    return good;
}

/* Kibibytes. */
static uint64_t peak_memory(void)
{
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (uint64_t)usage.ru_maxrss : 0;
}

static void print_text(const char *path, const struct measure *best)
{
    char file[256];
    text_clean(file, sizeof file, path);
    double seconds = (double)best->nanoseconds / 1e9;
    printf("%8.2f frames/s  %8.2f ms/frame  %8.2f MB/s GIF  %6" PRIu64 " frames in %.3f s  %5" PRIu64
           " MiB peak  %s\n",
           (double)best->vsyncs / seconds, best->vsyncs ? seconds * 1e3 / (double)best->vsyncs : 0.0,
           (double)best->gif_bytes / 1e6 / seconds, best->vsyncs, seconds, peak_memory() / 1024, file);
    fflush(stdout);
}

static json_t *measure_json(const char *path, const struct measure *best, json_t *runs)
{
    double seconds = (double)best->nanoseconds / 1e9;
    json_t *object = json_new_object();
    json_put_text(object, "file", path);
    json_put_count(object, "frames", best->vsyncs);
    json_put_count(object, "gif_bytes", best->gif_bytes);
    json_put_real(object, "seconds", seconds);
    json_put_real(object, "frames_per_second", (double)best->vsyncs / seconds);
    json_put_count(object, "peak_memory_kib", peak_memory());
    json_put(object, "seconds_of_each_run", runs);
    return object;
}

static json_t *failure_json(const char *path, const struct trace_error *error)
{
    json_t *object = json_new_object();
    json_put_text(object, "file", path);
    json_put_text(object, "error", error->text);
    return object;
}

/* Prints the fastest run, or adds it to `traces` if that is not NULL. */
static bool bench_trace(const char *path, const struct gs_rules *rules, enum replay_vu1 vu1, uint64_t repeat,
                        json_t *traces)
{
    struct measure best = {.nanoseconds = UINT64_MAX}, one;
    json_t *runs = json_new_array();
    for (uint64_t i = 0; i < repeat; i++) {
        struct trace_error error;
        if (!replay_once(path, rules, vu1, &one, &error)) {
            json_decref(runs);
            if (traces)
                json_add(traces, failure_json(path, &error));
            return false;
        }
        json_add(runs, json_real((double)one.nanoseconds / 1e9));
        if (one.nanoseconds < best.nanoseconds)
            best = one;
    }
    if (traces) {
        json_add(traces, measure_json(path, &best, runs));
    } else {
        print_text(path, &best);
        json_decref(runs);
    }
    return true;
}

int command_bench(int argc, char **argv)
{
    enum { JSON = 256, RULES, REPEAT, VU1 };
    static const struct option names[] = {
        {"json", no_argument, NULL, JSON},     {"rules", required_argument, NULL, RULES},
        {"vu1", required_argument, NULL, VU1}, {"repeat", required_argument, NULL, REPEAT},
        {"help", no_argument, NULL, 'h'},      {NULL, 0, NULL, 0},
    };
    bool json = false;
    const char *rules_text = NULL;
    enum replay_vu1 vu1 = REPLAY_VU1_MICROCODE;
    uint64_t repeat = 3;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case JSON:
            json = true;
            break;
        case RULES:
            rules_text = optarg;
            break;
        case REPEAT:
            if (!option_number(argv[0], "--repeat", optarg, 1, 1000, &repeat))
                return EXIT_USAGE;
            break;
        case VU1:
            if (!option_vu1(argv[0], optarg, &vu1))
                return EXIT_USAGE;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    struct gs_rules rules;
    if (!option_some_traces(argc, argv) || !option_rules(argv[0], rules_text, &rules))
        return EXIT_USAGE;
    for (int i = optind; i < argc; i++) {
        if (strcmp(argv[i], "-") == 0 && (repeat > 1 || argc - optind > 1)) {
            report("bench: standard input can be read once only: alone and with --repeat 1");
            return EXIT_USAGE;
        }
        if (repeat > 1 &&
            !option_rereadable("bench", argv[i], "without --repeat 1 reads a trace more than once"))
            return EXIT_USAGE;
    }
    json_t *traces = json ? json_new_array() : NULL;
    bool good = true;
    for (int i = optind; i < argc; i++)
        good = bench_trace(argv[i], &rules, vu1, repeat, traces) && good;
    if (json) {
        json_t *root = json_new_object();
        json_put_text(root, "rules", rules_text && *rules_text ? rules_text : rules.name);
        json_put(root, "traces", traces);
        json_print(root);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
