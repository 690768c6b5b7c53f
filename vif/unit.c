/* Life, registers and the feeding of a VIF. */
#include <stdlib.h>
#include <string.h>

#include "vif_bytes.h"
#include "vif_unit.h"

struct vif *vif_create(enum vif_unit unit)
{
    struct vif *vif = calloc(1, sizeof *vif);
    if (vif)
        vif->unit = unit;
    return vif;
}

void vif_destroy(struct vif *vif)
{
    free(vif);
}

static void drop_code(struct vif *vif)
{
    vif->step = VIF_STEP_CODE;
    vif->waits = 0;
    vif->stop_requested = false;
    vif->payload = 0;
    vif->progress = 0;
    vif->held_words = 0;
    memset(&vif->unpack, 0, sizeof vif->unpack);
    memset(&vif->pending_w, 0, sizeof vif->pending_w);
}

void vif_reset(struct vif *vif)
{
    struct vif_registers kept = {.cycle = vif->registers.cycle, .mask = vif->registers.mask};
    memcpy(kept.row, vif->registers.row, sizeof kept.row);
    memcpy(kept.col, vif->registers.col, sizeof kept.col);
    vif->registers = kept;
    vif->position = 0;
    vif->words = 0;
    drop_code(vif);
    if (vif->unit == VIF_UNIT_1 && vif->port.mask_path3)
        vif->port.mask_path3(vif->port.user, false);
}

void vif_copy(struct vif *to, const struct vif *from)
{
    struct vif_port port = to->port;
    *to = *from;
    to->port = port;
}

void vif_set_port(struct vif *vif, const struct vif_port *port)
{
    vif->port = port ? *port : (struct vif_port){0};
}

void vif_set_position(struct vif *vif, unsigned word)
{
    vif->position = word & 3;
}

uint64_t vif_words(const struct vif *vif)
{
    return vif->words;
}

bool vif_idle(const struct vif *vif)
{
    return vif->step == VIF_STEP_CODE && !(vif->registers.stat & VIF_STAT_STOPS);
}

static void took(struct vif *vif, size_t words)
{
    vif->position = (uint8_t)((vif->position + words) & 3);
    vif->words += words;
}

size_t vif_feed(struct vif *vif, const void *data, size_t words)
{
    const uint8_t *bytes = data;
    size_t used = 0;
    while (!(vif->registers.stat & (VIF_STAT_STOPS | VIF_STAT_FDR))) {
        if (vif->step == VIF_STEP_WAIT) {
            vif_retry(vif);
            if (vif->step == VIF_STEP_WAIT)
                break;
        } else if (vif->step == VIF_STEP_PAYLOAD) {
            size_t taken =
                words > used ? vif_payload(vif, bytes + 4 * used, words - used) : vif_payload(vif, NULL, 0);
            took(vif, taken);
            used += taken;
            if (vif->step == VIF_STEP_PAYLOAD)
                break;
        } else {
            if (used == words)
                break;
            uint32_t code = vif_load32(bytes + 4 * used);
            used++;
            took(vif, 1);
            vif_decode(vif, code);
            if (vif->step == VIF_STEP_WAIT)
                break;
        }
    }
    return used;
}

/* ---- registers ---- */

static uint32_t read_stat(const struct vif *vif)
{
    uint32_t stat = vif->registers.stat | vif->waits;
    if (vif->step == VIF_STEP_PAYLOAD)
        stat |= vif->waits & VIF_STAT_VGW ? 3 : 1;
    else if (vif->step == VIF_STEP_WAIT || stat & (VIF_STAT_VIS | VIF_STAT_ER1))
        stat |= 2;
    if (stat & VIF_STAT_FDR && vif->port.local_available) {
        size_t available = vif->port.local_available(vif->port.user);
        stat |= (uint32_t)(available < 16 ? available : 16) << 24;
    }
    return stat;
}

static uint32_t read_vif1_only(const struct vif_registers *r, uint32_t offset)
{
    switch (offset) {
    case VIF_BASE:
        return r->base;
    case VIF_OFST:
        return r->ofst;
    case VIF_TOPS:
        return r->tops;
    case VIF_TOP:
        return r->top;
    default:
        return 0;
    }
}

