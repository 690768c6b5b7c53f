/* Files that appear whole or not at all (output_file.h). */
#ifndef FRONTEND_OUTPUT_H
#define FRONTEND_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "../traces/output_file.h"

struct output {
    FILE *file; /* write here */
    char *path; /* the wanted name */
    struct output_file place;
};

/* Starts `path`, as output_file_create does. Reports and returns false on failure. */
bool output_begin(struct output *output, const char *path);
/* Puts the file in place. Reports and returns false on failure; then nothing new is left behind. */
bool output_commit(struct output *output);
/* Gives up and removes what was written. Does nothing on a struct that is all zero. */
void output_abandon(struct output *output);
/* Makes the directory `path` unless it is there; not its parents. Reports and returns false on failure. */
bool output_directory(const char *path);

#endif
