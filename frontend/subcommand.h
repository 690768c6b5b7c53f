/* Commands that have commands of their own: path1 vu, trace, level. */
#ifndef FRONTEND_SUBCOMMAND_H
#define FRONTEND_SUBCOMMAND_H

#include <stddef.h>

struct subcommand {
    char *name; /* with its command's, "vu asm": what its messages begin with; becomes its argv[0] */
    int (*run)(int argc, char **argv);
};

/* Runs the one that argv[1] names, of the command argv[0], with the rest of argv; prints `help` if that is
 * asked for. Returns the exit status. */
int run_subcommand(int argc, char **argv, const char *help, const struct subcommand *commands, size_t count);

#endif
