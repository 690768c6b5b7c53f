/* Runs the tests that check golden tables and adds up what they counted (golden_count.h). */
#include "accuracy_tables.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"

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
        if (all->count == MOST_TABLES ||
            sscanf(line, "%79[^,],%u,%15[^,],%159[^\n]", t.name, &t.section, t.kind, t.rules) != 4)
            accuracy_fail("%s: expected FILE,SECTION,KIND,RULES, found %s", path, line);
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
    if (strcmp(kind, "older") == 0) {
        t->parts += rows;
        t->parts_right += right;
        t->older += rows;
        t->older_right += right;
        snprintf(t->rule, sizeof t->rule, "%.40s", part);
        return;
    }
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

size_t accuracy_right(const struct table *t)
{
    return t->whole ? t->whole_right : t->parts_right;
}

bool accuracy_count(struct tables *all, int argc, char **argv)
{
    if (argc < 2)
        accuracy_fail("expected FOLDER PROGRAM...");
    bool good = read_index(all, argv[0]) && read_folder(all, argv[0]);
    char report[] = "/tmp/accuracy-XXXXXX";
    accuracy_scratch(report);
    setenv("PATH1_GOLDEN_REPORT", report, 1);
    for (int i = 1; i < argc; i++)
        if (!accuracy_run((char *const[]){argv[i], NULL})) {
            fprintf(stderr, "%s failed\n", argv[i]);
            good = false;
        }
    read_counts(all, report);
    remove(report);
    return good;
}
