#include "dump_player.h"

#include <criterion/criterion.h>
#include <string.h>

#include "transfer_chip.h"

#define CSR_BYTE 0x1001u /* in the register block; FIELD is its bit 5 */

void player_open(struct player *player, const char *path, const char *rules)
{
    struct trace_error error;
    memset(player, 0, sizeof *player);
    player->reader = trace_open(path, &error);
    cr_assert_not_null(player->reader, "%s", error.text);
    memcpy(player->registers, trace_initial_registers(player->reader), GS_PRIVILEGED_SIZE);
    if (!rules)
        return;
    player->gs = transfer_chip(rules);
    gs_load_state(player->gs, trace_initial_state(player->reader));
}

void player_close(struct player *player)
{
    trace_close(player->reader);
    gs_destroy(player->gs);
}

static void read_fifo(struct gs *gs, uint32_t quadwords)
{
    uint8_t data[4096];
    while (quadwords) {
        uint32_t piece = quadwords < sizeof data / 16 ? quadwords : (uint32_t)(sizeof data / 16);
        gs_read_fifo(gs, data, piece);
        quadwords -= piece;
    }
}

static void vsync(struct player *player)
{
    struct gs_privileged values;
    player->vsyncs++;
    if (!player->gs)
        return;
    gs_privileged_from_block(&values, player->registers);
    gs_set_privileged(player->gs, &values);
    gs_vsync(player->gs, player->registers[CSR_BYTE] & 0x20 ? 0 : 1);
}

static void transfer(struct player *player, size_t quadwords)
{
    size_t left = player->event.size / 16 - player->used;
    if (quadwords > left)
        quadwords = left;
    if (player->gs && player->event.path_code <= TRACE_PATH1_NEW)
        gs_gif_transfer(player->gs, GS_PATH_MERGED, player->event.data + 16 * player->used, quadwords);
    player->used += quadwords;
    player->quadwords += quadwords;
    player->in_packet = player->used < player->event.size / 16;
}

bool player_step(struct player *player, size_t quadwords)
{
    struct trace_error error;
    if (!player->in_packet) {
        int got = trace_next(player->reader, &player->event, &error);
        cr_assert_geq(got, 0, "%s", error.text);
        if (got == 0)
            return false;
        player->used = 0;
    }
    switch (player->event.kind) {
    case TRACE_GIF:
        transfer(player, quadwords);
        break;
    case TRACE_REGISTERS:
        memcpy(player->registers, player->event.data, GS_PRIVILEGED_SIZE);
        break;
    case TRACE_READ_FIFO:
        if (player->gs)
            read_fifo(player->gs, player->event.quadwords);
        break;
    case TRACE_VSYNC:
        vsync(player);
        break;
    default: /* not in a GS dump */
        break;
    }
    return true;
}

bool player_to_vsync(struct player *player, uint64_t vsyncs)
{
    while (player->vsyncs < vsyncs)
        if (!player_step(player, SIZE_MAX))
            return false;
    return true;
}

void player_finish(struct player *player, size_t quadwords)
{
    while (player_step(player, quadwords))
        continue;
    if (player->event.kind != TRACE_VSYNC) /* a field that was begun ends with the recording */
        vsync(player);
    gs_end(player->gs);
}

void player_hash(const struct player *player, dump_hash out)
{
    dump_hash_bytes(gs_local_memory(player->gs), GS_LOCAL_MEMORY_SIZE, out);
}
