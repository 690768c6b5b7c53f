#include <path1/vu.h>

#include <stdarg.h>
#include <stdio.h>

#include "opcodes.h"

#define FLAG_BITS 0xF8000000u /* 31..27, upper word */

/* The longest column has well under 64 characters. */
struct column {
    char text[96];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void put(struct column *column, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t room = sizeof column->text - column->length;
    int length = vsnprintf(column->text + column->length, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        column->length += (size_t)length < room ? (size_t)length : room - 1;
}

static void put_fields(struct column *column, uint32_t dest)
{
    for (unsigned field = 0; field < 4; field++)
        if (dest & 8u >> field)
            put(column, "%c", "xyzw"[field]);
}

static void put_target(struct column *column, uint32_t word, uint32_t pc)
{
    int32_t offset = vu_operand_immediate(VU_OPERAND_TARGET, word);
    int64_t target = (int64_t)pc + 8 + 8 * (int64_t)offset;
    if (target >= 0 && target < (int64_t)VU1_MEMORY_SIZE)
        put(column, "L%04x", (unsigned)target);
    else /* the program counter wraps: a label there would be out of reach */
        put(column, "%d", (int)offset);
}

static void put_number(struct column *column, int32_t value)
{
    put(column, value < 10 ? "%d" : "0x%x", (int)value);
}

/* How a register operand is written: `before`, two digits, `after`; the number is at bit `shift`. */
struct register_form {
    const char *before, *after;
    uint8_t shift, mask;
};

static const struct register_form forms[VU_OPERANDS] = {
    [VU_OPERAND_FD] = {"vf", "", 6, 0x1F},         [VU_OPERAND_FS] = {"vf", "", 11, 0x1F},
    [VU_OPERAND_FT] = {"vf", "", 16, 0x1F},        [VU_OPERAND_FT_BC] = {"vf", "", 16, 0x1F},
    [VU_OPERAND_FS_FIELD] = {"vf", "", 11, 0x1F},  [VU_OPERAND_FT_FIELD] = {"vf", "", 16, 0x1F},
    [VU_OPERAND_FS_VECTOR] = {"vf", "", 11, 0x1F}, [VU_OPERAND_ID] = {"vi", "", 6, 0xF},
    [VU_OPERAND_IS] = {"vi", "", 11, 0xF},         [VU_OPERAND_IT] = {"vi", "", 16, 0xF},
    [VU_OPERAND_MEM_IS] = {"(vi", ")", 11, 0xF},   [VU_OPERAND_MEM_IT] = {"(vi", ")", 16, 0xF},
    [VU_OPERAND_AT_IS] = {"(vi", ")", 11, 0xF},    [VU_OPERAND_INC_IS] = {"(vi", "++)", 11, 0xF},
    [VU_OPERAND_INC_IT] = {"(vi", "++)", 16, 0xF}, [VU_OPERAND_DEC_IS] = {"(--vi", ")", 11, 0xF},
    [VU_OPERAND_DEC_IT] = {"(--vi", ")", 16, 0xF},
};

static const char *const fixed_names[VU_OPERANDS] = {
    [VU_OPERAND_ACC] = "ACC", [VU_OPERAND_I] = "I", [VU_OPERAND_Q] = "Q",
    [VU_OPERAND_P] = "P",     [VU_OPERAND_R] = "R", [VU_OPERAND_VI01] = "vi01",
};

static void put_operand(struct column *column, const struct vu_opcode *opcode, enum vu_operand operand,
                        uint32_t word, uint32_t pc)
{
    const struct register_form *form = &forms[operand];
    if (fixed_names[operand])
        put(column, "%s", fixed_names[operand]);
    else if (operand == VU_OPERAND_TARGET)
        put_target(column, word, pc);
    else if (operand == VU_OPERAND_WORD)
        put(column, "0x%08x", (unsigned)word);
    else if (operand == VU_OPERAND_MEM_IS || operand == VU_OPERAND_MEM_IT)
        put(column, "%d", (int)vu_operand_immediate(operand, word));
    else if (!form->before)
        put_number(column, vu_operand_immediate(operand, word));

    if (form->before)
        put(column, "%s%02u%s", form->before, (unsigned)(word >> form->shift & form->mask), form->after);
    if (operand == VU_OPERAND_FT_BC)
        put(column, "%c", "xyzw"[opcode->bc]);
    else if (operand == VU_OPERAND_FS_FIELD)
        put(column, "%c", "xyzw"[word >> 21 & 3]);
    else if (operand == VU_OPERAND_FT_FIELD)
        put(column, "%c", "xyzw"[word >> 23 & 3]);
}

static void put_instruction(struct column *column, const struct vu_opcode *opcode, uint32_t word,
                            uint32_t flags, uint32_t pc)
{
    if (!opcode) {
        put(column, ".word 0x%08x", (unsigned)word);
        return;
    }
    put(column, "%s", opcode->name);
    if (flags) {
        put(column, "[");
        for (unsigned i = 0; i < 5; i++)
            if (flags & VU_FLAG_I >> i)
                put(column, "%c", "IEMDT"[i]);
        put(column, "]");
    }
    if (opcode->dest_rule != VU_DEST_NONE) {
        put(column, ".");
        put_fields(column, word >> 21 & 0xF);
    }
    for (int i = 0; i < VU_OPCODE_OPERANDS && opcode->operands[i] != VU_OPERAND_NONE; i++) {
        put(column, i ? ", " : " ");
        put_operand(column, opcode, (enum vu_operand)opcode->operands[i], word, pc);
    }
}

static const struct vu_opcode *lower_of(uint32_t upper, uint32_t lower)
{
    if (upper & VU_FLAG_I)
        return &vu_opcode_loi;
    return lower == VU_LOWER_NOP ? &vu_opcode_lower_nop : vu_lower_opcode(lower);
}

int vu_disassemble_upper(uint32_t upper, char *out, size_t size)
{
    struct column column = {.length = 0};
    put_instruction(&column, vu_upper_opcode(upper), upper, upper & FLAG_BITS, 0);
    return snprintf(out, size, "%s", column.text);
}

int vu_disassemble_lower(uint32_t upper, uint32_t lower, uint32_t pc, char *out, size_t size)
{
    struct column column = {.length = 0};
    put_instruction(&column, lower_of(upper, lower), lower, 0, pc);
    return snprintf(out, size, "%s", column.text);
}

/* Does the written form say all of `word`? */
static bool says_all(const struct vu_opcode *opcode, uint32_t base, uint32_t word)
{
    uint32_t dest = word >> 21 & 0xF;
    if ((word & ~vu_opcode_variable(opcode)) != base)
        return false;
    switch ((enum vu_dest_rule)opcode->dest_rule) {
    case VU_DEST_ANY:
        return dest != 0;
    case VU_DEST_ONE:
        return dest == 8 || dest == 4 || dest == 2 || dest == 1;
    case VU_DEST_XYZ:
        return dest == 0xE;
    case VU_DEST_CLIP:
        return dest == 0xE || dest == 0xF;
    case VU_DEST_NONE:
        break;
    }
    return true;
}

bool vu_disassembly_exact(uint32_t upper, uint32_t lower)
{
    const struct vu_opcode *up = vu_upper_opcode(upper), *low = lower_of(upper, lower);
    return up && low && says_all(up, vu_upper_base(up), upper & ~FLAG_BITS) &&
           says_all(low, vu_lower_base(low), lower);
}

bool vu_branch_target(uint32_t upper, uint32_t lower, uint32_t pc, int32_t *target)
{
    const struct vu_opcode *opcode = lower_of(upper, lower);
    for (int i = 0; opcode && i < VU_OPCODE_OPERANDS; i++)
        if (opcode->operands[i] == VU_OPERAND_TARGET) {
            *target = (int32_t)pc + 8 + 8 * vu_operand_immediate(VU_OPERAND_TARGET, lower);
            return true;
        }
    return false;
}
