/* The EFU of VU1 (FLOAT section 9): every function is a fixed series of the operations of the other files.
 * The order of operands and terms is the one that reproduces all 208 results recorded on a console. */
#include <path1/ee_fpu_steps.h>

#include "word.h"

#define ONE 0x3F800000u

struct efu {
    uint32_t acc;
    bool acc_overflowed;
    struct ee_fpu_efu_step *steps; /* NULL: not recorded */
    unsigned count;
};

static uint32_t record(struct efu *e, const char *operation, uint32_t acc, uint32_t first, uint32_t second,
                       uint32_t result)
{
    if (e->steps && e->count < EE_FPU_EFU_MAX_STEPS)
        e->steps[e->count++] = (struct ee_fpu_efu_step){operation, acc, first, second, result};
    return result;
}

static uint32_t add(struct efu *e, uint32_t a, uint32_t b)
{
    return record(e, "add", 0, a, b, ee_fpu_add(a, b).word);
}

static uint32_t sub(struct efu *e, uint32_t a, uint32_t b)
{
    return record(e, "sub", 0, a, b, ee_fpu_sub(a, b).word);
}

static uint32_t mul(struct efu *e, uint32_t a, uint32_t b)
{
    return record(e, "mul", 0, a, b, ee_fpu_mul(a, b).word);
}

static uint32_t divide(struct efu *e, uint32_t a, uint32_t b)
{
    return record(e, "div", 0, a, b, ee_fpu_div(a, b).word);
}

static uint32_t root(struct efu *e, uint32_t a)
{
    return record(e, "sqrt", 0, 0, a, ee_fpu_sqrt(a).word);
}

static uint32_t inverse_root(struct efu *e, uint32_t a)
{
    return record(e, "rsqrt", 0, ONE, a, ee_fpu_rsqrt(ONE, a).word);
}

/* acc = a * b */
static void start(struct efu *e, uint32_t a, uint32_t b)
{
    struct ee_fpu_result product = ee_fpu_mul(a, b);
    e->acc = record(e, "mul", 0, a, b, product.word);
    e->acc_overflowed = product.flags & EE_FPU_O;
}

/* acc += a * b */
static void accumulate(struct efu *e, uint32_t a, uint32_t b)
{
    struct ee_fpu_mac_result sum = ee_fpu_madd(e->acc, e->acc_overflowed, a, b);
    e->acc = record(e, "madd", e->acc, a, b, sum.word);
    e->acc_overflowed = sum.flags & EE_FPU_O;
}

static uint32_t sum_of_squares(struct efu *e, const uint32_t v[4])
{
    start(e, v[0], v[0]);
    accumulate(e, v[1], v[1]);
    accumulate(e, v[2], v[2]);
    return e->acc;
}

static uint32_t sum(struct efu *e, const uint32_t v[4])
{
    return add(e, add(e, add(e, v[0], v[1]), v[2]), v[3]);
}

static uint32_t sine(struct efu *e, uint32_t v)
{
    static const uint32_t s[4] = {0xBE2AAAA4, 0x3C08873E, 0xB94FB21F, 0x362E9C14}; /* of v^3, v^5, v^7, v^9 */
    uint32_t square = mul(e, v, v), power = mul(e, square, v);
    e->acc = v;
    for (unsigned i = 0; i < 4; i++) {
        if (i > 0)
            power = mul(e, power, square);
        accumulate(e, power, s[i]);
    }
    return e->acc;
}

/* exp(-v) */
static uint32_t exponential(struct efu *e, uint32_t v)
{
    static const uint32_t c[6] = {0x3E7FFFA8, 0x3D0007F4, 0x3B29D3FF, 0x3933E553, 0x36B63510, 0x353961AC};
    uint32_t power = v;
    start(e, power, c[0]);
    for (unsigned i = 1; i < 5; i++) {
        power = mul(e, power, v);
        accumulate(e, power, c[i]);
    }
    accumulate(e, ONE, ONE); /* 1 is added before the last term */
    power = mul(e, power, v);
    accumulate(e, power, c[5]);
    uint32_t square = mul(e, e->acc, e->acc);
    return divide(e, ONE, mul(e, square, square));
}

