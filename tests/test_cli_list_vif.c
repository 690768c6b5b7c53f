/* path1 list on what goes through VIF1 and VU1. Expected operands and addresses follow from the bits of the
 * codes in the EE user's manual. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "gif_packet.h"
#include "listed.h"
#include "program.h"
#include "reference.h"
#include "vu_source.h"

TestSuite(cli_list_vif, .init = program_setup, .fini = program_teardown, .timeout = 600);

#define KICK_TOP                                                                                             \
    "nop    xtop vi01\n"                                                                                     \
    "nop    xgkick vi01\n"                                                                                   \
    "nop[e] nop\n"                                                                                           \
    "nop    nop\n"                                                                                           \
    "nop[e] nop\n"                                                                                           \
    "nop    nop\n"

static struct vif_words words;

/* The lines of a trace with `words` as its one event, which must be listed without an error. */
static char *list_words(void)
{
    const struct trace_event event = words_event(&words);
    struct run run = run_path1("list", write_p1t("a.p1t", NULL, NULL, 0, &event, 1));
    cr_assert_eq(run.status, 0, "%s", run.err);
    const char *second = strchr(run.out, '\n') + 1; /* behind the event's own line */
    return listed_lines(second);
}

Test(cli_list_vif, codes_that_set_registers_show_their_operands)
{
    words_code(&words, 0x03, 0, 0xFC20); /* BASE: 10 bits */
    words_code(&words, 0x02, 0, 0x100);  /* OFFSET */
    words_code(&words, 0x04, 0, 0x33);   /* ITOP */
    words_code(&words, 0x01, 0, 0x0304); /* STCYCL: WL 3, CL 4 */
    words_code(&words, 0x05, 0, 2);      /* STMOD */
    words_code(&words, 0x06, 0, 0x8000); /* MSKPATH3 */
    words_code(&words, 0x07, 0, 0xBEEF); /* MARK */
    words_code(&words, 0x20, 0, 0);      /* STMASK: 11 10 01 00 in cycle 0 from w to x */
    words_add(&words, 0xFFAA55E4);
    words_code(&words, 0x30, 0, 0); /* STROW */
    words_quadword(&words, 0x0000000200000001, 0x0000000400000003);
    words_code(&words, 0x31, 0, 0); /* STCOL */
    words_quadword(&words, 0x0000000600000005, 0x0000000800000007);
    words_code(&words, 0x13, 0, 0); /* FLUSHA */
    words_code(&words, 0x10, 0, 0); /* FLUSHE */
    words_code(&words, 0x87, 0, 1); /* MARK with the I bit, which does not stall (VIF.md section 2) */
    char *text = list_words();
    cr_assert_str_eq(text, "  BASE  base 0x020\n"
                           "  OFFSET  ofst 0x100  tops 0x020\n"
                           "  ITOP  itops 0x033\n"
                           "  STCYCL  cl 4  wl 3\n"
                           "  STMOD  mode difference\n"
                           "  MSKPATH3  masked 1\n"
                           "  MARK  mark 0xBEEF\n"
                           "  STMASK  mask 0xFFAA55E4  (drcp rrrr cccc pppp)\n"
                           "  STROW  row 0x00000001 0x00000002 0x00000003 0x00000004\n"
                           "  STCOL  col 0x00000005 0x00000006 0x00000007 0x00000008\n"
                           "  FLUSHA\n"
                           "  FLUSHE\n"
                           "  MARK  mark 0x0001  [i]\n");
    free(text);
}

/* Adds `count` words of payload. */
static void add_payload(size_t count)
{
    for (size_t i = 0; i < count; i++)
        words_add(&words, 0x80);
}

