#include "assemble.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- frames ---- */

bool as_push(struct assembler *as, const struct as_frame *frame)
{
    if (as->depth == AS_FRAMES) {
        free(frame->owned_name);
        free(frame->owned_text);
        return as_fail(as, "more than %d files and macros within each other", AS_FRAMES);
    }
    struct as_frame *top = &as->frames[as->depth++];
    *top = *frame;
    top->line = top->at_line = 1;
    top->conditions = as->condition_count;
    return true;
}

void as_pop(struct assembler *as)
{
    struct as_frame *top = &as->frames[--as->depth];
    free(top->owned_name);
    free(top->owned_text);
    top->owned_name = top->owned_text = NULL;
    /* The main file stays as it is: messages after the end name it. */
}

/* At the end of the top frame's text: begins again, or goes back to the frame below. */
static bool end_frame(struct assembler *as)
{
    struct as_frame *top = &as->frames[as->depth - 1];
    /* Of the main file check_closed says it, with the line. */
    if (as->condition_count > top->conditions && as->depth > 1)
        return as_fail(as, "%s ends between .if and .endif", top->name);
    if (top->repeats && top->begin < top->end) {
        top->repeats--;
        top->at = top->begin;
        top->at_line = 1;
    } else {
        as_pop(as);
    }
    return true;
}

/* ---- comments ---- */

/* Words behind '#' that only a C preprocessor understands; dvp-as takes such lines for comments. */
static bool needs_preprocessor(const char *at, const char *end)
{
    static const char *const words[] = {"define", "include", "ifdef", "ifndef", "if",
                                        "elif",   "else",    "endif", "undef"};
    size_t length = 0;
    while (at + length < end && islower((unsigned char)at[length]))
        length++;
    if (at + length < end && as_is_name(at[length]))
        return false;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strlen(words[i]) == length && memcmp(words[i], at, length) == 0)
            return true;
    return false;
}

/* Skips a block comment behind its beginning. */
static bool skip_block(struct assembler *as, struct as_frame *frame)
{
    while (frame->at + 1 < frame->end) {
        if (frame->at[0] == '*' && frame->at[1] == '/') {
            frame->at += 2;
            return true;
        }
        if (*frame->at == '\n')
            frame->at_line++;
        frame->at++;
    }
    return as_fail(as, "a comment that begins here does not end");
}

static void skip_line(struct as_frame *frame)
{
    while (frame->at < frame->end && *frame->at != '\n')
        frame->at++;
}

/* How many characters from `at` are a string or character constant, which hides ; and the like; 0: none. */
static size_t quoted_length(const char *at, const char *end)
{
    size_t left = (size_t)(end - at), length = 1;
    if (*at == '\'') { /* 'a' or 'a */
        if (left < 2 || at[1] == '\n')
            return 1;
        return left > 2 && at[2] == '\'' ? 3 : 2;
    }
    if (*at != '"')
        return 0;
    while (length < left && at[length] != '\n' && at[length] != '"')
        length += at[length] == '\\' && length + 1 < left && at[length + 1] != '\n' ? 2 : 1;
    return length < left && at[length] == '"' ? length + 1 : length;
}

static bool append(struct assembler *as, size_t *used, const char *text, size_t length)
{
    if (length > AS_STATEMENT_SIZE - *used)
        return as_fail(as, "the line is longer than %d characters", AS_STATEMENT_SIZE);
    if (memchr(text, '\0', length))
        return as_fail(as, "a NUL character: not a text file?");
    memcpy(as->statement + *used, text, length);
    *used += length;
    return true;
}

/* Up to the end of the line or '!', which separates statements on a line. */
static bool read_statement(struct assembler *as, struct as_frame *frame)
{
    size_t used = 0;
    bool blank = true, more = true;
    frame->line = frame->at_line;
    bool line_begins = frame->at == frame->begin || frame->at[-1] == '\n';
    while (more && frame->at < frame->end) {
        const char *at = frame->at;
        bool two = at + 1 < frame->end;
        if (two && at[0] == '/' && at[1] == '*') {
            frame->at += 2;
            if (!skip_block(as, frame) || !append(as, &used, " ", 1))
                return false;
        } else if (*at == ';' || *at == '#' || (two && at[0] == '/' && at[1] == '/')) {
            if (*at == '#' && blank && line_begins && needs_preprocessor(at + 1, frame->end))
                return as_fail(as, "this line needs a C preprocessor; run the source through one first");
            skip_line(frame);
        } else if (*at == '\n' || *at == '!') {
            if (*at == '\n')
                frame->at_line++;
            frame->at++;
            more = false;
        } else {
            size_t length = quoted_length(at, frame->end);
            length = length ? length : 1;
            if (!append(as, &used, at, length))
                return false;
            blank = blank && isspace((unsigned char)*at);
            frame->at += length;
        }
    }
    as->statement[used] = '\0';
    as->at = as->statement;
    return true;
}

