#include "p1t_reader.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

#include "p1t_check.h"
#include "p1t_layout.h"
#include "trace_bytes.h"
#include "trace_failure.h"
#include "trace_format.h"

struct p1t_reader {
    struct p1t_unpacker unpacker;
    bool pending;         /* the head of a chunk was read, its payload was not */
    enum p1t_chunk order; /* of the last chunk */
    struct trace_text *texts;
    struct trace_expectation *expectations;
    size_t text_count, expectation_count;
    struct vif_registers vif;
    struct vu_registers vu;
    uint8_t *vu_data, *vu_micro;
    size_t event_at, event_end;        /* in the present chunk of events */
    size_t last_size;                  /* of the last chunk of events, 0 before the first */
    uint64_t event_count, event_bytes; /* before the present chunk; the count with it */
    XXH3_state_t *event_hash;
};

static const char *name_of(const struct trace_reader *reader)
{
    return trace_input_name(reader->input);
}

static struct p1t_place place_of(const struct trace_reader *reader, struct trace_error *error)
{
    const struct p1t_unpacker *unpacker = &reader->p1t->unpacker;
    return (struct p1t_place){.name = name_of(reader),
                              .offset = unpacker->offset,
                              .chunk = p1t_chunk_name(unpacker->chunk),
                              .error = error};
}

static bool no_memory(const struct trace_reader *reader, struct trace_error *error)
{
    return trace_fail(error, name_of(reader), trace_input_offset(reader->input),
                      "expected memory for a reader, found none left");
}

/* Reads the head of the next chunk and checks that it may stand here. Results as p1t_unpacker_next. */
static int next_chunk(struct trace_reader *reader, bool first, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    int result = p1t_unpacker_next(&p1t->unpacker, error);
    if (result <= 0)
        return result;
    enum p1t_chunk chunk = p1t->unpacker.chunk;
    bool good =
        first ? chunk == P1T_HEAD : chunk > p1t->order || (chunk == P1T_EVNT && p1t->order == P1T_EVNT);
    if (!good) {
        trace_fail(error, name_of(reader), p1t->unpacker.offset, "expected %s %s, found %s",
                   first ? "the chunk" : "a chunk behind", first ? "HEAD" : p1t_chunk_name(p1t->order),
                   p1t_chunk_name(chunk));
        return -1;
    }
    p1t->order = chunk;
    p1t->pending = true;
    return 1;
}

/* ---- before the events ---- */

static bool read_head(struct trace_reader *reader, const struct p1t_block *raw, struct p1t_place *place)
{
    struct trace_header *header = &reader->header;
    uint32_t flags = trace_load32(raw->bytes), size = trace_load32(raw->bytes + 8);
    if (flags & ~P1T_HEAD_MERGED)
        return p1t_fail(place, "expected flags 0 or 1, found %" PRIX32 "h", flags);
    place->content = 8;
    if (size != raw->size - P1T_HEAD_FIXED)
        return p1t_fail(place, "expected a serial of %zu bytes, found %" PRIu32, raw->size - P1T_HEAD_FIXED,
                        size);
    place->content = P1T_HEAD_FIXED;
    if (!p1t_check_serial((const char *)raw->bytes + P1T_HEAD_FIXED, size, place))
        return false;
    header->merged_gif = flags & P1T_HEAD_MERGED;
    header->crc = trace_load32(raw->bytes + 4);
    header->serial_size = size;
    memcpy(reader->serial, raw->bytes + P1T_HEAD_FIXED, size);
    reader->serial[size] = 0;
    return true;
}

/* Makes room for one more in an array that doubles. */
static void *grow(void *array, size_t count, size_t size)
{
    return count & (count - 1) ? array : realloc(array, (count ? 2 * count : 1) * size);
}

static bool read_texts(struct trace_reader *reader, const struct p1t_block *raw, struct p1t_place *place)
{
    struct p1t_reader *p1t = reader->p1t;
    struct p1t_cursor cursor = {.bytes = raw->bytes, .size = raw->size, .place = place};
    while (cursor.at < cursor.size) {
        struct trace_text *texts = grow(p1t->texts, p1t->text_count, sizeof *texts);
        if (!texts)
            return no_memory(reader, place->error);
        p1t->texts = texts;
        if (!p1t_take_text(&cursor, &texts[p1t->text_count]))
            return false;
        p1t->text_count++;
    }
    return true;
}

/* A copy of a chunk's content from byte `at` on. */
static uint8_t *keep(const struct p1t_block *raw, size_t at)
{
    uint8_t *copy = malloc(raw->size - at);
    if (copy)
        memcpy(copy, raw->bytes + at, raw->size - at);
    return copy;
}

