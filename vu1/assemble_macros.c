#include "assemble.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { PARAMETERS = 32, NAME_SIZE = 64 };

struct parameter {
    char name[NAME_SIZE];
    char *fallback; /* what stands for an argument that is not given */
    bool required;
    bool rest; /* takes all further arguments */
};

struct as_macro {
    char name[NAME_SIZE];
    struct parameter parameters[PARAMETERS];
    size_t count;
    char *body;
    size_t length;
};

void as_free_macro(struct as_macro *macro)
{
    if (!macro)
        return;
    for (size_t i = 0; i < macro->count; i++)
        free(macro->parameters[i].fallback);
    free(macro->body);
    free(macro);
}

/* ---- text with arguments put in ---- */

struct text {
    char *bytes;
    size_t length, size;
};

static bool append(struct assembler *as, struct text *text, const char *bytes, size_t length)
{
    if (!as_expand(as, length))
        return false;
    if (length > text->size - text->length) {
        size_t size = (text->length + length) * 2;
        char *grown = realloc(text->bytes, size);
        if (!grown)
            return as_fail(as, "out of memory");
        text->bytes = grown;
        text->size = size;
    }
    if (length)
        memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    return true;
}

static bool append_number(struct assembler *as, struct text *text, uint32_t number)
{
    char digits[10];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    return append(as, text, digits + at, sizeof digits - at);
}

static bool is_parameter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Appends the macro's body with "\name" replaced by that argument, "\@" by a number that no other call has,
 * and "\()" by nothing. */
static bool substitute(struct assembler *as, const struct as_macro *macro, char *const *arguments,
                       struct text *out)
{
    const char *at = macro->body, *end = at + macro->length;
    while (at < end) {
        const char *mark = memchr(at, '\\', (size_t)(end - at));
        const char *stop = mark ? mark : end;
        if (!append(as, out, at, (size_t)(stop - at)))
            return false;
        if (!mark)
            break;
        const char *name = mark + 1;
        at = name;
        if (at < end && *at == '@') {
            at++;
            if (!append_number(as, out, as->macro_calls))
                return false;
            continue;
        }
        if (end - at >= 2 && at[0] == '(' && at[1] == ')') {
            at += 2;
            continue;
        }
        while (at < end && is_parameter(*at))
            at++;
        size_t length = (size_t)(at - name), found = 0;
        while (found < macro->count && !as_equal(name, length, macro->parameters[found].name))
            found++;
        const char *given = found < macro->count ? arguments[found] : NULL;
        if (given ? !append(as, out, given, strlen(given)) : !append(as, out, mark, length + 1))
            return false;
    }
    return true;
}

/* ---- arguments ---- */

/* One argument: up to a comma or blank outside of brackets and quotes; `rest`: up to the end. */
static bool take_argument(struct assembler *as, bool rest, char **out)
{
    as_skip(as);
    const char *begin = as->at, *end = begin;
    int depth = 0;
    bool quoted = false;
    if (rest) {
        as->at += strlen(begin);
    } else {
        for (; *as->at; as->at++) {
            char c = *as->at;
            if (quoted) {
                as->at += c == '\\' && as->at[1];
                quoted = c != '"';
                continue;
            }
            quoted = c == '"';
            depth += (c == '(' || c == '[') - (c == ')' || c == ']');
            if (depth <= 0 && (c == ',' || isspace((unsigned char)c)))
                break;
        }
    }
    end = as->at;
    while (end > begin && isspace((unsigned char)end[-1]))
        end--;
    size_t length = (size_t)(end - begin);
    if (length >= 2 && *begin == '"' && end[-1] == '"' && !rest) { /* quotes keep an argument together */
        begin++;
        length -= 2;
    }
    *out = as_copy(as, begin, length);
    return *out != NULL;
}

/* The parameter that "name=" before an argument gives; macro->count if there is none. */
static size_t take_keyword(struct assembler *as, const struct as_macro *macro)
{
    const char *begin = as->at, *name;
    size_t length;
    if (as_take_name(as, &name, &length) && as_take(as, '=') && *as->at != '=')
        for (size_t i = 0; i < macro->count; i++)
            if (as_equal(name, length, macro->parameters[i].name))
                return i;
    as->at = begin;
    return macro->count;
}

