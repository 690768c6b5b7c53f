/* Little endian words of data and micro memory. */
#ifndef VU_WORDS_H
#define VU_WORDS_H

#include <stdint.h>
#include <string.h>

static inline uint32_t vu_load_word(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24;
}

static inline void vu_store_word(uint8_t *to, uint32_t word)
{
    to[0] = (uint8_t)word;
    to[1] = (uint8_t)(word >> 8);
    to[2] = (uint8_t)(word >> 16);
    to[3] = (uint8_t)(word >> 24);
}

static inline void vu_load_words(uint32_t words[4], const uint8_t *from)
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(words, from, 16);
#else
    for (unsigned i = 0; i < 4; i++)
        words[i] = vu_load_word(from + 4 * i);
#endif
}

static inline void vu_store_words(uint8_t *to, const uint32_t words[4])
{
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(to, words, 16);
#else
    for (unsigned i = 0; i < 4; i++)
        vu_store_word(to + 4 * i, words[i]);
#endif
}

#endif
