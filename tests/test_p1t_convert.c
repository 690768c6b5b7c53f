/* path1 convert and path1 hash --check with traces of path1's own form. Expected: what the recording that was
 * converted gives itself. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/trace.h>

#include "dump.h"
#include "gif_packet.h"
#include "p1t_sample.h"
#include "program.h"
#include "register_values.h"
#include "vif_rig.h"
#include "vu_source.h"

TestSuite(p1t_convert, .init = program_setup, .fini = program_teardown, .timeout = 300);

static void check_same_bytes(const char *a, const char *b)
{
    size_t a_size, b_size;
    const char *first = read_file(a, &a_size), *second = read_file(b, &b_size);
    cr_assert(a_size == b_size && memcmp(first, second, a_size) == 0);
}

static struct run convert(const char *from, const char *to)
{
    struct run run = run_path1("convert", from, "-o", to);
    cr_assert_eq(run.status, 0, "%s", run.err);
    return run;
}

/* What `path1 hash` prints, without the file's name. */
static char *hashes(const char *path)
{
    struct run run = run_path1("hash", path);
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t length = strlen(path);
    for (char *at; (at = strstr(run.out, path));)
        memmove(at, at + length, strlen(at + length) + 1);
    return run.out;
}

static void each_dump(const char *folder, size_t step, void (*use)(const char *path))
{
    struct dump_list list;
    dump_path path;
    cr_assert(dump_list(folder, &list), "%s is missing", folder);
    for (size_t i = 0; i < list.count; i += step)
        use(dump_list_path(&list, i, path));
    dump_list_free(&list);
}

/* ---- one to one ---- */

static void there_and_back(const char *dump)
{
    convert(dump, scratch("a.p1t"));
    convert(scratch("a.p1t"), scratch("back.gs"));
    convert(dump, scratch("direct.gs"));
    check_same_bytes(scratch("back.gs"), scratch("direct.gs"));
    convert(scratch("a.p1t"), scratch("again.p1t"));
    check_same_bytes(scratch("a.p1t"), scratch("again.p1t"));
}

Test(p1t_convert, a_dump_that_was_a_p1t_meanwhile_has_the_bytes_of_one_that_was_not)
{
    each_dump("loader", 1, there_and_back);
    each_dump("features", 5, there_and_back);
    each_dump("scenes", 1, there_and_back);
    each_dump("flat", 10, there_and_back);
    each_dump("fuzz", 10, there_and_back);
}

static void same_hashes(const char *dump)
{
    convert(dump, scratch("a.p1t"));
    cr_assert_str_eq(hashes(scratch("a.p1t")), hashes(dump), "%s", dump);
}

Test(p1t_convert, a_p1t_gives_the_hashes_of_the_dump_that_it_was)
{
    each_dump("features", 9, same_hashes);
    each_dump("flat", 8, same_hashes);
    each_dump("loader", 3, same_hashes);
}

Test(p1t_convert, what_is_lost_is_told_and_nothing_else)
{
    cr_assert_str_eq(convert(dump_file("loader/fog.gs.xz"), scratch("a.p1t")).err, "");
    cr_assert_str_eq(convert(scratch("a.p1t"), scratch("a.gs.zst")).err, "");
    const char *old = dump_file("loader/clut_csm1_32_state4.gs.zst");
    char expected[4096];
    snprintf(expected, sizeof expected,
             "path1: %s: lost: the old form of the header\n"
             "path1: %s: lost: state version 4, it is kept as the current one\n",
             old, old);
    cr_assert_str_eq(convert(old, scratch("b.p1t")).err, expected);
}

