/* VIF1 in the machine: its words, its ports, its speed. */
#include "machine.h"

#define STOPS (VIF_STAT_VSS | VIF_STAT_VFS | VIF_STAT_VIS | VIF_STAT_ER1 | VIF_STAT_FDR)
#define WAITS (VIF_STAT_VEW | VIF_STAT_VGW)

enum { WORDS_BESIDE_PROGRAM = 4 };

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

static void start(void *user, const struct vif_start *start)
{
    struct machine *machine = user;
    machine->origin = machine->now;
    machine->reached = 0;
    machine->program = true;
    machine->kick_waits = false;
    machine->program_offset = machine->code_offset;
    vu_set_top(machine->vu, start->top, start->itop);
    if (start->resume)
        vu_continue(machine->vu);
    else
        vu_start(machine->vu, start->address);
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

/* Is a code begun that needs no further words, only something else to end? */
static bool pending(const struct machine *machine)
{
    return !vif_idle(machine->vif) && machine->payload == 0;
}

bool machine_vif_at_work(const struct machine *machine)
{
    if (status(machine) & STOPS)
        return false;
    return pending(machine) || machine_queue_bytes(&machine->words);
}

uint64_t machine_vif_time(const struct machine *machine)
{
    if (machine->vif_waits || !machine_vif_at_work(machine))
        return MACHINE_NEVER;
    return machine->vif_free > machine->now ? machine->vif_free : machine->now;
}

/* Nothing can be done now: when to look again. */
static void sleep_until_woken(struct machine *machine, uint32_t waits)
{
    const struct machine_gif *gif = &machine->gif;
    if (waits & VIF_STAT_VEW && !machine->program && machine->program_end > machine->now)
        machine->vif_free = machine->program_end;
    else if (!(waits & VIF_STAT_VEW) && gif->owner == GIF_FREE && gif->free > machine->now)
        machine->vif_free = gif->free;
    else
        machine->vif_waits = true;
}

/* Bus cycles for `used` words of payload (or of a code without any), of which UNPACK made `writes`. */
static uint64_t cost(size_t used, uint32_t writes)
{
    uint64_t quadwords = (used + 3) / 4;
    return MACHINE_QUADWORD * (quadwords > writes ? quadwords : writes);
}

static bool is_unpack(uint32_t code)
{
    return (code >> 29 & 3) == 3;
}

/* The next VIFcode. */
static void take_code(struct machine *machine)
{
    const struct machine_piece *piece = machine_queue_piece(&machine->words);
    machine->code_offset = piece->offset;
    size_t used = vif_feed(machine->vif, machine_queue_data(&machine->words), 1);
    machine->vif_free = machine->now + MACHINE_QUADWORD;
    if (used) {
        uint32_t code = vif_read_register(machine->vif, VIF_CODE), num = code >> 16 & 0xFF;
        if (is_unpack(code) && machine->payload == 0 && vif_idle(machine->vif)) /* fills only */
            machine->vif_free += cost(0, num ? num : 256);
        machine_queue_drop(&machine->words, 4 * used);
    }
}

/* Payload of the code that is begun, as far as there are words. */
static void take_payload(struct machine *machine)
{
    struct machine_queue *words = &machine->words;
    struct machine_piece *piece = machine_queue_bytes(words) ? machine_queue_piece(words) : NULL;
    uint32_t code = vif_read_register(machine->vif, VIF_CODE);
    /* VU memory changes word by word while somebody reads it. */
    bool beside = is_unpack(code) && ((machine->program && !machine->kick_waits) || machine->gif.kick);
    size_t offered = piece && machine->payload ? piece->bytes / 4 : 0;
    if (offered > machine->payload)
        offered = machine->payload;
    if (beside && offered > WORDS_BESIDE_PROGRAM)
        offered = WORDS_BESIDE_PROGRAM;
    uint32_t before = vif_read_register(machine->vif, VIF_NUM);
    size_t used = vif_feed(machine->vif, offered ? machine_queue_data(words) : NULL, offered);
    uint32_t writes = is_unpack(code) ? before - vif_read_register(machine->vif, VIF_NUM) : 0;
    machine->vif_free = machine->now + cost(used, writes);
    if (used) {
        uint32_t taken = machine->payload_taken + (uint32_t)used, whole = taken & ~3u;
        if (whole >= machine->payload_taken)
            machine->held_offset = piece->offset + 4 * (uint64_t)(whole - machine->payload_taken);
        machine->payload_taken = taken;
        machine->payload -= (uint32_t)used;
        machine_queue_drop(words, 4 * used);
    }
}

void machine_vif_work(struct machine *machine)
{
    machine->now = machine_vif_time(machine);
    if (vif_idle(machine->vif)) {
        struct machine_piece *piece = machine_queue_piece(&machine->words);
        if (!piece->begun)
            vif_set_position(machine->vif, piece->position);
        piece->begun = true;
        take_code(machine);
    } else {
        if (machine->payload && !machine_queue_piece(&machine->words)->begun) {
            struct machine_piece *piece = machine_queue_piece(&machine->words);
            vif_set_position(machine->vif, piece->position);
            piece->begun = true;
        }
        take_payload(machine);
    }
    if (machine->gif.free > machine->vif_free && machine->gif.owner == GIF_PATH2)
        machine->vif_free = machine->gif.free;
    uint32_t waits = status(machine) & WAITS;
    if (waits)
        sleep_until_woken(machine, waits);
}
