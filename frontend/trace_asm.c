/* path1 trace asm and path1 trace disasm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/trace_text.h>

#include "command.h"
#include "options.h"
#include "output.h"
#include "report.h"
#include "trace.h"
#include "vu.h"

static const char asm_help[] =
    "Usage: path1 trace asm FILE.p1s -o FILE.p1t\n"
    "Makes a trace from text: VIFcodes and GIF tags by mnemonic, registers by field, floats, microprograms\n"
    "and other files (docs/p1s.md has the language). - is standard input.\n\n"
    "  -o, --output FILE.p1t   where to; - is standard output\n"
    "  -h, --help              print this\n\n"
    "Errors are lines FILE:LINE: ..., at most 20, and nothing is written then.\n";

static const char disasm_help[] =
    "Usage: path1 trace disasm TRACE [-o FILE.p1s]\n"
    "Writes a trace as text. Of a trace that path1 wrote, path1 trace asm makes the same bytes again; of a "
    "GS\n"
    "dump it makes the .p1t with the same events. - is standard input.\n\n"
    "  -o, --output FILE.p1s   where to; standard output if it is not given, or -\n"
    "  -h, --help              print this\n";

/* Bytes of a text, and of a file that it names. */
static const size_t longest_text = SIZE_MAX / 4, longest_file = (size_t)256 << 20;

static char *read_named(void *user, const char *path, size_t *length)
{
    (void)user;
    if (strcmp(path, "-") == 0) /* no file, but standard input to vu_read_file */
        return NULL;
    return vu_read_file(path, longest_file, true, length);
}

static void report_line(void *user, const char *line)
{
    (void)user;
    report("%s", line);
}

static int assemble(const char *in, const char *out)
{
    size_t length;
    char *text = vu_read_file(in, longest_text, false, &length);
    if (!text)
        return EXIT_FAILURE;
    const struct trace_text_port port = {.read = read_named, .report = report_line};
    bool good = trace_assemble(strcmp(in, "-") == 0 ? "standard input" : in, text, length, &port, out);
    free(text);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

static int disassemble(const char *in, const char *out)
{
    struct trace_error error;
    struct output output = {0};
    struct trace_reader *reader = trace_open(in, &error);
    bool standard = !out || strcmp(out, "-") == 0;
    if (!reader) {
        report("%s", error.text);
        return EXIT_FAILURE;
    }
    bool good = standard || output_begin(&output, out);
    if (good && !trace_disassemble(reader, standard ? stdout : output.file, &error)) {
        report("%s", error.text);
        good = false;
    }
    if (good && trace_warning(reader))
        report("warning: %s", trace_warning(reader));
    trace_close(reader);
    if (!standard && good)
        good = output_commit(&output);
    else
        output_abandon(&output);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* The file to read, and the one that -o names (NULL: none). -1: go on; else the exit status. */
static int read_options(int argc, char **argv, const char *help, const char *takes, const char **out)
{
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    for (int option; (option = option_next(argc, argv, "o:h", names)) != -1;) {
        switch (option) {
        case 'o':
            *out = optarg;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (argc - optind == 1)
        return -1;
    report("%s: takes one %s, but got %s", argv[0], takes, argc > optind ? "more" : "none");
    return EXIT_USAGE;
}

int command_trace_asm(int argc, char **argv)
{
    const char *out = NULL;
    int status = read_options(argc, argv, asm_help, "text", &out);
    if (status != -1)
        return status;
    if (!out) {
        report("trace asm: where to? Give a file with -o FILE.p1t");
        return EXIT_USAGE;
    }
    return assemble(argv[optind], out);
}

int command_trace_disasm(int argc, char **argv)
{
    const char *out = NULL;
    int status = read_options(argc, argv, disasm_help, "trace", &out);
    return status != -1 ? status : disassemble(argv[optind], out);
}
