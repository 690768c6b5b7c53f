/* path1 rules: the rule table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <path1/vu.h>

#include "command.h"
#include "json_out.h"
#include "options.h"
#include "report.h"
#include "rules_compare.h"

static const char help[] =
    "Usage: path1 rules [OPTION]...\n"
    "       path1 rules --compare TRACE... [OPTION]...\n"
    "Lists the points on which consoles, PCSX2's software renderer and other sources differ, the choices\n"
    "for each with their evidence, and the rule sets. In brackets, how sure it is that a console does so:\n"
    "measured, fitted, derived, inferred, or stock (PCSX2's way). Groups are names that stand for several\n"
    "rules, a rule with parts among them. Under \"vu\" is what is done where sources about the vector units\n"
    "differ or are silent; there is nothing to choose.\n\n"
    "--rules of other commands takes a set's name (default or none at all: console) and, after commas,\n"
    "changes, of which later ones count:\n"
    "  RULE=CHOICE    a choice of one rule, as in console,modulate=fraction\n"
    "  NAME=SET       what a set chooses for the rule NAME and all rules NAME_..., as in "
    "console,dither=pcsx2,\n"
    "                 or console,fog=pcsx2 for fog_step, fog_walk, fog_blend and fog_alpha\n\n"
    "With --compare, each TRACE is replayed under two rule sets and with the rules that they choose\n"
    "differently switched, each alone and one after the other, until the first set has become the second.\n"
    "Printed are the pixels of local memory that differ in the end, of the buffers that the first set's\n"
    "draws reach, and elsewhere words of 32 bits, and by rule those of the difference that it was the\n"
    "last to change (in the end: each pixel that differs counts for one rule), those that it changes\n"
    "alone, and those that it changes after the rules above it (in turn). What is a part of another rule\n"
    "changes nothing alone. A TRACE is read many times: - is none.\n\n"
    "  --compare      compare rule sets on recordings\n"
    "  --from RULES   the first set (pcsx2)\n"
    "  --to RULES     the second (console)\n"
    "  --brief        only what differs in the end, in less than half the time\n"
    "  --json         print one JSON object instead\n"
    "  -h, --help     print this\n";

/* Rule set number `index`; false past the last. */
static bool get_set(size_t index, struct gs_rules *set)
{
    const char *name = gs_rules_name(index);
    return name && gs_rules_parse(name, set, NULL, 0);
}

static void print_vu_text(void)
{
    printf("\nvu:\n");
    const struct vu_rule_info *info;
    for (size_t index = 0; (info = vu_rule_info(index)); index++) {
        printf("%s: %s\n", info->name, info->choice);
        printf("    %-12s %s\n", "evidence", info->evidence);
        if (info->others)
            printf("    %-12s %s\n", "others", info->others);
    }
}

/* Does the name, alone or before an underscore, begin that of the rule? */
static bool stands_for(const char *name, size_t length, int rule)
{
    const char *whole = gs_rule_info((enum gs_rule)rule)->name;
    return strncmp(whole, name, length) == 0 && (whole[length] == '\0' || whole[length] == '_');
}

/* Is it the first rule of several that the name stands for? */
static bool begins_group(const char *name, size_t length, int rule)
{
    unsigned count = 0;
    for (int other = 0; other < GS_RULE_COUNT; other++) {
        if (!stands_for(name, length, other))
            continue;
        if (other < rule)
            return false;
        count++;
    }
    return count > 1;
}

/* Calls `take` for each name that stands for several rules. */
static void each_group(void (*take)(void *user, const char *name), void *user)
{
    for (int rule = 0; rule < GS_RULE_COUNT; rule++) {
        const char *whole = gs_rule_info((enum gs_rule)rule)->name;
        size_t length = 0;
        do {
            length += strcspn(whole + length, "_");
            if (begins_group(whole, length, rule)) {
                char *name = format_text("%.*s", (int)length, whole);
                take(user, name);
                free(name);
            }
        } while (whole[length++]);
    }
}

static void print_group(void *user, const char *name)
{
    (void)user;
    const char *before = ":";
    printf("    %s", name);
    for (int rule = 0; rule < GS_RULE_COUNT; rule++) {
        if (!stands_for(name, strlen(name), rule))
            continue;
        printf("%s %s", before, gs_rule_info((enum gs_rule)rule)->name);
        before = ",";
    }
    putchar('\n');
}

static void print_text(void)
{
    for (int rule = 0; rule < GS_RULE_COUNT; rule++) {
        const struct gs_rule_info *info = gs_rule_info((enum gs_rule)rule);
        printf("%s: %s\n", info->name, info->what);
        for (size_t i = 0; i < GS_RULE_MAX_CHOICES && info->choices[i]; i++)
            printf("    %-12s [%s] %s\n", info->choices[i], gs_grade_name(info->grade[i]),
                   info->evidence[i] ? info->evidence[i] : "");
    }
    puts("\ngroups:");
    each_group(print_group, NULL);
    struct gs_rules set;
    for (size_t index = 0; get_set(index, &set); index++) {
        printf("\nset %s%s:\n", set.name, index == 0 ? " (the default)" : "");
        for (int rule = 0; rule < GS_RULE_COUNT; rule++) {
            const struct gs_rule_info *info = gs_rule_info((enum gs_rule)rule);
            printf("    %s=%s\n", info->name, info->choices[set.choice[rule]]);
        }
    }
    print_vu_text();
}

