/* The state at the start as lines. */
#include <inttypes.h>
#include <string.h>

#include "text_print.h"
#include "text_state.h"
#include "trace_bytes.h"

/* ---- privileged registers ---- */

void text_print_privileged(const struct text_printer *p, const uint8_t block[GS_PRIVILEGED_SIZE])
{
    uint8_t rest[GS_PRIVILEGED_SIZE];
    size_t count;
    const struct gs_register *list = gs_register_list(GS_PRIVILEGED, &count);
    memcpy(rest, block, sizeof rest);
    for (size_t i = 0; i < count; i++) {
        struct text_word word = {.half = {trace_load64(block + list[i].address)}};
        memset(rest + list[i].address, 0, 8);
        if (!word.half[0])
            continue;
        text_indent(p);
        fputs(list[i].name, p->out);
        text_print_fields(p->out, list[i].field, 64, &word);
        putc('\n', p->out);
    }
    for (size_t i = 0; i < sizeof rest; i += 8)
        if (trace_load64(rest + i)) {
            text_indent(p);
            fprintf(p->out, ".org 0x%zX\n", i);
            text_indent(p);
            fprintf(p->out, ".dword 0x%016" PRIX64 "\n", trace_load64(rest + i));
        }
}

/* ---- GS ---- */

static void print_gs_registers(const struct text_printer *p, enum gs_register_set set, const void *base,
                               const void *at_power_on, const char *suffix)
{
    size_t count;
    const struct gs_register *list = gs_register_list(set, &count);
    for (size_t i = 0; i < count && list[i].offset != GS_REGISTER_NOWHERE; i++) {
        struct text_word word = {.half = {gs_register_value(&list[i], base)}};
        if (word.half[0] == gs_register_value(&list[i], at_power_on))
            continue;
        text_indent(p);
        fprintf(p->out, "%s%s", list[i].name, suffix);
        text_print_fields(p->out, list[i].field, 64, &word);
        putc('\n', p->out);
    }
}

static uint64_t load_member(const struct text_member *member, const void *base)
{
    const unsigned char *at = (const unsigned char *)base + member->offset;
    uint64_t value = 0;
    uint32_t word = 0;
    uint16_t half = 0;
    switch (member->bits) {
    case 64:
        memcpy(&value, at, sizeof value);
        return value;
    case 32:
        memcpy(&word, at, sizeof word);
        return word;
    case 16:
        memcpy(&half, at, sizeof half);
        return half;
    default:
        return *at;
    }
}

/* `name ...` with each member that is not 0; nothing if all are. */
static void print_members(const struct text_printer *p, const char *name, const struct text_member *members,
                          const void *base)
{
    bool begun = false;
    for (; members->name; members++) {
        uint64_t value = load_member(members, base);
        if (!value)
            continue;
        if (!begun) {
            text_indent(p);
            fputs(name, p->out);
            begun = true;
        }
        if (members->bits == 64)
            fprintf(p->out, " %s=0x%" PRIX64, members->name, value);
        else
            fprintf(p->out, " %s=%" PRId32, members->name, (int32_t)(uint32_t)value);
    }
    if (begun)
        putc('\n', p->out);
}

static void print_gs(struct text_printer *p, const struct gs_state *gs)
{
    static const char *const paths[GS_PATH_COUNT] = {"GIFPATH 1", "GIFPATH 2", "GIFPATH 3", "GIFPATH merged"};
    const struct gs_registers at_power_on = {.prmodecont = 1};
    fputs(".gs", p->out);
    text_open(p);
    print_gs_registers(p, GS_GENERAL, &gs->registers, &at_power_on, "");
    print_gs_registers(p, GS_CONTEXT, &gs->registers.context[0], &at_power_on.context[0], "_1");
    print_gs_registers(p, GS_CONTEXT, &gs->registers.context[1], &at_power_on.context[1], "_2");
    print_members(p, "TRANSFER", text_transfer_members, &gs->transfer);
    for (unsigned i = 0; i < GS_PATH_COUNT; i++)
        print_members(p, paths[i], text_gif_path_members, &gs->gif[i]);
    if (gs->gif_q != 0x3F800000) {
        text_indent(p);
        fputs("Q ", p->out);
        text_print_float(p->out, gs->gif_q);
        putc('\n', p->out);
    }
    text_close(p);
    fputs(".gs_memory", p->out);
    text_open(p);
    text_print_memory(p, gs->local_memory, sizeof gs->local_memory);
    text_close(p);
}

