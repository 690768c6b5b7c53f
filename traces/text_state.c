/* Registers at the start of a trace, and the block of privileged registers. */
#include <stdio.h>
#include <string.h>

#include "p1t_check.h"
#include "text_asm.h"
#include "text_state.h"
#include "trace_bytes.h"

/* ---- privileged registers ---- */

static const struct gs_register *privileged_named(const char *name)
{
    size_t count;
    const struct gs_register *list = gs_register_list(GS_PRIVILEGED, &count);
    for (size_t i = 0; i < count; i++)
        if (text_same(list[i].name, name))
            return &list[i];
    return NULL;
}

bool text_find_register(const char *name, uint32_t *address, unsigned *width, const struct gs_field **fields)
{
    const struct gs_register *layout = privileged_named(name);
    if (layout) {
        *address = 0x12000000u + layout->address;
        *width = 64;
        *fields = layout->field;
        return true;
    }
    size_t count;
    const struct text_register *list = text_registers(&count);
    for (size_t i = 0; i < count; i++)
        if (text_same(list[i].name, name)) {
            *address = list[i].address;
            *width = list[i].width;
            *fields = list[i].field;
            return true;
        }
    return false;
}

bool text_privileged_line(struct text_asm *a, const char *name, bool *known)
{
    const struct gs_register *layout = privileged_named(name);
    struct text_word word = {.given = 0};
    uint8_t bytes[8];
    *known = layout != NULL;
    if (!layout || !text_read_fields(&a->source, layout->field, TEXT_PLAIN_WORD, 64, &word) ||
        !text_end(&a->source))
        return false;
    size_t at = a->block.at;
    trace_store64(bytes, word.half[0]);
    a->block.at = layout->address;
    bool good = text_put(a, bytes, sizeof bytes);
    a->block.at = at;
    return good;
}

/* ---- GS ---- */

uint64_t *text_gs_register(struct gs_registers *registers, const char *name, const struct gs_field **fields)
{
    unsigned char *base = (unsigned char *)registers;
    char stem[TEXT_NAME];
    size_t count, length = strlen(name);
    const struct gs_register *list = gs_register_list(GS_GENERAL, &count);
    for (size_t i = 0; i < count && list[i].offset != GS_REGISTER_NOWHERE; i++)
        if (text_same(list[i].name, name)) {
            *fields = list[i].field;
            return (uint64_t *)(void *)(base + list[i].offset);
        }
    if (length < 3 || length >= sizeof stem || name[length - 2] != '_' || (name[length - 1] & ~3) != '0')
        return NULL;
    unsigned context = (unsigned)(name[length - 1] - '1');
    snprintf(stem, sizeof stem, "%.*s", (int)(length - 2), name);
    list = gs_register_list(GS_CONTEXT, &count);
    base = (unsigned char *)&registers->context[context & 1];
    for (size_t i = 0; context < 2 && i < count && list[i].offset != GS_REGISTER_NOWHERE; i++)
        if (text_same(list[i].name, stem)) {
            *fields = list[i].field;
            return (uint64_t *)(void *)(base + list[i].offset);
        }
    return NULL;
}

#define TRANSFER(name) offsetof(struct gs_transfer_state, name)
const struct text_member text_transfer_members[] = {
    {"bitbltbuf", TRANSFER(bitbltbuf), 64},
    {"trxpos", TRANSFER(trxpos), 64},
    {"trxreg", TRANSFER(trxreg), 64},
    {"x", TRANSFER(x), 32},
    {"y", TRANSFER(y), 32},
    {"w", TRANSFER(w), 32},
    {"h", TRANSFER(h), 32},
    {"left", TRANSFER(left), 32},
    {"top", TRANSFER(top), 32},
    {"right", TRANSFER(right), 32},
    {"bottom", TRANSFER(bottom), 32},
    {"total", TRANSFER(total), 32},
    {"start", TRANSFER(start), 32},
    {"end", TRANSFER(end), 32},
    {"write", TRANSFER(write), 32},
    {NULL, 0, 0},
};
#define GIFPATH(name) offsetof(struct gs_gif_path_state, name)
const struct text_member text_gif_path_members[] = {
    {"tag0", GIFPATH(tag[0]), 64}, {"tag1", GIFPATH(tag[1]), 64}, {"reg", GIFPATH(reg), 32}, {NULL, 0, 0}};

/* One value into a member of a struct, little or big endian as the host has it. */
static void store_member(const struct text_member *member, void *base, uint64_t value)
{
    unsigned char *at = (unsigned char *)base + member->offset;
    uint32_t word = (uint32_t)value;
    uint16_t half = (uint16_t)value;
    uint8_t byte = (uint8_t)value;
    const void *from = member->bits == 64   ? (const void *)&value
                       : member->bits == 32 ? (const void *)&word
                       : member->bits == 16 ? (const void *)&half
                                            : (const void *)&byte;
    memcpy(at, from, member->bits / 8);
}

