/* path1 vu: picks the command. */
#include "vu.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "report.h"
#include "subcommand.h"
#include "vu_run.h"

static const char help[] = "Usage: path1 vu COMMAND [OPTION]...\n"
                           "Programs for the PlayStation 2's vector units.\n\n"
                           "Commands:\n"
                           "  asm       assemble a .vsm source\n"
                           "  disasm    write a program as text that can be assembled again\n"
                           "  run       execute a program\n\n"
                           "path1 vu COMMAND --help tells more about a command.\n\n"
                           "Exit status: 0 done, 1 something failed, 2 wrong usage.\n";

int command_vu(int argc, char **argv)
{
    static char asm[] = "vu asm";
    static char disasm[] = "vu disasm";
    static char run[] = "vu run";
    static const struct subcommand commands[] = {
        {asm, command_vu_asm},
        {disasm, command_vu_disasm},
        {run, command_vu_run},
    };
    return run_subcommand(argc, argv, help, commands, sizeof commands / sizeof commands[0]);
}

static char *read_stream(FILE *file, size_t most, size_t *size)
{
    size_t room = 0, used = 0;
    char *bytes = NULL;
    do {
        room = room ? 2 * room : 65536;
        bytes = reallocate(bytes, room, 1);
        used += fread(bytes + used, 1, room - used, file);
    } while (used == room && used <= most);
    if (used == room)
        bytes = reallocate(bytes, room + 1, 1);
    bytes[used] = '\0';
    *size = used;
    return bytes;
}

char *vu_read_file(const char *path, size_t most, bool quiet, size_t *size)
{
    bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file) {
        if (!quiet)
            report("%s: %s", path, strerror(errno));
        return NULL;
    }
    errno = 0;
    char *bytes = read_stream(file, most, size);
    int why = errno;
    bool good = !ferror(file);
    if (!standard)
        fclose(file);
    if (good && *size <= most)
        return bytes;
    if (!quiet && !good)
        report("%s: %s", path, why ? strerror(why) : "read error");
    else if (!quiet)
        report("%s: more than %zu bytes", path, most);
    free(bytes);
    return NULL;
}
