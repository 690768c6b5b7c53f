#include "assemble.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a */
static uint32_t hash(const char *name, size_t length)
{
    uint32_t value = 2166136261u;
    for (size_t i = 0; i < length; i++)
        value = (value ^ (unsigned char)name[i]) * 16777619u;
    return (value ^ value >> 15) % AS_BUCKETS;
}

struct as_symbol *as_symbol(struct assembler *as, const char *name, size_t length, bool create)
{
    struct as_symbol **bucket = &as->symbols[hash(name, length)];
    for (struct as_symbol *symbol = *bucket; symbol; symbol = symbol->next, as->work++)
        if (symbol->length == length && memcmp(symbol->name, name, length) == 0)
            return symbol;
    if (!create)
        return NULL;
    struct as_symbol *symbol = as_allocate(as, sizeof *symbol + length + 1);
    if (!symbol)
        return NULL;
    *symbol = (struct as_symbol){.next = *bucket, .length = length};
    memcpy(symbol->name, name, length);
    symbol->name[length] = '\0';
    *bucket = symbol;
    return symbol;
}

static bool set(struct assembler *as, const char *name, size_t length, enum as_kind kind, int64_t value,
                bool variable)
{
    struct as_symbol *symbol = as_symbol(as, name, length, true);
    if (!symbol)
        return false;
    if (symbol->pass == as->pass && !(symbol->variable && variable))
        return as_fail(as, "'%.*s' is already defined in line %" PRIu32, as_shown(length), name,
                       symbol->line);
    symbol->kind = kind;
    symbol->value = value;
    symbol->variable = variable;
    symbol->forward = false;
    symbol->placed = kind == AS_LABEL;
    symbol->pass = as->pass;
    symbol->line = as_line(as);
    if (kind == AS_LABEL && !variable)
        as->last_label = symbol;
    return true;
}

bool as_define(struct assembler *as, const char *name, size_t length, enum as_kind kind, int64_t value,
               bool variable)
{
    if (as_is_register(name, length))
        return as_fail(as, "'%.*s' is the name of a register", as_shown(length), name);
    return set(as, name, length, kind, value, variable);
}

bool as_define_label(struct assembler *as, const char *name, size_t length)
{
    return set(as, name, length, as->mode == AS_CODE ? AS_LABEL : AS_FOREIGN, as->here, false);
}

/* Numeric labels are symbols whose names no source can spell: "12 3" is the third 12. "12 " counts them. */
static struct as_symbol *counter_of(struct assembler *as, uint64_t number)
{
    char name[32];
    int length = snprintf(name, sizeof name, "%" PRIu64 " ", number);
    struct as_symbol *counter = as_symbol(as, name, (size_t)length, true);
    if (counter && counter->pass != as->pass) {
        counter->kind = AS_COUNTER;
        counter->pass = as->pass;
        counter->value = 0;
    }
    return counter;
}

static size_t local_name(char *name, size_t size, uint64_t number, int64_t which)
{
    return (size_t)snprintf(name, size, "%" PRIu64 " %" PRId64, number, which);
}

bool as_define_local(struct assembler *as, uint64_t number)
{
    char name[64];
    struct as_symbol *counter = counter_of(as, number);
    if (!counter)
        return false;
    return as_define_label(as, name, local_name(name, sizeof name, number, ++counter->value));
}

bool as_local(struct assembler *as, uint64_t number, bool backwards, struct as_value *out)
{
    char name[64];
    struct as_symbol *counter = counter_of(as, number);
    if (!counter)
        return false;
    if (backwards && counter->value == 0)
        return as_fail(as, "there is no label %" PRIu64 ": above", number);
    return as_lookup(as, name, local_name(name, sizeof name, number, counter->value + !backwards), out);
}

bool as_lookup(struct assembler *as, const char *name, size_t length, struct as_value *out)
{
    *out = (struct as_value){.forward = true};
    const struct as_symbol *symbol = as_symbol(as, name, length, false);
    enum as_kind kind = symbol ? symbol->kind : AS_UNDEFINED;
    if (kind == AS_UNDEFINED) {
        if (as->pass == 1)
            return true;
        return as_fail(as, "'%.*s' is not defined", as_shown(length), name);
    }
    if (kind == AS_FOREIGN)
        return as_fail(as, "'%.*s' lies outside of micro memory", as_shown(length), name);
    out->number = symbol->value;
    out->labels = kind == AS_LABEL;
    out->placed = symbol->placed;
    out->forward = symbol->pass != as->pass || symbol->forward;
    return true;
}

bool as_symbols_changed(struct assembler *as)
{
    bool changed = false;
    for (size_t i = 0; i < AS_BUCKETS; i++)
        for (struct as_symbol *symbol = as->symbols[i]; symbol; symbol = symbol->next) {
            if (symbol->kind == AS_MACRO)
                continue;
            changed |= symbol->value != symbol->last_value || symbol->kind != symbol->last_kind;
            symbol->last_value = symbol->value;
            symbol->last_kind = symbol->kind;
        }
    return changed;
}

void as_free_symbols(struct assembler *as)
{
    for (size_t i = 0; i < AS_BUCKETS; i++)
        for (struct as_symbol *symbol = as->symbols[i]; symbol;) {
            struct as_symbol *next = symbol->next;
            as_free_macro(symbol->macro);
            free(symbol);
            symbol = next;
        }
}
