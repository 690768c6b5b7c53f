/* A unit as a library: runs, budgets, copies, registers, observers, the rule table. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules.h"
#include "vectors.h"
#include "vu_rig.h"

TestSuite(vu_run, .init = rig_setup, .fini = rig_teardown, .timeout = 240);

/* ---- life ---- */

Test(vu_run, a_new_unit_has_zeros_but_in_vf00_and_r)
{
    struct vu_registers zero = {.vf = {{0, 0, 0, F_1}}, .r = F_1};
    vu_get_registers(rig.vu, &rig.registers);
    rig_compare_registers(&rig.registers, &zero, "new");
    cr_assert_eq(vu_memory_size(rig.vu), 16384);
    rig_use(VU_UNIT_0);
    cr_assert_eq(vu_memory_size(rig.vu), 4096);
}

Test(vu_run, a_reset_unit_is_as_new)
{
    uint64_t random = 1;
    rig_randomise(&random);
    vu_enable_break(rig.vu, true, true);
    rig_pair(add(DEST_XYZW, 1, 2, 3) | VU_BIT_D, vu_div(1, 0, 2, 0));
    vu_start(rig.vu, 0);
    vu_run(rig.vu, 10, NULL);
    vu_reset(rig.vu);
    struct vu *fresh = vu_create(VU_UNIT_1);
    struct vu_registers wanted;
    vu_get_registers(fresh, &wanted);
    vu_get_registers(rig.vu, &rig.registers);
    rig_compare_registers(&rig.registers, &wanted, "reset");
    cr_assert_arr_eq(vu_data(rig.vu), vu_data(fresh), 16384);
    cr_assert_arr_eq(vu_micro(rig.vu), vu_micro(fresh), 16384);
    rig.length = 0;
    rig_pair(UPPER_NOP | VU_BIT_D, iaddiu(1, 0, 1));
    rig_finish();
    cr_assert_eq(rig_vi(1), 1);
    vu_destroy(fresh);
}

Test(vu_run, a_unit_that_was_not_started_does_nothing)
{
    rig_pair(UPPER_NOP, iaddiu(1, 0, 1));
    cr_assert_eq(vu_run(rig.vu, 100, &rig.run), VU_STOP_END);
    cr_assert_eq(rig.run.pairs, 0);
    rig_finish();
    struct vu_run again;
    cr_assert_eq(vu_run(rig.vu, 100, &again), VU_STOP_END);
    cr_assert_eq(again.pairs, 3);
    cr_assert_eq(again.cycles, 3);
    cr_assert_eq(again.end_pc, 24);
}

Test(vu_run, registers_keep_the_bits_that_they_have)
{
    struct vu_registers all;
    memset(&all, 0xFF, sizeof all);
    vu_set_registers(rig.vu, &all);
    vu_get_registers(rig.vu, &rig.registers);
    cr_assert_eq(rig_vf(0, FIELD_X), 0);
    cr_assert_eq(rig_vf(0, FIELD_W), F_1);
    cr_assert_eq(rig_vf(31, FIELD_W), 0xFFFFFFFF);
    cr_assert_eq(rig_vi(0), 0);
    cr_assert_eq(rig_vi(15), 0xFFFF);
    cr_assert_eq(rig.registers.acc_overflowed, 15);
    cr_assert_eq(rig.registers.r, 0x3FFFFFFF);
    cr_assert_eq(rig.registers.status, 0xFFF);
    cr_assert_eq(rig.registers.mac, 0xFFFF);
    cr_assert_eq(rig.registers.clip, 0xFFFFFF);
    cr_assert_eq(rig.registers.tpc, 0x7FF);
    cr_assert_eq(rig.registers.top, 0x3FF);
    cr_assert_eq(rig.registers.itop, 0x3FF);
}