static bool read_screenshot(struct trace_reader *reader, const struct p1t_block *raw, struct p1t_place *place)
{
    struct trace_header *header = &reader->header;
    uint32_t width = trace_load32(raw->bytes), height = trace_load32(raw->bytes + 4);
    size_t size = raw->size - P1T_SHOT_FIXED;
    if ((uint64_t)width * height != size / 4 || size % 4)
        return p1t_fail(place, "expected a screenshot of %zu bytes, found %" PRIu32 " x %" PRIu32 " x 4",
                        size, width, height);
    reader->screenshot = keep(raw, P1T_SHOT_FIXED);
    if (!reader->screenshot)
        return no_memory(reader, place->error);
    header->screenshot = reader->screenshot;
    header->screenshot_width = width;
    header->screenshot_height = height;
    return true;
}

static bool read_memory(struct trace_reader *reader, const struct p1t_block *raw, uint8_t **own,
                        const uint8_t **shown, struct trace_error *error)
{
    *shown = *own = keep(raw, 0);
    return *own || no_memory(reader, error);
}

static bool read_start_chunk(struct trace_reader *reader, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    const struct p1t_block *raw = &p1t->unpacker.raw;
    struct trace_start *start = &reader->start;
    struct p1t_place place = place_of(reader, error);
    switch (p1t->unpacker.chunk) {
    case P1T_HEAD:
        return read_head(reader, raw, &place);
    case P1T_TEXT:
        return read_texts(reader, raw, &place);
    case P1T_SHOT:
        return read_screenshot(reader, raw, &place);
    case P1T_GSST:
        start->gs = reader->state;
        return p1t_decode_gs(raw->bytes, reader->state, &place);
    case P1T_PRIV:
        start->registers = reader->registers;
        memcpy(reader->registers, raw->bytes, sizeof reader->registers);
        return true;
    case P1T_VIF1:
        start->vif = &p1t->vif;
        return p1t_decode_vif(raw->bytes, &p1t->vif, &place);
    case P1T_VUR1:
        start->vu = &p1t->vu;
        return p1t_decode_vu(raw->bytes, &p1t->vu, &place);
    case P1T_VUD1:
        return read_memory(reader, raw, &p1t->vu_data, &start->vu_data, error);
    default:
        return read_memory(reader, raw, &p1t->vu_micro, &start->vu_micro, error);
    }
}

/* The chip as it is when power comes on; the privileged registers are 0 then. */
static bool fill_power_on(struct trace_reader *reader, struct trace_error *error)
{
    struct gs *gs = gs_create(NULL);
    if (!gs)
        return no_memory(reader, error);
    gs_save_state(gs, reader->state);
    gs_destroy(gs);
    return true;
}

static bool read_start(struct trace_reader *reader, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    for (bool first = true;; first = false) {
        int result = next_chunk(reader, first, error);
        if (result > 0 && p1t->unpacker.chunk >= P1T_EVNT)
            break;
        if (result > 0)
            result = p1t_unpacker_load(&p1t->unpacker, error);
        if (result == 0 && error)
            *error = p1t->unpacker.cut;
        if (result <= 0 || !read_start_chunk(reader, error))
            return false;
    }
    return reader->start.gs || fill_power_on(reader, error);
}

bool p1t_reader_begin(struct trace_reader *reader, struct trace_error *error)
{
    uint8_t version[P1T_START_SIZE - P1T_MARK_SIZE];
    reader->header.container = TRACE_P1T;
    if (!trace_reader_need(reader, version, sizeof version, "version", error))
        return false;
    reader->header.p1t_version = trace_load32(version);
    if (reader->header.p1t_version != P1T_VERSION)
        return trace_fail(error, name_of(reader), P1T_MARK_SIZE,
                          "expected version %u of .p1t, found %" PRIu32, P1T_VERSION,
                          reader->header.p1t_version);
    struct p1t_reader *p1t = reader->p1t = calloc(1, sizeof *p1t);
    if (!p1t || !(p1t->event_hash = XXH3_createState()))
        return no_memory(reader, error);
    XXH3_64bits_reset(p1t->event_hash);
    return p1t_unpacker_begin(&p1t->unpacker, reader->input, error) && read_start(reader, error);
}

/* ---- events and what stands behind ---- */

/* Chunks are as full as they can be: the first event of one must not have fitted in the one before. */
static bool check_cut(struct trace_reader *reader, size_t first, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    struct p1t_place place = place_of(reader, error);
    if (p1t->last_size && p1t->last_size + first <= P1T_EVENTS_SIZE)
        return p1t_fail(&place, "expected an event of %zu bytes in the chunk before, which has %zu of %u",
                        first, p1t->last_size, P1T_EVENTS_SIZE);
    return true;
}

static int next_event(struct trace_reader *reader, struct trace_event *event, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    struct p1t_place place = place_of(reader, error);
    struct p1t_cursor cursor = {
        .bytes = p1t->unpacker.raw.bytes, .size = p1t->event_end, .at = p1t->event_at, .place = &place};
    if (!p1t_take_event(&cursor, reader->header.merged_gif, event))
        return -1;
    if (p1t->event_at == 0 && !check_cut(reader, cursor.at, error))
        return -1;
    if (cursor.at > P1T_EVENTS_SIZE && p1t->event_at > 0) {
        p1t_fail(&place, "expected at most %u bytes of events in a chunk, found more", P1T_EVENTS_SIZE);
        return -1;
    }
    event->offset += p1t->event_bytes;
    event->data_offset += p1t->event_bytes;
    p1t->event_at = cursor.at;
    p1t->event_count++;
    return 1;
}

