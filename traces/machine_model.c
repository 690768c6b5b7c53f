/* The tfrag program's model in the place of VU1: it takes no time, and its packets wait for the GIF as
 * copies. */
#include <path1/tfrag.h>

#include "machine.h"

void machine_model_kick(void *user, uint32_t address, const uint8_t *packet, size_t quadwords)
{
    struct machine *machine = user;
    struct machine_queue *queue = &machine->gif.given[0];
    if (!machine_queue_add(queue, packet, 16 * quadwords, machine->program_offset, 0)) {
        machine->endless = true; /* the GIF takes nothing */
        return;
    }
    queue->piece[queue->last - 1].kicked = true;
    queue->piece[queue->last - 1].kick_address = address;
}

bool machine_model_start(struct machine *machine, uint32_t address, uint16_t top)
{
    struct tfrag_model model = {0};
    struct vu_registers registers;
    vu_get_registers(machine->vu, &registers);
    tfrag_model_load(&model, &registers);
    if (!tfrag_model_run(&model, vu_data(machine->vu), address / 8, top, machine_model_kick, machine))
        return false;
    tfrag_model_store(&model, &registers);
    vu_set_registers(machine->vu, &registers);
    return true;
}
