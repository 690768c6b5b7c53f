/* Microcode as text. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode.h"
#include "opcodes.h"
#include "vectors.h"
#include "vu_lines.h"
#include "vu_source.h"
#include "vu_words.h"

TestSuite(vu_disassemble, .timeout = 600);

static void expect_upper(uint32_t word, const char *text)
{
    char column[96];
    int length = vu_disassemble_upper(word, column, sizeof column);
    cr_assert_str_eq(column, text, "%08X: '%s', not '%s'", (unsigned)word, column, text);
    cr_assert_eq((size_t)length, strlen(text));
}

static void expect_lower(uint32_t upper, uint32_t lower, uint32_t pc, const char *text)
{
    char column[96];
    int length = vu_disassemble_lower(upper, lower, pc, column, sizeof column);
    cr_assert_str_eq(column, text, "%08X at %04X: '%s', not '%s'", (unsigned)lower, (unsigned)pc, column,
                     text);
    cr_assert_eq((size_t)length, strlen(text));
}

/* ---- text ---- */

Test(vu_disassemble, every_upper_instruction_is_written_as_dvp_as_reads_it)
{
    for (size_t i = 0; i < vu_upper_line_count; i++) {
        expect_upper(vu_upper_lines[i].word, vu_upper_lines[i].text);
        cr_assert(vu_disassembly_exact(vu_upper_lines[i].word, LOWER_NOP), "%s", vu_upper_lines[i].text);
    }
}

static bool has_target(const char *text)
{
    return text[0] == 'b' || strncmp(text, "ib", 2) == 0;
}

Test(vu_disassemble, every_lower_instruction_is_written_as_dvp_as_reads_it)
{
    size_t targets = 0;
    for (size_t i = 0; i < vu_lower_line_count; i++) {
        cr_assert(vu_disassembly_exact(UPPER_NOP, vu_lower_lines[i].word), "%s", vu_lower_lines[i].text);
        if (has_target(vu_lower_lines[i].text))
            targets++;
        else
            expect_lower(UPPER_NOP, vu_lower_lines[i].word, 0, vu_lower_lines[i].text);
    }
    cr_assert_eq(targets, 8);
}

/* Target: address of the branch + 8 + 8 * offset (VUPIPE section 4). */
Test(vu_disassemble, branch_targets_are_labels_of_byte_addresses)
{
    expect_lower(UPPER_NOP, vu_b(-1), 0x100, "b L0100");
    expect_lower(UPPER_NOP, bal(15, 3), 0x100, "bal vi15, L0120");
    expect_lower(UPPER_NOP, ibeq(1, 2, 1023), 0x10, "ibeq vi01, vi02, L2010");
    expect_lower(UPPER_NOP, ibne(1, 2, -1024), 0x2000, "ibne vi01, vi02, L0008");
    expect_lower(UPPER_NOP, ibltz(3, 0), 0, "ibltz vi03, L0008");
    expect_lower(UPPER_NOP, ibgtz(3, -2), 8, "ibgtz vi03, L0000");
    expect_lower(UPPER_NOP, iblez(3, 0), 0x3FF0, "iblez vi03, L3ff8");
    expect_lower(UPPER_NOP, ibgez(3, -3), 0x10, "ibgez vi03, L0000");
}

Test(vu_disassemble, a_target_past_either_end_of_memory_is_a_number_of_pairs)
{
    expect_lower(UPPER_NOP, vu_b(-2), 0, "b -2");
    expect_lower(UPPER_NOP, vu_b(0), 0x3FF8, "b 0");
    expect_lower(UPPER_NOP, ibgez(3, 1023), 0x3000, "ibgez vi03, 1023");
}

