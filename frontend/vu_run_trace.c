/* path1 vu run --trace: a line a pair. */
#include <inttypes.h>
#include <string.h>

#include "vu_run.h"

void vu_run_trace_begin(struct vu_run_trace *trace, struct vu *vu)
{
    vu_get_registers(vu, &trace->before);
    memcpy(trace->data, vu_data(vu), vu_memory_size(vu));
}

static const char lanes[] = "xyzw";

static void print_vector_change(FILE *to, const char *name, const uint32_t before[4], const uint32_t now[4])
{
    if (memcmp(before, now, 4 * sizeof *now) == 0)
        return;
    fprintf(to, "  %s", name);
    for (unsigned i = 0; i < 4; i++)
        if (before[i] != now[i])
            fprintf(to, " %c=%08" PRIx32, lanes[i], now[i]);
}

static void print_change(FILE *to, const char *name, uint32_t before, uint32_t now, int digits)
{
    if (before != now)
        fprintf(to, "  %s=%0*" PRIx32, name, digits, now);
}

static void print_register_changes(FILE *to, const struct vu_registers *before,
                                   const struct vu_registers *now)
{
    char name[8];
    for (unsigned n = 1; n < 32; n++) {
        snprintf(name, sizeof name, "vf%02u", n);
        print_vector_change(to, name, before->vf[n], now->vf[n]);
    }
    print_vector_change(to, "acc", before->acc, now->acc);
    for (unsigned n = 1; n < 16; n++) {
        snprintf(name, sizeof name, "vi%02u", n);
        print_change(to, name, before->vi[n], now->vi[n], 4);
    }
    print_change(to, "q", before->q, now->q, 8);
    print_change(to, "p", before->p, now->p, 8);
    print_change(to, "i", before->i, now->i, 8);
    print_change(to, "r", before->r, now->r, 8);
    print_change(to, "status", before->status, now->status, 3);
    print_change(to, "mac", before->mac, now->mac, 4);
    print_change(to, "clip", before->clip, now->clip, 6);
}

static uint32_t word_at(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* A pair changes at most one quadword. */
static void print_memory_change(struct vu_run_trace *trace, struct vu *vu)
{
    const uint8_t *data = vu_data(vu);
    uint32_t size = vu_memory_size(vu), at = 0;
    if (memcmp(trace->data, data, size) == 0)
        return;
    while (memcmp(trace->data + at, data + at, 16) == 0)
        at += 16;
    uint32_t before[4], now[4];
    for (unsigned i = 0; i < 4; i++) {
        before[i] = word_at(trace->data + at + 4 * i);
        now[i] = word_at(data + at + 4 * i);
    }
    char name[16];
    snprintf(name, sizeof name, "mem[%04" PRIx32 "]", at);
    print_vector_change(trace->to, name, before, now);
    memcpy(trace->data + at, data + at, 16);
}

void vu_run_trace_step(void *user, struct vu *vu, const struct vu_step *step)
{
    struct vu_run_trace *trace = user;
    struct vu_registers now;
    char upper[64], lower[64];
    vu_get_registers(vu, &now);
    vu_disassemble_upper(step->upper, upper, sizeof upper);
    vu_disassemble_lower(step->upper, step->lower, step->pc, lower, sizeof lower);
    fprintf(trace->to, "%8" PRIu64 " %04" PRIx32 " ", step->cycle, step->pc);
    if (step->stalled)
        fprintf(trace->to, "+%-4" PRIu64, step->stalled);
    else
        fputs("     ", trace->to);
    fprintf(trace->to, " %-32s %-28s", upper, lower);
    print_register_changes(trace->to, &trace->before, &now);
    print_memory_change(trace, vu);
    putc('\n', trace->to);
    trace->before = now;
}