static bool take_arguments(struct assembler *as, const struct as_macro *macro, char **arguments)
{
    size_t next = 0;
    while (!as_at_end(as)) {
        size_t which = take_keyword(as, macro);
        if (which == macro->count)
            which = next;
        if (which >= macro->count)
            return as_fail(as, "macro %s takes %d arguments", macro->name, (int)macro->count);
        free(arguments[which]);
        arguments[which] = NULL;
        if (!take_argument(as, macro->parameters[which].rest, &arguments[which]))
            return false;
        next = which + 1;
        as_take(as, ',');
    }
    for (size_t i = 0; i < macro->count; i++) {
        const struct parameter *parameter = &macro->parameters[i];
        if (arguments[i] && *arguments[i])
            continue;
        if (parameter->required)
            return as_fail(as, "macro %s needs argument '%s'", macro->name, parameter->name);
        const char *fallback = parameter->fallback ? parameter->fallback : "";
        free(arguments[i]);
        arguments[i] = as_copy(as, fallback, strlen(fallback));
        if (!arguments[i])
            return false;
    }
    return true;
}

/* Reads `text` next, `count` times. */
static bool push_text(struct assembler *as, struct text *text, const char *name, uint64_t count)
{
    char *owned = as_copy(as, name, strlen(name));
    if (!owned || count == 0) {
        free(owned);
        free(text->bytes);
        return count == 0 && !as->failed;
    }
    if (!text->bytes) /* nothing to read */
        text->bytes = as_copy(as, "", 0);
    const char *bytes = text->bytes;
    return as_push(as, &(struct as_frame){.name = owned,
                                          .owned_name = owned,
                                          .owned_text = text->bytes,
                                          .begin = bytes,
                                          .at = bytes,
                                          .end = bytes ? bytes + text->length : bytes,
                                          .repeats = count - 1});
}

/* Macros are symbols whose names no source can spell: a blank and the name in lower case. */
static size_t macro_symbol(const char *name, size_t length, char *out)
{
    size_t used = 0;
    out[used++] = ' ';
    for (size_t i = 0; i < length && i < NAME_SIZE - 1; i++)
        out[used++] = (char)tolower((unsigned char)name[i]);
    return used;
}

bool as_macro_call(struct assembler *as, bool *known)
{
    const char *begin = as->at, *name;
    char key[NAME_SIZE];
    size_t length;
    const struct as_symbol *symbol = NULL;
    if (as_take_name(as, &name, &length))
        symbol = as_symbol(as, key, macro_symbol(name, length, key), false);
    *known = symbol && symbol->macro && symbol->pass == as->pass;
    if (!*known) {
        as->at = begin;
        return true;
    }
    const struct as_macro *macro = symbol->macro;
    char *arguments[PARAMETERS] = {NULL};
    struct text text = {.bytes = NULL};
    bool done = take_arguments(as, macro, arguments) && substitute(as, macro, arguments, &text);
    as->macro_calls++;
    for (size_t i = 0; i < macro->count; i++)
        free(arguments[i]);
    if (done)
        return push_text(as, &text, macro->name, 1);
    free(text.bytes);
    return false;
}

/* ---- definitions ---- */

/* NAME[:req|:vararg][=FALLBACK] */
static bool take_parameter(struct assembler *as, struct as_macro *macro)
{
    const char *name, *qualifier;
    size_t length, qualifier_length;
    if (macro->count == PARAMETERS)
        return as_fail(as, "a macro can have %d parameters", PARAMETERS);
    if (!as_take_name(as, &name, &length) || length >= NAME_SIZE)
        return as_fail(as, "'%.*s' is no parameter", as_shown(strlen(as->at)), as->at);
    struct parameter *parameter = &macro->parameters[macro->count++];
    memcpy(parameter->name, name, length);
    if (as_take(as, ':')) {
        if (!as_take_name(as, &qualifier, &qualifier_length))
            return as_fail(as, "'req' or 'vararg' is missing");
        parameter->required = as_equal(qualifier, qualifier_length, "req");
        parameter->rest = as_equal(qualifier, qualifier_length, "vararg");
        if (!parameter->required && !parameter->rest)
            return as_fail(as, "'%.*s' is neither 'req' nor 'vararg'", as_shown(qualifier_length), qualifier);
    }
    if (as_take(as, '='))
        return take_argument(as, false, &parameter->fallback);
    return true;
}

