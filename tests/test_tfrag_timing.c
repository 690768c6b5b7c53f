/* The tfrag program's source: what the library holds is what it assembles to, and the cycles that its
 * comments name are those that VU1 takes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "cycle_notes.h"
#include "tfrag_random.h"

#define SOURCE PATH1_TEST_DATA "/../../vu1/tfrag/tfrag.vsm"
enum { STEPS = 65536, PAIRS = VU1_MEMORY_SIZE / 8 };

static struct vu_step step[STEPS];
static size_t steps;
static bool executed[PAIRS];
static size_t pairs;

static void record(void *user, struct vu *vu, const struct vu_step *done)
{
    (void)user;
    (void)vu;
    cr_assert_lt(steps, STEPS);
    step[steps++] = *done;
    executed[done->pc / 8] = true;
}

static void open(void)
{
    char error[512];
    size_t length, bytes;
    struct vu_program program;
    uint32_t *lines;
    char *source = cycle_notes_read(SOURCE, &length);
    tfrag_rig_open();
    vu_observe(tfrag.vu, record, NULL);
    cr_assert(vu_assemble_files("tfrag.vsm", source, length, NULL, &program, &lines, error, sizeof error),
              "%s", error);
    const uint8_t *built = tfrag_program(&bytes);
    cr_assert_eq(bytes, program.size);
    cr_assert_arr_eq(built, program.bytes, bytes);
    pairs = bytes / 8;
    cycle_notes_take(source, lines, pairs);
    free(program.bytes);
    free(lines);
    free(source);
}

TestSuite(tfrag_timing, .init = open, .fini = tfrag_rig_close, .timeout = 120);

/* In front of the camera, and so small that no vertex leaves the guard band. */
static void run(uint32_t address, uint32_t seed, double depth)
{
    struct tfrag_patch patch;
    const struct patch_place place = {0, 0, depth};
    patch_random(&patch, seed, 0, TIER_LOD_0, &place, 10000);
    tfrag_rig_run(0, patch.top, "init");
    steps = 0;
    tfrag_rig_run(address, patch.top, "patch");
    cr_assert_gt(cycle_notes_check(step, steps), tfrag.run.pairs / 2);
}

Test(tfrag_timing, every_pair_issues_in_the_cycle_that_its_comment_names)
{
    static const uint32_t entries[] = {4, 6, 8, 0xa, 0xe, 0x10, 0x12};
    size_t noted = 0;
    for (uint32_t seed = 0; seed < 8; seed++)
        for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
            run(entries[i], seed, seed % 2 ? 100000 : 230000);
    for (size_t pair = 0; pair < pairs; pair++)
        if (cycle_notes_at((uint32_t)pair * 8)) {
            cr_assert(executed[pair], "pair %zu was never executed", pair);
            noted++;
        }
    cr_assert_gt(noted, pairs / 3);
}
