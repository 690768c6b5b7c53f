/* Traces of path1's own form, written and read again. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <path1/gs.h>

#include "p1t_sample.h"
#include "program.h"

TestSuite(p1t_roundtrip, .init = program_setup, .fini = program_teardown);

static void check_same_bytes(const char *a, const char *b)
{
    size_t a_size, b_size;
    const char *first = read_file(a, &a_size), *second = read_file(b, &b_size);
    cr_assert_eq(a_size, b_size);
    cr_assert_eq(memcmp(first, second, a_size), 0);
}

/* Writes, reads, compares, and writes again what was read: the same bytes. */
static void check_sample(unsigned parts, size_t events, uint32_t most, uint64_t seed)
{
    struct p1t_sample sample;
    p1t_sample_fill(&sample, parts, events, most, seed);
    p1t_sample_write(&sample, scratch("a.p1t"));
    p1t_sample_check(&sample, scratch("a.p1t"));
    p1t_rewrite(scratch("a.p1t"), scratch("b.p1t"));
    check_same_bytes(scratch("a.p1t"), scratch("b.p1t"));
    p1t_sample_free(&sample);
}

Test(p1t_roundtrip, every_kind_of_event_and_of_state_comes_back_and_the_bytes_are_the_same_again)
{
    for (uint64_t seed = 0; seed < 4; seed++)
        check_sample(P1T_SAMPLE_ALL | (seed & 1 ? P1T_SAMPLE_MERGED : 0), 3000, 4000, seed);
}

Test(p1t_roundtrip, each_part_may_be_absent)
{
    for (unsigned part = 1; part <= P1T_SAMPLE_MERGED; part *= 2) {
        check_sample(part, 10, 100, part);
        check_sample(P1T_SAMPLE_ALL & ~part, 10, 100, part);
    }
    check_sample(0, 0, 0, 1);
}

Test(p1t_roundtrip, events_larger_than_a_chunk_come_back)
{
    check_sample(0, 30, 3000000, 5);
    check_sample(P1T_SAMPLE_MERGED, 300, 200000, 6);
}

Test(p1t_roundtrip, without_a_state_the_start_is_that_at_power_on)
{
    struct p1t_sample sample;
    struct trace_error error;
    p1t_sample_fill(&sample, 0, 3, 100, 1);
    p1t_sample_write(&sample, scratch("a.p1t"));
    struct trace_reader *reader = trace_open(scratch("a.p1t"), &error);
    cr_assert_not_null(reader, "%s", error.text);
    cr_assert_null(trace_start(reader)->gs);
    struct gs *gs = gs_create(NULL), *loaded = gs_create(NULL);
    struct gs_state *states = calloc(2, sizeof *states);
    gs_load_state(loaded, trace_initial_state(reader));
    gs_save_state(gs, &states[0]);
    gs_save_state(loaded, &states[1]);
    cr_assert_eq(memcmp(&states[0], &states[1], sizeof states[0]), 0);
    for (size_t i = 0; i < GS_PRIVILEGED_SIZE; i++)
        cr_assert_eq(trace_initial_registers(reader)[i], 0);
    gs_destroy(gs);
    gs_destroy(loaded);
    free(states);
    trace_close(reader);
    p1t_sample_free(&sample);
}
