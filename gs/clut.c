/* Loading and reading the CLUT buffer. */
#include "clut.h"

#include "registers.h"
#include "texel.h"

/* Bits of CPSM that count: bit 1 is 16-bit entries, bit 3 the S layout (GS-EXACT 19.2). */
#define CPSM_16 2u
#define CPSM_S 8u

/* A load loads this many entries by PSM's low three bits: 8-bit indices, 4-bit indices, others. */
static unsigned loaded_entries(uint32_t psm)
{
    switch (psm & 7) {
    case 3:
        return 256;
    case 4:
        return 16;
    default:
        return 0;
    }
}

/* CPSM with the S layout but 32-bit entries: PCSX2 neither loads nor expands such a palette. */
static bool unknown_entries(uint32_t cpsm)
{
    return (cpsm & (CPSM_16 | CPSM_S)) == CPSM_S;
}

/* What PCSX2 compares of a load's size: none for formats that are not the five indexed ones. */
static unsigned size_class(uint32_t psm)
{
    return gs_format(psm)->indexed ? loaded_entries(psm) : 0;
}

static const struct gs_format *entry_format(uint32_t cpsm)
{
    if (!(cpsm & CPSM_16))
        return gs_format(GS_PSMCT32);
    return gs_format(cpsm & CPSM_S ? GS_PSMCT16S : GS_PSMCT16);
}

bool gs_clut_will_load(const struct gs_clut *clut, uint64_t tex0)
{
    struct gs_tex0 t = gs_decode_tex0(tex0);
    if ((t.psm & 7) < 3)
        return false;
    switch (t.cld) {
    case 1:
    case 2:
    case 3:
        return true;
    case 4:
    case 5:
        return clut->cbp[t.cld - 4] != t.cbp;
    default: /* 0 is none; 6 and 7 do nothing either (PCSX2) */
        return false;
    }
}

/* Where the entries of a load come from. */
struct entries {
    const struct gs_format *format;
    uint32_t cbp, bw;
    uint32_t x, y;   /* CSM2: of entry 0 */
    uint32_t repeat; /* CSM2: entries before the source starts again */
    bool linear;     /* CSM2 */
    bool eight_bit;  /* 256 entries */
};

static struct entries entries_of(const struct gs_rules *rules, const struct gs_tex0 *t, uint64_t texclut,
                                 unsigned count)
{
    struct entries e = {.format = entry_format(t->cpsm), .cbp = t->cbp, .eight_bit = count == 256};
    if (t->csm == 0) {
        e.bw = 1;
        return e;
    }
    e.linear = true;
    e.bw = gs_bits(texclut, 0, 6);
    e.x = gs_bits(texclut, 6, 6) * 16;
    e.y = gs_bits(texclut, 12, 10);
    e.repeat = 256;
    bool offset = rules->choice[GS_RULE_CLUT_CSM2] == GS_CLUT_CSM2_OFFSET;
    if (offset && e.eight_bit && e.format->cell_bits == 32) {
        /* 128 words from 128 pixels past the origin, twice (GS-EXACT 19.3). */
        e.x += 128;
        e.repeat = 128;
    }
    return e;
}

static uint32_t entry(const struct gs_memory *memory, const struct entries *e, uint32_t i)
{
    uint32_t x, y;
    if (e->linear) {
        x = e->x + i % e->repeat;
        y = e->y;
    } else if (e->eight_bit) {
        x = (i & 7) | (i >> 1 & 8);
        y = (i >> 3 & 1) | (i >> 4 & 0xE);
    } else {
        x = i & 7;
        y = i >> 3;
    }
    return gs_read_pixel(memory->bytes, e->format, e->cbp, e->bw, x, y);
}

static void load32(struct gs_clut *clut, const struct gs_memory *memory, const struct entries *e,
                   uint32_t csa, unsigned count, bool masked)
{
    uint32_t base = (csa & 15) * 16;
    /* CSA cuts the first entries off an 8-bit load; it moves any other. */
    uint32_t first = masked ? base : 0, move = masked ? 0 : base;
    for (uint32_t i = first; i < count; i++) {
        uint32_t value = entry(memory, e, i);
        clut->half[move + i] = (uint16_t)value;
        clut->half[move + i + 256] = (uint16_t)(value >> 16);
    }
}

static void load16(struct gs_clut *clut, const struct gs_memory *memory, const struct entries *e,
                   uint32_t csa, unsigned count, bool wraps)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = csa * 16 + i;
        clut->half[wraps ? slot % GS_CLUT_HALVES : slot] = (uint16_t)entry(memory, e, i);
    }
}

void gs_clut_next(struct gs_clut *clut, uint64_t tex0)
{
    struct gs_tex0 t = gs_decode_tex0(tex0);
    clut->next_cbp = t.cbp;
    clut->dirty = clut->dirty || clut->dirty_by_draw;
    clut->dirty_by_draw = false;
    if (t.cld >= 2)
        clut->cbp[t.cld & 1] = t.cbp;
}

