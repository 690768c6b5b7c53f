/* A vector unit on a test bench: a program put together pair by pair, its run recorded. One rig a process,
 * as every test has its own. */
#ifndef TESTS_VU_RIG_H
#define TESTS_VU_RIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/vu.h>

#include "vu_words.h"

/* Floats by their words. */
enum { F_HALF = 0x3F000000, F_1 = 0x3F800000, F_2 = 0x40000000, F_3 = 0x40400000, F_4 = 0x40800000 };
#define F_MAX 0x7FFFFFFFu

enum { RIG_STEPS = 4096, RIG_KICKS = 256 };

struct rig_kick {
    uint32_t address, bytes;
    uint64_t cycle;
};

struct rig {
    struct vu *vu;
    uint32_t length; /* pairs written */
    struct vu_registers registers;
    struct vu_run run;
    size_t steps; /* executed; the first RIG_STEPS are kept */
    struct vu_step step[RIG_STEPS];
    size_t kicks;
    struct rig_kick kick[RIG_KICKS];
    uint8_t kicked[VU1_MEMORY_SIZE]; /* data memory at the last kick */
    uint32_t kick_cycles;            /* what the port answers; 0: the unit's own model */
};
extern struct rig rig;

/* For TestSuite: a VU1, and its end. */
void rig_setup(void);
void rig_teardown(void);
/* Exchanges the unit for another. */
void rig_use(enum vu_unit unit);

/* Appends a pair; returns its number. */
uint32_t rig_pair(uint32_t upper, uint32_t lower);
/* Appends `count` pairs that do nothing. */
void rig_nops(unsigned count);
/* Puts a pair at a byte address, without moving the end of the program. */
void rig_pair_at(uint32_t address, uint32_t upper, uint32_t lower);
/* Ends the program (E bit, delay pair) and runs it from address 0. */
void rig_finish(void);
/* Runs from a byte address on to the end, at most 100,000 cycles; reads the registers. */
void rig_run(uint32_t pc);
/* The same for a continuation. */
void rig_go_on(void);

/* Cycle in which pair number n of the run issued, from 0, and its address. */
uint64_t rig_cycle(size_t n);
uint32_t rig_pc(size_t n);

/* Registers before the run. */
void rig_set_vf(unsigned n, uint32_t x, uint32_t y, uint32_t z, uint32_t w);
void rig_set_vf_all(unsigned n, uint32_t word);
void rig_set_vi(unsigned n, uint16_t value);
/* After the run. */
uint32_t rig_vf(unsigned n, unsigned field);
unsigned rig_vi(unsigned n);

/* Fails the test, naming `what`, if any register differs. */
void rig_compare_registers(const struct vu_registers *a, const struct vu_registers *b, const char *what);

/* Words of data memory. */
uint32_t rig_word(uint32_t quadword, unsigned field);
void rig_set_word(uint32_t quadword, unsigned field, uint32_t word);
void rig_set_quadword(uint32_t quadword, uint32_t x, uint32_t y, uint32_t z, uint32_t w);

/* A repeatable sequence. */
uint32_t rig_random(uint64_t *state);
/* A float word: mostly ordinary numbers near 1, also zeros, the largest, tiny ones and any word. */
uint32_t rig_random_float(uint64_t *state);
/* An instruction pair: any valid operations with any operands, no I, E, D and T bits. Branches only if
 * wanted. */
void rig_random_pair(uint64_t *state, bool branches, uint32_t *upper, uint32_t *lower);
/* Random registers and data memory. */
void rig_randomise(uint64_t *state);

#endif
