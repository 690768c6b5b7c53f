/* path1 list on GIF data. Expected lines follow from the bits of tags and registers in the GS user's manual.
 */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <path1/trace.h>

#include "gif_packet.h"
#include "listed.h"
#include "program.h"
#include "reference.h"

TestSuite(cli_list, .init = program_setup, .fini = program_teardown, .timeout = 600);

/* A GS dump of these events at scratch("a.gs"). */
static const char *write_dump(const struct trace_event *events, size_t count)
{
    const struct trace_header header = {.serial = ""};
    static const uint8_t registers[GS_PRIVILEGED_SIZE];
    const char *path = scratch("a.gs");
    struct gs_state *state = calloc(1, sizeof *state);
    struct trace_error error;
    cr_assert_not_null(state);
    state->gif_q = 0x3F800000;
    struct trace_writer *writer = trace_writer_create(path, TRACE_RAW, &header, state, registers, &error);
    free(state);
    cr_assert_not_null(writer, "%s", error.text);
    for (size_t i = 0; i < count; i++)
        cr_assert(trace_writer_add(writer, &events[i], &error), "%s", error.text);
    cr_assert(trace_writer_finish(writer, &error), "%s", error.text);
    return path;
}

static struct trace_event gif_event(const struct gif_packet *packet)
{
    return (struct trace_event){.kind = TRACE_GIF,
                                .path_code = TRACE_PATH1_NEW,
                                .data = packet->data,
                                .size = (uint32_t)(16 * packet->quadwords)};
}

/* A flat triangle strip: ST, RGBAQ and XYZ2 by turns, one of them with ADC. */
static void add_strip(struct gif_packet *packet)
{
    gif_add(packet, gif_tag_pre(2, 1, 0, 3, 4 | 1 << 4), 0x512);
    gif_add_words(packet, 0x3F000000, 0x3F800000, 0x40000000, 0); /* S 0.5, T 1, Q 2 */
    gif_add_words(packet, 0x101, 2, 3, 0x80);
    gif_add_words(packet, 0x641, 0x28, 7, 0); /* 100.0625, 2.5 */
    gif_add_words(packet, 0, 0, 0x3F800000, 0);
    gif_add_words(packet, 255, 254, 253, 252);
    gif_add_words(packet, 16, 32, 0xFFFFFFFF, 0x8000);
}

Test(cli_list, vertices_of_packed_data_are_one_line_each_behind_their_tag)
{
    struct gif_packet packet = {0};
    add_strip(&packet);
    const struct trace_event events[] = {gif_event(&packet), {.kind = TRACE_VSYNC, .field = 1}};
    struct run run = run_path1("list", write_dump(events, 2));
    cr_assert_eq(run.status, 0, "%s", run.err);
    char *text = listed_lines(run.out);
    cr_assert_str_eq(
        text,
        "event 0  gif  path merged  code 3  bytes 112\n"
        "  GIFTAG  nloop 2  eop  pre  prim triangle_strip,tme  flg packed  nreg 3  regs ST,RGBAQ,XYZ2\n"
        "    XYZ2  X 100.0625  Y 2.5  Z 7  ST  S 0.5  T 1  Q 2  RGBAQ  R 1  G 2  B 3  A 128  Q 2\n"
        "    XYZ3  X 1  Y 2  Z 4294967295  ADC  ST  S 0  T 0  Q 1  RGBAQ  R 255  G 254  B 253  A 252  Q "
        "1\n"
        "event 1  vsync  frame 0  field 0x01\n");
    free(text);
}

/* The offsets are those of the bytes in the file. */
Test(cli_list, the_first_column_is_the_place_of_the_bytes_in_the_dump)
{
    struct gif_packet packet = {0};
    add_strip(&packet);
    const struct trace_event events[] = {gif_event(&packet), {.kind = TRACE_VSYNC, .field = 1}};
    const char *path = write_dump(events, 2);
    struct run run = run_path1("list", path);
    size_t size;
    const char *bytes = read_file(path, &size);
    uint64_t at[5];
    const char *line = run.out;
    for (unsigned i = 0; i < 5; i++, line = strchr(line, '\n') + 1)
        at[i] = strtoull(line, NULL, 16);
    cr_assert_eq(bytes[at[0]], 0); /* Transfer */
    cr_assert_eq(memcmp(bytes + at[1], packet.data, 16), 0);
    cr_assert_eq(at[2], at[1] + 16); /* ST */
    cr_assert_eq(at[3], at[1] + 64);
    cr_assert_eq(at[4], size - 2);
}

