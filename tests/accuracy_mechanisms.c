/* The block "mechanisms" of docs/accuracy.md: its last column is how many rows of golden tables about the
 * rules of a mechanism hold under the set console. The rest of the block stays as it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "accuracy.h"
#include "accuracy_tables.h"

/* The columns are mechanism, console, PCSX2, path1, rule, grade, section, rows. */
enum { RULE_COLUMN = 5, COLUMNS = 8 };

/* Where column `number` of a row begins; the row's end if it has fewer. */
static const char *column(const char *row, unsigned number)
{
    const char *end = row + strcspn(row, "\n");
    for (unsigned i = 0; i < number && row < end; i++)
        row += strcspn(row + 1, "|\n") + 1;
    return row;
}

/* Is one of the rules, apart by spaces, named in the column? */
static bool names_one(const char *rules, const char *from, const char *to)
{
    for (const char *at = from; at < to; at++) {
        if (*at != '`')
            continue;
        size_t length = strcspn(at + 1, "`");
        for (const char *r = rules; *r; r += strspn(r, " ")) {
            size_t rule = strcspn(r, " ");
            if (rule == length && memcmp(r, at + 1, length) == 0)
                return true;
            r += rule;
        }
        at += length + 1;
    }
    return false;
}

/* A row of the block with its count. Heads stay as they are. */
static void print_row(FILE *out, const char *row, const struct tables *all, bool met[MOST_TABLES])
{
    const char *from = column(row, RULE_COLUMN - 1), *to = column(row, RULE_COLUMN);
    const char *last = column(row, COLUMNS - 1), *end = row + strcspn(row, "\n");
    size_t rows = 0, right = 0;
    if (strncmp(row, "| mechanism", 11) == 0 || strncmp(row, "| ---", 5) == 0) {
        fprintf(out, "%.*s\n", (int)(end - row), row);
        return;
    }
    if (last == end)
        accuracy_fail("mechanisms: expected %d columns in %.*s", COLUMNS, (int)(end - row), row);
    for (size_t i = 0; i < all->count; i++) {
        const struct table *t = &all->table[i];
        char switched[sizeof t->rule];
        snprintf(switched, sizeof switched, "%.*s", (int)strcspn(t->rule, "="), t->rule);
        if (names_one(t->rules, from, to)) {
            met[i] = true;
            rows += t->rows - t->aside - t->older;
            right += accuracy_right(t) - t->older_right;
        }
        /* Rows of an older law are about the rule that has it. */
        if (names_one(switched, from, to)) {
            rows += t->older;
            right += t->older_right;
        }
    }
    fprintf(out, "%.*s| ", (int)(last - row), row);
    if (rows)
        fprintf(out, "%zu of %zu ", right, rows);
    fprintf(out, "|\n");
}

bool accuracy_mechanisms(FILE *out, const char *block, int argc, char **argv)
{
    static struct tables all;
    static bool met[MOST_TABLES];
    bool good = accuracy_count(&all, argc, argv);
    for (const char *row = block; *row; row += strcspn(row, "\n") + 1)
        print_row(out, row, &all, met);
    for (size_t i = 0; i < all.count; i++)
        if (!met[i]) {
            fprintf(stderr, "%s: no mechanism has the rule %s\n", all.table[i].name, all.table[i].rules);
            good = false;
        }
    return good;
}