Test(p1t_convert, texts_are_added_and_kept)
{
    const char *dump = dump_file("loader/fog.gs.xz");
    size_t count;
    struct trace_error error;
    struct run run =
        run_path1("convert", dump, "-o", scratch("a.p1t"), "--text", "author=me", "--text", "x=a=b");
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_path1("convert", scratch("a.p1t"), "-o", scratch("b.p1t"), "--text", "author=too");
    cr_assert_eq(run.status, 0, "%s", run.err);
    struct trace_reader *reader = trace_open(scratch("b.p1t"), &error);
    const struct trace_text *texts = trace_texts(reader, &count);
    cr_assert_eq(count, 3);
    cr_assert_str_eq(texts[0].text, "me");
    cr_assert_str_eq(texts[1].text, "a=b");
    cr_assert_str_eq(texts[2].text, "too");
    trace_close(reader);
    run = run_path1("convert", scratch("b.p1t"), "-o", scratch("b.gs"));
    cr_assert_not_null(strstr(run.err, "b.p1t: lost: 3 texts\n"), "%s", run.err);
}

Test(p1t_convert, standard_streams_do)
{
    const char *dump = dump_file("loader/fog.gs.xz");
    convert(dump, scratch("a.p1t"));
    const char *const to_file[] = {"convert", "-", "-o", scratch("b.p1t"), NULL};
    cr_assert_eq(run_with_input(scratch("a.p1t"), to_file).status, 0);
    check_same_bytes(scratch("a.p1t"), scratch("b.p1t"));
    const char *const to_stream[] = {"convert", scratch("a.p1t"), "--p1t", "-o", "-", NULL};
    cr_assert_eq(run_into(scratch("c.p1t"), to_stream).status, 0);
    check_same_bytes(scratch("a.p1t"), scratch("c.p1t"));
}

static void check_usage(const char *text, const char *const *arguments)
{
    struct run run = run_with_input(NULL, arguments);
    cr_assert_eq(run.status, 2);
    cr_assert_not_null(strstr(run.err, text), "%s", run.err);
}
#define CHECK_USAGE(text, ...) check_usage(text, (const char *const[]){"convert", __VA_ARGS__, NULL})

Test(p1t_convert, options_that_do_not_go_together_are_wrong_usage)
{
    CHECK_USAGE("a GS dump has no place for texts", "a.gs", "-o", "b.gs", "--text", "a=b");
    CHECK_USAGE("a GS dump has no place for expected results", "a.gs", "-o", "b.gs", "--expect", "pcsx2");
    CHECK_USAGE("--text takes KEY=TEXT, not '=b'", "a.gs", "-o", "b.p1t", "--text", "=b");
    CHECK_USAGE("--expect: ", "a.gs", "-o", "b.p1t", "--expect", "nobody");
    CHECK_USAGE("--rules: ", "a.p1t", "-o", "b.gs", "--rules", "nobody");
    CHECK_USAGE("--rules has no meaning", "a.gs", "-o", "b.p1t", "--rules", "pcsx2");
    CHECK_USAGE("--compression is for GS dumps", "a.gs", "-o", "b", "--p1t", "--compression", "xz");
    CHECK_USAGE("more than once; give a file", "-", "-o", "b.p1t", "--expect", "pcsx2");
    CHECK_USAGE("does not end in .gs, .gs.xz, .gs.zst or .p1t", "a.gs", "-o", "b.png");
}

/* ---- recording what reaches the GS ---- */

struct builder {
    struct trace_writer *writer;
    struct trace_error error;
};

static void add(struct builder *builder, const struct trace_event *event)
{
    cr_assert(trace_writer_add(builder->writer, event, &builder->error), "%s", builder->error.text);
}

static void add_vif(struct builder *builder, const void *words, size_t count)
{
    add(builder, &(struct trace_event){.kind = TRACE_VIF1, .size = (uint32_t)(4 * count), .data = words});
}

static void finish(struct builder *builder)
{
    cr_assert(trace_writer_finish(builder->writer, &builder->error), "%s", builder->error.text);
}

/* GIF data as the EE may have sent them: on PATH3, or through VIF1 behind DIRECT. */
static void add_sent(struct builder *builder, const struct trace_event *event, bool direct)
{
    struct trace_event sent = *event;
    sent.path_code = TRACE_PATH3;
    if (!direct) {
        add(builder, &sent);
        return;
    }
    for (uint32_t done = 0; done < event->size;) {
        uint32_t quadwords = (event->size - done) / 16 < 65536 ? (event->size - done) / 16 : 65536;
        const uint32_t code[4] = {0, 0, 0, vif_code(0x50, 0, quadwords & 0xFFFF)};
        add_vif(builder, code, 4);
        add_vif(builder, event->data + done, 4 * (size_t)quadwords);
        done += 16 * quadwords;
    }
}