Test(cli_list, a_packet_cut_between_transfers_goes_on_in_the_next)
{
    struct gif_packet packet = {0}, first = {.quadwords = 3}, second = {.quadwords = 4};
    add_strip(&packet);
    memcpy(first.data, packet.data, 48);
    memcpy(second.data, packet.data + 48, 64);
    const struct trace_event events[] = {gif_event(&first), gif_event(&second)};
    struct run run = run_path1("list", write_dump(events, 2));
    char *text = listed_lines(run.out);
    cr_assert_str_eq(
        text,
        "event 0  gif  path merged  code 3  bytes 48\n"
        "  GIFTAG  nloop 2  eop  pre  prim triangle_strip,tme  flg packed  nreg 3  regs ST,RGBAQ,XYZ2\n"
        "    ST  S 0.5  T 1  Q 2\n"
        "    RGBAQ  R 1  G 2  B 3  A 128  Q 2\n"
        "event 1  gif  path merged  code 3  bytes 64\n"
        "    XYZ2  X 100.0625  Y 2.5  Z 7\n"
        "    XYZ3  X 1  Y 2  Z 4294967295  ADC  ST  S 0  T 0  Q 1  RGBAQ  R 255  G 254  B 253  A 252  Q "
        "1\n");
    free(text);
}

/* REGLIST: UV, XYZF2 and a padding word; A+D: known, unknown and fieldless registers; IMAGE: only a size. */
Test(cli_list, reglist_ad_and_image_data_are_told_apart)
{
    struct gif_packet packet = {0};
    gif_add(&packet, gif_tag(1, 0, 1, 3), 0x43E);
    gif_add(&packet, 0x1111, 0x00180008); /* A+D is nothing here; U 0.5, V 1.5 */
    gif_add(&packet, 0x7F000009ull << 32 | 0x00200010, 0xFFFF);
    gif_add(&packet, gif_tag(3, 0, 0, 1), 0xE);
    gif_add_ad(&packet, 0x48, 0x5000B);
    gif_add_ad(&packet, 0x3F, 0);
    gif_add_ad(&packet, 0x70, 0x12);
    gif_add(&packet, gif_tag(2, 1, 2, 0), 0);
    gif_add(&packet, 1, 2);
    gif_add(&packet, 3, 4);
    const struct trace_event event = gif_event(&packet);
    struct run run = run_path1("list", write_dump(&event, 1));
    char *text = listed_lines(run.out);
    cr_assert_str_eq(
        text, "event 0  gif  path merged  code 3  bytes 160\n"
              "  GIFTAG  nloop 1  flg reglist  nreg 3  regs A+D,UV,XYZF2\n"
              "    XYZF2  X 1  Y 2  Z 9  F 127  UV  U 0.5  V 1.5\n"
              "  GIFTAG  nloop 3  flg packed  nreg 1  regs A+D\n"
              "    TEST_2  ATE 1  ATST gequal  AREF 0  AFAIL keep  DATE 0  DATM 0  ZTE 1  ZTST gequal\n"
              "    TEXFLUSH  0x0000000000000000\n"
              "    0x70  0x0000000000000012\n"
              "  GIFTAG  nloop 2  eop  flg image  nreg 16\n"
              "    IMAGE  bytes 32\n");
    free(text);
    run = run_path1("list", "--brief", scratch("a.gs"));
    text = listed_lines(run.out);
    cr_assert_str_eq(text, "event 0  gif  path merged  code 3  bytes 160\n"
                           "  GIFTAG  nloop 1  flg reglist  nreg 3  regs A+D,UV,XYZF2\n"
                           "  GIFTAG  nloop 3  flg packed  nreg 1  regs A+D\n"
                           "  GIFTAG  nloop 2  eop  flg image  nreg 16\n");
    free(text);
}

Test(cli_list, json_has_the_same_lines_with_raw_values)
{
    struct gif_packet packet = {0};
    add_strip(&packet);
    const struct trace_event events[] = {gif_event(&packet), {.kind = TRACE_READ_FIFO, .quadwords = 3}};
    struct run run = run_path1("list", "--json", write_dump(events, 2));
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *lines = json_object_get(root, "lines");
    cr_assert_eq(json_array_size(lines), 5);
    json_t *tag = json_array_get(lines, 1), *vertex = json_array_get(lines, 3);
    cr_assert_str_eq(text_of(tag, "kind"), "tag");
    cr_assert_eq(number_of(tag, "nloop"), 2);
    cr_assert_eq(json_array_size(json_object_get(tag, "regs")), 3);
    cr_assert_str_eq(text_of(vertex, "kind"), "vertex");
    cr_assert(json_is_false(json_object_get(vertex, "kick")));
    json_t *registers = json_object_get(vertex, "registers");
    cr_assert_eq(json_array_size(registers), 3);
    cr_assert_str_eq(text_of(json_array_get(registers, 2), "name"), "XYZ3");
    cr_assert_str_eq(text_of(json_array_get(registers, 2), "value"), "0xFFFFFFFF00200010");
    cr_assert_str_eq(text_of(json_array_get(registers, 1), "value"), "0x3F800000FCFDFEFF");
    cr_assert_eq(number_of(json_array_get(lines, 4), "event"), 1);
    cr_assert_eq(number_of(json_array_get(lines, 4), "quadwords"), 3);
    json_decref(root);
}

