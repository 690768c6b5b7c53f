/* Traces of what was sent to VIF1 and on the paths, converted to GS dumps. Expected: what the trace gives
 * itself. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gif_packet.h"
#include "p1t_build.h"
#include "register_values.h"
#include "vif_rig.h"
#include "vu_source.h"

TestSuite(p1t_record, .init = program_setup, .fini = program_teardown, .timeout = 300);

/* GIF data as the EE may have sent them: on PATH3, or through VIF1 behind DIRECT. */
static void add_sent(struct p1t_builder *builder, const struct trace_event *event, bool direct)
{
    struct trace_event sent = *event;
    sent.path_code = TRACE_PATH3;
    if (!direct) {
        p1t_build_add(builder, &sent);
        return;
    }
    for (uint32_t done = 0; done < event->size;) {
        uint32_t quadwords = (event->size - done) / 16 < 65536 ? (event->size - done) / 16 : 65536;
        const uint32_t code[4] = {0, 0, 0, vif_code(0x50, 0, quadwords & 0xFFFF)};
        p1t_build_vif(builder, code, 4);
        p1t_build_vif(builder, event->data + done, 4 * (size_t)quadwords);
        done += 16 * quadwords;
    }
}

/* The events of a dump as a trace of what was sent. */
static void unmerge(const char *dump, const char *path, bool direct)
{
    struct p1t_builder builder = {0};
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
            p1t_build_add(&builder, &event);
    p1t_build_finish(&builder);
    trace_close(reader);
}

static void recorded_as_sent(const char *dump)
{
    for (int direct = 0; direct < 2; direct++) {
        unmerge(dump, scratch("sent.p1t"), direct);
        p1t_convert(scratch("sent.p1t"), scratch("recorded.gs"));
        cr_assert_str_eq(p1t_hashes(scratch("recorded.gs")), p1t_hashes(scratch("sent.p1t")), "%s", dump);
    }
}

Test(p1t_record, a_recorded_dump_gives_the_hashes_of_the_trace_of_what_was_sent)
{
    p1t_each_dump("features", 4, recorded_as_sent);
    p1t_each_dump("flat", 12, recorded_as_sent);
    p1t_each_dump("scenes", 2, recorded_as_sent);
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
static void add_program(struct p1t_builder *builder)
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
    p1t_build_vif(builder, words, 1 + 2 * program->count);
}

/* PATH3 uploads an image behind a mask; when the mask goes, a microprogram kicks sprites and DIRECT sends
 * others while the image is on its way. `mode`: GIF_MODE. */
