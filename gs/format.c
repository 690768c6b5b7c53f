/* The table of pixel storage formats (GS-MEMORY section 1). */
#include "format.h"

#define FORMAT_32(NAME, CODE, BITS, SHIFT, XOR, INDEXED, DEPTH)                                              \
    {                                                                                                        \
        .name = NAME, .psm = CODE, .valid = true, .cell_bits = 32, .pixel_bits = BITS, .shift = SHIFT,       \
        .mask = 0xFFFFFFFFu >> (32 - BITS), .page_w_log2 = 6, .page_h_log2 = 5, .block_w_log2 = 3,           \
        .block_h_log2 = 3, .map = GS_MAP_32, .block_xor = XOR, .indexed = INDEXED, .depth = DEPTH            \
    }

#define FORMAT_16(NAME, CODE, MAP, XOR, DEPTH)                                                               \
    {                                                                                                        \
        .name = NAME, .psm = CODE, .valid = true, .cell_bits = 16, .pixel_bits = 16, .mask = 0xFFFF,         \
        .page_w_log2 = 6, .page_h_log2 = 6, .block_w_log2 = 4, .block_h_log2 = 3, .map = MAP,                \
        .block_xor = XOR, .depth = DEPTH                                                                     \
    }

#define Z_XOR 0x18

enum row { NO_FORMAT, CT32, CT24, CT16, CT16S, T8, T4, T8H, T4HL, T4HH, Z32, Z24, Z16, Z16S, GPU24 };

static const struct gs_format formats[] = {
    [CT32] = FORMAT_32("PSMCT32", GS_PSMCT32, 32, 0, 0, false, false),
    [CT24] = FORMAT_32("PSMCT24", GS_PSMCT24, 24, 0, 0, false, false),
    [CT16] = FORMAT_16("PSMCT16", GS_PSMCT16, GS_MAP_16, 0, false),
    [CT16S] = FORMAT_16("PSMCT16S", GS_PSMCT16S, GS_MAP_16S, 0, false),
    [T8] = {.name = "PSMT8",
            .psm = GS_PSMT8,
            .valid = true,
            .cell_bits = 8,
            .pixel_bits = 8,
            .mask = 0xFF,
            .page_w_log2 = 7,
            .page_h_log2 = 6,
            .block_w_log2 = 4,
            .block_h_log2 = 4,
            .map = GS_MAP_32,
            .indexed = true},
    [T4] = {.name = "PSMT4",
            .psm = GS_PSMT4,
            .valid = true,
            .cell_bits = 4,
            .pixel_bits = 4,
            .mask = 0xF,
            .page_w_log2 = 7,
            .page_h_log2 = 7,
            .block_w_log2 = 5,
            .block_h_log2 = 4,
            .map = GS_MAP_16,
            .indexed = true},
    [T8H] = FORMAT_32("PSMT8H", GS_PSMT8H, 8, 24, 0, true, false),
    [T4HL] = FORMAT_32("PSMT4HL", GS_PSMT4HL, 4, 24, 0, true, false),
    [T4HH] = FORMAT_32("PSMT4HH", GS_PSMT4HH, 4, 28, 0, true, false),
    [Z32] = FORMAT_32("PSMZ32", GS_PSMZ32, 32, 0, Z_XOR, false, true),
    [Z24] = FORMAT_32("PSMZ24", GS_PSMZ24, 24, 0, Z_XOR, false, true),
    [Z16] = FORMAT_16("PSMZ16", GS_PSMZ16, GS_MAP_16, Z_XOR, true),
    [Z16S] = FORMAT_16("PSMZ16S", GS_PSMZ16S, GS_MAP_16S, Z_XOR, true),
    /* Only the read circuits know PS-GPU24; for everything else it is no format. */
    [GPU24] = {.name = "PS-GPU24",
               .psm = GS_PSGPU24,
               .cell_bits = 32,
               .pixel_bits = 32,
               .mask = 0xFFFFFFFF,
               .page_w_log2 = 6,
               .page_h_log2 = 5,
               .block_w_log2 = 3,
               .block_h_log2 = 3},
    [NO_FORMAT] = {.name = "none",
                   .psm = GS_PSMCT32,
                   .cell_bits = 32,
                   .pixel_bits = 32,
                   .mask = 0xFFFFFFFF,
                   .page_w_log2 = 6,
                   .page_h_log2 = 5,
                   .block_w_log2 = 3,
                   .block_h_log2 = 3},
};

/* Codes that are not named here are no format: NO_FORMAT is 0. */
static const uint8_t row_of[64] = {
    [GS_PSMCT32] = CT32, [GS_PSMCT24] = CT24, [GS_PSMCT16] = CT16, [GS_PSMCT16S] = CT16S, [GS_PSMT8] = T8,
    [GS_PSMT4] = T4,     [GS_PSMT8H] = T8H,   [GS_PSMT4HL] = T4HL, [GS_PSMT4HH] = T4HH,   [GS_PSMZ32] = Z32,
    [GS_PSMZ24] = Z24,   [GS_PSMZ16] = Z16,   [GS_PSMZ16S] = Z16S, [GS_PSGPU24] = GPU24,
};

const struct gs_format *gs_format(unsigned psm)
{
    return &formats[psm < 64 ? row_of[psm] : NO_FORMAT];
}