/* Events 0 to 5: data, vsync 0, data, vsync 1, data, vsync 2. */
Test(cli_list, ranges_of_events_and_vsyncs_choose_what_is_shown)
{
    struct gif_packet packet = {0};
    gif_add(&packet, gif_tag(0, 1, 0, 1), 0);
    const struct trace_event gif = gif_event(&packet), vsync = {.kind = TRACE_VSYNC};
    const struct trace_event events[] = {gif, vsync, gif, vsync, gif, vsync};
    const char *path = write_dump(events, 6);
    struct run run = run_path1("list", "--brief", "--from", "3", "--to", "4", path);
    char *text = listed_lines(run.out);
    cr_assert_str_eq(text, "event 3  vsync  frame 1  field 0x00\n"
                           "event 4  gif  path merged  code 3  bytes 16\n"
                           "  GIFTAG  nloop 0  eop  flg packed  nreg 1\n");
    free(text);
    run = run_path1("list", "--frames", "1", path);
    text = listed_lines(run.out);
    cr_assert_str_eq(text, "event 2  gif  path merged  code 3  bytes 16\n"
                           "  GIFTAG  nloop 0  eop  flg packed  nreg 1\n"
                           "event 3  vsync  frame 1  field 0x00\n");
    free(text);
    run = run_path1("list", "--from", "9", path);
    cr_assert_str_eq(run.out, "");
    run = run_path1("list", "--from", "4", "--to", "3", path);
    cr_assert_eq(run.status, 2);
}

/* Only registers that differ from those before, at their places: PMODE at 0, BGCOLOR at E0h, CSR at 1000h. */
Test(cli_list, a_registers_packet_lists_what_changed)
{
    uint8_t block[GS_PRIVILEGED_SIZE] = {[0] = 2, [0xE1] = 9};
    const struct trace_event event = {.kind = TRACE_REGISTERS, .data = block, .size = sizeof block};
    const struct trace_event events[] = {event, event};
    struct run run = run_path1("list", write_dump(events, 2));
    char *text = listed_lines(run.out);
    cr_assert_str_eq(text, "event 0  registers\n"
                           "  PMODE  EN1 0  EN2 1  CRTMD 0  MMOD 0  AMOD 0  SLBG 0  ALP 0\n"
                           "  BGCOLOR  R 0  G 9  B 0\n"
                           "event 1  registers\n");
    free(text);
}

Test(cli_list, a_dump_that_is_cut_off_lists_what_is_there)
{
    struct gif_packet packet = {0};
    add_strip(&packet);
    const struct trace_event events[] = {gif_event(&packet), gif_event(&packet)};
    const char *path = write_dump(events, 2);
    size_t size;
    const char *bytes = read_file(path, &size);
    write_file(scratch("b.gs"), bytes, size - 1);
    struct run run = run_path1("list", "--json", scratch("b.gs"));
    cr_assert_eq(run.status, 0);
    json_t *root = parse_json(run.out);
    cr_assert_eq(json_array_size(json_object_get(root, "lines")), 4);
    cr_assert_not_null(json_object_get(root, "warning"));
    json_decref(root);
}

/* What info counts is what list shows. */
Test(cli_list, tags_of_a_recorded_scene_are_as_many_as_info_counts)
{
    const char *path = dump_file("scenes/mixed.gs.zst");
    struct run run = run_path1("list", "--json", "--brief", path);
    cr_assert_eq(run.status, 0, "%s", run.err);
    json_t *root = parse_json(run.out), *line;
    json_int_t tags = 0, wanted = 0;
    size_t i;
    json_array_foreach(json_object_get(root, "lines"), i, line) tags +=
        strcmp(text_of(line, "kind"), "tag") == 0;
    json_decref(root);
    run = run_path1("info", "--json", path);
    root = parse_json(run.out);
    const char *mode;
    json_t *count;
    json_object_foreach(json_object_get(json_object_get(root, "counts"), "gif_tags"), mode, count) wanted +=
        json_integer_value(count);
    cr_assert_gt(wanted, 100);
    cr_assert_eq(tags, wanted);
    json_decref(root);
}
