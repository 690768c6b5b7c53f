/* path1 vu asm and path1 vu disasm from the outside. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "program.h"
#include "reference.h"
#include "vu_source.h"

TestSuite(cli_vu_asm, .init = program_setup, .fini = program_teardown, .timeout = 600);

static const char source[] = "; doubles a quadword until vi01 is 0\n"
                             "\t.vu\n"
                             "loop:\n"
                             "\tadd.xyzw vf01, vf01, vf01\tiaddi vi01, vi01, -1\n"
                             "\tnop\t\t\t\tibne vi01, vi00, loop\n"
                             "\tnop\t\t\t\tnop\n"
                             "\tnop[E]\t\t\t\tloi 1.0\n"
                             "\t.word 0, 0x4a000300\n";

/* Encoded by hand from VUPIPE sections 11 and 12. */
static const uint8_t binary[] = {
    0xF2, 0x0F, 0x01, 0x80, 0x68, 0x08, 0xE1, 0x01, /* 01E10868 80010FF2 */
    0xFE, 0x07, 0x01, 0x52, 0xFF, 0x02, 0x00, 0x00, /* 000002FF 520107FE */
    0x3C, 0x03, 0x00, 0x80, 0xFF, 0x02, 0x00, 0x00, /* 000002FF 8000033C */
    0x00, 0x00, 0x80, 0x3F, 0xFF, 0x02, 0x00, 0xC0, /* C00002FF 3F800000 */
    0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x00, 0x4A, /* 4A000300 00000000 */
};

static const char *write_source(const char *name, const char *text)
{
    const char *path = scratch(name);
    write_file(path, text, strlen(text));
    return path;
}

static const char *write_binary(void)
{
    const char *path = scratch("m.bin");
    write_file(path, binary, sizeof binary);
    return path;
}

/* ---- asm ---- */

