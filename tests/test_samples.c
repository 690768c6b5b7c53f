/* traces/samples: the traces are what their sources make, show what they say they show, and keep it as GS
 * dumps. Where no other source is named, expected values are those stored in the trace: hashes of what this
 * program drew when the pictures were looked at. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/replay.h>

#include "level_generator.h"
#include "level_generator_cases.h"
#include "program.h"

#define SAMPLES PATH1_TEST_DATA "/../../traces/samples"

TestSuite(samples, .init = program_setup, .fini = program_teardown, .timeout = 600);

/* Those that are assembled from text, and one that is the trace of a level of our own making. */
static const char *const names[] = {"spinning_knot", "vif_features", "test_card", "landscape"};
enum { NAMES = sizeof names / sizeof names[0], FROM_TEXT = 3 };

/* FOLDER/PART1PART2; the two last results are valid. */
static const char *join(const char *folder, const char *part1, const char *part2)
{
    static char paths[2][4096];
    static unsigned turn;
    char *path = paths[turn++ % 2];
    int length = snprintf(path, sizeof paths[0], "%s/%s%s", folder, part1, part2);
    cr_assert(length > 0 && (size_t)length < sizeof paths[0]);
    return path;
}

static const char *sample(const char *name, const char *ending)
{
    return join(SAMPLES, name, ending);
}

static struct trace_reader *open_trace(const char *path)
{
    struct trace_error error;
    struct trace_reader *reader = trace_open(path, &error);
    cr_assert(reader, "%s", error.text);
    return reader;
}

static void check_same_texts(const struct trace_reader *a, const struct trace_reader *b)
{
    size_t a_count, b_count;
    const struct trace_text *first = trace_texts(a, &a_count), *second = trace_texts(b, &b_count);
    cr_assert_eq(a_count, b_count);
    for (size_t i = 0; i < a_count; i++) {
        cr_assert_str_eq(first[i].key, second[i].key);
        cr_assert_str_eq(first[i].text, second[i].text);
    }
}

static void check_same_event(const char *name, const struct trace_event *a, const struct trace_event *b)
{
    cr_assert(a->kind == b->kind && a->offset == b->offset && a->path_code == b->path_code &&
                  a->field == b->field && a->flags == b->flags && a->position == b->position &&
                  a->size == b->size && a->quadwords == b->quadwords && a->address == b->address &&
                  a->value == b->value && (a->size == 0 || memcmp(a->data, b->data, a->size) == 0),
              "%s: the event at %llu is not what the source says", name, (unsigned long long)a->offset);
}

static void check_same_events(const char *name, const char *one, const char *other)
{
    struct trace_reader *a = open_trace(one), *b = open_trace(other);
    struct trace_error error = {""};
    for (int more = 1; more == 1;) {
        struct trace_event first = {0}, second = {0};
        more = trace_next(a, &first, &error);
        cr_assert_eq(more, trace_next(b, &second, &error), "%s", name);
        cr_assert_geq(more, 0, "%s", error.text);
        if (more == 1)
            check_same_event(name, &first, &second);
    }
    trace_close(a);
    trace_close(b);
}

/* Events, texts: not the bytes of the file, which change with the compressor's version. */
static void check_same_trace(const char *name, const char *one, const char *other)
{
    struct trace_reader *a = open_trace(one), *b = open_trace(other);
    check_same_texts(a, b);
    trace_close(a);
    trace_close(b);
    check_same_events(name, one, other);
}

Test(samples, are_what_their_sources_assemble_to)
{
    for (int i = 0; i < FROM_TEXT; i++) {
        const char *made = scratch("made.p1t");
        struct run run = run_path1("trace", "asm", sample(names[i], ".p1s"), "-o", made);
        cr_assert_eq(run.status, 0, "%s", run.err);
        check_same_trace(names[i], sample(names[i], ".p1t"), made);
    }
}

Test(samples, the_landscape_is_what_level_trace_makes_of_the_generated_level)
{
    struct gen_content content;
    struct gen_bytes file = {0};
    gen_make_case(GEN_CASE_LANDSCAPE, &content);
    gen_make(&content, &file);
    gen_content_free(&content);
    const char *wad = scratch("landscape.wad"), *made = scratch("made.p1t");
    write_file(wad, file.data, file.size);
    gen_bytes_free(&file);
    char *camera = read_file(sample("landscape", ".camera"), NULL);
    camera[strcspn(camera, "\n")] = 0;
    struct run run = run_path1("level", "trace", wad, "-o", made, "--camera", camera);
    cr_assert_eq(run.status, 0, "%s", run.err);
    check_same_events("landscape", sample("landscape", ".p1t"), made);
}

