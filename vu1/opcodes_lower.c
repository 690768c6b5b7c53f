#include "opcodes.h"

#include <strings.h>

/* Index: bits 31..25 below 40; then, of the words with 40 there, 64 + bits 5..0 below 3C, or 128 + bits 10..6
 * and 1..0. */
enum { SPECIAL = 64, EXTENDED = 128, ROWS = EXTENDED + 32 * 4 };
#define EXT(row, column) (EXTENDED + (row)*4 + (column))
#define SPECIAL_WORD 0x80000000u

#define FT VU_OPERAND_FT
#define FS VU_OPERAND_FS
#define FS_FIELD VU_OPERAND_FS_FIELD
#define FT_FIELD VU_OPERAND_FT_FIELD
#define FS_VECTOR VU_OPERAND_FS_VECTOR
#define IS VU_OPERAND_IS
#define IT VU_OPERAND_IT
#define ID VU_OPERAND_ID
#define P VU_OPERAND_P
#define Q VU_OPERAND_Q
#define R VU_OPERAND_R
#define TARGET VU_OPERAND_TARGET

/* Without a written mask, with one, and with fixed bits 24..21. */
#define OPERANDS(...)                                                                                        \
    {                                                                                                        \
        __VA_ARGS__                                                                                          \
    }
#define ROW(name, op, ...) name, op, 0, 0, VU_DEST_NONE, 0, OPERANDS(__VA_ARGS__)
#define MASKED(name, op, ...) name, op, 0, 0, VU_DEST_ANY, 0, OPERANDS(__VA_ARGS__)
#define VECTOR(name, op, dest) name, op, 0, 0, VU_DEST_NONE, dest, OPERANDS(P, FS_VECTOR)

/* VUPIPE section 12, in its order. */
static const struct vu_opcode table[ROWS] = {
    [0x00] = {MASKED("lq", VU_LQ, FT, VU_OPERAND_MEM_IS)},
    [0x01] = {MASKED("sq", VU_SQ, FS, VU_OPERAND_MEM_IT)},
    [0x04] = {"ilw", VU_ILW, 0, 0, VU_DEST_ONE, 0, {IT, VU_OPERAND_MEM_IS}},
    [0x05] = {MASKED("isw", VU_ISW, IT, VU_OPERAND_MEM_IS)},
    [0x08] = {ROW("iaddiu", VU_IADDIU, IT, IS, VU_OPERAND_IMM15)},
    [0x09] = {ROW("isubiu", VU_ISUBIU, IT, IS, VU_OPERAND_IMM15)},
    [0x10] = {ROW("fceq", VU_FCEQ, VU_OPERAND_VI01, VU_OPERAND_IMM24)},
    [0x11] = {ROW("fcset", VU_FCSET, VU_OPERAND_IMM24)},
    [0x12] = {ROW("fcand", VU_FCAND, VU_OPERAND_VI01, VU_OPERAND_IMM24)},
    [0x13] = {ROW("fcor", VU_FCOR, VU_OPERAND_VI01, VU_OPERAND_IMM24)},
    [0x14] = {ROW("fseq", VU_FSEQ, IT, VU_OPERAND_IMM12)},
    [0x15] = {ROW("fsset", VU_FSSET, VU_OPERAND_IMM12_HIGH)},
    [0x16] = {ROW("fsand", VU_FSAND, IT, VU_OPERAND_IMM12)},
    [0x17] = {ROW("fsor", VU_FSOR, IT, VU_OPERAND_IMM12)},
    [0x18] = {ROW("fmeq", VU_FMEQ, IT, IS)},
    [0x1A] = {ROW("fmand", VU_FMAND, IT, IS)},
    [0x1B] = {ROW("fmor", VU_FMOR, IT, IS)},
    [0x1C] = {ROW("fcget", VU_FCGET, IT)},
    [0x20] = {ROW("b", VU_B, TARGET)},
    [0x21] = {ROW("bal", VU_BAL, IT, TARGET)},
    [0x24] = {ROW("jr", VU_JR, IS)},
    [0x25] = {ROW("jalr", VU_JALR, IT, IS)},
    [0x28] = {ROW("ibeq", VU_IBEQ, IT, IS, TARGET)},
    [0x29] = {ROW("ibne", VU_IBNE, IT, IS, TARGET)},
    [0x2C] = {ROW("ibltz", VU_IBLTZ, IS, TARGET)},
    [0x2D] = {ROW("ibgtz", VU_IBGTZ, IS, TARGET)},
    [0x2E] = {ROW("iblez", VU_IBLEZ, IS, TARGET)},
    [0x2F] = {ROW("ibgez", VU_IBGEZ, IS, TARGET)},

    [SPECIAL + 0x30] = {ROW("iadd", VU_IADD, ID, IS, IT)},
    [SPECIAL + 0x31] = {ROW("isub", VU_ISUB, ID, IS, IT)},
    [SPECIAL + 0x32] = {ROW("iaddi", VU_IADDI, IT, IS, VU_OPERAND_IMM5)},
    [SPECIAL + 0x34] = {ROW("iand", VU_IAND, ID, IS, IT)},
    [SPECIAL + 0x35] = {ROW("ior", VU_IOR, ID, IS, IT)},

    [EXT(0x0C, 0)] = {MASKED("move", VU_MOVE, FT, FS)},
    [EXT(0x0C, 1)] = {MASKED("mr32", VU_MR32, FT, FS)},
    [EXT(0x0D, 0)] = {MASKED("lqi", VU_LQI, FT, VU_OPERAND_INC_IS)},
    [EXT(0x0D, 1)] = {MASKED("sqi", VU_SQI, FS, VU_OPERAND_INC_IT)},
    [EXT(0x0D, 2)] = {MASKED("lqd", VU_LQD, FT, VU_OPERAND_DEC_IS)},
    [EXT(0x0D, 3)] = {MASKED("sqd", VU_SQD, FS, VU_OPERAND_DEC_IT)},
    [EXT(0x0E, 0)] = {ROW("div", VU_DIV, Q, FS_FIELD, FT_FIELD)},
    [EXT(0x0E, 1)] = {ROW("sqrt", VU_SQRT, Q, FT_FIELD)},
    [EXT(0x0E, 2)] = {ROW("rsqrt", VU_RSQRT, Q, FS_FIELD, FT_FIELD)},
    [EXT(0x0E, 3)] = {ROW("waitq", VU_WAITQ, VU_OPERAND_NONE)},
    [EXT(0x0F, 0)] = {ROW("mtir", VU_MTIR, IT, FS_FIELD)},
    [EXT(0x0F, 1)] = {MASKED("mfir", VU_MFIR, FT, IS)},
    [EXT(0x0F, 2)] = {"ilwr", VU_ILWR, 0, 0, VU_DEST_ONE, 0, {IT, VU_OPERAND_AT_IS}},
    [EXT(0x0F, 3)] = {MASKED("iswr", VU_ISWR, IT, VU_OPERAND_AT_IS)},
    [EXT(0x10, 0)] = {MASKED("rnext", VU_RNEXT, FT, R)},
    [EXT(0x10, 1)] = {MASKED("rget", VU_RGET, FT, R)},
    [EXT(0x10, 2)] = {ROW("rinit", VU_RINIT, R, FS_FIELD)},
    [EXT(0x10, 3)] = {ROW("rxor", VU_RXOR, R, FS_FIELD)},
    [EXT(0x19, 0)] = {MASKED("mfp", VU_MFP, FT, P)},
    [EXT(0x1A, 0)] = {ROW("xtop", VU_XTOP, IT)},
    [EXT(0x1A, 1)] = {ROW("xitop", VU_XITOP, IT)},
    [EXT(0x1B, 0)] = {ROW("xgkick", VU_XGKICK, IS)},
    [EXT(0x1C, 0)] = {VECTOR("esadd", VU_ESADD, 0xE)},
    [EXT(0x1C, 1)] = {VECTOR("ersadd", VU_ERSADD, 0xE)},
    [EXT(0x1C, 2)] = {VECTOR("eleng", VU_ELENG, 0xE)},
    [EXT(0x1C, 3)] = {VECTOR("erleng", VU_ERLENG, 0xE)},
    [EXT(0x1D, 0)] = {VECTOR("eatanxy", VU_EATANXY, 0xC)},
    [EXT(0x1D, 1)] = {VECTOR("eatanxz", VU_EATANXZ, 0xA)},
    [EXT(0x1D, 2)] = {VECTOR("esum", VU_ESUM, 0xF)},
    [EXT(0x1E, 0)] = {ROW("esqrt", VU_ESQRT, P, FS_FIELD)},
    [EXT(0x1E, 1)] = {ROW("ersqrt", VU_ERSQRT, P, FS_FIELD)},
    [EXT(0x1E, 2)] = {ROW("ercpr", VU_ERCPR, P, FS_FIELD)},
    [EXT(0x1E, 3)] = {ROW("waitp", VU_WAITP, VU_OPERAND_NONE)},
    [EXT(0x1F, 0)] = {ROW("esin", VU_ESIN, P, FS_FIELD)},
    [EXT(0x1F, 1)] = {ROW("eatan", VU_EATAN, P, FS_FIELD)},
    [EXT(0x1F, 2)] = {ROW("eexp", VU_EEXP, P, FS_FIELD)},
};

