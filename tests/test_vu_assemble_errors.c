/* What the assembler refuses, and what it says: one line, "NAME:LINE: ...". */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vu_source.h"

TestSuite(vu_assemble_errors, .timeout = 300);

/* The error of `text` stands in line `line` and contains `part`. */
static void expect_error(const char *text, unsigned line, const char *part)
{
    const char *error = source_error(text);
    char begin[32];
    snprintf(begin, sizeof begin, "test.vsm:%u: ", line);
    cr_expect_eq(strncmp(error, begin, strlen(begin)), 0, "line %u of:\n%.500s\n%s", line, text, error);
    cr_expect_not_null(strstr(error, part), "'%s' is missing in: %s", part, error);
}

Test(vu_assemble_errors, instructions_that_do_not_exist_or_stand_in_the_wrong_column)
{
    expect_error("nop nop\n\nfoo nop\n", 3, "no instruction 'foo' in the upper column");
    expect_error("nop foo\n", 1, "no instruction 'foo' in the lower column");
    expect_error("lq vf1,0(vi0) nop\n", 1, "'lq' is an instruction of the lower column");
    expect_error("nop add vf1,vf2,vf3\n", 1, "'add' is an instruction of the upper column");
    expect_error("nop\n", 1, "the lower instruction is missing");
    expect_error("nop nop nop\n", 1, "'nop' is too much");
    expect_error("nop lq vf1,1(vi0) nop\n", 1, "too much");
    expect_error("@foo\n", 1, "'@foo'");
    expect_error("max vf1,vf2,i nop\n", 1, "vf00..vf31"); /* maxi */
    expect_error("vadd vf1,vf2,vf3 nop\n", 1, "vadd");
}

Test(vu_assemble_errors, wrong_operands)
{
    expect_error("add vf32,vf1,vf2 nop\n", 1, "no register 'vf32'");
    expect_error("nop iadd vi16,vi0,vi0\n", 1, "no register 'vi16'");
    expect_error("add vf1,vf2 nop\n", 1, "','");
    expect_error("add f1,vf2,vf3 nop\n", 1, "vf00..vf31");
    expect_error("add.xy vf1xyz,vf2,vf3 nop\n", 1, "fields");
    expect_error("add vf1x,vf2x,vf3x nop\n", 1, "fields");
    expect_error("add vf1,vf2,vf3q nop\n", 1, "selection of fields");
    expect_error("add vf1,vf2,vf3[x nop\n", 1, "selection of fields");
    expect_error("addx vf1,vf2,vf3y nop\n", 1, "fields");
    expect_error("add. vf1,vf2,vf3 nop\n", 1, "selection of fields");
    expect_error("nop.xyz nop\n", 1, "takes no fields");
    expect_error("opmula.xyzw ACC,vf1,vf2 nop\n", 1, "xyz");
    expect_error("mulaw vf1,vf2,vf0w nop\n", 1, "ACC");
    expect_error("addq vf1,vf2,vf3 nop\n", 1, "Q is missing");
    expect_error("nop[x] nop\n", 1, "flags");
    expect_error("nop[e nop\n", 1, "flags");
    expect_error("nop div Q,vf1,vf2\n", 1, "one field");
    expect_error("nop div Q,vf1xy,vf2x\n", 1, "one field");
    expect_error("nop ilw vi1,0(vi0)\n", 1, "needs one field");
    expect_error("nop ilw.xy vi1,0(vi0)\n", 1, "needs one field");
    expect_error("nop ilw.x vi1,0(vi0)y\n", 1, "fields");
    expect_error("nop fcand vi2,1\n", 1, "vi01");
    expect_error("nop lq vf1,0(vf1)\n", 1, "vi00..vi15");
    expect_error("nop lq vf1,0\n", 1, "'('");
    expect_error("nop lqi vf1,(vi1)\n", 1, "'++'");
    expect_error("nop lqd vf1,(vi1)\n", 1, "'--'");
    expect_error("nop lq vf1,0(vi1\n", 1, "')'");
    expect_error("nop iadd vi1,vi2,3\n", 1, "vi00..vi15");
    expect_error("nop iaddi vi1,vi2,vi3\n", 1, "register 'vi3' where a number belongs");
    expect_error("nop eleng P,vf1xy\n", 1, "fields");
}

