/* path1 rules --compare on reference dumps. What it must give follows from what it says that it counts. */
#include <criterion/criterion.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include <path1/gs_rules.h>

#include "program.h"

#define FOG dump_file("features/fog.gs.zst")
#define MIPMAP dump_file("features/mipmap_mmin.gs.zst")

TestSuite(cli_rules, .init = program_setup, .fini = program_teardown, .timeout = 300);

/* The only trace of a run that must have gone well. */
static json_t *trace_of(const struct run *run, json_t **root)
{
    cr_assert_eq(run->status, 0, "%s", run->err);
    *root = json_loads(run->out, 0, NULL);
    json_t *traces = json_object_get(*root, "traces");
    cr_assert_eq(json_array_size(traces), 1);
    return json_array_get(traces, 0);
}

static json_int_t number(json_t *object, const char *key)
{
    cr_assert(json_is_integer(json_object_get(object, key)), "%s", key);
    return json_integer_value(json_object_get(object, key));
}

Test(cli_rules, every_pixel_that_differs_counts_for_one_rule)
{
    struct run full = run_path1("rules", "--compare", MIPMAP, "--json");
    struct run brief = run_path1("rules", "--compare", MIPMAP, "--json", "--brief");
    json_t *root, *other, *trace = trace_of(&full, &root), *short_trace = trace_of(&brief, &other), *rule;
    json_t *rules = json_object_get(trace, "rules"), *short_rules = json_object_get(short_trace, "rules");
    json_int_t sum = 0, pixels = number(trace, "pixels");
    size_t i;
    json_array_foreach(rules, i, rule)
    {
        sum += number(rule, "in_the_end");
        cr_expect_eq(number(json_array_get(short_rules, i), "in_the_end"), number(rule, "in_the_end"));
        cr_expect_leq(number(rule, "in_the_end"), number(rule, "in_turn"));
    }
    cr_expect_gt(pixels, 0);
    cr_expect_eq(sum, pixels);
    cr_expect_eq(number(short_trace, "pixels"), pixels);
    cr_expect_eq(number(trace, "frame") + number(trace, "depth") + number(trace, "other"), pixels);
    json_decref(root);
    json_decref(other);
}

/* The sets differ in every rule that is listed, and in no other. */
Test(cli_rules, each_rule_that_the_sets_choose_differently_is_switched_once)
{
    struct gs_rules from, to;
    cr_assert(gs_rules_parse("pcsx2", &from, NULL, 0) && gs_rules_parse("console", &to, NULL, 0));
    struct run run = run_path1("rules", "--compare", FOG, "--json", "--brief");
    json_t *root, *rules = json_object_get(trace_of(&run, &root), "rules");
    size_t listed = 0;
    for (int r = 0; r < GS_RULE_COUNT; r++) {
        const struct gs_rule_info *info = gs_rule_info((enum gs_rule)r);
        size_t times = 0;
        for (size_t i = 0; i < json_array_size(rules); i++) {
            json_t *rule = json_array_get(rules, i);
            if (strcmp(json_string_value(json_object_get(rule, "rule")), info->name) != 0)
                continue;
            times++;
            cr_expect_str_eq(json_string_value(json_object_get(rule, "from")), info->choices[from.choice[r]]);
            cr_expect_str_eq(json_string_value(json_object_get(rule, "to")), info->choices[to.choice[r]]);
        }
        cr_expect_eq(times, from.choice[r] != to.choice[r], "%s", info->name);
        listed += times;
    }
    cr_expect_eq(listed, json_array_size(rules));
    json_decref(root);
}

Test(cli_rules, a_single_rule_changes_as_much_alone_as_in_turn_and_in_the_end)
{
    struct run run = run_path1("rules", "--compare", FOG, "--to", "pcsx2,fog_blend=byte", "--json");
    json_t *root, *trace = trace_of(&run, &root), *rules = json_object_get(trace, "rules");
    cr_assert_eq(json_array_size(rules), 1);
    json_t *rule = json_array_get(rules, 0);
    json_int_t pixels = number(trace, "pixels");
    cr_expect_gt(pixels, 0);
    cr_expect_eq(number(rule, "alone"), pixels);
    cr_expect_eq(number(rule, "in_turn"), pixels);
    cr_expect_eq(number(rule, "in_the_end"), pixels);
    json_decref(root);
}

