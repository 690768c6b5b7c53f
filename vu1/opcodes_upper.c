#include "opcodes.h"

#include <strings.h>

/* Index: bits 5..0 below 3C; then 64 + bits 10..6 and 1..0. */
enum { EXTENDED = 64, ROWS = EXTENDED + 32 * 4 };
#define EXT(row, column) (EXTENDED + (row)*4 + (column))

#define FT VU_OPERAND_FT
#define FS VU_OPERAND_FS
#define FD VU_OPERAND_FD
#define ACC VU_OPERAND_ACC
#define OPERANDS(...)                                                                                        \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }
#define PLAIN(name, op, first) name, op, VU_SOURCE_FT, 0, VU_DEST_ANY, 0, OPERANDS(first, FS, FT)
#define WITH_Q(name, op, first) name, op, VU_SOURCE_Q, 0, VU_DEST_ANY, 0, OPERANDS(first, FS, VU_OPERAND_Q)
#define WITH_I(name, op, first) name, op, VU_SOURCE_I, 0, VU_DEST_ANY, 0, OPERANDS(first, FS, VU_OPERAND_I)
#define UNARY(name, op) name, op, VU_SOURCE_NONE, 0, VU_DEST_ANY, 0, OPERANDS(FT, FS)
#define ONE_FIELD(name, op, bc, first)                                                                       \
    name, op, VU_SOURCE_BC, bc, VU_DEST_ANY, 0, OPERANDS(first, FS, VU_OPERAND_FT_BC)
/* Four rows, for the fields x, y, z, w. */
#define BROADCAST(at, name, op, first)                                                                       \
    [(at)] = {ONE_FIELD(name "x", op, 0, first)}, [(at) + 1] = {ONE_FIELD(name "y", op, 1, first)},          \
    [(at) + 2] = {ONE_FIELD(name "z", op, 2, first)}, [(at) + 3] = {ONE_FIELD(name "w", op, 3, first)}

