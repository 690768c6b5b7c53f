/* Builds GIF packets for tests: tags and quadwords, little endian. */
#ifndef TESTS_GIF_PACKET_H
#define TESTS_GIF_PACKET_H

#include <stddef.h>
#include <stdint.h>

#define GIF_PACKET_MAX 256u

struct gif_packet {
    size_t quadwords;
    uint8_t data[16 * GIF_PACKET_MAX];
};

/* Low half of a GIF tag: NLOOP, EOP, FLG (0 PACKED, 1 REGLIST, 2 IMAGE, 3 as IMAGE), NREG (16: stored as 0).
 */
uint64_t gif_tag(unsigned nloop, unsigned eop, unsigned flg, unsigned nreg);
/* The same with PRE = 1 and PRIM. */
uint64_t gif_tag_pre(unsigned nloop, unsigned eop, unsigned flg, unsigned nreg, unsigned prim);

/* Adds a quadword: a tag's halves, two values of REGLIST data, or any other. */
void gif_add(struct gif_packet *packet, uint64_t low, uint64_t high);
/* Adds a quadword of PACKED data by its four words. */
void gif_add_words(struct gif_packet *packet, uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3);
/* Adds one A+D quadword; its tag (descriptor 0xE) comes before. */
void gif_add_ad(struct gif_packet *packet, uint8_t address, uint64_t value);

#endif
