/* path1 list: GIF data as tags, registers and vertices (GS-DRAWING sections 1 and 2). */
#include "list_gif.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "list_registers.h"
#include "registers_json.h"

enum { PACKED, REGLIST, IMAGE, DISABLED };

/* Register descriptors. */
enum {
    PRIM = 0x0,
    RGBAQ = 0x1,
    ST = 0x2,
    UV = 0x3,
    XYZF2 = 0x4,
    XYZ2 = 0x5,
    FOG = 0xA,
    RESERVED = 0xB,
    XYZF3 = 0xC,
    XYZ3 = 0xD,
    AD = 0xE,
    NOP = 0xF
};

#define FLOAT_ONE 0x3F800000u

static uint32_t load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static uint64_t load64(const uint8_t *p)
{
    return load32(p) | (uint64_t)load32(p + 4) << 32;
}

const char *gif_path_name(enum gs_path path)
{
    static const char *const names[GS_PATH_COUNT] = {"PATH1", "PATH2", "PATH3", "merged"};
    return names[path];
}

void gif_lister_begin(struct gif_lister *lister, const struct gs_state *state, bool brief)
{
    *lister = (struct gif_lister){.q = state->gif_q, .brief = brief};
    for (unsigned path = 0; path < GS_PATH_COUNT; path++) {
        const struct gs_gif_path_state *from = &state->gif[path];
        lister->path[path].tag[0] = from->tag[0];
        lister->path[path].tag[1] = from->tag[1];
        lister->path[path].left = (uint32_t)(from->tag[0] & 0x7FFF);
        lister->path[path].nreg = from->tag[0] >> 60 ? (uint32_t)(from->tag[0] >> 60) : 16;
    }
}

void gif_lister_reset(struct gif_lister *lister)
{
    for (unsigned path = 0; path < GS_PATH_COUNT; path++)
        lister->path[path] = (struct gif_lister_path){0};
}

/* ---- lines ---- */

static struct place behind(struct place place, uint64_t bytes)
{
    place.offset += bytes;
    if (place.in_vu_memory)
        place.offset &= VU1_MEMORY_SIZE - 1;
    return place;
}

static json_t *written_json(const struct gif_written *written)
{
    json_t *object = json_new_object();
    json_put_text(object, "name", written->name);
    json_put_hex(object, "value", written->value, 16);
    if (written->layout)
        json_put(object, "fields", register_fields_json(written->layout, written->value));
    if (written->has_q)
        json_put_hex(object, "q", written->q, 8);
    return object;
}

static void add_q(struct listing *listing, const struct gif_written *written)
{
    static const struct gs_field field = {"Q", 0, 32, GS_FIELD_FLOAT};
    char text[40];
    gs_field_text(&field, written->q, text, sizeof text);
    listing_note(listing, "Q %s", text);
}

static void print_register(struct listing *listing, const struct gif_written *written, struct place place,
                           unsigned depth)
{
    listing_begin(listing, place, depth, "register", written->name);
    listing_fields(listing, written->layout, written->value);
    if (written->has_q) {
        if (listing->json)
            json_put_hex(listing->line, "q", written->q, 8);
        else
            add_q(listing, written);
    }
    listing_end(listing);
}

/* Parts of a vertex that none completed. */
static void print_parts(struct gif_lister *lister, struct listing *listing, unsigned depth)
{
    for (unsigned i = 0; i < lister->parts && listing->on; i++)
        print_register(listing, &lister->part[i], lister->part_place[i], depth);
    lister->parts = 0;
}

/* The position in `xyz` and the parts before it. */
static void print_vertex(struct gif_lister *lister, struct listing *listing, const struct gif_written *xyz,
                         struct place place, unsigned depth)
{
    bool draws = strcmp(xyz->name, "XYZ2") == 0 || strcmp(xyz->name, "XYZF2") == 0;
    listing_begin(listing, lister->parts ? lister->part_place[0] : place, depth, "vertex",
                  listing->json ? NULL : xyz->name);
    if (listing->json) {
        json_put_bool(listing->line, "kick", draws);
        json_put_bool(listing->line, "adc", xyz->adc);
        json_t *registers = json_new_array();
        for (unsigned i = 0; i < lister->parts; i++)
            json_add(registers, written_json(&lister->part[i]));
        json_add(registers, written_json(xyz));
        json_put(listing->line, "registers", registers);
    } else {
        listing_fields(listing, xyz->layout, xyz->value);
        listing_flag(listing, "ADC", xyz->adc);
        for (unsigned i = 0; i < lister->parts; i++) {
            listing_note(listing, "%s", lister->part[i].name);
            listing_fields(listing, lister->part[i].layout, lister->part[i].value);
            if (lister->part[i].has_q)
                add_q(listing, &lister->part[i]);
        }
    }
    listing_end(listing);
    lister->parts = 0;
}

