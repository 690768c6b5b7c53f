/* Playing recordings (DUMPFORMAT section 3, "How the replayer applies packets"). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/replay.h>

#include "chip.h"
#include "traces_image.h"

TestSuite(traces_replay, .fini = image_remove_directory);

enum { PMODE = 0x00, BGCOLOR = 0xE0, CSR = 0x1000, IMR = 0x1010, BUSDIR = 0x1040, SIGLBLID = 0x1080 };
enum { FIELD = 1 << 13 };

/* A replay with its file and reader. */
struct stage {
    struct image image;
    struct trace_reader *reader;
    struct replay *replay;
};

/* A recording in the new form: state all zero but for PRMODECONT.AC = 1, TRXDIR = 3 and Q = 1.0 (DUMPFORMAT
 * section 6), registers all zero. */
static void stage_start(struct stage *stage)
{
    *stage = (struct stage){0};
    image_add_new_start(&stage->image, 9);
    uint8_t *state = stage->image.bytes + 8 + IMAGE_BLOCK;
    memset(state + 4, 0, stage->image.size - 8 - IMAGE_BLOCK - 4);
    state[12] = 1;
    state[92] = 3;
    memcpy(state + 4194809, "\0\0\x80\x3F", 4);
}

static void stage_open(struct stage *stage)
{
    struct trace_error error = {{0}};
    stage->reader = trace_open(image_save(&stage->image, "dump.gs"), &error);
    cr_assert_not_null(stage->reader, "%s", error.text);
    stage->replay = replay_create(stage->reader, NULL);
    cr_assert_not_null(stage->replay);
}

static void stage_end(struct stage *stage)
{
    replay_destroy(stage->replay);
    trace_close(stage->reader);
    image_free(&stage->image);
}

static void stage_run(struct stage *stage, const struct replay_sink *sink)
{
    struct trace_error error = {{0}};
    cr_assert_eq(replay_run(stage->replay, sink, &error), REPLAY_END, "%s", error.text);
}

/* A GIF tag: EOP, FLG 0 packed or 2 image, one descriptor A+D (GS-DRAWING section 1). */
static void add_tag(struct image *gif, uint32_t nloop, unsigned flg)
{
    image_add_u64(gif, nloop | 1u << 15 | (uint64_t)flg << 58 | 1ull << 60);
    image_add_u64(gif, 0xE);
}

static void add_write(struct image *gif, uint8_t address, uint64_t value)
{
    image_add_u64(gif, value);
    image_add_u64(gif, address);
}

static void add_gif(struct stage *stage, uint8_t path_code, const struct image *gif)
{
    image_add_transfer(&stage->image, path_code, gif->bytes, (uint32_t)gif->size);
}

/* One register write as a whole packet. */
static void add_register(struct stage *stage, uint8_t path_code, uint8_t address, uint64_t value)
{
    struct image gif = {0};
    add_tag(&gif, 1, 0);
    add_write(&gif, address, value);
    add_gif(stage, path_code, &gif);
    image_free(&gif);
}

static void add_block(struct stage *stage, size_t offset, uint64_t value)
{
    uint8_t block[GS_PRIVILEGED_SIZE] = {0};
    for (int i = 0; i < 8; i++)
        block[offset + (size_t)i] = (uint8_t)(value >> 8 * i);
    image_add_registers(&stage->image, block);
}

Test(traces_replay, the_initial_state_is_loaded)
{
    struct stage stage = {0};
    struct gs_state *expected = malloc(sizeof *expected);
    cr_assert_not_null(expected);
    image_add_new_start(&stage.image, 9);
    stage_open(&stage);
    image_expect_state(expected, 9);
    struct gs *gs = replay_gs(stage.replay);
    cr_assert_eq(gs_registers(gs)->texa, expected->registers.texa);
    cr_assert_eq(gs_registers(gs)->context[1].scissor, expected->registers.context[1].scissor);
    cr_assert(!memcmp(gs_local_memory(gs), expected->local_memory, GS_LOCAL_MEMORY_SIZE));
    free(expected);
    stage_end(&stage);
}

