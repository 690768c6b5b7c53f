/* path1 trace dma, and the usage of path1 trace. Expected words follow from the tags' fields (VIF section 4).
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "p1s.h"
#include "program.h"

TestSuite(trace_dma, .init = program_setup, .fini = program_teardown, .timeout = 600);

enum { REFE, CNT, NEXT, REF, REFS, CALL, RET, END };

static uint32_t ram[0x1000];

/* A tag at byte address `at`. */
static void put_tag(uint32_t at, unsigned id, uint32_t qwc, uint32_t address, uint32_t w2, uint32_t w3)
{
    const uint32_t tag[4] = {qwc | id << 28, address, w2, w3};
    memcpy(&ram[at / 4], tag, sizeof tag);
}

/* Word `i` of memory says where it is. */
static const char *write_ram(void)
{
    const char *path = scratch("ram.bin");
    write_file(path, ram, sizeof ram);
    return path;
}

static void fill_ram(void)
{
    for (uint32_t i = 0; i < 0x1000; i++)
        ram[i] = 0x00A00000 | i * 4;
}

/* NEXT, CALL (one level), REF, RET, END. */
static void fill_chain(void)
{
    fill_ram();
    put_tag(0x100, NEXT, 1, 0x200, 0x11, 0x12);
    put_tag(0x200, CALL, 0, 0x300, 0x21, 0x22);
    put_tag(0x300, REF, 2, 0x800, 0x31, 0x32);
    put_tag(0x310, RET, 0, 0, 0x41, 0x42);
    put_tag(0x210, END, 1, 0, 0x51, 0x52);
}

static struct trace_reader *opened(void)
{
    struct trace_error error;
    struct trace_reader *reader = trace_open(scratch("o.p1t"), &error);
    cr_assert_not_null(reader, "%s", error.text);
    return reader;
}

/* The next event is data of these words. */
static void check_data(struct trace_reader *reader, enum trace_event_kind kind, unsigned flags,
                       unsigned position, const uint32_t *words, size_t count)
{
    struct trace_error error;
    struct trace_event event;
    cr_assert_eq(trace_next(reader, &event, &error), 1);
    cr_assert_eq(event.kind, kind);
    cr_assert_eq(event.flags, flags);
    cr_assert_eq(event.position, position);
    cr_assert_eq(event.size, count * 4);
    cr_assert_eq(memcmp(event.data, words, count * 4), 0);
}

static void check_end(struct trace_reader *reader)
{
    struct trace_error error;
    struct trace_event event;
    cr_assert_eq(trace_next(reader, &event, &error), 0);
    trace_close(reader);
}

Test(trace_dma, a_chain_without_tte_is_one_event)
{
    fill_chain();
    struct run run = run_path1("trace", "dma", write_ram(), "-o", scratch("o.p1t"), "--tadr", "0x100");
    cr_assert_eq(run.status, 0, "%s", run.err);
    static const uint32_t words[] = {0xA00110, 0xA00114, 0xA00118, 0xA0011C, 0xA00800, 0xA00804,
                                     0xA00808, 0xA0080C, 0xA00810, 0xA00814, 0xA00818, 0xA0081C,
                                     0xA00220, 0xA00224, 0xA00228, 0xA0022C};
    struct trace_reader *reader = opened();
    check_data(reader, TRACE_VIF1, TRACE_DMA_BEGIN | TRACE_DMA_END, 0, words, 16);
    check_end(reader);
}

