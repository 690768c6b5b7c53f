/* Every reference dump under the two rule sets that name a PCSX2 build: local memory, what each circuit
 * shows at each vsync, data read back and counts equal what that build made (commit 624717dfa, AVX2
 * JIT and SSE4 JIT). No dump is allowed to differ. PATH1_DUMPS names another set. */
#include <stdio.h>
#include <stdlib.h>

#include <criterion/criterion.h>

#include "dump.h"
#include "program.h"

TestSuite(dumps_reference, .init = program_setup, .fini = program_teardown, .timeout = 1100);

/* All dumps of a folder. A folder may be missing from another set, not from the repository. */
static void compare_folder(const char *folder, const char *rules, const char *build)
{
    struct dump_list list;
    if (!dump_list(folder, &list)) {
        cr_assert_not_null(getenv("PATH1_DUMPS"), "%s is missing", folder);
        printf("%s, %s: skipped, PATH1_DUMPS has none\n", folder, rules);
        return;
    }
    size_t equal = 0;
    for (size_t i = 0; i < list.count; i++) {
        dump_path path;
        struct dump_result result;
        struct dump_report report = {""};
        dump_replay(dump_list_path(&list, i, path), rules, &result);
        bool same = dump_matches(path, &result, build, &report);
        equal += same;
        cr_expect(same, "%s/%s under %s:\n%s", folder, list.file[i], rules, report.text);
        dump_result_free(&result);
    }
    printf("%s, %s: %zu of %zu equal\n", folder, rules, equal, list.count);
    fflush(stdout);
    if (!getenv("PATH1_DUMPS"))
        cr_expect_gt(list.count, 0, "no dumps in %s", list.folder);
    dump_list_free(&list);
}

static void compare(const char *folder)
{
    compare_folder(folder, "pcsx2", "avx2");
    compare_folder(folder, "pcsx2-sse4", "sse4");
}

/* A wrong PATH1_DUMPS must not look like success. */
Test(dumps_reference, there_are_dumps_to_compare)
{
    static const char *const folders[] = {"flat", "features", "fuzz", "scenes", "loader", "real"};
    size_t count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        struct dump_list list;
        if (!dump_list(folders[i], &list))
            continue;
        count += list.count;
        dump_list_free(&list);
    }
    cr_expect_gt(count, 0, "no dumps in %s", dump_file("."));
}

Test(dumps_reference, flat_dumps_equal_the_reference)
{
    compare("flat");
}

Test(dumps_reference, feature_dumps_equal_the_reference)
{
    compare("features");
}

Test(dumps_reference, fuzz_dumps_equal_the_reference)
{
    compare("fuzz");
}

Test(dumps_reference, scenes_equal_the_reference)
{
    compare("scenes");
}

Test(dumps_reference, loader_forms_equal_the_reference)
{
    compare("loader");
}

/* Recordings of real programs hold other people's art, so they are not in the repository. */
Test(dumps_reference, real_recordings_equal_the_reference)
{
    struct dump_list list;
    if (!dump_list("real", &list)) {
        printf("real: skipped, there is no such folder in %s\n", dump_file("."));
        return;
    }
    dump_list_free(&list);
    compare("real");
}
