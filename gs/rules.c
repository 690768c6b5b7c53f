/* Rule sets: columns of choices. The table of rules is in rule_table.c and rule_table_pixels.c. */
#include <stdio.h>
#include <string.h>

#include <path1/gs_rules.h>

/* The first set is the default. Rules that a set does not name have choice 0. */
static const struct gs_rules rule_sets[] = {
    {.name = "console",
     .choice = {[GS_RULE_DRAW] = GS_DRAW_PRIMITIVE,
                [GS_RULE_VSYNC] = GS_VSYNC_ALL,
                [GS_RULE_COVERAGE] = GS_COVERAGE_EXACT,
                [GS_RULE_POINT] = GS_POINT_ROUND,
                [GS_RULE_AA1] = GS_AA1_WIDE,
                [GS_RULE_AA1_DEPTH] = GS_AA1_DEPTH_NEVER,
                [GS_RULE_AA1_COVERAGE] = GS_AA1_COVERAGE_EXACT,
                [GS_RULE_COLOUR_WALK] = GS_COLOUR_WALK_CONSOLE,
                [GS_RULE_FOG_WALK] = GS_FOG_WALK_CONSOLE,
                [GS_RULE_WALK_RECIPROCAL] = GS_WALK_RECIPROCAL_8BIT,
                [GS_RULE_WALK_COARSE] = GS_WALK_COARSE_SIXTEENTH,
                [GS_RULE_WALK_BLOCK] = GS_WALK_BLOCK_PRIM,
                [GS_RULE_WALK_ROWS] = GS_WALK_ROWS_PAIRS,
                [GS_RULE_DEPTH_WALK] = GS_DEPTH_WALK_CONSOLE,
                [GS_RULE_DEPTH_SHORTFALL] = GS_DEPTH_SHORTFALL_CONSOLE,
                [GS_RULE_TEXCOORD_WALK] = GS_TEXCOORD_WALK_CONSOLE,
                [GS_RULE_TEXCOORD_RECIPROCAL] = GS_TEXCOORD_RECIPROCAL_TABLE,
                [GS_RULE_SPRITE_WALK] = GS_SPRITE_WALK_CONSOLE,
                [GS_RULE_SPRITE_LEVELS] = GS_SPRITE_LEVELS_CONSOLE,
                [GS_RULE_SPRITE_LOW] = GS_SPRITE_LOW_CONSOLE,
                [GS_RULE_LINE_WALK] = GS_LINE_WALK_CONSOLE,
                [GS_RULE_EDGE_WALK] = GS_EDGE_WALK_CONSOLE,
                [GS_RULE_POINT_WALK] = GS_POINT_WALK_CONSOLE,
                [GS_RULE_Q_RECIPROCAL] = GS_Q_RECIPROCAL_15BIT,
                [GS_RULE_Q_RECIPROCAL_LINE] = GS_Q_RECIPROCAL_14BIT,
                [GS_RULE_Q_NEGATIVE] = GS_Q_NEGATIVE_NEGATE,
                [GS_RULE_TEXEL] = GS_TEXEL_SIXTEENTH,
                [GS_RULE_TEXEL_RANGE] = GS_TEXEL_RANGE_SATURATE,
                [GS_RULE_ST_MANTISSA] = GS_ST_MANTISSA_SPRITES,
                [GS_RULE_HUGE_ST] = GS_HUGE_ST_SATURATE,
                [GS_RULE_LOD] = GS_LOD_TABLE,
                [GS_RULE_LOD_FILTER] = GS_LOD_FILTER_PIXEL,
                [GS_RULE_LOD_WEIGHT] = GS_LOD_WEIGHT_4BIT,
                [GS_RULE_MODULATE] = GS_MODULATE_BYTE,
                [GS_RULE_FOG_BLEND] = GS_FOG_BLEND_BYTE,
                [GS_RULE_FILL] = GS_FILL_DEPTH,
                [GS_RULE_DITHER] = GS_DITHER_ALL,
                [GS_RULE_DITHER_FILL] = GS_DITHER_FILL_DITHERED,
                [GS_RULE_CLUT_LOAD] = GS_CLUT_LOAD_ALWAYS,
                [GS_RULE_CLUT_BANK] = GS_CLUT_BANK_OR,
                [GS_RULE_CLUT_CPSM] = GS_CLUT_CPSM_BITS,
                [GS_RULE_CLUT_CSM2] = GS_CLUT_CSM2_OFFSET,
                [GS_RULE_MOVE] = GS_MOVE_BUFFERED,
                [GS_RULE_MOVE_BITS] = GS_MOVE_BITS_KEPT}},
    {.name = "pcsx2"},
    {.name = "pcsx2-sse4",
     .choice = {[GS_RULE_LANES] = GS_LANES_4,
                [GS_RULE_MULTIPLY_ADD] = GS_MULTIPLY_ADD_SEPARATE,
                [GS_RULE_FOG_STEP] = GS_FOG_STEP_TRUNCATE}},
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
    if (list[0])
        strncat(list, ", ", size - strlen(list) - 1);
    strncat(list, name, size - strlen(list) - 1);
}

