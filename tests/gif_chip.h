/* A chip for GIF tests, that counts what its observers report. One a test process. */
#ifndef TESTS_GIF_CHIP_H
#define TESTS_GIF_CHIP_H

#include <stdint.h>

#include <path1/gs.h>

#include "gif_packet.h"

/* FLG */
enum { PACKED, REGLIST, IMAGE, DISABLED };

extern struct gs *gif_chip;
extern unsigned gif_primitives; /* kicks that made a primitive */
extern unsigned gif_tags;

/* Fixture of a test suite. */
void gif_chip_open(void);
void gif_chip_close(void);

/* Sends a packet on the merged path. */
void gif_send(const struct gif_packet *packet);
/* Sends one quadword of one PACKED descriptor. */
void gif_send_packed(unsigned desc, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3);
/* The chip's state; the caller frees it. */
struct gs_state *gif_saved_state(void);

#endif
