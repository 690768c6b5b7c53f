/* Instruction pairs, decoded (VUPIPE sections 5, 11 and 12). One decoder serves the interpreter, the timing
 * model, the disassembler and the assembler. */
#ifndef VU_DECODE_H
#define VU_DECODE_H

#include <stdbool.h>
#include <stdint.h>

/* Upper operations. Those with a second source name it in `source`. */
enum vu_upper_op {
    VU_UPPER_INVALID, /* no instruction of the chip: does nothing */
    VU_ADD,
    VU_SUB,
    VU_MADD,
    VU_MSUB,
    VU_MAX,
    VU_MINI,
    VU_MUL,
    VU_OPMSUB,
    VU_ADDA,
    VU_SUBA,
    VU_MADDA,
    VU_MSUBA,
    VU_MULA,
    VU_OPMULA,
    VU_ITOF0,
    VU_ITOF4,
    VU_ITOF12,
    VU_ITOF15,
    VU_FTOI0,
    VU_FTOI4,
    VU_FTOI12,
    VU_FTOI15,
    VU_ABS,
    VU_CLIP,
    VU_NOP,
    VU_UPPER_OPS
};

/* What the second source of an upper operation is. */
enum vu_source { VU_SOURCE_NONE, VU_SOURCE_FT, VU_SOURCE_BC, VU_SOURCE_Q, VU_SOURCE_I };

/* Destination masks and field numbers: x = 8, y = 4, z = 2, w = 1; field 0 = x ... 3 = w. */
struct vu_upper {
    uint8_t op; /* enum vu_upper_op */
    uint8_t source;
    uint8_t dest;
    uint8_t ft, fs, fd; /* as encoded, 0..31; FTOI, ITOF and ABS write ft */
    uint8_t bc;         /* VU_SOURCE_BC: field of ft, 0..3 */
    bool i, e, m, d, t; /* control bits 31..27 */
};

enum vu_lower_op {
    VU_LOWER_INVALID,
    VU_LQ,
    VU_SQ,
    VU_ILW,
    VU_ISW,
    VU_IADDIU,
    VU_ISUBIU,
    VU_FCEQ,
    VU_FCSET,
    VU_FCAND,
    VU_FCOR,
    VU_FSEQ,
    VU_FSSET,
    VU_FSAND,
    VU_FSOR,
    VU_FMEQ,
    VU_FMAND,
    VU_FMOR,
    VU_FCGET,
    VU_B,
    VU_BAL,
    VU_JR,
    VU_JALR,
    VU_IBEQ,
    VU_IBNE,
    VU_IBLTZ,
    VU_IBGTZ,
    VU_IBLEZ,
    VU_IBGEZ,
    VU_IADD,
    VU_ISUB,
    VU_IADDI,
    VU_IAND,
    VU_IOR,
    VU_MOVE,
    VU_MR32,
    VU_LQI,
    VU_SQI,
    VU_LQD,
    VU_SQD,
    VU_DIV,
    VU_SQRT,
    VU_RSQRT,
    VU_WAITQ,
    VU_MTIR,
    VU_MFIR,
    VU_ILWR,
    VU_ISWR,
    VU_RNEXT,
    VU_RGET,
    VU_RINIT,
    VU_RXOR,
    VU_MFP,
    VU_XTOP,
    VU_XITOP,
    VU_XGKICK,
    VU_ESADD,
    VU_ERSADD,
    VU_ELENG,
    VU_ERLENG,
    VU_EATANXY,
    VU_EATANXZ,
    VU_ESUM,
    VU_ERCPR,
    VU_ESQRT,
    VU_ERSQRT,
    VU_WAITP,
    VU_ESIN,
    VU_EATAN,
    VU_EEXP,
    VU_LOI, /* the pair's I bit is set: the lower word is the immediate */
    VU_LOWER_OPS
};

struct vu_lower {
    uint8_t op;       /* enum vu_lower_op */
    uint8_t dest;     /* bits 24..21 */
    uint8_t t, s, d;  /* bits 20..16, 15..11, 10..6 as encoded: VF or VI numbers (VI: low 4 bits count) */
    uint8_t fsf, ftf; /* bits 22..21 and 24..23 */
    int32_t imm;      /* the immediate that the operation has, sign extended where it is signed: imm5, imm11,
                         imm12, imm15, imm24; VU_LOI: the word itself */
};

struct vu_pair {
    struct vu_upper upper;
    struct vu_lower lower;
};

struct vu_upper vu_decode_upper(uint32_t word);
/* `i_bit`: bit 31 of the upper word. */
struct vu_lower vu_decode_lower(uint32_t word, bool i_bit);
static inline struct vu_pair vu_decode(uint32_t upper, uint32_t lower)
{
    struct vu_pair pair = {vu_decode_upper(upper), vu_decode_lower(lower, upper >> 31)};
    return pair;
}

#endif
