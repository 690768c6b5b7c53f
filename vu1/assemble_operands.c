#include "assemble.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static uint32_t field_bit(char c)
{
    static const char names[] = "xyzw";
    const char *found = c ? strchr(names, tolower((unsigned char)c)) : NULL;
    return found ? 8u >> (found - names) : 0;
}

bool as_take_fields(struct assembler *as, uint32_t *fields)
{
    uint32_t taken = 0;
    for (uint32_t bit; (bit = field_bit(*as->at)) != 0; as->at++)
        taken |= bit;
    *fields = taken;
    return taken != 0;
}

/* The number in "vf12" or "vi12"; -1 if `name` does not begin so. `*length`: of that. */
static int register_number(const char *name, const char *kind, size_t *length)
{
    if (strncasecmp(name, kind, 2) != 0 || !isdigit((unsigned char)name[2]))
        return -1;
    int number = 0;
    size_t i = 2;
    for (; isdigit((unsigned char)name[i]); i++)
        number = number < 1000 ? number * 10 + (name[i] - '0') : number;
    *length = i;
    return number;
}

bool as_is_register(const char *name, size_t length)
{
    size_t used = 0;
    if (register_number(name, "vf", &used) < 0 && register_number(name, "vi", &used) < 0)
        return false;
    while (used < length && field_bit(name[used]))
        used++;
    return used == length;
}

/* Fields behind a register, in one of the ways in use: vf01xyz, vf01[xyz], vf01.xyz. 0: none. */
static bool take_suffix(struct assembler *as, uint32_t *fields)
{
    const char *begin = as->at;
    *fields = 0;
    if (*begin == '[') {
        as->at++;
        if (!as_take_fields(as, fields) || *as->at++ != ']')
            return as_fail(as, "'%.*s' is no selection of fields", as_shown(strlen(begin)), begin);
    } else {
        as->at += *begin == '.' && field_bit(begin[1]);
        as_take_fields(as, fields);
    }
    if (as_is_name(*as->at))
        return as_fail(as, "'%.*s' is no selection of fields", as_shown(strlen(begin)), begin);
    return true;
}

