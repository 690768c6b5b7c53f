/* Under the rule set "console" no pixel depends on how the host rounds floats: recordings leave the same
 * memory in every rounding mode. Four lanes a group (rule "lanes", which changes nothing on a console) leave
 * out the walk of eight pixels at once: it divides in float32 where the console's 1/Q is defined by that
 * quotient, and is checked bit for bit against integers in test_console_rows. */
#include <fenv.h>
#include <string.h>

#include <criterion/criterion.h>

#include "dump.h"
#include "dump_player.h"

TestSuite(dumps_rounding, .timeout = 1100);

static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
enum { MODES = sizeof modes / sizeof *modes };

static void play(const char *dump, const char *rules, int mode, dump_hash hash)
{
    struct player player;
    player_open(&player, dump, rules);
    cr_assert_eq(fesetround(mode), 0);
    player_finish(&player, SIZE_MAX);
    fesetround(FE_TONEAREST);
    player_hash(&player, hash);
    player_close(&player);
}

/* Recordings of a folder that leave another memory than "console" does in a mode. */
static size_t count_other(const char *folder, const char *rules, bool expect_none)
{
    struct dump_list list;
    size_t other = 0;
    cr_assert(dump_list(folder, &list), "%s", folder);
    for (size_t i = 0; i < list.count; i++) {
        dump_path dump;
        dump_hash expected, got;
        dump_list_path(&list, i, dump);
        play(dump, expect_none ? "console" : rules, FE_TONEAREST, expected);
        for (unsigned m = 0; m < MODES; m++) {
            play(dump, rules, modes[m], got);
            bool same = strcmp(expected, got) == 0;
            other += !same;
            cr_expect(same || !expect_none, "%s, mode %u", list.file[i], m);
        }
    }
    dump_list_free(&list);
    return other;
}

Test(dumps_rounding, memory_under_console_is_the_same_in_every_rounding_mode)
{
    count_other("features", "console,lanes=4", true);
    count_other("scenes", "console,lanes=4", true);
    count_other("fuzz", "console,lanes=4", true);
}

/* The comparison does tell. */
Test(dumps_rounding, memory_under_pcsx2_depends_on_rounding)
{
    cr_expect_gt(count_other("features", "pcsx2", false), 20);
}