/* VUPIPE section 11, in its order. */
static const struct vu_opcode table[ROWS] = {
    BROADCAST(0x00, "add", VU_ADD, FD),
    BROADCAST(0x04, "sub", VU_SUB, FD),
    BROADCAST(0x08, "madd", VU_MADD, FD),
    BROADCAST(0x0C, "msub", VU_MSUB, FD),
    BROADCAST(0x10, "max", VU_MAX, FD),
    BROADCAST(0x14, "mini", VU_MINI, FD),
    BROADCAST(0x18, "mul", VU_MUL, FD),
    [0x1C] = {WITH_Q("mulq", VU_MUL, FD)},
    [0x1D] = {WITH_I("maxi", VU_MAX, FD)},
    [0x1E] = {WITH_I("muli", VU_MUL, FD)},
    [0x1F] = {WITH_I("minii", VU_MINI, FD)},
    [0x20] = {WITH_Q("addq", VU_ADD, FD)},
    [0x21] = {WITH_Q("maddq", VU_MADD, FD)},
    [0x22] = {WITH_I("addi", VU_ADD, FD)},
    [0x23] = {WITH_I("maddi", VU_MADD, FD)},
    [0x24] = {WITH_Q("subq", VU_SUB, FD)},
    [0x25] = {WITH_Q("msubq", VU_MSUB, FD)},
    [0x26] = {WITH_I("subi", VU_SUB, FD)},
    [0x27] = {WITH_I("msubi", VU_MSUB, FD)},
    [0x28] = {PLAIN("add", VU_ADD, FD)},
    [0x29] = {PLAIN("madd", VU_MADD, FD)},
    [0x2A] = {PLAIN("mul", VU_MUL, FD)},
    [0x2B] = {PLAIN("max", VU_MAX, FD)},
    [0x2C] = {PLAIN("sub", VU_SUB, FD)},
    [0x2D] = {PLAIN("msub", VU_MSUB, FD)},
    [0x2E] = {"opmsub", VU_OPMSUB, VU_SOURCE_FT, 0, VU_DEST_XYZ, 0, {FD, FS, FT}},
    [0x2F] = {PLAIN("mini", VU_MINI, FD)},
    BROADCAST(EXT(0x00, 0), "adda", VU_ADDA, ACC),
    BROADCAST(EXT(0x01, 0), "suba", VU_SUBA, ACC),
    BROADCAST(EXT(0x02, 0), "madda", VU_MADDA, ACC),
    BROADCAST(EXT(0x03, 0), "msuba", VU_MSUBA, ACC),
    [EXT(0x04, 0)] = {UNARY("itof0", VU_ITOF0)},
    [EXT(0x04, 1)] = {UNARY("itof4", VU_ITOF4)},
    [EXT(0x04, 2)] = {UNARY("itof12", VU_ITOF12)},
    [EXT(0x04, 3)] = {UNARY("itof15", VU_ITOF15)},
    [EXT(0x05, 0)] = {UNARY("ftoi0", VU_FTOI0)},
    [EXT(0x05, 1)] = {UNARY("ftoi4", VU_FTOI4)},
    [EXT(0x05, 2)] = {UNARY("ftoi12", VU_FTOI12)},
    [EXT(0x05, 3)] = {UNARY("ftoi15", VU_FTOI15)},
    BROADCAST(EXT(0x06, 0), "mula", VU_MULA, ACC),
    [EXT(0x07, 0)] = {WITH_Q("mulaq", VU_MULA, ACC)},
    [EXT(0x07, 1)] = {UNARY("abs", VU_ABS)},
    [EXT(0x07, 2)] = {WITH_I("mulai", VU_MULA, ACC)},
    [EXT(0x07, 3)] = {"clipw", VU_CLIP, VU_SOURCE_BC, 3, VU_DEST_CLIP, 0, {FS, VU_OPERAND_FT_BC}},
    [EXT(0x08, 0)] = {WITH_Q("addaq", VU_ADDA, ACC)},
    [EXT(0x08, 1)] = {WITH_Q("maddaq", VU_MADDA, ACC)},
    [EXT(0x08, 2)] = {WITH_I("addai", VU_ADDA, ACC)},
    [EXT(0x08, 3)] = {WITH_I("maddai", VU_MADDA, ACC)},
    [EXT(0x09, 0)] = {WITH_Q("subaq", VU_SUBA, ACC)},
    [EXT(0x09, 1)] = {WITH_Q("msubaq", VU_MSUBA, ACC)},
    [EXT(0x09, 2)] = {WITH_I("subai", VU_SUBA, ACC)},
    [EXT(0x09, 3)] = {WITH_I("msubai", VU_MSUBA, ACC)},
    [EXT(0x0A, 0)] = {PLAIN("adda", VU_ADDA, ACC)},
    [EXT(0x0A, 1)] = {PLAIN("madda", VU_MADDA, ACC)},
    [EXT(0x0A, 2)] = {PLAIN("mula", VU_MULA, ACC)},
    [EXT(0x0B, 0)] = {PLAIN("suba", VU_SUBA, ACC)},
    [EXT(0x0B, 1)] = {PLAIN("msuba", VU_MSUBA, ACC)},
    [EXT(0x0B, 2)] = {"opmula", VU_OPMULA, VU_SOURCE_FT, 0, VU_DEST_XYZ, 0, {ACC, FS, FT}},
    [EXT(0x0B, 3)] = {"nop", VU_NOP, VU_SOURCE_NONE, 0, VU_DEST_NONE, 0, {VU_OPERAND_NONE}},
};

const struct vu_opcode *vu_upper_opcode(uint32_t word)
{
    uint32_t op = word & 0x3F;
    uint32_t index = op < 0x3C ? op : EXT((word >> 6) & 0x1F, op & 3);
    return table[index].name ? &table[index] : NULL;
}

const struct vu_opcode *vu_find_upper(const char *name, size_t length)
{
    for (size_t i = 0; i < ROWS; i++) {
        const char *row = table[i].name;
        if (row && strncasecmp(row, name, length) == 0 && row[length] == '\0')
            return &table[i];
    }
    return NULL;
}

uint32_t vu_upper_base(const struct vu_opcode *opcode)
{
    uint32_t index = (uint32_t)(opcode - table);
    if (index < EXTENDED)
        return index;
    index -= EXTENDED;
    return (index >> 2) << 6 | 0x3C | (index & 3);
}
