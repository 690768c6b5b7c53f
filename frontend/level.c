/* path1 level: picks the command. */
#include "level.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "report.h"

static const char help[] =
    "Usage: path1 level COMMAND DIR|WAD [OPTION]...\n"
    "Levels of Ratchet & Clank 2 from a disc of your own: LEVEL<n>.WAD, or a directory that holds parts of "
    "one:\n"
    "core_index.bin and core_data.bin, and, as far as they are there, gs_ram.bin, gameplay.bin, overlay.bin "
    "and\n"
    "chunk0.bin .. chunk2.bin. Streams may still be compressed (they begin with WAD).\n\n"
    "Commands:\n"
    "  info      what is in it, and every rule of the format counted, n of N\n"
    "  textures  its textures as PNG files, drawn by the GS\n"
    "  trace     what the console would send to draw its landscape, as a trace\n"
    "  view      a window to fly through its landscape\n\n"
    "path1 level COMMAND --help tells more about a command.\n\n"
    "Exit status: 0 done, 1 something failed, 2 wrong usage.\n";

int command_level(int argc, char **argv)
{
    /* The names that the commands' messages begin with. */
    static char names[][16] = {"level info", "level textures", "level trace", "level view"};
    static int (*const commands[])(int argc, char **argv) = {command_level_info, command_level_textures,
                                                             command_level_trace, command_level_view};
    if (argc < 2) {
        fputs(help, stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(argv[1], names[i] + strlen("level ")) == 0) {
            argv[1] = names[i];
            return commands[i](argc - 1, argv + 1);
        }
    report("level: unknown %s '%s'; see path1 level --help", argv[1][0] == '-' ? "option" : "command",
           argv[1]);
    return EXIT_USAGE;
}

struct level *level_open_or_report(const char *path)
{
    struct trace_error error;
    struct level *level = level_open(path, &error);
    if (!level)
        report("%s", error.text);
    return level;
}

const char *level_mark(enum level_confidence confidence)
{
    static const char *const marks[] = {"[A]", "[B]", "[C]"};
    return marks[confidence];
}

const char *level_texture_kind_name(enum level_texture_kind kind)
{
    static const char *const names[LEVEL_TEXTURE_KINDS] = {"tfrag", "moby", "tie", "shrub"};
    return names[kind];
}
