/* .p1s: numbers, names, repeats, files, and what stands around the data. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "p1s.h"
#include "program.h"

TestSuite(trace_text_language, .init = program_setup, .fini = program_teardown, .timeout = 600);

static void check_word(const char *line, uint32_t expected)
{
    size_t count;
    const uint32_t *words = p1s_vif_words(line, &count);
    cr_assert_eq(count, 1, "%s", line);
    cr_assert_eq(words[0], expected, "%s: %08" PRIX32 "h", line, words[0]);
}

Test(trace_text_language, expressions_are_those_of_c)
{
    check_word(".word 1 + 2 * 3", 7);
    check_word(".word (1 + 2) * 3", 9);
    check_word(".word 7 - 2 - 1", 4);
    check_word(".word -7 / 2", (uint32_t)-3);
    check_word(".word -7 % 3", (uint32_t)-1);
    check_word(".word 1 << 4 | 3 & 2 ^ 1", 0x13);
    check_word(".word 1 << 2 + 3", 32);
    check_word(".word 0x80000000 >> 31", 1);
    check_word(".word -8 >> 1", (uint32_t)-4);
    check_word(".word (1 << 63) >> 32", 0x80000000);
    check_word(".word (-1 << 63) >> 32", 0x80000000);
    check_word(".word ~0x0F", 0xFFFFFFF0);
    check_word(".word - - +5", 5);
    check_word(".word 0b1010", 10);
    check_word(".word 0xFFFFFFFFFFFFFFFF >> 32", 0xFFFFFFFF);
    check_word(".word 0xFFFFFFFF00000000 & 0xFFFFFFFF", 0);
}

/* IEEE single: 1.0 3F800000h, 0.1 3DCCCCCDh, largest 7F7FFFFFh, smallest normal 00800000h. */
Test(trace_text_language, floats_become_the_nearest_words_and_hexadecimal_numbers_stay_bits)
{
    check_word(".float 1", 0x3F800000);
    check_word(".float 0.1", 0x3DCCCCCD);
    check_word(".float -0.0", 0x80000000);
    check_word(".float 1e3 / 4", 0x437A0000);
    check_word(".float 3.4028234e38", 0x7F7FFFFF);
    check_word(".float 1.17549435e-38", 0x00800000);
    check_word(".float 0x7FFFFFFF", 0x7FFFFFFF);
    check_word(".float 0x10 + 1", 17);
    check_word(".word 1.5", 0x3FC00000);
    check_word(".word .5", 0x3F000000);
    check_word(".float 16777217", 0x4B800000); /* a tie, to even */
}

Test(trace_text_language, floats_of_any_bits_come_back_from_a_listing)
{
    static const uint32_t words[] = {0x3F800001, 0x3DCCCCCD, 0x80000000, 0x7F7FFFFF, 0x7F800000, 0x7FFFFFFF,
                                     0xFFC00001, 0x00000001, 0x007FFFFF, 0x00800000, 0x4B800001, 0xC2F6E979};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        char text[128];
        size_t size;
        snprintf(text, sizeof text, "gif path=3 {\nGIFTAG regs=ST {\nST s=0x%08" PRIX32 "\n}\n}\n", words[i]);
        uint8_t first[32];
        memcpy(first, p1s_bytes(text, &size), sizeof first);
        const uint8_t *again = p1s_bytes(p1s_disassemble(scratch("p1s.p1t")), &size);
        cr_assert_eq(memcmp(first, again, sizeof first), 0, "%08" PRIX32, words[i]);
    }
}

Test(trace_text_language, fractions_that_are_too_fine_are_cut_off)
{
    size_t count;
    const uint32_t *words = p1s_gif_words("XYZ2 x=1000.3 y=0.999", &count);
    cr_assert_eq(words[0], 16004);
    cr_assert_eq(words[1], 15);
    words = p1s_gif_words("A+D TEX1_1 k=-0.03", &count);
    cr_assert_eq(words[1], 0xFFF); /* -1/16 in 12 bits */
}

