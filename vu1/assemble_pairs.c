#include "assemble.h"

#include <ctype.h>
#include <string.h>

#include "words.h"

static bool take_flags(struct assembler *as, uint32_t *flags)
{
    const char *begin = as->at++;
    for (; *as->at != ']'; as->at++) {
        const char *found = *as->at ? strchr("IEMDT", toupper((unsigned char)*as->at)) : NULL;
        if (!found)
            return as_fail(as, "'%.*s': the flags are I, E, M, D, T", as_shown(strlen(begin)), begin);
        *flags |= VU_FLAG_I >> (found - "IEMDT");
    }
    as->at++;
    return true;
}

static const struct vu_opcode *find(struct assembler *as, bool upper)
{
    const char *name;
    size_t length;
    if (!as_take_word(as, &name, &length)) {
        as_fail(as, "an instruction is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
        return NULL;
    }
    const struct vu_opcode *found = upper ? vu_find_upper(name, length) : vu_find_lower(name, length);
    if (found)
        return found;
    const struct vu_opcode *other = upper ? vu_find_lower(name, length) : vu_find_upper(name, length);
    if (other)
        as_fail(as, "'%.*s' is an instruction of the %s column; the upper one comes first", as_shown(length),
                name, upper ? "lower" : "upper");
    else
        as_fail(as, "there is no instruction '%.*s' in the %s column", as_shown(length), name,
                upper ? "upper" : "lower");
    return NULL;
}

/* Makes of the mask that was written (0: none) the one that is encoded. */
static bool settle_dest(struct assembler *as, const struct vu_opcode *opcode, uint32_t written,
                        uint32_t *dest)
{
    *dest = written ? written : 0xF;
    switch ((enum vu_dest_rule)opcode->dest_rule) {
    case VU_DEST_NONE:
        if (written)
            return as_fail(as, "'%s' takes no fields", opcode->name);
        *dest = 0;
        return true;
    case VU_DEST_ANY:
        return true;
    case VU_DEST_ONE:
        return (written && !(written & (written - 1))) ||
               as_fail(as, "'%s' needs one field, as in %s.x", opcode->name, opcode->name);
    case VU_DEST_XYZ:
        if (written && written != 0xE)
            return as_fail(as, "'%s' can only have the fields xyz", opcode->name);
        *dest = 0xE;
        return true;
    case VU_DEST_CLIP:
        *dest |= 0xE;
        return true;
    }
    return true;
}

/* One column: "name[flags].fields operand, operand". */
static bool take_column(struct assembler *as, bool upper, uint32_t *word, uint32_t *flags)
{
    const struct vu_opcode *opcode = find(as, upper);
    if (!opcode)
        return false;
    uint32_t written = 0, dest;
    for (bool more = true; more;) {
        if (*as->at == '[' && upper) {
            if (!take_flags(as, flags))
                return false;
        } else if ((*as->at == '.' || *as->at == '/') && !written) {
            const char *begin = as->at++;
            if (!as_take_fields(as, &written))
                return as_fail(as, "'%.*s' is no selection of fields", as_shown(strlen(begin)), begin);
        } else {
            more = false;
        }
    }
    if (*as->at && !isspace((unsigned char)*as->at))
        return as_fail(as, "'%.*s' is too much behind '%s'", as_shown(strlen(as->at)), as->at, opcode->name);
    if (!settle_dest(as, opcode, written, &dest))
        return false;
    *word = (upper ? vu_upper_base(opcode) : vu_lower_base(opcode)) | dest << 21;
    for (int i = 0; i < VU_OPCODE_OPERANDS && opcode->operands[i] != VU_OPERAND_NONE; i++) {
        if (i && !as_take(as, ','))
            return as_fail(as, "',' and another operand of '%s' are missing at '%.*s'", opcode->name,
                           as_shown(strlen(as->at)), as->at);
        if (!as_operand(as, opcode, (enum vu_operand)opcode->operands[i], dest, word))
            return false;
    }
    if (opcode == &vu_opcode_loi)
        *flags |= VU_FLAG_I;
    return true;
}

bool as_pair(struct assembler *as)
{
    uint32_t upper, lower, flags = 0;
    if (as->mode != AS_CODE)
        return as_fail(as, "an instruction outside of micro memory");
    struct as_symbol *label = as->last_label;
    if (!as_fill_to(as, (as->here + 7) & ~7u, 0))
        return false;
    if (label) /* it names the pair, not what was filled before it */
        label->value = as->here;
    if (!take_column(as, true, &upper, &flags))
        return false;
    as_take(as, '|');
    if (as_at_end(as))
        return as_fail(as, "the lower instruction is missing");
    if (!take_column(as, false, &lower, &flags) || !as_expect_end(as))
        return false;
    uint8_t bytes[8];
    vu_store_word(bytes, lower);
    vu_store_word(bytes + 4, upper | flags);
    return as_put(as, bytes, sizeof bytes);
}
