/* GIF: tags and the unpacking of PACKED, REGLIST and IMAGE data (GS-DRAWING section 1). */
#include "gif.h"

#include <assert.h>

#include "batch.h"
#include "bytes.h"
#include "chip.h"
#include "lanes.h"

#define QUADWORD_BYTES 16u

#define FLOAT_ONE 0x3F800000u
#define FLOAT_SMALLEST 0x00800000u /* smallest normal number */
#define FLOAT_LARGEST 0x7F7FFFFFu

/* Register descriptors of PACKED data that are no register of the same number. */
enum { DESC_RESERVED = 0xB, DESC_AD = 0xE, DESC_NOP = 0xF };

static inline bool is_nan(uint32_t bits)
{
    return (bits & 0x7FFFFFFF) > 0x7F800000;
}

/* Q as it is latched by PACKED ST: zero and NaN are replaced as PCSX2 does (PCSX2-SW section 1). */
static inline uint32_t latched_q(uint32_t q)
{
    if (q == 0)
        return FLOAT_SMALLEST;
    return is_nan(q) ? FLOAT_LARGEST : q;
}

/* XYZ2, XYZ3: X w0[15:0], Y w1[15:0], Z w2. Bit 111 (ADC) of a kicking descriptor suppresses the kick. */
static inline void packed_xyz(struct gs *gs, const uint8_t *qw, bool kick)
{
    uint16_t x = (uint16_t)gs_load32(qw), y = (uint16_t)gs_load32(qw + 4);
    bool adc = gs_load32(qw + 12) >> 15 & 1;
    gs_vertex_write(gs, x, y, gs_load32(qw + 8), (uint8_t)(gs->registers.fog >> 56), kick && !adc);
}

/* XYZF2, XYZF3: as above with Z w2[27:4] and F w3[11:4]. */
static inline void packed_xyzf(struct gs *gs, const uint8_t *qw, bool kick)
{
    uint16_t x = (uint16_t)gs_load32(qw), y = (uint16_t)gs_load32(qw + 4);
    uint32_t z = gs_load32(qw + 8) >> 4 & 0xFFFFFF, w3 = gs_load32(qw + 12);
    gs_vertex_write(gs, x, y, z, (uint8_t)(w3 >> 4), kick && !(w3 >> 15 & 1));
}

static inline void packed_quadword(struct gs *gs, unsigned desc, const uint8_t *qw)
{
    struct gs_registers *r = &gs->registers;

    switch (desc) {
    case GS_PRIM:
        gs_write_register(gs, GS_PRIM, gs_load32(qw) & 0x7FF);
        break;
    case GS_RGBAQ: /* one channel in the low byte of each word; Q from the last ST */
        r->rgbaq = (uint64_t)qw[0] | (uint64_t)qw[4] << 8 | (uint64_t)qw[8] << 16 | (uint64_t)qw[12] << 24 |
                   (uint64_t)gs->gif_q << 32;
        break;
    case GS_ST:
        r->st = gs_load64(qw);
        gs->gif_q = latched_q(gs_load32(qw + 8));
        break;
    case GS_UV:
        r->uv = (gs_load32(qw) & 0x3FFF) | (uint64_t)(gs_load32(qw + 4) & 0x3FFF) << 16;
        break;
    case GS_XYZF2:
        packed_xyzf(gs, qw, true);
        break;
    case GS_XYZ2:
        packed_xyz(gs, qw, true);
        break;
    case GS_FOG:
        r->fog = (uint64_t)(gs_load32(qw + 12) >> 4 & 0xFF) << 56;
        break;
    case GS_XYZF3:
        packed_xyzf(gs, qw, false);
        break;
    case GS_XYZ3:
        packed_xyz(gs, qw, false);
        break;
    case DESC_AD: /* of the address byte the low 7 bits count */
        gs_write_register(gs, qw[8] & 0x7F, gs_load64(qw));
        break;
    case DESC_RESERVED:
    case DESC_NOP:
        break;
    default: /* TEX0_n, CLAMP_n */
        gs_write_register(gs, (uint8_t)desc, gs_load64(qw));
        break;
    }
}

/* The feed_ functions take data of the tag in progress (gif->left > 0) and return the quadwords used. */
/* PCSX2 reads vertices of ST, RGBAQ and a position in one go when all that is left of the tag is there: NaN
 * stays in Q then, and a changed register ends the queued draw before the first vertex, kicking or not. */
static bool is_vertex_run(const struct gs_gif *gif, size_t quadwords)
{
    static const struct {
        uint32_t nreg;
        uint64_t regs;
    } runs[] = {{3, 0x412}, {9, 0x412412412}, {12, 0x412412412412}, {3, 0x512}};
    if (gif->next != 0 || (size_t)gif->left * gif->nreg > quadwords)
        return false;
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++)
        if (gif->nreg == runs[i].nreg && (gif->tag[1] & ((1ull << (4 * gif->nreg)) - 1)) == runs[i].regs)
            return true;
    return false;
}

/* `w`: NULL when no pixel is watched. */
GS_TWICE size_t feed_packed(struct gs *gs, struct gs_gif *gif, const uint8_t *data, size_t quadwords,
                            struct gs_watch *w)
{
    uint64_t regs = gif->tag[1];
    uint32_t nreg = gif->nreg, next = gif->next, left = gif->left;
    size_t used = 0;
    bool run = is_vertex_run(gif, quadwords);

