/* The table of rules and the texts that name rule sets (path1/gs_rules.h). */
#include <stdio.h>
#include <string.h>

#include <criterion/criterion.h>

#include "chip.h"

static unsigned choices_of(enum gs_rule rule)
{
    unsigned count = 0;
    while (count < GS_RULE_MAX_CHOICES && gs_rule_info(rule)->choices[count])
        count++;
    return count;
}

Test(rules, every_rule_has_a_name_of_its_own_choices_and_evidence_for_each)
{
    for (enum gs_rule rule = 0; rule < GS_RULE_COUNT; rule++) {
        const struct gs_rule_info *info = gs_rule_info(rule);
        cr_assert(info->name && *info->name, "rule %d", (int)rule);
        cr_expect(info->what && *info->what, "%s", info->name);
        cr_expect_gt(choices_of(rule), 0, "%s", info->name);
        for (unsigned c = 0; c < choices_of(rule); c++) {
            cr_expect(info->evidence[c] && *info->evidence[c], "%s=%s", info->name, info->choices[c]);
            for (unsigned other = 0; other < c; other++)
                cr_expect_str_neq(info->choices[c], info->choices[other], "%s", info->name);
        }
        for (enum gs_rule other = 0; other < rule; other++)
            cr_expect_str_neq(info->name, gs_rule_info(other)->name);
    }
}

Test(rules, every_name_of_a_set_is_understood)
{
    struct gs_rules rules, other;
    size_t sets = 0;
    for (const char *name; (name = gs_rules_name(sets)) != NULL; sets++) {
        cr_assert(gs_rules_parse(name, &rules, NULL, 0), "%s", name);
        cr_expect_str_eq(rules.name, name);
        for (enum gs_rule rule = 0; rule < GS_RULE_COUNT; rule++)
            cr_expect_lt(rules.choice[rule], choices_of(rule), "%s, %s", name, gs_rule_info(rule)->name);
        for (size_t i = 0; i < sets; i++) {
            cr_assert(gs_rules_parse(gs_rules_name(i), &other, NULL, 0));
            cr_expect_neq(memcmp(rules.choice, other.choice, sizeof rules.choice), 0, "%s and %s", name,
                          other.name);
        }
    }
    cr_expect_geq(sets, 2);
}

Test(rules, no_text_and_an_empty_text_mean_the_first_set)
{
    static const char *const texts[] = {NULL, "", "default", ","};
    struct gs_rules rules, first;
    cr_assert(gs_rules_parse(gs_rules_name(0), &first, NULL, 0));
    for (unsigned i = 0; i < 3; i++) {
        memset(&rules, 0xFF, sizeof rules);
        cr_assert(gs_rules_parse(texts[i], &rules, NULL, 0));
        cr_expect_str_eq(rules.name, first.name);
        cr_expect_arr_eq(rules.choice, first.choice, sizeof rules.choice);
    }
}

/* PCSX2-SW section 8: what the SSE4 build does otherwise. */
Test(rules, the_sse4_set_differs_in_lanes_multiply_add_and_fog_step)
{
    struct gs_rules avx2, sse4;
    cr_assert(gs_rules_parse("pcsx2", &avx2, NULL, 0));
    cr_assert(gs_rules_parse("pcsx2-sse4", &sse4, NULL, 0));
    cr_expect_eq(sse4.choice[GS_RULE_LANES], GS_LANES_4);
    cr_expect_eq(sse4.choice[GS_RULE_MULTIPLY_ADD], GS_MULTIPLY_ADD_SEPARATE);
    cr_expect_eq(sse4.choice[GS_RULE_FOG_STEP], GS_FOG_STEP_TRUNCATE);
    for (enum gs_rule rule = 0; rule < GS_RULE_COUNT; rule++)
        if (rule != GS_RULE_LANES && rule != GS_RULE_MULTIPLY_ADD && rule != GS_RULE_FOG_STEP)
            cr_expect_eq(avx2.choice[rule], sse4.choice[rule], "%s", gs_rule_info(rule)->name);
}

