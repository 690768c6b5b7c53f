/* Directives and expressions of the assembler. Expected words: what GNU dvp-as 2.14 gives for the same text,
 * unless a comment says otherwise; .half and .bss, VCL's directives and MPG in plain code it does not know.
 */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "vu_source.h"

TestSuite(vu_assemble_directives, .timeout = 120);

/* ---- where things lie ---- */

Test(vu_assemble_directives, align_takes_a_power_of_two_and_fills_with_zero_words)
{
    SOURCE_EXPECT("nop nop\n.align 4\nnop nop\n", NOPS, 0, 0, NOPS);
    SOURCE_EXPECT(".align 4\nnop nop\n.align 3\nnop nop\n.p2align 4\nnop nop\n", NOPS, NOPS, NOPS);
    SOURCE_EXPECT("nop nop\n.balign 16\nnop nop\n", NOPS, 0, 0, NOPS);
    SOURCE_EXPECT("nop nop\n.p2align 4,0xff\nnop nop\n", NOPS, 0xFFFFFFFF, 0xFFFFFFFF, NOPS);
    SOURCE_EXPECT("nop nop\n.align 5,,8\nnop nop\n.align 4\n", NOPS, NOPS); /* 24 bytes are more than 8 */
    SOURCE_EXPECT("nop nop\n.align\n.align 0\n.balign 1\nnop nop\n", NOPS, NOPS);
}

Test(vu_assemble_directives, a_label_before_align_names_what_is_filled)
{
    SOURCE_EXPECT("nop b a\nb: .align 4\na: nop b b\n", 0x000002FF, 0x40000001, 0, 0, 0x000002FF, 0x400007FE);
}

Test(vu_assemble_directives, pairs_are_aligned_to_eight_bytes_with_their_label)
{
    SOURCE_EXPECT("foo: .byte 1\nbar: nop b bar\n nop b foo\n", 0, 1, 0x000002FF, 0x400007FF, 0x000002FF,
                  0x400007FD);
    SOURCE_EXPECT(".short 1\n.byte 2\n nop nop\n", 0, 0x00020001, NOPS);
}

/* dvp-as fills from address 0; here the program begins where .org says. */
Test(vu_assemble_directives, org_before_the_first_pair_gives_the_base)
{
    const struct source_program *program = source_assemble(".org 0x100\nfoo: nop iaddiu vi1,vi0,foo\n");
    cr_assert_eq(program->base, 0x100);
    cr_assert_eq(program->count, 1);
    cr_assert_eq(program->pairs[0].lower, 0x10010020);
    program = source_assemble(".org 0x3ff8\n nop nop\n");
    cr_assert_eq(program->base, 0x3FF8);
}

Test(vu_assemble_directives, org_later_fills_with_zeros)
{
    SOURCE_EXPECT("nop nop\n.org 0x18\nnop nop\n.org 0x20\n", NOPS, 0, 0, 0, 0, NOPS);
    SOURCE_EXPECT("nop nop\na:.org a+16\nnop nop\n", NOPS, 0, 0, 0, 0, NOPS);
}

/* ---- data ---- */

Test(vu_assemble_directives, data_go_between_the_pairs)
{
    SOURCE_EXPECT(".word 1,2\n", 2, 1);
    SOURCE_EXPECT("nop nop\n.word 0x8000033c, 0x000002ff\n.int -1\n.long 5\n", NOPS, NOPS, 5, 0xFFFFFFFF);
    SOURCE_EXPECT(".half 0x1234, -1\n.byte 1,2,3,255\n", 0xFF030201, 0xFFFF1234);
    SOURCE_EXPECT(".float 1.0,-2.5\n.single 0.5\n", 0xC0200000, 0x3F800000, 0, 0x3F000000);
    SOURCE_EXPECT(".octa 1\n.quad -2\n", 0, 1, 0, 0, 0xFFFFFFFF, 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFFFF);
    SOURCE_EXPECT(".ascii \"abcd\", \"ef\"\n.asciz \"g\"\n", 0x00676665, 0x64636261);
    SOURCE_EXPECT(".string \"a;b#\\n\"\n", 0x0000000A, 0x23623B61);
    SOURCE_EXPECT("nop nop\n.space 8\nnop nop\n.skip 8, 0x11\n", NOPS, 0, 0, NOPS, 0x11111111, 0x11111111);
    SOURCE_EXPECT(".fill 2,4,0x11223344\n.fill 8\n", 0x11223344, 0x11223344, 0, 0);
    SOURCE_EXPECT("a: nop nop\nb: .word a, b, b+4\n", NOPS, 8, 0, 0, 12);
}

