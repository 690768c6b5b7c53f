/* Reference dumps under the rule set "console": local memory at the end equals what the scalar interpolators
 * of gs/console_*.c made of them (golden/console_memory_derived.csv: our own results, no evidence of a
 * console). A rule that changes on purpose changes them: PATH1_CONSOLE_MEMORY=FILE writes the table anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "csv.h"
#include "dump.h"

TestSuite(dumps_console, .timeout = 1100);

static const char *const folders[] = {"features", "flat", "scenes"};

static void write_table(const char *path)
{
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fprintf(file, "folder,file,memory_xxh3_128\n");
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        struct dump_list list;
        cr_assert(dump_list(folders[f], &list), "%s", folders[f]);
        for (size_t i = 0; i < list.count; i++) {
            dump_path dump;
            struct dump_result result;
            dump_replay(dump_list_path(&list, i, dump), "console", &result);
            fprintf(file, "%s,%s,%s\n", folders[f], list.file[i], result.memory_hash);
            dump_result_free(&result);
        }
        dump_list_free(&list);
    }
    cr_assert_eq(fclose(file), 0, "%s", path);
}

Test(dumps_console, memory_is_what_the_scalar_interpolators_left)
{
    const char *path = getenv("PATH1_CONSOLE_MEMORY");
    if (path) {
        write_table(path);
        return;
    }
    if (getenv("PATH1_DUMPS"))
        return; /* the table is of the repository's dumps */
    struct csv *csv = csv_open("console_memory_derived.csv");
    size_t equal = 0;
    for (size_t row = 0; row < csv_rows(csv); row++) {
        char name[512];
        struct dump_list list;
        dump_path dump;
        struct dump_result result;
        snprintf(name, sizeof name, "%s", csv_text(csv, row, "file"));
        cr_assert(dump_list(csv_text(csv, row, "folder"), &list));
        size_t i = 0;
        while (i < list.count && strcmp(list.file[i], name) != 0)
            i++;
        cr_assert_lt(i, list.count, "%s", name);
        dump_replay(dump_list_path(&list, i, dump), "console", &result);
        bool same = strcmp(result.memory_hash, csv_text(csv, row, "memory_xxh3_128")) == 0;
        equal += same;
        cr_expect(same, "%s: %s", name, result.memory_hash);
        dump_result_free(&result);
        dump_list_free(&list);
    }
    printf("console: %zu of %zu equal\n", equal, csv_rows(csv));
    csv_close(csv);
}