/* wl <= CL: write n goes to base + (n / wl) CL + n mod wl; V4-32 is 4 words a vector, V2-16 one. */
Test(cli_list_vif, unpack_shows_where_skipping_writes_go)
{
    words_code(&words, 0x03, 0, 0x20); /* BASE */
    words_code(&words, 0x02, 0, 0);    /* OFFSET: TOPS = 020 */
    words_code(&words, 0x01, 0, 0x0101);
    words_code(&words, 0x6C, 2, 0x8010); /* V4-32, FLG */
    add_payload(8);
    words_code(&words, 0x01, 0, 0x0104); /* CL 4, WL 1 */
    words_code(&words, 0x65, 3, 0x4010); /* V2-16, USN */
    add_payload(3);
    words_code(&words, 0x01, 0, 0x0203); /* CL 3, WL 2: 3FD 3FE, 000 001, 003 */
    words_code(&words, 0x65, 5, 0x03FD);
    add_payload(5);
    words_code(&words, 0x01, 0, 0x0102); /* CL 2, WL 1, 256 writes: 000, 002 ... 1FE */
    words_code(&words, 0x62, 0, 0);      /* S-8: 64 words */
    add_payload(64);
    char *text = list_words();
    cr_assert_str_eq(text,
                     "  BASE  base 0x020\n"
                     "  OFFSET  ofst 0x000  tops 0x020\n"
                     "  STCYCL  cl 1  wl 1\n"
                     "  UNPACK V4-32  num 2  addr 0x010  + TOPS 0x020  -> qw 0x030..0x031  cl 1  wl 1  "
                     "bytes 32\n"
                     "  STCYCL  cl 4  wl 1\n"
                     "  UNPACK V2-16  num 3  addr 0x010  -> qw 0x010,0x014,0x018  cl 4  wl 1  skipping  "
                     "usn  bytes 12\n"
                     "  STCYCL  cl 3  wl 2\n"
                     "  UNPACK V2-16  num 5  addr 0x3FD  -> qw 0x3FD..0x3FE,0x000..0x001,0x003  cl 3  wl "
                     "2  skipping  bytes 20\n"
                     "  STCYCL  cl 2  wl 1\n"
                     "  UNPACK S-8  num 256  addr 0x000  -> qw 0x000,0x002,0x004,0x006,0x008,0x00A,0x00C,"
                     "0x00E,...,0x1FE (256 runs)  cl 2  wl 1  skipping  bytes 256\n");
    free(text);
}

/* wl > CL: writes are contiguous, CL of each group of wl read a vector: of 5 writes, 2 with CL 1 and WL 3. WL
 * 0 is 256, CL 0 reads nothing. */
Test(cli_list_vif, unpack_shows_filling_masks_and_modes)
{
    words_code(&words, 0x05, 0, 1); /* STMOD */
    words_code(&words, 0x20, 0, 0);
    words_add(&words, 0x00000001);       /* x of cycle 0 from ROW */
    words_code(&words, 0x01, 0, 0x0301); /* CL 1, WL 3 */
    words_code(&words, 0x75, 5, 0x03FE); /* V2-16 with mask */
    add_payload(2);
    words_code(&words, 0x05, 0, 0);
    words_code(&words, 0x01, 0, 0x0000); /* CL 0, WL 256 */
    words_code(&words, 0x7F, 1, 0);      /* V4-5 with mask */
    words_code(&words, 0x63, 1, 0);      /* S with VL 3 */
    char *text = list_words();
    cr_assert_str_eq(
        text, "  STMOD  mode offset\n"
              "  STMASK  mask 0x00000001  (rddd dddd dddd dddd)\n"
              "  STCYCL  cl 1  wl 3\n"
              "  UNPACK V2-16  num 5  addr 0x3FE  -> qw 0x3FE..0x3FF,0x000..0x002  cl 1  wl 3  filling  "
              "vectors 2  mask 0x00000001  (rddd dddd dddd dddd)  mode offset  row 0x00000000 0x00000000 "
              "0x00000000 0x00000000  bytes 8\n"
              "  STMOD  mode none\n"
              "  STCYCL  cl 0  wl 0\n"
              "  UNPACK V4-5  num 1  addr 0x000  -> qw 0x000  cl 0  wl 256  filling  vectors 0  mask "
              "0x00000001  (rddd dddd dddd dddd)  row 0x00000000 0x00000000 0x00000000 0x00000000  bytes 0\n"
              "  UNPACK S-5  num 1  addr 0x000  -> qw none  cl 0  wl 256  filling  vectors 0  effect no such "
              "format, nothing is written  bytes 0\n");
    free(text);
}

