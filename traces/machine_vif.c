/* VIF1 in the machine: its words, its ports, its speed. */
#include <path1/tfrag.h>

#include "machine.h"

#define STOPS (VIF_STAT_VSS | VIF_STAT_VFS | VIF_STAT_VIS | VIF_STAT_ER1 | VIF_STAT_FDR)
#define WAITS (VIF_STAT_VEW | VIF_STAT_VGW)

/* ---- ports ---- */

static bool busy(void *user, enum vif_busy what)
{
    const struct machine *machine = user;
    if (what == VIF_BUSY_VU)
        return machine->program || machine->program_end > machine->now;
    return machine_gif_busy(machine, what);
}

static void write_micro(void *user, uint32_t address, const void *data, size_t bytes)
{
    struct machine *machine = user;
    vu_write_micro(machine->vu, address, data, bytes);
    if (machine->observer.micro)
        machine->observer.micro(machine->observer.user, address, data, bytes);
}

static void tell_start(struct machine *machine, const struct vif_start *start)
{
    struct vu_registers registers;
    vu_get_registers(machine->vu, &registers);
    machine->program_address = registers.tpc * 8;
    if (machine->observer.start)
        machine->observer.start(machine->observer.user, &(const struct replay_start){
                                                            .address = machine->program_address,
                                                            .resume = start->resume,
                                                            .top = start->top,
                                                            .itop = start->itop,
                                                            .offset = machine->code_offset,
                                                            .time = machine->now,
                                                            .vu = machine->vu,
                                                        });
}

/* True if the model stood in for the program, which has ended then. */
static bool run_model(struct machine *machine, const struct vif_start *start)
{
    if (!machine->use_model || start->resume || !tfrag_is_program(vu_micro(machine->vu)))
        return false;
    vu_start(machine->vu, start->address);
    if (!machine_model_start(machine, start->address, start->top))
        return false;
    tell_start(machine, start);
    const struct vu_run run = {.start_pc = start->address, .end_pc = start->address};
    machine->program_end = machine->now;
    if (machine->observer.end)
        machine->observer.end(machine->observer.user, &(const struct replay_end){&run, machine->code_offset,
                                                                                 machine->now, machine->vu});
    return true;
}

static void start(void *user, const struct vif_start *start)
{
    struct machine *machine = user;
    machine->origin = machine->now;
    machine->reached = 0;
    machine->kick_waits = false;
    machine->program_offset = machine->code_offset;
    vu_set_top(machine->vu, start->top, start->itop);
    if (run_model(machine, start))
        return;
    machine->program = true;
    if (start->resume)
        vu_continue(machine->vu);
    else
        vu_start(machine->vu, start->address);
    tell_start(machine, start);
}

static void mask_path3(void *user, bool masked)
{
    struct machine *machine = user;
    machine->gif.masked = masked;
}

static size_t local_available(void *user)
{
    struct machine *machine = user;
    return gs_fifo_available(machine->gs);
}

static size_t local_read(void *user, void *out, size_t quadwords)
{
    struct machine *machine = user;
    return gs_read_fifo(machine->gs, out, quadwords);
}

static void decoded(void *user, uint32_t code, uint64_t word)
{
    struct machine *machine = user;
    struct vif_registers registers;
    (void)word;
    vif_get_registers(machine->vif, &registers);
    machine->payload = vif_payload_words(VIF_UNIT_1, code, registers.cycle);
    machine->payload_taken = 0;
    machine->payload_cost = 0;
    if (machine->observer.vif_code)
        machine->observer.vif_code(machine->observer.user, &(const struct replay_vif_code){
                                                               .code = code,
                                                               .payload_words = machine->payload,
                                                               .offset = machine->code_offset,
                                                               .time = machine->now,
                                                               .registers = &registers,
                                                           });
}

bool machine_vif_create(struct machine *machine, const struct trace_start *start_state)
{
    machine->vif = vif_create(VIF_UNIT_1);
    if (!machine->vif)
        return false;
    const struct vif_port port = {
        .user = machine,
        .memory = vu_data(machine->vu),
        .busy = busy,
        .write_micro = write_micro,
        .start = start,
        .path2 = machine_path2,
        .mask_path3 = mask_path3,
        .local_available = local_available,
        .local_read = local_read,
        .decoded = decoded,
    };
    vif_set_port(machine->vif, &port);
    if (start_state->vif) {
        vif_set_registers(machine->vif, start_state->vif);
        machine->gif.masked = start_state->vif->path3_masked;
    }
    return true;
}

void machine_vif_reset(struct machine *machine)
{
    machine_queue_clear(&machine->words);
    machine->payload = 0;
    machine->gif.path2_asks = false;
}

/* ---- work ---- */

static uint32_t status(const struct machine *machine)
{
    return vif_read_register(machine->vif, VIF_STAT);
}

/* Is a code begun that needs no further words, only something else to end, or a quadword there that the GIF
 * did not take? */
static bool pending(const struct machine *machine)
{
    return !vif_idle(machine->vif) &&
           (machine->payload == 0 || (machine->vif_waits && machine->gif.path2_asks));
}

bool machine_vif_stopped(const struct machine *machine)
{
    return status(machine) & STOPS;
}

bool machine_vif_at_work(const struct machine *machine)
{
    if (machine_vif_stopped(machine))
        return false;
    return pending(machine) || machine_queue_bytes(&machine->words);
}

uint64_t machine_vif_time(const struct machine *machine)
{
    uint64_t time = machine->vif_waits ? machine->vif_poll : machine->vif_free;
    if (time == MACHINE_NEVER || !machine_vif_at_work(machine))
        return MACHINE_NEVER;
    return time > machine->now ? time : machine->now;
}