Test(rules, every_choice_of_every_rule_can_be_made_alone)
{
    for (size_t set = 0; gs_rules_name(set); set++)
        for (enum gs_rule rule = 0; rule < GS_RULE_COUNT; rule++)
            for (uint8_t c = 0; c < choices_of(rule); c++) {
                char text[256];
                struct gs_rules base, rules;
                cr_assert(gs_rules_parse(gs_rules_name(set), &base, NULL, 0));
                snprintf(text, sizeof text, "%s,%s=%s", gs_rules_name(set), gs_rule_info(rule)->name,
                         gs_rule_info(rule)->choices[c]);
                cr_assert(gs_rules_parse(text, &rules, NULL, 0), "%s", text);
                base.choice[rule] = c;
                cr_expect_arr_eq(rules.choice, base.choice, sizeof rules.choice, "%s", text);
            }
}

Test(rules, every_choice_has_a_grade_and_those_of_pcsx2_are_stock)
{
    for (enum gs_rule rule = 0; rule < GS_RULE_COUNT; rule++)
        for (unsigned c = 0; c < choices_of(rule); c++) {
            const struct gs_rule_info *info = gs_rule_info(rule);
            const char *grade = gs_grade_name(info->grade[c]);
            cr_expect(grade && *grade, "%s=%s", info->name, info->choices[c]);
            if (strstr(info->evidence[c], "console capture") == info->evidence[c])
                cr_expect_neq(info->grade[c], GS_GRADE_STOCK, "%s=%s", info->name, info->choices[c]);
        }
    cr_expect_str_eq(gs_grade_name(gs_rule_info(GS_RULE_COLOUR_WALK)->grade[0]), "stock");
    cr_expect_str_eq(gs_grade_name(gs_rule_info(GS_RULE_COLOUR_WALK)->grade[1]), "measured");
    cr_expect_str_eq(gs_grade_name(gs_rule_info(GS_RULE_DEPTH_WALK)->grade[1]), "fitted");
}

Test(rules, several_choices_follow_each_other_and_the_last_counts)
{
    struct gs_rules rules;
    cr_assert(gs_rules_parse("pcsx2,fog_blend=byte,modulate=byte,fog_blend=fraction", &rules, NULL, 0));
    cr_expect_eq(rules.choice[GS_RULE_FOG_BLEND], GS_FOG_BLEND_FRACTION);
    cr_expect_eq(rules.choice[GS_RULE_MODULATE], GS_MODULATE_BYTE);
    cr_assert(gs_rules_parse(",modulate=byte", &rules, NULL, 0), "the first set with one change");
    cr_expect_eq(rules.choice[GS_RULE_MODULATE], GS_MODULATE_BYTE);
}

/* The rules whose names are NAME or begin with NAME_ and the others: the first have the choices of `set`, the
 * others those of `base`. */
static void check_taken(const char *base, const char *name, const char *set)
{
    char text[128];
    struct gs_rules first, second, rules;
    snprintf(text, sizeof text, "%s,%s=%s", base, name, set);
    cr_assert(gs_rules_parse(base, &first, NULL, 0) && gs_rules_parse(set, &second, NULL, 0));
    cr_assert(gs_rules_parse(text, &rules, NULL, 0), "%s", text);
    for (int r = 0; r < GS_RULE_COUNT; r++) {
        const char *rule = gs_rule_info((enum gs_rule)r)->name;
        size_t length = strlen(name);
        bool taken = strcmp(rule, name) == 0 || (strncmp(rule, name, length) == 0 && rule[length] == '_');
        cr_expect_eq(rules.choice[r], (taken ? &second : &first)->choice[r], "%s: %s", text, rule);
    }
}

