#include "assemble.h"

#include <ctype.h>
#include <string.h>

/* gas's precedence, which is not C's. Numbers have 64 bits and wrap. */
enum operator{
    OP_NONE,
    OP_OR,
    OP_AND,
    OP_EQUAL,
    OP_UNEQUAL,
    OP_LESS,
    OP_LESS_EQUAL,
    OP_GREATER,
    OP_GREATER_EQUAL,
    OP_ADD,
    OP_SUBTRACT,
    OP_BIT_OR,
    OP_BIT_AND,
    OP_BIT_XOR,
    OP_MULTIPLY,
    OP_DIVIDE,
    OP_REMAINDER,
    OP_LEFT,
    OP_RIGHT,
};

static const struct {
    const char *text; /* longer ones first */
    enum operator op;
    int level;
} operators[] = {
    {"||", OP_OR, 0},    {"&&", OP_AND, 1},      {"==", OP_EQUAL, 2},      {"<>", OP_UNEQUAL, 2},
    {"<<", OP_LEFT, 5},  {">>", OP_RIGHT, 5},    {"<=", OP_LESS_EQUAL, 2}, {">=", OP_GREATER_EQUAL, 2},
    {"<", OP_LESS, 2},   {">", OP_GREATER, 2},   {"+", OP_ADD, 3},         {"-", OP_SUBTRACT, 3},
    {"|", OP_BIT_OR, 4}, {"&", OP_BIT_AND, 4},   {"^", OP_BIT_XOR, 4},     {"*", OP_MULTIPLY, 5},
    {"/", OP_DIVIDE, 5}, {"%", OP_REMAINDER, 5},
};
enum { LEVELS = 6 };

static bool parse_level(struct assembler *as, int level, struct as_value *out);

static bool parse_symbol(struct assembler *as, struct as_value *out)
{
    const char *name;
    size_t length;
    if (!as_take_name(as, &name, &length))
        return as_fail(as, "a number or symbol is missing at '%.*s'", as_shown(strlen(as->at)), as->at);
    if (length == 1 && *name == '.') {
        if (as->mode != AS_CODE)
            return as_fail(as, "'.' has no value outside of micro memory");
        *out = (struct as_value){.number = as->here, .labels = 1, .placed = true};
        return true;
    }
    if (as_is_register(name, length))
        return as_fail(as, "register '%.*s' where a number belongs", as_shown(length), name);
    return as_lookup(as, name, length, out);
}

static bool parse_number(struct assembler *as, struct as_value *out)
{
    uint64_t number;
    bool plain;
    if (!as_integer(as, &number, &plain))
        return false;
    char suffix = (char)tolower((unsigned char)*as->at);
    if (plain && (suffix == 'b' || suffix == 'f') && !as_is_name(as->at[1])) {
        as->at++;
        return as_local(as, number, suffix == 'b', out);
    }
    if (as_is_name(*as->at))
        return as_fail(as, "'%.*s' does not belong to a number", as_shown(strlen(as->at)), as->at);
    *out = (struct as_value){.number = (int64_t)number};
    return true;
}

static bool parse_character(struct assembler *as, struct as_value *out)
{
    if (!as->at[1])
        return as_fail(as, "a character is missing behind '");
    *out = (struct as_value){.number = (unsigned char)as->at[1]};
    as->at += 2;
    if (*as->at == '\'')
        as->at++;
    return true;
}

static bool parse_primary(struct assembler *as, struct as_value *out)
{
    if (as_take(as, '(')) {
        if (!parse_level(as, 0, out))
            return false;
        return as_take(as, ')') || as_fail(as, "')' is missing");
    }
    if (isdigit((unsigned char)*as->at))
        return parse_number(as, out);
    if (*as->at == '\'')
        return parse_character(as, out);
    return parse_symbol(as, out);
}

static bool parse_unary(struct assembler *as, struct as_value *out)
{
    if (++as->nesting > AS_NESTING)
        return as_fail(as, "the expression is nested too deeply");
    as_skip(as);
    char sign = *as->at;
    bool done;
    if (sign == '-' || sign == '~' || sign == '+') {
        as->at++;
        done = parse_unary(as, out);
        if (done && sign != '+' && out->labels)
            done = as_fail(as, "'%c' of an address", sign);
        uint64_t number = (uint64_t)out->number;
        if (done && sign == '-')
            out->number = (int64_t)(0 - number);
        else if (done && sign == '~')
            out->number = (int64_t)~number;
    } else {
        done = parse_primary(as, out);
    }
    as->nesting--;
    return done;
}

