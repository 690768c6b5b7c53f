/* The folder of recorded vectors. */
#ifndef TESTS_VECTORS_H
#define TESTS_VECTORS_H

#include <stddef.h>
#include <stdio.h>

/* FOLDER/NAME to `out`: "gs/labels.jsonl" and the like, in $PATH1_VECTORS or else in the tests' data. */
void vectors_path(const char *name, char *out, size_t size);
/* The same file, opened; one that is not there fails the running test. */
FILE *vectors_open(const char *name);

#endif
