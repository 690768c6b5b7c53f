#include "opcodes.h"

#define FD_BITS 0x000007C0u /* 10..6 */
#define FS_BITS 0x0000F800u /* 15..11 */
#define FT_BITS 0x001F0000u /* 20..16 */
/* VI numbers have four bits. */
#define ID_BITS 0x000003C0u
#define IS_BITS 0x00007800u
#define IT_BITS 0x000F0000u
#define FSF_BITS 0x00600000u  /* 22..21 */
#define FTF_BITS 0x01800000u  /* 24..23 */
#define DEST_BITS 0x01E00000u /* 24..21 */
#define IMM11_BITS 0x000007FFu
#define IMM12_BITS 0x002007FFu /* 21 and 10..0 */
#define IMM15_BITS 0x01E007FFu /* 24..21 and 10..0 */

uint32_t vu_operand_bits(enum vu_operand operand)
{
    static const uint32_t bits[VU_OPERANDS] = {
        [VU_OPERAND_FD] = FD_BITS,
        [VU_OPERAND_FS] = FS_BITS,
        [VU_OPERAND_FT] = FT_BITS,
        [VU_OPERAND_FT_BC] = FT_BITS,
        [VU_OPERAND_FS_FIELD] = FS_BITS | FSF_BITS,
        [VU_OPERAND_FT_FIELD] = FT_BITS | FTF_BITS,
        [VU_OPERAND_FS_VECTOR] = FS_BITS,
        [VU_OPERAND_ID] = ID_BITS,
        [VU_OPERAND_IS] = IS_BITS,
        [VU_OPERAND_IT] = IT_BITS,
        [VU_OPERAND_IMM5] = FD_BITS,
        [VU_OPERAND_IMM12] = IMM12_BITS,
        [VU_OPERAND_IMM12_HIGH] = 0x002007C0u,
        [VU_OPERAND_IMM15] = IMM15_BITS,
        [VU_OPERAND_IMM24] = 0x00FFFFFFu,
        [VU_OPERAND_TARGET] = IMM11_BITS,
        [VU_OPERAND_MEM_IS] = IS_BITS | IMM11_BITS,
        [VU_OPERAND_MEM_IT] = IT_BITS | IMM11_BITS,
        [VU_OPERAND_AT_IS] = IS_BITS,
        [VU_OPERAND_INC_IS] = IS_BITS,
        [VU_OPERAND_INC_IT] = IT_BITS,
        [VU_OPERAND_DEC_IS] = IS_BITS,
        [VU_OPERAND_DEC_IT] = IT_BITS,
        [VU_OPERAND_WORD] = UINT32_MAX,
    };
    return bits[operand];
}

uint32_t vu_opcode_variable(const struct vu_opcode *opcode)
{
    uint32_t bits = opcode->dest_rule == VU_DEST_NONE ? 0 : DEST_BITS;
    for (int i = 0; i < VU_OPCODE_OPERANDS; i++)
        bits |= vu_operand_bits((enum vu_operand)opcode->operands[i]);
    return bits;
}

static int32_t sign_extend(uint32_t value, unsigned bits)
{
    uint32_t sign = 1u << (bits - 1);
    return (int32_t)((value ^ sign) - sign);
}

int32_t vu_operand_immediate(enum vu_operand operand, uint32_t word)
{
    switch (operand) {
    case VU_OPERAND_IMM5:
        return sign_extend((word >> 6) & 0x1F, 5);
    case VU_OPERAND_IMM12:
    case VU_OPERAND_IMM12_HIGH:
        return (int32_t)((word >> 10 & 0x800) | (word & 0x7FF));
    case VU_OPERAND_IMM15:
        return (int32_t)((word >> 10 & 0x7800) | (word & 0x7FF));
    case VU_OPERAND_IMM24:
        return (int32_t)(word & 0xFFFFFF);
    case VU_OPERAND_TARGET:
    case VU_OPERAND_MEM_IS:
    case VU_OPERAND_MEM_IT:
        return sign_extend(word & 0x7FF, 11);
    case VU_OPERAND_WORD:
        return (int32_t)word;
    default:
        return 0;
    }
}

uint32_t vu_operand_encode(enum vu_operand operand, int64_t value)
{
    uint32_t bits = (uint32_t)value;
    switch (operand) {
    case VU_OPERAND_IMM5:
        return (bits & 0x1F) << 6;
    case VU_OPERAND_IMM12:
        return (bits & 0x800) << 10 | (bits & 0x7FF);
    case VU_OPERAND_IMM12_HIGH:
        return (bits & 0x800) << 10 | (bits & 0x7C0);
    case VU_OPERAND_IMM15:
        return (bits & 0x7800) << 10 | (bits & 0x7FF);
    case VU_OPERAND_IMM24:
        return bits & 0xFFFFFF;
    case VU_OPERAND_TARGET:
    case VU_OPERAND_MEM_IS:
    case VU_OPERAND_MEM_IT:
        return bits & 0x7FF;
    default:
        return bits;
    }
}