static int64_t shift(int64_t number, int64_t by, bool left)
{
    uint64_t bits = (uint64_t)number, sign = number < 0 ? UINT64_MAX : 0;
    if (by < 0 || by > 63)
        return left || by < 0 ? 0 : (int64_t)sign;
    if (left)
        return (int64_t)(bits << by);
    return (int64_t)(by ? bits >> by | sign << (64 - by) : bits);
}

/* Comparisons give -1 for true, as in gas. */
static int64_t truth(bool condition)
{
    return condition ? -1 : 0;
}

static bool divide(struct assembler *as, enum operator op, const struct as_value *a, const struct as_value *b,
                   int64_t *out)
{
    *out = 0;
    if (b->number == 0)
        return as_fail_value(as, b, "division by zero");
    if (b->number == -1) /* INT64_MIN / -1 */
        *out = op == OP_DIVIDE ? (int64_t)(0 - (uint64_t)a->number) : 0;
    else
        *out = op == OP_DIVIDE ? a->number / b->number : a->number % b->number;
    return true;
}

static bool compute(struct assembler *as, enum operator op, const struct as_value *a,
                    const struct as_value *b, int64_t *out)
{
    uint64_t x = (uint64_t)a->number, y = (uint64_t)b->number;
    switch (op) {
    case OP_OR:
        *out = a->number || b->number;
        return true;
    case OP_AND:
        *out = a->number && b->number;
        return true;
    case OP_EQUAL:
        *out = truth(x == y);
        return true;
    case OP_UNEQUAL:
        *out = truth(x != y);
        return true;
    case OP_LESS:
        *out = truth(a->number < b->number);
        return true;
    case OP_LESS_EQUAL:
        *out = truth(a->number <= b->number);
        return true;
    case OP_GREATER:
        *out = truth(a->number > b->number);
        return true;
    case OP_GREATER_EQUAL:
        *out = truth(a->number >= b->number);
        return true;
    case OP_ADD:
        *out = (int64_t)(x + y);
        return true;
    case OP_SUBTRACT:
        *out = (int64_t)(x - y);
        return true;
    case OP_BIT_OR:
        *out = (int64_t)(x | y);
        return true;
    case OP_BIT_AND:
        *out = (int64_t)(x & y);
        return true;
    case OP_BIT_XOR:
        *out = (int64_t)(x ^ y);
        return true;
    case OP_MULTIPLY:
        *out = (int64_t)(x * y);
        return true;
    case OP_LEFT:
    case OP_RIGHT:
        *out = shift(a->number, b->number, op == OP_LEFT);
        return true;
    case OP_DIVIDE:
    case OP_REMAINDER:
    case OP_NONE:
        break;
    }
    return divide(as, op, a, b, out);
}

static bool apply(struct assembler *as, enum operator op, struct as_value *a, const struct as_value *b)
{
    int labels = 0;
    if (op == OP_ADD)
        labels = a->labels + b->labels;
    else if (op == OP_SUBTRACT)
        labels = a->labels - b->labels;
    bool linear = op == OP_ADD || op == OP_SUBTRACT;
    bool compared = op >= OP_EQUAL && op <= OP_GREATER_EQUAL && a->labels == b->labels;
    struct as_value both = {.forward = a->forward || b->forward, .placed = a->placed || b->placed};
    if (labels < 0 || labels > 1 || (!linear && !compared && (a->labels || b->labels))) {
        if (!as_fail_value(as, &both, "addresses can only be moved, compared and subtracted from each other"))
            return false;
        labels = 0;
    }
    if (!compute(as, op, a, b, &both.number))
        return false;
    both.labels = labels;
    *a = both;
    return true;
}

static enum operator take_operator(struct assembler *as, int level)
{
    as_skip(as);
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        size_t length = strlen(operators[i].text);
        if (strncmp(as->at, operators[i].text, length) != 0)
            continue;
        if (operators[i].level != level)
            return OP_NONE;
        as->at += length;
        return operators[i].op;
    }
    return OP_NONE;
}

static bool parse_level(struct assembler *as, int level, struct as_value *out)
{
    if (level == LEVELS)
        return parse_unary(as, out);
    if (!parse_level(as, level + 1, out))
        return false;
    for (enum operator op; (op = take_operator(as, level)) != OP_NONE;) {
        struct as_value right;
        if (!parse_level(as, level + 1, &right) || !apply(as, op, out, &right))
            return false;
    }
    return true;
}

bool as_expression(struct assembler *as, struct as_value *out)
{
    *out = (struct as_value){.number = 0};
    return parse_level(as, 0, out);
}

bool as_known(struct assembler *as, int64_t *out)
{
    struct as_value value;
    if (!as_expression(as, &value))
        return false;
    if (value.forward)
        return as_fail(as, "this must be known here, but rests on a symbol that is defined further down");
    if (value.labels)
        return as_fail(as, "an address where a number belongs");
    *out = value.number;
    return true;
}
