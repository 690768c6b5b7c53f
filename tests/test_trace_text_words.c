/* .p1s: which words each line stands for. Expected words are put together by hand from VIF section 1 and 3
 * and GS-DRAWING sections 1 and 2. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <path1/gs_registers.h>

#include "p1s.h"
#include "program.h"

TestSuite(trace_text_words, .init = program_setup, .fini = program_teardown, .timeout = 600);

struct line_case {
    const char *lines;
    size_t count;
    uint32_t words[12];
};

static void check_words(const struct line_case *one, const uint32_t *words, size_t count)
{
    cr_assert_eq(count, one->count, "%s: %zu words", one->lines, count);
    for (size_t i = 0; i < count; i++)
        cr_assert_eq(words[i], one->words[i], "%s: word %zu is %08" PRIX32 "h", one->lines, i, words[i]);
}

Test(trace_text_words, every_vifcode_has_its_line)
{
    static const struct line_case cases[] = {
        {"NOP", 1, {0x00000000}},
        {"NOP [i]", 1, {0x80000000}},
        {"nop[I]", 1, {0x80000000}},
        {"NOP bits=0x123456", 1, {0x00123456}},
        {"STCYCL cl=4 wl=0x10", 1, {0x01001004}},
        {"STCYCL wl=1", 1, {0x01000100}},
        {"OFFSET 512", 1, {0x02000200}},
        {"OFFSET ofst=1023 [i]", 1, {0x820003FF}},
        {"BASE 5", 1, {0x03000005}},
        {"ITOP 6", 1, {0x04000006}},
        {"STMOD 2", 1, {0x05000002}},
        {"MSKPATH3 1", 1, {0x06008000}},
        {"MSKPATH3 0", 1, {0x06000000}},
        {"MARK 0xABCD", 1, {0x0700ABCD}},
        {"MARK 7 [i]", 1, {0x87000007}},
        {"FLUSHE", 1, {0x10000000}},
        {"FLUSH", 1, {0x11000000}},
        {"FLUSHA", 1, {0x13000000}},
        {"MSCAL 0x7FF", 1, {0x140007FF}},
        {"MSCALF addr=2", 1, {0x15000002}},
        {"MSCNT", 1, {0x17000000}},
        {"STMASK 0xFFE4", 2, {0x20000000, 0xFFE4}},
        {"STMASK", 1, {0x20000000}},
        {"STROW 1, 2.0, -1, 0x4 [i]", 5, {0xB0000000, 1, 0x40000000, 0xFFFFFFFF, 4}},
        {"STROW 1, 2, 3, 4 bits=0x100", 5, {0x30000100, 1, 2, 3, 4}},
        {"STCOL 5, 6, 7, 8", 5, {0x31000000, 5, 6, 7, 8}},
        {"MPG addr=3 num=256", 1, {0x4A000003}},
        {"MPG addr=0x10 num=2", 1, {0x4A020010}},
        {"DIRECT qwc=3", 1, {0x50000003}},
        {"DIRECT qwc=65536", 1, {0x50000000}},
        {"DIRECTHL qwc=1", 1, {0x51000001}},
        {"UNPACK V4-32 addr=0x3FF num=256 flg usn mask", 1, {0x7C00C3FF}},
        {"UNPACK S-8 addr=1 num=3", 1, {0x62030001}},
        {"UNPACK V2-16 num=1 usn bits=0x400", 1, {0x65014400}},
        {".word 0x08000000", 1, {0x08000000}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t count;
        const uint32_t *words = p1s_vif_words(cases[i].lines, &count);
        check_words(&cases[i], words, count);
    }
}

Test(trace_text_words, every_unpack_format_counts_its_vectors_and_fills_the_last_word)
{
    /* Bytes of a vector: VIF section 3. */
    static const struct {
        const char *name;
        uint32_t command, bytes;
    } formats[] = {{"S-32", 0x60, 4},  {"S-16", 0x61, 2},   {"S-8", 0x62, 1},    {"V2-32", 0x64, 8},
                   {"V2-16", 0x65, 4}, {"V2-8", 0x66, 2},   {"V3-32", 0x68, 12}, {"V3-16", 0x69, 6},
                   {"V3-8", 0x6A, 3},  {"V4-32", 0x6C, 16}, {"V4-16", 0x6D, 8},  {"V4-8", 0x6E, 4},
                   {"V4-5", 0x6F, 2}};
    for (size_t i = 0; i < sizeof formats / sizeof formats[0]; i++) {
        char text[256];
        size_t count, vectors = 3;
        snprintf(text, sizeof text, "STCYCL cl=1 wl=1\nUNPACK %s addr=9 {\n.repeat %zu\n.byte 0xAA\n.endr\n}",
                 formats[i].name, vectors * formats[i].bytes);
        const uint32_t *words = p1s_vif_words(text, &count);
        cr_assert_eq(words[1], formats[i].command << 24 | (uint32_t)vectors << 16 | 9, "%s", formats[i].name);
        cr_assert_eq(count, 2 + (vectors * formats[i].bytes + 3) / 4, "%s", formats[i].name);
    }
}

