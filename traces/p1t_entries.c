/* Events, texts and expectations as bytes. */
#include <stdlib.h>
#include <string.h>

#include "p1t_check.h"
#include "p1t_layout.h"
#include "trace_bytes.h"

static bool no_memory(const struct p1t_place *place)
{
    return p1t_fail(place, "expected memory for an entry, found none left");
}

/* ---- events ---- */

/* Writes what stands before an event's data to `out` and returns its size. The event is valid. */
static size_t event_fields(const struct trace_event *event, uint8_t out[P1T_EVENT_FIELDS])
{
    switch (event->kind) {
    case TRACE_VIF1:
        out[0] = P1T_EVENT_VIF1;
        out[1] = event->flags;
        out[2] = event->position;
        trace_store32(out + 3, event->size);
        return 7;
    case TRACE_GIF:
        out[0] = P1T_EVENT_GIF;
        out[1] = event->flags;
        out[2] = event->path_code;
        trace_store32(out + 3, event->size);
        return 7;
    case TRACE_REGISTER:
        out[0] = P1T_EVENT_REGISTER;
        trace_store32(out + 1, event->address);
        trace_store64(out + 5, event->value);
        return 13;
    case TRACE_VSYNC:
        out[0] = P1T_EVENT_VSYNC;
        out[1] = event->field;
        return 2;
    case TRACE_READ_FIFO:
        out[0] = P1T_EVENT_READ_FIFO;
        trace_store32(out + 1, event->quadwords);
        return 5;
    case TRACE_WAIT:
        out[0] = P1T_EVENT_WAIT;
        trace_store64(out + 1, event->value);
        return 9;
    case TRACE_COMMENT:
        out[0] = P1T_EVENT_COMMENT;
        trace_store32(out + 1, event->size);
        return 5;
    default:
        out[0] = P1T_EVENT_REGISTERS;
        return 1;
    }
}

static bool has_data(enum trace_event_kind kind)
{
    return kind == TRACE_VIF1 || kind == TRACE_GIF || kind == TRACE_REGISTERS || kind == TRACE_COMMENT;
}

bool p1t_add_event(struct p1t_block *block, const struct trace_event *event, bool merged,
                   const struct p1t_place *place)
{
    struct trace_event stored = *event;
    if (stored.kind == TRACE_REGISTERS) /* always all of them, whatever `size` says */
        stored.size = GS_PRIVILEGED_SIZE;
    uint8_t fields[P1T_EVENT_FIELDS];
    if (!p1t_check_event(&stored, merged, place))
        return false;
    return (p1t_block_add(block, fields, event_fields(&stored, fields)) &&
            p1t_block_add(block, stored.data, has_data(stored.kind) ? stored.size : 0)) ||
           no_memory(place);
}

/* The next `size` bytes, NULL with an error if there are fewer. */
static const uint8_t *take(struct p1t_cursor *cursor, size_t size, const char *what)
{
    size_t left = cursor->size - cursor->at;
    if (left < size) {
        p1t_fail(cursor->place, "expected %zu bytes of %s, found %zu", size, what, left);
        return NULL;
    }
    cursor->at += size;
    return cursor->bytes + cursor->at - size;
}

static const struct {
    uint8_t fields; /* bytes behind the id */
    bool sized;     /* the last four of them are the size of the data */
} event_forms[] = {
    [P1T_EVENT_VIF1] = {6, true},       [P1T_EVENT_GIF] = {6, true},     [P1T_EVENT_REGISTER] = {12, false},
    [P1T_EVENT_REGISTERS] = {0, false}, [P1T_EVENT_VSYNC] = {1, false},  [P1T_EVENT_READ_FIFO] = {4, false},
    [P1T_EVENT_WAIT] = {8, false},      [P1T_EVENT_COMMENT] = {4, true},
};

static void fill_event(struct trace_event *event, enum p1t_event id, const uint8_t *fields)
{
    switch (id) {
    case P1T_EVENT_VIF1:
        event->kind = TRACE_VIF1;
        event->flags = fields[0];
        event->position = fields[1];
        break;
    case P1T_EVENT_GIF:
        event->kind = TRACE_GIF;
        event->flags = fields[0];
        event->path_code = fields[1];
        break;
    case P1T_EVENT_REGISTER:
        event->kind = TRACE_REGISTER;
        event->address = trace_load32(fields);
        event->value = trace_load64(fields + 4);
        break;
    case P1T_EVENT_REGISTERS:
        event->kind = TRACE_REGISTERS;
        event->size = GS_PRIVILEGED_SIZE;
        break;
    case P1T_EVENT_VSYNC:
        event->kind = TRACE_VSYNC;
        event->field = fields[0];
        break;
    case P1T_EVENT_READ_FIFO:
        event->kind = TRACE_READ_FIFO;
        event->quadwords = trace_load32(fields);
        break;
    case P1T_EVENT_WAIT:
        event->kind = TRACE_WAIT;
        event->value = trace_load64(fields);
        break;
    case P1T_EVENT_COMMENT:
        event->kind = TRACE_COMMENT;
        break;
    }
}