static void write_meeting(const char *path, uint32_t mode)
{
    struct p1t_builder builder = {0};
    struct gif_packet packet;
    const struct trace_header header = {.serial = "TEST", .serial_size = 4};
    const struct trace_text text = {"author", "a test"};
    builder.writer = trace_writer_create_p1t(path, &header, NULL, &text, 1, &builder.error);
    cr_assert_not_null(builder.writer, "%s", builder.error.text);
    p1t_build_add(&builder,
                  &(struct trace_event){.kind = TRACE_REGISTER, .address = 0x10003010, .value = mode});
    p1t_build_add(&builder,
                  &(struct trace_event){.kind = TRACE_REGISTER, .address = 0x12000000, .value = 0x8001});
    p1t_build_add(&builder,
                  &(struct trace_event){.kind = TRACE_REGISTER, .address = 0x12000070, .value = 10u << 9});
    p1t_build_add(&builder, &(struct trace_event){.kind = TRACE_REGISTER,
                                                  .address = 0x12000080,
                                                  .value = 639ull << 32 | 447ull << 44});
    p1t_build_add(&builder,
                  &(struct trace_event){.kind = TRACE_COMMENT, .size = 5, .data = (const uint8_t *)"paths"});
    add_program(&builder);
    sprite(&packet, 30, 40, 0x80102030);
    const uint32_t unpack[] = {vif_code(1, 0, 0x0101), vif_code(0x6C, SPRITE_QUADWORDS, 20)};
    p1t_build_vif(&builder, unpack, 2);
    p1t_build_vif(&builder, packet.data, 4 * SPRITE_QUADWORDS);
    p1t_build_vif(&builder, (const uint32_t[]){vif_code(6, 0, 0x8000)}, 1);
    size_t quadwords;
    uint8_t *bytes = upload(&quadwords);
    p1t_build_add(&builder, &(struct trace_event){.kind = TRACE_GIF,
                                                  .path_code = TRACE_PATH3,
                                                  .flags = TRACE_DMA_BEGIN,
                                                  .size = 16 * 300,
                                                  .data = bytes});
    p1t_build_add(&builder, &(struct trace_event){.kind = TRACE_GIF,
                                                  .path_code = TRACE_PATH3,
                                                  .size = (uint32_t)(16 * (quadwords - 300)),
                                                  .data = bytes + 16 * 300});
    free(bytes);
    sprite(&packet, 50, 60, 0x80FF0000);
    uint32_t codes[] = {vif_code(6, 0, 0), vif_code(0x14, 0, 0), vif_code(0x50, 0, SPRITE_QUADWORDS)};
    p1t_build_vif(&builder, codes, 3);
    p1t_build_vif(&builder, packet.data, 4 * SPRITE_QUADWORDS);
    p1t_build_add(&builder, &(struct trace_event){.kind = TRACE_WAIT});
    p1t_build_add(&builder, &(struct trace_event){.kind = TRACE_VSYNC, .field = 1});
    packet.quadwords = 0;
    gif_add(&packet, gif_tag(4, 1, 0, 1), 0xE);
    gif_add_ad(&packet, 0x50, 200ull * 32 | 1ull << 16);
    gif_add_ad(&packet, 0x51, 0);
    gif_add_ad(&packet, 0x52, 64 | 64ull << 32);
    gif_add_ad(&packet, 0x53, 1);
    codes[0] = vif_code(0x50, 0, 5);
    p1t_build_vif(&builder, codes, 1);
    p1t_build_vif(&builder, packet.data, 20);
    p1t_build_add(&builder, &(struct trace_event){.kind = TRACE_READ_FIFO, .quadwords = IMAGE_QUADWORDS});
    p1t_build_add(&builder, &(struct trace_event){.kind = TRACE_VSYNC, .field = 0});
    p1t_build_finish(&builder);
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

Test(p1t_record, images_that_other_paths_interrupt_get_a_tag_for_each_part)
{
    for (uint32_t mode = 0; mode <= 4; mode += 4) {
        char codes[200], read_back[80];
        write_meeting(scratch("meet.p1t"), mode);
        p1t_convert(scratch("meet.p1t"), scratch("meet.gs"));
        const char *expected = p1t_hashes(scratch("meet.p1t"));
        cr_assert_str_eq(p1t_hashes(scratch("meet.gs")), expected, "GIF_MODE %u", mode);
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

Test(p1t_record, a_recorded_dump_says_what_it_has_lost)
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
    struct run run = p1t_convert(scratch("meet.p1t"), scratch("meet.gs"));
    size_t lines = 0;
    for (const char *at = run.err; (at = strchr(at, '\n')); at++)
        lines++;
    cr_assert_eq(lines, sizeof lost / sizeof lost[0], "%s", run.err);
    for (size_t i = 0; i < sizeof lost / sizeof lost[0]; i++)
        cr_assert_not_null(strstr(run.err, lost[i]), "%s\n%s", lost[i], run.err);
}

/* A register of the GS written alone becomes part of a Registers packet, also where the GIF data are merged.
 */
Test(p1t_record, merged_traces_with_register_writes_are_recorded_too)
{
    struct p1t_builder builder = {0};
    struct trace_event event;
    struct trace_reader *reader = trace_open(dump_file("loader/fog.gs.xz"), &builder.error);
    builder.writer = trace_writer_create_p1t(scratch("a.p1t"), trace_header(reader), trace_start(reader),
                                             NULL, 0, &builder.error);
    while (trace_next(reader, &event, &builder.error) > 0) {
        if (event.kind == TRACE_VSYNC) /* BGCOLOR */
            p1t_build_add(&builder, &(struct trace_event){
                                        .kind = TRACE_REGISTER, .address = 0x120000E0, .value = 0x123456});
        p1t_build_add(&builder, &event);
    }
    p1t_build_finish(&builder);
    trace_close(reader);
    cr_assert_str_eq(p1t_convert(scratch("a.p1t"), scratch("a.gs")).err, "");
    cr_assert_str_eq(p1t_hashes(scratch("a.gs")), p1t_hashes(scratch("a.p1t")));
}
