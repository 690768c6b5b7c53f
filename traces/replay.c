/* A recording played into the graphics hardware (DUMPFORMAT section 3, "How the replayer applies packets";
 * for traces of what was sent to VIF1: machine.h). */
#include <path1/replay.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "machine.h"
#include "trace_bytes.h"
#include "trace_failure.h"
#include "trace_reader.h"

enum {
    FIFO_PIECE = 65536,  /* bytes */
    CSR_OFFSET = 0x1000, /* in the register block */
};
#define CSR_CLEARED 0x1Fu /* SIGNAL, FINISH, HSINT, VSINT, EDWINT: written 1 they become 0 */
#define CSR_RESET (1u << 9)
#define CSR_FIELD (1u << 13)
#define GS_ADDRESS 0x12000000u

struct replay {
    struct trace_reader *reader; /* NULL: events come one by one */
    const char *name;            /* of the recording, for messages */
    struct gs *gs;
    struct machine *machine; /* NULL: the recording is of what the GIF let through */
    bool warned;
    struct trace_error warning;
    uint64_t frame;
    bool in_field;                         /* something came since the last vsync */
    uint8_t registers[GS_PRIVILEGED_SIZE]; /* as the EE sees them; the GS's own are set at VSync */
    uint8_t fifo[FIFO_PIECE];
};

static struct replay *create(const struct gs_rules *rules, const char *name)
{
    struct replay *replay = calloc(1, sizeof *replay);
    if (!replay)
        return NULL;
    replay->name = name;
    replay->gs = gs_create(rules);
    if (replay->gs)
        return replay;
    free(replay);
    return NULL;
}

/* Puts VIF1, VU1 and the GIF's arbitration before the GS. */
static struct replay *add_machine(struct replay *replay, const struct trace_start *start)
{
    replay->machine = machine_create(replay->gs, start);
    if (replay->machine)
        return replay;
    replay_destroy(replay);
    return NULL;
}

struct replay *replay_create(struct trace_reader *reader, const struct gs_rules *rules)
{
    struct replay *replay = create(rules, trace_input_name(reader->input));
    if (!replay)
        return NULL;
    replay->reader = reader;
    memcpy(replay->registers, trace_initial_registers(reader), sizeof replay->registers);
    gs_load_state(replay->gs, trace_initial_state(reader));
    return trace_header(reader)->merged_gif ? replay : add_machine(replay, trace_start(reader));
}

struct replay *replay_create_live(const struct gs_rules *rules)
{
    static const struct trace_start power_on = {0};
    struct replay *replay = create(rules, "events");
    return replay ? add_machine(replay, &power_on) : NULL;
}

void replay_destroy(struct replay *replay)
{
    if (!replay)
        return;
    machine_destroy(replay->machine);
    gs_destroy(replay->gs);
    free(replay);
}

struct gs *replay_gs(struct replay *replay)
{
    return replay->gs;
}

void replay_observe(struct replay *replay, const struct replay_observer *observer)
{
    if (replay->machine)
        replay->machine->observer = observer ? *observer : (struct replay_observer){0};
}

void replay_set_vu1(struct replay *replay, enum replay_vu1 what)
{
    if (replay->machine)
        replay->machine->use_model = what == REPLAY_VU1_MODEL;
}

struct vif *replay_vif1(struct replay *replay)
{
    return replay->machine ? replay->machine->vif : NULL;
}

struct vu *replay_vu1(struct replay *replay)
{
    return replay->machine ? replay->machine->vu : NULL;
}

uint64_t replay_time(const struct replay *replay)
{
    return replay->machine ? replay->machine->now : 0;
}

const uint8_t *replay_registers(const struct replay *replay)
{
    return replay->registers;
}

const char *replay_warning(const struct replay *replay)
{
    return replay->warned ? replay->warning.text : NULL;
}

/* ---- events ---- */

static bool fail(struct replay *replay, uint64_t offset, struct trace_error *error, const char *text)
{
    return trace_fail(error, replay->name, offset, "%s", text);
}

