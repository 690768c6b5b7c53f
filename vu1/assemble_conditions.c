#include "assemble.h"

#include <string.h>

bool as_active(const struct assembler *as)
{
    return as->condition_count == 0 || as->conditions[as->condition_count - 1].active;
}

static bool open_condition(struct assembler *as, bool holds)
{
    if (as->condition_count == AS_CONDITIONS)
        return as_fail(as, "more than %d .if within each other", AS_CONDITIONS);
    bool parent = as_active(as);
    as->conditions[as->condition_count++] = (struct as_condition){
        .active = parent && holds, .taken = holds, .parent_active = parent, .line = as_line(as)};
    return true;
}

/* The innermost condition that this file or macro opened. */
static struct as_condition *innermost(struct assembler *as, const char *directive)
{
    if (as->condition_count > as->frames[as->depth - 1].conditions)
        return &as->conditions[as->condition_count - 1];
    as_fail(as, "%s without .if", directive);
    return NULL;
}

/* Is the symbol that is named next defined above? */
static bool take_defined(struct assembler *as, bool *defined)
{
    const char *name;
    size_t length;
    if (!as_take_name(as, &name, &length))
        return as_fail(as, "a symbol's name is missing");
    const struct as_symbol *symbol = as_symbol(as, name, length, false);
    *defined = symbol && symbol->kind != AS_UNDEFINED && symbol->pass == as->pass;
    return as_expect_end(as);
}

enum test {
    IF_NOT_ZERO,
    IF_ZERO,
    IF_POSITIVE,
    IF_NOT_NEGATIVE,
    IF_NEGATIVE,
    IF_NOT_POSITIVE,
    IF_DEFINED,
    IF_NOT_DEFINED
};

static bool take_test(struct assembler *as, enum test test, bool *holds)
{
    if (test == IF_DEFINED || test == IF_NOT_DEFINED) {
        if (!take_defined(as, holds))
            return false;
        *holds ^= test == IF_NOT_DEFINED;
        return true;
    }
    int64_t number;
    if (!as_known(as, &number) || !as_expect_end(as))
        return false;
    const bool results[] = {number != 0, number == 0, number > 0, number >= 0, number < 0, number <= 0};
    *holds = results[test];
    return true;
}

static bool if_directive(struct assembler *as, enum test test)
{
    bool holds = false;
    if (as_active(as) && !take_test(as, test, &holds))
        return false;
    return open_condition(as, holds);
}

static bool elseif_directive(struct assembler *as)
{
    struct as_condition *condition = innermost(as, ".elseif");
    if (!condition)
        return false;
    if (condition->has_else)
        return as_fail(as, ".elseif behind .else");
    condition->active = false;
    if (condition->taken || !condition->parent_active)
        return true;
    bool holds;
    if (!take_test(as, IF_NOT_ZERO, &holds))
        return false;
    condition->active = condition->taken = holds;
    return true;
}

static bool else_directive(struct assembler *as)
{
    struct as_condition *condition = innermost(as, ".else");
    if (!condition)
        return false;
    if (condition->has_else)
        return as_fail(as, "a second .else");
    condition->has_else = true;
    condition->active = condition->parent_active && !condition->taken;
    return true;
}

bool as_condition_directive(struct assembler *as, const char *name, size_t length, bool *known)
{
    static const struct {
        const char *name;
        enum test test;
    } tests[] = {
        {".if", IF_NOT_ZERO},          {".ifne", IF_NOT_ZERO},     {".ifeq", IF_ZERO},
        {".ifgt", IF_POSITIVE},        {".ifge", IF_NOT_NEGATIVE}, {".iflt", IF_NEGATIVE},
        {".ifle", IF_NOT_POSITIVE},    {".ifdef", IF_DEFINED},     {".ifndef", IF_NOT_DEFINED},
        {".ifnotdef", IF_NOT_DEFINED},
    };
    *known = true;
    for (size_t i = 0; i < sizeof tests / sizeof tests[0]; i++)
        if (as_equal(name, length, tests[i].name))
            return if_directive(as, tests[i].test);
    if (as_equal(name, length, ".elseif"))
        return elseif_directive(as);
    if (as_equal(name, length, ".else"))
        return else_directive(as);
    if (as_equal(name, length, ".endif")) {
        if (!innermost(as, ".endif"))
            return false;
        as->condition_count--;
        return true;
    }
    *known = false;
    return true;
}
