/* path1 level: picks the command. */
#include "level.h"

#include "command.h"
#include "report.h"
#include "subcommand.h"

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
    static char info[] = "level info";
    static char textures[] = "level textures";
    static char trace[] = "level trace";
    static char view[] = "level view";
    static const struct subcommand commands[] = {
        {info, command_level_info},
        {textures, command_level_textures},
        {trace, command_level_trace},
        {view, command_level_view},
    };
    return run_subcommand(argc, argv, help, commands, sizeof commands / sizeof commands[0]);
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