const struct vu_opcode vu_opcode_loi = {ROW("loi", VU_LOI, VU_OPERAND_WORD)};
const struct vu_opcode vu_opcode_lower_nop = {ROW("nop", VU_MOVE, VU_OPERAND_NONE)};

const struct vu_opcode *vu_lower_opcode(uint32_t word)
{
    uint32_t index = word >> 25;
    if (index > SPECIAL)
        return NULL;
    if (index == SPECIAL) {
        uint32_t low = word & 0x3F;
        index = low < 0x3C ? SPECIAL + low : EXT((word >> 6) & 0x1F, low & 3);
    }
    return table[index].name ? &table[index] : NULL;
}

const struct vu_opcode *vu_find_lower(const char *name, size_t length)
{
    const struct vu_opcode *const extra[] = {&vu_opcode_lower_nop, &vu_opcode_loi};
    for (size_t i = 0; i < ROWS + 2; i++) {
        const struct vu_opcode *row = i < ROWS ? &table[i] : extra[i - ROWS];
        if (row->name && strncasecmp(row->name, name, length) == 0 && row->name[length] == '\0')
            return row;
    }
    return NULL;
}

uint32_t vu_lower_base(const struct vu_opcode *opcode)
{
    if (opcode == &vu_opcode_loi)
        return 0;
    if (opcode == &vu_opcode_lower_nop)
        return VU_LOWER_NOP;
    uint32_t index = (uint32_t)(opcode - table);
    uint32_t fixed = (uint32_t)opcode->dest << 21;
    if (index < SPECIAL)
        return index << 25 | fixed;
    if (index < EXTENDED)
        return SPECIAL_WORD | (index - SPECIAL) | fixed;
    index -= EXTENDED;
    return SPECIAL_WORD | (index >> 2) << 6 | 0x3C | (index & 3) | fixed;
}
