#include "rules_compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json_out.h"
#include "memory_map.h"
#include "playback.h"
#include "report.h"
#include "text.h"

/* One rule that the two sets choose differently, in the order in which they are switched. */
struct step {
    enum gs_rule rule;
    uint64_t alone;      /* pixels that it changes in the result of `from` */
    uint64_t changed;    /* pixels that it changes after the steps before it */
    uint64_t attributed; /* of those that differ in the end, pixels that it was the last to change */
};

struct comparison {
    const struct gs_rules *from, *to;
    struct step step[GS_RULE_COUNT];
    unsigned steps;
    bool brief;
    struct memory_map map;
    uint64_t differ[MEMORY_ROLES];
    uint8_t *first, *before, *now; /* local memory under `from`, before a step and after it */
    uint8_t last[MEMORY_CELLS];    /* step number + 1 of the last change */
};

static void take(struct gs_rules *rules, const struct gs_rules *to, enum gs_rule rule)
{
    rules->choice[rule] = to->choice[rule];
}

/* The rules in the table's order: a rule comes before those that are a part of it. */
static void plan(struct comparison *c)
{
    c->steps = 0;
    for (int r = 0; r < GS_RULE_COUNT; r++)
        if (c->from->choice[r] != c->to->choice[r])
            c->step[c->steps++] = (struct step){.rule = (enum gs_rule)r};
}

/* Local memory at the end of the recording under `rules`, which are those of the first replay: it notes what
 * the draws use and shows warnings. */
static bool replay_first(struct comparison *c, const char *path, const struct gs_rules *rules)
{
    struct playback playback;
    const struct replay_sink sink = {0};
    const struct gs_observer observer = {.user = &c->map, .draw = memory_map_draw};
    if (!playback_open(&playback, path, rules, NULL))
        return false;
    gs_observe(replay_gs(playback.replay), &observer);
    bool good = playback_run(&playback, &sink, NULL);
    if (good)
        memcpy(c->first, gs_local_memory(replay_gs(playback.replay)), GS_LOCAL_MEMORY_SIZE);
    playback_close(&playback);
    return good;
}

/* The same once more, into c->now, without the warnings. */
static bool replay_again(struct comparison *c, const char *path, const struct gs_rules *rules)
{
    struct playback playback;
    struct trace_error error;
    const struct replay_sink sink = {0};
    if (!playback_open(&playback, path, rules, NULL))
        return false;
    bool good = replay_run(playback.replay, &sink, &error) != REPLAY_ERROR;
    if (good)
        memcpy(c->now, gs_local_memory(replay_gs(playback.replay)), GS_LOCAL_MEMORY_SIZE);
    else
        report("%s", error.text);
    playback_close(&playback);
    return good;
}

static void count(void *user, uint32_t cell, enum memory_role role)
{
    (void)cell;
    (void)role;
    ++*(uint64_t *)user;
}

struct change {
    struct comparison *c;
    unsigned step;
};

static void note(void *user, uint32_t cell, enum memory_role role)
{
    const struct change *change = user;
    (void)role;
    change->c->step[change->step].changed++;
    change->c->last[cell] = (uint8_t)(change->step + 1);
}

static void attribute(void *user, uint32_t cell, enum memory_role role)
{
    struct comparison *c = user;
    c->differ[role]++;
    c->step[c->last[cell] - 1].attributed++;
}

/* Each rule by itself, from `from`. */
static bool alone(struct comparison *c, const char *path)
{
    for (unsigned i = 0; i < c->steps; i++) {
        struct gs_rules rules = *c->from;
        take(&rules, c->to, c->step[i].rule);
        if (!replay_again(c, path, &rules))
            return false;
        memory_map_compare(&c->map, c->first, c->now, count, &c->step[i].alone);
    }
    return true;
}

/* All rules one after the other; the last result is that of `to`. */
static bool in_turn(struct comparison *c, const char *path)
{
    struct gs_rules rules = *c->from;
    memcpy(c->before, c->first, GS_LOCAL_MEMORY_SIZE);
    for (unsigned i = 0; i < c->steps; i++) {
        struct change change = {c, i};
        take(&rules, c->to, c->step[i].rule);
        if (!replay_again(c, path, &rules))
            return false;
        memory_map_compare(&c->map, c->before, c->now, note, &change);
        uint8_t *swap = c->before;
        c->before = c->now;
        c->now = swap;
    }
    memory_map_compare(&c->map, c->first, c->before, attribute, c);
    return true;
}

