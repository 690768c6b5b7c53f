#include "reference.h"

#include <criterion/criterion.h>
#include <stdio.h>

#include "program.h"

json_t *parse_json(const char *text)
{
    json_error_t error;
    json_t *root = json_loads(text, JSON_REJECT_DUPLICATES, &error);
    cr_assert_not_null(root, "not JSON: %s, line %d", error.text, error.line);
    return root;
}

json_t *reference(const char *name)
{
    char file[128];
    snprintf(file, sizeof file, "%s.json", name);
    return parse_json(read_file(dump_file(file), NULL));
}

const char *text_of(json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    cr_assert_not_null(text, "no text %s", key);
    return text;
}

json_int_t number_of(json_t *object, const char *key)
{
    cr_assert(json_is_integer(json_object_get(object, key)), "no number %s", key);
    return json_integer_value(json_object_get(object, key));
}

const char *vram_hash(json_t *reference_json)
{
    return text_of(json_object_get(json_object_get(reference_json, "vram"), "xxh3_128"), "avx2");
}
