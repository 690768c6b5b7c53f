/* Levels of our own making with a byte changed: what the importer says to them. */
#ifndef TESTS_LEVEL_EDIT_H
#define TESTS_LEVEL_EDIT_H

#include <path1/level.h>

#include "level_generator.h"
#include "level_generator_cases.h"

/* The parts of a small level, to be changed between level_edit_begin and level_edit_open. */
extern struct gen_content level_edit_content;
extern struct gen_parts level_edit_parts;

void level_edit_begin(enum gen_case which);
/* The file of the parts as they are; the caller frees it. `places` may be NULL. */
struct gen_bytes level_edit_file(struct gen_places *places);
/* Opens it, frees the parts. NULL, with the error, if it cannot be opened. */
struct level *level_edit_open(struct trace_error *error);
void level_edit_end(void);

/* The check called `id`. */
const struct level_check *level_edit_check(const struct level *level, const char *id);
/* Offset in core data of a patch's header, and of its data block. */
size_t level_edit_patch(unsigned number);
size_t level_edit_data(unsigned number);

#endif
