/* The register tables. Fields: name, lowest bit, number of bits, kind. */
#include <path1/gs_registers.h>

#include "registers.h"

#define U GS_FIELD_UNSIGNED
#define XYZ                                                                                                  \
    {                                                                                                        \
        {"X", 0, 16, GS_FIELD_FIXED4}, {"Y", 16, 16, GS_FIELD_FIXED4},                                       \
        {                                                                                                    \
            "Z", 32, 32, U                                                                                   \
        }                                                                                                    \
    }
#define XYZF                                                                                                 \
    {                                                                                                        \
        {"X", 0, 16, GS_FIELD_FIXED4}, {"Y", 16, 16, GS_FIELD_FIXED4}, {"Z", 32, 24, U},                     \
        {                                                                                                    \
            "F", 56, 8, U                                                                                    \
        }                                                                                                    \
    }

static const struct gs_register general[] = {
#define AT(member) offsetof(struct gs_registers, member)
    {"PRIM",
     GS_PRIM,
     AT(prim),
     {{"PRIM", 0, 3, GS_FIELD_PRIM},
      {"IIP", 3, 1, U},
      {"TME", 4, 1, U},
      {"FGE", 5, 1, U},
      {"ABE", 6, 1, U},
      {"AA1", 7, 1, U},
      {"FST", 8, 1, U},
      {"CTXT", 9, 1, U},
      {"FIX", 10, 1, U}}},
    {"PRMODE",
     GS_PRMODE,
     AT(prmode),
     {{"IIP", 3, 1, U},
      {"TME", 4, 1, U},
      {"FGE", 5, 1, U},
      {"ABE", 6, 1, U},
      {"AA1", 7, 1, U},
      {"FST", 8, 1, U},
      {"CTXT", 9, 1, U},
      {"FIX", 10, 1, U}}},
    {"PRMODECONT", GS_PRMODECONT, AT(prmodecont), {{"AC", 0, 1, U}}},
    {"RGBAQ",
     GS_RGBAQ,
     AT(rgbaq),
     {{"R", 0, 8, U}, {"G", 8, 8, U}, {"B", 16, 8, U}, {"A", 24, 8, U}, {"Q", 32, 32, GS_FIELD_FLOAT}}},
    {"ST", GS_ST, AT(st), {{"S", 0, 32, GS_FIELD_FLOAT}, {"T", 32, 32, GS_FIELD_FLOAT}}},
    {"UV", GS_UV, AT(uv), {{"U", 0, 14, GS_FIELD_FIXED4}, {"V", 16, 14, GS_FIELD_FIXED4}}},
    {"FOG", GS_FOG, AT(fog), {{"F", 56, 8, U}}},
    {"XYZ", GS_REGISTER_NOWHERE, AT(xyz), XYZ},
    {"TEXCLUT", GS_TEXCLUT, AT(texclut), {{"CBW", 0, 6, U}, {"COU", 6, 6, U}, {"COV", 12, 10, U}}},
    {"SCANMSK", GS_SCANMSK, AT(scanmsk), {{"MSK", 0, 2, U}}},
    {"TEXA", GS_TEXA, AT(texa), {{"TA0", 0, 8, U}, {"AEM", 15, 1, U}, {"TA1", 32, 8, U}}},
    {"FOGCOL", GS_FOGCOL, AT(fogcol), {{"FCR", 0, 8, U}, {"FCG", 8, 8, U}, {"FCB", 16, 8, U}}},
    {"DIMX",
     GS_DIMX,
     AT(dimx),
     {{"DM00", 0, 3, GS_FIELD_SIGNED},
      {"DM01", 4, 3, GS_FIELD_SIGNED},
      {"DM02", 8, 3, GS_FIELD_SIGNED},
      {"DM03", 12, 3, GS_FIELD_SIGNED},
      {"DM10", 16, 3, GS_FIELD_SIGNED},
      {"DM11", 20, 3, GS_FIELD_SIGNED},
      {"DM12", 24, 3, GS_FIELD_SIGNED},
      {"DM13", 28, 3, GS_FIELD_SIGNED},
      {"DM20", 32, 3, GS_FIELD_SIGNED},
      {"DM21", 36, 3, GS_FIELD_SIGNED},
      {"DM22", 40, 3, GS_FIELD_SIGNED},
      {"DM23", 44, 3, GS_FIELD_SIGNED},
      {"DM30", 48, 3, GS_FIELD_SIGNED},
      {"DM31", 52, 3, GS_FIELD_SIGNED},
      {"DM32", 56, 3, GS_FIELD_SIGNED},
      {"DM33", 60, 3, GS_FIELD_SIGNED}}},
    {"DTHE", GS_DTHE, AT(dthe), {{"DTHE", 0, 1, U}}},
    {"COLCLAMP", GS_COLCLAMP, AT(colclamp), {{"CLAMP", 0, 1, U}}},
    {"PABE", GS_PABE, AT(pabe), {{"PABE", 0, 1, U}}},
    {"BITBLTBUF",
     GS_BITBLTBUF,
     AT(bitbltbuf),
     {{"SBP", 0, 14, U},
      {"SBW", 16, 6, U},
      {"SPSM", 24, 6, GS_FIELD_FORMAT},
      {"DBP", 32, 14, U},
      {"DBW", 48, 6, U},
      {"DPSM", 56, 6, GS_FIELD_FORMAT}}},
    {"TRXPOS",
     GS_TRXPOS,
     AT(trxpos),
     {{"SSAX", 0, 11, U}, {"SSAY", 16, 11, U}, {"DSAX", 32, 11, U}, {"DSAY", 48, 11, U}, {"DIR", 59, 2, U}}},
    {"TRXREG", GS_TRXREG, AT(trxreg), {{"RRW", 0, 12, U}, {"RRH", 32, 12, U}}},
    {"TRXDIR", GS_TRXDIR, AT(trxdir), {{"XDIR", 0, 2, GS_FIELD_XDIR}}},
/* In no struct. */
#define NOWHERE GS_REGISTER_NOWHERE
    {"XYZF2", GS_XYZF2, NOWHERE, XYZF},
    {"XYZ2", GS_XYZ2, NOWHERE, XYZ},
    {"XYZF3", GS_XYZF3, NOWHERE, XYZF},
    {"XYZ3", GS_XYZ3, NOWHERE, XYZ},
    {"TEXFLUSH", GS_TEXFLUSH, NOWHERE, {{NULL, 0, 0, U}}},
    {"HWREG", GS_HWREG, NOWHERE, {{NULL, 0, 0, U}}},
    {"SIGNAL", GS_SIGNAL, NOWHERE, {{"ID", 0, 32, GS_FIELD_HEX}, {"IDMSK", 32, 32, GS_FIELD_HEX}}},
    {"FINISH", GS_FINISH, NOWHERE, {{NULL, 0, 0, U}}},
    {"LABEL", GS_LABEL, NOWHERE, {{"ID", 0, 32, GS_FIELD_HEX}, {"IDMSK", 32, 32, GS_FIELD_HEX}}},
#undef AT
};

