/* Pairs of instructions, and the ways in which sources spell them. Expected words: what GNU dvp-as 2.14 gives
 * for the same text. What it refuses is marked, but for the bar between columns and for comments behind //
 * and, within a line, #. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "vu_lines.h"
#include "vu_source.h"
#include "vu_words.h"

TestSuite(vu_assemble, .timeout = 120);

Test(vu_assemble, every_upper_instruction_has_its_word)
{
    for (size_t i = 0; i < vu_upper_line_count; i++) {
        uint32_t word = source_upper(vu_upper_lines[i].text);
        cr_assert_eq(word, vu_upper_lines[i].word, "%s: %08X", vu_upper_lines[i].text, (unsigned)word);
    }
}

Test(vu_assemble, every_lower_instruction_has_its_word)
{
    for (size_t i = 0; i < vu_lower_line_count; i++) {
        uint32_t word = source_lower(vu_lower_lines[i].text);
        cr_assert_eq(word, vu_lower_lines[i].word, "%s: %08X", vu_lower_lines[i].text, (unsigned)word);
    }
}

/* The same fields from a second source: the encoders of vu_words.h. */
Test(vu_assemble, words_agree_with_the_opcode_map)
{
    cr_assert_eq(source_upper("maddw.xyz vf09, vf10, vf11w"), maddbc(DEST_XYZ, 9, 10, 11, FIELD_W));
    cr_assert_eq(source_upper("add.xzw vf09, vf10, vf11"), add(DEST_XZW, 9, 10, 11));
    cr_assert_eq(source_upper("opmula.xyz ACC, vf05, vf06"), opmula(DEST_XYZ, 5, 6));
    cr_assert_eq(source_upper("clipw.xyz vf07, vf08w"), clipw(7, 8));
    cr_assert_eq(source_lower("iaddiu vi03, vi04, 0x7abc"), iaddiu(3, 4, 0x7ABC));
    cr_assert_eq(source_lower("sq.y vf17, -3(vi09)"), sq(DEST_Y, 17, -3, 9));
    cr_assert_eq(source_lower("div Q, vf12y, vf13z"), vu_div(12, FIELD_Y, 13, FIELD_Z));
    cr_assert_eq(source_lower("fsand vi05, 0xabc"), fsand(5, 0xABC));
    cr_assert_eq(source_lower("iand vi01, vi02, vi03"), iand(1, 2, 3));
    cr_assert_eq(source_lower("ibgtz vi07, -9"), ibgtz(7, -9));
    cr_assert_eq(source_lower("sqi.xyzw vf01, (vi02++)"), sqi(DEST_XYZW, 1, 2));
}

Test(vu_assemble, a_pair_is_written_lower_word_first)
{
    static const char text[] = "add.xyzw vf1,vf2,vf3  iaddi vi1,vi2,-1\n";
    struct vu_program program;
    char error[256];
    cr_assert(vu_assemble("a", text, strlen(text), &program, error, sizeof error), "%s", error);
    static const uint8_t expected[] = {0xF2, 0x17, 0x01, 0x80, 0x68, 0x10, 0xE3, 0x01};
    cr_assert_eq(program.size, 8);
    cr_assert_eq(program.base, 0);
    cr_assert_arr_eq(program.bytes, expected, 8);
    free(program.bytes);
}

Test(vu_assemble, an_empty_source_is_an_empty_program)
{
    cr_assert_eq(source_assemble("")->count, 0);
    cr_assert_eq(source_assemble("\n\n ; nothing\n  /* nothing \n either */\n# nothing\n // nothing")->count,
                 0);
}

/* ---- spellings ---- */

struct spelling {
    const char *text;
    uint32_t word;
};

static void expect_spellings(const struct spelling *rows, size_t count, bool upper)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word = upper ? source_upper(rows[i].text) : source_lower(rows[i].text);
        cr_expect_eq(word, rows[i].word, "'%s': %08X, not %08X", rows[i].text, (unsigned)word,
                     (unsigned)rows[i].word);
    }
}

