/* path1 info on traces of what was sent to VIF1. Expected counts follow from the words that the tests write.
 */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "gif_packet.h"
#include "listed.h"
#include "program.h"
#include "reference.h"
#include "vu_source.h"

TestSuite(cli_info_vif, .init = program_setup, .fini = program_teardown, .timeout = 600);

static struct vif_words words;

/* Kicks TOP, ends; MSCNT goes on with the rest. */
#define KICK_TOP                                                                                             \
    "nop    xtop vi01\n"                                                                                     \
    "nop    xgkick vi01\n"                                                                                   \
    "nop[e] nop\n"                                                                                           \
    "nop    nop\n"                                                                                           \
    "nop[e] nop\n"                                                                                           \
    "nop    nop\n"

static void add_run(void)
{
    words_program(&words, 2, KICK_TOP);
    words_code(&words, 0x01, 0, 0x0101);
    words_code(&words, 0x6C, 2, 0x8000); /* UNPACK V4-32 to TOPS */
    words_quadword(&words, gif_tag(1, 1, 0, 1), 0xE);
    words_quadword(&words, 0x5000B, 0x47);
    words_code(&words, 0x14, 0, 2); /* MSCAL: kicks 32 bytes */
    words_code(&words, 0x11, 0, 0); /* FLUSH */
    words_code(&words, 0x17, 0, 0); /* MSCNT */
}

static json_t *info_json(const char *path)
{
    struct run run = run_path1("info", "--json", path);
    cr_assert_eq(run.status, 0, "%s", run.err);
    return parse_json(run.out);
}

Test(cli_info_vif, programs_are_told_apart_by_their_bytes_and_counted)
{
    add_run();
    add_run(); /* the same program again */
    words_program(&words, 0, "nop[e] nop\nnop nop\n");
    words_code(&words, 0x15, 0, 0); /* MSCALF */
    words_code(&words, 0x15, 0, 2); /* MSCALF of the old program, beside the new one */
    const struct trace_event event = words_event(&words);
    json_t *root = info_json(write_p1t("a.p1t", NULL, NULL, 0, &event, 1));
    json_t *vu = json_object_get(root, "vu1"), *uploads = json_object_get(vu, "uploads");
    const struct source_program *program = source_assemble(KICK_TOP);
    uint8_t micro[VU1_MEMORY_SIZE] = {0};
    for (size_t i = 0; i < 6; i++) {
        memcpy(micro + 16 + 8 * i, &program->pairs[i].lower, 4);
        memcpy(micro + 16 + 8 * i + 4, &program->pairs[i].upper, 4);
    }
    cr_assert_eq(json_array_size(uploads), 2);
    json_t *first = json_array_get(uploads, 0);
    cr_assert_str_eq(text_of(first, "xxh3_128"), hash_of(micro + 16, 48));
    cr_assert_str_eq(text_of(first, "address"), "0x0010");
    cr_assert_eq(number_of(first, "bytes"), 48);
    cr_assert_eq(number_of(first, "times"), 2);
    cr_assert_eq(number_of(json_array_get(uploads, 1), "times"), 1);

    /* MSCAL 10h and MSCNT 30h twice, with the first program alone; MSCALF 0 and MSCALF 10h with both. */
    static const struct {
        const char *code, *address;
        json_int_t starts, pairs, kicks;
    } wanted[] = {{"MSCAL", "0x0010", 2, 8, 2},
                  {"MSCNT", "0x0030", 2, 4, 0},
                  {"MSCALF", "0x0000", 1, 2, 0},
                  {"MSCALF", "0x0010", 1, 4, 1}};
    json_t *starts = json_object_get(vu, "starts"), *start;
    size_t i;
    cr_assert_eq(json_array_size(starts), 4);
    json_array_foreach(starts, i, start)
    {
        cr_assert_str_eq(text_of(start, "code"), wanted[i].code);
        cr_assert_str_eq(text_of(start, "address"), wanted[i].address);
        cr_assert_eq(number_of(start, "starts"), wanted[i].starts);
        cr_assert_eq(number_of(start, "runs"), wanted[i].starts);
        cr_assert_eq(number_of(start, "pairs"), wanted[i].pairs);
        cr_assert_eq(number_of(start, "xgkicks"), wanted[i].kicks);
        /* No pair waits for another. */
        cr_assert_eq(number_of(start, "cycles"), wanted[i].pairs);
        cr_assert_eq(number_of(start, "cycles_least"), wanted[i].pairs / wanted[i].starts);
        cr_assert_eq(number_of(start, "cycles_most"), wanted[i].pairs / wanted[i].starts);
    }
    cr_assert_str_eq(text_of(json_array_get(starts, 0), "micro_xxh3_128"), hash_of(micro, sizeof micro));
    cr_assert_str_eq(text_of(json_array_get(starts, 1), "micro_xxh3_128"), hash_of(micro, sizeof micro));
    cr_assert_str_neq(text_of(json_array_get(starts, 3), "micro_xxh3_128"), hash_of(micro, sizeof micro));
    cr_assert_eq(number_of(json_array_get(starts, 0), "xgkick_bytes"), 64);
    json_decref(root);
}

