/* The GIF: which path has it, and what goes through (GS-DRAWING section 1.1: PATH1 before PATH2 before PATH3,
 * decided anew at each end of a packet). */
#include <string.h>

#include "machine.h"

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* PATH3 may begin a packet only when nothing masks it; one that has begun goes on. */
static bool path3_open(const struct machine_gif *gif)
{
    return gif->walk[2].inside || (!gif->masked && !gif->mode_masked);
}

bool machine_path3_masked(const struct machine *machine)
{
    return !path3_open(&machine->gif);
}

static bool given(const struct machine_gif *gif, enum machine_owner path)
{
    return machine_queue_bytes(&gif->given[path - GIF_PATH1]) != 0;
}

/* PATH2 comes before it, also with what VIF1 holds. */
static bool path3_ready(const struct machine_gif *gif)
{
    return given(gif, GIF_PATH3) && path3_open(gif) && !gif->path2_asks &&
           (!gif->directhl_waits || gif->walk[2].inside);
}

uint64_t machine_gif_time(const struct machine *machine)
{
    const struct machine_gif *gif = &machine->gif;
    uint64_t time = later(gif->free, machine->now);
    if (gif->paused)
        return MACHINE_NEVER;
    if (gif->kicking)
        return gif->free;
    if (gif->owner != GIF_FREE)
        return given(gif, gif->owner) ? time : MACHINE_NEVER;
    if (given(gif, GIF_PATH1) || given(gif, GIF_PATH2) || path3_ready(gif))
        return time;
    return gif->kick ? later(gif->free, gif->kick_time) : MACHINE_NEVER;
}

void machine_gif_flush(struct machine *machine)
{
    struct machine_gif *gif = &machine->gif;
    if (!gif->collected)
        return;
    const struct replay_gif what = {
        .path = gif->collected_path,
        .data = gif->packet,
        .quadwords = gif->collected,
        .offset = gif->collected_offset,
        .kicked = gif->collected_kick,
        .kick_address = gif->collected_address,
        .kick_pc = gif->collected_pc,
        .time = gif->free,
    };
    gif->collected = 0;
    machine->touched = true;
    if (machine->observer.gif_next)
        machine->observer.gif_next(machine->observer.user, &what);
    gs_gif_transfer(machine->gs, what.path, what.data, what.quadwords);
    if (machine->observer.gif)
        machine->observer.gif(machine->observer.user, &what);
}

/* Where quadwords come from. */
struct source {
    enum gs_path path;
    uint64_t offset; /* of the first */
    bool kicked;
    uint32_t kick_address, kick_pc;
};

/* Quadwords of a path, which has the GIF. */
static void collect(struct machine *machine, const struct source *from, const uint8_t *data, size_t quadwords)
{
    struct machine_gif *gif = &machine->gif;
    uint64_t offset = from->offset;
    if (gif->collected && gif->collected_path != from->path)
        machine_gif_flush(machine);
    while (quadwords) {
        size_t run = MACHINE_PIECE - gif->collected < quadwords ? MACHINE_PIECE - gif->collected : quadwords;
        if (!gif->collected) {
            gif->collected_path = from->path;
            gif->collected_offset = offset;
            gif->collected_kick = from->kicked;
            gif->collected_address = from->kick_address;
            gif->collected_pc = from->kick_pc;
        }
        memcpy(gif->packet + 16 * gif->collected, data, 16 * run);
        gif->collected += run;
        data += 16 * run;
        offset += 16 * run;
        quadwords -= run;
        if (gif->collected == MACHINE_PIECE)
            machine_gif_flush(machine);
    }
}

/* The packet, or a slice of it, is over. */
static void release(struct machine *machine)
{
    machine_gif_flush(machine);
    machine->gif.owner = GIF_FREE;
    machine->gif.slice = 0;
    machine_wake_vif(machine, machine->gif.free);
}

/* ---- XGKICK ---- */

