/* Building JSON: memory that is short ends the program, text is made safe, keys keep their order. */
#ifndef FRONTEND_JSON_OUT_H
#define FRONTEND_JSON_OUT_H

#include <stdint.h>

#include <jansson.h>

json_t *json_new_object(void);
json_t *json_new_array(void);
/* These take over `value`. */
void json_put(json_t *object, const char *key, json_t *value);
void json_add(json_t *array, json_t *value);

void json_put_text(json_t *object, const char *key, const char *text); /* through text_clean */
void json_put_count(json_t *object, const char *key, uint64_t value);
void json_put_integer(json_t *object, const char *key, int64_t value);
void json_put_bool(json_t *object, const char *key, int value);
void json_put_real(json_t *object, const char *key, double value);
/* "0x" and `digits` hexadecimal digits: JSON readers lose bits of large numbers. */
void json_put_hex(json_t *object, const char *key, uint64_t value, int digits);

/* Prints `before`, then (unless `key` is NULL) the key and a colon, then `value` on one line, and lets it go:
 * for output too long to be held as one value. */
void json_print_part(const char *before, const char *key, json_t *value);
/* The same with a text as json_put_text takes it. */
void json_print_text(const char *before, const char *key, const char *text);

/* Prints `value` on standard output and lets it go. */
void json_print(json_t *value);

#endif