/* The program at 10h kicks TOP = 020h (byte 200h), then goes on behind its end. TOPS is BASE + OFST then. */
static void add_kick(void)
{
    words_code(&words, 0x03, 0, 0x20);  /* BASE */
    words_code(&words, 0x02, 0, 0x100); /* OFFSET */
    words_code(&words, 0x04, 0, 0x33);  /* ITOP */
    words_program(&words, 2, KICK_TOP);
    words_code(&words, 0x01, 0, 0x0101);
    words_code(&words, 0x6C, 2, 0x8000); /* UNPACK V4-32 to TOPS */
    words_quadword(&words, gif_tag(1, 1, 0, 1), 0xE);
    words_quadword(&words, 0x5000B, 0x47);
    words_code(&words, 0x14, 0, 2); /* MSCAL */
    words_code(&words, 0x11, 0, 0); /* FLUSH */
    words_code(&words, 0x17, 0, 0); /* MSCNT */
}

Test(cli_list_vif, microprograms_and_what_they_kick_stand_where_they_happen)
{
    add_kick();
    char *text = list_words();
    cr_assert_str_eq(
        text, "  BASE  base 0x020\n"
              "  OFFSET  ofst 0x100  tops 0x020\n"
              "  ITOP  itops 0x033\n"
              "  MPG  num 6  micro 0x0010  to 0x003F  bytes 48\n"
              "  STCYCL  cl 1  wl 1\n"
              "  UNPACK V4-32  num 2  addr 0x000  + TOPS 0x020  -> qw 0x020..0x021  cl 1  wl 1  bytes "
              "32\n"
              "  MSCAL  micro 0x0010  top 0x020  itop 0x033\n"
              "  program starts  micro 0x0010  top 0x020  itop 0x033\n"
              "  FLUSH\n"
              "  program ends  cycles 4  pairs 4  micro 0x0010  next 0x0030\n"
              "  XGKICK  pc 0x0018  vu_data 0x0200  quadwords 2\n"
              "    GIFTAG  nloop 1  eop  flg packed  nreg 1  regs A+D\n"
              "      TEST_1  ATE 1  ATST gequal  AREF 0  AFAIL keep  DATE 0  DATM 0  ZTE 1  ZTST gequal\n"
              "  MSCNT  top 0x120  itop 0x033\n"
              "  program starts  micro 0x0030  resume  top 0x120  itop 0x033\n"
              "  program ends  cycles 2  pairs 2  micro 0x0030  next 0x0040\n");
    free(text);
}

Test(cli_list_vif, direct_and_path3_data_show_their_tags)
{
    struct gif_packet packet = {0};
    gif_add(&packet, gif_tag(1, 1, 0, 1), 0xE);
    gif_add_ad(&packet, 0x1A, 0);
    words_code(&words, 0x00, 0, 0);
    words_align(&words, 4);
    words_code(&words, 0x50, 0, 2); /* DIRECT */
    words_quadword(&words, gif_tag(1, 1, 0, 1), 0xE);
    words_quadword(&words, 1, 0x49);
    const struct trace_event events[] = {words_event(&words),
                                         {.kind = TRACE_GIF,
                                          .path_code = TRACE_PATH3,
                                          .flags = TRACE_DMA_BEGIN,
                                          .data = packet.data,
                                          .size = 32}};
    struct run run = run_path1("list", write_p1t("a.p1t", NULL, NULL, 0, events, 2));
    char *text = listed_lines(run.out);
    cr_assert_str_eq(text, "event 0  vif1  bytes 48\n"
                           "  NOP\n"
                           "  NOP\n"
                           "  NOP\n"
                           "  DIRECT  quadwords 2\n"
                           "  PATH2  quadwords 2\n"
                           "    GIFTAG  nloop 1  eop  flg packed  nreg 1  regs A+D\n"
                           "      PABE  PABE 1\n"
                           "event 1  gif  path PATH3  code 2  bytes 32  dma_begin\n"
                           "  PATH3  quadwords 2\n"
                           "    GIFTAG  nloop 1  eop  flg packed  nreg 1  regs A+D\n"
                           "      PRMODECONT  AC 0\n");
    free(text);
}

