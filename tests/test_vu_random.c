/* Random programs: a run in pieces, a copy and a watched run give the same; pairs issue when a plain model of
 * time says so. */
#include <criterion/criterion.h>
#include <string.h>

#include "pair_cache.h"
#include "vu_rig.h"

TestSuite(vu_random, .init = rig_setup, .fini = rig_teardown, .timeout = 240);

/* What a run left, kicks included. */
struct outcome {
    struct vu_registers registers;
    struct vu_run run;
    uint8_t data[VU1_MEMORY_SIZE];
    size_t kicks;
    struct rig_kick kick[RIG_KICKS];
};

static void collect(struct outcome *out)
{
    memset(out, 0, sizeof *out);
    vu_get_registers(rig.vu, &out->registers);
    out->run = rig.run;
    memcpy(out->data, vu_data(rig.vu), vu_memory_size(rig.vu));
    out->kicks = rig.kicks;
    memcpy(out->kick, rig.kick, sizeof out->kick);
}

static void compare(const struct outcome *a, const struct outcome *b)
{
    rig_compare_registers(&a->registers, &b->registers, "split run");
    cr_assert_eq(a->run.stop, b->run.stop);
    cr_assert_eq(a->run.end_pc, b->run.end_pc);
    cr_assert_eq(a->run.cycles, b->run.cycles);
    cr_assert_eq(a->run.cycles_flushed, b->run.cycles_flushed);
    cr_assert_eq(a->run.pairs, b->run.pairs);
    cr_assert_arr_eq(a->data, b->data, sizeof a->data);
    cr_assert_eq(a->kicks, b->kicks);
    cr_assert_arr_eq(a->kick, b->kick, sizeof a->kick);
}

/* A random program in all of micro memory, with an end now and then. */
static void random_program(uint64_t *random)
{
    for (uint32_t at = 0; at < vu_memory_size(rig.vu); at += 8) {
        uint32_t upper, lower, bits = rig_random(random);
        rig_random_pair(random, true, &upper, &lower);
        upper |= bits % 64 == 0 ? VU_BIT_I : 0;
        upper |= bits % 512 == 1 ? VU_BIT_E : 0;
        rig_pair_at(at, upper, lower);
    }
}

Test(vu_random, a_run_in_pieces_gives_what_a_run_in_one_gives)
{
    static struct outcome whole, pieces;
    unsigned ended = 0, stalled = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        uint64_t starts = seed;
        uint32_t start = rig_random(&starts) % 16384;
        for (unsigned split = 0; split < 2; split++) {
            uint64_t random = seed;
            rig_use(seed % 4 ? VU_UNIT_1 : VU_UNIT_0);
            rig_randomise(&random);
            random_program(&random);
            vu_start(rig.vu, start);
            if (!split) {
                vu_run(rig.vu, 3000, &rig.run);
                collect(&whole);
                ended += whole.run.stop == VU_STOP_END;
                stalled += whole.run.pairs < whole.run.cycles;
                continue;
            }
            do {
                uint64_t part = rig_random(&random) % 9, left = 3000 - rig.run.cycles;
                vu_run(rig.vu, part < left ? part : left, &rig.run);
            } while (rig.run.stop == VU_STOP_BUDGET && rig.run.cycles < 3000);
            collect(&pieces);
            compare(&whole, &pieces);
        }
    }
    cr_assert_gt(ended, 3);
    cr_assert_gt(stalled, 30);
}

Test(vu_random, a_copy_in_the_middle_of_a_run_goes_on_as_the_original)
{
    static struct outcome original, copied;
    for (uint64_t seed = 100; seed < 120; seed++) {
        uint64_t random = seed;
        rig_use(VU_UNIT_1);
        rig_randomise(&random);
        random_program(&random);
        vu_start(rig.vu, 0);
        vu_run(rig.vu, rig_random(&random) % 100, NULL);
        struct vu *copy = vu_create(VU_UNIT_1);
        cr_assert_not_null(copy);
        vu_copy(copy, rig.vu);
        vu_run(rig.vu, 2000, &rig.run);
        rig.kicks = 0;
        collect(&original);
        struct vu *first = rig.vu;
        rig.vu = copy;
        vu_run(rig.vu, 2000, &rig.run);
        collect(&copied);
        rig.vu = first;
        memset(original.kick, 0, sizeof original.kick);
        memset(copied.kick, 0, sizeof copied.kick);
        compare(&original, &copied);
        vu_destroy(copy);
    }
}

/* ---- random programs against a plain model of time ---- */