/* MPGs that follow one another are one upload, others are not. */
Test(cli_info_vif, pairs_uploaded_one_behind_the_other_are_one_program)
{
    words_program(&words, 0, "nop nop\nnop nop\n");
    words_program(&words, 2, "nop nop\n");
    words_program(&words, 0x7FF, "nop nop\nnop nop\n"); /* wraps */
    const struct trace_event event = words_event(&words);
    json_t *root = info_json(write_p1t("a.p1t", NULL, NULL, 0, &event, 1)), *upload;
    json_t *uploads = json_object_get(json_object_get(root, "vu1"), "uploads");
    static const char *const addresses[] = {"0x0000", "0x3FF8", "0x0000"};
    static const json_int_t pairs[] = {3, 1, 1};
    size_t i;
    cr_assert_eq(json_array_size(uploads), 3);
    json_array_foreach(uploads, i, upload)
    {
        cr_assert_str_eq(text_of(upload, "address"), addresses[i]);
        cr_assert_eq(number_of(upload, "pairs"), pairs[i]);
    }
    json_decref(root);
}

Test(cli_info_vif, codes_and_unpack_formats_are_counted)
{
    words_code(&words, 0x05, 0, 1);      /* STMOD */
    words_code(&words, 0x01, 0, 0x0301); /* STCYCL CL 1 WL 3: filling */
    words_code(&words, 0x75, 5, 0x4000); /* V2-16, mask, USN: 5 writes, 2 vectors */
    words_add(&words, 0);
    words_add(&words, 0);
    words_code(&words, 0x01, 0, 0x0103); /* CL 3 WL 1: skipping */
    words_code(&words, 0x65, 4, 0x8000); /* V2-16, FLG */
    for (unsigned i = 0; i < 4; i++)
        words_add(&words, 0);
    words_code(&words, 0x6F, 3, 0); /* V4-5: 6 bytes in 2 words; MODE does not count */
    words_add(&words, 0);
    words_add(&words, 0);
    words_code(&words, 0x87, 0, 0); /* MARK with the I bit */
    words_code(&words, 0x55, 0, 0); /* no code */
    const struct trace_event events[] = {
        {.kind = TRACE_REGISTER, .address = 0x10003C20, .value = 4}, /* ERR.ME1: ignored */
        words_event(&words),
        {.kind = TRACE_COMMENT, .data = (const uint8_t *)"x", .size = 1},
        {.kind = TRACE_WAIT, .value = 1000},
    };
    json_t *root = info_json(write_p1t("a.p1t", NULL, NULL, 0, events, 4));
    json_t *vif = json_object_get(root, "vif1"), *codes = json_object_get(vif, "codes");
    cr_assert_eq(number_of(codes, "STCYCL"), 2);
    cr_assert_eq(number_of(codes, "UNPACK"), 3);
    cr_assert_eq(number_of(codes, "MARK"), 1);
    cr_assert_null(json_object_get(codes, "MSCAL"));
    cr_assert_eq(number_of(vif, "invalid"), 1);
    cr_assert_eq(number_of(vif, "interrupts"), 1);
    cr_assert_eq(number_of(vif, "bytes"), 4 * (json_int_t)words.count);
    json_t *unpack = json_object_get(vif, "unpack"), *v2 = json_array_get(unpack, 0);
    cr_assert_eq(json_array_size(unpack), 2);
    cr_assert_str_eq(text_of(v2, "format"), "V2-16");
    cr_assert_eq(number_of(v2, "codes"), 2);
    cr_assert_eq(number_of(v2, "quadwords"), 9);
    cr_assert_eq(number_of(v2, "bytes"), 24);
    cr_assert_eq(number_of(v2, "masked"), 1);
    cr_assert_eq(number_of(v2, "with_mode"), 2);
    cr_assert_eq(number_of(v2, "usn"), 1);
    cr_assert_eq(number_of(v2, "flg"), 1);
    cr_assert_eq(number_of(v2, "filling"), 1);
    cr_assert_eq(number_of(v2, "skipping"), 1);
    cr_assert_eq(number_of(json_array_get(unpack, 1), "with_mode"), 0);
    cr_assert_eq(number_of(json_array_get(unpack, 1), "bytes"), 8);
    json_t *packets = json_object_get(json_object_get(root, "counts"), "packets");
    cr_assert_eq(number_of(packets, "vif1"), 1);
    cr_assert_eq(number_of(packets, "write"), 1);
    cr_assert_eq(number_of(packets, "wait"), 1);
    cr_assert_eq(number_of(packets, "comment"), 1);
    cr_assert_geq(number_of(root, "time_cycles"), 1000);
    json_decref(root);
}

