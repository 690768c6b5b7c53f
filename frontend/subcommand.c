#include "subcommand.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "report.h"

int run_subcommand(int argc, char **argv, const char *help, const struct subcommand *commands, size_t count)
{
    if (argc < 2) {
        fputs(help, stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < count; i++)
        if (strcmp(argv[1], strchr(commands[i].name, ' ') + 1) == 0) {
            argv[1] = commands[i].name;
            return commands[i].run(argc - 1, argv + 1);
        }
    report("%s: unknown %s '%s'; see path1 %s --help", argv[0], argv[1][0] == '-' ? "option" : "command",
           argv[1], argv[0]);
    return EXIT_USAGE;
}