Test(vu_assemble, upper_columns_in_the_spellings_of_public_sources)
{
    static const struct spelling rows[] = {
        {"ADD.xyzw VF01,VF02,VF03", 0x01E31068},
        {"add vf1,vf2,vf3", 0x01E31068}, /* no mask: all fields */
        {"add.zyx vf1,vf2,vf3", 0x01C31068},
        {"Add.XY Vf01xy,vF02yx,VF03xy", 0x01831068}, /* fields again on the registers */
        {"add/xyz vf1,vf2,vf3", 0x01C31068},
        {"add.xx vf001 , vf2 ,vf3", 0x01031068},
        {"addx vf1,vf2,vf3", 0x01E31040}, /* the field of ft may be left out */
        {"addx.xyz vf1,vf2,vf3x", 0x01C31040},
        {"mulaw.xyzw accxyzw,vf04xyzw,vf00w", 0x01E021BF}, /* as dvp-objdump prints */
        {"MADDAz.xyzw ACC,VF1,VF2z", 0x01E208BE},
        {"maddai acc,vf01,i", 0x01E00A3F},
        {"mulq.xyz vf24xyz,vf26xyz,q", 0x01C0D61C},
        {"clipw.xyz vf14xyz,vf14w", 0x01CE71FF},
        {"CLIPw.xyz VF07,VF07", 0x01C739FF},
        {"clipw vf1,vf1w", 0x01E109FF}, /* w, too, as dvp-as has it */
        {"clipw.xy vf1,vf1w", 0x01C109FF},
        {"itof0 vf1,vf2", 0x01E1113C},
        {"minii vf1,vf2,i", 0x01E0105F},
        {"mini vf1,vf2,vf3", 0x01E3106F},
        /* What follows dvp-as refuses, but programmers write. */
        {"opmula ACC,vf1,vf2", 0x01C20AFE},
        {"addx.xyz vf1,vf2,vf3[x]", 0x01C31040},
        {"add.xyz vf1.xyz,vf2[xyz],vf3", 0x01C31068},
        {"adda.xyz ACC.xyz,vf1,vf2", 0x01C20ABC},
    };
    expect_spellings(rows, sizeof rows / sizeof rows[0], true);
}

Test(vu_assemble, lower_columns_in_the_spellings_of_public_sources)
{
    static const struct spelling rows[] = {
        {"NOP", 0x8000033C},
        {"LQ.xyzw VF01xyzw,3(VI00)", 0x01E10003},
        {"lq vf1 , 5 ( vi1 )", 0x01E10805},
        {"lq vf1,(1+2)(vi01)", 0x01E10803},
        {"lq vf1,2047(vi0)", 0x01E107FF},
        {"lqi vf1,( vi1++ )", 0x81E10B7C},
        {"SQD.xyz VF1,(--VI1)", 0x81C10B7F},
        {"ilw.z vi12,-1(vi03)z", 0x084C1FFF}, /* as dvp-objdump prints */
        {"isw.w vi10,2(vi04)w", 0x0A2A2002},
        {"isw vi1,0(vi0)", 0x0BE10000},
        {"ilwr.x vi12,(vi06)x", 0x810C33FE},
        {"DIV q,VF00w,VF00x", 0x806003BC},
        {"mtir vi10,vf31z", 0x804AFBFC},
        {"mfir.w vf24w,vi10", 0x803853FD},
        {"mfp.y vf2,p", 0x8082067C},
        {"rget.xyz vf01xyz,r", 0x81C1043D},
        {"RINIT R,VF01X", 0x80000C3E},
        {"eleng p,vf1", 0x81C00F3E},
        {"fcand VI01,262143", 0x2403FFFF},
        {"fsset 0xfff", 0x2A2007C0}, /* only its upper six bits exist */
        {"iaddiu VI06,VI06,0x00000003", 0x10063003},
        {"xgkick VI05", 0x80002EFC},
        {"move vf1,vf2", 0x81E1133C},
        /* What follows dvp-as refuses, but manuals and programmers write. */
        {"lq vf1,(vi1)", 0x01E10800},
        {"div Q,vf1.x,vf2[w]", 0x81820BBC},
        {"eleng P,vf1xyz", 0x81C00F3E},
        {"eatanxz P,vf1xz", 0x81400F7D},
        {"lqd vf1,( -- vi1 )", 0x81E10B7E},
    };
    expect_spellings(rows, sizeof rows / sizeof rows[0], false);
}

Test(vu_assemble, flags_stand_behind_the_upper_mnemonic)
{
    static const struct spelling rows[] = {
        {"nop[e]", 0x400002FF},
        {"NOP[E]", 0x400002FF},
        {"nop[ed]", 0x500002FF},
        {"nop[EDT]", 0x580002FF},
        {"nop[M]", 0x200002FF},
        {"nop[ee]", 0x400002FF},
        {"nop[]", 0x000002FF},
        {"ADD[e].xyz VF02xyz , VF00xyz , VF01xyz", 0x41C100A8},
        {"ITOF15[TDME].xyz VF01xyz , VF00xyz", 0x79C1013F},
        {"nop[i]", 0x800002FF},
        {"add.xyz[e] vf2,vf0,vf1", 0x41C100A8}, /* dvp-as wants them the other way round */
    };
    expect_spellings(rows, sizeof rows / sizeof rows[0], true);
}