Test(vu_run, registers_set_within_a_run_are_not_overwritten_by_what_was_in_the_pipelines)
{
    rig_set_vf_all(2, F_4);
    rig_pair(sub(DEST_X, 3, 0, 2), vu_sqrt(2, FIELD_X));
    rig_nops(9);
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(UPPER_NOP, LOWER_NOP);
    vu_start(rig.vu, 0);
    cr_assert_eq(vu_run(rig.vu, 2, NULL), VU_STOP_BUDGET);
    vu_get_registers(rig.vu, &rig.registers);
    cr_assert_eq(rig.registers.q, 0);
    rig.registers.q = F_3;
    rig.registers.mac = 0x1234;
    vu_set_registers(rig.vu, &rig.registers);
    cr_assert_eq(vu_run(rig.vu, 100, &rig.run), VU_STOP_END);
    vu_get_registers(rig.vu, &rig.registers);
    cr_assert_eq(rig.registers.q, F_3);
    cr_assert_eq(rig.registers.mac, 0x1234);
    cr_assert_eq(rig.run.cycles, 12);
}

/* The transfers that were recorded on a console, as far as they are about registers and not about the CPU's
 * way to them: CTC2 to status and MAC and the CMSAR registers are the CPU side's. */
Test(vu_run, registers_written_from_outside_read_back_as_recorded)
{
    FILE *in = vectors_open("vu/transfer.jsonl");
    json_t *root;
    json_error_t error;
    unsigned compared = 0;
    while ((root = json_loadf(in, JSON_DISABLE_EOF_CHECK, &error))) {
        const char *name = json_string_value(json_object_get(root, "name"));
        struct vu_registers all = {0};
        memset(&all, 0xFF, sizeof all);
        rig_use(VU_UNIT_0);
        vu_set_registers(rig.vu, &all);
        vu_get_registers(rig.vu, &rig.registers);
        const struct {
            const char *name;
            uint32_t got;
        } numbers[] = {
            {"ctc2_cfc2_0", rig_vi(0)},           {"ctc2_cfc2_1", rig_vi(1)},
            {"ctc2_cfc2_18", rig.registers.clip}, {"ctc2_cfc2_20", rig.registers.r & 0x7FFFFF},
            {"ctc2_cfc2_21", rig.registers.i},    {"ctc2_cfc2_22", rig.registers.q},
        };
        json_t *expect = json_object_get(root, "expect"), *value;
        const char *key;
        for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
            if (strcmp(name, numbers[i].name) != 0)
                continue;
            json_object_foreach(json_object_get(expect, "cfc2"), key, value) cr_assert_eq(
                numbers[i].got, strtoul(json_string_value(value), NULL, 16), "%s: %x", name, numbers[i].got);
            compared++;
        }
        json_t *words = json_object_get(json_object_get(expect, "qmfc2"), "0");
        if (words) {
            for (unsigned field = 0; field < 4; field++)
                cr_assert_eq(rig_vf(0, field),
                             strtoul(json_string_value(json_array_get(words, field)), NULL, 16), "%s", name);
            compared++;
        }
        json_decref(root);
    }
    fclose(in);
    cr_assert_eq(compared, 9);
}

/* ---- micro memory ---- */

Test(vu_run, micro_memory_written_between_runs_is_executed)
{
    rig_pair(UPPER_NOP, iaddiu(1, 0, 1));
    rig_finish();
    cr_assert_eq(rig_vi(1), 1);
    rig_pair_at(0, UPPER_NOP, iaddiu(1, 0, 2));
    rig_run(0);
    cr_assert_eq(rig_vi(1), 2);
}

Test(vu_run, micro_memory_written_within_a_run_is_executed)
{
    rig_pair(UPPER_NOP, iaddiu(1, 1, 1));
    rig_pair(UPPER_NOP, vu_b(-2));
    rig_nops(1);
    vu_start(rig.vu, 0);
    cr_assert_eq(vu_run(rig.vu, 30, &rig.run), VU_STOP_BUDGET);
    rig_pair_at(8, UPPER_NOP | VU_BIT_E, LOWER_NOP);
    cr_assert_eq(vu_run(rig.vu, 30, &rig.run), VU_STOP_END);
    vu_get_registers(rig.vu, &rig.registers);
    cr_assert_eq(rig_vi(1), 11);
}