static bool transfer(struct replay *replay, const struct trace_event *event, struct trace_error *error)
{
    static const enum gs_path paths[] = {GS_PATH1, GS_PATH2, GS_PATH3, GS_PATH1};
    if (event->path_code > TRACE_PATH1_NEW) /* other codes mean nothing */
        return true;
    if (!replay->machine) {
        /* Whatever path a packet took, it goes on where the last one stopped. */
        gs_gif_transfer(replay->gs, GS_PATH_MERGED, event->data, event->size / 16);
        return true;
    }
    return machine_gif(replay->machine, paths[event->path_code], event->data, event->size,
                       event->data_offset) ||
           fail(replay, event->offset, error, "expected the GIF to take its data, found too much waiting");
}

static bool vif1(struct replay *replay, const struct trace_event *event, struct trace_error *error)
{
    if (!replay->machine)
        return fail(replay, event->offset, error,
                    "expected no words for VIF1 in a trace whose GIF data are merged, found some");
    return machine_vif1(replay->machine, event->data, event->size, event->data_offset, event->position) ||
           fail(replay, event->offset, error, "expected VIF1 to take its words, found too many waiting");
}

/* What the CRTC is told shows at the next VSync, as in a recording of whole blocks. */
static void write_privileged(struct replay *replay, uint32_t offset, uint64_t value)
{
    uint8_t *at = replay->registers + offset / 8 * 8;
    if (offset == CSR_OFFSET) {
        uint64_t csr = trace_load64(at);
        trace_store64(at, csr & ~(value & CSR_CLEARED));
        if (value & CSR_RESET)
            gs_reset_registers(replay->gs);
    } else {
        trace_store64(at, value);
    }
}

static void write_register(struct replay *replay, const struct trace_event *event)
{
    if (event->address >= GS_ADDRESS && event->address - GS_ADDRESS < GS_PRIVILEGED_SIZE)
        write_privileged(replay, event->address - GS_ADDRESS, event->value);
    else if (replay->machine)
        machine_register(replay->machine, event->address, (uint32_t)event->value);
}

/* The GS sees PMODE to BGCOLOR, SIGLBLID, and the low words of CSR and IMR; BUSDIR stays. */
static void vsync(struct replay *replay)
{
    if (replay->machine)
        replay->machine->touched = false;
    const struct gs_privileged *old = gs_privileged(replay->gs);
    struct gs_privileged values;
    gs_privileged_from_block(&values, replay->registers);
    values.csr = (old->csr >> 32 << 32) | (values.csr & 0xFFFFFFFF);
    values.imr = (old->imr >> 32 << 32) | (values.imr & 0xFFFFFFFF);
    values.busdir = old->busdir;
    gs_set_privileged(replay->gs, &values);
    gs_vsync(replay->gs, trace_load32(replay->registers + CSR_OFFSET) & CSR_FIELD ? 0 : 1);
}

static size_t read_quadwords(struct replay *replay, uint8_t *out, size_t quadwords)
{
    if (!replay->machine)
        return gs_read_fifo(replay->gs, out, quadwords);
    replay->machine->touched = true;
    return machine_read_fifo(replay->machine, out, quadwords);
}

static void read_fifo(struct replay *replay, const struct trace_event *event, const struct replay_sink *sink)
{
    uint64_t left = (uint64_t)event->quadwords * 16;
    bool flowing = true;
    if (replay->machine)
        machine_settle(replay->machine);
    /* Behind the end of the transfer come only zeros, which matter only to a listener. */
    while (left > 0 && (flowing || sink->read_fifo)) {
        size_t bytes = left < sizeof replay->fifo ? (size_t)left : sizeof replay->fifo;
        bool ends = flowing && read_quadwords(replay, replay->fifo, bytes / 16) < bytes / 16;
        if (sink->read_fifo)
            sink->read_fifo(sink->user, replay->fifo, bytes);
        if (ends) {
            flowing = false;
            memset(replay->fifo, 0, sizeof replay->fifo);
        }
        left -= bytes;
    }
}

/* In a trace of what was sent, the field that begins to be shown is the event's. */
static void take_field(struct replay *replay, uint8_t field)
{
    uint8_t *csr = replay->registers + CSR_OFFSET;
    uint32_t others = trace_load32(csr) & ~CSR_FIELD;
    trace_store32(csr, field & 1 ? others : others | CSR_FIELD);
}

