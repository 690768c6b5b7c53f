/* What stands on a line: names, strings, expressions. */
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text_source.h"

enum { DEEPEST = 64 }; /* parentheses and signs inside of each other */

void text_blanks(struct text_source *s)
{
    while (isspace((unsigned char)*s->at))
        s->at++;
}

bool text_peek(struct text_source *s, char what)
{
    text_blanks(s);
    return *s->at == what;
}

bool text_take(struct text_source *s, char what)
{
    if (!text_peek(s, what))
        return false;
    s->at++;
    return true;
}

bool text_end(struct text_source *s)
{
    text_blanks(s);
    return !*s->at || text_fail(s, "'%.40s' is one too many", s->at);
}

static bool in_name(char c, bool first)
{
    return isalpha((unsigned char)c) || c == '_' || c == '.' || (!first && isdigit((unsigned char)c));
}

/* Takes `length` characters in lower case; false if they are too many. */
static bool take_lower(struct text_source *s, char *out, size_t length)
{
    if (length == 0 || length >= TEXT_NAME)
        return false;
    for (size_t i = 0; i < length; i++)
        out[i] = (char)tolower((unsigned char)s->at[i]);
    out[length] = '\0';
    s->at += length;
    return true;
}

bool text_name(struct text_source *s, char name[TEXT_NAME])
{
    const char *start = s->at;
    size_t length = 0;
    text_blanks(s);
    while (in_name(s->at[length], length == 0))
        length++;
    if (take_lower(s, name, length))
        return true;
    s->at = start;
    return false;
}

bool text_word(struct text_source *s, char word[TEXT_NAME])
{
    text_blanks(s);
    return take_lower(s, word, strcspn(s->at, " \t\v\f\r{}[],=;#\""));
}

/* ---- strings ---- */