uint32_t vif_read_register(const struct vif *vif, uint32_t offset)
{
    const struct vif_registers *r = &vif->registers;
    switch (offset) {
    case VIF_STAT:
        return read_stat(vif);
    case VIF_ERR:
        return r->err;
    case VIF_MARK:
        return r->mark;
    case VIF_CYCLE:
        return r->cycle;
    case VIF_MODE:
        return r->mode;
    case VIF_NUM:
        return vif->unit == VIF_UNIT_1 ? r->num : r->num & 0xFF;
    case VIF_MASK:
        return r->mask;
    case VIF_CODE:
        return r->code;
    case VIF_ITOPS:
        return r->itops;
    case VIF_ITOP:
        return r->itop;
    case VIF_R0:
    case VIF_R0 + 0x10:
    case VIF_R0 + 0x20:
    case VIF_R0 + 0x30:
        return r->row[(offset - VIF_R0) / 0x10];
    case VIF_C0:
    case VIF_C0 + 0x10:
    case VIF_C0 + 0x20:
    case VIF_C0 + 0x30:
        return r->col[(offset - VIF_C0) / 0x10];
    default:
        return vif->unit == VIF_UNIT_1 ? read_vif1_only(r, offset) : 0;
    }
}

static void write_fbrst(struct vif *vif, uint32_t value)
{
    if (value & VIF_FBRST_RST)
        vif_reset(vif);
    if (value & VIF_FBRST_FBK)
        vif->registers.stat |= VIF_STAT_VFS;
    if (value & VIF_FBRST_STP) {
        if (vif->step == VIF_STEP_CODE)
            vif->registers.stat |= VIF_STAT_VSS;
        else
            vif->stop_requested = true;
    }
    if (value & VIF_FBRST_STC) {
        vif->registers.stat &= ~(VIF_STAT_STOPS | VIF_STAT_INT);
        vif->stop_requested = false;
    }
}

void vif_write_register(struct vif *vif, uint32_t offset, uint32_t value)
{
    struct vif_registers *r = &vif->registers;
    switch (offset) {
    case VIF_STAT:
        if (vif->unit == VIF_UNIT_1)
            r->stat = (r->stat & ~VIF_STAT_FDR) | (value & VIF_STAT_FDR);
        break;
    case VIF_FBRST:
        write_fbrst(vif, value);
        break;
    case VIF_ERR:
        r->err = value & (VIF_ERR_MII | VIF_ERR_ME0 | VIF_ERR_ME1);
        break;
    case VIF_MARK:
        r->mark = value & 0xFFFF;
        r->stat &= ~VIF_STAT_MRK;
        break;
    default:
        break;
    }
}

void vif_get_registers(const struct vif *vif, struct vif_registers *out)
{
    *out = vif->registers;
}

void vif_set_registers(struct vif *vif, const struct vif_registers *in)
{
    struct vif_registers *r = &vif->registers;
    bool vif1 = vif->unit == VIF_UNIT_1;
    uint32_t stat = VIF_STAT_MRK | VIF_STAT_STOPS | VIF_STAT_INT;
    uint16_t itop = vif1 ? 0x3FF : 0xFF, top = vif1 ? 0x3FF : 0;
    *r = *in;
    r->err &= VIF_ERR_MII | VIF_ERR_ME0 | VIF_ERR_ME1;
    r->mark &= 0xFFFF;
    r->cycle &= 0xFFFF;
    r->mode &= 3;
    r->num = r->num < 256 ? r->num : 256;
    r->stat &= vif1 ? stat | VIF_STAT_DBF | VIF_STAT_FDR : stat;
    r->itops &= itop;
    r->itop &= itop;
    r->base &= top;
    r->ofst &= top;
    r->tops &= top;
    r->top &= top;
    r->path3_masked = vif1 && in->path3_masked;
    drop_code(vif);
}

size_t vif_read_fifo(struct vif *vif, void *out, size_t quadwords)
{
    if (!(vif->registers.stat & VIF_STAT_FDR) || !vif->port.local_read || quadwords == 0)
        return 0;
    size_t taken = vif->port.local_read(vif->port.user, out, quadwords);
    return taken < quadwords ? taken : quadwords;
}
