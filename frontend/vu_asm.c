/* path1 vu asm: assembles a program. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/vu.h>

#include "command.h"
#include "options.h"
#include "output.h"
#include "report.h"
#include "text.h"
#include "vu.h"

static const char help[] =
    "Usage: path1 vu asm FILE.vsm -o M.bin [OPTION]...\n"
    "Assembles VU microcode in the dialect of dvp-as: an upper and a lower instruction a line, labels,\n"
    "directives, macros. - is standard input. M.bin gets 8 bytes a pair, lower word first, little endian.\n"
    "MPG and .EndMPG say where code lies; DMA tags and other VIF codes around it are passed over, and so "
    "are\n"
    "the data that belong to them.\n\n"
    "  -o, --output M.bin   where to; - is standard output\n"
    "  --list               print addresses (bytes), upper and lower words, and the source\n"
    "  -h, --help           print this\n\n"
    "What is not as dvp-as has it: immediates that do not fit are errors, except those of iaddiu and "
    "isubiu;\n"
    "lines that need a C preprocessor are errors, too; .org before the first pair says where M.bin is to be\n"
    "loaded and puts nothing into it.\n";

enum { LONGEST_SOURCE = 16 << 20 };

static char *read_included(void *user, const char *path, size_t *length)
{
    (void)user;
    if (strcmp(path, "-") == 0) /* no file, but standard input to vu_read_file */
        return NULL;
    return vu_read_file(path, LONGEST_SOURCE, true, length);
}

/* ---- the listing ---- */

static uint32_t word_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* One row: a pair, if `pair` is one, and a source line, if there is one. */
static void print_row(const struct vu_program *program, size_t pair, uint32_t number, const char *line)
{
    if (pair < program->size / 8) {
        const uint8_t *at = program->bytes + pair * 8;
        printf("%04" PRIx32 "  %08" PRIx32 " %08" PRIx32, program->base + (uint32_t)pair * 8, word_at(at + 4),
               word_at(at));
    } else {
        printf("%23s", "");
    }
    if (line && *line)
        printf("  %5" PRIu32 "  %s", number, line);
    else if (line)
        printf("  %5" PRIu32, number);
    putchar('\n');
}

/* The line from `text` on with tabs as blanks, safe to show. The caller frees it. */
static char *shown_line(const char *text, size_t length)
{
    char *wide = reallocate(NULL, length * 8 + 1, 1), *clean = reallocate(NULL, length * 8 + 1, 1);
    size_t used = 0;
    for (size_t i = 0; i < length && text[i]; i++) {
        if (text[i] == '\t')
            do
                wide[used++] = ' ';
            while (used % 8);
        else if (text[i] != '\r')
            wide[used++] = text[i];
    }
    while (used && wide[used - 1] == ' ')
        used--;
    wide[used] = '\0';
    text_clean(clean, used + 1, wide);
    free(wide);
    return clean;
}

/* A pair and the source line that it stands behind: its own, or, if it only fills, that of the pair before.
 */
struct row {
    uint32_t line, pair;
};

static int compare_rows(const void *a, const void *b)
{
    const struct row *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return x->pair < y->pair ? -1 : x->pair > y->pair;
}

static void print_listing(const struct vu_program *program, const uint32_t *lines, const char *text,
                          size_t length)
{
    struct row rows[VU1_MEMORY_SIZE / 8];
    uint32_t count = (uint32_t)(program->size / 8), line = 1, next = 0;
    for (uint32_t i = 0; i < count; i++) {
        line = lines[i] ? lines[i] : line;
        rows[i] = (struct row){line, i};
    }
    qsort(rows, count, sizeof rows[0], compare_rows);
    line = 1;
    for (const char *at = text, *end = text + length; at < end; line++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        stop = stop ? stop : end;
        char *source = shown_line(at, (size_t)(stop - at));
        if (next == count || rows[next].line != line)
            print_row(program, count, line, source);
        for (bool first = true; next < count && rows[next].line == line; next++, first = false)
            print_row(program, rows[next].pair, line, first ? source : NULL);
        free(source);
        at = stop + 1;
    }
}

/* ---- the command ---- */

static bool write_program(const char *path, const struct vu_program *program)
{
    struct output output;
    if (strcmp(path, "-") == 0) {
        fwrite(program->bytes, 1, program->size, stdout); /* finish_stdout reports */
        return true;
    }
    if (!output_begin(&output, path))
        return false;
    fwrite(program->bytes, 1, program->size, output.file);
    return output_commit(&output);
}

static int assemble(const char *in, const char *out, bool list)
{
    size_t length;
    char *text = vu_read_file(in, LONGEST_SOURCE, false, &length);
    if (!text)
        return EXIT_FAILURE;
    const struct vu_include include = {.read = read_included};
    struct vu_program program;
    uint32_t *lines;
    char error[640];
    bool good = vu_assemble_files(strcmp(in, "-") == 0 ? "standard input" : in, text, length, &include,
                                  &program, &lines, error, sizeof error);
    if (good) {
        good = !out || write_program(out, &program);
        if (good && list)
            print_listing(&program, lines, text, length);
        free(program.bytes);
        free(lines);
    } else {
        report("%s", error);
    }
    free(text);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int command_vu_asm(int argc, char **argv)
{
    enum { LIST = 256 };
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},
        {"list", no_argument, NULL, LIST},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    const char *out = NULL;
    bool list = false;
    for (int option; (option = option_next(argc, argv, "o:h", names)) != -1;) {
        switch (option) {
        case 'o':
            out = optarg;
            break;
        case LIST:
            list = true;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (argc - optind != 1) {
        report("vu asm: takes one source, but got %s", argc > optind ? "more" : "none");
        return EXIT_USAGE;
    }
    if (!out && !list) {
        report("vu asm: where to? Give a file with -o M.bin, or --list");
        return EXIT_USAGE;
    }
    if (out && list && strcmp(out, "-") == 0) {
        report("vu asm: the program and its listing cannot both go to standard output");
        return EXIT_USAGE;
    }
    return assemble(argv[optind], out, list);
}
