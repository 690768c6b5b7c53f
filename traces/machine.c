/* VIF1, VU1 and the GIF on one clock: life, the order of work, and what the EE can do. */
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    GIF_MODE = 0x10003010,
    VIF1_REGISTERS = 0x10003C00,
};

static void load_vu(struct vu *vu, const struct trace_start *start)
{
    if (start->vu_data)
        for (size_t i = 0; i < VU1_MEMORY_SIZE; i++)
            vu_data(vu)[i] = start->vu_data[i];
    if (start->vu_micro)
        vu_write_micro(vu, 0, start->vu_micro, VU1_MEMORY_SIZE);
    if (start->vu)
        vu_set_registers(vu, start->vu);
}

/* The low 64 bits of a tag as a recorded state holds it: NLOOP is what is left. */
static void load_walk(struct gif_walk *walk, const struct gs_gif_path_state *state)
{
    if (!(state->tag[0] & 0x7FFF))
        return;
    walk->left = gif_tag_data(state->tag[0]);
    walk->last = state->tag[0] >> 15 & 1;
    walk->image = state->tag[0] >> 59 & 1;
    walk->inside = true;
}

struct machine *machine_create(struct gs *gs, const struct trace_start *start)
{
    struct machine *machine = calloc(1, sizeof *machine);
    if (!machine)
        return NULL;
    machine->gs = gs;
    machine->vu = vu_create(VU_UNIT_1);
    if (!machine->vu || !machine_vif_create(machine, start)) {
        machine_destroy(machine);
        return NULL;
    }
    const struct vu_port port = {.user = machine, .xgkick = machine_kick};
    vu_set_port(machine->vu, &port);
    load_vu(machine->vu, start);
    for (unsigned path = 0; start->gs && path < 3; path++) {
        load_walk(&machine->gif.walk[path], &start->gs->gif[GS_PATH1 + path]);
        if (machine->gif.walk[path].inside && machine->gif.owner == GIF_FREE)
            machine->gif.owner = GIF_PATH1 + path;
    }
    return machine;
}

void machine_destroy(struct machine *machine)
{
    if (!machine)
        return;
    vif_destroy(machine->vif);
    vu_destroy(machine->vu);
    machine_queue_free(&machine->words);
    for (unsigned path = 0; path < 3; path++)
        machine_queue_free(&machine->gif.given[path]);
    free(machine);
}

/* ---- VU1 ---- */

static uint64_t vu_time(const struct machine *machine)
{
    if (!machine->program || machine->kick_waits || machine->endless)
        return MACHINE_NEVER;
    return machine->origin + machine->reached + 1;
}

bool machine_others_work(const struct machine *machine)
{
    return vu_time(machine) != MACHINE_NEVER || machine_vif_time(machine) != MACHINE_NEVER;
}

static void end_program(struct machine *machine, const struct vu_run *run)
{
    machine->program = false;
    machine->program_end = machine->origin + run->cycles_flushed;
    machine_wake_vif(machine, machine->program_end);
    if (machine->observer.end)
        machine->observer.end(machine->observer.user, &(const struct replay_end){
                                                          .run = run,
                                                          .offset = machine->program_offset,
                                                          .time = machine->program_end,
                                                          .vu = machine->vu,
                                                      });
}

/* Runs the program up to time `until`, an XGKICK, or its end. */
static void vu_work(struct machine *machine, uint64_t until)
{
    struct vu_run run;
    uint64_t limit = machine->origin + MACHINE_PROGRAM_LIMIT;
    if (vu_time(machine) > machine->now)
        machine->now = vu_time(machine);
    if (until > limit)
        until = limit;
    enum vu_stop stop = vu_run(machine->vu, until - machine->origin - machine->reached, &run);
    machine->reached = run.cycles;
    if (stop == VU_STOP_END)
        end_program(machine, &run);
    else if (stop == VU_STOP_KICK)
        machine->kick_waits = true;
    else if (machine->reached >= MACHINE_PROGRAM_LIMIT)
        machine->endless = true;
}

/* ---- the order of work ---- */

/* Does the next piece of work that begins at `until` or before. False: there is none. */
static bool step(struct machine *machine, uint64_t until)
{
    uint64_t vu = vu_time(machine), gif = machine_gif_time(machine), vif = machine_vif_time(machine);
    uint64_t others = gif < vif ? gif : vif;
    uint64_t first = vu < others ? vu : others;
    if (first == MACHINE_NEVER || first > until || machine->endless)
        return false;
    machine->until = until;
    if (vu <= others)
        vu_work(machine, others < until ? others : until);
    else if (gif <= vif)
        machine_gif_work(machine);
    else
        machine_vif_work(machine);
    return true;
}

static void run_until(struct machine *machine, uint64_t time)
{
    while (step(machine, time))
        continue;
    if (machine->now < time)
        machine->now = time;
}

bool machine_vif1(struct machine *machine, const uint8_t *data, size_t bytes, uint64_t offset,
                  unsigned position)
{
    if (!machine_queue_add(&machine->words, data, bytes, offset, (uint8_t)position))
        return false;
    /* A quadword that VIF1 has and the GIF does not take counts as one that VIF1 has not taken. */
    while ((machine_queue_bytes(&machine->words) || (machine->vif_waits && machine->gif.path2_asks)) &&
           step(machine, MACHINE_NEVER))
        continue;
    /* The EE goes on when VIF1 has done with the last of them, so that a cut before it makes no difference.
     */
    if (!machine_queue_bytes(&machine->words) && !machine->vif_waits && !machine_vif_stopped(machine))
        run_until(machine, machine->vif_free);
    return true;
}

