/* path1 trace: picks the command. */
#include "trace.h"

#include "command.h"
#include "subcommand.h"

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
    static char asm[] = "trace asm";
    static char disasm[] = "trace disasm";
    static char dma[] = "trace dma";
    static const struct subcommand commands[] = {
        {asm, command_trace_asm},
        {disasm, command_trace_disasm},
        {dma, command_trace_dma},
    };
    return run_subcommand(argc, argv, help, commands, sizeof commands / sizeof commands[0]);
}
