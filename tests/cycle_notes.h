/* The cycles that a microprogram's source names: "@12" in a line says that its pair issues in cycle 12,
 * counted from the last pair with "@1". One source at a time. */
#ifndef TESTS_CYCLE_NOTES_H
#define TESTS_CYCLE_NOTES_H

#include <stddef.h>
#include <stdint.h>

#include <path1/vu.h>

/* Reads the file `path`; the caller frees the text. */
char *cycle_notes_read(const char *path, size_t *length);
/* Takes the notes of `source`; lines[pair] is the line of each of its `pairs` pairs from address 0 on. */
void cycle_notes_take(const char *source, const uint32_t *lines, size_t pairs);
/* The cycle that the pair at byte address `pc` should issue in; 0: its line names none. */
uint32_t cycle_notes_at(uint32_t pc);
/* Checks a run's steps, from its first on. Returns how many had a note. */
size_t cycle_notes_check(const struct vu_step *step, size_t steps);

#endif