/* The events of a dump as a trace of what was sent. */
static void unmerge(const char *dump, const char *path, bool direct)
{
    struct builder builder = {0};
    struct trace_event event;
    struct trace_reader *reader = trace_open(dump, &builder.error);
    cr_assert_not_null(reader);
    struct trace_header header = *trace_header(reader);
    header.merged_gif = false;
    builder.writer = trace_writer_create_p1t(path, &header, trace_start(reader), NULL, 0, &builder.error);
    cr_assert_not_null(builder.writer, "%s", builder.error.text);
    while (trace_next(reader, &event, &builder.error) > 0)
        if (event.kind == TRACE_GIF)
            add_sent(&builder, &event, direct);
        else
            add(&builder, &event);
    finish(&builder);
    trace_close(reader);
}

static void recorded_as_sent(const char *dump)
{
    for (int direct = 0; direct < 2; direct++) {
        unmerge(dump, scratch("sent.p1t"), direct);
        convert(scratch("sent.p1t"), scratch("recorded.gs"));
        cr_assert_str_eq(hashes(scratch("recorded.gs")), hashes(scratch("sent.p1t")), "%s", dump);
    }
}

Test(p1t_convert, a_recorded_dump_gives_the_hashes_of_the_trace_of_what_was_sent)
{
    each_dump("features", 4, recorded_as_sent);
    each_dump("flat", 12, recorded_as_sent);
    each_dump("scenes", 2, recorded_as_sent);
}

/* ---- paths that meet ---- */

enum { SPRITE_QUADWORDS = 9, IMAGE_QUADWORDS = 1024 };

/* A sprite of one colour in the frame at page 0. */
static void sprite(struct gif_packet *packet, uint32_t x, uint32_t y, uint32_t colour)
{
    packet->quadwords = 0;
    gif_add(packet, gif_tag(SPRITE_QUADWORDS - 1, 1, 0, 1), 0xE);
    gif_add_ad(packet, 0x4C, frame_value(0, 10, 0, 0));
    gif_add_ad(packet, 0x40, scissor_value(0, 639, 0, 447));
    gif_add_ad(packet, 0x18, 0);
    gif_add_ad(packet, 0x47, 0x30000);
    gif_add_ad(packet, 0x00, 6);
    gif_add_ad(packet, 0x01, colour);
    gif_add_ad(packet, 0x05, xyz_value(16 * x, 16 * y, 0));
    gif_add_ad(packet, 0x05, xyz_value(16 * (x + 9), 16 * (y + 9), 0));
}

/* An upload of 64 x 64 pixels to page 200. */
static uint8_t *upload(size_t *quadwords)
{
    struct gif_packet packet = {0};
    gif_add(&packet, gif_tag(4, 0, 0, 1), 0xE);
    gif_add_ad(&packet, 0x50, 200ull * 32 << 32 | 1ull << 48);
    gif_add_ad(&packet, 0x51, 0);
    gif_add_ad(&packet, 0x52, 64 | 64ull << 32);
    gif_add_ad(&packet, 0x53, 0);
    gif_add(&packet, gif_tag(IMAGE_QUADWORDS, 1, 2, 0), 0);
    *quadwords = packet.quadwords + IMAGE_QUADWORDS;
    uint8_t *bytes = malloc(16 * *quadwords);
    cr_assert_not_null(bytes);
    memcpy(bytes, packet.data, 16 * packet.quadwords);
    for (size_t i = 0; i < 16 * IMAGE_QUADWORDS; i++)
        bytes[16 * packet.quadwords + i] = (uint8_t)(i * 7 + i / 256);
    return bytes;
}

