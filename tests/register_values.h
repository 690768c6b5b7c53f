/* Values of the drawing registers by their fields (GS-DRAWING section 2), for tests. */
#ifndef TESTS_REGISTER_VALUES_H
#define TESTS_REGISTER_VALUES_H

#include <stdint.h>
#include <string.h>

/* Attribute bits of PRIM and PRMODE. */
enum { IIP = 8, TME = 16, FGE = 32, ABE = 64, AA1 = 128, FST = 256, CTXT2 = 512, FIX = 1024 };

static inline uint64_t field(uint64_t value, unsigned low)
{
    return value << low;
}

static inline uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Base in pages, width in 64 pixels. */
static inline uint64_t frame_value(uint32_t fbp, uint32_t fbw, unsigned psm, uint32_t fbmsk)
{
    return fbp | field(fbw, 16) | field(psm, 24) | field(fbmsk, 32);
}

static inline uint64_t zbuf_value(uint32_t zbp, unsigned psm, unsigned zmsk)
{
    return zbp | field(psm & 15, 24) | field(zmsk, 32);
}

/* All four inclusive. */
static inline uint64_t scissor_value(uint32_t x0, uint32_t x1, uint32_t y0, uint32_t y1)
{
    return x0 | field(x1, 16) | field(y0, 32) | field(y1, 48);
}

/* In 1/16 pixel. */
static inline uint64_t xyoffset_value(uint32_t x, uint32_t y)
{
    return x | field(y, 32);
}

/* The parts of TEST, to be ORed. */
static inline uint64_t test_alpha(unsigned atst, unsigned aref, unsigned afail)
{
    return 1 | field(atst, 1) | field(aref, 4) | field(afail, 12);
}

static inline uint64_t test_date(unsigned datm)
{
    return field(1, 14) | field(datm, 15);
}

static inline uint64_t test_depth(unsigned ztst)
{
    return field(1, 16) | field(ztst, 17);
}

static inline uint64_t alpha_value(unsigned a, unsigned b, unsigned c, unsigned d, unsigned fix)
{
    return a | field(b, 2) | field(c, 4) | field(d, 6) | field(fix, 32);
}

/* Base in blocks, width in 64 pixels, size as log2. */
static inline uint64_t tex0_value(uint32_t tbp, uint32_t tbw, unsigned psm, unsigned tw, unsigned th,
                                  unsigned tcc, unsigned tfx)
{
    return tbp | field(tbw, 14) | field(psm, 20) | field(tw, 26) | field(th, 30) | field(tcc, 34) |
           field(tfx, 35);
}

/* The palette's part of TEX0, to be ORed. */
static inline uint64_t tex0_palette(uint32_t cbp, unsigned cpsm, unsigned csa, unsigned cld)
{
    return field(cbp, 37) | field(cpsm, 51) | field(csa, 56) | field(cld, 61);
}

/* K in 1/16, -2048..2047. */
static inline uint64_t tex1_value(unsigned lcm, unsigned mxl, unsigned mmag, unsigned mmin, unsigned l, int k)
{
    return lcm | field(mxl, 2) | field(mmag, 5) | field(mmin, 6) | field(l, 19) |
           field((uint32_t)k & 0xFFF, 32);
}

static inline uint64_t clamp_value(unsigned wms, unsigned wmt, uint32_t minu, uint32_t maxu, uint32_t minv,
                                   uint32_t maxv)
{
    return wms | field(wmt, 2) | field(minu, 4) | field(maxu, 14) | field(minv, 24) | field(maxv, 34);
}

static inline uint64_t texa_value(uint32_t ta0, unsigned aem, uint32_t ta1)
{
    return ta0 | field(aem, 15) | field(ta1, 32);
}

/* Positions in 1/16 pixel. */
static inline uint64_t xyz_value(uint32_t x, uint32_t y, uint32_t z)
{
    return (x & 0xFFFF) | field(y & 0xFFFF, 16) | field(z, 32);
}

static inline uint64_t xyzf_value(uint32_t x, uint32_t y, uint32_t z, uint32_t f)
{
    return xyz_value(x, y, z & 0xFFFFFF) | field(f, 56);
}

/* In 1/16 texel. */
static inline uint64_t uv_value(uint32_t u, uint32_t v)
{
    return (u & 0x3FFF) | field(v & 0x3FFF, 16);
}

static inline uint64_t st_value(float s, float t)
{
    return float_bits(s) | field(float_bits(t), 32);
}

static inline uint64_t rgbaq_value(uint32_t rgba, float q)
{
    return rgba | field(float_bits(q), 32);
}

static inline uint32_t rgba(uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return r | g << 8 | b << 16 | a << 24;
}

/* The same value in R, G and B. */
static inline uint32_t grey(uint32_t c, uint32_t a)
{
    return rgba(c, c, c, a);
}

#endif
