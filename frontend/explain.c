/* path1 explain: the history of one pixel. */
#include "explain.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "options.h"
#include "playback.h"
#include "report.h"

static const char help[] =
    "Usage: path1 explain TRACE --pixel X,Y [OPTION]...\n"
    "Replays TRACE and tells the history of one pixel of local memory: every draw and every transfer that\n"
    "touched it, in order, and for a draw what went into each stage of the pipeline and what came out:\n"
    "vertices, coverage, interpolated values, texel coordinates, texels and their addresses, filter, "
    "texture\n"
    "function, fog, tests, blending, dithering, and what was written, or why it was not.\n"
    "The pixel is that of the frame buffer that read circuit 1 shows (else circuit 2) at vsync N or, "
    "without\n"
    "--frame, at the last one. Whatever meets its bits counts, by whatever buffer the draw knows them, also\n"
    "as a depth buffer. So do primitives over it that change nothing because of registers.\n"
    "A program that shows one buffer and draws to another has drawn what vsync N shows before vsync N - 1.\n"
    "The trace is read twice: - is no trace here.\n\n"
    "  --pixel X,Y     column and row in the buffer, from 0, at most 2047\n"
    "  --frame N       only what happened between vsync N - 1 and vsync N, counted from 0; without it, all\n"
    "  --fbp HEX       the buffer at this page, as in FRAME; width and format are those of the last draw to "
    "it\n"
    "  --last K        only the last K, 1 to 100000; 100 without this option\n"
    "  --json          print one JSON object instead\n"
    "  --rules RULES   a rule set and single rules, such as pcsx2,fog_blend=byte; console without it; see\n"
    "                  path1 rules\n"
    "  --vu1 WHAT      microcode: run microprograms as the trace has them; model: for path1's tfrag program "
    "its\n"
    "                  model on the host\n"
    "  -h, --help      print this\n";

struct explain {
    const char *path;
    struct gs_rules rules;
    enum replay_vu1 vu1;
    bool json, by_fbp, one_frame, has_pixel;
    uint64_t frame; /* one_frame */
    uint64_t last;
    struct explain_target target;
    bool found; /* the target is known */

    uint64_t vsyncs; /* done */
    uint64_t events;
    struct gs_pixel_origin now; /* of the data that the GS takes */
    bool merged;

    struct explain_record *record; /* a ring */
    size_t capacity;
    uint64_t records; /* in all */
};

/* ---- which buffer ---- */

static void take_circuit(struct explain *e, const struct gs *gs)
{
    e->found = false;
    for (unsigned rc = 0; rc < 2 && !e->found; rc++) {
        struct gs_circuit c;
        gs_circuit(gs, rc, &c);
        if (!c.enabled || !c.width || !c.height)
            continue;
        e->found = true;
        e->target.circuit = (int)rc;
        e->target.fbp = c.fbp;
        e->target.fbw = c.fbw;
        e->target.psm = c.psm;
    }
}

static bool survey_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct explain *e = user;
    (void)event;
    e->vsyncs = frame + 1;
    if (!e->by_fbp)
        take_circuit(e, gs);
    return !e->one_frame || frame < e->frame;
}

static void survey_draw(void *user, const struct gs_draw_event *event)
{
    struct explain *e = user;
    uint64_t frame = event->context->frame;
    if (!e->by_fbp || (frame & 0x1FF) != e->target.fbp)
        return;
    e->found = true;
    e->target.fbw = frame >> 16 & 0x3F;
    e->target.psm = frame >> 24 & 0x3F;
}

static bool missing(const struct explain *e)
{
    if (e->one_frame && e->vsyncs <= e->frame)
        report("%s: expected a vsync %" PRIu64 ", found %" PRIu64 " vsyncs in all", e->path, e->frame,
               e->vsyncs);
    else if (e->by_fbp)
        report("%s: expected a draw with FRAME.FBP 0x%" PRIX32 ", found none", e->path, e->target.fbp);
    else
        report("%s: expected a read circuit that is on at the vsync, found none; --fbp names a buffer",
               e->path);
    return false;
}

