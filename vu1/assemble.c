#include "assemble.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A source has a few thousand lines; this bounds what a pass can cost. */
#define LONGEST_SOURCE (16u << 20)
#define LONGEST_NAME 200 /* in a message */

static const struct as_frame *innermost_file(const struct assembler *as)
{
    for (int i = as->depth - 1; i > 0; i--)
        if (as->frames[i].file)
            return &as->frames[i];
    return &as->frames[0];
}

uint32_t as_line(const struct assembler *as)
{
    return innermost_file(as)->line;
}

int as_shown(size_t length)
{
    return length > 40 ? 40 : (int)length;
}

/* One line of plain characters, whatever a source put into it. */
static void make_plain(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7E)
            *text = '?';
}

static void describe(const struct assembler *as, char *out, size_t size, const char *format,
                     va_list arguments)
{
    char message[512];
    vsnprintf(message, sizeof message, format, arguments);
    make_plain(message);
    const struct as_frame *file = innermost_file(as), *top = &as->frames[as->depth ? as->depth - 1 : 0];
    /* Of a name that would fill the buffer the end. */
    size_t length = strlen(file->name);
    const char *name = length > LONGEST_NAME ? file->name + length - LONGEST_NAME : file->name;
    if (top->file)
        snprintf(out, size, "%s:%u: %s", name, (unsigned)file->line, message);
    else
        snprintf(out, size, "%s:%u: %s (line %u of %.40s)", name, (unsigned)file->line, message,
                 (unsigned)top->line, top->name);
    for (char *c = out; size && *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
}

bool as_fail(struct assembler *as, const char *format, ...)
{
    if (!as->failed) {
        va_list arguments;
        va_start(arguments, format);
        describe(as, as->error, as->error_size, format, arguments);
        va_end(arguments);
    }
    as->failed = true;
    return false;
}

bool as_fail_value(struct assembler *as, const struct as_value *value, const char *format, ...)
{
    if (as->failed)
        return false;
    va_list arguments;
    va_start(arguments, format);
    if (!value->forward) {
        describe(as, as->error, as->error_size, format, arguments);
        as->failed = true;
    } else if (!as->soft_error[0]) {
        describe(as, as->soft_error, sizeof as->soft_error, format, arguments);
    }
    va_end(arguments);
    return value->forward;
}

void *as_allocate(struct assembler *as, size_t size)
{
    void *memory = malloc(size ? size : 1);
    if (!memory)
        as_fail(as, "out of memory");
    return memory;
}

char *as_copy(struct assembler *as, const char *text, size_t length)
{
    char *copy = as_allocate(as, length + 1);
    if (copy) {
        memcpy(copy, text, length);
        copy[length] = '\0';
    }
    return copy;
}

bool as_expand(struct assembler *as, size_t bytes)
{
    if (bytes > AS_EXPANSION - as->expansion)
        return as_fail(as, "included files and macros give more than %d bytes", AS_EXPANSION);
    as->expansion += (uint32_t)bytes;
    return true;
}

/* ---- statements ---- */

static bool skip_digits(const char **at)
{
    const char *begin = *at;
    while (**at >= '0' && **at <= '9')
        ++*at;
    return *at > begin;
}

/* Takes "name:" and "1:" at the beginning. */
static bool take_labels(struct assembler *as)
{
    for (;;) {
        as_skip(as);
        const char *begin = as->at, *name;
        size_t length;
        if (skip_digits(&as->at)) {
            size_t digits = (size_t)(as->at - begin);
            if (!as_take(as, ':')) {
                as->at = begin;
                return true;
            }
            if (digits > 9)
                return as_fail(as, "the number of label '%.*s:' is too large", as_shown(digits), begin);
            if (!as_define_local(as, strtoul(begin, NULL, 10)))
                return false;
        } else if (as_take_name(as, &name, &length) && as_take(as, ':')) {
            if (!as_define_label(as, name, length))
                return false;
        } else {
            as->at = begin;
            return true;
        }
    }
}

/* The name of a directive that the statement begins with; other statements are left alone. */
static bool take_directive(struct assembler *as, const char **name, size_t *length)
{
    as_skip(as);
    const char *begin = as->at;
    if (*begin == '.' && as_take_name(as, name, length) && *length > 1)
        return true;
    as->at = begin;
    return false;
}

static bool skipped_statement(struct assembler *as)
{
    const char *name;
    size_t length;
    bool known = false;
    if (!take_directive(as, &name, &length))
        return true;
    if (!as_condition_directive(as, name, length, &known))
        return false;
    if (!known && as->mode == AS_PAYLOAD && as_active(as))
        return as_vif_directive(as, name, length, &known);
    return true;
}

bool as_statement(struct assembler *as)
{
    as->nesting = 0;
    if (!as_active(as) || as->mode == AS_PAYLOAD)
        return skipped_statement(as);
    if (!take_labels(as))
        return false;
    if (as_at_end(as))
        return true;
    const char *begin = as->at, *name;
    size_t length;
    if (as_take_name(as, &name, &length) && as_take(as, '=') && *as->at != '=')
        return as_assign(as, name, length, true);
    as->at = begin;
    if (take_directive(as, &name, &length))
        return as_directive(as, name, length);
    bool known = false;
    if (!as_macro_call(as, &known) || known)
        return !as->failed;
    if (!as_vif(as, &known) || known)
        return !as->failed;
    return as_pair(as);
}

/* ---- passes ---- */

static bool check_closed(struct assembler *as)
{
    uint32_t line = 0;
    const char *what = NULL;
    if (as->condition_count) {
        line = as->conditions[as->condition_count - 1].line;
        what = ".if without .endif";
    } else if (as->mode == AS_PAYLOAD) {
        line = as->payload_line;
        what = "data without their end";
    } else if (as->mpg_line) {
        line = as->mpg_line;
        what = "MPG without .EndMPG";
    }
    if (!what)
        return true;
    as->frames[0].line = line;
    return as_fail(as, "%s", what);
}

static bool run_pass(struct assembler *as, const struct as_frame *main_file)
{
    as->pass++;
    as->soft_error[0] = '\0';
    as->statements = as->expansion = as->macro_calls = 0;
    as->work = 0;
    as->placed = false;
    as->condition_count = 0;
    as->ended = false;
    as->mode = AS_CODE;
    as->mpg_line = 0;
    as->here = 0;
    as->last_label = NULL;
    memset(as->image, 0, sizeof as->image);
    memset(as->filled, 0, sizeof as->filled);
    memset(as->lines, 0, sizeof as->lines);
    if (!as_push(as, main_file))
        return false;
    while (as_read(as))
        if (!as_statement(as))
            return false;
    return !as->failed && check_closed(as);
}

static bool run_passes(struct assembler *as, const struct as_frame *main_file)
{
    while (as->pass < AS_PASSES) {
        if (!run_pass(as, main_file))
            return false;
        bool changed = as_symbols_changed(as);
        if (as->pass > 1 && !changed) {
            if (!as->soft_error[0])
                return true;
            snprintf(as->error, as->error_size, "%s", as->soft_error);
            as->failed = true;
            return false;
        }
    }
    return as_fail(as, "symbols are defined by each other");
}

/* The bytes from the first to the last pair that holds anything. */
static bool take_program(struct assembler *as, struct vu_program *out, uint32_t **lines)
{
    uint32_t begin = VU1_MEMORY_SIZE, end = 0;
    for (uint32_t i = 0; i < VU1_MEMORY_SIZE; i++)
        if (as->filled[i]) {
            begin = i < begin ? i & ~7u : begin;
            end = (i | 7u) + 1;
        }
    if (!end)
        begin = 0;
    size_t size = end - begin;
    uint8_t *bytes = as_allocate(as, size);
    uint32_t *list = lines ? as_allocate(as, size / 8 * sizeof *list) : NULL;
    if (as->failed) {
        free(bytes);
        free(list);
        return false;
    }
    memcpy(bytes, as->image + begin, size);
    if (list) {
        memcpy(list, as->lines + begin / 8, size / 8 * sizeof *list);
        *lines = list;
    }
    *out = (struct vu_program){bytes, size, begin};
    return true;
}

bool vu_assemble_files(const char *name, const char *text, size_t length, const struct vu_include *include,
                       struct vu_program *out, uint32_t **lines, char *error, size_t error_size)
{
    struct assembler *as = calloc(1, sizeof *as);
    if (!as) {
        snprintf(error, error_size, "%s:1: out of memory", name);
        return false;
    }
    as->include = include;
    as->error = error;
    as->error_size = error_size;
    struct as_frame file = {.name = name, .begin = text, .at = text, .end = text + length, .file = true};
    bool done = false;
    as->frames[0] = file;
    if (length > LONGEST_SOURCE)
        as_fail(as, "the source is larger than 16 MiB");
    else if (run_passes(as, &file))
        done = take_program(as, out, lines);
    while (as->depth)
        as_pop(as);
    as_free_symbols(as);
    free(as);
    return done;
}

bool vu_assemble(const char *name, const char *text, size_t length, struct vu_program *out, char *error,
                 size_t error_size)
{
    return vu_assemble_files(name, text, length, NULL, out, NULL, error, error_size);
}
