/* path1 level info: what a level holds, and what of it holds. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "level.h"
#include "options.h"
#include "report.h"

static const char help[] =
    "Usage: path1 level info DIR|WAD... [OPTION]...\n"
    "Reads each level (path1 level --help says what it can be; - is a WAD on standard input) and prints\n"
    "  its parts;\n"
    "  every invariant of the format as n of N, with the first place where it does not hold;\n"
    "  what owns how much of core data, and what nobody owns;\n"
    "  counts of the landscape, textures and lights, and how many positions are lit;\n"
    "  the tables of classes, sky, occlusion and collision, as far as they are known;\n"
    "  the numbers that the retail disc's level of the same number has.\n"
    "A rule is what the rest is built on: one that does not hold leaves out the patch or texture that it\n"
    "concerns, and the exit status is 1. Expected is what holds on a disc but nothing depends on.\n"
    "[A]: measured on all 27 levels of a disc. [B]: one solid source. [C]: inferred.\n"
    "After several levels come their sums, beside those of the whole disc.\n\n"
    "  --json      print one JSON object instead\n"
    "  -h, --help  print this\n";

static void print_sums(const struct level_counts *sum, int levels)
{
    struct level_known known[LEVEL_KNOWN_LIMIT];
    unsigned count = level_known_of_disc(sum, known);
    printf("All %d levels (the disc has 27)\n", levels);
    for (unsigned i = 0; i < count; i++)
        printf("  %-36s %10" PRIu64 "  disc %10" PRIu64 "%s\n", known[i].what, known[i].found,
               known[i].expected, known[i].found == known[i].expected ? "  the same" : "");
}

/* False if the level cannot be read or breaks a rule. */
static bool info(const char *path, bool json, struct level_counts *sum)
{
    struct level_counts counts;
    struct trace_error error;
    struct level *level = level_open(path, &error);
    if (!level) {
        if (json)
            level_info_json_error(path, error.text);
        report("%s", error.text);
        return false;
    }
    level_count(level, &counts);
    level_counts_add(sum, &counts);
    if (json)
        level_info_json(path, level, &counts);
    else
        level_info_text(path, level, &counts);
    bool good = level_sound(level, &error);
    if (!good)
        report("%s", error.text);
    if (!level_lighting(level)->has_bank)
        report("%s: THERE IS NO LIGHT BANK: all colours are the disc's placeholders, and will be dark", path);
    else if (!level_lighting(level)->has_normals)
        report("%s: THERE IS NO TABLE OF NORMALS: all colours are the disc's placeholders, and will be dark",
               path);
    level_close(level);
    return good;
}

int command_level_info(int argc, char **argv)
{
    enum { JSON = 256 };
    static const struct option names[] = {
        {"json", no_argument, NULL, JSON},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    bool json = false, good = true;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case JSON:
            json = true;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (optind >= argc) {
        report("level info: which level? See path1 level info --help");
        return EXIT_USAGE;
    }
    struct level_counts sum = {0};
    if (json)
        fputs("{\"levels\": [", stdout);
    for (int i = optind; i < argc; i++) {
        if (json && i > optind)
            fputs(",", stdout);
        else if (i > optind)
            putchar('\n');
        good = info(argv[i], json, &sum) && good;
    }
    if (json)
        fputs("]}\n", stdout);
    else if (argc - optind > 1) {
        putchar('\n');
        print_sums(&sum, argc - optind);
    }
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
