/* The instructions of a vector unit: names, encodings and written form (VUPIPE sections 11 and 12; the form
 * is that of GNU dvp-as). One table for the decoder, the disassembler and the assembler. */
#ifndef VU_OPCODES_H
#define VU_OPCODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "decode.h"

/* What an operand is, as written, and which bits it fills. */
enum vu_operand {
    VU_OPERAND_NONE,
    VU_OPERAND_FD, /* VF registers with the mnemonic's fields: vf01 or vf01xyz */
    VU_OPERAND_FS,
    VU_OPERAND_FT,
    VU_OPERAND_ACC,
    VU_OPERAND_FT_BC,    /* the field that the mnemonic's last letter names: vf01 or vf01x */
    VU_OPERAND_FS_FIELD, /* one field: vf01x */
    VU_OPERAND_FT_FIELD,
    VU_OPERAND_FS_VECTOR, /* fields that the function implies: vf01 or vf01xyz */
    VU_OPERAND_I,         /* registers that are not encoded */
    VU_OPERAND_Q,
    VU_OPERAND_P,
    VU_OPERAND_R,
    VU_OPERAND_VI01,
    VU_OPERAND_ID, /* VI registers */
    VU_OPERAND_IS,
    VU_OPERAND_IT,
    VU_OPERAND_IMM5, /* signed */
    VU_OPERAND_IMM12,
    VU_OPERAND_IMM12_HIGH, /* its upper six bits (FSSET) */
    VU_OPERAND_IMM15,
    VU_OPERAND_IMM24,
    VU_OPERAND_TARGET, /* a label, or imm11 as such: pairs from the next pair */
    VU_OPERAND_MEM_IS, /* imm11(is) */
    VU_OPERAND_MEM_IT,
    VU_OPERAND_AT_IS,  /* (is) */
    VU_OPERAND_INC_IS, /* (is++) */
    VU_OPERAND_INC_IT,
    VU_OPERAND_DEC_IS, /* (--is) */
    VU_OPERAND_DEC_IT,
    VU_OPERAND_WORD, /* the whole word: a float or 0x bits (LOI) */
    VU_OPERANDS
};

/* How the destination mask, bits 24..21, is written. */
enum vu_dest_rule {
    VU_DEST_NONE, /* not at all; the bits belong to an operand, or are those of `dest` */
    VU_DEST_ANY,  /* .xyz; without it all four */
    VU_DEST_ONE,  /* one field, which must be given (ILW, ILWR) */
    VU_DEST_XYZ,  /* .xyz or nothing (OPMULA, OPMSUB) */
    VU_DEST_CLIP, /* x, y and z always count; dvp-as sets w, too, if .xyz is left out */
};

enum { VU_OPCODE_OPERANDS = 3 };

struct vu_opcode {
    const char *name; /* lower case, with the broadcast letter; NULL: no instruction */
    uint8_t op;       /* enum vu_upper_op or vu_lower_op */
    uint8_t source;   /* upper: enum vu_source */
    uint8_t bc;       /* upper, VU_SOURCE_BC */
    uint8_t dest_rule;
    uint8_t
        dest; /* VU_DEST_NONE: bits 24..21 where no operand fills them; for EFU the fields that are read */
    uint8_t operands[VU_OPCODE_OPERANDS]; /* enum vu_operand, in the order written */
};

/* The instruction of an upper word or of a lower word (of a pair without the I bit); NULL if there is none.
 * Bits that the chip has no use for are not looked at. */
const struct vu_opcode *vu_upper_opcode(uint32_t word);
const struct vu_opcode *vu_lower_opcode(uint32_t word);
/* The lower column of a pair with the I bit, and of 8000033C. */
extern const struct vu_opcode vu_opcode_loi;
extern const struct vu_opcode vu_opcode_lower_nop;

/* Looks a mnemonic up, in any case; NULL if there is none. The lower column has "nop" and "loi", too. */
const struct vu_opcode *vu_find_upper(const char *name, size_t length);
const struct vu_opcode *vu_find_lower(const char *name, size_t length);

/* The word with all operands 0, and the bits that operands and the written mask fill. */
uint32_t vu_upper_base(const struct vu_opcode *opcode);
uint32_t vu_lower_base(const struct vu_opcode *opcode);
uint32_t vu_opcode_variable(const struct vu_opcode *opcode);
/* The bits that one operand fills. */
uint32_t vu_operand_bits(enum vu_operand operand);

/* imm11, imm12, imm15 and imm5 of a lower word, sign extended where they are signed. */
int32_t vu_operand_immediate(enum vu_operand operand, uint32_t word);
/* The other way: the bits of a word that hold `value`, cut to the field. */
uint32_t vu_operand_encode(enum vu_operand operand, int64_t value);

#define VU_LOWER_NOP 0x8000033Cu
#define VU_UPPER_NOP 0x000002FFu
#define VU_FLAG_I 0x80000000u

#endif
