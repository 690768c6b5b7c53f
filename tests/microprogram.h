/* Microprograms of our own (tests/microprograms) on a VU1 whose kicks reach the chip of tests/drawing.h. One a
 * test. */
#ifndef TESTS_MICROPROGRAM_H
#define TESTS_MICROPROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <path1/ee_fpu.h>
#include <path1/vu.h>

enum { MICRO_STEPS = 32768, MICRO_KICKS = 128 };

struct micro_kick {
    uint32_t address, quadwords;
    uint64_t cycle;
    uint32_t *words; /* the packet, four a quadword */
};

struct micro {
    struct vu *vu;
    struct vu_registers registers; /* after the last run */
    struct vu_run run;
    size_t steps; /* of the last run */
    struct vu_step step[MICRO_STEPS];
    size_t kicks; /* of all runs */
    struct micro_kick kick[MICRO_KICKS];
    uint32_t kick_cycles; /* what the port answers; 0: the unit's own model */
};
extern struct micro micro;

/* Opens the chip and a VU1 with the program of this name in its micro memory, from address 0 on. */
void micro_open(const char *name);
void micro_close(void);

/* Data memory; addresses in quadwords. */
void micro_store(uint32_t quadword, uint32_t x, uint32_t y, uint32_t z, uint32_t w);
uint32_t micro_load(uint32_t quadword, unsigned field);

/* Runs from address 0 on (MSCAL 0), or on from where the last run ended (MSCNT), to the end. Every pair whose
 * line says "@12" must issue in cycle 12, counted from the last pair with "@1"; that is checked here. Returns
 * how many pairs were. */
size_t micro_run(void);
size_t micro_go_on(void);

/* A GIF tag without NLOOP and EOP for PACKED data, with PRIM. `registers`: the first in bits 3..0. */
void micro_store_tag(uint32_t quadword, uint32_t nreg, uint32_t registers, uint32_t prim);
/* The packet of a kick must begin with such a tag, with EOP and `nloop`, and be as long as that says. Returns
 * its data. */
const uint32_t *micro_packet(size_t kick, uint32_t nloop, uint32_t nreg, uint32_t registers, uint32_t prim);

/* ---- a vector at a time, with the scalar floats ---- */

struct lanes {
    uint32_t lane[4];
};
/* fs + ft, fs - ft and fs * ft in the first `count` lanes; the others are 0. */
struct lanes lanes_add(const struct lanes *fs, const struct lanes *ft, unsigned count);
struct lanes lanes_sub(const struct lanes *fs, const struct lanes *ft, unsigned count);
struct lanes lanes_mul(const struct lanes *fs, const struct lanes *ft, unsigned count);
/* fs * ft with the same ft for all four lanes. */
struct lanes lanes_scale(const struct lanes *fs, uint32_t ft);
/* add + fs * ft, as ADDA of `add` and 0 and MADD give it. */
struct lanes lanes_madd(const struct lanes *add, const struct lanes *fs, const struct lanes *ft);
/* A matrix of four columns times x, y, z, w in that order, as MULA, MADDA, MADDA and MADD give it. */
struct lanes lanes_transform(const struct lanes column[4], const struct lanes *v);
struct lanes lanes_to_fixed(const struct lanes *fs, unsigned fraction_bits);

#endif
