/* The rule table. One row a rule; a rule set is a column of choices. */
#include <stdio.h>
#include <string.h>

#include <path1/gs_rules.h>

#define PCSX2_SW "PCSX2 software renderer, AVX2 JIT, commit 624717dfa"
#define STOCK GS_GRADE_STOCK
#define MEASURED GS_GRADE_MEASURED
#define FITTED GS_GRADE_FITTED
#define DERIVED GS_GRADE_DERIVED
#define INFERRED GS_GRADE_INFERRED
#define PCSX2_SSE4 "PCSX2 software renderer, SSE4 and AVX builds, commit 624717dfa"

static const struct gs_rule_info rule_table[GS_RULE_COUNT] = {
    [GS_RULE_SIGNAL] = {"signal",
                        "a SIGNAL while CSR.SIGNAL is set merges its ID and does not stall the GIF",
                        {"go_on"},
                        {PCSX2_SW
                         "; a console's GIF waits until the bit is cleared, which no recording holds"},
                        {STOCK}},
    [GS_RULE_PRMODE] =
        {"prmode",
         "PRIM and PRMODE share one store of attribute bits; PRMODECONT.AC says whose writes change it",
         {"shared"},
         {PCSX2_SW "; consoles: unknown"},
         {STOCK}},
    [GS_RULE_LANES] = {"lanes",
                       "pixels that step together along a row; products are rounded once a group",
                       {"8", "4"},
                       {PCSX2_SW, PCSX2_SSE4},
                       {STOCK}},
    [GS_RULE_MULTIPLY_ADD] = {"multiply_add",
                              "rounding of a*b+c in gradients, edges, row starts and the log2 polynomial",
                              {"fused", "separate"},
                              {PCSX2_SW, PCSX2_SSE4 " (its log2 is fused: see LOD)"},
                              {STOCK}},
    [GS_RULE_FOG_STEP] = {"fog_step",
                          "rounding of the fog step between groups of a row",
                          {"nearest", "truncate"},
                          {PCSX2_SW, PCSX2_SSE4},
                          {STOCK}},
    [GS_RULE_XYZF_FOG] = {"xyzf_fog",
                          "an XYZF2/XYZF3 write replaces the FOG register",
                          {"replace"},
                          {PCSX2_SW "; consoles: unknown"},
                          {STOCK}},
    [GS_RULE_XYOFFSET] = {"xyoffset",
                          "XYOFFSET is applied when a primitive is drawn, not when a vertex is pushed",
                          {"draw"},
                          {PCSX2_SW "; consoles: unknown"},
                          {STOCK}},
    [GS_RULE_DRAW] = {"draw",
                      "equality of Q and Z, LOD range and S/T overflow are decided for all primitives drawn "
                      "with the same registers",
                      {"batch"},
                      {PCSX2_SW},
                      {STOCK}},
    [GS_RULE_VSYNC] =
        {"vsync",
         "at a vsync, and at the end, queued primitives are drawn only if they draw to what is displayed",
         {"displayed", "all"},
         {PCSX2_SW, "GS user's manual: drawing does not wait"},
         {STOCK, INFERRED}},
    [GS_RULE_TEXTURE_READ] = {"texture_read",
                              "texels are those of local memory when the draw began",
                              {"draw"},
                              {PCSX2_SW "; consoles: page buffer, reload rule unknown"},
                              {STOCK}},
    [GS_RULE_COVERAGE] = {"coverage",
                          "triangle edges: walked in float32, the lower half starting from the long edge, "
                          "or exact",
                          {"float32", "exact"},
                          {PCSX2_SW, "captures agree in coverage; the edge arithmetic was not probed"},
                          {STOCK, INFERRED}},
    [GS_RULE_POINT] = {"point",
                       "a point's position plus one half is truncated toward zero, or rounded down",
                       {"truncate", "round"},
                       {PCSX2_SW, "console capture gs-prim"},
                       {STOCK, MEASURED}},
    [GS_RULE_AA1] =
        {"aa1",
         "x bounds of a triangle's edge pixels: floor(min)..ceil(max), or ceil(min - 1)..floor(max + 1) "
         "as in y",
         {"pcsx2", "console"},
         {PCSX2_SW, "console tests of edges: a column of no coverage beside vertical sides"},
         {STOCK, FITTED}},
    [GS_RULE_COLOUR_WALK] =
        {"colour_walk",
         "colour and fog of triangles: in 1/128, int16, from each row's start, or blocks of "
         "8 or 4 pixels from one anchor",
         {"float32", "console"},
         {PCSX2_SW, "console captures gs-edge, gs-shape, gs-pipe, gs-fog: 235,120 readings; "
                    "truncation down the rows by symmetry"},
         {STOCK, MEASURED}},
    [GS_RULE_DEPTH_WALK] = {"depth_walk",
                            "Z of triangles: in float64 and truncated, or in 1/1024 with the shortfalls read "
                            "from a console",
                            {"float64", "console"},
                            {PCSX2_SW,
                             "console captures gs-zgrad, gs-block: 96.2 % of pixels with a gradient"},
                            {STOCK, FITTED}},
    [GS_RULE_TEXCOORD_WALK] =
        {"texcoord_walk",
         "coordinates of triangles: S, T, Q in float32 and U, V in 16.16, or a plane on a shared grid",
         {"float32", "console"},
         {PCSX2_SW,
          "console captures gs-sm3, gs-tri1: 771,234 pixels with Q; for U, V and Q = 1 inferred, in "
          "accord with the published arms"},
         {STOCK, MEASURED}},
    [GS_RULE_UV_WALK] =
        {"uv_walk",
         "U, V of triangles when texcoord_walk=console: the plane with Q = 1, or 15 fraction bits from each "
         "row's "
         "start, trailing",
         {"plane", "accumulator"},
         {"one law with S, T, Q; reproduces the published arms and rules of blits",
          "console captures gs-tclag2, gs-shade: 9,296 readings; not scored against the plane"},
         {INFERRED, MEASURED}},
    [GS_RULE_SPRITE_WALK] =
        {"sprite_walk",
         "coordinates of sprites: float32, or 15 fraction bits, a little low where steps are "
         "whole sixteenths and the extent no power of two",
         {"float32", "console"},
         {PCSX2_SW, "console captures gs-tex1 to 7, gs-interp (U, V); S, T inferred"},
         {STOCK, MEASURED}},
    [GS_RULE_Q_RECIPROCAL] = {"q_reciprocal",
                              "1/Q of a pixel when texcoord_walk=console",
                              {"float32", "15bit", "14bit"},
                              {PCSX2_SW,
                               "console capture gs-sm3c: 15 bits with 0.7 added fits 97.85 % of readings",
                               "truncated to 14 bits: fits 94.1 %, refuted"},
                              {STOCK, FITTED, FITTED}},
    [GS_RULE_TEXEL] =
        {"texel",
         "a coordinate becomes a texel by floor, wrapping at 16 bits, or toward zero in sixteenths, "
         "saturated at 2048 texels (needs lod=table)",
         {"floor", "sixteenth"},
         {PCSX2_SW, "console captures gs-mag1 (270,336 readings), gs-lerp3"},
         {STOCK, MEASURED}},
    [GS_RULE_ST_MANTISSA] =
        {"st_mantissa",
         "low mantissa bits of S, T, Q are cleared for sprites and constant Z, or for sprites "
         "alone (the console's plane has its own grid)",
         {"flat", "sprites"},
         {PCSX2_SW, "console arms gs-mag2: vertices lie on the plane's grid from the raw words"},
         {STOCK, INFERRED}},
    [GS_RULE_HUGE_ST] =
        {"huge_st",
         "S, T beyond 2^15-2 texels are replaced for whole primitives in the clamp modes, or left "
         "to saturate",
         {"replace", "saturate"},
         {PCSX2_SW, "console test huge-st: they saturate toward their sign"},
         {STOCK, INFERRED}},
    [GS_RULE_LOD] =
        {"lod",
         "LOD by a cubic log2, filter chosen for the draw, 15-bit trilinear weight, or by a table, per "
         "pixel, 4 bits",
         {"polynomial", "table"},
         {PCSX2_SW, "console capture gs-lod; groups of four pixels on a ramped Q are not modelled"},
         {STOCK, MEASURED}},
    [GS_RULE_REGION_REPEAT] = {"region_repeat",
                               "REGION_REPEAT masks MINU and MINV with the texture size first",
                               {"masked"},
                               {PCSX2_SW "; a game depends on it"},
                               {STOCK}},
    [GS_RULE_MTBA] = {"mtba",
                      "TEX1.MTBA computes MIPTBP1 at TEX0 writes, for 5 <= TW, from TW alone",
                      {"tex0"},
                      {PCSX2_SW ", from hardware notes"},
                      {STOCK}},
    [GS_RULE_MODULATE] = {"modulate",
                          "does the colour keep its 7 fraction bits in the texture function",
                          {"fraction", "byte"},
                          {PCSX2_SW, "console capture gs-shade, 0 of 24,576 readings excluded"},
                          {STOCK, MEASURED}},
    [GS_RULE_FOG_BLEND] = {"fog_blend",
                           "does fog keep its 7 fraction bits when it is blended",
                           {"fraction", "byte"},
                           {PCSX2_SW, "console capture gs-fog, 115,040 readings"},
                           {STOCK, MEASURED}},
    [GS_RULE_DATE_24] = {"date_24",
                         "DATE with a 24-bit frame draws nothing",
                         {"nothing"},
                         {PCSX2_SW "; console capture gs-test agrees"},
                         {MEASURED}},
    [GS_RULE_DITHER] = {"dither",
                        "only 16-bit frames are dithered, and no plain rectangle fills, or all",
                        {"16bit", "all"},
                        {PCSX2_SW, "console capture gs-dither: 32-, 24- and 16-bit frames, flat sprites too"},
                        {STOCK, MEASURED}},
    [GS_RULE_FRAME_PSM] = {"frame_psm",
                           "a FRAME in a Z format swaps the depth map; indexed formats are masked PSMCT32",
                           {"swap"},
                           {PCSX2_SW},
                           {STOCK}},
    [GS_RULE_CLUT_LOAD] =
        {"clut_load",
         "a CLUT load is left out when it equals the last one and its memory seems unchanged",
         {"cached", "always"},
         {PCSX2_SW ": palettes can be out of date", "GS user's manual"},
         {STOCK, INFERRED}},
    [GS_RULE_CLUT_BANK] = {"clut_bank",
                           "how CSA and an 8-bit index form the CLUT entry",
                           {"pcsx2", "or"},
                           {PCSX2_SW, "console capture gs-clut, 1,536 of 1,536 readings"},
                           {STOCK, MEASURED}},
    [GS_RULE_CLUT_CSM2] = {"clut_csm2",
                           "where a CSM2 palette of 32-bit entries and 8-bit indices starts",
                           {"origin", "offset"},
                           {PCSX2_SW, "console capture gs-clut2"},
                           {STOCK, MEASURED}},
    [GS_RULE_MOVE] = {"move",
                      "order of reads and writes in a local-to-local transfer",
                      {"pcsx2", "buffered"},
                      {PCSX2_SW, "console capture gs-mem, 163,840 words: 128 pixels at a time"},
                      {STOCK, MEASURED}},
    [GS_RULE_READBACK_TAIL] =
        {"readback_tail",
         "the last part of a local-to-host transfer below one quadword is filled up with zeros",
         {"padded"},
         {PCSX2_SW "; consoles: unknown"},
         {STOCK}},
    [GS_RULE_TRANSFER_Y] = {"transfer_y",
                            "rows of a transfer past 2047 run on as in drawing, or start again at 0",
                            {"run_on", "wrap"},
                            {PCSX2_SW, "11-bit positions of the manual; consoles: unknown"},
                            {STOCK, INFERRED}},
    [GS_RULE_UPLOAD] =
        {"upload",
         "upload data after BITBLTBUF.DPSM was changed meanwhile, rows of PSMT4HL and PSMT4HH with an odd "
         "number of pixels, and PSMT4 from an odd pixel",
         {"pcsx2", "packed"},
         {PCSX2_SW ": whole rows in the new format; rows start at a byte; one pixel too far right",
          "registers as sampled, pixels without gaps (manual); consoles: unknown"},
         {STOCK, INFERRED}},
    [GS_RULE_MERGE] = {"merge",
                       "size, placement and rounding of the merged frame",
                       {"pcsx2"},
                       {"PCSX2 output code, default settings without deinterlacing"},
                       {STOCK}},
};

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

const struct gs_rule_info *gs_rule_info(enum gs_rule rule)
{
    return &rule_table[rule];
}

const char *gs_grade_name(enum gs_grade grade)
{
    static const char *const names[] = {
        [STOCK] = "stock",     [MEASURED] = "measured", [FITTED] = "fitted",
        [DERIVED] = "derived", [INFERRED] = "inferred",
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
        const struct gs_rule_info *info = &rule_table[r];
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
        const struct gs_rule_info *info = &rule_table[n->rule], *other = &rule_table[n->other];
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