bool as_read(struct assembler *as)
{
    while (as->depth && !as->failed) {
        struct as_frame *top = &as->frames[as->depth - 1];
        if (++as->statements > AS_STATEMENTS)
            return as_fail(as, "more than %d statements", AS_STATEMENTS);
        if (as->work > AS_WORK)
            return as_fail(as, "there are too many symbols");
        if (as->ended)
            as_pop(as);
        else if (top->at < top->end)
            return read_statement(as, top);
        else if (!end_frame(as))
            return false;
    }
    return false;
}

/* Does the line at `at` begin with directive `name`? */
static bool line_is(const char *at, const char *end, const char *name)
{
    while (at < end && (*at == ' ' || *at == '\t'))
        at++;
    size_t length = strlen(name);
    return (size_t)(end - at) >= length && strncasecmp(at, name, length) == 0 &&
           ((size_t)(end - at) == length || !as_is_name(at[length]));
}

bool as_capture(struct assembler *as, const char *const *begins, const char *end, const char **text,
                size_t *length)
{
    struct as_frame *frame = &as->frames[as->depth - 1];
    unsigned nested = 0;
    *text = frame->at;
    while (frame->at < frame->end) {
        const char *line = frame->at;
        skip_line(frame);
        const char *line_end = frame->at;
        if (frame->at < frame->end) {
            frame->at++;
            frame->at_line++;
        }
        if (line_is(line, line_end, end)) {
            if (nested == 0) {
                *length = (size_t)(line - *text);
                return true;
            }
            nested--;
        }
        for (size_t i = 0; begins[i]; i++)
            if (line_is(line, line_end, begins[i]))
                nested++;
    }
    return as_fail(as, "%s is missing", end);
}

/* ---- in a statement ---- */

void as_skip(struct assembler *as)
{
    while (isspace((unsigned char)*as->at))
        as->at++;
}

bool as_take(struct assembler *as, char c)
{
    as_skip(as);
    if (*as->at != c)
        return false;
    as->at++;
    return true;
}

bool as_at_end(struct assembler *as)
{
    as_skip(as);
    return *as->at == '\0';
}

bool as_expect_end(struct assembler *as)
{
    if (as_at_end(as))
        return true;
    return as_fail(as, "'%.*s' is too much", as_shown(strlen(as->at)), as->at);
}

bool as_is_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$';
}

bool as_take_name(struct assembler *as, const char **name, size_t *length)
{
    as_skip(as);
    if (isdigit((unsigned char)*as->at))
        return false;
    *name = as->at;
    while (as_is_name(*as->at))
        as->at++;
    *length = (size_t)(as->at - *name);
    return *length > 0;
}

bool as_take_word(struct assembler *as, const char **word, size_t *length)
{
    as_skip(as);
    *word = as->at;
    while (isalnum((unsigned char)*as->at))
        as->at++;
    *length = (size_t)(as->at - *word);
    return *length > 0;
}

static char escaped(char c)
{
    static const char from[] = "nrtbf0", to[] = "\n\r\t\b\f";
    const char *found = c ? strchr(from, c) : NULL;
    return found ? to[found - from] : c;
}

bool as_take_string(struct assembler *as, char *out, size_t size, size_t *length)
{
    *length = 0;
    if (!as_take(as, '"'))
        return as_fail(as, "a string in quotes is missing");
    while (*as->at != '"') {
        char c = *as->at;
        if (c == '\\' && as->at[1])
            c = escaped(*++as->at);
        else if (!c)
            return as_fail(as, "a string does not end");
        if (*length == size)
            return as_fail(as, "the string is too long");
        out[(*length)++] = c;
        as->at++;
    }
    as->at++;
    return true;
}

bool as_equal(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && strncasecmp(text, name, length) == 0;
}