Test(vu_disassemble, branch_targets_are_told_as_numbers_too)
{
    int32_t target = 77;
    cr_assert(vu_branch_target(UPPER_NOP, bal(1, -4), 0x100, &target));
    cr_assert_eq(target, 0x100 + 8 - 32);
    cr_assert(vu_branch_target(UPPER_NOP, vu_b(-4), 0, &target));
    cr_assert_eq(target, -24);
    cr_assert(vu_branch_target(UPPER_NOP, ibne(1, 2, 1023), 0x3FF8, &target));
    cr_assert_eq(target, 0x4000 + 8 * 1023);
    target = 77;
    cr_assert_not(vu_branch_target(UPPER_NOP, jr(1), 0, &target));
    cr_assert_not(vu_branch_target(UPPER_NOP, LOWER_NOP, 0, &target));
    cr_assert_not(vu_branch_target(UPPER_NOP | VU_BIT_I, vu_b(3), 0, &target), "that is an immediate");
    cr_assert_not(vu_branch_target(UPPER_NOP, 0xFFFFFFFF, 0, &target));
    cr_assert_eq(target, 77);
}

Test(vu_disassemble, control_bits_stand_in_brackets_behind_the_upper_mnemonic)
{
    expect_upper(UPPER_NOP | VU_BIT_E, "nop[E]");
    expect_upper(UPPER_NOP | VU_BIT_M, "nop[M]");
    expect_upper(UPPER_NOP | VU_BIT_D | VU_BIT_T, "nop[DT]");
    expect_upper(0xF8000000u | clipw(1, 2), "clipw[IEMDT].xyz vf01, vf02w");
}

Test(vu_disassemble, the_lower_word_of_an_i_pair_is_a_loi)
{
    expect_upper(UPPER_NOP | VU_BIT_I, "nop[I]");
    expect_lower(UPPER_NOP | VU_BIT_I, 0x3F800000, 0, "loi 0x3f800000");
    expect_lower(UPPER_NOP | VU_BIT_I, LOWER_NOP, 0, "loi 0x8000033c");
    cr_assert(vu_disassembly_exact(UPPER_NOP | VU_BIT_I, 0xFFFFFFFF));
}

Test(vu_disassemble, small_numbers_are_decimal_and_large_ones_hexadecimal)
{
    expect_lower(UPPER_NOP, iaddiu(1, 0, 9), 0, "iaddiu vi01, vi00, 9");
    expect_lower(UPPER_NOP, iaddiu(1, 0, 10), 0, "iaddiu vi01, vi00, 0xa");
    expect_lower(UPPER_NOP, iaddi(1, 2, -1), 0, "iaddi vi01, vi02, -1");
    expect_lower(UPPER_NOP, lq(DEST_XYZ, 1, 1023, 2), 0, "lq.xyz vf01, 1023(vi02)");
}

/* ---- what text cannot say ---- */

Test(vu_disassemble, words_that_are_no_instruction_are_shown_as_words)
{
    expect_upper(0x000002BF, ".word 0x000002bf");
    expect_lower(UPPER_NOP, 0x8000033E, 0, ".word 0x8000033e");
    expect_lower(UPPER_NOP, 0xFFFFFFFF, 0, ".word 0xffffffff");
    cr_assert_not(vu_disassembly_exact(0x000002BF, LOWER_NOP));
    cr_assert_not(vu_disassembly_exact(UPPER_NOP, 0xFFFFFFFF));
}

