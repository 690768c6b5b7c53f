/* Counting the rows of a golden table that the rule set "console" reproduces. With the name of a file in
 * PATH1_GOLDEN_REPORT, counts are added to it as well, a line each, for tests/accuracy.c:
 *     console TABLE PART ROWS RIGHT      rows checked under "console"; PART is - for the whole table
 *     older   TABLE PART ROWS RIGHT      rows of a law that the set has as a switch, which PART names: RIGHT
 * of them hold under "console" too, all with the switch aside   TABLE PART ROWS 0          rows of laws that
 * no rule has, PART says why */
#ifndef TESTS_GOLDEN_COUNT_H
#define TESTS_GOLDEN_COUNT_H

#include <stdbool.h>
#include <stddef.h>

#include <criterion/criterion.h>

#include "csv.h"

/* Counts from here on are under other rules and are not added to the report, or are again. */
void golden_other_rules(bool other);
/* Logs "TABLE: right of rows", fails the test unless all are right, and closes the table. */
void golden_conclude(struct csv *csv, size_t right);
/* The same for `rows` rows of the table, which `part` (one word) tells from the others. The table stays open.
 */
void golden_part(const struct csv *csv, const char *part, size_t rows, size_t right);
/* `rows` rows of a law that the set console has only with a switch ("uv_walk=accumulator"): the test fails
 * unless all are `right` with it; how many are `plain`ly right under console is counted. */
void golden_older(const struct csv *csv, const char *rule, size_t rows, size_t plain, size_t right);
/* Rows that are left out, for a reason of one word. */
void golden_aside(const struct csv *csv, const char *reason, size_t rows);
/* A rule that was refuted must miss rows of the table, or the table could not have refuted it. */
void golden_refute(const char *name, size_t right, size_t rows);

#endif
