/* The golden tables and how many of their rows the tests found right. */
#ifndef TESTS_ACCURACY_TABLES_H
#define TESTS_ACCURACY_TABLES_H

#include <stdbool.h>
#include <stddef.h>

#define MOST_TABLES 256u

struct table {
    char name[80];
    unsigned section;
    char kind[16];
    char rules[160]; /* that its rows are about, apart by spaces */
    size_t rows;     /* of the file */
    size_t whole, whole_right;
    size_t parts, parts_right; /* of tables that are checked in parts */
    size_t older, older_right; /* of a law that a rule has as a switch; those that hold without it */
    char rule[48];             /* that switch: rule=choice */
    size_t aside;
    bool checked, wrong, file;
};

struct tables {
    struct table table[MOST_TABLES];
    size_t count;
};

/* Reads the index in the folder argv[0] and runs the test programs argv[1].. with a report. False if a table
 * or a test is missing or wrong. */
bool accuracy_count(struct tables *all, int argc, char **argv);
/* Rows that hold under the rule set console. */
size_t accuracy_right(const struct table *table);

#endif
