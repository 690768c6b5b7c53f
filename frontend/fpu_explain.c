#include "fpu_explain.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <path1/ee_fpu_steps.h>

#include "fpu_explain_parts.h"

void say(const struct explanation *e, const char *step, const char *format, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    e->sink(e->user, step, text);
}

void fpu_decimal(uint32_t word, char *out, size_t size)
{
    unsigned exponent = exponent_of(word);
    double magnitude = exponent ? ldexp((word & 0x7FFFFF) | 0x800000, (int)exponent - 150) : 0;
    snprintf(out, size, "%.9g", word >> 31 ? -magnitude : magnitude);
}

void say_word(const struct explanation *e, const char *step, uint32_t word)
{
    char decimal[32];
    fpu_decimal(word, decimal, sizeof decimal);
    bool ignored = exponent_of(word) == 0 && word & 0x7FFFFF;
    say(e, step, "%08" PRIx32 " = %s%s", word, decimal,
        ignored ? ", exponent 0: the fraction is ignored" : "");
}

/* ---- madd, msub ---- */

static void explain_mac(const struct explanation *e, const struct ee_fpu_op *op, const uint32_t *operands)
{
    say(e, "first", "the product, complete, truncated and brought into range:");
    explain_mul(e, operands[1], operands[2]);
    struct ee_fpu_result product = ee_fpu_mul(operands[1], operands[2]);
    say_word(e, "product", product.word);
    bool subtracts = op->kind == EE_FPU_OP_MSUB;
    if (product.flags & EE_FPU_O) {
        say(e, "then", "the product overflowed: that is the result%s", subtracts ? ", negated" : "");
    } else if (op->acc_overflowed) {
        say(e, "then", "ACC has overflowed when it was written: it stays, and overflows again");
    } else {
        say(e, "then", "ACC %c product, as any other sum:", subtracts ? '-' : '+');
        explain_add(e, operands[0], subtracts ? ee_fpu_neg(product.word) : product.word);
    }
}

static void explain_rsqrt(const struct explanation *e, uint32_t fs, uint32_t ft)
{
    explain_sqrt(e, ft);
    uint32_t root = ee_fpu_sqrt(ft).word;
    say_word(e, "root of ft", root);
    explain_div(e, fs, root);
}

/* ---- the others ---- */

static void explain_conversion(const struct explanation *e, const struct ee_fpu_op *op, uint32_t word)
{
    unsigned bits = op->unit == EE_FPU_OP_VU ? op->code : 0;
    if (op->kind == EE_FPU_OP_FROM_FIXED) {
        say(e, "integer", "%" PRId32 " / 2^%u: the top 24 bits, truncated", (int32_t)word, bits);
    } else if (exponent_of(word) + bits >= 158) {
        say(e, "range", "exponent %u + %u is over 157: from 2^31 on, the limit with its sign",
            exponent_of(word), bits);
    } else {
        say(e, "scale", "times 2^%u, truncated toward zero", bits);
    }
}

static void explain_clip(const struct explanation *e, const uint32_t *operands)
{
    static const char *const names[3] = {"x", "y", "z"};
    uint32_t limit = exponent_of(operands[3]) ? operands[3] & 0x7FFFFFFF : 0x007FFFFF;
    say(e, "limit", "%08" PRIx32 "%s", limit,
        exponent_of(operands[3]) ? ", |ft.w|" : ", as ft.w is zero: the largest word that is zero");
    uint32_t bits = ee_fpu_clip(operands, operands[3]);
    for (unsigned i = 0; i < 3; i++) {
        unsigned side = bits >> (2 * i) & 3;
        say(e, names[i], "%08" PRIx32 " %s", operands[i],
            side == 1   ? "is over it"
            : side == 2 ? "is under its negative"
                        : "is between");
    }
}

static void explain_efu(const struct explanation *e, const struct ee_fpu_op *op, const uint32_t *operands)
{
    struct ee_fpu_efu_step steps[EE_FPU_EFU_MAX_STEPS];
    uint32_t v[4];
    ee_fpu_op_efu_vector(op, operands, v);
    unsigned count = ee_fpu_efu_steps((enum ee_fpu_efu)op->code, v, steps);
    for (unsigned i = 0; i < count; i++) {
        const struct ee_fpu_efu_step *s = &steps[i];
        char decimal[32];
        fpu_decimal(s->result, decimal, sizeof decimal);
        if (strcmp(s->operation, "madd") == 0)
            say(e, s->operation, "%08" PRIx32 " + %08" PRIx32 " * %08" PRIx32 " -> %08" PRIx32 " = %s",
                s->acc, s->first, s->second, s->result, decimal);
        else if (strcmp(s->operation, "sqrt") == 0)
            say(e, s->operation, "%08" PRIx32 " -> %08" PRIx32 " = %s", s->second, s->result, decimal);
        else
            say(e, s->operation, "%08" PRIx32 " %08" PRIx32 " -> %08" PRIx32 " = %s", s->first, s->second,
                s->result, decimal);
    }
    say(e, "cycles", "%u until P holds the result", ee_fpu_efu_latency((enum ee_fpu_efu)op->code));
}