static bool endless(const struct replay *replay, const struct trace_event *event, struct trace_error *error)
{
    const struct machine *machine = replay->machine;
    if (!machine || !machine->endless)
        return false;
    trace_fail(error, replay->name, event ? event->offset : machine->program_offset,
               "expected the microprogram at 0x%04" PRIX32 " (started by the VIFcode at 0x%" PRIx64
               ") to end within %d cycles, found it running",
               machine->program_address, machine->program_offset, MACHINE_PROGRAM_LIMIT);
    return true;
}

static bool apply(struct replay *replay, const struct trace_event *event, const struct replay_sink *sink,
                  struct trace_error *error)
{
    bool tells = event->kind == TRACE_COMMENT || event->kind == TRACE_WAIT || event->kind == TRACE_REGISTER;
    replay->in_field = tells ? replay->in_field : event->kind != TRACE_VSYNC;
    switch (event->kind) {
    case TRACE_GIF:
        return transfer(replay, event, error);
    case TRACE_VIF1:
        return vif1(replay, event, error);
    case TRACE_REGISTERS:
        memcpy(replay->registers, event->data, sizeof replay->registers);
        break;
    case TRACE_REGISTER:
        write_register(replay, event);
        break;
    case TRACE_READ_FIFO:
        read_fifo(replay, event, sink);
        break;
    case TRACE_WAIT:
        if (replay->machine && event->value)
            machine_wait(replay->machine, event->value);
        else if (replay->machine)
            machine_settle(replay->machine);
        break;
    case TRACE_VSYNC:
        if (replay->machine) {
            machine_settle(replay->machine);
            take_field(replay, event->field);
        }
        vsync(replay);
        break;
    case TRACE_COMMENT:
        break;
    }
    if (replay->machine) /* nothing counts that does not reach the GS */
        replay->in_field = false;
    return true;
}

/* The end of the recording. */
static void end(struct replay *replay)
{
    uint64_t offset;
    char text[256];
    if (replay->machine)
        machine_settle(replay->machine);
    /* A recording that stops within a field: its drawing is carried out as at the vsync that would follow. */
    if (replay->in_field || (replay->machine && replay->machine->touched))
        vsync(replay);
    replay->in_field = false;
    gs_end(replay->gs);
    if (replay->machine && !replay->warned && machine_stuck(replay->machine, &offset, text, sizeof text)) {
        trace_fail(&replay->warning, replay->name, offset, "%s", text);
        replay->warned = true;
    }
}

/* False: the sink wants to stop. */
static bool tell_vsync(struct replay *replay, const struct trace_event *event, const struct replay_sink *sink)
{
    replay->frame++;
    return !sink->vsync || sink->vsync(sink->user, replay->gs, replay->frame - 1, event);
}

static bool resets_gif(const struct replay *replay, const struct trace_event *event)
{
    return replay->machine && event->kind == TRACE_REGISTER && event->address == MACHINE_GIF_CTRL &&
           (event->value & 1);
}

static enum replay_status feed(struct replay *replay, const struct trace_event *event,
                               const struct replay_sink *sink, struct trace_error *error)
{
    if (resets_gif(replay, event)) /* what came before it is told before it */
        machine_gif_flush(replay->machine);
    if (sink->event)
        sink->event(sink->user, event);
    if (!apply(replay, event, sink, error) || endless(replay, event, error))
        return REPLAY_ERROR;
    return event->kind == TRACE_VSYNC && !tell_vsync(replay, event, sink) ? REPLAY_STOPPED : REPLAY_END;
}

static const struct replay_sink nobody = {0};

enum replay_status replay_feed(struct replay *replay, const struct trace_event *event,
                               const struct replay_sink *sink, struct trace_error *error)
{
    return feed(replay, event, sink ? sink : &nobody, error);
}

enum replay_status replay_run(struct replay *replay, const struct replay_sink *sink,
                              struct trace_error *error)
{
    struct trace_event event;
    int result;
    if (!sink)
        sink = &nobody;
    while ((result = trace_next(replay->reader, &event, error)) > 0) {
        enum replay_status status = feed(replay, &event, sink, error);
        if (status != REPLAY_END)
            return status;
    }
    if (result == 0)
        end(replay);
    else
        gs_end(replay->gs);
    return result < 0 || endless(replay, NULL, error) ? REPLAY_ERROR : REPLAY_END;
}
