/* Little-endian loads and stores that need no alignment. */
#ifndef GS_BYTES_H
#define GS_BYTES_H

#include <stdint.h>

static inline uint32_t gs_load16(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t gs_load32(const uint8_t *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint64_t gs_load64(const uint8_t *p)
{
    return (uint64_t)gs_load32(p) | (uint64_t)gs_load32(p + 4) << 32;
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