/* Kicks the packet at quadword 20 again and again, with pauses. */
static void add_program(struct builder *builder)
{
    const struct source_program *program = source_assemble(".vu\n"
                                                           " nop iaddiu vi01, vi00, 20\n"
                                                           " nop iaddiu vi02, vi00, 15\n"
                                                           "loop: nop xgkick vi01\n"
                                                           " nop iaddi vi02, vi02, -1\n"
                                                           " nop nop\n nop nop\n nop nop\n nop nop\n"
                                                           " nop ibne vi02, vi00, loop\n nop nop\n"
                                                           " nop[e] nop\n nop nop\n");
    uint32_t words[64] = {vif_code(0x4A, (unsigned)program->count, 0)};
    for (size_t i = 0; i < program->count; i++) {
        words[1 + 2 * i] = program->pairs[i].lower;
        words[2 + 2 * i] = program->pairs[i].upper;
    }
    add_vif(builder, words, 1 + 2 * program->count);
}

/* PATH3 uploads an image behind a mask; when the mask goes, a microprogram kicks sprites and DIRECT sends
 * others while the image is on its way. `mode`: GIF_MODE. */
static void write_meeting(const char *path, uint32_t mode)
{
    struct builder builder = {0};
    struct gif_packet packet;
    const struct trace_header header = {.serial = "TEST", .serial_size = 4};
    const struct trace_text text = {"author", "a test"};
    builder.writer = trace_writer_create_p1t(path, &header, NULL, &text, 1, &builder.error);
    cr_assert_not_null(builder.writer, "%s", builder.error.text);
    add(&builder, &(struct trace_event){.kind = TRACE_REGISTER, .address = 0x10003010, .value = mode});
    add(&builder, &(struct trace_event){.kind = TRACE_REGISTER, .address = 0x12000000, .value = 0x8001});
    add(&builder, &(struct trace_event){.kind = TRACE_REGISTER, .address = 0x12000070, .value = 10u << 9});
    add(&builder, &(struct trace_event){
                      .kind = TRACE_REGISTER, .address = 0x12000080, .value = 639ull << 32 | 447ull << 44});
    add(&builder, &(struct trace_event){.kind = TRACE_COMMENT, .size = 5, .data = (const uint8_t *)"paths"});
    add_program(&builder);
    sprite(&packet, 30, 40, 0x80102030);
    const uint32_t unpack[] = {vif_code(1, 0, 0x0101), vif_code(0x6C, SPRITE_QUADWORDS, 20)};
    add_vif(&builder, unpack, 2);
    add_vif(&builder, packet.data, 4 * SPRITE_QUADWORDS);
    add_vif(&builder, (const uint32_t[]){vif_code(6, 0, 0x8000)}, 1);
    size_t quadwords;
    uint8_t *bytes = upload(&quadwords);
    add(&builder, &(struct trace_event){.kind = TRACE_GIF,
                                        .path_code = TRACE_PATH3,
                                        .flags = TRACE_DMA_BEGIN,
                                        .size = 16 * 300,
                                        .data = bytes});
    add(&builder, &(struct trace_event){.kind = TRACE_GIF,
                                        .path_code = TRACE_PATH3,
                                        .size = (uint32_t)(16 * (quadwords - 300)),
                                        .data = bytes + 16 * 300});
    free(bytes);
    sprite(&packet, 50, 60, 0x80FF0000);
    uint32_t codes[] = {vif_code(6, 0, 0), vif_code(0x14, 0, 0), vif_code(0x50, 0, SPRITE_QUADWORDS)};
    add_vif(&builder, codes, 3);
    add_vif(&builder, packet.data, 4 * SPRITE_QUADWORDS);
    add(&builder, &(struct trace_event){.kind = TRACE_WAIT});
    add(&builder, &(struct trace_event){.kind = TRACE_VSYNC, .field = 1});
    packet.quadwords = 0;
    gif_add(&packet, gif_tag(4, 1, 0, 1), 0xE);
    gif_add_ad(&packet, 0x50, 200ull * 32 | 1ull << 16);
    gif_add_ad(&packet, 0x51, 0);
    gif_add_ad(&packet, 0x52, 64 | 64ull << 32);
    gif_add_ad(&packet, 0x53, 1);
    codes[0] = vif_code(0x50, 0, 5);
    add_vif(&builder, codes, 1);
    add_vif(&builder, packet.data, 20);
    add(&builder, &(struct trace_event){.kind = TRACE_READ_FIFO, .quadwords = IMAGE_QUADWORDS});
    add(&builder, &(struct trace_event){.kind = TRACE_VSYNC, .field = 0});
    finish(&builder);
}

