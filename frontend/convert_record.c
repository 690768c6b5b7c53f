/* Conversions that replay a recording and write down what reaches the GS. */
#include <stdlib.h>
#include <string.h>

#include "convert.h"
#include "merged_stream.h"
#include "playback.h"
#include "report.h"

enum {
    GS_ADDRESS = 0x12000000,
    GS_CSR = 0x12001000,
    GIF_CTRL = 0x10003000,
};
#define CSR_RESET 0x200u
#define GIF_CTRL_RST 1u

struct recorder {
    struct trace_writer *writer;
    struct losses *losses;
    struct replay *replay;
    bool merged; /* the recording's GIF data are one stream already */
    struct merged_stream stream;
    uint8_t registers[GS_PRIVILEGED_SIZE]; /* as the last Registers packet has them */
    uint32_t read_quadwords;               /* of a read that is not written yet */
    bool in_field;                         /* something was written since the last vsync */
    bool failed;
    struct trace_error error;
};

static void put(struct recorder *recorder, const struct trace_event *event)
{
    recorder->in_field = event->kind != TRACE_VSYNC;
    if (!recorder->failed)
        recorder->failed = !trace_writer_add(recorder->writer, event, &recorder->error);
}

/* The privileged registers, if they are others than before. */
static void put_registers(struct recorder *recorder)
{
    const uint8_t *now = replay_registers(recorder->replay);
    if (memcmp(recorder->registers, now, sizeof recorder->registers) == 0)
        return;
    memcpy(recorder->registers, now, sizeof recorder->registers);
    put(recorder, &(const struct trace_event){
                      .kind = TRACE_REGISTERS, .size = GS_PRIVILEGED_SIZE, .data = recorder->registers});
}

static void on_register(struct recorder *recorder, const struct trace_event *event)
{
    if (event->address == GS_CSR && (event->value & CSR_RESET))
        recorder->losses->resets++;
    if (event->address >= GS_ADDRESS)
        return; /* in the next Registers packet */
    recorder->losses->other++;
    if (event->address == GIF_CTRL && (event->value & GIF_CTRL_RST))
        merged_stream_reset(&recorder->stream);
}

static void on_event(void *user, const struct trace_event *event)
{
    struct recorder *recorder = user;
    struct losses *losses = recorder->losses;
    losses->dma += event->flags != 0;
    switch (event->kind) {
    case TRACE_GIF:
        if (recorder->merged)
            put(recorder, event);
        break;
    case TRACE_VIF1:
        losses->vif_words += event->size / 4;
        break;
    case TRACE_READ_FIFO: /* what is still on its way comes before it */
        recorder->read_quadwords = event->quadwords;
        break;
    case TRACE_REGISTER:
        on_register(recorder, event);
        break;
    case TRACE_WAIT:
        losses->waits++;
        break;
    case TRACE_COMMENT:
        losses->comments++;
        break;
    case TRACE_VSYNC:
    case TRACE_REGISTERS:
        break;
    }
}

static void on_read_fifo(void *user, const uint8_t *data, size_t bytes)
{
    struct recorder *recorder = user;
    (void)data, (void)bytes;
    if (recorder->read_quadwords)
        put(recorder,
            &(const struct trace_event){.kind = TRACE_READ_FIFO, .quadwords = recorder->read_quadwords});
    recorder->read_quadwords = 0;
}

static bool on_vsync(void *user, struct gs *gs, uint64_t frame, const struct trace_event *event)
{
    struct recorder *recorder = user;
    (void)gs, (void)frame;
    put_registers(recorder);
    put(recorder, event);
    return !recorder->failed;
}

static void on_gif(void *user, const struct replay_gif *gif)
{
    static const uint8_t codes[] = {
        [GS_PATH1] = TRACE_PATH1_NEW, [GS_PATH2] = TRACE_PATH2, [GS_PATH3] = TRACE_PATH3};
    struct recorder *recorder = user;
    merged_stream_add(&recorder->stream, gif->path, gif->data, gif->quadwords);
    if (recorder->stream.size)
        put(recorder, &(const struct trace_event){.kind = TRACE_GIF,
                                                  .path_code = codes[gif->path],
                                                  .size = (uint32_t)recorder->stream.size,
                                                  .data = recorder->stream.bytes});
}

static void on_start(void *user, const struct replay_start *start)
{
    struct recorder *recorder = user;
    (void)start;
    recorder->losses->starts++;
}

/* The state at the start, with the tags in progress as the merged stream has them. */
static bool create_writer(struct recorder *recorder, const struct convert_job *job,
                          const struct trace_reader *reader)
{
    struct gs_state *state = reallocate(NULL, 1, sizeof *state);
    *state = *trace_initial_state(reader);
    if (!recorder->merged)
        merged_stream_begin(&recorder->stream, state);
    memcpy(recorder->registers, trace_initial_registers(reader), sizeof recorder->registers);
    recorder->writer = trace_writer_create(job->out, job->compression, trace_header(reader), state,
                                           recorder->registers, &recorder->error);
    free(state);
    return recorder->writer != NULL;
}

static void count_losses(const struct recorder *recorder, const struct trace_reader *reader)
{
    struct losses *losses = recorder->losses;
    const struct trace_start *start = trace_start(reader);
    size_t count;
    (void)trace_texts(reader, &count);
    losses->texts = count;
    (void)trace_expectations(reader, &count);
    losses->expectations = count;
    losses->unit_state = start->vif || start->vu || start->vu_data || start->vu_micro;
    losses->interleaved = recorder->stream.interleaved;
}

static bool record(struct recorder *recorder, const struct convert_job *job, struct playback *playback)
{
    const struct replay_observer observer = {.user = recorder, .gif = on_gif, .start = on_start};
    const struct replay_sink sink = {recorder, on_event, on_vsync, on_read_fifo};
    recorder->replay = playback->replay;
    recorder->merged = trace_header(playback->reader)->merged_gif;
    if (!create_writer(recorder, job, playback->reader)) {
        report("%s", recorder->error.text);
        return false;
    }
    replay_observe(playback->replay, &observer);
    bool good = playback_run(playback, &sink, NULL);
    /* At the end the replay carries out what a vsync would, with the registers as they are then. */
    if (good && recorder->in_field)
        put_registers(recorder);
    if (good && recorder->failed)
        report("%s", recorder->error.text);
    if (!good || recorder->failed) {
        trace_writer_abort(recorder->writer);
        return false;
    }
    count_losses(recorder, playback->reader);
    good = trace_writer_finish(recorder->writer, &recorder->error);
    if (!good)
        report("%s", recorder->error.text);
    return good;
}

bool convert_record(const struct convert_job *job, struct trace_reader *reader, struct losses *losses)
{
    struct gs_rules rules;
    if (!gs_rules_parse(job->rules, &rules, NULL, 0))
        return false; /* was looked at before */
    struct playback playback = {.reader = reader, .replay = replay_create(reader, &rules)};
    struct recorder recorder = {.losses = losses};
    if (!playback.replay) {
        report("%s: out of memory", job->in);
        return false;
    }
    bool good = record(&recorder, job, &playback);
    merged_stream_free(&recorder.stream);
    replay_destroy(playback.replay);
    return good;
}
