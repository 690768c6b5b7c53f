/* path1 list: a recording event by event, down to VIFcodes, GIF tags and registers. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/gs_registers.h>

#include "command.h"
#include "list_gif.h"
#include "list_registers.h"
#include "list_vif.h"
#include "listing.h"
#include "options.h"
#include "playback.h"
#include "report.h"

static const char help[] =
    "Usage: path1 list TRACE [OPTION]...\n"
    "Replays TRACE (- is standard input) and prints its events, and below each what it makes the hardware "
    "do:\n"
    "VIFcodes with their operands and the addresses that they write, starts and ends of microprograms, "
    "packets\n"
    "that XGKICK sends, GIF tags, and the registers and vertices in GIF data. Registers are shown as they "
    "are\n"
    "written; ST, RGBAQ, UV and FOG stand behind the XYZ that they belong to. What a unit does later, such "
    "as\n"
    "the end of a microprogram, stands below the event during which it happens.\n\n"
    "The first column is the offset of the byte (of a VIFcode: of its word) among the bytes of the trace: in "
    "a\n"
    "GS dump of the decompressed file, in a .p1t of its events. \"vu 0x0120\" is an address in VU1's "
    "memory.\n"
    "Quadword addresses (\"qw\") and TOP, ITOP, BASE, OFST are in units of 16 bytes; addresses in micro "
    "memory\n"
    "are in bytes. Masks are four groups (write cycles) of four lanes x y z w: d data, r ROW, c COL,\n"
    "p write protect. Times are cycles of VU1 since the start.\n\n"
    "  --from N         only events from number N on, counting from 0 (what came before is replayed)\n"
    "  --to N           only events up to number N\n"
    "  --frames RANGE   only the events of these vsyncs: A, A-B, A- or -B. An event belongs to the vsync "
    "that\n"
    "                   comes next\n"
    "  --brief          leave out registers, vertices and image data\n"
    "  --json           print one JSON object with an array of lines instead\n"
    "  -h, --help       print this\n";

struct list {
    const char *path;
    uint64_t from, to;
    struct frame_range frames;
    bool brief, json;

    struct playback playback;
    struct listing listing;
    struct gif_lister gif;
    bool merged;
    uint64_t events, frame;
    struct gs_privileged privileged; /* as the last TRACE_REGISTERS left them */
    /* The words of the present TRACE_VIF1 event. */
    uint8_t *words; /* a copy: VIF1 may be slower than the reader */
    size_t words_size, words_capacity;
    uint64_t words_offset;
    /* A code whose values are to be shown when it has loaded them. */
    bool loading;
    uint32_t loading_code;
    uint64_t loading_offset;
};

static void list_events_registers(struct list *list, const struct trace_event *event, struct place place)
{
    size_t count;
    const struct gs_register *layout = gs_register_list(GS_PRIVILEGED, &count);
    struct gs_privileged now;
    gs_privileged_from_block(&now, event->data);
    for (size_t i = 0; i < count && list->listing.on && !list->brief; i++) {
        if (layout[i].offset == GS_REGISTER_NOWHERE ||
            gs_register_value(&layout[i], &now) == gs_register_value(&layout[i], &list->privileged))
            continue;
        struct place at = {false, place.offset + layout[i].address};
        listing_begin(&list->listing, at, 1, "register", layout[i].name);
        listing_fields(&list->listing, &layout[i], gs_register_value(&layout[i], &now));
        listing_end(&list->listing);
    }
    list->privileged = now;
}

/* ---- the line of an event ---- */

static const char *event_name(const struct trace_event *event)
{
    static const char *const names[] = {
        [TRACE_GIF] = "gif",
        [TRACE_VSYNC] = "vsync",
        [TRACE_READ_FIFO] = "read_fifo",
        [TRACE_REGISTERS] = "registers",
        [TRACE_VIF1] = "vif1",
        [TRACE_REGISTER] = "write",
        [TRACE_WAIT] = "wait",
        [TRACE_COMMENT] = "comment",
    };
    return names[event->kind];
}

static void add_write(struct listing *listing, const struct trace_event *event)
{
    const struct register_address *at = ee_register_at(event->address);
    listing_hex(listing, "address", event->address, 8);
    if (at->layout)
        listing_word(listing, "register", at->name);
    listing_fields(listing, at->layout, event->value);
}

