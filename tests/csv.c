#include "csv.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

struct csv {
    char name[64];
    char *text; /* the file, separators replaced by NUL */
    size_t columns, rows;
    const char **field; /* header first, then row by row */
};

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s: cannot be opened", path);
    size_t size = 0, capacity = 4096;
    char *text = malloc(capacity + 1);
    cr_assert_not_null(text);
    for (size_t got; (got = fread(text + size, 1, capacity - size, file)) > 0;) {
        size += got;
        if (size == capacity) {
            capacity *= 2;
            text = realloc(text, capacity + 1);
            cr_assert_not_null(text);
        }
    }
    cr_assert_not(ferror(file), "%s: cannot be read", path);
    fclose(file);
    text[size] = 0;
    return text;
}

static size_t count(const char *text, char c)
{
    size_t n = 0;
    for (; *text; text++)
        n += *text == c;
    return n;
}

/* Cuts one line at its commas into csv->field; returns the number of fields. */
static size_t cut_line(struct csv *csv, char *line, size_t first)
{
    size_t n = 0;
    for (char *next; line; line = next) {
        next = strchr(line, ',');
        if (next)
            *next++ = 0;
        csv->field[first + n++] = line;
    }
    return n;
}

struct csv *csv_open(const char *name)
{
    const char *folder = getenv("PATH1_GOLDEN");
    char path[4096];
    int length = snprintf(path, sizeof path, "%s/%s", folder ? folder : PATH1_TEST_DATA "/golden", name);
    cr_assert(length > 0 && (size_t)length < sizeof path, "the path of %s is too long", name);
    struct csv *csv = calloc(1, sizeof *csv);
    cr_assert_not_null(csv);
    snprintf(csv->name, sizeof csv->name, "%s", name);
    csv->text = read_file(path);
    size_t fields = count(csv->text, ',') + count(csv->text, '\n') + 1;
    csv->field = calloc(fields, sizeof *csv->field);
    cr_assert_not_null(csv->field);
    size_t used = 0, lines = 0;
    for (char *line = csv->text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = 0;
        line[strcspn(line, "\r")] = 0;
        if (!*line)
            continue;
        size_t n = cut_line(csv, line, used);
        if (lines++ == 0)
            csv->columns = n;
        cr_assert_eq(n, csv->columns, "%s: line %zu has %zu fields, the header %zu", path, lines, n,
                     csv->columns);
        used += n;
    }
    cr_assert_gt(lines, 1, "%s: no rows", path);
    csv->rows = lines - 1;
    return csv;
}

void csv_close(struct csv *csv)
{
    free(csv->field);
    free(csv->text);
    free(csv);
}

const char *csv_name(const struct csv *csv)
{
    return csv->name;
}

size_t csv_rows(const struct csv *csv)
{
    return csv->rows;
}

const char *csv_text(const struct csv *csv, size_t row, const char *column)
{
    cr_assert_lt(row, csv->rows, "%s: no row %zu", csv->name, row);
    size_t i = 0;
    while (i < csv->columns && strcmp(csv->field[i], column) != 0)
        i++;
    cr_assert_lt(i, csv->columns, "%s: no column %s", csv->name, column);
    return csv->field[(row + 1) * csv->columns + i];
}

static void expect_end(const struct csv *csv, size_t row, const char *column, const char *text,
                       const char *end)
{
    cr_assert(*text && !*end, "%s: row %zu, %s: '%s' is no number", csv->name, row, column, text);
}

int64_t csv_number(const struct csv *csv, size_t row, const char *column)
{
    const char *text = csv_text(csv, row, column);
    char *end;
    long long value = strtoll(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
    expect_end(csv, row, column, text, end);
    return value;
}

uint64_t csv_hex(const struct csv *csv, size_t row, const char *column)
{
    const char *text = csv_text(csv, row, column);
    char *end;
    unsigned long long value = strtoull(text, &end, 16);
    expect_end(csv, row, column, text, end);
    return value;
}

double csv_real(const struct csv *csv, size_t row, const char *column)
{
    const char *text = csv_text(csv, row, column);
    char *end;
    double value = strtod(text, &end);
    expect_end(csv, row, column, text, end);
    return value;
}
