/* path1 trace: picks the command. */
#include "trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "report.h"

static const char help[] =
    "Usage: path1 trace COMMAND [OPTION]...\n"
    "Traces of what was sent to VIF1, the GIF and the GS: written by hand, as text, and from\n"
    "memory images.\n\n"
    "Commands:\n"
    "  asm       make a trace (.p1t) from text (.p1s)\n"
    "  disasm    write a trace as text that gives the same trace again\n"
    "  dma       make a trace of what a DMA chain in a memory image sends\n\n"
    "path1 trace COMMAND --help tells more about a command.\n\n"
    "Exit status: 0 done, 1 something failed, 2 wrong usage.\n";

int command_trace(int argc, char **argv)
{
    /* The names that the commands' messages begin with. */
    static char names[][16] = {"trace asm", "trace disasm", "trace dma"};
    static int (*const commands[])(int argc, char **argv) = {command_trace_asm, command_trace_disasm,
                                                             command_trace_dma};
    if (argc < 2) {
        fputs(help, stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(argv[1], names[i] + strlen("trace ")) == 0) {
            argv[1] = names[i];
            return commands[i](argc - 1, argv + 1);
        }
    report("trace: unknown %s '%s'; see path1 trace --help", argv[1][0] == '-' ? "option" : "command",
           argv[1]);
    return EXIT_USAGE;
}
