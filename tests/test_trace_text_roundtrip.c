/* path1 trace disasm and path1 trace asm: text gives the same bytes again. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "p1t_sample.h"
#include "program.h"
#include "reference.h"

TestSuite(trace_text_roundtrip, .init = program_setup, .fini = program_teardown, .timeout = 600);

static void check_same_bytes(const char *a, const char *b)
{
    size_t a_size, b_size;
    const char *first = read_file(a, &a_size), *second = read_file(b, &b_size);
    cr_assert_eq(a_size, b_size);
    cr_assert_eq(memcmp(first, second, a_size), 0);
}

/* scratch(name) to text, to a trace, and to text again: both traces and both texts are the same. */
static void go_there_and_back(const char *name)
{
    struct run run = run_path1("trace", "disasm", scratch(name), "-o", scratch("a.p1s"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_empty(run.err);
    run = run_path1("trace", "asm", scratch("a.p1s"), "-o", scratch("back.p1t"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_empty(run.err);
    check_same_bytes(scratch(name), scratch("back.p1t"));
}

static uint32_t draw(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

Test(trace_text_roundtrip, every_state_and_event_of_random_traces_comes_back)
{
    static const unsigned parts[] = {P1T_SAMPLE_ALL, P1T_SAMPLE_ALL | P1T_SAMPLE_MERGED, 0};
    for (uint64_t seed = 0; seed < 6; seed++) {
        struct p1t_sample sample;
        p1t_sample_fill(&sample, parts[seed % 3], 300, 3000, seed);
        p1t_sample_write(&sample, scratch("a.p1t"));
        go_there_and_back("a.p1t");
        p1t_sample_check(&sample, scratch("back.p1t"));
        p1t_sample_free(&sample);
    }
}

Test(trace_text_roundtrip, each_part_of_the_state_may_be_absent)
{
    for (unsigned part = 1; part < P1T_SAMPLE_MERGED; part *= 2) {
        struct p1t_sample sample;
        p1t_sample_fill(&sample, part, 3, 100, part);
        p1t_sample_write(&sample, scratch("a.p1t"));
        go_there_and_back("a.p1t");
        p1t_sample_free(&sample);
    }
}

/* ---- streams that make sense ---- */

enum { STREAM_WORDS = 20000 };

static void put_tag(uint32_t *tag, uint32_t nloop, uint64_t *state)
{
    tag[0] = nloop | draw(state) << 15;
    tag[1] = draw(state);
    tag[2] = draw(state);
    tag[3] = draw(state);
    if (draw(state) % 4)
        tag[1] &= ~0x3FFFu, tag[0] &= 0xFFFF; /* no bits where nothing is */
}

/* GIF tags with data: `quadwords` of them, cut off anywhere. */
static void fill_gif(uint32_t *words, size_t quadwords, uint64_t *state)
{
    for (size_t at = 0; at < quadwords;) {
        put_tag(words + 4 * at++, draw(state) % 6, state);
        for (size_t data = draw(state) % 40; data && at < quadwords; data--, at++)
            for (unsigned i = 0; i < 4; i++) {
                uint32_t kind = draw(state) % 6, word = kind == 0  ? 0
                                                        : kind < 4 ? draw(state) % 0x10000
                                                                   : draw(state);
                words[4 * at + i] = kind == 5            ? 0
                                    : i == 2 && word % 2 ? word % 0x70
                                    : i == 3             ? word & 0x8000
                                                         : word;
            }
    }
}

/* VIFcodes of every kind, now and then with bits that they do not use, with what follows them. */
static size_t fill_vif(uint32_t *words, uint64_t *state)
{
    static const uint8_t commands[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,
                                       0x10, 0x11, 0x13, 0x14, 0x15, 0x17, 0x20, 0x30,
                                       0x31, 0x4A, 0x50, 0x51, 0x60, 0x6D, 0x08, 0x7F};
    uint32_t cycle = 0;
    size_t used = 0;
    while (used < STREAM_WORDS) {
        uint32_t command = commands[draw(state) % sizeof commands];
        if (command >= 0x60)
            command = 0x60 | draw(state) % 32;
        uint32_t code = command << 24 | (draw(state) & 0x00FFFFFF);
        if (draw(state) % 8 == 0)
            code |= 0x80000000;
        if (command == 0x01)
            code = (code & 0xFFFF0000) | (draw(state) % 5) << 8 | draw(state) % 5;
        if (command == 0x4A || command >= 0x60)
            code = (code & 0xFF00FFFF) | (draw(state) % 20) << 16;
        if (command == 0x50 || command == 0x51)
            code = (code & 0xFFFF0000) | (1 + draw(state) % 60);
        if (command < 0x60 && draw(state) % 2)
            code &= 0xFF00FFFF;
        uint32_t payload = vif_payload_words(VIF_UNIT_1, code, cycle);
        if (command == 0x01)
            cycle = code & 0xFFFF;
        if (payload > 20000)
            continue;
        words[used++] = code;
        if (command == 0x50 || command == 0x51)
            fill_gif(words + used, payload / 4, state);
        else
            for (uint32_t i = 0; i < payload; i++)
                words[used + i] = draw(state) % 3 ? draw(state) : draw(state) % 64;
        used += payload;
    }
    return used;
}

/* A trace of the stream, cut into events anywhere. */
static void write_stream(const char *path, bool vif1, const uint32_t *words, size_t count, uint64_t *state)
{
    struct trace_error error = {{0}};
    const struct trace_header header = {.serial = ""};
    const struct trace_start start = {0};
    struct trace_writer *writer = trace_writer_create_p1t(path, &header, &start, NULL, 0, &error);
    cr_assert_not_null(writer, "%s", error.text);
    for (size_t at = 0; at < count;) {
        size_t most = draw(state) % 2 ? 50 : 6000, some = draw(state) % most;
        if (!vif1)
            some -= some % 4;
        some = some < count - at ? some : count - at;
        struct trace_event event = {.kind = vif1 ? TRACE_VIF1 : TRACE_GIF,
                                    .path_code = TRACE_PATH3,
                                    .position = vif1 ? at % 4 : 0,
                                    .data = (const uint8_t *)(words + at),
                                    .size = (uint32_t)some * 4};
        cr_assert(trace_writer_add(writer, &event, &error), "%s", error.text);
        if (draw(state) % 50 == 0 && vif1) {
            event = (struct trace_event){.kind = TRACE_REGISTER, .address = 0x10003C10, .value = 1};
            cr_assert(trace_writer_add(writer, &event, &error), "%s", error.text);
        }
        at += some;
    }
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
}

Test(trace_text_roundtrip, streams_of_every_vifcode_cut_anywhere_come_back)
{
    uint32_t *words = malloc(sizeof *words * (STREAM_WORDS + 40000));
    uint64_t state = 31415926;
    for (unsigned i = 0; i < 12; i++) {
        size_t count = fill_vif(words, &state);
        write_stream(scratch("a.p1t"), true, words, count, &state);
        go_there_and_back("a.p1t");
    }
    free(words);
}

Test(trace_text_roundtrip, gif_data_of_every_mode_cut_anywhere_come_back)
{
    uint32_t *words = malloc(sizeof *words * STREAM_WORDS);
    uint64_t state = 27182818;
    for (unsigned i = 0; i < 12; i++) {
        fill_gif(words, STREAM_WORDS / 4, &state);
        write_stream(scratch("a.p1t"), false, words, STREAM_WORDS, &state);
        go_there_and_back("a.p1t");
    }
    free(words);
}

Test(trace_text_roundtrip, a_gs_dump_becomes_the_p1t_that_convert_makes_of_it)
{
    static const char *const dumps[] = {"features/gif_reglist_image_ad.gs.zst",
                                        "features/gif_split_packets.gs.zst",
                                        "features/transfer_local_host.gs.zst",
                                        "fuzz/fuzz_0007.gs.zst",
                                        "scenes/ui.gs.zst",
                                        "loader/fog.gs.xz"};
    for (size_t i = 0; i < sizeof dumps / sizeof dumps[0]; i++) {
        struct run run = run_path1("convert", dump_file(dumps[i]), "-o", scratch("a.p1t"));
        cr_assert_eq(run.status, 0, "%s", run.err);
        go_there_and_back("a.p1t");
        run = run_path1("trace", "disasm", dump_file(dumps[i]), "-o", scratch("b.p1s"));
        cr_assert_eq(run.status, 0, "%s", run.err);
        run = run_path1("trace", "asm", scratch("b.p1s"), "-o", scratch("b.p1t"));
        cr_assert_eq(run.status, 0, "%s", run.err);
        check_same_bytes(scratch("a.p1t"), scratch("b.p1t"));
    }
}
