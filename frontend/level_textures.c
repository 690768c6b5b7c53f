/* path1 level textures: every texture and mip level as PNG files, drawn by the GS. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "command.h"
#include "level.h"
#include "level_draw.h"
#include "level_sheet.h"
#include "options.h"
#include "output.h"
#include "report.h"
#include "text.h"
#include "view.h"

static const char help[] =
    "Usage: path1 level textures DIR|WAD -o DIR [OPTION]...\n"
    "Uploads every texture of a level (path1 level --help says what it can be) and its palette to the GS, "
    "draws\n"
    "each mip level texel for pixel, and writes what is then in local memory:\n"
    "  DIR/tfrag_0074_l0.png    texture 74 of the landscape, level 0; also moby, tie and shrub\n"
    "  DIR/sheet_tfrag_0.png    its textures 0 to 255 (sheet 1: from 256 on), 8 a row, level 0 at the left\n"
    "Alpha 0x80 is opaque on the GS; in the files it is doubled, and 255 from there on. Textures that cannot "
    "be\n"
    "read are left out, with a message, and the exit status is 1.\n\n"
    "  -o, --output DIR   where to write; made if it is missing (its parent is not)\n"
    "  --raw-alpha        alpha as the GS has it\n"
    "  -h, --help         print this\n";

struct exporter {
    const char *path, *directory;
    const struct level *level;
    struct gs *gs;
    bool raw_alpha;
    uint64_t textures, pictures, left_out;
};

static void spread_alpha(uint8_t *rgba, size_t pixels)
{
    for (size_t i = 0; i < pixels; i++) {
        uint8_t alpha = rgba[4 * i + 3];
        rgba[4 * i + 3] = alpha < 0x80 ? (uint8_t)(2 * alpha) : 255;
    }
}

static bool write_level(struct exporter *exporter, const struct level_texture *texture, unsigned number,
                        struct level_sheet *sheet)
{
    unsigned w = (unsigned)texture->width >> number, h = (unsigned)texture->height >> number;
    w = w ? w : 1;
    h = h ? h : 1;
    uint8_t *rgba = reallocate(NULL, (size_t)w * h, 4);
    level_draw(exporter->gs, texture, number, rgba);
    if (!exporter->raw_alpha)
        spread_alpha(rgba, (size_t)w * h);
    level_sheet_add(sheet, number, w, h, rgba);
    struct view view;
    view_pixels(&view, w, h, rgba);
    char *path = format_text("%s/%s_%04" PRIu32 "_l%u.png", exporter->directory,
                             level_texture_kind_name(texture->kind), texture->index, number);
    bool good = view_write_png(&view, true, path);
    exporter->pictures += good;
    free(path);
    free(rgba);
    return good;
}

static bool write_sheet(const struct exporter *exporter, enum level_texture_kind kind, size_t number,
                        const struct level_sheet *sheet)
{
    if (!sheet->cells)
        return true;
    char *path =
        format_text("%s/sheet_%s_%zu.png", exporter->directory, level_texture_kind_name(kind), number);
    bool good = level_sheet_write(sheet, path);
    free(path);
    return good;
}

/* Textures from `first` on, as many as a sheet has cells. */
static bool write_group(struct exporter *exporter, enum level_texture_kind kind, size_t first)
{
    size_t count;
    const struct level_texture *texture = level_textures(exporter->level, kind, &count);
    size_t end = count - first < SHEET_CELLS ? count : first + SHEET_CELLS;
    struct level_sheet sheet;
    level_sheet_begin(&sheet);
    bool good = true;
    for (size_t i = first; good && i < end; i++) {
        if (!texture[i].valid) {
            report("%s: %s texture %zu is left out: %s", exporter->path, level_texture_kind_name(kind), i,
                   texture[i].type == 0 ? "type 0, its pixels are not in core data"
                                        : "it breaks a rule; path1 level info says which");
            exporter->left_out++;
            continue;
        }
        exporter->textures++;
        for (unsigned number = 0; good && number < texture[i].levels; number++)
            good = write_level(exporter, &texture[i], number, &sheet);
    }
    good = good && write_sheet(exporter, kind, first / SHEET_CELLS, &sheet);
    level_sheet_end(&sheet);
    return good;
}

static bool write_all(struct exporter *exporter)
{
    for (int kind = 0; kind < LEVEL_TEXTURE_KINDS; kind++) {
        size_t count;
        level_textures(exporter->level, (enum level_texture_kind)kind, &count);
        for (size_t first = 0; first < count; first += SHEET_CELLS)
            if (!write_group(exporter, (enum level_texture_kind)kind, first))
                return false;
    }
    return true;
}

static bool run(struct exporter *exporter)
{
    struct level *level = level_open_or_report(exporter->path);
    if (!level)
        return false;
    exporter->level = level;
    exporter->gs = gs_create(NULL);
    if (!exporter->gs)
        report("out of memory");
    bool good = exporter->gs && output_directory(exporter->directory) && write_all(exporter);
    if (good) {
        char shown[4096];
        text_clean(shown, sizeof shown, exporter->directory);
        printf("%" PRIu64 " texture%s, %" PRIu64 " picture%s in %s\n", exporter->textures,
               exporter->textures == 1 ? "" : "s", exporter->pictures, exporter->pictures == 1 ? "" : "s",
               shown);
    }
    gs_destroy(exporter->gs);
    level_close(level);
    return good && !exporter->left_out;
}

int command_level_textures(int argc, char **argv)
{
    enum { RAW_ALPHA = 256 };
    static const struct option names[] = {
        {"output", required_argument, NULL, 'o'},
        {"raw-alpha", no_argument, NULL, RAW_ALPHA},
        {"help", no_argument, NULL, 'h'},
        {NULL, 0, NULL, 0},
    };
    struct exporter exporter = {0};
    for (int option; (option = option_next(argc, argv, "o:h", names)) != -1;) {
        switch (option) {
        case 'o':
            exporter.directory = optarg;
            break;
        case RAW_ALPHA:
            exporter.raw_alpha = true;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (argc - optind != 1) {
        report("level textures: takes one level, but got %s; see path1 level textures --help",
               argc > optind ? "more" : "none");
        return EXIT_USAGE;
    }
    if (!exporter.directory || !*exporter.directory) {
        report("level textures: where to? Give a directory with -o DIR");
        return EXIT_USAGE;
    }
    exporter.path = argv[optind];
    return run(&exporter) ? EXIT_SUCCESS : EXIT_FAILURE;
}
