/* Counting the rows of a golden table that a rule reproduces. */
#ifndef TESTS_GOLDEN_COUNT_H
#define TESTS_GOLDEN_COUNT_H

#include <stddef.h>

#include <criterion/criterion.h>

#include "csv.h"

/* Logs "NAME: n of n", fails the test unless all are right, and closes the table. */
static inline void golden_conclude(struct csv *csv, const char *name, size_t right)
{
    cr_log_info("%s: %zu of %zu", name, right, csv_rows(csv));
    cr_expect_eq(right, csv_rows(csv), "%s: %zu of %zu", name, right, csv_rows(csv));
    csv_close(csv);
}

/* A rule that was refuted must miss rows of the table, or the table could not have refuted it. */
static inline void golden_refute(const char *name, size_t right, size_t rows)
{
    cr_log_info("%s: only %zu of %zu", name, right, rows);
    cr_expect_lt(right, rows, "%s", name);
}

#endif