    if (run && gs->changed)
        gs_batch_check(gs, true);
    while (used < quadwords && left) {
        const uint8_t *qw = data + used * QUADWORD_BYTES;
        unsigned desc = (unsigned)(regs >> (4 * next) & 15);
        if (w)
            w->quadword = w->piece + used;
        packed_quadword(gs, desc, qw);
        if (run && desc == GS_ST && is_nan(gs_load32(qw + 8)))
            gs->gif_q = gs_load32(qw + 8);
        used++;
        if (++next == nreg) {
            next = 0;
            left--;
        }
    }
    gif->next = next;
    gif->left = left;
    return used;
}

static size_t feed_packed_watched(struct gs *gs, struct gs_gif *gif, const uint8_t *data, size_t quadwords)
{
    return feed_packed(gs, gif, data, quadwords, &gs->watch);
}

static size_t feed_reglist(struct gs *gs, struct gs_gif *gif, const uint8_t *data, size_t quadwords)
{
    size_t used = 0;

    while (used < quadwords && gif->left) {
        const uint8_t *qw = data + used * QUADWORD_BYTES;
        gs->watch.quadword = gs->watch.piece + used;
        used++;
        /* An odd number of values ends in the low half of a quadword; the high half is padding then. */
        for (unsigned half = 0; half < 2 && gif->left; half++) {
            /* B, E and F are no addresses of registers: such values are only consumed. */
            uint8_t desc = gif->tag[1] >> (4 * gif->next) & 15;
            gs_write_register(gs, desc, gs_load64(qw + 8 * half));
            if (++gif->next == gif->nreg) {
                gif->next = 0;
                gif->left--;
            }
        }
    }
    return used;
}

static size_t feed_image(struct gs *gs, struct gs_gif *gif, const uint8_t *data, size_t quadwords)
{
    size_t used = quadwords < gif->left ? quadwords : gif->left;

    gs_transfer_write(gs, data, used * QUADWORD_BYTES, (quadwords - used) * QUADWORD_BYTES);
    gif->left -= (uint32_t)used;
    return used;
}

static void take_tag(struct gs_gif *gif, const uint64_t tag[2])
{
    gif->tag[0] = tag[0];
    gif->tag[1] = tag[1];
    gif->left = (uint32_t)(tag[0] & 0x7FFF);
    gif->next = 0;
    gif->nreg = (uint32_t)(tag[0] >> 60);
    if (gif->nreg == 0)
        gif->nreg = 16;
}

static enum gs_gif_flg flg_of(const struct gs_gif *gif)
{
    return (enum gs_gif_flg)(gif->tag[0] >> 58 & 3);
}

static void start_tag(struct gs *gs, enum gs_path path, const uint8_t *data)
{
    struct gs_gif *gif = &gs->gif[path];
    uint64_t tag[2] = {gs_load64(data), gs_load64(data + 8)};

    take_tag(gif, tag);
    if (gs->observer.gif_tag)
        gs->observer.gif_tag(gs->observer.user, path, tag);
    if (gif->left == 0)
        return;
    gs->gif_q = FLOAT_ONE;
    if ((tag[0] >> 46 & 1) && flg_of(gif) == GS_GIF_PACKED)
        gs_write_register(gs, GS_PRIM, tag[0] >> 47 & 0x7FF);
}

void gs_gif_feed(struct gs *gs, enum gs_path path, const uint8_t *data, size_t quadwords)
{
    struct gs_gif *gif = &gs->gif[path];
    const uint8_t *first = data;

    while (quadwords) {
        size_t used = 1;
        gs->watch.piece = gs->watch.quadword = (uint64_t)(data - first) / QUADWORD_BYTES;
        if (gif->left == 0)
            start_tag(gs, path, data);
        else if (flg_of(gif) == GS_GIF_PACKED)
            used = gs->watch.on ? feed_packed_watched(gs, gif, data, quadwords)
                                : feed_packed(gs, gif, data, quadwords, NULL);
        else if (flg_of(gif) == GS_GIF_REGLIST)
            used = feed_reglist(gs, gif, data, quadwords);
        else
            used = feed_image(gs, gif, data, quadwords);
        data += used * QUADWORD_BYTES;
        quadwords -= used;
    }
}

void gs_gif_transfer(struct gs *gs, enum gs_path path, const void *data, size_t quadwords)
{
    assert((unsigned)path < GS_PATH_COUNT);
    gs_gif_feed(gs, path, data, quadwords);
}

void gs_gif_load(struct gs_gif *gif, const struct gs_gif_path_state *state)
{
    /* state->reg is not used: the loader of the recordings takes the tag as a new one (DUMPFORMAT 5). */
    take_tag(gif, state->tag);
}

void gs_gif_save(const struct gs_gif *gif, struct gs_gif_path_state *state)
{
    state->tag[0] = (gif->tag[0] & ~(uint64_t)0x7FFF) | gif->left;
    state->tag[1] = gif->tag[1];
    state->reg = gif->next;
    state->reserved = 0;
}