/* An event's fields are 7 bytes in front of its data. The words behind them are DIRECT's: code at word 3. */
Test(cli_list_vif, offsets_count_the_bytes_of_the_events)
{
    words_code(&words, 0x00, 0, 0);
    words_align(&words, 4);
    words_code(&words, 0x50, 0, 1); /* DIRECT */
    words_quadword(&words, gif_tag(0, 1, 0, 1), 0);
    words_code(&words, 0x00, 0, 0);
    const struct trace_event events[] = {words_event(&words), {.kind = TRACE_VSYNC}};
    struct run run = run_path1("list", "--json", write_p1t("a.p1t", NULL, NULL, 0, events, 2));
    json_t *root = parse_json(run.out), *line;
    static const char *const offsets[] = {"0x00000000", "0x00000007", "0x0000000B",
                                          "0x0000000F", "0x00000013", "0x00000017",
                                          "0x00000017", "0x00000027", "0x0000002B"};
    size_t i;
    cr_assert_eq(json_array_size(json_object_get(root, "lines")), 9);
    json_array_foreach(json_object_get(root, "lines"), i, line)
        cr_assert_str_eq(text_of(line, "offset"), offsets[i], "line %zu", i);
    json_decref(root);
}

Test(cli_list_vif, values_that_come_in_another_event_are_shown_when_they_are_loaded)
{
    struct vif_words rest = {0};
    words_code(&words, 0x30, 0, 0); /* STROW */
    words_add(&words, 1);
    for (uint32_t i = 2; i <= 4; i++)
        words_add(&rest, i);
    words_code(&rest, 0x20, 0, 0); /* STMASK; its word is the last of all */
    const uint32_t mask = 3;
    const struct trace_event events[] = {
        words_event(&words),
        words_event(&rest),
        {.kind = TRACE_VIF1, .data = (const uint8_t *)&mask, .size = 4},
    };
    struct run run = run_path1("list", write_p1t("a.p1t", NULL, NULL, 0, events, 3));
    char *text = listed_lines(run.out);
    cr_assert_str_eq(text, "event 0  vif1  bytes 8\n"
                           "  STROW\n"
                           "event 1  vif1  bytes 16\n"
                           "  STROW loaded  row 0x00000001 0x00000002 0x00000003 0x00000004\n"
                           "  STMASK\n"
                           "event 2  vif1  bytes 4\n"
                           "  STMASK loaded  mask 0x00000003  (pddd dddd dddd dddd)\n");
    free(text);
}

/* The I bit stops VIF1 before the next code until FBRST.STC. */
Test(cli_list_vif, codes_that_vif1_never_takes_are_a_warning)
{
    words_code(&words, 0x80, 0, 0); /* NOP with the I bit */
    words_code(&words, 0x00, 0, 0);
    struct trace_event events[] = {words_event(&words),
                                   {.kind = TRACE_REGISTER, .address = 0x10003C10, .value = 8}};
    struct run run = run_path1("list", "--json", write_p1t("a.p1t", NULL, NULL, 0, events, 1));
    cr_assert_eq(run.status, 0);
    cr_assert_not_null(strstr(run.err, "warning"));
    json_t *root = parse_json(run.out);
    cr_assert_eq(json_array_size(json_object_get(root, "lines")), 2);
    cr_assert_not_null(json_object_get(root, "warning"));
    json_decref(root);
    run = run_path1("list", write_p1t("b.p1t", NULL, NULL, 0, events, 2));
    cr_assert_str_eq(run.err, "");
    char *text = listed_lines(run.out);
    cr_assert_str_eq(text,
                     "event 0  vif1  bytes 8\n"
                     "  NOP  [i]\n"
                     "event 1  write  address 0x10003C10  register VIF1_FBRST  RST 0  FBK 0  STP 0  STC 1\n"
                     "  NOP\n");
    free(text);
}

