/* UNPACK: addresses, skipping and filling writes, masks and modes. A vector is written as soon as its bytes,
 * and for V3 the element behind it, have come; what is left of a piece is carried to the next one. */
#include <string.h>

#include "vif_bytes.h"
#include "vif_unit.h"

unsigned vif_vector_bytes(unsigned vn, unsigned vl)
{
    if (vl == 3)
        return vn == 3 ? 2 : 0;
    return (vn + 1) * (4u >> vl);
}

uint32_t vif_vectors_consumed(uint32_t num, uint32_t cl, uint32_t wl)
{
    uint32_t rest = num % wl;
    if (wl <= cl)
        return num;
    return cl * (num / wl) + (rest < cl ? rest : cl);
}

void vif_unpack_begin(struct vif *vif, uint32_t code)
{
    const struct vif_registers *r = &vif->registers;
    unsigned vn = code >> 26 & 3, vl = code >> 24 & 3;
    bool add_tops = vif->unit == VIF_UNIT_1 && code & 0x8000;
    uint32_t wl = r->cycle >> 8 & 0xFF;
    vif->unpack = (struct vif_unpack){
        .address = (code & 0x3FF) + (add_tops ? r->tops : 0),
        .cl = r->cycle & 0xFF,
        .wl = wl ? wl : 256,
        .payload = 4 * vif->payload,
        .start = vif->position,
        .vn = (uint8_t)vn,
        .element = (uint8_t)(vl == 3 ? 2 : 4 >> vl),
        .vector = (uint8_t)vif_vector_bytes(vn, vl),
        .masked = code >> 28 & 1,
        .v4_5 = vl == 3,
        .usn = code >> 14 & 1,
    };
    vif->unpack.vectors = vif_vectors_consumed(r->num, vif->unpack.cl, vif->unpack.wl);
}

/* ---- one write ---- */

/* A vector's lanes. `from`: its bytes and, if the payload goes on so far, one element more. Returns whether
 * the W lane of a V3 is still to come with the next word. */
static bool fetch(const struct vif_unpack *u, const uint8_t *from, uint32_t lanes[4])
{
    if (u->v4_5) {
        for (unsigned lane = 0; lane < 4; lane++)
            lanes[lane] = vif_v4_5_lane(vif_load16(from), lane);
        return false;
    }
    unsigned repeat = u->vn == 2 ? 3 : u->vn; /* S: x x x x, V2: x y x y */
    for (unsigned lane = 0; lane < (u->vn == 2 ? 3 : 4); lane++)
        lanes[lane] = vif_load_element(from + (lane & repeat) * u->element, u->element, u->usn);
    if (u->vn != 2)
        return false;
    lanes[3] = 0;
    uint32_t end = u->offset + u->vector;
    if (u->element < 4 && (4u * u->start + end) % 16 == 0)
        return false;
    if (end + u->element > u->payload)
        return true;
    lanes[3] = vif_load_element(from + u->vector, u->element, u->usn);
    return false;
}

/* What a lane with data `d` gets under MODE, and what happens to its ROW register. */
static uint32_t apply_mode(uint32_t mode, uint32_t d, uint32_t *row)
{
    switch (mode) {
    case 1:
        return d + *row;
    case 2:
        return *row += d;
    case 3:
        return *row = d;
    default:
        return d;
    }
}

static void write_lanes(struct vif *vif, uint32_t quadword, const uint32_t lanes[4], bool w_to_come)
{
    const struct vif_unpack *u = &vif->unpack;
    struct vif_registers *r = &vif->registers;
    uint8_t *to = vif->port.memory ? vif->port.memory + 16 * quadword : NULL;
    unsigned cycle = u->cycle < 3 ? u->cycle : 3;
    uint32_t mask = u->masked ? r->mask >> (8 * cycle) & 0xFF : 0;
    uint32_t mode = u->v4_5 ? 0 : r->mode;
    for (unsigned lane = 0; lane < 4; lane++) {
        uint32_t select = mask >> (2 * lane) & 3, word;
        if (select == 3)
            continue;
        if (select == 0 && lane == 3 && w_to_come) {
            vif->pending_w = (struct vif_pending_w){.active = true,
                                                    .usn = u->usn,
                                                    .element = u->element,
                                                    .mode = (uint8_t)mode,
                                                    .quadword = quadword};
        }
        if (select == 0)
            word = apply_mode(mode, lanes[lane], &r->row[lane]);
        else
            word = select == 1 ? r->row[lane] : r->col[cycle];
        if (to)
            vif_store32(to + 4 * lane, word);
    }
}