static bool read_members(struct text_source *s, const struct text_member *members, void *base)
{
    for (text_blanks(s); *s->at; text_take(s, ','), text_blanks(s)) {
        char name[TEXT_NAME];
        struct text_value value;
        uint64_t bits;
        const struct text_member *member = members;
        if (!text_name(s, name) || !text_take(s, '='))
            return text_fail(s, "expected name=value");
        while (member->name && !text_same(member->name, name))
            member++;
        if (!member->name)
            return text_fail(s, "there is no '%s' here", name);
        if (!text_value(s, &value) || !text_bits(s, &value, member->bits, name, &bits))
            return false;
        store_member(member, base, bits);
    }
    return true;
}

static bool gif_path(struct text_asm *a)
{
    struct text_source *s = &a->source;
    char name[TEXT_NAME];
    int64_t path;
    if (text_name(s, name)) {
        if (strcmp(name, "merged") != 0)
            return text_fail(s, "GIFPATH: expected 1, 2, 3 or merged");
        path = GS_PATH_MERGED + 1;
    } else if (!text_integer(s, "GIFPATH", 1, 3, &path)) {
        return false;
    }
    return read_members(s, text_gif_path_members, &a->gs->gif[path - 1]);
}

/* VALUE, ... of 32 bits, `count` of them. */
static bool read_words(struct text_source *s, uint32_t *words, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        struct text_value value;
        if (i && !text_take(s, ','))
            return text_fail(s, "expected %u values with commas between", count);
        if (!text_value(s, &value) || !text_float_bits(s, &value, &words[i]))
            return false;
    }
    return text_end(s);
}

bool text_gs_line(struct text_asm *a, const char *name)
{
    struct text_source *s = &a->source;
    const struct gs_field *fields;
    struct text_word word = {.given = 0};
    if (strcmp(name, "q") == 0)
        return read_words(s, &a->gs->gif_q, 1);
    if (strcmp(name, "gifpath") == 0)
        return gif_path(a);
    if (strcmp(name, "transfer") == 0)
        return read_members(s, text_transfer_members, &a->gs->transfer);
    uint64_t *value = text_gs_register(&a->gs->registers, name, &fields);
    if (!value)
        return text_fail(s, "the GS has no register '%s'", name);
    if (!text_read_fields(s, fields, TEXT_PLAIN_WORD, 64, &word) || !text_end(s))
        return false;
    *value = word.half[0];
    return true;
}

/* ---- VIF1 ---- */

#define VIF(name) offsetof(struct vif_registers, name)
#define U GS_FIELD_UNSIGNED
const struct text_state_register text_vif_registers[] = {
    {{"STAT", VIF(stat), 32},
     {{"MRK", 6, 1, U},
      {"DBF", 7, 1, U},
      {"VSS", 8, 1, U},
      {"VFS", 9, 1, U},
      {"VIS", 10, 1, U},
      {"INT", 11, 1, U},
      {"ER0", 12, 1, U},
      {"ER1", 13, 1, U},
      {"FDR", 23, 1, U}}},
    {{"ERR", VIF(err), 32}, {{"MII", 0, 1, U}, {"ME0", 1, 1, U}, {"ME1", 2, 1, U}}},
    {{"MARK", VIF(mark), 32}, {{"MARK", 0, 16, GS_FIELD_HEX}}},
    {{"CYCLE", VIF(cycle), 32}, {{"CL", 0, 8, U}, {"WL", 8, 8, U}}},
    {{"MODE", VIF(mode), 32}, {{"MODE", 0, 2, U}}},
    {{"NUM", VIF(num), 32}, {{"NUM", 0, 9, U}}},
    {{"MASK", VIF(mask), 32}, {{"MASK", 0, 32, GS_FIELD_HEX}}},
    {{"CODE", VIF(code), 32}, {{"CODE", 0, 32, GS_FIELD_HEX}}},
    {{"ITOPS", VIF(itops), 16}, {{"ITOPS", 0, 10, U}}},
    {{"ITOP", VIF(itop), 16}, {{"ITOP", 0, 10, U}}},
    {{"BASE", VIF(base), 16}, {{"BASE", 0, 10, U}}},
    {{"OFST", VIF(ofst), 16}, {{"OFST", 0, 10, U}}},
    {{"TOPS", VIF(tops), 16}, {{"TOPS", 0, 10, U}}},
    {{"TOP", VIF(top), 16}, {{"TOP", 0, 10, U}}},
    {{"R0", VIF(row[0]), 32}, {{"R0", 0, 32, GS_FIELD_HEX}}},
    {{"R1", VIF(row[1]), 32}, {{"R1", 0, 32, GS_FIELD_HEX}}},
    {{"R2", VIF(row[2]), 32}, {{"R2", 0, 32, GS_FIELD_HEX}}},
    {{"R3", VIF(row[3]), 32}, {{"R3", 0, 32, GS_FIELD_HEX}}},
    {{"C0", VIF(col[0]), 32}, {{"C0", 0, 32, GS_FIELD_HEX}}},
    {{"C1", VIF(col[1]), 32}, {{"C1", 0, 32, GS_FIELD_HEX}}},
    {{"C2", VIF(col[2]), 32}, {{"C2", 0, 32, GS_FIELD_HEX}}},
    {{"C3", VIF(col[3]), 32}, {{"C3", 0, 32, GS_FIELD_HEX}}},
    {{NULL, 0, 0}, {{NULL, 0, 0, U}}},
};

