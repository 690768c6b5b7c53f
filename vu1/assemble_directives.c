#include "assemble.h"

#include <stdlib.h>
#include <string.h>

/* What tells a linker, a debugger or VCL something, and nothing about the code. */
static const char *const ignored[] = {
    ".global", ".globl",   ".extern",  ".weak",        ".local",       ".type",     ".size", ".name",
    ".file",   ".ident",   ".func",    ".endfunc",     ".title",       ".sbttl",    ".list", ".nolist",
    ".psize",  ".eject",   ".version", ".comm",        ".lcomm",       ".ln",       ".line", ".loc",
    ".syntax", ".init_vf", ".init_vi", ".init_vf_all", ".init_vi_all", ".previous",
};

static bool is_ignored(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        if (as_equal(name, length, ignored[i]))
            return true;
    return false;
}

bool as_assign(struct assembler *as, const char *name, size_t length, bool variable)
{
    struct as_value value;
    if (!as_expression(as, &value) || !as_expect_end(as))
        return false;
    if (length == 1 && *name == '.')
        return as_fail(as, "'.' can only be moved with .org");
    if (!as_define(as, name, length, value.labels ? AS_LABEL : AS_NUMBER, value.number, variable))
        return false;
    struct as_symbol *symbol = as_symbol(as, name, length, false);
    symbol->forward = value.forward;
    symbol->placed = value.placed;
    return true;
}

/* .equ NAME, VALUE */
static bool assign_directive(struct assembler *as, bool variable)
{
    const char *name;
    size_t length;
    if (!as_take_name(as, &name, &length))
        return as_fail(as, "a name is missing");
    if (!as_take(as, ','))
        return as_fail(as, "',' and a value are missing");
    return as_assign(as, name, length, variable);
}

/* [FILL] [, MOST]: the byte, and how far the address may move. */
static bool take_fill(struct assembler *as, int64_t *byte, int64_t *most)
{
    *byte = 0;
    *most = VU1_MEMORY_SIZE;
    if (!as_take(as, ','))
        return true;
    as_skip(as);
    if (*as->at && *as->at != ',' && !as_known(as, byte))
        return false;
    return !as_take(as, ',') || as_known(as, most);
}

static bool align(struct assembler *as, bool power)
{
    int64_t number = 0, byte, most;
    if (as->mode != AS_CODE)
        return true;
    if ((!as_at_end(as) && !as_known(as, &number)) || !take_fill(as, &byte, &most) || !as_expect_end(as))
        return false;
    if (power && number >= 0 && number <= 14)
        number = (int64_t)1 << number;
    else if (!power && number == 0)
        number = 1;
    else if (power || number < 0 || number > VU1_MEMORY_SIZE || (number & (number - 1)))
        return as_fail(as, "%lld is no alignment", (long long)number);
    uint32_t mask = (uint32_t)number - 1;
    uint32_t wanted = (as->here + mask) & ~mask;
    if ((int64_t)(wanted - as->here) > most)
        return true;
    return as_fill_to(as, wanted, (uint8_t)byte);
}

/* .org ADDRESS: in bytes, forwards only. Before the first pair it says where the program begins. */
static bool org(struct assembler *as)
{
    struct as_value value;
    if (as->mode != AS_CODE)
        return true;
    if (!as_expression(as, &value) || !as_expect_end(as))
        return false;
    if (value.forward)
        return as_fail(as, "this must be known here, but rests on a symbol that is defined further down");
    if (value.number < as->here)
        return as_fail(as, ".org cannot go back from 0x%04x", (unsigned)as->here);
    if (value.number > VU1_MEMORY_SIZE)
        return as_fail(as, "micro memory ends at 0x%04x", VU1_MEMORY_SIZE);
    as->last_label = NULL;
    if (as->placed)
        return as_fill_to(as, (uint32_t)value.number, 0);
    as->here = (uint32_t)value.number;
    return true;
}

