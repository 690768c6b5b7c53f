#include "vu_rig.h"

#include <criterion/criterion.h>
#include <string.h>

struct rig rig;

static void record_step(void *user, struct vu *vu, const struct vu_step *step)
{
    (void)user;
    (void)vu;
    if (rig.steps < RIG_STEPS)
        rig.step[rig.steps] = *step;
    rig.steps++;
}

static uint32_t record_kick(void *user, struct vu *vu, uint32_t address, uint64_t cycle)
{
    (void)user;
    if (rig.kicks < RIG_KICKS)
        rig.kick[rig.kicks] = (struct rig_kick){address, vu_packet_bytes(vu, address), cycle};
    rig.kicks++;
    memcpy(rig.kicked, vu_data(vu), vu_memory_size(vu));
    return rig.kick_cycles;
}

void rig_use(enum vu_unit unit)
{
    const struct vu_port port = {.xgkick = record_kick};
    vu_destroy(rig.vu);
    memset(&rig, 0, sizeof rig);
    rig.vu = vu_create(unit);
    cr_assert_not_null(rig.vu);
    vu_set_port(rig.vu, &port);
    vu_observe(rig.vu, record_step, NULL);
}

void rig_setup(void)
{
    rig_use(VU_UNIT_1);
}

void rig_teardown(void)
{
    vu_destroy(rig.vu);
    rig.vu = NULL;
}

void rig_pair_at(uint32_t address, uint32_t upper, uint32_t lower)
{
    uint8_t bytes[8];
    for (unsigned i = 0; i < 4; i++) {
        bytes[i] = (uint8_t)(lower >> 8 * i);
        bytes[4 + i] = (uint8_t)(upper >> 8 * i);
    }
    vu_write_micro(rig.vu, address, bytes, sizeof bytes);
}

uint32_t rig_pair(uint32_t upper, uint32_t lower)
{
    cr_assert_lt(rig.length, vu_memory_size(rig.vu) / 8);
    rig_pair_at(rig.length * 8, upper, lower);
    return rig.length++;
}

void rig_nops(unsigned count)
{
    while (count--)
        rig_pair(UPPER_NOP, LOWER_NOP);
}

static void run_to_end(void)
{
    rig.steps = 0;
    enum vu_stop stop = vu_run(rig.vu, 100000, &rig.run);
    cr_assert_eq(stop, VU_STOP_END, "the program does not end");
    vu_get_registers(rig.vu, &rig.registers);
}

void rig_run(uint32_t pc)
{
    vu_start(rig.vu, pc);
    run_to_end();
}

void rig_go_on(void)
{
    vu_continue(rig.vu);
    run_to_end();
}

void rig_finish(void)
{
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(UPPER_NOP, LOWER_NOP);
    rig_run(0);
}

uint64_t rig_cycle(size_t n)
{
    cr_assert(n < rig.steps && n < RIG_STEPS, "pair %zu did not run", n);
    return rig.step[n].cycle;
}

uint32_t rig_pc(size_t n)
{
    cr_assert(n < rig.steps && n < RIG_STEPS, "pair %zu did not run", n);
    return rig.step[n].pc;
}

void rig_set_vf(unsigned n, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t words[4] = {x, y, z, w};
    vu_get_registers(rig.vu, &rig.registers);
    memcpy(rig.registers.vf[n], words, sizeof words);
    vu_set_registers(rig.vu, &rig.registers);
}

void rig_set_vf_all(unsigned n, uint32_t word)
{
    rig_set_vf(n, word, word, word, word);
}

void rig_set_vi(unsigned n, uint16_t value)
{
    vu_get_registers(rig.vu, &rig.registers);
    rig.registers.vi[n] = value;
    vu_set_registers(rig.vu, &rig.registers);
}

uint32_t rig_vf(unsigned n, unsigned field)
{
    return rig.registers.vf[n][field];
}

unsigned rig_vi(unsigned n)
{
    return rig.registers.vi[n];
}

void rig_compare_registers(const struct vu_registers *a, const struct vu_registers *b, const char *what)
{
    cr_assert_arr_eq(a->vf, b->vf, sizeof a->vf, "VF: %s", what);
    cr_assert_arr_eq(a->vi, b->vi, sizeof a->vi, "VI: %s", what);
    cr_assert_arr_eq(a->acc, b->acc, sizeof a->acc, "ACC: %s", what);
    cr_assert_eq(a->acc_overflowed, b->acc_overflowed, "%s", what);
    cr_assert_eq(a->q, b->q, "Q: %s", what);
    cr_assert_eq(a->p, b->p, "P: %s", what);
    cr_assert_eq(a->i, b->i, "I: %s", what);
    cr_assert_eq(a->r, b->r, "R: %s", what);
    cr_assert_eq(a->status, b->status, "status: %s", what);
    cr_assert_eq(a->mac, b->mac, "MAC: %s", what);
    cr_assert_eq(a->clip, b->clip, "clip: %s", what);
    cr_assert_eq(a->tpc, b->tpc, "TPC: %s", what);
    cr_assert_eq(a->top, b->top, "TOP: %s", what);
    cr_assert_eq(a->itop, b->itop, "ITOP: %s", what);
}