uint32_t machine_kick(void *user, struct vu *vu, uint32_t address, uint64_t cycle)
{
    struct machine *machine = user;
    struct machine_gif *gif = &machine->gif;
    gif->kick = true;
    gif->kick_address = address;
    gif->kick_pc = vu_kick_pc(vu);
    gif->kick_time = machine->origin + cycle;
    gif->kick_offset = machine->program_offset;
    gif->kick_taken = gif->kick_whole = 0;
    return VU_KICK_OPEN;
}

static void end_kick(struct machine *machine)
{
    struct machine_gif *gif = &machine->gif;
    if (gif->walk[0].inside) {
        /* Memory has come round without an EOP: nobody can complete the data of the last tag. */
        size_t incomplete = gif->kick_taken - gif->kick_whole;
        gif->collected = gif->collected > incomplete ? gif->collected - incomplete : 0;
        gif->walk[0] = (struct gif_walk){0};
    }
    release(machine);
    gif->kick = gif->kicking = false;
    vu_kick_done(machine->vu, gif->free > machine->origin ? gif->free - machine->origin : 0);
    machine->kick_waits = false;
}

/* Reads quadwords of the packet from VU memory: one, or all if nobody can change them meanwhile. */
static void take_kick(struct machine *machine)
{
    struct machine_gif *gif = &machine->gif;
    bool all = machine->until == MACHINE_NEVER && !machine_others_work(machine);
    const uint8_t *memory = vu_data(machine->vu);
    const struct source source = {GS_PATH1, gif->kick_offset, true, gif->kick_address, gif->kick_pc};
    do {
        size_t from = (gif->kick_address / 16 + gif->kick_taken) % MACHINE_KICK_QUADWORDS;
        gif_walk_take(&gif->walk[0], memory + 16 * from, 1);
        gif->kick_taken++;
        gif->free += MACHINE_QUADWORD;
        gif->path_free[0] = gif->free;
        collect(machine, &source, memory + 16 * from, 1);
        if (!gif->walk[0].left)
            gif->kick_whole = gif->kick_taken;
        if (!gif->walk[0].inside || gif->kick_taken == MACHINE_KICK_QUADWORDS) {
            end_kick(machine);
            return;
        }
    } while (all);
}

/* ---- packets that the trace holds ---- */

/* Quadwords that may go at once. With IMT, PATH3's image data stop after each slice. */
static size_t portion(const struct machine *machine, size_t quadwords)
{
    const struct machine_gif *gif = &machine->gif;
    const struct gif_walk *walk = &gif->walk[2];
    unsigned path = gif->owner - GIF_PATH1;
    if (!(machine->at_once >> path & 1) || machine_others_work(machine))
        return 1;
    if (gif->owner != GIF_PATH3 || !gif->intermittent)
        return quadwords;
    size_t most = !walk->left ? 1 : walk->image ? MACHINE_IMAGE_SLICE - gif->slice : walk->left;
    return quadwords < most ? quadwords : most;
}

/* Is PATH3's turn over? */
static bool slice_ends(struct machine_gif *gif, bool image, size_t quadwords)
{
    if (gif->owner != GIF_PATH3 || !gif->intermittent || !image)
        return false;
    gif->slice += (unsigned)quadwords;
    return gif->slice >= MACHINE_IMAGE_SLICE || !gif->walk[2].left;
}

static void take_given(struct machine *machine)
{
    struct machine_gif *gif = &machine->gif;
    unsigned path = gif->owner - GIF_PATH1;
    struct machine_queue *queue = &gif->given[path];
    const struct machine_piece *piece = machine_queue_piece(queue);
    struct gif_walk *walk = &gif->walk[path];
    const uint8_t *data = machine_queue_data(queue);
    bool image = walk->image && walk->left;
    size_t quadwords = gif_walk_take(walk, data, portion(machine, piece->bytes / 16));
    gif->free += MACHINE_QUADWORD * quadwords;
    gif->path_free[path] = gif->free;
    const struct source source = {GS_PATH1 + path, piece->offset, piece->kicked, piece->kick_address, 0};
    collect(machine, &source, data, quadwords);
    machine_queue_drop(queue, 16 * quadwords);
    if (slice_ends(gif, image, quadwords) || !walk->inside)
        release(machine);
    else if (!machine_queue_bytes(queue))
        machine_wake_vif(machine, gif->free); /* FLUSHA */
}