Test(vu_assemble_errors, numbers_that_do_not_fit)
{
    expect_error("nop iaddi vi1,vi0,16\n", 1, "16 does not fit; -16 to 15 do");
    expect_error("nop iaddi vi1,vi0,-17\n", 1, "-17 does not fit");
    expect_error("nop lq vf1,2048(vi0)\n", 1, "2048 does not fit");
    expect_error("nop sq vf1,-1025(vi0)\n", 1, "-1025 does not fit");
    expect_error("nop fcand vi1,0x1000000\n", 1, "16777216 does not fit");
    expect_error("nop fsand vi3,0x1000\n", 1, "4096 does not fit");
    expect_error(".byte 256\n", 1, "256 does not fit in 1 bytes");
    expect_error(".word 0x100000000\n", 1, "4294967296 does not fit in 4 bytes");
    expect_error("nop lq vf1,0x10000000000000000(vi0)\n", 1, "more than 64 bits");
    expect_error("nop lq vf1,a(vi0)\n a = 5000\n", 1, "5000 does not fit"); /* known only later */
}

Test(vu_assemble_errors, branches_that_cannot_reach)
{
    expect_error("nop b 1024\n", 1, "1024 pairs away; -1024 to 1023");
    expect_error("nop b -1025\n", 1, "-1025 pairs away");
    expect_error("a: nop nop\n nop b a+0x8000\n", 2, "4094 pairs away");
    expect_error("a: nop nop\n nop ibne vi1,vi2,a-0x8000\n", 2, "-4098 pairs away");
    expect_error("a: nop nop\n nop b a+4\n", 2, "multiple of 8");
}

Test(vu_assemble_errors, floats)
{
    expect_error("nop loi 3.5e38\n", 1, "too large for a float");
    expect_error("nop loi 1e999999999999\n", 1, "too large for a float");
    expect_error("nop loi 340282356779733661637539395458142568448\n", 1, "too large for a float");
    expect_error("nop loi 0x123456789\n", 1, "more than 32 bits");
    expect_error("nop loi foo\n", 1, "a number is missing");
    expect_error("nop loi 1.5e\n", 1, "exponent");
    expect_error("nop loi 1+1\n", 1, "too much");
    expect_error("nop loi\n", 1, "a number is missing");
    expect_error(".float 1.0, x\n", 1, "a number is missing");
}

Test(vu_assemble_errors, symbols)
{
    expect_error("nop nop\nnop b foo\n", 2, "'foo' is not defined");
    expect_error("foo: nop nop\n\nfoo: nop nop\n", 3, "'foo' is already defined in line 1");
    expect_error("foo=1\nfoo: nop nop\n", 2, "already defined in line 1");
    expect_error(".equiv a,1\n.equiv a,2\n", 2, "already defined");
    expect_error("nop b 1b\n", 1, "no label 1: above");
    expect_error("nop b 1f\n", 1, "not defined");
    expect_error("vf01 = 3\n", 1, "name of a register");
    expect_error(".equ vi3, 3\n", 1, "name of a register");
    expect_error("a = b\nb = a+1\nnop lq vf1,a(vi0)\n", 3, "defined by each other");
    expect_error(". = 8\n", 1, ".org");
    expect_error(".equ foo\n", 1, "','");
    expect_error(".data\nx: .word 1\n.text\nnop b x\n", 4, "'x' lies outside of micro memory");
}

Test(vu_assemble_errors, expressions)
{
    expect_error("nop lq vf1,(1(vi0)\n", 1, "')' is missing");
    expect_error("nop lq vf1,1/0(vi0)\n", 1, "division by zero");
    expect_error("nop lq vf1,1%0(vi0)\n", 1, "division by zero");
    expect_error("nop lq vf1,08(vi0)\n", 1, "'8");
    expect_error("nop lq vf1,0x(vi0)\n", 1, "digits are missing");
    expect_error("nop lq vf1,1x(vi0)\n", 1, "does not belong to a number");
    expect_error("nop lq vf1,*(vi0)\n", 1, "a number or symbol is missing");
    expect_error("a: nop lq vf1,a(vi0)\n", 1, "an address where an offset belongs");
    expect_error("a: nop nop\nb: .word a+b\n", 2, "addresses can only be");
    expect_error("a: nop nop\n.word a*2\n", 2, "addresses can only be");
    expect_error("a: nop nop\n.word -a\n", 2, "'-' of an address");
    expect_error(".word '\n", 1, "a character is missing");
}