Test(samples, have_generated_parts_as_their_scripts_write_them)
{
    if (system("python3 -c 'import sys; sys.exit(sys.version_info < (3, 6))' >/dev/null 2>&1") != 0)
        cr_skip_test("there is no Python 3");
    for (int i = 0; i < FROM_TEXT; i++) {
        char command[9000], folder[16];
        snprintf(folder, sizeof folder, "made%d", i);
        const char *made = scratch(folder);
        int length = snprintf(command, sizeof command, "mkdir '%s' && python3 -B '%s' '%s'", made,
                              sample(names[i], ".py"), made);
        cr_assert(length > 0 && (size_t)length < sizeof command);
        cr_assert_eq(system(command), 0, "%s", command);
        char *files = directory_listing(made);
        for (char *file = strtok(files, " "); file; file = strtok(NULL, " ")) {
            size_t shipped_size, made_size;
            const char *new_text = read_file(join(made, file, ""), &made_size);
            const char *text = read_file(join(sample(names[i], ""), file, ""), &shipped_size);
            cr_assert(shipped_size == made_size && memcmp(text, new_text, made_size) == 0, "%s/%s", names[i],
                      file);
        }
    }
}

Test(samples, give_the_results_that_are_stored_in_them)
{
    for (int i = 0; i < NAMES; i++) {
        struct run run = run_path1("hash", "--check", sample(names[i], ".p1t"));
        cr_assert_eq(run.status, 0, "%s%s", run.out, run.err);
        cr_assert_str_empty(run.err);
        cr_assert(strstr(run.out, " f0000 ") && strstr(run.out, " vram "), "%s", run.out);
    }
}

/* Hash and name of each line, without size and file name. */
static char *hashes(const char *path)
{
    struct run run = run_path1("hash", path);
    cr_assert_eq(run.status, 0, "%s", run.err);
    char *out = calloc(strlen(run.out) + 1, 1);
    cr_assert_not_null(out);
    for (char *line = strtok(run.out, "\n"); line; line = strtok(NULL, "\n")) {
        char hash[64], name[64];
        cr_assert_eq(sscanf(line, "%63s %63s", hash, name), 2);
        sprintf(out + strlen(out), "%s %s\n", hash, name);
    }
    return out;
}

Test(samples, give_the_same_hashes_as_gs_dumps)
{
    for (int i = 0; i < NAMES; i++) {
        const char *dump = scratch("dump.gs.zst");
        struct run run = run_path1("convert", sample(names[i], ".p1t"), "-o", dump);
        cr_assert_eq(run.status, 0, "%s", run.err);
        char *before = hashes(sample(names[i], ".p1t")), *after = hashes(dump);
        cr_assert_str_eq(before, after, "%s", names[i]);
        free(before);
        free(after);
    }
}

/* What VIF1 decoded: codes by CMD with the I bit, UNPACK with USN. */
struct decoded {
    bool code[2][128]; /* without and with the I bit */
    bool usn[128], flg[128];
    bool mode[4];
};

static void note_code(void *user, const struct replay_vif_code *code)
{
    struct decoded *decoded = user;
    uint32_t command = code->code >> 24 & 127;
    decoded->code[code->code >> 31][command] = true;
    if (command >= 0x60) {
        decoded->usn[command] |= code->code >> 14 & 1;
        decoded->flg[command] |= code->code >> 15 & 1;
        decoded->mode[code->registers->mode & 3] = true;
    }
}

static void play(const char *name, struct decoded *decoded)
{
    struct trace_error error;
    struct trace_reader *reader = open_trace(sample(name, ".p1t"));
    struct replay *replay = replay_create(reader, NULL);
    cr_assert_not_null(replay);
    const struct replay_observer observer = {.user = decoded, .vif_code = note_code};
    replay_observe(replay, &observer);
    cr_assert_eq(replay_run(replay, NULL, &error), REPLAY_END, "%s", error.text);
    cr_assert_null(replay_warning(replay), "%s", replay_warning(replay));
    replay_destroy(replay);
    trace_close(reader);
}

Test(samples, leave_nothing_undone)
{
    for (int i = 0; i < NAMES; i++) {
        struct decoded decoded = {0};
        play(names[i], &decoded);
    }
}

/* The codes are those of the EE user's manual. */
Test(samples, vif_features_has_every_vifcode_and_every_format_of_unpack)
{
    static const uint8_t codes[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x10, 0x11, 0x13,
                                    0x14, 0x15, 0x17, 0x20, 0x30, 0x31, 0x4A, 0x50, 0x51, 0x60, 0x61,
                                    0x62, 0x64, 0x65, 0x66, 0x68, 0x69, 0x6A, 0x6C, 0x6D, 0x6E, 0x6F};
    static const uint8_t narrow[] = {0x61, 0x62, 0x65, 0x66, 0x69, 0x6A, 0x6D, 0x6E};
    struct decoded decoded = {0};
    play("vif_features", &decoded);
    for (size_t i = 0; i < sizeof codes; i++)
        cr_assert(decoded.code[0][codes[i]], "no code %02X", codes[i]);
    for (size_t i = 0; i < sizeof narrow; i++)
        cr_assert(decoded.usn[narrow[i]], "no code %02X with USN", narrow[i]);
    for (unsigned i = 0; i < 4; i++)
        cr_assert(decoded.mode[i], "no UNPACK under STMOD %u", i);
    cr_assert(decoded.code[1][0x00] && decoded.code[1][0x07], "no I bit");
    cr_assert(decoded.code[0][0x70] && decoded.code[0][0x7C] && decoded.code[0][0x7E], "no mask");
    cr_assert(decoded.flg[0x6C], "no FLG");
    cr_assert(decoded.code[0][0x08], "no word that is not a code");
}