/* The path codes of a dump's Transfer packets, a digit each, without repetitions. */
static void path_codes(const char *path, char *out, size_t size)
{
    struct trace_error error;
    struct trace_event event;
    struct trace_reader *reader = trace_open(path, &error);
    size_t used = 0;
    cr_assert_not_null(reader);
    while (trace_next(reader, &event, &error) > 0) {
        char code = (char)('0' + event.path_code);
        if (event.kind == TRACE_GIF && (used == 0 || out[used - 1] != code) && used + 1 < size)
            out[used++] = code;
    }
    out[used] = 0;
    trace_close(reader);
}

Test(p1t_convert, images_that_other_paths_interrupt_get_a_tag_for_each_part)
{
    for (uint32_t mode = 0; mode <= 4; mode += 4) {
        char codes[200], read_back[80];
        write_meeting(scratch("meet.p1t"), mode);
        convert(scratch("meet.p1t"), scratch("meet.gs"));
        const char *expected = hashes(scratch("meet.p1t"));
        cr_assert_str_eq(hashes(scratch("meet.gs")), expected, "GIF_MODE %u", mode);
        /* The image that was read back is the one that was sent. */
        size_t quadwords;
        uint8_t *bytes = upload(&quadwords);
        snprintf(read_back, sizeof read_back, "%s  readfifo ",
                 hash_of(bytes + 16 * (quadwords - IMAGE_QUADWORDS), (size_t)16 * IMAGE_QUADWORDS));
        free(bytes);
        cr_assert_not_null(strstr(expected, read_back), "%s", expected);
        path_codes(scratch("meet.gs"), codes, sizeof codes);
        cr_assert_eq(strstr(codes, "232") != NULL, mode == 4, "%s", codes);
        cr_assert_not_null(strchr(codes, '3'));
        cr_assert_not_null(strchr(codes, '1'));
    }
}

Test(p1t_convert, a_recorded_dump_says_what_it_has_lost)
{
    static const char *const lost[] = {
        "words for VIF1; the GIF data that came of them are kept\n",
        ": lost: 1 starts of microprograms; the GIF data that came of them are kept\n",
        ": lost: 1 comments\n",
        ": lost: 1 texts\n",
        ": lost: 1 waits\n",
        ": lost: 1 marks where a DMA transfer begins or ends\n",
        ": lost: 1 writes to registers of the GIF and VIF1, their effects on the GIF's data are kept\n",
    };
    write_meeting(scratch("meet.p1t"), 4);
    struct run run = convert(scratch("meet.p1t"), scratch("meet.gs"));
    size_t lines = 0;
    for (const char *at = run.err; (at = strchr(at, '\n')); at++)
        lines++;
    cr_assert_eq(lines, sizeof lost / sizeof lost[0], "%s", run.err);
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++)
        cr_assert_not_null(strstr(run.err, lost[i]), "%s\n%s", lost[i], run.err);
}

/* A register of the GS written alone becomes part of a Registers packet, also where the GIF data are merged.
 */
Test(p1t_convert, merged_traces_with_register_writes_are_recorded_too)
{
    struct builder builder = {0};
    struct trace_event event;
    struct trace_reader *reader = trace_open(dump_file("loader/fog.gs.xz"), &builder.error);
    builder.writer = trace_writer_create_p1t(scratch("a.p1t"), trace_header(reader), trace_start(reader),
                                             NULL, 0, &builder.error);
    while (trace_next(reader, &event, &builder.error) > 0) {
        if (event.kind == TRACE_VSYNC) /* BGCOLOR */
            add(&builder,
                &(struct trace_event){.kind = TRACE_REGISTER, .address = 0x120000E0, .value = 0x123456});
        add(&builder, &event);
    }
    finish(&builder);
    trace_close(reader);
    cr_assert_str_eq(convert(scratch("a.p1t"), scratch("a.gs")).err, "");
    cr_assert_str_eq(hashes(scratch("a.gs")), hashes(scratch("a.p1t")));
}

