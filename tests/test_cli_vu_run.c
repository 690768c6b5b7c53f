/* path1 vu run from the outside. Cycle numbers: VUPIPE sections 1 and 13. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program.h"
#include "reference.h"
#include "vu_words.h"

TestSuite(cli_vu_run, .init = program_setup, .fini = program_teardown, .timeout = 600);

/* ---- programs ---- */

struct code {
    uint8_t bytes[16384];
    size_t size;
};

static void put_word(uint8_t *at, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

static void pair(struct code *code, uint32_t upper, uint32_t lower)
{
    put_word(code->bytes + code->size, lower);
    put_word(code->bytes + code->size + 4, upper);
    code->size += 8;
}

static void end(struct code *code)
{
    pair(code, UPPER_NOP | VU_BIT_E, LOWER_NOP);
    pair(code, UPPER_NOP, LOWER_NOP);
}

static const char *write_code(const char *name, const struct code *code)
{
    const char *path = scratch(name);
    write_file(path, code->bytes, code->size);
    return path;
}

/* Doubles the first quadword into VF02, 1/4 into Q, kicks quadword 2 and stores to it meanwhile. */
static const char *write_example(void)
{
    struct code code = {.size = 0};
    pair(&code, UPPER_NOP, lq(DEST_XYZW, 1, 0, 0));
    pair(&code, add(DEST_XYZW, 2, 1, 1), iaddiu(1, 0, 2)); /* waits until 5 */
    pair(&code, UPPER_NOP, vu_div(0, FIELD_W, 1, FIELD_W));
    pair(&code, UPPER_NOP, xgkick(1));
    pair(&code, UPPER_NOP, sq(DEST_XYZW, 2, 3, 0)); /* waits until 9 */
    end(&code);
    return write_code("example.bin", &code);
}

/* Quadword 0: 1, 2, 3, 4. Quadword 2: a tag with EOP and one quadword. */
static const char *write_example_data(void)
{
    uint8_t data[64] = {0};
    const uint32_t words[4] = {0x3F800000, 0x40000000, 0x40400000, 0x40800000};
    for (unsigned i = 0; i < 4; i++)
        put_word(data + 4 * i, words[i]);
    put_word(data + 32, 0x8001);
    put_word(data + 36, 0x10000000);
    const char *path = scratch("data.bin");
    write_file(path, data, sizeof data);
    return path;
}

/* ---- looking at the answer ---- */

static const char *word_in(json_t *list, size_t index)
{
    const char *text = json_string_value(json_array_get(list, index));
    cr_assert_not_null(text);
    return text;
}

static json_t *vf_of(json_t *root, size_t n)
{
    return json_array_get(json_object_get(root, "vf"), n);
}

static json_t *entry_of(json_t *root, const char *list, size_t index)
{
    json_t *entry = json_array_get(json_object_get(root, list), index);
    cr_assert_not_null(entry, "%s[%zu]", list, index);
    return entry;
}

static json_t *good_json(struct run run)
{
    cr_assert_eq(run.status, 0, "%s", run.err);
    cr_assert_str_empty(run.err);
    return parse_json(run.out);
}

Test(cli_vu_run, json_holds_registers_runs_and_kicks)
{
    json_t *root = good_json(
        run_path1("vu", "run", "--micro", write_example(), "--mem", write_example_data(), "--json"));
    cr_assert_eq(json_array_size(json_object_get(root, "vf")), 32);
    cr_assert_eq(json_array_size(json_object_get(root, "vi")), 16);
    cr_assert_eq(json_array_size(json_object_get(root, "acc")), 4);
    cr_assert_str_eq(word_in(vf_of(root, 0), 3), "3f800000");
    cr_assert_str_eq(word_in(vf_of(root, 2), 0), "40000000");
    cr_assert_str_eq(word_in(vf_of(root, 2), 3), "41000000");
    cr_assert_str_eq(word_in(json_object_get(root, "vi"), 1), "0002");
    cr_assert_str_eq(text_of(root, "q"), "3e800000");
    cr_assert_str_eq(text_of(root, "p"), "00000000");
    cr_assert_str_eq(text_of(root, "i"), "00000000");
    cr_assert_str_eq(text_of(root, "r"), "3f800000");
    cr_assert_str_eq(text_of(root, "status"), "00000000");
    cr_assert_str_eq(text_of(root, "mac"), "00000000");
    cr_assert_str_eq(text_of(root, "clip"), "00000000");
    json_t *run = entry_of(root, "runs", 0), *kick = entry_of(root, "kicks", 0);
    cr_assert_eq(json_array_size(json_object_get(root, "runs")), 1);
    cr_assert_eq(number_of(run, "start"), 0);
    cr_assert_eq(number_of(run, "end_pc"), 56);
    cr_assert_eq(number_of(run, "cycles"), 11);
    cr_assert_eq(number_of(run, "cycles_flushed"), 13); /* DIV in 6 */
    cr_assert(json_is_true(json_object_get(run, "finished")));
    cr_assert_eq(json_array_size(json_object_get(root, "kicks")), 1);
    cr_assert_eq(number_of(kick, "run"), 0);
    cr_assert_eq(number_of(kick, "addr"), 32);
    cr_assert_eq(number_of(kick, "cycle"), 7);
    cr_assert_eq(number_of(kick, "bytes"), 32);
    json_decref(root);
}

Test(cli_vu_run, out_writes_memory_and_packets)
{
    struct run run = run_path1("vu", "run", "--micro", write_example(), "--mem", write_example_data(),
                               "--out", scratch("x"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t size;
    const char *mem = read_file(scratch("x.mem.bin"), &size);
    cr_assert_eq(size, 16384);
    const uint8_t doubled[16] = {0, 0, 0, 0x40, 0, 0, 0x80, 0x40, 0, 0, 0xC0, 0x40, 0, 0, 0, 0x41};
    cr_assert_arr_eq(mem + 48, doubled, 16);
    const char *packet = read_file(scratch("x.kick0.bin"), &size);
    cr_assert_eq(size, 32);
    cr_assert_arr_eq(packet, mem + 32, 32, "the store beside the kick is in the packet");
    cr_assert_null(strstr(directory_listing(scratch("")), "kick1"));
}

Test(cli_vu_run, packets_wrap_and_without_eop_are_cut_at_16_kib)
{
    struct code code = {.size = 0};
    uint8_t data[16384] = {0};
    pair(&code, UPPER_NOP, iaddiu(1, 0, 1023));
    pair(&code, UPPER_NOP, xgkick(1));
    end(&code);
    put_word(data + 1023 * 16, 0x8002); /* NLOOP 2, EOP */
    put_word(data + 1023 * 16 + 4, 0x10000000);
    data[0] = 11;
    data[16] = 12;
    const char *micro = write_code("kick.bin", &code), *mem = scratch("mem.bin");
    write_file(mem, data, sizeof data);
    cr_assert_eq(run_path1("vu", "run", "--micro", micro, "--mem", mem, "--out", scratch("w")).status, 0);
    size_t size;
    const char *packet = read_file(scratch("w.kick0.bin"), &size);
    cr_assert_eq(size, 48);
    cr_assert_eq(packet[0], 2);
    cr_assert_eq(packet[16], 11);
    cr_assert_eq(packet[32], 12);
    put_word(data + 1023 * 16, 0);
    data[0] = data[16] = 0;
    write_file(mem, data, sizeof data);
    cr_assert_eq(run_path1("vu", "run", "--micro", micro, "--mem", mem, "--out", scratch("w")).status, 0);
    read_file(scratch("w.kick0.bin"), &size);
    cr_assert_eq(size, 16384);
}

Test(cli_vu_run, runs_follow_each_other_with_the_state_kept)
{
    struct code code = {.size = 0};
    pair(&code, UPPER_NOP, iaddi(1, 1, 1)); /* 00 */
    end(&code);
    pair(&code, UPPER_NOP, xtop(2)); /* 18 */
    pair(&code, UPPER_NOP | VU_BIT_E, xitop(3));
    pair(&code, UPPER_NOP, iaddi(1, 1, 2));
    json_t *root = good_json(run_path1("vu", "run", "--micro", write_code("m.bin", &code), "--json", "--run",
                                       "start=0,top=5", "--run", "start=0x0", "--run", "cont,itop=0x3ff",
                                       "--run", "top=17,start=18"));
    cr_assert_str_eq(word_in(json_object_get(root, "vi"), 1), "0006");
    cr_assert_str_eq(word_in(json_object_get(root, "vi"), 2), "0011");
    cr_assert_str_eq(word_in(json_object_get(root, "vi"), 3), "03ff");
    cr_assert_eq(json_array_size(json_object_get(root, "runs")), 4);
    cr_assert_eq(number_of(entry_of(root, "runs", 2), "start"), 24);
    cr_assert_eq(number_of(entry_of(root, "runs", 2), "end_pc"), 48);
    cr_assert_eq(number_of(entry_of(root, "runs", 3), "cycles"), 3);
    json_decref(root);
}

Test(cli_vu_run, set_takes_words_and_decimal_numbers)
{
    struct code code = {.size = 0};
    end(&code);
    json_t *root = good_json(run_path1(
        "vu", "run", "--micro", write_code("m.bin", &code), "--json", "--set", "vf5=1.0,-0.5,0x7,89abcdef",
        "--set", "vi3=fFf", "--set", "acc=00000001,.25,1.5e1,-0.0", "--set", "q=3f800001", "--set", "p=2.0",
        "--set", "i=0x1", "--set", "r=ffffffff", "--set", "status=abc", "--set", "mac=0x12", "--set",
        "clip=123456", "--set", "vi15=1", "--set", "vf31=0.1,0.1,0.1,0.1"));
    cr_assert_str_eq(word_in(vf_of(root, 5), 0), "3f800000");
    cr_assert_str_eq(word_in(vf_of(root, 5), 1), "bf000000");
    cr_assert_str_eq(word_in(vf_of(root, 5), 2), "00000007");
    cr_assert_str_eq(word_in(vf_of(root, 5), 3), "89abcdef");
    cr_assert_str_eq(word_in(vf_of(root, 31), 2), "3dcccccd");
    cr_assert_str_eq(word_in(json_object_get(root, "vi"), 3), "0fff");
    cr_assert_str_eq(word_in(json_object_get(root, "vi"), 15), "0001");
    cr_assert_str_eq(word_in(json_object_get(root, "acc"), 0), "00000001");
    cr_assert_str_eq(word_in(json_object_get(root, "acc"), 1), "3e800000");
    cr_assert_str_eq(word_in(json_object_get(root, "acc"), 2), "41700000");
    cr_assert_str_eq(word_in(json_object_get(root, "acc"), 3), "80000000");
    cr_assert_str_eq(text_of(root, "q"), "3f800001");
    cr_assert_str_eq(text_of(root, "p"), "40000000");
    cr_assert_str_eq(text_of(root, "i"), "00000001");
    cr_assert_str_eq(text_of(root, "r"), "3fffffff");
    cr_assert_str_eq(text_of(root, "status"), "00000abc");
    cr_assert_str_eq(text_of(root, "mac"), "00000012");
    cr_assert_str_eq(text_of(root, "clip"), "00123456");
    json_decref(root);
}

static size_t lines_of(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

Test(cli_vu_run, trace_prints_a_line_a_pair_with_waits_instructions_and_changes)
{
    const char *micro = write_example(), *mem = write_example_data();
    struct run plain = run_path1("vu", "run", "--micro", micro, "--mem", mem);
    struct run traced = run_path1("vu", "run", "--micro", micro, "--mem", mem, "--trace");
    cr_assert_eq(traced.status, 0);
    cr_assert_eq(lines_of(traced.out), lines_of(plain.out) + 7);
    const char *line = strstr(traced.out, "\n       5 0008 +3 ");
    cr_assert_not_null(line, "%s", traced.out);
    cr_assert_not_null(strstr(line, "x=40000000 y=40800000 z=40c00000 w=41000000"));
    cr_assert_not_null(strstr(traced.out, "mem[0030] x=40000000"));
    /* With JSON it goes to standard error. */
    struct run both = run_path1("vu", "run", "--micro", micro, "--mem", mem, "--trace", "--json");
    cr_assert_eq(lines_of(both.err), 7);
    json_decref(parse_json(both.out));
}

Test(cli_vu_run, text_tells_runs_kicks_and_registers)
{
    struct run run = run_path1("vu", "run", "--micro", write_example(), "--mem", write_example_data());
    cr_assert_eq(run.status, 0);
    cr_assert_not_null(strstr(run.out, "run 0: from 0x0000 to 0x0038, 7 pairs in 11 cycles"), "%s", run.out);
    cr_assert_not_null(strstr(run.out, "kick 0: run 0, cycle 7, 0x0020, 32 bytes"));
    cr_assert_not_null(strstr(run.out, "vf02  40000000 40800000 40c00000 41000000"));
}

Test(cli_vu_run, vu0_has_4_kib_and_neither_efu_nor_kicks)
{
    struct code code = {.size = 0};
    pair(&code, UPPER_NOP, xgkick(0));
    end(&code);
    json_t *root = good_json(run_path1("vu", "run", "--unit", "vu0", "--micro", write_code("m.bin", &code),
                                       "--json", "--out", scratch("v")));
    cr_assert_eq(json_array_size(json_object_get(root, "kicks")), 0);
    json_decref(root);
    size_t size;
    read_file(scratch("v.mem.bin"), &size);
    cr_assert_eq(size, 4096);
    cr_assert_eq(
        run_path1("vu", "run", "--unit", "vu0", "--micro", scratch("m.bin"), "--run", "start=ff8").status, 0);
    cr_assert_eq(
        run_path1("vu", "run", "--unit", "vu0", "--micro", scratch("m.bin"), "--run", "start=1000").status,
        2);
    code.size = 4104;
    write_code("m.bin", &code);
    cr_assert_eq(run_path1("vu", "run", "--unit", "vu0", "--micro", scratch("m.bin")).status, 1);
}

Test(cli_vu_run, an_endless_loop_ends_with_a_message)
{
    struct code code = {.size = 0};
    pair(&code, UPPER_NOP, vu_b(-1));
    pair(&code, UPPER_NOP, iaddi(1, 1, 1));
    const char *micro = write_code("loop.bin", &code);
    struct run run = run_path1("vu", "run", "--micro", micro, "--json", "--run", "start=0", "--run", "cont");
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "run 0 did not end within 10000000 cycles"), "%s", run.err);
    cr_assert_eq(lines_of(run.err), 1);
    json_t *root = parse_json(run.out);
    cr_assert_eq(json_array_size(json_object_get(root, "runs")), 1);
    cr_assert(json_is_false(json_object_get(entry_of(root, "runs", 0), "finished")));
    cr_assert_eq(number_of(entry_of(root, "runs", 0), "cycles"), 10000000);
    json_decref(root);
    run = run_path1("vu", "run", "--micro", micro, "--json", "--max-cycles", "7");
    cr_assert_eq(run.status, 1);
    root = parse_json(run.out);
    cr_assert_eq(number_of(entry_of(root, "runs", 0), "cycles"), 7);
    cr_assert_str_eq(word_in(json_object_get(root, "vi"), 1), "0003");
    json_decref(root);
}

/* ---- what cannot be done ---- */

/* One line on standard error, and nothing else. */
static void check_refused(struct run run, int status, const char *what)
{
    cr_assert_eq(run.status, status, "%s: exit %d, %s", what, run.status, run.err);
    cr_assert_str_empty(run.out, "%s", what);
    cr_assert_eq(lines_of(run.err), 1, "%s: %s", what, run.err);
    cr_assert_eq(strncmp(run.err, "path1: ", 7), 0);
}

Test(cli_vu_run, bad_arguments_are_refused)
{
    const char *micro = write_example();
    const char *const options[][2] = {
        {"--run", ""},
        {"--run", "start"},
        {"--run", "start="},
        {"--run", "start=4"},
        {"--run", "start=4000"},
        {"--run", "start=g"},
        {"--run", "start=0,start=8"},
        {"--run", "cont,start=8"},
        {"--run", "cont,cont"},
        {"--run", "top=1024"},
        {"--run", "top=-1"},
        {"--run", "top=1,top=1"},
        {"--run", "itop="},
        {"--run", "start=0,"},
        {"--run", "itop=0x400"},
        {"--run", "tops=1"},
        {"--set", "vf5"},
        {"--set", "vf5="},
        {"--set", "vf5=1.0"},
        {"--set", "vf0=1.0,1.0,1.0,1.0"},
        {"--set", "vf32=1.0,1.0,1.0,1.0"},
        {"--set", "vf5=1.0,1.0,1.0,1.0,1.0"},
        {"--set", "vf5=1.0,1.0,1.0,"},
        {"--set", "vf5=1,1,1,1"},
        {"--set", "vf5=nan.,0.0,0.0,0.0"},
        {"--set", "vf5=1.0e99,0.0,0.0,0.0"},
        {"--set", "vf-1=1.0,1.0,1.0,1.0"},
        {"--set", "vi0=1"},
        {"--set", "vi16=1"},
        {"--set", "vi3=10000"},
        {"--set", "vi3="},
        {"--set", "vi3=0x"},
        {"--set", "vi3= 1"},
        {"--set", "q=1"},
        {"--set", "q=1..0"},
        {"--set", "q=.e"},
        {"--set", "q=123456789"},
        {"--set", "status=1000"},
        {"--set", "mac=12345"},
        {"--set", "clip=1000000"},
        {"--set", "x=1"},
        {"--set", "=1"},
        {"--set", "acc=0.0"},
        {"--max-cycles", "0"},
        {"--max-cycles", "x"},
        {"--max-cycles", "-5"},
        {"--unit", "vu2"},
        {"--unit", ""},
        {"--what", "x"},
    };
    for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
        check_refused(run_path1("vu", "run", "--micro", micro, options[i][0], options[i][1]), 2,
                      options[i][1]);
    check_refused(run_path1("vu", "run"), 2, "no program");
    check_refused(run_path1("vu", "run", "--micro"), 2, "no value");
    check_refused(run_path1("vu", "run", micro), 2, "no option");
    check_refused(run_path1("vu", "run", "--micro", micro, "more"), 2, "one more");
}

Test(cli_vu_run, files_that_do_not_fit_are_refused)
{
    struct code code = {.size = 0};
    const char *name = scratch("odd.bin");
    check_refused(run_path1("vu", "run", "--micro", scratch("missing.bin")), 1, "missing");
    check_refused(run_path1("vu", "run", "--micro", scratch("")), 1, "a directory");
    write_file(name, code.bytes, 0);
    check_refused(run_path1("vu", "run", "--micro", name), 1, "empty");
    write_file(name, code.bytes, 12);
    check_refused(run_path1("vu", "run", "--micro", name), 1, "12 bytes");
    uint8_t *large = calloc(1, 16392);
    write_file(name, large, 16392);
    free(large);
    struct run run = run_path1("vu", "run", "--micro", name);
    check_refused(run, 1, "too large");
    cr_assert_not_null(strstr(run.err, "16384"));
    check_refused(run_path1("vu", "run", "--micro", write_example(), "--mem", name), 1, "too much data");
    check_refused(run_path1("vu", "run", "--micro", write_example(), "--mem", scratch("no")), 1, "no data");
}

Test(cli_vu_run, output_that_cannot_be_written_is_reported)
{
    struct run run = run_path1("vu", "run", "--micro", write_example(), "--out", scratch("no/such/x"));
    cr_assert_eq(run.status, 1);
    cr_assert_eq(lines_of(run.err), 1, "%s", run.err);
}

Test(cli_vu_run, help_explains_the_options)
{
    struct run run = run_path1("vu", "run", "--help");
    cr_assert_eq(run.status, 0);
    cr_assert_str_empty(run.err);
    const char *const names[] = {"--micro", "--mem",  "--run",   "--set", "--max-cycles",
                                 "--out",   "--json", "--trace", "--unit"};
    cr_assert_eq(strncmp(run.out, "Usage: path1 vu run ", 20), 0);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        cr_assert_not_null(strstr(run.out, names[i]), "%s", names[i]);
}

/* ---- garbage ---- */

Test(cli_vu_run, programs_of_random_bytes_end_or_are_stopped_and_twice_the_same)
{
    uint64_t random = 1;
    unsigned ended = 0;
    for (unsigned file = 0; file < 40; file++) {
        struct code code = {.size = sizeof code.bytes};
        for (size_t i = 0; i < code.size; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            code.bytes[i] = (uint8_t)(random >> 56);
        }
        const char *micro = write_code("garbage.bin", &code), *unit = file % 4 ? "vu1" : "vu0";
        if (file % 4 == 0) {
            code.size = 4096;
            write_code("garbage.bin", &code);
        }
        struct run first = run_path1("vu", "run", "--micro", micro, "--mem", micro, "--max-cycles", "200000",
                                     "--json", "--run", "start=10", "--run", "cont", "--unit", unit);
        struct run again = run_path1("vu", "run", "--micro", micro, "--mem", micro, "--max-cycles", "200000",
                                     "--json", "--run", "start=10", "--run", "cont", "--unit", unit);
        cr_assert(first.status == 0 || first.status == 1, "file %u: status %d, %s", file, first.status,
                  first.err);
        cr_assert_str_eq(first.out, again.out);
        json_decref(parse_json(first.out));
        ended += first.status == 0;
    }
    cr_assert_gt(ended, 20);
}