Test(vu_assemble_directives, words_of_a_pair_may_be_written_as_such)
{
    SOURCE_EXPECT("nop nop\na: .word 0x00000000, 0x4a000300 ; as the disassembler does\nnop b a\n", NOPS,
                  0x4A000300, 0, 0x000002FF, 0x400007FE);
}

Test(vu_assemble_directives, the_end_is_filled_up_to_a_pair)
{
    SOURCE_EXPECT("nop nop\n.byte 7\n", NOPS, 0, 7);
}

/* ---- what says nothing about the code ---- */

Test(vu_assemble_directives, directives_for_linkers_debuggers_and_vcl_are_passed_over)
{
    SOURCE_EXPECT(
        "\t\t.vu\n\t\t.align 4\n\t\t.global\tVU1Draw3D_CodeStart\n\t\t.globl a, b\n.name foo\n"
        ".syntax new\n.init_vf_all\n.init_vi_all\n.file \"x.c\"\n.ident \"y\"\n.type foo,@function\n"
        ".size foo,8\n.func foo\n.endfunc\n.extern a\n.text\nVU1Draw3D_CodeStart:\n nop nop\n"
        ".section .vutext\n nop nop\n.end\n this is not read\n",
        NOPS, NOPS);
}

Test(vu_assemble_directives, the_data_section_is_not_micro_memory)
{
    SOURCE_EXPECT("nop nop\n.data\n.word 1,2,3\nname: .float 1.0\n.align 4\n.space 100000\n.section .vudata\n"
                  ".word garbage\n.text\nnop nop\n.bss\n.word 4\n",
                  NOPS, NOPS);
}

/* ---- DMA and VIF around the program (the form of public .dsm files) ---- */

Test(vu_assemble_directives, the_code_between_mpg_and_endmpg_is_taken_out_of_a_dma_packet)
{
    SOURCE_EXPECT(".DmaPackVif 1\n"
                  "start:\n"
                  "DMAcnt *\nSTCYCL 4, 4\nSTMASK 0\nbase 42\noffset 43\n.EndDmaData\n"
                  "DMAret *\nMPG 0, *\n.vu\n"
                  "first: nop b second\n nop nop\nsecond: nop[e] nop\n nop nop\n"
                  ".EndMPG\nmscal 0\n.EndDmaData\n"
                  "DMAcnt *\nunpack 4, 4, V4_32, 0, *\nmatrix: fwzyx 1.0, 0.0, 0.0, 0.0\n.EndUnpack\n"
                  "direct *\nGIFpacked REGS={A_D}, NLOOP=1, EOP\niwzyx 0, 0x7f, 0, 0\n.endgif\n.EndDirect\n"
                  ".EndDmaData\nDMAend\n"
                  "table: .word first, matrix, 0\n",
                  0x000002FF, 0x40000001, NOPS, 0x400002FF, 0x8000033C, NOPS);
}

Test(vu_assemble_directives, mpg_says_where_the_code_lies)
{
    SOURCE_EXPECT(
        "mpg 0,*\nfoo1: nop b foo2\n nop nop\n.endmpg\nmpg 0x4,2\nfoo2: nop b foo1\n nop nop\n.endmpg\n",
        0x000002FF, 0x40000003, NOPS, 0, 0, 0, 0, 0x000002FF, 0x400007FB, NOPS);
    const struct source_program *program =
        source_assemble("MPG 0x80,*\na: nop nop\n.EndMPG\nMPG *,*\n nop b a\n.EndMPG\n");
    cr_assert_eq(program->base, 0x400);
    cr_assert_eq(program->count, 2);
    cr_assert_eq(program->pairs[1].lower, 0x400007FE);
}

/* ---- symbols and expressions ---- */

Test(vu_assemble_directives, symbols_are_defined_in_three_ways_and_before_or_behind_their_use)
{
    SOURCE_EXPECT("foo = 5\n.equ bar, foo*2+1\n.set baz, bar+foo\n.equiv qux, 7\n"
                  " nop lq vf1,foo(vi0)\n nop lq vf1,bar(vi0)\n nop lq vf1,baz(vi0)\n nop lq vf1,late(vi0)\n"
                  " nop lq vf1,qux(vi0)\nlate = 9\n",
                  0x000002FF, 0x01E10005, 0x000002FF, 0x01E1000B, 0x000002FF, 0x01E10010, 0x000002FF,
                  0x01E10009, 0x000002FF, 0x01E10007);
}