static bool compare(struct comparison *c, const char *path)
{
    memset(c->last, 0, sizeof c->last);
    memset(c->differ, 0, sizeof c->differ);
    plan(c);
    memory_map_clear(&c->map);
    if (!replay_first(c, path, c->from))
        return false;
    if (!c->brief)
        return alone(c, path) && in_turn(c, path);
    if (!replay_again(c, path, c->to))
        return false;
    return memcmp(c->first, c->now, GS_LOCAL_MEMORY_SIZE) == 0 || in_turn(c, path);
}

static uint64_t all(const struct comparison *c)
{
    return c->differ[MEMORY_FRAME] + c->differ[MEMORY_DEPTH] + c->differ[MEMORY_OTHER];
}

static const char *choice_of(const struct gs_rules *rules, enum gs_rule rule)
{
    return gs_rule_info(rule)->choices[rules->choice[rule]];
}

static void print_text(const struct comparison *c, const char *path)
{
    char *shown = text_cleaned(path);
    printf("%s: %" PRIu64 " pixels differ: %" PRIu64 " of frame buffers, %" PRIu64
           " of depth buffers, %" PRIu64 " others\n",
           shown, all(c), c->differ[MEMORY_FRAME], c->differ[MEMORY_DEPTH], c->differ[MEMORY_OTHER]);
    free(shown);
    bool head = false;
    for (unsigned i = 0; i < c->steps; i++) {
        const struct step *s = &c->step[i];
        if (c->brief ? !s->attributed : !s->alone && !s->changed)
            continue;
        if (!head)
            printf("    %-28s %10s%s\n", "rule", "in the end", c->brief ? "" : "      alone    in turn");
        head = true;
        char name[64];
        snprintf(name, sizeof name, "%s=%s", gs_rule_info(s->rule)->name, choice_of(c->to, s->rule));
        printf("    %-28s %10" PRIu64, name, s->attributed);
        if (!c->brief)
            printf(" %10" PRIu64 " %10" PRIu64, s->alone, s->changed);
        putchar('\n');
    }
}

static json_t *to_json(const struct comparison *c, const char *path)
{
    json_t *object = json_new_object(), *rules = json_new_array();
    json_put_text(object, "file", path);
    json_put_count(object, "pixels", all(c));
    json_put_count(object, "frame", c->differ[MEMORY_FRAME]);
    json_put_count(object, "depth", c->differ[MEMORY_DEPTH]);
    json_put_count(object, "other", c->differ[MEMORY_OTHER]);
    for (unsigned i = 0; i < c->steps; i++) {
        const struct step *s = &c->step[i];
        json_t *rule = json_new_object();
        json_put_text(rule, "rule", gs_rule_info(s->rule)->name);
        json_put_text(rule, "from", choice_of(c->from, s->rule));
        json_put_text(rule, "to", choice_of(c->to, s->rule));
        json_put_count(rule, "in_the_end", s->attributed);
        if (!c->brief) {
            json_put_count(rule, "alone", s->alone);
            json_put_count(rule, "in_turn", s->changed);
        }
        json_add(rules, rule);
    }
    json_put(object, "rules", rules);
    return object;
}

bool rules_compare(char **paths, int count_of_paths, const struct gs_rules *from, const struct gs_rules *to,
                   bool brief, bool json)
{
    struct comparison *c = reallocate(NULL, 1, sizeof *c);
    uint8_t *memory = reallocate(NULL, 3, GS_LOCAL_MEMORY_SIZE);
    *c = (struct comparison){.from = from, .to = to, .brief = brief, .first = memory};
    c->before = memory + GS_LOCAL_MEMORY_SIZE;
    c->now = c->before + GS_LOCAL_MEMORY_SIZE;
    json_t *root = json ? json_new_object() : NULL, *traces = json ? json_new_array() : NULL;
    bool good = true;
    for (int i = 0; i < count_of_paths; i++) {
        if (!compare(c, paths[i]))
            good = false;
        else if (json)
            json_add(traces, to_json(c, paths[i]));
        else
            print_text(c, paths[i]);
    }
    if (json) {
        json_put(root, "traces", traces);
        json_print(root);
    }
    free(memory);
    free(c);
    return good;
}