Test(cli_vu_asm, a_source_becomes_a_file_of_words)
{
    struct run run = run_path1("vu", "asm", write_source("a.vsm", source), "-o", scratch("a.bin"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_empty(run.out);
    cr_assert_str_empty(run.err);
    size_t size;
    char *bytes = read_file(scratch("a.bin"), &size);
    cr_assert_eq(size, sizeof binary);
    cr_assert_arr_eq((const uint8_t *)bytes, binary, sizeof binary);
    cr_assert_str_eq(directory_listing(scratch("")), "a.bin a.vsm ");
}

Test(cli_vu_asm, the_source_can_come_from_standard_input_and_the_program_go_to_standard_output)
{
    const char *const to_file[] = {"vu", "asm", "-", "--output", scratch("a.bin"), NULL};
    struct run run = run_with_input(write_source("a.vsm", source), to_file);
    cr_assert_eq(run.status, 0, "%s", run.err);
    const char *const to_stdout[] = {"vu", "asm", scratch("a.vsm"), "-o", "-", NULL};
    run = run_into(scratch("b.bin"), to_stdout);
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t size;
    char *a = read_file(scratch("a.bin"), &size);
    cr_assert_eq(size, sizeof binary);
    char *b = read_file(scratch("b.bin"), &size);
    cr_assert_eq(size, sizeof binary);
    cr_assert_arr_eq((const uint8_t *)a, binary, size);
    cr_assert_arr_eq((const uint8_t *)b, binary, size);
}

Test(cli_vu_asm, list_prints_addresses_words_and_source)
{
    struct run run = run_path1("vu", "asm", write_source("a.vsm", source), "--list");
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(
        run.out,
        "                             1  ; doubles a quadword until vi01 is 0\n"
        "                             2          .vu\n"
        "                             3  loop:\n"
        "0000  01e10868 80010ff2      4          add.xyzw vf01, vf01, vf01       iaddi vi01, vi01, -1\n"
        "0008  000002ff 520107fe      5          nop                             ibne vi01, vi00, loop\n"
        "0010  000002ff 8000033c      6          nop                             nop\n"
        "0018  c00002ff 3f800000      7          nop[E]                          loi 1.0\n"
        "0020  4a000300 00000000      8          .word 0, 0x4a000300\n");
}

Test(cli_vu_asm, list_shows_what_macros_and_alignment_give)
{
    struct run run =
        run_path1("vu", "asm", "--list", "-o", scratch("a.bin"),
                  write_source("a.vsm", ".org 0x40\n.macro two\n nop nop\n nop waitq\n.endm\n\n two\n"
                                        ".align 5\n nop nop"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(run.out, "                             1  .org 0x40\n"
                              "                             2  .macro two\n"
                              "                             3   nop nop\n"
                              "                             4   nop waitq\n"
                              "                             5  .endm\n"
                              "                             6\n"
                              "0040  000002ff 8000033c      7   two\n"
                              "0048  000002ff 800003bf\n"
                              "0050  00000000 00000000\n"
                              "0058  00000000 00000000\n"
                              "                             8  .align 5\n"
                              "0060  000002ff 8000033c      9   nop nop\n");
    size_t size;
    read_file(scratch("a.bin"), &size);
    cr_assert_eq(size, 40);
}

Test(cli_vu_asm, files_are_included_from_beside_the_source)
{
    cr_assert_eq(mkdir(scratch("lib"), 0777), 0);
    write_source("lib/a.vsm", ".include \"b.vsi\"\n nop iaddiu vi01, vi00, K\n");
    write_source("lib/b.vsi", "K = 5\n");
    struct run run = run_path1("vu", "asm", scratch("lib/a.vsm"), "-o", scratch("a.bin"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t size;
    char *bytes = read_file(scratch("a.bin"), &size);
    cr_assert_eq(size, 8);
    cr_assert_eq(bytes[0], 5);
    run = run_path1("vu", "asm", write_source("c.vsm", "\n.include \"b.vsi\"\n"), "-o", scratch("c.bin"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "c.vsm:2: cannot read 'b.vsi'"), "%s", run.err);
    run = run_path1("vu", "asm", write_source("c.vsm", ".include \"-\"\n"), "-o", scratch("c.bin"));
    cr_assert_eq(run.status, 1);
}

Test(cli_vu_asm, a_faulty_source_exits_with_1_names_the_line_and_leaves_nothing)
{
    const char *path = write_source("a.vsm", "nop nop\nnop foo\n");
    struct run run = run_path1("vu", "asm", path, "-o", scratch("a.bin"), "--list");
    cr_assert_eq(run.status, 1);
    cr_assert_str_empty(run.out);
    cr_assert_not_null(strstr(run.err, "a.vsm:2: there is no instruction 'foo' in the lower column\n"), "%s",
                       run.err);
    cr_assert_eq(strchr(run.err, '\n'), run.err + strlen(run.err) - 1, "one line, but: %s", run.err);
    cr_assert_str_eq(directory_listing(scratch("")), "a.vsm ");
    const char *const arguments[] = {"vu", "asm", "-", "--list", NULL};
    run = run_with_input(path, arguments);
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "standard input:2: "), "%s", run.err);
}

Test(cli_vu_asm, an_old_file_stays_if_the_source_is_faulty)
{
    write_file(scratch("a.bin"), "old", 3);
    struct run run = run_path1("vu", "asm", write_source("a.vsm", "foo\n"), "-o", scratch("a.bin"));
    cr_assert_eq(run.status, 1);
    cr_assert_str_eq(read_file(scratch("a.bin"), NULL), "old");
}

/* ---- disasm ---- */

Test(cli_vu_asm, a_program_is_printed_with_labels_and_words)
{
    struct run run = run_path1("vu", "disasm", write_binary());
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_empty(run.err);
    cr_assert_str_eq(
        run.out,
        "    .vu\n"
        "L0000:\n"
        "    add.xyzw vf01, vf01, vf01             iaddi vi01, vi01, -1        ; 0000  01e10868 80010ff2\n"
        "    nop                                   ibne vi01, vi00, L0000      ; 0008  000002ff 520107fe\n"
        "    nop                                   nop                         ; 0010  000002ff 8000033c\n"
        "    nop[IE]                               loi 0x3f800000              ; 0018  c00002ff 3f800000\n"
        "    .word 0x00000000, 0x4a000300                                      ; 0020  4a000300 00000000  "
        "addx[ET]. vf12, vf00, vf00x | lq. vf00, 0(vi00)\n");
}

Test(cli_vu_asm, base_moves_addresses_and_targets)
{
    struct run run = run_path1("vu", "disasm", "--base", "0x1000", write_binary());
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_not_null(strstr(run.out, "    .org 0x1000\nL1000:\n"), "%s", run.out);
    cr_assert_not_null(strstr(run.out, "ibne vi01, vi00, L1000      ; 1008 "), "%s", run.out);
    run = run_path1("vu", "disasm", "--base=4096", write_binary());
    cr_assert_not_null(strstr(run.out, "    .org 0x1000\nL1000:\n"), "%s", run.out);
}

Test(cli_vu_asm, json_tells_the_same)
{
    struct run run = run_path1("vu", "disasm", "--json", "--base", "0x20", write_binary());
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *pairs = json_object_get(root, "pairs");
    cr_assert_str_eq(text_of(root, "base"), "0x0020");
    cr_assert_eq(json_array_size(pairs), 5);
    json_t *branch = json_array_get(pairs, 1), *odd = json_array_get(pairs, 4);
    cr_assert_str_eq(text_of(branch, "address"), "0x0028");
    cr_assert_str_eq(text_of(branch, "upper"), "0x000002FF");
    cr_assert_str_eq(text_of(branch, "lower"), "0x520107FE");
    cr_assert_str_eq(text_of(branch, "upper_text"), "nop");
    cr_assert_str_eq(text_of(branch, "lower_text"), "ibne vi01, vi00, L0020");
    cr_assert_str_eq(text_of(branch, "target"), "0x0020");
    cr_assert(json_is_true(json_object_get(branch, "exact")));
    cr_assert(json_is_false(json_object_get(odd, "exact")));
    cr_assert_null(json_object_get(odd, "target"));
    json_decref(root);
}

Test(cli_vu_asm, an_empty_program_is_an_empty_listing)
{
    write_file(scratch("m.bin"), "", 0);
    struct run run = run_path1("vu", "disasm", scratch("m.bin"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_eq(run.out, "    .vu\n");
    run = run_path1("vu", "disasm", "--json", scratch("m.bin"));
    json_t *root = parse_json(run.out);
    cr_assert_eq(json_array_size(json_object_get(root, "pairs")), 0);
    json_decref(root);
}

Test(cli_vu_asm, what_is_no_program_exits_with_1)
{
    write_file(scratch("m.bin"), binary, 12);
    struct run run = run_path1("vu", "disasm", scratch("m.bin"));
    cr_assert_eq(run.status, 1);
    cr_assert_str_empty(run.out);
    cr_assert_not_null(strstr(run.err, "m.bin: 12 bytes"), "%s", run.err);
    static const uint8_t large[VU1_MEMORY_SIZE + 8];
    write_file(scratch("m.bin"), large, sizeof large);
    run = run_path1("vu", "disasm", scratch("m.bin"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "m.bin: more than 16384 bytes"), "%s", run.err);
    write_file(scratch("m.bin"), large, VU1_MEMORY_SIZE);
    run = run_path1("vu", "disasm", "--base", "8", scratch("m.bin"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "more than 16376 bytes"), "%s", run.err);
    run = run_path1("vu", "disasm", scratch("missing.bin"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "missing.bin"), "%s", run.err);
    run = run_path1("vu", "asm", scratch("missing.vsm"), "-o", scratch("a.bin"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "missing.vsm"), "%s", run.err);
}

/* ---- there and back ---- */

/* Disassembles scratch("m.bin") at `base`, assembles that, and compares. */
static void go_there_and_back(const uint8_t *bytes, size_t size, const char *base)
{
    write_file(scratch("m.bin"), bytes, size);
    const char *const disasm[] = {"vu", "disasm", scratch("m.bin"), "--base", base, NULL};
    struct run run = run_into(scratch("m.vsm"), disasm);
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_path1("vu", "asm", scratch("m.vsm"), "-o", scratch("back.bin"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t back;
    char *again = read_file(scratch("back.bin"), &back);
    cr_assert_eq(back, size);
    cr_assert_arr_eq((const uint8_t *)again, bytes, size);
}

Test(cli_vu_asm, any_micro_memory_comes_back_from_its_listing)
{
    static uint8_t bytes[VU1_MEMORY_SIZE];
    static const char *const bases[] = {"0", "0", "0x38", "8192"};
    uint64_t state = 1414213562;
    for (unsigned i = 0; i < 60; i++) {
        size_t room = VU1_MEMORY_SIZE - strtoul(bases[i % 4], NULL, 0);
        size_t size = i % 3 ? source_random(&state) % (room / 8) * 8 + 8 : room;
        for (size_t j = 0; j < size; j += 4) {
            uint32_t word = source_random(&state);
            /* Lower words: branches with any offset, and any words. */
            if (j % 8 == 0 && i % 2)
                word = (word & 0x01FF7FFF) | 0x50000000;
            else if (j % 8 && i % 2)
                word = 0x000002FF;
            for (unsigned k = 0; k < 4; k++)
                bytes[j + k] = (uint8_t)(word >> 8 * k);
        }
        go_there_and_back(bytes, size, bases[i % 4]);
    }
}

/* ---- usage ---- */

Test(cli_vu_asm, help_goes_to_standard_output)
{
    static const char *const commands[][4] = {
        {"vu", "--help"}, {"vu", "-h"}, {"vu", "help"}, {"vu", "asm", "--help"}, {"vu", "disasm", "-h"}};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        struct run run = run_with_input(NULL, commands[i]);
        cr_assert_eq(run.status, 0, "case %zu", i);
        cr_assert_eq(strncmp(run.out, "Usage: path1 vu", 15), 0, "%s", run.out);
        cr_assert_str_empty(run.err);
    }
}

Test(cli_vu_asm, wrong_usage_exits_with_2_and_names_what_is_wrong)
{
    static const struct {
        const char *arguments[7];
        const char *names;
    } cases[] = {
        {{"vu"}, "Usage"},
        {{"vu", "assemble"}, "unknown command 'assemble'"},
        {{"vu", "--list"}, "unknown option '--list'"},
        {{"vu", "asm"}, "vu asm: takes one source"},
        {{"vu", "asm", "a.vsm"}, "-o M.bin"},
        {{"vu", "asm", "a.vsm", "b.vsm", "-o", "c"}, "takes one source"},
        {{"vu", "asm", "a.vsm", "-o"}, "'-o' needs a value; see path1 vu asm --help"},
        {{"vu", "asm", "a.vsm", "--lists"}, "'--lists'"},
        {{"vu", "asm", "a.vsm", "--list", "-o", "-"}, "standard output"},
        {{"vu", "disasm"}, "vu disasm: takes one program"},
        {{"vu", "disasm", "a", "b"}, "takes one program"},
        {{"vu", "disasm", "a", "--base", "4"}, "multiple of 8"},
        {{"vu", "disasm", "a", "--base", "0x4000"}, "0x4000"},
        {{"vu", "disasm", "a", "--base", "-8"}, "'-8'"},
        {{"vu", "disasm", "a", "--base", "8x"}, "'8x'"},
        {{"vu", "disasm", "a", "--base", ""}, "''"},
        {{"vu", "disasm", "a", "--frames", "3"}, "'--frames'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct run run = run_with_input(NULL, cases[i].arguments);
        cr_assert_eq(run.status, 2, "case %zu: status %d", i, run.status);
        cr_assert_str_empty(run.out);
        cr_assert_not_null(strstr(run.err, cases[i].names), "case %zu: %s", i, run.err);
    }
}

Test(cli_vu_asm, output_that_cannot_be_written_is_an_error_and_leaves_nothing)
{
    write_source("a.vsm", source);
    write_binary();
    const char *const calls[][7] = {
        {"vu", "asm", scratch("a.vsm"), "-o", scratch("missing/a.bin")},
        {"vu", "asm", scratch("a.vsm"), "-o", scratch("a.vsm/a.bin")},
        {"vu", "asm", scratch("a.vsm"), "-o", "/dev/full"},
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
        struct run run = run_with_input(NULL, calls[i]);
        cr_assert_eq(run.status, 1, "case %zu", i);
        cr_assert_neq(run.err[0], '\0');
        cr_assert_str_eq(directory_listing(scratch("")), "a.vsm m.bin ");
    }
    const char *const full[][6] = {
        {"vu", "asm", scratch("a.vsm"), "-o", "-"},
        {"vu", "asm", scratch("a.vsm"), "--list"},
        {"vu", "disasm", scratch("m.bin")},
        {"vu", "disasm", "--json", scratch("m.bin")},
        {"vu", "--help"},
    };
    for (size_t i = 0; i < sizeof full / sizeof full[0]; i++) {
        struct run run = run_into("/dev/full", full[i]);
        cr_assert_eq(run.status, 1, "case %zu", i);
        cr_assert_not_null(strstr(run.err, "No space left"), "case %zu: %s", i, run.err);
    }
}

/* The cycles follow from the latency table: LQ and MUL 4, DIV 7 to WAITQ (VU.md, pipelines). */
Test(cli_vu_asm, disasm_cycles_tells_when_each_pair_issues)
{
    const char *path = write_source("c.vsm", "    nop                     lq.xyzw vf01, 0(vi00)\n"
                                             "    mul.xyzw vf02, vf01, vf01  nop\n"
                                             "    nop                     div q, vf00w, vf02x\n"
                                             "    nop                     waitq\n"
                                             "    mulq.xyz vf03, vf02, q  nop\n"
                                             "    nop[e]                  b 0\n"
                                             "    nop                     sq.xyz vf03, 1(vi00)\n");
    cr_assert_eq(run_path1("vu", "asm", path, "-o", scratch("c.bin")).status, 0);
    struct run run = run_path1("vu", "disasm", "--cycles", scratch("c.bin"));
    cr_assert_eq(run.status, 0);
    static const char *const ends[] = {"  @1\n",  "  @5 +3\n", "  @9 +3\n", "  @16 +6\n",
                                       "  @17\n", "  @18\n",   "  @21 +2\n"};
    const char *at = run.out;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        at = strstr(at, ends[i]);
        cr_assert_not_null(at, "line %zu: %s", i, run.out);
        at += strlen(ends[i]);
    }
    run = run_path1("vu", "disasm", "--json", "--cycles", scratch("c.bin"));
    cr_assert_eq(run.status, 0);
    cr_assert_not_null(strstr(run.out, "\"cycle\""));
    cr_assert_not_null(strstr(run.out, "\"stalled\""));
}