Test(vu_assemble_directives, symbols_may_rest_on_later_ones)
{
    SOURCE_EXPECT("nop lq vf1,a(vi0)\na = b+1\nb = c*2\nc = (end-start)/8\nstart: nop nop\n nop nop\nend:\n",
                  0x000002FF, 0x01E10005, NOPS, NOPS);
}

Test(vu_assemble_directives, a_symbol_can_change_and_has_its_last_value_further_up)
{
    SOURCE_EXPECT("nop lq vf1,a(vi0)\n.set a,1\n nop lq vf1,a(vi0)\n.set a,2\n nop lq vf1,a(vi0)\n",
                  0x000002FF, 0x01E10002, 0x000002FF, 0x01E10001, 0x000002FF, 0x01E10002);
}

Test(vu_assemble_directives, a_symbol_may_be_an_address)
{
    SOURCE_EXPECT("foo: nop nop\n bar = foo+16\n.equ baz, .\n nop b bar\n nop b baz\n", NOPS, 0x000002FF,
                  0x40000000, 0x000002FF, 0x400007FE);
    SOURCE_EXPECT("nop b .\nnop b .+24\nnop b .-8\n", 0x000002FF, 0x400007FF, 0x000002FF, 0x40000002,
                  0x000002FF, 0x400007FE);
}

static uint32_t value(const char *expression)
{
    char text[512];
    snprintf(text, sizeof text, "a=7\n.equ b,-3\nfoo: nop nop\nbar: .word (%s)&0xffffffff\n", expression);
    return source_assemble(text)->pairs[1].lower;
}