static void add_path(const struct list *list, struct listing *listing, const struct trace_event *event)
{
    static const char *const names[] = {"PATH1", "PATH2", "PATH3", "PATH1"};
    const char *name = event->path_code < 4 ? names[event->path_code] : "none";
    /* Dumps of today have this code on data of every path. */
    if (list->merged && event->path_code == TRACE_PATH1_NEW)
        name = "merged";
    listing_word(listing, "path", name);
    listing_count(listing, "code", event->path_code);
}

static void add_data(struct listing *listing, const struct trace_event *event)
{
    listing_count(listing, "bytes", event->size);
    listing_flag(listing, "dma_begin", event->flags & TRACE_DMA_BEGIN);
    listing_flag(listing, "dma_end", event->flags & TRACE_DMA_END);
    if (event->position)
        listing_count(listing, "position", event->position);
}

static void add_comment(struct listing *listing, const struct trace_event *event)
{
    char *text = format_text("%.*s", (int)event->size, (const char *)event->data);
    listing_word(listing, "text", text);
    free(text);
}

static void print_event(struct list *list, const struct trace_event *event)
{
    struct listing *listing = &list->listing;
    char label[48];
    snprintf(label, sizeof label, "event %" PRIu64 "  %s", listing->event, event_name(event));
    listing_begin(listing, (struct place){false, event->offset}, 0, "event",
                  listing->json ? event_name(event) : label);
    switch (event->kind) {
    case TRACE_GIF:
        add_path(list, listing, event);
        add_data(listing, event);
        break;
    case TRACE_VIF1:
        add_data(listing, event);
        break;
    case TRACE_VSYNC:
        listing_count(listing, "frame", list->frame);
        listing_hex(listing, "field", event->field, 2);
        break;
    case TRACE_READ_FIFO:
        listing_count(listing, "quadwords", event->quadwords);
        break;
    case TRACE_REGISTER:
        add_write(listing, event);
        break;
    case TRACE_WAIT:
        if (event->value || listing->json)
            listing_count(listing, "cycles", event->value);
        else
            listing_note(listing, "until all is idle");
        break;
    case TRACE_COMMENT:
        add_comment(listing, event);
        break;
    case TRACE_REGISTERS:
        break;
    }
    listing_end(listing);
}

/* ---- what the replay tells ---- */

static void choose(struct list *list)
{
    list->listing.event = list->events;
    list->listing.on = list->events >= list->from && list->events <= list->to &&
                       list->frame >= list->frames.first && list->frame <= list->frames.last &&
                       !ferror(stdout);
}

static void keep_words(struct list *list, const struct trace_event *event)
{
    if (event->size > list->words_capacity) {
        list->words = reallocate(list->words, event->size, 1);
        list->words_capacity = event->size;
    }
    if (event->size)
        memcpy(list->words, event->data, event->size);
    list->words_size = event->size;
    list->words_offset = event->data_offset;
}

/* CSR.RESET, or GIF_CTRL.RST where there is a GIF. */
static bool resets_gif(const struct list *list, const struct trace_event *event)
{
    return (event->address == 0x12001000 && event->value >> 9 & 1) ||
           (event->address == 0x10003000 && event->value & 1 && !list->merged);
}

static void on_event(void *user, const struct trace_event *event)
{
    struct list *list = user;
    struct place data = {false, event->data_offset};
    choose(list);
    if (list->listing.on)
        print_event(list, event);
    list->words_size = 0;
    switch (event->kind) {
    case TRACE_GIF:
        if (list->merged && event->path_code <= TRACE_PATH1_NEW)
            gif_lister_take(&list->gif, &list->listing, GS_PATH_MERGED, event->data, event->size / 16, data,
                            1);
        break;
    case TRACE_VIF1:
        keep_words(list, event);
        break;
    case TRACE_REGISTERS:
        list_events_registers(list, event, data);
        break;
    case TRACE_REGISTER:
        if (resets_gif(list, event))
            gif_lister_reset(&list->gif);
        break;
    case TRACE_VSYNC:
        list->frame++;
        break;
    default:
        break;
    }
    list->events++;
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    (void)gs, (void)event;
    const struct list *list = user;
    return frame < list->frames.last && list->events <= list->to && !ferror(stdout);
}

/* What STMASK, STROW or STCOL has loaded, if that was not at hand. */
static void finish_loading(struct list *list, const struct vif_registers *registers)
{
    if (list->loading && list->listing.on)
        list_vif_loaded(&list->listing, list->loading_code, list->loading_offset, registers);
    list->loading = false;
}