Test(trace_dma, with_tte_each_tag_sends_words_2_and_3_of_its_quadword_first)
{
    fill_chain();
    struct run run = run_path1("trace", "dma", write_ram(), "-o", scratch("o.p1t"), "--tadr", "256", "--tte");
    cr_assert_eq(run.status, 0, "%s", run.err);
    static const uint32_t first[] = {0x11, 0x12, 0xA00110, 0xA00114, 0xA00118, 0xA0011C},
                          second[] = {0x21, 0x22};
    static const uint32_t third[] = {0x31,     0x32,     0xA00800, 0xA00804, 0xA00808,
                                     0xA0080C, 0xA00810, 0xA00814, 0xA00818, 0xA0081C};
    static const uint32_t fourth[] = {0x41, 0x42};
    static const uint32_t fifth[] = {0x51, 0x52, 0xA00220, 0xA00224, 0xA00228, 0xA0022C};
    struct trace_reader *reader = opened();
    check_data(reader, TRACE_VIF1, TRACE_DMA_BEGIN, 2, first, 6);
    check_data(reader, TRACE_VIF1, 0, 2, second, 2);
    check_data(reader, TRACE_VIF1, 0, 2, third, 10);
    check_data(reader, TRACE_VIF1, 0, 2, fourth, 2);
    check_data(reader, TRACE_VIF1, TRACE_DMA_END, 2, fifth, 6);
    check_end(reader);
}

Test(trace_dma, a_plain_transfer_to_the_gif_is_gif_data_on_path3)
{
    fill_ram();
    struct run run = run_path1("trace", "dma", write_ram(), "-o", scratch("o.p1t"), "--channel", "gif",
                               "--madr", "0x10000040", "--qwc", "2", "--base", "0x10000000");
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct trace_reader *reader = opened();
    check_data(reader, TRACE_GIF, TRACE_DMA_BEGIN | TRACE_DMA_END, 0, &ram[0x10], 8);
    check_end(reader);
}

Test(trace_dma, the_scratchpad_is_behind_bit_31)
{
    static uint32_t pad[4096];
    fill_ram();
    put_tag(0, REFE, 1, 0x80000020, 0, 0);
    for (uint32_t i = 0; i < 4096; i++)
        pad[i] = 0xB0000000 | i;
    write_file(scratch("spr.bin"), pad, sizeof pad);
    struct run run = run_path1("trace", "dma", write_ram(), "-o", scratch("o.p1t"), "--tadr", "0", "--spr",
                               scratch("spr.bin"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct trace_reader *reader = opened();
    check_data(reader, TRACE_VIF1, TRACE_DMA_BEGIN | TRACE_DMA_END, 0, &pad[8], 4);
    check_end(reader);
    run = run_path1("trace", "dma", scratch("ram.bin"), "-o", scratch("x.p1t"), "--tadr", "0");
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "no memory where data should be"), "%s", run.err);
}

Test(trace_dma, comments_say_which_tags_were_read)
{
    fill_chain();
    struct run run =
        run_path1("trace", "dma", write_ram(), "-o", scratch("o.p1t"), "--tadr", "0x100", "--comments");
    cr_assert_eq(run.status, 0, "%s", run.err);
    const char *text = p1s_disassemble(scratch("o.p1t"));
    cr_assert_not_null(
        strstr(text, "comment \"DMA tag 00000100h: NEXT QWC 1 ADDR 00000200h\"\nvif1 dma_begin {"), "%s",
        text);
    cr_assert_not_null(strstr(text, "comment \"DMA tag 00000200h: CALL QWC 0 ADDR 00000300h\\n"
                                    "DMA tag 00000300h: REF QWC 2 ADDR 00000800h\"\nvif1 {"),
                       "%s", text);
    cr_assert_not_null(strstr(text, "END QWC 1 ADDR 00000000h\"\nvif1 dma_end {"), "%s", text);
}

