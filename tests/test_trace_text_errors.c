/* .p1s: texts that are wrong, and texts that mean harm. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "p1s.h"
#include "program.h"

TestSuite(trace_text_errors, .init = program_setup, .fini = program_teardown, .timeout = 600);

Test(trace_text_errors, each_error_names_file_line_and_what_is_wrong)
{
    static const struct {
        const char *text, *error;
    } cases[] = {
        {"nonsense\n", "t.p1s:1: there is no statement 'nonsense'\n"},
        {"\n\nvsync 256\n", "t.p1s:3: the field: expected 0 to 255, found 256\n"},
        {"vsync 1 2\n", "t.p1s:1: '2' is one too many\n"},
        {"vif1 {\nFOO\n}\n", "t.p1s:2: there is no 'foo' here\n"},
        {"vif1 {\nNOP\n", "t.p1s:2: the block that line 1 opens has no '}'\n"},
        {"vif1\n", "t.p1s:1: expected a '{'\n"},
        {"vif1 position=4 {\n}\n", "t.p1s:1: position: 0x4 has more than 2 bits\n"},
        {"vif1 {\nSTCYCL cl=256\n}\n", "t.p1s:2: CL: 0x100 has more than 8 bits\n"},
        {"vif1 {\nSTCYCL cl=1 cl=2\n}\n", "t.p1s:2: CL is given twice\n"},
        {"vif1 {\nSTCYCL xl=1\n}\n", "t.p1s:2: there is no field 'xl' here\n"},
        {"vif1 {\nSTCYCL cl\n}\n", "t.p1s:2: CL needs a value: CL=...\n"},
        {"vif1 {\nMPG addr=0\n}\n", "t.p1s:2: NUM= is missing\n"},
        {"vif1 {\nMPG addr=0 num=257\n}\n", "t.p1s:2: NUM: expected 1 to 256\n"},
        {"vif1 {\nDIRECT {\n.word 1\n}\n}\n", "t.p1s:4: 4 bytes are no whole number of quadwords\n"},
        {"vif1 {\nDIRECT {\n}\n}\n", "t.p1s:3: DIRECT: the data would make QWC 0, expected 1 to 65536\n"},
        {"vif1 {\nDIRECT qwc=2 {\n.zero 16\n}\n}\n", "t.p1s:4: DIRECT: QWC is 2, the data are for 1\n"},
        {"vif1 {\nSTCYCL cl=1 wl=1\nUNPACK V4-32 {\n.float 1, 2\n}\n}\n",
         "t.p1s:5: 8 bytes are no whole number of V4-32 vectors\n"},
        {"vif1 {\nSTCYCL cl=1 wl=1\nUNPACK V4-32 num=2 {\n.zero 16\n}\n}\n",
         "t.p1s:5: UNPACK V4-32 takes 8 words here, the block has 4\n"},
        {"vif1 {\nUNPACK V5-32\n}\n", "t.p1s:2: expected a format such as V4-32 behind UNPACK\n"},
        {"vif1 {\nSTROW 1, 2\n}\n", "t.p1s:2: STROW takes 4 values, not 2\n"},
        {"vif1 {\nNOP [x]\n}\n", "t.p1s:2: expected [i]\n"},
        {"vif1 {\n.byte 1\n}\n", "t.p1s:3: 1 bytes are no whole number of words\n"},
        {"vif1 {\n.org 4\n}\n", "t.p1s:2: .org stands in memories only\n"},
        {"gif {\n}\n", "t.p1s:1: gif: expected path=1, path=2, path=3 or code=N\n"},
        {"gif path=0 {\n}\n", "t.p1s:1: gif: expected path=1, path=2, path=3 or code=N\n"},
        {"gif path=3 {\nNOP\n}\n", "t.p1s:2: there is no 'nop' here\n"},
        {"gif path=3 {\nGIFTAG nloop=1\n}\n", "t.p1s:2: regs= is missing\n"},
        {"gif path=3 {\nGIFTAG regs=UV\n}\n", "t.p1s:2: nloop= is missing\n"},
        {"gif path=3 {\nGIFTAG regs=UV,FOO\n}\n",
         "t.p1s:2: regs: expected descriptors such as ST,RGBAQ,XYZ2\n"},
        {"gif path=3 {\nGIFTAG flg=foo\n}\n", "t.p1s:2: flg: expected packed, reglist, image or disabled\n"},
        {"gif path=3 {\nGIFTAG foo=1\n}\n", "t.p1s:2: GIFTAG has no operand 'foo'\n"},
        {"gif path=3 {\nGIFTAG regs=UV,ST {\nUV\nUV\n}\n}\n",
         "t.p1s:4: UV stands where the tag's registers have ST\n"
         "t.p1s:5: 16 bytes are no whole number of loops\n"},
        {"gif path=3 {\nGIFTAG flg=reglist regs=UV {\nUV\n}\n}\n",
         "t.p1s:3: REGLIST data: expected REG and a register\n"},
        {"gif path=3 {\nGIFTAG nloop=2 regs=UV {\nUV\n}\n}\n",
         "t.p1s:4: nloop=2 takes 2 quadwords, the block has 1\n"},
        {"gif path=3 {\nXYZ2 x=4096\n}\n", "t.p1s:2: X: expected 0 to 4095.9375, found 4096\n"},
        {"gif path=3 {\nXYZ2 x=-1\n}\n", "t.p1s:2: X: expected 0 to 4095.9375, found -1\n"},
        {"gif path=3 {\nA+D FOO 1\n}\n", "t.p1s:2: there is no register 'foo'\n"},
        {"gif path=3 {\nA+D TEST_1 ztst=less\n}\n", "t.p1s:2: nothing has the name 'less'\n"},
        {"write FOO 1\n", "t.p1s:1: there is no register 'foo'\n"},
        {"vif1 {\n.word x\n}\n", "t.p1s:2: nothing has the name 'x'\n"},
        {"vif1 {\n.word 1 / 0\n}\n", "t.p1s:2: division by 0\n"},
        {"vif1 {\n.word 0x1FFFFFFFF\n}\n", "t.p1s:2: a value: 0x1ffffffff has more than 32 bits\n"},
        {"vif1 {\n.word 99999999999999999999\n}\n",
         "t.p1s:2: '99999999999999999999' has more than 64 bits\n"},
        {"vif1 {\n.word 0x\n}\n", "t.p1s:2: '0x' is no number\n"},
        {"vif1 {\n.word 12ab\n}\n", "t.p1s:2: '12ab' is no number\n"},
        {"vif1 {\n.word 1,\n}\n", "t.p1s:2: expected a number\n"},
        {"vif1 {\n.float 1e39\n}\n", "t.p1s:2: 1e+39 is too large for a float; write its bits\n"},
        {"vif1 {\n.float 1e-39\n}\n", "t.p1s:2: 1e-39 is too small for a float; write its bits\n"},
        {"vif1 {\n.word 0x4000000000000000 * 2\n}\n", "t.p1s:2: a number has more than 63 bits and a sign\n"},
        {"vif1 {\n.hex 123\n}\n", "t.p1s:2: expected two hexadecimal digits a byte, found '3'\n"},
        {"vif1 {\n.align 3\n}\n", "t.p1s:2: .align: 3 is no power of two\n"},
        {"vif1 {\n.incbin \"missing\"\n}\n", "t.p1s:2: cannot read 'missing'\n"},
        {"vif1 {\n.vsm {\nnop nop\nfoo bar\n}\n}\n", "t.p1s:4: "},
        {"vif1 {\n.word 1 << 64\n}\n", "t.p1s:2: '<<' makes a number of more than 64 bits\n"},
        {"write CSR 3 << 63\n", "t.p1s:1: '<<' makes a number of more than 64 bits\n"},
        {"write CSR -2 << 63\n", "t.p1s:1: '<<' makes a number of more than 64 bits\n"},
        {"vif1 {\nUNPACK V4-32 addr=0 {\n.zero 16\n}\n}\n",
         "t.p1s:4: UNPACK: CL is 0 here (as at power-on), so that every write is a fill and takes no data; "
         "is STCYCL cl=1 wl=1 missing?\n"},
        {"wait -1\n", "t.p1s:1: cycles: expected 0 or more, found -1\n"},
        {"vsync\nread_fifo 0xFFFFFFFF\n", "t.p1s:2: expected a read of at most "},
        {"vsync\nwrite 0x1234 5\n", "t.p1s:2: expected a register of the GS "},
        {".gif merged\nvif1 {\n}\n", "t.p1s:3: expected no words for VIF1 "},
        {".crc 1\n.serial \"\\x01\"\n",
         "t.p1s:2: expected a serial without control characters, found byte 01h\n"},
        {".serial \"a\"\n.serial \"a\"\n", "t.p1s:2: this is given twice\n"},
        {".vif {\nNUM 257\nMARK 1\n}\n", "t.p1s:2: expected VIF1_NUM from 0 to 256, found 257\n"},
        {".vu {\nR 1\nTOP 1\n}\n", "t.p1s:2: expected R from 3F800000h to 3FFFFFFFh, found 00000001h\n"},
        {".text k \"a\\nb\"\n",
         "t.p1s:1: expected UTF-8 text without control characters, found byte 0Ah as its byte 1\n"},
        {".text \"K\" \"a\"\n", "t.p1s:1: expected a key of the characters "},
        {"comment \"\\xFF\"\n", "t.p1s:1: expected UTF-8 text without a NUL, found byte FFh as its byte 0\n"},
        {"vsync\n.expect \"nobody\" vram \"0123456789abcdef0123456789abcdef\"\n", "t.p1s:2: "},
        {".expect \"pcsx2,modulate=x\" vram \"0123456789abcdef0123456789abcdef\"\n", "t.p1s:1: "},
        {".expect pcsx2 ram \"0123456789abcdef0123456789abcdef\"\n",
         "t.p1s:1: expected vram, readfifo, or a picture "},
        {"comment \"abc\n", "t.p1s:1: a string ends without its quote\n"},
        {"comment \"\\q\"\n", "t.p1s:1: no such character as '\\q' in a string\n"},
        {"vsync\n.crc 1\n", "t.p1s:2: this belongs before the first event\n"},
        {".gs {\nFOO 1\n}\n", "t.p1s:2: the GS has no register 'foo'\n"},
        {".vu {\nVF00 1, 2, 3, 4\n}\n", "t.p1s:2: VU1 has no register 'vf00' that can be set\n"},
        {".vu_data {\n.zero 16385\n}\n", "t.p1s:2: .zero: expected 0 to 16384, found 16385\n"},
        {".vu_data {\n.zero 16384\n.byte 1\n}\n", "t.p1s:3: more than 16384 bytes\n"},
        {".vu_data {\n}\n.vu_data {\n}\n", "t.p1s:3: this is given twice\n"},
        {".endr\n", "t.p1s:1: .endr without .repeat\n"},
        {".repeat 2\n", "t.p1s:1: .repeat of line 1 has no .endr\n"},
        {".repeat 0\n", "t.p1s:1: .repeat of line 1 has no .endr\n"},
        {".repeat 1000001\n", "t.p1s:1: .repeat: expected 0 to 1000000, found 1000001\n"},
        {".include \"missing\"\n", "t.p1s:1: cannot read 'missing'\n"},
        {".expect pcsx2 vram \"12\"\n", "t.p1s:1: expected a hash of 32 hexadecimal digits\n"},
        {".equ 5 5\n", "t.p1s:1: expected a name behind .equ\n"},
        {"}\n", "t.p1s:1: expected a statement, found '}'\n"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *errors = p1s_errors(cases[i].text);
        cr_assert_eq(strncmp(errors, cases[i].error, strlen(cases[i].error)), 0, "%s\n%s", cases[i].text,
                     errors);
        if (strchr(cases[i].error, '\n'))
            cr_assert_str_eq(errors, cases[i].error);
    }
}

Test(trace_text_errors, several_errors_are_told_in_one_run_and_a_faulty_block_head_once)
{
    cr_assert_str_eq(p1s_errors("foo {\nbar\nDIRECT {\n}\n}\nvif1 {\nNOP 1\nBASE 1024\n}\nvsync x\n"),
                     "t.p1s:1: there is no statement 'foo'\n"
                     "t.p1s:7: expected a field, found '1'\n"
                     "t.p1s:8: BASE: 0x400 has more than 10 bits\n"
                     "t.p1s:10: nothing has the name 'x'\n");
    char text[4096] = "";
    for (unsigned i = 0; i < 50; i++)
        strcat(text, "foo\n");
    const char *errors = p1s_errors(text);
    unsigned count = 0;
    for (const char *at = errors; (at = strchr(at, '\n')); at++)
        count++;
    cr_assert_eq(count, 20);
}

Test(trace_text_errors, nothing_is_written_when_something_is_wrong_and_an_old_file_stays)
{
    write_file(scratch("p1s.p1t"), "old", 3);
    p1s_errors("vsync\nvsync\nfoo\n");
    cr_assert_str_eq(read_file(scratch("p1s.p1t"), NULL), "old");
    cr_assert_str_eq(directory_listing(scratch("")), "p1s.p1t ");
    /* What the file itself cannot hold. */
    cr_assert_not_null(strstr(p1s_errors("vsync\nwrite 0x1234 5\n"), "t.p1s:2: "));
    cr_assert_not_null(strstr(p1s_errors(".gif merged\nvif1 {\n}\n"), "t.p1s:3: "));
    cr_assert_str_eq(directory_listing(scratch("")), "p1s.p1t ");
}

