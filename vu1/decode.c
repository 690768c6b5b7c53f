#include "decode.h"

#include "opcodes.h"

struct vu_upper vu_decode_upper(uint32_t word)
{
    const struct vu_opcode *opcode = vu_upper_opcode(word);
    return (struct vu_upper){
        .op = opcode ? opcode->op : VU_UPPER_INVALID,
        .source = opcode ? opcode->source : VU_SOURCE_NONE,
        .dest = word >> 21 & 0xF,
        .ft = word >> 16 & 0x1F,
        .fs = word >> 11 & 0x1F,
        .fd = word >> 6 & 0x1F,
        .bc = opcode ? opcode->bc : 0,
        .i = word >> 31 & 1,
        .e = word >> 30 & 1,
        .m = word >> 29 & 1,
        .d = word >> 28 & 1,
        .t = word >> 27 & 1,
    };
}

struct vu_lower vu_decode_lower(uint32_t word, bool i_bit)
{
    if (i_bit)
        return (struct vu_lower){.op = VU_LOI, .imm = (int32_t)word};
    const struct vu_opcode *opcode = vu_lower_opcode(word);
    int32_t immediate = 0;
    if (opcode)
        for (int i = 0; i < VU_OPCODE_OPERANDS; i++)
            immediate |= vu_operand_immediate((enum vu_operand)opcode->operands[i], word);
    return (struct vu_lower){
        .op = opcode ? opcode->op : VU_LOWER_INVALID,
        .dest = word >> 21 & 0xF,
        .t = word >> 16 & 0x1F,
        .s = word >> 11 & 0x1F,
        .d = word >> 6 & 0x1F,
        .fsf = word >> 21 & 3,
        .ftf = word >> 23 & 3,
        .imm = immediate,
    };
}
