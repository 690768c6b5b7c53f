/* General register addresses and fields (GS-DRAWING section 2). Fields are cut out where they are used;
 * a raw 64-bit value is the only form that is stored. */
#ifndef GS_REGISTERS_H
#define GS_REGISTERS_H

#include <stdbool.h>
#include <stdint.h>

enum gs_address {
    GS_PRIM = 0x00,
    GS_RGBAQ = 0x01,
    GS_ST = 0x02,
    GS_UV = 0x03,
    GS_XYZF2 = 0x04,
    GS_XYZ2 = 0x05,
    GS_TEX0_1 = 0x06,
    GS_TEX0_2 = 0x07,
    GS_CLAMP_1 = 0x08,
    GS_CLAMP_2 = 0x09,
    GS_FOG = 0x0A,
    GS_XYZF3 = 0x0C,
    GS_XYZ3 = 0x0D,
    GS_RGBAQ_ALIAS = 0x11, /* undocumented, behaves as RGBAQ */
    GS_TEX1_1 = 0x14,
    GS_TEX1_2 = 0x15,
    GS_TEX2_1 = 0x16,
    GS_TEX2_2 = 0x17,
    GS_XYOFFSET_1 = 0x18,
    GS_XYOFFSET_2 = 0x19,
    GS_PRMODECONT = 0x1A,
    GS_PRMODE = 0x1B,
    GS_TEXCLUT = 0x1C,
    GS_SCANMSK = 0x22,
    GS_MIPTBP1_1 = 0x34,
    GS_MIPTBP1_2 = 0x35,
    GS_MIPTBP2_1 = 0x36,
    GS_MIPTBP2_2 = 0x37,
    GS_TEXA = 0x3B,
    GS_FOGCOL = 0x3D,
    GS_TEXFLUSH = 0x3F,
    GS_SCISSOR_1 = 0x40,
    GS_SCISSOR_2 = 0x41,
    GS_ALPHA_1 = 0x42,
    GS_ALPHA_2 = 0x43,
    GS_DIMX = 0x44,
    GS_DTHE = 0x45,
    GS_COLCLAMP = 0x46,
    GS_TEST_1 = 0x47,
    GS_TEST_2 = 0x48,
    GS_PABE = 0x49,
    GS_FBA_1 = 0x4A,
    GS_FBA_2 = 0x4B,
    GS_FRAME_1 = 0x4C,
    GS_FRAME_2 = 0x4D,
    GS_ZBUF_1 = 0x4E,
    GS_ZBUF_2 = 0x4F,
    GS_BITBLTBUF = 0x50,
    GS_TRXPOS = 0x51,
    GS_TRXREG = 0x52,
    GS_TRXDIR = 0x53,
    GS_HWREG = 0x54,
    GS_SIGNAL = 0x60,
    GS_FINISH = 0x61,
    GS_LABEL = 0x62
};

enum gs_prim_type {
    GS_PRIM_POINT,
    GS_PRIM_LINE,
    GS_PRIM_LINE_STRIP,
    GS_PRIM_TRIANGLE,
    GS_PRIM_TRIANGLE_STRIP,
    GS_PRIM_TRIANGLE_FAN,
    GS_PRIM_SPRITE,
    GS_PRIM_INVALID
};

enum gs_wrap { GS_WRAP_REPEAT, GS_WRAP_CLAMP, GS_WRAP_REGION_CLAMP, GS_WRAP_REGION_REPEAT };
enum gs_tfx { GS_TFX_MODULATE, GS_TFX_DECAL, GS_TFX_HIGHLIGHT, GS_TFX_HIGHLIGHT2 };
enum gs_atst {
    GS_ATST_NEVER,
    GS_ATST_ALWAYS,
    GS_ATST_LESS,
    GS_ATST_LEQUAL,
    GS_ATST_EQUAL,
    GS_ATST_GEQUAL,
    GS_ATST_GREATER,
    GS_ATST_NOTEQUAL
};
enum gs_afail { GS_AFAIL_KEEP, GS_AFAIL_FB_ONLY, GS_AFAIL_ZB_ONLY, GS_AFAIL_RGB_ONLY };
enum gs_ztst { GS_ZTST_NEVER, GS_ZTST_ALWAYS, GS_ZTST_GEQUAL, GS_ZTST_GREATER };
enum gs_xdir { GS_XDIR_HOST_TO_LOCAL, GS_XDIR_LOCAL_TO_HOST, GS_XDIR_LOCAL_TO_LOCAL, GS_XDIR_NONE };

/* Bits of PRIM and PRMODE. */
#define GS_PRIM_TYPE(v) ((unsigned)((v)&7))
#define GS_PRIM_IIP(v) ((unsigned)((v) >> 3 & 1))
#define GS_PRIM_TME(v) ((unsigned)((v) >> 4 & 1))
#define GS_PRIM_FGE(v) ((unsigned)((v) >> 5 & 1))
#define GS_PRIM_ABE(v) ((unsigned)((v) >> 6 & 1))
#define GS_PRIM_AA1(v) ((unsigned)((v) >> 7 & 1))
#define GS_PRIM_FST(v) ((unsigned)((v) >> 8 & 1))
#define GS_PRIM_CTXT(v) ((unsigned)((v) >> 9 & 1))
#define GS_PRIM_FIX(v) ((unsigned)((v) >> 10 & 1))

/* Bits `low`.. of a register, `count` of them (1..32). */
static inline uint32_t gs_bits(uint64_t value, unsigned low, unsigned count)
{
    return (uint32_t)(value >> low) & (uint32_t)((1ull << count) - 1);
}

struct gs_tex0 {
    uint32_t tbp0; /* blocks */
    uint32_t tbw;  /* 64 pixels */
    uint32_t psm;
    uint32_t tw, th; /* log2 of the size, 0..15 as written */
    uint32_t tcc, tfx;
    uint32_t cbp; /* blocks */
    uint32_t cpsm, csm, csa, cld;
};

static inline struct gs_tex0 gs_decode_tex0(uint64_t v)
{
    return (struct gs_tex0){
        .tbp0 = gs_bits(v, 0, 14),
        .tbw = gs_bits(v, 14, 6),
        .psm = gs_bits(v, 20, 6),
        .tw = gs_bits(v, 26, 4),
        .th = gs_bits(v, 30, 4),
        .tcc = gs_bits(v, 34, 1),
        .tfx = gs_bits(v, 35, 2),
        .cbp = gs_bits(v, 37, 14),
        .cpsm = gs_bits(v, 51, 4),
        .csm = gs_bits(v, 55, 1),
        .csa = gs_bits(v, 56, 5),
        .cld = gs_bits(v, 61, 3),
    };
}

#endif
