/* A recording played into a GS (DUMPFORMAT section 3, "How the replayer applies packets"). */
#include <path1/replay.h>

#include <stdlib.h>
#include <string.h>

#include "trace_bytes.h"

enum {
    FIFO_PIECE = 65536,  /* bytes */
    CSR_OFFSET = 0x1000, /* in the register block */
};
#define CSR_FIELD (1u << 13)

struct replay {
    struct trace_reader *reader;
    struct gs *gs;
    uint64_t frame;
    bool in_field;                         /* something came since the last vsync */
    uint8_t registers[GS_PRIVILEGED_SIZE]; /* as the EE sees them; the GS's own are set at VSync */
    uint8_t fifo[FIFO_PIECE];
};

struct replay *replay_create(struct trace_reader *reader, const struct gs_rules *rules)
{
    struct replay *replay = calloc(1, sizeof *replay);
    if (!replay)
        return NULL;
    replay->reader = reader;
    replay->gs = gs_create(rules);
    if (!replay->gs) {
        free(replay);
        return NULL;
    }
    memcpy(replay->registers, trace_initial_registers(reader), sizeof replay->registers);
    gs_load_state(replay->gs, trace_initial_state(reader));
    return replay;
}

void replay_destroy(struct replay *replay)
{
    if (!replay)
        return;
    gs_destroy(replay->gs);
    free(replay);
}

struct gs *replay_gs(struct replay *replay)
{
    return replay->gs;
}

static void transfer(struct replay *replay, const struct trace_event *event)
{
    /* Whatever path a packet took, it goes on where the last one stopped; other codes mean nothing. */
    if (event->path_code <= TRACE_PATH1_NEW)
        gs_gif_transfer(replay->gs, GS_PATH_MERGED, event->data, event->size / 16);
}

/* The GS sees PMODE to BGCOLOR, SIGLBLID, and the low words of CSR and IMR; BUSDIR stays. */
static void vsync(struct replay *replay)
{
    const struct gs_privileged *old = gs_privileged(replay->gs);
    struct gs_privileged values;
    gs_privileged_from_block(&values, replay->registers);
    values.csr = (old->csr >> 32 << 32) | (values.csr & 0xFFFFFFFF);
    values.imr = (old->imr >> 32 << 32) | (values.imr & 0xFFFFFFFF);
    values.busdir = old->busdir;
    gs_set_privileged(replay->gs, &values);
    gs_vsync(replay->gs, trace_load32(replay->registers + CSR_OFFSET) & CSR_FIELD ? 0 : 1);
}

static void read_fifo(struct replay *replay, const struct trace_event *event, const struct replay_sink *sink)
{
    uint64_t left = (uint64_t)event->quadwords * 16;
    bool flowing = true;
    /* Behind the end of the transfer come only zeros, which matter only to a listener. */
    while (left > 0 && (flowing || sink->read_fifo)) {
        size_t bytes = left < sizeof replay->fifo ? (size_t)left : sizeof replay->fifo;
        bool ends = flowing && gs_read_fifo(replay->gs, replay->fifo, bytes / 16) < bytes / 16;
        if (sink->read_fifo)
            sink->read_fifo(sink->user, replay->fifo, bytes);
        if (ends) {
            flowing = false;
            memset(replay->fifo, 0, sizeof replay->fifo);
        }
        left -= bytes;
    }
}

/* False: the sink wants to stop. */
static bool apply(struct replay *replay, const struct trace_event *event, const struct replay_sink *sink)
{
    replay->in_field = event->kind != TRACE_VSYNC;
    switch (event->kind) {
    case TRACE_GIF:
        transfer(replay, event);
        break;
    case TRACE_REGISTERS:
        memcpy(replay->registers, event->data, sizeof replay->registers);
        break;
    case TRACE_READ_FIFO:
        read_fifo(replay, event, sink);
        break;
    case TRACE_VSYNC:
        vsync(replay);
        replay->frame++;
        return !sink->vsync || sink->vsync(sink->user, replay->gs, replay->frame - 1, event);
    default:
        break;
    }
    return true;
}

enum replay_status replay_run(struct replay *replay, const struct replay_sink *sink,
                              struct trace_error *error)
{
    static const struct replay_sink nobody = {0};
    struct trace_event event;
    int result;
    if (!sink)
        sink = &nobody;
    while ((result = trace_next(replay->reader, &event, error)) > 0) {
        if (sink->event)
            sink->event(sink->user, &event);
        if (!apply(replay, &event, sink))
            return REPLAY_STOPPED;
    }
    /* A recording that stops within a field: its drawing is carried out as at the vsync that would follow. */
    if (result == 0 && replay->in_field)
        vsync(replay);
    replay->in_field = false;
    gs_end(replay->gs);
    return result < 0 ? REPLAY_ERROR : REPLAY_END;
}