static void explain_comparison(const struct explanation *e, const struct ee_fpu_op *op, const uint32_t *in)
{
    if (op->kind == EE_FPU_OP_MAX || op->kind == EE_FPU_OP_MIN) {
        say(e, "compare", "raw words as sign and magnitude, -0 under +0, zeros with a fraction in order");
        return;
    }
    for (unsigned i = 0; i < 2; i++)
        if (!exponent_of(in[i]))
            say(e, "zero", "%s is zero and compares as +0", i ? "ft" : "fs");
    say(e, "compare", "as sign and magnitude");
}

static void say_operands(const struct explanation *e, const struct ee_fpu_op *op, const uint32_t *operands)
{
    const char *name = op->operands;
    for (unsigned i = 0; i < op->operand_count; i++) {
        char step[16];
        size_t length = strcspn(name, " ");
        snprintf(step, sizeof step, "%.*s", (int)length, name);
        if (op->kind == EE_FPU_OP_FROM_FIXED)
            say(e, step, "%08" PRIx32 ", an integer", operands[i]);
        else
            say_word(e, step, operands[i]);
        name += length + (name[length] == ' ');
    }
}

static void say_steps(const struct explanation *e, const struct ee_fpu_op *op, const uint32_t *in)
{
    switch (op->kind) {
    case EE_FPU_OP_ADD:
        explain_add(e, in[0], in[1]);
        break;
    case EE_FPU_OP_SUB:
        say(e, "subtract", "fs + -ft");
        explain_add(e, in[0], ee_fpu_neg(in[1]));
        break;
    case EE_FPU_OP_MUL:
        explain_mul(e, in[0], in[1]);
        break;
    case EE_FPU_OP_MADD:
    case EE_FPU_OP_MSUB:
        explain_mac(e, op, in);
        break;
    case EE_FPU_OP_DIV:
        explain_div(e, in[0], in[1]);
        break;
    case EE_FPU_OP_SQRT:
        explain_sqrt(e, in[0]);
        break;
    case EE_FPU_OP_RSQRT:
        explain_rsqrt(e, in[0], in[1]);
        break;
    case EE_FPU_OP_TO_FIXED:
    case EE_FPU_OP_FROM_FIXED:
        explain_conversion(e, op, in[0]);
        break;
    case EE_FPU_OP_CLIP:
        explain_clip(e, in);
        break;
    case EE_FPU_OP_EFU:
        explain_efu(e, op, in);
        break;
    case EE_FPU_OP_ABS:
    case EE_FPU_OP_NEG:
    case EE_FPU_OP_MOV:
        say(e, "copy", "the raw word%s",
            op->kind == EE_FPU_OP_ABS   ? " without its sign"
            : op->kind == EE_FPU_OP_NEG ? " with the other sign"
                                        : "");
        break;
    default:
        explain_comparison(e, op, in);
        break;
    }
}

static bool gives_float(enum ee_fpu_op_kind kind)
{
    return kind != EE_FPU_OP_EQUAL && kind != EE_FPU_OP_LESS && kind != EE_FPU_OP_LESS_EQUAL &&
           kind != EE_FPU_OP_TO_FIXED && kind != EE_FPU_OP_CLIP;
}

/* The flags' names, a space before each. */
static void name_flags(const struct ee_fpu_op *op, uint32_t flags, char *out, size_t size)
{
    static const struct {
        uint32_t bit;
        const char *name;
    } ee[] = {{EE_FPU_FCR31_C, "C"},   {EE_FPU_FCR31_I, "I"},   {EE_FPU_FCR31_D, "D"},
              {EE_FPU_FCR31_O, "O"},   {EE_FPU_FCR31_U, "U"},   {EE_FPU_FCR31_SI, "SI"},
              {EE_FPU_FCR31_SD, "SD"}, {EE_FPU_FCR31_SO, "SO"}, {EE_FPU_FCR31_SU, "SU"}},
      fmac[] = {{1, "Z"},     {2, "S"},     {4, "U"},     {8, "O"},
                {0x10, "ZS"}, {0x20, "SS"}, {0x40, "US"}, {0x80, "OS"}},
      division[] = {{EE_FPU_I, "I"}, {EE_FPU_D, "D"}};
    bool divides = op->kind == EE_FPU_OP_DIV || op->kind == EE_FPU_OP_SQRT || op->kind == EE_FPU_OP_RSQRT;
    bool on_ee = op->unit == EE_FPU_OP_EE;
    size_t count = on_ee ? sizeof ee / sizeof ee[0] : divides ? 2 : sizeof fmac / sizeof fmac[0], used = 0;
    out[0] = '\0';
    for (size_t i = 0; i < count && used < size; i++) {
        uint32_t bit = on_ee ? ee[i].bit : divides ? division[i].bit : fmac[i].bit;
        const char *name = on_ee ? ee[i].name : divides ? division[i].name : fmac[i].name;
        if (flags & bit)
            used += (size_t)snprintf(out + used, size - used, " %s", name);
    }
}

void fpu_explain(const struct ee_fpu_op *op, const uint32_t *operands, fpu_step_sink *sink, void *user)
{
    const struct explanation e = {sink, user};
    say(&e, "operation", "%s", op->summary);
    say_operands(&e, op, operands);
    say_steps(&e, op, operands);
    struct ee_fpu_answer answer = ee_fpu_op_evaluate(op, operands);
    if (gives_float(op->kind))
        say_word(&e, "result", answer.word);
    else
        say(&e, "result", "%08" PRIx32 ", an integer", answer.word);
    char names[64];
    name_flags(op, answer.flags, names, sizeof names);
    say(&e, "flags", "%" PRIx32 "%s", answer.flags, names);
}