Test(cli_list_vif, words_that_are_no_code_say_what_vif1_does)
{
    words_code(&words, 0x08, 1, 2);
    const struct trace_event err = {.kind = TRACE_REGISTER, .address = 0x10003C20, .value = 4}; /* ME1 */
    const struct trace_event events[] = {err,
                                         words_event(&words),
                                         {.kind = TRACE_REGISTER, .address = 0x10003C20, .value = 0},
                                         words_event(&words)};
    struct run run = run_path1("list", write_p1t("a.p1t", NULL, NULL, 0, events, 4));
    cr_assert_not_null(strstr(run.out, "invalid  code 0x08010002  effect none"), "%s", run.out);
    cr_assert_not_null(strstr(run.out, "invalid  code 0x08010002  effect VIF1 stops (ER1)"), "%s", run.out);
}

Test(cli_list_vif, comments_are_shown_without_control_characters)
{
    const struct trace_event event = {
        .kind = TRACE_COMMENT, .data = (const uint8_t *)"a \x1B[31mred\n", .size = 11};
    struct run run = run_path1("list", write_p1t("a.p1t", NULL, NULL, 0, &event, 1));
    char *text = listed_lines(run.out);
    cr_assert_str_eq(text, "event 0  comment  text a ?[31mred?\n");
    free(text);
}

Test(cli_list_vif, an_earlier_event_still_counts_when_only_a_later_one_is_shown)
{
    const struct trace_event wait = {.kind = TRACE_WAIT, .value = 5};
    struct vif_words later = {0};
    words_code(&words, 0x03, 0, 0x20); /* BASE */
    words_code(&words, 0x02, 0, 0);    /* OFFSET: TOPS = 020 */
    words_code(&later, 0x01, 0, 0x0101);
    words_code(&later, 0x6E, 1, 0x8001); /* UNPACK V4-8, FLG */
    words_add(&later, 0);
    const struct trace_event events[] = {words_event(&words), wait, words_event(&later), wait};
    struct run run =
        run_path1("list", "--from", "2", "--to", "2", write_p1t("a.p1t", NULL, NULL, 0, events, 4));
    char *text = listed_lines(run.out);
    cr_assert_str_eq(text,
                     "event 2  vif1  bytes 12\n"
                     "  STCYCL  cl 1  wl 1\n"
                     "  UNPACK V4-8  num 1  addr 0x001  + TOPS 0x020  -> qw 0x021  cl 1  wl 1  bytes 4\n");
    free(text);
}

/* Whatever the words are, the program ends by itself, its JSON is JSON, and text and JSON have as many lines.
 */
Test(cli_list_vif, random_words_are_listed_to_an_end)
{
    uint64_t state = 7;
    for (unsigned round = 0; round < 12; round++) {
        words.count = 0;
        while (words.count < 3000) {
            /* Mostly codes that exist. */
            static const unsigned commands[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x20, 0x30, 0x31,
                                                0x4A, 0x50, 0x60, 0x65, 0x6C, 0x6E, 0x7D, 0x7F, 0x63};
            uint32_t random = source_random(&state), pick = source_random(&state) % 20;
            words_add(&words, pick < 18 ? commands[pick] << 24 | (random & 0x00070103) : random & 0x7FFFFFFF);
        }
        const struct trace_event events[] = {words_event(&words), {.kind = TRACE_VSYNC}};
        const char *path = write_p1t("a.p1t", NULL, NULL, 0, events, 2);
        struct run text = run_path1("list", path), json = run_path1("list", "--json", path);
        cr_assert_leq(text.status, 1, "%s", text.err);
        cr_assert_eq(json.status, text.status);
        json_t *root = parse_json(json.out);
        size_t lines = 0;
        for (const char *at = text.out; (at = strchr(at, '\n')); at++)
            lines++;
        cr_assert_eq(json_array_size(json_object_get(root, "lines")), lines);
        json_decref(root);
        struct run info = run_path1("info", "--json", path);
        cr_assert_eq(info.status, text.status, "%s", info.err);
    }
}