static void append_sets(char *list, size_t size)
{
    for (size_t i = 0; i < RULE_SETS; i++)
        append(list, size, rule_sets[i].name);
}

/* NULL if there is none of that name. */
static const struct gs_rules *find_set(const char *text, size_t length)
{
    if (same(text, length, "default"))
        return &rule_sets[0];
    for (size_t i = 0; i < RULE_SETS; i++)
        if (same(text, length, rule_sets[i].name))
            return &rule_sets[i];
    return NULL;
}

static bool parse_set(const char *text, size_t length, struct gs_rules *out, char *error, size_t size)
{
    char known[128] = "";
    const struct gs_rules *set = length == 0 ? &rule_sets[0] : find_set(text, length);
    if (set) {
        *out = *set;
        return true;
    }
    append_sets(known, sizeof known);
    complain(error, size, "rule set", text, length, known);
    return false;
}

/* Does a name mean this rule: its own, or what its name begins with before an underscore? */
static bool means(const char *name, size_t length, const struct gs_rule_info *info)
{
    return length > 0 && strncmp(info->name, name, length) == 0 &&
           (info->name[length] == 0 || info->name[length] == '_');
}

/* The number of a choice of a rule, -1 if it has none of that name. */
static int find_choice(const struct gs_rule_info *info, const char *text, size_t length)
{
    for (int c = 0; c < GS_RULE_MAX_CHOICES && info->choices[c]; c++)
        if (same(text, length, info->choices[c]))
            return c;
    return -1;
}

/* NAME=CHOICE for a rule of that name. */
static bool take_choice(const char *name, size_t length, const char *wanted, size_t wanted_length,
                        struct gs_rules *out)
{
    for (int r = 0; r < GS_RULE_COUNT; r++) {
        const struct gs_rule_info *info = gs_rule_info((enum gs_rule)r);
        if (!same(name, length, info->name))
            continue;
        int choice = find_choice(info, wanted, wanted_length);
        if (choice >= 0)
            out->choice[r] = (uint8_t)choice;
        return choice >= 0;
    }
    return false;
}

/* What NAME can be set to, or which names there are. */
static void complain_of_item(const char *text, size_t length, size_t name_length, char *error, size_t size)
{
    char known[256] = "", rules[2048] = "", sets[128] = ""; /* several times what the names need */
    bool any = false;
    for (int r = 0; r < GS_RULE_COUNT; r++) {
        const struct gs_rule_info *info = gs_rule_info((enum gs_rule)r);
        append(rules, sizeof rules, info->name);
        any |= means(text, name_length, info);
        if (same(text, name_length, info->name))
            for (int c = 0; c < GS_RULE_MAX_CHOICES && info->choices[c]; c++)
                append(known, sizeof known, info->choices[c]);
    }
    if (!any) {
        complain(error, size, "rule", text, name_length, rules);
        return;
    }
    append(known, sizeof known, known[0] ? "or that of a set: " : "that of a set: ");
    append_sets(sets, sizeof sets);
    strncat(known, sets, sizeof known - strlen(known) - 1);
    complain(error, size, "choice", text, length, known);
}

/* NAME=CHOICE or NAME=SET. */
static bool parse_item(const char *text, size_t length, struct gs_rules *out, char *error, size_t size)
{
    const char *equals = memchr(text, '=', length);
    size_t name_length = equals ? (size_t)(equals - text) : length;
    const char *wanted = text + name_length + (equals ? 1 : 0);
    size_t wanted_length = (size_t)(text + length - wanted);
    if (take_choice(text, name_length, wanted, wanted_length, out))
        return true;
    const struct gs_rules *set = find_set(wanted, wanted_length);
    bool any = false;
    for (int r = 0; r < GS_RULE_COUNT && set; r++) {
        if (!means(text, name_length, gs_rule_info((enum gs_rule)r)))
            continue;
        out->choice[r] = set->choice[r];
        any = true;
    }
    if (!any)
        complain_of_item(text, length, name_length, error, size);
    return any;
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
        if (!parse_item(text, length, out, error, error_size))
            return false;
    }
    return true;
}
