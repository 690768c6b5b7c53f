/* path1 vu run: what is asked for, and what came of it. */
#ifndef FRONTEND_VU_RUN_H
#define FRONTEND_VU_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <path1/vu.h>

int command_vu_run(int argc, char **argv);

/* --run: where a run starts, and TOP and ITOP for it. */
struct vu_run_start {
    bool goes_on;   /* where the last one ended; else at `start` */
    uint32_t start; /* byte address */
    bool has_top, has_itop;
    uint16_t top, itop;
};

struct vu_run_input {
    enum vu_unit unit;
    const char *micro, *mem, *prefix; /* file names; mem and prefix may be NULL */
    struct vu_run_start *starts;
    size_t start_count;
    uint64_t max_cycles; /* of each run */
    bool json, trace;
};

/* "start=HEX,top=N,itop=N" or "cont,...". Reports and returns false if it is neither. */
bool vu_run_parse_start(const char *text, enum vu_unit unit, struct vu_run_start *out);
/* "vf5=x,y,z,w", "vi3=h", "q=w" and so on, into `registers`. Reports and returns false otherwise. */
bool vu_run_parse_set(const char *text, struct vu_registers *registers);
/* Reads --micro and --mem. Reports and returns false if they cannot be used. */
bool vu_run_load(struct vu *vu, const struct vu_run_input *input);

struct vu_run_kick {
    size_t run;
    uint32_t address, bytes;
    uint64_t cycle;
};

struct vu_run_result {
    struct vu_run *runs; /* those that were begun */
    size_t run_count;
    struct vu_run_kick *kicks;
    size_t kick_count, kick_room;
    struct vu_registers registers;
};

void vu_run_print_json(const struct vu_run_result *result);
void vu_run_print_text(const struct vu_run_result *result);
/* Writes `bytes` bytes from byte address `address` of data memory on, wrapping, to the file `path`. Reports
 * and returns false on failure. */
bool vu_run_write_memory(const char *path, struct vu *vu, uint32_t address, uint32_t bytes);

/* --trace: what the last pair changed. */
struct vu_run_trace {
    FILE *to;
    struct vu_registers before;
    uint8_t data[VU1_MEMORY_SIZE];
};
void vu_run_trace_begin(struct vu_run_trace *trace, struct vu *vu);
/* An observer; `user` is the struct vu_run_trace. */
void vu_run_trace_step(void *user, struct vu *vu, const struct vu_step *step);

#endif