bool gs_clut_is_current(const struct gs_clut *clut, uint64_t tex0, uint64_t texclut)
{
    struct gs_tex0 t = gs_decode_tex0(tex0);
    return clut->loaded.any && !clut->dirty && !clut->dirty_by_draw && t.cbp == clut->loaded.cbp &&
           t.cpsm == clut->loaded.cpsm && t.csm == clut->loaded.csm && t.csa == clut->loaded.csa &&
           size_class(t.psm) == clut->loaded.entries && (t.csm == 0 || texclut == clut->loaded.texclut);
}

void gs_clut_mark(struct gs_clut *clut, uint32_t first, uint32_t last, bool by_draw)
{
    if (clut->dirty_by_draw)
        return;
    if ((last & ~31u) < (first & ~31u))
        last += GS_BLOCKS;
    if (clut->next_cbp + 3 < first || last < clut->next_cbp)
        return;
    if (by_draw)
        clut->dirty_by_draw = true;
    else
        clut->dirty = true;
}

unsigned gs_clut_entry_bits(const struct gs_clut *clut)
{
    return clut->loaded.cpsm & CPSM_16 ? 16 : 32;
}

void gs_clut_load(struct gs_clut *clut, const struct gs_memory *memory, const struct gs_rules *rules,
                  uint64_t tex0, uint64_t texclut)
{
    if (!gs_clut_will_load(clut, tex0))
        return;
    gs_clut_next(clut, tex0);
    gs_clut_execute(clut, memory, rules, tex0, texclut);
}

void gs_clut_execute(struct gs_clut *clut, const struct gs_memory *memory, const struct gs_rules *rules,
                     uint64_t tex0, uint64_t texclut)
{
    struct gs_tex0 t = gs_decode_tex0(tex0);
    clut->csm = t.csm;
    clut->dirty = clut->dirty_by_draw = false;
    clut->loaded.any = true;
    clut->loaded.cbp = t.cbp;
    clut->loaded.cpsm = t.cpsm & (CPSM_16 | CPSM_S);
    clut->loaded.csm = t.csm;
    clut->loaded.csa = t.csa;
    clut->loaded.entries = size_class(t.psm);
    clut->loaded.texclut = texclut;
    unsigned count = loaded_entries(t.psm);
    if (unknown_entries(t.cpsm) && rules->choice[GS_RULE_CLUT_CPSM] == GS_CLUT_CPSM_PCSX2)
        return;
    if (count == 0 || (t.csm && !gs_format(t.psm)->indexed))
        return;
    struct entries e = entries_of(rules, &t, texclut, count);
    bool console = rules->choice[GS_RULE_CLUT_BANK] == GS_CLUT_BANK_OR;
    if (e.format->cell_bits == 32)
        load32(clut, memory, &e, t.csa, count, count == 256 && (console || !e.linear));
    else
        load16(clut, memory, &e, t.csa, count, console);
}

/* Buffer entry of index i for 32-bit palettes. */
static uint32_t slot32(const struct gs_clut *clut, const struct gs_tex0 *t, unsigned count, bool console,
                       uint32_t i)
{
    uint32_t base = (t->csa & 15) * 16;
    if (count == 16) {
        /* Loaded as 16 x 16 pixels and read as a line: the second half of the line is 16 entries on. */
        if (t->csm && !clut->csm)
            i = (i & 7) | (i & 8) << 1;
        return console ? (base + i) & 0xFF : base + i;
    }
    if (console)
        return i | base;
    uint32_t bank = i / 16 + (t->csa & 15);
    return (bank < 15 ? bank : 15) * 16 + (i & 15);
}

/* The same for 16-bit palettes. */
static uint32_t slot16(const struct gs_tex0 *t, bool console, uint32_t i)
{
    uint32_t slot = t->csa * 16 + i;
    return console ? slot % GS_CLUT_HALVES : slot;
}

uint32_t gs_clut_entry(const struct gs_clut *clut, const struct gs_rules *rules, uint64_t tex0, uint32_t i)
{
    struct gs_tex0 t = gs_decode_tex0(tex0);
    bool console = rules->choice[GS_RULE_CLUT_BANK] == GS_CLUT_BANK_OR;
    return t.cpsm & CPSM_16 ? slot16(&t, console, i) : slot32(clut, &t, loaded_entries(t.psm), console, i);
}

unsigned gs_clut_palette(const struct gs_clut *clut, const struct gs_rules *rules, uint64_t tex0,
                         uint64_t texa, uint32_t palette[256])
{
    struct gs_tex0 t = gs_decode_tex0(tex0);
    if (!gs_format(t.psm)->indexed)
        return 0;
    unsigned count = loaded_entries(t.psm);
    bool console = rules->choice[GS_RULE_CLUT_BANK] == GS_CLUT_BANK_OR;
    if (unknown_entries(t.cpsm) && rules->choice[GS_RULE_CLUT_CPSM] == GS_CLUT_CPSM_PCSX2)
        return count;
    for (uint32_t i = 0; i < count; i++) {
        if (t.cpsm & CPSM_16) {
            palette[i] = gs_expand16(clut->half[slot16(&t, console, i)], texa);
        } else {
            uint32_t slot = slot32(clut, &t, count, console, i);
            palette[i] = clut->half[slot] | (uint32_t)clut->half[slot + 256] << 16;
        }
    }
    return count;
}
