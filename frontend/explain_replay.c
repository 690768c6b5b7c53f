/* path1 explain: finding the buffer, and following the pixel. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/gs_registers.h>

#include "explain.h"
#include "playback.h"
#include "report.h"

#define PAGES 512u
#define LISTED 12u /* buffers that a message names */

/* ---- which buffer ---- */

struct survey {
    struct explain_request *request;
    bool found;
    uint64_t vsyncs; /* done */
    /* The last draw to each page: FBW in bits 5..0, PSM in bits 13..8, bit 15: there is one. */
    uint16_t drawn[PAGES];
};

static void take_circuit(struct survey *s, const struct gs *gs)
{
    struct explain_target *t = &s->request->target;
    s->found = false;
    for (unsigned rc = 0; rc < 2 && !s->found; rc++) {
        struct gs_circuit c;
        gs_circuit(gs, rc, &c);
        if (!c.enabled || !c.width || !c.height)
            continue;
        s->found = true;
        t->circuit = (int)rc;
        t->fbp = c.fbp;
        t->fbw = c.fbw;
        t->psm = c.psm;
        uint64_t dispfb = rc ? gs_privileged(gs)->dispfb2 : gs_privileged(gs)->dispfb1;
        t->dbx = (uint32_t)(dispfb >> 32 & 0x7FF);
        t->dby = (uint32_t)(dispfb >> 43 & 0x7FF);
    }
}

static bool survey_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct survey *s = user;
    (void)event;
    s->vsyncs = frame + 1;
    if (!s->request->by_fbp)
        take_circuit(s, gs);
    return !s->request->one_frame || frame < s->request->frame;
}

static void survey_draw(void *user, const struct gs_draw_event *event)
{
    struct survey *s = user;
    uint64_t frame = event->context->frame;
    s->drawn[frame & 0x1FF] = (uint16_t)((frame >> 16 & 0x3F) | (frame >> 24 & 0x3F) << 8 | 0x8000);
}

/* "0x000 (FBW 10, PSMCT32), 0x08C (FBW 10, PSMCT32)", to be freed. */
static char *list_drawn(const struct survey *s)
{
    char *list = format_text("%s", "");
    unsigned count = 0;
    for (unsigned page = 0; page < PAGES; page++) {
        if (!s->drawn[page])
            continue;
        const char *name = gs_format_name(s->drawn[page] >> 8 & 0x3F);
        char *longer = count < LISTED ? format_text("%s%s0x%03X (FBW %u, %s)", list, count ? ", " : "", page,
                                                    s->drawn[page] & 0x3Fu, name ? name : "unknown")
                                      : format_text("%s", list);
        free(list);
        list = longer;
        count++;
    }
    char *whole = count > LISTED ? format_text("%s and %u more", list, count - LISTED)
                                 : format_text("%s", count ? list : "none");
    free(list);
    return whole;
}

static void report_missing(const struct survey *s)
{
    const struct explain_request *r = s->request;
    if (r->one_frame && s->vsyncs <= r->frame) {
        report("%s: expected a vsync %" PRIu64 ", found %" PRIu64 " vsyncs in all", r->path, r->frame,
               s->vsyncs);
        return;
    }
    char *drawn = list_drawn(s);
    if (r->by_fbp)
        report("%s: expected a draw with FRAME.FBP 0x%03" PRIX32 ", found draws to %s; for another buffer "
               "give --fbw and --psm too",
               r->path, r->target.fbp, drawn);
    else
        report("%s: expected a read circuit that is on at the %s, found none; --fbp names a buffer, and "
               "there are draws to %s",
               r->path, s->vsyncs ? "vsync" : "end, as there is no vsync", drawn);
    free(drawn);
}