static bool take_definition(struct assembler *as, struct as_macro *macro)
{
    static const char *const begins[] = {".macro", NULL};
    const char *name, *body;
    size_t length;
    if (!as_take_name(as, &name, &length) || length >= NAME_SIZE - 1)
        return as_fail(as, "the macro's name is missing or too long");
    memcpy(macro->name, name, length);
    as_take(as, ',');
    while (!as_at_end(as)) {
        if (!take_parameter(as, macro))
            return false;
        as_take(as, ',');
    }
    if (!as_capture(as, begins, ".endm", &body, &macro->length))
        return false;
    macro->body = as_copy(as, body, macro->length);
    return macro->body != NULL;
}

static bool define_macro(struct assembler *as)
{
    struct as_macro *macro = calloc(1, sizeof *macro);
    if (!macro)
        return as_fail(as, "out of memory");
    if (!take_definition(as, macro)) {
        as_free_macro(macro);
        return false;
    }
    char key[NAME_SIZE];
    struct as_symbol *symbol = as_symbol(as, key, macro_symbol(macro->name, strlen(macro->name), key), true);
    if (!symbol || (symbol->macro && symbol->pass == as->pass)) {
        as_fail(as, "macro %s is already defined", macro->name);
        as_free_macro(macro);
        return false;
    }
    as_free_macro(symbol->macro);
    symbol->kind = AS_MACRO;
    symbol->macro = macro;
    symbol->pass = as->pass;
    return true;
}

static const char *const repetitions[] = {".rept", ".irp", NULL};

static bool repeat(struct assembler *as)
{
    int64_t count;
    const char *body;
    struct text text = {.bytes = NULL};
    size_t length;
    if (!as_known(as, &count) || !as_expect_end(as) ||
        !as_capture(as, repetitions, ".endr", &body, &length) || !append(as, &text, body, length)) {
        free(text.bytes);
        return false;
    }
    return push_text(as, &text, ".rept", count > 0 ? (uint64_t)count : 0);
}

/* .irp NAME, VALUE, ...: the lines once for each value. */
static bool repeat_with(struct assembler *as)
{
    struct as_macro macro = {.name = ".irp", .count = 1};
    char arguments[AS_STATEMENT_SIZE + 1];
    const char *name, *body;
    size_t length;
    if (!as_take_name(as, &name, &length) || length >= NAME_SIZE)
        return as_fail(as, "the name of the parameter is missing");
    memcpy(macro.parameters[0].name, name, length);
    as_take(as, ',');
    strcpy(arguments, as->at);
    if (!as_capture(as, repetitions, ".endr", &body, &macro.length))
        return false;
    macro.body = as_copy(as, body, macro.length);
    struct text text = {.bytes = NULL};
    bool done = macro.body != NULL;
    as->at = arguments;
    while (done && !as_at_end(as)) {
        char *value = NULL;
        done = take_argument(as, false, &value) && substitute(as, &macro, &value, &text);
        free(value);
        as_take(as, ',');
    }
    as->at = as->statement + strlen(as->statement);
    free(macro.body);
    if (done)
        return push_text(as, &text, ".irp", 1);
    free(text.bytes);
    return false;
}

bool as_macro_directive(struct assembler *as, const char *name, size_t length, bool *known)
{
    *known = true;
    if (as_equal(name, length, ".macro"))
        return define_macro(as);
    if (as_equal(name, length, ".rept"))
        return repeat(as);
    if (as_equal(name, length, ".irp"))
        return repeat_with(as);
    if (as_equal(name, length, ".exitm")) {
        struct as_frame *top = &as->frames[as->depth - 1];
        if (top->file)
            return as_fail(as, ".exitm outside of a macro");
        as->condition_count = top->conditions;
        top->at = top->end;
        top->repeats = 0;
        return true;
    }
    if (as_equal(name, length, ".endm") || as_equal(name, length, ".endr"))
        return as_fail(as, "'%.*s' without its beginning", as_shown(length), name);
    *known = false;
    return true;
}
