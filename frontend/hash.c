/* path1 hash: what a renderer made of a recording, in a few numbers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "hash_check.h"
#include "hashing.h"
#include "json_out.h"
#include "options.h"
#include "playback.h"
#include "report.h"
#include "text.h"
#include "view.h"

static const char help[] =
    "Usage: path1 hash TRACE... [OPTION]...\n"
    "Replays each TRACE (- is standard input) and prints XXH3-128 hashes, most significant digit first, as\n"
    "xxhsum -H2 prints them:\n"
    "  HASH  f0000_rc0  640x448  TRACE   for each vsync (from 0) and read circuit that is on: its raw\n"
    "                                    pixels, bytes R,G,B,A, row by row, top row first, no padding.\n"
    "                                    Alpha: 32-bit formats as stored, 24-bit 0x80, 16-bit 0 or 0x80;\n"
    "                                    16-bit colours shifted left by 3\n"
    "  HASH  f0000      640x448  TRACE   for each vsync: the merged picture, in the same form, alpha 255\n"
    "  HASH  readfifo   BYTES    TRACE   all data read back from the chip, in order, if there were any\n"
    "  HASH  vram       4194304  TRACE   local memory after the last packet, in physical order: 32-bit\n"
    "                                    word w at byte 4w, little endian\n"
    "A trace with an error gives a message, and hashes only of what came before it; the others still give\n"
    "theirs, and the exit status is 1. One that is cut off gives a warning (in JSON a \"warning\" as well) "
    "and\n"
    "the hashes of what is there.\n"
    "With --check, each TRACE is a .p1t that says what it gives (path1 convert --expect): it is replayed "
    "under\n"
    "the rule sets that it names, and a line a result says OK or DIFFERS. The exit status is 1 if one "
    "differs\n"
    "or there is none. Each is read more than once: with --check, - is no trace.\n\n"
    "  --check         compare with the results that are stored in the trace\n"
    "  --json          print one JSON object instead\n"
    "  --rules RULES   a rule set and single rules, such as pcsx2,fog_blend=byte; console without it; see\n"
    "                  path1 rules\n"
    "  --vu1 WHAT      microcode: run microprograms as the trace has them; model: for path1's tfrag program "
    "its\n"
    "                  model on the host\n"
    "  -h, --help      print this\n";

/* Results are printed as they come: a recording may have any number of vsyncs. */
struct hash_run {
    const char *path;
    const char *shown;      /* the path, safe for a terminal */
    const char *rules_name; /* as asked for */
    bool json;
    uint64_t vsyncs; /* printed */
    struct hashing read_fifo;
    uint64_t read_fifo_bytes;
};

static void put_view(json_t *object, const struct view *view, const char *hex)
{
    json_put_count(object, "w", view->width);
    json_put_count(object, "h", view->height);
    json_put_text(object, "xxh3_128", hex);
}

static void print_line(const struct hash_run *run, const char *hex, const char *what, const char *size)
{
    printf("%s  %-9s  %s  %s\n", hex, what, size, run->shown);
}

/* One picture of a vsync: `rc` 0 or 1 for a circuit, -1 for the merged one. */
static void add_picture(struct hash_run *run, json_t *vsync, json_t *circuits, const struct view *view,
                        uint64_t frame, int rc)
{
    char hex[33], what[48], size[32];
    view_hash(view, hex);
    if (run->json) {
        json_t *picture = json_new_object();
        if (rc >= 0)
            json_put_count(picture, "rc", (uint64_t)rc);
        put_view(picture, view, hex);
        if (rc >= 0)
            json_add(circuits, picture);
        else
            json_put(vsync, "merged", picture);
        return;
    }
    if (rc >= 0)
        snprintf(what, sizeof what, "f%04" PRIu64 "_rc%d", frame, rc);
    else
        snprintf(what, sizeof what, "f%04" PRIu64, frame);
    snprintf(size, sizeof size, "%" PRIu32 "x%" PRIu32, view->width, view->height);
    print_line(run, hex, what, size);
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct hash_run *run = user;
    json_t *vsync = json_new_object(), *circuits = json_new_array();
    json_put_count(vsync, "frame", frame);
    json_put_count(vsync, "field_byte", event->field);
    struct view view;
    for (int rc = 0; rc < 2; rc++)
        if (view_circuit(&view, gs, (unsigned)rc))
            add_picture(run, vsync, circuits, &view, frame, rc);
    json_put(vsync, "circuits", circuits);
    if (view_merged(&view, gs))
        add_picture(run, vsync, circuits, &view, frame, -1);
    if (run->json)
        json_print_part(run->vsyncs++ ? ",\n        " : "\n        ", NULL, vsync);
    else
        json_decref(vsync);
    return true;
}