Test(vu_assemble, the_columns_may_be_separated_by_a_bar)
{
    SOURCE_EXPECT("add vf1,vf2,vf3 | iaddi vi1,vi2,-1\n", 0x01E31068, 0x800117F2);
}

Test(vu_assemble, comments_and_blank_lines_give_nothing)
{
    SOURCE_EXPECT("; a listing of VCL:\n"
                  "\n"
                  "         NOP                  lq            VF01,0(VI00)      ;\tSTALL_LATENCY ?3\n"
                  "# 12 \"file.vcl\"\n"
                  "   # not at the beginning of the line\n"
                  "/* one\n   two */ nop /* three */ nop // four\n"
                  "nop nop # five\n"
                  "nop nop /* six\n seven */\n"
                  "  \t \r\n",
                  0x000002FF, 0x01E10000, NOPS, NOPS, NOPS);
}

Test(vu_assemble, an_exclamation_mark_separates_statements)
{
    SOURCE_EXPECT("nop nop ! a: nop b a\n", NOPS, 0x000002FF, 0x400007FF);
}

/* ---- LOI ---- */

Test(vu_assemble, loi_sets_the_i_bit)
{
    SOURCE_EXPECT("nop loi 1.0\nadd[e].x vf1,vf2,vf3 loi 0x12345678\nnop[I] LOI 0\nnop[i] nop\n", 0x800002FF,
                  0x3F800000, 0xC1031068, 0x12345678, 0x800002FF, 0, 0x800002FF, 0x8000033C);
}

static uint32_t loi(const char *number)
{
    char text[512];
    snprintf(text, sizeof text, "nop loi %s\n", number);
    return source_assemble(text)->pairs[0].lower;
}