static int digit(char c)
{
    static const char digits[] = "0123456789abcdef";
    const char *found = c ? strchr(digits, tolower((unsigned char)c)) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* What stands behind a backslash; -1 if it means nothing. */
static int escaped(const char **at)
{
    static const char names[] = "\"\\ntr", values[] = "\"\\\n\t\r";
    const char *found = **at ? strchr(names, **at) : NULL;
    if (found) {
        ++*at;
        return values[found - names];
    }
    if (**at != 'x' || digit((*at)[1]) < 0 || digit((*at)[2]) < 0)
        return -1;
    int value = digit((*at)[1]) * 16 + digit((*at)[2]);
    *at += 3;
    return value;
}

char *text_string(struct text_source *s, size_t *length)
{
    if (!text_take(s, '"')) {
        text_fail(s, "expected a string in quotes%s%.40s%s", *s->at ? ", found '" : "", s->at,
                  *s->at ? "'" : "");
        return NULL;
    }
    char *out = malloc(strlen(s->at) + 1);
    if (!out) {
        text_no_memory(s);
        return NULL;
    }
    for (*length = 0; *s->at != '"'; ++*length) {
        int c = (unsigned char)*s->at;
        if (c)
            s->at++;
        if (c == '\\')
            c = escaped(&s->at);
        if (c <= 0) {
            text_fail(s, c ? "no such character as '\\%.1s' in a string" : "a string ends without its quote",
                      s->at);
            free(out);
            return NULL;
        }
        out[*length] = (char)c;
    }
    s->at++;
    out[*length] = '\0';
    return out;
}

/* ---- numbers ---- */

static bool read_based(struct text_source *s, unsigned base, struct text_value *value)
{
    const char *start = s->at;
    uint64_t number = 0;
    s->at += base == 10 ? 0 : 2;
    for (int d; (d = digit(*s->at)) >= 0 && (unsigned)d < base; s->at++) {
        if (number > (UINT64_MAX - (unsigned)d) / base)
            return text_fail(s, "'%.40s' has more than 64 bits", start);
        number = number * base + (unsigned)d;
    }
    if (isalnum((unsigned char)*s->at) || *s->at == '_' || (base != 10 && s->at == start + 2))
        return text_fail(s, "'%.40s' is no number", start);
    *value = (struct text_value){.hex = base == 16, .wide = number > INT64_MAX, .i = (int64_t)number};
    return true;
}

static bool read_number(struct text_source *s, struct text_value *value)
{
    if (s->at[0] == '0' && (s->at[1] == 'x' || s->at[1] == 'X'))
        return read_based(s, 16, value);
    if (s->at[0] == '0' && (s->at[1] == 'b' || s->at[1] == 'B'))
        return read_based(s, 2, value);
    size_t digits = strspn(s->at, "0123456789");
    if (!s->at[digits] || !strchr(".eE", s->at[digits]))
        return read_based(s, 10, value);
    char *end;
    *value = (struct text_value){.is_float = true, .d = strtod(s->at, &end)};
    if (isalnum((unsigned char)*end) || *end == '_' || *end == '.' || !isfinite(value->d))
        return text_fail(s, "'%.40s' is no number", s->at);
    s->at = end;
    return true;
}

/* ---- expressions ---- */

static double as_double(const struct text_value *value)
{
    if (value->is_float)
        return value->d;
    return value->wide ? (double)(uint64_t)value->i : (double)value->i;
}

static bool compute_float(struct text_source *s, char op, struct text_value *a, const struct text_value *b)
{
    double x = as_double(a), y = as_double(b);
    double result = op == '+' ? x + y : op == '-' ? x - y : op == '*' ? x * y : x / y;
    if (!strchr("+-*/", op))
        return text_fail(s, "'%c' does not work on floats", op);
    if (!isfinite(result))
        return text_fail(s, "the result is no number");
    *a = (struct text_value){.is_float = true, .d = result};
    return true;
}

/* Are there bits that `value << by` has no place for? */
static bool shift_loses(const struct text_value *value, uint64_t by)
{
    uint64_t x = (uint64_t)value->i;
    if (x == 0 || by == 0)
        return false;
    if (by >= 64)
        return true;
    bool negative = !value->wide && value->i < 0;
    return negative ? (~x >> (63 - by)) != 0 : (x >> (64 - by)) != 0;
}

/* Bits; `<` and `>` are the shifts. */
static void compute_bits(char op, struct text_value *a, const struct text_value *b)
{
    uint64_t x = (uint64_t)a->i, y = (uint64_t)b->i;
    bool wide = a->wide || b->wide;
    switch (op) {
    case '&':
        x &= y;
        wide = (a->wide || a->i >= 0) && (b->wide || b->i >= 0);
        break;
    case '|':
        x |= y;
        break;
    case '^':
        x ^= y;
        break;
    case '<':
        x = y < 64 ? x << y : 0;
        wide = a->wide || a->i >= 0;
        break;
    default: {
        uint64_t sign = !a->wide && a->i < 0 ? UINT64_MAX : 0;
        x = y == 0 ? x : y < 64 ? x >> y | sign << (64 - y) : sign;
        wide = !sign;
    }
    }
    a->i = (int64_t)x;
    a->wide = wide && a->i < 0;
}

static bool multiply(int64_t a, int64_t b, int64_t *out)
{
    uint64_t x = a < 0 ? 0 - (uint64_t)a : (uint64_t)a, y = b < 0 ? 0 - (uint64_t)b : (uint64_t)b;
    bool negative = (a < 0) != (b < 0);
    if (x && y > ((uint64_t)INT64_MAX + negative) / x)
        return false;
    *out = (int64_t)(negative ? 0 - x * y : x * y);
    return true;
}

static bool compute_integer(struct text_source *s, char op, struct text_value *a, const struct text_value *b)
{
    if (strchr("&|^<>", op)) {
        if (strchr("<>", op) && b->i < 0)
            return text_fail(s, "a shift by less than 0");
        if (op == '<' && shift_loses(a, (uint64_t)b->i))
            return text_fail(s, "'<<' makes a number of more than 64 bits");
        compute_bits(op, a, b);
        return true;
    }
    int64_t x = a->i, y = b->i;
    bool good = !a->wide && !b->wide;
    if (good && strchr("/%", op) && y == 0)
        return text_fail(s, "division by 0");
    if (op == '+')
        good = good && (y < 0 ? x >= INT64_MIN - y : x <= INT64_MAX - y);
    else if (op == '-')
        good = good && (y < 0 ? x <= INT64_MAX + y : x >= INT64_MIN + y);
    else if (op == '*')
        good = good && multiply(x, y, &a->i);
    else
        good = good && !(x == INT64_MIN && y == -1);
    if (!good)
        return text_fail(s, "a number has more than 63 bits and a sign");
    if (op == '+')
        a->i = x + y;
    else if (op == '-')
        a->i = x - y;
    else if (op != '*')
        a->i = op == '/' ? x / y : x % y;
    return true;
}

static bool expression(struct text_source *s, unsigned least, unsigned depth, struct text_value *value);

static bool primary(struct text_source *s, unsigned depth, struct text_value *value)
{
    char name[TEXT_NAME];
    text_blanks(s);
    if (depth == DEEPEST)
        return text_fail(s, "more than %d parentheses and signs", DEEPEST);
    if (text_take(s, '('))
        return expression(s, 0, depth + 1, value) && (text_take(s, ')') || text_fail(s, "a ')' is missing"));
    if (text_take(s, '-')) {
        if (!primary(s, depth + 1, value))
            return false;
        if (value->is_float) {
            value->d = -value->d;
            return true;
        }
        struct text_value zero = {.hex = value->hex};
        bool good = compute_integer(s, '-', &zero, value);
        *value = zero;
        return good;
    }
    if (text_take(s, '+'))
        return primary(s, depth + 1, value);
    if (text_take(s, '~')) {
        if (!primary(s, depth + 1, value))
            return false;
        if (value->is_float)
            return text_fail(s, "'~' does not work on floats");
        value->i = ~value->i;
        value->wide = false;
        return true;
    }
    if (isdigit((unsigned char)*s->at) || (*s->at == '.' && isdigit((unsigned char)s->at[1])))
        return read_number(s, value);
    const char *start = s->at;
    if (!text_name(s, name))
        return text_fail(s, "expected a number%s%.40s%s", *s->at ? ", found '" : "", s->at,
                         *s->at ? "'" : "");
    const struct text_value *found = text_symbol(s, name);
    if (!found)
        return text_fail(s, "nothing has the name '%.*s'", (int)(s->at - start), start);
    *value = *found;
    return true;
}

/* The op that is next and how strongly it binds (as in C); 0: there is none. */
static unsigned operator_at(struct text_source *s, char *op, unsigned *length)
{
    static const char *const levels[] = {"|", "^", "&", "<>", "+-", "*/%"};
    text_blanks(s);
    *op = *s->at;
    *length = 1;
    if (!*s->at)
        return 0;
    if (*s->at == '<' || *s->at == '>') {
        if (s->at[1] != s->at[0])
            return 0;
        *length = 2;
    }
    for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++)
        if (strchr(levels[i], *s->at))
            return i + 1;
    return 0;
}

