#include "golden_count.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <criterion/criterion.h>

static bool other_rules;

void golden_other_rules(bool other)
{
    other_rules = other;
}

/* One write a line: tests run at the same time. */
static void record(const char *kind, const struct csv *csv, const char *part, size_t rows, size_t right)
{
    const char *path = getenv("PATH1_GOLDEN_REPORT");
    if (!path || other_rules)
        return;
    char line[256];
    int length = snprintf(line, sizeof line, "%s %s %s %zu %zu\n", kind, csv_name(csv), part, rows, right);
    cr_assert(length > 0 && (size_t)length < sizeof line);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0666);
    cr_assert_geq(file, 0, "%s", path);
    cr_assert_eq(write(file, line, (size_t)length), (ssize_t)length, "%s", path);
    close(file);
}

void golden_part(const struct csv *csv, const char *part, size_t rows, size_t right)
{
    cr_log_info("%s, %s: %zu of %zu", csv_name(csv), part, right, rows);
    cr_expect_gt(rows, 0, "%s, %s", csv_name(csv), part);
    cr_expect_eq(right, rows, "%s, %s: %zu of %zu", csv_name(csv), part, right, rows);
    record("console", csv, part, rows, right);
}

void golden_conclude(struct csv *csv, size_t right)
{
    golden_part(csv, "-", csv_rows(csv), right);
    csv_close(csv);
}

void golden_older(const struct csv *csv, const char *rule, size_t rows, size_t plain, size_t right)
{
    cr_log_info("%s: %zu of %zu with %s, %zu without", csv_name(csv), right, rows, rule, plain);
    cr_expect_gt(rows, 0, "%s", csv_name(csv));
    cr_expect_eq(right, rows, "%s, %s: %zu of %zu", csv_name(csv), rule, right, rows);
    cr_expect_lt(plain, rows, "%s, %s", csv_name(csv), rule);
    record("older", csv, rule, rows, plain);
}

void golden_aside(const struct csv *csv, const char *reason, size_t rows)
{
    cr_log_info("%s: %zu left out (%s)", csv_name(csv), rows, reason);
    record("aside", csv, reason, rows, 0);
}

void golden_refute(const char *name, size_t right, size_t rows)
{
    cr_log_info("%s: only %zu of %zu", name, right, rows);
    cr_expect_lt(right, rows, "%s", name);
}