Test(vu_assemble_errors, directives)
{
    expect_error("nop nop\n.foo 3\n", 2, "unknown directive '.foo'");
    expect_error(".align 15\n", 1, "15 is no alignment");
    expect_error(".balign 3\n", 1, "3 is no alignment");
    expect_error(".align -1\n", 1, "-1 is no alignment");
    expect_error(".align x\nx=3\n", 1, "must be known here");
    expect_error("nop nop\nnop nop\n.org 8\n", 3, "cannot go back");
    expect_error(".org 0x4008\n", 1, "micro memory ends at 0x4000");
    expect_error(".space -1\n", 1, "-1 is no size");
    expect_error(".space 20000\n", 1, "20000 is no size");
    expect_error(".fill 1,9,0\n", 1, "out of bounds");
    expect_error(".section\n", 1, "name is missing");
    expect_error(".ascii \"abc\n", 1, "does not end");
    expect_error(".ascii abc\n", 1, "in quotes");
    expect_error(".include \"nothing.vsm\"\n", 1, "cannot read 'nothing.vsm'");
    expect_error(".include \"\"\n", 1, "no file");
    expect_error("nop nop\n\n/* never\n closed\n", 3, "does not end");
    expect_error(".else\n", 1, ".else without .if");
    expect_error(".endif\n", 1, ".endif without .if");
    expect_error("nop nop\n.if 1\nnop nop\n", 2, ".if without .endif");
    expect_error(".if 1\n.else\n.else\n.endif\n", 3, "second .else");
    expect_error(".if x\n.endif\nx=1\n", 1, "must be known here");
}

Test(vu_assemble_errors, dma_and_vif)
{
    expect_error("MPG 0,*\nnop nop\n", 1, "MPG without .EndMPG");
    expect_error("nop nop\n.EndMPG\n", 2, ".EndMPG without MPG");
    expect_error("MPG 0,*\nMPG 1,*\n", 2, "MPG inside MPG");
    expect_error("MPG 0,*\nDMAcnt *\n", 2, "between MPG and .EndMPG");
    expect_error("DMAcnt *\nnop nop\n", 2, "outside of micro memory");
    expect_error("DMAcnt *\nunpack 4,4,V4_32,0,*\n.word 1\n", 2, "without their end");
    expect_error("MPG 0,*\nnop nop\n.EndMPG\nMPG 0,*\nnop nop\n.EndMPG\n", 5, "0x0000 already holds");
    expect_error("MPG 2049,*\n", 1, "2049 is no pair");
    expect_error("MPG 0,\"file\"\n", 1, "with a file");
}

Test(vu_assemble_errors, lines_for_a_c_preprocessor)
{
    expect_error("nop nop\n#include \"x.vu\"\n", 2, "C preprocessor");
    expect_error("#define A 3\n", 1, "C preprocessor");
    expect_error("  #ifdef A\n", 1, "C preprocessor");
    expect_error("#if 0\n#endif\n", 1, "C preprocessor");
    SOURCE_EXPECT("# define of something, in a comment\n#ifs and buts\n#includes\n nop nop\n", NOPS);
}

/* The line is that of the file; the line of the macro follows. */
Test(vu_assemble_errors, errors_in_macros_are_found_where_the_macro_is_called)
{
    expect_error(".macro a x\n nop nop\n nop foo\n.endm\n\n a 1\n", 6, "(line 2 of a)");
    expect_error("\n.rept 3\n nop nop\n foo\n.endr\n", 2, "(line 2 of .rept)");
    expect_error(".macro a x\n nop \\y\n.endm\n a 1\n", 4, "an instruction is missing at '\\y'");
    expect_error(".macro a x\n.endm\n a 1,2\n", 3, "macro a takes 1 arguments");
    expect_error(".macro a x:req\n.endm\n a\n", 3, "needs argument 'x'");
    expect_error(".macro a\n nop nop\n", 1, ".endm is missing");
    expect_error(".endm\n", 1, "without its beginning");
    expect_error(".rept 2\n nop nop\n", 1, ".endr is missing");
    expect_error(".exitm\n", 1, "outside of a macro");
    expect_error(".macro a\n.endm\n.macro A\n.endm\n", 3, "already defined");
    expect_error(".macro a\n.if 1\n.endm\n a\n.endif\n", 4, "between .if and .endif");
    expect_error(".if 1\n.macro a\n.endif\n.endm\n a\n.endif\n", 5, ".endif without .if");
}

Test(vu_assemble_errors, errors_in_included_files_name_those)
{
    char error[256];
    static const char text[] = "nop nop\n.include \"b\"\n";
    struct vu_program program;
    cr_assert_not(vu_assemble("a", text, strlen(text), &program, error, sizeof error));
    cr_assert_str_eq(error, "a:2: cannot include 'b': no file is read here");
}

/* ---- bounds ---- */

Test(vu_assemble_errors, a_program_has_at_most_2048_pairs)
{
    const struct source_program *program = source_assemble(".rept 2048\n nop nop\n.endr\n");
    cr_assert_eq(program->count, 2048);
    expect_error("\n.rept 2049\n nop nop\n.endr\n", 2, "micro memory has 16384 bytes");
    expect_error(".org 0x3ff8\n nop nop\n nop nop\n", 3, "micro memory has 16384 bytes");
    expect_error(".space 16384\n.byte 1\n", 2, "micro memory has 16384 bytes");
}

