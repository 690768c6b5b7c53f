/* path1 explain --against: what another rule set makes of the pixel, and by which rules. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "explain.h"
#include "report.h"

/* One rule that the two sets choose differently. */
struct step {
    enum gs_rule rule;
    uint32_t alone;   /* the value with this rule alone switched */
    uint32_t in_turn; /* with this one and those before it */
};

/* Where two histories part. */
struct parting {
    bool found, lasts; /* lasts: they have not met again */
    bool has_a, has_b; /* the thing is in the first, in the second */
    uint64_t a, b;     /* entries */
};

struct explain_comparison {
    const struct explain_request *request;
    struct gs_rules against;
    const char *against_text;
    const struct explain_history *from; /* the history under the first rules */
    struct explain_history to;          /* under the others */
    struct step step[GS_RULE_COUNT];
    unsigned steps;
    struct parting parting;
    struct explain_history here, there; /* the record at the parting, under each of the two */
};

/* ---- replays ---- */

static bool same_thing(const struct explain_mark *a, const struct explain_mark *b)
{
    return a->order == b->order && a->x == b->x && a->y == b->y;
}

static void part(struct parting *p, const struct explain_mark *a, uint64_t at_a, const struct explain_mark *b,
                 uint64_t at_b)
{
    if (p->lasts || (a ? a->changed_nothing && !b : b->changed_nothing))
        return;
    *p = (struct parting){true, true, a != NULL, b != NULL, at_a, at_b};
}

/* Where the histories begin to leave something else, for the last time. What changes nothing may be missing
 * in one of them. */
static struct parting find_parting(const struct explain_history *a, const struct explain_history *b)
{
    struct parting p = {0};
    uint64_t i = 0, k = 0;
    while (i < a->records || k < b->records) {
        const struct explain_mark *next = i < a->records ? &a->mark[i] : NULL;
        const struct explain_mark *other = k < b->records ? &b->mark[k] : NULL;
        if (next && other && same_thing(next, other)) {
            if (next->after == other->after)
                p.lasts = false;
            else
                part(&p, next, i, other, k);
            i++;
            k++;
        } else if (!other || (next && next->order <= other->order)) {
            part(&p, next, i++, NULL, 0);
        } else {
            part(&p, NULL, 0, other, k++);
        }
    }
    return p;
}

static bool marks_under(const struct explain_comparison *c, const struct gs_rules *rules,
                        struct explain_history *out)
{
    struct explain_request brief = *c->request;
    brief.last = 1;
    *out = (struct explain_history){.marks_wanted = true, .quiet = true};
    return explain_collect(&brief, rules, out);
}

/* Record `number` of the history under `rules`, alone. */
static bool fetch(const struct explain_comparison *c, const struct gs_rules *rules, uint64_t number,
                  struct explain_history *out)
{
    *out = (struct explain_history){.only = true, .number = number, .quiet = true};
    return explain_collect(c->request, rules, out);
}

static void plan(struct explain_comparison *c)
{
    for (int r = 0; r < GS_RULE_COUNT; r++)
        if (c->request->rules.choice[r] != c->against.choice[r])
            c->step[c->steps++].rule = (enum gs_rule)r;
}

static bool alone(struct explain_comparison *c)
{
    if (c->steps == 1)
        c->step[0].alone = c->to.value;
    for (unsigned i = 0; c->steps > 1 && i < c->steps; i++) {
        struct gs_rules rules = c->request->rules;
        rules.choice[c->step[i].rule] = c->against.choice[c->step[i].rule];
        if (!explain_value(c->request, &rules, &c->step[i].alone))
            return false;
    }
    return true;
}

/* The first step in turn is the same as alone, the last one makes the other set. */
static bool in_turn(struct explain_comparison *c)
{
    struct gs_rules rules = c->request->rules;
    for (unsigned i = 0; i < c->steps; i++) {
        struct step *s = &c->step[i];
        rules.choice[s->rule] = c->against.choice[s->rule];
        s->in_turn = i + 1 == c->steps ? c->to.value : s->alone;
        if (i > 0 && i + 1 < c->steps && !explain_value(c->request, &rules, &s->in_turn))
            return false;
    }
    return true;
}

