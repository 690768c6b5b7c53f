/* General register writes and their side effects (GS-DRAWING section 2). */
#include "batch.h"
#include "chip.h"
#include "clut.h"
#include "hazard.h"
#include "transfer.h"
#include "vertex.h"

/* Bits of each register that exist; others are dropped when it is written. */
#define MASK_PRIM 0x7FFull
#define MASK_PRMODE 0x7F8ull
#define MASK_UV 0x3FFF3FFFull
#define MASK_CLAMP 0xFFFFFFFFFFFull
#define MASK_TEX1 0xFFF001803FDull
#define MASK_TEX2 0xFFFFFFE003F00000ull
#define MASK_XYOFFSET 0xFFFF0000FFFFull
#define MASK_TEXCLUT 0x3FFFFFull
#define MASK_MIPTBP 0xFFFFFFFFFFFFFFFull
#define MASK_TEXA 0xFF000080FFull
#define MASK_SCISSOR 0x7FF07FF07FF07FFull
#define MASK_ALPHA 0xFF000000FFull
#define MASK_DIMX 0x7777777777777777ull
#define MASK_TEST 0x7FFFFull
#define MASK_FRAME 0xFFFFFFFF3F3F01FFull
#define MASK_ZBUF 0x10F0001FFull
#define MASK_BITBLTBUF 0x3F3F3FFF3F3F3FFFull
#define MASK_TRXPOS 0x1FFF07FF07FF07FFull
#define MASK_TRXREG 0xFFF00000FFFull

#define Q_ONE 0x3F800000u
#define Q_LARGEST 0x7F7FFFFFu

static bool is_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFF) > 0x7F800000;
}

/* A register that drawing depends on changed: the next kick compares it with the queued draw's. */
static void set(struct gs *gs, uint64_t *reg, uint64_t value)
{
    if (*reg != value) {
        *reg = value;
        gs->changed = true;
    }
}

/* A transfer register changes: what an upload in progress has received is written. */
static void set_transfer(struct gs *gs, uint64_t *reg, uint64_t value, uint64_t mask)
{
    if (*reg != (value & mask))
        gs_transfer_settle(gs);
    *reg = value & mask;
}

static void write_rgbaq(struct gs *gs, uint64_t value)
{
    uint32_t q = (uint32_t)(value >> 32);
    if (q == 0)
        q = Q_ONE; /* PCSX2-SW section 1 */
    else if (is_nan(q))
        q = Q_LARGEST;
    gs->registers.rgbaq = (value & 0xFFFFFFFF) | (uint64_t)q << 32;
}

static void load_clut(struct gs *gs, uint64_t tex0)
{
    if (gs_clut_will_load(&gs->clut, tex0) && gs_hazard_clut_load(gs, tex0))
        gs_clut_execute(&gs->clut, &gs->memory, &gs->rules, tex0, gs->registers.texclut);
}

/* TEX1.MTBA: base and width of levels 1 to 3 from the base texture (GS-DRAWING 7.4). */
static void automatic_mip_bases(struct gs *gs, unsigned n)
{
    struct gs_context_registers *c = &gs->registers.context[n];
    struct gs_tex0 t = gs_decode_tex0(c->tex0);
    const struct gs_format *f = gs_format(t.psm);
    unsigned largest = f->cell_bits == 32 ? 9 : 10;
    if (!(c->tex1 >> 9 & 1) || t.tw < 5 || t.tw > largest || f->depth)
        return;
    uint32_t w = 1u << t.tw;
    uint32_t size = (w * w * (f->cell_bits / 4u)) >> 9;
    uint32_t base = t.tbp0, width = w / 64 > 1 ? w / 64 : 1;
    uint64_t out = 0;
    for (unsigned level = 0; level < 3; level++) {
        base += size;
        width = width >> 1 > 1 ? width >> 1 : 1;
        size = size >> 2 > 1 ? size >> 2 : 1;
        out |= ((uint64_t)(base & 0x3FFF) | (uint64_t)(width & 0x3F) << 14) << (20 * level);
    }
    set(gs, &c->miptbp1, out);
}

static void set_tex0(struct gs *gs, unsigned n, uint64_t value)
{
    const struct gs_batch *b = gs->batch;
    set(gs, &gs->registers.context[n].tex0, value);
    if (n == GS_PRIM_CTXT(b->prim) && gs_bits(value ^ gs_batch_context(b)->tex0, 0, 14))
        gs->texflush = false;
}

static void write_tex0(struct gs *gs, unsigned n, uint64_t value)
{
    load_clut(gs, value);
    set_tex0(gs, n, value);
    automatic_mip_bases(gs, n);
}