Test(traces_replay, all_path_codes_from_0_to_3_feed_one_parser)
{
    struct stage stage;
    struct image gif = {0};
    stage_start(&stage);
    /* A tag of four register writes, each quadword on another path. */
    add_tag(&gif, 4, 0);
    add_gif(&stage, 1, &gif);
    for (uint8_t code = 0; code < 4; code++) {
        gif.size = 0;
        add_write(&gif, GS_TEXA, 0x80 + code);
        add_gif(&stage, code, &gif);
        image_add_vsync(&stage.image, 0);
    }
    stage_open(&stage);
    struct replay_sink sink = {0};
    stage_run(&stage, &sink);
    cr_assert_eq(gs_registers(replay_gs(stage.replay))->texa, 0x83);
    image_free(&gif);
    stage_end(&stage);
}

Test(traces_replay, transfers_with_other_path_codes_are_skipped)
{
    struct stage stage;
    stage_start(&stage);
    add_register(&stage, 3, GS_TEXA, 1);
    add_register(&stage, 4, GS_TEXA, 2);
    add_register(&stage, 255, GS_TEXA, 3);
    add_register(&stage, 2, GS_FOGCOL, 4);
    image_add_transfer(&stage.image, 3, NULL, 0);
    stage_open(&stage);
    stage_run(&stage, NULL);
    cr_assert_eq(gs_registers(replay_gs(stage.replay))->texa, 1);
    cr_assert_eq(gs_registers(replay_gs(stage.replay))->fogcol, 4);
    stage_end(&stage);
}

/* What a sink saw. */
struct log {
    char text[400];      /* a letter an event, "v" and the frame at a VSync */
    uint64_t bgcolor[8]; /* at each VSync */
    struct gs_privileged last;
    unsigned field[8];
    unsigned frames, stop_at;
    uint64_t texa; /* as the event callback saw it */
    const struct gs *gs;
};

static void log_event(void *user, const struct trace_event *event)
{
    struct log *log = user;
    size_t length = strlen(log->text);
    snprintf(log->text + length, sizeof log->text - length, "%c", "GVFR"[event->kind]);
    if (log->gs)
        log->texa = gs_registers(log->gs)->texa;
}

static bool log_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct log *log = user;
    size_t length = strlen(log->text);
    cr_assert_eq(event->kind, TRACE_VSYNC);
    cr_assert_lt(log->frames, 8);
    snprintf(log->text + length, sizeof log->text - length, "v%u", (unsigned)frame);
    log->last = *gs_privileged(gs);
    log->bgcolor[log->frames] = log->last.bgcolor;
    log->field[log->frames] = gs->field;
    log->frames++;
    return log->frames != log->stop_at;
}

static struct replay_sink log_sink(struct log *log)
{
    return (struct replay_sink){.user = log, .event = log_event, .vsync = log_vsync};
}

Test(traces_replay, privileged_registers_reach_the_gs_at_the_next_vsync)
{
    struct stage stage;
    struct log log = {0};
    struct replay_sink sink = log_sink(&log);
    stage_start(&stage);
    stage.image.bytes[stage.image.size - GS_PRIVILEGED_SIZE + BGCOLOR] = 0x11;
    image_add_vsync(&stage.image, 0);
    add_block(&stage, BGCOLOR, 0x22);
    add_block(&stage, BGCOLOR, 0x33);
    image_add_vsync(&stage.image, 0);
    image_add_vsync(&stage.image, 0);
    add_block(&stage, BGCOLOR, 0x44);
    stage_open(&stage);
    cr_assert_eq(gs_privileged(replay_gs(stage.replay))->bgcolor, 0);
    stage_run(&stage, &sink);
    cr_assert_eq(log.frames, 3);
    cr_assert_eq(log.bgcolor[0], 0x11);
    cr_assert_eq(log.bgcolor[1], 0x33);
    cr_assert_eq(log.bgcolor[2], 0x33);
    /* The recording stops within a field, which then ends without being shown. */
    cr_assert_eq(gs_privileged(replay_gs(stage.replay))->bgcolor, 0x44);
    stage_end(&stage);
}

/* Bytes 0x00 to 0xEF, CSR (4 bytes), IMR (4 bytes), SIGLBLID (8 bytes). */
Test(traces_replay, a_vsync_copies_the_registers_that_the_format_names)
{
    struct stage stage;
    struct log log = {0};
    struct replay_sink sink = log_sink(&log);
    uint8_t block[GS_PRIVILEGED_SIZE];
    memset(block, 0xA5, sizeof block);
    stage_start(&stage);
    image_add_registers(&stage.image, block);
    image_add_vsync(&stage.image, 0);
    stage_open(&stage);
    stage_run(&stage, &sink);
    const uint64_t all = 0xA5A5A5A5A5A5A5A5, low = 0xA5A5A5A5;
    const struct gs_privileged expected = {all, all, all, all, all, all, all, all, all, all,
                                           all, all, all, all, all, low, low, 0,   all};
    cr_assert(!memcmp(&log.last, &expected, sizeof expected));
    stage_end(&stage);
}