static bool survey_replay(struct survey *s)
{
    struct explain_request *r = s->request;
    struct playback playback;
    const struct replay_sink sink = {.user = s, .vsync = survey_vsync};
    const struct gs_observer observer = {.user = s, .draw = survey_draw};
    if (!playback_open(&playback, r->path, &r->rules, NULL))
        return false;
    replay_set_vu1(playback.replay, r->vu1);
    gs_observe(replay_gs(playback.replay), &observer);
    bool good = playback_run(&playback, &sink, NULL);
    if (good && !s->vsyncs && !r->by_fbp)
        take_circuit(s, replay_gs(playback.replay));
    playback_close(&playback);
    unsigned drawn = s->drawn[r->target.fbp & 0x1FF];
    if (r->by_fbp && drawn) {
        s->found = true;
        r->target.fbw = r->has_fbw ? r->target.fbw : drawn & 0x3F;
        r->target.psm = r->has_psm ? r->target.psm : drawn >> 8 & 0x3F;
    }
    if (good && s->found && (!r->one_frame || s->vsyncs > r->frame))
        return true;
    if (good)
        report_missing(s);
    return false;
}

bool explain_survey(struct explain_request *r)
{
    struct survey s = {.request = r};
    bool known = r->by_fbp && r->has_fbw && r->has_psm;
    const struct explain_target *t = &r->target;
    if (!known && !survey_replay(&s))
        return false;
    if (!t->fbw || t->x < 64 * t->fbw)
        return true;
    report("%s: expected a column below %" PRIu32 " (FBW %" PRIu32 "), found --pixel %" PRIu32 ",%" PRIu32,
           r->path, 64 * t->fbw, t->fbw, t->x, t->y);
    return false;
}

/* ---- the history ---- */

struct collection {
    const struct explain_request *request;
    struct explain_history *history;
    uint64_t events;
    struct gs_pixel_origin now; /* of the data that the GS takes */
    bool merged;
};

static void put_mark(struct explain_history *h, const struct explain_mark *mark)
{
    if (h->records > h->mark_capacity) {
        h->mark_capacity = h->mark_capacity ? 2 * h->mark_capacity : 64;
        h->mark = reallocate(h->mark, h->mark_capacity, sizeof *h->mark);
    }
    h->mark[h->records - 1] = *mark;
}

static struct explain_record *next_record(struct collection *c)
{
    struct explain_history *h = c->history;
    if (c->request->one_frame && h->vsyncs != c->request->frame)
        return NULL;
    uint64_t number = h->records++;
    if (h->only && number != h->number)
        return NULL;
    size_t at = h->only ? 0 : (size_t)(number % c->request->last);
    if (at >= h->capacity) {
        h->capacity = h->capacity ? 2 * h->capacity : 16;
        h->record = reallocate(h->record, h->capacity, sizeof *h->record);
    }
    memset(&h->record[at], 0, sizeof h->record[at]);
    h->record[at].frame = h->vsyncs;
    return &h->record[at];
}

static void on_origin(void *user, struct gs_pixel_origin *out)
{
    const struct collection *c = user;
    uint64_t quadword = out->quadword;
    *out = c->now;
    out->quadword = quadword;
}

static void on_fragment(void *user, const struct gs_pixel_fragment *f)
{
    struct collection *c = user;
    struct explain_record *r = next_record(c);
    if (!r)
        return;
    r->fragment = *f;
    r->registers = *f->registers;
    r->origin = f->origin;
    if (c->history->marks_wanted)
        put_mark(c->history, &(struct explain_mark){f->before == f->after, 2 * f->kick + 1, (uint32_t)f->x,
                                                    (uint32_t)f->y, f->after});
}

static void on_transfer(void *user, const struct gs_pixel_transfer *transfer)
{
    struct collection *c = user;
    struct explain_record *r = next_record(c);
    if (!r)
        return;
    r->transfer = true;
    r->moved = *transfer;
    r->origin = c->now;
    r->origin.quadword = transfer->quadword;
    if (c->history->marks_wanted)
        put_mark(c->history, &(struct explain_mark){transfer->before == transfer->after, 2 * transfer->kicks,
                                                    transfer->x, transfer->y, transfer->after});
}

