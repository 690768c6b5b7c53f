/* path1 convert: a recording in the current form. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <path1/trace.h>

#include "command.h"
#include "options.h"
#include "progress.h"
#include "report.h"

static const char help[] =
    "Usage: path1 convert IN -o OUT [OPTION]...\n"
    "Reads the recording IN (- is standard input), in any form, and writes it to OUT (- is standard\n"
    "output) in the current form: header block, state version 9. The packets stay as they are.\n\n"
    "  -o, --output OUT       where to write\n"
    "  --compression FORMAT   raw, xz or zst; without it OUT's ending decides: .gs, .gs.xz, .gs.zst\n"
    "  -h, --help             print this\n";

static bool compression_by_name(const char *text, enum trace_compression *out)
{
    static const char *const names[] = {[TRACE_RAW] = "raw", [TRACE_XZ] = "xz", [TRACE_ZSTD] = "zst"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(text, names[i]) == 0) {
            *out = (enum trace_compression)i;
            return true;
        }
    report("convert: --compression takes raw, xz or zst, not '%s'", text);
    return false;
}

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), tail = strlen(ending);
    return length >= tail && strcasecmp(text + length - tail, ending) == 0;
}

static bool compression_by_ending(const char *path, enum trace_compression *out)
{
    if (ends_with(path, ".xz"))
        *out = TRACE_XZ;
    else if (ends_with(path, ".zst"))
        *out = TRACE_ZSTD;
    else if (ends_with(path, ".gs"))
        *out = TRACE_RAW;
    else {
        report("convert: '%s' does not end in .gs, .gs.xz or .gs.zst; give --compression", path);
        return false;
    }
    return true;
}

/* Copies every packet. False with `error` filled. */
static bool copy_packets(struct trace_reader *reader, struct trace_writer *writer, struct trace_error *error)
{
    struct progress progress;
    progress_begin(&progress);
    struct trace_event event;
    int more;
    bool good = true;
    while (good && (more = trace_next(reader, &event, error)) == 1) {
        good = trace_writer_add(writer, &event, error);
        progress_update(&progress, reader);
    }
    progress_clear();
    return good && more == 0;
}

static bool convert(struct trace_reader *reader, const char *path, enum trace_compression compression,
                    struct trace_error *error)
{
    struct trace_writer *writer =
        trace_writer_create(path, compression, trace_header(reader), trace_initial_state(reader),
                            trace_initial_registers(reader), error);
    if (!writer)
        return false;
    if (copy_packets(reader, writer, error))
        return trace_writer_finish(writer, error);
    trace_writer_abort(writer);
    return false;
}

static int convert_file(const char *in, const char *out, enum trace_compression compression)
{
    struct trace_error error;
    struct trace_reader *reader = trace_open(in, &error);
    bool good = reader && convert(reader, out, compression, &error);
    if (reader && trace_warning(reader))
        report("warning: %s", trace_warning(reader));
    if (!good)
        report("%s", error.text);
    if (reader)
        trace_close(reader);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int command_convert(int argc, char **argv)
{
    enum { COMPRESSION = 256 };
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},
        {"compression", required_argument, NULL, COMPRESSION},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    const char *out = NULL;
    bool chosen = false;
    enum trace_compression compression = TRACE_RAW;
    for (int option; (option = option_next(argc, argv, "o:h", names)) != -1;) {
        switch (option) {
        case 'o':
            out = optarg;
            break;
        case COMPRESSION:
            if (!compression_by_name(optarg, &compression))
                return EXIT_USAGE;
            chosen = true;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (!option_one_trace(argc, argv))
        return EXIT_USAGE;
    if (!out) {
        report("convert: where to? Give a file with -o OUT");
        return EXIT_USAGE;
    }
    if (!chosen && !compression_by_ending(out, &compression))
        return EXIT_USAGE;
    return convert_file(argv[optind], out, compression);
}