static void on_vif_code(void *user, const struct replay_vif_code *code)
{
    struct list *list = user;
    uint64_t at = code->offset + 4 - list->words_offset; /* of the payload */
    bool here = list->words_size && code->offset >= list->words_offset && at <= list->words_size;
    finish_loading(list, code->registers);
    if (!list->listing.on)
        return;
    if (list_vif_code(&list->listing, code, here ? list->words + at : NULL,
                      here ? (list->words_size - at) / 4 : 0))
        return;
    list->loading = true;
    list->loading_code = code->code;
    list->loading_offset = code->offset;
}

static void on_start(void *user, const struct replay_start *start)
{
    struct list *list = user;
    if (list->listing.on)
        list_program_start(&list->listing, start);
}

static void on_end(void *user, const struct replay_end *end)
{
    struct list *list = user;
    if (list->listing.on)
        list_program_end(&list->listing, end);
}

static void on_gif(void *user, const struct replay_gif *gif)
{
    struct list *list = user;
    struct place place = {gif->kicked, gif->kicked ? gif->kick_address : gif->offset};
    if (list->listing.on)
        list_gif_piece(&list->listing, gif);
    gif_lister_take(&list->gif, &list->listing, gif->path, gif->data, gif->quadwords, place, 2);
}

/* ---- the command ---- */

static bool play(struct list *list, struct trace_error *error)
{
    const struct trace_reader *reader = list->playback.reader;
    const struct replay_sink sink = {.user = list, .event = on_event, .vsync = on_vsync};
    const struct replay_observer observer = {
        .user = list, .vif_code = on_vif_code, .start = on_start, .end = on_end, .gif = on_gif};
    list->merged = trace_header(reader)->merged_gif;
    gif_lister_begin(&list->gif, trace_initial_state(reader), list->brief);
    gs_privileged_from_block(&list->privileged, trace_initial_registers(reader));
    replay_observe(list->playback.replay, &observer);
    bool good = playback_run(&list->playback, &sink, error);
    if (list->loading) {
        struct vif_registers registers;
        vif_get_registers(replay_vif1(list->playback.replay), &registers);
        finish_loading(list, &registers);
    }
    return good;
}

static bool list_trace(struct list *list)
{
    struct trace_error error;
    if (list->json) {
        json_print_text("{\n  ", "file", list->path);
        fputs(",\n  \"lines\": [", stdout);
    }
    bool opened = playback_open(&list->playback, list->path, NULL, &error);
    bool good = opened && play(list, &error);
    if (list->json) {
        fputs(list->listing.lines ? "\n  ]" : "]", stdout);
        if (!good)
            json_print_text(",\n  ", "error", error.text);
        if (opened && playback_warning(&list->playback))
            json_print_text(",\n  ", "warning", playback_warning(&list->playback));
        fputs("\n}\n", stdout);
    }
    if (opened)
        playback_close(&list->playback);
    return good;
}

/* False: the command ends here with `*status`. */
static bool parse(struct list *list, int argc, char **argv, int *status)
{
    enum { FROM = 256, TO, FRAMES, BRIEF, JSON };
    static const struct option names[] = {
        {"from", required_argument, NULL, FROM},
        {"to", required_argument, NULL, TO},
        {"frames", required_argument, NULL, FRAMES},
        {"brief", no_argument, NULL, BRIEF},
        {"json", no_argument, NULL, JSON},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    *status = EXIT_USAGE;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case FROM:
            if (!option_number(argv[0], "--from", optarg, 0, UINT64_MAX, &list->from))
                return false;
            break;
        case TO:
            if (!option_number(argv[0], "--to", optarg, 0, UINT64_MAX, &list->to))
                return false;
            break;
        case FRAMES:
            if (!option_frames(argv[0], optarg, &list->frames))
                return false;
            break;
        case BRIEF:
            list->brief = true;
            break;
        case JSON:
            list->json = list->listing.json = true;
            break;
        case 'h':
            fputs(help, stdout);
            *status = EXIT_SUCCESS;
            return false;
        default:
            return false;
        }
    }
    if (list->from > list->to) {
        report("%s: --from %" PRIu64 " is behind --to %" PRIu64, argv[0], list->from, list->to);
        return false;
    }
    if (!option_one_trace(argc, argv))
        return false;
    list->path = argv[optind];
    return true;
}

int command_list(int argc, char **argv)
{
    struct list list = {.to = UINT64_MAX, .frames = {0, UINT64_MAX}};
    int status;
    if (!parse(&list, argc, argv, &status))
        return status;
    bool good = list_trace(&list);
    free(list.words);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