static bool expression(struct text_source *s, unsigned least, unsigned depth, struct text_value *value)
{
    if (!primary(s, depth, value))
        return false;
    char op;
    unsigned length;
    for (unsigned level; (level = operator_at(s, &op, &length)) > least;) {
        struct text_value right;
        s->at += length;
        if (!expression(s, level, depth + 1, &right))
            return false;
        bool hex = value->hex || right.hex, floats = value->is_float || right.is_float;
        if (!(floats ? compute_float : compute_integer)(s, op, value, &right))
            return false;
        value->hex = hex && !floats;
    }
    return true;
}

bool text_value(struct text_source *s, struct text_value *value)
{
    return expression(s, 0, 0, value);
}

bool text_integer(struct text_source *s, const char *what, int64_t least, int64_t most, int64_t *out)
{
    struct text_value value;
    if (!text_value(s, &value))
        return false;
    if (value.is_float)
        return text_fail(s, "%s: expected an integer, found a float", what);
    if (value.wide || value.i < least || value.i > most)
        return text_fail(s, "%s: expected %" PRId64 " to %" PRId64 ", found %" PRId64, what, least, most,
                         value.i);
    *out = value.i;
    return true;
}

bool text_float_bits(struct text_source *s, const struct text_value *value, uint32_t *out)
{
    if (!value->is_float && value->hex) {
        if (value->wide || value->i < 0 || value->i > UINT32_MAX)
            return text_fail(s, "a float has 32 bits, not 0x%" PRIx64, (uint64_t)value->i);
        *out = (uint32_t)value->i;
        return true;
    }
    double d = as_double(value), size = fabs(d);
    if (size >= 0x1.ffffffp127)
        return text_fail(s, "%.9g is too large for a float; write its bits", d);
    float f = (float)d;
    if (d != 0 && fabsf(f) < FLT_MIN)
        return text_fail(s, "%.9g is too small for a float; write its bits", d);
    memcpy(out, &f, sizeof f);
    return true;
}

bool text_bits(struct text_source *s, const struct text_value *value, unsigned bits, const char *what,
               uint64_t *out)
{
    if (value->is_float) {
        uint32_t word;
        if (bits != 32)
            return text_fail(s, "%s: expected an integer, found a float", what);
        if (!text_float_bits(s, value, &word))
            return false;
        *out = word;
        return true;
    }
    uint64_t most = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
    int64_t least = -(int64_t)(most >> 1) - 1;
    if (value->wide    ? (uint64_t)value->i > most
        : value->i > 0 ? (uint64_t)value->i > most
                       : value->i < least) {
        if (value->wide || value->i > 0)
            return text_fail(s, "%s: 0x%" PRIx64 " has more than %u bits", what, (uint64_t)value->i, bits);
        return text_fail(s, "%s: %" PRId64 " has more than %u bits", what, value->i, bits);
    }
    *out = (uint64_t)value->i & most;
    return true;
}