/* Finds the buffer. */
static bool survey(struct explain *e)
{
    struct playback playback;
    const struct replay_sink sink = {.user = e, .vsync = survey_vsync};
    const struct gs_observer observer = {.user = e, .draw = survey_draw};
    if (!playback_open(&playback, e->path, &e->rules, NULL))
        return false;
    replay_set_vu1(playback.replay, e->vu1);
    gs_observe(replay_gs(playback.replay), &observer);
    bool good = playback_run(&playback, &sink, NULL);
    playback_close(&playback);
    if (good && (!e->found || (e->one_frame && e->vsyncs <= e->frame)))
        return missing(e);
    return good;
}

/* ---- the history ---- */

static struct explain_record *next_record(struct explain *e)
{
    if (e->one_frame && e->vsyncs != e->frame)
        return NULL;
    size_t at = (size_t)(e->records++ % e->last);
    if (at >= e->capacity) {
        e->capacity = e->capacity ? 2 * e->capacity : 16;
        e->record = reallocate(e->record, e->capacity, sizeof *e->record);
    }
    memset(&e->record[at], 0, sizeof e->record[at]);
    e->record[at].frame = e->vsyncs;
    return &e->record[at];
}

static void on_origin(void *user, struct gs_pixel_origin *out)
{
    const struct explain *e = user;
    *out = e->now;
}

static void on_fragment(void *user, const struct gs_pixel_fragment *fragment)
{
    struct explain_record *r = next_record(user);
    if (!r)
        return;
    r->fragment = *fragment;
    r->registers = *fragment->registers;
}

static void on_transfer(void *user, const struct gs_pixel_transfer *transfer)
{
    struct explain *e = user;
    struct explain_record *r = next_record(e);
    if (!r)
        return;
    r->transfer = true;
    r->moved = *transfer;
    r->origin = e->now;
}

static void on_event(void *user, const struct trace_event *event)
{
    struct explain *e = user;
    e->now.event = e->events++;
    if (e->merged)
        e->now = (struct gs_pixel_origin){.known = true, .event = e->now.event, .offset = event->offset};
}

static void on_gif(void *user, const struct replay_gif *gif)
{
    struct explain *e = user;
    e->now = (struct gs_pixel_origin){.known = true,
                                      .kicked = gif->kicked,
                                      .kick_address = gif->kick_address,
                                      .kick_pc = gif->kick_pc,
                                      .event = e->now.event,
                                      .offset = gif->offset};
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct explain *e = user;
    (void)gs, (void)event;
    e->vsyncs = frame + 1;
    return !e->one_frame || frame < e->frame;
}

static bool watch(struct explain *e, struct gs *gs)
{
    const struct explain_target *t = &e->target;
    const struct gs_pixel_watch what = {t->fbp, t->fbw,    t->psm,      t->x,       t->y,
                                        e,      on_origin, on_fragment, on_transfer};
    if (gs_watch_pixel(gs, &what))
        return true;
    report("%s: expected a frame buffer of a format that can be drawn to, found PSM 0x%02" PRIX32, e->path,
           t->psm);
    return false;
}

static bool collect(struct explain *e)
{
    struct playback playback;
    const struct replay_sink sink = {.user = e, .event = on_event, .vsync = on_vsync};
    const struct replay_observer observer = {.user = e, .gif_next = on_gif};
    if (!playback_open(&playback, e->path, &e->rules, NULL))
        return false;
    replay_set_vu1(playback.replay, e->vu1);
    replay_observe(playback.replay, &observer);
    e->merged = trace_header(playback.reader)->merged_gif;
    e->vsyncs = 0;
    bool good = watch(e, replay_gs(playback.replay)) && playback_run(&playback, &sink, NULL);
    playback_close(&playback);
    return good;
}

/* ---- output ---- */

static struct explain_record *record_at(struct explain *e, uint64_t number)
{
    struct explain_record *r = &e->record[number % e->last];
    r->fragment.registers = &r->registers;
    r->fragment.context = &r->registers.context[r->fragment.prim >> 9 & 1];
    return r;
}

static void print_text(struct explain *e, uint64_t first)
{
    explain_print_target(&e->target);
    if (first)
        printf("%" PRIu64 " before these are not shown (--last)\n", first);
    if (!e->records)
        puts("nothing touched it");
    for (uint64_t i = first; i < e->records; i++)
        explain_print(record_at(e, i), &e->target);
}