Test(trace_text_language, names_stand_for_numbers_and_repeats_count)
{
    static const char text[] = ".equ COUNT 3\n"
                               "base = 0x100   ; a comment\n"
                               ".REPEAT count, i   # another\n"
                               ".word BASE + i\n"
                               ".repeat i, j\n"
                               ".word i * 16 + J\n"
                               ".endr\n"
                               ".endr\n"
                               ".repeat 0\n"
                               "nonsense\n"
                               ".repeat 5\n"
                               ".endr\n"
                               ".endr\n"
                               "base = base + 1\n"
                               ".word base\n";
    static const uint32_t expected[] = {0x100, 0x101, 16, 0x102, 32, 33, 0x101};
    size_t count;
    const uint32_t *words = p1s_vif_words(text, &count);
    cr_assert_eq(count, 7);
    for (size_t i = 0; i < 7; i++)
        cr_assert_eq(words[i], expected[i], "word %zu: %" PRIX32, i, words[i]);
}

Test(trace_text_language, files_are_read_from_beside_the_text)
{
    static const char inner[] = ".word 1\n.incbin \"data.bin\", 1, 4\n";
    size_t count;
    write_file(scratch("inner.p1s"), inner, sizeof inner - 1);
    write_file(scratch("data.bin"), "0123456789", 10);
    write_file(scratch("m.vsm"), "nop nop\n", 8);
    const uint32_t *words =
        p1s_vif_words(".include \"inner.p1s\"\n.incbin \"data.bin\", 6\n.vsm \"m.vsm\"", &count);
    cr_assert_eq(count, 5);
    cr_assert_eq(words[0], 1);
    cr_assert_eq(words[1], 0x34333231);
    cr_assert_eq(words[2], 0x39383736);
    cr_assert_eq(words[3], 0x8000033C);
    cr_assert_eq(words[4], 0x000002FF);
}

