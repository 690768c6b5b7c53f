/* Microprograms of our own (tests/microprograms) on a VU1 whose kicks reach the chip of tests/drawing.h. One
 * a test. */
#ifndef TESTS_MICROPROGRAM_H
#define TESTS_MICROPROGRAM_H

#include <stddef.h>
#include <stdint.h>

#include <path1/vu.h>

#include "picture.h"

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
/* The pixels in which something may be drawn: those whose centres are between the extreme vertices (XYZ2) of
 * all packets, the last row and column excluded. All must be in the picture. */
struct frame_box micro_box(void);

#endif