Test(trace_text_errors, errors_in_included_files_name_them)
{
    write_file(scratch("inner.p1s"), "vsync\nfoo\n", 10);
    cr_assert_str_eq(p1s_errors("\n.include \"inner.p1s\"\nbar\n"),
                     "inner.p1s:2: there is no statement 'foo'\n"
                     "t.p1s:3: there is no statement 'bar'\n");
}

/* ---- texts that mean harm ---- */

Test(trace_text_errors, a_file_that_includes_itself_ends)
{
    write_file(scratch("self.p1s"), ".include \"self.p1s\"\n", 20);
    cr_assert_not_null(
        strstr(p1s_errors(".include \"self.p1s\"\n"), "more than 16 files inside of each other"));
    char text[2048] = "";
    for (unsigned i = 0; i < 60; i++)
        strcat(text, ".include \"self.p1s\"\n");
    write_file(scratch("self.p1s"), text, strlen(text));
    cr_assert_not_null(strstr(p1s_errors(".include \"self.p1s\"\n"), "more than"));
}

Test(trace_text_errors, repeats_without_end_end)
{
    cr_assert_not_null(strstr(p1s_errors(".repeat 1000000\n.repeat 1000000\nx = 1\n.endr\n.endr\n"),
                              "more than 16000000 lines in repeats and included files"));
    cr_assert_not_null(
        strstr(p1s_errors("vif1 {\n.repeat 1000000\n.zero 1024\n.endr\n}\n"), "more than 67108864 bytes"));
    char text[2048] = "";
    for (unsigned i = 0; i < 65; i++)
        strcat(text, ".repeat 1\n");
    cr_assert_not_null(strstr(p1s_errors(text), "more than 64 .repeat"));
}

