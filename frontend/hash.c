/* path1 hash: what a renderer made of a recording, in a few numbers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "hashing.h"
#include "json_out.h"
#include "options.h"
#include "playback.h"
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
    "A trace with an error gives a message and no hashes; the others still give theirs, and the exit status\n"
    "is 1.\n\n"
    "  --json          print one JSON object instead\n"
    "  --rules RULES   a rule set and single rules, such as pcsx2,fog_blend=byte; see path1 rules\n"
    "  -h, --help      print this\n";

struct hash_run {
    json_t *vsyncs;
    struct hashing read_fifo;
    uint64_t read_fifo_bytes;
};

static void put_view(json_t *object, const struct view *view)
{
    char hex[33];
    view_hash(view, hex);
    json_put_count(object, "w", view->width);
    json_put_count(object, "h", view->height);
    json_put_text(object, "xxh3_128", hex);
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct hash_run *run = user;
    json_t *vsync = json_new_object();
    json_put_count(vsync, "frame", frame);
    json_put_count(vsync, "field_byte", event->field);
    json_t *circuits = json_new_array();
    struct view view;
    for (unsigned rc = 0; rc < 2; rc++) {
        if (!view_circuit(&view, gs, rc))
            continue;
        json_t *circuit = json_new_object();
        json_put_count(circuit, "rc", rc);
        put_view(circuit, &view);
        json_add(circuits, circuit);
    }
    json_put(vsync, "circuits", circuits);
    if (view_merged(&view, gs)) {
        json_t *merged = json_new_object();
        put_view(merged, &view);
        json_put(vsync, "merged", merged);
    }
    json_add(run->vsyncs, vsync);
    return true;
}

static void on_read_fifo(void *user, const uint8_t *data, size_t bytes)
{
    struct hash_run *run = user;
    hashing_add(&run->read_fifo, data, bytes);
    run->read_fifo_bytes += bytes;
}

static void add_bytes_hash(json_t *trace, const char *key, uint64_t bytes, const char *hex)
{
    json_t *object = json_new_object();
    json_put_count(object, "bytes", bytes);
    json_put_text(object, "xxh3_128", hex);
    json_put(trace, key, object);
}

/* Replays and adds the results to `trace`. False with `error` filled. */
static bool hash_trace(const char *path, const struct gs_rules *rules, json_t *trace,
                       struct trace_error *error)
{
    struct playback playback;
    if (!playback_open(&playback, path, rules, error))
        return false;
    struct hash_run run = {.vsyncs = json_new_array()};
    hashing_begin(&run.read_fifo);
    const struct replay_sink sink = {.user = &run, .vsync = on_vsync, .read_fifo = on_read_fifo};
    bool good = playback_run(&playback, &sink, error);
    char hex[33];
    hashing_end(&run.read_fifo, hex);
    if (good) {
        json_put(trace, "vsyncs", run.vsyncs);
        if (run.read_fifo_bytes)
            add_bytes_hash(trace, "readfifo", run.read_fifo_bytes, hex);
        hash_bytes(gs_local_memory(replay_gs(playback.replay)), GS_LOCAL_MEMORY_SIZE, hex);
        add_bytes_hash(trace, "vram", GS_LOCAL_MEMORY_SIZE, hex);
    } else {
        json_decref(run.vsyncs);
    }
    playback_close(&playback);
    return good;
}

static void print_picture(json_t *picture, const char *what, const char *file)
{
    printf("%s  %-9s  %" PRId64 "x%" PRId64 "  %s\n", json_string_value(json_object_get(picture, "xxh3_128")),
           what, (int64_t)json_integer_value(json_object_get(picture, "w")),
           (int64_t)json_integer_value(json_object_get(picture, "h")), file);
}

static void print_bytes(json_t *trace, const char *key, const char *file)
{
    json_t *object = json_object_get(trace, key);
    if (object)
        printf("%s  %-9s  %" PRId64 "  %s\n", json_string_value(json_object_get(object, "xxh3_128")), key,
               (int64_t)json_integer_value(json_object_get(object, "bytes")), file);
}

static void print_text(json_t *trace)
{
    const char *file = json_string_value(json_object_get(trace, "file"));
    json_t *vsyncs = json_object_get(trace, "vsyncs");
    char what[40];
    size_t i, k;
    json_t *vsync, *circuit;
    json_array_foreach(vsyncs, i, vsync)
    {
        json_array_foreach(json_object_get(vsync, "circuits"), k, circuit)
        {
            int rc = (int)json_integer_value(json_object_get(circuit, "rc"));
            snprintf(what, sizeof what, "f%04zu_rc%d", i, rc);
            print_picture(circuit, what, file);
        }
        json_t *merged = json_object_get(vsync, "merged");
        snprintf(what, sizeof what, "f%04zu", i);
        if (merged)
            print_picture(merged, what, file);
    }
    print_bytes(trace, "readfifo", file);
    print_bytes(trace, "vram", file);
}

static bool hash_traces(char **paths, int count, const struct gs_rules *rules, bool json)
{
    bool good = true;
    json_t *traces = json_new_array();
    for (int i = 0; i < count; i++) {
        json_t *trace = json_new_object();
        json_put_text(trace, "file", paths[i]);
        json_put_text(trace, "rules", rules->name);
        struct trace_error error;
        bool done = hash_trace(paths[i], rules, trace, &error);
        good = good && done;
        if (!done)
            json_put_text(trace, "error", error.text);
        if (json) {
            json_add(traces, trace);
            continue;
        }
        print_text(trace);
        json_decref(trace);
    }
    if (json) {
        json_t *root = json_new_object();
        json_put(root, "traces", traces);
        json_print(root);
    } else {
        json_decref(traces);
    }
    return good;
}

int command_hash(int argc, char **argv)
{
    enum { JSON = 256, RULES };
    static const struct option names[] = {
        {"json", no_argument, NULL, JSON},
        {"rules", required_argument, NULL, RULES},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    bool json = false;
    const char *rules_text = NULL;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case JSON:
            json = true;
            break;
        case RULES:
            rules_text = optarg;
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
    return hash_traces(argv + optind, argc - optind, &rules, json) ? EXIT_SUCCESS : EXIT_FAILURE;
}