static json_t *rule_json(const struct gs_rule_info *info)
{
    json_t *object = json_new_object(), *choices = json_new_array();
    json_put_text(object, "name", info->name);
    json_put_text(object, "what", info->what);
    for (size_t i = 0; i < GS_RULE_MAX_CHOICES && info->choices[i]; i++) {
        json_t *choice = json_new_object();
        json_put_text(choice, "name", info->choices[i]);
        if (info->evidence[i])
            json_put_text(choice, "evidence", info->evidence[i]);
        json_put_text(choice, "grade", gs_grade_name(info->grade[i]));
        json_add(choices, choice);
    }
    json_put(object, "choices", choices);
    return object;
}

static json_t *set_json(const struct gs_rules *set, bool is_default)
{
    json_t *object = json_new_object(), *choices = json_new_object();
    json_put_text(object, "name", set->name);
    json_put_bool(object, "default", is_default);
    for (int rule = 0; rule < GS_RULE_COUNT; rule++) {
        const struct gs_rule_info *info = gs_rule_info((enum gs_rule)rule);
        json_put_text(choices, info->name, info->choices[set->choice[rule]]);
    }
    json_put(object, "choices", choices);
    return object;
}

static json_t *vu_rule_json(const struct vu_rule_info *info)
{
    json_t *object = json_new_object();
    json_put_text(object, "name", info->name);
    json_put_text(object, "choice", info->choice);
    json_put_text(object, "evidence", info->evidence);
    if (info->others)
        json_put_text(object, "others", info->others);
    return object;
}

static void add_group(void *groups, const char *name)
{
    json_t *object = json_new_object(), *rules = json_new_array();
    json_put_text(object, "name", name);
    for (int rule = 0; rule < GS_RULE_COUNT; rule++)
        if (stands_for(name, strlen(name), rule))
            json_add(rules, json_string(gs_rule_info((enum gs_rule)rule)->name));
    json_put(object, "rules", rules);
    json_add(groups, object);
}

static void print_json(void)
{
    json_t *root = json_new_object(), *rules = json_new_array(), *sets = json_new_array();
    json_t *groups = json_new_array(), *vu = json_new_array();
    each_group(add_group, groups);
    for (int rule = 0; rule < GS_RULE_COUNT; rule++)
        json_add(rules, rule_json(gs_rule_info((enum gs_rule)rule)));
    struct gs_rules set;
    for (size_t index = 0; get_set(index, &set); index++)
        json_add(sets, set_json(&set, index == 0));
    json_put(root, "rules", rules);
    const struct vu_rule_info *vu_rule;
    for (size_t index = 0; (vu_rule = vu_rule_info(index)); index++)
        json_add(vu, vu_rule_json(vu_rule));
    json_put(root, "groups", groups);
    json_put(root, "sets", sets);
    json_put(root, "vu", vu);
    json_print(root);
}

static int compare_sets(int argc, char **argv, const char *from, const char *to, bool brief, bool json)
{
    struct gs_rules first, second;
    if (!option_some_traces(argc, argv) ||
        !option_rule_set("rules", "--from", from ? from : "pcsx2", &first) ||
        !option_rule_set("rules", "--to", to ? to : "console", &second))
        return EXIT_USAGE;
    for (int i = optind; i < argc; i++)
        if (!option_rereadable("rules", argv[i], "--compare reads a trace many times"))
            return EXIT_USAGE;
    bool good = rules_compare(argv + optind, argc - optind, &first, &second, brief, json);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int command_rules(int argc, char **argv)
{
    enum { JSON = 256, COMPARE, FROM, TO, BRIEF };
    static const struct option names[] = {{"json", no_argument, NULL, JSON},
                                          {"compare", no_argument, NULL, COMPARE},
                                          {"from", required_argument, NULL, FROM},
                                          {"to", required_argument, NULL, TO},
                                          {"brief", no_argument, NULL, BRIEF},
                                          {"help", no_argument, NULL, 'h'},
                                          {NULL, 0, NULL, 0}};
    bool json = false, compare = false, brief = false;
    const char *from = NULL, *to = NULL;
    for (int option; (option = option_next(argc, argv, "h", names)) != -1;) {
        switch (option) {
        case JSON:
            json = true;
            break;
        case COMPARE:
            compare = true;
            break;
        case BRIEF:
            brief = true;
            break;
        case FROM:
            from = optarg;
            break;
        case TO:
            to = optarg;
            break;
        case 'h':
            fputs(help, stdout);
            return EXIT_SUCCESS;
        default:
            return EXIT_USAGE;
        }
    }
    if (compare)
        return compare_sets(argc, argv, from, to, brief, json);
    if (from || to || brief) {
        report("rules: --from, --to and --brief go with --compare");
        return EXIT_USAGE;
    }
    if (optind < argc) {
        report("rules: takes no trace, but got '%s'", argv[optind]);
        return EXIT_USAGE;
    }
    if (json)
        print_json();
    else
        print_text();
    return EXIT_SUCCESS;
}
