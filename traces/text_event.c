/* Events. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "p1t_check.h"
#include "text_asm.h"

#define WRITTEN_LIMIT (UINT64_C(1) << 32)

bool text_start(struct text_asm *a)
{
    struct trace_error error;
    a->started = true;
    if (a->source.errors || a->writer)
        return true;
    a->writer = trace_writer_create_p1t(a->path, &a->header, &a->start, a->texts, a->text_count, &error);
    if (a->writer)
        return true;
    text_report(&a->source, error.text);
    a->source.stopped = true;
    return false;
}

/* Writes an event, unless something was wrong already: then the rest is only looked at. */
static bool add(struct text_asm *a, const struct trace_event *event)
{
    struct trace_error error;
    struct text_check check;
    if (!text_checked(a, p1t_check_event(event, a->header.merged_gif, text_check_place(&check)), &check) ||
        !text_start(a))
        return false;
    if (a->source.errors)
        return true;
    a->written += event->size + 16u;
    if (a->written > WRITTEN_LIMIT) {
        text_fail(&a->source, "events of more than %" PRIu64 " bytes", WRITTEN_LIMIT);
        a->source.stopped = true;
        return false;
    }
    if (trace_writer_add(a->writer, event, &error))
        return true;
    return text_fail(&a->source, "%s", error.text);
}

/* ---- data ---- */

/* Options of `vif1` and `gif`. */
static bool read_options(struct text_source *s, struct trace_event *event)
{
    enum { BEGIN, END, PLACE, CODE };
    static const struct gs_field vif1[] = {{"dma_begin", 0, 1, GS_FIELD_UNSIGNED},
                                           {"dma_end", 1, 1, GS_FIELD_UNSIGNED},
                                           {"position", 8, 2, GS_FIELD_UNSIGNED},
                                           {NULL, 0, 0, GS_FIELD_UNSIGNED}};
    static const struct gs_field gif[] = {{"dma_begin", 0, 1, GS_FIELD_UNSIGNED},
                                          {"dma_end", 1, 1, GS_FIELD_UNSIGNED},
                                          {"path", 8, 2, GS_FIELD_UNSIGNED},
                                          {"code", 16, 8, GS_FIELD_UNSIGNED},
                                          {NULL, 0, 0, GS_FIELD_UNSIGNED}};
    static const uint8_t codes[4] = {0, TRACE_PATH1_NEW, TRACE_PATH2, TRACE_PATH3};
    struct text_word word = {.given = 0};
    if (!text_read_fields(s, event->kind == TRACE_VIF1 ? vif1 : gif, TEXT_PLAIN_NONE, 0, &word))
        return false;
    event->flags = (uint8_t)(word.half[0] & 3);
    if (event->kind == TRACE_VIF1) {
        event->position = (uint8_t)text_get_bits(&word, 8, 2);
        return true;
    }
    unsigned path = (unsigned)text_get_bits(&word, 8, 2);
    bool by_path = word.given & 1u << PLACE, by_code = word.given & 1u << CODE;
    if (by_path == by_code || (by_path && path == 0))
        return text_fail(s, "gif: expected path=1, path=2, path=3 or code=N");
    event->path_code = by_path ? codes[path] : (uint8_t)text_get_bits(&word, 16, 8);
    return true;
}

static bool data_event(struct text_asm *a, enum trace_event_kind kind)
{
    struct trace_event event = {.kind = kind};
    bool vif1 = kind == TRACE_VIF1;
    size_t unit = vif1 ? 4 : 16;
    if (!read_options(&a->source, &event))
        return false;
    text_begin(a, vif1 ? TEXT_IN_VIF1 : TEXT_IN_DATA, TRACE_P1T_DATA_LIMIT);
    a->block.base = 4u * event.position;
    unsigned errors = a->source.errors;
    if (!text_lines(a, text_block_line))
        return false;
    if (a->source.errors == errors && a->block.size % unit)
        return text_fail(&a->source, "%zu bytes are no whole number of %s", a->block.size,
                         vif1 ? "words" : "quadwords");
    event.data = a->block.bytes;
    event.size = (uint32_t)a->block.size;
    return add(a, &event);
}

