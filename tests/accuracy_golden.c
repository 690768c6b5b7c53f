/* The block "golden" of docs/accuracy.md: runs the tests that check golden tables and adds up what they
 * counted (golden_count.h). */
#include "accuracy.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_TABLES 256u

struct table {
    char name[80];
    unsigned section;
    char kind[16];
    size_t rows; /* of the file */
    size_t whole, whole_right;
    size_t parts, parts_right; /* of tables that are checked in parts */
    size_t aside;
    bool checked, wrong, file;
};

struct tables {
    struct table table[MOST_TABLES];
    size_t count;
};

static struct table *find(struct tables *all, const char *name)
{
    size_t length = strcspn(name, ".");
    for (size_t i = 0; i < all->count; i++)
        if (strlen(all->table[i].name) == length && memcmp(all->table[i].name, name, length) == 0)
            return &all->table[i];
    return NULL;
}

static bool read_index(struct tables *all, const char *folder)
{
    char path[4096], line[256];
    snprintf(path, sizeof path, "%s/index.csv", folder);
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file))
        accuracy_fail("%s: cannot be read", path);
    while (fgets(line, sizeof line, file)) {
        struct table t = {.rows = 0};
        if (all->count == MOST_TABLES || sscanf(line, "%79[^,],%u,%15s", t.name, &t.section, t.kind) != 3)
            accuracy_fail("%s: expected FILE,SECTION,KIND, found %s", path, line);
        all->table[all->count++] = t;
    }
    fclose(file);
    return all->count > 0;
}

static size_t rows_of(const char *folder, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = fopen(path, "r");
    if (!file)
        accuracy_fail("%s: cannot be read", path);
    size_t lines = 0, length = 0;
    for (int c; (c = fgetc(file)) != EOF; length = c == '\n' ? 0 : length + 1)
        lines += c == '\n' && length > 0;
    fclose(file);
    return lines + (length > 0) - 1;
}

/* Every table in the folder has a line in the index; the one of our own results has its own test. */
static bool read_folder(struct tables *all, const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir)
        accuracy_fail("%s: cannot be opened", folder);
    bool good = true;
    for (struct dirent *e; (e = readdir(dir));) {
        const char *end = strrchr(e->d_name, '.');
        if (!end || strcmp(end, ".csv") != 0 || strcmp(e->d_name, "index.csv") == 0 ||
            strcmp(e->d_name, "console_memory_derived.csv") == 0)
            continue;
        struct table *t = find(all, e->d_name);
        if (t) {
            t->file = true;
            t->rows = rows_of(folder, e->d_name);
        } else {
            fprintf(stderr, "%s is not in index.csv\n", e->d_name);
            good = false;
        }
    }
    closedir(dir);
    return good;
}

/* A table may be checked whole by several tests: the worst counts. */
static void add_line(struct tables *all, const char *line)
{
    char kind[16], name[96], part[64];
    size_t rows, right;
    if (sscanf(line, "%15s %95s %63s %zu %zu", kind, name, part, &rows, &right) != 5)
        accuracy_fail("not a count: %s", line);
    struct table *t = find(all, name);
    if (!t)
        accuracy_fail("%s is not in index.csv", name);
    if (strcmp(kind, "aside") == 0) {
        t->aside += rows;
        return;
    }
    t->checked = true;
    t->wrong = t->wrong || right != rows;
    if (strcmp(part, "-") != 0) {
        t->parts += rows;
        t->parts_right += right;
    } else if (!t->whole || right < t->whole_right) {
        t->whole = rows;
        t->whole_right = right;
    }
}

static void read_counts(struct tables *all, const char *path)
{
    char line[256];
    FILE *file = fopen(path, "r");
    if (!file)
        accuracy_fail("no test counted anything");
    while (fgets(line, sizeof line, file))
        add_line(all, line);
    fclose(file);
}

static size_t right_of(const struct table *t)
{
    return t->whole ? t->whole_right : t->parts_right;
}

static bool complete(const struct table *t)
{
    size_t rows = t->whole ? t->whole : t->parts;
    bool good = t->file && t->checked && !t->wrong && rows + t->aside == t->rows;
    if (!good)
        fprintf(stderr, "%s: %zu rows, %zu checked, %zu right, %zu aside\n", t->name, t->rows, rows,
                right_of(t), t->aside);
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
    sum->parts_right += right_of(t);
    sum->aside += t->aside;
}

/* `sum` has its rows, and those that are right, in the fields of a table that is checked in parts. */
static void print_sections(FILE *out, const struct table sum[SECTIONS], const struct table *all)
{
    fprintf(out, "| section | mechanism | rows | passed | set aside |\n| --: | --- | --: | --: | --: |\n");
    for (size_t i = 0; i < SECTIONS; i++)
        if (sum[i].rows)
            fprintf(out, "| %zu | %s | %zu | %zu | %zu |\n", i, sections[i], sum[i].rows, sum[i].parts_right,
                    sum[i].aside);
    fprintf(out, "| | all | %zu | %zu | %zu |\n\n", all->rows, all->parts_right, all->aside);
}

static bool print_tables(FILE *out, const struct tables *all)
{
    bool good = true;
    fprintf(
        out,
        "| table | section | kind | rows | passed | set aside |\n| --- | --: | --- | --: | --: | --: |\n");
    for (size_t i = 0; i < all->count; i++) {
        const struct table *t = &all->table[i];
        good = complete(t) && good;
        fprintf(out, "| `%s` | %u | %s | %zu | %zu | %zu |\n", t->name, t->section, t->kind, t->rows,
                right_of(t), t->aside);
    }
    return good;
}

bool accuracy_golden(FILE *out, int argc, char **argv)
{
    static struct tables all;
    if (argc < 2)
        accuracy_fail("golden: expected FOLDER PROGRAM...");
    bool good = read_index(&all, argv[0]) && read_folder(&all, argv[0]);
    char report[] = "/tmp/accuracy-XXXXXX";
    accuracy_scratch(report);
    setenv("PATH1_GOLDEN_REPORT", report, 1);
    for (int i = 1; i < argc; i++)
        if (!accuracy_run((char *const[]){argv[i], NULL})) {
            fprintf(stderr, "%s failed\n", argv[i]);
            good = false;
        }
    read_counts(&all, report);
    remove(report);
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