static void write_tex2(struct gs *gs, unsigned n, uint64_t value)
{
    uint64_t tex0 = (gs->registers.context[n].tex0 & ~MASK_TEX2) | (value & MASK_TEX2);
    load_clut(gs, tex0);
    set_tex0(gs, n, tex0);
}

/* ALPHA's A, B, C, D: 3 acts as 2, and is stored so. */
static uint64_t fold_alpha(uint64_t value)
{
    value &= MASK_ALPHA;
    return value & ~((value & 0xAA) >> 1 & 0x55);
}

static void write_prim(struct gs *gs, uint64_t value)
{
    uint64_t *prim = &gs->registers.prim;
    set(gs, prim, gs->registers.prmodecont & 1 ? value & MASK_PRIM : (*prim & MASK_PRMODE) | (value & 7));
    gs_vertex_queue_clear(&gs->queue);
}

static void write_event(struct gs *gs, uint8_t address, uint64_t value)
{
    uint32_t id = (uint32_t)value, mask = (uint32_t)(value >> 32);
    uint64_t *both = &gs->privileged.siglblid;
    if (address == GS_SIGNAL) {
        uint32_t old = (uint32_t)*both;
        *both = (*both & ~0xFFFFFFFFull) | ((old & ~mask) | (id & mask));
        gs->privileged.csr |= 1;
    } else if (address == GS_LABEL) {
        uint32_t old = (uint32_t)(*both >> 32);
        *both = (*both & 0xFFFFFFFFull) | (uint64_t)((old & ~mask) | (id & mask)) << 32;
    } else {
        gs->privileged.csr |= 2;
    }
    if (gs->observer.event)
        gs->observer.event(gs->observer.user, address, value);
}

static void write_position(struct gs *gs, uint8_t address, uint64_t value)
{
    bool with_fog = address == GS_XYZF2 || address == GS_XYZF3;
    bool kick = address == GS_XYZF2 || address == GS_XYZ2;
    uint32_t z = (uint32_t)(value >> 32);
    uint8_t fog = (uint8_t)(gs->registers.fog >> 56);
    if (with_fog) {
        z &= 0xFFFFFF;
        fog = (uint8_t)(value >> 56);
    }
    gs_vertex_write(gs, (uint16_t)value, (uint16_t)(value >> 16), z, fog, kick);
}

static void write_trxdir(struct gs *gs, uint64_t value)
{
    gs->registers.trxdir = value & 3;
    if (gs->observer.transfer && (value & 3) != GS_XDIR_NONE) {
        struct gs_transfer_event event = {(uint32_t)(value & 3), gs->registers.bitbltbuf,
                                          gs->registers.trxpos, gs->registers.trxreg};
        gs->observer.transfer(gs->observer.user, &event);
    }
    gs_transfer_start(gs, (unsigned)(value & 3));
}

static void write_hwreg(struct gs *gs, uint64_t value)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(value >> (8 * i));
    gs_transfer_write(gs, bytes, sizeof bytes, 0);
}

/* FRAME as PCSX2 keeps it (GS_RULE_FRAME_PSM): at most 32 wide, and the formats in the top byte are PSMCT32
 * with an FBMSK that leaves the rest. */
static uint64_t fold_frame(uint64_t value)
{
    const struct gs_format *f = gs_format(gs_bits(value, 24, 6));
    value &= MASK_FRAME;
    if (gs_bits(value, 16, 6) > 32)
        value = (value & ~(0x3Full << 16)) | 32ull << 16;
    if (f->cell_bits == 32 && f->shift)
        value = (value & 0x003FFFFF) | (uint64_t)(uint32_t) ~(f->mask << f->shift) << 32;
    return value;
}

