/* The assembled program. tfrag_words.h is made of tfrag.vsm when the library is built. */
#include <path1/tfrag.h>

#include <string.h>

#include "tfrag_words.h"

const uint8_t *tfrag_program(size_t *bytes)
{
    *bytes = sizeof tfrag_words;
    return tfrag_words;
}

bool tfrag_is_program(const uint8_t *micro)
{
    return memcmp(micro, tfrag_words, sizeof tfrag_words) == 0;
}
