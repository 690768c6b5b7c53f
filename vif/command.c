/* VIFcodes: what each waits for, does, and expects behind it. */
#include "vif_unit.h"

#define BUSY(what) (1u << (what))
#define BUSY_VU BUSY(VIF_BUSY_VU)
#define BUSY_FLUSH (BUSY_VU | BUSY(VIF_BUSY_PATH1) | BUSY(VIF_BUSY_PATH2))
#define BUSY_FLUSHA (BUSY_FLUSH | BUSY(VIF_BUSY_PATH3))

static unsigned command(uint32_t code)
{
    return code >> 24 & 0x7F;
}

/* NUM of UNPACK and MPG. */
static uint32_t count(uint32_t code)
{
    uint32_t num = code >> 16 & 0xFF;
    return num ? num : 256;
}

static bool vif1_only(unsigned cmd)
{
    return cmd == VIF_CMD_OFFSET || cmd == VIF_CMD_BASE || cmd == VIF_CMD_MSKPATH3 || cmd == VIF_CMD_FLUSH ||
           cmd == VIF_CMD_FLUSHA || cmd == VIF_CMD_DIRECT || cmd == VIF_CMD_DIRECTHL;
}

static bool known(unsigned cmd)
{
    switch (cmd) {
    case VIF_CMD_NOP:
    case VIF_CMD_STCYCL:
    case VIF_CMD_OFFSET:
    case VIF_CMD_BASE:
    case VIF_CMD_ITOP:
    case VIF_CMD_STMOD:
    case VIF_CMD_MSKPATH3:
    case VIF_CMD_MARK:
    case VIF_CMD_FLUSHE:
    case VIF_CMD_FLUSH:
    case VIF_CMD_FLUSHA:
    case VIF_CMD_MSCAL:
    case VIF_CMD_MSCALF:
    case VIF_CMD_MSCNT:
    case VIF_CMD_STMASK:
    case VIF_CMD_STROW:
    case VIF_CMD_STCOL:
    case VIF_CMD_MPG:
    case VIF_CMD_DIRECT:
    case VIF_CMD_DIRECTHL:
        return true;
    default:
        return cmd >= VIF_CMD_UNPACK;
    }
}

uint32_t vif_payload_words(enum vif_unit unit, uint32_t code, uint32_t cycle)
{
    unsigned cmd = command(code);
    uint32_t imm = code & 0xFFFF, wl = cycle >> 8 & 0xFF;
    if (unit == VIF_UNIT_0 && vif1_only(cmd))
        return 0;
    switch (cmd) {
    case VIF_CMD_STMASK:
        return 1;
    case VIF_CMD_STROW:
    case VIF_CMD_STCOL:
        return 4;
    case VIF_CMD_MPG:
        return 2 * count(code);
    case VIF_CMD_DIRECT:
    case VIF_CMD_DIRECTHL:
        return 4 * (imm ? imm : 65536);
    default:
        if (cmd < VIF_CMD_UNPACK)
            return 0;
        return (vif_vectors_consumed(count(code), cycle & 0xFF, wl ? wl : 256) *
                    vif_vector_bytes(cmd >> 2 & 3, cmd & 3) +
                3) /
               4;
    }
}

/* ---- waiting ---- */

static unsigned waits_for(const struct vif *vif, unsigned cmd)
{
    if (vif->unit == VIF_UNIT_0 && vif1_only(cmd))
        return 0;
    switch (cmd) {
    case VIF_CMD_FLUSHE:
    case VIF_CMD_MSCAL:
    case VIF_CMD_MSCNT:
    case VIF_CMD_MPG:
        return BUSY_VU;
    case VIF_CMD_FLUSH:
        return BUSY_FLUSH;
    case VIF_CMD_MSCALF:
        return vif->unit == VIF_UNIT_1 ? BUSY_FLUSH : BUSY_VU;
    case VIF_CMD_FLUSHA:
        return BUSY_FLUSHA;
    case VIF_CMD_DIRECTHL:
        return BUSY(VIF_BUSY_PATH3_IMAGE);
    default:
        return 0;
    }
}

/* STAT bits of what it still has to wait for. */
static uint32_t ask(const struct vif *vif, unsigned cmd)
{
    unsigned wanted = waits_for(vif, cmd);
    uint32_t waits = 0;
    if (!vif->port.busy)
        return 0;
    for (int what = VIF_BUSY_VU; what <= VIF_BUSY_PATH3_IMAGE; what++) {
        if (wanted & BUSY(what) && vif->port.busy(vif->port.user, (enum vif_busy)what))
            waits |= what == VIF_BUSY_VU ? VIF_STAT_VEW : VIF_STAT_VGW;
    }
    return waits;
}

/* ---- doing ---- */

