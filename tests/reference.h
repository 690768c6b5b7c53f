/* The reference results beside the dumps (NAME.json), and JSON in tests. */
#ifndef TESTS_REFERENCE_H
#define TESTS_REFERENCE_H

#include <jansson.h>

/* Fails the test if `text` is not JSON. The caller lets the value go. */
json_t *parse_json(const char *text);
/* The reference results of a dump, "features/fog" and the like. */
json_t *reference(const char *name);
/* A member that must be there. */
const char *text_of(json_t *object, const char *key);
json_int_t number_of(json_t *object, const char *key);
/* The reference's hash of local memory at the end (PCSX2, AVX2). */
const char *vram_hash(json_t *reference_json);

#endif