Test(rules, a_rule_takes_the_choice_that_a_set_has)
{
    check_taken("console", "dither", "pcsx2");
    check_taken("pcsx2", "dither", "console");
    check_taken("pcsx2", "lanes", "pcsx2-sse4");
    check_taken("console", "fog_blend", "pcsx2");
    check_taken("console", "dither", "console");
}

/* As in the help text of path1 rules and in README.md. */
Test(rules, a_name_stands_for_all_rules_that_begin_with_it)
{
    static const char *const names[] = {"fog",  "clut",  "colour", "depth", "sprite", "texcoord", "q",
                                        "walk", "texel", "lod",    "aa1",   "move",   "dither",   "line"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        check_taken("console", names[i], "pcsx2");
        check_taken("pcsx2", names[i], "console");
    }
    struct gs_rules rules;
    cr_assert(gs_rules_parse("console,clut=pcsx2", &rules, NULL, 0));
    cr_expect_eq(rules.choice[GS_RULE_CLUT_LOAD], GS_CLUT_LOAD_CACHED);
    cr_expect_eq(rules.choice[GS_RULE_CLUT_BANK], GS_CLUT_BANK_PCSX2);
    cr_expect_eq(rules.choice[GS_RULE_CLUT_CSM2], GS_CLUT_CSM2_ORIGIN);
    cr_expect_eq(rules.choice[GS_RULE_MOVE], GS_MOVE_BUFFERED);
}

/* Else console,NAME=pcsx2 would leave the parts out. */
Test(rules, no_rule_with_parts_has_a_choice_that_is_called_as_a_set)
{
    struct gs_rules set;
    for (enum gs_rule rule = 0; rule < GS_RULE_COUNT; rule++) {
        const char *name = gs_rule_info(rule)->name;
        size_t length = strlen(name);
        for (enum gs_rule part = 0; part < GS_RULE_COUNT; part++) {
            const char *other = gs_rule_info(part)->name;
            if (strncmp(other, name, length) != 0 || other[length] != '_')
                continue;
            for (unsigned c = 0; c < choices_of(rule); c++)
                cr_expect_not(gs_rules_parse(gs_rule_info(rule)->choices[c], &set, NULL, 0), "%s", name);
        }
    }
}

/* Else console,RULE=pcsx2 would mean two things. */
Test(rules, a_choice_that_is_called_as_a_set_is_that_sets_choice)
{
    unsigned met = 0;
    struct gs_rules set;
    for (size_t i = 0; gs_rules_name(i); i++) {
        cr_assert(gs_rules_parse(gs_rules_name(i), &set, NULL, 0));
        for (enum gs_rule rule = 0; rule < GS_RULE_COUNT; rule++)
            for (unsigned c = 0; c < choices_of(rule); c++)
                if (strcmp(gs_rule_info(rule)->choices[c], set.name) == 0) {
                    cr_expect_eq(set.choice[rule], c, "%s", gs_rule_info(rule)->name);
                    met++;
                }
    }
    cr_expect_gt(met, 0);
}

struct bad_text {
    const char *text, *named, *known; /* what the message must name, and something that is known */
};