static const struct gs_register context[] = {
#define AT(member) offsetof(struct gs_context_registers, member)
    {"XYOFFSET",
     GS_XYOFFSET_1,
     AT(xyoffset),
     {{"OFX", 0, 16, GS_FIELD_FIXED4}, {"OFY", 32, 16, GS_FIELD_FIXED4}}},
    {"TEX0",
     GS_TEX0_1,
     AT(tex0),
     {{"TBP0", 0, 14, U},
      {"TBW", 14, 6, U},
      {"PSM", 20, 6, GS_FIELD_FORMAT},
      {"TW", 26, 4, U},
      {"TH", 30, 4, U},
      {"TCC", 34, 1, U},
      {"TFX", 35, 2, GS_FIELD_TFX},
      {"CBP", 37, 14, U},
      {"CPSM", 51, 4, GS_FIELD_FORMAT},
      {"CSM", 55, 1, U},
      {"CSA", 56, 5, U},
      {"CLD", 61, 3, U}}},
    {"TEX1",
     GS_TEX1_1,
     AT(tex1),
     {{"LCM", 0, 1, U},
      {"MXL", 2, 3, U},
      {"MMAG", 5, 1, GS_FIELD_MMAG},
      {"MMIN", 6, 3, GS_FIELD_MMIN},
      {"MTBA", 9, 1, U},
      {"L", 19, 2, U},
      {"K", 32, 12, GS_FIELD_SIGNED_FIXED4}}},
    {"CLAMP",
     GS_CLAMP_1,
     AT(clamp),
     {{"WMS", 0, 2, GS_FIELD_WRAP},
      {"WMT", 2, 2, GS_FIELD_WRAP},
      {"MINU", 4, 10, U},
      {"MAXU", 14, 10, U},
      {"MINV", 24, 10, U},
      {"MAXV", 34, 10, U}}},
    {"MIPTBP1",
     GS_MIPTBP1_1,
     AT(miptbp1),
     {{"TBP1", 0, 14, U},
      {"TBW1", 14, 6, U},
      {"TBP2", 20, 14, U},
      {"TBW2", 34, 6, U},
      {"TBP3", 40, 14, U},
      {"TBW3", 54, 6, U}}},
    {"MIPTBP2",
     GS_MIPTBP2_1,
     AT(miptbp2),
     {{"TBP4", 0, 14, U},
      {"TBW4", 14, 6, U},
      {"TBP5", 20, 14, U},
      {"TBW5", 34, 6, U},
      {"TBP6", 40, 14, U},
      {"TBW6", 54, 6, U}}},
    {"SCISSOR",
     GS_SCISSOR_1,
     AT(scissor),
     {{"SCAX0", 0, 11, U}, {"SCAX1", 16, 11, U}, {"SCAY0", 32, 11, U}, {"SCAY1", 48, 11, U}}},
    {"ALPHA",
     GS_ALPHA_1,
     AT(alpha),
     {{"A", 0, 2, GS_FIELD_BLEND},
      {"B", 2, 2, GS_FIELD_BLEND},
      {"C", 4, 2, GS_FIELD_BLEND_ALPHA},
      {"D", 6, 2, GS_FIELD_BLEND},
      {"FIX", 32, 8, U}}},
    {"TEST",
     GS_TEST_1,
     AT(test),
     {{"ATE", 0, 1, U},
      {"ATST", 1, 3, GS_FIELD_ATST},
      {"AREF", 4, 8, U},
      {"AFAIL", 12, 2, GS_FIELD_AFAIL},
      {"DATE", 14, 1, U},
      {"DATM", 15, 1, U},
      {"ZTE", 16, 1, U},
      {"ZTST", 17, 2, GS_FIELD_ZTST}}},
    {"FBA", GS_FBA_1, AT(fba), {{"FBA", 0, 1, U}}},
    {"FRAME",
     GS_FRAME_1,
     AT(frame),
     {{"FBP", 0, 9, U}, {"FBW", 16, 6, U}, {"PSM", 24, 6, GS_FIELD_FORMAT}, {"FBMSK", 32, 32, GS_FIELD_HEX}}},
    {"ZBUF", GS_ZBUF_1, AT(zbuf), {{"ZBP", 0, 9, U}, {"PSM", 24, 4, GS_FIELD_FORMAT_Z}, {"ZMSK", 32, 1, U}}},
    {"TEX2",
     GS_TEX2_1,
     NOWHERE,
     {{"PSM", 20, 6, GS_FIELD_FORMAT},
      {"CBP", 37, 14, U},
      {"CPSM", 51, 4, GS_FIELD_FORMAT},
      {"CSM", 55, 1, U},
      {"CSA", 56, 5, U},
      {"CLD", 61, 3, U}}},
#undef AT
};