Test(trace_text_language, the_head_says_what_the_trace_holds)
{
    static const char text[] =
        ".serial \"SLUS-\\xFF1\"\n.crc 0x12345678\n.gif merged\n"
        ".text author \"a \\\"b\\\" \\\\ c\"\n.text \"license\" \"MIT\"\n"
        ".screenshot 2 1 {\n.hex 01020304 05\n}\n"
        ".gs {\nTEX0_2 tbp0=5\nXYZ x=1\nPRMODECONT\nQ 2.0\n"
        "GIFPATH merged tag0=0x8003 tag1=0xE reg=1\nTRANSFER trxreg=0x10 left=-4\n}\n"
        ".gs_memory {\n.org 4194300\n.word 9\n}\n"
        ".privileged {\nDISPFB2 fbw=8\n.org 0x1FF8\n.word 3\n}\n"
        ".vif {\nCYCLE cl=4 wl=2\nSTAT mrk\nNUM 256\nC3 5\nTOPS 1023\nPATH3_MASKED 1\n}\n"
        ".vu {\nVF31 1.0, 0x2, 3, -0.0\nVI15 0xFFFF\nACC 1, 2, 3, 4\nP 0.5\nTPC 2047\n}\n"
        ".vu_data {\n.org 16\nGIFTAG nloop=1 regs=A+D\n}\n"
        ".vu_micro {\n.vsm {\nnop nop\n}\n}\n"
        ".expect \"pcsx2\" f0001 640 448 \"000102030405060708090a0b0c0d0e0F\"\nvsync\n"
        ".expect pcsx2 vram \"00000000000000000000000000000001\"\n";
    struct trace_error error;
    struct trace_event event;
    size_t count;
    struct trace_reader *reader = trace_open(p1s_assemble(text), &error);
    cr_assert_not_null(reader);
    const struct trace_header *header = trace_header(reader);
    const struct trace_start *start = trace_start(reader);
    cr_assert_str_eq(header->serial, "SLUS-\xFF"
                                     "1");
    cr_assert_eq(header->crc, 0x12345678);
    cr_assert(header->merged_gif);
    cr_assert_eq(header->screenshot_width, 2);
    cr_assert_eq(memcmp(header->screenshot, "\1\2\3\4\5\0\0\0", 8), 0);
    const struct trace_text *texts = trace_texts(reader, &count);
    cr_assert_eq(count, 2);
    cr_assert_str_eq(texts[0].text, "a \"b\" \\ c");
    cr_assert_str_eq(texts[1].key, "license");
    cr_assert_eq(start->gs->registers.context[1].tex0, 5);
    cr_assert_eq(start->gs->registers.xyz, 16);
    cr_assert_eq(start->gs->registers.prmodecont, 0);
    cr_assert_eq(start->gs->gif_q, 0x40000000);
    cr_assert_eq(start->gs->gif[GS_PATH_MERGED].tag[0], 0x8003);
    cr_assert_eq(start->gs->gif[GS_PATH_MERGED].reg, 1);
    cr_assert_eq(start->gs->transfer.left, -4);
    cr_assert_eq(start->gs->local_memory[4194300], 9);
    cr_assert_eq(start->registers[0x91], 0x10); /* FBW is bits 14..9 */
    cr_assert_eq(start->registers[0x1FF8], 3);
    cr_assert_eq(start->vif->cycle, 0x204);
    cr_assert_eq(start->vif->stat, VIF_STAT_MRK);
    cr_assert_eq(start->vif->num, 256);
    cr_assert_eq(start->vif->col[3], 5);
    cr_assert_eq(start->vif->tops, 1023);
    cr_assert(start->vif->path3_masked);
    cr_assert_eq(start->vu->vf[31][1], 2);
    cr_assert_eq(start->vu->vf[31][2], 0x40400000);
    cr_assert_eq(start->vu->vf[0][3], 0x3F800000);
    cr_assert_eq(start->vu->vi[15], 0xFFFF);
    cr_assert_eq(start->vu->p, 0x3F000000);
    cr_assert_eq(start->vu->r, 0x3F800000);
    cr_assert_eq(start->vu->tpc, 2047);
    cr_assert_eq(start->vu_data[16], 1);
    cr_assert_eq(start->vu_micro[0], 0x3C);
    cr_assert_eq(trace_next(reader, &event, &error), 1);
    cr_assert_eq(event.kind, TRACE_VSYNC);
    cr_assert_eq(trace_next(reader, &event, &error), 0);
    const struct trace_expectation *expected = trace_expectations(reader, &count);
    cr_assert_eq(count, 2);
    cr_assert_eq(expected[0].width, 640);
    cr_assert_eq(expected[0].xxh3_128[15], 15);
    cr_assert_str_eq(expected[1].what, "vram");
    trace_close(reader);
}