Test(vu_assemble_directives, expressions_have_gas_precedence)
{
    static const struct {
        const char *text;
        int32_t value;
    } rows[] = {
        {"1+2<<3", 17},   {"1|2+4", 7},    {"1+4|2", 7},    {"6&3*2", 6},     {"7-2-1", 4},  {"-2*3", -6},
        {"~1+3", 1},      {"(1+2)*3", 9},  {"5 % 3", 2},    {"-7/2", -3},     {"3^1", 2},    {"1==1", -1},
        {"1==2", 0},      {"1<>2", -1},    {"1<2", -1},     {"2<=1", 0},      {"2>1", -1},   {"1>=2", 0},
        {"1 && 2", 1},    {"0 || 3", 1},   {"0 || 0", 0},   {"1&&0", 0},      {"010", 8},    {"0b101", 5},
        {"0x1F", 31},     {"0B11", 3},     {"'a'", 97},     {"'a", 97},       {"';'", 59},   {"a+b", 4},
        {"bar-foo", 8},   {"bar==foo", 0}, {"foo<bar", -1}, {"-(-(-1))", -1}, {"+5", 5},     {"~~a", 7},
        {"1<<31>>31", 1}, {"100/7%5", 4},  {"2*3+4*5", 26}, {"1<<64", 0},     {"-9>>1", -5}, /* dvp-as shifts
                                                                                                zeros in */
        {"-9>>99", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_eq((int32_t)value(rows[i].text), rows[i].value, "%s is %d", rows[i].text,
                     (int)value(rows[i].text));
}

Test(vu_assemble_directives, large_numbers_wrap_and_do_no_harm)
{
    cr_assert_eq(value("0x7fffffffffffffff+1==-0x7fffffffffffffff-1"), UINT32_MAX);
    cr_assert_eq(value("(-0x7fffffffffffffff-1)/-1&0"), 0);
    cr_assert_eq(value("(-0x7fffffffffffffff-1)%-1"), 0);
    cr_assert_eq(value("0xffffffffffffffff"), UINT32_MAX);
}

Test(vu_assemble_directives, immediates_are_expressions)
{
    SOURCE_EXPECT(
        ".equ size, 4\n nop lq vf1,(2*size)+1(vi2)\n nop fcand vi1,0xff<<4\n nop iaddi vi1,vi1,-size\n"
        " nop ilw.x vi1,size-5(vi1)\n nop iaddiu vi1,vi0,'z'\n",
        0x000002FF, 0x01E11009, 0x000002FF, 0x24000FF0, 0x000002FF, 0x80010F32, 0x000002FF, 0x09010FFF,
        0x000002FF, 0x1001007A);
}

/* ---- conditions and macros ---- */

Test(vu_assemble_directives, conditions_choose_lines)
{
    SOURCE_EXPECT(
        "n = 2\n.if n\n nop nop\n.else\n nop waitq\n.endif\n.if n-2\n nop waitq\n.elseif n-1\n nop waitp\n"
        ".elseif 1\n garbage\n.else\n garbage\n.endif\n.ifdef n\n nop nop\n.ifdef m\n garbage\n.else\n"
        " nop waitq\n.endif\n.endif\n.ifndef n\n garbage\n.if garbage\n.endif\n.endif\n"
        ".ifeq n-2\n nop waitp\n.endif\n.iflt n\n garbage\n.endif\n.ifgt n\n nop nop\n.endif\nm=1\n",
        NOPS, 0x000002FF, 0x800007BF, NOPS, 0x000002FF, 0x800003BF, 0x000002FF, 0x800007BF, NOPS);
}

Test(vu_assemble_directives, macros_put_arguments_into_lines)
{
    SOURCE_EXPECT(".macro ld a, b=7\n\tnop\tlq vf\\a, \\b(vi0)\n.endm\n"
                  " ld 1,2\n LD 2 , 3\n ld b=5,a=3\n ld 4\n ld 5 6\n",
                  0x000002FF, 0x01E10002, 0x000002FF, 0x01E20003, 0x000002FF, 0x01E30005, 0x000002FF,
                  0x01E40007, 0x000002FF, 0x01E50006);
}

Test(vu_assemble_directives, macros_can_have_labels_of_their_own_and_join_text)
{
    SOURCE_EXPECT(".macro loop n\nL\\@: nop b L\\@\n nop iaddiu vi1,vi0,\\n\n.endm\n"
                  ".macro cat a,b\n\\a\\b: nop b \\a\\()\\b\n.endm\n loop 1\n loop 2+3\n cat foo, bar\n",
                  0x000002FF, 0x400007FF, 0x000002FF, 0x10010001, 0x000002FF, 0x400007FF, 0x000002FF,
                  0x10010005, 0x000002FF, 0x400007FF);
}

Test(vu_assemble_directives, macros_call_macros_and_hold_conditions)
{
    SOURCE_EXPECT(".macro inner x\n.if \\x > 4\n nop waitq\n.exitm\n.endif\n nop waitp\n.endm\n"
                  ".macro outer x,y\n inner \\x\n inner \\y\n.endm\n outer 4,5\n",
                  0x000002FF, 0x800007BF, 0x000002FF, 0x800003BF);
}

Test(vu_assemble_directives, repetitions_repeat)
{
    SOURCE_EXPECT(".rept 2\n nop nop\n.rept 2\n nop waitq\n.endr\n.endr\n.rept 0\n garbage\n.endr\n", NOPS,
                  0x000002FF, 0x800003BF, 0x000002FF, 0x800003BF, NOPS, 0x000002FF, 0x800003BF, 0x000002FF,
                  0x800003BF);
    SOURCE_EXPECT(".irp r,1,2\n nop lq vf\\r,0(vi0)\n.endr\n", 0x000002FF, 0x01E10000, 0x000002FF,
                  0x01E20000);
    SOURCE_EXPECT("N=0\n.rept 3\n nop lq vf1,N(vi0)\nN=N+1\n.endr\n", 0x000002FF, 0x01E10000, 0x000002FF,
                  0x01E10001, 0x000002FF, 0x01E10002);
}

Test(vu_assemble_directives, files_are_included_from_beside_or_by_name)
{
    static const char *const files[] = {
        "lib/macros.vsi",
        ".macro two\n nop nop\n nop nop\n.endm\n.include \"more.vsi\"\n",
        "lib/more.vsi",
        "K = 3\n",
        "plain.vsi",
        " two\n nop lq vf1,K(vi0)\n",
        NULL,
    };
    const struct source_program *program =
        source_assemble_files(".include \"lib/macros.vsi\"\n.include \"plain.vsi\"\n nop waitq\n", files);
    cr_assert_eq(program->count, 4);
    cr_assert_eq(program->pairs[2].lower, 0x01E10003);
    cr_assert_eq(program->pairs[3].lower, 0x800003BF);
    cr_assert_eq(program->lines[2], 2, "lines are those of the main file");
    cr_assert_eq(program->lines[3], 3);
}