/* IEEE 754 binary32, nearest; the decimal ones were checked with exact fractions. */
Test(vu_assemble, loi_takes_floats_and_hexadecimal_words)
{
    static const struct spelling rows[] = {
        {"1", 0x3F800000},
        {"-1.5", 0xBFC00000},
        {"+0.25", 0x3E800000},
        {".5", 0x3F000000},
        {"1.", 0x3F800000},
        {"07", 0x40E00000},
        {"0.1", 0x3DCCCCCD},
        {"-1.5e3", 0xC4BB8000},
        {"1e3", 0x447A0000},
        {"12.5E-1", 0x3FA00000},
        {"0", 0},
        {"-0", 0x80000000},
        {"0.0", 0},
        {"255", 0x437F0000},
        {"0x40", 0x00000040},
        {"0xffffffff", 0xFFFFFFFF},
        {"0X3F800000", 0x3F800000},
        {"0f1.0", 0x3F800000},
        {"3.4028234e38", 0x7F7FFFFF},
        {"-3.4028234663852886e38", 0xFF7FFFFF},
        {"1.17549435e-38", 0x00800000},
        {"1e-45", 0x00000001},
        {"1e-46", 0},
        {"1e-99999999999", 0},
        {"0.007874015748031496", 0x3C010204},
        {"16777216", 0x4B800000},
        {"2047.96875", 0x44FFFF00},
        {"1e-40", 0x000116C2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        cr_expect_eq(loi(rows[i].text), rows[i].word, "%s: %08X", rows[i].text, (unsigned)loi(rows[i].text));
}

/* Halfway between two floats: the even one. A digit more, however late, decides. */
Test(vu_assemble, floats_are_rounded_to_nearest_even)
{
    cr_assert_eq(loi("16777217"), 0x4B800000);
    cr_assert_eq(loi("16777219"), 0x4B800002);
    cr_assert_eq(loi("16777217.00000000000000000000000000000000000000000001"), 0x4B800001);
    cr_assert_eq(loi("1.00000005960464477539062500000000000000000000000000"), 0x3F800000);
    cr_assert_eq(loi("1.00000017881393432617187500000000000000000000000000"), 0x3F800002);
    char many[400] = "16777217.";
    memset(many + strlen(many), '0', 300);
    cr_assert_eq(loi(many), 0x4B800000);
    strcat(many, "1");
    cr_assert_eq(loi(many), 0x4B800001);
    cr_assert_eq(loi("3.40282356779733661637539395458142568447e38"), 0x7F7FFFFF);
}

/* ---- labels ---- */

Test(vu_assemble, branches_reach_labels_before_and_behind_them)
{
    SOURCE_EXPECT("start:\n"
                  "  nop  b end\n"
                  "  nop  nop\n"
                  "middle: nop  ibne vi1,vi2,start\n"
                  "  nop  bal vi15,middle\n"
                  "here: nop  ibgtz vi3,here\n"
                  "end:\n",
                  0x000002FF, 0x40000004, NOPS, 0x000002FF, 0x520117FD, 0x000002FF, 0x420F07FE, 0x000002FF,
                  0x5A001FFF);
}

Test(vu_assemble, a_number_as_branch_target_counts_pairs_from_the_next_one)
{
    SOURCE_EXPECT("nop b 0x100\nnop b -1024\nnop ibeq vi1,vi2,0\n", 0x000002FF, 0x40000100, 0x000002FF,
                  0x40000400, 0x000002FF, 0x50011000);
}

Test(vu_assemble, several_labels_can_name_one_pair)
{
    SOURCE_EXPECT("a: b: c:\nd: nop b a\n nop b d\n", 0x000002FF, 0x400007FF, 0x000002FF, 0x400007FE);
}

Test(vu_assemble, numeric_labels_can_be_defined_again)
{
    SOURCE_EXPECT("1: nop b 1b\n nop b 1f\n nop b 1b\n1: nop b 1b\n10: nop b 10b\n", 0x000002FF, 0x400007FF,
                  0x000002FF, 0x40000001, 0x000002FF, 0x400007FD, 0x000002FF, 0x400007FF, 0x000002FF,
                  0x400007FF);
}

Test(vu_assemble, labels_may_contain_dots_and_dollars_and_differ_in_case)
{
    SOURCE_EXPECT(".L1: nop b L$2\nL$2: nop b l$2\nl$2: nop b .L1\n", 0x000002FF, 0x40000000, 0x000002FF,
                  0x40000000, 0x000002FF, 0x400007FD);
}

/* 1129 pairs back: dvp-as warns and cuts to eleven bits, 0x397, which VU1's 2048 pairs make right. Public
 * programs (ps2gl) do this. */
Test(vu_assemble, a_label_more_than_1024_pairs_away_is_reached_around_the_ring)
{
    static char text[65536];
    size_t used = (size_t)snprintf(text, sizeof text, "far: nop b near\n.rept 1127\nnop nop\n.endr\n");
    snprintf(text + used, sizeof text - used, "near: nop b far\n");
    const struct source_program *program = source_assemble(text);
    cr_assert_eq(program->count, 1129);
    cr_assert_eq(program->pairs[0].lower, 0x40000000 | 1127 % 2048);
    cr_assert_eq(program->pairs[1128].lower, 0x40000000 | (2048 - 1129));
}

/* Where JR goes; dvp-as shifts such addresses by three when it links. */
Test(vu_assemble, iaddiu_takes_an_address_or_distance_in_pairs)
{
    SOURCE_EXPECT("a: nop nop\nb: nop iaddiu vi1,vi0,b\n nop iaddiu vi1,vi0,c\n nop iaddiu vi1,vi0,c-a\n"
                  " nop isubiu vi1,vi0,b+8\nc: nop nop\n",
                  NOPS, 0x000002FF, 0x10010001, 0x000002FF, 0x10010005, 0x000002FF, 0x10010005, 0x000002FF,
                  0x12010002, NOPS);
}

Test(vu_assemble, iaddiu_is_cut_to_fifteen_bits)
{
    static const struct spelling rows[] = {
        {"iaddiu vi1,vi0,-1", 0x11E107FF},      {"iaddiu vi1,vi0,0x8000", 0x10010000},
        {"iaddiu vi1,vi0,0x12345", 0x10810345}, {"iaddiu vi1,vi2,~3", 0x11E117FC},
        {"isubiu vi1,vi0,0xffe0", 0x13E107E0}, /* VUPIPE section 13 */
    };
    expect_spellings(rows, sizeof rows / sizeof rows[0], false);
}

Test(vu_assemble, every_pair_knows_its_line)
{
    const struct source_program *program =
        source_assemble("\n; two\n nop nop\n a: nop nop\n\n.align 6\n.word 1\n nop nop\n");
    static const uint32_t lines[] = {3, 4, 0, 0, 0, 0, 0, 0, 7, 8};
    cr_assert_eq(program->count, 10);
    for (size_t i = 0; i < 10; i++)
        cr_assert_eq(program->lines[i], lines[i], "pair %zu: line %u", i, (unsigned)program->lines[i]);
}
