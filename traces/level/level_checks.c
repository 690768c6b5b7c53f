/* Counting what holds. */
#include <stdio.h>

#include "level_state.h"

void level_checks_begin(struct level *level)
{
#define CHECK(name, id, confidence, kind, claim)                                                             \
    {id, claim, LEVEL_##confidence, LEVEL_##kind, 0, 0, 0, 0, NULL},
    static const struct level_check list[LEVEL_CHECK_COUNT] = {
#include "level_check_list.h"
    };
#undef CHECK
    for (int i = 0; i < LEVEL_CHECK_COUNT; i++)
        level->check[i] = list[i];
}

bool level_check_v(struct level *level, enum level_check_name name, bool good, enum level_part part,
                   uint32_t offset, const char *format, va_list arguments)
{
    struct level_check *check = &level->check[name];
    check->total++;
    check->passed += good;
    if (!good && !check->failure) {
        check->part = part;
        check->offset = offset;
        check->failure = level_keep_text_v(level, format, arguments);
    }
    return good;
}

bool level_check(struct level *level, enum level_check_name name, bool good, enum level_part part,
                 uint32_t offset, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    level_check_v(level, name, good, part, offset, format, arguments);
    va_end(arguments);
    return good;
}

const struct level_check *level_checks(const struct level *level, size_t *count)
{
    *count = LEVEL_CHECK_COUNT;
    return level->check;
}

bool level_sound(const struct level *level, struct trace_error *error)
{
    for (int i = 0; i < LEVEL_CHECK_COUNT; i++) {
        const struct level_check *check = &level->check[i];
        if (check->kind == LEVEL_RULE && check->failure)
            return level_fail(level, check->part, check->offset, error, "%s: %s", check->id, check->failure);
    }
    return true;
}