Test(trace_dma, chains_that_cannot_be_walked_are_errors_and_leave_nothing)
{
    fill_ram();
    put_tag(0, NEXT, 0, 0x10, 0, 0);
    put_tag(0x10, NEXT, 0, 0, 0, 0);
    put_tag(0x20, REF, 0xFFFF, 0x100, 0, 0);
    put_tag(0x40, NEXT, 0, 0x12345670, 0, 0);
    put_tag(0x60, CALL, 0, 0x60, 0, 0);
    static const char *const cases[][2] = {{"0", "the chain runs in a circle: tag 000000"},
                                           {"0x20", "no memory where data should be"},
                                           {"0x40", "no memory where a DMA tag should be"},
                                           {"0x60", "a CALL tag inside of two others"}};
    write_ram();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run =
            run_path1("trace", "dma", scratch("ram.bin"), "-o", scratch("o.p1t"), "--tadr", cases[i][0]);
        cr_assert_eq(run.status, 1, "case %zu", i);
        cr_assert_not_null(strstr(run.err, cases[i][1]), "%s", run.err);
        cr_assert_eq(strchr(run.err, '\n'), run.err + strlen(run.err) - 1, "%s", run.err);
        cr_assert_str_eq(directory_listing(scratch("")), "ram.bin ");
    }
}

/* Each turn would send the tag's upper half and write a comment: as many as an event has room for, if the
 * circle went unseen. */