/* "field = 0 if CSR bit 13 (FIELD) is 1, else 1"; the packet's own byte is ignored. */
Test(traces_replay, the_field_is_the_opposite_of_csr_bit_13)
{
    struct stage stage;
    struct log log = {0};
    struct replay_sink sink = log_sink(&log);
    stage_start(&stage);
    image_add_vsync(&stage.image, 0);
    add_block(&stage, CSR, FIELD);
    image_add_vsync(&stage.image, 0);
    image_add_vsync(&stage.image, 1);
    add_block(&stage, CSR, 0xFFFFFFFF & ~(uint32_t)FIELD);
    image_add_vsync(&stage.image, 1);
    stage_open(&stage);
    stage_run(&stage, &sink);
    const unsigned expected[] = {1, 0, 0, 1};
    cr_assert_eq(log.frames, 4);
    cr_assert_arr_eq(log.field, expected, sizeof expected);
    stage_end(&stage);
}

Test(traces_replay, a_sink_hears_each_event_before_it_is_carried_out)
{
    struct stage stage;
    struct log log = {0};
    struct replay_sink sink = log_sink(&log);
    stage_start(&stage);
    add_register(&stage, 3, GS_TEXA, 0x55);
    image_add_read_fifo(&stage.image, 0);
    add_block(&stage, PMODE, 1);
    image_add_vsync(&stage.image, 0);
    add_register(&stage, 3, GS_TEXA, 0x66);
    stage_open(&stage);
    log.gs = replay_gs(stage.replay);
    stage_run(&stage, &sink);
    cr_assert_str_eq(log.text, "GFRVv0G");
    cr_assert_eq(log.texa, 0x55);
    cr_assert_eq(gs_registers(log.gs)->texa, 0x66);
    stage_end(&stage);
}

Test(traces_replay, a_replay_that_was_stopped_goes_on_where_it_was)
{
    struct stage stage;
    struct log log = {.stop_at = 2};
    struct replay_sink sink = log_sink(&log);
    struct trace_error error = {{0}};
    stage_start(&stage);
    for (int i = 0; i < 4; i++) {
        add_register(&stage, 3, GS_TEXA, (uint64_t)i);
        image_add_vsync(&stage.image, 0);
    }
    stage_open(&stage);
    cr_assert_eq(replay_run(stage.replay, &sink, &error), REPLAY_STOPPED);
    cr_assert_str_eq(log.text, "GVv0GVv1");
    cr_assert_eq(gs_registers(replay_gs(stage.replay))->texa, 1);
    stage_run(&stage, &sink);
    cr_assert_str_eq(log.text, "GVv0GVv1GVv2GVv3");
    cr_assert_eq(replay_run(stage.replay, &sink, &error), REPLAY_END);
    stage_end(&stage);
}

Test(traces_replay, frames_are_counted_whether_or_not_somebody_listens)
{
    struct stage stage;
    struct log log = {.stop_at = 1};
    struct replay_sink sink = log_sink(&log);
    stage_start(&stage);
    image_add_vsync(&stage.image, 0);
    image_add_vsync(&stage.image, 0);
    image_add_u8(&stage.image, 9);
    stage_open(&stage);
    struct trace_error error;
    sink.event = NULL;
    cr_assert_eq(replay_run(stage.replay, &sink, &error), REPLAY_STOPPED);
    sink.vsync = NULL;
    cr_assert_eq(replay_run(stage.replay, &sink, &error), REPLAY_ERROR);
    cr_assert_str_eq(log.text, "v0");
    stage_end(&stage);
}

Test(traces_replay, an_error_of_the_reader_ends_the_replay_after_the_good_packets)
{
    struct stage stage;
    struct log log = {0};
    struct replay_sink sink = log_sink(&log);
    struct trace_error error = {{0}};
    char expected[2048];
    stage_start(&stage);
    add_register(&stage, 3, GS_TEXA, 0x55);
    size_t offset = stage.image.size;
    image_add_u8(&stage.image, 7);
    stage_open(&stage);
    cr_assert_eq(replay_run(stage.replay, &sink, &error), REPLAY_ERROR);
    snprintf(expected, sizeof expected, "%s: offset 0x%zx: expected a packet id from 0 to 3, found 7",
             image_path("dump.gs"), offset);
    cr_assert_str_eq(error.text, expected);
    cr_assert_str_eq(log.text, "G");
    cr_assert_eq(gs_registers(replay_gs(stage.replay))->texa, 0x55);
    stage_end(&stage);
}

