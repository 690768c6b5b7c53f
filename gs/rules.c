/* Rule sets: columns of choices. The table of rules is in rule_table.c. */
#include <stdio.h>
#include <string.h>

#include <path1/gs_rules.h>

/* Rules that a set does not name have choice 0. */
static const struct gs_rules rule_sets[] = {
    {.name = "pcsx2"},
    {.name = "pcsx2-sse4",
     .choice = {[GS_RULE_LANES] = GS_LANES_4,
                [GS_RULE_MULTIPLY_ADD] = GS_MULTIPLY_ADD_SEPARATE,
                [GS_RULE_FOG_STEP] = GS_FOG_STEP_TRUNCATE}},
    {.name = "console",
     .choice = {[GS_RULE_VSYNC] = GS_VSYNC_ALL,
                [GS_RULE_COVERAGE] = GS_COVERAGE_EXACT,
                [GS_RULE_POINT] = GS_POINT_ROUND,
                [GS_RULE_AA1] = GS_AA1_CONSOLE,
                [GS_RULE_COLOUR_WALK] = GS_COLOUR_WALK_CONSOLE,
                [GS_RULE_DEPTH_WALK] = GS_DEPTH_WALK_CONSOLE,
                [GS_RULE_TEXCOORD_WALK] = GS_TEXCOORD_WALK_CONSOLE,
                [GS_RULE_SPRITE_WALK] = GS_SPRITE_WALK_CONSOLE,
                [GS_RULE_Q_RECIPROCAL] = GS_Q_RECIPROCAL_15BIT,
                [GS_RULE_TEXEL] = GS_TEXEL_SIXTEENTH,
                [GS_RULE_ST_MANTISSA] = GS_ST_MANTISSA_SPRITES,
                [GS_RULE_HUGE_ST] = GS_HUGE_ST_SATURATE,
                [GS_RULE_LOD] = GS_LOD_TABLE,
                [GS_RULE_MODULATE] = GS_MODULATE_BYTE,
                [GS_RULE_FOG_BLEND] = GS_FOG_BLEND_BYTE,
                [GS_RULE_DITHER] = GS_DITHER_ALL,
                [GS_RULE_CLUT_LOAD] = GS_CLUT_LOAD_ALWAYS,
                [GS_RULE_CLUT_BANK] = GS_CLUT_BANK_OR,
                [GS_RULE_CLUT_CSM2] = GS_CLUT_CSM2_OFFSET,
                [GS_RULE_MOVE] = GS_MOVE_BUFFERED}},
};
#define RULE_SETS (sizeof rule_sets / sizeof rule_sets[0])

const char *gs_grade_name(enum gs_grade grade)
{
    static const char *const names[] = {
        [GS_GRADE_STOCK] = "stock",     [GS_GRADE_MEASURED] = "measured", [GS_GRADE_FITTED] = "fitted",
        [GS_GRADE_DERIVED] = "derived", [GS_GRADE_INFERRED] = "inferred",
    };
    return names[grade];
}

const char *gs_rules_name(size_t index)
{
    return index < RULE_SETS ? rule_sets[index].name : NULL;
}

static bool same(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

static void complain(char *error, size_t size, const char *kind, const char *text, size_t length,
                     const char *known)
{
    if (error && size)
        snprintf(error, size, "unknown %s '%.*s'; known: %s", kind, (int)(length < 64 ? length : 64), text,
                 known);
}

static void append(char *list, size_t size, const char *name)
{
    size_t used = strlen(list);
    snprintf(list + used, size - used, "%s%s", used ? ", " : "", name);
}

static bool parse_set(const char *text, size_t length, struct gs_rules *out, char *error, size_t size)
{
    char known[128] = "";
    if (length == 0 || same(text, length, "default")) {
        *out = rule_sets[0];
        return true;
    }
    for (size_t i = 0; i < RULE_SETS; i++) {
        if (same(text, length, rule_sets[i].name)) {
            *out = rule_sets[i];
            return true;
        }
        append(known, sizeof known, rule_sets[i].name);
    }
    complain(error, size, "rule set", text, length, known);
    return false;
}

static bool parse_choice(const char *text, size_t length, struct gs_rules *out, char *error, size_t size)
{
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : length;
    char known[1024] = "";
    for (int r = 0; r < GS_RULE_COUNT; r++) {
        const struct gs_rule_info *info = gs_rule_info((enum gs_rule)r);
        append(known, sizeof known, info->name);
        if (!same(text, name_length, info->name))
            continue;
        char choices[128] = "";
        const char *wanted = text + name_length + (equals ? 1 : 0);
        size_t wanted_length = (size_t)(text + length - wanted);
        for (uint8_t c = 0; c < GS_RULE_MAX_CHOICES && info->choices[c]; c++) {
            append(choices, sizeof choices, info->choices[c]);
            if (same(wanted, wanted_length, info->choices[c])) {
                out->choice[r] = c;
                return true;
            }
        }
        complain(error, size, "choice", text, length, choices);
        return false;
    }
    complain(error, size, "rule", text, name_length, known);
    return false;
}

/* A choice that has no meaning without another rule's. */
struct need {
    enum gs_rule rule;
    uint8_t choice;
    enum gs_rule other;
    uint8_t other_choice;
};

static const struct need needs[] = {
    /* The half texel comes off after the sixteenths, by the filter of each pixel. */
    {GS_RULE_TEXEL, GS_TEXEL_SIXTEENTH, GS_RULE_LOD, GS_LOD_TABLE},
};

bool gs_rules_check(const struct gs_rules *rules, char *error, size_t size)
{
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++) {
        const struct need *n = &needs[i];
        const struct gs_rule_info *info = gs_rule_info(n->rule), *other = gs_rule_info(n->other);
        if (rules->choice[n->rule] != n->choice || rules->choice[n->other] == n->other_choice)
            continue;
        if (error && size)
            snprintf(error, size, "%s=%s needs %s=%s", info->name, info->choices[n->choice], other->name,
                     other->choices[n->other_choice]);
        return false;
    }
    return true;
}

bool gs_rules_parse(const char *text, struct gs_rules *out, char *error, size_t error_size)
{
    if (!text)
        text = "";
    size_t length = strcspn(text, ",");
    if (!parse_set(text, length, out, error, error_size))
        return false;
    while (text[length] == ',') {
        text += length + 1;
        length = strcspn(text, ",");
        if (!parse_choice(text, length, out, error, error_size))
            return false;
    }
    return gs_rules_check(out, error, error_size);
}
