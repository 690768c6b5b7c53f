/* Little endian loads and stores that need no alignment. */
#ifndef VIF_BYTES_H
#define VIF_BYTES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

static inline uint32_t vif_load16(const uint8_t *p)
{
    uint16_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint32_t vif_load32(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void vif_store32(uint8_t *p, uint32_t v)
{
    memcpy(p, &v, sizeof v);
}

#else

static inline uint32_t vif_load16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t vif_load32(const uint8_t *p)
{
    return vif_load16(p) | vif_load16(p + 2) << 16;
}

static inline void vif_store32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

#endif

/* An element of 1, 2 or 4 bytes as a word: zero-extended if `usn`, else sign-extended. */
static inline uint32_t vif_load_element(const uint8_t *p, unsigned bytes, bool usn)
{
    if (bytes == 4)
        return vif_load32(p);
    uint32_t v = bytes == 2 ? vif_load16(p) : *p;
    uint32_t sign = bytes == 2 ? 0x8000u : 0x80u;
    return usn ? v : (v ^ sign) - sign;
}

/* Lane 0..3 of a V4-5 halfword: 5, 5, 5 and 1 bits, moved to the top of a byte. */
static inline uint32_t vif_v4_5_lane(uint32_t v, unsigned lane)
{
    return lane == 3 ? (v >> 15) << 7 : (v >> (5 * lane) & 31u) << 3;
}

#endif