static void write_context(struct gs *gs, uint8_t address, uint64_t value)
{
    struct gs_context_registers *c = gs->registers.context;
    switch (address) {
    case GS_CLAMP_1:
    case GS_CLAMP_2:
        set(gs, &c[address - GS_CLAMP_1].clamp, value & MASK_CLAMP);
        break;
    case GS_TEX1_1:
    case GS_TEX1_2:
        set(gs, &c[address - GS_TEX1_1].tex1, value & MASK_TEX1);
        break;
    case GS_XYOFFSET_1:
    case GS_XYOFFSET_2:
        set(gs, &c[address - GS_XYOFFSET_1].xyoffset, value & MASK_XYOFFSET);
        break;
    case GS_MIPTBP1_1:
    case GS_MIPTBP1_2:
        set(gs, &c[address - GS_MIPTBP1_1].miptbp1, value & MASK_MIPTBP);
        break;
    case GS_MIPTBP2_1:
    case GS_MIPTBP2_2:
        set(gs, &c[address - GS_MIPTBP2_1].miptbp2, value & MASK_MIPTBP);
        break;
    case GS_SCISSOR_1:
    case GS_SCISSOR_2:
        set(gs, &c[address - GS_SCISSOR_1].scissor, value & MASK_SCISSOR);
        break;
    case GS_ALPHA_1:
    case GS_ALPHA_2:
        set(gs, &c[address - GS_ALPHA_1].alpha, fold_alpha(value));
        break;
    case GS_TEST_1:
    case GS_TEST_2:
        set(gs, &c[address - GS_TEST_1].test, value & MASK_TEST);
        break;
    case GS_FBA_1:
    case GS_FBA_2:
        set(gs, &c[address - GS_FBA_1].fba, value & 1);
        break;
    case GS_FRAME_1:
    case GS_FRAME_2:
        set(gs, &c[address - GS_FRAME_1].frame, fold_frame(value));
        break;
    case GS_ZBUF_1:
    case GS_ZBUF_2:
        set(gs, &c[address - GS_ZBUF_1].zbuf, value & MASK_ZBUF);
        break;
    default:
        break;
    }
}

/* Registers that exist once. */
static bool write_global(struct gs *gs, uint8_t address, uint64_t value)
{
    struct gs_registers *r = &gs->registers;
    switch (address) {
    case GS_ST:
        r->st = value;
        return true;
    case GS_UV:
        r->uv = value & MASK_UV;
        return true;
    case GS_FOG:
        r->fog = value & 0xFF00000000000000ull;
        return true;
    case GS_PRMODECONT:
        set(gs, &r->prmodecont, value & 1);
        return true;
    case GS_PRMODE:
        if (!(r->prmodecont & 1)) {
            r->prmode = value & MASK_PRMODE;
            set(gs, &r->prim, (r->prim & 7) | r->prmode);
        }
        return true;
    case GS_TEXCLUT:
        r->texclut = value & MASK_TEXCLUT;
        return true;
    case GS_SCANMSK:
        set(gs, &r->scanmsk, value & 3);
        return true;
    case GS_TEXA:
        set(gs, &r->texa, value & MASK_TEXA);
        return true;
    case GS_FOGCOL:
        set(gs, &r->fogcol, value & 0xFFFFFF);
        return true;
    case GS_DIMX:
        set(gs, &r->dimx, value & MASK_DIMX);
        return true;
    case GS_DTHE:
        set(gs, &r->dthe, value & 1);
        return true;
    case GS_COLCLAMP:
        set(gs, &r->colclamp, value & 1);
        return true;
    case GS_PABE:
        set(gs, &r->pabe, value & 1);
        return true;
    case GS_BITBLTBUF:
        set_transfer(gs, &r->bitbltbuf, value, MASK_BITBLTBUF);
        return true;
    case GS_TRXPOS:
        set_transfer(gs, &r->trxpos, value, MASK_TRXPOS);
        return true;
    case GS_TRXREG:
        set_transfer(gs, &r->trxreg, value, MASK_TRXREG);
        return true;
    default:
        return false;
    }
}

void gs_write_register(struct gs *gs, uint8_t address, uint64_t value)
{
    switch (address) {
    case GS_PRIM:
        write_prim(gs, value);
        return;
    case GS_RGBAQ:
    case GS_RGBAQ_ALIAS:
        write_rgbaq(gs, value);
        return;
    case GS_XYZF2:
    case GS_XYZ2:
    case GS_XYZF3:
    case GS_XYZ3:
        write_position(gs, address, value);
        return;
    case GS_TEX0_1:
    case GS_TEX0_2:
        write_tex0(gs, address - GS_TEX0_1, value);
        return;
    case GS_TEX2_1:
    case GS_TEX2_2:
        write_tex2(gs, address - GS_TEX2_1, value);
        return;
    case GS_TEXFLUSH:
        if (!gs_batch_texture_changed(gs))
            gs->texflush = true;
        return;
    case GS_TRXDIR:
        write_trxdir(gs, value);
        return;
    case GS_HWREG:
        write_hwreg(gs, value);
        return;
    case GS_SIGNAL:
    case GS_FINISH:
    case GS_LABEL:
        write_event(gs, address, value);
        return;
    default:
        if (!write_global(gs, address, value))
            write_context(gs, address, value);
        return;
    }
}