Test(vu_assemble_errors, endless_sources_end)
{
    expect_error(".macro a\n a\n a\n.endm\n a\n", 5, "within each other");
    expect_error(".rept 100000000\n\n.endr\n", 1, "more than 1048576 statements");
    expect_error(".macro a x\n.rept 100000\n.rept 100000\nx=1\n.endr\n.endr\n.endm\n a\n", 8, "statements");
    expect_error(".macro a x\n a \\x\\x\\x\\x\\x\\x\\x\\x\n.endm\n a 1234567890123456\n", 4, "");
}

static char *repeated(const char *text, size_t count, const char *end)
{
    size_t length = strlen(text);
    char *out = malloc(length * count + strlen(end) + 1);
    cr_assert_not_null(out);
    for (size_t i = 0; i < count; i++)
        memcpy(out + i * length, text, length);
    strcpy(out + length * count, end);
    return out;
}

Test(vu_assemble_errors, overlong_and_deeply_nested_lines)
{
    static const struct {
        const char *text, *end, *part;
        size_t count;
    } rows[] = {
        {"x", "\n", "longer than 16384", 20000},
        {"(", "\n", "an instruction is missing", 16000},
        {".if 1\n", "", "more than 64 .if", 100},
        {"a: ", "\n", "already defined", 5000},
        {"~", "\n", "'~~~~", 10000},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text = repeated(rows[i].text, rows[i].count, rows[i].end);
        cr_expect_not_null(strstr(source_error(text), rows[i].part), "row %zu: %s", i, source_error(text));
        free(text);
    }
    char *brackets = repeated("(", 5000, "1\n");
    char *text = malloc(strlen(brackets) + 16);
    sprintf(text, "nop lq vf1,%s", brackets);
    cr_assert_not_null(strstr(source_error(text), "nested too deeply"));
    free(text);
    free(brackets);
}

Test(vu_assemble_errors, messages_are_one_line_of_plain_text_whatever_the_source_holds)
{
    static const char text[] = "nop nop\n\x1b[31m\xff\xc0 nop\n";
    struct vu_program program;
    char error[128];
    cr_assert_not(vu_assemble("a\nb", text, sizeof text - 1, &program, error, sizeof error));
    for (const char *c = error; *c; c++)
        cr_assert(*c >= 0x20 && *c < 0x7F, "%s", error);
    cr_assert_eq(strncmp(error, "a?b:2: ", 7), 0, "%s", error);
    cr_assert_not(vu_assemble("a", text, sizeof text - 1, &program, error, 10));
    cr_assert_str_eq(error, "a:2: an i");
    static const char nul[] = "nop\0nop\n";
    cr_assert_not(vu_assemble("a", nul, sizeof nul - 1, &program, error, sizeof error));
    cr_assert_not_null(strstr(error, "NUL"));
}

/* Sources made of pieces that mean something, in any order: nothing may go wrong but the assembly. */
Test(vu_assemble_errors, random_sources_are_taken_or_refused)
{
    static const char *const pieces[] = {
        "nop ",       "nop\n",     " lq vf1,",  "0(vi0)",  "(vi1++)", "\n",      "\n",        ".macro a x\n",
        ".endm\n",    "a ",        ".rept 3\n", ".endr\n", ".if 1\n", ".else\n", ".endif\n",  ".org 8\n",
        ".align 4\n", "x: ",       "1: ",       "1b",      "x = ",    ".word ",  "x",         "1",
        "-",          "(",         ")",         ",",       "\\x",     "\\@",     "MPG 0,*\n", ".EndMPG\n",
        "DMAcnt *\n", ".byte 1\n", "loi 1.5e",  "[E]",     ".xyz ",   "add",     "vf31",      "b ",
        "/*",         "*/",        ";",         "\"",      "'",       "!",       "!",         "nop nop\n",
        "nop nop\n",
    };
    enum { PIECES = sizeof pieces / sizeof pieces[0] };
    uint64_t state = 1618033988;
    size_t taken = 0;
    for (int i = 0; i < 20000; i++) {
        char text[1024] = "", error[256];
        size_t count = source_random(&state) % 40;
        for (size_t j = 0; j < count; j++)
            strcat(text, pieces[source_random(&state) % PIECES]);
        struct vu_program program;
        if (vu_assemble("a", text, strlen(text), &program, error, sizeof error)) {
            taken++;
            cr_assert_leq(program.base + program.size, VU1_MEMORY_SIZE);
            free(program.bytes);
        } else {
            cr_assert_eq(strncmp(error, "a:", 2), 0, "%s", error);
        }
    }
    cr_assert(taken > 100 && taken < 19000, "%zu were taken", taken);
}