/* ---- VIF1 and VU1 ---- */

/* Registers that are not what they are at power-on. */
static void print_registers(const struct text_printer *p, const struct text_state_register *list,
                            const void *base, const void *at_power_on)
{
    for (; list->member.name; list++) {
        struct text_word word = {.half = {load_member(&list->member, base)}};
        if (word.half[0] == load_member(&list->member, at_power_on))
            continue;
        text_indent(p);
        fputs(list->member.name, p->out);
        if (list->field[1].name) {
            text_print_fields(p->out, list->field, 0, &word);
        } else {
            putc(' ', p->out);
            text_print_value(p->out, &list->field[0], word.half[0]);
        }
        putc('\n', p->out);
    }
}

static void print_vif(struct text_printer *p, const struct vif_registers *vif)
{
    const struct vif_registers at_power_on = {0};
    fputs(".vif", p->out);
    text_open(p);
    print_registers(p, text_vif_registers, vif, &at_power_on);
    if (vif->path3_masked) {
        text_indent(p);
        fputs("PATH3_MASKED 1\n", p->out);
    }
    text_close(p);
}

static void print_lanes(const struct text_printer *p, const uint32_t lane[4])
{
    for (unsigned i = 0; i < 4; i++) {
        fputs(i ? ", " : " ", p->out);
        text_print_float(p->out, lane[i]);
    }
    putc('\n', p->out);
}

static void print_vu(struct text_printer *p, const struct vu_registers *vu)
{
    const struct vu_registers at_power_on = {.r = 0x3F800000};
    fputs(".vu", p->out);
    text_open(p);
    for (unsigned i = 1; i < 32; i++)
        if (vu->vf[i][0] | vu->vf[i][1] | vu->vf[i][2] | vu->vf[i][3]) {
            text_indent(p);
            fprintf(p->out, "VF%02u", i);
            print_lanes(p, vu->vf[i]);
        }
    for (unsigned i = 1; i < 16; i++)
        if (vu->vi[i]) {
            text_indent(p);
            fprintf(p->out, "VI%02u 0x%04X\n", i, vu->vi[i]);
        }
    if (vu->acc[0] | vu->acc[1] | vu->acc[2] | vu->acc[3]) {
        text_indent(p);
        fputs("ACC", p->out);
        print_lanes(p, vu->acc);
    }
    print_registers(p, text_vu_registers, vu, &at_power_on);
    text_close(p);
}

static void print_block(struct text_printer *p, const char *name, const uint8_t *bytes, size_t size)
{
    if (!bytes)
        return;
    fputs(name, p->out);
    text_open(p);
    text_print_memory(p, bytes, size);
    text_close(p);
}

void text_print_start(struct text_printer *p, const struct trace_start *start)
{
    if (start->gs) {
        print_gs(p, start->gs);
        /* A tag in progress begins at its first descriptor again (gs_load_state). */
        for (unsigned i = 0; i < GS_PATH_COUNT; i++) {
            struct text_gif_stream *stream = &p->gif[i];
            uint64_t nloop = start->gs->gif[i].tag[0] & 0x7FFF, nreg = start->gs->gif[i].tag[0] >> 60;
            unsigned mode = (unsigned)(start->gs->gif[i].tag[0] >> 58 & 3);
            stream->tag.half[0] = start->gs->gif[i].tag[0];
            stream->tag.half[1] = start->gs->gif[i].tag[1];
            nreg = nreg ? nreg : 16;
            stream->left = mode == 0 ? nloop * nreg : mode == 1 ? (nloop * nreg + 1) / 2 : nloop;
        }
    }
    if (start->registers) {
        fputs(".privileged", p->out);
        text_open(p);
        text_print_privileged(p, start->registers);
        text_close(p);
    }
    if (start->vif) {
        print_vif(p, start->vif);
        p->cycle = start->vif->cycle & 0xFFFF;
    }
    if (start->vu)
        print_vu(p, start->vu);
    print_block(p, ".vu_data", start->vu_data, VU1_MEMORY_SIZE);
    print_block(p, ".vu_micro", start->vu_micro, VU1_MEMORY_SIZE);
}
