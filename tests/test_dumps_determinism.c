/* The same recording gives the same memory whatever else happens to chips in between. Expected is the memory
 * of an undisturbed replay of the same dump, which test_dumps_reference compares with PCSX2's. */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include "dump.h"
#include "dump_player.h"
#include "program.h"

#define RULES "pcsx2"
/* Quadwords between two interruptions; odd, so that they fall on every descriptor of a loop. */
#define SLICE 37u

TestSuite(dumps_determinism, .init = program_setup, .fini = program_teardown, .timeout = 1100);

/* Every `stride`th dump of a folder, from `first` on; `use` gets its path. */
static void each(const char *folder, size_t first, size_t stride, void (*use)(const char *path))
{
    struct dump_list list;
    cr_assert(dump_list(folder, &list), "%s is missing", folder);
    for (size_t i = first; i < list.count; i += stride) {
        dump_path path;
        use(dump_list_path(&list, i, path));
    }
    dump_list_free(&list);
}

static void expect_memory(const struct player *player, const char *path, const struct dump_result *expected)
{
    dump_hash hash;
    player_hash(player, hash);
    cr_expect_str_eq(hash, expected->memory_hash, "%s", path);
}

static void replay_twice(const char *path)
{
    struct dump_result one, two;
    dump_replay(path, RULES, &one);
    dump_replay(path, RULES, &two);
    cr_expect_str_eq(one.memory_hash, two.memory_hash, "%s", path);
    cr_expect_eq(one.pictures, two.pictures);
    for (size_t i = 0; i < one.pictures; i++)
        cr_expect_str_eq(one.picture[i].hash, two.picture[i].hash, "%s, picture %zu", path, i);
    dump_result_free(&one);
    dump_result_free(&two);
}

Test(dumps_determinism, a_second_replay_in_one_process_gives_the_same)
{
    each("fuzz", 0, 9, replay_twice);
    each("scenes", 0, 2, replay_twice);
}

/* Two chips under different rules take turns every few quadwords. */
static void interleave(const char *a_path, const char *b_path)
{
    struct player a, b;
    struct dump_result a_alone, b_alone;
    dump_replay(a_path, RULES, &a_alone);
    dump_replay(b_path, "pcsx2-sse4", &b_alone);
    player_open(&a, a_path, RULES);
    player_open(&b, b_path, "pcsx2-sse4");
    bool a_goes_on = true, b_goes_on = true;
    while (a_goes_on || b_goes_on) {
        a_goes_on = a_goes_on && player_step(&a, SLICE);
        b_goes_on = b_goes_on && player_step(&b, SLICE + 4);
    }
    expect_memory(&a, a_path, &a_alone);
    expect_memory(&b, b_path, &b_alone);
    player_close(&a);
    player_close(&b);
    dump_result_free(&a_alone);
    dump_result_free(&b_alone);
}

Test(dumps_determinism, two_chips_that_take_turns_do_not_disturb_each_other)
{
    struct dump_list fuzz, flat;
    cr_assert(dump_list("fuzz", &fuzz) && dump_list("flat", &flat));
    for (size_t i = 0; i < fuzz.count && i < flat.count; i += 8) {
        dump_path a, b;
        interleave(dump_list_path(&fuzz, i, a), dump_list_path(&flat, i, b));
    }
    dump_list_free(&fuzz);
    dump_list_free(&flat);
}

/* Rule upload=packed: PCSX2 looks at how many data of an upload lie in one packet. */
static void play_in_slices(const char *path)
{
    const char *rules = "pcsx2,upload=packed";
    struct dump_result whole;
    struct player player;
    dump_replay(path, rules, &whole);
    player_open(&player, path, rules);
    player_finish(&player, SLICE);
    expect_memory(&player, path, &whole);
    player_close(&player);
    dump_result_free(&whole);
}

Test(dumps_determinism, packets_cut_into_slices_draw_the_same)
{
    each("features", 0, 1, play_in_slices);
    each("flat", 3, 8, play_in_slices);
    each("fuzz", 3, 8, play_in_slices);
}

/* A chip with a past of its own: other memory, registers, a vertex in the queue, a textured draw queued. */
static struct gs *used_chip(const char *path, const char *rules)
{
    struct player player;
    player_open(&player, path, rules);
    for (unsigned i = 0; i < 40; i++)
        player_step(&player, SLICE);
    struct gs *gs = player.gs;
    player.gs = NULL;
    player_close(&player);
    return gs;
}

/* Copies the chip after `after` quadwords of `path`, and plays both on. */
static void copy_after(const char *path, size_t after, const struct dump_result *whole)
{
    struct player original, copy;
    player_open(&original, path, RULES);
    player_open(&copy, path, NULL);
    while (original.quadwords < after && player_step(&original, SLICE))
        cr_assert(player_step(&copy, SLICE));
    copy.gs = used_chip(path, "pcsx2-sse4,clut_load=always");
    cr_assert(gs_copy(copy.gs, original.gs));
    player_finish(&original, SLICE);
    player_finish(&copy, SLICE);
    expect_memory(&original, path, whole);
    expect_memory(&copy, path, whole);
    player_close(&original);
    player_close(&copy);
}

static void copy_in_the_middle(const char *path)
{
    struct dump_result whole;
    dump_replay(path, RULES, &whole);
    for (unsigned part = 1; part < 4; part++)
        copy_after(path, (size_t)(whole.gif_bytes / 16 * part / 4), &whole);
    dump_result_free(&whole);
}

Test(dumps_determinism, a_copy_made_anywhere_goes_on_like_the_original)
{
    each("fuzz", 5, 17, copy_in_the_middle);
    each("features", 5, 17, copy_in_the_middle);
}

/* Saves the state at a vsync, loads it into a chip with a past of its own, and plays on there. A state lacks
 * the palette buffer, decoded texels and which primitives were drawn together; a frame of a scene depends on
 * none of them: it clears its buffers and writes TEX0 with CLD = 1 before each use of a palette. */
static void save_at_vsync(const char *path, uint64_t vsyncs, const struct dump_result *whole)
{
    struct player player;
    struct gs_state *state = malloc(sizeof *state);
    cr_assert_not_null(state);
    player_open(&player, path, RULES);
    cr_assert(player_to_vsync(&player, vsyncs));
    gs_save_state(player.gs, state);
    gs_destroy(player.gs);
    player.gs = used_chip(path, RULES);
    gs_load_state(player.gs, state);
    free(state);
    player_finish(&player, SIZE_MAX);
    expect_memory(&player, path, whole);
    player_close(&player);
}

static void save_at_every_vsync(const char *path)
{
    struct dump_result whole;
    dump_replay(path, RULES, &whole);
    for (uint64_t vsyncs = 1; vsyncs < whole.vsyncs; vsyncs++)
        save_at_vsync(path, vsyncs, &whole);
    dump_result_free(&whole);
}

Test(dumps_determinism, a_state_saved_at_a_vsync_goes_on_in_another_chip)
{
    each("scenes", 0, 1, save_at_every_vsync);
}