static bool take_vf(struct assembler *as, uint32_t *number, uint32_t *fields)
{
    as_skip(as);
    size_t length;
    int found = register_number(as->at, "vf", &length);
    if (found < 0)
        return as_fail(as, "a register vf00..vf31 is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
    if (found > 31)
        return as_fail(as, "there is no register '%.*s'", as_shown(length), as->at);
    as->at += length;
    *number = (uint32_t)found;
    return take_suffix(as, fields);
}

static bool take_vi(struct assembler *as, uint32_t *number)
{
    as_skip(as);
    size_t length;
    int found = register_number(as->at, "vi", &length);
    if (found < 0)
        return as_fail(as, "a register vi00..vi15 is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
    if (found > 15)
        return as_fail(as, "there is no register '%.*s'", as_shown(length), as->at);
    as->at += length;
    if (as_is_name(*as->at))
        return as_fail(as, "'%.*s' is too much behind a vi register", as_shown(strlen(as->at)), as->at);
    *number = (uint32_t)found;
    return true;
}

/* Are the fields that a register was written with, if any, those that belong there? */
static bool check_fields(struct assembler *as, uint32_t fields, uint32_t wanted)
{
    if (fields == 0 || fields == wanted)
        return true;
    return as_fail(as, "the fields of a register differ from those of the instruction");
}

static bool one_field(struct assembler *as, uint32_t fields, uint32_t *index)
{
    for (uint32_t i = 0; i < 4; i++)
        if (fields == 8u >> i) {
            *index = i;
            return true;
        }
    return as_fail(as, "this register needs one field, as in vf01x");
}

static bool vf_operand(struct assembler *as, const struct vu_opcode *opcode, enum vu_operand operand,
                       uint32_t dest, uint32_t *word)
{
    uint32_t number = 0, fields = 0, index = 0;
    if (!take_vf(as, &number, &fields))
        return false;
    switch (operand) {
    case VU_OPERAND_FD:
        *word |= number << 6;
        return check_fields(as, fields, dest);
    case VU_OPERAND_FS:
        *word |= number << 11;
        return check_fields(as, fields, dest);
    case VU_OPERAND_FT:
        *word |= number << 16;
        return check_fields(as, fields, dest);
    case VU_OPERAND_FT_BC:
        *word |= number << 16;
        return check_fields(as, fields, 8u >> opcode->bc);
    case VU_OPERAND_FS_VECTOR:
        *word |= number << 11;
        return check_fields(as, fields, opcode->dest);
    case VU_OPERAND_FS_FIELD:
        if (!one_field(as, fields, &index))
            return false;
        *word |= number << 11 | index << 21;
        return true;
    default: /* VU_OPERAND_FT_FIELD */
        if (!one_field(as, fields, &index))
            return false;
        *word |= number << 16 | index << 23;
        return true;
    }
}

/* ACC, I, Q, P, R. */
static bool named_operand(struct assembler *as, const char *name, uint32_t dest)
{
    as_skip(as);
    size_t length = strlen(name);
    uint32_t fields;
    const char *begin = as->at;
    if (strncasecmp(begin, name, length) != 0)
        return as_fail(as, "%s is missing at '%.*s'", name, as_shown(strlen(begin)), begin);
    as->at += length;
    if (length == 3) /* ACC may have fields */
        return take_suffix(as, &fields) && check_fields(as, fields, dest);
    if (as_is_name(*as->at))
        return as_fail(as, "%s is missing at '%.*s'", name, as_shown(strlen(begin)), begin);
    return true;
}

static bool vi_operand(struct assembler *as, enum vu_operand operand, uint32_t *word)
{
    uint32_t number;
    if (!take_vi(as, &number))
        return false;
    if (operand == VU_OPERAND_VI01)
        return number == 1 || as_fail(as, "this instruction can only write vi01");
    *word |= number << (operand == VU_OPERAND_ID ? 6 : operand == VU_OPERAND_IS ? 11 : 16);
    return true;
}

static bool immediate_operand(struct assembler *as, enum vu_operand operand, uint32_t *word)
{
    struct as_value value;
    if (!as_expression(as, &value))
        return false;
    int64_t least = 0, most = 0;
    switch (operand) {
    case VU_OPERAND_IMM5:
        least = -16, most = 15;
        break;
    case VU_OPERAND_IMM12:
    case VU_OPERAND_IMM12_HIGH:
        least = -0x800, most = 0xFFF;
        break;
    case VU_OPERAND_IMM24:
        least = -0x800000, most = 0xFFFFFF;
        break;
    default: /* VU_OPERAND_IMM15: dvp-as cuts it without a word, and sources rely on that */
        least = INT64_MIN, most = INT64_MAX;
        if (value.placed) /* such addresses and distances count in pairs, as JR and JALR do */
            value.number = value.number / 8;
        value.labels = 0;
        break;
    }
    if (value.labels && !as_fail_value(as, &value, "an address where a number belongs"))
        return false;
    if ((value.number < least || value.number > most) &&
        !as_fail_value(as, &value, "%lld does not fit; %lld to %lld do", (long long)value.number,
                       (long long)least, (long long)most))
        return false;
    *word |= vu_operand_encode(operand, value.number);
    return true;
}

/* A label, or pairs from the next pair, as dvp-as takes numbers. Micro memory is a ring: in VU1, with 2048
 * pairs, eleven bits reach every label, and programs of more than 1024 pairs rely on it. */
static bool target_operand(struct assembler *as, uint32_t *word)
{
    struct as_value value;
    if (!as_expression(as, &value))
        return false;
    int64_t offset = value.number, least = -1024, most = 1023;
    if (value.labels) {
        offset = (int64_t)((uint64_t)value.number - as->here - 8);
        if (offset % 8 && !as_fail_value(as, &value, "the branch target is no multiple of 8"))
            return false;
        offset /= 8;
        least = 1 - AS_PAIRS;
        most = AS_PAIRS - 1;
    }
    if ((offset < least || offset > most) &&
        !as_fail_value(as, &value, "the branch target is %lld pairs away; %lld to %lld are possible",
                       (long long)offset, (long long)least, (long long)most))
        return false;
    *word |= vu_operand_encode(VU_OPERAND_TARGET, offset);
    return true;
}

/* Is the next thing "(" and a vi register? Then no offset stands before it. */
static bool bracket_is_next(struct assembler *as)
{
    as_skip(as);
    const char *at = as->at;
    size_t length;
    if (*at++ != '(')
        return false;
    while (isspace((unsigned char)*at))
        at++;
    return register_number(at, "vi", &length) >= 0;
}

/* imm11(vi01), (vi01), (vi01++), (--vi01); a field may follow: dvp-as writes ilw.x vi01,0(vi02)x. */
static bool memory_operand(struct assembler *as, enum vu_operand operand, uint32_t dest, uint32_t *word)
{
    bool offset = operand == VU_OPERAND_MEM_IS || operand == VU_OPERAND_MEM_IT;
    bool increment = operand == VU_OPERAND_INC_IS || operand == VU_OPERAND_INC_IT;
    bool decrement = operand == VU_OPERAND_DEC_IS || operand == VU_OPERAND_DEC_IT;
    bool to_it = operand == VU_OPERAND_MEM_IT || operand == VU_OPERAND_INC_IT || operand == VU_OPERAND_DEC_IT;
    struct as_value value = {.number = 0};
    if (offset && !bracket_is_next(as) && !as_expression(as, &value))
        return false;
    if (value.labels && !as_fail_value(as, &value, "an address where an offset belongs"))
        return false;
    if ((value.number < -1024 || value.number > 2047) &&
        !as_fail_value(as, &value, "offset %lld does not fit; -1024 to 2047 do", (long long)value.number))
        return false;
    *word |= vu_operand_encode(VU_OPERAND_MEM_IS, value.number);

    uint32_t number, fields;
    if (!as_take(as, '('))
        return as_fail(as, "'(' and a vi register are missing at '%.*s'", as_shown(strlen(as->at)), as->at);
    if (decrement && !(as_take(as, '-') && as_take(as, '-')))
        return as_fail(as, "'--' is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
    if (!take_vi(as, &number))
        return false;
    if (increment && !(as_take(as, '+') && as_take(as, '+')))
        return as_fail(as, "'++' is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
    if (!as_take(as, ')'))
        return as_fail(as, "')' is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
    *word |= number << (to_it ? 16 : 11);
    return take_suffix(as, &fields) && check_fields(as, fields, dest);
}

/* Of LOI: hexadecimal digits are bits, everything else is a float. */
static bool word_operand(struct assembler *as, uint32_t *word)
{
    as_skip(as);
    char second = *as->at == '0' ? (char)tolower((unsigned char)as->at[1]) : '\0';
    if (second == 'x') {
        uint64_t bits;
        bool plain;
        if (!as_integer(as, &bits, &plain))
            return false;
        *word = (uint32_t)bits;
        return bits <= UINT32_MAX || as_fail(as, "the word has more than 32 bits");
    }
    if (second == 'f') /* gas's mark for floats */
        as->at += 2;
    return as_float(as, word);
}

bool as_operand(struct assembler *as, const struct vu_opcode *opcode, enum vu_operand operand, uint32_t dest,
                uint32_t *word)
{
    switch (operand) {
    case VU_OPERAND_FD:
    case VU_OPERAND_FS:
    case VU_OPERAND_FT:
    case VU_OPERAND_FT_BC:
    case VU_OPERAND_FS_FIELD:
    case VU_OPERAND_FT_FIELD:
    case VU_OPERAND_FS_VECTOR:
        return vf_operand(as, opcode, operand, dest, word);
    case VU_OPERAND_ACC:
        return named_operand(as, "ACC", dest);
    case VU_OPERAND_I:
        return named_operand(as, "I", dest);
    case VU_OPERAND_Q:
        return named_operand(as, "Q", dest);
    case VU_OPERAND_P:
        return named_operand(as, "P", dest);
    case VU_OPERAND_R:
        return named_operand(as, "R", dest);
    case VU_OPERAND_VI01:
    case VU_OPERAND_ID:
    case VU_OPERAND_IS:
    case VU_OPERAND_IT:
        return vi_operand(as, operand, word);
    case VU_OPERAND_IMM5:
    case VU_OPERAND_IMM12:
    case VU_OPERAND_IMM12_HIGH:
    case VU_OPERAND_IMM15:
    case VU_OPERAND_IMM24:
        return immediate_operand(as, operand, word);
    case VU_OPERAND_TARGET:
        return target_operand(as, word);
    case VU_OPERAND_MEM_IS:
    case VU_OPERAND_MEM_IT:
    case VU_OPERAND_AT_IS:
    case VU_OPERAND_INC_IS:
    case VU_OPERAND_INC_IT:
    case VU_OPERAND_DEC_IS:
    case VU_OPERAND_DEC_IT:
        return memory_operand(as, operand, dest, word);
    case VU_OPERAND_WORD:
        return word_operand(as, word);
    case VU_OPERAND_NONE:
    case VU_OPERANDS:
        break;
    }
    return true;
}
