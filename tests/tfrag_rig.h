/* The tfrag program twice: as microcode on a VU1 and as the model, on the same data memory. Whatever one does
 * the other must do in every bit. One rig a process, as every test has its own. */
#ifndef TESTS_TFRAG_RIG_H
#define TESTS_TFRAG_RIG_H

#include <stddef.h>
#include <stdint.h>

#include <path1/tfrag.h>

enum { TFRAG_KICKS = 512, TFRAG_QW = VU1_MEMORY_SIZE / 16 };

struct tfrag_sent {
    uint32_t address; /* byte address */
    size_t quadwords;
    uint32_t *words; /* four a quadword */
};

struct tfrag_rig {
    struct vu *vu;
    struct tfrag_model model;
    uint32_t data[TFRAG_QW][4]; /* data memory: what a run begins with, and after it what it left */
    struct vu_run run;          /* of the last run of the microcode */
    size_t kicks;               /* of the last run */
    struct tfrag_sent kick[TFRAG_KICKS];
};
extern struct tfrag_rig tfrag;

/* For TestSuite. Data memory is 0, VU1 and model as after a reset. */
void tfrag_rig_open(void);
void tfrag_rig_close(void);
/* Fills data memory, VU1_MEMORY_SIZE bytes. */
void tfrag_rig_take(const uint8_t *data);
/* Runs both from MSCAL `address` with XTOP `top`, compares kicks, all of data memory and what the registers
 * keep for the next run; `what` is for messages. */
void tfrag_rig_run(uint32_t address, uint16_t top, const char *what);

#endif
