#include "json_out.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report.h"
#include "text.h"

static json_t *need(json_t *value)
{
    if (!value) {
        report("out of memory");
        exit(EXIT_FAILURE);
    }
    return value;
}

json_t *json_new_object(void)
{
    return need(json_object());
}

json_t *json_new_array(void)
{
    return need(json_array());
}

void json_put(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, need(value)) != 0)
        need(NULL);
}

void json_add(json_t *array, json_t *value)
{
    if (json_array_append_new(array, need(value)) != 0)
        need(NULL);
}

void json_put_text(json_t *object, const char *key, const char *text)
{
    char *clean = text_cleaned(text);
    json_put(object, key, json_string(clean));
    free(clean);
}

void json_put_count(json_t *object, const char *key, uint64_t value)
{
    json_put(object, key, json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value));
}

void json_put_integer(json_t *object, const char *key, int64_t value)
{
    json_put(object, key, json_integer(value));
}

void json_put_bool(json_t *object, const char *key, int value)
{
    json_put(object, key, json_boolean(value));
}

void json_put_real(json_t *object, const char *key, double value)
{
    json_put(object, key, json_real(value));
}

void json_put_hex(json_t *object, const char *key, uint64_t value, int digits)
{
    char text[24];
    snprintf(text, sizeof text, "0x%0*" PRIX64, digits, value);
    json_put(object, key, json_string(text));
}

void json_print(json_t *value)
{
    /* A failed write shows in ferror(stdout), which finish_stdout looks at. */
    json_dumpf(value, stdout, JSON_INDENT(2));
    putchar('\n');
    json_decref(value);
}

void json_print_part(const char *before, const char *key, json_t *value)
{
    fputs(before, stdout);
    if (key)
        printf("\"%s\": ", key);
    /* A failed write shows when standard output is closed. */
    (void)json_dumpf(value, stdout, JSON_ENCODE_ANY);
    json_decref(value);
}

void json_print_text(const char *before, const char *key, const char *text)
{
    json_t *object = json_new_object();
    json_put_text(object, key, text);
    json_print_part(before, key, json_incref(json_object_get(object, key)));
    json_decref(object);
}
