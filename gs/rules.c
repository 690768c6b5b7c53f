/* The rule table. One row a rule; a rule set is a column of choices. */
#include <stdio.h>
#include <string.h>

#include <path1/gs_rules.h>

#define PCSX2_SW "PCSX2 software renderer, AVX2 JIT, commit 624717dfa"
#define PCSX2_SSE4 "PCSX2 software renderer, SSE4 and AVX builds, commit 624717dfa"

static const struct gs_rule_info rule_table[GS_RULE_COUNT] = {
    [GS_RULE_SIGNAL] = {"signal",
                        "a SIGNAL while CSR.SIGNAL is set merges its ID and does not stall the GIF",
                        {"go_on"},
                        {PCSX2_SW
                         "; a console's GIF waits until the bit is cleared, which no recording holds"}},
    [GS_RULE_PRMODE] =
        {"prmode",
         "PRIM and PRMODE share one store of attribute bits; PRMODECONT.AC says whose writes change it",
         {"shared"},
         {PCSX2_SW "; consoles: unknown"}},
    [GS_RULE_LANES] = {"lanes",
                       "pixels that step together along a row; products are rounded once a group",
                       {"8", "4"},
                       {PCSX2_SW, PCSX2_SSE4}},
    [GS_RULE_MULTIPLY_ADD] = {"multiply_add",
                              "rounding of a*b+c in gradients, edges, row starts and the log2 polynomial",
                              {"fused", "separate"},
                              {PCSX2_SW, PCSX2_SSE4 " (its log2 is fused: see LOD)"}},
    [GS_RULE_FOG_STEP] = {"fog_step",
                          "rounding of the fog step between groups of a row",
                          {"nearest", "truncate"},
                          {PCSX2_SW, PCSX2_SSE4}},
    [GS_RULE_XYZF_FOG] = {"xyzf_fog",
                          "an XYZF2/XYZF3 write replaces the FOG register",
                          {"replace"},
                          {PCSX2_SW "; consoles: unknown"}},
    [GS_RULE_XYOFFSET] = {"xyoffset",
                          "XYOFFSET is applied when a primitive is drawn, not when a vertex is pushed",
                          {"draw"},
                          {PCSX2_SW "; consoles: unknown"}},
    [GS_RULE_DRAW] = {"draw",
                      "equality of Q and Z, LOD range and S/T overflow are decided for all primitives drawn "
                      "with the same registers",
                      {"batch"},
                      {PCSX2_SW}},
    [GS_RULE_VSYNC] =
        {"vsync",
         "at a vsync, and at the end, queued primitives are drawn only if they draw to what is displayed",
         {"displayed", "all"},
         {PCSX2_SW, "GS user's manual: drawing does not wait"}},
    [GS_RULE_TEXTURE_READ] = {"texture_read",
                              "texels are those of local memory when the draw began",
                              {"draw"},
                              {PCSX2_SW "; consoles: page buffer, reload rule unknown"}},
    [GS_RULE_COVERAGE] = {"coverage",
                          "triangle edges are walked in float32, the lower half starting from the long edge",
                          {"float32"},
                          {PCSX2_SW}},
    [GS_RULE_POINT] = {"point",
                       "a point's position is rounded by adding one half and truncating toward zero",
                       {"truncate"},
                       {PCSX2_SW "; consoles round halves up (point_round.csv)"}},
    [GS_RULE_AA1] =
        {"aa1",
         "x bounds of edge pixels are floor(min)..ceil(max), coverage is 65535 * overlap truncated",
         {"pcsx2"},
         {PCSX2_SW}},
    [GS_RULE_COLOUR_WALK] = {"colour_walk",
                             "colour and fog walk in units of 1/128, int16, from each row's start",
                             {"float32"},
                             {PCSX2_SW}},
    [GS_RULE_DEPTH_WALK] = {"depth_walk", "Z walks in float64 and is truncated", {"float64"}, {PCSX2_SW}},
    [GS_RULE_TEXCOORD_WALK] = {"texcoord_walk",
                               "U, V walk in 16.16 integers, S, T, Q in float32",
                               {"float32"},
                               {PCSX2_SW}},
    [GS_RULE_ST_MANTISSA] = {"st_mantissa",
                             "low mantissa bits of S, T, Q are cleared for sprites and constant Z only",
                             {"flat"},
                             {PCSX2_SW "; consoles: presumably all primitives"}},
    [GS_RULE_HUGE_ST] = {"huge_st",
                         "S, T beyond 2^15-2 texels are replaced for whole primitives in the clamp modes",
                         {"replace"},
                         {PCSX2_SW}},
    [GS_RULE_LOD] = {"lod",
                     "LOD by a cubic log2, filter chosen for the draw, 15-bit trilinear weight",
                     {"polynomial"},
                     {PCSX2_SW}},
    [GS_RULE_REGION_REPEAT] = {"region_repeat",
                               "REGION_REPEAT masks MINU and MINV with the texture size first",
                               {"masked"},
                               {PCSX2_SW "; a game depends on it"}},
    [GS_RULE_MTBA] = {"mtba",
                      "TEX1.MTBA computes MIPTBP1 at TEX0 writes, for 5 <= TW, from TW alone",
                      {"tex0"},
                      {PCSX2_SW ", from hardware notes"}},
    [GS_RULE_MODULATE] = {"modulate",
                          "does the colour keep its 7 fraction bits in the texture function",
                          {"fraction", "byte"},
                          {PCSX2_SW, "console capture gs-shade, 0 of 24,576 readings excluded"}},
    [GS_RULE_FOG_BLEND] = {"fog_blend",
                           "does fog keep its 7 fraction bits when it is blended",
                           {"fraction", "byte"},
                           {PCSX2_SW, "console capture gs-fog, 115,040 readings"}},
    [GS_RULE_DATE_24] = {"date_24",
                         "DATE with a 24-bit frame draws nothing",
                         {"nothing"},
                         {PCSX2_SW "; console capture gs-test agrees"}},
    [GS_RULE_DITHER] = {"dither",
                        "only 16-bit frames are dithered, and no plain rectangle fills",
                        {"16bit"},
                        {PCSX2_SW "; consoles dither all (gs-dither)"}},
    [GS_RULE_FRAME_PSM] = {"frame_psm",
                           "a FRAME in a Z format swaps the depth map; indexed formats are masked PSMCT32",
                           {"swap"},
                           {PCSX2_SW}},
    [GS_RULE_CLUT_LOAD] =
        {"clut_load",
         "a CLUT load is left out when it equals the last one and its memory seems unchanged",
         {"cached", "always"},
         {PCSX2_SW ": palettes can be out of date", "GS user's manual"}},
    [GS_RULE_CLUT_BANK] = {"clut_bank",
                           "how CSA and an 8-bit index form the CLUT entry",
                           {"pcsx2", "or"},
                           {PCSX2_SW, "console capture gs-clut, 1,536 of 1,536 readings"}},
    [GS_RULE_CLUT_CSM2] = {"clut_csm2",
                           "where a CSM2 palette of 32-bit entries and 8-bit indices starts",
                           {"origin", "offset"},
                           {PCSX2_SW, "console capture gs-clut2"}},
    [GS_RULE_MOVE] = {"move",
                      "order of reads and writes in a local-to-local transfer",
                      {"pcsx2", "buffered"},
                      {PCSX2_SW, "console capture gs-mem, 163,840 words: 128 pixels at a time"}},
    [GS_RULE_READBACK_TAIL] =
        {"readback_tail",
         "the last part of a local-to-host transfer below one quadword is filled up with zeros",
         {"padded"},
         {PCSX2_SW "; consoles: unknown"}},
    [GS_RULE_TRANSFER_Y] = {"transfer_y",
                            "rows of a transfer past 2047 run on as in drawing, or start again at 0",
                            {"run_on", "wrap"},
                            {PCSX2_SW, "11-bit positions of the manual; consoles: unknown"}},
    [GS_RULE_UPLOAD] =
        {"upload",
         "upload data after BITBLTBUF.DPSM was changed meanwhile, rows of PSMT4HL and PSMT4HH with an odd "
         "number of pixels, and PSMT4 from an odd pixel",
         {"pcsx2", "packed"},
         {PCSX2_SW ": whole rows in the new format; rows start at a byte; one pixel too far right",
          "registers as sampled, pixels without gaps (manual); consoles: unknown"}},
    [GS_RULE_MERGE] = {"merge",
                       "size, placement and rounding of the merged frame",
                       {"pcsx2"},
                       {"PCSX2 output code, default settings without deinterlacing"}},
};

/* Rules that a set does not name have choice 0. */
static const struct gs_rules rule_sets[] = {
    {.name = "pcsx2"},
    {.name = "pcsx2-sse4",
     .choice = {[GS_RULE_LANES] = GS_LANES_4,
                [GS_RULE_MULTIPLY_ADD] = GS_MULTIPLY_ADD_SEPARATE,
                [GS_RULE_FOG_STEP] = GS_FOG_STEP_TRUNCATE}},
};
#define RULE_SETS (sizeof rule_sets / sizeof rule_sets[0])

const struct gs_rule_info *gs_rule_info(enum gs_rule rule)
{
    return &rule_table[rule];
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
    return true;
}
