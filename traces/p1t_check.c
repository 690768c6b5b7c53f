#include "p1t_check.h"

#include <inttypes.h>
#include <string.h>

#include "p1t_format.h"
#include "trace_format.h"

/* ---- text ---- */

/* Bytes of the well-formed UTF-8 character at `s`, of which `size` bytes are there; 0 if it is none
 * (Unicode, table 3-7: no overlong forms, no surrogates, none past U+10FFFF). */
static size_t utf8_length(const uint8_t *s, size_t size)
{
    static const struct {
        uint8_t first, last; /* of the first byte */
        uint8_t least, most; /* of the second */
        uint8_t length;
    } forms[] = {
        {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
        {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
        {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    if (s[0] < 0x80)
        return 1;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        if (s[0] < forms[i].first || s[0] > forms[i].last)
            continue;
        if (size < forms[i].length || s[1] < forms[i].least || s[1] > forms[i].most)
            return 0;
        for (size_t n = 2; n < forms[i].length; n++)
            if ((s[n] & 0xC0) != 0x80)
                return 0;
        return forms[i].length;
    }
    return 0;
}

/* `least`: the smallest character that is allowed. */
static bool check_text(const char *text, size_t size, uint8_t least, const struct p1t_place *place)
{
    const uint8_t *s = (const uint8_t *)text;
    for (size_t at = 0, length; at < size; at += length) {
        length = utf8_length(s + at, size - at);
        bool control = least > 1 && s[at] == 0x7F;
        if (length == 0 || s[at] < least || control)
            return p1t_fail(place, "expected UTF-8 text without %s, found byte %02Xh as its byte %zu",
                            least > 1 ? "control characters" : "a NUL", s[at], at);
    }
    return true;
}

bool p1t_check_line(const char *text, size_t size, const struct p1t_place *place)
{
    return check_text(text, size, 0x20, place);
}

bool p1t_check_serial(const char *serial, size_t size, const struct p1t_place *place)
{
    if (size > TRACE_SERIAL_LIMIT)
        return p1t_fail(place, "expected a serial of at most %u bytes, found %zu", TRACE_SERIAL_LIMIT, size);
    for (size_t i = 0; i < size; i++)
        if ((uint8_t)serial[i] < 0x20 || serial[i] == 0x7F)
            return p1t_fail(place, "expected a serial without control characters, found byte %02Xh",
                            (uint8_t)serial[i]);
    return true;
}

/* 1 to `limit` characters, each one of `alphabet`. */
static bool check_name(const char *what, const char *name, size_t size, size_t limit, const char *alphabet,
                       const struct p1t_place *place)
{
    if (size < 1 || size > limit)
        return p1t_fail(place, "expected a %s of 1 to %zu characters, found %zu", what, limit, size);
    for (size_t i = 0; i < size; i++)
        if (name[i] == 0 || !strchr(alphabet, name[i]))
            return p1t_fail(place, "expected a %s of the characters %s, found byte %02Xh", what, alphabet,
                            (uint8_t)name[i]);
    return true;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyz0123456789-_."

bool p1t_check_key(const char *key, size_t size, const struct p1t_place *place)
{
    return check_name("key", key, size, P1T_KEY_LIMIT, LETTERS, place);
}

bool p1t_check_rules(const char *rules, size_t size, const struct p1t_place *place)
{
    return check_name("rule set", rules, size, P1T_RULES_LIMIT, LETTERS ",=", place);
}

/* "f", at least four digits and no more than needed, and nothing or "_rc0" or "_rc1". */
static bool is_picture(const char *what, size_t size)
{
    size_t digits = 0;
    while (1 + digits < size && what[1 + digits] >= '0' && what[1 + digits] <= '9')
        digits++;
    if (size < 5 || what[0] != 'f' || digits < 4 || digits > 19 || (digits > 4 && what[1] == '0'))
        return false;
    const char *rest = what + 1 + digits;
    size -= 1 + digits;
    return size == 0 || (size == 4 && !memcmp(rest, "_rc", 3) && (rest[3] == '0' || rest[3] == '1'));
}

bool p1t_check_what(const char *what, size_t size, uint32_t width, uint32_t height,
                    const struct p1t_place *place)
{
    bool picture = is_picture(what, size);
    bool memory = (size == 4 && !memcmp(what, "vram", 4)) || (size == 8 && !memcmp(what, "readfifo", 8));
    if (!picture && !memory)
        return p1t_fail(place, "expected vram, readfifo, or a picture such as f0012 or f0012_rc0, found "
                               "another name");
    if (picture ? width == 0 || height == 0 : width != 0 || height != 0)
        return p1t_fail(place, "expected %s, found %" PRIu32 " x %" PRIu32,
                        picture ? "a picture's size" : "size 0 x 0 of what is no picture", width, height);
    return true;
}

/* ---- events ---- */

/* Registers that the EE can write: the privileged ones of the GS at 12000000h, 64 bits; GIF_CTRL and
 * GIF_MODE; those of VIF1, 32 bits. */
static bool check_register(const struct trace_event *event, const struct p1t_place *place)
{
    uint32_t address = event->address;
    bool gs = address >= 0x12000000 && address <= 0x12001FFF;
    bool gif = address == 0x10003000 || address == 0x10003010;
    bool vif1 = address >= 0x10003C00 && address <= 0x10003D70;
    if (address % 16 || !(gs || gif || vif1))
        return p1t_fail(
            place,
            "expected a register of the GS (12000000h to 12001FF0h), the GIF (10003000h, 10003010h) "
            "or VIF1 (10003C00h to 10003D70h), found %08" PRIX32 "h",
            address);
    if (!gs && event->value >> 32)
        return p1t_fail(place, "expected a value of 32 bits, found %" PRIX64 "h", event->value);
    return true;
}

static bool check_data(const struct trace_event *event, const char *what, uint32_t unit,
                       const struct p1t_place *place)
{
    if (event->size > TRACE_P1T_DATA_LIMIT)
        return p1t_fail(place, "expected at most %u bytes of %s, found %" PRIu32, TRACE_P1T_DATA_LIMIT, what,
                        event->size);
    if (event->size % unit)
        return p1t_fail(place, "expected %s of a size that is a multiple of %" PRIu32 ", found %" PRIu32,
                        what, unit, event->size);
    if (event->flags & ~(TRACE_DMA_BEGIN | TRACE_DMA_END))
        return p1t_fail(place, "expected flags from 0 to 3, found %u", event->flags);
    return true;
}

bool p1t_check_event(const struct trace_event *event, bool merged, const struct p1t_place *place)
{
    switch (event->kind) {
    case TRACE_VIF1:
        if (merged)
            return p1t_fail(place,
                            "expected no words for VIF1 in a trace whose GIF data are merged, found some");
        if (event->position > 3)
            return p1t_fail(place, "expected a position from 0 to 3, found %u", event->position);
        return check_data(event, "VIF1 words", 4, place);
    case TRACE_GIF:
        if (!merged && event->path_code > TRACE_PATH1_NEW)
            return p1t_fail(place, "expected a path code from 0 to 3, found %u", event->path_code);
        return check_data(event, "GIF data", 16, place);
    case TRACE_REGISTER:
        return check_register(event, place);
    case TRACE_READ_FIFO:
        if (event->quadwords > TRACE_LARGEST_READ)
            return p1t_fail(place, "expected a read of at most %u quadwords, found %" PRIu32,
                            TRACE_LARGEST_READ, event->quadwords);
        return true;
    case TRACE_COMMENT:
        return check_data(&(struct trace_event){.size = event->size}, "comment", 1, place) &&
               check_text((const char *)event->data, event->size, 1, place);
    case TRACE_REGISTERS:
        if (event->size != GS_PRIVILEGED_SIZE)
            return p1t_fail(place, "expected %u bytes of registers, found %" PRIu32, GS_PRIVILEGED_SIZE,
                            event->size);
        return true;
    case TRACE_VSYNC:
    case TRACE_WAIT:
        return true;
    default:
        return p1t_fail(place, "expected an event that has a place in the file, found kind %d",
                        (int)event->kind);
    }
}

/* ---- state ---- */

struct bound {
    const char *name;
    uint32_t value, mask; /* bits that may be set */
};

static bool check_bounds(const struct bound *bounds, size_t count, const struct p1t_place *place)
{
    for (size_t i = 0; i < count; i++)
        if (bounds[i].value & ~bounds[i].mask)
            return p1t_fail(place, "expected %s within %" PRIX32 "h, found %" PRIX32 "h", bounds[i].name,
                            bounds[i].mask, bounds[i].value);
    return true;
}

bool p1t_check_vif(const struct vif_registers *vif, const struct p1t_place *place)
{
    const uint32_t stat = VIF_STAT_MRK | VIF_STAT_DBF | VIF_STAT_VSS | VIF_STAT_VFS | VIF_STAT_VIS |
                          VIF_STAT_INT | VIF_STAT_ER0 | VIF_STAT_ER1 | VIF_STAT_FDR;
    const struct bound bounds[] = {
        {"VIF1_ERR", vif->err, 7},       {"VIF1_MARK", vif->mark, 0xFFFF}, {"VIF1_CYCLE", vif->cycle, 0xFFFF},
        {"VIF1_MODE", vif->mode, 3},     {"VIF1_STAT", vif->stat, stat},   {"VIF1_ITOPS", vif->itops, 0x3FF},
        {"VIF1_ITOP", vif->itop, 0x3FF}, {"VIF1_BASE", vif->base, 0x3FF},  {"VIF1_OFST", vif->ofst, 0x3FF},
        {"VIF1_TOPS", vif->tops, 0x3FF}, {"VIF1_TOP", vif->top, 0x3FF},
    };
    if (vif->num > 256)
        return p1t_fail(place, "expected VIF1_NUM from 0 to 256, found %" PRIu32, vif->num);
    return check_bounds(bounds, sizeof bounds / sizeof bounds[0], place);
}

bool p1t_check_vu(const struct vu_registers *vu, const struct p1t_place *place)
{
    const struct bound bounds[] = {
        {"VF00.x", vu->vf[0][0], 0},
        {"VF00.y", vu->vf[0][1], 0},
        {"VF00.z", vu->vf[0][2], 0},
        {"VI00", vu->vi[0], 0},
        {"ACC's hidden bits", vu->acc_overflowed, 15},
        {"STATUS", vu->status, 0xFFF},
        {"CLIP", vu->clip, 0xFFFFFF},
        {"TPC", vu->tpc, VU1_MEMORY_SIZE / 8 - 1},
        {"TOP", vu->top, 0x3FF},
        {"ITOP", vu->itop, 0x3FF},
    };
    if (vu->vf[0][3] != 0x3F800000)
        return p1t_fail(place, "expected VF00.w 3F800000h, found %08" PRIX32 "h", vu->vf[0][3]);
    if (vu->r >> 23 != 0x7F)
        return p1t_fail(place, "expected R from 3F800000h to 3FFFFFFFh, found %08" PRIX32 "h", vu->r);
    return check_bounds(bounds, sizeof bounds / sizeof bounds[0], place);
}