/* VIF section 3.1: with WL > CL, writes CL..WL-1 of a group take no vector. */
Test(trace_text_words, a_filling_unpack_counts_its_writes)
{
    size_t count;
    const uint32_t *words = p1s_vif_words("STCYCL cl=2 wl=4\nUNPACK S-32 addr=0 {\n.word 1, 2, 3\n}", &count);
    cr_assert_eq(words[1], 0x60050000);
    words = p1s_vif_words("STCYCL cl=2 wl=4\nUNPACK S-32 addr=0 num=7 {\n.word 1, 2, 3, 4\n}", &count);
    cr_assert_eq(words[1], 0x60070000);
    cr_assert_eq(count, 6);
}

Test(trace_text_words, blocks_of_direct_and_mpg_put_their_data_where_they_must_lie)
{
    static const struct line_case cases[] = {
        {"DIRECT {\n.word 1, 2, 3, 4\n}", 8, {0, 0, 0, 0x50000001, 1, 2, 3, 4}},
        {"NOP\nDIRECTHL [i] {\n.word 1, 2, 3, 4\n}", 8, {0, 0, 0, 0xD1000001, 1, 2, 3, 4}},
        {"DIRECT unaligned {\n.word 1, 2, 3, 4\n}", 5, {0x50000001, 1, 2, 3, 4}},
        {"MPG addr=1 {\n.pair 0x2, 0x1\n}", 4, {0, 0x4A010001, 1, 2}},
        {"NOP\nMPG addr=1 {\n.pair 0x2, 0x1\n}", 4, {0, 0x4A010001, 1, 2}},
        {"MPG unaligned addr=1 {\n.pair 0x2, 0x1\n}", 3, {0x4A010001, 1, 2}},
        {"MPG {\n.vsm {\n.org 0x40\nnop nop\n}\n}", 4, {0, 0x4A010008, 0x8000033C, 0x000002FF}},
        {"NOP\n.align 16", 4, {0, 0, 0, 0}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t count;
        const uint32_t *words = p1s_vif_words(cases[i].lines, &count);
        check_words(&cases[i], words, count);
    }
    /* Behind a DMA tag, two words of the quadword are gone already. */
    size_t size;
    const uint8_t *bytes = p1s_bytes("vif1 position=2 {\nDIRECT {\n.zero 16\n}\n}", &size);
    cr_assert_eq(size, 24);
    cr_assert_eq(bytes[7], 0x50);
}

Test(trace_text_words, a_long_microprogram_becomes_several_mpgs)
{
    size_t count;
    const uint32_t *words =
        p1s_vif_words("NOP\nMPG addr=0x20 {\n.repeat 600, i\n.pair 0, i\n.endr\n}", &count);
    cr_assert_eq(count, 2 + 1200 + 2 * 2);
    cr_assert_eq(words[1], 0x4A000020);
    cr_assert_eq(words[2], 0);
    cr_assert_eq(words[2 + 512], 0);
    cr_assert_eq(words[2 + 513], 0x4A000120);
    cr_assert_eq(words[2 + 514], 256);
    cr_assert_eq(words[2 + 514 + 513], 0x4A580220);
    cr_assert_eq(words[2 + 514 + 514], 512);
}

Test(trace_text_words, gif_tags_and_data_have_their_lines)
{
    static const struct line_case cases[] = {
        /* NLOOP[14:0] EOP[15] PRE[46] PRIM[57:47] FLG[59:58] NREG[63:60] REGS[127:64] */
        {"GIFTAG nloop=5 eop pre prim=triangle_strip,iip,tme flg=packed regs=ST,RGBAQ,XYZ2",
         4,
         {0x00008005, 0x300E4000, 0x512, 0}},
        {"GIFTAG nloop=1 prim=0x7FF flg=reglist regs=a+d nreg=0 id=0x3FFFFFFF",
         4,
         {0xFFFF0001, 0x07FFBFFF, 0xE, 0}},
        {"GIFTAG nloop=32767 flg=image", 4, {0x7FFF, 0x08000000, 0, 0}},
        {"GIFTAG nloop=0 eop flg=disabled regs=NOP,RESERVED", 4, {0x8000, 0x2C000000, 0xBF, 0}},
        {"PRIM prim=sprite fst ctxt", 4, {0x306, 0, 0, 0}},
        {"RGBAQ r=1 g=2 b=3 a=0x80", 4, {1, 2, 3, 0x80}},
        {"ST s=1.0 t=-2 q=0x3f800000", 4, {0x3F800000, 0xC0000000, 0x3F800000, 0}},
        {"UV u=10.5 v=0x3FFF", 4, {168, 0x3FFF, 0, 0}},
        {"XYZF2 x=1 y=2.0625 z=0xFFFFFF f=255 adc", 4, {16, 33, 0x0FFFFFF0, 0x8FF0}},
        {"XYZ2 x=4095.9375 y=0 z=0xFFFFFFFF", 4, {0xFFFF, 0, 0xFFFFFFFF, 0}},
        {"XYZF3 z=1", 4, {0, 0, 16, 0}},
        {"XYZ3 adc", 4, {0, 0, 0, 0x8000}},
        {"TEX0_1 tbp0=1 psm=PSMT8 tw=8 th=8 tcc cbp=2", 4, {0x21300001, 0x00000046, 0, 0}},
        {"CLAMP_2 wms=clamp wmt=region_repeat", 4, {0xD, 0, 0, 0}},
        {"FOG f=255", 4, {0, 0, 0, 0xFF0}},
        {"A+D FRAME_2 fbp=1 fbw=10 psm=PSMZ24 fbmsk=0xFF000000", 4, {0x310A0001, 0xFF000000, 0x4D, 0}},
        {"AD HWREG 0x123456789ABCDEF0", 4, {0x9ABCDEF0, 0x12345678, 0x54, 0}},
        {"A+D 0x7F, 5", 4, {5, 0, 0x7F, 0}},
        {"A+D XYZ2 x=1 y=2 z=3", 4, {0x00200010, 3, 0x05, 0}},
        {"REG RGBAQ r=1 q=1.0\nREG XYZF2 z=1 f=2", 4, {1, 0x3F800000, 0, 0x02000001}},
        {"GIFTAG eop regs=PRIM,A+D {\nPRIM prim=line\nA+D FINISH\n}",
         12,
         {0x8001, 0x20000000, 0xE0, 0, 1, 0, 0, 0, 0, 0, 0x61, 0}},
        {"GIFTAG flg=reglist regs=UV,UV,UV {\nREG UV u=1\nREG UV\nREG UV v=1\n}",
         12,
         {1, 0x34000000, 0x333, 0, 16, 0, 0, 0, 0x00100000, 0, 0, 0}},
        {"GIFTAG flg=image {\n.hex 01020304 05060708\n.half 1, -1\n.float 1\n}",
         8,
         {1, 0x08000000, 0, 0, 0x04030201, 0x08070605, 0xFFFF0001, 0x3F800000}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        size_t count;
        const uint32_t *words = p1s_gif_words(cases[i].lines, &count);
        check_words(&cases[i], words, count);
    }
}

Test(trace_text_words, long_images_become_several_tags_with_eop_in_the_last)
{
    size_t count;
    const uint32_t *words = p1s_gif_words("GIFTAG eop flg=image {\n.zero 16 * 65535\n.align 16\n}", &count);
    cr_assert_eq(count, 4 * (65535 + 3));
    cr_assert_eq(words[0], 32767);
    cr_assert_eq(words[4 * 32768], 32767);
    cr_assert_eq(words[4 * 65536], 0x8001);
}

/* ---- every field of every register ---- */

/* A register with one field at its largest value: the field's bits are set and come back from the text. */
static void check_field(const char *form, const char *name, const struct gs_field *field, bool write)
{
    char text[256];
    uint64_t most = field->count < 64 ? (UINT64_C(1) << field->count) - 1 : UINT64_MAX;
    snprintf(text, sizeof text, form, name, field->name, most);
    struct trace_error error;
    struct trace_event event;
    struct trace_reader *reader = trace_open(p1s_assemble(text), &error);
    cr_assert_not_null(reader);
    cr_assert_eq(trace_next(reader, &event, &error), 1);
    uint64_t value = event.value;
    if (!write)
        memcpy(&value, event.data, sizeof value); /* the tests run on little endian hosts */
    cr_assert_eq(value, most << field->low, "%s %s: %016" PRIX64, name, field->name, value);
    trace_close(reader);
    char listing[4096];
    snprintf(listing, sizeof listing, "%s", p1s_disassemble(scratch("p1s.p1t")));
    cr_assert_null(strstr(listing, "bits="), "%s", listing);
    cr_assert_null(strstr(listing, ".word"), "%s", listing);
    reader = trace_open(p1s_assemble(listing), &error);
    cr_assert_eq(trace_next(reader, &event, &error), 1);
    uint64_t again = event.value;
    if (!write)
        memcpy(&again, event.data, sizeof again);
    cr_assert_eq(again, value, "%s", listing);
    trace_close(reader);
}

Test(trace_text_words, every_field_of_every_general_register_can_be_written_by_name)
{
    size_t count;
    const struct gs_register *list = gs_register_list(GS_GENERAL, &count);
    for (size_t i = 0; i < count; i++)
        for (const struct gs_field *field = list[i].field;
             list[i].address != GS_REGISTER_NOWHERE && field->name; field++)
            check_field("gif path=1 {\nA+D %s %s=0x%" PRIX64 "\n}\n", list[i].name, field, false);
    list = gs_register_list(GS_CONTEXT, &count);
    for (size_t i = 0; i < count; i++)
        for (const struct gs_field *field = list[i].field; field->name; field++)
            for (unsigned context = 1; context <= 2; context++) {
                char name[32];
                snprintf(name, sizeof name, "%s_%u", list[i].name, context);
                check_field("gif path=1 {\nA+D %s %s=0x%" PRIX64 "\n}\n", name, field, false);
            }
}

Test(trace_text_words, every_field_of_every_privileged_register_can_be_written_by_name)
{
    size_t count;
    const struct gs_register *list = gs_register_list(GS_PRIVILEGED, &count);
    for (size_t i = 0; i < count; i++)
        for (const struct gs_field *field = list[i].field; field->name; field++)
            check_field("write %s %s=0x%" PRIX64 "\n", list[i].name, field, true);
}

Test(trace_text_words, registers_have_the_addresses_of_the_manual)
{
    static const struct {
        const char *line;
        uint32_t address;
        uint64_t value;
    } cases[] = {
        {"write PMODE en1 crtmd=1", 0x12000000, 5},
        {"write DISPFB1 fbp=1 fbw=10 psm=PSMCT16S dbx=1", 0x12000070, 0x100051401},
        {"write csr 1 << 3", 0x12001000, 8},
        {"write SIGLBLID lblid=1", 0x12001080, 0x100000000},
        {"write GIF_MODE imt m3r", 0x10003010, 5},
        {"write VIF1_FBRST rst stc", 0x10003C10, 9},
        {"write VIF1_STAT fdr", 0x10003C00, 0x800000},
        {"write 0x12000FF0, 0xFFFFFFFFFFFFFFFF", 0x12000FF0, UINT64_MAX},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct trace_error error;
        struct trace_event event;
        struct trace_reader *reader = trace_open(p1s_assemble(cases[i].line), &error);
        cr_assert_eq(trace_next(reader, &event, &error), 1);
        cr_assert_eq(event.kind, TRACE_REGISTER);
        cr_assert_eq(event.address, cases[i].address, "%s", cases[i].line);
        cr_assert_eq(event.value, cases[i].value, "%s: %" PRIX64, cases[i].line, event.value);
        trace_close(reader);
    }
}
