/* The history of a pixel through whole recordings (path1/gs_pixel.h): with every change told, each entry
 * begins with the value that the one before left, the first with that of the initial state, and the last
 * leaves what local memory holds at the end. In between, each stage gives what it must for its inputs
 * (pixel_model.h). */
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

#include <path1/gs_pixel.h>

#include "bytes.h"
#include "dump.h"
#include "format.h"
#include "memory.h"
#include "pixel_model.h"
#include "transfer_chip.h"

TestSuite(pixel_dumps, .timeout = 1100);

struct history {
    const char *path;
    uint32_t value; /* as the last entry left it */
    unsigned entries, broken;
    struct pixel_model *model;
};

static void follow(struct history *h, uint32_t before, uint32_t after)
{
    h->broken += before != h->value;
    h->value = after;
    h->entries++;
}

static void on_fragment(void *user, const struct gs_pixel_fragment *f)
{
    follow(user, f->before, f->after);
    struct history *h = user;
    pixel_model_check(h->model, f);
}

static void on_transfer(void *user, const struct gs_pixel_transfer *t)
{
    follow(user, t->before, t->after);
}

/* A pixel of a buffer of PSMCT32, 64 wide, in the page of word `word`. */
static struct gs_pixel_watch pixel_at(uint32_t word)
{
    const struct gs_format *f = gs_format(GS_PSMCT32);
    struct gs_pixel_watch watch = {.fbp = word / 2048, .fbw = 1, .psm = GS_PSMCT32};
    for (uint32_t i = 0; i < 2048; i++)
        if (gs_cell(f, watch.fbp * 32, 1, i % 64, i / 64) == word) {
            watch.x = i % 64;
            watch.y = i / 64;
        }
    return watch;
}

/* Plays the dump with word `word` watched. */
static void check(const char *path, const char *rules, uint32_t word, struct pixel_model *model,
                  struct history *h)
{
    struct trace_error error;
    struct gs_rules parsed;
    cr_assert(gs_rules_parse(rules, &parsed, error.text, sizeof error.text));
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert_not_null(reader, "%s", error.text);
    struct replay *replay = replay_create(reader, &parsed);
    struct gs *gs = replay_gs(replay);
    struct gs_pixel_watch watch = pixel_at(word);
    *h = (struct history){.value = gs_load32(gs_local_memory(gs) + 4 * word), .model = model};
    watch.user = h;
    watch.fragment = on_fragment;
    watch.transfer = on_transfer;
    cr_assert(gs_watch_pixel(gs, &watch));
    const struct replay_sink sink = {0};
    cr_assert_eq(replay_run(replay, &sink, &error), REPLAY_END, "%s", error.text);
    uint32_t end = gs_load32(gs_local_memory(gs) + 4 * word);
    cr_expect_eq(h->value, end, "%s %s word 0x%X: told %08X, is %08X", path, rules, word, h->value, end);
    cr_expect_eq(h->broken, 0, "%s %s word 0x%X: %u of %u entries", path, rules, word, h->broken, h->entries);
    for (unsigned i = 0; i < PIXEL_STAGES; i++)
        if (model->wrong[i])
            cr_assert_fail("%s %s word 0x%X: %s", path, rules, word, model->first);
    replay_destroy(replay);
    trace_close(reader);
}

/* A word that is not 0 at the end; mostly it was drawn to. */
static uint32_t used_word(const uint8_t *memory, uint64_t *random)
{
    uint32_t word = 0;
    for (unsigned i = 0; i < 100000; i++) {
        word = transfer_random(random) & 0xFFFFF;
        if (gs_load32(memory + 4 * word))
            break;
    }
    return word;
}

/* Follows `pixels` pixels of every `step`th dump, or of each as many as PATH1_PIXELS says; how often each
 * stage was checked is added to `model`. */
static void check_folder(const char *folder, const char *rules, unsigned step, unsigned pixels,
                         struct pixel_model *model)
{
    struct dump_list list;
    const char *more = getenv("PATH1_PIXELS");
    uint64_t random = 1234;
    pixels = more ? (unsigned)strtoul(more, NULL, 10) : pixels;
    cr_assert(dump_list(folder, &list));
    for (size_t i = 0; i < list.count; i += more ? 1 : step) {
        dump_path path;
        struct dump_result result;
        struct history history;
        dump_replay(dump_list_path(&list, i, path), rules, &result);
        for (unsigned k = 0; k < pixels; k++)
            check(path, rules, used_word(result.memory, &random), model, &history);
        dump_result_free(&result);
    }
    dump_list_free(&list);
}

static void check_set(const char *rules)
{
    struct gs_rules parsed;
    cr_assert(gs_rules_parse(rules, &parsed, NULL, 0));
    struct pixel_model model = {.rules = &parsed};
    check_folder("features", rules, 1, 1, &model);
    check_folder("flat", rules, 4, 1, &model);
    check_folder("scenes", rules, 1, 2, &model);
    for (unsigned i = 0; i < PIXEL_STAGES; i++) {
        bool console_alone = i == PIXEL_SHAPE || i == PIXEL_PLANE || i == PIXEL_AXIS ||
                             i == PIXEL_COORDINATE || i == PIXEL_LOD;
        if (!console_alone || pixel_model_is_console(&model))
            cr_expect_gt(model.checked[i], 10, "%s", pixel_stage_names[i]);
    }
}

Test(pixel_dumps, histories_lead_from_the_first_value_to_the_last_under_pcsx2)
{
    check_set("pcsx2");
}

Test(pixel_dumps, histories_lead_from_the_first_value_to_the_last_under_console)
{
    check_set("console");
}