Test(traces_replay, a_recording_that_is_cut_off_plays_its_whole_packets)
{
    struct stage stage;
    stage_start(&stage);
    add_register(&stage, 3, GS_TEXA, 0x55);
    add_register(&stage, 3, GS_TEXA, 0x66);
    stage.image.size -= 1;
    stage_open(&stage);
    stage_run(&stage, NULL);
    cr_assert_eq(gs_registers(replay_gs(stage.replay))->texa, 0x55);
    cr_assert_not_null(trace_warning(stage.reader));
    stage_end(&stage);
}

static void collect(void *user, const uint8_t *data, size_t bytes)
{
    cr_assert_leq(bytes, 65536);
    image_add(user, data, bytes);
}

/* Starts a transfer of 256 x 256 pixels of PSMCT32 at block 0; GS-DRAWING section 2 for the fields. */
static void add_transfer_start(struct stage *stage, unsigned direction)
{
    add_register(stage, 3, GS_BITBLTBUF, 4ull << 16 | 4ull << 48);
    add_register(stage, 3, GS_TRXPOS, 0);
    add_register(stage, 3, GS_TRXREG, 256ull | 256ull << 32);
    add_register(stage, 3, GS_TRXDIR, direction);
}

Test(traces_replay, read_fifo_packets_deliver_what_was_uploaded_and_then_zeros)
{
    enum { QUADWORDS = 256 * 256 / 4 };
    struct stage stage;
    struct image gif = {0}, pixels = {0}, got = {0};
    stage_start(&stage);
    image_add_pattern(&pixels, QUADWORDS * 16, 11);
    add_transfer_start(&stage, 0);
    add_tag(&gif, QUADWORDS, 2);
    image_add(&gif, pixels.bytes, pixels.size);
    add_gif(&stage, 3, &gif);
    add_transfer_start(&stage, 1);
    image_add_read_fifo(&stage.image, 1);
    image_add_read_fifo(&stage.image, 0);
    image_add_read_fifo(&stage.image, 9999);
    image_add_read_fifo(&stage.image, QUADWORDS);
    stage_open(&stage);
    struct replay_sink sink = {.user = &got, .read_fifo = collect};
    stage_run(&stage, &sink);
    cr_assert_eq(got.size, (1 + 9999 + QUADWORDS) * 16);
    cr_assert(!memcmp(got.bytes, pixels.bytes, pixels.size));
    for (size_t i = pixels.size; i < got.size; i++)
        cr_assert_eq(got.bytes[i], 0);
    image_free(&gif);
    image_free(&pixels);
    image_free(&got);
    stage_end(&stage);
}

static void count_bytes(void *user, const uint8_t *data, size_t bytes)
{
    cr_assert_eq(data[0], 0);
    *(uint64_t *)user += bytes;
}

Test(traces_replay, a_huge_read_fifo_without_a_transfer_delivers_its_zeros_and_ends)
{
    struct stage stage;
    uint64_t bytes = 0;
    struct replay_sink sink = {.user = &bytes, .read_fifo = count_bytes};
    stage_start(&stage);
    image_add_read_fifo(&stage.image, 0x3FFFFF);
    image_add_read_fifo(&stage.image, 0x400000);
    image_add_u8(&stage.image, 0); /* cut off */
    stage_open(&stage);
    stage_run(&stage, &sink);
    cr_assert_eq(bytes, (0x3FFFFFull + 0x400000ull) * 16);
    stage_end(&stage);
}

Test(traces_replay, two_replays_side_by_side_do_not_know_of_each_other)
{
    struct stage a, b;
    stage_start(&a);
    add_register(&a, 3, GS_TEXA, 0x55);
    stage_open(&a);
    stage_start(&b);
    add_register(&b, 3, GS_TEXA, 0x66);
    stage_open(&b);
    stage_run(&b, NULL);
    stage_run(&a, NULL);
    cr_assert_eq(gs_registers(replay_gs(a.replay))->texa, 0x55);
    cr_assert_eq(gs_registers(replay_gs(b.replay))->texa, 0x66);
    stage_end(&a);
    stage_end(&b);
    replay_destroy(NULL);
}