static void on_event(void *user, const struct trace_event *event)
{
    struct collection *c = user;
    c->now.event = c->events++;
    if (c->merged)
        c->now = (struct gs_pixel_origin){
            .known = true, .path = GS_PATH_MERGED, .event = c->now.event, .offset = event->data_offset};
}

static void on_gif(void *user, const struct replay_gif *gif)
{
    struct collection *c = user;
    c->now = (struct gs_pixel_origin){.known = true,
                                      .kicked = gif->kicked,
                                      .path = gif->path,
                                      .kick_address = gif->kick_address,
                                      .kick_pc = gif->kick_pc,
                                      .event = c->now.event,
                                      .offset = gif->offset};
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct collection *c = user;
    (void)gs, (void)event;
    c->history->vsyncs = frame + 1;
    return !c->request->one_frame || frame < c->request->frame;
}

static bool watch(const struct explain_request *r, struct gs *gs, struct gs_pixel_watch *what)
{
    const struct explain_target *t = &r->target;
    what->fbp = t->fbp;
    what->fbw = t->fbw;
    what->psm = t->psm;
    what->x = t->x;
    what->y = t->y;
    if (gs_watch_pixel(gs, what))
        return true;
    report("%s: expected a frame buffer of a format that can be drawn to, found PSM 0x%02" PRIX32, r->path,
           t->psm);
    return false;
}

static bool run_quietly(struct playback *playback, const struct replay_sink *sink)
{
    struct trace_error error;
    bool good = replay_run(playback->replay, sink, &error) != REPLAY_ERROR;
    if (!good)
        report("%s", error.text);
    return good;
}

bool explain_collect(const struct explain_request *r, const struct gs_rules *rules, struct explain_history *h)
{
    struct playback playback;
    struct collection c = {.request = r, .history = h};
    const struct replay_sink sink = {.user = &c, .event = on_event, .vsync = on_vsync};
    const struct replay_observer observer = {.user = &c, .gif_next = on_gif};
    struct gs_pixel_watch what = {
        .user = &c, .origin = on_origin, .fragment = on_fragment, .transfer = on_transfer};
    if (!playback_open(&playback, r->path, rules, NULL))
        return false;
    struct gs *gs = replay_gs(playback.replay);
    replay_set_vu1(playback.replay, r->vu1);
    replay_observe(playback.replay, &observer);
    c.merged = trace_header(playback.reader)->merged_gif;
    h->records = h->vsyncs = 0;
    bool good = watch(r, gs, &what) &&
                (h->quiet ? run_quietly(&playback, &sink) : playback_run(&playback, &sink, NULL));
    h->value = gs_pixel_value(gs);
    playback_close(&playback);
    if (good && r->one_frame && h->vsyncs <= r->frame) {
        report("%s: expected a vsync %" PRIu64 ", found %" PRIu64 " vsyncs in all", r->path, r->frame,
               h->vsyncs);
        return false;
    }
    return good;
}

void explain_free(struct explain_history *h)
{
    free(h->record);
    free(h->mark);
}

struct explain_record *explain_record_at(const struct explain_request *r, const struct explain_history *h,
                                         uint64_t number)
{
    struct explain_record *record = &h->record[number % r->last];
    record->fragment.registers = &record->registers;
    record->fragment.context = &record->registers.context[record->fragment.prim >> 9 & 1];
    return record;
}

static bool stop_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    const struct explain_request *r = user;
    (void)gs, (void)event;
    return !r->one_frame || frame < r->frame;
}

bool explain_value(const struct explain_request *r, const struct gs_rules *rules, uint32_t *value)
{
    struct playback playback;
    struct explain_request copy = *r;
    struct gs_pixel_watch what = {0};
    const struct replay_sink sink = {.user = &copy, .vsync = stop_vsync};
    if (!playback_open(&playback, r->path, rules, NULL))
        return false;
    struct gs *gs = replay_gs(playback.replay);
    replay_set_vu1(playback.replay, r->vu1);
    bool good = run_quietly(&playback, &sink) && watch(r, gs, &what);
    *value = gs_pixel_value(gs);
    playback_close(&playback);
    return good;
}
