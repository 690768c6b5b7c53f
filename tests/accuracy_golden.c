/* The block "golden" of docs/accuracy.md: golden tables by section and by name, with the rows that hold. */
#include <stdio.h>

#include "accuracy.h"
#include "accuracy_tables.h"

static bool complete(const struct table *t)
{
    size_t rows = t->whole ? t->whole : t->parts;
    bool good = t->file && t->checked && !t->wrong && rows + t->aside == t->rows;
    if (!good)
        fprintf(stderr, "%s: %zu rows, %zu checked, %zu right, %zu aside\n", t->name, t->rows, rows,
                accuracy_right(t), t->aside);
    return good;
}

static const char *const sections[] = {
    [1] = "coverage of triangles",
    [2] = "reciprocals of the set-up",
    [3] = "walk of colour and fog",
    [4] = "walk of Z",
    [5] = "plane of S, T, Q",
    [6] = "1/Q",
    [7] = "affine coordinates",
    [8] = "texels and filters",
    [9] = "sprites",
    [10] = "level of detail",
    [11] = "texture function",
    [12] = "fog",
    [13] = "tests and masks",
    [14] = "blending",
    [15] = "dithering",
    [16] = "AA1",
    [17] = "points",
    [18] = "lines",
    [19] = "CLUT",
    [20] = "local-to-local transfers",
};
#define SECTIONS (sizeof sections / sizeof *sections)

static void add_to(struct table *sum, const struct table *t)
{
    sum->rows += t->rows;
    sum->parts_right += accuracy_right(t);
    sum->older += t->older - t->older_right;
    sum->aside += t->aside;
}

/* `sum` has its rows, and those that are right, in the fields of a table that is checked in parts. */
static void print_sections(FILE *out, const struct table sum[SECTIONS], const struct table *all)
{
    fprintf(out, "| section | mechanism | rows | passed | with a switch | set aside |\n"
                 "| --: | --- | --: | --: | --: | --: |\n");
    for (size_t i = 0; i < SECTIONS; i++)
        if (sum[i].rows)
            fprintf(out, "| %zu | %s | %zu | %zu | %zu | %zu |\n", i, sections[i], sum[i].rows,
                    sum[i].parts_right, sum[i].older, sum[i].aside);
    fprintf(out, "| | all | %zu | %zu | %zu | %zu |\n\n", all->rows, all->parts_right, all->older,
            all->aside);
}

static bool print_tables(FILE *out, const struct tables *all)
{
    bool good = true;
    fprintf(out, "| table | section | kind | rows | passed | with a switch | set aside |\n"
                 "| --- | --: | --- | --: | --: | --- | --: |\n");
    for (size_t i = 0; i < all->count; i++) {
        const struct table *t = &all->table[i];
        good = complete(t) && good;
        fprintf(out, "| `%s` | %u | %s | %zu | %zu | ", t->name, t->section, t->kind, t->rows,
                accuracy_right(t));
        if (t->older)
            fprintf(out, "%zu: `%s` ", t->older - t->older_right, t->rule);
        fprintf(out, "| %zu |\n", t->aside);
    }
    return good;
}

bool accuracy_golden(FILE *out, int argc, char **argv)
{
    static struct tables all;
    bool good = accuracy_count(&all, argc, argv);
    static struct table sum[SECTIONS], total;
    for (size_t i = 0; i < all.count; i++) {
        const struct table *t = &all.table[i];
        if (t->section >= SECTIONS || !sections[t->section])
            accuracy_fail("%s: section %u is unknown", t->name, t->section);
        add_to(&sum[t->section], t);
        add_to(&total, t);
    }
    print_sections(out, sum, &total);
    return print_tables(out, &all) && good;
}