/* PATH1 by XGKICK and as data of the trace, PATH2 by DIRECT, PATH3 from the trace. */
Test(cli_info_vif, bytes_are_counted_by_path)
{
    struct gif_packet packet = {0};
    gif_add(&packet, gif_tag(2, 1, 2, 0), 0);
    gif_add(&packet, 0, 0);
    gif_add(&packet, 0, 0);
    add_run();
    words_align(&words, 4);
    words_code(&words, 0x50, 0, 1); /* DIRECT */
    words_quadword(&words, gif_tag(0, 1, 0, 1), 0);
    struct trace_event gif = {.kind = TRACE_GIF, .data = packet.data, .size = 48};
    struct trace_event events[] = {words_event(&words), gif, gif, gif};
    events[1].path_code = events[2].path_code = TRACE_PATH3;
    events[3].path_code = TRACE_PATH1_NEW;
    json_t *root = info_json(write_p1t("a.p1t", NULL, NULL, 0, events, 4));
    json_t *bytes = json_object_get(root, "path_bytes");
    cr_assert_eq(number_of(bytes, "path1"), 32 + 48);
    cr_assert_eq(number_of(bytes, "path1_xgkick"), 32);
    cr_assert_eq(number_of(bytes, "path2"), 16);
    cr_assert_eq(number_of(bytes, "path3"), 96);
    json_t *counts = json_object_get(root, "counts");
    cr_assert_eq(number_of(counts, "gif_bytes"), 32 + 48 + 16 + 96);
    cr_assert_null(json_object_get(json_object_get(counts, "packets"), "gif_by_path"));
    json_decref(root);
    struct run run = run_path1("info", scratch("a.p1t"));
    cr_assert_not_null(strstr(run.out, "\ngif bytes      192\n"), "%s", run.out);
    cr_assert_null(strstr(run.out, "\ngif packets"), "%s", run.out);
}

Test(cli_info_vif, texts_state_and_expected_results_are_shown)
{
    static uint8_t micro[VU1_MEMORY_SIZE];
    const struct trace_start start = {.vu_micro = micro};
    const struct trace_text texts[] = {{"title", /* turns the direction */ "two \xE2\x80\xAE words"},
                                       {"licence", "none"}};
    const struct trace_header header = {.serial = ""};
    const struct trace_expectation expect = {
        .rules = "pcsx2", .what = "f0000", .width = 640, .height = 448, .xxh3_128 = {0x12, [15] = 0xFE}};
    const char *path = scratch("a.p1t");
    struct trace_error error;
    struct trace_writer *writer = trace_writer_create_p1t(path, &header, &start, texts, 2, &error);
    cr_assert_not_null(writer, "%s", error.text);
    cr_assert(trace_writer_expect(writer, &expect, &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    json_t *root = info_json(path), *container = json_object_get(root, "container");
    cr_assert_eq(number_of(container, "p1t_version"), 1);
    cr_assert_eq(json_array_size(json_object_get(container, "state")), 1);
    json_t *text = json_array_get(json_object_get(container, "texts"), 0);
    cr_assert_str_eq(text_of(text, "key"), "title");
    cr_assert_str_eq(text_of(text, "text"), "two ? words");
    json_t *expected = json_array_get(json_object_get(root, "expectations"), 0);
    cr_assert_str_eq(text_of(expected, "what"), "f0000");
    cr_assert_str_eq(text_of(expected, "xxh3_128"), "120000000000000000000000000000fe");
    json_decref(root);
    struct run run = run_path1("info", path);
    cr_assert_not_null(strstr(run.out, "container      p1t, version 1\n"), "%s", run.out);
    cr_assert_not_null(strstr(run.out, "state          vu1_micro\n"));
    cr_assert_not_null(strstr(run.out, "text           title: two ? words\n"));
    cr_assert_not_null(
        strstr(run.out, "    120000000000000000000000000000fe  f0000  640x448  under pcsx2\n"));
}

Test(cli_info_vif, what_vif1_never_takes_is_a_warning)
{
    words_code(&words, 0x55, 0, 0); /* no code */
    words_code(&words, 0x00, 0, 0);
    const struct trace_event event = words_event(&words);
    json_t *root = info_json(write_p1t("a.p1t", NULL, NULL, 0, &event, 1));
    cr_assert_not_null(json_object_get(root, "warning"));
    json_decref(root);
}