Test(vu_disassemble, bits_without_meaning_make_a_line_inexact_but_leave_it_readable)
{
    static const struct {
        uint32_t upper, lower;
        const char *up, *low;
    } rows[] = {
        {UPPER_NOP | 1u << 25, LOWER_NOP, "nop", "nop"},            /* reserved */
        {UPPER_NOP | 1u << 16, LOWER_NOP, "nop", "nop"},            /* ft of nop */
        {0x01E10062, LOWER_NOP, "addi.xyzw vf01, vf00, I", "nop"},  /* ft beside I */
        {0x000010A8, LOWER_NOP, "add. vf02, vf02, vf00", "nop"},    /* no field */
        {0x010112FE, LOWER_NOP, "opmula.x ACC, vf02, vf01", "nop"}, /* not xyz */
        {UPPER_NOP, 0x810003BF, "nop", "waitq"},                    /* dest of waitq */
        {UPPER_NOP, 0x8010033C, "nop", "move. vf16, vf00"},         /* no field */
        {UPPER_NOP, 0x02F00000, "nop", "sq.yzw vf00, 0(vi00)"},     /* bit 4 of a vi */
        {UPPER_NOP, 0x2A0007FF, "nop", "fsset 0x7ff"},              /* low half of fsset */
        {UPPER_NOP, 0x80000F3E, "nop", "eleng P, vf01"},            /* dest of eleng */
        {UPPER_NOP, 0x09E10000, "nop", "ilw.xyzw vi01, 0(vi00)"},   /* several fields */
        {0, 0, "addx. vf00, vf00, vf00x", "lq. vf00, 0(vi00)"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert_not(vu_disassembly_exact(rows[i].upper, rows[i].lower), "row %zu", i);
        char column[96];
        vu_disassemble_upper(rows[i].upper, column, sizeof column);
        cr_expect_str_eq(column, rows[i].up, "row %zu: %s", i, column);
        vu_disassemble_lower(rows[i].upper, rows[i].lower, 0, column, sizeof column);
        cr_expect_str_eq(column, rows[i].low, "row %zu: %s", i, column);
    }
}

Test(vu_disassemble, a_short_buffer_gets_the_beginning_and_the_full_length_is_told)
{
    char column[8] = "???????";
    cr_assert_eq(vu_disassemble_upper(0x01E31068, column, 5), (int)strlen("add.xyzw vf01, vf02, vf03"));
    cr_assert_str_eq(column, "add.");
    cr_assert_eq(column[5], '?');
    cr_assert_eq(vu_disassemble_lower(UPPER_NOP, LOWER_NOP, 0, NULL, 0), 3);
}

/* ---- recorded programs ---- */

/* The words of these programs ran on a console; the names of the cases say which instruction they are about
 * (tests/data/vectors/vu/README.md). */
static size_t check_names(const char *file, const char *mnemonics)
{
    char path[256], column[96];
    snprintf(path, sizeof path, "vu/%s", file);
    FILE *lines = vectors_open(path);
    static char line[65536];
    size_t checked = 0;
    while (fgets(line, sizeof line, lines)) {
        json_t *root = json_loads(line, 0, NULL);
        cr_assert_not_null(root, "%s", file);
        const char *name = json_string_value(json_object_get(root, "name"));
        char wanted[32];
        snprintf(wanted, sizeof wanted, "%.*s", (int)strcspn(name, "_"), name);
        bool found = !strstr(mnemonics, wanted);
        size_t i;
        json_t *pair;
        json_array_foreach(json_object_get(root, "micro"), i, pair)
        {
            uint32_t upper = (uint32_t)strtoul(json_string_value(json_array_get(pair, 0)), NULL, 16);
            uint32_t lower = (uint32_t)strtoul(json_string_value(json_array_get(pair, 1)), NULL, 16);
            vu_disassemble_upper(upper, column, sizeof column);
            cr_assert_neq(column[0], '.', "%s: upper %08X", name, (unsigned)upper);
            found |= strncmp(column, wanted, strlen(wanted)) == 0;
            vu_disassemble_lower(upper, lower, (uint32_t)i * 8, column, sizeof column);
            cr_assert_neq(column[0], '.', "%s: lower %08X", name, (unsigned)lower);
            found |= strncmp(column, wanted, strlen(wanted)) == 0;
            checked++;
        }
        cr_assert(found, "%s: no %s in the listing", name, wanted);
        json_decref(root);
    }
    fclose(lines);
    return checked;
}

Test(vu_disassemble, recorded_programs_contain_the_instructions_that_their_names_say)
{
    static const char mnemonics[] =
        " iadd iaddi iaddiu iand ior isub isubiu ilw eatan eatanxy eatanxz eexp eleng "
        "ercpr erleng ersadd ersqrt esadd esin esqrt esum rinit rxor rnext rget div "
        "sqrt rsqrt clip jalr ";
    static const char *const files[] = {"integer.jsonl", "efu.jsonl",    "fdiv.jsonl",    "clip.jsonl",
                                        "random.jsonl",  "branch.jsonl", "sequence.jsonl"};
    size_t checked = 0;
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        checked += check_names(files[i], mnemonics);
    cr_assert_gt(checked, 1500);
}

/* ---- there and back ---- */

enum { PAIRS = VU1_MEMORY_SIZE / 8 };

/* Any word; or an instruction with any operands and flags. */
static uint32_t some_upper(uint64_t *state, bool any)
{
    uint32_t word = source_random(state);
    if (any)
        return word;
    const struct vu_opcode *opcode;
    while (!(opcode = vu_upper_opcode(word)))
        word = source_random(state);
    uint32_t flags = source_random(state) & source_random(state) & 0x78000000;
    return vu_upper_base(opcode) | (word & vu_opcode_variable(opcode)) | flags;
}

static uint32_t some_lower(uint64_t *state, bool any)
{
    uint32_t word = source_random(state);
    if (any)
        return word;
    const struct vu_opcode *opcode;
    for (;; word = source_random(state)) {
        if (source_random(state) % 2)
            word = (word & 0x01FFFFFF) | 0x80000000;
        if ((opcode = vu_lower_opcode(word)))
            return vu_lower_base(opcode) | (word & vu_opcode_variable(opcode));
    }
}

/* The word with one bit turned over, now and then. */
static uint32_t damaged(uint64_t *state, uint32_t word)
{
    return source_random(state) % 8 ? word : word ^ (1u << source_random(state) % 32);
}

/* Every pair gets its label, so that branches find theirs. */
static size_t append_pair(char *text, size_t size, uint32_t address, uint32_t upper, uint32_t lower)
{
    char up[96], low[96];
    vu_disassemble_upper(upper, up, sizeof up);
    vu_disassemble_lower(upper, lower, address, low, sizeof low);
    int length;
    if (vu_disassembly_exact(upper, lower))
        length = snprintf(text, size, "L%04x: %s  %s\n", (unsigned)address, up, low);
    else
        length = snprintf(text, size, "L%04x: .word 0x%08x, 0x%08x\n", (unsigned)address, (unsigned)lower,
                          (unsigned)upper);
    cr_assert_lt((size_t)length, size);
    return (size_t)length;
}

/* `how`: 0 any words, 1 instructions with any operands, 2 the same with single bits turned over. Returns how
 * many pairs were written as instructions. */
static size_t go_there_and_back(uint64_t *state, int how)
{
    static struct source_pair pairs[PAIRS];
    static char text[PAIRS * 128];
    size_t used = 0, exact = 0;
    for (uint32_t i = 0; i < PAIRS; i++) {
        pairs[i].upper = some_upper(state, how == 0);
        pairs[i].lower = some_lower(state, how == 0);
        if (how == 2) {
            pairs[i].upper = damaged(state, pairs[i].upper);
            pairs[i].lower = damaged(state, pairs[i].lower);
        }
        used += append_pair(text + used, sizeof text - used, i * 8, pairs[i].upper, pairs[i].lower);
        exact += vu_disassembly_exact(pairs[i].upper, pairs[i].lower);
    }
    const struct source_program *program = source_assemble(text);
    cr_assert_eq(program->count, PAIRS);
    for (size_t i = 0; i < PAIRS; i++) {
        cr_assert_eq(program->pairs[i].upper, pairs[i].upper, "upper %08X", (unsigned)pairs[i].upper);
        cr_assert_eq(program->pairs[i].lower, pairs[i].lower, "lower %08X", (unsigned)pairs[i].lower);
    }
    return exact;
}

Test(vu_disassemble, two_million_random_words_come_back_from_the_assembler)
{
    uint64_t state = 20240229;
    size_t exact = 0;
    for (int i = 0; i < 500; i++)
        exact += go_there_and_back(&state, 0);
    cr_assert_gt(exact, 1000, "only %zu pairs were written as instructions", exact);
}

Test(vu_disassemble, random_instructions_come_back_from_the_assembler)
{
    uint64_t state = 31415926;
    size_t exact = 0;
    for (int i = 0; i < 150; i++)
        exact += go_there_and_back(&state, 1);
    cr_assert_gt(exact, 150 * PAIRS / 2, "only %zu pairs were written as instructions", exact);
}

Test(vu_disassemble, random_instructions_with_wrong_bits_come_back_from_the_assembler)
{
    uint64_t state = 27182818;
    size_t exact = 0;
    for (int i = 0; i < 150; i++)
        exact += go_there_and_back(&state, 2);
    cr_assert_gt(exact, 150 * PAIRS / 3, "only %zu pairs were written as instructions", exact);
}