/* .section NAME: only .vutext and .text are micro memory. */
static bool section(struct assembler *as)
{
    const char *name;
    size_t length;
    if (!as_take_name(as, &name, &length))
        return as_fail(as, "the section's name is missing");
    bool code = as_equal(name, length, ".vutext") || as_equal(name, length, ".text");
    as->mode = code ? AS_CODE : AS_OUTSIDE;
    return true;
}

/* The file beside the one that includes it, or else the one that its name alone gives. `*path` is to be
 * freed. */
static char *read_included(struct assembler *as, const char *name, char **path, size_t *size)
{
    const struct vu_include *include = as->include;
    const char *from = as->frames[0].name;
    for (int i = 1; i < as->depth; i++)
        if (as->frames[i].file)
            from = as->frames[i].name;
    const char *slash = strrchr(from, '/');
    size_t directory = slash && *name != '/' ? (size_t)(slash + 1 - from) : 0;
    *path = as_allocate(as, directory + strlen(name) + 1);
    if (!*path)
        return NULL;
    memcpy(*path, from, directory);
    strcpy(*path + directory, name);
    char *text = include->read(include->user, *path, size);
    if (text || !directory)
        return text;
    strcpy(*path, name);
    return include->read(include->user, *path, size);
}

static bool include(struct assembler *as)
{
    char name[1024], *path = NULL;
    size_t length, size = 0;
    if (!as_take_string(as, name, sizeof name - 1, &length) || !as_expect_end(as))
        return false;
    name[length] = '\0';
    if (length == 0 || memchr(name, '\0', length))
        return as_fail(as, "no file can have this name");
    if (!as->include)
        return as_fail(as, "cannot include '%.*s': no file is read here", as_shown(length), name);
    char *text = read_included(as, name, &path, &size);
    if (!text) {
        free(path);
        return as_fail(as, "cannot read '%.*s'", as_shown(length), name);
    }
    struct as_frame frame = {.name = path,
                             .owned_name = path,
                             .owned_text = text,
                             .begin = text,
                             .at = text,
                             .end = text + size,
                             .file = true};
    if (as_expand(as, size))
        return as_push(as, &frame);
    free(path);
    free(text);
    return false;
}

static bool location_directive(struct assembler *as, const char *name, size_t length, bool *known)
{
    *known = true;
    if (as_equal(name, length, ".align") || as_equal(name, length, ".p2align"))
        return align(as, true);
    if (as_equal(name, length, ".balign"))
        return align(as, false);
    if (as_equal(name, length, ".org"))
        return org(as);
    if (as_equal(name, length, ".section"))
        return section(as);
    if (as_equal(name, length, ".vu") || as_equal(name, length, ".text") ||
        as_equal(name, length, ".vutext")) {
        as->mode = AS_CODE;
        return true;
    }
    if (as_equal(name, length, ".data") || as_equal(name, length, ".bss") ||
        as_equal(name, length, ".vudata") || as_equal(name, length, ".vubss")) {
        as->mode = AS_OUTSIDE;
        return true;
    }
    *known = false;
    return true;
}

bool as_directive(struct assembler *as, const char *name, size_t length)
{
    static bool (*const groups[])(struct assembler *, const char *, size_t, bool *) = {
        location_directive, as_data_directive, as_condition_directive, as_macro_directive, as_vif_directive};
    for (size_t i = 0; i < sizeof groups / sizeof groups[0]; i++) {
        bool known = false;
        if (!groups[i](as, name, length, &known))
            return false;
        if (known)
            return true;
    }
    if (as_equal(name, length, ".equ") || as_equal(name, length, ".set"))
        return assign_directive(as, true);
    if (as_equal(name, length, ".equiv"))
        return assign_directive(as, false);
    if (as_equal(name, length, ".include"))
        return include(as);
    if (as_equal(name, length, ".end")) {
        as->ended = true;
        return true;
    }
    if (is_ignored(name, length))
        return true;
    return as_fail(as, "unknown directive '%.*s'", as_shown(length), name);
}
