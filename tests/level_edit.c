#include "level_edit.h"

#include <criterion/criterion.h>
#include <string.h>

enum { TABLE = 0x40 };

struct gen_content level_edit_content;
struct gen_parts level_edit_parts;

void level_edit_begin(enum gen_case which)
{
    gen_make_case(which, &level_edit_content);
    gen_make_parts(&level_edit_content, &level_edit_parts);
}

void level_edit_end(void)
{
    gen_content_free(&level_edit_content);
    gen_parts_free(&level_edit_parts);
    level_edit_parts = (struct gen_parts){0};
}

struct gen_bytes level_edit_file(struct gen_places *places)
{
    struct gen_bytes file = {0};
    gen_write(&level_edit_content, &level_edit_parts, &file, places);
    return file;
}

struct level *level_edit_open(struct trace_error *error)
{
    struct gen_bytes file = level_edit_file(NULL);
    struct level *level = level_open_memory("edited", file.data, file.size, error);
    gen_bytes_free(&file);
    level_edit_end();
    return level;
}

const struct level_check *level_edit_check(const struct level *level, const char *id)
{
    size_t count;
    const struct level_check *check = level_checks(level, &count);
    for (size_t i = 0; i < count; i++)
        if (strcmp(check[i].id, id) == 0)
            return &check[i];
    cr_assert_fail("no check %s", id);
    return NULL;
}

size_t level_edit_patch(unsigned number)
{
    return TABLE + TABLE * (size_t)number;
}

size_t level_edit_data(unsigned number)
{
    return TABLE + gen_get32(&level_edit_parts.core_data, level_edit_patch(number) + 0x10);
}