struct time_model {
    uint64_t issue, vf[32][4], vi[16], q, p, kick;
};

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static bool has_field(const struct vu_fields *fields, unsigned vf, unsigned field)
{
    return fields->vf[vf / 16] >> (4 * (vf % 16) + 3 - field) & 1;
}

static unsigned efu_latency(unsigned op)
{
    switch (op) {
    case VU_ESADD:
        return 11;
    case VU_ESUM:
    case VU_ERCPR:
    case VU_ESQRT:
        return 12;
    case VU_ERSADD:
    case VU_ELENG:
    case VU_ERSQRT:
        return 18;
    case VU_ERLENG:
        return 24;
    case VU_ESIN:
        return 29;
    case VU_EEXP:
        return 44;
    case VU_EATAN:
    case VU_EATANXY:
    case VU_EATANXZ:
        return 54;
    default:
        return 0;
    }
}

/* When the pair issues, from when each thing that it needs is ready. */
static uint64_t model_issue(struct time_model *m, const struct vu_pair *pair)
{
    struct vu_pair_fields fields = vu_pair_fields(pair);
    uint64_t t = m->issue + 1;
    unsigned op = pair->lower.op, efu = efu_latency(op);
    bool division = op == VU_DIV || op == VU_SQRT || op == VU_RSQRT;
    for (unsigned n = 1; n < 32; n++)
        for (unsigned field = 0; field < 4; field++)
            if (has_field(&fields.reads, n, field))
                t = later(t, m->vf[n][field]);
    for (unsigned n = 1; n < 16; n++)
        if (fields.reads.vi >> n & 1)
            t = later(t, m->vi[n]);
    if (division || op == VU_WAITQ)
        t = later(t, m->q);
    if (efu || op == VU_WAITP)
        t = later(t, m->p ? m->p - 1 : 0);
    if (op == VU_XGKICK)
        t = later(t, m->kick);
    bool drop = fields.upper_writes.vf[0] | fields.upper_writes.vf[1] && pair->lower.t == pair->upper.fd;
    for (unsigned n = 1; n < 32; n++)
        for (unsigned field = 0; field < 4; field++)
            if (has_field(&fields.upper_writes, n, field) ||
                (!drop && has_field(&fields.lower_writes, n, field)))
                m->vf[n][field] = t + 4;
    for (unsigned n = 1; n < 16; n++)
        if (fields.lower_writes.vi >> n & 1)
            m->vi[n] = t + 4;
    m->q = division ? t + (op == VU_RSQRT ? 13 : 7) : m->q;
    m->p = efu ? t + efu : m->p;
    m->kick = op == VU_XGKICK ? t + 14 : m->kick;
    m->issue = t;
    return t;
}

Test(vu_random, random_programs_issue_when_a_plain_model_says_so)
{
    uint64_t random = 7, stalls = 0;
    for (unsigned program = 0; program < 150; program++) {
        struct time_model model = {0};
        rig_use(VU_UNIT_1);
        rig_randomise(&random);
        rig.kick_cycles = 14;
        for (unsigned i = 0; i < 300; i++) {
            uint32_t upper, lower;
            rig_random_pair(&random, false, &upper, &lower);
            /* Conversions name their target elsewhere: keep the model's rule for dropped values simple. */
            struct vu_upper u = vu_decode_upper(upper);
            rig_pair(u.op >= VU_ITOF0 && u.op <= VU_ABS ? UPPER_NOP : upper, lower);
        }
        rig_finish();
        for (size_t i = 0; i < rig.steps; i++) {
            struct vu_pair pair = vu_decode(rig.step[i].upper, rig.step[i].lower);
            uint64_t before = model.issue, issue = model_issue(&model, &pair);
            cr_assert_eq(rig_cycle(i), issue, "pair %zu of program %u issued at %llu, not %llu", i, program,
                         (unsigned long long)rig_cycle(i), (unsigned long long)issue);
            cr_assert_eq(rig.step[i].stalled, issue - before - 1);
            stalls += issue - before - 1;
        }
    }
    cr_assert_gt(stalls, 1000);
}

Test(vu_random, watching_changes_nothing)
{
    static struct outcome watched, alone;
    for (unsigned watch = 0; watch < 2; watch++) {
        uint64_t random = 11;
        rig_use(VU_UNIT_1);
        if (!watch)
            vu_observe(rig.vu, NULL, NULL);
        rig_randomise(&random);
        random_program(&random);
        vu_start(rig.vu, 0);
        vu_run(rig.vu, 3000, &rig.run);
        collect(watch ? &watched : &alone);
    }
    compare(&watched, &alone);
}