Test(trace_text_errors, deep_parentheses_long_names_and_odd_bytes_are_errors_in_one_line)
{
    static char text[100000];
    memset(text, '(', sizeof text - 1);
    memcpy(text, "wait ", 5);
    cr_assert_not_null(strstr(p1s_errors(text), "t.p1s:1: more than 64 parentheses"));
    memset(text, '-', sizeof text - 1);
    memcpy(text, "wait ", 5);
    cr_assert_not_null(strstr(p1s_errors(text), "t.p1s:1: more than 64 parentheses"));
    memset(text, 'a', sizeof text - 1);
    cr_assert_not_null(strstr(p1s_errors(text), "t.p1s:1: expected a statement"));
    memset(text, '\x1B', sizeof text - 1);
    const char *errors = p1s_errors(text);
    cr_assert_null(strchr(errors, '\x1B'));
    cr_assert_eq(strchr(errors, '\n'), errors + strlen(errors) - 1);
}

/* Texts with a few characters changed, cut out or doubled: whatever comes, it comes to an end. */
Test(trace_text_errors, damaged_texts_do_no_harm)
{
    static const char pieces[] = "{}[]();#\"\\.=,+-*/%<>&|^~ \n0x9eai";
    char *page = read_file(PATH1_TEST_DATA "/../../docs/p1s.md", NULL);
    char *example = strstr(page, "```\n") + 4, *end = strstr(example, "```\n");
    size_t length = (size_t)(end - example);
    char *text = malloc(2 * length + 1);
    uint64_t state = 16180339;
    for (unsigned i = 0; i < 3000; i++) {
        memcpy(text, example, length);
        size_t used = length;
        for (unsigned j = 0; j < 1 + i % 6; j++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            size_t at = (size_t)(state >> 33) % used, some = (size_t)(state >> 20) % 40;
            some = some < used - at ? some : used - at;
            switch (state >> 60 & 3) {
            case 0:
                memmove(text + at, text + at + some, used - at - some);
                used -= some;
                break;
            case 1:
                if (used + some > 2 * length)
                    break;
                memmove(text + at + some, text + at, used - at);
                used += some;
                break;
            default:
                text[at] = pieces[(state >> 12) % (sizeof pieces - 1)];
            }
        }
        text[used] = '\0';
        p1s_errors(text);
    }
    free(text);
}