Test(rules, what_is_unknown_is_named_with_what_is_known)
{
    static const struct bad_text bad[] = {
        {"pcsx3", "pcsx3", "pcsx2-sse4"},
        {"PCSX2", "PCSX2", "pcsx2-sse4"},
        {"pcsx2,fogblend=byte", "fogblend", "fog_blend"},
        {"pcsx2,fog_blend=word", "word", "fraction"},
        {"pcsx2,fog_blend", "fog_blend", "fraction"},
        {"pcsx2,fog_blend=", "fog_blend=", "fraction"},
        {"pcsx2,=byte", "", "fog_blend"},
        {"pcsx2,", "", "fog_blend"},
        {"pcsx2,,fog_blend=byte", "", "fog_blend"},
        {"pcsx2 ", "pcsx2 ", "pcsx2-sse4"},
        {"pcsx2,fog_blend=byte ", "byte ", "fraction"},
        {"pcsx2,fog_blend=pcsx3", "fog_blend=pcsx3", "fraction, byte, or that of a set: "},
        {"pcsx2,fog=byte", "fog=byte", "that of a set: "},
        {"pcsx2,fog=", "fog=", "console"},
        {"pcsx2,fog", "fog", "console"},
        {"pcsx2,fo=pcsx2", "fo", "fog_blend"},
        {"pcsx2,fog_=pcsx2", "fog_", "fog_blend"},
        {"pcsx2,=pcsx2", "", "fog_blend"},
        {"pcsx2,_=pcsx2", "_", "fog_blend"},
        {"pcsx2,step=pcsx2", "step", "fog_blend"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct gs_rules rules;
        char error[2048] = "";
        cr_expect_not(gs_rules_parse(bad[i].text, &rules, error, sizeof error), "%s", bad[i].text);
        cr_expect(strstr(error, bad[i].named), "%s: %s", bad[i].text, error);
        cr_expect(strstr(error, bad[i].known), "%s: %s", bad[i].text, error);
        cr_expect_null(strchr(error, '\n'), "one line");
    }
}

Test(rules, the_message_stays_inside_of_its_buffer)
{
    char long_name[4096], error[64];
    struct gs_rules rules;
    memset(long_name, 'x', sizeof long_name - 1);
    long_name[sizeof long_name - 1] = 0;
    for (size_t size = 0; size <= sizeof error; size++) {
        memset(error, 0x55, sizeof error);
        cr_expect_not(gs_rules_parse(long_name, &rules, error, size));
        for (size_t i = size; i < sizeof error; i++)
            cr_assert_eq(error[i], 0x55, "size %zu", size);
        cr_expect(size == 0 || memchr(error, 0, size), "ended, size %zu", size);
    }
    cr_expect_not(gs_rules_parse(long_name, &rules, NULL, 0));
}

Test(rules, a_chip_without_rules_has_the_first_set)
{
    struct gs_rules first;
    struct gs *gs = gs_create(NULL);
    cr_assert(gs && gs_rules_parse(NULL, &first, NULL, 0));
    cr_expect_arr_eq(gs->rules.choice, first.choice, sizeof first.choice);
    gs_reset(gs);
    cr_expect_arr_eq(gs->rules.choice, first.choice, sizeof first.choice, "a reset keeps them");
    gs_destroy(gs);
    gs_destroy(NULL);
}

/* Has a document a row of a table with the rule and the grade of the choice? */
static bool documented(const char *document, const char *rule, const char *grade)
{
    char path[256], quoted[64], line[2048];
    bool found = false;
    snprintf(path, sizeof path, "%s/../../docs/%s", PATH1_TEST_DATA, document);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    snprintf(quoted, sizeof quoted, "`%s`", rule);
    while (!found && fgets(line, sizeof line, file))
        found = line[0] == '|' && strstr(line, quoted) && strstr(line, grade);
    fclose(file);
    return found;
}

Test(rules, every_rule_that_is_measured_or_differs_on_a_console_is_in_the_documents)
{
    struct gs_rules console, pcsx2;
    cr_assert(gs_rules_parse("console", &console, NULL, 0) && gs_rules_parse("pcsx2", &pcsx2, NULL, 0));
    for (int r = 0; r < GS_RULE_COUNT; r++) {
        const struct gs_rule_info *info = gs_rule_info((enum gs_rule)r);
        enum gs_grade grade = info->grade[console.choice[r]];
        bool differs = console.choice[r] != pcsx2.choice[r];
        if (differs || grade != GS_GRADE_STOCK)
            cr_expect(documented("accuracy.md", info->name, gs_grade_name(grade)), "%s, %s", info->name,
                      gs_grade_name(grade));
        if (differs)
            cr_expect(documented("console.md", info->name, gs_grade_name(grade)), "%s, %s", info->name,
                      gs_grade_name(grade));
    }
}
