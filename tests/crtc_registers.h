/* Values of the display registers for tests (GS-OUTPUT section 1). */
#ifndef TESTS_CRTC_REGISTERS_H
#define TESTS_CRTC_REGISTERS_H

#include <stdint.h>

/* SMODE1 with the two fields that choose the video mode: CMOD[14:13], LC[9:3]. */
static inline uint64_t smode1_value(unsigned cmod, unsigned lc)
{
    return (uint64_t)lc << 3 | (uint64_t)cmod << 13;
}

static inline uint64_t dispfb_value(uint32_t fbp, uint32_t fbw, uint32_t psm, uint32_t dbx, uint32_t dby)
{
    return fbp | fbw << 9 | psm << 15 | (uint64_t)dbx << 32 | (uint64_t)dby << 43;
}

/* DISPLAY by its fields. */
static inline uint64_t display_raw(uint32_t dw, uint32_t dh, uint32_t magh, uint32_t magv, uint32_t dx,
                                   uint32_t dy)
{
    return dx | dy << 12 | magh << 23 | magv << 27 | (uint64_t)dw << 32 | (uint64_t)dh << 44;
}

/* DISPLAY that shows `width` x `height` source pixels. */
static inline uint64_t display_value(uint32_t width, uint32_t height, uint32_t magh, uint32_t magv,
                                     uint32_t dx, uint32_t dy)
{
    return display_raw(width * (magh + 1) - 1, height * (magv + 1) - 1, magh, magv, dx, dy);
}

#endif