/* Else a part of a rule would be switched on before it, and change nothing. */
Test(cli_rules, parts_of_a_rule_are_switched_after_it)
{
    static const char *const order[][2] = {
        {"colour_walk", "walk_reciprocal"}, {"fog_walk", "walk_reciprocal"},
        {"walk_coarse", "walk_block"},      {"depth_walk", "depth_shortfall"},
        {"sprite_walk", "sprite_low"},      {"texcoord_walk", "texcoord_reciprocal"},
        {"texcoord_walk", "q_reciprocal"},  {"texcoord_walk", "q_negative"},
    };
    struct run run = run_path1("rules", "--compare", FOG, "--json", "--from", "pcsx2", "--to", "console");
    json_t *root, *rules = json_object_get(trace_of(&run, &root), "rules"), *rule;
    for (size_t o = 0; o < sizeof order / sizeof *order; o++) {
        size_t i, at[2] = {SIZE_MAX, SIZE_MAX};
        json_array_foreach(rules, i, rule)
        {
            const char *name = json_string_value(json_object_get(rule, "rule"));
            for (unsigned k = 0; k < 2; k++)
                at[k] = strcmp(name, order[o][k]) == 0 ? i : at[k];
        }
        cr_expect(at[0] < at[1] && at[1] != SIZE_MAX, "%s, %s", order[o][0], order[o][1]);
    }
    json_decref(root);
}

Test(cli_rules, equal_sets_differ_nowhere)
{
    struct run run = run_path1("rules", "--compare", FOG, "--from", "console", "--to", "console");
    cr_expect_eq(run.status, 0);
    cr_expect(strstr(run.out, ": 0 pixels differ"));
}

/* As --rules NAME=SET takes them: the rules NAME and NAME_..., by the names that gs_rule_info has. */
Test(cli_rules, groups_have_the_rules_that_their_names_stand_for)
{
    struct run text = run_path1("rules"), run = run_path1("rules", "--json");
    json_t *root = json_loads(run.out, 0, NULL), *groups = json_object_get(root, "groups"), *group, *rule;
    size_t i, k;
    bool parts = false;
    json_array_foreach(groups, i, group)
    {
        const char *name = json_string_value(json_object_get(group, "name"));
        json_t *rules = json_object_get(group, "rules");
        char line[512];
        size_t meant = 0;
        for (int r = 0; r < GS_RULE_COUNT; r++) {
            const char *whole = gs_rule_info((enum gs_rule)r)->name;
            size_t length = strlen(name);
            meant += strncmp(whole, name, length) == 0 && (whole[length] == 0 || whole[length] == '_');
        }
        cr_expect_eq(json_array_size(rules), meant, "%s", name);
        cr_expect_gt(meant, 1, "%s", name);
        snprintf(line, sizeof line, "\n    %s:", name);
        json_array_foreach(rules, k, rule)
        {
            strcat(line, k ? ", " : " ");
            strcat(line, json_string_value(rule));
        }
        strcat(line, "\n");
        cr_expect_not_null(strstr(text.out, line), "%s", line);
        parts |= strcmp(line, "\n    q_reciprocal: q_reciprocal, q_reciprocal_line\n") == 0;
    }
    cr_expect(parts);
    json_decref(root);
}

Test(cli_rules, what_cannot_be_compared_is_one_line_on_standard_error)
{
    const char *broken = scratch("broken.gs");
    write_file(broken, "nothing", 7);
    struct {
        struct run run;
        int status;
    } runs[] = {
        {run_path1("rules", "--compare"), 2},
        {run_path1("rules", "--compare", "-"), 2},
        {run_path1("rules", "--compare", FOG, "--to", "nonsense"), 2},
        {run_path1("rules", "--from", "pcsx2"), 2},
        {run_path1("rules", "--brief"), 2},
        {run_path1("rules", "--compare", broken), 1},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        cr_expect_eq(runs[i].run.status, runs[i].status, "%zu: %d", i, runs[i].run.status);
        cr_expect_str_empty(runs[i].run.out, "%zu", i);
        const char *end = strchr(runs[i].run.err, '\n');
        cr_expect(end && end[1] == 0, "%zu: %s", i, runs[i].run.err);
    }
}

Test(cli_rules, a_recording_that_is_cut_off_gives_its_warning_once)
{
    const struct trace_header header = {0};
    size_t size;
    const char *path = write_recording("a.gs", &header, NULL);
    char *bytes = read_file(path, &size);
    bytes[size] = 0; /* the kind of a Transfer packet, and no more of it */
    write_file(path, bytes, size + 1);
    struct run run = run_path1("rules", "--compare", path);
    cr_expect_eq(run.status, 0, "%s", run.err);
    const char *end = strchr(run.err, '\n');
    cr_expect(end && end[1] == 0 && strstr(run.err, "warning"), "%s", run.err);
}