static bool vif1(struct text_asm *a)
{
    return data_event(a, TRACE_VIF1);
}

static bool gif(struct text_asm *a)
{
    return data_event(a, TRACE_GIF);
}

static bool registers(struct text_asm *a)
{
    text_begin(a, TEXT_IN_PRIVILEGED, GS_PRIVILEGED_SIZE);
    if (!text_lines(a, text_block_line))
        return false;
    a->block.at = a->block.size;
    if (!text_put_zeros(a, GS_PRIVILEGED_SIZE - a->block.size))
        return false;
    return add(a, &(struct trace_event){
                      .kind = TRACE_REGISTERS, .size = GS_PRIVILEGED_SIZE, .data = a->block.bytes});
}

/* ---- others ---- */

static bool vsync(struct text_asm *a)
{
    int64_t field = 0;
    text_blanks(&a->source);
    if (*a->source.at && !text_integer(&a->source, "the field", 0, 255, &field))
        return false;
    return text_end(&a->source) &&
           add(a, &(struct trace_event){.kind = TRACE_VSYNC, .field = (uint8_t)field});
}

static bool read_fifo(struct text_asm *a)
{
    int64_t quadwords;
    return text_integer(&a->source, "quadwords", 0, UINT32_MAX, &quadwords) && text_end(&a->source) &&
           add(a, &(struct trace_event){.kind = TRACE_READ_FIFO, .quadwords = (uint32_t)quadwords});
}

static bool wait_event(struct text_asm *a)
{
    struct text_source *s = &a->source;
    struct text_value value;
    uint64_t cycles = 0;
    char name[TEXT_NAME];
    const char *start = s->at;
    if (!text_name(s, name) || strcmp(name, "idle") != 0) {
        s->at = start;
        if (!text_value(s, &value))
            return false;
        if (!value.is_float && !value.wide && value.i < 0)
            return text_fail(s, "cycles: expected 0 or more, found %" PRId64, value.i);
        if (!text_bits(s, &value, 64, "cycles", &cycles))
            return false;
    }
    return text_end(s) && add(a, &(struct trace_event){.kind = TRACE_WAIT, .value = cycles});
}

static bool write_register(struct text_asm *a)
{
    struct text_source *s = &a->source;
    struct trace_event event = {.kind = TRACE_REGISTER};
    struct text_word word = {.given = 0};
    struct text_value value;
    char name[TEXT_NAME];
    int64_t address;
    unsigned width;
    const struct gs_field *fields;
    const char *start = s->at;
    if (text_name(s, name) && text_find_register(name, &event.address, &width, &fields)) {
        if (!text_read_fields(s, fields, TEXT_PLAIN_WORD, width, &word))
            return false;
    } else {
        if (s->at != start && !text_symbol(s, name))
            return text_fail(s, "there is no register '%s'", name);
        s->at = start;
        if (!text_integer(s, "the address", 0, UINT32_MAX, &address))
            return false;
        text_take(s, ',');
        if (!text_value(s, &value) || !text_bits(s, &value, 64, "the value", &word.half[0]))
            return false;
        event.address = (uint32_t)address;
    }
    event.value = word.half[0];
    return text_end(s) && add(a, &event);
}

static bool comment(struct text_asm *a)
{
    size_t length;
    char *text = text_string(&a->source, &length);
    bool good = text && text_end(&a->source) &&
                add(a, &(struct trace_event){
                           .kind = TRACE_COMMENT, .size = (uint32_t)length, .data = (const uint8_t *)text});
    free(text);
    return good;
}

bool text_event_line(struct text_asm *a, const char *word, bool *known)
{
    static const struct {
        const char *name;
        bool (*line)(struct text_asm *a);
    } lines[] = {
        {"vif1", vif1},           {"gif", gif},         {"vsync", vsync},
        {"read_fifo", read_fifo}, {"wait", wait_event}, {"write", write_register},
        {"registers", registers}, {"comment", comment},
    };
    *known = true;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(lines[i].name, word) == 0) {
            a->started = true;
            return lines[i].line(a);
        }
    *known = false;
    return false;
}
