/* A file that gets its name when it is whole. Until then it has none at all where the file system knows such
 * files, so that nothing stays behind however the program ends; elsewhere it has a temporary one. */
#ifndef OUTPUT_FILE_H
#define OUTPUT_FILE_H

#include <stdbool.h>

struct output_file {
    int descriptor;  /* write here; the owner closes it. -1: not open */
    char *target;    /* the wanted name; NULL: a device or pipe, written to directly */
    char *temporary; /* the name until then; NULL: none */
};

/* Starts the file `path`, with the permissions that the umask leaves. Of a symbolic link, the file that it
 * names is meant, whether that is there or not: the link stays. What is there and is no regular file (a
 * device, a pipe) is written to directly. False on error (errno); then there is nothing to discard. */
bool output_file_create(struct output_file *file, const char *path);
/* Gives the name to the file, in place of what had it. False on error (errno). Frees `file` in both cases;
 * the descriptor stays open. */
bool output_file_place(struct output_file *file);
/* Removes what has a name and frees `file`; the descriptor stays open. */
void output_file_discard(struct output_file *file);

#endif