#define DISPFB                                                                                               \
    {                                                                                                        \
        {"FBP", 0, 9, U}, {"FBW", 9, 6, U}, {"PSM", 15, 5, GS_FIELD_FORMAT}, {"DBX", 32, 11, U},             \
        {                                                                                                    \
            "DBY", 43, 11, U                                                                                 \
        }                                                                                                    \
    }
#define DISPLAY                                                                                              \
    {                                                                                                        \
        {"DX", 0, 12, U}, {"DY", 12, 11, U}, {"MAGH", 23, 4, U}, {"MAGV", 27, 2, U}, {"DW", 32, 12, U},      \
        {                                                                                                    \
            "DH", 44, 11, U                                                                                  \
        }                                                                                                    \
    }

static const struct gs_register privileged[] = {
#define AT(member) offsetof(struct gs_privileged, member)
    {"PMODE",
     0x0000,
     AT(pmode),
     {{"EN1", 0, 1, U},
      {"EN2", 1, 1, U},
      {"CRTMD", 2, 3, U},
      {"MMOD", 5, 1, U},
      {"AMOD", 6, 1, U},
      {"SLBG", 7, 1, U},
      {"ALP", 8, 8, U}}},
    {"SMODE1", 0x0010, AT(smode1), {{"RC", 0, 3, U},     {"LC", 3, 7, U},      {"T1248", 10, 2, U},
                                    {"SLCK", 12, 1, U},  {"CMOD", 13, 2, U},   {"EX", 15, 1, U},
                                    {"PRST", 16, 1, U},  {"SINT", 17, 1, U},   {"XPCK", 18, 1, U},
                                    {"PCK2", 19, 2, U},  {"SPML", 21, 4, U},   {"GCONT", 25, 1, U},
                                    {"PHS", 26, 1, U},   {"PVS", 27, 1, U},    {"PEHS", 28, 1, U},
                                    {"PEVS", 29, 1, U},  {"CLKSEL", 30, 2, U}, {"NVCK", 32, 1, U},
                                    {"SLCK2", 33, 1, U}, {"VCKSEL", 34, 2, U}, {"VHP", 36, 1, U}}},
    {"SMODE2", 0x0020, AT(smode2), {{"INT", 0, 1, U}, {"FFMD", 1, 1, U}, {"DPMS", 2, 2, U}}},
    {"SRFSH", 0x0030, AT(srfsh), {{NULL, 0, 0, U}}},
    {"SYNCH1", 0x0040, AT(synch1), {{NULL, 0, 0, U}}},
    {"SYNCH2", 0x0050, AT(synch2), {{NULL, 0, 0, U}}},
    {"SYNCV",
     0x0060,
     AT(syncv),
     {{"VFP", 0, 10, U},
      {"VFPE", 10, 10, U},
      {"VBP", 20, 12, U},
      {"VBPE", 32, 10, U},
      {"VDP", 42, 11, U},
      {"VS", 53, 11, U}}},
    {"DISPFB1", 0x0070, AT(dispfb1), DISPFB},
    {"DISPLAY1", 0x0080, AT(display1), DISPLAY},
    {"DISPFB2", 0x0090, AT(dispfb2), DISPFB},
    {"DISPLAY2", 0x00A0, AT(display2), DISPLAY},
    {"EXTBUF",
     0x00B0,
     AT(extbuf),
     {{"EXBP", 0, 14, U},
      {"EXBW", 14, 6, U},
      {"FBIN", 20, 2, U},
      {"WFFMD", 22, 1, U},
      {"EMODA", 23, 2, U},
      {"EMODC", 25, 2, U},
      {"WDX", 32, 11, U},
      {"WDY", 43, 11, U}}},
    {"EXTDATA",
     0x00C0,
     AT(extdata),
     {{"SX", 0, 12, U},
      {"SY", 12, 11, U},
      {"SMPH", 23, 4, U},
      {"SMPV", 27, 2, U},
      {"WW", 32, 12, U},
      {"WH", 44, 11, U}}},
    {"EXTWRITE", 0x00D0, AT(extwrite), {{"WRITE", 0, 1, U}}},
    {"BGCOLOR", 0x00E0, AT(bgcolor), {{"R", 0, 8, U}, {"G", 8, 8, U}, {"B", 16, 8, U}}},
    {"CSR",
     0x1000,
     AT(csr),
     {{"SIGNAL", 0, 1, U},
      {"FINISH", 1, 1, U},
      {"HSINT", 2, 1, U},
      {"VSINT", 3, 1, U},
      {"EDWINT", 4, 1, U},
      {"FLUSH", 8, 1, U},
      {"RESET", 9, 1, U},
      {"NFIELD", 12, 1, U},
      {"FIELD", 13, 1, U},
      {"FIFO", 14, 2, U},
      {"REV", 16, 8, U},
      {"ID", 24, 8, U}}},
    {"IMR", 0x1010, AT(imr), {{"MASK", 8, 5, GS_FIELD_HEX}}},
    {"BUSDIR", 0x1040, AT(busdir), {{"DIR", 0, 1, U}}},
    {"SIGLBLID", 0x1080, AT(siglblid), {{"SIGID", 0, 32, GS_FIELD_HEX}, {"LBLID", 32, 32, GS_FIELD_HEX}}},
#undef AT
};

const struct gs_register *gs_register_list(enum gs_register_set set, size_t *count)
{
    switch (set) {
    case GS_GENERAL:
        *count = sizeof general / sizeof general[0];
        return general;
    case GS_CONTEXT:
        *count = sizeof context / sizeof context[0];
        return context;
    default:
        *count = sizeof privileged / sizeof privileged[0];
        return privileged;
    }
}