Test(trace_dma, a_circle_is_seen_at_once_also_through_calls_and_data)
{
    fill_ram();
    put_tag(0, NEXT, 0, 0, 0x11, 0x22);
    put_tag(0x100, CALL, 1, 0x200, 0, 0); /* calls, comes back behind its data, goes to the start */
    put_tag(0x120, NEXT, 0, 0x100, 0, 0);
    put_tag(0x200, RET, 0, 0, 0, 0);
    write_ram();
    static const char *const cases[][2] = {{"0", "tag 00000000 "}, {"0x100", "tag 00000"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = run_path1("trace", "dma", scratch("ram.bin"), "-o", scratch("o.p1t"), "--tadr",
                                   cases[i][0], "--tte", "--comments");
        cr_assert_eq(run.status, 1);
        cr_assert_not_null(strstr(run.err, "the chain runs in a circle: "), "%s", run.err);
        cr_assert_not_null(strstr(run.err, cases[i][1]), "%s", run.err);
        cr_assert_str_eq(directory_listing(scratch("")), "ram.bin ");
    }
}

/* Two CALLs of one routine are no circle, though its tags are read twice. */
Test(trace_dma, a_routine_may_be_called_again)
{
    fill_ram();
    put_tag(0x100, CALL, 0, 0x200, 0, 0);
    put_tag(0x110, CALL, 0, 0x200, 0, 0);
    put_tag(0x120, END, 1, 0, 0, 0);
    put_tag(0x200, RET, 0, 0, 0, 0);
    write_ram();
    struct run run = run_path1("trace", "dma", scratch("ram.bin"), "-o", scratch("o.p1t"), "--tadr", "0x100",
                               "--comments");
    cr_assert_eq(run.status, 0, "%s", run.err);
}

Test(trace_dma, a_warning_about_a_trace_that_is_cut_off_is_called_one)
{
    size_t size;
    write_file(scratch("a.p1s"), "vsync\nvsync\n", 12);
    cr_assert_eq(run_path1("trace", "asm", scratch("a.p1s"), "-o", scratch("a.p1t")).status, 0);
    const char *bytes = read_file(scratch("a.p1t"), &size);
    write_file(scratch("b.p1t"), bytes, size - 1);
    struct run run = run_path1("trace", "disasm", scratch("b.p1t"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_eq(strncmp(run.err, "path1: warning: ", 16), 0, "%s", run.err);
}

Test(trace_dma, wrong_usage_exits_with_2_and_names_what_is_wrong)
{
    static const struct {
        const char *arguments[12];
        const char *names;
    } cases[] = {
        {{"trace"}, "Usage"},
        {{"trace", "assemble"}, "unknown command 'assemble'"},
        {{"trace", "asm"}, "trace asm: takes one text, but got none"},
        {{"trace", "asm", "a.p1s"}, "trace asm: where to?"},
        {{"trace", "asm", "a", "b", "-o", "c"}, "got more"},
        {{"trace", "disasm"}, "trace disasm: takes one trace"},
        {{"trace", "disasm", "a", "--foo"}, "'--foo'"},
        {{"trace", "dma"}, "trace dma: takes one memory image"},
        {{"trace", "dma", "a"}, "trace dma: where to?"},
        {{"trace", "dma", "a", "-o", "b"}, "Give --tadr"},
        {{"trace", "dma", "a", "-o", "b", "--madr", "0"}, "Give --tadr"},
        {{"trace", "dma", "a", "-o", "b", "--tadr", "x"}, "'x'"},
        {{"trace", "dma", "a", "-o", "b", "--tadr", "0x100000000"}, "'0x100000000'"},
        {{"trace", "dma", "a", "-o", "b", "--madr", "0", "--qwc", "65536"}, "'65536'"},
        {{"trace", "dma", "a", "-o", "b", "--channel", "spr"}, "'spr'"},
        {{"trace", "dma", "a", "-o", "b", "--tadr", "0", "--channel", "gif", "--tte"},
         "--tte is for vif1 only"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = run_with_input(NULL, cases[i].arguments);
        cr_assert_eq(run.status, 2, "case %zu: status %d", i, run.status);
        cr_assert_str_empty(run.out);
        cr_assert_not_null(strstr(run.err, cases[i].names), "case %zu: %s", i, run.err);
    }
}

Test(trace_dma, help_goes_to_standard_output)
{
    static const char *const commands[][4] = {{"trace", "--help"},
                                              {"trace", "asm", "-h"},
                                              {"trace", "disasm", "--help"},
                                              {"trace", "dma", "--help"}};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct run run = run_with_input(NULL, commands[i]);
        cr_assert_eq(run.status, 0, "case %zu", i);
        cr_assert_eq(strncmp(run.out, "Usage: path1 trace", 18), 0, "%s", run.out);
    }
}

Test(trace_dma, text_and_trace_can_come_from_standard_input_and_go_to_standard_output)
{
    static const char text[] = "vsync 1\nwait idle\n";
    write_file(scratch("a.p1s"), text, sizeof text - 1);
    const char *const to_stdout[] = {"trace", "asm", "-", "-o", "-", NULL};
    const char *const from_file[] = {"trace", "asm", scratch("a.p1s"), "-o", scratch("a.p1t"), NULL};
    cr_assert_eq(run_with_input(NULL, from_file).status, 0);
    struct run run = run_into(scratch("none"), (const char *const[]){"trace", "asm", "-", "-o", "-", NULL});
    cr_assert_eq(run.status, 0, "%s", run.err); /* an empty text is an empty trace */
    run = run_with_input(scratch("a.p1s"), to_stdout);
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_with_input(scratch("a.p1t"), (const char *const[]){"trace", "disasm", "-", NULL});
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(run.out, text);
}

Test(trace_dma, output_that_cannot_be_written_is_an_error_and_leaves_nothing)
{
    write_file(scratch("a.p1s"), "vsync\n", 6);
    cr_assert_eq(run_path1("trace", "asm", scratch("a.p1s"), "-o", scratch("a.p1t")).status, 0);
    cr_assert_eq(run_path1("trace", "asm", scratch("a.p1s"), "-o", scratch("no/a.p1t")).status, 1);
    cr_assert_eq(run_path1("trace", "disasm", scratch("a.p1t"), "-o", scratch("no/a.p1s")).status, 1);
    cr_assert_eq(run_path1("trace", "disasm", scratch("a.p1t"), "-o", "/dev/full").status, 1);
    cr_assert_eq(run_path1("trace", "asm", scratch("missing"), "-o", scratch("b.p1t")).status, 1);
    cr_assert_eq(run_path1("trace", "disasm", scratch("missing")).status, 1);
    cr_assert_eq(run_path1("trace", "disasm", scratch("a.p1s")).status, 1);
    cr_assert_eq(
        run_into("/dev/full", (const char *const[]){"trace", "disasm", scratch("a.p1t"), NULL}).status, 1);
    cr_assert_str_eq(directory_listing(scratch("")), "a.p1s a.p1t ");
}
