#include "four_lanes.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { LANES = 4 };

const char *const four_operation_names[FOUR_OPERATIONS] = {"add", "sub", "mul",      "madd",      "msub",
                                                           "max", "min", "to_fixed", "from_fixed"};

struct four_input four_make_input(struct float_inputs *inputs, bool directed)
{
    static const unsigned fraction_bits[4] = {0, 4, 12, 15};
    struct four_input in = {.overflowed = 0};
    for (unsigned i = 0; i < LANES; i++) {
        struct float_operands o = {random_word(inputs), random_word(inputs), random_word(inputs)};
        if (directed)
            o = directed_operands(inputs);
        in.acc.lane[i] = o.acc;
        in.fs.lane[i] = o.fs;
        in.ft.lane[i] = o.ft;
    }
    uint32_t choice = random_word(inputs);
    in.overflowed = choice & 0x30 ? 0 : choice & 0xF; /* mostly clear, as it is in programs */
    in.fraction_bits = fraction_bits[choice >> 8 & 3];
    return in;
}

/* Flags Z, S, U, O of a lane at their places in the MAC register. */
static uint32_t mac_bits(uint32_t flags, unsigned lane)
{
    uint32_t mac = 0;
    for (unsigned i = 0; i < 4; i++)
        if (flags >> i & 1)
            mac |= 8u >> lane << (4 * i);
    return mac;
}

static struct ee_fpu_mac_result simple(struct ee_fpu_result result)
{
    return (struct ee_fpu_mac_result){.word = result.word, .flags = result.flags};
}

static struct ee_fpu_mac_result plain(uint32_t word)
{
    return (struct ee_fpu_mac_result){.word = word};
}

static struct ee_fpu_mac_result compute_lane(enum four_operation operation, const struct four_input *in,
                                             unsigned i)
{
    uint32_t acc = in->acc.lane[i], fs = in->fs.lane[i], ft = in->ft.lane[i];
    bool overflowed = in->overflowed >> (LANES - 1 - i) & 1;
    switch (operation) {
    case FOUR_ADD:
        return simple(ee_fpu_add(fs, ft));
    case FOUR_SUB:
        return simple(ee_fpu_sub(fs, ft));
    case FOUR_MUL:
        return simple(ee_fpu_mul(fs, ft));
    case FOUR_MADD:
        return ee_fpu_madd(acc, overflowed, fs, ft);
    case FOUR_MSUB:
        return ee_fpu_msub(acc, overflowed, fs, ft);
    case FOUR_MAX:
        return plain(ee_fpu_max(fs, ft));
    case FOUR_MIN:
        return plain(ee_fpu_min(fs, ft));
    case FOUR_TO_FIXED:
        return plain(ee_fpu_to_fixed(fs, in->fraction_bits));
    default:
        return plain(ee_fpu_from_fixed(fs, in->fraction_bits));
    }
}

struct ee_fpu4_result four_expected(enum four_operation operation, const struct four_input *in)
{
    struct ee_fpu4_result out = {.mac = 0};
    for (unsigned i = 0; i < LANES; i++) {
        struct ee_fpu_mac_result lane = compute_lane(operation, in, i);
        out.value.lane[i] = lane.word;
        out.mac |= mac_bits(lane.flags, i);
        out.product |= mac_bits(lane.product, i);
    }
    return out;
}

struct ee_fpu4_result four_call(const struct ee_fpu4_kernels *kernels, enum four_operation operation,
                                const struct four_input *in)
{
    struct ee_fpu4_result out = {.mac = 0};
    switch (operation) {
    case FOUR_ADD:
        kernels->add(&out, &in->fs, &in->ft);
        break;
    case FOUR_SUB:
        kernels->sub(&out, &in->fs, &in->ft);
        break;
    case FOUR_MUL:
        kernels->mul(&out, &in->fs, &in->ft);
        break;
    case FOUR_MADD:
        kernels->madd(&out, &in->acc, in->overflowed, &in->fs, &in->ft);
        break;
    case FOUR_MSUB:
        kernels->msub(&out, &in->acc, in->overflowed, &in->fs, &in->ft);
        break;
    case FOUR_MAX:
        kernels->max(&out.value, &in->fs, &in->ft);
        break;
    case FOUR_MIN:
        kernels->min(&out.value, &in->fs, &in->ft);
        break;
    case FOUR_TO_FIXED:
        kernels->to_fixed(&out.value, &in->fs, in->fraction_bits);
        break;
    default:
        kernels->from_fixed(&out.value, &in->fs, in->fraction_bits);
        break;
    }
    return out;
}

bool four_same(const struct ee_fpu4_result *a, const struct ee_fpu4_result *b)
{
    return memcmp(a->value.lane, b->value.lane, sizeof a->value.lane) == 0 && a->mac == b->mac &&
           a->product == b->product;
}

static void print_lanes(const char *name, const struct ee_fpu4 *v)
{
    printf("  %-10s%08" PRIx32 " %08" PRIx32 " %08" PRIx32 " %08" PRIx32 "\n", name, v->lane[0], v->lane[1],
           v->lane[2], v->lane[3]);
}

bool four_agrees(const struct ee_fpu4_kernels *kernels, enum four_operation operation,
                 const struct four_input *in, const struct ee_fpu4_result *expected)
{
    struct ee_fpu4_result got = four_call(kernels, operation, in);
    if (four_same(&got, expected))
        return true;
    printf("%s %s differs (overflowed %x, fraction bits %u)\n", kernels->name,
           four_operation_names[operation], in->overflowed, in->fraction_bits);
    print_lanes("acc", &in->acc);
    print_lanes("fs", &in->fs);
    print_lanes("ft", &in->ft);
    print_lanes("scalar", &expected->value);
    print_lanes("kernel", &got.value);
    printf("  mac %04" PRIx32 " and %04" PRIx32 ", product %04" PRIx32 " and %04" PRIx32 "\n", expected->mac,
           got.mac, expected->product, got.product);
    fflush(stdout);
    return false;
}