static void start(struct vif *vif, unsigned cmd, uint32_t imm)
{
    struct vif_registers *r = &vif->registers;
    r->itop = r->itops;
    if (vif->unit == VIF_UNIT_1) {
        r->top = r->tops;
        r->tops = r->stat & VIF_STAT_DBF ? r->base : (uint16_t)((r->base + r->ofst) & 0x3FF);
        r->stat ^= VIF_STAT_DBF;
    }
    struct vif_start how = {.resume = cmd == VIF_CMD_MSCNT, .top = r->top, .itop = r->itop};
    if (!how.resume)
        how.address = imm * 8 & (vif_memory_bytes(vif) - 1);
    if (vif->port.start)
        vif->port.start(vif->port.user, &how);
}

static void set_double_buffer(struct vif *vif, uint32_t imm)
{
    struct vif_registers *r = &vif->registers;
    r->ofst = (uint16_t)(imm & 0x3FF);
    r->stat &= ~VIF_STAT_DBF;
    r->tops = r->base;
}

static void mask_path3(struct vif *vif, bool masked)
{
    vif->registers.path3_masked = masked;
    if (vif->port.mask_path3)
        vif->port.mask_path3(vif->port.user, masked);
}

/* A code that has a payload, or one that changes registers only. */
static void execute(struct vif *vif, unsigned cmd, uint32_t imm)
{
    struct vif_registers *r = &vif->registers;
    switch (cmd) {
    case VIF_CMD_STCYCL:
        r->cycle = imm;
        break;
    case VIF_CMD_OFFSET:
        set_double_buffer(vif, imm);
        break;
    case VIF_CMD_BASE:
        r->base = (uint16_t)(imm & 0x3FF);
        break;
    case VIF_CMD_ITOP:
        r->itops = (uint16_t)(imm & (vif->unit == VIF_UNIT_1 ? 0x3FF : 0xFF));
        break;
    case VIF_CMD_STMOD:
        r->mode = imm & 3;
        break;
    case VIF_CMD_MSKPATH3:
        mask_path3(vif, imm >> 15 & 1);
        break;
    case VIF_CMD_MARK:
        r->mark = imm;
        r->stat |= VIF_STAT_MRK;
        break;
    case VIF_CMD_MSCAL:
    case VIF_CMD_MSCALF:
    case VIF_CMD_MSCNT:
        start(vif, cmd, imm);
        break;
    case VIF_CMD_MPG:
        r->num = count(r->code);
        vif->progress = imm * 8 & (vif_memory_bytes(vif) - 1);
        break;
    default:
        break;
    }
}

static void go_on(struct vif *vif)
{
    uint32_t code = vif->registers.code;
    unsigned cmd = command(code);
    vif->waits = 0;
    vif->progress = 0;
    vif->held_words = 0;
    vif->payload = 0;
    if (vif->unit == VIF_UNIT_0 && vif1_only(cmd)) {
        vif_finish(vif);
        return;
    }
    vif->payload = vif_payload_words(vif->unit, code, vif->registers.cycle);
    if (cmd >= VIF_CMD_UNPACK && vif_vector_bytes(cmd >> 2 & 3, cmd & 3)) {
        vif->registers.num = count(code);
        vif_unpack_begin(vif, code);
        vif->step = VIF_STEP_PAYLOAD;
        return;
    }
    execute(vif, cmd, code & 0xFFFF);
    if (vif->payload)
        vif->step = VIF_STEP_PAYLOAD;
    else
        vif_finish(vif);
}

void vif_retry(struct vif *vif)
{
    vif->waits = ask(vif, command(vif->registers.code));
    if (!vif->waits)
        go_on(vif);
}

void vif_decode(struct vif *vif, uint32_t code)
{
    struct vif_registers *r = &vif->registers;
    if (vif->pending_w.active)
        vif_unpack_last_w(vif, code);
    r->code = code;
    if (vif->port.decoded)
        vif->port.decoded(vif->port.user, code, vif->words - 1);
    if (!known(command(code)) && !(r->err & VIF_ERR_ME1)) {
        r->stat |= VIF_STAT_ER1;
        return;
    }
    vif->step = VIF_STEP_WAIT;
    vif_retry(vif);
}

void vif_finish(struct vif *vif)
{
    struct vif_registers *r = &vif->registers;
    vif->step = VIF_STEP_CODE;
    vif->waits = 0;
    if (r->code >> 31 && !(r->err & VIF_ERR_MII)) {
        r->stat |= VIF_STAT_INT;
        if (command(r->code) != VIF_CMD_MARK)
            r->stat |= VIF_STAT_VIS;
        if (vif->port.interrupt)
            vif->port.interrupt(vif->port.user);
    }
    if (vif->stop_requested) {
        vif->stop_requested = false;
        r->stat |= VIF_STAT_VSS;
    }
}
