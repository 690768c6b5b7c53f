/* Little-endian values in byte buffers of any alignment. */
#ifndef TRACE_BYTES_H
#define TRACE_BYTES_H

#include <stdint.h>

static inline uint32_t trace_load32(const uint8_t *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static inline uint64_t trace_load64(const uint8_t *at)
{
    return (uint64_t)trace_load32(at) | (uint64_t)trace_load32(at + 4) << 32;
}

static inline void trace_store32(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
    at[2] = (uint8_t)(value >> 16);
    at[3] = (uint8_t)(value >> 24);
}

static inline void trace_store64(uint8_t *at, uint64_t value)
{
    trace_store32(at, (uint32_t)value);
    trace_store32(at + 4, (uint32_t)(value >> 32));
}

#endif