/* ---- registers ---- */

static void take_write(struct gif_lister *lister, struct listing *listing, const struct gif_written *written,
                       struct place place, unsigned depth)
{
    static const char *const parts[] = {"RGBAQ", "ST", "UV", "FOG"};
    if (!listing->on || lister->brief)
        return;
    if (strncmp(written->name, "XYZ", 3) == 0) {
        print_vertex(lister, listing, written, place, depth);
        return;
    }
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        if (strcmp(written->name, parts[i]) != 0)
            continue;
        if (lister->parts == GIF_VERTEX_PARTS)
            print_parts(lister, listing, depth);
        lister->part[lister->parts] = *written;
        lister->part_place[lister->parts++] = place;
        return;
    }
    print_parts(lister, listing, depth);
    print_register(listing, written, place, depth);
}

/* A 64-bit value for the register at `address`. */
static void take_address(struct gif_lister *lister, struct listing *listing, uint8_t address, uint64_t value,
                         struct place place, unsigned depth)
{
    char none[24];
    const struct register_address *at = general_register_at(address);
    snprintf(none, sizeof none, "0x%02X", address & 0x7Fu);
    struct gif_written written = {.name = at->layout ? at->name : none, .layout = at->layout, .value = value};
    take_write(lister, listing, &written, place, depth);
}

/* What a quadword of PACKED data says, as the register's 64 bits. */
static uint64_t packed_value(const struct gif_lister *lister, unsigned desc, const uint8_t *qw)
{
    uint32_t w0 = load32(qw), w1 = load32(qw + 4), w2 = load32(qw + 8), w3 = load32(qw + 12);
    switch (desc) {
    case PRIM:
        return w0 & 0x7FF;
    case RGBAQ:
        return (uint64_t)lister->q << 32 | (uint32_t)qw[12] << 24 | (uint32_t)qw[8] << 16 |
               (uint32_t)qw[4] << 8 | qw[0];
    case UV:
        return (w0 & 0x3FFF) | (uint64_t)(w1 & 0x3FFF) << 16;
    case XYZF2:
    case XYZF3:
        return (w0 & 0xFFFF) | (uint64_t)(w1 & 0xFFFF) << 16 | (uint64_t)(w2 >> 4 & 0xFFFFFF) << 32 |
               (uint64_t)(w3 >> 4 & 0xFF) << 56;
    case XYZ2:
    case XYZ3:
        return (w0 & 0xFFFF) | (uint64_t)(w1 & 0xFFFF) << 16 | (uint64_t)w2 << 32;
    case FOG:
        return (uint64_t)(w3 >> 4 & 0xFF) << 56;
    default:
        return load64(qw);
    }
}

static void take_packed(struct gif_lister *lister, struct listing *listing, unsigned desc, const uint8_t *qw,
                        struct place place, unsigned depth)
{
    if (desc == AD) {
        take_address(lister, listing, qw[8], load64(qw), place, depth);
        return;
    }
    if (desc == NOP || desc == RESERVED)
        return;
    bool adc = (desc == XYZF2 || desc == XYZ2) && load32(qw + 12) >> 15 & 1;
    const struct register_address *at = general_register_at((uint8_t)(adc ? desc + 8 : desc));
    struct gif_written written = {
        .name = at->name, .layout = at->layout, .value = packed_value(lister, desc, qw), .adc = adc};
    if (desc == ST) {
        written.has_q = true;
        written.q = lister->q = load32(qw + 8);
    }
    take_write(lister, listing, &written, place, depth);
}

static void take_reglist(struct gif_lister *lister, struct listing *listing, unsigned desc, uint64_t value,
                         struct place place, unsigned depth)
{
    if (desc != AD && desc != NOP && desc != RESERVED)
        take_address(lister, listing, (uint8_t)desc, value, place, depth);
}

/* ---- tags ---- */

/* "triangle_strip, iip, abe": the parts of a PRIM value that are on. */
static void prim_text(uint32_t prim, char *out, size_t size)
{
    static const char *const flags[8] = {"iip", "tme", "fge", "abe", "aa1", "fst", "ctxt", "fix"};
    const char *type = gs_value_name(GS_FIELD_PRIM, prim & 7);
    int length = snprintf(out, size, "%s", type ? type : "prohibited");
    for (unsigned bit = 0; bit < 8; bit++)
        if (prim >> (3 + bit) & 1)
            length += snprintf(out + length, size - (size_t)length, ",%s", flags[bit]);
}

