/* The five VIF lists of a patch. Source: LEVEL.md sections 4.3 to 4.5. */
#include <inttypes.h>
#include <string.h>

#include "../trace_bytes.h"
#include "level_patch.h"

enum { NOP = 0x00, STCYCL = 0x01, STMOD = 0x05, STROW = 0x30, UNPACK = 0x60 };
/* Command byte and USN bit of the kinds of UNPACK: V4_16 unsigned, V4_32 and so on. */
enum {
    USN = 0x100,
    V4_16U = 0x6D | USN,
    V4_32 = 0x6C,
    V4_16S = 0x6D,
    V3_16S = 0x69,
    V4_8U = 0x6E | USN,
    V4_8S = 0x6E
};
/* What mode, cycle and row a kind is unpacked with. */
enum rows { ROW_NONE, ROW_INDEX, ROW_COMMON_INFO, ROW_INFO, ROW_ORIGIN };
#define UV_BIAS 0x45000000u /* 2048.0, under the integers s and t */

static bool refuse(struct level_patch_reader *r, uint32_t offset, uint32_t code)
{
    return level_patch_check(r, LEVEL_CHECK_PATCH_VIF, false, offset,
                             "expected NOP, STCYCL, STMOD, STROW or UNPACK, found 0x%08" PRIx32, code);
}

/* Element size and count; FLG set, no mask, no more written than read, all inside of the buffer. */
static bool read_unpack(struct level_patch_reader *r, struct level_vif_code *c)
{
    unsigned command = c->code >> 24, vn = command >> 2 & 3, vl = command & 3;
    uint32_t element = vl == 3 ? 2 : (32u >> vl) * (vn + 1) / 8;
    c->num = (c->code >> 16 & 0xFF) ? (c->code >> 16 & 0xFF) : 256;
    c->bytes = c->num * element;
    memcpy(c->row, r->row, sizeof c->row);
    c->mode = r->mode;
    c->cl = r->cl;
    c->wl = r->wl;
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_VIF, (c->code & 0x8000) && !(command & 0x10), c->offset,
                           "expected an UNPACK with FLG and without a mask, found 0x%08" PRIx32, c->code))
        return false;
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_VIF, c->wl && c->wl <= c->cl, c->offset,
                           "expected a cycle that skips or is plain, found CL %u WL %u", c->cl, c->wl))
        return false;
    uint32_t end = (c->code & 0x3FF) + (c->num - 1) / c->wl * c->cl + (c->num - 1) % c->wl + 1;
    return level_patch_check(r, LEVEL_CHECK_PATCH_BUFFER, end <= LEVEL_BUFFER_QUADWORDS, c->offset,
                             "expected an end up to quadword 0x148, found 0x%" PRIx32, end);
}

/* The next code at *at, and its effect on the state. */
static bool next_code(struct level_patch_reader *r, uint32_t *at, uint32_t end, struct level_vif_code *c)
{
    *c =
        (struct level_vif_code){.offset = *at, .code = trace_load32(r->bytes.data + *at), .payload = *at + 4};
    unsigned command = c->code >> 24;
    if (command == STROW)
        c->bytes = 16;
    else if ((command & 0xE0) == UNPACK) {
        if (!read_unpack(r, c))
            return false;
    } else if (command != NOP && command != STCYCL && command != STMOD)
        return refuse(r, *at, c->code);
    uint32_t padded = (c->bytes + 3) & ~3u;
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_VIF, padded <= end - c->payload, *at,
                           "expected 0x%" PRIx32 " bytes of data before the list's end, found 0x%" PRIx32,
                           padded, end - c->payload))
        return false;
    if (command == STCYCL) {
        r->cl = c->code & 0xFF;
        r->wl = c->code >> 8 & 0xFF;
    } else if (command == STMOD) {
        r->mode = c->code & 3;
    } else if (command == STROW) {
        for (int i = 0; i < 4; i++)
            r->row[i] = trace_load32(r->bytes.data + c->payload + 4 * i);
    }
    *at = c->payload + padded;
    return true;
}