bool machine_gif(struct machine *machine, enum gs_path path, const uint8_t *data, size_t bytes,
                 uint64_t offset)
{
    struct machine_queue *queue = &machine->gif.given[path - GS_PATH1];
    if (!machine_queue_add(queue, data, bytes, offset, 0))
        return false;
    machine->at_once = 1u << (path - GS_PATH1);
    while (machine_queue_bytes(queue)) {
        /* Only VIF1 could take the mask away, and it has nothing to do. */
        if (path == GS_PATH3 && machine_path3_masked(machine) && !machine_vif_at_work(machine))
            break;
        if (!step(machine, MACHINE_NEVER))
            break;
    }
    machine->at_once = 0;
    if (!machine_queue_bytes(queue))
        run_until(machine, machine->gif.path_free[path - GS_PATH1]);
    return true;
}

void machine_wait(struct machine *machine, uint64_t cycles)
{
    run_until(machine, cycles < MACHINE_NEVER - 1 - machine->now ? machine->now + cycles : MACHINE_NEVER - 1);
}

void machine_settle(struct machine *machine)
{
    machine->at_once = 7;
    while (step(machine, MACHINE_NEVER))
        continue;
    machine->at_once = 0;
    const uint64_t ends[] = {machine->vif_free, machine->gif.free, machine->program_end};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (machine->now < ends[i])
            machine->now = ends[i];
    machine_gif_flush(machine);
}

size_t machine_read_fifo(struct machine *machine, void *out, size_t quadwords)
{
    if (vif_read_register(machine->vif, VIF_STAT) & VIF_STAT_FDR)
        return vif_read_fifo(machine->vif, out, quadwords);
    return gs_read_fifo(machine->gs, out, quadwords);
}

void machine_register(struct machine *machine, uint32_t address, uint32_t value)
{
    struct machine_gif *gif = &machine->gif;
    if (address >= VIF1_REGISTERS && address < VIF1_REGISTERS + 0x180) {
        uint32_t offset = address - VIF1_REGISTERS;
        vif_write_register(machine->vif, offset, value);
        if (offset == VIF_FBRST && (value & VIF_FBRST_RST))
            machine_vif_reset(machine);
    } else if (address == MACHINE_GIF_CTRL) {
        if (value & 1)
            machine_gif_reset(machine);
        gif->paused = value >> 3 & 1;
    } else if (address == GIF_MODE) {
        gif->mode_masked = value & 1;
        gif->intermittent = value >> 2 & 1;
    }
    machine_wake_vif(machine, machine->now);
}

/* ---- what stands still ---- */

static bool vif_stuck(const struct machine *machine, uint64_t *offset, char *out, size_t size)
{
    size_t bytes = machine_queue_bytes(&machine->words);
    uint32_t stat = vif_read_register(machine->vif, VIF_STAT),
             code = vif_read_register(machine->vif, VIF_CODE);
    bool unfinished = !vif_idle(machine->vif);
    if (!bytes && !unfinished)
        return false;
    *offset = bytes ? machine->words.piece[machine->words.first].offset : machine->code_offset;
    if (bytes)
        snprintf(out, size,
                 "expected VIF1 to take all words, found %zu that it does not take: STAT %08" PRIX32
                 ", CODE %08" PRIX32,
                 bytes / 4, stat, code);
    else if (machine->payload)
        snprintf(out, size,
                 "expected %" PRIu32 " more words of payload for the VIFcode %08" PRIX32 ", found no more",
                 machine->payload, code);
    else
        snprintf(out, size,
                 "expected VIF1 to finish the VIFcode %08" PRIX32 ", found it waiting: STAT %08" PRIX32, code,
                 stat);
    return true;
}

bool machine_stuck(const struct machine *machine, uint64_t *offset, char *out, size_t size)
{
    static const char *const owners[] = {"free", "inside a packet of PATH1", "inside a packet of PATH2",
                                         "inside a packet of PATH3"};
    const struct machine_gif *gif = &machine->gif;
    if (vif_stuck(machine, offset, out, size))
        return true;
    if (gif->kick) {
        *offset = gif->kick_offset;
        snprintf(out, size,
                 "expected the GIF to take the packet of the XGKICK at 0x%04" PRIX32 ", found it %s",
                 gif->kick_pc, owners[gif->owner]);
        return true;
    }
    for (unsigned path = 0; path < 3; path++) {
        size_t bytes = machine_queue_bytes(&gif->given[path]);
        if (!bytes)
            continue;
        const struct machine_queue *queue = &gif->given[path];
        *offset = queue->piece[queue->first].offset;
        snprintf(out, size, "expected the GIF to take all data of PATH%u, found %zu quadwords left: it is %s",
                 path + 1, bytes / 16,
                 gif->owner == GIF_FREE && path == 2 && machine_path3_masked(machine) ? "masked"
                                                                                      : owners[gif->owner]);
        return true;
    }
    return false;
}