static const char *descriptor_name(unsigned desc)
{
    if (desc == AD)
        return "A+D";
    if (desc == NOP)
        return "NOP";
    return desc == RESERVED ? "RESERVED" : general_register_at((uint8_t)desc)->name;
}

static void print_tag(struct gif_lister *lister, struct listing *listing, enum gs_path path,
                      struct place place, unsigned depth)
{
    static const char *const modes[] = {"packed", "reglist", "image", "disabled"};
    const uint64_t *tag = lister->path[path].tag;
    unsigned mode = tag[0] >> 58 & 3, nreg = lister->path[path].nreg;
    char regs[16 * 10] = "", prim[64];
    json_t *list = json_new_array();
    for (unsigned i = 0, length = 0; i < nreg && (mode == PACKED || mode == REGLIST); i++) {
        const char *name = descriptor_name(tag[1] >> (4 * i) & 15);
        length += (unsigned)snprintf(regs + length, sizeof regs - length, i ? ",%s" : "%s", name);
        json_add(list, json_string(name));
    }
    prim_text((uint32_t)(tag[0] >> 47 & 0x7FF), prim, sizeof prim);
    listing_begin(listing, place, depth, "tag", listing->json ? NULL : "GIFTAG");
    listing_value(listing, "path", json_string(gif_path_name(path)));
    listing_value(listing, "value", listing_hex_value(tag[0], 16));
    listing_value(listing, "regs_value", listing_hex_value(tag[1], 16));
    listing_count(listing, "nloop", tag[0] & 0x7FFF);
    listing_flag(listing, "eop", tag[0] >> 15 & 1);
    listing_flag(listing, "pre", tag[0] >> 46 & 1);
    if (listing->json || tag[0] >> 46 & 1)
        listing_word(listing, "prim", prim);
    listing_word(listing, "flg", modes[mode]);
    listing_count(listing, "nreg", nreg);
    if (*regs && tag[0] & 0x7FFF)
        listing_note(listing, "regs %s", regs);
    listing_value(listing, "regs", list);
    listing_end(listing);
}

static void take_tag(struct gif_lister *lister, struct listing *listing, enum gs_path path, const uint8_t *qw,
                     struct place place, unsigned depth)
{
    uint64_t tag = load64(qw);
    lister->path[path].tag[0] = tag;
    lister->path[path].tag[1] = load64(qw + 8);
    lister->path[path].left = (uint32_t)(tag & 0x7FFF);
    lister->path[path].next = 0;
    lister->path[path].nreg = tag >> 60 ? (uint32_t)(tag >> 60) : 16;
    print_parts(lister, listing, depth + 1);
    if (listing->on)
        print_tag(lister, listing, path, place, depth);
    if (lister->path[path].left)
        lister->q = FLOAT_ONE;
}

/* A quadword of PACKED or REGLIST data. */
static void take_registers(struct gif_lister *lister, struct listing *listing, enum gs_path path,
                           const uint8_t *qw, struct place place, unsigned depth)
{
    bool packed = (lister->path[path].tag[0] >> 58 & 3) == PACKED;
    for (unsigned half = 0; half < (packed ? 1u : 2u) && lister->path[path].left; half++) {
        unsigned desc = lister->path[path].tag[1] >> (4 * lister->path[path].next) & 15;
        if (packed)
            take_packed(lister, listing, desc, qw, place, depth);
        else
            take_reglist(lister, listing, desc, load64(qw + 8 * half), behind(place, 8 * half), depth);
        if (++lister->path[path].next == lister->path[path].nreg) {
            lister->path[path].next = 0;
            lister->path[path].left--;
        }
    }
}

void gif_lister_take(struct gif_lister *lister, struct listing *listing, enum gs_path path,
                     const uint8_t *data, size_t quadwords, struct place place, unsigned depth)
{
    size_t used = 1;
    for (; quadwords; quadwords -= used, data += 16 * used, place = behind(place, 16 * used)) {
        uint32_t left = lister->path[path].left;
        used = 1;
        if (left == 0) {
            take_tag(lister, listing, path, data, place, depth);
        } else if (lister->path[path].tag[0] >> 59 & 1) { /* IMAGE, and "disabled", which acts as it */
            used = quadwords < left ? quadwords : left;
            lister->path[path].left = left - (uint32_t)used;
            if (listing->on && !lister->brief) {
                listing_begin(listing, place, depth + 1, "image", listing->json ? NULL : "IMAGE");
                listing_count(listing, "bytes", 16 * (uint64_t)used);
                listing_end(listing);
            }
        } else {
            take_registers(lister, listing, path, data, place, depth + 1);
        }
    }
    print_parts(lister, listing, depth + 1);
}