struct explain_comparison *explain_compare(const struct explain_request *request,
                                           const struct explain_history *history,
                                           const struct gs_rules *against, const char *against_text)
{
    struct explain_comparison *c = reallocate(NULL, 1, sizeof *c);
    *c = (struct explain_comparison){
        .request = request, .against = *against, .against_text = against_text, .from = history};
    plan(c);
    bool good = marks_under(c, against, &c->to);
    if (good) {
        c->parting = find_parting(history, &c->to);
        good = (!c->parting.has_a || fetch(c, &request->rules, c->parting.a, &c->here)) &&
               (!c->parting.has_b || fetch(c, against, c->parting.b, &c->there));
    }
    if (good && alone(c) && in_turn(c))
        return c;
    explain_compare_free(c);
    return NULL;
}

void explain_compare_free(struct explain_comparison *c)
{
    explain_free(&c->to);
    explain_free(&c->here);
    explain_free(&c->there);
    free(c);
}

/* ---- output ---- */

static const struct explain_record *record_of(const struct explain_comparison *c,
                                              const struct explain_history *h)
{
    return explain_record_at(c->request, h, 0);
}

static const char *choice_name(const struct gs_rules *rules, enum gs_rule rule)
{
    return gs_rule_info(rule)->choices[rules->choice[rule]];
}

/* The value with the first `count` rules switched. */
static uint32_t value_after(const struct explain_comparison *c, unsigned count)
{
    return count ? c->step[count - 1].in_turn : c->from->value;
}

/* Does the rule change what is left in the end? */
static bool counts(const struct explain_comparison *c, unsigned number)
{
    return c->step[number].alone != c->from->value || value_after(c, number + 1) != value_after(c, number);
}

static void print_steps(const struct explain_comparison *c)
{
    int digits = explain_digits(c->request->target.psm);
    bool head = false;
    for (unsigned i = 0; i < c->steps; i++) {
        const struct step *s = &c->step[i];
        char name[64];
        if (!counts(c, i))
            continue;
        if (!head)
            printf("  %-40s %-12s%s\n", "with this rule as there", "alone", "and those above");
        head = true;
        snprintf(name, sizeof name, "%s=%s", gs_rule_info(s->rule)->name, choice_name(&c->against, s->rule));
        printf("  %-40s 0x%0*" PRIX32 "%*s0x%0*" PRIX32 "\n", name, digits, s->alone, 10 - digits, "", digits,
               value_after(c, i + 1));
    }
    if (!head)
        puts("  no rule changes it");
}

static void print_side(const struct explain_comparison *c, const struct explain_history *h, bool there,
                       const char *rules)
{
    printf("\n%s, under %s:", c->parting.lasts ? "the difference begins" : "the last difference", rules);
    if (there)
        explain_print(record_of(c, h), &c->request->target);
    else
        puts(" nothing");
}

void explain_compare_print(const struct explain_comparison *c)
{
    int digits = explain_digits(c->request->target.psm);
    if (c->parting.found) {
        print_side(c, &c->here, c->parting.has_a, c->request->rules_text);
        print_side(c, &c->there, c->parting.has_b, c->against_text);
    }
    printf("\nin the end      0x%0*" PRIX32 " under %s, 0x%0*" PRIX32 " under %s\n", digits, c->from->value,
           c->request->rules_text, digits, c->to.value, c->against_text);
    print_steps(c);
}

static json_t *step_json(const struct explain_comparison *c, unsigned number)
{
    json_t *o = json_new_object();
    const struct step *s = &c->step[number];
    int digits = explain_digits(c->request->target.psm);
    json_put_text(o, "rule", gs_rule_info(s->rule)->name);
    json_put_text(o, "from", choice_name(&c->request->rules, s->rule));
    json_put_text(o, "to", choice_name(&c->against, s->rule));
    json_put_hex(o, "alone", s->alone, digits);
    json_put_hex(o, "in_turn", value_after(c, number + 1), digits);
    json_put_bool(o, "counts", counts(c, number));
    return o;
}

json_t *explain_compare_json(const struct explain_comparison *c)
{
    json_t *o = json_new_object(), *rules = json_new_array();
    const struct explain_target *t = &c->request->target;
    json_put_text(o, "rules", c->against_text);
    json_put_hex(o, "value", c->to.value, explain_digits(t->psm));
    if (c->parting.found) {
        json_t *parting = json_new_object();
        json_put_bool(parting, "lasts", c->parting.lasts);
        json_put(parting, "here", c->parting.has_a ? explain_json(record_of(c, &c->here), t) : json_null());
        json_put(parting, "there", c->parting.has_b ? explain_json(record_of(c, &c->there), t) : json_null());
        json_put(o, "difference", parting);
    }
    for (unsigned i = 0; i < c->steps; i++)
        json_add(rules, step_json(c, i));
    json_put(o, "switched", rules);
    return o;
}