static void load_vu_header(struct level_vu_header *vu, const uint8_t *at)
{
    uint16_t word[20];
    for (int i = 0; i < 20; i++)
        word[i] = level_u16(at + 2 * i);
    for (int tier = 0; tier < LEVEL_TIERS; tier++) {
        vu->positions[tier] = word[2 * tier];
        vu->extras[tier] = word[2 * tier + 1];
    }
    vu->positions_addr = word[6];
    for (int tier = 0; tier < LEVEL_TIERS; tier++) {
        vu->infos_addr[tier] = word[7 + 2 * tier];
        vu->extras_addr[tier] = word[8 + 2 * tier];
    }
    vu->indices_addr = word[13];
    vu->parent_indices_addr[LEVEL_LOD_01] = word[14];
    vu->extra_indices_addr[LEVEL_LOD_01] = word[15];
    vu->parent_indices_addr[LEVEL_LOD_0_TIER] = word[16];
    vu->extra_indices_addr[LEVEL_LOD_0_TIER] = word[17];
    vu->strips_addr = word[18];
    vu->ad_gifs_addr = word[19];
}

/* Address of a tier's positions: they lie two quadwords apart, one tier behind the other. */
static unsigned positions_addr(const struct level_vu_header *vu, enum level_tier tier)
{
    unsigned before = 0;
    for (int i = 0; i < (int)tier; i++)
        before += vu->positions[i];
    return vu->positions_addr + 2 * before;
}

/* What a list has beside the common one's own kinds. */
struct list_kind {
    int tier; /* -1: none */
    int lod;
};
static const struct list_kind kinds[LEVEL_LISTS] = {
    {-1, 2}, {LEVEL_COMMON, -1}, {-1, 1}, {LEVEL_LOD_01, -1}, {LEVEL_LOD_0_TIER, 0}};

/* V4_8 unsigned: which of the arrays of index bytes. Regions that are empty have the address of the next one,
 * so that counts decide. */
static struct level_piece *find_bytes(struct level_patch_reader *r, struct list_kind kind, unsigned address)
{
    const struct level_vu_header *vu = &r->patch->vu;
    if (kind.tier > LEVEL_COMMON) {
        if (address == vu->parent_indices_addr[kind.tier] && vu->positions[kind.tier])
            return &r->pieces.parents[kind.tier];
        if (address == vu->extra_indices_addr[kind.tier] && vu->extras[kind.tier])
            return &r->pieces.extras[kind.tier];
    }
    return kind.lod >= 0 && address == vu->indices_addr ? &r->pieces.indices[kind.lod] : NULL;
}

/* The piece that an UNPACK of this list fills, NULL for none, and the state it should have. */
static struct level_piece *find_piece(struct level_patch_reader *r, enum level_list list,
                                      const struct level_vif_code *c, enum rows *rows)
{
    const struct level_vu_header *vu = &r->patch->vu;
    struct level_pieces *pieces = &r->pieces;
    struct list_kind kind = kinds[list];
    unsigned address = c->code & 0x3FF;
    bool common = list == LEVEL_LIST_COMMON, headed = pieces->header.num != 0;
    *rows = ROW_NONE;
    switch (c->code >> 24 | (c->code & 0x4000 ? USN : 0)) {
    case V4_16U:
        return common && address == 0 && c->num == 5 ? &pieces->header : NULL;
    case V4_32:
    case V4_32 | USN:
        return common && headed && address == vu->ad_gifs_addr ? &pieces->ad_gifs : NULL;
    case V4_16S:
        *rows = common ? ROW_COMMON_INFO : ROW_INFO;
        return headed && kind.tier >= 0 && address == vu->infos_addr[kind.tier] ? &pieces->infos[kind.tier]
                                                                                : NULL;
    case V3_16S:
        *rows = ROW_ORIGIN;
        return headed && kind.tier >= 0 && address == positions_addr(vu, (enum level_tier)kind.tier)
                   ? &pieces->positions[kind.tier]
                   : NULL;
    case V4_8S:
        return headed && kind.lod >= 0 && address == vu->strips_addr ? &pieces->strips[kind.lod] : NULL;
    case V4_8U:
        *rows = ROW_INDEX;
        return headed ? find_bytes(r, kind, address) : NULL;
    default:
        return NULL;
    }
}