uint32_t rig_word(uint32_t quadword, unsigned field)
{
    const uint8_t *at = vu_data(rig.vu) + quadword * 16 + field * 4;
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

void rig_set_word(uint32_t quadword, unsigned field, uint32_t word)
{
    uint8_t *at = vu_data(rig.vu) + quadword * 16 + field * 4;
    for (unsigned i = 0; i < 4; i++)
        at[i] = (uint8_t)(word >> 8 * i);
}

void rig_set_quadword(uint32_t quadword, uint32_t x, uint32_t y, uint32_t z, uint32_t w)
{
    const uint32_t words[4] = {x, y, z, w};
    for (unsigned i = 0; i < 4; i++)
        rig_set_word(quadword, i, words[i]);
}

uint32_t rig_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(*state >> 32);
}

uint32_t rig_random_float(uint64_t *state)
{
    uint32_t kind = rig_random(state) % 16, word = rig_random(state);
    static const uint32_t special[] = {0,          0x80000000, F_MAX, 0xFFFFFFFF,
                                       0x00800000, 0x7F000000, F_1,   0x807FFFFF};
    if (kind == 0)
        return special[word % 8];
    if (kind == 1)
        return word;
    return (word & 0x807FFFFF) | (120 + rig_random(state) % 16) << 23;
}

/* The low 11 bits of all upper operations: those that name fd have it in bits 10..6. */
static uint32_t random_upper(uint64_t *state)
{
    static const uint16_t extended[] = {0x13C, 0x13D, 0x13E, 0x13F, 0x17C, 0x17D, 0x17E, 0x17F,
                                        0x1FC, 0x1FD, 0x1FE, 0x1FF, 0x23C, 0x23D, 0x23E, 0x23F,
                                        0x27C, 0x27D, 0x27E, 0x27F, 0x2BC, 0x2BD, 0x2BE, 0x2FC,
                                        0x2FD, 0x2FE, 0x2FF, 0x03C, 0x07D, 0x0BE, 0x0FF, 0x1BC};
    uint32_t fields = rig_random(state) & 0x1FFF800, op = rig_random(state);
    if (op & 0x100)
        return fields | extended[op >> 9 & 31];
    return fields | (rig_random(state) & 0x7C0) | op % 0x30;
}

static uint32_t random_lower(uint64_t *state, bool branches)
{
    static const uint8_t plain[] = {0x00, 0x01, 0x04, 0x05, 0x08, 0x09, 0x10, 0x11, 0x12, 0x13,
                                    0x14, 0x15, 0x16, 0x17, 0x18, 0x1A, 0x1B, 0x1C, 0x20, 0x21,
                                    0x28, 0x29, 0x2C, 0x2D, 0x2E, 0x2F, 0x24, 0x25};
    static const uint16_t special[] = {0x030, 0x031, 0x032, 0x034, 0x035, 0x33C, 0x33D, 0x37C, 0x37D,
                                       0x37E, 0x37F, 0x3BC, 0x3BD, 0x3BE, 0x3BF, 0x3FC, 0x3FD, 0x3FE,
                                       0x3FF, 0x43C, 0x43D, 0x43E, 0x43F, 0x67C, 0x6BC, 0x6BD, 0x6FC,
                                       0x73C, 0x73F, 0x77C, 0x77E, 0x7BC, 0x7BE, 0x7BF, 0x7FC, 0x7FE};
    uint32_t word = rig_random(state), pick = rig_random(state);
    if (pick & 1)
        return (uint32_t)plain[(pick >> 8) % (branches ? sizeof plain : 18)] << 25 | (word & 0x1FFFFFF);
    uint32_t op = special[(pick >> 8) % (sizeof special / sizeof special[0])];
    return 0x80000000u | (word & 0x1FFF800) | op | (op < 0x40 ? word & 0x7C0 : 0);
}

void rig_random_pair(uint64_t *state, bool branches, uint32_t *upper, uint32_t *lower)
{
    *upper = random_upper(state);
    *lower = random_lower(state, branches);
}

void rig_randomise(uint64_t *state)
{
    vu_get_registers(rig.vu, &rig.registers);
    for (unsigned n = 1; n < 32; n++)
        for (unsigned i = 0; i < 4; i++)
            rig.registers.vf[n][i] = rig_random_float(state);
    for (unsigned n = 1; n < 16; n++)
        rig.registers.vi[n] = (uint16_t)rig_random(state);
    for (unsigned i = 0; i < 4; i++)
        rig.registers.acc[i] = rig_random_float(state);
    rig.registers.acc_overflowed = rig_random(state) & 15;
    rig.registers.q = rig_random_float(state);
    rig.registers.p = rig_random_float(state);
    rig.registers.i = rig_random_float(state);
    rig.registers.r = rig_random(state);
    rig.registers.status = rig_random(state) & 0xFFF;
    rig.registers.mac = (uint16_t)rig_random(state);
    rig.registers.clip = rig_random(state) & 0xFFFFFF;
    rig.registers.top = rig_random(state) & 0x3FF;
    rig.registers.itop = rig_random(state) & 0x3FF;
    vu_set_registers(rig.vu, &rig.registers);
    for (uint32_t at = 0; at < vu_memory_size(rig.vu) / 16; at++)
        for (unsigned field = 0; field < 4; field++)
            rig_set_word(at, field, rig_random_float(state));
}
