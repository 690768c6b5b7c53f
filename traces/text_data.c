/* Lines of data: numbers, files, microprograms. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "text_asm.h"
#include "trace_bytes.h"

/* VALUE, ... of `bits` bits each; `floats`: numbers are floats. */
static bool numbers(struct text_asm *a, unsigned bits, bool floats)
{
    do {
        struct text_value value;
        uint64_t word;
        uint32_t single;
        uint8_t bytes[8];
        if (!text_value(&a->source, &value))
            return false;
        if (floats) {
            if (!text_float_bits(&a->source, &value, &single))
                return false;
            word = single;
        } else if (!text_bits(&a->source, &value, bits, "a value", &word)) {
            return false;
        }
        trace_store64(bytes, word);
        if (!text_put(a, bytes, bits / 8))
            return false;
    } while (text_take(&a->source, ','));
    return text_end(&a->source);
}

static bool pair(struct text_asm *a)
{
    struct text_value value;
    uint64_t upper, lower;
    if (!text_value(&a->source, &value) || !text_bits(&a->source, &value, 32, "the upper word", &upper))
        return false;
    if (!text_take(&a->source, ','))
        return text_fail(&a->source, "expected a comma and the lower word");
    return text_value(&a->source, &value) && text_bits(&a->source, &value, 32, "the lower word", &lower) &&
           text_end(&a->source) && text_put_word(a, (uint32_t)lower) && text_put_word(a, (uint32_t)upper);
}

static int digit(char c)
{
    return isdigit((unsigned char)c)    ? c - '0'
           : isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10
                                        : -1;
}

static bool hex(struct text_asm *a)
{
    uint8_t bytes[64];
    size_t count = 0;
    for (text_blanks(&a->source); *a->source.at; text_blanks(&a->source)) {
        int high = digit(a->source.at[0]), low = high < 0 ? -1 : digit(a->source.at[1]);
        if (low < 0)
            return text_fail(&a->source, "expected two hexadecimal digits a byte, found '%.40s'",
                             a->source.at);
        bytes[count++] = (uint8_t)(high * 16 + low);
        a->source.at += 2;
        if (count == sizeof bytes) {
            if (!text_put(a, bytes, count))
                return false;
            count = 0;
        }
    }
    return text_put(a, bytes, count);
}

static bool zero(struct text_asm *a)
{
    int64_t size;
    return text_integer(&a->source, ".zero", 0, (int64_t)a->block.limit, &size) && text_end(&a->source) &&
           text_put_zeros(a, (size_t)size);
}

static bool align(struct text_asm *a)
{
    int64_t unit;
    if (!text_integer(&a->source, ".align", 1, 65536, &unit) || !text_end(&a->source))
        return false;
    if (unit & (unit - 1))
        return text_fail(&a->source, ".align: %d is no power of two", (int)unit);
    return text_pad(a, (size_t)unit, 0);
}

static bool origin(struct text_asm *a)
{
    int64_t address;
    if (a->block.place != TEXT_IN_MEMORY && a->block.place != TEXT_IN_PRIVILEGED)
        return text_fail(&a->source, ".org stands in memories only");
    if (!text_integer(&a->source, ".org", 0, (int64_t)a->block.limit, &address) || !text_end(&a->source))
        return false;
    a->block.at = (size_t)address;
    return true;
}

static bool binary(struct text_asm *a)
{
    struct text_source *s = &a->source;
    size_t length;
    int64_t offset = 0, size = -1;
    char *name = text_string(s, &length);
    if (!name)
        return false;
    bool good = !text_take(s, ',') || text_integer(s, "the offset", 0, INT64_MAX, &offset);
    good = good && (!text_take(s, ',') || text_integer(s, "the length", 0, INT64_MAX, &size)) && text_end(s);
    char *bytes = good ? text_read_file(s, name, &length, NULL) : NULL;
    if (bytes && ((uint64_t)offset > length || (size >= 0 && (uint64_t)size > length - (uint64_t)offset)))
        good = text_fail(s, "'%.200s' has %zu bytes only", name, length);
    else if (bytes)
        good = text_put(a, bytes + offset, size >= 0 ? (size_t)size : length - (size_t)offset);
    free(name);
    free(bytes);
    return good && bytes;
}

/* ---- microprograms ---- */

/* The lines up to '}', behind as many empty ones as stand before them. */
static char *inline_source(struct text_asm *a, size_t *length)
{
    struct text_source *s = &a->source;
    size_t used = s->file[s->files - 1].line, room = used + 4096, more;
    char *text = malloc(room);
    const char *line;
    if (!text) {
        text_no_memory(s);
        return NULL;
    }
    memset(text, '\n', used);
    a->entered = true;
    while (text_next_raw(s, &line, &more)) {
        size_t start = 0, end = more;
        while (start < end && isspace((unsigned char)line[start]))
            start++;
        while (end > start && isspace((unsigned char)line[end - 1]))
            end--;
        if (end == start + 1 && line[start] == '}') {
            *length = used;
            return text;
        }
        if (used + more + 1 > room) {
            char *larger = realloc(text, room = 2 * (used + more + 1));
            if (!larger) {
                text_no_memory(s);
                break;
            }
            text = larger;
        }
        memcpy(text + used, line, more);
        text[used + more] = '\n';
        used += more + 1;
    }
    text_fail(s, "the .vsm block has no '}'");
    free(text);
    return NULL;
}

static bool assemble(struct text_asm *a, const char *name, const char *text, size_t length)
{
    const struct vu_include include = {a->source.port->user, a->source.port->read};
    struct vu_program program;
    char error[640];
    if (!vu_assemble_files(name, text, length, &include, &program, NULL, error, sizeof error))
        return text_report(&a->source, error);
    a->vsm_base = program.base;
    bool good = text_put(a, program.bytes, program.size);
    free(program.bytes);
    return good;
}

static bool microprogram(struct text_asm *a)
{
    struct text_source *s = &a->source;
    size_t length;
    char *text, *name = NULL, *found = NULL;
    bool good = false;
    if (text_take(s, '{')) {
        text = text_end(s) ? inline_source(a, &length) : NULL;
        good = text && assemble(a, s->file[s->files - 1].name, text, length);
    } else {
        name = text_string(s, &length);
        text = name && text_end(s) ? text_read_file(s, name, &length, &found) : NULL;
        good = text && assemble(a, found, text, length);
    }
    free(name);
    free(found);
    free(text);
    return good;
}

bool text_data_line(struct text_asm *a, const char *word, bool *known)
{
    static const struct {
        const char *name;
        unsigned bits;
        bool floats;
        bool (*line)(struct text_asm *a);
    } lines[] = {
        {".byte", 8, false, NULL},   {".half", 16, false, NULL},    {".word", 32, false, NULL},
        {".dword", 64, false, NULL}, {".float", 32, true, NULL},    {".pair", 0, false, pair},
        {".hex", 0, false, hex},     {".zero", 0, false, zero},     {".align", 0, false, align},
        {".org", 0, false, origin},  {".incbin", 0, false, binary}, {".vsm", 0, false, microprogram},
    };
    for (size_t i = 0; word[0] == '.' && i < sizeof lines / sizeof lines[0]; i++)
        if (strcmp(lines[i].name, word) == 0)
            return lines[i].line ? lines[i].line(a) : numbers(a, lines[i].bits, lines[i].floats);
    *known = false;
    return false;
}