Test(trace_text_language, every_event_has_its_line)
{
    static const char text[] =
        "vif1 dma_begin position=3 {\nNOP\n}\ngif path=1 dma_begin dma_end {\n.zero 16\n}\n"
        "gif path=2 {\n}\ngif path=3 dma_end {\n}\ngif code=0 {\n}\nvsync 1\nread_fifo 77\n"
        "registers {\nPMODE en1\n.org 0x10\n.dword 2\n}\nwrite GIF_CTRL rst\nwait 12345\n"
        "wait idle\ncomment \"a\\nb; not a comment\"\n";
    struct trace_error error;
    struct trace_event event[12];
    struct trace_reader *reader = trace_open(p1s_assemble(text), &error);
    static const enum trace_event_kind kinds[] = {
        TRACE_VIF1,      TRACE_GIF,       TRACE_GIF,      TRACE_GIF,  TRACE_GIF,  TRACE_VSYNC,
        TRACE_READ_FIFO, TRACE_REGISTERS, TRACE_REGISTER, TRACE_WAIT, TRACE_WAIT, TRACE_COMMENT};
    for (size_t i = 0; i < 12; i++) {
        cr_assert_eq(trace_next(reader, &event[i], &error), 1);
        cr_assert_eq(event[i].kind, kinds[i], "event %zu", i);
        if (i == 7) {
            cr_assert_eq(event[i].data[0], 1);
            cr_assert_eq(event[i].data[16], 2);
        }
    }
    cr_assert_eq(event[0].position, 3);
    cr_assert_eq(event[0].flags, TRACE_DMA_BEGIN);
    cr_assert_eq(event[1].path_code, TRACE_PATH1_NEW);
    cr_assert_eq(event[1].flags, TRACE_DMA_BEGIN | TRACE_DMA_END);
    cr_assert_eq(event[2].path_code, TRACE_PATH2);
    cr_assert_eq(event[3].path_code, TRACE_PATH3);
    cr_assert_eq(event[4].path_code, TRACE_PATH1_OLD);
    cr_assert_eq(event[5].field, 1);
    cr_assert_eq(event[6].quadwords, 77);
    cr_assert_eq(event[9].value, 12345);
    cr_assert_eq(event[10].value, 0);
    cr_assert_eq(event[11].size, 18);
    cr_assert_eq(memcmp(event[11].data, "a\nb; not a comment", 18), 0);
    trace_close(reader);
}

/* The example in the documentation, which is between the first two lines of ```. */
Test(trace_text_language, the_example_in_the_documentation_draws_a_white_rectangle_and_a_triangle)
{
    char *page = read_file(PATH1_TEST_DATA "/../../docs/p1s.md", NULL);
    char *example = strstr(page, "```\n"), *end = example ? strstr(example + 4, "```\n") : NULL;
    cr_assert_not_null(end);
    *end = '\0';
    struct run run = run_path1("render", p1s_assemble(example + 4), "-o", scratch("out"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct picture picture = read_png(scratch("out/f0000_rc0.png"));
    cr_assert_eq(picture.width, 640);
    const uint8_t *white = picture.rgba + (150 * 640 + 200) * 4,
                  *black = picture.rgba + (350 * 640 + 100) * 4;
    const uint8_t *triangle = picture.rgba + (290 * 640 + 450) * 4;
    cr_assert_eq(memcmp(white, "\xFF\xFF\xFF", 3), 0);
    cr_assert_eq(memcmp(black, "\0\0\0", 3), 0);
    cr_assert_eq(memcmp(triangle, "\xC8\x78\x20", 3), 0); /* flat: colour of the last vertex */
}

Test(trace_text_language, a_listing_looks_like_what_was_written)
{
    static const char text[] =
        ".text title \"x\"\n"
        "write DISPFB1 fbw=10 psm=PSMCT16S\n"
        "vif1 dma_begin {\n"
        "    STCYCL cl=4 wl=1\n"
        "    UNPACK V3-16 addr=16 flg mask {\n"
        "        .half 0x0001, 0x0002, 0xFFFF\n"
        "    }\n"
        "    NOP\n"
        "    NOP\n"
        "    NOP\n"
        "    DIRECT {\n"
        "        GIFTAG eop pre prim=triangle_strip,iip,tme flg=packed regs=ST,RGBAQ,XYZ2 {\n"
        "            ST s=0.5 t=1.0 q=1.0\n"
        "            RGBAQ r=1 a=128\n"
        "            XYZ2 x=100.5 y=200 z=5 adc\n"
        "        }\n"
        "    }\n"
        "    MSCAL 16 [i]\n"
        "}\n"
        "gif path=3 {\n"
        "    GIFTAG eop flg=image {\n"
        "        .hex 00010203 04050607 08090A0B 0C0D0E0F\n"
        "    }\n"
        "}\n"
        "wait idle\n"
        "comment \"end\"\n"
        "vsync 1\n";
    cr_assert_str_eq(p1s_disassemble(p1s_assemble(text)), text);
}
