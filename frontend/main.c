/* path1: picks the command. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command.h"
#include "report.h"

static const struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} commands[] = {
    {"render", command_render, "pictures of what each vsync shows, as PNG files"},
    {"view", command_view, "a window that plays a recording"},
    {"hash", command_hash, "hashes of pictures and local memory, to compare renderers"},
    {"info", command_info, "what a recording contains"},
    {"level", command_level,
     "levels of Ratchet & Clank 2: what is in them, textures, traces of their landscape"},
    {"list", command_list, "a recording's events, VIFcodes, GIF tags and registers, one a line"},
    {"explain", command_explain, "the history of one pixel: each draw that touched it, stage by stage"},
    {"convert", command_convert, "rewrite a recording in the current form, or in another"},
    {"trace", command_trace, "write traces as text, and make them from text and memory images"},
    {"bench", command_bench, "measure how fast a recording replays"},
    {"fpu", command_fpu, "compute as the PlayStation 2's float units do"},
    {"vu", command_vu, "assemble, disassemble and run programs for the vector units"},
    {"rules", command_rules, "list the rules that renderers disagree on, and the rule sets"},
};
static const size_t command_count = sizeof commands / sizeof commands[0];

static void print_usage(FILE *to)
{
    fputs("Usage: path1 COMMAND [ARGUMENT]...\n"
          "Replays recordings of what a PlayStation 2 sent to its graphics hardware, and shows what was\n"
          "drawn, and why: PCSX2 GS dumps (.gs, .gs.xz, .gs.zst), and .p1t traces, which also hold what was\n"
          "sent to VIF1 and VU1. They are recognised by content. Makes traces from text, from memory\n"
          "images, and from levels of Ratchet & Clank 2.\n\n"
          "Commands:\n",
          to);
    for (size_t i = 0; i < command_count; i++)
        fprintf(to, "  %-10s%s\n", commands[i].name, commands[i].summary);
    fputs("\n"
          "path1 COMMAND --help tells more about a command.\n"
          "path1 --version prints the version.\n\n"
          "Exit status: 0 done, 1 something failed, 2 wrong usage.\n",
          to);
}

static int run(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_USAGE;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0) {
        print_usage(stdout);
        return EXIT_SUCCESS;
    }
    if (strcmp(name, "--version") == 0 || strcmp(name, "-V") == 0) {
        puts("path1 " PATH1_VERSION);
        return EXIT_SUCCESS;
    }
    for (size_t i = 0; i < command_count; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    report("unknown %s '%s'; see path1 --help", name[0] == '-' ? "option" : "command", name);
    return EXIT_USAGE;
}

/* A standard stream that is closed must not give its number to an output file. */
static bool open_standard_streams(void)
{
    for (int file = STDIN_FILENO; file <= STDERR_FILENO; file++)
        if (fcntl(file, F_GETFD) == -1 && errno == EBADF && open("/dev/null", O_RDWR) != file)
            return false;
    return true;
}

int main(int argc, char **argv)
{
    if (!open_standard_streams())
        return EXIT_FAILURE;
    /* A reader that goes away and a file that may not grow are write errors like any other. */
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    int status = run(argc, argv);
    if (!finish_stdout() && status == EXIT_SUCCESS)
        status = EXIT_FAILURE;
    return status;
}