#define VU(name) offsetof(struct vu_registers, name)
const struct text_state_register text_vu_registers[] = {
    {{"ACC_OVERFLOWED", VU(acc_overflowed), 8}, {{"ACC_OVERFLOWED", 0, 4, GS_FIELD_HEX}}},
    {{"Q", VU(q), 32}, {{"Q", 0, 32, GS_FIELD_FLOAT}}},
    {{"P", VU(p), 32}, {{"P", 0, 32, GS_FIELD_FLOAT}}},
    {{"I", VU(i), 32}, {{"I", 0, 32, GS_FIELD_FLOAT}}},
    {{"R", VU(r), 32}, {{"R", 0, 32, GS_FIELD_HEX}}},
    {{"STATUS", VU(status), 16}, {{"STATUS", 0, 12, GS_FIELD_HEX}}},
    {{"MAC", VU(mac), 16}, {{"MAC", 0, 16, GS_FIELD_HEX}}},
    {{"CLIP", VU(clip), 32}, {{"CLIP", 0, 24, GS_FIELD_HEX}}},
    {{"TPC", VU(tpc), 32}, {{"TPC", 0, 11, U}}},
    {{"TOP", VU(top), 16}, {{"TOP", 0, 10, U}}},
    {{"ITOP", VU(itop), 16}, {{"ITOP", 0, 10, U}}},
    {{NULL, 0, 0}, {{NULL, 0, 0, U}}},
};

/* A line of a list of registers. */
static bool state_line(struct text_source *s, const struct text_state_register *list, const char *name,
                       void *base, bool *known)
{
    for (; list->member.name; list++) {
        struct text_word word = {.given = 0};
        if (!text_same(list->member.name, name))
            continue;
        if (!text_read_fields(s, list->field, TEXT_PLAIN_FIRST, 0, &word) || !text_end(s))
            return false;
        store_member(&list->member, base, word.half[0]);
        return true;
    }
    *known = false;
    return false;
}

bool text_vif_state_line(struct text_asm *a, const char *name)
{
    bool known = true;
    int64_t masked;
    if (strcmp(name, "path3_masked") == 0) {
        if (!text_integer(&a->source, name, 0, 1, &masked) || !text_end(&a->source))
            return false;
        a->vif.path3_masked = masked != 0;
        return true;
    }
    struct vif_registers vif = a->vif;
    struct text_check check;
    bool good = state_line(&a->source, text_vif_registers, name, &vif, &known) &&
                text_checked(a, p1t_check_vif(&vif, text_check_place(&check)), &check);
    if (good)
        a->vif = vif;
    return known ? good : text_fail(&a->source, "VIF1 has no register '%s'", name);
}

/* The number behind VF or VI: 1 to `most`; 0 if it is none. */
static unsigned number_of(const char *name, const char *stem, unsigned most)
{
    size_t length = strlen(stem),
           digits = strspn(name + (strncmp(name, stem, length) == 0 ? length : 0), "0123456789");
    if (strncmp(name, stem, length) != 0 || digits < 1 || digits > 2 || name[length + digits])
        return 0;
    unsigned number = (unsigned)(name[length] - '0');
    if (digits == 2)
        number = number * 10 + (unsigned)(name[length + 1] - '0');
    return number <= most ? number : 0;
}

bool text_vu_line(struct text_asm *a, const char *name)
{
    struct text_source *s = &a->source;
    unsigned vf = number_of(name, "vf", 31), vi = number_of(name, "vi", 15);
    struct text_value value;
    uint64_t bits;
    bool known = true;
    if (vf)
        return read_words(s, a->vu.vf[vf], 4);
    if (strcmp(name, "acc") == 0)
        return read_words(s, a->vu.acc, 4);
    if (vi) {
        if (!text_value(s, &value) || !text_bits(s, &value, 16, name, &bits) || !text_end(s))
            return false;
        a->vu.vi[vi] = (uint16_t)bits;
        return true;
    }
    struct vu_registers vu = a->vu;
    struct text_check check;
    bool good = state_line(s, text_vu_registers, name, &vu, &known) &&
                text_checked(a, p1t_check_vu(&vu, text_check_place(&check)), &check);
    if (good)
        a->vu = vu;
    return known ? good : text_fail(s, "VU1 has no register '%s' that can be set", name);
}
