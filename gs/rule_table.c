/* The rule table, from signals to levels of detail. One row a rule. */
#include "rule_table.h"

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
                      "primitives that are queued together: equal colours, dropped primitives, heads of "
                      "fans, ALPHA, ZBUF and "
                      "transfers as it comes out for all of them, or each primitive by itself",
                      {"batch", "primitive"},
                      {PCSX2_SW,
                       "the GS draws what it is sent in its order; nothing of a queue was found in captures"},
                      {STOCK, INFERRED}},
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
    [GS_RULE_SCISSOR] = {"scissor",
                         "SCISSOR rejects pixels, and the console's walks do not begin anew at it",
                         {"rejects"},
                         {"a model of those who measured; PCSX2's walks start at the first pixel inside"},
                         {DERIVED}},
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
    [GS_RULE_LINE] = {"line",
                      "a line draws the pixels whose diamonds it leaves; its minor axis rounds halves up",
                      {"diamond"},
                      {PCSX2_SW "; console capture gs-prim agrees: twelve slopes, sweeps of the ends"},
                      {MEASURED}},
    [GS_RULE_AA1] = {"aa1",
                     "x bounds of a triangle's edge pixels: floor(min)..ceil(max), or ceil(min - "
                     "1)..floor(max + 1) as in y",
                     {"narrow", "wide"},
                     {PCSX2_SW, "console tests of edges: a column of no coverage beside vertical sides"},
                     {STOCK, FITTED}},
    [GS_RULE_AA1_DEPTH] = {"aa1_depth",
                           "antialiased lines that write nothing but Z: plain ones that write it, or none",
                           {"written", "never"},
                           {PCSX2_SW,
                            "antialiased pixels never write Z, so neither where nothing else is written"},
                           {STOCK, INFERRED}},
    [GS_RULE_AA1_ALPHA] =
        {"aa1_alpha",
         "coverage of AA1 pixels is 0 to 127 at edges and 128 inside; it replaces alpha, with "
         "ABE only where alpha is 128; edges do not write Z",
         {"coverage"},
         {PCSX2_SW "; console tests of edges agree"},
         {STOCK}},
    [GS_RULE_AA1_COVERAGE] =
        {"aa1_coverage",
         "coverage of a triangle's edge pixels: the rest to 1 in float64, or 65535 times the "
         "exact distance, truncated",
         {"float64", "exact"},
         {PCSX2_SW, "console tests of edges: the integer is trunc(65535 * coverage)"},
         {STOCK, FITTED}},
    [GS_RULE_SPRITE_COVER] = {"sprite_cover",
                              "a sprite covers the pixels ceil(min) to ceil(max) - 1 of each axis",
                              {"ceil"},
                              {PCSX2_SW "; consoles: nothing against it"},
                              {STOCK}},
    [GS_RULE_SPRITE_FLAT] = {"sprite_flat",
                             "colour, Z, fog and Q of a sprite are those of its second vertex",
                             {"second"},
                             {PCSX2_SW "; consoles: nothing against it"},
                             {STOCK}},
    [GS_RULE_COLOUR_FLAT] = {"colour_flat",
                             "without IIP a primitive has the colour of its last vertex",
                             {"last"},
                             {PCSX2_SW "; GS user's manual"},
                             {STOCK}},
    [GS_RULE_COLOUR_WALK] =
        {"colour_walk",
         "colour of triangles: in 1/128, int16, from each row's start, or in 1/1024 from one anchor of the "
         "triangle by the rules walk_...",
         {"float32", "console"},
         {PCSX2_SW, "console capture gs-edge: 120,080 readings; truncation down the rows by symmetry"},
         {STOCK, MEASURED}},
    [GS_RULE_FOG_WALK] = {"fog_walk",
                          "fog of triangles: as PCSX2's colour, or as the console's",
                          {"float32", "console"},
                          {PCSX2_SW, "console capture gs-fog: 115,040 readings, 100.000 %"},
                          {STOCK, MEASURED}},
    [GS_RULE_WALK_RECIPROCAL] =
        {"walk_reciprocal",
         "reciprocal of the area for the console's colour and fog gradients: none, or 8 bits, truncated",
         {"exact", "8bit"},
         {"refuted: explains 56 to 81 % of gs-shape's readings",
          "console capture gs-shape: rows change with the height, powers of two apart they are the same"},
         {STOCK, MEASURED}},
    [GS_RULE_WALK_COARSE] =
        {"walk_coarse",
         "steps of the console's colour and fog within blocks and pairs of rows: whole, or sixteenths of a "
         "level with the rest from block to block",
         {"none", "sixteenth"},
         {"refuted: a plain plane", "console captures gs-walk2, gs-edge: 120,080 readings"},
         {STOCK, MEASURED}},
    [GS_RULE_WALK_BLOCK] =
        {"walk_block",
         "pixels of a block of the console's colour and fog: 8, 4, or 8 unless TME, FGE or AA1 make it 4",
         {"8", "4", "prim"},
         {"refuted by gs-walk2 with textures: 91.181 %",
          "refuted by gs-walk2 without textures: the same numbers the other way round",
          "console captures gs-walk2, gs-pipe: 100.000 % with and without textures"},
         {STOCK, STOCK, MEASURED}},
    [GS_RULE_WALK_ROWS] =
        {"walk_rows",
         "rows of the console's colour and fog: each by itself, or in pairs from the anchor's",
         {"single", "pairs"},
         {"refuted: misses rows of the tables that gs-edge fits",
          "console capture gs-edge: 120,080 readings"},
         {STOCK, MEASURED}},
    [GS_RULE_DEPTH_WALK] =
        {"depth_walk",
         "Z of triangles: in float64 and truncated, or in steps of 1/1024 toward zero from the middle vertex "
         "or the top one",
         {"float64", "console"},
         {PCSX2_SW,
          "console captures gs-zgrad, gs-interp: steps solved to 0.00004; step down and start derived"},
         {STOCK, FITTED}},
    [GS_RULE_DEPTH_SHORTFALL] =
        {"depth_shortfall",
         "does the console's Z fall short: by 1/2048 with a gradient along the row, and by the sign of the "
         "one "
         "down but for the first row",
         {"none", "console"},
         {"refuted: 13.64 % of pixels with a gradient differ",
          "console captures gs-zgrad, gs-block: 3.80 % of pixels with a gradient are left, of 13.64 %"},
         {STOCK, FITTED}},
    [GS_RULE_DEPTH_FORMAT] =
        {"depth_format",
         "Z is limited to the format's range before the test; ZTE = 0 stops writes of Z as well",
         {"limited"},
         {PCSX2_SW "; consoles: nothing against it"},
         {STOCK}},
    [GS_RULE_TEXCOORD_WALK] =
        {"texcoord_walk",
         "coordinates of triangles: S, T, Q in float32 and U, V in 16.16, or a plane on a shared grid",
         {"float32", "console"},
         {PCSX2_SW,
          "console captures gs-sm3, gs-tri1: 771,234 pixels with Q; for U, V and Q = 1 inferred, in "
          "accord with the published arms"},
         {STOCK, MEASURED}},
    [GS_RULE_TEXCOORD_RECIPROCAL] =
        {"texcoord_reciprocal",
         "reciprocal of the area for the gradients of the console's plane: none, or a table of 256 and one "
         "Newton step",
         {"exact", "table"},
         {"refuted: gradients are short by 2.259e-6 to 2.376e-6 where the table's is 2.28e-6",
          "console captures gs-sm3d, gs-tri1f; areas that are powers of two exact (derived with Q)"},
         {STOCK, FITTED}},
    [GS_RULE_UV_WALK] =
        {"uv_walk",
         "U, V of triangles when texcoord_walk=console: the plane with Q = 1, or 15 fraction bits from each "
         "row's "
         "start, trailing",
         {"plane", "accumulator"},
         {"one law with S, T, Q; reproduces the published arms and rules of blits",
          "console captures gs-tclag2, gs-shade: 9,296 readings; not scored against the plane"},
         {INFERRED, MEASURED}},
    [GS_RULE_ST_WALK] =
        {"st_walk",
         "S, T of triangles with Q = 1 at all vertices when texcoord_walk=console: the plane, or vertices "
         "and "
         "gradient cut to a grain, from each row's start, trailing",
         {"plane", "grain"},
         {"one law with all other Q; reproduces the published arms but for a falling gradient that is whole",
          "console capture gs-mag2: 22 of 23 arms at 256 of 256 columns; start of a span derived"},
         {INFERRED, MEASURED}},
    [GS_RULE_SPRITE_WALK] = {"sprite_walk",
                             "coordinates of sprites: float32, or 15 fraction bits, floored",
                             {"float32", "console"},
                             {PCSX2_SW, "console captures: the width of 15 bits, of S, T divided at the "
                                        "vertices too; start derived"},
                             {STOCK, MEASURED}},
    [GS_RULE_SPRITE_LEVELS] = {"sprite_levels",
                               "S, T, Q of sprites with levels by Q: divided in float32, or on the grid of "
                               "triangles, exactly linear",
                               {"float32", "console"},
                               {PCSX2_SW,
                                "their vertices are not divided, as q_route has it; the rest by one law "
                                "with triangles"},
                               {STOCK, INFERRED}},
    [GS_RULE_SPRITE_LOW] =
        {"sprite_low",
         "do the console's coordinates of sprites come out a hair low where they ascend by whole sixteenths "
         "over an extent that is no power of two",
         {"none", "console"},
         {"PCSX2 has no such rule; blits of 15 x 16 then sample the sixteenth above",
          "console captures gs-tex1 to 7, gs-interp: 3,072 of 3,072 readings of U, V; S, T inferred"},
         {STOCK, MEASURED}},
    [GS_RULE_LINE_WALK] =
        {"line_walk",
         "attributes along lines: float32, or the exact line rounded down and S, T, Q (U, V with Q = 1) on "
         "the grid of triangles",
         {"float32", "console"},
         {PCSX2_SW, "linear from the first vertex, divided exactly (PCSX2); precision not measured, that of "
                    "triangles assumed"},
         {STOCK, INFERRED}},
    [GS_RULE_EDGE_WALK] =
        {"edge_walk",
         "attributes along antialiased edges of triangles: the same, on the triangle's grid",
         {"float32", "console"},
         {PCSX2_SW, "linear along the edge and limited (PCSX2); precision not measured"},
         {STOCK, INFERRED}},
    [GS_RULE_POINT_WALK] =
        {"point_walk",
         "S, T, Q of points: divided in float32, or on the grid of triangles with their 1/Q; U, V as sent",
         {"float32", "console"},
         {PCSX2_SW, "the law of triangles for one vertex; not measured"},
         {STOCK, INFERRED}},
    [GS_RULE_Q_RECIPROCAL] = {"q_reciprocal",
                              "1/Q of a pixel on the console's grid",
                              {"float32", "15bit", "14bit", "step"},
                              {PCSX2_SW,
                               "console capture gs-sm3c: 15 bits with 0.7 added fits 97.85 % of readings",
                               "truncated to 14 bits: fits 94.1 %, refuted",
                               "the table and Newton step of gradients, 23/32 added: as far from 0.7 as "
                               "0.7 is from gs-sm3c; not scored"},
                              {STOCK, FITTED, FITTED, INFERRED}},
    [GS_RULE_Q_RECIPROCAL_LINE] =
        {"q_reciprocal_line",
         "the same of points, lines, edges of AA1 and of sprites whose levels go by Q",
         {"float32", "15bit", "14bit", "step"},
         {PCSX2_SW, "as in triangles; not scored outside of them",
          "console capture gs-interp: 1,592 of 12,288 readings force it below 1/Q, none above; not scored "
          "against 15 bits",
          "as in triangles"},
         {STOCK, INFERRED, FITTED, INFERRED}},
    [GS_RULE_Q_NEGATIVE] =
        {"q_negative",
         "vertices with a negative Q when texcoord_walk=console: as they are, or S, T and Q negated",
         {"keep", "negate"},
         {"refuted: 12 % of U on such triangles",
          "found by trial: 91 % of U, 99 % of V on such triangles; a game's frame 98.0 % in place of 75.5 %"},
         {STOCK, FITTED}},
    [GS_RULE_TEXEL] = {"texel",
                       "a coordinate becomes a texel by floor, or toward zero in sixteenths before the half "
                       "texel of linear filters comes off",
                       {"floor", "sixteenth"},
                       {PCSX2_SW, "console captures gs-mag1 (270,336 readings), gs-lerp3; read for U"},
                       {STOCK, MEASURED}},
    [GS_RULE_TEXEL_RANGE] =
        {"texel_range",
         "coordinates beyond 2048 texels: 16 bits of texels that wrap, or signed 12.4 that "
         "saturate",
         {"wrap", "saturate"},
         {PCSX2_SW, "console capture gs-mag1: 270,336 readings; the end known to a sixteenth"},
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
         "level of detail: by a cubic log2 in 16.16, or in sixteenths by a table with one step back",
         {"polynomial", "table"},
         {PCSX2_SW, "console capture gs-lod: 16 K values, twice the same; on a ramped Q see lod_group"},
         {STOCK, MEASURED}},
    [GS_RULE_LOD_FILTER] = {"lod_filter",
                            "MMAG or MMIN: one filter for all of a draw, or by the LOD of each pixel",
                            {"draw", "pixel"},
                            {PCSX2_SW, "console capture gs-lod; that the table's LOD decides is inferred"},
                            {STOCK, MEASURED}},
    [GS_RULE_LOD_GROUP] =
        {"lod_group",
         "Q of a triangle's level when texcoord_walk=console: each pixel's, or that of the second of four "
         "pixels, counted as blocks of colour are",
         {"pixel", "four"},
         {"PCSX2 and the published spans: each pixel's",
          "console capture gs-lod: a level settles once every four pixels, from the second; where a group "
          "begins is a guess"},
         {STOCK, INFERRED}},
    [GS_RULE_LOD_WEIGHT] = {"lod_weight",
                            "weight in a blend of two levels: 15 bits, or 4",
                            {"15bit", "4bit"},
                            {PCSX2_SW "; B and A of some pixels stay unmixed with a constant LOD",
                             "console capture gs-lod: 16 steps a level between levels 36 apart"},
                            {STOCK, MEASURED}},
};

const struct gs_rule_info *gs_rule_info(enum gs_rule rule)
{
    return rule_table[rule].name ? &rule_table[rule] : &gs_pixel_rules[rule];
}
