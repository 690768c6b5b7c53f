/* path1 vu: programs for the vector units as files. */
#ifndef FRONTEND_VU_H
#define FRONTEND_VU_H

#include <stdbool.h>
#include <stddef.h>

int command_vu_asm(int argc, char **argv);
int command_vu_disasm(int argc, char **argv);

/* The whole of a file, NUL terminated, to be freed; "-" is standard input. NULL, unless `quiet` after a
 * report, if it cannot be read or has more than `most` bytes. */
char *vu_read_file(const char *path, size_t most, bool quiet, size_t *size);

#endif