/* Nothing can be done now: when to look again. What is through at a known time is waited for until then; all
 * else wakes VIF1. */
static void sleep_until_woken(struct machine *machine, uint32_t waits)
{
    const struct machine_gif *gif = &machine->gif;
    uint64_t soon = MACHINE_NEVER;
    if (waits & VIF_STAT_VEW && !machine->program)
        soon = machine->program_end;
    for (unsigned path = 0; waits & VIF_STAT_VGW && path < 3; path++)
        if (gif->owner != GIF_PATH1 + path && gif->path_free[path] > machine->now &&
            gif->path_free[path] < soon)
            soon = gif->path_free[path];
    machine->vif_waits = true;
    machine->vif_poll = soon > machine->now ? soon : MACHINE_NEVER;
}

/* Cycles for the first `words` words of the present code's payload, with which UNPACK made `writes` writes. A
 * quadword takes its time when its last word comes, so that a cut inside of it makes no difference. */
static uint64_t cost(const struct machine *machine, uint32_t words, uint32_t writes)
{
    uint64_t quadwords = words / 4 + (words % 4 && machine->payload == 0);
    return MACHINE_QUADWORD * (quadwords > writes ? quadwords : writes);
}

static bool is_unpack(uint32_t code)
{
    return (code >> 29 & 3) == 3;
}

/* Its quadwords take the GIF's time. */
static bool is_direct(uint32_t code)
{
    return (code >> 24 & 0x7E) == 0x50;
}

/* What the GIF is to know of the code that is begun. */
static void tell_gif(struct machine *machine)
{
    struct machine_gif *gif = &machine->gif;
    bool direct = !vif_idle(machine->vif) && is_direct(vif_read_register(machine->vif, VIF_CODE));
    bool decoding = (status(machine) & VIF_STAT_VPS) == 2;
    gif->path2_asks = direct && !decoding;
    gif->directhl_waits = direct && decoding;
}

static uint32_t unpack_num(uint32_t code)
{
    uint32_t num = code >> 16 & 0xFF;
    return num ? num : 256;
}

/* The next VIFcode. */
static void take_code(struct machine *machine)
{
    const struct machine_piece *piece = machine_queue_piece(&machine->words);
    machine->code_offset = piece->offset;
    size_t used = vif_feed(machine->vif, machine_queue_data(&machine->words), 1);
    machine->vif_free = machine->now + MACHINE_QUADWORD;
    if (used) {
        uint32_t code = vif_read_register(machine->vif, VIF_CODE);
        if (is_unpack(code) && machine->payload == 0 && vif_idle(machine->vif)) /* fills only */
            machine->vif_free += MACHINE_QUADWORD * unpack_num(code);
        machine_queue_drop(&machine->words, 4 * used);
    }
}

/* Words of payload that may be taken at once. */
static size_t words_at_once(const struct machine *machine, uint32_t code)
{
    /* VU memory changes word by word while somebody reads it, so that no cut of the stream makes a
     * difference. */
    bool beside = is_unpack(code) && ((machine->program && !machine->kick_waits) || machine->gif.kick);
    return beside ? 1 : SIZE_MAX;
}

/* Payload of the code that is begun, as far as there are words. */
static void take_payload(struct machine *machine)
{
    struct machine_queue *words = &machine->words;
    struct machine_piece *piece = machine_queue_bytes(words) ? machine_queue_piece(words) : NULL;
    uint32_t code = vif_read_register(machine->vif, VIF_CODE);
    size_t offered = piece && machine->payload ? piece->bytes / 4 : 0, most = words_at_once(machine, code);
    if (offered > machine->payload)
        offered = machine->payload;
    if (offered > most)
        offered = most;
    uint64_t gif_free = machine->gif.free;
    size_t used = vif_feed(machine->vif, offered ? machine_queue_data(words) : NULL, offered);
    if (used) {
        uint32_t taken = machine->payload_taken + (uint32_t)used, whole = taken & ~3u;
        if (whole < taken && whole >= machine->payload_taken) /* a quadword was begun */
            machine->held_offset = piece->offset + 4 * (uint64_t)(whole - machine->payload_taken);
        machine->payload_taken = taken;
        machine->payload -= (uint32_t)used;
        machine_queue_drop(words, 4 * used);
    }
    if (is_direct(code)) {
        machine->vif_free = machine->gif.free != gif_free ? machine->gif.free : machine->now;
    } else if (used) {
        uint32_t num = vif_read_register(machine->vif, VIF_NUM);
        uint64_t spent = cost(machine, machine->payload_taken, is_unpack(code) ? unpack_num(code) - num : 0);
        machine->vif_free = machine->now + spent - machine->payload_cost;
        machine->payload_cost = spent;
    }
}

void machine_vif_work(struct machine *machine)
{
    uint64_t before = machine->now, words = vif_words(machine->vif);
    bool waited = machine->vif_waits;
    machine->now = machine_vif_time(machine);
    struct machine_queue *queue = &machine->words;
    bool idle = vif_idle(machine->vif);
    struct machine_piece *piece = machine_queue_bytes(queue) ? machine_queue_piece(queue) : NULL;
    if (piece && !piece->begun && (idle || machine->payload)) {
        vif_set_position(machine->vif, piece->position);
        piece->begun = true;
    }
    if (idle)
        take_code(machine);
    else
        take_payload(machine);
    uint32_t waits = status(machine) & WAITS;
    machine->vif_waits = false;
    tell_gif(machine);
    if (waits)
        sleep_until_woken(machine, waits);
    if (waits && waited && vif_words(machine->vif) == words) /* a look in vain is no work */
        machine->now = before;
}