Test(vu_run, writes_of_micro_memory_wrap)
{
    uint8_t bytes[32];
    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(i + 1);
    vu_write_micro(rig.vu, 16384 - 16, bytes, sizeof bytes);
    cr_assert_arr_eq(vu_micro(rig.vu) + 16384 - 16, bytes, 16);
    cr_assert_arr_eq(vu_micro(rig.vu), bytes + 16, 16);
    cr_assert_eq(vu_micro(rig.vu)[16], 0);
}

/* ---- budgets ---- */

Test(vu_run, an_endless_loop_stops_when_its_budget_is_used_up)
{
    rig_pair(UPPER_NOP, vu_b(-1));
    rig_nops(1);
    vu_start(rig.vu, 0);
    cr_assert_eq(vu_run(rig.vu, 1000000, &rig.run), VU_STOP_BUDGET);
    cr_assert_eq(rig.run.cycles, 1000000);
    cr_assert_eq(rig.run.pairs, 1000000);
    cr_assert_eq(vu_run(rig.vu, 5, &rig.run), VU_STOP_BUDGET);
    cr_assert_eq(rig.run.cycles, 1000005);
    cr_assert_eq(vu_run(rig.vu, 0, &rig.run), VU_STOP_BUDGET);
    cr_assert_eq(rig.run.cycles, 1000005);
}

Test(vu_run, a_budget_without_end_is_no_trouble)
{
    rig_nops(3);
    rig_pair(UPPER_NOP | VU_BIT_E, LOWER_NOP);
    rig_pair(UPPER_NOP, LOWER_NOP);
    vu_start(rig.vu, 0);
    cr_assert_eq(vu_run(rig.vu, 2, NULL), VU_STOP_BUDGET);
    cr_assert_eq(vu_run(rig.vu, UINT64_MAX, &rig.run), VU_STOP_END);
    cr_assert_eq(rig.run.cycles, 5);
}

/* ---- copies ---- */

Test(vu_run, a_copy_over_a_unit_with_another_program_runs_the_new_one)
{
    struct vu *other = vu_create(VU_UNIT_1);
    rig_pair(UPPER_NOP, iaddiu(1, 0, 1));
    rig_finish();
    vu_copy(rig.vu, other);
    rig.length = 0;
    rig_pair_at(8, UPPER_NOP | VU_BIT_E, iaddiu(2, 0, 1));
    rig_run(0);
    cr_assert_eq(rig_vi(1), 0);
    cr_assert_eq(rig_vi(2), 1);
    vu_destroy(other);
}

/* ---- observers ---- */

static unsigned vi01_seen[3];

static void look(void *user, struct vu *vu, const struct vu_step *step)
{
    struct vu_registers now;
    vu_get_registers(vu, &now);
    vi01_seen[step->pc / 8 % 3] = now.vi[1];
    ++*(unsigned *)user;
}

Test(vu_run, an_observer_sees_every_pair_with_the_registers_behind_it)
{
    unsigned pairs = 0;
    rig_pair(UPPER_NOP, iaddiu(1, 0, 5));
    vu_observe(rig.vu, look, &pairs);
    rig_finish();
    cr_assert_eq(pairs, 3);
    cr_assert_eq(vi01_seen[0], 5);
    vu_observe(rig.vu, NULL, NULL);
    rig_run(0);
    cr_assert_eq(pairs, 3);
}

/* ---- the rule table ---- */

Test(vu_run, every_rule_has_a_name_of_its_own_a_choice_and_evidence)
{
    size_t count = 0;
    for (const struct vu_rule_info *rule; (rule = vu_rule_info(count)); count++) {
        cr_assert(rule->name && rule->choice && rule->evidence);
        for (size_t i = 0; i < count; i++)
            cr_assert_str_neq(rule->name, vu_rule_info(i)->name);
    }
    cr_assert_gt(count, 20);
}