/* atan(y / x) from (y - x) / (y + x) */
static uint32_t arctangent(struct efu *e, uint32_t y, uint32_t x)
{
    static const uint32_t c[8] = {0x3F7FFFF5, 0xBEAAA61C, 0x3E4C40A6, 0xBE0E6C63,
                                  0x3DC577DF, 0xBD6501C4, 0x3CB31652, 0xBB84D7E7}; /* of t, t^3, .. t^15 */
    static const uint32_t quarter_pi = 0x3F490FDB;
    uint32_t difference = sub(e, y, x), t = divide(e, difference, add(e, y, x));
    uint32_t square = mul(e, t, t), power = 0;
    start(e, c[0], t); /* the one term with the coefficient first */
    for (unsigned i = 1; i < 7; i++) {
        power = i == 1 ? mul(e, square, t) : mul(e, power, square);
        accumulate(e, power, c[i]);
    }
    accumulate(e, ONE, quarter_pi); /* 1 comes first: an ulp is lost */
    power = mul(e, power, square);
    accumulate(e, power, c[7]);
    return e->acc;
}

static uint32_t evaluate(struct efu *e, enum ee_fpu_efu function, const uint32_t v[4])
{
    switch (function) {
    case EE_FPU_ESADD:
        return sum_of_squares(e, v);
    case EE_FPU_ERSADD:
        return divide(e, ONE, sum_of_squares(e, v));
    case EE_FPU_ELENG:
        return root(e, sum_of_squares(e, v));
    case EE_FPU_ERLENG:
        return inverse_root(e, sum_of_squares(e, v));
    case EE_FPU_EATANXY:
        return arctangent(e, v[1], v[0]);
    case EE_FPU_EATANXZ:
        return arctangent(e, v[2], v[0]);
    case EE_FPU_ESUM:
        return sum(e, v);
    case EE_FPU_ERCPR:
        return divide(e, ONE, v[0]);
    case EE_FPU_ESQRT:
        return root(e, v[0]);
    case EE_FPU_ERSQRT:
        return inverse_root(e, v[0]);
    case EE_FPU_ESIN:
        return sine(e, v[0]);
    case EE_FPU_EATAN:
        return arctangent(e, v[0], ONE);
    case EE_FPU_EEXP:
        return exponential(e, v[0]);
    case EE_FPU_EFU_COUNT:
        break;
    }
    return 0;
}

uint32_t ee_fpu_efu(enum ee_fpu_efu function, const uint32_t v[4])
{
    struct efu e = {0};
    return evaluate(&e, function, v);
}

unsigned ee_fpu_efu_steps(enum ee_fpu_efu function, const uint32_t v[4],
                          struct ee_fpu_efu_step steps[EE_FPU_EFU_MAX_STEPS])
{
    struct efu e = {.steps = steps};
    evaluate(&e, function, v);
    return e.count;
}

unsigned ee_fpu_efu_latency(enum ee_fpu_efu function)
{
    static const unsigned char cycles[EE_FPU_EFU_COUNT] = {
        [EE_FPU_ESADD] = 11,   [EE_FPU_ERSADD] = 18,  [EE_FPU_ELENG] = 18, [EE_FPU_ERLENG] = 24,
        [EE_FPU_EATANXY] = 54, [EE_FPU_EATANXZ] = 54, [EE_FPU_ESUM] = 12,  [EE_FPU_ERCPR] = 12,
        [EE_FPU_ESQRT] = 12,   [EE_FPU_ERSQRT] = 18,  [EE_FPU_ESIN] = 29,  [EE_FPU_EATAN] = 54,
        [EE_FPU_EEXP] = 44,
    };
    return function < EE_FPU_EFU_COUNT ? cycles[function] : 0;
}