static void on_read_fifo(void *user, const uint8_t *data, size_t bytes)
{
    struct hash_run *run = user;
    hashing_add(&run->read_fifo, data, bytes);
    run->read_fifo_bytes += bytes;
}

static void print_bytes(const struct hash_run *run, const char *key, uint64_t bytes, const char *hex)
{
    if (run->json) {
        json_t *object = json_new_object();
        json_put_count(object, "bytes", bytes);
        json_put_text(object, "xxh3_128", hex);
        json_print_part(",\n      ", key, object);
    } else {
        char size[32];
        snprintf(size, sizeof size, "%" PRIu64, bytes);
        print_line(run, hex, key, size);
    }
}

/* Replays and prints the results. False on an error. */
static bool hash_trace(struct hash_run *run, const struct gs_rules *rules, enum replay_vu1 vu1)
{
    struct playback playback;
    struct trace_error error;
    if (run->json) {
        json_print_text("\n    {\n      ", "file", run->path);
        json_print_text(",\n      ", "rules", run->rules_name);
        fputs(",\n      \"vsyncs\": [", stdout);
    }
    hashing_begin(&run->read_fifo);
    const struct replay_sink sink = {.user = run, .vsync = on_vsync, .read_fifo = on_read_fifo};
    bool opened = playback_open(&playback, run->path, rules, &error);
    if (opened)
        replay_set_vu1(playback.replay, vu1);
    bool good = opened && playback_run(&playback, &sink, &error);
    char hex[33];
    hashing_end(&run->read_fifo, hex);
    if (run->json)
        fputs(run->vsyncs ? "\n      ]" : "]", stdout);
    if (good) {
        if (run->read_fifo_bytes)
            print_bytes(run, "readfifo", run->read_fifo_bytes, hex);
        hash_bytes(gs_local_memory(replay_gs(playback.replay)), GS_LOCAL_MEMORY_SIZE, hex);
        print_bytes(run, "vram", GS_LOCAL_MEMORY_SIZE, hex);
    } else if (run->json) {
        json_print_text(",\n      ", "error", error.text);
    }
    if (run->json && opened && playback_warning(&playback))
        json_print_text(",\n      ", "warning", playback_warning(&playback));
    if (run->json)
        fputs("\n    }", stdout);
    if (opened)
        playback_close(&playback);
    return good;
}

static bool hash_traces(char **paths, int count, const struct gs_rules *rules, const char *rules_name,
                        enum replay_vu1 vu1, bool json)
{
    bool good = true;
    if (json)
        fputs("{\n  \"traces\": [", stdout);
    for (int i = 0; i < count; i++) {
        if (json && i)
            putchar(',');
        char *shown = text_cleaned(paths[i]);
        struct hash_run run = {.path = paths[i], .shown = shown, .rules_name = rules_name, .json = json};
        good = hash_trace(&run, rules, vu1) && good;
        free(shown);
    }
    if (json)
        fputs("\n  ]\n}\n", stdout);
    return good;
}

int command_hash(int argc, char **argv)
{
    enum { CHECK = 256, JSON, RULES, VU1 };
    static const struct option names[] = {
        {"check", no_argument, NULL, CHECK},       {"json", no_argument, NULL, JSON},
        {"rules", required_argument, NULL, RULES}, {"vu1", required_argument, NULL, VU1},
        {"help", no_argument, NULL, 'h'},          {NULL, 0, NULL, 0},
    };
    bool check = false, json = false;
    const char *rules_text = NULL;
    enum replay_vu1 vu1 = REPLAY_VU1_MICROCODE;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case CHECK:
            check = true;
            break;
        case JSON:
            json = true;
            break;
        case RULES:
            rules_text = optarg;
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
    for (int i = optind; check && i < argc; i++)
        if (!option_rereadable("hash", argv[i], "--check reads a trace more than once"))
            return EXIT_USAGE;
    if (check && rules_text) {
        report("hash: --check takes the rules that the trace names, not --rules");
        return EXIT_USAGE;
    }
    if (check)
        return hash_check_traces(argv + optind, argc - optind, json) ? EXIT_SUCCESS : EXIT_FAILURE;
    const char *rules_name = rules_text && *rules_text ? rules_text : rules.name;
    return hash_traces(argv + optind, argc - optind, &rules, rules_name, vu1, json) ? EXIT_SUCCESS
                                                                                    : EXIT_FAILURE;
}