/* What is done with a chunk of events when all of them were taken. */
static void end_events(struct p1t_reader *p1t)
{
    if (p1t->event_end == 0)
        return;
    XXH3_64bits_update(p1t->event_hash, p1t->unpacker.raw.bytes, p1t->event_end);
    p1t->event_bytes += p1t->event_end;
    p1t->last_size = p1t->event_end;
    p1t->event_at = p1t->event_end = 0;
}

static bool read_expectations(struct trace_reader *reader, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    const struct p1t_block *raw = &p1t->unpacker.raw;
    struct p1t_place place = place_of(reader, error);
    struct p1t_cursor cursor = {.bytes = raw->bytes, .size = raw->size, .place = &place};
    while (cursor.at < cursor.size) {
        struct trace_expectation *all = grow(p1t->expectations, p1t->expectation_count, sizeof *all);
        if (!all)
            return no_memory(reader, error);
        p1t->expectations = all;
        if (!p1t_take_expectation(&cursor, &all[p1t->expectation_count]))
            return false;
        p1t->expectation_count++;
    }
    return true;
}

static bool check_end(struct trace_reader *reader, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    const uint8_t *totals = p1t->unpacker.raw.bytes;
    struct p1t_place place = place_of(reader, error);
    const uint64_t found[3] = {p1t->event_count, p1t->event_bytes, XXH3_64bits_digest(p1t->event_hash)};
    static const char *const what[3] = {"events", "bytes of events", "as checksum of the events"};
    for (size_t i = 0; i < 3; i++, place.content += 8)
        if (trace_load64(totals + 8 * i) != found[i])
            return p1t_fail(&place,
                            i == 2 ? "expected %016" PRIx64 " %s, found %016" PRIx64
                                   : "expected %" PRIu64 " %s, found %" PRIu64,
                            found[i], what[i], trace_load64(totals + 8 * i));
    uint64_t offset = trace_input_offset(reader->input);
    uint8_t more;
    size_t got;
    if (!trace_input_read(reader->input, &more, 1, &got, error))
        return false;
    if (got > 0)
        return trace_fail(error, name_of(reader), offset, "expected the end of the file, found more");
    if (trace_input_truncated(reader->input)) {
        trace_fail(&reader->warning, name_of(reader), offset,
                   "expected the end of the compressed data, found the end of the file before it");
        reader->warned = true;
    }
    return true;
}

static int ended(struct trace_reader *reader)
{
    reader->progress = TRACE_ENDED;
    return 0;
}

/* The file ends before its last chunk does. */
static int cut_off(struct trace_reader *reader)
{
    reader->warning = reader->p1t->unpacker.cut;
    reader->warned = true;
    return ended(reader);
}

/* The next event, taken from the next chunk if need be. */
int p1t_reader_next(struct trace_reader *reader, struct trace_event *event, struct trace_error *error)
{
    struct p1t_reader *p1t = reader->p1t;
    while (p1t->event_at == p1t->event_end) {
        end_events(p1t);
        int result = p1t->pending ? 1 : next_chunk(reader, false, error);
        if (result > 0)
            result = p1t_unpacker_load(&p1t->unpacker, error);
        if (result <= 0)
            return result < 0 ? result : cut_off(reader);
        p1t->pending = false;
        switch (p1t->unpacker.chunk) {
        case P1T_EVNT:
            p1t->event_end = p1t->unpacker.raw.size;
            break;
        case P1T_EXPT:
            if (!read_expectations(reader, error))
                return -1;
            break;
        default:
            return check_end(reader, error) ? ended(reader) : -1;
        }
    }
    return next_event(reader, event, error);
}

const struct trace_text *p1t_reader_texts(const struct p1t_reader *p1t, size_t *count)
{
    *count = p1t->text_count;
    return p1t->texts;
}

const struct trace_expectation *p1t_reader_expectations(const struct p1t_reader *p1t, size_t *count)
{
    *count = p1t->expectation_count;
    return p1t->expectations;
}

void p1t_reader_free(struct p1t_reader *p1t)
{
    if (!p1t)
        return;
    for (size_t i = 0; i < p1t->text_count; i++)
        free((void *)(uintptr_t)p1t->texts[i].key);
    for (size_t i = 0; i < p1t->expectation_count; i++)
        free((void *)(uintptr_t)p1t->expectations[i].rules);
    free(p1t->texts);
    free(p1t->expectations);
    free(p1t->vu_data);
    free(p1t->vu_micro);
    XXH3_freeState(p1t->event_hash);
    p1t_unpacker_end(&p1t->unpacker);
    free(p1t);
}