bool p1t_take_event(struct p1t_cursor *cursor, bool merged, struct trace_event *event)
{
    cursor->place->content = cursor->at;
    const uint8_t *id = take(cursor, 1, "an event");
    if (!id)
        return false;
    if (*id < P1T_EVENT_VIF1 || *id > P1T_EVENT_COMMENT)
        return p1t_fail(cursor->place, "expected an event id from 1 to 8, found %u", *id);
    const uint8_t *fields = take(cursor, event_forms[*id].fields, "an event's fields");
    if (!fields)
        return false;
    *event = (struct trace_event){.offset = cursor->place->content, .data_offset = cursor->at};
    fill_event(event, (enum p1t_event) * id, fields);
    if (event_forms[*id].sized)
        event->size = trace_load32(fields + event_forms[*id].fields - 4);
    if (has_data(event->kind) && !(event->data = take(cursor, event->size, "an event's data")))
        return false;
    return p1t_check_event(event, merged, cursor->place);
}

/* ---- texts and expectations ---- */

bool p1t_add_text(struct p1t_block *block, const struct trace_text *text, const struct p1t_place *place)
{
    size_t key = strlen(text->key), size = strlen(text->text);
    if (!p1t_check_key(text->key, key, place) || !p1t_check_line(text->text, size, place))
        return false;
    if (size > P1T_TEXTS_LIMIT || block->size + 1 + key + 4 + size > P1T_TEXTS_LIMIT)
        return p1t_fail(place, "expected texts of at most %u bytes in all, found more", P1T_TEXTS_LIMIT);
    uint8_t fields[4], length = (uint8_t)key;
    trace_store32(fields, (uint32_t)size);
    return (p1t_block_add(block, &length, 1) && p1t_block_add(block, text->key, key) &&
            p1t_block_add(block, fields, 4) && p1t_block_add(block, text->text, size)) ||
           no_memory(place);
}

/* Two strings with a NUL behind each, in memory of their own; `*second` is the second. */
static const char *copy_pair(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size,
                             const char **second)
{
    char *pair = malloc(a_size + b_size + 2);
    if (!pair)
        return NULL;
    memcpy(pair, a, a_size);
    pair[a_size] = 0;
    memcpy(pair + a_size + 1, b, b_size);
    pair[a_size + 1 + b_size] = 0;
    *second = pair + a_size + 1;
    return pair;
}

bool p1t_take_text(struct p1t_cursor *cursor, struct trace_text *text)
{
    cursor->place->content = cursor->at;
    const uint8_t *length = take(cursor, 1, "a text");
    const uint8_t *key = length ? take(cursor, *length, "a key") : NULL;
    const uint8_t *fields = key ? take(cursor, 4, "a text's size") : NULL;
    size_t size = fields ? trace_load32(fields) : 0;
    const uint8_t *value = fields ? take(cursor, size, "a text") : NULL;
    if (!value || !p1t_check_key((const char *)key, *length, cursor->place) ||
        !p1t_check_line((const char *)value, size, cursor->place))
        return false;
    text->key = copy_pair(key, *length, value, size, &text->text);
    return text->key || no_memory(cursor->place);
}

bool p1t_add_expectation(struct p1t_block *block, const struct trace_expectation *expectation,
                         const struct p1t_place *place)
{
    size_t rules = strlen(expectation->rules), what = strlen(expectation->what);
    if (!p1t_check_rules(expectation->rules, rules, place) ||
        !p1t_check_what(expectation->what, what, expectation->width, expectation->height, place))
        return false;
    if (block->size + 1 + rules + 1 + what + 24 > P1T_EXPECTATIONS_LIMIT)
        return p1t_fail(place, "expected expectations of at most %u bytes in all, found more",
                        P1T_EXPECTATIONS_LIMIT);
    uint8_t lengths[2] = {(uint8_t)rules, (uint8_t)what}, fields[8];
    trace_store32(fields, expectation->width);
    trace_store32(fields + 4, expectation->height);
    return (p1t_block_add(block, &lengths[0], 1) && p1t_block_add(block, expectation->rules, rules) &&
            p1t_block_add(block, &lengths[1], 1) && p1t_block_add(block, expectation->what, what) &&
            p1t_block_add(block, fields, 8) && p1t_block_add(block, expectation->xxh3_128, 16)) ||
           no_memory(place);
}

bool p1t_take_expectation(struct p1t_cursor *cursor, struct trace_expectation *expectation)
{
    cursor->place->content = cursor->at;
    const uint8_t *rules_length = take(cursor, 1, "an expectation");
    const uint8_t *rules = rules_length ? take(cursor, *rules_length, "a rule set") : NULL;
    const uint8_t *what_length = rules ? take(cursor, 1, "an expectation") : NULL;
    const uint8_t *what = what_length ? take(cursor, *what_length, "an expectation's name") : NULL;
    const uint8_t *fields = what ? take(cursor, 24, "an expectation") : NULL;
    if (!fields || !p1t_check_rules((const char *)rules, *rules_length, cursor->place))
        return false;
    expectation->width = trace_load32(fields);
    expectation->height = trace_load32(fields + 4);
    memcpy(expectation->xxh3_128, fields + 8, 16);
    if (!p1t_check_what((const char *)what, *what_length, expectation->width, expectation->height,
                        cursor->place))
        return false;
    expectation->rules = copy_pair(rules, *rules_length, what, *what_length, &expectation->what);
    return expectation->rules || no_memory(cursor->place);
}
