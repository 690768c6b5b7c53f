/* Pixel storage formats of local memory (GS-MEMORY section 1). */
#ifndef GS_FORMAT_H
#define GS_FORMAT_H

#include <stdbool.h>
#include <stdint.h>

enum gs_psm {
    GS_PSMCT32 = 0x00,
    GS_PSMCT24 = 0x01,
    GS_PSMCT16 = 0x02,
    GS_PSMCT16S = 0x0A,
    GS_PSGPU24 = 0x12, /* read circuits only */
    GS_PSMT8 = 0x13,
    GS_PSMT4 = 0x14,
    GS_PSMT8H = 0x1B,
    GS_PSMT4HL = 0x24,
    GS_PSMT4HH = 0x2C,
    GS_PSMZ32 = 0x30,
    GS_PSMZ24 = 0x31,
    GS_PSMZ16 = 0x32,
    GS_PSMZ16S = 0x3A
};

/* The block order inside a page. */
enum gs_block_map { GS_MAP_32, GS_MAP_16, GS_MAP_16S };

struct gs_format {
    const char *name; /* "PSMCT32" ... */
    uint8_t psm;
    bool valid;         /* false: not a format of the chip; the rest is as PSMCT32 */
    uint8_t cell_bits;  /* storage cell: 32, 16, 8, 4 */
    uint8_t pixel_bits; /* bits of a pixel in a transfer stream: 32, 24, 16, 8, 4 */
    uint8_t shift;      /* of the pixel inside its cell */
    uint32_t mask;      /* of the pixel inside its cell, after the shift is undone: value mask */
    uint8_t page_w_log2, page_h_log2; /* pixels */
    uint8_t block_w_log2, block_h_log2;
    enum gs_block_map map;
    uint16_t block_xor; /* 0x18 for Z formats: applied to the final block number */
    bool indexed;       /* PSMT8, PSMT4, PSMT8H, PSMT4HL, PSMT4HH */
    bool depth;         /* PSMZ... */
};

/* The format of a PSM code, 0..63; codes that are no format give a PSMCT32 with valid = false
 * (PCSX2 treats them so). Never NULL. */
const struct gs_format *gs_format(unsigned psm);

#endif
