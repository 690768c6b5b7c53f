#include "text_source.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- errors ---- */

/* Reports one line; control characters in it become '?'. */
static void report(struct text_source *s, char *line)
{
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    s->port->report(s->port->user, line);
    if (++s->errors >= TEXT_ERRORS)
        s->stopped = true;
}

bool text_fail(struct text_source *s, const char *format, ...)
{
    char line[640];
    if (s->stopped)
        return false;
    const struct text_file *file = &s->file[s->files ? s->files - 1 : 0];
    const char *name = file->name ? file->name : "";
    size_t length = strlen(name);
    int used = snprintf(line, sizeof line, "%s%s:%u: ", length > 200 ? "..." : "",
                        length > 200 ? name + length - 200 : name, (unsigned)file->line);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line + used, sizeof line - (size_t)used, format, arguments);
    va_end(arguments);
    report(s, line);
    return false;
}

bool text_report(struct text_source *s, const char *line)
{
    char copy[640];
    snprintf(copy, sizeof copy, "%s", line);
    if (!s->stopped)
        report(s, copy);
    return false;
}

bool text_no_memory(struct text_source *s)
{
    text_fail(s, "out of memory");
    s->stopped = true;
    return false;
}

/* ---- names of numbers ---- */

static size_t hash(const char *name)
{
    size_t h = 5381;
    for (; *name; name++)
        h = h * 33 + (unsigned char)*name;
    return h;
}

/* The slot that has `name`, or the free one for it. */
static struct text_symbol *slot(const struct text_source *s, const char *name)
{
    size_t at = hash(name) & (s->symbol_room - 1);
    while (s->symbol[at].name[0] && strcmp(s->symbol[at].name, name) != 0)
        at = (at + 1) & (s->symbol_room - 1);
    return &s->symbol[at];
}

const struct text_value *text_symbol(const struct text_source *s, const char *name)
{
    if (!s->symbol_room)
        return NULL;
    const struct text_symbol *found = slot(s, name);
    return found->name[0] ? &found->value : NULL;
}

static bool grow_symbols(struct text_source *s)
{
    struct text_source larger = {.symbol_room = s->symbol_room ? 2 * s->symbol_room : 256};
    larger.symbol = calloc(larger.symbol_room, sizeof *larger.symbol);
    if (!larger.symbol)
        return text_no_memory(s);
    for (size_t i = 0; i < s->symbol_room; i++)
        if (s->symbol[i].name[0])
            *slot(&larger, s->symbol[i].name) = s->symbol[i];
    free(s->symbol);
    s->symbol = larger.symbol;
    s->symbol_room = larger.symbol_room;
    return true;
}

bool text_set_symbol(struct text_source *s, const char *name, const struct text_value *value)
{
    if (2 * (s->symbols + 1) > s->symbol_room && !grow_symbols(s))
        return false;
    struct text_symbol *found = slot(s, name);
    if (!found->name[0]) {
        if (s->symbols == TEXT_SYMBOLS)
            return text_fail(s, "more than %d names", TEXT_SYMBOLS);
        s->symbols++;
        snprintf(found->name, sizeof found->name, "%s", name);
    }
    found->value = *value;
    return true;
}

/* ---- files ---- */

/* Counts work that repeats and included files ask for. */
static bool spend(struct text_source *s, uint64_t lines)
{
    if (s->budget >= lines) {
        s->budget -= lines;
        return true;
    }
    text_fail(s, "more than %d lines in repeats and included files", TEXT_BUDGET);
    s->stopped = true;
    return false;
}

char *text_read_file(struct text_source *s, const char *name, size_t *length, char **found)
{
    const char *from = s->file[s->files - 1].name, *slash = strrchr(from, '/');
    size_t folder = slash && name[0] != '/' ? (size_t)(slash - from) + 1 : 0;
    char *path = malloc(folder + strlen(name) + 1), *text = NULL;
    if (!path) {
        text_no_memory(s);
        return NULL;
    }
    memcpy(path, from, folder);
    strcpy(path + folder, name);
    if (s->port->read)
        text = s->port->read(s->port->user, path, length);
    if (!text && folder && s->port->read) {
        strcpy(path, name);
        text = s->port->read(s->port->user, path, length);
    }
    if (!text)
        text_fail(s, "cannot read '%.200s'", name);
    else if (!spend(s, *length / 64)) {
        free(text);
        text = NULL;
    }
    if (text && found)
        *found = path;
    else
        free(path);
    return text;
}

/* `text` is freed at the end of the file unless it is the first. */
static bool push_file(struct text_source *s, char *name, const char *text, size_t length, char *owned)
{
    s->file[s->files++] = (struct text_file){
        .text = owned, .name = name, .at = text, .end = text + length, .repeats = s->repeats};
    return true;
}

static void pop_file(struct text_source *s)
{
    struct text_file *file = &s->file[s->files - 1];
    if (s->repeats > file->repeats) {
        text_fail(s, ".repeat of line %u has no .endr", (unsigned)s->repeat[s->repeats - 1].line);
        s->repeats = file->repeats;
    }
    if (s->files == 1) /* the first stays, for messages */
        return;
    free(file->text);
    free(file->name);
    s->files--;
}

bool text_source_open(struct text_source *s, const char *name, const char *text, size_t length,
                      const struct trace_text_port *port)
{
    *s = (struct text_source){.port = port, .budget = TEXT_BUDGET};
    char *copy = malloc(strlen(name) + 1);
    if (!copy)
        return text_no_memory(s);
    strcpy(copy, name);
    return push_file(s, copy, text, length, NULL);
}

void text_source_close(struct text_source *s)
{
    while (s->files > 1)
        pop_file(s);
    if (s->files)
        free(s->file[0].name);
    free(s->symbol);
    free(s->line);
    *s = (struct text_source){0};
}