void machine_gif_work(struct machine *machine)
{
    struct machine_gif *gif = &machine->gif;
    machine->now = machine_gif_time(machine);
    gif->free = machine->now;
    if (gif->owner == GIF_FREE) {
        if (gif->kick && gif->kick_time <= machine->now) {
            gif->owner = GIF_PATH1;
            gif->kicking = true;
        } else {
            gif->owner = given(gif, GIF_PATH1) ? GIF_PATH1 : given(gif, GIF_PATH2) ? GIF_PATH2 : GIF_PATH3;
        }
    }
    if (gif->kicking)
        take_kick(machine);
    else
        take_given(machine);
}

/* ---- VIF1 ---- */

static bool path2_may_go(const struct machine *machine)
{
    const struct machine_gif *gif = &machine->gif;
    if (gif->paused)
        return false;
    if (gif->owner == GIF_FREE)
        return gif->free <= machine->now && !(gif->kick && gif->kick_time <= machine->now) &&
               !given(gif, GIF_PATH1) && !given(gif, GIF_PATH2);
    return gif->owner == GIF_PATH2;
}

size_t machine_path2(void *user, const void *data, size_t quadwords)
{
    struct machine *machine = user;
    struct machine_gif *gif = &machine->gif;
    if (!path2_may_go(machine))
        return 0;
    size_t taken = gif_walk_take(&gif->walk[1], data, quadwords);
    gif->owner = GIF_PATH2;
    gif->free = later(gif->free, machine->now) + MACHINE_QUADWORD * taken;
    gif->path_free[1] = gif->free;
    const struct machine_queue *words = &machine->words;
    const uint8_t *first = data, *queued = machine_queue_data(words);
    bool from_queue = machine_queue_bytes(words) && first >= queued && first < words->data + words->end;
    const struct source source = {
        .path = GS_PATH2,
        .offset = from_queue ? words->piece[words->first].offset + (uint64_t)(first - queued)
                             : machine->held_offset,
    };
    collect(machine, &source, data, taken);
    if (!gif->walk[1].inside)
        release(machine);
    return taken;
}

bool machine_gif_busy(const struct machine *machine, enum vif_busy what)
{
    const struct machine_gif *gif = &machine->gif;
    const struct gif_walk *path3 = &gif->walk[2];
    const uint64_t now = machine->now, *path_free = gif->path_free;
    switch (what) {
    case VIF_BUSY_PATH1:
        return path_free[0] > now || gif->kick || gif->owner == GIF_PATH1 || given(gif, GIF_PATH1);
    case VIF_BUSY_PATH2:
        return path_free[1] > now || given(gif, GIF_PATH2);
    case VIF_BUSY_PATH3:
        return path_free[2] > now || path3->inside || (given(gif, GIF_PATH3) && path3_open(gif));
    default: /* VIF_BUSY_PATH3_IMAGE */
        return path3->inside && path3->image;
    }
}

void machine_gif_reset(struct machine *machine)
{
    struct machine_gif *gif = &machine->gif;
    machine_gif_flush(machine);
    for (unsigned path = 0; path < 3; path++) {
        gif->walk[path] = (struct gif_walk){0};
        machine_queue_clear(&gif->given[path]);
    }
    gif->kick = gif->kicking = gif->paused = gif->mode_masked = gif->intermittent = gif->path2_asks =
        gif->directhl_waits = false;
    gif->free = later(gif->free, machine->now);
    if (machine->kick_waits || machine->program)
        vu_kick_done(machine->vu, machine->now > machine->origin ? machine->now - machine->origin : 0);
    machine->kick_waits = false;
    gs_gif_reset(machine->gs);
    release(machine);
}
