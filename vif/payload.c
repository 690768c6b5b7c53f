/* Payload words of the VIFcodes that have some, in any pieces. */
#include <string.h>

#include "vif_bytes.h"
#include "vif_unit.h"

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* STMASK, STROW, STCOL. */
static size_t load_registers(struct vif *vif, uint32_t *to, const uint8_t *data, size_t words)
{
    size_t taken = least(words, vif->payload);
    for (size_t i = 0; i < taken; i++)
        to[vif->progress++] = vif_load32(data + 4 * i);
    vif->payload -= (uint32_t)taken;
    return taken;
}

/* ---- MPG ---- */

static void write_micro(struct vif *vif, const uint8_t *data, size_t bytes)
{
    uint32_t size = vif_memory_bytes(vif);
    while (bytes) {
        size_t run = least(bytes, size - vif->progress);
        if (vif->port.write_micro)
            vif->port.write_micro(vif->port.user, vif->progress, data, run);
        vif->progress = (uint32_t)(vif->progress + run) & (size - 1);
        vif->registers.num -= (uint32_t)(run / 8);
        data += run;
        bytes -= run;
    }
}

/* Completes in `held` what is begun there, a unit of `whole` words. Returns the words taken. */
static size_t fill_held(struct vif *vif, const uint8_t *data, size_t words, unsigned whole)
{
    size_t taken = least(words, (size_t)(whole - vif->held_words));
    if (taken)
        memcpy(vif->held + 4 * vif->held_words, data, 4 * taken);
    vif->held_words = (uint8_t)(vif->held_words + taken);
    vif->payload -= (uint32_t)taken;
    return taken;
}

static size_t load_program(struct vif *vif, const uint8_t *data, size_t words)
{
    size_t total = least(words, vif->payload), used = 0;
    if (vif->held_words) {
        used = fill_held(vif, data, total, 2);
        if (vif->held_words < 2)
            return used;
        vif->held_words = 0;
        write_micro(vif, vif->held, 8);
    }
    size_t whole = (total - used) & ~(size_t)1;
    if (whole)
        write_micro(vif, data + 4 * used, 4 * whole);
    vif->payload -= (uint32_t)whole;
    used += whole;
    if (used < total)
        used += fill_held(vif, data + 4 * used, total - used, 2);
    return used;
}

/* ---- DIRECT ---- */

/* Offers quadwords to the GIF; returns how many it took, and notes whether it refused some. */
static size_t offer(struct vif *vif, const uint8_t *data, size_t quadwords)
{
    size_t taken = quadwords;
    if (vif->port.path2)
        taken = least(vif->port.path2(vif->port.user, data, quadwords), quadwords);
    vif->waits = taken < quadwords ? VIF_STAT_VGW : 0;
    return taken;
}

static size_t send_direct(struct vif *vif, const uint8_t *data, size_t words)
{
    size_t total = least(words, vif->payload), used = 0;
    if (vif->held_words) {
        used = fill_held(vif, data, total, 4);
        if (vif->held_words < 4 || !offer(vif, vif->held, 1))
            return used;
        vif->held_words = 0;
    }
    size_t whole = (total - used) / 4;
    if (whole) {
        size_t taken = offer(vif, data + 4 * used, whole);
        used += 4 * taken;
        vif->payload -= (uint32_t)(4 * taken);
        if (taken < whole)
            return used;
    }
    if (used < total)
        used += fill_held(vif, data + 4 * used, total - used, 4);
    return used;
}

size_t vif_payload(struct vif *vif, const uint8_t *data, size_t words)
{
    struct vif_registers *r = &vif->registers;
    size_t taken;
    bool done = false;
    switch (r->code >> 24 & 0x7F) {
    case VIF_CMD_STMASK:
        taken = load_registers(vif, &r->mask, data, words);
        break;
    case VIF_CMD_STROW:
        taken = load_registers(vif, r->row, data, words);
        break;
    case VIF_CMD_STCOL:
        taken = load_registers(vif, r->col, data, words);
        break;
    case VIF_CMD_MPG:
        taken = load_program(vif, data, words);
        break;
    case VIF_CMD_DIRECT:
    case VIF_CMD_DIRECTHL:
        taken = send_direct(vif, data, words);
        break;
    default:
        taken = least(words, vif->payload);
        vif->payload -= (uint32_t)taken;
        done = vif_unpack_words(vif, data, taken);
        break;
    }
    if (done || ((r->code >> 24 & 0x7F) < VIF_CMD_UNPACK && vif->payload == 0 && vif->held_words == 0))
        vif_finish(vif);
    return taken;
}