void vif_unpack_last_w(struct vif *vif, uint32_t word)
{
    struct vif_pending_w *p = &vif->pending_w;
    uint8_t bytes[4];
    /* The 0 that was written before has left ROW as it was in modes 1 and 2; mode 3 sets it anew. */
    vif_store32(bytes, word);
    word = apply_mode(p->mode, vif_load_element(bytes, p->element, p->usn), &vif->registers.row[3]);
    if (vif->port.memory)
        vif_store32(vif->port.memory + 16 * p->quadword + 12, word);
    p->active = false;
}

/* ---- the sequence of writes ---- */

/* Moves on behind `writes` writes of one group, or of several if groups follow without gaps. */
static void advance(struct vif *vif, uint32_t writes, uint32_t consumed)
{
    struct vif_unpack *u = &vif->unpack;
    u->cycle += writes;
    u->address += writes;
    if (u->cycle >= u->wl) {
        if (u->wl < u->cl)
            u->address += u->cl - u->wl;
        u->cycle %= u->wl;
    }
    u->vectors -= consumed;
    u->offset += consumed * u->vector;
    vif->registers.num -= writes;
}

/* Unmasked vectors in mode 0, as many as come one after another. Returns the bytes used. */
static size_t write_run(struct vif *vif, const uint8_t *from, size_t size)
{
    struct vif_unpack *u = &vif->unpack;
    uint32_t limit = vif_memory_bytes(vif) / 16, at = u->address & (limit - 1);
    size_t tail = u->vn == 2 ? u->element : 0, count, stride = 1;
    if (u->masked || (vif->registers.mode && !u->v4_5) || u->wl > u->cl || size < u->vector + tail)
        return 0;
    count = (size - tail) / u->vector;
    if (count > u->vectors)
        count = u->vectors;
    if (u->wl == 1)
        stride = u->cl;
    else if (u->wl < u->cl && count > u->wl - u->cycle)
        count = u->wl - u->cycle;
    if (count > (limit - 1 - at) / stride + 1)
        count = (limit - 1 - at) / stride + 1;
    if (vif->port.memory)
        vif_unpack_run(u, vif->port.memory + 16 * at, stride, from, count, 4u * u->start + u->offset);
    if (u->wl == 1) {
        u->address += (uint32_t)(count * (stride - 1));
        u->cycle = 0;
        u->address -= u->cl - 1; /* advance adds the last step */
    }
    advance(vif, (uint32_t)count, (uint32_t)count);
    return count * u->vector;
}

/* One write of any kind. Returns whether it could be done; `*used` are the bytes it consumed. */
static bool write_one(struct vif *vif, const uint8_t *from, size_t size, size_t *used)
{
    struct vif_unpack *u = &vif->unpack;
    uint32_t lanes[4] = {0, 0, 0, 0};
    bool fill = u->wl > u->cl && u->cycle >= u->cl, w_to_come = false;
    if (u->vectors) {
        size_t need = u->vector;
        if (u->vn == 2 && u->offset + need + u->element <= u->payload)
            need += u->element;
        if (size < need)
            return false;
        w_to_come = fetch(u, from, lanes) && !fill && vif->registers.num == 1;
    }
    write_lanes(vif, u->address & (vif_memory_bytes(vif) / 16 - 1), lanes, w_to_come);
    *used = fill ? 0 : u->vector;
    advance(vif, 1, fill ? 0 : 1);
    return true;
}

/* Writes what `size` bytes at `from` allow; returns how many of them are consumed. */
static size_t write_some(struct vif *vif, const uint8_t *from, size_t size)
{
    size_t at = 0;
    while (vif->registers.num) {
        size_t used = write_run(vif, from + at, size - at);
        if (!used && !write_one(vif, from + at, size - at, &used))
            break;
        at += used;
    }
    return at;
}

bool vif_unpack_words(struct vif *vif, const uint8_t *data, size_t words)
{
    struct vif_unpack *u = &vif->unpack;
    static const uint8_t none[1];
    size_t size = 4 * words, at = 0;
    if (u->carried) {
        /* A vector and the element behind it end within 20 bytes, so 32 always use up the carried ones. */
        uint8_t joined[32];
        size_t carried = u->carried, added = size < 16 ? size : 16;
        memcpy(joined, u->carry, carried);
        if (added)
            memcpy(joined + carried, data, added);
        size_t used = write_some(vif, joined, carried + added);
        if (used < carried) {
            u->carried = (uint8_t)(carried + added - used);
            memmove(u->carry, joined + used, u->carried);
            return vif->registers.num == 0;
        }
        at = used - carried;
        u->carried = 0;
    }
    at += write_some(vif, words ? data + at : none, size - at);
    if (vif->registers.num && size > at) {
        u->carried = (uint8_t)(size - at);
        memcpy(u->carry, data + at, u->carried);
    }
    return vif->registers.num == 0;
}