static void print_json(struct explain *e, uint64_t first)
{
    json_print_text("{\n  ", "file", e->path);
    json_print_part(",\n  ", "pixel", explain_target_json(&e->target));
    printf(",\n  \"not_shown\": %" PRIu64 ",\n  \"history\": [", first);
    for (uint64_t i = first; i < e->records; i++)
        json_print_part(i == first ? "\n    " : ",\n    ", NULL, explain_json(record_at(e, i), &e->target));
    fputs(e->records ? "\n  ]\n}\n" : "]\n}\n", stdout);
}

/* ---- the command ---- */

static bool parse_pixel(const char *command, const char *text, struct explain_target *out)
{
    unsigned x, y;
    int end = -1;
    if (isdigit((unsigned char)text[0]) && sscanf(text, "%4u,%n", &x, &end) == 1 && end > 0 &&
        isdigit((unsigned char)text[end])) {
        int more = -1;
        if (sscanf(text + end, "%4u%n", &y, &more) == 1 && !text[end + more] && x <= 2047 && y <= 2047) {
            out->x = x;
            out->y = y;
            return true;
        }
    }
    report("%s: --pixel takes X,Y, each from 0 to 2047, not '%s'", command, text);
    return false;
}

static bool parse_fbp(const char *command, const char *text, struct explain_target *out)
{
    const char *digits = strncmp(text, "0x", 2) == 0 || strncmp(text, "0X", 2) == 0 ? text + 2 : text;
    size_t count = strspn(digits, "0123456789abcdefABCDEF");
    unsigned long value = strtoul(digits, NULL, 16);
    if (!count || count > 8 || digits[count] || value > 0x1FF) {
        report("%s: --fbp takes a page from 0 to 1ff (hexadecimal), not '%s'", command, text);
        return false;
    }
    out->fbp = (uint32_t)value;
    out->circuit = -1;
    return true;
}

enum { PIXEL = 256, FRAME, FBP, LAST, JSON, RULES, VU1 };

static bool parse_option(struct explain *e, const char *command, int option)
{
    switch (option) {
    case PIXEL:
        e->has_pixel = true;
        return parse_pixel(command, optarg, &e->target);
    case FRAME:
        e->one_frame = true;
        return option_number(command, "--frame", optarg, 0, UINT64_MAX - 1, &e->frame);
    case FBP:
        e->by_fbp = true;
        return parse_fbp(command, optarg, &e->target);
    case LAST:
        return option_number(command, "--last", optarg, 1, 100000, &e->last);
    case JSON:
        e->json = true;
        return true;
    case RULES:
        return option_rules(command, optarg, &e->rules);
    case VU1:
        return option_vu1(command, optarg, &e->vu1);
    default:
        return false;
    }
}

static bool complete(const struct explain *e, int argc, char **argv)
{
    if (!option_one_trace(argc, argv))
        return false;
    if (!e->has_pixel)
        report("%s: which pixel? See path1 %s --help", argv[0], argv[0]);
    else if (strcmp(argv[optind], "-") == 0)
        report("%s: reads the trace twice, which standard input does not allow", argv[0]);
    else
        return true;
    return false;
}

int command_explain(int argc, char **argv)
{
    static const struct option names[] = {
        {"pixel", required_argument, NULL, PIXEL},
        {"frame", required_argument, NULL, FRAME},
        {"fbp", required_argument, NULL, FBP},
        {"last", required_argument, NULL, LAST},
        {"json", no_argument, NULL, JSON},
        {"rules", required_argument, NULL, RULES},
        {"vu1", required_argument, NULL, VU1},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct explain e = {.last = 100, .vu1 = REPLAY_VU1_MICROCODE};
    gs_rules_parse(NULL, &e.rules, NULL, 0);
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        if (option == 'h') {
            fputs(help, stdout);
            return EXIT_SUCCESS;
        }
        if (!parse_option(&e, argv[0], option))
            return EXIT_USAGE;
    }
    if (!complete(&e, argc, argv))
        return EXIT_USAGE;
    e.path = argv[optind];
    bool good = survey(&e) && collect(&e);
    uint64_t first = e.records > e.last ? e.records - e.last : 0;
    if (good && e.json)
        print_json(&e, first);
    else if (good)
        print_text(&e, first);
    free(e.record);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