/* ---- expected results ---- */

Test(p1t_convert, expected_results_are_noted_and_checked)
{
    const char *dump = dump_file("loader/fog.gs.xz");
    struct run run =
        run_path1("convert", dump, "-o", scratch("a.p1t"), "--expect", "pcsx2", "--expect", "pcsx2-sse4");
    cr_assert_eq(run.status, 0, "%s", run.err);
    run = run_path1("hash", "--check", scratch("a.p1t"));
    cr_assert_eq(run.status, 0, "%s", run.err);
    size_t lines = 0;
    for (const char *at = run.out; *at; at = strchr(at, '\n') + 1, lines++)
        cr_assert_eq(strncmp(at, "OK       ", 9), 0, "%s", run.out);
    /* As many as `path1 hash` prints, under two sets of rules. */
    const char *printed = hashes(dump);
    size_t results = 0;
    for (const char *at = printed; (at = strchr(at, '\n')); at++)
        results++;
    cr_assert_eq(lines, 2 * results);
    /* Asking again for the same rules adds nothing. */
    run = run_path1("convert", scratch("a.p1t"), "-o", scratch("b.p1t"), "--expect", "pcsx2-sse4");
    cr_assert_eq(run.status, 0);
    check_same_bytes(scratch("a.p1t"), scratch("b.p1t"));
}

static void write_expecting(const char *path, const char *what, uint32_t width, uint32_t height)
{
    struct builder builder = {0};
    const struct trace_header header = {.merged_gif = true};
    const struct trace_expectation expectation = {"pcsx2", what, width, height, {0xAB}};
    builder.writer = trace_writer_create_p1t(path, &header, NULL, NULL, 0, &builder.error);
    cr_assert(trace_writer_expect(builder.writer, &expectation, &builder.error));
    finish(&builder);
}

Test(p1t_convert, other_results_than_expected_differ_and_so_do_absent_ones)
{
    write_expecting(scratch("vram.p1t"), "vram", 0, 0);
    struct run run = run_path1("hash", "--check", scratch("vram.p1t"));
    cr_assert_eq(run.status, 1);
    uint8_t *zeros = calloc(1, GS_LOCAL_MEMORY_SIZE);
    char expected[4096];
    snprintf(expected, sizeof expected,
             "DIFFERS  vram       pcsx2  expected ab000000000000000000000000000000, found %s  %s\n",
             hash_of(zeros, GS_LOCAL_MEMORY_SIZE), scratch("vram.p1t"));
    free(zeros);
    cr_assert_str_eq(run.out, expected);
    write_expecting(scratch("frame.p1t"), "f0000", 64, 32);
    run = run_path1("hash", "--check", scratch("frame.p1t"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.out, "expected ab000000000000000000000000000000 64x32, found nothing  "),
                       "%s", run.out);
    run = run_path1("hash", "--check", "--json", scratch("frame.p1t"), scratch("vram.p1t"));
    cr_assert_eq(run.status, 1);
    json_t *root = json_loads(run.out, 0, NULL);
    json_t *check =
        json_array_get(json_object_get(json_array_get(json_object_get(root, "traces"), 0), "checks"), 0);
    cr_assert_str_eq(json_string_value(json_object_get(check, "what")), "f0000");
    cr_assert(json_is_false(json_object_get(check, "ok")));
    cr_assert(json_is_null(json_object_get(check, "found")));
    cr_assert_eq(json_integer_value(json_object_get(json_object_get(check, "expected"), "w")), 64);
    json_decref(root);
}

Test(p1t_convert, a_trace_that_expects_nothing_fails_the_check)
{
    struct run run = run_path1("hash", "--check", dump_file("loader/fog.gs.xz"));
    cr_assert_eq(run.status, 1);
    cr_assert_not_null(strstr(run.err, "fog.gs.xz: expects no results"), "%s", run.err);
    run = run_path1("hash", "--check", "--rules", "pcsx2", "a.p1t");
    cr_assert_eq(run.status, 2);
}
