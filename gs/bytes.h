/* Little-endian loads and stores that need no alignment. Where the host is little endian they are whole words
 * of it: not every compiler makes one access of four bytes, least of all in loops. */
#ifndef GS_BYTES_H
#define GS_BYTES_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__

static inline uint32_t gs_load16(const uint8_t *p)
{
    uint16_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline uint32_t gs_load32(const uint8_t *p)
{
    uint32_t v;
    memcpy(&v, p, sizeof v);
    return v;
}

static inline void gs_store16(uint8_t *p, uint32_t v)
{
    uint16_t low = (uint16_t)v;
    memcpy(p, &low, sizeof low);
}

static inline void gs_store32(uint8_t *p, uint32_t v)
{
    memcpy(p, &v, sizeof v);
}

#else

static inline uint32_t gs_load16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t gs_load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline void gs_store16(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
}

static inline void gs_store32(uint8_t *p, uint32_t v)
{
    p[0] = (uint8_t)v;
    p[1] = (uint8_t)(v >> 8);
    p[2] = (uint8_t)(v >> 16);
    p[3] = (uint8_t)(v >> 24);
}

#endif

static inline uint64_t gs_load64(const uint8_t *p)
{
    return (uint64_t)gs_load32(p) | (uint64_t)gs_load32(p + 4) << 32;
}

#endif