static void check_state(struct level_patch_reader *r, const struct level_vif_code *c, enum rows rows)
{
    const struct level_vu_header *vu = &r->patch->vu;
    uint32_t infos = vu->infos_addr[LEVEL_COMMON], positions = vu->positions_addr;
    const uint32_t wanted[][4] = {
        [ROW_NONE] = {0},
        [ROW_INDEX] = {infos, infos, infos, infos},
        [ROW_COMMON_INFO] = {UV_BIAS, UV_BIAS, 0, positions},
        [ROW_INFO] = {UV_BIAS, UV_BIAS, positions, positions},
        [ROW_ORIGIN] = {0},
    };
    bool skips = rows == ROW_ORIGIN;
    bool good =
        c->mode == (rows == ROW_NONE ? 0u : 1u) && (skips ? c->cl == 2 && c->wl == 1 : c->cl == c->wl);
    if (rows != ROW_NONE && rows != ROW_ORIGIN)
        good = good && memcmp(c->row, wanted[rows], sizeof c->row) == 0;
    level_patch_check(r, LEVEL_CHECK_PATCH_STATE, good, c->offset,
                      "UNPACK 0x%08" PRIx32 ": expected other than mode %u, CL %u, WL %u, row %" PRIx32
                      " %" PRIx32 " %" PRIx32 " %" PRIx32,
                      c->code, c->mode, c->cl, c->wl, c->row[0], c->row[1], c->row[2], c->row[3]);
}

static bool take_unpack(struct level_patch_reader *r, enum level_list list, const struct level_vif_code *c)
{
    enum rows rows;
    struct level_piece *piece = find_piece(r, list, c, &rows);
    if (!level_patch_check(r, LEVEL_CHECK_PATCH_UNPACKS, piece && !piece->num, c->offset,
                           "list %d: expected an UNPACK that it has, each once, found 0x%08" PRIx32,
                           (int)list, c->code))
        return false;
    *piece = (struct level_piece){c->payload, c->num, c->code};
    if (piece == &r->pieces.header)
        load_vu_header(&r->patch->vu, r->bytes.data + c->payload);
    if (rows == ROW_ORIGIN)
        memcpy(r->pieces.origin[kinds[list].tier], c->row, sizeof c->row);
    check_state(r, c, rows);
    return true;
}

static bool read_list(struct level_patch_reader *r, enum level_list list)
{
    struct level_span span = r->patch->list[list];
    for (uint32_t at = span.offset, end = span.offset + span.size; at < end;) {
        struct level_vif_code code;
        if (!next_code(r, &at, end, &code))
            return false;
        if ((code.code >> 24 & 0xE0) == UNPACK && !take_unpack(r, list, &code))
            return false;
    }
    return true;
}

static void set_state(struct level_patch_reader *r, const struct level_patch_reader *from)
{
    memcpy(r->row, from->row, sizeof r->row);
    r->mode = from->mode;
    r->cl = from->cl;
    r->wl = from->wl;
}

/* In the order of the transfers: LOD 2 comes first when it comes, and is followed by the common list; LOD 1
 * and LOD 0+1 follow the common one; LOD 0 goes on from LOD 0+1. */
bool level_patch_lists(struct level_patch_reader *r)
{
    r->cl = r->wl = 4;
    if (!read_list(r, LEVEL_LIST_COMMON) ||
        !level_patch_check(r, LEVEL_CHECK_PATCH_UNPACKS, r->pieces.header.num == 5, r->patch->list[1].offset,
                           "expected a VU header in the common list, found none"))
        return false;
    struct level_patch_reader after_common = *r;
    if (!read_list(r, LEVEL_LIST_LOD_1))
        return false;
    set_state(r, &(struct level_patch_reader){.cl = 4, .wl = 4});
    if (!read_list(r, LEVEL_LIST_LOD_2))
        return false;
    set_state(r, &after_common);
    return read_list(r, LEVEL_LIST_LOD_01) && read_list(r, LEVEL_LIST_LOD_0);
}