/* ---- lines ---- */

bool text_next_raw(struct text_source *s, const char **line, size_t *length)
{
    struct text_file *file = &s->file[s->files - 1];
    if (file->at == file->end || s->stopped)
        return false;
    if ((s->files > 1 || s->repeats) && !spend(s, 1))
        return false;
    const char *end = memchr(file->at, '\n', (size_t)(file->end - file->at));
    *line = file->at;
    *length = (size_t)((end ? end : file->end) - file->at);
    file->at = end ? end + 1 : file->end;
    file->line++;
    return true;
}

/* Copies a line to s->line without comment and without blanks at its end. */
static bool set_line(struct text_source *s, const char *line, size_t length)
{
    if (length + 1 > s->line_room) {
        char *larger = realloc(s->line, length + 256);
        if (!larger)
            return text_no_memory(s);
        s->line = larger;
        s->line_room = length + 256;
    }
    bool quoted = false;
    size_t used = 0;
    for (; used < length && (quoted || (line[used] != ';' && line[used] != '#')); used++) {
        if (!line[used])
            return text_fail(s, "a NUL character stands in the text");
        if (line[used] == '"')
            quoted = !quoted;
        else if (quoted && line[used] == '\\' && used + 1 < length && line[used + 1]) {
            s->line[used] = line[used];
            used++;
        }
        s->line[used] = line[used];
    }
    while (used && isspace((unsigned char)s->line[used - 1]))
        used--;
    s->line[used] = '\0';
    s->at = s->line;
    return true;
}

/* ---- lines about the text ---- */

/* Behind a .repeat with no turns: passes over the lines up to its .endr. */
static bool skip_repeat(struct text_source *s)
{
    uint32_t from = s->file[s->files - 1].line;
    const char *line;
    size_t length;
    for (unsigned depth = 1; text_next_raw(s, &line, &length);) {
        char word[TEXT_NAME];
        if (!set_line(s, line, length) || !text_word(s, word))
            continue;
        if (strcmp(word, ".repeat") == 0)
            depth++;
        else if (strcmp(word, ".endr") == 0 && --depth == 0) {
            *s->line = '\0';
            s->at = s->line;
            return true;
        }
    }
    return text_fail(s, ".repeat of line %u has no .endr", (unsigned)from);
}

static bool begin_repeat(struct text_source *s)
{
    int64_t count;
    struct text_repeat repeat = {0};
    if (!text_integer(s, ".repeat", 0, TEXT_TURNS, &count))
        return false;
    if (text_take(s, ',') && !text_name(s, repeat.variable))
        return text_fail(s, "expected a name behind the comma");
    if (!text_end(s))
        return false;
    if (s->repeats == TEXT_REPEATS)
        return text_fail(s, "more than %d .repeat inside of each other", TEXT_REPEATS);
    if (count == 0)
        return skip_repeat(s);
    repeat.at = s->file[s->files - 1].at;
    repeat.line = s->file[s->files - 1].line;
    repeat.count = (uint64_t)count;
    s->repeat[s->repeats++] = repeat;
    return !repeat.variable[0] || text_set_symbol(s, repeat.variable, &(struct text_value){.i = 0});
}

static bool end_repeat(struct text_source *s)
{
    struct text_file *file = &s->file[s->files - 1];
    if (!text_end(s))
        return false;
    if (s->repeats == file->repeats)
        return text_fail(s, ".endr without .repeat");
    struct text_repeat *repeat = &s->repeat[s->repeats - 1];
    if (++repeat->turn == repeat->count) {
        s->repeats--;
        return true;
    }
    file->at = repeat->at;
    file->line = repeat->line;
    return !repeat->variable[0] ||
           text_set_symbol(s, repeat->variable, &(struct text_value){.i = (int64_t)repeat->turn});
}

static bool include(struct text_source *s)
{
    size_t length;
    char *name = text_string(s, &length), *found = NULL, *text = NULL;
    if (!name)
        return false;
    if (text_end(s)) {
        if (s->files == TEXT_FILES)
            text_fail(s, "more than %d files inside of each other", TEXT_FILES);
        else
            text = text_read_file(s, name, &length, &found);
    }
    free(name);
    return text && push_file(s, found, text, length, text);
}

static bool define(struct text_source *s, const char *name)
{
    struct text_value value;
    return text_value(s, &value) && text_end(s) && text_set_symbol(s, name, &value);
}

/* Carries out the present line if it is about the text. */
static bool about_text(struct text_source *s)
{
    char word[TEXT_NAME], name[TEXT_NAME];
    const char *start = s->at;
    if (!text_word(s, word))
        return !*s->at;
    if (strcmp(word, ".repeat") == 0)
        begin_repeat(s);
    else if (strcmp(word, ".endr") == 0)
        end_repeat(s);
    else if (strcmp(word, ".include") == 0)
        include(s);
    else if (strcmp(word, ".equ") == 0) {
        if (!text_name(s, name))
            text_fail(s, "expected a name behind .equ");
        else {
            text_take(s, ',');
            define(s, name);
        }
    } else {
        s->at = start;
        if (!text_name(s, name) || !text_take(s, '=')) {
            s->at = start;
            return false;
        }
        define(s, name);
    }
    return true;
}

bool text_next(struct text_source *s)
{
    const char *line;
    size_t length;
    while (!s->stopped) {
        if (!text_next_raw(s, &line, &length)) {
            if (s->files == 1) {
                pop_file(s);
                return false;
            }
            pop_file(s);
        } else if (set_line(s, line, length)) {
            text_blanks(s);
            if (*s->at && !about_text(s))
                return true;
        }
    }
    return false;
}
